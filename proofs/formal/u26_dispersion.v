(** u26.dispersion (U26, Section 3.5): with bounded logits every attention weight is of the order 1/n.

    "As the input length increases, attention weights necessarily disperse across more tokens, reducing the
    effective signal carried by any single attended position", said of softmax attention with bounded logits.
    Here: if |L| <= B at the positions 1..n and beta >= 0, every weight lies between e^{-2 beta B}/n and
    e^{2 beta B}/n; so for fixed B and beta every weight is below any eps from some length on.

    Idea: each of the n terms of the normaliser is at least e^{-beta B} and at most e^{beta B}. *)

From Coq Require Import Reals Lra Lia PeanoNat ZArith.
From RopeTheory Require Import Rope Heads Sums Instances.
Open Scope R_scope.

Definition bounded (B : R) (l : nat -> R) (n : nat) : Prop := forall k, within n k -> Rabs (l k) <= B.

Definition u26_dispersion_statement : Prop :=
  forall B beta : R, 0 <= beta ->
    (forall l n j, within n j -> bounded B l n ->
       exp (- (2 * beta * B)) / INR n <= weight beta l n j <= exp (2 * beta * B) / INR n) /\
    (forall eps, 0 < eps -> exists n0 : nat, forall l n j, (n0 <= n)%nat -> within n j -> bounded B l n ->
       weight beta l n j < eps).

Lemma term : forall B beta l n k, 0 <= beta -> bounded B l n -> within n k ->
  exp (- (beta * B)) <= exp (beta * l k) <= exp (beta * B).
Proof.
  intros B beta l n k Hb H K. pose proof (H k K) as A. unfold Rabs in A. destruct (Rcase_abs (l k));
    split; apply exp_le; nra.
Qed.

Lemma dispersed : forall B beta l n j, 0 <= beta -> within n j -> bounded B l n ->
  exp (- (2 * beta * B)) / INR n <= weight beta l n j <= exp (2 * beta * B) / INR n.
Proof.
  intros B beta l n j Hb J H. assert (N : 0 < INR n) by (apply lt_0_INR; unfold within in J; lia).
  pose proof (term B beta l n j Hb H J) as T. set (Z := sum1 (fun k => exp (beta * l k)) n).
  assert (ZL : INR n * exp (- (beta * B)) <= Z).
  { unfold Z. rewrite <- sum1_const. apply sum1_le. intros k K. apply (term B beta l n k Hb H K). }
  assert (ZU : Z <= INR n * exp (beta * B)).
  { unfold Z. rewrite <- sum1_const. apply sum1_le. intros k K. apply (term B beta l n k Hb H K). }
  pose proof (exp_pos (- (beta * B))) as E1. pose proof (exp_pos (beta * B)) as E2.
  assert (Z0 : 0 < Z) by nra. unfold weight. fold Z.
  replace (- (2 * beta * B)) with (- (beta * B) + - (beta * B)) by ring.
  replace (2 * beta * B) with (beta * B + beta * B) by ring. rewrite !exp_plus.
  assert (One : exp (beta * B) * exp (- (beta * B)) = 1) by
    (rewrite <- exp_plus; replace (beta * B + - (beta * B)) with 0 by ring; apply exp_0).
  set (u := exp (beta * B)) in *. set (v := exp (- (beta * B))) in *.
  split; apply Rmult_le_reg_r with (INR n * Z); try nra.
  - replace (v * v / INR n * (INR n * Z)) with (v * v * Z) by (field; lra).
    replace (exp (beta * l j) / Z * (INR n * Z)) with (exp (beta * l j) * INR n) by (field; lra).
    apply Rle_trans with (v * v * (INR n * u)); [apply Rmult_le_compat_l; nra|].
    replace (v * v * (INR n * u)) with (v * INR n * (u * v)) by ring. rewrite One. nra.
  - replace (u * u / INR n * (INR n * Z)) with (u * u * Z) by (field; lra).
    replace (exp (beta * l j) / Z * (INR n * Z)) with (exp (beta * l j) * INR n) by (field; lra).
    apply Rle_trans with (u * u * (INR n * v)); [|apply Rmult_le_compat_l; nra].
    replace (u * u * (INR n * v)) with (u * INR n * (u * v)) by ring. rewrite One. nra.
Qed.

Theorem u26_dispersion_proved : u26_dispersion_statement.
Proof.
  intros B beta Hb. split; [intros; apply dispersed; assumption|].
  intros eps He. set (x := exp (2 * beta * B) / eps). set (n0 := Z.to_nat (up x)).
  assert (Hn : x < INR n0).
  { pose proof (archimed x) as [A _]. assert (X : 0 < x) by (apply Rdiv_lt_0_compat; [apply exp_pos|exact He]).
    unfold n0. rewrite INR_IZR_INZ, Z2Nat.id; [exact A|]. apply le_IZR. lra. }
  exists n0. subst x. intros l n j L J H. apply Rle_lt_trans with (exp (2 * beta * B) / INR n);
    [apply (dispersed B beta l n j Hb J H)|].
  assert (N : INR n0 <= INR n) by (apply le_INR, L). pose proof (exp_pos (2 * beta * B)) as P.
  assert (Q : 0 < exp (2 * beta * B) / eps) by (apply Rdiv_lt_0_compat; assumption).
  apply Rmult_lt_reg_r with (INR n); [lra|]. replace (exp (2 * beta * B) / INR n * INR n) with (exp (2 * beta * B))
    by (field; lra).
  apply Rmult_lt_reg_r with (/ eps); [apply Rinv_0_lt_compat, He|].
  replace (eps * INR n * / eps) with (INR n) by (field; lra). unfold Rdiv in *. lra.
Qed.

(** * False neighbours *)

(** beta may grow with n: beta = ln n, one logit 1, the others 0. *)
Definition u26_dispersion_neighbour_growing_beta : Prop :=
  forall B eps, 0 < eps -> exists n0 : nat, forall beta l n j, 0 <= beta -> (n0 <= n)%nat -> within n j ->
    bounded B l n -> weight beta l n j < eps.

Theorem u26_dispersion_neighbour_growing_beta_false : ~ u26_dispersion_neighbour_growing_beta.
Proof.
  intro H. destruct (H 1 (1 / 2) ltac:(lra)) as [n0 G]. set (n := S n0).
  assert (N : 1 <= INR n) by (apply (le_INR 1); lia).
  assert (L0 : 0 <= ln (INR n)) by (rewrite <- ln_1; apply ln_le; lra).
  specialize (G (ln (INR n)) (fun k => if (k =? 1)%nat then 1 else 0) n 1%nat L0 ltac:(lia)
    ltac:(unfold within; lia)).
  assert (Bd : bounded 1 (fun k => if (k =? 1)%nat then 1 else 0) n).
  { intros k _. destruct (k =? 1)%nat; rewrite Rabs_right; lra. }
  specialize (G Bd). unfold weight in G.
  rewrite (sum1_ext _ (fun k => if (k =? 1)%nat then INR n else 1)) in G.
  - rewrite sum1_one in G by lia. simpl Nat.eqb in G. cbv iota in G. rewrite Rmult_1_r, exp_ln in G by lra.
    rewrite minus_INR in G by lia. change (INR 1) with 1 in G. apply (Rmult_lt_compat_r (INR n + (INR n - 1) * 1)) in G; [|lra].
    unfold Rdiv in G. rewrite Rmult_assoc, Rinv_l in G by lra. lra.
  - intros k _. destruct (k =? 1)%nat; [rewrite Rmult_1_r; apply exp_ln; lra|rewrite Rmult_0_r; apply exp_0].
Qed.

Example u26_dispersion_instance : instance_of u26_dispersion_statement.
Proof.
  exists 1, 2. split; [lra|]. split.
  - exists (fun k => if (k =? 1)%nat then 1 else 0), 3%nat, 1%nat. split; [unfold within; lia|].
    split; [|split; exact I]. intros k _. destruct (k =? 1)%nat; rewrite Rabs_right; lra.
  - exists (1 / 10). split; [lra|exact I].
Qed.
