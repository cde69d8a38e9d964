(** u25.thm2

    Source: after U25, Theorem 2.  No symbolic head solves Index (output the symbol standing at the position the query
    names), with at least two symbols and two earlier positions; any VAL, any F.

    Idea: s1 s2 s1 ... s1 and s2 s1 s1 ... s1, both asked for position 1, are permutations of one another, so by Lemma 1
    the model says the same on both; the right answers differ.
    Encoding: earlier tokens are symbols, the query names a position p = 1..N; the head needs to be symbolic on the two
    inputs only, for the one query "position 1"; the model's output is a symbol. *)

From Coq Require Import Reals Lra Lia List Permutation.
From RopeTheory Require Import Rope Attention u25_lem1 Instances.
Import ListNotations.
Open Scope R_scope.

Inductive token (Symbol : Type) : Type :=
  | Letter (a : Symbol)
  | Position (p : nat).
Arguments Letter {Symbol}.
Arguments Position {Symbol}.

(** The model answers every Index input with N earlier symbols. *)
Definition solves_index {Symbol : Type} (N : nat) (answer : list (token Symbol) -> token Symbol -> Symbol) : Prop :=
  forall (s : list Symbol) (p : nat), length s = N -> (1 <= p <= N)%nat ->
    nth_error s (p - 1) = Some (answer (map Letter s) (Position p)).

(** s1 s2 s1 ... s1, N symbols for N >= 2. *)
Definition index_input {Symbol : Type} (N : nat) (s1 s2 s3 : Symbol) : list (token Symbol) :=
  map Letter (s1 :: s2 :: repeat s3 (N - 2)).

Definition u25_thm2_statement : Prop :=
  forall (Symbol : Type) (L : token Symbol -> nat -> token Symbol -> nat -> R) (VAL : token Symbol -> nat -> R)
         (d : nat) (beta : R) (F : list R -> token Symbol -> Symbol) (N : nat) (s1 s2 : Symbol),
    s1 <> s2 -> (2 <= N)%nat ->
    symbolic_on L (index_input N s1 s2 s1) (Position 1) ->
    symbolic_on L (index_input N s2 s1 s1) (Position 1) ->
    attend L VAL d beta (index_input N s1 s2 s1) (Position 1)
    = attend L VAL d beta (index_input N s2 s1 s1) (Position 1) /\
    ~ solves_index N (model L VAL d beta F).

Theorem u25_thm2_proved : u25_thm2_statement.
Proof.
  intros Symbol L VAL d beta F N s1 s2 Hne HN H _.
  assert (Ha : attend L VAL d beta (index_input N s1 s2 s1) (Position 1)
             = attend L VAL d beta (index_input N s2 s1 s1) (Position 1)).
  { apply attend_permuted; [exact H|]. apply Permutation_map, perm_swap. }
  split; [exact Ha|]. intro Hs.
  assert (Hlen : forall a b c : Symbol, length (a :: b :: repeat c (N - 2)) = N).
  { intros. simpl. rewrite repeat_length. lia. }
  pose proof (Hs _ 1%nat (Hlen s1 s2 s1) ltac:(lia)) as H1.
  pose proof (Hs _ 1%nat (Hlen s2 s1 s1) ltac:(lia)) as H2.
  injection H1 as H1. injection H2 as H2. apply Hne.
  exact (eq_trans H1 (eq_trans (f_equal (fun a => F a (Position 1)) Ha) (eq_sym H2))).
Qed.

(** No head that is symbolic on every input solves Index: the theorem in its printed words. *)
Corollary no_symbolic_head_solves_index :
  forall (Symbol : Type) L VAL d beta (F : list R -> token Symbol -> Symbol) N (s1 s2 : Symbol),
    s1 <> s2 -> (2 <= N)%nat -> (forall s x, symbolic_on L s x) -> ~ solves_index N (model L VAL d beta F).
Proof.
  intros Symbol L VAL d beta F N s1 s2 Hne HN H.
  apply (u25_thm2_proved Symbol L VAL d beta F N s1 s2 Hne HN); apply H.
Qed.

(** * False neighbours: each hypothesis is needed *)

(** One symbol: with only one answer there is nothing to tell apart. *)
Definition u25_thm2_neighbour_one_symbol : Prop :=
  forall (Symbol : Type) (L : token Symbol -> nat -> token Symbol -> nat -> R) (VAL : token Symbol -> nat -> R)
         (d : nat) (beta : R) (F : list R -> token Symbol -> Symbol) (N : nat),
    (2 <= N)%nat -> (forall s x, symbolic_on L s x) -> ~ solves_index N (model L VAL d beta F).

Theorem u25_thm2_neighbour_one_symbol_false : ~ u25_thm2_neighbour_one_symbol.
Proof.
  intro H.
  apply (H unit (fun _ _ _ _ => 0) (fun _ _ => 0) 0%nat 1 (fun _ _ => tt) 2%nat ltac:(lia)).
  - intros s x a b b' _ _ _. reflexivity.
  - intros s p Hs Hp. destruct (nth_error s (p - 1)) as [[]|] eqn:E; [reflexivity|].
    apply nth_error_None in E. lia.
Qed.

(** One value coordinate, 1 for the symbol true and 0 for all else; answer true above a threshold. *)
Definition truth_value (y : token bool) (_ : nat) : R :=
  match y with Letter true => 1 | _ => 0 end.
Definition above (c : R) (a : list R) (_ : token bool) : bool :=
  match a with
  | [v] => if Rlt_dec c v then true else false
  | _ => false
  end.
Arguments above : simpl never.
Lemma above_true : forall c v x, c < v -> above c [v] x = true.
Proof. intros. unfold above. destruct (Rlt_dec c v); [reflexivity | lra]. Qed.
Lemma above_false : forall c v x, v <= c -> above c [v] x = false.
Proof. intros. unfold above. destruct (Rlt_dec c v); [lra | reflexivity]. Qed.

(** One earlier position: the uniform head, which is symbolic, solves it. *)
Definition u25_thm2_neighbour_one_position : Prop :=
  forall (Symbol : Type) (L : token Symbol -> nat -> token Symbol -> nat -> R) (VAL : token Symbol -> nat -> R)
         (d : nat) (beta : R) (F : list R -> token Symbol -> Symbol) (N : nat) (s1 s2 : Symbol),
    s1 <> s2 -> (1 <= N)%nat -> (forall s x, symbolic_on L s x) -> ~ solves_index N (model L VAL d beta F).

Ltac unfold_model := unfold model, attend, weight, sum1, logit_at, token_at; simpl; try unfold truth_value.

Theorem u25_thm2_neighbour_one_position_false : ~ u25_thm2_neighbour_one_position.
Proof.
  intro H.
  apply (H bool (fun _ _ _ _ => 0) truth_value 1%nat 1 (above 0) 1%nat true false); [discriminate | lia | |].
  - intros s x a b b' _ _ _. reflexivity.
  - intros [|y [|]] p Hs Hp; try discriminate Hs. assert (p = 1)%nat as -> by lia.
    simpl nth_error. f_equal. symmetry. unfold_model. rewrite Rmult_0_r, exp_0.
    destruct y; [apply above_true | apply above_false]; lra.
Qed.

(** Not symbolic: the head that prefers the position the query names. *)
Definition u25_thm2_neighbour_any_head : Prop :=
  forall (Symbol : Type) (L : token Symbol -> nat -> token Symbol -> nat -> R) (VAL : token Symbol -> nat -> R)
         (d : nat) (beta : R) (F : list R -> token Symbol -> Symbol) (N : nat) (s1 s2 : Symbol),
    s1 <> s2 -> (2 <= N)%nat -> ~ solves_index N (model L VAL d beta F).

Definition prefers (x : token bool) (_ : nat) (_ : token bool) (j : nat) : R :=
  match x with Position p => if Nat.eqb p j then 1 else 0 | _ => 0 end.

Theorem u25_thm2_neighbour_any_head_false : ~ u25_thm2_neighbour_any_head.
Proof.
  intro H. pose proof (exp_ineq1 1 ltac:(lra)) as He.
  apply (H bool prefers truth_value 1%nat 1 (above (/ 2)) 2%nat true false); [discriminate | lia |].
  intros [|y [|z [|]]] p Hs Hp; try discriminate Hs.
  assert (p = 1 \/ p = 2)%nat as [-> | ->] by lia; simpl nth_error; f_equal; symmetry; unfold_model;
    rewrite ?Rmult_1_r, ?Rmult_0_r, ?Rmult_1_l, exp_0; set (e := exp 1) in *; unfold Rdiv;
    rewrite ?(Rplus_comm (0 + 1) e); replace (0 + e + 1 + 1) with (e + 2) by ring;
    replace (e + (0 + 1) + 1) with (e + 2) by ring;
    set (w := / (e + 2)) in *;
    assert (e * w + 2 * w = 1) by (unfold w; field; lra);
    assert (0 < w) by (apply Rinv_0_lt_compat; lra);
    assert (0 < (e - 2) * w) by (apply Rmult_lt_0_compat; lra);
    destruct y, z; (apply above_true || apply above_false); lra.
Qed.

Example u25_thm2_instance : instance_of u25_thm2_statement.
Proof.
  exists bool, (fun _ _ y _ => truth_value y 0), truth_value, 1%nat, 1, (above (1 / 2)), 3%nat, true, false.
  split; [discriminate|]. split; [lia|]. split; [intros a b b' _ _ _; reflexivity|].
  split; [intros a b b' _ _ _; reflexivity|split; exact I].
Qed.
