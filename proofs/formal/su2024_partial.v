(** su2024.partial: with half of the planes still, the kernel is never negative.

    Statement (Su 2024). Rotating half of the dimensions: the sum of 1 + cos(m theta_i) is at least 0 for every m and base. Encoding: any angles, and at
    least as many still planes as turning ones. *)

From Coq Require Import Reals Lra Lia.
From RopeTheory Require Import Rope Trig Sums Instances.
Open Scope R_scope.

(** Still planes count 1 each, turning ones cos(m theta_i). *)
Definition kernel (still turning : nat) (theta : nat -> R) (m : R) : R :=
  INR still + sum (fun i => cos (m * theta i)) turning.

Definition su2024_partial_statement : Prop :=
  forall (still turning : nat) (theta : nat -> R) (m : R), (turning <= still)%nat -> 0 <= kernel still turning theta m.

Theorem su2024_partial_proved : su2024_partial_statement.
Proof.
  intros still turning theta m H. unfold kernel.
  assert (S : - INR turning <= sum (fun i => cos (m * theta i)) turning).
  { rewrite <- (Rmult_1_r (INR turning)), Ropp_mult_distr_r, <- sum_const. apply sum_le. intros i _.
    pose proof (COS_bound (m * theta i)). lra. }
  apply le_INR in H. lra.
Qed.

(** * False neighbours *)

(** One still plane fewer: one turning plane alone. *)
Definition su2024_partial_neighbour_fewer : Prop :=
  forall (still turning : nat) (theta : nat -> R) (m : R), (turning <= S still)%nat -> 0 <= kernel still turning theta m.

Theorem su2024_partial_neighbour_fewer_false : ~ su2024_partial_neighbour_fewer.
Proof.
  intro H. specialize (H 0%nat 1%nat (fun _ => PI) 1 ltac:(lia)). unfold kernel in H. simpl in H.
  rewrite Rmult_1_l, cos_PI in H. lra.
Qed.

(** Positive. *)
Definition su2024_partial_neighbour_positive : Prop :=
  forall (still turning : nat) (theta : nat -> R) (m : R), (turning <= still)%nat -> 0 < kernel still turning theta m.

Theorem su2024_partial_neighbour_positive_false : ~ su2024_partial_neighbour_positive.
Proof.
  intro H. specialize (H 1%nat 1%nat (fun _ => PI) 1 ltac:(lia)). unfold kernel in H. simpl in H.
  rewrite Rmult_1_l, cos_PI in H. lra.
Qed.

Example su2024_partial_instance : instance_of su2024_partial_statement.
Proof. exists 2%nat, 1%nat, (fun _ => 1), 3. split; [lia|exact I]. Qed.
