(** u25.lem1

    Source: after U25, Lemma 1.  A one-layer model with a purely symbolic head gives the same output at the last position
    under every permutation of the earlier tokens, for any VAL and any F.

    Idea: on a symbolic input a content has one logit at all earlier positions, so it takes its term along when it moves;
    numerator and denominator of the attention output are sums over the earlier tokens, which do not see the order.
    Encoding: s' is any permutation of the list s of earlier tokens; symbolic on the one input s is enough; any real
    beta; the output may be of any type.  Rope.symbolic says that the columns of M agree, which is the definition by
    permutations: symbolic_by_permutations in Permutations.v. *)

From Coq Require Import Reals Lra Lia List Permutation.
From RopeTheory Require Import Rope Attention Instances.
Import ListNotations.
Open Scope R_scope.

Definition u25_lem1_statement : Prop :=
  forall (Token Output : Type) (L : Token -> nat -> Token -> nat -> R) (VAL : Token -> nat -> R) (d : nat)
         (beta : R) (F : list R -> Token -> Output) (s s' : list Token) (x : Token),
    symbolic_on L s x -> Permutation s s' ->
    model L VAL d beta F s x = model L VAL d beta F s' x.

(** The permuted input is symbolic as well: its matrix has the same rows in another order. *)
Lemma symbolic_permuted : forall (Token : Type) (L : Token -> nat -> Token -> nat -> R) s s' x,
  Permutation s s' -> symbolic_on L s x -> symbolic_on L s' x.
Proof.
  intros Token L s s' x Hp H a b b' Ha Hb Hb'. unfold placed.
  rewrite <- (Permutation_length Hp) in *.
  assert (Hin : In (nth a s' x) s).
  { apply (Permutation_in (l := s')); [apply Permutation_sym; exact Hp|]. apply nth_In.
    rewrite <- (Permutation_length Hp). exact Ha. }
  apply (In_nth _ _ x) in Hin as [c [Hc <-]]. apply (H c b b'); assumption.
Qed.

Lemma attend_permuted : forall (Token : Type) (L : Token -> nat -> Token -> nat -> R) VAL d beta s s' x,
  symbolic_on L s x -> Permutation s s' -> attend L VAL d beta s x = attend L VAL d beta s' x.
Proof.
  intros Token L VAL d beta s s' x H Hp. unfold attend. apply map_ext. intro k.
  rewrite !attend_quotient.
  pose proof (symbolic_permuted _ _ _ _ _ Hp H) as H'.
  rewrite (symbolic_sum _ L (fun y l => exp (beta * l) * VAL y k) s x H).
  rewrite (symbolic_sum _ L (fun y l => exp (beta * l) * VAL y k) s' x H').
  rewrite (symbolic_sum _ L (fun y l => exp (beta * l)) s x H).
  rewrite (symbolic_sum _ L (fun y l => exp (beta * l)) s' x H').
  rewrite <- (Permutation_length Hp).
  rewrite !(list_sum_permutation _ _ _ _ Hp). reflexivity.
Qed.

Theorem u25_lem1_proved : u25_lem1_statement.
Proof.
  intros Token Output L VAL d beta F s s' x H Hp. unfold model.
  rewrite (attend_permuted _ L VAL d beta s s' x H Hp). reflexivity.
Qed.

(** * Positional in place of symbolic: the head that looks at position 1 sees which token stands there *)

Definition u25_lem1_neighbour_positional : Prop :=
  forall (Token Output : Type) (L : Token -> nat -> Token -> nat -> R) (VAL : Token -> nat -> R) (d : nat)
         (beta : R) (F : list R -> Token -> Output) (s s' : list Token) (x : Token),
    positional_on L s x -> Permutation s s' ->
    model L VAL d beta F s x = model L VAL d beta F s' x.

Definition first_place (x : bool) (i : nat) (y : bool) (j : nat) : R := if Nat.eqb j 1 then 1 else 0.
Definition is_true (y : bool) (k : nat) : R := if y then 1 else 0.

Theorem u25_lem1_neighbour_positional_false : ~ u25_lem1_neighbour_positional.
Proof.
  intro H.
  specialize (H bool (list R) first_place is_true 1%nat 1 (fun a _ => a) [true; false] [false; true] false).
  assert (Hp : positional_on first_place [true; false] false) by (intros a a' b _ _ _; reflexivity).
  specialize (H Hp (perm_swap _ _ _)).
  unfold model, attend, weight, sum1, logit_at, token_at, first_place, is_true in H. simpl in H.
  injection H as H. rewrite !Rmult_1_l, exp_0 in H.
  pose proof (exp_ineq1 1 ltac:(lra)) as He.
  set (e := exp 1) in *. assert (Hz : (e - 1) / (e + 2) = 0).
  { apply Rminus_diag_eq in H. rewrite <- H. field. lra. }
  assert (0 < (e - 1) / (e + 2)) by (apply Rdiv_lt_0_compat; lra). lra.
Qed.

(** The hypothesis can be met: a head without rotation, and not a constant one. *)
Example symbolic_can_be_met :
  symbolic_on (fun (x : bool) (_ : nat) (y : bool) (_ : nat) => if y then 1 else 0) [true; false; true] false.
Proof. intros a b b' _ _ _. reflexivity. Qed.

Example u25_lem1_instance : instance_of u25_lem1_statement.
Proof.
  exists bool, (list R), (fun (_ : bool) (_ : nat) (y : bool) (_ : nat) => if y then 1 else 0), is_true, 1%nat, 1,
    (fun v _ => v).
  exists [true; false; true], [false; true; true], false. split; [exact symbolic_can_be_met|].
  split; [apply perm_swap|exact I].
Qed.
