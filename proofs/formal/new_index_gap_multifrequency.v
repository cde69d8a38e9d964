(** new.index-gap-multifrequency.one-sided: rivals on one side, and a phase.

    Statement. For T >= 1, 0 < x < pi, theta = 2x/T and phi = (T+1) theta/2 - pi, the lead of the target at distance 0 over the rivals at distances 1..T, logits
    cos(t theta - phi), is exactly 2 sin x sin(x/T): no rival is nearer, and the first is as near. It is at least 2 sin^2 x / T, so of order 1/T. *)

From Coq Require Import Reals Lra Lia.
From RopeTheory Require Import Rope Trig.
Open Scope R_scope.

Definition lead (theta phi : R) (t : nat) : R := cos phi - cos (INR t * theta - phi).

Definition new_index_gap_multifrequency_one_sided_statement : Prop :=
  forall (T : nat) (x : R), (1 <= T)%nat -> 0 < x < PI ->
    let theta := 2 * x / INR T in let phi := (INR T + 1) * theta / 2 - PI in let gap := 2 * sin x * sin (x / INR T) in
    (forall t, (1 <= t <= T)%nat -> gap <= lead theta phi t) /\ lead theta phi 1 = gap /\ 2 * (sin x * sin x) / INR T <= gap.

Lemma sin_multiple : forall y n, Rabs (sin (INR n * y)) <= INR n * Rabs (sin y).
Proof.
  intros y n. induction n as [|n IH]; [simpl; rewrite Rmult_0_l, sin_0, Rabs_R0; lra|].
  rewrite S_INR. replace ((INR n + 1) * y) with (INR n * y + y) by ring. rewrite sin_plus.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_mult.
  assert (C : forall z, Rabs (cos z) <= 1) by (intro z; pose proof (COS_bound z); apply Rabs_le; lra).
  pose proof (C y) as A. pose proof (C (INR n * y)) as B. pose proof (Rabs_pos (sin y)). pose proof (Rabs_pos (sin (INR n * y))).
  pose proof (Rabs_pos (cos y)). pose proof (Rabs_pos (cos (INR n * y))). nra.
Qed.

Theorem new_index_gap_multifrequency_one_sided_proved : new_index_gap_multifrequency_one_sided_statement.
Proof.
  intros T x HT X theta phi gap. assert (P : 1 <= INR T) by (replace 1 with (INR 1) by reflexivity; apply le_INR, HT).
  set (y := x / INR T). assert (Y : INR T * y = x) by (unfold y; field; lra).
  assert (Ht : theta = 2 * y) by (unfold theta, y; field; lra).
  assert (Yp : 0 < y) by (unfold y; apply Rdiv_lt_0_compat; lra).
  assert (L : forall t, lead theta phi t = cos ((INR t * 2 - INR T - 1) * y) - cos ((INR T + 1) * y)).
  { intro t. unfold lead, phi. rewrite Ht.
    replace ((INR T + 1) * (2 * y) / 2 - PI) with ((INR T + 1) * y - PI) by field.
    replace (INR t * (2 * y) - ((INR T + 1) * y - PI)) with ((INR t * 2 - INR T - 1) * y + PI) by ring.
    rewrite neg_cos, cos_minus, cos_PI, sin_PI. ring. }
  assert (G : gap = cos ((INR T - 1) * y) - cos ((INR T + 1) * y)).
  { rewrite cos_difference. unfold gap. fold y. replace (((INR T + 1) * y + (INR T - 1) * y) / 2) with (INR T * y) by field.
    replace (((INR T + 1) * y - (INR T - 1) * y) / 2) with y by field. rewrite Y. ring. }
  split; [|split].
  - intros t [A B]. rewrite L, G. apply Rplus_le_compat_r.
    assert (A' : 1 <= INR t) by (replace 1 with (INR 1) by reflexivity; apply le_INR, A). assert (B' : INR t <= INR T) by (apply le_INR, B).
    apply cos_near; [nra| |]; nra.
  - rewrite L, G. simpl INR. f_equal. rewrite <- cos_neg. f_equal. ring.
  - pose proof (sin_multiple y T) as M. rewrite Y in M. assert (S : 0 < sin x) by (apply sin_gt_0; lra).
    assert (y <= x) by (rewrite <- Y; nra). assert (S' : 0 < sin y) by (apply sin_gt_0; lra).
    rewrite !Rabs_right in M by lra. unfold gap. fold y.
    apply (Rmult_le_reg_r (INR T)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra.
Qed.

(** * False neighbours *)

(** Twice that gap: T = 1, x = pi/2. *)
Definition new_index_gap_multifrequency_one_sided_neighbour_twice : Prop :=
  forall (T : nat) (x : R), (1 <= T)%nat -> 0 < x < PI -> let theta := 2 * x / INR T in let phi := (INR T + 1) * theta / 2 - PI in
    4 * sin x * sin (x / INR T) <= lead theta phi 1.

Theorem new_index_gap_multifrequency_one_sided_neighbour_twice_false : ~ new_index_gap_multifrequency_one_sided_neighbour_twice.
Proof.
  intro H. pose proof PI_RGT_0 as P. assert (X : 0 < PI / 2 < PI) by lra.
  destruct (new_index_gap_multifrequency_one_sided_proved 1%nat (PI / 2) ltac:(lia) X) as [_ [E _]]. specialize (H 1%nat (PI / 2) ltac:(lia) X). cbv zeta in *.
  rewrite E in H. replace (PI / 2 / INR 1) with (PI / 2) in H by (simpl; field). rewrite sin_PI2 in H. lra.
Qed.

(** x beyond pi: T = 4, x = 8 pi / 3, where the second rival is level with the target. *)
Definition new_index_gap_multifrequency_one_sided_neighbour_beyond : Prop :=
  forall (T : nat) (x : R), (1 <= T)%nat -> 0 < x -> let theta := 2 * x / INR T in let phi := (INR T + 1) * theta / 2 - PI in
    forall t, (1 <= t <= T)%nat -> 2 * sin x * sin (x / INR T) <= lead theta phi t.

Theorem new_index_gap_multifrequency_one_sided_neighbour_beyond_false : ~ new_index_gap_multifrequency_one_sided_neighbour_beyond.
Proof.
  intro H. pose proof PI_RGT_0 as P. specialize (H 4%nat (8 * PI / 3) ltac:(lia) ltac:(lra) 2%nat ltac:(lia)). cbv zeta in H. unfold lead in H. simpl INR in H.
  assert (A : (1 + 1 + 1 + 1 + 1) * (2 * (8 * PI / 3) / (1 + 1 + 1 + 1)) / 2 - PI = PI / 3 + 2 * INR 1 * PI) by (simpl; field).
  rewrite A in H. clear A.
  assert (A : (1 + 1) * (2 * (8 * PI / 3) / (1 + 1 + 1 + 1)) - (PI / 3 + 2 * INR 1 * PI) = PI / 3) by (simpl; field).
  rewrite A in H. clear A. rewrite cos_period in H.
  replace (8 * PI / 3 / (1 + 1 + 1 + 1)) with (2 * PI / 3) in H by field.
  replace (8 * PI / 3) with (2 * PI / 3 + 2 * INR 1 * PI) in H by (simpl; field).
  rewrite sin_period in H. assert (S : 0 < sin (2 * PI / 3)) by (apply sin_gt_0; lra). nra.
Qed.
