(** men2024.eq6: the base of NTK-aware scaling.

    Statement (Men et al. 2024, eq. 6). With T_new = s T, b_new = b s^(d/(d-2)) is the one base > 0 with T_new
    b_new^(-(d-2)/d) = T b^(-(d-2)/d): the slowest plane turns as far over T_new as it did over T. d > 2; b, s, T > 0. *)

From Coq Require Import Reals Lra.
From RopeTheory Require Import Instances.
Open Scope R_scope.

Definition men2024_eq6_statement : Prop :=
  forall b s d T c : R, 0 < b -> 0 < s -> 2 < d -> 0 < T -> 0 < c ->
    (s * T * Rpower c (- ((d - 2) / d)) = T * Rpower b (- ((d - 2) / d)) <-> c = b * Rpower s (d / (d - 2))).

Lemma power_of : forall b s d, 0 < b -> 0 < s -> 2 < d ->
  s * Rpower (b * Rpower s (d / (d - 2))) (- ((d - 2) / d)) = Rpower b (- ((d - 2) / d)).
Proof.
  intros b s d B S D. rewrite <- Rpower_mult_distr by (assumption || apply exp_pos). rewrite Rpower_mult.
  replace (d / (d - 2) * - ((d - 2) / d)) with (Ropp 1) by (field; lra).
  rewrite (Rpower_Ropp s 1), (Rpower_1 s S). field. lra.
Qed.

Lemma power_injective : forall a b p, 0 < a -> 0 < b -> p <> 0 -> Rpower a p = Rpower b p -> a = b.
Proof.
  intros a b p A B P E. rewrite <- (Rpower_1 a), <- (Rpower_1 b) by assumption.
  replace 1 with (p * / p) by (field; exact P). rewrite <- !Rpower_mult, E. reflexivity.
Qed.

Theorem men2024_eq6_proved : men2024_eq6_statement.
Proof.
  intros b s d T c B S D T0 C0. pose proof (power_of b s d B S D) as P. split; intro H.
  - apply (power_injective _ _ (- ((d - 2) / d))); [exact C0|apply Rmult_lt_0_compat; [exact B|apply exp_pos]| |].
    + assert (0 < (d - 2) / d) by (apply Rdiv_lt_0_compat; lra). lra.
    + apply (Rmult_eq_reg_l s); [|lra]. rewrite P. apply (Rmult_eq_reg_l T); [|lra]. rewrite <- H. ring.
  - rewrite H. rewrite <- P. ring.
Qed.

(** * False neighbours *)

(** b_new = b s: d = 4, b = 1, s = 4. *)
Definition men2024_eq6_neighbour_linear : Prop :=
  forall b s d T : R, 0 < b -> 0 < s -> 2 < d -> 0 < T ->
    s * T * Rpower (b * s) (- ((d - 2) / d)) = T * Rpower b (- ((d - 2) / d)).

Theorem men2024_eq6_neighbour_linear_false : ~ men2024_eq6_neighbour_linear.
Proof.
  intro H. specialize (H 1 4 4 1 ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)).
  replace (- ((4 - 2) / 4)) with (- / 2) in H by field. rewrite !Rpower_Ropp, !Rpower_sqrt in H by lra.
  replace (1 * 4) with (2 * 2) in H by ring. rewrite sqrt_square, sqrt_1 in H by lra. lra.
Qed.

(** All planes keep their turn: the first one, with frequency b^0. *)
Definition men2024_eq6_neighbour_all_planes : Prop :=
  forall b s d T i : R, 0 < b -> 0 < s -> 2 < d -> 0 < T -> 0 <= i <= (d - 2) / 2 ->
    s * T * Rpower (b * Rpower s (d / (d - 2))) (- (2 * i / d)) = T * Rpower b (- (2 * i / d)).

Theorem men2024_eq6_neighbour_all_planes_false : ~ men2024_eq6_neighbour_all_planes.
Proof.
  intro H. specialize (H 1 4 4 1 0 ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)).
  replace (- (2 * 0 / 4)) with 0 in H by field. rewrite !Rpower_O in H by (try apply Rmult_lt_0_compat; try apply exp_pos; lra).
  lra.
Qed.

Example men2024_eq6_instance : instance_of men2024_eq6_statement.
Proof. exists 10000, 4, 128, 2048, 500000. repeat split; lra. Qed.
