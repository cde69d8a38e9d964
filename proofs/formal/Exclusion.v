(** Shared definitions of the exclusion principle (U25, Theorem 1): means, variance, the two energies.

    M a b is the logit of the earlier content a at position b for the last query, a and b in 0..N-1, and may be any
    real function.  l stands for the reference lambda; the theorem's own is the diagonal of M. *)

From Coq Require Import Reals Lra Lia.
From RopeTheory Require Import Rope.
Open Scope R_scope.

Definition diagonal (M : nat -> nat -> R) (j : nat) : R := M j j.

(** (1/N) sum_j f j, and the mean over all N^2 pairs (a, b). *)
Definition mean (N : nat) (f : nat -> R) : R := sum f N / INR N.
Definition mean2 (N : nat) (f : nat -> nat -> R) : R :=
  sum (fun a => sum (fun b => f a b) N) N / (INR N * INR N).

Definition variance (N : nat) (l : nat -> R) : R := mean N (fun j => (l j - mean N l) ^ 2).

(** e_pos, e_sym and the interaction term. *)
Definition e_pos (N : nat) (M : nat -> nat -> R) (l : nat -> R) : R := mean2 N (fun a b => (M a b - l b) ^ 2).
Definition e_sym (N : nat) (M : nat -> nat -> R) (l : nat -> R) : R := mean2 N (fun a b => (M a b - l a) ^ 2).
Definition interaction (N : nat) (M : nat -> nat -> R) (l : nat -> R) : R :=
  mean2 N (fun a b => (M a b - (l a + l b) / 2) ^ 2).

(** * Sums of squares *)

Lemma INR_pos : forall N, (1 <= N)%nat -> 0 < INR N.
Proof. intros N H. apply lt_0_INR. lia. Qed.

Lemma sum_square : forall N (l : nat -> R) y,
  sum (fun j => (l j - y) ^ 2) N
  = sum (fun j => (l j) ^ 2) N - 2 * y * sum l N + INR N * y ^ 2.
Proof.
  intros N l y. induction N as [|N IH]; [simpl; ring|].
  rewrite S_INR. cbn [sum]. rewrite IH. ring.
Qed.

Lemma sum_pairs : forall N (l : nat -> R) n,
  sum (fun a => sum (fun b => (l a - l b) ^ 2) N) n
  = INR N * sum (fun a => (l a) ^ 2) n - 2 * sum l n * sum l N
    + INR n * sum (fun b => (l b) ^ 2) N.
Proof.
  intros N l n. induction n as [|n IH]; [simpl; ring|].
  rewrite S_INR. cbn [sum]. rewrite IH.
  rewrite (sum_ext (fun b => (l n - l b) ^ 2) (fun b => (l b - l n) ^ 2)) by (intros; ring).
  rewrite sum_square. ring.
Qed.

Lemma variance_is_pairs : forall N l, (1 <= N)%nat ->
  variance N l = mean2 N (fun a b => (l a - l b) ^ 2) / 2.
Proof.
  intros N l HN. pose proof (INR_pos N HN) as H. unfold variance, mean2, mean.
  rewrite sum_square, sum_pairs. field. apply Rgt_not_eq. exact H.
Qed.

Lemma mean2_ext : forall N f g,
  (forall a b, (a < N)%nat -> (b < N)%nat -> f a b = g a b) -> mean2 N f = mean2 N g.
Proof.
  intros N f g H. unfold mean2. f_equal.
  apply sum_ext; intros; apply sum_ext; intros; apply H; assumption.
Qed.

Lemma mean2_plus : forall N f g, mean2 N (fun a b => f a b + g a b) = mean2 N f + mean2 N g.
Proof.
  intros N f g. unfold mean2.
  rewrite (sum_ext _ (fun a => sum (fun b => f a b) N + sum (fun b => g a b) N)) by (intros; apply sum_plus).
  rewrite sum_plus. unfold Rdiv. ring.
Qed.

Lemma mean2_scal : forall N c f, mean2 N (fun a b => c * f a b) = c * mean2 N f.
Proof.
  intros N c f. unfold mean2.
  rewrite (sum_ext _ (fun a => c * sum (fun b => f a b) N)) by (intros; apply sum_scal).
  rewrite sum_scal. unfold Rdiv. ring.
Qed.

(** One entry at a time: (x - v)^2 + (x - u)^2 = 2 (x - (u + v)/2)^2 + (u - v)^2 / 2, for any reference l. *)
Lemma energies_identity : forall N M l, (1 <= N)%nat ->
  e_pos N M l + e_sym N M l = variance N l + 2 * interaction N M l.
Proof.
  intros N M l HN. unfold e_pos, e_sym, interaction.
  rewrite <- mean2_plus, <- mean2_scal, variance_is_pairs by assumption.
  replace (mean2 N (fun a b => (l a - l b) ^ 2) / 2)
    with (/ 2 * mean2 N (fun a b => (l a - l b) ^ 2)) by (unfold Rdiv; ring).
  rewrite <- mean2_scal, <- mean2_plus. apply mean2_ext. intros. field.
Qed.

(** * A mean of squares *)

Lemma sum_nonneg : forall f n, (forall k, (k < n)%nat -> 0 <= f k) -> 0 <= sum f n.
Proof.
  intros f n H. induction n as [|n IH]; simpl; [lra|].
  assert (0 <= f n) by (apply H; lia). assert (0 <= sum f n) by (apply IH; intros; apply H; lia). lra.
Qed.

Lemma sum_zero : forall f n, (forall k, (k < n)%nat -> 0 <= f k) -> sum f n = 0 ->
  forall k, (k < n)%nat -> f k = 0.
Proof.
  intros f n H. induction n as [|n IH]; simpl; intros Hs k Hk; [lia|].
  assert (0 <= f n) by (apply H; lia).
  assert (0 <= sum f n) by (apply sum_nonneg; intros; apply H; lia).
  destruct (PeanoNat.Nat.eq_dec k n) as [->|]; [lra|]. apply IH; [intros; apply H; lia | lra | lia].
Qed.

Lemma mean2_nonneg : forall N f, (1 <= N)%nat ->
  (forall a b, (a < N)%nat -> (b < N)%nat -> 0 <= f a b) -> 0 <= mean2 N f.
Proof.
  intros N f HN H. pose proof (INR_pos N HN). unfold mean2. apply Rmult_le_pos.
  - apply sum_nonneg; intros; apply sum_nonneg; intros; apply H; assumption.
  - left. apply Rinv_0_lt_compat. nra.
Qed.

Lemma mean2_zero : forall N f, (1 <= N)%nat ->
  (forall a b, (a < N)%nat -> (b < N)%nat -> 0 <= f a b) -> mean2 N f = 0 ->
  forall a b, (a < N)%nat -> (b < N)%nat -> f a b = 0.
Proof.
  intros N f HN H Hz a b Ha Hb. pose proof (INR_pos N HN) as Hpos.
  assert (Hs : sum (fun a => sum (fun b => f a b) N) N = 0).
  { unfold mean2 in Hz. apply Rmult_integral in Hz as [Hz|Hz]; [exact Hz|].
    exfalso. apply (Rinv_neq_0_compat (INR N * INR N)); [nra | exact Hz]. }
  apply (sum_zero (fun b => f a b) N); [intros; apply H; assumption | | exact Hb].
  apply (sum_zero (fun a => sum (fun b => f a b) N) N); [|exact Hs|exact Ha].
  intros; apply sum_nonneg; intros; apply H; assumption.
Qed.
