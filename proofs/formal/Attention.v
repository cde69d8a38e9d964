(** Shared definitions: a one-layer model on a list of tokens, and what symbolic and positional mean on one input.

    An input is a list s of earlier tokens, at positions 1..N, and a query token x at position n = N + 1.  A head is any
    function L: L x i y j is the logit of query content x at position i against key content y at position j.  The model's
    output is F(a, x) for any function F, where a is the attention output: the mean of the values VAL(y) with the softmax
    weights at inverse temperature beta, over all n positions, the query's own included.  Values have d coordinates. *)

From Coq Require Import Reals Lra Lia List Permutation.
From RopeTheory Require Import Rope.
Import ListNotations.
Open Scope R_scope.

Section Model.

Variables (Token Output : Type).

(** M[a,b]: the logit of the earlier content a placed at the earlier position b, both counted from 0. *)
Definition placed (L : Token -> nat -> Token -> nat -> R) (s : list Token) (x : Token) (a b : nat) : R :=
  L x (S (length s)) (nth a s x) (S b).

Definition symbolic_on (L : Token -> nat -> Token -> nat -> R) (s : list Token) (x : Token) : Prop :=
  symbolic (length s) (placed L s x).

Definition positional_on (L : Token -> nat -> Token -> nat -> R) (s : list Token) (x : Token) : Prop :=
  positional (length s) (placed L s x).

(** The token at position j = 1..n of the input, and its logit. *)
Definition token_at (s : list Token) (x : Token) (j : nat) : Token := nth (j - 1) (s ++ [x]) x.
Definition logit_at (L : Token -> nat -> Token -> nat -> R) (s : list Token) (x : Token) (j : nat) : R :=
  L x (S (length s)) (token_at s x j) j.

(** The attention output, coordinate by coordinate. *)
Definition attend (L : Token -> nat -> Token -> nat -> R) (VAL : Token -> nat -> R) (d : nat) (beta : R)
    (s : list Token) (x : Token) : list R :=
  map (fun k => sum1 (fun j => weight beta (logit_at L s x) (S (length s)) j * VAL (token_at s x j) k)
                     (S (length s)))
      (seq 0 d).

Definition model (L : Token -> nat -> Token -> nat -> R) (VAL : Token -> nat -> R) (d : nat) (beta : R)
    (F : list R -> Token -> Output) (s : list Token) (x : Token) : Output :=
  F (attend L VAL d beta s x) x.

End Model.

Arguments placed {Token}.
Arguments symbolic_on {Token}.
Arguments positional_on {Token}.
Arguments token_at {Token}.
Arguments logit_at {Token}.
Arguments attend {Token}.
Arguments model {Token Output}.

(** * Sums over the tokens of a list *)

Fixpoint list_sum {T : Type} (f : T -> R) (s : list T) : R :=
  match s with
  | [] => 0
  | y :: s' => f y + list_sum f s'
  end.

Lemma list_sum_permutation : forall (T : Type) (f : T -> R) s s', Permutation s s' -> list_sum f s = list_sum f s'.
Proof. intros T f s s' H. induction H; simpl; lra. Qed.

Lemma sum_first : forall f n, sum f (S n) = f 0%nat + sum (fun k => f (S k)) n.
Proof.
  intros f n. induction n as [|n IH]; [simpl; lra|].
  replace (sum f (S (S n))) with (sum f (S n) + f (S n)) by reflexivity.
  rewrite IH. simpl. lra.
Qed.

Lemma sum_over_list : forall (T : Type) (f : T -> R) s x,
  sum (fun k => f (nth k s x)) (length s) = list_sum f s.
Proof.
  intros T f s x. induction s as [|y s IH]; [reflexivity|].
  change (length (y :: s)) with (S (length s)). rewrite sum_first. simpl. rewrite IH. reflexivity.
Qed.

(** On a symbolic input every sum over positions of a term made from token and logit is a sum over the earlier tokens,
    each with its logit at position 1, plus the query's own term. *)
Lemma symbolic_sum : forall (T : Type) (L : T -> nat -> T -> nat -> R) (g : T -> R -> R) s x,
  symbolic_on L s x ->
  sum1 (fun j => g (token_at s x j) (logit_at L s x j)) (S (length s))
  = list_sum (fun y => g y (L x (S (length s)) y 1%nat)) s
    + g x (L x (S (length s)) x (S (length s))).
Proof.
  intros T L g s x H. unfold sum1.
  change (sum ?f (S ?n)) with (sum f n + f n). cbv beta. f_equal.
  - rewrite <- (sum_over_list T _ s x). apply sum_ext. intros k Hk.
    assert (Ht : token_at s x (S k) = nth k s x).
    { unfold token_at. simpl. rewrite PeanoNat.Nat.sub_0_r, app_nth1 by exact Hk. reflexivity. }
    unfold logit_at. rewrite Ht. f_equal. apply (H k k 0%nat); lia.
  - assert (Ht : token_at s x (S (length s)) = x).
    { unfold token_at. simpl. rewrite PeanoNat.Nat.sub_0_r, app_nth2, PeanoNat.Nat.sub_diag by lia. reflexivity. }
    unfold logit_at. rewrite Ht. reflexivity.
Qed.

Lemma sum_divided : forall f c n, sum (fun k => f k / c) n = sum f n / c.
Proof.
  intros f c n. rewrite (sum_ext _ (fun k => / c * f k)) by (intros; unfold Rdiv; ring).
  rewrite sum_scal. unfold Rdiv. ring.
Qed.

(** One coordinate of the attention output as a quotient of two sums. *)
Lemma attend_quotient : forall (T : Type) (L : T -> nat -> T -> nat -> R) (VAL : T -> nat -> R) beta s x k,
  sum1 (fun j => weight beta (logit_at L s x) (S (length s)) j * VAL (token_at s x j) k) (S (length s))
  = sum1 (fun j => exp (beta * logit_at L s x j) * VAL (token_at s x j) k) (S (length s))
    / sum1 (fun j => exp (beta * logit_at L s x j)) (S (length s)).
Proof.
  intros T L VAL beta s x k. unfold sum1 at 1 2. rewrite <- sum_divided. apply sum_ext. intros j _.
  unfold weight, Rdiv. ring.
Qed.
