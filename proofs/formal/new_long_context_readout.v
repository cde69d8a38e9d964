(** new.long-context.readout: reading codes of signs from a softmax that is computed with errors.

    Statement.  Values are codes of +-1, rivals weigh S <= 1/2 of the target, weights and both sums of the softmax are off
    by a relative 3/32 at most, and rivals lost to underflow weigh 1/32 at most: every coordinate of the output has the
    sign of the target's code and a size of at least 1/8.

    Idea: times the target's sign the numerator is at least (1 - e) - S (1 + e) - 1/32, the denominator at most
    (1 + S)(1 + e), and the quotient is off by a relative e once more.  At the worst corner that leaves 29/160.
    Encoding: w_j is the weight of key j relative to the target's, t; code_j its value in one coordinate.  Each term of
    either sum is off by a relative error of its own; underflow changes the numerator by at most 1/32 and takes at most
    1/32 from the denominator; the quotient is off by a relative error. *)

From Coq Require Import Reals Lra Lia PeanoNat.
From RopeTheory Require Import Rope Sums Heads Instances.
Open Scope R_scope.

Definition coordinate (n : nat) (w code d d' : nat -> R) (lost lost' last : R) : R :=
  (sum1 (fun j => w j * code j * (1 + d j)) n + lost) / (sum1 (fun j => w j * (1 + d' j)) n - lost') * (1 + last).

(** The weights relative to the target's: rivals weigh S or less. *)
Definition rivals_weigh (n t : nat) (w : nat -> R) (S : R) : Prop :=
  w t = 1 /\ (forall j, within n j -> 0 <= w j) /\ sum1 (fun j => if (j =? t)%nat then 0 else w j) n <= S.

Definition signs (n : nat) (code : nat -> R) : Prop := forall j, within n j -> code j = 1 \/ code j = -1.

Definition errors (n : nat) (d : nat -> R) (e : R) : Prop := forall j, within n j -> Rabs (d j) <= e.

Definition new_long_context_readout_statement : Prop :=
  forall (n t : nat) (w code d d' : nat -> R) (S e lost lost' last : R),
    within n t -> rivals_weigh n t w S -> S <= 1 / 2 -> signs n code ->
    e <= 3 / 32 -> errors n d e -> errors n d' e -> Rabs last <= e -> Rabs lost <= 1 / 32 -> 0 <= lost' <= 1 / 32 ->
    1 / 8 <= code t * coordinate n w code d d' lost lost' last.

Lemma within_bound : forall x e, Rabs x <= e -> - e <= x <= e.
Proof. intros x e H. unfold Rabs in H. destruct (Rcase_abs x); lra. Qed.

Theorem new_long_context_readout_proved : new_long_context_readout_statement.
Proof.
  intros n t w code d d' S e lost lost' last T (Wt & W & Ws) HS C He D D' L F F'.
  apply within_bound in L, F. pose proof (D t T) as Dt. pose proof (D' t T) as Dt'. apply within_bound in Dt, Dt'.
  assert (Ct : code t * code t = 1) by (destruct (C t T) as [-> | ->]; ring).
  set (R := sum1 (fun j => if (j =? t)%nat then 0 else w j) n) in *.
  assert (R0 : 0 <= R) by (apply sum1_nonneg; intros j J; destruct (j =? t)%nat; [lra|apply W, J]).
  assert (Den : sum1 (fun j => w j * (1 + d' j)) n = 1 + d' t + sum1 (fun j => if (j =? t)%nat then 0 else w j * (1 + d' j)) n)
    by (rewrite (sum1_split _ t n T), Wt; ring).
  assert (Low : 0 <= sum1 (fun j => if (j =? t)%nat then 0 else w j * (1 + d' j)) n).
  { apply sum1_nonneg. intros j J. destruct (j =? t)%nat; [lra|]. pose proof (D' j J) as Q. apply within_bound in Q.
    apply Rmult_le_pos; [apply W, J|lra]. }
  assert (High : sum1 (fun j => if (j =? t)%nat then 0 else w j * (1 + d' j)) n <= (1 + e) * R).
  { unfold R. rewrite <- sum1_scal. apply sum1_le. intros j J. destruct (j =? t)%nat; [lra|].
    pose proof (D' j J) as Q. apply within_bound in Q. pose proof (W j J). nra. }
  set (below := sum1 (fun j => w j * (1 + d' j)) n - lost').
  assert (B : 0 < below <= (1 + R) * (1 + e)) by (unfold below; rewrite Den; lra).
  set (above := code t * (sum1 (fun j => w j * code j * (1 + d j)) n + lost)).
  assert (A : 1 - e - (1 + e) * R - 1 / 32 <= above).
  { unfold above. rewrite (sum1_split _ t n T), Wt, Rmult_plus_distr_l, Rmult_plus_distr_l.
    replace (code t * (1 * code t * (1 + d t))) with (code t * code t * (1 + d t)) by ring. rewrite Ct.
    assert (Rest : - ((1 + e) * R) <= code t * sum1 (fun j => if (j =? t)%nat then 0 else w j * code j * (1 + d j)) n).
    { replace (- ((1 + e) * R)) with (- (1 + e) * R) by ring. unfold R. rewrite <- !sum1_scal. apply sum1_le. intros j J.
      destruct (j =? t)%nat; [lra|]. pose proof (D j J) as Q. apply within_bound in Q. pose proof (W j J) as Wj.
      assert (K : -1 <= code t * code j <= 1) by (destruct (C t T) as [-> | ->], (C j J) as [-> | ->]; lra).
      replace (code t * (w j * code j * (1 + d j))) with (w j * ((code t * code j) * (1 + d j))) by ring.
      replace (- (1 + e) * w j) with (w j * - (1 + e)) by ring. apply Rmult_le_compat_l; [exact Wj|].
      pose proof (Rmult_le_compat_r (1 + d j) _ _ ltac:(lra) (proj1 K)). lra. }
    assert (- (1 / 32) <= code t * lost) by (destruct (C t T) as [-> | ->]; lra). lra. }
  unfold coordinate. fold below.
  replace (code t * ((sum1 (fun j => w j * code j * (1 + d j)) n + lost) / below * (1 + last))) with (above / below * (1 + last))
    by (unfold above; field; lra).
  assert (Q : 1 / 5 <= above / below).
  { apply Rmult_le_reg_r with below; [lra|]. replace (above / below * below) with above by (field; lra).
    pose proof (Rmult_le_compat (1 + e) (35 / 32) R (1 / 2) ltac:(lra) R0 ltac:(lra) ltac:(lra)). lra. }
  apply Rle_trans with (1 / 5 * (29 / 32)); [lra|]. apply Rmult_le_compat; lra.
Qed.

(** * False neighbours: two keys, of which the first is asked for *)

Definition pm (a b : R) (j : nat) : R := if (j =? 1)%nat then a else b.

Lemma two : forall a b, 0 <= b -> rivals_weigh 2 1 (pm 1 b) b /\ signs 2 (pm 1 (-1)) /\ (Rabs a <= 3 / 32 -> errors 2 (pm a (- a)) (3 / 32)) /\
  (Rabs a <= 3 / 32 -> errors 2 (pm a a) (3 / 32)).
Proof.
  intros a b B. unfold rivals_weigh, signs, errors, within, pm, sum1. simpl. repeat split; try lra;
    intros; try (destruct (j =? 1)%nat); try rewrite Rabs_Ropp; lra.
Qed.

(** A size of 1/4. *)
Definition new_long_context_readout_neighbour_quarter : Prop :=
  forall (n t : nat) (w code d d' : nat -> R) (S e lost lost' last : R),
    within n t -> rivals_weigh n t w S -> S <= 1 / 2 -> signs n code ->
    e <= 3 / 32 -> errors n d e -> errors n d' e -> Rabs last <= e -> Rabs lost <= 1 / 32 -> 0 <= lost' <= 1 / 32 ->
    1 / 4 <= code t * coordinate n w code d d' lost lost' last.

Lemma at_corner : forall b, coordinate 2 (pm 1 b) (pm 1 (-1)) (pm (- (3 / 32)) (3 / 32)) (pm (3 / 32) (3 / 32)) (- (1 / 32)) 0 (- (3 / 32)) =
  (28 / 32 - b * (35 / 32)) / ((1 + b) * (35 / 32)) * (29 / 32).
Proof.
  intro b. unfold coordinate, sum1, pm. simpl. f_equal; [|lra]. unfold Rdiv. f_equal; [lra|]. f_equal. lra.
Qed.

(** Whatever size holds for rivals of weight at most s is at most the one of two keys, the second of weight s. *)
Lemma at_most_the_corner : forall s size, 0 <= s ->
  (forall (n t : nat) (w code d d' : nat -> R) (S e lost lost' last : R),
    within n t -> rivals_weigh n t w S -> S <= s -> signs n code ->
    e <= 3 / 32 -> errors n d e -> errors n d' e -> Rabs last <= e -> Rabs lost <= 1 / 32 -> 0 <= lost' <= 1 / 32 ->
    size <= code t * coordinate n w code d d' lost lost' last) ->
  size <= (28 / 32 - s * (35 / 32)) / ((1 + s) * (35 / 32)) * (29 / 32).
Proof.
  intros s size S0 H. destruct (two (- (3 / 32)) s S0) as (A & B & C & _). destruct (two (3 / 32) 0 ltac:(lra)) as (_ & _ & _ & D).
  assert (R : Rabs (3 / 32) <= 3 / 32) by (rewrite Rabs_right; lra). assert (R' : Rabs (- (3 / 32)) <= 3 / 32) by (rewrite Rabs_Ropp; exact R).
  specialize (C R'). replace (- - (3 / 32)) with (3 / 32) in C by ring.
  assert (F : Rabs (- (1 / 32)) <= 1 / 32) by (rewrite Rabs_Ropp, Rabs_right; lra).
  specialize (H 2%nat 1%nat _ _ _ _ s (3 / 32) (- (1 / 32)) 0 (- (3 / 32)) ltac:(unfold within; lia) A ltac:(lra) B ltac:(lra) C (D R) R' F ltac:(lra)).
  rewrite at_corner in H. unfold pm in H. simpl in H. rewrite Rmult_1_l in H. exact H.
Qed.

Theorem new_long_context_readout_neighbour_quarter_false : ~ new_long_context_readout_neighbour_quarter.
Proof. intro H. apply at_most_the_corner in H; lra. Qed.

(** Rivals may weigh 3/4. *)
Definition new_long_context_readout_neighbour_rivals : Prop :=
  forall (n t : nat) (w code d d' : nat -> R) (S e lost lost' last : R),
    within n t -> rivals_weigh n t w S -> S <= 3 / 4 -> signs n code ->
    e <= 3 / 32 -> errors n d e -> errors n d' e -> Rabs last <= e -> Rabs lost <= 1 / 32 -> 0 <= lost' <= 1 / 32 ->
    1 / 8 <= code t * coordinate n w code d d' lost lost' last.

Theorem new_long_context_readout_neighbour_rivals_false : ~ new_long_context_readout_neighbour_rivals.
Proof. intro H. apply at_most_the_corner in H; lra. Qed.

(** Three positions, the target in the middle; the rivals weigh 1/4 and 1/8 of it. *)
Example new_long_context_readout_instance : instance_of new_long_context_readout_statement.
Proof.
  exists 3%nat, 2%nat, (fun j => match j with 1%nat => / 4 | 2%nat => 1 | _ => / 8 end).
  exists (fun j => if (j =? 2)%nat then 1 else -1), (fun _ => / 16), (fun _ => - / 16), (3 / 8), (1 / 16), (- / 64).
  exists (/ 64), (/ 16).
  split; [unfold within; lia |]. split; [split; [reflexivity | split] |].
  - intros [|[|[|j]]] _; lra.
  - unfold sum1. simpl. lra.
  - split; [lra |]. split; [intros j _; destruct (j =? 2)%nat; tauto |]. split; [lra |].
    repeat (split; [intros j _; unfold Rabs; destruct (Rcase_abs _); lra |]).
    repeat (split; [unfold Rabs; destruct (Rcase_abs _); lra |]). split; [lra | exact I].
Qed.
