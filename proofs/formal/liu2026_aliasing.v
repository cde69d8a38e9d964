(** liu2026.aliasing: whether two positions of a long context have the same rotation.

    Statement (a reading of a condition L < 2 pi b in public accounts of Liu 2026). If L >= 2 pi b, two of the positions 0..L are turned alike in all K planes of
    base b > 1. It is false: the first plane turns by 1 radian per position, and pi is irrational. Corrected: no two whole positions are turned alike,
    at any base and length. *)

From Coq Require Import Reals Lra Lia ZArith.
From RopeTheory Require Import Rope Trig barbero2024_prop31 Instances.
Open Scope R_scope.

(** b^(-i/K), the frequencies of K planes. *)
Definition frequency (b : R) (K i : nat) : R := Rpower b (- (INR i / INR K)).

(** Positions s and t have the same rotation in all planes. *)
Definition alike (b : R) (K s t : nat) : Prop :=
  forall i, (i < K)%nat -> cos (INR s * frequency b K i) = cos (INR t * frequency b K i) /\
    sin (INR s * frequency b K i) = sin (INR t * frequency b K i).

Definition liu2026_aliasing_statement : Prop :=
  forall (b : R) (K L : nat), 1 < b -> (1 <= K)%nat -> 2 * PI * b <= INR L -> exists s t, (s < t <= L)%nat /\ alike b K s t.

Definition liu2026_aliasing_corrected_statement : Prop :=
  forall (b : R) (K s t : nat), 1 < b -> (1 <= K)%nat -> (s < t)%nat -> ~ alike b K s t.

Lemma first : forall b K, frequency b K 0 = 1.
Proof. intros. unfold frequency, Rpower. replace (- (INR 0 / INR K) * ln b) with 0 by (simpl; unfold Rdiv; ring). apply exp_0. Qed.

Theorem liu2026_aliasing_corrected_proved : liu2026_aliasing_corrected_statement.
Proof.
  intros b K s t B K1 L A. destruct (A 0%nat ltac:(lia)) as [C S]. rewrite first, !Rmult_1_r in C, S.
  pose proof (cos_whole (Z.of_nat t - Z.of_nat s) ltac:(lia)) as W. rewrite minus_IZR, <- !INR_IZR_INZ, cos_minus, C, S in W.
  pose proof (sin2_cos2 (INR t)) as E. unfold Rsqr in E. lra.
Qed.

Theorem liu2026_aliasing_refuted : ~ liu2026_aliasing_statement.
Proof.
  intro H. pose proof PI_4. destruct (H 2 1%nat 16%nat ltac:(lra) ltac:(lia)) as [s [t [[L _] A]]].
  - replace (INR 16) with 16 by (simpl; ring). lra.
  - exact (liu2026_aliasing_corrected_proved 2 1%nat s t ltac:(lra) ltac:(lia) L A).
Qed.

(** * False neighbours *)

(** Not even in the slowest plane alone, for any real frequency: a half turn comes back. *)
Definition liu2026_aliasing_corrected_neighbour_any_angle : Prop :=
  forall (g : R) (s t : nat), (s < t)%nat -> ~ (cos (INR s * g) = cos (INR t * g) /\ sin (INR s * g) = sin (INR t * g)).

Theorem liu2026_aliasing_corrected_neighbour_any_angle_false : ~ liu2026_aliasing_corrected_neighbour_any_angle.
Proof.
  intro H. apply (H 0 0%nat 1%nat ltac:(lia)). rewrite !Rmult_0_r. split; reflexivity.
Qed.

(** Position 0 and itself. *)
Definition liu2026_aliasing_corrected_neighbour_equal : Prop :=
  forall (b : R) (K s t : nat), 1 < b -> (1 <= K)%nat -> (s <= t)%nat -> ~ alike b K s t.

Theorem liu2026_aliasing_corrected_neighbour_equal_false : ~ liu2026_aliasing_corrected_neighbour_equal.
Proof. intro H. apply (H 2 1%nat 0%nat 0%nat ltac:(lra) ltac:(lia) ltac:(lia)). intros i _. split; reflexivity. Qed.

Example liu2026_aliasing_corrected_instance : instance_of liu2026_aliasing_corrected_statement.
Proof. exists 10000, 64%nat, 3%nat, 5%nat. split; [lra | split; [lia | split; [lia | exact I]]]. Qed.
