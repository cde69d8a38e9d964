(** u26.retrieval-max.residual (U26, p. 24): T_Retrieval with its rotation and a residual stream.

    "Note that the construction could also be done with a non-zero residual stream".  With F = x + a, W_V = alpha
    times the identity and alpha > 1, hard attention decodes Retrieval at the last position of every proper input
    of length n <= n0, for every 0 < theta < omega/(2 n0), ahead by at least alpha - 1.  The logits, and with them
    every gap between them, are those of the construction without: F and W_V are not in them.

    Idea: all weight sits on one match (u26.retrieval-max).  It scores alpha, and the query 1 more.
    Encoding: as in u26_retrieval_max.v and u26_rem32.v. *)

From Coq Require Import Reals Lra Lia PeanoNat List.
From RopeTheory Require Import Rope Trig Sums Heads Circle Decoding u26_retrieval_max u26_rem32 Instances.
Open Scope R_scope.

(** F = x + a with W_V = alpha I, under hard attention. *)
Definition residual_score (alpha : R) (m : nat) (theta : R) (s : nat -> pair) (n : nat) (t : pair) : R :=
  pair_hot (s n) t + sum1 (fun j => hard_weight (logits (h_retrieval m theta) s n) n j * (alpha * pair_hot (s j)
    t)) n.

Definition u26_retrieval_max_residual_statement : Prop :=
  forall (m : nat) (theta alpha : R) (n0 n : nat) (s : nat -> pair) (t : pair),
    (1 <= m)%nat -> (1 <= n <= n0)%nat -> 0 < theta < spacing m / (2 * INR n0) -> 1 < alpha ->
    over_alphabet m s n -> proper s n -> retrieval_answer s n t ->
    decoded (residual_score alpha m theta s n) t /\
    forall u, u <> t -> residual_score alpha m theta s n u + (alpha - 1) <= residual_score alpha m theta s n t.

(** The only maximiser holds what Retrieval answers. *)
Lemma answer_on_top : forall m theta n0 n s t, (1 <= m)%nat -> (1 <= n <= n0)%nat ->
  0 < theta < spacing m / (2 * INR n0) -> over_alphabet m s n -> proper s n -> retrieval_answer s n t ->
  exists j, only_maximiser (logits (h_retrieval m theta) s n) n j /\ s j = t.
Proof.
  intros m theta n0 n s t M N T Over Proper Answer.
  destruct (u26_retrieval_max_proved m theta n0 n s M N T Over) as [_ Max].
  unfold retrieval_answer in Answer. destruct (s n) as [x y|x i] eqn:E.
  - destruct Answer as (k & K & L & Sk).
    destruct Max as (j & Only & Match & _); [exists k; split; [exact K|unfold is_match; rewrite E; exact L]|].
    exists j. split; [exact Only|]. destruct (Proper n x y ltac:(unfold within; lia) E) as [_ Same].
    rewrite <- Sk. apply Same; [apply Only|exact K| |exact L]. unfold is_match in Match. rewrite E in Match.
    exact Match.
  - destruct Max as (j & Only & _ & Last); [exists n; split; [unfold within; lia|unfold is_match; rewrite E;
    reflexivity]|].
    assert (j = n).
    { pose proof (Last n ltac:(unfold within; lia) ltac:(unfold is_match; rewrite E; reflexivity)).
      pose proof (proj1 Only) as W. unfold within in W. lia. }
    subst j. exists n. split; [exact Only|congruence].
Qed.

Lemma pair_hot_range : forall t u, 0 <= pair_hot t u <= 1.
Proof. intros t u. unfold pair_hot. destruct (pair_eqb t u); lra. Qed.

Lemma pair_hot_own : forall t, pair_hot t t = 1.
Proof. intro t. unfold pair_hot. rewrite (proj2 (pair_eqb_eq t t) eq_refl). reflexivity. Qed.

Lemma pair_hot_other : forall t u, u <> t -> pair_hot t u = 0.
Proof. intros t u D. unfold pair_hot. destruct (pair_eqb t u) eqn:E; [apply pair_eqb_eq in E;
  congruence|reflexivity]. Qed.

Lemma on_top_score : forall alpha m theta s n j u, only_maximiser (logits (h_retrieval m theta) s n) n j ->
  residual_score alpha m theta s n u = pair_hot (s n) u + alpha * pair_hot (s j) u.
Proof.
  intros alpha m theta s n j u Only. unfold residual_score. f_equal.
  apply (hard_weight_only _ n j Only (fun j => alpha * pair_hot (s j) u)).
Qed.

Theorem u26_retrieval_max_residual_proved : u26_retrieval_max_residual_statement.
Proof.
  intros m theta alpha n0 n s t M N T A Over Proper Answer.
  destruct (answer_on_top m theta n0 n s t M N T Over Proper Answer) as (j & Only & Sj).
  assert (Lead : forall u, u <> t -> residual_score alpha m theta s n u + (alpha - 1) <= residual_score alpha m
    theta s n t).
  { intros u D. rewrite !(on_top_score alpha m theta s n j _ Only), Sj, pair_hot_own, (pair_hot_other t u D).
    pose proof (pair_hot_range (s n) u). pose proof (pair_hot_range (s n) t). lra. }
  split; [|exact Lead]. intros u D. specialize (Lead u D). lra.
Qed.

(** * False neighbour: W_V the identity, as printed for F = a *)
Definition u26_retrieval_max_residual_neighbour_identity : Prop :=
  forall (m : nat) (theta : R) (n0 n : nat) (s : nat -> pair) (t : pair),
    (1 <= m)%nat -> (1 <= n <= n0)%nat -> 0 < theta < spacing m / (2 * INR n0) ->
    over_alphabet m s n -> proper s n -> retrieval_answer s n t -> decoded (residual_score 1 m theta s n) t.

(** A1 BA. *)
Definition a1_ba (j : nat) : pair := if (j =? 1)%nat then LetterInt 0 1 else LetterPair 1 0.

Theorem u26_retrieval_max_residual_neighbour_identity_false : ~ u26_retrieval_max_residual_neighbour_identity.
Proof.
  intro H. pose proof (spacing_pos 2 ltac:(lia)) as W. set (theta := spacing 2 / 8).
  assert (T : 0 < theta < spacing 2 / (2 * INR 2)).
  { unfold theta. simpl INR. replace (2 * (1 + 1)) with 4 by ring. lra. }
  assert (Two : forall j, within 2 j -> j = 1%nat \/ j = 2%nat) by (unfold within; lia).
  assert (Over : over_alphabet 2 a1_ba 2).
  { intros j J. destruct (Two j J) as [->| ->]; simpl; lia. }
  assert (Proper : proper a1_ba 2).
  { intros j x y J E. destruct (Two j J) as [->| ->]; [discriminate|]. injection E as <- <-. split.
    - exists 1%nat. split; [unfold within; lia|reflexivity].
    - intros k k' K K' L L'. destruct (Two k K) as [->| ->]; [|discriminate].
      destruct (Two k' K') as [->| ->]; [reflexivity|discriminate]. }
  assert (Answer : retrieval_answer a1_ba 2 (LetterInt 0 1)).
  { exists 1%nat. split; [unfold within; lia|split; reflexivity]. }
  destruct (answer_on_top 2 theta 2 2 a1_ba _ ltac:(lia) ltac:(lia) T Over Proper Answer) as (j & Only & Sj).
  specialize (H 2%nat theta 2%nat 2%nat a1_ba (LetterInt 0 1) ltac:(lia) ltac:(lia) T Over Proper Answer
    (LetterPair 1 0) ltac:(discriminate)).
  rewrite !(on_top_score 1 2 theta a1_ba 2 j _ Only), Sj in H. unfold pair_hot, a1_ba in H. simpl in H. lra.
Qed.

(** B1 A1 AB. *)
Example u26_retrieval_max_residual_instance : instance_of u26_retrieval_max_residual_statement.
Proof.
  exists 2%nat, (spacing 2 / 12), 2, 3%nat, 3%nat, (one_match 3 1), (LetterInt 1 1).
  split; [lia|]. split; [lia|]. split; [exact retrieval_max_example|]. split; [lra|].
  split; [apply one_match_over; lia|]. split; [apply one_match_proper; lia|].
  split; [exists 1%nat; repeat split; lia|]. split; [exact I|].
  exists (LetterInt 0 1). split; [discriminate|exact I].
Qed.
