(** barbero2024.prop31, barbero2024.prop31.only: a key whose score is largest at a given distance.

    Statement (Barbero et al. 2024, Proposition 3.1). For every query q and whole r there is a key k such that q^T R^t k is largest at t =
    r. With k = 0 this would say nothing: here every plane of k is as long as that of q. If the first plane turns by 1 radian per position and q does
    not vanish there, t = r is the only whole t. *)

From Coq Require Import Reals Lra Lia ZArith.
From RopeTheory Require Import Rope Trig PiIrrational men2024_thm1 Instances.
Open Scope R_scope.

Definition barbero2024_prop31_statement : Prop :=
  forall (K : nat) (theta : nat -> R) (q : nat -> vec) (r : Z), exists k : nat -> vec,
    (forall i, dot (k i) (k i) = dot (q i) (q i)) /\
    forall t : Z, score K theta (IZR t) q k <= score K theta (IZR r) q k.

(** q, turned back by r steps: the key of Proposition 3.1. *)
Definition key (theta : nat -> R) (q : nat -> vec) (r : Z) (i : nat) : vec := rot (- (IZR r * theta i)) (q i).

Definition barbero2024_prop31_only_statement : Prop :=
  forall (K : nat) (theta : nat -> R) (q : nat -> vec) (r : Z), (1 <= K)%nat -> theta 0%nat = 1 -> dot (q 0%nat) (q 0%nat) <> 0 ->
    forall t : Z, t <> r -> score K theta (IZR t) q (key theta q r) < score K theta (IZR r) q (key theta q r).

Lemma key_score : forall K theta q r t,
  score K theta (IZR t) q (key theta q r) = sum (fun i => dot (q i) (q i) * cos ((IZR t - IZR r) * theta i)) K.
Proof.
  intros K theta q r t. unfold score. apply sum_ext. intros i _. unfold key. rewrite rot_rot.
  replace (IZR t * theta i + - (IZR r * theta i)) with ((IZR t - IZR r) * theta i) by ring.
  destruct (q i) as [x y]. unfold dot, rot. simpl. ring.
Qed.

Lemma dot_nonneg : forall v, 0 <= dot v v.
Proof. intros [x y]. unfold dot. simpl. pose proof (Rle_0_sqr x). pose proof (Rle_0_sqr y). unfold Rsqr in *. lra. Qed.

Lemma term : forall v x, dot v v * cos x <= dot v v * cos 0.
Proof. intros v x. rewrite cos_0. apply Rmult_le_compat_l; [apply dot_nonneg|apply cos_le_1]. Qed.

Theorem barbero2024_prop31_proved : barbero2024_prop31_statement.
Proof.
  intros K theta q r. exists (key theta q r). split.
  - intro i. unfold key. rewrite dot_rot. replace (- (IZR r * theta i) - - (IZR r * theta i)) with 0 by ring.
    destruct (q i) as [x y]. unfold dot, rot. simpl. rewrite cos_0, sin_0. ring.
  - intro t. rewrite !key_score. apply sum_le. intros i _. replace ((IZR r - IZR r) * theta i) with 0 by ring. apply term.
Qed.

Lemma cos_whole : forall z : Z, z <> 0%Z -> cos (IZR z) < 1.
Proof.
  intros z Z0. destruct (Rle_lt_or_eq_dec _ _ (cos_le_1 (IZR z))) as [L|E]; [exact L|exfalso].
  apply cos_eq_1 in E as [w W]. assert (N : w <> 0%Z) by (intros ->; rewrite Rmult_0_l in W; apply eq_IZR in W; contradiction).
  apply (pi_irrational z (2 * w)%Z); [lia|]. rewrite mult_IZR, W. field. apply not_0_IZR, N.
Qed.

Theorem barbero2024_prop31_only_proved : barbero2024_prop31_only_statement.
Proof.
  intros K theta q r K1 T Q t N. rewrite !key_score.
  assert (P : 0 < dot (q 0%nat) (q 0%nat)) by (pose proof (dot_nonneg (q 0%nat)); lra).
  assert (C : cos (IZR t - IZR r) < 1) by (rewrite <- minus_IZR; apply cos_whole; lia).
  destruct K as [|K]; [lia|]. clear K1 Q. induction K as [|K IH].
  - simpl. rewrite T, Rmult_1_r. replace ((IZR r - IZR r) * 1) with 0 by ring. rewrite cos_0.
    apply (Rmult_lt_compat_l _ _ _ P) in C. lra.
  - cbn [sum] in *. replace ((IZR r - IZR r) * theta (S K)) with 0 by ring.
    pose proof (term (q (S K)) ((IZR t - IZR r) * theta (S K))). lra.
Qed.

(** * False neighbours *)

(** Every query has a key with a larger score than at every other distance: the query 0 has none. *)
Definition barbero2024_prop31_only_neighbour_zero : Prop :=
  forall (K : nat) (theta : nat -> R) (q : nat -> vec) (r : Z), (1 <= K)%nat -> theta 0%nat = 1 ->
    exists k : nat -> vec, forall t : Z, t <> r -> score K theta (IZR t) q k < score K theta (IZR r) q k.

Theorem barbero2024_prop31_only_neighbour_zero_false : ~ barbero2024_prop31_only_neighbour_zero.
Proof.
  intro H. destruct (H 1%nat (fun _ => 1) (fun _ => (0, 0)) 0%Z ltac:(lia) eq_refl) as [k G].
  specialize (G 1%Z ltac:(lia)). unfold score, dot in G. simpl in G. lra.
Qed.

(** Any first angle: half turns tie at every second distance. *)
Definition barbero2024_prop31_only_neighbour_any_angle : Prop :=
  forall (K : nat) (theta : nat -> R) (q : nat -> vec) (r : Z), (1 <= K)%nat -> dot (q 0%nat) (q 0%nat) <> 0 ->
    exists k : nat -> vec, forall t : Z, t <> r -> score K theta (IZR t) q k < score K theta (IZR r) q k.

Theorem barbero2024_prop31_only_neighbour_any_angle_false : ~ barbero2024_prop31_only_neighbour_any_angle.
Proof.
  intro H. destruct (H 1%nat (fun _ => 0) (fun _ => (1, 0)) 0%Z ltac:(lia) ltac:(unfold dot; simpl; lra)) as [k G].
  specialize (G 1%Z ltac:(lia)). unfold score in G. simpl in G. rewrite !Rmult_0_r in G. lra.
Qed.

(** A key that does not depend on the distance asked for. *)
Definition barbero2024_prop31_neighbour_same_key : Prop :=
  forall (K : nat) (theta : nat -> R) (q : nat -> vec) (r t : Z), score K theta (IZR t) q q <= score K theta (IZR r) q q.

Theorem barbero2024_prop31_neighbour_same_key_false : ~ barbero2024_prop31_neighbour_same_key.
Proof.
  intro H. specialize (H 1%nat (fun _ => PI) (fun _ => (1, 0)) 1%Z 0%Z). unfold score, dot, rot in H. simpl in H.
  replace (0 * PI) with 0 in H by ring. replace (1 * PI) with PI in H by ring. rewrite cos_0, sin_0, cos_PI, sin_PI in H. lra.
Qed.

Example barbero2024_prop31_instance : instance_of barbero2024_prop31_statement.
Proof. exists 2%nat, (fun i => / (INR i + 1)), (fun _ => (1, 2)), 3%Z. exact I. Qed.

Example barbero2024_prop31_only_instance : instance_of barbero2024_prop31_only_statement.
Proof.
  exists 2%nat, (fun i => / (INR i + 1)), (fun _ => (1, 2)), 3%Z. split; [lia | split; [| split]].
  - simpl. field.
  - unfold dot. simpl. lra.
  - exists 4%Z. split; [discriminate | exact I].
Qed.
