(** men2024.headline: whether B(m) < 0 keeps every rotary head from preferring a similar key at distance m.

    By eq. 13 (men2024.thm1.variances) a similar key is ahead of a random one, on average, by sum_i w_i cos(m b^(-i/K)) with w_i = sigma_2i^2
    + sigma_2i+1^2 >= 0, K = d/2 planes. Reading: if B(m) < 0, this is at most 0 for all weights w_i >= 0. It is false:
    the weights may be those of slow planes alone. Corrected: with the slowest plane it is positive for all m < (pi/2) b^((K-1)/K). *)

From Coq Require Import Reals Lra Lia.
From RopeTheory Require Import Rope Trig Taylor Instances.
Open Scope R_scope.

(** b^(-i/K), the frequencies of K planes. *)
Definition frequency (b : R) (K i : nat) : R := Rpower b (- (INR i / INR K)).

(** How far a similar key is ahead on average, with weights w. *)
Definition ahead (b : R) (K : nat) (w : nat -> R) (m : R) : R := sum (fun i => w i * cos (m * frequency b K i)) K.

Definition men2024_headline_statement : Prop :=
  forall (b : R) (K m : nat) (w : nat -> R), 1 < b -> (forall i, 0 <= w i) ->
    ahead b K (fun _ => 1) (INR m) < 0 -> ahead b K w (INR m) <= 0.

Definition men2024_headline_corrected_statement : Prop :=
  forall (b : R) (K : nat), 1 < b -> (1 <= K)%nat ->
    let w := fun i : nat => if (i =? K - 1)%nat then 1 else 0 in (forall i, 0 <= w i) /\
    forall m, 0 <= m < PI / 2 * Rpower b (INR (K - 1) / INR K) -> 0 < ahead b K w m.

(** Base 100, two planes, distance 3. *)
Lemma second : frequency 100 2 1 = / 10.
Proof.
  unfold frequency. replace (INR 1 / INR 2) with (/ 2) by (simpl; field). rewrite Rpower_Ropp, Rpower_sqrt by lra.
  replace 100 with (10 * 10) by ring. rewrite sqrt_square by lra. reflexivity.
Qed.

Lemma first : forall b K, frequency b K 0 = 1.
Proof.
  intros. unfold frequency, Rpower. replace (- (INR 0 / INR K) * ln b) with 0 by (simpl; unfold Rdiv; ring). apply exp_0.
Qed.

(** 3 is within 3/10 of half a turn. *)
Lemma cosines_at_3 : cos (3 * 1) + cos (3 * / 10) < 0 < cos (3 * / 10).
Proof.
  pose proof PI_decimals. split; [|apply cos_gt_0; lra]. replace (3 * 1) with (- (PI - 3) + PI) by ring. rewrite neg_cos, cos_neg.
  pose proof (cos_falls (PI - 3) (3 * / 10) ltac:(lra) ltac:(lra) ltac:(lra)). lra.
Qed.

Theorem men2024_headline_refuted : ~ men2024_headline_statement.
Proof.
  intro H. specialize (H 100 2%nat 3%nat (fun i => match i with O => 0 | _ => 1 end) ltac:(lra)).
  pose proof cosines_at_3.
  unfold ahead in H. simpl in H. rewrite second, first in H. replace (1 + 1 + 1) with 3 in H by ring.
  assert (0 + 0 * cos (3 * 1) + 1 * cos (3 * / 10) <= 0); [|lra].
  apply H; [intros [|i]; lra|lra].
Qed.

Lemma only_last : forall (f : nat -> R) K, (1 <= K)%nat ->
  sum (fun i => (if (i =? K - 1)%nat then 1 else 0) * f i) K = f (K - 1)%nat.
Proof.
  intros f K K1. destruct K as [|K]; [lia|]. replace (S K - 1)%nat with K by lia. simpl.
  rewrite (sum_ext _ (fun _ => 0)), sum_const, Nat.eqb_refl; [ring|].
  intros i L. destruct (Nat.eqb_spec i K); [lia|ring].
Qed.

Theorem men2024_headline_corrected_proved : men2024_headline_corrected_statement.
Proof.
  intros b K B K1 w. unfold w.
  split; [intro i; destruct (i =? K - 1)%nat; lra|]. intros m [M0 M1]. unfold ahead. rewrite only_last by exact K1.
  assert (E : frequency b K (K - 1) * Rpower b (INR (K - 1) / INR K) = 1).
  { unfold frequency. rewrite <- Rpower_plus. replace (- (INR (K - 1) / INR K) + INR (K - 1) / INR K) with 0 by ring.
    apply Rpower_O. lra. }
  assert (P : 0 < frequency b K (K - 1)) by apply exp_pos. pose proof PI_RGT_0.
  apply cos_gt_0.
  - assert (0 <= m * frequency b K (K - 1)) by (apply Rmult_le_pos; lra). lra.
  - apply (Rmult_lt_compat_r (frequency b K (K - 1))) in M1; [|exact P]. rewrite Rmult_assoc in M1.
    rewrite (Rmult_comm (Rpower _ _)), E in M1. lra.
Qed.

(** * False neighbours *)

(** All m <= pi b^((K-1)/K): at K = 1 the only plane has cos 3 < 0. *)
Definition men2024_headline_corrected_neighbour_twice : Prop :=
  forall (b : R) (K : nat), 1 < b -> (1 <= K)%nat -> exists w : nat -> R, (forall i, 0 <= w i) /\
    forall m, 0 <= m < PI * Rpower b (INR (K - 1) / INR K) -> 0 < ahead b K w m.

Theorem men2024_headline_corrected_neighbour_twice_false : ~ men2024_headline_corrected_neighbour_twice.
Proof.
  intro H. destruct (H 2 1%nat ltac:(lra) ltac:(lia)) as [w [W G]].
  assert (E : Rpower 2 (INR (1 - 1) / INR 1) = 1).
  { simpl. replace (0 / 1) with 0 by field. apply Rpower_O. lra. }
  rewrite E in G. pose proof cosines_at_3. pose proof PI_decimals. pose proof (W 0%nat) as W0.
  specialize (G 3 ltac:(lra)). unfold ahead in G. simpl in G. rewrite first in G.
  assert (0 <= w 0%nat * - cos (3 * 1)) by (apply Rmult_le_pos; lra). lra.
Qed.

(** Equal weights: two planes at base 100, distance 3. *)
Definition men2024_headline_corrected_neighbour_equal : Prop :=
  forall (b : R) (K : nat), 1 < b -> (1 <= K)%nat ->
    forall m, 0 <= m < PI / 2 * Rpower b (INR (K - 1) / INR K) -> 0 < ahead b K (fun _ => 1) m.

Theorem men2024_headline_corrected_neighbour_equal_false : ~ men2024_headline_corrected_neighbour_equal.
Proof.
  intro H. specialize (H 100 2%nat ltac:(lra) ltac:(lia) 3).
  assert (E : Rpower 100 (INR (2 - 1) / INR 2) = 10).
  { replace (INR (2 - 1) / INR 2) with (/ 2) by (simpl; field). rewrite Rpower_sqrt by lra.
    replace 100 with (10 * 10) by ring. apply sqrt_square. lra. }
  rewrite E in H. pose proof cosines_at_3. pose proof PI_decimals.
  specialize (H ltac:(lra)). unfold ahead in H. simpl in H. rewrite second, first in H. lra.
Qed.

Example men2024_headline_corrected_instance : instance_of men2024_headline_corrected_statement.
Proof. exists 10000, 64%nat. split; [lra | split; [lia |]]. split; [exists 0%nat; exact I|].
  exists 0. split; [|exact I]. split; [lra|]. pose proof PI_RGT_0. apply Rmult_lt_0_compat; [lra|apply exp_pos]. Qed.
