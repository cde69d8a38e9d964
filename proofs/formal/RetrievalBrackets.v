(** T_Retrieval in float16, as far as float16 has positions, for new_precision_cliff_brackets.v.

    No position is looked at.  The frequency may be a subnormal number, of few bits: it is off by 2^-25 beside its relative error, and so a phase by
    n 2^-25 <= 0.00196.  With the other roundings a phase is off by at most 0.00226, a coordinate by 0.01581 beside that, and a logit by less than 0.06; a match
    leads another letter by cos(omega/4) - cos(3 omega/4) > 0.149, as in new_precision_cliff_retrieval.v.  65520 is halfway to 65536 and goes there: the query's
    own position overflows.  An infinite phase has no cosine; here what a step gives that overflows is left open, and one machine after the model is shown on
    which a match comes out behind. *)

From Coq Require Import Reals ZArith Lra Lia List Permutation.
From Flocq Require Import Core.
From RopeTheory Require Import IntervalZ.
From RopeTheory Require Import Rotation Emulation.
From RopeTheory Require Import Rope Trig Heads Circle u26_retrieval_max new_precision_cliff new_precision_cliff_cache_corrected
  new_precision_cliff_retrieval_shared_letter new_precision_cliff_retrieval new_precision_cliff_mix new_precision_cliff_brackets_index.
Import ListNotations.
Open Scope R_scope.

(** T_Retrieval's head for length n. *)
Definition retrieval_head (n : nat) : head pair := h_retrieval 8 (spacing 8 / (4 * INR n)).

(** Whatever the machine, no phase overflows and every match comes out ahead of every key with another left letter. *)
Definition keeps_matches (f : format) (n : nat) : Prop :=
  phases_are_numbers f (retrieval_head n) n /\
  forall narrow phases wide cosine sine, machine f f narrow phases wide cosine sine ->
    forall s l, over_alphabet 8 s n -> come_out narrow phases wide cosine sine (retrieval_head n) s n l ->
      forall j k, within n j -> is_match s n j -> within n k -> ~ is_match s n k -> l k < l j.

(** The last position overflows, and on some machine a match of a letter pair comes out behind another letter. *)
Definition loses_matches (f : format) (n : nat) : Prop :=
  ~ does_not_overflow f (INR n) /\
  exists narrow phases wide cosine sine, machine f f narrow phases wide cosine sine /\
    exists s l j k, over_alphabet 8 s n /\ (exists x y, s n = LetterPair x y) /\ come_out narrow phases wide cosine sine (retrieval_head n) s n l /\
      within n j /\ is_match s n j /\ within n k /\ ~ is_match s n k /\ l j <= l k.

(** * What stays below 8 does not overflow *)

Definition exactly (fl : R -> R) : R -> R := fun x => if Rle_dec (Rabs x) 8 then fl x else x.

Lemma exactly_off : forall fl, computes fp16 fl -> off_by (/ 256) (/ 33554432) (exactly fl).
Proof.
  intros fl C x. unfold exactly. destruct (Rle_dec (Rabs x) 8) as [L|_].
  - rewrite (C x) by (apply no_overflow_to_8; [right; left; reflexivity|exact L]). apply (held_within 11 (-24) 8 (-24)); lia.
  - rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. pose proof (Rabs_pos x). lra.
Qed.

Lemma grows : forall fl x m, off_by (/ 256) (/ 33554432) fl -> Rabs x <= m -> Rabs (fl x) <= 1.004 * m + 0.00001.
Proof.
  intros fl x m O X. replace (fl x) with ((fl x - x) + x) by ring. eapply Rle_trans; [apply sum_abs; [apply O|exact X]|]. pose proof (Rabs_pos x). lra.
Qed.

Lemma same_below : forall fl x, Rabs x <= 8 -> fl x = exactly fl x.
Proof. intros fl x X. unfold exactly. destruct (Rle_dec (Rabs x) 8); [reflexivity|contradiction]. Qed.

Lemma library_size : forall f library x, accurate f library -> Rabs (f x) <= 1 -> Rabs (library x) <= 1.00001.
Proof.
  intros f library x A F. pose proof (library_close f library A x) as D. replace (library x) with ((library x - f x) + f x) by ring.
  eapply Rle_trans; [apply sum_abs; [exact D|exact F]|]. lra.
Qed.

(** The vector after RoPE is computed below 8 throughout. *)
Lemma turned_below : forall narrow phases cosine sine theta v m, computes fp16 narrow -> accurate cos cosine -> accurate sin sine -> Rabs (fst v) <= 1 -> Rabs (snd v) <= 1 ->
  turned_in narrow phases phases cosine sine theta v m = turned_in (exactly narrow) phases phases cosine sine theta v m.
Proof.
  intros narrow phases cosine sine theta [x y] m N Co Si X Y. cbn [fst snd] in X, Y. pose proof (exactly_off narrow N) as O. unfold turned_in. cbv zeta. cbn [fst snd].
  set (phase := phases (phases (INR m) * phases theta)). destruct (at_most_one phase) as [C S].
  pose proof (library_size _ _ _ Co C) as Cc. pose proof (library_size _ _ _ Si S) as Cs. set (c := cosine phase) in *. set (s := sine phase) in *. clearbody c s.
  rewrite (same_below narrow c), (same_below narrow s), (same_below narrow x), (same_below narrow y) by lra.
  pose proof (grows _ _ _ O Cc) as Gc. pose proof (grows _ _ _ O Cs) as Gs. pose proof (grows _ _ _ O X) as Gx. pose proof (grows _ _ _ O Y) as Gy.
  set (c' := exactly narrow c) in *. set (s' := exactly narrow s) in *. set (x' := exactly narrow x) in *. set (y' := exactly narrow y) in *. clearbody c' s' x' y'.
  pose proof (product_abs _ _ _ _ Gc Gx) as P1. pose proof (product_abs _ _ _ _ Gs Gy) as P2. pose proof (product_abs _ _ _ _ Gs Gx) as P3. pose proof (product_abs _ _ _ _ Gc Gy) as P4.
  rewrite (same_below narrow (c' * x')), (same_below narrow (s' * y')), (same_below narrow (s' * x')), (same_below narrow (c' * y')) by lra.
  pose proof (grows _ _ _ O P1) as G1. pose proof (grows _ _ _ O P2) as G2. pose proof (grows _ _ _ O P3) as G3. pose proof (grows _ _ _ O P4) as G4. rewrite <- Rabs_Ropp in G2.
  pose proof (sum_abs _ _ _ _ G1 G2) as S1. pose proof (sum_abs _ _ _ _ G3 G4) as S2.
  rewrite (same_below narrow (_ - _)) by (unfold Rminus; lra). rewrite (same_below narrow (_ + _)) by lra. reflexivity.
Qed.

(** * How far a logit is off *)

Lemma rot_unit : forall t a, rot t (rot a north) = rot (t + a) north.
Proof. intros. apply rot_rot. Qed.

Section Logit.
  Variables (narrow phases wide cosine sine : R -> R).
  Hypothesis M : machine fp16 fp16 narrow phases wide cosine sine.

  Definition phase_of (theta : R) (m : nat) : R := phases (phases (INR m) * phases theta).

  Lemma turned_close : forall theta a m, close 0.01581 (turned_in narrow phases phases cosine sine theta (rot a north) m) (rot (phase_of theta m + a) north).
  Proof.
    intros theta a m. pose proof M as (Fn & _ & _ & Co & Si). destruct (at_most_one a) as [C S].
    rewrite turned_below; try assumption; try (unfold rot, north; cbn [fst snd]; rewrite ?Rmult_0_r, ?Rmult_1_r, ?Rplus_0_l, ?Rminus_0_l, ?Rabs_Ropp; assumption).
    pose proof (turned_off (exactly narrow) phases phases cosine sine theta 1 a m (exactly_off narrow Fn) Co Si ltac:(lra)) as T. cbv zeta in T.
    assert (One : forall v, scale 1 v = v) by (intros [x y]; unfold scale; cbn [fst snd]; f_equal; ring). rewrite !One in T. fold (phase_of theta m) in T.
    destruct T as [T1 T2]. split; lra.
  Qed.

  Lemma dot_off : forall q k u v, close 0.01581 q u -> close 0.01581 k v -> unit u -> unit v ->
    Rabs (narrow (wide (wide (fst q * fst k) + wide (snd q * snd k))) - dot v u) <= 0.0495.
  Proof.
    intros [q1 q2] [k1 k2] [u1 u2] [v1 v2] [Q1 Q2] [K1 K2] U V. unfold unit in U, V. unfold dot. cbn [fst snd] in *. pose proof M as (Fn & _ & Fw & _ & _).
    assert (Near : forall q k u v, Rabs (q - u) <= 0.01581 -> Rabs (k - v) <= 0.01581 -> Rabs (q * k - u * v) <= 0.01581 * (Rabs u + Rabs v) + 0.00025).
    { intros q k u v Q K. replace (q * k - u * v) with (u * (k - v) + v * (q - u) + (q - u) * (k - v)) by ring.
      pose proof (product_abs u (k - v) _ _ (Rle_refl _) K) as A. pose proof (product_abs v (q - u) _ _ (Rle_refl _) Q) as B. pose proof (product_abs _ _ _ _ Q K) as C.
      eapply Rle_trans; [apply (sum_abs _ _ _ _ (sum_abs _ _ _ _ A B) C)|]. lra. }
    pose proof (Near q1 k1 u1 v1 Q1 K1) as N1. pose proof (Near q2 k2 u2 v2 Q2 K2) as N2. pose proof (unit_sum u1 u2 U) as Us. pose proof (unit_sum v1 v2 V) as Vs.
    pose proof (unit_product u1 u2 v1 v2 U V) as Uv. rewrite <- !Rabs_mult in Uv. pose proof (Rabs_pos (u1 * v1)). pose proof (Rabs_pos (u2 * v2)). pose proof (Rabs_pos u1). pose proof (Rabs_pos u2).
    pose proof (Rabs_pos v1). pose proof (Rabs_pos v2).
    assert (S1 : Rabs (q1 * k1) <= Rabs (u1 * v1) + 0.1) by (replace (q1 * k1) with ((q1 * k1 - u1 * v1) + u1 * v1) by ring; eapply Rle_trans; [apply sum_abs; [exact N1|apply Rle_refl]|lra]).
    assert (S2 : Rabs (q2 * k2) <= Rabs (u2 * v2) + 0.1) by (replace (q2 * k2) with ((q2 * k2 - u2 * v2) + u2 * v2) by ring; eapply Rle_trans; [apply sum_abs; [exact N2|apply Rle_refl]|lra]).
    pose proof (wide_rounds wide (q1 * k1) Fw ltac:(lra)) as W1. pose proof (wide_rounds wide (q2 * k2) Fw ltac:(lra)) as W2.
    set (p1 := wide (q1 * k1)) in *. set (p2 := wide (q2 * k2)) in *.
    assert (D : Rabs (p1 + p2 - (v1 * u1 + v2 * u2)) <= 0.04526).
    { replace (p1 + p2 - (v1 * u1 + v2 * u2)) with ((p1 - q1 * k1) + (p2 - q2 * k2) + ((q1 * k1 - u1 * v1) + (q2 * k2 - u2 * v2))) by ring.
      eapply Rle_trans; [apply (sum_abs _ _ _ _ (sum_abs _ _ _ _ W1 W2) (sum_abs _ _ _ _ N1 N2))|]. lra. }
    assert (Ex : Rabs (v1 * u1 + v2 * u2) <= 1) by (eapply Rle_trans; [apply Rabs_triang|]; rewrite (Rmult_comm v1), (Rmult_comm v2); lra).
    assert (Ps : Rabs (p1 + p2) <= 1.046) by (replace (p1 + p2) with ((p1 + p2 - (v1 * u1 + v2 * u2)) + (v1 * u1 + v2 * u2)) by ring; eapply Rle_trans; [apply sum_abs; [exact D|exact Ex]|lra]).
    pose proof (wide_rounds wide (p1 + p2) Fw ltac:(lra)) as W3. set (t := wide (p1 + p2)) in *.
    assert (Ts : Rabs t <= 1.0461) by (replace t with ((t - (p1 + p2)) + (p1 + p2)) by ring; eapply Rle_trans; [apply sum_abs; [exact W3|exact Ps]|lra]).
    rewrite (same_below narrow t) by lra. pose proof (exactly_off narrow Fn t) as F.
    replace (exactly narrow t - (v1 * u1 + v2 * u2)) with ((exactly narrow t - t) + (t - (p1 + p2)) + (p1 + p2 - (v1 * u1 + v2 * u2))) by ring.
    eapply Rle_trans; [apply (sum_abs _ _ _ _ (sum_abs _ _ _ _ F W3) D)|]. lra.
  Qed.

  (** Whatever the phases are, the logit is their cosine's within 0.0495. *)
  Lemma come_out_close : forall theta s n l j, come_out narrow phases wide cosine sine (h_retrieval 8 theta) s n l -> within n j ->
    Rabs (l j - cos ((INR (left_of (s j)) - INR (sought (s n))) * spacing 8 + (phase_of theta n - phase_of theta j))) <= 0.0495.
  Proof.
    intros theta s n l j Out J. destruct (Out j J) as (total & T & ->). unfold rounded_products, h_retrieval, h_sym in T. cbn [flat_map app frequency query key] in T.
    apply two_in_order in T. subst total. unfold on_circle. set (a := - INR (sought (s n)) * spacing 8). set (b := - INR (left_of (s j)) * spacing 8).
    pose proof (turned_close theta a n) as Q. pose proof (turned_close theta b j) as K.
    assert (Un : forall t, unit (rot t north)) by (intro t; apply unit_rot; unfold unit, north; cbn [fst snd]; ring).
    pose proof (dot_off _ _ _ _ Q K (Un _) (Un _)) as D. rewrite dot_rot, dot_north in D.
    replace ((INR (left_of (s j)) - INR (sought (s n))) * spacing 8 + (phase_of theta n - phase_of theta j)) with (phase_of theta n + a - (phase_of theta j + b)) by (unfold a, b; ring). exact D.
  Qed.
End Logit.

(** * Up to 65519 *)

Lemma position_fits : forall m, (Z.of_nat m <= 65519)%Z -> does_not_overflow fp16 (INR m).
Proof.
  intros m L. assert (V : forall z, num_value (z, 0)%Z = IZR z) by (intro z; unfold num_value; cbn [fst snd]; change (bpow radix2 0) with 1; ring).
  assert (B : 0 <= INR m <= 65519) by (split; [apply pos_INR|rewrite INR_IZR_INZ; apply IZR_le; lia]).
  pose proof (nearest_in_le fp16 0 (INR m) eq_refl ltac:(lra)) as Lo. pose proof (nearest_in_le fp16 (INR m) 65519 eq_refl ltac:(lra)) as Hi.
  rewrite <- (V 0%Z) in Lo. rewrite <- (V 65519%Z) in Hi. rewrite rounded_nearest in Lo, Hi by reflexivity.
  assert (O : overflows fp16 (rounded fp16 (0, 0)%Z) = false /\ overflows fp16 (rounded fp16 (65519, 0)%Z) = false) by (split; reflexivity). destruct O as [O1 O2].
  apply (largest_bounds fp16 _ eq_refl) in O1, O2. unfold does_not_overflow. apply Rabs_le. lra.
Qed.

Lemma phase_close : forall phases theta n m, computes fp16 phases -> (1 <= Z.of_nat n <= 65519)%Z -> theta = spacing 8 / (4 * INR n) -> within n m ->
  Rabs (phases (INR m) * phases theta) <= 8 /\ Rabs theta <= 8 /\ Rabs (phase_of phases theta m - INR m * theta) <= 0.00226.
Proof.
  intros phases theta n m C N E Mm. unfold within in Mm. assert (N1 : 1 <= INR n <= 65519) by (split; [apply (le_INR 1); lia|rewrite INR_IZR_INZ; apply IZR_le; lia]).
  assert (M1 : 0 <= INR m <= INR n) by (split; [apply pos_INR|apply le_INR; lia]).
  assert (Th : INR n * theta = PI / 16) by (rewrite E; unfold spacing; simpl (INR 8); field; lra). assert (Pi : 0.19634 <= PI / 16 <= 0.19635) by (split; interval).
  assert (T0 : 0 <= theta) by nra. assert (T1 : theta <= 0.19635) by nra. assert (Mt : INR m * theta <= 0.19635) by nra.
  assert (O : off_by (/ 2048) (/ 33554432) (nearest_in fp16)) by (apply (held_off 11 (-24)); lia).
  assert (Tn : Rabs theta <= 8) by (rewrite Rabs_right; lra).
  unfold phase_of. rewrite (C (INR m) (position_fits m ltac:(lia))), (C theta) by (apply no_overflow_to_8; [right; left; reflexivity|exact Tn]).
  pose proof (O (INR m)) as Em. pose proof (O theta) as Et. rewrite (Rabs_right (INR m)) in Em by lra. rewrite (Rabs_right theta) in Et by lra. set (x := nearest_in fp16 (INR m)) in *. set (y := nearest_in fp16 theta) in *.
  clearbody x y. set (k := INR m) in *. set (N' := INR n) in *. clearbody k N'. clear E.
  assert (D : Rabs (x * y - k * theta) <= 0.002147).
  { replace (x * y - k * theta) with (k * (y - theta) + theta * (x - k) + (x - k) * (y - theta)) by ring.
    pose proof (product_abs k (y - theta) k _ ltac:(rewrite Rabs_right; lra) Et) as A. pose proof (product_abs theta (x - k) theta _ ltac:(rewrite Rabs_right; lra) Em) as B.
    pose proof (product_abs _ _ _ _ Em Et) as G. eapply Rle_trans; [apply (sum_abs _ _ _ _ (sum_abs _ _ _ _ A B) G)|].
    replace ((/ 2048 * k + / 33554432) * (/ 2048 * theta + / 33554432)) with (/ 2048 * / 2048 * (k * theta) + / 33554432 * (/ 2048 * k) + / 33554432 * (/ 2048 * theta) + / 33554432 * / 33554432) by ring.
    replace (k * (/ 2048 * theta + / 33554432)) with (/ 2048 * (k * theta) + / 33554432 * k) by ring. replace (theta * (/ 2048 * k + / 33554432)) with (/ 2048 * (k * theta) + / 33554432 * theta) by ring.
    set (z := k * theta) in *. clearbody z. lra. }
  assert (S : Rabs (x * y) <= 0.1985) by (replace (x * y) with ((x * y - k * theta) + k * theta) by ring; eapply Rle_trans; [apply sum_abs; [exact D|rewrite Rabs_right by nra; exact Mt]|lra]).
  split; [lra|]. split; [exact Tn|]. rewrite (C (x * y)) by (apply no_overflow_to_8; [right; left; reflexivity|lra]). pose proof (O (x * y)) as Ep.
  replace (nearest_in fp16 (x * y) - k * theta) with ((nearest_in fp16 (x * y) - x * y) + (x * y - k * theta)) by ring. eapply Rle_trans; [apply sum_abs; [exact Ep|exact D]|]. lra.
Qed.

Theorem keeps_up : forall n, (1 <= Z.of_nat n <= 65519)%Z -> keeps_matches fp16 n.
Proof.
  intros n N. set (theta := spacing 8 / (4 * INR n)). split.
  - intros p j [<-|[]] J fl. cbn [frequency]. fold theta. destruct (phase_close (nearest_in fp16) theta n j (fun x _ => eq_refl) N eq_refl J) as (P & T & _).
    split; [apply position_fits; unfold within in J; lia|]. split; apply no_overflow_to_8; try (right; left; reflexivity); assumption.
  - intros narrow phases wide cosine sine M s l Over Out j k J Mj K Mk. unfold retrieval_head in Out. fold theta in Out. pose proof M as (_ & Fp & _ & _ & _).
    assert (N0 : 0 < INR n) by (apply lt_0_INR; lia). assert (Th : INR n * theta = PI / 16) by (unfold theta, spacing; simpl (INR 8); field; lra). pose proof PI_RGT_0 as Pi.
    assert (T0 : 0 < theta) by (apply (Rmult_lt_reg_l (INR n)); lra).
    assert (S8 : spacing 8 = PI / 4) by (unfold spacing; simpl; field).
    assert (Near : forall i, within n i -> exists x, 0 <= x <= PI / 16 /\ Rabs (l i - cos ((INR (left_of (s i)) - INR (sought (s n))) * spacing 8 + x)) <= 0.0541).
    { intros i I. exists (INR n * theta - INR i * theta). split.
      - unfold within in I. pose proof (le_INR i n ltac:(lia)). pose proof (pos_INR i). split; nra.
      - pose proof (come_out_close narrow phases wide cosine sine M theta s n l i Out I) as C.
        destruct (phase_close phases theta n n Fp N eq_refl ltac:(unfold within; lia)) as (_ & _ & Dn). destruct (phase_close phases theta n i Fp N eq_refl I) as (_ & _ & Di).
        set (a := (INR (left_of (s i)) - INR (sought (s n))) * spacing 8) in *. clearbody a. set (pn := phase_of phases theta n) in *. set (pi := phase_of phases theta i) in *. clearbody pn pi.
        pose proof (cos_moves (a + (INR n * theta - INR i * theta)) (a + (pn - pi))) as Mv. unfold step_cost in Mv.
        replace (a + (pn - pi) - (a + (INR n * theta - INR i * theta))) with ((pn - INR n * theta) + - (pi - INR i * theta)) in Mv by ring.
        assert (B : Rabs ((pn - INR n * theta) + - (pi - INR i * theta)) <= 0.00452) by (eapply Rle_trans; [apply sum_abs; [exact Dn|rewrite Rabs_Ropp; exact Di]|lra]).
        match goal with |- Rabs (l i - ?z) <= _ => replace (l i - z) with ((l i - cos (a + (pn - pi))) + (cos (a + (pn - pi)) - z)) by ring end.
        eapply Rle_trans; [apply sum_abs; [exact C|eapply Rle_trans; [exact Mv|exact B]]|]. lra. }
    destruct (Near j J) as (x & X & Lj). destruct (Near k K) as (z & Z & Lk). unfold is_match in Mj, Mk. rewrite Mj in Lj.
    replace ((INR (sought (s n)) - INR (sought (s n))) * spacing 8 + x) with x in Lj by ring.
    destruct (Over k K) as [Ok _]. destruct (Over n ltac:(unfold within in *; lia)) as [_ On].
    destruct (circle_rival 8 (sought (s n)) (left_of (s k)) On Ok ltac:(congruence)) as (y & Y & E). rewrite E in Lk. rewrite S8 in Y.
    assert (Cj : cos (PI / 16) <= cos x) by (apply cos_near; lra). assert (Ck : cos (y + z) <= cos (3 * (PI / 16))) by (apply cos_far_weakly; lra).
    assert (Gap : 0.149 < cos (PI / 16) - cos (3 * (PI / 16))) by interval. apply Rabs_le_inv in Lj, Lk. lra.
Qed.

(** * 65520 *)

(** Rounds as float16 does, and gives 2^20 for all that is too large. *)
Definition large_as_2_20 (x : R) : R := if Rle_dec 65520 x then 1048576 else nearest_in fp16 x.

Lemma last_overflows : forall x, 65520 <= x -> ~ does_not_overflow fp16 x.
Proof.
  intros x X H. pose proof (nearest_in_le fp16 65520 x eq_refl X) as L. assert (V : 65520 = num_value (65520, 0)%Z) by (unfold num_value; simpl; lra).
  rewrite V, rounded_nearest in L by reflexivity. assert (E : num_value (rounded fp16 (65520, 0)%Z) = 65536) by (change (rounded fp16 (65520, 0)%Z) with (2048, 5)%Z; unfold num_value; simpl; lra). rewrite E in L.
  unfold does_not_overflow in H. apply Rabs_le_inv in H. change (bpow radix2 (Emulation.top fp16)) with 32 in H. change (2 ^ digits fp16 - 1)%Z with 2047%Z in H. lra.
Qed.

Lemma overflow_machine : machine fp16 fp16 (nearest_in fp16) large_as_2_20 (nearest_in fp32) cos sin.
Proof.
  repeat split; try (intros x _; reflexivity); try apply exact_library. intros x O. unfold large_as_2_20. destruct (Rle_dec 65520 x) as [X|_]; [|reflexivity].
  exfalso. exact (last_overflows x X O).
Qed.

(** The last token asks for letter 0, the first holds it, the others hold letter 4. *)
Definition opposite_letters (n j : nat) : pair := if Nat.eqb j n then LetterPair 4 0 else if Nat.eqb j 1 then LetterPair 0 0 else LetterPair 4 0.

Theorem loses_at_the_end : forall n, Z.of_nat n = 65520%Z -> loses_matches fp16 n.
Proof.
  intros n N. assert (E : INR n = 65520) by (rewrite INR_IZR_INZ, N; reflexivity). split; [apply last_overflows; lra|].
  pose proof overflow_machine as M. exists (nearest_in fp16), large_as_2_20, (nearest_in fp32), cos, sin. split; [exact M|].
  set (s := opposite_letters n). set (wide := nearest_in fp32). set (h := retrieval_head n).
  set (total := fun j => match rounded_products (nearest_in fp16) large_as_2_20 wide cos sin h (s n) n (s j) j with [a; b] => wide (a + b) | _ => 0 end).
  assert (Out : come_out (nearest_in fp16) large_as_2_20 wide cos sin h s n (fun j => nearest_in fp16 (total j))).
  { intros j _. exists (total j). split; [|reflexivity]. unfold total, rounded_products, h, retrieval_head, h_retrieval, h_sym. cbn [flat_map app].
    match goal with |- sum_in_order _ [?a; ?b] _ => apply (added_two wide [a] [b]); [apply added_one|apply added_one|apply Permutation_refl] end. }
  assert (Sn : s n = LetterPair 4 0) by (unfold s, opposite_letters; rewrite Nat.eqb_refl; reflexivity).
  assert (S1 : s 1%nat = LetterPair 0 0) by (unfold s, opposite_letters; destruct (Nat.eqb_spec 1 n) as [F|_]; [lia|reflexivity]).
  assert (S2 : s 2%nat = LetterPair 4 0) by (unfold s, opposite_letters; destruct (Nat.eqb_spec 2 n) as [F|_]; [lia|reflexivity]).
  exists s, (fun j => nearest_in fp16 (total j)), 1%nat, 2%nat.
  split; [intros j _; unfold s, opposite_letters; destruct (Nat.eqb j n), (Nat.eqb j 1); simpl; lia|].
  split; [exists 4%nat, 0%nat; exact Sn|]. split; [exact Out|]. split; [unfold within; lia|]. split; [unfold is_match; rewrite S1, Sn; reflexivity|].
  split; [unfold within; lia|]. split; [unfold is_match; rewrite S2, Sn; discriminate|].
  set (theta := spacing 8 / (4 * INR n)).
  pose proof (come_out_close _ _ _ _ _ M theta s n _ 1 Out ltac:(unfold within; lia)) as L1. pose proof (come_out_close _ _ _ _ _ M theta s n _ 2 Out ltac:(unfold within; lia)) as L2.
  cbv beta in L1, L2. rewrite Sn in L1, L2. rewrite S1 in L1. rewrite S2 in L2. cbn [left_of sought] in L1, L2.
  set (r := nearest_in fp16 theta). assert (Pos : forall m, INR m < 65520 -> phase_of large_as_2_20 theta m = large_as_2_20 (nearest_in fp16 (INR m) * large_as_2_20 theta)).
  { intros m Mm. unfold phase_of. f_equal. f_equal. unfold large_as_2_20. destruct (Rle_dec 65520 (INR m)); [lra|reflexivity]. }
  assert (Th : 0.0000029967 <= theta <= 0.0000029968) by (unfold theta, spacing; rewrite E; simpl (INR 8); split; interval).
  assert (V : forall m e, num_value (m, e) = IZR m * bpow radix2 e) by reflexivity.
  assert (Rr : r = 50 / 16777216).
  { unfold r, nearest_in, held, round, scaled_mantissa, cexp. 
    assert (C : FLT_exp (finest fp16) (digits fp16) (mag radix2 theta) = (-24)%Z).
    { assert (Mg : (mag radix2 theta <= -18)%Z) by (apply mag_le_bpow; [lra|rewrite Rabs_right by lra; change (bpow radix2 (-18)) with (/ 262144); lra]).
      unfold FLT_exp. cbn [finest digits fp16]. lia. }
    rewrite C. change (bpow radix2 (- -24)) with 16777216. assert (Q : ZnearestE (theta * 16777216) = 50%Z) by (apply nearest; lra). rewrite Q. unfold F2R. cbn [Fnum Fexp]. change (bpow radix2 (-24)) with (/ 16777216). lra. }
  assert (Lt : large_as_2_20 theta = r) by (unfold large_as_2_20; destruct (Rle_dec 65520 theta); [lra|reflexivity]).
  assert (Pn : phase_of large_as_2_20 theta n = 25 / 8).
  { unfold phase_of. rewrite Lt, Rr. unfold large_as_2_20 at 2. destruct (Rle_dec 65520 (INR n)) as [_|F]; [|lra]. unfold large_as_2_20. destruct (Rle_dec 65520 (1048576 * (50 / 16777216))) as [F|_]; [lra|].
    replace (1048576 * (50 / 16777216)) with (num_value (25, -3)%Z) by (rewrite V; change (bpow radix2 (-3)) with (/ 8); lra). rewrite rounded_nearest by reflexivity.
    change (rounded fp16 (25, -3)%Z) with (25, -3)%Z. rewrite V. change (bpow radix2 (-3)) with (/ 8). lra. }
  assert (Few : forall m, (m <= 2)%nat -> 0 <= phase_of large_as_2_20 theta m <= 0.01).
  { intros m Mm. assert (B : 0 <= INR m <= 2) by (split; [apply pos_INR|replace 2 with (INR 2) by (simpl; ring); apply le_INR, Mm]). rewrite Pos by lra. rewrite Lt, Rr.
    assert (O : off_by (/ 2048) (/ 33554432) (nearest_in fp16)) by (apply (held_off 11 (-24)); lia).
    pose proof (O (INR m)) as O1. rewrite (Rabs_right (INR m)) in O1 by lra. pose proof (nearest_in_le fp16 0 (INR m) eq_refl ltac:(lra)) as N0.
    assert (Z : nearest_in fp16 0 = 0) by (unfold nearest_in, held; apply round_0, valid_rnd_N). rewrite Z in N0. set (x := nearest_in fp16 (INR m)) in *. clearbody x. apply Rabs_le_inv in O1.
    set (y := x * (50 / 16777216)). assert (Y : 0 <= y <= 0.001) by (unfold y; lra). unfold large_as_2_20. destruct (Rle_dec 65520 y) as [F|_]; [lra|].
    pose proof (O y) as O2. rewrite (Rabs_right y) in O2 by lra. pose proof (nearest_in_le fp16 0 y eq_refl ltac:(lra)) as N1. rewrite Z in N1. apply Rabs_le_inv in O2. lra. }
  rewrite Pn in L1, L2. pose proof (Few 1%nat ltac:(lia)) as F1. pose proof (Few 2%nat ltac:(lia)) as F2.
  set (p1 := phase_of large_as_2_20 theta 1) in *. set (p2 := phase_of large_as_2_20 theta 2) in *. clearbody p1 p2.
  replace ((INR 0 - INR 0) * spacing 8 + (25 / 8 - p1)) with (25 / 8 - p1) in L1 by ring.
  replace ((INR 4 - INR 0) * spacing 8 + (25 / 8 - p2)) with ((25 / 8 - p2) + PI) in L2 by (unfold spacing; simpl; field). rewrite neg_cos in L2.
  assert (C1 : cos (25 / 8 - p1) <= -0.99) by interval. assert (C2 : cos (25 / 8 - p2) <= -0.99) by interval. apply Rabs_le_inv in L1, L2. lra.
Qed.
