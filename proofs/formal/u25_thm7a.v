(** u25.thm7a, u25.thm7a.earlier, u25.thm7a.uniform: the largest weight of H_POS over the queried position
    is U-shaped when the angle is low.

    Statement (after U25, Theorem 7): for every n >= 3, 0 < theta < 2 pi/n and beta > 0, w_max is U-shaped
    over p = 1..n. .earlier: over the earlier positions p = 1..n-1 alone for n >= 5.
    .uniform: "low" depends on the length: for every theta0 > 0 there are 0 < theta < theta0 and n >= 3 at
    which w_max is not U-shaped.

    Idea: new.u-shape-sign.shape, U-shaped exactly when n theta < 2 pi. *)

From Coq Require Import Reals Lra Lia PeanoNat ZArith.
From RopeTheory Require Import Rope Trig Heads Shape new_u_shape_sign Instances.
Open Scope R_scope.

Definition u25_thm7a_statement : Prop :=
  forall (beta theta : R) (s : nat -> token) (n : nat),
    (3 <= n)%nat -> 0 < theta < 2 * PI / INR n -> 0 < beta -> u_shaped (w_max beta theta s n) n.

Definition u25_thm7a_earlier_statement : Prop :=
  forall (beta theta : R) (s : nat -> token) (n : nat),
    (5 <= n)%nat -> 0 < theta < 2 * PI / INR n -> 0 < beta -> u_shaped (w_max beta theta s n) (n - 1).

Definition u25_thm7a_uniform_statement : Prop :=
  forall theta0 : R, 0 < theta0 ->
    exists (theta : R) (n : nat), 0 < theta < theta0 /\ (3 <= n)%nat /\
      forall (beta : R) (s : nat -> token), 0 < beta -> ~ u_shaped (w_max beta theta s n) n.

Lemma low_angle : forall theta n, (3 <= n)%nat -> 0 < theta < 2 * PI / INR n ->
  0 < INR n * theta < 2 * PI /\ 0 < theta <= PI.
Proof.
  intros theta n Hn [H0 H]. pose proof PI_RGT_0. pose proof (le_INR 3 n Hn) as N. simpl in N.
  apply (Rmult_lt_compat_l (INR n)) in H; [|lra].
  replace (INR n * (2 * PI / INR n)) with (2 * PI) in H by (field; lra).
  assert (3 * theta <= INR n * theta) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Theorem u25_thm7a_proved : u25_thm7a_statement.
Proof.
  intros beta theta s n Hn H Hb. destruct (low_angle theta n Hn H) as [L T].
  apply (new_u_shape_sign_shape_proved beta theta s n Hb T Hn). lra.
Qed.

Theorem u25_thm7a_earlier_proved : u25_thm7a_earlier_statement.
Proof.
  intros beta theta s n Hn H Hb. assert (H3 : (3 <= n)%nat) by lia. destruct (low_angle theta n H3 H) as [L
    T].
  pose proof (Nat.div_mod n 2 ltac:(lia)). pose proof (Nat.mod_upper_bound n 2 ltac:(lia)).
  apply (u_when beta theta s n Hb T H3); [apply sin_gt_0; lra|lra| |lia].
  set (q := (n / 2)%nat) in *. lia.
Qed.

Theorem u25_thm7a_uniform_proved : u25_thm7a_uniform_statement.
Proof.
  intros theta0 H0. pose proof PI_RGT_0 as P.
  assert (Ex : exists theta, 0 < theta < theta0 /\ theta <= PI).
  { destruct (Rle_dec theta0 PI); [exists (theta0 / 2)|exists PI]; lra. }
  destruct Ex as [theta [Ht Hpi]].
  assert (Large : exists n : nat, INR n > 2 * PI / theta).
  { exists (Z.to_nat (up (2 * PI / theta))). pose proof (archimed (2 * PI / theta)) as [A _].
    assert (0 < 2 * PI / theta) by (apply Rdiv_lt_0_compat; lra).
    rewrite INR_IZR_INZ, Z2Nat.id; [exact A|]. apply le_IZR. lra. }
  destruct Large as [n Hn].
  exists theta, (n + 3)%nat. split; [exact Ht|]. split; [lia|]. intros beta s Hb U.
  assert (T : 0 < theta <= PI) by lra.
  apply (new_u_shape_sign_shape_proved beta theta s (n + 3)%nat Hb T ltac:(lia)) in U.
  apply (Rmult_gt_compat_r theta) in Hn; [|lra].
  replace (2 * PI / theta * theta) with (2 * PI) in Hn by (field; lra). rewrite plus_INR in U. simpl in U.
    lra.
Qed.

(** * False neighbours *)

(** theta = 2 pi/n is still low. *)
Definition u25_thm7a_neighbour_closed : Prop :=
  forall (beta theta : R) (s : nat -> token) (n : nat),
    (3 <= n)%nat -> 0 < theta <= 2 * PI / INR n -> 0 < beta -> u_shaped (w_max beta theta s n) n.

Theorem u25_thm7a_neighbour_closed_false : ~ u25_thm7a_neighbour_closed.
Proof.
  intro H. pose proof PI_RGT_0. assert (T : 0 < 2 * PI / 3 <= PI) by lra.
  specialize (H 1 (2 * PI / 3) (fun _ => Letter 0) 3%nat (le_n 3) ltac:(simpl; lra) ltac:(lra)).
  apply (new_u_shape_sign_shape_proved 1 (2 * PI / 3) (fun _ => Letter 0) 3%nat ltac:(lra) T (le_n 3)) in H.
  simpl in H. lra.
Qed.

(** Four positions are enough for the earlier ones: the last step of the U is missing. *)
Definition u25_thm7a_earlier_neighbour_four : Prop :=
  forall (beta theta : R) (s : nat -> token) (n : nat),
    (4 <= n)%nat -> 0 < theta < 2 * PI / INR n -> 0 < beta -> u_shaped (w_max beta theta s n) (n - 1).

Theorem u25_thm7a_earlier_neighbour_four_false : ~ u25_thm7a_earlier_neighbour_four.
Proof.
  intro H. pose proof PI_RGT_0. pose (s := fun _ : nat => Letter 0).
  destruct (H 1 (PI / 4) s 4%nat (le_n 4) ltac:(simpl; lra) ltac:(lra)) as [u [v [Hu [Huv [Hv [_ [_
    Rise]]]]]]].
  assert (v = 2%nat) as -> by lia. specialize (Rise 2%nat ltac:(lia)).
  apply (shape_up 1 (PI / 4) s 4 ltac:(lra)) in Rise; [|lia].
  replace (- (INR 4 * (PI / 4) / 2) + INR 2 * (PI / 4)) with 0 in Rise by (simpl; field).
  rewrite sin_0 in Rise. lra.
Qed.

(** Three places are too many already, at some angle however low: wrong below theta = 2 pi/3. *)
Definition u25_thm7a_uniform_neighbour_three : Prop :=
  forall theta0 : R, 0 < theta0 ->
    exists theta : R, 0 < theta < theta0 /\
      forall (beta : R) (s : nat -> token), 0 < beta -> ~ u_shaped (w_max beta theta s 3) 3.

Theorem u25_thm7a_uniform_neighbour_three_false : ~ u25_thm7a_uniform_neighbour_three.
Proof.
  intro H. destruct (H 1 ltac:(lra)) as (theta & T & Not). apply (Not 1 (fun _ => Letter 0) ltac:(lra)).
  apply u25_thm7a_proved; [lia| |lra]. pose proof PI2_3_2. simpl INR. lra.
Qed.

Example u25_thm7a_instance : instance_of u25_thm7a_statement.
Proof.
  pose proof PI_RGT_0. exists 1, (PI / 3), (fun j => Letter j), 4%nat. split; [lia|]. split; [cbn; lra|].
  split; [lra|exact I].
Qed.

Example u25_thm7a_earlier_instance : instance_of u25_thm7a_earlier_statement.
Proof.
  pose proof PI_RGT_0. exists 1, (PI / 3), (fun j => Letter j), 5%nat. split; [lia|]. split; [cbn; lra|].
  split; [lra|exact I].
Qed.

Example u25_thm7a_uniform_instance : instance_of u25_thm7a_uniform_statement.
Proof. exists (PI / 3). split; [pose proof PI_RGT_0; lra|exact I]. Qed.
