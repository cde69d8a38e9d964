(** new.stack-beta-free: the number task's stack needs no ln n.

    Statement. n >= 2, theta = 2 pi/n, Delta = 1 - cos theta. Row i of one attention matrix asks for position f i: its logits are cos((j - f i) theta), j = 1..n.
    If beta Delta >= ln(3 L/eta), 0 < eta < 1, L >= 1, then each row has at least 1 - eta/L of its weight on its target, and A^L has at least
    1 - eta at the end of the path, f applied L times, from every position. *)

From Coq Require Import Reals Lra Lia PeanoNat.
From RopeTheory Require Import Rope Sums Trig Pigeonhole Instances.
Open Scope R_scope.

Definition turn (n : nat) : R := 2 * PI / INR n.

(** Row i of the attention matrix at theta = 2 pi/n. *)
Definition attention (beta : R) (n : nat) (f : nat -> nat) (i j : nat) : R :=
  weight beta (fun j => cos ((INR j - INR (f i)) * turn n)) n j.

(** Entries of the powers of a matrix over positions 1..n. *)
Fixpoint power (A : nat -> nat -> R) (n L : nat) (i j : nat) : R :=
  match L with
  | O => if Nat.eqb i j then 1 else 0
  | S m => sum1 (fun k => A i k * power A n m k j) n
  end.

Definition new_stack_beta_free_statement : Prop :=
  forall (n L : nat) (f : nat -> nat) (beta eta : R), (2 <= n)%nat -> (1 <= L)%nat -> 0 < eta < 1 ->
    (forall i, (1 <= i <= n)%nat -> (1 <= f i <= n)%nat) ->
    ln (3 * INR L / eta) <= beta * (1 - cos (turn n)) ->
    forall i, (1 <= i <= n)%nat ->
      1 - eta / INR L <= attention beta n f i (f i) /\ 1 - eta <= power (attention beta n f) n L i (Nat.iter L f i).

(** t steps of theta, up to half a turn, lead by at least t times the first step. *)
Lemma step_lead : forall theta t, 0 < theta -> INR t * theta <= PI -> INR t * (1 - cos theta) <= 1 - cos (INR t * theta).
Proof.
  intros theta t P. pose proof PI_RGT_0 as P0. induction t as [|t IH]; intro H.
  - simpl. rewrite !Rmult_0_l, cos_0. lra.
  - rewrite S_INR in *. pose proof (pos_INR t) as T. assert (T' : 0 <= INR t * theta) by (apply Rmult_le_pos; lra).
    specialize (IH ltac:(lra)).
    assert (D : 1 - cos theta <= cos (INR t * theta) - cos ((INR t + 1) * theta)); [|lra].
    rewrite cos_difference. rewrite one_minus_cos.
    replace (((INR t + 1) * theta - INR t * theta) / 2) with (theta / 2) by field.
    replace (((INR t + 1) * theta + INR t * theta) / 2) with (INR t * theta + theta / 2) by field.
    assert (S0 : 0 <= sin (theta / 2)) by (apply sin_ge_0; lra).
    assert (S1 : sin (theta / 2) <= sin (INR t * theta + theta / 2)).
    { assert (E : sin (INR t * theta + theta / 2) - sin (theta / 2) = 2 * cos ((INR t * theta + theta) / 2) * sin (INR t * theta / 2)).
      { assert (E : forall u v, sin (u + v) - sin (u - v) = 2 * cos u * sin v) by (intros; rewrite sin_plus, sin_minus; ring).
        rewrite <- E. f_equal; f_equal; field. }
      assert (0 <= cos ((INR t * theta + theta) / 2)) by (apply cos_ge_0; lra).
      assert (0 <= sin (INR t * theta / 2)) by (apply sin_ge_0; lra).
      assert (0 <= 2 * cos ((INR t * theta + theta) / 2) * sin (INR t * theta / 2)) by (apply Rmult_le_pos; lra). lra. }
    assert (sin (theta / 2) * sin (theta / 2) <= sin (INR t * theta + theta / 2) * sin (theta / 2)) by (apply Rmult_le_compat_r; lra).
    lra.
Qed.

(** The nearer way round the circle. *)
Definition near (n d : nat) : nat := Nat.min d (n - d).

Lemma near_lead : forall n d, (2 <= n)%nat -> (d <= n - 1)%nat ->
  INR (near n d) * (1 - cos (turn n)) <= 1 - cos (INR d * turn n).
Proof.
  intros n d H D. pose proof PI_RGT_0 as P. assert (N : 0 < INR n) by (apply lt_0_INR; lia).
  assert (T : 0 < turn n) by (unfold turn; apply Rdiv_lt_0_compat; lra).
  assert (E : INR n * turn n = 2 * PI) by (unfold turn; field; lra).
  unfold near. destruct (Nat.le_ge_cases d (n - d)) as [L|L].
  - rewrite Nat.min_l by exact L. apply step_lead; [exact T|]. apply le_INR in L. rewrite minus_INR in L by lia.
    assert (INR d * turn n <= (INR n - INR d) * turn n) by (apply Rmult_le_compat_r; lra). lra.
  - rewrite Nat.min_r by exact L. replace (cos (INR d * turn n)) with (cos (INR (n - d) * turn n)).
    + apply step_lead; [exact T|]. apply le_INR in L. rewrite minus_INR in * by lia.
      assert ((INR n - INR d) * turn n <= INR d * turn n) by (apply Rmult_le_compat_r; lra). lra.
    + rewrite minus_INR by lia. replace ((INR n - INR d) * turn n) with (2 * PI - INR d * turn n) by lra. apply cos_full_turn.
Qed.

Lemma geometric : forall x m, 0 <= x <= / 3 -> sum1 (fun k => x ^ k) m <= 3 / 2 * x.
Proof.
  intros x m X. assert (G : (1 - x) * sum1 (fun k => x ^ k) m = x - x ^ S m).
  { unfold sum1. induction m as [|m IH]; [simpl; ring|]. cbn [sum]. rewrite Rmult_plus_distr_l, IH. simpl. ring. }
  assert (P : 0 <= x ^ S m) by (apply pow_le; lra). 
  assert (B : (1 - x) * sum1 (fun k => x ^ k) m <= (1 - x) * (3 / 2 * x)) by (rewrite G; nra).
  apply Rmult_le_reg_l in B; lra.
Qed.

Lemma power_of_exp : forall a k, exp (- (INR k * a)) = exp (- a) ^ k.
Proof.
  intros a k. induction k as [|k IH]; [simpl; rewrite Rmult_0_l, Ropp_0, exp_0; reflexivity|].
  rewrite S_INR. simpl. rewrite <- IH, <- exp_plus. f_equal. ring.
Qed.

(** Rivals on one side of the target, then on both. *)
Lemma sum1_split_at : forall g p n, (p <= n)%nat -> sum1 g n = sum1 g p + sum1 (fun k => g (p + k)%nat) (n - p).
Proof.
  intros g p n H. induction n as [|n IH].
  - replace p with 0%nat by lia. unfold sum1. simpl. ring.
  - destruct (Nat.eq_dec p (S n)) as [->|E].
    + rewrite Nat.sub_diag, (sum1_0 (fun k => g (S n + k)%nat)). ring.
    + rewrite sum1_S, IH by lia. replace (S n - p)%nat with (S (n - p)) by lia. rewrite sum1_S.
      replace (p + S (n - p))%nat with (S n) by lia. ring.
Qed.

Lemma sum1_rev : forall g n, sum1 g n = sum1 (fun k => g (S n - k)%nat) n.
Proof.
  intros g n. induction n as [|n IH]; [reflexivity|]. rewrite sum1_S, IH.
  rewrite (sum1_split_at (fun k => g (S (S n) - k)%nat) 1 (S n)) by lia.
  change (fun k => g (S (S n) - (1 + k))%nat) with (fun k => g (S n - k)%nat).
  replace (S n - 1)%nat with n by lia. rewrite (sum1_S _ 0), sum1_0. replace (S (S n) - 1)%nat with (S n) by lia. ring.
Qed.

(** A target's rivals, all distances 1..n-1 round the circle once. *)
Lemma rivals_around : forall beta n p, (1 <= p <= n)%nat ->
  rivals_total beta (fun j => cos ((INR j - INR p) * turn n)) n p = sum1 (fun d => exp (- beta * (1 - cos (INR d * turn n)))) (n - 1).
Proof.
  intros beta n p T. unfold rivals_total.
  set (g := fun d => exp (- beta * (1 - cos (INR d * turn n)))).
  rewrite (sum1_split_at _ (p - 1)) by lia.
  replace (n - (p - 1))%nat with (1 + (n - p))%nat by lia.
  rewrite (sum1_split_at (fun k => if (p - 1 + k =? p)%nat then 0 else _) 1) by lia.
  replace (1 + (n - p) - 1)%nat with (n - p)%nat by lia.
  assert (M : sum1 (fun k => if (p - 1 + k =? p)%nat then 0 else exp (- beta * (cos ((INR p - INR p) * turn n) - cos ((INR (p - 1 + k) - INR p) * turn n)))) 1 = 0).
  { unfold sum1. simpl. replace (p - 1 + 1 =? p)%nat with true by (symmetry; apply Nat.eqb_eq; lia). ring. }
  rewrite M. clear M.
  assert (C0 : cos ((INR p - INR p) * turn n) = 1) by (rewrite Rminus_diag_eq, Rmult_0_l by reflexivity; apply cos_0).
  (* before the target, distances p - 1 .. 1; behind it, 1 .. n - p, taken the other way round *)
  assert (A : sum1 (fun j => if (j =? p)%nat then 0 else exp (- beta * (cos ((INR p - INR p) * turn n) - cos ((INR j - INR p) * turn n)))) (p - 1)
    = sum1 g (p - 1)).
  { rewrite sum1_rev. apply sum1_ext. intros k K. destruct (Nat.eqb_spec (S (p - 1) - k) p) as [E|E]; [lia|]. unfold g. rewrite C0.
    replace (S (p - 1) - k)%nat with (p - k)%nat by lia. rewrite minus_INR by lia.
    replace ((INR p - INR k - INR p) * turn n) with (- (INR k * turn n)) by ring. rewrite cos_neg. reflexivity. }
  assert (B : sum1 (fun k => if (p - 1 + (1 + k) =? p)%nat then 0 else exp (- beta * (cos ((INR p - INR p) * turn n) - cos ((INR (p - 1 + (1 + k)) - INR p) * turn n)))) (n - p)
    = sum1 (fun k => g (p - 1 + k)%nat) (n - p)).
  { rewrite sum1_rev. apply sum1_ext. intros k K. destruct (Nat.eqb_spec (p - 1 + (1 + (S (n - p) - k))) p) as [E|E]; [lia|]. unfold g. rewrite C0.
    replace (p - 1 + (1 + (S (n - p) - k)))%nat with (n - (p - 1 + k) + p)%nat by lia. rewrite plus_INR.
    rewrite (minus_INR n) by lia. do 3 f_equal. 
    replace ((INR n - INR (p - 1 + k) + INR p - INR p) * turn n) with (2 * PI - INR (p - 1 + k) * turn n).
    - apply cos_full_turn.
    - assert (0 < INR n) by (apply lt_0_INR; lia). unfold turn. field. lra. }
  rewrite A, B. rewrite Rplus_0_l.
  assert (E : sum1 g (p - 1) + sum1 (fun k => g (p - 1 + k)%nat) (n - p) = sum1 g (n - 1)).
  { rewrite (sum1_split_at g (p - 1) (n - 1)) by lia. replace (n - 1 - (p - 1))%nat with (n - p)%nat by lia. reflexivity. }
  exact E.
Qed.

Section Row.
  Variables (n p : nat) (beta x : R).
  Hypothesis N : (2 <= n)%nat.
  Hypothesis T : (1 <= p <= n)%nat.
  Hypothesis X : x = exp (- (beta * (1 - cos (turn n)))).
  Hypothesis Small : x <= / 3.
  Hypothesis Warm : 0 <= beta.

  Let x_pos : 0 < x.
  Proof. rewrite X. apply exp_pos. Qed.

  Let rival (d : nat) : (d <= n - 1)%nat -> exp (- beta * (1 - cos (INR d * turn n))) <= x ^ near n d.
  Proof.
    intro D. rewrite X, <- power_of_exp. apply exp_le. pose proof (near_lead n d N D) as L.
    apply (Rmult_le_compat_l beta) in L; [|exact Warm]. lra.
  Qed.

  (** All distances 1..n-1 round the circle. *)
  Let around : sum1 (fun d => x ^ near n d) (n - 1) <= 3 * x.
  Proof.
    set (h := ((n - 1) / 2)%nat).
    assert (H : (2 * h <= n - 1 <= 2 * h + 1)%nat).
    { unfold h. pose proof (Nat.div_mod (n - 1) 2 ltac:(lia)). pose proof (Nat.mod_upper_bound (n - 1) 2 ltac:(lia)). lia. }
    rewrite (sum1_split_at _ h) by lia.
    assert (A : sum1 (fun d => x ^ near n d) h <= 3 / 2 * x).
    { eapply Rle_trans; [|apply (geometric x h); lra]. right. apply sum1_ext. intros k K. unfold near. rewrite Nat.min_l by lia. reflexivity. }
    assert (B : sum1 (fun k => x ^ near n (h + k)) (n - 1 - h) <= 3 / 2 * x).
    { rewrite (sum1_rev (fun k => x ^ near n (h + k))). eapply Rle_trans; [|apply (geometric x (n - 1 - h)); lra]. right. apply sum1_ext. intros k K. f_equal.
      unfold near. rewrite Nat.min_r by lia. lia. }
    lra.
  Qed.

  Lemma row_rivals : rivals_total beta (fun j => cos ((INR j - INR p) * turn n)) n p <= 3 * x.
  Proof.
    eapply Rle_trans; [|exact around]. rewrite rivals_around by exact T. apply sum1_le. intros d D. apply rival. lia.
  Qed.
End Row.

Lemma weight_nonneg : forall beta l n j, (1 <= n)%nat -> 0 <= weight beta l n j.
Proof.
  intros beta l n j H. unfold weight. left. apply Rdiv_lt_0_compat; [apply exp_pos|]. apply sum1_pos; [exact H|]. intros. apply exp_pos.
Qed.

Lemma power_nonneg : forall A n L, (forall i j, 0 <= A i j) -> forall i j, 0 <= power A n L i j.
Proof.
  intros A n L H. induction L as [|L IH]; intros i j; simpl; [destruct (i =? j)%nat; lra|].
  apply sum1_nonneg. intros k _. apply Rmult_le_pos; [apply H|apply IH].
Qed.

Lemma iter_in : forall (f : nat -> nat) n, (forall i, (1 <= i <= n)%nat -> (1 <= f i <= n)%nat) -> forall L i, (1 <= i <= n)%nat -> (1 <= Nat.iter L f i <= n)%nat.
Proof. intros f n H L i I. induction L as [|L IH]; [exact I|]. simpl. apply H, IH. Qed.

Lemma iter_shift : forall (f : nat -> nat) L i, Nat.iter L f (f i) = f (Nat.iter L f i).
Proof. intros f L i. induction L as [|L IH]; [reflexivity|]. simpl. rewrite IH. reflexivity. Qed.

(** Shares multiply along the path. *)
Lemma path_mass : forall A n f e, (forall i j, 0 <= A i j) -> 0 <= e <= 1 ->
  (forall i, (1 <= i <= n)%nat -> (1 <= f i <= n)%nat) -> (forall i, (1 <= i <= n)%nat -> 1 - e <= A i (f i)) ->
  forall L i, (1 <= i <= n)%nat -> 1 - INR L * e <= power A n L i (Nat.iter L f i).
Proof.
  intros A n f e P E F H L. induction L as [|L IH]; intros i I.
  - simpl. rewrite Nat.eqb_refl. lra.
  - rewrite S_INR. cbn [power Nat.iter]. rewrite (sum1_split _ (f i) n (F i I)).
    assert (R : 0 <= sum1 (fun k => if (k =? f i)%nat then 0 else A i k * power A n L k (f (Nat.iter L f i))) n).
    { apply sum1_nonneg. intros k _. destruct (k =? f i)%nat; [lra|]. apply Rmult_le_pos; [apply P|apply power_nonneg, P]. }
    specialize (IH (f i) (F i I)). rewrite iter_shift in IH. specialize (H i I).
    change (Nat.iter (S L) f i) with (f (Nat.iter L f i)) in *.
    assert (Q : 0 <= power A n L (f i) (f (Nat.iter L f i))) by (apply power_nonneg, P).
    pose proof (pos_INR L) as LL.
    assert ((1 - e) * power A n L (f i) (f (Nat.iter L f i)) <= A i (f i) * power A n L (f i) (f (Nat.iter L f i))) by (apply Rmult_le_compat_r; lra).
    assert ((1 - e) * (1 - INR L * e) <= (1 - e) * power A n L (f i) (f (Nat.iter L f i))) by (apply Rmult_le_compat_l; lra).
    assert (0 <= INR L * (e * e)) by (apply Rmult_le_pos; [lra|apply Rle_0_sqr]). lra.
Qed.

Theorem new_stack_beta_free_proved : new_stack_beta_free_statement.
Proof.
  intros n L f beta eta N HL E F W. pose proof PI_RGT_0 as PP.
  assert (L1 : 1 <= INR L) by (apply (le_INR 1) in HL; simpl in HL; lra).
  assert (T : 0 < turn n <= PI) by (apply part_of_turn, N).
  assert (D : 0 < 1 - cos (turn n)) by (pose proof (cos_lt_1 (turn n) ltac:(lra) ltac:(lra)); lra).
  assert (Q : 3 < 3 * INR L / eta).
  { apply (Rmult_lt_reg_r eta); [lra|]. unfold Rdiv. rewrite (Rmult_assoc _ (/ eta)), Rinv_l by lra. lra. }
  assert (LN : 0 < ln (3 * INR L / eta)) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (B : 0 <= beta).
  { apply Rnot_lt_le. intro C. assert (0 < (- beta) * (1 - cos (turn n))) by (apply Rmult_lt_0_compat; lra). lra. }
  set (x := exp (- (beta * (1 - cos (turn n))))).
  assert (X : x <= eta / (3 * INR L)).
  { unfold x. replace (eta / (3 * INR L)) with (exp (- ln (3 * INR L / eta))).
    - apply exp_le. lra.
    - rewrite exp_Ropp, exp_ln by lra. field. lra. }
  assert (X3 : eta / (3 * INR L) <= / 3).
  { apply (Rmult_le_reg_r (3 * INR L)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (X1 : 3 * x <= eta / INR L).
  { apply (Rmult_le_compat_l 3) in X; [|lra]. replace (3 * (eta / (3 * INR L))) with (eta / INR L) in X by (field; lra). exact X. }
  assert (Row : forall i, (1 <= i <= n)%nat -> 1 - eta / INR L <= attention beta n f i (f i)).
  { intros i I. unfold attention. rewrite weight_rivals by (apply F, I).
    pose proof (row_rivals n (f i) beta x N (F i I) eq_refl ltac:(lra) B) as R.
    pose proof (rivals_total_nonneg beta (fun j => cos ((INR j - INR (f i)) * turn n)) n (f i)) as R0.
    set (S := rivals_total beta _ n (f i)) in *.
    apply (Rmult_le_reg_r (1 + S)); [lra|]. rewrite Rinv_l by lra.
    assert (0 <= eta / INR L) by (left; apply Rdiv_lt_0_compat; lra).
    assert (0 <= eta / INR L * S) by (apply Rmult_le_pos; lra). nra. }
  intros i I. split; [exact (Row i I)|].
  assert (EL : 0 < eta / INR L) by (apply Rdiv_lt_0_compat; lra).
  assert (EU : eta / INR L <= 1) by (apply (Rmult_le_reg_r (INR L)); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra).
  pose proof (path_mass (attention beta n f) n f (eta / INR L) (fun i j => weight_nonneg beta _ n j ltac:(lia)) ltac:(lra) F Row L i I) as M.
  replace (INR L * (eta / INR L)) with eta in M by (field; lra). exact M.
Qed.

(** * False neighbours *)

(** Without the factor 3: three positions, two rivals with eta each. *)
Definition new_stack_beta_free_neighbour_factor : Prop :=
  forall (n L : nat) (f : nat -> nat) (beta eta : R), (2 <= n)%nat -> (1 <= L)%nat -> 0 < eta < 1 ->
    (forall i, (1 <= i <= n)%nat -> (1 <= f i <= n)%nat) ->
    ln (INR L / eta) <= beta * (1 - cos (turn n)) ->
    forall i, (1 <= i <= n)%nat -> 1 - eta / INR L <= attention beta n f i (f i).

Theorem new_stack_beta_free_neighbour_factor_false : ~ new_stack_beta_free_neighbour_factor.
Proof.
  intro H. assert (Q4 : 0 < 1 / 4 < 1) by lra. set (beta := ln 4 * / (1 - cos (turn 3))).
  pose proof PI_RGT_0. assert (T : 0 < turn 3 <= PI) by (apply part_of_turn; lia).
  assert (D : 0 < 1 - cos (turn 3)) by (pose proof (cos_lt_1 (turn 3) ltac:(lra) ltac:(lra)); lra).
  assert (W : beta * (1 - cos (turn 3)) = ln 4) by (unfold beta; rewrite Rmult_assoc, Rinv_l by lra; ring).
  specialize (H 3%nat 1%nat (fun _ => 2%nat) beta (1 / 4) ltac:(lia) ltac:(lia) Q4 ltac:(intros; simpl; lia)).
  assert (Q : ln (INR 1 / (1 / 4)) <= beta * (1 - cos (turn 3))) by (rewrite W; apply Req_le; f_equal; simpl; field).
  specialize (H Q 1%nat ltac:(lia)). unfold attention in H. rewrite weight_rivals in H by lia.
  assert (S : rivals_total beta (fun j => cos ((INR j - INR 2) * turn 3)) 3 2 = 1 / 2).
  { unfold rivals_total, sum1. simpl. replace ((1 + 1 - (1 + 1)) * turn 3) with 0 by ring.
    replace ((1 - (1 + 1)) * turn 3) with (- turn 3) by ring. replace ((1 + 1 + 1 - (1 + 1)) * turn 3) with (turn 3) by ring.
    rewrite cos_neg, cos_0. replace (- beta * (1 - cos (turn 3))) with (- ln 4) by lra. rewrite exp_Ropp, exp_ln; lra. }
  rewrite S in H. simpl in H. lra.
Qed.

(** At another angle: a target of two positions at theta = pi, n = 3, where position 3 repeats position 1. *)
Definition new_stack_beta_free_neighbour_angle : Prop :=
  forall (n : nat) (theta beta eta : R), (2 <= n)%nat -> 0 < theta <= PI -> 0 < eta < 1 -> ln (3 / eta) <= beta * (1 - cos theta) ->
    forall p, (1 <= p <= n)%nat -> 1 - eta <= weight beta (fun j => cos ((INR j - INR p) * theta)) n p.

Theorem new_stack_beta_free_neighbour_angle_false : ~ new_stack_beta_free_neighbour_angle.
Proof.
  intro H. pose proof PI_RGT_0. specialize (H 3%nat PI (ln 12) (1 / 4) ltac:(lia) ltac:(lra) ltac:(lra)). rewrite cos_PI in H.
  assert (L0 : 0 < ln 12) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (Q : ln (3 / (1 / 4)) <= ln 12 * (1 - -1)) by (replace (3 / (1 / 4)) with 12 by field; lra).
  specialize (H Q 1%nat ltac:(lia)). rewrite weight_rivals in H by lia.
  assert (S : 1 <= rivals_total (ln 12) (fun j => cos ((INR j - INR 1) * PI)) 3 1).
  { unfold rivals_total, sum1. simpl. replace ((1 - 1) * PI) with 0 by ring. replace ((1 + 1 + 1 - 1) * PI) with (2 * PI) by ring.
    rewrite cos_0, cos_2PI. replace (- ln 12 * (1 - 1)) with 0 by ring. rewrite exp_0. pose proof (exp_pos (- ln 12 * (1 - cos ((1 + 1 - 1) * PI)))). lra. }
  assert (/ (1 + rivals_total (ln 12) (fun j => cos ((INR j - INR 1) * PI)) 3 1) <= / 2) by (apply Rinv_le_contravar; lra). lra.
Qed.

(** Three tokens, each of which points at the one before it. *)
Example new_stack_beta_free_instance : instance_of new_stack_beta_free_statement.
Proof.
  assert (C : 0 < 1 - cos (turn 3)).
  { pose proof PI_RGT_0. enough (cos (turn 3) < 1) by lra. apply cos_lt_1; unfold turn; cbn; lra. }
  exists 3%nat, 2%nat, (fun i => Nat.max 1 (i - 1)), (ln (3 * INR 2 / (1 / 2)) / (1 - cos (turn 3))), (1 / 2).
  split; [lia|]. split; [lia|]. split; [lra|]. split; [intros; lia|]. split; [right; field; lra|].
  exists 3%nat. repeat split; lia.
Qed.
