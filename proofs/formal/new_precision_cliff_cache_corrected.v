(** new.precision-cliff.cache.corrected: what the roundings before and in a cached cosine cost.

    Statement.  Casting an exact cosine to a format of p bits costs at most 2^{-(p+1)}, 2^-9 in bfloat16, at every position.
    The steps before it cost what they do to the phase, and that grows with the position: with bfloat16 frequencies up to
    2.0 (plane 21, position 76451), as with bfloat16 positions or phases.

    Idea: in [-1, 1] the spacing is at most 2^-p.  A phase that is off by y moves the cosine by at most |y|, and by 2 where
    it takes a whole turn to a half one; a frequency that is off by d is off by m d at position m.
    Encoding: rounding as in new_precision_cliff.v; base 500000, d = 128; "up to 2.0": more than 1.999 at the pair named, for
    positions plane 10 at 86349, for phases plane 6 at 112727. *)

From Coq Require Import Reals ZArith Lra Lia.
From Flocq Require Import Core.
From RopeTheory Require Import IntervalZ.
From RopeTheory Require Import Rope Trig new_precision_cliff Instances.
Open Scope R_scope.

(** What a step before the cast costs: it turns the phase x into y. *)
Definition step_cost (x y : R) : R := Rabs (cos y - cos x).

Definition new_precision_cliff_cache_corrected_statement : Prop :=
  (forall (p : Z) (x : R), (1 <= p)%Z -> Rabs x <= 1 -> Rabs (round_to p x - x) <= bpow radix2 (- (p + 1))) /\
  (forall (p : Z) (position theta : R), (1 <= p)%Z ->
     Rabs (round_to p (cos (position * theta)) - cos (position * theta)) <= bpow radix2 (- (p + 1))) /\
  (forall x y : R, step_cost x y <= Rabs (y - x) /\ step_cost x y <= 2) /\
  (forall (rounding : R -> R) (position theta : R), 0 <= position ->
     Rabs (position * rounding theta - position * theta) = position * Rabs (rounding theta - theta)) /\
  1.999 < step_cost (76451 * g 21) (76451 * bfloat16 (g 21)) /\
  1.999 < step_cost (86349 * g 10) (bfloat16 86349 * g 10) /\
  1.999 < step_cost (112727 * g 6) (bfloat16 (112727 * g 6)).

Lemma cast : forall p x, (1 <= p)%Z -> Rabs x <= 1 -> Rabs (round_to p x - x) <= bpow radix2 (- (p + 1)).
Proof.
  intros p x P X. assert (V : Valid_exp (FLX_exp p)) by (apply FLX_exp_valid; unfold Prec_gt_0; lia).
  pose proof (bpow_gt_0 radix2 (- (p + 1))) as Pos.
  destruct (Req_dec x 0) as [->|Nz].
  { unfold round_to. rewrite round_0 by apply valid_rnd_N. rewrite Rminus_0_r, Rabs_R0. lra. }
  destruct (Req_dec (Rabs x) 1) as [E|E].
  { assert (K : round_to p x = x).
    { assert (One : round_to p 1 = 1) by (apply (power_kept p 0 P)). unfold Rabs in E. destruct (Rcase_abs x); [|subst; exact One].
      replace x with (- (1)) by lra. apply round_generic; [apply valid_rnd_N|]. apply generic_format_opp.
      apply (generic_format_bpow radix2 _ 0). unfold FLX_exp. lia. }
    rewrite K. replace (x - x) with 0 by ring. rewrite Rabs_R0. lra. }
  pose proof (error_le_half_ulp radix2 (FLX_exp p) (fun n => negb (Z.even n)) x) as H.
  change (Rabs (round_to p x - x) <= / 2 * ulp radix2 (FLX_exp p) x) in H. rewrite ulp_neq_0 in H by exact Nz.
  assert (M : (mag radix2 x <= 0)%Z) by (apply mag_le_bpow; [exact Nz|simpl; lra]).
  assert (L : bpow radix2 (cexp radix2 (FLX_exp p) x) <= bpow radix2 (- p)) by (apply bpow_le; unfold cexp, FLX_exp; lia).
  pose proof (half_step p). lra.
Qed.

Lemma cos_moves : forall x y, step_cost x y <= Rabs (y - x).
Proof.
  intros x y. unfold step_cost. rewrite cos_difference, Rabs_mult, Rabs_mult, (Rabs_right 2) by lra.
  pose proof (sin_abs_le ((x - y) / 2)) as S. pose proof (SIN_bound ((x + y) / 2)) as B.
  assert (B' : Rabs (sin ((x + y) / 2)) <= 1) by (apply Rabs_le; lra).
  assert (E : Rabs (y - x) = 2 * Rabs ((x - y) / 2)).
  { rewrite <- Rabs_Ropp. replace (- (y - x)) with (2 * ((x - y) / 2)) by field. rewrite Rabs_mult, (Rabs_right 2) by lra. reflexivity. }
  rewrite E. pose proof (Rabs_pos (sin ((x + y) / 2))). pose proof (Rabs_pos (sin ((x - y) / 2))). nra.
Qed.

Lemma of_bfloat16 : forall x e M y, bpow radix2 (e - 1) <= x < bpow radix2 e ->
  IZR M - / 2 < x * bpow radix2 (8 - e) < IZR M + / 2 -> y = IZR M * bpow radix2 (e - 8) -> bfloat16 x = y.
Proof. intros x e M y X H ->. apply rounds; [lia|exact X|apply nearest, H]. Qed.

(** A whole number of turns against one more half. *)
Lemma far_apart : forall x y k j, 0.9999 < cos (y + IZR k * (2 * PI)) -> cos (x + IZR j * (2 * PI)) < - 0.9999 -> 1.999 < step_cost x y.
Proof.
  intros x y k j A B. rewrite cos_period_Z in A, B. unfold step_cost. apply Rlt_le_trans with (cos y - cos x); [lra|]. apply Rle_abs.
Qed.

Lemma step_cost_sym : forall x y, step_cost x y = step_cost y x.
Proof. intros. unfold step_cost. rewrite <- Rabs_Ropp. f_equal. ring. Qed.

Lemma g_21 : bfloat16 (g 21) = 136 / 8192 /\ 0.016560 < g 21 < 0.016561.
Proof.
  assert (B : 0.016560 < g 21 < 0.016561) by (unfold g, Rpower; simpl; split; interval).
  split; [|exact B]. apply (of_bfloat16 _ (-5) 136); simpl; lra.
Qed.

Theorem new_precision_cliff_cache_corrected_proved : new_precision_cliff_cache_corrected_statement.
Proof.
  split; [exact cast|]. split; [|split; [|split; [|split; [|split]]]].
  - intros p m t P. apply cast; [exact P|]. apply Rabs_le. pose proof (COS_bound (m * t)). lra.
  - intros x y. split; [apply cos_moves|]. apply Rabs_le. pose proof (COS_bound x). pose proof (COS_bound y). lra.
  - intros rounding m t M. rewrite <- Rmult_minus_distr_l, Rabs_mult, (Rabs_right m) by lra. reflexivity.
  - destruct g_21 as [-> _]. apply (far_apart _ _ (-202) (-201)).
    + interval with (i_prec 60).
    + unfold g, Rpower. simpl. interval with (i_prec 60).
  - assert (bfloat16 86349 = 86528) as -> by (apply (of_bfloat16 _ 17 169); simpl; lra).
    rewrite step_cost_sym. apply (far_apart _ _ (-2171) (-2175)); unfold g, Rpower; simpl; interval with (i_prec 60).
  - assert (bfloat16 (112727 * g 6) = 40448) as ->.
    { assert (40400 < 112727 * g 6 < 40500) by (unfold g, Rpower; simpl; split; interval).
      apply (of_bfloat16 _ 16 158); simpl; lra. }
    rewrite step_cost_sym. apply (far_apart _ _ (-6436) (-6437)); unfold g, Rpower; simpl; interval with (i_prec 60).
Qed.

(** * False neighbours *)

(** Half of it: 1 - 2^-9 goes to 1. *)
Definition new_precision_cliff_cache_corrected_neighbour_half : Prop :=
  forall (p : Z) (x : R), (1 <= p)%Z -> Rabs x <= 1 -> Rabs (round_to p x - x) <= bpow radix2 (- (p + 2)).

Theorem new_precision_cliff_cache_corrected_neighbour_half_false : ~ new_precision_cliff_cache_corrected_neighbour_half.
Proof.
  intro H. specialize (H 8%Z (1 - bpow radix2 (- (8 + 1))) ltac:(lia)). rewrite tie_goes_up in H by lia. simpl in H.
  rewrite !Rabs_right in H by lra. lra.
Qed.

(** Above 1, too: 1 + 2^-8 goes to 1. *)
Definition new_precision_cliff_cache_corrected_neighbour_above : Prop :=
  forall (p : Z) (x : R), (1 <= p)%Z -> Rabs (round_to p x - x) <= bpow radix2 (- (p + 1)).

Lemma above_1 : round_to 8 (257 / 256) = 1.
Proof.
  rewrite (rounds 8 1 _ 128); [simpl; lra|lia|simpl; lra|]. simpl. unfold ZnearestE, Znearest.
  rewrite Zfloor_imp with (n := 128%Z) by (simpl; lra). rewrite Rcompare_Eq by (simpl; lra). reflexivity.
Qed.

Theorem new_precision_cliff_cache_corrected_neighbour_above_false : ~ new_precision_cliff_cache_corrected_neighbour_above.
Proof.
  intro H. specialize (H 8%Z (257 / 256) ltac:(lia)).
  rewrite above_1 in H. simpl in H. rewrite Rabs_left in H by lra. lra.
Qed.

(** float32 frequencies cost as much: at plane 21 and position 76451 the phase is off by less than 0.001. *)
Definition new_precision_cliff_cache_corrected_neighbour_float32 : Prop :=
  1.999 < step_cost (76451 * g 21) (76451 * round_to 24 (g 21)).

Theorem new_precision_cliff_cache_corrected_neighbour_float32_false : ~ new_precision_cliff_cache_corrected_neighbour_float32.
Proof.
  intro H. pose proof (cos_moves (76451 * g 21) (76451 * round_to 24 (g 21))) as M.
  rewrite <- Rmult_minus_distr_l, Rabs_mult, (Rabs_right 76451) in M by lra.
  destruct g_21 as [_ B].
  assert (C : Rabs (g 21) <= 1) by (rewrite Rabs_right; lra).
  pose proof (cast 24 (g 21) ltac:(lia) C) as K. change (bpow radix2 (- (24 + 1))) with (/ 33554432) in K. unfold new_precision_cliff_cache_corrected_neighbour_float32 in H. lra.
Qed.

Example new_precision_cliff_cache_corrected_instance : instance_of new_precision_cliff_cache_corrected_statement.
Proof.
  split; [exists 8%Z, (1 / 3); split; [lia|]; split; [rewrite Rabs_pos_eq; lra|exact I]|].
  split; [exists 8%Z, 5, 1; split; [lia|exact I]|]. split; [exists 0, 1; repeat split|].
  split; [exists bfloat16, 131071, 1; split; [lra|exact I]|]. repeat split.
Qed.
