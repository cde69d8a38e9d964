(** Sums over the positions 1..n (sum1 of Rope.v), and softmax as sums over a target's rivals. *)

From Coq Require Import Reals Lra Lia List PeanoNat.
From RopeTheory Require Import Rope.
Open Scope R_scope.

Lemma sum1_S : forall f n, sum1 f (S n) = sum1 f n + f (S n).
Proof. reflexivity. Qed.

Lemma sum1_0 : forall f, sum1 f 0 = 0.
Proof. reflexivity. Qed.

Lemma sum1_ext : forall f g n, (forall k, (1 <= k <= n)%nat -> f k = g k) -> sum1 f n = sum1 g n.
Proof. intros f g n H. apply sum_ext. intros k Hk. apply H. lia. Qed.

Lemma sum1_le : forall f g n, (forall k, (1 <= k <= n)%nat -> f k <= g k) -> sum1 f n <= sum1 g n.
Proof. intros f g n H. apply sum_le. intros k Hk. apply H. lia. Qed.

Lemma sum1_lt : forall f g n j, (forall k, (1 <= k <= n)%nat -> f k <= g k) -> (1 <= j <= n)%nat ->
  f j < g j ->
  sum1 f n < sum1 g n.
Proof.
  intros f g n j H. induction n as [|n IH]; intros J L; [lia|]. rewrite !sum1_S.
  destruct (Nat.eq_dec j (S n)) as [->|E].
  - pose proof (sum1_le f g n ltac:(intros; apply H; lia)). lra.
  - pose proof (IH ltac:(intros; apply H; lia) ltac:(lia) L). pose proof (H (S n) ltac:(lia)). lra.
Qed.

Lemma sum1_plus : forall f g n, sum1 (fun k => f k + g k) n = sum1 f n + sum1 g n.
Proof. intros. apply sum_plus. Qed.

Lemma sum1_scal : forall c f n, sum1 (fun k => c * f k) n = c * sum1 f n.
Proof. intros. apply sum_scal. Qed.

Lemma sum1_const : forall c n, sum1 (fun _ => c) n = INR n * c.
Proof. intros. exact (sum_const c n). Qed.

Lemma sum1_pos : forall f n, (1 <= n)%nat -> (forall k, (1 <= k <= n)%nat -> 0 < f k) -> 0 < sum1 f n.
Proof.
  intros f n L H. replace 0 with (sum1 (fun _ => 0) n) by (rewrite sum1_const; ring).
  apply sum1_lt with n; [|lia|apply H; lia]. intros. apply Rlt_le, H. assumption.
Qed.

Lemma sum1_nonneg : forall f n, (forall k, (1 <= k <= n)%nat -> 0 <= f k) -> 0 <= sum1 f n.
Proof.
  intros f n H. replace 0 with (sum1 (fun _ => 0) n) by (rewrite sum1_const; ring). apply sum1_le. exact H.
Qed.

(** One position apart. *)
Lemma sum1_split : forall f t n, (1 <= t <= n)%nat ->
  sum1 f n = f t + sum1 (fun k => if (k =? t)%nat then 0 else f k) n.
Proof.
  intros f t n. induction n as [|n IH]; intros H; [lia|]. rewrite !sum1_S.
  destruct (Nat.eqb_spec (S n) t) as [E|E].
  - rewrite E. rewrite (sum1_ext (fun k => if (k =? t)%nat then 0 else f k) f n); [ring|].
    intros k Hk. destruct (Nat.eqb_spec k t); [lia|reflexivity].
  - rewrite IH by lia. ring.
Qed.

(** The value a at position t and b at the others. *)
Lemma sum1_one : forall a b t n, (1 <= t <= n)%nat ->
  sum1 (fun k => if (k =? t)%nat then a else b) n = a + INR (n - 1) * b.
Proof.
  intros a b t n H. rewrite (sum1_ext _ (fun k => b + (if (k =? t)%nat then a - b else 0))).
  - rewrite sum1_plus, sum1_const, (sum1_split _ t n H), Nat.eqb_refl.
    rewrite (sum1_ext (fun k => if (k =? t)%nat then 0 else _) (fun _ => 0)), sum1_const.
    + rewrite minus_INR by lia. simpl. ring.
    + intros k _. destruct (k =? t)%nat; reflexivity.
  - intros k _. destruct (k =? t)%nat; ring.
Qed.

Lemma sum1_gt_exists : forall f g n, sum1 g n < sum1 f n -> exists k, (1 <= k <= n)%nat /\ g k < f k.
Proof.
  intros f g n. induction n as [|n IH]; intro H; [rewrite !sum1_0 in H; lra|]. rewrite !sum1_S in H.
  destruct (Rlt_dec (g (S n)) (f (S n))) as [L|L]; [exists (S n); split; [lia|exact L]|].
  destruct IH as (k & K & L'); [lra|]. exists k. split; [lia|exact L'].
Qed.

Lemma sum1_swap : forall (f : nat -> nat -> R) m n,
  sum1 (fun i => sum1 (f i) n) m = sum1 (fun j => sum1 (fun i => f i j) m) n.
Proof.
  intros f m n. induction m as [|m IH].
  - rewrite sum1_0, (sum1_ext _ (fun _ => 0)), sum1_const; [ring|]. intros. apply sum1_0.
  - rewrite sum1_S, IH, <- sum1_plus. apply sum1_ext. intros. rewrite sum1_S. reflexivity.
Qed.

Lemma inv_lt : forall a b, 0 < a -> 0 < b -> (/ a < / b <-> b < a).
Proof.
  intros a b A B. split; intro L.
  - rewrite <- (Rinv_inv a), <- (Rinv_inv b).
    apply Rinv_lt_contravar; [|exact L]. apply Rmult_lt_0_compat; apply Rinv_0_lt_compat; assumption.
  - apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; assumption|exact L].
Qed.

Lemma exp_le : forall x y, x <= y -> exp x <= exp y.
Proof. intros x y [L|E]; [apply Rlt_le, exp_increasing, L|subst; lra]. Qed.

Lemma ln_le : forall x y, 0 < x -> x <= y -> ln x <= ln y.
Proof. intros x y P [L|E]; [apply Rlt_le, ln_increasing; assumption|subst; lra]. Qed.

(** By 1 + x <= e^x at 1/8 and at -1/8. *)
Lemma exp_minus_1 : 0.34 < exp (- (1)) < 0.4.
Proof.
  pose proof (exp_ineq1_le (- (1 / 8))) as L. pose proof (exp_ineq1_le (1 / 8)) as U. pose proof (exp_pos (- (1 / 8))) as P.
  assert (One : exp (1 / 8) * exp (- (1 / 8)) = 1) by (rewrite <- exp_plus, <- exp_0; f_equal; lra).
  replace (- (1)) with (- (1 / 8) + - (1 / 8) + (- (1 / 8) + - (1 / 8)) + (- (1 / 8) + - (1 / 8) + (- (1 / 8) + - (1 / 8)))) by lra. rewrite !exp_plus.
  set (x := exp (- (1 / 8))) in *. assert (0.875 <= x <= 0.889) by (split; nra). assert (0.7656 <= x * x <= 0.7904) by (split; nra).
  assert (0.586 <= x * x * (x * x) <= 0.6248) by (split; nra). split; nra.
Qed.

Lemma exp_neg_lt : forall m x, 0 < m -> (m * exp (- x) < 1 <-> ln m < x).
Proof.
  intros m x P. assert (E : m * exp (- x) = exp (ln m - x)).
  { unfold Rminus. rewrite exp_plus, exp_ln by exact P. reflexivity. }
  rewrite E, <- exp_0. split; intro H.
  - apply exp_lt_inv in H. lra.
  - apply exp_increasing. lra.
Qed.

(** * Softmax *)

(** Sum over the rivals of t of e^{-beta delta_j}, delta_j = l_t - l_j. *)
Definition rivals_total (beta : R) (l : nat -> R) (n t : nat) : R :=
  sum1 (fun k => if (k =? t)%nat then 0 else exp (- beta * (l t - l k))) n.

Lemma rivals_total_nonneg : forall beta l n t, 0 <= rivals_total beta l n t.
Proof.
  intros. apply sum1_nonneg. intros k _. destruct (k =? t)%nat; [lra|]. apply Rlt_le, exp_pos.
Qed.

(** The target's weight is 1/(1 + S). *)
Lemma weight_rivals : forall beta l n t, (1 <= t <= n)%nat ->
  weight beta l n t = / (1 + rivals_total beta l n t).
Proof.
  intros beta l n t H. pose proof (rivals_total_nonneg beta l n t). unfold weight.
  assert (E : sum1 (fun k => exp (beta * l k)) n = exp (beta * l t) * (1 + rivals_total beta l n t)).
  { rewrite (sum1_split _ t n H). unfold rivals_total.
    rewrite Rmult_plus_distr_l, Rmult_1_r, <- sum1_scal. f_equal. apply sum1_ext. intros k _.
    destruct (k =? t)%nat; [ring|]. rewrite <- exp_plus. f_equal. ring. }
  rewrite E. pose proof (exp_pos (beta * l t)). field. lra.
Qed.

Lemma more_than_half : forall beta l n t, (1 <= t <= n)%nat ->
  (1 / 2 < weight beta l n t <-> rivals_total beta l n t < 1).
Proof.
  intros beta l n t H. rewrite weight_rivals by exact H. pose proof (rivals_total_nonneg beta l n t) as P.
  replace (1 / 2) with (/ 2) by lra. rewrite inv_lt by lra. lra.
Qed.
