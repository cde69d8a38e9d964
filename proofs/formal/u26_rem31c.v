(** u26.rem31c (U26, Remark 3.1): "Index cannot be computed by a purely symbolic head."

    Cannot be computed: for every VAL and every F(a, x) some input is answered wrong; one layer, as in the
    remark. Index is U26's: the query is an integer i, the answer the letter i places back.

    Idea: put the letter A where the query looks and B on all other places, or B there and one A elsewhere.
    Both inputs hold the same tokens, so a symbolic head has the same attention output on both, and the
    query is the same; Index answers A and B.

    Encoding: a head is any function L(x, n, y, j) of query content, its position, key content and its
    position; it need not be a RoPE head.  It is symbolic on every input of length n in the form letters,
    then one integer: the columns of its content-by-position matrix agree (Rope.v).  Values are vectors
    (functions of a coordinate).  The input s is a function of the position, Index is the function of
    Tasks.v on the list of its tokens. *)

From Coq Require Import Reals Lra Lia List PeanoNat ZArith FunctionalExtensionality.
From RopeTheory Require Import Rope Heads Sums Tasks Instances.
Import ListNotations.
Open Scope R_scope.

(** A head, its values and its output: what one layer computes at the last position of an input. *)
Definition attends (L : token -> nat -> token -> nat -> R) (VAL : token -> nat -> R) (beta : R)
    (s : nat -> token) (n : nat) (c : nat) : R :=
  sum1 (fun j => weight beta (fun k => L (s n) n (s k) k) n j * VAL (s j) c) n.

Definition symbolic_head_on (L : token -> nat -> token -> nat -> R) (s : nat -> token) (n : nat) : Prop :=
  symbolic (n - 1) (fun a b => L (s n) n (s (S a)) (S b)).

(** n - 1 letters, then an integer that points to one of them. *)
Definition index_input (s : nat -> token) (n : nat) : Prop :=
  (forall k, (1 <= k < n)%nat -> exists a, s k = Letter a) /\ (exists i, s n = Int i /\ (1 <= i < n)%nat).

(** The tokens at 1..n as a list. *)
Definition listed (s : nat -> token) (n : nat) : list token := map s (seq 1 n).

Definition u26_rem31c_statement : Prop :=
  forall (n : nat) (L : token -> nat -> token -> nat -> R) (VAL : token -> nat -> R)
         (F : (nat -> R) -> token -> token) (beta : R),
    (3 <= n)%nat -> (forall s, index_input s n -> symbolic_head_on L s n) ->
    ~ (forall s, index_input s n -> Some (F (attends L VAL beta s n) (s n)) =
      last_tok (Index keep (listed s n))).

(** Letter 1 at place t, letter 0 at the other places, the integer i at n. *)
Definition marked (n i t k : nat) : token :=
  if (k =? n)%nat then Int i else if (k =? t)%nat then Letter 1 else Letter 0.

Lemma marked_input : forall n i t, (1 <= i < n)%nat -> index_input (marked n i t) n.
Proof.
  intros n i t I. split.
  - intros k K. unfold marked. destruct (Nat.eqb_spec k n); [lia|]. destruct (k =? t)%nat; eauto.
  - exists i. split; [|exact I]. unfold marked. rewrite Nat.eqb_refl. reflexivity.
Qed.

(** What Index answers at the last position. *)
Lemma index_answer : forall s n i, (1 <= i < n)%nat -> s n = Int i -> forall a, s (n - i)%nat = Letter a ->
  last_tok (Index keep (listed s n)) = Some (Letter a).
Proof.
  intros s n i I E a A. unfold last_tok. rewrite Index_length.
  assert (Len : length (listed s n) = n) by (unfold listed; rewrite map_length, seq_length; reflexivity).
  rewrite Len, tok_Index by lia. unfold index_at, listed. rewrite tok_map_seq, E by lia.
  rewrite (proj2 (Nat.ltb_lt i n)) by lia. rewrite tok_map_seq, A by lia. reflexivity.
Qed.

(** A sum over the positions of a symbolic head does not see where the letter 1 stands. *)
Lemma marked_sum : forall n i t (g : token -> nat -> R), (1 <= t < n)%nat ->
  (forall y j j', (1 <= j < n)%nat -> (1 <= j' < n)%nat -> (y = Letter 0 \/ y = Letter 1) -> g y j = g y j')
    ->
  sum1 (fun j => g (marked n i t j) j) n = g (Letter 1) 1%nat + INR (n - 2) * g (Letter 0) 1%nat +
    g (Int i) n.
Proof.
  intros n i t g T C. destruct n as [|m]; [lia|]. rewrite sum1_S. f_equal.
  - rewrite (sum1_ext _ (fun j => if (j =? t)%nat then g (Letter 1) 1%nat else g (Letter 0) 1%nat)).
    + rewrite sum1_one by lia. replace (S m - 2)%nat with (m - 1)%nat by lia. reflexivity.
    + intros j J. unfold marked. destruct (Nat.eqb_spec j (S m)); [lia|].
      destruct (j =? t)%nat; apply C; auto; lia.
  - unfold marked. rewrite Nat.eqb_refl. reflexivity.
Qed.

(** On every place a content has the logit that it has on the first. *)
Lemma symbolic_marked : forall L n i t y j j', (2 <= n)%nat -> (1 <= t < n)%nat ->
  symbolic_head_on L (marked n i t) n -> (1 <= j < n)%nat -> (1 <= j' < n)%nat ->
  (exists k, (1 <= k < n)%nat /\ marked n i t k = y) -> L (Int i) n y j = L (Int i) n y j'.
Proof.
  intros L n i t y j j' N T Sym J J' (k & K & E).
  assert (Q : marked n i t n = Int i) by (unfold marked; rewrite Nat.eqb_refl; reflexivity).
  specialize (Sym (k - 1)%nat (j - 1)%nat (j' - 1)%nat ltac:(lia) ltac:(lia) ltac:(lia)). simpl in Sym.
  replace (S (k - 1)) with k in Sym by lia. replace (S (j - 1)) with j in Sym by lia.
  replace (S (j' - 1)) with j' in Sym by lia. rewrite Q, E in Sym. exact Sym.
Qed.

Lemma marked_letters : forall n i t y, (3 <= n)%nat -> (1 <= t < n)%nat -> (y = Letter 0 \/ y = Letter 1) ->
  exists k, (1 <= k < n)%nat /\ marked n i t k = y.
Proof.
  intros n i t y N T [->| ->].
  - exists (if (t =? 1)%nat then 2%nat else 1%nat). unfold marked. destruct (Nat.eqb_spec t 1) as [->|E].
    + split; [lia|]. destruct (Nat.eqb_spec 2 n); [lia|]. reflexivity.
    + split; [lia|]. destruct (Nat.eqb_spec 1 n); [lia|]. destruct (Nat.eqb_spec 1 t); [lia|]. reflexivity.
  - exists t. split; [exact T|]. unfold marked. destruct (Nat.eqb_spec t n); [lia|]. rewrite Nat.eqb_refl.
    reflexivity.
Qed.

Lemma marked_output : forall L VAL beta n i t t', (3 <= n)%nat -> (1 <= i < n)%nat -> (1 <= t < n)%nat ->
  (1 <= t' < n)%nat -> (forall s, index_input s n -> symbolic_head_on L s n) ->
  attends L VAL beta (marked n i t) n = attends L VAL beta (marked n i t') n.
Proof.
  intros L VAL beta n i t t' N I T T' Sym. apply functional_extensionality. intro c. unfold attends, weight.
  assert (Q : forall u, marked n i u n = Int i) by (intro u; unfold marked; rewrite Nat.eqb_refl;
    reflexivity).
  rewrite !Q.
  assert (C : forall y j j', (1 <= j < n)%nat -> (1 <= j' < n)%nat -> (y = Letter 0 \/ y = Letter 1) ->
    L (Int i) n y j = L (Int i) n y j').
  { intros y j j' J J' Y. apply (symbolic_marked L n i t); auto; try lia; [apply Sym, marked_input, I|].
    apply marked_letters; assumption. }
  set (e := fun y j => exp (beta * L (Int i) n y j)).
  assert (Z : forall u, (1 <= u < n)%nat ->
    sum1 (fun k => exp (beta * L (Int i) n (marked n i u k) k)) n
    = e (Letter 1) 1%nat + INR (n - 2) * e (Letter 0) 1%nat + e (Int i) n).
  { intros u U. apply (marked_sum n i u e U). intros y j j' J J' Y. unfold e. rewrite (C y j j'); auto. }
  rewrite (Z t T), (Z t' T'). set (z := _ + _ + _).
  assert (S : forall u, (1 <= u < n)%nat -> sum1 (fun j => exp (beta * L (Int i) n (marked n i u j) j) / z *
    VAL (marked n i u j) c) n = e (Letter 1) 1%nat / z * VAL (Letter 1) c
      + INR (n - 2) * (e (Letter 0) 1%nat / z * VAL (Letter 0) c) + e (Int i) n / z * VAL (Int i) c).
  { intros u U. apply (marked_sum n i u (fun y j => e y j / z * VAL y c) U).
    intros y j j' J J' Y. unfold e. rewrite (C y j j'); auto. }
  rewrite (S t T), (S t' T'). reflexivity.
Qed.

Theorem u26_rem31c_proved : u26_rem31c_statement.
Proof.
  intros n L VAL F beta N Sym Solves.
  pose proof (Solves _ (marked_input n 1 (n - 1) ltac:(lia))) as A.
  pose proof (Solves _ (marked_input n 1 1 ltac:(lia))) as B.
  assert (Q : forall u, marked n 1 u n = Int 1) by (intro u; unfold marked; rewrite Nat.eqb_refl;
    reflexivity).
  rewrite (index_answer (marked n 1 (n - 1)) n 1 ltac:(lia) (Q _) 1) in A.
  2: { unfold marked. destruct (Nat.eqb_spec (n - 1) n); [lia|]. rewrite Nat.eqb_refl. reflexivity. }
  rewrite (index_answer (marked n 1 1) n 1 ltac:(lia) (Q _) 0) in B.
  2: { unfold marked. destruct (Nat.eqb_spec (n - 1) n); [lia|].
  destruct (Nat.eqb_spec (n - 1) 1); [lia|reflexivity]. }
  rewrite Q in A, B. rewrite (marked_output L VAL beta n 1 (n - 1) 1) in A by (assumption || lia). congruence.
Qed.

(** * False neighbours *)

(** One token before the query is enough: wrong, attending anywhere is right there. *)
Definition u26_rem31c_neighbour_two_positions : Prop :=
  forall (n : nat) (L : token -> nat -> token -> nat -> R) (VAL : token -> nat -> R)
         (F : (nat -> R) -> token -> token) (beta : R),
    (2 <= n)%nat -> (forall s, index_input s n -> symbolic_head_on L s n) ->
    ~ (forall s, index_input s n -> Some (F (attends L VAL beta s n) (s n)) =
      last_tok (Index keep (listed s n))).

(** All logits equal; the value of letter number a is a; half of it arrives, the other half is the query's. *)
Definition number_of (y : token) (c : nat) : R := match y with Letter a => INR a | Int _ => 0 end.

Definition read_number (a : nat -> R) (x : token) : token := Letter (Z.to_nat (up (2 * a 0%nat) - 1)).

Theorem u26_rem31c_neighbour_two_positions_false : ~ u26_rem31c_neighbour_two_positions.
Proof.
  intro H. apply (H 2%nat (fun _ _ _ _ => 0) number_of read_number 1); [lia| |].
  - intros s _ a b b' _ _ _. reflexivity.
  - intros s [Letters (i & Q & I)]. destruct (Letters 1%nat ltac:(lia)) as (a & A).
    rewrite (index_answer s 2 i I Q a) by (replace (2 - i)%nat with 1%nat by lia; exact A). f_equal.
    unfold read_number. assert (V : attends (fun _ _ _ _ => 0) number_of 1 s 2 0 = INR a / 2).
    { unfold attends, weight, sum1. simpl. rewrite Q, A. simpl. rewrite Rmult_0_r, exp_0. field. }
    rewrite V. replace (2 * (INR a / 2)) with (INR a) by field.
    rewrite <- (tech_up (INR a) (Z.of_nat a + 1)).
    + f_equal. lia.
    + rewrite plus_IZR, <- INR_IZR_INZ. lra.
    + rewrite plus_IZR, <- INR_IZR_INZ. lra.
Qed.

(** A head whose logit is the number of the key's letter. *)
Example u26_rem31c_instance : instance_of u26_rem31c_statement.
Proof.
  exists 4%nat, (fun _ _ y _ => match y with Letter a => INR a | Int _ => 0 end),
    (fun y _ => match y with Letter a => INR a | Int _ => 0 end), (fun _ x => x), 1.
  split; [lia|]. split; [|exact I]. intros s S a b b' _ _ _. reflexivity.
Qed.
