(** new.swap-scores, .computed, .exclusion, .one (new; on U25, Section 3 and U26, Appendix D);
    new.swap-scores.printed-weights (U26, Appendix D): refuted; .corrected, .ordered.

    With A = C[i,i] - C[j,j], B = C[j,i] - C[i,j] and lc(x) = |x| + log1p(e^{-2|x|}), a swap of two earlier
    contents has cos(v'_ij, v_ij) = cosh((A+B)/2)/sqrt(cosh A cosh B) = exp(lc((A+B)/2) - (lc(A)+lc(B))/2),
    and cos(v'_ij, v_ji) is the same with (A-B)/2.  No partition function enters.
    Computed: with a = e^{-|A|} and b = e^{-|B|} the positional cosine is (1 + ab)/sqrt((1+a^2)(1+b^2)) where
    A and B have one sign and (a + b)/sqrt((1+a^2)(1+b^2)) where they have not, and the symbolic one the other
    way round.
    Exclusion: each swap has pos^2 + sym^2 = 1 + 1/(cosh A cosh B) with 0 < pos, sym <= 1.  So for all weights
    of the swaps s_POS + s_SYM > 1, and no larger constant is right; a score of at most gamma puts the other
    above 1 - gamma.
    One: s_POS = 1 exactly if C[a,b] - C[b,b] is a symmetric matrix, s_SYM = 1 exactly if C[a,b] - C[a,a] is.
    Positional and symbolic heads have it; from N = 2 on others have the score 1 too.
    Printed weights: alpha(pi) = softmax over swaps pi = (i j) of (d_i - d_j)/tau: a weight of each swap of
    two earlier contents.  Corrected: with |d_i - d_j| each swap has one weight, whichever order it is written
    in.  Ordered: read over ordered pairs, (i j) and (j i) both counted, the printed alpha gives the swap {i,
    j} a weight proportional to cosh((d_i - d_j)/tau): well defined, and within a factor of 2 of its weight
    with |d_i - d_j|.

    Idea: the weights of positions i and j are e^{C[i,i]} and e^{C[j,j]} over one number before the swap,
    e^{C[j,i]} and e^{C[i,j]} over another after it; a cosine does not see either number.
    Encoding: C is any real matrix, C a b the logit of content a at position b, both counted from 0; own >= 0
    is e^{logit} of the query's own key, 0 if it does not compete.  Softmax is computed anew after the swap.
    A score is an average of the cosines over the swaps, with weights that are >= 0 and sum to 1 (One:
    positive, as a softmax is). A swap is unordered, (i j) = (j i), and d_i is the attention weight D_i: the
    printed weights are a weight of each swap if they do not depend on which of the two is written first, for
    each swap separately. *)

From Coq Require Import Reals Lra Lia PeanoNat Bool.
From RopeTheory Require Import Rope Sums Instances.
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

(** Sum of f i j over the swaps i < j < N. *)
Definition over_swaps (N : nat) (f : nat -> nat -> R) : R := sum (fun j => sum (fun i => f i j) j) N.

Definition shares (N : nat) (alpha : nat -> nat -> R) : Prop :=
  (forall i j, (i < j < N)%nat -> 0 <= alpha i j) /\ over_swaps N alpha = 1.

Definition positive_shares (N : nat) (alpha : nat -> nat -> R) : Prop :=
  (forall i j, (i < j < N)%nat -> 0 < alpha i j) /\ over_swaps N alpha = 1.

Definition positional_score N C own (alpha : nat -> nat -> R) : R :=
  over_swaps N (fun i j => alpha i j * positional_cosine N C own i j).
Definition symbolic_score N C own (alpha : nat -> nat -> R) : R :=
  over_swaps N (fun i j => alpha i j * symbolic_cosine N C own i j).

Definition new_swap_scores_exclusion_statement : Prop :=
  (forall (N : nat) (C : nat -> nat -> R) (own : R) (i j : nat), 0 <= own -> (i < j < N)%nat ->
     let pos := positional_cosine N C own i j in
     let sym := symbolic_cosine N C own i j in
     pos ^ 2 + sym ^ 2 = 1 + 1 / (cosh (before_difference C i j) * cosh (after_difference C i j)) /\
     0 < pos <= 1 /\ 0 < sym <= 1) /\
  (forall (N : nat) (C : nat -> nat -> R) (own : R) (alpha : nat -> nat -> R), 0 <= own -> shares N alpha ->
     1 < positional_score N C own alpha + symbolic_score N C own alpha /\
     forall gamma, (positional_score N C own alpha <= gamma -> 1 - gamma < symbolic_score N C own alpha) /\
                   (symbolic_score N C own alpha <= gamma -> 1 - gamma < positional_score N C own alpha)) /\
  (forall slack, 0 < slack -> exists (N : nat) (C : nat -> nat -> R) (own : R) (alpha : nat -> nat -> R),
     0 <= own /\ shares N alpha /\ positional_score N C own alpha + symbolic_score N C own alpha < 1 + slack).

Definition new_swap_scores_one_statement : Prop :=
  (forall (N : nat) (C : nat -> nat -> R) (own : R) (alpha : nat -> nat -> R), 0 <= own ->
    positive_shares N alpha ->
     (positional_score N C own alpha = 1 <->
      forall a b, (a < N)%nat -> (b < N)%nat -> C a b - C b b = C b a - C a a) /\
     (symbolic_score N C own alpha = 1 <->
      forall a b, (a < N)%nat -> (b < N)%nat -> C a b - C a a = C b a - C b b) /\
     (positional N C -> positional_score N C own alpha = 1) /\
     (symbolic N C -> symbolic_score N C own alpha = 1)) /\
  (forall N, (2 <= N)%nat -> exists C, ~ positional N C /\ ~ symbolic N C /\
     forall own alpha, 0 <= own -> positive_shares N alpha ->
       positional_score N C own alpha = 1 /\ symbolic_score N C own alpha = 1).

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
    apply Rmult_le_pos; [pose proof (exp_pos (u + v)); lra|]; apply Rlt_le, Rinv_0_lt_compat, pow_lt;
      assumption)).
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

(** * As computed: no exponential above 1 *)

Lemma root_of_norms : forall A B, sqrt (cosh A * cosh B)
  = exp ((Rabs A + Rabs B) / 2) / 2 * sqrt ((1 + exp (- Rabs A) ^ 2) * (1 + exp (- Rabs B) ^ 2)).
Proof.
  intros A B. assert (H : forall x, cosh x = exp (Rabs x) / 2 * (1 + exp (- Rabs x) ^ 2)).
  { intro x. rewrite <- cosh_abs. unfold cosh. rewrite exp_Ropp. pose proof (exp_pos (Rabs x)). field. lra. }
  set (e := exp ((Rabs A + Rabs B) / 2)). assert (E : 0 < e) by apply exp_pos.
  assert (Ee : exp (Rabs A) * exp (Rabs B) = e * e) by (unfold e; rewrite <- !exp_plus; f_equal; field).
  rewrite (H A), (H B).
  replace (exp (Rabs A) / 2 * (1 + exp (- Rabs A) ^ 2) * (exp (Rabs B) / 2 * (1 + exp (- Rabs B) ^ 2)))
    with (exp (Rabs A) * exp (Rabs B) / 4 * ((1 + exp (- Rabs A) ^ 2) * (1 + exp (- Rabs B) ^ 2))) by field.
  rewrite Ee, sqrt_mult_alt by nra. f_equal.
  replace (e * e / 4) with (e / 2 * (e / 2)) by field. apply sqrt_square. lra.
Qed.

Lemma norms_pos : forall A B, 0 < sqrt ((1 + exp (- Rabs A) ^ 2) * (1 + exp (- Rabs B) ^ 2)).
Proof.
  intros. apply sqrt_lt_R0, Rmult_lt_0_compat.
  - pose proof (pow2_ge_0 (exp (- Rabs A))). lra.
  - pose proof (pow2_ge_0 (exp (- Rabs B))). lra.
Qed.

Lemma along : forall A B, cosh ((Rabs A + Rabs B) / 2) / sqrt (cosh A * cosh B)
  = (1 + exp (- Rabs A) * exp (- Rabs B)) / sqrt ((1 + exp (- Rabs A) ^ 2) * (1 + exp (- Rabs B) ^ 2)).
Proof.
  intros A B. rewrite root_of_norms. pose proof (norms_pos A B).
  pose proof (exp_pos ((Rabs A + Rabs B) / 2)) as E.
  assert (K : cosh ((Rabs A + Rabs B) / 2)
              = exp ((Rabs A + Rabs B) / 2) / 2 * (1 + exp (- Rabs A) * exp (- Rabs B))); [|rewrite K;
                field; lra].
  unfold cosh. rewrite <- exp_plus.
  replace (exp (- ((Rabs A + Rabs B) / 2))) with (exp ((Rabs A + Rabs B) / 2) * exp (- Rabs A + - Rabs B));
    [field|].
  rewrite <- exp_plus. f_equal. field.
Qed.

Lemma across : forall A B, cosh ((Rabs A - Rabs B) / 2) / sqrt (cosh A * cosh B)
  = (exp (- Rabs A) + exp (- Rabs B)) / sqrt ((1 + exp (- Rabs A) ^ 2) * (1 + exp (- Rabs B) ^ 2)).
Proof.
  intros A B. rewrite root_of_norms. pose proof (norms_pos A B).
  pose proof (exp_pos ((Rabs A + Rabs B) / 2)) as E.
  assert (K : cosh ((Rabs A - Rabs B) / 2)
              = exp ((Rabs A + Rabs B) / 2) / 2 * (exp (- Rabs A) + exp (- Rabs B))); [|rewrite K; field;
                lra].
  unfold cosh.
  replace (exp ((Rabs A - Rabs B) / 2)) with (exp ((Rabs A + Rabs B) / 2) * exp (- Rabs B))
    by (rewrite <- exp_plus; f_equal; field).
  replace (exp (- ((Rabs A - Rabs B) / 2))) with (exp ((Rabs A + Rabs B) / 2) * exp (- Rabs A))
    by (rewrite <- exp_plus; f_equal; field). field.
Qed.

Lemma cosh_same : forall x y, x = y \/ x = - y -> cosh x = cosh y.
Proof. intros x y [->| ->]; [reflexivity|apply cosh_even]. Qed.

Theorem new_swap_scores_computed_proved : new_swap_scores_computed_statement.
Proof.
  intros N C own i j Hown Hij A B a b norms. rewrite positional_closed, symbolic_closed by assumption.
  fold A B. unfold norms, a, b. rewrite <- along, <- across.
  split; intro S; split; f_equal; apply cosh_same; unfold Rabs; destruct (Rcase_abs A), (Rcase_abs B);
    first [left; lra | right; lra |
           (assert (Z : A = 0 \/ B = 0) by
              (destruct (Req_dec A 0); [left; assumption|]; destruct (Req_dec B 0); [right; assumption|];
                exfalso; nra);
            destruct Z; (left; lra) || (right; lra))].
Qed.

(** * Exclusion *)

(** cosh((A+B)/2)/sqrt(cosh A cosh B): the positional cosine; the symbolic one with -B. *)
Definition closed (A B : R) : R := cosh ((A + B) / 2) / sqrt (cosh A * cosh B).

Lemma positional_is_closed : forall N C own i j, 0 <= own -> (i < j < N)%nat ->
  positional_cosine N C own i j = closed (before_difference C i j) (after_difference C i j).
Proof. exact positional_closed. Qed.

Lemma symbolic_is_closed : forall N C own i j, 0 <= own -> (i < j < N)%nat ->
  symbolic_cosine N C own i j = closed (before_difference C i j) (- after_difference C i j).
Proof. intros. rewrite symbolic_closed by assumption. unfold closed. rewrite cosh_even. reflexivity. Qed.

Lemma closed_pos : forall A B, 0 < closed A B.
Proof.
  intros. apply Rdiv_lt_0_compat; [apply cosh_pos|]. apply sqrt_lt_R0, Rmult_lt_0_compat; apply cosh_pos.
Qed.

Lemma closed_square : forall A B, closed A B ^ 2 * (cosh A * cosh B) = cosh ((A + B) / 2) ^ 2.
Proof.
  intros. unfold closed. pose proof (cosh_pos A). pose proof (cosh_pos B).
  assert (P : 0 < cosh A * cosh B) by (apply Rmult_lt_0_compat; assumption).
  assert (S : 0 < sqrt (cosh A * cosh B)) by (apply sqrt_lt_R0, P).
  rewrite <- (sqrt_sqrt (cosh A * cosh B)) at 2 by lra. field. lra.
Qed.

(** cosh A cosh B - cosh^2((A+B)/2) = sinh^2((A-B)/2). *)
Lemma cosh_product : forall A B, cosh A * cosh B = cosh ((A + B) / 2) ^ 2 + sinh ((A - B) / 2) ^ 2.
Proof.
  intros A B. unfold cosh, sinh. pose proof (exp_pos (A / 2)). pose proof (exp_pos (B / 2)).
  replace (exp A) with (exp (A / 2) * exp (A / 2)) by (rewrite <- exp_plus; f_equal; field).
  replace (exp B) with (exp (B / 2) * exp (B / 2)) by (rewrite <- exp_plus; f_equal; field).
  replace (exp (- A)) with (/ (exp (A / 2) * exp (A / 2)))
    by (rewrite <- exp_plus, <- exp_Ropp; f_equal; field).
  replace (exp (- B)) with (/ (exp (B / 2) * exp (B / 2)))
    by (rewrite <- exp_plus, <- exp_Ropp; f_equal; field).
  replace (exp ((A + B) / 2)) with (exp (A / 2) * exp (B / 2)) by (rewrite <- exp_plus; f_equal; field).
  replace (exp (- ((A + B) / 2))) with (/ (exp (A / 2) * exp (B / 2)))
    by (rewrite <- exp_plus, <- exp_Ropp; f_equal; field).
  replace (exp ((A - B) / 2)) with (exp (A / 2) / exp (B / 2))
    by (unfold Rdiv; rewrite <- exp_Ropp, <- exp_plus; f_equal; field).
  replace (exp (- ((A - B) / 2))) with (exp (B / 2) / exp (A / 2))
    by (unfold Rdiv; rewrite <- exp_Ropp, <- exp_plus; f_equal; field).
  field. lra.
Qed.

Lemma sinh_0_only : forall x, sinh x = 0 -> x = 0.
Proof. intros x H. unfold sinh in H. assert (E : exp x = exp (- x)) by lra. apply exp_inv in E. lra. Qed.

Lemma closed_le_1 : forall A B, closed A B <= 1.
Proof.
  intros A B. pose proof (closed_pos A B). pose proof (closed_square A B) as S. rewrite cosh_product in S.
  pose proof (pow2_ge_0 (sinh ((A - B) / 2))). pose proof (pow_lt _ 2 (cosh_pos ((A + B) / 2))).
  apply Rnot_lt_le. intro L. assert (1 < closed A B ^ 2) by nra. nra.
Qed.

Lemma closed_is_1 : forall A B, closed A B = 1 <-> A = B.
Proof.
  intros A B. pose proof (closed_square A B) as S. rewrite cosh_product in S. split.
  - intro E. rewrite E in S. assert (Z : sinh ((A - B) / 2) = 0) by nra. apply sinh_0_only in Z. lra.
  - intros ->. replace ((B - B) / 2) with 0 in S by field. rewrite sinh_0 in S.
    replace ((B + B) / 2) with B in S by field. pose proof (pow_lt _ 2 (cosh_pos B)).
    pose proof (closed_pos B B).
    assert (Sq : closed B B ^ 2 = 1) by (apply (Rmult_eq_reg_r (cosh B ^ 2)); lra).
    assert ((closed B B - 1) * (closed B B + 1) = 0) by lra. nra.
Qed.

(** cosh^2((A+B)/2) + cosh^2((A-B)/2) = 1 + cosh A cosh B. *)
Lemma closed_squares : forall A B, closed A B ^ 2 + closed A (- B) ^ 2 = 1 + 1 / (cosh A * cosh B).
Proof.
  intros A B. pose proof (closed_square A B) as S. pose proof (closed_square A (- B)) as S'.
  rewrite cosh_even in S'. pose proof (cosh_pos A). pose proof (cosh_pos B).
  assert (P : 0 < cosh A * cosh B) by (apply Rmult_lt_0_compat; assumption).
  apply (Rmult_eq_reg_r (cosh A * cosh B)); [|lra].
  rewrite Rmult_plus_distr_r, S, S'. replace ((1 + 1 / (cosh A * cosh B)) * (cosh A * cosh B))
    with (cosh A * cosh B + 1) by (field; lra). rewrite cosh_product.
  replace ((A + - B) / 2) with ((A - B) / 2) by field.
  assert (D : forall x, cosh x ^ 2 = 1 + sinh x ^ 2).
  { intro x. unfold cosh, sinh. rewrite exp_Ropp. pose proof (exp_pos x). field. lra. }
  rewrite (D ((A - B) / 2)). lra.
Qed.

Lemma closed_sum : forall A B, 1 < closed A B + closed A (- B).
Proof.
  intros A B. pose proof (closed_squares A B). pose proof (closed_pos A B). pose proof (closed_pos A (- B)).
  pose proof (closed_le_1 A B). pose proof (closed_le_1 A (- B)).
  assert (0 < 1 / (cosh A * cosh B))
    by (apply Rdiv_lt_0_compat; [lra|]; apply Rmult_lt_0_compat; apply cosh_pos). nra.
Qed.

(** ** Averages over the swaps *)

Lemma sum_lt : forall f g n j, (forall k, (k < n)%nat -> f k <= g k) -> (j < n)%nat -> f j < g j ->
  sum f n < sum g n.
Proof.
  intros f g n j H. induction n as [|n IH]; intros J L; [lia|]. simpl.
  destruct (Nat.eq_dec j n) as [->|E].
  - pose proof (sum_le f g n ltac:(intros; apply H; lia)). lra.
  - pose proof (IH ltac:(intros; apply H; lia) ltac:(lia) L). pose proof (H n ltac:(lia)). lra.
Qed.

Lemma sum_pos_exists : forall f n, 0 < sum f n -> exists k, (k < n)%nat /\ 0 < f k.
Proof.
  intros f n. induction n as [|n IH]; simpl; intro H; [lra|].
  destruct (Rlt_dec 0 (f n)) as [L|L]; [exists n; split; [lia|exact L]|].
  destruct IH as (k & K & P); [lra|]. exists k. split; [lia|exact P].
Qed.

Lemma over_swaps_ext : forall N f g, (forall i j, (i < j < N)%nat -> f i j = g i j) ->
  over_swaps N f = over_swaps N g.
Proof. intros N f g H. apply sum_ext. intros j J. apply sum_ext. intros i I. apply H. lia. Qed.

Lemma over_swaps_le : forall N f g, (forall i j, (i < j < N)%nat -> f i j <= g i j) ->
  over_swaps N f <= over_swaps N g.
Proof. intros N f g H. apply sum_le. intros j J. apply sum_le. intros i I. apply H. lia. Qed.

Lemma over_swaps_lt : forall N f g i j, (forall i j, (i < j < N)%nat -> f i j <= g i j) -> (i < j < N)%nat ->
  f i j < g i j -> over_swaps N f < over_swaps N g.
Proof.
  intros N f g i j H IJ L. apply sum_lt with j; [|lia|].
  - intros k K. apply sum_le. intros m M. apply H. lia.
  - apply sum_lt with i; [|lia|exact L]. intros k K. apply H. lia.
Qed.

Lemma over_swaps_plus : forall N f g, over_swaps N (fun i j => f i j + g i j) = over_swaps N f
  + over_swaps N g.
Proof.
  intros N f g. unfold over_swaps. rewrite <- sum_plus. apply sum_ext. intros j _. apply sum_plus.
Qed.

Lemma shares_exist : forall N alpha, over_swaps N alpha = 1 -> exists i j, (i < j < N)%nat /\ 0 < alpha i j.
Proof.
  intros N alpha H. destruct (sum_pos_exists (fun j => sum (fun i => alpha i j) j) N) as (j & J & P).
  - fold (over_swaps N alpha). lra.
  - apply sum_pos_exists in P as (i & I & P). exists i, j. split; [lia|exact P].
Qed.

(** * Exclusion: the theorem *)

Definition both_large (a : R) (x y : nat) : R := if (y =? 0)%nat then a else 0.

Lemma swap_01 : forall f, over_swaps 2 f = f 0%nat 1%nat.
Proof. intro f. unfold over_swaps. simpl. ring. Qed.

Theorem new_swap_scores_exclusion_proved : new_swap_scores_exclusion_statement.
Proof.
  split; [|split].
  - intros N C own i j Hown Hij pos sym. unfold pos, sym.
    rewrite positional_is_closed, symbolic_is_closed by assumption.
    split; [apply closed_squares|]. split; split; (apply closed_pos || apply closed_le_1).
  - intros N C own alpha Hown [Nonneg Total].
    assert (S : 1 < positional_score N C own alpha + symbolic_score N C own alpha).
    { unfold positional_score, symbolic_score. rewrite <- over_swaps_plus, <- Total at 1.
      destruct (shares_exist N alpha Total) as (i & j & IJ & P). apply over_swaps_lt with i j; [|exact IJ|].
      - intros p q PQ. rewrite positional_is_closed, symbolic_is_closed by assumption.
        pose proof (closed_sum (before_difference C p q) (after_difference C p q)).
        pose proof (Nonneg p q PQ). nra.
      - rewrite positional_is_closed, symbolic_is_closed by assumption.
        pose proof (closed_sum (before_difference C i j) (after_difference C i j)). nra. }
    split; [exact S|]. intro gamma. split; intro; lra.
  - intros slack Hs. set (a := ln (2 / slack)).
    assert (E : exp a = 2 / slack) by (apply exp_ln, Rdiv_lt_0_compat; lra).
    exists 2%nat, (both_large a), 0, (fun _ _ => 1). split; [lra|].
    split; [split; [intros; lra|apply swap_01]|].
    unfold positional_score, symbolic_score. rewrite !swap_01, !Rmult_1_l.
    rewrite positional_is_closed, symbolic_is_closed by (lra || lia).
    unfold before_difference, after_difference, both_large. simpl.
    pose proof (closed_is_1 (a - 0) (a - 0)) as [_ One]. rewrite One by reflexivity.
    pose proof (closed_square (a - 0) (- (a - 0))) as Sq. rewrite cosh_even in Sq.
    replace ((a - 0 + - (a - 0)) / 2) with 0 in Sq by field. rewrite cosh_0 in Sq.
    pose proof (closed_pos (a - 0) (- (a - 0))) as P. rewrite Rminus_0_r in *.
    pose proof (cosh_pos a) as Cp.
    assert (C1 : closed a (- a) * cosh a = 1).
    { assert (0 < closed a (- a) * cosh a) by (apply Rmult_lt_0_compat; assumption).
      assert ((closed a (- a) * cosh a - 1) * (closed a (- a) * cosh a + 1) = 0) by nra. nra. }
    assert (Big : 1 / slack < cosh a).
    { unfold cosh. rewrite E. pose proof (exp_pos (- a)).
      replace (1 / slack) with (2 / slack / 2) by (field; lra). lra. }
    assert (Last : 1 < slack * cosh a).
    { apply (Rmult_lt_compat_l slack) in Big; [|lra]. replace (slack * (1 / slack)) with 1 in Big by (field;
        lra). lra. }
    apply Rplus_lt_compat_l, Rmult_lt_reg_r with (cosh a); lra.
Qed.

(** * The score 1 *)

Lemma score_is_1 : forall N alpha f, positive_shares N alpha -> (forall i j, (i < j < N)%nat -> f i j <= 1) ->
  (over_swaps N (fun i j => alpha i j * f i j) = 1 <-> forall i j, (i < j < N)%nat -> f i j = 1).
Proof.
  intros N alpha f [Pos Total] Le. split.
  - intros One i j IJ. pose proof (Le i j IJ). destruct (Req_dec (f i j) 1) as [E|E]; [exact E|exfalso].
    assert (over_swaps N (fun i j => alpha i j * f i j) < over_swaps N alpha); [|lra].
    pose proof (Pos i j IJ). apply over_swaps_lt with i j; [|exact IJ|nra].
    intros p q PQ. pose proof (Pos p q PQ). pose proof (Le p q PQ). nra.
  - intro All. rewrite <- Total. apply over_swaps_ext. intros i j IJ. rewrite (All i j IJ). ring.
Qed.

(** A relation of two positions that is symmetric and holds for equal ones need be known for i < j only. *)
Lemma pairs_suffice : forall N (P : nat -> nat -> Prop), (forall a, P a a) -> (forall a b, P a b -> P b a) ->
  ((forall i j, (i < j < N)%nat -> P i j) <-> (forall a b, (a < N)%nat -> (b < N)%nat -> P a b)).
Proof.
  intros N P Same Turn. split.
  - intros H a b Ha Hb. destruct (Nat.lt_total a b) as [L|[->|L]]; [apply H; lia|apply Same|].
    apply Turn, H. lia.
  - intros H i j IJ. apply H; lia.
Qed.

Lemma positional_score_1 : forall N C own alpha, 0 <= own -> positive_shares N alpha ->
  (positional_score N C own alpha = 1 <->
   forall a b, (a < N)%nat -> (b < N)%nat -> C a b - C b b = C b a - C a a).
Proof.
  intros N C own alpha Hown Sh. unfold positional_score. rewrite score_is_1; [|exact Sh|].
  - rewrite <- (pairs_suffice N (fun a b => C a b - C b b = C b a - C a a)) by (intros; lra).
    split; intros H i j IJ; specialize (H i j IJ); rewrite positional_is_closed, closed_is_1 in *
      by assumption;
      unfold before_difference, after_difference in *; lra.
  - intros i j IJ. rewrite positional_is_closed by assumption. apply closed_le_1.
Qed.

Lemma symbolic_score_1 : forall N C own alpha, 0 <= own -> positive_shares N alpha ->
  (symbolic_score N C own alpha = 1 <->
   forall a b, (a < N)%nat -> (b < N)%nat -> C a b - C a a = C b a - C b b).
Proof.
  intros N C own alpha Hown Sh. unfold symbolic_score. rewrite score_is_1; [|exact Sh|].
  - rewrite <- (pairs_suffice N (fun a b => C a b - C a a = C b a - C b b)) by (intros; lra).
    split; intros H i j IJ; specialize (H i j IJ); rewrite symbolic_is_closed, closed_is_1 in * by assumption;
      unfold before_difference, after_difference in *; lra.
  - intros i j IJ. rewrite symbolic_is_closed by assumption. apply closed_le_1.
Qed.

(** 0 on the diagonal, 1 elsewhere. *)
Definition off_diagonal (a b : nat) : R := if (a =? b)%nat then 0 else 1.

Lemma off_diagonal_symmetric : forall a b, off_diagonal a b = off_diagonal b a.
Proof. intros. unfold off_diagonal. rewrite Nat.eqb_sym. reflexivity. Qed.

Theorem new_swap_scores_one_proved : new_swap_scores_one_statement.
Proof.
  split.
  - intros N C own alpha Hown Sh. split; [apply positional_score_1; assumption|].
    split; [apply symbolic_score_1; assumption|]. split; intro H.
    + apply positional_score_1; try assumption. intros a b Ha Hb.
      rewrite (H a b b), (H b a a) by assumption. lra.
    + apply symbolic_score_1; try assumption. intros a b Ha Hb.
      rewrite (H a b a), (H b a b) by assumption. lra.
  - intros N HN. exists off_diagonal. split; [|split].
    + intro H. specialize (H 0%nat 1%nat 0%nat ltac:(lia) ltac:(lia) ltac:(lia)). unfold off_diagonal in H.
      simpl in H. lra.
    + intro H. specialize (H 0%nat 0%nat 1%nat ltac:(lia) ltac:(lia) ltac:(lia)). unfold off_diagonal in H.
      simpl in H. lra.
    + intros own alpha Hown Sh. split; [apply positional_score_1|apply symbolic_score_1]; try assumption;
        intros a b _ _; rewrite (off_diagonal_symmetric a b); unfold off_diagonal; rewrite !Nat.eqb_refl;
          reflexivity.
Qed.

(** * False neighbours *)

(** Two positions, all weight on position 0: A = B = a. *)
Lemma both_large_cosines : forall a,
  positional_cosine 2 (both_large a) 0 0 1 = 1 /\ symbolic_cosine 2 (both_large a) 0 0 1 = closed a (- a).
Proof.
  intro a. rewrite positional_is_closed, symbolic_is_closed by (lra || lia).
  unfold before_difference, after_difference, both_large. simpl. rewrite Rminus_0_r.
  split; [apply closed_is_1|]; reflexivity.
Qed.

(** B = C[i,j] - C[j,i]: the two cosines change places. *)
Definition new_swap_scores_neighbour_sign : Prop :=
  forall (N : nat) (C : nat -> nat -> R) (own : R) (i j : nat), 0 <= own -> (i < j < N)%nat ->
    let A := before_difference C i j in
    let B := C i j - C j i in
    positional_cosine N C own i j = cosh ((A + B) / 2) / sqrt (cosh A * cosh B).

Theorem new_swap_scores_neighbour_sign_false : ~ new_swap_scores_neighbour_sign.
Proof.
  intro H. specialize (H 2%nat (both_large 1) 0 0%nat 1%nat ltac:(lra) ltac:(lia)). cbv zeta in H.
  rewrite (proj1 (both_large_cosines 1)) in H. symmetry in H. apply (proj1 (closed_is_1 _ _)) in H.
  unfold before_difference, both_large in H. simpl in H. lra.
Qed.

(** Not divided. *)
Definition new_swap_scores_neighbour_not_divided : Prop :=
  forall (N : nat) (C : nat -> nat -> R) (own : R) (i j : nat), 0 <= own -> (i < j < N)%nat ->
    positional_cosine N C own i j = cosh ((before_difference C i j + after_difference C i j) / 2).

Theorem new_swap_scores_neighbour_not_divided_false : ~ new_swap_scores_neighbour_not_divided.
Proof.
  intro H. specialize (H 2%nat (both_large 1) 0 0%nat 1%nat ltac:(lra) ltac:(lia)).
  rewrite (proj1 (both_large_cosines 1)) in H. unfold before_difference, after_difference, both_large in H.
  simpl in H. replace ((1 - 0 + (1 - 0)) / 2) with 1 in H by field.
  unfold cosh in H. pose proof (exp_ineq1 1 ltac:(lra)). pose proof (exp_pos (- (1))). lra.
Qed.

(** The first form whatever the signs. *)
Definition new_swap_scores_computed_neighbour_any_sign : Prop :=
  forall (N : nat) (C : nat -> nat -> R) (own : R) (i j : nat), 0 <= own -> (i < j < N)%nat ->
    let a := exp (- Rabs (before_difference C i j)) in
    let b := exp (- Rabs (after_difference C i j)) in
    positional_cosine N C own i j = (1 + a * b) / sqrt ((1 + a ^ 2) * (1 + b ^ 2)).

Definition lower_left (x y : nat) : R := if (x =? 0)%nat then 1 else 0.

Theorem new_swap_scores_computed_neighbour_any_sign_false : ~ new_swap_scores_computed_neighbour_any_sign.
Proof.
  intro H. specialize (H 2%nat lower_left 0 0%nat 1%nat ltac:(lra) ltac:(lia)). cbv zeta in H.
  rewrite positional_is_closed, <- along in H by (lra || lia).
  replace (before_difference lower_left 0 1) with 1 in H by (unfold before_difference, lower_left; simpl;
    ring).
  replace (after_difference lower_left 0 1) with (- (1)) in H by (unfold after_difference, lower_left;
    simpl; ring).
  rewrite Rabs_Ropp, Rabs_R1, cosh_even in H.
  change (closed 1 (- (1)) = closed 1 1) in H. rewrite (proj2 (closed_is_1 1 1) eq_refl) in H.
  apply (proj1 (closed_is_1 _ _)) in H. lra.
Qed.

(** s_POS + s_SYM > 1.1. *)
Definition new_swap_scores_exclusion_neighbour_more : Prop :=
  forall (N : nat) (C : nat -> nat -> R) (own : R) (alpha : nat -> nat -> R), 0 <= own -> shares N alpha ->
    11 / 10 < positional_score N C own alpha + symbolic_score N C own alpha.

Theorem new_swap_scores_exclusion_neighbour_more_false : ~ new_swap_scores_exclusion_neighbour_more.
Proof.
  intro H. destruct new_swap_scores_exclusion_proved as (_ & _ & Near).
  destruct (Near (1 / 10) ltac:(lra)) as (N & C & own & alpha & Hown & Sh & L).
  pose proof (H N C own alpha Hown Sh). lra.
Qed.

(** Weights may be negative: 1, 1 and -1 on (0 1), (0 2) and (1 2), A = B = ln 4 twice and A = B = 0. *)
Definition new_swap_scores_exclusion_neighbour_negative : Prop :=
  forall (N : nat) (C : nat -> nat -> R) (own : R) (alpha : nat -> nat -> R), 0 <= own ->
    over_swaps N alpha = 1 ->
    1 < positional_score N C own alpha + symbolic_score N C own alpha.

Definition one_negative (i j : nat) : R := if (i =? 0)%nat then 1 else - (1).

Theorem new_swap_scores_exclusion_neighbour_negative_false : ~ new_swap_scores_exclusion_neighbour_negative.
Proof.
  intro H. specialize (H 3%nat (both_large (ln 4)) 0 one_negative ltac:(lra)).
  assert (T : over_swaps 3 one_negative = 1) by (unfold over_swaps, one_negative; simpl; ring).
  specialize (H T). unfold positional_score, symbolic_score in H. rewrite <- over_swaps_plus in H.
  rewrite (over_swaps_ext 3 _ (fun i j => one_negative i j *
    (if (i =? 0)%nat then closed (ln 4) (ln 4) + closed (ln 4) (- ln 4) else closed 0 0
      + closed 0 (- 0)))) in H.
  - unfold over_swaps, one_negative in H. simpl in H. rewrite Ropp_0 in H.
    rewrite (proj2 (closed_is_1 (ln 4) (ln 4)) eq_refl), (proj2 (closed_is_1 0 0) eq_refl) in H.
    pose proof (closed_square (ln 4) (- ln 4)) as Sq. pose proof (closed_pos (ln 4) (- ln 4)).
    rewrite cosh_even in Sq. replace ((ln 4 + - ln 4) / 2) with 0 in Sq by field. rewrite cosh_0 in Sq.
    unfold cosh in Sq. rewrite exp_Ropp, exp_ln in Sq by lra. nra.
  - intros i j IJ. rewrite positional_is_closed, symbolic_is_closed by (lra || exact IJ).
    assert (E : before_difference (both_large (ln 4)) i j = (if (i =? 0)%nat then ln 4 else 0) /\
                after_difference (both_large (ln 4)) i j = (if (i =? 0)%nat then ln 4 else 0)).
    { unfold before_difference, after_difference, both_large.
      destruct (Nat.eqb_spec i 0), (Nat.eqb_spec j 0); split; lia || ring. }
    destruct E as [-> ->]. destruct (i =? 0)%nat; ring.
Qed.

(** s_POS = 1 for positional heads only. *)
Definition new_swap_scores_one_neighbour_only_positional : Prop :=
  forall (N : nat) (C : nat -> nat -> R) (own : R) (alpha : nat -> nat -> R), 0 <= own ->
    positive_shares N alpha ->
    positional_score N C own alpha = 1 -> positional N C.

Theorem new_swap_scores_one_neighbour_only_positional_false : ~ new_swap_scores_one_neighbour_only_positional.
Proof.
  intro H. destruct new_swap_scores_one_proved as [_ Others].
  destruct (Others 2%nat ltac:(lia)) as (C & NotPos & _ & One).
  assert (Sh : positive_shares 2 (fun _ _ => 1)) by (split; [intros; lra|apply swap_01]).
  destruct (One 0 (fun _ _ => 1) ltac:(lra) Sh) as [P _].
  exact (NotPos (H 2%nat C 0 (fun _ _ => 1) ltac:(lra) Sh P)).
Qed.

(** * The printed weights of the swaps *)

(** Attention weights of the N earlier positions. *)
Definition attention_weights (N : nat) (D : nat -> R) : Prop :=
  (forall a, (a < N)%nat -> 0 < D a) /\ sum D N <= 1.

(** What the softmax over the swaps is taken of; the swap of i < j is written (i j) where [first] says so,
    else (j i). *)
Definition written (D : nat -> R) (first : nat -> nat -> bool) (i j : nat) : R :=
  if first i j then D i - D j else D j - D i.

(** Weight of the swap of i < j, of (change of what is written)/tau. *)
Definition swap_weight (change : R -> R) (N : nat) (D : nat -> R) (tau : R) (first : nat -> nat -> bool)
    (i j : nat) : R :=
  exp (change (written D first i j) / tau)
  / over_swaps N (fun i j => exp (change (written D first i j) / tau)).

Definition well_defined (change : R -> R) : Prop :=
  forall (N : nat) (D : nat -> R) (tau : R) (first first' : nat -> nat -> bool) (i j : nat),
    (2 <= N)%nat -> attention_weights N D -> 0 < tau -> (i < j < N)%nat ->
    swap_weight change N D tau first i j = swap_weight change N D tau first' i j.

Definition new_swap_scores_printed_weights_statement : Prop := well_defined (fun d => d).

Definition new_swap_scores_printed_weights_corrected_statement : Prop := well_defined Rabs.

(** The printed softmax over all ordered pairs of two positions. *)
Definition ordered_total (N : nat) (D : nat -> R) (tau : R) : R :=
  sum (fun i => sum (fun j => if (i =? j)%nat then 0 else exp ((D i - D j) / tau)) N) N.
Definition ordered_weight (N : nat) (D : nat -> R) (tau : R) (i j : nat) : R :=
  exp ((D i - D j) / tau) / ordered_total N D tau.

Definition new_swap_scores_printed_weights_ordered_statement : Prop :=
  forall (N : nat) (D : nat -> R) (tau : R) (i j : nat),
    (2 <= N)%nat -> attention_weights N D -> 0 < tau -> (i < j < N)%nat ->
    let both := ordered_weight N D tau i j + ordered_weight N D tau j i in
    let absolute := swap_weight Rabs N D tau (fun _ _ => true) i j in
    both = cosh ((D i - D j) / tau) / over_swaps N (fun i j => cosh ((D i - D j) / tau)) /\
    absolute / 2 < both < 2 * absolute.

(** Three attention weights 1/2, 1/3, 1/6. *)
Definition halves (a : nat) : R := match a with O => 1 / 2 | 1%nat => 1 / 3 | _ => 1 / 6 end.

Lemma halves_weights : attention_weights 3 halves.
Proof.
  split.
  - intros a _. destruct a as [|[|a]]; simpl; lra.
  - simpl. lra.
Qed.

(** The first swap written the other way round. *)
Definition but_the_first (i j : nat) : bool := negb ((i =? 0) && (j =? 1))%nat.

(** The weight of the last swap is e^{x} over the total, and the total changes. *)
Theorem new_swap_scores_printed_weights_refuted : ~ new_swap_scores_printed_weights_statement.
Proof.
  intro H. specialize (H 3%nat halves 1 (fun _ _ => true) but_the_first 1%nat 2%nat ltac:(lia) halves_weights
                         ltac:(lra) ltac:(lia)).
  unfold swap_weight, over_swaps, written, but_the_first in H. simpl in H.
  set (x := exp ((1 / 3 - 1 / 6) / 1)) in H. assert (X : 0 < x) by apply exp_pos.
  set (y := exp ((1 / 2 - 1 / 6) / 1)) in H. assert (Y : 0 < y) by apply exp_pos.
  assert (L : exp ((1 / 3 - 1 / 2) / 1) < exp ((1 / 2 - 1 / 3) / 1)) by (apply exp_increasing; lra).
  set (u := exp ((1 / 2 - 1 / 3) / 1)) in *. set (v := exp ((1 / 3 - 1 / 2) / 1)) in *.
  assert (V : 0 < v) by apply exp_pos.
  apply Rmult_eq_reg_l in H; [|lra]. apply (f_equal Rinv) in H. rewrite !Rinv_inv in H. lra.
Qed.

Theorem new_swap_scores_printed_weights_corrected_proved :
  new_swap_scores_printed_weights_corrected_statement.
Proof.
  intros N D tau first first' i j _ _ _ _.
  assert (E : forall i j, Rabs (written D first i j) = Rabs (written D first' i j)).
  { intros p q. unfold written. destruct (first p q), (first' p q); try reflexivity; apply Rabs_minus_sym. }
  unfold swap_weight. rewrite E. f_equal. apply over_swaps_ext. intros p q _. rewrite E. reflexivity.
Qed.

(** ** Ordered pairs *)

Lemma sum_split_diagonal : forall N (f : nat -> nat -> R), (forall i, f i i = 0) ->
  sum (fun i => sum (fun j => f i j) N) N = over_swaps N (fun i j => f i j + f j i).
Proof.
  intros N f Diag. induction N as [|N IH]; [reflexivity|].
  change (over_swaps (S N) (fun i j => f i j + f j i))
    with (over_swaps N (fun i j => f i j + f j i) + sum (fun i => f i N + f N i) N).
  rewrite <- IH, sum_plus. cbn [sum]. rewrite sum_plus, Diag. rewrite Rplus_0_r, Rplus_assoc. reflexivity.
Qed.

Lemma cosh_between : forall x, exp (Rabs x) / 2 < cosh x <= exp (Rabs x).
Proof.
  intro x. rewrite <- cosh_abs. unfold cosh. pose proof (exp_pos (- Rabs x)).
  assert (exp (- Rabs x) <= exp (Rabs x)) by (apply exp_le; pose proof (Rabs_pos x); lra). lra.
Qed.

Lemma ordered_total_cosh : forall N D tau,
  ordered_total N D tau = 2 * over_swaps N (fun i j => cosh ((D i - D j) / tau)).
Proof.
  intros N D tau. unfold ordered_total.
  rewrite (sum_split_diagonal N (fun i j => if (i =? j)%nat then 0 else exp ((D i - D j) / tau)))
    by (intro; rewrite Nat.eqb_refl; reflexivity).
  unfold over_swaps. rewrite <- sum_scal. apply sum_ext. intros j J. rewrite <- sum_scal. apply sum_ext.
  intros i I. destruct (Nat.eqb_spec i j), (Nat.eqb_spec j i); try lia. unfold cosh.
  replace (- ((D i - D j) / tau)) with ((D j - D i) / tau) by (unfold Rdiv; ring). field.
Qed.

(** Shares c/C and u/U with u/2 < c <= u and the same for the totals are within a factor of 2. *)
Lemma shares_near : forall c u C U, 0 < c -> 0 < C -> u / 2 < c <= u -> U / 2 < C <= U ->
  u / U / 2 < c / C < 2 * (u / U).
Proof.
  intros c u C U Pc PC [c1 c2] [C1 C2].
  assert (HU : 0 < U) by lra. assert (Hu : 0 < u) by lra. split.
  - apply Rmult_lt_reg_r with (2 * U * C); [nra|].
    replace (u / U / 2 * (2 * U * C)) with (u * C) by (field; lra).
    replace (c / C * (2 * U * C)) with (2 * c * U) by (field; lra). nra.
  - apply Rmult_lt_reg_r with (U * C); [nra|].
    replace (c / C * (U * C)) with (c * U) by (field; lra).
    replace (2 * (u / U) * (U * C)) with (2 * u * C) by (field; lra). nra.
Qed.

Theorem new_swap_scores_printed_weights_ordered_proved : new_swap_scores_printed_weights_ordered_statement.
Proof.
  intros N D tau i j _ _ Ht IJ both absolute.
  set (C := over_swaps N (fun i j => cosh ((D i - D j) / tau))).
  assert (PC : 0 < C).
  { replace 0 with (over_swaps N (fun _ _ => 0)).
    - apply over_swaps_lt with i j; [|exact IJ|apply cosh_pos]. intros. apply Rlt_le, cosh_pos.
    - unfold over_swaps. rewrite (sum_ext _ (fun _ => 0)), sum_const; [ring|].
      intros. rewrite sum_const. ring. }
  assert (E : both = cosh ((D i - D j) / tau) / C).
  { unfold both, ordered_weight. rewrite ordered_total_cosh. fold C. unfold cosh.
    replace (- ((D i - D j) / tau)) with ((D j - D i) / tau) by (unfold Rdiv; ring). field. lra. }
  split; [exact E|]. rewrite E. unfold absolute, swap_weight, written.
  assert (A : forall p q, exp (Rabs (D p - D q) / tau) = exp (Rabs ((D p - D q) / tau))).
  { intros. f_equal. unfold Rdiv. rewrite Rabs_mult, (Rabs_right (/ tau)); [reflexivity|].
    apply Rle_ge, Rlt_le, Rinv_0_lt_compat, Ht. }
  rewrite A. apply shares_near; [apply cosh_pos|exact PC|apply cosh_between|]. split.
  - unfold Rdiv. rewrite Rmult_comm. unfold over_swaps at 1. rewrite <- sum_scal.
    rewrite (sum_ext _ (fun j => sum (fun i => / 2 * exp (Rabs (D i - D j) / tau)) j))
      by (intros; symmetry; apply sum_scal).
    change (over_swaps N (fun i j => / 2 * exp (Rabs (D i - D j) / tau)) < C).
    apply over_swaps_lt with i j; [|exact IJ|].
    + intros p q _. rewrite A. pose proof (cosh_between ((D p - D q) / tau)). lra.
    + rewrite A. pose proof (cosh_between ((D i - D j) / tau)). lra.
  - apply over_swaps_le. intros p q _. rewrite A. apply cosh_between.
Qed.

(** With max(d_i - d_j, 0). *)
Definition new_swap_scores_printed_weights_corrected_neighbour_positive_part : Prop :=
  well_defined (fun d => Rmax d 0).

Theorem new_swap_scores_printed_weights_corrected_neighbour_positive_part_false :
  ~ new_swap_scores_printed_weights_corrected_neighbour_positive_part.
Proof.
  intro H. specialize (H 3%nat halves 1 (fun _ _ => true) but_the_first 1%nat 2%nat ltac:(lia) halves_weights
                         ltac:(lra) ltac:(lia)).
  unfold swap_weight, over_swaps, written, but_the_first in H. simpl in H.
  rewrite (Rmax_left (1 / 3 - 1 / 6) 0), (Rmax_left (1 / 2 - 1 / 6) 0), (Rmax_left (1 / 2 - 1 / 3) 0),
    (Rmax_right (1 / 3 - 1 / 2) 0) in H by lra.
  set (x := exp ((1 / 3 - 1 / 6) / 1)) in H. assert (X : 0 < x) by apply exp_pos.
  set (y := exp ((1 / 2 - 1 / 6) / 1)) in H. assert (Y : 0 < y) by apply exp_pos.
  assert (L : exp (0 / 1) < exp ((1 / 2 - 1 / 3) / 1)) by (apply exp_increasing; lra).
  set (u := exp ((1 / 2 - 1 / 3) / 1)) in *. set (v := exp (0 / 1)) in *.
  assert (V : 0 < v) by apply exp_pos.
  apply Rmult_eq_reg_l in H; [|lra]. apply (f_equal Rinv) in H. rewrite !Rinv_inv in H. lra.
Qed.

(** Within a factor of 1: the same weights as with |d_i - d_j|. *)
Definition new_swap_scores_printed_weights_ordered_neighbour_same : Prop :=
  forall (N : nat) (D : nat -> R) (tau : R) (i j : nat),
    (2 <= N)%nat -> attention_weights N D -> 0 < tau -> (i < j < N)%nat ->
    ordered_weight N D tau i j + ordered_weight N D tau j i = swap_weight Rabs N D tau (fun _ _ => true) i j.

Theorem new_swap_scores_printed_weights_ordered_neighbour_same_false :
  ~ new_swap_scores_printed_weights_ordered_neighbour_same.
Proof.
  intro H. specialize (H 3%nat halves 1 0%nat 2%nat ltac:(lia) halves_weights ltac:(lra) ltac:(lia)).
  rewrite (proj1 (new_swap_scores_printed_weights_ordered_proved 3%nat halves 1 0%nat 2%nat ltac:(lia)
             halves_weights ltac:(lra) ltac:(lia))) in H.
  unfold swap_weight, over_swaps, written, cosh in H. simpl in H.
  rewrite !Rabs_right in H by lra. replace ((1 / 2 - 1 / 6) / 1) with (1 / 6 + 1 / 6) in H by field.
  replace ((1 / 2 - 1 / 3) / 1) with (1 / 6) in H by field. replace ((1 / 3 - 1 / 6) / 1) with (1 / 6) in H by field.
  rewrite !exp_Ropp, exp_plus in H. pose proof (exp_ineq1 (1 / 6) ltac:(lra)). set (v := exp (1 / 6)) in *. clearbody v.
  field_simplify_eq in H; [nra|repeat split; nra].
Qed.

Example new_swap_scores_instance : instance_of new_swap_scores_statement.
Proof. exists 3%nat, (fun a b => INR (a * b)), 1, 0%nat, 2%nat. repeat split; lra || lia. Qed.

(** Both signs of A B at once: A = -4 and B = 0. *)
Example new_swap_scores_computed_instance : instance_of new_swap_scores_computed_statement.
Proof.
  exists 3%nat, (fun a b => INR (a + b)), 1, 0%nat, 2%nat. unfold before_difference, after_difference. cbn.
  repeat split; lra || lia.
Qed.

Example new_swap_scores_exclusion_instance : instance_of new_swap_scores_exclusion_statement.
Proof.
  split; [exists 3%nat, (fun a b => INR (a * b)), 1, 0%nat, 2%nat; repeat split; lra || lia|]. split.
  - pose (C := fun a b => INR (a * b)). pose (alpha := fun _ _ : nat => 1 / 3). exists 3%nat, C, 1, alpha.
    split; [lra|].
    split; [split; [intros; unfold alpha; lra|unfold alpha, over_swaps; cbn; lra]|]. split; [exact I|].
    exists (Rmax (positional_score 3 C 1 alpha) (symbolic_score 3 C 1 alpha)).
    repeat split; [apply Rmax_l|apply Rmax_r].
  - exists (1 / 10). split; [lra|exact I].
Qed.

(** Both positional and symbolic: all logits alike. *)
Example new_swap_scores_one_instance : instance_of new_swap_scores_one_statement.
Proof.
  split; [|exists 3%nat; split; [lia|exact I]]. exists 3%nat, (fun _ _ => 2), 1, (fun _ _ => 1 / 3). split; [lra|].
  split; [split; [intros; lra|unfold over_swaps; cbn; lra]|]. repeat split.
Qed.

Example new_swap_scores_printed_weights_ordered_instance : instance_of
  new_swap_scores_printed_weights_ordered_statement.
Proof.
  exists 3%nat, halves, 1, 0%nat, 2%nat. split; [lia|]. split; [exact halves_weights|]. repeat split; lra || lia.
Qed.

Example new_swap_scores_printed_weights_corrected_instance :
  instance_of new_swap_scores_printed_weights_corrected_statement.
Proof.
  exists 3%nat, halves, 1, (fun _ _ => true), but_the_first, 0%nat, 2%nat.
  split; [lia|]. split; [exact halves_weights|]. repeat split; lra || lia.
Qed.
