(** men2024.eq11: a longer context never needs a smaller base.

    Statement (Men et al. 2024, Section 4.3). base_L is the infimum of the bases with B(m) >= 0 for m = 0..L; for L <= L' it is
    at most base_L'. Encoding: B is any function of base and distance, and the infimum is that of Coq's order on the reals. *)

From Coq Require Import Reals Lra Lia.
From RopeTheory Require Import Instances.
Open Scope R_scope.

(** Bases that keep B at or above 0 for m = 0..L. *)
Definition good (B : R -> nat -> R) (L : nat) (b : R) : Prop := forall m, (m <= L)%nat -> 0 <= B b m.

Definition is_infimum (P : R -> Prop) (x : R) : Prop :=
  (forall b, P b -> x <= b) /\ (forall z, (forall b, P b -> z <= b) -> z <= x).

Definition men2024_eq11_statement : Prop :=
  forall (B : R -> nat -> R) (L L' : nat), (L <= L')%nat ->
    (forall b, good B L' b -> good B L b) /\
    (forall x x', is_infimum (good B L) x -> is_infimum (good B L') x' -> x <= x').

Theorem men2024_eq11_proved : men2024_eq11_statement.
Proof.
  intros B L L' H. assert (Fewer : forall b, good B L' b -> good B L b) by (intros b G m M; apply G; lia).
  split; [exact Fewer|]. intros x x' [X1 X2] [Y1 Y2]. apply Y2. intros b G. apply X1, Fewer, G.
Qed.

(** The hypotheses can be met. *)
Example infimum_one : is_infimum (good (fun b _ => b - 1) 0) 1.
Proof.
  split.
  - intros b G. specialize (G 0%nat ltac:(lia)). lra.
  - intros z H. apply H. intros m _. lra.
Qed.

(** * False neighbours *)

(** Strictly more: the same condition at every distance. *)
Definition men2024_eq11_neighbour_strict : Prop :=
  forall (B : R -> nat -> R) (L L' : nat) (x x' : R), (L < L')%nat ->
    is_infimum (good B L) x -> is_infimum (good B L') x' -> x < x'.

Theorem men2024_eq11_neighbour_strict_false : ~ men2024_eq11_neighbour_strict.
Proof.
  intro H. assert (I : forall L, is_infimum (good (fun b _ => b - 1) L) 1).
  { intro L. split.
    - intros b G. specialize (G 0%nat ltac:(lia)). lra.
    - intros z Hz. apply Hz. intros m _. lra. }
  specialize (H (fun b _ => b - 1) 0%nat 1%nat 1 1 ltac:(lia) (I _) (I _)). lra.
Qed.

(** Every base above base_L keeps B at or above 0. *)
Definition men2024_eq11_neighbour_upwards : Prop :=
  forall (B : R -> nat -> R) (L : nat) (x b : R), is_infimum (good B L) x -> x < b -> good B L b.

Theorem men2024_eq11_neighbour_upwards_false : ~ men2024_eq11_neighbour_upwards.
Proof.
  intro H. specialize (H (fun b _ => 1 - b * b) 0%nat (-1) 2). assert (I : is_infimum (good (fun b _ => 1 - b * b) 0) (-1)).
  { split.
    - intros b G. specialize (G 0%nat ltac:(lia)). simpl in G.
      apply Rnot_lt_le. intro Q. assert (0 < (- b - 1) * (1 - b)) by (apply Rmult_lt_0_compat; lra). lra.
    - intros z Hz. apply Hz. intros m _. lra. }
  specialize (H I ltac:(lra) 0%nat ltac:(lia)). simpl in H. lra.
Qed.

Example men2024_eq11_instance : instance_of men2024_eq11_statement.
Proof.
  assert (A : forall L, is_infimum (good (fun b m => b - 1 - INR m) L) (1 + INR L)).
  { intro L. split.
    - intros b G. specialize (G L ltac:(lia)). simpl in G. lra.
    - intros z H. apply H. intros m M. apply le_INR in M. lra. }
  exists (fun b m => b - 1 - INR m), 1%nat, 3%nat. split; [lia | split].
  - exists 9. split; [|exact I]. intros m M. apply le_INR in M. simpl in M. lra.
  - exists (1 + INR 1), (1 + INR 3). split; [apply A | split; [apply A | exact I]].
Qed.
