(** su2024.thousand: base 1000 L does not keep the kernel of 64 planes at or above 0 at every length L up to 10^6; su2024.thousand.corrected: it does at eleven lengths up to 2^20.

    Statement (Su 2024; for his table). With f_b(m) = sum_k cos(m b^(-k/64)), k = 0..63: not f_b(m) >= 0 at all m = 0..L-1 for b = 1000 L at every L = 1..10^6;
    but so at L = 1024 2^j, j = 0..10.

    Idea: at L = 267290 one m by interval arithmetic. At the eleven lengths whole stretches of distances at once (Stretches.v); at L = 2^20 that takes 5470 of them.
    Encoding: `holds_below` as in su2024_table_no_bisection.v. *)

From Coq Require Import Reals Lra Lia List PeanoNat ZArith.
From RopeTheory Require Import Rope IntervalZ Rotation new_base_bound_monotone Bases new_kernel_first_negative Covers su2024_table_no_bisection Stretches Instances.
Import ListNotations.
Open Scope R_scope.

Definition su2024_thousand_statement : Prop :=
  forall L, (1 <= L <= 1000000)%Z -> holds_below (1000 * IZR L) 64 (Z.to_nat L).

Theorem su2024_thousand_refuted : ~ su2024_thousand_statement.
Proof.
  intro H. specialize (H 267290%Z ltac:(lia) (Pos.to_nat 258373) ltac:(lia)). apply Rle_not_lt in H. apply H. apply (kernel_negative 267290000 1); [lia|lia|lra|vm_cast_no_check (eq_refl true)].
Qed.

Definition su2024_thousand_corrected_statement : Prop :=
  forall j, (j <= 10)%nat -> holds_below (1000 * (1024 * 2 ^ j)) 64 (Z.to_nat (1024 * 2 ^ Z.of_nat j)).

Lemma kept_from_0 : forall b n, keeps_sign b n -> holds_below b 64 n.
Proof. intros b n H [|m] M; [apply at_0|]. apply H. lia. Qed.

(** b^(-1/64) at these bases, at scale 2^56. *)
Definition ratios : list Z :=
  [58045535262094236; 57420269522102326; 56801739136411868; 56189871551875193; 55584594996886181; 54985838472961507; 54393531746412570; 53807605340107138; 53227990525319730; 52654619313669788; 52087424449146693]%Z.

Lemma ratios_of : forall j, (j <= 10)%nat -> ratio_of (1000 * (1024 * 2 ^ j)) 64 (nth j ratios 0%Z).
Proof. intros j J. do 11 (destruct j as [|j]; [unfold ratios; cbn [nth pow]; ratio|]). exfalso. lia. Qed.

Theorem su2024_thousand_corrected_proved : su2024_thousand_corrected_statement.
Proof.
  intros j J. apply kept_from_0. replace (1024 * 2 ^ Z.of_nat j)%Z with (2 ^ Z.of_nat (10 + j))%Z by (rewrite Nat2Z.inj_add, Z.pow_add_r by lia; reflexivity).
  apply (keeps_by_stretches 21 _ (nth j ratios 0%Z)).
  - assert (1 <= 2 ^ j) by (apply pow_R1_Rle; lra). lra.
  - apply ratios_of, J.
  - unfold slack. assert (H : (2 ^ Z.of_nat (10 + j) <= 2 ^ 20)%Z) by (apply Z.pow_le_mono_r; lia). apply IZR_le in H. change (IZR (2 ^ 20)) with 1048576 in H. lra.
  - assert (H : forallb (fun i => none_to 21 (nth i ratios 0%Z) (10 + i)) (seq 0 11) = true) by (vm_cast_no_check (eq_refl true)).
    rewrite forallb_forall in H. apply (H j), in_seq. lia.
Qed.

(** * False neighbours *)

(** Base 2 L: base 8192 fails at L = 4096. *)
Definition su2024_thousand_corrected_neighbour_twice : Prop :=
  forall j, (j <= 10)%nat -> holds_below (2 * (1024 * 2 ^ j)) 64 (Z.to_nat (1024 * 2 ^ Z.of_nat j)).

Theorem su2024_thousand_corrected_neighbour_twice_false : ~ su2024_thousand_corrected_neighbour_twice.
Proof.
  intro H. specialize (H 2%nat ltac:(lia) (Pos.to_nat 1529) ltac:(simpl Z.of_nat; lia)). replace (2 * (1024 * 2 ^ 2)) with 8192 in H by ring.
  pose proof (below_kernel 8192 64 62594048105254545 1529 ltac:(lra) ltac:(lia) ltac:(ratio) ltac:(lia) ltac:(vm_compute; reflexivity)). lra.
Qed.

(** Base L. *)
Definition su2024_thousand_corrected_neighbour_itself : Prop :=
  forall j, (j <= 10)%nat -> holds_below (1024 * 2 ^ j) 64 (Z.to_nat (1024 * 2 ^ Z.of_nat j)).

Theorem su2024_thousand_corrected_neighbour_itself_false : ~ su2024_thousand_corrected_neighbour_itself.
Proof.
  intro H. specialize (H 0%nat ltac:(lia) (Pos.to_nat 341) ltac:(simpl Z.of_nat; lia)). replace (1024 * 2 ^ 0) with 1024 in H by ring.
  pose proof (below_kernel 1024 64 64661208971379529 341 ltac:(lra) ltac:(lia) ltac:(ratio) ltac:(lia) ltac:(vm_compute; reflexivity)). lra.
Qed.

Example su2024_thousand_corrected_instance : instance_of su2024_thousand_corrected_statement.
Proof. exists 0%nat. split; [lia|exact I]. Qed.
