(** u25.thm6.one-angle (a public summary of U25, on Theorem 6): refuted; u25.thm6.one-angle.corrected and .unbounded.

    Printed: "Partial Induction is unsolvable with 1 RoPE angle."
    Corrected: one 2-dimensional RoPE head solves Partial Induction up to length n0: H_SYM with
    0 < (2 n0 - 3) theta < omega has its strict maximum at the last occurrence of the queried symbol, and
    beta > ln(n0 - 1)/Delta, Delta = min(cos theta - cos 2 theta, 2 sin((omega - theta)/2)
    sin((omega - (2 n0 - 3) theta)/2)), the first for n0 >= 3, gives it more than half of the weight.

    Unbounded: no head whose planes all turn by theta solves Partial Induction at length n by the largest logit, once 2 theta is a multiple of 2 pi or
    (floor((n-2)/2) - 1) delta >= pi, delta the distance of 2 theta from the multiples of 2 pi: for any two contents some distance t < n-1 has the later one
    with no larger logit than the other one behind it.

    Idea: a match at distance t is t theta away from the query's direction, another letter at distance t' at
    least omega - t' theta, and t + t' <= 2 n0 - 3.  Among matches the nearest position is nearest in angle.

    Encoding.  The printed statement: no head of one plane, whatever its angle, its query and its key vectors,
    decodes the attribute of the last occurrence on every input of length at most n0, for any n0 >= 3, number
    of symbols and of attributes >= 2; length is bounded, as in all of U25's constructions.  The value of a
    pair is its attribute (F = a).  To solve means: under hard attention and under softmax at beta.  The
    refutation takes H_SYM. n counts the query, whose own key competes; omega = 2 pi/(s + 1). *)

From Coq Require Import Reals Lra Lia List PeanoNat Bool.
From RopeTheory Require Import Rope Trig Heads Circle Sums Shape Induction Decoding IntervalZ
  new_single_angle_induction Instances.
Import ListNotations.
Open Scope R_scope.

(** The attributes of the pairs are numbers below m. *)
Definition attributes_below (m n : nat) (x : nat -> binding) : Prop :=
  forall j a b, within (n - 1) j -> x j = Bound a b -> (b < m)%nat.

(** The answer: the attribute bound at the last occurrence of the queried symbol. *)
Definition induction_answer (n : nat) (x : nat -> binding) (a : nat) : Prop :=
  exists j q, last_occurrence n x j /\ x j = Bound q a.

(** The head decodes Partial Induction on s symbols and m attributes up to length n0, hard and at beta. *)
Definition decodes_induction (h : head binding) (beta : R) (s m n0 : nat) : Prop :=
  forall n x a, (2 <= n <= n0)%nat -> binding_input s n x -> attributes_below m n x ->
    induction_answer n x a ->
    decoded (attribute_scores (hard_weight (logits h x n) n) x n) a /\
    decoded (attribute_scores (weight beta (logits h x n) n) x n) a.

Definition u25_thm6_one_angle_statement : Prop :=
  forall (s m n0 : nat) (theta beta : R) (query key : binding -> vec),
    (2 <= s)%nat -> (2 <= m)%nat -> (3 <= n0)%nat ->
    ~ decodes_induction [Plane theta query key] beta s m n0.

Definition one_angle_gap (s n0 : nat) (theta : R) : R :=
  let omega := spacing (S s) in
  let other := 2 * sin ((omega - theta) / 2) * sin ((omega - (2 * INR n0 - 3) * theta) / 2) in
  if (3 <=? n0)%nat then Rmin (cos theta - cos (2 * theta)) other else other.

Definition u25_thm6_one_angle_corrected_statement : Prop :=
  forall (s n0 n : nat) (theta beta : R) (x : nat -> binding) (j q a : nat),
    (2 <= n <= n0)%nat -> 0 < theta -> (2 * INR n0 - 3) * theta < spacing (S s) ->
    binding_input s n x -> last_occurrence n x j -> x j = Bound q a ->
    let l := logits (h_single s theta) x n in
    only_maximiser l n j /\
    decoded (attribute_scores (hard_weight l n) x n) a /\
    (0 < beta -> ln (INR (n0 - 1)) / one_angle_gap s n0 theta < beta ->
       1 / 2 < weight beta l n j /\ decoded (attribute_scores (weight beta l n) x n) a).

(** All planes turn by theta. *)
Definition one_frequency {T} (theta : R) (h : head T) : Prop := forall p, In p h -> frequency p = theta.

(** delta is the distance of x from the multiples of 2 pi. *)
Definition from_turns (x delta : R) : Prop :=
  0 <= delta <= PI /\ exists k : Z, x = IZR k * (2 * PI) + delta \/ x = IZR k * (2 * PI) - delta.

Definition u25_thm6_one_angle_unbounded_statement : Prop :=
  forall (theta delta : R) (n : nat),
    (4 <= n)%nat -> from_turns (2 * theta) delta -> delta = 0 \/ PI <= (INR ((n - 2) / 2) - 1) * delta ->
    (forall (T : Type) (h : head T) (x y y' : T), one_frequency theta h ->
       exists t, (1 <= t <= n - 2)%nat /\
         (head_logit h x n y (n - t) <= head_logit h x n y' (n - (t + 1)) \/
          head_logit h x n y' (n - t) <= head_logit h x n y (n - (t + 1)))) /\
    (forall (h : head binding) (s : nat) (competes : bool), one_frequency theta h -> (2 <= s)%nat -> ~ solves h s n competes).

(** * The gap *)

Lemma one_symbol : forall s n x, binding_input s n x -> (1 <= s)%nat.
Proof. intros s n x H. pose proof (query_symbol s n x H). lia. Qed.

Lemma one_angle_gap_pos : forall s n0 theta, (1 <= s)%nat -> (2 <= n0)%nat -> 0 < theta ->
  (2 * INR n0 - 3) * theta < spacing (S s) -> 0 < one_angle_gap s n0 theta.
Proof.
  intros s n0 theta Hs Hn Ht H. pose proof (spacing_le_pi (S s) ltac:(lia)). pose proof PI_RGT_0.
  assert (N : 2 <= INR n0) by (apply (le_INR 2), Hn).
  assert (O : 0 < 2 * sin ((spacing (S s) - theta) / 2) * sin ((spacing (S s) - (2 * INR n0 - 3) * theta) /
    2)).
  { apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; [lra|]|]; apply sin_gt_0; nra. }
  unfold one_angle_gap. destruct (Nat.leb_spec 3 n0) as [L|_]; [|exact O].
  apply Rmin_glb_lt; [|exact O]. assert (3 <= INR n0) by (apply (le_INR 3) in L; simpl in L; lra).
  assert (cos (2 * theta) < cos theta) by (apply cos_falls; nra). lra.
Qed.

(** Every rival of the last occurrence is at least Delta behind. *)
Lemma single_leads : forall s n0 n theta x j k, (2 <= n <= n0)%nat -> 0 < theta ->
  (2 * INR n0 - 3) * theta < spacing (S s) -> binding_input s n x -> last_occurrence n x j ->
  within n k -> k <> j ->
  one_angle_gap s n0 theta <= logits (h_single s theta) x n j - logits (h_single s theta) x n k.
Proof.
  intros s n0 n theta x j k Hn Ht H Hx Hj Hk Hkj.
  pose proof (one_symbol s n x Hx) as Hs. pose proof (spacing_le_pi (S s) ltac:(lia)) as W.
  assert (Nj : (1 <= j <= n - 1)%nat) by (destruct Hj as [Hj _]; exact Hj). unfold within in Hk.
  assert (N0 : 2 <= INR n0) by (apply (le_INR 2); lia).
  rewrite (single_at_match s theta n x j ltac:(lia) (occurrence_place s n x j Hx Hj)).
  destruct (other_key s n true x j k Hx Hj ltac:(exact Hk) Hkj) as [[Earlier Match]|[L N]].
  - rewrite (single_at_match s theta n x k ltac:(lia) Match).
    unfold one_angle_gap. destruct (Nat.leb_spec 3 n0) as [_|C]; [|lia].
    eapply Rle_trans; [apply Rmin_l|]. apply (first_step_smallest n0); lia || lra.
  - rewrite single_at by lia. pose proof (query_symbol s n x Hx).
    destruct (circle_rival (S s) (symbol_of (x n)) (place_of s (x k)) ltac:(lia) L ltac:(lia)) as [y [Hy ->]].
    eapply Rle_trans; [|apply rival_lead; try eassumption; lia || lra].
    unfold one_angle_gap. destruct (3 <=? n0)%nat; [apply Rmin_r|lra].
Qed.

Theorem u25_thm6_one_angle_corrected_proved : u25_thm6_one_angle_corrected_statement.
Proof.
  intros s n0 n theta beta x j q a Hn Ht H Hx Hj E l.
  pose proof (one_angle_gap_pos s n0 theta (one_symbol s n x Hx) ltac:(lia) Ht H) as P.
  assert (J : within n j) by (destruct Hj as [Hj _]; unfold within in *; lia).
  assert (G : forall k, within n k -> k <> j -> one_angle_gap s n0 theta <= l j - l k)
    by (intros; apply single_leads; assumption).
  pose proof (gap_only_maximiser l n j _ J P G) as M.
  split; [exact M|]. split; [apply (only_attribute l x n j q); assumption|].
  intros _ B. assert (Half : 1 / 2 < weight beta l n j).
  { apply (gap_gives_half beta l n j (one_angle_gap s n0 theta) (n0 - 1)); assumption || lia. }
  split; [exact Half|]. apply (majority_attribute beta l x n j q); assumption.
Qed.

(** Two symbols, two attributes, length up to 4, theta = omega/6. *)
Theorem u25_thm6_one_angle_refuted : ~ u25_thm6_one_angle_statement.
Proof.
  intro H. pose proof (spacing_pos 3 ltac:(lia)) as W.
  set (theta := spacing 3 / 6). set (beta := ln (INR 3) / one_angle_gap 2 4 theta + 1).
  assert (S : (2 * INR 4 - 3) * theta < spacing 3) by (unfold theta; simpl; lra).
  assert (P : 0 < one_angle_gap 2 4 theta) by (apply one_angle_gap_pos; try lia; [unfold theta; lra|exact S]).
  assert (B : 0 < beta).
  { assert (0 <= ln (INR 3) / one_angle_gap 2 4 theta); [|unfold beta; lra].
    apply Rmult_le_pos; [|apply Rlt_le, Rinv_0_lt_compat, P].
    rewrite <- ln_1. apply ln_le; simpl; lra. }
  refine (H 2%nat 2%nat 4%nat theta beta _ _ ltac:(lia) ltac:(lia) ltac:(lia) _).
  intros n x a Hn Hx _ [j [q [Hj E]]].
  destruct (u25_thm6_one_angle_corrected_proved 2%nat 4%nat n theta beta x j q a Hn ltac:(unfold theta;
    lra) S Hx Hj E)
    as [_ [Hard Soft]].
  split; [exact Hard|]. apply Soft; [exact B|]. unfold beta. simpl (4 - 1)%nat. lra.
Qed.

(** * Unbounded length *)

Lemma one_frequency_wave : forall (T : Type) (theta : R) (h : head T) x y, one_frequency theta h ->
  exists P Q, forall i j, head_logit h x i y j = P * cos (dist i j * theta) + Q * sin (dist i j * theta).
Proof.
  intros T theta h x y. induction h as [|p h IH]; intro H.
  - exists 0, 0. intros. simpl. ring.
  - destruct IH as [P [Q E]]; [intros p' I; apply H; right; exact I|].
    exists (dot (key p y) (query p x) + P), (snd (key p y) * fst (query p x) - fst (key p y) * snd (query p x) + Q).
    intros i j. change (head_logit (p :: h) x i y j) with (logit (frequency p) (query p x) (key p y) i j + head_logit h x i y j).
    rewrite E, (H p) by (left; reflexivity). unfold logit, rot, dot. simpl. ring.
Qed.

(** A wave of step delta, 0 < delta <= pi, is not positive at all of 0, delta, .., m delta once m delta >= pi. *)
Lemma wave_sinks : forall (a b delta : R) (m : nat), 0 < delta <= PI -> PI <= INR m * delta ->
  exists k, (k <= m)%nat /\ a * cos (INR k * delta) + b * sin (INR k * delta) <= 0.
Proof.
  intros a b delta m D H. set (g := fun k => a * cos (INR k * delta) + b * sin (INR k * delta)). pose proof PI_RGT_0 as PP.
  destruct (first_such (fun k => PI <= INR k * delta) ltac:(intro k; destruct (Rle_dec PI (INR k * delta)); auto) m H) as [k [Hk [Pk First]]].
  destruct k as [|k]; [simpl in Pk; lra|]. specialize (First k ltac:(lia)). apply Rnot_le_lt in First.
  destruct (Rle_dec (g 0%nat) 0) as [N0|N0]; [exists 0%nat; split; [lia|exact N0]|].
  destruct (Rle_dec (g k) 0) as [N1|N1]; [exists k; split; [lia|exact N1]|]. exists (S k). split; [exact Hk|]. apply Rnot_lt_le. intro N2.
  fold (g (S k)) in N2. set (p := INR k * delta) in *. assert (E : INR (S k) * delta = p + delta) by (rewrite S_INR; unfold p; ring).
  assert (P0 : 0 <= p) by (unfold p; pose proof (pos_INR k); nra). rewrite E in Pk.
  (* the directions 0, p and p + delta leave no half-turn free *)
  assert (Id : g 0%nat * sin delta - g k * sin (p + delta) + g (S k) * sin p = 0).
  { unfold g. rewrite E. fold p. simpl (INR 0). rewrite Rmult_0_l, cos_0, sin_0, cos_plus, sin_plus. pose proof (sin2_cos2 p) as Q. unfold Rsqr in Q.
    transitivity (a * sin delta * (1 - (sin p * sin p + cos p * cos p))); [ring|rewrite Q; ring]. }
  assert (S1 : 0 <= sin p) by (apply sin_ge_0; lra). assert (S2 : sin (p + delta) <= 0).
  { replace (p + delta) with (p + delta - PI + PI) by ring. rewrite neg_sin. assert (0 <= sin (p + delta - PI)) by (apply sin_ge_0; lra). lra. }
  destruct (Rle_lt_or_eq_dec delta PI (proj2 D)) as [L|L].
  - assert (S0 : 0 < sin delta) by (apply sin_gt_0; lra). nra.
  - assert (p = 0) by (unfold p in *; destruct k as [|k]; [simpl; ring|rewrite S_INR in First; pose proof (pos_INR k); nra]).
    unfold g in N0, N2. rewrite E, H0, L, Rplus_0_l, cos_PI, sin_PI in N2. simpl in N0. rewrite Rmult_0_l, cos_0, sin_0 in N0. lra.
Qed.

(** The falls of a wave of angle theta from each odd distance to the next. *)
Lemma falls_sink : forall (theta delta P Q : R) (m : nat), from_turns (2 * theta) delta -> delta = 0 \/ PI <= INR m * delta ->
  exists k, (k <= m)%nat /\
    P * cos (INR (2 * k + 1) * theta) + Q * sin (INR (2 * k + 1) * theta) <= P * cos (INR (2 * k + 3) * theta) + Q * sin (INR (2 * k + 3) * theta).
Proof.
  intros theta delta P Q m [D [z Z]] L. set (S := fun k => 2 * sin theta * (P * sin ((INR k * 2 + 2) * theta) - Q * cos ((INR k * 2 + 2) * theta))).
  assert (Fall : forall k, P * cos (INR (2 * k + 1) * theta) + Q * sin (INR (2 * k + 1) * theta)
    - (P * cos (INR (2 * k + 3) * theta) + Q * sin (INR (2 * k + 3) * theta)) = S k).
  { intro k. rewrite !plus_INR, mult_INR. simpl. set (u := (INR k * 2 + 2) * theta).
    replace (((1 + 1) * INR k + 1) * theta) with (u - theta) by (unfold u; ring).
    replace (((1 + 1) * INR k + (1 + 1 + 1)) * theta) with (u + theta) by (unfold u; ring).
    unfold S. fold u. rewrite cos_minus, cos_plus, sin_minus, sin_plus. ring. }
  assert (K : exists k, (k <= m)%nat /\ S k <= 0); [|destruct K as [k [Hk N]]; exists k; split; [exact Hk|]; specialize (Fall k); lra].
  destruct L as [L|L].
  - exists 0%nat. split; [lia|]. unfold S. assert (T : sin theta = 0); [|rewrite T; lra].
    replace theta with (IZR z * PI) by lra. apply sin_eq_0_1. exists z. reflexivity.
  - assert (D0 : 0 < delta) by (destruct (Rle_lt_or_eq_dec _ _ (proj1 D)) as [C|C]; [exact C|rewrite <- C in L; pose proof PI_RGT_0; lra]).
    (* k 2 theta is k delta or its opposite, up to whole turns *)
    set (a := 2 * sin theta * (P * sin (2 * theta) - Q * cos (2 * theta))). set (b := 2 * sin theta * (P * cos (2 * theta) + Q * sin (2 * theta))).
    assert (E : forall k, S k = a * cos (INR k * (2 * theta)) + b * sin (INR k * (2 * theta))).
    { intro k. unfold S, a, b. replace ((INR k * 2 + 2) * theta) with (INR k * (2 * theta) + 2 * theta) by ring. rewrite sin_plus, cos_plus. ring. }
    destruct Z as [Z|Z].
    + destruct (wave_sinks a b delta m ltac:(lra) L) as [k [Hk N]]. exists k. split; [exact Hk|]. rewrite E, Z.
      replace (INR k * (IZR z * (2 * PI) + delta)) with (INR k * delta + IZR (Z.of_nat k * z) * (2 * PI)) by (rewrite mult_IZR, <- INR_IZR_INZ; ring).
      rewrite cos_period_Z, sin_period_Z. exact N.
    + destruct (wave_sinks a (- b) delta m ltac:(lra) L) as [k [Hk N]]. exists k. split; [exact Hk|]. rewrite E, Z.
      replace (INR k * (IZR z * (2 * PI) - delta)) with (- (INR k * delta) + IZR (Z.of_nat k * z) * (2 * PI)) by (rewrite mult_IZR, <- INR_IZR_INZ; ring).
      rewrite cos_period_Z, sin_period_Z, cos_neg, sin_neg. lra.
Qed.

Theorem u25_thm6_one_angle_unbounded_proved : u25_thm6_one_angle_unbounded_statement.
Proof.
  intros theta delta n Hn Hd L.
  assert (Alternates : forall (T : Type) (h : head T) (x y y' : T), one_frequency theta h ->
    exists t, (1 <= t <= n - 2)%nat /\ (head_logit h x n y (n - t) <= head_logit h x n y' (n - (t + 1)) \/
      head_logit h x n y' (n - t) <= head_logit h x n y (n - (t + 1)))).
  { intros T h x y y' H1. destruct (one_frequency_wave T theta h x y H1) as [P [Q E]]. pose proof (Nat.div_mod (n - 2) 2 ltac:(lia)) as M.
    assert (Hm : (1 <= (n - 2) / 2)%nat) by (apply Nat.div_le_lower_bound; lia).
    destruct (falls_sink theta delta P Q ((n - 2) / 2 - 1) Hd) as [k [Hk F]]; [destruct L as [L|L]; [left; exact L|right; rewrite minus_INR by lia; exact L]|].
    assert (At : forall d, (d <= n)%nat -> head_logit h x n y (n - d) = P * cos (INR d * theta) + Q * sin (INR d * theta)).
    { intros d Hd'. rewrite E. unfold dist. rewrite minus_INR by lia. replace (INR n - (INR n - INR d)) with (INR d) by ring. reflexivity. }
    rewrite <- !At in F by lia. destruct (Rle_dec (head_logit h x n y (n - (2 * k + 1))) (head_logit h x n y' (n - (2 * k + 1 + 1)))) as [A|A].
    - exists (2 * k + 1)%nat. split; [lia|]. left. exact A.
    - exists (2 * k + 2)%nat. split; [lia|]. right. replace (2 * k + 2 + 1)%nat with (2 * k + 3)%nat by lia.
      replace (2 * k + 1 + 1)%nat with (2 * k + 2)%nat in A by lia. lra. }
  split; [exact Alternates|]. intros h s competes H1 Hs Sol.
  destruct (Alternates binding h (Lone 0) (Bound 0 1) (Bound 0 1) H1) as [t [Ht F]].
  assert (N : head_logit h (Lone 0) n (Bound 0 1) (n - t) <= head_logit h (Lone 0) n (Bound 0 1) (n - (t + 1))) by (destruct F; assumption).
  pose proof (Sol _ (two_matches_lead h s n competes t Hs Ht)) as P. unfold logits in P.
  rewrite two_symbols_last, !two_symbols_pair, held_twice_near, held_twice_far in P by (unfold within; lia). lra.
Qed.

(** * False neighbours *)

(** Unsolvable at every length: theta = pi/8, n = 9, logits cos(t theta). *)
Definition u25_thm6_one_angle_unbounded_neighbour_every_length : Prop :=
  forall (theta : R) (n : nat) (T : Type) (h : head T) (x y : T), (4 <= n)%nat -> one_frequency theta h ->
    exists t, (1 <= t <= n - 2)%nat /\ head_logit h x n y (n - t) <= head_logit h x n y (n - (t + 1)).

(** One plane at pi/8 with the query turned back by a. *)
Lemma eighth_logit : forall a n t, (t <= n)%nat ->
  head_logit [Plane (PI / 8) (fun _ : unit => rot (- a) north) (fun _ : unit => north)] tt n tt (n - t) = cos (INR t * (PI / 8) - a).
Proof.
  intros a n t H. unfold head_logit. simpl. rewrite north_rot at 2. rewrite logit_rot. unfold dist. rewrite minus_INR by exact H. rewrite Rplus_0_r.
  f_equal. ring.
Qed.

Theorem u25_thm6_one_angle_unbounded_neighbour_every_length_false : ~ u25_thm6_one_angle_unbounded_neighbour_every_length.
Proof.
  intro H. pose proof PI_RGT_0 as PP. destruct (H (PI / 8) 9%nat unit [Plane (PI / 8) (fun _ => rot (- 0) north) (fun _ => north)] tt tt ltac:(lia)) as [t [Ht L]].
  { intros p [<-|[]]. reflexivity. }
  rewrite !eighth_logit in L by lia. rewrite !Rminus_0_r, plus_INR in L. simpl (INR 1) in L.
  assert (0 <= INR t) by apply pos_INR. assert (INR t <= 7) by (replace 7 with (INR 7) by (simpl; ring); apply le_INR; lia).
  assert (cos ((INR t + 1) * (PI / 8)) < cos (INR t * (PI / 8))) by (apply cos_falls; nra). lra.
Qed.

(** (floor((n-2)/2) - 1) delta >= 3 pi/4 is enough: theta = pi/8, n = 10, logits cos((t - 1) theta). *)
Definition u25_thm6_one_angle_unbounded_neighbour_three_quarters : Prop :=
  forall (theta delta : R) (n : nat) (T : Type) (h : head T) (x y : T), (4 <= n)%nat -> from_turns (2 * theta) delta ->
    3 * PI / 4 <= (INR ((n - 2) / 2) - 1) * delta -> one_frequency theta h ->
    exists t, (1 <= t <= n - 2)%nat /\ head_logit h x n y (n - t) <= head_logit h x n y (n - (t + 1)).

Theorem u25_thm6_one_angle_unbounded_neighbour_three_quarters_false : ~ u25_thm6_one_angle_unbounded_neighbour_three_quarters.
Proof.
  intro H. pose proof PI_RGT_0 as PP.
  destruct (H (PI / 8) (PI / 4) 10%nat unit [Plane (PI / 8) (fun _ => rot (- (PI / 8)) north) (fun _ => north)] tt tt ltac:(lia)) as [t [Ht L]].
  { split; [lra|]. exists 0%Z. left. lra. }
  { simpl. lra. }
  { intros p [<-|[]]. reflexivity. }
  rewrite !eighth_logit in L by lia. rewrite plus_INR in L. simpl (INR 1) in L.
  assert (1 <= INR t) by (apply (le_INR 1); lia). assert (INR t <= 8) by (replace 8 with (INR 8) by (simpl; ring); apply le_INR; lia).
  assert (cos ((INR t + 1) * (PI / 8) - PI / 8) < cos (INR t * (PI / 8) - PI / 8)) by (apply cos_falls; nra). lra.
Qed.


(** (2 n0 - 3) theta = omega will do. *)
Definition u25_thm6_one_angle_corrected_neighbour_closed : Prop :=
  forall (s n0 n : nat) (theta : R) (x : nat -> binding) (j : nat),
    (2 <= n <= n0)%nat -> 0 < theta -> (2 * INR n0 - 3) * theta <= spacing (S s) ->
    binding_input s n x -> last_occurrence n x j -> only_maximiser (logits (h_single s theta) x n) n j.

Theorem u25_thm6_one_angle_corrected_neighbour_closed_false : ~ u25_thm6_one_angle_corrected_neighbour_closed.
Proof.
  intro H. pose proof (spacing_pos 3 ltac:(lia)). pose proof (spacing_le_pi 3 ltac:(lia)).
  assert (S : solves (h_single 2 (spacing 3 / 3)) 2 3 true).
  { intros g [x [j [k [Hx [Hj [Hk [Hkj ->]]]]]]].
    destruct (H 2%nat 3%nat 3%nat (spacing 3 / 3) x j ltac:(lia) ltac:(lra) ltac:(simpl; lra) Hx Hj) as [_ L].
    pose proof (L k Hk Hkj). lra. }
  apply (single_needs 2 3) in S; try lia; [simpl in S; lra|lra].
Qed.

(** theta = 0 will do: two occurrences tie. *)
Definition u25_thm6_one_angle_corrected_neighbour_still : Prop :=
  forall (s n0 n : nat) (theta : R) (x : nat -> binding) (j : nat),
    (2 <= n <= n0)%nat -> 0 <= theta -> (2 * INR n0 - 3) * theta < spacing (S s) ->
    binding_input s n x -> last_occurrence n x j -> only_maximiser (logits (h_single s theta) x n) n j.

Theorem u25_thm6_one_angle_corrected_neighbour_still_false : ~ u25_thm6_one_angle_corrected_neighbour_still.
Proof.
  intro H. pose proof (spacing_pos 3 ltac:(lia)).
  pose proof (single_lead_step 2 0 3 true 1 ltac:(lia) ltac:(lia)) as [x [j [k [Hx [Hj [Hk [Hkj E]]]]]]].
  destruct (H 2%nat 3%nat 3%nat 0 x j ltac:(lia) ltac:(lra) ltac:(simpl; lra) Hx Hj) as [_ L].
  pose proof (L k Hk Hkj) as C. rewrite !Rmult_0_r in E. lra.
Qed.

(** Half of that beta gives more than half of the weight: A1 A2 A at theta = pi/4, beta = 1/2. *)
Definition u25_thm6_one_angle_corrected_neighbour_half_beta : Prop :=
  forall (s n0 n : nat) (theta beta : R) (x : nat -> binding) (j : nat),
    (2 <= n <= n0)%nat -> 0 < theta -> (2 * INR n0 - 3) * theta < spacing (S s) ->
    binding_input s n x -> last_occurrence n x j ->
    ln (INR (n0 - 1)) / one_angle_gap s n0 theta / 2 < beta ->
    1 / 2 < weight beta (logits (h_single s theta) x n) n j.

Definition a1_a2_a (j : nat) : binding :=
  match j with 1%nat => Bound 0 1 | 2%nat => Bound 0 2 | _ => Lone 0 end.

Lemma a1_a2_a_input : binding_input 1 3 a1_a2_a.
Proof.
  split.
  - intros j Hj. unfold within in Hj. assert (j = 1%nat \/ j = 2%nat) as [->| ->] by lia;
      [exists 0%nat, 1%nat|exists 0%nat, 2%nat]; simpl; split; reflexivity || lia.
  - exists 0%nat. split; [reflexivity|]. exists 1%nat. split; [unfold within; lia|reflexivity].
Qed.

Lemma a1_a2_a_last : last_occurrence 3 a1_a2_a 2.
Proof. split; [unfold within; lia|]. split; [reflexivity|]. intros k Hk. lia. Qed.

Theorem u25_thm6_one_angle_corrected_neighbour_half_beta_false :
  ~ u25_thm6_one_angle_corrected_neighbour_half_beta.
Proof.
  intro H. assert (W : spacing 2 = PI) by (unfold spacing; simpl; field). pose proof PI_RGT_0.
  assert (G : 0.7 < one_angle_gap 1 3 (PI / 4)).
  { unfold one_angle_gap. rewrite W. apply Rmin_glb_lt; simpl; interval. }
  specialize (H 1%nat 3%nat 3%nat (PI / 4) (1 / 2) a1_a2_a 2%nat ltac:(lia) ltac:(lra)).
  rewrite W in H. specialize (H ltac:(simpl; lra) a1_a2_a_input a1_a2_a_last).
  assert (B : ln (INR (3 - 1)) / one_angle_gap 1 3 (PI / 4) / 2 < 1 / 2).
  { apply Rmult_lt_reg_r with (2 * one_angle_gap 1 3 (PI / 4)); [lra|].
    replace (ln (INR (3 - 1)) / one_angle_gap 1 3 (PI / 4) / 2 * (2 * one_angle_gap 1 3 (PI / 4)))
      with (ln (INR (3 - 1))) by (field; lra).
    assert (ln (INR (3 - 1)) < 0.695) by (simpl; interval). lra. }
  assert (L : forall k, (k <= 3)%nat -> logits (h_single 1 (PI / 4)) a1_a2_a 3 k
              = cos ((INR (place_of 1 (a1_a2_a k)) - 0) * PI + INR (3 - k) * (PI / 4)))
    by (intros; rewrite single_at, W by assumption; reflexivity).
  specialize (H B). apply more_than_half in H; [|lia]. unfold rivals_total, sum1 in H.
  cbn [sum Nat.eqb] in H. rewrite !L in H by lia. simpl in H. revert H. apply Rle_not_lt. interval.
Qed.

Example u25_thm6_one_angle_corrected_instance : instance_of u25_thm6_one_angle_corrected_statement.
Proof.
  pose proof PI_RGT_0 as P. set (bound := ln (INR (4 - 1)) / one_angle_gap 2 4 (PI / 10)).
  exists 2%nat, 4%nat, 3%nat, (PI / 10), (Rabs bound + 1), a1_a2_a, 2%nat, 0%nat, 2%nat.
  split; [lia|]. split; [lra|]. split; [unfold spacing; cbn; lra|].
  split; [split|split; [|split]].
  - intros j J. unfold within in J. destruct j as [|[|[|j]]]; try lia; cbn; eexists; eexists;
      (split; [reflexivity|lia]).
  - exists 0%nat. split; [reflexivity|]. exists 1%nat. split; [unfold within; lia|reflexivity].
  - split; [unfold within; lia|]. split; [reflexivity|]. intros k K. lia.
  - reflexivity.
  - split; [exact I|]. split; [exact I|]. pose proof (Rle_abs bound). pose proof (Rabs_pos bound).
    repeat split; fold bound; lra.
Qed.

(** A quarter of a turn and six tokens. *)
Example u25_thm6_one_angle_unbounded_instance : instance_of u25_thm6_one_angle_unbounded_statement.
Proof.
  pose proof PI_RGT_0 as P. exists (PI / 2), PI, 6%nat. split; [lia|].
  split; [split; [lra|exists 0%Z; left; field]|]. split; [right; cbn; lra|].
  assert (O : one_frequency (PI / 2) (h_single 2 (PI / 2))) by (intros p [<- | []]; reflexivity).
  split; [|exists (h_single 2 (PI / 2)), 2%nat, true; repeat split; [exact O|lia]].
  exists binding, (h_single 2 (PI / 2)), (Lone 0), (Bound 0 1), (Bound 1 1). split; [exact O|exact I].
Qed.
