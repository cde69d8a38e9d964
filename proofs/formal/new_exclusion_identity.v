(** new.exclusion-identity, new.exclusion-identity.permutations, new.exclusion-identity.equality

    Source: new; sharpens U25, Theorem 1.  For every N >= 1 and every real N x N matrix M with diagonal l:
    - identity: e_pos + e_sym = Var(l) + 2 mean over (a, b) of (M[a,b] - (l_a + l_b)/2)^2, where e_pos and e_sym are
      the means over (a, b) of (M[a,b] - l_b)^2 and (M[a,b] - l_a)^2;
    - permutations: the printed N! N terms become N^2: |delta_pos|^2/(N! N) = e_pos, |delta_sym|^2/(N! N) = e_sym;
    - equality: the bound of Theorem 1 holds with equality exactly if M[a,b] = (l_a + l_b)/2 for all a, b, and every l
      is the diagonal of such a matrix.

    Idea: (x - v)^2 + (x - u)^2 = 2 (x - (u + v)/2)^2 + (u - v)^2/2 for one entry x; the mean of the last term over
    all pairs is the variance.  A mean of squares is 0 only if each square is.
    Encoding: a, b run over 0..N-1; what M is outside does not matter.  That the Python function exclusion_terms
    computes these terms is part of the claim there and is not said here. *)

From Coq Require Import Reals Lra Lia Factorial.
From RopeTheory Require Import Rope Exclusion Permutations Instances.
Open Scope R_scope.

Definition new_exclusion_identity_statement : Prop :=
  forall (N : nat) (M : nat -> nat -> R), (1 <= N)%nat ->
    e_pos N M (diagonal M) + e_sym N M (diagonal M)
    = variance N (diagonal M) + 2 * interaction N M (diagonal M).

Theorem new_exclusion_identity_proved : new_exclusion_identity_statement.
Proof. intros N M HN. apply energies_identity. exact HN. Qed.

(** For N = 2 and M = (0 2; 0 2): e_pos = 0, e_sym = 2, the variance is 1 and the interaction 1/2. *)
Definition rows_agree (a b : nat) : R := INR (2 * b).

Ltac compute_means := unfold e_pos, e_sym, variance, interaction, mean, mean2, diagonal, rows_agree; simpl.

(** The interaction counts twice, not once. *)
Definition new_exclusion_identity_neighbour_once : Prop :=
  forall (N : nat) (M : nat -> nat -> R), (1 <= N)%nat ->
    e_pos N M (diagonal M) + e_sym N M (diagonal M) = variance N (diagonal M) + interaction N M (diagonal M).

Theorem new_exclusion_identity_neighbour_once_false : ~ new_exclusion_identity_neighbour_once.
Proof. intro H. specialize (H 2%nat rows_agree ltac:(lia)). revert H. compute_means. lra. Qed.

(** The variance is divided by N, not by N - 1. *)
Definition new_exclusion_identity_neighbour_unbiased : Prop :=
  forall (N : nat) (M : nat -> nat -> R), (2 <= N)%nat ->
    e_pos N M (diagonal M) + e_sym N M (diagonal M)
    = variance N (diagonal M) * INR N / INR (N - 1) + 2 * interaction N M (diagonal M).

Theorem new_exclusion_identity_neighbour_unbiased_false : ~ new_exclusion_identity_neighbour_unbiased.
Proof. intro H. specialize (H 2%nat rows_agree ltac:(lia)). revert H. compute_means. lra. Qed.

(** * The printed sums are means *)

Definition new_exclusion_identity_permutations_statement : Prop :=
  forall (N : nat) (M : nat -> nat -> R), (1 <= N)%nat ->
    norm2_pos N M (diagonal M) / (INR (fact N) * INR N) = e_pos N M (diagonal M) /\
    norm2_sym N M (diagonal M) / (INR (fact N) * INR N) = e_sym N M (diagonal M).

Theorem new_exclusion_identity_permutations_proved : new_exclusion_identity_permutations_statement.
Proof.
  intros N M HN. pose proof (INR_pos N HN). pose proof (INR_fact_lt_0 N).
  rewrite norm2_pos_mean, norm2_sym_mean, factorial_is_fact by exact HN. split; field; lra.
Qed.

(** The sum over all permutations and places is not N! times the mean. *)
Definition new_exclusion_identity_permutations_neighbour_factorial : Prop :=
  forall (N : nat) (M : nat -> nat -> R), (1 <= N)%nat ->
    norm2_sym N M (diagonal M) / INR (fact N) = e_sym N M (diagonal M).

Theorem new_exclusion_identity_permutations_neighbour_factorial_false :
  ~ new_exclusion_identity_permutations_neighbour_factorial.
Proof.
  intro H. specialize (H 2%nat rows_agree ltac:(lia)). revert H.
  rewrite norm2_sym_mean, factorial_is_fact by lia. compute_means. lra.
Qed.

(** * The case of equality *)

Definition halfway (N : nat) (M : nat -> nat -> R) : Prop :=
  forall a b, (a < N)%nat -> (b < N)%nat -> M a b = (M a a + M b b) / 2.

Definition new_exclusion_identity_equality_statement : Prop :=
  forall N : nat, (1 <= N)%nat ->
    (forall M : nat -> nat -> R, variance N (diagonal M) = exclusion_bound N M (diagonal M) <-> halfway N M) /\
    (forall l : nat -> R, exists M, (forall j, (j < N)%nat -> diagonal M j = l j) /\ halfway N M).

Theorem new_exclusion_identity_equality_proved : new_exclusion_identity_equality_statement.
Proof.
  intros N HN. split.
  - intro M. rewrite bound_is_energies, energies_identity by exact HN. split; intro H.
    + intros a b Ha Hb. assert (Hz : interaction N M (diagonal M) = 0) by lra.
      assert (Hs : (M a b - (diagonal M a + diagonal M b) / 2) ^ 2 = 0).
      { apply (mean2_zero N (fun a b => (M a b - (diagonal M a + diagonal M b) / 2) ^ 2) HN);
          try assumption. intros; apply pow2_ge_0. }
      unfold diagonal in Hs. rewrite <- Rsqr_pow2 in Hs. apply Rsqr_0_uniq in Hs. lra.
    + assert (Hz : interaction N M (diagonal M) = 0); [|lra].
      unfold interaction. rewrite (mean2_ext N _ (fun _ _ => 0 * 0)).
      * rewrite mean2_scal. ring.
      * intros a b Ha Hb. rewrite (H a b Ha Hb). unfold diagonal. ring.
  - intro l. exists (fun a b => (l a + l b) / 2). unfold diagonal, halfway. split; intros; field.
Qed.

(** Halfway above the diagonal is not enough. *)
Definition new_exclusion_identity_equality_neighbour_above : Prop :=
  forall (N : nat) (M : nat -> nat -> R), (1 <= N)%nat ->
    (forall a b, (a < b)%nat -> (b < N)%nat -> M a b = (M a a + M b b) / 2) ->
    variance N (diagonal M) = exclusion_bound N M (diagonal M).

(** For N = 2, M = (0 1; 0 2): the variance is 1, the bound is 5/4. *)
Theorem new_exclusion_identity_equality_neighbour_above_false : ~ new_exclusion_identity_equality_neighbour_above.
Proof.
  intro H. specialize (H 2%nat (fun a b => INR (b + a * b)) ltac:(lia)).
  rewrite bound_is_energies in H by lia.
  enough (variance 2 (diagonal (fun a b => INR (b + a * b)))
          <> e_pos 2 (fun a b => INR (b + a * b)) (diagonal (fun a b => INR (b + a * b)))
             + e_sym 2 (fun a b => INR (b + a * b)) (diagonal (fun a b => INR (b + a * b)))) as Hn.
  - apply Hn, H. intros a b Hab Hb. assert (a = 0 /\ b = 1)%nat as [-> ->] by lia. simpl. field.
  - compute_means. lra.
Qed.

Example new_exclusion_identity_instance : instance_of new_exclusion_identity_statement.
Proof. exists 3%nat, (fun a b => INR a + 2 * INR b * INR a). split; [lia | exact I]. Qed.

Example new_exclusion_identity_permutations_instance : instance_of new_exclusion_identity_permutations_statement.
Proof. exists 3%nat, (fun a b => INR a + 2 * INR b * INR a). repeat split. lia. Qed.

Example new_exclusion_identity_equality_instance : instance_of new_exclusion_identity_equality_statement.
Proof. exists 3%nat. split; [lia | split; [exists (fun a b => INR a + 2 * INR b * INR a) | exists INR]; exact I]. Qed.
