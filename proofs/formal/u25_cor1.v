(** u25.cor1 (after U25, Corollary 1; wording ours).

    In the classes of thm2 and thm4, neither a positional nor a symbolic head solves Partial Induction
    (symbols may recur; output the attribute bound at the last occurrence of the queried symbol).

    Idea: two bindings of one symbol in either order are permutations of one another, and the last binding
    differs.
    For positional heads: inputs that bind every symbol to one attribute are those of Retrieval.
    Encoding: the inputs are pairs of ns symbols and na attributes, numbers below these.  The symbolic part is
    in the class of u25_thm2.v (any VAL, any F, the head symbolic on the two inputs that matter), the
    positional part in that of u25_thm4.v (one-hot embeddings, scores P.a, the head positional on the cyclic
    shifts of contents that bind each symbol to one attribute). *)

From Coq Require Import Reals Lra Lia List Permutation PeanoNat.
From RopeTheory Require Import Rope Heads Circle Attention u25_lem1 u25_thm4 Instances.
Import ListNotations.
Open Scope R_scope.

(** * Symbolic heads *)

(** A pair of one of ns symbols and one of na attributes. *)
Definition in_vocabulary (ns na : nat) (t : binding) : Prop :=
  exists s a, t = Bound s a /\ (s < ns)%nat /\ (a < na)%nat.

(** N pairs of the vocabulary, the last one that holds q is bound to a: what Partial Induction answers at q. *)
Definition last_bound (ns na N : nat) (s : list binding) (q a : nat) : Prop :=
  length s = N /\ (forall t, In t s -> in_vocabulary ns na t) /\
  exists earlier later, s = earlier ++ Bound q a :: later /\ forall t, In t later -> symbol_of t <> q.

(** q a1 ... q a1, then q a and q a'. *)
Definition two_bindings (N q a1 a a' : nat) : list binding :=
  repeat (Bound q a1) (N - 2) ++ [Bound q a; Bound q a'].

(** On the two orders the attention output is the same and Partial Induction is not: one of them is answered wrong. *)
Definition no_symbolic_head : Prop :=
  forall (L : binding -> nat -> binding -> nat -> R) (VAL : binding -> nat -> R) (d : nat) (beta : R)
         (ns na N q a1 a2 : nat),
    (q < ns)%nat -> (a1 < na)%nat -> (a2 < na)%nat -> a1 <> a2 -> (2 <= N)%nat ->
    symbolic_on L (two_bindings N q a1 a1 a2) (Lone q) -> symbolic_on L (two_bindings N q a1 a2 a1) (Lone q) ->
    last_bound ns na N (two_bindings N q a1 a1 a2) q a2 /\ last_bound ns na N (two_bindings N q a1 a2 a1) q a1 /\
    attend L VAL d beta (two_bindings N q a1 a1 a2) (Lone q) = attend L VAL d beta (two_bindings N q a1 a2 a1) (Lone q) /\
    forall F : list R -> binding -> nat,
      ~ (model L VAL d beta F (two_bindings N q a1 a1 a2) (Lone q) = a2 /\
         model L VAL d beta F (two_bindings N q a1 a2 a1) (Lone q) = a1).

(** * Positional heads *)

(** Pairs at 1..n-1, the queried symbol q at n; its last occurrence is bound to b. *)
Definition last_binding (ns na n : nat) (x : nat -> binding) (q b : nat) : Prop :=
  (forall k, (1 <= k < n)%nat -> exists s a, x k = Bound s a /\ (s < ns)%nat /\ (a < na)%nat) /\
  x n = Lone q /\
  exists j, (1 <= j < n)%nat /\ x j = Bound q b /\ forall k, (j < k < n)%nat -> symbol_of (x k) <> q.

(** One of the shifts (u25_thm4.v), an input of Partial Induction, is not answered. *)
Definition no_positional_head : Prop :=
  forall (ns na n : nat) (c : nat -> binding) (s a s' a' : nat) (L : any_head) (beta : R) (P : nat -> binding -> R),
    contents_of ns na n c s a s' a' -> (forall x q b, shift_of n c s a s' a' x q b -> positional_for L n x) ->
    (forall b q, P b (Lone q) = 0) ->
    exists x q b, shift_of n c s a s' a' x q b /\ last_binding ns na n x q b /\
      ~ top_scored (attribute_of na) b (fun o => attended L beta x n (P o)).

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

Lemma two_bindings_last : forall ns na N q a1 a a', (q < ns)%nat -> (a1 < na)%nat -> (a < na)%nat -> (a' < na)%nat ->
  (2 <= N)%nat -> last_bound ns na N (two_bindings N q a1 a a') q a'.
Proof.
  intros ns na N q a1 a a' Hq H1 Ha Ha' HN. unfold two_bindings. split; [|split].
  - rewrite app_length, repeat_length. simpl. lia.
  - intros t I. apply in_app_or in I as [I|[<-|[<-|[]]]].
    + apply repeat_spec in I as ->. exists q, a1. auto.
    + exists q, a. auto.
    + exists q, a'. auto.
  - exists (repeat (Bound q a1) (N - 2) ++ [Bound q a]), []. split; [rewrite <- app_assoc; reflexivity|intros t []].
Qed.

Theorem u25_cor1_proved : u25_cor1_statement.
Proof.
  split.
  - intros L VAL d beta ns na N q a1 a2 Hq H1 H2 D HN Sym _.
    assert (Same : attend L VAL d beta (two_bindings N q a1 a1 a2) (Lone q)
                 = attend L VAL d beta (two_bindings N q a1 a2 a1) (Lone q)).
    { apply attend_permuted; [exact Sym|]. apply Permutation_app_head, perm_swap. }
    split; [apply two_bindings_last; assumption|]. split; [apply two_bindings_last; assumption|].
    split; [exact Same|]. intros F [A B]. unfold model in A, B. congruence.
  - intros ns na n c s a s' a' L beta P C Pos Q0.
    destruct (u25_thm4_proved ns na n c s a s' a' L beta P C Pos Q0) as (x & q & b & Sh & In & F).
    exists x, q, b. split; [exact Sh|]. split; [apply retrieval_last, In|exact F].
Qed.

(** No symbolic and no positional head solves Partial Induction: the corollary in its words. *)
Corollary no_pure_head_solves :
  (forall L VAL d beta F ns na N, (1 <= ns)%nat -> (2 <= na)%nat -> (2 <= N)%nat -> (forall s x, symbolic_on L s x) ->
     ~ (forall s q a, last_bound ns na N s q a -> model L VAL d beta F s (Lone q) = a)) /\
  (forall L beta P ns na n, (2 <= ns)%nat -> (2 <= na)%nat -> (3 <= n)%nat -> (forall x, positional_for L n x) ->
     (forall b q, P b (Lone q) = 0) ->
     ~ (forall x q b, last_binding ns na n x q b ->
          top_scored (attribute_of na) b (fun o => attended L beta x n (P o)))).
Proof.
  split.
  - intros L VAL d beta F ns na N Ns Na HN Sym H.
    destruct (proj1 u25_cor1_proved L VAL d beta ns na N 0%nat 0%nat 1%nat Ns ltac:(lia) Na ltac:(discriminate) HN
      (Sym _ _) (Sym _ _)) as (A & B & _ & No).
    apply (No F). split; apply H; assumption.
  - intros L beta P ns na n Ns Na N Pos Q0 H.
    destruct (proj2 u25_cor1_proved ns na n two_pairs 0%nat 0%nat 1%nat 1%nat L beta P
      (two_pairs_contents ns na n Ns Na N) (fun x _ _ _ => Pos x) Q0) as (x & q & b & _ & In & F).
    exact (F (H x q b In)).
Qed.

(** * False neighbours *)

(** One attribute is enough for the impossibility: the constant answer solves that. *)
Definition u25_cor1_neighbour_one_attribute : Prop :=
  forall (L : binding -> nat -> binding -> nat -> R) (VAL : binding -> nat -> R) (d : nat) (beta : R)
         (ns na N q a1 a2 : nat),
    (q < ns)%nat -> (a1 < na)%nat -> (a2 < na)%nat -> (2 <= N)%nat ->
    symbolic_on L (two_bindings N q a1 a1 a2) (Lone q) -> symbolic_on L (two_bindings N q a1 a2 a1) (Lone q) ->
    forall F : list R -> binding -> nat,
      ~ (model L VAL d beta F (two_bindings N q a1 a1 a2) (Lone q) = a2 /\
         model L VAL d beta F (two_bindings N q a1 a2 a1) (Lone q) = a1).

Theorem u25_cor1_neighbour_one_attribute_false : ~ u25_cor1_neighbour_one_attribute.
Proof.
  intro H. apply (H (fun _ _ _ _ => 0) (fun _ _ => 0) 0%nat 0 1%nat 1%nat 2%nat 0%nat 0%nat 0%nat ltac:(lia) ltac:(lia)
    ltac:(lia) ltac:(lia)) with (F := fun _ _ => 0%nat); [intros a b b' _ _ _; reflexivity..|split; reflexivity].
Qed.

(** The outputs are the same for any head: wrong, a head that favours the first place sees which binding stands there. *)
Definition u25_cor1_neighbour_any_head : Prop :=
  forall (L : binding -> nat -> binding -> nat -> R) (VAL : binding -> nat -> R) (d : nat) (beta : R)
         (ns na N q a1 a2 : nat),
    (q < ns)%nat -> (a1 < na)%nat -> (a2 < na)%nat -> a1 <> a2 -> (2 <= N)%nat ->
    attend L VAL d beta (two_bindings N q a1 a1 a2) (Lone q) = attend L VAL d beta (two_bindings N q a1 a2 a1) (Lone q).

Definition looks_first (x : binding) (i : nat) (y : binding) (j : nat) : R := if (j =? 1)%nat then 1 else 0.

Theorem u25_cor1_neighbour_any_head_false : ~ u25_cor1_neighbour_any_head.
Proof.
  intro H. pose proof (H looks_first (fun y _ => holds_attribute 0 y) 1%nat 1 1%nat 2%nat 2%nat 0%nat 0%nat 1%nat
    ltac:(lia) ltac:(lia) ltac:(lia) ltac:(discriminate) ltac:(lia)) as E.
  unfold attend, weight, sum1, sum, looks_first, two_bindings in E. simpl in E. injection E as E.
  rewrite !Rmult_0_r, !Rmult_1_r, exp_0 in E.
  pose proof (exp_increasing 0 1 Rlt_0_1) as G. rewrite exp_0 in G.
  apply (Rmult_eq_compat_r (0 + exp 1 + 1 + 1)) in E. field_simplify in E; lra.
Qed.

(** No head answers all the shifts: wrong, as for Theorem 4. *)
Definition u25_cor1_neighbour_any_head_on_shifts : Prop :=
  forall (ns na n : nat) (c : nat -> binding) (s a s' a' : nat) (L : any_head) (beta : R) (P : nat -> binding -> R),
    contents_of ns na n c s a s' a' -> (forall b q, P b (Lone q) = 0) ->
    exists x q b, shift_of n c s a s' a' x q b /\ last_binding ns na n x q b /\
      ~ top_scored (attribute_of na) b (fun o => attended L beta x n (P o)).

Theorem u25_cor1_neighbour_any_head_on_shifts_false : ~ u25_cor1_neighbour_any_head_on_shifts.
Proof.
  intro H. pose proof (two_pairs_contents 2 2 3 ltac:(lia) ltac:(lia) ltac:(lia)) as C.
  destruct (H 2%nat 2%nat 3%nat two_pairs 0%nat 0%nat 1%nat 1%nat favours 1 holds_attribute C)
    as (x & q & b & Sh & _ & F); [reflexivity|].
  apply F. refine (favours_solves x q b _).
  destruct Sh as [[[-> ->]|[-> ->]] (t & T & ->)]; apply shift_input; try exact T; apply C.
Qed.

Example u25_cor1_instance : instance_of u25_cor1_statement.
Proof.
  split.
  - exists (fun _ _ y _ => match y with Bound _ a => INR a | Lone _ => 0 end), (fun _ _ => 1), 2%nat, 1.
    exists 2%nat, 2%nat, 3%nat, 1%nat, 0%nat, 1%nat. do 5 (split; [lia|]).
    split; [intros a b b' _ _ _; reflexivity|]. split; [intros a b b' _ _ _; reflexivity|].
    do 3 (split; [exact I|]). exists (fun _ _ => 0%nat). exact I.
  - exists 2%nat, 2%nat, 3%nat, two_pairs, 0%nat, 0%nat, 1%nat, 1%nat, (fun _ _ _ j => INR j), 1, holds_attribute.
    split; [apply two_pairs_contents; lia|]. split; [intros x q b _ k k' p _ _ _; reflexivity|].
    split; [reflexivity|exact I].
Qed.
