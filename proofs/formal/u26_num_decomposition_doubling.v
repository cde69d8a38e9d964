(** u26.num-decomposition.doubling (new; on U26, p. 6): the number task with fewer layers than hops.

    Doubling: a position that holds the integer i and finds the letter a at i positions back takes a, as in
    Index; if it finds the integer k there it takes i + k, where that one points.  After r such passes every path
    of fewer than 2^r hops has its letter at the first position: two passes do three hops, three do seven.  Each
    pass is one layer with T_Index's head: hard attention on a unique maximum, values one-hot, and an F that is
    bilinear in query and attention output.

    Idea: after r passes an integer points 2^r hops ahead.
    Encoding: tasks as in Tasks.v; the angle is 1. A pass is any function of sequences that does so at each
    position whose letter or integer stays inside; what it makes of the others is left open. F(a, x) is the
    sum over tokens y of a_y times the one-hot vector of combine x y: bilinear as it stands. *)

From Coq Require Import Reals Lra Lia List PeanoNat.
From RopeTheory Require Import Rope Trig Heads Tasks Decoding u26_index_logits u26_index_decode u26_index_unique
  Instances.
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

(** The token at position p, of which only the positions of s are used. *)
Definition seen_at (s : list token) (p : nat) : token := match tok s p with Some x => x | None => Int 0 end.

(** A pass: it doubles where an integer points inside. *)
Definition doubles_inside (step : list token -> list token) : Prop :=
  forall s, length (step s) = length s /\
    forall p, (1 <= p <= length s)%nat -> (asked (seen_at s p) < p)%nat -> tok (step s) p = Some (double_at s p).

Definition Double (s : list token) : list token := map (double_at s) (seq 1 (length s)).

Open Scope R_scope.

(** Scores of one layer at the last position n. *)
Definition doubling_score (theta : R) (s : nat -> token) (n : nat) (t : token) : R :=
  sum1 (fun j => hard_weight (logits (h_pos theta) s n) n j * one_hot (combine (s n) (s j)) t) n.

Definition u26_num_decomposition_doubling_statement : Prop :=
  (forall step : list token -> list token, doubles_inside step ->
     forall (s : list token) (r h : nat) (a : letter), num_answer s h a -> (h < 2 ^ r)%nat ->
       last_tok (iterate r step s) = Some (Letter a)) /\
  (forall (s : list token) (p : nat), (1 <= p <= length s)%nat -> (asked (seen_at s p) < p)%nat ->
     unique_maximum (logits (h_pos 1) (seen_at s) p) p /\ decoded (doubling_score 1 (seen_at s) p) (double_at s p)).

Lemma Double_length : forall s, length (Double s) = length s.
Proof. intro s. unfold Double. rewrite map_length, seq_length. reflexivity. Qed.

Lemma tok_Double : forall s p, (1 <= p <= length s)%nat -> tok (Double s) p = Some (double_at s p).
Proof. intros s p P. unfold Double. apply tok_map_seq. exact P. Qed.

Lemma Double_doubles : doubles_inside Double.
Proof. intro s. split; [apply Double_length|]. intros p P _. apply tok_Double, P. Qed.

Lemma steps_length : forall step, doubles_inside step -> forall r s, length (iterate r step s) = length s.
Proof.
  intros step D r s. induction r as [|r IH]; [reflexivity|]. rewrite iterate_S, (proj1 (D _)). exact IH.
Qed.

Lemma num_path_start : forall s p h q, num_path s p h q -> (1 <= p <= length s)%nat.
Proof. intros s p h q P. destruct P as [p a T|p i h q T I P]; apply (tok_inside _ s p _ T). Qed.

Lemma doubles : forall step, doubles_inside step -> forall s r p h q a, num_path s p h q -> tok s q = Some (Letter a) ->
  ((h < 2 ^ r)%nat -> tok (iterate r step s) p = Some (Letter a)) /\
  ((2 ^ r <= h)%nat -> exists p', (1 <= p' <= p)%nat /\ num_path s p' (h - 2 ^ r) q /\
                                tok (iterate r step s) p = Some (Int (p - p'))).
Proof.
  intros step D s r. induction r as [|r IH]; intros p h q a P Q.
  - simpl. destruct P as [p b T|p i h q T I P].
    + split; [intros _; exact Q|intro L; lia].
    + split; [intro L; lia|intros _]. exists (p - i)%nat. split; [lia|].
      replace (S h - 1)%nat with h by lia. split; [exact P|]. replace (p - (p - i))%nat with i by lia. exact T.
  - pose proof (num_path_start s p h q P) as In. destruct (IH p h q a P Q) as [Short Long].
    assert (Tp : (asked (seen_at (iterate r step s) p) < p)%nat ->
      tok (iterate (S r) step s) p = Some (double_at (iterate r step s) p)).
    { rewrite iterate_S. apply (proj2 (D _)). rewrite steps_length by exact D. exact In. }
    unfold seen_at, double_at in Tp. simpl Nat.pow. destruct (Nat.lt_ge_cases h (2 ^ r)) as [L|L].
    + rewrite (Short L) in Tp. rewrite Tp by (simpl; lia). split; [reflexivity|intro; lia].
    + destruct (Long L) as (p' & P' & Path & Tok). rewrite Tok in Tp. rewrite Tp by (simpl; lia).
      destruct (Nat.ltb_spec (p - p') p); [|lia]. replace (p - (p - p'))%nat with p' by lia.
      destruct (IH p' (h - 2 ^ r)%nat q a Path Q) as [Short' Long'].
      destruct (Nat.lt_ge_cases (h - 2 ^ r) (2 ^ r)) as [L'|L'].
      * rewrite (Short' L'). split; [reflexivity|intro; lia].
      * destruct (Long' L') as (p2 & P2 & Path2 & Tok2). rewrite Tok2. split; [intro; lia|intros _].
        exists p2. split; [lia|]. split; [|unfold combine; do 2 f_equal; lia].
        replace (h - (2 ^ r + (2 ^ r + 0)))%nat with (h - 2 ^ r - 2 ^ r)%nat by lia. exact Path2.
Qed.

(** A layer at angle 1 has one largest logit, at the target. *)
Theorem u26_num_decomposition_doubling_proved : u26_num_decomposition_doubling_statement.
Proof.
  split.
  - intros step D s r h a (q & P & Q) H. unfold last_tok. rewrite (steps_length step D).
    apply (doubles step D s r _ h q a P Q), H.
  - intros s p P A.
    assert (U : unique_maximum (logits (h_pos 1) (seen_at s) p) p).
    { destruct (Nat.eq_dec p 1) as [->|N]; [|apply u26_index_unique_corrected_proved; [exact one_radian|lia]].
      exists 1%nat. split; [unfold within; lia|]. intros k K Nk. unfold within in K. lia. }
    split; [exact U|]. intros t Other. unfold doubling_score.
    rewrite !(hard_weight_only _ p _ (h_pos_only_target 1 _ p A U) (fun j => one_hot (combine (seen_at s p) (seen_at s j)) _)).
    assert (E : double_at s p = combine (seen_at s p) (seen_at s (target (seen_at s p) p))).
    { unfold double_at, seen_at in *. destruct (tok_some _ s p P) as [x T]. rewrite T in *. unfold target.
      destruct x as [b|i]; [reflexivity|]. simpl in A. rewrite (proj2 (Nat.ltb_lt i p) A).
      destruct (tok_some _ s (p - i) ltac:(lia)) as [y Y]. rewrite Y. reflexivity. }
    rewrite <- E. unfold one_hot. rewrite token_eq_refl, token_eq_neq by exact Other. lra.
Qed.

(** * False neighbours *)

(** 2^r hops in r passes: A 1 with no pass. *)
Definition u26_num_decomposition_doubling_neighbour_one_more : Prop :=
  forall step : list token -> list token, doubles_inside step ->
    forall (s : list token) (r h : nat) (a : letter), num_answer s h a -> (h <= 2 ^ r)%nat ->
      last_tok (iterate r step s) = Some (Letter a).

Theorem u26_num_decomposition_doubling_neighbour_one_more_false : ~
  u26_num_decomposition_doubling_neighbour_one_more.
Proof.
  intro H. specialize (H Double Double_doubles [Letter 0; Int 1] 0%nat 1%nat 0%nat).
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

(** An integer may point before the start: in A 2 the layer finds A. *)
Definition u26_num_decomposition_doubling_neighbour_before_start : Prop :=
  forall (s : list token) (p : nat), (1 <= p <= length s)%nat ->
    decoded (doubling_score 1 (seen_at s) p) (double_at s p).

Theorem u26_num_decomposition_doubling_neighbour_before_start_false : ~
  u26_num_decomposition_doubling_neighbour_before_start.
Proof.
  intro H. specialize (H [Letter 0; Int 2] 2%nat ltac:(simpl; lia) (Letter 0) ltac:(discriminate)).
  set (x := seen_at [Letter 0; Int 2]) in H.
  assert (U : only_maximiser (logits (h_pos 1) x 2) 2 1).
  { split; [unfold within; lia|]. intros k K Nk. unfold within in K. assert (k = 2)%nat as -> by lia.
    unfold logits. rewrite !h_pos_logit. unfold x, seen_at. simpl.
    replace ((1 + 1 - (1 + 1) - (1 + 1)) * 1) with (- (2)) by ring.
    replace ((1 + 1 - 1 - (1 + 1)) * 1) with (- (1)) by ring. rewrite !cos_neg.
    pose proof PI2_1. apply cos_decreasing_1; lra. }
  unfold doubling_score in H. rewrite !(hard_weight_only _ 2 _ U (fun j => one_hot (combine (x 2%nat) (x j)) _)) in H.
  unfold one_hot, x, seen_at in H. simpl in H. lra.
Qed.

(** A 1 1 1 with two passes; A 1 at its end. *)
Example u26_num_decomposition_doubling_instance : instance_of u26_num_decomposition_doubling_statement.
Proof.
  split.
  - exists Double. split; [exact Double_doubles|].
    exists [Letter 0; Int 1; Int 1; Int 1], 2%nat, 3%nat, 0%nat. split; [|split; [simpl; lia|exact I]].
    exists 1%nat. split; [|reflexivity]. repeat (eapply num_hop; [reflexivity|simpl; lia|simpl]).
    now apply num_here with 0%nat.
  - exists [Letter 0; Int 1], 2%nat. split; [simpl; lia|]. split; [simpl; lia|split; exact I].
Qed.
