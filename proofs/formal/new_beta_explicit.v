(** new.beta-explicit, new.beta-explicit.threshold (new; after U25, Theorem 5, and U26, Lemma F.1).

    beta > ln(n-1)/Delta, Delta the smallest of the n-1 gaps, gives the target more than half of the
    weight; it is necessary exactly when all rivals sit at the gap.

    The target has more than half exactly for beta > beta*, the root of the sum of e^{-beta delta_j} = 1 (0
    for one rival).  With the gaps in increasing order, max_k ln(k)/delta_k <= beta* <= max_k
    ln(k(k+1))/delta_k, and if the two smallest gaps are equal, the upper bound is at most ln 6/ln 2 < 2.59
    times the lower.

    Idea: the target's weight is 1/(1 + S), S the sum of e^{-beta delta_j} over its rivals, so it exceeds
    one half exactly if S < 1.  Each term is at most e^{-beta Delta}.  For the bounds: k terms of at least
    e^{-beta delta_k}; terms of at most 1/(k(k+1)), whose sum is 1 - 1/(m+1). *)

From Coq Require Import Reals Lra Lia List PeanoNat.
From RopeTheory Require Import Rope Sums Taylor Instances.
Open Scope R_scope.

Definition rival (n t j : nat) : Prop := (1 <= j <= n)%nat /\ j <> t.

Definition smallest_gap (l : nat -> R) (n t : nat) (D : R) : Prop :=
  (forall j, rival n t j -> D <= l t - l j) /\ (exists j, rival n t j /\ l t - l j = D).

Definition new_beta_explicit_statement : Prop :=
  forall (n : nat) (l : nat -> R) (t : nat) (D : R),
    (2 <= n)%nat -> (1 <= t <= n)%nat -> smallest_gap l n t D -> 0 < D ->
    (forall beta, ln (INR (n - 1)) / D < beta -> 1 / 2 < weight beta l n t) /\
    ((forall beta, 0 <= beta -> 1 / 2 < weight beta l n t -> ln (INR (n - 1)) / D < beta) <->
     (forall j, rival n t j -> l t - l j = D)).

(** The gaps delta_1 <= ... <= delta_m of m rivals; the target stands last. *)
Definition in_order (m : nat) (delta : nat -> R) : Prop :=
  (forall k, (1 <= k <= m)%nat -> 0 < delta k) /\ (forall k, (1 <= k < m)%nat -> delta k <= delta (S k)).

Definition total (delta : nat -> R) (m : nat) (beta : R) : R := sum1 (fun k => exp (- beta * delta k)) m.

(** "b <= max_k" is said as "b <= the k-th for some k", "max_k <= b" as "the k-th <= b for every k". *)
Definition new_beta_explicit_threshold_statement : Prop :=
  forall (m : nat) (delta : nat -> R), (1 <= m)%nat -> in_order m delta ->
  exists b : R,
    (0 <= b /\ total delta m b = 1 /\ (forall b', total delta m b' = 1 -> b' = b) /\ (m = 1%nat -> b = 0)) /\
    (forall l beta, (forall k, (1 <= k <= m)%nat -> l (S m) - l k = delta k) ->
       (1 / 2 < weight beta l (S m) (S m) <-> b < beta)) /\
    (forall k, (1 <= k <= m)%nat -> ln (INR k) / delta k <= b) /\
    (exists k, (1 <= k <= m)%nat /\ b <= ln (INR k * INR (k + 1)) / delta k) /\
    ((2 <= m)%nat -> delta 1%nat = delta 2%nat ->
       ln 6 / ln 2 < 2.59 /\
       forall k, (1 <= k <= m)%nat -> exists k', (1 <= k' <= m)%nat /\
         ln (INR k * INR (k + 1)) / delta k <= ln 6 / ln 2 * (ln (INR k') / delta k')).

(** * The explicit bound *)

Lemma div_lt : forall a b c, 0 < c -> (a / c < b <-> a < b * c).
Proof.
  intros a b c P. split; intro H.
  - replace a with (a / c * c) by (field; lra). apply Rmult_lt_compat_r; assumption.
  - apply Rmult_lt_reg_r with c; [exact P|]. replace (a / c * c) with a by (field; lra). exact H.
Qed.

Lemma div_le : forall a b c, 0 < c -> (a / c <= b <-> a <= b * c).
Proof.
  intros a b c P. split; intro H.
  - replace a with (a / c * c) by (field; lra). apply Rmult_le_compat_r; lra.
  - apply Rmult_le_reg_r with c; [exact P|]. replace (a / c * c) with a by (field; lra). exact H.
Qed.

Lemma le_div : forall a b c, 0 < c -> (b <= a / c <-> b * c <= a).
Proof.
  intros a b c P. split; intro H.
  - replace a with (a / c * c) by (field; lra). apply Rmult_le_compat_r; lra.
  - apply Rmult_le_reg_r with c; [exact P|]. replace (a / c * c) with a by (field; lra). exact H.
Qed.

Lemma ln_INR_nonneg : forall k, (1 <= k)%nat -> 0 <= ln (INR k).
Proof. intros k H. rewrite <- ln_1. apply ln_le; [lra|]. apply (le_INR 1). exact H. Qed.

(** The term of a rival, 0 at the target itself. *)
Definition term (beta : R) (l : nat -> R) (t k : nat) : R :=
  if (k =? t)%nat then 0 else exp (- beta * (l t - l k)).
Definition level (e : R) (t k : nat) : R := if (k =? t)%nat then 0 else e.

Lemma level_total : forall e t n, (1 <= t <= n)%nat -> sum1 (level e t) n = INR (n - 1) * e.
Proof. intros e t n H. unfold level. rewrite sum1_one by exact H. ring. Qed.

Lemma term_at_most : forall beta l n t D k, 0 <= beta -> (forall j, rival n t j -> D <= l t - l j) ->
  (1 <= k <= n)%nat -> term beta l t k <= level (exp (- (beta * D))) t k.
Proof.
  intros beta l n t D k B G K. unfold term, level. destruct (Nat.eqb_spec k t) as [E|E]; [lra|].
  apply exp_le. assert (D <= l t - l k) by (apply G; split; assumption). nra.
Qed.

Theorem new_beta_explicit_proved : new_beta_explicit_statement.
Proof.
  intros n l t D N T (G & j0 & J0 & E0) P.
  assert (M : 1 <= INR (n - 1)) by (apply (le_INR 1); lia).
  pose proof (ln_INR_nonneg (n - 1) ltac:(lia)) as Ln. split; [|split].
  - intros beta H. apply more_than_half; [exact T|].
    assert (B : 0 <= beta).
    { apply Rlt_le, Rle_lt_trans with (2 := H). apply Rmult_le_pos; [exact Ln|].
      apply Rlt_le, Rinv_0_lt_compat, P. }
    apply Rle_lt_trans with (sum1 (level (exp (- (beta * D))) t) n).
    + apply sum1_le. intros k K. apply term_at_most with n; assumption.
    + rewrite level_total by exact T. apply exp_neg_lt; [lra|]. apply div_lt in H; assumption.
  - intros H j J. destruct (Req_dec (l t - l j) D) as [E|E]; [exact E|exfalso].
    assert (L : D < l t - l j) by (pose proof (G j J); lra).
    assert (J' : j <> j0) by (intro; subst; lra).
    assert (N3 : (3 <= n)%nat) by (destruct J, J0; lia).
    set (b := ln (INR (n - 1)) / D). apply (Rlt_irrefl b). apply H.
    + apply Rmult_le_pos; [exact Ln|]. apply Rlt_le, Rinv_0_lt_compat, P.
    + apply more_than_half; [exact T|].
      assert (Bp : 0 < b).
      { apply Rmult_lt_0_compat; [|apply Rinv_0_lt_compat, P]. rewrite <- ln_1. apply ln_increasing; [lra|].
        apply (lt_INR 1). lia. }
      assert (Eb : b * D = ln (INR (n - 1))) by (unfold b; field; lra).
      replace 1 with (sum1 (level (exp (- (b * D))) t) n).
      * apply sum1_lt with j; [|apply J|].
        -- intros k K. apply term_at_most with n; try assumption. lra.
        -- unfold level. destruct (Nat.eqb_spec j t) as [C|_]; [destruct J; contradiction|].
           apply exp_increasing. nra.
      * rewrite level_total, Eb, exp_Ropp, exp_ln by (assumption || lra). field. lra.
  - intros H beta _ W. apply more_than_half in W; [|exact T]. apply div_lt; [exact P|].
    apply exp_neg_lt; [lra|]. rewrite <- (level_total _ t n T).
    replace (sum1 (level (exp (- (beta * D))) t) n) with (rivals_total beta l n t); [exact W|].
    apply sum1_ext. intros k K. unfold level. destruct (Nat.eqb_spec k t) as [E|E]; [reflexivity|].
    rewrite H by (split; assumption). f_equal. ring.
Qed.

(** The hypotheses can be met. *)
Example one_rival : smallest_gap (fun k => INR k) 2 2 1.
Proof.
  split.
  - intros j [J E]. assert (j = 1%nat) by lia. subst. simpl. lra.
  - exists 1%nat. split; [split; lia|]. simpl. lra.
Qed.

(** * The threshold *)

Lemma total_decreasing : forall delta m b b', (1 <= m)%nat -> in_order m delta -> b < b' ->
  total delta m b' < total delta m b.
Proof.
  intros delta m b b' M [Pos _] L. apply sum1_lt with 1%nat; [|lia|].
  - intros k K. apply exp_le. pose proof (Pos k K). nra.
  - apply exp_increasing. pose proof (Pos 1%nat ltac:(lia)). nra.
Qed.

Lemma total_continuous : forall delta m, continuity (total delta m).
Proof.
  intros delta m. induction m as [|m IH].
  - apply continuity_const. intros x y. reflexivity.
  - unfold total in *. change (continuity ((fun b => sum1 (fun k => exp (- b * delta k)) m) +
      (fun b => exp (- b * delta (S m))))%F).
    apply continuity_plus; [exact IH|]. reg.
Qed.

Lemma in_order_le : forall delta m, in_order m delta ->
  forall k j, (1 <= j <= k)%nat -> (k <= m)%nat -> delta j <= delta k.
Proof.
  intros delta m [_ Up] k. induction k as [|k IH]; intros j J K; [lia|].
  destruct (Nat.eq_dec j (S k)) as [->|E]; [lra|].
  apply Rle_trans with (delta k); [apply IH; lia|apply Up; lia].
Qed.

Lemma threshold_exists : forall delta m, (1 <= m)%nat -> in_order m delta ->
  exists b, 0 <= b /\ total delta m b = 1.
Proof.
  intros delta m M Ord. pose proof (proj1 Ord 1%nat ltac:(lia)) as P.
  assert (Mr : 1 <= INR m) by (apply (le_INR 1), M).
  set (u := ln (INR m + 1) / delta 1%nat).
  assert (U : 0 < u).
  { apply Rmult_lt_0_compat; [|apply Rinv_0_lt_compat, P]. rewrite <- ln_1. apply ln_increasing; lra. }
  assert (At0 : total delta m 0 = INR m).
  { unfold total. rewrite (sum1_ext _ (fun _ => 1)), sum1_const; [ring|]. intros.
    replace (- 0 * delta k) with 0 by ring. apply exp_0. }
  assert (Atu : total delta m u < 1).
  { apply Rle_lt_trans with (sum1 (fun _ => exp (- (u * delta 1%nat))) m).
    - apply sum1_le. intros k K. apply exp_le. pose proof (in_order_le delta m Ord k 1 ltac:(lia) ltac:(lia)).
      nra.
    - rewrite sum1_const. apply exp_neg_lt; [lra|].
      assert (Eu : u * delta 1%nat = ln (INR m + 1)) by (unfold u, Rdiv; rewrite Rmult_assoc, Rinv_l; lra).
      rewrite Eu.
      apply ln_increasing; lra. }
  destruct (IVT_cor (fun b => total delta m b - 1) 0 u) as (b & B & E).
  - apply (continuity_minus (total delta m) (fun _ => 1)); [apply total_continuous|].
    apply continuity_const. intros x y. reflexivity.
  - lra.
  - rewrite At0. nra.
  - exists b. lra.
Qed.

(** 1/(1*2) + ... + 1/(m(m+1)) = 1 - 1/(m+1). *)
Lemma telescope : forall m, sum1 (fun k => / (INR k * INR (k + 1))) m = 1 - / INR (m + 1).
Proof.
  induction m as [|m IH]; [rewrite sum1_0; simpl; lra|]. rewrite sum1_S, IH.
  replace (S m + 1)%nat with (S (S m)) by lia. replace (m + 1)%nat with (S m) by lia.
  rewrite !S_INR. pose proof (pos_INR m). field. lra.
Qed.

Lemma log_step : forall k, (2 <= k)%nat -> ln (INR k * INR (k + 1)) <= ln 6 / ln 2 * ln (INR k).
Proof.
  intros k K. assert (R2 : 2 <= INR k) by (apply (le_INR 2), K).
  rewrite ln_mult by (try rewrite plus_INR; simpl; lra).
  assert (L2 : 0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (L23 : ln 2 < ln 3) by (apply ln_increasing; lra).
  assert (Lk : ln 2 <= ln (INR k)) by (apply ln_le; lra).
  assert (Lk1 : ln (INR (k + 1)) <= ln 3 - ln 2 + ln (INR k)).
  { replace (ln 3 - ln 2) with (ln (3 / 2)) by (unfold Rdiv; rewrite ln_mult, ln_Rinv by lra; ring).
    rewrite <- ln_mult by lra. apply ln_le; rewrite plus_INR; simpl; lra. }
  assert (L6 : ln 6 = ln 2 + ln 3) by (rewrite <- ln_mult by lra; f_equal; lra).
  apply Rmult_le_reg_r with (ln 2); [exact L2|].
  replace (ln 6 / ln 2 * ln (INR k) * ln 2) with (ln 6 * ln (INR k)) by (field; lra). rewrite L6. nra.
Qed.

Theorem new_beta_explicit_threshold_proved : new_beta_explicit_threshold_statement.
Proof.
  intros m delta M Ord. destruct (threshold_exists delta m M Ord) as (b & B & E). exists b.
  assert (Uniq : forall b', total delta m b' = 1 -> b' = b).
  { intros b' E'. destruct (Rtotal_order b b') as [L|[L|L]]; [|lra|];
      pose proof (total_decreasing delta m _ _ M Ord L); lra. }
  split; [|split; [|split; [|split]]].
  - repeat split; auto. intros ->. symmetry. apply Uniq. unfold total. rewrite sum1_S, sum1_0.
    replace (- 0 * delta 1%nat) with 0 by ring. rewrite exp_0. ring.
  - intros l beta G. rewrite more_than_half by lia.
    assert (R : rivals_total beta l (S m) (S m) = total delta m beta).
    { unfold rivals_total. rewrite sum1_S, Nat.eqb_refl. unfold total. rewrite Rplus_0_r.
      apply sum1_ext. intros k K. destruct (Nat.eqb_spec k (S m)); [lia|]. rewrite G by lia. reflexivity. }
    rewrite R, <- E. split; intro H.
    + destruct (Rtotal_order b beta) as [L|[L|L]]; [exact L|subst; lra|].
      pose proof (total_decreasing delta m _ _ M Ord L). lra.
    + apply total_decreasing; assumption.
  - intros k K. pose proof (proj1 Ord k K) as P. apply div_le; [exact P|].
    destruct (Rle_dec (ln (INR k)) (b * delta k)) as [L|L]; [exact L|exfalso].
    assert (Kp : 1 <= INR k) by (apply (le_INR 1); lia).
    assert (S1 : 1 < INR k * exp (- (b * delta k))).
    { apply Rmult_lt_reg_r with (exp (b * delta k)); [apply exp_pos|].
      rewrite Rmult_assoc, <- exp_plus, Rplus_opp_l, exp_0, Rmult_1_r, Rmult_1_l.
      rewrite <- (exp_ln (INR k)) by lra. apply exp_increasing. lra. }
    assert (S2 : INR k * exp (- (b * delta k)) <= total delta m b).
    { assert (Q : forall q, (k <= q <= m)%nat -> INR k * exp (- (b * delta k)) <= total delta q b).
      { induction q as [|q IH]; intro Q; [lia|]. destruct (Nat.eq_dec k (S q)) as [<-|Ne].
        - rewrite <- sum1_const. apply sum1_le. intros j J. apply exp_le.
          pose proof (in_order_le delta m Ord k j ltac:(lia) ltac:(lia)). nra.
        - unfold total in *. rewrite sum1_S. pose proof (IH ltac:(lia)).
          pose proof (exp_pos (- b * delta (S q))). lra. }
      apply Q. lia. }
    lra.
  - destruct (sum1_gt_exists (fun k => exp (- b * delta k)) (fun k => / (INR k * INR (k + 1))) m) as
      (k & K & L).
    + rewrite telescope. fold (total delta m b). rewrite E.
      assert (0 < / INR (m + 1)) by (apply Rinv_0_lt_compat, lt_0_INR; lia). lra.
    + exists k. split; [exact K|]. pose proof (proj1 Ord k K) as P. apply le_div; [exact P|].
      assert (Kp : 1 <= INR k) by (apply (le_INR 1); lia).
      assert (Kq : 0 < INR k * INR (k + 1)) by (apply Rmult_lt_0_compat; [lra|apply lt_0_INR; lia]).
      apply Rlt_le. apply exp_lt_inv. rewrite exp_ln by exact Kq.
      apply inv_lt; [exact Kq|apply exp_pos|]. rewrite <- exp_Ropp.
      replace (- (b * delta k)) with (- b * delta k) by ring. exact L.
  - intros M2 Eq. split.
    { pose proof ln_2_decimals. pose proof (ln_below 4 0.4485 6) as U. unfold exp_sum in U. simpl INR in U.
      apply Rmult_lt_reg_r with (ln 2); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    intros k K. pose proof (proj1 Ord k K) as P.
    destruct (Nat.eq_dec k 1) as [->|Ne].
    + exists 2%nat. split; [lia|]. rewrite <- Eq. simpl (INR _).
      assert (L2 : 0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
      replace (1 * (1 + 1)) with 2 by ring. replace (1 + 1) with 2 by ring.
      replace (ln 6 / ln 2 * (ln 2 / delta 1%nat)) with (ln 6 / delta 1%nat) by (field; lra).
      apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat, P|]. apply ln_le; lra.
    + exists k. split; [exact K|]. pose proof (log_step k ltac:(lia)).
      replace (ln 6 / ln 2 * (ln (INR k) / delta k)) with (ln 6 / ln 2 * ln (INR k) / delta k) by
        (unfold Rdiv; ring).
      apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat, P|]. assumption.
Qed.

(** * False neighbours *)

(** beta > ln(n-2)/Delta is enough: wrong for two rivals at gap 1 and beta = 1/2. *)
Definition new_beta_explicit_neighbour_one_fewer : Prop :=
  forall (n : nat) (l : nat -> R) (t : nat) (D : R),
    (3 <= n)%nat -> (1 <= t <= n)%nat -> smallest_gap l n t D -> 0 < D ->
    forall beta, ln (INR (n - 2)) / D < beta -> 1 / 2 < weight beta l n t.

Definition at_one (k : nat) : R := if (k =? 3)%nat then 1 else 0.

Lemma at_one_gap : smallest_gap at_one 3 3 1.
Proof.
  split.
  - intros j [J E]. unfold at_one. simpl. destruct (Nat.eqb_spec j 3); [contradiction|lra].
  - exists 1%nat. split; [split; lia|]. unfold at_one. simpl. lra.
Qed.

Theorem new_beta_explicit_neighbour_one_fewer_false : ~ new_beta_explicit_neighbour_one_fewer.
Proof.
  intro H. specialize (H 3%nat at_one 3%nat 1 ltac:(lia) ltac:(lia) at_one_gap ltac:(lra) (1 / 2)).
  simpl in H. rewrite ln_1 in H. specialize (H ltac:(lra)). apply more_than_half in H; [|lia].
  unfold rivals_total, sum1, at_one in H. simpl in H.
  pose proof (exp_ineq1 (- (1 / 2) * (1 - 0)) ltac:(lra)). lra.
Qed.

(** It is necessary for every profile: wrong for gaps 1 and 5, where beta = 1/2 is enough. *)
Definition new_beta_explicit_neighbour_always_necessary : Prop :=
  forall (n : nat) (l : nat -> R) (t : nat) (D : R),
    (2 <= n)%nat -> (1 <= t <= n)%nat -> smallest_gap l n t D -> 0 < D ->
    forall beta, 0 <= beta -> 1 / 2 < weight beta l n t -> ln (INR (n - 1)) / D < beta.

Definition one_and_five (k : nat) : R := if (k =? 1)%nat then 4 else if (k =? 2)%nat then 0 else 5.

Theorem new_beta_explicit_neighbour_always_necessary_false : ~ new_beta_explicit_neighbour_always_necessary.
Proof.
  intro H. assert (G : smallest_gap one_and_five 3 3 1).
  { split.
    - intros j [J E]. destruct j as [|[|[|[|j]]]]; try lia; unfold one_and_five; simpl; lra.
    - exists 1%nat. split; [split; lia|]. unfold one_and_five. simpl. lra. }
  specialize (H 3%nat one_and_five 3%nat 1 ltac:(lia) ltac:(lia) G ltac:(lra) (1 / 2) ltac:(lra)).
  assert (W : 1 / 2 < weight (1 / 2) one_and_five 3 3).
  { apply more_than_half; [lia|]. unfold rivals_total, sum1, one_and_five. simpl.
    pose proof (exp_below 1 (1 / 2) ltac:(lra)) as A. pose proof (exp_below 5 (1 / 2) ltac:(lra)) as B. unfold exp_sum in A, B. simpl INR in A, B.
    replace (- (1 / 2) * (5 - 4)) with (- (1 * (1 / 2))) by lra. replace (- (1 / 2) * (5 - 0)) with (- ((1 + 1 + 1 + 1 + 1) * (1 / 2))) by lra. lra. }
  specialize (H W). simpl in H. replace (1 + 1) with 2 in H by ring. pose proof ln_2_decimals. lra.
Qed.

(** beta >= ln(n-1)/Delta is enough: wrong for one rival and beta = 0. *)
Definition new_beta_explicit_neighbour_not_strict : Prop :=
  forall (n : nat) (l : nat -> R) (t : nat) (D : R),
    (2 <= n)%nat -> (1 <= t <= n)%nat -> smallest_gap l n t D -> 0 < D ->
    forall beta, ln (INR (n - 1)) / D <= beta -> 1 / 2 < weight beta l n t.

Theorem new_beta_explicit_neighbour_not_strict_false : ~ new_beta_explicit_neighbour_not_strict.
Proof.
  intro H. specialize (H 2%nat _ 2%nat 1 ltac:(lia) ltac:(lia) one_rival ltac:(lra) 0).
  simpl in H. rewrite ln_1 in H. specialize (H ltac:(lra)). apply more_than_half in H; [|lia].
  unfold rivals_total, sum1 in H. simpl in H. rewrite Ropp_0, Rmult_0_l, exp_0 in H. lra.
Qed.

(** The lower bound max_k ln(k)/delta_k is an upper bound too: wrong for gaps 1 and 2. *)
Definition new_beta_explicit_threshold_neighbour_lower_is_upper : Prop :=
  forall (m : nat) (delta : nat -> R) (b : R), (1 <= m)%nat -> in_order m delta -> total delta m b = 1 ->
    exists k, (1 <= k <= m)%nat /\ b <= ln (INR k) / delta k.

Theorem new_beta_explicit_threshold_neighbour_lower_is_upper_false :
  ~ new_beta_explicit_threshold_neighbour_lower_is_upper.
Proof.
  intro H. assert (Ord : in_order 2 INR).
  { split.
    - intros k K. apply lt_0_INR. lia.
    - intros k K. apply le_INR. lia. }
  destruct (threshold_exists INR 2 ltac:(lia) Ord) as (b & B & E).
  destruct (H 2%nat INR b ltac:(lia) Ord E) as (k & K & L).
  assert (C : b <= 0.35).
  { destruct k as [|[|[|k]]]; try lia; simpl in L.
    - rewrite ln_1 in L. lra.
    - replace (1 + 1) with 2 in L by ring. pose proof ln_2_decimals. lra. }
  unfold total, sum1 in E. simpl in E.
  pose proof (exp_ineq1_le (- b * 1)). replace (- b * (1 + 1)) with (- b * 1 + - b * 1) in E by ring. rewrite exp_plus in E. nra.
Qed.

(** The logits 1, 2, 3 with the target last. *)
Example new_beta_explicit_instance : instance_of new_beta_explicit_statement.
Proof.
  exists 3%nat, INR, 3%nat, 1. split; [lia | split; [lia | split; [| split; [lra | split; [| exact I]]]]].
  - split.
    + intros [|[|[|[|j]]]] [J D]; try lia; simpl; lra.
    + exists 2%nat. split; [split; lia | simpl; lra].
  - exists (ln (INR (3 - 1)) / 1 + 1). split; [lra | exact I].
Qed.

Example new_beta_explicit_threshold_instance : instance_of new_beta_explicit_threshold_statement.
Proof.
  exists 3%nat, INR. split; [lia | split; [split | exact I]]; intros k K.
  - apply lt_0_INR. lia.
  - apply le_INR. lia.
Qed.
