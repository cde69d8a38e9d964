(** new.index-gap-sharp.continued-fraction (after Khinchin, Continued Fractions, Theorem 17)

    For every real theta and T >= 1 let Q_0 = 1, Q_1, ... be the denominators of the convergents of theta/2 pi.  The
    largest of them up to T is the first t that attains the minimum of 1 - cos(t theta) over 1 <= t <= T, and it is
    reached by 2 log2 T + 1 steps of the continued fraction at most.

    Idea: the errors e_k = Q_k x - P_k obey e_(k+1) = - f e_k with f the fractional part of the complete quotient
    number k+1, and every (t, m) is a whole combination of two neighbouring convergents.  If t < Q_(k+1), its
    coefficients have opposite signs, so its error is at least that of Q_k.
    Encoding: complete quotient 0 is x, number k+1 is 1 over the fractional part of number k; convergent k is there if
    no complete quotient before number k is a whole number. *)

From Coq Require Import Reals Lra Lia ZArith PeanoNat.
From RopeTheory Require Import Rope Trig Heads new_index_gap_sharp Instances.
Open Scope R_scope.

Fixpoint complete_quotient (x : R) (k : nat) : R := match k with O => x | S j => / frac_part (complete_quotient x j) end.

Definition quotient (x : R) (k : nat) : Z := Int_part (complete_quotient x k).

(** Numerators and denominators of the convergents: P_(k+1) = a_(k+1) P_k + P_(k-1), with P_(-1) = 1 and Q_(-1) = 0. *)
Fixpoint numerator (x : R) (k : nat) : Z :=
  match k with
  | O => quotient x 0
  | S j => (quotient x (S j) * numerator x j + match j with O => 1 | S i => numerator x i end)%Z
  end.

Fixpoint denominator (x : R) (k : nat) : Z :=
  match k with
  | O => 1%Z
  | S j => (quotient x (S j) * denominator x j + match j with O => 0 | S i => denominator x i end)%Z
  end.

Definition goes_on (x : R) (k : nat) : Prop := forall i, (i < k)%nat -> frac_part (complete_quotient x i) <> 0.

Definition new_index_gap_sharp_continued_fraction_statement : Prop :=
  forall (theta : R) (T : nat), (1 <= T)%nat ->
    let x := theta / (2 * PI) in
    exists k, (k <= 2 * Nat.log2 T + 1)%nat /\ goes_on x k /\ (denominator x k <= Z.of_nat T)%Z /\
      ((Z.of_nat T < denominator x (S k))%Z \/ frac_part (complete_quotient x k) = 0) /\
      is_smallest (fun t => 1 - cos (INR t * theta)) T (1 - cos (IZR (denominator x k) * theta)) /\
      forall t, (1 <= t)%nat -> (Z.of_nat t < denominator x k)%Z ->
        1 - cos (IZR (denominator x k) * theta) < 1 - cos (INR t * theta).

(** * Errors of the convergents *)

Definition error (x : R) (k : nat) : R := IZR (denominator x k) * x - IZR (numerator x k).

Lemma whole_and_part : forall r, r = IZR (Int_part r) + frac_part r /\ 0 <= frac_part r < 1.
Proof. intro r. destruct (base_fp r). unfold frac_part in *. lra. Qed.

Lemma goes_on_less : forall x k j, (j <= k)%nat -> goes_on x k -> goes_on x j.
Proof. intros x k j L G i I. apply G. lia. Qed.

Lemma error_0 : forall x, error x 0 = frac_part x.
Proof. intro x. unfold error, frac_part. simpl. unfold quotient. simpl. ring. Qed.

Lemma error_step : forall x k, goes_on x (S k) -> error x (S k) = - frac_part (complete_quotient x (S k)) * error x k.
Proof.
  intros x k. induction k as [|k IH]; intro G.
  - rewrite error_0. pose proof (G 0%nat ltac:(lia)) as F. cbn [complete_quotient] in *.
    assert (C : error x 1 = IZR (quotient x 1) * frac_part x - 1).
    { unfold error. cbn [numerator denominator]. rewrite Z.mul_1_r, Z.add_0_r, plus_IZR, mult_IZR.
      unfold frac_part, quotient at 3. cbn [complete_quotient]. ring. }
    rewrite C. unfold quotient. cbn [complete_quotient].
    change (frac_part (/ frac_part x)) with (/ frac_part x - IZR (Int_part (/ frac_part x))). field. exact F.
  - specialize (IH (goes_on_less x (S (S k)) (S k) ltac:(lia) G)). pose proof (G (S k) ltac:(lia)) as F.
    assert (B : error x k = - (complete_quotient x (S (S k))) * error x (S k)).
    { rewrite IH. cbn [complete_quotient] in *. set (f := frac_part (/ frac_part (complete_quotient x k))) in *. field. exact F. }
    assert (C : error x (S (S k)) = IZR (quotient x (S (S k))) * error x (S k) + error x k).
    { unfold error. change (numerator x (S (S k))) with
        (quotient x (S (S k)) * numerator x (S k) + numerator x k)%Z.
      change (denominator x (S (S k))) with (quotient x (S (S k)) * denominator x (S k) + denominator x k)%Z.
      rewrite !plus_IZR, !mult_IZR. ring. }
    rewrite C, B. unfold quotient. destruct (whole_and_part (complete_quotient x (S (S k)))) as [Y _].
    rewrite Y at 2. ring.
Qed.

Lemma error_not_0 : forall x k, goes_on x (S k) -> error x k <> 0.
Proof.
  intros x k. induction k as [|k IH]; intro G.
  - rewrite error_0. apply (G 0%nat). lia.
  - rewrite error_step by (apply (goes_on_less x (S (S k)) (S k) ltac:(lia) G)).
    apply Rmult_integral_contrapositive_currified.
    + apply Ropp_neq_0_compat, (G (S k)). lia.
    + apply IH, (goes_on_less x (S (S k)) (S k) ltac:(lia) G).
Qed.

Lemma determinant : forall x k,
  (numerator x (S k) * denominator x k - numerator x k * denominator x (S k) = 1 \/
   numerator x (S k) * denominator x k - numerator x k * denominator x (S k) = -1)%Z.
Proof.
  intros x k. induction k as [|k IH].
  - left. cbn [numerator denominator]. ring.
  - change (numerator x (S (S k))) with (quotient x (S (S k)) * numerator x (S k) + numerator x k)%Z.
    change (denominator x (S (S k))) with (quotient x (S (S k)) * denominator x (S k) + denominator x k)%Z. nia.
Qed.

(** * Quotients and denominators *)

Lemma quotient_at_least : forall x k, goes_on x (S k) ->
  (1 <= quotient x (S k))%Z /\ (frac_part (complete_quotient x (S k)) = 0 -> (2 <= quotient x (S k))%Z).
Proof.
  intros x k G. pose proof (G k ltac:(lia)) as F. destruct (whole_and_part (complete_quotient x k)) as [_ [F0 F1]].
  assert (Big : 1 < complete_quotient x (S k)).
  { cbn [complete_quotient]. rewrite <- Rinv_1. apply Rinv_lt_contravar; lra. }
  destruct (whole_and_part (complete_quotient x (S k))) as [W [R0 R1]]. unfold quotient. set (a := Int_part (complete_quotient x (S k))) in *.
  assert (P : (1 <= a)%Z).
  { assert (0 < IZR a) by lra. apply lt_IZR in H. lia. }
  split; [exact P|]. intro Z0. assert (1 < IZR a) by lra. apply lt_IZR in H. lia.
Qed.

Lemma denominator_grows : forall x k, goes_on x (S k) ->
  (1 <= denominator x k <= denominator x (S k))%Z /\
  (frac_part (complete_quotient x (S k)) = 0 -> (2 * denominator x k <= denominator x (S k))%Z).
Proof.
  intros x k. induction k as [|k IH]; intro G; destruct (quotient_at_least x _ G) as [A B].
  - cbn [denominator]. split; [lia|]. intro Z0. specialize (B Z0). lia.
  - destruct (IH (goes_on_less x (S (S k)) (S k) ltac:(lia) G)) as [[C D] _].
    change (denominator x (S (S k))) with (quotient x (S (S k)) * denominator x (S k) + denominator x k)%Z.
    split; [nia|]. intro Z0. specialize (B Z0). nia.
Qed.

Lemma denominator_pos : forall x k, goes_on x k -> (1 <= denominator x k)%Z.
Proof.
  intros x [|k] G; [simpl; lia|]. destruct (denominator_grows x k G) as [[]]. lia.
Qed.

Lemma denominator_doubles : forall x k, goes_on x (S (S k)) -> (2 * denominator x k <= denominator x (S (S k)))%Z.
Proof.
  intros x k G. destruct (quotient_at_least x _ G) as [A _].
  destruct (denominator_grows x k (goes_on_less x (S (S k)) (S k) ltac:(lia) G)) as [[C D] _].
  change (denominator x (S (S k))) with (quotient x (S (S k)) * denominator x (S k) + denominator x k)%Z. nia.
Qed.

Lemma denominator_power : forall x h, goes_on x (2 * h) -> (2 ^ Z.of_nat h <= denominator x (2 * h))%Z.
Proof.
  intros x h. induction h as [|h IH]; intro G; [simpl; lia|].
  replace (2 * S h)%nat with (S (S (2 * h))) in * by lia.
  pose proof (denominator_doubles x _ G). specialize (IH (goes_on_less x (S (S (2 * h))) (2 * h) ltac:(lia) G)).
  rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. lia.
Qed.

(** * Nothing before the next denominator is nearer *)

Lemma no_nearer : forall x k t m, goes_on x (S k) -> (1 <= t < denominator x (S k))%Z ->
  Rabs (error x k) <= Rabs (IZR t * x - IZR m) /\
  ((t < denominator x k)%Z -> Rabs (error x k) < Rabs (IZR t * x - IZR m)).
Proof.
  intros x k t m G Ht. destruct (denominator_grows x k G) as [[Q1 Q2] Last].
  pose proof (error_step x k G) as Step. pose proof (error_not_0 x k G) as E0.
  destruct (whole_and_part (complete_quotient x (S k))) as [_ [F0 F1]]. set (f := frac_part (complete_quotient x (S k))) in *.
  assert (Split : exists u v, (t = u * denominator x k + v * denominator x (S k))%Z /\
                              (m = u * numerator x k + v * numerator x (S k))%Z).
  { destruct (determinant x k) as [D|D].
    - exists (t * numerator x (S k) - m * denominator x (S k))%Z, (m * denominator x k - t * numerator x k)%Z.
      split; [transitivity (t * 1)%Z | transitivity (m * 1)%Z]; try ring; rewrite <- D; ring.
    - exists (- (t * numerator x (S k) - m * denominator x (S k)))%Z, (- (m * denominator x k - t * numerator x k))%Z.
      split; [transitivity (- (t * -1))%Z | transitivity (- (m * -1))%Z]; try ring; rewrite <- D; ring. }
  destruct Split as (u & v & Et & Em).
  assert (Err : IZR t * x - IZR m = (IZR u - IZR v * f) * error x k).
  { transitivity (IZR u * error x k + IZR v * error x (S k)).
    - rewrite Et, Em, !plus_IZR, !mult_IZR. unfold error. ring.
    - rewrite Step. ring. }
  rewrite Err, Rabs_mult. pose proof (Rabs_pos_lt _ E0) as Pos.
  set (q := denominator x k) in *. set (q' := denominator x (S k)) in *.
  assert (Whole : v = 0%Z /\ (1 <= u)%Z \/ (0 < v)%Z /\ (u <= -1)%Z \/ (v < 0)%Z /\ (1 <= u)%Z).
  { destruct (Z.lt_trichotomy v 0) as [V|[V|V]]; [right; right|left|right; left]; (split; [exact V|]); nia. }
  split.
  - rewrite <- (Rmult_1_l (Rabs (error x k))) at 1. apply Rmult_le_compat_r; [lra|].
    destruct Whole as [[-> U]|[[V U]|[V U]]].
    + apply IZR_le in U. rewrite Rabs_right by lra. lra.
    + apply IZR_le in U. apply IZR_lt in V. rewrite Rabs_left by nra. nra.
    + apply IZR_le in U. apply IZR_lt in V. rewrite Rabs_right by nra. nra.
  - intro Lt. rewrite <- (Rmult_1_l (Rabs (error x k))) at 1. apply Rmult_lt_compat_r; [lra|].
    destruct (Req_dec f 0) as [Z0|N0].
    + specialize (Last Z0). rewrite Z0, Rmult_0_r, Rminus_0_r.
      assert (Far : (u <= -2 \/ 2 <= u)%Z) by nia.
      destruct Far as [U|U]; apply IZR_le in U; [rewrite Rabs_left by lra | rewrite Rabs_right by lra]; lra.
    + destruct Whole as [[-> U]|[[V U]|[V U]]]; [nia| |].
      * apply IZR_le in U. apply IZR_lt in V. rewrite Rabs_left by nra. nra.
      * apply IZR_le in U. apply IZR_lt in V. rewrite Rabs_right by nra. nra.
Qed.

(** The last convergent is x itself, and no smaller t makes t x whole. *)
Lemma last_is_exact : forall x k, goes_on x k -> frac_part (complete_quotient x k) = 0 ->
  error x k = 0 /\ forall t m, (1 <= t < denominator x k)%Z -> 0 < Rabs (IZR t * x - IZR m).
Proof.
  intros x [|k] G Z0.
  - split; [rewrite error_0; exact Z0|]. simpl. lia.
  - assert (E : error x (S k) = 0) by (rewrite error_step, Z0 by exact G; ring). split; [exact E|].
    intros t m Ht. apply Rabs_pos_lt. intro W. pose proof (denominator_pos x _ G) as Q.
    assert (Div : (t * numerator x (S k) = m * denominator x (S k))%Z).
    { apply eq_IZR. rewrite !mult_IZR. unfold error in E. apply IZR_le in Q. nra. }
    assert (Times : exists w, t = (w * denominator x (S k))%Z).
    { destruct (determinant x k) as [D|D]; [exists (m * denominator x k - t * numerator x k)%Z | exists (t * numerator x k - m * denominator x k)%Z];
        [transitivity (t * 1)%Z | transitivity (- (t * -1))%Z]; try ring; rewrite <- D; ring [Div]. }
    destruct Times as [w Ew]. clear - Ht Ew Q. destruct (Z.le_gt_cases w 0); nia.
Qed.

(** * From distances to cosines *)

Lemma cos_abs : forall z, cos (2 * PI * Rabs z) = cos (2 * PI * z).
Proof.
  intro z. destruct (Rle_dec 0 z); [rewrite Rabs_right by lra; reflexivity|].
  rewrite Rabs_left by lra. rewrite <- cos_neg. f_equal. ring.
Qed.

Lemma nearest_whole : forall y, exists m, Rabs (y - IZR m) <= 1 / 2 /\ cos (2 * PI * y) = cos (2 * PI * Rabs (y - IZR m)).
Proof.
  intro y. destruct (whole_and_part (y + 1 / 2)) as [W [L U]]. exists (Int_part (y + 1 / 2)).
  split; [apply Rabs_le; lra|]. set (m := Int_part (y + 1 / 2)). rewrite cos_abs.
  replace (2 * PI * y) with (2 * PI * (y - IZR m) + IZR m * (2 * PI)) by ring. apply cos_period_Z.
Qed.

Lemma nearer_to_whole : forall e y, (forall m, Rabs e <= Rabs (y - IZR m)) -> cos (2 * PI * y) <= cos (2 * PI * e).
Proof.
  intros e y H. pose proof PI_RGT_0. destruct (nearest_whole y) as (m & N & ->). rewrite <- (cos_abs e).
  specialize (H m). pose proof (Rabs_pos e). apply cos_falls_weakly; nra.
Qed.

Lemma strictly_nearer_to_whole : forall e y, (forall m, Rabs e < Rabs (y - IZR m)) ->
  cos (2 * PI * y) < cos (2 * PI * e).
Proof.
  intros e y H. pose proof PI_RGT_0. destruct (nearest_whole y) as (m & N & ->). rewrite <- (cos_abs e).
  specialize (H m). pose proof (Rabs_pos e). apply cos_falls; nra.
Qed.

(** * The theorem *)

Lemma stops_or_passes : forall x T j, (1 <= T)%nat ->
  (exists k, (k < j)%nat /\ goes_on x k /\ (denominator x k <= Z.of_nat T)%Z /\
     (goes_on x (S k) /\ (Z.of_nat T < denominator x (S k))%Z \/ frac_part (complete_quotient x k) = 0)) \/
  goes_on x j /\ (denominator x j <= Z.of_nat T)%Z.
Proof.
  intros x T j HT. induction j as [|j [(k & K & H)|[G Q]]].
  - right. split; [intros i Hi; lia | simpl; lia].
  - left. exists k. split; [lia|exact H].
  - destruct (Req_dec (frac_part (complete_quotient x j)) 0) as [Z0|N0]; [left; exists j; auto 6|].
    assert (G' : goes_on x (S j)).
    { intros i Hi. destruct (Nat.eq_dec i j) as [->|]; [exact N0|]. apply G. lia. }
    destruct (Z.le_gt_cases (denominator x (S j)) (Z.of_nat T)) as [L|L]; [right; split; assumption|].
    left. exists j. split; [lia|]. auto.
Qed.

Theorem new_index_gap_sharp_continued_fraction_proved : new_index_gap_sharp_continued_fraction_statement.
Proof.
  intros theta T HT x. pose proof PI_RGT_0 as P.
  assert (Turn : forall z, z * theta = 2 * PI * (z * x)) by (intro z; unfold x; field; lra).
  destruct (stops_or_passes x T (2 * Nat.log2 T + 2) HT) as [(k & K & G & Q & Next)|[G Q]].
  2: { exfalso. replace (2 * Nat.log2 T + 2)%nat with (2 * S (Nat.log2 T))%nat in G, Q by lia.
       pose proof (denominator_power x _ G). destruct (Nat.log2_spec T ltac:(lia)) as [_ U].
       apply Nat2Z.inj_lt in U. rewrite Nat2Z.inj_pow in U. change (Z.of_nat 2) with 2%Z in U. lia. }
  pose proof (denominator_pos x k G) as Q1.
  assert (Far : forall t m, (1 <= t <= Z.of_nat T)%Z -> Rabs (error x k) <= Rabs (IZR t * x - IZR m) /\
                  ((t < denominator x k)%Z -> Rabs (error x k) < Rabs (IZR t * x - IZR m))).
  { intros t m Ht. destruct Next as [[G' L]|Z0]; [apply no_nearer; [exact G'|lia]|].
    destruct (last_is_exact x k G Z0) as [E S]. rewrite E, Rabs_R0. split; [apply Rabs_pos|]. intro. apply S. lia. }
  assert (Own : cos (IZR (denominator x k) * theta) = cos (2 * PI * error x k)).
  { rewrite Turn. unfold error.
    replace (2 * PI * (IZR (denominator x k) * x))
      with (2 * PI * (IZR (denominator x k) * x - IZR (numerator x k)) + IZR (numerator x k) * (2 * PI)) by ring.
    apply cos_period_Z. }
  exists k. split; [lia|]. split; [exact G|]. split; [exact Q|].
  split; [destruct Next as [[_ L]|Z0]; auto|]. split; [split|].
  - exists (Z.to_nat (denominator x k)). split; [unfold within; lia|].
    rewrite INR_IZR_INZ, Z2Nat.id by lia. reflexivity.
  - intros t [H1 H2]. rewrite Own, Turn, INR_IZR_INZ.
    pose proof (nearer_to_whole (error x k) (IZR (Z.of_nat t) * x) ltac:(intro m; apply Far; lia)). lra.
  - intros t H1 H2. rewrite Own, Turn, INR_IZR_INZ.
    pose proof (strictly_nearer_to_whole (error x k) (IZR (Z.of_nat t) * x)
                  ltac:(intro m; apply Far; [lia|exact H2])). lra.
Qed.

(** * False neighbours *)

(** The largest distance attains the minimum: theta = pi, T = 3. *)
Definition new_index_gap_sharp_continued_fraction_neighbour_last : Prop :=
  forall (theta : R) (T : nat), (1 <= T)%nat ->
    is_smallest (fun t => 1 - cos (INR t * theta)) T (1 - cos (INR T * theta)).

Theorem new_index_gap_sharp_continued_fraction_neighbour_last_false :
  ~ new_index_gap_sharp_continued_fraction_neighbour_last.
Proof.
  intro H. destruct (H PI 3%nat ltac:(lia)) as [_ L]. specialize (L 2%nat ltac:(unfold within; lia)).
  replace (INR 3 * PI) with (PI + IZR 1 * (2 * PI)) in L by (simpl; ring).
  replace (INR 2 * PI) with (2 * PI) in L by (simpl; ring).
  rewrite cos_period_Z, cos_PI, cos_2PI in L. lra.
Qed.

(** Any denominator up to T attains it: theta = pi, T = 2, the first denominator. *)
Definition new_index_gap_sharp_continued_fraction_neighbour_any : Prop :=
  forall (theta : R) (T k : nat), (1 <= T)%nat -> goes_on (theta / (2 * PI)) k ->
    (denominator (theta / (2 * PI)) k <= Z.of_nat T)%Z ->
    is_smallest (fun t => 1 - cos (INR t * theta)) T (1 - cos (IZR (denominator (theta / (2 * PI)) k) * theta)).

Theorem new_index_gap_sharp_continued_fraction_neighbour_any_false :
  ~ new_index_gap_sharp_continued_fraction_neighbour_any.
Proof.
  intro H. specialize (H PI 2%nat 0%nat ltac:(lia) ltac:(intros i Hi; lia) ltac:(simpl; lia)).
  destruct H as [_ L]. specialize (L 2%nat ltac:(unfold within; lia)). simpl in L.
  rewrite Rmult_1_l, cos_PI in L. replace ((1 + 1) * PI) with (2 * PI) in L by ring. rewrite cos_2PI in L. lra.
Qed.

Example new_index_gap_sharp_continued_fraction_instance : instance_of new_index_gap_sharp_continued_fraction_statement.
Proof. exists 1, 100%nat. split; [lia | exact I]. Qed.
