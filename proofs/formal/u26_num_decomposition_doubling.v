(** u26.num-decomposition.doubling (new; on U26, p. 6): the number task with fewer layers than hops.

    Doubling: a position that holds the integer i and finds the letter a at i positions back takes a, as in
    Index; if it finds the integer k there it takes i + k, where that one points.  After r such passes every path
    of fewer than 2^r hops has its letter at the first position: two passes do three hops, three do seven.  Each
    pass is one layer with T_Index's head: hard attention on a unique maximum, values one-hot, and an F that is
    bilinear in query and attention output.

    Idea: after r passes an integer points 2^r hops ahead.
    Encoding: tasks as in Tasks.v; F(a, x) is the sum over tokens y of a_y times the one-hot vector of
    combine x y. *)

From Coq Require Import Reals Lra Lia List PeanoNat.
From RopeTheory Require Import Rope Trig Heads Tasks Decoding u26_index_logits u26_index_decode Instances.
Import ListNotations.

(** What the token x makes of the token y that it points at. *)
Definition combine (x y : token) : token :=
  match x, y with
  | Letter a, _ => Letter a
  | Int _, Letter a => Letter a
  | Int i, Int k => Int (i + k)
  end.

Definition double_at (s : list token) (p : nat) : token :=
  match tok s p with
  | Some (Letter a) => Letter a
  | Some (Int i) =>
      if i <? p then match tok s (p - i) with Some y => combine (Int i) y | None => Int i end else Int i
  | None => Int 0 (* no position of s *)
  end.

Definition Double (s : list token) : list token := map (double_at s) (seq 1 (length s)).

Open Scope R_scope.

(** Scores of one layer at the last position n. *)
Definition doubling_score (theta : R) (s : nat -> token) (n : nat) (t : token) : R :=
  sum1 (fun j => hard_weight (logits (h_pos theta) s n) n j * one_hot (combine (s n) (s j)) t) n.

Definition u26_num_decomposition_doubling_statement : Prop :=
  (forall (s : list token) (r h : nat) (a : letter), num_answer s h a -> (h < 2 ^ r)%nat ->
     last_tok (iterate r Double s) = Some (Letter a)) /\
  (forall (theta : R) (s : nat -> token) (n : nat), (1 <= n)%nat -> (asked (s n) < n)%nat ->
     unique_maximum (logits (h_pos theta) s n) n ->
     decoded (doubling_score theta s n) (double_at (map s (seq 1 n)) n)).

Lemma Double_length : forall s, length (Double s) = length s.
Proof. intro s. unfold Double. rewrite map_length, seq_length. reflexivity. Qed.

Lemma Doubles_length : forall r s, length (iterate r Double s) = length s.
Proof. intros r s. induction r as [|r IH]; [reflexivity|]. unfold iterate in *. simpl. rewrite Double_length.
exact IH. Qed.

Lemma tok_Double : forall s p, (1 <= p <= length s)%nat -> tok (Double s) p = Some (double_at s p).
Proof. intros s p P. unfold Double. apply tok_map_seq. exact P. Qed.

Lemma num_path_start : forall s p h q, num_path s p h q -> (1 <= p <= length s)%nat.
Proof. intros s p h q P. destruct P as [p a T|p i h q T I P]; apply (tok_inside _ s p _ T). Qed.

Lemma doubles : forall s r p h q a, num_path s p h q -> tok s q = Some (Letter a) ->
  ((h < 2 ^ r)%nat -> tok (iterate r Double s) p = Some (Letter a)) /\
  ((2 ^ r <= h)%nat -> exists p', (1 <= p' <= p)%nat /\ num_path s p' (h - 2 ^ r) q /\
                                tok (iterate r Double s) p = Some (Int (p - p'))).
Proof.
  intros s r. induction r as [|r IH]; intros p h q a P Q.
  - simpl. destruct P as [p b T|p i h q T I P].
    + split; [intros _; exact Q|intro L; lia].
    + split; [intro L; lia|intros _]. exists (p - i)%nat. split; [lia|].
      replace (S h - 1)%nat with h by lia. split; [exact P|]. replace (p - (p - i))%nat with i by lia. exact T.
  - pose proof (num_path_start s p h q P) as In. destruct (IH p h q a P Q) as [Short Long].
    assert (Tp : tok (iterate (S r) Double s) p = Some (double_at (iterate r Double s) p)).
    { unfold iterate. simpl. apply tok_Double. fold (iterate r Double s). rewrite Doubles_length. exact In. }
    rewrite Tp. unfold double_at. simpl Nat.pow. destruct (Nat.lt_ge_cases h (2 ^ r)) as [L|L].
    + rewrite (Short L). split; [reflexivity|intro; lia].
    + destruct (Long L) as (p' & P' & Path & Tok). rewrite Tok.
      destruct (Nat.ltb_spec (p - p') p); [|lia]. replace (p - (p - p'))%nat with p' by lia.
      destruct (IH p' (h - 2 ^ r)%nat q a Path Q) as [Short' Long'].
      destruct (Nat.lt_ge_cases (h - 2 ^ r) (2 ^ r)) as [L'|L'].
      * rewrite (Short' L'). split; [reflexivity|intro; lia].
      * destruct (Long' L') as (p2 & P2 & Path2 & Tok2). rewrite Tok2. split; [intro; lia|intros _].
        exists p2. split; [lia|]. split; [|unfold combine; do 2 f_equal; lia].
        replace (h - (2 ^ r + (2 ^ r + 0)))%nat with (h - 2 ^ r - 2 ^ r)%nat by lia. exact Path2.
Qed.

Theorem u26_num_decomposition_doubling_proved : u26_num_decomposition_doubling_statement.
Proof.
  split.
  - intros s r h a (q & P & Q) H. unfold last_tok. rewrite Doubles_length. apply (doubles s r _ h q a P Q), H.
  - intros theta s n N A U t D. unfold doubling_score.
    rewrite !(hard_weight_only _ n _ (h_pos_only_target theta s n A U) (fun j => one_hot (combine (s n) (s j)) _)).
    assert (E : double_at (map s (seq 1 n)) n = combine (s n) (s (target (s n) n))).
    { unfold double_at. rewrite tok_map_seq by lia. unfold target. destruct (s n) as [b|i] eqn:Sn; [reflexivity|].
      simpl in A. rewrite (proj2 (Nat.ltb_lt i n) A). destruct i as [|i].
      - rewrite Nat.sub_0_r, tok_map_seq by lia. reflexivity.
      - rewrite tok_map_seq by lia. reflexivity. }
    rewrite <- E. unfold one_hot. rewrite token_eq_refl, token_eq_neq by exact D. lra.
Qed.

(** * False neighbours *)

(** 2^r hops in r passes: A 1 with no pass. *)
Definition u26_num_decomposition_doubling_neighbour_one_more : Prop :=
  forall (s : list token) (r h : nat) (a : letter), num_answer s h a -> (h <= 2 ^ r)%nat ->
    last_tok (iterate r Double s) = Some (Letter a).

Theorem u26_num_decomposition_doubling_neighbour_one_more_false : ~
  u26_num_decomposition_doubling_neighbour_one_more.
Proof.
  intro H. specialize (H [Letter 0; Int 1] 0%nat 1%nat 0%nat).
  assert (P : num_answer [Letter 0; Int 1] 1 0%nat).
  { exists 1%nat. split; [|reflexivity]. apply (num_hop _ 2 1 0 1); [reflexivity|lia|].
    apply (num_here _ 1 0). reflexivity. }
  specialize (H P ltac:(simpl; lia)). discriminate H.
Qed.

(** The same with Index: A 1 1 1 has three hops, and two passes of Index leave it at the last integer. *)
Definition u26_num_decomposition_doubling_neighbour_index : Prop :=
  forall (s : list token) (r h : nat) (a : letter), num_answer s h a -> (h < 2 ^ r)%nat ->
    last_tok (iterate r (Index keep) s) = Some (Letter a).

Theorem u26_num_decomposition_doubling_neighbour_index_false : ~ u26_num_decomposition_doubling_neighbour_index.
Proof.
  intro H. specialize (H [Letter 0; Int 1; Int 1; Int 1] 2%nat 3%nat 0%nat).
  assert (P : num_answer [Letter 0; Int 1; Int 1; Int 1] 3 0%nat).
  { exists 1%nat. split; [|reflexivity]. apply (num_hop _ 4 1 2 1); [reflexivity|lia|].
    apply (num_hop _ 3 1 1 1); [reflexivity|lia|]. apply (num_hop _ 2 1 0 1); [reflexivity|lia|].
    apply (num_here _ 1 0). reflexivity. }
  specialize (H P ltac:(simpl; lia)). discriminate H.
Qed.

(** A 1 1 1 with two passes; A B 1 at angle 1. *)
Example u26_num_decomposition_doubling_instance : instance_of u26_num_decomposition_doubling_statement.
Proof.
  split.
  - exists [Letter 0; Int 1; Int 1; Int 1], 2%nat, 3%nat, 0%nat. split; [|split; [simpl; lia|exact I]].
    exists 1%nat. split; [|reflexivity]. repeat (eapply num_hop; [reflexivity|simpl; lia|simpl]).
    now apply num_here with 0%nat.
  - exists 1, a_b_1, 3%nat. split; [lia|]. split; [simpl; lia|]. split; [exists 2%nat; exact a_b_1_unique|exact I].
Qed.
