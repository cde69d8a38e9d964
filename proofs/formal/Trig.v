(** Facts about cosines that the pages share. *)

From Coq Require Import Reals Lra Lia ZArith.
Open Scope R_scope.

Lemma cos_le_1 : forall x, cos x <= 1.
Proof. intro x. apply (COS_bound x). Qed.

(** The cosine falls on [0, pi]. *)
Lemma cos_falls : forall a b, 0 <= a -> a < b -> b <= PI -> cos b < cos a.
Proof. intros a b Ha Hab Hb. apply cos_decreasing_1; lra. Qed.

Lemma cos_falls_weakly : forall a b, 0 <= a -> a <= b -> b <= PI -> cos b <= cos a.
Proof. intros a b Ha Hab Hb. apply cos_decr_1; lra. Qed.

Lemma cos_period_Z : forall x k, cos (x + IZR k * (2 * PI)) = cos x.
Proof.
  intros x k. destruct (Z_le_gt_dec 0 k) as [H|H].
  - rewrite <- (cos_period x (Z.to_nat k)). f_equal.
    rewrite INR_IZR_INZ, Z2Nat.id by lia. ring.
  - rewrite <- (cos_period (x + IZR k * (2 * PI)) (Z.to_nat (- k))). f_equal.
    rewrite INR_IZR_INZ, Z2Nat.id by lia. rewrite opp_IZR. ring.
Qed.

Lemma cos_full_turn : forall x, cos (2 * PI - x) = cos x.
Proof.
  intro x. rewrite <- (cos_neg x), <- (cos_period_Z (- x) 1). f_equal. ring.
Qed.

(** An angle further than a from every multiple of 2 pi has the smaller cosine. *)
Lemma cos_far : forall a y, 0 <= a -> a < y -> y < 2 * PI - a -> cos y < cos a.
Proof.
  intros a y Ha H1 H2. destruct (Rle_dec y PI) as [H|H].
  - apply cos_falls; assumption.
  - rewrite <- (cos_full_turn y). apply cos_falls; lra.
Qed.

Lemma cos_far_weakly : forall a y, 0 <= a -> a <= y -> y <= 2 * PI - a -> cos y <= cos a.
Proof.
  intros a y Ha H1 H2. destruct (Rle_dec y PI) as [H|H].
  - apply cos_falls_weakly; assumption.
  - rewrite <- (cos_full_turn y). apply cos_falls_weakly; lra.
Qed.

(** An angle within a of 0 has the larger cosine. *)
Lemma cos_near : forall a y, a <= PI -> - a <= y -> y <= a -> cos a <= cos y.
Proof.
  intros a y Ha H1 H2. destruct (Rle_dec 0 y) as [H|H].
  - apply cos_falls_weakly; lra.
  - rewrite <- (cos_neg y). apply cos_falls_weakly; lra.
Qed.

Lemma cos_difference : forall a b, cos a - cos b = 2 * sin ((b + a) / 2) * sin ((b - a) / 2).
Proof.
  intros a b. rewrite form2. replace ((a - b) / 2) with (- ((b - a) / 2)) by field.
  rewrite sin_neg. replace ((a + b) / 2) with ((b + a) / 2) by field. ring.
Qed.

Lemma one_minus_cos : forall x, 1 - cos x = 2 * (sin (x / 2) * sin (x / 2)).
Proof.
  intro x. rewrite <- cos_0, cos_difference.
  replace ((x + 0) / 2) with (x / 2) by field. replace ((x - 0) / 2) with (x / 2) by field. ring.
Qed.

(** cos x = 1 exactly for whole turns. *)
Lemma cos_eq_1 : forall x, cos x = 1 <-> exists k : Z, x = IZR k * (2 * PI).
Proof.
  intro x. split.
  - intro H. assert (S : sin (x / 2) = 0).
    { pose proof (one_minus_cos x). rewrite H in H0. nra. }
    destruct (sin_eq_0_0 _ S) as [k Hk]. exists k. lra.
  - intros [k ->]. replace (IZR k * (2 * PI)) with (0 + IZR k * (2 * PI)) by ring.
    rewrite cos_period_Z. apply cos_0.
Qed.

Lemma cos_lt_1 : forall x, 0 < x -> x < 2 * PI -> cos x < 1.
Proof. intros x H1 H2. rewrite <- cos_0. apply cos_far; lra. Qed.

Lemma sin_abs_le : forall x, Rabs (sin x) <= Rabs x.
Proof.
  intro x. destruct (Req_dec x 0) as [->|H]; [rewrite sin_0; lra|].
  destruct (Rle_dec 1 (Rabs x)) as [H1|H1].
  - pose proof (SIN_bound x). unfold Rabs. destruct (Rcase_abs (sin x)); unfold Rabs in H1;
      destruct (Rcase_abs x); lra.
  - destruct (Rlt_dec 0 x) as [P|P].
    + rewrite (Rabs_right x) in * by lra. pose proof (sin_lt_x x P).
      pose proof PI2_1. rewrite Rabs_right; [lra|]. apply Rle_ge, sin_ge_0; lra.
    + rewrite (Rabs_left x) in * by lra. rewrite <- Rabs_Ropp, <- sin_neg.
      pose proof (sin_lt_x (- x) ltac:(lra)). pose proof PI2_1.
      rewrite Rabs_right; [lra|]. apply Rle_ge, sin_ge_0; lra.
Qed.

Lemma one_minus_cos_le_square : forall x, 1 - cos x <= x * x / 2.
Proof.
  intro x. rewrite one_minus_cos. pose proof (sin_abs_le (x / 2)) as H.
  apply Rsqr_le_abs_1 in H. unfold Rsqr in H. lra.
Qed.

(** cos 1 lies strictly between 1/2 and 1. *)
Lemma cos_one_lt_1 : cos 1 < 1.
Proof. apply cos_lt_1; pose proof PI2_1; lra. Qed.
