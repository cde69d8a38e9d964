(** u26.aligned-keys (U26, p. 7): for attention weights to depend only on position, the keys must be equal.

    "in order for attention weights to depend only on position, all the key vectors must be aligned, for example
    equal to some arbitrarily chosen vector".  One RoPE plane of angle theta with sin theta <> 0, a query
    vector that is not 0, N >= 2 earlier positions and softmax at a beta > 0: the weights are the same after
    every swap of two earlier contents exactly if all earlier contents have one key vector; and exactly if the
    logits are positional.

    Idea: the query's own logit stays, so equal weights are equal logits.  The difference of two keys is orthogonal
    to the query turned once and turned twice; for sin theta <> 0 these two span the plane.
    Encoding: contents 0..N-1, position b + 1 for b < N; the query stands at N + 1, and `own` is its own logit. *)

From Coq Require Import Reals Lra Lia PeanoNat.
From RopeTheory Require Import Rope Sums u26_swaps Instances.
Open Scope R_scope.

(** Logit of content a at position b + 1. *)
Definition placed_logit (theta : R) (q : vec) (keys : nat -> vec) (N a b : nat) : R :=
  logit theta q (keys a) (S N) (S b).

(** Logits of the positions 1..N+1 when position b + 1 holds content c(b). *)
Definition arranged (theta : R) (q : vec) (keys : nat -> vec) (own : R) (N : nat) (c : nat -> nat) (j : nat) : R :=
  if (j =? S N)%nat then own else placed_logit theta q keys N (c (j - 1)%nat) (j - 1).

Definition weights_stay (beta theta : R) (q : vec) (keys : nat -> vec) (own : R) (N : nat) : Prop :=
  forall a b, (a < N)%nat -> (b < N)%nat -> forall j, (1 <= j <= S N)%nat ->
    weight beta (arranged theta q keys own N (swapped a b)) (S N) j
    = weight beta (arranged theta q keys own N (fun k => k)) (S N) j.

Definition u26_aligned_keys_statement : Prop :=
  forall (beta theta own : R) (q : vec) (keys : nat -> vec) (N : nat),
    0 < beta -> sin theta <> 0 -> q <> (0, 0) -> (2 <= N)%nat ->
    (weights_stay beta theta q keys own N <-> forall a a', (a < N)%nat -> (a' < N)%nat -> keys a = keys a') /\
    (positional N (placed_logit theta q keys N) <-> forall a a', (a < N)%nat -> (a' < N)%nat -> keys a = keys a').

(** Equal weights and one equal logit are equal logits. *)
Lemma equal_weights : forall beta l l' n m, 0 < beta -> (1 <= m <= n)%nat -> l m = l' m ->
  (forall j, (1 <= j <= n)%nat -> weight beta l n j = weight beta l' n j) -> forall j, (1 <= j <= n)%nat ->
    l j = l' j.
Proof.
  intros beta l l' n m B M Own W j J.
  assert (Z : forall f, 0 < sum1 (fun k => exp (beta * f k)) n) by (intro f; apply sum1_pos; [lia|intros;
    apply exp_pos]).
  assert (Q : forall f, weight beta f n j * exp (beta * f m) = weight beta f n m * exp (beta * f j)).
  { intro f. unfold weight. pose proof (Z f). field. lra. }
  assert (P : 0 < weight beta l n m) by (unfold weight; apply Rdiv_lt_0_compat; [apply exp_pos|apply Z]).
  pose proof (Q l) as Q1. pose proof (Q l') as Q2. rewrite <- (W j J), <- (W m M), <- Own in Q2.
  assert (E : exp (beta * l j) = exp (beta * l' j)) by (apply (Rmult_eq_reg_l (weight beta l n m)); lra).
  apply exp_inv in E. apply (Rmult_eq_reg_l beta); lra.
Qed.

Lemma orthogonal_to_two : forall theta d u, sin theta <> 0 -> u <> (0, 0) -> dot d u = 0 ->
  dot d (rot theta u) = 0 -> d = (0, 0).
Proof.
  intros theta [d1 d2] [u1 u2] S U H1 H2. unfold dot, rot in *. simpl in *.
  assert (H3 : sin theta * (d2 * u1 - d1 * u2) = 0).
  { replace (sin theta * (d2 * u1 - d1 * u2)) with
      (d1 * (cos theta * u1 - sin theta * u2) + d2 * (sin theta * u1 + cos theta * u2) - cos theta * (d1 * u1 +
        d2 * u2)) by ring.
    rewrite H1, H2. ring. }
  apply Rmult_integral in H3. destruct H3 as [H3|H3]; [contradiction|].
  assert (N : 0 < u1 * u1 + u2 * u2).
  { destruct (Req_dec u1 0) as [->|N1]; [destruct (Req_dec u2 0) as [->|N2]; [contradiction U; reflexivity|]|].
    - pose proof (Rsqr_pos_lt u2 N2). unfold Rsqr in *. lra.
    - pose proof (Rsqr_pos_lt u1 N1). pose proof (Rle_0_sqr u2). unfold Rsqr in *. lra. }
  assert (D1 : d1 * (u1 * u1 + u2 * u2) = 0).
  { replace (d1 * (u1 * u1 + u2 * u2)) with (u1 * (d1 * u1 + d2 * u2) - u2 * (d2 * u1 - d1 * u2)) by ring.
  rewrite H1, H3. ring. }
  assert (D2 : d2 * (u1 * u1 + u2 * u2) = 0).
  { replace (d2 * (u1 * u1 + u2 * u2)) with (u2 * (d1 * u1 + d2 * u2) + u1 * (d2 * u1 - d1 * u2)) by ring.
  rewrite H1, H3. ring. }
  f_equal; [apply Rmult_integral in D1; destruct D1|apply Rmult_integral in D2; destruct D2]; lra.
Qed.

Lemma rot_nonzero : forall t q, q <> (0, 0) -> rot t q <> (0, 0).
Proof.
  intros t q Q E. apply Q. assert (R : rot (- t) (rot t q) = (0, 0)) by (rewrite E; unfold rot; simpl; f_equal;
    ring).
  rewrite rot_rot in R. replace (- t + t) with 0 in R by ring. unfold rot in R. rewrite cos_0, sin_0 in R.
  destruct q as [q1 q2]. simpl in R. injection R as R1 R2. f_equal; lra.
Qed.

Lemma positional_keys : forall theta q keys N, sin theta <> 0 -> q <> (0, 0) -> (2 <= N)%nat ->
  positional N (placed_logit theta q keys N) -> forall a a', (a < N)%nat -> (a' < N)%nat -> keys a = keys a'.
Proof.
  intros theta q keys N Turn Q N2 P a a' A A'. unfold positional, placed_logit, logit in P.
  pose proof (P a a' (N - 1)%nat A A' ltac:(lia)) as P1. pose proof (P a a' (N - 2)%nat A A' ltac:(lia)) as P2.
  assert (D1 : dist (S N) (S (N - 1)) = 1) by (unfold dist; rewrite <- minus_INR by lia;
    replace (S N - S (N - 1))%nat with 1%nat by lia; reflexivity).
  assert (D2 : dist (S N) (S (N - 2)) = 2) by (unfold dist; rewrite <- minus_INR by lia;
    replace (S N - S (N - 2))%nat with 2%nat by lia; reflexivity).
  rewrite D1, Rmult_1_l in P1. rewrite D2 in P2. replace (2 * theta) with (theta + theta) in P2 by ring.
  rewrite <- rot_rot in P2.
  set (u := rot theta q) in *. assert (U : u <> (0, 0)) by (apply rot_nonzero, Q).
  destruct (keys a) as [k1 k2], (keys a') as [h1 h2].
  assert (Z : (k1 - h1, k2 - h2) = (0, 0)).
  { apply (orthogonal_to_two theta (k1 - h1, k2 - h2) u Turn U); unfold dot in *; simpl in *; lra. }
  injection Z as Z1 Z2. f_equal; lra.
Qed.

Theorem u26_aligned_keys_proved : u26_aligned_keys_statement.
Proof.
  intros beta theta own q keys N B Turn Q N2.
  assert (Back : (forall a a', (a < N)%nat -> (a' < N)%nat -> keys a = keys a') ->
    positional N (placed_logit theta q keys N)).
  { intros E a a' b A A' _. unfold placed_logit. rewrite (E a a' A A'). reflexivity. }
  split; [|split; [apply (positional_keys theta q keys N Turn Q N2)|exact Back]]. split.
  - intro Stay. apply (positional_keys theta q keys N Turn Q N2). apply swaps_positional.
    intros p (a & b & A & C & ->) j J.
    assert (Own : arranged theta q keys own N (swapped a b) (S N) = arranged theta q keys own N (fun k => k) (S N))
      by (unfold arranged; rewrite Nat.eqb_refl; reflexivity).
    pose proof (equal_weights beta _ _ (S N) (S N) B ltac:(lia) Own (Stay a b A C) (S j) ltac:(lia)) as E.
    unfold arranged in E. destruct (Nat.eqb_spec (S j) (S N)); [lia|]. simpl in E. rewrite Nat.sub_0_r in E.
    exact E.
  - intros E a b A C j J. assert (L : forall k, (1 <= k <= S N)%nat ->
      arranged theta q keys own N (swapped a b) k = arranged theta q keys own N (fun k => k) k).
    { intros k K. unfold arranged. destruct (Nat.eqb_spec k (S N)); [reflexivity|]. unfold placed_logit. f_equal.
    apply E; [|lia].
      apply (proj1 (swap_permutes N (swapped a b) ltac:(exists a, b; auto))). lia. }
    unfold weight. rewrite (L j J). f_equal. apply sum1_ext. intros k K. rewrite (L k K). reflexivity.
Qed.

(** * False neighbours *)

Definition two_keys (a : nat) : vec := if (a =? 0)%nat then (0, 1) else (1, 0).

(** A query of length 0. *)
Definition u26_aligned_keys_neighbour_no_query : Prop :=
  forall (theta : R) (q : vec) (keys : nat -> vec) (N : nat), sin theta <> 0 -> (2 <= N)%nat ->
    positional N (placed_logit theta q keys N) -> forall a a', (a < N)%nat -> (a' < N)%nat -> keys a = keys a'.

Theorem u26_aligned_keys_neighbour_no_query_false : ~ u26_aligned_keys_neighbour_no_query.
Proof.
  intro H. specialize (H (PI / 2) (0, 0) two_keys 2%nat). rewrite sin_PI2 in H.
  assert (P : positional 2 (placed_logit (PI / 2) (0, 0) two_keys 2)).
  { intros a a' b _ _ _. unfold placed_logit, logit, dot, rot. simpl. ring. }
  specialize (H R1_neq_R0 ltac:(lia) P 0%nat 1%nat ltac:(lia) ltac:(lia)). unfold two_keys in H. simpl in H.
  injection H. lra.
Qed.

(** No rotation. *)
Definition u26_aligned_keys_neighbour_no_rotation : Prop :=
  forall (theta : R) (q : vec) (keys : nat -> vec) (N : nat), q <> (0, 0) -> (2 <= N)%nat ->
    positional N (placed_logit theta q keys N) -> forall a a', (a < N)%nat -> (a' < N)%nat -> keys a = keys a'.

Theorem u26_aligned_keys_neighbour_no_rotation_false : ~ u26_aligned_keys_neighbour_no_rotation.
Proof.
  intro H. specialize (H 0 (1, 1) two_keys 2%nat).
  assert (P : positional 2 (placed_logit 0 (1, 1) two_keys 2)).
  { intros a a' b _ _ _. unfold placed_logit, logit, dot, rot, two_keys. rewrite !Rmult_0_r, cos_0, sin_0.
    destruct (a =? 0)%nat, (a' =? 0)%nat; simpl; ring. }
  specialize (H ltac:(intro Z; injection Z; lra) ltac:(lia) P 0%nat 1%nat ltac:(lia) ltac:(lia)).
  unfold two_keys in H. simpl in H. injection H. lra.
Qed.

Example u26_aligned_keys_instance : instance_of u26_aligned_keys_statement.
Proof.
  exists 1, (PI / 2), 0, (1, 0), two_keys, 2%nat. rewrite sin_PI2. repeat split; try lra; try lia.
  intro E. injection E. lra.
Qed.
