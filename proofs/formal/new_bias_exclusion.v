(** new.bias-exclusion, new.bias-exclusion.alibi, new.bias-exclusion.bounded: additive position biases in the terms of new.exclusion-identity.

    Statement. A bias on the position is added to the logit of the content: M[a,b] = s a + t b, s the content's logit for the last query and t the bias at
    position b, both any reals. Then e_pos = 2 Var(s), e_sym = 2 Var(t), and the interaction counts Var(s - t). ALiBi's bias of slope m on N positions in a
    row gives e_sym = m^2 (N^2 - 1)/6; a bias with values in [low, high], as T5's table, gives at most (high - low)^2/2 at every N. *)

From Coq Require Import Reals Lra Lia.
From RopeTheory Require Import Rope Exclusion Instances.
Open Scope R_scope.

Definition biased (s t : nat -> R) (a b : nat) : R := s a + t b.

Definition new_bias_exclusion_statement : Prop :=
  forall (N : nat) (s t : nat -> R), (1 <= N)%nat ->
    let M := biased s t in
    e_pos N M (diagonal M) = 2 * variance N s /\ e_sym N M (diagonal M) = 2 * variance N t /\
    2 * interaction N M (diagonal M) = variance N (fun j => s j - t j).

Lemma mean2_quarter : forall N f, mean2 N (fun a b => / 4 * f a b) = / 4 * mean2 N f.
Proof. intros N f. apply mean2_scal. Qed.

Theorem new_bias_exclusion_proved : new_bias_exclusion_statement.
Proof.
  intros N s t H. unfold e_pos, e_sym, interaction, diagonal, biased. simpl. split; [|split].
  - rewrite (variance_is_pairs N s H). rewrite (mean2_ext N _ (fun a b => (s a - s b) ^ 2)); [field|].
    intros a b _ _. ring.
  - rewrite (variance_is_pairs N t H). rewrite (mean2_ext N _ (fun a b => (t a - t b) ^ 2)); [field|].
    intros a b _ _. ring.
  - rewrite (variance_is_pairs N (fun j => s j - t j) H).
    rewrite (mean2_ext N _ (fun a b => / 4 * ((s a - t a) - (s b - t b)) ^ 2)); [|intros a b _ _; field].
    rewrite mean2_quarter. field.
Qed.

(** ALiBi: the slope m for each position, the same content everywhere or not. *)
Definition new_bias_exclusion_alibi_statement : Prop :=
  forall (N : nat) (s : nat -> R) (m c : R), (1 <= N)%nat ->
    let M := biased s (fun b => c + m * INR b) in
    e_sym N M (diagonal M) = m ^ 2 * (INR N ^ 2 - 1) / 6.

Lemma sum_steps : forall m c N, sum (fun b => c + m * INR b) N = INR N * c + m * (INR N * (INR N - 1)) / 2.
Proof. intros m c N. induction N as [|N IH]; [simpl; field|]. rewrite S_INR. cbn [sum]. rewrite IH. field. Qed.

Lemma sum_steps2 : forall m c N, sum (fun b => (c + m * INR b) ^ 2) N
  = INR N * c ^ 2 + c * m * (INR N * (INR N - 1)) + m ^ 2 * (INR N * (INR N - 1) * (2 * INR N - 1)) / 6.
Proof. intros m c N. induction N as [|N IH]; [simpl; field|]. rewrite S_INR. cbn [sum]. rewrite IH. field. Qed.

Theorem new_bias_exclusion_alibi_proved : new_bias_exclusion_alibi_statement.
Proof.
  intros N s m c H M. unfold M. destruct (new_bias_exclusion_proved N s (fun b => c + m * INR b) H) as [_ [E _]]. rewrite E.
  pose proof (INR_pos N H) as P. unfold variance, mean. rewrite sum_square, sum_steps, sum_steps2. field. lra.
Qed.

(** A bias with values in an interval. *)
Definition new_bias_exclusion_bounded_statement : Prop :=
  forall (N : nat) (s t : nat -> R) (low high : R), (1 <= N)%nat ->
    (forall b, (b < N)%nat -> low <= t b <= high) ->
    let M := biased s t in
    e_sym N M (diagonal M) <= (high - low) ^ 2 / 2 /\
    (N = 2%nat -> t 0%nat = low -> t 1%nat = high -> e_sym N M (diagonal M) = (high - low) ^ 2 / 2).

Lemma variance_least : forall N l c, (1 <= N)%nat -> variance N l <= mean N (fun j => (l j - c) ^ 2).
Proof.
  intros N l c H. pose proof (INR_pos N H) as P. unfold variance, mean. rewrite !sum_square.
  set (S := sum l N). set (Q := sum (fun j => l j ^ 2) N).
  assert (E : (Q - 2 * c * S + INR N * c ^ 2) / INR N - (Q - 2 * (S / INR N) * S + INR N * (S / INR N) ^ 2) / INR N = (c - S / INR N) ^ 2).
  { field. lra. }
  pose proof (pow2_ge_0 (c - S / INR N)). lra.
Qed.

Theorem new_bias_exclusion_bounded_proved : new_bias_exclusion_bounded_statement.
Proof.
  intros N s t low high H B M. unfold M. destruct (new_bias_exclusion_proved N s t H) as [_ [E _]]. rewrite E.
  pose proof (INR_pos N H) as P. pose proof (variance_least N t ((low + high) / 2) H) as V. unfold mean in V.
  assert (S : sum (fun j => (t j - (low + high) / 2) ^ 2) N <= sum (fun _ => (high - low) ^ 2 / 4) N).
  { apply sum_le. intros k K. specialize (B k K). assert (0 <= (t k - low) * (high - t k)) by (apply Rmult_le_pos; lra). nra. }
  rewrite sum_const in S. assert (D : sum (fun j => (t j - (low + high) / 2) ^ 2) N / INR N <= (high - low) ^ 2 / 4).
  { apply (Rmult_le_reg_r (INR N)); [exact P|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  split; [lra|]. intros -> T0 T1. unfold variance, mean. simpl. rewrite T0, T1. field.
Qed.

(** * False neighbours *)

Ltac compute_means := unfold e_pos, e_sym, variance, interaction, mean, mean2, diagonal, biased; simpl.

(** One variance in place of two. *)
Definition new_bias_exclusion_neighbour_once : Prop :=
  forall (N : nat) (s t : nat -> R), (1 <= N)%nat -> let M := biased s t in e_sym N M (diagonal M) = variance N t.

Theorem new_bias_exclusion_neighbour_once_false : ~ new_bias_exclusion_neighbour_once.
Proof. intro H. specialize (H 2%nat (fun _ => 0) INR ltac:(lia)). revert H. compute_means. lra. Qed.

(** For every matrix: one with M[1,1] = 1 and 0 elsewhere has no such form. *)
Definition new_bias_exclusion_neighbour_any : Prop :=
  forall (N : nat) (M : nat -> nat -> R), (1 <= N)%nat -> e_sym N M (diagonal M) = 2 * variance N (fun b => M 0%nat b).

Theorem new_bias_exclusion_neighbour_any_false : ~ new_bias_exclusion_neighbour_any.
Proof.
  intro H. specialize (H 2%nat (fun a b => match a, b with 1%nat, 1%nat => 1 | _, _ => 0 end) ltac:(lia)). revert H. compute_means. lra.
Qed.

(** N^2 in place of N^2 - 1. *)
Definition new_bias_exclusion_alibi_neighbour_square : Prop :=
  forall (N : nat) (s : nat -> R) (m c : R), (1 <= N)%nat ->
    let M := biased s (fun b => c + m * INR b) in e_sym N M (diagonal M) = m ^ 2 * INR N ^ 2 / 6.

Theorem new_bias_exclusion_alibi_neighbour_square_false : ~ new_bias_exclusion_alibi_neighbour_square.
Proof. intro H. specialize (H 1%nat (fun _ => 0) 1 0 ltac:(lia)). revert H. compute_means. lra. Qed.

(** A smaller constant: two values, half the positions each, attain it. *)
Definition new_bias_exclusion_bounded_neighbour_third : Prop :=
  forall (N : nat) (s t : nat -> R) (low high : R), (1 <= N)%nat ->
    (forall b, (b < N)%nat -> low <= t b <= high) -> let M := biased s t in e_sym N M (diagonal M) <= (high - low) ^ 2 / 3.

Theorem new_bias_exclusion_bounded_neighbour_third_false : ~ new_bias_exclusion_bounded_neighbour_third.
Proof.
  intro H. specialize (H 2%nat (fun _ => 0) INR 0 1 ltac:(lia)). assert (B : forall b, (b < 2)%nat -> 0 <= INR b <= 1).
  { intros b L. destruct b as [|[|]]; simpl; lra || lia. }
  specialize (H B). revert H. compute_means. lra.
Qed.

Example new_bias_exclusion_instance : instance_of new_bias_exclusion_statement.
Proof. exists 3%nat, (fun a => 2 * INR a), (fun b => 1 - INR b). repeat split. lia. Qed.

Example new_bias_exclusion_alibi_instance : instance_of new_bias_exclusion_alibi_statement.
Proof. exists 3%nat, (fun a => 2 * INR a), (1 / 2), 1. split; [lia | exact I]. Qed.

Example new_bias_exclusion_bounded_instance : instance_of new_bias_exclusion_bounded_statement.
Proof.
  exists 2%nat, (fun a => 2 * INR a), INR, 0, 1. split; [lia | split].
  - intros [|[|b]] B; try lia; simpl; lra.
  - repeat split; reflexivity.
Qed.
