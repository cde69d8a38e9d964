(** u25.thm6 (after U25, Theorem 6; wording ours).

    A two-angle head, theta_1 = 0 for the symbol and theta_2 > 0 not too large for recency, solves Partial
    Induction (the query's own key does not match): for length <= n0 it suffices that (n0 - 3/2) theta_2 < pi,
    A(1 - cos omega) > B(1 - cos((n0 - 1) theta_2)) and beta > ln(n0 - 1)/Delta, where Delta is the least of
    A(1 - cos omega) - B(1 - cos((n0 - 1) theta_2)), B(cos theta_2 - cos 2 theta_2) and
    B(cos((n0 - 2) theta_2) - cos((n0 - 1) theta_2)), the last two for n0 >= 3; the last occurrence then holds
    more than half of the weight.

    Idea: among matches only recency counts, and it falls at every step; its least step is the first or the
    last.  A match leads any other key by A(1 - cos omega) in the symbol's plane and loses at most B(1 -
    cos((n0 - 1) theta_2)).
    Encoding: H_MIX on a circle of s + 1 places (Heads.v), n counts the query, whose own key competes at
    distance 0. The value of a pair is its attribute, F = a; solved means: only maximiser, and the attribute
    decoded under hard attention and under softmax. *)

From Coq Require Import Reals Lra Lia PeanoNat Bool.
From RopeTheory Require Import Rope Trig Heads Circle Sums Induction Decoding new_two_angle_threshold Instances.
Open Scope R_scope.

(** A(1 - cos omega) - B(1 - cos((n0 - 1) theta)). *)
Definition symbol_lead (s n0 : nat) (theta A B : R) : R :=
  A * (1 - cos (spacing (S s))) - B * (1 - cos ((INR n0 - 1) * theta)).

Definition two_angle_gap (s n0 : nat) (theta A B : R) : R :=
  let other := symbol_lead s n0 theta A B in
  if (3 <=? n0)%nat
  then Rmin (Rmin (B * (cos theta - cos (2 * theta)))
                  (B * (cos ((INR n0 - 2) * theta) - cos ((INR n0 - 1) * theta)))) other
  else other.

Definition u25_thm6_statement : Prop :=
  forall (s n0 n : nat) (theta A B beta : R) (x : nat -> binding) (j q a : nat),
    (2 <= n <= n0)%nat -> 0 < theta -> (INR n0 - 3 / 2) * theta < PI ->
    0 < B -> A * (1 - cos (spacing (S s))) > B * (1 - cos ((INR n0 - 1) * theta)) ->
    binding_input s n x -> last_occurrence n x j -> x j = Bound q a ->
    let l := logits (h_mix s theta A B) x n in
    only_maximiser l n j /\
    decoded (attribute_scores (hard_weight l n) x n) a /\
    (0 < beta -> ln (INR (n0 - 1)) / two_angle_gap s n0 theta A B < beta ->
       1 / 2 < weight beta l n j /\ decoded (attribute_scores (weight beta l n) x n) a).

(** * The gap *)

Section Leads.

Variables (s n0 : nat) (theta A B : R).
Hypothesis Two : (2 <= n0)%nat.
Hypothesis Turns : 0 < theta.
Hypothesis Slow : (INR n0 - 3 / 2) * theta < PI.
Hypothesis Recent : 0 < B.
Hypothesis Amplitudes : A * (1 - cos (spacing (S s))) > B * (1 - cos ((INR n0 - 1) * theta)).

Lemma two_angle_gap_pos : 0 < two_angle_gap s n0 theta A B.
Proof.
  assert (O : 0 < symbol_lead s n0 theta A B) by (unfold symbol_lead; apply Rlt_Rminus, Amplitudes).
  unfold two_angle_gap. destruct (Nat.leb_spec 3 n0) as [L|_]; [|exact O].
  apply least_of_three; [| |exact O]; apply Rmult_lt_0_compat; try exact Recent.
  - pose proof (recency_falls n0 theta 1 2 Turns Slow ltac:(lia) ltac:(lia) ltac:(lia)) as F.
    simpl in F. rewrite Rmult_1_l in F.
    change (1 + 1) with 2 in F. lra.
  - pose proof (recency_falls n0 theta (n0 - 2) (n0 - 1) Turns Slow ltac:(lia) ltac:(lia) ltac:(lia)) as F.
    rewrite !minus_INR in F by lia. simpl in F. replace (INR n0 - (1 + 1)) with (INR n0 - 2) in F by ring.
    lra.
Qed.

Lemma symbol_amplitude_nonneg : (1 <= s)%nat -> 0 <= A.
Proof.
  intro Hs. pose proof (spacing_pos (S s) ltac:(lia)). pose proof (spacing_le_pi (S s) ltac:(lia)).
  pose proof PI_RGT_0. pose proof (cos_lt_1 (spacing (S s)) ltac:(lra) ltac:(lra)).
  pose proof (cos_le_1 ((INR n0 - 1) * theta)). nra.
Qed.

Lemma mix_leads : forall n x j k, (2 <= n <= n0)%nat -> binding_input s n x -> last_occurrence n x j ->
  within n k -> k <> j ->
  two_angle_gap s n0 theta A B <= logits (h_mix s theta A B) x n j - logits (h_mix s theta A B) x n k.
Proof.
  intros n x j k Hn Hx Hj Hk Hkj. rewrite (mix_match s theta A B n x j Hx Hj).
  assert (Nj : (1 <= n - j <= n - 1)%nat) by (destruct Hj as [Hj _]; unfold within in Hj; lia).
  pose proof (query_symbol s n x Hx) as Q. unfold within in Hk.
  assert (N1 : INR (n0 - 1) = INR n0 - 1) by (rewrite minus_INR by lia; reflexivity).
  unfold two_angle_gap. destruct (other_key s n true x j k Hx Hj Hk Hkj) as [[Earlier Match]|[L N]].
  - destruct (Nat.leb_spec 3 n0) as [L3|C]; [|lia]. apply least_of_three_le.
    assert (N3 : 3 <= INR n0) by (apply (le_INR 3) in L3; simpl in L3; lra).
    assert (N2 : INR (n0 - 2) = INR n0 - 2) by (rewrite minus_INR by lia; simpl; ring).
    assert (logits (h_mix s theta A B) x n k = A + B * cos (INR (n - k) * theta)) as ->.
    { unfold logits. rewrite h_mix_logit, Match, (INR_distance n k) by lia.
      replace ((INR (symbol_of (x n)) - INR (symbol_of (x n))) * spacing (S s)) with 0 by ring.
      rewrite cos_0. ring. }
    assert (Next : cos (INR (n - k) * theta) <= cos ((INR (n - j) + 1) * theta)).
    { rewrite <- S_INR. apply (recency_falls_weakly n0); assumption || lia. }
    assert (J1 : 1 <= INR (n - j)) by (apply (le_INR 1); lia).
    assert (J2 : INR (n - j) <= INR n0 - 2) by (rewrite <- N2; apply le_INR; lia).
    destruct (steps_at_ends n0 theta (INR (n - j)) ltac:(nra) Slow J1 J2); [left|right; left]; nra.
  - eapply Rle_trans with (symbol_lead s n0 theta A B); [destruct (3 <=? n0)%nat; [apply Rmin_r|lra]|].
    pose proof (mix_rival s theta A B n x k (symbol_amplitude_nonneg ltac:(lia)) Hx ltac:(lia) L N).
    assert (Far : cos ((INR n0 - 1) * theta) <= cos (INR (n - j) * theta)).
    { rewrite <- N1. apply (recency_falls_weakly n0); assumption || lia. }
    pose proof (cos_le_1 (INR (n - k) * theta)). unfold symbol_lead. nra.
Qed.

End Leads.

Theorem u25_thm6_proved : u25_thm6_statement.
Proof.
  intros s n0 n theta A B beta x j q a Hn Ht Slow HB Amp Hx Hj E l.
  pose proof (two_angle_gap_pos s n0 theta A B ltac:(lia) Ht Slow HB Amp) as P.
  assert (J : within n j) by (destruct Hj as [Hj _]; unfold within in *; lia).
  assert (G : forall k, within n k -> k <> j -> two_angle_gap s n0 theta A B <= l j - l k)
    by (intros; apply mix_leads; assumption || lia).
  pose proof (gap_only_maximiser l n j _ J P G) as M.
  split; [exact M|]. split; [apply (only_attribute l x n j q); assumption|].
  intros _ Hb. assert (Half : 1 / 2 < weight beta l n j).
  { apply (gap_gives_half beta l n j (two_angle_gap s n0 theta A B) (n0 - 1)); assumption || lia. }
  split; [exact Half|]. apply (majority_attribute beta l x n j q); assumption.
Qed.

(** * False neighbours *)

(** Slow and amplitude conditions, given as a hypothesis on s, n0, theta, A and B, make the last occurrence
    win. *)
Definition suffices (condition : nat -> nat -> R -> R -> R -> Prop) : Prop :=
  forall (s n0 n : nat) (theta A B : R) (x : nat -> binding) (j : nat),
    (2 <= n <= n0)%nat -> condition s n0 theta A B ->
    binding_input s n x -> last_occurrence n x j -> only_maximiser (logits (h_mix s theta A B) x n) n j.

Lemma suffices_solves : forall condition s n theta A B, suffices condition -> (3 <= n)%nat ->
  condition s n theta A B -> solves (h_mix s theta A B) s n true.
Proof.
  intros condition s n theta A B H Hn C g [x [j [k [Hx [Hj [Hk [Hkj ->]]]]]]].
  destruct (H s n n theta A B x j ltac:(lia) C Hx Hj) as [_ L]. pose proof (L k Hk Hkj). lra.
Qed.

(** (n0 - 2) theta < pi is slow enough: n0 = 4, theta = 2 pi/5. *)
Definition u25_thm6_neighbour_faster : Prop :=
  suffices (fun s n0 theta A B => 0 < theta /\ (INR n0 - 2) * theta < PI /\ 0 < B /\
    A * (1 - cos (spacing (S s))) > B * (1 - cos ((INR n0 - 1) * theta))).

Theorem u25_thm6_neighbour_faster_false : ~ u25_thm6_neighbour_faster.
Proof.
  intro H. pose proof PI_RGT_0. pose proof three_places as W. pose (A := 3 / (1 - cos (spacing 3))).
  assert (E : A * (1 - cos (spacing 3)) = 3) by (unfold A; field; lra).
  apply (suffices_solves _ 2 4 (2 * PI / 5) A 1) in H; [|lia|].
  - apply new_two_angle_threshold_proved in H; try lia; try lra. destruct H as [H _]. simpl in H. lra.
  - rewrite E. pose proof (COS_bound ((INR 4 - 1) * (2 * PI / 5))).
    split; [lra|]. split; [simpl; lra|]. split; lra.
Qed.

(** theta = 0 will do. *)
Definition u25_thm6_neighbour_still : Prop :=
  suffices (fun s n0 theta A B => 0 <= theta /\ (INR n0 - 3 / 2) * theta < PI /\ 0 < B /\
    A * (1 - cos (spacing (S s))) > B * (1 - cos ((INR n0 - 1) * theta))).

Theorem u25_thm6_neighbour_still_false : ~ u25_thm6_neighbour_still.
Proof.
  intro H. pose proof PI_RGT_0. pose proof three_places as W.
  apply (suffices_solves _ 2 3 0 1 1) in H; [|lia|].
  - pose proof (H _ (mix_lead_step 2 0 1 1 3 true 1 ltac:(lia) ltac:(lia))) as L. rewrite !Rmult_0_r in L.
    lra.
  - rewrite !Rmult_0_r, cos_0. lra.
Qed.

(** The query's own key forgotten: A(1 - cos omega) > B(cos theta - cos((n0 - 1) theta)). *)
Definition u25_thm6_neighbour_no_own_key : Prop :=
  suffices (fun s n0 theta A B => 0 < theta /\ (INR n0 - 3 / 2) * theta < PI /\ 0 < B /\
    A * (1 - cos (spacing (S s))) > B * (cos theta - cos ((INR n0 - 1) * theta))).

Theorem u25_thm6_neighbour_no_own_key_false : ~ u25_thm6_neighbour_no_own_key.
Proof.
  intro H. pose proof PI_RGT_0. pose proof three_places as W.
  pose proof (cos_lt_1 (PI / 3) ltac:(lra) ltac:(lra)).
  pose (A := (1 - cos ((INR 3 - 1) * (PI / 3))) / (1 - cos (spacing 3))).
  assert (E : A * (1 - cos (spacing 3)) = 1 - cos ((INR 3 - 1) * (PI / 3))) by (unfold A; field; lra).
  apply (suffices_solves _ 2 3 (PI / 3) A 1) in H; [|lia|].
  - apply new_two_angle_threshold_proved in H; try lia; try lra. destruct H as [_ H]. simpl in H, E. lra.
  - split; [lra|]. split; [simpl; lra|]. split; [lra|]. rewrite E. lra.
Qed.

(** B may be negative. *)
Definition u25_thm6_neighbour_negative : Prop :=
  suffices (fun s n0 theta A B => 0 < theta /\ (INR n0 - 3 / 2) * theta < PI /\
    A * (1 - cos (spacing (S s))) > B * (1 - cos ((INR n0 - 1) * theta))).

Theorem u25_thm6_neighbour_negative_false : ~ u25_thm6_neighbour_negative.
Proof.
  intro H. pose proof PI_RGT_0. pose proof three_places as W.
  apply (suffices_solves _ 2 3 (PI / 3) 1 (- (1))) in H; [|lia|].
  - pose proof (H _ (mix_lead_step 2 (PI / 3) 1 (- (1)) 3 true 1 ltac:(lia) ltac:(lia))) as L.
    assert (cos (INR (1 + 1) * (PI / 3)) < cos (INR 1 * (PI / 3))) by (apply cos_falls; simpl; lra). lra.
  - split; [lra|]. split; [simpl; lra|]. pose proof (cos_le_1 ((INR 3 - 1) * (PI / 3))). lra.
Qed.

(** Other attributes for the same symbol: the last is the answer. *)
Example u25_thm6_instance : instance_of u25_thm6_statement.
Proof.
  pose proof PI_RGT_0 as P. set (x := fun j => match j with 1%nat => Bound 0 1 | 2%nat => Bound 0 2 | _ => Lone 0 end).
  set (bound := ln (INR (4 - 1)) / two_angle_gap 2 4 (PI / 4) 2 1).
  exists 2%nat, 4%nat, 3%nat, (PI / 4), 2, 1, (Rabs bound + 1), x, 2%nat, 0%nat, 2%nat.
  split; [lia|]. split; [lra|]. split; [cbn; lra|]. split; [lra|]. split.
  { unfold spacing. replace (2 * PI / INR 3) with (2 * (PI / 3)) by (cbn; field). rewrite cos_2PI3.
    assert (- 1 < cos ((INR 4 - 1) * (PI / 4))) by (rewrite <- cos_PI; apply cos_falls; cbn; lra). lra. }
  split; [split|split; [|split]].
  - intros j J. unfold within in J. destruct j as [|[|[|j]]]; try lia; cbn; eexists; eexists;
      (split; [reflexivity|lia]).
  - exists 0%nat. split; [reflexivity|]. exists 1%nat. split; [unfold within; lia|reflexivity].
  - split; [unfold within; lia|]. split; [reflexivity|]. intros k K. lia.
  - reflexivity.
  - split; [exact I|]. split; [exact I|]. pose proof (Rle_abs bound). pose proof (Rabs_pos bound).
    repeat split; fold bound; lra.
Qed.
