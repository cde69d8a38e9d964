(** Bases that fail: for every base of an interval, one distance at which the kernel of 64 planes is negative.

    As a function of the ratio t of neighbouring frequencies B(m) is sum_k cos(m t^k). Between two ratios it is above its values at them by no more than an eighth of the square of how far they
    are apart, times the most it bends: (m^2 (1 + t^2) + 32 m)/(1 - t^2)^3 at the larger ratio, and 85344 m (m + 1) at any. At the two it is looked at by the table of cosines (an error of 1/28
    at distances up to 65536), and by fine cosines where that is too coarse. Intervals go on from one another, from the ratio 1 of the base 1 downward. *)

From Coq Require Import Reals Lra Lia List PeanoNat ZArith Bool.
From RopeTheory Require Import Rope Sums Attention IntervalZ Rotation new_base_bound_monotone Bases Covers Stretches.
Import ListNotations.
Open Scope R_scope.

(** * The planes of a ratio *)

(** x / 2^n, and 1 if that is less. *)
Fixpoint drop (x : positive) (n : nat) : positive := match n with O => x | S i => match x with xO y | xI y => drop y i | xH => xH end end.

Lemma drop_value : forall n x, Z.pos (drop x n) = Z.max 1 (Z.pos x / 2 ^ Z.of_nat n).
Proof.
  induction n as [|n IH]; intro x; [change (2 ^ Z.of_nat 0)%Z with 1%Z; rewrite Z.div_1_r; destruct x; cbn [drop]; lia|].
  rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. assert (P : (0 < 2 ^ Z.of_nat n)%Z) by (apply Z.pow_pos_nonneg; lia). rewrite <- Z.div_div by lia. destruct x as [x|x|]; cbn [drop].
  - rewrite half_odd. apply IH.
  - rewrite half_even. apply IH.
  - change (1 / 2)%Z with 0%Z. rewrite Z.div_0_l by lia. reflexivity.
Qed.

Lemma drop_near : forall n x, IZR (Z.pos x) / IZR (2 ^ Z.of_nat n) - 1 <= IZR (Z.pos (drop x n)) <= IZR (Z.pos x) / IZR (2 ^ Z.of_nat n) + 1.
Proof.
  intros n x. rewrite drop_value, <- Z.shiftr_div_pow2 by lia. pose proof (cut (Z.of_nat n) (Z.pos x) ltac:(lia)) as C.
  assert (0 <= IZR (Z.pos x) / IZR (2 ^ Z.of_nat n)) by (apply Rlt_le, Rdiv_lt_0_compat; apply IZR_lt; [lia|apply Z.pow_pos_nonneg; lia]).
  destruct (Z.max_spec 1 (Z.shiftr (Z.pos x) (Z.of_nat n))) as [[_ ->]|[L ->]]; [lra|]. apply IZR_le in L. lra.
Qed.

(** x at scale 2^40, multiplied by the ratio at scale 2^p over and over; what is listed is at scale 2^34. *)
Fixpoint turns_by (by_ratio : positive -> positive) (p : nat) (x : positive) (n : nat) : list positive :=
  match n with O => [] | S i => drop x 6 :: turns_by by_ratio p (drop (by_ratio x) p) i end.

Definition times_ratio (r : positive) : positive -> positive := odd_times r (r + r~0) (r + r~0~0) (r + (r~0 + r~0~0)).

(** From 1/2 pi. *)
Definition ratio_turns (p : nat) (r : positive) : list positive := turns_by (times_ratio r) p 174992710548 64.

Definition ratio_at (p : nat) (r : positive) : R := IZR (Z.pos r) / IZR (2 ^ Z.of_nat p).

Lemma scale_of : forall p, 0 < IZR (2 ^ Z.of_nat p).
Proof. intro p. apply scale_pos. lia. Qed.

Lemma ratio_at_mono : forall p r s, (r <= s)%positive -> ratio_at p r <= ratio_at p s.
Proof. intros p r s L. unfold ratio_at. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, scale_of|]. apply IZR_le. lia. Qed.

Lemma ratio_at_range : forall p r, (Z.pos r <= 2 ^ Z.of_nat p)%Z -> 0 < ratio_at p r <= 1.
Proof.
  intros p r R. pose proof (scale_of p) as S. unfold ratio_at. split; [apply Rdiv_lt_0_compat; [apply IZR_lt; lia|exact S]|].
  apply (Rmult_le_reg_r (IZR (2 ^ Z.of_nat p))); [exact S|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_1_l by lra. apply IZR_le, R.
Qed.

Lemma turns_by_near : forall p r, (Z.pos r <= 2 ^ Z.of_nat p)%Z -> forall n x y e k, 0 <= y -> Rabs (IZR (Z.pos x) - y) <= e -> (k < n)%nat ->
  Rabs (IZR (Z.pos (nth k (turns_by (times_ratio r) p x n) 1%positive)) - y * ratio_at p r ^ k / 64) <= (e + INR k) / 64 + 1.
Proof.
  intros p r R. pose proof (ratio_at_range p r R) as R1. induction n as [|n IH]; intros x y e k Y E K; [lia|]. pose proof (abs_product _ (ratio_at p r) _ 1 E ltac:(apply Rabs_le; lra)) as Er.
  apply within in E. destruct k as [|k]; cbn [turns_by nth pow].
  - pose proof (drop_near 6 x) as D. change (IZR (2 ^ Z.of_nat 6)) with 64 in D. simpl (INR 0). apply Rabs_le. lra.
  - rewrite <- Rmult_assoc, S_INR. replace (e + (INR k + 1)) with (e + 1 + INR k) by ring. apply IH; [apply Rmult_le_pos; lra| |lia].
    unfold times_ratio. rewrite odd_times_value. pose proof (drop_near p (x * r)) as D. rewrite Pos2Z.inj_mul, mult_IZR in D. unfold Rdiv in D. rewrite Rmult_assoc in D.
    fold (IZR (Z.pos r) / IZR (2 ^ Z.of_nat p)) in D. fold (ratio_at p r) in D. apply Rabs_le. lra.
Qed.

Lemma turns_length : forall p r, length (ratio_turns p r) = 64%nat.
Proof.
  intros p r. unfold ratio_turns. generalize (times_ratio r), 174992710548%positive, 64%nat. intros f x n. revert x. induction n as [|n IH]; intro x; [reflexivity|]. cbn [turns_by length]. rewrite IH.
  reflexivity.
Qed.

Lemma turns_close : forall p r, (Z.pos r <= 2 ^ Z.of_nat p)%Z -> all_close (ratio_turns p r) (fun k => ratio_at p r ^ k).
Proof.
  intros p r R k K. rewrite turns_length in K. assert (K63 : INR k <= 63) by (replace 63 with (INR 63) by (rewrite INR_IZR_INZ; reflexivity); apply le_INR; lia).
  pose proof (turns_by_near p r R 64 174992710548 (1099511627776 / (2 * PI)) 1 k ltac:(interval) ltac:(apply Rabs_le; split; interval with (i_prec 80)) K) as N. fold (ratio_turns p r) in N.
  unfold close_to. set (x := IZR (Z.pos (nth _ _ _))) in *. clearbody x. set (y := ratio_at p r ^ k) in *. clearbody y. apply within in N.
  replace (1099511627776 / (2 * PI) * y / 64) with (y / (2 * PI) * 17179869184) in N by (field; pose proof PI_RGT_0; lra). apply Rabs_le. lra.
Qed.

(** * Below the chord *)

(** A function that bends down by no more than M is above its values at two ends by no more than M w^2/8, w being how far these are from each other. *)
Lemma below_chord : forall (f f' f'' : R -> R) M a b x top, (forall t, derivable_pt_lim f t (f' t)) -> (forall t, derivable_pt_lim f' t (f'' t)) ->
  (forall t, a <= t <= b -> - M <= f'' t) -> 0 <= M -> a <= x <= b -> f a <= top -> f b <= top -> f x <= top + M * ((b - a) * (b - a)) / 8.
Proof.
  intros f f' f'' M a b x top D D' Bend M0 X A B. pose proof (Rmult_le_pos M _ M0 (Rle_0_sqr (b - a))) as W. unfold Rsqr in W.
  assert (Q : forall t, derivable_pt_lim (fun t => f t + M / 2 * ((t - a) * (t - b))) t (f' t + M / 2 * ((1 - 0) * (t - b) + (t - a) * (1 - 0)))).
  { intro t. apply (derivable_pt_lim_plus f); [apply D|]. apply (derivable_pt_lim_scal (fun t => (t - a) * (t - b))).
    apply (derivable_pt_lim_mult (fun t => t - a) (fun t => t - b)); apply (derivable_pt_lim_minus id); try apply derivable_pt_lim_id; apply (derivable_pt_lim_const _ t). }
  assert (L : forall t, derivable_pt_lim (fun t => f' t + M / 2 * ((1 - 0) * (t - b) + (t - a) * (1 - 0))) t (f'' t + M)).
  { intro t. replace (f'' t + M) with (f'' t + (M * 1 + 0)) by ring. apply (derivable_pt_lim_plus f'); [apply D'|].
    apply (derivable_pt_lim_ext (fun t => M * t + - (M * ((a + b) / 2)))); [intro s; field|]. apply (derivable_pt_lim_plus (fun t => M * t)); [|apply derivable_pt_lim_const].
    apply (derivable_pt_lim_scal id), derivable_pt_lim_id. }
  destruct X as [[X1|X1] [X2|X2]]; try (subst; lra). destruct (MVT_cor2 _ _ a x X1 (fun c _ => Q c)) as [u [U [U1 U2]]]. destruct (MVT_cor2 _ _ x b X2 (fun c _ => Q c)) as [v [V [V1 V2]]].
  destruct (MVT_cor2 _ _ u v ltac:(lra) (fun c _ => L c)) as [w [S [W1 W2]]]. specialize (Bend w ltac:(lra)). cbv beta in U, V, S.
  assert (S0 : 0 <= (f'' w + M) * (v - u)) by (apply Rmult_le_pos; lra). rewrite <- S in S0. clear S. set (p := f' u + _) in *. clearbody p. set (q := f' v + _) in *. clearbody q.
  apply Rnot_lt_le. intro G. pose proof (Rmult_le_pos M _ M0 (Rle_0_sqr (a + b - 2 * x))) as N. unfold Rsqr in N.
  assert (P0 : 0 < p) by (apply (Rmult_lt_reg_r (x - a)); [lra|]; rewrite <- U; lra). assert (Q0 : 0 < - q); [|lra].
  apply (Rmult_lt_reg_r (b - x)); [lra|]. rewrite <- Ropp_mult_distr_l, <- V. lra.
Qed.

(** B(m) as a function of the ratio of neighbours, and how it moves. *)
Definition ratio_kernel (m t : R) : R := sum (fun k => cos (m * t ^ k)) 64.

Definition slope (m : R) (k : nat) (t : R) : R := m * (INR k * t ^ pred k).

Lemma slope_derives : forall m k t, derivable_pt_lim (fun t => m * t ^ k) t (slope m k t).
Proof. intros m k t. apply (derivable_pt_lim_scal (fun t => t ^ k)), derivable_pt_lim_pow. Qed.

Definition plane_slope (m t : R) (k : nat) : R := - sin (m * t ^ k) * slope m k t.

Definition plane_bend (m t : R) (k : nat) : R := - (cos (m * t ^ k) * slope m k t) * slope m k t + - sin (m * t ^ k) * (m * (INR k * (INR (pred k) * t ^ pred (pred k)))).

Lemma plane_derives : forall m k t, derivable_pt_lim (fun t => cos (m * t ^ k)) t (plane_slope m t k).
Proof. intros m k t. apply (derivable_pt_lim_comp (fun t => m * t ^ k) cos); [apply slope_derives|apply derivable_pt_lim_cos]. Qed.

Lemma plane_derives_again : forall m k t, derivable_pt_lim (fun t => plane_slope m t k) t (plane_bend m t k).
Proof.
  intros m k t. apply (derivable_pt_lim_mult (fun t => - sin (m * t ^ k)) (slope m k)).
  - apply (derivable_pt_lim_opp (fun t => sin (m * t ^ k))). apply (derivable_pt_lim_comp (fun t => m * t ^ k) sin); [apply slope_derives|apply derivable_pt_lim_sin].
  - apply (derivable_pt_lim_scal (fun t => INR k * t ^ pred k)), (derivable_pt_lim_scal (fun t => t ^ pred k)), derivable_pt_lim_pow.
Qed.

Lemma sum_derives : forall (f : nat -> R -> R) (f' : R -> nat -> R) n, (forall k t, derivable_pt_lim (f k) t (f' t k)) -> forall t, derivable_pt_lim (fun t => sum (fun k => f k t) n) t (sum (f' t) n).
Proof.
  intros f f' n D t. induction n as [|n IH]; cbn [sum]; [apply derivable_pt_lim_const|]. apply (derivable_pt_lim_plus (fun t => sum (fun k => f k t) n) (f n)); [exact IH|apply D].
Qed.

(** The squares times powers, all of them together. *)
Lemma squares_by_powers : forall q n, 0 <= q <= 1 -> (1 - q) ^ 3 * sum (fun k => INR k * INR k * q ^ k) n <= q * (1 + q).
Proof.
  intros q n Q.
  assert (E : (1 - q) ^ 3 * sum (fun k => INR k * INR k * q ^ k) n = q * (1 + q) - q ^ n * (INR n * INR n * ((1 - q) * (1 - q)) + 2 * INR n * q * (1 - q) + q * (1 + q))).
  { induction n as [|n IH]; [simpl; ring|]. cbn [sum]. rewrite Rmult_plus_distr_l, IH, S_INR. simpl. ring. }
  pose proof (pow_le q n ltac:(lra)) as P. pose proof (pos_INR n) as N. rewrite E.
  assert (0 <= INR n * INR n * ((1 - q) * (1 - q)) + 2 * INR n * q * (1 - q) + q * (1 + q)); [|nra].
  pose proof (Rle_0_sqr (INR n * (1 - q))) as S. unfold Rsqr in S. pose proof (Rmult_le_pos (2 * INR n * q) (1 - q) ltac:(apply Rmult_le_pos; lra) ltac:(lra)). nra.
Qed.

Lemma power_of_slope : forall k t c, 0 <= t <= c -> 0 <= INR k * t ^ pred k * c <= INR k * c ^ k.
Proof.
  intros [|k] t c T; [simpl; lra|]. cbn [pred]. pose proof (pos_INR (S k)) as K. pose proof (pow_le t k ltac:(lra)) as P. pose proof (pow_incr t c k T) as I. rewrite Rmult_assoc.
  split; [apply Rmult_le_pos; [exact K|nra]|]. apply Rmult_le_compat_l; [exact K|]. simpl. nra.
Qed.

Lemma plane_bends : forall m t c k, 0 <= m -> 0 <= t <= c -> c <= 1 -> - (m * m * (INR k * INR k * (c * c) ^ k) + m * (INR k * INR k * c ^ k)) <= c * c * plane_bend m t k.
Proof.
  intros m t c k M T C. unfold plane_bend, slope. pose proof (power_of_slope k t c T) as A. pose proof (power_of_slope (pred k) t c T) as B.
  set (s := sin _) in *. set (d := cos _) in *. assert (S1 : -1 <= s <= 1) by apply SIN_bound. assert (D1 : -1 <= d <= 1) by apply COS_bound. clearbody s d.
  set (v := INR k * t ^ pred k) in *. clearbody v. set (w := INR (pred k) * t ^ pred (pred k)) in *. clearbody w. rewrite Rpow_mult_distr.
  assert (K : INR k * (w * c * c) <= INR k * INR k * c ^ k /\ 0 <= INR k * (w * c * c)).
  { destruct k as [|k]; [simpl; lra|]. cbn [pred] in B. pose proof (pos_INR k) as K0. pose proof (pow_le c k ltac:(lra)) as P. rewrite S_INR in *. cbn [pow].
    assert (w * c * c <= (INR k + 1) * (c * c ^ k)); [|split; [rewrite (Rmult_assoc (INR k + 1) (INR k + 1)); apply Rmult_le_compat_l; lra|apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]]].
    apply Rle_trans with (INR k * c ^ k * c); [apply Rmult_le_compat_r; lra|]. assert (0 <= c * c ^ k) by (apply Rmult_le_pos; lra). nra. }
  assert (V : (v * c) * (v * c) <= INR k * INR k * (c ^ k * c ^ k)).
  { replace (INR k * INR k * (c ^ k * c ^ k)) with ((INR k * c ^ k) * (INR k * c ^ k)) by ring. apply Rmult_le_compat; lra. }
  replace (c * c * (- (d * (m * v)) * (m * v) + - s * (m * (INR k * w)))) with (- d * (m * m * ((v * c) * (v * c))) + - s * (m * (INR k * (w * c * c)))) by ring.
  set (a := (v * c) * (v * c)) in *. assert (A0 : 0 <= a) by (apply Rmult_le_pos; lra). clearbody a. set (b := INR k * (w * c * c)) in *. clearbody b.
  assert (MA : 0 <= m * m * a <= m * m * (INR k * INR k * (c ^ k * c ^ k))) by (split; [repeat apply Rmult_le_pos; lra|apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|exact V]]).
  assert (MB : 0 <= m * b <= m * (INR k * INR k * c ^ k)) by (split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_l; lra]).
  pose proof (Rmult_le_compat_r _ d 1 (proj1 MA) ltac:(lra)). pose proof (Rmult_le_compat_r _ s 1 (proj1 MB) ltac:(lra)). lra.
Qed.

(** The sum of all planes' bends, with the squares added up as far as they go, and as if they went on. *)
Lemma all_planes_bend : forall m t c, 0 <= m -> 0 <= t <= c -> c <= 1 ->
  - (m * m * sum (fun k => INR k * INR k * (c * c) ^ k) 64 + m * sum (fun k => INR k * INR k * c ^ k) 64) <= c * c * sum (plane_bend m t) 64.
Proof.
  intros m t c M T C. generalize 64%nat. induction n as [|n IH]; cbn [sum]; [lra|]. pose proof (plane_bends m t c n M T C). lra.
Qed.

Lemma planes_bend_at_most : forall m t, 0 <= m -> 0 <= t <= 1 -> - (85344 * (m * (m + 1))) <= sum (plane_bend m t) 64.
Proof.
  intros m t M T. pose proof (all_planes_bend m t 1 M T ltac:(lra)) as All. rewrite Rmult_1_l, Rmult_1_l in All.
  assert (E : forall n, sum (fun k => INR k * INR k * 1 ^ k) n = (INR n - 1) * INR n * (2 * INR n - 1) / 6).
  { induction n as [|n IH]; [simpl; field|]. cbn [sum]. rewrite IH, S_INR, pow1. field. }
  rewrite E in All. replace (INR 64) with 64 in All by (rewrite INR_IZR_INZ; reflexivity). lra.
Qed.

Lemma planes_bend : forall m t c, 0 <= m -> 0 <= t <= c -> 1 / 2 <= c < 1 -> - ((m * m * (1 + c * c) + 32 * m) / (1 - c * c) ^ 3) <= sum (plane_bend m t) 64.
Proof.
  intros m t c M T C. pose proof (squares_by_powers (c * c) 64 ltac:(nra)) as S2. pose proof (squares_by_powers c 64 ltac:(lra)) as S1.
  pose proof (all_planes_bend m t c M T ltac:(lra)) as All.
  set (x := sum (fun k => INR k * INR k * (c * c) ^ k) 64) in *. clearbody x. set (y := sum (fun k => INR k * INR k * c ^ k) 64) in *. clearbody y. set (z := sum _ 64) in *. clearbody z.
  assert (U : 0 < 1 - c * c) by nra. assert (U3 : 0 < (1 - c * c) ^ 3) by (apply pow_lt, U).
  assert (E : (1 - c * c) ^ 3 = (1 - c) ^ 3 * (1 + c) ^ 3) by ring.
  assert (Y : (1 - c * c) ^ 3 * y <= 32 * (c * c)).
  { rewrite E. replace ((1 - c) ^ 3 * (1 + c) ^ 3 * y) with ((1 + c) ^ 3 * ((1 - c) ^ 3 * y)) by ring. assert (P : (1 + c) ^ 3 <= 2 ^ 3) by (apply pow_incr; lra).
    apply Rle_trans with ((1 + c) ^ 3 * (c * (1 + c))); [apply Rmult_le_compat_l; [apply pow_le; lra|exact S1]|].
    apply Rle_trans with (2 ^ 3 * (c * (1 + c))); [apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|exact P]|]. nra. }
  apply (Rmult_le_reg_l (c * c * (1 - c * c) ^ 3)); [apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra|exact U3]|].
  replace (c * c * (1 - c * c) ^ 3 * - ((m * m * (1 + c * c) + 32 * m) / (1 - c * c) ^ 3)) with (- (c * c * (m * m * (1 + c * c) + 32 * m))) by (field; apply Rgt_not_eq, U).
  apply (Rmult_le_compat_l ((1 - c * c) ^ 3)) in All; [|lra].
  assert (MX : m * m * ((1 - c * c) ^ 3 * x) <= m * m * (c * c * (1 + c * c))) by (apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|exact S2]).
  assert (MY : m * ((1 - c * c) ^ 3 * y) <= m * (32 * (c * c))) by (apply Rmult_le_compat_l; [lra|exact Y]).
  set (u := (1 - c * c) ^ 3) in *. clearbody u. lra.
Qed.

(** * Between two ratios *)

(** The phases at m. *)
Definition quick_phases (m : positive) : list positive -> list positive := map (odd_times m (m + m~0) (m + m~0~0) (m + (m~0 + m~0~0))).

Lemma quick_phases_value : forall m angles, quick_phases m angles = phases_at m angles.
Proof. intros m angles. apply map_ext. intro G. rewrite odd_times_value. apply Pos.mul_comm. Qed.

(** The most B(m) bends up to the ratio c / 4096: the first over the second, times 2^48. *)
Definition bend (c m : Z) : Z * Z :=
  if ((2048 <=? c) && (c <=? 4036))%Z%bool then let q := (c * c)%Z in let u := (16777216 - q)%Z in (m * (m * (16777216 + q) + 536870912), u * u * u)%Z
  else (85344 * (m * (m + 1)), 281474976710656)%Z.

Lemma bend_holds : forall c m t, (0 <= m)%Z -> 0 <= t <= IZR c / 4096 -> t <= 1 ->
  0 < IZR (snd (bend c m)) /\ 0 <= IZR (fst (bend c m)) /\ - (IZR (fst (bend c m)) / IZR (snd (bend c m)) * 281474976710656) <= sum (plane_bend (IZR m) t) 64.
Proof.
  intros c m t M T T1. apply (IZR_le 0) in M. unfold bend. destruct ((2048 <=? c) && (c <=? 4036))%Z%bool eqn:C; cbv zeta; cbn [fst snd].
  - apply andb_prop in C. destruct C as [C1 C2]. apply Z.leb_le, IZR_le in C1, C2. rewrite !mult_IZR, !plus_IZR, !mult_IZR, !plus_IZR, !minus_IZR, !mult_IZR. set (x := IZR m) in *. clearbody x.
    set (e := IZR c / 4096) in *. assert (Ec : IZR c = 4096 * e) by (unfold e; field). rewrite Ec in *. clearbody e. assert (U : 0 < 1 - e * e) by nra.
    pose proof (planes_bend x t e M T ltac:(lra)) as B.
    assert (U3 : 0 < (1 - e * e) ^ 3) by (apply pow_lt, U).
    replace ((16777216 - 4096 * e * (4096 * e)) * (16777216 - 4096 * e * (4096 * e)) * (16777216 - 4096 * e * (4096 * e))) with (4722366482869645213696 * (1 - e * e) ^ 3) by ring.
    split; [lra|]. split; [apply Rmult_le_pos; [exact M|]; nra|].
    replace (x * (x * (16777216 + 4096 * e * (4096 * e)) + 536870912) / (4722366482869645213696 * (1 - e * e) ^ 3) * 281474976710656)
      with ((x * x * (1 + e * e) + 32 * x) / (1 - e * e) ^ 3) by (field; lra).
    exact B.
  - rewrite !mult_IZR, plus_IZR. pose proof (planes_bend_at_most (IZR m) t M ltac:(lra)). set (x := IZR m) in *. clearbody x. split; [lra|]. split; [nra|].
    replace (85344 * (x * (x + 1)) / 281474976710656 * 281474976710656) with (85344 * (x * (x + 1))) by field. lra.
Qed.

(** How far B(m) is below 0 at least, at scale 2^40: by the table, from the planes' turns, with 64 errors of it; and by fine cosines. *)
Definition depth (m : positive) (angles : list positive) : Z := Z.shiftl (1048000 - cosine_total (quick_phases m angles)) 26.

Definition fine_depth (p : nat) (m r : positive) : Z :=
  let precise_turns := powers 56 (Z.pos r * 2 ^ (56 - Z.of_nat p)) 11468322278445317 64 in
  if forallb (fun x => 0 <? x)%Z precise_turns then (-3600000 - fine_total m (map Z.to_pos precise_turns))%Z else (-70368744177664)%Z.

(** Whether that is more than the bend can bring up within d of the ratio. *)
Definition deep_enough (p : nat) (d : positive) (most : Z * Z) (depth : Z) : bool := (Z.shiftl (Z.pos d * Z.pos d * fst most) 85 <? Z.shiftl (depth * snd most) (2 * Z.of_nat p))%Z.

(** What vm_compute is asked of the ratios from r - d to r, whose planes these are. *)
Definition negative_between (p : nat) (n r d : positive) (left right : list positive) (m : positive) : bool :=
  if (m <? n)%positive then
    let most := bend (Z.pos (drop r (p - 12)) + 1) (Z.pos m) in
    if deep_enough p d most (Z.min (depth m left) (depth m right)) then true else deep_enough p d most (Z.min (fine_depth p m r) (fine_depth p m (r - d)))
  else false.

Lemma depth_holds : forall p m r, (Z.pos r <= 2 ^ Z.of_nat p)%Z -> (Z.pos m <= 65536)%Z -> ratio_kernel (IZR (Z.pos m)) (ratio_at p r) <= - (IZR (depth m (ratio_turns p r)) / 1099511627776).
Proof.
  intros p m r R M. unfold depth. rewrite quick_phases_value, Z.shiftl_mul_pow2, mult_IZR, minus_IZR by lia. change (IZR (2 ^ 26)) with 67108864.
  pose proof (totals_near 9 65536 m (ratio_turns p r) _ (turns_close p r R) ltac:(unfold slack; lra) M) as T.
  apply within in T. rewrite turns_length, sum_plus, sum_const in T. replace (INR 64) with 64 in T by (rewrite INR_IZR_INZ; reflexivity). unfold ratio_kernel. lra.
Qed.

Lemma fine_depth_holds : forall p m r, (p <= 56)%nat -> (Z.pos r <= 2 ^ Z.of_nat p)%Z -> (Z.pos m <= 65536)%Z ->
  ratio_kernel (IZR (Z.pos m)) (ratio_at p r) <= - (IZR (fine_depth p m r) / 1099511627776).
Proof.
  intros p m r P R M. unfold fine_depth. cbv zeta. set (ratio := (Z.pos r * 2 ^ (56 - Z.of_nat p))%Z). destruct (forallb _ _) eqn:Pos.
  - change (map Z.to_pos (powers 56 ratio 11468322278445317 64)) with (precise_angles ratio 64). pose proof (scale_of p) as S. pose proof (ratio_at_range p r R) as R1.
    assert (E : IZR ratio / 72057594037927936 = ratio_at p r).
    { unfold ratio, ratio_at. rewrite mult_IZR. change 72057594037927936 with (IZR (2 ^ 56)). replace 56%Z with (Z.of_nat p + (56 - Z.of_nat p))%Z at 2 by ring.
    rewrite Z.pow_add_r, mult_IZR by lia. field.
      split; apply Rgt_not_eq, scale_pos; lia. }
    assert (Near : Rabs (IZR ratio / 72057594037927936 - ratio_at p r) <= 1 / 72057594037927936) by (rewrite E, Rminus_diag_eq, Rabs_R0 by reflexivity; lra).
    destruct (precise_powers ratio (ratio_at p r) 64 ltac:(lia) ltac:(lra) Near Pos) as [Len Precise].
    pose proof (fine_total_near (precise_angles ratio 64) (fun k => ratio_at p r ^ k)) as T. rewrite Len in T. specialize (T Precise m ltac:(lia)).
    replace (INR 64) with 64 in T by (rewrite INR_IZR_INZ; reflexivity).
    rewrite minus_IZR. unfold ratio_kernel. set (f := fine_total m (precise_angles ratio 64)) in *. clearbody f. apply within in T. lra.
  - assert (H : ratio_kernel (IZR (Z.pos m)) (ratio_at p r) <= 64 * 1); [|lra]. unfold ratio_kernel. replace 64 with (INR 64) by (rewrite INR_IZR_INZ; reflexivity). rewrite <- (sum_const 1).
    apply sum_le.
    intros k _. apply COS_bound.
Qed.

Lemma deep_enough_holds : forall p r d m a b x, (12 <= p)%nat -> (Z.pos r <= 2 ^ Z.of_nat p)%Z -> deep_enough p d (bend (Z.pos (drop r (p - 12)) + 1) (Z.pos m)) (Z.min a b) = true ->
  ratio_kernel (IZR (Z.pos m)) (ratio_at p r) <= - (IZR a / 1099511627776) -> ratio_kernel (IZR (Z.pos m)) (ratio_at p (r - d)) <= - (IZR b / 1099511627776) ->
  ratio_at p (r - d) <= x <= ratio_at p r -> ratio_kernel (IZR (Z.pos m)) x < 0.
Proof.
  intros p r d m a b x P R H A B X. unfold deep_enough in H. apply Z.ltb_lt in H. rewrite !Z.shiftl_mul_pow2 in H by lia. apply IZR_lt in H. rewrite !mult_IZR in H.
  pose proof (scale_of p) as S. pose proof (ratio_at_range p r R) as Rr. pose proof (ratio_at_range p (r - d) ltac:(lia)) as Rs.
  assert (E : IZR (2 ^ (2 * Z.of_nat p)) = IZR (2 ^ Z.of_nat p) * IZR (2 ^ Z.of_nat p)) by (rewrite <- mult_IZR, <- Z.pow_add_r by lia; do 2 f_equal; ring). rewrite E in H. clear E.
  set (c := (Z.pos (drop r (p - 12)) + 1)%Z) in *.
  assert (Rc : ratio_at p r <= IZR c / 4096).
  { unfold ratio_at, c. rewrite plus_IZR. pose proof (drop_near (p - 12) r) as D. pose proof (scale_of (p - 12)) as S'. assert (E : IZR (2 ^ Z.of_nat p) = IZR (2 ^ Z.of_nat (p - 12)) * 4096).
    { replace (Z.of_nat p) with (Z.of_nat (p - 12) + 12)%Z by lia. rewrite Z.pow_add_r, mult_IZR by lia. reflexivity. }
    rewrite E. replace (IZR (Z.pos r) / (IZR (2 ^ Z.of_nat (p - 12)) * 4096)) with (IZR (Z.pos r) / IZR (2 ^ Z.of_nat (p - 12)) / 4096) by (field; lra). lra. }
  clearbody c. assert (Dd : (Z.pos r - Z.pos (r - d) <= Z.pos d)%Z) by lia. apply IZR_le in Dd. rewrite minus_IZR in Dd. pose proof (ratio_at_mono p (r - d) r ltac:(lia)) as Mono.
  destruct (bend_holds c (Z.pos m) 0 ltac:(lia) ltac:(lra) ltac:(lra)) as [V [N _]].
  set (num := IZR (fst (bend c (Z.pos m)))) in *. set (den := IZR (snd (bend c (Z.pos m)))) in *. set (M := num / den * 281474976710656) in *.
  assert (M0 : 0 <= M) by (unfold M; apply Rmult_le_pos; [apply Rmult_le_pos; [exact N|left; apply Rinv_0_lt_compat, V]|lra]).
  pose proof (below_chord (ratio_kernel (IZR (Z.pos m))) (fun t => sum (plane_slope (IZR (Z.pos m)) t) 64) (fun t => sum (plane_bend (IZR (Z.pos m)) t) 64) M (ratio_at p (r - d)) (ratio_at p r) x
    (- (IZR (Z.min a b) / 1099511627776))) as K.
  specialize (K (sum_derives (fun k t => cos (IZR (Z.pos m) * t ^ k)) _ 64 (plane_derives _)) (sum_derives (fun k t => plane_slope (IZR (Z.pos m)) t k) _ 64 (fun k t => plane_derives_again _ k t))).
  specialize (K ltac:(intros t T; apply (bend_holds c (Z.pos m) t); [lia|lra|lra]) M0 X).
  pose proof (IZR_le _ _ (Z.le_min_l a b)) as Ma. pose proof (IZR_le _ _ (Z.le_min_r a b)) as Mb. specialize (K ltac:(lra) ltac:(lra)).
  set (y := IZR (Z.min a b)) in *. clearbody y. set (w := IZR (Z.pos d)) in *. set (q := IZR (2 ^ Z.of_nat p)) in *.
  assert (Wd : 0 <= ratio_at p r - ratio_at p (r - d) <= w / q).
  { split; [lra|]. unfold ratio_at. fold q. replace (IZR (Z.pos r) / q - IZR (Z.pos (r - d)) / q) with ((IZR (Z.pos r) - IZR (Z.pos (r - d))) / q) by (field; lra).
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, S|lra]. }
  assert (W2 : (ratio_at p r - ratio_at p (r - d)) * (ratio_at p r - ratio_at p (r - d)) <= w / q * (w / q)) by (apply Rmult_le_compat; lra).
  apply (Rmult_le_compat_l M) in W2; [|exact M0]. apply Rle_lt_trans with (1 := K). change (IZR (2 ^ 85)) with 38685626227668133590597632 in H.
  assert (F : M * (w / q * (w / q)) * 137438953472 < y); [|lra]. apply (Rmult_lt_reg_r (den * (q * q))); [apply Rmult_lt_0_compat; [exact V|apply Rmult_lt_0_compat; exact S]|].
  replace (M * (w / q * (w / q)) * 137438953472 * (den * (q * q))) with (w * w * num * 38685626227668133590597632) by (unfold M; field; lra). lra.
Qed.

Lemma negative_between_holds : forall p n r d m x, (12 <= p <= 56)%nat -> (Z.pos r <= 2 ^ Z.of_nat p)%Z -> (Z.pos n <= 65536)%Z ->
  negative_between p n r d (ratio_turns p r) (ratio_turns p (r - d)) m = true ->
  ratio_at p (r - d) <= x <= ratio_at p r -> (m < n)%positive /\ ratio_kernel (IZR (Z.pos m)) x < 0.
Proof.
  intros p n r d m x P R N H X. unfold negative_between in H. destruct (Pos.ltb_spec m n) as [Mn|_]; [|discriminate]. split; [exact Mn|]. cbv zeta in H.
  assert (R' : (Z.pos (r - d) <= 2 ^ Z.of_nat p)%Z) by lia.
  destruct (deep_enough p d _ (Z.min (depth _ _) _)) eqn:D.
  - exact (deep_enough_holds p r d m _ _ x ltac:(lia) R D (depth_holds p m r R ltac:(lia)) (depth_holds p m (r - d) R' ltac:(lia)) X).
  - exact (deep_enough_holds p r d m _ _ x ltac:(lia) R H (fine_depth_holds p m r ltac:(lia) R ltac:(lia)) (fine_depth_holds p m (r - d) ltac:(lia) R' ltac:(lia)) X).
Qed.

(** * A chain *)

Section Chain.

Variables (angles : positive -> list positive) (test : positive -> positive -> list positive -> list positive -> positive -> bool) (at_ratio : positive -> R) (top : Z) (says : positive -> R -> Prop).

(** From the ratio r down to the last, step by step, each with its m. *)
Fixpoint end_to_end (last r : positive) (left : list positive) (cover : list (positive * positive)) : bool :=
  match cover with
  | [] => (r <=? last)%positive
  | (d, m) :: rest => let s := (r - d)%positive in let right := angles s in if test r d left right m then end_to_end last s right rest else false
  end.

Hypothesis Mono : forall r s, (r <= s)%positive -> at_ratio r <= at_ratio s.
Hypothesis Test : forall r d m x, (Z.pos r <= top)%Z -> test r d (angles r) (angles (r - d)) m = true -> at_ratio (r - d) <= x <= at_ratio r -> says m x.

Lemma chain_says : forall cover last r x, (Z.pos r <= top)%Z -> end_to_end last r (angles r) cover = true -> at_ratio last < x <= at_ratio r -> exists m, says m x.
Proof.
  induction cover as [|[d m] rest IH]; intros last r x R H X; cbn [end_to_end] in H.
  - apply Pos.leb_le, Mono in H. lra.
  - cbv zeta in H. destruct (test r d (angles r) (angles (r - d)) m) eqn:T; [|discriminate].
    destruct (Rle_lt_dec (at_ratio (r - d)) x) as [L|L]; [exists m; exact (Test r d m x R T (conj L (proj2 X)))|].
    apply (IH last (r - d)%positive x); [lia|exact H|lra].
Qed.

End Chain.

(** No base whose ratio b^(-1/64) is above this one keeps its sign. *)
Definition none_above (p : nat) (n last : positive) : Prop := forall b, 1 <= b -> ratio_at p last < g b 64 1 -> ~ keeps_sign b (Z.to_nat (Z.pos n)).

(** From base 1 on. *)
Lemma none_above_1 : forall p n r, Z.pos r = (2 ^ Z.of_nat p)%Z -> none_above p n r.
Proof.
  intros p n r R b B L. pose proof (ratio_bound b 64 B ltac:(lia)) as Up. pose proof (scale_of p) as S. unfold ratio_at in L. rewrite R in L. unfold Rdiv in L. rewrite Rinv_r in L by lra. lra.
Qed.

(** On another scale. *)
Lemma none_above_rescaled : forall p p' n r r', none_above p n r -> ratio_at p r <= ratio_at p' r' -> none_above p' n r'.
Proof. intros p p' n r r' None R b B L. apply (None b B). lra. Qed.

(** Up to a base. *)
Lemma none_above_base : forall p n r low, none_above p n r -> ratio_at p r < g low 64 1 -> forall b, 1 <= b <= low -> ~ keeps_sign b (Z.to_nat (Z.pos n)).
Proof.
  intros p n r low None R b B. apply (None b ltac:(lra)). apply Rlt_le_trans with (1 := R). unfold g, Rpower. pose proof (ln_le b low ltac:(lra) ltac:(lra)) as L.
  replace (INR 1 / INR 64) with (1 / 64) by (rewrite !INR_IZR_INZ; reflexivity). destruct L as [L|L]; [left; apply exp_increasing; lra|rewrite L; apply Rle_refl].
Qed.

Theorem none_further : forall p n n' r last cover, (12 <= p <= 56)%nat -> none_above p n r -> (Z.pos n <= Z.pos n')%Z -> (Z.pos n' <= 65536)%Z -> (Z.pos r <= 2 ^ Z.of_nat p)%Z ->
  end_to_end (ratio_turns p) (negative_between p n') last r (ratio_turns p r) cover = true -> none_above p n' last.
Proof.
  intros p n n' r last cover P Before N N' R H b B L Keeps. destruct (Rle_lt_dec (g b 64 1) (ratio_at p r)) as [Low|High].
  - destruct (chain_says (ratio_turns p) (negative_between p n') (ratio_at p) (2 ^ Z.of_nat p) (fun m x => (m < n')%positive /\ ratio_kernel (IZR (Z.pos m)) x < 0) (ratio_at_mono p)
      (fun r d m x R0 T X => negative_between_holds p n' r d m x P R0 N' T X) cover last r (g b 64 1) R H (conj L Low)) as [m [M Neg]].
    specialize (Keeps (Pos.to_nat m) ltac:(lia)). unfold kernel in Keeps. rewrite INR_IZR_INZ, positive_nat_Z in Keeps.
    rewrite (sum_ext _ (fun k => cos (IZR (Z.pos m) * g b 64 1 ^ k))) in Keeps by (intros k _; rewrite <- g_power by lia; reflexivity).
    fold (ratio_kernel (IZR (Z.pos m)) (g b 64 1)) in Keeps. lra.
  - exact (Before b B High (keeps_sign_shorter _ _ b N Keeps)).
Qed.

(** From one chain to the next, and from a chain to a base. *)
Ltac go_on before cover := refine (none_further _ _ _ _ _ cover _ before _ _ _ _); [lia|lia|lia|vm_compute; discriminate|vm_cast_no_check (eq_refl true)].

Ltac up_to before := refine (none_above_base _ _ _ _ before _); unfold ratio_at, g, Rpower; rewrite !INR_IZR_INZ; simpl; interval with (i_prec 70).
