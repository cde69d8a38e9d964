(** Letters on the circle: a rival letter is at least one place away in either direction; and searches. *)

From Coq Require Import Reals Lra Lia ZArith.
From RopeTheory Require Import Rope Trig Heads.
Open Scope R_scope.

Lemma spacing_turn : forall m, (1 <= m)%nat -> INR m * spacing m = 2 * PI.
Proof. intros m H. unfold spacing. field. apply not_0_INR. lia. Qed.

Lemma spacing_pos : forall m, (1 <= m)%nat -> 0 < spacing m.
Proof.
  intros m H. unfold spacing. apply Rdiv_lt_0_compat; [pose proof PI_RGT_0; lra|]. apply lt_0_INR. lia.
Qed.

(** With m places, omega is at most a k-th of the turn for k <= m. *)
Lemma spacing_le : forall m k, (k <= m)%nat -> (1 <= m)%nat -> INR k * spacing m <= 2 * PI.
Proof.
  intros m k H Hm. rewrite <- (spacing_turn m Hm). apply Rmult_le_compat_r.
  - apply Rlt_le, spacing_pos, Hm.
  - apply le_INR, H.
Qed.

Lemma spacing_le_pi : forall m, (2 <= m)%nat -> spacing m <= PI.
Proof. intros m H. pose proof (spacing_le m 2 H ltac:(lia)). simpl in H0. lra. Qed.

(** Two different letters: up to a whole turn the angle from one to the other is in [omega, 2 pi - omega]. *)
Lemma circle_rival : forall m a b, (a < m)%nat -> (b < m)%nat -> a <> b ->
  exists y, spacing m <= y <= 2 * PI - spacing m /\
            forall x, cos ((INR b - INR a) * spacing m + x) = cos (y + x).
Proof.
  intros m a b Ha Hb Hab. assert (Hm : (1 <= m)%nat) by lia.
  pose proof (spacing_pos m Hm) as W. pose proof (spacing_turn m Hm) as T.
  assert (Sum : forall k, (1 <= k)%nat -> (k <= m - 1)%nat ->
                spacing m <= INR k * spacing m <= 2 * PI - spacing m).
  { intros k Hk1 Hk2. apply le_INR in Hk1. apply le_INR in Hk2.
    rewrite minus_INR in Hk2 by lia. simpl in Hk1, Hk2. nra. }
  destruct (Nat.lt_total a b) as [H|[H|H]]; [| lia |].
  - exists (INR (b - a) * spacing m). split; [apply Sum; lia|].
    intro x. rewrite minus_INR by lia. reflexivity.
  - exists (INR (m - (a - b)) * spacing m). split; [apply Sum; lia|].
    intro x. rewrite minus_INR, minus_INR by lia.
    rewrite <- (cos_period_Z _ 1). f_equal. rewrite <- T. ring.
Qed.

(** The match at angle p beats a rival turned by q, if both and their sum stay below omega. *)
Lemma circle_match_wins : forall m a b p q, (a < m)%nat -> (b < m)%nat -> a <> b ->
  0 <= p -> 0 <= q -> p + q < spacing m -> cos ((INR b - INR a) * spacing m + q) < cos p.
Proof.
  intros m a b p q Ha Hb Hab Hp Hq H.
  destruct (circle_rival m a b Ha Hb Hab) as [y [Hy ->]]. apply cos_far; lra.
Qed.

Lemma circle_match_wins_weakly : forall m a b p q, (a < m)%nat -> (b < m)%nat -> a <> b ->
  0 <= p -> 0 <= q -> p + q <= spacing m -> cos ((INR b - INR a) * spacing m + q) <= cos p.
Proof.
  intros m a b p q Ha Hb Hab Hp Hq H.
  destruct (circle_rival m a b Ha Hb Hab) as [y [Hy ->]]. apply cos_far_weakly; lra.
Qed.

(** * The smallest lead of a match over a rival *)

Lemma product_of_sines : forall n omega theta,
  cos ((n - 2) * theta) - cos (omega - (n - 1) * theta)
  = 2 * sin ((omega - theta) / 2) * sin ((omega - (2 * n - 3) * theta) / 2).
Proof.
  intros. rewrite cos_difference.
  replace ((omega - (n - 1) * theta + (n - 2) * theta) / 2) with ((omega - theta) / 2) by field.
  replace ((omega - (n - 1) * theta - (n - 2) * theta) / 2) with ((omega - (2 * n - 3) * theta) / 2) by field.
  reflexivity.
Qed.

Lemma product_of_sines_swapped : forall n omega theta,
  cos ((n - 1) * theta) - cos (omega - (n - 2) * theta)
  = 2 * sin ((omega + theta) / 2) * sin ((omega - (2 * n - 3) * theta) / 2).
Proof.
  intros. rewrite cos_difference.
  replace ((omega - (n - 2) * theta + (n - 1) * theta) / 2) with ((omega + theta) / 2) by field.
  replace ((omega - (n - 2) * theta - (n - 1) * theta) / 2) with ((omega - (2 * n - 3) * theta) / 2) by field.
  reflexivity.
Qed.

(** A match at distance m against a rival at distance t, two different distances below n. *)
Lemma rival_lead : forall n omega theta y m t, 0 <= theta -> (2 <= n)%nat -> omega <= PI ->
  (2 * INR n - 3) * theta < omega -> omega <= y <= 2 * PI - omega ->
  (m <= n - 1)%nat -> (t <= n - 1)%nat -> m <> t ->
  2 * sin ((omega - theta) / 2) * sin ((omega - (2 * INR n - 3) * theta) / 2)
  <= cos (INR m * theta) - cos (y + INR t * theta).
Proof.
  intros n omega theta y m t Ht Hn W H Hy Hm Ht' D.
  assert (N3 : 2 <= INR n) by (apply (le_INR 2) in Hn; simpl in Hn; lra).
  assert (N1 : INR (n - 1) = INR n - 1) by (rewrite minus_INR by lia; reflexivity).
  assert (N2 : INR (n - 2) = INR n - 2) by (rewrite minus_INR by lia; simpl; ring).
  pose proof (pos_INR m). pose proof (pos_INR t). pose proof PI_RGT_0.
  apply le_INR in Hm as Hm'. apply le_INR in Ht' as Ht''. rewrite N1 in *.
  assert (Turned : cos (y + INR t * theta) <= cos (omega - INR t * theta)) by (apply cos_far_weakly; nra).
  destruct (Nat.eq_dec t (n - 1)) as [E|E].
  - assert (Hm2 : INR m <= INR n - 2) by (rewrite <- N2; apply le_INR; lia).
    assert (cos ((INR n - 2) * theta) <= cos (INR m * theta)) by (apply cos_falls_weakly; nra).
    assert (Et : INR t = INR n - 1) by (rewrite E; exact N1). rewrite Et in *.
    rewrite <- product_of_sines. lra.
  - assert (Ht2 : INR t <= INR n - 2) by (rewrite <- N2; apply le_INR; lia).
    assert (cos ((INR n - 1) * theta) <= cos (INR m * theta)) by (apply cos_falls_weakly; nra).
    assert (cos (omega - INR t * theta) <= cos (omega - (INR n - 2) * theta)) by (apply cos_falls_weakly;
      nra).
    pose proof (product_of_sines_swapped (INR n) omega theta).
    assert (S0 : 0 <= sin ((omega - (2 * INR n - 3) * theta) / 2)) by (apply sin_ge_0; nra).
    assert (S1 : sin ((omega - theta) / 2) <= sin ((omega + theta) / 2)).
    { pose proof (form4 ((omega + theta) / 2) ((omega - theta) / 2)) as F.
      replace (((omega + theta) / 2 - (omega - theta) / 2) / 2) with (theta / 2) in F by field.
      replace (((omega + theta) / 2 + (omega - theta) / 2) / 2) with (omega / 2) in F by field.
      assert (0 <= cos (omega / 2)) by (apply cos_ge_0; nra).
      assert (0 <= sin (theta / 2)) by (apply sin_ge_0; nra). nra. }
    nra.
Qed.

(** * Searches over finitely many positions *)

Lemma last_such : forall (P : nat -> Prop), (forall k, P k \/ ~ P k) ->
  forall n, (exists j, within n j /\ P j) ->
  exists j, within n j /\ P j /\ forall k, within n k -> P k -> (k <= j)%nat.
Proof.
  intros P dec n. induction n as [|n IH]; intros [j [Hj Pj]]; [unfold within in Hj; lia|].
  destruct (dec (S n)) as [Y|N].
  - exists (S n). split; [unfold within; lia|]. split; [exact Y|]. intros k Hk _. unfold within in Hk. lia.
  - destruct IH as [i [Hi [Pi L]]].
    + exists j. split; [|exact Pj]. unfold within in *. destruct (Nat.eq_dec j (S n)) as [->|E]; [tauto|lia].
    + exists i. split; [unfold within in *; lia|]. split; [exact Pi|].
      intros k Hk Pk. destruct (Nat.eq_dec k (S n)) as [->|E]; [tauto|].
      apply L; [unfold within in *; lia|exact Pk].
Qed.

Lemma first_such : forall (P : nat -> Prop), (forall k, P k \/ ~ P k) ->
  forall n, P n -> exists j, (j <= n)%nat /\ P j /\ forall k, (k < j)%nat -> ~ P k.
Proof.
  intros P dec n. induction n as [n IH] using lt_wf_ind. intro Pn.
  assert (D : (exists k, (k < n)%nat /\ P k) \/ forall k, (k < n)%nat -> ~ P k).
  { clear IH Pn. induction n as [|n [[k [Hk Pk]]|N]].
    - right. intros k Hk. lia.
    - left. exists k. split; [lia|exact Pk].
    - destruct (dec n) as [Y|Nn]; [left; exists n; split; [lia|exact Y]|].
      right. intros k Hk. destruct (Nat.eq_dec k n) as [->|E]; [exact Nn|apply N; lia]. }
  destruct D as [[k [Hk Pk]]|N].
  - destruct (IH k Hk Pk) as [j [Hj R]]. exists j. split; [lia|exact R].
  - exists n. split; [lia|]. split; [exact Pn|exact N].
Qed.

(** Some position holds a largest logit. *)
Lemma exists_maximiser : forall l n, (1 <= n)%nat -> exists j, maximiser l n j.
Proof.
  intros l n Hn. induction n as [|n IH]; [lia|].
  destruct (Nat.eq_dec n 0) as [->|E].
  - exists 1%nat. split; [unfold within; lia|]. intros k Hk. unfold within in Hk.
    assert (k = 1%nat) as -> by lia. lra.
  - destruct (IH ltac:(lia)) as [j [Hj H]]. unfold within in *.
    destruct (Rle_dec (l (S n)) (l j)) as [C|C].
    + exists j. split; [unfold within; lia|]. intros k Hk. unfold within in Hk.
      destruct (Nat.eq_dec k (S n)) as [->|N]; [exact C|apply H; lia].
    + exists (S n). split; [unfold within; lia|]. intros k Hk. unfold within in Hk.
      destruct (Nat.eq_dec k (S n)) as [->|N]; [lra|]. specialize (H k ltac:(lia)). lra.
Qed.

Lemma INR_distance : forall n j, (j <= n)%nat -> INR n - INR j = INR (n - j).
Proof. intros n j H. rewrite minus_INR by exact H. reflexivity. Qed.
