(** kazemnejad2023.thm1: a causal head without encodings can write down where it stands.

    Statement (Kazemnejad et al. 2023, in a public account; the first step of its construction). A causal head whose logits all agree gives the first token the
    weight 1/t at position t; with a value of 1 there and 0 elsewhere its output is 1/t, different at all positions. *)

From Coq Require Import Reals Lra Lia.
From RopeTheory Require Import Rope Sums Instances.
Open Scope R_scope.

(** The output at position t for values v. *)
Definition output (beta : R) (l v : nat -> R) (t : nat) : R := sum1 (fun j => weight beta l t j * v j) t.

Definition marker (j : nat) : R := if (j =? 1)%nat then 1 else 0.

Definition kazemnejad2023_thm1_statement : Prop :=
  forall (beta c : R) (t : nat), (1 <= t)%nat ->
    output beta (fun _ => c) marker t = 1 / INR t /\
    forall t', (1 <= t')%nat -> output beta (fun _ => c) marker t = output beta (fun _ => c) marker t' -> t = t'.

Lemma uniform : forall beta c t, (1 <= t)%nat -> output beta (fun _ => c) marker t = 1 / INR t.
Proof.
  intros beta c t T. assert (P : 0 < INR t) by (apply lt_0_INR; lia). pose proof (exp_pos (beta * c)) as X.
  unfold output, weight. rewrite (sum1_ext _ (fun j => if (j =? 1)%nat then 1 / INR t else 0)).
  - rewrite sum1_one by lia. ring.
  - intros j _. rewrite sum1_const. unfold marker. destruct (j =? 1)%nat; field; lra.
Qed.

Theorem kazemnejad2023_thm1_proved : kazemnejad2023_thm1_statement.
Proof.
  intros beta c t T. split; [apply uniform, T|]. intros t' T' E. rewrite !uniform in E by assumption.
  assert (P : 0 < INR t) by (apply lt_0_INR; lia). assert (P' : 0 < INR t') by (apply lt_0_INR; lia).
  apply INR_eq. unfold Rdiv in E. rewrite !Rmult_1_l in E. rewrite <- (Rinv_inv (INR t)), <- (Rinv_inv (INR t')), E. reflexivity.
Qed.

(** * False neighbours *)

(** No mark at the first token: values that all agree. *)
Definition kazemnejad2023_thm1_neighbour_no_mark : Prop :=
  forall (beta c : R) (t t' : nat), (1 <= t)%nat -> (1 <= t')%nat ->
    output beta (fun _ => c) (fun _ => 1) t = output beta (fun _ => c) (fun _ => 1) t' -> t = t'.

Theorem kazemnejad2023_thm1_neighbour_no_mark_false : ~ kazemnejad2023_thm1_neighbour_no_mark.
Proof.
  intro H. specialize (H 0 0 1%nat 2%nat ltac:(lia) ltac:(lia)). assert (1%nat = 2%nat); [|lia]. apply H.
  unfold output, weight, sum1. simpl. rewrite !Rmult_0_l, exp_0. field.
Qed.

(** The weight is 1/(t + 1). *)
Definition kazemnejad2023_thm1_neighbour_next : Prop :=
  forall (beta c : R) (t : nat), (1 <= t)%nat -> output beta (fun _ => c) marker t = 1 / (INR t + 1).

Theorem kazemnejad2023_thm1_neighbour_next_false : ~ kazemnejad2023_thm1_neighbour_next.
Proof.
  intro H. specialize (H 0 0 1%nat ltac:(lia)). rewrite uniform in H by lia. simpl in H. lra.
Qed.

Example kazemnejad2023_thm1_instance : instance_of kazemnejad2023_thm1_statement.
Proof.
  exists 2, 5, 3%nat. split; [lia | split; [exact I | exists 3%nat]]. split; [lia | split; [reflexivity | exact I]].
Qed.
