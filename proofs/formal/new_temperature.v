(** new.temperature: a lead bounds from below the inverse temperature that a share of the weight needs.

    Statement. If some rival's logit is within D > 0 of the target's and the target has more than 1 - eps of the weight, 0 < eps < 1, then beta D > ln((1 -
    eps)/eps), for every real beta. With n = 2 and equality in the lead this is exact: new.temperature.two. *)

From Coq Require Import Reals Lra Lia PeanoNat.
From RopeTheory Require Import Rope Sums Instances.
Open Scope R_scope.

Definition new_temperature_statement : Prop :=
  forall (beta D eps : R) (l : nat -> R) (n t j : nat), 0 < eps < 1 -> 0 <= beta ->
    (1 <= t <= n)%nat -> (1 <= j <= n)%nat -> j <> t -> l t - l j <= D ->
    1 - eps < weight beta l n t -> ln ((1 - eps) / eps) < beta * D.

Definition new_temperature_two_statement : Prop :=
  forall (beta D eps : R) (l : nat -> R), 0 < eps < 1 -> l 2%nat - l 1%nat = D ->
    (1 - eps < weight beta l 2 2 <-> ln ((1 - eps) / eps) < beta * D).

Lemma rival : forall beta l n t j, (1 <= t <= n)%nat -> (1 <= j <= n)%nat -> j <> t ->
  exp (- beta * (l t - l j)) <= rivals_total beta l n t.
Proof.
  intros beta l n t j T J D. unfold rivals_total. rewrite (sum1_split _ j n J).
  destruct (Nat.eqb_spec j t); [contradiction|].
  assert (0 <= sum1 (fun k => if (k =? j)%nat then 0 else if (k =? t)%nat then 0 else exp (- beta * (l t - l k))) n); [|lra].
  apply sum1_nonneg. intros k _. destruct (k =? j)%nat; [lra|]. destruct (k =? t)%nat; [lra|]. left. apply exp_pos.
Qed.

Lemma share : forall eps s, 0 < eps < 1 -> 0 <= s -> (1 - eps < / (1 + s) <-> s < eps / (1 - eps)).
Proof.
  intros eps s E S. split; intro H.
  - apply (Rmult_lt_compat_r (1 + s)) in H; [|lra]. rewrite Rinv_l in H by lra.
    apply (Rmult_lt_reg_r (1 - eps)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - apply (Rmult_lt_compat_r (1 - eps)) in H; [|lra]. unfold Rdiv in H. rewrite Rmult_assoc, Rinv_l in H by lra.
    apply (Rmult_lt_reg_r (1 + s)); [lra|]. rewrite Rinv_l by lra. lra.
Qed.

Lemma odds : forall eps x, 0 < eps < 1 -> (exp (- x) < eps / (1 - eps) <-> ln ((1 - eps) / eps) < x).
Proof.
  intros eps x E. assert (P : 0 < (1 - eps) / eps) by (apply Rdiv_lt_0_compat; lra).
  replace (eps / (1 - eps)) with (exp (- ln ((1 - eps) / eps))).
  - split; intro H; [apply exp_lt_inv in H; lra|apply exp_increasing; lra].
  - rewrite exp_Ropp, exp_ln by exact P. field. lra.
Qed.

Theorem new_temperature_proved : new_temperature_statement.
Proof.
  intros beta D eps l n t j E B T J N L W. rewrite weight_rivals in W by exact T.
  apply share in W; [|exact E|apply rivals_total_nonneg]. apply odds; [exact E|].
  pose proof (rival beta l n t j T J N) as R. eapply Rle_lt_trans; [|exact W]. eapply Rle_trans; [|exact R].
  apply exp_le. assert (0 <= beta * (D - (l t - l j))) by (apply Rmult_le_pos; lra). lra.
Qed.

Theorem new_temperature_two_proved : new_temperature_two_statement.
Proof.
  intros beta D eps l E L. rewrite weight_rivals by lia.
  assert (S : rivals_total beta l 2 2 = exp (- (beta * D))).
  { unfold rivals_total, sum1. simpl. rewrite L. replace (- beta * D) with (- (beta * D)) by ring. ring. }
  rewrite S. rewrite share; [|exact E|left; apply exp_pos]. apply odds, E.
Qed.

(** * False neighbours *)

(** Enough for three positions: three equal leads of ln 2 at eps = 1/3 and beta = 1. *)
Definition new_temperature_two_neighbour_three : Prop :=
  forall (beta D eps : R) (l : nat -> R), 0 < eps < 1 -> l 3%nat - l 1%nat = D -> l 3%nat - l 2%nat = D ->
    ln ((1 - eps) / eps) < beta * D -> 1 - eps < weight beta l 3 3.

Theorem new_temperature_two_neighbour_three_false : ~ new_temperature_two_neighbour_three.
Proof.
  intro H. specialize (H 1 (ln 2) (2 / 5) (fun j => if (j =? 3)%nat then ln 2 else 0) ltac:(lra)). simpl in H.
  assert (A : ln 2 - 0 = ln 2) by ring. specialize (H A A).
  assert (B : ln ((1 - 2 / 5) / (2 / 5)) < 1 * ln 2) by (rewrite Rmult_1_l; apply ln_increasing; lra).
  specialize (H B). unfold weight, sum1 in H. simpl in H. rewrite !Rmult_0_r, exp_0, Rmult_1_l, exp_ln in H by lra. lra.
Qed.

(** Without the rival: one position has all the weight at beta = 0. *)
Definition new_temperature_neighbour_alone : Prop :=
  forall (beta D eps : R) (l : nat -> R) (n t : nat), 0 < eps < 1 -> 0 <= beta -> (1 <= t <= n)%nat -> 0 < D ->
    1 - eps < weight beta l n t -> ln ((1 - eps) / eps) < beta * D.

Theorem new_temperature_neighbour_alone_false : ~ new_temperature_neighbour_alone.
Proof.
  intro H. specialize (H 0 1 (1 / 4) (fun _ => 0) 1%nat 1%nat ltac:(lra) ltac:(lra) ltac:(lia) ltac:(lra)).
  unfold weight, sum1 in H. simpl in H. rewrite !Rmult_0_l, exp_0 in H. specialize (H ltac:(lra)).
  assert (0 < ln ((1 - 1 / 4) / (1 / 4))); [|lra]. rewrite <- ln_1. apply ln_increasing; lra.
Qed.

Example new_temperature_instance : instance_of new_temperature_statement.
Proof.
  exists 2, 1, (1 / 4), INR, 2%nat, 2%nat, 1%nat. split; [lra|]. split; [lra|]. split; [lia|]. split; [lia|].
  split; [lia|].
  split; [cbn; lra|]. split; [|exact I]. unfold weight, sum1. cbn.
  rewrite Rmult_1_r. replace (2 * (1 + 1)) with (2 + 2) by ring. rewrite exp_plus.
  assert (E : 3 < exp 2) by (pose proof (exp_ineq1 2); lra). set (e := exp 2) in *.
  apply (Rmult_lt_reg_r (0 + e + e * e)); [nra|]. unfold Rdiv at 2. rewrite Rmult_assoc, Rinv_l by nra. nra.
Qed.

Example new_temperature_two_instance : instance_of new_temperature_two_statement.
Proof. exists 2, 1, (1 / 4), INR. split; [lra|]. split; [cbn; ring|exact I]. Qed.
