(** u26.index-decode.case1 and .corrected (U26, p. 22, Case 1): the residual stream of a letter that
    attends to itself.

    "In this cases, the residual stream equals to three times the input embedding: R(s, s) = 3 E(s)."
    E(s) = (one-hot, 1), and W_V is diagonal, 2 on the coordinates of letters and 0 elsewhere, the bias
    included; so the bias coordinate of R = E + W_V E is 1 and not 3.  Corrected: R = (3 one-hot, 1), and the
    letter leads every other token by 3.
    Encoding: tokens are coordinates 0..V-1, the bias is coordinate V. *)

From Coq Require Import Reals Lra Lia PeanoNat.
From RopeTheory Require Import Instances.
Open Scope R_scope.

Definition one_hot_with_bias (V k c : nat) : R := if (c =? V)%nat then 1 else if (c =? k)%nat then 1 else 0.

(** The diagonal of W_V. *)
Definition value_diagonal (V : nat) (is_letter : nat -> bool) (c : nat) : R :=
  if (c =? V)%nat then 0 else if is_letter c then 2 else 0.

(** R(s, s) = E(s) + W_V E(s). *)
Definition residual (V : nat) (is_letter : nat -> bool) (k c : nat) : R :=
  one_hot_with_bias V k c + value_diagonal V is_letter c * one_hot_with_bias V k c.

Definition u26_index_decode_case1_statement : Prop :=
  forall (V : nat) (is_letter : nat -> bool) (k : nat), (k < V)%nat -> is_letter k = true ->
    forall c, (c <= V)%nat -> residual V is_letter k c = 3 * one_hot_with_bias V k c.

Definition u26_index_decode_case1_corrected_statement : Prop :=
  forall (V : nat) (is_letter : nat -> bool) (k : nat), (k < V)%nat -> is_letter k = true ->
    residual V is_letter k V = 1 /\ residual V is_letter k k = 3 /\
    forall c, (c < V)%nat -> c <> k -> residual V is_letter k c = 0.

Theorem u26_index_decode_case1_refuted : ~ u26_index_decode_case1_statement.
Proof.
  intro H. specialize (H 1%nat (fun _ => true) 0%nat ltac:(lia) eq_refl 1%nat ltac:(lia)).
  unfold residual, value_diagonal, one_hot_with_bias in H. simpl in H. lra.
Qed.

Theorem u26_index_decode_case1_corrected_proved : u26_index_decode_case1_corrected_statement.
Proof.
  intros V is_letter k K L. unfold residual, value_diagonal, one_hot_with_bias.
  rewrite !Nat.eqb_refl. split; [ring|]. split.
  - destruct (Nat.eqb_spec k V); [lia|]. rewrite L. ring.
  - intros c C D. destruct (Nat.eqb_spec c V); [lia|]. destruct (Nat.eqb_spec c k); [contradiction|]. ring.
Qed.

(** False neighbour: for every token, integers included. *)
Definition u26_index_decode_case1_corrected_neighbour_every_token : Prop :=
  forall (V : nat) (is_letter : nat -> bool) (k : nat), (k < V)%nat -> residual V is_letter k k = 3.

Theorem u26_index_decode_case1_corrected_neighbour_every_token_false :
  ~ u26_index_decode_case1_corrected_neighbour_every_token.
Proof.
  intro H. specialize (H 1%nat (fun _ => false) 0%nat ltac:(lia)).
  unfold residual, value_diagonal, one_hot_with_bias in H. simpl in H. lra.
Qed.

(** Two letters and an integer. *)
Example u26_index_decode_case1_corrected_instance : instance_of u26_index_decode_case1_corrected_statement.
Proof.
  exists 3%nat, (fun c => (c <? 2)%nat), 1%nat. repeat split; try lia. exists 2%nat. repeat split; lia.
Qed.
