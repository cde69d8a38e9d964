(** Cosines by reflection: a rotation that Coq's integers compute, with a proved error, and sums of cosines over many distances.

    A table of cosines is filled by the rotation recurrence in fixed point. A plane of angle g is an accumulator: G is g in turns, scaled by 2^34, and m G is the
    phase at distance m; its bits 21 to 33 say in which of 8192 cells of the turn it is. So a cosine at a distance costs one addition and one walk down the table.
    Each is off by less than 5 10^-4 up to distance 32768 (see `cell`), and vm_compute does a quarter of a million of them in a second. *)

From Coq Require Import Reals Lra Lia List PeanoNat ZArith.
From RopeTheory Require Import Rope Trig IntervalZ.
Import ListNotations.
Open Scope R_scope.

(** * The rotation recurrence *)

(** One turn by the angle whose cosine and sine are 1 + D and S, at scale 2^p, cut off. *)
Definition turn_once (p D S : Z) (v : Z * Z) : Z * Z :=
  (fst v + Z.shiftr (D * fst v - S * snd v) p, snd v + Z.shiftr (D * snd v + S * fst v) p)%Z.

(** v and what n - 1 turns make of it. *)
Fixpoint turning (p D S : Z) (v : Z * Z) (n : nat) : list (Z * Z) :=
  match n with
  | O => []
  | S k => v :: turning p D S (turn_once p D S v) k
  end.

(** v is (cos x, sin x) at scale 2^p up to e, seen in every direction. *)
Definition near_point (p : Z) (e : R) (v : Z * Z) (x : R) : Prop :=
  forall phi, Rabs (IZR (fst v) / IZR (2 ^ p) * cos phi + IZR (snd v) / IZR (2 ^ p) * sin phi - cos (x - phi)) <= e.

Lemma scale_pos : forall p, (0 <= p)%Z -> 0 < IZR (2 ^ p).
Proof. intros p P. apply IZR_lt. apply Z.pow_pos_nonneg; lia. Qed.

Lemma cut : forall p z, (0 <= p)%Z -> IZR z / IZR (2 ^ p) - 1 <= IZR (Z.shiftr z p) <= IZR z / IZR (2 ^ p).
Proof.
  intros p z P. pose proof (scale_pos p P) as B. rewrite Z.shiftr_div_pow2 by exact P.
  pose proof (Z.div_mod z (2 ^ p) ltac:(apply Z.pow_nonzero; lia)) as E. pose proof (Z.mod_pos_bound z (2 ^ p) ltac:(apply Z.pow_pos_nonneg; lia)) as M.
  apply (f_equal IZR) in E. rewrite plus_IZR, mult_IZR in E. destruct M as [M0 M1]. apply IZR_le in M0. apply IZR_lt in M1.
  set (q := IZR (z / 2 ^ p)) in *. set (r := IZR (z mod 2 ^ p)) in *. set (b := IZR (2 ^ p)) in *. rewrite E.
  replace ((b * q + r) / b) with (q + r * / b) by (field; lra). pose proof (Rinv_0_lt_compat b B).
  assert (r * / b <= 1) by (apply (Rmult_le_reg_r b); [lra|]; rewrite Rmult_assoc, Rinv_l by lra; lra). assert (0 <= r * / b) by nra. lra.
Qed.

Lemma within : forall a c, Rabs a <= c -> - c <= a <= c.
Proof. intros a c H. pose proof (Rle_abs a). pose proof (Rle_abs (- a)) as M. rewrite Rabs_Ropp in M. lra. Qed.

Lemma near_bound : forall p e v x phi, near_point p e v x -> e <= 1 ->
  Rabs (IZR (fst v) / IZR (2 ^ p) * cos phi + IZR (snd v) / IZR (2 ^ p) * sin phi) <= 2.
Proof.
  intros p e v x phi N E. specialize (N phi). pose proof (COS_bound (x - phi)). apply Rabs_le. apply within in N. lra.
Qed.

Lemma abs_product : forall a b c d, Rabs a <= c -> Rabs b <= d -> - (c * d) <= a * b <= c * d.
Proof.
  intros a b c d A B. apply within. rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; assumption.
Qed.

Lemma whole_and_rest : forall p a b, (0 <= p)%Z -> (a + Z.shiftr b p = Z.shiftr (a * 2 ^ p + b) p)%Z.
Proof. intros p a b P. rewrite !Z.shiftr_div_pow2 by exact P. symmetry. apply Z.div_add_l. apply Z.pow_nonzero; lia. Qed.

Theorem near_turn : forall p D S t d e v x, (0 <= p)%Z ->
  Rabs (IZR (2 ^ p + D) / IZR (2 ^ p) - cos t) <= d -> Rabs (IZR S / IZR (2 ^ p) - sin t) <= d -> near_point p e v x -> e <= 1 ->
  near_point p (e + 4 * d + 2 / IZR (2 ^ p)) (turn_once p D S v) (x + t).
Proof.
  intros p D S t d e v x P HC HS N E phi. pose proof (scale_pos p P) as B. unfold turn_once. rewrite !whole_and_rest by exact P.
  replace (fst v * 2 ^ p + (D * fst v - S * snd v))%Z with (fst v * (2 ^ p + D) - snd v * S)%Z by ring.
  replace (snd v * 2 ^ p + (D * snd v + S * fst v))%Z with (snd v * (2 ^ p + D) + fst v * S)%Z by ring. set (C := (2 ^ p + D)%Z) in *. clearbody C. clear D.
  pose proof (near_bound p e v x phi N E) as N1. pose proof (near_bound p e v x (phi - PI / 2) N E) as N2. specialize (N (phi - t)).
  replace (cos (phi - PI / 2)) with (sin phi) in N2 by (rewrite cos_minus, cos_PI2, sin_PI2; ring).
  replace (sin (phi - PI / 2)) with (- cos phi) in N2 by (rewrite sin_minus, cos_PI2, sin_PI2; ring).
  replace (x - (phi - t)) with (x + t - phi) in N by ring. rewrite cos_minus, sin_minus in N.
  cbn [fst snd].
  pose proof (cut p (fst v * C - snd v * S) P) as T1. pose proof (cut p (snd v * C + fst v * S) P) as T2.
  rewrite minus_IZR, !mult_IZR in T1. rewrite plus_IZR, !mult_IZR in T2.
  set (b := IZR (2 ^ p)) in *. set (y := cos (x + t - phi)) in *. clearbody y.
  set (c1 := IZR (Z.shiftr (fst v * C - snd v * S) p)) in *. set (s1 := IZR (Z.shiftr (snd v * C + fst v * S) p)) in *. clearbody c1 s1 b.
  pose proof (Rinv_0_lt_compat b B) as B'. unfold Rdiv in *. set (i := / b) in *.
  set (c := IZR (fst v) * i) in *. set (s := IZR (snd v) * i) in *. set (A := IZR C * i) in *. set (D := IZR S * i) in *.
  assert (U1 : c1 * i <= c * A - s * D /\ c * A - s * D - i <= c1 * i).
  { assert (I : b * i = 1) by (unfold i; field; lra).
    assert (X : (IZR (fst v) * IZR C - IZR (snd v) * IZR S) * i = b * (c * A - s * D)).
    { unfold c, A, s, D. replace (b * (IZR (fst v) * i * (IZR C * i) - IZR (snd v) * i * (IZR S * i)))
        with ((b * i) * ((IZR (fst v) * IZR C - IZR (snd v) * IZR S) * i)) by ring. rewrite I. ring. }
    rewrite X in T1. assert (Y : forall r, (b * r) * i = r) by (intro r; replace (b * r * i) with (b * i * r) by ring; rewrite I; ring).
    destruct T1 as [T1a T1b]. apply (Rmult_le_compat_r i) in T1a; [|lra]. apply (Rmult_le_compat_r i) in T1b; [|lra].
    rewrite Rmult_minus_distr_r in T1a. rewrite Y in T1a, T1b. lra. }
  assert (U2 : s1 * i <= s * A + c * D /\ s * A + c * D - i <= s1 * i).
  { assert (I : b * i = 1) by (unfold i; field; lra).
    assert (X : (IZR (snd v) * IZR C + IZR (fst v) * IZR S) * i = b * (s * A + c * D)).
    { unfold c, A, s, D. replace (b * (IZR (snd v) * i * (IZR C * i) + IZR (fst v) * i * (IZR S * i)))
        with ((b * i) * ((IZR (snd v) * IZR C + IZR (fst v) * IZR S) * i)) by ring. rewrite I. ring. }
    rewrite X in T2. assert (Y : forall r, (b * r) * i = r) by (intro r; replace (b * r * i) with (b * i * r) by ring; rewrite I; ring).
    destruct T2 as [T2a T2b]. apply (Rmult_le_compat_r i) in T2a; [|lra]. apply (Rmult_le_compat_r i) in T2b; [|lra].
    rewrite Rmult_minus_distr_r in T2a. rewrite Y in T2a, T2b. lra. }
  set (t1 := c * A - s * D - c1 * i). set (t2 := s * A + c * D - s1 * i).
  assert (R1 : Rabs t1 <= i) by (apply Rabs_le; unfold t1; lra). assert (R2 : Rabs t2 <= i) by (apply Rabs_le; unfold t2; lra).
  pose proof (COS_bound phi) as CB. pose proof (SIN_bound phi) as SB.
  pose proof (abs_product _ (cos phi) _ 1 R1 ltac:(apply Rabs_le; lra)) as Q1. pose proof (abs_product _ (sin phi) _ 1 R2 ltac:(apply Rabs_le; lra)) as Q2.
  pose proof (abs_product _ _ _ _ HC N1) as Q3. pose proof (abs_product _ _ _ _ HS N2) as Q4. apply within in N. apply Rabs_le.
  replace (c1 * i * cos phi + s1 * i * sin phi - y)
    with ((c * (cos phi * cos t + sin phi * sin t) + s * (sin phi * cos t - cos phi * sin t) - y)
      + (A - cos t) * (c * cos phi + s * sin phi) + (D - sin t) * (c * sin phi + s * - cos phi) - t1 * cos phi - t2 * sin phi)
    by (unfold t1, t2; ring).
  lra.
Qed.

(** The j-th point is that of x + j t. *)
Theorem turns_near : forall p D S t d, (0 <= p)%Z -> 0 <= d ->
  Rabs (IZR (2 ^ p + D) / IZR (2 ^ p) - cos t) <= d -> Rabs (IZR S / IZR (2 ^ p) - sin t) <= d ->
  forall n e v x, near_point p e v x -> e + INR n * (4 * d + 2 / IZR (2 ^ p)) <= 1 ->
  forall j, (j < n)%nat -> near_point p (e + INR j * (4 * d + 2 / IZR (2 ^ p))) (nth j (turning p D S v n) (0, 0)%Z) (x + INR j * t).
Proof.
  intros p D S t d P D0 HC HS. pose proof (scale_pos p P) as B. assert (I : 0 < 2 / IZR (2 ^ p)) by (apply Rdiv_lt_0_compat; lra).
  set (w := 4 * d + 2 / IZR (2 ^ p)) in *.
  induction n as [|n IH]; intros e v x N E j J; [lia|]. rewrite S_INR in E. assert (0 <= INR n * w) by (apply Rmult_le_pos; [apply pos_INR|unfold w; lra]).
  destruct j as [|j].
  - simpl. replace (e + 0 * w) with e by ring. replace (x + 0 * t) with x by ring. exact N.
  - cbn [turning nth]. rewrite S_INR. replace (x + (INR j + 1) * t) with (x + t + INR j * t) by ring. replace (e + (INR j + 1) * w) with (e + w + INR j * w) by ring.
    apply IH; [|lra|lia]. replace (e + w) with (e + 4 * d + 2 / IZR (2 ^ p)) by (unfold w; ring).
    apply near_turn; try assumption. unfold w in *. lra.
Qed.

(** * A table as a tree: the bits of an index lead down, the lowest first *)

Inductive tree := Leaf (v : Z) | Node (even odd : tree).

Fixpoint stored (t : tree) (z : Z) : Z :=
  match t with
  | Leaf v => v
  | Node even odd => if Z.even z then stored even (z / 2) else stored odd (z / 2)
  end.

Fixpoint first (t : tree) : Z := match t with Leaf v => v | Node even _ => first even end.

Fixpoint find (t : tree) (x : positive) : Z :=
  match t with
  | Leaf v => v
  | Node even odd => match x with xO y => find even y | xI y => find odd y | xH => first odd end
  end.

(** What stands at x / 2^n. *)
Fixpoint skip (n : nat) (t : tree) (x : positive) : Z :=
  match n with
  | O => find t x
  | S k => match x with xO y | xI y => skip k t y | xH => first t end
  end.

Lemma first_value : forall t, first t = stored t 0.
Proof. induction t as [v|e IH o _]; simpl; auto. Qed.

Lemma half_even : forall x, (Z.pos (xO x) / 2 = Z.pos x)%Z.
Proof. intro x. rewrite Pos2Z.inj_xO, Z.mul_comm. apply Z.div_mul. lia. Qed.

Lemma half_odd : forall x, (Z.pos (xI x) / 2 = Z.pos x)%Z.
Proof. intro x. rewrite Pos2Z.inj_xI. replace (2 * Z.pos x + 1)%Z with (1 + Z.pos x * 2)%Z by ring. rewrite Z.div_add by lia. reflexivity. Qed.

Lemma find_value : forall t x, find t x = stored t (Z.pos x).
Proof.
  induction t as [v|e IHe o IHo]; intro x; [reflexivity|]. destruct x as [x|x|]; cbn [find stored Z.even].
  - rewrite IHo, half_odd. reflexivity.
  - rewrite IHe, half_even. reflexivity.
  - rewrite first_value. reflexivity.
Qed.

Lemma skip_value : forall n t x, skip n t x = stored t (Z.pos x / 2 ^ Z.of_nat n).
Proof.
  induction n as [|n IH]; intros t x; [change (2 ^ Z.of_nat 0)%Z with 1%Z; rewrite Z.div_1_r; apply find_value|].
  rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. rewrite <- Z.div_div by (try apply Z.pow_pos_nonneg; lia).
  destruct x as [x|x|]; cbn [skip].
  - rewrite half_odd. apply IH.
  - rewrite half_even. apply IH.
  - change (1 / 2)%Z with 0%Z. rewrite Z.div_0_l by (apply Z.pow_nonzero; lia). apply first_value.
Qed.

Fixpoint evens {A} (l : list A) : list A := match l with a :: _ :: r => a :: evens r | _ => l end.

Definition odds {A} (l : list A) : list A := match l with _ :: r => evens r | [] => [] end.

Fixpoint grow (depth : nat) (l : list Z) : tree :=
  match depth with
  | O => Leaf (hd 0%Z l)
  | S k => Node (grow k (evens l)) (grow k (odds l))
  end.

Lemma nth_evens : forall (l : list Z) i, nth i (evens l) 0%Z = nth (2 * i) l 0%Z.
Proof.
  fix IH 1. intros [|a [|b r]] i.
  - destruct i; reflexivity.
  - destruct i as [|i]; [reflexivity|]. simpl. rewrite Nat.add_succ_r. destruct i; reflexivity.
  - destruct i as [|i]; [reflexivity|]. replace (2 * S i)%nat with (S (S (2 * i))) by lia. cbn [evens nth]. apply IH.
Qed.

Lemma nth_odds : forall (l : list Z) i, nth i (odds l) 0%Z = nth (S (2 * i)) l 0%Z.
Proof. intros [|a r] i; [destruct i; reflexivity|]. cbn [odds nth]. apply nth_evens. Qed.

Lemma grow_value : forall depth l z, stored (grow depth l) z = nth (Z.to_nat (z mod 2 ^ Z.of_nat depth)) l 0%Z.
Proof.
  induction depth as [|k IH]; intros l z.
  - change (2 ^ Z.of_nat 0)%Z with 1%Z. rewrite Z.mod_1_r. destruct l; reflexivity.
  - cbn [grow stored]. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. assert (B : (0 < 2 ^ Z.of_nat k)%Z) by (apply Z.pow_pos_nonneg; lia).
    rewrite (Z.rem_mul_r z 2 (2 ^ Z.of_nat k)) by lia. pose proof (Z.mod_pos_bound (z / 2) _ B) as M. rewrite Zmod_even.
    destruct (Z.even z); rewrite IH, ?nth_evens, ?nth_odds; f_equal; lia.
Qed.

(** * 8192 cosines, each of the middle of a cell, plus 1, at scale 2^14 *)

(** Cosine less 1, and sine, of a cell's angle; the middle of the first cell. *)
Definition cell_cosine : Z := -323407.
Definition cell_sine : Z := 843314774.
Definition first_cell : Z * Z := (1099511546924, 421657418)%Z.

(** An eighth of a turn as the recurrence leaves it, at scale 2^40; cosines at scale 2^28 from there on, by symmetry. *)
Definition first_eighth : list (Z * Z) := turning 40 cell_cosine cell_sine first_cell (Z.to_nat 1024).

Definition first_quarter : list Z := map (fun v => Z.shiftr (fst v) 12) first_eighth ++ map (fun v => Z.shiftr (snd v) 12) (rev_append first_eighth []).

Definition first_half : list Z := first_quarter ++ map Z.opp (rev_append first_quarter []).

Definition turned : list Z := first_half ++ rev_append first_half [].

Definition cosines : tree := grow 13 (map (fun c => Z.shiftr (c + 2 ^ 28) 14) turned).

Definition turn_of (z : Z) : R := 2 * PI * ((IZR z + 1 / 2) / 8192).

Lemma cos_cell : forall z, cos (turn_of z) = cos (turn_of (z mod 8192)).
Proof.
  intro z. rewrite <- (cos_period_Z (turn_of (z mod 8192)) (z / 8192)). f_equal. unfold turn_of.
  rewrite (Z.div_mod z 8192) at 1 by lia. rewrite plus_IZR, mult_IZR. field.
Qed.

Lemma eighth_length : length first_eighth = Z.to_nat 1024.
Proof.
  assert (Len : forall n v, length (turning 40 cell_cosine cell_sine v n) = n) by (induction n as [|n IH]; intro v; simpl; [|rewrite IH]; reflexivity).
  apply Len.
Qed.

Lemma quarter_length : length first_quarter = Z.to_nat 2048.
Proof. unfold first_quarter. rewrite <- rev_alt, app_length, !map_length, rev_length, eighth_length. lia. Qed.

Lemma half_length : length first_half = Z.to_nat 4096.
Proof. unfold first_half. rewrite <- rev_alt, app_length, map_length, rev_length, quarter_length. lia. Qed.

Lemma turned_length : length turned = Z.to_nat 8192.
Proof. unfold turned. rewrite <- rev_alt, app_length, rev_length, half_length. lia. Qed.

Lemma eighth_near : forall r, (0 <= r < 1024)%Z -> let v := nth (Z.to_nat r) first_eighth (0, 0)%Z in
  Rabs (IZR (fst v) / 1099511627776 - cos (turn_of r)) <= 6144 / 1099511627776 /\ Rabs (IZR (snd v) / 1099511627776 - sin (turn_of r)) <= 6144 / 1099511627776.
Proof.
  intros r M. cbv zeta. unfold first_eighth.
  assert (H : near_point 40 (3 / 1099511627776 + INR (Z.to_nat r) * (4 * (1 / 1099511627776) + 2 / IZR (2 ^ 40))) (nth (Z.to_nat r) (turning 40 cell_cosine cell_sine first_cell (Z.to_nat 1024)) (0, 0)%Z)
    (PI / 8192 + INR (Z.to_nat r) * (2 * PI / 8192))).
  { apply (turns_near 40 cell_cosine cell_sine (2 * PI / 8192) (1 / 1099511627776)); try lia; try lra.
    - unfold cell_cosine. change (2 ^ 40 + -323407)%Z with 1099511304369%Z. change (2 ^ 40)%Z with 1099511627776%Z. apply Rabs_le. split; interval with (i_prec 70).
    - unfold cell_sine. change (2 ^ 40)%Z with 1099511627776%Z. apply Rabs_le. split; interval with (i_prec 70).
    - intro phi. unfold first_cell. cbn [fst snd]. change (2 ^ 40)%Z with 1099511627776%Z. rewrite cos_minus.
      assert (A : Rabs (1099511546924 / 1099511627776 - cos (PI / 8192)) <= 1 / 1099511627776) by (apply Rabs_le; split; interval with (i_prec 70)).
      assert (B : Rabs (421657418 / 1099511627776 - sin (PI / 8192)) <= 1 / 1099511627776) by (apply Rabs_le; split; interval with (i_prec 70)).
      pose proof (COS_bound phi). pose proof (SIN_bound phi).
      pose proof (abs_product _ (cos phi) _ 1 A ltac:(apply Rabs_le; lra)). pose proof (abs_product _ (sin phi) _ 1 B ltac:(apply Rabs_le; lra)). apply Rabs_le. lra.
    - change (2 ^ 40)%Z with 1099511627776%Z. rewrite INR_IZR_INZ, Z2Nat.id by lia. lra. }
  rewrite INR_IZR_INZ, Z2Nat.id in H by lia. replace (PI / 8192 + IZR r * (2 * PI / 8192)) with (turn_of r) in H by (unfold turn_of; field).
  assert (R1 : IZR r <= 1023) by (apply IZR_le; lia). set (v := nth _ _ _) in *. clearbody v. pose proof (H 0) as C. pose proof (H (PI / 2)) as S.
  change (2 ^ 40)%Z with 1099511627776%Z in C, S. rewrite cos_0, sin_0, Rminus_0_r in C. rewrite cos_PI2, sin_PI2, cos_minus, cos_PI2, sin_PI2 in S.
  apply within in C. apply within in S. split; apply Rabs_le; lra.
Qed.

(** An eighth of a turn at scale 2^40, the others by symmetry at scale 2^28. *)
Lemma cut_twelve : forall z y, Rabs (IZR z / 1099511627776 - y) <= 6144 / 1099511627776 -> Rabs (IZR (Z.shiftr z 12) / 268435456 - y) <= 0.0000000094.
Proof. intros z y H. pose proof (cut 12 z ltac:(lia)) as T. change (2 ^ 12)%Z with 4096%Z in T. apply within in H. apply Rabs_le. lra. Qed.

Lemma quarter_near : forall r, (0 <= r < 2048)%Z -> Rabs (IZR (nth (Z.to_nat r) first_quarter 0%Z) / 268435456 - cos (turn_of r)) <= 0.0000000094.
Proof.
  intros r M. unfold first_quarter. rewrite <- rev_alt. destruct (Z.lt_ge_cases r 1024) as [L|G].
  - rewrite app_nth1 by (rewrite map_length, eighth_length; lia). change 0%Z with (Z.shiftr (fst (0, 0)%Z) 12) at 1. rewrite (map_nth (fun v => Z.shiftr (fst v) 12)). apply cut_twelve, eighth_near. lia.
  - rewrite app_nth2 by (rewrite map_length, eighth_length; lia). rewrite map_length, eighth_length. change 0%Z with (Z.shiftr (snd (0, 0)%Z) 12) at 1.
    rewrite (map_nth (fun v => Z.shiftr (snd v) 12)), rev_nth by (rewrite eighth_length; lia). rewrite eighth_length.
    replace (Z.to_nat 1024 - S (Z.to_nat r - Z.to_nat 1024))%nat with (Z.to_nat (2047 - r)) by lia.
    replace (cos (turn_of r)) with (sin (turn_of (2047 - r))) by (rewrite <- cos_shift; f_equal; unfold turn_of; rewrite minus_IZR; field).
    apply cut_twelve, eighth_near. lia.
Qed.

Lemma half_near : forall r, (0 <= r < 4096)%Z -> Rabs (IZR (nth (Z.to_nat r) first_half 0%Z) / 268435456 - cos (turn_of r)) <= 0.0000000094.
Proof.
  intros r M. unfold first_half. rewrite <- rev_alt. destruct (Z.lt_ge_cases r 2048) as [L|G].
  - rewrite app_nth1 by (rewrite quarter_length; lia). apply quarter_near. lia.
  - rewrite app_nth2 by (rewrite quarter_length; lia). change 0%Z with (- 0)%Z. rewrite map_nth, rev_nth by (rewrite quarter_length; lia). rewrite quarter_length.
    replace (Z.to_nat 2048 - S (Z.to_nat r - Z.to_nat 2048))%nat with (Z.to_nat (4095 - r)) by lia. pose proof (quarter_near (4095 - r) ltac:(lia)) as H.
    replace (turn_of (4095 - r)) with (PI - turn_of r) in H by (unfold turn_of; rewrite minus_IZR; field). rewrite <- cos_neg in H.
    replace (- (PI - turn_of r)) with (turn_of r - PI) in H by ring. rewrite cos_minus, cos_PI, sin_PI in H. rewrite opp_IZR.
    set (c := IZR (nth _ _ _)) in *. clearbody c. apply within in H. apply Rabs_le. lra.
Qed.

Lemma turned_near : forall r, (0 <= r < 8192)%Z -> Rabs (IZR (nth (Z.to_nat r) turned 0%Z) / 268435456 - cos (turn_of r)) <= 0.0000000094.
Proof.
  intros r M. unfold turned. rewrite <- rev_alt. destruct (Z.lt_ge_cases r 4096) as [L|G].
  - rewrite app_nth1 by (rewrite half_length; lia). apply half_near. lia.
  - rewrite app_nth2 by (rewrite half_length; lia). rewrite rev_nth by (rewrite half_length; lia). rewrite half_length.
    replace (Z.to_nat 4096 - S (Z.to_nat r - Z.to_nat 4096))%nat with (Z.to_nat (8191 - r)) by lia. pose proof (half_near (8191 - r) ltac:(lia)) as H.
    replace (turn_of (8191 - r)) with (- turn_of r + IZR 1 * (2 * PI)) in H by (unfold turn_of; rewrite minus_IZR; field). rewrite cos_period_Z, cos_neg in H. exact H.
Qed.

Lemma cosines_near : forall z, Rabs (IZR (stored cosines z) / 16384 - (1 + cos (turn_of z))) <= 0.000062.
Proof.
  intro z. unfold cosines. rewrite grow_value. change (2 ^ Z.of_nat 13)%Z with 8192%Z. rewrite cos_cell.
  pose proof (Z.mod_pos_bound z 8192 ltac:(lia)) as M. set (r := (z mod 8192)%Z) in *. clearbody r.
  rewrite (nth_indep _ 0%Z (Z.shiftr (0 + 2 ^ 28) 14)) by (rewrite map_length, turned_length; lia).
  rewrite (map_nth (fun c => Z.shiftr (c + 2 ^ 28) 14) turned 0%Z (Z.to_nat r)). pose proof (turned_near r M) as H.
  set (c := nth (Z.to_nat r) turned 0%Z) in *. set (y := cos (turn_of r)) in *. clearbody c y.
  pose proof (cut 14 (c + 2 ^ 28) ltac:(lia)) as T. rewrite plus_IZR in T. change (2 ^ 28)%Z with 268435456%Z in *. change (2 ^ 14)%Z with 16384%Z in T.
  apply within in H. apply Rabs_le. lra.
Qed.

(** A cosine is as good as its phase, which moves it by no more than it is moved itself. *)
Lemma cos_lipschitz : forall x y, Rabs (cos x - cos y) <= Rabs (x - y).
Proof.
  intros x y. rewrite cos_difference, !Rabs_mult, (Rabs_right 2) by lra. pose proof (sin_abs_le ((y - x) / 2)) as S.
  pose proof (SIN_bound ((y + x) / 2)) as B. assert (Rabs (sin ((y + x) / 2)) <= 1) by (apply Rabs_le; lra).
  replace (Rabs (x - y)) with (2 * Rabs ((y - x) / 2)) by (rewrite Rabs_minus_sym, <- (Rabs_right 2) at 1 by lra; rewrite <- Rabs_mult; f_equal; field).
  pose proof (Rabs_pos (sin ((y + x) / 2))). pose proof (Rabs_pos (sin ((y - x) / 2))). nra.
Qed.

(** * Sums of cosines along the distances *)

(** G is the angle g in turns, at scale 2^34. *)
Definition close_to (G : positive) (g : R) : Prop := Rabs (IZR (Z.pos G) / 17179869184 - g / (2 * PI)) <= 2 / 17179869184.

(** 1 + the cosine at the phase x, at scale 2^14. *)
Definition cosine_at (x : positive) : Z := skip 21 cosines x.

Definition off : R := 0.00048.

Lemma cell_anywhere : forall G g m, close_to G g -> (1 <= Z.pos m)%Z ->
  Rabs (IZR (cosine_at (m * G)) / 16384 - (1 + cos (IZR (Z.pos m) * g))) <= 0.000446 + IZR (Z.pos m) * 0.00000000074.
Proof.
  intros G g m C M. unfold cosine_at. rewrite skip_value. change (2 ^ Z.of_nat 21)%Z with 2097152%Z. set (z := (Z.pos (m * G) / 2097152)%Z).
  pose proof (cosines_near z) as T. pose proof (cos_lipschitz (turn_of z) (IZR (Z.pos m) * g)) as L.
  assert (D : Rabs (turn_of z - IZR (Z.pos m) * g) <= 0.0003836 + IZR (Z.pos m) * 0.00000000074).
  { assert (M1 : 1 <= IZR (Z.pos m)) by (apply (IZR_le 1); lia). unfold close_to in C. set (k := IZR (Z.pos m)) in *.
    pose proof (cut 21 (Z.pos (m * G)) ltac:(lia)) as F. rewrite Z.shiftr_div_pow2 in F by lia. change (2 ^ 21)%Z with 2097152%Z in F. fold z in F.
    rewrite Pos2Z.inj_mul, mult_IZR in F. fold k in F. set (a := IZR (Z.pos G)) in *. clearbody a k.
    assert (P : 3.1415 < PI < 3.1416) by (split; interval). set (h := g / (2 * PI)) in *. assert (G2 : g = 2 * PI * h) by (unfold h; field; lra). rewrite G2. unfold turn_of.
    replace (2 * PI * ((IZR z + 1 / 2) / 8192) - k * (2 * PI * h)) with (2 * PI * ((IZR z + 1 / 2) / 8192 - k * h)) by ring.
    assert (H : Rabs (k * (a / 17179869184 - h)) <= k * (2 / 17179869184)).
    { rewrite Rabs_mult, (Rabs_right k) by lra. apply Rmult_le_compat_l; [lra|exact C]. }
    apply within in H. rewrite Rabs_mult, (Rabs_right (2 * PI)) by lra.
    assert (E : Rabs ((IZR z + 1 / 2) / 8192 - k * h) <= 1 / 16384 + k * (2 / 17179869184)) by (apply Rabs_le; lra).
    apply Rle_trans with (2 * PI * (1 / 16384 + k * (2 / 17179869184))); [apply Rmult_le_compat_l; lra|nra]. }
  apply within in T. pose proof (Rle_trans _ _ _ L D) as H. apply within in H. apply Rabs_le. lra.
Qed.

Theorem cell : forall G g m, close_to G g -> (1 <= Z.pos m <= 32768)%Z ->
  Rabs (IZR (cosine_at (m * G)) / 16384 - (1 + cos (IZR (Z.pos m) * g))) <= off.
Proof.
  intros G g m C M. eapply Rle_trans; [apply cell_anywhere; [exact C|lia]|]. assert (IZR (Z.pos m) <= 32768) by (apply IZR_le; lia). unfold off. lra.
Qed.

Fixpoint cosine_total (phases : list positive) : Z := match phases with [] => 0%Z | x :: r => (cosine_at x + cosine_total r)%Z end.

Fixpoint advance (angles phases : list positive) : list positive :=
  match angles, phases with
  | G :: r, x :: s => (G + x)%positive :: advance r s
  | _, _ => []
  end.

(** The sums at the phases and at the n - 1 distances after them are at least the least. *)
Fixpoint all_above (least : Z) (angles phases : list positive) (n : nat) : bool :=
  match n with
  | O => true
  | S k => if (least <=? cosine_total phases)%Z then all_above least angles (advance angles phases) k else false
  end.

Definition phases_at (m : positive) (angles : list positive) : list positive := map (fun G => (m * G)%positive) angles.

Lemma advance_phases : forall angles m, advance angles (phases_at m angles) = phases_at (Pos.succ m) angles.
Proof. induction angles as [|G r IH]; intro m; [reflexivity|]. simpl. rewrite IH, Pos.mul_succ_l. reflexivity. Qed.

Lemma phases_on : forall angles a m, advance (phases_at a angles) (phases_at m angles) = phases_at (a + m) angles.
Proof. intros angles a m. induction angles as [|G r IH]; [reflexivity|]. unfold phases_at in *. cbn [map advance]. rewrite IH, Pos.mul_add_distr_r. reflexivity. Qed.

(** What the planes turn by in r, r + 1, … distances. *)
Fixpoint shifts_from (angles : list positive) (r : positive) (n : nat) : list (list positive) :=
  match n with O => [] | S k => phases_at r angles :: shifts_from angles (Pos.succ r) k end.

Lemma phases_at_1 : forall l, phases_at 1 l = l.
Proof. intro l. unfold phases_at. rewrite map_ext with (g := fun G => G) by reflexivity. apply map_id. Qed.

Lemma all_above_total : forall least angles n m, all_above least angles (phases_at m angles) n = true ->
  forall j, (Z.pos m <= Z.pos j < Z.pos m + Z.of_nat n)%Z -> (least <= cosine_total (phases_at j angles))%Z.
Proof.
  intros least angles. induction n as [|n IH]; intros m H j J; [lia|]. cbn [all_above] in H. destruct (Z.leb_spec least (cosine_total (phases_at m angles))) as [H1|_]; [|discriminate].
  destruct (Pos.eq_dec j m) as [->|N]; [exact H1|]. rewrite advance_phases in H. apply (IH _ H). lia.
Qed.

Lemma total_snoc : forall l x, cosine_total (l ++ [x]) = (cosine_total l + cosine_at x)%Z.
Proof. induction l as [|a r IH]; intro x; cbn [app cosine_total]; [apply Z.add_comm|rewrite IH; apply Z.add_assoc]. Qed.

(** The planes' cosines at a distance, added up: m = 1..32768. *)
Theorem total_near : forall angles g, (forall k, (k < length angles)%nat -> close_to (nth k angles 1%positive) (g k)) -> forall m, (Z.pos m <= 32768)%Z ->
  Rabs (IZR (cosine_total (phases_at m angles)) / 16384 - (INR (length angles) + sum (fun k => cos (IZR (Z.pos m) * g k)) (length angles))) <= INR (length angles) * off.
Proof.
  intros angles g. induction angles as [|G r IH] using rev_ind; intros C m M.
  - simpl. replace (0 / 16384 - (0 + 0)) with 0 by field. rewrite Rabs_R0. lra.
  - unfold phases_at. rewrite map_app. cbn [map]. rewrite total_snoc, app_length, Nat.add_1_r, plus_IZR, S_INR. cbn [sum].
    assert (C' : forall k, (k < length r)%nat -> close_to (nth k r 1%positive) (g k)).
    { intros k K. specialize (C k). rewrite app_length, app_nth1 in C by exact K. apply C. lia. }
    specialize (IH C' m M). specialize (C (length r)). rewrite app_length, app_nth2, Nat.sub_diag in C by lia. specialize (C ltac:(simpl; lia)). cbn [nth] in C.
    pose proof (cell G (g (length r)) m C ltac:(lia)) as E. fold (phases_at m r). apply within in IH. apply within in E. apply Rabs_le. lra.
Qed.

(** * The angles b^(-k/K), in turns *)

(** x r, from r, 3r, 5r and 7r: three bits of x at once. *)
Fixpoint odd_times (r r3 r5 r7 x : positive) : positive :=
  match x with
  | xH => r
  | xO p => (odd_times r r3 r5 r7 p)~0
  | xI xH => r3
  | xI (xO xH) => r5
  | xI (xI xH) => r7
  | xI (xO (xO q)) => r + (odd_times r r3 r5 r7 q)~0~0~0
  | xI (xI (xO q)) => r3 + (odd_times r r3 r5 r7 q)~0~0~0
  | xI (xO (xI q)) => r5 + (odd_times r r3 r5 r7 q)~0~0~0
  | xI (xI (xI q)) => r7 + (odd_times r r3 r5 r7 q)~0~0~0
  end%positive.

Lemma odd_times_value : forall r x, odd_times r (r + r~0) (r + r~0~0) (r + (r~0 + r~0~0)) x = (x * r)%positive.
Proof. intro r. fix IH 1. intros [[[q|q|]|[q|q|]|]|p|]; cbn [odd_times]; rewrite ?IH; lia. Qed.

(** For many x; the multiples of r are found once. *)
Definition times_by_odds (r : Z) : Z -> Z :=
  match r with
  | Z.pos q =>
      let q3 := (q + q~0)%positive in let q5 := (q + q~0~0)%positive in let q7 := (q + (q~0 + q~0~0))%positive in
      fun x => match x with Z.pos y => Z.pos (odd_times q q3 q5 q7 y) | _ => (x * r)%Z end
  | _ => fun x => (x * r)%Z
  end.

Lemma times_by_odds_value : forall r x, times_by_odds r x = (x * r)%Z.
Proof. intros [|q|q] x; [reflexivity| |reflexivity]. destruct x as [|y|y]; cbn [times_by_odds]; [reflexivity| |reflexivity]. rewrite odd_times_value. reflexivity. Qed.

Fixpoint powers_by (by_r : Z -> Z) (p x : Z) (n : nat) : list Z :=
  match n with
  | O => []
  | S k => x :: powers_by by_r p (Z.shiftr (by_r x) p) k
  end.

(** x, x r, x r^2, … at scale 2^p, cut off. *)
Definition powers (p r : Z) : Z -> nat -> list Z := powers_by (times_by_odds r) p.

Lemma powers_length : forall p r n x, length (powers p r x n) = n.
Proof. intros p r. unfold powers. induction n as [|n IH]; intro x; cbn [powers_by length]; [|rewrite IH]; reflexivity. Qed.

Lemma powers_near : forall p r rho d, (0 <= p)%Z -> Rabs (IZR r / IZR (2 ^ p) - rho) <= d -> 0 <= rho <= 1 ->
  forall n x y e, 0 <= y <= 1 -> Rabs (IZR x / IZR (2 ^ p) - y) <= e -> e + INR n * (2 * d + / IZR (2 ^ p)) <= 1 -> d <= 1 ->
  forall k, (k < n)%nat -> Rabs (IZR (nth k (powers p r x n) 0%Z) / IZR (2 ^ p) - y * rho ^ k) <= e + INR k * (2 * d + / IZR (2 ^ p)).
Proof.
  intros p r rho d P R0 Rho. unfold powers. pose proof (scale_pos p P) as B. pose proof (Rinv_0_lt_compat _ B) as I.
  assert (D : 0 <= d) by (pose proof (Rabs_pos (IZR r / IZR (2 ^ p) - rho)); lra). set (w := 2 * d + / IZR (2 ^ p)) in *. assert (W : 0 < w) by (unfold w; lra).
  induction n as [|n IH]; intros x y e Y E Small D1 k K; [lia|]. rewrite S_INR in Small. assert (N0 : 0 <= INR n * w) by (apply Rmult_le_pos; [apply pos_INR|lra]).
  destruct k as [|k]; [simpl; replace (y * 1) with y by ring; lra|]. cbn [powers_by nth]. rewrite S_INR, times_by_odds_value.
  replace (y * rho ^ S k) with (y * rho * rho ^ k) by (simpl; ring). replace (e + (INR k + 1) * w) with (e + w + INR k * w) by ring.
  apply IH; try lia; try lra; [nra|].
  pose proof (cut p (x * r) P) as T. rewrite mult_IZR in T. set (b := IZR (2 ^ p)) in *. clearbody b. set (s := IZR (Z.shiftr (x * r) p)) in *. clearbody s.
  set (a := IZR x / b) in *. set (c := IZR r / b) in *. replace (IZR x * IZR r / b) with (b * (a * c)) in T by (unfold a, c; field; lra).
  assert (T' : a * c - / b <= s / b <= a * c).
  { destruct T as [T1 T2]. apply (Rmult_le_compat_r (/ b)) in T1; [|lra]. apply (Rmult_le_compat_r (/ b)) in T2; [|lra].
    replace ((b * (a * c) - 1) * / b) with (a * c - / b) in T1 by (field; lra). replace (b * (a * c) * / b) with (a * c) in T2 by (field; lra). unfold Rdiv. lra. }
  assert (A2 : Rabs a <= 2) by (apply within in E; apply Rabs_le; lra).
  pose proof (abs_product _ _ _ _ A2 R0) as Q1. pose proof (abs_product _ rho _ 1 E ltac:(apply Rabs_le; lra)) as Q2. fold c in Q1. clearbody a c.
  apply Rabs_le. unfold w. replace (s / b - y * rho) with (a * (c - rho) + (a - y) * rho + (s / b - a * c)) by ring. lra.
Qed.

(** From 1/2 pi and the ratio of neighbours at scale 2^56. *)
Definition angles (ratio : Z) (n : nat) : list positive := map (fun x => Z.to_pos (Z.shiftr x 22)) (powers 56 ratio 11468322278445317 n).

Lemma powers_of_turn : forall ratio rho n, (n <= 64)%nat -> 0 <= rho <= 1 -> Rabs (IZR ratio / 72057594037927936 - rho) <= 1 / 72057594037927936 ->
  forall k, (k < n)%nat -> Rabs (IZR (nth k (powers 56 ratio 11468322278445317 n) 0%Z) / 72057594037927936 - / (2 * PI) * rho ^ k) <= (1 + 3 * INR k) / 72057594037927936.
Proof.
  intros ratio rho n N Rho E k K.
  assert (Pi1 : 0 <= / (2 * PI) <= 1) by (split; interval). assert (N64 : INR n <= 64) by (replace 64 with (INR 64) by (rewrite INR_IZR_INZ; reflexivity); apply le_INR, N).
  assert (H : Rabs (IZR (nth k (powers 56 ratio 11468322278445317 n) 0%Z) / IZR (2 ^ 56) - / (2 * PI) * rho ^ k) <= 1 / 72057594037927936 + INR k * (2 * (1 / 72057594037927936) + / IZR (2 ^ 56))).
  { apply powers_near; try lia; try lra; change (2 ^ 56)%Z with 72057594037927936%Z; try assumption; try lra. apply Rabs_le. split; interval with (i_prec 80). }
  change (2 ^ 56)%Z with 72057594037927936%Z in H. eapply Rle_trans; [exact H|]. lra.
Qed.

Lemma close_angles : forall ratio rho n, (n <= 64)%nat -> 0 <= rho <= 1 -> Rabs (IZR ratio / 72057594037927936 - rho) <= 1 / 72057594037927936 ->
  forallb (fun x => 0 <? Z.shiftr x 22)%Z (powers 56 ratio 11468322278445317 n) = true ->
  length (angles ratio n) = n /\ forall k, (k < n)%nat -> close_to (nth k (angles ratio n) 1%positive) (rho ^ k).
Proof.
  intros ratio rho n N Rho E Pos. pose proof (powers_length 56 ratio) as Len.
  split; [unfold angles; rewrite map_length; apply Len|]. intros k K. unfold angles.
  rewrite (nth_indep _ 1%positive (Z.to_pos (Z.shiftr 0 22))) by (rewrite map_length, Len; exact K).
  rewrite (map_nth (fun x => Z.to_pos (Z.shiftr x 22)) _ 0%Z k). rewrite forallb_forall in Pos.
  specialize (Pos (nth k (powers 56 ratio 11468322278445317 n) 0%Z) ltac:(apply nth_In; rewrite Len; exact K)). apply Z.ltb_lt in Pos.
  pose proof (powers_of_turn ratio rho n N Rho E k K) as H.
  unfold close_to. rewrite Z2Pos.id by exact Pos. set (x := nth k (powers 56 ratio 11468322278445317 n) 0%Z) in *. clearbody x.
  pose proof (cut 22 x ltac:(lia)) as T. change (2 ^ 22)%Z with 4194304%Z in T.
  assert (INR k <= 64) by (replace 64 with (INR 64) by (rewrite INR_IZR_INZ; reflexivity); apply le_INR; lia). replace (rho ^ k / (2 * PI)) with (/ (2 * PI) * rho ^ k) by (field; pose proof PI_RGT_0; lra).
  apply within in H. apply Rabs_le. lra.
Qed.

(** * Finer cosines: the cells at scale 2^28, and a parabola within each *)

Definition fine_cosines : tree := grow 13 turned.

Lemma fine_cosines_near : forall z, Rabs (IZR (stored fine_cosines z) / 268435456 - cos (turn_of z)) <= 0.0000000094.
Proof.
  intro z. unfold fine_cosines. rewrite grow_value. change (2 ^ Z.of_nat 13)%Z with 8192%Z. rewrite cos_cell.
  pose proof (Z.mod_pos_bound z 8192 ltac:(lia)) as M. set (r := (z mod 8192)%Z) in *. clearbody r.
  apply turned_near, M.
Qed.

(** G is the angle g in turns, at scale 2^56. *)
Definition precise (G : positive) (g : R) : Prop := Rabs (IZR (Z.pos G) / 72057594037927936 - g / (2 * PI)) <= 200 / 72057594037927936.

(** c - s h - c h^2/2 at h from the middle of the cell; a whole turn has 2^34 parts here, 2^21 to a cell, and 25736 is 2 pi at scale 2^12. What comes out is at scale 2^40. *)
Definition fine (x : positive) : Z :=
  match Z.shiftr (Z.pos x) 22 with
  | Z.pos u =>
      let c := skip 21 fine_cosines u in
      let s := skip 21 fine_cosines (u + 12884901888) in
      let h := Z.shiftr (25736 * (Z.land (Z.pos u) 2097151 - 1048576)) 18 in
      Z.shiftl (c - Z.shiftr (h * s + Z.shiftr (h * h) 29 * c) 28) 12
  | _ => 1099511627776%Z
  end.

Lemma phase_near : forall G g m, precise G g -> (1 <= Z.pos m <= 131072)%Z ->
  Rabs (2 * PI * (IZR (Z.pos (m * G)) / 72057594037927936) - IZR (Z.pos m) * g) <= 0.0000000023.
Proof.
  intros G g m C M. unfold precise in C. rewrite Pos2Z.inj_mul, mult_IZR. set (k := IZR (Z.pos m)). assert (P : 3.1415 < PI < 3.1416) by (split; interval).
  assert (M1 : 1 <= k) by (apply (IZR_le 1); lia). assert (M2 : k <= 131072) by (apply IZR_le; lia). set (a := IZR (Z.pos G)) in *. clearbody a k.
  set (h := g / (2 * PI)) in *. assert (G2 : g = 2 * PI * h) by (unfold h; field; lra). rewrite G2.
  replace (2 * PI * (k * a / 72057594037927936) - k * (2 * PI * h)) with (2 * PI * (k * (a / 72057594037927936 - h))) by field.
  assert (H : Rabs (k * (a / 72057594037927936 - h)) <= 131072 * (200 / 72057594037927936)) by (rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; [apply Rabs_le; lra|exact C]).
  rewrite Rabs_mult, (Rabs_right (2 * PI)) by lra. apply Rle_trans with (2 * PI * (131072 * (200 / 72057594037927936))); [apply Rmult_le_compat_l; lra|lra].
Qed.

Lemma half_turn_back : forall z, cos (turn_of (z + 6144)) = sin (turn_of z).
Proof.
  intro z. unfold turn_of. rewrite plus_IZR. replace (2 * PI * ((IZR z + 6144 + 1 / 2) / 8192)) with (2 * PI * ((IZR z + 1 / 2) / 8192) - PI / 2 + IZR 1 * (2 * PI)) by field.
  rewrite cos_period_Z, cos_minus, cos_PI2, sin_PI2. ring.
Qed.

(** The parabola in a cell, with what the integers cut off. *)
Lemma parabola : forall c s h y c' s' h' q e, Rabs (h' - h) <= 0.0000000049 -> -0.0003836 <= h <= 0.0003836 -> Rabs (c - c') <= e -> Rabs (s - s') <= e -> 0 <= e <= 0.000001 ->
  -1 <= c' <= 1 -> -1 <= s' <= 1 -> Rabs (q - h' * h' / 2) <= 0.0000000038 -> Rabs (y - (c - (s * h' + c * q))) <= 0.0000000038 ->
  Rabs (y - (c' * cos h - s' * sin h)) <= e + 0.000000014.
Proof.
  intros c s h y c' s' h' q e H' H C S E C' S' Q Y.
  assert (A : Rabs (cos h - (1 - h * h / 2)) <= 0.0000000001).
  { apply Rabs_le. split; interval with (i_taylor h, i_prec 60). }
  assert (B : Rabs (sin h - h) <= 0.0000000001) by (apply Rabs_le; split; interval with (i_taylor h, i_prec 60)).
  pose proof (abs_product _ c' _ 1 A ltac:(apply Rabs_le; lra)) as P1. pose proof (abs_product _ s' _ 1 B ltac:(apply Rabs_le; lra)) as P2.
  pose proof (abs_product _ s' _ 1 H' ltac:(apply Rabs_le; lra)) as P3. apply within in H'.
  assert (H2 : Rabs h' <= 0.000384) by (apply Rabs_le; lra). pose proof (abs_product _ h' _ _ S H2) as P4.
  assert (H3 : Rabs (h' + h) <= 0.00077) by (apply Rabs_le; lra). assert (H4 : Rabs (h' - h) <= 0.0000000049) by (apply Rabs_le; lra).
  pose proof (abs_product _ _ _ _ H4 H3) as P5. apply within in Q. replace ((h' - h) * (h' + h)) with (h' * h' - h * h) in P5 by ring.
  assert (H5 : 0 <= h' * h' <= 0.00000015) by (pose proof (abs_product _ _ _ _ H2 H2); pose proof (Rle_0_sqr h') as S0; unfold Rsqr in S0; lra).
  assert (Q1 : Rabs q <= 0.0000001) by (apply Rabs_le; lra). pose proof (abs_product _ _ _ _ C Q1) as P6.
  assert (Q2 : Rabs (q - h * h / 2) <= 0.000000003802) by (apply Rabs_le; lra). pose proof (abs_product _ c' _ 1 Q2 ltac:(apply Rabs_le; lra)) as P7.
  apply within in C. apply within in Y. apply Rabs_le.
  replace (y - (c' * cos h - s' * sin h)) with ((y - (c - (s * h' + c * q))) + (c - c') - (s - s') * h' - (h' - h) * s' - (c - c') * q - (q - h * h / 2) * c'
    - (cos h - (1 - h * h / 2)) * c' + (sin h - h) * s') by ring.
  lra.
Qed.

Theorem fine_near : forall G g m, precise G g -> (1 <= Z.pos m <= 131072)%Z ->
  Rabs (IZR (fine (m * G)) / 1099511627776 - cos (IZR (Z.pos m) * g)) <= 0.00000005.
Proof.
  intros G g m Close M. pose proof (phase_near G g m Close M) as D. set (y := IZR (Z.pos m) * g) in *. clearbody y.
  assert (MG : (1 <= Z.pos (m * G))%Z) by lia. set (x := (m * G)%positive) in *. clearbody x. clear Close M G g m.
  assert (P : 3.14159 < PI < 3.1416) by (split; interval). unfold fine.
  pose proof (cut 22 (Z.pos x) ltac:(lia)) as F. change (2 ^ 22)%Z with 4194304%Z in F. pose proof (Z.shiftr_nonneg (Z.pos x) 22) as U0.
  destruct (Z.shiftr (Z.pos x) 22) as [|u|u]; [| |exfalso; lia].
  - (* less than a part of a turn *)
    replace (1099511627776 / 1099511627776) with (cos 0) by (rewrite cos_0; field). set (a := IZR (Z.pos x)) in *. assert (0 < a) by (apply (IZR_lt 0); lia). clearbody a.
    eapply Rle_trans; [apply cos_lipschitz|]. apply within in D. assert (2 * PI * (a / 72057594037927936) <= 0.0000000004).
    { apply Rle_trans with (2 * PI * (1 / 17179869184)); [apply Rmult_le_compat_l; lra|lra]. }
    assert (0 <= 2 * PI * (a / 72057594037927936)) by (apply Rmult_le_pos; lra). apply Rabs_le. lra.
  - rewrite !skip_value. change (2 ^ Z.of_nat 21)%Z with 2097152%Z.
    assert (Shift : (Z.pos (u + 12884901888) / 2097152 = Z.pos u / 2097152 + 6144)%Z).
    { rewrite Pos2Z.inj_add. replace (Z.pos u + 12884901888)%Z with (Z.pos u + 6144 * 2097152)%Z by lia. apply Z.div_add. lia. }
    rewrite Shift. set (z := (Z.pos u / 2097152)%Z) in *. pose proof (fine_cosines_near z) as C. pose proof (fine_cosines_near (z + 6144)) as S. rewrite half_turn_back in S.
    set (c := stored fine_cosines z) in *. set (s := stored fine_cosines (z + 6144)) in *. clearbody c s.
    change 2097151%Z with (Z.ones 21). rewrite Z.land_ones by lia. change (2 ^ 21)%Z with 2097152%Z. pose proof (Z.mod_pos_bound (Z.pos u) 2097152 ltac:(lia)) as R0.
    assert (E : (Z.pos u = 2097152 * z + Z.pos u mod 2097152)%Z) by (apply Z.div_mod; lia). set (r := (Z.pos u mod 2097152)%Z) in *. clearbody r z.
    assert (R1 : 0 <= IZR r <= 2097151) by (split; apply IZR_le; lia). apply (f_equal IZR) in E. rewrite plus_IZR, mult_IZR in E.
    (* h as it is and as the integers have it *)
    set (h := 2 * PI * ((IZR r - 1048576) / 17179869184)).
    pose proof (cut 18 (25736 * (r - 1048576)) ltac:(lia)) as T1. rewrite mult_IZR, minus_IZR in T1. change (2 ^ 18)%Z with 262144%Z in T1.
    set (hz := Z.shiftr (25736 * (r - 1048576)) 18) in *. clearbody hz.
    pose proof (cut 29 (hz * hz) ltac:(lia)) as T2. rewrite mult_IZR in T2. change (2 ^ 29)%Z with 536870912%Z in T2.
    set (qz := Z.shiftr (hz * hz) 29) in *. clearbody qz.
    pose proof (cut 28 (hz * s + qz * c) ltac:(lia)) as T3. rewrite plus_IZR, !mult_IZR in T3. change (2 ^ 28)%Z with 268435456%Z in T3.
    set (t := Z.shiftr (hz * s + qz * c) 28) in *. clearbody t. rewrite Z.shiftl_mul_pow2 by lia. change (2 ^ 12)%Z with 4096%Z. rewrite mult_IZR, minus_IZR.
    replace ((IZR c - IZR t) * 4096 / 1099511627776) with ((IZR c - IZR t) / 268435456) by field.
    assert (Y : Rabs (turn_of z + h - 2 * PI * (IZR (Z.pos x) / 72057594037927936)) <= 0.0000000004).
    { unfold turn_of, h. replace (2 * PI * ((IZR z + 1 / 2) / 8192) + 2 * PI * ((IZR r - 1048576) / 17179869184) - 2 * PI * (IZR (Z.pos x) / 72057594037927936))
        with (2 * PI * (IZR (Z.pos u) / 17179869184 - IZR (Z.pos x) / 72057594037927936)) by (rewrite E; field).
      rewrite Rabs_mult, (Rabs_right (2 * PI)) by lra. apply Rle_trans with (2 * PI * (1 / 17179869184)); [|lra]. apply Rmult_le_compat_l; [lra|]. apply Rabs_le. lra. }
    assert (Hh : -0.0003836 <= h <= 0.0003836).
    { assert (A : Rabs h <= 0.0003836); [|apply within in A; lra].
      unfold h. rewrite Rabs_mult, (Rabs_right (2 * PI)) by lra. apply Rle_trans with (2 * PI * (1 / 16384)); [|lra]. apply Rmult_le_compat_l; [lra|]. apply Rabs_le. lra. }
    assert (HH : Rabs (IZR hz / 268435456 - h) <= 0.0000000049).
    { assert (A : Rabs (IZR hz / 268435456 - (IZR r - 1048576) / 17179869184 * (25736 / 4096)) <= 1 / 268435456) by (apply Rabs_le; lra).
      assert (PP : Rabs (25736 / 4096 - 2 * PI) <= 0.0000179) by (apply Rabs_le; split; interval).
      assert (RR : Rabs ((IZR r - 1048576) / 17179869184) <= 0.0000611) by (apply Rabs_le; lra). pose proof (abs_product _ _ _ _ RR PP) as Q. apply within in A.
      unfold h. apply Rabs_le. lra. }
    pose proof (parabola (IZR c / 268435456) (IZR s / 268435456) h ((IZR c - IZR t) / 268435456) (cos (turn_of z)) (sin (turn_of z)) (IZR hz / 268435456)
      (IZR qz / 268435456) 0.0000000094 HH Hh C S ltac:(lra) (COS_bound _) (SIN_bound _)) as K.
    assert (K' : Rabs ((IZR c - IZR t) / 268435456 - (cos (turn_of z) * cos h - sin (turn_of z) * sin h)) <= 0.0000000094 + 0.000000014).
    { apply K; apply Rabs_le; lra. }
    clear K. rewrite <- cos_plus in K'. pose proof (cos_lipschitz (turn_of z + h) y) as L. apply within in Y. apply within in D.
    assert (X : Rabs (cos (turn_of z + h) - cos y) <= 0.0000000027) by (eapply Rle_trans; [exact L|apply Rabs_le; lra]).
    apply within in X. apply within in K'. apply Rabs_le. lra.
Qed.

(** The angles from 1/2 pi and the ratio of neighbours at scale 2^56. *)
Definition precise_angles (ratio : Z) (n : nat) : list positive := map Z.to_pos (powers 56 ratio 11468322278445317 n).

Lemma precise_powers : forall ratio rho n, (n <= 64)%nat -> 0 <= rho <= 1 -> Rabs (IZR ratio / 72057594037927936 - rho) <= 1 / 72057594037927936 ->
  forallb (fun x => 0 <? x)%Z (powers 56 ratio 11468322278445317 n) = true ->
  length (precise_angles ratio n) = n /\ forall k, (k < n)%nat -> precise (nth k (precise_angles ratio n) 1%positive) (rho ^ k).
Proof.
  intros ratio rho n N Rho E Pos. pose proof (powers_length 56 ratio) as Len.
  split; [unfold precise_angles; rewrite map_length; apply Len|]. intros k K. unfold precise_angles.
  rewrite (nth_indep _ 1%positive (Z.to_pos 0)) by (rewrite map_length, Len; exact K). rewrite (map_nth Z.to_pos _ 0%Z k). rewrite forallb_forall in Pos.
  specialize (Pos (nth k (powers 56 ratio 11468322278445317 n) 0%Z) ltac:(apply nth_In; rewrite Len; exact K)). apply Z.ltb_lt in Pos.
  unfold precise. rewrite Z2Pos.id by exact Pos. pose proof (powers_of_turn ratio rho n N Rho E k K) as H.
  set (x := nth k (powers 56 ratio 11468322278445317 n) 0%Z) in *. clearbody x.
  assert (INR k <= 63) by (replace 63 with (INR 63) by (rewrite INR_IZR_INZ; reflexivity); apply le_INR; lia).
  replace (rho ^ k / (2 * PI)) with (/ (2 * PI) * rho ^ k) by (field; pose proof PI_RGT_0; lra). eapply Rle_trans; [exact H|]. lra.
Qed.
