(** new.precision-cliff.brackets.index: at which length T_Index stops in bfloat16 and float16, every step rounded.

    Statement.  With every step rounded (cos, sin and sums in float32), T_Index at 2 pi/n decodes up to n = 49 and fails at 50 in bfloat16, 56 and 57 if frequencies,
    positions and phases are float32, 144 and 145 in float16; at theta = 1 44 and 45 in both 16-bit formats.

    Idea: each step is run by `Emulation.v`, which gives the number that comes out or two ends.  At each length every query is held against every key: against a
    dozen at a time if a box around them is far away, else by its dot product in 14 bits, else step by step.  Each failure is one query that gives another key no less.
    Encoding: the steps of Recipe in rope_theory/models/precision/recipe.py, all to nearest even, with underflow.  What a step gives that overflows is left open, so
    what decodes does so whatever it is; and no position, frequency or phase may overflow.  A rotated vector has one cast less, as it is a number of the format already.
    cos and sin of the library are any functions within 2^-21, which is the most that four units in the last place of float32 are, at 0 as well.
    Query vectors are exact ones, rounded once.  The input may hold any tokens, integers or letters. *)

From Coq Require Import Reals ZArith Lra Lia List Bool Permutation.
From Flocq Require Import Core.
From RopeTheory Require Import IntervalZ.
From RopeTheory Require Import Rotation Emulation.
From RopeTheory Require Import Rope Trig Heads new_precision_cliff new_precision_cliff_retrieval_shared_letter
  new_precision_cliff_retrieval new_precision_cliff_mix Instances.
Import ListNotations.
Open Scope R_scope.

(** bfloat16, float16 and float32: bits, the exponent of the smallest number, and of the last bit of the largest. *)
Definition bf16 : format := Format 8 (-133) 120.
Definition fp16 : format := Format 11 (-24) 5.
Definition fp32 : format := Format 24 (-149) 104.

(** Roundings to the two formats and to float32, and a library. *)
Definition machine (fn fp : format) (narrow phases wide cosine sine : R -> R) : Prop :=
  computes fn narrow /\ computes fp phases /\ computes fp32 wide /\ accurate cos cosine /\ accurate sin sine.

(** The rounded products of the dot product, two for each plane. *)
Definition rounded_products {T} (narrow phases wide cosine sine : R -> R) (h : head T) (x : T) (i : nat) (y : T) (j : nat) : list R :=
  flat_map (fun p =>
    let q := turned_in narrow phases phases cosine sine (frequency p) (query p x) i in
    let k := turned_in narrow phases phases cosine sine (frequency p) (key p y) j in
    [wide (fst q * fst k); wide (snd q * snd k)]) h.

(** Logits that may come out on the input s. *)
Definition come_out {T} (narrow phases wide cosine sine : R -> R) (h : head T) (s : nat -> T) (n : nat) (l : nat -> R) : Prop :=
  forall j, within n j -> exists total, sum_in_order wide (rounded_products narrow phases wide cosine sine h (s n) n (s j) j) total /\ l j = narrow total.

(** No position, frequency or phase overflows. *)
Definition phases_are_numbers {T} (fp : format) (h : head T) (n : nat) : Prop :=
  forall p j, In p h -> within n j ->
    let fl := nearest_in fp in does_not_overflow fp (INR j) /\ does_not_overflow fp (frequency p) /\ does_not_overflow fp (fl (INR j) * fl (frequency p)).

(** On the input s of length n, j is the position that is asked for, and k another one. *)
Definition asked_one (s : nat -> token) (n j k : nat) : Prop := (asked (s n) < n)%nat /\ j = (n - asked (s n))%nat /\ within n k /\ k <> j.

(** Whatever the machine, no phase overflows and what is asked for comes out ahead of every other position. *)
Definition right (fn fp : format) (h : head token) (n : nat) : Prop :=
  phases_are_numbers fp h n /\
  forall narrow phases wide cosine sine, machine fn fp narrow phases wide cosine sine ->
    forall s l, come_out narrow phases wide cosine sine h s n l -> forall j k, asked_one s n j k -> l k < l j.

(** On one input another position comes out at least as high, whatever the machine. *)
Definition fails (fn fp : format) (h : head token) (n : nat) : Prop :=
  exists s j k, asked_one s n j k /\
    forall narrow phases wide cosine sine, machine fn fp narrow phases wide cosine sine ->
      forall l, come_out narrow phases wide cosine sine h s n l -> l j <= l k.

Definition ends_at (fn fp : format) (h : nat -> head token) (last : nat) : Prop :=
  (forall n, (1 <= n <= last)%nat -> right fn fp (h n) n) /\ fails fn fp (h (S last)) (S last).

Definition new_precision_cliff_brackets_index_statement : Prop :=
  ends_at bf16 bf16 (fun n => h_pos (2 * PI / INR n)) 49 /\
  ends_at bf16 fp32 (fun n => h_pos (2 * PI / INR n)) 56 /\
  ends_at fp16 fp16 (fun n => h_pos (2 * PI / INR n)) 144 /\
  ends_at bf16 bf16 (fun _ => h_pos 1) 44 /\
  ends_at fp16 fp16 (fun _ => h_pos 1) 44.

(** * The emulation of one length *)

Definition ends_below (a : option enclosure) (t : num) : bool := match a with Some s => num_below (high s) t | None => false end.

(** A box at scale 2^14: the ends of the first coordinate and of the second, cut off. *)
Definition key_box : Type := ((Z * Z) * (Z * Z))%type.

Definition at_14_bits (a : num) : Z := Z.shiftl (fst a) (snd a + 14).

Definition side_of (s : enclosure) : Z * Z := match s with Point a => let x := at_14_bits a in (x, x) | Between a b => (at_14_bits a, at_14_bits b + 1)%Z end.

Definition box_of (v : enclosure * enclosure) : key_box := (side_of (fst v), side_of (snd v)).

(** The square of what is furthest from 0 in a box, at most. *)
Definition size (b : key_box) : Z :=
  let '((x1, x2), (y1, y2)) := b in let x := Z.max (Z.abs x1) (Z.abs x2) in let y := Z.max (Z.abs y1) (Z.abs y2) in (x * x + y * y)%Z.

(** Every coordinate is at most 3/2 in size. *)
Definition small (b : key_box) : bool := let '((x1, x2), (y1, y2)) := b in (-24576 <=? x1)%Z && (x2 <? 24576)%Z && (-24576 <=? y1)%Z && (y2 <? 24576)%Z.

Definition merged (b b' : key_box) : key_box :=
  let '((x1, x2), (y1, y2)) := b in let '((u1, u2), (v1, v2)) := b' in ((Z.min x1 u1, Z.max x2 u2), (Z.min y1 v1, Z.max y2 v2)).

(** A box and what differs from it by less than the reach in both coordinates. *)
Definition window (reach : Z) (b : key_box) : key_box := let '((x1, x2), (y1, y2)) := b in ((x1 - reach, x2 + reach), (y1 - reach, y2 + reach))%Z.

Definition outside (w b : key_box) : bool :=
  let '((p1, p2), (q1, q2)) := w in let '((x1, x2), (y1, y2)) := b in
  if (x2 <=? p1)%Z then true else if (p2 <=? x1)%Z then true else if (y2 <=? q1)%Z then true else (q2 <=? y1)%Z.

(** A key with its place in the list, and a box around it. *)
Definition boxed_key : Type := (nat * (key_box * (enclosure * enclosure)))%type.

Definition with_box (v : enclosure * enclosure) : key_box * (enclosure * enclosure) := (box_of v, v).

(** A box around some keys. *)
Fixpoint hull (l : list boxed_key) : key_box :=
  match l with [] => ((0, 0), (0, 0))%Z | k :: r => match r with [] => fst (snd k) | _ => merged (fst (snd k)) (hull r) end end.

(** The keys by the dozen. *)
Fixpoint dozens (n : nat) (l : list boxed_key) : list (key_box * list boxed_key) :=
  match n with
  | O => [(hull l, l)]
  | S m => match l with [] => [] | _ => let d := firstn 12 l in (hull d, d) :: dozens m (skipn 12 l) end
  end.

(** The dot product of two vectors that are numbers is at most slack, at scale 2^28. *)
Definition dot_within (slack : Z) (q k : key_box * (enclosure * enclosure)) : bool :=
  match snd q, snd k with
  | (Point _, Point _), (Point _, Point _) => let '((a, _), (b, _)) := fst q in let '((c, _), (d, _)) := fst k in (a * c + b * d <=? slack)%Z
  | _, _ => false
  end.

(** A key comes out below t: by its distance, by its dot product, or step by step. *)
Definition behind (narrow wide : format) (t : num) (w : key_box) (slack : Z) (q k : key_box * (enclosure * enclosure)) : bool :=
  if outside w (fst k) then true else if dot_within slack q k then true else ends_below (scored narrow wide (snd q) (snd k)) t.

Fixpoint every_one {T} (l : list (option T)) : option (list T) :=
  match l with
  | [] => Some []
  | a :: r => let? x := a in let? s := every_one r in Some (x :: s)
  end.

(** The largest dot product at scale 2^28 that surely comes out below t; none is allowed if t is too close to a power of two. *)
Definition slack_of (narrow : format) (t : num) : option Z :=
  let bar := num_plus t (-3, - digits narrow - 1)%Z in
  if num_below (rounded narrow bar) t then Some (Z.shiftl (fst bar) (snd bar + 28) - 131072)%Z else None.

(** The largest size of a key. *)
Fixpoint longest_of (keys : list (key_box * (enclosure * enclosure))) : Z := match keys with [] => 0%Z | k :: r => Z.max (size (fst k)) (longest_of r) end.

(** A vector that far away has a dot product of at most slack: 2^-(digits / 2 - 1) as a rule, more if that is not enough. *)
Definition reach_of (digits slack squares : Z) : Z :=
  let x := (squares - 2 * slack)%Z in let r := Z.shiftl 1 (15 - digits / 2) in if (x <=? r * r)%Z then r else Z.sqrt_up x.

(** The target leads every other key. `vectors i` are the entries of the query that asks i places back. *)
Definition query_right (narrow wide : format) (longest : Z) (parts : list (key_box * list boxed_key)) (q k : enclosure * enclosure) (at_ : nat) : bool :=
  match scored narrow wide q k with
  | Some target =>
      let t := low target in
      match slack_of narrow t with
      | Some slack =>
          let q' := with_box q in
          if small (fst q') then
            let w := window (reach_of (digits narrow) slack (size (fst q') + longest)) (fst q') in
            forallb (fun part => if outside w (fst part) then true else
              forallb (fun k => if (fst k =? at_)%nat then true else behind narrow wide t w slack q' (snd k)) (snd part)) parts
          else false
      | None => false
      end
  | None => false
  end.

Definition index_right (narrow phases wide : format) (theta : enclosure) (vectors : nat -> enclosure * enclosure) (n : nat) : bool :=
  match every_one (map (phase_wave narrow phases theta) (seq 1 n)) with
  | Some table =>
      match every_one (map (fun w => rotate narrow w (Point (0, 0)%Z, Point (1, 0)%Z)) table) with
      | Some keys =>
          let boxes := map with_box keys in
          if forallb (fun k => small (fst k)) boxes then
            let d := (Point (0, 0)%Z, Point (0, 0)%Z) in let w := last table d in
            let longest := longest_of boxes in let parts := dozens n (combine (seq 0 n) boxes) in
            forallb (fun i => match rotate narrow w (vectors i) with Some q => query_right narrow wide longest parts q (nth (n - i - 1) keys d) (n - i - 1) | None => false end) (seq 0 n)
          else false
      | None => false
      end
  | None => false
  end.

(** 2 pi at scale 2^80, cut off. *)
Definition two_pi : Z := 7595904947272677161575987%Z.

(** The frequency 2 pi/n, and the query vector that is turned by i of n parts of a turn. *)
Definition turn_over (n : Z) : enclosure := Between (two_pi / n, -80)%Z (two_pi / n + 2, -80)%Z.

Definition asks_part (n : nat) : nat -> enclosure * enclosure :=
  let part := rough_part (Z.of_nat n) in fun i => let (c, s) := wave_around off_by_table (part (Z.of_nat i)) in (s, c).

Definition asks_radian (i : nat) : enclosure * enclosure := let (c, s) := wave_around off_by_table (turns_of (Z.of_nat i, 0%Z)) in (s, c).

(** ** What the checks mean *)

Lemma every_one_nth : forall T (l : list (option T)) r d, every_one l = Some r -> length r = length l /\ forall j, (j < length l)%nat -> nth j l None = Some (nth j r d).
Proof.
  induction l as [|a l IH]; intros r d H; cbn [every_one] in H.
  - injection H as <-. split; [reflexivity|]. cbn. lia.
  - destruct a as [x|]; [|discriminate]. destruct (every_one l) as [t|] eqn:E; [|discriminate]. injection H as <-. destruct (IH t d eq_refl) as [L N].
    split; [cbn; congruence|]. intros [|j] J; [reflexivity|]. cbn in *. apply N. lia.
Qed.

Lemma every_one_map : forall A T (f : A -> option T) l r d e, every_one (map f l) = Some r -> length r = length l /\ forall j, (j < length l)%nat -> f (nth j l e) = Some (nth j r d).
Proof.
  intros A T f l r d e H. destruct (every_one_nth T _ r d H) as [L N]. rewrite map_length in *. split; [exact L|]. intros j J. rewrite <- (N j J).
  rewrite (nth_indep _ None (f e)) by (rewrite map_length; exact J). symmetry. apply map_nth.
Qed.

Lemma seq_nth_1 : forall n j, (j < n)%nat -> nth j (seq 1 n) 0%nat = S j.
Proof. intros n j J. rewrite seq_nth by exact J. reflexivity. Qed.

Lemma last_nth : forall T (l : list T) d, last l d = nth (length l - 1) l d.
Proof.
  intros T l d. induction l as [|a [|b l] IH]; [reflexivity|reflexivity|]. change (last (a :: b :: l) d) with (last (b :: l) d). rewrite IH. cbn [length].
  replace (S (S (length l)) - 1)%nat with (S (S (length l) - 1)) by lia. reflexivity.
Qed.

(** Two summands have one order only. *)
Lemma one_in_order : forall fl x t, sum_in_order fl [x] t -> t = x.
Proof.
  intros fl x t H. remember [x] as l eqn:E. destruct H as [y|l r whole a b L R P]; [congruence|]. exfalso. subst whole. apply added_some in L, R.
  apply Permutation_length in P. rewrite app_length in P. cbn in P. lia.
Qed.

Lemma two_in_order : forall fl x y t, sum_in_order fl [x; y] t -> t = fl (x + y).
Proof.
  intros fl x y t H. remember [x; y] as w eqn:E. destruct H as [z|l r whole a b L R P]; [discriminate|]. subst whole. pose proof (added_some _ _ _ L) as L1. pose proof (added_some _ _ _ R) as R1.
  pose proof (Permutation_length P) as N. rewrite app_length in N. cbn in N. destruct l as [|x' [|]]; cbn in *; try lia. destruct r as [|y' [|]]; cbn in *; try lia.
  apply one_in_order in L, R. subst. apply Permutation_length_2 in P. destruct P as [[-> ->]|[-> ->]]; [reflexivity|f_equal; ring].
Qed.

Lemma shiftl_cut : forall m k, IZR m * bpow radix2 k - 1 <= IZR (Z.shiftl m k) <= IZR m * bpow radix2 k.
Proof.
  intros m k. destruct (Z.le_gt_cases 0 k) as [K|K].
  - rewrite shiftl_value by exact K. lra.
  - assert (Sh : Z.shiftl m k = Z.shiftr m (- k)) by (rewrite <- Z.shiftl_opp_r; f_equal; ring). rewrite Sh. pose proof (cut (- k) m ltac:(lia)) as C.
    assert (B : IZR m / IZR (2 ^ - k) = IZR m * bpow radix2 k).
    { unfold Rdiv. f_equal. replace k with (- - k)%Z at 2 by ring. rewrite bpow_opp. f_equal. apply (IZR_Zpower radix2). lia. }
    rewrite B in C. lra.
Qed.

(** What is no larger than 8 overflows in none of the three. *)
Definition known (f : format) : Prop := In f [bf16; fp16; fp32].

Lemma known_digits : forall f, known f -> (0 < digits f)%Z.
Proof. intros f [<-|[<-|[<-|[]]]]; reflexivity. Qed.

Lemma no_overflow_to_8 : forall f x, known f -> Rabs x <= 8 -> does_not_overflow f x.
Proof.
  intros f x K X. apply Rotation.within in X. pose proof (known_digits f K) as D.
  assert (Lo : -8 = num_value (-8, 0)%Z) by (unfold num_value; simpl; lra). assert (Hi : 8 = num_value (8, 0)%Z) by (unfold num_value; simpl; lra).
  pose proof (nearest_in_le f (-8) x D ltac:(lra)) as A. pose proof (nearest_in_le f x 8 D ltac:(lra)) as B. rewrite Lo in A. rewrite Hi in B. rewrite rounded_nearest in A, B by exact D.
  assert (O : overflows f (rounded f (-8, 0)%Z) = false /\ overflows f (rounded f (8, 0)%Z) = false) by (destruct K as [<-|[<-|[<-|[]]]]; split; reflexivity).
  destruct O as [O1 O2]. apply (largest_bounds _ _ D) in O1, O2. unfold does_not_overflow. apply Rabs_le. lra.
Qed.

Lemma wide_rounds : forall wide x, computes fp32 wide -> Rabs x <= 8 -> Rabs (wide x - x) <= / 16777216 * Rabs x + / 1000000000000.
Proof.
  intros wide x W X. rewrite (W x) by (apply no_overflow_to_8; [right; right; left; reflexivity|exact X]).
  exact (proj1 (proj2 (recipes_fit (held 8 (-133)) (held 24 (-149)) ltac:(left; reflexivity))) x).
Qed.

Section Index.
  Variables (fn fp : format) (narrow phases wide cosine sine : R -> R).
  Hypothesis Kn : known fn.
  Hypothesis Kp : known fp.
  Hypothesis M : machine fn fp narrow phases wide cosine sine.

  (** One plane's logit. *)
  Definition plane_logit (q k : vec) : R := narrow (wide (wide (fst q * fst k) + wide (snd q * snd k))).

  Lemma dot_rounds_up : forall q k, Rabs (fst q) <= 3 / 2 -> Rabs (snd q) <= 3 / 2 -> Rabs (fst k) <= 3 / 2 -> Rabs (snd k) <= 3 / 2 ->
    let s := wide (wide (fst q * fst k) + wide (snd q * snd k)) in s <= fst q * fst k + snd q * snd k + / 1000000 /\ Rabs s <= 8.
  Proof.
    intros [q1 q2] [k1 k2] Q1 Q2 K1 K2. cbn [fst snd] in *. destruct M as (_ & _ & W & _).
    pose proof (product_abs q1 k1 _ _ Q1 K1) as A. pose proof (product_abs q2 k2 _ _ Q2 K2) as B.
    pose proof (wide_rounds wide (q1 * k1) W ltac:(lra)) as A'. pose proof (wide_rounds wide (q2 * k2) W ltac:(lra)) as B'.
    set (a := q1 * k1) in *. set (b := q2 * k2) in *. clearbody a b. set (a' := wide a) in *. set (b' := wide b) in *. clearbody a' b'.
    assert (A2 : Rabs (a' - a) <= 0.0000002) by lra. assert (B2 : Rabs (b' - b) <= 0.0000002) by lra. apply Rotation.within in A, B, A2, B2.
    assert (S : Rabs (a' + b') <= 5) by (apply Rabs_le; lra). pose proof (wide_rounds wide (a' + b') W ltac:(lra)) as C.
    assert (C2 : Rabs (wide (a' + b') - (a' + b')) <= 0.0000004) by lra. apply Rotation.within in C2, S. cbv zeta. split; [lra|apply Rabs_le; lra].
  Qed.

  Lemma ends_below_value : forall s t x, ends_below s t = true -> (forall s', s = Some s' -> encloses s' x) -> x < num_value t.
  Proof. intros [s|] t x B H; [|discriminate]. pose proof (holds_ends s x (H s eq_refl)). apply num_below_value in B. lra. Qed.

  (** v, cut off at scale 2^14, is (c, d) and within the box. *)
  Definition inside (b : key_box) (v : vec) (c d : Z) : Prop :=
    let '((x1, x2), (y1, y2)) := b in (x1 <= c <= x2)%Z /\ (y1 <= d <= y2)%Z /\ IZR c <= fst v * 16384 <= IZR c + 1 /\ IZR d <= snd v * 16384 <= IZR d + 1.

  Lemma at_14_bits_near : forall a, IZR (at_14_bits a) <= num_value a * 16384 <= IZR (at_14_bits a) + 1.
  Proof.
    intros [m e]. unfold at_14_bits, num_value. cbn [fst snd]. pose proof (shiftl_cut m (e + 14)) as C. rewrite bpow_plus in C. change (bpow radix2 14) with 16384 in C. lra.
  Qed.

  Lemma side_of_near : forall s x, encloses s x -> let (x1, x2) := side_of s in exists c, (x1 <= c <= x2)%Z /\ IZR c <= x * 16384 <= IZR c + 1.
  Proof.
    intros [a|a b] x H; cbn [side_of encloses] in *; cbv zeta.
    - subst x. exists (at_14_bits a). split; [lia|apply at_14_bits_near].
    - pose proof (at_14_bits_near a) as A. pose proof (at_14_bits_near b) as B. pose proof (Zfloor_lb (x * 16384)) as L. pose proof (Zfloor_ub (x * 16384)) as U.
      exists (Zfloor (x * 16384)). split; [|lra]. split; [apply Zfloor_lub; lra|]. apply le_IZR. rewrite plus_IZR. lra.
  Qed.

  Lemma box_holds : forall v a, holds_pair v a -> exists c d, inside (box_of v) a c d.
  Proof.
    intros [s t] a [S T]. apply side_of_near in S, T. unfold box_of, inside. cbn [fst snd] in *. destruct (side_of s), (side_of t). destruct S as (c & C1 & C2), T as (d & D1 & D2). exists c, d. auto.
  Qed.

  Lemma merged_holds : forall b b' v c d, inside b v c d \/ inside b' v c d -> inside (merged b b') v c d.
  Proof.
    intros [[x1 x2] [y1 y2]] [[u1 u2] [v1 v2]] v c d H. unfold inside, merged in *.
    destruct H as [(X & Y & R)|(X & Y & R)]; (split; [|split; [|exact R]]); lia.
  Qed.

  Lemma hull_holds : forall l k v c d, In k l -> inside (fst (snd k)) v c d -> inside (hull l) v c d.
  Proof.
    induction l as [|a l IH]; intros k v c d I H; [contradiction|]. destruct l as [|b l]; [destruct I as [->|[]]; exact H|].
    change (hull (a :: b :: l)) with (merged (fst (snd a)) (hull (b :: l))). apply merged_holds. destruct I as [->|I]; [left; exact H|right; exact (IH k v c d I H)].
  Qed.

  Lemma dozens_hold : forall n l k, In k l -> exists part, In (hull part, part) (dozens n l) /\ In k part.
  Proof.
    induction n as [|n IH]; intros l k I; cbn [dozens]; [exists l; split; [left; reflexivity|exact I]|]. destruct l as [|a l]; [contradiction|]. set (w := a :: l) in *. cbv zeta.
    rewrite <- (firstn_skipn 12 w) in I. apply in_app_or in I. destruct I as [I|I]; [exists (firstn 12 w); split; [left; reflexivity|exact I]|].
    destruct (IH _ _ I) as (part & P & K). exists part. split; [right; exact P|exact K].
  Qed.

  Lemma inside_size : forall b v c d, inside b v c d -> (c * c + d * d <= size b)%Z.
  Proof.
    intros [[x1 x2] [y1 y2]] v c d (X & Y & _). unfold size. cbv zeta. rewrite <- (Z.abs_square c), <- (Z.abs_square d). apply Z.add_le_mono; apply Z.mul_le_mono_nonneg; lia.
  Qed.

  Lemma small_inside : forall b v c d, small b = true -> inside b v c d ->
    (Rabs (fst v) <= 3 / 2 /\ Rabs (snd v) <= 3 / 2) /\ (IZR c <= fst v * 16384 <= IZR c + 1) /\ (IZR d <= snd v * 16384 <= IZR d + 1).
  Proof.
    intros [[x1 x2] [y1 y2]] v c d S (X & Y & C & D). unfold small in S. apply andb_prop in S. destruct S as [S S4]. apply andb_prop in S. destruct S as [S S3]. apply andb_prop in S. destruct S as [S1 S2].
    apply Z.leb_le in S1, S3. apply Z.ltb_lt in S2, S4. split; [|exact (conj C D)]. assert (A : (-24576 <= c <= 24575 /\ -24576 <= d <= 24575)%Z) by lia.
    destruct A as [[A1 A2] [A3 A4]]. apply IZR_le in A1, A2, A3, A4. split; apply Rabs_le; lra.
  Qed.

  Lemma longest_holds : forall keys k, In k keys -> (size (fst k) <= longest_of keys)%Z.
  Proof. induction keys as [|x r IH]; intros k I; [contradiction|]. cbn [longest_of]. destruct I as [->|I]; [|specialize (IH k I)]; lia. Qed.

  Lemma outside_product : forall slack longest b b' v v' a c a' c', inside b v a c -> inside b' v' a' c' -> (a' * a' + c' * c' <= longest)%Z ->
    outside (window (reach_of (digits fn) slack (size b + longest)) b) b' = true -> (a * a' + c * c' <= slack)%Z.
  Proof.
    intros slack longest b b' v v' a c a' c' I J L H. pose proof (inside_size _ _ _ _ I) as S. set (reach := reach_of _ _ _) in *.
    assert (R : (0 <= reach /\ size b + longest - 2 * slack <= reach * reach)%Z).
    { unfold reach, reach_of. set (x := (size b + longest - 2 * slack)%Z). set (r := Z.shiftl 1 _). cbv zeta. destruct (Z.leb_spec x (r * r)) as [X|_].
      - split; [apply Z.shiftl_nonneg; lia|exact X].
      - split; [apply Z.sqrt_up_nonneg|]. destruct (Z.le_gt_cases x 0) as [N|P]; [rewrite Z.sqrt_up_eqn0 by exact N; lia|apply (Z.sqrt_up_spec x P)]. }
    clearbody reach. destruct R as [R0 R]. destruct b as [[x1 x2] [y1 y2]], b' as [[u1 u2] [v1 v2]]. destruct I as (X & Y & _), J as (U & V & _). unfold outside, window in H.
    assert (Far : forall z, (reach <= Z.abs z)%Z -> (reach * reach <= z * z)%Z) by (intros z Z; rewrite <- (Z.abs_square z); apply Z.mul_le_mono_nonneg; assumption).
    assert (D : (reach <= Z.abs (a - a') \/ reach <= Z.abs (c - c'))%Z).
    { destruct (Z.leb_spec u2 (x1 - reach)); [lia|]. destruct (Z.leb_spec (x2 + reach) u1); [lia|]. destruct (Z.leb_spec v2 (y1 - reach)); [lia|]. apply Z.leb_le in H. lia. }
    pose proof (Z.square_nonneg (a - a')). pose proof (Z.square_nonneg (c - c')). destruct D as [D|D]; apply Far in D; lia.
  Qed.

  Lemma dot_within_product : forall slack q k v v' a c a' c', inside (box_of q) v a c -> inside (box_of k) v' a' c' -> dot_within slack (with_box q) (with_box k) = true ->
    (a * a' + c * c' <= slack)%Z.
  Proof.
    intros slack [[p|p e] [p'|p' e']] [[r|r f] [r'|r' f']] v v' a c a' c' I J H; try discriminate H. unfold dot_within, with_box, box_of in H. cbn in H. apply Z.leb_le in H. destruct I as (X & Y & _), J as (U & V & _).
    assert (a = at_14_bits p /\ c = at_14_bits p' /\ a' = at_14_bits r /\ c' = at_14_bits r')%Z as (-> & -> & -> & ->) by lia. exact H.
  Qed.

  Lemma product_below : forall t slack q k v v' a c a' c', slack_of fn t = Some slack -> small (box_of q) = true -> small (box_of k) = true ->
    inside (box_of q) v a c -> inside (box_of k) v' a' c' -> (a * a' + c * c' <= slack)%Z -> plane_logit v v' < num_value t.
  Proof.
    intros t slack q k a b c d c' d' Sl Sq Sk I J L. destruct M as (Fn & _ & Fw & _ & _).
    destruct (small_inside _ _ _ _ Sq I) as ([Q1 Q2] & F1 & F2). destruct (small_inside _ _ _ _ Sk J) as ([K1 K2] & G1 & G2).
    unfold slack_of in Sl. destruct (num_below (rounded fn (num_plus t (-3, - digits fn - 1)%Z)) t) eqn:Bar; [|discriminate]. injection Sl as <-. set (bar := num_plus t (-3, - digits fn - 1)%Z) in *. clearbody bar.
    destruct (dot_rounds_up a b Q1 Q2 K1 K2) as [Up Size].
    assert (D : fst a * fst b + snd a * snd b + / 1000000 <= num_value bar).
    { apply IZR_le in L. rewrite minus_IZR, plus_IZR, !mult_IZR in L. pose proof (shiftl_cut (fst bar) (snd bar + 28)) as S. rewrite bpow_plus in S.
      change (bpow radix2 28) with 268435456 in S. fold (num_value bar) in *. replace (IZR (fst bar) * (bpow radix2 (snd bar) * 268435456)) with (num_value bar * 268435456) in S by (unfold num_value; ring).
      apply Rotation.within in Q1, Q2, K1, K2. set (q1 := fst a) in *. set (q2 := snd a) in *. set (k1 := fst b) in *. set (k2 := snd b) in *. clearbody q1 q2 k1 k2.
      assert (P : forall x y u v, -1.5 <= x <= 1.5 -> -1.5 <= y <= 1.5 -> u <= x * 16384 <= u + 1 -> v <= y * 16384 <= v + 1 -> x * y * 268435456 <= u * v + 49160).
      { intros x y u v X Y U V. assert (Eu : exists p, x * 16384 = u + p /\ 0 <= p <= 1) by (exists (x * 16384 - u); lra). assert (Ev : exists r, y * 16384 = v + r /\ 0 <= r <= 1) by (exists (y * 16384 - v); lra).
        destruct Eu as (p & Ep & P0). destruct Ev as (r & Er & R0). replace (x * y * 268435456) with ((x * 16384) * (y * 16384)) by ring. rewrite Ep, Er.
        assert (One : forall h w, 0 <= h <= 1 -> w <= 24576 -> h * w <= 24576).
        { intros h w Hh W. destruct (Rle_lt_dec 0 w) as [W0|W0]; [rewrite <- (Rmult_1_l 24576); apply Rmult_le_compat; lra|]. pose proof (Rmult_le_compat_l h w 0 ltac:(lra) ltac:(lra)). lra. }
        pose proof (One p (v + r) P0 ltac:(lra)) as A. pose proof (One r (u + p) R0 ltac:(lra)) as B. pose proof (Rmult_le_pos p r ltac:(lra) ltac:(lra)). lra. }
      pose proof (P q1 k1 _ _ ltac:(lra) ltac:(lra) F1 G1). pose proof (P q2 k2 _ _ ltac:(lra) ltac:(lra) F2 G2). lra. }
    unfold plane_logit. set (s := wide (wide (fst a * fst b) + wide (snd a * snd b))) in *. clearbody s.
    rewrite (Fn s) by (apply no_overflow_to_8; assumption). pose proof (nearest_in_le fn s (num_value bar) (known_digits fn Kn) ltac:(lra)) as N.
    rewrite rounded_nearest in N by exact (known_digits fn Kn). apply num_below_value in Bar. lra.
  Qed.

  Lemma query_right_leads : forall ks (K : nat -> vec) d q a at_, (forall j, (j < length ks)%nat -> holds_pair (nth j ks d) (K j)) -> forallb (fun k => small (fst k)) (map with_box ks) = true ->
    holds_pair q a -> (at_ < length ks)%nat ->
    query_right fn fp32 (longest_of (map with_box ks)) (dozens (length ks) (combine (seq 0 (length ks)) (map with_box ks))) q (nth at_ ks d) at_ = true ->
    forall j, (j < length ks)%nat -> j <> at_ -> plane_logit a (K j) < plane_logit a (K at_).
  Proof.
    intros ks K d q a at_ Holds Small Q At H j J Ne. unfold query_right in H. destruct (scored fn fp32 q (nth at_ ks d)) as [target|] eqn:Sc; [|discriminate].
    cbv zeta in H. destruct (slack_of fn (low target)) as [slack|] eqn:Sl; [|discriminate]. change (fst (with_box q)) with (box_of q) in H.
    destruct (small (box_of q)) eqn:Sq; [|discriminate]. set (longest := longest_of _) in *. set (w := window _ _) in *. destruct M as (Fn & _ & Fw & _ & _).
    pose proof (scored_holds fn fp32 narrow wide (known_digits fn Kn) eq_refl Fn Fw _ _ _ _ _ Q (Holds at_ At) Sc) as T. apply holds_ends in T. destruct T as [T _]. apply Rlt_le_trans with (2 := T). clear T.
    set (k := nth j ks d) in *. assert (I : In (j, with_box k) (combine (seq 0 (length ks)) (map with_box ks))).
    { replace (j, with_box k) with (nth j (combine (seq 0 (length ks)) (map with_box ks)) (0%nat, with_box d)).
      - apply nth_In. rewrite combine_length, seq_length, map_length. lia.
      - rewrite combine_nth, seq_nth, map_nth by (rewrite ?seq_length, ?map_length; lia). reflexivity. }
    destruct (dozens_hold (length ks) _ _ I) as (part & P & Ik). rewrite forallb_forall in H. specialize (H _ P). cbn [fst snd] in H.
    rewrite forallb_forall in Small. pose proof (Small (with_box k) (in_map with_box _ _ (nth_In ks d J))) as Sk. cbn [with_box fst] in Sk. pose proof (Holds j J) as Hk. fold k in Hk.
    destruct (box_holds q a Q) as (b & c & B). destruct (box_holds k (K j) Hk) as (b' & c' & B').
    assert (L : (b' * b' + c' * c' <= longest)%Z) by (pose proof (inside_size _ _ _ _ B'); pose proof (longest_holds (map with_box ks) (with_box k) (in_map with_box _ _ (nth_In ks d J))); cbn [with_box fst] in *; unfold longest; lia).
    pose proof (product_below _ slack q k a (K j) b c b' c' Sl Sq Sk B B') as Below.
    destruct (outside w (hull part)) eqn:O; [apply Below; exact (outside_product _ _ _ _ _ _ _ _ _ _ B (hull_holds _ _ _ _ _ Ik B') L O)|].
    rewrite forallb_forall in H. specialize (H _ Ik). cbn [fst snd] in H. destruct (Nat.eqb_spec j at_) as [E|_]; [contradiction|]. unfold behind in H.
    change (fst (with_box k)) with (box_of k) in H. destruct (outside w (box_of k)) eqn:O'; [apply Below; exact (outside_product _ _ _ _ _ _ _ _ _ _ B B' L O')|].
    destruct (dot_within slack (with_box q) (with_box k)) eqn:D; [apply Below; exact (dot_within_product _ _ _ _ _ _ _ _ _ B B' D)|].
    apply (ends_below_value _ _ _ H). intros l E. exact (scored_holds fn fp32 narrow wide (known_digits fn Kn) eq_refl Fn Fw q k l a (K j) Q Hk E).
  Qed.

  Section Head.
    Variables (theta : R) (span_of : enclosure) (vectors : nat -> enclosure * enclosure) (n : nat).
    Hypothesis Theta : encloses span_of theta.
    Hypothesis Vectors : forall i, (i < n)%nat -> holds_pair (vectors i) (rot (- INR i * theta) north).
    Hypothesis Check : index_right fn fp fp32 span_of vectors n = true.

    Lemma letters_ask_0 : forall x, query (hd (Plane 0 (fun _ => north) (fun _ => north)) (h_pos theta)) x = rot (- INR (asked x) * theta) north.
    Proof. intros [a|i]; [|reflexivity]. cbn. replace (- 0 * theta) with 0 by ring. symmetry. apply rot_0. Qed.

    Lemma index_leads : (forall m, within n m -> phase_in_range fp phases theta m) /\
      forall i j, (i < n)%nat -> within n j -> j <> (n - i)%nat ->
        let q := turned_in narrow phases phases cosine sine theta (rot (- INR i * theta) north) n in
        let k := turned_in narrow phases phases cosine sine theta north in
        plane_logit q (k j) < plane_logit q (k (n - i)%nat).
    Proof.
      pose proof M as (Fn & Fp & Fw & Co & Si). unfold index_right in Check. destruct (every_one (map (phase_wave fn fp span_of) (seq 1 n))) as [table|] eqn:E1; [|discriminate].
      destruct (every_one (map (fun w => rotate fn w (Point (0, 0)%Z, Point (1, 0)%Z)) table)) as [keys|] eqn:E2; [|discriminate].
      cbv zeta in Check. destruct (forallb _ (map with_box keys)) eqn:Sm; [|discriminate]. set (d := (Point (0, 0)%Z, Point (0, 0)%Z)) in *.
      destruct (every_one_map _ _ _ _ _ d 0%nat E1) as [L1 N1]. destruct (every_one_map _ _ _ _ _ d d E2) as [L2 N2]. rewrite seq_length in *.
      assert (Wave : forall j, (j < n)%nat -> phase_wave fn fp span_of (S j) = Some (nth j table d)) by (intros j J; rewrite <- (N1 j J), seq_nth_1 by exact J; reflexivity).
      split.
      { intros m Mm. unfold within in Mm. replace m with (S (m - 1)) by lia.
        exact (proj1 (wave_holds fn fp narrow phases cosine sine (known_digits fn Kn) (known_digits fp Kp) Fn Fp Co Si _ _ _ _ Theta (Wave (m - 1)%nat ltac:(lia)))). }
      intros i j I J Ne q k. unfold within in J. rewrite forallb_forall in Check. specialize (Check i ltac:(apply in_seq; lia)).
      destruct (rotate fn (last table d) (vectors i)) as [qs|] eqn:E3; [|discriminate].
      assert (Hq : holds_pair qs q).
      { apply (turned_holds fn fp narrow phases cosine sine (known_digits fn Kn) (known_digits fp Kp) Fn Fp Co Si span_of theta n (last table d) (vectors i)); [exact Theta| |exact (Vectors i I)|exact E3].
        rewrite last_nth, L1. replace n with (S (n - 1)) at 1 by lia. apply Wave. lia. }
      assert (Hk : forall m, (m < length keys)%nat -> holds_pair (nth m keys d) (k (S m))).
      { intros m Mm. rewrite L2, L1 in Mm. apply (turned_holds fn fp narrow phases cosine sine (known_digits fn Kn) (known_digits fp Kp) Fn Fp Co Si span_of theta (S m) (nth m table d) (Point (0, 0)%Z, Point (1, 0)%Z));
          [exact Theta|apply Wave; lia| |apply N2; lia]. split; cbn [fst snd encloses north]; unfold num_value; simpl; ring. }
      assert (Len : length keys = n) by lia. rewrite <- Len in Check at 1 2.
      pose proof (query_right_leads keys (fun m => k (S m)) d qs q (n - i - 1) Hk Sm Hq ltac:(lia) Check (j - 1) ltac:(lia) ltac:(lia)) as Lead. cbv beta in Lead.
      replace (S (j - 1)) with j in Lead by lia. replace (S (n - i - 1)) with (n - i)%nat in Lead by lia. exact Lead.
    Qed.
  End Head.
End Index.

Lemma some_machine : forall fn fp, machine fn fp (nearest_in fn) (nearest_in fp) (nearest_in fp32) cos sin.
Proof. intros fn fp. repeat split; try (intros x _; reflexivity); apply exact_library. Qed.

Theorem index_right_wins : forall fn fp theta span_of vectors n, known fn -> known fp -> encloses span_of theta ->
  (forall i, (i < n)%nat -> holds_pair (vectors i) (rot (- INR i * theta) north)) -> index_right fn fp fp32 span_of vectors n = true -> right fn fp (h_pos theta) n.
Proof.
  intros fn fp theta sp vectors n Kn Kp Th V Check. split.
  - intros p j [<-|[]] J fl. exact (proj1 (index_leads fn fp _ _ _ _ _ Kn Kp (some_machine fn fp) theta sp vectors n Th V Check) j J).
  - intros narrow phases wide cosine sine M s l Out j k (A & -> & K & Ne).
    destruct (index_leads fn fp _ _ _ _ _ Kn Kp M theta sp vectors n Th V Check) as [_ Lead]. specialize (Lead (asked (s n)) k A K Ne). cbv zeta in Lead.
    destruct (Out k K) as (t1 & T1 & ->). destruct (Out (n - asked (s n))%nat ltac:(unfold within; lia)) as (t2 & T2 & ->).
    unfold rounded_products, h_pos in T1, T2. cbn [flat_map app frequency key] in T1, T2. apply two_in_order in T1, T2. subst t1 t2.
    assert (E : query (Plane theta (fun x => match x with Letter _ => north | Int i => rot (- INR i * theta) north end) (fun _ => north)) (s n) = rot (- INR (asked (s n)) * theta) north) by exact (letters_ask_0 theta (s n)).
    rewrite E. exact Lead.
Qed.

(** ** Frequencies and queries *)

Lemma two_pi_near : IZR two_pi <= 2 * PI * 1208925819614629174706176 <= IZR two_pi + 1.
Proof. unfold two_pi. split; interval with (i_prec 130). Qed.

Lemma turn_over_encloses : forall n, (1 <= n)%nat -> encloses (turn_over (Z.of_nat n)) (2 * PI / INR n).
Proof.
  intros n N. unfold turn_over, encloses, num_value. cbn [fst snd]. change (bpow radix2 (-80)) with (/ 1208925819614629174706176). pose proof two_pi_near as T. rewrite INR_IZR_INZ. set (z := Z.of_nat n).
  assert (Z1 : (1 <= z)%Z) by (unfold z; lia). pose proof (Z.div_mod two_pi z ltac:(lia)) as E. pose proof (Z.mod_pos_bound two_pi z ltac:(lia)) as B.
  set (d := (two_pi / z)%Z) in *. set (r := (two_pi mod z)%Z) in *. clearbody d r. rewrite plus_IZR. assert (Zr : 1 <= IZR z) by (apply (IZR_le 1), Z1).
  destruct B as [B0 B1]. apply IZR_le in B0. apply IZR_lt in B1. rewrite E, plus_IZR, mult_IZR in T. set (x := IZR z) in *. set (y := IZR d) in *. set (w := IZR r) in *. clearbody x y w.
  assert (V : 2 * PI / x * 1208925819614629174706176 = 2 * PI * 1208925819614629174706176 / x) by (field; lra).
  assert (U : y <= 2 * PI * 1208925819614629174706176 / x <= y + 2).
  { split; apply (Rmult_le_reg_r x); try lra; unfold Rdiv; rewrite (Rmult_assoc _ (/ x) x), Rinv_l, Rmult_1_r by lra; lra. }
  rewrite <- V in U. set (f := 2 * PI / x) in *. clearbody f. lra.
Qed.

Lemma asks_holds : forall x y, rough x (y + 2 * PI) -> let (c, s) := wave_around off_by_table x in holds_pair (s, c) (rot (- y) north).
Proof.
  intros x y P. destruct (wave_around off_by_table x) as [c s] eqn:E. destruct (waves_hold off_by_table 0 x (y + 2 * PI) (cos y) (sin y) P) as [C S].
  - replace (cos (y + 2 * PI)) with (cos y) by (rewrite <- (cos_period y 1); f_equal; simpl; ring). rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
  - replace (sin (y + 2 * PI)) with (sin y) by (rewrite <- (sin_period y 1); f_equal; simpl; ring). rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
  - unfold off_by_table. lra.
  - rewrite E in C, S. unfold holds_pair, rot, north. cbn [fst snd] in *. rewrite cos_neg, sin_neg. replace (cos y * 0 - - sin y * 1) with (sin y) by ring. replace (- sin y * 0 + cos y * 1) with (cos y) by ring. split; assumption.
Qed.

Lemma asks_part_holds : forall n i, (1 <= n)%nat -> holds_pair (asks_part n i) (rot (- INR i * (2 * PI / INR n)) north).
Proof.
  intros n i N. unfold asks_part. replace (- INR i * (2 * PI / INR n)) with (- (2 * PI * (INR i / INR n))) by (unfold Rdiv; ring). apply asks_holds.
  rewrite !INR_IZR_INZ. apply part_rough; lia.
Qed.

Lemma asks_radian_holds : forall i, (i <= 1000)%nat -> holds_pair (asks_radian i) (rot (- INR i * 1) north).
Proof.
  intros i I. unfold asks_radian. replace (- INR i * 1) with (- INR i) by ring. apply asks_holds.
  assert (V : num_value (Z.of_nat i, 0%Z) = INR i) by (unfold num_value; cbn [fst snd]; rewrite INR_IZR_INZ; simpl; ring).
  rewrite <- V. apply turns_rough; cbn [fst snd]; try lia. rewrite V. replace 1000 with (INR 1000) by (rewrite INR_IZR_INZ; reflexivity). apply le_INR, I.
Qed.

Definition turn_right (fn fp : format) (n : nat) : bool := index_right fn fp fp32 (turn_over (Z.of_nat n)) (asks_part n) n.

Definition radian_right (fn fp : format) (n : nat) : bool := index_right fn fp fp32 (Point (1, 0)%Z) asks_radian n.

Lemma turn_right_wins : forall fn fp last, known fn -> known fp -> forallb (turn_right fn fp) (seq 1 last) = true ->
  forall n, (1 <= n <= last)%nat -> right fn fp (h_pos (2 * PI / INR n)) n.
Proof.
  intros fn fp last Kn Kp H n N. rewrite forallb_forall in H. specialize (H n ltac:(apply in_seq; lia)).
  apply (index_right_wins fn fp _ (turn_over (Z.of_nat n)) (asks_part n)); try assumption; [apply turn_over_encloses; lia|intros; apply asks_part_holds; lia].
Qed.

Lemma radian_right_wins : forall fn fp last, known fn -> known fp -> (last <= 1000)%nat -> forallb (radian_right fn fp) (seq 1 last) = true ->
  forall n, (1 <= n <= last)%nat -> right fn fp (h_pos 1) n.
Proof.
  intros fn fp last Kn Kp L H n N. rewrite forallb_forall in H. specialize (H n ltac:(apply in_seq; lia)).
  apply (index_right_wins fn fp _ (Point (1, 0)%Z) asks_radian); try assumption; [|intros; apply asks_radian_holds; lia]. cbn [encloses]. unfold num_value. simpl. ring.
Qed.

Lemma three_known : known bf16 /\ known fp16 /\ known fp32.
Proof. unfold known. simpl. tauto. Qed.

(** The query that asks i places back sees a key k that is not asked for at least as high. *)
Definition index_wrong (fn fp : format) (theta : enclosure) (vectors : nat -> enclosure * enclosure) (n i k : nat) : bool :=
  let at_ m := let? w := phase_wave fn fp theta m in rotate fn w (Point (0, 0)%Z, Point (1, 0)%Z) in
  match phase_wave fn fp theta n with
  | Some w =>
      match rotate fn w (vectors i), at_ (n - i)%nat, at_ k with
      | Some q, Some t, Some r => match scored fn fp32 q t, scored fn fp32 q r with Some a, Some b => at_most (high a) (low b) | _, _ => false end
      | _, _, _ => false
      end
  | None => false
  end.

Theorem index_wrong_fails : forall fn fp theta span_of vectors n i k, known fn -> known fp -> encloses span_of theta -> holds_pair (vectors i) (rot (- INR i * theta) north) ->
  (i < n)%nat -> within n k -> k <> (n - i)%nat -> index_wrong fn fp span_of vectors n i k = true -> fails fn fp (h_pos theta) n.
Proof.
  intros fn fp theta sp vectors n i k Kn Kp Th V I K Ne H. exists (fun _ => Int i), (n - i)%nat, k. split; [repeat split; try assumption; apply K|].
  intros narrow phases wide cosine sine M l Out. pose proof M as (Fn & Fp & Fw & Co & Si). unfold index_wrong in H.
  destruct (phase_wave fn fp sp n) as [w|] eqn:E1; [|discriminate]. destruct (rotate fn w (vectors i)) as [q|] eqn:E2; [|discriminate].
  destruct (phase_wave fn fp sp (n - i)) as [w1|] eqn:E3; [|discriminate]. destruct (rotate fn w1 _) as [t|] eqn:E4; [|discriminate].
  destruct (phase_wave fn fp sp k) as [w2|] eqn:E5; [|discriminate]. destruct (rotate fn w2 _) as [r|] eqn:E6; [|discriminate].
  destruct (scored fn fp32 q t) as [a|] eqn:E7; [|discriminate]. destruct (scored fn fp32 q r) as [b|] eqn:E8; [|discriminate]. apply at_most_value in H.
  pose proof (known_digits fn Kn) as Dn. pose proof (known_digits fp Kp) as Dp.
  pose proof (turned_holds fn fp narrow phases cosine sine Dn Dp Fn Fp Co Si _ _ _ _ _ _ _ Th E1 V E2) as Hq.
  assert (N : holds_pair (Point (0, 0)%Z, Point (1, 0)%Z) north) by (split; cbn [fst snd encloses north]; unfold num_value; simpl; ring).
  pose proof (turned_holds fn fp narrow phases cosine sine Dn Dp Fn Fp Co Si _ _ _ _ _ _ _ Th E3 N E4) as Ht.
  pose proof (turned_holds fn fp narrow phases cosine sine Dn Dp Fn Fp Co Si _ _ _ _ _ _ _ Th E5 N E6) as Hr.
  pose proof (scored_holds fn fp32 narrow wide Dn eq_refl Fn Fw _ _ _ _ _ Hq Ht E7) as Ha. pose proof (scored_holds fn fp32 narrow wide Dn eq_refl Fn Fw _ _ _ _ _ Hq Hr E8) as Hb.
  apply holds_ends in Ha, Hb. destruct (Out k K) as (t1 & T1 & ->). destruct (Out (n - i)%nat ltac:(unfold within; lia)) as (t2 & T2 & ->).
  unfold rounded_products, h_pos in T1, T2. cbn [flat_map app frequency key query] in T1, T2. apply two_in_order in T1, T2. subst t1 t2. lra.
Qed.

Definition turn_wrong (fn fp : format) (n : nat) := index_wrong fn fp (turn_over (Z.of_nat n)) (asks_part n) n.
Definition radian_wrong (fn fp : format) (n : nat) := index_wrong fn fp (Point (1, 0)%Z) asks_radian n.

Lemma turn_wrong_fails : forall fn fp n i k, known fn -> known fp -> (i < n)%nat -> within n k -> k <> (n - i)%nat -> turn_wrong fn fp n i k = true ->
  fails fn fp (h_pos (2 * PI / INR n)) n.
Proof.
  intros fn fp n i k Kn Kp I K Ne H. apply (index_wrong_fails fn fp _ (turn_over (Z.of_nat n)) (asks_part n) n i k); try assumption; [apply turn_over_encloses|apply asks_part_holds]; lia.
Qed.

Lemma radian_wrong_fails : forall fn fp n i k, known fn -> known fp -> (i < n)%nat -> (n <= 1000)%nat -> within n k -> k <> (n - i)%nat -> radian_wrong fn fp n i k = true ->
  fails fn fp (h_pos 1) n.
Proof.
  intros fn fp n i k Kn Kp I N K Ne H. apply (index_wrong_fails fn fp _ (Point (1, 0)%Z) asks_radian n i k); try assumption; [|apply asks_radian_holds; lia].
  cbn [encloses]. unfold num_value. simpl. ring.
Qed.

(** ** The five rows *)

Lemma all_of_turn_b : forallb (turn_right bf16 bf16) (seq 1 49) = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.

Lemma all_of_turn_m : forallb (turn_right bf16 fp32) (seq 1 56) = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.

Lemma all_of_turn_f : forallb (turn_right fp16 fp16) (seq 1 144) = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.

Lemma all_of_radian_b : forallb (radian_right bf16 bf16) (seq 1 44) = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.

Lemma all_of_radian_f : forallb (radian_right fp16 fp16) (seq 1 44) = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.

Lemma wrong_1 : turn_wrong bf16 bf16 50 9 42 = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.

Lemma wrong_2 : turn_wrong bf16 fp32 57 9 49 = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.

Lemma wrong_3 : turn_wrong fp16 fp16 145 113 33 = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.

Lemma wrong_4 : radian_wrong bf16 bf16 45 44 45 = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.

Lemma wrong_5 : radian_wrong fp16 fp16 45 44 45 = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.

Theorem new_precision_cliff_brackets_index_proved : new_precision_cliff_brackets_index_statement.
Proof.
  destruct three_known as (B & F & W). split; [|split; [|split; [|split]]]; split.
  - exact (turn_right_wins bf16 bf16 49 B B all_of_turn_b).
  - exact (turn_wrong_fails bf16 bf16 50 9 42 B B ltac:(lia) ltac:(unfold within; lia) ltac:(lia) wrong_1).
  - exact (turn_right_wins bf16 fp32 56 B W all_of_turn_m).
  - exact (turn_wrong_fails bf16 fp32 57 9 49 B W ltac:(lia) ltac:(unfold within; lia) ltac:(lia) wrong_2).
  - exact (turn_right_wins fp16 fp16 144 F F all_of_turn_f).
  - exact (turn_wrong_fails fp16 fp16 145 113 33 F F ltac:(lia) ltac:(unfold within; lia) ltac:(lia) wrong_3).
  - exact (radian_right_wins bf16 bf16 44 B B ltac:(lia) all_of_radian_b).
  - exact (radian_wrong_fails bf16 bf16 45 44 45 B B ltac:(lia) ltac:(lia) ltac:(unfold within; lia) ltac:(lia) wrong_4).
  - exact (radian_right_wins fp16 fp16 44 F F ltac:(lia) all_of_radian_f).
  - exact (radian_wrong_fails fp16 fp16 45 44 45 F F ltac:(lia) ltac:(lia) ltac:(unfold within; lia) ltac:(lia) wrong_5).
Qed.

(** * False neighbours *)

Lemma not_both : forall fn fp theta n, right fn fp (h_pos theta) n -> ~ fails fn fp (h_pos theta) n.
Proof.
  intros fn fp theta n [_ R] (s & j & k & W & F).
  set (q := turned_in (nearest_in fn) (nearest_in fp) (nearest_in fp) cos sin theta (query (hd (Plane 0 (fun _ => north) (fun _ => north)) (h_pos theta)) (s n)) n).
  set (k' := turned_in (nearest_in fn) (nearest_in fp) (nearest_in fp) cos sin theta north). set (wide := nearest_in fp32).
  set (l := fun i => nearest_in fn (wide (wide (fst q * fst (k' i)) + wide (snd q * snd (k' i))))).
  assert (Out : come_out (nearest_in fn) (nearest_in fp) wide cos sin (h_pos theta) s n l).
  { intros i _. eexists. split; [|reflexivity]. apply (added_two wide [wide (fst q * fst (k' i))] [wide (snd q * snd (k' i))]); [apply added_one|apply added_one|apply Permutation_refl]. }
  pose proof (R _ _ _ _ _ (some_machine fn fp) s l Out j k W). pose proof (F _ _ _ _ _ (some_machine fn fp) l Out). lra.
Qed.

(** One length more in bfloat16. *)
Definition new_precision_cliff_brackets_index_neighbour_longer : Prop :=
  forall n, (1 <= n <= 50)%nat -> right bf16 bf16 (h_pos (2 * PI / INR n)) n.

Theorem new_precision_cliff_brackets_index_neighbour_longer_false : ~ new_precision_cliff_brackets_index_neighbour_longer.
Proof. intro H. apply (not_both _ _ _ _ (H 50%nat ltac:(lia))). exact (proj2 (proj1 new_precision_cliff_brackets_index_proved)). Qed.

(** With float32 phases it fails at 50, too. *)
Definition new_precision_cliff_brackets_index_neighbour_phases : Prop := fails bf16 fp32 (h_pos (2 * PI / INR 50)) 50.

Theorem new_precision_cliff_brackets_index_neighbour_phases_false : ~ new_precision_cliff_brackets_index_neighbour_phases.
Proof. apply not_both. apply (proj1 (proj1 (proj2 new_precision_cliff_brackets_index_proved))). lia. Qed.

Example new_precision_cliff_brackets_index_instance : instance_of new_precision_cliff_brackets_index_statement.
Proof. repeat split; exists 2%nat; (split; [lia|exact I]). Qed.
