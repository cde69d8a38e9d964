(** Intervals of bases by reflection: at no base of an interval does the kernel keep its sign.

    keeps_sign b n: B(m) = sum_k cos(m b^(-k/64)) >= 0 at all distances 1..n-1. Intervals of ln b, end to end, each with one m. At the middle of the interval B(m) is so
    far below 0 that no base of the interval can bring it up: its phases move by at most m g_k (k/64) h (1 + 2h), h being half the width. The middles' ratios are
    products of the constants e^(-2^-j/64). *)

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

(** What vm_compute is asked of an interval: B(m) and its drift together below 0, or above it. *)
Definition sinks (ratio k : Z) (m : positive) : bool :=
  let turns := powers 56 ratio 11468322278445317 64 in
  if forallb (fun x => 0 <? Z.shiftr x 22)%Z turns then let angles := map Z.to_pos turns in (fine_total m angles + drift angles k m <=? 0)%Z else false.

Definition stays (ratio k : Z) (m : positive) : bool :=
  let turns := powers 56 ratio 11468322278445317 64 in
  if forallb (fun x => 0 <? Z.shiftr x 22)%Z turns then let angles := map Z.to_pos turns in (drift angles k m <=? fine_total m angles)%Z else false.

(** Whatever is compared with a sum is unfolded before the sum is. *)
Strategy 100 [sinks stays].

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

Theorem sinks_kernel : forall c ratio k m b, 0 <= c -> ratio_of (exp c) 64 ratio -> (2 <= k)%Z -> (Z.pos m <= 131072)%Z -> sinks ratio k m = true ->
  Rabs (ln b - c) <= / IZR (2 ^ (k + 1)) -> kernel b 64 (Pos.to_nat m) < 0.
Proof.
  intros c ratio k m b C Ratio K M H B. unfold sinks in H. cbv zeta in H. change (forallb _ _) with (in_turns 64 ratio) in H. change (map _ _) with (precise_angles ratio 64) in H. destruct (in_turns 64 ratio) eqn:Turns; [|discriminate]. apply Z.leb_le, IZR_le in H. rewrite plus_IZR in H.
  pose proof (kernel_drifts c ratio k m b C Ratio Turns K M B) as D. apply Rabs_def2 in D. lra.
Qed.

Theorem stays_kernel : forall c ratio k m b, 0 <= c -> ratio_of (exp c) 64 ratio -> (2 <= k)%Z -> (Z.pos m <= 131072)%Z -> stays ratio k m = true ->
  Rabs (ln b - c) <= / IZR (2 ^ (k + 1)) -> 0 < kernel b 64 (Pos.to_nat m).
Proof.
  intros c ratio k m b C Ratio K M H B. unfold stays in H. cbv zeta in H. change (forallb _ _) with (in_turns 64 ratio) in H. change (map _ _) with (precise_angles ratio 64) in H. destruct (in_turns 64 ratio) eqn:Turns; [|discriminate]. apply Z.leb_le, IZR_le in H.
  pose proof (kernel_drifts c ratio k m b C Ratio Turns K M B) as D. apply Rabs_def2 in D. lra.
Qed.

(** * The chain of intervals *)

(** e^(-2^-j/64) for j = 3..31, at scale 2^80. *)
Definition steps : list Z :=
  [1206566940715736411516993; 1207745804267059886390568; 1208335667896005159883048; 1208630707735314988785118; 1208778254668872260342852;
    1208852034890088337899511; 1208888926689425982444885; 1208907373011292237684736; 1208916596277776602540885; 1208921207937406829155680;
    1208923513773818982869675; 1208924666693674323498325; 1208925243154014310214315; 1208925531384287382730069; 1208925675499449688784555;
    1208925747557037284261845; 1208925783585832692613115; 1208925801600230799441919; 1208925810607429953519616; 1208925815111029555724288;
    1208925817362829363118080; 1208925818488729268387840; 1208925819051679221415936; 1208925819333154198028288; 1208925819473891686359040;
    1208925819544260430530560; 1208925819579444802617856; 1208925819597036988661888; 1208925819605833081684000]%Z.

Definition part (j : nat) : R := exp (- (/ IZR (2 ^ Z.of_nat (j + 3)) / 64)).

Lemma steps_near : forall j, (j < 29)%nat -> Rabs (IZR (nth j steps 0%Z) / 1208925819614629174706176 - part j) <= 1 / 1208925819614629174706176.
Proof.
  intros j J. unfold part, steps. do 29 (destruct j as [|j]; [cbn [nth Nat.add Z.of_nat]; simpl (2 ^ _)%Z; interval with (i_prec 120)|]). exfalso. lia.
Qed.

(** From the ratio at the start of the first interval, at scale 2^80: every interval (k, m), of width 2^-k, passes at its middle with its m, 1 <= m < n. *)
Fixpoint all_pass (test : Z -> Z -> positive -> bool) (n : Z) (ratio : Z) (cover : list (Z * positive)) : bool :=
  match cover with
  | [] => true
  | (k, m) :: r =>
      let half := nth (Z.to_nat (k - 2)) steps 0%Z in let middle := Z.shiftr (ratio * half) 80 in
      if ((2 <=? k) && (k <=? 30) && (Z.pos m <? n))%Z%bool then
        if test middle k m then all_pass test n (Z.shiftr (middle * half) 80) r else false
      else false
  end.

(** What passes has a negative B(m) at every base of the interval, up to a last m. *)
Definition finds_negative (last : Z) (test : Z -> Z -> positive -> bool) : Prop :=
  forall c middle k m b, 0 <= c -> Rabs (IZR middle / 1208925819614629174706176 - exp (- (c / 64))) <= 1 / 1152921504606846976 -> (2 <= k)%Z -> (Z.pos m <= last)%Z ->
  test middle k m = true -> Rabs (ln b - c) <= / IZR (2 ^ (k + 1)) -> kernel b 64 (Pos.to_nat m) < 0.

(** How far the intervals reach, in 2^-32. *)
Fixpoint covered (cover : list (Z * positive)) : Z := match cover with [] => 0 | (k, _) :: r => 2 ^ (32 - k) + covered r end%Z.

Lemma step_on : forall ratio half x e j, (j < 29)%nat -> half = nth j steps 0%Z -> 0 <= e <= 0.001 -> 0 <= x -> Rabs (IZR ratio / 1208925819614629174706176 - exp (- (x / 64))) <= e ->
  Rabs (IZR (Z.shiftr (ratio * half) 80) / 1208925819614629174706176 - exp (- ((x + / IZR (2 ^ Z.of_nat (j + 3))) / 64))) <= e + 3 / 1208925819614629174706176.
Proof.
  intros ratio half x e j J -> E X H. pose proof (steps_near j J) as Hs. set (t := / IZR (2 ^ Z.of_nat (j + 3))) in *.
  assert (T0 : 0 <= t) by (left; apply Rinv_0_lt_compat, IZR_lt, Z.pow_pos_nonneg; lia).
  assert (Small : forall z, 0 <= z -> 0 <= exp (- (z / 64)) <= 1).
  { clear. intros z Z. split; [left; apply exp_pos|]. rewrite <- exp_0. destruct Z as [Z| <-]; [left; apply exp_increasing; lra|right; f_equal; field]. }
  pose proof (Small x X) as B. pose proof (Small t T0) as D. unfold part in Hs. fold t in Hs.
  replace (exp (- ((x + t) / 64))) with (exp (- (x / 64)) * exp (- (t / 64))) by (rewrite <- exp_plus; f_equal; field).
  pose proof (cut 80 (ratio * nth j steps 0%Z) ltac:(lia)) as C. rewrite mult_IZR in C. change (2 ^ 80)%Z with 1208925819614629174706176%Z in C.
  set (s := IZR (nth j steps 0%Z)) in *. clearbody s. set (r := IZR ratio) in *. clearbody r. set (q := IZR (Z.shiftr _ _)) in *. clearbody q.
  set (a := exp (- (x / 64))) in *. clearbody a. set (d := exp (- (t / 64))) in *. clearbody d. set (N := 1208925819614629174706176) in *.
  assert (NN : N = 1208925819614629174706176) by reflexivity.
  assert (R2 : Rabs (r / N) <= 2) by (apply within in H; apply Rabs_le; lra). pose proof (abs_product _ _ _ _ R2 Hs) as P1. pose proof (abs_product _ d _ 1 H ltac:(apply Rabs_le; lra)) as P2.
  assert (C' : r / N * (s / N) - / N <= q / N <= r / N * (s / N)).
  { assert (I : 0 < / N) by (apply Rinv_0_lt_compat; rewrite NN; lra). destruct C as [C1 C2]. apply (Rmult_le_compat_r (/ N)) in C1; [|lra]. apply (Rmult_le_compat_r (/ N)) in C2; [|lra].
    replace (r * s / N * / N) with (r / N * (s / N)) in C2 by (field; rewrite NN; lra). replace ((r * s / N - 1) * / N) with (r / N * (s / N) - / N) in C1 by (field; rewrite NN; lra). unfold Rdiv at 3. unfold Rdiv at 5. lra. }
  apply Rabs_le. replace (q / N - a * d) with ((q / N - r / N * (s / N)) + r / N * (s / N - d) + (r / N - a) * d) by ring. unfold Rdiv in *. lra.
Qed.

Theorem all_pass_bases : forall last test, finds_negative last test -> forall n cover ratio x e, (n <= last)%Z -> all_pass test n ratio cover = true -> 0 <= x -> 0 <= e ->
  e + INR (length cover) * (6 / 1208925819614629174706176) <= 1 / 1152921504606846976 ->
  Rabs (IZR ratio / 1208925819614629174706176 - exp (- (x / 64))) <= e ->
  forall b, x <= ln b <= x + IZR (covered cover) / 4294967296 -> cover <> [] -> exists m, (1 <= m < Z.to_nat n)%nat /\ kernel b 64 m < 0.
Proof.
  intros last test Test n. induction cover as [|[k m] r IH]; intros ratio x e N H X E Small Close b B NE; [contradiction|]. cbn [all_pass] in H. cbv zeta in H.
  destruct ((2 <=? k) && (k <=? 30) && (Z.pos m <? n))%Z%bool eqn:Range; [|discriminate].
  apply andb_prop in Range. destruct Range as [Range Mn]. apply andb_prop in Range. destruct Range as [K2 K30]. apply Z.leb_le in K2, K30. apply Z.ltb_lt in Mn.
  set (j := Z.to_nat (k - 2)) in *. assert (J : (j < 29)%nat) by (unfold j; lia). set (half := nth j steps 0%Z) in *. set (middle := Z.shiftr (ratio * half) 80) in *.
  destruct (test middle k m) eqn:Pass; [|discriminate].
  cbn [length] in Small. rewrite S_INR in Small. pose proof (pos_INR (length r)) as L0.
  pose proof (step_on ratio half x e j J eq_refl ltac:(lra) X Close) as C1. fold middle in C1. replace (Z.of_nat (j + 3)) with (k + 1)%Z in C1 by (unfold j; lia).
  set (h := / IZR (2 ^ (k + 1))) in *. assert (H0 : 0 < h) by (apply Rinv_0_lt_compat, IZR_lt, Z.pow_pos_nonneg; lia).
  pose proof (step_on middle half (x + h) (e + 3 / 1208925819614629174706176) j J eq_refl ltac:(lra) ltac:(lra) C1) as C2. replace (Z.of_nat (j + 3)) with (k + 1)%Z in C2 by (unfold j; lia). fold h in C2.
  cbn [covered] in B. rewrite plus_IZR in B.
  assert (W : IZR (2 ^ (32 - k)) / 4294967296 = 2 * h).
  { unfold h. change 4294967296 with (IZR (2 ^ 32)). replace 32%Z with ((32 - k) + k)%Z at 2 by ring. rewrite !Z.pow_add_r by lia. rewrite !mult_IZR. change (IZR (2 ^ 1)) with 2.
    field. split; apply Rgt_not_eq, IZR_lt, Z.pow_pos_nonneg; lia. }
  destruct (Rle_dec (ln b) (x + 2 * h)) as [In|Out].
  - exists (Pos.to_nat m). split; [lia|]. apply (Test (x + h) middle k m b); [lra| |exact K2|lia|exact Pass|fold h; apply Rabs_le; lra]. eapply Rle_trans; [exact C1|]. lra.
  - destruct r as [|p r]; [cbn [covered] in B; lra|]. apply (IH (Z.shiftr (middle * half) 80) (x + 2 * h) (e + 6 / 1208925819614629174706176)); try lra; try assumption; try discriminate.
    replace (x + 2 * h) with (x + h + h) by ring. eapply Rle_trans; [exact C2|]. lra.
Qed.

(** From one base on, whose ratio at scale 2^80 is near this one; start and reach in 2^-32 of ln b. *)
Theorem none_keeps_by : forall last test n cover start ratio, finds_negative last test -> (n <= last)%Z -> (Z.of_nat (length cover) <= 100000)%Z -> cover <> [] -> (0 <= start)%Z ->
  Rabs (IZR ratio / 1208925819614629174706176 - exp (- (IZR start / 4294967296 / 64))) <= 1 / 4611686018427387904 -> all_pass test n ratio cover = true ->
  forall b, IZR start / 4294967296 <= ln b <= IZR (start + covered cover) / 4294967296 -> ~ keeps_sign b (Z.to_nat n).
Proof.
  intros last test n cover start ratio Test N Len NE S Near H b B Keeps. apply IZR_le in Len, S. rewrite <- INR_IZR_INZ in Len. rewrite plus_IZR in B.
  destruct (all_pass_bases last test Test n cover ratio (IZR start / 4294967296) (1 / 4611686018427387904) N H ltac:(lra) ltac:(lra) ltac:(lra) Near) with (b := b) as [m [M Neg]].
  - lra.
  - exact NE.
  - specialize (Keeps m M). lra.
Qed.

(** By fine cosines. *)
Definition middle_sinks (middle : Z) : Z -> positive -> bool := sinks (Z.shiftr (middle + 8388608) 24).

Lemma sinks_at_middle : finds_negative 131072 middle_sinks.
Proof.
  intros c middle k m b C Close K M H B. apply (sinks_kernel c (Z.shiftr (middle + 8388608) 24) k m b C); [|exact K|exact M|exact H|exact B].
  unfold ratio_of, g, Rpower. rewrite ln_exp. replace (- (INR 1 / INR 64) * c) with (- (c / 64)) by (rewrite (INR_IZR_INZ 64); simpl; field).
  pose proof (cut 24 (middle + 8388608) ltac:(lia)) as D. rewrite plus_IZR in D. change (2 ^ 24)%Z with 16777216%Z in D. apply within in Close. apply Rabs_le. lra.
Qed.
