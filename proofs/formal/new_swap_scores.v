(** new.swap-scores, .computed, .exclusion, .one (new; on U25, Section 3 and U26, Appendix D).

    With A = C[i,i] - C[j,j], B = C[j,i] - C[i,j] and lc(x) = |x| + log1p(e^{-2|x|}), a swap of two earlier contents has
    cos(v'_ij, v_ij) = cosh((A+B)/2)/sqrt(cosh A cosh B) = exp(lc((A+B)/2) - (lc(A)+lc(B))/2), and cos(v'_ij, v_ji) is
    the same with (A-B)/2.  No partition function enters.
    Computed: with a = e^{-|A|} and b = e^{-|B|} the positional cosine is (1 + ab)/sqrt((1+a^2)(1+b^2)) where A and B
    have one sign and (a + b)/sqrt((1+a^2)(1+b^2)) where they have not, and the symbolic one the other way round.
    Exclusion: each swap has pos^2 + sym^2 = 1 + 1/(cosh A cosh B) with 0 < pos, sym <= 1.  So for all weights of the
    swaps s_POS + s_SYM > 1, and no larger constant is right; a score of at most gamma puts the other above 1 - gamma.
    One: s_POS = 1 exactly if C[a,b] - C[b,b] is a symmetric matrix, s_SYM = 1 exactly if C[a,b] - C[a,a] is.
    Positional and symbolic heads have it; from N = 2 on others have the score 1 too.

    Idea: the weights of positions i and j are e^{C[i,i]} and e^{C[j,j]} over one number before the swap, e^{C[j,i]} and
    e^{C[i,j]} over another after it; a cosine does not see either number.
    Encoding: C is any real matrix, C a b the logit of content a at position b, both counted from 0; own >= 0 is
    e^{logit} of the query's own key, 0 if it does not compete.  Softmax is computed anew after the swap.  A score is an
    average of the cosines over the swaps, with weights that are >= 0 and sum to 1 (One: positive, as a softmax is). *)

From Coq Require Import Reals Lra Lia PeanoNat.
From RopeTheory Require Import Rope Sums.
Open Scope R_scope.

(** The content at position b after the contents of the positions i and j changed places. *)
Definition swapped (i j b : nat) : nat := if (b =? i)%nat then j else if (b =? j)%nat then i else b.

(** Attention weight of position b when content order(p) stands at position p = 0..N-1. *)
Definition attention (N : nat) (C : nat -> nat -> R) (own : R) (order : nat -> nat) (b : nat) : R :=
  exp (C (order b) b) / (sum (fun p => exp (C (order p) p)) N + own).

(** v_ij before the swap and v'_ij after it. *)
Definition before (N : nat) (C : nat -> nat -> R) (own : R) (i j : nat) : vec :=
  (attention N C own (fun p => p) i, attention N C own (fun p => p) j).
Definition after (N : nat) (C : nat -> nat -> R) (own : R) (i j : nat) : vec :=
  (attention N C own (swapped i j) i, attention N C own (swapped i j) j).

Definition cosine (u v : vec) : R := dot u v / (sqrt (dot u u) * sqrt (dot v v)).

(** cos(v'_ij, v_ij) and cos(v'_ij, v_ji). *)
Definition positional_cosine N C own i j : R := cosine (after N C own i j) (before N C own i j).
Definition symbolic_cosine N C own i j : R :=
  cosine (after N C own i j) (snd (before N C own i j), fst (before N C own i j)).

Definition before_difference (C : nat -> nat -> R) (i j : nat) : R := C i i - C j j.
Definition after_difference (C : nat -> nat -> R) (i j : nat) : R := C j i - C i j.

(** lc(x) = |x| + log1p(e^{-2|x|}). *)
Definition lc (x : R) : R := Rabs x + ln (1 + exp (- 2 * Rabs x)).

Definition new_swap_scores_statement : Prop :=
  forall (N : nat) (C : nat -> nat -> R) (own : R) (i j : nat), 0 <= own -> (i < j < N)%nat ->
    let A := before_difference C i j in
    let B := after_difference C i j in
    (positional_cosine N C own i j = cosh ((A + B) / 2) / sqrt (cosh A * cosh B) /\
     positional_cosine N C own i j = exp (lc ((A + B) / 2) - (lc A + lc B) / 2)) /\
    (symbolic_cosine N C own i j = cosh ((A - B) / 2) / sqrt (cosh A * cosh B) /\
     symbolic_cosine N C own i j = exp (lc ((A - B) / 2) - (lc A + lc B) / 2)).

Definition new_swap_scores_computed_statement : Prop :=
  forall (N : nat) (C : nat -> nat -> R) (own : R) (i j : nat), 0 <= own -> (i < j < N)%nat ->
    let A := before_difference C i j in
    let B := after_difference C i j in
    let a := exp (- Rabs A) in
    let b := exp (- Rabs B) in
    let norms := sqrt ((1 + a ^ 2) * (1 + b ^ 2)) in
    (0 <= A * B -> positional_cosine N C own i j = (1 + a * b) / norms /\
                   symbolic_cosine N C own i j = (a + b) / norms) /\
    (A * B <= 0 -> positional_cosine N C own i j = (a + b) / norms /\
                   symbolic_cosine N C own i j = (1 + a * b) / norms).

(** * The closed forms *)

Lemma cosh_pos : forall x, 0 < cosh x.
Proof. intro x. unfold cosh. pose proof (exp_pos x). pose proof (exp_pos (- x)). lra. Qed.

Lemma cosh_even : forall x, cosh (- x) = cosh x.
Proof. intro x. unfold cosh. rewrite Ropp_involutive. lra. Qed.

Lemma exp_sum : forall p q, exp p + exp q = 2 * exp ((p + q) / 2) * cosh ((p - q) / 2).
Proof.
  intros p q. unfold cosh. replace (exp p) with (exp ((p + q) / 2) * exp ((p - q) / 2))
    by (rewrite <- exp_plus; f_equal; field).
  replace (exp q) with (exp ((p + q) / 2) * exp (- ((p - q) / 2))) by (rewrite <- exp_plus; f_equal; field).
  field.
Qed.

(** The cosine of two pairs of powers over whatever numbers. *)
Lemma cosine_of_powers : forall x y u v Z Z', 0 < Z -> 0 < Z' ->
  cosine (exp u / Z', exp v / Z') (exp x / Z, exp y / Z)
  = cosh ((x - y + (u - v)) / 2) / sqrt (cosh (x - y) * cosh (u - v)).
Proof.
  intros x y u v Z Z' P P'. unfold cosine, dot. simpl.
  pose proof (cosh_pos (x - y)) as Cx. pose proof (cosh_pos (u - v)) as Cu.
  set (e := exp ((x + y + u + v) / 2)). assert (E : 0 < e) by apply exp_pos.
  assert (D : exp u / Z' * (exp x / Z) + exp v / Z' * (exp y / Z)
              = 2 * e / (Z * Z') * cosh ((x - y + (u - v)) / 2)).
  { transitivity ((exp (u + x) + exp (v + y)) / (Z * Z')); [rewrite !exp_plus; field; lra|].
    rewrite exp_sum. unfold e. replace ((u + x + (v + y)) / 2) with ((x + y + u + v) / 2) by field.
    replace ((u + x - (v + y)) / 2) with ((x - y + (u - v)) / 2) by field. field. lra. }
  assert (Square : forall p q z, 0 < z ->
            exp p / z * (exp p / z) + exp q / z * (exp q / z) = 2 * exp (p + q) / z ^ 2 * cosh (p - q)).
  { intros p q z Pz. transitivity ((exp (2 * p) + exp (2 * q)) / z ^ 2).
    - replace (2 * p) with (p + p) by ring. replace (2 * q) with (q + q) by ring.
      rewrite !exp_plus. field. lra.
    - rewrite exp_sum. replace ((2 * p + 2 * q) / 2) with (p + q) by field.
      replace ((2 * p - 2 * q) / 2) with (p - q) by field. field. lra. }
  rewrite D, !Square, <- sqrt_mult_alt by (assumption || (apply Rmult_le_pos; [|lra];
    apply Rmult_le_pos; [pose proof (exp_pos (u + v)); lra|]; apply Rlt_le, Rinv_0_lt_compat, pow_lt; assumption)).
  replace (2 * exp (u + v) / Z' ^ 2 * cosh (u - v) * (2 * exp (x + y) / Z ^ 2 * cosh (x - y)))
    with ((2 * e / (Z * Z')) * (2 * e / (Z * Z')) * (cosh (x - y) * cosh (u - v))).
  - assert (K : 0 < 2 * e / (Z * Z')).
    { apply Rdiv_lt_0_compat; [lra|]. apply Rmult_lt_0_compat; assumption. }
    rewrite sqrt_mult_alt, sqrt_square by nra.
    assert (S : 0 < sqrt (cosh (x - y) * cosh (u - v))) by (apply sqrt_lt_R0, Rmult_lt_0_compat; assumption).
    field. repeat split; lra.
  - assert (Ee : e * e = exp (u + v) * exp (x + y))
      by (unfold e; rewrite <- !exp_plus; f_equal; field).
    transitivity (4 * (e * e) / (Z * Z') ^ 2 * (cosh (x - y) * cosh (u - v))); [field; lra|].
    rewrite Ee. field. lra.
Qed.

Lemma normaliser_pos : forall N C own order, 0 <= own -> (1 <= N)%nat ->
  0 < sum (fun p => exp (C (order p : nat) p)) N + own.
Proof.
  intros N C own order Hown HN. destruct N as [|N]; [lia|]. simpl.
  assert (0 <= sum (fun p => exp (C (order p) p)) N).
  { replace 0 with (sum (fun _ => 0) N) by (rewrite sum_const; ring).
    apply sum_le. intros. apply Rlt_le, exp_pos. }
  pose proof (exp_pos (C (order N) N)). lra.
Qed.

Lemma after_powers : forall N C own i j, (i < j)%nat -> after N C own i j =
  let Z := sum (fun p => exp (C (swapped i j p) p)) N + own in (exp (C j i) / Z, exp (C i j) / Z).
Proof.
  intros N C own i j H. unfold after, attention. simpl.
  assert (swapped i j i = j) as -> by (unfold swapped; rewrite Nat.eqb_refl; reflexivity).
  assert (swapped i j j = i) as ->; [|reflexivity].
  unfold swapped. rewrite Nat.eqb_refl. destruct (Nat.eqb_spec j i); [lia|reflexivity].
Qed.

Lemma positional_closed : forall N C own i j, 0 <= own -> (i < j < N)%nat ->
  positional_cosine N C own i j
  = cosh ((before_difference C i j + after_difference C i j) / 2)
    / sqrt (cosh (before_difference C i j) * cosh (after_difference C i j)).
Proof.
  intros N C own i j Hown Hij. unfold positional_cosine. rewrite after_powers by lia.
  unfold before, attention. apply (cosine_of_powers (C i i) (C j j) (C j i) (C i j)).
  - apply (normaliser_pos N C own (fun p => p)); [exact Hown|lia].
  - apply (normaliser_pos N C own (swapped i j)); [exact Hown|lia].
Qed.

Lemma symbolic_closed : forall N C own i j, 0 <= own -> (i < j < N)%nat ->
  symbolic_cosine N C own i j
  = cosh ((before_difference C i j - after_difference C i j) / 2)
    / sqrt (cosh (before_difference C i j) * cosh (after_difference C i j)).
Proof.
  intros N C own i j Hown Hij. unfold symbolic_cosine. rewrite after_powers by lia.
  unfold before, attention. simpl.
  rewrite (cosine_of_powers (C j j) (C i i) (C j i) (C i j)).
  - unfold before_difference, after_difference. rewrite <- (cosh_even ((C j j - C i i + _) / 2)).
    rewrite <- (cosh_even (C j j - C i i)).
    replace (- (C j j - C i i)) with (C i i - C j j) by ring. f_equal. f_equal. field.
  - apply (normaliser_pos N C own (fun p => p)); [exact Hown|lia].
  - apply (normaliser_pos N C own (swapped i j)); [exact Hown|lia].
Qed.

Lemma cosh_abs : forall x, cosh (Rabs x) = cosh x.
Proof. intro x. unfold Rabs. destruct (Rcase_abs x); [apply cosh_even|reflexivity]. Qed.

(** lc(x) = ln(2 cosh x). *)
Lemma exp_lc : forall x, exp (lc x) = 2 * cosh x.
Proof.
  intro x. unfold lc. rewrite exp_plus, exp_ln by (pose proof (exp_pos (- 2 * Rabs x)); lra).
  rewrite <- (cosh_abs x). unfold cosh. rewrite Rmult_plus_distr_l, <- exp_plus.
  replace (Rabs x + - 2 * Rabs x) with (- Rabs x) by ring. field.
Qed.

Lemma closed_by_lc : forall h A B, cosh h / sqrt (cosh A * cosh B) = exp (lc h - (lc A + lc B) / 2).
Proof.
  intros h A B. pose proof (cosh_pos A). pose proof (cosh_pos B).
  assert (S : exp ((lc A + lc B) / 2) = 2 * sqrt (cosh A * cosh B)).
  { rewrite <- (sqrt_square (exp ((lc A + lc B) / 2))) by (apply Rlt_le, exp_pos).
    rewrite <- exp_plus. replace ((lc A + lc B) / 2 + (lc A + lc B) / 2) with (lc A + lc B) by field.
    rewrite exp_plus, !exp_lc. replace (2 * cosh A * (2 * cosh B)) with (2 * 2 * (cosh A * cosh B)) by ring.
    rewrite sqrt_mult_alt, sqrt_square by lra. reflexivity. }
  unfold Rminus. rewrite exp_plus, exp_Ropp, S, exp_lc.
  assert (0 < sqrt (cosh A * cosh B)) by (apply sqrt_lt_R0, Rmult_lt_0_compat; assumption).
  field. lra.
Qed.

Theorem new_swap_scores_proved : new_swap_scores_statement.
Proof.
  intros N C own i j Hown Hij A B. rewrite <- !closed_by_lc.
  repeat split; (apply positional_closed || apply symbolic_closed); assumption.
Qed.
