(** new.base-bound-monotone, new.base-bound-monotone.corrected: does a larger base reach further?

    Statement (rule of thumb drawn from Men et al. 2024).  With B(m) = sum_k cos(m g_k), g_k = b^{-2k/d},
    k = 0..d/2-1: a larger base never has an earlier first negative B(m).  Refuted at d = 8: the first negative
    is 16 for b = 3.8^4 = 208.5136 and 15 for b = 256.
    Corrected.  With K = d/2 planes and any whole 1 <= j < K/2: B(m) > 0 for every m >= 1 with
    m^2 <= 2 (K-2j)/(K-j) b^{2j/K}.

    Idea of the corrected form: the planes from j on are so slow that their cosines are at least 1 - (m g_j)^2/2;
    the j planes before cannot take away more than 1 each. *)

From Coq Require Import Reals Lra Lia.
From RopeTheory Require Import IntervalZ.
From RopeTheory Require Import Rope Trig Instances.
Open Scope R_scope.

(** Frequency number k = 0..K-1 of K planes. *)
Definition g (b : R) (K k : nat) : R := Rpower b (- (INR k / INR K)).

Definition kernel (b : R) (K m : nat) : R := sum (fun k => cos (INR m * g b K k)) K.

Definition first_negative (b : R) (K m : nat) : Prop :=
  (1 <= m)%nat /\ kernel b K m < 0 /\ forall i, (1 <= i < m)%nat -> 0 <= kernel b K i.

Definition new_base_bound_monotone_statement : Prop :=
  forall (K : nat) (b b' : R) (m m' : nat), (1 <= K)%nat -> 1 < b < b' ->
    first_negative b K m -> first_negative b' K m' -> (m <= m')%nat.

Definition new_base_bound_monotone_corrected_statement : Prop :=
  forall (K j m : nat) (b : R), (1 <= j)%nat -> (2 * j < K)%nat -> 1 < b -> (1 <= m)%nat ->
    INR m ^ 2 <= 2 * (INR K - 2 * INR j) / (INR K - INR j) * Rpower b (2 * INR j / INR K) ->
    0 < kernel b K m.

(** * The witness: four planes with frequencies x^0, x^-1, x^-2, x^-3 *)

Lemma four_planes : forall x m, 0 < x ->
  kernel (x ^ 4) 4 m = cos (INR m) + cos (INR m / x) + cos (INR m / x ^ 2) + cos (INR m / x ^ 3).
Proof.
  intros x m Hx.
  assert (E : forall k, (k <= 3)%nat -> g (x ^ 4) 4 k = / x ^ k).
  { intros k Hk. unfold g. rewrite <- (Rpower_pow 4 x Hx), Rpower_mult, <- Rpower_pow by exact Hx.
    rewrite <- Rpower_Ropp. f_equal. simpl INR. field. }
  unfold kernel. simpl sum. rewrite !E by lia. simpl pow. unfold Rdiv. rewrite !Rmult_1_r, Rinv_1, Rmult_1_r. ring.
Qed.

Ltac by_planes := rewrite four_planes by lra; simpl INR; interval with (i_prec 40).

Lemma below : forall P : nat -> Prop, forall n, (forall i, (i < n)%nat -> P (S i)) ->
  forall i, (1 <= i < S n)%nat -> P i.
Proof. intros P n H [|i] Hi; [lia|apply H; lia]. Qed.

Lemma first_16 : first_negative (3.8 ^ 4) 4 16.
Proof.
  split; [lia|]. split; [by_planes|]. intros i Hi.
  do 16 (destruct i as [|i]; [first [lia|by_planes]|]). lia.
Qed.

Lemma first_15 : first_negative (4 ^ 4) 4 15.
Proof.
  split; [lia|]. split; [by_planes|]. intros i Hi.
  do 15 (destruct i as [|i]; [first [lia|by_planes]|]). lia.
Qed.

Theorem new_base_bound_monotone_refuted : ~ new_base_bound_monotone_statement.
Proof.
  intro H. specialize (H 4%nat (3.8 ^ 4) (4 ^ 4) 16%nat 15%nat ltac:(lia) ltac:(lra) first_16 first_15). lia.
Qed.

(** * What is true *)

Lemma g_positive : forall b K k, 0 < g b K k.
Proof. intros. apply exp_pos. Qed.

Lemma g_falls : forall b K j k, 1 < b -> (1 <= K)%nat -> (j < k)%nat -> g b K k < g b K j.
Proof.
  intros b K j k Hb HK Hjk. unfold g. apply Rpower_lt; [exact Hb|].
  apply Ropp_lt_contravar. assert (0 < INR K) by (apply lt_0_INR; lia).
  apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat; assumption|apply lt_INR, Hjk].
Qed.

(** A slow plane's cosine. *)
Lemma slow : forall m x y, 0 <= x -> x <= y -> 1 - (m * y) ^ 2 / 2 <= cos (m * x).
Proof.
  intros m x y Hx Hy. pose proof (one_minus_cos_le_square (m * x)) as H.
  assert ((m * x) * (m * x) <= (m * y) ^ 2); [|lra]. simpl. assert (0 <= m * m) by nra.
  replace (m * x * (m * x)) with (m * m * (x * x)) by ring.
  replace (m * y * (m * y * 1)) with (m * m * (y * y)) by ring. apply Rmult_le_compat_l; nra.
Qed.

Lemma sum_split : forall (f : nat -> R) j n a c, (j <= n)%nat ->
  (forall k, (k < j)%nat -> a <= f k) -> (forall k, (j <= k < n)%nat -> c <= f k) ->
  INR j * a + (INR n - INR j) * c <= sum f n.
Proof.
  intros f j n a c Hjn Ha Hc. induction n as [|n IH].
  - assert (j = 0%nat) as -> by lia. simpl. lra.
  - destruct (Nat.eq_dec j (S n)) as [->|N].
    + replace (INR (S n) - INR (S n)) with 0 by ring. rewrite Rmult_0_l, Rplus_0_r, <- sum_const.
      apply sum_le. intros k Hk. apply Ha, Hk.
    + rewrite S_INR. simpl. pose proof (IH ltac:(lia) ltac:(intros; apply Hc; lia)).
      pose proof (Hc n ltac:(lia)). lra.
Qed.

Theorem new_base_bound_monotone_corrected_proved : new_base_bound_monotone_corrected_statement.
Proof.
  intros K j m b Hj HjK Hb Hm Hsmall.
  assert (0 < INR K) by (apply lt_0_INR; lia). assert (1 <= INR m) by (change 1 with (INR 1); apply le_INR; lia).
  assert (2 * INR j < INR K) by (replace (2 * INR j) with (INR (2 * j)) by (rewrite mult_INR; reflexivity);
                                 apply lt_INR; lia).
  assert (1 <= INR j) by (change 1 with (INR 1); apply le_INR; lia).
  set (y := g b K j). set (t := (INR m * y) ^ 2 / 2).
  assert (Ht : (INR K - INR j) * t <= INR K - 2 * INR j).
  { assert (Y : y ^ 2 * Rpower b (2 * INR j / INR K) = 1).
    { unfold y, g. rewrite <- (Rpower_pow 2) by apply exp_pos. rewrite Rpower_mult, <- Rpower_plus.
      simpl INR. replace (- (INR j / INR K) * (1 + 1) + 2 * INR j / INR K) with 0 by (field; lra).
      apply Rpower_O. lra. }
    assert (0 < y) by apply g_positive. assert (0 < y ^ 2) by (apply pow_lt; assumption).
    assert (B : INR m ^ 2 * y ^ 2 <= 2 * (INR K - 2 * INR j) / (INR K - INR j)).
    { apply (Rmult_le_compat_r (y ^ 2)) in Hsmall; [|lra].
      replace (2 * (INR K - 2 * INR j) / (INR K - INR j) * Rpower b (2 * INR j / INR K) * y ^ 2)
        with (2 * (INR K - 2 * INR j) / (INR K - INR j) * (y ^ 2 * Rpower b (2 * INR j / INR K))) in Hsmall by ring.
      rewrite Y in Hsmall. lra. }
    unfold t. rewrite Rpow_mult_distr.
    apply (Rmult_le_compat_l (INR K - INR j)) in B; [|lra].
    replace ((INR K - INR j) * (2 * (INR K - 2 * INR j) / (INR K - INR j))) with (2 * (INR K - 2 * INR j)) in B
      by (field; lra). lra. }
  destruct K as [|K]; [lia|]. unfold kernel. simpl sum.
  assert (Low : INR j * (-1) + (INR K - INR j) * (1 - t) <= sum (fun k => cos (INR m * g b (S K) k)) K).
  { apply sum_split; [lia| |].
    - intros k _. apply COS_bound.
    - intros k Hk. apply slow; [apply Rlt_le, g_positive|].
      destruct (Nat.eq_dec k j) as [->|N]; [apply Rle_refl|apply Rlt_le, g_falls; [exact Hb|lia|lia]]. }
  assert (Last : 1 - t < cos (INR m * g b (S K) K)).
  { pose proof (one_minus_cos_le_square (INR m * g b (S K) K)) as S1.
    assert (G : g b (S K) K < y) by (apply g_falls; [exact Hb|lia|lia]).
    pose proof (g_positive b (S K) K). unfold t.
    assert (P : INR m * g b (S K) K < INR m * y) by (apply Rmult_lt_compat_l; lra).
    assert (0 < INR m * g b (S K) K) by (apply Rmult_lt_0_compat; lra). nra. }
  rewrite S_INR in Ht, H1. lra.
Qed.

(** False neighbour: 4 in place of 2; three planes, base 10, j = 1, m = 3. *)
Definition new_base_bound_monotone_corrected_neighbour_four : Prop :=
  forall (K j m : nat) (b : R), (1 <= j)%nat -> (2 * j < K)%nat -> 1 < b -> (1 <= m)%nat ->
    INR m ^ 2 <= 4 * (INR K - 2 * INR j) / (INR K - INR j) * Rpower b (2 * INR j / INR K) ->
    0 < kernel b K m.

Theorem new_base_bound_monotone_corrected_neighbour_four_false :
  ~ new_base_bound_monotone_corrected_neighbour_four.
Proof.
  intro H. assert (0 < kernel 10 3 3); [apply (H 3 1 3)%nat; try lia; try lra|].
  - unfold Rpower. simpl INR. interval.
  - revert H0. apply Rle_not_lt. unfold kernel, g, Rpower. simpl sum. simpl INR. interval.
Qed.

Example new_base_bound_monotone_corrected_instance : instance_of new_base_bound_monotone_corrected_statement.
Proof.
  exists 4%nat, 1%nat, 11%nat, 10000. repeat (split; [lia || lra |]). split; [| exact I].
  replace (2 * INR 1 / INR 4) with (/ 2) by (simpl; field). rewrite Rpower_sqrt by lra.
  replace 10000 with (100 * 100) by ring. rewrite sqrt_square by lra. simpl. lra.
Qed.
