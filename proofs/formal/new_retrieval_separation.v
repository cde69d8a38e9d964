(** new.retrieval-separation, .shared-letter, .edge, .repaired: where T_Retrieval keeps its gap, and where it loses it.

    Statement. With 0 < theta <= omega/(4n), |ALPH| >= 2 and n >= 2, on every input with a match, every maximiser is a match and leads every token with
    another left letter by at least 2 sin(3 omega/8) sin(omega/4) > 0, which does not depend on n.
    .shared-letter: for 0 < theta < omega/(2n) a query (s, i) whose neighbour is another token (s, i') with the same left letter is the only maximiser,
    and its gap to any other position is exactly 1 - cos theta, below 1 - cos(omega/(2n)) <= omega^2/(8 n^2); proper inputs are among these.
    .edge: at theta = omega/(2n) (1 - 1/n), n >= 3, some proper input ending in a letter pair has a gap of at most 5 omega/(2n) to another left letter;
    so in the range 0 < theta < omega/(2n) no positive bound is free of n.
    .repaired: without rotation and with a direct path that gives a letter-integer token 2 on itself, hard attention decodes Retrieval on every proper input
    of every length, ahead by at least 1; the logits of a letter pair's answer exceed all others by at least 1 - cos omega, and a letter-integer token leads by
    at least 1 under all weights.

    Encoding: as in u26_retrieval_max.v, u26_retrieval_bound.v and u26_rem32.v. *)

From Coq Require Import Reals Lra Lia PeanoNat ZArith.
From RopeTheory Require Import Rope Trig Sums Heads Circle Decoding IndexGap u26_retrieval_max u26_retrieval_bound u26_rem32
  Instances.
Open Scope R_scope.

Definition has_match (s : nat -> pair) (n : nat) : Prop := exists p, within n p /\ is_match s n p.

Definition new_retrieval_separation_statement : Prop :=
  forall (m n : nat) (theta : R) (s : nat -> pair),
    (2 <= m)%nat -> (2 <= n)%nat -> 0 < theta <= spacing m / (4 * INR n) -> over_alphabet m s n -> has_match s n ->
    let l := logits (h_retrieval m theta) s n in
    0 < 2 * sin (3 * spacing m / 8) * sin (spacing m / 4) /\
    forall j, maximiser l n j -> is_match s n j /\
      forall k, within n k -> left_of (s k) <> left_of (s j) -> l k + 2 * sin (3 * spacing m / 8) * sin (spacing m / 4) <= l j.

Definition new_retrieval_separation_shared_letter_statement : Prop :=
  forall (m n : nat) (theta : R), (2 <= m)%nat -> (2 <= n)%nat -> 0 < theta < spacing m / (2 * INR n) ->
    (forall (s : nat -> pair) (x i i' : nat), over_alphabet m s n -> s n = LetterInt x i -> s (n - 1)%nat = LetterInt x i' -> i <> i' ->
       let l := logits (h_retrieval m theta) s n in
       only_maximiser l n n /\ l n - l (n - 1)%nat = 1 - cos theta /\ gap_any l n (1 - cos theta)) /\
    1 - cos theta < 1 - cos (spacing m / (2 * INR n)) /\
    1 - cos (spacing m / (2 * INR n)) <= spacing m * spacing m / (8 * (INR n * INR n)) /\
    exists (s : nat -> pair) (x i i' : nat),
      over_alphabet m s n /\ proper s n /\ s n = LetterInt x i /\ s (n - 1)%nat = LetterInt x i' /\ i <> i'.

Definition new_retrieval_separation_edge_statement : Prop :=
  (forall m n : nat, (2 <= m)%nat -> (3 <= n)%nat ->
     let theta := spacing m / (2 * INR n) * (1 - 1 / INR n) in
     0 < theta < spacing m / (2 * INR n) /\
     exists (s : nat -> pair) (g : R), over_alphabet m s n /\ proper s n /\ (exists x y, s n = LetterPair x y) /\
       gap_other_letter (logits (h_retrieval m theta) s n) s n g /\ g <= 5 * spacing m / (2 * INR n)) /\
  (forall (m : nat) (c : R), (2 <= m)%nat -> 0 < c ->
     exists (n : nat) (theta : R) (s : nat -> pair) (g : R), 0 < theta < spacing m / (2 * INR n) /\
       over_alphabet m s n /\ proper s n /\ gap_other_letter (logits (h_retrieval m theta) s n) s n g /\ g < c).

(** The direct path: 2 on itself for a letter-integer token, nothing for a letter pair. *)
Definition itself (x u : pair) : R := match x with LetterPair _ _ => 0 | LetterInt _ _ => 2 * pair_hot x u end.

(** Scores with a token as its own value, under weights w. *)
Definition repaired_score (w : nat -> R) (s : nat -> pair) (n : nat) : pair -> R := score pair_hot itself w s n.

(** A proper input over m letters, and its answer. *)
Definition answered (m n : nat) (s : nat -> pair) (t : pair) : Prop :=
  (1 <= m)%nat /\ (1 <= n)%nat /\ over_alphabet m s n /\ proper s n /\ retrieval_answer s n t.

Definition new_retrieval_separation_repaired_statement : Prop :=
  (forall (m n : nat) (s : nat -> pair) (t : pair), answered m n s t ->
    let w := hard_weight (logits (h_retrieval m 0) s n) n in
    forall u, u <> t -> repaired_score w s n u + 1 <= repaired_score w s n t) /\
  (forall (m n : nat) (s : nat -> pair) (t : pair), answered m n s t -> (exists x y, s n = LetterPair x y) ->
    let l := logits (h_retrieval m 0) s n in
    forall j k, within n j -> within n k -> s j = t -> s k <> t -> l k + (1 - cos (spacing m)) <= l j) /\
  (forall (m n : nat) (s : nat -> pair) (t : pair), answered m n s t -> (exists x i, s n = LetterInt x i) ->
    forall w : nat -> R, (forall j, within n j -> 0 <= w j) -> sum1 w n = 1 ->
    forall u, u <> t -> repaired_score w s n u + 1 <= repaired_score w s n t).

(** * Separation *)

Lemma quarter_range : forall m n theta, (2 <= n)%nat -> theta <= spacing m / (4 * INR n) -> 4 * INR n * theta <= spacing m.
Proof.
  intros m n theta Hn T. assert (2 <= INR n) by (apply (le_INR 2) in Hn; simpl in Hn; lra).
  apply (Rmult_le_compat_l (4 * INR n)) in T; [|lra]. replace (4 * INR n * (spacing m / (4 * INR n))) with (spacing m) in T by (field; lra). exact T.
Qed.

Lemma kept_below : forall m n theta, (2 <= m)%nat -> (2 <= n)%nat -> 0 <= theta -> 4 * INR n * theta <= spacing m ->
  0 < 2 * sin (3 * spacing m / 8) * sin (spacing m / 4) /\
  2 * sin (3 * spacing m / 8) * sin (spacing m / 4)
  <= 2 * sin ((spacing m - theta) / 2) * sin ((spacing m - (2 * INR n - 3) * theta) / 2).
Proof.
  intros m n theta Hm Hn Ht T. pose proof (spacing_pos m ltac:(lia)) as P. pose proof (spacing_le_pi m Hm) as W. pose proof PI_RGT_0 as PI0.
  assert (N2 : 2 <= INR n) by (apply (le_INR 2) in Hn; simpl in Hn; lra). assert (2 * (4 * theta) <= INR n * (4 * theta)) by (apply Rmult_le_compat_r; lra).
  assert (A : sin (3 * spacing m / 8) <= sin ((spacing m - theta) / 2)) by (apply sin_incr_1; lra).
  assert (B : sin (spacing m / 4) <= sin ((spacing m - (2 * INR n - 3) * theta) / 2)) by (apply sin_incr_1; nra).
  assert (A0 : 0 < sin (3 * spacing m / 8)) by (apply sin_gt_0; lra). assert (B0 : 0 < sin (spacing m / 4)) by (apply sin_gt_0; lra).
  split; [apply Rmult_lt_0_compat; lra|]. apply Rmult_le_compat; lra.
Qed.

Theorem new_retrieval_separation_proved : new_retrieval_separation_statement.
Proof.
  intros m n theta s Hm Hn [T0 T] Hs [p [Hp Mp]] l. apply quarter_range in T; [|exact Hn].
  assert (N2 : 2 <= INR n) by (apply (le_INR 2) in Hn; simpl in Hn; lra).
  assert (H : (2 * INR n - 3) * theta < spacing m) by nra.
  destruct (kept_below m n theta Hm Hn ltac:(lra) T) as [P Q]. split; [exact P|]. intros j Mj.
  assert (Y : is_match s n j) by (apply (maximiser_matches m theta s n p j); assumption || lia || lra).
  split; [exact Y|]. intros k Hk D.
  destruct (match_rival m theta s n j k Hs (proj1 Mj) Hk Y) as [y [Hy E]]; [unfold is_match in *; congruence|]. fold l in E.
  assert (R : 2 * sin ((spacing m - theta) / 2) * sin ((spacing m - (2 * INR n - 3) * theta) / 2)
              <= cos (INR (n - j) * theta) - cos (y + INR (n - k) * theta)).
  { destruct Mj as [Hj _]. unfold within in *. assert (j <> k) by (intros ->; apply D; reflexivity).
    apply rival_lead; try assumption; try lia; [lra|apply spacing_le_pi, Hm]. }
  lra.
Qed.

(** * Two integers of one letter *)

Theorem new_retrieval_separation_shared_letter_proved : new_retrieval_separation_shared_letter_statement.
Proof.
  intros m n theta Hm Hn T. pose proof (printed_range m n n theta ltac:(lia) T) as H. pose proof (spacing_le_pi m Hm) as W. pose proof PI_RGT_0 as PI0.
  assert (N2 : 2 <= INR n) by (apply (le_INR 2) in Hn; simpl in Hn; lra). pose proof (spacing_pos m ltac:(lia)) as P.
  split; [|split; [|split]].
  - intros s x i i' Hs E E' D l.
    assert (Wn : within n n) by (unfold within; lia). assert (Wp : within n (n - 1)) by (unfold within; lia).
    assert (Mn : is_match s n n) by (unfold is_match; rewrite E; reflexivity).
    assert (Mp : is_match s n (n - 1)) by (unfold is_match; rewrite E, E'; reflexivity).
    assert (Ln : l n = 1) by (unfold l; rewrite match_logit by assumption; rewrite Nat.sub_diag; simpl; rewrite Rmult_0_l; apply cos_0).
    assert (Lp : l (n - 1)%nat = cos theta).
    { unfold l. rewrite match_logit by assumption. replace (n - (n - 1))%nat with 1%nat by lia. simpl. f_equal. ring. }
    assert (Below : forall k, within n k -> k <> n -> l k <= cos theta).
    { intros k Hk Dk. assert (K1 : 1 <= INR (n - k)) by (apply (le_INR 1); unfold within in Hk; lia).
      assert (K2 : INR (n - k) <= INR n - 1).
      { replace (INR n - 1) with (INR (n - 1)) by (rewrite minus_INR by lia; reflexivity). apply le_INR. unfold within in Hk. lia. }
      destruct (match_dec s n k) as [Mk|Nk].
      - unfold l. rewrite match_logit by assumption. apply cos_falls_weakly; nra.
      - destruct (match_rival m theta s n n k Hs Wn Hk Mn Nk) as [y [Hy Eq]]. fold l in Eq. rewrite Ln, Nat.sub_diag in Eq. simpl in Eq.
        rewrite Rmult_0_l, cos_0 in Eq. assert (cos (y + INR (n - k) * theta) <= cos theta) by (apply cos_far_weakly; nra). lra. }
    assert (C : cos theta < 1) by (apply cos_lt_1; nra).
    split; [split; [exact Wn|intros k Hk Dk; specialize (Below k Hk Dk); lra]|]. split; [lra|]. rewrite <- Ln. apply gap_any_from.
    + split; [exact Wn|]. intros k Hk. destruct (Nat.eq_dec k n) as [->|Dk]; [lra|]. specialize (Below k Hk Dk). lra.
    + split; [exists (n - 1)%nat; split; [split; [exact Wp|lia]|exact Lp]|]. intros k [Hk Dk]. apply Below; assumption.
  - assert (cos (spacing m / (2 * INR n)) < cos theta); [|lra]. apply cos_falls; try lra.
    apply Rle_trans with (spacing m); [|exact W]. rewrite <- (Rmult_1_r (spacing m)) at 2. apply Rmult_le_compat_l; [lra|].
    rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
  - eapply Rle_trans; [apply one_minus_cos_le_square|]. right. field. lra.
  - exists (fun j => if (j =? n)%nat then LetterInt 0 1 else LetterInt 0 2), 0%nat, 1%nat, 2%nat.
    split; [intros j _; destruct (j =? n)%nat; simpl; lia|]. split; [intros j x y _ E; destruct (j =? n)%nat; discriminate|].
    rewrite Nat.eqb_refl. destruct (Nat.eqb_spec (n - 1) n); [lia|]. split; [reflexivity|]. split; [reflexivity|lia].
Qed.

(** * At the edge of the range *)

Lemma edge_gap : forall m n, (2 <= m)%nat -> (3 <= n)%nat ->
  let theta := spacing m / (2 * INR n) * (1 - 1 / INR n) in
  0 < theta < spacing m / (2 * INR n) /\
  exists (s : nat -> pair) (g : R), over_alphabet m s n /\ proper s n /\ (exists x y, s n = LetterPair x y) /\
    gap_other_letter (logits (h_retrieval m theta) s n) s n g /\ g <= 5 * spacing m / (2 * INR n).
Proof.
  intros m n Hm Hn theta. pose proof (spacing_pos m ltac:(lia)) as P. pose proof (spacing_le_pi m Hm) as W. pose proof PI_RGT_0 as PI0.
  assert (N3 : 3 <= INR n) by (apply (le_INR 3) in Hn; simpl in Hn; lra).
  assert (I : 0 < / INR n <= / 3) by (split; [apply Rinv_0_lt_compat; lra|apply Rinv_le_contravar; lra]).
  assert (R : 0 < theta < spacing m / (2 * INR n)).
  { assert (0 < spacing m / (2 * INR n)) by (apply Rdiv_lt_0_compat; lra). unfold theta, Rdiv at 2 4. nra. }
  split; [exact R|]. pose proof (printed_range m n n theta ltac:(lia) R) as H2.
  assert (H : (2 * INR n - 3) * theta < spacing m) by nra.
  exists (one_match n 2). eexists. split; [apply one_match_over, Hm|]. split; [apply worst_proper; lia|].
  split; [exists 0%nat, 1%nat; apply one_match_last; lia|]. split; [apply worst_gap; lia || lra|].
  rewrite product_of_sines. set (b := (spacing m - (2 * INR n - 3) * theta) / 2).
  assert (B : b = 5 * spacing m / (4 * INR n) - 3 * spacing m / (4 * (INR n * INR n))) by (unfold b, theta; field; lra).
  assert (B0 : 0 < b) by (unfold b; lra). pose proof (sin_lt_x b B0). pose proof (SIN_bound ((spacing m - theta) / 2)).
  assert (S : 0 < sin b) by (apply sin_gt_0; [exact B0|unfold b; nra]).
  assert (Q : 0 < 3 * spacing m / (4 * (INR n * INR n))) by (apply Rdiv_lt_0_compat; nra).
  replace (5 * spacing m / (2 * INR n)) with (2 * (5 * spacing m / (4 * INR n))) by (field; lra). nra.
Qed.

Theorem new_retrieval_separation_edge_proved : new_retrieval_separation_edge_statement.
Proof.
  split; [exact edge_gap|]. intros m c Hm Hc. pose proof (spacing_pos m ltac:(lia)) as P. pose proof PI_RGT_0 as PI0.
  pose proof (archimed (5 * spacing m / (2 * c))) as [Up _]. set (k := Z.to_nat (up (5 * spacing m / (2 * c)))). set (n := (k + 3)%nat).
  assert (Hk : 5 * spacing m / (2 * c) < INR k).
  { assert (0 < 5 * spacing m / (2 * c)) by (apply Rdiv_lt_0_compat; lra). unfold k. rewrite INR_IZR_INZ, Z2Nat.id; [exact Up|].
    apply le_IZR. lra. }
  destruct (edge_gap m n Hm ltac:(unfold n; lia)) as [R [s [g [Hs [Hp [_ [G L]]]]]]].
  exists n, (spacing m / (2 * INR n) * (1 - 1 / INR n)), s, g. split; [exact R|]. split; [exact Hs|]. split; [exact Hp|]. split; [exact G|].
  eapply Rle_lt_trans; [exact L|]. assert (K : 5 * spacing m / (2 * c) < INR n) by (unfold n; rewrite plus_INR; simpl; lra).
  assert (N : 0 < INR n) by (apply lt_0_INR; unfold n; lia).
  apply (Rmult_lt_compat_r (2 * c)) in K; [|lra]. replace (5 * spacing m / (2 * c) * (2 * c)) with (5 * spacing m) in K by (field; lra).
  apply (Rmult_lt_reg_r (2 * INR n)); [lra|]. replace (5 * spacing m / (2 * INR n) * (2 * INR n)) with (5 * spacing m) by (field; lra). lra.
Qed.

(** * Repaired *)

Lemma hard_weights_sum : forall l n, (1 <= n)%nat -> (forall j, within n j -> 0 <= hard_weight l n j) /\ sum1 (hard_weight l n) n = 1.
Proof.
  intros l n Hn. destruct (exists_maximiser l n Hn) as [j [Hj Mj]]. set (f := fun k => if top l n k then 1 else 0).
  assert (F : forall k, 0 <= f k) by (intro k; unfold f; destruct (top l n k); lra).
  assert (P : 1 <= sum1 f n).
  { eapply Rle_trans; [|apply (sum1_ge_term f n j F Hj)]. unfold f. rewrite (proj2 (top_spec l n j) Mj). lra. }
  split.
  - intros k _. unfold hard_weight. fold f. change (if top l n k then 1 else 0) with (f k). apply Rmult_le_pos; [apply F|].
    left. apply Rinv_0_lt_compat. lra.
  - rewrite (sum1_ext _ (fun k => / sum1 f n * f k)); [rewrite sum1_scal; field; lra|]. intros k _. unfold hard_weight, f, Rdiv. ring.
Qed.

Lemma between_0_1 : forall w s n u, (forall j, within n j -> 0 <= w j) -> sum1 w n = 1 -> 0 <= sum1 (fun j => w j * pair_hot (s j) u) n <= 1.
Proof.
  intros w s n u P S. assert (H : forall t, 0 <= pair_hot t u <= 1) by (intro t; unfold pair_hot; destruct (pair_eqb t u); lra). split.
  - apply sum1_nonneg. intros k Hk. apply Rmult_le_pos; [apply P, Hk|apply H].
  - rewrite <- S. apply sum1_le. intros k Hk. rewrite <- (Rmult_1_r (w k)) at 2. apply Rmult_le_compat_l; [apply P, Hk|apply H].
Qed.

(** For a letter pair a position holds a match exactly if it holds the answer. *)
Lemma answer_matches : forall s n x y t j, (1 <= n)%nat -> proper s n -> s n = LetterPair x y -> retrieval_answer s n t -> within n j ->
  (is_match s n j <-> s j = t).
Proof.
  intros s n x y t j Hn Hp E A Hj. unfold retrieval_answer in A. unfold is_match. rewrite E in *. simpl. destruct A as [k [Hk [Lk <-]]].
  destruct (Hp n x y ltac:(unfold within; lia) E) as [_ U]. split; [intro L; symmetry; apply U; assumption|intros ->; exact Lk].
Qed.

Lemma repaired_cases : forall (m n : nat) (s : nat -> pair) (t : pair), answered m n s t ->
  let l := logits (h_retrieval m 0) s n in
  (forall u, u <> t -> repaired_score (hard_weight l n) s n u + 1 <= repaired_score (hard_weight l n) s n t) /\
  ((exists x y, s n = LetterPair x y) -> forall j k, within n j -> within n k -> s j = t -> s k <> t -> l k + (1 - cos (spacing m)) <= l j) /\
  ((exists x i, s n = LetterInt x i) -> forall w : nat -> R, (forall j, within n j -> 0 <= w j) -> sum1 w n = 1 ->
     forall u, u <> t -> repaired_score w s n u + 1 <= repaired_score w s n t).
Proof.
  intros m n s t [Hm [Hn [Hs [Hp A]]]] l. destruct (hard_weights_sum l n Hn) as [W0 W1].
  assert (Int : (exists x i, s n = LetterInt x i) -> forall w : nat -> R, (forall j, within n j -> 0 <= w j) -> sum1 w n = 1 ->
    forall u, u <> t -> repaired_score w s n u + 1 <= repaired_score w s n t).
  { intros [x [i E]] w P S u D. unfold retrieval_answer in A. rewrite E in A. subst t. unfold repaired_score, score. rewrite E. simpl.
    rewrite pair_hot_same, (pair_hot_other (LetterInt x i) u) by congruence.
    pose proof (between_0_1 w s n u P S). pose proof (between_0_1 w s n (LetterInt x i) P S). lra. }
  split; [|split; [|exact Int]].
  - destruct (s n) as [x y|x i] eqn:E; [|apply Int; [exists x, i; reflexivity|exact W0|exact W1]]. intros u D.
    assert (Top : forall j, within n j -> hard_weight l n j <> 0 -> s j = t).
    { intros j Hj N. apply (answer_matches s n x y t j Hn Hp E A Hj). destruct (match_dec s n j) as [Y|Q]; [exact Y|exfalso].
      unfold retrieval_answer in A. rewrite E in A. destruct A as [k [Hk [Lk _]]].
      assert (Mk : is_match s n k) by (unfold is_match; rewrite E; exact Lk).
      apply N. unfold hard_weight. destruct (top l n j) eqn:T; [|unfold Rdiv; ring]. exfalso. pose proof (proj1 (top_spec l n j) T k Hk) as C.
      assert (M2 : (2 <= m)%nat).
      { destruct (Hs j Hj) as [L1 _]. destruct (Hs n ltac:(unfold within; lia)) as [_ L2]. unfold is_match in Q. lia. }
      pose proof (still_match m s n k Hk Mk) as C1. pose proof (still_rival m s n j Hs Hj Q) as C2. unfold still in C1, C2. fold l in C1, C2.
      pose proof (floor_positive m M2). lra. }
    unfold repaired_score, score. rewrite E. simpl. rewrite !Rplus_0_l.
    rewrite (sum1_ext (fun j => hard_weight l n j * pair_hot (s j) u) (fun _ => 0)), sum1_const.
    + rewrite (sum1_ext _ (hard_weight l n)), W1; [lra|]. intros j Hj. destruct (Req_dec (hard_weight l n j) 0) as [Z|Z]; [rewrite Z; ring|].
      rewrite (Top j Hj Z), pair_hot_same. ring.
    + intros j Hj. destruct (Req_dec (hard_weight l n j) 0) as [Z|Z]; [rewrite Z; ring|]. rewrite (Top j Hj Z), pair_hot_other by congruence. ring.
  - intros [x [y E]] j k Hj Hk Sj Sk.
    pose proof (still_match m s n j Hj (proj2 (answer_matches s n x y t j Hn Hp E A Hj) Sj)) as C1.
    assert (Nk : ~ is_match s n k) by (intro Mk; apply Sk, (answer_matches s n x y t k Hn Hp E A Hk), Mk).
    pose proof (still_rival m s n k Hs Hk Nk) as C2. unfold still in C1, C2. fold l in C1, C2. lra.
Qed.

Theorem new_retrieval_separation_repaired_proved : new_retrieval_separation_repaired_statement.
Proof.
  split; [|split]; intros m n s t A.
  - exact (proj1 (repaired_cases m n s t A)).
  - exact (proj1 (proj2 (repaired_cases m n s t A))).
  - exact (proj2 (proj2 (repaired_cases m n s t A))).
Qed.

(** * False neighbours *)

(** Over every other position: two copies of the matching token. *)
Definition new_retrieval_separation_neighbour_any_position : Prop :=
  forall (m n : nat) (theta : R) (s : nat -> pair),
    (2 <= m)%nat -> (2 <= n)%nat -> 0 < theta <= spacing m / (4 * INR n) -> over_alphabet m s n -> has_match s n ->
    let l := logits (h_retrieval m theta) s n in
    forall j k, maximiser l n j -> within n k -> k <> j -> l k + 2 * sin (3 * spacing m / 8) * sin (spacing m / 4) <= l j.

Lemma half_at_least : 1 <= 2 * sin (3 * PI / 8) * sin (PI / 4).
Proof.
  pose proof PI_RGT_0 as PI0. assert (sin (PI / 4) <= sin (3 * PI / 8)) by (apply sin_incr_1; lra). assert (0 < sin (PI / 4)) by (apply sin_gt_0; lra).
  assert (E : sin (PI / 4) * sin (PI / 4) = 1 / 2).
  { rewrite sin_PI4. assert (Q : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra). assert (0 < sqrt 2) by (apply sqrt_lt_R0; lra).
    replace (1 / sqrt 2 * (1 / sqrt 2)) with (1 / (sqrt 2 * sqrt 2)) by (field; lra). rewrite Q. reflexivity. }
  nra.
Qed.

Theorem new_retrieval_separation_neighbour_any_position_false : ~ new_retrieval_separation_neighbour_any_position.
Proof.
  intro H. pose proof PI_RGT_0 as P. set (s := fun _ : nat => LetterInt 0 1).
  assert (L : forall theta k, within 2 k -> logits (h_retrieval 2 theta) s 2 k = cos (INR (2 - k) * theta)) by (intros; apply match_logit; [assumption|reflexivity]).
  specialize (H 2%nat 2%nat (PI / 8) s (le_n 2) (le_n 2)). rewrite spacing_2 in H.
  specialize (H ltac:(simpl; lra) ltac:(intros j _; simpl; lia) ltac:(exists 2%nat; split; [unfold within; lia|reflexivity]) 2%nat 1%nat).
  assert (W1 : within 2 1) by (unfold within; lia). assert (W2 : within 2 2) by (unfold within; lia).
  assert (M : maximiser (logits (h_retrieval 2 (PI / 8)) s 2) 2 2).
  { split; [exact W2|]. intros k Hk. rewrite !L by assumption. simpl INR at 2. rewrite Rmult_0_l, cos_0. apply cos_le_1. }
  specialize (H M W1 ltac:(lia)). rewrite !L in H by assumption. simpl in H. rewrite Rmult_0_l, cos_0, Rmult_1_l in H.
  pose proof half_at_least. assert (0 < cos (PI / 8)) by (apply cos_gt_0; lra). lra.
Qed.

(** For every theta < omega/(2n): two letters, n = 12, theta = pi/25. *)
Definition new_retrieval_separation_neighbour_printed_range : Prop :=
  forall (m n : nat) (theta : R) (s : nat -> pair) (g : R),
    (2 <= m)%nat -> (2 <= n)%nat -> 0 < theta < spacing m / (2 * INR n) -> over_alphabet m s n -> has_match s n ->
    gap_other_letter (logits (h_retrieval m theta) s n) s n g -> 2 * sin (3 * spacing m / 8) * sin (spacing m / 4) <= g.

Theorem new_retrieval_separation_neighbour_printed_range_false : ~ new_retrieval_separation_neighbour_printed_range.
Proof.
  intro H. pose proof PI_RGT_0 as P. pose proof PI_4 as P4.
  assert (N : INR 12 = 12) by (simpl; ring).
  pose proof (worst_gap 2 12 (PI / 25) (le_n 2) ltac:(lia) ltac:(lra) ltac:(rewrite spacing_2, N; lra)) as G.
  specialize (H 2%nat 12%nat (PI / 25) (one_match 12 2) _ (le_n 2) ltac:(lia) ltac:(rewrite spacing_2, N; lra) (one_match_over 2 12 2 (le_n 2))
    ltac:(apply proper_match; [lia|apply worst_proper; lia]) G).
  rewrite product_of_sines, spacing_2, N in H. replace ((PI - (2 * 12 - 3) * (PI / 25)) / 2) with (2 * PI / 25) in H by field.
  pose proof half_at_least. pose proof (SIN_bound ((PI - PI / 25) / 2)). pose proof (sin_lt_x (2 * PI / 25) ltac:(lra)).
  assert (0 < sin (2 * PI / 25)) by (apply sin_gt_0; lra). assert (2 * PI / 25 <= 8 / 25) by lra. nra.
Qed.

(** The other token with the same letter may stand further off: two positions back. *)
Definition new_retrieval_separation_shared_letter_neighbour_further : Prop :=
  forall (m n : nat) (theta : R) (s : nat -> pair) (x i i' k : nat), (2 <= m)%nat -> (2 <= n)%nat -> 0 < theta < spacing m / (2 * INR n) ->
    over_alphabet m s n -> s n = LetterInt x i -> within n k -> s k = LetterInt x i' -> i <> i' ->
    logits (h_retrieval m theta) s n n - logits (h_retrieval m theta) s n k = 1 - cos theta.

Theorem new_retrieval_separation_shared_letter_neighbour_further_false : ~ new_retrieval_separation_shared_letter_neighbour_further.
Proof.
  intro H. pose proof PI_RGT_0 as P. set (s := fun j : nat => LetterInt 0 j).
  specialize (H 2%nat 3%nat (PI / 8) s 0%nat 3%nat 1%nat 1%nat (le_n 2) ltac:(lia)). rewrite spacing_2 in H.
  specialize (H ltac:(simpl; lra) ltac:(intros j _; simpl; lia) eq_refl ltac:(unfold within; lia) eq_refl ltac:(lia)).
  rewrite !match_logit in H by (try reflexivity; unfold within; lia). simpl in H. rewrite Rmult_0_l, cos_0 in H.
  assert (cos ((1 + 1) * (PI / 8)) < cos (PI / 8)) by (apply cos_falls; lra). lra.
Qed.

(** Even below 1 - cos(omega/(4n)). *)
Definition new_retrieval_separation_shared_letter_neighbour_quarter : Prop :=
  forall (m n : nat) (theta : R), (2 <= m)%nat -> (2 <= n)%nat -> 0 < theta < spacing m / (2 * INR n) -> 1 - cos theta < 1 - cos (spacing m / (4 * INR n)).

Theorem new_retrieval_separation_shared_letter_neighbour_quarter_false : ~ new_retrieval_separation_shared_letter_neighbour_quarter.
Proof.
  intro H. pose proof PI_RGT_0 as P. specialize (H 2%nat 2%nat (PI / 8) (le_n 2) (le_n 2)). rewrite spacing_2 in H. simpl in H.
  specialize (H ltac:(lra)). replace (PI / (4 * (1 + 1))) with (PI / 8) in H by field. lra.
Qed.

(** Within omega/(30 n). *)
Definition new_retrieval_separation_edge_neighbour_thirtieth : Prop :=
  forall m n : nat, (2 <= m)%nat -> (3 <= n)%nat ->
    exists (s : nat -> pair) (g : R), over_alphabet m s n /\ proper s n /\
      gap_other_letter (logits (h_retrieval m (spacing m / (2 * INR n) * (1 - 1 / INR n))) s n) s n g /\ g <= spacing m / (30 * INR n).

Theorem new_retrieval_separation_edge_neighbour_thirtieth_false : ~ new_retrieval_separation_edge_neighbour_thirtieth.
Proof.
  intro H. pose proof PI_RGT_0 as P. pose proof PI_4 as P4. destruct (H 2%nat 3%nat (le_n 2) (le_n 3)) as [s [g [Hs [Hp [G L]]]]].
  assert (N : INR 3 = 3) by (simpl; ring). rewrite spacing_2, N in *. replace (PI / (2 * 3) * (1 - 1 / 3)) with (PI / 9) in G by field.
  destruct (u26_retrieval_bound_corrected_proved 2%nat 3%nat (PI / 9) (le_n 2) ltac:(lia) ltac:(lra) ltac:(rewrite spacing_2, N; lra)) as [_ [Low _]].
  specialize (Low s g Hs Hp G). rewrite spacing_2, N in Low.
  assert (A : sin (PI / 6) <= sin ((PI - PI / 9) / 2)) by (apply sin_incr_1; lra).
  assert (B : sin (PI / 6) <= sin ((PI - (2 * 3 - 3) * (PI / 9)) / 2)) by (apply sin_incr_1; lra).
  rewrite sin_PI6 in A, B. nra.
Qed.

(** For every theta in the range: the same bound at theta = omega/(10 n). *)
Definition new_retrieval_separation_edge_neighbour_every_theta : Prop :=
  forall (m n : nat) (theta : R), (2 <= m)%nat -> (3 <= n)%nat -> 0 < theta < spacing m / (2 * INR n) ->
    exists (s : nat -> pair) (g : R), over_alphabet m s n /\ proper s n /\
      gap_other_letter (logits (h_retrieval m theta) s n) s n g /\ g <= 5 * spacing m / (2 * INR n).

Theorem new_retrieval_separation_edge_neighbour_every_theta_false : ~ new_retrieval_separation_edge_neighbour_every_theta.
Proof.
  intro H. pose proof PI_RGT_0 as P. pose proof PI_4 as P4. assert (N : INR 12 = 12) by (simpl; ring).
  destruct (H 2%nat 12%nat (PI / 120) (le_n 2) ltac:(lia)) as [s [g [Hs [Hp [G L]]]]]; [rewrite spacing_2, N; lra|]. rewrite spacing_2, N in *.
  destruct (u26_retrieval_bound_corrected_proved 2%nat 12%nat (PI / 120) (le_n 2) ltac:(lia) ltac:(lra) ltac:(rewrite spacing_2, N; lra)) as [_ [Low _]].
  specialize (Low s g Hs Hp G). rewrite spacing_2, N in Low.
  assert (A : sin (3 * PI / 8) <= sin ((PI - PI / 120) / 2)) by (apply sin_incr_1; lra).
  assert (B : sin (3 * PI / 8) <= sin ((PI - (2 * 12 - 3) * (PI / 120)) / 2)) by (apply sin_incr_1; lra).
  pose proof half_at_least as Q. assert (sin (PI / 4) <= sin (3 * PI / 8)) by (apply sin_incr_1; lra). assert (0 < sin (PI / 4)) by (apply sin_gt_0; lra).
  assert (2 * sin (3 * PI / 8) * sin (3 * PI / 8) <= g) by nra. nra.
Qed.

(** Without the direct path: A2 A1. *)
Definition new_retrieval_separation_repaired_neighbour_no_path : Prop :=
  forall (m n : nat) (s : nat -> pair) (t : pair), (1 <= m)%nat -> (1 <= n)%nat -> over_alphabet m s n -> proper s n -> retrieval_answer s n t ->
    forall u, u <> t -> score pair_hot nothing (hard_weight (logits (h_retrieval m 0) s n) n) s n u
                        < score pair_hot nothing (hard_weight (logits (h_retrieval m 0) s n) n) s n t.

Theorem new_retrieval_separation_repaired_neighbour_no_path_false : ~ new_retrieval_separation_repaired_neighbour_no_path.
Proof.
  intro H. apply u26_rem32_computes_refuted. intros m n s t Hn Hs Hp A u D.
  assert (Hm : (1 <= m)%nat) by (destruct (Hs n ltac:(unfold within; lia)); lia). specialize (H m n s t Hm Hn Hs Hp A u D).
  unfold score, nothing in H. rewrite !Rplus_0_l in H. exact H.
Qed.

(** A1 B2 CA: the last matches the first. *)
Example new_retrieval_separation_instance : instance_of new_retrieval_separation_statement.
Proof.
  set (s := fun j => match j with 1%nat => LetterInt 0 1 | 2%nat => LetterInt 1 2 | _ => LetterPair 2 0 end).
  exists 3%nat, 3%nat, (spacing 3 / (4 * INR 3)), s. pose proof (spacing_pos 3 ltac:(lia)) as P.
  split; [lia|]. split; [lia|]. split; [split; [apply Rdiv_lt_0_compat; [exact P|cbn; lra]|apply Rle_refl]|].
  split; [intros j J; unfold within in J; destruct j as [|[|[|[|j]]]]; cbn; lia|].
  split; [exists 1%nat; split; [unfold within; lia|reflexivity]|]. split; [exact I|].
  destruct (exists_maximiser (logits (h_retrieval 3 (spacing 3 / (4 * INR 3))) s 3) 3 ltac:(lia)) as [j M].
  exists j. split; [exact M|]. split; [exact I|]. destruct M as [J _]. unfold within in J.
  destruct j as [|[|j]]; [lia|exists 2%nat|exists 1%nat]; (split; [unfold within; lia|]); (split; [|exact I]);
    [discriminate|].
  destruct j as [|[|j]]; cbn; lia.
Qed.

Example new_retrieval_separation_edge_instance : instance_of new_retrieval_separation_edge_statement.
Proof.
  split; [exists 2%nat, 3%nat; repeat split; lia|]. exists 2%nat, (1 / 10). split; [lia|]. split; [lra|exact I].
Qed.

(** A1 A2 A3: the last shares its letter with the one before it. *)
Example new_retrieval_separation_shared_letter_instance : instance_of new_retrieval_separation_shared_letter_statement.
Proof.
  exists 2%nat, 3%nat, (spacing 2 / (4 * INR 3)). pose proof (spacing_pos 2 ltac:(lia)) as S.
  split; [lia|]. split; [lia|]. split; [cbn; lra|]. split; [|repeat split].
  exists (fun j => LetterInt 0 j), 0%nat, 3%nat, 2%nat. repeat split; cbn; lia.
Qed.

(** A1 B2 BA ends in a pair that names the first token; A1 A2 A3 ends in an integer, its own answer. *)
Definition pair_last (j : nat) : pair :=
  match j with 1%nat => LetterInt 0 1 | 2%nat => LetterInt 1 2 | _ => LetterPair 2 0 end.

Lemma answered_pair_last : answered 3 3 pair_last (LetterInt 0 1).
Proof.
  unfold answered. split; [lia|]. split; [lia|].
  split; [intros j J; unfold within in J; destruct j as [|[|[|[|j]]]]; cbn; lia|]. split.
  - intros j x y J E. unfold within in J. destruct j as [|[|[|[|j]]]]; try lia; try discriminate E.
    injection E as <- <-. split.
    + exists 1%nat. split; [unfold within; lia|reflexivity].
    + intros k k' K K' L L'. unfold within in K, K'.
      destruct k as [|[|[|[|k]]]]; try lia; try discriminate L. destruct k' as [|[|[|[|k']]]]; try lia;
        try discriminate L'. reflexivity.
  - exists 1%nat. split; [unfold within; lia|]. split; reflexivity.
Qed.

Lemma answered_integer_last : answered 2 3 (fun j => LetterInt 0 j) (LetterInt 0 3).
Proof.
  unfold answered. split; [lia|]. split; [lia|]. split; [intros j J; cbn; lia|].
  split; [intros j x y _ E; discriminate E|]. reflexivity.
Qed.

Example new_retrieval_separation_repaired_instance : instance_of new_retrieval_separation_repaired_statement.
Proof.
  split; [|split].
  - exists 3%nat, 3%nat, pair_last, (LetterInt 0 1). split; [exact answered_pair_last|].
    exists (LetterInt 1 2). split; [discriminate|exact I].
  - exists 3%nat, 3%nat, pair_last, (LetterInt 0 1). split; [exact answered_pair_last|].
    split; [exists 2%nat, 0%nat; reflexivity|]. exists 1%nat, 2%nat. unfold within. repeat split; lia || discriminate.
  - exists 2%nat, 3%nat, (fun j => LetterInt 0 j), (LetterInt 0 3). split; [exact answered_integer_last|].
    split; [exists 0%nat, 3%nat; reflexivity|]. exists (fun _ => 1 / 3). split; [intros; lra|].
    split; [unfold sum1; cbn; lra|]. exists (LetterInt 0 1). split; [discriminate|exact I].
Qed.
