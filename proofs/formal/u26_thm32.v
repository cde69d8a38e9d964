(** u26.thm32 and its readings: Theorem 3.2 of U26 as one statement.

    Printed (U26, Theorem 3.2): for n > 1, Delta_Index(n) <= min(1 - cos theta, 2 pi^2/n^2); with omega = 2
    pi/|ALPH| and theta < omega/(2 n0), Delta_Retrieval(n) <= 1 - cos(omega - n theta). Delta (Definition
    3.1) is the maximum over the inputs of length n of the largest logit less the second largest. REFUTED.
    .index: the half on Index alone, at an angle that is irrational and serves T_Index at every length (no
    multiple is a whole turn). REFUTED: theta = 2 pi/3 - 1/10, A A A 1.
    .never: the half on Retrieval fails for every alphabet of two letters or more, every n > 1 and every
    0 < theta < omega/(2n): on the input b, b, ..., b, a, where b is the letter before a on the circle, all
    three gaps are 1 - cos(omega - (n-1) theta), more than the printed bound.
    .minimum: with the minimum over the inputs of length n in place of the maximum, all of it holds.
    .corrected: Delta_Index(n) <= min(1 - cos theta, 1 - cos(2 pi/(floor(n/2)+1))), and for each n some
    angle and input attain the second; every gap of T_Retrieval to another left letter is at least
    cos((n-2) theta) - cos(omega - (n-1) theta), and some input attains it.

    Encoding: a bound on a maximum over inputs is a bound on every input's gap; a bound from above on a
    minimum is an input with such a gap. The two heads have angles of their own, theta and phi. *)

From Coq Require Import Reals Lra Lia PeanoNat ZArith.
From RopeTheory Require Import Rope Trig Taylor Heads Circle u26_index_logits IndexGap u26_index_bound_angle
  u26_index_bound_length u26_retrieval_max u26_retrieval_bound u26_discrepancy PiIrrational u26_index_unique Instances.
Open Scope R_scope.

(** Every gap of T_Index, and of T_Retrieval over m letters, at length n (any other position). *)
Definition index_half (theta : R) (n : nat) : Prop :=
  forall g, index_gaps AnyOther theta n g -> g <= Rmin (1 - cos theta) (2 * PI ^ 2 / INR n ^ 2).
Definition retrieval_half (m : nat) (phi : R) (n : nat) : Prop :=
  forall g, retrieval_gaps AnyOther m phi n g -> g <= 1 - cos (spacing m - INR n * phi).

(** No multiple of theta is a whole turn, and theta is irrational. *)
Definition serves (theta : R) : Prop := irrational theta /\ irrational (theta / (2 * PI)).

Definition u26_thm32_statement : Prop :=
  forall (m n n0 : nat) (theta phi : R),
    (2 <= m)%nat -> (1 < n <= n0)%nat -> serves theta -> 0 < phi < spacing m / (2 * INR n0) ->
    index_half theta n /\ retrieval_half m phi n.

Definition u26_thm32_index_statement : Prop :=
  forall (n : nat) (theta : R), (1 < n)%nat -> serves theta -> index_half theta n.

Definition u26_thm32_never_statement : Prop :=
  forall (m n : nat) (phi : R),
    (2 <= m)%nat -> (1 < n)%nat -> 0 < phi < spacing m / (2 * INR n) ->
    1 - cos (spacing m - INR n * phi) < 1 - cos (spacing m - (INR n - 1) * phi) /\
    over_alphabet m (one_match n n) n /\ proper (one_match n n) n /\
    forall kind, gap_of kind (logits (h_retrieval m phi) (one_match n n) n) (fun k => left_of (one_match n n k)) n
      (1 - cos (spacing m - (INR n - 1) * phi)).

Definition u26_thm32_minimum_statement : Prop :=
  forall (m n n0 : nat) (theta phi : R),
    (1 <= m)%nat -> (1 < n <= n0)%nat -> 0 < phi < spacing m / (2 * INR n0) ->
    (exists g, index_gaps AnyOther theta n g /\ g <= Rmin (1 - cos theta) (2 * PI ^ 2 / INR n ^ 2)) /\
    (exists g, retrieval_gaps AnyOther m phi n g /\ g <= 1 - cos (spacing m - INR n * phi)).

Definition u26_thm32_corrected_statement : Prop :=
  forall n : nat, (2 <= n)%nat ->
    (forall theta g, index_gaps AnyOther theta n g ->
       g <= Rmin (1 - cos theta) (1 - cos (2 * PI / INR (n / 2 + 1)))) /\
    (exists theta, index_gaps AnyOther theta n (1 - cos (2 * PI / INR (n / 2 + 1)))) /\
    forall (m : nat) (phi : R), (2 <= m)%nat -> 0 <= phi -> (2 * INR n - 3) * phi < spacing m ->
      let least := cos ((INR n - 2) * phi) - cos (spacing m - (INR n - 1) * phi) in
      (forall g, retrieval_gaps OtherLetter m phi n g -> least <= g) /\ retrieval_gaps OtherLetter m phi n least.

(** * Index *)

Lemma third_less_a_tenth : serves (2 * PI / 3 - 1 / 10).
Proof.
  split; intros p q Hq E; pose proof (not_0_IZR q Hq) as Q.
  - apply (pi_irrational (30 * p + 3 * q)%Z (20 * q)%Z); [lia|].
    rewrite plus_IZR, !mult_IZR. replace PI with ((2 * PI / 3 - 1 / 10 + 1 / 10) * (3 / 2)) by field.
    rewrite E. field. exact Q.
  - pose proof PI_RGT_0 as P.
    assert (F : PI * IZR (20 * q - 60 * p) = IZR (3 * q)).
    { rewrite minus_IZR, !mult_IZR. apply (Rmult_eq_compat_l (60 * PI * IZR q)) in E.
      replace (60 * PI * IZR q * (IZR p / IZR q)) with (60 * PI * IZR p) in E by (field; exact Q).
      replace (60 * PI * IZR q * ((2 * PI / 3 - 1 / 10) / (2 * PI)))
        with (20 * PI * IZR q - 3 * IZR q) in E by (field; lra). lra. }
    assert (D : (20 * q - 60 * p)%Z <> 0%Z).
    { intro Z. rewrite Z in F. rewrite Rmult_0_r in F. apply (eq_IZR 0) in F. lia. }
    apply (pi_irrational (3 * q)%Z (20 * q - 60 * p)%Z D). rewrite <- F. field. apply not_0_IZR, D.
Qed.

Lemma a_a_a_1_gap : index_gaps AnyOther (2 * PI / 3 - 1 / 10) 4 (1 - cos (2 * PI / 3 - 1 / 10)).
Proof.
  exists a_a_a_1. split; [exact a_a_a_1_longer|]. apply gap_smallest; [simpl; lia|].
  replace (reach 4 (asked (a_a_a_1 4))) with 2%nat by reflexivity. set (theta := 2 * PI / 3 - 1 / 10).
  split.
  - exists 1%nat. split; [unfold within; lia|]. simpl. f_equal. f_equal. ring.
  - intros t T. assert (t = 1 \/ t = 2)%nat as [->| ->] by (unfold within in T; lia); simpl.
    + rewrite Rmult_1_l. lra.
    + pose proof PI_decimals. apply Rlt_le, Rplus_lt_compat_l, Ropp_lt_contravar. unfold theta.
      apply Rlt_trans with (cos (2 * PI / 3)); [apply cos_far|apply cos_falls]; lra.
Qed.

Theorem u26_thm32_index_refuted : ~ u26_thm32_index_statement.
Proof.
  intro H. pose proof (H 4%nat _ ltac:(lia) third_less_a_tenth _ a_a_a_1_gap) as L.
  pose proof (Rmin_r (1 - cos (2 * PI / 3 - 1 / 10)) (2 * PI ^ 2 / INR 4 ^ 2)) as M.
  assert (2 * PI ^ 2 / INR 4 ^ 2 < 13 / 10 < 1 - cos (2 * PI / 3 - 1 / 10)); [|lra].
  pose proof PI_decimals. pose proof (cos_below 1.99 (2 * PI / 3 - 1 / 10) ltac:(lra) ltac:(lra)) as B. unfold cos_sum in B. simpl. split; nra.
Qed.

(** * Retrieval *)

(** b, b, ..., b, a: the query, a letter-integer token, is the only match. *)
Lemma alone_logit : forall m phi n j, within n j ->
  logits (h_retrieval m phi) (one_match n n) n j
  = if Nat.eqb j n then 1 else cos (spacing m - INR (n - j) * phi).
Proof.
  intros m phi n j J. unfold logits. rewrite h_retrieval_logit, (INR_distance n j) by (unfold within in J; lia).
  unfold one_match. rewrite Nat.eqb_refl. destruct (Nat.eqb_spec j n) as [->|D].
  - simpl. rewrite Nat.sub_diag. simpl. replace ((1 - 1) * spacing m + 0 * phi) with 0 by ring. apply cos_0.
  - simpl. rewrite <- cos_neg. f_equal. ring.
Qed.

Theorem u26_thm32_never_proved : u26_thm32_never_statement.
Proof.
  intros m n phi Hm Hn Hrange. pose proof (printed_range m n n phi ltac:(lia) Hrange) as H2.
  pose proof (spacing_le_pi m Hm) as W. assert (N2 : 2 <= INR n) by (apply (le_INR 2); lia).
  set (worst := cos (spacing m - (INR n - 1) * phi)).
  assert (Less : worst < 1).
  { unfold worst. apply cos_lt_1; pose proof PI_RGT_0; nra. }
  split.
  { assert (worst < cos (spacing m - INR n * phi)); [|unfold worst in *; lra]. unfold worst. apply cos_falls; nra. }
  set (s := one_match n n). set (l := logits (h_retrieval m phi) s n).
  assert (Ln : l n = 1) by (unfold l, s; rewrite alone_logit, Nat.eqb_refl by (unfold within; lia); reflexivity).
  assert (Lj : forall j, within n j -> j <> n -> l j <= worst).
  { intros j J D. unfold l, s. rewrite alone_logit by exact J. destruct (Nat.eqb_spec j n); [contradiction|].
    unfold worst. unfold within in J.
    assert (INR (n - j) <= INR n - 1) by (replace (INR n - 1) with (INR (n - 1)) by
      (rewrite minus_INR by lia; reflexivity); apply le_INR; lia).
    pose proof (pos_INR (n - j)). apply cos_falls_weakly; nra. }
  assert (L1 : l 1%nat = worst).
  { unfold l, s. rewrite alone_logit by (unfold within; lia). destruct (Nat.eqb_spec 1 n); [lia|].
    unfold worst. rewrite minus_INR by lia. reflexivity. }
  assert (Top : only_maximiser l n n).
  { split; [unfold within; lia|]. intros k K D. rewrite Ln. pose proof (Lj k K D). lra. }
  pose proof (only_maximiser_maximiser l n n Top) as M.
  assert (Gap : forall P : nat -> Prop, (forall k, within n k -> (P k <-> k <> n)) -> gap_to P l n (1 - worst)).
  { intros P HP. exists 1, worst. split; [|split; [|reflexivity]].
    - rewrite <- Ln. apply maximiser_is_largest, M.
    - split.
      + exists 1%nat. split; [|exact L1]. split; [unfold within; lia|]. apply HP; [unfold within; lia|]. lia.
      + intros k [K Pk]. apply Lj; [exact K|]. apply HP; assumption. }
  split; [apply one_match_over, Hm|]. split.
  { intros j x y J E. exfalso. unfold s, one_match in E. unfold within in J.
    destruct (Nat.eqb j n); discriminate. }
  intro kind.
  assert (Alone : forall k, maximiser l n k -> k = n) by (intros k Mk; apply (only_maximiser_unique l n n k Top Mk)).
  destruct kind; simpl; fold l.
  - exists n. split; [exact M|]. apply Gap. tauto.
  - left. apply Gap. intros k K. split; [intros Nk ->; contradiction|intros D Mk; apply D, Alone, Mk].
  - exists n. split; [exact M|]. split; [intros k K Mk; apply Alone in Mk; lia|]. apply Gap.
    intros k K. unfold s. rewrite !one_match_left, Nat.eqb_refl. destruct (Nat.eqb_spec k n); split; intro; lia.
Qed.

Theorem u26_thm32_refuted : ~ u26_thm32_statement.
Proof.
  intro H. destruct (H 2%nat 2%nat 2%nat _ (PI / 8) (le_n 2) ltac:(lia) third_less_a_tenth two_letters_range) as [_ R].
  destruct (u26_thm32_never_proved 2%nat 2%nat (PI / 8) (le_n 2) ltac:(lia) two_letters_range) as (Lt & O & P & G).
  assert (A : retrieval_gaps AnyOther 2 (PI / 8) 2 (1 - cos (spacing 2 - (INR 2 - 1) * (PI / 8)))).
  { exists (one_match 2 2). split; [exact O|]. split; [exact P|exact (G AnyOther)]. }
  specialize (R _ A). lra.
Qed.

(** * The minimum over inputs *)

Theorem u26_thm32_minimum_proved : u26_thm32_minimum_statement.
Proof.
  intros m n n0 theta phi Hm Hn Hrange. split.
  - set (s := fun _ : nat => Letter 0). assert (A : longer_than_integers s n) by (apply letters_longer; lia).
    destruct (u26_index_bound_length_corrected_proved theta s n ltac:(lia) ltac:(simpl; lia)) as [[g G] [Le _]].
    exists g. split; [exists s; split; assumption|]. apply Rmin_glb.
    + apply (u26_index_bound_angle_proved theta s n ltac:(lia) A). left. exact G.
    + apply (Le g G). left. reflexivity.
  - destruct (u26_retrieval_bound_minimum_any_proved m n n0 phi Hm Hn Hrange) as (s & g & Hs & Hp & G & Le).
    exists g. split; [exists s; auto|exact Le].
Qed.

(** * Corrected *)

(** An input of letters that ends in the integer floor((n-1)/2), a letter where that is 0. *)
Definition middle (n j : nat) : token :=
  if Nat.eqb j n then match ((n - 1) / 2)%nat with O => Letter 0 | S i => Int (S i) end else Letter 0.

Lemma middle_asks : forall n, asked (middle n n) = ((n - 1) / 2)%nat.
Proof. intro n. unfold middle. rewrite Nat.eqb_refl. destruct ((n - 1) / 2)%nat; reflexivity. Qed.

Lemma middle_longer : forall n, (2 <= n)%nat -> longer_than_integers (middle n) n.
Proof.
  intros n Hn j J. assert (A : ((n - 1) / 2 < n)%nat) by (apply Nat.div_lt_upper_bound; lia).
  destruct (Nat.eq_dec j n) as [->|D]; [rewrite middle_asks; exact A|].
  unfold middle. destruct (Nat.eqb_spec j n); [contradiction|simpl; lia].
Qed.

Theorem u26_thm32_corrected_proved : u26_thm32_corrected_statement.
Proof.
  intros n Hn. split; [|split].
  - intros theta g (s & A & G). apply Rmin_glb.
    + apply (u26_index_bound_angle_proved theta s n Hn A). left. exact G.
    + apply (u26_index_bound_length_corrected_proved theta s n Hn (asked_inside s n ltac:(lia) A)), G.
  - pose proof (asked_inside (middle n) n ltac:(lia) (middle_longer n Hn)) as I.
    pose proof (u26_index_bound_length_sharp_proved (middle n) n 1%Z Hn I) as S. cbv zeta in S.
    destruct S as [G T]; [apply Z.gcd_1_l|]. rewrite (T (middle_asks n)) in G.
    eexists. exists (middle n). split; [apply middle_longer, Hn|]. apply G. reflexivity.
  - intros m phi Hm Hphi H least.
    destruct (u26_retrieval_bound_corrected_proved m n phi Hm Hn Hphi H) as [(s & Hs & Hp & G) [Low E]].
    rewrite E in *. split.
    + intros g (s' & Hs' & Hp' & G'). apply (Low s' g Hs' Hp' G').
    + exists s. split; [exact Hs|]. split; [exact Hp|exact G].
Qed.

(** * False neighbours *)

(** The others are the tokens with another left letter. *)
Definition u26_thm32_minimum_neighbour_other_letter : Prop :=
  forall (m n : nat) (phi : R), (2 <= m)%nat -> (1 < n)%nat -> 0 < phi < spacing m / (2 * INR n) ->
    exists g, retrieval_gaps OtherLetter m phi n g /\ g <= 1 - cos (spacing m - INR n * phi).

Theorem u26_thm32_minimum_neighbour_other_letter_false : ~ u26_thm32_minimum_neighbour_other_letter.
Proof.
  intro H. apply u26_retrieval_bound_minimum_refuted. intros m n n0 theta Hm Hn R.
  destruct (H m n theta Hm ltac:(lia)) as (g & (s & Hs & Hp & G) & Le).
  - pose proof (printed_range m n n0 theta ltac:(lia) R). assert (0 < 2 * INR n) by
      (pose proof (lt_0_INR n ltac:(lia)); lra). split; [lra|].
    apply (Rmult_lt_reg_l (2 * INR n)); [assumption|]. unfold Rdiv. rewrite (Rmult_comm (spacing m)).
    rewrite <- Rmult_assoc, Rinv_r by lra. lra.
  - exists s, g. auto.
Qed.

(** n in place of floor(n/2) + 1. *)
Definition u26_thm32_corrected_neighbour_points : Prop :=
  forall n theta g, (2 <= n)%nat -> index_gaps AnyOther theta n g -> g <= 1 - cos (2 * PI / INR n).

Theorem u26_thm32_corrected_neighbour_points_false : ~ u26_thm32_corrected_neighbour_points.
Proof.
  intro H. pose proof (H 4%nat _ _ ltac:(lia) a_a_a_1_gap) as L.
  replace (2 * PI / INR 4) with (PI / 2) in L by (simpl; field). rewrite cos_PI2 in L.
  pose proof PI_decimals. pose proof (cos_lt_0 (2 * PI / 3 - 1 / 10) ltac:(lra) ltac:(lra)). lra.
Qed.

(** phi = 0 is allowed: over two letters no gap is larger than the printed bound, which is 2. *)
Definition u26_thm32_never_neighbour_standing : Prop :=
  forall (m n : nat), (2 <= m)%nat -> (1 < n)%nat ->
    exists g, retrieval_gaps AnyOther m 0 n g /\ 1 - cos (spacing m) < g.

Theorem u26_thm32_never_neighbour_standing_false : ~ u26_thm32_never_neighbour_standing.
Proof.
  intro H. destruct (H 2%nat 2%nat (le_n 2) ltac:(lia)) as (g & (s & _ & _ & j & M & best & other & B & [[k [[K _] E]] _] & ->) & L).
  rewrite spacing_2, cos_PI in L. destruct B as [[p [_ Ep]] _].
  unfold logits in *. rewrite h_retrieval_logit in *.
  pose proof (COS_bound ((INR (left_of (s k)) - INR (sought (s 2%nat))) * spacing 2 + (INR 2 - INR k) * 0)).
  pose proof (COS_bound ((INR (left_of (s p)) - INR (sought (s 2%nat))) * spacing 2 + (INR 2 - INR p) * 0)). lra.
Qed.

(** * Instances: three tokens, two letters *)

Example u26_thm32_corrected_instance : instance_of u26_thm32_corrected_statement.
Proof.
  pose proof (spacing_pos 2 ltac:(lia)) as W.
  assert (T : (2 * INR 3 - 3) * (spacing 2 / 12) < spacing 2) by (simpl; lra).
  exists 3%nat. split; [lia|]. split; [|split; [exact I|]].
  - destruct (gap_any_exists (logits (h_pos 1) a_b_b 3) 3 ltac:(lia)) as [g G].
    exists 1, g. split; [|exact I]. exists a_b_b. split; [exact a_b_b_longer|exact G].
  - exists 2%nat, (spacing 2 / 12). split; [lia|]. split; [lra|]. split; [exact T|]. split; [|exact I].
    destruct (u26_thm32_corrected_proved 3%nat ltac:(lia)) as (_ & _ & H).
    destruct (H 2%nat (spacing 2 / 12) ltac:(lia) ltac:(lra) T) as [_ Gap]. eexists. split; [exact Gap|exact I].
Qed.

Example u26_thm32_minimum_instance : instance_of u26_thm32_minimum_statement.
Proof.
  exists 2%nat, 3%nat, 3%nat, 1, (spacing 2 / 12). split; [lia|]. split; [lia|].
  split; [exact retrieval_max_example|split; exact I].
Qed.

Example u26_thm32_never_instance : instance_of u26_thm32_never_statement.
Proof.
  exists 2%nat, 3%nat, (spacing 2 / 12). split; [lia|]. split; [lia|]. split; [exact retrieval_max_example|].
  split; [exact I|]. split; [exact I|]. split; [exact I|]. exists OtherLetter. exact I.
Qed.
