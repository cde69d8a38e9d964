(** The points 0, x, 2x, ..., Tx on a circle of circumference 1 that are 1/(T+1) apart at least are the
    corners of a regular polygon; the corresponding facts about cosines. *)

From Coq Require Import Reals Lra Lia ZArith Znumtheory FinFun.
From RopeTheory Require Import Rope Trig.
Open Scope R_scope.

(** The points lie in N bins [i/N, (i+1)/N); points 1/N apart occupy every bin, and then stand at its left
    end. *)
Section Bins.
  Variables (N : nat) (x : R).
  Hypothesis N2 : (2 <= N)%nat.
  (** All multiples tx, 1 <= t <= N-1, are at least 1/N away from every whole number. *)
  Hypothesis far : forall t k, (1 <= t <= N - 1)%nat -> 1 / INR N <= Rabs (INR t * x - IZR k).

  Let point (t : nat) : R := frac_part (INR t * x).

  Let N_pos : 0 < INR N.
  Proof. apply lt_0_INR. lia. Qed.

  Let point_range : forall t, 0 <= point t < 1.
  Proof. intro t. unfold point. pose proof (base_fp (INR t * x)). lra. Qed.

  Let point_whole : forall t, INR t * x = IZR (Int_part (INR t * x)) + point t.
  Proof. intro t. unfold point, frac_part. lra. Qed.

  (** Two points are 1/N apart. *)
  Let apart : forall s t, (s < t <= N - 1)%nat -> 1 / INR N <= Rabs (point t - point s).
  Proof.
    intros s t H.
    replace (point t - point s)
      with (INR (t - s) * x - IZR (Int_part (INR t * x) - Int_part (INR s * x))).
    - apply far. lia.
    - rewrite minus_INR, minus_IZR by lia. pose proof (point_whole s). pose proof (point_whole t). lra.
  Qed.

  Let apart_either : forall s t, (s <= N - 1)%nat -> (t <= N - 1)%nat -> s <> t ->
    1 / INR N <= Rabs (point t - point s).
  Proof.
    intros s t Hs Ht H. destruct (Nat.lt_total s t) as [L|[L|L]]; [apply apart; lia|lia|].
    rewrite Rabs_minus_sym. apply apart. lia.
  Qed.

  (** No point is within 1/N of the end. *)
  Let before_end : forall t, (t <= N - 1)%nat -> point t <= 1 - 1 / INR N.
  Proof.
    intros t Ht. destruct (Nat.eq_dec t 0) as [->|E].
    - assert (Z : point 0 = 0).
      { unfold point. simpl. rewrite Rmult_0_l. apply fp_R0. }
      rewrite Z. assert (1 / INR N <= 1); [|lra]. apply le_INR in N2. simpl in N2.
      apply Rmult_le_reg_r with (INR N); [exact N_pos|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
    - pose proof (far t (Int_part (INR t * x) + 1) ltac:(lia)) as F.
      rewrite plus_IZR in F. pose proof (point_whole t). pose proof (point_range t).
      replace (INR t * x - (IZR (Int_part (INR t * x)) + 1)) with (point t - 1) in F by lra.
      rewrite Rabs_left in F by lra. lra.
  Qed.

  Let bin (t : nat) : nat := Z.to_nat (Int_part (INR N * point t)).

  Let bin_spec : forall t, INR (bin t) <= INR N * point t < INR (bin t) + 1.
  Proof.
    intro t. unfold bin. pose proof (base_Int_part (INR N * point t)) as [A B].
    assert (0 <= INR N * point t) by (apply Rmult_le_pos; [lra|apply point_range]).
    assert (Z0 : (0 <= Int_part (INR N * point t))%Z).
    { apply Z.lt_succ_r. apply lt_IZR. rewrite succ_IZR. lra. }
    rewrite INR_IZR_INZ, Z2Nat.id by exact Z0. lra.
  Qed.

  Let bin_range : bFun N bin.
  Proof.
    intros t _. apply INR_lt. pose proof (bin_spec t). pose proof (point_range t). nra.
  Qed.

  Let bin_injective : bInjective N bin.
  Proof.
    intros s t Hs Ht E. destruct (Nat.eq_dec s t) as [D|D]; [exact D|exfalso].
    pose proof (apart_either s t ltac:(lia) ltac:(lia) D) as A.
    pose proof (bin_spec s) as B. pose proof (bin_spec t) as C. rewrite E in B.
    apply (Rmult_le_compat_l (INR N)) in A; [|lra].
    replace (INR N * (1 / INR N)) with 1 in A by (field; lra).
    rewrite <- (Rabs_right (INR N)) in A at 1 by lra. rewrite <- Rabs_mult in A.
    revert A. unfold Rabs at 1. destruct (Rcase_abs _); intro; nra.
  Qed.

  Let bin_surjective : bSurjective N bin.
  Proof. apply bInjective_bSurjective; [exact bin_range|exact bin_injective]. Qed.

  (** The point in bin N-1-d stands at the bin's left end: from the last bin backwards. *)
  Let at_left_end : forall d t, (d <= N - 1)%nat -> (t <= N - 1)%nat -> bin t = (N - 1 - d)%nat ->
    INR N * point t <= INR (N - 1 - d).
  Proof.
    induction d as [|d IH]; intros t Hd Ht E.
    - pose proof (before_end t Ht) as B. apply (Rmult_le_compat_l (INR N)) in B; [|lra].
      replace (INR N * (1 - 1 / INR N)) with (INR N - 1) in B by (field; lra).
      rewrite Nat.sub_0_r, minus_INR by lia. simpl. exact B.
    - destruct (bin_surjective (N - 1 - d)%nat ltac:(lia)) as [u [Hu Eu]].
      pose proof (IH u ltac:(lia) ltac:(lia) Eu) as Lu.
      assert (D : t <> u) by (intro; subst; lia).
      pose proof (apart_either t u Ht ltac:(lia) D) as A.
      apply (Rmult_le_compat_l (INR N)) in A; [|lra].
      replace (INR N * (1 / INR N)) with 1 in A by (field; lra).
      pose proof (bin_spec t) as Bt. pose proof (bin_spec u) as Bu. rewrite E in *. rewrite Eu in *.
      assert (S1 : INR (N - 1 - d) = INR (N - 1 - S d) + 1) by (rewrite <- S_INR; f_equal; lia).
      rewrite S1 in *. rewrite Rabs_right in A; [lra|].
      apply Rle_ge. nra.
  Qed.

  Lemma far_points_are_corners : exists a : Z, INR N * x = IZR a.
  Proof.
    exists (Z.of_nat N * Int_part x + Z.of_nat (bin 1))%Z.
    rewrite plus_IZR, mult_IZR, <- !INR_IZR_INZ.
    pose proof (bin_range 1%nat ltac:(lia)) as B.
    pose proof (at_left_end (N - 1 - bin 1) 1 ltac:(lia) ltac:(lia) ltac:(lia)) as L.
    replace (N - 1 - (N - 1 - bin 1))%nat with (bin 1) in L by lia.
    pose proof (bin_spec 1). pose proof (point_whole 1) as W. simpl in W. rewrite !Rmult_1_l in W.
    rewrite W at 1. lra.
  Qed.
End Bins.

(** * Cosines *)

(** 1 - cos(2 pi / N), the largest gap of a single angle. *)
Lemma part_of_turn : forall N, (2 <= N)%nat -> 0 < 2 * PI / INR N <= PI.
Proof.
  intros N H. pose proof PI_RGT_0. apply le_INR in H. simpl in H. split.
  - apply Rdiv_lt_0_compat; lra.
  - apply Rmult_le_reg_r with (INR N); [lra|]. replace (2 * PI / INR N * INR N) with (2 * PI) by (field;
      lra). nra.
Qed.

(** cos(2 pi x) <= cos(2 pi/N) puts x at least 1/N away from every whole number. *)
Lemma cos_small_far : forall N x, (2 <= N)%nat -> cos (2 * PI * x) <= cos (2 * PI / INR N) ->
  forall k : Z, 1 / INR N <= Rabs (x - IZR k).
Proof.
  intros N x HN H k. apply Rnot_lt_le. intro L. pose proof PI_RGT_0 as P.
  pose proof (part_of_turn N HN) as T. assert (0 < INR N) by (apply lt_0_INR; lia).
  assert (cos (2 * PI / INR N) < cos (2 * PI * x)); [|lra].
  rewrite <- (cos_period_Z (2 * PI * x) (- k)).
  assert (E : 2 * PI * x + IZR (- k) * (2 * PI) = 2 * PI * (x - IZR k)) by (rewrite opp_IZR; ring).
  rewrite E. assert (B : 2 * PI * Rabs (x - IZR k) < 2 * PI / INR N).
  { replace (2 * PI / INR N) with (2 * PI * (1 / INR N)) by (field; lra).
    apply Rmult_lt_compat_l; [lra|exact L]. }
  unfold Rabs in B. destruct (Rcase_abs (x - IZR k)).
  - rewrite <- (cos_neg (2 * PI * (x - IZR k))). apply cos_falls; nra.
  - apply cos_falls; nra.
Qed.

(** A corner of the regular N-gon other than the first is at least 2 pi / N away from it. *)
Lemma corner_far : forall N r, (1 <= r <= N - 1)%nat ->
  cos (INR r * (2 * PI / INR N)) <= cos (2 * PI / INR N).
Proof.
  intros N r H. pose proof (part_of_turn N ltac:(lia)) as T.
  assert (N0 : 0 < INR N) by (apply lt_0_INR; lia).
  assert (E : INR N * (2 * PI / INR N) = 2 * PI) by (field; lra).
  pose proof (le_INR 1 r ltac:(lia)) as H1. pose proof (le_INR r (N - 1) ltac:(lia)) as H2.
  rewrite minus_INR in H2 by lia. simpl in H1, H2. apply cos_far_weakly; nra.
Qed.

(** Multiples of a corner depend on the remainder only. *)
Lemma corner_mod : forall N b, (1 <= N)%nat ->
  cos (IZR b * (2 * PI / INR N)) = cos (INR (Z.to_nat (b mod Z.of_nat N)) * (2 * PI / INR N)).
Proof.
  intros N b H. assert (N0 : 0 < INR N) by (apply lt_0_INR; lia).
  pose proof (Z.mod_pos_bound b (Z.of_nat N) ltac:(lia)).
  rewrite (INR_IZR_INZ (Z.to_nat _)), Z2Nat.id by lia.
  rewrite <- (cos_period_Z (IZR (b mod Z.of_nat N) * _) (b / Z.of_nat N)). f_equal.
  rewrite (Z.div_mod b (Z.of_nat N)) at 1 by lia. rewrite plus_IZR, mult_IZR, <- INR_IZR_INZ. field. lra.
Qed.
