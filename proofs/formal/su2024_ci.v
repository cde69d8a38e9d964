(** su2024.ci: the cosine integral is at most 1/2 in size from 1 on; su2024.ci.zero: its first zero is 0.6165....

    Statements (Su 2024). Ci(m) = - int_m^oo cos t / t dt exists and |Ci(m)| <= 1/2 for every real m >= 1. There is x_0 with 0.6165 <= x_0 < 0.6166 and
    Ci(x_0) = 0, and Ci(x) < 0 at every x with 0 < x < x_0.

    Idea: integrating by parts eight times leaves Ci(20) to within 10^-6. From there to 0.6165 the series of the cosine, cut off after one term or the next, is too small
    or too large at every place, and is integrated term by term. Ci increases up to pi/2 and decreases to 4; from 4 on |Ci(m)| <= 2/m.
    Encoding: the improper integral is the limit of integrals from x to T, whose integrand is continuous there. That the limit exists is part of both statements. *)

From Coq Require Import Reals Lra Lia ZArith Ranalysis5.
From Coquelicot Require Import Coquelicot.
From RopeTheory Require Import IntervalZ Taylor Instances.
Open Scope R_scope.

(** c is Ci(x), for x > 0. *)
Definition is_Ci (x c : R) : Prop := is_lim (fun T => - RInt (fun t => cos t / t) x T) p_infty c.

Definition su2024_ci_statement : Prop := forall m, 1 <= m -> exists c, is_Ci m c /\ Rabs c <= 1 / 2.

(** x is the first zero: Ci is negative before it. *)
Definition first_zero (x : R) : Prop := 0 < x /\ is_Ci x 0 /\ forall y, 0 < y < x -> exists c, is_Ci y c /\ c < 0.

Definition su2024_ci_zero_statement : Prop := exists x, first_zero x /\ 0.6165 <= x < 0.6166.

(** * The series of the cosine *)

Lemma rises_from_0 : forall f df : R -> R, (forall t, 0 <= t -> is_derive f t (df t) /\ 0 <= df t) -> f 0 = 0 -> forall x, 0 <= x -> 0 <= f x.
Proof.
  intros f df H F x X. destruct (MVT_gen f 0 x df) as [c [C E]]; rewrite ?Rmin_left, ?Rmax_right in * by exact X.
  - intros t T. apply H. lra.
  - intros t T. apply continuity_pt_filterlim, (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule) f). exists (df t). apply H. lra.
  - rewrite F in E. pose proof (proj2 (H c ltac:(lra))). nra.
Qed.

Lemma power_derive : forall m t, is_derive (fun t => t ^ S m / INR (fact (S m))) t (t ^ m / INR (fact m)).
Proof.
  intros m t. apply (is_derive_ext (fun t => / INR (fact (S m)) * t ^ S m)); [intro u; apply Rmult_comm|].
  replace (t ^ m / INR (fact m)) with (/ INR (fact (S m)) * (INR (S m) * 1 * t ^ Nat.pred (S m))).
  - apply is_derive_scal, (is_derive_pow (fun t => t)), (is_derive_id (K := R_AbsRing)).
  - rewrite fact_simpl, mult_INR. cbn [Nat.pred]. field. split; [apply INR_fact_neq_0|apply not_0_INR; lia].
Qed.

Lemma sin_term_derive : forall i t, is_derive (fun t => sin_term t i) t (cos_term t i).
Proof.
  intros i t. unfold sin_term, cos_term. replace (2 * i + 1)%nat with (S (2 * i)) by lia. apply (is_derive_scal (fun t => t ^ S (2 * i) / INR (fact (S (2 * i))))). apply power_derive.
Qed.

Lemma cos_term_derive : forall i t, is_derive (fun t => cos_term t (S i)) t (- sin_term t i).
Proof.
  intros i t. unfold sin_term, cos_term. replace (2 * S i)%nat with (S (2 * i + 1)) by lia.
  replace (- ((-1) ^ i * (t ^ (2 * i + 1) / INR (fact (2 * i + 1))))) with ((-1) ^ S i * (t ^ (2 * i + 1) / INR (fact (2 * i + 1)))) by (cbn [pow]; ring).
  apply (is_derive_scal (fun t => t ^ S (2 * i + 1) / INR (fact (S (2 * i + 1))))). apply power_derive.
Qed.

Lemma sin_approx_derive : forall n t, is_derive (fun t => sin_approx t n) t (cos_approx t n).
Proof.
  induction n as [|n IH]; intro t; [apply sin_term_derive|]. apply (is_derive_plus (K := R_AbsRing) (V := R_NormedModule) (fun t => sin_approx t n)); [apply IH|apply sin_term_derive].
Qed.

Lemma first_term_derive : forall t, is_derive (fun t => cos_term t 0) t 0.
Proof. intro t. unfold cos_term. simpl. auto_derive; [exact I|ring]. Qed.

Lemma cos_approx_derive : forall n t, is_derive (fun t => cos_approx t (S n)) t (- sin_approx t n).
Proof.
  induction n as [|n IH]; intro t.
  - replace (- sin_approx t 0) with (0 + - sin_term t 0) by (unfold sin_approx; simpl; ring).
    apply (is_derive_plus (K := R_AbsRing) (V := R_NormedModule) (fun t => cos_term t 0)); [apply first_term_derive|apply cos_term_derive].
  - replace (- sin_approx t (S n)) with (- sin_approx t n + - sin_term t (S n)) by (unfold sin_approx; simpl; ring).
    apply (is_derive_plus (K := R_AbsRing) (V := R_NormedModule) (fun t => cos_approx t (S n))); [apply IH|apply cos_term_derive].
Qed.

Lemma approx_0 : forall n, cos_approx 0 n = 1 /\ sin_approx 0 n = 0.
Proof.
  assert (P : forall m, 0 ^ S m = 0) by (intro m; apply Rmult_0_l).
  induction n as [|n [C S']]; [unfold cos_approx, sin_approx, cos_term, sin_term; simpl; split; field|].
  unfold cos_approx, sin_approx in *. cbn [sum_f_R0]. rewrite C, S'. unfold cos_term, sin_term.
  replace (2 * S n)%nat with (S (2 * n + 1)) by lia. replace (S (2 * n + 1) + 1)%nat with (S (S (2 * n + 1))) by lia. rewrite !P. unfold Rdiv. split; ring.
Qed.

(** Cut off after a term, the series is too large, or too small, and so in turn; at every distance. *)
Lemma series_in_turn : forall n, (forall x, 0 <= x -> 0 <= (-1) ^ n * (cos_approx x n - cos x)) /\ (forall x, 0 <= x -> 0 <= (-1) ^ n * (sin_approx x n - sin x)).
Proof.
  assert (Sine : forall n, (forall x, 0 <= x -> 0 <= (-1) ^ n * (cos_approx x n - cos x)) -> forall x, 0 <= x -> 0 <= (-1) ^ n * (sin_approx x n - sin x)).
  { intros n H. apply (rises_from_0 (fun t => (-1) ^ n * (sin_approx t n - sin t)) (fun t => (-1) ^ n * (cos_approx t n - cos t))).
    - intros t T. split; [|apply H, T]. apply (is_derive_scal (fun t => sin_approx t n - sin t)).
      apply (is_derive_minus (K := R_AbsRing) (V := R_NormedModule) (fun t => sin_approx t n)); [apply sin_approx_derive|apply is_derive_sin].
    - rewrite sin_0, (proj2 (approx_0 n)). ring. }
  assert (Cosine : forall n x, 0 <= x -> 0 <= (-1) ^ n * (cos_approx x n - cos x)); [|intro n; split; [apply Cosine|apply Sine, Cosine]].
  induction n as [|n IH].
  - intros x _. unfold cos_approx, cos_term. simpl. pose proof (COS_bound x). lra.
  - apply (rises_from_0 (fun t => (-1) ^ S n * (cos_approx t (S n) - cos t)) (fun t => (-1) ^ S n * (- sin_approx t n - - sin t))).
    + intros t T. split; [|pose proof (Sine n IH t T); cbn [pow]; lra]. apply (is_derive_scal (fun t => cos_approx t (S n) - cos t)).
      apply (is_derive_minus (K := R_AbsRing) (V := R_NormedModule) (fun t => cos_approx t (S n))); [apply cos_approx_derive|apply is_derive_cos].
    + rewrite cos_0, (proj1 (approx_0 (S n))). ring.
Qed.

(** ln t and the integrals of the terms from the second on. *)
Definition ci_term (t : R) (i : nat) : R := cos_term t (S i) / INR (2 * S i).

Definition ci_approx (n : nat) (t : R) : R := ln t + sum_f_R0 (ci_term t) n.

Lemma ci_term_derive : forall i t, 0 < t -> is_derive (fun t => ci_term t i) t (cos_term t (S i) / t).
Proof.
  intros i t T. unfold ci_term. apply (is_derive_ext (fun t => / INR (2 * S i) * cos_term t (S i))); [intro u; apply Rmult_comm|].
  replace (cos_term t (S i) / t) with (/ INR (2 * S i) * - sin_term t i); [apply is_derive_scal, cos_term_derive|].
  unfold cos_term, sin_term. replace (2 * S i)%nat with (S (2 * i + 1)) by lia. rewrite fact_simpl, mult_INR. cbn [pow]. field. repeat split; first [apply INR_fact_neq_0|apply not_0_INR; lia|lra].
Qed.

Lemma ci_approx_derive : forall n t, 0 < t -> is_derive (ci_approx n) t (cos_approx t (S n) / t).
Proof.
  intros n t T. unfold ci_approx. assert (L : is_derive ln t (/ t)) by (apply is_derive_Reals, derivable_pt_lim_ln; exact T).
  induction n as [|n IH].
  - replace (cos_approx t 1 / t) with (/ t + cos_term t 1 / t) by (unfold cos_approx, cos_term; simpl; field; lra).
    apply (is_derive_plus (K := R_AbsRing) (V := R_NormedModule) ln); [exact L|apply (ci_term_derive 0), T].
  - apply (is_derive_ext (fun t => (ln t + sum_f_R0 (ci_term t) n) + ci_term t (S n))); [intro u; cbn [sum_f_R0]; apply Rplus_assoc|].
    replace (cos_approx t (S (S n)) / t) with (cos_approx t (S n) / t + cos_term t (S (S n)) / t) by (unfold cos_approx; cbn [sum_f_R0]; field; lra).
    apply (is_derive_plus (K := R_AbsRing) (V := R_NormedModule) (fun t => ln t + sum_f_R0 (ci_term t) n)); [exact IH|apply ci_term_derive, T].
Qed.

(** From the first term down: every one is the one before times y and a ratio. *)
Fixpoint nested (y : R) (i n : nat) : R :=
  match n with O => 1 | S k => 1 - y * (INR (2 * i) / (INR (2 * i + 1) * INR (2 * i + 2) * INR (2 * i + 2))) * nested y (S i) k end.

Lemma ci_term_nested : forall t n i, sum_f_R0 (fun k => ci_term t (i + k)) n = ci_term t i * nested (t * t) (S i) n.
Proof.
  intros t. induction n as [|n IH]; intro i; [cbn [sum_f_R0 nested]; rewrite Nat.add_0_r, Rmult_1_r; reflexivity|].
  rewrite decomp_sum by lia. rewrite Nat.add_0_r. cbn [Nat.pred].
  replace (sum_f_R0 (fun k => ci_term t (i + S k)) n) with (sum_f_R0 (fun k => ci_term t (S i + k)) n) by (apply sum_eq; intros k _; f_equal; lia).
  rewrite IH. cbn [nested].
  replace (ci_term t (S i)) with (- (ci_term t i * (t * t * (INR (2 * S i) / (INR (2 * S i + 1) * INR (2 * S i + 2) * INR (2 * S i + 2)))))); [ring|].
  unfold ci_term. rewrite (cos_term_S t (S i)). replace (2 * S (S i))%nat with (2 * S i + 2)%nat by lia. field. repeat split; apply not_0_INR; lia.
Qed.

Lemma ci_approx_value : forall n t, ci_approx n t = ln t - t * t / 4 * nested (t * t) 1 n.
Proof. intros n t. unfold ci_approx. change (sum_f_R0 (ci_term t) n) with (sum_f_R0 (fun k => ci_term t (0 + k)) n). rewrite ci_term_nested. unfold ci_term, cos_term. simpl. field. Qed.

(** As a fraction, for y = p/q. *)
Fixpoint fraction (p q i : Z) (n : nat) : Z * Z :=
  match n with
  | O => (1, 1)
  | S k => let (a, b) := fraction p q (i + 1) k in let d := q * ((2 * i + 1) * (2 * i + 2) * (2 * i + 2)) in (d * b - p * (2 * i) * a, d * b)
  end%Z.

Lemma fraction_value : forall p q n i, (0 < q)%Z -> (0 < snd (fraction p q (Z.of_nat i) n))%Z /\
  nested (IZR p / IZR q) i n = IZR (fst (fraction p q (Z.of_nat i) n)) / IZR (snd (fraction p q (Z.of_nat i) n)).
Proof.
  intros p q n. induction n as [|n IH]; intros i Q; [split; [reflexivity|simpl; field]|]. destruct (IH (S i) Q) as [P E]. cbn [fraction nested].
  replace (Z.of_nat i + 1)%Z with (Z.of_nat (S i)) by lia. destruct (fraction p q (Z.of_nat (S i)) n) as [a b]. cbn [fst snd] in *.
  set (d := ((2 * Z.of_nat i + 1) * (2 * Z.of_nat i + 2) * (2 * Z.of_nat i + 2))%Z). assert (D : (0 < d)%Z) by (unfold d; apply Z.mul_pos_pos; [apply Z.mul_pos_pos|]; lia).
  split; [apply Z.mul_pos_pos; [apply Z.mul_pos_pos|]; assumption|]. rewrite E.
  replace (INR (2 * i + 1) * INR (2 * i + 2) * INR (2 * i + 2)) with (IZR d) by (unfold d; rewrite !INR_IZR_INZ, <- !mult_IZR; f_equal; lia).
  rewrite (INR_IZR_INZ (2 * i)), Nat2Z.inj_mul. change (Z.of_nat 2) with 2%Z. rewrite minus_IZR, !mult_IZR. apply IZR_lt in P, Q, D. field. repeat split; lra.
Qed.

(** In units of 10^-9, cut off; t = r/s. *)
Definition ci_floor (n : nat) (r s : Z) : Z := let (a, b) := fraction (r * r) (s * s) 1 n in (- (r * r) * a * 1000000000 / (4 * (s * s) * b))%Z.

Lemma ci_floor_near : forall n r s, (0 < s)%Z -> IZR (ci_floor n r s) / 1000000000 <= ci_approx n (IZR r / IZR s) - ln (IZR r / IZR s) <= (IZR (ci_floor n r s) + 1) / 1000000000.
Proof.
  intros n r s S. rewrite ci_approx_value. assert (Q : (0 < s * s)%Z) by (apply Z.mul_pos_pos; exact S).
  replace (IZR r / IZR s * (IZR r / IZR s)) with (IZR (r * r) / IZR (s * s)) by (rewrite !mult_IZR; field; apply Rgt_not_eq, IZR_lt, S).
  destruct (fraction_value (r * r) (s * s) n 1 Q) as [P E]. change (Z.of_nat 1) with 1%Z in *. rewrite E. unfold ci_floor. destruct (fraction _ _ _ _) as [a b]. cbn [fst snd] in *.
  set (u := (- (r * r) * a * 1000000000)%Z). set (v := (4 * (s * s) * b)%Z). assert (V : (0 < v)%Z) by (unfold v; apply Z.mul_pos_pos; [lia|exact P]).
  replace (_ - _) with (IZR u / IZR v / 1000000000).
  - pose proof (Z.mul_div_le u v V) as L. pose proof (Z.mul_succ_div_gt u v V) as G. apply IZR_le in L. apply IZR_lt in G, V. rewrite mult_IZR in L. rewrite mult_IZR, succ_IZR in G. set (d := IZR (u / v)) in *. clearbody d.
    assert (F : d <= IZR u / IZR v <= d + 1); [|lra]. split; apply (Rmult_le_reg_r (IZR v)); try exact V; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra.
  - unfold u, v. rewrite !mult_IZR, opp_IZR, mult_IZR. apply IZR_lt in P, S. field. split; lra.
Qed.

(** * The integrals *)

Local Notation f := (fun t => cos t / t).

Lemma positive_between : forall a b t, 0 < a -> 0 < b -> Rmin a b <= t -> 0 < t.
Proof. intros a b t A B. unfold Rmin. destruct (Rle_dec a b); lra. Qed.

Lemma integrable : forall a b, 0 < a -> 0 < b -> ex_RInt f a b.
Proof.
  intros a b A B. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros t [T _]. pose proof (positive_between a b t A B T).
  apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). auto_derive. lra.
Qed.

Lemma chasles : forall a b c, 0 < a -> 0 < b -> 0 < c -> RInt f a b + RInt f b c = RInt f a c.
Proof. intros a b c A B C. apply (RInt_Chasles (V := R_CompleteNormedModule) f); apply integrable; assumption. Qed.

(** An integrand that is close to a derivative. *)
Lemma close_to_primitive : forall G g E e a b, a <= b ->
  (forall t, a <= t <= b -> is_derive G t (g t) /\ is_derive E t (e t) /\ continuous g t /\ continuous e t /\ Rabs (cos t / t - g t) <= e t) ->
  0 < a -> Rabs (RInt f a b - (G b - G a)) <= E b - E a.
Proof.
  intros G g E e a b Le H A. assert (Span : forall t, Rmin a b <= t <= Rmax a b -> a <= t <= b) by (intro t; rewrite Rmin_left, Rmax_right by exact Le; tauto).
  assert (Ig : is_RInt g a b (G b - G a)) by exact (is_RInt_derive (V := R_CompleteNormedModule) G g a b (fun t T => proj1 (H t (Span t T))) (fun t T => proj1 (proj2 (proj2 (H t (Span t T)))))).
  assert (Ie : is_RInt e a b (E b - E a)) by exact (is_RInt_derive (V := R_CompleteNormedModule) E e a b (fun t T => proj1 (proj2 (H t (Span t T)))) (fun t T => proj1 (proj2 (proj2 (proj2 (H t (Span t T))))))).
  pose proof (RInt_correct (V := R_CompleteNormedModule) _ _ _ (integrable a b A ltac:(lra))) as If.
  pose proof (is_RInt_minus (V := R_NormedModule) _ _ _ _ _ _ If Ig) as Off. pose proof (is_RInt_opp (V := R_NormedModule) _ _ _ _ Ie) as Low.
  apply Rabs_le. split.
  - apply (is_RInt_le _ _ _ _ _ _ Le Low Off). intros t T. destruct (H t ltac:(lra)) as [_ [_ [_ [_ C]]]]. apply Rabs_le_between in C. exact (proj1 C).
  - apply (is_RInt_le _ _ _ _ _ _ Le Off Ie). intros t T. destruct (H t ltac:(lra)) as [_ [_ [_ [_ C]]]]. apply Rabs_le_between in C. exact (proj2 C).
Qed.

Ltac smooth := apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)); auto_derive.

(** Once by parts. *)
Lemma tail_once : forall a b, 0 < a <= b -> Rabs (RInt f a b) <= 2 / a.
Proof.
  intros a b [A Le].
  assert (H : Rabs (RInt f a b - (sin b / b - sin a / a)) <= - / b - - / a).
  { apply (close_to_primitive (fun t => sin t / t) (fun t => cos t / t - sin t / t ^ 2) (fun t => - / t) (fun t => / t ^ 2)); [exact Le| |exact A].
    intros t T. assert (0 < t ^ 2) by nra. refine (conj _ (conj _ (conj _ (conj _ _)))).
    - auto_derive; [lra|]. field. lra.
    - auto_derive; [lra|]. field. lra.
    - smooth. repeat split; nra.
    - smooth. nra.
    - replace (cos t / t - (cos t / t - sin t / t ^ 2)) with (sin t * / t ^ 2) by (field; lra).
      rewrite Rabs_mult, (Rabs_pos_eq (/ t ^ 2)) by (left; apply Rinv_0_lt_compat; lra).
      rewrite <- (Rmult_1_l (/ t ^ 2)) at 2. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|]. apply Rabs_le, SIN_bound. }
  assert (S : forall t, 0 < t -> - / t <= sin t / t <= / t).
  { intros t T. pose proof (SIN_bound t). pose proof (Rinv_0_lt_compat t T). unfold Rdiv. split; nra. }
  pose proof (S a A). pose proof (S b ltac:(lra)). apply Rabs_le_between in H. apply Rabs_le. unfold Rdiv. lra.
Qed.

(** Eight times: the derivative of `parts` is cos t / t + 5040 sin t / t^8. *)
Definition parts (t : R) : R := sin t * (1 / t - 2 / t ^ 3 + 24 / t ^ 5 - 720 / t ^ 7) - cos t * (1 / t ^ 2 - 6 / t ^ 4 + 120 / t ^ 6).

Lemma tail_eight : forall a b, 0 < a <= b -> Rabs (RInt f a b - (parts b - parts a)) <= 720 / a ^ 7.
Proof.
  intros a b [A Le].
  assert (H : Rabs (RInt f a b - (parts b - parts a)) <= - (720 / b ^ 7) - - (720 / a ^ 7)).
  { apply (close_to_primitive parts (fun t => cos t / t + 5040 * sin t / t ^ 8) (fun t => - (720 / t ^ 7)) (fun t => 5040 / t ^ 8)); [exact Le| |exact A].
    intros t T. assert (forall n, t ^ n <> 0) by (intro n; apply pow_nonzero; lra). assert (0 < t ^ 8) by (apply pow_lt; lra).
    refine (conj _ (conj _ (conj _ (conj _ _)))).
    - unfold parts. auto_derive; [repeat split; first [lra|apply (H 2%nat)|apply (H 3%nat)|apply (H 4%nat)|apply (H 5%nat)|apply (H 6%nat)|apply (H 7%nat)]|]. field. lra.
    - auto_derive; [apply (H 7%nat)|]. field. lra.
    - smooth. repeat split; [lra|apply (H 8%nat)].
    - smooth. apply (H 8%nat).
    - replace (cos t / t - (cos t / t + 5040 * sin t / t ^ 8)) with (- sin t * (5040 / t ^ 8)) by (field; lra).
      assert (0 <= 5040 / t ^ 8) by (apply Rlt_le, Rdiv_lt_0_compat; lra). rewrite Rabs_mult, (Rabs_pos_eq (5040 / t ^ 8)) by assumption.
      rewrite <- (Rmult_1_l (5040 / t ^ 8)) at 2. apply Rmult_le_compat_r; [assumption|]. rewrite Rabs_Ropp. apply Rabs_le, SIN_bound. }
  assert (0 < 720 / b ^ 7) by (apply Rdiv_lt_0_compat; [lra|apply pow_lt; lra]). lra.
Qed.

(** * The limit *)

Lemma Ci_exists : forall x, 0 < x -> exists c, is_Ci x c.
Proof.
  intros x X. unfold is_Ci, is_lim. apply (filterlim_locally_cauchy (U := R_CompleteNormedModule) (F := Rbar_locally' p_infty)). intro eps.
  exists (fun T => Rmax 1 (4 / eps) < T). split; [exists (Rmax 1 (4 / eps)); auto|].
  assert (Near : forall u v, Rmax 1 (4 / eps) < u -> u <= v -> Rabs (- RInt f x v - - RInt f x u) < eps).
  { intros u v U V. assert (1 <= Rmax 1 (4 / eps)) by apply Rmax_l. assert (4 / eps <= Rmax 1 (4 / eps)) by apply Rmax_r. pose proof (cond_pos eps) as Eps.
    rewrite <- (chasles x u v) by lra. replace (- (RInt f x u + RInt f u v) - - RInt f x u) with (- RInt f u v) by ring. rewrite Rabs_Ropp.
    apply Rle_lt_trans with (2 / u); [apply tail_once; lra|]. apply (Rmult_lt_reg_r u); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
    assert (4 < eps * u); [|lra]. replace 4 with (eps * (4 / eps)) by (field; lra). apply Rmult_lt_compat_l; lra. }
  intros u v U V. change (Rabs (- RInt f x v - - RInt f x u) < eps). destruct (Rle_dec u v) as [Le|Gt]; [apply Near; assumption|].
  rewrite Rabs_minus_sym. apply Near; [assumption|lra].
Qed.

Definition Ci (x : R) : R := real (Lim (fun T => - RInt f x T) p_infty).

Lemma Ci_is : forall x, 0 < x -> is_Ci x (Ci x).
Proof. intros x X. destruct (Ci_exists x X) as [c C]. unfold Ci. rewrite (is_lim_unique _ _ _ C). exact C. Qed.

Lemma Ci_only : forall x c, is_Ci x c -> c = Ci x.
Proof. intros x c C. unfold Ci. rewrite (is_lim_unique _ _ _ C). reflexivity. Qed.

Lemma Ci_between : forall x y, 0 < x -> 0 < y -> Ci y = Ci x + RInt f x y.
Proof.
  intros x y X Y. symmetry. apply Ci_only. unfold is_Ci. apply (is_lim_ext_loc (fun T => - RInt f x T + RInt f x y)).
  - exists 1. intros T HT. rewrite <- (chasles x y T) by lra. ring.
  - apply (is_lim_plus' _ _ _ (Ci x) (RInt f x y)); [apply Ci_is, X|apply is_lim_const].
Qed.

(** What holds of the integrals from some T on holds of Ci. *)
Lemma Ci_within : forall x c r from, 0 < x -> (forall T, from < T -> Rabs (- RInt f x T - c) <= r) -> Rabs (Ci x - c) <= r.
Proof.
  intros x c r from X H. pose proof (Ci_is x X) as L. assert (B : forall T, from < T -> c - r <= - RInt f x T <= c + r) by (intros T HT; apply Rabs_le_between', H, HT).
  assert (Low : Rbar_le (c - r) (Ci x)).
  { apply (is_lim_le_loc (fun _ => c - r) (fun T => - RInt f x T) p_infty); [exists from; intros T HT; apply B, HT|apply is_lim_const|exact L]. }
  assert (High : Rbar_le (Ci x) (c + r)).
  { apply (is_lim_le_loc (fun T => - RInt f x T) (fun _ => c + r) p_infty); [exists from; intros T HT; apply B, HT|exact L|apply is_lim_const]. }
  simpl in Low, High. apply Rabs_le_between'. lra.
Qed.

Lemma Ci_far : forall x, 0 < x -> Rabs (Ci x) <= 2 / x.
Proof.
  intros x X. rewrite <- (Rminus_0_r (Ci x)). apply (Ci_within x 0 (2 / x) x X). intros T HT. rewrite Rminus_0_r, Rabs_Ropp. apply tail_once. lra.
Qed.

Lemma Ci_20 : Rabs (Ci 20 - parts 20) <= 0.000001.
Proof.
  apply (Ci_within 20 (parts 20) 0.000001 10000000); [lra|]. intros T HT. pose proof (tail_eight 20 T ltac:(lra)) as H. apply Rabs_le_between in H.
  assert (Far : -0.0000002 <= parts T <= 0.0000002) by (unfold parts; interval with (i_prec 53)).
  assert (720 / 20 ^ 7 <= 0.0000006) by lra. apply Rabs_le. lra.
Qed.

(** * Values *)

Lemma integral_in_turn : forall n a b, 0 < a <= b -> 0 <= (-1) ^ S n * (ci_approx n b - ci_approx n a - RInt f a b).
Proof.
  intros n a b [A Le]. assert (Span : forall t, Rmin a b <= t <= Rmax a b -> 0 < t) by (intro t; rewrite Rmin_left by exact Le; lra).
  assert (I : is_RInt (fun t => cos_approx t (S n) / t) a b (ci_approx n b - ci_approx n a)).
  { apply (is_RInt_derive (V := R_CompleteNormedModule)); intros t T; specialize (Span t T); [apply ci_approx_derive, Span|].
    apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)), ex_derive_div; [exists (- sin_approx t n); apply cos_approx_derive|apply ex_derive_id|lra]. }
  pose proof (RInt_correct (V := R_CompleteNormedModule) _ _ _ (integrable a b A ltac:(lra))) as If.
  pose proof (is_RInt_scal (V := R_NormedModule) _ _ _ ((-1) ^ S n) _ (is_RInt_minus (V := R_NormedModule) _ _ _ _ _ _ I If)) as Off.
  apply (is_RInt_ge_0 _ _ _ _ Le Off). intros t T. pose proof (proj1 (series_in_turn (S n)) t ltac:(lra)) as H.
  change (0 <= (-1) ^ S n * (cos_approx t (S n) / t - cos t / t)). replace (_ * _) with ((-1) ^ S n * (cos_approx t (S n) - cos t) / t) by (field; lra).
  apply Rmult_le_pos; [exact H|left; apply Rinv_0_lt_compat; lra].
Qed.

(** From a = p/q to b = r/s, between two sums of the series. *)
Lemma integral_near : forall m p q r s a b low high, (0 < q)%Z -> (0 < s)%Z -> a = IZR p / IZR q -> b = IZR r / IZR s -> 0 < a <= b ->
  (ci_floor (2 * m) r s - ci_floor (2 * m) p q - 1)%Z = low -> (ci_floor (S (2 * m)) r s - ci_floor (S (2 * m)) p q + 1)%Z = high ->
  IZR low / 1000000000 <= RInt f a b - (ln b - ln a) <= IZR high / 1000000000.
Proof.
  intros m p q r s a b low high Q P Ea Eb Le <- <-. pose proof (integral_in_turn (2 * m) a b Le) as L. pose proof (integral_in_turn (S (2 * m)) a b Le) as U.
  rewrite pow_1_odd in L. replace (S (S (2 * m))) with (2 * S m)%nat in U by lia. rewrite pow_1_even in U.
  pose proof (ci_floor_near (2 * m) p q Q). pose proof (ci_floor_near (2 * m) r s P). pose proof (ci_floor_near (S (2 * m)) p q Q). pose proof (ci_floor_near (S (2 * m)) r s P).
  rewrite <- Ea, <- Eb in *. rewrite !minus_IZR, plus_IZR, minus_IZR. lra.
Qed.

Ltac near m p q r s a b := pose proof (integral_near m p q r s a b _ _ eq_refl eq_refl ltac:(lra) ltac:(lra) ltac:(lra) ltac:(vm_compute; reflexivity) ltac:(vm_compute; reflexivity)).

Lemma from_zero_to_20 : 0.044426 <= RInt f 0.6165 20 <= 0.044428.
Proof.
  near 18%nat 1233%Z 2000%Z 20%Z 1%Z 0.6165 20. assert (3.4794291 <= ln 20 - ln 0.6165 <= 3.4794294) by (split; interval). lra.
Qed.

Lemma Ci_below : -0.00001 <= Ci 0.6165 <= -0.000004.
Proof.
  rewrite (Ci_between 20 0.6165) by lra. rewrite <- opp_RInt_swap by (apply integrable; lra). change (opp ?z) with (- z).
  pose proof from_zero_to_20. pose proof Ci_20 as At. apply Rabs_le_between' in At.
  assert (0.0444196 <= parts 20 <= 0.04442) by (unfold parts; split; interval). lra.
Qed.

Ltac value r s x := rewrite (Ci_between 0.6165 x) by lra; pose proof Ci_below; near 6%nat 1233%Z 2000%Z r s 0.6165 x.

Lemma Ci_middle : 0.00005 <= Ci 0.61655 <= 0.0001.
Proof. value 12331%Z 20000%Z 0.61655. assert (0.000081 <= ln 0.61655 - ln 0.6165 <= 0.0000812) by (split; interval). lra. Qed.

Lemma Ci_1 : 0.3 <= Ci 1 <= 0.4.
Proof. value 1%Z 1%Z 1. assert (0.48 <= ln 1 - ln 0.6165 <= 0.49) by (split; interval). lra. Qed.

Lemma Ci_turn : 0.4719 <= Ci 1.57 <= 0.4721.
Proof. value 157%Z 100%Z 1.57. assert (0.93477 <= ln 1.57 - ln 0.6165 <= 0.93478) by (split; interval). lra. Qed.

Lemma Ci_4 : -0.2 <= Ci 4 <= -0.1.
Proof. value 4%Z 1%Z 4. assert (1.86 <= ln 4 - ln 0.6165 <= 1.87) by (split; interval). lra. Qed.

(** * Up to pi/2, and down from there to 4 *)

Lemma Ci_rises : forall x y, 0 < x < y -> y <= PI / 2 -> Ci x < Ci y.
Proof.
  intros x y [X Less] Y. rewrite (Ci_between x y) by lra. assert (0 < RInt f x y); [|lra]. apply RInt_gt_0; [exact Less| |].
  - intros t T. apply Rdiv_lt_0_compat; [apply cos_gt_0; lra|lra].
  - intros t T. smooth. lra.
Qed.

Lemma Ci_top : 0.471 <= Ci (PI / 2) <= 0.473.
Proof.
  pose proof PI_decimals. pose proof Ci_turn. pose proof (Ci_rises 1.57 (PI / 2) ltac:(lra) ltac:(lra)). split; [lra|]. rewrite (Ci_between 1.57) by lra.
  assert (RInt f 1.57 (PI / 2) <= RInt (fun _ => 1) 1.57 (PI / 2)); [|rewrite RInt_const in *; change (scal ?x 1) with (x * 1) in *; lra].
  apply RInt_le; [lra|apply integrable; lra|apply ex_RInt_const|]. intros t T. pose proof (COS_bound t). apply (Rmult_le_reg_r t); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Lemma Ci_falls : forall x y, PI / 2 <= x <= y -> y <= 4 -> Ci y <= Ci x.
Proof.
  intros x y [X Le] Y. pose proof PI_RGT_0. assert (3.1 <= PI) by interval. rewrite (Ci_between x y) by lra. assert (RInt f x y <= 0); [|lra].
  apply Rle_trans with (RInt (fun _ => 0) x y).
  - apply RInt_le; [exact Le|apply integrable; lra|apply ex_RInt_const|]. intros t T.
    assert (cos t <= 0) by (apply cos_le_0; lra). pose proof (Rinv_0_lt_compat t ltac:(lra)). unfold Rdiv. nra.
  - rewrite RInt_const. right. apply Rmult_0_r.
Qed.

Theorem su2024_ci_proved : su2024_ci_statement.
Proof.
  intros m M. exists (Ci m). split; [apply Ci_is; lra|]. pose proof Ci_1. pose proof Ci_top. pose proof Ci_4. assert (3.1 <= PI <= 3.2) by (split; interval).
  destruct (Rle_dec m 4) as [Near|Far].
  - apply Rabs_le. destruct (Rle_dec m (PI / 2)) as [Up|Down].
    + assert (Ci 1 <= Ci m) by (destruct (Req_dec 1 m) as [->|N]; [lra|left; apply Ci_rises; lra]).
      assert (Ci m <= Ci (PI / 2)) by (destruct (Req_dec m (PI / 2)) as [->|N]; [lra|left; apply Ci_rises; lra]). lra.
    + pose proof (Ci_falls (PI / 2) m ltac:(lra) Near). pose proof (Ci_falls m 4 ltac:(lra) ltac:(lra)). lra.
  - apply Rle_trans with (2 / m); [apply Ci_far; lra|]. apply (Rmult_le_reg_r m); [lra|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Lemma Ci_continuous : forall x, 0 < x -> continuity_pt Ci x.
Proof.
  intros x X. apply derivable_continuous_pt. exists (cos x / x). apply is_derive_Reals. apply (is_derive_ext_loc (fun y => Ci 1 + RInt f 1 y)).
  - apply (locally_interval _ x 0 p_infty X I). intros y Y _. simpl in Y. symmetry. apply Ci_between; lra.
  - replace (cos x / x) with (plus 0 (cos x / x)) by apply Rplus_0_l.
    apply (is_derive_plus (K := R_AbsRing) (V := R_NormedModule)); [apply (is_derive_const (K := R_AbsRing) (V := R_NormedModule))|].
    apply (is_derive_RInt (V := R_NormedModule) f (RInt f 1) 1).
    + apply (locally_interval _ x 0 p_infty X I). intros y Y _. simpl in Y. apply (RInt_correct (V := R_CompleteNormedModule)), integrable; lra.
    + smooth. lra.
Qed.

Theorem su2024_ci_zero_proved : su2024_ci_zero_statement.
Proof.
  pose proof Ci_below. pose proof Ci_middle. assert (3.1 <= PI) by interval.
  destruct (IVT_interv Ci 0.6165 0.61655) as [x [[Low High] Zero]]; [intros a A; apply Ci_continuous; lra|lra|lra|lra|].
  exists x. split; [|lra]. split; [lra|]. split; [rewrite <- Zero; apply Ci_is; lra|].
  intros y Y. exists (Ci y). split; [apply Ci_is; lra|]. rewrite <- Zero. apply Ci_rises; lra.
Qed.

(** * False neighbours *)

(** 0.47 in place of 1/2: at pi/2 it is 0.472. *)
Definition su2024_ci_neighbour_smaller : Prop := forall m, 1 <= m -> exists c, is_Ci m c /\ Rabs c <= 0.47.

Theorem su2024_ci_neighbour_smaller_false : ~ su2024_ci_neighbour_smaller.
Proof.
  intro H. assert (3.1 <= PI) by interval. destruct (H (PI / 2) ltac:(lra)) as [c [C B]].
  rewrite (Ci_only _ _ C) in B. pose proof Ci_top. apply Rabs_le_between in B. lra.
Qed.

(** From 1/4 on. *)
Definition su2024_ci_neighbour_quarter : Prop := forall m, 1 / 4 <= m -> exists c, is_Ci m c /\ Rabs c <= 1 / 2.

Lemma Ci_quarter : -0.9 <= Ci (1 / 4) <= -0.8.
Proof.
  rewrite (Ci_between 0.6165) by lra. rewrite <- opp_RInt_swap by (apply integrable; lra). change (opp ?z) with (- z). pose proof Ci_below. near 6%nat 1%Z 4%Z 1233%Z 2000%Z (1 / 4) 0.6165.
  assert (0.902 <= ln 0.6165 - ln (1 / 4) <= 0.903) by (split; interval). lra.
Qed.

Theorem su2024_ci_neighbour_quarter_false : ~ su2024_ci_neighbour_quarter.
Proof.
  intro H. destruct (H (1 / 4) ltac:(lra)) as [c [C B]]. rewrite (Ci_only _ _ C) in B. pose proof Ci_quarter. apply Rabs_le_between in B. lra.
Qed.

(** The last digit one more: Ci is positive at 0.61655 already. *)
Definition su2024_ci_zero_neighbour_more : Prop := exists x, first_zero x /\ 0.6166 <= x < 0.6167.

Theorem su2024_ci_zero_neighbour_more_false : ~ su2024_ci_zero_neighbour_more.
Proof.
  intros [x [[_ [_ Before]] B]]. destruct (Before 0.61655 ltac:(lra)) as [c [C Neg]]. rewrite (Ci_only _ _ C) in Neg. pose proof Ci_middle. lra.
Qed.

(** The last digit one less: Ci is negative up to 0.6165. *)
Definition su2024_ci_zero_neighbour_less : Prop := exists x, first_zero x /\ 0.6164 <= x < 0.6165.

Theorem su2024_ci_zero_neighbour_less_false : ~ su2024_ci_zero_neighbour_less.
Proof.
  intros [x [[_ [Zero _]] B]]. apply Ci_only in Zero. pose proof Ci_below. assert (3.1 <= PI) by interval. pose proof (Ci_rises x 0.6165 ltac:(lra) ltac:(lra)). lra.
Qed.

(** The only zero: another is before 4. *)
Definition su2024_ci_zero_neighbour_only : Prop := exists x, first_zero x /\ 0.6165 <= x < 0.6166 /\ forall y, 0 < y -> is_Ci y 0 -> y = x.

Theorem su2024_ci_zero_neighbour_only_false : ~ su2024_ci_zero_neighbour_only.
Proof.
  intros [x [_ [B Only]]]. pose proof Ci_1. pose proof Ci_4.
  destruct (IVT_interv (fun y => - Ci y) 1 4) as [y [[Low _] Zero]]; [intros a A; apply (continuity_pt_opp Ci), Ci_continuous; lra|lra|lra|lra|].
  assert (y = x); [|lra]. apply Only; [lra|]. replace 0 with (Ci y) by lra. apply Ci_is. lra.
Qed.

Example su2024_ci_instance : instance_of su2024_ci_statement.
Proof. exists 1. split; [lra|exact I]. Qed.

Example su2024_ci_zero_instance : instance_of su2024_ci_zero_statement.
Proof. exists 0. repeat split. Qed.
