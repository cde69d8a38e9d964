(** new.precision-cliff.brackets.index: at which length T_Index stops in bfloat16 and float16, every step rounded.

    Statement.  With every step rounded (cos, sin and sums in float32), T_Index at 2 pi/n decodes up to n = 49 and fails at 50 in bfloat16, 56 and 57 if frequencies,
    positions and phases are float32, 144 and 145 in float16; at theta = 1 44 and 45 in both 16-bit formats.

    Idea: each step is run by `Emulation.v`, which gives the number that comes out or two ends.  At each length every query is held against every key; most keys
    are far behind by their dot product in 14 bits, the rest are rounded step by step.  Each failure is one query that gives another key no less.
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

(** Every entry is at most 3/2 in size. *)
Definition small (s : enclosure) : bool := at_most (high s) (3, -1)%Z && at_most (-3, -1)%Z (low s).

Definition small_pair (v : enclosure * enclosure) : bool := small (fst v) && small (snd v).

(** Two numbers at scale 2^14, cut off; none of spans. *)
Definition fixed (v : enclosure * enclosure) : option (Z * Z) :=
  match v with
  | (Point (m, e), Point (m', e')) => Some (Z.shiftl m (e + 14), Z.shiftl m' (e' + 14))
  | _ => None
  end.

Definition with_fixed (v : enclosure * enclosure) : option (Z * Z) * (enclosure * enclosure) := (fixed v, v).

(** The dot product of (a, b) and (c, d) is no more than slack: one of their coordinates differs by the reach (`reach_of`), or it is computed. *)
Definition apart (reach slack a b c d : Z) : bool :=
  if (reach <=? Z.abs (a - c))%Z then true else if (reach <=? Z.abs (b - d))%Z then true else (a * c + b * d <=? slack)%Z.

(** A key comes out below t: by its dot product, at scale 2^28, or step by step. *)
Definition behind (narrow wide : format) (t : num) (reach slack : Z) (q k : option (Z * Z) * (enclosure * enclosure)) : bool :=
  if match fst q, fst k with Some (a, b), Some (c, d) => apart reach slack a b c d | _, _ => false end then true
  else ends_below (scored narrow wide (snd q) (snd k)) t.

Fixpoint every_one {T} (l : list (option T)) : option (list T) :=
  match l with
  | [] => Some []
  | a :: r => let? x := a in let? s := every_one r in Some (x :: s)
  end.

(** The largest dot product at scale 2^28 that surely comes out below t; none is allowed if t is too close to a power of two. *)
Definition slack_of (narrow : format) (t : num) : option Z :=
  let bar := num_plus t (-3, - digits narrow - 1)%Z in
  if num_below (rounded narrow bar) t then Some (Z.shiftl (fst bar) (snd bar + 28) - 131072)%Z else None.

(** The largest of the keys' squares. *)
Fixpoint longest_of (keys : list (option (Z * Z) * (enclosure * enclosure))) : Z :=
  match keys with [] => 0 | k :: r => let m := longest_of r in match fst k with Some (c, d) => Z.max (c * c + d * d) m | None => m end end%Z.

(** Keys that far away have a dot product of no more than slack with q. *)
Definition reach_of (slack longest : Z) (q : option (Z * Z)) : Z := match q with Some (a, b) => Z.sqrt_up (a * a + b * b + longest - 2 * slack) | None => 0 end%Z.

(** Every target of T_Index leads every other key. `vectors i` are the entries of the query that asks i places back. *)
Definition query_right (narrow wide : format) (longest : Z) (keys : list (option (Z * Z) * (enclosure * enclosure))) (q : enclosure * enclosure) (at_ : nat) : bool :=
  match skipn at_ keys with
  | k :: later =>
      match scored narrow wide q (snd k) with
      | Some target =>
          let t := low target in
          match slack_of narrow t with
          | Some slack =>
              if small_pair q then
                let q' := with_fixed q in let reach := reach_of slack longest (fst q') in
                if forallb (behind narrow wide t reach slack q') (firstn at_ keys) then forallb (behind narrow wide t reach slack q') later else false
              else false
          | None => false
          end
      | None => false
      end
  | [] => false
  end.

Definition index_right (narrow phases wide : format) (theta : enclosure) (vectors : nat -> enclosure * enclosure) (n : nat) : bool :=
  match every_one (map (phase_wave narrow phases theta) (seq 1 n)) with
  | Some table =>
      match every_one (map (fun w => rotate narrow w (Point (0, 0)%Z, Point (1, 0)%Z)) table) with
      | Some keys =>
          if forallb small_pair keys then
            let keys' := map with_fixed keys in let longest := longest_of keys' in
            let w := last table (Point (0, 0)%Z, Point (0, 0)%Z) in
            forallb (fun i => match rotate narrow w (vectors i) with Some q => query_right narrow wide longest keys' q (n - i - 1) | None => false end) (seq 0 n)
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
  let part := part_turn (Z.of_nat n) in fun i => let (c, s) := wave_around off_by_table (part (Z.of_nat i)) in (s, c).

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

Lemma small_bounds : forall s x, small s = true -> encloses s x -> Rabs x <= 3 / 2.
Proof.
  intros s x H X. apply andb_prop in H. destruct H as [A B]. apply at_most_value in A, B. apply holds_ends in X. unfold num_value at 2 in A. unfold num_value at 1 in B. cbn [fst snd] in A, B.
  change (bpow radix2 (-1)) with (/ 2) in *. apply Rabs_le. lra.
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

  Lemma fixed_near : forall v a c d, holds_pair v a -> fixed v = Some (c, d) ->
    (IZR c <= fst a * 16384 <= IZR c + 1) /\ (IZR d <= snd a * 16384 <= IZR d + 1).
  Proof.
    intros [[[m e]|x1 x2] [[m' e']|x3 x4]] [a b] c d [A B] F; try discriminate F. cbn [fixed] in F. injection F as <- <-. cbn [fst snd encloses] in *. unfold num_value in A, B. cbn [fst snd] in A, B. subst.
    pose proof (shiftl_cut m (e + 14)) as C. pose proof (shiftl_cut m' (e' + 14)) as D. rewrite bpow_plus in C, D. change (bpow radix2 14) with 16384 in *. lra.
  Qed.

  Lemma apart_product : forall reach slack longest a b c d, (0 <= reach)%Z -> (a * a + b * b + longest - 2 * slack <= reach * reach)%Z -> (c * c + d * d <= longest)%Z ->
    apart reach slack a b c d = true -> (a * c + b * d <= slack)%Z.
  Proof.
    intros reach slack longest a b c d R0 R L H.
    assert (Far : forall x, (reach <= Z.abs x)%Z -> (reach * reach <= x * x)%Z) by (intros x X; rewrite <- (Z.abs_square x); apply Z.mul_le_mono_nonneg; assumption).
    pose proof (Z.square_nonneg (a - c)) as S1. pose proof (Z.square_nonneg (b - d)) as S2. unfold apart in H.
    destruct (Z.leb_spec reach (Z.abs (a - c))) as [F|_]; [apply Far in F; lia|]. destruct (Z.leb_spec reach (Z.abs (b - d))) as [F|_]; [apply Far in F; lia|apply Z.leb_le, H].
  Qed.

  Lemma reach_far : forall slack longest q, (0 <= reach_of slack longest q)%Z /\
    forall a b, q = Some (a, b) -> (a * a + b * b + longest - 2 * slack <= reach_of slack longest q * reach_of slack longest q)%Z.
  Proof.
    intros slack longest [[a b]|]; cbn [reach_of]; [|split; [lia|discriminate]]. split; [apply Z.sqrt_up_nonneg|]. intros a' b' E. injection E as <- <-. set (x := (_ - _)%Z).
    destruct (Z.le_gt_cases x 0) as [N|P]; [rewrite Z.sqrt_up_eqn0 by exact N; lia|apply (Z.sqrt_up_spec x P)].
  Qed.

  Lemma longest_holds : forall keys k c d, In k keys -> fst k = Some (c, d) -> (c * c + d * d <= longest_of keys)%Z.
  Proof.
    induction keys as [|x r IH]; intros k c d I F; [contradiction|]. cbn [longest_of]. cbv zeta. destruct I as [E|I].
    - subst x. rewrite F. lia.
    - specialize (IH k c d I F). destruct (fst x) as [[c' d']|]; lia.
  Qed.

  Lemma behind_below : forall t reach slack longest q k a b, slack_of fn t = Some slack -> small_pair q = true -> small_pair k = true -> holds_pair q a -> holds_pair k b ->
    ((0 <= reach)%Z /\ forall c d, fixed q = Some (c, d) -> (c * c + d * d + longest - 2 * slack <= reach * reach)%Z) -> (forall c d, fixed k = Some (c, d) -> (c * c + d * d <= longest)%Z) ->
    behind fn fp32 t reach slack (with_fixed q) (with_fixed k) = true -> plane_logit a b < num_value t.
  Proof.
    intros t reach slack longest q k a b Sl Sq Sk Q K [R0 Reach] Long H. unfold behind, with_fixed in H. cbn [fst snd] in H. destruct M as (Fn & _ & Fw & _ & _).
    assert (Full : ends_below (scored fn fp32 q k) t = true -> plane_logit a b < num_value t).
    { intro Bf. apply (ends_below_value _ _ _ Bf). intros l E. exact (scored_holds fn fp32 narrow wide (known_digits fn Kn) eq_refl Fn Fw q k l a b Q K E). }
    destruct (fixed q) as [[c d]|] eqn:E1; [|exact (Full H)]. destruct (fixed k) as [[c' d']|] eqn:E2; [|exact (Full H)].
    destruct (apart reach slack c d c' d') eqn:L; [|exact (Full H)]. apply (apart_product reach slack longest c d c' d' R0 (Reach c d eq_refl) (Long c' d' eq_refl)) in L. clear H Full R0 Reach Long.
    unfold slack_of in Sl. destruct (num_below (rounded fn (num_plus t (-3, - digits fn - 1)%Z)) t) eqn:Bar; [|discriminate]. injection Sl as <-. set (bar := num_plus t (-3, - digits fn - 1)%Z) in *. clearbody bar.
    apply andb_prop in Sq, Sk. destruct Sq as [Sq1 Sq2], Sk as [Sk1 Sk2].
    pose proof (small_bounds _ _ Sq1 (proj1 Q)) as Q1. pose proof (small_bounds _ _ Sq2 (proj2 Q)) as Q2. pose proof (small_bounds _ _ Sk1 (proj1 K)) as K1. pose proof (small_bounds _ _ Sk2 (proj2 K)) as K2.
    pose proof (fixed_near q a c d Q E1) as [F1 F2]. pose proof (fixed_near k b c' d' K E2) as [G1 G2].
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

  Lemma query_right_leads : forall ks (K : nat -> vec) d q a at_, (forall j, (j < length ks)%nat -> holds_pair (nth j ks d) (K j)) -> forallb small_pair ks = true ->
    holds_pair q a -> query_right fn fp32 (longest_of (map with_fixed ks)) (map with_fixed ks) q at_ = true ->
    forall j, (j < length ks)%nat -> j <> at_ -> plane_logit a (K j) < plane_logit a (K at_).
  Proof.
    intros ks K d q a at_ Holds Small Q H j J Ne. unfold query_right in H. destruct (skipn at_ (map with_fixed ks)) as [|k later] eqn:E; [discriminate|].
    pose proof (firstn_skipn at_ (map with_fixed ks)) as Split. rewrite E in Split. pose proof (f_equal (@length _) E) as Len. rewrite skipn_length, map_length in Len. cbn [length] in Len.
    assert (At : (at_ < length ks)%nat) by lia. assert (Fl : length (firstn at_ (map with_fixed ks)) = at_) by (rewrite firstn_length, map_length; lia).
    set (first_ones := firstn at_ (map with_fixed ks)) in *. clearbody first_ones.
    assert (Nth : forall i, nth i (map with_fixed ks) (with_fixed d) = with_fixed (nth i ks d)) by (intro i; apply map_nth).
    assert (Hd : k = with_fixed (nth at_ ks d)).
    { rewrite <- Nth, <- Split, app_nth2, Fl by lia. replace (at_ - at_)%nat with 0%nat by lia. reflexivity. }
    destruct (scored fn fp32 q (snd k)) as [target|] eqn:Sc; [|discriminate]. destruct (slack_of fn (low target)) as [slack|] eqn:Sl; [|discriminate].
    destruct (small_pair q) eqn:Sq; [|discriminate].
    cbv zeta in H. set (reach := reach_of slack _ _) in H.
    assert (Before : forallb (behind fn fp32 (low target) reach slack (with_fixed q)) first_ones = true /\ forallb (behind fn fp32 (low target) reach slack (with_fixed q)) later = true).
    { destruct (forallb _ first_ones); [|discriminate]. split; [reflexivity|exact H]. }
    destruct Before as [B1 B2]. rewrite forallb_forall in B1, B2.
    assert (In_ : In (with_fixed (nth j ks d)) first_ones \/ In (with_fixed (nth j ks d)) later).
    { rewrite <- Nth, <- Split. destruct (Nat.lt_ge_cases j at_) as [Lt|Ge].
      - left. rewrite app_nth1 by lia. apply nth_In. lia.
      - right. rewrite app_nth2, Fl by lia. destruct (j - at_)%nat as [|i] eqn:Ei; [lia|]. cbn [nth]. apply nth_In. lia. }
    assert (Bh : behind fn fp32 (low target) reach slack (with_fixed q) (with_fixed (nth j ks d)) = true) by (destruct In_ as [I|I]; [apply B1|apply B2]; exact I).
    rewrite forallb_forall in Small. pose proof (Small _ (nth_In ks d J)) as Sk.
    pose proof (behind_below _ _ _ (longest_of (map with_fixed ks)) _ _ _ _ Sl Sq Sk Q (Holds j J) (reach_far _ _ _)
      (fun c d' F => longest_holds (map with_fixed ks) (with_fixed (nth j ks d)) c d' (in_map with_fixed _ _ (nth_In ks d J)) F) Bh) as Lt.
    rewrite Hd in Sc. cbn [with_fixed snd] in Sc. destruct M as (Fn & _ & Fw & _ & _).
    pose proof (scored_holds fn fp32 narrow wide (known_digits fn Kn) eq_refl Fn Fw _ _ _ _ _ Q (Holds at_ At) Sc) as T. apply holds_ends in T. unfold plane_logit in *. lra.
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
      destruct (forallb small_pair keys) eqn:Sm; [|discriminate]. set (d := (Point (0, 0)%Z, Point (0, 0)%Z)) in *.
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
      pose proof (query_right_leads keys (fun m => k (S m)) d qs q (n - i - 1) Hk Sm Hq Check (j - 1) ltac:(lia) ltac:(lia)) as Lead. cbv beta in Lead.
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

Lemma asks_holds : forall x y, precise x (y + 2 * PI) -> let (c, s) := wave_around off_by_table x in holds_pair (s, c) (rot (- y) north).
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
  rewrite !INR_IZR_INZ. apply part_precise; lia.
Qed.

Lemma asks_radian_holds : forall i, (i <= 1000)%nat -> holds_pair (asks_radian i) (rot (- INR i * 1) north).
Proof.
  intros i I. unfold asks_radian. replace (- INR i * 1) with (- INR i) by ring. apply asks_holds.
  assert (V : num_value (Z.of_nat i, 0%Z) = INR i) by (unfold num_value; cbn [fst snd]; rewrite INR_IZR_INZ; simpl; ring).
  rewrite <- V. apply turns_precise; cbn [fst snd]; try lia. rewrite V. replace 1000 with (INR 1000) by (rewrite INR_IZR_INZ; reflexivity). apply le_INR, I.
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
