(** u26.rem32 and its readings: without rotation Retrieval's gap does not shrink with the length, but
    tokens with one left letter tie.

    Statement (U26, Remark 3.2): with theta = 0 (NoPE), Delta_Retrieval(n) stays away from zero for all n.
    Delta is the maximum over the inputs of length n; it is at least 1 - cos omega > 0 for every n, for
    all three kinds of others; |ALPH| >= 2 is added.
    .every-input: on every proper input the largest logit is 1 and every logit that is not largest is at
    most cos omega, so the gaps to other left letters and to positions that are not maximisers are at
    least 1 - cos omega wherever there are such others; attained at every n >= 2.
    .minimum-any-other: the smallest gap to any other position stays away from zero. REFUTED: copies tie.
    .computes: T_Retrieval with theta = 0 still computes Retrieval on every proper input. REFUTED: A2 A1.
    .computes.corrected: on a proper input it outputs Retrieval at the last position if and only if that
    token is a letter pair, or occurs more often than every other token with its left letter; so it is
    right at all positions of every proper input in which tokens with one left letter are equal.

    Idea: a logit is cos(k omega), k the number of steps on the circle from the letter asked for: 1 for a
    match and at most cos omega otherwise. Hard attention outputs the most frequent token among the
    matches. *)

From Coq Require Import Reals Lra Lia PeanoNat ZArith List.
From RopeTheory Require Import Rope Trig Heads Circle IndexGap u26_retrieval_max u26_retrieval_bound Instances.
From RopeTheory Require Tasks.
Open Scope R_scope.

Definition still (m : nat) (s : nat -> pair) (n : nat) : nat -> R := logits (h_retrieval m 0) s n.

Definition u26_rem32_statement : Prop :=
  forall m : nat, (2 <= m)%nat ->
    0 < 1 - cos (spacing m) /\
    forall n, (2 <= n)%nat -> exists s, over_alphabet m s n /\ proper s n /\
      (exists g, gap_other_letter (still m s n) s n g /\ 1 - cos (spacing m) <= g) /\
      (exists g, gap_any (still m s n) n g /\ 1 - cos (spacing m) <= g) /\
      (exists g, gap_not_maximal (still m s n) n g /\ 1 - cos (spacing m) <= g).

Definition u26_rem32_every_input_statement : Prop :=
  forall m n : nat, (2 <= m)%nat -> (2 <= n)%nat ->
    (forall s, over_alphabet m s n -> proper s n ->
       is_largest (still m s n) (within n) 1 /\
       (forall k, within n k -> still m s n k = 1 \/ still m s n k <= cos (spacing m)) /\
       (forall g, gap_other_letter (still m s n) s n g -> 1 - cos (spacing m) <= g) /\
       (forall g, gap_to (fun k => ~ maximiser (still m s n) n k) (still m s n) n g -> 1 - cos (spacing m) <=
         g)) /\
    (exists s, over_alphabet m s n /\ proper s n /\
       gap_other_letter (still m s n) s n (1 - cos (spacing m)) /\
       gap_not_maximal (still m s n) n (1 - cos (spacing m))).

Definition u26_rem32_minimum_any_other_statement : Prop :=
  forall m : nat, (2 <= m)%nat -> exists c, 0 < c /\
    forall n s g, (2 <= n)%nat -> over_alphabet m s n -> proper s n -> gap_any (still m s n) n g -> c <= g.

(** * The logits *)

Lemma still_match : forall m s n k, within n k -> is_match s n k -> still m s n k = 1.
Proof. intros m s n k Hk Mk. unfold still. rewrite match_logit by assumption. rewrite Rmult_0_r.
  apply cos_0. Qed.

Lemma still_rival : forall m s n k, over_alphabet m s n -> within n k -> ~ is_match s n k ->
  still m s n k <= cos (spacing m).
Proof.
  intros m s n k Hs Hk Nk. unfold still, logits. rewrite h_retrieval_logit, Rmult_0_r.
  assert (Hn : within n n) by (unfold within in *; lia).
  destruct (circle_rival m (sought (s n)) (left_of (s k))) as [y [Hy ->]].
  - apply (Hs n Hn).
  - apply (Hs k Hk).
  - unfold is_match in Nk. lia.
  - rewrite Rplus_0_r. apply cos_far_weakly; try lra. apply Rlt_le, spacing_pos. destruct (Hs n Hn). lia.
Qed.

Lemma floor_positive : forall m, (2 <= m)%nat -> cos (spacing m) < 1.
Proof.
  intros m Hm. pose proof (spacing_pos m ltac:(lia)). pose proof (spacing_le_pi m Hm). pose proof PI_RGT_0.
  apply cos_lt_1; lra.
Qed.

Lemma still_maximiser : forall m s n p j, (2 <= m)%nat -> over_alphabet m s n -> within n p -> is_match s n p
  ->
  (maximiser (still m s n) n j <-> within n j /\ is_match s n j).
Proof.
  intros m s n p j Hm Hs Hp Mp. split.
  - intros [Hj Mj]. split; [exact Hj|]. destruct (match_dec s n j) as [Y|N]; [exact Y|exfalso].
    specialize (Mj p Hp). rewrite (still_match m s n p Hp Mp) in Mj.
    pose proof (still_rival m s n j Hs Hj N). pose proof (floor_positive m Hm). lra.
  - intros [Hj Y]. split; [exact Hj|]. intros k _. rewrite (still_match m s n j Hj Y).
    unfold still, logits. rewrite h_retrieval_logit. apply cos_le_1.
Qed.

(** * The witness: letter 0 everywhere, and the query (1, an integer) *)

Definition lone_query (n j : nat) : pair := if Nat.eqb j n then LetterInt 1 1 else LetterInt 0 1.

Lemma lone_query_proper : forall n, proper (lone_query n) n.
Proof. intros n j x y _ E. exfalso. unfold lone_query in E. destruct (Nat.eqb j n); discriminate. Qed.

Lemma lone_query_over : forall m n, (2 <= m)%nat -> over_alphabet m (lone_query n) n.
Proof. intros m n Hm j _. unfold lone_query. destruct (Nat.eqb j n); simpl; lia. Qed.

Lemma lone_query_match : forall n k, is_match (lone_query n) n k <-> k = n.
Proof.
  intros n k. unfold is_match, lone_query. rewrite Nat.eqb_refl.
  destruct (Nat.eqb_spec k n); simpl; split; intro; congruence || lia.
Qed.

Lemma lone_query_rival : forall m n k, within n k -> k <> n -> still m (lone_query n) n k = cos (spacing m).
Proof.
  intros m n k Hk D. unfold still, logits. rewrite h_retrieval_logit, Rmult_0_r. unfold lone_query.
  rewrite Nat.eqb_refl. destruct (Nat.eqb_spec k n); [contradiction|]. simpl. rewrite <- cos_neg. f_equal.
    ring.
Qed.

Lemma lone_query_gaps : forall m n, (2 <= m)%nat -> (2 <= n)%nat ->
  gap_other_letter (still m (lone_query n) n) (lone_query n) n (1 - cos (spacing m)) /\
  gap_any (still m (lone_query n) n) n (1 - cos (spacing m)) /\
  gap_not_maximal (still m (lone_query n) n) n (1 - cos (spacing m)).
Proof.
  intros m n Hm Hn. set (s := lone_query n). set (l := still m s n).
  assert (Wn : within n n) by (unfold within; lia). assert (W1 : within n 1) by (unfold within; lia).
  assert (Mn : is_match s n n) by (apply lone_query_match; reflexivity).
  assert (Max : forall j, maximiser l n j <-> j = n).
  { intro j. unfold l. rewrite (still_maximiser m s n n j Hm (lone_query_over m n Hm) Wn Mn).
    unfold s. rewrite lone_query_match. split; [tauto|intros ->; auto]. }
  assert (Ln : l n = 1) by (apply still_match; assumption).
  assert (Best : is_largest l (within n) 1) by (rewrite <- Ln; apply maximiser_is_largest, Max; reflexivity).
  assert (Rest : forall P : nat -> Prop, (forall k, within n k -> (P k <-> k <> n)) ->
                 is_largest l (fun k => within n k /\ P k) (cos (spacing m))).
  { intros P HP. split.
    - exists 1%nat. split; [split; [exact W1|apply HP; [exact W1|lia]]|].
      apply lone_query_rival; [exact W1|lia].
    - intros k [Hk Pk]. apply HP in Pk; [|exact Hk]. unfold l, s. rewrite lone_query_rival by assumption.
        lra. }
  split; [|split].
  - exists n. split; [apply Max; reflexivity|]. split; [intros k Hk Q; apply Max in Q; lia|].
    exists 1, (cos (spacing m)). split; [exact Best|]. split; [|reflexivity]. apply Rest.
    intros k _. unfold s, lone_query. rewrite Nat.eqb_refl.
    destruct (Nat.eqb_spec k n); simpl; split; intro; congruence || lia.
  - exists n. split; [apply Max; reflexivity|]. exists 1, (cos (spacing m)). split; [exact Best|].
    split; [|reflexivity]. apply Rest. tauto.
  - left. exists 1, (cos (spacing m)). split; [exact Best|]. split; [|reflexivity]. apply Rest.
    intros k _. rewrite Max. tauto.
Qed.

Theorem u26_rem32_proved : u26_rem32_statement.
Proof.
  intros m Hm. split; [pose proof (floor_positive m Hm); lra|]. intros n Hn. exists (lone_query n).
  split; [apply lone_query_over, Hm|]. split; [apply lone_query_proper|].
  destruct (lone_query_gaps m n Hm Hn) as [A [B C]].
  split; [|split]; exists (1 - cos (spacing m)); split; assumption || lra.
Qed.

Theorem u26_rem32_every_input_proved : u26_rem32_every_input_statement.
Proof.
  intros m n Hm Hn. split.
  - intros s Hs Hp. destruct (proper_match s n ltac:(lia) Hp) as [p [Wp Mp]].
    pose proof (still_maximiser m s n p) as Max.
    assert (Lp : still m s n p = 1) by (apply still_match; assumption).
    assert (Best : is_largest (still m s n) (within n) 1).
    { rewrite <- Lp. apply maximiser_is_largest, Max; auto. }
    split; [exact Best|]. split; [|split].
    + intros k Hk. destruct (match_dec s n k) as [Y|N]; [left|right].
      * apply still_match; assumption.
      * apply still_rival; assumption.
    + intros g [j [Mj [_ [best [other [B [[[k [[Hk D] Ek]] _] ->]]]]]]].
      apply Max in Mj as [_ Mj]; try assumption. rewrite (is_largest_unique _ _ _ _ B Best), <- Ek.
      assert (N : ~ is_match s n k) by (unfold is_match in *; congruence).
      pose proof (still_rival m s n k Hs Hk N). lra.
    + intros g [best [other [B [[[k [[Hk D] Ek]] _] ->]]]]. rewrite (is_largest_unique _ _ _ _ B Best), <- Ek.
      assert (N : ~ is_match s n k) by (intro Y; apply D, Max; auto).
      pose proof (still_rival m s n k Hs Hk N). lra.
  - exists (lone_query n). split; [apply lone_query_over, Hm|]. split; [apply lone_query_proper|].
    destruct (lone_query_gaps m n Hm Hn) as [A [_ C]]. split; assumption.
Qed.

(** Copies of one token tie. *)
Lemma copies_tie : forall m, gap_any (still m (fun _ => LetterInt 0 1) 2) 2 0.
Proof.
  intro m. set (s := fun _ : nat => LetterInt 0 1).
  assert (L : forall k, within 2 k -> still m s 2 k = 1) by (intros k Hk; apply still_match;
    [exact Hk|reflexivity]).
  assert (W1 : within 2 1) by (unfold within; lia). assert (W2 : within 2 2) by (unfold within; lia).
  replace 0 with (still m s 2 2%nat - still m s 2 1%nat) by (rewrite !L by assumption; ring).
  apply gap_any_from.
  - split; [exact W2|]. intros k Hk. rewrite !L by assumption. lra.
  - split; [exists 1%nat; split; [split; [exact W1|lia]|reflexivity]|].
    intros k [Hk _]. rewrite !L by assumption. lra.
Qed.

Theorem u26_rem32_minimum_any_other_refuted : ~ u26_rem32_minimum_any_other_statement.
Proof.
  intro H. destruct (H 2%nat (le_n 2)) as [c [Hc All]].
  specialize (All 2%nat (fun _ => LetterInt 0 1) 0 (le_n 2)). apply Rlt_not_le in Hc. apply Hc, All.
  - intros j _. simpl. lia.
  - intros j x y _ E. discriminate E.
  - apply copies_tie.
Qed.

(** * What it computes *)

Definition pair_eqb (t u : pair) : bool :=
  match t, u with
  | LetterPair a b, LetterPair c d => (Nat.eqb a c && Nat.eqb b d)%bool
  | LetterInt a b, LetterInt c d => (Nat.eqb a c && Nat.eqb b d)%bool
  | _, _ => false
  end.

Definition pair_hot (t u : pair) : R := if pair_eqb t u then 1 else 0.

(** T_Retrieval without rotation: W_V = identity, F = a, average hard attention. *)
Definition still_score (m : nat) (s : nat -> pair) (n : nat) (t : pair) : R :=
  sum1 (fun j => hard_weight (still m s n) n j * pair_hot (s j) t) n.

(** Token t leads every other token. *)
Definition decodes (score : pair -> R) (t : pair) : Prop := forall u, u <> t -> score u < score t.

(** t is what Retrieval answers at position n: the token with the left letter asked for, or the token
    itself. *)
Definition retrieval_answer (s : nat -> pair) (n : nat) (t : pair) : Prop :=
  match s n with
  | LetterPair x y => exists k, within n k /\ left_of (s k) = y /\ s k = t
  | LetterInt x i => t = s n
  end.

(** It is the function Retrieval of Tasks.v there. *)
Lemma retrieval_answer_is_Retrieval : forall s n t, (1 <= n)%nat -> proper s n ->
  (retrieval_answer s n t <-> Tasks.retrieval_at (map s (seq 1 n)) n = t).
Proof.
  intros s n t N P. pose proof (Tasks.tok_map_seq _ s n n ltac:(lia)) as T. unfold retrieval_answer.
  destruct (s n) as [x y|x i] eqn:E.
  - destruct (proj2 (proper_list s n) P n x y T) as (u & L & W & U).
    rewrite (Tasks.retrieval_at_match _ n x y u T W L U). split.
    + intros (k & K & M & <-). symmetry. apply (U k); [apply K|apply Tasks.tok_map_seq, K|exact M].
    + intros <-. destruct W as (k & K & W). pose proof (Tasks.tok_inside _ _ _ _ W) as R.
      rewrite map_length, seq_length in R. rewrite Tasks.tok_map_seq in W by lia. injection W as <-.
      exists k. split; [exact R|]. split; [exact L|reflexivity].
  - unfold Tasks.retrieval_at. rewrite T. split; congruence.
Qed.

(** How often t occurs at positions 1..n. *)
Definition copies (s : nat -> pair) (n : nat) (t : pair) : R := sum1 (fun j => pair_hot (s j) t) n.

Definition u26_rem32_computes_statement : Prop :=
  forall (m n : nat) (s : nat -> pair) (t : pair), (1 <= n)%nat -> over_alphabet m s n -> proper s n ->
    retrieval_answer s n t -> decodes (still_score m s n) t.

Definition u26_rem32_computes_corrected_statement : Prop :=
  forall (m n : nat) (s : nat -> pair), (1 <= n)%nat -> over_alphabet m s n -> proper s n ->
    (forall t, retrieval_answer s n t ->
       (decodes (still_score m s n) t <->
        (exists x y, s n = LetterPair x y) \/
        forall u, left_of u = left_of (s n) -> u <> s n -> copies s n u < copies s n (s n))) /\
    ((forall j k, within n j -> within n k -> left_of (s j) = left_of (s k) -> s j = s k) ->
     forall k t, within n k -> retrieval_answer s k t -> decodes (still_score m s k) t).

Lemma pair_eqb_eq : forall t u, pair_eqb t u = true <-> t = u.
Proof.
  intros [a b|a b] [c d|c d]; simpl; split; intro H; try discriminate.
  - apply andb_prop in H as [H1 H2]. apply Nat.eqb_eq in H1. apply Nat.eqb_eq in H2. congruence.
  - injection H as -> ->. rewrite !Nat.eqb_refl. reflexivity.
  - apply andb_prop in H as [H1 H2]. apply Nat.eqb_eq in H1. apply Nat.eqb_eq in H2. congruence.
  - injection H as -> ->. rewrite !Nat.eqb_refl. reflexivity.
Qed.

Lemma pair_hot_same : forall t, pair_hot t t = 1.
Proof. intro t. unfold pair_hot. rewrite (proj2 (pair_eqb_eq t t) eq_refl). reflexivity. Qed.

Lemma pair_hot_other : forall t u, t <> u -> pair_hot t u = 0.
Proof. intros t u H. unfold pair_hot. destruct (pair_eqb t u) eqn:E; [apply pair_eqb_eq in E;
  contradiction|reflexivity]. Qed.

Lemma pair_hot_nonneg : forall t u, 0 <= pair_hot t u.
Proof. intros. unfold pair_hot. destruct (pair_eqb t u); lra. Qed.

Lemma sum_zero : forall f n, (forall k, (k < n)%nat -> f k = 0) -> sum f n = 0.
Proof. intros f n H. rewrite (sum_ext f (fun _ => 0) n H), sum_const. ring. Qed.

(** A sum of non-negative terms is at least each of them. *)
Lemma sum1_ge_term : forall f n j, (forall k, 0 <= f k) -> within n j -> f j <= sum1 f n.
Proof.
  intros f n j Hf Hj. unfold sum1, within in *. induction n as [|n IH]; [lia|]. simpl.
  assert (0 <= sum (fun k => f (S k)) n).
  { rewrite <- (sum_zero (fun _ => 0) n) by reflexivity. apply sum_le. intros. apply Hf. }
  destruct (Nat.eq_dec j (S n)) as [->|D]; [lra|]. specialize (IH ltac:(lia)). specialize (Hf (S n)). lra.
Qed.

(** The number of matches. *)
Definition matches (s : nat -> pair) (n : nat) : R :=
  sum1 (fun j => if Nat.eqb (left_of (s j)) (sought (s n)) then 1 else 0) n.

Lemma still_top : forall m s n k, over_alphabet m s n -> (exists p, within n p /\ is_match s n p) -> within n
  k ->
  top (still m s n) n k = Nat.eqb (left_of (s k)) (sought (s n)).
Proof.
  intros m s n k Hs [p [Wp Mp]] Hk.
  assert (Hn : within n n) by (unfold within in *; lia). destruct (Hs n Hn) as [Hm _].
  assert (Iff : top (still m s n) n k = true <-> is_match s n k).
  { rewrite top_spec. split.
    - intro H. specialize (H p Wp). rewrite (still_match m s n p Wp Mp) in H.
      destruct (match_dec s n k) as [Y|N]; [exact Y|exfalso].
      pose proof (still_rival m s n k Hs Hk N).
      assert (2 <= m)%nat.
      { destruct (Hs k Hk), (Hs n Hn). unfold is_match in N. lia. }
      pose proof (floor_positive m ltac:(assumption)). lra.
    - intros Y i _. rewrite (still_match m s n k Hk Y). unfold still, logits. rewrite h_retrieval_logit.
        apply cos_le_1. }
  destruct (Nat.eqb_spec (left_of (s k)) (sought (s n))) as [E|E].
  - apply Iff, E.
  - destruct (top (still m s n) n k); [|reflexivity]. exfalso. apply E, Iff. reflexivity.
Qed.

Lemma matches_positive : forall s n p, within n p -> is_match s n p -> 1 <= matches s n.
Proof.
  intros s n p Wp Mp. unfold matches.
  pose proof (sum1_ge_term (fun j => if Nat.eqb (left_of (s j)) (sought (s n)) then 1 else 0) n p) as H.
  simpl in H. rewrite Mp, Nat.eqb_refl in H. apply H; [|exact Wp].
  intro k. destruct (Nat.eqb _ _); lra.
Qed.

(** The score of a token with the letter asked for is its share of the matches; other tokens score 0. *)
Lemma still_score_share : forall m s n t, over_alphabet m s n -> (exists p, within n p /\ is_match s n p) ->
  still_score m s n t = (if Nat.eqb (left_of t) (sought (s n)) then copies s n t else 0) / matches s n.
Proof.
  intros m s n t Hs Ex. unfold still_score, hard_weight.
  assert (Den : sum1 (fun k => if top (still m s n) n k then 1 else 0) n = matches s n).
  { unfold matches, sum1. apply sum_ext. intros k Hk.
    rewrite (still_top m s n (S k) Hs Ex) by (unfold within; lia). reflexivity. }
  rewrite Den. unfold copies, sum1.
  rewrite (sum_ext _ (fun k => / matches s n * (if Nat.eqb (left_of t) (sought (s n)) then pair_hot (s (S k))
    t else 0))).
  - rewrite sum_scal. destruct (Nat.eqb (left_of t) (sought (s n))).
    + unfold Rdiv. ring.
    + rewrite sum_zero by reflexivity. unfold Rdiv. ring.
  - intros k Hk. rewrite (still_top m s n (S k) Hs Ex) by (unfold within; lia).
    destruct (pair_eqb (s (S k)) t) eqn:E.
    + apply pair_eqb_eq in E. rewrite E. destruct (Nat.eqb (left_of t) (sought (s n))); unfold Rdiv; ring.
    + unfold pair_hot. rewrite E. destruct (Nat.eqb (left_of (s (S k))) (sought (s n))),
        (Nat.eqb (left_of t) (sought (s n)));
        unfold Rdiv; ring.
Qed.

(** A token that holds the letter asked for and occurs is decoded exactly if no other match occurs as often.
  *)
Lemma decodes_iff : forall m s n t, over_alphabet m s n -> (exists k, within n k /\ s k = t) ->
  left_of t = sought (s n) ->
  (decodes (still_score m s n) t <->
   forall u, left_of u = sought (s n) -> u <> t -> copies s n u < copies s n t).
Proof.
  intros m s n t Hs [k [Hk Ek]] Lt.
  assert (Ex : exists p, within n p /\ is_match s n p) by (exists k; split; [exact Hk|unfold is_match;
    congruence]).
  assert (M : 0 < matches s n).
  { destruct Ex as [p [Wp Mp]]. pose proof (matches_positive s n p Wp Mp). lra. }
  assert (C : 1 <= copies s n t).
  { rewrite <- (pair_hot_same t). rewrite <- Ek at 1. unfold copies.
    apply (sum1_ge_term (fun j => pair_hot (s j) t) n k); [intro; apply pair_hot_nonneg|exact Hk]. }
  assert (Lt' : Nat.eqb (left_of t) (sought (s n)) = true) by (apply Nat.eqb_eq, Lt).
  assert (Iff : forall u, still_score m s n u < still_score m s n t <->
                (if Nat.eqb (left_of u) (sought (s n)) then copies s n u else 0) < copies s n t).
  { intro u. rewrite !(still_score_share m s n) by assumption. rewrite Lt'. unfold Rdiv. split; intro H.
    - apply Rmult_lt_reg_r in H; [exact H|apply Rinv_0_lt_compat, M].
    - apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat, M|exact H]. }
  split.
  - intros D u Lu Nu. specialize (D u Nu). apply Iff in D. rewrite (proj2 (Nat.eqb_eq _ _) Lu) in D. exact D.
  - intros H u Nu. apply Iff. destruct (Nat.eqb_spec (left_of u) (sought (s n))) as [Lu|Lu]; [apply H;
      assumption|lra].
Qed.

Lemma copies_zero : forall s n u, (forall k, within n k -> s k <> u) -> copies s n u = 0.
Proof.
  intros s n u H. unfold copies, sum1. apply sum_zero. intros k Hk. apply pair_hot_other, H. unfold within.
    lia.
Qed.

Lemma copies_at_least_1 : forall s n k, within n k -> 1 <= copies s n (s k).
Proof.
  intros s n k Hk. rewrite <- (pair_hot_same (s k)). unfold copies.
  apply (sum1_ge_term (fun j => pair_hot (s j) (s k)) n k); [intro; apply pair_hot_nonneg|exact Hk].
Qed.

(** If all matches are copies of s k, it is decoded. *)
Lemma alike_decodes : forall m s n k, over_alphabet m s n -> within n k -> left_of (s k) = sought (s n) ->
  (forall j, within n j -> left_of (s j) = sought (s n) -> s j = s k) -> decodes (still_score m s n) (s k).
Proof.
  intros m s n k Hs Hk Lk Same. apply decodes_iff; [exact Hs|exists k; auto|exact Lk|].
  intros u Lu Nu. rewrite (copies_zero s n u).
  - pose proof (copies_at_least_1 s n k Hk). lra.
  - intros j Hj E. apply Nu. rewrite <- E. apply Same; [exact Hj|]. rewrite E. exact Lu.
Qed.

Theorem u26_rem32_computes_corrected_proved : u26_rem32_computes_corrected_statement.
Proof.
  intros m n s Hn Hs Hp. split.
  - intros t At. unfold retrieval_answer in At. destruct (s n) as [x y|x i] eqn:E.
    + split; [intros _; left; eauto|intros _]. destruct At as [k [Hk [Lk <-]]].
      assert (So : sought (s n) = y) by (rewrite E; reflexivity).
      apply alike_decodes; [exact Hs|exact Hk|congruence|]. intros j Hj Lj.
      destruct (Hp n x y ltac:(unfold within; lia) E) as [_ Same]. apply Same; try assumption. congruence.
    + subst t. rewrite <- E.
      assert (So : sought (s n) = left_of (s n)) by (rewrite E; reflexivity).
      rewrite (decodes_iff m s n (s n) Hs) by (try (exists n; split; [unfold within; lia|reflexivity]);
        congruence).
      rewrite So. split; [auto|]. intros [[x' [y' Q]]|H]; [congruence|exact H].
  - intros Alike k t Hk At.
    assert (Pk : proper s k).
    { intros j x y Hj. apply Hp. unfold within in *. lia. }
    assert (Ok : over_alphabet m s k).
    { intros j Hj. apply Hs. unfold within in *. lia. }
    assert (Same : forall i j, within k i -> within k j -> left_of (s i) = left_of (s j) -> s i = s j).
    { intros i j Hi Hj. apply Alike; unfold within in *; lia. }
    unfold retrieval_answer in At. destruct (s k) as [x y|x i] eqn:E.
    + destruct At as [j [Hj [Lj <-]]]. assert (So : sought (s k) = y) by (rewrite E; reflexivity).
      apply alike_decodes; [exact Ok|exact Hj|congruence|]. intros i Hi Li. apply Same; try assumption.
        congruence.
    + subst t. rewrite <- E. assert (So : sought (s k) = left_of (s k)) by (rewrite E; reflexivity).
      assert (Wk : within k k) by (unfold within in *; lia).
      apply alike_decodes; [exact Ok|exact Wk|congruence|]. intros i' Hi Li. apply Same; try assumption.
        congruence.
Qed.

(** A2 A1 over two letters: the two tie. *)
Definition a2_a1 (j : nat) : pair := match j with 1%nat => LetterInt 0 2 | _ => LetterInt 0 1 end.

Theorem u26_rem32_computes_refuted : ~ u26_rem32_computes_statement.
Proof.
  intro H.
  assert (Hs : over_alphabet 2 a2_a1 2) by (intros [|[|j]] _; simpl; lia).
  assert (Hp : proper a2_a1 2) by (intros [|[|j]] x y _ E; discriminate E).
  specialize (H 2%nat 2%nat a2_a1 (LetterInt 0 1) ltac:(lia) Hs Hp eq_refl).
  apply (u26_rem32_computes_corrected_proved 2%nat 2%nat a2_a1 ltac:(lia) Hs Hp) in H; [|reflexivity].
  destruct H as [[x [y E]]|H]; [discriminate E|].
  specialize (H (LetterInt 0 2) eq_refl ltac:(discriminate)). unfold copies, sum1, pair_hot in H.
    simpl in H. lra.
Qed.

(** * False neighbours *)

(** One letter is enough: the gap to any other position stays away from zero. *)
Definition u26_rem32_neighbour_one : Prop :=
  forall m, (1 <= m)%nat -> exists c, 0 < c /\
    forall n, (2 <= n)%nat -> exists s g, over_alphabet m s n /\ proper s n /\ gap_any (still m s n) n g /\ c
      <= g.

Theorem u26_rem32_neighbour_one_false : ~ u26_rem32_neighbour_one.
Proof.
  intro H. destruct (H 1%nat (le_n 1)) as [c [Hc All]]. destruct (All 2%nat (le_n 2)) as [s [g [Hs [_ [G
    Le]]]]].
  assert (L : forall k, within 2 k -> still 1 s 2 k = 1).
  { intros k Hk. apply still_match; [exact Hk|].
    destruct (Hs k Hk), (Hs 2%nat ltac:(unfold within; lia)). unfold is_match. lia. }
  assert (M : maximiser (still 1 s 2) 2 2).
  { split; [unfold within; lia|]. intros k Hk. rewrite !L by (unfold within in *; lia). lra. }
  destruct (gap_any_at _ _ _ _ G M) as [_ Low]. specialize (Low 1%nat ltac:(unfold within; lia)).
  rewrite !L in Low by (unfold within; lia). lra.
Qed.

(** Every input has a gap of at least 2(1 - cos omega). *)
Definition u26_rem32_every_input_neighbour_double : Prop :=
  forall m n s g, (2 <= m)%nat -> (2 <= n)%nat -> over_alphabet m s n -> proper s n ->
    gap_other_letter (still m s n) s n g -> 2 * (1 - cos (spacing m)) <= g.

Theorem u26_rem32_every_input_neighbour_double_false : ~ u26_rem32_every_input_neighbour_double.
Proof.
  intro H. destruct (u26_rem32_every_input_proved 2%nat 2%nat (le_n 2) (le_n 2)) as [_ [s [Hs [Hp [G _]]]]].
  specialize (H 2%nat 2%nat s _ (le_n 2) (le_n 2) Hs Hp G). pose proof (floor_positive 2 (le_n 2)). lra.
Qed.

(** A draw is enough. *)
Definition u26_rem32_computes_corrected_neighbour_draw : Prop :=
  forall (m n : nat) (s : nat -> pair), (1 <= n)%nat -> over_alphabet m s n -> proper s n ->
    (forall u, left_of u = left_of (s n) -> copies s n u <= copies s n (s n)) ->
    forall t, retrieval_answer s n t -> decodes (still_score m s n) t.

Theorem u26_rem32_computes_corrected_neighbour_draw_false : ~ u26_rem32_computes_corrected_neighbour_draw.
Proof.
  intro H.
  assert (Hs : over_alphabet 2 a2_a1 2) by (intros [|[|j]] _; simpl; lia).
  assert (Hp : proper a2_a1 2) by (intros [|[|j]] x y _ E; discriminate E).
  specialize (H 2%nat 2%nat a2_a1 ltac:(lia) Hs Hp).
  assert (C : forall u, copies a2_a1 2 u <= 1).
  { intro u. unfold copies, sum1, pair_hot. simpl.
    destruct u as [a b|[|a] [|[|[|b]]]]; simpl; lra. }
  specialize (H ltac:(intros u _; pose proof (C u); pose proof (copies_at_least_1 a2_a1 2 2 ltac:(unfold
    within; lia)); lra)
                (LetterInt 0 1) eq_refl).
  apply (u26_rem32_computes_corrected_proved 2%nat 2%nat a2_a1 ltac:(lia) Hs Hp) in H; [|reflexivity].
  destruct H as [[x [y E]]|H]; [discriminate E|].
  specialize (H (LetterInt 0 2) eq_refl ltac:(discriminate)). unfold copies, sum1, pair_hot in H.
    simpl in H. lra.
Qed.

(** * Instances *)

Example u26_rem32_instance : instance_of u26_rem32_statement.
Proof. exists 2%nat. split; [lia|]. split; [exact I|]. exists 3%nat. split; [lia|exact I]. Qed.

(** A1 BA CB. *)
Example u26_rem32_computes_corrected_instance : instance_of u26_rem32_computes_corrected_statement.
Proof.
  set (s := fun j => match j with 1%nat => LetterInt 0 1 | 2%nat => LetterPair 1 0 | _ => LetterPair 2 1 end).
  assert (In : forall j, within 3 j -> j = 1%nat \/ j = 2%nat \/ j = 3%nat) by (unfold within; lia).
  assert (Alone : forall j k, within 3 j -> within 3 k -> left_of (s j) = left_of (s k) -> s j = s k).
  { intros j k J K. apply In in J as [->|[->| ->]]; apply In in K as [->|[->| ->]]; simpl; intro E;
      discriminate || reflexivity. }
  exists 3%nat, 3%nat, s. split; [lia|]. split; [|split; [|split; [|split; [exact Alone|]]]].
  - intros j J. apply In in J as [->|[->| ->]]; simpl; lia.
  - intros j x y J E. split.
    + exists (j - 1)%nat. apply In in J as [->|[->| ->]]; try discriminate; injection E as <- <-; split;
        try reflexivity; unfold within; lia.
    + intros k k' K K' L L'. apply Alone; [unfold within in *; lia|unfold within in *; lia|congruence].
  - exists (LetterPair 1 0). split; [|exact I]. exists 2%nat. repeat split; lia.
  - exists 2%nat, (LetterInt 0 1). split; [unfold within; lia|]. split; [|exact I]. exists 1%nat. repeat split; lia.
Qed.

Example u26_rem32_every_input_instance : instance_of u26_rem32_every_input_statement.
Proof.
  exists 2%nat, 3%nat. split; [lia|]. split; [lia|]. split; [|exact I]. exists (lone_query 3).
  destruct (lone_query_gaps 2 3 ltac:(lia) ltac:(lia)) as [Other [_ Low]].
  split; [apply lone_query_over; lia|]. split; [apply lone_query_proper|]. split; [exact I|].
  split; [exists 1%nat; split; [unfold within; lia|exact I]|]. split.
  - exists (1 - cos (spacing 2)). split; [exact Other|exact I].
  - exists (1 - cos (spacing 2)). split; [|exact I]. destruct Low as [Low|(_ & _ & Z)]; [exact Low|].
    pose proof (floor_positive 2 ltac:(lia)). lra.
Qed.
