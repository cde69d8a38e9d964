(** u26.retrieval-display: Retrieval's discrepancy as p. 24 displays it, over all other letters at all positions.

    Statement. m >= 2 letters, omega = 2 pi / m, n >= 1, 0 < theta, 2 n theta < omega. The largest of cos(k omega + t theta) over the other letters k = 1..m-1 and the distances
    t = 0..n-1, whether such a key occurs or not, is cos(omega - (n-1) theta). So the difference between a match's logit cos(s theta) and it is largest at s = 0, where it
    is 1 - cos(omega - (n-1) theta): more than the printed 1 - cos(omega - n theta). *)

From Coq Require Import Reals Lra Lia.
From RopeTheory Require Import Rope Trig Heads Instances.
Open Scope R_scope.

(** M is the largest logit of another letter at any position, whether one stands there or not. *)
Definition largest_rival (m n : nat) (theta M : R) : Prop :=
  (forall k t, (1 <= k <= m - 1)%nat -> (t <= n - 1)%nat -> cos (INR k * spacing m + INR t * theta) <= M) /\
  exists k t, (1 <= k <= m - 1)%nat /\ (t <= n - 1)%nat /\ cos (INR k * spacing m + INR t * theta) = M.

Definition u26_retrieval_display_statement : Prop :=
  forall (m n : nat) (theta M : R), (2 <= m)%nat -> (1 <= n)%nat -> 0 < theta -> 2 * INR n * theta < spacing m -> largest_rival m n theta M ->
    (forall s, (s <= n - 1)%nat -> cos (INR s * theta) - M <= 1 - cos (spacing m - (INR n - 1) * theta)) /\
    cos (INR 0 * theta) - M = 1 - cos (spacing m - (INR n - 1) * theta) /\
    1 - cos (spacing m - INR n * theta) < 1 - cos (spacing m - (INR n - 1) * theta).

Lemma far_rival : forall m n theta k t, (2 <= m)%nat -> (1 <= n)%nat -> 0 < theta -> 2 * INR n * theta < spacing m ->
  (1 <= k <= m - 1)%nat -> (t <= n - 1)%nat -> cos (INR k * spacing m + INR t * theta) <= cos (spacing m - (INR n - 1) * theta).
Proof.
  intros m n theta k t M N T R K D.
  assert (Mp : 0 < INR m) by (apply lt_0_INR; lia). assert (P : 0 < PI) by apply PI_RGT_0.
  assert (W : INR m * spacing m = 2 * PI) by (unfold spacing; field; lra).
  assert (Np : 1 <= INR n) by (replace 1 with (INR 1) by reflexivity; apply le_INR; exact N).
  assert (Kl : 1 <= INR k) by (replace 1 with (INR 1) by reflexivity; apply le_INR; lia).
  assert (Ku : INR k <= INR m - 1) by (replace (INR m - 1) with (INR (m - 1)) by (rewrite minus_INR by lia; reflexivity); apply le_INR; lia).
  assert (Dl : 0 <= INR t) by apply pos_INR. assert (Du : INR t <= INR n - 1) by (replace (INR n - 1) with (INR (n - 1)) by (rewrite minus_INR by lia; reflexivity); apply le_INR; lia).
  assert (S : 0 < spacing m) by nra. assert (Q : INR t * theta <= (INR n - 1) * theta) by (apply Rmult_le_compat_r; lra).
  assert (Z : 0 <= INR t * theta) by (apply Rmult_le_pos; lra).
  assert (A : 1 * spacing m <= INR k * spacing m) by (apply Rmult_le_compat_r; lra).
  assert (B : INR k * spacing m <= (INR m - 1) * spacing m) by (apply Rmult_le_compat_r; lra).
  apply cos_far_weakly; nra.
Qed.

Lemma rival_attained : forall m n theta, (2 <= m)%nat -> (1 <= n)%nat ->
  cos (INR (m - 1) * spacing m + INR (n - 1) * theta) = cos (spacing m - (INR n - 1) * theta).
Proof.
  intros m n theta M N. assert (Mp : 0 < INR m) by (apply lt_0_INR; lia). rewrite !minus_INR by lia. simpl (INR 1).
  replace ((INR m - 1) * spacing m + (INR n - 1) * theta) with (2 * PI - (spacing m - (INR n - 1) * theta)) by (unfold spacing; field; lra).
  apply cos_full_turn.
Qed.

Theorem u26_retrieval_display_proved : u26_retrieval_display_statement.
Proof.
  intros m n theta M Hm Hn T R [U [k [t [K [D E]]]]].
  assert (V : M = cos (spacing m - (INR n - 1) * theta)).
  { apply Rle_antisym.
    - rewrite <- E. apply far_rival; assumption.
    - rewrite <- (rival_attained m n theta Hm Hn). apply U; lia. }
  subst M. rewrite V in *. split; [|split].
  - intros s _. pose proof (cos_le_1 (INR s * theta)). lra.
  - simpl. rewrite Rmult_0_l, cos_0. reflexivity.
  - assert (Np : 1 <= INR n) by (replace 1 with (INR 1) by reflexivity; apply le_INR; exact Hn).
    assert (Mp : 2 <= INR m) by (replace 2 with (INR 2) by (simpl; ring); apply le_INR; exact Hm). pose proof PI_RGT_0 as P.
    assert (W : spacing m <= PI) by (unfold spacing; apply (Rmult_le_reg_r (INR m)); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; nra).
    pose proof (cos_falls (spacing m - INR n * theta) (spacing m - (INR n - 1) * theta) ltac:(nra) ltac:(lra) ltac:(nra)). lra.
Qed.

(** * False neighbours *)

(** The printed bound, with n for n - 1: two letters, n = 1, theta = pi/4. *)
Definition u26_retrieval_display_neighbour_printed : Prop :=
  forall (m n : nat) (theta M : R), (2 <= m)%nat -> (1 <= n)%nat -> 0 < theta -> 2 * INR n * theta < spacing m -> largest_rival m n theta M ->
    cos (INR 0 * theta) - M <= 1 - cos (spacing m - INR n * theta).

Theorem u26_retrieval_display_neighbour_printed_false : ~ u26_retrieval_display_neighbour_printed.
Proof.
  intro H. pose proof PI_RGT_0 as P. assert (S : spacing 2 = PI) by (unfold spacing; simpl; field).
  assert (R : 2 * INR 1 * (PI / 4) < spacing 2) by (rewrite S; simpl; lra).
  assert (L : largest_rival 2 1 (PI / 4) (- (1))).
  { split.
    - intros k t K T. replace k with 1%nat by lia. replace t with 0%nat by lia. rewrite S. simpl. replace (1 * PI + 0 * (PI / 4)) with PI by ring. rewrite cos_PI. lra.
    - exists 1%nat, 0%nat. repeat split; try lia. rewrite S. simpl. replace (1 * PI + 0 * (PI / 4)) with PI by ring. apply cos_PI. }
  specialize (H 2%nat 1%nat (PI / 4) (- (1)) ltac:(lia) ltac:(lia) ltac:(lra) R L). rewrite S in H. simpl in H. rewrite Rmult_0_l, cos_0 in H.
  assert (0 < 1 + cos (PI - 1 * (PI / 4))); [|lra]. pose proof (cos_falls (PI - 1 * (PI / 4)) PI ltac:(lra) ltac:(lra) ltac:(lra)) as C. rewrite cos_PI in C. lra.
Qed.

Example u26_retrieval_display_instance : instance_of u26_retrieval_display_statement.
Proof.
  pose proof PI_RGT_0. assert (T : 2 * INR 3 * (PI / 12) < spacing 2) by (unfold spacing; simpl; lra).
  exists 2%nat, 3%nat, (PI / 12), (cos (spacing 2 - (INR 3 - 1) * (PI / 12))).
  split; [lia|]. split; [lia|]. split; [lra|]. split; [exact T|]. split.
  - split; [intros k t K D; apply far_rival; try assumption; try lia; lra|].
    exists 1%nat, 2%nat. split; [lia|]. split; [lia|]. apply (rival_attained 2 3); lia.
  - split; [exists 1%nat; split; [lia|exact I]|split; exact I].
Qed.
