(** men2024.decreases: whether B(m) falls with the distance m.

    Statement (Men et al. 2024, Section 4.2). B(m') <= B(m) for 1 <= m < m'. It is not so: base 100, two planes, m = 3, m' = 5. What holds:
    B(m) < B(0) = K for every whole m >= 1, at every base b >= 1 and number K >= 1 of planes. *)

From Coq Require Import Reals Lra Lia ZArith.
From RopeTheory Require Import Rope Trig Sums PiIrrational Taylor Instances.
Open Scope R_scope.

(** b^(-i/K), the frequencies of K planes. *)
Definition frequency (b : R) (K i : nat) : R := Rpower b (- (INR i / INR K)).

Definition kernel (b : R) (K m : nat) : R := sum (fun i => cos (INR m * frequency b K i)) K.

Definition men2024_decreases_statement : Prop :=
  forall (b : R) (K m m' : nat), 1 < b -> (1 <= K)%nat -> (1 <= m)%nat -> (m < m')%nat -> kernel b K m' <= kernel b K m.

Definition men2024_decreases_corrected_statement : Prop :=
  forall (b : R) (K m : nat), 1 <= b -> (1 <= K)%nat -> (1 <= m)%nat ->
    kernel b K 0 = INR K /\ kernel b K m < kernel b K 0.

Lemma first : forall b K, frequency b K 0 = 1.
Proof. intros. unfold frequency, Rpower. replace (- (INR 0 / INR K) * ln b) with 0 by (simpl; unfold Rdiv; ring). apply exp_0. Qed.

Lemma second : frequency 100 2 1 = / 10.
Proof.
  unfold frequency. replace (INR 1 / INR 2) with (/ 2) by (simpl; field). rewrite Rpower_Ropp, Rpower_sqrt by lra.
  replace 100 with (10 * 10) by ring. rewrite sqrt_square by lra. reflexivity.
Qed.

Lemma two_planes : forall m, kernel 100 2 m = cos (INR m) + cos (INR m / 10).
Proof.
  intro m. unfold kernel. cbn [sum]. rewrite first, second. rewrite Rmult_1_r, Rplus_0_l. reflexivity.
Qed.

Theorem men2024_decreases_refuted : ~ men2024_decreases_statement.
Proof.
  intro H. specialize (H 100 2%nat 3%nat 5%nat ltac:(lra) ltac:(lia) ltac:(lia) ltac:(lia)). rewrite !two_planes in H.
  replace (INR 3) with 3 in H by (simpl; ring). replace (INR 5) with 5 in H by (simpl; ring).
  pose proof PI_decimals. assert (A : cos 3 + cos (3 / 10) < 0).
  { replace 3 with (- (PI - 3) + PI) at 1 by ring. rewrite neg_cos, cos_neg. pose proof (cos_falls (PI - 3) (3 / 10) ltac:(lra) ltac:(lra) ltac:(lra)). lra. }
  assert (0 < cos (5 / 10)) by (apply cos_gt_0; lra). assert (0 < cos 5) by (rewrite <- cos_full_turn; apply cos_gt_0; lra). lra.
Qed.

Lemma cos_whole : forall m, (1 <= m)%nat -> cos (INR m) < 1.
Proof.
  intros m M. destruct (Rle_lt_or_eq_dec _ _ (cos_le_1 (INR m))) as [L|E]; [exact L|exfalso].
  apply cos_eq_1 in E as [z Z]. assert (P : 1 <= INR m) by (change 1 with (INR 1); apply le_INR; exact M).
  assert (N : z <> 0%Z) by (intros ->; rewrite Rmult_0_l in Z; lra).
  apply (pi_irrational (Z.of_nat m) (2 * z)%Z); [lia|]. rewrite mult_IZR, <- INR_IZR_INZ, Z. field. apply not_0_IZR, N.
Qed.

Theorem men2024_decreases_corrected_proved : men2024_decreases_corrected_statement.
Proof.
  intros b K m B K1 M. assert (Z : kernel b K 0 = INR K).
  { unfold kernel. rewrite (sum_ext _ (fun _ => 1)).
    - rewrite sum_const. ring.
    - intros. simpl. rewrite Rmult_0_l. apply cos_0. }
  split; [exact Z|]. rewrite Z. destruct K as [|K]; [lia|]. unfold kernel.
  assert (L : forall n, (1 <= n)%nat -> sum (fun i => cos (INR m * frequency b (S K) i)) n < INR n).
  { induction n as [|n IH]; intro N; [lia|]. rewrite S_INR. cbn [sum]. destruct n as [|n].
    - simpl sum. rewrite first, Rmult_1_r. pose proof (cos_whole m M). simpl. lra.
    - specialize (IH ltac:(lia)). pose proof (cos_le_1 (INR m * frequency b (S K) (S n))). lra. }
  apply L. lia.
Qed.

(** * False neighbours *)

(** At m = 0 as well. *)
Definition men2024_decreases_corrected_neighbour_zero : Prop :=
  forall (b : R) (K m : nat), 1 <= b -> (1 <= K)%nat -> kernel b K m < kernel b K 0.

Theorem men2024_decreases_corrected_neighbour_zero_false : ~ men2024_decreases_corrected_neighbour_zero.
Proof. intro H. specialize (H 1 1%nat 0%nat ltac:(lra) ltac:(lia)). lra. Qed.

(** B(m) <= K - 1: base 100, two planes, m = 63, near ten turns of the first and one of the second. *)
Definition men2024_decreases_corrected_neighbour_one_less : Prop :=
  forall (b : R) (K m : nat), 1 <= b -> (1 <= K)%nat -> (1 <= m)%nat -> kernel b K m <= INR K - 1.

Theorem men2024_decreases_corrected_neighbour_one_less_false : ~ men2024_decreases_corrected_neighbour_one_less.
Proof.
  intro H. specialize (H 100 2%nat 63%nat ltac:(lra) ltac:(lia) ltac:(lia)). rewrite two_planes in H.
  replace (INR 63) with 63 in H by (simpl; ring). simpl (INR 2) in H.
  replace 63 with (63 - 20 * PI + IZR 10 * (2 * PI)) in H at 1 by ring. rewrite cos_period_Z, <- (cos_full_turn (63 / 10)) in H. pose proof PI_decimals.
  pose proof (cos_above (1 / 2) (63 - 20 * PI) ltac:(lra) ltac:(lra)) as A. pose proof (cos_above (1 / 2) (2 * PI - 63 / 10) ltac:(lra) ltac:(lra)).
  unfold cos_sum in *. lra.
Qed.

Example men2024_decreases_corrected_instance : instance_of men2024_decreases_corrected_statement.
Proof. exists 10000, 64%nat, 3%nat. split; [lra | repeat split; lia]. Qed.
