(** men2024.small-base: where the kernel B(m) of 64 planes is first negative at base 500 and at base 10^4.

    Statement (Men et al. 2024, Section 5.4, with numbers). The first m >= 1 with B(m) < 0 is 171 at base 500 and 1707 at base 10^4.

    Encoding and idea: new_kernel_first_negative.v. *)

From Coq Require Import Reals Lra Lia List ZArith.
From RopeTheory Require Import Rope IntervalZ Rotation new_base_bound_monotone Bases Stretches new_kernel_first_negative Instances.
Import ListNotations.
Open Scope R_scope.

Definition men2024_small_base_statement : Prop := first_negative 500 64 (Z.to_nat 171) /\ first_negative 10000 64 (Z.to_nat 1707).

Lemma ratio_500 : ratio_of 500 64 65389550336436179.
Proof. ratio. Qed.

Theorem men2024_small_base_proved : men2024_small_base_statement.
Proof.
  split; [|apply new_kernel_first_negative_proved].
  apply (first_negative_by_stretches 8 500 65389550336436179 (seq 0 7 ++ [5; 3; 1; 0])%nat 171); [lra|exact ratio_500|unfold slack; lra|lia|reflexivity| |]; vm_cast_no_check (eq_refl true).
Qed.

(** * False neighbours *)

(** 172 at base 500: it is negative at 171. *)
Definition men2024_small_base_neighbour_next : Prop := first_negative 500 64 (Z.to_nat 172).

Theorem men2024_small_base_neighbour_next_false : ~ men2024_small_base_neighbour_next.
Proof.
  intros [_ [_ H]]. specialize (H (Pos.to_nat 171) ltac:(lia)).
  pose proof (below_kernel 500 64 65389550336436179 171 ltac:(lra) ltac:(lia) ratio_500 ltac:(lia) ltac:(vm_compute; reflexivity)). lra.
Qed.

(** 170: there it is positive. *)
Definition men2024_small_base_neighbour_before : Prop := first_negative 500 64 (Z.to_nat 170).

Theorem men2024_small_base_neighbour_before_false : ~ men2024_small_base_neighbour_before.
Proof.
  intros [_ [H _]]. destruct men2024_small_base_proved as [[_ [_ Before]] _]. specialize (Before (Z.to_nat 170) ltac:(lia)). lra.
Qed.

Example men2024_small_base_instance : instance_of men2024_small_base_statement.
Proof. repeat split; exists 1%nat; (split; [lia|exact I]). Qed.
