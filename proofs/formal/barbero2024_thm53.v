(** barbero2024.thm53: one rotary plane attends to itself, or to the token before, as sharply as one likes, up to a length.

    Statement (Barbero et al. 2024, Theorem 5.3, in a public account). One plane of angle g, none of whose multiples t g, 1 <= t <= n, is a
    whole turn, queries and keys all of squared length beta: for every eps > 0 there is a B such that for beta >= B every position i <= n gives itself
    (and with a key turned by one step, the position before) more than 1 - eps. Causal: the weights are over positions 1..i.
    barbero2024.thm53.every-length: no beta serves every length. *)

From Coq Require Import Reals Lra Lia Arith ZArith.
From RopeTheory Require Import Rope Trig Sums barbero2024_prop31 Instances.
Open Scope R_scope.

(** Logits at position i: the angle between query and key, 0 at a distance of s. *)
Definition pattern (g : R) (s i j : nat) : R := cos ((INR i - INR j - INR s) * g).

Definition barbero2024_thm53_statement : Prop :=
  forall (g : R) (n : nat) (eps : R), (forall t, (1 <= t <= n)%nat -> cos (INR t * g) <> 1) -> 0 < eps ->
    exists B, forall beta, B <= beta ->
      (forall i, (1 <= i <= n)%nat -> 1 - eps < weight beta (pattern g 0 i) i i) /\
      (forall i, (2 <= i <= n)%nat -> 1 - eps < weight beta (pattern g 1 i) i (i - 1)).

Definition barbero2024_thm53_every_length_statement : Prop :=
  forall (g eps : R), (forall t, (1 <= t)%nat -> cos (INR t * g) <> 1) -> 0 < eps < 1 ->
    exists beta, forall i, (1 <= i)%nat -> 1 - eps < weight beta (pattern g 0 i) i i.

Lemma least_step : forall g n, (forall t, (1 <= t <= n)%nat -> cos (INR t * g) <> 1) ->
  exists m, 0 < m /\ forall t, (1 <= t <= n)%nat -> cos (INR t * g) <= 1 - m.
Proof.
  intros g n. induction n as [|n IH]; intro H.
  - exists 1. split; [lra|]. intros. lia.
  - destruct IH as [m [M L]]; [intros; apply H; lia|]. pose proof (H (S n) ltac:(lia)) as N. pose proof (cos_le_1 (INR (S n) * g)).
    exists (Rmin m (1 - cos (INR (S n) * g))). split.
    + apply Rmin_glb_lt; lra.
    + intros t T. pose proof (Rmin_l m (1 - cos (INR (S n) * g))). pose proof (Rmin_r m (1 - cos (INR (S n) * g))).
      destruct (Nat.eq_dec t (S n)) as [->|D]; [lra|]. specialize (L t ltac:(lia)). lra.
Qed.

Lemma concentrate : forall n m eps, 0 < m -> 0 < eps -> exists B, forall beta, B <= beta -> forall i t (l : nat -> R),
  (1 <= t <= i)%nat -> (i <= n)%nat -> l t = 1 -> (forall j, (1 <= j <= i)%nat -> j <> t -> l j <= 1 - m) ->
  1 - eps < weight beta l i t.
Proof.
  intros n m eps M P. exists (Rmax 0 (ln ((INR n + 1) / eps) / m)). intros beta B i t l T I L1 L.
  pose proof (Rmax_l 0 (ln ((INR n + 1) / eps) / m)). pose proof (Rmax_r 0 (ln ((INR n + 1) / eps) / m)).
  pose proof (pos_INR n) as N0. assert (I' : INR i <= INR n) by (apply le_INR; exact I).
  rewrite weight_rivals by exact T. pose proof (rivals_total_nonneg beta l i t) as S0.
  assert (S1 : rivals_total beta l i t <= INR i * exp (- beta * m)).
  { unfold rivals_total. rewrite <- sum1_const. apply sum1_le. intros j J. pose proof (exp_pos (- beta * m)).
    destruct (Nat.eqb_spec j t) as [E|D]; [lra|]. apply exp_le. rewrite L1. specialize (L j J D).
    assert (0 <= beta * (1 - l j - m)) by (apply Rmult_le_pos; lra). lra. }
  assert (X : 0 < (INR n + 1) / eps) by (apply Rdiv_lt_0_compat; lra).
  assert (S2 : (INR n + 1) * exp (- beta * m) <= eps).
  { assert (E : exp (- beta * m) <= exp (- ln ((INR n + 1) / eps))).
    { apply exp_le. assert (ln ((INR n + 1) / eps) <= beta * m); [|lra].
      apply (Rmult_le_reg_r (/ m)); [apply Rinv_0_lt_compat, M|]. rewrite Rmult_assoc, Rinv_r by lra. unfold Rdiv in *. lra. }
    rewrite exp_Ropp, exp_ln in E by exact X. apply (Rmult_le_compat_l (INR n + 1)) in E; [|lra].
    replace ((INR n + 1) * / ((INR n + 1) / eps)) with eps in E by (field; lra). exact E. }
  assert (S3 : rivals_total beta l i t < eps).
  { pose proof (exp_pos (- beta * m)). assert (INR i * exp (- beta * m) <= INR n * exp (- beta * m)) by (apply Rmult_le_compat_r; lra).
    lra. }
  apply (Rmult_lt_reg_r (1 + rivals_total beta l i t)); [lra|]. rewrite Rinv_l by lra.
  assert (0 <= eps * rivals_total beta l i t) by (apply Rmult_le_pos; lra). lra.
Qed.

Theorem barbero2024_thm53_proved : barbero2024_thm53_statement.
Proof.
  intros g n eps H P. destruct (least_step g n H) as [m [M L]]. destruct (concentrate n m eps M P) as [B C].
  exists B. intros beta Hb. split; intros i I.
  - apply (C beta Hb); try lia.
    + unfold pattern. replace ((INR i - INR i - INR 0) * g) with 0 by (simpl; ring). apply cos_0.
    + intros j J D. unfold pattern. replace ((INR i - INR j - INR 0) * g) with (INR (i - j) * g) by (rewrite minus_INR by lia; simpl; ring).
      apply L. lia.
  - apply (C beta Hb); try lia.
    + unfold pattern. rewrite minus_INR by lia. replace ((INR i - (INR i - INR 1) - INR 1) * g) with 0 by ring. apply cos_0.
    + intros j J D. unfold pattern. destruct (Nat.eq_dec j i) as [->|D'].
      * replace ((INR i - INR i - INR 1) * g) with (- (INR 1 * g)) by ring. rewrite cos_neg. apply L. lia.
      * replace ((INR i - INR j - INR 1) * g) with (INR (i - j - 1) * g) by (rewrite !minus_INR by lia; ring). apply L. lia.
Qed.

(** Bounded logits disperse: no weight is above e^(2|beta|)/i. *)
Theorem barbero2024_thm53_every_length_refuted : ~ barbero2024_thm53_every_length_statement.
Proof.
  intro H. destruct (H 1 (1 / 2)) as [beta W]; [|lra|].
  { intros t T E. rewrite Rmult_1_r, INR_IZR_INZ in E. pose proof (cos_whole (Z.of_nat t) ltac:(lia)). lra. }
  set (a := Rabs beta). pose proof (Rabs_pos beta) as A0. fold a in A0.
  set (i := S (Z.to_nat (up (2 * exp (2 * a))))). pose proof (exp_pos (2 * a)) as X.
  assert (I : 2 * exp (2 * a) < INR i).
  { unfold i. rewrite S_INR, INR_IZR_INZ, Z2Nat.id.
    - destruct (archimed (2 * exp (2 * a))). lra.
    - apply le_IZR. destruct (archimed (2 * exp (2 * a))). lra. }
  specialize (W i ltac:(unfold i; lia)). unfold weight in W.
  assert (Abs : forall c, -1 <= c <= 1 -> - a <= beta * c <= a).
  { intros c C. assert (Rabs (beta * c) <= a).
    { rewrite Rabs_mult. fold a. rewrite <- (Rmult_1_r a) at 2. apply Rmult_le_compat_l; [exact A0|]. apply Rabs_le. exact C. }
    unfold Rabs in *. destruct (Rcase_abs (beta * c)); lra. }
  assert (D : INR i * exp (- a) <= sum1 (fun k => exp (beta * pattern 1 0 i k)) i).
  { rewrite <- sum1_const. apply sum1_le. intros k _. apply exp_le. apply Abs. apply COS_bound. }
  assert (N : exp (beta * pattern 1 0 i i) <= exp a) by (apply exp_le, Abs, COS_bound).
  assert (P : 0 < INR i * exp (- a)) by (apply Rmult_lt_0_compat; [lra|apply exp_pos]).
  assert (Q : exp (beta * pattern 1 0 i i) / sum1 (fun k => exp (beta * pattern 1 0 i k)) i <= exp a / (INR i * exp (- a))).
  { unfold Rdiv. apply Rmult_le_compat; [left; apply exp_pos|left; apply Rinv_0_lt_compat; lra|exact N|].
    apply Rinv_le_contravar; [exact P|exact D]. }
  assert (F : exp a / (INR i * exp (- a)) = exp (2 * a) / INR i).
  { replace (2 * a) with (a + a) by ring. rewrite exp_plus, exp_Ropp. pose proof (exp_pos a). field. split; lra. }
  assert (G : exp (2 * a) / INR i < 1 / 2).
  { apply (Rmult_lt_reg_r (INR i)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  lra.
Qed.

(** * False neighbours *)

(** An angle with a whole turn within the length: 2 pi. *)
Definition barbero2024_thm53_neighbour_whole_turn : Prop :=
  forall (g : R) (n : nat) (eps : R), 0 < eps ->
    exists B, forall beta, B <= beta -> forall i, (1 <= i <= n)%nat -> 1 - eps < weight beta (pattern g 0 i) i i.

Theorem barbero2024_thm53_neighbour_whole_turn_false : ~ barbero2024_thm53_neighbour_whole_turn.
Proof.
  intro H. destruct (H 0 2%nat (1 / 2) ltac:(lra)) as [B W]. specialize (W B (Rle_refl B) 2%nat ltac:(lia)).
  unfold weight, pattern, sum1 in W. simpl in W. rewrite !Rmult_0_r, cos_0 in W. pose proof (exp_pos (B * 1)).
  assert (E : exp (B * 1) / (0 + exp (B * 1) + exp (B * 1)) = 1 / 2) by (field; lra). lra.
Qed.

Example barbero2024_thm53_instance : instance_of barbero2024_thm53_statement.
Proof.
  exists 1, 3%nat, (/ 10). split; [| split; [lra | exact I]]. intros t T. pose proof PI2_3_2.
  apply Rlt_not_eq, cos_lt_1; destruct t as [|[|[|[|t]]]]; try lia; simpl; lra.
Qed.
