(** Bases near the least, whose kernel of 64 planes keeps its sign at all distances up to a length.

    Whole stretches of distances at once (Stretches.v). At two bases one B(m) is too small for that, 1.3 10^-6 at m = 1788 and 2.8 10^-7 at m = 15643: it is enclosed by
    interval arithmetic (Bases.v). *)

From Coq Require Import Reals Lra Lia List ZArith.
From RopeTheory Require Import Rope IntervalZ Rotation new_base_bound_monotone Bases new_kernel_first_negative Covers Stretches.
Import ListNotations.
Open Scope R_scope.

(** All distances but one, which is looked at by itself. *)
Lemma keeps_but_one : forall e b ratio before odd after n, 1 <= b -> ratio_of b 64 ratio -> slack e n -> none_on e ratio before 1 = true -> none_on e ratio after (Pos.succ odd) = true ->
  (1 + stretch_sum before = Z.pos odd)%Z -> (Z.pos odd + 1 + stretch_sum after = n)%Z -> 0 <= kernel b 64 (Pos.to_nat odd) -> keeps_sign b (Z.to_nat n).
Proof.
  intros e b ratio before odd after n B Ratio Slack Before After Eb Ea One m M.
  assert (Sl : forall last, (last <= n)%Z -> slack e last) by (intros last L; unfold slack in *; apply IZR_le in L; lra).
  pose proof (stretch_sum_nonneg after). assert (Split : (Z.of_nat m < Z.pos odd \/ m = Pos.to_nat odd \/ Z.pos odd < Z.of_nat m)%Z) by lia. destruct Split as [Lt|[-> |Gt]].
  - apply (kept_on e b ratio before 1 B Ratio (Sl (1 + stretch_sum before - 1)%Z ltac:(lia)) Before). lia.
  - exact One.
  - apply (kept_on e b ratio after (Pos.succ odd) B Ratio (Sl (Z.pos (Pos.succ odd) + stretch_sum after - 1)%Z ltac:(lia)) After). lia.
Qed.

Lemma ratio_2048 : ratio_of 11587.2444 64 62255835665467164.
Proof. ratio. Qed.

Lemma keeps_2048 : keeps_sign 11587.2444 (Z.to_nat 2048).
Proof.
  apply (keeps_but_one 9 11587.2444 62255835665467164 (seq 0 10 ++ [9; 7; 6; 5; 4; 3; 2])%nat 1788 [8; 1; 0]%nat); [lra|exact ratio_2048|unfold slack; lra|vm_cast_no_check (eq_refl true)|vm_cast_no_check (eq_refl true)|reflexivity|reflexivity|].
  apply (kernel_positive 115872444 10000 1788); [lia|lia|lra|vm_cast_no_check (eq_refl true)].
Qed.

Lemma ratio_4096 : ratio_of 26952.3547 64 61440067412585118.
Proof. ratio. Qed.

Lemma keeps_4096 : keeps_sign 26952.3547 (Z.to_nat 4096).
Proof. by_stretches 9%Z 61440067412585118%Z 12%nat ltac:(exact ratio_4096). Qed.

Lemma ratio_8192 : ratio_of 83764.434 64 60361072815991163.
Proof. ratio. Qed.

Lemma keeps_8192 : keeps_sign 83764.434 (Z.to_nat 8192).
Proof. by_stretches 9%Z 60361072815991163%Z 13%nat ltac:(exact ratio_8192). Qed.

Lemma ratio_16384 : ratio_of 231643.6469 64 59409300447644480.
Proof. ratio. Qed.

Lemma keeps_16384 : keeps_sign 231643.6469 (Z.to_nat 16384).
Proof.
  apply (keeps_but_one 9 231643.6469 59409300447644480 (seq 0 13 ++ [12; 11; 10; 8; 4; 3; 1; 0])%nat 15643 [9; 7; 6; 5; 2]%nat); [lra|exact ratio_16384|unfold slack; lra|vm_cast_no_check (eq_refl true)|vm_cast_no_check (eq_refl true)|reflexivity|reflexivity|].
  apply (kernel_positive 2316436469 10000 15643); [lia|lia|lra|vm_cast_no_check (eq_refl true)].
Qed.

Lemma ratio_32768 : ratio_of 629980.2482 64 58487798387936789.
Proof. ratio. Qed.

Lemma keeps_32768 : keeps_sign 629980.2482 (Z.to_nat 32768).
Proof. by_stretches 9%Z 58487798387936789%Z 15%nat ltac:(exact ratio_32768). Qed.

Lemma ratio_65536 : ratio_of 2090181.9508 64 57401981017402064.
Proof. ratio. Qed.

Lemma keeps_65536 : keeps_sign 2090181.9508 (Z.to_nat 65536).
Proof. by_stretches 9%Z 57401981017402064%Z 16%nat ltac:(exact ratio_65536). Qed.
