(** Numbers for cosines, sines, e^-x and pi: partial sums of the series, which at a rational x are numbers that lra compares. *)

From Coq Require Import Reals Lra Lia.
From RopeTheory Require Import Trig Sums.
Open Scope R_scope.

Lemma cos_term_S : forall x i, cos_term x (S i) = - (cos_term x i * (x * x / (INR (2 * i + 1) * INR (2 * i + 2)))).
Proof.
  intros x i. unfold cos_term. replace (2 * S i)%nat with (S (S (2 * i))) by lia. rewrite !fact_simpl, !mult_INR.
  replace (2 * i + 1)%nat with (S (2 * i)) by lia. replace (2 * i + 2)%nat with (S (S (2 * i))) by lia.
  cbn [pow]. field. repeat split; try apply INR_fact_neq_0; apply not_0_INR; lia.
Qed.

(** To the term of x^10. *)
Definition cos_sum (x : R) : R := 1 - x * x / 2 * (1 - x * x / 12 * (1 - x * x / 30 * (1 - x * x / 56 * (1 - x * x / 90)))).

Lemma cos_taylor : forall x, -2 <= x <= 2 -> cos_sum x <= cos x <= cos_sum x + x ^ 12 / 479001600.
Proof.
  intros x [L U]. pose proof (pre_cos_bound x 2 L U) as B. unfold cos_approx in B. simpl sum_f_R0 in B.
  rewrite !cos_term_S, !INR_IZR_INZ in B. unfold cos_term in B. simpl in B. unfold cos_sum. lra.
Qed.

Lemma PI_decimals : 3.14159 < PI < 3.1416.
Proof.
  split.
  - pose proof (cos_taylor 1.570795 ltac:(lra)) as C. pose proof PI_RGT_0. destruct (Rlt_dec 3.14159 PI) as [L|L]; [exact L|exfalso].
    pose proof (cos_le_0 1.570795 ltac:(lra) ltac:(pose proof PI2_3_2; lra)). unfold cos_sum in C. lra.
  - pose proof (cos_taylor 1.5708 ltac:(lra)) as C. destruct (Rlt_dec PI 3.1416) as [L|L]; [exact L|exfalso].
    pose proof (cos_ge_0 1.5708 ltac:(lra) ltac:(lra)). unfold cos_sum in C. lra.
Qed.

(** A cosine that is further from 0 than a, and one that is nearer. *)
Lemma cos_below : forall a x, 0 <= a <= 2 -> a <= x <= 2 * PI - a -> cos x <= cos_sum a + a ^ 12 / 479001600.
Proof. intros a x A X. pose proof (cos_taylor a ltac:(lra)). pose proof (cos_far_weakly a x ltac:(lra) ltac:(lra) ltac:(lra)). lra. Qed.

Lemma cos_above : forall a x, 0 <= a <= 2 -> - a <= x <= a -> cos_sum a <= cos x.
Proof. intros a x A X. pose proof (cos_taylor a ltac:(lra)). pose proof PI2_1. pose proof (cos_near a x ltac:(pose proof PI2_3_2; lra) ltac:(lra) ltac:(lra)). lra. Qed.

Lemma exp_sum_limit : forall x, Un_cv (fun n => sum_f_R0 (tg_alt (fun i => x ^ i / INR (fact i))) n) (exp (- x)).
Proof.
  intro x. pose proof (proj2_sig (exist_exp (- x))) as E. intros e P. destruct (E e P) as [N H]. exists N. intros n G. specialize (H n G).
  replace (sum_f_R0 (tg_alt (fun i => x ^ i / INR (fact i))) n) with (sum_f_R0 (fun i => / INR (fact i) * (- x) ^ i) n); [exact H|].
  apply sum_eq. intros i _. unfold tg_alt. replace (- x) with (-1 * x) by ring. rewrite Rpow_mult_distr. unfold Rdiv. ring.
Qed.

(** To the term of x^5. *)
Definition exp_sum (x : R) : R := 1 - x * (1 - x / 2 * (1 - x / 3 * (1 - x / 4 * (1 - x / 5)))).

Lemma exp_taylor : forall x, 0 <= x <= 1 -> exp_sum x <= exp (- x) <= exp_sum x + x ^ 6 / 720.
Proof.
  intros x X. set (f := fun i => x ^ i / INR (fact i)).
  assert (T : forall i, f (S i) = f i * (x / INR (S i))).
  { intro i. unfold f. rewrite fact_simpl, mult_INR. cbn [pow]. field. split; [apply not_0_INR; lia|apply INR_fact_neq_0]. }
  assert (D : Un_decreasing f).
  { intro i. rewrite T. assert (0 <= f i) by (apply Rmult_le_pos; [apply pow_le; lra|left; apply Rinv_0_lt_compat, INR_fact_lt_0]).
    assert (1 <= INR (S i)) by (rewrite S_INR; pose proof (pos_INR i); lra).
    assert (x / INR (S i) <= 1) by (apply Rmult_le_reg_r with (INR (S i)); [lra|field_simplify; lra]). nra. }
  pose proof (alternated_series_ineq f _ 2 D (cv_speed_pow_fact x) (exp_sum_limit x)) as [L _].
  pose proof (alternated_series_ineq f _ 3 D (cv_speed_pow_fact x) (exp_sum_limit x)) as [_ U].
  simpl sum_f_R0 in L, U. unfold tg_alt in L, U. rewrite !T, !INR_IZR_INZ in L, U. unfold f in L, U. simpl in L, U. unfold exp_sum. lra.
Qed.

Lemma exp_times : forall n x, exp (- (INR n * x)) = exp (- x) ^ n.
Proof.
  intros n x. induction n as [|n IH]; [simpl; rewrite Rmult_0_l, Ropp_0; apply exp_0|].
  rewrite S_INR. cbn [pow]. rewrite <- IH, <- exp_plus. f_equal. ring.
Qed.

Lemma exp_below : forall n x, 0 <= x <= 1 -> exp (- (INR n * x)) <= (exp_sum x + x ^ 6 / 720) ^ n.
Proof. intros n x X. rewrite exp_times. apply pow_incr. pose proof (exp_taylor x X). pose proof (exp_pos (- x)). lra. Qed.

Lemma exp_above : forall n x, 0 <= x <= 1 -> 0 <= exp_sum x -> exp_sum x ^ n <= exp (- (INR n * x)).
Proof. intros n x X P. rewrite exp_times. apply pow_incr. pose proof (exp_taylor x X). lra. Qed.

(** By x in n equal steps: e^(n x) against b. *)
Lemma ln_below : forall n x b, 0 <= x <= 1 -> 0 < b -> b * (exp_sum x + x ^ 6 / 720) ^ n < 1 -> ln b < INR n * x.
Proof.
  intros n x b X B H. apply (exp_neg_lt b); [exact B|]. eapply Rle_lt_trans; [|exact H]. apply Rmult_le_compat_l; [lra|]. apply exp_below, X.
Qed.

Lemma ln_above : forall n x b, 0 <= x <= 1 -> 0 < b -> 0 <= exp_sum x -> 1 <= b * exp_sum x ^ n -> INR n * x <= ln b.
Proof.
  intros n x b X B P H. apply Rnot_lt_le. intro L. apply (exp_neg_lt b) in L; [|exact B].
  apply (Rlt_not_le _ _ L). eapply Rle_trans; [exact H|]. apply Rmult_le_compat_l; [lra|]. apply exp_above; assumption.
Qed.

Lemma ln_2_decimals : 0.693 < ln 2 < 0.694.
Proof.
  pose proof (ln_above 2 0.34655 2) as A. pose proof (ln_below 2 0.347 2) as B. unfold exp_sum in *. simpl INR in *. split; lra.
Qed.
