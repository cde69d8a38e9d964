(** new.index-gap-multifrequency.crossover: where the 1/n^2 law of one angle stops to matter.

    Statement. For the 64 frequencies 500000^(-k/64) and every 7 <= n <= 131072 some convex mix of them leads all rivals at the distances 1..n-1 by more than
    any single angle whatever does: more than 1 - cos(2 pi/n). So does the best mix.

    Idea: two explicit mixes. Up to n = 28 one of planes 0, 1, 2 and 4, whose lead at the 27 distances is computed. Beyond, weight 1/10 on plane 0 and 1/70 on
    each other: from distance 4 on some plane stands between pi/1.228 and pi, and is worth (1 - cos(pi/1.228))/70, more than 1 - cos(2 pi/28).
    Encoding: the lead of a mix as in Mixes.v. *)

From Coq Require Import Reals Lra Lia PeanoNat ZArith.
From RopeTheory Require Import Rope Trig Heads Circle IntervalZ Pigeonhole Simultaneous liu2026_aliasing new_index_gap_sharp Mixes
  Instances.
Open Scope R_scope.

(** Frequency k of base 500000 in 128 dimensions. *)
Definition of_model (k : nat) : R := liu2026_aliasing.frequency 500000 64 k.

Definition new_index_gap_multifrequency_crossover_statement : Prop :=
  forall n : nat, (7 <= n)%nat -> (Z.of_nat n <= 131072)%Z ->
    (forall theta, exists t, (1 <= t <= n - 1)%nat /\ 1 - cos (INR t * theta) <= 1 - cos (2 * PI / INR n)) /\
    exists (w : nat -> R) (gap : R), convex 64 w /\ 1 - cos (2 * PI / INR n) < gap /\
      forall t, (1 <= t <= n - 1)%nat -> gap <= mixed_lead 64 w of_model t.

(** * Sums of terms that are not negative *)

Lemma sum_prefix : forall f m n, (m <= n)%nat -> (forall k, 0 <= f k) -> sum f m <= sum f n.
Proof. intros f m n H P. induction H as [|n H IH]; [lra|]. simpl. specialize (P n). lra. Qed.

Lemma sum_term : forall f k n, (k < n)%nat -> (forall i, 0 <= f i) -> f k <= sum f n.
Proof.
  intros f k n H P. eapply Rle_trans; [|apply (sum_prefix f (S k) n H P)]. simpl. pose proof (sum_prefix f 0 k ltac:(lia) P) as Q. simpl in Q. lra.
Qed.

Lemma mixed_nonneg : forall (w g : nat -> R) t, (forall k, 0 <= w k) -> forall k, 0 <= w k * (1 - cos (INR t * g k)).
Proof. intros w g t W k. apply Rmult_le_pos; [apply W|]. pose proof (COS_bound (INR t * g k)). lra. Qed.

(** * Up to n = 28 *)

Definition first_mix (k : nat) : R := match k with 0%nat => 0.6783 | 1%nat => 0.1676 | 2%nat => 0.1177 | 4%nat => 0.0364 | _ => 0 end.

Lemma first_mix_nonneg : forall k, 0 <= first_mix k.
Proof. intro k. do 5 (destruct k as [|k]; [simpl; lra|]). simpl. lra. Qed.

Lemma first_mix_convex : convex 64 first_mix.
Proof. split; [intros k _; apply first_mix_nonneg|]. cbn [sum first_mix]. lra. Qed.

Lemma frequency_power : forall k, of_model k = exp (- (INR k / 64) * ln 500000).
Proof. intro k. unfold of_model, liu2026_aliasing.frequency, Rpower. replace (INR 64) with 64 by (rewrite INR_IZR_INZ; reflexivity). reflexivity. Qed.

Lemma few_frequencies : of_model 0 = 1 /\ 0.81460 <= of_model 1 <= 0.81463 /\ 0.66359 <= of_model 2 <= 0.66362 /\ 0.44036 <= of_model 4 <= 0.44040.
Proof.
  rewrite !frequency_power. split; [simpl; replace (- (0 / 64) * ln 500000) with 0 by field; apply exp_0|].
  replace (INR 1) with 1 by reflexivity. replace (INR 2) with 2 by (simpl; ring). replace (INR 4) with 4 by (simpl; ring).
  repeat split; interval.
Qed.

Lemma first_mix_lead : forall t, (1 <= t <= 27)%nat -> 0.39 <= mixed_lead 64 first_mix of_model t.
Proof.
  intros t Ht. eapply Rle_trans; [|apply (sum_prefix _ 5 64); [lia|apply mixed_nonneg, first_mix_nonneg]]. cbn [sum first_mix].
  destruct few_frequencies as [-> [G1 [G2 G4]]]. set (a := of_model 1) in *. set (b := of_model 2) in *. set (d := of_model 4) in *. clearbody a b d.
  rewrite INR_IZR_INZ. assert (C : (1 <= Z.of_nat t <= 27)%Z) by lia. set (z := Z.of_nat t) in *. clearbody z. clear Ht.
  assert (M : 0.39 <= 0.6783 * (1 - cos (IZR z * 1)) + 0.1676 * (1 - cos (IZR z * a)) + 0.1177 * (1 - cos (IZR z * b)) + 0.0364 * (1 - cos (IZR z * d))); [|lra].
  assert (First : cos (IZR z) <= 0.425 -> 0.39 <= 0.6783 * (1 - cos (IZR z * 1)) + 0.1676 * (1 - cos (IZR z * a)) + 0.1177 * (1 - cos (IZR z * b)) + 0.0364 * (1 - cos (IZR z * d))).
  { rewrite Rmult_1_r. pose proof (COS_bound (IZR z * a)). pose proof (COS_bound (IZR z * b)). pose proof (COS_bound (IZR z * d)). lra. }
  assert (D : (z = 1 \/ z = 6 \/ z = 7 \/ z = 12 \/ z = 13 \/ z = 18 \/ z = 19 \/ z = 20 \/ z = 25 \/ z = 26 \/
    z = 2 \/ z = 3 \/ z = 4 \/ z = 5 \/ z = 8 \/ z = 9 \/ z = 10 \/ z = 11 \/ z = 14 \/ z = 15 \/ z = 16 \/ z = 17 \/ z = 21 \/ z = 22 \/ z = 23 \/ z = 24 \/ z = 27)%Z) by lia. clear C.
  do 10 (destruct D as [->|D]; [clear First; interval with (i_prec 20)|]). apply First. clear First. repeat (destruct D as [->|D]; [interval with (i_prec 20)|]). subst z. interval with (i_prec 20).
Qed.

(** * From n = 28 on *)

Definition even_mix (k : nat) : R := if (k =? 0)%nat then 1 / 10 else 1 / 70.

Lemma even_mix_nonneg : forall k, 0 <= even_mix k.
Proof. intro k. unfold even_mix. destruct (k =? 0)%nat; lra. Qed.

Lemma even_mix_convex : convex 64 even_mix.
Proof. split; [intros k _; apply even_mix_nonneg|]. cbn [sum even_mix Nat.eqb]. unfold even_mix. cbn [Nat.eqb]. lra. Qed.

Lemma frequency_next : forall k, of_model k <= 1.228 * of_model (S k).
Proof.
  intro k. rewrite !frequency_power, S_INR. replace (- (INR k / 64) * ln 500000) with (ln 500000 / 64 + - ((INR k + 1) / 64) * ln 500000) by field.
  rewrite exp_plus. apply Rmult_le_compat_r; [left; apply exp_pos|]. interval.
Qed.

Lemma frequency_at_most_1 : forall k, 0 < of_model k <= 1.
Proof.
  intro k. rewrite frequency_power. split; [apply exp_pos|]. rewrite <- exp_0. assert (0 <= ln 500000) by interval. pose proof (pos_INR k).
  assert (L : - (INR k / 64) * ln 500000 <= 0) by nra. destruct L as [L|L]; [left; apply exp_increasing, L|rewrite L; right; reflexivity].
Qed.

Lemma even_mix_lead : forall t, (1 <= Z.of_nat t <= 131071)%Z -> 0.026 <= mixed_lead 64 even_mix of_model t.
Proof.
  intros t Ht. pose proof (mixed_nonneg even_mix of_model t even_mix_nonneg) as P. pose proof PI_RGT_0 as PP. assert (PI4 : 3.14 < PI < 3.15) by (split; interval).
  destruct (Nat.le_gt_cases t 3) as [T3|T3].
  - eapply Rle_trans; [|apply (sum_term _ 0 64); [lia|exact P]]. destruct few_frequencies as [-> _]. unfold even_mix. simpl Nat.eqb. cbv iota.
    assert (1 <= INR t) by (apply (le_INR 1); lia). assert (INR t <= 3) by (replace 3 with (INR 3) by (simpl; ring); apply le_INR, T3).
    assert (cos (INR t * 1) <= cos 1) by (apply cos_falls_weakly; lra). assert (cos 1 <= 0.55) by interval. lra.
  - (* the first plane at most half a turn on *)
    assert (T4 : 4 <= INR t) by (replace 4 with (INR 4) by (simpl; ring); apply le_INR; lia).
    destruct (first_such (fun k => INR t * of_model k <= PI) ltac:(intro k; destruct (Rle_dec (INR t * of_model k) PI); auto) 63) as [k [Hk [In First]]].
    { rewrite frequency_power. assert (E : exp (- (INR 63 / 64) * ln 500000) <= 0.0000025) by (rewrite INR_IZR_INZ; simpl; interval).
      assert (INR t <= 131071) by (rewrite INR_IZR_INZ; apply (IZR_le _ 131071); lia). pose proof (exp_pos (- (INR 63 / 64) * ln 500000)).
      apply Rle_trans with (131071 * 0.0000025); [apply Rmult_le_compat; lra|lra]. }
    destruct k as [|k]; [exfalso; destruct few_frequencies as [E _]; rewrite E in In; lra|].
    specialize (First k ltac:(lia)). apply Rnot_le_lt in First. pose proof (frequency_next k) as N.
    assert (Low : PI / 1.228 <= INR t * of_model (S k)).
    { apply (Rmult_le_reg_r 1.228); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
      pose proof (Rmult_le_compat_l (INR t) _ _ ltac:(lra) N). lra. }
    eapply Rle_trans; [|apply (sum_term _ (S k) 64); [lia|exact P]]. unfold even_mix. simpl Nat.eqb. cbv iota.
    assert (cos (INR t * of_model (S k)) <= cos (PI / 1.228)) by (apply cos_falls_weakly; [|exact Low|exact In]; apply Rmult_le_pos; lra).
    assert (cos (PI / 1.228) <= -0.83) by interval. lra.
Qed.

Theorem new_index_gap_multifrequency_crossover_proved : new_index_gap_multifrequency_crossover_statement.
Proof.
  intros n N7 Nmax. split; [intro theta; apply one_angle_reach; lia|]. pose proof PI_RGT_0.
  assert (Falls : forall m, (0 < m)%nat -> (m <= n)%nat -> (2 <= m)%nat -> 1 - cos (2 * PI / INR n) <= 1 - cos (2 * PI / INR m)).
  { intros m M0 Mn M2. assert (0 < INR m) by (apply lt_0_INR, M0). assert (INR m <= INR n) by (apply le_INR, Mn).
    assert (cos (2 * PI / INR m) <= cos (2 * PI / INR n)); [|lra]. pose proof (part_of_turn m M2) as P.
    apply cos_falls_weakly; [left; apply Rdiv_lt_0_compat; lra| |lra]. apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra. }
  destruct (Nat.le_gt_cases n 28) as [N28|N28].
  - exists first_mix, 0.39. split; [exact first_mix_convex|]. split; [|intros t Ht; apply first_mix_lead; lia].
    eapply Rle_lt_trans; [apply (Falls 7%nat); lia|]. replace (INR 7) with 7 by (rewrite INR_IZR_INZ; reflexivity). interval.
  - exists even_mix, 0.026. split; [exact even_mix_convex|]. split; [|intros t Ht; apply even_mix_lead; lia].
    eapply Rle_lt_trans; [apply (Falls 28%nat); lia|]. replace (INR 28) with 28 by (rewrite INR_IZR_INZ; reflexivity). interval.
Qed.

(** * False neighbours: at distance 1 no plane is worth more than 1 - cos 1 *)

Lemma first_distance : forall w, convex 64 w -> mixed_lead 64 w of_model 1 <= 1 - cos 1.
Proof.
  intros w [W0 W1]. replace (1 - cos 1) with (sum (fun k => (1 - cos 1) * w k) 64) by (rewrite sum_scal, W1; ring). apply sum_le. intros k Hk.
  rewrite (Rmult_comm (1 - cos 1)). apply Rmult_le_compat_l; [apply W0, Hk|]. pose proof (frequency_at_most_1 k). simpl INR. pose proof PI2_1.
  assert (cos 1 <= cos (1 * of_model k)) by (apply cos_falls_weakly; lra). lra.
Qed.

(** From n = 6 on. *)
Definition new_index_gap_multifrequency_crossover_neighbour_six : Prop :=
  forall n : nat, (6 <= n)%nat -> (Z.of_nat n <= 131072)%Z -> exists (w : nat -> R) (gap : R), convex 64 w /\ 1 - cos (2 * PI / INR n) < gap /\
    forall t, (1 <= t <= n - 1)%nat -> gap <= mixed_lead 64 w of_model t.

Theorem new_index_gap_multifrequency_crossover_neighbour_six_false : ~ new_index_gap_multifrequency_crossover_neighbour_six.
Proof.
  intro H. destruct (H 6%nat ltac:(lia) ltac:(lia)) as [w [gap [W [Lt L]]]]. specialize (L 1%nat ltac:(lia)). pose proof (first_distance w W).
  replace (2 * PI / INR 6) with (PI / 3) in Lt by (simpl; field). rewrite cos_PI3 in Lt. assert (0.54 <= cos 1) by interval. lra.
Qed.

(** By a factor of 2. *)
Definition new_index_gap_multifrequency_crossover_neighbour_twice : Prop :=
  forall n : nat, (7 <= n)%nat -> (Z.of_nat n <= 131072)%Z -> exists (w : nat -> R) (gap : R), convex 64 w /\ 2 * (1 - cos (2 * PI / INR n)) < gap /\
    forall t, (1 <= t <= n - 1)%nat -> gap <= mixed_lead 64 w of_model t.

Theorem new_index_gap_multifrequency_crossover_neighbour_twice_false : ~ new_index_gap_multifrequency_crossover_neighbour_twice.
Proof.
  intro H. destruct (H 7%nat ltac:(lia) ltac:(lia)) as [w [gap [W [Lt L]]]]. specialize (L 1%nat ltac:(lia)). pose proof (first_distance w W).
  replace (INR 7) with 7 in Lt by (rewrite INR_IZR_INZ; reflexivity). assert (0.54 <= cos 1) by interval. assert (cos (2 * PI / 7) <= 0.63) by interval. lra.
Qed.

Example new_index_gap_multifrequency_crossover_instance : instance_of new_index_gap_multifrequency_crossover_statement.
Proof. exists 8%nat. split; [lia | split; [lia | split; [exists 1; exact I | exact I]]]. Qed.
