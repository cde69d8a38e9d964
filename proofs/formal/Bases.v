(** The frequencies of a base, from the ratio of neighbours as an integer. *)

From Coq Require Import Reals Lra Lia List ZArith.
From RopeTheory Require Import Rope IntervalZ Rotation new_base_bound_monotone.
Import ListNotations.
Open Scope R_scope.

Lemma g_power : forall b K k, (1 <= K)%nat -> g b K k = g b K 1 ^ k.
Proof.
  intros b K k H. assert (0 < INR K) by (apply lt_0_INR; lia). unfold g. rewrite <- Rpower_pow by apply exp_pos. rewrite Rpower_mult. f_equal. simpl (INR 1). field. lra.
Qed.

(** ratio is b^(-1/K) at scale 2^56. *)
Definition ratio_of (b : R) (K : nat) (ratio : Z) : Prop := Rabs (IZR ratio / 72057594037927936 - g b K 1) <= 1 / 72057594037927936.

Lemma ratio_bound : forall b K, 1 <= b -> (1 <= K)%nat -> 0 <= g b K 1 <= 1.
Proof.
  intros b K B HK. assert (K0 : 0 < INR K) by (apply lt_0_INR; lia).
  split; [left; apply exp_pos|]. unfold g, Rpower. rewrite <- exp_0. assert (L : 0 <= ln b) by (destruct B as [B| <-]; [left; rewrite <- ln_1; apply ln_increasing; lra|rewrite ln_1; lra]).
  assert (P : 0 < INR 1 / INR K) by (apply Rdiv_lt_0_compat; [simpl; lra|exact K0]). set (x := INR 1 / INR K) in *.
  assert (E : - x * ln b <= 0) by nra. destruct E as [E|E]; [left; apply exp_increasing, E|rewrite E; apply Rle_refl].
Qed.

Ltac ratio := unfold ratio_of, g, Rpower; rewrite (INR_IZR_INZ 1); match goal with |- context [INR ?K] => rewrite (INR_IZR_INZ K) end;
  simpl; interval with (i_prec 90).

(** No plane stands still at scale 2^34. *)
Definition in_turns (K : nat) (ratio : Z) : bool := forallb (fun x => 0 <? Z.shiftr x 22)%Z (powers 56 ratio 11468322278445317 K).

(** Its frequencies in turns, at both scales. *)
Lemma base_angles : forall b K ratio, 1 <= b -> (1 <= K <= 64)%nat -> ratio_of b K ratio -> in_turns K ratio = true ->
  (length (angles ratio K) = K /\ forall k, (k < K)%nat -> close_to (nth k (angles ratio K) 1%positive) (g b K k)) /\
  (length (precise_angles ratio K) = K /\ forall k, (k < K)%nat -> precise (nth k (precise_angles ratio K) 1%positive) (g b K k)).
Proof.
  intros b K ratio B HK Ratio Turns. pose proof (ratio_bound b K B ltac:(lia)) as Rho.
  destruct (close_angles ratio (g b K 1) K ltac:(lia) Rho Ratio Turns) as [Len Close].
  destruct (precise_powers ratio (g b K 1) K ltac:(lia) Rho Ratio) as [Len' Precise].
  { unfold in_turns in Turns. rewrite forallb_forall in *. intros x X. specialize (Turns x X). apply Z.ltb_lt in Turns. apply Z.ltb_lt.
    destruct (Z.le_gt_cases x 0) as [N|N]; [|exact N]. exfalso. rewrite Z.shiftr_div_pow2 in Turns by lia.
    assert (x / 2 ^ 22 <= 0)%Z by (rewrite <- (Z.div_0_l (2 ^ 22)) by lia; apply Z.div_le_mono; lia). lia. }
  split; split; [exact Len| |exact Len'|]; intros k Hk; rewrite g_power by lia; [apply Close, Hk|apply Precise, Hk].
Qed.

(** B(m) at base p/q, enclosed: Interval's functions at 45 bits; each plane's frequency is the one before times the ratio. *)
Fixpoint planes_span (ratio : Integer_intervals.type) (m : Z) (n : nat) : Integer_intervals.type * Integer_intervals.type :=
  let times := Integer_intervals.mul 45%Z in
  match n with
  | O => (Integer_intervals.zero, Integer_intervals.fromZ 45%Z 1%Z)
  | S k => let (s, a) := planes_span ratio m k in (Integer_intervals.add 45%Z s (Integer_intervals.cos 45%Z (times (Integer_intervals.fromZ 45%Z m) a)), times a ratio)
  end.

Definition kernel_span (p q m : Z) : Integer_intervals.type :=
  let whole := Integer_intervals.fromZ 45%Z in let over := Integer_intervals.div 45%Z in
  fst (planes_span (Integer_intervals.exp 45%Z (Integer_intervals.neg (over (Integer_intervals.ln 45%Z (over (whole p) (whole q))) (whole 64%Z)))) m 64).

Definition spans (s : Integer_intervals.type) (x : R) : Prop := Interval.contains (Integer_intervals.convert s) (Xreal.Xreal x).

Lemma kernel_span_holds : forall p q m b, (0 < p)%Z -> (0 < q)%Z -> b = IZR p / IZR q -> spans (kernel_span p q (Z.pos m)) (kernel b 64 (Pos.to_nat m)).
Proof.
  intros p q m b P Q ->. apply IZR_lt in P, Q. unfold kernel_span. cbv zeta. set (whole := Integer_intervals.fromZ 45%Z).
  assert (Whole : forall z, spans (whole z) (IZR z)) by (intro z; apply Integer_intervals.fromZ_correct).
  assert (Over : forall s t x y, spans s x -> spans t y -> y <> 0 -> spans (Integer_intervals.div 45%Z s t) (x / y)).
  { intros s t x y X Y N. pose proof (Integer_intervals.div_correct 45%Z s t _ _ X Y) as H. cbn [Xreal.Xbind2] in H. unfold Xreal.Xdiv' in H. rewrite Xreal.is_zero_false in H by exact N. exact H. }
  assert (Times : forall s t x y, spans s x -> spans t y -> spans (Integer_intervals.mul 45%Z s t) (x * y)) by (intros s t x y X Y; exact (Integer_intervals.mul_correct 45%Z s t _ _ X Y)).
  assert (R0 : 0 < IZR p / IZR q) by (apply Rdiv_lt_0_compat; assumption).
  assert (Ln : spans (Integer_intervals.ln 45%Z (Integer_intervals.div 45%Z (whole p) (whole q))) (ln (IZR p / IZR q))).
  { pose proof (Integer_intervals.ln_correct 45%Z _ _ (Over _ _ _ _ (Whole p) (Whole q) ltac:(lra))) as H. cbn [Xreal.Xbind] in H. unfold Xreal.Xln' in H. rewrite Xreal.is_positive_true in H by exact R0. exact H. }
  pose proof (Integer_intervals.exp_correct 45%Z _ (Xreal.Xreal _) (Integer_intervals.neg_correct _ (Xreal.Xreal _) (Over _ _ _ _ Ln (Whole 64%Z) ltac:(lra)))) as Ratio.
  set (ratio := Integer_intervals.exp 45%Z _) in *. clearbody ratio. set (x := exp (- (ln (IZR p / IZR q) / 64))). unfold kernel.
  assert (All : forall n, spans (fst (planes_span ratio (Z.pos m) n)) (sum (fun k => cos (INR (Pos.to_nat m) * g (IZR p / IZR q) 64 k)) n) /\ spans (snd (planes_span ratio (Z.pos m) n)) (x ^ n)); [|apply All].
  induction n as [|n IH]; [split; [unfold spans; simpl planes_span; cbn [fst]; rewrite Integer_intervals.zero_correct; simpl; lra|exact (Whole 1%Z)]|].
  cbn [sum planes_span]. cbv zeta. destruct (planes_span ratio (Z.pos m) n) as [s a]. destruct IH as [Sum Angle]. cbn [fst snd] in *. fold whole. split.
  - refine (Integer_intervals.add_correct 45%Z _ _ _ (Xreal.Xreal _) Sum _). apply (Integer_intervals.cos_correct 45%Z _ (Xreal.Xreal _)). rewrite INR_IZR_INZ, positive_nat_Z. apply Times; [apply Whole|].
    replace (g (IZR p / IZR q) 64 n) with (x ^ n); [exact Angle|]. rewrite g_power by lia. f_equal. unfold x, g, Rpower. rewrite !INR_IZR_INZ. f_equal. simpl. field.
  - replace (x ^ S n) with (x ^ n * x) by (simpl; ring). apply Times; [exact Angle|exact Ratio].
Qed.

Lemma kernel_positive : forall p q m b, (0 < p)%Z -> (0 < q)%Z -> b = IZR p / IZR q ->
  match Integer_intervals.sign_strict (kernel_span p q (Z.pos m)) with Xreal.Xgt => true | _ => false end = true -> 0 <= kernel b 64 (Pos.to_nat m).
Proof.
  intros p q m b P Q B H. pose proof (kernel_span_holds p q m b P Q B) as K. generalize dependent (kernel_span p q (Z.pos m)). intros s H K.
  pose proof (Integer_intervals.sign_strict_correct s) as S. destruct (Integer_intervals.sign_strict s); try discriminate. left. exact (proj2 (S _ K)).
Qed.

Lemma kernel_negative : forall p q m b, (0 < p)%Z -> (0 < q)%Z -> b = IZR p / IZR q ->
  match Integer_intervals.sign_strict (kernel_span p q (Z.pos m)) with Xreal.Xlt => true | _ => false end = true -> kernel b 64 (Pos.to_nat m) < 0.
Proof.
  intros p q m b P Q B H. pose proof (kernel_span_holds p q m b P Q B) as K. generalize dependent (kernel_span p q (Z.pos m)). intros s H K.
  pose proof (Integer_intervals.sign_strict_correct s) as S. destruct (Integer_intervals.sign_strict s); try discriminate. exact (proj2 (S _ K)).
Qed.
