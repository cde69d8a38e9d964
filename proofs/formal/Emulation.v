(** Number formats by reflection: Coq's integers compute what comes out of a rounded step, or between which two numbers it lies.

    A number is an integer and a power of two; rounding to nearest even is a shift (`rounded`), proved to be Flocq's with underflow. A span is one number or two ends.
    Rounding is monotone, so ends go to ends. Cosines of dyadic phases come from the table of `Rotation.v`, and whatever a library adds is added at both ends. *)

From Coq Require Import Reals ZArith Lra Lia List Bool.
From Flocq Require Import Core.
From RopeTheory Require Import IntervalZ.
From RopeTheory Require Import Rope Trig Rotation new_precision_cliff new_precision_cliff_retrieval_shared_letter new_precision_cliff_mix.
Import ListNotations.
Open Scope R_scope.

(** * Formats *)

(** Significant bits, the exponent of the smallest step, and the exponent of the last bit of the largest number. *)
Record format := Format { digits : Z; finest : Z; top : Z }.

Definition nearest_in (f : format) (x : R) : R := held (digits f) (finest f) x.

(** Rounded, x is no more than the largest number: it does not overflow. *)
Definition does_not_overflow (f : format) (x : R) : Prop := Rabs (nearest_in f x) <= IZR (2 ^ digits f - 1) * bpow radix2 (top f).

(** fl rounds to the format. What it gives for a number that overflows is left open. *)
Definition computes (f : format) (fl : R -> R) : Prop := forall x, does_not_overflow f x -> fl x = nearest_in f x.

(** * Numbers *)

Definition num : Type := (Z * Z)%type.

Definition num_value (a : num) : R := IZR (fst a) * bpow radix2 (snd a).

Definition num_times (a b : num) : num := (fst a * fst b, snd a + snd b)%Z.

Definition num_minus (a : num) : num := (- fst a, snd a)%Z.

Definition num_plus (a b : num) : num :=
  let (m, e) := a in let (m', e') := b in
  if (e <=? e')%Z then (m + Z.shiftl m' (e' - e), e)%Z else (Z.shiftl m (e - e') + m', e')%Z.

Definition at_most (a b : num) : bool := (fst (num_plus a (num_minus b)) <=? 0)%Z.

Definition num_below (a b : num) : bool := (fst (num_plus a (num_minus b)) <? 0)%Z.

Lemma value_times : forall a b, num_value (num_times a b) = num_value a * num_value b.
Proof. intros [m e] [m' e']. unfold num_value, num_times. cbn [fst snd]. rewrite mult_IZR, bpow_plus. ring. Qed.

Lemma value_minus : forall a, num_value (num_minus a) = - num_value a.
Proof. intros [m e]. unfold num_value, num_minus. cbn [fst snd]. rewrite opp_IZR. ring. Qed.

Lemma shiftl_value : forall m k, (0 <= k)%Z -> IZR (Z.shiftl m k) = IZR m * bpow radix2 k.
Proof. intros m k K. rewrite Z.shiftl_mul_pow2 by exact K. rewrite mult_IZR. f_equal. apply (IZR_Zpower radix2). exact K. Qed.

Lemma value_plus : forall a b, num_value (num_plus a b) = num_value a + num_value b.
Proof.
  intros [m e] [m' e']. unfold num_value, num_plus. cbn [fst snd]. destruct (Z.leb_spec e e') as [L|L]; cbn [fst snd]; rewrite plus_IZR, shiftl_value by lia.
  - rewrite Rmult_plus_distr_r, Rmult_assoc, <- bpow_plus. replace (e' - e + e)%Z with e' by ring. reflexivity.
  - rewrite Rmult_plus_distr_r, Rmult_assoc, <- bpow_plus. replace (e - e' + e')%Z with e by ring. reflexivity.
Qed.

Lemma value_difference : forall a b, num_value a - num_value b = IZR (fst (num_plus a (num_minus b))) * bpow radix2 (snd (num_plus a (num_minus b))).
Proof. intros a b. unfold Rminus. rewrite <- value_minus, <- value_plus. reflexivity. Qed.

Lemma at_most_value : forall a b, at_most a b = true -> num_value a <= num_value b.
Proof.
  intros a b H. apply Z.leb_le, IZR_le in H. pose proof (value_difference a b) as D. pose proof (bpow_gt_0 radix2 (snd (num_plus a (num_minus b)))) as P.
  assert (IZR (fst (num_plus a (num_minus b))) * bpow radix2 (snd (num_plus a (num_minus b))) <= 0) by nra. lra.
Qed.

Lemma num_below_value : forall a b, num_below a b = true -> num_value a < num_value b.
Proof.
  intros a b H. apply Z.ltb_lt, IZR_lt in H. pose proof (value_difference a b) as D. pose proof (bpow_gt_0 radix2 (snd (num_plus a (num_minus b)))) as P.
  assert (IZR (fst (num_plus a (num_minus b))) * bpow radix2 (snd (num_plus a (num_minus b))) < 0) by nra. lra.
Qed.

(** * Rounding to nearest even *)

(** m / 2^k for k > 0, to the nearest integer, a half to the even one. *)
Definition halved (m k : Z) : Z :=
  let h := Z.shiftr m (k - 1) in let q := Z.div2 h in
  if Z.even h then q
  else if (m =? Z.shiftl h (k - 1))%Z then if Z.even q then q else (q + 1)%Z
  else (q + 1)%Z.

Definition rounded (f : format) (a : num) : num :=
  let (m, e) := a in
  if (m =? 0)%Z then (0, 0)%Z
  else
    let k := (Z.max (Z.log2 (Z.abs m) + 1 + e - digits f) (finest f) - e)%Z in
    if (k <=? 0)%Z then a else (halved m k, e + k)%Z.

Lemma halved_nearest : forall m k, (0 < k)%Z -> ZnearestE (IZR m * bpow radix2 (- k)) = halved m k.
Proof.
  intros m k K. assert (P : (0 < 2 ^ k)%Z) by (apply Z.pow_pos_nonneg; lia). pose proof (IZR_lt _ _ P) as PR.
  assert (B : bpow radix2 (- k) = / IZR (2 ^ k)) by (rewrite bpow_opp; f_equal; symmetry; apply (IZR_Zpower radix2); lia).
  assert (H2 : (2 ^ k = 2 * 2 ^ (k - 1))%Z) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  assert (P1 : (0 < 2 ^ (k - 1))%Z) by (apply Z.pow_pos_nonneg; lia). pose proof (Z.div_mod m (2 ^ (k - 1)) ltac:(lia)) as E1. pose proof (Z.mod_pos_bound m (2 ^ (k - 1)) P1) as L1.
  unfold halved. cbv zeta. rewrite Z.div2_div, Z.shiftr_div_pow2, Z.shiftl_mul_pow2 by lia. rewrite Z.div_div, (Z.mul_comm _ 2), <- H2 by lia.
  pose proof (Z.div_mod m (2 ^ k) ltac:(lia)) as E. pose proof (Z.mod_pos_bound m (2 ^ k) P) as M.
  pose proof (Z.div_mod (m / 2 ^ (k - 1)) 2 ltac:(lia)) as Eh. rewrite Z.div_div, (Z.mul_comm _ 2), <- H2 in Eh by lia.
  pose proof (Zmod_even (m / 2 ^ (k - 1))) as Par. set (h := (m / 2 ^ (k - 1))%Z) in *. set (s := (m mod 2 ^ (k - 1))%Z) in *.
  set (q := (m / 2 ^ k)%Z) in *. set (r := (m mod 2 ^ k)%Z) in *.
  assert (X : IZR m * bpow radix2 (- k) = IZR q + IZR r / IZR (2 ^ k)).
  { rewrite B, E, plus_IZR, mult_IZR. field. lra. }
  rewrite X. assert (R1 : 0 <= IZR r / IZR (2 ^ k) < 1).
  { destruct M as [M0 M1]. apply IZR_le in M0. apply IZR_lt in M1. split; [apply Rmult_le_pos; [exact M0|left; apply Rinv_0_lt_compat; exact PR]|].
    apply (Rmult_lt_reg_r (IZR (2 ^ k))); [exact PR|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_1_l by lra. exact M1. }
  set (t := IZR r / IZR (2 ^ k)) in *. assert (F : Zfloor (IZR q + t) = q) by (apply Zfloor_imp; rewrite plus_IZR; lra).
  assert (T : t = / 2 * (IZR r / IZR (2 ^ (k - 1)))).
  { unfold t. rewrite H2, mult_IZR. field. apply IZR_neq. pose proof (Z.pow_pos_nonneg 2 (k - 1)). lia. }
  assert (Q : 0 < IZR (2 ^ (k - 1))) by (apply IZR_lt, Z.pow_pos_nonneg; lia).
  assert (T2 : IZR r = 2 * t * IZR (2 ^ (k - 1))) by (rewrite T; field; lra).
  destruct (Z.even h); [|destruct (Z.eqb_spec m (h * 2 ^ (k - 1))) as [C0|C0]].
  - assert (C : (r < 2 ^ (k - 1))%Z) by nia. apply IZR_lt in C. assert (t < / 2) by (apply (Rmult_lt_reg_r (IZR (2 ^ (k - 1)))); lra). apply nearest. lra.
  - assert (C : r = (2 ^ (k - 1))%Z) by nia. apply (f_equal IZR) in C. assert (Th : t = / 2) by (apply (Rmult_eq_reg_r (IZR (2 ^ (k - 1)))); lra).
    unfold ZnearestE, Znearest. rewrite F, Rcompare_Eq by lra.
    assert (Cl : Zceil (IZR q + t) = (q + 1)%Z) by (apply Zceil_imp; rewrite minus_IZR, plus_IZR; lra). rewrite Cl. destruct (Z.even q); reflexivity.
  - assert (C : (2 ^ (k - 1) < r)%Z) by nia. apply IZR_lt in C. assert (/ 2 < t) by (apply (Rmult_lt_reg_r (IZR (2 ^ (k - 1)))); lra). apply nearest. rewrite plus_IZR. lra.
Qed.

Lemma log2_size : forall m, m <> 0%Z -> bpow radix2 (Z.log2 (Z.abs m)) <= Rabs (IZR m) < bpow radix2 (Z.log2 (Z.abs m) + 1).
Proof.
  intros m M. pose proof (Z.log2_spec (Z.abs m) ltac:(lia)) as [L U]. pose proof (Z.log2_nonneg (Z.abs m)) as N. rewrite <- abs_IZR, <- !(IZR_Zpower radix2) by lia.
  split; [apply IZR_le; exact L|apply IZR_lt; exact U].
Qed.

Theorem rounded_nearest : forall f a, (0 < digits f)%Z -> nearest_in f (num_value a) = num_value (rounded f a).
Proof.
  intros [p least tp] [m e] P. cbn [digits] in P. unfold nearest_in, held, rounded. cbn [digits finest].
  assert (V : Prec_gt_0 p) by (unfold Prec_gt_0; lia).
  destruct (Z.eqb_spec m 0) as [->|M].
  { unfold num_value. cbn [fst snd]. rewrite !Rmult_0_l. apply round_0, valid_rnd_N. }
  pose proof (log2_size m M) as [L U]. set (d := (Z.log2 (Z.abs m) + 1)%Z) in *. replace (Z.log2 (Z.abs m)) with (d - 1)%Z in * by (unfold d; ring).
  assert (S : Rabs (num_value (m, e)) = Rabs (IZR m) * bpow radix2 e) by (unfold num_value; cbn [fst snd]; rewrite Rabs_mult, (Rabs_pos_eq (bpow _ _)) by apply bpow_ge_0; reflexivity).
  assert (Mag : mag radix2 (num_value (m, e)) = (d + e)%Z :> Z).
  { apply mag_unique. rewrite S. replace (d + e - 1)%Z with (d - 1 + e)%Z by ring. rewrite !bpow_plus. pose proof (bpow_gt_0 radix2 e).
    split; [apply Rmult_le_compat_r; lra|apply Rmult_lt_compat_r; lra]. }
  destruct (Z.leb_spec (Z.max (d + e - p) least - e) 0) as [K|K].
  - apply round_generic; [apply valid_rnd_N|]. apply generic_format_FLT. exists (Float radix2 m e); [reflexivity| |cbn [Fexp]; lia].
    cbn [Fnum]. apply lt_IZR. rewrite abs_IZR. apply Rlt_le_trans with (1 := U). change (Z.pow_pos 2) with (Z.pow_pos radix2). rewrite (IZR_Zpower radix2) by lia. apply bpow_le. lia.
  - unfold round, scaled_mantissa, cexp, FLT_exp. rewrite Mag. set (c := Z.max (d + e - p) least) in *.
    replace (num_value (m, e) * bpow radix2 (- c)) with (IZR m * bpow radix2 (- (c - e))).
    { rewrite halved_nearest by lia. unfold num_value, F2R. cbn [fst snd Fnum Fexp]. replace (e + (c - e))%Z with c by ring. reflexivity. }
    unfold num_value. cbn [fst snd]. rewrite Rmult_assoc, <- bpow_plus. f_equal. f_equal. ring.
Qed.

(** Not at most the largest number: a glance at the exponents settles most. *)
Definition overflows (f : format) (a : num) : bool :=
  let (m, e) := a in
  if (Z.log2 (Z.abs m) + 1 + e <=? top f)%Z then false else negb (at_most a (2 ^ digits f - 1, top f)%Z && at_most (num_minus a) (2 ^ digits f - 1, top f)%Z).

Lemma largest_bounds : forall f a, (0 < digits f)%Z -> overflows f a = false ->
  - (IZR (2 ^ digits f - 1) * bpow radix2 (top f)) <= num_value a <= IZR (2 ^ digits f - 1) * bpow radix2 (top f).
Proof.
  intros f [m e] D H. unfold overflows in H. destruct (Z.leb_spec (Z.log2 (Z.abs m) + 1 + e) (top f)) as [L|_].
  - clear H. rename L into H. assert (P : (2 <= 2 ^ digits f)%Z) by (apply (Z.pow_le_mono_r 2 1); lia). assert (Q : 1 <= IZR (2 ^ digits f - 1)) by (apply IZR_le; lia).
    pose proof (bpow_gt_0 radix2 (top f)) as B. assert (A : Rabs (num_value (m, e)) <= bpow radix2 (top f)); [|apply within in A; nra].
    destruct (Z.eq_dec m 0) as [->|M]; [unfold num_value; cbn [fst snd]; rewrite Rmult_0_l, Rabs_R0; lra|]. pose proof (log2_size m M) as [_ U].
    unfold num_value. cbn [fst snd]. rewrite Rabs_mult, (Rabs_pos_eq (bpow _ e)) by apply bpow_ge_0. apply Rle_trans with (bpow radix2 (Z.log2 (Z.abs m) + 1 + e)).
    + rewrite (bpow_plus _ _ e). apply Rmult_le_compat_r; [apply bpow_ge_0|lra].
    + apply bpow_le. exact H.
  - apply negb_false_iff, andb_prop in H. destruct H as [A B]. apply at_most_value in A, B. rewrite value_minus in B. unfold num_value at 2 in A. unfold num_value at 2 in B. cbn [fst snd] in *. lra.
Qed.

(** * Spans *)

Inductive enclosure := Point (a : num) | Between (a b : num).

Definition encloses (s : enclosure) (x : R) : Prop := match s with Point a => x = num_value a | Between a b => num_value a <= x <= num_value b end.

Definition low (s : enclosure) : num := match s with Point a => a | Between a _ => a end.
Definition high (s : enclosure) : num := match s with Point a => a | Between _ b => b end.

Lemma holds_ends : forall s x, encloses s x -> num_value (low s) <= x <= num_value (high s).
Proof. intros [a|a b] x H; cbn in *; lra. Qed.

Definition same (a b : num) : bool := (fst a =? fst b)%Z && (snd a =? snd b)%Z.

Lemma same_eq : forall a b, same a b = true -> a = b.
Proof. intros [m e] [m' e'] H. apply andb_prop in H. cbn in H. destruct H as [A B]. apply Z.eqb_eq in A, B. congruence. Qed.

(** Rounded; nothing if an end overflows. *)
Definition cast_span (f : format) (s : enclosure) : option enclosure :=
  match s with
  | Point a => let r := rounded f a in if overflows f r then None else Some (Point r)
  | Between a b =>
      let r := rounded f a in let t := rounded f b in
      if overflows f r || overflows f t then None else Some (if same r t then Point r else Between r t)
  end.

Lemma nearest_in_le : forall f x y, (0 < digits f)%Z -> x <= y -> nearest_in f x <= nearest_in f y.
Proof.
  intros f x y P L. assert (V : Prec_gt_0 (digits f)) by exact P. unfold nearest_in, held. apply round_le; [apply FLT_exp_valid; exact V|apply valid_rnd_N|exact L].
Qed.

Theorem cast_span_holds : forall f fl s t x, (0 < digits f)%Z -> computes f fl -> encloses s x -> cast_span f s = Some t -> does_not_overflow f x /\ encloses t (fl x).
Proof.
  intros f fl s t x P Fl H C. destruct s as [a|a b]; cbn [cast_span] in C.
  - destruct (overflows f (rounded f a)) eqn:O; [discriminate|]. injection C as <-. cbn [encloses] in *. subst x. apply (largest_bounds _ _ P) in O.
    assert (I : does_not_overflow f (num_value a)) by (unfold does_not_overflow; rewrite rounded_nearest by exact P; apply Rabs_le; exact O). split; [exact I|].
    rewrite (Fl _ I). apply rounded_nearest. exact P.
  - destruct (overflows f (rounded f a) || overflows f (rounded f b)) eqn:O; [discriminate|]. apply orb_false_elim in O. destruct O as [O1 O2].
    apply (largest_bounds _ _ P) in O1, O2. cbn [encloses] in H. pose proof (nearest_in_le f _ _ P (proj1 H)) as A. pose proof (nearest_in_le f _ _ P (proj2 H)) as B.
    rewrite rounded_nearest in A, B by exact P. assert (I : does_not_overflow f x) by (unfold does_not_overflow; apply Rabs_le; lra). split; [exact I|]. rewrite (Fl _ I).
    injection C as <-. destruct (same (rounded f a) (rounded f b)) eqn:Sm; [|exact (conj A B)]. apply same_eq in Sm. rewrite <- Sm in B. cbn [encloses]. lra.
Qed.

Definition smaller (a b : num) : num := if at_most a b then a else b.
Definition larger (a b : num) : num := if at_most a b then b else a.

Lemma smaller_value : forall a b, num_value (smaller a b) <= num_value a /\ num_value (smaller a b) <= num_value b.
Proof.
  intros a b. unfold smaller. destruct (at_most a b) eqn:E; [apply at_most_value in E; lra|]. unfold at_most in E. apply Z.leb_gt, IZR_lt in E.
  pose proof (value_difference a b) as D. pose proof (bpow_gt_0 radix2 (snd (num_plus a (num_minus b)))). nra.
Qed.

Lemma larger_value : forall a b, num_value a <= num_value (larger a b) /\ num_value b <= num_value (larger a b).
Proof.
  intros a b. unfold larger. destruct (at_most a b) eqn:E; [apply at_most_value in E; lra|]. unfold at_most in E. apply Z.leb_gt, IZR_lt in E.
  pose proof (value_difference a b) as D. pose proof (bpow_gt_0 radix2 (snd (num_plus a (num_minus b)))). nra.
Qed.

(** From a to b, times c. *)
Definition num_times_span (c a b : num) : enclosure := if (0 <=? fst c)%Z then Between (num_times c a) (num_times c b) else Between (num_times c b) (num_times c a).

Lemma num_times_span_holds : forall c a b x, num_value a <= x <= num_value b -> encloses (num_times_span c a b) (num_value c * x).
Proof.
  intros [m e] a b x X. pose proof (bpow_gt_0 radix2 e) as P. unfold num_times_span. cbn [fst]. destruct (Z.leb_spec 0 m) as [L|L]; cbn [encloses]; rewrite !value_times.
  - assert (C : 0 <= num_value (m, e)) by (apply IZR_le in L; unfold num_value; cbn [fst snd]; apply Rmult_le_pos; lra). split; apply Rmult_le_compat_l; lra.
  - assert (C : num_value (m, e) <= 0) by (apply IZR_lt in L; unfold num_value; cbn [fst snd]; nra). split; apply Rmult_le_compat_neg_l; lra.
Qed.

Definition span_product (s t : enclosure) : enclosure :=
  match s, t with
  | Point a, Point b => Point (num_times a b)
  | Point c, Between a b | Between a b, Point c => num_times_span c a b
  | _, _ =>
      let a := num_times (low s) (low t) in let b := num_times (low s) (high t) in let c := num_times (high s) (low t) in let d := num_times (high s) (high t) in
      Between (smaller (smaller a b) (smaller c d)) (larger (larger a b) (larger c d))
  end.

Lemma product_from : forall a b c d x y l, a <= x <= b -> c <= y <= d -> l <= a * c -> l <= a * d -> l <= b * c -> l <= b * d -> l <= x * y.
Proof.
  intros a b c d x y l X Y A B C D.
  assert (E : forall z, l <= z * c -> l <= z * d -> l <= z * y) by (intros z Zc Zd; destruct (Rle_dec 0 z); nra).
  pose proof (E a A B). pose proof (E b C D). destruct (Rle_dec 0 y); nra.
Qed.

Lemma span_product_holds : forall s t x y, encloses s x -> encloses t y -> encloses (span_product s t) (x * y).
Proof.
  assert (G : forall s t x y, encloses s x -> encloses t y ->
    let a := num_times (low s) (low t) in let b := num_times (low s) (high t) in let c := num_times (high s) (low t) in let d := num_times (high s) (high t) in
    encloses (Between (smaller (smaller a b) (smaller c d)) (larger (larger a b) (larger c d))) (x * y)).
  { intros s t x y H K a b c d. apply holds_ends in H, K. cbn [encloses].
    pose proof (smaller_value a b). pose proof (smaller_value c d). pose proof (smaller_value (smaller a b) (smaller c d)).
    pose proof (larger_value a b). pose proof (larger_value c d). pose proof (larger_value (larger a b) (larger c d)).
    set (l := num_value (smaller (smaller a b) (smaller c d))) in *. set (u := num_value (larger (larger a b) (larger c d))) in *. clearbody l u.
    unfold a, b, c, d in *. rewrite !value_times in *. split; [eapply product_from; try exact H; try exact K; lra|].
    enough (- u <= (- x) * y) by lra. apply (product_from (- num_value (high s)) (- num_value (low s)) (num_value (low t)) (num_value (high t))); lra. }
  intros [a|a b] [c|c d] x y H K; [| | |exact (G _ _ _ _ H K)]; cbn [span_product]; cbn [encloses] in H, K; subst.
  - symmetry. apply value_times.
  - apply num_times_span_holds, K.
  - rewrite Rmult_comm. apply num_times_span_holds, H.
Qed.

Definition span_sum (s t : enclosure) : enclosure :=
  match s, t with
  | Point a, Point b => Point (num_plus a b)
  | _, _ => Between (num_plus (low s) (low t)) (num_plus (high s) (high t))
  end.

Lemma span_sum_holds : forall s t x y, encloses s x -> encloses t y -> encloses (span_sum s t) (x + y).
Proof.
  intros s t x y H K. destruct s as [a|a b], t as [c|c d]; cbn [encloses span_sum low high] in *; rewrite ?value_plus; try (subst; reflexivity); lra.
Qed.

Definition negated (s : enclosure) : enclosure := match s with Point a => Point (num_minus a) | Between a b => Between (num_minus b) (num_minus a) end.

Lemma negated_holds : forall s x, encloses s x -> encloses (negated s) (- x).
Proof. intros [a|a b] x H; cbn [encloses negated] in *; rewrite !value_minus; try (subst; reflexivity); lra. Qed.

(** * Cosines *)

(** 1/2 pi at scale 2^44, cut off. *)
Definition turns_per_radian : Z := 2799883368761%Z.

(** The phase and a whole turn, in turns at scale 2^28. *)
Definition turns_of (a : num) : positive := Z.to_pos (268435456 + Z.shiftr (fst a * turns_per_radian) (16 - snd a)).

(** Cosine and sine at u turns, at scale 2^28: a line from the middle of the cell. 25736 is 2 pi at scale 2^12. *)
Definition rough_wave (u : positive) : Z * Z :=
  let c := skip 15 fine_cosines u in
  let s := skip 15 fine_cosines (u + 201326592) in
  let h := Z.shiftr (25736 * (Z.land (Z.pos u) 32767 - 16384)) 12 in
  (c - Z.shiftr (h * Z.shiftr s 14) 14, s + Z.shiftr (h * Z.shiftr c 14) 14)%Z.

(** What they are off by, and what a library may be off by beside it: 1.45 10^-7 and 2^-21. *)
Definition off_by_table : Z := 39.
Definition off_by_library : Z := 167.

Definition give_or_take (off c : Z) : enclosure := Between (c - off, -28)%Z (c + off, -28)%Z.

Definition wave_around (off : Z) (u : positive) : enclosure * enclosure := let (c, s) := rough_wave u in (give_or_take off c, give_or_take off s).

(** The cosine at x turns, give or take `off`, at scales 2^56 and 2^40. *)
Definition around (off : Z) (x : positive) : enclosure := let c := fine x in Between (c - off, -40)%Z (c + off, -40)%Z.

Notation "'let?' x := a 'in' b" := (match a with Some x => b | None => None end) (at level 200, x pattern, a at level 100, b at level 200).

Lemma around_holds : forall off d x y z, precise x y -> Rabs (z - cos y) <= d -> d + 0.00000005 <= IZR off / 1099511627776 -> encloses (around off x) z.
Proof.
  intros off d x y z P Z D. pose proof (fine_near x y 1 P ltac:(lia)) as F. change (1 * x)%positive with x in F. rewrite Rmult_1_l in F. apply within in F, Z.
  unfold around, encloses, num_value. cbn [fst snd]. change (bpow radix2 (-40)) with (/ 1099511627776). rewrite minus_IZR, plus_IZR. lra.
Qed.

(** u is the phase y in turns, at scale 2^28. *)
Definition rough (u : positive) (y : R) : Prop := Rabs (IZR (Z.pos u) / 268435456 - y / (2 * PI)) <= 1.02 / 268435456.

Lemma straight : forall c s h y c' s' h', Rabs (h' - h) <= 0.0000000049 -> -0.0003836 <= h <= 0.0003836 -> Rabs (c - c') <= 0.0000000094 -> Rabs (s - s') <= 0.0000614 ->
  -1 <= c' <= 1 -> -1 <= s' <= 1 -> Rabs (y - (c - s * h')) <= 0.0000000038 -> Rabs (y - (c' * cos h - s' * sin h)) <= 0.00000012.
Proof.
  intros c s h y c' s' h' H' H C S C' S' Y.
  assert (A : Rabs (cos h - 1) <= 0.0000000737) by (apply Rabs_le; split; interval with (i_taylor h, i_prec 60)).
  assert (B : Rabs (sin h - h) <= 0.0000000001) by (apply Rabs_le; split; interval with (i_taylor h, i_prec 60)).
  pose proof (abs_product _ c' _ 1 A ltac:(apply Rabs_le; lra)) as P1. pose proof (abs_product _ s' _ 1 B ltac:(apply Rabs_le; lra)) as P2.
  pose proof (abs_product _ s' _ 1 H' ltac:(apply Rabs_le; lra)) as P3. apply within in H'.
  assert (H2 : Rabs h' <= 0.000384) by (apply Rabs_le; lra). pose proof (abs_product _ h' _ _ S H2) as P4. apply within in C, Y. apply Rabs_le.
  replace (y - (c' * cos h - s' * sin h)) with ((y - (c - s * h')) + (c - c') - (s - s') * h' - (h' - h) * s' - (cos h - 1) * c' + (sin h - h) * s') by ring. lra.
Qed.

Theorem rough_wave_near : forall u y, rough u y ->
  Rabs (IZR (fst (rough_wave u)) / 268435456 - cos y) <= 0.000000145 /\ Rabs (IZR (snd (rough_wave u)) / 268435456 - sin y) <= 0.000000145.
Proof.
  intros u y D. assert (P : 3.14159 < PI < 3.1416) by (split; interval). unfold rough_wave. cbn [fst snd]. rewrite !skip_value. change (2 ^ Z.of_nat 15)%Z with 32768%Z.
  assert (Shift : (Z.pos (u + 201326592) / 32768 = Z.pos u / 32768 + 6144)%Z).
  { rewrite Pos2Z.inj_add. replace (Z.pos u + 201326592)%Z with (Z.pos u + 6144 * 32768)%Z by lia. apply Z.div_add. lia. }
  rewrite Shift. set (z := (Z.pos u / 32768)%Z) in *. pose proof (fine_cosines_near z) as C. pose proof (fine_cosines_near (z + 6144)) as S. rewrite half_turn_back in S.
  set (c := stored fine_cosines z) in *. set (s := stored fine_cosines (z + 6144)) in *. clearbody c s.
  change 32767%Z with (Z.ones 15). rewrite Z.land_ones by lia. change (2 ^ 15)%Z with 32768%Z. pose proof (Z.mod_pos_bound (Z.pos u) 32768 ltac:(lia)) as R0.
  assert (E : (Z.pos u = 32768 * z + Z.pos u mod 32768)%Z) by (apply Z.div_mod; lia). set (r := (Z.pos u mod 32768)%Z) in *. clearbody r z.
  assert (R1 : 0 <= IZR r <= 32767) by (split; apply IZR_le; lia). apply (f_equal IZR) in E. rewrite plus_IZR, mult_IZR in E.
  set (h := 2 * PI * ((IZR r - 16384) / 268435456)).
  pose proof (cut 12 (25736 * (r - 16384)) ltac:(lia)) as T1. rewrite mult_IZR, minus_IZR in T1. change (2 ^ 12)%Z with 4096%Z in T1.
  set (hz := Z.shiftr (25736 * (r - 16384)) 12) in *. clearbody hz.
  pose proof (cut 14 c ltac:(lia)) as Tc. pose proof (cut 14 s ltac:(lia)) as Ts. set (cz := Z.shiftr c 14) in *. set (sz := Z.shiftr s 14) in *. clearbody cz sz.
  pose proof (cut 14 (hz * cz) ltac:(lia)) as T2. pose proof (cut 14 (hz * sz) ltac:(lia)) as T3. rewrite mult_IZR in T2, T3. change (2 ^ 14)%Z with 16384%Z in *.
  set (t := Z.shiftr (hz * cz) 14) in *. set (w := Z.shiftr (hz * sz) 14) in *. clearbody t w. rewrite minus_IZR, plus_IZR.
  assert (Y : Rabs (turn_of z + h - y) <= 0.0000000239).
  { unfold turn_of, h. replace (2 * PI * ((IZR z + 1 / 2) / 8192) + 2 * PI * ((IZR r - 16384) / 268435456) - y)
      with (2 * PI * (IZR (Z.pos u) / 268435456 - y / (2 * PI))) by (rewrite E; field; lra).
    rewrite Rabs_mult, (Rabs_right (2 * PI)) by lra. apply Rle_trans with (2 * PI * (1.02 / 268435456)); [|lra]. apply Rmult_le_compat_l; [lra|exact D]. }
  assert (Hh : -0.0003836 <= h <= 0.0003836).
  { assert (A : Rabs h <= 0.0003836); [|apply within in A; lra]. unfold h. rewrite Rabs_mult, (Rabs_right (2 * PI)) by lra. apply Rle_trans with (2 * PI * (1 / 16384)); [|lra]. apply Rmult_le_compat_l; [lra|]. apply Rabs_le. lra. }
  assert (HH : Rabs (IZR hz / 268435456 - h) <= 0.0000000049).
  { assert (A : Rabs (IZR hz / 268435456 - (IZR r - 16384) / 268435456 * (25736 / 4096)) <= 1 / 268435456) by (apply Rabs_le; lra).
    assert (PP : Rabs (25736 / 4096 - 2 * PI) <= 0.0000179) by (apply Rabs_le; split; interval).
    assert (RR : Rabs ((IZR r - 16384) / 268435456) <= 0.0000611) by (apply Rabs_le; lra). pose proof (abs_product _ _ _ _ RR PP) as Q. apply within in A. unfold h. apply Rabs_le. lra. }
  clearbody h. pose proof (COS_bound (turn_of z)) as Bc. pose proof (SIN_bound (turn_of z)) as Bs. pose proof (within _ _ C) as C1. pose proof (within _ _ S) as S1. split.
  - pose proof (straight (IZR c / 268435456) (IZR sz / 16384) h ((IZR c - IZR w) / 268435456) (cos (turn_of z)) (sin (turn_of z)) (IZR hz / 268435456) HH Hh C
      ltac:(apply Rabs_le; lra) Bc Bs ltac:(apply Rabs_le; lra)) as K.
    rewrite <- cos_plus in K. pose proof (cos_lipschitz (turn_of z + h) y) as L. apply within in K. apply within in Y. pose proof (Rle_trans _ _ 0.0000000239 L ltac:(apply Rabs_le; lra)) as X.
    apply within in X. apply Rabs_le. lra.
  - pose proof (straight (IZR s / 268435456) (- (IZR cz / 16384)) h ((IZR s + IZR t) / 268435456) (sin (turn_of z)) (- cos (turn_of z)) (IZR hz / 268435456) HH Hh S
      ltac:(apply Rabs_le; lra) Bs ltac:(lra) ltac:(apply Rabs_le; lra)) as K.
    replace (sin (turn_of z) * cos h - - cos (turn_of z) * sin h) with (sin (turn_of z + h)) in K by (rewrite sin_plus; ring).
    pose proof (cos_lipschitz (PI / 2 - (turn_of z + h)) (PI / 2 - y)) as L. rewrite !cos_shift in L. apply within in K. apply within in Y. pose proof (Rle_trans _ _ 0.0000000239 L ltac:(apply Rabs_le; lra)) as X.
    apply within in X. apply Rabs_le. lra.
Qed.

Lemma waves_hold : forall off d u y c s, rough u y -> Rabs (c - cos y) <= d -> Rabs (s - sin y) <= d -> d + 0.000000145 <= IZR off / 268435456 ->
  encloses (fst (wave_around off u)) c /\ encloses (snd (wave_around off u)) s.
Proof.
  intros off d u y c s P C S D. destruct (rough_wave_near u y P) as [F G]. unfold wave_around. destruct (rough_wave u) as [c' s']. cbn [fst snd] in *. apply within in C, S, F, G.
  unfold give_or_take, encloses, num_value. cbn [fst snd]. change (bpow radix2 (-28)) with (/ 268435456). rewrite !minus_IZR, !plus_IZR. lra.
Qed.

Lemma turns_rough : forall a, (0 <= fst a)%Z -> (snd a <= 16)%Z -> num_value a <= 1000 -> rough (turns_of a) (num_value a + 2 * PI).
Proof.
  intros [m e] M E V. cbn [fst snd] in *. unfold rough, turns_of. cbn [fst snd]. pose proof PI_RGT_0 as Pi.
  pose proof (cut (16 - e) (m * turns_per_radian) ltac:(lia)) as C. set (z := Z.shiftr (m * turns_per_radian) (16 - e)) in *.
  assert (Z0 : (0 <= z)%Z) by (apply Z.shiftr_nonneg; unfold turns_per_radian; lia). clearbody z. rewrite Z2Pos.id by lia. rewrite plus_IZR.
  assert (B : IZR (2 ^ (16 - e)) = 65536 * / bpow radix2 e).
  { rewrite <- bpow_opp. change 65536 with (bpow radix2 16). rewrite <- bpow_plus. apply (IZR_Zpower radix2). lia. }
  assert (T : Rabs (IZR turns_per_radian / 17592186044416 - / (2 * PI)) <= / 17592186044416) by (unfold turns_per_radian; apply Rabs_le; split; interval with (i_prec 80)).
  assert (V0 : 0 <= num_value (m, e)) by (unfold num_value; cbn [fst snd]; apply Rmult_le_pos; [apply (IZR_le 0), M|apply bpow_ge_0]).
  pose proof (bpow_gt_0 radix2 e) as Be. set (v := num_value (m, e)) in *.
  assert (X : IZR (m * turns_per_radian) / IZR (2 ^ (16 - e)) = 268435456 * (v * (IZR turns_per_radian / 17592186044416))).
  { rewrite B, mult_IZR. unfold v, num_value. cbn [fst snd]. field. lra. }
  rewrite X in C. assert (Y : Rabs (v * (IZR turns_per_radian / 17592186044416 - / (2 * PI))) <= 1000 * / 17592186044416).
  { rewrite Rabs_mult, (Rabs_pos_eq v) by exact V0. apply Rmult_le_compat; [exact V0|apply Rabs_pos|exact V|exact T]. }
  clear X T. set (t := IZR turns_per_radian / 17592186044416) in *. clearbody t v. apply within in Y. rewrite Rmult_minus_distr_l in Y.
  replace ((v + 2 * PI) / (2 * PI)) with (v * / (2 * PI) + 1) by (field; lra). set (u := v * / (2 * PI)) in *. clearbody u. apply Rabs_le. lra.
Qed.

(** Part A of B of a turn that has `whole` parts, one turn later; the turn is divided once for all A. *)
Definition part_turn (whole B : Z) : Z -> positive := let (q, r) := Z.div_eucl whole B in fun A => Z.to_pos (whole + (A * q + A * r / B)).

Lemma part_near : forall whole A B, (0 < whole)%Z -> (0 <= A)%Z -> (0 < B)%Z ->
  Rabs (IZR (Z.pos (part_turn whole B A)) / IZR whole - (2 * PI * (IZR A / IZR B) + 2 * PI) / (2 * PI)) <= 1 / IZR whole.
Proof.
  intros whole A B W HA HB. pose proof PI_RGT_0 as Pi.
  assert (V : part_turn whole B A = Z.to_pos (whole + A * whole / B)).
  { unfold part_turn. pose proof (Z_div_mod whole B ltac:(lia)) as E. destruct (Z.div_eucl whole B) as [q r]. destruct E as [E _].
    f_equal. f_equal. rewrite E. replace (A * (B * q + r))%Z with (A * q * B + A * r)%Z by ring. rewrite Z.div_add_l by lia. reflexivity. }
  rewrite V. pose proof (Z.div_mod (A * whole) B ltac:(lia)) as E. pose proof (Z.mod_pos_bound (A * whole) B HB) as M.
  pose proof (Z.div_pos (A * whole) B ltac:(nia) HB) as D0. rewrite Z2Pos.id by lia. rewrite plus_IZR.
  set (d := (A * whole / B)%Z) in *. set (r := ((A * whole) mod B)%Z) in *. clearbody d r. apply (f_equal IZR) in E. rewrite plus_IZR, !mult_IZR in E.
  destruct M as [M0 M1]. apply IZR_le in M0. apply IZR_lt in M1. apply IZR_lt in HB, W. set (x := IZR B) in *. set (a := IZR A) in *.
  set (y := IZR d) in *. set (w := IZR r) in *. set (n := IZR whole) in *. clearbody x a y w n.
  replace ((n + y) / n - (2 * PI * (a / x) + 2 * PI) / (2 * PI)) with (- (w / x) / n).
  - assert (F : 0 <= w / x <= 1).
    { split; [apply Rmult_le_pos; [exact M0|left; apply Rinv_0_lt_compat; exact HB]|]. apply (Rmult_le_reg_r x); [exact HB|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ n)) by (left; apply Rinv_0_lt_compat, W). apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, W|apply Rabs_le; lra].
  - assert (Ea : a = (x * y + w) / n) by (rewrite <- E; field; lra). rewrite Ea. field. lra.
Qed.

(** A turn has 2^56 parts, and 2^28. *)
Definition fine_part := part_turn 72057594037927936.
Definition rough_part := part_turn 268435456.

Lemma part_precise : forall A B, (0 <= A)%Z -> (0 < B)%Z -> precise (fine_part B A) (2 * PI * (IZR A / IZR B) + 2 * PI).
Proof. intros A B HA HB. unfold precise, fine_part. eapply Rle_trans; [apply part_near; lia|lra]. Qed.

Lemma part_rough : forall A B, (0 <= A)%Z -> (0 < B)%Z -> rough (rough_part B A) (2 * PI * (IZR A / IZR B) + 2 * PI).
Proof. intros A B HA HB. unfold rough, rough_part. eapply Rle_trans; [apply part_near; lia|lra]. Qed.

(** * The steps of a rotation *)

(** Cosine and sine at position m: formats of cosine and phase, span of the frequency. *)
Definition phase_wave (narrow phases : format) (theta : enclosure) : nat -> option (enclosure * enclosure) :=
  let frequency := cast_span phases theta in
  fun m =>
  let? t := frequency in
  let? p := cast_span phases (Point (Z.of_nat m, 0%Z)) in
  let? h := cast_span phases (span_product p t) in
  match h with
  | Point a =>
      if (0 <=? fst a)%Z && (snd a <=? 16)%Z && at_most a (1000, 0)%Z then
        let (c, s) := wave_around off_by_library (turns_of a) in
        let? c' := cast_span narrow c in
        let? s' := cast_span narrow s in
        Some (c', s')
      else None
  | Between _ _ => None
  end.

Definition rotate (narrow : format) (w v : enclosure * enclosure) : option (enclosure * enclosure) :=
  let (c, s) := w in
  let? x := cast_span narrow (fst v) in
  let? y := cast_span narrow (snd v) in
  let? cx := cast_span narrow (span_product c x) in
  let? sy := cast_span narrow (span_product s y) in
  let? sx := cast_span narrow (span_product s x) in
  let? cy := cast_span narrow (span_product c y) in
  let? a := cast_span narrow (span_sum cx (negated sy)) in
  let? b := cast_span narrow (span_sum sx cy) in
  Some (a, b).

(** The dot product of one plane. *)
Definition scored (narrow wide : format) (q k : enclosure * enclosure) : option enclosure :=
  let? a := cast_span wide (span_product (fst q) (fst k)) in
  let? b := cast_span wide (span_product (snd q) (snd k)) in
  let? t := cast_span wide (span_sum a b) in
  cast_span narrow t.

Section Machine.
  Variables (fn fp fw : format) (narrow phases wide cosine sine : R -> R).
  Hypothesis Dn : (0 < digits fn)%Z.
  Hypothesis Dp : (0 < digits fp)%Z.
  Hypothesis Dw : (0 < digits fw)%Z.
  Hypothesis Fn : computes fn narrow.
  Hypothesis Fp : computes fp phases.
  Hypothesis Fw : computes fw wide.
  Hypothesis Cosine : accurate cos cosine.
  Hypothesis Sine : accurate sin sine.

  Definition holds_pair (s : enclosure * enclosure) (v : vec) : Prop := encloses (fst s) (fst v) /\ encloses (snd s) (snd v).

  (** The phases are numbers. *)
  Definition phase_in_range (t : R) (m : nat) : Prop := does_not_overflow fp (INR m) /\ does_not_overflow fp t /\ does_not_overflow fp (phases (INR m) * phases t).

  Theorem wave_holds : forall theta t m w, encloses theta t -> phase_wave fn fp theta m = Some w ->
    phase_in_range t m /\ let phase := phases (phases (INR m) * phases t) in holds_pair w (narrow (cosine phase), narrow (sine phase)).
  Proof.
    intros theta t m w H W. unfold phase_wave in W. cbv zeta in W. destruct (cast_span fp theta) as [t'|] eqn:E1; [|discriminate]. destruct (cast_span fp (Point (Z.of_nat m, 0%Z))) as [p|] eqn:E2; [|discriminate].
    destruct (cast_span fp (span_product p t')) as [[a|]|] eqn:E3; try discriminate. destruct ((0 <=? fst a)%Z && (snd a <=? 16)%Z && at_most a (1000, 0)%Z) eqn:E4; [|discriminate].
    apply andb_prop in E4. destruct E4 as [E4 A3]. apply andb_prop in E4. destruct E4 as [A1 A2]. apply Z.leb_le in A1, A2. apply at_most_value in A3.
    unfold num_value at 2 in A3. cbn [fst snd] in A3. change (bpow radix2 0) with 1 in A3. rewrite Rmult_1_r in A3.
    destruct (wave_around off_by_library (turns_of a)) as [c s] eqn:Wv. destruct (cast_span fn c) as [c'|] eqn:E5; [|discriminate]. destruct (cast_span fn s) as [s'|] eqn:E6; [|discriminate]. injection W as <-.
    assert (Pm : encloses (Point (Z.of_nat m, 0%Z)) (INR m)) by (cbn [encloses]; unfold num_value; cbn [fst snd]; rewrite INR_IZR_INZ; simpl; ring).
    destruct (cast_span_holds _ _ _ _ _ Dp Fp H E1) as [R1 H1]. destruct (cast_span_holds _ _ _ _ _ Dp Fp Pm E2) as [R2 H2].
    destruct (cast_span_holds _ _ _ _ _ Dp Fp (span_product_holds _ _ _ _ H2 H1) E3) as [R3 H3]. cbn [encloses] in H3. split; [repeat split; assumption|].
    cbv zeta. rewrite H3. pose proof (turns_rough a A1 A2 A3) as P.
    assert (T : 0 < 2 ^ 21 /\ / 2 ^ 21 = 1 / 2097152) by (split; simpl; lra).
    destruct (waves_hold off_by_library (/ 2 ^ 21) _ _ (cosine (num_value a)) (sine (num_value a)) P) as [Hc Hs].
    - replace (cos (num_value a + 2 * PI)) with (cos (num_value a)) by (rewrite <- (cos_period (num_value a) 1); f_equal; simpl; ring). apply Cosine.
    - replace (sin (num_value a + 2 * PI)) with (sin (num_value a)) by (rewrite <- (sin_period (num_value a) 1); f_equal; simpl; ring). apply Sine.
    - destruct T as [_ ->]. unfold off_by_library. lra.
    - rewrite Wv in Hc, Hs. cbn [fst snd] in Hc, Hs. destruct (cast_span_holds _ _ _ _ _ Dn Fn Hc E5) as [_ Kc]. destruct (cast_span_holds _ _ _ _ _ Dn Fn Hs E6) as [_ Ks]. split; assumption.
  Qed.

  Theorem rotate_holds : forall w v r c s x y, holds_pair w (c, s) -> holds_pair v (x, y) -> rotate fn w v = Some r ->
    holds_pair r (narrow (narrow (c * narrow x) - narrow (s * narrow y)), narrow (narrow (s * narrow x) + narrow (c * narrow y))).
  Proof.
    intros [w1 w2] [v1 v2] r c s x y [C S] [X Y] H. cbn [fst snd] in *. unfold rotate in H. cbn [fst snd] in H.
    destruct (cast_span fn v1) as [x'|] eqn:E1; [|discriminate]. destruct (cast_span fn v2) as [y'|] eqn:E2; [|discriminate].
    destruct (cast_span_holds _ _ _ _ _ Dn Fn X E1) as [_ X']. destruct (cast_span_holds _ _ _ _ _ Dn Fn Y E2) as [_ Y'].
    destruct (cast_span fn (span_product w1 x')) as [cx|] eqn:E3; [|discriminate]. destruct (cast_span fn (span_product w2 y')) as [sy|] eqn:E4; [|discriminate].
    destruct (cast_span fn (span_product w2 x')) as [sx|] eqn:E5; [|discriminate]. destruct (cast_span fn (span_product w1 y')) as [cy|] eqn:E6; [|discriminate].
    destruct (cast_span_holds _ _ _ _ _ Dn Fn (span_product_holds _ _ _ _ C X') E3) as [_ H3]. destruct (cast_span_holds _ _ _ _ _ Dn Fn (span_product_holds _ _ _ _ S Y') E4) as [_ H4].
    destruct (cast_span_holds _ _ _ _ _ Dn Fn (span_product_holds _ _ _ _ S X') E5) as [_ H5]. destruct (cast_span_holds _ _ _ _ _ Dn Fn (span_product_holds _ _ _ _ C Y') E6) as [_ H6].
    destruct (cast_span fn (span_sum cx (negated sy))) as [a|] eqn:E7; [|discriminate]. destruct (cast_span fn (span_sum sx cy)) as [b|] eqn:E8; [|discriminate]. injection H as <-.
    destruct (cast_span_holds _ _ _ _ _ Dn Fn (span_sum_holds _ _ _ _ H3 (negated_holds _ _ H4)) E7) as [_ H7]. destruct (cast_span_holds _ _ _ _ _ Dn Fn (span_sum_holds _ _ _ _ H5 H6) E8) as [_ H8].
    split; cbn [fst snd]; assumption.
  Qed.

  (** A vector after RoPE. *)
  Theorem turned_holds : forall theta t m w v u r, encloses theta t -> phase_wave fn fp theta m = Some w -> holds_pair v u -> rotate fn w v = Some r ->
    holds_pair r (turned_in narrow phases phases cosine sine t u m).
  Proof.
    intros theta t m w v [x y] r T W V H. destruct (wave_holds theta t m w T W) as [_ Hw]. exact (rotate_holds w v r _ _ x y Hw V H).
  Qed.

  Theorem scored_holds : forall q k l a b, holds_pair q a -> holds_pair k b -> scored fn fw q k = Some l -> encloses l (narrow (wide (wide (fst a * fst b) + wide (snd a * snd b)))).
  Proof.
    intros q k l a b [Q1 Q2] [K1 K2] H. unfold scored in H. destruct (cast_span fw (span_product (fst q) (fst k))) as [s|] eqn:E1; [|discriminate].
    destruct (cast_span fw (span_product (snd q) (snd k))) as [t|] eqn:E2; [|discriminate].
    destruct (cast_span_holds _ _ _ _ _ Dw Fw (span_product_holds _ _ _ _ Q1 K1) E1) as [_ H1]. destruct (cast_span_holds _ _ _ _ _ Dw Fw (span_product_holds _ _ _ _ Q2 K2) E2) as [_ H2].
    destruct (cast_span fw (span_sum s t)) as [u|] eqn:E3; [|discriminate]. destruct (cast_span_holds _ _ _ _ _ Dw Fw (span_sum_holds _ _ _ _ H1 H2) E3) as [_ H3].
    exact (proj2 (cast_span_holds _ _ _ _ _ Dn Fn H3 H)).
  Qed.
End Machine.
