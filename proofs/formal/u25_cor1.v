(** u25.cor1 (after U25, Corollary 1; wording ours).

    In the classes of thm2 and thm4, neither a positional nor a symbolic head solves Partial Induction
    (symbols may recur; output the attribute bound at the last occurrence of the queried symbol).

    Idea: two bindings of one symbol in either order are permutations of one another, and the last binding
    differs.
    For positional heads: inputs that bind every symbol to one attribute are those of Retrieval.
    Encoding: the inputs are pairs of ns symbols and na attributes, numbers below these.  The symbolic part is
    in the class of u25_thm2.v (any VAL, any F, the head symbolic on the one input that matters), the
    positional part in that of u25_thm4.v (one-hot embeddings, scores P.a, the head positional on the inputs
    of Retrieval). *)

From Coq Require Import Reals Lra Lia List Permutation PeanoNat.
From RopeTheory Require Import Rope Heads Circle Attention u25_lem1 u25_thm4 Instances.
Import ListNotations.
Open Scope R_scope.

(** * Symbolic heads *)

(** A pair of one of ns symbols and one of na attributes. *)
Definition in_vocabulary (ns na : nat) (t : binding) : Prop :=
  exists s a, t = Bound s a /\ (s < ns)%nat /\ (a < na)%nat.

(** The model answers every input of N pairs of the vocabulary: the attribute of the last pair that holds the
    queried symbol. *)
Definition answers_last (ns na N : nat) (answer : list binding -> binding -> nat) : Prop :=
  forall (s later : list binding) (q a : nat), length (s ++ Bound q a :: later) = N ->
    (forall t, In t (s ++ Bound q a :: later) -> in_vocabulary ns na t) ->
    (forall t, In t later -> symbol_of t <> q) -> answer (s ++ Bound q a :: later) (Lone q) = a.

(** q a1 ... q a1, then q a and q a'. *)
Definition two_bindings (N q a1 a a' : nat) : list binding :=
  repeat (Bound q a1) (N - 2) ++ [Bound q a; Bound q a'].

Definition no_symbolic_head : Prop :=
  forall (L : binding -> nat -> binding -> nat -> R) (VAL : binding -> nat -> R) (d : nat) (beta : R)
         (F : list R -> binding -> nat) (ns na N q a1 a2 : nat),
    (q < ns)%nat -> (a1 < na)%nat -> (a2 < na)%nat -> a1 <> a2 -> (2 <= N)%nat ->
    symbolic_on L (two_bindings N q a1 a1 a2) (Lone q) ->
    ~ answers_last ns na N (model L VAL d beta F).

(** * Positional heads *)

(** Pairs at 1..n-1, the queried symbol q at n; its last occurrence is bound to b. *)
Definition last_binding (ns na n : nat) (x : nat -> binding) (q b : nat) : Prop :=
  (forall k, (1 <= k < n)%nat -> exists s a, x k = Bound s a /\ (s < ns)%nat /\ (a < na)%nat) /\
  x n = Lone q /\
  exists j, (1 <= j < n)%nat /\ x j = Bound q b /\ forall k, (j < k < n)%nat -> symbol_of (x k) <> q.

Definition no_positional_head : Prop :=
  forall (ns na n : nat) (L : any_head) (beta : R) (P : nat -> binding -> R),
    (2 <= ns)%nat -> (2 <= na)%nat -> (3 <= n)%nat -> positional_head ns na n L ->
      (forall b q, P b (Lone q) = 0) ->
    ~ (forall x q b, last_binding ns na n x q b ->
         forall o, (o < na)%nat -> o <> b -> attended L beta x n (P o) < attended L beta x n (P b)).

Definition u25_cor1_statement : Prop := no_symbolic_head /\ no_positional_head.

Lemma retrieval_last : forall ns na n x q b, retrieval_input ns na n x q b -> last_binding ns na n x q b.
Proof.
  intros ns na n x q b (Pairs & One & Q & k & K & E). split; [exact Pairs|]. split; [exact Q|].
  destruct (last_such (fun j => symbol_of (x j) = q) ltac:(intro j;
    destruct (Nat.eq_dec (symbol_of (x j)) q); auto)
              (n - 1)) as (j & J & Sj & Last).
  - exists k. split; [unfold within; lia|]. rewrite E. reflexivity.
  - unfold within in J. exists j. split; [lia|]. split.
    + destruct (Pairs j ltac:(lia)) as (a & c & Ej & _). rewrite Ej in Sj. simpl in Sj. subst a.
      rewrite Ej. f_equal. apply (One j k q c b); assumption || lia.
    + intros i I Si. specialize (Last i ltac:(unfold within; lia) Si). lia.
Qed.

Theorem u25_cor1_proved : u25_cor1_statement.
Proof.
  split.
  - intros L VAL d beta F ns na N q a1 a2 Hq H1 H2 D HN Sym H.
    assert (Len : forall a a', length (repeat (Bound q a1) (N - 2) ++ [Bound q a; Bound q a']) = N)
      by (intros; rewrite app_length, repeat_length; simpl; lia).
    assert (Last : forall a a', (a < na)%nat -> (a' < na)%nat ->
      model L VAL d beta F (two_bindings N q a1 a a') (Lone q) = a').
    { intros a a' Ha Ha'. unfold two_bindings.
      change ([Bound q a; Bound q a']) with ([Bound q a] ++ Bound q a' :: []). rewrite app_assoc.
      apply H; [| |intros t []]; rewrite <- app_assoc; [apply Len|].
      intros t I. apply in_app_or in I as [I|[<-|[<-|[]]]].
      - apply repeat_spec in I as ->. exists q, a1. auto.
      - exists q, a. auto.
      - exists q, a'. auto. }
    assert (Same : attend L VAL d beta (two_bindings N q a1 a1 a2) (Lone q)
                 = attend L VAL d beta (two_bindings N q a1 a2 a1) (Lone q)).
    { apply attend_permuted; [exact Sym|]. apply Permutation_app_head, perm_swap. }
    pose proof (Last a2 a1 H2 H1) as A. pose proof (Last a1 a2 H1 H2) as B. unfold model in A, B. congruence.
  - intros ns na n L beta P Ns Na N Pos Q0 H.
    apply (u25_thm4_proved ns na n L beta P Ns Na N Pos Q0).
    intros x q b Hx o Ho D. apply (H x q b); try assumption. apply retrieval_last, Hx.
Qed.

(** * False neighbours *)

(** One attribute is enough for the impossibility: the constant answer solves that. *)
Definition u25_cor1_neighbour_one_attribute : Prop :=
  forall (L : binding -> nat -> binding -> nat -> R) (VAL : binding -> nat -> R) (d : nat) (beta : R)
         (F : list R -> binding -> nat) (ns N : nat),
    (1 <= ns)%nat -> (2 <= N)%nat -> (forall s x, symbolic_on L s x) ->
    ~ answers_last ns 1 N (model L VAL d beta F).

Theorem u25_cor1_neighbour_one_attribute_false : ~ u25_cor1_neighbour_one_attribute.
Proof.
  intro H. refine (H (fun _ _ _ _ => 0) (fun _ _ => 0) 0%nat 0 (fun _ _ => 0%nat) 1%nat 2%nat
    ltac:(lia) ltac:(lia) _ _).
  - intros s x a b b' _ _ _. reflexivity.
  - intros s later q a _ V _. destruct (V (Bound q a)) as (c & e & E & _ & A); [|injection E as <- <-].
    + apply in_or_app. right. left. reflexivity.
    + unfold model. lia.
Qed.

Example u25_cor1_instance : instance_of u25_cor1_statement.
Proof.
  split.
  - exists (fun _ _ y _ => match y with Bound _ a => INR a | Lone _ => 0 end), (fun _ _ => 1), 2%nat, 1,
      (fun _ _ => 0%nat).
    exists 2%nat, 2%nat, 3%nat, 1%nat, 0%nat, 1%nat. do 5 (split; [lia|]). split; [|exact I].
    intros a b b' _ _ _. reflexivity.
  - exists 2%nat, 2%nat, 3%nat, (fun _ _ _ j => INR j), 1, holds_attribute.
    split; [lia|]. split; [lia|]. split; [lia|]. split; [intros x q b _ c c' p _ _ _; reflexivity|].
    split; [reflexivity|exact I].
Qed.
