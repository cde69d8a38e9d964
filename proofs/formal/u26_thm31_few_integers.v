(** u26.thm31.few-integers (U26, Theorem 3.1): with integers up to 3 the printed T_Index writes Index(sigma), at
    suitable angles.

    Statement: at every angle 2 pi/3 < theta < 4 pi/5 of which no multiple t theta, 1 <= t < n0, is a whole turn
    it computes Index at every position of every input of length n <= n0 over letters and integers up to 3,
    whether n > m or not, under hard attention and under softmax of every large enough beta.  theta = 5/2 is
    such an angle for every n0.

    Idea: an integer i that does not point before the start finds its target, as at the last position.  One that
    does, at position p <= i, sees itself with cos(i theta) and the others with cos(d theta), i - p < d < i; it
    stays if cos theta < cos 2 theta < cos 3 theta, and cos theta - cos 2 theta = 2 sin(3 theta/2) sin(theta/2),
    cos 2 theta - cos 3 theta = 2 sin(5 theta/2) sin(theta/2) are negative just in that range. *)

From Coq Require Import Reals Lra Lia List ZArith.
From RopeTheory Require Import u25_thm3.
From RopeTheory Require Import Rope Trig Taylor Sums Circle Heads Tasks Decoding IndexGap PiIrrational u26_index_logits
  u26_index_decode u26_index_decode_ties u26_index_bound_angle u26_thm31 Instances.
Import ListNotations.
Open Scope R_scope.

(** Letters and integers up to k. *)
Definition integers_up_to (k : nat) (s : nat -> token) (n : nat) : Prop :=
  forall j, within n j -> (asked (s j) <= k)%nat.

Definition u26_thm31_few_integers_statement : Prop :=
  (forall (theta : R) (n0 : nat), 2 * PI / 3 < theta < 4 * PI / 5 -> no_whole_turn n0 theta ->
    (forall s n, (n <= n0)%nat -> integers_up_to 3 s n ->
      writes (index_score theta s) n (Index keep (map s (seq 1 n)))) /\
    exists enough : R, forall beta, enough < beta -> forall s n, (n <= n0)%nat -> integers_up_to 3 s n ->
      writes (index_soft_score beta theta s) n (Index keep (map s (seq 1 n)))) /\
  (2 * PI / 3 < 5 / 2 < 4 * PI / 5 /\ forall n0, no_whole_turn n0 (5 / 2)).

(** * The leader *)

(** Where the query's token comes from: its target, or itself where that lies before the start. *)
Definition from (s : nat -> token) (p : nat) : nat :=
  if (asked (s p) <? p)%nat then (p - asked (s p))%nat else p.

Section Right.
  Variables (w : nat -> R) (s : nat -> token) (n p : nat).
  Hypothesis P : within n p.
  Hypothesis Nonneg : forall k, within p k -> 0 <= w k.
  Hypothesis Total : sum1 w p = 1.
  Hypothesis Half : forall Q : nat -> bool, Q (from s p) = false ->
    sum1 (fun k => if Q k then w k else 0) p < 1 / 2.

  Lemma right_from_half :
    right_at (fun t => one_hot (s p) t + sum1 (fun j => w j * index_value (s j) t) p) s n p.
  Proof.
    pose proof P as P'. unfold within in P'. unfold right_at, index_at. rewrite tok_map_seq by lia.
    unfold from in Half. destruct (s p) as [b|i] eqn:Q; simpl asked in Half.
    - destruct (Nat.ltb_spec 0 p); [|lia]. rewrite Nat.sub_0_r in Half.
      pose proof (letter_decoded w s p Nonneg Total p b ltac:(unfold within; lia) Q) as D. unfold decoded in D.
      rewrite Q in D. apply D.
      + intros c Ec. congruence.
      + apply (Half (fun k => negb (k =? p)%nat)). rewrite Nat.eqb_refl. reflexivity.
    - destruct (Nat.ltb_spec i p) as [L|L].
      + rewrite tok_map_seq by lia. set (t := (p - i)%nat) in *. assert (T : within p t \/ i = 0%nat).
        { unfold within, t. lia. }
        destruct (s t) as [b|j] eqn:Q'.
        * assert (T' : within p t).
          { destruct T as [T|T]; [exact T|]. unfold t in Q'. rewrite T, Nat.sub_0_r in Q'. congruence. }
          pose proof (letter_decoded w s p Nonneg Total t b T' Q') as D. unfold decoded in D. rewrite Q in D. apply D.
          -- intros c Ec. congruence.
          -- apply (Half (fun k => negb (k =? t)%nat)). rewrite Nat.eqb_refl. reflexivity.
        * pose proof (integer_decoded w s p Nonneg i Q) as D. unfold decoded in D. rewrite Q in D. apply D.
          apply (Half (is_letter s)). unfold is_letter. rewrite Q'. reflexivity.
      + unfold keep. pose proof (integer_decoded w s p Nonneg i Q) as D. unfold decoded in D. rewrite Q in D.
        rewrite tok_map_seq, Q by lia. apply D. apply (Half (is_letter s)). unfold is_letter. rewrite Q. reflexivity.
  Qed.
End Right.

Lemma h_pos_steps : forall theta s p k, logits (h_pos theta) s p k
  = cos (IZR (Z.of_nat p - Z.of_nat k - Z.of_nat (asked (s p))) * theta).
Proof. intros. unfold logits. rewrite h_pos_logit, steps. reflexivity. Qed.

Lemma cos_either_way : forall (z : Z) (d : nat) theta, Z.abs z = Z.of_nat d ->
  cos (IZR z * theta) = cos (INR d * theta).
Proof.
  intros z d theta E. rewrite INR_IZR_INZ. assert (z = Z.of_nat d \/ z = - Z.of_nat d)%Z as [->| ->] by lia;
    [reflexivity|]. rewrite opp_IZR, Ropp_mult_distr_l_reverse. apply cos_neg.
Qed.

(** The multiples of theta below n0 stay away from whole turns. *)
Lemma room : forall theta n0, no_whole_turn n0 theta ->
  exists D, 0 < D /\ forall t, (1 <= t < n0)%nat -> cos (INR t * theta) <= 1 - D.
Proof.
  intros theta n0. induction n0 as [|n0 IH]; intro H.
  - exists 1. split; [lra|]. intros t T. lia.
  - destruct IH as (D & Dp & L); [intros t T; apply H; lia|]. destruct n0 as [|n0].
    + exists 1. split; [lra|]. intros t T. lia.
    + assert (Lt : cos (INR (S n0) * theta) < 1).
      { destruct (cos_le_1 (INR (S n0) * theta)) as [Lt|E]; [exact Lt|]. apply cos_eq_1 in E as (z & E).
        exfalso. apply (H (S n0) ltac:(lia)). exists z. exact E. }
      exists (Rmin D (1 - cos (INR (S n0) * theta))). split; [apply Rmin_glb_lt; lra|]. intros t T.
      pose proof (Rmin_l D (1 - cos (INR (S n0) * theta))). pose proof (Rmin_r D (1 - cos (INR (S n0) * theta))).
      destruct (Nat.eq_dec t (S n0)) as [->|N]; [lra|]. specialize (L t ltac:(lia)). lra.
Qed.

(** The cosines of one, two and three steps rise. *)
Lemma rising : forall theta, 2 * PI / 3 < theta < 4 * PI / 5 ->
  cos (INR 1 * theta) < cos (INR 2 * theta) /\ cos (INR 2 * theta) < cos (INR 3 * theta).
Proof.
  intros theta [L U]. pose proof PI_RGT_0 as P. assert (Half : 0 < sin (theta / 2)) by (apply sin_gt_0; lra).
  assert (Step : forall a b, cos a - cos b = - 2 * sin ((a + b) / 2) * sin ((a - b) / 2)) by
    (intros; rewrite form2; ring).
  simpl INR. split.
  - assert (S : sin (3 * theta / 2) < 0) by (apply sin_lt_0; lra).
    pose proof (Step (1 * theta) ((1 + 1) * theta)) as E.
    replace ((1 * theta + (1 + 1) * theta) / 2) with (3 * theta / 2) in E by field.
    replace ((1 * theta - (1 + 1) * theta) / 2) with (- (theta / 2)) in E by field. rewrite sin_neg in E. nra.
  - assert (S : sin (5 * theta / 2) < 0) by (apply sin_lt_0; lra).
    pose proof (Step ((1 + 1) * theta) ((1 + 1 + 1) * theta)) as E.
    replace (((1 + 1) * theta + (1 + 1 + 1) * theta) / 2) with (5 * theta / 2) in E by field.
    replace (((1 + 1) * theta - (1 + 1 + 1) * theta) / 2) with (- (theta / 2)) in E by field. rewrite sin_neg in E. nra.
Qed.

Lemma leads : forall theta n0, 2 * PI / 3 < theta < 4 * PI / 5 -> no_whole_turn n0 theta ->
  exists D, 0 < D /\ forall s p k, (p <= n0)%nat -> (asked (s p) <= 3)%nat -> within p k -> k <> from s p ->
    D <= logits (h_pos theta) s p (from s p) - logits (h_pos theta) s p k.
Proof.
  intros theta n0 R H. destruct (room theta n0 H) as (D & Dp & L). destruct (rising theta R) as [R1 R2].
  set (c1 := cos (INR 1 * theta)) in *. set (c2 := cos (INR 2 * theta)) in *. set (c3 := cos (INR 3 * theta)) in *.
  exists (Rmin D (Rmin (c2 - c1) (c3 - c2))). split; [repeat apply Rmin_glb_lt; lra|].
  assert (M1 := Rmin_l D (Rmin (c2 - c1) (c3 - c2))). assert (M2 := Rmin_r D (Rmin (c2 - c1) (c3 - c2))).
  assert (M3 := Rmin_l (c2 - c1) (c3 - c2)). assert (M4 := Rmin_r (c2 - c1) (c3 - c2)).
  intros s p k Hp A K N. rewrite !h_pos_steps. unfold from in *. set (i := asked (s p)) in *. unfold within in K.
  destruct (Nat.ltb_spec i p) as [Lt|Le].
  - replace (Z.of_nat p - Z.of_nat (p - i) - Z.of_nat i)%Z with 0%Z by lia. rewrite Rmult_0_l, cos_0.
    set (z := (Z.of_nat p - Z.of_nat k - Z.of_nat i)%Z). rewrite (cos_either_way z (Z.abs_nat z)) by lia.
    specialize (L (Z.abs_nat z) ltac:(unfold z; lia)). lra.
  - rewrite (cos_either_way (Z.of_nat p - Z.of_nat p - Z.of_nat i) i) by lia.
    rewrite (cos_either_way (Z.of_nat p - Z.of_nat k - Z.of_nat i) (i - p + k)) by lia.
    assert (i = 2 /\ i - p + k = 1 \/ i = 3 /\ i - p + k = 1 \/ i = 3 /\ i - p + k = 2)%nat
      as [[-> ->]|[[-> ->]|[-> ->]]] by lia; fold c1 c2 c3; lra.
Qed.

(** * The theorem *)

Lemma hard_half : forall l p t (Q : nat -> bool), only_maximiser l p t -> Q t = false ->
  sum1 (fun k => if Q k then hard_weight l p k else 0) p < 1 / 2.
Proof.
  intros l p t Q M Qt. rewrite (sum1_ext _ (fun k => hard_weight l p k * (if Q k then 1 else 0))).
  - rewrite (hard_weight_only l p t M (fun k => if Q k then 1 else 0)), Qt. lra.
  - intros k _. destruct (Q k); ring.
Qed.

(** No non-zero multiple of a rational angle is a whole turn. *)
Lemma rational_never_whole : forall a b : positive, forall n0, no_whole_turn n0 (IZR (Zpos a) / IZR (Zpos b)).
Proof.
  intros a b n0 t T [z E]. assert (B : IZR (Zpos b) <> 0) by (apply not_0_IZR; discriminate).
  assert (A : 0 < IZR (Zpos a)) by (apply (IZR_lt 0); reflexivity).
  assert (T1 : 1 <= INR t) by (apply (le_INR 1); lia).
  assert (Z0 : z <> 0%Z).
  { intros ->. rewrite Rmult_0_l in E. assert (0 < IZR (Zpos b)) by (apply (IZR_lt 0); reflexivity).
    assert (0 < INR t * (IZR (Zpos a) / IZR (Zpos b))); [|lra].
    apply Rmult_lt_0_compat; [lra|apply Rdiv_lt_0_compat; assumption]. }
  apply (pi_irrational (Z.of_nat t * Zpos a)%Z (2 * z * Zpos b)%Z); [lia|].
  rewrite !mult_IZR, <- INR_IZR_INZ. apply not_0_IZR in Z0.
  replace PI with (IZR z * (2 * PI) / (2 * IZR z)) by (field; exact Z0). rewrite <- E. field. split; assumption.
Qed.

Theorem u26_thm31_few_integers_proved : u26_thm31_few_integers_statement.
Proof.
  split.
  - intros theta n0 R H. destruct (leads theta n0 R H) as (D & Dp & L). split.
    + intros s n Hn Up. apply writes_Index. intros p P. pose proof P as P'. unfold within in P'.
      assert (M : only_maximiser (logits (h_pos theta) s p) p (from s p)).
      { split.
        - unfold from, within. destruct (Nat.ltb_spec (asked (s p)) p); lia.
        - intros k K N. specialize (L s p k ltac:(lia) (Up p P) K N). lra. }
      apply (right_from_half (hard_weight (logits (h_pos theta) s p) p) s n p P).
      * intros k _. apply hard_weight_nonneg. lia.
      * apply hard_total. lia.
      * intros Q Qt. apply (hard_half _ p (from s p)); assumption.
    + exists (ln (INR n0) / D). intros beta B s n Hn Up. apply writes_Index. intros p P. pose proof P as P'.
      unfold within in P'.
      apply (right_from_half (weight beta (logits (h_pos theta) s p) p) s n p P).
      * intros k _. apply Rlt_le, weight_positive. lia.
      * apply weights_total. lia.
      * intros Q Qt. apply (behind_below_half beta _ p (from s p) D n0); try assumption; try lia.
        -- unfold from, within. destruct (Nat.ltb_spec (asked (s p)) p); lia.
        -- intros k K Qk. apply (L s p k); [lia|apply Up, P|exact K|]. intros ->. congruence.
  - split; [pose proof PI_decimals; lra|]. intro n0. apply (rational_never_whole 5 2).
Qed.

(** * False neighbours *)

(** Integers up to 4: at theta = 5/2 the 4 of A 4 A A A sees A more than itself. *)
Definition u26_thm31_few_integers_neighbour_four : Prop :=
  forall (theta : R) (n0 : nat), 2 * PI / 3 < theta < 4 * PI / 5 -> no_whole_turn n0 theta ->
    forall s n, (n <= n0)%nat -> integers_up_to 4 s n ->
      writes (index_score theta s) n (Index keep (map s (seq 1 n))).

Lemma inner_up_to : forall k m, (k <= m)%nat -> integers_up_to m (inner k) 5.
Proof. intros k m H j _. unfold inner. destruct (j =? 2)%nat; simpl; lia. Qed.

Lemma inner_wrong : forall theta k, (2 <= k)%nat -> cos (INR k * theta) <= cos ((INR k - 1) * theta) ->
  ~ writes (index_score theta (inner k)) 5 (Index keep (map (inner k) (seq 1 5))).
Proof.
  intros theta k K Near W. apply (hard_is_wrong theta (inner k) 5 k); try reflexivity; try lia; [exact Near|].
  apply (proj1 (writes_Index _ _ _) W). unfold within; lia.
Qed.

Theorem u26_thm31_few_integers_neighbour_four_false : ~ u26_thm31_few_integers_neighbour_four.
Proof.
  intro H. apply (inner_wrong (5 / 2) 4); [lia| |].
  - simpl. pose proof PI_decimals. rewrite <- (cos_full_turn ((1 + 1 + 1 + 1) * (5 / 2))), <- cos_neg, <- (cos_full_turn ((1 + 1 + 1 + 1 - 1) * (5 / 2))).
    apply Rle_trans with 0; left; [apply cos_lt_0|apply cos_gt_0]; lra.
  - apply (H (5 / 2) 5%nat); [pose proof PI_decimals; lra|apply (rational_never_whole 5 2)|lia|apply inner_up_to; lia].
Qed.

(** Angles up to 5 pi/6: at theta = 13/5 the 3 of A 3 A A A does not stay. *)
Definition u26_thm31_few_integers_neighbour_wider : Prop :=
  forall (theta : R) (n0 : nat), 2 * PI / 3 < theta < 5 * PI / 6 -> no_whole_turn n0 theta ->
    forall s n, (n <= n0)%nat -> integers_up_to 3 s n ->
      writes (index_score theta s) n (Index keep (map s (seq 1 n))).

Theorem u26_thm31_few_integers_neighbour_wider_false : ~ u26_thm31_few_integers_neighbour_wider.
Proof.
  intro H. apply (inner_wrong (13 / 5) 3); [lia| |].
  - simpl. pose proof PI_decimals. rewrite <- (cos_full_turn ((1 + 1 + 1) * (13 / 5))), <- cos_neg, <- (cos_full_turn ((1 + 1 + 1 - 1) * (13 / 5))).
    apply cos_falls_weakly; lra.
  - apply (H (13 / 5) 5%nat); [pose proof PI_decimals; lra|apply (rational_never_whole 13 5)|lia|apply inner_up_to; lia].
Qed.

(** Angles from pi/2: at theta = 2 the 2 of A 2 A A A does not stay. *)
Definition u26_thm31_few_integers_neighbour_lower : Prop :=
  forall (theta : R) (n0 : nat), PI / 2 < theta < 4 * PI / 5 -> no_whole_turn n0 theta ->
    forall s n, (n <= n0)%nat -> integers_up_to 3 s n ->
      writes (index_score theta s) n (Index keep (map s (seq 1 n))).

Theorem u26_thm31_few_integers_neighbour_lower_false : ~ u26_thm31_few_integers_neighbour_lower.
Proof.
  intro H. apply (inner_wrong 2 2); [lia| |].
  - simpl. pose proof PI_decimals. rewrite <- (cos_full_turn ((1 + 1) * 2)). apply cos_falls_weakly; lra.
  - apply (H 2 5%nat); [pose proof PI_decimals; lra| |lia|apply inner_up_to; lia].
    replace 2 with (2 / 1) by field. apply (rational_never_whole 2 1).
Qed.

(** * Instance: A 3 A A A at theta = 5/2 *)

Example u26_thm31_few_integers_instance : instance_of u26_thm31_few_integers_statement.
Proof.
  split.
  - exists (5 / 2), 5%nat. split; [pose proof PI_decimals; lra|]. split; [apply (rational_never_whole 5 2)|]. split.
    + exists (inner 3), 5%nat. split; [lia|]. split; [apply inner_up_to; lia|exact I].
    + exact I.
  - split; [split; exact I|exists 5%nat; exact I].
Qed.
