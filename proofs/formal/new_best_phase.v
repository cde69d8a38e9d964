(** new.best-phase: the best query phase of one plane, given how near rivals come on either side.

    Statement. The target stands at angle 0 of a circle, rivals from a (counter-clockwise) to 2 pi - b, both of these included; a, b > 0, a + b <= 2 pi.
    With a phase phi the target leads a rival at gamma by cos phi - cos(gamma - phi). The largest lead over all rivals that a phase can give is
    2 sin(min(a, pi)/2) sin(min(b, pi)/2), and phi = (min(a, pi) - min(b, pi))/2 gives it. *)

From Coq Require Import Reals Lra.
From RopeTheory Require Import Trig Instances.
Open Scope R_scope.

Definition lead (phi gamma : R) : R := cos phi - cos (gamma - phi).

Definition best (a b : R) : R := 2 * sin (Rmin a PI / 2) * sin (Rmin b PI / 2).

Definition new_best_phase_statement : Prop :=
  forall a b : R, 0 < a -> 0 < b -> a + b <= 2 * PI ->
    (forall phi, lead phi a <= best a b \/ lead phi (- b) <= best a b) /\
    let phi := (Rmin a PI - Rmin b PI) / 2 in
    (forall gamma, a <= gamma <= 2 * PI - b -> best a b <= lead phi gamma) /\
    (lead phi a = best a b \/ lead phi (- b) = best a b).

Lemma sin_minus_sin : forall p q, sin p - sin q = 2 * cos ((p + q) / 2) * sin ((p - q) / 2).
Proof.
  intros p q. assert (L : forall u v, sin (u + v) - sin (u - v) = 2 * cos u * sin v) by (intros; rewrite sin_plus, sin_minus; ring).
  rewrite <- L. f_equal; [|f_equal]; f_equal; field.
Qed.

Lemma cos_plus_cos : forall p q, cos p + cos q = 2 * (cos ((p - q) / 2) * cos ((p + q) / 2)).
Proof.
  intros p q. assert (L : forall u v, cos (u + v) + cos (u - v) = 2 * (cos v * cos u)) by (intros; rewrite cos_plus, cos_minus; ring).
  rewrite <- L. f_equal; f_equal; field.
Qed.

(** Half turns to a rival, at most a quarter turn each. *)
Lemma upper : forall x y phi, 0 < x <= PI / 2 -> 0 < y <= PI / 2 ->
  sin y < sin (x - phi) -> sin x < sin (y + phi) -> False.
Proof.
  intros x y phi X Y H1 H2. pose proof PI_RGT_0.
  assert (CX : 0 <= cos x) by (apply cos_ge_0; lra). assert (CY : 0 <= cos y) by (apply cos_ge_0; lra).
  (* the difference of both, as products *)
  assert (E1 : sin (x - phi) - sin y = - (2 * cos ((x + y - phi) / 2) * sin ((phi - (x - y)) / 2))).
  { rewrite sin_minus_sin. replace ((x - phi + y) / 2) with ((x + y - phi) / 2) by field.
    replace ((x - phi - y) / 2) with (- ((phi - (x - y)) / 2)) by field. rewrite sin_neg. ring. }
  assert (E2 : sin (y + phi) - sin x = 2 * cos ((x + y + phi) / 2) * sin ((phi - (x - y)) / 2)).
  { rewrite sin_minus_sin. replace ((y + phi + x) / 2) with ((x + y + phi) / 2) by field.
    replace ((y + phi - x) / 2) with ((phi - (x - y)) / 2) by field. ring. }
  assert (P : 2 * (cos ((x + y - phi) / 2) * cos ((x + y + phi) / 2)) = cos (x + y) + cos phi).
  { rewrite cos_plus_cos. reflexivity. }
  set (A := cos ((x + y - phi) / 2)) in *. set (B := cos ((x + y + phi) / 2)) in *. set (p := sin ((phi - (x - y)) / 2)) in *.
  assert (N : cos (x + y) + cos phi < 0).
  { rewrite <- P. assert (M : 0 < (- (2 * A * p)) * (2 * B * p)) by (apply Rmult_lt_0_compat; lra).
    apply Rnot_le_lt. intro Q. assert (0 <= 2 * (2 * (A * B)) * (p * p)) by (apply Rmult_le_pos; [lra|apply Rle_0_sqr]). lra. }
  destruct (Rle_lt_or_eq_dec _ _ CX) as [CX'|CX'].
  - assert (L : (sin y * cos y + sin x * cos x) < sin (x + y) * cos phi).
    { assert (L1 : sin y * cos y <= sin (x - phi) * cos y) by (apply Rmult_le_compat_r; lra).
      assert (L2 : sin x * cos x < sin (y + phi) * cos x) by (apply Rmult_lt_compat_r; lra).
      replace (sin (x + y) * cos phi) with (sin (x - phi) * cos y + sin (y + phi) * cos x); [lra|].
      rewrite sin_minus, !sin_plus. ring. }
    assert (S : 0 < sin (x + y)) by (apply sin_gt_0; lra || (assert (x < PI / 2); [|lra]; apply Rnot_le_lt; intro; replace x with (PI / 2) in CX' by lra; rewrite cos_PI2 in CX'; lra)).
    assert (E : sin y * cos y + sin x * cos x = sin (x + y) * cos (x - y)).
    { rewrite sin_plus, cos_minus. pose proof (sin2_cos2 x) as SX. pose proof (sin2_cos2 y) as SY. unfold Rsqr in *.
      replace ((sin x * cos y + cos x * sin y) * (cos x * cos y + sin x * sin y))
        with (sin x * cos x * (cos y * cos y + sin y * sin y) + sin y * cos y * (sin x * sin x + cos x * cos x)) by ring.
      rewrite SX. replace (cos y * cos y + sin y * sin y) with 1 by lra. ring. }
    rewrite E in L. apply Rmult_lt_reg_l in L; [|exact S].
    assert (0 <= cos x * cos y) by (apply Rmult_le_pos; lra). rewrite cos_minus in L. rewrite cos_plus in N. lra.
  - assert (x = PI / 2).
    { destruct X as [X1 X2]. apply Rle_antisym; [exact X2|]. apply Rnot_lt_le. intro Q. assert (0 < cos x) by (apply cos_gt_0; lra). lra. }
    subst x. rewrite sin_PI2 in H2. pose proof (SIN_bound (y + phi)). lra.
Qed.

Theorem new_best_phase_proved : new_best_phase_statement.
Proof.
  intros a b A B S. pose proof PI_RGT_0. unfold best, lead. set (a' := Rmin a PI). set (b' := Rmin b PI).
  assert (A' : 0 < a' <= PI /\ a' <= a) by (unfold a', Rmin; destruct (Rle_dec a PI); lra).
  assert (B' : 0 < b' <= PI /\ b' <= b) by (unfold b', Rmin; destruct (Rle_dec b PI); lra).
  assert (T : 2 * sin (a' / 2) * sin (b' / 2) = cos ((a' - b') / 2) - cos ((a' + b') / 2)).
  { replace ((a' - b') / 2) with (a' / 2 - b' / 2) by field. replace ((a' + b') / 2) with (a' / 2 + b' / 2) by field.
    rewrite cos_minus, cos_plus. ring. }
  assert (SA : 0 < sin (a' / 2)) by (apply sin_gt_0; lra). assert (SB : 0 < sin (b' / 2)) by (apply sin_gt_0; lra).
  assert (F : forall phi, cos phi - cos (a - phi) = 2 * sin (a / 2) * sin (a / 2 - phi)).
  { intro phi. rewrite cos_difference. replace ((a - phi + phi) / 2) with (a / 2) by field.
    replace ((a - phi - phi) / 2) with (a / 2 - phi) by field. reflexivity. }
  assert (G : forall phi, cos phi - cos (- b - phi) = 2 * sin (b / 2) * sin (b / 2 + phi)).
  { intro phi. replace (- b - phi) with (- (b + phi)) by ring. rewrite cos_neg, cos_difference.
    replace ((b + phi + phi) / 2) with (b / 2 + phi) by field. replace ((b + phi - phi) / 2) with (b / 2) by field. ring. }
  split; [|split].
  - intro phi. rewrite F, G. destruct (Rle_dec a PI) as [PA|PA]; destruct (Rle_dec b PI) as [PB|PB].
    + replace a' with a in * by (unfold a', Rmin; destruct (Rle_dec a PI); lra).
      replace b' with b in * by (unfold b', Rmin; destruct (Rle_dec b PI); lra).
      destruct (Rle_dec (sin (a / 2 - phi)) (sin (b / 2))) as [L|L].
      * left. apply Rmult_le_compat_l; [lra|exact L].
      * right. destruct (Rle_dec (sin (b / 2 + phi)) (sin (a / 2))) as [L'|L'].
        -- replace (2 * sin (a / 2) * sin (b / 2)) with (2 * sin (b / 2) * sin (a / 2)) by ring.
           apply Rmult_le_compat_l; [lra|exact L'].
        -- exfalso. apply (upper (a / 2) (b / 2) phi); lra.
    + left. replace b' with PI by (unfold b', Rmin; destruct (Rle_dec b PI); lra).
      replace a' with a in * by (unfold a', Rmin; destruct (Rle_dec a PI); lra). rewrite sin_PI2.
      apply Rmult_le_compat_l; [lra|apply SIN_bound].
    + right. replace a' with PI by (unfold a', Rmin; destruct (Rle_dec a PI); lra).
      replace b' with b in * by (unfold b', Rmin; destruct (Rle_dec b PI); lra). rewrite sin_PI2, Rmult_1_r.
      rewrite <- (Rmult_1_r (2 * sin (b / 2))) at 2. apply Rmult_le_compat_l; [lra|apply SIN_bound].
    + lra.
  - intros gamma [G1 G2]. rewrite T. assert (cos (gamma - (a' - b') / 2) <= cos ((a' + b') / 2)); [|lra].
    apply cos_far_weakly; lra.
  - rewrite T. destruct (Rle_dec a PI) as [PA|PA].
    + left. replace a' with a by (unfold a', Rmin; destruct (Rle_dec a PI); lra).
      replace (a - (a - b') / 2) with ((a + b') / 2) by field. reflexivity.
    + right. replace b' with b by (unfold b', Rmin; destruct (Rle_dec b PI); lra).
      replace (- b - (a' - b) / 2) with (- ((a' + b) / 2)) by field. rewrite cos_neg. reflexivity.
Qed.

(** * False neighbours *)

(** Without a phase: a = pi/2, b = pi, where sqrt 2 > 1. *)
Definition new_best_phase_neighbour_no_phase : Prop :=
  forall a b gamma : R, 0 < a -> 0 < b -> a + b <= 2 * PI -> a <= gamma <= 2 * PI - b -> best a b <= lead 0 gamma.

Theorem new_best_phase_neighbour_no_phase_false : ~ new_best_phase_neighbour_no_phase.
Proof.
  intro H. pose proof PI_RGT_0. specialize (H (PI / 2) PI (PI / 2) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)). unfold best, lead in H.
  rewrite (Rmin_left (PI / 2) PI) in H by lra. rewrite (Rmin_left PI PI) in H by lra.
  replace (PI / 2 / 2) with (PI / 4) in H by field. replace (PI / 2 - 0) with (PI / 2) in H by ring.
  rewrite sin_PI4, sin_PI2, cos_0, cos_PI2 in H. assert (S : 0 < sqrt 2) by (apply sqrt_lt_R0; lra).
  assert (Q : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra).
  assert (E : 1 / sqrt 2 * sqrt 2 = 1) by (field; lra). assert (P : 1 / sqrt 2 <= 1 / 2) by lra.
  apply (Rmult_le_compat_r (sqrt 2)) in P; [|lra]. rewrite E in P.
  assert (2 * 2 <= sqrt 2 * sqrt 2) by (apply Rmult_le_compat; lra). lra.
Qed.

(** a and b not cut off at pi: a = 3 pi/2, b = pi/2. *)
Definition new_best_phase_neighbour_not_cut : Prop :=
  forall a b : R, 0 < a -> 0 < b -> a + b <= 2 * PI -> exists phi, 2 * sin (a / 2) * sin (b / 2) = Rmin (lead phi a) (lead phi (- b)) /\
    forall psi, Rmin (lead psi a) (lead psi (- b)) <= 2 * sin (a / 2) * sin (b / 2).

Theorem new_best_phase_neighbour_not_cut_false : ~ new_best_phase_neighbour_not_cut.
Proof.
  intro H. pose proof PI_RGT_0. destruct (H (3 * (PI / 2)) (PI / 2) ltac:(lra) ltac:(lra) ltac:(lra)) as [phi [_ U]].
  specialize (U (PI / 4)). unfold lead in U.
  replace (3 * (PI / 2) - PI / 4) with (PI + PI / 4) in U by field. replace (- (PI / 2) - PI / 4) with (- (PI - PI / 4)) in U by field.
  replace (3 * (PI / 2) / 2) with (PI - PI / 4) in U by field. replace (PI / 2 / 2) with (PI / 4) in U by field.
  rewrite cos_neg, Rtrigo_facts.cos_pi_minus, Rtrigo_facts.sin_pi_minus, Rtrigo_facts.cos_pi_plus, cos_PI4, sin_PI4 in U.
  assert (S : 0 < sqrt 2) by (apply sqrt_lt_R0; lra). assert (Q : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra).
  assert (E : 1 / sqrt 2 * sqrt 2 = 1) by (field; lra). set (r := 1 / sqrt 2) in *.
  assert (R0 : 0 < r) by (apply Rdiv_lt_0_compat; lra). assert (RR : r * r = / 2).
  { unfold r. replace (1 / sqrt 2 * (1 / sqrt 2)) with (/ (sqrt 2 * sqrt 2)) by (field; lra). rewrite Q. reflexivity. }
  unfold Rmin in U. destruct (Rle_dec _ _); assert (2 * r <= 1) by lra; assert (2 * r * (2 * r) <= 1 * 1) by (apply Rmult_le_compat; lra); lra.
Qed.

Example new_best_phase_instance : instance_of new_best_phase_statement.
Proof.
  pose proof PI2_3_2. exists 1, 2. repeat (split; [lra |]). split; [exists 1; exact I | split; [| exact I]].
  exists (3 / 2). split; [lra | exact I].
Qed.
