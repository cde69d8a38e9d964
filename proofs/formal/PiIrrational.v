(** pi is irrational (after Hermite and Cartwright).

    Idea: with x = pi/2 let I_n be the integral of (1 - z^2)^n cos(x z) over -1 <= z <= 1 and A_n =
    x^(2n+1) I_n/n!. Then A_0 = 2, A_1 = 4 and A_{n+2} = 2(2n+3) A_{n+1} - 4 x^2 A_n. If x^2 = p/q, the
    numbers q^n A_n are whole; but they are positive and tend to 0. *)

From Coq Require Import Reals Lra Lia ZArith.
From Coquelicot Require Import Coquelicot.
Open Scope R_scope.

Definition irrational (x : R) : Prop := forall p q : Z, q <> 0%Z -> x <> IZR p / IZR q.

Section Niven.
  Let x := PI / 2.

  Definition integrand (n : nat) (z : R) : R := (1 - z ^ 2) ^ n * cos (x * z).

  Lemma integrand_continuous : forall n z, continuous (integrand n) z.
  Proof.
    intros n z. apply (ex_derive_continuous (V := R_NormedModule)). unfold integrand. auto_derive. exact I.
  Qed.

  Lemma integrand_integrable : forall n, ex_RInt (integrand n) (-1) 1.
  Proof. intro n. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros z _.
    apply integrand_continuous. Qed.

  Definition integral (n : nat) : R := RInt (integrand n) (-1) 1.

  Lemma integral_is : forall n, is_RInt (integrand n) (-1) 1 (integral n).
  Proof. intro n. apply (RInt_correct (V := R_CompleteNormedModule)), integrand_integrable. Qed.

  (** The recurrence, from a primitive that vanishes at both ends. *)
  Let primitive (n : nat) (z : R) : R :=
    x * (1 - z ^ 2) ^ (n + 2) * sin (x * z) - 2 * (INR n + 2) * z * (1 - z ^ 2) ^ (n + 1) * cos (x * z).

  Let combination (n : nat) (z : R) : R :=
    x ^ 2 * integrand (n + 2) z - 2 * (INR n + 2) * (2 * INR n + 3) * integrand (n + 1) z
    + 4 * (INR n + 2) * (INR n + 1) * integrand n z.

  Lemma primitive_derive : forall n z, is_derive (primitive n) z (combination n z).
  Proof.
    intros n z. unfold primitive, combination, integrand. auto_derive; [exact I|].
    replace (n + 2)%nat with (S (S n)) by lia. replace (n + 1)%nat with (S n) by lia.
    cbn [Init.Nat.pred pow]. rewrite !S_INR. change (1 + - (z * (z * 1))) with (1 - z * (z * 1)). ring.
  Qed.

  Lemma combination_continuous : forall n z, continuous (combination n) z.
  Proof.
    intros n z. apply (ex_derive_continuous (V := R_NormedModule)). unfold combination, integrand.
      auto_derive. exact I.
  Qed.

  Lemma integral_recurrence : forall n,
    x ^ 2 * integral (n + 2) - 2 * (INR n + 2) * (2 * INR n + 3) * integral (n + 1)
    + 4 * (INR n + 2) * (INR n + 1) * integral n = 0.
  Proof.
    intro n.
    assert (H : is_RInt (combination n) (-1) 1 (minus (primitive n 1) (primitive n (-1)))).
    { apply (is_RInt_derive (V := R_CompleteNormedModule)); intros z _;
        [apply primitive_derive|apply combination_continuous]. }
    assert (K : is_RInt (combination n) (-1) 1
                  (plus (minus (scal (x ^ 2) (integral (n + 2)))
                               (scal (2 * (INR n + 2) * (2 * INR n + 3)) (integral (n + 1))))
                        (scal (4 * (INR n + 2) * (INR n + 1)) (integral n)))).
    { unfold combination. apply (is_RInt_plus (V := R_NormedModule));
        [apply (is_RInt_minus (V := R_NormedModule))|]; apply (is_RInt_scal (V := R_NormedModule)),
          integral_is. }
    apply (is_RInt_unique (V := R_CompleteNormedModule)) in H. apply (is_RInt_unique (V :=
      R_CompleteNormedModule)) in K.
    apply (eq_trans (eq_sym H)) in K. unfold minus, plus, scal, opp in K; simpl in K; unfold mult in K;
      simpl in K.
    unfold primitive in K. replace (n + 2)%nat with (S (S n)) in * by lia.
      replace (n + 1)%nat with (S n) in * by lia.
    simpl in K. simpl. lra.
  Qed.

  Lemma integral_0 : x * integral 0 = 2.
  Proof.
    assert (H : is_RInt (fun z => scal x (integrand 0 z)) (-1) 1 (minus (sin (x * 1)) (sin (x * -1)))).
    { apply (is_RInt_ext (V := R_NormedModule) (fun z => x * cos (x * z))).
      { intros z _. unfold scal, integrand; simpl; unfold mult; simpl. ring. }
      apply (is_RInt_derive (V := R_CompleteNormedModule) (fun z => sin (x * z))).
      - intros z _. auto_derive; [exact I|ring].
      - intros z _. apply (ex_derive_continuous (V := R_NormedModule)). auto_derive. exact I. }
    pose proof (is_RInt_scal (V := R_NormedModule) _ _ _ x _ (integral_is 0)) as K.
    apply (is_RInt_unique (V := R_CompleteNormedModule)) in H. apply (is_RInt_unique (V :=
      R_CompleteNormedModule)) in K.
    apply (eq_trans (eq_sym H)) in K. unfold minus, plus, scal, opp in K; simpl in K; unfold mult in K;
      simpl in K.
    replace (x * -1) with (- x) in K by ring. rewrite sin_neg, Rmult_1_r in K.
    unfold x in K at 1 2. rewrite sin_PI2 in K. lra.
  Qed.

  Lemma integral_1 : x ^ 3 * integral 1 = 4.
  Proof.
    assert (H : is_RInt (fun z => scal (x ^ 2) (integrand 1 z)) (-1) 1
                  (minus (x * (1 - 1 ^ 2) * sin (x * 1) - 2 * 1 * cos (x * 1) + 2 * (sin (x * 1) / x))
                         (x * (1 - (-1) ^ 2) * sin (x * -1) - 2 * (-1) * cos (x * -1) + 2 * (sin (x * -1) /
                           x)))).
    { assert (X : x <> 0) by (unfold x; pose proof PI_RGT_0; lra).
      apply (is_RInt_derive (V := R_CompleteNormedModule)
               (fun z => x * (1 - z ^ 2) * sin (x * z) - 2 * z * cos (x * z) + 2 * (sin (x * z) / x))).
      - intros z _. unfold scal, integrand; simpl; unfold mult; simpl. auto_derive; [exact I|field; exact X].
      - intros z _. unfold scal; simpl; unfold mult; simpl.
        apply (ex_derive_continuous (V := R_NormedModule)). unfold integrand. auto_derive. exact I. }
    pose proof (is_RInt_scal (V := R_NormedModule) _ _ _ (x ^ 2) _ (integral_is 1)) as K.
    apply (is_RInt_unique (V := R_CompleteNormedModule)) in H. apply (is_RInt_unique (V :=
      R_CompleteNormedModule)) in K.
    apply (eq_trans (eq_sym H)) in K. unfold minus, plus, scal, opp in K; simpl in K; unfold mult in K;
      simpl in K.
    replace (x * -1) with (- x) in K by ring. rewrite sin_neg, cos_neg, (Rmult_1_r x) in K.
    assert (S1 : sin x = 1) by (unfold x; apply sin_PI2). assert (C0 : cos x = 0) by (unfold x;
      apply cos_PI2).
    rewrite ?Rmult_1_r, S1, C0 in K. assert (X : x <> 0) by (unfold x; pose proof PI_RGT_0; lra).
    replace (x ^ 3 * integral 1) with (x * (x * x * integral 1)) by ring. rewrite <- K. field. exact X.
  Qed.

  Lemma x_range : 0 < x < PI.
  Proof. unfold x. pose proof PI_RGT_0. lra. Qed.

  Lemma integrand_positive : forall n z, -1 < z < 1 -> 0 < integrand n z.
  Proof.
    intros n z Hz. unfold integrand. pose proof x_range. pose proof PI_RGT_0. apply Rmult_lt_0_compat.
    - apply pow_lt. nra.
    - apply cos_gt_0; unfold x in *; nra.
  Qed.

  Lemma integral_positive : forall n, 0 < integral n.
  Proof.
    intro n. unfold integral. apply RInt_gt_0; [lra| |].
    - intros z Hz. apply integrand_positive, Hz.
    - intros z Hz. apply integrand_continuous.
  Qed.

  Lemma integral_bounded : forall n, integral n <= 2.
  Proof.
    intro n. replace 2 with (RInt (fun _ => 1) (-1) 1).
    - unfold integral. apply RInt_le; [lra|apply integrand_integrable|apply (ex_RInt_const (V := R_NormedModule))|].
      intros z Hz. unfold integrand. pose proof (COS_bound (x * z)).
      assert (P : 0 <= (1 - z ^ 2) ^ n <= 1).
      { split; [apply pow_le; nra|]. apply Rle_trans with (1 ^ n); [apply pow_incr; nra|rewrite pow1; lra]. }
      nra.
    - rewrite RInt_const. unfold scal; simpl; unfold mult; simpl. ring.
  Qed.

  (** A_n = x^(2n+1) I_n / n!. *)
  Let A (n : nat) : R := x ^ (2 * n + 1) * integral n / INR (fact n).

  Lemma fact_positive : forall n, 0 < INR (fact n).
  Proof. intro n. apply lt_0_INR, lt_O_fact. Qed.

  Lemma A_recurrence : forall n, A (n + 2) = 2 * (2 * INR n + 3) * A (n + 1) - 4 * x ^ 2 * A n.
  Proof.
    intro n. unfold A. pose proof (integral_recurrence n) as R. pose proof (fact_positive n) as F.
    pose proof (pos_INR n) as N.
    assert (E : x ^ 2 * integral (n + 2) = 2 * (INR n + 2) * (2 * INR n + 3) * integral (n + 1)
                                           - 4 * (INR n + 2) * (INR n + 1) * integral n) by lra.
    replace (2 * (n + 2) + 1)%nat with (2 + (2 * n + 3))%nat by lia. rewrite pow_add.
    replace (x ^ 2 * x ^ (2 * n + 3) * integral (n + 2)) with (x ^ (2 * n + 3) * (x ^ 2 * integral (n + 2)))
      by ring.
    rewrite E. replace (2 * (n + 1) + 1)%nat with (2 * n + 3)%nat by lia.
    replace (2 * n + 3)%nat with (2 + (2 * n + 1))%nat by lia. rewrite pow_add.
    replace (n + 2)%nat with (S (S n)) by lia. replace (n + 1)%nat with (S n) by lia.
    rewrite !fact_simpl, !mult_INR, !S_INR. field. repeat split; lra.
  Qed.

  Variables p q : Z.
  Hypothesis q_positive : (0 < q)%Z.
  Hypothesis rational : x ^ 2 = IZR p / IZR q.

  (** q^n A_n is whole. *)
  Lemma whole : forall n, (exists a, IZR q ^ n * A n = IZR a) /\ (exists b,
    IZR q ^ (n + 1) * A (n + 1) = IZR b).
  Proof.
    assert (Q : 0 < IZR q) by (apply (IZR_lt 0); exact q_positive).
    induction n as [|n [[a Ha] [b Hb]]].
    - split.
      + exists 2%Z. unfold A. simpl. pose proof integral_0. lra.
      + exists (4 * q)%Z. rewrite mult_IZR. unfold A. simpl. pose proof integral_1 as J. simpl in J.
        replace (x * (x * (x * 1)) * integral 1 / 1) with 4 by lra. ring.
    - replace (S n) with (n + 1)%nat by lia. split; [exists b; exact Hb|].
      exists (2 * (2 * Z.of_nat n + 3) * q * b - 4 * p * q * a)%Z.
      replace (n + 1 + 1)%nat with (n + 2)%nat by lia. rewrite A_recurrence, rational.
      rewrite minus_IZR, !mult_IZR, plus_IZR, mult_IZR, <- INR_IZR_INZ, <- Ha, <- Hb.
      rewrite !pow_add. simpl. field. lra.
  Qed.

  Lemma impossible : False.
  Proof.
    assert (Q : 0 < IZR q) by (apply (IZR_lt 0); exact q_positive). pose proof x_range as [X _].
    (* q^n A_n = x (q x^2)^n I_n / n! <= 2 x p^n / n!, which tends to 0 *)
    destruct (cv_speed_pow_fact (IZR p) (/ (2 * x))) as [N HN]; [apply Rinv_0_lt_compat; lra|].
    specialize (HN N (le_n N)). unfold R_dist in HN. rewrite Rminus_0_r in HN.
    destruct (whole N) as [[a Ha] _].
    assert (E : IZR q ^ N * A N = x * integral N * (IZR p ^ N / INR (fact N))).
    { unfold A. rewrite pow_add, pow_mult, rational. unfold Rdiv. rewrite Rpow_mult_distr, pow_1, pow_inv.
      field. split; [pose proof (fact_positive N); lra|apply pow_nonzero; lra]. }
    assert (Pos : 0 < IZR q ^ N * A N).
    { unfold A. apply Rmult_lt_0_compat; [apply pow_lt, Q|]. apply Rdiv_lt_0_compat; [|apply fact_positive].
      apply Rmult_lt_0_compat; [apply pow_lt, X|apply integral_positive]. }
    assert (Small : IZR q ^ N * A N < 1).
    { rewrite E in Pos |- *. pose proof (integral_bounded N). pose proof (integral_positive N).
      set (c := IZR p ^ N / INR (fact N)) in *.
      assert (XI : 0 < x * integral N) by (apply Rmult_lt_0_compat; assumption).
      assert (B : 0 < c) by (apply Rmult_lt_reg_l with (x * integral N); [exact XI|lra]).
      rewrite Rabs_right in HN by lra. apply (Rmult_lt_compat_l (2 * x)) in HN; [|lra].
      rewrite Rinv_r in HN by lra.
      apply Rle_lt_trans with (2 * x * c); [|exact HN]. apply Rmult_le_compat_r; [lra|]. nra. }
    rewrite Ha in *. apply (lt_IZR 0) in Pos. apply (lt_IZR a 1) in Small. lia.
  Qed.
End Niven.

Theorem pi_irrational : irrational PI.
Proof.
  intros p q Hq E. apply (impossible (p * p) (4 * (q * q))).
  { destruct (Z.lt_total q 0) as [L|[L|L]]; nia. }
  rewrite E, !mult_IZR. field. apply not_0_IZR, Hq.
Qed.

(** Non-zero rational multiples of pi are irrational. *)
Lemma multiple_of_pi_irrational : forall a b : Z, a <> 0%Z -> b <> 0%Z -> irrational (IZR a / IZR b * PI).
Proof.
  intros a b Ha Hb p q Hq E. apply (pi_irrational (p * b)%Z (q * a)%Z); [lia|].
  rewrite !mult_IZR. apply not_0_IZR in Ha. apply not_0_IZR in Hb. apply not_0_IZR in Hq.
  apply (Rmult_eq_compat_l (IZR b / IZR a)) in E.
  replace (IZR b / IZR a * (IZR a / IZR b * PI)) with PI in E by (field; lra).
  rewrite E. field. lra.
Qed.
