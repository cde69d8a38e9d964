(** new.key-error, new.key-error.channels.corrected: what an error in a key does to its scores.

    Statements. A key that is off by a vector e, before its rotation or after it, moves each score by at most |q| |e|, and for each order some e of the query's
    length moves it by exactly that. A plane within s and t is within sqrt(s^2 + t^2) in both channels after any rotation. *)

From Coq Require Import Reals Lra Lia.
From RopeTheory Require Import Rope Planes Instances.
Open Scope R_scope.

(** By how much the score moves if the key is off by e before its rotation, and after it. *)
Definition moved_before (K : nat) (g : nat -> R) (q k e : nat -> vec) (i j : R) : R :=
  inner K (turned g j (plus k e)) (turned g i q) - score_at K g q k i j.

Definition moved_after (K : nat) (g : nat -> R) (q k e : nat -> vec) (i j : R) : R :=
  inner K (plus (turned g j k) e) (turned g i q) - score_at K g q k i j.

Definition new_key_error_statement : Prop :=
  forall (K : nat) (g : nat -> R) (q k : nat -> vec) (i j : R),
    (forall e, Rabs (moved_before K g q k e i j) <= length K q * length K e /\ Rabs (moved_after K g q k e i j) <= length K q * length K e) /\
    (exists e, moved_before K g q k e i j = length K q * length K e /\ length K e = length K q) /\
    (exists e, moved_after K g q k e i j = length K q * length K e /\ length K e = length K q).

Definition new_key_error_channels_corrected_statement : Prop :=
  forall x y s t phi : R, Rabs x <= s -> Rabs y <= t ->
    Rabs (fst (rot phi (x, y))) <= sqrt (s * s + t * t) /\ Rabs (snd (rot phi (x, y))) <= sqrt (s * s + t * t).

Lemma after : forall K g q k e i j, moved_after K g q k e i j = inner K e (turned g i q).
Proof. intros. unfold moved_after, score_at. rewrite inner_plus_l. ring. Qed.

Lemma before : forall K g q k e i j, moved_before K g q k e i j = inner K (turned g j e) (turned g i q).
Proof.
  intros. unfold moved_before, score_at. rewrite (inner_ext _ _ _ (plus (turned g j k) (turned g j e)) (turned g i q)).
  - rewrite inner_plus_l. ring.
  - intros p _. rewrite turned_plus. reflexivity.
Qed.

Lemma length_turned : forall K g m v, length K (turned g m v) = length K v.
Proof. intros. unfold length. rewrite turned_keeps. reflexivity. Qed.

Lemma length_square : forall K v, length K v * length K v = inner K v v.
Proof. intros. apply sqrt_sqrt, inner_nonneg. Qed.

Theorem new_key_error_proved : new_key_error_statement.
Proof.
  intros K g q k i j. split; [|split].
  - intro e. rewrite after, before. split.
    + eapply Rle_trans; [apply cauchy|]. rewrite !length_turned. lra.
    + eapply Rle_trans; [apply cauchy|]. rewrite length_turned. lra.
  - exists (turned g (i - j) q). rewrite length_turned, length_square, before. split; [|reflexivity].
    rewrite <- (turned_keeps K g i q). apply inner_ext. intros p _. unfold turned. rewrite rot_rot. f_equal. f_equal. ring.
  - exists (turned g i q). rewrite length_turned, length_square, after. split; [|reflexivity]. apply turned_keeps.
Qed.

Lemma channel : forall c d x y s t, c * c + d * d = 1 -> Rabs x <= s -> Rabs y <= t -> Rabs (c * x + d * y) <= sqrt (s * s + t * t).
Proof.
  intros c d x y s t N X Y. rewrite <- sqrt_Rsqr_abs. apply sqrt_le_1_alt. unfold Rsqr.
  assert (x * x <= s * s) by (pose proof (Rabs_pos x); rewrite <- (Rabs_right (x * x)) by nra; rewrite Rabs_mult; apply Rmult_le_compat; assumption).
  assert (y * y <= t * t) by (pose proof (Rabs_pos y); rewrite <- (Rabs_right (y * y)) by nra; rewrite Rabs_mult; apply Rmult_le_compat; assumption).
  assert (E : (c * x + d * y) * (c * x + d * y) + (d * x - c * y) * (d * x - c * y) = (c * c + d * d) * (x * x + y * y)) by ring.
  rewrite N in E. pose proof (Rle_0_sqr (d * x - c * y)) as Q. unfold Rsqr in Q. lra.
Qed.

Theorem new_key_error_channels_corrected_proved : new_key_error_channels_corrected_statement.
Proof.
  intros x y s t phi X Y. pose proof (sin2_cos2 phi) as N. unfold Rsqr in N. unfold rot. simpl. split.
  - replace (cos phi * x - sin phi * y) with (cos phi * x + (- sin phi) * y) by ring. apply channel; [|exact X|exact Y].
    replace (cos phi * cos phi + - sin phi * - sin phi) with (sin phi * sin phi + cos phi * cos phi) by ring. exact N.
  - apply channel; [exact N|exact X|exact Y].
Qed.

(** * False neighbours *)

Lemma unit_length : length 1 (fun _ => (1, 0)) = 1.
Proof. unfold length, inner, dot. simpl. replace (0 + (1 * 1 + 0 * 0)) with (1 * 1) by ring. apply sqrt_square. lra. Qed.

(** Half of the bound: one plane, no rotation. *)
Definition new_key_error_neighbour_half : Prop :=
  forall (K : nat) (g : nat -> R) (q k e : nat -> vec) (i j : R), Rabs (moved_after K g q k e i j) <= length K q * length K e / 2.

Theorem new_key_error_neighbour_half_false : ~ new_key_error_neighbour_half.
Proof.
  intro H. specialize (H 1%nat (fun _ => 0) (fun _ => (1, 0)) (fun _ => (0, 0)) (fun _ => (1, 0)) 0 0).
  rewrite after, unit_length in H. unfold inner, turned, dot, rot in H. simpl in H. rewrite Rmult_0_l, cos_0, sin_0 in H.
  replace (0 + (1 * (1 * 1 - 0 * 0) + 0 * (0 * 1 + 1 * 0))) with 1 in H by ring. rewrite Rabs_R1 in H. lra.
Qed.

(** An error before the rotation moves the score as one after it does: one plane, the key at pi. *)
Definition new_key_error_neighbour_order : Prop :=
  forall (K : nat) (g : nat -> R) (q k e : nat -> vec) (i j : R), moved_before K g q k e i j = moved_after K g q k e i j.

Theorem new_key_error_neighbour_order_false : ~ new_key_error_neighbour_order.
Proof.
  intro H. specialize (H 1%nat (fun _ => 1) (fun _ => (1, 0)) (fun _ => (0, 0)) (fun _ => (1, 0)) 0 PI).
  rewrite after, before in H. unfold inner, turned, dot, rot in H. simpl in H. rewrite ?Rmult_0_l, ?Rmult_1_r, cos_0, sin_0, cos_PI, sin_PI in H. lra.
Qed.

(** Within the larger of the two bounds: x = y = 1, turned by pi/4. *)
Definition new_key_error_channels_corrected_neighbour_larger : Prop :=
  forall x y s t phi : R, Rabs x <= s -> Rabs y <= t -> Rabs (snd (rot phi (x, y))) <= Rmax s t.

Theorem new_key_error_channels_corrected_neighbour_larger_false : ~ new_key_error_channels_corrected_neighbour_larger.
Proof.
  intro H. specialize (H 1 1 1 1 (PI / 4)). rewrite Rabs_R1 in H. specialize (H ltac:(lra) ltac:(lra)).
  unfold rot in H. simpl in H. rewrite !Rmult_1_r, cos_PI4, sin_PI4, Rmax_left in H by lra.
  assert (S : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra). pose proof (sqrt_lt_R0 2 ltac:(lra)) as P.
  assert (V : 1 / sqrt 2 + 1 / sqrt 2 = sqrt 2) by (apply (Rmult_eq_reg_r (sqrt 2)); [rewrite S; field; lra|lra]).
  rewrite V, Rabs_right in H by lra. nra.
Qed.

Example new_key_error_instance : instance_of new_key_error_statement.
Proof.
  exists 2%nat, (fun i => / (INR i + 1)), (fun _ => (1, 2)), (fun _ => (2, 1)), 5, 3.
  split; [exists (fun _ => (/ 10, 0)) |]; split; exact I.
Qed.

Example new_key_error_channels_corrected_instance : instance_of new_key_error_channels_corrected_statement.
Proof. exists 1, (-1), 1, 2, 3. repeat split; unfold Rabs; destruct (Rcase_abs _); lra. Qed.
