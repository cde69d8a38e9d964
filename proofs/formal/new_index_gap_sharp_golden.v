(** new.index-gap-sharp.golden: the golden angle's gap, and that no angle does better in the long run (Hurwitz).

    Statement. Let phi = (1 + sqrt 5)/2. Over the distances 1 <= t <= T the angle 2 pi/phi^2 has the gap 1 - cos(2 pi phi^(-m)), attained at t = F_m, the
    largest Fibonacci number up to T. With d(T) the least distance of t theta/2 pi from a whole number, 1 <= t <= T, F_m d(F_m) = (1 - (-1)^m phi^(-2m))/sqrt 5
    here, which tends to 1/sqrt 5, and liminf T d(T) = 1/sqrt 5; for every irrational theta/2 pi, liminf T d(T) <= 1/sqrt 5.

    Idea: every (t, p) is a whole combination of (F_m, F_(m-1)) and (F_(m+1), F_m), with signs opposite if 0 < t < F_(m+1), and so are the two errors. Hurwitz:
    of two fractions a/b < x < c/d with bc - ad = 1 and (a+c)/(b+d) one is near enough. *)

From Coq Require Import Reals Lra Lia ZArith PeanoNat.
From RopeTheory Require Import Rope Trig Heads Circle PiIrrational Simultaneous Instances.
Open Scope R_scope.

Definition golden_ratio : R := (1 + sqrt 5) / 2.

Fixpoint fibonacci (m : nat) : nat := match m with O => 0 | S k => match k with O => 1 | S l => fibonacci k + fibonacci l end end.

Definition golden_angle : R := 2 * PI / golden_ratio ^ 2.

(** d is the least distance of t x from a whole number, 1 <= t <= T. *)
Definition least_distance (x : R) (T : nat) (d : R) : Prop :=
  (exists t j, within T t /\ Rabs (INR t * x - IZR j) = d) /\ forall t j, within T t -> d <= Rabs (INR t * x - IZR j).

Definition new_index_gap_sharp_golden_statement : Prop :=
  (forall T : nat, (1 <= T)%nat -> exists m, (2 <= m)%nat /\ (fibonacci m <= T < fibonacci (m + 1))%nat /\
     is_largest (fun t => cos (INR t * golden_angle)) (within T) (cos (2 * PI / golden_ratio ^ m)) /\
     cos (INR (fibonacci m) * golden_angle) = cos (2 * PI / golden_ratio ^ m)) /\
  (forall m : nat, (2 <= m)%nat -> least_distance (golden_angle / (2 * PI)) (fibonacci m) (/ golden_ratio ^ m) /\
     INR (fibonacci m) * / golden_ratio ^ m = (1 - (-1) ^ m * / golden_ratio ^ (2 * m)) / sqrt 5) /\
  (forall eps, 0 < eps -> exists m0, forall m, (m0 <= m)%nat -> Rabs (INR (fibonacci m) * / golden_ratio ^ m - / sqrt 5) < eps) /\
  (forall eps, 0 < eps -> exists T0, forall T d, (T0 <= T)%nat -> least_distance (golden_angle / (2 * PI)) T d -> / sqrt 5 - eps <= INR T * d) /\
  (forall theta eps T0, irrational (theta / (2 * PI)) -> 0 < eps ->
     exists T d, (T0 <= T)%nat /\ least_distance (theta / (2 * PI)) T d /\ INR T * d <= / sqrt 5 + eps).

(** * golden_ratio and the Fibonacci numbers *)

Lemma root_5 : sqrt 5 * sqrt 5 = 5 /\ 2 < sqrt 5 < 3.
Proof.
  assert (Q : sqrt 5 * sqrt 5 = 5) by (apply sqrt_sqrt; lra). pose proof (sqrt_pos 5). split; [exact Q|]. split; nra.
Qed.

Lemma phi_square : golden_ratio * golden_ratio = golden_ratio + 1 /\ 1.5 < golden_ratio < 2.
Proof. pose proof root_5 as [Q [L U]]. unfold golden_ratio. split; [nra|]. split; lra. Qed.

Lemma phi_power_pos : forall m, 0 < golden_ratio ^ m.
Proof. intro m. apply pow_lt. pose proof phi_square. lra. Qed.

Lemma fibonacci_step : forall m, fibonacci (S (S m)) = (fibonacci (S m) + fibonacci m)%nat.
Proof. reflexivity. Qed.

Lemma fibonacci_pos : forall m, (1 <= fibonacci (S m))%nat.
Proof. induction m as [|m IH]; [simpl; lia|]. rewrite fibonacci_step. lia. Qed.

Lemma fibonacci_grows : forall m, (m <= fibonacci (S (S m)))%nat.
Proof. induction m as [|m IH]; [lia|]. rewrite fibonacci_step. pose proof (fibonacci_pos m). lia. Qed.

(** F_(m+1)/golden_ratio - F_m = -(-1/golden_ratio)^(m+1). *)
Lemma fibonacci_error : forall m, INR (fibonacci (S m)) * / golden_ratio - INR (fibonacci m) = - (- / golden_ratio) ^ S m.
Proof.
  pose proof phi_square as [Q [L U]]. assert (I : / golden_ratio * / golden_ratio = 1 - / golden_ratio).
  { apply (Rmult_eq_reg_l (golden_ratio * golden_ratio)); [|nra]. replace (golden_ratio * golden_ratio * (/ golden_ratio * / golden_ratio)) with 1 by (field; lra).
    rewrite Q at 1. replace ((golden_ratio + 1) * (1 - / golden_ratio)) with (golden_ratio - / golden_ratio) by (field; lra). apply (Rmult_eq_reg_l golden_ratio); [|lra].
    replace (golden_ratio * (golden_ratio - / golden_ratio)) with (golden_ratio * golden_ratio - 1) by (field; lra). lra. }
  assert (Two : forall m, INR (fibonacci (S m)) * / golden_ratio - INR (fibonacci m) = - (- / golden_ratio) ^ S m /\
    INR (fibonacci (S (S m))) * / golden_ratio - INR (fibonacci (S m)) = - (- / golden_ratio) ^ S (S m)).
  { induction m as [|m [IH1 IH2]].
    - simpl. split; [ring|]. replace (- (- / golden_ratio * (- / golden_ratio * 1))) with (- (/ golden_ratio * / golden_ratio)) by ring. rewrite I. ring.
    - split; [exact IH2|]. rewrite (fibonacci_step (S m)), (fibonacci_step m) at 1. rewrite !plus_INR.
      rewrite (fibonacci_step m), plus_INR in IH2.
      replace ((INR (fibonacci (S m)) + INR (fibonacci m) + INR (fibonacci (S m))) * / golden_ratio - INR (fibonacci (S (S m))))
        with (((INR (fibonacci (S m)) + INR (fibonacci m)) * / golden_ratio - INR (fibonacci (S m))) + (INR (fibonacci (S m)) * / golden_ratio - INR (fibonacci m)))
        by (rewrite (fibonacci_step m), plus_INR; ring).
      rewrite IH1, IH2. change ((- / golden_ratio) ^ S (S (S m))) with (- / golden_ratio * (- / golden_ratio * (- / golden_ratio) ^ S m)).
      change ((- / golden_ratio) ^ S (S m)) with (- / golden_ratio * (- / golden_ratio) ^ S m). set (p := (- / golden_ratio) ^ S m).
      replace (- (- / golden_ratio * (- / golden_ratio * p))) with (- (/ golden_ratio * / golden_ratio * p)) by ring. rewrite I. ring. }
  intro m. apply Two.
Qed.

Lemma signed_power : forall m, (- / golden_ratio) ^ m = (-1) ^ m * / golden_ratio ^ m.
Proof.
  intro m. pose proof phi_square as [_ [L _]]. replace (- / golden_ratio) with (-1 * / golden_ratio) by ring. rewrite Rpow_mult_distr, pow_inv. reflexivity.
Qed.

Lemma sign_square : forall m, (-1) ^ m = 1 \/ (-1) ^ m = -1.
Proof. induction m as [|m IH]; [left; reflexivity|]. simpl. destruct IH as [-> | ->]; lra. Qed.

(** F_m sqrt 5 = golden_ratio^m - (-golden_ratio)^(-m). *)
Lemma binet : forall m, sqrt 5 * INR (fibonacci m) = golden_ratio ^ m - (- / golden_ratio) ^ m.
Proof.
  pose proof phi_square as [Q [L U]]. pose proof root_5 as [Q5 _].
  assert (R5 : sqrt 5 = golden_ratio + / golden_ratio).
  { apply (Rmult_eq_reg_l golden_ratio); [|lra]. replace (golden_ratio * (golden_ratio + / golden_ratio)) with (golden_ratio * golden_ratio + 1) by (field; lra). rewrite Q. unfold golden_ratio. nra. }
  assert (P : forall m, golden_ratio ^ m = INR (fibonacci (S m)) + INR (fibonacci m) * / golden_ratio).
  { induction m as [|m IH]; [simpl; ring|]. change (golden_ratio ^ S m) with (golden_ratio * golden_ratio ^ m). rewrite IH, (fibonacci_step m), plus_INR.
    replace (golden_ratio * (INR (fibonacci (S m)) + INR (fibonacci m) * / golden_ratio)) with (golden_ratio * INR (fibonacci (S m)) + INR (fibonacci m)) by (field; lra).
    assert (E : golden_ratio = 1 + / golden_ratio). { apply (Rmult_eq_reg_l golden_ratio); [|lra]. replace (golden_ratio * (1 + / golden_ratio)) with (golden_ratio + 1) by (field; lra). exact Q. }
    rewrite E at 1. ring. }
  intro m. destruct m as [|m]; [simpl; ring|]. rewrite P. pose proof (fibonacci_error m) as F.
  rewrite (fibonacci_step m), plus_INR, R5. assert (E : golden_ratio = 1 + / golden_ratio). { apply (Rmult_eq_reg_l golden_ratio); [|lra]. replace (golden_ratio * (1 + / golden_ratio)) with (golden_ratio + 1) by (field; lra). exact Q. }
  replace (- / golden_ratio) with (- / golden_ratio) in F by reflexivity. rewrite E at 1. lra.
Qed.

(** * The least distance of the golden angle *)

(** F_m/golden_ratio - F_(m-1) and F_(m+1)/golden_ratio - F_m have opposite signs; no t below F_(m+1) comes nearer than F_m. *)
Lemma fibonacci_determinant : forall m, (Z.of_nat (fibonacci (S m)) * Z.of_nat (fibonacci (S m)) - Z.of_nat (fibonacci m) * Z.of_nat (fibonacci (S (S m))))%Z
  = (if Nat.even m then 1 else -1)%Z.
Proof.
  induction m as [|m IH]; [reflexivity|]. rewrite Nat.even_succ, <- Nat.negb_even.
  assert (E1 : Z.of_nat (fibonacci (S (S m))) = (Z.of_nat (fibonacci (S m)) + Z.of_nat (fibonacci m))%Z) by (rewrite fibonacci_step; lia).
  assert (E2 : Z.of_nat (fibonacci (S (S (S m)))) = (Z.of_nat (fibonacci (S (S m))) + Z.of_nat (fibonacci (S m)))%Z) by (rewrite (fibonacci_step (S m)); lia).
  rewrite E2, E1 in *. set (a := Z.of_nat (fibonacci m)) in *. set (b := Z.of_nat (fibonacci (S m))) in *. clearbody a b. clear E1 E2.
  destruct (Nat.even m); cbn [negb] in *; lia.
Qed.

Lemma no_nearer : forall m t p, (1 <= m)%nat -> (1 <= t < fibonacci (S m))%nat -> / golden_ratio ^ m <= Rabs (INR t * / golden_ratio - IZR p).
Proof.
  intros m t p Hm Ht. destruct m as [|k]; [lia|]. clear Hm. pose proof (fibonacci_determinant k) as Det.
  set (A := Z.of_nat (fibonacci (S k))) in *. set (B := Z.of_nat (fibonacci k)) in *. set (C := Z.of_nat (fibonacci (S (S k)))) in *.
  set (s := (if Nat.even k then 1 else -1)%Z) in *. assert (S1 : (s * s = 1)%Z) by (unfold s; destruct (Nat.even k); reflexivity).
  assert (HA : (1 <= A)%Z) by (unfold A; pose proof (fibonacci_pos k); lia). assert (HC : (Z.of_nat t < C)%Z) by (unfold C; lia).
  (* t = x A + y C, p = x B + y A *)
  set (x := (s * (Z.of_nat t * A - p * C))%Z). set (y := (s * (p * A - Z.of_nat t * B))%Z).
  assert (Et : (Z.of_nat t = x * A + y * C)%Z).
  { replace (x * A + y * C)%Z with (s * ((A * A - B * C) * Z.of_nat t))%Z by (unfold x, y; ring). rewrite Det. replace (s * (s * Z.of_nat t))%Z with (s * s * Z.of_nat t)%Z by ring. rewrite S1. ring. }
  assert (Ep : (p = x * B + y * A)%Z).
  { replace (x * B + y * A)%Z with (s * ((A * A - B * C) * p))%Z by (unfold x, y; ring). rewrite Det. replace (s * (s * p))%Z with (s * s * p)%Z by ring. rewrite S1. ring. }
  assert (Signs : (1 <= x /\ y <= 0 \/ x <= -1 /\ 0 <= y)%Z).
  { destruct (Z_lt_le_dec 0 x) as [P|P]; [left|destruct (Z.eq_dec x 0) as [Z0|Z0]; [exfalso; rewrite Z0 in Et|right]].
    - split; [lia|]. apply Z.nlt_ge. intro Y. assert (1 * A <= x * A)%Z by (apply Z.mul_le_mono_nonneg_r; lia).
      assert (1 * C <= y * C)%Z by (apply Z.mul_le_mono_nonneg_r; lia). lia.
    - destruct (Z_lt_le_dec 0 y) as [Y|Y].
      + assert (1 * C <= y * C)%Z by (apply Z.mul_le_mono_nonneg_r; lia). lia.
      + assert (y * C <= 0)%Z by (apply Z.mul_nonpos_nonneg; lia). lia.
    - split; [lia|]. apply Z.nlt_ge. intro Y. assert (x * A <= 0)%Z by (apply Z.mul_nonpos_nonneg; lia).
      assert (y * C <= 0)%Z by (apply Z.mul_nonpos_nonneg; lia). lia. }
  pose proof (fibonacci_error k) as E1. pose proof (fibonacci_error (S k)) as E2.
  pose proof phi_square as [_ [L _]]. pose proof (phi_power_pos (S k)) as P.
  assert (V : INR t * / golden_ratio - IZR p = (- (- / golden_ratio) ^ S k) * (IZR x - IZR y * / golden_ratio)).
  { rewrite (INR_IZR_INZ t), Et, Ep, !plus_IZR, !mult_IZR. unfold A, B, C. rewrite <- !INR_IZR_INZ.
    replace ((- (- / golden_ratio) ^ S k) * (IZR x - IZR y * / golden_ratio)) with (IZR x * (- (- / golden_ratio) ^ S k) + IZR y * (- (- / golden_ratio) ^ S (S k)))
      by (change ((- / golden_ratio) ^ S (S k)) with (- / golden_ratio * (- / golden_ratio) ^ S k); ring).
    rewrite <- E1, <- E2. ring. }
  rewrite V, Rabs_mult, Rabs_Ropp, signed_power, Rabs_mult.
  assert (Rabs ((-1) ^ S k) = 1) as -> by (destruct (sign_square (S k)) as [-> | ->]; [apply Rabs_R1|rewrite Rabs_left; lra]).
  rewrite (Rabs_right (/ golden_ratio ^ S k)) by (left; apply Rinv_0_lt_compat, P). rewrite Rmult_1_l.
  rewrite <- (Rmult_1_r (/ golden_ratio ^ S k)) at 1. apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat, P|].
  assert (I : 0 < / golden_ratio) by (apply Rinv_0_lt_compat; lra).
  destruct Signs as [[X Y]|[X Y]]; apply IZR_le in X, Y.
  - rewrite Rabs_right; nra.
  - rewrite Rabs_left; nra.
Qed.

(** 1/golden_ratio^2 = 1 - 1/golden_ratio. *)
Lemma golden_turns : golden_angle / (2 * PI) = 1 - / golden_ratio.
Proof.
  pose proof phi_square as [Q [L _]]. pose proof PI_RGT_0. unfold golden_angle. replace (golden_ratio ^ 2) with (golden_ratio + 1) by (simpl; lra).
  apply (Rmult_eq_reg_l (golden_ratio + 1)); [|lra]. replace ((golden_ratio + 1) * (2 * PI / (golden_ratio + 1) / (2 * PI))) with 1 by (field; lra).
  replace ((golden_ratio + 1) * (1 - / golden_ratio)) with (golden_ratio - / golden_ratio) by (field; lra). apply (Rmult_eq_reg_l golden_ratio); [|lra].
  replace (golden_ratio * (golden_ratio - / golden_ratio)) with (golden_ratio * golden_ratio - 1) by (field; lra). lra.
Qed.

Lemma mirrored : forall t j, Rabs (INR t * (1 - / golden_ratio) - IZR j) = Rabs (INR t * / golden_ratio - IZR (Z.of_nat t - j)).
Proof. intros t j. rewrite <- Rabs_Ropp. f_equal. rewrite minus_IZR, <- INR_IZR_INZ. ring. Qed.

Lemma golden_distance : forall m T, (2 <= m)%nat -> (fibonacci m <= T < fibonacci (S m))%nat ->
  least_distance (golden_angle / (2 * PI)) T (/ golden_ratio ^ m) /\
  exists j, Rabs (INR (fibonacci m) * (golden_angle / (2 * PI)) - IZR j) = / golden_ratio ^ m.
Proof.
  intros m T Hm HT. rewrite golden_turns. destruct m as [|k]; [lia|].
  assert (At : exists j, Rabs (INR (fibonacci (S k)) * (1 - / golden_ratio) - IZR j) = / golden_ratio ^ S k).
  { exists (Z.of_nat (fibonacci (S k)) - Z.of_nat (fibonacci k))%Z. rewrite mirrored.
    replace (Z.of_nat (fibonacci (S k)) - (Z.of_nat (fibonacci (S k)) - Z.of_nat (fibonacci k)))%Z with (Z.of_nat (fibonacci k)) by lia.
    rewrite <- INR_IZR_INZ, fibonacci_error, Rabs_Ropp, signed_power, Rabs_mult.
    assert (Rabs ((-1) ^ S k) = 1) as -> by (destruct (sign_square (S k)) as [-> | ->]; [apply Rabs_R1|rewrite Rabs_left; lra]).
    rewrite Rabs_right; [ring|]. left. apply Rinv_0_lt_compat, phi_power_pos. }
  split; [|exact At]. split.
  - destruct At as [j J]. exists (fibonacci (S k)), j. split; [|exact J]. unfold within. pose proof (fibonacci_pos k). lia.
  - intros t j Ht. rewrite mirrored. apply no_nearer; [lia|]. unfold within in Ht. lia.
Qed.

Lemma largest_fibonacci : forall T, (1 <= T)%nat -> exists m, (2 <= m)%nat /\ (fibonacci m <= T < fibonacci (S m))%nat.
Proof.
  intros T HT. induction T as [|T IH]; [lia|]. destruct (Nat.eq_dec T 0) as [->|D]; [exists 2%nat; simpl; lia|].
  destruct (IH ltac:(lia)) as [m [Hm [L U]]]. destruct (Nat.eq_dec (S T) (fibonacci (S m))) as [E|E].
  - exists (S m). split; [lia|]. destruct m as [|m]; [lia|]. rewrite (fibonacci_step (S m)), E. pose proof (fibonacci_pos m). lia.
  - exists m. lia.
Qed.

Lemma power_small : forall m, (2 <= m)%nat -> 0 < / golden_ratio ^ m <= / 2.
Proof.
  intros m Hm. pose proof phi_square as [Q [L _]]. split; [apply Rinv_0_lt_compat, phi_power_pos|]. apply Rinv_le_contravar; [lra|].
  apply Rle_trans with (golden_ratio ^ 2); [simpl; lra|]. apply Rle_pow; [lra|exact Hm].
Qed.

Lemma scaled_golden : forall m, INR (fibonacci m) * / golden_ratio ^ m = (1 - (-1) ^ m * / golden_ratio ^ (2 * m)) / sqrt 5.
Proof.
  intro m. pose proof root_5 as [_ [L _]]. pose proof (phi_power_pos m) as P. apply (Rmult_eq_reg_l (sqrt 5)); [|lra].
  replace (sqrt 5 * (INR (fibonacci m) * / golden_ratio ^ m)) with (sqrt 5 * INR (fibonacci m) * / golden_ratio ^ m) by ring. rewrite binet, signed_power.
  replace (2 * m)%nat with (m + m)%nat by lia. rewrite pow_add. field. lra.
Qed.

(** golden_ratio^(-2m) is as small as one likes. *)
Lemma tail_small : forall eps, 0 < eps -> exists m0, forall m, (m0 <= m)%nat -> / golden_ratio ^ (2 * m) / sqrt 5 < eps.
Proof.
  intros eps H. pose proof phi_square as [Q [L _]]. pose proof root_5 as [_ [L5 _]].
  destruct (Pow_x_infinity golden_ratio ltac:(rewrite Rabs_right; lra) (/ eps)) as [M HM]. exists M. intros m Hm.
  specialize (HM (2 * m)%nat ltac:(lia)). pose proof (phi_power_pos (2 * m)) as P. rewrite Rabs_right in HM by lra.
  assert (B : / golden_ratio ^ (2 * m) <= eps).
  { rewrite <- (Rinv_inv eps). apply Rinv_le_contravar; [apply Rinv_0_lt_compat, H|lra]. }
  assert (0 < / golden_ratio ^ (2 * m)) by (apply Rinv_0_lt_compat, P). apply (Rmult_lt_reg_r (sqrt 5)); [lra|].
  replace (/ golden_ratio ^ (2 * m) / sqrt 5 * sqrt 5) with (/ golden_ratio ^ (2 * m)) by (field; lra). nra.
Qed.

Lemma scaled_near : forall m, Rabs (INR (fibonacci m) * / golden_ratio ^ m - / sqrt 5) = / golden_ratio ^ (2 * m) / sqrt 5.
Proof.
  intro m. pose proof root_5 as [_ [L5 _]]. pose proof (phi_power_pos (2 * m)) as P. rewrite scaled_golden.
  replace ((1 - (-1) ^ m * / golden_ratio ^ (2 * m)) / sqrt 5 - / sqrt 5) with (- ((-1) ^ m * (/ golden_ratio ^ (2 * m) / sqrt 5))) by (field; lra).
  rewrite Rabs_Ropp, Rabs_mult. assert (Rabs ((-1) ^ m) = 1) as -> by (destruct (sign_square m) as [-> | ->]; [apply Rabs_R1|rewrite Rabs_left; lra]).
  rewrite Rmult_1_l. apply Rabs_right. left. apply Rdiv_lt_0_compat; [apply Rinv_0_lt_compat, P|lra].
Qed.

(** * Hurwitz *)

Section Hurwitz.
  Variable x : R.
  Hypothesis Irrational : irrational x.

  Let X : forall p q : Z, (1 <= q)%Z -> IZR q * x <> IZR p.
  Proof.
    intros p q Hq E. apply (Irrational p q ltac:(lia)). assert (1 <= IZR q) by (apply (IZR_le 1), Hq). apply (Rmult_eq_reg_l (IZR q)); [|lra].
    rewrite E. field. lra.
  Qed.

  (** Fractions a/b < x < c/d with bc - ad = 1. *)
  Definition farey (a b c d : Z) : Prop := (1 <= b)%Z /\ (1 <= d)%Z /\ (b * c - a * d = 1)%Z /\ IZR a < IZR b * x /\ IZR d * x < IZR c.

  Lemma farey_deep : forall k : nat, exists a b c d, farey a b c d /\ (Z.of_nat k + 2 <= b + d)%Z.
  Proof.
    induction k as [|k [a [b [c [d [[B [D [E [L U]]]] Sum]]]]]].
    - pose proof (base_Int_part x) as [I0 I1]. exists (Int_part x), 1%Z, (Int_part x + 1)%Z, 1%Z. split; [|lia].
      split; [lia|]. split; [lia|]. split; [ring|]. rewrite plus_IZR, !Rmult_1_l. pose proof (X (Int_part x) 1%Z ltac:(lia)) as N. rewrite Rmult_1_l in N. lra.
    - destruct (Rtotal_order (IZR (b + d) * x) (IZR (a + c))) as [M|[M|M]]; [|exfalso; apply (X (a + c)%Z (b + d)%Z ltac:(lia) M)|].
      + exists a, b, (a + c)%Z, (b + d)%Z. split; [|lia]. repeat split; try lia; assumption.
      + exists (a + c)%Z, (b + d)%Z, c, d. split; [|lia]. repeat split; try lia; assumption.
  Qed.

  (** Three errors times denominators, all above C >= 1/sqrt 5, contradict each other; here b is the end that stays. *)
  Lemma three_errors : forall C b d u v w : R, / sqrt 5 < C -> 0 < b -> 0 < d ->
    d * u + b * v = 1 -> (b + d) * u + b * w = 1 -> C < b * u -> C < d * v -> C < (b + d) * w -> False.
  Proof.
    intros C b d u v w HC B D E1 E2 H1 H2 H3. pose proof root_5 as [Q [L _]]. set (s := sqrt 5) in *. set (e := b + d) in *.
    assert (SC : 1 < s * C) by (apply (Rmult_lt_compat_l s) in HC; [|lra]; rewrite Rinv_r in HC by lra; exact HC).
    assert (Weigh : forall y z p r, 0 < y -> 0 < z -> C < p -> C < r -> C * (y * y + z * z) < y * y * p + z * z * r).
    { intros y z p r Y Z P R. assert (Y2 : 0 < y * y) by (apply Rmult_lt_0_compat; assumption). assert (Z2 : 0 < z * z) by (apply Rmult_lt_0_compat; assumption).
      pose proof (Rmult_lt_compat_l _ _ _ Y2 P). pose proof (Rmult_lt_compat_l _ _ _ Z2 R). lra. }
    assert (A1 : C * (d * d + b * b) < b * d).
    { replace (b * d) with (d * d * (b * u) + b * b * (d * v)); [apply Weigh; assumption|]. transitivity (b * d * (d * u + b * v)); [ring|rewrite E1; ring]. }
    assert (A2 : C * (e * e + b * b) < b * e).
    { assert (0 < e) by (unfold e; lra). replace (b * e) with (e * e * (b * u) + b * b * (e * w)); [apply Weigh; assumption|].
      transitivity (b * e * (e * u + b * w)); [ring|rewrite E2; ring]. }
    assert (A : C * (2 * (b * b) + d * d + e * e) < b * (d + e)) by lra. apply (Rmult_lt_compat_l s) in A; [|lra].
    assert (P : 0 < 2 * (b * b) + d * d + e * e) by (unfold e; nra).
    assert (A' : 2 * (b * b) + d * d + e * e < s * (b * (d + e))) by nra. unfold e in A'.
    pose proof (Rle_0_sqr ((s - 1) * b - 2 * d)) as Sq. unfold Rsqr in Sq.
    replace (((s - 1) * b - 2 * d) * ((s - 1) * b - 2 * d)) with ((s * s - 2 * s + 1) * (b * b) - 4 * (s - 1) * (b * d) + 4 * (d * d)) in Sq by ring.
    rewrite Q in Sq. lra.
  Qed.

  (** Both denominators beyond T0. *)
  Lemma farey_beyond : forall T0 : nat, exists a b c d, farey a b c d /\ (Z.of_nat T0 < b)%Z /\ (Z.of_nat T0 < d)%Z.
  Proof.
    intro T0. set (n := S T0).
    destruct (exists_maximiser (fun t => - off_whole (INR t * x)) n ltac:(unfold n; lia)) as [t0 [Ht0 Max]]. set (eta := off_whole (INR t0 * x)).
    assert (Eta : 0 < eta).
    { unfold eta. destruct (off_whole_reached (INR t0 * x)) as [j J]. pose proof (Rabs_pos (INR t0 * x - IZR j)) as P.
      destruct (Req_dec (off_whole (INR t0 * x)) 0) as [Z|Z]; [exfalso|lra]. rewrite Z in J.
      assert (INR t0 * x - IZR j = 0). { destruct (Req_dec (INR t0 * x - IZR j) 0) as [R|R]; [exact R|]. apply Rabs_pos_lt in R. lra. }
      apply (X j (Z.of_nat t0)); [unfold within in Ht0; lia|]. rewrite <- INR_IZR_INZ. lra. }
    assert (Near : forall q p, (1 <= q <= Z.of_nat n)%Z -> eta <= Rabs (IZR q * x - IZR p)).
    { intros q p Hq. specialize (Max (Z.to_nat q) ltac:(unfold within; lia)). simpl in Max.
      pose proof (off_whole_least (INR (Z.to_nat q) * x) p) as O. rewrite INR_IZR_INZ, Z2Nat.id in * by lia. unfold eta. rewrite INR_IZR_INZ in *. lra. }
    destruct (archimed (/ eta)) as [Up _]. assert (I : 0 < / eta) by (apply Rinv_0_lt_compat, Eta).
    set (z := up (/ eta)) in *. assert (Z0 : (1 <= z)%Z) by (apply (Zlt_le_succ 0), lt_IZR; lra).
    destruct (farey_deep (n + Z.to_nat z)) as [a [b [c [d [F Sum]]]]]. exists a, b, c, d. split; [exact F|].
    destruct F as [B [D [E [L U]]]]. apply (f_equal IZR) in E. rewrite minus_IZR, !mult_IZR in E.
    pose proof (IZR_le 1 b B) as B'. pose proof (IZR_le 1 d D) as D'.
    assert (Large : forall y, 0 < y -> y <= / eta -> IZR z <= y -> False) by (intros; lra).
    split; apply Z.nle_gt; intro S.
    - (* b small, d large: b x - a < 1/d *)
      specialize (Near b a ltac:(unfold n; lia)). rewrite Rabs_right in Near by lra.
      assert (Zd : IZR z <= IZR d) by (apply IZR_le; unfold n in *; lia).
      assert (T : IZR d * (IZR b * x - IZR a) < 1) by nra. assert (IZR d * eta < 1) by nra.
      apply (Large (IZR d)); [lra| |exact Zd]. apply (Rmult_le_reg_r eta); [exact Eta|]. rewrite Rinv_l by lra. lra.
    - specialize (Near d c ltac:(unfold n; lia)). rewrite Rabs_left in Near by lra.
      assert (Zb : IZR z <= IZR b) by (apply IZR_le; unfold n in *; lia).
      assert (T : IZR b * (IZR c - IZR d * x) < 1) by nra. assert (IZR b * eta < 1) by nra.
      apply (Large (IZR b)); [lra| |exact Zb]. apply (Rmult_le_reg_r eta); [exact Eta|]. rewrite Rinv_l by lra. lra.
  Qed.

  Lemma hurwitz : forall (T0 : nat) (C : R), / sqrt 5 < C -> exists q p, (Z.of_nat T0 < q)%Z /\ IZR q * Rabs (IZR q * x - IZR p) <= C.
  Proof.
    intros T0 C HC. destruct (farey_beyond T0) as [a [b [c [d [[B [D [E [L U]]]] [Tb Td]]]]]].
    apply (f_equal IZR) in E. rewrite minus_IZR, !mult_IZR in E. pose proof (IZR_le 1 b B) as B'. pose proof (IZR_le 1 d D) as D'.
    destruct (Rle_dec (IZR b * Rabs (IZR b * x - IZR a)) C) as [H1|H1]; [exists b, a; split; assumption|].
    destruct (Rle_dec (IZR d * Rabs (IZR d * x - IZR c)) C) as [H2|H2]; [exists d, c; split; assumption|].
    exists (b + d)%Z, (a + c)%Z. split; [lia|]. apply Rnot_lt_le. intro H3. apply Rnot_le_lt in H1, H2.
    rewrite Rabs_right in H1 by lra. rewrite Rabs_left in H2 by lra. rewrite !plus_IZR in H3.
    destruct (Rle_dec ((IZR b + IZR d) * x - (IZR a + IZR c)) 0) as [M|M].
    - rewrite Rabs_left1 in H3 by exact M.
      apply (three_errors C (IZR b) (IZR d) (IZR b * x - IZR a) (IZR c - IZR d * x) ((IZR a + IZR c) - (IZR b + IZR d) * x)); try lra; nra.
    - rewrite Rabs_right in H3 by lra.
      apply (three_errors C (IZR d) (IZR b) (IZR c - IZR d * x) (IZR b * x - IZR a) ((IZR b + IZR d) * x - (IZR a + IZR c))); try lra; nra.
  Qed.
End Hurwitz.

Lemma least_exists : forall x T, (1 <= T)%nat -> exists d, least_distance x T d.
Proof.
  intros x T H. destruct (exists_maximiser (fun t => - off_whole (INR t * x)) T H) as [t [Ht Max]]. exists (off_whole (INR t * x)).
  destruct (off_whole_reached (INR t * x)) as [j J]. split; [exists t, j; auto|]. intros s k Hs. specialize (Max s Hs). simpl in Max.
  pose proof (off_whole_least (INR s * x) k). lra.
Qed.

Theorem new_index_gap_sharp_golden_proved : new_index_gap_sharp_golden_statement.
Proof.
  pose proof PI_RGT_0 as PP. split; [|split; [|split; [|split]]].
  - intros T HT. destruct (largest_fibonacci T HT) as [m [Hm F]]. exists m. split; [exact Hm|]. rewrite Nat.add_1_r. split; [exact F|].
    destruct (golden_distance m T Hm F) as [[_ Least] [j J]]. pose proof (power_small m Hm) as P.
    set (g := golden_angle / (2 * PI)) in *.
    assert (Cos : forall t k, cos (INR t * golden_angle) = cos (2 * PI * Rabs (INR t * g - IZR k))).
    { intros t k. rewrite <- (cos_period_Z (INR t * golden_angle) (- k)), opp_IZR.
      replace (INR t * golden_angle + - IZR k * (2 * PI)) with (2 * PI * (INR t * g - IZR k)) by (unfold g; field; lra).
      unfold Rabs. destruct (Rcase_abs _); [|reflexivity]. rewrite <- cos_neg. f_equal. ring. }
    assert (At : cos (INR (fibonacci m) * golden_angle) = cos (2 * PI / golden_ratio ^ m)) by (rewrite (Cos _ j), J; reflexivity).
    split; [|exact At]. split.
    + exists (fibonacci m). split; [|exact At]. unfold within. destruct m as [|m]; [lia|]. pose proof (fibonacci_pos m). lia.
    + intros t Ht. destruct (off_whole_reached (INR t * g)) as [k K]. rewrite (Cos t k). pose proof (off_whole_half (INR t * g)).
      specialize (Least t k Ht). unfold Rdiv. apply cos_falls_weakly; rewrite K in *; nra.
  - intros m Hm. split; [|apply scaled_golden]. apply golden_distance; [exact Hm|]. destruct m as [|m]; [lia|]. destruct m as [|m]; [lia|].
    rewrite (fibonacci_step (S m)). pose proof (fibonacci_pos m). lia.
  - intros eps H. destruct (tail_small eps H) as [m0 M]. exists m0. intros m Hm. rewrite scaled_near. apply M, Hm.
  - intros eps H. destruct (tail_small eps H) as [m0 M]. exists (fibonacci (S m0) + 1)%nat. intros T d HT [[t [j [Ht Et]]] Least].
    destruct (largest_fibonacci T ltac:(lia)) as [m [Hm F]]. destruct (golden_distance m T Hm F) as [[_ Low] _].
    assert (d = / golden_ratio ^ m) as ->.
    { destruct (golden_distance m T Hm F) as [[[t' [j' [Ht' Et']]] _] _]. apply Rle_antisym; [rewrite <- Et'; apply Least, Ht'|rewrite <- Et; apply Low, Ht]. }
    assert (Mono : forall a b, (a <= b)%nat -> (fibonacci (S a) <= fibonacci (S b))%nat).
    { intros a b Hab. induction Hab as [|b Hab IH]; [lia|]. rewrite (fibonacci_step b). lia. }
    assert (Hm0 : (m0 <= m)%nat). { destruct (Nat.le_gt_cases m0 m) as [Q|Q]; [exact Q|]. pose proof (Mono m m0 ltac:(lia)). lia. }
    specialize (M m Hm0). rewrite <- scaled_near in M. apply Rabs_def2 in M. pose proof (power_small m Hm) as P.
    assert (INR (fibonacci m) * / golden_ratio ^ m <= INR T * / golden_ratio ^ m); [|lra]. apply Rmult_le_compat_r; [lra|]. apply le_INR. lia.
  - intros theta eps T0 X H. destruct (hurwitz (theta / (2 * PI)) X T0 (/ sqrt 5 + eps) ltac:(lra)) as [q [p [Hq Le]]].
    assert (Q1 : (1 <= Z.to_nat q)%nat) by lia. destruct (least_exists (theta / (2 * PI)) (Z.to_nat q) Q1) as [d Dd].
    exists (Z.to_nat q), d. split; [lia|]. split; [exact Dd|]. destruct Dd as [_ Least]. specialize (Least (Z.to_nat q) p ltac:(unfold within; lia)).
    rewrite INR_IZR_INZ, Z2Nat.id in * by lia. eapply Rle_trans; [|exact Le]. apply Rmult_le_compat_l; [apply IZR_le; lia|exact Least].
Qed.

(** * False neighbours *)

(** golden_ratio^(-(m+1)): T = 1. *)
Definition new_index_gap_sharp_golden_neighbour_next_power : Prop :=
  forall T m : nat, (2 <= m)%nat -> (fibonacci m <= T < fibonacci (m + 1))%nat ->
    is_largest (fun t => cos (INR t * golden_angle)) (within T) (cos (2 * PI / golden_ratio ^ (m + 1))).

Theorem new_index_gap_sharp_golden_neighbour_next_power_false : ~ new_index_gap_sharp_golden_neighbour_next_power.
Proof.
  intro H. pose proof PI_RGT_0. destruct (proj1 new_index_gap_sharp_golden_proved 1%nat (le_n 1)) as [m [Hm [F [L _]]]].
  specialize (H 1%nat m Hm F). pose proof (is_largest_unique _ _ _ _ L H) as E. pose proof (power_small m Hm) as P. pose proof phi_square as [_ [Q _]].
  pose proof (phi_power_pos m). assert (I : / golden_ratio ^ (m + 1) < / golden_ratio ^ m) by (apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; apply phi_power_pos|]; rewrite pow_add, pow_1; nra).
  assert (0 < / golden_ratio ^ (m + 1)) by (apply Rinv_0_lt_compat, phi_power_pos). unfold Rdiv in E.
  assert (cos (2 * PI * / golden_ratio ^ m) < cos (2 * PI * / golden_ratio ^ (m + 1))) by (apply cos_falls; nra). lra.
Qed.

(** liminf T d(T) at most 1/3 for every irrational theta/2 pi: not for the golden angle. *)
Definition new_index_gap_sharp_golden_neighbour_third : Prop :=
  forall (theta : R) (T0 : nat), irrational (theta / (2 * PI)) -> exists T d, (T0 <= T)%nat /\ least_distance (theta / (2 * PI)) T d /\ INR T * d <= 1 / 3.

Lemma golden_irrational : irrational (golden_angle / (2 * PI)).
Proof.
  intros p q Hq E. set (t := Z.to_nat (Z.abs q)). assert (Ht : (1 <= t)%nat) by (unfold t; lia).
  destruct (largest_fibonacci t Ht) as [m [Hm F]]. destruct (golden_distance m t Hm F) as [[_ Least] _].
  specialize (Least t (Z.sgn q * p)%Z ltac:(unfold within; lia)). rewrite E in Least. unfold t in Least. rewrite INR_IZR_INZ, Z2Nat.id, mult_IZR in Least by lia.
  assert (Q : IZR q <> 0) by (apply not_0_IZR, Hq). pose proof (power_small m Hm) as P.
  assert (A : IZR (Z.abs q) = IZR (Z.sgn q) * IZR q) by (rewrite <- mult_IZR; f_equal; lia).
  rewrite A in Least. replace (IZR (Z.sgn q) * IZR q * (IZR p / IZR q) - IZR (Z.sgn q) * IZR p) with 0 in Least by (field; exact Q).
  rewrite Rabs_R0 in Least. lra.
Qed.

Theorem new_index_gap_sharp_golden_neighbour_third_false : ~ new_index_gap_sharp_golden_neighbour_third.
Proof.
  intro H. destruct new_index_gap_sharp_golden_proved as [_ [_ [_ [Low _]]]]. destruct (Low (1 / 10) ltac:(lra)) as [T0 L].
  destruct (H golden_angle T0 golden_irrational) as [T [d [HT [D S]]]]. specialize (L T d HT D). pose proof root_5 as [Q [A B]].
  assert (sqrt 5 < 2.25) by nra. assert (/ 2.25 < / sqrt 5) by (apply Rinv_lt_contravar; nra). lra.
Qed.

Example new_index_gap_sharp_golden_instance : instance_of new_index_gap_sharp_golden_statement.
Proof.
  split; [exists 5%nat | split; [exists 4%nat | split; [exists (/ 10) | split]]];
    [| | | exists (/ 10) | exists golden_angle, (/ 10), 5%nat];
    (split; [lia || lra || exact golden_irrational |]); try exact I; split; try exact I. lra.
Qed.
