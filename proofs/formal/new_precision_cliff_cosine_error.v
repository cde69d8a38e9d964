(** new.precision-cliff.cosine-error: the largest error of a cosine, for three ways to round.

    Statement.  Base 500000, d = 128, planes 1..64, positions 0..131071.  The largest error rounds to 2.0 if the frequencies are rounded to bfloat16, to
    6.2e-3 if every step is rounded to float32, and to 1.95e-3 if the exact cosine is cast to bfloat16.

    Idea: a phase that is off by y moves the cosine by at most |y|. In float32 the phase is off by half a spacing, 2^-8 beyond 65536, and by the position times the
    frequency's error. That is less than 6.25e-3 in every plane but the third, and there up to position 129878; after it at all positions but
    four, whose cosines are computed.
    Encoding: rounding as in new_precision_cliff.v.  A library's cosine in float32 is any function within 2^-21 of the cosine: 4 units in the last place are at
    most 2^-22, and a cast adds less.  "Rounds to" is said of the largest error: it is reached by no less than the lower end, and none reaches the upper end. *)

From Coq Require Import Reals ZArith Lra Lia List Bool.
From Flocq Require Import Core.
From RopeTheory Require Import IntervalZ.
From RopeTheory Require Import Rope Trig new_precision_cliff new_precision_cliff_cache_corrected new_precision_cliff_retrieval_shared_letter Instances.
Import ListNotations.
Open Scope R_scope.

(** Of all planes and positions, some error is at least low, and none reaches high. *)
Definition largest_within (error : nat -> nat -> R) (low high : R) : Prop :=
  (exists plane position, (1 <= plane <= 64)%nat /\ INR position < 131072 /\ low <= error plane position) /\
  (forall plane position, (1 <= plane <= 64)%nat -> INR position < 131072 -> error plane position < high).

(** A computed cosine against the exact one. *)
Definition cosine_off (computed : nat -> nat -> R) (plane position : nat) : R := Rabs (computed plane position - cos (INR position * g plane)).

(** Frequency, phase and cosine one after the other. *)
Definition in_float32 (library : R -> R) (plane position : nat) : R := library (float32 (INR position * float32 (g plane))).

(** The cosine that a library computes. *)
Definition library_near (library : R -> R) : Prop := forall x, Rabs (library x - cos x) <= / 2 ^ 21.

Definition new_precision_cliff_cosine_error_statement : Prop :=
  largest_within (cosine_off (fun plane position => cos (INR position * bfloat16 (g plane)))) 1.95 2.05 /\
  (forall library, library_near library -> largest_within (cosine_off (in_float32 library)) 0.00615 0.00625) /\
  largest_within (cosine_off (fun plane position => bfloat16 (cos (INR position * g plane)))) 0.001945 0.001955.

(** * Rounding to float32 *)

(** No number of 24 bits is nearer: below 2^e the spacing is 2^(e-24) at most. *)
Lemma float32_off : forall e x, Rabs x < bpow radix2 e -> Rabs (float32 x - x) <= bpow radix2 (e - 25).
Proof.
  intros e x X. assert (V : Valid_exp (FLX_exp 24)) by (apply FLX_exp_valid; unfold Prec_gt_0; lia).
  destruct (Req_dec x 0) as [->|Nz].
  { unfold float32, round_to. rewrite round_0 by apply valid_rnd_N. rewrite Rminus_0_r, Rabs_R0. apply bpow_ge_0. }
  pose proof (error_le_half_ulp radix2 (FLX_exp 24) (fun n => negb (Z.even n)) x) as H.
  change (Rabs (float32 x - x) <= / 2 * ulp radix2 (FLX_exp 24) x) in H. rewrite ulp_neq_0 in H by exact Nz.
  assert (M : (mag radix2 x <= e)%Z) by (apply mag_le_bpow; assumption).
  assert (L : bpow radix2 (cexp radix2 (FLX_exp 24) x) <= bpow radix2 (e - 24)) by (apply bpow_le; unfold cexp, FLX_exp; lia).
  replace (e - 24)%Z with (e - 25 + 1)%Z in L by ring. rewrite bpow_plus in L. change (bpow radix2 1) with 2 in L. lra.
Qed.

(** Nor is it farther than any other one. *)
Lemma float32_nearest : forall x n e, (Z.abs n < 2 ^ 24)%Z -> Rabs (float32 x - x) <= Rabs (IZR n * bpow radix2 e - x).
Proof.
  intros x n e N. assert (V : Valid_exp (FLX_exp 24)) by (apply FLX_exp_valid; unfold Prec_gt_0; lia).
  apply (round_N_pt radix2 (FLX_exp 24) (fun n => negb (Z.even n)) x). apply generic_format_FLX. exists (Float radix2 n e); [reflexivity|exact N].
Qed.

(** The phase in float32 against the exact one. *)
Definition phase_off (plane position : nat) : R := Rabs (float32 (INR position * float32 (g plane)) - INR position * g plane).

Lemma phase_off_most : forall plane position, phase_off plane position <=
  Rabs (float32 (INR position * float32 (g plane)) - INR position * float32 (g plane)) + INR position * Rabs (float32 (g plane) - g plane).
Proof.
  intros k m. unfold phase_off. set (x := float32 (INR m * float32 (g k))). rewrite <- (Rabs_pos_eq (INR m)) at 3 by apply pos_INR. rewrite <- Rabs_mult.
  replace (x - INR m * g k) with ((x - INR m * float32 (g k)) + INR m * (float32 (g k) - g k)) by ring. apply Rabs_triang.
Qed.

Lemma g_positive : forall k, 0 < g k.
Proof. intro k. apply exp_pos. Qed.

Lemma g_falls : forall j k, (j <= k)%nat -> g k <= g j.
Proof.
  intros j k H. unfold g, Rpower. apply le_INR in H. destruct (Req_dec (INR j) (INR k)) as [->|N]; [lra|]. left. apply exp_increasing.
  assert (0 < ln 500000) by (rewrite <- ln_1; apply ln_increasing; lra). nra.
Qed.

(** The planes whose frequencies are looked at. *)
Lemma g_1 : g 1 = 1. Proof. unfold g. replace (- (2 * (INR 1 - 1)) / 128) with 0 by (simpl; field). apply Rpower_O. lra. Qed.

Lemma g_power : forall k, g (S k) = g 2 ^ k.
Proof. intro k. unfold g. rewrite <- Rpower_pow, Rpower_mult by apply exp_pos. f_equal. rewrite S_INR. simpl. field. Qed.

Lemma g_near : 13667009.289733 < g 2 * 16777216 < 13667009.289734 /\ 11133381.30269 < g 3 * 16777216 < 11133381.30271 /\ 9069444.2802 < g 4 * 16777216 < 9069444.2804 /\ 0 < g 5 < 1 / 2.
Proof.
  assert (B : 13667009.289733 < g 2 * 16777216 < 13667009.289734) by (unfold g, Rpower; simpl; split; interval with (i_prec 60)).
  assert (P : forall a x b c y d, 0 < a -> a < x < b -> 0 < c -> c < y < d -> a * c < x * y < b * d) by (intros; split; apply Rmult_le_0_lt_compat; lra).
  rewrite (g_power 2), (g_power 3), (g_power 4). cbn [pow]. rewrite !Rmult_1_r. split; [exact B|]. set (x := g 2) in *. clearbody x.
  pose proof (P 13667009.289733 _ _ 13667009.289733 _ _ ltac:(lra) B ltac:(lra) B) as S. split; [lra|].
  pose proof (P 0.814617233856 x 0.814617233857 0.663601237695 (x * x) 0.663601237697 ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)) as T. split; [lra|].
  pose proof (P 0.8 x 0.82 0.54 (x * (x * x)) 0.55 ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)). lra.
Qed.

Lemma g_2 : Rabs (float32 (g 2) - g 2) <= 0.0000000173.
Proof. destruct g_near as [B _]. rewrite (to_24 0 13667009 (g 2) (13667009 / 16777216)) by (simpl; lra). apply Rabs_le. lra. Qed.

Lemma g_3 : float32 (g 3) = 11133381 / 16777216 /\ Rabs (float32 (g 3) - g 3) <= 0.000000018043.
Proof.
  destruct g_near as (_ & B & _). assert (E : float32 (g 3) = 11133381 / 16777216) by (apply (to_24 0 11133381); simpl; lra).
  split; [exact E|]. rewrite E. apply Rabs_le. lra.
Qed.

Lemma g_4 : Rabs (float32 (g 4) - g 4) <= 0.0000000168.
Proof. destruct g_near as (_ & _ & B & _). rewrite (to_24 0 9069444 (g 4) (9069444 / 16777216)) by (simpl; lra). apply Rabs_le. lra. Qed.

(** A number up to a power of two stays up to it. *)
Lemma float32_at_most : forall e x, 0 <= x <= bpow radix2 e -> 0 <= float32 x <= bpow radix2 e.
Proof.
  intros e x X. assert (V : Valid_exp (FLX_exp 24)) by (apply FLX_exp_valid; unfold Prec_gt_0; lia). unfold float32, round_to. split.
  - rewrite <- (round_0 radix2 (FLX_exp 24) ZnearestE). apply round_le; [exact V|apply valid_rnd_N|apply X].
  - rewrite <- (power_kept 24 e ltac:(lia)). unfold round_to. apply round_le; [exact V|apply valid_rnd_N|apply X].
Qed.

(** The phase of one position is rounded by half a spacing at most. *)
Lemma rounded_phase : forall e plane position, g plane <= bpow radix2 e -> INR position < 131072 ->
  Rabs (float32 (INR position * float32 (g plane)) - INR position * float32 (g plane)) <= bpow radix2 (e - 8).
Proof.
  intros e k m G M. pose proof (g_positive k) as P. destruct (float32_at_most e (g k) ltac:(lra)) as [P' G']. pose proof (pos_INR m).
  replace (e - 8)%Z with (e + 17 - 25)%Z by ring. apply float32_off. rewrite Rabs_pos_eq by (apply Rmult_le_pos; lra). rewrite bpow_plus. change (bpow radix2 17) with 131072.
  pose proof (bpow_gt_0 radix2 e). nra.
Qed.

Lemma g_at_most_1 : forall plane, (1 <= plane)%nat -> g plane <= bpow radix2 0.
Proof. intros k K. change (bpow radix2 0) with 1. pose proof (g_falls 1 k K) as G. rewrite g_1 in G. exact G. Qed.

(** Where the frequency is off by d, the phase is by 2^-8 and the position times d. *)
Lemma fast_phase : forall d plane position, (1 <= plane)%nat -> Rabs (float32 (g plane) - g plane) <= d -> INR position < 131072 -> phase_off plane position <= / 256 + INR position * d.
Proof.
  intros d k m K D M. pose proof (phase_off_most k m) as H. pose proof (rounded_phase 0 k m (g_at_most_1 k K) M) as F. change (bpow radix2 (0 - 8)) with (/ 256) in F.
  pose proof (Rmult_le_compat_l (INR m) _ _ (pos_INR m) D). lra.
Qed.

Lemma slow_phase : forall plane position, (5 <= plane)%nat -> INR position < 131072 -> phase_off plane position <= / 256.
Proof.
  intros k m K M. pose proof (g_falls 5 k K) as G. destruct g_near as (_ & _ & _ & G5). pose proof (g_positive k) as P. pose proof (phase_off_most k m) as H.
  pose proof (rounded_phase (-1) k m ltac:(change (bpow radix2 (-1)) with (/ 2); lra) M) as F. change (bpow radix2 (-1 - 8)) with (/ 512) in F.
  pose proof (float32_off (-1) (g k) ltac:(change (bpow radix2 (-1)) with (/ 2); rewrite Rabs_pos_eq; lra)) as D. change (bpow radix2 (-1 - 25)) with (/ 67108864) in D.
  pose proof (pos_INR m). pose proof (Rmult_le_compat_l (INR m) _ _ (pos_INR m) D). lra.
Qed.

(** Plane 1 turns by whole numbers, which float32 has. *)
Lemma first_phase : forall position, INR position < 131072 -> phase_off 1 position = 0.
Proof.
  intros m M. assert (W : forall n : nat, INR n < 131072 -> float32 (INR n) = INR n).
  { intros n N. pose proof (float32_nearest (INR n) (Z.of_nat n) 0) as H. rewrite INR_IZR_INZ in N. apply lt_IZR in N. specialize (H ltac:(lia)).
    change (bpow radix2 0) with 1 in H. rewrite <- INR_IZR_INZ, Rmult_1_r, (Rminus_diag_eq (INR n) (INR n) eq_refl), Rabs_R0 in H. pose proof (Rabs_pos (float32 (INR n) - INR n)).
    destruct (Req_dec (float32 (INR n) - INR n) 0) as [Z|Z]; [lra|]. apply Rabs_pos_lt in Z. lra. }
  unfold phase_off. rewrite g_1. replace (float32 1) with 1 by (symmetry; apply (W 1%nat); simpl; lra). rewrite Rmult_1_r, (W m M), (Rminus_diag_eq (INR m) (INR m) eq_refl). apply Rabs_R0.
Qed.

(** * Plane 3 *)

(** Its phase at position m, in 2^-7: the nearest number of float32 from 65536 on. *)
Definition third_phase (m : Z) : Z := Z.shiftr (m * 11133381 + 65536) 17.

(** Whether the phase is off by less than 0.0062495. *)
Definition third_is_near (m : Z) : bool :=
  (Z.abs (third_phase m * 131072 - m * 11133381) * 1000000000000 + m * 18043 * 16777216 <? 6249500000 * 16777216)%Z.

Definition exceptions : list Z := [130403; 130674; 130928; 130945]%Z.

Definition from_on (start : Z) (count : nat) : list Z := map (fun i => start + Z.of_nat i)%Z (seq 0 count).

Lemma all_but_four : forallb (fun m => third_is_near m || existsb (Z.eqb m) exceptions) (from_on 129800 1272) = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.

Lemma third_near : forall m : nat, (Z.of_nat m < 131072)%Z -> third_is_near (Z.of_nat m) = true -> phase_off 3 m < 0.0062495.
Proof.
  intros m M H. unfold third_is_near in H. apply Z.ltb_lt, IZR_lt in H. rewrite plus_IZR, !mult_IZR, abs_IZR, minus_IZR, !mult_IZR in H.
  destruct g_3 as [E D]. pose proof (phase_off_most 3 m) as P. rewrite E in P at 1 2. pose proof (Rmult_le_compat_l (INR m) _ _ (pos_INR m) D) as F.
  assert (S : (0 <= third_phase (Z.of_nat m) < 2 ^ 24)%Z).
  { unfold third_phase. rewrite Z.shiftr_div_pow2 by lia. split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia]. }
  pose proof (float32_nearest (INR m * (11133381 / 16777216)) (third_phase (Z.of_nat m)) (-7) ltac:(lia)) as N. change (bpow radix2 (-7)) with (/ 128) in N.
  rewrite INR_IZR_INZ in *. set (a := IZR (third_phase (Z.of_nat m))) in *. set (x := IZR (Z.of_nat m)) in *. clearbody a x.
  replace (a * / 128 - x * (11133381 / 16777216)) with ((a * 131072 - x * 11133381) * / 16777216) in N by field. rewrite Rabs_mult, (Rabs_pos_eq (/ 16777216)) in N by lra. lra.
Qed.

Lemma third_exact : forall (m : nat) n, (65536 <= INR m * (11133381 / 16777216) < 131072) -> IZR n - / 2 < INR m * (11133381 / 16777216) * 128 < IZR n + / 2 ->
  float32 (INR m * float32 (g 3)) = IZR n / 128.
Proof. intros m n B N. destruct g_3 as [-> _]. apply (to_24 17 n); simpl; lra. Qed.

(** * The three rows *)

Lemma off_by_phase : forall library plane position, library_near library -> cosine_off (in_float32 library) plane position <= / 2 ^ 21 + phase_off plane position.
Proof.
  intros library k m L. unfold cosine_off, in_float32. set (y := float32 (INR m * float32 (g k))). specialize (L y).
  pose proof (cos_moves (INR m * g k) y) as C. unfold step_cost in C. unfold phase_off. fold y.
  replace (library y - cos (INR m * g k)) with ((library y - cos y) + (cos y - cos (INR m * g k))) by ring.
  pose proof (Rabs_triang (library y - cos y) (cos y - cos (INR m * g k))). lra.
Qed.

Lemma off_by_cosine : forall library plane (position : nat) y, library_near library -> float32 (INR position * float32 (g plane)) = y ->
  Rabs (cosine_off (in_float32 library) plane position - Rabs (cos y - cos (INR position * g plane))) <= / 2 ^ 21.
Proof.
  intros library k m y L E. unfold cosine_off, in_float32. rewrite E. specialize (L y).
  pose proof (Rabs_triang_inv2 (library y - cos (INR m * g k)) (cos y - cos (INR m * g k))) as T.
  replace (library y - cos (INR m * g k) - (cos y - cos (INR m * g k))) with (library y - cos y) in T by ring. lra.
Qed.

(** The cosines of two phases differ by their distance times the sine of their mean, as good as. *)
Lemma cosines_closer : forall a b k, Rabs ((a + b) / 2 - IZR k * PI) <= 1.25 -> Rabs (cos a - cos b) <= 0.95 * Rabs (a - b).
Proof.
  intros a b k H. apply Rabs_le_inv in H. set (x := (a + b) / 2 - IZR k * PI) in *. pose proof (one_minus_cos (b + a)) as S.
  replace (b + a) with (2 * x + IZR k * (2 * PI)) in S at 1 by (unfold x; field). rewrite cos_period_Z in S. clearbody x.
  assert (C : -0.805 <= cos 2.5 /\ 2.5 <= PI) by (split; interval). pose proof (cos_near 2.5 (2 * x) ltac:(lra) ltac:(lra) ltac:(lra)) as N.
  rewrite cos_difference, !Rabs_mult, (Rabs_right 2) by lra. pose proof (sin_abs_le ((b - a) / 2)) as D. set (s := sin ((b + a) / 2)) in *. clearbody s.
  assert (Sm : Rabs s <= 0.95) by (apply Rabs_le; nra). replace ((b - a) / 2) with (- ((a - b) * / 2)) in D at 2 by field. rewrite Rabs_Ropp, Rabs_mult, (Rabs_right (/ 2)) in D by lra.
  pose proof (Rmult_le_compat _ _ _ _ (Rabs_pos s) (Rabs_pos _) Sm D). lra.
Qed.

Lemma cosines_farther : forall a b k, Rabs ((a + b) / 2 - (IZR k + / 2) * PI) <= 0.07 -> 0.003117 <= (b - a) / 2 <= 0.0032 -> 0.0062 < Rabs (cos a - cos b).
Proof.
  intros a b k H Y. apply Rabs_le_inv in H. set (x := (a + b) / 2 - (IZR k + / 2) * PI) in *. pose proof (one_minus_cos (b + a)) as S.
  replace (b + a) with (2 * x + PI + IZR k * (2 * PI)) in S at 1 by (unfold x; field). rewrite cos_period_Z, neg_cos in S. clearbody x.
  assert (C : 0.99 <= cos 0.14 /\ 0.14 <= PI) by (split; interval). pose proof (cos_near 0.14 (2 * x) ltac:(lra) ltac:(lra) ltac:(lra)) as N.
  rewrite cos_difference, !Rabs_mult, (Rabs_right 2) by lra. set (y := (b - a) / 2) in *. clearbody y. assert (D : 0.0031169 <= sin y) by interval.
  set (s := sin ((b + a) / 2)) in *. clearbody s. assert (Sm : 0.997 <= Rabs s) by (unfold Rabs; destruct (Rcase_abs s); nra).
  rewrite (Rabs_right (sin y)) by lra. pose proof (Rmult_le_compat 0.997 (Rabs s) 0.0031169 (sin y) ltac:(lra) ltac:(lra) Sm D). lra.
Qed.

Lemma PI_8_decimals : 3.14159265 < PI < 3.14159266.
Proof. split; interval. Qed.

Lemma third_row_of_exception : forall library (m : nat) n, library_near library -> In (Z.of_nat m, n) [(130403, 11076556); (130674, 11099574); (130928, 11121150); (130945, 11122593)]%Z ->
  cosine_off (in_float32 library) 3 m < 0.0061.
Proof.
  intros library m n L I.
  assert (F : float32 (INR m * float32 (g 3)) = IZR n / 128).
  { apply third_exact; rewrite INR_IZR_INZ; repeat (destruct I as [I|I]; [injection I as <- <-; lra|]); destruct I. }
  pose proof (off_by_cosine library 3 m _ L F) as O. apply Rabs_le_inv in O.
  assert (C : exists k, Rabs ((IZR n / 128 + INR m * g 3) / 2 - IZR k * PI) <= 1.25 /\ Rabs (IZR n / 128 - INR m * g 3) <= 0.00626).
  { destruct g_near as (_ & B & _). pose proof PI_8_decimals. rewrite INR_IZR_INZ.
    destruct I as [I|[I|[I|[I|[]]]]]; injection I as <- <-; [exists 27545%Z|exists 27602%Z|exists 27656%Z|exists 27660%Z]; split; apply Rabs_le; lra. }
  destruct C as (k & K & D). pose proof (cosines_closer _ _ k K). lra.
Qed.

Lemma third_plane : forall library (m : nat), library_near library -> INR m < 131072 -> cosine_off (in_float32 library) 3 m < 0.00625.
Proof.
  intros library m L M. pose proof (off_by_phase library 3 m L) as O. rewrite INR_IZR_INZ in M. apply lt_IZR in M.
  destruct (Z.ltb_spec (Z.of_nat m) 129800) as [Small|Large].
  - apply IZR_lt in Small, M. rewrite <- INR_IZR_INZ in Small, M. destruct g_3 as [_ D]. pose proof (fast_phase _ 3 m ltac:(lia) D M). lra.
  - pose proof all_but_four as A. rewrite forallb_forall in A. specialize (A (Z.of_nat m)).
    assert (I : In (Z.of_nat m) (from_on 129800 1272)).
    { unfold from_on. apply in_map_iff. exists (Z.to_nat (Z.of_nat m - 129800)). split; [lia|]. apply in_seq. lia. }
    specialize (A I). apply orb_prop in A. destruct A as [A|A].
    + pose proof (third_near m M A). lra.
    + apply existsb_exists in A. destruct A as [z [Z E]]. apply Z.eqb_eq in E. subst z. unfold exceptions in Z. simpl in Z.
      apply Rlt_trans with 0.0061; [|lra].
      destruct Z as [Z|[Z|[Z|[Z|[]]]]]; rewrite <- Z in *; eapply (third_row_of_exception library m); try exact L; rewrite <- Z; simpl; intuition reflexivity.
Qed.

Theorem new_precision_cliff_cosine_error_proved : new_precision_cliff_cosine_error_statement.
Proof.
  split; [|split].
  - split.
    + exists 21%nat, (Z.to_nat 76451). split; [lia|]. rewrite INR_IZR_INZ, Z2Nat.id by lia. split; [lra|].
      unfold cosine_off. rewrite INR_IZR_INZ, Z2Nat.id by lia. destruct new_precision_cliff_cache_corrected_proved as [_ [_ [_ [_ [W _]]]]]. unfold step_cost in W. lra.
    + intros k m _ _. unfold cosine_off. pose proof (COS_bound (INR m * bfloat16 (g k))). pose proof (COS_bound (INR m * g k)). apply Rle_lt_trans with 2; [apply Rabs_le|]; lra.
  - intros library L. split.
    + exists 3%nat, (Z.to_nat 130149). rewrite INR_IZR_INZ, Z2Nat.id by lia. split; [lia|]. split; [lra|].
      assert (F : float32 (INR (Z.to_nat 130149) * float32 (g 3)) = 11054980 / 128) by (apply third_exact; rewrite INR_IZR_INZ, Z2Nat.id by lia; lra).
      pose proof (off_by_cosine library 3 _ _ L F) as O. apply Rabs_le_inv in O.
      assert (C : 0.0062 < Rabs (cos (11054980 / 128) - cos (INR (Z.to_nat 130149) * g 3))); [|lra].
      destruct g_near as (_ & B & _). pose proof PI_8_decimals. rewrite INR_IZR_INZ, Z2Nat.id by lia. apply (cosines_farther _ _ 27491); [apply Rabs_le|]; lra.
    + intros k m K M. pose proof (off_by_phase library k m L) as O.
      destruct (le_lt_dec 5 k) as [S|S]; [pose proof (slow_phase k m S M); lra|].
      assert (C : (k = 1 \/ k = 2 \/ k = 3 \/ k = 4)%nat) by lia. destruct C as [->|[->|[->| ->]]].
      * rewrite (first_phase m M) in O. lra.
      * pose proof (fast_phase _ 2 m ltac:(lia) g_2 M). lra.
      * apply third_plane; assumption.
      * pose proof (fast_phase _ 4 m ltac:(lia) g_4 M). lra.
  - split.
    + exists 32%nat, 36%nat. split; [lia|]. split; [simpl; lra|]. unfold cosine_off.
      assert (C : 0.99804765 < cos (INR 36 * g 32) < 0.99804766) by (unfold g, Rpower; simpl; split; interval with (i_prec 60)).
      set (c := cos (INR 36 * g 32)) in *. clearbody c. rewrite (of_bfloat16 c 0 256 1) by (simpl; lra). rewrite Rabs_pos_eq by lra. lra.
    + intros k m _ _. unfold cosine_off. pose proof (COS_bound (INR m * g k)) as B.
      pose proof (cast 8 (cos (INR m * g k)) ltac:(lia) ltac:(apply Rabs_le; lra)) as C. change (bpow radix2 (- (8 + 1))) with (/ 512) in C. unfold bfloat16. lra.
Qed.

(** * False neighbours *)

(** Float32 keeps cosines to 6.1e-3. *)
Definition new_precision_cliff_cosine_error_neighbour_less : Prop :=
  forall library, library_near library -> largest_within (cosine_off (in_float32 library)) 0.00605 0.00615.

Theorem new_precision_cliff_cosine_error_neighbour_less_false : ~ new_precision_cliff_cosine_error_neighbour_less.
Proof.
  intro H. assert (L : library_near cos) by (intro x; rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; interval).
  destruct (H cos L) as [_ Up]. destruct new_precision_cliff_cosine_error_proved as [_ [F _]]. destruct (F cos L) as [[k [m [K [M Low]]]] _]. specialize (Up k m K M). lra.
Qed.

(** With the frequencies rounded to float32 and every other step exact the error is as large: it is below 3.91e-3. *)
Definition new_precision_cliff_cosine_error_neighbour_frequencies : Prop :=
  largest_within (cosine_off (fun plane position => cos (INR position * float32 (g plane)))) 0.00615 0.00625.

Theorem new_precision_cliff_cosine_error_neighbour_frequencies_false : ~ new_precision_cliff_cosine_error_neighbour_frequencies.
Proof.
  intros [[k [m [K [M Low]]]] _]. unfold cosine_off in Low. pose proof (cos_moves (INR m * g k) (INR m * float32 (g k))) as C. unfold step_cost in C.
  rewrite <- Rmult_minus_distr_l, Rabs_mult, (Rabs_pos_eq (INR m)) in C by apply pos_INR.
  pose proof (g_positive k) as P. destruct (Nat.eq_dec k 1) as [->|N].
  { assert (O : float32 1 = 1) by (apply (power_kept 24 0); lia). rewrite g_1, O, Rminus_diag_eq, Rabs_R0 in Low by reflexivity. lra. }
  assert (U : g k < 1) by (pose proof (g_falls 2 k ltac:(lia)); destruct g_near as [B _]; lra).
  pose proof (float32_off 0 (g k) ltac:(rewrite Rabs_pos_eq by lra; exact U)) as D. change (bpow radix2 (0 - 25)) with (/ 33554432) in D. pose proof (pos_INR m).
  pose proof (Rmult_le_compat_l (INR m) _ _ (pos_INR m) D). lra.
Qed.

(** The cast costs 2^-8. *)
Definition new_precision_cliff_cosine_error_neighbour_cast : Prop :=
  largest_within (cosine_off (fun plane position => bfloat16 (cos (INR position * g plane)))) 0.003905 0.003915.

Theorem new_precision_cliff_cosine_error_neighbour_cast_false : ~ new_precision_cliff_cosine_error_neighbour_cast.
Proof.
  intros [[k [m [K [M Low]]]] _]. destruct new_precision_cliff_cosine_error_proved as [_ [_ [_ Up]]]. specialize (Up k m K M). lra.
Qed.

Lemma a_pair : exists plane position : nat, (1 <= plane <= 64)%nat /\ INR position < 131072 /\ True.
Proof. exists 21%nat, 5%nat. split; [lia|]. split; [simpl; lra|exact I]. Qed.

Example new_precision_cliff_cosine_error_instance : instance_of new_precision_cliff_cosine_error_statement.
Proof.
  split; [exact (conj I a_pair)|]. split; [|exact (conj I a_pair)].
  exists cos. split; [intro x; rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; lra|]. exact I.
Qed.
