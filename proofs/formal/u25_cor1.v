(** u25.cor1

    Source: after U25, Corollary 1.  In the classes of Theorems 2 and 4, neither a positional nor a symbolic head solves
    Partial Induction (symbols may recur; output the attribute bound at the last occurrence of the queried symbol).

    Idea: two bindings of one symbol in either order are permutations of one another with different last bindings, and
    Lemma 1 gives one output for both.  Where each symbol has one attribute the task is Retrieval, and Theorem 4 excludes
    positional heads.
    Encoding: two parts, as in the claim.  Symbolic: an input is a list of N pairs and a query, VAL and F are free, and
    the head needs to be symbolic on the two inputs only.  Positional: the class of u25_thm4.v; the head is positional on
    every input of Partial Induction. *)

From Coq Require Import Reals Lra Lia List PeanoNat Permutation.
From RopeTheory Require Import Rope Heads Attention u25_lem1 u25_thm4.
Import ListNotations.
Open Scope R_scope.

(** The attribute bound at the last occurrence of q. *)
Definition last_bound (q : nat) (s : list binding) : option nat :=
  fold_left (fun found y => match y with Bound s a => if Nat.eqb s q then Some a else found | Lone _ => found end) s None.

Definition is_bound (y : binding) : Prop := exists s a, y = Bound s a.

Definition solves_induction (N : nat) (answer : list binding -> binding -> nat) : Prop :=
  forall s q b, length s = N -> (forall y, In y s -> is_bound y) -> last_bound q s = Some b -> answer s (Lone q) = b.

(** N pairs for N >= 2: the first attribute again and again, then a and a'. *)
Definition two_bindings (N q rest a a' : nat) : list binding :=
  repeat (Bound q rest) (N - 2) ++ [Bound q a; Bound q a'].

(** Pairs of the vocabulary at 1..n-1, the query q at n; b is bound at the last occurrence of q. *)
Definition induction_input (ns na n : nat) (x : nat -> binding) (q b : nat) : Prop :=
  (forall k, (1 <= k < n)%nat -> exists s a, x k = Bound s a /\ (s < ns)%nat /\ (a < na)%nat) /\
  x n = Lone q /\
  exists k, (1 <= k < n)%nat /\ x k = Bound q b /\ forall k' a, (k < k' < n)%nat -> x k' <> Bound q a.

Definition u25_cor1_statement : Prop :=
  (forall (L : binding -> nat -> binding -> nat -> R) (VAL : binding -> nat -> R) (d : nat) (beta : R)
          (F : list R -> binding -> nat) (N q a1 a2 : nat),
     a1 <> a2 -> (2 <= N)%nat ->
     symbolic_on L (two_bindings N q a1 a1 a2) (Lone q) ->
     symbolic_on L (two_bindings N q a1 a2 a1) (Lone q) ->
     attend L VAL d beta (two_bindings N q a1 a1 a2) (Lone q)
     = attend L VAL d beta (two_bindings N q a1 a2 a1) (Lone q) /\
     ~ solves_induction N (model L VAL d beta F)) /\
  (forall (ns na n : nat) (L : any_head) (beta : R) (P : nat -> binding -> R),
     (2 <= ns)%nat -> (2 <= na)%nat -> (3 <= n)%nat ->
     (forall x q b, induction_input ns na n x q b ->
        positional (n - 1) (fun c p => L (x n) n (x (S c)) (S p))) ->
     (forall b q, P b (Lone q) = 0) ->
     ~ (forall x q b, induction_input ns na n x q b ->
          forall o, (o < na)%nat -> o <> b -> attended L beta x n (P o) < attended L beta x n (P b))).

Lemma two_bindings_last : forall N q rest a a', last_bound q (two_bindings N q rest a a') = Some a'.
Proof.
  intros. unfold last_bound, two_bindings. rewrite fold_left_app. simpl. rewrite Nat.eqb_refl. reflexivity.
Qed.

Lemma two_bindings_bound : forall N q rest a a' y, In y (two_bindings N q rest a a') -> is_bound y.
Proof.
  intros N q rest a a' y H. unfold two_bindings in H. apply in_app_or in H as [H|[<-|[<-|[]]]].
  - apply repeat_spec in H. exists q, rest. exact H.
  - exists q, a. reflexivity.
  - exists q, a'. reflexivity.
Qed.

Lemma two_bindings_length : forall N q rest a a', (2 <= N)%nat -> length (two_bindings N q rest a a') = N.
Proof. intros. unfold two_bindings. rewrite app_length, repeat_length. simpl. lia. Qed.

(** The last occurrence of q below m. *)
Lemma last_occurrence : forall (x : nat -> binding) q m k a, (1 <= k < m)%nat -> x k = Bound q a ->
  exists k' a', (1 <= k' < m)%nat /\ x k' = Bound q a' /\ forall j b, (k' < j < m)%nat -> x j <> Bound q b.
Proof.
  intros x q m. induction m as [|m IH]; intros k a Hk Hx; [lia|].
  assert (D : (exists b, x m = Bound q b) \/ (forall b, x m <> Bound q b)).
  { destruct (x m) as [s b|s].
    - destruct (Nat.eq_dec s q) as [->|Ne]; [left; exists b; reflexivity | right; intros c E; congruence].
    - right. intros c E. discriminate E. }
  destruct (Nat.eq_dec m 0) as [->|Hm]; [lia|].
  destruct D as [[b Hb]|Hno].
  - exists m, b. split; [lia|]. split; [exact Hb|]. intros; lia.
  - assert (k <> m) by (intros ->; exact (Hno a Hx)).
    destruct (IH k a ltac:(lia) Hx) as [k' [a' [K [E Last]]]].
    exists k', a'. split; [lia|]. split; [exact E|]. intros j b Hj.
    destruct (Nat.eq_dec j m) as [->|]; [apply Hno | apply Last; lia].
Qed.

(** Inputs of Retrieval are inputs of Partial Induction with the same answer. *)
Lemma retrieval_is_induction : forall ns na n x q b, retrieval_input ns na n x q b -> induction_input ns na n x q b.
Proof.
  intros ns na n x q b [Pairs [One [Query [k [K E]]]]]. split; [exact Pairs|]. split; [exact Query|].
  destruct (last_occurrence x q n k b K E) as [k' [a' [K' [E' Last]]]].
  exists k'. split; [exact K'|]. split; [|exact Last]. rewrite E'. f_equal. exact (One k' k q a' b K' K E' E).
Qed.

Theorem u25_cor1_proved : u25_cor1_statement.
Proof.
  split.
  - intros L VAL d beta F N q a1 a2 Ne HN H _.
    assert (Ha : attend L VAL d beta (two_bindings N q a1 a1 a2) (Lone q)
               = attend L VAL d beta (two_bindings N q a1 a2 a1) (Lone q)).
    { apply attend_permuted; [exact H|]. apply Permutation_app_head, perm_swap. }
    split; [exact Ha|]. intro Hs. apply Ne.
    rewrite <- (Hs _ q a2 (two_bindings_length N q a1 a1 a2 HN) (two_bindings_bound N q a1 a1 a2)
                 (two_bindings_last N q a1 a1 a2)).
    rewrite <- (Hs _ q a1 (two_bindings_length N q a1 a2 a1 HN) (two_bindings_bound N q a1 a2 a1)
                 (two_bindings_last N q a1 a2 a1)) at 1.
    unfold model. rewrite Ha. reflexivity.
  - intros ns na n L beta P Ns Na Nn Hpos Hq Hs.
    apply (u25_thm4_proved ns na n L beta P Ns Na Nn); [|exact Hq|].
    + intros x q b Hin. exact (Hpos x q b (retrieval_is_induction _ _ _ _ _ _ Hin)).
    + intros x q b Hin. exact (Hs x q b (retrieval_is_induction _ _ _ _ _ _ Hin)).
Qed.

(** * One attribute is not enough: a constant answer is right *)

Definition u25_cor1_neighbour_one_attribute : Prop :=
  forall (ns na n : nat) (L : any_head) (beta : R) (P : nat -> binding -> R),
    (2 <= ns)%nat -> (1 <= na)%nat -> (3 <= n)%nat ->
    (forall x q b, induction_input ns na n x q b ->
       positional (n - 1) (fun c p => L (x n) n (x (S c)) (S p))) ->
    (forall b q, P b (Lone q) = 0) ->
    ~ (forall x q b, induction_input ns na n x q b ->
         forall o, (o < na)%nat -> o <> b -> attended L beta x n (P o) < attended L beta x n (P b)).

Theorem u25_cor1_neighbour_one_attribute_false : ~ u25_cor1_neighbour_one_attribute.
Proof.
  intro H.
  apply (H 2%nat 1%nat 3%nat uniform 1 (fun _ _ => 0) ltac:(lia) ltac:(lia) ltac:(lia)); [| reflexivity |].
  - intros x q b _ a a' c _ _ _. reflexivity.
  - intros x q b [Pairs [_ [k [K [E _]]]]] o Ho Hne. exfalso.
    destruct (Pairs k K) as [s [a [E' [_ Ha]]]]. rewrite E in E'. injection E' as _ <-. lia.
Qed.
