(** su2021.eq16, su2021.eq16.norm: the relative form of a rotary score.

    Statement (Su et al. 2021, eq. 16). (R_m W_q x)^T (R_n W_k y) = x^T W_q R_(n-m) W_k y. As transcribed it lacks a transpose: with x^T W_q^T it is
    true, without it false (W_q a quarter turn, W_k the identity). su2021.eq16.norm: R_m keeps norms. One plane; a score of several is the sum over planes. *)

From Coq Require Import Reals Lra Lia.
From RopeTheory Require Import Rope Instances.
Open Scope R_scope.

(** A 2 x 2 matrix, by rows. *)
Definition matrix : Type := (vec * vec)%type.
Definition apply (W : matrix) (x : vec) : vec := (dot (fst W) x, dot (snd W) x).
Definition transpose (W : matrix) : matrix := ((fst (fst W), fst (snd W)), (snd (fst W), snd (snd W))).

(** (R_m W_q x)^T (R_n W_k y). *)
Definition score (theta m n : R) (Wq Wk : matrix) (x y : vec) : R :=
  dot (rot (m * theta) (apply Wq x)) (rot (n * theta) (apply Wk y)).

(** x^T (W v). *)
Definition form (x : vec) (W : matrix) (v : vec) : R := dot x (apply W v).

(** Positions are whole. *)
Definition su2021_eq16_statement : Prop :=
  forall (theta : R) (m n : nat) (Wq Wk : matrix) (x y : vec),
    score theta (INR m) (INR n) Wq Wk x y = form x Wq (rot ((INR n - INR m) * theta) (apply Wk y)).

Definition su2021_eq16_corrected_statement : Prop :=
  forall (theta m n : R) (Wq Wk : matrix) (x y : vec),
    score theta m n Wq Wk x y = form x (transpose Wq) (rot ((n - m) * theta) (apply Wk y)).

Definition su2021_eq16_norm_statement : Prop := forall (t : R) (v : vec), dot (rot t v) (rot t v) = dot v v.

Theorem su2021_eq16_corrected_proved : su2021_eq16_corrected_statement.
Proof.
  intros theta m n [[a b] [c d]] Wk [x1 x2] y. unfold score. rewrite dot_rot.
  replace (n * theta - m * theta) with ((n - m) * theta) by ring.
  destruct (rot ((n - m) * theta) (apply Wk y)) as [u v]. unfold form, apply, transpose, dot. simpl. ring.
Qed.

Definition identity : matrix := ((1, 0), (0, 1)).
Definition quarter : matrix := ((0, -1), (1, 0)).

Theorem su2021_eq16_refuted : ~ su2021_eq16_statement.
Proof.
  intro H. specialize (H 0 0%nat 0%nat quarter identity (1, 0) (0, 1)). unfold score, form, quarter, identity, apply, dot, rot in H. simpl in H.
  replace (0 * 0) with 0 in H by ring. replace ((0 - 0) * 0) with 0 in H by ring. rewrite cos_0, sin_0 in H. lra.
Qed.

Theorem su2021_eq16_norm_proved : su2021_eq16_norm_statement.
Proof.
  intros t v. rewrite dot_rot. replace (t - t) with 0 by ring. destruct v as [x y]. unfold dot, rot. simpl. rewrite cos_0, sin_0. ring.
Qed.

(** * False neighbours *)

(** R_(m-n) in place of R_(n-m). *)
Definition su2021_eq16_corrected_neighbour_sign : Prop :=
  forall (theta m n : R) (Wq Wk : matrix) (x y : vec),
    score theta m n Wq Wk x y = form x (transpose Wq) (rot ((m - n) * theta) (apply Wk y)).

Theorem su2021_eq16_corrected_neighbour_sign_false : ~ su2021_eq16_corrected_neighbour_sign.
Proof.
  intro H. specialize (H (PI / 2) 0 1 identity identity (1, 0) (0, 1)). unfold score, form, identity, apply, transpose, dot, rot in H. simpl in H.
  replace (0 * (PI / 2)) with 0 in H by ring. replace (1 * (PI / 2)) with (PI / 2) in H by ring.
  replace ((0 - 1) * (PI / 2)) with (- (PI / 2)) in H by ring. rewrite cos_neg, sin_neg, cos_0, sin_0, cos_PI2, sin_PI2 in H. lra.
Qed.

(** A rotation keeps the sum of absolute values: (1, 0) by pi/4. *)
Definition su2021_eq16_norm_neighbour_absolute : Prop :=
  forall (t : R) (v : vec), Rabs (fst (rot t v)) + Rabs (snd (rot t v)) = Rabs (fst v) + Rabs (snd v).

Theorem su2021_eq16_norm_neighbour_absolute_false : ~ su2021_eq16_norm_neighbour_absolute.
Proof.
  intro H. specialize (H (PI / 4) (1, 0)). unfold rot in H. simpl in H. rewrite cos_PI4, sin_PI4 in H.
  assert (S : 0 < sqrt 2) by (apply sqrt_lt_R0; lra). assert (Q : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra).
  assert (P : 0 < 1 / sqrt 2) by (apply Rdiv_lt_0_compat; lra).
  replace (1 / sqrt 2 * 1 - 1 / sqrt 2 * 0) with (1 / sqrt 2) in H by ring.
  replace (1 / sqrt 2 * 1 + 1 / sqrt 2 * 0) with (1 / sqrt 2) in H by ring.
  rewrite (Rabs_right (1 / sqrt 2)), (Rabs_right 1), Rabs_R0 in H by lra.
  assert (E : 1 / sqrt 2 * sqrt 2 = 1) by (field; lra). assert (1 / sqrt 2 = / 2) by lra. rewrite H0 in E. nra.
Qed.

Example su2021_eq16_corrected_instance : instance_of su2021_eq16_corrected_statement.
Proof. exists 1, 2, 5, quarter, identity, north, (1, 1). exact I. Qed.

Example su2021_eq16_norm_instance : instance_of su2021_eq16_norm_statement.
Proof. exists 1, (1, 1). exact I. Qed.
