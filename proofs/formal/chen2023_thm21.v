(** chen2023.thm21, chen2023.thm21.eq7: how far a score between two positions is from the line between their scores.

    Statement (Chen et al. 2023, Theorem 2.1). For a(s) = Re sum_(j<d/2) h_j e^(is theta_j), theta_j = c^(-2j/d), and s1 <= s <= s2:
    |a(s) - a_linear(s)| <= d max|h_j| (s - s1)(s2 - s)/(8 ln c). It is false: its proof has c^x <= 1 + x ln c where >= holds. With
    d/(8 ln c) + 1/2 in place of d/(8 ln c) it is true.

    Encoding: K = d/2 planes, so that theta_j = c^(-j/K) and d/(8 ln c) = K/(4 ln c); any bound H of the |h_j|; c > 1. *)

From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From RopeTheory Require Import Rope Trig Sums IntervalZ Instances.
Open Scope R_scope.

(** c^(-j/K). *)
Definition frequency (c : R) (K j : nat) : R := Rpower c (- (INR j / INR K)).

(** Re (x + iy) e^(it). *)
Definition wave (h : vec) (t : R) : R := fst h * cos t - snd h * sin t.

Definition attention (c : R) (K : nat) (h : nat -> vec) (s : R) : R :=
  sum (fun j => wave (h j) (s * frequency c K j)) K.

(** The line through the values at s1 and s2. *)
Definition linear (a : R -> R) (s1 s2 s : R) : R := (s2 - s) / (s2 - s1) * a s1 + (s - s1) / (s2 - s1) * a s2.

Definition bounded_by (K : nat) (h : nat -> vec) (H : R) : Prop :=
  forall j, (j < K)%nat -> sqrt (fst (h j) * fst (h j) + snd (h j) * snd (h j)) <= H.

Definition within (constant : R -> nat -> R) : Prop :=
  forall (c : R) (K : nat) (h : nat -> vec) (H s1 s2 s : R), 1 < c -> (1 <= K)%nat -> bounded_by K h H -> s1 < s2 ->
    s1 <= s <= s2 ->
    Rabs (attention c K h s - linear (attention c K h) s1 s2 s) <= H * ((s - s1) * (s2 - s)) * constant c K.

Definition chen2023_thm21_statement : Prop := within (fun c K => INR K / (4 * ln c)).

Definition chen2023_thm21_corrected_statement : Prop := within (fun c K => INR K / (4 * ln c) + 1 / 2).

(** Eq. 7: 32 ln 10000 to the digits printed, and (s - s1)(s2 - s) between neighbouring whole numbers. *)
Definition chen2023_thm21_eq7_statement : Prop :=
  Rabs (32 * ln 10000 - 29473 / 100) <= 1 / 200 /\ forall s1 s, s1 <= s <= s1 + 1 -> (s - s1) * (s1 + 1 - s) <= 1 / 4.

(** * The error of one wave *)

(** A function with g'' >= 0 that is 0 at both ends is at most 0 between them. *)
Lemma convex_below : forall (g g' g'' : R -> R) a b x,
  (forall t, derivable_pt_lim g t (g' t)) -> (forall t, derivable_pt_lim g' t (g'' t)) ->
  (forall t, 0 <= g'' t) -> g a = 0 -> g b = 0 -> a <= x <= b -> g x <= 0.
Proof.
  intros g g' g'' a b x D D' P A B [[X1|X1] [X2|X2]]; try (subst; lra).
  destruct (MVT_cor2 g g' a x X1 (fun c _ => D c)) as [u [U [U1 U2]]].
  destruct (MVT_cor2 g g' x b X2 (fun c _ => D c)) as [v [V [V1 V2]]].
  destruct (MVT_cor2 g' g'' u v ltac:(lra) (fun c _ => D' c)) as [w [W _]].
  assert (M : 0 <= g'' w * (v - u)) by (apply Rmult_le_pos; [apply P|lra]).
  apply Rnot_lt_le. intro G. rewrite A in U. rewrite B in V.
  assert (0 < g' u).
  { apply (Rmult_lt_reg_r (x - a)); [lra|]. rewrite <- U. lra. }
  assert (0 < - g' v).
  { apply (Rmult_lt_reg_r (b - x)); [lra|]. rewrite <- Ropp_mult_distr_l, <- V. lra. }
  lra.
Qed.

Lemma wave_le : forall h t H, sqrt (fst h * fst h + snd h * snd h) <= H -> wave h t <= H.
Proof.
  intros [x y] t H L. simpl in L. unfold wave. simpl. eapply Rle_trans; [|exact L].
  apply Rsqr_incr_0_var; [|apply sqrt_pos]. unfold Rsqr. rewrite sqrt_sqrt by nra.
  pose proof (sin2_cos2 t) as S. unfold Rsqr in S.
  assert (0 <= (x * sin t + y * cos t) * (x * sin t + y * cos t)) by apply Rle_0_sqr.
  replace (x * x + y * y) with ((x * x + y * y) * (sin t * sin t + cos t * cos t)) by (rewrite S; ring).
  lra.
Qed.

Lemma wave_derive : forall h g t, derivable_pt_lim (fun u => wave h (u * g)) t (- g * (fst h * sin (t * g) + snd h * cos (t * g))).
Proof. intros h g t. apply is_derive_Reals. unfold wave. auto_derive; [exact I|ring]. Qed.

(** The derivative of a wave is a wave, turned a quarter. *)
Lemma wave_slope : forall h g t, - g * (fst h * sin (t * g) + snd h * cos (t * g)) = g * wave (- snd h, fst h) (t * g).
Proof. intros. unfold wave. simpl. ring. Qed.

Lemma quadratic_derive : forall M s1 s2 t,
  derivable_pt_lim (fun u => M / 2 * ((u - s1) * (s2 - u))) t (M / 2 * (s1 + s2 - 2 * t)).
Proof. intros M s1 s2 t. apply is_derive_Reals. auto_derive; [exact I|field]. Qed.

Lemma linear_derive : forall a s1 s2 t, s1 < s2 -> derivable_pt_lim (linear a s1 s2) t ((a s2 - a s1) / (s2 - s1)).
Proof. intros a s1 s2 t L. apply is_derive_Reals. unfold linear. auto_derive; [repeat split; lra|field; lra]. Qed.

Lemma linear_ends : forall a s1 s2, s1 < s2 -> linear a s1 s2 s1 = a s1 /\ linear a s1 s2 s2 = a s2.
Proof. intros a s1 s2 L. unfold linear. split; field; lra. Qed.

(** From above; from below by the wave turned half. *)
Lemma one_wave_above : forall h g H s1 s2 s, sqrt (fst h * fst h + snd h * snd h) <= H -> s1 < s2 -> s1 <= s <= s2 ->
  wave h (s * g) - linear (fun u => wave h (u * g)) s1 s2 s <= H * (g * g) / 2 * ((s - s1) * (s2 - s)).
Proof.
  intros h g H s1 s2 s B L S. set (f := fun u => wave h (u * g)). set (M := H * (g * g)).
  assert (G : f s - linear f s1 s2 s - M / 2 * ((s - s1) * (s2 - s)) <= 0); [|unfold f, M in *; lra].
  destruct (linear_ends f s1 s2 L) as [E1 E2].
  apply (convex_below (fun u => f u - linear f s1 s2 u - M / 2 * ((u - s1) * (s2 - u)))
    (fun t => g * wave (- snd h, fst h) (t * g) - (f s2 - f s1) / (s2 - s1) - M / 2 * (s1 + s2 - 2 * t))
    (fun t => g * (g * wave (- fst h, - snd h) (t * g)) + M) s1 s2 s).
  - intro t. apply (derivable_pt_lim_minus (fun u => f u - linear f s1 s2 u)); [|apply quadratic_derive].
    apply (derivable_pt_lim_minus f (linear f s1 s2)); [|apply linear_derive, L].
    rewrite <- wave_slope. apply wave_derive.
  - intro t.
    generalize ((f s2 - f s1) / (s2 - s1)). intro slope. apply is_derive_Reals. unfold wave. simpl.
    auto_derive; [exact I|field].
  - intro t. assert (N : wave h (t * g) <= H) by (apply wave_le; exact B).
    replace (wave (- fst h, - snd h) (t * g)) with (- wave h (t * g)) by (unfold wave; simpl; ring).
    unfold M. assert (0 <= g * g * (H - wave h (t * g))) by (apply Rmult_le_pos; [apply Rle_0_sqr|lra]). lra.
  - rewrite E1. ring.
  - rewrite E2. ring.
  - exact S.
Qed.

Lemma one_wave : forall h g H s1 s2 s, sqrt (fst h * fst h + snd h * snd h) <= H -> s1 < s2 -> s1 <= s <= s2 ->
  Rabs (wave h (s * g) - linear (fun u => wave h (u * g)) s1 s2 s) <= H * (g * g) / 2 * ((s - s1) * (s2 - s)).
Proof.
  intros h g H s1 s2 s B L S. apply Rabs_le. split; [|apply one_wave_above; assumption].
  pose proof (one_wave_above (- fst h, - snd h) g H s1 s2 s) as N. simpl in N.
  replace (- fst h * - fst h + - snd h * - snd h) with (fst h * fst h + snd h * snd h) in N by ring.
  specialize (N B L S). unfold linear, wave in *. simpl in *. lra.
Qed.

(** * All planes *)

Lemma linear_sum : forall (f : nat -> R -> R) K s1 s2 s,
  linear (fun u => sum (fun j => f j u) K) s1 s2 s = sum (fun j => linear (f j) s1 s2 s) K.
Proof.
  intros f K s1 s2 s. induction K as [|K IH]; unfold linear in *; simpl; [ring|]. rewrite <- IH. ring.
Qed.

Lemma sum_abs : forall f n, Rabs (sum f n) <= sum (fun k => Rabs (f k)) n.
Proof.
  intros f n. induction n as [|n IH]; simpl; [rewrite Rabs_R0; lra|]. eapply Rle_trans; [apply Rabs_triang|]. lra.
Qed.

Lemma geometric : forall r n, 0 <= r < 1 -> sum (fun j => r ^ j) n <= / (1 - r).
Proof.
  intros r n [R0 R1]. assert (E : sum (fun j => r ^ j) n = (1 - r ^ n) / (1 - r)).
  { induction n as [|n IH]; simpl; [field; lra|]. rewrite IH. field. lra. }
  rewrite E. unfold Rdiv. rewrite <- (Rmult_1_l (/ (1 - r))) at 2. apply Rmult_le_compat_r.
  - left. apply Rinv_0_lt_compat. lra.
  - pose proof (pow_le r n R0). lra.
Qed.

Lemma squares_sum : forall c K, 1 < c -> (1 <= K)%nat ->
  sum (fun j => frequency c K j * frequency c K j) K <= INR K / (2 * ln c) + 1.
Proof.
  intros c K C K1. assert (LC : 0 < ln c) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (KP : 0 < INR K) by (apply lt_0_INR; lia). set (x := 2 * ln c / INR K).
  assert (X : 0 < x) by (apply Rdiv_lt_0_compat; lra). set (r := exp (- x)).
  assert (R0 : 0 < r) by apply exp_pos.
  assert (R1 : r * (1 + x) <= 1).
  { unfold r. rewrite exp_Ropp. apply (Rmult_le_reg_l (exp x)); [apply exp_pos|].
    rewrite <- Rmult_assoc, Rinv_r by (pose proof (exp_pos x); lra). pose proof (exp_ineq1 x ltac:(lra)). lra. }
  assert (R2 : r < 1).
  { apply (Rmult_lt_reg_r (1 + x)); lra. }
  eapply Rle_trans.
  - apply Req_le. apply (sum_ext _ (fun j => r ^ j)). intros j _. unfold frequency, r, Rpower. rewrite <- exp_plus.
    rewrite <- (Rpower_pow j) by apply exp_pos. unfold Rpower. rewrite ln_exp. f_equal. unfold x. field. lra.
  - eapply Rle_trans; [apply geometric; lra|]. apply (Rmult_le_reg_l (1 - r)); [lra|]. rewrite Rinv_r by lra.
    replace (INR K / (2 * ln c)) with (/ x) by (unfold x; field; lra).
    assert (E : (1 - r) * (/ x + 1) = (1 - r * (1 + x) + x) / x) by (field; lra). rewrite E.
    apply (Rmult_le_reg_r x); [exact X|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Theorem chen2023_thm21_corrected_proved : chen2023_thm21_corrected_statement.
Proof.
  intros c K h H s1 s2 s C K1 B L S. unfold attention. rewrite linear_sum.
  assert (P : 0 <= H).
  { specialize (B 0%nat ltac:(lia)). pose proof (sqrt_pos (fst (h 0%nat) * fst (h 0%nat) + snd (h 0%nat) * snd (h 0%nat))). lra. }
  assert (Q : 0 <= (s - s1) * (s2 - s)) by (apply Rmult_le_pos; lra).
  unfold Rminus at 1. rewrite <- (Rmult_1_l (sum (fun j => linear _ _ _ _) K)), Ropp_mult_distr_l, <- sum_scal, <- sum_plus.
  eapply Rle_trans; [apply sum_abs|]. eapply Rle_trans.
  - apply (sum_le _ (fun j => H * ((s - s1) * (s2 - s)) / 2 * (frequency c K j * frequency c K j))). intros j J.
    replace (wave (h j) (s * frequency c K j) + - (1) * linear (fun u => wave (h j) (u * frequency c K j)) s1 s2 s)
      with (wave (h j) (s * frequency c K j) - linear (fun u => wave (h j) (u * frequency c K j)) s1 s2 s) by ring.
    eapply Rle_trans; [apply (one_wave _ _ H); [apply B, J|exact L|exact S]|]. apply Req_le. field.
  - rewrite sum_scal. pose proof (squares_sum c K C K1) as G.
    assert (LC : 0 < ln c) by (rewrite <- ln_1; apply ln_increasing; lra).
    replace (INR K / (4 * ln c) + 1 / 2) with ((INR K / (2 * ln c) + 1) / 2) by (field; lra).
    assert (0 <= H * ((s - s1) * (s2 - s)) / 2) by (apply Rmult_le_pos; [apply Rmult_le_pos; assumption|lra]).
    apply (Rmult_le_compat_l _ _ _ H0) in G. lra.
Qed.

(** One plane, c = 10000, from 0 to 1: a(s) = cos(s - 1/2). *)
Lemma middle : forall constant : R -> nat -> R, within constant -> 1 - cos (1 / 2) <= / 4 * constant 10000 1%nat.
Proof.
  intros constant W.
  specialize (W 10000 1%nat (fun _ => (cos (1 / 2), - sin (1 / 2))) 1 0 1 (1 / 2) ltac:(lra) ltac:(lia)).
  assert (B : bounded_by 1 (fun _ => (cos (1 / 2), - sin (1 / 2))) 1).
  { intros j _. simpl. pose proof (sin2_cos2 (1 / 2)) as E. unfold Rsqr in E.
    replace (cos (1 / 2) * cos (1 / 2) + - sin (1 / 2) * - sin (1 / 2)) with 1 by lra. rewrite sqrt_1. lra. }
  specialize (W B ltac:(lra) ltac:(lra)).
  assert (F : frequency 10000 1 0 = 1).
  { unfold frequency, Rpower. replace (- (INR 0 / INR 1) * ln 10000) with 0 by (simpl; unfold Rdiv; ring). apply exp_0. }
  assert (A : forall u, attention 10000 1 (fun _ => (cos (1 / 2), - sin (1 / 2))) u = cos (u - 1 / 2)).
  { intro u. unfold attention, wave. simpl. rewrite F, Rmult_1_r, cos_minus. ring. }
  unfold linear in W. rewrite !A in W.
  replace (1 / 2 - 1 / 2) with 0 in W by ring. replace (0 - 1 / 2) with (- (1 / 2)) in W by ring.
  replace (1 - 1 / 2) with (1 / 2) in W by field. rewrite cos_0, cos_neg in W.
  pose proof (Rle_abs (1 - (1 / 2 / (1 - 0) * cos (1 / 2) + (1 / 2 - 0) / (1 - 0) * cos (1 / 2)))) as G.
  replace (1 / 2 / (1 - 0) * cos (1 / 2) + (1 / 2 - 0) / (1 - 0) * cos (1 / 2)) with (cos (1 / 2)) in * by field. lra.
Qed.

Theorem chen2023_thm21_refuted : ~ chen2023_thm21_statement.
Proof.
  intro H. apply middle in H. simpl in H. assert (1 / 4 * (1 / (4 * ln 10000)) < 1 - cos (1 / 2)) by interval. lra.
Qed.

Theorem chen2023_thm21_eq7_proved : chen2023_thm21_eq7_statement.
Proof.
  split; [apply Rabs_le; split; interval|]. intros s1 s S.
  assert (0 <= (s - s1 - 1 / 2) * (s - s1 - 1 / 2)) by apply Rle_0_sqr. lra.
Qed.

(** * False neighbours *)

(** 1/4 in place of 1/2. *)
Definition chen2023_thm21_corrected_neighbour_quarter : Prop := within (fun c K => INR K / (4 * ln c) + 1 / 4).

Theorem chen2023_thm21_corrected_neighbour_quarter_false : ~ chen2023_thm21_corrected_neighbour_quarter.
Proof.
  intro H. apply middle in H. simpl in H. assert (1 / 4 * (1 / (4 * ln 10000) + 1 / 4) < 1 - cos (1 / 2)) by interval. lra.
Qed.

(** 294.72. *)
Definition chen2023_thm21_eq7_neighbour_digit : Prop := Rabs (32 * ln 10000 - 29472 / 100) <= 1 / 200.

Theorem chen2023_thm21_eq7_neighbour_digit_false : ~ chen2023_thm21_eq7_neighbour_digit.
Proof.
  intro H. unfold chen2023_thm21_eq7_neighbour_digit in H. pose proof (Rle_abs (32 * ln 10000 - 29472 / 100)).
  assert (1 / 200 < 32 * ln 10000 - 29472 / 100) by interval. lra.
Qed.

(** Between numbers two apart. *)
Definition chen2023_thm21_eq7_neighbour_two : Prop := forall s1 s, s1 <= s <= s1 + 2 -> (s - s1) * (s1 + 2 - s) <= 1 / 4.

Theorem chen2023_thm21_eq7_neighbour_two_false : ~ chen2023_thm21_eq7_neighbour_two.
Proof. intro H. specialize (H 0 1 ltac:(lra)). lra. Qed.

Example chen2023_thm21_corrected_instance : instance_of chen2023_thm21_corrected_statement.
Proof.
  exists 10000, 2%nat, (fun _ => (3, 4)), 5, 2, 4, 3. repeat (split; [lia || lra |]). split; [| repeat split; lra].
  intros j _. simpl. replace (3 * 3 + 4 * 4) with (5 * 5) by ring. rewrite sqrt_square; lra.
Qed.

Example chen2023_thm21_eq7_instance : instance_of chen2023_thm21_eq7_statement.
Proof. split; [exact I | exists 2, (5 / 2)]. split; [lra | exact I]. Qed.
