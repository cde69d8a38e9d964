(** new.u-shape-sign and new.u-shape-sign.shape: the largest weight of H_POS over the place it asks for;
    its steps are a product of two sines, at every inverse temperature, and its shape follows.

    Statement (new; sharpens U25, Theorem 7, first half). H_POS with keys at 1..n and 1 <= p <= n-1:
    w_max(p+1) - w_max(p) has the sign of -sin(n theta/2) sin((n-2p) theta/2), for every beta > 0. The
    query stands at n and competes; w_max(p) is the weight at place p, where the logit is 1.

    Shape (new): for 0 < theta <= pi, n >= 3, as p runs over 1..n: w_max is U-shaped exactly when n theta
    < 2 pi, flat exactly when n theta is a multiple of 2 pi, inverted-U-shaped exactly when 2 pi < n theta
    and (n-2) theta < 2 pi. If n theta is no multiple of 2 pi there are 2 ceil((n-2) theta/2 pi) - 1 inner
    extrema, minima and maxima in turn, at the places ceil(n/2 + k pi/theta) for the whole k with |k| <
    (n-2) theta/2 pi, and one place further too if n/2 + k pi/theta is whole.

    Idea: asking for p + 1 instead of p shifts the row of logits by one place. The sum of exponentials
    loses the term that leaves at one end and gains the one that enters at the other; the exponential is
    increasing, and the difference of the two cosines is a product of sines. With sin(n theta/2) fixed,
    the second factor is a sine in strides of theta, symmetric about the middle: new.shape-law.
    Encoding: the query for place p asks n - p places back (0 places back is what a letter asks for); that
    w_max(p) is the largest weight, for p = 1..n, is part of the statement. Shapes and extrema as in
    Shape.v. *)

From Coq Require Import Reals Lra Lia PeanoNat ZArith List.
From RopeTheory Require Import Rope Trig Heads Shape new_shape_law Instances.
Import ListNotations.
Open Scope R_scope.

(** Logit of the key at j for the query at n that asks for place p; the key's content s j does not matter. *)
Definition place_logit (theta : R) (s : nat -> token) (n p j : nat) : R :=
  head_logit (h_pos theta) (Int (n - p)) n (s j) j.

(** The weight at the place asked for. *)
Definition w_max (beta theta : R) (s : nat -> token) (n p : nat) : R :=
  weight beta (place_logit theta s n p) n p.

Definition new_u_shape_sign_statement : Prop :=
  forall (beta theta : R) (s : nat -> token) (n p : nat),
    (1 <= p <= n - 1)%nat -> 0 < beta ->
    (forall q, within n q ->
       is_largest (weight beta (place_logit theta s n q) n) (within n) (w_max beta theta s n q)) /\
    same_sign (w_max beta theta s n (p + 1) - w_max beta theta s n p)
              (- sin (INR n * theta / 2) * sin ((INR n - 2 * INR p) * theta / 2)).

(** * The shift *)

Lemma place_logit_cos : forall theta s n p j, (p <= n)%nat ->
  place_logit theta s n p j = cos ((INR p - INR j) * theta).
Proof.
  intros. unfold place_logit. rewrite h_pos_logit. simpl asked. rewrite minus_INR by assumption.
  f_equal. ring.
Qed.

(** The sum of exponentials for place p. *)
Definition partition (beta theta : R) (n p : nat) : R :=
  sum1 (fun j => exp (beta * cos ((INR p - INR j) * theta))) n.

Lemma sum_positive : forall f n, (forall k, 0 < f k) -> (1 <= n)%nat -> 0 < sum f n.
Proof.
  intros f n Hf. induction n as [|n IH]; intro Hn; [lia|]. simpl.
  destruct n as [|n]; [simpl; specialize (Hf 0%nat); lra|].
  specialize (IH ltac:(lia)). specialize (Hf (S n)). lra.
Qed.

Lemma partition_positive : forall beta theta n p, (1 <= n)%nat -> 0 < partition beta theta n p.
Proof. intros. apply sum_positive; [intro k; apply exp_pos|assumption]. Qed.

Lemma w_max_partition : forall beta theta s n p, (p <= n)%nat ->
  w_max beta theta s n p = exp beta / partition beta theta n p.
Proof.
  intros beta theta s n p Hp. unfold w_max, weight. f_equal.
  - rewrite place_logit_cos by exact Hp. replace ((INR p - INR p) * theta) with 0 by ring.
    rewrite cos_0. f_equal. ring.
  - f_equal. apply sum_ext. intros k _. rewrite place_logit_cos by exact Hp. reflexivity.
Qed.

Lemma sum_shift : forall f n, sum f n + f n = f 0%nat + sum (fun k => f (S k)) n.
Proof. intros f n. induction n as [|n IH]; simpl; [ring|]. rewrite IH. ring. Qed.

(** One term enters and one leaves. *)
Lemma partition_step : forall beta theta n p,
  partition beta theta n (p + 1)
  = partition beta theta n p + exp (beta * cos (INR p * theta)) - exp (beta * cos ((INR n - INR p) * theta)).
Proof.
  intros. unfold partition, sum1.
  pose (f := fun j => exp (beta * cos ((INR p - INR j) * theta))).
  pose proof (sum_shift f n) as H.
  rewrite (sum_ext _ f) by (intros k _; unfold f; rewrite plus_INR, (S_INR k); change (INR 1) with 1;
    do 3 f_equal; ring).
  fold (f 0%nat). change (fun k => exp (beta * cos ((INR p - INR (S k)) * theta))) with (fun k => f (S k)).
  replace (exp (beta * cos (INR p * theta))) with (f 0%nat).
  - replace (exp (beta * cos ((INR n - INR p) * theta))) with (f n); [lra|].
    unfold f. rewrite <- cos_neg. do 3 f_equal. ring.
  - unfold f. simpl. do 3 f_equal. ring.
Qed.

(** * Signs *)

Lemma exp_same_sign : forall beta x y, 0 < beta -> same_sign (exp (beta * x) - exp (beta * y)) (x - y).
Proof.
  intros beta x y Hb. assert (M : forall u v, u < v -> exp (beta * u) < exp (beta * v)).
  { intros u v H. apply exp_increasing. apply Rmult_lt_compat_l; assumption. }
  destruct (Rtotal_order x y) as [H|[->|H]].
  - specialize (M _ _ H). split; split; lra.
  - split; split; lra.
  - specialize (M _ _ H). split; split; lra.
Qed.

(** A weight e^beta / S moves against S. *)
Lemma weight_same_sign : forall t a b, 0 < t -> 0 < a -> 0 < b -> same_sign (t / b - t / a) (a - b).
Proof.
  intros t a b Ht Ha Hb.
  assert (E : t / b - t / a = t / (a * b) * (a - b)) by (field; lra). rewrite E.
  assert (P : 0 < t / (a * b)) by (apply Rdiv_lt_0_compat; nra).
  split; split; intro; nra.
Qed.

Lemma step_same_sign : forall beta theta s n p, (1 <= p <= n - 1)%nat -> 0 < beta ->
  same_sign (w_max beta theta s n (p + 1) - w_max beta theta s n p)
            (cos ((INR n - INR p) * theta) - cos (INR p * theta)).
Proof.
  intros beta theta s n p Hp Hb. rewrite !w_max_partition by lia.
  eapply same_sign_trans.
  - apply weight_same_sign; [apply exp_pos| |]; apply partition_positive; lia.
  - rewrite partition_step.
    replace (partition beta theta n p - _)
      with (exp (beta * cos ((INR n - INR p) * theta)) - exp (beta * cos (INR p * theta))) by ring.
    apply exp_same_sign, Hb.
Qed.

Lemma enters_minus_leaves : forall theta n p,
  cos ((n - p) * theta) - cos (p * theta) = 2 * (- sin (n * theta / 2) * sin ((n - 2 * p) * theta / 2)).
Proof.
  intros. rewrite cos_difference.
  replace ((p * theta + (n - p) * theta) / 2) with (n * theta / 2) by field.
  replace ((p * theta - (n - p) * theta) / 2) with (- ((n - 2 * p) * theta / 2)) by field.
  rewrite sin_neg. ring.
Qed.

Lemma same_sign_double : forall x, same_sign (2 * x) x.
Proof. intro x. split; split; lra. Qed.

Theorem new_u_shape_sign_proved : new_u_shape_sign_statement.
Proof.
  intros beta theta s n place Hp Hb. split.
  - intros p Q. unfold within in Q. split; [exists p; split; [exact Q|reflexivity]|].
    intros k Hk. unfold w_max, weight, within in *.
    assert (0 < sum1 (fun i => exp (beta * place_logit theta s n p i)) n).
    { apply sum_positive; [intro i; apply exp_pos|lia]. }
    apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; assumption|].
    rewrite !place_logit_cos by lia. replace ((INR p - INR p) * theta) with 0 by ring. rewrite cos_0.
    destruct (Rle_lt_or_eq_dec _ _ (cos_le_1 ((INR p - INR k) * theta))) as [L| ->]; [|lra].
    apply Rlt_le, exp_increasing. nra.
  - eapply same_sign_trans; [apply step_same_sign; assumption|].
    rewrite enters_minus_leaves. apply same_sign_double.
Qed.

(** * The shapes *)

Definition ceiling (x : R) : Z := (1 - up (- x))%Z.

(** The extremum of k: its places u..v and its kind. *)
Definition extremum_of (n : nat) (theta : R) (k : Z) (maximum : bool) (u v : nat) : Prop :=
  Z.of_nat u = ceiling (INR n / 2 + IZR k * PI / theta) /\
  (INR u = INR n / 2 + IZR k * PI / theta -> v = (u + 1)%nat) /\
  (INR u <> INR n / 2 + IZR k * PI / theta -> v = u) /\
  (maximum = true <-> sin (INR n * theta / 2) * alternating k < 0).

Definition new_u_shape_sign_shape_statement : Prop :=
  forall (beta theta : R) (s : nat -> token) (n : nat),
    0 < beta -> 0 < theta <= PI -> (3 <= n)%nat ->
    let w := w_max beta theta s n in
    let whole_turns := exists k : Z, INR n * theta = IZR k * (2 * PI) in
    (u_shaped w n <-> INR n * theta < 2 * PI) /\
    (flat w n <-> whole_turns) /\
    (inverted_u_shaped w n <-> 2 * PI < INR n * theta /\ (INR n - 2) * theta < 2 * PI) /\
    (~ whole_turns ->
     (forall maximum u v,
        extremum w n maximum u v <->
        exists k : Z, Rabs (IZR k) < (INR n - 2) * theta / (2 * PI) /\ extremum_of n theta k maximum u v) /\
     (exists places : list (nat * nat),
        NoDup places /\ Z.of_nat (length places) = (2 * ceiling ((INR n - 2) * theta / (2 * PI)) - 1)%Z /\
        forall u v, In (u, v) places <-> exists maximum, extremum w n maximum u v)).

Lemma ceiling_spec : forall x, x <= IZR (ceiling x) < x + 1.
Proof. intro x. unfold ceiling. pose proof (archimed (- x)). rewrite minus_IZR. lra. Qed.

Lemma ceiling_unique : forall x k, x <= IZR k < x + 1 -> k = ceiling x.
Proof.
  intros x k H. pose proof (ceiling_spec x).
  assert (k < ceiling x + 1)%Z by (apply lt_IZR; rewrite plus_IZR; lra).
  assert (ceiling x < k + 1)%Z by (apply lt_IZR; rewrite plus_IZR; lra). lia.
Qed.

Section Shapes.
  Variables (beta theta : R) (s : nat -> token) (n : nat).
  Hypothesis beta_positive : 0 < beta.
  Hypothesis stride : 0 < theta <= PI.
  Hypothesis three : (3 <= n)%nat.

  Let w := w_max beta theta s n.
  Let c := sin (INR n * theta / 2).
  Let a := - (INR n * theta / 2).

  Lemma n3 : 3 <= INR n.
  Proof. pose proof (le_INR 3 n three) as H. simpl in H. lra. Qed.

  Lemma shape_steps : forall p, (1 <= p <= n - 1)%nat ->
    same_sign (w (p + 1)%nat - w p) (c * sin (a + INR p * theta)).
  Proof.
    intros p Hp. destruct (new_u_shape_sign_proved beta theta s n p Hp beta_positive) as [_ S].
    replace (c * sin (a + INR p * theta))
      with (- sin (INR n * theta / 2) * sin ((INR n - 2 * INR p) * theta / 2)); [exact S|].
    replace ((INR n - 2 * INR p) * theta / 2) with (- (a + INR p * theta)) by (unfold a; field).
    rewrite sin_neg. unfold c. ring.
  Qed.

  Lemma shape_up : forall p, (1 <= p <= n - 1)%nat -> (w p < w (p + 1)%nat <-> 0 < c * sin (a + INR p *
    theta)).
  Proof. intros p Hp. destruct (shape_steps p Hp) as [U _]. rewrite <- U. split; lra. Qed.

  Lemma shape_down : forall p, (1 <= p <= n - 1)%nat -> (w (p + 1)%nat < w p <-> c * sin (a + INR p * theta)
    < 0).
  Proof. intros p Hp. destruct (shape_steps p Hp) as [_ D]. rewrite <- D. split; lra. Qed.

  Lemma shape_level : forall p, (1 <= p <= n - 1)%nat -> c * sin (a + INR p * theta) = 0 -> w (p + 1)%nat = w
    p.
  Proof. intros p Hp E. apply (same_sign_zero _ _ (shape_steps p Hp)) in E. lra. Qed.

  (** While (n-2) theta < 2 pi the second factor is negative in the first half and positive in the second. *)
  Lemma halves : (INR n - 2) * theta < 2 * PI -> forall p, (1 <= p <= n - 1)%nat ->
    ((2 * p < n)%nat -> sin (a + INR p * theta) < 0) /\ ((2 * p = n)%nat -> sin (a + INR p * theta) = 0) /\
    ((n < 2 * p)%nat -> 0 < sin (a + INR p * theta)).
  Proof.
    intros H p [H1 H2]. apply le_INR in H1. apply le_INR in H2. rewrite minus_INR in H2 by lia.
      simpl in H1, H2.
    assert (E : a + INR p * theta = (INR p - INR n / 2) * theta) by (unfold a; field). rewrite E.
    assert (L1 : (1 - INR n / 2) * theta <= (INR p - INR n / 2) * theta) by (apply Rmult_le_compat_r; lra).
    assert (L2 : (INR p - INR n / 2) * theta <= (INR n - 1 - INR n / 2) * theta) by (apply Rmult_le_compat_r;
      lra).
    split; [|split]; intro Hp.
    - assert (Q : INR (2 * p + 1) <= INR n) by (apply le_INR; lia). rewrite plus_INR, mult_INR in Q.
        simpl in Q.
      apply Ropp_lt_cancel. rewrite Ropp_0, <- sin_neg.
      assert ((INR p - INR n / 2) * theta < 0 * theta) by (apply Rmult_lt_compat_r; lra).
      apply sin_gt_0; lra.
    - assert (Q : INR n = 2 * INR p) by (rewrite <- Hp, mult_INR; simpl; ring). rewrite Q.
      replace ((INR p - 2 * INR p / 2) * theta) with 0 by field. apply sin_0.
    - assert (Q : INR n + 1 <= INR (2 * p)) by (rewrite <- S_INR; apply le_INR; lia).
      rewrite mult_INR in Q. simpl in Q.
      assert (0 * theta < (INR p - INR n / 2) * theta) by (apply Rmult_lt_compat_r; lra).
      apply sin_gt_0; lra.
  Qed.

  Lemma u_when : 0 < c -> (INR n - 2) * theta < 2 * PI ->
    forall last, (n / 2 + 1 < last)%nat -> (last <= n)%nat -> u_shaped w last.
  Proof.
    intros C H last Hl Hln. destruct (halving n three) as [M1 [M2 [M3 [Low [Mid High]]]]].
    exists ((n + 1) / 2)%nat, (n / 2 + 1)%nat. split; [exact M1|]. split; [exact M2|]. split; [exact Hl|].
      split; [|split]; intros p Hp.
    - assert (R : (1 <= p <= n - 1)%nat) by lia. apply shape_down; [exact R|].
      destruct (halves H p R) as [S _]. specialize (S (Low p ltac:(lia))). nra.
    - assert (R : (1 <= p <= n - 1)%nat) by lia. apply shape_level; [exact R|].
      destruct (halves H p R) as [_ [S _]]. rewrite (S (Mid p Hp)). ring.
    - assert (R : (1 <= p <= n - 1)%nat) by lia. apply shape_up; [exact R|].
      destruct (halves H p R) as [_ [_ S]]. specialize (S (High p ltac:(lia))). nra.
  Qed.

  Lemma inverted_when : c < 0 -> (INR n - 2) * theta < 2 * PI -> inverted_u_shaped w n.
  Proof.
    intros C H. destruct (halving n three) as [M1 [M2 [M3 [Low [Mid High]]]]].
      exists ((n + 1) / 2)%nat, (n / 2 + 1)%nat.
    split; [exact M1|]. split; [exact M2|]. split; [exact M3|]. split; [|split]; intros p Hp.
    - assert (R : (1 <= p <= n - 1)%nat) by lia. apply Ropp_lt_contravar, shape_up; [exact R|].
      destruct (halves H p R) as [S _]. specialize (S (Low p ltac:(lia))). nra.
    - assert (R : (1 <= p <= n - 1)%nat) by lia. rewrite shape_level; [reflexivity|exact R|].
      destruct (halves H p R) as [_ [S _]]. rewrite (S (Mid p Hp)). ring.
    - assert (R : (1 <= p <= n - 1)%nat) by lia. apply Ropp_lt_contravar, shape_down; [exact R|].
      destruct (halves H p R) as [_ [_ S]]. specialize (S (High p ltac:(lia))). nra.
  Qed.

  Lemma c_zero : c = 0 <-> exists k : Z, INR n * theta = IZR k * (2 * PI).
  Proof.
    unfold c. split.
    - intro H. destruct (sin_eq_0_0 _ H) as [k E]. exists k. lra.
    - intros [k E]. apply sin_eq_0_1. exists k. lra.
  Qed.

  Lemma law : c <> 0 ->
    (flat w n <-> (n - 1)%nat = 0%nat \/
                  ((exists k : Z, a + theta = IZR k * PI) /\ ((n - 1)%nat = 1%nat \/ theta = PI))) /\
    (~ flat w n ->
     (forall maximum u v,
        extremum w n maximum u v <->
        exists k : Z, a + theta < IZR k * PI < a + INR (n - 1) * theta /\ crossing a theta k u v /\
                      (maximum = true <-> c * alternating k < 0)) /\
     (forall k : Z, a + theta < IZR k * PI < a + INR (n - 1) * theta -> exists u v, crossing a theta k u v) /\
     (forall k k' u u' v v', crossing a theta k u v -> crossing a theta k' u' v' -> (k < k')%Z -> (u <
       u')%nat)).
  Proof.
    intro C. assert (E : (n - 1 + 1)%nat = n) by lia.
    destruct (new_shape_law_proved (n - 1)%nat a theta c w C stride shape_steps) as [_ [F L]].
      rewrite E in F, L.
    split; assumption.
  Qed.

  Lemma flat_iff : flat w n <-> exists k : Z, INR n * theta = IZR k * (2 * PI).
  Proof.
    pose proof PI_RGT_0 as P. rewrite <- c_zero. split.
    - intro F. destruct (Req_dec c 0) as [Z|N]; [exact Z|exfalso].
      apply (law N) in F as [F|[[k Hk] [F|T]]]; [lia|lia|].
      apply N, c_zero. exists (1 - k)%Z. rewrite minus_IZR. unfold a in Hk. rewrite T in *. lra.
    - intros C p Hp. apply shape_level; [lia|]. rewrite C. ring.
  Qed.

  (** The multiples of pi strictly between the first and the last argument. *)
  Lemma multiples_inside : forall k : Z, a + theta < IZR k * PI < a + INR (n - 1) * theta <->
    Rabs (IZR k) < (INR n - 2) * theta / (2 * PI).
  Proof.
    intro k. pose proof PI_RGT_0 as P. rewrite minus_INR by lia. simpl (INR 1).
    assert (E : (INR n - 2) * theta = (INR n - 2) * theta / (2 * PI) * (2 * PI)) by (field; lra).
    set (X := (INR n - 2) * theta / (2 * PI)) in *.
    assert (E1 : a + theta = - X * PI) by (unfold a; lra).
    assert (E2 : a + (INR n - 1) * theta = X * PI) by (unfold a; lra). rewrite E1, E2. split.
    - intros [H1 H2]. apply Rmult_lt_reg_r in H1; [|exact P]. apply Rmult_lt_reg_r in H2; [|exact P].
      apply Rabs_def1; lra.
    - intro H. apply Rabs_def2 in H as [H1 H2]. split; apply Rmult_lt_compat_r; lra.
  Qed.

  (** Two turns and more inside: a maximum and a minimum at least. *)
  Lemma both_kinds : c <> 0 -> 2 * PI < (INR n - 2) * theta ->
    (exists u v, extremum w n true u v) /\ (exists u v, extremum w n false u v).
  Proof.
    intros C H. pose proof PI_RGT_0 as P.
    assert (NF : ~ flat w n) by (rewrite flat_iff, <- c_zero; exact C).
    destruct (law C) as [_ L]. destruct (L NF) as [Iff [Ex _]].
    assert (X : 1 < (INR n - 2) * theta / (2 * PI)).
    { apply Rmult_lt_reg_r with (2 * PI); [lra|].
      replace ((INR n - 2) * theta / (2 * PI) * (2 * PI)) with ((INR n - 2) * theta) by (field; lra). lra. }
    assert (R0 : a + theta < IZR 0 * PI < a + INR (n - 1) * theta)
      by (apply multiples_inside; rewrite Rabs_R0; lra).
    assert (R1 : a + theta < IZR 1 * PI < a + INR (n - 1) * theta)
      by (apply multiples_inside; rewrite Rabs_R1; lra).
    destruct (Ex 0%Z R0) as [u0 [v0 C0]]. destruct (Ex 1%Z R1) as [u1 [v1 C1]].
    assert (A0 : alternating 0 = 1) by reflexivity. assert (A1 : alternating 1 = -1) by reflexivity.
    assert (Kind : forall k u v maximum, a + theta < IZR k * PI < a + INR (n - 1) * theta -> crossing a theta
      k u v ->
              (maximum = true <-> c * alternating k < 0) -> extremum w n maximum u v).
    { intros k u v maximum R Cr K. apply Iff. exists k. auto. }
    destruct (Rtotal_order c 0) as [Q|[Q|Q]]; [|contradiction|].
    - split; [exists u0, v0; apply (Kind 0%Z)|exists u1, v1; apply (Kind 1%Z)]; try assumption;
        rewrite ?A0, ?A1; split; intro; try discriminate; try reflexivity; lra.
    - split; [exists u1, v1; apply (Kind 1%Z)|exists u0, v0; apply (Kind 0%Z)]; try assumption;
        rewrite ?A0, ?A1; split; intro; try discriminate; try reflexivity; lra.
  Qed.

  (** The first argument is -(n-2) theta/2. *)
  Lemma first_argument : sin (a + INR 1 * theta) = - sin ((INR n - 2) * theta / 2).
  Proof. rewrite <- sin_neg. f_equal. unfold a. simpl. field. Qed.

  Lemma u_iff : u_shaped w n <-> INR n * theta < 2 * PI.
  Proof.
    pose proof PI_RGT_0 as P. pose proof n3 as N3. split.
    - intro U. apply Rnot_le_lt. intro H.
      assert (First : c * sin ((INR n - 2) * theta / 2) > 0).
      { destruct U as [u [v [Hu [_ [Hv [Fall _]]]]]]. specialize (Fall 1%nat ltac:(lia)).
        apply shape_down in Fall; [|lia]. rewrite first_argument in Fall. lra. }
      assert (C : c <> 0) by (intro E; rewrite E in First; lra).
      assert (Pos : 1 * theta <= (INR n - 2) * theta) by (apply Rmult_le_compat_r; lra).
      destruct (Rtotal_order ((INR n - 2) * theta) (2 * PI)) as [L|[L|L]].
      + assert (c < 0).
        { destruct (Req_dec (INR n * theta) (2 * PI)) as [E|E].
          - exfalso. apply C, c_zero. exists 1%Z. lra.
          - unfold c. apply sin_lt_0; lra. }
        assert (0 < sin ((INR n - 2) * theta / 2)) by (apply sin_gt_0; lra). nra.
      + rewrite L in First. replace (2 * PI / 2) with PI in First by field. rewrite sin_PI in First. lra.
      + destruct (both_kinds C L) as [[u [v Max]] _]. apply (u_shaped_no_maximum w n u v U Max).
    - intro H. assert (Pos : 3 * theta <= INR n * theta) by (apply Rmult_le_compat_r; lra).
      destruct (halving n three) as [_ [_ [M _]]]. apply u_when; [|lra|exact M|lia]. unfold c.
        apply sin_gt_0; lra.
  Qed.

  Lemma inverted_iff : inverted_u_shaped w n <-> 2 * PI < INR n * theta /\ (INR n - 2) * theta < 2 * PI.
  Proof.
    pose proof PI_RGT_0 as P. pose proof n3 as N3.
    assert (Pos : 1 * theta <= (INR n - 2) * theta) by (apply Rmult_le_compat_r; lra). split.
    - intro U.
      assert (First : c * sin ((INR n - 2) * theta / 2) < 0).
      { destruct U as [u [v [Hu [_ [Hv [Rise _]]]]]]. specialize (Rise 1%nat ltac:(lia)).
        apply Ropp_lt_cancel in Rise. apply shape_up in Rise; [|lia]. rewrite first_argument in Rise. lra. }
      assert (C : c <> 0) by (intro E; rewrite E in First; lra).
      destruct (Rtotal_order ((INR n - 2) * theta) (2 * PI)) as [L|[L|L]].
      + split; [|exact L]. apply Rnot_le_lt. intro H.
        assert (0 < sin ((INR n - 2) * theta / 2)) by (apply sin_gt_0; lra).
        assert (0 <= c) by (unfold c; apply sin_ge_0; lra). nra.
      + rewrite L in First. replace (2 * PI / 2) with PI in First by field. rewrite sin_PI in First. lra.
      + destruct (both_kinds C L) as [_ [u [v Min]]]. exfalso. apply (inverted_no_minimum w n u v U Min).
    - intros [H1 H2]. apply inverted_when; [|exact H2]. unfold c. apply sin_lt_0; lra.
  Qed.

  (** A crossing of k pi is the extremum of k. *)
  Lemma crossing_places : forall k u v maximum,
    crossing a theta k u v /\ (maximum = true <-> c * alternating k < 0) <-> extremum_of n theta k maximum u
      v.
  Proof.
    intros k u v maximum. unfold crossing, extremum_of. fold c.
    set (X := INR n / 2 + IZR k * PI / theta).
    assert (E : IZR k * PI = a + X * theta) by (unfold a, X; field; lra).
    assert (Range : a + (INR u - 1) * theta < IZR k * PI <= a + INR u * theta <-> Z.of_nat u = ceiling X).
    { rewrite E. split.
      - intros [H1 H2]. apply ceiling_unique. rewrite <- INR_IZR_INZ.
        assert (INR u - 1 < X) by (apply Rmult_lt_reg_r with theta; lra).
        assert (X <= INR u) by (apply Rmult_le_reg_r with theta; lra). lra.
      - intro H. pose proof (ceiling_spec X) as S. rewrite <- H, <- INR_IZR_INZ in S.
        assert ((INR u - 1) * theta < X * theta) by (apply Rmult_lt_compat_r; lra).
        assert (X * theta <= INR u * theta) by (apply Rmult_le_compat_r; lra). lra. }
    assert (Tie : IZR k * PI = a + INR u * theta <-> INR u = X).
    { rewrite E. split; intro H; [|rewrite H; reflexivity]. apply Rmult_eq_reg_r with theta; lra. }
    rewrite Range. tauto.
  Qed.

  Lemma extrema_iff : c <> 0 -> forall maximum u v, extremum w n maximum u v <->
    exists k : Z, Rabs (IZR k) < (INR n - 2) * theta / (2 * PI) /\ extremum_of n theta k maximum u v.
  Proof.
    intros C maximum u v. assert (NF : ~ flat w n) by (rewrite flat_iff, <- c_zero; exact C).
    destruct (law C) as [_ L]. destruct (L NF) as [Iff _]. rewrite Iff.
    split; intros [k H]; exists k; rewrite <- multiples_inside, <- crossing_places in *; exact H.
  Qed.

  (** The places of the extremum of k. *)
  Let first_place (k : Z) : nat := Z.to_nat (ceiling (INR n / 2 + IZR k * PI / theta)).
  Let places_of (k : Z) : nat * nat :=
    (first_place k, if Req_EM_T (INR (first_place k)) (INR n / 2 + IZR k * PI / theta)
                    then (first_place k + 1)%nat else first_place k).

  Lemma count : c <> 0 -> exists places : list (nat * nat),
    NoDup places /\ Z.of_nat (length places) = (2 * ceiling ((INR n - 2) * theta / (2 * PI)) - 1)%Z /\
    forall u v, In (u, v) places <-> exists maximum, extremum w n maximum u v.
  Proof.
    intro C. pose proof PI_RGT_0 as P. pose proof n3 as N3.
    pose proof (extrema_iff C) as Extrema. pose proof multiples_inside as Range.
    assert (X0 : 0 < (INR n - 2) * theta / (2 * PI)).
    { apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; lra. }
    set (X := (INR n - 2) * theta / (2 * PI)) in *.
    assert (NF : ~ flat w n) by (rewrite flat_iff, <- c_zero; exact C).
    destruct (law C) as [_ L]. destruct (L NF) as [_ [Ex Order]].
    pose proof (ceiling_spec X) as S. set (K := ceiling X) in *.
    assert (K0 : (0 < K)%Z) by (apply lt_IZR; lra). assert (K1 : (1 <= K)%Z) by lia.
    assert (Inside : forall k, Rabs (IZR k) < X <-> (- K < k < K)%Z).
    { intro k. rewrite <- abs_IZR. split.
      - intro H. assert (Z.abs k < K)%Z by (apply lt_IZR; lra). lia.
      - intro H. assert (Q : (Z.abs k <= K - 1)%Z) by lia. apply IZR_le in Q. rewrite minus_IZR in Q. lra. }
    assert (Of : forall k maximum u v, extremum_of n theta k maximum u v -> (u, v) = places_of k).
    { intros k maximum u v [E [Eq [Neq _]]]. unfold places_of, first_place. rewrite <- E, Nat2Z.id.
      destruct (Req_EM_T _ _) as [Q|Q]; [rewrite (Eq Q)|rewrite (Neq Q)]; reflexivity. }
    assert (Is : forall k, (- K < k < K)%Z -> exists maximum,
              extremum_of n theta k maximum (fst (places_of k)) (snd (places_of k)) /\
              crossing a theta k (fst (places_of k)) (snd (places_of k))).
    { intros k Hk. destruct (Ex k) as [u [v Cr]]; [apply Range, Inside, Hk|].
      assert (B : exists maximum : bool, maximum = true <-> c * alternating k < 0).
      { destruct (Rlt_dec (c * alternating k) 0); [exists true|exists false]; split; auto;
          discriminate || contradiction. }
      destruct B as [maximum B]. exists maximum.
      pose proof (proj1 (crossing_places k u v maximum) (conj Cr B)) as O. rewrite <- (Of k maximum u v O).
        simpl. auto. }
    pose (index := fun i : nat => (Z.of_nat i - (K - 1))%Z).
    assert (Different : forall i j, (- K < index i < K)%Z -> (- K < index j < K)%Z ->
              places_of (index i) = places_of (index j) -> index i = index j).
    { intros i j Hi Hj E. destruct (Is _ Hi) as [_ [_ Ci]]. destruct (Is _ Hj) as [_ [_ Cj]].
      destruct (Z.lt_total (index i) (index j)) as [Q|[Q|Q]]; [|exact Q|];
        [pose proof (Order _ _ _ _ _ _ Ci Cj Q) as B|pose proof (Order _ _ _ _ _ _ Cj Ci Q) as B];
        rewrite E in B; lia. }
    exists (map (fun i => places_of (index i)) (seq 0 (Z.to_nat (2 * K - 1)))). split; [|split].
    - (* different k have different places *)
      assert (ND : forall l, NoDup l -> (forall i, In i l -> (- K < index i < K)%Z) ->
                   NoDup (map (fun i => places_of (index i)) l)).
      { induction l as [|i l IH]; intros Hl Hin; simpl; [constructor|].
          inversion Hl as [|i' l' Ni Hl']; subst.
        constructor.
        - intro Q. apply in_map_iff in Q as [j [E Hj]]. apply Ni.
          assert (index j = index i) by (apply Different; [apply Hin; right; exact Hj|apply Hin; left;
            reflexivity|exact E]).
          assert (i = j) as -> by (unfold index in *; lia). exact Hj.
        - apply IH; [exact Hl'|]. intros j Hj. apply Hin. right. exact Hj. }
      apply ND; [apply seq_NoDup|]. intros i Hi. apply in_seq in Hi. unfold index. lia.
    - rewrite map_length, seq_length. lia.
    - intros u v. rewrite in_map_iff. split.
      + intros [i [E Hi]]. apply in_seq in Hi.
        assert (Hk : (- K < index i < K)%Z) by (unfold index; lia).
        destruct (Is _ Hk) as [maximum [O _]]. rewrite E in O. exists maximum. apply Extrema.
        exists (index i). split; [apply Inside, Hk|exact O].
      + intros [maximum H]. apply Extrema in H as [k [Hk O]]. apply Inside in Hk.
        exists (Z.to_nat (k + (K - 1))). split.
        * unfold index. rewrite Z2Nat.id by lia. replace (k + (K - 1) - (K - 1))%Z with k by lia.
          symmetry. apply (Of k maximum u v O).
        * apply in_seq. lia.
  Qed.
End Shapes.

Theorem new_u_shape_sign_shape_proved : new_u_shape_sign_shape_statement.
Proof.
  intros beta theta s n Hb Ht Hn w whole_turns. split; [apply u_iff; assumption|].
  split; [apply flat_iff; assumption|]. split; [apply inverted_iff; assumption|].
  intro N. assert (C : sin (INR n * theta / 2) <> 0).
  { intro E. apply N. unfold whole_turns. destruct (sin_eq_0_0 _ E) as [k Hk]. exists k. lra. }
  split; [apply extrema_iff; assumption|]. apply count; assumption.
Qed.

(** * False neighbours *)

(** The opposite sign. *)
Definition new_u_shape_sign_neighbour_opposite : Prop :=
  forall (beta theta : R) (s : nat -> token) (n p : nat), (1 <= p <= n - 1)%nat -> 0 < beta ->
    same_sign (w_max beta theta s n (p + 1) - w_max beta theta s n p)
              (sin (INR n * theta / 2) * sin ((INR n - 2 * INR p) * theta / 2)).

(** n = 4, p = 1, theta = pi/4: both sines are positive. *)
Lemma both_positive : 0 < sin (INR 4 * (PI / 4) / 2) * sin ((INR 4 - 2 * INR 1) * (PI / 4) / 2).
Proof. pose proof PI_RGT_0. apply Rmult_lt_0_compat; apply sin_gt_0; simpl; lra. Qed.

Theorem new_u_shape_sign_neighbour_opposite_false : ~ new_u_shape_sign_neighbour_opposite.
Proof.
  intro H. pose (s := fun _ : nat => Letter 0).
  destruct (H 1 (PI / 4) s 4%nat 1%nat ltac:(lia) ltac:(lra)) as [G _].
  destruct (new_u_shape_sign_proved 1 (PI / 4) s 4%nat 1%nat ltac:(lia) ltac:(lra)) as [_ [T _]].
  pose proof both_positive as P. apply G, T in P. pose proof both_positive. lra.
Qed.

(** The sign of -sin(n theta/2) sin((n+1-2p) theta/2). *)
Definition new_u_shape_sign_neighbour_turned : Prop :=
  forall (beta theta : R) (s : nat -> token) (n p : nat), (1 <= p <= n - 1)%nat -> 0 < beta ->
    same_sign (w_max beta theta s n (p + 1) - w_max beta theta s n p)
              (- sin (INR n * theta / 2) * sin ((INR n + 1 - 2 * INR p) * theta / 2)).

Theorem new_u_shape_sign_neighbour_turned_false : ~ new_u_shape_sign_neighbour_turned.
Proof.
  intro H. pose (s := fun _ : nat => Letter 0). pose proof PI_RGT_0.
  destruct (H 1 (PI / 4) s 4%nat 2%nat ltac:(lia) ltac:(lra)) as [_ [_ G]].
  destruct (new_u_shape_sign_proved 1 (PI / 4) s 4%nat 2%nat ltac:(lia) ltac:(lra)) as [_ [_ [T _]]].
  assert (N : - sin (INR 4 * (PI / 4) / 2) * sin ((INR 4 + 1 - 2 * INR 2) * (PI / 4) / 2) < 0).
  { assert (0 < sin (INR 4 * (PI / 4) / 2) * sin ((INR 4 + 1 - 2 * INR 2) * (PI / 4) / 2)); [|lra].
    apply Rmult_lt_0_compat; apply sin_gt_0; simpl; lra. }
  apply G, T in N. replace ((INR 4 - 2 * INR 2) * (PI / 4) / 2) with 0 in N by (simpl; field).
  rewrite sin_0 in N. lra.
Qed.

(** beta = 0 as well. *)
Definition new_u_shape_sign_neighbour_flat : Prop :=
  forall (beta theta : R) (s : nat -> token) (n p : nat), (1 <= p <= n - 1)%nat -> 0 <= beta ->
    same_sign (w_max beta theta s n (p + 1) - w_max beta theta s n p)
              (- sin (INR n * theta / 2) * sin ((INR n - 2 * INR p) * theta / 2)).

Theorem new_u_shape_sign_neighbour_flat_false : ~ new_u_shape_sign_neighbour_flat.
Proof.
  intro H. destruct (H 0 (PI / 4) (fun _ => Letter 0) 4%nat 1%nat ltac:(lia) ltac:(lra)) as [_ [_ G]].
  pose proof both_positive as P.
  assert (- sin (INR 4 * (PI / 4) / 2) * sin ((INR 4 - 2 * INR 1) * (PI / 4) / 2) < 0) as N by lra.
  apply G in N. rewrite !w_max_partition in N by lia. rewrite partition_step in N. rewrite !Rmult_0_l in N.
  replace (partition 0 (PI / 4) 4 1 + exp 0 - exp 0) with (partition 0 (PI / 4) 4 1) in N by ring. lra.
Qed.

(** U-shaped up to n theta = 2 pi: there it is flat. *)
Definition new_u_shape_sign_shape_neighbour_closed : Prop :=
  forall (beta theta : R) (s : nat -> token) (n : nat), 0 < beta -> 0 < theta <= PI -> (3 <= n)%nat ->
    INR n * theta <= 2 * PI -> u_shaped (w_max beta theta s n) n.

Theorem new_u_shape_sign_shape_neighbour_closed_false : ~ new_u_shape_sign_shape_neighbour_closed.
Proof.
  intro H. pose proof PI_RGT_0. assert (T : 0 < 2 * PI / 3 <= PI) by lra.
  specialize (H 1 (2 * PI / 3) (fun _ => Letter 0) 3%nat ltac:(lra) T ltac:(lia) ltac:(simpl; lra)).
  apply (new_u_shape_sign_shape_proved 1 (2 * PI / 3) (fun _ => Letter 0) 3%nat ltac:(lra) T ltac:(lia)) in H.
  simpl in H. lra.
Qed.

(** U-shaped for (n-1) theta < 2 pi: n = 3, theta = 4 pi/5. *)
Definition new_u_shape_sign_shape_neighbour_margin : Prop :=
  forall (beta theta : R) (s : nat -> token) (n : nat), 0 < beta -> 0 < theta <= PI -> (3 <= n)%nat ->
    (INR n - 1) * theta < 2 * PI -> u_shaped (w_max beta theta s n) n.

Theorem new_u_shape_sign_shape_neighbour_margin_false : ~ new_u_shape_sign_shape_neighbour_margin.
Proof.
  intro H. pose proof PI_RGT_0. assert (T : 0 < 4 * PI / 5 <= PI) by lra.
  specialize (H 1 (4 * PI / 5) (fun _ => Letter 0) 3%nat ltac:(lra) T ltac:(lia) ltac:(simpl; lra)).
  apply (new_u_shape_sign_shape_proved 1 (4 * PI / 5) (fun _ => Letter 0) 3%nat ltac:(lra) T ltac:(lia)) in H.
  simpl in H. lra.
Qed.

(** Inverted-U-shaped for n theta > 2 pi up to (n-1) theta < 2 pi only: n = 4, theta = 4 pi/5. *)
Definition new_u_shape_sign_shape_neighbour_inverted : Prop :=
  forall (beta theta : R) (s : nat -> token) (n : nat), 0 < beta -> 0 < theta <= PI -> (3 <= n)%nat ->
    inverted_u_shaped (w_max beta theta s n) n -> (INR n - 1) * theta < 2 * PI.

Theorem new_u_shape_sign_shape_neighbour_inverted_false : ~ new_u_shape_sign_shape_neighbour_inverted.
Proof.
  intro H. pose proof PI_RGT_0. assert (T : 0 < 4 * PI / 5 <= PI) by lra.
  specialize (H 1 (4 * PI / 5) (fun _ => Letter 0) 4%nat ltac:(lra) T ltac:(lia)).
  simpl in H. assert ((1 + 1 + 1 + 1 - 1) * (4 * PI / 5) < 2 * PI); [|lra]. apply H.
  apply (new_u_shape_sign_shape_proved 1 (4 * PI / 5) (fun _ => Letter 0) 4%nat ltac:(lra) T ltac:(lia)).
  simpl. lra.
Qed.

Example new_u_shape_sign_instance : instance_of new_u_shape_sign_statement.
Proof.
  exists 1, 1, (fun j => Letter j), 4%nat, 2%nat. split; [lia|]. split; [lra|]. split; [|exact I].
  exists 1%nat. split; [unfold within; lia|exact I].
Qed.

(** Three tokens at a sixth of a turn: half a turn in all. *)
Example new_u_shape_sign_shape_instance : instance_of new_u_shape_sign_shape_statement.
Proof.
  pose proof PI_RGT_0. exists 1, (PI / 3), (fun j => Letter j), 3%nat. split; [lra|]. split; [lra|]. split; [lia|].
  do 3 (split; [exact I|]). split.
  - intros [k E]. cbn in E. assert (1 = IZR k * 2) as F by nra. rewrite <- mult_IZR in F. apply eq_IZR in F. lia.
  - split; [exists true, 2%nat, 2%nat; exact I|exact I].
Qed.
