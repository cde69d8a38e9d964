(** u26.unembedding (U26, pp. 22 and 25): the output logit of a token is its coordinate.

    L_Out(sigma) = F^T E_Sigma(sigma), for T_Index F^T (E_Sigma(sigma), 0) with a bias coordinate more.
    E_Sigma(sigma) is one-hot, so L_Out(sigma) is the coordinate of sigma in F, and L_Out is larger at sigma
    than at every other token exactly if the coordinate of sigma is larger than those of all other tokens.
    Encoding: tokens are their coordinates 0..V-1; the bias is coordinate V. *)

From Coq Require Import Reals Lra Lia PeanoNat.
From RopeTheory Require Import Rope Heads Instances.
Open Scope R_scope.

(** The output vector of token k: one-hot on 0..V-1, and 0 at the bias. *)
Definition output_vector (k c : nat) : R := if (c =? k)%nat then 1 else 0.

(** F^T (E_Sigma(k), 0), over V tokens and `bias` coordinates more. *)
Definition output_logit (V bias : nat) (F : nat -> R) (k : nat) : R := sum (fun c => F c * output_vector k c) (V
  + bias).

(** F is larger at k than at the other tokens. *)
Definition above_others (V : nat) (f : nat -> R) (k : nat) : Prop := forall c, (c < V)%nat -> c <> k -> f c < f k.

Definition u26_unembedding_statement : Prop :=
  forall (V bias : nat) (F : nat -> R) (k : nat), (k < V)%nat ->
    output_logit V bias F k = F k /\
    (above_others V (output_logit V bias F) k <-> above_others V F k).

Lemma logit_is_coordinate : forall V bias F k, (k < V)%nat -> output_logit V bias F k = F k.
Proof.
  intros V bias F k K. unfold output_logit, output_vector.
  rewrite (sum_ext _ (fun c => if (c =? k)%nat then F c else 0)); [apply (sum_indicator k (V + bias)); lia|].
  intros c _. destruct (c =? k)%nat; ring.
Qed.

Theorem u26_unembedding_proved : u26_unembedding_statement.
Proof.
  intros V bias F k K. split; [apply logit_is_coordinate, K|]. unfold above_others.
  split; intros H c C D; specialize (H c C D); rewrite !logit_is_coordinate in *; assumption.
Qed.

(** False neighbour: the bias coordinate counts among the others. *)
Definition u26_unembedding_neighbour_bias : Prop :=
  forall (V bias : nat) (F : nat -> R) (k : nat), (k < V)%nat ->
    (above_others V (output_logit V bias F) k <-> above_others (V + bias) F k).

Theorem u26_unembedding_neighbour_bias_false : ~ u26_unembedding_neighbour_bias.
Proof.
  intro H. destruct (H 1%nat 1%nat INR 0%nat ltac:(lia)) as [G _].
  assert (A : above_others 1 (output_logit 1 1 INR) 0) by (intros c C D; lia).
  specialize (G A 1%nat ltac:(lia) ltac:(lia)). simpl in G. lra.
Qed.

(** False neighbour: a largest logit that may be shared. *)
Definition u26_unembedding_neighbour_shared : Prop :=
  forall (V bias : nat) (F : nat -> R) (k : nat), (k < V)%nat ->
    (forall c, (c < V)%nat -> output_logit V bias F c <= output_logit V bias F k) -> above_others V F k.

Theorem u26_unembedding_neighbour_shared_false : ~ u26_unembedding_neighbour_shared.
Proof.
  intro H. specialize (H 2%nat 0%nat (fun _ => 1) 0%nat ltac:(lia)).
  assert (1 < 1); [|lra]. apply (H ltac:(intros c C; rewrite !logit_is_coordinate by lia; lra) 1%nat); lia.
Qed.

Example u26_unembedding_instance : instance_of u26_unembedding_statement.
Proof. exists 3%nat, 1%nat, INR, 1%nat. split; [lia|split; exact I]. Qed.
