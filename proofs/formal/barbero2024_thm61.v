(** barbero2024.thm61: one rotary plane cannot prefer one token over another at all distances.

    Statement (Barbero et al. 2024, Theorem 6.1, d = 2, in a public account). A plane whose angle g is no whole number of half turns, a query q, keys x of the
    token asked for and y of another, none of them 0: from every distance on there are distances s and t at which x scores below 0 and y above
    0, s and t apart. So with x at s and y at t the weight of x is less than that of y, and less than 1/2, at every scale beta > 0 of the logits
    and whatever else is attended to.

    Idea (Fejer): a wave w(m) = A cos(mg) + B sin(mg) is at most N = sqrt(A^2 + B^2); the sum of w (N - w) falls without bound, so that w < 0 somewhere. *)

From Coq Require Import Reals Lra Lia ZArith.
From RopeTheory Require Import Rope Trig Sums Instances.
Open Scope R_scope.

Definition barbero2024_thm61_statement : Prop :=
  forall (g : R) (q x y : vec) (start : nat), (forall z : Z, g <> IZR z * PI) ->
    dot q q <> 0 -> dot x x <> 0 -> dot y y <> 0 ->
    exists s t, s <> t /\ (start <= s)%nat /\ (start <= t)%nat /\
      dot x (rot (INR s * g) q) < 0 < dot y (rot (INR t * g) q) /\
      forall beta others : R, 0 < beta -> 0 <= others ->
        let a := exp (beta * dot x (rot (INR s * g) q)) in
        let b := exp (beta * dot y (rot (INR t * g) q)) in
        a / (a + b + others) < b / (a + b + others) /\ a / (a + b + others) < 1 / 2.

Lemma dirichlet : forall x p N, 2 * sin (x / 2) * sum1 (fun m => cos (INR m * x + p)) N = sin (INR N * x + x / 2 + p) - sin (x / 2 + p).
Proof.
  intros x p N. induction N as [|N IH].
  - rewrite sum1_0. simpl. replace (0 * x + x / 2 + p) with (x / 2 + p) by ring. ring.
  - rewrite sum1_S, Rmult_plus_distr_l, IH, S_INR.
    assert (H : 2 * sin (x / 2) * cos ((INR N + 1) * x + p) = sin ((INR N + 1) * x + x / 2 + p) - sin (INR N * x + x / 2 + p)).
    { replace ((INR N + 1) * x + x / 2 + p) with (((INR N + 1) * x + p) + x / 2) by ring.
      replace (INR N * x + x / 2 + p) with (((INR N + 1) * x + p) - x / 2) by field. rewrite sin_plus, sin_minus. ring. }
    rewrite H. ring.
Qed.

Lemma bounded : forall x, sin (x / 2) <> 0 -> exists B, forall p N, Rabs (sum1 (fun m => cos (INR m * x + p)) N) <= B.
Proof.
  intros x S. exists (/ Rabs (sin (x / 2))). pose proof (Rabs_pos_lt _ S) as P.
  intros p N. apply (Rmult_le_reg_l (2 * Rabs (sin (x / 2)))); [lra|].
  replace (2 * Rabs (sin (x / 2)) * / Rabs (sin (x / 2))) with 2 by (field; lra).
  replace (2 * Rabs (sin (x / 2)) * Rabs (sum1 (fun m => cos (INR m * x + p)) N))
    with (Rabs (sin (INR N * x + x / 2 + p) - sin (x / 2 + p))).
  - unfold Rminus. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp.
    assert (forall y, -1 <= y <= 1 -> Rabs y <= 1) as Y by (intros; apply Rabs_le; lra).
    pose proof (Y _ (SIN_bound (INR N * x + x / 2 + p))). pose proof (Y _ (SIN_bound (x / 2 + p))). lra.
  - rewrite <- dirichlet, !Rabs_mult. rewrite (Rabs_right 2) by lra. reflexivity.
Qed.

(** A wave cos(mg + p) is below 0 at some m >= 1. *)
Lemma dips : forall g p, (forall z : Z, g <> IZR z * PI) -> exists m, (1 <= m)%nat /\ cos (INR m * g + p) < 0.
Proof.
  intros g p G. destruct (bounded g) as [B1 H1].
  { intro E. destruct (sin_eq_0_0 _ E) as [z Z]. apply (G (2 * z)%Z). rewrite mult_IZR. lra. }
  destruct (bounded (2 * g)) as [B2 H2].
  { intro E. destruct (sin_eq_0_0 _ E) as [z Z]. apply (G z). lra. }
  set (c := 2 * B1 + B2). assert (U : exists N, c < INR N).
  { exists (Z.to_nat (up (Rabs c))). destruct (archimed (Rabs c)) as [A _]. pose proof (Rabs_pos c).
    rewrite INR_IZR_INZ, Z2Nat.id by (apply le_IZR; lra). pose proof (Rle_abs c). lra. }
  destruct U as [N HN]. specialize (H1 p N). specialize (H2 (2 * p) N).
  assert (E : sum1 (fun m => cos (INR m * g + p) * (1 - cos (INR m * g + p))) N
    = sum1 (fun m => cos (INR m * g + p)) N + (- / 2) * (INR N * 1 + sum1 (fun m => cos (INR m * (2 * g) + 2 * p)) N)).
  { rewrite <- (sum1_const 1 N), <- sum1_plus, <- sum1_scal, <- sum1_plus. apply sum1_ext. intros m _.
    replace (INR m * (2 * g) + 2 * p) with (2 * (INR m * g + p)) by ring. rewrite cos_2a_cos. field. }
  assert (L : sum1 (fun m => cos (INR m * g + p) * (1 - cos (INR m * g + p))) N < sum1 (fun _ => 0) N).
  { rewrite E, sum1_const. pose proof (Rle_abs (sum1 (fun m => cos (INR m * g + p)) N)).
    pose proof (Rle_abs (- sum1 (fun m => cos (INR m * (2 * g) + 2 * p)) N)) as A. rewrite Rabs_Ropp in A. unfold c in HN. lra. }
  destruct (sum1_gt_exists _ _ _ L) as [m [M Neg]]. exists m. split; [lia|].
  pose proof (cos_le_1 (INR m * g + p)). apply Rnot_le_lt. intro P.
  assert (0 <= cos (INR m * g + p) * (1 - cos (INR m * g + p))) by (apply Rmult_le_pos; lra). lra.
Qed.

Definition norm (v : vec) : R := sqrt (dot v v).

Lemma dot_pos : forall v, dot v v <> 0 -> 0 < dot v v.
Proof. intros [x y] H. unfold dot in *. simpl in *. pose proof (Rle_0_sqr x). pose proof (Rle_0_sqr y). unfold Rsqr in *. lra. Qed.

(** A unit vector has an angle. *)
Lemma unit_angle : forall a b, a * a + b * b = 1 -> exists p, cos p = a /\ sin p = b.
Proof.
  intros a b H. assert (A : -1 <= a <= 1) by (split; nra).
  destruct (Rle_dec 0 b) as [P|P].
  - exists (acos a). split; [apply cos_acos; exact A|]. rewrite sin_acos by exact A.
    replace (1 - a²) with (b²) by (unfold Rsqr; lra). apply sqrt_Rsqr, P.
  - exists (- acos a). rewrite cos_neg, sin_neg. split; [apply cos_acos; exact A|]. rewrite sin_acos by exact A.
    replace (1 - a²) with ((- b)²) by (unfold Rsqr; lra). rewrite sqrt_Rsqr; lra.
Qed.

(** The logit is a wave. *)
Lemma logit_wave : forall k q, dot k k <> 0 -> dot q q <> 0 -> exists r p, 0 < r /\ forall t, dot k (rot t q) = r * cos (t + p).
Proof.
  intros k q Hk Hq. set (a := dot k q). set (b := fst k * snd q - snd k * fst q).
  assert (N : a * a + b * b = dot k k * dot q q) by (unfold a, b, dot; ring).
  pose proof (Rmult_lt_0_compat _ _ (dot_pos k Hk) (dot_pos q Hq)) as P. set (r := sqrt (dot k k * dot q q)).
  assert (R0 : 0 < r) by (apply sqrt_lt_R0; exact P).
  assert (R2 : r * r = a * a + b * b) by (rewrite N; apply sqrt_sqrt; lra).
  destruct (unit_angle (a / r) (b / r)) as [p [C S]].
  { replace (a / r * (a / r) + b / r * (b / r)) with ((a * a + b * b) / (r * r)) by (field; lra). rewrite R2. apply Rinv_r. rewrite <- R2.
    assert (0 < r * r) by (apply Rmult_lt_0_compat; exact R0). lra. }
  exists r, p. split; [exact R0|]. intro t. rewrite cos_plus, C, S.
  replace (r * (cos t * (a / r) - sin t * (b / r))) with (a * cos t - b * sin t) by (field; lra).
  unfold a, b, dot, rot. simpl. ring.
Qed.

(** Of two keys the one with the lower logit has the smaller weight, less than one half. *)
Lemma lower_weight : forall l m others, l < m -> 0 <= others ->
  exp l / (exp l + exp m + others) < exp m / (exp l + exp m + others) /\ exp l / (exp l + exp m + others) < 1 / 2.
Proof.
  intros l m others L O. pose proof (exp_pos l). pose proof (exp_pos m). pose proof (exp_increasing _ _ L).
  assert (Z : 0 < exp l + exp m + others) by lra. split.
  - apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat, Z|lra].
  - apply (Rmult_lt_reg_r (exp l + exp m + others)); [exact Z|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Theorem barbero2024_thm61_proved : barbero2024_thm61_statement.
Proof.
  intros g q x y start G Q X Y. destruct (logit_wave x q X Q) as [r [p [R0 E]]]. destruct (logit_wave y q Y Q) as [r' [p' [R0' E']]].
  destruct (dips g (INR start * g + p) G) as [m [M1 M]]. destruct (dips g (INR (start + m) * g + p' + PI) G) as [m' [M1' M']].
  set (s := (start + m)%nat) in *. set (t := (s + m')%nat).
  assert (X0 : dot x (rot (INR s * g) q) < 0).
  { rewrite E. unfold s. rewrite plus_INR. replace ((INR start + INR m) * g + p) with (INR m * g + (INR start * g + p)) by ring.
    assert (0 < r * - cos (INR m * g + (INR start * g + p))) by (apply Rmult_lt_0_compat; lra). lra. }
  assert (Y0 : 0 < dot y (rot (INR t * g) q)).
  { rewrite E'. unfold t. rewrite plus_INR. replace ((INR s + INR m') * g + p') with (INR m' * g + (INR s * g + p')) by ring.
    replace (INR m' * g + (INR s * g + p' + PI)) with ((INR m' * g + (INR s * g + p')) + PI) in M' by ring.
    rewrite neg_cos in M'. apply Rmult_lt_0_compat; lra. }
  exists s, t. split; [unfold t; lia|]. split; [unfold s; lia|]. split; [unfold t, s; lia|]. split; [split; assumption|].
  intros beta others B O. apply lower_weight; [apply Rmult_lt_compat_l; lra|exact O].
Qed.

(** * False neighbours *)

(** A plane that does not turn, as p-RoPE has. *)
Definition barbero2024_thm61_neighbour_still : Prop :=
  forall (g : R) (q x y : vec), dot q q <> 0 -> dot x x <> 0 -> dot y y <> 0 ->
    exists s t : nat, dot x (rot (INR s * g) q) < 0 < dot y (rot (INR t * g) q).

Theorem barbero2024_thm61_neighbour_still_false : ~ barbero2024_thm61_neighbour_still.
Proof.
  intro H. destruct (H 0 (1, 0) (1, 0) (1, 0)) as [s [t [A _]]]; try (unfold dot; simpl; lra).
  rewrite Rmult_0_r in A. unfold dot, rot in A. simpl in A. rewrite cos_0, sin_0 in A. lra.
Qed.

(** Whole half turns: a query at a right angle to the key scores 0 at every distance. *)
Definition barbero2024_thm61_neighbour_half_turns : Prop :=
  forall (q x y : vec), dot q q <> 0 -> dot x x <> 0 -> dot y y <> 0 ->
    exists s t : nat, dot x (rot (INR s * PI) q) < 0 < dot y (rot (INR t * PI) q).

Lemma half_turns : forall n : nat, sin (INR n * PI) = 0.
Proof. intro n. apply sin_eq_0_1. exists (Z.of_nat n). rewrite <- INR_IZR_INZ. reflexivity. Qed.

Theorem barbero2024_thm61_neighbour_half_turns_false : ~ barbero2024_thm61_neighbour_half_turns.
Proof.
  intro H. destruct (H (1, 0) (0, 1) (0, 1)) as [s [t [A _]]]; try (unfold dot; simpl; lra).
  unfold dot, rot in A. simpl in A. rewrite half_turns in A. lra.
Qed.

Example barbero2024_thm61_instance : instance_of barbero2024_thm61_statement.
Proof.
  exists (PI / 3), (1, 0), (1, 2), (3, 1), 5%nat. split; [| unfold dot; simpl; repeat split; lra].
  intros z E. pose proof PI_RGT_0. assert (1 = 3 * IZR z) as F by nra. rewrite <- mult_IZR in F. apply eq_IZR in F. lia.
Qed.
