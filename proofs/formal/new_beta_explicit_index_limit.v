(** new.beta-explicit.index-limit (new; sharpens U26, Theorem 3.1 for T_Index).

    Statement.  For T_Index at theta = 2 pi/n, beta* Delta tends to the c with 2 sum_{k >= 1} e^{-c k^2} = 1;
    0.785409 < c < 0.785410, not pi/4.  For every n >= 40, |beta* Delta - c| < 0.0016.

    Idea: the gaps over the smallest one, twice each, tend to k^2 from below (new_beta_explicit_index.v).  c is the end of
    the numbers at which some partial sum exceeds 1; there the sums up to K are 1 but for the rest of a geometric series.
    Encoding: Un_cv is Coq's convergence of a sequence. *)

From Coq Require Import Reals Lra Lia PeanoNat Compare_dec.
From RopeTheory Require Import IntervalZ.
From RopeTheory Require Import Rope Sums Trig Heads Pigeonhole new_stack_beta_free new_beta_explicit_index
  Instances.
Open Scope R_scope.

Definition squares (c : R) (N : nat) : R := 2 * sum1 (fun k => exp (- c * (INR k * INR k))) N.

Definition new_beta_explicit_index_limit_statement : Prop :=
  exists c, Un_cv (squares c) 1 /\ (forall c', 0 < c' -> Un_cv (squares c') 1 -> c' = c) /\
    (forall b, (forall n, (4 <= n)%nat -> threshold_of n (b n)) -> Un_cv (fun n => b n * (1 - cos (turn n))) c) /\
    0.785409 < c < 0.785410 /\ PI / 4 < c /\
    (forall n b, (40 <= n)%nat -> threshold_of n b -> Rabs (b * (1 - cos (turn n)) - c) < 0.0016).

(** * Partial sums *)

Lemma squares_nonneg : forall c N, 0 <= squares c N.
Proof. intros c N. unfold squares. pose proof (sum1_nonneg (fun k => exp (- c * (INR k * INR k))) N (fun k _ => Rlt_le _ _ (exp_pos _))). lra. Qed.

Lemma squares_longer : forall c N M, (N <= M)%nat -> squares c N <= squares c M.
Proof. intros c N M L. unfold squares. pose proof (sum1_longer (fun k => exp (- c * (INR k * INR k))) N M L (fun k => Rlt_le _ _ (exp_pos _))). lra. Qed.

Lemma squares_fall : forall c d N, 0 <= d -> squares (c + d) N <= exp (- d) * squares c N.
Proof.
  intros c d N D. unfold squares. assert (sum1 (fun k => exp (- (c + d) * (INR k * INR k))) N <= exp (- d) * sum1 (fun k => exp (- c * (INR k * INR k))) N); [|lra].
  rewrite <- sum1_scal. apply sum1_le. intros k K. rewrite <- exp_plus. apply exp_le. assert (H : 1 <= INR k) by (apply (le_INR 1); lia).
  assert (Q : 1 <= INR k * INR k) by nra. apply (Rmult_le_compat_l d) in Q; lra.
Qed.

Lemma squares_fall_slowly : forall c d N, 0 <= d -> squares c N <= exp (d * (INR N * INR N)) * squares (c + d) N.
Proof.
  intros c d N D. unfold squares. assert (sum1 (fun k => exp (- c * (INR k * INR k))) N <= exp (d * (INR N * INR N)) * sum1 (fun k => exp (- (c + d) * (INR k * INR k))) N); [|lra].
  rewrite <- sum1_scal. apply sum1_le. intros k K. rewrite <- exp_plus. apply exp_le.
  assert (INR k * INR k <= INR N * INR N) by (apply Rmult_le_compat; try apply pos_INR; apply le_INR; lia).
  apply (Rmult_le_compat_l d) in H; lra.
Qed.

Lemma squares_rest : forall c K N, 0 < c -> squares c N <= squares c K + 2 * rest c K.
Proof.
  intros c K N C. assert (R : 0 <= rest c K) by (apply Rle_trans with (2 := rest_bounds c K 0 C); rewrite sum1_0; lra).
  destruct (Nat.le_gt_cases N K) as [L|L]; [pose proof (squares_longer c N K L); lra|].
  unfold squares. rewrite (sum1_split_at _ K N) by lia. pose proof (rest_bounds c K (N - K) C) as B.
  rewrite (sum1_ext (fun k => exp (- c * (INR (K + k) * INR (K + k)))) (fun k => exp (- (c * (INR (K + k) * INR (K + k)))))) by (intros; f_equal; ring).
  lra.
Qed.

Lemma rest_small : forall r K, 0.3 <= r -> 2 * rest r K <= 12 / INR (S K).
Proof.
  intros r K H. unfold rest. assert (K1 : 1 <= INR (S K)) by (apply (le_INR 1); lia).
  assert (A : exp (- (r * (INR (S K) * INR (S K)))) <= / (0.3 * INR (S K))).
  { rewrite exp_Ropp. apply Rinv_le_contravar; [lra|]. eapply Rle_trans; [|apply Rlt_le, exp_ineq1]; nra. }
  assert (B : 0.58 <= 1 - exp (- (r * INR (2 * K + 3)))).
  { assert (exp (- (r * INR (2 * K + 3))) <= exp (- 0.9)).
    { apply exp_le. rewrite plus_INR. simpl (INR 3). pose proof (pos_INR (2 * K)). nra. }
    assert (exp (- 0.9) <= 0.42) by interval. lra. }
  pose proof (exp_pos (- (r * (INR (S K) * INR (S K))))) as P.
  apply Rle_trans with (2 * (/ (0.3 * INR (S K)) / 0.58)).
  - apply Rmult_le_compat_l; [lra|]. unfold Rdiv. apply Rmult_le_compat; [lra| |exact A|apply Rinv_le_contravar; lra].
    apply Rlt_le, Rinv_0_lt_compat. lra.
  - assert (E : 2 * (/ (0.3 * INR (S K)) / 0.58) = 2 / (0.3 * 0.58) * / INR (S K)) by (field; lra). rewrite E. unfold Rdiv at 2.
    apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; lra|lra].
Qed.

Ltac few := unfold squares, rest, sum1; cbn [sum]; rewrite ?INR_IZR_INZ; simpl Z.of_nat; simpl IZR.

Lemma lower_end : 1 < squares 0.785409 5.
Proof. few. interval with (i_prec 60). Qed.

Lemma upper_end : forall N, squares 0.7854095 N < 1.
Proof. intro N. eapply Rle_lt_trans; [apply (squares_rest 0.7854095 5); lra|]. few. interval with (i_prec 60). Qed.

(** * The constant *)

Definition reached (a : R) : Prop := exists N, 1 < squares a N.

Lemma constant : exists c, 0.785409 <= c <= 0.7854095 /\ (forall a, a < c -> reached a) /\ (forall a, c < a -> ~ reached a).
Proof.
  assert (Up : forall a, reached a -> a <= 0.7854095).
  { intros a [N H]. apply Rnot_lt_le. intro L. pose proof (squares_fall 0.7854095 (a - 0.7854095) N ltac:(lra)) as F.
    replace (0.7854095 + (a - 0.7854095)) with a in F by ring. pose proof (upper_end N). pose proof (squares_nonneg 0.7854095 N).
    assert (exp (- (a - 0.7854095)) <= 1) by (rewrite <- exp_0; apply exp_le; lra). nra. }
  destruct (completeness reached) as (c & Ub & Least).
  - exists 0.7854095. exact Up.
  - exists 0.785409, 5%nat. exact lower_end.
  - exists c. split; [split; [apply Ub; exists 5%nat; exact lower_end|apply Least; exact Up]|]. split.
    + intros a L. assert (E : ~ forall a', reached a' -> a' <= a) by (intro Q; specialize (Least a Q); lra).
      apply Classical_Prop.NNPP. intro No. apply E. intros a' [N H]. apply Rnot_lt_le. intro L'. apply No. exists N.
      pose proof (squares_fall a (a' - a) N ltac:(lra)) as F. replace (a + (a' - a)) with a' in F by ring. pose proof (squares_nonneg a N).
      assert (exp (- (a' - a)) <= 1) by (rewrite <- exp_0; apply exp_le; lra). nra.
    + intros a L R. specialize (Ub a R). lra.
Qed.

Section Constant.
  Variable c : R.
  Hypothesis Range : 0.785409 <= c <= 0.7854095.
  Hypothesis Before : forall a, a < c -> reached a.
  Hypothesis Behind : forall a, c < a -> ~ reached a.

  (** What holds at c + d for every small d > 0 holds at c. *)
  Lemma at_most_1 : forall N, squares c N <= 1.
  Proof.
    intro N. apply Rnot_lt_le. intro H. set (s := squares c N) in *. assert (L : 0 < ln s) by (rewrite <- ln_1; apply ln_increasing; lra).
    pose proof (pos_INR N) as N0. assert (N2 : 0 <= INR N * INR N) by (apply Rmult_le_pos; lra).
    set (d := ln s / (2 * (INR N * INR N + 1))). assert (D : 0 < d) by (apply Rdiv_lt_0_compat; lra).
    pose proof (squares_fall_slowly c d N ltac:(lra)) as F. fold s in F. apply (Behind (c + d) ltac:(lra)). exists N.
    assert (E : exp (d * (INR N * INR N)) < s).
    { rewrite <- (exp_ln s) by lra. apply exp_increasing. assert (X : d * (INR N * INR N + 1) = ln s / 2) by (unfold d; field; lra). lra. }
    pose proof (exp_pos (d * (INR N * INR N))). apply Rnot_le_lt. intro Q. nra.
  Qed.

  Lemma at_least : forall K, 1 - 12 / INR (S K) <= squares c K.
  Proof.
    intro K. apply Rnot_lt_le. intro H. pose proof (at_most_1 K) as U. pose proof (squares_nonneg c K) as P.
    assert (K1 : 0 < INR (S K)) by (apply lt_0_INR; lia). assert (T : 0 < 12 / INR (S K)) by (apply Rdiv_lt_0_compat; lra).
    set (m := 1 - 12 / INR (S K) - squares c K) in *. assert (M : 0 < m) by (unfold m; lra).
    assert (L : 0 < ln (1 + m)) by (rewrite <- ln_1; apply ln_increasing; lra).
    pose proof (pos_INR K) as K0. assert (K2 : 0 <= INR K * INR K) by (apply Rmult_le_pos; lra).
    set (d := Rmin 0.1 (ln (1 + m) / (INR K * INR K + 1))).
    assert (D : 0 < d) by (unfold d; apply Rmin_glb_lt; [lra|apply Rdiv_lt_0_compat; lra]).
    assert (D1 : d <= 0.1) by apply Rmin_l. assert (D2 : d * (INR K * INR K + 1) <= ln (1 + m)).
    { apply Rle_trans with (ln (1 + m) / (INR K * INR K + 1) * (INR K * INR K + 1)); [apply Rmult_le_compat_r; [lra|apply Rmin_r]|right; field; lra]. }
    destruct (Before (c - d) ltac:(lra)) as [N R].
    pose proof (squares_rest (c - d) K N ltac:(lra)) as A. pose proof (rest_small (c - d) K ltac:(lra)) as B.
    pose proof (squares_fall_slowly (c - d) d K ltac:(lra)) as F. replace (c - d + d) with c in F by ring.
    assert (E : exp (d * (INR K * INR K)) <= 1 + m) by (rewrite <- (exp_ln (1 + m)) by lra; apply exp_le; lra).
    assert (exp (d * (INR K * INR K)) * squares c K <= (1 + m) * squares c K) by (apply Rmult_le_compat_r; lra).
    assert (m * squares c K <= m * 1) by (apply Rmult_le_compat_l; lra). unfold m in *. lra.
  Qed.

  Lemma converges : Un_cv (squares c) 1.
  Proof.
    intros eps E. destruct (archimed_cor1 (eps / 12) ltac:(lra)) as (N & A & B). exists N. intros n H. unfold R_dist.
    pose proof (at_most_1 n) as U. pose proof (at_least n) as L. assert (N0 : 0 < INR N) by (apply lt_0_INR; lia).
    assert (INR N <= INR (S n)) by (apply le_INR; lia). assert (/ INR (S n) <= / INR N) by (apply Rinv_le_contravar; lra).
    unfold Rdiv in *. rewrite Rabs_left1 by lra. lra.
  Qed.

  Lemma unique : forall c', 0 < c' -> Un_cv (squares c') 1 -> c' = c.
  Proof.
    assert (Less : forall a b, 0 < a -> a < b -> (forall N, squares a N <= 1) -> ~ Un_cv (squares b) 1).
    { intros a b A L U Cv. assert (X : exp (- (b - a)) < 1) by (rewrite <- exp_0; apply exp_increasing; lra).
      destruct (Cv (1 - exp (- (b - a))) ltac:(lra)) as (N & H). specialize (H N (le_n N)). unfold R_dist in H.
      pose proof (squares_fall a (b - a) N ltac:(lra)) as F. replace (a + (b - a)) with b in F by ring.
      pose proof (exp_pos (- (b - a))). pose proof (U N). pose proof (squares_nonneg a N). assert (exp (- (b - a)) * squares a N <= exp (- (b - a)) * 1) by (apply Rmult_le_compat_l; lra).
      apply Rabs_def2 in H. lra. }
    intros c' C' Cv. destruct (Rtotal_order c' c) as [L|[E|L]]; [exfalso|exact E|exfalso].
    - apply (Less c' c C' L); [|exact converges]. intro N. apply Rnot_lt_le. intro Q.
      destruct (Cv (squares c' N - 1) ltac:(lra)) as (M & H). specialize (H (Nat.max N M) ltac:(lia)). unfold R_dist in H.
      pose proof (squares_longer c' N (Nat.max N M) ltac:(lia)). apply Rabs_def2 in H. lra.
    - apply (Less c c' ltac:(lra) L at_most_1 Cv).
  Qed.

  (** * The thresholds tend to it *)

  Lemma ladder_least : forall x K k, 0 < x -> INR K * x <= PI / 2 -> (k <= K)%nat -> INR k - (1 - cos (INR K * x)) * (INR k * INR k) <= ladder x k.
  Proof.
    intros x K k X H. induction k as [|k IH]; intro L; [rewrite ladder_0; simpl; lra|]. specialize (IH ltac:(lia)). pose proof PI_RGT_0 as P.
    assert (K1 : 1 <= INR K) by (apply (le_INR 1); lia). assert (Kk : INR k <= INR K) by (apply le_INR; lia). pose proof (pos_INR k) as K0.
    assert (X1 : x <= INR K * x) by nra. assert (S : 0 < sin x) by (apply sin_gt_0; lra). rewrite ladder_step by lra.
    assert (C1 : cos (INR K * x) <= cos x) by (apply cos_falls_weakly; lra).
    assert (C2 : cos (INR K * x) <= cos (INR k * x)) by (apply cos_falls_weakly; [apply Rmult_le_pos; lra|apply Rmult_le_compat_r; lra|lra]).
    pose proof (COS_bound x) as B. pose proof (COS_bound (INR K * x)) as B'. pose proof (ladder_size x k ltac:(lra)) as Z.
    assert (Z' : - INR k <= ladder x k <= INR k) by (unfold Rabs in Z; destruct (Rcase_abs (ladder x k)); lra).
    rewrite S_INR. set (p := 1 - cos (INR K * x)) in *.
    assert (ladder x k * (1 - cos x) <= INR k * p).
    { apply Rle_trans with (INR k * (1 - cos x)); [apply Rmult_le_compat_r; lra|apply Rmult_le_compat_l; unfold p; lra]. }
    assert (0 <= p * INR k) by (apply Rmult_le_pos; unfold p; lra). unfold p in *. lra.
  Qed.

  Lemma ratio_near : forall n K k, (2 <= n)%nat -> (2 * K <= n)%nat -> (k <= K)%nat ->
    (1 - 10 * (INR K * INR K * INR K) / INR n) * (INR k * INR k) <= ratio n k.
  Proof.
    intros n K k N HK L. pose proof PI_RGT_0 as P. assert (N2 : 2 <= INR n) by (apply (le_INR 2), N). pose proof (step_range n N) as St.
    pose proof (half_turns n K N HK) as Ht. pose proof (ladder_least (PI / INR n) K k ltac:(lra) Ht L) as B. set (x := PI / INR n) in *.
    set (p := 1 - cos (INR K * x)) in *. assert (P0 : 0 <= p) by (unfold p; pose proof (COS_bound (INR K * x)); lra).
    pose proof (one_minus_cos_le_square (INR K * x)) as Sq. fold p in Sq. rewrite ratio_ladder by exact N. fold x.
    pose proof (pos_INR k) as K0. pose proof (pos_INR K) as KK. assert (Kk : INR k <= INR K) by (apply le_INR; lia).
    assert (X2 : x * x <= 10 / INR n).
    { unfold x. assert (PI * PI <= 10) by interval. apply Rmult_le_reg_r with (INR n * INR n); [nra|].
      replace (PI / INR n * (PI / INR n) * (INR n * INR n)) with (PI * PI) by (field; lra).
      replace (10 / INR n * (INR n * INR n)) with (10 * INR n) by (field; lra). nra. }
    assert (Pk : 2 * (p * INR k) <= 10 * (INR K * INR K * INR K) / INR n).
    { apply Rle_trans with (INR K * x * (INR K * x) * INR K).
      - apply Rle_trans with (2 * p * INR K); [nra|]. apply Rmult_le_compat_r; lra.
      - replace (INR K * x * (INR K * x) * INR K) with (INR K * INR K * INR K * (x * x)) by ring.
        replace (10 * (INR K * INR K * INR K) / INR n) with (INR K * INR K * INR K * (10 / INR n)) by (field; lra).
        apply Rmult_le_compat_l; [repeat apply Rmult_le_pos; lra|exact X2]. }
    destruct (Rle_lt_dec (p * INR k) 1) as [Small|Big].
    - assert (Q : 0 <= INR k - p * (INR k * INR k)) by nra.
      apply Rle_trans with ((INR k - p * (INR k * INR k)) * (INR k - p * (INR k * INR k))); [|apply Rmult_le_compat; lra].
      replace ((INR k - p * (INR k * INR k)) * (INR k - p * (INR k * INR k))) with ((1 - 2 * (p * INR k) + p * INR k * (p * INR k)) * (INR k * INR k)) by ring.
      apply Rmult_le_compat_r; [nra|]. assert (0 <= p * INR k * (p * INR k)) by apply Rle_0_sqr. lra.
    - apply Rle_trans with 0; [|apply Rle_0_sqr]. assert (0 <= INR k * INR k) by nra. nra.
  Qed.

  Lemma eventually_below : forall eps, 0 < eps < 0.1 -> exists M, forall n, (M <= n)%nat -> circle_total n (c + eps) < 1.
  Proof.
    intros eps E. set (m := 1 - exp (- (eps / 2))). assert (M : 0 < m) by (unfold m; assert (exp (- (eps / 2)) < 1) by (rewrite <- exp_0; apply exp_increasing; lra); lra).
    destruct (archimed_cor1 (m / 12) ltac:(lra)) as (K & Ka & Kb).
    set (cube := 10 * (INR K * INR K * INR K)). assert (Cube : 0 <= cube) by (unfold cube; pose proof (pos_INR K); repeat apply Rmult_le_pos; lra).
    destruct (archimed_cor1 (eps / 2 / (cube + 1)) ltac:(apply Rdiv_lt_0_compat; lra)) as (M0 & Ma & Mb).
    exists (Nat.max M0 (2 * K + 4)). intros n Hn. assert (N0 : 0 < INR n) by (apply lt_0_INR; lia).
    assert (Mr : 0 < INR M0) by (apply lt_0_INR; lia). assert (Inv : / INR n <= / INR M0) by (apply Rinv_le_contravar; [lra|apply le_INR; lia]).
    assert (Small : cube / INR n <= eps / 2).
    { unfold Rdiv at 1. apply Rle_trans with (cube * (eps / 2 / (cube + 1))); [apply Rmult_le_compat_l; lra|].
      replace (cube * (eps / 2 / (cube + 1))) with (eps / 2 * (cube / (cube + 1))) by (field; lra).
      assert (cube / (cube + 1) <= 1); [|nra]. apply Rmult_le_reg_r with (cube + 1); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    eapply Rle_lt_trans; [apply (total_most n n K (c + eps)); lia || lra|].
    assert (Rate : 0.3 <= (c + eps) * (4 / (PI * PI))).
    { apply Rle_trans with (0.785 * (4 / (PI * PI))); [interval|]. apply Rmult_le_compat_r; [|lra]. apply Rlt_le, Rdiv_lt_0_compat; [lra|]. pose proof PI_RGT_0. nra. }
    pose proof (rest_small _ K Rate) as Rs. assert (Kr : 0 < INR K) by (apply lt_0_INR; lia).
    assert (Ks : / INR (S K) <= / INR K) by (apply Rinv_le_contravar; [lra|apply le_INR; lia]).
    assert (Tail : 12 / INR (S K) < m) by (unfold Rdiv; lra).
    assert (Head : 2 * sum1 (fun k => exp (- (c + eps) * ratio n k)) K <= exp (- (eps / 2))).
    { apply Rle_trans with (squares (c + eps / 2) K).
      - unfold squares. apply Rmult_le_compat_l; [lra|]. apply sum1_le. intros k Hk. apply exp_le.
        pose proof (ratio_near n K k ltac:(lia) ltac:(lia) ltac:(lia)) as R. fold cube in R.
        assert (K2 : 0 <= INR k * INR k) by (apply Rle_0_sqr).
        apply (Rmult_le_compat_l (c + eps)) in R; [|lra].
        assert (Part : (c + eps) * (cube / INR n) <= 1 * (eps / 2)) by (apply Rmult_le_compat; [lra|apply Rmult_le_pos; [exact Cube|left; apply Rinv_0_lt_compat, N0]|lra|exact Small]).
        apply (Rmult_le_compat_r (INR k * INR k)) in Part; [|exact K2]. lra.
      - eapply Rle_trans; [apply squares_fall; lra|]. pose proof (at_most_1 K). pose proof (exp_pos (- (eps / 2))). nra. }
    unfold m in *. lra.
  Qed.

  Lemma root_of : forall n b, (4 <= n)%nat -> threshold_of n b -> exists c', 0.785409 < c' < 0.903 /\ circle_total n c' = 1 /\ b * (1 - cos (turn n)) = c'.
  Proof.
    intros n b N B. destruct (has_root n 0.785409 0.903 ltac:(lra) (above_at_lower n N) (below_at_upper n N)) as (c' & C & E).
    exists c'. split; [exact C|]. split; [exact E|]. rewrite (threshold_unique n b c' N B E).
    pose proof (part_of_turn n ltac:(lia)) as T. fold (turn n) in T. pose proof PI_RGT_0. pose proof (cos_lt_1 (turn n) ltac:(lra) ltac:(lra)). field. lra.
  Qed.

  Lemma thresholds_converge : forall b, (forall n, (4 <= n)%nat -> threshold_of n (b n)) -> Un_cv (fun n => b n * (1 - cos (turn n))) c.
  Proof.
    intros b B eps E. set (e := Rmin (eps / 2) 0.05). assert (Ee : 0 < e) by (apply Rmin_glb_lt; lra).
    assert (E1 : e <= eps / 2) by apply Rmin_l. assert (E2 : e <= 0.05) by apply Rmin_r.
    destruct (eventually_below e ltac:(lra)) as (M & Below). destruct (Before (c - e) ltac:(lra)) as (N & Above).
    exists (Nat.max M (2 * N + 4)). intros n Hn. unfold R_dist. destruct (root_of n (b n) ltac:(lia) (B n ltac:(lia))) as (c' & C & R & ->).
    assert (Hi : c' < c + e).
    { apply Rnot_le_lt. intro Q. specialize (Below n ltac:(lia)). destruct Q as [Q|Q].
      - pose proof (circle_total_falls n _ _ ltac:(lia) Q). lra.
      - rewrite Q, R in Below. lra. }
    assert (Lo : c - e <= c').
    { apply Rnot_lt_le. intro Q. pose proof (total_least n c' N ltac:(lra) ltac:(lia) ltac:(lia)) as T. fold (squares c' N) in T.
      pose proof (squares_fall c' (c - e - c') N ltac:(lra)) as F. replace (c' + (c - e - c')) with (c - e) in F by ring.
      pose proof (squares_nonneg c' N). assert (exp (- (c - e - c')) <= 1) by (rewrite <- exp_0; apply exp_le; lra). nra. }
    apply Rabs_def1; lra.
  Qed.
End Constant.

Lemma below_from_40 : forall n, (40 <= n)%nat -> circle_total n 0.786999 < 1.
Proof. intros n N. eapply Rle_lt_trans; [apply (total_most 40 n 6 0.786999); lia || lra|]. terms. interval with (i_prec 40). Qed.

Lemma quarter : PI / 4 < 0.785409.
Proof. interval. Qed.

Theorem new_beta_explicit_index_limit_proved : new_beta_explicit_index_limit_statement.
Proof.
  destruct constant as (c & R & Before & Behind). exists c. pose proof (at_most_1 c Behind) as U.
  assert (Lo : 0.785409 < c).
  { destruct (proj1 R) as [L|L]; [exact L|exfalso]. pose proof (U 5%nat). rewrite <- L in H. pose proof lower_end. lra. }
  split; [apply (converges c R Before Behind)|]. split; [apply (unique c R Before Behind)|].
  split; [apply (thresholds_converge c R Before Behind)|]. split; [lra|]. split; [apply Rlt_trans with (2 := Lo); exact quarter|].
  intros n b N B. destruct (root_of n b ltac:(lia) B) as (c' & C & E & ->).
  assert (c' < 0.786999).
  { apply Rnot_le_lt. intro Q. pose proof (below_from_40 n N) as L. destruct Q as [Q|Q].
    - pose proof (circle_total_falls n _ _ ltac:(lia) Q). lra.
    - rewrite Q, E in L. lra. }
  apply Rabs_def1; lra.
Qed.

(** * False neighbours *)

(** The constant is pi/4. *)
Definition new_beta_explicit_index_limit_neighbour_quarter : Prop := Un_cv (squares (PI / 4)) 1.

Theorem new_beta_explicit_index_limit_neighbour_quarter_false : ~ new_beta_explicit_index_limit_neighbour_quarter.
Proof.
  intro H. assert (A : 1.00001 < squares (PI / 4) 5) by (few; interval with (i_prec 60)).
  destruct (H 0.00001 ltac:(lra)) as (N & Cv). specialize (Cv (Nat.max 5 N) ltac:(lia)). unfold R_dist in Cv.
  pose proof (squares_longer (PI / 4) 5 (Nat.max 5 N) ltac:(lia)). apply Rabs_def2 in Cv. lra.
Qed.

(** Within 0.0014 from n = 40 on. *)
Definition new_beta_explicit_index_limit_neighbour_nearer : Prop :=
  exists c, 0.785409 < c < 0.785410 /\ forall n, (40 <= n)%nat -> exists b, threshold_of n b /\ Rabs (b * (1 - cos (turn n)) - c) < 0.0014.

Theorem new_beta_explicit_index_limit_neighbour_nearer_false : ~ new_beta_explicit_index_limit_neighbour_nearer.
Proof.
  intros (c & C & H). destruct (H 40%nat (le_n _)) as (b & B & L). destruct (root_of 40 b ltac:(lia) B) as (c' & C' & E & Eb).
  assert (A : 1 < circle_total 40 0.78681).
  { rewrite two_sides by lia. change ((40 - 1) / 2)%nat with 19%nat. change (40 / 2)%nat with 20%nat.
    match goal with |- _ < sum1 ?g _ + _ => set (f := g) end. assert (P : forall k, 0 <= f k) by (intro; apply Rlt_le, exp_pos).
    assert (Half : 1 / 2 < sum1 f 5) by (unfold f; terms; interval with (i_prec 40)).
    pose proof (sum1_longer f 5 19 ltac:(lia) P). pose proof (sum1_longer f 5 20 ltac:(lia) P). lra. }
  rewrite Eb in L. apply Rabs_def2 in L. assert (Q : c' < 0.78681) by lra.
  pose proof (circle_total_falls 40 _ _ ltac:(lia) Q). lra.
Qed.

(** What exactly one real number satisfies can be named: it bounds all that are no larger. *)
Lemma the_only_one : forall P : R -> Prop, (exists x, P x) -> (forall x y, P x -> P y -> x = y) -> {x | P x}.
Proof.
  intros P Ex Only. destruct (completeness (fun x => forall b, P b -> x <= b)) as [m [U L]].
  - destruct Ex as [b B]. exists b. intros x H. apply H, B.
  - destruct Ex as [b B]. exists b. intros b' B'. rewrite (Only b b' B B'). apply Rle_refl.
  - exists m. destruct Ex as [b B]. replace m with b; [exact B |]. apply Rle_antisym.
    + apply U. intros b' B'. rewrite (Only b b' B B'). apply Rle_refl.
    + apply L. intros x H. apply H, B.
Qed.

Lemma threshold_only : forall n b b', (4 <= n)%nat -> threshold_of n b -> threshold_of n b' -> b = b'.
Proof.
  intros n b b' N B B'. assert (Same : forall x y, threshold_of n x -> threshold_of n y -> x <= y).
  { intros x y X Y. apply Rnot_lt_le. intro L. apply (Rlt_irrefl x).
    apply (X (fun _ => Heads.Int 1) x); [simpl; lia |]. apply (Y (fun _ => Heads.Int 1) x); [simpl; lia | exact L]. }
  apply Rle_antisym; apply Same; assumption.
Qed.

Lemma thresholds : exists b, forall n, (4 <= n)%nat -> threshold_of n (b n).
Proof.
  assert (F : forall n, {b | (4 <= n)%nat -> threshold_of n b}).
  { intro n. destruct (le_lt_dec 4 n) as [N|N]; [| exists 0; lia].
    destruct (the_only_one (threshold_of n)) as [b B].
    - destruct (new_beta_explicit_index_proved n N) as [b [B _]]. exists b. exact B.
    - intros x y. apply threshold_only, N.
    - exists b. intros _. exact B. }
  exists (fun n => proj1_sig (F n)). intro n. exact (proj2_sig (F n)).
Qed.

Example new_beta_explicit_index_limit_instance : instance_of new_beta_explicit_index_limit_statement.
Proof.
  destruct new_beta_explicit_index_limit_proved as [c [C [_ [_ [R _]]]]]. destruct thresholds as [b B].
  exists c. split; [exact I |]. split; [exists c; split; [lra | split; [exact C | exact I]] |].
  split; [exists b; split; [exact B | exact I] |]. split; [split; exact I | split; [exact I |]].
  exists 40%nat, (b 40%nat). split; [lia | split; [apply B; lia | exact I]].
Qed.
