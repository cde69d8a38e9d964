(** new.phased-induction, new.phased-induction.optimal: a query phase lets one plane solve Partial Induction with a lead of order 1/n, and more is not to be had.

    Statements. H_SYM on a circle of s + 1 places, omega = 2 pi/(s + 1), s >= 2, theta = omega/(4 (n-1)) and query phase -omega/8: at every length n >= 3 the last
    occurrence leads every other key by at least min(2 sin(omega/8 + 3 theta/2) sin(theta/2), 2 sin(omega/2) sin(omega/8)) > 0. Optimal: a head whose logit
    of a matching pair depends on the distance alone and lies in [-1, 1] has a smallest lead of at most 2/(n-2).

    Idea: with the phase matches stand between omega/8 and 3 omega/8, where the cosine is steep, and rivals 5 omega/8 off at least. Optimal: the leads of t over t
    + 1 add up to at most 2. *)

From Coq Require Import Reals Lra Lia PeanoNat List.
From RopeTheory Require Import Rope Trig Heads Circle Induction IntervalZ new_single_angle_induction Instances.
Import ListNotations.
Open Scope R_scope.

Definition least (s n : nat) : R :=
  let omega := spacing (S s) in let theta := omega / (4 * (INR n - 1)) in
  Rmin (2 * sin (omega / 8 + 3 * theta / 2) * sin (theta / 2)) (2 * sin (omega / 2) * sin (omega / 8)).

Definition h_phased (s n : nat) : head binding :=
  h_sym (S s) symbol_of (place_of s) (spacing (S s) / (4 * (INR n - 1))) (- (spacing (S s) / 8)).

Definition new_phased_induction_statement : Prop :=
  forall (s n : nat) (competes : bool), (2 <= s)%nat -> (3 <= n)%nat ->
    0 < least s n /\ forall g, lead (h_phased s n) s n competes g -> least s n <= g.

Definition new_phased_induction_optimal_statement : Prop :=
  forall (h : head binding) (s n : nat) (competes : bool) (f : nat -> R) (g : R), (2 <= s)%nat -> (3 <= n)%nat ->
    (forall t, -1 <= f t <= 1) ->
    (forall x j, binding_input s n x -> within (n - 1) j -> symbol_of (x j) = symbol_of (x n) -> logits h x n j = f (n - j)%nat) ->
    (forall g', lead h s n competes g' -> g <= g') -> g <= 2 / (INR n - 2).

Lemma phased_at : forall s n x k, (k <= n)%nat ->
  logits (h_phased s n) x n k
  = cos ((INR (place_of s (x k)) - INR (symbol_of (x n))) * spacing (S s)
         + (INR (n - k) * (spacing (S s) / (4 * (INR n - 1))) + spacing (S s) / 8)).
Proof.
  intros. unfold logits, h_phased. rewrite h_sym_logit, (INR_distance n k) by assumption. f_equal. ring.
Qed.

Section Length.
  Variables s n : nat.
  Hypothesis Hs : (2 <= s)%nat.
  Hypothesis Hn : (3 <= n)%nat.
  Let omega := spacing (S s).
  Let theta := omega / (4 * (INR n - 1)).

  Lemma sizes : 0 < omega <= 2 * PI / 3 /\ 0 < theta <= omega / 8 /\ (INR n - 1) * theta = omega / 4.
  Proof.
    assert (N3 : 3 <= INR n) by (apply (le_INR 3) in Hn; simpl in Hn; lra).
    assert (W : 0 < omega) by (apply spacing_pos; lia).
    assert (W3 : omega <= 2 * PI / 3).
    { pose proof (spacing_le (S s) 3 ltac:(lia) ltac:(lia)) as L. simpl in L. unfold omega. lra. }
    assert (E : (INR n - 1) * theta = omega / 4) by (unfold theta; field; lra).
    assert (T : 0 < theta) by (apply Rdiv_lt_0_compat; lra).
    assert (2 * theta <= (INR n - 1) * theta) by (apply Rmult_le_compat_r; lra). lra.
  Qed.

  (** The turn of a key at a distance of at most n - 1. *)
  Lemma turn_range : forall t, (t <= n - 1)%nat -> 0 <= INR t * theta <= omega / 4.
  Proof.
    intros t T. destruct sizes as [W [[T0 _] E]]. split; [apply Rmult_le_pos; [apply pos_INR|lra]|].
    rewrite <- E. apply Rmult_le_compat_r; [lra|]. apply le_INR in T. rewrite minus_INR in T by lia. simpl in T. exact T.
  Qed.

  Lemma least_positive : 0 < least s n.
  Proof.
    destruct sizes as [W [T _]]. pose proof PI_RGT_0. unfold least. fold omega. fold theta. apply Rmin_glb_lt.
    - assert (0 < sin (omega / 8 + 3 * theta / 2)) by (apply sin_gt_0; lra).
      assert (0 < sin (theta / 2)) by (apply sin_gt_0; lra).
      apply Rmult_lt_0_compat; lra.
    - assert (0 < sin (omega / 2)) by (apply sin_gt_0; lra). assert (0 < sin (omega / 8)) by (apply sin_gt_0; lra).
      apply Rmult_lt_0_compat; lra.
  Qed.

  Lemma earlier_match : forall t u, (1 <= t)%nat -> (t < u)%nat -> (u <= n - 1)%nat ->
    2 * sin (omega / 8 + 3 * theta / 2) * sin (theta / 2) <= cos (INR t * theta + omega / 8) - cos (INR u * theta + omega / 8).
  Proof.
    intros t u T L U. destruct sizes as [W [B _]]. pose proof PI_RGT_0. pose proof (turn_range t ltac:(lia)). pose proof (turn_range u U).
    assert (T1 : theta <= INR t * theta).
    { rewrite <- (Rmult_1_l theta) at 1. apply Rmult_le_compat_r; [lra|]. change 1 with (INR 1). apply le_INR, T. }
    assert (T2 : INR t * theta + theta <= INR u * theta).
    { replace (INR t * theta + theta) with (INR (S t) * theta) by (rewrite S_INR; ring).
      apply Rmult_le_compat_r; [lra|]. apply le_INR. lia. }
    rewrite cos_difference.
    assert (S1 : sin (omega / 8 + 3 * theta / 2) <= sin ((INR u * theta + omega / 8 + (INR t * theta + omega / 8)) / 2))
      by (apply sin_incr_1; lra).
    assert (S2 : sin (theta / 2) <= sin ((INR u * theta + omega / 8 - (INR t * theta + omega / 8)) / 2)) by (apply sin_incr_1; lra).
    assert (0 <= sin (omega / 8 + 3 * theta / 2)) by (apply sin_ge_0; lra). assert (0 <= sin (theta / 2)) by (apply sin_ge_0; lra).
    apply Rmult_le_compat; lra.
  Qed.

  Lemma other_letter : forall t u y, (t <= n - 1)%nat -> (u <= n - 1)%nat -> omega <= y <= 2 * PI - omega ->
    2 * sin (omega / 2) * sin (omega / 8) <= cos (INR t * theta + omega / 8) - cos (y + (INR u * theta + omega / 8)).
  Proof.
    intros t u y T U Y. destruct sizes as [W [B _]]. pose proof PI_RGT_0. pose proof (turn_range t T). pose proof (turn_range u U).
    assert (C1 : cos (3 * omega / 8) <= cos (INR t * theta + omega / 8)) by (apply cos_near; lra).
    assert (C2 : cos (y + (INR u * theta + omega / 8)) <= cos (5 * omega / 8)) by (apply cos_far_weakly; lra).
    assert (D : cos (3 * omega / 8) - cos (5 * omega / 8) = 2 * sin (omega / 2) * sin (omega / 8)).
    { rewrite cos_difference. f_equal; [f_equal|]; f_equal; field. }
    lra.
  Qed.
End Length.

Theorem new_phased_induction_proved : new_phased_induction_statement.
Proof.
  intros s n competes Hs Hn. split; [apply least_positive; assumption|].
  intros g [x [j [k [Hx [Hj [Hk [Hkj ->]]]]]]].
  assert (Nj : (1 <= j <= n - 1)%nat) by (destruct Hj as [Hj _]; unfold within in Hj; lia).
  assert (Nk : (1 <= k <= n)%nat) by (unfold rivals, within in Hk; destruct competes; lia).
  rewrite (phased_at s n x j), (phased_at s n x k) by lia.
  rewrite (occurrence_place s n x j Hx Hj).
  replace ((INR (symbol_of (x n)) - INR (symbol_of (x n))) * spacing (S s)) with 0 by ring. rewrite Rplus_0_l.
  unfold least. destruct (other_key s n competes x j k Hx Hj Hk Hkj) as [[Earlier Match]|[L N]].
  - rewrite Match. replace ((INR (symbol_of (x n)) - INR (symbol_of (x n))) * spacing (S s)) with 0 by ring. rewrite Rplus_0_l.
    eapply Rle_trans; [apply Rmin_l|]. apply earlier_match; lia.
  - pose proof (query_symbol s n x Hx).
    destruct (circle_rival (S s) (symbol_of (x n)) (place_of s (x k)) ltac:(lia) L ltac:(lia)) as [y [Y ->]].
    eapply Rle_trans; [apply Rmin_r|]. apply other_letter; try lia. exact Y.
Qed.

Theorem new_phased_induction_optimal_proved : new_phased_induction_optimal_statement.
Proof.
  intros h s n competes f g Hs Hn F D G.
  assert (Step : forall t, (1 <= t <= n - 2)%nat -> g <= f t - f (t + 1)%nat).
  { intros t T. set (x := two_symbols n 0 1 (held_twice n t)).
    assert (Hx : binding_input s n x).
    { apply two_symbols_input; try lia. exists (n - t)%nat. split; [unfold within; lia|apply held_twice_near]. }
    assert (At : forall u, (u = t \/ u = t + 1)%nat -> logits h x n (n - u) = f u).
    { intros u U. replace u with (n - (n - u))%nat at 2 by lia. apply D; [exact Hx|unfold within; lia|].
      unfold x. rewrite two_symbols_last, two_symbols_pair by (unfold within; lia).
      destruct U as [->| ->]; [rewrite held_twice_near|rewrite held_twice_far]; reflexivity. }
    pose proof (G _ (two_matches_lead h s n competes t Hs T)) as B. cbv zeta in B. fold x in B. rewrite !At in B by lia. exact B. }
  assert (Sum : forall m, (m <= n - 2)%nat -> INR m * g <= f 1%nat - f (m + 1)%nat).
  { induction m as [|m IH]; intro M.
    - simpl. lra.
    - specialize (IH ltac:(lia)). specialize (Step (m + 1)%nat ltac:(lia)). rewrite S_INR.
      replace (S m + 1)%nat with (m + 1 + 1)%nat by lia. lra. }
  specialize (Sum (n - 2)%nat ltac:(lia)). rewrite minus_INR in Sum by lia. simpl (INR 2) in Sum.
  pose proof (F 1%nat). pose proof (F (n - 2 + 1)%nat). apply (le_INR 3) in Hn. simpl in Hn.
  apply (Rmult_le_reg_l (INR n - 2)); [lra|]. replace ((INR n - 2) * (2 / (INR n - 2))) with 2 by (field; lra). lra.
Qed.

(** * False neighbours *)

(** Without the phase: three places, n = 3. *)
Definition new_phased_induction_neighbour_no_phase : Prop :=
  forall (s n : nat) (competes : bool), (2 <= s)%nat -> (3 <= n)%nat ->
    forall g, lead (h_single s (spacing (S s) / (4 * (INR n - 1)))) s n competes g -> least s n <= g.

Theorem new_phased_induction_neighbour_no_phase_false : ~ new_phased_induction_neighbour_no_phase.
Proof.
  intro H. specialize (H 2%nat 3%nat true ltac:(lia) ltac:(lia) _ (single_lead_step 2 _ 3 true 1 ltac:(lia) ltac:(lia))).
  unfold least, spacing in H. simpl in H.
  replace (2 * PI / (1 + 1 + 1) / (4 * (1 + 1 + 1 - 1))) with (PI / 12) in H by field.
  replace (2 * PI / (1 + 1 + 1)) with (2 * PI / 3) in H by field.
  assert (A : 1 * (PI / 12) = PI / 12) by ring. rewrite A in H.
  assert (15 / 100 < Rmin (2 * sin (2 * PI / 3 / 8 + 3 * (PI / 12) / 2) * sin (PI / 12 / 2)) (2 * sin (2 * PI / 3 / 2) * sin (2 * PI / 3 / 8))).
  { apply Rmin_glb_lt; interval. }
  assert (cos (PI / 12) - cos ((1 + 1) * (PI / 12)) < 15 / 100) by interval. lra.
Qed.

(** Logits of any size: twenty copies of the head. *)
Definition new_phased_induction_optimal_neighbour_any_size : Prop :=
  forall (h : head binding) (s n : nat) (competes : bool) (f : nat -> R) (g : R), (2 <= s)%nat -> (3 <= n)%nat ->
    (forall x j, binding_input s n x -> within (n - 1) j -> symbol_of (x j) = symbol_of (x n) -> logits h x n j = f (n - j)%nat) ->
    (forall g', lead h s n competes g' -> g <= g') -> g <= 2 / (INR n - 2).

Fixpoint copies (m : nat) (h : head binding) : head binding := match m with O => [] | S m' => h ++ copies m' h end.

Lemma copies_logit : forall m h x n j, logits (copies m h) x n j = INR m * logits h x n j.
Proof.
  intros m h x n j. unfold logits. assert (A : forall h1 h2, head_logit (h1 ++ h2) (x n) n (x j) j
    = head_logit h1 (x n) n (x j) j + head_logit h2 (x n) n (x j) j).
  { intros h1 h2. induction h1 as [|p h1 IH]; simpl; [ring|]. unfold head_logit in *. simpl. rewrite IH. ring. }
  induction m as [|m IH]; [simpl; unfold head_logit; simpl; ring|]. cbn [copies]. rewrite A, IH, S_INR. ring.
Qed.

Theorem new_phased_induction_optimal_neighbour_any_size_false : ~ new_phased_induction_optimal_neighbour_any_size.
Proof.
  intro H. specialize (H (copies 20 (h_phased 2 3)) 2%nat 3%nat true
    (fun t => INR 20 * cos (INR t * (spacing 3 / (4 * (INR 3 - 1))) + spacing 3 / 8)) (INR 20 * least 2 3) ltac:(lia) ltac:(lia)).
  assert (B : 15 / 100 < least 2 3).
  { unfold least, spacing. simpl. replace (2 * PI / (1 + 1 + 1) / (4 * (1 + 1 + 1 - 1))) with (PI / 12) by field.
    replace (2 * PI / (1 + 1 + 1)) with (2 * PI / 3) by field. apply Rmin_glb_lt; interval. }
  assert (C : INR 20 * least 2 3 <= 2 / (INR 3 - 2)).
  { apply H.
    - intros x j Hx Hj E. rewrite copies_logit, phased_at by (unfold within in Hj; lia). f_equal. f_equal.
      assert (P : place_of 2 (x j) = symbol_of (x j)).
      { destruct Hx as [Pairs _]. destruct (Pairs j Hj) as [a [b [X _]]]. rewrite X. reflexivity. }
      rewrite P, E. ring.
    - intros g' [x [j [k [Hx [Hj [Hk [N ->]]]]]]]. rewrite !copies_logit.
      assert (L : least 2 3 <= logits (h_phased 2 3) x 3 j - logits (h_phased 2 3) x 3 k).
      { apply (proj2 (new_phased_induction_proved 2%nat 3%nat true ltac:(lia) ltac:(lia))). exists x, j, k. auto. }
      rewrite <- Rmult_minus_distr_l. apply Rmult_le_compat_l; [apply pos_INR|exact L]. }
  replace (INR 20) with 20 in C by (simpl; ring). replace (INR 3) with 3 in C by (simpl; ring). lra.
Qed.

(** Two symbols that stand before the one asked for: its lead over the other is one of the leads. *)
Example new_phased_induction_instance : instance_of new_phased_induction_statement.
Proof.
  exists 2%nat, 3%nat, true. split; [lia|]. split; [lia|]. split; [exact I|].
  pose (x := fun j => match j with 1%nat => Bound 1 1 | 2%nat => Bound 0 2 | _ => Lone 0 end).
  exists (logits (h_phased 2 3) x 3 2 - logits (h_phased 2 3) x 3 1). split; [|exact I].
  exists x, 2%nat, 1%nat. split; [|split; [|repeat split; cbn; lia]].
  - split.
    + intros j J. unfold within in J. destruct j as [|[|[|j]]]; try lia; [exists 1%nat, 1%nat|exists 0%nat, 2%nat]; cbn;
        lia || (split; [reflexivity|lia]).
    + exists 0%nat. split; [reflexivity|]. exists 2%nat. split; [unfold within; lia|reflexivity].
  - split; [unfold within; lia|]. split; [reflexivity|]. intros k K. lia.
Qed.

(** The phased head itself, and the least lead that the theorem above gives it. *)
Example new_phased_induction_optimal_instance : instance_of new_phased_induction_optimal_statement.
Proof.
  exists (h_phased 2 3), 2%nat, 3%nat, true, (fun t => cos (INR t * (spacing 3 / (4 * (INR 3 - 1))) + spacing 3 / 8)),
    (least 2 3).
  split; [lia|]. split; [lia|]. split; [intro t; apply COS_bound|]. split.
  - intros x j [X _] J E. rewrite phased_at by (unfold within in J; lia). rewrite <- E.
    destruct (X j J) as (a & b & -> & _). cbn [place_of symbol_of]. f_equal. ring.
  - split; [|exact I]. apply (new_phased_induction_proved 2%nat 3%nat true); lia.
Qed.
