(** new.two-angle-threshold: two angles solve Partial Induction exactly if recency never turns back and
    the symbol outweighs all that it can do.

    Statement (new; sharpens U25, Theorem 6). 0 < theta <= pi, n >= 3, at least two symbols, B > 0: H_MIX
    solves Partial Induction at length n exactly when (n - 3/2) theta < pi, so that recency is strictly
    decreasing over the distances 1..n-1, and A(1 - cos omega) exceeds B(cos theta - cos((n-1) theta)) if
    the query itself does not compete, B(1 - cos((n-1) theta)) if it does. Letters stand on a circle with
    one spare place for the key of the lone query, omega = 2 pi/(s+1).

    Idea: among matches only recency decides, and it must fall from each distance to the next. Between a
    match and another symbol, the worst input puts the only match as far back as possible and a
    neighbouring letter as near as possible. Both conditions are forced by one input each, and together
    they settle every input.
    Encoding: `solves` in Induction.v; A is any real number. *)

From Coq Require Import Reals Lra Lia PeanoNat Bool.
From RopeTheory Require Import Rope Trig Heads Circle Induction Instances.
Open Scope R_scope.

(** What recency reaches at the nearest rival, per unit of B. *)
Definition nearest (competes : bool) (theta : R) : R := if competes then 1 else cos theta.

Definition new_two_angle_threshold_statement : Prop :=
  forall (s n : nat) (theta A B : R) (competes : bool),
    0 < theta <= PI -> (3 <= n)%nat -> (2 <= s)%nat -> 0 < B ->
    (solves (h_mix s theta A B) s n competes <->
     (INR n - 3 / 2) * theta < PI /\
     A * (1 - cos (spacing (S s))) > B * (nearest competes theta - cos ((INR n - 1) * theta))) /\
    ((INR n - 3 / 2) * theta < PI <->
     forall t, (1 <= t <= n - 2)%nat -> cos (INR (t + 1) * theta) < cos (INR t * theta)).

(** * Logits *)

Lemma mix_match : forall s theta A B n x j, binding_input s n x -> last_occurrence n x j ->
  logits (h_mix s theta A B) x n j = A + B * cos (INR (n - j) * theta).
Proof.
  intros s theta A B n x j Hx Hj. unfold logits. rewrite h_mix_logit, (occurrence_place s n x j Hx Hj).
  destruct Hj as [Hj _]. unfold within in Hj. rewrite (INR_distance n j) by lia.
  replace ((INR (symbol_of (x n)) - INR (symbol_of (x n))) * spacing (S s)) with 0 by ring.
  rewrite cos_0. ring.
Qed.

Lemma mix_rival : forall s theta A B n x k, 0 <= A -> binding_input s n x -> (k <= n)%nat ->
  (place_of s (x k) < S s)%nat -> place_of s (x k) <> symbol_of (x n) ->
  logits (h_mix s theta A B) x n k <= A * cos (spacing (S s)) + B * cos (INR (n - k) * theta).
Proof.
  intros s theta A B n x k HA Hx Hk L N. unfold logits. rewrite h_mix_logit, (INR_distance n k) by exact Hk.
  apply Rplus_le_compat_r, Rmult_le_compat_l; [exact HA|].
  pose proof (query_symbol s n x Hx) as Q.
  pose proof (spacing_pos (S s) ltac:(lia)).
  pose proof (circle_match_wins_weakly (S s) (symbol_of (x n)) (place_of s (x k)) (spacing (S s)) 0
                ltac:(lia) L ltac:(lia) ltac:(lra) ltac:(lra) ltac:(lra)) as C.
  rewrite Rplus_0_r in C. exact C.
Qed.

(** * Sufficient *)

Lemma recency_falls_weakly : forall n theta a b, 0 < theta -> (INR n - 3 / 2) * theta < PI ->
  (1 <= a)%nat -> (a <= b)%nat -> (b <= n - 1)%nat -> cos (INR b * theta) <= cos (INR a * theta).
Proof.
  intros n theta a b Ht H Ha Hab Hb. destruct (Nat.eq_dec a b) as [->|N]; [lra|].
  apply Rlt_le, (recency_falls n); assumption || lia.
Qed.

Lemma threshold_solves : forall s n theta A B competes,
  0 < theta -> (3 <= n)%nat -> 0 < B -> (1 <= s)%nat ->
  (INR n - 3 / 2) * theta < PI ->
  A * (1 - cos (spacing (S s))) > B * (nearest competes theta - cos ((INR n - 1) * theta)) ->
  solves (h_mix s theta A B) s n competes.
Proof.
  intros s n theta A B competes Ht Hn HB Hs Mono Amp g [x [j [k [Hx [Hj [Hk [Hkj ->]]]]]]].
  rewrite (mix_match s theta A B n x j Hx Hj).
  assert (Nj : (1 <= n - j <= n - 1)%nat) by (destruct Hj as [Hj _]; unfold within in Hj; lia).
  assert (Nk : (1 <= k <= n)%nat) by (unfold rivals, within in Hk; destruct competes; lia).
  assert (Far : cos ((INR n - 1) * theta) <= cos (INR (n - j) * theta)).
  { replace (INR n - 1) with (INR (n - 1)) by (rewrite minus_INR by lia; reflexivity).
    apply (recency_falls_weakly n); assumption || lia. }
  assert (Near : cos (INR (n - k) * theta) <= nearest competes theta).
  { unfold nearest. destruct competes; [apply cos_le_1|].
    unfold rivals, within in Hk. replace (cos theta) with (cos (INR 1 * theta)) by (simpl; f_equal; ring).
    apply (recency_falls_weakly n); assumption || lia. }
  assert (HA : 0 < A).
  { assert (cos ((INR n - 1) * theta) < nearest competes theta).
    { replace (INR n - 1) with (INR (n - 1)) by (rewrite minus_INR by lia; reflexivity).
      apply Rlt_le_trans with (cos (INR 1 * theta)).
      - apply (recency_falls n); assumption || lia.
      - unfold nearest. simpl. rewrite Rmult_1_l. destruct competes; [apply cos_le_1|lra]. }
    pose proof (cos_le_1 (spacing (S s))). nra. }
  destruct (other_key s n competes x j k Hx Hj Hk Hkj) as [[Earlier Match]|[L N]].
  - assert (logits (h_mix s theta A B) x n k = A + B * cos (INR (n - k) * theta)) as ->.
    { unfold logits. rewrite h_mix_logit, Match, (INR_distance n k) by lia.
      replace ((INR (symbol_of (x n)) - INR (symbol_of (x n))) * spacing (S s)) with 0 by ring.
      rewrite cos_0. ring. }
    assert (F : cos (INR (n - k) * theta) < cos (INR (n - j) * theta)) by (apply (recency_falls n);
      assumption || lia).
    pose proof (Rmult_lt_compat_l B _ _ HB F). lra.
  - pose proof (mix_rival s theta A B n x k ltac:(lra) Hx ltac:(lia) L N).
    pose proof (Rmult_le_compat_l B _ _ (Rlt_le _ _ HB) Near). pose proof (Rmult_le_compat_l B _ _ (Rlt_le _ _ HB) Far). lra.
Qed.

(** * Necessary *)

Lemma two_symbols_logit : forall s theta A B n q r held j, within (n - 1) j ->
  logits (h_mix s theta A B) (two_symbols n q r held) n j
  = A * cos ((INR (if held j then q else r) - INR q) * spacing (S s)) + B * cos (INR (n - j) * theta).
Proof.
  intros s theta A B n q r held j Hj. unfold logits.
  rewrite h_mix_logit, two_symbols_last, two_symbols_pair by exact Hj. unfold within in Hj.
  rewrite (INR_distance n j) by lia. reflexivity.
Qed.

(** The lead of a match at distance t over one at t + 1. *)
Lemma mix_lead_step : forall s theta A B n competes t, (2 <= s)%nat -> (1 <= t <= n - 2)%nat ->
  lead (h_mix s theta A B) s n competes (B * (cos (INR t * theta) - cos (INR (t + 1) * theta))).
Proof.
  intros s theta A B n competes t Hs Ht.
  pose proof (two_matches_lead (h_mix s theta A B) s n competes t Hs Ht) as L. cbv zeta in L.
  rewrite !two_symbols_logit, held_twice_near, held_twice_far in L by (unfold within; lia).
  replace (n - (n - t))%nat with t in L by lia. replace (n - (n - (t + 1)))%nat with (t + 1)%nat in L by lia.
  replace (B * _) with (A * cos ((INR 0 - INR 0) * spacing (S s)) + B * cos (INR t * theta) -
                        (A * cos ((INR 0 - INR 0) * spacing (S s)) + B * cos (INR (t + 1) * theta))) by ring.
  exact L.
Qed.

(** The only match at distance n-1, its neighbour on the circle everywhere else. *)
Lemma mix_lead_worst : forall s theta A B n competes, (2 <= s)%nat -> (3 <= n)%nat ->
  lead (h_mix s theta A B) s n competes
    (A * (1 - cos (spacing (S s))) - B * (nearest competes theta - cos ((INR n - 1) * theta))).
Proof.
  intros s theta A B n competes Hs Hn. destruct competes; simpl nearest.
  - (* the query's own key stands at the spare place, next to letter 0 *)
    pose proof (one_match_lead (h_mix s theta A B) s n true 0 1 1 n ltac:(lia) ltac:(lia) ltac:(lia)
                  ltac:(unfold within; lia) ltac:(unfold rivals, within; lia) ltac:(lia)) as L. cbv zeta in L.
    rewrite two_symbols_logit, minus_INR in L by (unfold within; lia).
    unfold logits in L. rewrite h_mix_logit, two_symbols_last in L. cbn [place_of symbol_of] in L.
    replace ((INR s - INR 0) * spacing (S s)) with (2 * PI - spacing (S s)) in L
      by (rewrite <- (spacing_turn (S s)) by lia; rewrite S_INR; simpl; ring).
    rewrite cos_full_turn in L. simpl in L.
    replace ((INR n - INR n) * theta) with 0 in L by ring.
    replace ((0 - 0) * spacing (S s)) with 0 in L by ring. rewrite cos_0 in L.
    match type of L with lead _ _ _ _ ?g => match goal with |- lead _ _ _ _ ?g' => replace g' with g by ring
      end end.
    exact L.
  - pose proof (one_match_lead (h_mix s theta A B) s n false 0 1 1 (n - 1) ltac:(lia) ltac:(lia) ltac:(lia)
                  ltac:(unfold within; lia) ltac:(unfold rivals, within; lia) ltac:(lia)) as L. cbv zeta in L.
    rewrite !two_symbols_logit in L by (unfold within; lia).
    destruct (Nat.eqb_spec (n - 1) 1) as [E|_]; [lia|].
    replace (n - (n - 1))%nat with 1%nat in L by lia. rewrite minus_INR in L by lia. simpl in L.
    replace ((0 - 0) * spacing (S s)) with 0 in L by ring. rewrite cos_0 in L.
    replace ((1 - 0) * spacing (S s)) with (spacing (S s)) in L by ring. rewrite Rmult_1_l in L.
    match type of L with lead _ _ _ _ ?g => match goal with |- lead _ _ _ _ ?g' => replace g' with g by ring
      end end.
    exact L.
Qed.

Theorem new_two_angle_threshold_proved : new_two_angle_threshold_statement.
Proof.
  intros s n theta A B competes Ht Hn Hs HB.
  assert (Mono : (INR n - 3 / 2) * theta < PI <->
                 forall t, (1 <= t <= n - 2)%nat -> cos (INR (t + 1) * theta) < cos (INR t * theta)).
  { split; [|apply recency_needs; assumption].
    intros H t Ht'. apply (recency_falls n); try assumption; try lia. lra. }
  split; [|exact Mono]. split.
  - intro Solves. split.
    + apply Mono. intros t Ht'. pose proof (Solves _ (mix_lead_step s theta A B n competes t Hs Ht')). nra.
    + pose proof (Solves _ (mix_lead_worst s theta A B n competes Hs Hn)). lra.
  - intros [H1 H2]. apply threshold_solves; assumption || lia || lra.
Qed.

(** * The gap

    new.two-angle-threshold.gap: if (n - 3/2) theta < pi and A > 0, the smallest lead of the right key's
    logit over all inputs of length n is the least of B(cos theta - cos 2 theta), B(cos((n-2) theta) -
    cos((n-1) theta)) and A(1 - cos omega) - B(cos theta - cos((n-1) theta)), with 1 for cos theta in the
    last if the query itself competes. Idea: a step of recency is 2 sin(theta/2) sin((t + 1/2) theta),
    smallest at the ends. *)

Definition new_two_angle_threshold_gap_statement : Prop :=
  forall (s n : nat) (theta A B : R) (competes : bool),
    0 < theta <= PI -> (3 <= n)%nat -> (2 <= s)%nat -> 0 < B -> 0 < A -> (INR n - 3 / 2) * theta < PI ->
    smallest_lead (h_mix s theta A B) s n competes
      (Rmin (Rmin (B * (cos theta - cos (2 * theta)))
                  (B * (cos ((INR n - 2) * theta) - cos ((INR n - 1) * theta))))
            (A * (1 - cos (spacing (S s))) - B * (nearest competes theta - cos ((INR n - 1) * theta)))).

(** On an interval inside [0, pi] the sine is smallest at an end. *)
Lemma sine_smallest_at_end : forall a x b, 0 <= a -> a <= x -> x <= b -> b <= PI ->
  sin a <= sin x \/ sin b <= sin x.
Proof.
  intros a x b Ha Hax Hxb Hb. destruct (Rle_dec x (PI / 2)) as [H|H].
  - left. apply sin_incr_1; lra.
  - right. apply sin_decr_1; lra.
Qed.

Lemma recency_step : forall t theta,
  cos (t * theta) - cos ((t + 1) * theta) = 2 * sin (theta / 2) * sin ((t + 1 / 2) * theta).
Proof.
  intros. rewrite cos_difference.
  replace (((t + 1) * theta + t * theta) / 2) with ((t + 1 / 2) * theta) by field.
  replace (((t + 1) * theta - t * theta) / 2) with (theta / 2) by field. ring.
Qed.

(** Every step is at least the first or the last one. *)
Lemma steps_at_ends : forall n theta t, 0 < theta <= PI -> (INR n - 3 / 2) * theta < PI ->
  1 <= t -> t <= INR n - 2 ->
  cos theta - cos (2 * theta) <= cos (t * theta) - cos ((t + 1) * theta) \/
  cos ((INR n - 2) * theta) - cos ((INR n - 1) * theta) <= cos (t * theta) - cos ((t + 1) * theta).
Proof.
  intros n theta t Ht Mono H1 H2.
  assert (0 <= sin (theta / 2)) by (apply sin_ge_0; lra).
  pose proof (recency_step 1 theta) as E1. pose proof (recency_step (INR n - 2) theta) as E2.
  replace (1 * theta) with theta in E1 by ring. replace ((1 + 1) * theta) with (2 * theta) in E1 by ring.
  replace (INR n - 2 + 1) with (INR n - 1) in E2 by ring. rewrite E1, E2, recency_step.
  destruct (sine_smallest_at_end ((1 + 1 / 2) * theta) ((t + 1 / 2) * theta) ((INR n - 2 + 1 / 2) * theta)
              ltac:(lra) ltac:(nra) ltac:(nra) ltac:(lra)); [left|right]; apply Rmult_le_compat_l; lra.
Qed.

(** The least of three numbers is one of them. *)
Lemma least_of_three : forall (P : R -> Prop) a b c, P a -> P b -> P c -> P (Rmin (Rmin a b) c).
Proof. intros P a b c Ha Hb Hc. unfold Rmin. repeat destruct (Rle_dec _ _); assumption. Qed.

Lemma least_of_three_le : forall a b c x, a <= x \/ b <= x \/ c <= x -> Rmin (Rmin a b) c <= x.
Proof. intros a b c x H. unfold Rmin. repeat destruct (Rle_dec _ _); lra. Qed.

Theorem new_two_angle_threshold_gap_proved : new_two_angle_threshold_gap_statement.
Proof.
  intros s n theta A B competes Ht Hn Hs HB HA Mono.
  assert (N3 : 3 <= INR n) by (apply (le_INR 3) in Hn; simpl in Hn; lra).
  assert (N1 : INR (n - 1) = INR n - 1) by (rewrite minus_INR by lia; reflexivity).
  assert (N2 : INR (n - 2) = INR n - 2) by (rewrite minus_INR by lia; simpl; ring).
  split.
  - apply (least_of_three (lead (h_mix s theta A B) s n competes)).
    + pose proof (mix_lead_step s theta A B n competes 1 Hs ltac:(lia)) as L.
      simpl in L. rewrite Rmult_1_l in L. exact L.
    + pose proof (mix_lead_step s theta A B n competes (n - 2) Hs ltac:(lia)) as L.
      replace (n - 2 + 1)%nat with (n - 1)%nat in L by lia. rewrite N1, N2 in L. exact L.
    + apply mix_lead_worst; assumption.
  - intros g [x [j [k [Hx [Hj [Hk [Hkj ->]]]]]]]. apply least_of_three_le.
    rewrite (mix_match s theta A B n x j Hx Hj).
    assert (Nj : (1 <= n - j <= n - 1)%nat) by (destruct Hj as [Hj _]; unfold within in Hj; lia).
    assert (Nk : (1 <= k <= n)%nat) by (unfold rivals, within in Hk; destruct competes; lia).
    destruct (other_key s n competes x j k Hx Hj Hk Hkj) as [[Earlier Match]|[L N]].
    + assert (logits (h_mix s theta A B) x n k = A + B * cos (INR (n - k) * theta)) as ->.
      { unfold logits. rewrite h_mix_logit, Match, (INR_distance n k) by lia.
        replace ((INR (symbol_of (x n)) - INR (symbol_of (x n))) * spacing (S s)) with 0 by ring.
        rewrite cos_0. ring. }
      assert (Next : cos (INR (n - k) * theta) <= cos ((INR (n - j) + 1) * theta)).
      { rewrite <- S_INR. apply (recency_falls_weakly n); try assumption; lia || lra. }
      assert (J1 : 1 <= INR (n - j)) by (apply (le_INR 1); lia).
      assert (J2 : INR (n - j) <= INR n - 2).
      { rewrite <- N2. apply le_INR. lia. }
      pose proof (Rmult_le_compat_l B _ _ (Rlt_le _ _ HB) Next).
      destruct (steps_at_ends n theta (INR (n - j)) Ht Mono J1 J2) as [Step|Step]; apply (Rmult_le_compat_l B _ _ (Rlt_le _ _ HB)) in Step; [left|right; left]; lra.
    + right. right. pose proof (mix_rival s theta A B n x k ltac:(lra) Hx ltac:(lia) L N).
      assert (Far : cos ((INR n - 1) * theta) <= cos (INR (n - j) * theta)).
      { rewrite <- N1. apply (recency_falls_weakly n); try assumption; lia || lra. }
      assert (Near : cos (INR (n - k) * theta) <= nearest competes theta).
      { unfold nearest. destruct competes; [apply cos_le_1|].
        unfold rivals, within in Hk. replace (cos theta) with (cos (INR 1 * theta)) by (simpl; f_equal; ring).
        apply (recency_falls_weakly n); try assumption; lia || lra. }
      pose proof (Rmult_le_compat_l B _ _ (Rlt_le _ _ HB) Near). pose proof (Rmult_le_compat_l B _ _ (Rlt_le _ _ HB) Far). lra.
Qed.

(** * Every symbol occurs

    new.two-angle-threshold.all-occur: the condition is necessary and sufficient also if every one of the
    s symbols must occur, as soon as n >= s + 2. Idea: beside two matches, or one match and its neighbour,
    there is room for the other symbols. *)

Definition every_symbol (s n : nat) (x : nat -> binding) : Prop :=
  forall a, (a < s)%nat -> exists j, within (n - 1) j /\ symbol_of (x j) = a.

(** The head solves Partial Induction on the inputs of length n in which every symbol occurs. *)
Definition solves_all_occur (h : head binding) (s n : nat) (competes : bool) : Prop :=
  forall x j k, binding_input s n x -> every_symbol s n x -> last_occurrence n x j -> rivals n competes k ->
    k <> j ->
    logits h x n k < logits h x n j.

Definition new_two_angle_threshold_all_occur_statement : Prop :=
  forall (s n : nat) (theta A B : R) (competes : bool),
    0 < theta <= PI -> (3 <= n)%nat -> (2 <= s)%nat -> 0 < B -> (s + 2 <= n)%nat ->
    (solves_all_occur (h_mix s theta A B) s n competes <->
     (INR n - 3 / 2) * theta < PI /\
     A * (1 - cos (spacing (S s))) > B * (nearest competes theta - cos ((INR n - 1) * theta))).

(** The query is letter 0; the key at distance d holds letter f d. *)
Definition by_distance (n : nat) (f : nat -> nat) (j : nat) : binding :=
  if Nat.eqb j n then Lone 0 else Bound (f (n - j)%nat) 1.

Lemma by_distance_last : forall n f, by_distance n f n = Lone 0.
Proof. intros. unfold by_distance. rewrite Nat.eqb_refl. reflexivity. Qed.

Lemma by_distance_pair : forall n f j, within (n - 1) j -> by_distance n f j = Bound (f (n - j)%nat) 1.
Proof. intros n f j H. unfold by_distance, within in *. destruct (Nat.eqb_spec j n); [lia|reflexivity]. Qed.

Lemma by_distance_every : forall s n f,
  (forall d, (1 <= d <= n - 1)%nat -> (f d < s)%nat) ->
  (forall a, (a < s)%nat -> exists d, (1 <= d <= n - 1)%nat /\ f d = a) -> (1 <= s)%nat ->
  binding_input s n (by_distance n f) /\ every_symbol s n (by_distance n f).
Proof.
  intros s n f Range Onto Hs.
  assert (E : every_symbol s n (by_distance n f)).
  { intros a Ha. destruct (Onto a Ha) as [d [Hd Ed]]. exists (n - d)%nat. split; [unfold within; lia|].
    rewrite by_distance_pair by (unfold within; lia). simpl. rewrite <- Ed. f_equal. lia. }
  split; [|exact E]. split.
  - intros j Hj. rewrite by_distance_pair by exact Hj. eexists _, _. split; [reflexivity|]. apply Range.
    unfold within in Hj. lia.
  - exists 0%nat. split; [apply by_distance_last|]. apply E. lia.
Qed.

Lemma by_distance_occurrence : forall n f d, (1 <= d <= n - 1)%nat -> f d = 0%nat ->
  (forall d', (1 <= d' < d)%nat -> f d' <> 0%nat) -> last_occurrence n (by_distance n f) (n - d).
Proof.
  intros n f d Hd Ed Nearer. split; [unfold within; lia|]. rewrite by_distance_last. split.
  - rewrite by_distance_pair by (unfold within; lia). simpl. rewrite <- Ed. f_equal. lia.
  - intros k Hk. rewrite by_distance_pair by (unfold within; lia). simpl. apply Nearer. lia.
Qed.

Lemma by_distance_logit : forall s theta A B n f d, (1 <= d <= n - 1)%nat ->
  logits (h_mix s theta A B) (by_distance n f) n (n - d)
  = A * cos (INR (f d) * spacing (S s)) + B * cos (INR d * theta).
Proof.
  intros s theta A B n f d Hd. unfold logits.
  rewrite h_mix_logit, by_distance_last, by_distance_pair, (INR_distance n (n - d)) by (unfold within; lia).
  cbn [place_of symbol_of]. replace (n - (n - d))%nat with d by lia. simpl (INR 0). rewrite Rminus_0_r.
    reflexivity.
Qed.

(** Matches at t and t + 1, all other symbols elsewhere. *)
Definition two_zeros (s t d : nat) : nat :=
  if (d <? t)%nat then Nat.min (s - 1) d else if (d <=? t + 1)%nat then 0%nat else Nat.min (s - 1) (d - 2).

(** A match at n-1, its neighbour at 1, all other symbols between. *)
Definition zero_last (s n d : nat) : nat := if (d =? n - 1)%nat then 0%nat else Nat.min (s - 1) d.

Lemma all_occur_needs : forall s n theta A B competes, 0 < theta <= PI -> (3 <= n)%nat -> (2 <= s)%nat -> 0 <
  B ->
  (s + 2 <= n)%nat -> solves_all_occur (h_mix s theta A B) s n competes ->
  (INR n - 3 / 2) * theta < PI /\
  A * (1 - cos (spacing (S s))) > B * (nearest competes theta - cos ((INR n - 1) * theta)).
Proof.
  intros s n theta A B competes Ht Hn Hs HB Hsn Solves. split.
  - apply recency_needs; try assumption. intros t Ht'.
    assert (Zt : two_zeros s t t = 0%nat).
    { unfold two_zeros. destruct (Nat.ltb_spec t t); [lia|]. destruct (Nat.leb_spec t (t + 1));
        [reflexivity|lia]. }
    assert (Zt1 : two_zeros s t (t + 1) = 0%nat).
    { unfold two_zeros. destruct (Nat.ltb_spec (t + 1) t); [lia|]. destruct (Nat.leb_spec (t + 1) (t + 1));
        [reflexivity|lia]. }
    destruct (by_distance_every s n (two_zeros s t)) as [Hx Every].
    + intros d Hd. unfold two_zeros. destruct (Nat.ltb_spec d t); [lia|].
        destruct (Nat.leb_spec d (t + 1)); lia.
    + intros a Ha. destruct (Nat.eq_dec a 0) as [->|Na]; [exists t; split; [lia|exact Zt]|].
      destruct (Nat.le_gt_cases t a) as [C|C].
      * exists (a + 2)%nat. split; [lia|]. unfold two_zeros.
        destruct (Nat.ltb_spec (a + 2) t); [lia|]. destruct (Nat.leb_spec (a + 2) (t + 1)); lia.
      * exists a. split; [lia|]. unfold two_zeros. destruct (Nat.ltb_spec a t); lia.
    + lia.
    + assert (Hj : last_occurrence n (by_distance n (two_zeros s t)) (n - t)).
      { apply by_distance_occurrence; [lia|exact Zt|]. intros d Hd. unfold two_zeros.
        destruct (Nat.ltb_spec d t); lia. }
      specialize (Solves _ (n - t)%nat (n - (t + 1))%nat Hx Every Hj
                    (rivals_pairs n competes (n - (t + 1)) ltac:(unfold within; lia)) ltac:(lia)).
      rewrite !by_distance_logit, Zt, Zt1 in Solves by lia. nra.
  - assert (Z1 : zero_last s n (n - 1) = 0%nat) by (unfold zero_last; rewrite Nat.eqb_refl; reflexivity).
    destruct (by_distance_every s n (zero_last s n)) as [Hx Every].
    + intros d Hd. unfold zero_last. destruct (Nat.eqb_spec d (n - 1)); lia.
    + intros a Ha. destruct (Nat.eq_dec a 0) as [->|Na]; [exists (n - 1)%nat; split; [lia|exact Z1]|].
      exists a. split; [lia|]. unfold zero_last. destruct (Nat.eqb_spec a (n - 1)); lia.
    + lia.
    + assert (Hj : last_occurrence n (by_distance n (zero_last s n)) (n - (n - 1))).
      { apply by_distance_occurrence; [lia|exact Z1|]. intros d Hd. unfold zero_last.
        destruct (Nat.eqb_spec d (n - 1)); lia. }
      assert (Own : logits (h_mix s theta A B) (by_distance n (zero_last s n)) n (n - (n - 1))
                    = A + B * cos ((INR n - 1) * theta)).
      { rewrite by_distance_logit, Z1, minus_INR by lia. simpl. rewrite Rmult_0_l, cos_0. ring. }
      destruct competes; simpl nearest.
      * specialize (Solves _ _ n Hx Every Hj ltac:(unfold rivals, within; lia) ltac:(lia)).
        rewrite Own in Solves. unfold logits in Solves. rewrite h_mix_logit, by_distance_last in Solves.
        cbn [place_of symbol_of] in Solves.
        replace ((INR n - INR n) * theta) with 0 in Solves by ring.
        replace ((INR s - INR 0) * spacing (S s)) with (2 * PI - spacing (S s)) in Solves
          by (rewrite <- (spacing_turn (S s)) by lia; rewrite S_INR; simpl; ring).
        rewrite cos_full_turn, cos_0 in Solves. lra.
      * specialize (Solves _ _ (n - 1)%nat Hx Every Hj (rivals_pairs n false (n - 1) ltac:(unfold within;
          lia)) ltac:(lia)).
        rewrite Own, by_distance_logit in Solves by lia.
        assert (F1 : zero_last s n 1 = 1%nat) by (unfold zero_last; destruct (Nat.eqb_spec 1 (n - 1)); lia).
        rewrite F1 in Solves. simpl in Solves. rewrite !Rmult_1_l in Solves. lra.
Qed.

Theorem new_two_angle_threshold_all_occur_proved : new_two_angle_threshold_all_occur_statement.
Proof.
  intros s n theta A B competes Ht Hn Hs HB Hsn. split; [apply all_occur_needs; assumption|].
  intros [H1 H2] x j k Hx _ Hj Hk Hkj.
  assert (0 < logits (h_mix s theta A B) x n j - logits (h_mix s theta A B) x n k); [|lra].
  apply (threshold_solves s n theta A B competes); try assumption; try lra; [lia|].
  exists x, j, k. auto.
Qed.

(** * False neighbours *)

Lemma three_places : 0 < 1 - cos (spacing 3).
Proof.
  pose proof (spacing_pos 3 ltac:(lia)). pose proof (spacing_le_pi 3 ltac:(lia)). pose proof PI_RGT_0.
  pose proof (cos_lt_1 (spacing 3) ltac:(lra) ltac:(lra)). lra.
Qed.

(** The amplitude may equal the threshold. *)
Definition new_two_angle_threshold_neighbour_equal : Prop :=
  forall (s n : nat) (theta A B : R) (competes : bool),
    0 < theta <= PI -> (3 <= n)%nat -> (2 <= s)%nat -> 0 < B -> (INR n - 3 / 2) * theta < PI ->
    A * (1 - cos (spacing (S s))) >= B * (nearest competes theta - cos ((INR n - 1) * theta)) ->
    solves (h_mix s theta A B) s n competes.

Theorem new_two_angle_threshold_neighbour_equal_false : ~ new_two_angle_threshold_neighbour_equal.
Proof.
  intro H. pose proof PI_RGT_0. pose proof three_places as W.
  pose (A := (nearest false (PI / 3) - cos ((INR 3 - 1) * (PI / 3))) / (1 - cos (spacing 3))).
  assert (E : A * (1 - cos (spacing 3)) = 1 * (nearest false (PI / 3) - cos ((INR 3 - 1) * (PI / 3))))
    by (unfold A; field; lra).
  pose proof (mix_lead_worst 2 (PI / 3) A 1 3 false ltac:(lia) ltac:(lia)) as L.
  apply (H 2%nat 3%nat (PI / 3) A 1 false) in L; try lia; try lra; simpl; lra.
Qed.

(** (n - 3/2) theta = pi will do: n = 4, theta = 2 pi/5, the two farthest matches tie. *)
Definition new_two_angle_threshold_neighbour_closed : Prop :=
  forall (s n : nat) (theta A B : R) (competes : bool),
    0 < theta <= PI -> (3 <= n)%nat -> (2 <= s)%nat -> 0 < B -> (INR n - 3 / 2) * theta <= PI ->
    A * (1 - cos (spacing (S s))) > B * (nearest competes theta - cos ((INR n - 1) * theta)) ->
    solves (h_mix s theta A B) s n competes.

Theorem new_two_angle_threshold_neighbour_closed_false : ~ new_two_angle_threshold_neighbour_closed.
Proof.
  intro H. pose proof PI_RGT_0. pose proof three_places as W.
  pose (A := (nearest true (2 * PI / 5) - cos ((INR 4 - 1) * (2 * PI / 5)) + 1) / (1 - cos (spacing 3))).
  assert (E : A * (1 - cos (spacing 3)) = nearest true (2 * PI / 5) - cos ((INR 4 - 1) * (2 * PI / 5)) + 1)
    by (unfold A; field; lra).
  pose proof (mix_lead_step 2 (2 * PI / 5) A 1 4 true 2 ltac:(lia) ltac:(lia)) as L.
  apply (H 2%nat 4%nat (2 * PI / 5) A 1 true) in L; try lia; try lra; [| simpl; lra ].
  simpl in L. rewrite <- (cos_full_turn ((1 + 1 + 1) * (2 * PI / 5))) in L.
  replace (2 * PI - (1 + 1 + 1) * (2 * PI / 5)) with ((1 + 1) * (2 * PI / 5)) in L by field. lra.
Qed.

(** The threshold without the query is enough when it competes. *)
Definition new_two_angle_threshold_neighbour_query : Prop :=
  forall (s n : nat) (theta A B : R),
    0 < theta <= PI -> (3 <= n)%nat -> (2 <= s)%nat -> 0 < B -> (INR n - 3 / 2) * theta < PI ->
    A * (1 - cos (spacing (S s))) > B * (nearest false theta - cos ((INR n - 1) * theta)) ->
    solves (h_mix s theta A B) s n true.

Theorem new_two_angle_threshold_neighbour_query_false : ~ new_two_angle_threshold_neighbour_query.
Proof.
  intro H. pose proof PI_RGT_0. pose proof three_places as W.
  pose (A := (1 - cos ((INR 3 - 1) * (PI / 3))) / (1 - cos (spacing 3))).
  assert (E : A * (1 - cos (spacing 3)) = 1 - cos ((INR 3 - 1) * (PI / 3))) by (unfold A; field; lra).
  pose proof (mix_lead_worst 2 (PI / 3) A 1 3 true ltac:(lia) ltac:(lia)) as L.
  pose proof (cos_lt_1 (PI / 3) ltac:(lra) ltac:(lra)).
  apply (H 2%nat 3%nat (PI / 3) A 1) in L; try lia; try lra; simpl in *; lra.
Qed.

(** The gap without the last step of recency: at n = 5, theta = 4 pi/15 the last step is the smallest. *)
Definition new_two_angle_threshold_gap_neighbour_first : Prop :=
  forall (s n : nat) (theta A B : R) (competes : bool),
    0 < theta <= PI -> (3 <= n)%nat -> (2 <= s)%nat -> 0 < B -> 0 < A -> (INR n - 3 / 2) * theta < PI ->
    smallest_lead (h_mix s theta A B) s n competes
      (Rmin (B * (cos theta - cos (2 * theta)))
            (A * (1 - cos (spacing (S s))) - B * (nearest competes theta - cos ((INR n - 1) * theta)))).

Theorem new_two_angle_threshold_gap_neighbour_first_false : ~ new_two_angle_threshold_gap_neighbour_first.
Proof.
  intro H. pose proof PI_RGT_0. pose proof three_places as W. pose (theta := 4 * PI / 15).
  assert (Ht : 0 < theta <= PI) by (unfold theta; lra).
  pose (A := 5 / (1 - cos (spacing 3))).
  assert (E : A * (1 - cos (spacing 3)) = 5) by (unfold A; field; lra).
  assert (HA : 0 < A) by (unfold A; apply Rdiv_lt_0_compat; lra).
  destruct (H 2%nat 5%nat theta A 1 true Ht ltac:(lia) ltac:(lia) ltac:(lra) HA) as [_ L].
  { unfold theta. simpl. lra. }
  specialize (L _ (mix_lead_step 2 theta A 1 5 true 3 ltac:(lia) ltac:(lia))).
  rewrite E in L. revert L. apply Rlt_not_le.
  (* the two steps, with the phases 7 theta/2 = pi - pi/15 and 3 theta/2 = 6 pi/15 *)
  pose proof (recency_step 3 theta) as E3. pose proof (recency_step 1 theta) as E1.
  replace (INR 3) with 3 by (simpl; ring). replace (INR (3 + 1)) with (3 + 1) by (simpl; ring).
  rewrite E3. replace (2 * theta) with ((1 + 1) * theta) by ring.
  rewrite Rmult_1_l in E1. rewrite E1.
  assert (0 < sin (theta / 2)) by (apply sin_gt_0; unfold theta; lra).
  assert (S3 : sin ((3 + 1 / 2) * theta) = sin (PI / 15)).
  { rewrite <- (sin_PI_x (PI / 15)). f_equal. unfold theta. field. }
  rewrite S3.
  assert (S1 : sin (PI / 15) < sin ((1 + 1 / 2) * theta)) by (apply sin_increasing_1; unfold theta; lra).
  pose proof (SIN_bound (theta / 2)). pose proof (SIN_bound (PI / 15)).
  pose proof (COS_bound ((INR 5 - 1) * theta)). assert (0 < sin (PI / 15)) by (apply sin_gt_0; lra).
  unfold Rmin, nearest. pose proof (Rmult_lt_compat_l (sin (theta / 2)) _ _ ltac:(assumption) S1). pose proof (Rmult_le_compat (sin (theta / 2)) 1 (sin (PI / 15)) 1 ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)). destruct (Rle_dec _ _); lra.
Qed.

(** n = s + 1 is long enough: each symbol stands once then, and recency need not fall. *)
Definition new_two_angle_threshold_all_occur_neighbour_short : Prop :=
  forall (s n : nat) (theta A B : R) (competes : bool),
    0 < theta <= PI -> (3 <= n)%nat -> (2 <= s)%nat -> 0 < B -> (s + 1 <= n)%nat ->
    solves_all_occur (h_mix s theta A B) s n competes -> (INR n - 3 / 2) * theta < PI.

Theorem new_two_angle_threshold_all_occur_neighbour_short_false :
  ~ new_two_angle_threshold_all_occur_neighbour_short.
Proof.
  intro H. pose proof PI_RGT_0 as P. pose proof three_places as W.
  pose (A := 3 / (1 - cos (spacing 3))).
  assert (E : A * (1 - cos (spacing 3)) = 3) by (unfold A; field; lra).
  assert (HA : 0 < A) by (unfold A; apply Rdiv_lt_0_compat; lra).
  assert (T : (INR 3 - 3 / 2) * (4 * PI / 5) < PI); [|simpl in T; lra].
  apply (H 2%nat 3%nat (4 * PI / 5) A 1 false); try lia; try lra.
  intros x j k Hx Every Hj Hk Hkj.
  destruct (other_key 2 3 false x j k Hx Hj Hk Hkj) as [[Earlier Match]|[L N]].
  - exfalso. (* both pairs would hold the queried symbol *)
    destruct Hx as [Pairs _]. destruct Hj as [Hj [Mj _]].
    assert (Hk1 : within (3 - 1) k) by exact Hk.
    assert (Sk : symbol_of (x k) = symbol_of (x 3%nat)).
    { destruct (Pairs k Hk1) as [a [b [Ea _]]]. rewrite Ea in *. exact Match. }
    assert (Other : exists a, (a < 2)%nat /\ a <> symbol_of (x 3%nat)).
    { destruct (Nat.eq_dec (symbol_of (x 3%nat)) 0); [exists 1%nat|exists 0%nat]; lia. }
    destruct Other as [a [Ha Na]]. destruct (Every a Ha) as [i [Hi Ei]]. unfold within in *. simpl in *.
    assert (i = j \/ i = k) as [->| ->] by lia; congruence.
  - unfold rivals, within in Hk. simpl in Hk.
    rewrite (mix_match 2 (4 * PI / 5) A 1 3 x j Hx Hj).
    pose proof (mix_rival 2 (4 * PI / 5) A 1 3 x k ltac:(lra) Hx ltac:(lia) L N).
    pose proof (COS_bound (INR (3 - j) * (4 * PI / 5))). pose proof (COS_bound (INR (3 - k) * (4 * PI / 5))).
      lra.
Qed.

Example new_two_angle_threshold_instance : instance_of new_two_angle_threshold_statement.
Proof. pose proof PI_RGT_0. exists 2%nat, 3%nat, (PI / 3), 1, 1, true. repeat split; lra || lia. Qed.

Example new_two_angle_threshold_all_occur_instance : instance_of new_two_angle_threshold_all_occur_statement.
Proof. pose proof PI_RGT_0. exists 2%nat, 4%nat, (PI / 3), 1, 1, true. repeat split; lra || lia. Qed.

Example new_two_angle_threshold_gap_instance : instance_of new_two_angle_threshold_gap_statement.
Proof. pose proof PI_RGT_0. exists 2%nat, 3%nat, (PI / 3), 1, 1, true. repeat split; cbn; lra || lia. Qed.
