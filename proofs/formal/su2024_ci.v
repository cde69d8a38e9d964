(** su2024.ci: the cosine integral is at most 1/2 in size from 1 on; su2024.ci.zero: its first zero is 0.6165....

    Statements (Su 2024). Ci(m) = - int_m^oo cos t / t dt exists and |Ci(m)| <= 1/2 for every real m >= 1. There is x_0 with 0.6165 <= x_0 < 0.6166 and
    Ci(x_0) = 0, and Ci(x) < 0 at every x with 0 < x < x_0.

    Idea: integrating by parts eight times leaves Ci(20) to within 10^-6, and Interval's integrals go from there to 0.6165. Ci increases up to pi/2 and decreases
    to 4; from 4 on |Ci(m)| <= 2/m.
    Encoding: the improper integral is the limit of integrals from x to T, whose integrand is continuous there. That the limit exists is part of both statements. *)

From Coq Require Import Reals Lra Ranalysis5.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From RopeTheory Require IntervalZ.
From RopeTheory Require Import Instances.
Open Scope R_scope.

(** Interval's integrals, too, with Coq's integers (see IntervalZ.v). *)
Module Integer_integrals := IntervalTactic IntervalZ.Integer_floats.
Import Integer_integrals.

Tactic Notation "interval" := interval with (i_prec 53).

(** c is Ci(x), for x > 0. *)
Definition is_Ci (x c : R) : Prop := is_lim (fun T => - RInt (fun t => cos t / t) x T) p_infty c.

Definition su2024_ci_statement : Prop := forall m, 1 <= m -> exists c, is_Ci m c /\ Rabs c <= 1 / 2.

(** x is the first zero: Ci is negative before it. *)
Definition first_zero (x : R) : Prop := 0 < x /\ is_Ci x 0 /\ forall y, 0 < y < x -> exists c, is_Ci y c /\ c < 0.

Definition su2024_ci_zero_statement : Prop := exists x, first_zero x /\ 0.6165 <= x < 0.6166.

(** * The integrals *)

Local Notation f := (fun t => cos t / t).

Lemma positive_between : forall a b t, 0 < a -> 0 < b -> Rmin a b <= t -> 0 < t.
Proof. intros a b t A B. unfold Rmin. destruct (Rle_dec a b); lra. Qed.

Lemma integrable : forall a b, 0 < a -> 0 < b -> ex_RInt f a b.
Proof.
  intros a b A B. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros t [T _]. pose proof (positive_between a b t A B T).
  apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). auto_derive. lra.
Qed.

Lemma chasles : forall a b c, 0 < a -> 0 < b -> 0 < c -> RInt f a b + RInt f b c = RInt f a c.
Proof. intros a b c A B C. apply (RInt_Chasles (V := R_CompleteNormedModule) f); apply integrable; assumption. Qed.

(** An integrand that is close to a derivative. *)
Lemma close_to_primitive : forall G g E e a b, a <= b ->
  (forall t, a <= t <= b -> is_derive G t (g t) /\ is_derive E t (e t) /\ continuous g t /\ continuous e t /\ Rabs (cos t / t - g t) <= e t) ->
  0 < a -> Rabs (RInt f a b - (G b - G a)) <= E b - E a.
Proof.
  intros G g E e a b Le H A. assert (Span : forall t, Rmin a b <= t <= Rmax a b -> a <= t <= b) by (intro t; rewrite Rmin_left, Rmax_right by exact Le; tauto).
  assert (Ig : is_RInt g a b (G b - G a)) by (apply (is_RInt_derive (V := R_CompleteNormedModule)); intros t T; apply H, Span, T).
  assert (Ie : is_RInt e a b (E b - E a)) by (apply (is_RInt_derive (V := R_CompleteNormedModule)); intros t T; apply H, Span, T).
  pose proof (RInt_correct (V := R_CompleteNormedModule) _ _ _ (integrable a b A ltac:(lra))) as If.
  pose proof (is_RInt_minus (V := R_NormedModule) _ _ _ _ _ _ If Ig) as Off. pose proof (is_RInt_opp (V := R_NormedModule) _ _ _ _ Ie) as Low.
  apply Rabs_le. split.
  - apply (is_RInt_le _ _ _ _ _ _ Le Low Off). intros t T. destruct (H t ltac:(lra)) as [_ [_ [_ [_ C]]]]. apply Rabs_le_between in C. exact (proj1 C).
  - apply (is_RInt_le _ _ _ _ _ _ Le Off Ie). intros t T. destruct (H t ltac:(lra)) as [_ [_ [_ [_ C]]]]. apply Rabs_le_between in C. exact (proj2 C).
Qed.

Ltac smooth := apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)); auto_derive.

(** Once by parts. *)
Lemma tail_once : forall a b, 0 < a <= b -> Rabs (RInt f a b) <= 2 / a.
Proof.
  intros a b [A Le].
  assert (H : Rabs (RInt f a b - (sin b / b - sin a / a)) <= - / b - - / a).
  { apply (close_to_primitive (fun t => sin t / t) (fun t => cos t / t - sin t / t ^ 2) (fun t => - / t) (fun t => / t ^ 2)); [exact Le| |exact A].
    intros t T. assert (0 < t ^ 2) by nra. refine (conj _ (conj _ (conj _ (conj _ _)))).
    - auto_derive; [lra|]. field. lra.
    - auto_derive; [lra|]. field. lra.
    - smooth. repeat split; nra.
    - smooth. nra.
    - replace (cos t / t - (cos t / t - sin t / t ^ 2)) with (sin t * / t ^ 2) by (field; lra).
      rewrite Rabs_mult, (Rabs_pos_eq (/ t ^ 2)) by (left; apply Rinv_0_lt_compat; lra).
      rewrite <- (Rmult_1_l (/ t ^ 2)) at 2. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|]. apply Rabs_le, SIN_bound. }
  assert (S : forall t, 0 < t -> - / t <= sin t / t <= / t).
  { intros t T. pose proof (SIN_bound t). pose proof (Rinv_0_lt_compat t T). unfold Rdiv. split; nra. }
  pose proof (S a A). pose proof (S b ltac:(lra)). apply Rabs_le_between in H. apply Rabs_le. unfold Rdiv. lra.
Qed.

(** Eight times: the derivative of `parts` is cos t / t + 5040 sin t / t^8. *)
Definition parts (t : R) : R := sin t * (1 / t - 2 / t ^ 3 + 24 / t ^ 5 - 720 / t ^ 7) - cos t * (1 / t ^ 2 - 6 / t ^ 4 + 120 / t ^ 6).

Lemma tail_eight : forall a b, 0 < a <= b -> Rabs (RInt f a b - (parts b - parts a)) <= 720 / a ^ 7.
Proof.
  intros a b [A Le].
  assert (H : Rabs (RInt f a b - (parts b - parts a)) <= - (720 / b ^ 7) - - (720 / a ^ 7)).
  { apply (close_to_primitive parts (fun t => cos t / t + 5040 * sin t / t ^ 8) (fun t => - (720 / t ^ 7)) (fun t => 5040 / t ^ 8)); [exact Le| |exact A].
    intros t T. assert (forall n, t ^ n <> 0) by (intro n; apply pow_nonzero; lra). assert (0 < t ^ 8) by (apply pow_lt; lra).
    refine (conj _ (conj _ (conj _ (conj _ _)))).
    - unfold parts. auto_derive; [repeat split; first [lra|apply (H 2%nat)|apply (H 3%nat)|apply (H 4%nat)|apply (H 5%nat)|apply (H 6%nat)|apply (H 7%nat)]|]. field. lra.
    - auto_derive; [apply (H 7%nat)|]. field. lra.
    - smooth. repeat split; [lra|apply (H 8%nat)].
    - smooth. apply (H 8%nat).
    - replace (cos t / t - (cos t / t + 5040 * sin t / t ^ 8)) with (- sin t * (5040 / t ^ 8)) by (field; lra).
      assert (0 <= 5040 / t ^ 8) by (apply Rlt_le, Rdiv_lt_0_compat; lra). rewrite Rabs_mult, (Rabs_pos_eq (5040 / t ^ 8)) by assumption.
      rewrite <- (Rmult_1_l (5040 / t ^ 8)) at 2. apply Rmult_le_compat_r; [assumption|]. rewrite Rabs_Ropp. apply Rabs_le, SIN_bound. }
  assert (0 < 720 / b ^ 7) by (apply Rdiv_lt_0_compat; [lra|apply pow_lt; lra]). lra.
Qed.

(** * The limit *)

Lemma Ci_exists : forall x, 0 < x -> exists c, is_Ci x c.
Proof.
  intros x X. unfold is_Ci, is_lim. apply (filterlim_locally_cauchy (U := R_CompleteNormedModule) (F := Rbar_locally' p_infty)). intro eps.
  exists (fun T => Rmax 1 (4 / eps) < T). split; [exists (Rmax 1 (4 / eps)); auto|].
  assert (Near : forall u v, Rmax 1 (4 / eps) < u -> u <= v -> Rabs (- RInt f x v - - RInt f x u) < eps).
  { intros u v U V. assert (1 <= Rmax 1 (4 / eps)) by apply Rmax_l. assert (4 / eps <= Rmax 1 (4 / eps)) by apply Rmax_r. pose proof (cond_pos eps) as Eps.
    rewrite <- (chasles x u v) by lra. replace (- (RInt f x u + RInt f u v) - - RInt f x u) with (- RInt f u v) by ring. rewrite Rabs_Ropp.
    apply Rle_lt_trans with (2 / u); [apply tail_once; lra|]. apply (Rmult_lt_reg_r u); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
    assert (4 < eps * u); [|lra]. replace 4 with (eps * (4 / eps)) by (field; lra). apply Rmult_lt_compat_l; lra. }
  intros u v U V. change (Rabs (- RInt f x v - - RInt f x u) < eps). destruct (Rle_dec u v) as [Le|Gt]; [apply Near; assumption|].
  rewrite Rabs_minus_sym. apply Near; [assumption|lra].
Qed.

Definition Ci (x : R) : R := real (Lim (fun T => - RInt f x T) p_infty).

Lemma Ci_is : forall x, 0 < x -> is_Ci x (Ci x).
Proof. intros x X. destruct (Ci_exists x X) as [c C]. unfold Ci. rewrite (is_lim_unique _ _ _ C). exact C. Qed.

Lemma Ci_only : forall x c, is_Ci x c -> c = Ci x.
Proof. intros x c C. unfold Ci. rewrite (is_lim_unique _ _ _ C). reflexivity. Qed.

Lemma Ci_between : forall x y, 0 < x -> 0 < y -> Ci y = Ci x + RInt f x y.
Proof.
  intros x y X Y. symmetry. apply Ci_only. unfold is_Ci. apply (is_lim_ext_loc (fun T => - RInt f x T + RInt f x y)).
  - exists 1. intros T HT. rewrite <- (chasles x y T) by lra. ring.
  - apply (is_lim_plus' _ _ _ (Ci x) (RInt f x y)); [apply Ci_is, X|apply is_lim_const].
Qed.

(** What holds of the integrals from some T on holds of Ci. *)
Lemma Ci_within : forall x c r from, 0 < x -> (forall T, from < T -> Rabs (- RInt f x T - c) <= r) -> Rabs (Ci x - c) <= r.
Proof.
  intros x c r from X H. pose proof (Ci_is x X) as L. assert (B : forall T, from < T -> c - r <= - RInt f x T <= c + r) by (intros T HT; apply Rabs_le_between', H, HT).
  assert (Low : Rbar_le (c - r) (Ci x)).
  { apply (is_lim_le_loc (fun _ => c - r) (fun T => - RInt f x T) p_infty); [exists from; intros T HT; apply B, HT|apply is_lim_const|exact L]. }
  assert (High : Rbar_le (Ci x) (c + r)).
  { apply (is_lim_le_loc (fun T => - RInt f x T) (fun _ => c + r) p_infty); [exists from; intros T HT; apply B, HT|exact L|apply is_lim_const]. }
  simpl in Low, High. apply Rabs_le_between'. lra.
Qed.

Lemma Ci_far : forall x, 0 < x -> Rabs (Ci x) <= 2 / x.
Proof.
  intros x X. rewrite <- (Rminus_0_r (Ci x)). apply (Ci_within x 0 (2 / x) x X). intros T HT. rewrite Rminus_0_r, Rabs_Ropp. apply tail_once. lra.
Qed.

Lemma Ci_20 : Rabs (Ci 20 - parts 20) <= 0.000001.
Proof.
  apply (Ci_within 20 (parts 20) 0.000001 10000000); [lra|]. intros T HT. pose proof (tail_eight 20 T ltac:(lra)) as H. apply Rabs_le_between in H.
  assert (Far : -0.0000002 <= parts T <= 0.0000002) by (unfold parts; interval with (i_prec 53)).
  assert (720 / 20 ^ 7 <= 0.0000006) by lra. apply Rabs_le. lra.
Qed.

(** * Values *)

Lemma from_zero_to_20 : 0.044426 <= RInt f 0.6165 20 <= 0.044428.
Proof. integral with (i_prec 40, i_degree 12, i_fuel 100). Qed.

Lemma Ci_below : -0.00001 <= Ci 0.6165 <= -0.000004.
Proof.
  rewrite (Ci_between 20 0.6165) by lra. rewrite <- opp_RInt_swap by (apply integrable; lra). change (opp ?z) with (- z).
  pose proof from_zero_to_20. pose proof Ci_20 as At. apply Rabs_le_between' in At.
  assert (0.0444196 <= parts 20 <= 0.04442) by (unfold parts; interval with (i_prec 53)). lra.
Qed.

Lemma Ci_value : forall low x high, 0 < x -> low + 0.00001 <= RInt f 0.6165 x <= high -> low <= Ci x <= high.
Proof. intros low x high X H. rewrite (Ci_between 0.6165 x) by lra. pose proof Ci_below. lra. Qed.

Ltac value := apply Ci_value; [try lra|integral with (i_prec 40, i_degree 8, i_fuel 100)].

Lemma Ci_middle : 0.00005 <= Ci 0.61655 <= 0.0001.
Proof. value. Qed.

Lemma Ci_1 : 0.3 <= Ci 1 <= 0.4.
Proof. value. Qed.

Lemma Ci_top : 0.471 <= Ci (PI / 2) <= 0.473.
Proof. value. pose proof PI_RGT_0. lra. Qed.

Lemma Ci_4 : -0.2 <= Ci 4 <= -0.1.
Proof. value. Qed.

(** * Up to pi/2, and down from there to 4 *)

Lemma Ci_rises : forall x y, 0 < x < y -> y <= PI / 2 -> Ci x < Ci y.
Proof.
  intros x y [X Less] Y. rewrite (Ci_between x y) by lra. assert (0 < RInt f x y); [|lra]. apply RInt_gt_0; [exact Less| |].
  - intros t T. apply Rdiv_lt_0_compat; [apply cos_gt_0; lra|lra].
  - intros t T. smooth. lra.
Qed.

Lemma Ci_falls : forall x y, PI / 2 <= x <= y -> y <= 4 -> Ci y <= Ci x.
Proof.
  intros x y [X Le] Y. pose proof PI_RGT_0. assert (3.1 <= PI) by interval. rewrite (Ci_between x y) by lra. assert (RInt f x y <= 0); [|lra].
  apply Rle_trans with (RInt (fun _ => 0) x y).
  - apply RInt_le; [exact Le|apply integrable; lra|apply ex_RInt_const|]. intros t T.
    assert (cos t <= 0) by (apply cos_le_0; lra). pose proof (Rinv_0_lt_compat t ltac:(lra)). unfold Rdiv. nra.
  - rewrite RInt_const. right. apply Rmult_0_r.
Qed.

Theorem su2024_ci_proved : su2024_ci_statement.
Proof.
  intros m M. exists (Ci m). split; [apply Ci_is; lra|]. pose proof Ci_1. pose proof Ci_top. pose proof Ci_4. assert (3.1 <= PI <= 3.2) by (split; interval).
  destruct (Rle_dec m 4) as [Near|Far].
  - apply Rabs_le. destruct (Rle_dec m (PI / 2)) as [Up|Down].
    + assert (Ci 1 <= Ci m) by (destruct (Req_dec 1 m) as [->|N]; [lra|left; apply Ci_rises; lra]).
      assert (Ci m <= Ci (PI / 2)) by (destruct (Req_dec m (PI / 2)) as [->|N]; [lra|left; apply Ci_rises; lra]). lra.
    + pose proof (Ci_falls (PI / 2) m ltac:(lra) Near). pose proof (Ci_falls m 4 ltac:(lra) ltac:(lra)). lra.
  - apply Rle_trans with (2 / m); [apply Ci_far; lra|]. apply (Rmult_le_reg_r m); [lra|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Lemma Ci_continuous : forall x, 0 < x -> continuity_pt Ci x.
Proof.
  intros x X. apply derivable_continuous_pt. exists (cos x / x). apply is_derive_Reals. apply (is_derive_ext_loc (fun y => Ci 1 + RInt f 1 y)).
  - apply (locally_interval _ x 0 p_infty X I). intros y Y _. simpl in Y. symmetry. apply Ci_between; lra.
  - replace (cos x / x) with (plus 0 (cos x / x)) by apply Rplus_0_l.
    apply (is_derive_plus (K := R_AbsRing) (V := R_NormedModule)); [apply (is_derive_const (K := R_AbsRing) (V := R_NormedModule))|].
    apply (is_derive_RInt (V := R_NormedModule) f (RInt f 1) 1).
    + apply (locally_interval _ x 0 p_infty X I). intros y Y _. simpl in Y. apply (RInt_correct (V := R_CompleteNormedModule)), integrable; lra.
    + smooth. lra.
Qed.

Theorem su2024_ci_zero_proved : su2024_ci_zero_statement.
Proof.
  pose proof Ci_below. pose proof Ci_middle. assert (3.1 <= PI) by interval.
  destruct (IVT_interv Ci 0.6165 0.61655) as [x [[Low High] Zero]]; [intros a A; apply Ci_continuous; lra|lra|lra|lra|].
  exists x. split; [|lra]. split; [lra|]. split; [rewrite <- Zero; apply Ci_is; lra|].
  intros y Y. exists (Ci y). split; [apply Ci_is; lra|]. rewrite <- Zero. apply Ci_rises; lra.
Qed.

(** * False neighbours *)

(** 0.47 in place of 1/2: at pi/2 it is 0.472. *)
Definition su2024_ci_neighbour_smaller : Prop := forall m, 1 <= m -> exists c, is_Ci m c /\ Rabs c <= 0.47.

Theorem su2024_ci_neighbour_smaller_false : ~ su2024_ci_neighbour_smaller.
Proof.
  intro H. assert (3.1 <= PI) by interval. destruct (H (PI / 2) ltac:(lra)) as [c [C B]].
  rewrite (Ci_only _ _ C) in B. pose proof Ci_top. apply Rabs_le_between in B. lra.
Qed.

(** From 1/4 on. *)
Definition su2024_ci_neighbour_quarter : Prop := forall m, 1 / 4 <= m -> exists c, is_Ci m c /\ Rabs c <= 1 / 2.

Lemma Ci_quarter : -0.9 <= Ci (1 / 4) <= -0.8.
Proof. value. Qed.

Theorem su2024_ci_neighbour_quarter_false : ~ su2024_ci_neighbour_quarter.
Proof.
  intro H. destruct (H (1 / 4) ltac:(lra)) as [c [C B]]. rewrite (Ci_only _ _ C) in B. pose proof Ci_quarter. apply Rabs_le_between in B. lra.
Qed.

(** The last digit one more: Ci is positive at 0.61655 already. *)
Definition su2024_ci_zero_neighbour_more : Prop := exists x, first_zero x /\ 0.6166 <= x < 0.6167.

Theorem su2024_ci_zero_neighbour_more_false : ~ su2024_ci_zero_neighbour_more.
Proof.
  intros [x [[_ [_ Before]] B]]. destruct (Before 0.61655 ltac:(lra)) as [c [C Neg]]. rewrite (Ci_only _ _ C) in Neg. pose proof Ci_middle. lra.
Qed.

(** The last digit one less: Ci is negative up to 0.6165. *)
Definition su2024_ci_zero_neighbour_less : Prop := exists x, first_zero x /\ 0.6164 <= x < 0.6165.

Theorem su2024_ci_zero_neighbour_less_false : ~ su2024_ci_zero_neighbour_less.
Proof.
  intros [x [[_ [Zero _]] B]]. apply Ci_only in Zero. pose proof Ci_below. assert (3.1 <= PI) by interval. pose proof (Ci_rises x 0.6165 ltac:(lra) ltac:(lra)). lra.
Qed.

(** The only zero: another is before 4. *)
Definition su2024_ci_zero_neighbour_only : Prop := exists x, first_zero x /\ 0.6165 <= x < 0.6166 /\ forall y, 0 < y -> is_Ci y 0 -> y = x.

Theorem su2024_ci_zero_neighbour_only_false : ~ su2024_ci_zero_neighbour_only.
Proof.
  intros [x [_ [B Only]]]. pose proof Ci_1. pose proof Ci_4.
  destruct (IVT_interv (fun y => - Ci y) 1 4) as [y [[Low _] Zero]]; [intros a A; apply (continuity_pt_opp Ci), Ci_continuous; lra|lra|lra|lra|].
  assert (y = x); [|lra]. apply Only; [lra|]. replace 0 with (Ci y) by lra. apply Ci_is. lra.
Qed.

Example su2024_ci_instance : instance_of su2024_ci_statement.
Proof. exists 1. split; [lra|exact I]. Qed.

Example su2024_ci_zero_instance : instance_of su2024_ci_zero_statement.
Proof. exists 0. repeat split. Qed.
