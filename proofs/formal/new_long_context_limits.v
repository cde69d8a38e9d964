(** new.long-context.limits: where constructions stop, asked from the last position, with the rotated queries and keys rounded once.

    Statement.  Asked from the last position, with the rotated queries and keys rounded once, hard attention over float32 logits: T_Index at 2 pi/n decodes up to n = 74
    and fails at 75 in bfloat16, 192 and 193 in float16; Partial Induction with 3 letters by two angles (theta_2 = 19 pi/(20n)) 58 and 59 in bfloat16, by one angle
    omega/(2n) 16 and 17 in bfloat16, 56 and 57 in float16.

    Idea: after a rotation in float64 each coordinate is within 10^-12 of a sine or cosine of a rational part of a turn, and the table of `Rotation.v` says which
    number its cast is, or which two it may be (`Emulation.v`).  Logits follow in float32.  For T_Index only keys within two places of the target, around the circle,
    are looked at; farther ones are behind by more than twice what the casts cost.  Each failure is one query that gives another key no less.
    Encoding: rotation as in new_long_context_bounds.v, cast, products and sums as in new_precision_cliff_brackets_index.v, with underflow; what a step gives that
    overflows is left open.  Products of two 16-bit numbers are exact in float32, so it does not matter whether they are fused into the sum; four products are added in
    any order, for each key in another one if one likes.  The query is one vector for all keys.  Decodes: what is asked for has the strictly largest logit. *)

From Coq Require Import Reals ZArith Lra Lia List Bool Permutation PeanoNat.
From Flocq Require Import Core.
From RopeTheory Require Import IntervalZ.
From RopeTheory Require Import Rotation Emulation.
From RopeTheory Require Import Rope Trig Heads Circle Induction new_precision_cliff_cache_corrected new_precision_cliff_retrieval_shared_letter
  new_precision_cliff_retrieval new_precision_cliff_mix new_long_context new_precision_cliff_brackets_index InductionBrackets new_long_context_bounds Instances.
Import ListNotations.
Open Scope R_scope.

(** A cast to the format, rounding to float32, and a library of float64. *)
Definition attention (f : format) (narrow wide cosine sine : R -> R) : Prop := computes f narrow /\ computes fp32 wide /\ precisely cos cosine /\ precisely sin sine.

(** Logits that may come out on the input s, asked from its last position. *)
Definition come_out_once {T} (narrow wide cosine sine : R -> R) (h : head T) (s : nat -> T) (n : nat) (l : nat -> R) : Prop :=
  exists q : plane T -> vec,
    (forall p, In p h -> held_after_rope narrow as_float64 as_float64 cosine sine (frequency p) (length_of (query p (s n))) (query p (s n)) n (q p)) /\
    forall j, within n j -> exists r : plane T -> vec,
      (forall p, In p h -> held_after_rope narrow as_float64 as_float64 cosine sine (frequency p) (length_of (key p (s j))) (key p (s j)) j (r p)) /\
      sum_in_order wide (flat_map (fun p => [wide (fst (q p) * fst (r p)); wide (snd (q p) * snd (r p))]) h) (l j).

(** Whatever the machine, what is asked for comes out ahead of every other position; and on one input another one comes out at least as high. *)
Definition decodes_once {T} (asks_one : (nat -> T) -> nat -> nat -> nat -> Prop) (f : format) (h : head T) (n : nat) : Prop :=
  forall narrow wide cosine sine, attention f narrow wide cosine sine ->
    forall s l, come_out_once narrow wide cosine sine h s n l -> forall j k, asks_one s n j k -> l k < l j.

Definition fails_once {T} (asks_one : (nat -> T) -> nat -> nat -> nat -> Prop) (f : format) (h : head T) (n : nat) : Prop :=
  exists s j k, asks_one s n j k /\ forall narrow wide cosine sine, attention f narrow wide cosine sine ->
    forall l, come_out_once narrow wide cosine sine h s n l -> l j <= l k.

Definition stops_at {T} (asks_one : (nat -> T) -> nat -> nat -> nat -> Prop) (f : format) (h : nat -> head T) (last : nat) : Prop :=
  (forall n, (1 <= n <= last)%nat -> decodes_once asks_one f (h n) n) /\ fails_once asks_one f (h (S last)) (S last).

Definition last_asked (x : nat -> binding) (n j k : nat) : Prop := asked_last n x j k.

Definition new_long_context_limits_statement : Prop :=
  stops_at asked_one bf16 (fun n => h_pos (2 * PI / INR n)) 74 /\
  stops_at asked_one fp16 (fun n => h_pos (2 * PI / INR n)) 192 /\
  stops_at last_asked bf16 (fun n => h_mix 3 (19 * PI / (20 * INR n)) 3 1) 58 /\
  stops_at last_asked bf16 (fun n => h_single 3 (spacing 4 / (2 * INR (Nat.max n 3)))) 16 /\
  stops_at last_asked fp16 (fun n => h_single 3 (spacing 4 / (2 * INR (Nat.max n 3)))) 56.

(** * The emulation *)

Definition one_quarter : positive := 18014398509481984.

(** The table, and 10^-12 beside it. *)
Definition off_by_rotation : Z := 54980.

(** Eight coordinates at 192 are too close to the middle between two numbers of float16 for the table: those of 7 and 41 of 192 parts of a turn, at scale 2^44, and
    of their mirror images. *)
Definition sharp_at (k part m : Z) : option enclosure :=
  let near c := Some (Between (c - 20, -44)%Z (c + 20, -44)%Z) in
  if ((k =? part) || (k =? 192 - part))%Z then near m else if ((k =? 96 - part) || (k =? 96 + part))%Z then near (- m)%Z else None.

Definition sharp (k : Z) : option enclosure := match sharp_at k 7 17132625003820 with Some e => Some e | None => sharp_at k 41 3994767865571 end.

(** The cosine of part k of B of a turn, which is x by the table. *)
Definition wave_at (B k : Z) (x : positive) : enclosure :=
  if (B =? 192)%Z then match sharp (k mod 192) with Some s => s | None => around off_by_rotation x end else around off_by_rotation x.

(** A vector of length r turned by part A of B of a turn from north, cast: by straight lines where these settle both coordinates, else closer. *)
Definition vector_cast (f : format) (r B : Z) : Z -> option (enclosure * enclosure) :=
  let part := rough_part B in
  let fine := fine_part B in
  let from_unit s := cast_span f (span_product (Point (r, 0)%Z) s) in
  fun A =>
  let (c, s) := wave_around off_by_table (part A) in
  match from_unit (negated s), from_unit c with
  | Some (Point a), Some (Point b) => Some (Point a, Point b)
  | _, _ =>
      let x := fine A in
      let? a := from_unit (wave_at B (A + B / 4) (x + one_quarter)) in
      let? b := from_unit (wave_at B A x) in
      Some (a, b)
  end.

(** Conversion unfolds it last. *)
Strategy 10 [vector_cast].

(** Two products and their sum in float32. *)
Definition plane_score (q k : enclosure * enclosure) : option enclosure :=
  let? a := cast_span fp32 (span_product (fst q) (fst k)) in
  let? b := cast_span fp32 (span_product (snd q) (snd k)) in
  cast_span fp32 (span_sum a b).

Definition score_of (q k : option (enclosure * enclosure)) : option enclosure := let? a := q in let? b := k in plane_score a b.

Definition ends_before (s t : option enclosure) : bool := match s, t with Some a, Some b => num_below (high a) (low b) | _, _ => false end.

Definition not_before (s t : option enclosure) : bool := match s, t with Some a, Some b => at_most (high b) (low a) | _, _ => false end.

Lemma quarter_precise : forall x y, precise x y -> precise (x + one_quarter) (y + PI / 2).
Proof.
  intros x y P. unfold precise, one_quarter in *. rewrite Pos2Z.inj_add, plus_IZR. pose proof PI_RGT_0.
  replace ((IZR (Z.pos x) + 18014398509481984) / 72057594037927936 - (y + PI / 2) / (2 * PI)) with (IZR (Z.pos x) / 72057594037927936 - y / (2 * PI)) by (field; lra). exact P.
Qed.

Lemma sharp_at_holds : forall k part m e z, IZR m / 17592186044416 - 1e-13 <= cos (2 * PI * (IZR part / 192)) <= IZR m / 17592186044416 + 1e-13 ->
  sharp_at k part m = Some e -> Rabs (z - cos (2 * PI * (IZR k / 192))) <= 1e-12 -> encloses e z.
Proof.
  intros k part m e z B H Z. assert (V : forall c, num_value (c, (-44)%Z) = IZR c / 17592186044416) by (intro c; unfold num_value; cbn [fst snd]; change (bpow radix2 (-44)) with (/ 17592186044416); reflexivity).
  apply Rabs_le_inv in Z. unfold sharp_at in H. set (c := cos (2 * PI * (IZR part / 192))) in *. set (x := 2 * PI * (IZR part / 192)) in *.
  assert (Half : cos (PI - x) = - c) by (rewrite <- cos_neg; replace (- (PI - x)) with (x - PI) by ring; rewrite cos_minus, cos_PI, sin_PI; unfold c; ring).
  destruct ((k =? part)%Z || (k =? 192 - part)%Z) eqn:E; [|destruct ((k =? 96 - part)%Z || (k =? 96 + part)%Z) eqn:E'; [|discriminate]]; injection H as <-; cbn [encloses]; rewrite !V, minus_IZR, plus_IZR.
  - enough (X : cos (2 * PI * (IZR k / 192)) = c) by (rewrite X in Z; lra). apply orb_prop in E. rewrite !Z.eqb_eq in E. destruct E as [->| ->]; [reflexivity|].
    rewrite minus_IZR, <- cos_neg, <- (cos_period_Z (- _) 1). unfold c. f_equal. unfold x. field.
  - rewrite opp_IZR. enough (X : cos (2 * PI * (IZR k / 192)) = - c) by (rewrite X in Z; lra). apply orb_prop in E'. rewrite !Z.eqb_eq in E'. rewrite <- Half. destruct E' as [->| ->].
    + rewrite minus_IZR. f_equal. unfold x. field.
    + rewrite plus_IZR, <- cos_neg, <- (cos_period_Z (- _) 1). f_equal. unfold x. field.
Qed.

Lemma sharp_holds : forall k e z, sharp k = Some e -> Rabs (z - cos (2 * PI * (IZR k / 192))) <= 1e-12 -> encloses e z.
Proof.
  intros k e z H Z. unfold sharp in H. destruct (sharp_at k 7 _) eqn:E; [injection H as <-; revert E Z|revert H Z]; apply sharp_at_holds; split; interval with (i_prec 80).
Qed.

Lemma wave_at_holds : forall B k x y z, (0 < B)%Z -> precise x y -> Rabs (z - cos y) <= 1e-12 -> (B = 192%Z -> cos y = cos (2 * PI * (IZR k / 192))) -> encloses (wave_at B k x) z.
Proof.
  intros B k x y z HB P D E. assert (O : 1e-12 + 0.00000005 <= IZR off_by_rotation / 1099511627776) by (unfold off_by_rotation; lra). unfold wave_at.
  destruct (Z.eqb_spec B 192) as [B'|_]; [|exact (around_holds _ _ _ _ _ P D O)]. destruct (sharp (k mod 192)) as [s|] eqn:S; [|exact (around_holds _ _ _ _ _ P D O)].
  apply (sharp_holds _ _ _ S). rewrite (E B') in D. replace (cos (2 * PI * (IZR (k mod 192) / 192))) with (cos (2 * PI * (IZR k / 192))); [exact D|].
  rewrite (Z.div_mod k 192) at 1 by lia. rewrite plus_IZR, mult_IZR. replace (2 * PI * ((192 * IZR (k / 192) + IZR (k mod 192)) / 192)) with (2 * PI * (IZR (k mod 192) / 192) + IZR (k / 192) * (2 * PI)) by field. apply cos_period_Z.
Qed.

Section Once.
  Variables (f : format) (narrow wide cosine sine : R -> R).
  Hypothesis Kf : known f.
  Hypothesis M : attention f narrow wide cosine sine.

  (** What is cast is within 10^-12 of the exact coordinate. *)
  Lemma before_the_cast : forall theta r v m w, 0 <= theta -> INR m * theta <= 7 -> (Z.of_nat m <= 1048576)%Z -> 0 <= r <= 3 -> no_longer r v ->
    held_after_rope narrow as_float64 as_float64 cosine sine theta (length_of v) v m w ->
    exists z, w = (narrow (fst z), narrow (snd z)) /\ Rabs (fst z - fst (rot (INR m * theta) v)) <= 1e-12 /\ Rabs (snd z - snd (rot (INR m * theta) v)) <= 1e-12.
  Proof.
    intros theta r v m w T A Mm Hr V (given & G & ->). destruct M as (_ & _ & Co & Si). cbv zeta. set (z := turned_in as_float64 as_float64 as_float64 cosine sine theta given m). exists z. split; [reflexivity|].
    assert (Id : off_by 0 0 (fun x : R => x)) by (intro x; rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; pose proof (Rabs_pos x); lra).
    assert (H : held_after_rope (fun x => x) as_float64 as_float64 cosine sine theta (length_of v) v m z) by (exists given; split; [exact G|exact (surjective_pairing z)]).
    pose proof (after_rope (fun x => x) cosine sine 0 0 Id ltac:(lra) ltac:(lra) Co Si theta r v m z T A Mm Hr V H) as E. apply coordinates_within in E. unfold vector_error in E. cbn [fst snd] in E. lra.
  Qed.

  Lemma vector_cast_holds : forall theta r b m w s A B, 0 <= theta -> INR m * theta <= 7 -> (Z.of_nat m <= 1048576)%Z -> (1 <= r <= 3)%Z -> (0 <= A)%Z -> (0 < B)%Z ->
    (exists k, INR m * theta + b = 2 * PI * (IZR A / IZR B) + IZR k * (2 * PI)) ->
    held_after_rope narrow as_float64 as_float64 cosine sine theta (length_of (scale (IZR r) (rot b north))) (scale (IZR r) (rot b north)) m w -> vector_cast f r B A = Some s -> holds_pair s w.
  Proof.
    intros theta r b m w s A B T Mt Mm Hr HA HB (k & E) H C. pose proof M as (Fn & _). destruct Hr as [R1 R3]. apply IZR_le in R1, R3.
    assert (V : no_longer (IZR r) (scale (IZR r) (rot b north))) by (destruct (rot_length b 1 north north_length) as [_ V]; split; [lra|]; unfold scale; cbn [fst snd] in *; nra).
    destruct (before_the_cast theta (IZR r) _ m w T Mt Mm ltac:(lra) V H) as (z & -> & Z1 & Z2). set (a := 2 * PI * (IZR A / IZR B)) in *. pose proof (part_precise A B HA HB) as P. pose proof (part_rough A B HA HB) as W. fold a in P, W.
    assert (Q : rot (INR m * theta) (scale (IZR r) (rot b north)) = (IZR r * - sin a, IZR r * cos a)).
    { transitivity (scale (IZR r) (rot (INR m * theta + b) north)); [rewrite <- rot_rot; unfold scale, rot; cbn [fst snd]; f_equal; ring|]. rewrite E. unfold scale, rot, north. cbn [fst snd].
      rewrite cos_period_Z. assert (Sp : sin (a + IZR k * (2 * PI)) = sin a) by (rewrite <- !cos_shift; replace (PI / 2 - (a + IZR k * (2 * PI))) with (PI / 2 - a + IZR (- k) * (2 * PI)) by (rewrite opp_IZR; ring); apply cos_period_Z).
      rewrite Sp. f_equal; ring. }
    rewrite Q in Z1, Z2. cbn [fst snd] in Z1, Z2.
    assert (Per : cos (a + 2 * PI) = cos a) by (rewrite <- (cos_period a 1); f_equal; simpl; ring). assert (Ps : sin (a + 2 * PI) = sin a) by (rewrite <- (sin_period a 1); f_equal; simpl; ring).
    assert (Near : forall y e, Rabs (y - IZR r * e) <= 1e-12 -> Rabs (y / IZR r - e) <= 1e-12).
    { intros y e D. replace (y / IZR r - e) with ((y - IZR r * e) / IZR r) by (field; lra). unfold Rdiv. rewrite Rabs_mult, (Rabs_right (/ IZR r)) by (left; apply Rinv_0_lt_compat; lra).
      assert (I : 0 < / IZR r <= 1) by (split; [apply Rinv_0_lt_compat; lra|rewrite <- Rinv_1; apply Rinv_le_contravar; lra]). pose proof (Rabs_pos (y - IZR r * e)). nra. }
    assert (Pr : encloses (Point (r, 0)%Z) (IZR r)) by (cbn [encloses]; unfold num_value; simpl; ring).
    assert (X : encloses (wave_at B (A + B / 4) (fine_part B A + one_quarter)) (fst z / IZR r)).
    { apply (wave_at_holds _ _ _ _ _ HB (quarter_precise _ _ P)).
      - rewrite cos_plus, cos_PI2, sin_PI2, Ps. replace (cos (a + 2 * PI) * 0 - sin a * 1) with (- sin a) by ring. apply Near, Z1.
      - intros ->. change (192 / 4)%Z with 48%Z. rewrite plus_IZR. replace (a + 2 * PI + PI / 2) with (a + PI / 2 + IZR 1 * (2 * PI)) by ring. rewrite cos_period_Z. f_equal. unfold a. field. }
    assert (Y : encloses (wave_at B A (fine_part B A)) (snd z / IZR r)) by (apply (wave_at_holds _ _ _ _ _ HB P); [rewrite Per; apply Near, Z2|intros ->; rewrite Per; reflexivity]).
    destruct (waves_hold off_by_table 1e-12 _ _ (snd z / IZR r) (- (fst z / IZR r)) W) as [Wc Ws].
    { rewrite Per. apply Near, Z2. }
    { rewrite Ps, <- Rabs_Ropp. replace (- (- (fst z / IZR r) - sin a)) with (fst z / IZR r - - sin a) by ring. apply Near, Z1. }
    { unfold off_by_table. lra. }
    unfold vector_cast in C. cbv zeta in C. destruct (wave_around off_by_table (rough_part B A)) as [c s']. cbn [fst snd] in Wc, Ws.
    assert (Unit : forall t e v, encloses t (v / IZR r) -> cast_span f (span_product (Point (r, 0)%Z) t) = Some e -> encloses e (narrow v)).
    { intros t e v T' D. pose proof (span_product_holds _ _ _ _ Pr T') as D'. replace (IZR r * (v / IZR r)) with v in D' by (field; lra). exact (proj2 (cast_span_holds _ _ _ _ _ (known_digits f Kf) Fn D' D)). }
    apply negated_holds in Ws. rewrite Ropp_involutive in Ws.
    assert (Closer : (let? u := cast_span f (span_product (Point (r, 0)%Z) (wave_at B (A + B / 4) (fine_part B A + one_quarter))) in
      let? v := cast_span f (span_product (Point (r, 0)%Z) (wave_at B A (fine_part B A))) in Some (u, v)) = Some s -> holds_pair s (narrow (fst z), narrow (snd z))).
    { intro G. destruct (cast_span f (span_product _ (wave_at B (A + B / 4) _))) as [u|] eqn:E1; [|discriminate]. destruct (cast_span f (span_product _ (wave_at B A _))) as [v|] eqn:E2; [|discriminate].
      injection G as <-. split; [exact (Unit _ _ _ X E1)|exact (Unit _ _ _ Y E2)]. }
    destruct (cast_span f (span_product _ (negated s'))) as [[u|]|] eqn:E1; try exact (Closer C). destruct (cast_span f (span_product _ c)) as [[v|]|] eqn:E2; try exact (Closer C).
    injection C as <-. split; [exact (Unit _ _ _ Ws E1)|exact (Unit _ _ _ Wc E2)].
  Qed.

  Lemma plane_score_holds : forall q k s a b total, holds_pair q a -> holds_pair k b -> plane_score q k = Some s ->
    sum_in_order wide [wide (fst a * fst b); wide (snd a * snd b)] total -> encloses s total.
  Proof.
    intros q k s a b total [Q1 Q2] [K1 K2] H S. destruct M as (_ & Fw & _). apply two_in_order in S. subst total. unfold plane_score in H.
    destruct (cast_span fp32 (span_product (fst q) (fst k))) as [p1|] eqn:E1; [|discriminate]. destruct (cast_span fp32 (span_product (snd q) (snd k))) as [p2|] eqn:E2; [|discriminate].
    assert (Dw : (0 < digits fp32)%Z) by reflexivity.
    destruct (cast_span_holds _ _ _ _ _ Dw Fw (span_product_holds _ _ _ _ Q1 K1) E1) as [_ H1]. destruct (cast_span_holds _ _ _ _ _ Dw Fw (span_product_holds _ _ _ _ Q2 K2) E2) as [_ H2].
    exact (proj2 (cast_span_holds _ _ _ _ _ Dw Fw (span_sum_holds _ _ _ _ H1 H2) H)).
  Qed.

  (** Far keys need no emulation: a logit is within this of the exact one. *)
  Lemma rough_logit : forall theta u b c m j w r total, 0 <= u <= / 256 -> off_by u (/ 33554432) (nearest_in f) -> 0 <= theta -> INR m * theta <= 7 -> INR j * theta <= 7 -> (Z.of_nat m <= 1048576)%Z -> (Z.of_nat j <= 1048576)%Z ->
    held_after_rope narrow as_float64 as_float64 cosine sine theta (length_of (rot b north)) (rot b north) m w ->
    held_after_rope narrow as_float64 as_float64 cosine sine theta (length_of (rot c north)) (rot c north) j r ->
    sum_in_order wide [wide (fst w * fst r); wide (snd w * snd r)] total ->
    Rabs (total - cos (INR m * theta + b - (INR j * theta + c))) <= 2 * u + u * u + 0.000001.
  Proof.
    intros theta u b c m j w r total U O T Mt Jt Mm Jm Hw Hr S. pose proof M as (Fn & Fw & Co & Si).
    set (clipped := fun x => if Rle_dec (Rabs x) 8 then narrow x else nearest_in f x).
    assert (Oc : off_by u (/ 33554432) clipped).
    { intro x. unfold clipped. destruct (Rle_dec (Rabs x) 8) as [L|_]; [rewrite (Fn x) by (apply no_overflow_to_8; [exact Kf|exact L])|]; apply O. }
    assert (Small : forall phi v n y, 0 <= phi -> INR n * phi <= 7 -> (Z.of_nat n <= 1048576)%Z -> no_longer 1 v -> held_after_rope narrow as_float64 as_float64 cosine sine phi (length_of v) v n y ->
      no_longer (u + 1.5 * / 33554432 + 1e-12) (vector_error y (rot (INR n * phi) v))).
    { intros phi v n y P Pn Nn V H. pose proof (before_the_cast phi 1 v n y P Pn Nn ltac:(lra) V H) as (_ & _ & _ & _). destruct H as (given & G & ->). cbv zeta.
      set (z := turned_in as_float64 as_float64 as_float64 cosine sine phi given n).
      assert (Id : off_by 0 0 (fun x : R => x)) by (intro x; rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; pose proof (Rabs_pos x); lra).
      assert (Hz : held_after_rope (fun x => x) as_float64 as_float64 cosine sine phi (length_of v) v n z) by (exists given; split; [exact G|exact (surjective_pairing z)]).
      pose proof (after_rope (fun x => x) cosine sine 0 0 Id ltac:(lra) ltac:(lra) Co Si phi 1 v n z P Pn Nn ltac:(lra) V Hz) as E. apply coordinates_within in E. unfold vector_error in E. cbn [fst snd] in E.
      destruct (coordinates_within _ _ (rot_length (INR n * phi) 1 v V)) as [X Y].
      assert (Zb : Rabs (fst z) <= 8 /\ Rabs (snd z) <= 8).
      { destruct E as [E1 E2]. split; [replace (fst z) with ((fst z - fst (rot (INR n * phi) v)) + fst (rot (INR n * phi) v)) by ring|replace (snd z) with ((snd z - snd (rot (INR n * phi) v)) + snd (rot (INR n * phi) v)) by ring];
          (eapply Rle_trans; [apply sum_abs; eassumption|lra]). }
      assert (Same : (narrow (fst z), narrow (snd z)) = (clipped (fst z), clipped (snd z))) by (unfold clipped; destruct (Rle_dec (Rabs (fst z)) 8); [|tauto]; destruct (Rle_dec (Rabs (snd z)) 8); [reflexivity|tauto]).
      rewrite Same. assert (Hc : held_after_rope clipped as_float64 as_float64 cosine sine phi (length_of v) v n (clipped (fst z), clipped (snd z))) by (exists given; split; [exact G|reflexivity]).
      pose proof (after_rope clipped cosine sine u (/ 33554432) Oc U ltac:(lra) Co Si phi 1 v n _ P Pn Nn ltac:(lra) V Hc) as R. rewrite Rmult_1_r in R. exact R. }
    pose proof (rot_length b 1 north north_length) as Lb. pose proof (rot_length c 1 north north_length) as Lc.
    pose proof (Small theta _ m w T Mt Mm Lb Hw) as Dw. pose proof (Small theta _ j r T Jt Jm Lc Hr) as Dr. set (d := u + 1.5 * / 33554432 + 1e-12) in *.
    destruct (dot_moves 1 1 d d _ _ w r (rot_length (INR m * theta) 1 _ Lb) (rot_length (INR j * theta) 1 _ Lc) Dw Dr) as [A B].
    assert (D0 : 0 <= d <= 0.00391) by (unfold d; lra). apply two_in_order in S. subst total.
    assert (Ex : fst (rot (INR m * theta) (rot b north)) * fst (rot (INR j * theta) (rot c north)) + snd (rot (INR m * theta) (rot b north)) * snd (rot (INR j * theta) (rot c north)) = cos (INR m * theta + b - (INR j * theta + c))).
    { rewrite !rot_rot. transitivity (dot (rot (INR j * theta + c) north) (rot (INR m * theta + b) north)); [unfold dot; ring|]. rewrite dot_rot. apply dot_north. }
    rewrite Ex in A. set (e := cos _) in *. set (x := fst w * fst r) in *. set (y := snd w * snd r) in *.
    pose proof (Rabs_pos x). pose proof (Rabs_pos y). assert (Xs : Rabs x <= 1.01 /\ Rabs y <= 1.01 /\ Rabs x + Rabs y <= 1.01) by (assert ((1 + d) * (1 + d) <= 1.01) by nra; lra). destruct Xs as (X1 & Y1 & XY).
    pose proof (wide_rounds wide x Fw ltac:(lra)) as W1. pose proof (wide_rounds wide y Fw ltac:(lra)) as W2. set (p := wide x) in *. set (q := wide y) in *.
    assert (Ps : Rabs (p + q) <= 1.02) by (replace (p + q) with ((p - x) + (q - y) + (x + y)) by ring; eapply Rle_trans; [apply (sum_abs _ _ _ _ (sum_abs _ _ _ _ W1 W2) (Rabs_triang x y))|lra]).
    pose proof (wide_rounds wide (p + q) Fw ltac:(lra)) as W3. replace (wide (p + q) - e) with ((wide (p + q) - (p + q)) + ((p - x) + (q - y)) + (x + y - e)) by ring.
    eapply Rle_trans; [apply (sum_abs _ _ _ _ (sum_abs _ _ _ _ W3 (sum_abs _ _ _ _ W1 W2)) A)|]. assert (d * d <= u * u + 0.0000000005) by (unfold d; nra). unfold d in *. lra.
  Qed.
End Once.

(** * T_Index *)

Definition index_vector (f : format) (n : nat) : nat -> option (enclosure * enclosure) :=
  let cast := vector_cast f 1 (Z.of_nat n) in fun a => cast (Z.of_nat a).

(** A vector and its product with itself; the products of two neighbours, at most w places apart around the circle, end before those of both with themselves. *)
Definition with_own (v : option (enclosure * enclosure)) : option (enclosure * enclosure) * option enclosure := (v, score_of v v).

Definition ahead_of_both (p : (option (enclosure * enclosure) * option enclosure) * (option (enclosure * enclosure) * option enclosure)) : bool :=
  let (q, k) := p in let s := score_of (fst q) (fst k) in ends_before s (snd q) && ends_before s (snd k).

Definition near_right (f : format) (w n : nat) : bool :=
  let vector := index_vector f n in let row := map (fun a => with_own (vector a)) (seq 1 n) in
  forallb (fun d => forallb ahead_of_both (combine row (skipn d row ++ firstn d row))) (seq 1 w).

Definition index_wrong_at (f : format) (n t k : nat) : bool :=
  let q := index_vector f n t in not_before (score_of q (index_vector f n k)) (score_of q q).

Lemma angle_facts : forall n, (1 <= n)%nat -> let theta := 2 * PI / INR n in 1 <= INR n /\ INR n * theta = 2 * PI /\ 0 < theta /\ forall m, (m <= n)%nat -> INR m * theta <= 7.
Proof.
  intros n N theta. pose proof PI_RGT_0 as Pi. assert (Pi3 : PI <= 3.2) by interval. assert (N0 : 1 <= INR n) by (apply (le_INR 1); lia). assert (Nt : INR n * theta = 2 * PI) by (unfold theta; field; lra).
  assert (T0 : 0 < theta) by (apply Rdiv_lt_0_compat; lra). repeat split; try assumption. intros m Mm. apply Rle_trans with (INR n * theta); [apply Rmult_le_compat_r; [lra|apply le_INR, Mm]|lra].
Qed.

Section IndexRows.
  Variables (f : format) (narrow wide cosine sine : R -> R) (n : nat) (s : nat -> token) (l : nat -> R).
  Hypothesis Kf : known f.
  Hypothesis M : attention f narrow wide cosine sine.
  Hypothesis N : (1 <= n <= 1000)%nat.
  Hypothesis A : (asked (s n) < n)%nat.
  Hypothesis Out : come_out_once narrow wide cosine sine (h_pos (2 * PI / INR n)) s n l.

  Let theta := 2 * PI / INR n.

  Lemma index_query : query (hd (Plane 0 (fun _ => north) (fun _ => north)) (h_pos theta)) (s n) = rot (- INR (asked (s n)) * theta) north.
  Proof. exact (letters_ask_0 theta (s n)). Qed.

  (** The query and a key as they come out, with their logit. *)
  Lemma index_parts : exists q, (forall e, index_vector f n (n - asked (s n)) = Some e -> holds_pair e q) /\
    held_after_rope narrow as_float64 as_float64 cosine sine theta (length_of (rot (- INR (asked (s n)) * theta) north)) (rot (- INR (asked (s n)) * theta) north) n q /\
    forall j, within n j -> exists r, (forall e, index_vector f n j = Some e -> holds_pair e r) /\
      held_after_rope narrow as_float64 as_float64 cosine sine theta (length_of (rot 0 north)) (rot 0 north) j r /\ sum_in_order wide [wide (fst q * fst r); wide (snd q * snd r)] (l j).
  Proof.
    destruct (angle_facts n ltac:(lia)) as (N0 & Nt & T0 & Reach). fold theta in Nt, T0, Reach. destruct Out as (q & Q & R). set (p := hd (Plane 0 (fun _ => north) (fun _ => north)) (h_pos theta)). specialize (Q p (or_introl eq_refl)).
    change (frequency p) with theta in Q. unfold p in Q at 1 2. rewrite index_query in Q. exists (q p).
    assert (S1 : forall v, scale (IZR 1) v = v) by (intros [x y]; unfold scale; cbn [fst snd]; f_equal; ring).
    split; [|split; [exact Q|]].
    - intros e E. rewrite <- (S1 (rot _ north)) in Q. apply (vector_cast_holds f narrow wide cosine sine Kf M theta 1 (- INR (asked (s n)) * theta) n (q p) e (Z.of_nat (n - asked (s n))) (Z.of_nat n)); try assumption; try lia; [lra|apply Reach; lia|].
      exists 0%Z. rewrite <- !INR_IZR_INZ, minus_INR by lia. unfold theta. field. lra.
    - intros j J. destruct (R j J) as (r & Hr & S). exists (r p). specialize (Hr p (or_introl eq_refl)). change (frequency p) with theta in Hr. change (key p (s j)) with north in Hr. rewrite north_rot in Hr.
      split; [|split; [exact Hr|exact S]]. intros e E. rewrite <- (S1 (rot 0 north)) in Hr.
      apply (vector_cast_holds f narrow wide cosine sine Kf M theta 1 0 j (r p) e (Z.of_nat j) (Z.of_nat n)); try assumption; try lia; try (unfold within in J; lia); [lra|apply Reach; unfold within in J; lia|].
      exists 0%Z. rewrite <- !INR_IZR_INZ. unfold theta. field. lra.
  Qed.
End IndexRows.

Lemma score_some : forall q k s, score_of q k = Some s -> exists a b, q = Some a /\ k = Some b /\ plane_score a b = Some s.
Proof. intros [a|] [b|] s H; try discriminate. exists a, b. repeat split. exact H. Qed.

Lemma ends_before_some : forall s t, ends_before s t = true -> exists a b, s = Some a /\ t = Some b /\ num_value (high a) < num_value (low b).
Proof. intros [a|] [b|] H; try discriminate. exists a, b. repeat split. apply num_below_value, H. Qed.

(** From a to another place c on n places it is d steps. *)
Definition steps_on (n a c : nat) : nat := if Nat.ltb c a then (n + c - a)%nat else (c - a)%nat.

Lemma steps_between : forall n a c, (a < n)%nat -> (c < n)%nat -> c <> a ->
  (1 <= steps_on n a c < n)%nat /\ (steps_on n a c + steps_on n c a = n)%nat /\ (forall w, (S w <= steps_on n a c < n - w)%nat -> (Z.of_nat (S w) <= Z.abs (Z.of_nat a - Z.of_nat c) <= Z.of_nat n - Z.of_nat (S w))%Z).
Proof. intros n a c A C Ne. unfold steps_on. destruct (Nat.ltb_spec c a), (Nat.ltb_spec a c); (split; [|split; [|intros w W]]); lia. Qed.

Lemma around_nth : forall T (row : list T) d a c e, (a < length row)%nat -> (c < length row)%nat -> c <> a -> d = steps_on (length row) a c -> nth a (skipn d row ++ firstn d row) e = nth c row e.
Proof.
  intros T row d a c e A C Ne D. assert (Dn : (d < length row)%nat) by (destruct (steps_between _ a c A C Ne); lia). rewrite <- (firstn_skipn d row) at 3. pose proof (firstn_length d row) as Lf. pose proof (skipn_length d row) as Ls. rewrite Nat.min_l in Lf by lia.
  unfold steps_on in D. destruct (Nat.ltb_spec c a) as [L|L].
  - rewrite app_nth2, app_nth1 by lia. f_equal. lia.
  - rewrite app_nth1, app_nth2 by lia. f_equal. lia.
Qed.

(** Places t and k at most w steps apart, from t on. *)
Lemma near_pair : forall f w n t k, near_right f w n = true -> within n t -> within n k -> k <> t -> (steps_on n (t - 1) (k - 1) <= w)%nat ->
  let v := index_vector f n in ends_before (score_of (v t) (v k)) (score_of (v t) (v t)) = true /\ ends_before (score_of (v t) (v k)) (score_of (v k) (v k)) = true.
Proof.
  intros f w n t k H T K Ne D. unfold near_right in H. cbv zeta in *. set (row := map _ (seq 1 n)) in H. assert (L : length row = n) by (unfold row; rewrite map_length, seq_length; reflexivity). unfold within in T, K.
  assert (At : forall i, (1 <= i <= n)%nat -> nth (i - 1) row (with_own None) = with_own (index_vector f n i)).
  { intros i I. unfold row. rewrite (nth_indep _ _ (with_own (index_vector f n 0))) by (fold row; lia). rewrite (map_nth (fun a => with_own (index_vector f n a))), seq_nth by lia. do 2 f_equal. lia. }
  assert (Ne' : (k - 1)%nat <> (t - 1)%nat) by lia. destruct (steps_between n (t - 1) (k - 1) ltac:(lia) ltac:(lia) Ne') as [D1 _]. set (d := steps_on n (t - 1) (k - 1)) in *.
  rewrite forallb_forall in H. specialize (H d ltac:(apply in_seq; lia)). rewrite forallb_forall in H.
  assert (Lr : length (skipn d row ++ firstn d row) = n) by (rewrite app_length, skipn_length, firstn_length, L; lia).
  specialize (H (nth (t - 1) (combine row (skipn d row ++ firstn d row)) (with_own None, with_own None)) ltac:(apply nth_In; rewrite combine_length, L, Lr; lia)).
  rewrite combine_nth in H by congruence. rewrite (around_nth _ row d (t - 1) (k - 1)) in H by (rewrite ?L; unfold d; lia). rewrite !At in H by lia. apply andb_prop in H. exact H.
Qed.

Theorem near_right_decodes : forall f u w n, known f -> 0 <= u <= / 256 -> off_by u (/ 33554432) (nearest_in f) -> (1 <= n <= 1000)%nat -> near_right f w n = true ->
  ((S w + S w <= n)%nat -> 2 * (2 * u + u * u + 0.000001) < 1 - cos (INR (S w) * (2 * PI / INR n))) -> decodes_once asked_one f (h_pos (2 * PI / INR n)) n.
Proof.
  intros f u w n Kf U O N Check Far narrow wide cosine sine M s l Out j k (A & -> & K & Ne). destruct (index_parts f narrow wide cosine sine n s l Kf M N A Out) as (q & Q & Hq & R).
  destruct (angle_facts n ltac:(lia)) as (N0 & Nt & T0 & Reach). set (theta := 2 * PI / INR n) in *. set (t := (n - asked (s n))%nat) in *. assert (T : within n t) by (unfold within, t; lia).
  destruct (R t T) as (rt & Rt & Ht & St). destruct (R k K) as (rk & Rk & Hk & Sk).
  assert (Kt : (k - 1)%nat <> (t - 1)%nat) by (clear - T K Ne; unfold within in *; lia). destruct (steps_between n (t - 1) (k - 1) ltac:(clear - T; unfold within in T; lia) ltac:(clear - K; unfold within in K; lia) Kt) as (D & Back & Dfar).
  assert (Cases : (exists s, (score_of (index_vector f n t) (index_vector f n k) = Some s \/ score_of (index_vector f n k) (index_vector f n t) = Some s) /\
    exists y, score_of (index_vector f n t) (index_vector f n t) = Some y /\ num_value (high s) < num_value (low y)) \/ (S w <= steps_on n (t - 1) (k - 1) < n - w)%nat).
  { destruct (Nat.le_gt_cases (steps_on n (t - 1) (k - 1)) w) as [L|L]; [|destruct (Nat.le_gt_cases (steps_on n (k - 1) (t - 1)) w) as [L'|L']]; [left|left|right; clear - L L' Back; lia].
    - destruct (near_pair f w n t k Check T K Ne L) as [E _]. apply ends_before_some in E. destruct E as (x & y & E1 & E2 & E). exists x. split; [left; exact E1|exists y; split; assumption].
    - destruct (near_pair f w n k t Check K T (not_eq_sym Ne) L') as [_ E]. apply ends_before_some in E. destruct E as (x & y & E1 & E2 & E). exists x. split; [right; exact E1|exists y; split; assumption]. }
  unfold within in T, K. destruct Cases as [(x & E1 & y & E2 & Less)|F].
  - apply score_some in E2. destruct E2 as (q2 & k2 & Q2 & K2 & E2). pose proof (plane_score_holds f narrow wide cosine sine M _ _ _ _ _ _ (Q _ Q2) (Rt _ K2) E2 St) as L2.
    assert (L1 : encloses x (l k)).
    { destruct E1 as [E1|E1]; apply score_some in E1; destruct E1 as (q1 & k1 & Q1 & K1 & E1); [exact (plane_score_holds f narrow wide cosine sine M _ _ _ _ _ _ (Q _ Q1) (Rk _ K1) E1 Sk)|].
      apply (plane_score_holds f narrow wide cosine sine M _ _ _ _ _ _ (Rk _ Q1) (Q _ K1) E1). rewrite (Rmult_comm (fst rk)), (Rmult_comm (snd rk)). exact Sk. }
    apply holds_ends in L1, L2. lra.
  - specialize (Far ltac:(lia)).
    assert (Big : (Z.of_nat n <= 1048576)%Z) by lia.
    pose proof (rough_logit f narrow wide cosine sine Kf M theta u _ 0 n t q rt (l t) U O ltac:(lra) (Reach n ltac:(lia)) (Reach t ltac:(lia)) Big ltac:(lia) Hq Ht St) as Lt.
    pose proof (rough_logit f narrow wide cosine sine Kf M theta u _ 0 n k q rk (l k) U O ltac:(lra) (Reach n ltac:(lia)) (Reach k ltac:(lia)) Big ltac:(lia) Hq Hk Sk) as Lk.
    assert (Et : INR n * theta + - INR (asked (s n)) * theta = INR t * theta) by (unfold t; rewrite minus_INR by lia; ring). rewrite Et in Lt, Lk.
    replace (INR t * theta - (INR t * theta + 0)) with 0 in Lt by ring. rewrite cos_0 in Lt.
    assert (Ck : cos (INR t * theta - (INR k * theta + 0)) <= cos (INR (S w) * theta)).
    { set (e := (Z.abs (Z.of_nat t - Z.of_nat k))%Z). assert (Ez : (Z.of_nat (S w) <= e <= Z.of_nat n - Z.of_nat (S w))%Z).
      { unfold e. replace (Z.of_nat t - Z.of_nat k)%Z with (Z.of_nat (t - 1) - Z.of_nat (k - 1))%Z by (clear - T K; lia). exact (Dfar w F). }
      replace (INR t * theta - (INR k * theta + 0)) with (IZR (Z.of_nat t - Z.of_nat k) * theta) by (rewrite minus_IZR, <- !INR_IZR_INZ; ring).
      assert (C : cos (IZR (Z.of_nat t - Z.of_nat k) * theta) = cos (IZR e * theta)).
      { unfold e. destruct (Z.abs_eq_or_opp (Z.of_nat t - Z.of_nat k)) as [-> | ->]; [reflexivity|]. rewrite opp_IZR, Ropp_mult_distr_l_reverse, cos_neg. reflexivity. }
      rewrite C. destruct Ez as [E1 E2]. apply IZR_le in E1, E2. rewrite minus_IZR, <- !INR_IZR_INZ in E2. rewrite <- INR_IZR_INZ in E1. pose proof (pos_INR (S w)). set (z := IZR e) in *. clearbody z. set (v := INR (S w)) in *. clearbody v. apply cos_far_weakly; nra. }
    apply Rabs_le_inv in Lt, Lk. lra.
Qed.

Theorem index_wrong_once : forall f n i k, known f -> (1 <= n <= 1000)%nat -> (i < n)%nat -> within n k -> k <> (n - i)%nat -> index_wrong_at f n (n - i) k = true ->
  fails_once asked_one f (h_pos (2 * PI / INR n)) n.
Proof.
  intros f n i k Kf N I K Ne H. exists (fun _ => Int i), (n - i)%nat, k. split; [repeat split; try assumption; apply K|]. intros narrow wide cosine sine M l Out.
  destruct (index_parts f narrow wide cosine sine n (fun _ => Int i) l Kf M N I Out) as (q & Q & _ & R). cbn [asked] in Q. assert (T : within n (n - i)) by (unfold within; lia).
  destruct (R _ T) as (rt & Rt & _ & St). destruct (R k K) as (rk & Rk & _ & Sk). unfold index_wrong_at, not_before in H.
  destruct (score_of (index_vector f n (n - i)) (index_vector f n k)) as [x|] eqn:E1; [|discriminate]. destruct (score_of (index_vector f n (n - i)) (index_vector f n (n - i))) as [y|] eqn:E2; [|discriminate].
  apply at_most_value in H. apply score_some in E1, E2. destruct E1 as (q1 & k1 & Q1 & K1 & E1). destruct E2 as (q2 & k2 & Q2 & K2 & E2). rewrite Q1 in Q2. injection Q2 as <-.
  pose proof (plane_score_holds f narrow wide cosine sine M _ _ _ _ _ _ (Q _ Q1) (Rk _ K1) E1 Sk) as L1. pose proof (plane_score_holds f narrow wide cosine sine M _ _ _ _ _ _ (Q _ Q1) (Rt _ K2) E2 St) as L2.
  apply holds_ends in L1, L2. lra.
Qed.

(** At short lengths no key needs to be looked at. *)
Lemma near_none : forall f n, near_right f 0 n = true.
Proof. reflexivity. Qed.

Lemma near_b : forallb (near_right bf16 1) (seq 36 35) = true /\ forallb (near_right bf16 2) (seq 71 4) = true.
Proof. split; vm_cast_no_check (@eq_refl bool true). Qed.

Lemma near_f : forallb (near_right fp16 1) (seq 101 92) = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.

Lemma wrong_b : index_wrong_at bf16 75 54 53 = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.

Lemma wrong_f : index_wrong_at fp16 193 118 117 = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.

(** * Partial Induction *)

(** Matches rise and end above t, other letters below, and so does the query's own key; L a j is the logit of a key at place a and position j. *)
Definition letters_apart (L : nat -> nat -> option enclosure) (t : num) (n b : nat) : bool :=
  let at_ a := map (L a) (seq 1 (n - 1)) in let matches := at_ b in
  all_rise matches && forallb (fun x => starts_above x t) matches &&
  forallb (fun a => if Nat.eqb a b then true else forallb (fun x => ends_below x t) (at_ a)) [0; 1; 2]%nat &&
  ends_below (L 3%nat n) t.

Lemma place_of_within : forall n x j, binding_input 3 n x -> within n j -> (place_of 3 (x j) < 4)%nat.
Proof.
  intros n x j [I (q & Q & _)] J. unfold within in *. destruct (Nat.eq_dec j n) as [->|Ne]; [rewrite Q; cbn; lia|]. destruct (I j ltac:(lia)) as (a & c & -> & A). cbn. lia.
Qed.

Theorem letters_apart_lead : forall L t n b x l, letters_apart L t n b = true -> binding_input 3 n x -> symbol_of (x n) = b ->
  (forall j s, within n j -> L (place_of 3 (x j)) j = Some s -> encloses s (l j)) -> forall j k, last_occurrence n x j -> rivals n true k -> k <> j -> l k < l j.
Proof.
  intros L t n b x l Check Input Asks In_ j k (J & Mj & Later) K Ne. unfold letters_apart in Check. cbv zeta in Check. apply andb_prop in Check. destruct Check as [C1 Own]. apply andb_prop in C1. destruct C1 as [C2 Others].
  apply andb_prop in C2. destruct C2 as [Rise Above]. rewrite Asks in *. unfold rivals in K.
  assert (Nth : forall a i, within (n - 1) i -> nth (i - 1) (map (L a) (seq 1 (n - 1))) None = L a i).
  { intros a i I. unfold within in I. rewrite (nth_indep _ None (L a 0%nat)) by (rewrite map_length, seq_length; lia). rewrite map_nth, seq_nth by lia. f_equal. lia. }
  assert (Row : forall a i, within (n - 1) i -> In (L a i) (map (L a) (seq 1 (n - 1)))) by (intros a i I; apply in_map, in_seq; unfold within in I; lia).
  assert (Pair : forall i, within (n - 1) i -> place_of 3 (x i) = symbol_of (x i) /\ (symbol_of (x i) < 3)%nat).
  { intros i I. destruct (proj1 Input i I) as (a & c & -> & A). cbn. split; [reflexivity|exact A]. }
  assert (Wn : forall i, within (n - 1) i -> within n i) by (unfold within; intros; lia).
  assert (Match : forall i, within (n - 1) i -> symbol_of (x i) = b -> forall s, L b i = Some s -> encloses s (l i)).
  { intros i I E s H. apply (In_ i s (Wn i I)). rewrite (proj1 (Pair i I)), E. exact H. }
  assert (Hi : num_value t < l j) by (rewrite forallb_forall in Above; exact (starts_above_value _ _ (l j) (Above _ (Row b j J)) (Match j J Mj))).
  assert (Low : forall a, ends_below a t = true -> (forall s, a = Some s -> encloses s (l k)) -> l k < num_value t).
  { intros [s|] E H; [|discriminate]. pose proof (holds_ends s _ (H s eq_refl)). apply num_below_value in E. lra. }
  destruct (Nat.eq_dec k n) as [En|Kn'].
  { subst k. enough (l n < num_value t) by lra. apply (Low _ Own). intros s H. apply (In_ n s K). destruct Input as [_ (q & Q & _)]. rewrite Q. exact H. }
  assert (K' : within (n - 1) k) by (unfold within in *; lia). destruct (Nat.eq_dec (symbol_of (x k)) b) as [Mk|Nk].
  - assert (Kj : (k < j)%nat) by (destruct (Nat.lt_ge_cases k j) as [Lt|G]; [exact Lt|exfalso; apply (Later k); [unfold within in K'; lia|exact Mk]]).
    assert (Order : (k - 1 < j - 1 < length (map (L b) (seq 1 (n - 1))))%nat) by (rewrite map_length, seq_length; unfold within in *; lia).
    apply (all_rise_value _ _ _ _ _ Rise Order); rewrite Nth by assumption; apply Match; assumption.
  - enough (l k < num_value t) by lra. destruct (Pair k K') as [Pk Lk]. rewrite forallb_forall in Others.
    pose proof (Others (symbol_of (x k)) ltac:(destruct (symbol_of (x k)) as [|[|[|a]]]; simpl; auto; lia)) as O. destruct (Nat.eqb_spec (symbol_of (x k)) b) as [E|_]; [contradiction|].
    rewrite forallb_forall in O. apply (Low _ (O _ (Row _ k K'))). intros s H. apply (In_ k s (Wn k K')). rewrite Pk. exact H.
Qed.

(** A head whose logits lie in L, whatever comes out. *)
Definition lies_in (f : format) (h : head binding) (n : nat) (L : nat -> nat -> nat -> option enclosure) : Prop :=
  forall narrow wide cosine sine, attention f narrow wide cosine sine -> forall x l, (symbol_of (x n) < 3)%nat -> (forall j, within n j -> (place_of 3 (x j) < 4)%nat) ->
    come_out_once narrow wide cosine sine h x n l -> forall j s, within n j -> L (symbol_of (x n)) (place_of 3 (x j)) j = Some s -> encloses s (l j).

Theorem apart_decodes : forall f h n L t, lies_in f h n L -> forallb (fun b => letters_apart (L b) t n b) [0; 1; 2]%nat = true -> decodes_once last_asked f h n.
Proof.
  intros f h n L t Lies Check narrow wide cosine sine M x l Out j k (Input & Last & K & Ne). pose proof (query_symbol 3 n x Input) as B.
  rewrite forallb_forall in Check. specialize (Check (symbol_of (x n)) ltac:(destruct (symbol_of (x n)) as [|[|[|d]]]; simpl; auto; lia)).
  apply (letters_apart_lead _ _ _ _ _ _ Check Input eq_refl (fun i s I => Lies narrow wide cosine sine M x l B (fun i I => place_of_within n x i Input I) Out i s I) j k Last K Ne).
Qed.

(** A match at j and one at j + 1, and the later one is no higher. *)
Theorem neighbours_fail : forall f h n L b r j, lies_in f h n L -> (b < 3)%nat -> (r < 3)%nat -> b <> r -> (1 <= j)%nat -> (S j <= n - 1)%nat -> not_before (L b b j) (L b b (S j)) = true -> fails_once last_asked f h n.
Proof.
  intros f h n L b r j Lies B Rr Ne J Jn H. set (x := two_symbols n b r (fun i => (Nat.eqb i j || Nat.eqb i (S j))%bool)).
  assert (Jj : within (n - 1) j /\ within (n - 1) (S j)) by (unfold within; lia). destruct Jj as [J1 J2].
  assert (X1 : x j = Bound b 1) by (unfold x; rewrite two_symbols_pair by exact J1; rewrite Nat.eqb_refl; reflexivity).
  assert (X2 : x (S j) = Bound b 1) by (unfold x; rewrite two_symbols_pair by exact J2; rewrite Nat.eqb_refl, orb_true_r; reflexivity).
  assert (Xn : x n = Lone b) by apply two_symbols_last.
  assert (Input : binding_input 3 n x) by (apply two_symbols_input; try assumption; exists j; split; [exact J1|rewrite Nat.eqb_refl; reflexivity]).
  exists x, (S j), j. split.
  - split; [exact Input|]. split; [apply two_symbols_occurrence; try assumption; [rewrite Nat.eqb_refl; apply orb_true_r|intros k K; apply orb_false_intro; apply Nat.eqb_neq; lia]|]. split; [unfold rivals, within; lia|lia].
  - intros narrow wide cosine sine M l Out. unfold not_before in H. destruct (L b b j) as [s|] eqn:E1; [|discriminate]. destruct (L b b (S j)) as [t|] eqn:E2; [|discriminate]. apply at_most_value in H.
    assert (Xb : symbol_of (x n) = b) by (rewrite Xn; reflexivity).
    pose proof (Lies narrow wide cosine sine M x l ltac:(lia) (fun i I => place_of_within n x i Input I) Out) as In_. rewrite Xb in In_.
    pose proof (In_ j s ltac:(unfold within; lia) ltac:(rewrite X1; exact E1)) as H1. pose proof (In_ (S j) t ltac:(unfold within; lia) ltac:(rewrite X2; exact E2)) as H2. apply holds_ends in H1, H2. lra.
Qed.

(** ** One angle *)

Definition single_vector (f : format) (n : nat) : nat -> nat -> option (enclosure * enclosure) :=
  let m := Z.of_nat (Nat.max n 3) in let cast := vector_cast f 1 (8 * m) in fun a j => cast (Z.of_nat j + 2 * m * (4 - Z.of_nat a))%Z.

(** Every vector is cast once: at position j the j-th of a row. *)
Definition single_logit (f : format) (n : nat) : nat -> nat -> nat -> option enclosure :=
  let rows := map (fun a => map (single_vector f n a) (seq 0 (S n))) (seq 0 4) in
  fun b => let q := nth n (nth b rows []) None in fun a => let row := nth a rows [] in fun j => score_of q (nth j row None).

Lemma in_row : forall T (g : nat -> T) d m i, (i < m)%nat -> nth i (map g (seq 0 m)) d = g i.
Proof. intros T g d m i I. rewrite (nth_indep _ d (g 0%nat)) by (rewrite map_length, seq_length; exact I). rewrite map_nth, seq_nth by exact I. reflexivity. Qed.

Lemma single_lies : forall f n, known f -> (1 <= n <= 1000)%nat -> lies_in f (h_single 3 (spacing 4 / (2 * INR (Nat.max n 3)))) n (single_logit f n).
Proof.
  intros f n Kf N narrow wide cosine sine M x l B P (q & Q & R) j s J H. set (m := Nat.max n 3) in *. set (theta := spacing 4 / (2 * INR m)) in *. pose proof PI_RGT_0 as Pi. assert (Pi3 : PI <= 3.2) by interval.
  assert (M0 : 1 <= INR m) by (apply (le_INR 1); unfold m; lia). assert (S4 : spacing 4 = PI / 2) by (unfold spacing; simpl; field). assert (Mt : INR m * theta = PI / 4) by (unfold theta; rewrite S4; field; lra).
  assert (T0 : 0 < theta) by (unfold theta; rewrite S4; apply Rdiv_lt_0_compat; lra). assert (Reach : forall i, (i <= m)%nat -> INR i * theta <= 7).
  { intros i I. apply Rle_trans with (INR m * theta); [apply Rmult_le_compat_r; [lra|apply le_INR, I]|lra]. }
  assert (S1 : forall v, scale (IZR 1) v = v) by (intros [y z]; unfold scale; cbn [fst snd]; f_equal; ring).
  assert (Turn : forall a i, (a < 4)%nat -> exists k, INR i * theta + - INR a * spacing 4 = 2 * PI * (IZR (Z.of_nat i + 2 * Z.of_nat m * (4 - Z.of_nat a)) / IZR (8 * Z.of_nat m)) + IZR k * (2 * PI)).
  { intros a i _. exists (-1)%Z. rewrite plus_IZR, !mult_IZR, minus_IZR, <- !INR_IZR_INZ. unfold theta. rewrite S4. field. lra. }
  set (p := hd (Plane 0 (fun _ => north) (fun _ => north)) (h_single 3 theta)). specialize (Q p (or_introl eq_refl)). destruct (R j J) as (r & Hr & S). specialize (Hr p (or_introl eq_refl)).
  change (frequency p) with theta in Q, Hr. change (query p (x n)) with (rot (- 0) (on_circle 4 (symbol_of (x n)))) in Q. change (key p (x j)) with (on_circle 4 (place_of 3 (x j))) in Hr.
  rewrite Ropp_0, rot_0 in Q. unfold on_circle in Q, Hr. change (flat_map _ (h_single 3 theta)) with [wide (fst (q p) * fst (r p)); wide (snd (q p) * snd (r p))] in S.
  pose proof (P j J) as Pj. unfold single_logit in H. cbv beta zeta in H. unfold within in J. rewrite !(in_row _ (fun a => map (single_vector f n a) _) [] 4), !in_row in H by lia. apply score_some in H. destruct H as (e & k & E & K & Sc). unfold single_vector in E, K. fold m in E, K.
  apply (plane_score_holds f narrow wide cosine sine M e k s (q p) (r p)); try assumption.
  - rewrite <- (S1 (rot _ north)) in Q. refine (vector_cast_holds f narrow wide cosine sine Kf M theta 1 _ n (q p) e _ _ ltac:(lra) (Reach n ltac:(unfold m; lia)) ltac:(lia) ltac:(lia) _ _ (Turn (symbol_of (x n)) n ltac:(lia)) Q E); unfold m; nia.
  - rewrite <- (S1 (rot _ north)) in Hr. refine (vector_cast_holds f narrow wide cosine sine Kf M theta 1 _ j (r p) k _ _ ltac:(lra) (Reach j ltac:(unfold m; lia)) ltac:(lia) ltac:(lia) _ _ (Turn _ j Pj) Hr K); unfold m; nia.
Qed.

(** ** Two angles *)

(** A plane's two products in float32. *)
Definition cast_products (q k : option (enclosure * enclosure)) : option (enclosure * num) :=
  let? a := q in
  let? b := k in
  let? x := cast_span fp32 (span_product (fst a) (fst b)) in
  let? y := cast_span fp32 (span_product (snd a) (snd b)) in
  Some (two_of x y).

Lemma cast_products_some : forall narrow wide cosine sine f q k p a b, attention f narrow wide cosine sine -> (forall e, q = Some e -> holds_pair e a) -> (forall e, k = Some e -> holds_pair e b) ->
  cast_products q k = Some p -> exists x y, p = two_of x y /\ encloses x (wide (fst a * fst b)) /\ encloses y (wide (snd a * snd b)).
Proof.
  intros narrow wide cosine sine f [e|] [g|] p a b (_ & Fw & _) A B H; try discriminate. destruct (A e eq_refl) as [A1 A2]. destruct (B g eq_refl) as [B1 B2]. unfold cast_products in H.
  destruct (cast_span fp32 (span_product (fst e) (fst g))) as [x|] eqn:E1; [|discriminate]. destruct (cast_span fp32 (span_product (snd e) (snd g))) as [y|] eqn:E2; [|discriminate]. injection H as <-. assert (Dw : (0 < digits fp32)%Z) by reflexivity.
  exists x, y. split; [reflexivity|split]; [exact (proj2 (cast_span_holds _ _ _ _ _ Dw Fw (span_product_holds _ _ _ _ A1 B1) E1))|exact (proj2 (cast_span_holds _ _ _ _ _ Dw Fw (span_product_holds _ _ _ _ A2 B2) E2))].
Qed.

(** Products of letters once for all lengths, those of places once for all letters. *)
Definition two_angle_logit (f : format) : nat -> nat -> nat -> nat -> option enclosure :=
  let keys := map (fun a => vector_cast f 1 4 (4 - Z.of_nat a)) (seq 0 4) in
  let letters := map (fun b => let query := vector_cast f 3 4 (4 - Z.of_nat b) in map (fun a => cast_products query (nth a keys None)) (seq 0 4)) (seq 0 4) in
  fun n =>
  let place := vector_cast f 1 (40 * Z.of_nat n) in
  let query' := place (19 * Z.of_nat n)%Z in
  let places := map (fun j => cast_products query' (place (19 * Z.of_nat j)%Z)) (seq 0 (S n)) in
  fun b =>
  let asked := nth b letters [] in
  fun a =>
  let first := nth a asked None in
  fun j =>
  let? p := first in
  let? p' := nth j places None in
  all_four p p'.

Lemma two_angles_lie : forall f n, known f -> (1 <= n <= 1000)%nat -> lies_in f (h_mix 3 (19 * PI / (20 * INR n)) 3 1) n (two_angle_logit f n).
Proof.
  intros f n Kf N narrow wide cosine sine M x l B P (q & Q & R) j s J H. set (theta := 19 * PI / (20 * INR n)) in *. pose proof PI_RGT_0 as Pi. assert (Pi3 : PI <= 3.2) by interval.
  assert (N0 : 1 <= INR n) by (apply (le_INR 1); lia). assert (Nt : INR n * theta = 19 / 20 * PI) by (unfold theta; field; lra). assert (T0 : 0 < theta) by (apply Rdiv_lt_0_compat; lra).
  assert (Reach : forall i, (i <= n)%nat -> INR i * theta <= 7) by (intros i I; apply Rle_trans with (INR n * theta); [apply Rmult_le_compat_r; [lra|apply le_INR, I]|lra]).
  assert (S1 : forall v, scale (IZR 1) v = v) by (intros [y z]; unfold scale; cbn [fst snd]; f_equal; ring). assert (S4 : spacing 4 = PI / 2) by (unfold spacing; simpl; field).
  assert (Still : forall a i, exists k, INR i * 0 + - INR a * spacing 4 = 2 * PI * (IZR (4 - Z.of_nat a) / IZR 4) + IZR k * (2 * PI)).
  { intros a i. exists (-1)%Z. rewrite minus_IZR, <- INR_IZR_INZ, S4. field. }
  assert (Turn : forall i, exists k, INR i * theta + 0 = 2 * PI * (IZR (19 * Z.of_nat i) / IZR (40 * Z.of_nat n)) + IZR k * (2 * PI)).
  { intros i. exists 0%Z. rewrite !mult_IZR, <- !INR_IZR_INZ. unfold theta. field. lra. }
  set (p := nth 0 (h_mix 3 theta 3 1) (Plane 0 (fun _ => north) (fun _ => north))). set (p' := nth 1 (h_mix 3 theta 3 1) (Plane 0 (fun _ => north) (fun _ => north))).
  pose proof (Q p (or_introl eq_refl)) as Q1. pose proof (Q p' (or_intror (or_introl eq_refl))) as Q2. destruct (R j J) as (r & Hr & S). pose proof (Hr p (or_introl eq_refl)) as R1. pose proof (Hr p' (or_intror (or_introl eq_refl))) as R2.
  change (frequency p) with 0 in Q1, R1. change (frequency p') with theta in Q2, R2. change (query p (x n)) with (scale (IZR 3) (on_circle 4 (symbol_of (x n)))) in Q1. change (query p' (x n)) with (scale (IZR 1) north) in Q2.
  change (key p (x j)) with (on_circle 4 (place_of 3 (x j))) in R1. change (key p' (x j)) with north in R2. rewrite <- (S1 (on_circle 4 (place_of 3 (x j)))) in R1. rewrite <- (S1 north) in R2. unfold on_circle in Q1, R1.
  rewrite north_rot in Q2, R2. change (flat_map _ (h_mix 3 theta 3 1)) with [wide (fst (q p) * fst (r p)); wide (snd (q p) * snd (r p)); wide (fst (q p') * fst (r p')); wide (snd (q p') * snd (r p'))] in S.
  unfold two_angle_logit in H. cbv beta zeta in H. pose proof (P j J) as Pj. unfold within in J. rewrite (in_row _ _ [] 4), !in_row in H by lia.
  destruct (cast_products (vector_cast f 3 4 _) _) as [p1|] eqn:E1; [|discriminate]. destruct (cast_products (vector_cast f 1 _ (19 * Z.of_nat n)) _) as [p2|] eqn:E2; [|discriminate].
  assert (Small : 0 <= 0 /\ INR n * 0 <= 7 /\ INR j * 0 <= 7) by lra. destruct Small as (Z0 & Zn & Zj). assert (Nn : (Z.of_nat n <= 1048576)%Z) by lia. assert (Nj : (Z.of_nat j <= 1048576)%Z) by lia.
  apply (cast_products_some narrow wide cosine sine f _ _ _ (q p) (r p) M) in E1; [|intros e E; refine (vector_cast_holds f narrow wide cosine sine Kf M 0 3 _ n _ e _ 4 Z0 Zn Nn _ _ _ (Still _ n) Q1 E); lia|
    intros e E; refine (vector_cast_holds f narrow wide cosine sine Kf M 0 1 _ j _ e _ 4 Z0 Zj Nj _ _ _ (Still _ j) R1 E); lia].
  assert (Place : forall i v e, (i <= n)%nat -> held_after_rope narrow as_float64 as_float64 cosine sine theta (length_of (scale (IZR 1) (rot 0 north))) (scale (IZR 1) (rot 0 north)) i v ->
    vector_cast f 1 (40 * Z.of_nat n) (19 * Z.of_nat i) = Some e -> holds_pair e v).
  { intros i v e I Hv E. refine (vector_cast_holds f narrow wide cosine sine Kf M theta 1 0 i v e _ _ ltac:(lra) (Reach i I) _ _ _ _ (Turn i) Hv E); lia. }
  apply (cast_products_some narrow wide cosine sine f _ _ _ (q p') (r p') M) in E2; [|intros e E; exact (Place n _ e (le_n n) Q2 E)|intros e E; exact (Place j _ e (proj2 J) R2 E)].
  destruct E1 as (a & b & -> & A1 & A2). destruct E2 as (c & d & -> & A3 & A4). exact (any_order_holds _ _ _ _ _ _ _ _ _ _ _ (proj1 (proj2 M)) A1 A2 A3 A4 H S).
Qed.

Definition three_halves : num := (3, -1)%Z.

(** sqrt 2 / 2. *)
Definition eighth_turn : num := (1448, -11)%Z.

Lemma two_angles_b : let at_n := two_angle_logit bf16 in forallb (fun n => let L := at_n n in forallb (fun b => letters_apart (L b) three_halves n b) [0; 1; 2]%nat) (seq 1 58) = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.

Lemma two_angles_wrong : not_before (two_angle_logit bf16 59 0 0 57) (two_angle_logit bf16 59 0 0 58) = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.

Lemma single_b : forallb (fun n => let L := single_logit bf16 n in forallb (fun b => letters_apart (L b) eighth_turn n b) [0; 1; 2]%nat) (seq 1 16) = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.

Lemma single_f : forallb (fun n => let L := single_logit fp16 n in forallb (fun b => letters_apart (L b) eighth_turn n b) [0; 1; 2]%nat) (seq 1 56) = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.

Lemma single_wrong_b : not_before (single_logit bf16 17 0 0 15) (single_logit bf16 17 0 0 16) = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.

Lemma single_wrong_f : not_before (single_logit fp16 57 0 0 55) (single_logit fp16 57 0 0 56) = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.

(** * The claim *)

Lemma far_enough : forall N n w gap, (S w + S w <= n <= N)%nat -> gap < 1 - cos (INR (S w) * (2 * PI / INR N)) -> gap < 1 - cos (INR (S w) * (2 * PI / INR n)).
Proof.
  intros N n w gap H G. pose proof PI_RGT_0 as Pi. assert (V : 1 <= INR (S w)) by (apply (le_INR 1); lia). assert (N2 : INR (S w) + INR (S w) <= INR n) by (rewrite <- plus_INR; apply le_INR; lia). assert (L : INR n <= INR N) by (apply le_INR; lia).
  set (v := INR (S w)) in *. clearbody v.
  assert (A : 2 * PI / INR N <= 2 * PI / INR n) by (unfold Rdiv; apply Rmult_le_compat_l; [lra|]; apply Rinv_le_contravar; lra). assert (P : 0 < 2 * PI / INR N) by (apply Rdiv_lt_0_compat; lra).
  assert (U : v * (2 * PI / INR n) <= PI) by (apply (Rmult_le_reg_r (INR n)); [lra|]; unfold Rdiv; rewrite !Rmult_assoc, Rinv_l by lra; nra).
  pose proof (cos_falls_weakly (v * (2 * PI / INR N)) (v * (2 * PI / INR n)) ltac:(nra) ltac:(nra) U). lra.
Qed.

Lemma checked : forall check first many n, forallb check (seq first many) = true -> (first <= n < first + many)%nat -> check n = true.
Proof. intros check first many n H N. rewrite forallb_forall in H. apply H, in_seq. exact N. Qed.

(** N is the longest of the lengths at which keys more than w places away are far enough. *)
Ltac far N := let W := fresh in intro W; apply (far_enough N); [lia|]; replace (INR N) with (IZR (Z.of_nat N)) by (symmetry; apply INR_IZR_INZ); rewrite INR_IZR_INZ; simpl; interval.

Theorem new_long_context_limits_proved : new_long_context_limits_statement.
Proof.
  destruct three_known as (B & F & _). split; [|split; [|split; [|split]]]; split.
  - assert (Step : forall w n, (1 <= n <= 74)%nat -> near_right bf16 w n = true -> ((S w + S w <= n)%nat -> 2 * (2 * / 256 + / 256 * / 256 + 0.000001) < 1 - cos (INR (S w) * (2 * PI / INR n))) -> decodes_once asked_one bf16 (h_pos (2 * PI / INR n)) n).
    { intros w n N C Far. apply (near_right_decodes bf16 (/ 256) w n B); [lra|apply (held_within 8 (-133) 8 (-24)); lia|lia|exact C|exact Far]. }
    intros n N. destruct near_b as [One Two]. assert (Cases : (n <= 35 \/ 36 <= n < 36 + 35 \/ 71 <= n < 71 + 4)%nat) by lia. destruct Cases as [L|[L|L]].
    + apply (Step 0%nat n N (near_none _ n)). far 35%nat.
    + apply (Step 1%nat n N (checked _ _ _ n One L)). far 70%nat.
    + apply (Step 2%nat n N (checked _ _ _ n Two L)). far 74%nat.
  - apply (index_wrong_once bf16 75 21 53 B); [lia|lia|unfold within; lia|lia|]. change (75 - 21)%nat with 54%nat. exact wrong_b.
  - assert (Step : forall w n, (1 <= n <= 192)%nat -> near_right fp16 w n = true -> ((S w + S w <= n)%nat -> 2 * (2 * / 2048 + / 2048 * / 2048 + 0.000001) < 1 - cos (INR (S w) * (2 * PI / INR n))) -> decodes_once asked_one fp16 (h_pos (2 * PI / INR n)) n).
    { intros w n N C Far. apply (near_right_decodes fp16 (/ 2048) w n F); [lra|apply (held_off 11 (-24)); lia|lia|exact C|exact Far]. }
    intros n N. destruct (Nat.le_gt_cases n 100) as [L|L]; [apply (Step 0%nat n N (near_none _ n)); far 100%nat|]. apply (Step 1%nat n N (checked _ _ _ n near_f ltac:(lia))). far 192%nat.
  - apply (index_wrong_once fp16 193 75 117 F); [lia|lia|unfold within; lia|lia|]. change (193 - 75)%nat with 118%nat. exact wrong_f.
  - intros n N. exact (apart_decodes bf16 _ n _ _ (two_angles_lie bf16 n B ltac:(lia)) (checked _ _ _ n two_angles_b ltac:(lia))).
  - exact (neighbours_fail bf16 _ 59 _ 0 1 57 (two_angles_lie bf16 59 B ltac:(lia)) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) two_angles_wrong).
  - intros n N. exact (apart_decodes bf16 _ n _ _ (single_lies bf16 n B ltac:(lia)) (checked _ _ _ n single_b ltac:(lia))).
  - exact (neighbours_fail bf16 _ 17 _ 0 1 15 (single_lies bf16 17 B ltac:(lia)) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) single_wrong_b).
  - intros n N. exact (apart_decodes fp16 _ n _ _ (single_lies fp16 n F ltac:(lia)) (checked _ _ _ n single_f ltac:(lia))).
  - exact (neighbours_fail fp16 _ 57 _ 0 1 55 (single_lies fp16 57 F ltac:(lia)) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) single_wrong_f).
Qed.

(** * False neighbours *)

Lemma decodes_or_fails : forall f t n, decodes_once asked_one f (h_pos t) n -> ~ fails_once asked_one f (h_pos t) n.
Proof.
  intros f t n D (s & j & k & W & F). set (narrow := nearest_in f). set (wide := nearest_in fp32).
  assert (M : attention f narrow wide cos sin) by (repeat split; try (intros x _; reflexivity); apply exact_is_precise).
  set (q := fun p : plane token => vector_run narrow as_float64 as_float64 cos sin (frequency p) (query p (s n)) n). set (r := fun (i : nat) (p : plane token) => vector_run narrow as_float64 as_float64 cos sin (frequency p) (key p (s i)) i).
  set (p := hd (Plane 0 (fun _ => north) (fun _ => north)) (h_pos t)). set (l := fun i => wide (wide (fst (q p) * fst (r i p)) + wide (snd (q p) * snd (r i p)))).
  assert (Same : forall v, close (length_of v / 2 ^ 49) v v).
  { intro v. assert (0 <= length_of v / 2 ^ 49) by (apply Rmult_le_pos; [apply sqrt_pos|apply above_nothing]). unfold close. rewrite !Rminus_diag_eq, Rabs_R0 by reflexivity. split; assumption. }
  assert (Out : come_out_once narrow wide cos sin (h_pos t) s n l).
  { exists q. split; [intros p' _; eexists; (split; [apply Same|reflexivity])|]. intros i _. exists (r i). split; [intros p' _; eexists; (split; [apply Same|reflexivity])|].
    apply (added_two wide [wide (fst (q p) * fst (r i p))] [wide (snd (q p) * snd (r i p))]); [apply added_one|apply added_one|apply Permutation_refl]. }
  pose proof (D narrow wide cos sin M s l Out j k W). pose proof (F narrow wide cos sin M l Out). lra.
Qed.

(** One length more in bfloat16. *)
Definition new_long_context_limits_neighbour_longer : Prop := forall n, (1 <= n <= 75)%nat -> decodes_once asked_one bf16 (h_pos (2 * PI / INR n)) n.

Theorem new_long_context_limits_neighbour_longer_false : ~ new_long_context_limits_neighbour_longer.
Proof. intro H. exact (decodes_or_fails _ _ _ (H 75%nat ltac:(lia)) (proj2 (proj1 new_long_context_limits_proved))). Qed.

(** It fails at 57 already, as it does with cos, sin and the rotation in bfloat16. *)
Definition new_long_context_limits_neighbour_no_better : Prop := fails_once asked_one bf16 (h_pos (2 * PI / INR 57)) 57.

Theorem new_long_context_limits_neighbour_no_better_false : ~ new_long_context_limits_neighbour_no_better.
Proof. apply decodes_or_fails. exact (proj1 (proj1 new_long_context_limits_proved) 57%nat ltac:(lia)). Qed.

Example new_long_context_limits_instance : instance_of new_long_context_limits_statement.
Proof. repeat split; exists 2%nat; (split; [lia|exact I]). Qed.
