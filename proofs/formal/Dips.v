(** Bases that fail, by the coarse table: for every base of an interval, one distance at which the kernel of 64 planes is negative.

    As in Covers.v, for distances up to 65536, with an error of 1/28 in place of 3 10^-6, and in less time: angles at scale 2^42, the table of cosines,
    and the same bound of how far the phases move within the interval. Wider intervals, and fewer, by both ends: as a function of the ratio t of neighbouring frequencies B(m) is
    sum_k cos(m t^k), so between two ratios it is above its values at them by no more than (m^2 (1 + t^2) + 32 m)/(1 - t^2)^3 times an eighth of the square of how far they are apart.
    Neighbouring intervals share an end. *)

From Coq Require Import Reals Lra Lia List PeanoNat ZArith Bool.
From RopeTheory Require Import Rope Sums Attention IntervalZ Rotation new_base_bound_monotone Bases Covers Stretches.
Import ListNotations.
Open Scope R_scope.

(** * Angles from a ratio at scale 2^42 *)

(** In turns, at scale 2^34; 699970842190 is 1/2 pi at scale 2^42. *)
Definition quick_turns (ratio : Z) : list Z := map (fun x => Z.shiftr x 8) (powers 42 ratio 699970842190 64).

Lemma quick_close : forall ratio rho, 0 <= rho <= 1 -> Rabs (IZR ratio / 4398046511104 - rho) <= 1 / 4398046511104 -> forallb (fun x => 0 <? x)%Z (quick_turns ratio) = true ->
  length (map Z.to_pos (quick_turns ratio)) = 64%nat /\ all_close (map Z.to_pos (quick_turns ratio)) (fun k => rho ^ k).
Proof.
  intros ratio rho Rho E Pos. assert (Len : length (quick_turns ratio) = 64%nat) by (unfold quick_turns; rewrite map_length; reflexivity).
  split; [rewrite map_length; exact Len|]. intros k K. rewrite map_length, Len in K. rewrite (nth_indep _ 1%positive (Z.to_pos 0)) by (rewrite map_length, Len; exact K).
  rewrite (map_nth Z.to_pos _ 0%Z k). rewrite forallb_forall in Pos. specialize (Pos (nth k (quick_turns ratio) 0%Z) ltac:(apply nth_In; rewrite Len; exact K)). apply Z.ltb_lt in Pos.
  unfold close_to. rewrite Z2Pos.id by exact Pos. clear Pos. unfold quick_turns. change 0%Z with (Z.shiftr 0 8) at 1. rewrite (map_nth (fun x => Z.shiftr x 8) _ 0%Z k).
  assert (Pi1 : 0 <= / (2 * PI) <= 1) by (split; interval).
  assert (H : Rabs (IZR (nth k (powers 42 ratio 699970842190 64) 0%Z) / IZR (2 ^ 42) - / (2 * PI) * rho ^ k) <= 1 / 4398046511104 + INR k * (2 * (1 / 4398046511104) + / IZR (2 ^ 42))).
  { apply powers_near; try lia; change (2 ^ 42)%Z with 4398046511104%Z; try assumption; try lra; [apply Rabs_le; split; interval with (i_prec 80)|].
    replace (INR 64) with 64 by (rewrite INR_IZR_INZ; reflexivity). lra. }
  change (2 ^ 42)%Z with 4398046511104%Z in H. set (x := nth k (powers 42 ratio 699970842190 64) 0%Z) in *. clearbody x. pose proof (cut 8 x ltac:(lia)) as T. change (2 ^ 8)%Z with 256%Z in T.
  assert (INR k <= 63) by (replace 63 with (INR 63) by (rewrite INR_IZR_INZ; reflexivity); apply le_INR; lia).
  replace (rho ^ k / (2 * PI)) with (/ (2 * PI) * rho ^ k) by (field; pose proof PI_RGT_0; lra). apply within in H. apply Rabs_le. lra.
Qed.

(** * An interval *)

(** The sum of k times the k-th angle, no less than it is. *)
Fixpoint moment (k : Z) (angles : list positive) : Z := match angles with [] => 0 | G :: r => k * (Z.pos G + 2) + moment (k + 1) r end%Z.

Lemma moment_above : forall angles i g, all_close angles g ->
  sum (fun k => (INR i + INR k) * Rabs (g k)) (length angles) <= 403 / 64 * (IZR (moment (Z.of_nat i) angles) / 17179869184).
Proof.
  induction angles as [|G r IH]; intros i g C; [simpl; lra|]. cbn [length]. rewrite sum_first. destruct (all_close_tail G r g C) as [C0 Cr]. specialize (IH (Datatypes.S i) _ Cr).
  rewrite (sum_ext _ (fun k => (INR (Datatypes.S i) + INR k) * Rabs (g (Datatypes.S k)))) by (intros k _; rewrite !S_INR; ring).
  cbn [moment]. replace (Z.of_nat i + 1)%Z with (Z.of_nat (Datatypes.S i)) by lia. rewrite plus_IZR, mult_IZR, plus_IZR, <- INR_IZR_INZ.
  pose proof (angle_at_most G _ C0) as A. simpl (INR 0). rewrite Rplus_0_r. pose proof (Rmult_le_compat_l (INR i) _ _ (pos_INR i) A). lra.
Qed.

(** The phases at m. *)
Definition quick_phases (m : positive) : list positive -> list positive := map (odd_times m (m + m~0) (m + m~0~0) (m + (m~0 + m~0~0))).

Lemma quick_phases_value : forall m angles, quick_phases m angles = phases_at m angles.
Proof. intros m angles. apply map_ext. intro G. rewrite odd_times_value. apply Pos.mul_comm. Qed.

(** What vm_compute is asked of the interval of width 2^-k about the base with this ratio: that B(m), with 64 errors of the table and what the interval adds, is below 0. *)
Definition dips (ratio k : Z) (m : positive) : bool :=
  let turns := quick_turns ratio in
  if forallb (fun x => 0 <? x)%Z turns then
    let angles := map Z.to_pos turns in
    (cosine_total (quick_phases m angles) + Z.shiftr (Z.pos m * moment 0 angles * 403 * (2 ^ k + 1)) (2 * k + 33) + 578 <=? 1048576)%Z
  else false.

Strategy 100 [dips].

Lemma sum_moves : forall c b h x, 0 <= h <= 1 / 4 -> Rabs (ln b - c) <= h -> 0 <= x ->
  sum (fun k => cos (x * g b 64 k)) 64 <= sum (fun k => cos (x * g (exp c) 64 k)) 64 + x * (h * (1 + 2 * h) / 64) * sum (fun k => (INR 0 + INR k) * Rabs (g (exp c) 64 k)) 64.
Proof.
  intros c b h x H B X. rewrite <- sum_scal, <- sum_plus. apply sum_le. intros k K. pose proof (frequency_moves c b h k H K B) as F. pose proof (cos_lipschitz (x * g b 64 k) (x * g (exp c) 64 k)) as L.
  rewrite <- Rmult_minus_distr_l, Rabs_mult, (Rabs_right x) in L by lra. rewrite (Rabs_right (g (exp c) 64 k)) by (left; apply exp_pos). apply within in L. simpl (INR 0).
  replace (x * (h * (1 + 2 * h) / 64) * ((0 + INR k) * g (exp c) 64 k)) with (x * (g (exp c) 64 k * (INR k / 64 * h * (1 + 2 * h)))) by field.
  apply (Rmult_le_compat_l x) in F; [|exact X]. lra.
Qed.

Theorem dips_kernel : forall c ratio k m b, 0 <= c -> Rabs (IZR ratio / 4398046511104 - exp (- (c / 64))) <= 1 / 4398046511104 -> (2 <= k)%Z -> (Z.pos m <= 65536)%Z ->
  dips ratio k m = true -> Rabs (ln b - c) <= / IZR (2 ^ (k + 1)) -> kernel b 64 (Pos.to_nat m) < 0.
Proof.
  intros c ratio k m b C Ratio K M H B. unfold dips in H. cbv zeta in H. rewrite quick_phases_value in H. destruct (forallb _ (quick_turns ratio)) eqn:Pos; [|discriminate]. apply Z.leb_le, IZR_le in H.
  assert (G1 : g (exp c) 64 1 = exp (- (c / 64))) by (unfold g, Rpower; rewrite ln_exp, !INR_IZR_INZ; f_equal; simpl; field).
  assert (Rho : 0 <= exp (- (c / 64)) <= 1).
  { split; [left; apply exp_pos|]. rewrite <- exp_0. destruct C as [C| <-]; [left; apply exp_increasing; lra|right; f_equal; field]. }
  destruct (quick_close ratio _ Rho Ratio Pos) as [Len Close0]. set (angles := map Z.to_pos (quick_turns ratio)) in *.
  assert (Close : all_close angles (g (exp c) 64)) by (intros i I; rewrite g_power, G1 by lia; apply Close0, I). clear Close0 Rho Ratio G1 Pos.
  pose proof (total_above 9 65536 m angles (g (exp c) 64) Close ltac:(unfold slack; lra) M) as T. pose proof (moment_above angles 0 (g (exp c) 64) Close) as W.
  rewrite Len in T, W. rewrite sum_plus, sum_const in T. replace (INR 64) with 64 in T by (rewrite INR_IZR_INZ; reflexivity). change (Z.of_nat 0) with 0%Z in W.
  set (h := / IZR (2 ^ (k + 1))) in *. assert (P2 : (2 ^ 2 <= 2 ^ k)%Z) by (apply Z.pow_le_mono_r; lia). change (2 ^ 2)%Z with 4%Z in P2.
  assert (Eh : IZR (2 ^ (k + 1)) = 2 * IZR (2 ^ k)) by (rewrite Z.pow_add_r by lia; rewrite mult_IZR; change (2 ^ 1)%Z with 2%Z; apply Rmult_comm).
  set (q := IZR (2 ^ k)) in *. assert (Q : 4 <= q) by (apply (IZR_le 4), P2).
  assert (H0 : 0 < h <= 1 / 8). { unfold h. rewrite Eh. split; [apply Rinv_0_lt_compat; lra|]. replace (1 / 8) with (/ 8) by field. apply Rinv_le_contravar; lra. }
  set (x := IZR (Z.pos m)) in *. assert (X : 0 < x) by (apply (IZR_lt 0); lia). pose proof (sum_moves c b h x ltac:(lra) B ltac:(lra)) as V.
  unfold kernel. rewrite INR_IZR_INZ, positive_nat_Z. fold x. set (s := sum (fun k0 => cos (x * g b 64 k0)) 64) in *. clearbody s. set (s0 := sum (fun k0 => cos (x * g (exp c) 64 k0)) 64) in *. clearbody s0.
  set (w := sum _ _) in *. clearbody w. rewrite !plus_IZR in H. pose proof (cut (2 * k + 33) (Z.pos m * moment 0 angles * 403 * (2 ^ k + 1)) ltac:(lia)) as D.
  rewrite !mult_IZR, plus_IZR in D. fold q x in D. set (z := IZR (moment 0 angles)) in *. clearbody z. set (t := IZR (cosine_total _)) in *. clearbody t.
  assert (E2 : IZR (2 ^ (2 * k + 33)) = 8589934592 * (q * q)). { replace (2 * k + 33)%Z with (33 + (k + k))%Z by ring. rewrite !Z.pow_add_r by lia. rewrite !mult_IZR. reflexivity. }
  rewrite E2 in D. set (d := IZR (Z.shiftr _ _)) in *. clearbody d.
  assert (Ez : x * z * 403 * (q + 1) / (8589934592 * (q * q)) = x * (h * (1 + 2 * h) / 64) * (403 / 64 * (z / 17179869184)) * 16384) by (unfold h; rewrite Eh; field; lra).
  rewrite Ez in D. assert (U : x * (h * (1 + 2 * h) / 64) * w <= x * (h * (1 + 2 * h) / 64) * (403 / 64 * (z / 17179869184))) by (apply Rmult_le_compat_l; [apply Rmult_le_pos; nra|exact W]).
  set (u := x * (h * (1 + 2 * h) / 64) * (403 / 64 * (z / 17179869184))) in *. clearbody u. lra.
Qed.

(** * Chains of such intervals *)

Definition middle_dips (middle : Z) : Z -> positive -> bool := dips (Z.shiftr (middle + 137438953472) 38).

Lemma dips_at_middle : finds_negative 65536 middle_dips.
Proof.
  intros c middle k m b C Close K M H B. apply (dips_kernel c (Z.shiftr (middle + 137438953472) 38) k m b C); [|exact K|exact M|exact H|exact B].
  pose proof (cut 38 (middle + 137438953472) ltac:(lia)) as D. rewrite plus_IZR in D. change (2 ^ 38)%Z with 274877906944%Z in D. apply within in Close. apply Rabs_le. lra.
Qed.

(** By the coarse table, and by fine cosines where that is too coarse. *)
Definition middle_negative (middle k : Z) (m : positive) : bool := if middle_dips middle k m then true else middle_sinks middle k m.

Lemma negative_at_middle : finds_negative 65536 middle_negative.
Proof.
  intros c middle k m b C Close K M H B. unfold middle_negative in H. destruct (middle_dips middle k m) eqn:D.
  - exact (dips_at_middle c middle k m b C Close K M D B).
  - exact (sinks_at_middle c middle k m b C Close K ltac:(lia) H B).
Qed.

Definition none_keeps := fun n cover start ratio => none_keeps_by 65536 middle_negative n cover start ratio negative_at_middle.

(** * The planes of a ratio at scale 2^22 *)

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

(** x at scale 2^38, multiplied by the ratio at scale 2^22 over and over; what is listed is at scale 2^34. *)
Fixpoint turns_by (by_ratio : positive -> positive) (x : positive) (n : nat) : list positive :=
  match n with O => [] | S i => drop x 4 :: turns_by by_ratio (drop (by_ratio x) 22) i end.

Definition times (r : positive) : positive -> positive := odd_times r (r + r~0) (r + r~0~0) (r + (r~0 + r~0~0)).

(** From 1/2 pi. *)
Definition turns (r : positive) : list positive := turns_by (times r) 43748177637 64.

Definition ratio_at (r : positive) : R := IZR (Z.pos r) / 4194304.

Lemma turns_by_near : forall r, (Z.pos r <= 3932160)%Z -> forall n x y k, 0 <= y -> Rabs (IZR (Z.pos x) - y) <= 16 -> (k < n)%nat ->
  Rabs (IZR (Z.pos (nth k (turns_by (times r) x n) 1%positive)) - y * ratio_at r ^ k / 16) <= 2.
Proof.
  intros r R. assert (R1 : 0 <= ratio_at r <= 15 / 16) by (unfold ratio_at; assert (0 <= IZR (Z.pos r) <= 3932160) by (split; apply IZR_le; lia); lra).
  induction n as [|n IH]; intros x y k Y E K; [lia|]. apply within in E. destruct k as [|k]; cbn [turns_by nth pow].
  - pose proof (drop_near 4 x) as D. change (IZR (2 ^ Z.of_nat 4)) with 16 in D. apply Rabs_le. lra.
  - rewrite <- Rmult_assoc. apply IH; [apply Rmult_le_pos; lra| |lia]. unfold times. rewrite odd_times_value. pose proof (drop_near 22 (x * r)) as D. change (IZR (2 ^ Z.of_nat 22)) with 4194304 in D.
    rewrite Pos2Z.inj_mul, mult_IZR in D. unfold Rdiv in D. rewrite Rmult_assoc in D. fold (IZR (Z.pos r) / 4194304) in D. fold (ratio_at r) in D. apply Rabs_le. nra.
Qed.

Lemma turns_length : forall r, length (turns r) = 64%nat.
Proof. intro r. unfold turns. generalize (times r), 43748177637%positive, 64%nat. intros f x n. revert x. induction n as [|n IH]; intro x; [reflexivity|]. cbn [turns_by length]. rewrite IH. reflexivity. Qed.

Lemma turns_close : forall r, (Z.pos r <= 3932160)%Z -> all_close (turns r) (fun k => ratio_at r ^ k).
Proof.
  intros r R k K. rewrite turns_length in K.
  pose proof (turns_by_near r R 64 43748177637 (274877906944 / (2 * PI)) k ltac:(interval) ltac:(apply Rabs_le; split; interval with (i_prec 60)) K) as N. fold (turns r) in N.
  unfold close_to. set (x := IZR _) in *. clearbody x. set (y := ratio_at r ^ k) in *. clearbody y. apply within in N.
  replace (274877906944 / (2 * PI) * y / 16) with (y / (2 * PI) * 17179869184) in N by (field; pose proof PI_RGT_0; lra). apply Rabs_le. lra.
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
Definition planes (m t : R) : R := sum (fun k => cos (m * t ^ k)) 64.

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
Lemma squares_sum : forall q n, 0 <= q <= 1 -> (1 - q) ^ 3 * sum (fun k => INR k * INR k * q ^ k) n <= q * (1 + q).
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
  assert (MB : 0 <= m * b <= m * (INR k * INR k * c ^ k)) by (split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_l; lra]). nra.
Qed.

Lemma planes_bend : forall m t c, 0 <= m -> 0 <= t <= c -> 1 / 2 <= c < 1 -> - ((m * m * (1 + c * c) + 32 * m) / (1 - c * c) ^ 3) <= sum (plane_bend m t) 64.
Proof.
  intros m t c M T C. pose proof (squares_sum (c * c) 64 ltac:(nra)) as S2. pose proof (squares_sum c 64 ltac:(lra)) as S1.
  assert (All : - (m * m * sum (fun k => INR k * INR k * (c * c) ^ k) 64 + m * sum (fun k => INR k * INR k * c ^ k) 64) <= c * c * sum (plane_bend m t) 64).
  { rewrite <- !sum_scal, <- sum_plus, <- (Rmult_1_l (sum _ 64)) at 1. rewrite Ropp_mult_distr_l, <- !sum_scal. apply sum_le. intros k _. pose proof (plane_bends m t c k M T ltac:(lra)). lra. }
  set (x := sum (fun k => INR k * INR k * (c * c) ^ k) 64) in *. clearbody x. set (y := sum (fun k => INR k * INR k * c ^ k) 64) in *. clearbody y. set (z := sum _ 64) in *. clearbody z.
  assert (U : 0 < 1 - c * c) by nra. assert (U3 : 0 < (1 - c * c) ^ 3) by (apply pow_lt, U).
  assert (E : (1 - c * c) ^ 3 = (1 - c) ^ 3 * (1 + c) ^ 3) by ring.
  assert (Y : (1 - c * c) ^ 3 * y <= 32 * (c * c)).
  { rewrite E. replace ((1 - c) ^ 3 * (1 + c) ^ 3 * y) with ((1 + c) ^ 3 * ((1 - c) ^ 3 * y)) by ring. assert (P : (1 + c) ^ 3 <= 2 ^ 3) by (apply pow_incr; lra).
    apply Rle_trans with ((1 + c) ^ 3 * (c * (1 + c))); [apply Rmult_le_compat_l; [apply pow_le; lra|exact S1]|]. apply Rle_trans with (2 ^ 3 * (c * (1 + c))); [apply Rmult_le_compat_r; [nra|exact P]|]. nra. }
  apply (Rmult_le_reg_l (c * c * (1 - c * c) ^ 3)); [apply Rmult_lt_0_compat; [nra|exact U3]|].
  replace (c * c * (1 - c * c) ^ 3 * - ((m * m * (1 + c * c) + 32 * m) / (1 - c * c) ^ 3)) with (- (c * c * (m * m * (1 + c * c) + 32 * m))) by (field; apply Rgt_not_eq, U).
  apply (Rmult_le_compat_l ((1 - c * c) ^ 3)) in All; [|lra].
  assert (MX : m * m * ((1 - c * c) ^ 3 * x) <= m * m * (c * c * (1 + c * c))) by (apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|exact S2]).
  assert (MY : m * ((1 - c * c) ^ 3 * y) <= m * (32 * (c * c))) by (apply Rmult_le_compat_l; [lra|exact Y]).
  set (u := (1 - c * c) ^ 3) in *. clearbody u. lra.
Qed.

(** * Between two ratios *)

(** What vm_compute is asked of the ratios from r - d to r, whose planes these are: that B(m) is so far below 0 at both ends, with 64 errors of the table, that no bend brings it up. *)
Definition negative_between (n r d : positive) (left right : list positive) (m : positive) : bool :=
  let c := (Z.pos (drop r 10) + 1)%Z in let q := (c * c)%Z in let u := (16777216 - q)%Z in let top := Z.max (cosine_total (quick_phases m left)) (cosine_total (quick_phases m right)) in
  ((m <? n)%positive && (2048 <=? c) && (c <=? 4095) && (Z.pos d * Z.pos d * (Z.pos m * (Z.pos m * (16777216 + q) + 536870912)) * 32768 <=? (1047999 - top) * (u * u * u)))%Z%bool.

Strategy 100 [negative_between].

Lemma end_above : forall r m, (Z.pos r <= 3932160)%Z -> (Z.pos m <= 65536)%Z -> planes (IZR (Z.pos m)) (ratio_at r) <= (IZR (cosine_total (quick_phases m (turns r))) - 1048000) / 16384.
Proof.
  intros r m R M. rewrite quick_phases_value. pose proof (total_above 9 65536 m (turns r) _ (turns_close r R) ltac:(unfold slack; lra) M) as T.
  rewrite turns_length, sum_plus, sum_const in T. replace (INR 64) with 64 in T by (rewrite INR_IZR_INZ; reflexivity). unfold planes. lra.
Qed.

Lemma negative_between_planes : forall n r d m x, (Z.pos r <= 3932160)%Z -> (Z.pos n <= 65536)%Z -> negative_between n r d (turns r) (turns (r - d)) m = true ->
  ratio_at (r - d) <= x <= ratio_at r -> (m < n)%positive /\ planes (IZR (Z.pos m)) x < 0.
Proof.
  intros n r d m x R N H X. unfold negative_between in H. cbv zeta in H. set (c := (Z.pos (drop r 10) + 1)%Z) in *.
  apply andb_prop in H. destruct H as [H Low]. apply andb_prop in H. destruct H as [H C2]. apply andb_prop in H. destruct H as [Mn C1]. apply Pos.ltb_lt in Mn. split; [exact Mn|].
  apply Z.leb_le, IZR_le in C1, C2. apply Z.leb_le in Low. pose proof (drop_near 10 r) as D. change (IZR (2 ^ Z.of_nat 10)) with 1024 in D.
  assert (Rc : ratio_at r <= IZR c / 4096) by (unfold ratio_at, c; rewrite plus_IZR; lra). clearbody c.
  assert (Sr : (r - d <= r)%positive) by lia. assert (Dd : (Z.pos r - Z.pos (r - d) <= Z.pos d)%Z) by lia.
  pose proof (end_above r m R ltac:(lia)) as A. pose proof (end_above (r - d) m ltac:(lia) ltac:(lia)) as B.
  set (a := cosine_total (quick_phases m (turns r))) in *. clearbody a. set (b := cosine_total (quick_phases m (turns (r - d)))) in *. clearbody b.
  pose proof (IZR_le _ _ (Z.le_max_l a b)) as Ma. pose proof (IZR_le _ _ (Z.le_max_r a b)) as Mb. apply IZR_le in Low, Dd. apply (IZR_le (Z.pos _) (Z.pos _)) in Sr. rewrite minus_IZR in Dd.
  rewrite !mult_IZR, !plus_IZR, !mult_IZR, !plus_IZR, !minus_IZR, !mult_IZR in Low.
  assert (M0 : 0 < IZR (Z.pos m)) by (apply (IZR_lt 0); lia). set (y := IZR (Z.pos m)) in *. clearbody y. set (top := IZR (Z.max a b)) in *. clearbody top.
  set (e := IZR c / 4096) in *. assert (Ec : IZR c = 4096 * e) by (unfold e; field). rewrite Ec in *. clearbody e. assert (S0 : 0 < ratio_at (r - d)) by (unfold ratio_at; assert (0 < IZR (Z.pos (r - d))) by (apply (IZR_lt 0); lia); lra).
  set (M := (y * y * (1 + e * e) + 32 * y) / (1 - e * e) ^ 3). assert (U : 0 < 1 - e * e) by nra.
  assert (M1 : 0 <= M) by (apply Rlt_le, Rdiv_lt_0_compat; [nra|apply pow_lt, U]).
  pose proof (below_chord (planes y) (fun t => sum (plane_slope y t) 64) (fun t => sum (plane_bend y t) 64) M (ratio_at (r - d)) (ratio_at r) x ((top - 1048000) / 16384)) as K.
  specialize (K (sum_derives (fun k t => cos (y * t ^ k)) _ 64 (plane_derives y)) (sum_derives (fun k t => plane_slope y t k) _ 64 (fun k t => plane_derives_again y k t))).
  specialize (K ltac:(intros t T; apply planes_bend; lra) M1 X ltac:(lra) ltac:(lra)).
  set (w := IZR (Z.pos d)) in *. assert (Wd : 0 <= ratio_at r - ratio_at (r - d) <= w / 4194304) by (unfold ratio_at; lra).
  assert (W2 : (ratio_at r - ratio_at (r - d)) * (ratio_at r - ratio_at (r - d)) <= w / 4194304 * (w / 4194304)) by (apply Rmult_le_compat; lra).
  apply (Rmult_le_compat_l M) in W2; [|exact M1].
  assert (E : w * w * (y * (y * (16777216 + 4096 * e * (4096 * e)) + 536870912)) * 32768 = M * (w / 4194304 * (w / 4194304)) / 8 * 16384 * ((1 - e * e) ^ 3 * 4722366482869645213696)) by (unfold M; field; lra).
  assert (F : (16777216 - 4096 * e * (4096 * e)) * (16777216 - 4096 * e * (4096 * e)) * (16777216 - 4096 * e * (4096 * e)) = (1 - e * e) ^ 3 * 4722366482869645213696) by ring.
  rewrite E, F in Low. apply Rmult_le_reg_r in Low; [|apply Rmult_lt_0_compat; [apply pow_lt, U|lra]]. lra.
Qed.

(** * A chain *)

Section Chain.

Variables (angles : positive -> list positive) (test : positive -> positive -> list positive -> list positive -> positive -> bool) (at_ratio : positive -> R) (top : Z) (says : positive -> R -> Prop).

(** From the ratio r down to the last, step by step, each with its m. *)
Fixpoint chain (last r : positive) (left : list positive) (cover : list (positive * positive)) : bool :=
  match cover with
  | [] => (r <=? last)%positive
  | (d, m) :: rest => let s := (r - d)%positive in let right := angles s in if test r d left right m then chain last s right rest else false
  end.

Hypothesis Mono : forall r s, (r <= s)%positive -> at_ratio r <= at_ratio s.
Hypothesis Test : forall r d m x, (Z.pos r <= top)%Z -> test r d (angles r) (angles (r - d)) m = true -> at_ratio (r - d) <= x <= at_ratio r -> says m x.

Lemma chain_says : forall cover last r x, (Z.pos r <= top)%Z -> chain last r (angles r) cover = true -> at_ratio last < x <= at_ratio r -> exists m, says m x.
Proof.
  induction cover as [|[d m] rest IH]; intros last r x R H X; cbn [chain] in H.
  - apply Pos.leb_le, Mono in H. lra.
  - cbv zeta in H. destruct (test r d (angles r) (angles (r - d)) m) eqn:T; [|discriminate]. destruct (Rle_lt_dec (at_ratio (r - d)) x) as [L|L]; [exists m; exact (Test r d m x R T (conj L (proj2 X)))|].
    apply (IH last (r - d)%positive x); [lia|exact H|lra].
Qed.

End Chain.

(** No base whose ratio b^(-1/64) is above this one keeps its sign. *)
Definition none_above (n last : positive) : Prop := forall b, 1 <= b -> ratio_at last < g b 64 1 -> ~ keeps_sign b (Z.to_nat (Z.pos n)).

Lemma ratio_at_mono : forall r s, (r <= s)%positive -> ratio_at r <= ratio_at s.
Proof. intros r s L. unfold ratio_at. assert (IZR (Z.pos r) <= IZR (Z.pos s)) by (apply IZR_le; lia). lra. Qed.

Lemma ratio_falls : forall b c, 0 < b <= c -> g c 64 1 <= g b 64 1.
Proof.
  intros b c B. unfold g, Rpower. pose proof (ln_le b c ltac:(lra) ltac:(lra)) as L. replace (INR 1 / INR 64) with (1 / 64) by (rewrite !INR_IZR_INZ; reflexivity).
  destruct L as [L|L]; [left; apply exp_increasing; lra|rewrite L; apply Rle_refl].
Qed.

(** The logarithm as a ratio, and the ratio as a base. *)
Lemma none_above_ratio : forall n x r, (forall b, 1 <= b -> ln b <= x -> ~ keeps_sign b (Z.to_nat (Z.pos n))) -> exp (- (x / 64)) <= ratio_at r -> none_above n r.
Proof.
  intros n x r None R b B L. apply (None b B). apply Rnot_lt_le. intro X. unfold g, Rpower in L. replace (INR 1 / INR 64) with (1 / 64) in L by (rewrite !INR_IZR_INZ; reflexivity).
  pose proof (exp_increasing (- (1 / 64) * ln b) (- (x / 64)) ltac:(lra)). lra.
Qed.

Lemma none_above_base : forall n r low, none_above n r -> ratio_at r < g low 64 1 -> forall b, 1 <= b <= low -> ~ keeps_sign b (Z.to_nat (Z.pos n)).
Proof. intros n r low None R b B. apply (None b ltac:(lra)). pose proof (ratio_falls b low ltac:(lra)). lra. Qed.

Theorem none_further : forall n n' r last cover, none_above n r -> (Z.pos n <= Z.pos n')%Z -> (Z.pos n' <= 65536)%Z -> (Z.pos r <= 3932160)%Z ->
  chain turns (negative_between n') last r (turns r) cover = true -> none_above n' last.
Proof.
  intros n n' r last cover Before N N' R H b B L Keeps. destruct (Rle_lt_dec (g b 64 1) (ratio_at r)) as [Low|High].
  - destruct (chain_says turns (negative_between n') ratio_at 3932160 (fun m x => (m < n')%positive /\ planes (IZR (Z.pos m)) x < 0) ratio_at_mono
      (fun r d m x R0 T X => negative_between_planes n' r d m x R0 N' T X) cover last r (g b 64 1) R H (conj L Low)) as [m [M Neg]].
    specialize (Keeps (Pos.to_nat m) ltac:(lia)). unfold kernel in Keeps. rewrite INR_IZR_INZ, positive_nat_Z in Keeps.
    rewrite (sum_ext _ (fun k => cos (IZR (Z.pos m) * g b 64 1 ^ k))) in Keeps by (intros k _; rewrite <- g_power by lia; reflexivity).
    fold (planes (IZR (Z.pos m)) (g b 64 1)) in Keeps. lra.
  - exact (Before b B High (keeps_sign_shorter _ _ b N Keeps)).
Qed.
