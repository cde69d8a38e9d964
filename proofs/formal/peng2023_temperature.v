(** peng2023.temperature: a temperature by scaling queries and keys.

    Statement (Peng et al. 2023, in public accounts). Scaling q and k by sqrt(1/t), t > 0, divides every rotary score by t; so softmax of the scaled
    scores is softmax at temperature t. *)

From Coq Require Import Reals Lra Lia.
From RopeTheory Require Import Rope Sums men2024_thm1 Instances.
Open Scope R_scope.

Definition scale (c : R) (v : vec) : vec := (c * fst v, c * snd v).

Definition peng2023_temperature_statement : Prop :=
  forall (K : nat) (theta : nat -> R) (t : R) (q : nat -> vec) (keys : nat -> nat -> vec) (n j : nat), 0 < t ->
    let scores := fun p => score K theta (INR n - INR p) q (keys p) in
    let scaled := fun p => score K theta (INR n - INR p) (fun i => scale (sqrt (1 / t)) (q i)) (fun i => scale (sqrt (1 / t)) (keys p i)) in
    scaled j = scores j / t /\ weight 1 scaled n j = weight (1 / t) scores n j.

Lemma scaled_score : forall K theta m c q k,
  score K theta m (fun i => scale c (q i)) (fun i => scale c (k i)) = c * c * score K theta m q k.
Proof.
  intros K theta m c q k. unfold score. rewrite <- sum_scal. apply sum_ext. intros i _.
  destruct (q i) as [a b], (k i) as [x y]. unfold scale, dot, rot. simpl. ring.
Qed.

Theorem peng2023_temperature_proved : peng2023_temperature_statement.
Proof.
  intros K theta t q keys n j T scores scaled.
  assert (S : sqrt (1 / t) * sqrt (1 / t) = 1 / t) by (apply sqrt_sqrt; left; apply Rdiv_lt_0_compat; lra).
  assert (E : forall p, scaled p = 1 / t * scores p) by (intro p; unfold scaled, scores; rewrite scaled_score, S; reflexivity).
  split; [rewrite E; unfold Rdiv; ring|]. unfold weight. rewrite E, Rmult_1_l. f_equal. apply sum1_ext. intros p _. rewrite E, Rmult_1_l. reflexivity.
Qed.

(** * False neighbours *)

(** Scaling both by 1/t: t = 2. *)
Definition peng2023_temperature_neighbour_no_root : Prop :=
  forall (K : nat) (theta : nat -> R) (t m : R) (q k : nat -> vec), 0 < t ->
    score K theta m (fun i => scale (1 / t) (q i)) (fun i => scale (1 / t) (k i)) = score K theta m q k / t.

Theorem peng2023_temperature_neighbour_no_root_false : ~ peng2023_temperature_neighbour_no_root.
Proof.
  intro H. specialize (H 1%nat (fun _ => 0) 2 0 (fun _ => (1, 0)) (fun _ => (1, 0)) ltac:(lra)). rewrite scaled_score in H.
  unfold score, dot, rot in H. simpl in H. rewrite Rmult_0_l, cos_0, sin_0 in H. lra.
Qed.

(** Scaling the key alone by sqrt(1/t): t = 4. *)
Definition peng2023_temperature_neighbour_key_alone : Prop :=
  forall (K : nat) (theta : nat -> R) (t m : R) (q k : nat -> vec), 0 < t ->
    score K theta m q (fun i => scale (sqrt (1 / t)) (k i)) = score K theta m q k / t.

Theorem peng2023_temperature_neighbour_key_alone_false : ~ peng2023_temperature_neighbour_key_alone.
Proof.
  intro H. specialize (H 1%nat (fun _ => 0) 4 0 (fun _ => (1, 0)) (fun _ => (1, 0)) ltac:(lra)).
  replace (1 / 4) with ((1 / 2) * (1 / 2)) in H by field. rewrite sqrt_square in H by lra.
  unfold score, scale, dot, rot in H. simpl in H. rewrite Rmult_0_l, cos_0, sin_0 in H. lra.
Qed.

Example peng2023_temperature_instance : instance_of peng2023_temperature_statement.
Proof.
  exists 2%nat, (fun k => / INR (k + 1)), 2, (fun _ => north), (fun j _ => (INR j, 1)), 3%nat, 1%nat.
  split; [lra|split; exact I].
Qed.
