(** new.precision-cliff.threshold (new; IEEE 754 rounding to nearest, ties to even).

    If every logit is rounded once to p significant bits, a target of exact logit 1 stays strictly ahead of a
    rival of exact logit 1 - Delta exactly when Delta > 2^{-(p+1)}.

    Idea: below 1 the numbers of p bits are 2^{-p} apart; the middle between the last of them and 1 goes to 1,
    which has the even mantissa.  Encoding: Flocq's rounding, no underflow; any p >= 1, any Delta >= 0. *)

From Coq Require Import Reals ZArith Lra Lia.
From Flocq Require Import Core.
From RopeTheory Require Import new_precision_cliff.
Open Scope R_scope.

Definition new_precision_cliff_threshold_statement : Prop :=
  forall (p : Z) (Delta : R), (1 <= p)%Z -> 0 <= Delta ->
    (round_to p (1 - Delta) < round_to p 1 <-> bpow radix2 (- (p + 1)) < Delta).

Lemma half_step : forall p, bpow radix2 (- (p + 1)) = / 2 * bpow radix2 (- p).
Proof.
  intro p. replace (- (p + 1))%Z with (-1 + - p)%Z by ring. rewrite bpow_plus. simpl. lra.
Qed.

Lemma power_kept : forall p e, (1 <= p)%Z -> round_to p (bpow radix2 e) = bpow radix2 e.
Proof.
  intros p e Hp. apply round_generic; [apply valid_rnd_N|]. apply generic_format_bpow. unfold FLX_exp. lia.
Qed.

(** The middle between 1 - 2^{-p} and 1 goes to 1. *)
Lemma tie_goes_up : forall p, (1 <= p)%Z -> round_to p (1 - bpow radix2 (- (p + 1))) = 1.
Proof.
  intros p Hp. pose proof (half_step p) as H. pose proof (bpow_gt_0 radix2 (- p)).
  assert (L : bpow radix2 (- p) <= / 2) by (apply (bpow_le radix2 (- p) (-1)); lia).
  assert (One : bpow radix2 (- p) * bpow radix2 p = 1) by
    (rewrite <- bpow_plus; replace (- p + p)%Z with 0%Z by ring; reflexivity).
  rewrite (rounds p 0 _ (2 ^ p)).
  - rewrite (IZR_Zpower radix2) by lia. rewrite Z.sub_0_l, Rmult_comm. exact One.
  - lia.
  - simpl. lra.
  - rewrite Z.sub_0_r, H. replace ((1 - / 2 * bpow radix2 (- p)) * bpow radix2 p) with (bpow radix2 p - / 2)
      by (rewrite Rmult_minus_distr_r, Rmult_assoc, One; ring).
    rewrite <- (IZR_Zpower radix2) by lia. change (radix2 ^ p)%Z with (2 ^ p)%Z.
    unfold ZnearestE, Znearest.
    assert (F : Zfloor (IZR (2 ^ p) - / 2) = (2 ^ p - 1)%Z).
    { apply Zfloor_imp. rewrite plus_IZR, minus_IZR. split; lra. }
    assert (C : Zceil (IZR (2 ^ p) - / 2) = (2 ^ p)%Z).
    { apply Zceil_imp. rewrite minus_IZR. split; lra. }
    rewrite F, C, Rcompare_Eq by (rewrite minus_IZR; lra).
    assert (E : Z.even (2 ^ p - 1) = false).
    { rewrite Z.even_sub, Z.even_pow by lia. reflexivity. }
    rewrite E. reflexivity.
Qed.

Theorem new_precision_cliff_threshold_proved : new_precision_cliff_threshold_statement.
Proof.
  intros p D Hp HD. pose proof (power_kept p 0 Hp) as K. simpl in K. rewrite K.
  assert (V : Valid_exp (FLX_exp p)) by (apply FLX_exp_valid; unfold Prec_gt_0; lia).
  pose proof (half_step p) as H. pose proof (bpow_gt_0 radix2 (- p)) as P. split; intro L.
  - apply Rnot_le_lt. intro Q.
    assert (round_to p (1 - bpow radix2 (- (p + 1))) <= round_to p (1 - D))
      by (apply round_le; [exact V|apply valid_rnd_N|lra]).
    rewrite (tie_goes_up p Hp) in *. lra.
  - destruct (Rle_dec (/ 2) (1 - D)) as [B|B].
    + pose proof (error_le_half_ulp radix2 (FLX_exp p) (fun x => negb (Z.even x)) (1 - D)) as E.
      assert (Mag : mag radix2 (1 - D) = 0%Z :> Z)
        by (apply mag_unique; rewrite Rabs_pos_eq by lra; simpl; split; lra).
      assert (U : ulp radix2 (FLX_exp p) (1 - D) = bpow radix2 (- p)).
      { rewrite ulp_neq_0 by lra. unfold cexp. rewrite Mag. unfold FLX_exp. f_equal. }
      rewrite U in E. change (Rabs (round_to p (1 - D) - (1 - D)) <= / 2 * bpow radix2 (- p)) in E.
      apply Rabs_le_inv in E. lra.
    + pose proof (power_kept p (-1) Hp) as K2. assert (E : bpow radix2 (-1) = / 2) by (simpl; lra).
      rewrite E in K2.
      assert (round_to p (1 - D) <= round_to p (/ 2)) by (apply round_le; [exact V|apply valid_rnd_N|lra]).
      lra.
Qed.

(** A lead of exactly 2^{-(p+1)} survives. *)
Definition new_precision_cliff_threshold_neighbour_equal : Prop :=
  forall (p : Z) (Delta : R), (1 <= p)%Z -> 0 < Delta ->
    bpow radix2 (- (p + 1)) <= Delta -> round_to p (1 - Delta) < round_to p 1.

Theorem new_precision_cliff_threshold_neighbour_equal_false : ~ new_precision_cliff_threshold_neighbour_equal.
Proof.
  intro H. pose proof (bpow_gt_0 radix2 (- (8 + 1))) as P.
  specialize (H 8%Z (bpow radix2 (- (8 + 1))) ltac:(lia) P ltac:(lra)).
  apply new_precision_cliff_threshold_proved in H; try lia; lra.
Qed.
