(** u26.index-decode: once its largest logit is unique, T_Index decodes Index by hard attention, ahead by
    at least 1.

    Statement (U26, Appendix F.2.1). With residual F = x + a and W_V diagonal (2 on letters, 0 elsewhere),
    hard attention decodes right with a gap of at least 1 in all three cases: a letter (3 against 0), an
    integer that points at a letter (2 against 1), an integer that points at an integer (1 against 0). The
    input is longer than its integers, and the maximum is unique.

    Idea: all weight sits on the target, so the scores are the residual's 1 for the query plus the
    target's value.
    Encoding: the score of an output token is 1 if it is the query, plus the attention-weighted values;
    the answer leads every other token whatsoever, also those that do not occur. *)

From Coq Require Import Reals Lra Lia PeanoNat List.
From RopeTheory Require Import Rope Trig Heads Tasks u26_index_logits Instances.
Open Scope R_scope.

Definition token_eq (x y : token) : bool :=
  match x, y with
  | Letter a, Letter b => Nat.eqb a b
  | Int i, Int j => Nat.eqb i j
  | _, _ => false
  end.

(** Index at the last position of an input longer than its integers: an integer i that points at a letter
    gives that letter; every other token stays. *)
Definition index_answer (s : nat -> token) (n : nat) : token :=
  match s n with
  | Letter a => Letter a
  | Int i => match s (n - i)%nat with Letter a => Letter a | Int _ => Int i end
  end.

(** It is the function Index of Tasks.v there. *)
Lemma index_answer_is_Index : forall out s n, (1 <= n)%nat -> (asked (s n) < n)%nat ->
  index_answer s n = index_at out (map s (seq 1 n)) n.
Proof.
  intros out s n N A. unfold index_answer, index_at. rewrite tok_map_seq by lia.
  destruct (s n) as [a|i]; [reflexivity|]. simpl in A. rewrite (proj2 (Nat.ltb_lt i n) A).
  destruct i as [|i]; [rewrite Nat.sub_0_r|]; rewrite tok_map_seq by lia; reflexivity.
Qed.

(** The one-hot entry of x at the output token t. *)
Definition one_hot (x t : token) : R := if token_eq x t then 1 else 0.

(** W_V: 2 on letters, 0 elsewhere. *)
Definition index_value (x t : token) : R := match x with Letter _ => 2 * one_hot x t | Int _ => 0 end.

(** F = x + a with hard attention. *)
Definition index_score (theta : R) (s : nat -> token) (n : nat) (t : token) : R :=
  one_hot (s n) t + sum1 (fun j => hard_weight (logits (h_pos theta) s n) n j * index_value (s j) t) n.

Definition u26_index_decode_statement : Prop :=
  forall (theta : R) (s : nat -> token) (n : nat),
    (1 <= n)%nat ->
    (forall j, within n j -> (asked (s j) < n)%nat) ->
    unique_maximum (logits (h_pos theta) s n) n ->
    forall t, t <> index_answer s n ->
      index_score theta s n t + 1 <= index_score theta s n (index_answer s n).

Lemma token_eq_refl : forall x, token_eq x x = true.
Proof. intros [a|i]; simpl; apply Nat.eqb_refl. Qed.

Lemma token_eq_neq : forall x y, y <> x -> token_eq x y = false.
Proof.
  intros [a|i] [b|j] H; simpl; try reflexivity; apply Nat.eqb_neq; intro E; apply H; rewrite E; reflexivity.
Qed.

Lemma one_hot_range : forall x t, 0 <= one_hot x t <= 1.
Proof. intros. unfold one_hot. destruct (token_eq x t); lra. Qed.

(** A unique maximum is at the target. *)
Lemma h_pos_only_target : forall theta s n,
  (asked (s n) < n)%nat -> unique_maximum (logits (h_pos theta) s n) n ->
  only_maximiser (logits (h_pos theta) s n) n (target (s n) n).
Proof.
  intros theta s n H [j Hj].
  replace (target (s n) n) with j; [exact Hj|].
  symmetry. apply (only_maximiser_unique _ _ _ _ Hj). split.
  - rewrite target_asked. unfold within. lia.
  - intros k _. rewrite (h_pos_target theta s n H). apply h_pos_at_most_1.
Qed.

Lemma index_score_target : forall theta s n t,
  (asked (s n) < n)%nat -> unique_maximum (logits (h_pos theta) s n) n ->
  index_score theta s n t = one_hot (s n) t + index_value (s (target (s n) n)) t.
Proof.
  intros. unfold index_score. f_equal.
  apply (hard_weight_only _ _ _ (h_pos_only_target theta s n H H0) (fun j => index_value (s j) t)).
Qed.

Theorem u26_index_decode_proved : u26_index_decode_statement.
Proof.
  intros theta s n Hn Hlong Hunique t Ht.
  assert (Hasked : (asked (s n) < n)%nat) by (apply Hlong; unfold within; lia).
  rewrite !(index_score_target theta s n) by assumption.
  assert (Off : one_hot (index_answer s n) t = 0) by (unfold one_hot; rewrite token_eq_neq by exact Ht;
    reflexivity).
  assert (On : one_hot (index_answer s n) (index_answer s n) = 1)
    by (unfold one_hot; rewrite token_eq_refl; reflexivity).
  unfold index_answer, target in *. destruct (s n) as [a|i] eqn:Q.
  - rewrite Q. simpl index_value. rewrite On, Off. lra.
  - simpl in Hasked. destruct (s (n - i)%nat) as [b|k] eqn:Q'; simpl index_value; rewrite On, Off.
    + pose proof (one_hot_range (Int i) t). pose proof (one_hot_range (Int i) (Letter b)). lra.
    + lra.
Qed.

(** The hypotheses can be met: A, B, 1 at angle 1. *)
Definition a_b_1 (j : nat) : token := match j with 1%nat => Letter 0 | 2%nat => Letter 1 | _ => Int 1 end.

Lemma a_b_1_unique : only_maximiser (logits (h_pos 1) a_b_1 3) 3 2.
Proof.
  split; [unfold within; lia|]. intros k Hk E. unfold logits. rewrite !h_pos_logit.
  assert (Hpi := PI2_1). unfold within in Hk.
  assert (k = 1%nat \/ k = 3%nat) as [->| ->] by lia; simpl.
  - replace ((1 + 1 + 1 - 1 - 1) * 1) with 1 by ring.
    replace ((1 + 1 + 1 - (1 + 1) - 1) * 1) with 0 by ring. rewrite cos_0. apply cos_one_lt_1.
  - replace ((1 + 1 + 1 - (1 + 1 + 1) - 1) * 1) with (- (1)) by ring.
    replace ((1 + 1 + 1 - (1 + 1) - 1) * 1) with 0 by ring. rewrite cos_0, cos_neg. apply cos_one_lt_1.
Qed.

(** False neighbour: a gap of more than 1, by any fixed amount. *)
Definition u26_index_decode_neighbour_more : Prop :=
  exists more, 1 < more /\
  forall (theta : R) (s : nat -> token) (n : nat),
    (1 <= n)%nat -> (forall j, within n j -> (asked (s j) < n)%nat) ->
    unique_maximum (logits (h_pos theta) s n) n ->
    forall t, t <> index_answer s n ->
      index_score theta s n t + more <= index_score theta s n (index_answer s n).

Theorem u26_index_decode_neighbour_more_false : ~ u26_index_decode_neighbour_more.
Proof.
  intros [more [Hmore H]].
  specialize (H 1 a_b_1 3%nat ltac:(lia)).
  assert (Hlong : forall j, within 3 j -> (asked (a_b_1 j) < 3)%nat).
  { intros j Hj. unfold within in Hj. assert (j = 1 \/ j = 2 \/ j = 3)%nat as [->|[->| ->]] by lia; simpl;
      lia. }
  assert (U : unique_maximum (logits (h_pos 1) a_b_1 3) 3) by (exists 2%nat; apply a_b_1_unique).
  specialize (H Hlong U (Int 1) ltac:(discriminate)).
  rewrite !(index_score_target 1 a_b_1 3 _ (Hlong 3%nat ltac:(unfold within; lia)) U) in H.
  simpl in H. unfold one_hot in H. simpl in H. lra.
Qed.

(** False neighbour: with W_V = 1 on letters the answer still leads. *)
Definition u26_index_decode_neighbour_value : Prop :=
  forall (theta : R) (s : nat -> token) (n : nat),
    (1 <= n)%nat -> (forall j, within n j -> (asked (s j) < n)%nat) ->
    unique_maximum (logits (h_pos theta) s n) n ->
    forall t, t <> index_answer s n ->
      let score t := one_hot (s n) t + sum1 (fun j => hard_weight (logits (h_pos theta) s n) n j *
                       match s j with Letter _ => one_hot (s j) t | Int _ => 0 end) n in
      score t < score (index_answer s n).

Theorem u26_index_decode_neighbour_value_false : ~ u26_index_decode_neighbour_value.
Proof.
  intro H. specialize (H 1 a_b_1 3%nat ltac:(lia)).
  assert (Hlong : forall j, within 3 j -> (asked (a_b_1 j) < 3)%nat).
  { intros j Hj. unfold within in Hj. assert (j = 1 \/ j = 2 \/ j = 3)%nat as [->|[->| ->]] by lia; simpl;
      lia. }
  assert (U : unique_maximum (logits (h_pos 1) a_b_1 3) 3) by (exists 2%nat; apply a_b_1_unique).
  specialize (H Hlong U (Int 1) ltac:(discriminate)). cbv beta zeta in H.
  pose proof (hard_weight_only _ _ _ a_b_1_unique) as W.
  rewrite (W (fun j => match a_b_1 j with Letter _ => one_hot (a_b_1 j) (Int 1) | Int _ => 0 end)) in H.
  rewrite (W (fun j => match a_b_1 j with
                       | Letter _ => one_hot (a_b_1 j) (index_answer a_b_1 3) | Int _ => 0 end)) in H.
  simpl in H. unfold one_hot in H. simpl in H. lra.
Qed.

Example u26_index_decode_instance : instance_of u26_index_decode_statement.
Proof.
  exists 1, a_b_1, 3%nat. split; [lia|]. split.
  - intros [|[|[|j]]] _; simpl; lia.
  - split; [exists 2%nat; exact a_b_1_unique|]. exists (Int 1). split; [discriminate|exact I].
Qed.
