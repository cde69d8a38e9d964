(** Bases that fail, by the coarse table: for every base of an interval, one distance at which the kernel of 64 planes is negative.

    As in Covers.v, for distances up to 65536, with an error of 1/28 in place of 3 10^-6, and in less time: angles at scale 2^42, the table of cosines,
    and the same bound of how far the phases move within the interval. *)

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
