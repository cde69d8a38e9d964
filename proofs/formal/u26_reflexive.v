(** u26.reflexive (U26, p. 6): Reflexive by a positional head, and by a symbolic one.

    "Reflexive can in principle be implemented by either positional or symbolic mechanisms."  Attention alone does
    it, F = a with one-hot values and no residual stream, over V tokens and up to length n0 > 1, by softmax:
    a head with all queries and keys one vector v and the angle pi/n0, positional on every input, at
    beta > ln(n0-1)/(1 - cos(pi/n0)); and a head without rotation, with token x at the direction rho(pi/V)^{-x} v,
    symbolic on every input, at beta > ln(n0-1)/(1 - cos(pi/V)).

    Idea: the first attends to its own position, the second to the copies of its own token.  Either way every
    position with another token trails the query's own by a fixed gap.
    Encoding: tokens are numbers below V; the last position stands for every one, as a position sees those
    up to it. *)

From Coq Require Import Reals Lra Lia PeanoNat List.
From RopeTheory Require Import Rope Trig Sums Heads Decoding Instances.
Import ListNotations.
Open Scope R_scope.

(** All queries and keys are v. *)
Definition h_self (theta : R) : head nat := [Plane theta (fun _ => north) (fun _ => north)].

(** Token x stands at rho(omega)^{-x} v; no rotation. *)
Definition h_same (omega : R) : head nat :=
  [Plane 0 (fun x => rot (- INR x * omega) north) (fun y => rot (- INR y * omega) north)].

(** W_V the identity and F = a, under the softmax weights of a head. *)
Definition attended (h : head nat) (beta : R) (s : nat -> nat) (n t : nat) : R :=
  sum1 (fun j => weight beta (logits h s n) n j * (if (s j =? t)%nat then 1 else 0)) n.

Definition u26_reflexive_statement : Prop :=
  forall V n0 : nat, (1 <= V)%nat -> (2 <= n0)%nat ->
    (forall s n, positional_on (h_self (PI / INR n0)) s n) /\
    (forall s n, symbolic_on (h_same (PI / INR V)) s n) /\
    forall (s : nat -> nat) (n : nat), (1 <= n <= n0)%nat -> (forall j, within n j -> (s j < V)%nat) ->
      (forall beta, ln (INR (n0 - 1)) / (1 - cos (PI / INR n0)) < beta ->
         decoded (attended (h_self (PI / INR n0)) beta s n) (s n)) /\
      (forall beta, ln (INR (n0 - 1)) / (1 - cos (PI / INR V)) < beta ->
         decoded (attended (h_same (PI / INR V)) beta s n) (s n)).

(** Positions with another token trail the query's own by D; beta > ln(m)/D, at most m of them. *)
Lemma own_token_leads : forall h beta s n m D, (1 <= n)%nat -> (n - 1 <= m)%nat -> (1 <= m)%nat -> 0 < D ->
  (forall j, within n j -> s j <> s n -> D <= logits h s n n - logits h s n j) -> ln (INR m) / D < beta ->
  decoded (attended h beta s n) (s n).
Proof.
  intros h beta s n m D N M M1 Dp Gap B t T. set (l := logits h s n) in *. set (w := weight beta l n).
  assert (Own : within n n) by (unfold within; lia).
  assert (Pos : forall j, 0 < w j) by (intro j; apply weight_positive, N).
  assert (Mp : 1 <= INR m) by (apply (le_INR 1), M1).
  assert (BD : ln (INR m) < beta * D).
  { apply Rmult_lt_reg_r with (/ D); [apply Rinv_0_lt_compat, Dp|].
  rewrite Rmult_assoc, Rinv_r, Rmult_1_r by lra. exact B. }
  assert (B0 : 0 <= beta) by (assert (0 <= ln (INR m)) by (rewrite <- ln_1; apply ln_le; lra); nra).
  assert (Q : INR m * exp (- (beta * D)) < 1) by (apply (exp_neg_lt (INR m) (beta * D)); lra).
  assert (Each : forall j, within n j -> s j <> s n -> w j <= w n * exp (- (beta * D))).
  { intros j J E. unfold w, weight, Rdiv. pose proof (Gap j J E) as G.
    assert (Z : 0 < / sum1 (fun k => exp (beta * l k)) n) by (apply Rinv_0_lt_compat, sum1_pos; [exact N|intros;
      apply exp_pos]).
    assert (X : exp (beta * l j) <= exp (beta * l n) * exp (- (beta * D))) by (rewrite <- exp_plus; apply exp_le;
      nra).
    replace (exp (beta * l n) * / sum1 (fun k => exp (beta * l k)) n * exp (- (beta * D)))
      with (exp (beta * l n) * exp (- (beta * D)) * / sum1 (fun k => exp (beta * l k)) n) by ring.
    apply Rmult_le_compat_r; lra. }
  apply Rle_lt_trans with (sum1 (fun j => if (j =? n)%nat then 0 else w n * exp (- (beta * D))) n).
  - unfold attended. fold l. fold w. apply sum1_le. intros j J. destruct (Nat.eqb_spec j n) as [->|Jn].
    + destruct (Nat.eqb_spec (s n) t); [congruence|]. lra.
    + pose proof (exp_pos (- (beta * D))). pose proof (Pos n). destruct (Nat.eqb_spec (s j) t) as [E|_]; [|nra].
      rewrite Rmult_1_r. apply Each; [exact J|congruence].
  - rewrite (sum1_one 0 (w n * exp (- (beta * D))) n n Own).
    apply Rlt_le_trans with (w n).
    + assert (INR (n - 1) <= INR m) by (apply le_INR, M). pose proof (exp_pos (- (beta * D))). pose proof (Pos n).
      assert (INR (n - 1) * exp (- (beta * D)) <= INR m * exp (- (beta * D))) by (apply Rmult_le_compat_r; lra).
      nra.
    + unfold attended. fold l. fold w. rewrite (sum1_split _ n n Own), Nat.eqb_refl.
      assert (0 <= sum1 (fun k => if (k =? n)%nat then 0 else w k * (if (s k =? s n)%nat then 1 else 0)) n); [|lra].
      apply sum1_nonneg. intros k _. destruct (k =? n)%nat; [lra|]. pose proof (Pos k).
      destruct (s k =? s n)%nat; lra.
Qed.

Lemma h_self_logit : forall theta s n j, logits (h_self theta) s n j = cos ((INR n - INR j) * theta).
Proof.
  intros. unfold logits, head_logit, h_self. simpl. rewrite Rplus_0_r, north_rot, logit_rot. unfold dist.
  f_equal. ring.
Qed.

Lemma h_same_logit : forall omega s n j, logits (h_same omega) s n j = cos ((INR (s j) - INR (s n)) * omega).
Proof.
  intros. unfold logits, head_logit, h_same. simpl. rewrite Rplus_0_r, logit_rot. f_equal. ring.
Qed.

(** k steps of pi/N, 1 <= k < N, stay within [pi/N, pi]. *)
Lemma steps_apart : forall N k, (1 <= k < N)%nat -> cos (INR k * (PI / INR N)) <= cos (PI / INR N).
Proof.
  intros N k K. pose proof PI_RGT_0. assert (Np : 0 < INR N) by (apply lt_0_INR; lia).
  assert (K1 : 1 <= INR k) by (apply (le_INR 1); lia). assert (KN : INR k <= INR N) by (apply le_INR; lia).
  assert (A : 0 < PI / INR N) by (apply Rdiv_lt_0_compat; lra).
  apply cos_falls_weakly; [lra|nra|]. apply Rle_trans with (INR N * (PI / INR N)); [nra|].
  unfold Rdiv. rewrite <- Rmult_assoc, (Rmult_comm (INR N)), Rmult_assoc, Rinv_r by lra. lra.
Qed.

Lemma gap_positive : forall N, (1 <= N)%nat -> 0 < 1 - cos (PI / INR N).
Proof.
  intros N N1. pose proof PI_RGT_0. assert (Np : 1 <= INR N) by (apply (le_INR 1); lia).
  assert (A : 0 < PI / INR N) by (apply Rdiv_lt_0_compat; lra).
  assert (B : PI / INR N <= PI).
  { unfold Rdiv. rewrite <- (Rmult_1_r PI) at 2. apply Rmult_le_compat_l; [lra|]. rewrite <- Rinv_1.
  apply Rinv_le_contravar; lra. }
  pose proof (cos_lt_1 (PI / INR N) A ltac:(lra)). lra.
Qed.

Theorem u26_reflexive_proved : u26_reflexive_statement.
Proof.
  intros V n0 V1 N0. split; [|split].
  - intros s n a a' b _ _ _. reflexivity.
  - intros s n a b b' _ _ _. unfold content_by_position, head_logit, h_same. simpl. unfold logit.
  rewrite !Rmult_0_r. reflexivity.
  - intros s n N Below. split; intros beta B.
    + apply (own_token_leads (h_self (PI / INR n0)) beta s n (n0 - 1) (1 - cos (PI / INR n0))); try lia;
        [apply gap_positive; lia| |exact B].
      intros j J D. rewrite !h_self_logit. replace ((INR n - INR n) * (PI / INR n0)) with 0 by ring. rewrite cos_0.
      assert (j <> n) by congruence. unfold within in J. rewrite <- minus_INR by lia.
      pose proof (steps_apart n0 (n - j) ltac:(lia)). lra.
    + apply (own_token_leads (h_same (PI / INR V)) beta s n (n0 - 1) (1 - cos (PI / INR V))); try lia;
        [apply gap_positive; lia| |exact B].
      intros j J D. rewrite !h_same_logit. replace ((INR (s n) - INR (s n)) * (PI / INR V)) with 0 by ring.
      rewrite cos_0.
      pose proof (Below j J). pose proof (Below n ltac:(unfold within; lia)).
      destruct (Nat.lt_ge_cases (s n) (s j)) as [L|L].
      * rewrite <- minus_INR by lia. pose proof (steps_apart V (s j - s n) ltac:(lia)). lra.
      * replace ((INR (s j) - INR (s n)) * (PI / INR V)) with (- ((INR (s n) - INR (s j)) * (PI / INR V))) by ring.
        rewrite cos_neg, <- minus_INR by lia. pose proof (steps_apart V (s n - s j) ltac:(lia)). lra.
Qed.

(** * False neighbours *)

(** 0 1: two tokens. *)
Definition two_tokens (j : nat) : nat := (j - 1)%nat.

(** Any positional head: one that attends everywhere alike does not. *)
Definition u26_reflexive_neighbour_any_positional : Prop :=
  forall (h : head nat) (beta : R), 0 <= beta -> (forall s n, positional_on h s n) ->
    forall (s : nat -> nat) (n : nat), (1 <= n)%nat -> decoded (attended h beta s n) (s n).

Theorem u26_reflexive_neighbour_any_positional_false : ~ u26_reflexive_neighbour_any_positional.
Proof.
  intro H. specialize (H (h_self 0) 0 ltac:(lra) ltac:(intros s n a a' b _ _ _;
    reflexivity) two_tokens 2%nat ltac:(lia) 0%nat
    ltac:(discriminate)). unfold attended, sum1, weight, sum1, two_tokens in H. simpl in H.
    rewrite !Rmult_0_l, !exp_0 in H. lra.
Qed.

(** beta = 0 is enough. *)
Definition u26_reflexive_neighbour_warm : Prop :=
  forall (V : nat) (s : nat -> nat) (n : nat), (1 <= n)%nat -> (forall j, within n j -> (s j < V)%nat) ->
    decoded (attended (h_same (PI / INR V)) 0 s n) (s n).

Theorem u26_reflexive_neighbour_warm_false : ~ u26_reflexive_neighbour_warm.
Proof.
  intro H. specialize (H 2%nat two_tokens 2%nat ltac:(lia)). specialize (H ltac:(unfold within, two_tokens;
    lia) 0%nat
    ltac:(discriminate)). unfold attended, sum1, weight, sum1, two_tokens in H. simpl in H.
    rewrite !Rmult_0_l, !exp_0 in H. lra.
Qed.

(** Three tokens, four positions. *)
Example u26_reflexive_instance : instance_of u26_reflexive_statement.
Proof.
  exists 3%nat, 4%nat. split; [lia|]. split; [lia|]. split; [exists (fun j => j), 4%nat; exact I|].
  split; [exists (fun j => j), 4%nat; exact I|]. exists (fun j => (j mod 3)%nat), 4%nat. split; [lia|].
  split; [intros j _; apply Nat.mod_upper_bound; lia|]. split.
  - exists (ln (INR (4 - 1)) / (1 - cos (PI / INR 4)) + 1). split; [lra|exact I].
  - exists (ln (INR (4 - 1)) / (1 - cos (PI / INR 3)) + 1). split; [lra|exact I].
Qed.
