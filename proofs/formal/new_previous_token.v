(** new.previous-token and its readings: the head that attends to the position before, by rotation alone.

    Statement (new). Every query is rho(theta)^{-1} v and every key v, so that the logit at distance t is cos((t-1)
    theta). With m the smallest value of 1 - cos(t theta) over 1 <= t <= max(1, n-2), the position n-1 has the logit 1
    and leads every other of n >= 2 positions by m, and some by no more; so it is the only maximiser exactly if no such
    t theta is a whole turn. The best lead for n >= 3 is 1 - cos(2 pi/(n-1)); beta > ln(n-1)/m gives more than half.

    Idea: the other positions are the distances t with t - 1 in {-1, 1, ..., n-2}, and the cosine is even: it is the
    question of index-gap-sharp over n - 2 distances. *)

From Coq Require Import Reals Lra Lia Arith ZArith List.
From RopeTheory Require Import Rope Trig Sums Heads Decoding new_index_gap_sharp Instances.
Import ListNotations.
Open Scope R_scope.

Definition h_previous {T : Type} (theta : R) : head T :=
  [Plane theta (fun _ => rot (- theta) north) (fun _ => north)].

(** The distances, less 1, at which the other positions stand. *)
Definition span (n : nat) : nat := Nat.max 1 (n - 2).

(** A position other than the one before the last. *)
Definition other (n j : nat) : Prop := within n j /\ j <> (n - 1)%nat.

Definition new_previous_token_statement : Prop :=
  forall (T : Type) (theta : R) (s : nat -> T) (n : nat) (m : R),
    (2 <= n)%nat -> is_smallest (fun t => 1 - cos (INR t * theta)) (span n) m ->
    let l := logits (h_previous theta) s n in
    l (n - 1)%nat = 1 /\ is_largest l (other n) (1 - m) /\
    (only_maximiser l n (n - 1) <-> forall t, within (span n) t -> cos (INR t * theta) <> 1).

Definition new_previous_token_gap_statement : Prop :=
  forall (T : Type) (theta : R) (s : nat -> T) (n : nat) (M : R),
    (3 <= n)%nat -> let l := logits (h_previous theta) s n in is_largest l (other n) M ->
    l (n - 1)%nat - M <= 1 - cos (2 * PI / INR (n - 1)) /\
    (l (n - 1)%nat - M = 1 - cos (2 * PI / INR (n - 1)) <->
     exists a : Z, Z.gcd a (Z.of_nat (n - 1)) = 1%Z /\ theta = 2 * PI * IZR a / INR (n - 1)).

Definition new_previous_token_beta_statement : Prop :=
  forall (T : Type) (theta : R) (s : nat -> T) (n : nat) (m beta : R),
    (2 <= n)%nat -> is_smallest (fun t => 1 - cos (INR t * theta)) (span n) m -> 0 < m ->
    ln (INR (n - 1)) / m < beta ->
    1 / 2 < weight beta (logits (h_previous theta) s n) n (n - 1).

Lemma previous_logit : forall T theta (s : nat -> T) n j,
  logits (h_previous theta) s n j = cos ((INR n - INR j - 1) * theta).
Proof.
  intros. unfold logits, head_logit, h_previous; simpl. rewrite Rplus_0_r.
  rewrite (north_rot) at 2. rewrite logit_rot. unfold dist. f_equal; ring.
Qed.

Lemma previous_at : forall T theta (s : nat -> T) n, (2 <= n)%nat ->
  logits (h_previous theta) s n (n - 1) = 1.
Proof.
  intros. rewrite previous_logit, minus_INR by lia. replace ((INR n - (INR n - INR 1) - 1) * theta) with 0.
  - apply cos_0.
  - simpl. ring.
Qed.

Lemma previous_other : forall T theta (s : nat -> T) n j, other n j ->
  exists t, within (span n) t /\ logits (h_previous theta) s n j = cos (INR t * theta).
Proof.
  intros T theta s n j [[J1 J2] N]. rewrite previous_logit. destruct (Nat.eq_dec j n) as [->|E].
  - exists 1%nat. split; [unfold within, span; lia|]. rewrite <- cos_neg. f_equal. simpl. ring.
  - exists (n - 1 - j)%nat. split; [unfold within, span; lia|]. f_equal. rewrite !minus_INR by lia. simpl. ring.
Qed.

Lemma previous_every : forall T theta (s : nat -> T) n t, (2 <= n)%nat -> within (span n) t ->
  exists j, other n j /\ logits (h_previous theta) s n j = cos (INR t * theta).
Proof.
  intros T theta s n t N [T1 T2]. unfold span in T2. destruct (le_lt_dec n 2) as [L|L].
  - assert (n = 2%nat) as -> by lia. assert (t = 1%nat) as -> by lia. exists 2%nat.
    split; [unfold other, within; lia|]. rewrite previous_logit, <- cos_neg. f_equal. simpl. ring.
  - exists (n - 1 - t)%nat. split; [unfold other, within; lia|]. rewrite previous_logit. f_equal.
    rewrite !minus_INR by lia. simpl. ring.
Qed.

Lemma previous_largest : forall T theta (s : nat -> T) n m, (2 <= n)%nat ->
  is_smallest (fun t => 1 - cos (INR t * theta)) (span n) m <->
  is_largest (logits (h_previous theta) s n) (other n) (1 - m).
Proof.
  intros T theta s n m N. split.
  - intros [[t [Ht E]] L]. split.
    + destruct (previous_every T theta s n t N Ht) as [j [J F]]. exists j. split; [exact J|lra].
    + intros j J. destruct (previous_other T theta s n j J) as [t' [Ht' F]]. specialize (L t' Ht'). lra.
  - intros [[j [J E]] L]. split.
    + destruct (previous_other T theta s n j J) as [t [Ht F]]. exists t. split; [exact Ht|lra].
    + intros t Ht. destruct (previous_every T theta s n t N Ht) as [j' [J' F]]. specialize (L j' J'). lra.
Qed.

Theorem new_previous_token_proved : new_previous_token_statement.
Proof.
  intros T theta s n m N S l. pose proof (previous_at T theta s n N) as A. fold l in A.
  pose proof (proj1 (previous_largest T theta s n m N) S) as B. fold l in B.
  split; [exact A|split; [exact B|split]].
  - intros [_ G] t Ht E. destruct (previous_every T theta s n t N Ht) as [j [[J K] F]]. fold l in F.
    specialize (G j J K). lra.
  - intro G. split; [unfold within; lia|]. intros k K D.
    destruct (previous_other T theta s n k (conj K D)) as [t [Ht F]]. fold l in F. rewrite F, A.
    pose proof (cos_le_1 (INR t * theta)). specialize (G t Ht). lra.
Qed.

Theorem new_previous_token_gap_proved : new_previous_token_gap_statement.
Proof.
  intros T theta s n M N l H. pose proof (previous_at T theta s n ltac:(lia)) as A. fold l in A. rewrite A.
  assert (S : is_smallest (fun t => 1 - cos (INR t * theta)) (span n) (1 - M)).
  { apply (previous_largest T theta s n (1 - M) ltac:(lia)). replace (1 - (1 - M)) with M by ring. exact H. }
  replace (span n) with (n - 2)%nat in S by (unfold span; lia).
  pose proof (new_index_gap_sharp_proved theta (n - 2)%nat (1 - M) ltac:(lia) S) as R.
  replace (n - 2 + 1)%nat with (n - 1)%nat in R by lia. exact R.
Qed.

Theorem new_previous_token_beta_proved : new_previous_token_beta_statement.
Proof.
  intros T theta s n m beta N S P B. apply (gap_gives_half _ _ _ _ m (n - 1)%nat); try lia; try lra.
  - unfold within; lia.
  - intros k K D. rewrite (previous_at T theta s n N).
    pose proof (proj2 (proj1 (previous_largest T theta s n m N) S) k (conj K D)). lra.
Qed.

(** The hypotheses can be met: pi at n = 3. *)
Example previous_example : is_smallest (fun t => 1 - cos (INR t * PI)) (span 3) 2.
Proof.
  assert (E : forall t, within (span 3) t -> 1 - cos (INR t * PI) = 2).
  { intros t [T1 T2]. unfold span in T2. assert (t = 1%nat) as -> by (simpl in T2; lia). simpl. rewrite Rmult_1_l, cos_PI. ring. }
  split; [exists 1%nat; split; [unfold within, span; simpl; lia|apply E; unfold within, span; simpl; lia]|].
  intros t Ht. rewrite (E t Ht). lra.
Qed.

(** * False neighbours *)

(** Every angle that is no whole turn will do: pi at n = 4 ties with distance 3. *)
Definition new_previous_token_neighbour_every : Prop :=
  forall (s : nat -> nat) (theta : R) (n : nat), (2 <= n)%nat -> cos theta <> 1 ->
    only_maximiser (logits (h_previous theta) s n) n (n - 1).

Theorem new_previous_token_neighbour_every_false : ~ new_previous_token_neighbour_every.
Proof.
  intro H. destruct (H (fun _ => 0%nat) PI 4%nat ltac:(lia) ltac:(rewrite cos_PI; lra)) as [_ G].
  specialize (G 1%nat ltac:(unfold within; lia) ltac:(simpl; lia)).
  rewrite (previous_at nat PI _ 4 ltac:(lia)), previous_logit in G. simpl in G.
  replace ((1 + 1 + 1 + 1 - 1 - 1) * PI) with (2 * PI) in G by ring. rewrite cos_2PI in G. lra.
Qed.

(** The best lead is that of n positions: at n = 3 the angle pi has the lead 2, more than 1 - cos(2 pi/3). *)
Definition new_previous_token_gap_neighbour_length : Prop :=
  forall (s : nat -> nat) (theta : R) (n : nat) (M : R), (3 <= n)%nat ->
    is_largest (logits (h_previous theta) s n) (other n) M -> 1 - M <= 1 - cos (2 * PI / INR n).

Theorem new_previous_token_gap_neighbour_length_false : ~ new_previous_token_gap_neighbour_length.
Proof.
  intro H. pose proof PI_RGT_0 as P.
  pose proof (proj1 (previous_largest nat PI (fun _ => 0%nat) 3 2 ltac:(lia)) previous_example) as L.
  specialize (H _ PI 3%nat (1 - 2) ltac:(lia) L). simpl in H.
  assert (C : cos PI < cos (2 * PI / (1 + 1 + 1))) by (apply cos_falls; lra). rewrite cos_PI in C. lra.
Qed.

(** beta = ln(n-1)/m itself gives more than half: at n = 2 that is 0, and both weights are a half. *)
Definition new_previous_token_beta_neighbour_equal : Prop :=
  forall (s : nat -> nat) (theta : R) (n : nat) (m : R), (2 <= n)%nat ->
    is_smallest (fun t => 1 - cos (INR t * theta)) (span n) m -> 0 < m ->
    1 / 2 < weight (ln (INR (n - 1)) / m) (logits (h_previous theta) s n) n (n - 1).

Theorem new_previous_token_beta_neighbour_equal_false : ~ new_previous_token_beta_neighbour_equal.
Proof.
  intro H. specialize (H (fun _ => 0%nat) PI 2%nat 2 ltac:(lia)).
  assert (S : is_smallest (fun t => 1 - cos (INR t * PI)) (span 2) 2) by exact previous_example.
  specialize (H S ltac:(lra)). simpl (INR (2 - 1)) in H. rewrite ln_1 in H.
  replace (0 / 2) with 0 in H by field. unfold weight, sum1 in H. simpl in H.
  rewrite !Rmult_0_l, !exp_0 in H. lra.
Qed.

(** Quarter turns, four tokens. *)
Example quarter_turns : is_smallest (fun t => 1 - cos (INR t * (PI / 2))) (span 4) 1.
Proof.
  split.
  - exists 1%nat. split; [unfold within; cbn; lia|]. cbn. rewrite Rmult_1_l, cos_PI2. ring.
  - intros t T. unfold within in T. cbn in T. assert (t = 1 \/ t = 2)%nat as [-> | ->] by lia.
    + cbn. rewrite Rmult_1_l, cos_PI2. lra.
    + replace (INR 2 * (PI / 2)) with PI by (cbn; field). rewrite cos_PI. lra.
Qed.

Example new_previous_token_instance : instance_of new_previous_token_statement.
Proof. exists nat, (PI / 2), (fun j => j), 4%nat, 1. split; [lia|]. split; [exact quarter_turns|]. repeat split. Qed.

Example new_previous_token_gap_instance : instance_of new_previous_token_gap_statement.
Proof.
  exists nat, (PI / 2), (fun j => j), 4%nat, (1 - 1). split; [lia|]. split; [|split; exact I].
  apply (new_previous_token_proved nat (PI / 2) (fun j => j) 4%nat 1); [lia|exact quarter_turns].
Qed.

Example new_previous_token_beta_instance : instance_of new_previous_token_beta_statement.
Proof.
  exists nat, (PI / 2), (fun j => j), 4%nat, 1, (ln (INR (4 - 1)) / 1 + 1).
  split; [lia|]. split; [exact quarter_turns|]. split; [lra|]. split; [lra|exact I].
Qed.
