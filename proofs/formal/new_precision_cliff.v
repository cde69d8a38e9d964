(** new.precision-cliff, new.precision-cliff.threshold, new.precision-cliff.cache, new.precision-cliff.relative-rounded,
    new.precision-cliff.relative: rounded rotary phases and rounded logits.

    Statement (rule of thumb).  In bfloat16 RoPE the cached cosine is the problem: of all roundings it is the cast of
    cos to bfloat16 that makes the largest error (base 5e5, d = 128, planes 1..64, positions below 131072).  The
    cast of an exact cosine costs at most 2^-9, so the rule says that rounding the frequencies costs no more than
    2^-9.  Refuted in plane 2 at position 2.
    relative-rounded.  With positions or phases rounded to a format, too, logits still depend on query, key and
    distance only.  Refuted: bfloat16 cannot hold 257.
    relative.  With the frequencies alone rounded (to anything) they do, and a construction whose weights follow
    the rounded frequencies keeps its exact gap law (said for H_POS).

    threshold.  If every logit is rounded once to p significant bits, a target of exact logit 1 stays strictly ahead of
    a rival of exact logit 1 - Delta exactly when Delta > 2^{-(p+1)}.

    precision-cliff.  T_Index at 2 pi/n, logits exact but for one final rounding, decodes exactly for n <= 100 with 8
    bits, 284 with 11, 25735 with 24 and 596313653 with 53: the lengths at which 1 - cos(2 pi/n) > 2^{-(p+1)}, that is up
    to 2 pi 2^{p/2} rounded down.

    Idea: 8 significant bits put g_2 = 0.8146 at 209/256, and positions 255 and 257 at 255 and 256.
    Below 1 the numbers of p bits are 2^-p apart; the middle between the last of them and 1 goes to 1, which is even.
    Encoding: a format is Flocq's rounding to nearest even with 8 significant bits, no underflow. *)

From Coq Require Import Reals ZArith Lra Lia List.
From Flocq Require Import Core.
From RopeTheory Require Import IntervalZ.
From RopeTheory Require Import Rope Trig Heads Instances.
Import ListNotations.
Open Scope R_scope.

(** Rounding to p significant bits, to nearest, ties to even. *)
Definition round_to (p : Z) (x : R) : R := round radix2 (FLX_exp p) ZnearestE x.

Definition bfloat16 : R -> R := round_to 8.

(** Frequency number k = 1..64 for base 500000, d = 128. *)
Definition g (k : nat) : R := Rpower 500000 (- (2 * (INR k - 1)) / 128).

Definition new_precision_cliff_cache_statement : Prop :=
  forall (plane position : nat), (1 <= plane <= 64)%nat -> INR position < 131072 ->
    Rabs (cos (INR position * bfloat16 (g plane)) - cos (INR position * g plane)) <= / 2 ^ 9.

(** Logit of unit vectors in one plane, positions passed through `seen` and phases through `turned`. *)
Definition seen_logit (seen turned : R -> R) (theta : R) (i j : nat) : R :=
  cos (turned (seen (INR i) * theta) - turned (seen (INR j) * theta)).

(** At a format's own frequencies: shifting query and key together changes nothing. *)
Definition new_precision_cliff_relative_rounded_statement : Prop :=
  forall (p : Z) (theta : R) (i j shift : nat), (p = 8 \/ p = 11 \/ p = 24 \/ p = 53)%Z ->
    let logit seen turned := seen_logit seen turned (round_to p theta) in
    logit (round_to p) (fun x => x) (i + shift)%nat (j + shift)%nat = logit (round_to p) (fun x => x) i j /\
    logit (fun x => x) (round_to p) (i + shift)%nat (j + shift)%nat = logit (fun x => x) (round_to p) i j.

(** g is the smallest value of 1 - cos(t theta) over t = 1..T. *)
Definition gap_law (theta : R) (T : nat) (g : R) : Prop :=
  (exists t, within T t /\ 1 - cos (INR t * theta) = g) /\
  forall t, within T t -> g <= 1 - cos (INR t * theta).

(** The logits, with any query and key vectors, are those of RoPE at the rounded frequency; and H_POS with weights
    that follow it leads the other positions by the smallest 1 - cos(t theta') over the distances t that occur. *)
Definition new_precision_cliff_relative_statement : Prop :=
  forall (rounding : R -> R) (theta : R),
    let theta' := rounding theta in
    (forall (q k : vec) (i j : nat),
       dot (rot (INR j * theta') k) (rot (INR i * theta') q) = logit theta' q k i j) /\
    (forall (q k : vec) (i j shift : nat),
       logit theta' q k (i + shift)%nat (j + shift)%nat = logit theta' q k i j) /\
    (forall i j shift : nat,
       let logit := seen_logit (fun x => x) (fun x => x) theta' in
       logit (i + shift)%nat (j + shift)%nat = logit i j) /\
    (forall (s : nat -> token) (n : nat) (g : R), (asked (s n) < n)%nat ->
       gap_law theta' (Nat.max (asked (s n)) (n - 1 - asked (s n))) g ->
       gap_to (fun k => k <> (n - asked (s n))%nat) (logits (h_pos theta') s n) n g).

(** * What rounding does to the numbers of the witnesses *)

(** Between 2^(e-1) and 2^e a number with its nearest mantissa M rounds to M 2^(e-p). *)
Lemma rounds : forall p e x M, (0 < p)%Z -> bpow radix2 (e - 1) <= x < bpow radix2 e ->
  ZnearestE (x * bpow radix2 (p - e)) = M -> round_to p x = IZR M * bpow radix2 (e - p).
Proof.
  intros p e x M Hp Hx HM. unfold round_to, round, F2R. simpl.
  assert (Pos : 0 < x) by (pose proof (bpow_gt_0 radix2 (e - 1)); lra).
  assert (Mag : mag radix2 x = e :> Z) by (apply mag_unique; rewrite Rabs_pos_eq by lra; exact Hx).
  unfold scaled_mantissa, cexp, FLX_exp. rewrite Mag.
  replace (- (e - p))%Z with (p - e)%Z by ring. rewrite HM. reflexivity.
Qed.

Lemma nearest : forall x M, IZR M - / 2 < x < IZR M + / 2 -> ZnearestE x = M.
Proof. intros x M H. apply Znearest_imp. apply Rabs_def1; lra. Qed.

Lemma g_2_near : 0.8146 < g 2 < 0.8147.
Proof. unfold g, Rpower. simpl. split; interval. Qed.

Lemma g_2_rounds : bfloat16 (g 2) = 209 / 256.
Proof.
  pose proof g_2_near. unfold bfloat16. rewrite (rounds 8 0 (g 2) 209); [simpl; lra|lia|simpl; lra|apply nearest; simpl; lra].
Qed.

Theorem new_precision_cliff_cache_refuted : ~ new_precision_cliff_cache_statement.
Proof.
  intro H. specialize (H 2%nat 2%nat ltac:(lia) ltac:(simpl; lra)). revert H. apply Rlt_not_le.
  rewrite g_2_rounds. simpl INR. pose proof g_2_near. set (x := g 2) in *. clearbody x. interval.
Qed.

(** 257 lies half-way between 256 and 258, and 256 has the even mantissa. *)
Lemma position_257 : bfloat16 257 = 256.
Proof.
  unfold bfloat16. rewrite (rounds 8 9 257 128).
  - simpl. lra.
  - lia.
  - simpl. lra.
  - simpl. replace (257 * / 2) with (IZR 128 + / 2) by lra.
    unfold ZnearestE, Znearest. rewrite Zfloor_imp with (n := 128%Z) by (rewrite plus_IZR; lra).
    rewrite Rcompare_Eq by lra. reflexivity.
Qed.

Lemma whole_positions : forall m, (128 <= m < 256)%Z -> bfloat16 (IZR m) = IZR m.
Proof.
  intros m Hm. unfold bfloat16. rewrite (rounds 8 8 (IZR m) m).
  - simpl. lra.
  - lia.
  - simpl. split; [apply IZR_le|apply IZR_lt]; lia.
  - simpl. apply nearest. lra.
Qed.

Lemma one_stays : round_to 8 1 = 1.
Proof.
  rewrite (rounds 8 1 1 128).
  - simpl. lra.
  - lia.
  - simpl. lra.
  - simpl. apply nearest. lra.
Qed.

(** Query at 202, key at 200; 55 places further on they stand at 257 and 255, and bfloat16 sees 256 and 255. *)
Theorem new_precision_cliff_relative_rounded_refuted : ~ new_precision_cliff_relative_rounded_statement.
Proof.
  intro H. destruct (H 8%Z 1 202%nat 200%nat 55%nat ltac:(lia)) as [E _].
  unfold seen_logit in E. rewrite one_stays in E.
  replace (INR (202 + 55)) with 257 in E by (rewrite INR_IZR_INZ; reflexivity).
  replace (INR (200 + 55)) with (IZR 255) in E by (rewrite INR_IZR_INZ; reflexivity).
  replace (INR 202) with (IZR 202) in E by (rewrite INR_IZR_INZ; reflexivity).
  replace (INR 200) with (IZR 200) in E by (rewrite INR_IZR_INZ; reflexivity).
  change (round_to 8) with bfloat16 in E. rewrite position_257, !whole_positions in E by lia.
  replace (256 * 1 - 255 * 1) with 1 in E by ring. replace (202 * 1 - 200 * 1) with 2 in E by ring.
  pose proof PI2_1. pose proof (cos_falls 1 2 ltac:(lra) ltac:(lra) ltac:(pose proof PI2_3_2; lra)). lra.
Qed.

(** The logit at k depends on its distance from the target n - a only. *)
Lemma h_pos_at_distance : forall theta s n k t, (asked (s n) < n)%nat ->
  (k + t = n - asked (s n) \/ n - asked (s n) + t = k)%nat ->
  logits (h_pos theta) s n k = cos (INR t * theta).
Proof.
  intros theta s n k t A [E|E]; unfold logits; rewrite h_pos_logit.
  - assert (D : INR k + INR t = INR n - INR (asked (s n))) by (rewrite <- plus_INR, E, minus_INR by lia; ring).
    f_equal. replace (INR t) with (INR n - INR (asked (s n)) - INR k) by lra. ring.
  - assert (D : INR k = INR n - INR (asked (s n)) + INR t) by (rewrite <- E, plus_INR, minus_INR by lia; ring).
    rewrite <- cos_neg. f_equal. rewrite D. ring.
Qed.

Lemma h_pos_gap_law : forall theta s n g, (asked (s n) < n)%nat ->
  gap_law theta (Nat.max (asked (s n)) (n - 1 - asked (s n))) g ->
  gap_to (fun k => k <> (n - asked (s n))%nat) (logits (h_pos theta) s n) n g.
Proof.
  intros theta s n g A [[t [T E]] Least]. unfold within in *. exists 1, (1 - g). split; [|split; [|ring]].
  - split.
    + exists (n - asked (s n))%nat. split; [unfold within; lia|].
      rewrite (h_pos_at_distance theta s n _ 0 A) by lia. simpl. rewrite Rmult_0_l. apply cos_0.
    + intros k _. unfold logits. rewrite h_pos_logit. apply COS_bound.
  - split.
    + destruct (Nat.lt_ge_cases t (n - asked (s n))) as [L|L].
      * exists (n - asked (s n) - t)%nat. split; [unfold within; lia|].
        rewrite (h_pos_at_distance theta s n _ t A) by lia. lra.
      * exists (n - asked (s n) + t)%nat. split; [unfold within; lia|].
        rewrite (h_pos_at_distance theta s n _ t A) by lia. lra.
    + intros k [K Ne]. unfold within in K. destruct (Nat.lt_ge_cases k (n - asked (s n))) as [L|L].
      * rewrite (h_pos_at_distance theta s n k (n - asked (s n) - k) A) by lia.
        pose proof (Least (n - asked (s n) - k)%nat ltac:(lia)). lra.
      * rewrite (h_pos_at_distance theta s n k (k - (n - asked (s n))) A) by lia.
        pose proof (Least (k - (n - asked (s n)))%nat ltac:(lia)). lra.
Qed.

Theorem new_precision_cliff_relative_proved : new_precision_cliff_relative_statement.
Proof.
  intros rounding theta theta'. split; [|split; [|split]].
  - intros q k i j. rewrite dot_rot. unfold logit, dist. f_equal. f_equal. ring.
  - intros q k i j shift. unfold logit, dist. rewrite !plus_INR. f_equal. f_equal. ring.
  - intros i j shift logit. unfold logit, seen_logit. rewrite !plus_INR. f_equal. ring.
  - intros s n g. apply h_pos_gap_law.
Qed.

(** False neighbour: rounded phases leave the logit relative, too: 1 at 257 places is 256. *)
Definition new_precision_cliff_relative_neighbour_phases : Prop :=
  forall (theta : R) (i j shift : nat),
    let logit := seen_logit (fun x => x) bfloat16 theta in
    logit (i + shift)%nat (j + shift)%nat = logit i j.

Theorem new_precision_cliff_relative_neighbour_phases_false : ~ new_precision_cliff_relative_neighbour_phases.
Proof.
  intro H. specialize (H 1 202%nat 200%nat 55%nat). unfold seen_logit in H.
  replace (INR (202 + 55) * 1) with 257 in H by (rewrite INR_IZR_INZ; simpl; lra).
  replace (INR (200 + 55) * 1) with (IZR 255) in H by (rewrite INR_IZR_INZ; simpl; lra).
  replace (INR 202 * 1) with (IZR 202) in H by (rewrite INR_IZR_INZ; simpl; lra).
  replace (INR 200 * 1) with (IZR 200) in H by (rewrite INR_IZR_INZ; simpl; lra).
  rewrite position_257, !whole_positions in H by lia.
  replace (256 - 255) with 1 in H by ring. replace (202 - 200) with 2 in H by ring.
  pose proof (cos_falls 1 2 ltac:(lra) ltac:(lra) ltac:(pose proof PI2_3_2; lra)). lra.
Qed.

(** * One rounding of the logits *)

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

(** * The cliff of one frequency *)

(** The longest length of the four formats: p significant bits, and the length. *)
Definition reach (p : Z) (last : nat) : Prop :=
  In (p, Z.of_nat last) [(8, 100); (11, 284); (24, 25735); (53, 596313653)]%Z.

(** T_Index's head at 2 pi/n, its logits rounded once, finds the target of every valid input of length n. *)
Definition decodes_rounded (p : Z) (n : nat) : Prop :=
  forall s : nat -> token, (asked (s n) < n)%nat ->
    only_maximiser (fun j => round_to p (logits (h_pos (2 * PI / INR n)) s n j)) n (n - asked (s n)).

Definition new_precision_cliff_statement : Prop :=
  forall (p : Z) (last n : nat), reach p last -> (2 <= n)%nat ->
    (decodes_rounded p n <-> (n <= last)%nat) /\
    (bpow radix2 (- (p + 1)) < 1 - cos (2 * PI / INR n) <-> (n <= last)%nat) /\
    INR last <= 2 * PI * sqrt (bpow radix2 p) < INR last + 1.

Lemma gap_falls : forall m n, (2 <= m <= n)%nat -> 1 - cos (2 * PI / INR n) <= 1 - cos (2 * PI / INR m).
Proof.
  intros m n H. pose proof PI_RGT_0 as P. assert (M : 2 <= INR m) by (apply (le_INR 2); lia).
  assert (N : INR m <= INR n) by (apply le_INR; lia).
  assert (C : cos (2 * PI / INR m) <= cos (2 * PI / INR n)).
  { apply cos_falls_weakly.
    - apply Rlt_le, Rdiv_lt_0_compat; lra.
    - apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra.
    - apply Rmult_le_reg_r with (INR m); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra. }
  lra.
Qed.

Lemma one_minus_cos_parabola : forall x, 0 <= x <= 2 -> x * x / 2 - x ^ 4 / 24 <= 1 - cos x.
Proof. intros x X. pose proof (pre_cos_bound x 0 ltac:(lra) ltac:(lra)) as [_ U]. unfold cos_approx, cos_term in U. simpl in U. lra. Qed.

(** With b = 2^p, at n and n + 1 around 2 pi sqrt b. *)
Lemma cliff_between : forall p n, let b := bpow radix2 p in 100 <= n -> n * n + 4 <= 39.478417604356 * b -> 39.478417604358 * b < (n + 1) * (n + 1) ->
  bpow radix2 (- (p + 1)) < 1 - cos (2 * PI / n) /\ 1 - cos (2 * PI / (n + 1)) <= bpow radix2 (- (p + 1)) /\ n <= 2 * PI * sqrt b < n + 1.
Proof.
  intros p n b N Lo Hi. assert (B : 0 < b) by apply bpow_gt_0. assert (E : bpow radix2 (- (p + 1)) = / (2 * b)) by (rewrite bpow_opp, bpow_plus, Rmult_comm; reflexivity).
  rewrite E. assert (P : 39.478417604356 <= 4 * (PI * PI) <= 39.478417604358) by (split; interval with (i_prec 60)). set (q := 4 * (PI * PI)) in *.
  assert (Qlo : n * n + 4 <= q * b) by (pose proof (Rmult_le_compat_r b _ _ ltac:(lra) (proj1 P)); lra).
  assert (Qhi : q * b < (n + 1) * (n + 1)) by (pose proof (Rmult_le_compat_r b _ _ ltac:(lra) (proj2 P)); lra).
  assert (I : 0 < / (2 * b)) by (apply Rinv_0_lt_compat; lra). assert (N2 : 10000 <= n * n) by (pose proof (Rmult_le_compat 100 n 100 n ltac:(lra) ltac:(lra) N N); lra). split; [|split].
  - assert (X : 0 <= 2 * PI / n <= 2).
    { pose proof PI_RGT_0. pose proof PI_4. split; [left; apply Rdiv_lt_0_compat; lra|]. apply (Rmult_le_reg_r n); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    eapply Rlt_le_trans; [|apply (one_minus_cos_parabola _ X)].
    replace (2 * PI / n * (2 * PI / n) / 2 - (2 * PI / n) ^ 4 / 24) with (/ (2 * b) * (q * b / (n * n) * (1 - q / 12 / (n * n)))) by (unfold q; field; lra).
    rewrite <- (Rmult_1_r (/ (2 * b))) at 1. apply Rmult_lt_compat_l; [exact I|]. set (u := / (n * n)). assert (U : 0 < u <= 0.0001).
    { unfold u. split; [apply Rinv_0_lt_compat; lra|]. replace 0.0001 with (/ 10000) by lra. apply Rinv_le_contravar; lra. }
    assert (Q1 : 1 + 4 * u <= q * b * u) by (pose proof (Rmult_le_compat_r u _ _ ltac:(lra) Qlo) as H; unfold u in H at 1; rewrite Rmult_plus_distr_r, Rinv_r in H by lra; exact H).
    assert (Q2 : q / 12 * u <= 3.29 * u) by (apply Rmult_le_compat_r; lra). change (q * b / (n * n)) with (q * b * u). change (q / 12 / (n * n)) with (q / 12 * u).
    apply Rlt_le_trans with ((1 + 4 * u) * (1 - 3.29 * u)); [|apply Rmult_le_compat; lra]. pose proof (Rmult_le_compat_r u u 0.0001 ltac:(lra) ltac:(lra)). lra.
  - eapply Rle_trans; [apply one_minus_cos_le_square|]. assert (M : 0 < (n + 1) * (n + 1)) by (apply Rmult_lt_0_compat; lra).
    replace (2 * PI / (n + 1) * (2 * PI / (n + 1)) / 2) with (/ (2 * b) * (q * b / ((n + 1) * (n + 1)))) by (unfold q; field; lra).
    rewrite <- (Rmult_1_r (/ (2 * b))) at 2. apply Rmult_le_compat_l; [lra|]. apply (Rmult_le_reg_r ((n + 1) * (n + 1))); [exact M|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - pose proof (sqrt_lt_R0 b B) as S. pose proof (sqrt_sqrt b ltac:(lra)) as Ss. set (s := sqrt b) in *. pose proof PI_RGT_0.
    assert (Sq : (2 * PI * s) * (2 * PI * s) = q * b) by (rewrite <- Ss; unfold q; ring). assert (0 < 2 * PI * s) by (apply Rmult_lt_0_compat; lra). set (y := 2 * PI * s) in *. clearbody y. split.
    + apply Rnot_lt_le. intro L. pose proof (Rmult_le_0_lt_compat y n y n ltac:(lra) ltac:(lra) L L). lra.
    + apply Rnot_le_lt. intro L. pose proof (Rmult_le_compat (n + 1) y (n + 1) y ltac:(lra) ltac:(lra) L L). lra.
Qed.

Lemma at_the_cliff : forall p last, reach p last -> (2 <= last)%nat /\
  bpow radix2 (- (p + 1)) < 1 - cos (2 * PI / INR last) /\ 1 - cos (2 * PI / INR (S last)) <= bpow radix2 (- (p + 1)) /\
  INR last <= 2 * PI * sqrt (bpow radix2 p) < INR last + 1.
Proof.
  intros p last R. unfold reach in R. simpl in R. rewrite S_INR, INR_IZR_INZ.
  destruct R as [E|[E|[E|[E|[]]]]]; injection E as <- E; (split; [lia|]); rewrite <- E; apply cliff_between; try lra; simpl;
    repeat match goal with |- context [Z.pow_pos 2 ?k] => let v := eval vm_compute in (Z.pow_pos 2 k) in change (Z.pow_pos 2 k) with v end; lra.
Qed.

Lemma gap_survives : forall p last n, reach p last -> (2 <= n)%nat ->
  (bpow radix2 (- (p + 1)) < 1 - cos (2 * PI / INR n) <-> (n <= last)%nat).
Proof.
  intros p last n R N. destruct (at_the_cliff p last R) as (L & A & B & _). split; intro H.
  - apply Nat.nlt_ge. intro Q. pose proof (gap_falls (S last) n ltac:(lia)). lra.
  - pose proof (gap_falls n last ltac:(lia)). lra.
Qed.

Lemma reach_bits : forall p last, reach p last -> (1 <= p)%Z.
Proof. intros p last R. unfold reach in R. simpl in R. destruct R as [E|[E|[E|[E|[]]]]]; injection E as <- _; lia. Qed.

(** A rival at distance t. *)
Lemma at_distance_lower : forall n t, (1 <= t < n)%nat -> cos (INR t * (2 * PI / INR n)) <= cos (2 * PI / INR n).
Proof.
  intros n t T. pose proof PI_RGT_0 as P. assert (N : 0 < INR n) by (apply lt_0_INR; lia).
  assert (S : 1 <= INR t <= INR n - 1).
  { split; [apply (le_INR 1); lia|]. replace (INR n - 1) with (INR (n - 1)) by (rewrite minus_INR by lia; simpl; ring). apply le_INR. lia. }
  assert (W : INR n * (2 * PI / INR n) = 2 * PI) by (field; lra).
  assert (0 < 2 * PI / INR n) by (apply Rdiv_lt_0_compat; lra). apply cos_far_weakly; nra.
Qed.

Theorem new_precision_cliff_proved : new_precision_cliff_statement.
Proof.
  intros p last n R N. pose proof (reach_bits p last R) as P. pose proof (gap_survives p last n R N) as G.
  split; [|split; [exact G|apply (at_the_cliff p last R)]]. rewrite <- G. clear G.
  assert (One : forall s, (asked (s n) < n)%nat ->
    round_to p (logits (h_pos (2 * PI / INR n)) s n (n - asked (s n))) = round_to p 1).
  { intros s A. rewrite (h_pos_at_distance _ s n _ 0 A) by lia. simpl. rewrite Rmult_0_l, cos_0. reflexivity. }
  split.
  - intro D. specialize (D (fun _ => Letter 0) ltac:(simpl; lia)). destruct D as [_ D].
    specialize (D (n - 1)%nat ltac:(unfold within; lia) ltac:(simpl; lia)).
    rewrite (One (fun _ => Letter 0)) in D by (simpl; lia).
    rewrite (h_pos_at_distance _ (fun _ => Letter 0) n _ 1) in D by (simpl; lia).
    replace (INR 1 * (2 * PI / INR n)) with (2 * PI / INR n) in D by (simpl; ring).
    apply (new_precision_cliff_threshold_proved p); [exact P|pose proof (cos_le_1 (2 * PI / INR n)); lra|].
    replace (1 - (1 - cos (2 * PI / INR n))) with (cos (2 * PI / INR n)) by ring. exact D.
  - intros G s A. split; [unfold within; lia|]. intros k K Ne. unfold within in K. rewrite (One s A).
    assert (T : exists t, (1 <= t < n)%nat /\ logits (h_pos (2 * PI / INR n)) s n k = cos (INR t * (2 * PI / INR n))).
    { destruct (Nat.lt_ge_cases k (n - asked (s n))) as [L|L].
      - exists (n - asked (s n) - k)%nat. split; [lia|]. apply h_pos_at_distance; lia.
      - exists (k - (n - asked (s n)))%nat. split; [lia|]. apply h_pos_at_distance; lia. }
    destruct T as (t & T & ->). pose proof (at_distance_lower n t T).
    replace (cos (INR t * (2 * PI / INR n))) with (1 - (1 - cos (INR t * (2 * PI / INR n)))) by ring.
    apply new_precision_cliff_threshold_proved; [exact P|pose proof (cos_le_1 (INR t * (2 * PI / INR n))); lra|lra].
Qed.

(** bfloat16 reaches 101. *)
Definition new_precision_cliff_neighbour_longer : Prop := decodes_rounded 8 101.

Theorem new_precision_cliff_neighbour_longer_false : ~ new_precision_cliff_neighbour_longer.
Proof.
  intro H. apply (proj1 (new_precision_cliff_proved 8%Z 100%nat 101%nat (or_introl eq_refl) ltac:(lia))) in H. lia.
Qed.

(** It stops at 99. *)
Definition new_precision_cliff_neighbour_shorter : Prop := ~ decodes_rounded 8 100.

Theorem new_precision_cliff_neighbour_shorter_false : ~ new_precision_cliff_neighbour_shorter.
Proof.
  intro H. apply H. apply (new_precision_cliff_proved 8%Z 100%nat 100%nat); [left; reflexivity|lia|lia].
Qed.

(** bfloat16 and 64 tokens. *)
Example new_precision_cliff_instance : instance_of new_precision_cliff_statement.
Proof. exists 8%Z, 100%nat, 64%nat. split; [left; reflexivity|]. split; [lia|]. repeat split. Qed.

(** Angle 1 rounded to bfloat16, and the query of a letter before the last in three tokens. *)
Example new_precision_cliff_relative_instance : instance_of new_precision_cliff_relative_statement.
Proof.
  exists bfloat16, 1. split; [exists north, (1, 0), 3%nat, 5%nat; exact I|].
  split; [exists north, (1, 0), 3%nat, 5%nat, 7%nat; exact I|]. split; [exists 3%nat, 5%nat, 7%nat; exact I|].
  exists (fun j => match j with 3%nat => Int 1 | _ => Letter j end), 3%nat, (1 - cos (INR 1 * bfloat16 1)).
  split; [cbn; lia|]. split; [|exact I]. cbn [asked Nat.max Nat.sub]. split.
  - exists 1%nat. split; [unfold within; lia|reflexivity].
  - intros t T. unfold within in T. replace t with 1%nat by lia. lra.
Qed.

Example new_precision_cliff_threshold_instance : instance_of new_precision_cliff_threshold_statement.
Proof. exists 8%Z, (1 / 500). split; [lia|]. split; [lra|exact I]. Qed.
