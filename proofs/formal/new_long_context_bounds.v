(** new.long-context.bounds: how far other constructions are read through an attention kernel that rounds, from every position.

    Statement.  For queries at every position, at beta = 2^28: T_Index at 2 pi/n reads its target up to n = 35 in bfloat16 and 3831 in float32; Partial Induction with 3
    letters in float32 up to 1464 by two angles (theta_2 = 19 pi/(20n)) and 831 by one, omega/(2n); T_Retrieval with 8 letters at omega/(4n) reads letter pairs against
    other letters up to 2^20 in bfloat16, float16 and float32.

    Idea: no position is looked at.  With a rotation in float64 only two roundings of a vector count, its cast and those of the sums: with |q|, |k| for the lengths
    of a plane's vectors and u for the cast's relative error, a logit is off by at most 2u|q||k| + u^2 |q||k|, and 2 |q||k| units of float32 for each two products.
    Lengths are those of vectors, not of coordinates: at 35 in bfloat16 the lead is 0.01607 and twice the error 0.01566.  A lead is least for neighbours,
    1 - cos theta for Index and cos theta - cos 2 theta for Induction, and falls with n; what is left at the last length makes each rival weigh at most 2^-28.
    Encoding: rotation, cast, sums and kernel as in new_long_context.v, for any head of few planes; the library's cos and sin are any functions within 2^-50, which is
    more than four units in the last place of float64, at 0 as well.  beta = 2^28 scales exactly: the kernel at 128 gets 2^21 times numbers within 6 units of
    roundoff of the logits' size, and subtracts the largest of them.  A query stands at any position i of the n for which the angle is made, and sees the keys 1..i.
    Induction: the query is a lone symbol, all before it are pairs, and its own key competes.  T_Retrieval: what is read is the code that all matches have. *)

From Coq Require Import Reals ZArith Lra Lia List Permutation PeanoNat Bool.
From Flocq Require Import Core.
From RopeTheory Require Import IntervalZ.
From RopeTheory Require Import Rope Trig Sums Heads Circle Induction u26_retrieval_max new_precision_cliff_cache_corrected
  new_precision_cliff_retrieval new_precision_cliff_mix new_long_context_readout new_long_context Instances.
Import ListNotations.
Open Scope R_scope.

(** The formats of queries, keys, weights, values and outputs, and the one of the rotation. *)
Definition as_bfloat16 : R -> R := held 8 (-133).
Definition as_float16 : R -> R := held 11 (-24).
Definition as_float32 : R -> R := held 24 (-149).
Definition as_float64 : R -> R := held 53 (-1074).

(** A library function within 2^-50 of f. *)
Definition precisely (f library : R -> R) : Prop := forall x, Rabs (library x - f x) <= / 2 ^ 50.

Definition length_of (v : vec) : R := sqrt (dot v v).

(** l is a logit that may come out of the head h. *)
Definition head_logit_comes_out {T} (narrow cosine sine : R -> R) (h : head T) (x : T) (i : nat) (y : T) (j : nat) (l : R) : Prop :=
  exists q r : plane T -> vec,
    (forall p, In p h ->
      held_after_rope narrow as_float64 as_float64 cosine sine (frequency p) (length_of (query p x)) (query p x) i (q p) /\
      held_after_rope narrow as_float64 as_float64 cosine sine (frequency p) (length_of (key p y)) (key p y) j (r p)) /\
    adds_up (flat_map (fun p => [fst (q p) * fst (r p); snd (q p) * snd (r p)]) h) l.

(** An output at beta = 2^28, of logits of at most this size. *)
Definition output_at_large_beta (narrow : R -> R) (size : R) (n : nat) (l code : nat -> R) (out : R) : Prop :=
  exists x, (forall j, within n j -> Rabs (x j - l j) <= 6 / 2 ^ 24 * size) /\ output_comes_out narrow 128 n (fun j => 2 ^ 21 * x j) code out.

(** The query at i reads the code of what it asks for, which all that `asks_for` names have. *)
Definition reads {T} (narrow cosine sine : R -> R) (size : R) (h : head T) (s : nat -> T) (i : nat) (asks_for : nat -> Prop) : Prop :=
  forall (l code : nat -> R) (out : R) (j : nat), signs i code -> within i j -> asks_for j -> (forall k, within i k -> asks_for k -> code k = code j) ->
    (forall k, within i k -> head_logit_comes_out narrow cosine sine h (s i) i (s k) k (l k)) ->
    output_at_large_beta narrow size i l code out -> 1 / 8 <= code j * out.

(** At every position of a length n, on every input. *)
Definition index_read (narrow cosine sine : R -> R) (n : nat) : Prop :=
  forall i s, within n i -> (asked (s i) < i)%nat -> reads narrow cosine sine 1 (h_pos (2 * PI / INR n)) s i (fun j => j = (i - asked (s i))%nat).

Definition induction_read (narrow cosine sine : R -> R) (size : R) (h : head binding) (n : nat) : Prop :=
  forall i x, within n i -> binding_input 3 i x -> reads narrow cosine sine size h x i (last_occurrence i x).

Definition letters_read (narrow cosine sine : R -> R) (n : nat) : Prop :=
  forall i s, within n i -> over_alphabet 8 s i -> reads narrow cosine sine 1 (h_retrieval 8 (spacing 8 / (4 * INR n))) s i (is_match s i).

Definition new_long_context_bounds_statement : Prop :=
  forall cosine sine : R -> R, precisely cos cosine -> precisely sin sine ->
    (forall n, (1 <= n <= 35)%nat -> index_read as_bfloat16 cosine sine n) /\
    (forall n, (1 <= n <= 3831)%nat -> index_read as_float32 cosine sine n) /\
    (forall n, (1 <= n <= 1464)%nat -> induction_read as_float32 cosine sine 4 (h_mix 3 (19 * PI / (20 * INR n)) 3 1) n) /\
    (forall n, (1 <= n <= 831)%nat -> induction_read as_float32 cosine sine 1 (h_single 3 (spacing 4 / (2 * INR (Nat.max n 3)))) n) /\
    (forall n, (1 <= Z.of_nat n <= 2 ^ 20)%Z ->
      letters_read as_bfloat16 cosine sine n /\ letters_read as_float16 cosine sine n /\ letters_read as_float32 cosine sine n).

(** * Lengths of vectors *)

Definition no_longer (a : R) (v : vec) : Prop := 0 <= a /\ fst v * fst v + snd v * snd v <= a * a.

Definition vector_error (u v : vec) : vec := (fst u - fst v, snd u - snd v).

Lemma products_within : forall a b u v, no_longer a u -> no_longer b v -> Rabs (fst u * fst v) + Rabs (snd u * snd v) <= a * b.
Proof.
  intros a b [x y] [z w] [A U] [B V]. cbn [fst snd] in *. assert (S : forall t, Rabs t * Rabs t = t * t) by (intro t; rewrite <- Rabs_mult; apply Rabs_right, Rle_ge, Rle_0_sqr).
  rewrite !Rabs_mult. rewrite <- (S x), <- (S y) in U. rewrite <- (S z), <- (S w) in V. pose proof (Rabs_pos x). pose proof (Rabs_pos y). pose proof (Rabs_pos z). pose proof (Rabs_pos w).
  set (p := Rabs x) in *. set (q := Rabs y) in *. set (r := Rabs z) in *. set (t := Rabs w) in *. clearbody p q r t.
  apply Rsqr_incr_0_var; [|apply Rmult_le_pos; assumption]. unfold Rsqr.
  pose proof (Rle_0_sqr (p * t - q * r)) as C. unfold Rsqr in C. assert ((p * p + q * q) * (r * r + t * t) <= (a * a) * (b * b)) by (apply Rmult_le_compat; nra). nra.
Qed.

Lemma dot_within : forall a b u v, no_longer a u -> no_longer b v -> Rabs (fst u * fst v + snd u * snd v) <= a * b.
Proof. intros a b u v U V. eapply Rle_trans; [apply Rabs_triang|]. apply products_within; assumption. Qed.

Lemma longer_sum : forall a b u v, no_longer a u -> no_longer b v -> no_longer (a + b) (fst u + fst v, snd u + snd v).
Proof.
  intros a b u v U V. pose proof (dot_within a b u v U V) as D. destruct U as [A U], V as [B V]. split; [lra|]. cbn [fst snd]. apply Rabs_le_inv in D. nra.
Qed.

Lemma longer : forall a b v, a <= b -> no_longer a v -> no_longer b v.
Proof. intros a b v L [A V]. split; [lra|]. nra. Qed.

Lemma no_longer_by : forall a x y v, no_longer a (x, y) -> Rabs (fst v) <= x -> Rabs (snd v) <= y -> no_longer a v.
Proof.
  intros a x y [z w] [A V] X Y. cbn [fst snd] in *. split; [exact A|]. cbn [fst snd]. assert (S : forall t, Rabs t * Rabs t = t * t) by (intro t; rewrite <- Rabs_mult; apply Rabs_right, Rle_ge, Rle_0_sqr).
  rewrite <- (S z), <- (S w). pose proof (Rabs_pos z). pose proof (Rabs_pos w). nra.
Qed.

Lemma square_length : forall e, 0 <= e -> no_longer (1.5 * e) (e, e).
Proof. intros e E. split; cbn [fst snd]; nra. Qed.

Lemma length_of_no_longer : forall v, no_longer (length_of v) v.
Proof.
  intro v. split; [apply sqrt_pos|]. unfold length_of. rewrite sqrt_sqrt; [apply Rle_refl|]. unfold dot. nra.
Qed.

Lemma length_at_most : forall r v, no_longer r v -> length_of v <= r.
Proof. intros r v [R0 V]. unfold length_of. apply Rsqr_incr_0_var; [|exact R0]. unfold Rsqr. rewrite sqrt_sqrt by (unfold dot; nra). exact V. Qed.

Lemma rot_length : forall t r v, no_longer r v -> no_longer r (rot t v).
Proof.
  intros t r [x y] [R0 V]. split; [exact R0|]. unfold rot. cbn [fst snd] in *. pose proof (sin2_cos2 t) as N. unfold Rsqr in N.
  replace ((cos t * x - sin t * y) * (cos t * x - sin t * y) + (sin t * x + cos t * y) * (sin t * x + cos t * y)) with ((sin t * sin t + cos t * cos t) * (x * x + y * y)) by ring. rewrite N. lra.
Qed.

(** Two vectors that are off: their dot product, and how large its two products are. *)
Lemma dot_moves : forall Q K d e q k q' k', no_longer Q q -> no_longer K k -> no_longer d (vector_error q' q) -> no_longer e (vector_error k' k) ->
  Rabs (fst q' * fst k' + snd q' * snd k' - (fst q * fst k + snd q * snd k)) <= d * K + Q * e + d * e /\
  Rabs (fst q' * fst k') + Rabs (snd q' * snd k') <= (Q + d) * (K + e).
Proof.
  intros Q K d e q k q' k' Hq Hk Hd He. split.
  - pose proof (dot_within _ _ _ _ Hd Hk) as A. pose proof (dot_within _ _ _ _ Hq He) as B. pose proof (dot_within _ _ _ _ Hd He) as C. unfold vector_error in *. cbn [fst snd] in *.
    match goal with |- Rabs ?z <= _ => replace z with (((fst q' - fst q) * fst k + (snd q' - snd q) * snd k) + (fst q * (fst k' - fst k) + snd q * (snd k' - snd k)) +
      ((fst q' - fst q) * (fst k' - fst k) + (snd q' - snd q) * (snd k' - snd k))) by ring end.
    apply sum_abs; [apply sum_abs; assumption|exact C].
  - apply products_within.
    + pose proof (longer_sum _ _ _ _ Hq Hd) as S. unfold vector_error in S. cbn [fst snd] in S. replace q' with (fst q + (fst q' - fst q), snd q + (snd q' - snd q)) by (destruct q'; cbn [fst snd]; f_equal; ring). exact S.
    + pose proof (longer_sum _ _ _ _ Hk He) as S. unfold vector_error in S. cbn [fst snd] in S. replace k' with (fst k + (fst k' - fst k), snd k + (snd k' - snd k)) by (destruct k'; cbn [fst snd]; f_equal; ring). exact S.
Qed.

(** A cast, of a vector. *)
Lemma cast_length : forall narrow un tn a v, off_by un tn narrow -> 0 <= un -> 0 <= tn -> no_longer a v -> no_longer (un * a + 1.5 * tn) (vector_error (narrow (fst v), narrow (snd v)) v).
Proof.
  intros narrow un tn a v N U T V. apply (no_longer_by _ (un * Rabs (fst v) + tn) (un * Rabs (snd v) + tn)); [|apply N|apply N].
  assert (A : no_longer (un * a) (un * Rabs (fst v), un * Rabs (snd v))).
  { destruct V as [A V]. split; [apply Rmult_le_pos; assumption|]. cbn [fst snd]. assert (S : forall t, Rabs t * Rabs t = t * t) by (intro t; rewrite <- Rabs_mult; apply Rabs_right, Rle_ge, Rle_0_sqr).
    replace (un * Rabs (fst v) * (un * Rabs (fst v)) + un * Rabs (snd v) * (un * Rabs (snd v))) with (un * un * (Rabs (fst v) * Rabs (fst v) + Rabs (snd v) * Rabs (snd v))) by ring.
    rewrite !S. replace (un * a * (un * a)) with (un * un * (a * a)) by ring. apply Rmult_le_compat_l; [nra|exact V]. }
  exact (longer_sum _ _ _ _ A (square_length tn T)).
Qed.

(** * The rotation in float64 *)

Lemma float64_off : off_by 1e-15 1e-25 as_float64.
Proof.
  apply (off_more (bpow radix2 (-53)) (bpow radix2 (-100))); [simpl; lra|simpl; lra|]. apply (held_within 53 (-1074) 53 (-99)); lia.
Qed.

Lemma float64_phase : forall theta m, 0 <= theta -> INR m * theta <= 7 -> (Z.of_nat m <= 1048576)%Z ->
  Rabs (as_float64 (as_float64 (INR m) * as_float64 theta) - INR m * theta) <= 2e-14.
Proof.
  intros theta m T A M. unfold as_float64 at 2. rewrite (position_held 53 (-1074) m ltac:(lia) ltac:(lia) M). pose proof (float64_off theta) as Dt. rewrite (Rabs_right theta) in Dt by lra.
  assert (M1 : 0 <= INR m <= 1048576) by (split; [apply pos_INR|rewrite INR_IZR_INZ; apply IZR_le, M]). set (k := INR m) in *. clearbody k. set (t := as_float64 theta) in *.
  assert (D : Rabs (k * t - k * theta) <= 8e-15).
  { rewrite <- Rmult_minus_distr_l, Rabs_mult, (Rabs_right k) by lra. apply Rle_trans with (k * (1e-15 * theta + 1e-25)); [apply Rmult_le_compat_l; lra|]. nra. }
  assert (S : Rabs (k * t) <= 7.1) by (replace (k * t) with ((k * t - k * theta) + k * theta) by ring; eapply Rle_trans; [apply sum_abs; [exact D|rewrite Rabs_right by nra; exact A]|lra]).
  pose proof (float64_off (k * t)) as P. replace (as_float64 (k * t) - k * theta) with ((as_float64 (k * t) - k * t) + (k * t - k * theta)) by ring.
  eapply Rle_trans; [apply sum_abs; [exact P|exact D]|]. lra.
Qed.

Lemma float64_product : forall c x c' x', Rabs c <= 1 -> Rabs x <= 3 -> Rabs (c' - c) <= 3e-14 -> Rabs (x' - x) <= 1e-14 ->
  Rabs (as_float64 (as_float64 c' * as_float64 x') - c * x) <= 2e-13.
Proof.
  intros c x c' x' C X Dc Dx.
  assert (C1 : Rabs c' <= 1.1) by (replace c' with ((c' - c) + c) by ring; eapply Rle_trans; [apply sum_abs; [exact Dc|exact C]|lra]).
  assert (X1 : Rabs x' <= 3.1) by (replace x' with ((x' - x) + x) by ring; eapply Rle_trans; [apply sum_abs; [exact Dx|exact X]|lra]).
  assert (Ec : Rabs (as_float64 c' - c) <= 3.2e-14) by (replace (as_float64 c' - c) with ((as_float64 c' - c') + (c' - c)) by ring; eapply Rle_trans; [apply sum_abs; [apply float64_off|exact Dc]|lra]).
  assert (Ex : Rabs (as_float64 x' - x) <= 1.4e-14) by (replace (as_float64 x' - x) with ((as_float64 x' - x') + (x' - x)) by ring; eapply Rle_trans; [apply sum_abs; [apply float64_off|exact Dx]|lra]).
  set (a := as_float64 c') in *. set (b := as_float64 x') in *. clearbody a b.
  assert (P : Rabs (a * b - c * x) <= 1.2e-13).
  { replace (a * b - c * x) with ((a - c) * x + c * (b - x) + (a - c) * (b - x)) by ring.
    eapply Rle_trans; [apply sum_abs; [apply sum_abs; apply product_abs|apply product_abs]; first [exact Ec|exact Ex|exact C|exact X]|]. lra. }
  assert (S : Rabs (a * b) <= 3.1) by (replace (a * b) with ((a * b - c * x) + c * x) by ring; eapply Rle_trans; [apply sum_abs; [exact P|apply (product_abs c x 1 3 C X)]|lra]).
  replace (as_float64 (a * b) - c * x) with ((as_float64 (a * b) - a * b) + (a * b - c * x)) by ring. eapply Rle_trans; [apply sum_abs; [apply float64_off|exact P]|]. lra.
Qed.

Lemma float64_total : forall a b p q, Rabs (a + b) <= 7 -> Rabs (p - a) <= 2e-13 -> Rabs (q - b) <= 2e-13 -> Rabs (as_float64 (p + q) - (a + b)) <= 5e-13.
Proof.
  intros a b p q AB P Q. assert (D : Rabs (p + q - (a + b)) <= 4e-13) by (replace (p + q - (a + b)) with ((p - a) + (q - b)) by ring; eapply Rle_trans; [apply sum_abs; [exact P|exact Q]|lra]).
  assert (S : Rabs (p + q) <= 7.1) by (replace (p + q) with ((p + q - (a + b)) + (a + b)) by ring; eapply Rle_trans; [apply sum_abs; [exact D|exact AB]|lra]).
  replace (as_float64 (p + q) - (a + b)) with ((as_float64 (p + q) - (p + q)) + (p + q - (a + b))) by ring. eapply Rle_trans; [apply sum_abs; [apply float64_off|exact D]|]. lra.
Qed.

Lemma coordinates_within : forall r v, no_longer r v -> Rabs (fst v) <= r /\ Rabs (snd v) <= r.
Proof.
  intros r [x y] [R0 V]. cbn [fst snd] in *. split; apply Rsqr_incr_0_var; try exact R0; unfold Rsqr; rewrite <- Rabs_mult, Rabs_right by (apply Rle_ge, Rle_0_sqr); nra.
Qed.

Section Machine.
  Variables (narrow cosine sine : R -> R) (un tn : R).
  Hypothesis Narrow : off_by un tn narrow.
  Hypothesis Un : 0 <= un <= / 256.
  Hypothesis Tn : 0 <= tn <= / 33554432.
  Hypothesis Cosine : precisely cos cosine.
  Hypothesis Sine : precisely sin sine.

  Lemma library_near : forall f library x y, precisely f library -> (forall a b, Rabs (f b - f a) <= Rabs (b - a)) -> Rabs (y - x) <= 2e-14 -> Rabs (library y - f x) <= 3e-14.
  Proof.
    intros f library x y A Mv D. replace (library y - f x) with ((library y - f y) + (f y - f x)) by ring. eapply Rle_trans; [apply sum_abs; [apply A|eapply Rle_trans; [apply Mv|exact D]]|].
    assert (/ 2 ^ 50 <= 1e-15) by (simpl; lra). lra.
  Qed.

  (** A vector after RoPE and its cast. *)
  Lemma after_rope : forall theta r v m w, 0 <= theta -> INR m * theta <= 7 -> (Z.of_nat m <= 1048576)%Z -> 0 <= r <= 3 -> no_longer r v ->
    held_after_rope narrow as_float64 as_float64 cosine sine theta (length_of v) v m w -> no_longer (un * r + 1.5 * tn + 1e-12) (vector_error w (rot (INR m * theta) v)).
  Proof.
    intros theta r v m w T A M Hr V (given & [G1 G2] & ->). cbv zeta. unfold turned_in. cbv zeta.
    pose proof (float64_phase theta m T A M) as Ph. set (phase := as_float64 (as_float64 (INR m) * as_float64 theta)) in *. set (a := INR m * theta) in *.
    assert (L : length_of v / 2 ^ 49 <= 1e-14).
    { pose proof (length_at_most r v V). apply Rle_trans with (3 / 2 ^ 49); [apply Rmult_le_compat_r; [apply above_nothing|lra]|simpl; lra]. }
    pose proof (library_near cos cosine a phase Cosine cos_moves Ph) as C. pose proof (library_near sin sine a phase Sine sin_moves Ph) as S.
    destruct (at_most_one a) as [Ca Sa]. destruct (coordinates_within r v V) as [X Y].
    assert (X3 : Rabs (fst v) <= 3) by lra. assert (Y3 : Rabs (snd v) <= 3) by lra.
    assert (Dx : Rabs (fst given - fst v) <= 1e-14) by lra. assert (Dy : Rabs (snd given - snd v) <= 1e-14) by lra.
    pose proof (float64_product _ _ _ _ Ca X3 C Dx) as P1. pose proof (float64_product _ _ _ _ Sa Y3 S Dy) as P2. pose proof (float64_product _ _ _ _ Sa X3 S Dx) as P3. pose proof (float64_product _ _ _ _ Ca Y3 C Dy) as P4.
    pose proof (product_abs _ _ _ _ Ca X3) as B1. pose proof (product_abs _ _ _ _ Sa Y3) as B2. pose proof (product_abs _ _ _ _ Sa X3) as B3. pose proof (product_abs _ _ _ _ Ca Y3) as B4.
    set (p1 := as_float64 (as_float64 (cosine phase) * as_float64 (fst given))) in *. set (p2 := as_float64 (as_float64 (sine phase) * as_float64 (snd given))) in *.
    set (p3 := as_float64 (as_float64 (sine phase) * as_float64 (fst given))) in *. set (p4 := as_float64 (as_float64 (cosine phase) * as_float64 (snd given))) in *.
    assert (E1 : Rabs (as_float64 (p1 - p2) - fst (rot a v)) <= 5e-13).
    { unfold rot. cbn [fst]. apply (float64_total (cos a * fst v) (- (sin a * snd v)) p1 (- p2)).
      - eapply Rle_trans; [apply sum_abs; [exact B1|rewrite Rabs_Ropp; exact B2]|lra].
      - exact P1.
      - replace (- p2 - - (sin a * snd v)) with (- (p2 - sin a * snd v)) by ring. rewrite Rabs_Ropp. exact P2. }
    assert (E2 : Rabs (as_float64 (p3 + p4) - snd (rot a v)) <= 5e-13).
    { unfold rot. cbn [snd]. apply float64_total; [eapply Rle_trans; [apply sum_abs; [exact B3|exact B4]|lra]|exact P3|exact P4]. }
    set (z := (as_float64 (p1 - p2), as_float64 (p3 + p4))). cbn [fst snd].
    assert (Dz : no_longer (1.5 * 5e-13) (vector_error z (rot a v))) by (apply (no_longer_by _ 5e-13 5e-13); [apply square_length; lra|exact E1|exact E2]).
    pose proof (rot_length a r v V) as Rv. pose proof (longer_sum _ _ _ _ Rv Dz) as Zl. unfold vector_error in Zl. cbn [fst snd] in Zl.
    assert (Zs : no_longer (r + 1.5 * 5e-13) z) by (destruct Zl as [Z0 Z1]; split; [exact Z0|]; cbn [fst snd] in *; unfold z; cbn [fst snd];
      replace (as_float64 (p1 - p2)) with (fst (rot a v) + (as_float64 (p1 - p2) - fst (rot a v))) by ring; replace (as_float64 (p3 + p4)) with (snd (rot a v) + (as_float64 (p3 + p4) - snd (rot a v))) by ring; exact Z1).
    pose proof (cast_length narrow un tn _ z Narrow (proj1 Un) (proj1 Tn) Zs) as Cz. pose proof (longer_sum _ _ _ _ Cz Dz) as Sz. unfold vector_error in Sz. cbn [fst snd] in Sz.
    apply (longer (un * (r + 1.5 * 5e-13) + 1.5 * tn + 1.5 * 5e-13)); [nra|]. destruct Sz as [S0 S1]. split; [exact S0|]. unfold vector_error. cbn [fst snd] in *.
    replace (narrow (fst z) - fst (rot a v)) with (narrow (fst z) - fst z + (fst z - fst (rot a v))) by ring.
    replace (narrow (snd z) - snd (rot a v)) with (narrow (snd z) - snd z + (snd z - snd (rot a v))) by ring. exact S1.
  Qed.

  (** One plane: its two products together are the exact logit but for this, and no larger than that. *)
  Lemma plane_close : forall theta Q K q k i j q' k', 0 <= theta -> INR i * theta <= 7 -> INR j * theta <= 7 -> (Z.of_nat i <= 1048576)%Z -> (Z.of_nat j <= 1048576)%Z ->
    0 <= Q <= 3 -> 0 <= K <= 3 -> no_longer Q q -> no_longer K k ->
    held_after_rope narrow as_float64 as_float64 cosine sine theta (length_of q) q i q' -> held_after_rope narrow as_float64 as_float64 cosine sine theta (length_of k) k j k' ->
    let d := un * Q + 1.5 * tn + 1e-12 in let e := un * K + 1.5 * tn + 1e-12 in
    Rabs (fst q' * fst k' + snd q' * snd k' - logit theta q k i j) <= d * K + Q * e + d * e /\ Rabs (fst q' * fst k') + Rabs (snd q' * snd k') <= (Q + d) * (K + e).
  Proof.
    intros theta Q K q k i j q' k' T Ai Aj I J Hq Hk Lq Lk Hq' Hk' d e. pose proof (after_rope theta Q q i q' T Ai I Hq Lq Hq') as Dq. pose proof (after_rope theta K k j k' T Aj J Hk Lk Hk') as Dk.
    destruct (dot_moves Q K d e _ _ q' k' (rot_length (INR i * theta) Q q Lq) (rot_length (INR j * theta) K k Lk) Dq Dk) as [A B]. split; [|exact B].
    replace (logit theta q k i j) with (fst (rot (INR i * theta) q) * fst (rot (INR j * theta) k) + snd (rot (INR i * theta) q) * snd (rot (INR j * theta) k)); [exact A|].
    unfold logit, dist. replace ((INR i - INR j) * theta) with (INR i * theta - INR j * theta) by ring. rewrite <- dot_rot. unfold dot. ring.
  Qed.

  (** A head of one plane with vectors of length 1. *)
  Lemma one_plane_close : forall T (p : plane T) x i y j l E, 0 <= frequency p -> INR i * frequency p <= 7 -> INR j * frequency p <= 7 -> (Z.of_nat i <= 1048576)%Z -> (Z.of_nat j <= 1048576)%Z ->
    no_longer 1 (query p x) -> no_longer 1 (key p y) -> head_logit_comes_out narrow cosine sine [p] x i y j l ->
    (let d := un + 1.5 * tn + 1e-12 in 2 * d + d * d + 1.2e-7 * ((1 + d) * (1 + d)) <= E) -> Rabs (l - head_logit [p] x i y j) <= E.
  Proof.
    intros T p x i y j l E Th Ai Aj I J Q K (q & r & V & Sum) Bound. destruct (V p (or_introl eq_refl)) as [Vq Vr]. cbn [flat_map app] in Sum.
    destruct (plane_close (frequency p) 1 1 _ _ i j _ _ Th Ai Aj I J ltac:(lra) ltac:(lra) Q K Vq Vr) as [A B]. cbv zeta in A, B, Bound. replace (un * 1) with un in A, B by ring. set (d := un + 1.5 * tn + 1e-12) in *.
    apply adds_close in Sum. unfold sizes_of, all_of in Sum. cbn [map fold_right length] in Sum. rewrite !Rplus_0_r in Sum. change (2 * 2 - 1)%nat with 3%nat in Sum.
    unfold head_logit. cbn [fold_right]. rewrite Rplus_0_r. set (a := fst (q p) * fst (r p)) in *. set (b := snd (q p) * snd (r p)) in *. set (z := logit _ _ _ i j) in *. clearbody a b z. clear V Vq Vr.
    assert (D0 : 0 <= d <= 0.004) by (unfold d; lra). set (s := Rabs a + Rabs b) in *. assert (S0 : 0 <= s) by (unfold s; pose proof (Rabs_pos a); pose proof (Rabs_pos b); lra). clearbody s.
    assert (U2 : (1 + / 2 ^ 24) ^ 2 * (s + INR 3 * / 2 ^ 149) - s <= 1.199e-7 * s + 1e-30) by (simpl; lra).
    assert (Dl : Rabs (l - (a + b)) <= 1.199e-7 * s + 1e-30) by lra.
    replace (l - z) with ((l - (a + b)) + (a + b - z)) by ring. eapply Rle_trans; [apply sum_abs; [exact Dl|exact A]|].
    assert (1.199e-7 * s <= 1.199e-7 * ((1 + d) * (1 + d))) by (apply Rmult_le_compat_l; [lra|exact B]). assert (0 <= d * d) by (apply Rmult_le_pos; lra). lra.
  Qed.

  (** H_MIX: a query of length 3 on one plane. *)
  Lemma two_planes_close : forall T (p p' : plane T) x i y j l E, p <> p' -> frequency p = 0 -> 0 <= frequency p' -> INR i * frequency p' <= 7 -> INR j * frequency p' <= 7 ->
    (Z.of_nat i <= 1048576)%Z -> (Z.of_nat j <= 1048576)%Z -> no_longer 3 (query p x) -> no_longer 1 (key p y) -> no_longer 1 (query p' x) -> no_longer 1 (key p' y) ->
    head_logit_comes_out narrow cosine sine [p; p'] x i y j l ->
    (let d := un + 1.5 * tn + 1e-12 in 8 * d + 4 * (d * d) + 2.4e-7 * (4 * ((1 + d) * (1 + d))) <= E) -> Rabs (l - head_logit [p; p'] x i y j) <= E.
  Proof.
    intros T p p' x i y j l E _ F Th Ai Aj I J Q K Q' K' (q & r & V & Sum) Bound. destruct (V p (or_introl eq_refl)) as [Vq Vr]. destruct (V p' (or_intror (or_introl eq_refl))) as [Vq' Vr'].
    cbn [flat_map app] in Sum. destruct (plane_close (frequency p') 1 1 _ _ i j _ _ Th Ai Aj I J ltac:(lra) ltac:(lra) Q' K' Vq' Vr') as [A' B'].
    destruct (plane_close (frequency p) 3 1 _ _ i j (q p) (r p) ltac:(lra) ltac:(rewrite F; lra) ltac:(rewrite F; lra) I J ltac:(lra) ltac:(lra) Q K Vq Vr) as [A B].
    cbv zeta in A, B, A', B', Bound. replace (un * 1) with un in A, B, A', B' by ring. set (d := un + 1.5 * tn + 1e-12) in *.
    apply adds_close in Sum. unfold sizes_of, all_of in Sum. cbn [map fold_right length] in Sum. rewrite !Rplus_0_r in Sum. change (2 * 4 - 1)%nat with 7%nat in Sum.
    unfold head_logit. cbn [fold_right]. rewrite Rplus_0_r. set (a := fst (q p) * fst (r p)) in *. set (b := snd (q p) * snd (r p)) in *. set (z := logit (frequency p) _ _ i j) in *.
    set (a' := fst (q p') * fst (r p')) in *. set (b' := snd (q p') * snd (r p')) in *. set (z' := logit (frequency p') _ _ i j) in *. clearbody a b z a' b' z'. clear V Vq Vr Vq' Vr'.
    assert (D0 : 0 <= d <= 0.004) by (unfold d; lra). assert (D3 : un * 3 + 1.5 * tn + 1e-12 <= 3 * d) by (unfold d; lra). set (d3 := un * 3 + 1.5 * tn + 1e-12) in *.
    assert (D30 : 0 <= d3) by (unfold d3; lra). clearbody d d3.
    set (s := Rabs a + (Rabs b + (Rabs a' + Rabs b'))) in *. assert (S0 : 0 <= s) by (unfold s; pose proof (Rabs_pos a); pose proof (Rabs_pos b); pose proof (Rabs_pos a'); pose proof (Rabs_pos b'); lra).
    assert (Sb : s <= 4 * ((1 + d) * (1 + d))) by (pose proof (Rmult_le_compat_r (1 + d) (3 + d3) (3 * (1 + d)) ltac:(lra) ltac:(lra)); unfold s; lra). clearbody s.
    assert (U2 : (1 + / 2 ^ 24) ^ 4 * (s + INR 7 * / 2 ^ 149) - s <= 2.39e-7 * s + 1e-30) by (simpl; lra).
    assert (Dl : Rabs (l - (a + (b + (a' + b')))) <= 2.39e-7 * s + 1e-30) by lra.
    replace (l - (z + z')) with ((l - (a + (b + (a' + b')))) + ((a + b - z) + (a' + b' - z'))) by ring. eapply Rle_trans; [apply sum_abs; [exact Dl|apply sum_abs; [exact A|exact A']]|].
    assert (2.39e-7 * s <= 2.39e-7 * (4 * ((1 + d) * (1 + d)))) by (apply Rmult_le_compat_l; [lra|exact Sb]). assert (0 <= d * d) by (apply Rmult_le_pos; lra). assert (d3 * d <= 3 * (d * d)) by (rewrite <- Rmult_assoc; apply Rmult_le_compat_r; lra). lra.
  Qed.
End Machine.

(** * The readout, where several keys match *)

Lemma sum_parts : forall (good : nat -> bool) f n, sum1 f n = sum1 (fun j => if good j then f j else 0) n + sum1 (fun j => if good j then 0 else f j) n.
Proof. intros good f n. rewrite <- sum1_plus. apply sum1_ext. intros j _. destruct (good j); ring. Qed.

(** All keys that match have one code, and each leads every other key: it is read. *)
Theorem matches_are_read : forall narrow n t (good : nat -> bool) y code out, off_by (/ 256) (/ 33554432) narrow -> (Z.of_nat n <= 1048576)%Z -> within n t -> good t = true -> signs n code ->
  (forall j, within n j -> good j = true -> code j = code t) -> (forall j k, within n j -> good j = true -> within n k -> good k = false -> y k - y j <= - 0.1524) ->
  output_comes_out narrow 128 n y code out -> 1 / 8 <= code t * out.
Proof.
  intros narrow n t good y code out Nw N T Gt C Same Lead (m & e & e' & p & top & bottom & q & (M & Up) & W & Top & Bottom & Q & ->).
  assert (Gm : good m = true) by (destruct (good m) eqn:G; [reflexivity|exfalso; pose proof (Lead t m T Gt M G); pose proof (Up t T); lra]).
  set (w := fun j => exp (128 * (y j - y m))). assert (W0 : forall j, 0 < w j) by (intro j; apply exp_pos).
  assert (Wm : w m = 1) by (unfold w; rewrite Rminus_diag_eq, Rmult_0_r, exp_0 by reflexivity; reflexivity).
  assert (Near : forall j f, weighs 128 (y m) (y j) f -> Rabs (f - w j) <= 0.0001 * w j + / 2 ^ 126).
  { intros j f (x & X & E). replace (f - w j) with ((f - exp (128 * (x - y m))) + w j * (exp (128 * (x - y j)) - 1)).
    - eapply Rle_trans; [apply sum_abs; [exact E|apply (product_abs (w j) _ (w j) 0.0001); [rewrite Rabs_right by (left; apply W0); lra|]]|lra].
      assert (D : 6 / 2 ^ 24 <= 0.0000004) by interval. assert (Y : Rabs (x - y j) <= 0.0000004) by lra. apply Rabs_le_inv in Y. set (z := x - y j) in *. clearbody z. apply Rabs_le. split; interval.
    - assert (Ew : exp (128 * (x - y m)) = w j * exp (128 * (x - y j))) by (unfold w; rewrite <- exp_plus; f_equal; ring). rewrite Ew. ring. }
  assert (Tiny : 0 <= / 2 ^ 126 <= 1e-30) by (split; interval). assert (T7 : / 2 ^ 7 = 0.0078125) by (simpl; lra). assert (T24 : 0 <= / 2 ^ 24 <= 0.0000000597) by (split; interval).
  assert (Good : forall j, within n j -> Rabs (p j - w j) <= 0.008 * w j + 0.0000000598).
  { intros j J. destruct (W j J) as (Ej & _ & Pj). apply Near in Ej. unfold cast_weight in Pj. rewrite T7 in Pj. pose proof (W0 j).
    assert (Ea : Rabs (e j) <= 1.0001 * w j + 1e-30) by (replace (e j) with ((e j - w j) + w j) by ring; eapply Rle_trans; [apply sum_abs; [exact Ej|rewrite Rabs_right by lra; apply Rle_refl]|lra]).
    replace (p j - w j) with ((p j - e j) + (e j - w j)) by ring. eapply Rle_trans; [apply sum_abs; [exact Pj|exact Ej]|]. lra. }
  assert (Rivals : forall j, within n j -> good j = false -> Rabs (p j) <= 0.00000006336 /\ Rabs (e' j) <= / 2 ^ 28).
  { intros j J G. destruct (W j J) as (Wj & Wj' & Pj). specialize (Lead m j M Gm J G). apply (rival_weight (y m)) in Wj; [|exact Lead]. apply (rival_weight (y m)) in Wj'; [|exact Lead].
    split; [|exact Wj']. unfold cast_weight in Pj. replace (p j) with ((p j - e j) + e j) by ring. eapply Rle_trans; [apply sum_abs; [exact Pj|exact Wj]|]. simpl in *. lra. }
  assert (Ct : code t * code t = 1) by (destruct (C t T) as [-> | ->]; ring). assert (A1 : Rabs (code t) = 1) by (destruct (C t T) as [-> | ->]; unfold Rabs; destruct (Rcase_abs _); lra).
  assert (Size : forall j, within n j -> Rabs (p j * code j) = Rabs (p j)).
  { intros j J. rewrite Rabs_mult. replace (Rabs (code j)) with 1; [ring|]. destruct (C j J) as [-> | ->]; unfold Rabs; destruct (Rcase_abs _); lra. }
  apply positions_close in Top, Bottom; try exact N.
  set (S := sum1 (fun j => if good j then w j else 0) n).
  assert (N1 : 1 <= INR n <= 1048576) by (split; [apply (le_INR 1); unfold within in T; lia|rewrite INR_IZR_INZ; apply IZR_le, N]).
  assert (Upper : forall f c d, (forall j, within n j -> f j <= (if good j then c * w j else 0) + d) -> sum1 f n <= c * S + INR n * d).
  { intros f c d F. unfold S. rewrite <- sum1_scal, <- sum1_const, <- sum1_plus. apply sum1_le. intros j J. specialize (F j J). destruct (good j); lra. }
  assert (Lower : forall f c d, (forall j, within n j -> (if good j then c * w j else 0) - d <= f j) -> c * S - INR n * d <= sum1 f n).
  { intros f c d F. replace (c * S - INR n * d) with (c * S + INR n * - d) by ring. unfold S. rewrite <- sum1_scal, <- sum1_const, <- sum1_plus. apply sum1_le. intros j J. specialize (F j J). destruct (good j); lra. }
  assert (S1 : 1 <= S).
  { unfold S. rewrite (sum1_split _ m n M), Gm, Wm. assert (0 <= sum1 (fun k => if (k =? m)%nat then 0 else if good k then w k else 0) n); [|lra].
    apply sum1_nonneg. intros j _. destruct (j =? m)%nat, (good j); try lra. left. apply W0. }
  assert (Sp : sum1 (fun j => Rabs (p j * code j)) n <= 1.008 * S + INR n * 0.0000000634).
  { apply Upper. intros j J. rewrite (Size j J). destruct (good j) eqn:G; [|pose proof (Rivals j J G); lra]. pose proof (Good j J). pose proof (W0 j).
    replace (p j) with ((p j - w j) + w j) by ring. eapply Rle_trans; [apply sum_abs; [exact H|rewrite Rabs_right by lra; apply Rle_refl]|]. lra. }
  assert (Sc : 0.992 * S - INR n * 0.0000000634 <= code t * sum1 (fun j => p j * code j) n).
  { rewrite <- sum1_scal. apply Lower. intros j J. destruct (good j) eqn:G.
    - rewrite (Same j J G). replace (code t * (p j * code t)) with (code t * code t * p j) by ring. rewrite Ct, Rmult_1_l. pose proof (Good j J) as H. apply Rabs_le_inv in H. lra.
    - assert (H : Rabs (code t * (p j * code j)) <= 0.00000006336) by (rewrite Rabs_mult, A1, (Size j J), Rmult_1_l; apply (Rivals j J G)). apply Rabs_le_inv in H. lra. }
  assert (Eb : forall j, within n j -> good j = true -> Rabs (e' j - w j) <= 0.0001 * w j + / 2 ^ 126) by (intros j J _; destruct (W j J) as (_ & Wj & _); apply Near, Wj).
  assert (T28 : 0 <= / 2 ^ 28 <= 0.0000000038) by (split; interval).
  assert (Be : sum1 (fun j => Rabs (e' j)) n <= 1.0001 * S + INR n * 0.0000000038).
  { apply Upper. intros j J. destruct (good j) eqn:G; [|pose proof (Rivals j J G); lra]. pose proof (Eb j J G). pose proof (W0 j).
    replace (e' j) with ((e' j - w j) + w j) by ring. eapply Rle_trans; [apply sum_abs; [exact H|rewrite Rabs_right by lra; apply Rle_refl]|]. lra. }
  assert (Bl : 0.9999 * S - INR n * 0.0000000038 <= sum1 e' n).
  { apply Lower. intros j J. destruct (good j) eqn:G; [pose proof (Eb j J G) as H; apply Rabs_le_inv in H; lra|]. destruct (Rivals j J G) as [_ H]. apply Rabs_le_inv in H. lra. }
  assert (Bu : sum1 e' n <= sum1 (fun j => Rabs (e' j)) n) by (apply sum1_le; intros; apply Rle_abs).
  apply Rabs_le_inv in Bottom. set (sb := sum1 e' n) in *. set (sa := sum1 (fun j => Rabs (e' j)) n) in *. set (st := sum1 (fun j => Rabs (p j * code j)) n) in *. set (sc := sum1 (fun j => p j * code j) n) in *.
  clearbody sb sa st sc S. assert (B : 0.9 * S <= bottom <= 1.07 * S) by lra.
  assert (Tc : 0.788 * S <= code t * top).
  { assert (D : Rabs (code t * top - code t * sc) <= 0.0646 * st + 0.0001) by (rewrite <- Rmult_minus_distr_l, Rabs_mult, A1, Rmult_1_l; exact Top). apply Rabs_le_inv in D. lra. }
  set (r := top / bottom) in *. assert (R : 0.73 <= code t * r).
  { unfold r. apply Rmult_le_reg_r with bottom; [lra|]. replace (code t * (top / bottom) * bottom) with (code t * top) by (field; lra). lra. }
  assert (Ar : Rabs r = code t * r) by (rewrite <- (Rabs_right (code t * r)) by lra; rewrite Rabs_mult, A1; ring).
  rewrite Ar in Q. assert (K : / 2 ^ 8 = / 256) by (simpl; lra). rewrite K in Q. clear K.
  assert (Dq : Rabs (code t * q - code t * r) <= / 256 * (code t * r)) by (rewrite <- Rmult_minus_distr_l, Rabs_mult, A1, Rmult_1_l; exact Q).
  apply Rabs_le_inv in Dq. assert (Aq : Rabs q = code t * q) by (rewrite <- (Rabs_right (code t * q)) by lra; rewrite Rabs_mult, A1; ring).
  pose proof (Nw q) as F. rewrite Aq in F.
  assert (Df : Rabs (code t * narrow q - code t * q) <= / 256 * (code t * q) + / 33554432) by (rewrite <- Rmult_minus_distr_l, Rabs_mult, A1, Rmult_1_l; exact F).
  apply Rabs_le_inv in Df. lra.
Qed.

(** What is left of a lead, at beta = 2^28. *)
Theorem enough_is_read : forall T narrow cosine sine size gap E (h : head T) s i (asks_for : nat -> Prop), off_by (/ 256) (/ 33554432) narrow -> (Z.of_nat i <= 1048576)%Z ->
  (forall j, within i j -> asks_for j -> exists good : nat -> bool, forall k, within i k -> good k = true <-> asks_for k) -> (forall k l, within i k -> head_logit_comes_out narrow cosine sine h (s i) i (s k) k l -> Rabs (l - head_logit h (s i) i (s k) k) <= E) ->
  (forall j k, within i j -> asks_for j -> within i k -> ~ asks_for k -> gap <= logits h s i j - logits h s i k) ->
  2 * E + 12 / 2 ^ 24 * size + 7.3e-8 <= gap -> reads narrow cosine sine size h s i asks_for.
Proof.
  intros T narrow cosine sine size gap E h s i asks_for Nw I Dec Close Gap Enough l code out j C J A Same Out (x & X & Y). destruct (Dec j J A) as [good Good].
  apply (matches_are_read narrow i j good (fun k => 2 ^ 21 * x k) code out Nw I J).
  - apply Good; assumption.
  - exact C.
  - intros k K G. exact (Same k K (proj1 (Good k K) G)).
  - intros j' k J' Gj K Gk. pose proof (proj1 (Good j' J') Gj) as Aj. assert (Ak : ~ asks_for k) by (intro Ak; apply (Good k K) in Ak; congruence). pose proof (Gap j' k J' Aj K Ak) as G. unfold logits in G.
    pose proof (Close j' _ J' (Out j' J')) as C1. pose proof (Close k _ K (Out k K)) as C2. pose proof (X j' J') as X1. pose proof (X k K) as X2. apply Rabs_le_inv in C1, C2, X1, X2.
    replace (12 / 2 ^ 24 * size) with (2 * (6 / 2 ^ 24 * size)) in Enough by field. assert (D : x k - x j' <= - 7.3e-8) by lra. assert (P : 2 ^ 21 = 2097152) by (simpl; lra). rewrite P. lra.
  - exact Y.
Qed.

(** * The leads *)

(** The least lead of neighbours in Induction: within reach of half a turn, cosines fall by 2 sin (3 a / 2) sin (a / 2) or more at each step of at least a. *)
Lemma step_falls : forall a theta t, 0 < a <= theta -> theta <= PI -> (1 <= t)%nat -> (INR t + / 2) * theta <= PI - 3 / 2 * a ->
  2 * (sin (3 / 2 * a) * sin (a / 2)) <= cos (INR t * theta) - cos ((INR t + 1) * theta).
Proof.
  intros a theta t A T N B. pose proof PI_RGT_0 as Pi. rewrite cos_difference. apply (le_INR 1) in N. simpl in N.
  replace (((INR t + 1) * theta - INR t * theta) / 2) with (theta / 2) by field. replace (((INR t + 1) * theta + INR t * theta) / 2) with ((INR t + / 2) * theta) by field.
  assert (L : 3 / 2 * a <= (INR t + / 2) * theta) by nra. assert (S1 : sin (a / 2) <= sin (theta / 2)) by (apply sin_incr_1; lra). assert (S0 : 0 <= sin (a / 2)) by (apply sin_ge_0; lra).
  assert (S3 : 0 <= sin (3 / 2 * a)) by (apply sin_ge_0; lra).
  assert (S2 : sin (3 / 2 * a) <= sin ((INR t + / 2) * theta)).
  { destruct (Rle_dec ((INR t + / 2) * theta) (PI / 2)) as [H|H]; [apply sin_incr_1; lra|]. rewrite <- (sin_PI_x ((INR t + / 2) * theta)). apply sin_incr_1; lra. }
  assert (sin (3 / 2 * a) * sin (a / 2) <= sin ((INR t + / 2) * theta) * sin (theta / 2)) by (apply Rmult_le_compat; assumption). lra.
Qed.

Lemma north_length : no_longer 1 north.
Proof. split; unfold north; cbn [fst snd]; lra. Qed.

Lemma circle_length : forall m a, no_longer 1 (on_circle m a).
Proof. intros m a. apply rot_length, north_length. Qed.

(** What is used of a format. *)
Definition casts (un tn : R) (narrow : R -> R) : Prop := off_by un tn narrow /\ 0 <= un <= / 256 /\ 0 <= tn <= / 33554432.

Lemma casts_more : forall un tn narrow, casts un tn narrow -> off_by (/ 256) (/ 33554432) narrow.
Proof. intros un tn narrow (N & U & T). apply (off_more un tn); lra || assumption. Qed.

Lemma bfloat16_casts : casts (/ 256) 1e-30 as_bfloat16.
Proof.
  split; [|lra]. apply (off_more (bpow radix2 (-8)) (bpow radix2 (-120))); [simpl; lra|simpl; lra|]. apply (held_within 8 (-133) 8 (-119)); lia.
Qed.

Lemma float16_casts : casts (/ 256) (/ 33554432) as_float16.
Proof. split; [|lra]. apply narrow_fits; lia. Qed.

Lemma float32_casts : casts 5.9604645e-8 1e-30 as_float32.
Proof.
  split; [|lra]. apply (off_more (bpow radix2 (-24)) (bpow radix2 (-120))); [simpl; lra|simpl; lra|]. apply (held_within 24 (-149) 24 (-119)); lia.
Qed.

Section Rows.
  Variables (cosine sine : R -> R).
  Hypothesis Cosine : precisely cos cosine.
  Hypothesis Sine : precisely sin sine.

  Lemma positions_reach : forall n i theta c, within n i -> 0 <= theta -> INR n * theta <= c -> INR i * theta <= c.
  Proof. intros n i theta c I T H. eapply Rle_trans; [|exact H]. apply Rmult_le_compat_r; [exact T|]. apply le_INR. unfold within in I. lia. Qed.

  (** T_Index up to N. *)
  Theorem index_row : forall narrow un tn N gap E, casts un tn narrow -> (2 <= N)%nat -> (Z.of_nat N <= 1048576)%Z -> gap <= 1 - cos (2 * PI / INR N) ->
    (let d := un + 1.5 * tn + 1e-12 in 2 * d + d * d + 1.2e-7 * ((1 + d) * (1 + d)) <= E) -> 2 * E + 12 / 2 ^ 24 * 1 + 7.3e-8 <= gap ->
    forall n, (1 <= n <= N)%nat -> index_read narrow cosine sine n.
  Proof.
    intros narrow un tn N gap E Nw N2 NN Gap Bound Enough n Hn i s I A. set (theta := 2 * PI / INR n). pose proof PI_RGT_0 as Pi. assert (Pi3 : PI <= 3.2) by interval.
    assert (N0 : 1 <= INR n) by (apply (le_INR 1); lia). assert (Nt : INR n * theta = 2 * PI) by (unfold theta; field; lra). assert (T0 : 0 < theta) by (apply Rdiv_lt_0_compat; lra).
    assert (II : (Z.of_nat i <= 1048576)%Z) by (unfold within in I; lia).
    apply (enough_is_read _ narrow cosine sine 1 gap E); [exact (casts_more _ _ _ Nw)|exact II| | | |exact Enough].
    - intros j J Aj. exists (Nat.eqb j). intros k K. rewrite Nat.eqb_eq. subst j. split; congruence.
    - intros k l K Out. destruct Nw as (Nw & U & T). apply (one_plane_close narrow cosine sine un tn Nw U T Cosine Sine); try exact Bound; try exact Out; cbn [frequency query key]; try exact II; try (left; exact T0).
      + apply (positions_reach n); [exact I|lra|lra].
      + apply (positions_reach n); [unfold within in *; lia|lra|lra].
      + unfold within in K. lia.
      + destruct (s i); [apply north_length|apply rot_length, north_length].
      + apply north_length.
    - intros j k J -> K Ne. unfold logits. rewrite !h_pos_logit. unfold within in *. rewrite !minus_INR by lia. replace (INR i - (INR i - INR (asked (s i))) - INR (asked (s i))) with 0 by ring. rewrite Rmult_0_l, cos_0.
      set (d := (Z.of_nat i - Z.of_nat k - Z.of_nat (asked (s i)))%Z). assert (D : (1 <= Z.abs d <= Z.of_nat n - 1)%Z) by (unfold d; lia).
      replace (INR i - INR k - INR (asked (s i))) with (IZR d) by (unfold d; rewrite !minus_IZR, <- !INR_IZR_INZ; reflexivity).
      assert (C : cos (IZR d * theta) = cos (IZR (Z.abs d) * theta)).
      { destruct (Z.abs_eq_or_opp d) as [-> | ->]; [reflexivity|]. rewrite opp_IZR, Ropp_mult_distr_l_reverse, cos_neg. reflexivity. }
      rewrite C. destruct D as [D1 D2]. apply IZR_le in D1, D2. rewrite minus_IZR, <- INR_IZR_INZ in D2. set (r := IZR (Z.abs d)) in *. clearbody r.
      assert (Near : cos (r * theta) <= cos theta) by (apply cos_far_weakly; [lra|nra|nra]).
      assert (First : cos theta <= cos (2 * PI / INR N)).
      { assert (L : INR n <= INR N) by (apply le_INR; lia). assert (M2 : 2 <= INR n) by (apply (le_INR 2); lia). assert (Lt : 2 * PI / INR N <= theta).
        { unfold theta, Rdiv. apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra. }
        apply cos_falls_weakly; [left; apply Rdiv_lt_0_compat; lra|exact Lt|]. nra. }
      lra.
  Qed.

  (** The last occurrence is one position. *)
  Lemma last_occurrence_bool : forall i x j, within i j -> last_occurrence i x j -> exists good : nat -> bool, forall k, within i k -> good k = true <-> last_occurrence i x k.
  Proof.
    intros i x j _ L. exists (Nat.eqb j). intros k _. rewrite Nat.eqb_eq. split; [intros <-; exact L|]. intros L'. destruct L as (W & S & M), L' as (W' & S' & M'). unfold within in *.
    destruct (Nat.lt_total j k) as [H|[H|H]]; [exfalso; apply (M k); [lia|exact S']|exact H|exfalso; apply (M' j); [lia|exact S]].
  Qed.

  (** Of two matches the later one leads by this. *)
  Lemma later_match_leads : forall a theta n i j k, 0 < a <= theta -> theta <= PI -> (INR n - 3 / 2) * theta <= PI - 3 / 2 * a -> (INR n - 1) * theta <= PI -> within n i -> within (i - 1) j -> (1 <= k < j)%nat ->
    2 * (sin (3 / 2 * a) * sin (a / 2)) <= cos ((INR i - INR j) * theta) - cos ((INR i - INR k) * theta).
  Proof.
    intros a theta n i j k A T B P I J K. unfold within in *. rewrite <- !minus_INR by lia.
    assert (Ti : INR (i - j) <= INR n - 2) by (replace (INR n - 2) with (INR (n - 2)) by (rewrite minus_INR by lia; simpl; ring); apply le_INR; lia).
    pose proof (step_falls a theta (i - j) A T ltac:(lia) ltac:(nra)) as F. assert (Up : INR (i - j) + 1 <= INR (i - k)) by (rewrite <- S_INR; apply le_INR; lia).
    assert (Kn : INR (i - k) <= INR n - 1) by (replace (INR n - 1) with (INR (n - 1)) by (rewrite minus_INR by lia; reflexivity); apply le_INR; lia).
    assert (Far : cos (INR (i - k) * theta) <= cos ((INR (i - j) + 1) * theta)) by (apply cos_falls_weakly; [pose proof (pos_INR (i - j)); apply Rmult_le_pos; lra|apply Rmult_le_compat_r; lra|apply Rle_trans with (1 := Rmult_le_compat_r theta _ _ ltac:(lra) Kn); exact P]). lra.
  Qed.

  (** H_MIX up to N. *)
  Theorem mix_row : forall narrow un tn N gap E, casts un tn narrow -> (3 <= N)%nat -> (Z.of_nat N <= 1048576)%Z ->
    (let a := 19 * PI / (20 * INR N) in gap <= 2 * (sin (3 / 2 * a) * sin (a / 2))) -> gap <= 1 ->
    (let d := un + 1.5 * tn + 1e-12 in 8 * d + 4 * (d * d) + 2.4e-7 * (4 * ((1 + d) * (1 + d))) <= E) -> 2 * E + 12 / 2 ^ 24 * 4 + 7.3e-8 <= gap ->
    forall n, (1 <= n <= N)%nat -> induction_read narrow cosine sine 4 (h_mix 3 (19 * PI / (20 * INR n)) 3 1) n.
  Proof.
    intros narrow un tn N gap E Nw N3 NN Gap Gap1 Bound Enough n Hn i x I Input. cbv zeta in Gap. set (theta := 19 * PI / (20 * INR n)). set (a := 19 * PI / (20 * INR N)) in *. pose proof PI_RGT_0 as Pi.
    assert (Pi3 : PI <= 3.2) by interval. assert (N0 : 1 <= INR n) by (apply (le_INR 1); lia). assert (L : INR n <= INR N) by (apply le_INR; lia).
    assert (Nt : INR n * theta = 19 / 20 * PI) by (unfold theta; field; lra). assert (T0 : 0 < theta) by (apply Rdiv_lt_0_compat; lra).
    assert (At : 0 < a <= theta) by (split; [apply Rdiv_lt_0_compat; lra|]; unfold a, theta, Rdiv; apply Rmult_le_compat_l; [lra|]; apply Rinv_le_contravar; lra).
    assert (II : (Z.of_nat i <= 1048576)%Z) by (unfold within in I; lia).
    apply (enough_is_read _ narrow cosine sine 4 gap E); [exact (casts_more _ _ _ Nw)|exact II|apply last_occurrence_bool| | |exact Enough].
    - intros k l K Out. destruct Nw as (Nw & U & T). unfold h_mix in *.
      apply (two_planes_close narrow cosine sine un tn Nw U T Cosine Sine); try exact Bound; try exact Out; cbn [frequency query key]; try exact II; try (left; exact T0); try reflexivity; try apply circle_length; try apply north_length.
      + intro F. apply (f_equal frequency) in F. cbn in F. lra.
      + apply (positions_reach n); [exact I|lra|lra].
      + apply (positions_reach n); [unfold within in *; lia|lra|lra].
      + unfold within in K. lia.
      + destruct (circle_length 4 (symbol_of (x i))) as [_ V]. split; [lra|]. unfold scale. cbn [fst snd]. lra.
      + destruct north_length as [_ V]. split; [lra|]. unfold scale. cbn [fst snd]. lra.
    - intros j k J Last K Ne. unfold logits. rewrite !h_mix_logit, (occurrence_place 3 i x j Input Last). rewrite !Rmult_1_l.
      replace ((INR (symbol_of (x i)) - INR (symbol_of (x i))) * spacing 4) with 0 by ring. rewrite cos_0.
      assert (Kj : k <> j) by (intros ->; contradiction).
      destruct (other_key 3 i true x j k Input Last K Kj) as [[Earlier Match]|[Below Other]].
      + rewrite Match. replace ((INR (symbol_of (x i)) - INR (symbol_of (x i))) * spacing 4) with 0 by ring. rewrite cos_0.
        assert (T1 : 1 * theta <= INR n * theta) by (apply Rmult_le_compat_r; lra). pose proof (later_match_leads a theta n i j k At ltac:(lra) ltac:(lra) ltac:(lra) I (proj1 Last) ltac:(unfold within in K; lia)). lra.
      + pose proof (query_symbol 3 i x Input) as Qs. destruct (circle_rival 4 (symbol_of (x i)) (place_of 3 (x k)) ltac:(lia) Below ltac:(congruence)) as (y & Y & F). specialize (F 0). rewrite !Rplus_0_r in F. rewrite F.
        assert (S4 : spacing 4 = PI / 2) by (unfold spacing; simpl; field). rewrite S4 in Y. pose proof (cos_far_weakly (PI / 2) y ltac:(lra) ltac:(lra) ltac:(lra)) as Cy. rewrite cos_PI2 in Cy.
        pose proof (COS_bound ((INR i - INR j) * theta)). pose proof (COS_bound ((INR i - INR k) * theta)). lra.
  Qed.

  (** One angle up to N. *)
  Theorem single_row : forall narrow un tn N gap E, casts un tn narrow -> (3 <= N)%nat -> (Z.of_nat N <= 1048576)%Z ->
    (let a := PI / (4 * INR N) in gap <= 2 * (sin (3 / 2 * a) * sin (a / 2)) /\ gap <= 2 * sin (PI / 4) * sin a) ->
    (let d := un + 1.5 * tn + 1e-12 in 2 * d + d * d + 1.2e-7 * ((1 + d) * (1 + d)) <= E) -> 2 * E + 12 / 2 ^ 24 * 1 + 7.3e-8 <= gap ->
    forall n, (1 <= n <= N)%nat -> induction_read narrow cosine sine 1 (h_single 3 (spacing 4 / (2 * INR (Nat.max n 3)))) n.
  Proof.
    intros narrow un tn N gap E Nw N3 NN Gap Bound Enough n Hn i x I Input. cbv zeta in Gap. set (a := PI / (4 * INR N)) in *. pose proof PI_RGT_0 as Pi. assert (Pi3 : PI <= 3.2) by interval.
    set (m := Nat.max n 3). assert (Mn : (3 <= m /\ n <= m /\ m <= N)%nat) by (unfold m; lia). assert (M3 : 3 <= INR m) by (replace 3 with (INR 3) by (simpl; ring); apply le_INR; lia). assert (L : INR m <= INR N) by (apply le_INR; lia).
    assert (S4 : spacing 4 = PI / 2) by (unfold spacing; simpl; field). set (theta := spacing 4 / (2 * INR m)). assert (Mt : INR m * theta = PI / 4) by (unfold theta; rewrite S4; field; lra).
    assert (T0 : 0 < theta) by (unfold theta; rewrite S4; apply Rdiv_lt_0_compat; lra).
    assert (At : 0 < a <= theta).
    { split; [apply Rdiv_lt_0_compat; lra|]. unfold a, theta. rewrite S4. replace (PI / 2 / (2 * INR m)) with (PI / (4 * INR m)) by (field; lra). unfold Rdiv. apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra. }
    assert (II : (Z.of_nat i <= 1048576)%Z) by (unfold within in I; lia). assert (Im : within m i) by (unfold within in *; lia).
    apply (enough_is_read _ narrow cosine sine 1 gap E); [exact (casts_more _ _ _ Nw)|exact II|apply last_occurrence_bool| | |exact Enough].
    - intros k l K Out. destruct Nw as (Nw & U & T). unfold h_single, h_sym in *.
      apply (one_plane_close narrow cosine sine un tn Nw U T Cosine Sine); try exact Bound; try exact Out; cbn [frequency query key]; try exact II; try (left; exact T0); try apply circle_length.
      + apply (positions_reach m); [exact Im|lra|lra].
      + apply (positions_reach m); [unfold within in *; lia|lra|lra].
      + unfold within in K. lia.
      + apply rot_length, circle_length.
    - intros j k J Last K Ne. unfold logits. rewrite !h_single_logit, (occurrence_place 3 i x j Input Last).
      replace ((INR (symbol_of (x i)) - INR (symbol_of (x i))) * spacing 4) with 0 by ring. rewrite Rplus_0_l.
      assert (Kj : k <> j) by (intros ->; contradiction).
      destruct (other_key 3 i true x j k Input Last K Kj) as [[Earlier Match]|[Below Other]].
      + rewrite Match. replace ((INR (symbol_of (x i)) - INR (symbol_of (x i))) * spacing 4) with 0 by ring. rewrite Rplus_0_l.
        assert (T3 : 3 * theta <= INR m * theta) by (apply Rmult_le_compat_r; lra). pose proof (later_match_leads a theta m i j k At ltac:(lra) ltac:(lra) ltac:(lra) Im (proj1 Last) ltac:(unfold within in K; lia)). lra.
      + pose proof (query_symbol 3 i x Input) as Qs. destruct (circle_rival 4 (symbol_of (x i)) (place_of 3 (x k)) ltac:(lia) Below ltac:(congruence)) as (y & Y & F). rewrite F. rewrite S4 in Y.
        assert (Back : forall p, within i p -> 0 <= (INR i - INR p) * theta <= PI / 4 - theta).
        { intros p P. unfold within in P, Im. rewrite <- minus_INR by lia. pose proof (pos_INR (i - p)). assert (INR (i - p) <= INR m - 1) by (replace (INR m - 1) with (INR (m - 1)) by (rewrite minus_INR by lia; reflexivity); apply le_INR; lia). split; nra. }
        pose proof (Back j J) as Bj. pose proof (Back k K) as Bk.
        assert (Cj : cos (PI / 4 - theta) <= cos ((INR i - INR j) * theta)) by (apply cos_falls_weakly; lra).
        assert (Ck : cos (y + (INR i - INR k) * theta) <= cos (PI / 4 + theta)) by (apply cos_far_weakly; lra).
        pose proof (cos_difference (PI / 4 - theta) (PI / 4 + theta)) as Df. replace ((PI / 4 + theta + (PI / 4 - theta)) / 2) with (PI / 4) in Df by field. replace ((PI / 4 + theta - (PI / 4 - theta)) / 2) with theta in Df by field.
        assert (T3 : 3 * theta <= INR m * theta) by (apply Rmult_le_compat_r; lra). assert (Sa : sin a <= sin theta) by (apply sin_incr_1; lra). assert (S1 : 0 <= sin (PI / 4)) by (apply sin_ge_0; lra). pose proof (Rmult_le_compat_r _ _ _ S1 Sa). lra.
  Qed.

  (** T_Retrieval up to 2^20. *)
  Theorem letters_row : forall narrow un tn, casts un tn narrow -> forall n, (1 <= Z.of_nat n <= 2 ^ 20)%Z -> letters_read narrow cosine sine n.
  Proof.
    intros narrow un tn Nw n Hn i s I Over. set (theta := spacing 8 / (4 * INR n)). pose proof PI_RGT_0 as Pi. assert (Pi3 : PI <= 3.2) by interval.
    assert (N0 : 1 <= INR n) by (apply (le_INR 1); lia). assert (S8 : spacing 8 = PI / 4) by (unfold spacing; simpl; field). assert (Nt : INR n * theta = PI / 16) by (unfold theta; rewrite S8; field; lra).
    assert (T0 : 0 < theta) by (unfold theta; rewrite S8; apply Rdiv_lt_0_compat; lra). assert (II : (Z.of_nat i <= 1048576)%Z) by (unfold within in I; lia).
    apply (enough_is_read _ narrow cosine sine 1 0.149 0.01); [exact (casts_more _ _ _ Nw)|exact II| | | |interval].
    - intros j _ _. exists (fun k => Nat.eqb (left_of (s k)) (sought (s i))). intros k _. apply Nat.eqb_eq.
    - intros k l K Out. destruct Nw as (Nw & U & T). unfold h_retrieval in *.
      apply (one_plane_close narrow cosine sine un tn Nw U T Cosine Sine); try exact Out; cbn [frequency query key]; try exact II; try (left; exact T0); try apply circle_length.
      + apply (positions_reach n); [exact I|lra|lra].
      + apply (positions_reach n); [unfold within in *; lia|lra|lra].
      + unfold within in K. lia.
      + cbv zeta. set (d := un + 1.5 * tn + 1e-12). assert (0 <= d <= 0.0040) by (unfold d; lra). nra.
    - intros j k J Mj K Mk. unfold logits. rewrite !h_retrieval_logit. unfold is_match in *. rewrite Mj. replace ((INR (sought (s i)) - INR (sought (s i))) * spacing 8) with 0 by ring. rewrite Rplus_0_l.
      destruct (Over k K) as [Ok _]. destruct (Over i ltac:(unfold within in *; lia)) as [_ On].
      destruct (circle_rival 8 (sought (s i)) (left_of (s k)) On Ok ltac:(congruence)) as (y & Y & F). rewrite F. rewrite S8 in Y.
      assert (Back : forall p, within i p -> 0 <= (INR i - INR p) * theta <= PI / 16).
      { intros p P. unfold within in P, I. rewrite <- minus_INR by lia. pose proof (pos_INR (i - p)). assert (INR (i - p) <= INR n) by (apply le_INR; lia). split; nra. }
      pose proof (Back j J) as Bj. pose proof (Back k K) as Bk.
      assert (Cj : cos (PI / 16) <= cos ((INR i - INR j) * theta)) by (apply cos_near; lra). assert (Ck : cos (y + (INR i - INR k) * theta) <= cos (3 * (PI / 16))) by (apply cos_far_weakly; lra).
      assert (Gap : 0.149 < cos (PI / 16) - cos (3 * (PI / 16))) by interval. lra.
  Qed.
End Rows.

Theorem new_long_context_bounds_proved : new_long_context_bounds_statement.
Proof.
  intros cosine sine C S.
  split; [|split; [|split; [|split]]].
  - apply (index_row cosine sine C S _ _ _ 35 0.01607 0.0078283 bfloat16_casts); try lia; [|cbv zeta; lra|simpl; lra]. replace (INR 35) with 35 by (rewrite INR_IZR_INZ; reflexivity). interval with (i_prec 60).
  - apply (index_row cosine sine C S _ _ _ 3831 1.34494e-6 2.4e-7 float32_casts); try lia; [|cbv zeta; lra|simpl; lra]. replace (INR 3831) with 3831 by (rewrite INR_IZR_INZ; reflexivity). interval with (i_prec 80).
  - apply (mix_row cosine sine C S _ _ _ 1464 6.2338e-6 1.44e-6 float32_casts); try lia; try (cbv zeta; lra). cbv zeta. replace (INR 1464) with 1464 by (rewrite INR_IZR_INZ; reflexivity). interval with (i_prec 80).
  - apply (single_row cosine sine C S _ _ _ 831 1.33988e-6 2.4e-7 float32_casts); try lia; try (cbv zeta; lra). cbv zeta. replace (INR 831) with 831 by (rewrite INR_IZR_INZ; reflexivity). split; interval with (i_prec 80).
  - intros n N. split; [exact (letters_row cosine sine C S _ _ _ bfloat16_casts n N)|split; [exact (letters_row cosine sine C S _ _ _ float16_casts n N)|exact (letters_row cosine sine C S _ _ _ float32_casts n N)]].
Qed.

(** * False neighbours *)

(** A logit of one plane with no rounding in its sum. *)
Definition plane_run {T} (narrow cosine sine : R -> R) (p : plane T) (x : T) (i : nat) (y : T) (j : nat) : R :=
  let q := vector_run narrow as_float64 as_float64 cosine sine (frequency p) (query p x) i in
  let r := vector_run narrow as_float64 as_float64 cosine sine (frequency p) (key p y) j in fst q * fst r + snd q * snd r.

Lemma plane_run_comes_out : forall T narrow cosine sine (p : plane T) x i y j, head_logit_comes_out narrow cosine sine [p] x i y j (plane_run narrow cosine sine p x i y j).
Proof.
  intros T narrow cosine sine p x i y j. exists (fun p => vector_run narrow as_float64 as_float64 cosine sine (frequency p) (query p x) i), (fun p => vector_run narrow as_float64 as_float64 cosine sine (frequency p) (key p y) j).
  assert (Same : forall v, close (length_of v / 2 ^ 49) v v).
  { intro v. assert (0 <= length_of v / 2 ^ 49) by (apply Rmult_le_pos; [apply sqrt_pos|apply above_nothing]). unfold close. rewrite !Rminus_diag_eq, Rabs_R0 by reflexivity. split; assumption. }
  split; [intros p' _; split; eexists; (split; [apply Same|reflexivity])|]. cbn [flat_map app]. unfold plane_run. cbv zeta.
  match goal with |- adds_up [?a; ?b] _ => apply (adds_two [a] [b] _ a b); [apply adds_one, not_rounded|apply adds_one, not_rounded|reflexivity|apply not_rounded] end.
Qed.

Lemma exact_is_precise : forall f, precisely f f.
Proof. intros f x. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. apply above_nothing. Qed.

(** Index at 2 pi/m, asked for the last of m positions. *)
Definition index_run (m j : nat) : R := plane_run as_float32 cos sin (hd (Plane 0 (fun _ => north) (fun _ => north)) (h_pos (2 * PI / INR m))) (Letter 0) m (Letter 0) j.

Lemma last_two : forall m, (2 <= m)%nat -> (Z.of_nat m <= 1048576)%Z ->
  let l := index_run m in
  (forall j, within m j -> head_logit_comes_out as_float32 cos sin (h_pos (2 * PI / INR m)) (Letter 0) m (Letter 0) j (l j)) /\
  l m - l (m - 1)%nat <= 4.8e-7 + 20 / (INR m * INR m).
Proof.
  intros m M MM. set (theta := 2 * PI / INR m). intro l. assert (Out : forall j, within m j -> head_logit_comes_out as_float32 cos sin (h_pos theta) (Letter 0) m (Letter 0) j (l j)) by (intros; apply plane_run_comes_out).
  split; [exact Out|]. pose proof PI_RGT_0 as Pi. assert (Pi3 : PI <= 3.15) by interval. assert (M0 : 1 <= INR m) by (apply (le_INR 1); lia). assert (Mt : INR m * theta = 2 * PI) by (unfold theta; field; lra).
  assert (T0 : 0 < theta) by (apply Rdiv_lt_0_compat; lra). destruct float32_casts as (Nw & U & T).
  assert (Close : forall j, within m j -> Rabs (l j - head_logit (h_pos theta) (Letter 0) m (Letter 0) j) <= 2.4e-7).
  { intros j J. unfold h_pos. apply (one_plane_close as_float32 cos sin _ _ Nw U T (exact_is_precise cos) (exact_is_precise sin)); cbn [frequency query key]; try lra; try apply north_length; try apply (Out j J); try exact MM.
    - assert (INR j * theta <= INR m * theta) by (apply Rmult_le_compat_r; [lra|apply le_INR; unfold within in J; lia]). lra.
    - unfold within in J. lia. }
  pose proof (Close m ltac:(unfold within; lia)) as C1. pose proof (Close (m - 1)%nat ltac:(unfold within; lia)) as C2. rewrite h_pos_logit in C1, C2. rewrite minus_INR in C2 by lia. cbn [asked] in C1, C2. simpl (INR 0) in C1, C2. simpl (INR 1) in C2.
  replace ((INR m - INR m - 0) * theta) with 0 in C1 by ring. replace ((INR m - (INR m - 1) - 0) * theta) with theta in C2 by ring. rewrite cos_0 in C1.
  pose proof (one_minus_cos_le_square theta) as Sq. assert (Q : theta * theta / 2 <= 20 / (INR m * INR m)).
  { unfold theta. replace (2 * PI / INR m * (2 * PI / INR m) / 2) with (2 * PI * PI / (INR m * INR m)) by (field; lra). unfold Rdiv. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; nra|nra]. }
  apply Rabs_le_inv in C1, C2. lra.
Qed.

Lemma last_before : forall m f, (2 <= m)%nat -> (forall j, 0 <= f j) -> f (m - 1)%nat <= sum1 (fun j => if (j =? m)%nat then 0 else f j) m.
Proof.
  intros m f M F. rewrite (sum1_split _ (m - 1) m) by lia. destruct (Nat.eqb_spec (m - 1) m); [lia|].
  assert (0 <= sum1 (fun k => if (k =? m - 1)%nat then 0 else if (k =? m)%nat then 0 else f k) m); [|lra].
  apply sum1_nonneg. intros j _. destruct (j =? m - 1)%nat, (j =? m)%nat; try lra; apply F.
Qed.

(** T_Index is read up to 100000 in float32: what the kernel may be off by is more than the lead. *)
Definition new_long_context_bounds_neighbour_longer : Prop :=
  forall cosine sine : R -> R, precisely cos cosine -> precisely sin sine -> forall n, (1 <= Z.of_nat n <= 100000)%Z -> index_read as_float32 cosine sine n.

Theorem new_long_context_bounds_neighbour_longer_false : ~ new_long_context_bounds_neighbour_longer.
Proof.
  intro H. assert (E : exists m, Z.of_nat m = 100000%Z) by (exists (Z.to_nat 100000); apply Z2Nat.id; lia). destruct E as [m M]. assert (Em : INR m = 100000) by (rewrite INR_IZR_INZ, M; reflexivity).
  destruct (last_two m ltac:(lia) ltac:(lia)) as [Out Lead]. cbv zeta in Out, Lead. set (l := index_run m) in Out, Lead. rewrite Em in Lead.
  set (x := fun j => l j + (if (j =? m)%nat then - (6 / 2 ^ 24) else if (j =? m - 1)%nat then 6 / 2 ^ 24 else 0)). set (y := fun j => 2 ^ 21 * x j). destruct (exists_maximiser y m ltac:(lia)) as [top Top].
  specialize (H cos sin (exact_is_precise cos) (exact_is_precise sin) m ltac:(lia) m (fun _ => Letter 0) ltac:(unfold within; lia) ltac:(cbn; lia) l (last_alone m) (output_run as_float32 128 m y (last_alone m) (y top)) m
    (last_alone_signs m) ltac:(unfold within; lia) ltac:(cbn; lia)). assert (S6 : 0 < 6 / 2 ^ 24 /\ 12 / 2 ^ 24 = 2 * (6 / 2 ^ 24) /\ 7e-7 <= 12 / 2 ^ 24) by (repeat split; simpl; lra). destruct S6 as (P6 & D6 & S6).
  assert (R : 1 / 8 <= last_alone m m * output_run as_float32 128 m y (last_alone m) (y top)).
  { apply H; [intros k _ ->; cbn [asked]; rewrite Nat.sub_0_r; reflexivity|exact Out|]. exists x. split; [|apply output_run_comes_out; [lia|exact Top]].
    intros j _. unfold x. replace (l j + _ - l j) with (if (j =? m)%nat then - (6 / 2 ^ 24) else if (j =? m - 1)%nat then 6 / 2 ^ 24 else 0) by ring. rewrite Rmult_1_r.
    destruct (j =? m)%nat; [rewrite Rabs_Ropp, Rabs_right; lra|]. destruct (j =? m - 1)%nat; [rewrite Rabs_right; lra|rewrite Rabs_R0; lra]. }
  unfold last_alone in R at 1. rewrite Nat.eqb_refl, Rmult_1_l in R.
  pose proof (read_at_most as_float32 128 m y (y top) 1 (casts_more _ _ _ float32_casts) ltac:(lia) ltac:(lra)) as Most.
  assert (Rival : 1 * exp (128 * (y m - y top)) <= sum1 (fun j => if (j =? m)%nat then 0 else exp (128 * (y j - y top))) m).
  { rewrite Rmult_1_l. eapply Rle_trans; [|apply (last_before m (fun j => exp (128 * (y j - y top)))); [lia|intro; left; apply exp_pos]]. apply exp_le.
    assert (x m <= x (m - 1)%nat). { unfold x. rewrite !Nat.eqb_refl. destruct (Nat.eqb_spec (m - 1) m); [lia|]. lra. }
    assert (0 < 2 ^ 21) by (apply pow_lt; lra). assert (y m <= y (m - 1)%nat) by (unfold y; apply Rmult_le_compat_l; lra). lra. }
  specialize (Most Rival). lra.
Qed.

(** beta = 128 will do at 3831. *)
Definition new_long_context_bounds_neighbour_beta : Prop :=
  forall cosine sine : R -> R, precisely cos cosine -> precisely sin sine -> forall n, (1 <= n <= 3831)%nat ->
    forall (s : nat -> token) (l code : nat -> R) (out : R), (asked (s n) < n)%nat -> signs n code ->
      (forall k, within n k -> head_logit_comes_out as_float32 cosine sine (h_pos (2 * PI / INR n)) (s n) n (s k) k (l k)) ->
      output_comes_out as_float32 128 n l code out -> 1 / 8 <= code (n - asked (s n))%nat * out.

Theorem new_long_context_bounds_neighbour_beta_false : ~ new_long_context_bounds_neighbour_beta.
Proof.
  intro H. specialize (H cos sin (exact_is_precise cos) (exact_is_precise sin)).
  assert (Long : exists m, INR m = 3831 /\ Z.of_nat m = 3831%Z /\ (1 <= m <= 3831)%nat).
  { exists 3831%nat. assert (E : Z.of_nat 3831 = 3831%Z) by (vm_compute; reflexivity). split; [rewrite INR_IZR_INZ, E; reflexivity|]. split; [exact E|]. split; apply Nat.leb_le; vm_compute; reflexivity. }
  destruct Long as (m & Em & Mz & Last). specialize (H m Last). clear Last. assert (M : (2 <= m)%nat) by lia.
  destruct (last_two m M ltac:(lia)) as [Out Lead]. cbv zeta in Out, Lead. set (l := index_run m) in Out, Lead. rewrite Em in Lead. destruct (exists_maximiser l m ltac:(lia)) as [top Top].
  specialize (H (fun _ => Letter 0) l (last_alone m) (output_run as_float32 128 m l (last_alone m) (l top)) ltac:(cbn [asked]; lia) (last_alone_signs m) Out
    (output_run_comes_out as_float32 128 m l (last_alone m) top ltac:(lia) Top)).
  cbn [asked] in H. rewrite Nat.sub_0_r in H. unfold last_alone in H at 1. rewrite Nat.eqb_refl, Rmult_1_l in H.
  pose proof (read_at_most as_float32 128 m l (l top) 0.99 (casts_more _ _ _ float32_casts) ltac:(lia) ltac:(lra)) as Most.
  assert (Rival : 0.99 * exp (128 * (l m - l top)) <= sum1 (fun j => if (j =? m)%nat then 0 else exp (128 * (l j - l top))) m).
  { eapply Rle_trans; [|apply (last_before m (fun j => exp (128 * (l j - l top)))); [lia|intro; left; apply exp_pos]]. apply Rle_trans with (exp (- 0.001) * exp (128 * (l m - l top))).
    - apply Rmult_le_compat_r; [left; apply exp_pos|interval].
    - rewrite <- exp_plus. apply exp_le. lra. }
  specialize (Most Rival). lra.
Qed.

(** Whatever the library's cos and sin: with 0 for both all logits are 0. *)
Definition new_long_context_bounds_neighbour_library : Prop := forall cosine sine : R -> R, index_read as_float32 cosine sine 2.

Theorem new_long_context_bounds_neighbour_library_false : ~ new_long_context_bounds_neighbour_library.
Proof.
  intro H. set (none := fun _ : R => 0). set (p := hd (Plane 0 (fun _ : token => north) (fun _ => north)) (h_pos (2 * PI / INR 2))).
  assert (Z : forall q least, (0 < q)%Z -> held q least 0 = 0) by (intros; unfold held; apply round_0, valid_rnd_N).
  assert (Zero : forall theta v m, vector_run as_float32 as_float64 as_float64 none none theta v m = (0, 0)).
  { intros theta v m. unfold vector_run, turned_in, none, as_float32, as_float64. cbv zeta. cbn [fst snd]. rewrite !(Z 53%Z (-1074)%Z ltac:(lia)), !Rmult_0_l, !(Z 53%Z (-1074)%Z ltac:(lia)), Rminus_0_r, Rplus_0_r, (Z 53%Z (-1074)%Z ltac:(lia)), (Z 24%Z (-149)%Z ltac:(lia)). reflexivity. }
  assert (Run : forall j, plane_run as_float32 none none p (Letter 0) 2 (Letter 0) j = 0) by (intro j; unfold plane_run; rewrite !Zero; cbn [fst snd]; ring).
  set (y := fun j : nat => 2 ^ 21 * 0). assert (Top : maximiser y 2 1) by (split; [unfold within; lia|intros; unfold y; lra]).
  specialize (H none none 2%nat (fun _ => Letter 0) ltac:(unfold within; lia) ltac:(cbn; lia) (fun _ => 0) (last_alone 2) (output_run as_float32 128 2 y (last_alone 2) (y 1%nat)) 2%nat (last_alone_signs 2) ltac:(unfold within; lia) eq_refl).
  assert (R : 1 / 8 <= last_alone 2 2 * output_run as_float32 128 2 y (last_alone 2) (y 1%nat)).
  { apply H; [intros k _ ->; reflexivity|intros k _; rewrite <- (Run k); apply (plane_run_comes_out token as_float32 none none p)|].
    exists (fun _ => 0). split; [intros j _; rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; simpl; lra|exact (output_run_comes_out as_float32 128 2 y (last_alone 2) 1 ltac:(lia) Top)]. }
  pose proof (read_at_most as_float32 128 2 y (y 1%nat) 1 (casts_more _ _ _ float32_casts) ltac:(lia) ltac:(lra)) as Most.
  assert (Rival : 1 * exp (128 * (y 2%nat - y 1%nat)) <= sum1 (fun j => if (j =? 2)%nat then 0 else exp (128 * (y j - y 1%nat))) 2).
  { rewrite Rmult_1_l. apply (last_before 2 (fun j => exp (128 * (y j - y 1%nat)))); [lia|intro; left; apply exp_pos]. }
  specialize (Most Rival). unfold last_alone in R at 1. simpl (2 =? 2)%nat in R. rewrite Rmult_1_l in R. lra.
Qed.

Example new_long_context_bounds_instance : instance_of new_long_context_bounds_statement.
Proof.
  exists cos, sin. split; [apply exact_is_precise|]. split; [apply exact_is_precise|]. repeat split; exists 2%nat; (split; [lia|repeat split]).
Qed.
