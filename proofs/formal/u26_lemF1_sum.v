(** u26.lemF1.sum, u26.lemF1.sum.corrected (U26, proof of Lemma F.1): the bounds on softmax's normaliser.

    Printed: "for beta >= 1, k e^mu <= sum_i e^{beta L_i} <= k e^{beta mu} + (n-k) e^{beta (mu - lambda)}", with k < n
    maximisers, mu the largest logit and lambda a gap that every other position keeps.  REFUTED for negative mu: the
    logits -1, -3 and beta = 2.
    .corrected: for every beta >= 0 the sum lies between k e^{beta mu} and k e^{beta mu} + (n-k) e^{beta (mu -
    lambda)}; and it is at least k e^mu if mu >= 0 and beta >= 1.

    Idea: the maximisers alone give k e^{beta mu}, which is k e^mu or more exactly if (beta - 1) mu >= 0. *)

From Coq Require Import Reals Lra Lia PeanoNat.
From RopeTheory Require Import Rope Heads Sums u26_lemF1 Instances.
Open Scope R_scope.

Definition normaliser (beta : R) (l : nat -> R) (n : nat) : R := sum1 (fun i => exp (beta * l i)) n.

(** The number of maximisers. *)
Definition maximisers (l : nat -> R) (n : nat) : R := sum1 (tops l n) n.

Definition keeps (lambda : R) (l : nat -> R) (n : nat) (mu : R) : Prop :=
  is_largest l (within n) mu /\ forall i, within n i -> ~ maximiser l n i -> l i <= mu - lambda.

Definition u26_lemF1_sum_statement : Prop :=
  forall (l : nat -> R) (n : nat) (beta mu lambda : R), 1 <= beta -> 0 < lambda -> keeps lambda l n mu ->
    maximisers l n < INR n ->
    maximisers l n * exp mu <= normaliser beta l n /\
    normaliser beta l n
    <= maximisers l n * exp (beta * mu) + (INR n - maximisers l n) * exp (beta * (mu - lambda)).

Definition u26_lemF1_sum_corrected_statement : Prop :=
  forall (l : nat -> R) (n : nat) (beta mu lambda : R), 0 <= beta -> keeps lambda l n mu ->
    maximisers l n * exp (beta * mu) <= normaliser beta l n /\
    normaliser beta l n
    <= maximisers l n * exp (beta * mu) + (INR n - maximisers l n) * exp (beta * (mu - lambda)) /\
    (1 <= beta -> 0 <= mu -> maximisers l n * exp mu <= normaliser beta l n).

Lemma maximisers_nonneg : forall l n, 0 <= maximisers l n.
Proof. intros. apply sum1_nonneg. intros k _. unfold tops. destruct (top l n k); lra. Qed.

Theorem u26_lemF1_sum_corrected_proved : u26_lemF1_sum_corrected_statement.
Proof.
  intros l n beta mu lambda B [[[j [J Ej]] Le] Far].
  assert (Low : maximisers l n * exp (beta * mu) <= normaliser beta l n).
  { unfold maximisers. rewrite Rmult_comm, <- sum1_scal. apply sum1_le. intros k K. unfold tops.
    destruct (top l n k) eqn:T; [|pose proof (exp_pos (beta * l k)); lra]. rewrite Rmult_1_r.
    apply exp_le. apply Rmult_le_compat_l; [exact B|]. rewrite <- Ej. apply (proj1 (top_spec l n k) T j J). }
  split; [exact Low|]. split.
  - unfold normaliser, maximisers.
    replace (sum1 (tops l n) n * exp (beta * mu) + (INR n - sum1 (tops l n) n) * exp (beta * (mu - lambda)))
      with (sum1 (fun k => exp (beta * mu) * tops l n k + exp (beta * (mu - lambda)) * (1 + - 1 * tops l n k)) n).
    + apply sum1_le. intros k K. unfold tops. destruct (top l n k) eqn:T.
      * assert (exp (beta * l k) <= exp (beta * mu)); [|lra].
        apply exp_le, Rmult_le_compat_l; [exact B|]. apply Le, K.
      * assert (exp (beta * l k) <= exp (beta * (mu - lambda))); [|lra].
        apply exp_le, Rmult_le_compat_l; [exact B|]. apply Far; [exact K|].
        intros [_ M]. apply (top_spec l n k) in M. congruence.
    + rewrite sum1_plus, !sum1_scal, sum1_plus, sum1_const, sum1_scal. ring.
  - intros B1 M. apply Rle_trans with (2 := Low). apply Rmult_le_compat_l; [apply maximisers_nonneg|].
    apply exp_le. nra.
Qed.

Definition minus_1_minus_3 (j : nat) : R := if (j =? 1)%nat then - (1) else - (3).

Lemma first_is_top : only_maximiser minus_1_minus_3 2 1.
Proof.
  split; [unfold within; lia|]. intros k K D. unfold within in K. assert (k = 2%nat) as -> by lia.
  unfold minus_1_minus_3. simpl. lra.
Qed.

Theorem u26_lemF1_sum_refuted : ~ u26_lemF1_sum_statement.
Proof.
  intro H. pose proof (only_maximiser_maximiser _ _ _ first_is_top) as M.
  assert (N2 : ~ maximiser minus_1_minus_3 2 2).
  { intro Q. pose proof (only_maximiser_unique _ _ _ _ first_is_top Q). lia. }
  assert (One : maximisers minus_1_minus_3 2 = 1).
  { unfold maximisers, sum1. simpl. rewrite (tops_maximiser _ _ _ M), (tops_other _ _ 2); [ring| |exact N2].
    unfold within; lia. }
  destruct (H minus_1_minus_3 2%nat 2 (- (1)) 1 ltac:(lra) ltac:(lra)) as [L _].
  - split; [exact (maximiser_is_largest _ _ _ M)|]. intros i I Ni. unfold within in I.
    assert (i = 1 \/ i = 2)%nat as [->| ->] by lia; [contradiction|]. unfold minus_1_minus_3. simpl. lra.
  - rewrite One. simpl. lra.
  - rewrite One in L. unfold normaliser, sum1, minus_1_minus_3 in L. simpl in L.
    assert (0 + exp (2 * - (1)) + exp (2 * - (3)) < 2 / 10 < exp (- (1))).
    { replace (2 * - (1)) with (- (1) + - (1)) by ring. replace (2 * - (3)) with (- (1) + - (1) + (- (1) + - (1)) + (- (1) + - (1))) by ring. rewrite !exp_plus.
      pose proof exp_minus_1. set (x := exp (- (1))) in *. assert (0.1 < x * x < 0.161) by (split; nra). assert (0.01 < x * x * (x * x) < 0.026) by (split; nra). split; nra. }
    lra.
Qed.

(** * False neighbour: e^{mu} for every mu where beta is in [0, 1] *)
Definition u26_lemF1_sum_corrected_neighbour_small_beta : Prop :=
  forall (l : nat -> R) (n : nat) (beta mu lambda : R), 0 <= beta -> keeps lambda l n mu -> 0 <= mu ->
    maximisers l n * exp mu <= normaliser beta l n.

Theorem u26_lemF1_sum_corrected_neighbour_small_beta_false : ~ u26_lemF1_sum_corrected_neighbour_small_beta.
Proof.
  intro H. set (l := fun _ : nat => 1).
  assert (M : maximiser l 1 1) by (split; [unfold within; lia|intros; unfold l; lra]).
  specialize (H l 1%nat 0 1 0 ltac:(lra)). unfold maximisers, normaliser, sum1 in H. simpl in H.
  rewrite (tops_maximiser _ _ _ M), Rmult_0_l, exp_0 in H.
  assert (K : keeps 0 l 1 1).
  { split; [exact (maximiser_is_largest _ _ _ M)|]. intros; unfold l; lra. }
  specialize (H K ltac:(lra)). pose proof (exp_ineq1 1 ltac:(lra)). lra.
Qed.

(** Three logits 1, 0, 0. *)
Example u26_lemF1_sum_corrected_instance : instance_of u26_lemF1_sum_corrected_statement.
Proof.
  pose proof (first_only_top 3 ltac:(lia)) as Top. apply only_maximiser_maximiser in Top.
  exists first_only, 3%nat, 2, 1, 1. split; [lra|]. split; [|repeat apply conj; try exact I; lra].
  split; [exact (maximiser_is_largest _ _ _ Top)|]. intros i W N. unfold first_only.
  destruct (Nat.eqb_spec i 1) as [->|_]; [contradiction|lra].
Qed.
