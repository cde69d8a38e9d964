(** u26.thm31.every-position-as-constructed and u26.thm31.no-angle (U26, Theorem 3.1, at inner positions).

    .every-position-as-constructed: "The printed T_Index, at any angle that serves the last position,
    computes Index at every position of every input with n > m (hard attention)."  Refuted: A 2 B at theta
    = 2 pi/3.
    .no-angle: no angle makes the printed T_Index right at every position of all inputs of length 5: for
    every theta it fails at the second position of A k A A A for k = 2, 3 or 4, under hard attention and
    under softmax of any beta >= 0.

    Idea: at position 2 of A k ... the integer k points before the start and should stay.  The head sees A
    at distance 1 with the logit cos((k-1) theta) and the integer itself with cos(k theta); the integer
    stays only if less than half of the weight sits on A, that is if cos((k-1) theta) < cos(k theta).  No
    angle has cos theta < cos 2 theta < cos 3 theta < cos 4 theta.

    Encoding: T_Index with F = x + a and W_V = 2 on letters is index_score of u26_index_decode.v; the
    beginning of an input up to p is the input of the query at p.  "Right at p": the score of Index's token
    is above all others. "An angle that serves the last position": t theta is no multiple of 2 pi for 1 <=
    t < n. *)

From Coq Require Import Reals Lra Lia List ZArith.
From RopeTheory Require Import IntervalZ.
From RopeTheory Require Import Rope Trig Heads Tasks u26_index_logits u26_index_decode.
Import ListNotations.
Open Scope R_scope.

(** The scores lead with Index's token at position p of s_1..s_n; an integer that points before the start
    stays. *)
Definition right_at (score : token -> R) (s : nat -> token) (n p : nat) : Prop :=
  forall t, t <> index_at keep (map s (seq 1 n)) p -> score t < score (index_at keep (map s (seq 1 n)) p).

Definition u26_thm31_every_position_as_constructed_statement : Prop :=
  forall (theta : R) (s : nat -> token) (n : nat),
    (forall j i, within n j -> s j = Int i -> (1 <= i < n)%nat) ->
    (forall (t : nat) (z : Z), (1 <= t < n)%nat -> INR t * theta <> IZR z * (2 * PI)) ->
    forall p, within n p -> right_at (index_score theta s p) s n p.

(** F = x + a with softmax at inverse temperature beta. *)
Definition index_soft_score (beta theta : R) (s : nat -> token) (n : nat) (t : token) : R :=
  one_hot (s n) t + sum1 (fun j => weight beta (logits (h_pos theta) s n) n j * index_value (s j) t) n.

(** A k A A A. *)
Definition inner (k j : nat) : token := if (j =? 2)%nat then Int k else Letter 0.

Definition u26_thm31_no_angle_statement : Prop :=
  forall theta : R, exists k : nat, (2 <= k <= 4)%nat /\
    ~ right_at (index_score theta (inner k) 2) (inner k) 5 2 /\
    forall beta, 0 <= beta -> ~ right_at (index_soft_score beta theta (inner k) 2) (inner k) 5 2.

(** * The second position *)

Section Second.
  Variables (theta : R) (s : nat -> token) (n k : nat).
  Hypothesis First : s 1%nat = Letter 0.
  Hypothesis Second : s 2%nat = Int k.
  Hypothesis Long : (2 <= n)%nat.
  Hypothesis Before : (2 <= k)%nat.

  Lemma second_logits : logits (h_pos theta) s 2 1 = cos ((INR k - 1) * theta) /\
    logits (h_pos theta) s 2 2 = cos (INR k * theta).
  Proof.
    unfold logits. rewrite !h_pos_logit, Second. simpl. split.
    - rewrite <- cos_neg. f_equal. ring.
    - rewrite <- cos_neg. f_equal. ring.
  Qed.

  Lemma second_stays : index_at keep (map s (seq 1 n)) 2 = Int k.
  Proof.
    unfold index_at, keep. rewrite tok_map_seq by lia. rewrite Second.
    destruct (Nat.ltb_spec k 2); [lia|reflexivity].
  Qed.

  (** Weights w1 on the letter: the letter scores 2 w1, the integer 1. *)
  Lemma half_is_wrong : forall w : nat -> R, 1 / 2 <= w 1%nat ->
    ~ right_at (fun t => one_hot (s 2%nat) t + sum1 (fun j => w j * index_value (s j) t) 2) s n 2.
  Proof.
    intros w W H. unfold right_at in H. rewrite second_stays in H.
    specialize (H (Letter 0) ltac:(discriminate)).
    unfold sum1 in H. simpl in H. rewrite First, Second in H. unfold index_value, one_hot in H. simpl in H.
    rewrite Nat.eqb_refl in H. lra.
  Qed.

  Hypothesis Near : cos (INR k * theta) <= cos ((INR k - 1) * theta).

  Lemma hard_is_wrong : ~ right_at (index_score theta s 2) s n 2.
  Proof.
    apply (half_is_wrong (hard_weight (logits (h_pos theta) s 2) 2)).
    destruct second_logits as [L1 L2]. unfold hard_weight, sum1. simpl.
    assert (T : top (logits (h_pos theta) s 2) 2 1 = true).
    { apply top_spec. intros i I. unfold within in I. assert (i = 1 \/ i = 2)%nat as [->| ->] by lia; [lra|].
      rewrite L1, L2. exact Near. }
    rewrite T. destruct (top (logits (h_pos theta) s 2) 2 2); lra.
  Qed.

  Lemma soft_is_wrong : forall beta, 0 <= beta -> ~ right_at (index_soft_score beta theta s 2) s n 2.
  Proof.
    intros beta B. apply (half_is_wrong (weight beta (logits (h_pos theta) s 2) 2)).
    destruct second_logits as [L1 L2]. set (l := logits (h_pos theta) s 2) in *.
    unfold weight, sum1. simpl. rewrite L1, L2.
    assert (Le : exp (beta * cos (INR k * theta)) <= exp (beta * cos ((INR k - 1) * theta))).
    { assert (Le : beta * cos (INR k * theta) <= beta * cos ((INR k - 1) * theta)) by
        (apply Rmult_le_compat_l; assumption).
      destruct Le as [Lt|E]; [apply Rlt_le, exp_increasing, Lt|rewrite E; lra]. }
    pose proof (exp_pos (beta * cos (INR k * theta))). set (u := exp (beta * cos ((INR k - 1) * theta))) in *.
    set (v := exp (beta * cos (INR k * theta))) in *.
    apply Rmult_le_reg_r with (0 + u + v); [lra|]. unfold Rdiv.
    rewrite Rmult_assoc, (Rmult_assoc u), Rinv_l by lra. lra.
  Qed.
End Second.

(** * The refutation *)

Definition A_2_B (j : nat) : token := match j with 1%nat => Letter 0 | 2%nat => Int 2 | _ => Letter 1 end.

Theorem u26_thm31_every_position_as_constructed_refuted : ~ u26_thm31_every_position_as_constructed_statement.
Proof.
  intro H. pose proof PI_RGT_0 as P. apply (hard_is_wrong (2 * PI / 3) A_2_B 3 2 eq_refl eq_refl ltac:(lia)
    ltac:(lia)).
  - simpl. replace ((1 + 1 - 1) * (2 * PI / 3)) with (2 * PI / 3) by ring.
    rewrite <- (cos_full_turn (2 * PI / 3)). right. f_equal. field.
  - apply H; [| |unfold within; lia].
    + intros j i J E. unfold within in J. destruct j as [|[|[|[|j]]]]; try lia; try discriminate E.
      injection E as <-. lia.
    + intros t z T E. assert (E' : IZR (Z.of_nat t) = IZR (3 * z)).
      { rewrite <- INR_IZR_INZ, mult_IZR. nra. }
      apply eq_IZR in E'. lia.
Qed.

(** * No angle *)

Lemma no_increasing_cosines : forall theta,
  cos theta < cos (2 * theta) -> cos (2 * theta) < cos (3 * theta) -> cos (3 * theta) < cos (4 * theta) ->
    False.
Proof.
  intros theta H1 H2 H3. replace (3 * theta) with (2 * theta + theta) in * by ring.
  replace (4 * theta) with (2 * (2 * theta)) in H3 by ring.
  rewrite (cos_2a_cos (2 * theta)), cos_plus, cos_2a_cos, sin_2a in *.
  pose proof (COS_bound theta). pose proof (sin2_cos2 theta) as S. unfold Rsqr in S.
  set (c := cos theta) in *. set (t := sin theta) in *. assert (T : t * t = 1 - c * c) by lra.
  assert (C : (2 * c * c - 1) * c - 2 * t * c * t = 4 * c * c * c - 3 * c).
  { replace (2 * t * c * t) with (2 * c * (t * t)) by ring. rewrite T. ring. }
  rewrite C in *. assert (C1 : c < - 1 / 2) by nra. assert (C2 : 4 * c * c + 2 * c - 1 < 0) by nra.
  assert (C3 : (c - 1) * (2 * c * (4 * c * c + 2 * c - 1) - 2 * c - 1) > 0) by nra. nra.
Qed.

Theorem u26_thm31_no_angle_proved : u26_thm31_no_angle_statement.
Proof.
  intro theta.
  assert (K : exists k, (2 <= k <= 4)%nat /\ cos (INR k * theta) <= cos ((INR k - 1) * theta)).
  { destruct (Rlt_dec (cos theta) (cos (2 * theta))) as [L1|L1].
    - destruct (Rlt_dec (cos (2 * theta)) (cos (3 * theta))) as [L2|L2].
      + destruct (Rlt_dec (cos (3 * theta)) (cos (4 * theta))) as [L3|L3].
        * exfalso. exact (no_increasing_cosines theta L1 L2 L3).
        * exists 4%nat. split; [lia|]. simpl. replace (1 + 1 + 1 + 1) with 4 by ring.
          replace (4 - 1) with 3 by ring. lra.
      + exists 3%nat. split; [lia|]. simpl. replace (1 + 1 + 1) with 3 by ring.
        replace (3 - 1) with 2 by ring. lra.
    - exists 2%nat. split; [lia|]. simpl. replace (1 + 1) with 2 by ring.
      replace ((2 - 1) * theta) with theta by ring. lra. }
  destruct K as (k & K & Near). exists k. split; [exact K|]. split.
  - apply (hard_is_wrong theta (inner k) 5 k); try reflexivity; try lia; exact Near.
  - intros beta B. apply (soft_is_wrong theta (inner k) 5 k); try reflexivity; try lia; assumption.
Qed.

(** * False neighbour *)

(** k = 2 and 3 suffice: at theta = 3 pi/4 the integers 2 and 3 stay at position 2. *)
Definition u26_thm31_no_angle_neighbour_two_and_three : Prop :=
  forall theta : R, exists k : nat, (2 <= k <= 3)%nat /\
    ~ right_at (index_score theta (inner k) 2) (inner k) 5 2.

Lemma hard_is_right : forall theta k, (2 <= k)%nat -> cos ((INR k - 1) * theta) < cos (INR k * theta) ->
  right_at (index_score theta (inner k) 2) (inner k) 5 2.
Proof.
  intros theta k K Lt. destruct (second_logits theta (inner k) k eq_refl) as [L1 L2].
  assert (M : only_maximiser (logits (h_pos theta) (inner k) 2) 2 2).
  { split; [unfold within; lia|]. intros i I E. unfold within in I. assert (i = 1%nat) by lia. subst i. lra. }
  unfold right_at. rewrite (second_stays (inner k) 5 k eq_refl ltac:(lia) ltac:(lia)). intros t Ne.
  unfold index_score. rewrite !(hard_weight_only _ _ _ M (fun j => index_value (inner k j) _)).
  change (inner k 2) with (Int k). simpl. unfold one_hot. rewrite token_eq_refl, token_eq_neq by exact Ne.
  lra.
Qed.

Theorem u26_thm31_no_angle_neighbour_two_and_three_false : ~ u26_thm31_no_angle_neighbour_two_and_three.
Proof.
  intro H. destruct (H (3 * PI / 4)) as (k & K & F). apply F. apply hard_is_right; [lia|].
  assert (k = 2 \/ k = 3)%nat as [->| ->] by lia; simpl.
  - assert (cos ((1 + 1 - 1) * (3 * PI / 4)) < - 1 / 10 < cos ((1 + 1) * (3 * PI / 4))) by
      (split; interval with (i_prec 40)).
    lra.
  - assert (cos ((1 + 1 + 1 - 1) * (3 * PI / 4)) < 1 / 10 < cos ((1 + 1 + 1) * (3 * PI / 4))) by
      (split; interval with (i_prec 40)). lra.
Qed.
