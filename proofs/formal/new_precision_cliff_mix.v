(** new.precision-cliff.mix (new): a good mix of planes decodes with every step rounded.

    Statement.  The best mix of RoPE's planes for Index (base 500000, d = 128, n = 131072) decodes at every length up to
    131072 in float32 and float64, and in bfloat16 and float16 if frequencies, positions and phases are float32: the target
    has the one largest computed logit, whatever the input.

    Idea: no position is looked at.  Up to 131072 a phase of 24 bits is off by at most 0.0157, whatever the frequency in
    (0, 1]; what 8 bits do to query, key and logit adds less than 0.07.  So a logit is off by at most 0.102, with any convex
    mix, and the best one leads by 0.2805 (new_index_gap_multifrequency.v).
    Encoding: the steps of Recipe in rope_theory/models/precision/recipe.py, all to nearest even.  Underflow is there, as
    float16 has it here; overflow is not (the page computes that there is none).  A rotated vector has one cast less, as it
    is a number of the format already.  cos and sin of the library are any functions within 2^-21, which is the most
    that four units in the last place of float32 are.  The products of the dot product are added in any order, for each key in
    another one if one likes; planes of weight 0 are among them and add zeros.  A mix is any that comes within 0.0005 of the
    best gap at each distance: so the best one, and the rounded one of the page.  Decoded is what has the only largest logit. *)

From Coq Require Import Reals ZArith Lra Lia List Permutation.
From Flocq Require Import Core Relative.
From RopeTheory Require Import IntervalZ.
From RopeTheory Require Import Rope Trig Heads new_precision_cliff new_precision_cliff_cache_corrected
  new_precision_cliff_positions new_precision_cliff_retrieval_shared_letter new_precision_cliff_retrieval
  new_base_bound_monotone Mixes new_index_gap_multifrequency Instances.
Import ListNotations.
Open Scope R_scope.

(** Rounding to p bits, to nearest, ties to even, in steps of 2^least at the finest. *)
Definition held (p least : Z) (x : R) : R := round radix2 (FLT_exp least p) ZnearestE x.

(** The format of most steps, and that of phases, products and sums. *)
Definition recipes : list ((R -> R) * (R -> R)) :=
  [(held 8 (-133), held 24 (-149)); (held 11 (-24), held 24 (-149)); (held 24 (-149), held 24 (-149)); (held 53 (-1074), held 53 (-1074))].

(** A sum computed in some order: a tree of rounded additions. *)
Inductive sum_in_order (fl : R -> R) : list R -> R -> Prop :=
  | added_one : forall x, sum_in_order fl [x] x
  | added_two : forall l r whole a b, sum_in_order fl l a -> sum_in_order fl r b -> Permutation (l ++ r) whole -> sum_in_order fl whole (fl (a + b)).

(** The vector v at position m after RoPE, as computed. *)
Definition turned_in (narrow seen wide cosine sine : R -> R) (theta : R) (v : vec) (m : nat) : vec :=
  let phase := wide (seen (INR m) * wide theta) in
  let c := narrow (cosine phase) in
  let s := narrow (sine phase) in
  let x := narrow (fst v) in
  let y := narrow (snd v) in
  (narrow (narrow (c * x) - narrow (s * y)), narrow (narrow (s * x) + narrow (c * y))).

(** Plane k of H_POS with weights w. *)
Definition mixed_plane (w : nat -> R) (k : nat) : plane token :=
  let theta := g 500000 64 k in Plane theta (fun x => scale (w k) (rot (- INR (asked x) * theta) north)) (fun _ => north).

(** The rounded products of the dot product, two for each plane. *)
Definition plane_products (narrow seen wide cosine sine : R -> R) (h : nat ->
  plane token) (x : token) (i : nat) (y : token) (j : nat) (K : nat) : list R :=
  flat_map (fun k =>
    let q := turned_in narrow seen wide cosine sine (frequency (h k)) (query (h k) x) i in
    let r := turned_in narrow seen wide cosine sine (frequency (h k)) (key (h k) y) j in
    [wide (fst q * fst r); wide (snd q * snd r)]) (seq 0 K).

(** l is a logit that may come out. *)
Definition comes_out (narrow seen wide cosine sine : R -> R) (h : nat -> plane token) (x : token) (i : nat) (y : token) (j : nat) (l : R) : Prop :=
  exists total, sum_in_order wide (plane_products narrow seen wide cosine sine h x i y j 64) total /\ l = narrow total.

(** Weights that lead by the gap of the best mix, but for 0.0005. *)
Definition nearly_best (w : nat -> R) : Prop :=
  convex 64 w /\ exists gap, best_gap 64 (g 500000 64) 131072 gap /\
    forall t, (1 <= Z.of_nat t <= 131072 - 1)%Z -> gap - 0.0005 <= mixed_lead 64 w (g 500000 64) t.

Definition new_precision_cliff_mix_statement : Prop :=
  forall (narrow wide cosine sine : R -> R), In (narrow, wide) recipes -> accurate cos cosine -> accurate sin sine ->
    forall (w : nat -> R), nearly_best w ->
      forall (n : nat) (s : nat -> token) (l : nat -> R), (Z.of_nat n <= 131072)%Z -> (asked (s n) < n)%nat ->
        (forall j, within n j -> comes_out narrow wide wide cosine sine (mixed_plane w) (s n) n (s j) j (l j)) ->
        only_maximiser l n (n - asked (s n)).

(** The exact logits are those of the mix. *)
Remark exact_logit : forall w x i y j, sum (fun k => logit (frequency (mixed_plane w k)) (query (mixed_plane w k) x)
  (key (mixed_plane w k) y) i j) 64 =
  sum (fun k => w k * cos ((dist i j - INR (asked x)) * g 500000 64 k)) 64.
Proof.
  intros. apply sum_ext. intros k _. unfold mixed_plane, logit, frequency, query, key, scale, dot, rot, north. cbn [fst snd].
  replace ((dist i j - INR (asked x)) * g 500000 64 k) with (dist i j * g 500000 64 k + - INR (asked x) * g 500000 64 k) by ring.
  rewrite cos_plus. ring.
Qed.

(** * One rounding *)

Definition off_by (u tiny : R) (fl : R -> R) : Prop := forall x, Rabs (fl x - x) <= u * Rabs x + tiny.

Lemma held_off : forall p least, (0 < p)%Z -> off_by (bpow radix2 (- p)) (bpow radix2 (least - 1)) (held p least).
Proof.
  intros p least P x. unfold held. destruct (error_N_FLT radix2 least p P (fun n => negb (Z.even n)) x) as (e & t & E & T & _ & H).
  change (Znearest (fun n => negb (Z.even n))) with ZnearestE in H. rewrite H.
  replace (x * (1 + e) + t - x) with (x * e + t) by ring. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult.
  assert (A : forall z, / 2 * bpow radix2 z = bpow radix2 (z - 1)) by (intro z; unfold Zminus; rewrite bpow_plus;
    change (bpow radix2 (- (1))) with (/ 2); ring).
  rewrite A in E, T. replace (- p + 1 - 1)%Z with (- p)%Z in E by ring. pose proof (Rabs_pos x). nra.
Qed.

Lemma off_more : forall u t u' t' fl, u <= u' -> t <= t' -> off_by u t fl -> off_by u' t' fl.
Proof. intros u t u' t' fl U T H x. pose proof (H x). pose proof (Rabs_pos x). nra. Qed.

Lemma held_within : forall p least p' least', (0 < p' <= p)%Z -> (least <= least')%Z ->
  off_by (bpow radix2 (- p')) (bpow radix2 (least' - 1)) (held p least).
Proof. intros. apply (off_more (bpow radix2 (- p)) (bpow radix2 (least - 1))); [apply bpow_le; lia..|apply held_off; lia]. Qed.

Lemma whole_held : forall p least m, (24 <= p)%Z -> (least <= 0)%Z -> (Z.of_nat m <= 131072)%Z -> held p least (INR m) = INR m.
Proof.
  intros p least m P L M. unfold held. assert (V : Prec_gt_0 p) by (unfold Prec_gt_0; lia). apply round_generic; [apply valid_rnd_N|].
  apply generic_format_FLT. exists (Float radix2 (Z.of_nat m) 0); [unfold F2R; simpl; rewrite INR_IZR_INZ; ring| |exact L].
  simpl. rewrite Z.abs_eq by lia. apply Z.le_lt_trans with 131072%Z; [exact M|].
  apply Z.lt_le_trans with (2 ^ 24)%Z; [reflexivity|]. change (Z.pow_pos 2) with (Z.pow_pos radix2). apply (Z.pow_le_mono_r 2); lia.
Qed.

(** What is used of the four. *)
Definition fits (narrow wide : R -> R) : Prop :=
  off_by (/ 256) (/ 33554432) narrow /\ off_by (/ 16777216) (/ 1000000000000) wide /\
  forall m, (Z.of_nat m <= 131072)%Z -> wide (INR m) = INR m.

Lemma recipes_fit : forall narrow wide, In (narrow, wide) recipes -> fits narrow wide.
Proof.
  assert (N : forall p least, (8 <= p)%Z -> (least <= -24)%Z -> off_by (/ 256) (/ 33554432) (held p least)).
  { intros. apply (held_within p least 8 (-24)); lia. }
  assert (W : forall p least, (24 <= p)%Z -> (least <= -149)%Z -> off_by (/ 16777216) (/ 1000000000000) (held p least)).
  { intros. apply (off_more (bpow radix2 (-24)) (bpow radix2 (-60))); [simpl; lra|simpl; lra|]. apply (held_within p least 24 (-59)); lia. }
  intros narrow wide H. repeat (destruct H as [H|H]; [injection H as <- <-; split; [apply N; lia|split; [apply W; lia|intros; apply whole_held;
    lia]]|]). destruct H.
Qed.

(** * Sums in any order *)

Definition all_of (l : list R) : R := fold_right Rplus 0 l.

Definition sizes_of (l : list R) : R := all_of (map Rabs l).

Lemma all_of_app : forall l r, all_of (l ++ r) = all_of l + all_of r.
Proof. intros l r. unfold all_of. induction l as [|x l IH]; cbn [app fold_right]; [ring|]. rewrite IH. ring. Qed.

Lemma all_of_permuted : forall l r, Permutation l r -> all_of l = all_of r.
Proof. intros l r H. unfold all_of. induction H; cbn [fold_right]; lra. Qed.

Lemma sizes_of_nonneg : forall l, 0 <= sizes_of l.
Proof. intro l. unfold sizes_of, all_of. induction l as [|x l IH]; cbn [map fold_right]; [lra|]. pose proof (Rabs_pos x). lra. Qed.

Lemma added_some : forall fl l total, sum_in_order fl l total -> (1 <= length l)%nat.
Proof. intros fl l total H. induction H as [|l r whole a b _ IL _ _ P]; [simpl; lia|]. rewrite <- (Permutation_length P), app_length. lia. Qed.

Lemma added_close : forall u tiny fl l total, 0 <= u -> 0 <= tiny -> off_by u tiny fl -> sum_in_order fl l total ->
  Rabs (total - all_of l) + sizes_of l <= (1 + u) ^ (length l - 1) * (sizes_of l + INR (length l - 1) * tiny).
Proof.
  intros u tiny fl l total U T Fl H. induction H as [x|l r whole a b L IL R IR P].
  - unfold sizes_of, all_of. cbn [map fold_right length]. simpl. rewrite Rplus_0_r, Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
  - rewrite <- (all_of_permuted _ _ P). assert (Sz : sizes_of whole = sizes_of l + sizes_of r).
    { unfold sizes_of. rewrite <- (all_of_permuted _ _ (Permutation_map Rabs P)), map_app, all_of_app. reflexivity. }
    rewrite Sz, <- (Permutation_length P), all_of_app, app_length. apply added_some in L, R. pose proof (sizes_of_nonneg l) as Sl.
    pose proof (sizes_of_nonneg r) as Sr.
    set (m := (length l + length r - 2)%nat). assert (E : (length l + length r - 1 = S m)%nat) by lia. rewrite E. clear E.
    assert (Up : forall k, (k <= m)%nat -> (1 + u) ^ k <= (1 + u) ^ m) by (intros; apply Rle_pow; [lra|assumption]).
    assert (Lm : (length l - 1 <= m)%nat) by lia. assert (Rm : (length r - 1 <= m)%nat) by lia. apply Up in Lm, Rm.
    assert (Em : INR (length l - 1) + INR (length r - 1) = INR m) by (rewrite <- plus_INR; f_equal; lia).
    pose proof (pos_INR (length l - 1)) as Pl. pose proof (pos_INR (length r - 1)) as Pr.
    set (A := sizes_of l + INR (length l - 1) * tiny) in *. set (B := sizes_of r + INR (length r - 1) * tiny) in *.
    assert (A0 : 0 <= A) by (apply Rplus_le_le_0_compat; [exact Sl|apply Rmult_le_pos; assumption]).
    assert (B0 : 0 <= B) by (apply Rplus_le_le_0_compat; [exact Sr|apply Rmult_le_pos; assumption]).
    assert (X : Rabs (a - all_of l) + Rabs (b - all_of r) + (sizes_of l + sizes_of r) <= (1 + u) ^ m * (A + B)).
    { pose proof (Rmult_le_compat_r A _ _ A0 Lm). pose proof (Rmult_le_compat_r B _ _ B0 Rm). lra. }
    assert (Big : forall z, Rabs (all_of z) <= sizes_of z).
    { clear. intro z. unfold sizes_of, all_of. induction z as [|x z IH]; cbn [map fold_right]; [rewrite Rabs_R0; lra|].
      eapply Rle_trans; [apply Rabs_triang|]. lra. }
    pose proof (Big l) as Bl. pose proof (Big r) as Br. pose proof (Fl (a + b)) as F.
    assert (Q : Rabs (a + b) <= (1 + u) ^ m * (A + B)).
    { replace (a + b) with ((a - all_of l) + (b - all_of r) + (all_of l + all_of r)) by ring.
      eapply Rle_trans; [apply sum_abs; [apply sum_abs; apply Rle_refl|apply sum_abs; [exact Bl|exact Br]]|]. lra. }
    assert (D : Rabs (fl (a + b) - (all_of l + all_of r)) <= u * Rabs (a + b) + tiny + (Rabs (a - all_of l) + Rabs (b - all_of r))).
    { replace (fl (a + b) - (all_of l + all_of r)) with ((fl (a + b) - (a + b)) + ((a - all_of l) + (b - all_of r))) by ring.
      apply sum_abs; [exact F|]. apply sum_abs; apply Rle_refl. }
    assert (AB : A + B = sizes_of l + sizes_of r + INR m * tiny) by (unfold A, B; rewrite <- Em; ring). rewrite AB in *.
    assert (One : 1 <= (1 + u) ^ S m) by (apply pow_R1_Rle; lra). rewrite S_INR. cbn [pow] in *.
    replace ((1 + u) * (1 + u) ^ m * (sizes_of l + sizes_of r + (INR m + 1) * tiny)) with ((1 + u) * ((1 + u) ^ m * (sizes_of l + sizes_of r + INR m * tiny)) + (1 + u) * (1 + u) ^ m * tiny) by ring.
    set (V := (1 + u) ^ m * (sizes_of l + sizes_of r + INR m * tiny)) in *.
    pose proof (Rmult_le_compat_l u _ _ U Q). pose proof (Rmult_le_compat_r tiny _ _ T One). lra.
Qed.

(** * How far a logit is off *)

Lemma library_close : forall f library, accurate f library -> forall x, Rabs (library x - f x) <= / 2000000.
Proof.
  intros f library A x. eapply Rle_trans; [apply A|]. apply Rinv_le_contravar; [lra|]. simpl. lra.
Qed.

Lemma product_off : forall narrow c c1 x, off_by (/ 256) (/ 33554432) narrow -> Rabs c <= 1 -> Rabs x <= 1 -> Rabs (c1 - c) <= / 2000000 ->
  Rabs (narrow (narrow c1 * narrow x) - c * x) <= 0.01177 * (Rabs c * Rabs x) + 0.000002.
Proof.
  intros narrow c c1 x N C X D. pose proof (Rabs_pos c) as C0. pose proof (Rabs_pos x) as X0.
  assert (C1 : Rabs c1 <= Rabs c + / 2000000) by (replace c1 with ((c1 - c) + c) by ring; eapply Rle_trans; [apply sum_abs;
    [exact D|apply Rle_refl]|lra]).
  assert (Ec : Rabs (narrow c1 - c) <= / 256 * Rabs c + 0.0000006).
  { replace (narrow c1 - c) with ((narrow c1 - c1) + (c1 - c)) by ring. eapply Rle_trans; [apply sum_abs; [apply N|exact D]|]. lra. }
  pose proof (N x) as Ex. set (dc := narrow c1 - c) in *. set (dx := narrow x - x) in *.
  assert (P : Rabs (narrow c1 * narrow x - c * x) <= 0.00783 * (Rabs c * Rabs x) + 0.000001).
  { replace (narrow c1 * narrow x - c * x) with (dc * x + c * dx + dc * dx) by (unfold dc, dx; ring).
    eapply Rle_trans; [apply sum_abs; [apply sum_abs; apply product_abs|apply product_abs]; first [exact Ec | exact Ex | apply Rle_refl]|].
    assert (0 <= Rabs c * Rabs x) by (apply Rmult_le_pos; assumption). nra. }
  replace (narrow (narrow c1 * narrow x) - c * x) with ((narrow (narrow c1 * narrow x) - narrow c1 * narrow x) + (narrow c1 * narrow x - c * x)) by
    ring.
  eapply Rle_trans; [apply sum_abs; [apply N|exact P]|].
  assert (S : Rabs (narrow c1 * narrow x) <= 1.00783 * (Rabs c * Rabs x) + 0.000001).
  { replace (narrow c1 * narrow x) with ((narrow c1 * narrow x - c * x) + c * x) by ring.
    eapply Rle_trans; [apply sum_abs; [exact P|rewrite Rabs_mult; apply Rle_refl]|]. lra. }
  assert (0 <= Rabs c * Rabs x) by (apply Rmult_le_pos; assumption). lra.
Qed.

Lemma total_off : forall narrow w a b p q, off_by (/ 256) (/ 33554432) narrow -> Rabs a + Rabs b <= w ->
  Rabs (p - a) <= 0.01177 * Rabs a + 0.000002 -> Rabs (q - b) <= 0.01177 * Rabs b + 0.000002 ->
    Rabs (narrow (p + q) - (a + b)) <= 0.0158 * w + 0.000005.
Proof.
  intros narrow w a b p q N W P Q. assert (D : Rabs (p + q - (a + b)) <= 0.01177 * w + 0.000004).
  { replace (p + q - (a + b)) with ((p - a) + (q - b)) by ring. eapply Rle_trans; [apply sum_abs; [exact P|exact Q]|]. lra. }
  assert (S : Rabs (p + q) <= 1.01177 * w + 0.000004).
  { replace (p + q) with ((p + q - (a + b)) + (a + b)) by ring. eapply Rle_trans; [apply sum_abs; [exact D|apply sum_abs; apply Rle_refl]|]. lra. }
  replace (narrow (p + q) - (a + b)) with ((narrow (p + q) - (p + q)) + (p + q - (a + b))) by ring.
  eapply Rle_trans; [apply sum_abs; [apply N|exact D]|]. pose proof (Rabs_pos a). pose proof (Rabs_pos b). lra.
Qed.

Lemma at_most_one : forall a, Rabs (cos a) <= 1 /\ Rabs (sin a) <= 1.
Proof. intro a. pose proof (COS_bound a). pose proof (SIN_bound a). split; apply Rabs_le; lra. Qed.

Lemma turned_north : forall a v, 0 <= v -> Rabs (v * cos a) <= v /\ Rabs (v * sin a) <= v.
Proof. intros a v V. destruct (at_most_one a) as [C S]. rewrite !Rabs_mult, (Rabs_right v) by lra. split; nra. Qed.

(** A vector of length w after RoPE, against the rotation by the computed phase. *)
Lemma turned_off : forall narrow seen wide cosine sine theta w a m, off_by (/ 256) (/ 33554432) narrow -> accurate cos cosine -> accurate sin sine ->
  0 <= w <= 1 ->
  let phase := wide (seen (INR m) * wide theta) in
  close (0.0158 * w + 0.000005) (turned_in narrow seen wide cosine sine theta (scale w (rot a north)) m) (scale w (rot (phase + a) north)).
Proof.
  intros narrow seen wide cosine sine theta w a m N Cosine Sine W phase. pose proof (library_close _ _ Cosine phase) as Dc.
  pose proof (library_close _ _ Sine phase) as Ds.
  destruct (at_most_one phase) as [C S]. destruct (turned_north a w ltac:(lra)) as [Wc Ws].
  set (x := - (w * sin a)). set (y := w * cos a).
  assert (X : fst (scale w (rot a north)) = x) by (unfold x, scale, rot, north; cbn [fst snd]; ring).
  assert (Y : snd (scale w (rot a north)) = y) by (unfold y, scale, rot, north; cbn [fst snd]; ring).
  assert (X1 : Rabs x <= 1) by (unfold x; rewrite Rabs_Ropp; lra). assert (Y1 : Rabs y <= 1) by (unfold y; lra).
  assert (Unit : forall c s x0 y0, c * c + s * s = 1 -> x0 * x0 + y0 * y0 = 1 -> Rabs (c * (w * x0)) + Rabs (s * (w * y0)) <= w).
  { intros c s x0 y0 Cs Xy. pose proof (unit_product c s x0 y0 Cs Xy) as U. rewrite !Rabs_mult in *. rewrite (Rabs_right w) by lra. pose proof (Rmult_le_compat_l w _ _ ltac:(lra) U). lra. }
  assert (Pyth : forall b, cos b * cos b + sin b * sin b = 1) by (intro b; pose proof (sin2_cos2 b) as H; unfold Rsqr in H; lra).
  pose proof (Pyth phase) as P1. pose proof (Pyth a) as P2.
  unfold turned_in, close. cbv zeta. fold phase. rewrite X, Y. unfold scale, rot, north. cbn [fst snd]. rewrite cos_plus, sin_plus.
  set (c := cos phase) in *. set (s := sin phase) in *. set (c1 := cosine phase) in *. set (s1 := sine phase) in *.
  pose proof (product_off narrow c c1 x N C X1 Dc) as Cx. pose proof (product_off narrow s s1 y N S Y1 Ds) as Sy.
  pose proof (product_off narrow s s1 x N S X1 Ds) as Sx. pose proof (product_off narrow c c1 y N C Y1 Dc) as Cy.
  rewrite <- Rabs_mult in Cx, Sy, Sx, Cy.
  split.
  - match goal with |- Rabs (narrow (?p - ?q) - _) <= _ => replace (p - q) with (p + - q) by ring;
      replace (w * _) with (c * x + - (s * y)) by (unfold x, y; ring); apply total_off; try assumption end.
    + rewrite Rabs_Ropp. unfold x, y. replace (- (w * sin a)) with (w * - sin a) by ring. apply Unit; lra.
    + match goal with |- Rabs (- ?q - - ?b) <= _ => replace (- q - - b) with (- (q - b)) by ring end. rewrite !Rabs_Ropp. exact Sy.
  - match goal with |- Rabs (narrow (?p + ?q) - _) <= _ => replace (w * _) with (s * x + c * y) by (unfold x, y; ring); apply total_off;
      try assumption end.
    unfold x, y. replace (- (w * sin a)) with (w * - sin a) by ring. apply Unit; lra.
Qed.

Lemma phase_close : forall narrow wide theta m, fits narrow wide -> 0 < theta <= 1 -> (Z.of_nat m <= 131072)%Z ->
  Rabs (wide (wide (INR m) * wide theta) - INR m * theta) <= 0.0157.
Proof.
  intros narrow wide theta m [_ [W Whole]] Th M. rewrite (Whole m M). assert (M1 : 0 <= INR m <= 131072).
  { split; [apply pos_INR|]. rewrite INR_IZR_INZ. apply IZR_le, M. }
  assert (T : Rabs (wide theta - theta) <= 0.0000000597) by (eapply Rle_trans; [apply W|]; rewrite Rabs_right by lra; lra).
  assert (A : Rabs (INR m * wide theta - INR m * theta) <= 0.00783).
  { rewrite <- Rmult_minus_distr_l, Rabs_mult, (Rabs_right (INR m)) by lra. nra. }
  assert (S : Rabs (INR m * wide theta) <= 131073).
  { replace (INR m * wide theta) with ((INR m * wide theta - INR m * theta) + INR m * theta) by ring.
    eapply Rle_trans; [apply sum_abs; [exact A|apply Rle_refl]|]. rewrite Rabs_right by nra. nra. }
  replace (wide (INR m * wide theta) - INR m * theta) with ((wide (INR m * wide theta) - INR m * wide theta) + (INR m * wide theta - INR m * theta)) by ring.
  eapply Rle_trans; [apply sum_abs; [apply W|exact A]|]. lra.
Qed.

(** One rounded product of the dot product. *)
Lemma term_off : forall wide w q r q1 r1, off_by (/ 16777216) (/ 1000000000000) wide -> 0 <= w <= 1 -> Rabs q <= w -> Rabs r <= 1 ->
  Rabs (q1 - q) <= 0.0158 * w + 0.000005 -> Rabs (r1 - r) <= 0.0158 * 1 + 0.000005 -> Rabs (wide (q1 * r1) - q * r) <= 0.0321 * w + 0.00001.
Proof.
  intros wide w q r q1 r1 W W1 Q R Dq Dr. pose proof (Rabs_pos q). pose proof (Rabs_pos r).
  assert (D : Rabs (q1 * r1 - q * r) <= 0.03206 * w + 0.000006).
  { replace (q1 * r1 - q * r) with ((q1 - q) * r + q * (r1 - r) + (q1 - q) * (r1 - r)) by ring.
    eapply Rle_trans; [apply sum_abs; [apply sum_abs; apply product_abs|apply product_abs]; first [exact Dq | exact Dr | exact Q | exact R]|]. lra. }
  assert (S : Rabs (q1 * r1) <= 2).
  { replace (q1 * r1) with ((q1 * r1 - q * r) + q * r) by ring. eapply Rle_trans; [apply sum_abs; [exact D|apply product_abs; [exact Q|exact R]]|].
    lra. }
  replace (wide (q1 * r1) - q * r) with ((wide (q1 * r1) - q1 * r1) + (q1 * r1 - q * r)) by ring.
  eapply Rle_trans; [apply sum_abs; [apply W|exact D]|]. lra.
Qed.

Lemma over_planes : forall (h : R -> R) f K, all_of (map h (flat_map f (seq 0 K))) = sum (fun k => all_of (map h (f k))) K.
Proof.
  intros h f K. induction K as [|K IH]; [reflexivity|]. rewrite seq_S, flat_map_app, map_app, all_of_app, IH. cbn [sum plus flat_map].
  rewrite app_nil_r. reflexivity.
Qed.

Lemma sum_off : forall f e w a b K, (forall k, (k < K)%nat -> Rabs (f k - e k) <= a * w k + b) -> Rabs (sum f K - sum e K) <= a * sum w K + INR K * b.
Proof.
  intros f e w a b K H. induction K as [|K IH]; [cbn [sum INR]; rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; lra|].
  cbn [sum]. rewrite S_INR. replace (sum f K + f K - (sum e K + e K)) with ((sum f K - sum e K) + (f K - e K)) by ring.
  eapply Rle_trans; [apply sum_abs; [apply IH; intros; apply H; lia|apply H; lia]|]. lra.
Qed.

Lemma base_frequency : forall k, 0 < g 500000 64 k <= 1.
Proof.
  intro k. unfold g, Rpower. split; [apply exp_pos|]. rewrite <- exp_0. assert (0 <= INR k / INR 64 * ln 500000).
  { apply Rmult_le_pos; [apply Rmult_le_pos; [apply pos_INR|left; apply Rinv_0_lt_compat, lt_0_INR; lia]|]. rewrite <- ln_1. left.
    apply ln_increasing; lra. }
  destruct (Req_dec (INR k / INR 64 * ln 500000) 0) as [E|Ne]; [right; f_equal; lra|]. left. apply exp_increasing. lra.
Qed.

Lemma part_at_most : forall K w k, convex K w -> (k < K)%nat -> 0 <= w k <= 1.
Proof.
  intros K w k [W One] L. split; [apply W, L|]. rewrite <- One. clear One. revert L W. induction K as [|K IH]; intros L W; [lia|]. cbn [sum].
  assert (0 <= sum w K). { replace 0 with (sum (fun _ => 0) K) by (rewrite sum_const; ring). apply sum_le. intros j J. apply W. lia. }
  destruct (Nat.eq_dec k K) as [->|Ne]; [lra|]. pose proof (IH ltac:(lia) ltac:(intros; apply W; lia)). pose proof (W K ltac:(lia)). lra.
Qed.

Definition exact_mix (w : nat -> R) (i back j : nat) : R := sum (fun k => w k * cos ((dist i j - INR back) * g 500000 64 k)) 64.

Theorem logit_off : forall narrow wide cosine sine w x i y j l, fits narrow wide -> accurate cos cosine -> accurate sin sine -> convex 64 w ->
  (Z.of_nat i <= 131072)%Z -> (Z.of_nat j <= 131072)%Z -> comes_out narrow wide wide cosine sine (mixed_plane w) x i y j l ->
  Rabs (l - exact_mix w i (asked x) j) <= 0.102.
Proof.
  intros narrow wide cosine sine w x i y j l F Cosine Sine Cv I J (total & A & ->).
  pose proof F as [N [W _]]. unfold plane_products in A.
  set (f := fun k => _) in A.
  assert (Terms : forall k, (k < 64)%nat -> Rabs (all_of (map (fun z => z)
    (f k)) - w k * cos ((dist i j - INR (asked x)) * g 500000 64 k)) <= 0.0957 * w k + 0.00002 /\
    Rabs (all_of (map Rabs (f k)) - 0) <= 2.0642 * w k + 0.00002).
  { intros k K. pose proof (part_at_most 64 w k Cv K) as Wk. pose proof (base_frequency k) as Gk. unfold f, mixed_plane. cbn [frequency query key].
    set (theta := g 500000 64 k) in *.
    set (a := - INR (asked x) * theta). assert (North : north = scale 1 (rot 0 north)).
    { unfold scale, rot, north. cbn [fst snd]. rewrite cos_0, sin_0. f_equal; ring. }
    pose proof (phase_close narrow wide theta i F Gk I) as Pi. pose proof (phase_close narrow wide theta j F Gk J) as Pj.
    destruct (turned_off narrow wide wide cosine sine theta (w k) a i N Cosine Sine Wk) as [Q1 Q2].
    destruct (turned_off narrow wide wide cosine sine theta 1 0 j N Cosine Sine ltac:(lra)) as [R1 R2]. rewrite <- North in R1, R2.
    set (pi := wide (wide (INR i) * wide theta)) in *. set (pj := wide (wide (INR j) * wide theta)) in *.
    set (q := turned_in _ _ _ _ _ _ (scale (w k) _) i) in *. set (r := turned_in _ _ _ _ _ _ north j) in *. clearbody q r.
    rewrite Rplus_0_r in R1, R2.
    assert (E : forall v b, fst (scale v (rot b north)) = - (v * sin b) /\ snd (scale v (rot b north)) = v * cos b).
    { intros v b. unfold scale, rot, north. cbn [fst snd]. split; ring. }
    destruct (E (w k) (pi + a)) as [E1 E2]. destruct (E 1 pj) as [E3 E4]. rewrite E1 in Q1. rewrite E2 in Q2. rewrite E3 in R1. rewrite E4 in R2.
    destruct (turned_north (pi + a) (w k) ltac:(lra)) as [Bc Bs]. destruct (turned_north pj 1 ltac:(lra)) as [Dc Ds]. rewrite <- Rabs_Ropp in Bs, Ds.
    pose proof (term_off wide (w k) _ _ _ _ W Wk Bs Ds Q1 R1) as T1. pose proof (term_off wide (w k) _ _ _ _ W Wk Bc Dc Q2 R2) as T2.
    unfold all_of. cbn [map fold_right]. split.
    - assert (C : Rabs (w k * cos (pi + a - pj) - w k * cos ((dist i j - INR (asked x)) * theta)) <= 0.0314 * w k).
      { rewrite <- Rmult_minus_distr_l, Rabs_mult, (Rabs_right (w k)) by lra. rewrite (Rmult_comm 0.0314). apply Rmult_le_compat_l; [lra|].
        eapply Rle_trans; [apply (cos_moves ((dist i j - INR (asked x)) * theta) (pi + a - pj))|].
        replace (pi + a - pj - (dist i j - INR (asked x)) * theta) with ((pi - INR i * theta) + - (pj - INR j * theta)) by (unfold a, dist; ring).
        eapply Rle_trans; [apply sum_abs; [exact Pi|rewrite Rabs_Ropp; exact Pj]|]. lra. }
      rewrite cos_minus in C.
      match goal with |- Rabs (?u + (?v + 0) - ?e) <= _ =>
        replace (u + (v + 0) - e) with ((u - - (w k * sin (pi + a)) * - (1 * sin pj)) + (v - w k * cos (pi + a) * (1 * cos pj)) + (w k * (cos (pi + a) * cos pj + sin (pi + a) * sin pj) - e)) by ring end.
      eapply Rle_trans; [apply sum_abs; [apply sum_abs; [exact T1|exact T2]|exact C]|]. lra.
    - assert (Size : forall t e, Rabs e <= w k * 1 -> Rabs (t - e) <= 0.0321 * w k + 0.00001 -> Rabs t <= 1.0321 * w k + 0.00001).
      { intros t e He Ht. replace t with ((t - e) + e) by ring. eapply Rle_trans; [apply sum_abs; [exact Ht|exact He]|]. lra. }
      pose proof (Size _ _ (product_abs _ _ _ _ Bs Ds) T1) as S1. pose proof (Size _ _ (product_abs _ _ _ _ Bc Dc) T2) as S2.
      rewrite Rminus_0_r, Rabs_right; [lra|]. pose proof (Rabs_pos (wide (fst q * fst r))). pose proof (Rabs_pos (wide (snd q * snd r))). lra. }
  pose proof Cv as [_ One].
  pose proof (sum_off _ _ w _ _ 64 (fun k K => proj1 (Terms k K))) as Near.
  pose proof (sum_off _ (fun _ => 0) w _ _ 64 (fun k K => proj2 (Terms k K))) as Sizes.
  rewrite <- over_planes, One in Near, Sizes. rewrite map_id in Near. fold (exact_mix w i (asked x) j) in Near.
  rewrite sum_const, Rmult_0_r, Rminus_0_r in Sizes.
  fold (sizes_of (flat_map f (seq 0 64))) in Sizes. rewrite Rabs_right in Sizes by (apply Rle_ge, sizes_of_nonneg).
  assert (Len : length (flat_map f (seq 0 64)) = 128%nat) by reflexivity.
  pose proof (added_close (/ 16777216) (/ 1000000000000) wide _ _ ltac:(lra) ltac:(lra) W A) as Sum. rewrite Len in Sum.
  change (128 - 1)%nat with 127%nat in Sum.
  clear Terms A Len. set (S := sizes_of _) in *. pose proof (sizes_of_nonneg (flat_map f (seq 0 64))) as S0. fold S in S0.
  set (whole := all_of _) in *. clearbody S whole. clear f.
  replace (INR 127) with 127 in Sum by (rewrite INR_IZR_INZ; reflexivity).
  replace (INR 64) with 64 in Near, Sizes by (rewrite INR_IZR_INZ; reflexivity).
  assert (Grow : 0 <= (1 + / 16777216) ^ 127 <= 1.00001) by (split; [apply pow_le; lra|interval]). set (power := (1 + / 16777216) ^ 127) in *. clearbody power.
  assert (D : Rabs (total - whole) <= 0.00003).
  { clear - Sum Grow Sizes S0. assert (S2 : S <= 1.0321 * 2 + 0.002) by lra.
    pose proof (Rmult_le_compat power 1.00001 (S + 127 * / 1000000000000) (S + 0.0000001) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)). lra. }
  assert (L : Rabs (exact_mix w i (asked x) j) <= 1).
  { replace (exact_mix w i (asked x) j) with (exact_mix w i (asked x) j - sum (fun _ => 0) 64) by (rewrite sum_const; ring).
    replace 1 with (1 * sum w 64 + INR 64 * 0) by (rewrite One; ring). unfold exact_mix. apply sum_off. intros k K.
    destruct (part_at_most 64 w k Cv K) as [Pos _].
    destruct (at_most_one ((dist i j - INR (asked x)) * g 500000 64 k)) as [C _]. rewrite Rminus_0_r, Rabs_mult, (Rabs_right (w k)) by lra. nra. }
  set (e := exact_mix w i (asked x) j) in *. clearbody e.
  assert (T : Rabs (total - e) <= 0.0971).
  { replace (total - e) with ((total - whole) + (whole - e)) by ring. eapply Rle_trans; [apply sum_abs; [exact D|exact Near]|]. lra. }
  assert (B : Rabs total <= 1.0971) by (replace total with ((total - e) + e) by ring; eapply Rle_trans; [apply sum_abs; [exact T|exact L]|]; lra).
  replace (narrow total - e) with ((narrow total - total) + (total - e)) by ring.
  eapply Rle_trans; [apply sum_abs; [apply N|exact T]|]. lra.
Qed.

(** The exact logit of a rival is its lead less than 1. *)
Lemma exact_by_distance : forall w n back j, convex 64 w -> (back < n)%nat -> exact_mix w n back j =
  1 - mixed_lead 64 w (g 500000 64) (Z.to_nat (Z.abs (Z.of_nat n - Z.of_nat back - Z.of_nat j))).
Proof.
  intros w n back j [_ One] L. set (z := (Z.of_nat n - Z.of_nat back - Z.of_nat j)%Z).
  assert (E : mixed_lead 64 w (g 500000 64) (Z.to_nat (Z.abs z)) = sum w 64 + -1 * exact_mix w n back j).
  { unfold mixed_lead, exact_mix. rewrite <- sum_scal, <- sum_plus. apply sum_ext. intros k _.
    assert (C : cos (INR (Z.to_nat (Z.abs z)) * g 500000 64 k) = cos ((dist n j - INR back) * g 500000 64 k)); [|rewrite C; ring].
    rewrite INR_IZR_INZ, Z2Nat.id by apply Z.abs_nonneg. assert (D : dist n j - INR back = IZR z) by (unfold dist, z;
      rewrite !minus_IZR, !INR_IZR_INZ; ring).
    rewrite D. destruct (Z.abs_eq_or_opp z) as [-> | ->]; [reflexivity|]. rewrite opp_IZR, <- cos_neg. f_equal. ring. }
  rewrite E, One. ring.
Qed.

Lemma best_lead : forall gap, best_gap 64 (g 500000 64) 131072 gap -> 0.2805 <= gap.
Proof.
  intros gap H. destruct new_index_gap_multifrequency_proved as [[_ [_ [_ [_ (found & Best & Low & _)]]]] _].
  rewrite (best_gap_unique _ _ _ _ _ H Best). lra.
Qed.

Theorem new_precision_cliff_mix_proved : new_precision_cliff_mix_statement.
Proof.
  intros narrow wide cosine sine Table Cosine Sine w (Cv & gap & Best & Lead) n s l N A Out. apply recipes_fit in Table.
  apply best_lead in Best. split; [unfold within; lia|]. intros j J Ne.
  assert (Near : forall k, within n k -> Rabs (l k - exact_mix w n (asked (s n)) k) <= 0.102).
  { intros k K. apply (logit_off narrow wide cosine sine w (s n) n (s k) k); try assumption; [unfold within in K; lia|apply Out, K]. }
  assert (T : within n (n - asked (s n))) by (unfold within; lia).
  pose proof (Near _ T) as Top. pose proof (Near j J) as Low. unfold within in J. rewrite exact_by_distance in Top, Low by assumption.
  replace (Z.to_nat (Z.abs (Z.of_nat n - Z.of_nat (asked (s n)) - Z.of_nat (n - asked (s n))))) with 0%nat in Top by lia.
  assert (Zero : mixed_lead 64 w (g 500000 64) 0 = 0).
  { unfold mixed_lead. rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_const; ring|]. intros k _. simpl INR. rewrite Rmult_0_l, cos_0. ring. }
  rewrite Zero in Top. set (t := Z.to_nat _) in Low. pose proof (Lead t ltac:(unfold t; lia)) as Gap.
  apply Rabs_le_inv in Top, Low. lra.
Qed.

(** * False neighbours *)

(** Added one after the other. *)
Fixpoint in_turn (fl : R -> R) (l : list R) : R := match l with [] => 0 | x :: r => match r with [] => x | _ => fl (x + in_turn fl r) end end.

Lemma in_turn_added : forall fl x r, sum_in_order fl (x :: r) (in_turn fl (x :: r)).
Proof.
  intros fl x r. revert x. induction r as [|y r IH]; intro x; [apply added_one|].
  change (in_turn fl (x :: y :: r)) with (fl (x + in_turn fl (y :: r))). apply (added_two fl [x] (y :: r)); [apply added_one|apply IH|reflexivity].
Qed.

(** A mix that is nearly best there is: the gap is a least upper bound. *)
Lemma some_nearly_best : exists w, nearly_best w.
Proof.
  destruct new_index_gap_multifrequency_proved as [[_ [_ [_ [_ (gap & Best & _)]]]] _].
  destruct (Classical_Prop.classic (exists w, nearly_best w)) as [Yes|No]; [exact Yes|]. exfalso.
  assert (Up : is_upper_bound (reached_by_mixes 64 (g 500000 64) 131072) (gap - 0.0005)).
  { intros x (w & Cv & Lead). destruct (Rle_dec x (gap - 0.0005)) as [Le|Gt]; [exact Le|]. exfalso. apply No. exists w. split; [exact Cv|].
    exists gap. split; [exact Best|]. intros t T. pose proof (Lead t T). lra. }
  apply (proj2 Best) in Up. lra.
Qed.

(** What comes out where products are added one after the other. *)
Definition run_in_turn (narrow seen wide cosine sine : R -> R) (w : nat -> R) (s : nat -> token) (n j : nat) : R :=
  narrow (in_turn wide (plane_products narrow seen wide cosine sine (mixed_plane w) (s n) n (s j) j 64)).

Lemma run_comes_out : forall narrow seen wide cosine sine w s n j,
  comes_out narrow seen wide cosine sine (mixed_plane w) (s n) n (s j) j (run_in_turn narrow seen wide cosine sine w s n j).
Proof. intros. eexists. split; [|reflexivity]. unfold plane_products. change (seq 0 64) with (0 :: seq 1 63)%nat. cbn [flat_map app]. apply in_turn_added. Qed.

(** Keys whose positions are one number tie. *)
Lemma one_position : forall narrow seen wide cosine sine w s n j k, seen (INR j) = seen (INR k) ->
  run_in_turn narrow seen wide cosine sine w s n j = run_in_turn narrow seen wide cosine sine w s n k.
Proof.
  intros narrow seen wide cosine sine w s n j k E. apply (f_equal (fun l => narrow (in_turn wide l))), flat_map_ext. intro c.
  unfold mixed_plane, turned_in. cbn [frequency query key]. rewrite E. reflexivity.
Qed.

Lemma held_next : forall p least m, (2 <= p)%Z -> (least <= 0)%Z -> Z.of_nat m = (2 ^ p)%Z -> held p least (INR (S m)) = held p least (INR m).
Proof.
  intros p least m P L M. assert (H : forall x, 1 * bpow radix2 (p - 1) <= Rabs x -> held p least x = round_to p x).
  { intros x X. unfold held, round_to. apply round_FLT_FLX. eapply Rle_trans; [|exact X]. rewrite Rmult_1_l. apply bpow_le. lia. }
  assert (B : IZR (2 ^ p) = bpow radix2 p) by (apply (IZR_Zpower radix2); lia).
  assert (Le : bpow radix2 (p - 1) <= bpow radix2 p) by (apply bpow_le; lia).
  pose proof (bpow_gt_0 radix2 p). rewrite !H; rewrite !INR_IZR_INZ.
  - rewrite Nat2Z.inj_succ, M. change (Z.succ (2 ^ p)) with (2 ^ p + 1)%Z. rewrite next_goes_down, whole_kept by lia. reflexivity.
  - rewrite M, B, Rabs_right; lra.
  - rewrite Nat2Z.inj_succ, M, succ_IZR, B, Rabs_right; lra.
Qed.

Lemma exact_library_functions : accurate cos cos /\ accurate sin sin.
Proof. split; apply exact_library. Qed.

(** With positions in the narrow format, too: 257 and 256 are one in bfloat16. *)
Definition new_precision_cliff_mix_neighbour_positions : Prop :=
  forall (narrow wide cosine sine : R -> R), In (narrow, wide) recipes -> accurate cos cosine -> accurate sin sine ->
    forall (w : nat -> R), nearly_best w ->
      forall (n : nat) (s : nat -> token) (l : nat -> R), (Z.of_nat n <= 131072)%Z -> (asked (s n) < n)%nat ->
        (forall j, within n j -> comes_out narrow narrow wide cosine sine (mixed_plane w) (s n) n (s j) j (l j)) ->
        only_maximiser l n (n - asked (s n)).

Theorem new_precision_cliff_mix_neighbour_positions_false : ~ new_precision_cliff_mix_neighbour_positions.
Proof.
  intro H. destruct some_nearly_best as [w Best]. set (narrow := held 8 (-133)). set (wide := held 24 (-149)).
  set (s := fun _ : nat => Letter 0).
  destruct (H narrow wide cos sin ltac:(left; reflexivity) (proj1 exact_library_functions) (proj2 exact_library_functions) w Best 257%nat s
    (run_in_turn narrow narrow wide cos sin w s 257) ltac:(lia) ltac:(simpl; lia) ltac:(intros; apply run_comes_out)) as [_ Lead].
  specialize (Lead 256%nat ltac:(unfold within; lia) ltac:(simpl; lia)). change (257 - asked (s 257))%nat with 257%nat in Lead.
  rewrite (one_position narrow narrow wide cos sin w s 257 257 256) in Lead; [lra|]. apply (held_next 8 (-133) 256); [lia|lia|reflexivity].
Qed.

(** At every length: from 2^24 + 1 on two positions are one in float32, too. *)
Definition new_precision_cliff_mix_neighbour_length : Prop :=
  forall (narrow wide cosine sine : R -> R), In (narrow, wide) recipes -> accurate cos cosine -> accurate sin sine ->
    forall (w : nat -> R), nearly_best w ->
      forall (n : nat) (s : nat -> token) (l : nat -> R), (asked (s n) < n)%nat ->
        (forall j, within n j -> comes_out narrow wide wide cosine sine (mixed_plane w) (s n) n (s j) j (l j)) ->
        only_maximiser l n (n - asked (s n)).

Theorem new_precision_cliff_mix_neighbour_length_false : ~ new_precision_cliff_mix_neighbour_length.
Proof.
  intro H. destruct some_nearly_best as [w Best]. set (narrow := held 8 (-133)). set (wide := held 24 (-149)).
  set (s := fun _ : nat => Letter 0). assert (M : exists m, Z.of_nat m = (2 ^ 24)%Z) by (exists (Z.to_nat (2 ^ 24)); apply Z2Nat.id; lia).
  destruct M as [m M].
  assert (0 < m)%nat by lia.
  destruct (H narrow wide cos sin ltac:(left; reflexivity) (proj1 exact_library_functions) (proj2 exact_library_functions) w Best (S m) s
    (run_in_turn narrow wide wide cos sin w s (S m)) ltac:(simpl; lia) ltac:(intros; apply run_comes_out)) as [_ Lead].
  specialize (Lead m ltac:(unfold within; lia) ltac:(simpl; lia)). change (S m - asked (s (S m)))%nat with (S m) in Lead.
  rewrite (one_position narrow wide wide cos sin w s (S m) (S m) m) in Lead; [lra|]. apply (held_next 24 (-149) m); [lia|lia|exact M].
Qed.

(** Whatever the library's cos and sin: with 0 for both all keys tie. *)
Definition new_precision_cliff_mix_neighbour_library : Prop :=
  forall (narrow wide cosine sine : R -> R), In (narrow, wide) recipes ->
    forall (w : nat -> R), nearly_best w ->
      forall (n : nat) (s : nat -> token) (l : nat -> R), (Z.of_nat n <= 131072)%Z -> (asked (s n) < n)%nat ->
        (forall j, within n j -> comes_out narrow wide wide cosine sine (mixed_plane w) (s n) n (s j) j (l j)) ->
        only_maximiser l n (n - asked (s n)).

Theorem new_precision_cliff_mix_neighbour_library_false : ~ new_precision_cliff_mix_neighbour_library.
Proof.
  intro H. destruct some_nearly_best as [w Best]. set (zero := fun _ : R => 0). set (s := fun _ : nat => Letter 0).
  destruct (H (held 8 (-133)) (held 24 (-149)) zero zero ltac:(left; reflexivity) w Best 2%nat s
    (run_in_turn (held 8 (-133)) (held 24 (-149)) (held 24 (-149)) zero zero w s 2) ltac:(lia) ltac:(simpl; lia) ltac:(intros;
      apply run_comes_out)) as [_ Lead].
  specialize (Lead 1%nat ltac:(unfold within; lia) ltac:(simpl; lia)). change (2 - asked (s 2))%nat with 2%nat in Lead.
  assert (E : run_in_turn (held 8 (-133)) (held 24 (-149)) (held 24 (-149)) zero zero w s 2 1 = run_in_turn (held 8 (-133)) (held 24 (-149))
    (held 24 (-149)) zero zero w s 2 2).
  { apply (f_equal (fun l => held 8 (-133) (in_turn (held 24 (-149)) l))), flat_map_ext. reflexivity. }
  rewrite E in Lead. lra.
Qed.

(** bfloat16 with float32 phases, the cosine and sine themselves as library, the letter A at both of two positions. *)
Example new_precision_cliff_mix_instance : instance_of new_precision_cliff_mix_statement.
Proof.
  exists (held 8 (-133)), (held 24 (-149)), cos, sin. split; [left; reflexivity|]. split; [apply exact_library|]. split; [apply exact_library|].
  destruct some_nearly_best as [w Best]. exists w. split; [exact Best|]. set (s := fun _ : nat => Letter 0).
  exists 2%nat, s, (run_in_turn (held 8 (-133)) (held 24 (-149)) (held 24 (-149)) cos sin w s 2). split; [lia|]. split; [simpl; lia|].
  split; [|exact I]. intros j _. apply run_comes_out.
Qed.
