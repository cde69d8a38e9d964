(** new.single-angle-induction.compare: the two-angle head of Partial Induction beside every single angle, both with largest logit 1.

    Statement. n >= 3, s >= 2, omega = 2 pi/(s+1), the query's own key competes. With theta_2 = pi/n, U = 1 - cos omega, E = 1 + 2 cos(pi/n) - cos(2 pi/n),
    A = E/(U+E), B = U/(U+E) the two-angle head has the gap U (cos(pi/n) - cos(2 pi/n))/(U+E). That is more than the gap of every single angle 0 < theta <= pi,
    and less than pi^2 times that of the single angle omega/(2n), which is cos(omega/2n) - cos(omega/n). A single angle with (2n-3) theta < omega has less than
    (3/2)(omega/(2n-3))^2, and every other one loses on some input.

    Idea: D(x) = cos x - cos 2x = 2 sin(3x/2) sin(x/2). D(x)/x^2 and U/omega^2 fall. For n >= 4 the single gap is below (3/2) theta^2; for n = 3 it is at most
    D(omega/4), where its two leads cross.
    Encoding: heads and gaps as in new_single_angle_induction.v and new_two_angle_threshold.v. *)

From Coq Require Import Reals Lra Lia PeanoNat.
From RopeTheory Require Import Rope Trig Heads Circle Induction Taylor new_single_angle_induction new_two_angle_threshold
  Instances.
Open Scope R_scope.

(** The gap of the two-angle head at theta_2 = pi/n. *)
Definition half_turn_gap (s n : nat) : R :=
  let U := 1 - cos (spacing (S s)) in let E := 1 + 2 * cos (PI / INR n) - cos (2 * (PI / INR n)) in
  U * (cos (PI / INR n) - cos (2 * (PI / INR n))) / (U + E).

Definition new_single_angle_induction_compare_statement : Prop :=
  forall s n : nat, (3 <= n)%nat -> (2 <= s)%nat ->
    let omega := spacing (S s) in let second := PI / INR n in
    let U := 1 - cos omega in let E := 1 + 2 * cos second - cos (2 * second) in
    0 < U /\ 0 < E /\ E / (U + E) + U / (U + E) = 1 /\
    smallest_lead (h_mix s second (E / (U + E)) (U / (U + E))) s n true (half_turn_gap s n) /\
    (forall theta g, 0 < theta <= PI -> smallest_lead (h_single s theta) s n true g -> g < half_turn_gap s n) /\
    smallest_lead (h_single s (omega / (2 * INR n))) s n true (cos (omega / (2 * INR n)) - cos (omega / INR n)) /\
    half_turn_gap s n < PI ^ 2 * (cos (omega / (2 * INR n)) - cos (omega / INR n)) /\
    (forall theta g, 0 < theta <= PI -> smallest_lead (h_single s theta) s n true g -> g < 3 / 2 * (omega / (2 * INR n - 3)) ^ 2).

(** * Sines *)

(** sin x / x falls on (0, pi]. *)
Lemma sinc_falls : forall a b, 0 < a <= b -> b <= PI -> a * sin b <= b * sin a.
Proof.
  intros a b A B. destruct (Rle_lt_or_eq_dec _ _ (proj2 A)) as [L|<-]; [|lra].
  destruct (MVT_cor2 sin cos 0 a ltac:(lra) (fun c _ => derivable_pt_lim_sin c)) as [x [X X']]. rewrite sin_0 in X.
  destruct (MVT_cor2 sin cos a b L (fun c _ => derivable_pt_lim_sin c)) as [y [Y Y']].
  assert (C : cos y <= cos x) by (apply cos_falls_weakly; lra).
  assert (a * (sin b - sin a) <= (b - a) * sin a); [|lra].
  replace (sin a) with (cos x * a) by lra. replace (sin b - cos x * a) with (cos y * (b - a)) by lra.
  replace (a * (cos y * (b - a))) with ((a * (b - a)) * cos y) by ring. replace ((b - a) * (cos x * a)) with ((a * (b - a)) * cos x) by ring.
  apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|exact C].
Qed.

(** The step from one match to the next. *)
Definition D (x : R) : R := cos x - cos (2 * x).

Lemma D_sines : forall x, D x = 2 * (sin (3 * x / 2) * sin (x / 2)).
Proof.
  intro x. unfold D. rewrite cos_difference. replace ((2 * x + x) / 2) with (3 * x / 2) by field. replace ((2 * x - x) / 2) with (x / 2) by field. ring.
Qed.

Lemma D_below : forall x, 0 < x < 2 * PI / 3 -> 0 < D x < 3 / 2 * x ^ 2.
Proof.
  intros x X. rewrite D_sines. pose proof (sin_lt_x (3 * x / 2) ltac:(lra)). pose proof (sin_lt_x (x / 2) ltac:(lra)).
  assert (P3 : 0 < sin (3 * x / 2)) by (apply sin_gt_0; lra). assert (P : 0 < sin (x / 2)) by (apply sin_gt_0; lra).
  assert (sin (3 * x / 2) * sin (x / 2) < 3 * x / 2 * (x / 2)) by (apply Rmult_le_0_lt_compat; lra).
  assert (0 < sin (3 * x / 2) * sin (x / 2)) by (apply Rmult_lt_0_compat; assumption). split; [lra|]. simpl. lra.
Qed.

(** D(x)/x^2 falls. *)
Lemma D_falls : forall a b, 0 < a <= b -> b < 2 * PI / 3 -> a ^ 2 * D b <= b ^ 2 * D a.
Proof.
  intros a b A B. rewrite !D_sines. pose proof (sinc_falls (3 * a / 2) (3 * b / 2) ltac:(lra) ltac:(lra)) as H.
  pose proof (sinc_falls (a / 2) (b / 2) ltac:(lra) ltac:(lra)) as H'.
  assert (0 < sin (3 * b / 2)) by (apply sin_gt_0; lra). assert (0 < sin (b / 2)) by (apply sin_gt_0; lra).
  assert (M : (3 * a / 2 * sin (3 * b / 2)) * (a / 2 * sin (b / 2)) <= (3 * b / 2 * sin (3 * a / 2)) * (b / 2 * sin (a / 2)))
    by (apply Rmult_le_compat; try assumption; apply Rmult_le_pos; lra). simpl. lra.
Qed.

Lemma D_grows : forall a b, 0 <= a <= b -> b <= PI / 3 -> D a <= D b.
Proof.
  intros a b A B. rewrite !D_sines. pose proof PI_RGT_0. apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat.
  - apply sin_ge_0; lra.
  - apply sin_ge_0; lra.
  - apply sin_incr_1; lra.
  - apply sin_incr_1; lra.
Qed.

(** * The numbers *)

Section Setting.
  Variables s n : nat.
  Hypothesis N3 : (3 <= n)%nat.
  Hypothesis S2 : (2 <= s)%nat.

  Let omega := spacing (S s).
  Let second := PI / INR n.
  Let U := 1 - cos omega.
  Let E := 1 + 2 * cos second - cos (2 * second).

  Let W : 0 < omega <= 2 * PI / 3.
  Proof. split; [apply spacing_pos; lia|apply spacing_three, S2]. Qed.

  Let N : 3 <= INR n.
  Proof. apply (le_INR 3) in N3. simpl in N3. lra. Qed.

  Let Second : 0 < second <= PI / 3.
  Proof.
    pose proof PI_RGT_0. pose proof N. unfold second. split; [apply Rdiv_lt_0_compat; lra|]. unfold Rdiv. apply Rmult_le_compat_l; [lra|].
    apply Rinv_le_contravar; lra.
  Qed.

  Let times_n : INR n * second = PI.
  Proof. unfold second. pose proof N. field. lra. Qed.

  Let half_U : U = 2 * (sin (omega / 2) * sin (omega / 2)).
  Proof. apply one_minus_cos. Qed.

  Let U_range : 0 < U /\ 2 * U <= omega ^ 2 /\ U <= 3 / 2.
  Proof.
    pose proof W. pose proof PI_RGT_0. assert (0 < sin (omega / 2)) by (apply sin_gt_0; lra). split; [rewrite half_U; nra|]. split.
    - pose proof (one_minus_cos_le_square omega). unfold U. simpl. lra.
    - assert (cos (2 * (PI / 3)) <= cos omega) by (apply cos_falls_weakly; lra). rewrite cos_2PI3 in *. unfold U. lra.
  Qed.

  (** E = 2 + 2c(1 - c), c = cos(pi/n). *)
  Let E_range : 2 <= E <= 5 / 2.
  Proof.
    pose proof Second. pose proof PI_RGT_0. assert (0 <= cos second) by (apply cos_ge_0; lra). pose proof (COS_bound second). unfold E.
    rewrite cos_2a_cos. set (c := cos second) in *. assert (0 <= c * (1 - c)) by (apply Rmult_le_pos; lra).
    pose proof (Rle_0_sqr (c - 1 / 2)) as Q. unfold Rsqr in Q. lra.
  Qed.

  Let gap_at : half_turn_gap s n = U * D second / (U + E).
  Proof. reflexivity. Qed.

  Let mixed_gap : smallest_lead (h_mix s second (E / (U + E)) (U / (U + E))) s n true (half_turn_gap s n).
  Proof.
    pose proof U_range. pose proof E_range. pose proof Second. pose proof PI_RGT_0. pose proof N. pose proof times_n.
    pose proof (new_two_angle_threshold_gap_proved s n second (E / (U + E)) (U / (U + E)) true ltac:(lra) N3 S2) as L.
    specialize (L ltac:(apply Rdiv_lt_0_compat; lra) ltac:(apply Rdiv_lt_0_compat; lra) ltac:(lra)).
    assert (C1 : cos ((INR n - 1) * second) = - cos second).
    { replace ((INR n - 1) * second) with (PI - second) by lra. apply Rtrigo_facts.cos_pi_minus. }
    assert (C2 : cos ((INR n - 2) * second) = - cos (2 * second)).
    { replace ((INR n - 2) * second) with (PI - 2 * second) by lra. apply Rtrigo_facts.cos_pi_minus. }
    assert (ED : D second = E - 1 - cos second) by (unfold D, E; ring). rewrite C1, C2 in L. unfold nearest in L. fold omega U in L.
    replace (E / (U + E) * U - U / (U + E) * (1 - - cos second)) with (half_turn_gap s n) in L by (rewrite gap_at, ED; field; lra).
    replace (U / (U + E) * (- cos (2 * second) - - cos second)) with (half_turn_gap s n) in L by (rewrite gap_at; unfold D; field; lra).
    replace (U / (U + E) * (cos second - cos (2 * second))) with (half_turn_gap s n) in L by (rewrite gap_at; unfold D; field; lra).
    rewrite !(Rmin_left (half_turn_gap s n) (half_turn_gap s n)) in L by lra. exact L.
  Qed.

  (** 27/(8 pi^2) is U/omega^2 at omega = 2 pi/3. *)
  Let U_spread : 27 * omega ^ 2 <= 8 * PI ^ 2 * U.
  Proof.
    pose proof W. pose proof PI_RGT_0. pose proof (sinc_falls (omega / 2) (PI / 3) ltac:(lra) ltac:(lra)) as H1. rewrite sin_PI3 in H1.
    assert (Q : sqrt 3 * sqrt 3 = 3) by (apply sqrt_sqrt; lra). assert (0 < sqrt 3) by (apply sqrt_lt_R0; lra).
    assert (M : (omega / 2 * (sqrt 3 / 2)) * (omega / 2 * (sqrt 3 / 2)) <= (PI / 3 * sin (omega / 2)) * (PI / 3 * sin (omega / 2)))
      by (apply Rmult_le_compat; try exact H1; apply Rmult_le_pos; lra).
    rewrite half_U. replace (omega / 2 * (sqrt 3 / 2) * (omega / 2 * (sqrt 3 / 2))) with (omega ^ 2 / 16 * (sqrt 3 * sqrt 3)) in M by (simpl; field).
    rewrite Q in M. simpl in *. lra.
  Qed.

  (** From n = 4 on: what any single angle keeps is below the two-angle gap. *)
  Let cap_below : (4 <= n)%nat -> 3 / 2 * (omega / (2 * INR n - 3)) ^ 2 * (U + E) <= U * D second.
  Proof.
    intro N4'. pose proof U_range as [U0 [_ U1]]. pose proof E_range as [E0 E1]. pose proof W. pose proof PI_RGT_0.
    assert (N4 : 4 <= INR n) by (apply (le_INR 4) in N4'; simpl in N4'; lra).
    pose proof PI_decimals as P315.
    assert (Low : 16 * D (PI / 4) <= INR n ^ 2 * D second).
    { pose proof (D_falls second (PI / 4)) as F. assert (T : second <= PI / 4) by (unfold second, Rdiv; apply Rmult_le_compat_l; [lra|]; apply Rinv_le_contravar; lra).
      specialize (F ltac:(pose proof Second; lra) ltac:(lra)). apply (Rmult_le_compat_r (16 * INR n ^ 2 / PI ^ 2)) in F.
      - replace (second ^ 2 * D (PI / 4) * (16 * INR n ^ 2 / PI ^ 2)) with (16 * D (PI / 4)) in F by (unfold second; field; lra).
        replace ((PI / 4) ^ 2 * D second * (16 * INR n ^ 2 / PI ^ 2)) with (INR n ^ 2 * D second) in F by (field; lra). exact F.
      - apply Rmult_le_pos; [pose proof (pow2_ge_0 (INR n)); lra|]. left. apply Rinv_0_lt_compat, pow_lt. lra. }
    assert (D4 : 0.707 <= D (PI / 4)).
    { unfold D. replace (2 * (PI / 4)) with (PI / 2) by field. rewrite cos_PI2. pose proof (cos_above 0.7854 (PI / 4) ltac:(lra) ltac:(lra)) as C. unfold cos_sum in C. lra. }
    assert (Dn : 0 < D second) by (apply D_below; pose proof Second; lra).
    set (l := 2 * INR n - 3). assert (Hl : 5 / 4 * INR n <= l) by (unfold l; lra).
    replace (3 / 2 * (omega / l) ^ 2 * (U + E)) with (3 / 2 * omega ^ 2 * (U + E) / l ^ 2) by (field; lra).
    assert (L2 : 0 < l ^ 2) by (apply pow_lt; lra). apply (Rmult_le_reg_r (l ^ 2)); [exact L2|].
    replace (3 / 2 * omega ^ 2 * (U + E) / l ^ 2 * l ^ 2) with (3 / 2 * omega ^ 2 * (U + E)) by (field; lra).
    assert (A1 : 3 / 2 * omega ^ 2 * (U + E) <= 6 * omega ^ 2) by (pose proof (Rmult_le_compat_l _ (U + E) 4 (pow2_ge_0 omega) ltac:(lra)); lra).
    assert (A2 : 6 * omega ^ 2 <= 6 * (8 * PI ^ 2 * U) / 27) by (pose proof U_spread; lra).
    assert (P2 : PI ^ 2 <= 9.9225) by (pose proof (pow_incr PI 3.15 2 ltac:(lra)); lra).
    assert (A3 : 6 * (8 * PI ^ 2 * U) / 27 <= 17.64 * U) by (pose proof (Rmult_le_compat_r U _ _ ltac:(lra) P2); lra).
    assert (B1 : 25 / 16 * INR n ^ 2 <= l ^ 2) by (pose proof (pow_incr (5 / 4 * INR n) l 2 ltac:(lra)); lra).
    assert (B2 : 25 / 16 * INR n ^ 2 * D second <= l ^ 2 * D second) by (apply Rmult_le_compat_r; lra).
    assert (B3 : 17.64 <= l ^ 2 * D second) by lra.
    apply (Rmult_le_compat_l U) in B3; [|lra]. lra.
  Qed.

  (** n = 3, theta = omega/4: with y = cos(omega/4), U = 8 y^2 (1 - y^2), D(omega/4) = (1 - y)(1 + 2y). *)
  Let three_below : D (omega / 4) * (U + 5 / 2) < U.
  Proof.
    pose proof W. pose proof PI_RGT_0. set (y := cos (omega / 4)).
    assert (Y1 : y < 1) by (apply cos_lt_1; lra).
    assert (Y0 : sqrt 3 / 2 <= y) by (rewrite <- cos_PI6; apply cos_falls_weakly; lra).
    assert (Q : sqrt 3 * sqrt 3 = 3) by (apply sqrt_sqrt; lra). assert (0 < sqrt 3) by (apply sqrt_lt_R0; lra).
    assert (Y2 : 3 / 4 <= y * y) by (pose proof (Rmult_le_compat (sqrt 3 / 2) y (sqrt 3 / 2) y ltac:(lra) ltac:(lra) Y0 Y0); lra).
    assert (ED : D (omega / 4) = (1 - y) * (1 + 2 * y)) by (unfold D; rewrite cos_2a_cos; fold y; ring).
    assert (EU : U = 8 * (y * y) * ((1 - y) * (1 + y))).
    { unfold U. replace omega with (2 * (2 * (omega / 4))) by field. rewrite cos_2a_cos, cos_2a_cos. fold y. ring. }
    rewrite ED, EU. replace ((1 - y) * (1 + 2 * y) * (8 * (y * y) * ((1 - y) * (1 + y)) + 5 / 2))
      with ((1 - y) * ((1 + 2 * y) * (8 * (y * y) * (1 - y * y) + 5 / 2))) by ring.
    replace (8 * (y * y) * ((1 - y) * (1 + y))) with ((1 - y) * (8 * (y * y) * (1 + y))) by ring.
    apply Rmult_lt_compat_l; [lra|]. set (q := y * y) in *.
    (* 16 y q^2 + 8 q^2 - 8 y q - 5 y - 5/2 > 0 *)
    assert (B : 3 / 4 * y <= q * y) by (apply Rmult_le_compat_r; lra).
    assert (A : 3 / 4 * (2 * (q * y) + q) <= q * (2 * (q * y) + q)) by (apply Rmult_le_compat_r; lra). lra.
  Qed.

  Let single_gap_at : forall theta g, 0 < theta <= PI -> smallest_lead (h_single s theta) s n true g ->
    g <= 0 \/ (2 * INR n - 3) * theta < omega /\ g = Rmin (D theta) (2 * sin ((omega - theta) / 2) * sin ((omega - (2 * INR n - 3) * theta) / 2)).
  Proof.
    intros theta g T L. destruct (new_single_angle_induction_proved s n theta true T N3 S2) as [Iff [_ Gap]]. fold omega in Iff, Gap.
    destruct (Rlt_dec ((2 * INR n - 3) * theta) omega) as [H|H].
    - right. split; [exact H|]. specialize (Gap H). destruct L as [L1 L2], Gap as [G1 G2]. apply Rle_antisym; [apply L2, G1|apply G2, L1].
    - left. apply Rnot_lt_le. intro P. apply H, Iff. intros g' L'. destruct L as [_ L]. specialize (L g' L'). lra.
  Qed.

  Let below_cap : forall theta, 0 < theta -> (2 * INR n - 3) * theta < omega -> theta < PI / 3 /\ D theta < 3 / 2 * (omega / (2 * INR n - 3)) ^ 2.
  Proof.
    intros theta T H. pose proof W. pose proof N. pose proof PI_RGT_0. assert (T3 : 3 * theta <= (2 * INR n - 3) * theta) by (apply Rmult_le_compat_r; lra).
    assert (D theta < 3 / 2 * theta ^ 2) by (apply D_below; lra).
    assert (Le : theta <= omega / (2 * INR n - 3)).
    { apply (Rmult_le_reg_l (2 * INR n - 3)); [lra|]. replace ((2 * INR n - 3) * (omega / (2 * INR n - 3))) with omega by (field; lra). lra. }
    assert (theta ^ 2 <= (omega / (2 * INR n - 3)) ^ 2) by (apply pow_incr; lra). split; lra.
  Qed.

  Let positive_gap : 0 < half_turn_gap s n.
  Proof.
    pose proof U_range. pose proof E_range. rewrite gap_at. apply Rdiv_lt_0_compat; [|lra]. apply Rmult_lt_0_compat; [lra|].
    apply D_below. pose proof Second. pose proof PI_RGT_0. lra.
  Qed.

  Let beats : forall theta g, 0 < theta <= PI -> smallest_lead (h_single s theta) s n true g -> g < half_turn_gap s n.
  Proof.
    intros theta g T L. destruct (single_gap_at theta g T L) as [G|[H G]]; [pose proof positive_gap; lra|].
    pose proof U_range as [U0 [_ U1]]. pose proof E_range as [E0 E1]. pose proof W. pose proof N. pose proof PI_RGT_0.
    destruct (below_cap theta ltac:(lra) H) as [T3 Cap].
    assert (Prod : g * (U + E) < U * D second).
    { destruct (Nat.eq_dec n 3) as [En|En].
      - assert (IN : INR n = 3) by (rewrite En; simpl; ring). assert (Es : second = PI / 3) by (unfold second; rewrite IN; reflexivity).
        assert (C2 : cos (2 * (PI / 3)) = -1 / 2) by apply cos_2PI3.
        assert (D1 : D second = 1) by (unfold D; rewrite Es, C2, cos_PI3; field).
        assert (EE : E = 5 / 2) by (unfold E; rewrite Es, C2, cos_PI3; field). rewrite D1, EE, Rmult_1_r. rewrite IN in *.
        apply Rle_lt_trans with (2 := three_below). apply Rmult_le_compat_r; [lra|]. rewrite G.
        destruct (Rle_dec theta (omega / 4)) as [Q|Q].
        + eapply Rle_trans; [apply Rmin_l|]. apply D_grows; lra.
        + eapply Rle_trans; [apply Rmin_r|]. pose proof (product_of_sines 3 omega theta) as P.
          replace ((3 - 2) * theta) with theta in P by ring. replace ((3 - 1) * theta) with (2 * theta) in P by ring. rewrite <- P. unfold D.
          assert (cos theta <= cos (omega / 4)) by (apply cos_falls_weakly; lra).
          assert (cos (2 * (omega / 4)) <= cos (omega - 2 * theta)) by (apply cos_falls_weakly; lra). lra.
      - assert (g < 3 / 2 * (omega / (2 * INR n - 3)) ^ 2) by (rewrite G; eapply Rle_lt_trans; [apply Rmin_l|exact Cap]).
        apply Rlt_le_trans with (2 := cap_below ltac:(lia)). apply Rmult_lt_compat_r; lra. }
    rewrite gap_at. apply (Rmult_lt_reg_r (U + E)); [lra|]. replace (U * D second / (U + E) * (U + E)) with (U * D second) by (field; lra). exact Prod.
  Qed.

  Let reached : smallest_lead (h_single s (omega / (2 * INR n))) s n true (D (omega / (2 * INR n))).
  Proof.
    pose proof W. pose proof N. pose proof PI_RGT_0. set (x := omega / (2 * INR n)). assert (X : 2 * INR n * x = omega) by (unfold x; field; lra).
    assert (X0 : 0 < x) by (unfold x; apply Rdiv_lt_0_compat; lra). assert (X6 : 6 * x <= omega) by (rewrite <- X; apply Rmult_le_compat_r; lra).
    destruct (new_single_angle_induction_proved s n x true ltac:(lra) N3 S2) as [_ [_ Gap]]. fold omega in Gap. specialize (Gap ltac:(lra)).
    rewrite Rmin_left in Gap; [exact Gap|]. fold (D x). rewrite D_sines.
    replace ((omega - (2 * INR n - 3) * x) / 2) with (3 * x / 2) by (rewrite <- X; field).
    assert (L : sin (x / 2) <= sin ((omega - x) / 2)) by (apply sin_incr_1; lra). pose proof (Rmult_le_compat_l (sin (3 * x / 2)) _ _ ltac:(apply sin_ge_0; lra) L). lra.
  Qed.

  Let within_pi_square : half_turn_gap s n < PI ^ 2 * D (omega / (2 * INR n)).
  Proof.
    pose proof U_range as [U0 [U2 _]]. pose proof E_range as [E0 _]. pose proof W. pose proof N. pose proof PI_RGT_0. pose proof Second.
    set (x := omega / (2 * INR n)). assert (X : 2 * INR n * x = omega) by (unfold x; field; lra).
    assert (X0 : 0 < x) by (unfold x; apply Rdiv_lt_0_compat; lra).
    assert (XS : x <= second) by (apply (Rmult_le_reg_l (2 * INR n)); [lra|]; rewrite X; lra).
    assert (Dx : 0 < D x) by (apply D_below; lra).
    pose proof (D_falls x second ltac:(lra) ltac:(lra)) as F.
    apply (Rmult_le_compat_l (4 * INR n ^ 2)) in F; [|pose proof (pow2_ge_0 (INR n)); lra].
    replace (4 * INR n ^ 2 * (x ^ 2 * D second)) with ((2 * INR n * x) ^ 2 * D second) in F by ring. rewrite X in F.
    replace (4 * INR n ^ 2 * (second ^ 2 * D x)) with (4 * (INR n * second) ^ 2 * D x) in F by ring. rewrite times_n in F.
    assert (D0 : 0 < D second) by (apply D_below; lra).
    assert (G : U * D second <= 2 * PI ^ 2 * D x) by (pose proof (Rmult_le_compat_r (D second) _ _ ltac:(lra) U2); lra).
    rewrite gap_at. apply (Rmult_lt_reg_r (U + E)); [lra|]. replace (U * D second / (U + E) * (U + E)) with (U * D second) by (field; lra).
    assert (P : 0 < PI ^ 2 * D x) by (apply Rmult_lt_0_compat; [apply pow_lt; lra|exact Dx]). pose proof (Rmult_lt_compat_l _ 2 (U + E) P ltac:(lra)). lra.
  Qed.

  Lemma compared : 0 < U /\ 0 < E /\ E / (U + E) + U / (U + E) = 1 /\
    smallest_lead (h_mix s second (E / (U + E)) (U / (U + E))) s n true (half_turn_gap s n) /\
    (forall theta g, 0 < theta <= PI -> smallest_lead (h_single s theta) s n true g -> g < half_turn_gap s n) /\
    smallest_lead (h_single s (omega / (2 * INR n))) s n true (cos (omega / (2 * INR n)) - cos (omega / INR n)) /\
    half_turn_gap s n < PI ^ 2 * (cos (omega / (2 * INR n)) - cos (omega / INR n)) /\
    (forall theta g, 0 < theta <= PI -> smallest_lead (h_single s theta) s n true g -> g < 3 / 2 * (omega / (2 * INR n - 3)) ^ 2).
  Proof.
    pose proof U_range as [U0 _]. pose proof E_range. pose proof N. pose proof W.
    assert (Dx : D (omega / (2 * INR n)) = cos (omega / (2 * INR n)) - cos (omega / INR n)) by (unfold D; f_equal; f_equal; field; lra).
    split; [exact U0|]. split; [lra|]. split; [field; lra|]. split; [exact mixed_gap|]. split; [exact beats|]. rewrite <- Dx.
    split; [exact reached|]. split; [exact within_pi_square|]. intros theta g T L.
    assert (C : 0 < 3 / 2 * (omega / (2 * INR n - 3)) ^ 2) by (apply Rmult_lt_0_compat; [lra|apply pow_lt, Rdiv_lt_0_compat; lra]).
    destruct (single_gap_at theta g T L) as [G|[H' G]]; [lra|]. destruct (below_cap theta ltac:(lra) H') as [_ Cap].
    rewrite G. eapply Rle_lt_trans; [apply Rmin_l|exact Cap].
  Qed.
End Setting.

Theorem new_single_angle_induction_compare_proved : new_single_angle_induction_compare_statement.
Proof. intros s n N3 S2. exact (compared s n N3 S2). Qed.

(** * False neighbours: two symbols, n = 3, where the best single angle is omega/4 = pi/6 *)

Lemma three_places_gap : half_turn_gap 2 3 = 3 / 8.
Proof.
  unfold half_turn_gap. assert (W : spacing 3 = 2 * (PI / 3)) by (unfold spacing; simpl; field). rewrite W. replace (PI / INR 3) with (PI / 3) by (simpl; field).
  rewrite cos_2PI3, cos_PI3. field.
Qed.

(** More by 3 % than every single angle. *)
Definition new_single_angle_induction_compare_neighbour_three_percent : Prop :=
  forall (s n : nat) (theta g : R), (3 <= n)%nat -> (2 <= s)%nat -> 0 < theta <= PI -> smallest_lead (h_single s theta) s n true g ->
    103 / 100 * g < half_turn_gap s n.

Theorem new_single_angle_induction_compare_neighbour_three_percent_false : ~ new_single_angle_induction_compare_neighbour_three_percent.
Proof.
  intro H. pose proof PI_RGT_0. assert (W : spacing 3 = 2 * (PI / 3)) by (unfold spacing; simpl; field). assert (N : INR 3 = 3) by (simpl; ring).
  destruct (new_single_angle_induction_proved 2%nat 3%nat (PI / 6) true ltac:(lra) (le_n 3) (le_n 2)) as [_ [_ Gap]].
  rewrite W, N in Gap. specialize (Gap ltac:(lra)). specialize (H 2%nat 3%nat (PI / 6) _ (le_n 3) (le_n 2) ltac:(lra) Gap). rewrite three_places_gap in H.
  pose proof (product_of_sines 3 (2 * (PI / 3)) (PI / 6)) as P. rewrite <- P in H. replace ((3 - 2) * (PI / 6)) with (PI / 6) in H by field.
  replace (2 * (PI / 3) - (3 - 1) * (PI / 6)) with (PI / 3) in H by field. replace (2 * (PI / 6)) with (PI / 3) in H by field.
  rewrite Rmin_left, cos_PI6, cos_PI3 in H by lra. assert (1.732 <= sqrt 3) by (rewrite <- (sqrt_square 1.732) by lra; apply sqrt_le_1_alt; lra). lra.
Qed.

(** Less than 3/2 times that of the single angle omega/(2n). *)
Definition new_single_angle_induction_compare_neighbour_half_more : Prop :=
  forall s n : nat, (3 <= n)%nat -> (2 <= s)%nat ->
    half_turn_gap s n < 3 / 2 * (cos (spacing (S s) / (2 * INR n)) - cos (spacing (S s) / INR n)).

Theorem new_single_angle_induction_compare_neighbour_half_more_false : ~ new_single_angle_induction_compare_neighbour_half_more.
Proof.
  intro H. specialize (H 2%nat 3%nat (le_n 3) (le_n 2)). rewrite three_places_gap in H. unfold spacing in H. simpl in H. revert H. apply Rle_not_lt.
  pose proof PI_decimals. pose proof (COS_bound (2 * PI / (1 + 1 + 1) / (2 * (1 + 1 + 1)))).
  pose proof (cos_above 0.7 (2 * PI / (1 + 1 + 1) / (1 + 1 + 1)) ltac:(lra) ltac:(lra)) as C. unfold cos_sum in C. lra.
Qed.

(** Two symbols, three tokens, the angle of the statement's own single-angle head. *)
Example new_single_angle_induction_compare_instance : instance_of new_single_angle_induction_compare_statement.
Proof.
  pose proof (spacing_pos 3 ltac:(lia)) as S. pose proof (spacing_le_pi 3 ltac:(lia)) as L.
  assert (T : 0 < spacing 3 / (2 * INR 3) <= PI) by (cbn; lra).
  pose proof (new_single_angle_induction_compare_proved 2%nat 3%nat ltac:(lia) ltac:(lia)) as (_ & _ & _ & _ & _ & G &
    _).
  exists 2%nat, 3%nat. split; [lia|]. split; [lia|]. do 4 (split; [exact I|]).
  split; [|split; [exact I|split; [exact I|]]]; eexists; eexists; (split; [exact T|]); (split; [exact G|exact I]).
Qed.
