(** new.beta-explicit.index (new; sharpens U26, Theorem 3.1 for T_Index).

    Statement.  For T_Index at theta = 2 pi/n, n >= 4, the threshold beta* is the same for every position asked for, and
    0.785409/Delta < beta* < 0.903/Delta with Delta = 1 - cos(2 pi/n): a constant over Delta suffices, tight to a factor 1.15.
    From n = 39 on, beta* < 0.787/Delta.

    Idea: the rivals' gaps are 1 - cos(k theta), k = 1..n-1, twice each; over Delta they are (sin(k x)/sin x)^2, x = pi/n,
    at most k^2, at least 4 k^2/pi^2 for k <= n/2, and grow with n.  So few of them count.
    Encoding: beta* is the number that more than half of the weight on the target begins beyond (new_beta_explicit.v). *)

From Coq Require Import Reals Lra Lia PeanoNat.
From RopeTheory Require Import IntervalZ.
From RopeTheory Require Import Rope Sums Trig Heads Pigeonhole u26_index_logits new_beta_explicit new_stack_beta_free
  Instances.
Open Scope R_scope.

(** beta is the threshold of T_Index at 2 pi/n, whatever valid input is asked. *)
Definition threshold_of (n : nat) (b : R) : Prop :=
  forall (s : nat -> token) (beta : R), (asked (s n) < n)%nat ->
    (1 / 2 < weight beta (logits (h_pos (turn n)) s n) n (n - asked (s n)) <-> b < beta).

Definition new_beta_explicit_index_statement : Prop :=
  forall n : nat, (4 <= n)%nat -> let Delta := 1 - cos (turn n) in
    exists b, threshold_of n b /\ 0.785409 / Delta < b < 0.903 / Delta /\ ((39 <= n)%nat -> b < 0.787 / Delta) /\ 0.903 < 0.785409 * 1.15.

(** * The gaps over the smallest one *)

(** delta_k/Delta. *)
Definition ratio (n k : nat) : R := (1 - cos (INR k * turn n)) / (1 - cos (turn n)).

(** sin(k x)/sin x. *)
Definition ladder (x : R) (k : nat) : R := sin (INR k * x) / sin x.

Lemma ladder_step : forall x k, sin x <> 0 -> ladder x (S k) = ladder x k * cos x + cos (INR k * x).
Proof. intros x k H. unfold ladder. rewrite S_INR. replace ((INR k + 1) * x) with (INR k * x + x) by ring. rewrite sin_plus. field. exact H. Qed.

Lemma ladder_0 : forall x, ladder x 0 = 0.
Proof. intro x. unfold ladder. simpl. rewrite Rmult_0_l, sin_0. unfold Rdiv. ring. Qed.

Lemma ladder_size : forall x k, 0 < x < PI -> Rabs (ladder x k) <= INR k.
Proof.
  intros x k X. assert (S : 0 < sin x) by (apply sin_gt_0; lra). induction k as [|k IH].
  - rewrite ladder_0, Rabs_R0. simpl. lra.
  - rewrite ladder_step, S_INR by lra. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult.
    pose proof (COS_bound x). pose proof (COS_bound (INR k * x)). pose proof (Rabs_pos (ladder x k)).
    assert (Rabs (cos x) <= 1) by (apply Rabs_le; lra). assert (Rabs (cos (INR k * x)) <= 1) by (apply Rabs_le; lra).
    pose proof (pos_INR k). pose proof (Rabs_pos (cos x)).
    assert (Rabs (ladder x k) * Rabs (cos x) <= INR k * 1) by (apply Rmult_le_compat; assumption). lra.
Qed.

Lemma ladder_falls : forall k x y, 0 < x <= y -> INR k * y <= PI / 2 -> y <= PI / 2 -> 0 <= ladder y k <= ladder x k.
Proof.
  intros k x y X. pose proof PI_RGT_0 as P. induction k as [|k IH]; intros K Y.
  - rewrite !ladder_0. lra.
  - rewrite S_INR in K. pose proof (pos_INR k) as K0. assert (Ky : INR k * y <= PI / 2) by lra. specialize (IH Ky Y).
    assert (0 < sin x) by (apply sin_gt_0; lra). assert (0 < sin y) by (apply sin_gt_0; lra). rewrite !ladder_step by lra.
    assert (C : 0 <= cos y <= cos x) by (split; [apply cos_ge_0; lra|apply cos_falls_weakly; lra]).
    assert (B : INR k * x <= INR k * y) by (apply Rmult_le_compat_l; lra). assert (0 <= INR k * x) by (apply Rmult_le_pos; lra).
    assert (D : 0 <= cos (INR k * y) <= cos (INR k * x)) by (split; [apply cos_ge_0; lra|apply cos_falls_weakly; lra]).
    assert (ladder y k * cos y <= ladder x k * cos x) by (apply Rmult_le_compat; lra).
    assert (0 <= ladder y k * cos y) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma ratio_ladder : forall n k, (2 <= n)%nat -> ratio n k = ladder (PI / INR n) k * ladder (PI / INR n) k.
Proof.
  intros n k N. pose proof PI_RGT_0 as P. assert (N2 : 2 <= INR n) by (apply (le_INR 2), N).
  assert (S : 0 < sin (PI / INR n)).
  { apply sin_gt_0; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_lt_reg_r with (INR n); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra. }
  unfold ratio, ladder. rewrite !one_minus_cos. unfold turn.
  replace (INR k * (2 * PI / INR n) / 2) with (INR k * (PI / INR n)) by (field; lra). replace (2 * PI / INR n / 2) with (PI / INR n) by (field; lra).
  field. lra.
Qed.

Lemma step_range : forall n, (2 <= n)%nat -> 0 < PI / INR n <= PI / 2.
Proof.
  intros n N. pose proof PI_RGT_0 as P. assert (N2 : 2 <= INR n) by (apply (le_INR 2), N). split; [apply Rdiv_lt_0_compat; lra|].
  apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra.
Qed.

Lemma ratio_most : forall n k, (2 <= n)%nat -> ratio n k <= INR k * INR k.
Proof.
  intros n k N. rewrite ratio_ladder by exact N. pose proof (step_range n N). pose proof PI_RGT_0.
  pose proof (ladder_size (PI / INR n) k ltac:(lra)) as L. pose proof (Rabs_pos (ladder (PI / INR n) k)).
  rewrite <- (Rabs_right (_ * _)) by (apply Rle_ge, Rle_0_sqr). rewrite Rabs_mult. apply Rmult_le_compat; assumption.
Qed.

Lemma half_turns : forall n k, (2 <= n)%nat -> (2 * k <= n)%nat -> INR k * (PI / INR n) <= PI / 2.
Proof.
  intros n k N K. pose proof PI_RGT_0 as P. assert (N2 : 2 <= INR n) by (apply (le_INR 2), N). apply le_INR in K. rewrite mult_INR in K. simpl (INR 2) in K.
  apply Rmult_le_reg_r with (INR n); [lra|]. replace (INR k * (PI / INR n) * INR n) with (INR k * PI) by (field; lra). nra.
Qed.

Lemma ratio_grows : forall m n k, (2 <= m <= n)%nat -> (2 * k <= m)%nat -> ratio m k <= ratio n k.
Proof.
  intros m n k M K. rewrite !ratio_ladder by lia. pose proof (step_range m ltac:(lia)). pose proof (step_range n ltac:(lia)). pose proof PI_RGT_0 as P.
  assert (L : PI / INR n <= PI / INR m).
  { apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; [apply lt_0_INR; lia|apply le_INR; lia]. }
  pose proof (ladder_falls k (PI / INR n) (PI / INR m) ltac:(lra) (half_turns m k ltac:(lia) K) ltac:(lra)). apply Rmult_le_compat; lra.
Qed.

Lemma ratio_least : forall n k, (2 <= n)%nat -> (2 * k <= n)%nat -> 4 / (PI * PI) * (INR k * INR k) <= ratio n k.
Proof.
  intros n k N K. rewrite ratio_ladder by exact N. pose proof PI_RGT_0 as P. destruct k as [|k].
  - simpl (INR 0). rewrite Rmult_0_l, Rmult_0_r. apply Rle_0_sqr.
  - assert (K1 : 1 <= INR (S k)) by (apply (le_INR 1); lia). set (y := PI / 2 / INR (S k)).
    assert (Y : INR (S k) * y = PI / 2) by (unfold y; field; lra). assert (Y0 : 0 < y) by (unfold y; apply Rdiv_lt_0_compat; lra).
    assert (Yh : y <= PI / 2) by nra. pose proof (step_range n N) as St. pose proof (half_turns n (S k) N K) as Ht.
    assert (L : PI / INR n <= y) by (apply Rmult_le_reg_l with (INR (S k)); lra).
    pose proof (ladder_falls (S k) (PI / INR n) y ltac:(lra) ltac:(lra) Yh) as F.
    assert (V : 2 / PI * INR (S k) <= ladder y (S k)).
    { unfold ladder. rewrite Y, sin_PI2. assert (0 < sin y) by (apply sin_gt_0; lra). pose proof (sin_lt_x y Y0).
      assert (E : 2 / PI * INR (S k) = / y) by (unfold y; field; lra). rewrite E. unfold Rdiv. rewrite Rmult_1_l. apply Rinv_le_contravar; lra. }
    assert (0 <= 2 / PI * INR (S k)) by (apply Rmult_le_pos; [apply Rlt_le, Rdiv_lt_0_compat; lra|lra]).
    replace (4 / (PI * PI) * (INR (S k) * INR (S k))) with (2 / PI * INR (S k) * (2 / PI * INR (S k))) by (field; lra).
    apply Rmult_le_compat; lra.
Qed.

(** * The rivals' total *)

(** At beta = c/Delta. *)
Definition circle_total (n : nat) (c : R) : R := sum1 (fun k => exp (- c * ratio n k)) (n - 1).

Lemma turned_back : forall n k, (1 <= k <= n)%nat -> ratio n (n - k) = ratio n k.
Proof.
  intros n k K. assert (N : 0 < INR n) by (apply lt_0_INR; lia). unfold ratio. do 2 f_equal. rewrite minus_INR by lia.
  replace ((INR n - INR k) * turn n) with (2 * PI - INR k * turn n) by (unfold turn; field; lra). apply cos_full_turn.
Qed.

(** Both sides of the circle. *)
Lemma two_sides : forall n c, (2 <= n)%nat ->
  circle_total n c = sum1 (fun k => exp (- c * ratio n k)) ((n - 1) / 2) + sum1 (fun k => exp (- c * ratio n k)) (n / 2).
Proof.
  intros n c N. pose proof (Nat.div_mod n 2 ltac:(lia)). pose proof (Nat.mod_upper_bound n 2 ltac:(lia)).
  pose proof (Nat.div_mod (n - 1) 2 ltac:(lia)). pose proof (Nat.mod_upper_bound (n - 1) 2 ltac:(lia)).
  set (h := ((n - 1) / 2)%nat) in *. set (g := (n / 2)%nat) in *. unfold circle_total. rewrite (sum1_split_at _ h) by lia. f_equal.
  replace (n - 1 - h)%nat with g by lia. rewrite sum1_rev. apply sum1_ext. intros k K.
  replace (h + (S g - k))%nat with (n - k)%nat by lia. rewrite turned_back by lia. reflexivity.
Qed.

Lemma sum1_longer : forall f m n, (m <= n)%nat -> (forall k, 0 <= f k) -> sum1 f m <= sum1 f n.
Proof.
  intros f m n L F. rewrite (sum1_split_at f m n L). pose proof (sum1_nonneg (fun k => f (m + k)%nat) (n - m) (fun k _ => F _)). lra.
Qed.

Lemma total_least : forall n c N, 0 <= c -> (2 <= n)%nat -> (2 * N < n)%nat -> 2 * sum1 (fun k => exp (- c * (INR k * INR k))) N <= circle_total n c.
Proof.
  intros n c N C H L. rewrite two_sides by exact H. assert (P : forall k, 0 <= exp (- c * ratio n k)) by (intro; apply Rlt_le, exp_pos).
  pose proof (Nat.div_le_lower_bound (n - 1) 2 N ltac:(lia) ltac:(lia)) as A. pose proof (Nat.div_le_lower_bound n 2 N ltac:(lia) ltac:(lia)) as B.
  pose proof (sum1_longer _ _ _ A P). pose proof (sum1_longer _ _ _ B P).
  assert (sum1 (fun k => exp (- c * (INR k * INR k))) N <= sum1 (fun k => exp (- c * ratio n k)) N); [|lra].
  apply sum1_le. intros k _. apply exp_le. pose proof (ratio_most n k H) as R. apply (Rmult_le_compat_l c) in R; lra.
Qed.

(** The rest of a series of squares, by a geometric one. *)
Definition rest (r : R) (K : nat) : R := exp (- (r * (INR (S K) * INR (S K)))) / (1 - exp (- (r * INR (2 * K + 3)))).

Lemma geometric_sum : forall q m, 0 <= q < 1 -> sum (fun j => q ^ j) m <= / (1 - q).
Proof.
  intros q m Q. assert (G : (1 - q) * sum (fun j => q ^ j) m = 1 - q ^ m).
  { induction m as [|m IH]; [simpl; ring|]. cbn [sum]. rewrite Rmult_plus_distr_l, IH. simpl. ring. }
  assert (0 <= q ^ m) by (apply pow_le; lra). apply Rmult_le_reg_l with (1 - q); [lra|]. rewrite Rinv_r, G by lra. lra.
Qed.

Lemma rest_bounds : forall r K m, 0 < r -> sum1 (fun k => exp (- (r * (INR (K + k) * INR (K + k))))) m <= rest r K.
Proof.
  intros r K m R. set (q := exp (- (r * INR (2 * K + 3)))). pose proof (pos_INR (2 * K)) as KK.
  assert (Q : 0 <= q < 1).
  { split; [apply Rlt_le, exp_pos|]. unfold q. rewrite <- exp_0. apply exp_increasing. assert (0 < INR (2 * K + 3)) by (apply lt_0_INR; lia). nra. }
  set (a := exp (- (r * (INR (S K) * INR (S K))))). assert (A : 0 < a) by apply exp_pos.
  apply Rle_trans with (a * sum (fun j => q ^ j) m).
  - rewrite <- sum_scal. unfold sum1. apply sum_le. intros j _. unfold a, q. rewrite <- power_of_exp, <- exp_plus. apply exp_le.
    replace (K + S j)%nat with (S K + j)%nat by lia. rewrite !plus_INR, mult_INR, S_INR. simpl (INR 2). simpl (INR 3).
    pose proof (pos_INR j) as J. pose proof (pos_INR K) as K0.
    assert (J2 : INR j <= INR j * INR j).
    { destruct j as [|j]; [simpl; lra|]. assert (1 <= INR (S j)) by (apply (le_INR 1); lia). nra. }
    assert (0 <= r * (INR j * INR j - INR j)) by (apply Rmult_le_pos; lra). nra.
  - unfold rest. fold q a. unfold Rdiv. apply Rmult_le_compat_l; [lra|]. apply geometric_sum, Q.
Qed.

Lemma total_most : forall m n K c, (2 <= m <= n)%nat -> (2 * K <= m)%nat -> 0 < c ->
  circle_total n c <= 2 * (sum1 (fun k => exp (- c * ratio m k)) K + rest (c * (4 / (PI * PI))) K).
Proof.
  intros m n K c M HK C. rewrite two_sides by lia. assert (P : forall k, 0 <= exp (- c * ratio n k)) by (intro; apply Rlt_le, exp_pos).
  pose proof PI_RGT_0 as Pi. assert (Rate : 0 < c * (4 / (PI * PI))) by (apply Rmult_lt_0_compat; [exact C|apply Rdiv_lt_0_compat; nra]).
  assert (H : sum1 (fun k => exp (- c * ratio n k)) (n / 2) <= sum1 (fun k => exp (- c * ratio m k)) K + rest (c * (4 / (PI * PI))) K).
  { pose proof (Nat.div_mod n 2 ltac:(lia)) as E. pose proof (Nat.mod_upper_bound n 2 ltac:(lia)).
    rewrite (sum1_split_at _ K (n / 2)) by lia. apply Rplus_le_compat.
    - apply sum1_le. intros k Hk. apply exp_le. pose proof (ratio_grows m n k M ltac:(lia)) as R. apply (Rmult_le_compat_l c) in R; lra.
    - eapply Rle_trans; [|apply (rest_bounds _ K (n / 2 - K) Rate)]. apply sum1_le. intros k Hk. apply exp_le.
      pose proof (ratio_least n (K + k) ltac:(lia) ltac:(lia)) as R. apply (Rmult_le_compat_l c) in R; lra. }
  assert (sum1 (fun k => exp (- c * ratio n k)) ((n - 1) / 2) <= sum1 (fun k => exp (- c * ratio n k)) (n / 2)).
  { apply sum1_longer; [|exact P]. apply Nat.div_le_mono; lia. }
  lra.
Qed.

(** * The threshold *)

Lemma circle_total_falls : forall n c c', (3 <= n)%nat -> c < c' -> circle_total n c' < circle_total n c.
Proof.
  intros n c c' N L. assert (Pos : forall k, 0 <= ratio n k) by (intro k; rewrite ratio_ladder by lia; apply Rle_0_sqr).
  apply sum1_lt with 1%nat; [|lia|].
  - intros k _. apply exp_le. pose proof (Pos k). nra.
  - apply exp_increasing. assert (E : ratio n 1 = 1); [|rewrite E; lra]. unfold ratio. simpl. rewrite Rmult_1_l. field.
    pose proof (part_of_turn n ltac:(lia)) as T. fold (turn n) in T. pose proof PI_RGT_0. pose proof (cos_lt_1 (turn n) ltac:(lra) ltac:(lra)). lra.
Qed.

Lemma circle_total_continuous : forall n, continuity (circle_total n).
Proof.
  intro n. unfold circle_total. induction (n - 1)%nat as [|m IH].
  - apply continuity_const. intros x y. reflexivity.
  - change (continuity ((fun c => sum1 (fun k => exp (- c * ratio n k)) m) + (fun c => exp (- c * ratio n (S m))))%F).
    apply continuity_plus; [exact IH|]. reg.
Qed.

(** The root of the total is the threshold. *)
Lemma root_is_threshold : forall n c, (3 <= n)%nat -> circle_total n c = 1 -> threshold_of n (c / (1 - cos (turn n))).
Proof.
  intros n c N E s beta A. pose proof (part_of_turn n ltac:(lia)) as T. fold (turn n) in T. pose proof PI_RGT_0.
  assert (D : 0 < 1 - cos (turn n)) by (pose proof (cos_lt_1 (turn n) ltac:(lra) ltac:(lra)); lra).
  rewrite more_than_half by lia.
  assert (S : rivals_total beta (logits (h_pos (turn n)) s n) n (n - asked (s n)) = circle_total n (beta * (1 - cos (turn n)))).
  { transitivity (rivals_total beta (fun j => cos ((INR j - INR (n - asked (s n))) * turn n)) n (n - asked (s n))).
    - assert (L : forall k, logits (h_pos (turn n)) s n k = cos ((INR k - INR (n - asked (s n))) * turn n)).
      { intro k. unfold logits. rewrite h_pos_logit, minus_INR by lia. rewrite <- cos_neg. f_equal. ring. }
      unfold rivals_total. apply sum1_ext. intros k _. rewrite !L. reflexivity.
    - rewrite rivals_around by lia. apply sum1_ext. intros k _. f_equal. unfold ratio. field. lra. }
  rewrite S, div_lt by exact D. split; intro Q.
  - destruct (Rtotal_order c (beta * (1 - cos (turn n)))) as [L|[L|L]]; [exact L|rewrite <- L in Q; lra|].
    pose proof (circle_total_falls n _ _ N L). lra.
  - pose proof (circle_total_falls n _ _ N Q). lra.
Qed.

Lemma has_root : forall n a b, 0 < a < b -> 1 < circle_total n a -> circle_total n b < 1 -> exists c, a < c < b /\ circle_total n c = 1.
Proof.
  intros n a b I A B. destruct (IVT_cor (fun c => circle_total n c - 1) a b) as (c & C & E).
  - apply (continuity_minus (circle_total n) (fun _ => 1)); [apply circle_total_continuous|]. apply continuity_const. intros x y. reflexivity.
  - lra.
  - nra.
  - exists c. assert (c <> a) by (intros ->; lra). assert (c <> b) by (intros ->; lra). lra.
Qed.

Ltac terms := unfold circle_total, ratio, rest, turn, sum1; cbn [Nat.sub Nat.div Nat.divmod fst sum]; rewrite ?INR_IZR_INZ; simpl IZR; simpl Z.of_nat.

Lemma four_to_eight : forall n, (4 <= n <= 8)%nat -> 1 < circle_total n 0.785409.
Proof.
  intros n N. assert (Q : n = 4%nat \/ n = 5%nat \/ n = 6%nat \/ n = 7%nat \/ n = 8%nat) by lia.
  destruct Q as [-> | [-> | [-> | [-> | ->]]]]; rewrite two_sides by lia; terms; interval with (i_prec 40).
Qed.

Lemma above_at_lower : forall n, (4 <= n)%nat -> 1 < circle_total n 0.785409.
Proof.
  intros n N. destruct (Nat.le_gt_cases n 8) as [L|L]; [apply four_to_eight; lia|].
  apply Rlt_le_trans with (2 := total_least n 0.785409 4 ltac:(lra) ltac:(lia) ltac:(lia)). unfold sum1. cbn [sum]. simpl INR. interval with (i_prec 60).
Qed.

Lemma below_at_upper : forall n, (4 <= n)%nat -> circle_total n 0.903 < 1.
Proof.
  intros n N. destruct (Nat.le_gt_cases n 6) as [L|L].
  - assert (Q : n = 4%nat \/ n = 5%nat \/ n = 6%nat) by lia. destruct Q as [-> | [-> | ->]]; rewrite two_sides by lia; terms; interval with (i_prec 40).
  - eapply Rle_lt_trans; [apply (total_most 7 n 3 0.903); lia || lra|]. terms. interval with (i_prec 40).
Qed.

Lemma below_at_near : forall n, (39 <= n)%nat -> circle_total n 0.787 < 1.
Proof. intros n N. eapply Rle_lt_trans; [apply (total_most 39 n 6 0.787); lia || lra|]. terms. interval with (i_prec 60). Qed.

Theorem new_beta_explicit_index_proved : new_beta_explicit_index_statement.
Proof.
  intros n N Delta. pose proof (part_of_turn n ltac:(lia)) as T. fold (turn n) in T. pose proof PI_RGT_0.
  assert (D : 0 < Delta) by (unfold Delta; pose proof (cos_lt_1 (turn n) ltac:(lra) ltac:(lra)); lra).
  destruct (has_root n 0.785409 0.903 ltac:(lra) (above_at_lower n N) (below_at_upper n N)) as (c & C & E).
  exists (c / Delta). split; [apply (root_is_threshold n c ltac:(lia) E)|].
  assert (L : forall a b, a < b -> a / Delta < b / Delta) by (intros; apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat, D|assumption]).
  split; [split; apply L; lra|]. split; [|lra]. intro N39. apply L. apply Rnot_le_lt. intros [Q|Q].
  - pose proof (circle_total_falls n _ _ ltac:(lia) Q). pose proof (below_at_near n N39). lra.
  - pose proof (below_at_near n N39) as B. rewrite Q, E in B. lra.
Qed.

(** There is one threshold. *)
Lemma threshold_unique : forall n b c, (4 <= n)%nat -> threshold_of n b -> circle_total n c = 1 -> b = c / (1 - cos (turn n)).
Proof.
  intros n b c N B E. pose proof (root_is_threshold n c ltac:(lia) E) as C.
  assert (Ask : (asked ((fun _ => Letter 0) n) < n)%nat) by (simpl; lia).
  destruct (Rtotal_order b (c / (1 - cos (turn n)))) as [L|[L|L]]; [exfalso|exact L|exfalso].
  - pose proof (proj1 (C (fun _ => Letter 0) _ Ask) (proj2 (B (fun _ => Letter 0) _ Ask) L)). lra.
  - pose proof (proj1 (B (fun _ => Letter 0) _ Ask) (proj2 (C (fun _ => Letter 0) _ Ask) L)). lra.
Qed.

(** * False neighbours *)

(** A threshold lies beyond c/Delta where the total at c exceeds 1. *)
Lemma threshold_beyond : forall n b c, (4 <= n)%nat -> threshold_of n b -> 1 < circle_total n c -> 0 < c < 0.903 -> c / (1 - cos (turn n)) < b.
Proof.
  intros n b c N B A C. pose proof (part_of_turn n ltac:(lia)) as T. fold (turn n) in T. pose proof PI_RGT_0.
  assert (D : 0 < 1 - cos (turn n)) by (pose proof (cos_lt_1 (turn n) ltac:(lra) ltac:(lra)); lra).
  destruct (has_root n c 0.903 C A (below_at_upper n N)) as (c' & C' & E). rewrite (threshold_unique n b c' N B E).
  apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat, D|lra].
Qed.

(** 0.902/Delta suffices: n = 5. *)
Definition new_beta_explicit_index_neighbour_less : Prop :=
  forall n : nat, (4 <= n)%nat -> exists b, threshold_of n b /\ b < 0.902 / (1 - cos (turn n)).

Theorem new_beta_explicit_index_neighbour_less_false : ~ new_beta_explicit_index_neighbour_less.
Proof.
  intro H. destruct (H 5%nat ltac:(lia)) as (b & B & L).
  assert (A : 1 < circle_total 5 0.902) by (terms; interval with (i_prec 40)).
  pose proof (threshold_beyond 5 b 0.902 ltac:(lia) B A ltac:(lra)). lra.
Qed.

(** 0.787/Delta suffices from n = 38 on. *)
Definition new_beta_explicit_index_neighbour_earlier : Prop :=
  forall n : nat, (38 <= n)%nat -> exists b, threshold_of n b /\ b < 0.787 / (1 - cos (turn n)).

Theorem new_beta_explicit_index_neighbour_earlier_false : ~ new_beta_explicit_index_neighbour_earlier.
Proof.
  intro H. destruct (H 38%nat ltac:(lia)) as (b & B & L). assert (A : 1 < circle_total 38 0.787).
  { rewrite two_sides by lia. change ((38 - 1) / 2)%nat with 18%nat. change (38 / 2)%nat with 19%nat.
    match goal with |- _ < sum1 ?g _ + _ => set (f := g) end. assert (P : forall k, 0 <= f k) by (intro; apply Rlt_le, exp_pos).
    assert (Half : 1 / 2 < sum1 f 5) by (unfold f; terms; interval with (i_prec 40)).
    pose proof (sum1_longer f 5 18 ltac:(lia) P). pose proof (sum1_longer f 5 19 ltac:(lia) P). lra. }
  pose proof (threshold_beyond 38 b 0.787 ltac:(lia) B A ltac:(lra)). lra.
Qed.

Example new_beta_explicit_index_instance : instance_of new_beta_explicit_index_statement.
Proof. exists 40%nat. split; [lia | exact I]. Qed.
