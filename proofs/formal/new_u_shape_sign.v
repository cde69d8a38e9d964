(** new.u-shape-sign: the largest weight of H_POS over the place it asks for; its steps are a product of two
    sines, at every inverse temperature.

    Statement (new; sharpens U25, Theorem 7, first half).  H_POS with keys at 1..n and 1 <= p <= n-1:
    w_max(p+1) - w_max(p) has the sign of -sin(n theta/2) sin((n-2p) theta/2), for every beta > 0.  The query
    stands at n and competes; w_max(p) is the weight at place p, where the logit is 1.

    Idea: asking for p + 1 instead of p shifts the row of logits by one place.  The sum of exponentials loses the
    term that leaves at one end and gains the one that enters at the other; the exponential is increasing, and
    the difference of the two cosines is a product of sines.
    Encoding: the query for place p asks n - p places back (0 places back is what a letter asks for); that
    w_max(p) is the largest weight is part of the statement. *)

From Coq Require Import Reals Lra Lia.
From RopeTheory Require Import Rope Trig Heads.
Open Scope R_scope.

(** Logit of the key at j for the query at n that asks for place p; the key's content s j does not matter. *)
Definition place_logit (theta : R) (s : nat -> token) (n p j : nat) : R :=
  head_logit (h_pos theta) (Int (n - p)) n (s j) j.

(** The weight at the place asked for. *)
Definition w_max (beta theta : R) (s : nat -> token) (n p : nat) : R :=
  weight beta (place_logit theta s n p) n p.

Definition same_sign (x y : R) : Prop := (0 < x <-> 0 < y) /\ (x < 0 <-> y < 0).

Definition new_u_shape_sign_statement : Prop :=
  forall (beta theta : R) (s : nat -> token) (n p : nat),
    (1 <= p <= n - 1)%nat -> 0 < beta ->
    is_largest (weight beta (place_logit theta s n p) n) (within n) (w_max beta theta s n p) /\
    same_sign (w_max beta theta s n (p + 1) - w_max beta theta s n p)
              (- sin (INR n * theta / 2) * sin ((INR n - 2 * INR p) * theta / 2)).

(** * The shift *)

Lemma place_logit_cos : forall theta s n p j, (p <= n)%nat ->
  place_logit theta s n p j = cos ((INR p - INR j) * theta).
Proof.
  intros. unfold place_logit. rewrite h_pos_logit. simpl asked. rewrite minus_INR by assumption.
  f_equal. ring.
Qed.

(** The sum of exponentials for place p. *)
Definition partition (beta theta : R) (n p : nat) : R :=
  sum1 (fun j => exp (beta * cos ((INR p - INR j) * theta))) n.

Lemma sum_positive : forall f n, (forall k, 0 < f k) -> (1 <= n)%nat -> 0 < sum f n.
Proof.
  intros f n Hf. induction n as [|n IH]; intro Hn; [lia|]. simpl.
  destruct n as [|n]; [simpl; specialize (Hf 0%nat); lra|].
  specialize (IH ltac:(lia)). specialize (Hf (S n)). lra.
Qed.

Lemma partition_positive : forall beta theta n p, (1 <= n)%nat -> 0 < partition beta theta n p.
Proof. intros. apply sum_positive; [intro k; apply exp_pos|assumption]. Qed.

Lemma w_max_partition : forall beta theta s n p, (p <= n)%nat ->
  w_max beta theta s n p = exp beta / partition beta theta n p.
Proof.
  intros beta theta s n p Hp. unfold w_max, weight. f_equal.
  - rewrite place_logit_cos by exact Hp. replace ((INR p - INR p) * theta) with 0 by ring.
    rewrite cos_0. f_equal. ring.
  - f_equal. apply sum_ext. intros k _. rewrite place_logit_cos by exact Hp. reflexivity.
Qed.

Lemma sum_shift : forall f n, sum f n + f n = f 0%nat + sum (fun k => f (S k)) n.
Proof. intros f n. induction n as [|n IH]; simpl; [ring|]. rewrite IH. ring. Qed.

(** One term enters and one leaves. *)
Lemma partition_step : forall beta theta n p,
  partition beta theta n (p + 1)
  = partition beta theta n p + exp (beta * cos (INR p * theta)) - exp (beta * cos ((INR n - INR p) * theta)).
Proof.
  intros. unfold partition, sum1.
  pose (f := fun j => exp (beta * cos ((INR p - INR j) * theta))).
  pose proof (sum_shift f n) as H.
  rewrite (sum_ext _ f) by (intros k _; unfold f; rewrite plus_INR, (S_INR k); change (INR 1) with 1; do 3 f_equal; ring).
  fold (f 0%nat). change (fun k => exp (beta * cos ((INR p - INR (S k)) * theta))) with (fun k => f (S k)).
  replace (exp (beta * cos (INR p * theta))) with (f 0%nat).
  - replace (exp (beta * cos ((INR n - INR p) * theta))) with (f n); [lra|].
    unfold f. rewrite <- cos_neg. do 3 f_equal. ring.
  - unfold f. simpl. do 3 f_equal. ring.
Qed.

(** * Signs *)

Lemma exp_same_sign : forall beta x y, 0 < beta -> same_sign (exp (beta * x) - exp (beta * y)) (x - y).
Proof.
  intros beta x y Hb. assert (M : forall u v, u < v -> exp (beta * u) < exp (beta * v)).
  { intros u v H. apply exp_increasing. apply Rmult_lt_compat_l; assumption. }
  destruct (Rtotal_order x y) as [H|[->|H]].
  - specialize (M _ _ H). split; split; lra.
  - split; split; lra.
  - specialize (M _ _ H). split; split; lra.
Qed.

(** A weight e^beta / S moves against S. *)
Lemma weight_same_sign : forall t a b, 0 < t -> 0 < a -> 0 < b -> same_sign (t / b - t / a) (a - b).
Proof.
  intros t a b Ht Ha Hb.
  assert (E : t / b - t / a = t / (a * b) * (a - b)) by (field; lra). rewrite E.
  assert (P : 0 < t / (a * b)) by (apply Rdiv_lt_0_compat; nra).
  split; split; intro; nra.
Qed.

Lemma same_sign_trans : forall x y z, same_sign x y -> same_sign y z -> same_sign x z.
Proof. unfold same_sign. intros. tauto. Qed.

Lemma step_same_sign : forall beta theta s n p, (1 <= p <= n - 1)%nat -> 0 < beta ->
  same_sign (w_max beta theta s n (p + 1) - w_max beta theta s n p)
            (cos ((INR n - INR p) * theta) - cos (INR p * theta)).
Proof.
  intros beta theta s n p Hp Hb. rewrite !w_max_partition by lia.
  eapply same_sign_trans.
  - apply weight_same_sign; [apply exp_pos| |]; apply partition_positive; lia.
  - rewrite partition_step.
    replace (partition beta theta n p - _)
      with (exp (beta * cos ((INR n - INR p) * theta)) - exp (beta * cos (INR p * theta))) by ring.
    apply exp_same_sign, Hb.
Qed.

Lemma enters_minus_leaves : forall theta n p,
  cos ((n - p) * theta) - cos (p * theta) = 2 * (- sin (n * theta / 2) * sin ((n - 2 * p) * theta / 2)).
Proof.
  intros. rewrite cos_difference.
  replace ((p * theta + (n - p) * theta) / 2) with (n * theta / 2) by field.
  replace ((p * theta - (n - p) * theta) / 2) with (- ((n - 2 * p) * theta / 2)) by field.
  rewrite sin_neg. ring.
Qed.

Lemma same_sign_double : forall x, same_sign (2 * x) x.
Proof. intro x. split; split; lra. Qed.

Theorem new_u_shape_sign_proved : new_u_shape_sign_statement.
Proof.
  intros beta theta s n p Hp Hb. split.
  - split; [exists p; split; [unfold within; lia|reflexivity]|].
    intros k Hk. unfold w_max, weight, within in *.
    assert (0 < sum1 (fun i => exp (beta * place_logit theta s n p i)) n).
    { apply sum_positive; [intro i; apply exp_pos|lia]. }
    apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; assumption|].
    rewrite !place_logit_cos by lia. replace ((INR p - INR p) * theta) with 0 by ring. rewrite cos_0.
    destruct (Rle_lt_or_eq_dec _ _ (cos_le_1 ((INR p - INR k) * theta))) as [L| ->]; [|lra].
    apply Rlt_le, exp_increasing. nra.
  - eapply same_sign_trans; [apply step_same_sign; assumption|].
    rewrite enters_minus_leaves. apply same_sign_double.
Qed.

(** * False neighbours *)

(** The opposite sign. *)
Definition new_u_shape_sign_neighbour_opposite : Prop :=
  forall (beta theta : R) (s : nat -> token) (n p : nat), (1 <= p <= n - 1)%nat -> 0 < beta ->
    same_sign (w_max beta theta s n (p + 1) - w_max beta theta s n p)
              (sin (INR n * theta / 2) * sin ((INR n - 2 * INR p) * theta / 2)).

(** n = 4, p = 1, theta = pi/4: both sines are positive. *)
Lemma both_positive : 0 < sin (INR 4 * (PI / 4) / 2) * sin ((INR 4 - 2 * INR 1) * (PI / 4) / 2).
Proof. pose proof PI_RGT_0. apply Rmult_lt_0_compat; apply sin_gt_0; simpl; lra. Qed.

Theorem new_u_shape_sign_neighbour_opposite_false : ~ new_u_shape_sign_neighbour_opposite.
Proof.
  intro H. pose (s := fun _ : nat => Letter 0).
  destruct (H 1 (PI / 4) s 4%nat 1%nat ltac:(lia) ltac:(lra)) as [G _].
  destruct (new_u_shape_sign_proved 1 (PI / 4) s 4%nat 1%nat ltac:(lia) ltac:(lra)) as [_ [T _]].
  pose proof both_positive as P. apply G, T in P. pose proof both_positive. lra.
Qed.

(** The sign of -sin(n theta/2) sin((n+1-2p) theta/2). *)
Definition new_u_shape_sign_neighbour_turned : Prop :=
  forall (beta theta : R) (s : nat -> token) (n p : nat), (1 <= p <= n - 1)%nat -> 0 < beta ->
    same_sign (w_max beta theta s n (p + 1) - w_max beta theta s n p)
              (- sin (INR n * theta / 2) * sin ((INR n + 1 - 2 * INR p) * theta / 2)).

Theorem new_u_shape_sign_neighbour_turned_false : ~ new_u_shape_sign_neighbour_turned.
Proof.
  intro H. pose (s := fun _ : nat => Letter 0). pose proof PI_RGT_0.
  destruct (H 1 (PI / 4) s 4%nat 2%nat ltac:(lia) ltac:(lra)) as [_ [_ G]].
  destruct (new_u_shape_sign_proved 1 (PI / 4) s 4%nat 2%nat ltac:(lia) ltac:(lra)) as [_ [_ [T _]]].
  assert (N : - sin (INR 4 * (PI / 4) / 2) * sin ((INR 4 + 1 - 2 * INR 2) * (PI / 4) / 2) < 0).
  { assert (0 < sin (INR 4 * (PI / 4) / 2) * sin ((INR 4 + 1 - 2 * INR 2) * (PI / 4) / 2)); [|lra].
    apply Rmult_lt_0_compat; apply sin_gt_0; simpl; lra. }
  apply G, T in N. replace ((INR 4 - 2 * INR 2) * (PI / 4) / 2) with 0 in N by (simpl; field).
  rewrite sin_0 in N. lra.
Qed.

(** beta = 0 as well. *)
Definition new_u_shape_sign_neighbour_flat : Prop :=
  forall (beta theta : R) (s : nat -> token) (n p : nat), (1 <= p <= n - 1)%nat -> 0 <= beta ->
    same_sign (w_max beta theta s n (p + 1) - w_max beta theta s n p)
              (- sin (INR n * theta / 2) * sin ((INR n - 2 * INR p) * theta / 2)).

Theorem new_u_shape_sign_neighbour_flat_false : ~ new_u_shape_sign_neighbour_flat.
Proof.
  intro H. destruct (H 0 (PI / 4) (fun _ => Letter 0) 4%nat 1%nat ltac:(lia) ltac:(lra)) as [_ [_ G]].
  pose proof both_positive as P.
  assert (- sin (INR 4 * (PI / 4) / 2) * sin ((INR 4 - 2 * INR 1) * (PI / 4) / 2) < 0) as N by lra.
  apply G in N. rewrite !w_max_partition in N by lia. rewrite partition_step in N. rewrite !Rmult_0_l in N.
  replace (partition 0 (PI / 4) 4 1 + exp 0 - exp 0) with (partition 0 (PI / 4) 4 1) in N by ring. lra.
Qed.
