(** Intervals of bases by reflection: at all bases of an interval of ln b the kernel is above 0 at one distance.

    keeps_sign b n: B(m) = sum_k cos(m b^(-k/64)) >= 0 at all distances 1..n-1. At the middle of an interval B(m) is so far above 0 that no base of the interval can bring it down:
    its phases move by at most m g_k (k/64) h (1 + 2h), h being half the width. *)

From Coq Require Import Reals Lra Lia List PeanoNat ZArith Bool.
From RopeTheory Require Import Rope Sums Attention IntervalZ Rotation new_base_bound_monotone Bases.
Import ListNotations.
Open Scope R_scope.

Definition keeps_sign (b : R) (n : nat) : Prop := forall m, (1 <= m < n)%nat -> 0 <= kernel b 64 m.

Lemma keeps_sign_shorter : forall n n' b, (n <= n')%Z -> keeps_sign b (Z.to_nat n') -> keeps_sign b (Z.to_nat n).
Proof. intros n n' b N H m M. apply H. lia. Qed.

(** * Sums of fine cosines *)

Fixpoint fine_total (m : positive) (angles : list positive) : Z := match angles with [] => 0 | G :: r => fine (m * G) + fine_total m r end%Z.

Lemma fine_snoc : forall m l G, fine_total m (l ++ [G]) = (fine_total m l + fine (m * G))%Z.
Proof. intros m l G. induction l as [|a r IH]; cbn [app fine_total]; [apply Z.add_comm|rewrite IH; apply Z.add_assoc]. Qed.

Lemma fine_total_near : forall angles g, (forall k, (k < length angles)%nat -> precise (nth k angles 1%positive) (g k)) -> forall m, (Z.pos m <= 131072)%Z ->
  Rabs (IZR (fine_total m angles) / 1099511627776 - sum (fun k => cos (IZR (Z.pos m) * g k)) (length angles)) <= INR (length angles) * 0.00000005.
Proof.
  intros angles g. induction angles as [|G r IH] using rev_ind; intros C m M.
  - simpl. replace (0 / 1099511627776 - 0) with 0 by field. rewrite Rabs_R0. lra.
  - rewrite fine_snoc, app_length, Nat.add_1_r, plus_IZR, S_INR. cbn [sum].
    assert (C' : forall k, (k < length r)%nat -> precise (nth k r 1%positive) (g k)).
    { intros k K. specialize (C k). rewrite app_length, app_nth1 in C by exact K. apply C. lia. }
    specialize (IH C' m M). specialize (C (length r)). rewrite app_length, app_nth2, Nat.sub_diag in C by lia. specialize (C ltac:(simpl; lia)). cbn [nth] in C.
    pose proof (fine_near G (g (length r)) m C ltac:(lia)) as E. apply within in IH. apply within in E. apply Rabs_le. lra.
Qed.

Lemma kernel_fine : forall b ratio m, 1 <= b -> ratio_of b 64 ratio -> in_turns 64 ratio = true -> (Z.pos m <= 131072)%Z ->
  Rabs (IZR (fine_total m (precise_angles ratio 64)) / 1099511627776 - kernel b 64 (Pos.to_nat m)) <= 0.0000032.
Proof.
  intros b ratio m B Ratio Turns M. destruct (base_angles b 64 ratio B ltac:(lia) Ratio Turns) as [_ [Len Precise]].
  pose proof (fine_total_near (precise_angles ratio 64) (g b 64)) as T. rewrite Len in T. specialize (T Precise m M).
  unfold kernel. rewrite INR_IZR_INZ, positive_nat_Z. replace (INR 64) with 64 in T by (rewrite INR_IZR_INZ; reflexivity). lra.
Qed.

(** * An interval of bases *)

Lemma exp_near_1 : forall y h, 0 <= h <= 1 / 4 -> Rabs y <= h -> Rabs (exp y - 1) <= h * (1 + 2 * h).
Proof.
  intros y h H Y. apply within in Y. pose proof (exp_ineq1_le y) as L. pose proof (exp_ineq1_le (- y)) as U. pose proof (exp_pos y) as P.
  assert (E : exp y * exp (- y) = 1) by (rewrite <- exp_plus; replace (y + - y) with 0 by ring; apply exp_0). apply Rabs_le. split; [nra|].
  assert (exp y * (1 - h) <= 1) by nra. nra.
Qed.

Lemma frequency_moves : forall c b h k, 0 <= h <= 1 / 4 -> (k < 64)%nat -> Rabs (ln b - c) <= h -> Rabs (g b 64 k - g (exp c) 64 k) <= g (exp c) 64 k * (INR k / 64 * h * (1 + 2 * h)).
Proof.
  intros c b h k H K B. unfold g, Rpower. rewrite ln_exp. replace (INR 64) with 64 by (rewrite INR_IZR_INZ; reflexivity).
  assert (K0 : 0 <= INR k / 64 <= 1). { pose proof (pos_INR k). assert (INR k <= 64) by (replace 64 with (INR 64) by (rewrite INR_IZR_INZ; reflexivity); apply le_INR; lia). lra. }
  replace (exp (- (INR k / 64) * ln b) - exp (- (INR k / 64) * c)) with (exp (- (INR k / 64) * c) * (exp (- (INR k / 64) * (ln b - c)) - 1))
    by (rewrite Rmult_minus_distr_l, <- exp_plus; replace (- (INR k / 64) * c + - (INR k / 64) * (ln b - c)) with (- (INR k / 64) * ln b) by ring; ring).
  set (u := INR k / 64) in *. clearbody u. rewrite Rabs_mult, (Rabs_right (exp _)) by (left; apply exp_pos). apply Rmult_le_compat_l; [left; apply exp_pos|].
  assert (U : 0 <= u * h) by (apply Rmult_le_pos; lra). assert (U1 : u * h <= h) by (rewrite <- (Rmult_1_l h) at 2; apply Rmult_le_compat_r; lra).
  apply Rle_trans with (u * h * (1 + 2 * (u * h))); [|apply Rmult_le_compat_l; lra]. apply exp_near_1; [lra|].
  rewrite Rabs_mult, Rabs_Ropp, (Rabs_right u) by lra. apply Rmult_le_compat_l; lra.
Qed.

(** The sum of k times the k-th angle. *)
Fixpoint weighted_angles (k : Z) (angles : list positive) : Z := match angles with [] => 0 | G :: r => k * Z.pos G + weighted_angles (k + 1) r end%Z.

Lemma weighted_angles_near : forall angles i g, (forall k, (k < length angles)%nat -> precise (nth k angles 1%positive) (g k)) ->
  sum (fun k => (INR i + INR k) * g k) (length angles) <= 2 * PI * (IZR (weighted_angles (Z.of_nat i) angles) / 72057594037927936) + INR (length angles) * (INR i + INR (length angles)) * (2 * PI * (200 / 72057594037927936)).
Proof.
  induction angles as [|G r IH]; intros i g C.
  - simpl. pose proof PI_RGT_0. replace (0 / 72057594037927936) with 0 by field. lra.
  - cbn [length]. rewrite sum_first. specialize (IH (S i) (fun k => g (S k)) ltac:(intros k K; apply (C (S k)); simpl; lia)).
    rewrite (sum_ext _ (fun k => (INR (S i) + INR k) * g (S k))) by (intros k _; rewrite !S_INR; ring).
    cbn [weighted_angles]. replace (Z.of_nat i + 1)%Z with (Z.of_nat (S i)) by lia. rewrite plus_IZR, mult_IZR, <- INR_IZR_INZ.
    pose proof (C 0%nat ltac:(simpl; lia)) as P0. cbn [nth] in P0. unfold precise in P0. apply within in P0. pose proof PI_RGT_0 as P.
    set (w := sum _ _) in *. clearbody w. set (z := IZR (weighted_angles _ _)) in *. clearbody z. rewrite !S_INR in *. pose proof (pos_INR i). pose proof (pos_INR (length r)).
    set (a := IZR (Z.pos G)) in *. clearbody a. set (q := g 0%nat / (2 * PI)) in *. assert (Q : g 0%nat = 2 * PI * q) by (unfold q; field; lra).
    assert (Q2 : g 0%nat <= 2 * PI * (a / 72057594037927936 + 200 / 72057594037927936)) by (rewrite Q; apply Rmult_le_compat_l; lra).
    simpl (INR 0). rewrite Rplus_0_r. assert (INR i * g 0%nat <= INR i * (2 * PI * (a / 72057594037927936 + 200 / 72057594037927936))) by (apply Rmult_le_compat_l; lra).
    set (t := 2 * PI * (200 / 72057594037927936)) in *. assert (0 < t) by (unfold t; apply Rmult_lt_0_compat; lra).
    replace (2 * PI * (a / 72057594037927936 + 200 / 72057594037927936)) with (2 * PI * (a / 72057594037927936) + t) in * by (unfold t; ring).
    replace (2 * PI * ((INR i * a + z) / 72057594037927936)) with (INR i * (2 * PI * (a / 72057594037927936)) + 2 * PI * (z / 72057594037927936)) by field. nra.
Qed.

Lemma weighted_angles_nonneg : forall l k, (0 <= k)%Z -> (0 <= weighted_angles k l)%Z.
Proof. induction l as [|G r IH]; intros k K; cbn [weighted_angles]; [lia|]. specialize (IH (k + 1)%Z ltac:(lia)). nia. Qed.

(** By how much the kernel at a base of an interval of width 2^-k can differ from the sum at its middle, whose angles these are; at scale 2^40. *)
Definition drift (angles : list positive) (k : Z) (m : positive) : Z :=
  (4000000 + (Z.shiftr (Z.pos m * weighted_angles 0 angles * 403 * (2 ^ k + 1)) (29 + 2 * k) + 1))%Z.

(** What vm_compute is asked of an interval: B(m) above its drift. *)
Definition stays (ratio k : Z) (m : positive) : bool :=
  let turns := powers 56 ratio 11468322278445317 64 in
  if forallb (fun x => 0 <? Z.shiftr x 22)%Z turns then let angles := map Z.to_pos turns in (drift angles k m <=? fine_total m angles)%Z else false.

(** Whatever is compared with a sum is unfolded before the sum is. *)
Strategy 100 [stays].

Theorem kernel_drifts : forall c ratio k m b, 0 <= c -> ratio_of (exp c) 64 ratio -> in_turns 64 ratio = true -> (2 <= k)%Z -> (Z.pos m <= 131072)%Z ->
  Rabs (ln b - c) <= / IZR (2 ^ (k + 1)) ->
  Rabs (kernel b 64 (Pos.to_nat m) - IZR (fine_total m (precise_angles ratio 64)) / 1099511627776) < IZR (drift (precise_angles ratio 64) k m) / 1099511627776.
Proof.
  intros c ratio k m b C Ratio Turns K M B. unfold drift.
  assert (E1 : 1 <= exp c) by (rewrite <- exp_0; destruct C as [C| <-]; [left; apply exp_increasing, C|right; reflexivity]).
  pose proof (kernel_fine (exp c) ratio m E1 Ratio Turns ltac:(lia)) as T. destruct (base_angles (exp c) 64 ratio E1 ltac:(lia) Ratio Turns) as [_ [Len Precise]].
  pose proof (weighted_angles_near (precise_angles ratio 64) 0 (g (exp c) 64)) as W. rewrite Len in W. specialize (W Precise). change (Z.of_nat 0) with 0%Z in W.
  pose proof (weighted_angles_nonneg (precise_angles ratio 64) 0 ltac:(lia)) as Z0. set (z := weighted_angles 0 (precise_angles ratio 64)) in *. clearbody z. set (f := fine_total m (precise_angles ratio 64)) in *. clearbody f.
  set (h := / IZR (2 ^ (k + 1))) in *. assert (P2 : (2 ^ 2 <= 2 ^ k)%Z) by (apply Z.pow_le_mono_r; lia). change (2 ^ 2)%Z with 4%Z in P2.
  assert (Eh : IZR (2 ^ (k + 1)) = 2 * IZR (2 ^ k)) by (rewrite Z.pow_add_r by lia; rewrite mult_IZR; change (2 ^ 1)%Z with 2%Z; apply Rmult_comm). set (q := IZR (2 ^ k)) in *. assert (Q : 4 <= q) by (apply (IZR_le 4), P2).
  assert (H0 : 0 < h <= 1 / 8). { unfold h. rewrite Eh. split; [apply Rinv_0_lt_compat; lra|]. replace (1 / 8) with (/ 8) by field. apply Rinv_le_contravar; lra. }
  assert (M1 : 1 <= IZR (Z.pos m) <= 131072) by (split; apply IZR_le; lia). set (x := IZR (Z.pos m)) in *.
  (* the kernel moves by no more than the phases *)
  assert (Each : forall i, (i < 64)%nat -> Rabs (cos (x * g b 64 i) - cos (x * g (exp c) 64 i)) <= x * (h * (1 + 2 * h) / 64) * ((0 + INR i) * g (exp c) 64 i)).
  { intros i I. eapply Rle_trans; [apply cos_lipschitz|].
    rewrite <- Rmult_minus_distr_l, Rabs_mult, (Rabs_right x) by lra. pose proof (frequency_moves c b h i ltac:(lra) I B) as F.
    replace (x * (h * (1 + 2 * h) / 64) * ((0 + INR i) * g (exp c) 64 i)) with (x * (g (exp c) 64 i * (INR i / 64 * h * (1 + 2 * h)))) by field. apply Rmult_le_compat_l; lra. }
  assert (Minus : forall u v n, sum u n - sum v n = sum (fun k => u k - v k) n) by (clear; intros u v n; induction n as [|n IH]; [simpl; ring|cbn [sum]; rewrite <- IH; ring]).
  assert (Move : - (x * (h * (1 + 2 * h) / 64) * sum (fun k => (INR 0 + INR k) * g (exp c) 64 k) 64) <= kernel b 64 (Pos.to_nat m) - kernel (exp c) 64 (Pos.to_nat m)
      <= x * (h * (1 + 2 * h) / 64) * sum (fun k => (INR 0 + INR k) * g (exp c) 64 k) 64).
  { assert (Em : INR (Pos.to_nat m) = x) by (unfold x; rewrite INR_IZR_INZ, positive_nat_Z; reflexivity). unfold kernel. rewrite Em. simpl (INR 0). rewrite <- sum_scal. split.
    - apply Ropp_le_cancel. rewrite Ropp_involutive, Ropp_minus_distr, Minus. apply sum_le. intros i I. specialize (Each i I). apply within in Each. lra.
    - rewrite Minus. apply sum_le. intros i I. specialize (Each i I). apply within in Each. lra. }
  set (s := sum _ _) in *. clearbody s. simpl (INR 0) in W. replace (INR 64) with 64 in W by (rewrite INR_IZR_INZ; reflexivity).
  rewrite !plus_IZR. pose proof (cut (29 + 2 * k) (Z.pos m * z * 403 * (2 ^ k + 1)) ltac:(lia)) as D. rewrite !mult_IZR, plus_IZR in D. fold q x in D.
  assert (E2 : IZR (2 ^ (29 + 2 * k)) = 536870912 * (q * q)). { replace (29 + 2 * k)%Z with (29 + (k + k))%Z by ring. rewrite !Z.pow_add_r by lia. rewrite !mult_IZR. reflexivity. }
  rewrite E2 in D. set (d := IZR (Z.shiftr _ _)) in *. clearbody d.
  assert (Ez : x * IZR z * 403 * (q + 1) / (536870912 * (q * q)) = x * (h * (1 + 2 * h) / 64) * (403 / 64 * (IZR z / 72057594037927936)) * 1099511627776).
  { unfold h. rewrite Eh. field. lra. }
  rewrite Ez in D. assert (P : 3.1415 < PI < 3.14160) by (split; interval).
  assert (W1 : 0 <= h * (1 + 2 * h) / 64 <= 0.0025).
  { pose proof (Rmult_le_compat h (1 / 8) (1 + 2 * h) 1.25 ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)). pose proof (Rmult_le_pos h (1 + 2 * h) ltac:(lra) ltac:(lra)). lra. }
  assert (Tiny : 0 <= x * (h * (1 + 2 * h) / 64) <= 330).
  { split; [apply Rmult_le_pos; lra|]. apply Rle_trans with (131072 * 0.0025); [apply Rmult_le_compat; lra|lra]. }
  set (y := x * (h * (1 + 2 * h) / 64)) in *. clearbody y.
  apply IZR_le in Z0. set (v := IZR z / 72057594037927936) in *. assert (V0 : 0 <= v) by (unfold v; lra). clearbody v.
  assert (S1 : s <= 403 / 64 * v + 0.00000000008) by (pose proof (Rmult_le_compat_r v (2 * PI) (403 / 64) V0 ltac:(lra)); lra).
  assert (S2 : y * s <= y * (403 / 64 * v) + 0.00000003) by (apply Rle_trans with (y * (403 / 64 * v + 0.00000000008)); [apply Rmult_le_compat_l; lra|lra]).
  apply within in T. set (u := y * (403 / 64 * v)) in *. clearbody u. apply Rabs_def1; lra.
Qed.

Theorem stays_kernel : forall c ratio k m b, 0 <= c -> ratio_of (exp c) 64 ratio -> (2 <= k)%Z -> (Z.pos m <= 131072)%Z -> stays ratio k m = true ->
  Rabs (ln b - c) <= / IZR (2 ^ (k + 1)) -> 0 < kernel b 64 (Pos.to_nat m).
Proof.
  intros c ratio k m b C Ratio K M H B. unfold stays in H. cbv zeta in H. change (forallb _ _) with (in_turns 64 ratio) in H. change (map _ _) with (precise_angles ratio 64) in H. destruct (in_turns 64 ratio) eqn:Turns; [|discriminate]. apply Z.leb_le, IZR_le in H.
  pose proof (kernel_drifts c ratio k m b C Ratio Turns K M B) as D. apply Rabs_def2 in D. lra.
Qed.
