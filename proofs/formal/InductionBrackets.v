(** H_MIX with every step rounded: at which length Partial Induction stops, for new_precision_cliff_brackets.v.

    `Emulation.v` runs each step.  A dot product over two planes has four products, which may be added in any order: up to five in size they come within
    2^-20 of their exact sum, and both ends go on to the last rounding.  A match ends above 3/2 and every other key below; of two matches the later one is higher.
    The plane without rotation is one of frequency 0, so that cos and sin of the library count there, too, which may be off by 2^-21 at 0.  Each key's products
    may be added in an order of their own.  Query vectors are exact ones, rounded once.  The query's own key competes. *)

From Coq Require Import Reals ZArith Lra Lia List Bool Permutation PeanoNat.
From Flocq Require Import Core.
From RopeTheory Require Import IntervalZ.
From RopeTheory Require Import Rotation Emulation.
From RopeTheory Require Import Rope Trig Heads Induction new_precision_cliff new_precision_cliff_retrieval_shared_letter
  new_precision_cliff_retrieval new_precision_cliff_mix new_precision_cliff_brackets_index.
Import ListNotations.
Open Scope R_scope.

(** On the input x of length n over three letters, j holds the last occurrence of what is asked for, and k is another position, the query's own included. *)
Definition asked_last (n : nat) (x : nat -> binding) (j k : nat) : Prop := binding_input 3 n x /\ last_occurrence n x j /\ rivals n true k /\ k <> j.

(** Whatever the machine, no phase overflows and the last occurrence comes out ahead of every other position. *)
Definition induction_right (fn fp : format) (h : head binding) (n : nat) : Prop :=
  phases_are_numbers fp h n /\
  forall narrow phases wide cosine sine, machine fn fp narrow phases wide cosine sine ->
    forall x l, come_out narrow phases wide cosine sine h x n l -> forall j k, asked_last n x j k -> l k < l j.

(** On one input another position comes out at least as high, whatever the machine. *)
Definition induction_fails (fn fp : format) (h : head binding) (n : nat) : Prop :=
  exists x j k, asked_last n x j k /\
    forall narrow phases wide cosine sine, machine fn fp narrow phases wide cosine sine ->
      forall l, come_out narrow phases wide cosine sine h x n l -> l j <= l k.

(** 3 is the least whole amplitude A with A (1 - cos omega) >= 3. *)
Remark least_amplitude : 1 - cos (spacing 4) = 1.
Proof. unfold spacing. replace (2 * PI / INR 4) with (PI / 2) by (simpl; field). rewrite cos_PI2. ring. Qed.

(** * The emulation *)

Definition size_of (s : enclosure) : num := match s with Point (m, e) => (Z.abs m, e) | Between a b => larger b (num_minus a) end.

(** The sum of two products, and their sizes'. *)
Definition two_of (a b : enclosure) : enclosure * num := (span_sum a b, num_plus (size_of a) (size_of b)).

(** Four products of at most 5 in size together, added in any order: within 2^-20 of their sum. *)
Definition all_four (ab cd : enclosure * num) : option enclosure :=
  if at_most (num_plus (snd ab) (snd cd)) (5, 0)%Z then
    let s := span_sum (fst ab) (fst cd) in Some (Between (num_plus (low s) (-1, -20)%Z) (num_plus (high s) (1, -20)%Z))
  else None.

Definition any_order (a b c d : enclosure) : option enclosure := all_four (two_of a b) (two_of c d).

(** The dot product over two planes. *)
Definition mixed_score (narrow wide : format) (q q' k k' : enclosure * enclosure) : option enclosure :=
  let? a := cast_span wide (span_product (fst q) (fst k)) in
  let? b := cast_span wide (span_product (snd q) (snd k)) in
  let? c := cast_span wide (span_product (fst q') (fst k')) in
  let? d := cast_span wide (span_product (snd q') (snd k')) in
  let? t := any_order a b c d in
  cast_span narrow t.

(** r times the place a of four. *)
Definition at_place (r : Z) (a : nat) : enclosure * enclosure :=
  let p m := Point (m, 0)%Z in
  match a with 0%nat => (p 0%Z, p r) | 1%nat => (p r, p 0%Z) | 2%nat => (p 0%Z, p (- r)%Z) | _ => (p (- r)%Z, p 0%Z) end.

Definition turned_span (f fp : format) (theta : enclosure) (m : nat) (v : enclosure * enclosure) : option (enclosure * enclosure) :=
  let? w := phase_wave f fp theta m in rotate f w v.

Definition no_turn : enclosure := Point (0, 0)%Z.

(** What the query for letter b makes of a key at place a and position j. *)
Definition mixed_logit (f fp : format) (theta : enclosure) (n b a j : nat) : option enclosure :=
  let? q := turned_span f fp no_turn n (at_place 3 b) in
  let? q' := turned_span f fp theta n (at_place 1 0) in
  let? k := turned_span f fp no_turn j (at_place 1 a) in
  let? k' := turned_span f fp theta j (at_place 1 0) in
  mixed_score f fp32 q q' k k'.

Definition starts_above (a : option enclosure) (t : num) : bool := match a with Some s => num_below t (low s) | None => false end.

(** Every logit of the list ends below the start of the next. *)
Fixpoint all_rise (l : list (option enclosure)) : bool :=
  match l with
  | [] => true
  | a :: r => match a with Some s => at_most (low s) (high s) && match r with [] => true | x :: _ => starts_above x (high s) end && all_rise r | None => false end
  end.

(** Matches rise and end above 3/2, other letters below, and so does the query's own key; at_ a has the logits of keys at place a. *)
Definition ranks_right (b : nat) (at_ : nat -> list (option enclosure)) (own : option enclosure) : bool :=
  let matches := at_ b in
  all_rise matches && forallb (fun x => starts_above x (3, -1)%Z) matches &&
  forallb (fun a => if Nat.eqb a b then true else forallb (fun x => ends_below x (3, -1)%Z) (at_ a)) [0; 1; 2]%nat &&
  ends_below own (3, -1)%Z.

Definition letter_right (f fp : format) (theta : enclosure) (n b : nat) : bool :=
  ranks_right b (fun a => map (mixed_logit f fp theta n b a) (seq 1 (n - 1))) (mixed_logit f fp theta n b 3 n).

(** The first plane's rounded products for letter b and place a, from the wave w of the plane that does not turn. *)
Definition first_products (f : format) (w : option (enclosure * enclosure)) (b a : nat) : option (enclosure * num) :=
  let? u := w in
  let? q := rotate f u (at_place 3 b) in
  let? k := rotate f u (at_place 1 a) in
  let? x := cast_span fp32 (span_product (fst q) (fst k)) in
  let? y := cast_span fp32 (span_product (snd q) (snd k)) in
  Some (two_of x y).

(** The logit from these and the second plane's two vectors. *)
Definition score_with (f : format) (first : option (enclosure * num)) (q' k' : option (enclosure * enclosure)) : option enclosure :=
  let? xy := first in
  let? q := q' in
  let? k := k' in
  let? c := cast_span fp32 (span_product (fst q) (fst k)) in
  let? d := cast_span fp32 (span_product (snd q) (snd k)) in
  let? t := all_four xy (two_of c d) in
  cast_span f t.

Definition turned_by (f : format) (w : option (enclosure * enclosure)) (v : enclosure * enclosure) : option (enclosure * enclosure) := let? u := w in rotate f u v.

Definition all_found {T} (l : list (option T)) : bool := forallb (fun o => match o with Some _ => true | None => false end) l.

(** Each position's turning phase and vector once for all letters, the first plane once for all positions. *)
Definition mix_right (f fp : format) (n : nat) : bool :=
  let theta := turn_over (Z.of_nat (2 * n)) in let there := seq 1 (n - 1) in let w := phase_wave f fp no_turn 0 in
  let turning := map (phase_wave f fp theta) there in let turning_n := phase_wave f fp theta n in
  let k' := map (fun u => turned_by f u (at_place 1 0)) turning in let q' := turned_by f turning_n (at_place 1 0) in
  all_found [w] && all_found (map (fun m => cast_span fp (Point (Z.of_nat m, 0%Z))) (n :: there)) && all_found (turning_n :: turning) &&
  forallb (fun b =>
    let logits a := let first := first_products f w b a in map (score_with f first q') k' in let at_0 := logits 0%nat in let at_1 := logits 1%nat in let at_2 := logits 2%nat in
    ranks_right b (fun a => match a with 0%nat => at_0 | 1%nat => at_1 | _ => at_2 end) (score_with f (first_products f w b 3) q' q')) [0; 1; 2]%nat.

Lemma still_wave : forall f fp m, phase_wave f fp no_turn m = match cast_span fp (Point (Z.of_nat m, 0%Z)) with Some _ => phase_wave f fp no_turn 0 | None => None end.
Proof.
  intros f fp m. unfold phase_wave. change (Point (Z.of_nat 0, 0%Z)) with no_turn. set (c := cast_span fp (Point (Z.of_nat m, 0%Z))).
  assert (C : c = None \/ exists r, c = Some (Point r)) by (unfold c; cbn [cast_span]; cbv zeta; destruct (overflows _ _); eauto). clearbody c.
  assert (Zero : cast_span fp no_turn = if overflows fp (0, 0)%Z then None else Some no_turn) by reflexivity. rewrite Zero. destruct (overflows fp (0, 0)%Z) eqn:O; [destruct c; reflexivity|].
  assert (E : forall r, cast_span fp (span_product (Point r) no_turn) = Some no_turn).
  { intros [r e]. unfold no_turn, span_product, num_times. cbn [fst snd]. rewrite Z.mul_0_r. cbn [cast_span rounded Z.eqb]. cbv zeta. rewrite O. reflexivity. }
  destruct C as [->|[r ->]]; [reflexivity|]. pose proof (E (0, 0)%Z) as E0. change (Point (0, 0)%Z) with no_turn in E0. rewrite E, E0. reflexivity.
Qed.

Lemma logit_from_products : forall f fp theta n b a j w, phase_wave f fp no_turn n = w -> phase_wave f fp no_turn j = w ->
  mixed_logit f fp theta n b a j =
  score_with f (first_products f w b a) (turned_by f (phase_wave f fp theta n) (at_place 1 0)) (turned_by f (phase_wave f fp theta j) (at_place 1 0)).
Proof.
  intros f fp theta n b a j w N J. unfold mixed_logit. change (turned_span f fp theta n) with (turned_by f (phase_wave f fp theta n)). change (turned_span f fp theta j) with (turned_by f (phase_wave f fp theta j)).
  generalize (turned_by f (phase_wave f fp theta n) (at_place 1 0)) (turned_by f (phase_wave f fp theta j) (at_place 1 0)). intros q' k'.
  unfold turned_span, mixed_score, score_with, first_products. rewrite N, J. destruct w as [u|]; [|reflexivity]. destruct (rotate f u (at_place 3 b)) as [q|]; [|reflexivity].
  destruct q', (rotate f u (at_place 1 a)) as [k|]; try reflexivity; destruct k', (cast_span fp32 (span_product (fst q) (fst k))); try reflexivity;
    destruct (cast_span fp32 (span_product (snd q) (snd k))); reflexivity.
Qed.

Lemma found_in : forall T (l : list (option T)) o, all_found l = true -> In o l -> o <> None.
Proof. intros T l o H I. unfold all_found in H. rewrite forallb_forall in H. specialize (H o I). destruct o; discriminate. Qed.

Lemma mix_right_letters : forall f fp n, mix_right f fp n = true -> let theta := turn_over (Z.of_nat (2 * n)) in
  (forall m, (1 <= m <= n)%nat -> phase_wave f fp no_turn m <> None /\ phase_wave f fp theta m <> None) /\ forallb (letter_right f fp theta n) [0; 1; 2]%nat = true.
Proof.
  intros f fp n H theta. unfold mix_right in H. cbv zeta in H. fold theta in H. apply andb_prop in H. destruct H as [H L]. apply andb_prop in H. destruct H as [H T]. apply andb_prop in H. destruct H as [W S].
  set (w := phase_wave f fp no_turn 0) in *. pose proof (found_in _ _ w W (or_introl eq_refl)) as W0.
  assert (There : forall m, (1 <= m <= n)%nat -> In m (n :: seq 1 (n - 1))) by (intros m M; destruct (Nat.eq_dec m n) as [->|Ne]; [left; reflexivity|right; apply in_seq; lia]).
  assert (Still : forall m, In m (n :: seq 1 (n - 1)) -> phase_wave f fp no_turn m = w).
  { intros m M. rewrite still_wave. pose proof (found_in _ _ _ S (in_map _ _ m M)) as C. cbv beta in C. destruct (cast_span fp _); [reflexivity|contradiction]. }
  split.
  - intros m M. split; [rewrite (Still m (There m M)); exact W0|exact (found_in _ _ _ T (in_map (phase_wave f fp theta) (n :: seq 1 (n - 1)) m (There m M)))].
  - rewrite forallb_forall in *. intros b B. specialize (L b B). unfold letter_right. rewrite (logit_from_products _ _ _ _ _ _ _ w) by (apply Still; left; reflexivity).
    assert (Row : forall a, map (mixed_logit f fp theta n b a) (seq 1 (n - 1)) = map (score_with f (first_products f w b a) (turned_by f (phase_wave f fp theta n) (at_place 1 0)))
      (map (fun u => turned_by f u (at_place 1 0)) (map (phase_wave f fp theta) (seq 1 (n - 1))))).
    { intro a. rewrite !map_map. apply map_ext_in. intros j J. apply logit_from_products; apply Still; [left; reflexivity|right; exact J]. }
    unfold ranks_right in *. cbn [forallb] in *. rewrite !Row. destruct B as [<-|[<-|[<-|[]]]]; exact L.
Qed.

(** A match at j and one at j + 1: the later one is no higher. *)
Definition mix_wrong (f fp : format) (n b j : nat) : bool :=
  let theta := turn_over (Z.of_nat (2 * n)) in
  match mixed_logit f fp theta n b b (S j), mixed_logit f fp theta n b b j with Some s, Some t => at_most (high s) (low t) | _, _ => false end.

(** ** What the checks mean *)

(** Sizes of five in all: no sum overflows, so each order adds by Flocq's rounding. *)
Lemma added_in_float32 : forall wide l t, computes fp32 wide -> sum_in_order wide l t -> (length l <= 4)%nat -> sizes_of l <= 5 ->
  Rabs (t - all_of l) + sizes_of l <= (1 + / 16777216) ^ 3 * (sizes_of l + / 1000000000).
Proof.
  intros wide l t W H.
  assert (Off : off_by (/ 16777216) (/ 1000000000000) (nearest_in fp32)) by exact (proj1 (proj2 (recipes_fit (held 8 (-133)) (held 24 (-149)) ltac:(left; reflexivity)))).
  assert (Bound : forall m r, sum_in_order (nearest_in fp32) m r -> (length m <= 4)%nat -> Rabs (r - all_of m) + sizes_of m <= (1 + / 16777216) ^ 3 * (sizes_of m + / 1000000000)).
  { intros m r S L. pose proof (added_close (/ 16777216) (/ 1000000000000) _ _ _ ltac:(lra) ltac:(lra) Off S) as C. eapply Rle_trans; [exact C|]. pose proof (sizes_of_nonneg m) as P.
    assert (K : INR (length m - 1) <= 3) by (replace 3 with (INR 3) by (simpl; ring); apply le_INR; lia). pose proof (pos_INR (length m - 1)) as K0.
    set (k := INR (length m - 1)) in *. clearbody k. apply Rmult_le_compat; [apply pow_le; lra|lra|apply Rle_pow; [lra|lia]|lra]. }
  enough (E : (length l <= 4)%nat -> sizes_of l <= 5 -> sum_in_order (nearest_in fp32) l t) by (intros L S; exact (Bound _ _ (E L S) L)).
  induction H as [x|l r whole a b HL IL HR IR P]; intros L S; [constructor|].
  assert (Sz : sizes_of whole = sizes_of l + sizes_of r) by (unfold sizes_of; rewrite <- (all_of_permuted _ _ (Permutation_map Rabs P)), map_app, all_of_app; reflexivity).
  pose proof (Permutation_length P) as Len. rewrite app_length in Len. pose proof (sizes_of_nonneg l) as Pl. pose proof (sizes_of_nonneg r) as Pr.
  pose proof (IL ltac:(lia) ltac:(lra)) as HL'. pose proof (IR ltac:(lia) ltac:(lra)) as HR'.
  pose proof (Bound _ _ HL' ltac:(lia)) as Bl. pose proof (Bound _ _ HR' ltac:(lia)) as Br.
  assert (Big : forall z, Rabs (all_of z) <= sizes_of z).
  { clear. intro z. unfold sizes_of, all_of. induction z as [|x z IH]; cbn [map fold_right]; [rewrite Rabs_R0; lra|]. eapply Rle_trans; [apply Rabs_triang|]. lra. }
  pose proof (Big l) as Gl. pose proof (Big r) as Gr. assert (U : (1 + / 16777216) ^ 3 <= 1.001) by (simpl; lra). assert (V : 1 <= (1 + / 16777216) ^ 3) by (apply pow_R1_Rle; lra).
  set (c := (1 + / 16777216) ^ 3) in *. clearbody c.
  assert (A : Rabs (a + b) <= 8).
  { replace (a + b) with ((a - all_of l) + (b - all_of r) + (all_of l + all_of r)) by ring. eapply Rle_trans; [apply (sum_abs _ _ _ _ (sum_abs _ _ _ _ (Rle_refl _) (Rle_refl _)) (sum_abs _ _ _ _ Gl Gr))|].
    assert (c * (sizes_of l + / 1000000000) <= 1.001 * (sizes_of l + / 1000000000)) by (apply Rmult_le_compat_r; lra).
    assert (c * (sizes_of r + / 1000000000) <= 1.001 * (sizes_of r + / 1000000000)) by (apply Rmult_le_compat_r; lra). lra. }
  rewrite (W (a + b)) by (apply no_overflow_to_8; [right; right; left; reflexivity|exact A]). exact (added_two _ l r whole a b HL' HR' P).
Qed.

Lemma size_of_holds : forall s x, encloses s x -> Rabs x <= num_value (size_of s).
Proof.
  intros [[m e]|a b] x H; cbn [size_of encloses] in *.
  - subst x. unfold num_value. cbn [fst snd]. rewrite abs_IZR, Rabs_mult, (Rabs_pos_eq (bpow _ _)) by apply bpow_ge_0. lra.
  - pose proof (larger_value b (num_minus a)) as [A B]. rewrite value_minus in B. apply Rabs_le. lra.
Qed.

Lemma any_order_holds : forall wide a b c d s x y z w t, computes fp32 wide -> encloses a x -> encloses b y -> encloses c z -> encloses d w ->
  any_order a b c d = Some s -> sum_in_order wide [x; y; z; w] t -> encloses s t.
Proof.
  intros wide a b c d s x y z w t W A B C D H S. unfold any_order, all_four, two_of in H. cbn [fst snd] in H. destruct (at_most _ _) eqn:E; [|discriminate]. injection H as <-. apply at_most_value in E. rewrite !value_plus in E.
  pose proof (size_of_holds _ _ A) as Sa. pose proof (size_of_holds _ _ B) as Sb. pose proof (size_of_holds _ _ C) as Sc. pose proof (size_of_holds _ _ D) as Sd.
  unfold num_value at 5 in E. cbn [fst snd] in E. change (bpow radix2 0) with 1 in E.
  assert (Sz : sizes_of [x; y; z; w] <= 5) by (unfold sizes_of, all_of; cbn [map fold_right]; lra).
  pose proof (added_in_float32 wide _ _ W S ltac:(cbn; lia) Sz) as N. pose proof (sizes_of_nonneg [x; y; z; w]) as P.
  assert (Al : all_of [x; y; z; w] = x + y + (z + w)) by (unfold all_of; cbn [fold_right]; ring). rewrite Al in N.
  pose proof (span_sum_holds _ _ _ _ (span_sum_holds _ _ _ _ A B) (span_sum_holds _ _ _ _ C D)) as T. apply holds_ends in T. set (r := span_sum (span_sum a b) (span_sum c d)) in *. clearbody r.
  set (sz := sizes_of [x; y; z; w]) in *. clearbody sz.
  assert (F : Rabs (t - (x + y + (z + w))) <= / 1048576) by (simpl in N; lra). apply Rotation.within in F. cbn [encloses]. rewrite !value_plus.
  assert (Tiny : num_value (1, -20)%Z = / 1048576 /\ num_value (-1, -20)%Z = - / 1048576) by (split; unfold num_value; cbn [fst snd]; change (bpow radix2 (-20)) with (/ 1048576); ring).
  destruct Tiny as [-> ->]. lra.
Qed.

(** The four places are exact. *)
Lemma at_place_holds : forall r a, (a < 4)%nat -> holds_pair (at_place r a) (scale (IZR r) (on_circle 4 a)).
Proof.
  intros r a A. assert (V : forall m : Z, num_value (m, 0%Z) = IZR m) by (intro m; unfold num_value; cbn [fst snd]; change (bpow radix2 0) with 1; ring).
  assert (E : on_circle 4 a = (sin (INR a * (PI / 2)), cos (INR a * (PI / 2)))).
  { unfold on_circle, rot, north, spacing. replace (- INR a * (2 * PI / INR 4)) with (- (INR a * (PI / 2))) by (simpl; field). cbn [fst snd]. rewrite sin_neg, cos_neg. f_equal; ring. }
  rewrite E. unfold holds_pair, scale. cbn [fst snd].
  destruct a as [|[|[|[|a]]]]; [..|lia]; cbn [at_place fst snd encloses]; rewrite !V, ?opp_IZR; simpl INR.
  - rewrite Rmult_0_l, sin_0, cos_0. split; ring.
  - rewrite Rmult_1_l, sin_PI2, cos_PI2. split; ring.
  - replace ((1 + 1) * (PI / 2)) with PI by field. rewrite sin_PI, cos_PI. split; ring.
  - replace ((1 + 1 + 1) * (PI / 2)) with (3 * (PI / 2)) by ring. rewrite sin_3PI2, cos_3PI2. split; ring.
Qed.

Lemma scale_1 : forall v, scale 1 v = v.
Proof. intros [x y]. unfold scale. cbn [fst snd]. f_equal; ring. Qed.

Section Mix.
  Variables (fn fp : format) (narrow phases wide cosine sine : R -> R).
  Hypothesis Kn : known fn.
  Hypothesis Kp : known fp.
  Hypothesis M : machine fn fp narrow phases wide cosine sine.

  Lemma turned_span_holds : forall theta t m v u r, encloses theta t -> holds_pair v u -> turned_span fn fp theta m v = Some r ->
    holds_pair r (turned_in narrow phases phases cosine sine t u m).
  Proof.
    intros theta t m v u r T V H. pose proof M as (Fn & Fp & _ & Co & Si). unfold turned_span in H. destruct (phase_wave fn fp theta m) as [w|] eqn:E; [|discriminate].
    exact (turned_holds fn fp narrow phases cosine sine (known_digits fn Kn) (known_digits fp Kp) Fn Fp Co Si theta t m w v u r T E V H).
  Qed.

  Lemma mixed_score_holds : forall q q' k k' s a a' b b' total, holds_pair q a -> holds_pair q' a' -> holds_pair k b -> holds_pair k' b' ->
    mixed_score fn fp32 q q' k k' = Some s ->
    sum_in_order wide [wide (fst a * fst b); wide (snd a * snd b); wide (fst a' * fst b'); wide (snd a' * snd b')] total -> encloses s (narrow total).
  Proof.
    intros q q' k k' s a a' b b' total [Q1 Q2] [Q3 Q4] [K1 K2] [K3 K4] H S. pose proof M as (Fn & _ & Fw & _). unfold mixed_score in H.
    destruct (cast_span fp32 (span_product (fst q) (fst k))) as [p1|] eqn:E1; [|discriminate]. destruct (cast_span fp32 (span_product (snd q) (snd k))) as [p2|] eqn:E2; [|discriminate].
    destruct (cast_span fp32 (span_product (fst q') (fst k'))) as [p3|] eqn:E3; [|discriminate]. destruct (cast_span fp32 (span_product (snd q') (snd k'))) as [p4|] eqn:E4; [|discriminate].
    destruct (any_order p1 p2 p3 p4) as [t|] eqn:E5; [|discriminate].
    assert (Dw : (0 < digits fp32)%Z) by reflexivity.
    destruct (cast_span_holds _ _ _ _ _ Dw Fw (span_product_holds _ _ _ _ Q1 K1) E1) as [_ H1]. destruct (cast_span_holds _ _ _ _ _ Dw Fw (span_product_holds _ _ _ _ Q2 K2) E2) as [_ H2].
    destruct (cast_span_holds _ _ _ _ _ Dw Fw (span_product_holds _ _ _ _ Q3 K3) E3) as [_ H3]. destruct (cast_span_holds _ _ _ _ _ Dw Fw (span_product_holds _ _ _ _ Q4 K4) E4) as [_ H4].
    exact (proj2 (cast_span_holds _ _ _ _ _ (known_digits fn Kn) Fn (any_order_holds _ _ _ _ _ _ _ _ _ _ _ Fw H1 H2 H3 H4 E5 S) H)).
  Qed.

  Lemma mixed_logit_holds : forall theta t n x y j b s total, encloses theta t -> symbol_of x = b -> (b < 3)%nat -> (place_of 3 y < 4)%nat ->
    mixed_logit fn fp theta n b (place_of 3 y) j = Some s ->
    sum_in_order wide (rounded_products narrow phases wide cosine sine (h_mix 3 t 3 1) x n y j) total -> encloses s (narrow total).
  Proof.
    intros theta t n x y j b s total T X B Y H S. unfold mixed_logit in H.
    destruct (turned_span fn fp no_turn n (at_place 3 b)) as [q|] eqn:E1; [|discriminate]. destruct (turned_span fn fp theta n (at_place 1 0)) as [q'|] eqn:E2; [|discriminate].
    destruct (turned_span fn fp no_turn j (at_place 1 (place_of 3 y))) as [k|] eqn:E3; [|discriminate]. destruct (turned_span fn fp theta j (at_place 1 0)) as [k'|] eqn:E4; [|discriminate].
    assert (Z : encloses no_turn 0) by (cbn [encloses no_turn]; unfold num_value; cbn [fst snd]; ring).
    assert (N : holds_pair (at_place 1 0) north) by (split; cbn [at_place fst snd encloses north]; unfold num_value; simpl; ring).
    pose proof (at_place_holds 3 b ltac:(lia)) as P3. pose proof (at_place_holds 1 _ Y) as P1. rewrite scale_1 in P1.
    pose proof (turned_span_holds _ _ _ _ _ _ Z P3 E1) as H1. pose proof (turned_span_holds _ _ _ _ _ _ T N E2) as H2.
    pose proof (turned_span_holds _ _ _ _ _ _ Z P1 E3) as H3. pose proof (turned_span_holds _ _ _ _ _ _ T N E4) as H4.
    unfold rounded_products, h_mix in S. cbn [flat_map app frequency query key] in S. rewrite X, scale_1 in S.
    exact (mixed_score_holds _ _ _ _ _ _ _ _ _ _ H1 H2 H3 H4 H S).
  Qed.

  Lemma starts_above_value : forall s t x, starts_above s t = true -> (forall s', s = Some s' -> encloses s' x) -> num_value t < x.
  Proof. intros [s|] t x B H; [|discriminate]. pose proof (holds_ends s x (H s eq_refl)). unfold starts_above in B. apply num_below_value in B. lra. Qed.

  Lemma later_rises : forall l s j y, all_rise (Some s :: l) = true -> (j < length l)%nat -> (forall s', nth j l None = Some s' -> encloses s' y) -> num_value (high s) < y.
  Proof.
    induction l as [|a l IH]; intros s j y H J Y; cbn [length] in J; [lia|]. change (all_rise (Some s :: a :: l)) with (at_most (low s) (high s) && starts_above a (high s) && all_rise (a :: l)) in H.
    apply andb_prop in H. destruct H as [H R]. apply andb_prop in H. destruct H as [_ H]. destruct j as [|j]; [exact (starts_above_value _ _ _ H Y)|]. destruct a as [a|]; [|discriminate].
    pose proof (IH a j y R ltac:(lia) Y) as L. apply num_below_value in H. cbn [all_rise] in R. apply andb_prop in R. destruct R as [R _]. apply andb_prop in R. destruct R as [R _]. apply at_most_value in R. lra.
  Qed.

  Lemma all_rise_value : forall l i j x y, all_rise l = true -> (i < j < length l)%nat -> (forall s, nth i l None = Some s -> encloses s x) ->
    (forall s, nth j l None = Some s -> encloses s y) -> x < y.
  Proof.
    induction l as [|a l IH]; intros i j x y H J X Y; cbn [length] in J; [lia|]. destruct a as [s|]; [|discriminate]. destruct j as [|j]; [lia|]. destruct i as [|i].
    - pose proof (later_rises l s j y H ltac:(lia) Y). pose proof (holds_ends _ _ (X s eq_refl)). lra.
    - cbn [all_rise] in H. apply andb_prop in H. exact (IH i j x y (proj2 H) ltac:(lia) X Y).
  Qed.

  Section Letter.
    Variables (theta : enclosure) (t : R) (n b : nat) (x : nat -> binding) (l : nat -> R).
    Hypothesis Theta : encloses theta t.
    Hypothesis B : (b < 3)%nat.
    Hypothesis Check : letter_right fn fp theta n b = true.
    Hypothesis Input : binding_input 3 n x.
    Hypothesis Asks : symbol_of (x n) = b.
    Hypothesis Out : come_out narrow phases wide cosine sine (h_mix 3 t 3 1) x n l.

    Lemma place_below : forall j, within n j -> (place_of 3 (x j) < 4)%nat.
    Proof.
      intros j J. destruct Input as [I (q & Q & _)]. unfold within in *. destruct (Nat.eq_dec j n) as [->|Ne]; [rewrite Q; cbn; lia|]. destruct (I j ltac:(lia)) as (a & c & -> & A). cbn. lia.
    Qed.

    Lemma logit_in : forall j s, within n j -> mixed_logit fn fp theta n b (place_of 3 (x j)) j = Some s -> encloses s (l j).
    Proof.
      intros j s J H. destruct (Out j J) as (total & S & ->). exact (mixed_logit_holds theta t n (x n) (x j) j b s total Theta Asks B (place_below j J) H S).
    Qed.

    Lemma nth_logit : forall a j, within (n - 1) j -> nth (j - 1) (map (mixed_logit fn fp theta n b a) (seq 1 (n - 1))) None = mixed_logit fn fp theta n b a j.
    Proof.
      intros a j J. unfold within in J. rewrite (nth_indep _ None (mixed_logit fn fp theta n b a 0)) by (rewrite map_length, seq_length; lia).
      rewrite map_nth, seq_nth by lia. f_equal. lia.
    Qed.

    Lemma nth_in_row : forall a j, within (n - 1) j -> In (mixed_logit fn fp theta n b a j) (map (mixed_logit fn fp theta n b a) (seq 1 (n - 1))).
    Proof. intros a j J. apply in_map, in_seq. unfold within in J. lia. Qed.

    Lemma letter_leads : forall j k, last_occurrence n x j -> rivals n true k -> k <> j -> l k < l j.
    Proof.
      intros j k (J & Mj & Later) K Ne. unfold letter_right, ranks_right in Check. cbv zeta in Check. apply andb_prop in Check. destruct Check as [C1 Own]. apply andb_prop in C1. destruct C1 as [C2 Others].
      apply andb_prop in C2. destruct C2 as [Rise Above]. rewrite Asks in *. unfold rivals in K.
      assert (Pair : forall i, within (n - 1) i -> place_of 3 (x i) = symbol_of (x i) /\ (symbol_of (x i) < 3)%nat).
      { intros i I. destruct (proj1 Input i I) as (a & c & -> & A). cbn. split; [reflexivity|exact A]. }
      assert (Wn : forall i, within (n - 1) i -> within n i) by (unfold within; intros; lia).
      assert (Match : forall i, within (n - 1) i -> symbol_of (x i) = b -> forall s, mixed_logit fn fp theta n b b i = Some s -> encloses s (l i)).
      { intros i I E s H. apply (logit_in i s (Wn i I)). rewrite (proj1 (Pair i I)), E. exact H. }
      assert (Hi : 3 / 2 < l j).
      { rewrite forallb_forall in Above. pose proof (starts_above_value _ _ (l j) (Above _ (nth_in_row b j J)) (Match j J Mj)) as A.
        unfold num_value in A. cbn [fst snd] in A. change (bpow radix2 (-1)) with (/ 2) in A. lra. }
      assert (Low : forall a, ends_below a (3, -1)%Z = true -> (forall s, a = Some s -> encloses s (l k)) -> l k < 3 / 2).
      { intros [s|] E H; [|discriminate]. pose proof (holds_ends s _ (H s eq_refl)). apply num_below_value in E. unfold num_value at 2 in E. cbn [fst snd] in E. change (bpow radix2 (-1)) with (/ 2) in E. lra. }
      destruct (Nat.eq_dec k n) as [En|Kn'].
      { subst k. enough (l n < 3 / 2) by lra. apply (Low _ Own). intros s H. apply (logit_in n s K). destruct Input as [_ (q & Q & _)]. rewrite Q. exact H. }
      assert (K' : within (n - 1) k) by (unfold within in *; lia). destruct (Nat.eq_dec (symbol_of (x k)) b) as [Mk|Nk].
      - assert (Kj : (k < j)%nat) by (destruct (Nat.lt_ge_cases k j) as [L|G]; [exact L|exfalso; apply (Later k); [unfold within in K'; lia|exact Mk]]).
        assert (Order : (k - 1 < j - 1 < length (map (mixed_logit fn fp theta n b b) (seq 1 (n - 1))))%nat) by (rewrite map_length, seq_length; unfold within in *; lia).
        apply (all_rise_value _ _ _ _ _ Rise Order); rewrite nth_logit by assumption; apply Match; assumption.
      - enough (l k < 3 / 2) by lra. destruct (Pair k K') as [Pk Lk]. rewrite forallb_forall in Others.
        pose proof (Others (symbol_of (x k)) ltac:(destruct (symbol_of (x k)) as [|[|[|a]]]; simpl; auto; lia)) as O. destruct (Nat.eqb_spec (symbol_of (x k)) b) as [E|_]; [contradiction|].
        rewrite forallb_forall in O. apply (Low _ (O _ (nth_in_row _ k K'))). intros s H. apply (logit_in k s (Wn k K')). rewrite Pk. exact H.
    Qed.
  End Letter.
End Mix.

Lemma half_turn_over_encloses : forall n, (1 <= n)%nat -> encloses (turn_over (Z.of_nat (2 * n))) (PI / INR n).
Proof.
  intros n N. replace (PI / INR n) with (2 * PI / INR (2 * n)); [apply turn_over_encloses; lia|]. rewrite mult_INR. simpl (INR 2). field. apply not_0_INR. lia.
Qed.

Theorem mix_right_wins : forall fn fp n, known fn -> known fp -> (1 <= n)%nat -> mix_right fn fp n = true -> induction_right fn fp (h_mix 3 (PI / INR n) 3 1) n.
Proof.
  intros fn fp n Kn Kp N H. pose proof (half_turn_over_encloses n N) as T. apply mix_right_letters in H. cbv zeta in H. destruct H as [Waves Letters]. split.
  - intros p j Hp J fl. destruct (Waves j J) as [W1 W2].
    destruct (phase_wave fn fp no_turn j) as [w|] eqn:E1; [|contradiction]. destruct (phase_wave fn fp (turn_over (Z.of_nat (2 * n))) j) as [w'|] eqn:E2; [|contradiction].
    destruct (some_machine fn fp) as (Fn & Fp & _ & Co & Si). assert (Z : encloses no_turn 0) by (cbn [encloses no_turn]; unfold num_value; cbn [fst snd]; ring).
    destruct Hp as [<-|[<-|[]]]; cbn [frequency];
      [exact (proj1 (wave_holds fn fp _ _ _ _ (known_digits fn Kn) (known_digits fp Kp) Fn Fp Co Si _ _ _ _ Z E1))|exact (proj1 (wave_holds fn fp _ _ _ _ (known_digits fn Kn) (known_digits fp Kp) Fn Fp Co Si _ _ _ _ T E2))].
  - intros narrow phases wide cosine sine M x l Out j k (Input & Last & K & Ne). destruct (proj2 Input) as (q & Q & i & I & E). destruct (proj1 Input i I) as (a & c & X & A).
    assert (B : (symbol_of (x n) < 3)%nat) by (rewrite Q; cbn; rewrite <- E, X; exact A).
    rewrite forallb_forall in Letters. specialize (Letters (symbol_of (x n)) ltac:(destruct (symbol_of (x n)) as [|[|[|d]]]; simpl; auto; lia)).
    exact (letter_leads fn fp narrow phases wide cosine sine Kn Kp M _ _ n (symbol_of (x n)) x l T B Letters Input eq_refl Out j k Last K Ne).
Qed.

Theorem mix_wrong_fails : forall fn fp n b r j, known fn -> known fp -> (b < 3)%nat -> (r < 3)%nat -> b <> r -> (1 <= j)%nat -> (S j <= n - 1)%nat ->
  mix_wrong fn fp n b j = true -> induction_fails fn fp (h_mix 3 (PI / INR n) 3 1) n.
Proof.
  intros fn fp n b r j Kn Kp B Rr Ne J Jn H. set (x := two_symbols n b r (fun i => (Nat.eqb i j || Nat.eqb i (S j))%bool)).
  assert (Jj : within (n - 1) j /\ within (n - 1) (S j)) by (unfold within; lia). destruct Jj as [J1 J2].
  assert (X1 : x j = Bound b 1) by (unfold x; rewrite two_symbols_pair by exact J1; rewrite Nat.eqb_refl; reflexivity).
  assert (X2 : x (S j) = Bound b 1) by (unfold x; rewrite two_symbols_pair by exact J2; rewrite Nat.eqb_refl, orb_true_r; reflexivity).
  assert (Xn : x n = Lone b) by apply two_symbols_last.
  exists x, (S j), j. split.
  - split; [apply two_symbols_input; try assumption; exists j; split; [exact J1|rewrite Nat.eqb_refl; reflexivity]|].
    split; [apply two_symbols_occurrence; try assumption; [rewrite Nat.eqb_refl; apply orb_true_r|intros k K; apply orb_false_intro; apply Nat.eqb_neq; lia]|].
    split; [unfold rivals, within; lia|lia].
  - intros narrow phases wide cosine sine M l Out. unfold mix_wrong in H. pose proof (half_turn_over_encloses n ltac:(lia)) as T.
    destruct (mixed_logit fn fp (turn_over (Z.of_nat (2 * n))) n b b (S j)) as [s|] eqn:E1; [|discriminate]. destruct (mixed_logit fn fp (turn_over (Z.of_nat (2 * n))) n b b j) as [t|] eqn:E2; [|discriminate].
    apply at_most_value in H. destruct (Out j ltac:(unfold within; lia)) as (t1 & T1 & ->). destruct (Out (S j) ltac:(unfold within; lia)) as (t2 & T2 & ->).
    rewrite Xn, X1 in T1. rewrite Xn, X2 in T2.
    pose proof (mixed_logit_holds fn fp narrow phases wide cosine sine Kn Kp M _ _ n (Lone b) (Bound b 1) (S j) b s t2 T eq_refl B ltac:(cbn; lia) E1 T2) as H1.
    pose proof (mixed_logit_holds fn fp narrow phases wide cosine sine Kn Kp M _ _ n (Lone b) (Bound b 1) j b t t1 T eq_refl B ltac:(cbn; lia) E2 T1) as H2.
    apply holds_ends in H1, H2. lra.
Qed.

Lemma all_of_mix : forallb (mix_right bf16 bf16) (seq 1 42) = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.

Lemma wrong_at_43 : mix_wrong bf16 bf16 43 0 2 = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.

Theorem mix_up_to_42 : forall n, (1 <= n <= 42)%nat -> induction_right bf16 bf16 (h_mix 3 (PI / INR n) 3 1) n.
Proof. intros n N. apply mix_right_wins; try apply three_known; [lia|]. pose proof all_of_mix as H. rewrite forallb_forall in H. apply H, in_seq. lia. Qed.

Theorem mix_ends_at_43 : induction_fails bf16 bf16 (h_mix 3 (PI / INR 43) 3 1) 43.
Proof. destruct three_known as (B & _ & _). exact (mix_wrong_fails bf16 bf16 43 0 1 2 B B ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) wrong_at_43). Qed.

Lemma not_right_and_failing : forall fn fp t n, induction_right fn fp (h_mix 3 t 3 1) n -> ~ induction_fails fn fp (h_mix 3 t 3 1) n.
Proof.
  intros fn fp t n [_ R] (x & j & k & A & F). set (wide := nearest_in fp32). set (products := fun i => rounded_products (nearest_in fn) (nearest_in fp) wide cos sin (h_mix 3 t 3 1) (x n) n (x i) i).
  set (total := fun i => match products i with [a; b; c; d] => wide (wide (a + b) + wide (c + d)) | _ => 0 end).
  assert (Out : come_out (nearest_in fn) (nearest_in fp) wide cos sin (h_mix 3 t 3 1) x n (fun i => nearest_in fn (total i))).
  { intros i _. exists (total i). split; [|reflexivity]. unfold total, products, rounded_products, h_mix. cbn [flat_map app].
    match goal with |- sum_in_order _ [?a; ?b; ?c; ?d] _ => apply (added_two wide [a; b] [c; d]); [apply (added_two wide [a] [b])|apply (added_two wide [c] [d])|apply Permutation_refl] end;
      try apply added_one; apply Permutation_refl. }
  pose proof (R _ _ _ _ _ (some_machine fn fp) x _ Out j k A). pose proof (F _ _ _ _ _ (some_machine fn fp) _ Out). lra.
Qed.
