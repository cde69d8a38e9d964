(** su2021.decay: whether a rotary score decays with the distance.

    Statement (Su et al. 2021, Section 3.3). For fixed q, k and frequencies 10000^(-2i/d) the inner product at distance m' is at most that at m < m'. It is
    not: one plane, q = k, m = 3, m' = 4. What holds at every distance: |q^T R_m k| <= sum_i |q_i| |k_i|. *)

From Coq Require Import Reals Lra Lia.
From RopeTheory Require Import Rope Trig Taylor men2024_thm1 Instances.
Open Scope R_scope.

(** 10000^(-i/K), K = d/2. *)
Definition frequency (K i : nat) : R := Rpower 10000 (- (INR i / INR K)).

Definition norm (v : vec) : R := sqrt (dot v v).

Definition su2021_decay_statement : Prop :=
  forall (K m m' : nat) (q k : nat -> vec), (1 <= m)%nat -> (m < m')%nat ->
    score K (frequency K) (INR m') q k <= score K (frequency K) (INR m) q k.

Definition su2021_decay_corrected_statement : Prop :=
  forall (K : nat) (theta : nat -> R) (m : R) (q k : nat -> vec),
    Rabs (score K theta m q k) <= sum (fun i => norm (q i) * norm (k i)) K.

Theorem su2021_decay_refuted : ~ su2021_decay_statement.
Proof.
  intro H. specialize (H 1%nat 3%nat 4%nat (fun _ => (1, 0)) (fun _ => (1, 0)) ltac:(lia) ltac:(lia)). unfold score, dot, rot in H. simpl in H.
  assert (F : frequency 1 0 = 1).
  { unfold frequency, Rpower. replace (- (INR 0 / INR 1) * ln 10000) with 0 by (simpl; unfold Rdiv; ring). apply exp_0. }
  rewrite F in H. assert (cos 3 < cos 4) by (pose proof PI_decimals; rewrite <- (cos_full_turn 4); apply cos_falls; lra).
  replace ((1 + 1 + 1 + 1) * 1) with 4 in H by ring. replace ((1 + 1 + 1) * 1) with 3 in H by ring. lra.
Qed.

Lemma plane : forall t u v, Rabs (dot u (rot t v)) <= norm u * norm v.
Proof.
  intros t [a b] [c d]. unfold norm. rewrite <- sqrt_mult_alt.
  2:{ unfold dot. simpl. pose proof (Rle_0_sqr a). pose proof (Rle_0_sqr b). unfold Rsqr in *. lra. }
  rewrite <- sqrt_Rsqr_abs. apply sqrt_le_1_alt. unfold dot, rot, Rsqr. simpl.
  pose proof (sin2_cos2 t) as S. unfold Rsqr in S. set (x := cos t * c - sin t * d). set (y := sin t * c + cos t * d).
  assert (E : x * x + y * y = c * c + d * d).
  { unfold x, y. replace (c * c + d * d) with ((sin t * sin t + cos t * cos t) * (c * c + d * d)) by (rewrite S; ring). ring. }
  rewrite <- E. pose proof (Rle_0_sqr (a * y - b * x)) as Q. unfold Rsqr in Q. lra.
Qed.

Theorem su2021_decay_corrected_proved : su2021_decay_corrected_statement.
Proof.
  intros K theta m q k. unfold score. induction K as [|K IH]; simpl.
  - rewrite Rabs_R0. lra.
  - eapply Rle_trans; [apply Rabs_triang|]. pose proof (plane (m * theta K) (q K) (k K)). lra.
Qed.

(** * False neighbours *)

(** Half of it. *)
Definition su2021_decay_corrected_neighbour_half : Prop :=
  forall (K : nat) (theta : nat -> R) (m : R) (q k : nat -> vec),
    Rabs (score K theta m q k) <= / 2 * sum (fun i => norm (q i) * norm (k i)) K.

Theorem su2021_decay_corrected_neighbour_half_false : ~ su2021_decay_corrected_neighbour_half.
Proof.
  intro H. specialize (H 1%nat (fun _ => 0) 0 (fun _ => (1, 0)) (fun _ => (1, 0))). unfold score, dot, rot, norm in H. simpl in H.
  rewrite Rmult_0_l, cos_0, sin_0 in H. unfold dot in H. simpl in H. replace (1 * 1 + 0 * 0) with 1 in H by ring. rewrite sqrt_1 in H.
  replace (0 + (1 * (1 * 1 - 0 * 0) + 0 * (0 * 1 + 1 * 0))) with 1 in H by ring. rewrite Rabs_R1 in H. lra.
Qed.

Example su2021_decay_corrected_instance : instance_of su2021_decay_corrected_statement.
Proof. exists 2%nat, (fun k => / INR (k + 1)), 5, (fun _ => north), (fun _ => (1, 1)). exact I. Qed.
