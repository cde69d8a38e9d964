(** barbero2024.prop52: without rotation no head attends to itself, or to the token before, on every input.

    Statement (Barbero et al. 2024, Proposition 5.2, in a public account). On the input bos, x, x a head whose logits depend on the tokens alone gives
    positions 2 and 3 the same weight, less than 1/2; so neither a diagonal nor an off-diagonal pattern, which ask for more than 1 - eps, is
    possible for eps <= 1/2. *)

From Coq Require Import Reals Lra Lia.
From RopeTheory Require Import Rope Sums Instances.
Open Scope R_scope.

(** The logits of query x against bos, x, x at positions 1, 2, 3, for a head f of tokens alone. *)
Definition logits_bxx {T : Type} (f : T -> T -> R) (bos x : T) (j : nat) : R := f x (if (j =? 1)%nat then bos else x).

Definition barbero2024_prop52_statement : Prop :=
  forall (T : Type) (f : T -> T -> R) (bos x : T) (beta : R),
    let w := weight beta (logits_bxx f bos x) 3 in w 2%nat = w 3%nat /\ w 3%nat < 1 / 2.

Theorem barbero2024_prop52_proved : barbero2024_prop52_statement.
Proof.
  intros T f bos x beta w. unfold w, weight, logits_bxx, sum1. simpl. split; [reflexivity|].
  pose proof (exp_pos (beta * f x bos)). pose proof (exp_pos (beta * f x x)).
  apply (Rmult_lt_reg_r (0 + exp (beta * f x bos) + exp (beta * f x x) + exp (beta * f x x))); [lra|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

(** * False neighbours *)

(** A head that sees positions as well. *)
Definition barbero2024_prop52_neighbour_positions : Prop :=
  forall (f : nat -> R) (beta : R), weight beta f 3 3 < 1 / 2.

Theorem barbero2024_prop52_neighbour_positions_false : ~ barbero2024_prop52_neighbour_positions.
Proof.
  intro H. specialize (H (fun j => if (j =? 3)%nat then ln 3 else 0) 1). unfold weight, sum1 in H. simpl in H.
  rewrite !Rmult_0_r, exp_0, Rmult_1_l, exp_ln in H by lra. lra.
Qed.

(** Less than 1/3. *)
Definition barbero2024_prop52_neighbour_third : Prop :=
  forall (T : Type) (f : T -> T -> R) (bos x : T) (beta : R), weight beta (logits_bxx f bos x) 3 3 < 1 / 3.

Theorem barbero2024_prop52_neighbour_third_false : ~ barbero2024_prop52_neighbour_third.
Proof.
  intro H. specialize (H nat (fun _ _ => 0) 0%nat 1%nat 1). unfold weight, logits_bxx, sum1 in H. simpl in H.
  rewrite !Rmult_0_r, exp_0 in H. lra.
Qed.

Example barbero2024_prop52_instance : instance_of barbero2024_prop52_statement.
Proof. exists nat, (fun x y => INR (x + y)), 0%nat, 1%nat, 2. split; exact I. Qed.
