(** new.long-context: through an attention kernel that rounds, one head reads every offset up to 131072, and up to 2^20.

    Statement.  Index with the best mix of base 5e5, d = 128, with sqrt(a_k) on queries and on keys, at beta = 128: at every length up
    to 131072 every query reads its target, for every offset, in bfloat16, float16 and float32, the rotation in float64 or float32; and
    with the mix made for 2^20 at every length up to 2^20, the rotation in float64.

    Idea: no position is looked at.  A logit is off by at most 0.0472, or 0.0158 with float64 phases up to 2^20, whatever the convex mix:
    2^-8 for each side's one cast, and what the phases are off.  The best mix leads by 0.2805 up to 131072 (new_index_gap_multifrequency.v).
    For 2^20 it is enough to mix that one with two slow planes, 7 : 3: from 131072 on those lead by 0.65 at every distance, whole or not, so
    the best gap is at least 0.19 (it is 0.274).  At beta = 128 each rival then weighs at most 2^-28 of the target, and sums of 2^20 numbers
    in float32 are off by a relative 0.0646.  The coordinate comes out at 3/4 or more; 1/8 is what is asked for.
    Encoding: rotation and cast as in rope_theory/machines/long_context/prediction.py, in Flocq's formats, to nearest even, with underflow;
    overflow is not there (the page computes that there is none).  Queries and keys are given to 2^-49 of their length, cos and sin of the
    library are any functions within 2^-21.  What the kernel makes of them is anything that is off by no more than this: an addition by half
    a unit in the last of 24 bits and 2^-149, in any order, or by nothing where it is fused; a weight is the exponential at a number within
    6 units of roundoff of the logit, but for 2^-126, and may be cast to 16 bits; a quotient is off by a relative 2^-8.  Tiles that have
    maxima of their own, and weights that are divided by their sum before they are cast, are among these (`at_a_scale`, `weight_cast`).
    A mix is any that comes within 0.0005 of the best gap at each distance: so the best one, and the rounded one of the page.  A query stands
    at any position i of the n, sees the keys 1..i, and may ask 0..i-1 back.  Read is one coordinate of the output, whose values are codes
    of +-1: it has the target's sign and a size of at least 1/8, as in new_long_context_readout.v. *)

From Coq Require Import Reals ZArith Lra Lia List Permutation.
From Flocq Require Import Core.
From RopeTheory Require Import IntervalZ.
From RopeTheory Require Import Rope Trig Sums Heads Circle new_precision_cliff_cache_corrected new_precision_cliff_retrieval_shared_letter
  new_precision_cliff_retrieval new_base_bound_monotone Mixes new_index_gap_multifrequency new_precision_cliff_mix new_long_context_readout Instances.
Import ListNotations.
Open Scope R_scope.

(** The length that the mix is made for, the format of queries, keys, weights, values and outputs, and the one of the rotation. *)
Definition mix_rows : list (Z * ((R -> R) * (R -> R))) :=
  let single := held 24 (-149) in
  let double := held 53 (-1074) in
  [(131072%Z, (held 8 (-133), double)); (131072%Z, (held 11 (-24), double)); (131072%Z, (held 24 (-149), double));
   (131072%Z, (held 8 (-133), single)); (131072%Z, (held 11 (-24), single)); (131072%Z, (held 24 (-149), single));
   (1048576%Z, (held 8 (-133), double)); (1048576%Z, (held 11 (-24), double)); (1048576%Z, (held 24 (-149), double))].

(** Weights that lead by the gap of the best mix for n positions, but for 0.0005. *)
Definition nearly_best_up_to (n : Z) (w : nat -> R) : Prop :=
  convex 64 w /\ exists gap, best_gap 64 (g 500000 64) n gap /\
    forall t, (1 <= Z.of_nat t <= n - 1)%Z -> gap - 0.0005 <= mixed_lead 64 w (g 500000 64) t.

(** Plane k of H_POS with the root of weight k on both sides. *)
Definition balanced_plane (w : nat -> R) (k : nat) : plane token :=
  let theta := g 500000 64 k in
  Plane theta (fun x => scale (sqrt (w k)) (rot (- INR (asked x) * theta) north)) (fun _ => scale (sqrt (w k)) north).

(** What v, of a length of `size`, may be at position m after RoPE: given to 2^-49, turned in one format, cast to the other. *)
Definition held_after_rope (narrow seen wide cosine sine : R -> R) (theta size : R) (v : vec) (m : nat) (r : vec) : Prop :=
  exists given, close (size / 2 ^ 49) given v /\
    let turned := turned_in wide seen wide cosine sine theta given m in r = (narrow (fst turned), narrow (snd turned)).

(** y is x, but for half a unit in the last of 24 bits, or the least spacing. *)
Definition once_rounded (x y : R) : Prop := Rabs (y - x) <= / 2 ^ 24 * Rabs x + / 2 ^ 149.

(** What a sum may come to: in any order, with every addition rounded once, or not where it is fused. *)
Inductive adds_up : list R -> R -> Prop :=
  | adds_one : forall x y, once_rounded x y -> adds_up [x] y
  | adds_two : forall l r whole a b s, adds_up l a -> adds_up r b -> Permutation (l ++ r) whole -> once_rounded (a + b) s -> adds_up whole s.

(** l is a logit that may come out. *)
Definition logit_comes_out (narrow seen wide cosine sine : R -> R) (w : nat -> R) (x : token) (i : nat) (y : token) (j : nat) (l : R) : Prop :=
  exists q r : nat -> vec,
    (forall k, (k < 64)%nat -> let h := balanced_plane w k in
      held_after_rope narrow seen wide cosine sine (frequency h) (sqrt (w k)) (query h x) i (q k) /\
      held_after_rope narrow seen wide cosine sine (frequency h) (sqrt (w k)) (key h y) j (r k)) /\
    adds_up (flat_map (fun k => [fst (q k) * fst (r k); snd (q k) * snd (r k)]) (seq 0 64)) l.

(** e is a weight that may come out for a logit l, c the largest logit. *)
Definition weighs (beta c l e : R) : Prop := exists x, Rabs (x - l) <= 6 / 2 ^ 24 /\ Rabs (e - exp (beta * (x - c))) <= / 2 ^ 126.

(** p is e, in a format of 16 bits or not, divided by the sum of weights before it is cast or not. *)
Definition cast_weight (e p : R) : Prop := Rabs (p - e) <= / 2 ^ 7 * Rabs e + / 2 ^ 24.

(** One coordinate of an output over n keys: from weights cast for the sum with values, and weights as they are for the other sum. *)
Definition output_comes_out (narrow : R -> R) (beta : R) (n : nat) (l code : nat -> R) (out : R) : Prop :=
  exists (m : nat) (e e' p : nat -> R) (top bottom quotient : R),
    maximiser l n m /\ (forall j, within n j -> weighs beta (l m) (l j) (e j) /\ weighs beta (l m) (l j) (e' j) /\ cast_weight (e j) (p j)) /\
    adds_up (map (fun j => p j * code j) (seq 1 n)) top /\ adds_up (map e' (seq 1 n)) bottom /\
    Rabs (quotient - top / bottom) <= / 2 ^ 8 * Rabs (top / bottom) /\ out = narrow quotient.

Definition new_long_context_statement : Prop :=
  forall (longest : Z) (narrow wide cosine sine : R -> R), In (longest, (narrow, wide)) mix_rows -> accurate cos cosine -> accurate sin sine ->
    forall (w : nat -> R), nearly_best_up_to longest w ->
      forall (n i : nat) (s : nat -> token) (l code : nat -> R) (out : R),
        (Z.of_nat n <= longest)%Z -> within n i -> (asked (s i) < i)%nat -> signs i code ->
        (forall j, within i j -> logit_comes_out narrow wide wide cosine sine w (s i) i (s j) j (l j)) ->
        output_comes_out narrow 128 i l code out ->
        1 / 8 <= code (i - asked (s i))%nat * out.

(** * What the relations cover *)

Lemma above_nothing : forall n, 0 <= / 2 ^ n.
Proof. intro n. left. apply Rinv_0_lt_compat, pow_lt. lra. Qed.

(** A sum that is not rounded, as where it is fused with the next. *)
Remark not_rounded : forall x, once_rounded x x.
Proof.
  intro x. unfold once_rounded. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. pose proof (above_nothing 24). pose proof (above_nothing 149).
  pose proof (Rabs_pos x). nra.
Qed.

(** float32. *)
Remark rounded_to_float32 : forall x, Rabs (held 24 (-149) x - x) <= / 2 ^ 24 * Rabs x + / 2 ^ 150.
Proof.
  intro x. pose proof (held_off 24 (-149) ltac:(lia) x) as H. eapply Rle_trans; [exact H|].
  change (bpow radix2 (- (24))) with (/ IZR (Z.pow_pos 2 24)). change (bpow radix2 (-149 - 1)) with (/ IZR (Z.pow_pos 2 150)).
  rewrite !pow_IZR. apply Rle_refl.
Qed.

(** float32 at the scale of a tile, whose own maximum is no larger than the whole's, or of weights that are divided by their sum first. *)
Remark at_a_scale : forall scale x, 0 < scale <= 2 -> once_rounded x (scale * held 24 (-149) (x / scale)).
Proof.
  intros sc x S. pose proof (rounded_to_float32 (x / sc)) as H. unfold once_rounded. set (fl := held 24 (-149)) in *.
  replace (sc * fl (x / sc) - x) with (sc * (fl (x / sc) - x / sc)) by (field; lra). rewrite Rabs_mult, (Rabs_right sc) by lra.
  apply (Rmult_le_compat_l sc) in H; [|lra]. eapply Rle_trans; [exact H|]. replace (Rabs x) with (sc * Rabs (x / sc)).
  - assert (0 <= / 2 ^ 150 /\ / 2 ^ 149 = 2 * / 2 ^ 150) by (simpl; lra). nra.
  - rewrite <- (Rabs_right sc) at 1 by lra. rewrite <- Rabs_mult. f_equal. field. lra.
Qed.

Remark rounded_once : forall x, once_rounded x (held 24 (-149) x).
Proof. intro x. pose proof (at_a_scale 1 x ltac:(lra)) as H. unfold Rdiv in H. rewrite Rinv_1, Rmult_1_r, Rmult_1_l in H. exact H. Qed.

(** A weight in each of the three formats, cast at such a scale from a quotient of float32. *)
Remark weight_cast : forall p least scale e quotient, (8 <= p)%Z -> (least <= -24)%Z -> 0 < scale <= 3 / 2 ->
  Rabs (quotient - e / scale) <= / 2 ^ 24 * Rabs (e / scale) + / 2 ^ 126 -> cast_weight e (scale * held p least quotient).
Proof.
  intros p least sc e q P L S Q. unfold cast_weight. pose proof (held_within p least 8 (-24) ltac:(lia) L q) as H.
  change (bpow radix2 (- (8))) with (/ 256) in H. change (bpow radix2 (-24 - 1)) with (/ 33554432) in H.
  replace (sc * held p least q - e) with (sc * ((held p least q - q) + (q - e / sc))) by (field; lra). set (x := e / sc) in *.
  assert (E : Rabs e = sc * Rabs x) by (rewrite <- (Rabs_right sc) by lra; rewrite <- Rabs_mult; f_equal; unfold x; field; lra). rewrite E.
  assert (Q1 : Rabs q <= 1.001 * Rabs x + / 2 ^ 126).
  { replace q with ((q - x) + x) by ring. eapply Rle_trans; [apply sum_abs; [exact Q|apply Rle_refl]|]. pose proof (Rabs_pos x). simpl in *. lra. }
  rewrite Rabs_mult, (Rabs_right sc) by lra. assert (X : Rabs (held p least q - q + (q - x)) <= / 128 * Rabs x + / 33554432 + 2 * / 2 ^ 126).
  { eapply Rle_trans; [apply sum_abs; [exact H|exact Q]|]. pose proof (Rabs_pos x). simpl in *. lra. }
  apply (Rmult_le_compat_l sc) in X; [|lra]. eapply Rle_trans; [exact X|]. pose proof (Rabs_pos x).
  assert (/ 33554432 + 2 * / 2 ^ 126 <= 2 / 3 * / 2 ^ 24) by (simpl; lra). assert (/ 2 ^ 7 = / 128) by (simpl; lra). nra.
Qed.

(** * Sums *)

Lemma whole_below_sizes : forall z, Rabs (all_of z) <= sizes_of z.
Proof.
  intro z. unfold sizes_of, all_of. induction z as [|x z IH]; cbn [map fold_right]; [rewrite Rabs_R0; lra|]. eapply Rle_trans; [apply Rabs_triang|]. lra.
Qed.

Lemma adds_some : forall l total, adds_up l total -> (1 <= length l)%nat.
Proof. intros l total H. induction H as [|l r whole a b s _ IL _ _ P]; [simpl; lia|]. rewrite <- (Permutation_length P), app_length. lia. Qed.

Lemma adds_close : forall l total, adds_up l total ->
  Rabs (total - all_of l) + sizes_of l <= (1 + / 2 ^ 24) ^ length l * (sizes_of l + INR (2 * length l - 1) * / 2 ^ 149).
Proof.
  unfold once_rounded. pose proof (above_nothing 24) as U. pose proof (above_nothing 149) as T.
  assert (Once : forall x y, once_rounded x y -> Rabs (y - x) <= / 2 ^ 24 * Rabs x + / 2 ^ 149) by (intros; assumption).
  set (u := / 2 ^ 24) in *. set (tiny := / 2 ^ 149) in *. clearbody u tiny.
  intros l total H. induction H as [x y D|l r whole a b s L IL R IR P D]; apply Once in D; clear Once.
  - unfold sizes_of, all_of. cbn [map fold_right length]. rewrite !Rplus_0_r. simpl. nra.
  - rewrite <- (all_of_permuted _ _ P). assert (Sz : sizes_of whole = sizes_of l + sizes_of r).
    { unfold sizes_of. rewrite <- (all_of_permuted _ _ (Permutation_map Rabs P)), map_app, all_of_app. reflexivity. }
    rewrite Sz, <- (Permutation_length P), all_of_app, app_length. apply adds_some in L, R.
    pose proof (sizes_of_nonneg l) as Sl. pose proof (sizes_of_nonneg r) as Sr. pose proof (whole_below_sizes l) as Bl. pose proof (whole_below_sizes r) as Br.
    set (m := (length l + length r - 1)%nat). assert (E : (length l + length r = S m)%nat) by lia. rewrite E. clear E.
    assert (Up : forall k, (k <= m)%nat -> (1 + u) ^ k <= (1 + u) ^ m) by (intros; apply Rle_pow; [lra|assumption]).
    assert (Lm : (length l <= m)%nat) by lia. assert (Rm : (length r <= m)%nat) by lia. apply Up in Lm, Rm. clear Up.
    assert (Em : INR (2 * length l - 1) + INR (2 * length r - 1) + 1 = INR (2 * S m - 1)) by (rewrite <- plus_INR, <- S_INR; f_equal; lia).
    pose proof (pos_INR (2 * length l - 1)) as Pl. pose proof (pos_INR (2 * length r - 1)) as Pr.
    set (A := sizes_of l + INR (2 * length l - 1) * tiny) in *. set (B := sizes_of r + INR (2 * length r - 1) * tiny) in *.
    assert (A0 : 0 <= A) by (apply Rplus_le_le_0_compat; [|apply Rmult_le_pos]; assumption). assert (B0 : 0 <= B) by (apply Rplus_le_le_0_compat; [|apply Rmult_le_pos]; assumption).
    assert (X : Rabs (a - all_of l) + Rabs (b - all_of r) + (sizes_of l + sizes_of r) <= (1 + u) ^ m * (A + B)) by nra.
    assert (Q : Rabs (a + b) <= (1 + u) ^ m * (A + B)).
    { replace (a + b) with ((a - all_of l) + (b - all_of r) + (all_of l + all_of r)) by ring.
      eapply Rle_trans; [apply sum_abs; [apply sum_abs; apply Rle_refl|apply sum_abs; [exact Bl|exact Br]]|]. lra. }
    assert (F : Rabs (s - (all_of l + all_of r)) <= u * Rabs (a + b) + tiny + (Rabs (a - all_of l) + Rabs (b - all_of r))).
    { replace (s - (all_of l + all_of r)) with ((s - (a + b)) + ((a - all_of l) + (b - all_of r))) by ring.
      apply sum_abs; [exact D|]. apply sum_abs; apply Rle_refl. }
    assert (AB : sizes_of l + sizes_of r + INR (2 * S m - 1) * tiny = A + B + tiny) by (unfold A, B; rewrite <- Em; ring). rewrite AB.
    assert (One : 1 <= (1 + u) ^ S m) by (apply pow_R1_Rle; lra). cbn [pow] in *. set (V := (1 + u) ^ m) in *. clearbody V.
    assert (u * Rabs (a + b) <= u * (V * (A + B))) by (apply Rmult_le_compat_l; [exact U|exact Q]). pose proof (Rmult_le_compat_r tiny _ _ ltac:(assumption) One). lra.
Qed.

Lemma all_of_positions : forall f n, all_of (map f (seq 1 n)) = sum1 f n.
Proof.
  intros f n. induction n as [|n IH]; [reflexivity|]. rewrite seq_S, map_app, all_of_app, IH, sum1_S. unfold all_of. simpl. ring.
Qed.

(** Sums over positions: off by a relative 0.0646. *)
Lemma positions_close : forall f n total, (Z.of_nat n <= 1048576)%Z -> adds_up (map f (seq 1 n)) total ->
  Rabs (total - sum1 f n) <= 0.0646 * sum1 (fun j => Rabs (f j)) n + 0.0001.
Proof.
  intros f n total N H. apply adds_close in H. rewrite map_length, seq_length, all_of_positions in H.
  assert (S : sizes_of (map f (seq 1 n)) = sum1 (fun j => Rabs (f j)) n) by (unfold sizes_of; rewrite map_map; apply all_of_positions).
  rewrite S in H. set (size := sum1 (fun j => Rabs (f j)) n) in *.
  assert (S0 : 0 <= size) by (apply sum1_nonneg; intros; apply Rabs_pos). clearbody size.
  assert (N1 : 0 <= INR n <= 1048576) by (split; [apply pos_INR|rewrite INR_IZR_INZ; apply IZR_le, N]).
  assert (G : (1 + / 2 ^ 24) ^ n <= 1.0646).
  { apply Rle_trans with (exp (INR n * / 2 ^ 24)).
    - clear. induction n as [|n IH]; [simpl; rewrite Rmult_0_l, exp_0; lra|]. rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, exp_plus, Rmult_comm. cbn [pow].
      pose proof (above_nothing 24). apply Rmult_le_compat; [lra|apply pow_le; lra|apply exp_ineq1_le|exact IH].
    - apply Rle_trans with (exp (/ 16)); [apply exp_le; simpl; lra|interval]. }
  assert (T : INR (2 * n - 1) * / 2 ^ 149 <= 0.00001).
  { apply Rle_trans with (2097152 * / 2 ^ 149); [apply Rmult_le_compat_r; [apply above_nothing|]|simpl; lra].
    rewrite INR_IZR_INZ. apply IZR_le. lia. }
  assert (G1 : 1 <= (1 + / 2 ^ 24) ^ n) by (apply pow_R1_Rle; pose proof (above_nothing 24); lra).
  pose proof (Rabs_pos (total - sum1 f n)). assert (T0 : 0 <= INR (2 * n - 1) * / 2 ^ 149) by (apply Rmult_le_pos; [apply pos_INR|apply above_nothing]).
  set (t := INR (2 * n - 1) * / 2 ^ 149) in *. set (G' := (1 + / 2 ^ 24) ^ n) in *. clearbody t G'. nra.
Qed.

(** * The formats of the rows *)

Lemma position_held : forall p least m, (24 <= p)%Z -> (least <= 0)%Z -> (Z.of_nat m <= 1048576)%Z -> held p least (INR m) = INR m.
Proof.
  intros p least m P L M. unfold held. assert (V : Prec_gt_0 p) by (unfold Prec_gt_0; lia). apply round_generic; [apply valid_rnd_N|].
  apply generic_format_FLT. exists (Float radix2 (Z.of_nat m) 0); [unfold F2R; simpl; rewrite INR_IZR_INZ; ring| |exact L].
  simpl. rewrite Z.abs_eq by lia. apply Z.le_lt_trans with 1048576%Z; [exact M|].
  apply Z.lt_le_trans with (2 ^ 24)%Z; [reflexivity|]. change (Z.pow_pos 2) with (Z.pow_pos radix2). apply (Z.pow_le_mono_r 2); lia.
Qed.

(** Phases of angles up to 1 are off by at most d at positions up to the longest. *)
Definition phases_within (longest : Z) (wide : R -> R) (d : R) : Prop :=
  forall theta m, 0 < theta <= 1 -> (Z.of_nat m <= longest)%Z -> Rabs (wide (wide (INR m) * wide theta) - INR m * theta) <= d.

Lemma phases_off : forall longest wide u t, off_by u t wide -> 0 <= u -> 0 <= t -> (0 <= longest)%Z ->
  (forall m, (Z.of_nat m <= longest)%Z -> wide (INR m) = INR m) ->
  phases_within longest wide (IZR longest * (u + t) + u * (IZR longest * (1 + u + t)) + t).
Proof.
  intros longest wide u t W U T Lg Whole theta m Th M. rewrite (Whole m M). assert (M1 : 0 <= INR m <= IZR longest).
  { split; [apply pos_INR|]. rewrite INR_IZR_INZ. apply IZR_le, M. }
  set (N := IZR longest) in *. clearbody N. set (k := INR m) in *. clearbody k.
  assert (D : Rabs (wide theta - theta) <= u + t) by (eapply Rle_trans; [apply W|]; rewrite Rabs_right by lra; nra).
  assert (A : Rabs (k * wide theta - k * theta) <= N * (u + t)).
  { rewrite <- Rmult_minus_distr_l, Rabs_mult, (Rabs_right k) by lra. apply Rmult_le_compat; try lra; [apply Rabs_pos]. }
  assert (S : Rabs (k * wide theta) <= N * (1 + u + t)).
  { rewrite Rabs_mult, (Rabs_right k) by lra. apply Rmult_le_compat; try lra; [apply Rabs_pos|].
    replace (wide theta) with ((wide theta - theta) + theta) by ring. eapply Rle_trans; [apply sum_abs; [exact D|apply Rle_refl]|]. rewrite Rabs_right; lra. }
  replace (wide (k * wide theta) - k * theta) with ((wide (k * wide theta) - k * wide theta) + (k * wide theta - k * theta)) by ring.
  eapply Rle_trans; [apply sum_abs; [apply W|exact A]|]. assert (u * Rabs (k * wide theta) <= u * (N * (1 + u + t))) by (apply Rmult_le_compat_l; assumption). lra.
Qed.

(** What is used of a row: one rounding in either format, and how far phases are off. *)
Definition row_fits (longest : Z) (narrow wide : R -> R) (d : R) : Prop :=
  off_by (/ 256) (/ 33554432) narrow /\ off_by (/ 16777216) (/ 1000000000000) wide /\ phases_within longest wide d.

Lemma narrow_fits : forall p least, (8 <= p)%Z -> (least <= -24)%Z -> off_by (/ 256) (/ 33554432) (held p least).
Proof. intros. apply (held_within p least 8 (-24)); lia. Qed.

Lemma wide_fits : forall p least, (24 <= p)%Z -> (least <= -149)%Z -> off_by (/ 16777216) (/ 1000000000000) (held p least).
Proof.
  intros. apply (off_more (bpow radix2 (-24)) (bpow radix2 (-60))); [simpl; lra|simpl; lra|]. apply (held_within p least 24 (-59)); lia.
Qed.

Lemma more_phases : forall longest wide d d', d <= d' -> phases_within longest wide d -> phases_within longest wide d'.
Proof. intros longest wide d d' L H theta m Th M. eapply Rle_trans; [apply H; assumption|exact L]. Qed.

Lemma phases_24 : forall p least, (24 <= p)%Z -> (least <= -149)%Z -> phases_within 131072 (held p least) 0.0157.
Proof.
  intros p least P L. set (u := / 16777216). set (t := / 1000000000000).
  apply (more_phases _ _ (IZR 131072 * (u + t) + u * (IZR 131072 * (1 + u + t)) + t)); [unfold u, t; lra|].
  apply phases_off; try (unfold u, t; lra); try lia; [apply wide_fits; assumption|]. intros m M. apply position_held; lia.
Qed.

Lemma phases_53 : phases_within 1048576 (held 53 (-1074)) 0.0000012.
Proof.
  set (u := / 9007199254740992). set (t := / 1000000000000).
  apply (more_phases _ _ (IZR 1048576 * (u + t) + u * (IZR 1048576 * (1 + u + t)) + t)); [unfold u, t; lra|].
  apply phases_off; try (unfold u, t; lra); try lia; [|intros m M; apply position_held; lia].
  apply (off_more (bpow radix2 (-53)) (bpow radix2 (-60))); [unfold u; simpl; lra|unfold t; simpl; lra|].
  apply (held_within 53 (-1074) 53 (-59)); lia.
Qed.

Lemma mix_rows_fit : forall longest narrow wide, In (longest, (narrow, wide)) mix_rows ->
  longest = 131072%Z /\ row_fits longest narrow wide 0.0157 \/ longest = 1048576%Z /\ row_fits longest narrow wide 0.0000012.
Proof.
  intros longest narrow wide H. unfold mix_rows in H. cbv zeta in H.
  repeat (destruct H as [H|H]; [injection H as <- <- <-; first
    [left; split; [reflexivity|]; split; [apply narrow_fits; lia|split; [apply wide_fits; lia|apply phases_24; lia]] |
     right; split; [reflexivity|]; split; [apply narrow_fits; lia|split; [apply wide_fits; lia|apply phases_53]]]|]). destruct H.
Qed.

(** * How far a logit is off *)

Lemma product_close : forall wide c c1 x x1 r, off_by (/ 16777216) (/ 1000000000000) wide -> 0 <= r <= 1 -> Rabs c <= 1 -> Rabs x <= r ->
  Rabs (c1 - c) <= / 2000000 -> Rabs (x1 - x) <= r / 2 ^ 49 -> Rabs (wide (wide c1 * wide x1) - c * x) <= 0.0000007 * r + 0.000000000004.
Proof.
  intros wide c c1 x x1 r W Hr C X D E. assert (Q : r / 2 ^ 49 <= 0.00000000000001 * r) by (simpl; lra).
  assert (C1 : Rabs c1 <= 1.000001) by (replace c1 with ((c1 - c) + c) by ring; eapply Rle_trans; [apply sum_abs; [exact D|exact C]|lra]).
  assert (X1 : Rabs x1 <= 1.000001 * r) by (replace x1 with ((x1 - x) + x) by ring; eapply Rle_trans; [apply sum_abs; [exact E|exact X]|lra]).
  assert (Ec : Rabs (wide c1 - c) <= 0.00000056).
  { replace (wide c1 - c) with ((wide c1 - c1) + (c1 - c)) by ring. eapply Rle_trans; [apply sum_abs; [apply W|exact D]|]. lra. }
  assert (Ex : Rabs (wide x1 - x) <= 0.0000000597 * r + 0.000000000001).
  { replace (wide x1 - x) with ((wide x1 - x1) + (x1 - x)) by ring. eapply Rle_trans; [apply sum_abs; [apply W|exact E]|]. lra. }
  set (dc := wide c1 - c) in *. set (dx := wide x1 - x) in *.
  assert (P : Rabs (wide c1 * wide x1 - c * x) <= 0.00000062 * r + 0.0000000000011).
  { replace (wide c1 * wide x1 - c * x) with (dc * x + c * dx + dc * dx) by (unfold dc, dx; ring).
    eapply Rle_trans; [apply sum_abs; [apply sum_abs; apply product_abs|apply product_abs]; first [exact Ec | exact Ex | exact C | exact X]|]. lra. }
  assert (S : Rabs (wide c1 * wide x1) <= 1.000001 * r + 0.0000000000011).
  { replace (wide c1 * wide x1) with ((wide c1 * wide x1 - c * x) + c * x) by ring.
    eapply Rle_trans; [apply sum_abs; [exact P|apply (product_abs c x 1 r C X)]|]. lra. }
  replace (wide (wide c1 * wide x1) - c * x) with ((wide (wide c1 * wide x1) - wide c1 * wide x1) + (wide c1 * wide x1 - c * x)) by ring.
  eapply Rle_trans; [apply sum_abs; [apply W|exact P]|]. lra.
Qed.

(** Two such products, added, and cast. *)
Lemma coordinate_close : forall narrow wide un tn r a b p q, off_by un tn narrow -> 0 <= un <= / 256 -> 0 <= tn <= / 33554432 ->
  off_by (/ 16777216) (/ 1000000000000) wide -> 0 <= r <= 1 -> Rabs (a + b) <= r ->
  Rabs (p - a) <= 0.0000007 * r + 0.000000000004 -> Rabs (q - b) <= 0.0000007 * r + 0.000000000004 ->
  Rabs (narrow (wide (p + q)) - (a + b)) <= (un + 0.0000016) * r + (tn + 0.00000000002).
Proof.
  intros narrow wide un tn r a b p q N U T W Hr AB P Q.
  assert (D : Rabs (p + q - (a + b)) <= 0.0000014 * r + 0.000000000008).
  { replace (p + q - (a + b)) with ((p - a) + (q - b)) by ring. eapply Rle_trans; [apply sum_abs; [exact P|exact Q]|]. lra. }
  assert (S : Rabs (p + q) <= 1.0000014 * r + 0.000000000008).
  { replace (p + q) with ((p + q - (a + b)) + (a + b)) by ring. eapply Rle_trans; [apply sum_abs; [exact D|exact AB]|]. lra. }
  assert (D' : Rabs (wide (p + q) - (a + b)) <= 0.0000015 * r + 0.00000000001).
  { replace (wide (p + q) - (a + b)) with ((wide (p + q) - (p + q)) + (p + q - (a + b))) by ring. eapply Rle_trans; [apply sum_abs; [apply W|exact D]|]. lra. }
  assert (S' : Rabs (wide (p + q)) <= 1.0000015 * r + 0.00000000001).
  { replace (wide (p + q)) with ((wide (p + q) - (a + b)) + (a + b)) by ring. eapply Rle_trans; [apply sum_abs; [exact D'|exact AB]|]. lra. }
  set (z := wide (p + q)) in *. replace (narrow z - (a + b)) with ((narrow z - z) + (z - (a + b))) by ring.
  eapply Rle_trans; [apply sum_abs; [apply N|exact D']|]. assert (un * Rabs z <= un * (1.0000015 * r + 0.00000000001)) by (apply Rmult_le_compat_l; lra). pose proof (Rmult_le_compat_r r un (/ 256) ltac:(lra) ltac:(lra)). lra.
Qed.

(** A vector of length r after RoPE, against the rotation by the computed phase. *)
Lemma after_rope_close : forall narrow seen wide cosine sine un tn theta r a m v, off_by un tn narrow -> 0 <= un <= / 256 -> 0 <= tn <= / 33554432 ->
  off_by (/ 16777216) (/ 1000000000000) wide -> accurate cos cosine -> accurate sin sine -> 0 <= r <= 1 ->
  held_after_rope narrow seen wide cosine sine theta r (scale r (rot a north)) m v ->
  close ((un + 0.0000016) * r + (tn + 0.00000000002)) v (scale r (rot (wide (seen (INR m) * wide theta) + a) north)).
Proof.
  intros narrow seen wide cosine sine un tn theta r a m v N U T W Cosine Sine Hr (given & [G1 G2] & ->). cbv zeta. unfold turned_in. cbv zeta.
  set (phase := wide (seen (INR m) * wide theta)). pose proof (library_close _ _ Cosine phase) as Dc. pose proof (library_close _ _ Sine phase) as Ds.
  destruct (at_most_one phase) as [C S]. destruct (turned_north a r ltac:(lra)) as [Rc Rs].
  set (x := - (r * sin a)). set (y := r * cos a).
  assert (X : fst (scale r (rot a north)) = x) by (unfold x, scale, rot, north; cbn [fst snd]; ring).
  assert (Y : snd (scale r (rot a north)) = y) by (unfold y, scale, rot, north; cbn [fst snd]; ring).
  rewrite X in G1. rewrite Y in G2.
  assert (X1 : Rabs x <= r) by (unfold x; rewrite Rabs_Ropp; exact Rs). assert (Y1 : Rabs y <= r) by exact Rc.
  destruct (turned_north (phase + a) r ltac:(lra)) as [Tc Ts].
  unfold close, scale, rot, north. cbn [fst snd]. rewrite cos_plus, sin_plus in *.
  set (c := cos phase) in *. set (s := sin phase) in *. set (c1 := cosine phase) in *. set (s1 := sine phase) in *.
  pose proof (product_close wide c c1 x (fst given) r W Hr C X1 Dc G1) as Cx. pose proof (product_close wide s s1 y (snd given) r W Hr S Y1 Ds G2) as Sy.
  pose proof (product_close wide s s1 x (fst given) r W Hr S X1 Ds G1) as Sx. pose proof (product_close wide c c1 y (snd given) r W Hr C Y1 Dc G2) as Cy.
  split.
  - match goal with |- Rabs (narrow (wide (?p - ?q)) - _) <= _ => replace (p - q) with (p + - q) by ring end.
    match goal with |- Rabs (_ - ?e) <= _ => replace e with (c * x + - (s * y)) by (unfold x, y; ring) end.
    apply coordinate_close; try assumption.
    + replace (c * x + - (s * y)) with (- (r * (s * cos a + c * sin a))) by (unfold x, y; ring). rewrite Rabs_Ropp. exact Ts.
    + match goal with |- Rabs (- ?q - - ?b) <= _ => replace (- q - - b) with (- (q - b)) by ring end. rewrite Rabs_Ropp. exact Sy.
  - match goal with |- Rabs (_ - ?e) <= _ => replace e with (s * x + c * y) by (unfold x, y; ring) end.
    apply coordinate_close; try assumption.
    replace (s * x + c * y) with (r * (c * cos a - s * sin a)) by (unfold x, y; ring). exact Tc.
Qed.

(** One product of the dot product, and how large it is. *)
Lemma term_close : forall A B r q k q1 k1, 0 <= A <= 0.004 -> 0 <= B <= 0.0000001 -> 0 <= r <= 1 -> Rabs q <= r -> Rabs k <= r ->
  Rabs (q1 - q) <= A * r + B -> Rabs (k1 - k) <= A * r + B ->
  Rabs (q1 * k1 - q * k) <= 2.004 * A * (r * r) + 2.01 * B /\ Rabs (q1 * k1) <= 1.01 * (r * r) + 2.01 * B.
Proof.
  intros A B r q k q1 k1 HA HB Hr Q K Dq Dk.
  assert (D : Rabs (q1 * k1 - q * k) <= 2.004 * A * (r * r) + 2.01 * B).
  { replace (q1 * k1 - q * k) with ((q1 - q) * k + q * (k1 - k) + (q1 - q) * (k1 - k)) by ring.
    eapply Rle_trans; [apply sum_abs; [apply sum_abs; apply product_abs|apply product_abs]; first [exact Dq | exact Dk | exact Q | exact K]|].
    assert (0 <= r * r <= r) by nra. assert (0 <= A * (r * r)) by nra. assert (A * A * (r * r) <= 0.004 * A * (r * r)) by nra.
    assert (B * r <= B) by nra. assert (A * r * B <= 0.004 * B) by nra. assert (B * B <= 0.0000001 * B) by nra. nra. }
  split; [exact D|]. replace (q1 * k1) with ((q1 * k1 - q * k) + q * k) by ring.
  eapply Rle_trans; [apply sum_abs; [exact D|apply (product_abs _ _ r r Q K)]|]. nra.
Qed.

Theorem logit_close : forall longest narrow wide cosine sine un tn d w x i y j l, off_by un tn narrow -> 0 <= un <= / 256 -> 0 <= tn <= / 33554432 ->
  off_by (/ 16777216) (/ 1000000000000) wide -> phases_within longest wide d -> accurate cos cosine -> accurate sin sine -> convex 64 w ->
  (Z.of_nat i <= longest)%Z -> (Z.of_nat j <= longest)%Z -> logit_comes_out narrow wide wide cosine sine w x i y j l ->
  Rabs (l - exact_mix w i (asked x) j) <= 4.01 * un + 2 * d + 260 * tn + 0.000024.
Proof.
  intros longest narrow wide cosine sine un tn d w x i y j l N U T W Phases Cosine Sine Cv I J (q & r & Vectors & Sum).
  set (A := un + 0.0000016). set (B := tn + 0.00000000002).
  set (f := fun k => [fst (q k) * fst (r k); snd (q k) * snd (r k)]) in *.
  assert (HA : 0 <= A <= 0.004) by (unfold A; lra). assert (HB : 0 <= B <= 0.0000001) by (unfold B; lra).
  assert (Terms : forall k, (k < 64)%nat ->
    Rabs (all_of (map (fun z => z) (f k)) - w k * cos ((dist i j - INR (asked x)) * g 500000 64 k)) <= (4.008 * A + 2 * d) * w k + 4.02 * B /\
    Rabs (all_of (map Rabs (f k)) - 0) <= 2.02 * w k + 4.02 * B).
  { intros k K. pose proof (part_at_most 64 w k Cv K) as Wk. pose proof (base_frequency k) as Gk. destruct (Vectors k K) as [Q R].
    unfold balanced_plane in Q, R. cbv zeta in Q, R. cbn [frequency query key] in Q, R. set (theta := g 500000 64 k) in *.
    set (a := - INR (asked x) * theta) in *. set (v := sqrt (w k)) in *.
    assert (V : 0 <= v <= 1) by (unfold v; split; [apply sqrt_pos|rewrite <- sqrt_1; apply sqrt_le_1_alt, Wk]).
    assert (VV : v * v = w k) by (unfold v; apply sqrt_sqrt, Wk).
    assert (North : north = rot 0 north) by (unfold rot, north; cbn [fst snd]; rewrite cos_0, sin_0; f_equal; ring). rewrite North in R.
    apply (after_rope_close narrow wide wide cosine sine un tn theta v) in Q; try assumption.
    apply (after_rope_close narrow wide wide cosine sine un tn theta v) in R; try assumption. fold A B in Q, R.
    pose proof (Phases theta i Gk I) as Pi. pose proof (Phases theta j Gk J) as Pj.
    set (pi := wide (wide (INR i) * wide theta)) in *. set (pj := wide (wide (INR j) * wide theta)) in *. rewrite Rplus_0_r in R.
    assert (E : forall b, fst (scale v (rot b north)) = - (v * sin b) /\ snd (scale v (rot b north)) = v * cos b).
    { intros b. unfold scale, rot, north. cbn [fst snd]. split; ring. }
    destruct Q as [Q1 Q2], R as [R1 R2]. destruct (E (pi + a)) as [E1 E2]. destruct (E pj) as [E3 E4]. rewrite E1 in Q1. rewrite E2 in Q2.
    rewrite E3 in R1. rewrite E4 in R2. clear E E1 E2 E3 E4.
    destruct (turned_north (pi + a) v ltac:(lra)) as [Bc Bs]. destruct (turned_north pj v ltac:(lra)) as [Dc Ds]. rewrite <- Rabs_Ropp in Bs, Ds.
    destruct (term_close A B v _ _ _ _ HA HB V Bs Ds Q1 R1) as [T1 S1]. destruct (term_close A B v _ _ _ _ HA HB V Bc Dc Q2 R2) as [T2 S2].
    rewrite VV in T1, S1, T2, S2. unfold f, all_of. cbn [map fold_right]. split.
    - assert (C : Rabs (w k * cos (pi + a - pj) - w k * cos ((dist i j - INR (asked x)) * theta)) <= 2 * d * w k).
      { rewrite <- Rmult_minus_distr_l, Rabs_mult, (Rabs_right (w k)), (Rmult_comm _ (w k)) by lra. apply Rmult_le_compat_l; [lra|].
        eapply Rle_trans; [apply (cos_moves ((dist i j - INR (asked x)) * theta) (pi + a - pj))|].
        replace (pi + a - pj - (dist i j - INR (asked x)) * theta) with ((pi - INR i * theta) + - (pj - INR j * theta)) by (unfold a, dist; ring).
        eapply Rle_trans; [apply sum_abs; [exact Pi|rewrite Rabs_Ropp; exact Pj]|]. lra. }
      rewrite cos_minus in C.
      match goal with |- Rabs (?u + (?z + 0) - ?e) <= _ =>
        replace (u + (z + 0) - e) with ((u - - (v * sin (pi + a)) * - (v * sin pj)) + (z - v * cos (pi + a) * (v * cos pj)) +
          (w k * (cos (pi + a) * cos pj + sin (pi + a) * sin pj) - e)) by (rewrite <- VV; ring) end.
      eapply Rle_trans; [apply sum_abs; [apply sum_abs; [exact T1|exact T2]|exact C]|]. lra.
    - rewrite Rminus_0_r, Rabs_right; [lra|]. pose proof (Rabs_pos (fst (q k) * fst (r k))). pose proof (Rabs_pos (snd (q k) * snd (r k))). lra. }
  pose proof Cv as [_ One].
  pose proof (sum_off _ _ w _ _ 64 (fun k K => proj1 (Terms k K))) as Near.
  pose proof (sum_off _ (fun _ => 0) w _ _ 64 (fun k K => proj2 (Terms k K))) as Sizes.
  rewrite <- over_planes, One in Near, Sizes. rewrite map_id in Near. fold (exact_mix w i (asked x) j) in Near.
  rewrite sum_const, Rmult_0_r, Rminus_0_r in Sizes.
  fold (sizes_of (flat_map f (seq 0 64))) in Sizes. rewrite Rabs_right in Sizes by (apply Rle_ge, sizes_of_nonneg).
  assert (Len : length (flat_map f (seq 0 64)) = 128%nat) by reflexivity.
  apply adds_close in Sum. rewrite Len in Sum. change (2 * 128 - 1)%nat with 255%nat in Sum.
  clear Terms Vectors Len. pose proof (sizes_of_nonneg (flat_map f (seq 0 64))) as S0. set (S := sizes_of _) in *.
  set (whole := all_of _) in *. clearbody S whole. clear f.
  replace (INR 255) with 255 in Sum by (rewrite INR_IZR_INZ; reflexivity).
  replace (INR 64) with 64 in Near, Sizes by (rewrite INR_IZR_INZ; reflexivity).
  assert (Grow : 1 <= (1 + / 2 ^ 24) ^ 128 <= 1.0000077) by (split; [apply pow_R1_Rle; pose proof (above_nothing 24); lra|interval]).
  assert (Tiny : 0 <= 255 * / 2 ^ 149 <= 0.0000000000001) by (split; interval).
  set (G := (1 + / 2 ^ 24) ^ 128) in *. set (t := 255 * / 2 ^ 149) in *. clearbody G t.
  assert (D : Rabs (l - whole) <= 0.000016) by nra.
  set (e := exact_mix w i (asked x) j) in *. clearbody e.
  replace (l - e) with ((l - whole) + (whole - e)) by ring. eapply Rle_trans; [apply sum_abs; [exact D|exact Near]|]. unfold A, B. lra.
Qed.

(** * The gap of the best mix for 2^20 *)

(** What two slow planes lead by, at every distance from 131072 to 2^20. *)
Lemma slow_planes_lead : forall x, 131072 <= x <= 1048576 ->
  0.65 <= 0.4 * (1 - cos (x * g 500000 64 54)) + 0.6 * (1 - cos (x * g 500000 64 60)).
Proof.
  intros x X. assert (A : 0.00001554154 <= g 500000 64 54 <= 0.000015541541).
  { unfold g, Rpower. rewrite !(INR_IZR_INZ 54), !(INR_IZR_INZ 64). simpl IZR. split; interval with (i_prec 60). }
  assert (B : 0.00000454167 <= g 500000 64 60 <= 0.000004541671).
  { unfold g, Rpower. rewrite !(INR_IZR_INZ 60), !(INR_IZR_INZ 64). simpl IZR. split; interval with (i_prec 60). }
  set (a := g 500000 64 54) in *. set (b := g 500000 64 60) in *. clearbody a b.
  interval with (i_prec 40, i_bisect x, i_depth 20).
Qed.

Lemma sum_at_one : forall K a c f, (a < K)%nat -> sum (fun k => (if (k =? a)%nat then c else 0) * f k) K = c * f a.
Proof.
  intros K a c f L. induction K as [|K IH]; [lia|]. cbn [sum]. destruct (Nat.eqb_spec K a) as [->|Ne].
  - rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_const; ring|]. intros k Hk. destruct (Nat.eqb_spec k a); [lia|ring].
  - rewrite IH by lia. ring.
Qed.

(** A mix with two planes, 7 : 3. *)
Definition with_slow_planes (w : nat -> R) (k : nat) : R := 0.7 * w k + ((if (k =? 54)%nat then 0.12 else 0) + (if (k =? 60)%nat then 0.18 else 0)).

Lemma slow_sum : forall w f, sum (fun k => with_slow_planes w k * f k) 64 = 0.7 * sum (fun k => w k * f k) 64 + (0.12 * f 54%nat + 0.18 * f 60%nat).
Proof.
  intros w f. rewrite <- (sum_at_one 64 54 0.12 f), <- (sum_at_one 64 60 0.18 f) by lia. rewrite <- sum_scal, <- !sum_plus.
  apply sum_ext. intros k _. unfold with_slow_planes. ring.
Qed.

Lemma slow_lead : forall w t, mixed_lead 64 (with_slow_planes w) (g 500000 64) t = 0.7 * mixed_lead 64 w (g 500000 64) t +
  0.3 * (0.4 * (1 - cos (INR t * g 500000 64 54)) + 0.6 * (1 - cos (INR t * g 500000 64 60))).
Proof. intros w t. unfold mixed_lead. rewrite (slow_sum w (fun k => 1 - cos (INR t * g 500000 64 k))). lra. Qed.

Lemma lead_nonneg : forall w t, convex 64 w -> 0 <= mixed_lead 64 w (g 500000 64) t.
Proof.
  intros w t [W _]. replace 0 with (sum (fun _ => 0) 64) by (rewrite sum_const; ring). apply sum_le. intros k K. specialize (W k K).
  pose proof (COS_bound (INR t * g 500000 64 k)). nra.
Qed.

Lemma reaches_further : reached_by_mixes 64 (g 500000 64) 1048576 0.19.
Proof.
  destruct some_nearly_best as [w [Cv [gap [Best Lead]]]]. apply best_lead in Best. exists (with_slow_planes w). split; [split|].
  - intros k K. destruct Cv as [W _]. specialize (W k K). unfold with_slow_planes. destruct (k =? 54)%nat, (k =? 60)%nat; lra.
  - pose proof (slow_sum w (fun _ => 1)) as S. rewrite (sum_ext _ (with_slow_planes w)) in S by (intros; ring).
    rewrite (sum_ext (fun k => w k * 1) w) in S by (intros; ring). destruct Cv as [_ One]. rewrite One in S. rewrite S. lra.
  - intros t T. rewrite slow_lead. pose proof (COS_bound (INR t * g 500000 64 54)). pose proof (COS_bound (INR t * g 500000 64 60)).
    destruct (Z_le_gt_dec (Z.of_nat t) 131071) as [Near|Far].
    + specialize (Lead t ltac:(lia)). lra.
    + pose proof (lead_nonneg w t Cv). pose proof (slow_planes_lead (INR t)) as S. rewrite INR_IZR_INZ in S.
      specialize (S ltac:(split; apply IZR_le; lia)). rewrite <- INR_IZR_INZ in S. lra.
Qed.

(** What each mix leads by. *)
Lemma best_mix_leads : forall longest w, nearly_best_up_to longest w ->
  (longest = 131072%Z -> forall t, (1 <= Z.of_nat t <= 131071)%Z -> 0.28 <= mixed_lead 64 w (g 500000 64) t) /\
  (longest = 1048576%Z -> forall t, (1 <= Z.of_nat t <= 1048575)%Z -> 0.1895 <= mixed_lead 64 w (g 500000 64) t).
Proof.
  intros longest w (_ & gap & Best & Lead). split; intros -> t T; specialize (Lead t ltac:(lia)).
  - apply best_lead in Best. lra.
  - destruct Best as [Up _]. pose proof (Up _ reaches_further). lra.
Qed.

(** * The softmax and the readout *)

(** A weight of one whose logit is lower by 0.1524, and the target's. *)
Lemma rival_weight : forall c l e, l - c <= - 0.1524 -> weighs 128 c l e -> Rabs e <= / 2 ^ 28.
Proof.
  intros c l e L (x & X & E). apply Rabs_le_inv in X. assert (Y : x - c <= - 0.15239) by (assert (6 / 2 ^ 24 <= 0.000001) by interval; lra).
  assert (P : 0 < exp (128 * (x - c)) <= exp (- 19.5)) by (split; [apply exp_pos|apply exp_le; lra]).
  assert (S : exp (- 19.5) + / 2 ^ 126 <= / 2 ^ 28) by interval.
  replace e with ((e - exp (128 * (x - c))) + exp (128 * (x - c))) by ring.
  eapply Rle_trans; [apply sum_abs; [exact E|rewrite Rabs_right by lra; apply P]|]. lra.
Qed.

Lemma target_weight : forall c e, weighs 128 c c e -> 0.9999 <= e <= 1.0001.
Proof.
  intros c e (x & X & E). assert (D : 6 / 2 ^ 24 <= 0.0000004) by interval.
  assert (Y : Rabs (x - c) <= 0.0000004) by lra. apply Rabs_le_inv in Y, E. set (z := x - c) in *. clearbody z.
  assert (Q : / 2 ^ 126 <= 0.000001) by interval.
  assert (P : 0.99994 <= exp (128 * z) <= 1.00006) by (split; interval). lra.
Qed.

(** Rivals that are small each are small together. *)
Lemma rivals_small : forall f t n k, within n t -> (Z.of_nat n <= 1048576)%Z -> 0 <= k -> (forall j, within n j -> j <> t -> Rabs (f j) <= k) ->
  0 <= sum1 (fun j => if (j =? t)%nat then 0 else Rabs (f j)) n <= 1048576 * k.
Proof.
  intros f t n k T N K H. split; [apply sum1_nonneg; intros j _; destruct (j =? t)%nat; [lra|apply Rabs_pos]|].
  apply Rle_trans with (sum1 (fun _ => k) n).
  - apply sum1_le. intros j J. destruct (Nat.eqb_spec j t); [exact K|apply H; assumption].
  - rewrite sum1_const. apply Rmult_le_compat_r; [exact K|]. rewrite INR_IZR_INZ. apply IZR_le, N.
Qed.

Lemma rivals_apart : forall f t n, within n t -> Rabs (sum1 f n - f t) <= sum1 (fun j => if (j =? t)%nat then 0 else Rabs (f j)) n.
Proof.
  intros f t n T. rewrite (sum1_split f t n T). replace (f t + _ - f t) with (sum1 (fun j => if (j =? t)%nat then 0 else f j) n) by ring.
  generalize n. clear. induction n as [|n IH]; [rewrite !sum1_0, Rabs_R0; lra|]. rewrite !sum1_S. eapply Rle_trans; [apply sum_abs; [exact IH|apply Rle_refl]|].
  destruct (S n =? t)%nat; [rewrite Rabs_R0|]; lra.
Qed.

Theorem target_is_read : forall narrow n t l code out, off_by (/ 256) (/ 33554432) narrow -> (Z.of_nat n <= 1048576)%Z -> within n t -> signs n code ->
  (forall j, within n j -> j <> t -> l j - l t <= - 0.1524) -> output_comes_out narrow 128 n l code out -> 3 / 4 <= code t * out.
Proof.
  intros narrow n t l code out Nw N T C Lead (m & e & e' & p & top & bottom & q & (M & Up) & W & Top & Bottom & Q & ->).
  assert (Em : m = t) by (destruct (Nat.eq_dec m t) as [E|Ne]; [exact E|exfalso; pose proof (Lead m M Ne); pose proof (Up t T); lra]). subst m. clear M Up.
  destruct (W t T) as (Wt & Wt' & Pt). apply target_weight in Wt, Wt'.
  assert (P1 : 0.992 <= p t <= 1.008).
  { unfold cast_weight in Pt. rewrite (Rabs_right (e t)) in Pt by lra. apply Rabs_le_inv in Pt.
    assert (/ 2 ^ 7 = 0.0078125) by (simpl; lra). assert (/ 2 ^ 24 <= 0.0000001) by (simpl; lra). split; nra. }
  assert (Rivals : forall j, within n j -> j <> t -> Rabs (p j) <= 0.00000006336 /\ Rabs (e' j) <= / 2 ^ 28).
  { intros j J Ne. destruct (W j J) as (Wj & Wj' & Pj). specialize (Lead j J Ne). apply (rival_weight (l t)) in Wj; [|exact Lead].
    apply (rival_weight (l t)) in Wj'; [|exact Lead]. split; [|exact Wj']. unfold cast_weight in Pj. replace (p j) with ((p j - e j) + e j) by ring.
    eapply Rle_trans; [apply sum_abs; [exact Pj|exact Wj]|]. simpl in *. lra. }
  assert (Ct : code t * code t = 1) by (destruct (C t T) as [-> | ->]; ring).
  assert (A1 : Rabs (code t) = 1) by (destruct (C t T) as [-> | ->]; unfold Rabs; destruct (Rcase_abs _); lra).
  assert (Size : forall j, within n j -> Rabs (p j * code j) = Rabs (p j)).
  { intros j J. rewrite Rabs_mult. replace (Rabs (code j)) with 1; [ring|]. destruct (C j J) as [-> | ->]; unfold Rabs; destruct (Rcase_abs _); lra. }
  apply positions_close in Top, Bottom; try exact N.
  pose proof (rivals_small (fun j => p j * code j) t n 0.00000006336 T N ltac:(lra) ltac:(intros j J Ne; cbv beta; rewrite (Size j J); apply (Rivals j J Ne))) as Rp.
  pose proof (rivals_small e' t n (/ 2 ^ 28) T N (above_nothing 28) ltac:(intros j J Ne; apply (Rivals j J Ne))) as Re.
  pose proof (rivals_apart (fun j => p j * code j) t n T) as Ap. pose proof (rivals_apart e' t n T) as Ae. cbv beta in Ap, Ae.
  rewrite (sum1_split (fun j => Rabs (p j * code j)) t n T), (Size t T), (Rabs_right (p t)) in Top by lra.
  rewrite (sum1_split (fun j => Rabs (e' j)) t n T), (Rabs_right (e' t)) in Bottom by lra.
  set (sp := sum1 (fun j => if (j =? t)%nat then 0 else Rabs (p j * code j)) n) in *. set (se := sum1 (fun j => if (j =? t)%nat then 0 else Rabs (e' j)) n) in *.
  assert (Rp' : sp <= 0.0665) by lra. assert (Re' : se <= 0.00391) by (replace (1048576 * / 2 ^ 28) with 0.00390625 in Re by (simpl; lra); lra).
  apply Rabs_le_inv in Bottom, Ae. assert (B : 0.9 <= bottom <= 1.0691) by lra.
  assert (Tp : Rabs (top - p t * code t) <= 0.1361).
  { replace (top - p t * code t) with ((top - sum1 (fun j => p j * code j) n) + (sum1 (fun j => p j * code j) n - p t * code t)) by ring.
    eapply Rle_trans; [apply sum_abs; [exact Top|exact Ap]|]. lra. }
  assert (Tc : Rabs (code t * top - p t) <= 0.1361).
  { replace (code t * top - p t) with (code t * (top - p t * code t)).
    2: { replace (code t * (top - p t * code t)) with (code t * top - code t * code t * p t) by ring. rewrite Ct. ring. }
    rewrite Rabs_mult, A1, Rmult_1_l. exact Tp. }
  apply Rabs_le_inv in Tc. set (r := top / bottom) in *.
  assert (R : 0.8 <= code t * r).
  { unfold r. apply Rmult_le_reg_r with bottom; [lra|]. replace (code t * (top / bottom) * bottom) with (code t * top) by (field; lra). lra. }
  assert (Ar : Rabs r = code t * r) by (rewrite <- (Rabs_right (code t * r)) by lra; rewrite Rabs_mult, A1; ring).
  rewrite Ar in Q. assert (K : / 2 ^ 8 = / 256) by (simpl; lra). rewrite K in Q. clear K.
  assert (Dq : Rabs (code t * q - code t * r) <= / 256 * (code t * r)) by (rewrite <- Rmult_minus_distr_l, Rabs_mult, A1, Rmult_1_l; exact Q).
  apply Rabs_le_inv in Dq. assert (Aq : Rabs q = code t * q) by (rewrite <- (Rabs_right (code t * q)) by lra; rewrite Rabs_mult, A1; ring).
  pose proof (Nw q) as F. rewrite Aq in F.
  assert (Df : Rabs (code t * narrow q - code t * q) <= / 256 * (code t * q) + / 33554432) by (rewrite <- Rmult_minus_distr_l, Rabs_mult, A1, Rmult_1_l; exact F).
  apply Rabs_le_inv in Df. lra.
Qed.

(** * The claim *)

Lemma exact_target : forall w i back, convex 64 w -> (back < i)%nat -> exact_mix w i back (i - back) = 1.
Proof.
  intros w i back Cv L. rewrite (exact_by_distance w i back _ Cv L).
  replace (Z.to_nat (Z.abs (Z.of_nat i - Z.of_nat back - Z.of_nat (i - back)))) with 0%nat by lia.
  unfold mixed_lead. rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_const; ring|]. intros k _. simpl INR. rewrite Rmult_0_l, cos_0. ring.
Qed.

Theorem logits_lead : forall longest narrow wide cosine sine w i s l, In (longest, (narrow, wide)) mix_rows -> accurate cos cosine -> accurate sin sine ->
  nearly_best_up_to longest w -> (Z.of_nat i <= longest)%Z -> (asked (s i) < i)%nat ->
  (forall j, within i j -> logit_comes_out narrow wide wide cosine sine w (s i) i (s j) j (l j)) ->
  forall j, within i j -> j <> (i - asked (s i))%nat -> l j - l (i - asked (s i))%nat <= - 0.1524.
Proof.
  intros longest narrow wide cosine sine w i s l Row Cosine Sine Best I A Out j J Ne. pose proof (proj1 Best) as Cv.
  destruct (best_mix_leads longest w Best) as [Lead Lead']. set (t := (i - asked (s i))%nat) in *. assert (T : within i t) by (unfold within, t; lia).
  assert (Near : exists E, (forall k, within i k -> Rabs (l k - exact_mix w i (asked (s i)) k) <= E) /\
    forall d, (1 <= Z.of_nat d <= longest - 1)%Z -> 2 * E + 0.1524 <= mixed_lead 64 w (g 500000 64) d).
  { destruct (mix_rows_fit longest narrow wide Row) as [[-> (N & W & P)]|[-> (N & W & P)]]; [exists 0.0472|exists 0.0158]; (split; [|
      intros d D; first [pose proof (Lead eq_refl d ltac:(lia)); lra | pose proof (Lead' eq_refl d ltac:(lia)); lra]]); intros k K.
    - eapply Rle_trans; [apply (logit_close 131072 narrow wide cosine sine (/ 256) (/ 33554432) 0.0157 w (s i) i (s k) k); try assumption; try lra;
        [unfold within in K; lia|apply Out, K]|lra].
    - eapply Rle_trans; [apply (logit_close 1048576 narrow wide cosine sine (/ 256) (/ 33554432) 0.0000012 w (s i) i (s k) k); try assumption; try lra;
        [unfold within in K; lia|apply Out, K]|lra]. }
  destruct Near as (E & Off & Ahead). pose proof (Off t T) as Top. pose proof (Off j J) as Low. unfold t in Top. rewrite (exact_target w i _ Cv A) in Top. fold t in Top.
  rewrite (exact_by_distance w i _ j Cv A) in Low. set (d := Z.to_nat _) in Low. unfold within in J. specialize (Ahead d ltac:(unfold d, t in *; lia)).
  apply Rabs_le_inv in Top, Low. lra.
Qed.

Theorem new_long_context_proved : new_long_context_statement.
Proof.
  intros longest narrow wide cosine sine Row Cosine Sine w Best n i s l code out N I A C Out Read.
  assert (L : (Z.of_nat i <= longest)%Z) by (unfold within in I; lia).
  assert (Fit : off_by (/ 256) (/ 33554432) narrow /\ (longest <= 1048576)%Z) by (destruct (mix_rows_fit _ _ _ Row) as [[-> [F _]]|[-> [F _]]]; (split; [exact F|lia])).
  apply Rle_trans with (3 / 4); [lra|]. apply (target_is_read narrow i (i - asked (s i)) l code out (proj1 Fit)); try assumption; [lia|unfold within; lia|].
  exact (logits_lead longest narrow wide cosine sine w i s l Row Cosine Sine Best L A Out).
Qed.

(** * False neighbours *)

Lemma in_turn_adds_up : forall fl, (forall x, once_rounded x (fl x)) -> forall r x, adds_up (x :: r) (in_turn fl (x :: r)).
Proof.
  intros fl Fl. induction r as [|y r IH]; intro x; [apply adds_one, not_rounded|]. change (in_turn fl (x :: y :: r)) with (fl (x + in_turn fl (y :: r))).
  apply (adds_two [x] (y :: r) _ x (in_turn fl (y :: r))); [apply adds_one, not_rounded|apply IH|reflexivity|apply Fl].
Qed.

(** Vectors of which only the steps named are rounded, and their products added in turn. *)
Definition vector_run (narrow seen wide cosine sine : R -> R) (theta : R) (v : vec) (m : nat) : vec :=
  let turned := turned_in wide seen wide cosine sine theta v m in (narrow (fst turned), narrow (snd turned)).

Definition logit_run (fl narrow seen wide cosine sine : R -> R) (w : nat -> R) (x : token) (i : nat) (y : token) (j : nat) : R :=
  in_turn fl (flat_map (fun k => let h := balanced_plane w k in
    let q := vector_run narrow seen wide cosine sine (frequency h) (query h x) i in
    let r := vector_run narrow seen wide cosine sine (frequency h) (key h y) j in [fst q * fst r; snd q * snd r]) (seq 0 64)).

Lemma logit_run_comes_out : forall fl narrow seen wide cosine sine w x i y j, (forall z, once_rounded z (fl z)) ->
  logit_comes_out narrow seen wide cosine sine w x i y j (logit_run fl narrow seen wide cosine sine w x i y j).
Proof.
  intros fl narrow seen wide cosine sine w x i y j Fl.
  exists (fun k => vector_run narrow seen wide cosine sine (frequency (balanced_plane w k)) (query (balanced_plane w k) x) i).
  exists (fun k => vector_run narrow seen wide cosine sine (frequency (balanced_plane w k)) (key (balanced_plane w k) y) j).
  assert (Same : forall k v, close (sqrt (w k) / 2 ^ 49) v v).
  { intros k v. assert (0 <= sqrt (w k) / 2 ^ 49) by (apply Rmult_le_pos; [apply sqrt_pos|apply above_nothing]).
    unfold close. rewrite !Rminus_diag_eq, Rabs_R0 by reflexivity. split; assumption. }
  split.
  - intros k _. cbv zeta. split; eexists; (split; [apply Same|reflexivity]).
  - unfold logit_run. cbv zeta. cbn [seq flat_map app]. apply in_turn_adds_up, Fl.
Qed.

(** An output with no other rounding than its own. *)
Definition output_run (narrow : R -> R) (beta : R) (n : nat) (l code : nat -> R) (c : R) : R :=
  narrow (sum1 (fun j => exp (beta * (l j - c)) * code j) n / sum1 (fun j => exp (beta * (l j - c))) n).

Lemma in_turn_exact : forall l, in_turn (fun x => x) l = all_of l.
Proof.
  intro l. unfold all_of. induction l as [|x [|y r] IH]; [reflexivity|simpl; ring|].
  change (in_turn (fun x => x) (x :: y :: r)) with (x + in_turn (fun x => x) (y :: r)). rewrite IH. reflexivity.
Qed.

Lemma exact_adds_up : forall f n, (1 <= n)%nat -> adds_up (map f (seq 1 n)) (sum1 f n).
Proof.
  intros f n N. rewrite <- all_of_positions, <- in_turn_exact. destruct n as [|n]; [lia|]. apply in_turn_adds_up. exact not_rounded.
Qed.

Lemma exact_weight : forall beta c l, weighs beta c l (exp (beta * (l - c))).
Proof.
  intros beta c l. exists l. rewrite !Rminus_diag_eq, Rabs_R0 by reflexivity. split; [|apply above_nothing].
  unfold Rdiv. pose proof (above_nothing 24). lra.
Qed.

Lemma output_run_comes_out : forall narrow beta n l code m, (1 <= n)%nat -> maximiser l n m -> output_comes_out narrow beta n l code (output_run narrow beta n l code (l m)).
Proof.
  intros narrow beta n l code m N L. set (e := fun j => exp (beta * (l j - l m))).
  exists m, e, e, e, (sum1 (fun j => e j * code j) n), (sum1 e n), (sum1 (fun j => e j * code j) n / sum1 e n).
  split; [exact L|]. split; [|split; [|split; [|split; [|reflexivity]]]].
  - intros j _. split; [apply exact_weight|split; [apply exact_weight|]]. unfold cast_weight. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity.
    pose proof (above_nothing 7). pose proof (above_nothing 24). pose proof (Rabs_pos (e j)). nra.
  - apply exact_adds_up, N.
  - apply exact_adds_up, N.
  - rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. pose proof (above_nothing 8). apply Rmult_le_pos; [assumption|apply Rabs_pos].
Qed.

(** The target is at the last position, and its code is 1; the others' is -1. *)
Definition last_alone (n j : nat) : R := if (j =? n)%nat then 1 else -1.

Lemma last_alone_signs : forall n, signs n (last_alone n).
Proof. intros n j _. unfold last_alone. destruct (j =? n)%nat; tauto. Qed.

(** What is read then is at most what rivals leave. *)
Lemma read_at_most : forall narrow beta n l c lost, off_by (/ 256) (/ 33554432) narrow -> (1 <= n)%nat -> 0 <= lost <= 1 ->
  lost * exp (beta * (l n - c)) <= sum1 (fun j => if (j =? n)%nat then 0 else exp (beta * (l j - c))) n ->
  output_run narrow beta n l (last_alone n) c <= (1 - lost) * (257 / 256) + / 33554432.
Proof.
  intros narrow beta n l c lost Nw N Lo H. unfold output_run. set (e := fun j => exp (beta * (l j - c))) in *.
  assert (T : within n n) by (unfold within; lia). assert (E : 0 < e n) by apply exp_pos. fold (e n) in H.
  change (fun j => if (j =? n)%nat then 0 else exp (beta * (l j - c))) with (fun j => if (j =? n)%nat then 0 else e j) in H.
  change (fun j => exp (beta * (l j - c)) * last_alone n j) with (fun j => e j * last_alone n j). change (fun j => exp (beta * (l j - c))) with e.
  rewrite (sum1_split e n n T), (sum1_split (fun j => e j * last_alone n j) n n T).
  rewrite (sum1_ext (fun j => if (j =? n)%nat then 0 else e j * last_alone n j) (fun j => -1 * (if (j =? n)%nat then 0 else e j))).
  2: { intros j _. unfold last_alone. destruct (j =? n)%nat; ring. }
  rewrite sum1_scal. unfold last_alone. rewrite Nat.eqb_refl. set (S := sum1 _ n) in *. assert (S0 : 0 <= S) by nra.
  set (x := (e n * 1 + -1 * S) / (e n + S)). assert (X : x <= 1 - lost).
  { unfold x. apply (Rmult_le_reg_r (e n + S)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. nra. }
  pose proof (Nw x) as F. apply Rabs_le_inv in F. destruct (Rle_dec 0 x) as [P|P]; [rewrite Rabs_right in F by lra|rewrite Rabs_left in F by lra]; lra.
Qed.

Lemma last_of_letters : forall n, (1 <= n)%nat -> (n - asked (Letter 0))%nat = n.
Proof. intros n _. simpl. lia. Qed.

(** With positions in the narrow format, too: 257 and 256 are one in bfloat16. *)
Definition new_long_context_neighbour_positions : Prop :=
  forall (longest : Z) (narrow wide cosine sine : R -> R), In (longest, (narrow, wide)) mix_rows -> accurate cos cosine -> accurate sin sine ->
    forall (w : nat -> R), nearly_best_up_to longest w ->
      forall (n i : nat) (s : nat -> token) (l code : nat -> R) (out : R),
        (Z.of_nat n <= longest)%Z -> within n i -> (asked (s i) < i)%nat -> signs i code ->
        (forall j, within i j -> logit_comes_out narrow narrow wide cosine sine w (s i) i (s j) j (l j)) ->
        output_comes_out narrow 128 i l code out ->
        1 / 8 <= code (i - asked (s i))%nat * out.

Theorem new_long_context_neighbour_positions_false : ~ new_long_context_neighbour_positions.
Proof.
  intro H. destruct some_nearly_best as [w Best]. set (narrow := held 8 (-133)). set (wide := held 53 (-1074)). set (s := fun _ : nat => Letter 0).
  set (l := fun j => logit_run (fun x => x) narrow narrow wide cos sin w (s 257%nat) 257 (s j) j). destruct (exists_maximiser l 257 ltac:(lia)) as [top Top].
  specialize (H 131072%Z narrow wide cos sin ltac:(left; reflexivity) (proj1 exact_library_functions) (proj2 exact_library_functions) w Best 257%nat 257%nat s l
    (last_alone 257) _ ltac:(lia) ltac:(unfold within; lia) ltac:(simpl; lia) (last_alone_signs 257)
    ltac:(intros; apply logit_run_comes_out, not_rounded) (output_run_comes_out narrow 128 257 l _ top ltac:(lia) Top)).
  change (257 - asked (s 257%nat))%nat with 257%nat in H. unfold last_alone in H at 1. rewrite Nat.eqb_refl, Rmult_1_l in H.
  assert (Tie : l 256%nat = l 257%nat).
  { unfold l, logit_run. apply f_equal, flat_map_ext. intro k. unfold vector_run, turned_in, s. cbv zeta. cbn [balanced_plane frequency query key].
    rewrite (held_next 8 (-133) 256 ltac:(lia) ltac:(lia) ltac:(reflexivity) : narrow (INR 257) = narrow (INR 256)). reflexivity. }
  pose proof (read_at_most narrow 128 257 l (l top) 1 (narrow_fits 8 (-133) ltac:(lia) ltac:(lia)) ltac:(lia) ltac:(lra)) as Most.
  assert (Rival : 1 * exp (128 * (l 257%nat - l top)) <= sum1 (fun j => if (j =? 257)%nat then 0 else exp (128 * (l j - l top))) 257).
  { rewrite (sum1_split _ 256 257) by lia. change (256 =? 257)%nat with false. cbv iota. rewrite Tie, Rmult_1_l.
    assert (0 <= sum1 (fun k => if (k =? 256)%nat then 0 else if (k =? 257)%nat then 0 else exp (128 * (l k - l top))) 257); [|lra].
    apply sum1_nonneg. intros j _. destruct (j =? 256)%nat, (j =? 257)%nat; try lra; left; apply exp_pos. }
  specialize (Most Rival). lra.
Qed.

(** beta = 4: 131071 rivals together weigh more than the target, though each is behind by as much as a logit can be. *)
Definition new_long_context_neighbour_beta : Prop :=
  forall (longest : Z) (narrow wide cosine sine : R -> R), In (longest, (narrow, wide)) mix_rows -> accurate cos cosine -> accurate sin sine ->
    forall (w : nat -> R), nearly_best_up_to longest w ->
      forall (n i : nat) (s : nat -> token) (l code : nat -> R) (out : R),
        (Z.of_nat n <= longest)%Z -> within n i -> (asked (s i) < i)%nat -> signs i code ->
        (forall j, within i j -> logit_comes_out narrow wide wide cosine sine w (s i) i (s j) j (l j)) ->
        output_comes_out narrow 4 i l code out ->
        1 / 8 <= code (i - asked (s i))%nat * out.

Lemma exact_within_one : forall w i back j, convex 64 w -> -1 <= exact_mix w i back j <= 1.
Proof.
  intros w i back j [W One]. unfold exact_mix. set (f := fun k => w k * cos ((dist i j - INR back) * g 500000 64 k)).
  assert (Each : forall k, (k < 64)%nat -> -1 * w k <= f k <= w k).
  { intros k K. specialize (W k K). unfold f. pose proof (COS_bound ((dist i j - INR back) * g 500000 64 k)). split; nra. }
  assert (L : sum (fun k => -1 * w k) 64 <= sum f 64) by (apply sum_le; intros k K; apply (Each k K)).
  assert (U : sum f 64 <= sum w 64) by (apply sum_le; intros k K; apply (Each k K)). rewrite sum_scal, One in L. lra.
Qed.

Theorem new_long_context_neighbour_beta_false : ~ new_long_context_neighbour_beta.
Proof.
  intro H. destruct some_nearly_best as [w Best]. set (narrow := held 8 (-133)). set (wide := held 53 (-1074)). set (s := fun _ : nat => Letter 0).
  assert (M : exists m, Z.of_nat m = 131072%Z) by (exists (Z.to_nat 131072); apply Z2Nat.id; lia). destruct M as [m M].
  set (l := fun j => logit_run (fun x => x) narrow wide wide cos sin w (s m) m (s j) j). destruct (exists_maximiser l m ltac:(lia)) as [top Top].
  assert (Out : forall j, within m j -> logit_comes_out narrow wide wide cos sin w (s m) m (s j) j (l j)) by (intros; apply logit_run_comes_out, not_rounded).
  specialize (H 131072%Z narrow wide cos sin ltac:(left; reflexivity) (proj1 exact_library_functions) (proj2 exact_library_functions) w Best m m s l
    (last_alone m) _ ltac:(lia) ltac:(unfold within; lia) ltac:(simpl; lia) (last_alone_signs m) Out (output_run_comes_out narrow 4 m l _ top ltac:(lia) Top)).
  unfold s at 1 in H. rewrite last_of_letters in H by lia. unfold last_alone in H at 1. rewrite Nat.eqb_refl, Rmult_1_l in H.
  assert (Size : forall j, within m j -> -1.1 <= l j <= 1.1).
  { intros j J. pose proof (exact_within_one w m 0 j (proj1 Best)) as X. apply Out in J as Y. unfold within in J.
    apply (logit_close 131072 narrow wide cos sin (/ 256) (/ 33554432) 0.0157) in Y; try lra; try lia; try apply exact_library_functions; try apply Best;
      [|apply narrow_fits; lia|apply wide_fits; lia|apply phases_24; lia].
    apply Rabs_le_inv in Y. simpl asked in Y. lra. }
  pose proof (read_at_most narrow 4 m l (l top) 1 (narrow_fits 8 (-133) ltac:(lia) ltac:(lia)) ltac:(lia) ltac:(lra)) as Most.
  assert (Rival : 1 * exp (4 * (l m - l top)) <= sum1 (fun j => if (j =? m)%nat then 0 else exp (4 * (l j - l top))) m).
  { apply Rle_trans with (sum1 (fun j => if (j =? m)%nat then 0 else exp (- 8.8) * exp (4 * (l m - l top))) m).
    - rewrite sum1_one by lia. rewrite minus_INR, (INR_IZR_INZ m), M by lia. simpl (INR 1). pose proof (exp_pos (4 * (l m - l top))).
      assert (1 <= (131072 - 1) * exp (- 8.8)) by interval. nra.
    - apply sum1_le. intros j J. destruct (j =? m)%nat; [lra|]. rewrite <- exp_plus. apply exp_le.
      pose proof (Size j J). pose proof (Size m ltac:(unfold within; lia)). lra. }
  specialize (Most Rival). lra.
Qed.

(** Any convex mix, as one plane: the slowest tells no two neighbours apart. *)
Definition new_long_context_neighbour_plane : Prop :=
  forall (longest : Z) (narrow wide cosine sine : R -> R), In (longest, (narrow, wide)) mix_rows -> accurate cos cosine -> accurate sin sine ->
    forall (w : nat -> R), convex 64 w ->
      forall (n i : nat) (s : nat -> token) (l code : nat -> R) (out : R),
        (Z.of_nat n <= longest)%Z -> within n i -> (asked (s i) < i)%nat -> signs i code ->
        (forall j, within i j -> logit_comes_out narrow wide wide cosine sine w (s i) i (s j) j (l j)) ->
        output_comes_out narrow 128 i l code out ->
        1 / 8 <= code (i - asked (s i))%nat * out.

Definition slowest_alone (k : nat) : R := if (k =? 63)%nat then 1 else 0.

Lemma slowest_sum : forall f, sum (fun k => slowest_alone k * f k) 64 = f 63%nat.
Proof. intro f. unfold slowest_alone. rewrite sum_at_one by lia. ring. Qed.

Theorem new_long_context_neighbour_plane_false : ~ new_long_context_neighbour_plane.
Proof.
  intro H. set (narrow := held 24 (-149)). set (wide := held 53 (-1074)). set (s := fun _ : nat => Letter 0). set (w := slowest_alone).
  assert (Cv : convex 64 w).
  { split; [intros k _; unfold w, slowest_alone; destruct (k =? 63)%nat; lra|]. rewrite <- (slowest_sum (fun _ => 1)). apply sum_ext. intros. unfold w. ring. }
  set (l := fun j => logit_run (fun x => x) narrow wide wide cos sin w (s 2%nat) 2 (s j) j). destruct (exists_maximiser l 2 ltac:(lia)) as [top Top].
  assert (Out : forall j, within 2 j -> logit_comes_out narrow wide wide cos sin w (s 2%nat) 2 (s j) j (l j)) by (intros; apply logit_run_comes_out, not_rounded).
  specialize (H 131072%Z narrow wide cos sin ltac:(right; right; left; reflexivity) (proj1 exact_library_functions) (proj2 exact_library_functions) w Cv 2%nat 2%nat s l
    (last_alone 2) _ ltac:(lia) ltac:(unfold within; lia) ltac:(simpl; lia) (last_alone_signs 2) Out (output_run_comes_out narrow 128 2 l _ top ltac:(lia) Top)).
  change (2 - asked (s 2%nat))%nat with 2%nat in H. unfold last_alone in H at 1. rewrite Nat.eqb_refl, Rmult_1_l in H.
  assert (Near : forall j, within 2 j -> Rabs (l j - exact_mix w 2 0 j) <= 0.00003).
  { intros j J. apply Out in J as Y. unfold within in J.
    apply (logit_close 1048576 narrow wide cos sin (/ 16777216) (/ 1000000000000) 0.0000012) in Y; try lra; try lia; try apply exact_library_functions; try exact Cv;
      [|apply wide_fits; lia|apply wide_fits; lia|apply phases_53].
    simpl asked in Y. lra. }
  assert (Slow : g 500000 64 63 <= 0.00001).
  { unfold g, Rpower. rewrite (INR_IZR_INZ 63), (INR_IZR_INZ 64). simpl IZR. interval. }
  pose proof (base_frequency 63) as Gp. unfold w in Near. pose proof (Near 1%nat ltac:(unfold within; lia)) as One. pose proof (Near 2%nat ltac:(unfold within; lia)) as Two.
  unfold exact_mix in One, Two. rewrite slowest_sum in One, Two. unfold dist in One, Two. simpl INR in One, Two.
  replace ((1 + 1 - 1 - 0) * g 500000 64 63) with (g 500000 64 63) in One by ring. replace ((1 + 1 - (1 + 1) - 0) * g 500000 64 63) with 0 in Two by ring. rewrite cos_0 in Two.
  pose proof (one_minus_cos_le_square (g 500000 64 63)) as Cs. apply Rabs_le_inv in One, Two.
  assert (Behind : - 0.0001 <= l 1%nat - l 2%nat) by nra.
  pose proof (read_at_most narrow 128 2 l (l top) 0.98 (narrow_fits 24 (-149) ltac:(lia) ltac:(lia)) ltac:(lia) ltac:(lra)) as Most.
  assert (Rival : 0.98 * exp (128 * (l 2%nat - l top)) <= sum1 (fun j => if (j =? 2)%nat then 0 else exp (128 * (l j - l top))) 2).
  { unfold sum1. simpl. rewrite Rplus_0_l, Rplus_0_r. apply Rle_trans with (exp (- 0.0128) * exp (128 * (l 2%nat - l top))).
    - apply Rmult_le_compat_r; [left; apply exp_pos|interval].
    - rewrite <- exp_plus. apply exp_le. lra. }
  specialize (Most Rival). lra.
Qed.

(** A size of 255/256: the cast of a weight and the quotient take more, with one key. *)
Definition new_long_context_neighbour_size : Prop :=
  forall (longest : Z) (narrow wide cosine sine : R -> R), In (longest, (narrow, wide)) mix_rows -> accurate cos cosine -> accurate sin sine ->
    forall (w : nat -> R), nearly_best_up_to longest w ->
      forall (n i : nat) (s : nat -> token) (l code : nat -> R) (out : R),
        (Z.of_nat n <= longest)%Z -> within n i -> (asked (s i) < i)%nat -> signs i code ->
        (forall j, within i j -> logit_comes_out narrow wide wide cosine sine w (s i) i (s j) j (l j)) ->
        output_comes_out narrow 128 i l code out ->
        255 / 256 <= code (i - asked (s i))%nat * out.

Theorem new_long_context_neighbour_size_false : ~ new_long_context_neighbour_size.
Proof.
  intro H. destruct some_nearly_best as [w Best]. set (narrow := held 24 (-149)). set (wide := held 53 (-1074)). set (s := fun _ : nat => Letter 0).
  set (l := fun j => logit_run (fun x => x) narrow wide wide cos sin w (s 1%nat) 1 (s j) j).
  set (small := 255 / 256 * (255 / 256)). specialize (H 131072%Z narrow wide cos sin ltac:(right; right; left; reflexivity) (proj1 exact_library_functions)
    (proj2 exact_library_functions) w Best 1%nat 1%nat s l (fun _ => 1) (narrow small) ltac:(lia) ltac:(unfold within; lia) ltac:(simpl; lia)
    ltac:(left; reflexivity) ltac:(intros; apply logit_run_comes_out, not_rounded)).
  assert (Read : output_comes_out narrow 128 1 l (fun _ => 1) (narrow small)).
  { exists 1%nat, (fun _ => 1), (fun _ => 1), (fun _ => 255 / 256), (255 / 256), 1, small.
    assert (Weigh : forall j, within 1 j -> weighs 128 (l 1%nat) (l j) 1).
    { intros j J. replace j with 1%nat by (unfold within in J; lia). pose proof (exact_weight 128 (l 1%nat) (l 1%nat)) as E.
      replace (128 * (l 1%nat - l 1%nat)) with 0 in E by ring. rewrite exp_0 in E. exact E. }
    split; [|split; [|split; [|split; [|split; [|reflexivity]]]]].
    - split; [unfold within; lia|]. intros j J. replace j with 1%nat by (unfold within in J; lia). lra.
    - intros j J. split; [apply Weigh, J|split; [apply Weigh, J|]]. unfold cast_weight. rewrite Rabs_left, Rabs_R1 by lra. simpl. lra.
    - apply adds_one. replace (255 / 256 * 1) with (255 / 256) by ring. apply not_rounded.
    - apply adds_one, not_rounded.
    - replace (255 / 256 / 1) with (255 / 256) by field. rewrite Rabs_left, (Rabs_right (255 / 256)) by (unfold small; lra). unfold small. simpl. lra. }
  apply H in Read. rewrite Rmult_1_l in Read. pose proof (wide_fits 24 (-149) ltac:(lia) ltac:(lia) small) as F. fold narrow in F.
  rewrite (Rabs_right small) in F by (unfold small; lra). apply Rabs_le_inv in F. set (z := narrow small) in *. clearbody z. unfold small in F. lra.
Qed.

(** Two positions in bfloat16 with a float64 rotation, the letter A at both, products added in float32 one after the other. *)
Example new_long_context_instance : instance_of new_long_context_statement.
Proof.
  exists 131072%Z, (held 8 (-133)), (held 53 (-1074)), cos, sin. split; [left; reflexivity|]. split; [apply exact_library_functions|]. split; [apply exact_library_functions|].
  destruct some_nearly_best as [w Best]. exists w. split; [exact Best|]. set (s := fun _ : nat => Letter 0).
  set (l := fun j => logit_run (held 24 (-149)) (held 8 (-133)) (held 53 (-1074)) (held 53 (-1074)) cos sin w (s 2%nat) 2 (s j) j).
  destruct (exists_maximiser l 2 ltac:(lia)) as [top Top].
  exists 2%nat, 2%nat, s, l, (last_alone 2), (output_run (held 8 (-133)) 128 2 l (last_alone 2) (l top)). split; [lia|]. split; [unfold within; lia|]. split; [simpl; lia|].
  split; [apply last_alone_signs|]. split; [|split; [|exact I]].
  - intros j _. apply logit_run_comes_out, rounded_once.
  - apply output_run_comes_out; [lia|exact Top].
Qed.
