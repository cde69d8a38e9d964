(** new.inverted-u, new.inverted-u.own-place, new.inverted-u.no-phase: the weight of a match under H_SYM
    over the place where it stands.

    Statements (new; sharpen U25, Theorem 7, second half). Simplified H_SYM: the matched logit is beta
    cos((n-j) theta - phi), the sum of the distractors' exponentials is constant; 0 < theta <= pi.
    - matches at distances t = 1..n-1 (places 1..n-1), n >= 4: with the centred phase phi = n theta/2 the
      weight is inverted-U-shaped exactly when (n-3) theta < 2 pi (odd n: two equal centres).
    - own place: t = 0..n-1, centred phase (n-1) theta/2, n >= 3: exactly when (n-2) theta < 2 pi.
    - no phase: phi = 0, n >= 3, t = 1..n-1: monotone, the nearer match weighing more, exactly when (n -
      3/2) theta < pi.

    Idea: from place j to j + 1 the matched logit changes by 2 sin(theta/2) sin((n - j - 1/2) theta -
    phi), a sine in strides of theta; with the centred phase the arguments run symmetrically about 0;
    new.shape- law.
    Encoding: the head is h_sym of Heads.v with one letter; D > 0 is the distractors' sum; shapes as in
    Shape.v.
    The claims .best-phase and .centred of the same page are not proved here. *)

From Coq Require Import Reals Lra Lia PeanoNat ZArith.
From RopeTheory Require Import Rope Trig Heads Circle Induction Shape new_shape_law Instances.
Open Scope R_scope.

(** The logit of a match at place j for a query at n with phase phi. *)
Definition match_cosine (theta phi : R) (n j : nat) : R :=
  head_logit (h_sym 1 (fun _ : unit => 0%nat) (fun _ : unit => 0%nat) theta phi) tt n tt j.

(** Its weight against distractors whose exponentials sum to D. *)
Definition match_weight (beta theta phi D : R) (n j : nat) : R :=
  exp (beta * match_cosine theta phi n j) / (exp (beta * match_cosine theta phi n j) + D).

Definition new_inverted_u_statement : Prop :=
  forall (beta theta D : R) (n : nat), 0 < beta -> 0 < D -> 0 < theta <= PI -> (4 <= n)%nat ->
    let w := match_weight beta theta (INR n * theta / 2) D n in
    (inverted_u_shaped w (n - 1) <-> (INR n - 3) * theta < 2 * PI) /\
    ((INR n - 3) * theta < 2 * PI ->
     extremum w (n - 1) true (n / 2) (if Nat.even n then n / 2 else n / 2 + 1)).

Definition new_inverted_u_own_place_statement : Prop :=
  forall (beta theta D : R) (n : nat), 0 < beta -> 0 < D -> 0 < theta <= PI -> (3 <= n)%nat ->
    inverted_u_shaped (match_weight beta theta ((INR n - 1) * theta / 2) D n) n <-> (INR n - 2) * theta < 2 *
      PI.

Definition new_inverted_u_no_phase_statement : Prop :=
  forall (beta theta D : R) (n : nat), 0 < beta -> 0 < D -> 0 < theta <= PI -> (3 <= n)%nat ->
    ((forall j, (1 <= j <= n - 2)%nat -> match_weight beta theta 0 D n j < match_weight beta theta 0 D n (j +
      1)) <->
     (INR n - 3 / 2) * theta < PI).

(** * Steps *)

Lemma match_cosine_is : forall theta phi n j, match_cosine theta phi n j = cos ((INR n - INR j) * theta -
  phi).
Proof. intros. unfold match_cosine. rewrite h_sym_logit. f_equal. simpl. ring. Qed.

(** The weight rises and falls with the matched cosine. *)
Lemma weight_follows : forall beta D x y, 0 < beta -> 0 < D ->
  same_sign (exp (beta * y) / (exp (beta * y) + D) - exp (beta * x) / (exp (beta * x) + D)) (y - x).
Proof.
  intros beta D x y Hb HD.
  assert (M : forall u v, u < v -> exp (beta * u) / (exp (beta * u) + D) < exp (beta * v) / (exp (beta * v) +
    D)).
  { intros u v H. assert (L : exp (beta * u) < exp (beta * v)) by (apply exp_increasing, Rmult_lt_compat_l;
      assumption).
    pose proof (exp_pos (beta * u)) as P. set (e := exp (beta * u)) in *. set (f := exp (beta * v)) in *.
    apply Rminus_gt_0_lt. replace (f / (f + D) - e / (e + D)) with (D * (f - e) / ((f + D) * (e + D))) by
      (field; lra).
    apply Rdiv_lt_0_compat; apply Rmult_lt_0_compat; lra. }
  destruct (Rtotal_order x y) as [H|[->|H]]; [specialize (M _ _ H)| |specialize (M _ _ H)]; split; split; lra.
Qed.

Lemma match_step : forall beta theta phi D n j, 0 < beta -> 0 < D -> 0 < theta <= PI ->
  same_sign (match_weight beta theta phi D n (j + 1) - match_weight beta theta phi D n j)
            (sin ((INR n - INR j - 1 / 2) * theta - phi)).
Proof.
  intros beta theta phi D n j Hb HD Ht. eapply same_sign_trans; [apply weight_follows; assumption|].
  rewrite !match_cosine_is, cos_difference, plus_INR. simpl (INR 1).
  replace (((INR n - INR j) * theta - phi + ((INR n - (INR j + 1)) * theta - phi)) / 2)
    with ((INR n - INR j - 1 / 2) * theta - phi) by field.
  replace (((INR n - INR j) * theta - phi - ((INR n - (INR j + 1)) * theta - phi)) / 2) with (theta / 2) by
    field.
  pose proof PI_RGT_0. assert (0 < sin (theta / 2)) by (apply sin_gt_0; lra).
  set (x := sin ((INR n - INR j - 1 / 2) * theta - phi)). split; split; intro; nra.
Qed.

(** * Arguments that run symmetrically about 0 *)

Section Symmetric.
  (** Places 1..N; the step from p has the sign of sin((N/2 - p) theta). *)
  Variables (N : nat) (theta : R) (w : nat -> R).
  Hypothesis three : (3 <= N)%nat.
  Hypothesis stride : 0 < theta <= PI.
  Hypothesis steps : forall p, (1 <= p <= N - 1)%nat -> same_sign (w (p + 1)%nat - w p) (sin ((INR N / 2 -
    INR p) * theta)).

  Lemma symmetric_three : 3 <= INR N.
  Proof. pose proof (le_INR 3 N three) as H. simpl in H. lra. Qed.

  Lemma symmetric_signs : (INR N - 2) * theta < 2 * PI -> forall p, (1 <= p <= N - 1)%nat ->
    ((2 * p < N)%nat -> w p < w (p + 1)%nat) /\ ((2 * p = N)%nat -> w (p + 1)%nat = w p) /\
    ((N < 2 * p)%nat -> w (p + 1)%nat < w p).
  Proof.
    intros H p Hp. pose proof (steps p Hp) as S. destruct Hp as [H1 H2].
    apply le_INR in H1. apply le_INR in H2. rewrite minus_INR in H2 by lia. simpl in H1, H2.
    assert (L1 : (INR N / 2 - INR p) * theta <= (INR N / 2 - 1) * theta) by (apply Rmult_le_compat_r; lra).
    assert (L2 : (1 - INR N / 2) * theta <= (INR N / 2 - INR p) * theta) by (apply Rmult_le_compat_r; lra).
    split; [|split]; intro Q.
    - assert (E : INR (2 * p + 1) <= INR N) by (apply le_INR; lia). rewrite plus_INR, mult_INR in E.
        simpl in E.
      assert (0 * theta < (INR N / 2 - INR p) * theta) by (apply Rmult_lt_compat_r; lra).
      assert (0 < w (p + 1)%nat - w p); [|lra]. apply S. apply sin_gt_0; lra.
    - assert (E : INR N = 2 * INR p) by (rewrite <- Q, mult_INR; simpl; ring).
      assert (w (p + 1)%nat - w p = 0); [|lra]. apply (same_sign_zero _ _ S). rewrite E.
      replace ((2 * INR p / 2 - INR p) * theta) with 0 by field. apply sin_0.
    - assert (E : INR N + 1 <= INR (2 * p)) by (rewrite <- S_INR; apply le_INR; lia).
        rewrite mult_INR in E. simpl in E.
      assert ((INR N / 2 - INR p) * theta < 0 * theta) by (apply Rmult_lt_compat_r; lra).
      assert (w (p + 1)%nat - w p < 0); [|lra]. apply S.
      apply Ropp_lt_cancel. rewrite Ropp_0, <- sin_neg. apply sin_gt_0; lra.
  Qed.

  Lemma symmetric_inverted : (INR N - 2) * theta < 2 * PI -> inverted_u_shaped w N.
  Proof.
    intro H. destruct (halving N three) as [M1 [M2 [M3 [Low [Mid High]]]]].
    exists ((N + 1) / 2)%nat, (N / 2 + 1)%nat.
    split; [exact M1|]. split; [exact M2|]. split; [exact M3|]. split; [|split]; intros p Hp.
    - apply Ropp_lt_contravar. apply (symmetric_signs H p); [lia|apply Low; lia].
    - f_equal. apply (symmetric_signs H p); [lia|apply Mid; lia].
    - apply Ropp_lt_contravar. apply (symmetric_signs H p); [lia|apply High; lia].
  Qed.

  Lemma symmetric_maximum : (INR N - 2) * theta < 2 * PI -> extremum w N true ((N + 1) / 2) (N / 2 + 1).
  Proof.
    intro H. destruct (halving N three) as [M1 [M2 [M3 [Low [Mid High]]]]].
    split; [lia|]. split; [lia|]. split.
    - intros p Hp. apply (symmetric_signs H p); [lia|apply Mid; lia].
    - split.
      + replace ((N + 1) / 2)%nat with ((N + 1) / 2 - 1 + 1)%nat at 2 by lia.
        apply (symmetric_signs H); [lia|apply Low; lia].
      + apply (symmetric_signs H); [lia|apply High; lia].
  Qed.

  Lemma symmetric_needs : inverted_u_shaped w N -> (INR N - 2) * theta < 2 * PI.
  Proof.
    intro U. pose proof PI_RGT_0 as P. pose proof symmetric_three as N3.
    assert (First : 0 < sin ((INR N - 2) * theta / 2)).
    { destruct U as [u [v [Hu [_ [Hv [Rise _]]]]]]. specialize (Rise 1%nat ltac:(lia)).
        apply Ropp_lt_cancel in Rise.
      destruct (steps 1%nat ltac:(lia)) as [S _]. simpl (INR 1) in S.
      replace ((INR N - 2) * theta / 2) with ((INR N / 2 - 1) * theta) by field. apply S. lra. }
    destruct (Rtotal_order ((INR N - 2) * theta) (2 * PI)) as [L|[L|L]]; [exact L| |].
    - rewrite L in First. replace (2 * PI / 2) with PI in First by field. rewrite sin_PI in First. lra.
    - exfalso. (* multiples 0 and pi inside: one of them is a minimum *)
      pose (a := - (INR N / 2 * theta)).
      assert (S' : forall p, (1 <= p <= N - 1)%nat -> same_sign (w (p + 1)%nat - w p) (-1 * sin (a + INR p *
        theta))).
      { intros p Hp. replace (-1 * sin (a + INR p * theta)) with (sin ((INR N / 2 - INR p) * theta));
          [apply steps, Hp|].
        replace ((INR N / 2 - INR p) * theta) with (- (a + INR p * theta)) by (unfold a; ring).
          rewrite sin_neg. ring. }
      destruct (new_shape_law_proved (N - 1)%nat a theta (-1) w ltac:(lra) stride S') as [_ [_ Law]].
      replace (N - 1 + 1)%nat with N in Law by lia.
      assert (NF : ~ flat w N).
      { intro F. destruct U as [u [v [Hu [_ [Hv [Rise _]]]]]]. specialize (Rise 1%nat ltac:(lia)).
        specialize (F 1%nat ltac:(lia)). lra. }
      destruct (Law NF) as [Iff [Ex _]].
      assert (R1 : a + theta < IZR 1 * PI < a + INR (N - 1) * theta).
      { rewrite minus_INR by lia. simpl. unfold a. split; lra. }
      destruct (Ex 1%Z R1) as [u [v C]]. apply (inverted_no_minimum w N u v U), Iff. exists 1%Z.
      split; [exact R1|]. split; [exact C|]. assert (alternating 1 = -1) as -> by reflexivity.
      split; intro Q; [discriminate|lra].
  Qed.
End Symmetric.

(** * The claims *)

Theorem new_inverted_u_proved : new_inverted_u_statement.
Proof.
  intros beta theta D n Hb HD Ht Hn w.
  assert (N1 : INR (n - 1) = INR n - 1) by (rewrite minus_INR by lia; reflexivity).
  assert (Steps : forall p, (1 <= p <= n - 1 - 1)%nat ->
            same_sign (w (p + 1)%nat - w p) (sin ((INR (n - 1) / 2 - INR p) * theta))).
  { intros p _. rewrite N1. replace ((INR n - 1) / 2 - INR p) with (INR n - INR p - 1 / 2 - INR n / 2) by
      field.
    replace ((INR n - INR p - 1 / 2 - INR n / 2) * theta)
      with ((INR n - INR p - 1 / 2) * theta - INR n * theta / 2) by field.
    apply match_step; assumption. }
  assert (Span : (INR (n - 1) - 2) * theta = (INR n - 3) * theta) by (rewrite N1; ring).
  rewrite <- Span. split; [split|].
  - intro H. apply (symmetric_needs (n - 1) theta w); first [exact Ht|exact Steps|exact H|lia].
  - intro H. apply (symmetric_inverted (n - 1) theta w); first [exact Ht|exact Steps|exact H|lia].
  - intro H.
    replace (n / 2)%nat with ((n - 1 + 1) / 2)%nat at 1 by (f_equal; lia).
    replace (if Nat.even n then (n / 2)%nat else (n / 2 + 1)%nat) with ((n - 1) / 2 + 1)%nat.
    + apply (symmetric_maximum (n - 1) theta w); first [exact Ht|exact Steps|exact H|lia].
    + pose proof (Nat.div_mod n 2 ltac:(lia)). pose proof (Nat.mod_upper_bound n 2 ltac:(lia)).
      pose proof (Nat.div_mod (n - 1) 2 ltac:(lia)). pose proof (Nat.mod_upper_bound (n - 1) 2 ltac:(lia)).
      destruct (Nat.even n) eqn:E.
      * apply Nat.even_spec in E as [h Eh]. lia.
      * rewrite <- Nat.negb_odd in E. apply Bool.negb_false_iff, Nat.odd_spec in E as [h Eh]. lia.
Qed.

Theorem new_inverted_u_own_place_proved : new_inverted_u_own_place_statement.
Proof.
  intros beta theta D n Hb HD Ht Hn. set (w := match_weight beta theta ((INR n - 1) * theta / 2) D n).
  assert (Steps : forall p, (1 <= p <= n - 1)%nat ->
            same_sign (w (p + 1)%nat - w p) (sin ((INR n / 2 - INR p) * theta))).
  { intros p _. replace ((INR n / 2 - INR p) * theta)
      with ((INR n - INR p - 1 / 2) * theta - (INR n - 1) * theta / 2) by field.
    apply match_step; assumption. }
  split.
  - intro H. apply (symmetric_needs n theta w); first [exact Ht|exact Steps|exact H|lia].
  - intro H. apply (symmetric_inverted n theta w); first [exact Ht|exact Steps|exact H|lia].
Qed.

Theorem new_inverted_u_no_phase_proved : new_inverted_u_no_phase_statement.
Proof.
  intros beta theta D n Hb HD Ht Hn.
  assert (Step : forall j, (1 <= j <= n - 2)%nat ->
            (match_weight beta theta 0 D n j < match_weight beta theta 0 D n (j + 1) <->
             cos (INR (n - j) * theta) < cos (INR (n - j - 1) * theta))).
  { intros j Hj. pose proof (weight_follows beta D (match_cosine theta 0 n j) (match_cosine theta 0 n (j +
      1)) Hb HD) as [S _].
    rewrite !match_cosine_is, !Rminus_0_r, (INR_distance n j), (INR_distance n (j + 1)) in S by lia.
    replace (n - (j + 1))%nat with (n - j - 1)%nat in S by lia. unfold match_weight.
    rewrite !match_cosine_is, !Rminus_0_r, (INR_distance n j), (INR_distance n (j + 1)) by lia.
    replace (n - (j + 1))%nat with (n - j - 1)%nat by lia. split; intro H;
      [apply Rminus_gt_0_lt, S|apply Rminus_gt_0_lt, S]; lra. }
  split.
  - intro All. apply recency_needs; try assumption. intros t Ht'.
    specialize (All (n - (t + 1))%nat ltac:(lia)). apply Step in All; [|lia].
    replace (n - (n - (t + 1)))%nat with (t + 1)%nat in All by lia.
    replace (t + 1 - 1)%nat with t in All by lia. exact All.
  - intros H j Hj. apply Step; [exact Hj|]. apply (recency_falls n); try assumption; lia || lra.
Qed.

(** * False neighbours *)

(** Inverted-U also at (n-3) theta = 2 pi: n = 8. *)
Definition new_inverted_u_neighbour_closed : Prop :=
  forall (beta theta D : R) (n : nat), 0 < beta -> 0 < D -> 0 < theta <= PI -> (4 <= n)%nat ->
    (INR n - 3) * theta <= 2 * PI -> inverted_u_shaped (match_weight beta theta (INR n * theta / 2) D n) (n -
      1).

Theorem new_inverted_u_neighbour_closed_false : ~ new_inverted_u_neighbour_closed.
Proof.
  intro H. pose proof PI_RGT_0. assert (T : 0 < 2 * PI / 5 <= PI) by lra.
  specialize (H 1 (2 * PI / 5) 1 8%nat ltac:(lra) ltac:(lra) T ltac:(lia) ltac:(simpl; lra)).
  apply (new_inverted_u_proved 1 (2 * PI / 5) 1 8%nat ltac:(lra) ltac:(lra) T ltac:(lia)) in H. simpl in H.
    lra.
Qed.

(** Exactly when (n-2) theta < 2 pi: n = 4, theta = pi is inverted-U, too. *)
Definition new_inverted_u_neighbour_margin : Prop :=
  forall (beta theta D : R) (n : nat), 0 < beta -> 0 < D -> 0 < theta <= PI -> (4 <= n)%nat ->
    inverted_u_shaped (match_weight beta theta (INR n * theta / 2) D n) (n - 1) -> (INR n - 2) * theta < 2 *
      PI.

Theorem new_inverted_u_neighbour_margin_false : ~ new_inverted_u_neighbour_margin.
Proof.
  intro H. pose proof PI_RGT_0. assert (T : 0 < PI <= PI) by lra.
  assert (Q : (INR 4 - 2) * PI < 2 * PI); [|simpl in Q; lra].
  apply (H 1 PI 1 4%nat ltac:(lra) ltac:(lra) T ltac:(lia)).
  apply (new_inverted_u_proved 1 PI 1 4%nat ltac:(lra) ltac:(lra) T ltac:(lia)). simpl. lra.
Qed.

(** Own place: inverted-U also at (n-2) theta = 2 pi: n = 7. *)
Definition new_inverted_u_own_place_neighbour_closed : Prop :=
  forall (beta theta D : R) (n : nat), 0 < beta -> 0 < D -> 0 < theta <= PI -> (3 <= n)%nat ->
    (INR n - 2) * theta <= 2 * PI -> inverted_u_shaped (match_weight beta theta ((INR n - 1) * theta / 2) D
      n) n.

Theorem new_inverted_u_own_place_neighbour_closed_false : ~ new_inverted_u_own_place_neighbour_closed.
Proof.
  intro H. pose proof PI_RGT_0. assert (T : 0 < 2 * PI / 5 <= PI) by lra.
  specialize (H 1 (2 * PI / 5) 1 7%nat ltac:(lra) ltac:(lra) T ltac:(lia) ltac:(simpl; lra)).
  apply (new_inverted_u_own_place_proved 1 (2 * PI / 5) 1 7%nat ltac:(lra) ltac:(lra) T ltac:(lia)) in H.
  simpl in H. lra.
Qed.

(** No phase: also at (n - 3/2) theta = pi: n = 4, theta = 2 pi/5. *)
Definition new_inverted_u_no_phase_neighbour_closed : Prop :=
  forall (beta theta D : R) (n : nat), 0 < beta -> 0 < D -> 0 < theta <= PI -> (3 <= n)%nat ->
    (INR n - 3 / 2) * theta <= PI ->
    forall j, (1 <= j <= n - 2)%nat -> match_weight beta theta 0 D n j < match_weight beta theta 0 D n (j +
      1).

Theorem new_inverted_u_no_phase_neighbour_closed_false : ~ new_inverted_u_no_phase_neighbour_closed.
Proof.
  intro H. pose proof PI_RGT_0. assert (T : 0 < 2 * PI / 5 <= PI) by lra.
  specialize (H 1 (2 * PI / 5) 1 4%nat ltac:(lra) ltac:(lra) T ltac:(lia) ltac:(simpl; lra)).
  apply (new_inverted_u_no_phase_proved 1 (2 * PI / 5) 1 4%nat ltac:(lra) ltac:(lra) T ltac:(lia)) in H.
  simpl in H. lra.
Qed.

Example new_inverted_u_instance : instance_of new_inverted_u_statement.
Proof. exists 1, 1, 2, 6%nat. pose proof PI2_3_2. repeat (split; [simpl; lia || lra || exact I |]). exact I. Qed.

Example new_inverted_u_own_place_instance : instance_of new_inverted_u_own_place_statement.
Proof. exists 1, 1, 2, 6%nat. pose proof PI2_3_2. repeat (split; [simpl; lia || lra || exact I |]). exact I. Qed.

Example new_inverted_u_no_phase_instance : instance_of new_inverted_u_no_phase_statement.
Proof. exists 1, 1, 2, 6%nat. pose proof PI2_3_2. repeat (split; [simpl; lia || lra || exact I |]). exact I. Qed.
