(** u26.thm31 and its readings (U26, Theorem 3.1): T_Index and T_Retrieval with softmax, at the last
    position and at every position.

    Statement: for every n0 > 1 there is a T_Index and a T_Retrieval with a single 2-dimensional RoPE head
    that compute Index and Retrieval, at the last position, on the valid inputs of length <= n0. Here:
    T_Index at theta = 2 pi/n0 and any beta > ln(n0-1)/(1 - cos theta), if the query does not point before
    the start; T_Retrieval over m letters at any 0 < phi < omega/(2 n0) and any beta > ln(n0-1)/(1 - cos
    phi), on proper inputs.
    .every-position: T_Index with the key of integer i replaced by s rho(theta)^{-i} v, s = (1 + cos
    theta)/2, computes Index at every position of every input with n > m and n <= n0, theta = 2 pi/n0, beta >
    2 ln(n0-1)/(1 - cos theta).
    .whole: whole outputs, Index(sigma) and Retrieval(sigma) in Sigma^n: the same T_Index at theta = 2 pi/N,
    N = max(n0, m+1), on all sequences of length <= n0 over ALPH and [m], whether n > m or not; and
    T_Retrieval on all proper ones.
    .whole.no-angle: for every angle the printed T_Index gets the whole output wrong on A k 1 1 4 for k = 2, 3
    or 4, each a valid input of the number task with n > m.
    .every-position-as-constructed: "The printed T_Index, at any angle that serves the last position,
    computes Index at every position of every input with n > m (hard attention)."  Refuted: A 2 B at theta
    = 2 pi/3.
    .no-angle: no angle makes the printed T_Index right at every position of all inputs of length 5: for
    every theta it fails at the second position of A k A A A for k = 2, 3 or 4, under hard attention and
    under softmax of any beta >= 0.

    Idea: at position 2 of A k ... the integer k points before the start and should stay.  The head sees A
    at distance 1 with the logit cos((k-1) theta) and the integer itself with cos(k theta); the integer
    stays only if less than half of the weight sits on A, that is if cos((k-1) theta) < cos(k theta).  No
    angle has cos theta < cos 2 theta < cos 3 theta < cos 4 theta.

    Encoding: T_Index with F = x + a and W_V = 2 on letters is index_score of u26_index_decode.v; the
    beginning of an input up to p is the input of the query at p.  "Right at p": the score of Index's token
    is above all others. "An angle that serves the last position": t theta is no multiple of 2 pi for 1 <=
    t < n. *)

From Coq Require Import Reals Lra Lia List ZArith.
From RopeTheory Require Import Rope Trig Taylor Sums Circle Heads Tasks Decoding IndexGap u26_index_logits
  u26_index_decode u26_index_bound_angle u26_retrieval_max u26_retrieval_bound u26_rem32 Instances.
Import ListNotations.
Open Scope R_scope.

(** The scores lead with Index's token at position p of s_1..s_n; an integer that points before the start
    stays. *)
Definition right_at (score : token -> R) (s : nat -> token) (n p : nat) : Prop :=
  forall t, t <> index_at keep (map s (seq 1 n)) p -> score t < score (index_at keep (map s (seq 1 n)) p).

Definition u26_thm31_every_position_as_constructed_statement : Prop :=
  forall (theta : R) (s : nat -> token) (n : nat),
    (forall j i, within n j -> s j = Int i -> (1 <= i < n)%nat) ->
    (forall (t : nat) (z : Z), (1 <= t < n)%nat -> INR t * theta <> IZR z * (2 * PI)) ->
    forall p, within n p -> right_at (index_score theta s p) s n p.

(** F = x + a with softmax at inverse temperature beta. *)
Definition index_soft_score (beta theta : R) (s : nat -> token) (n : nat) (t : token) : R :=
  one_hot (s n) t + sum1 (fun j => weight beta (logits (h_pos theta) s n) n j * index_value (s j) t) n.

(** A k A A A. *)
Definition inner (k j : nat) : token := if (j =? 2)%nat then Int k else Letter 0.

Definition u26_thm31_no_angle_statement : Prop :=
  forall theta : R, exists k : nat, (2 <= k <= 4)%nat /\
    ~ right_at (index_score theta (inner k) 2) (inner k) 5 2 /\
    forall beta, 0 <= beta -> ~ right_at (index_soft_score beta theta (inner k) 2) (inner k) 5 2.

(** W_V = identity and F = a, with softmax. *)
Definition retrieval_soft_score (beta : R) (m : nat) (phi : R) (s : nat -> pair) (n : nat) (t : pair) : R :=
  sum1 (fun j => weight beta (logits (h_retrieval m phi) s n) n j * pair_hot (s j) t) n.

Definition u26_thm31_statement : Prop :=
  forall n0 : nat, (2 <= n0)%nat ->
    (let theta := 2 * PI / INR n0 in
     0 < 1 - cos theta /\
     forall beta, ln (INR (n0 - 1)) / (1 - cos theta) < beta ->
       forall s n, (1 <= n <= n0)%nat -> (asked (s n) < n)%nat ->
         decoded (index_soft_score beta theta s n) (index_answer s n)) /\
    (forall m phi, (1 <= m)%nat -> 0 < phi < spacing m / (2 * INR n0) ->
     0 < 1 - cos phi /\
     forall beta, ln (INR (n0 - 1)) / (1 - cos phi) < beta ->
       forall s n t, (1 <= n <= n0)%nat -> over_alphabet m s n -> proper s n -> retrieval_answer s n t ->
         decoded (retrieval_soft_score beta m phi s n) t).

(** T_Index with other keys for the integers. *)
Definition h_pos_total (theta amplitude : R) : head token :=
  [Plane theta
     (fun x => match x with Letter _ => north | Int i => rot (- INR i * theta) north end)
     (fun y => match y with Letter _ => north | Int i => scale amplitude (rot (- INR i * theta) north) end)].

Definition total_score (beta theta : R) (s : nat -> token) (n : nat) (t : token) : R :=
  one_hot (s n) t +
  sum1 (fun j => weight beta (logits (h_pos_total theta ((1 + cos theta) / 2)) s n) n j * index_value (s j) t) n.

Definition u26_thm31_every_position_statement : Prop :=
  forall n0 : nat, (2 <= n0)%nat -> let theta := 2 * PI / INR n0 in
    0 < 1 - cos theta /\
    forall beta, 2 * ln (INR (n0 - 1)) / (1 - cos theta) < beta ->
      forall s n, (n <= n0)%nat -> longer_than_integers s n ->
        forall p, within n p -> right_at (total_score beta theta s p) s n p.

(** The scores at the positions 1..n decode to this sequence. *)
Definition writes {T : Type} (score : nat -> T -> R) (n : nat) (out : list T) : Prop :=
  length out = n /\ forall p, within n p -> exists t, tok out p = Some t /\ decoded (score p) t.

Definition u26_thm31_whole_statement : Prop :=
  forall n0 : nat, (2 <= n0)%nat ->
    (forall k : nat, let N := Nat.max n0 (k + 1) in let theta := 2 * PI / INR N in
     0 < 1 - cos theta /\
     forall beta, 2 * ln (INR (N - 1)) / (1 - cos theta) < beta ->
       forall s n, (n <= n0)%nat -> (forall j, within n j -> (asked (s j) <= k)%nat) ->
         writes (total_score beta theta s) n (Index keep (map s (seq 1 n)))) /\
    (forall m phi, (1 <= m)%nat -> 0 < phi < spacing m / (2 * INR n0) ->
     0 < 1 - cos phi /\
     forall beta, ln (INR (n0 - 1)) / (1 - cos phi) < beta ->
       forall s n, (n <= n0)%nat -> over_alphabet m s n -> proper s n ->
         writes (retrieval_soft_score beta m phi s) n (Retrieval (map s (seq 1 n)))).

(** A k 1 1 4. *)
Definition four_back (k j : nat) : token :=
  match j with 1%nat => Letter 0 | 2%nat => Int k | 5%nat => Int 4 | _ => Int 1 end.

Definition u26_thm31_whole_no_angle_statement : Prop :=
  forall theta : R, exists k : nat, (2 <= k <= 4)%nat /\
    number_input (map (four_back k) (seq 1 5)) /\ num_answer (map (four_back k) (seq 1 5)) 1 0%nat /\
    longer_than_integers (four_back k) 5 /\
    ~ writes (index_score theta (four_back k)) 5 (Index keep (map (four_back k) (seq 1 5))) /\
    forall beta, 0 <= beta ->
      ~ writes (index_soft_score beta theta (four_back k)) 5 (Index keep (map (four_back k) (seq 1 5))).

(** * The second position *)

Section Second.
  Variables (theta : R) (s : nat -> token) (n k : nat).
  Hypothesis First : s 1%nat = Letter 0.
  Hypothesis Second : s 2%nat = Int k.
  Hypothesis Long : (2 <= n)%nat.
  Hypothesis Before : (2 <= k)%nat.

  Lemma second_logits : logits (h_pos theta) s 2 1 = cos ((INR k - 1) * theta) /\
    logits (h_pos theta) s 2 2 = cos (INR k * theta).
  Proof.
    unfold logits. rewrite !h_pos_logit, Second. simpl. split.
    - rewrite <- cos_neg. f_equal. ring.
    - rewrite <- cos_neg. f_equal. ring.
  Qed.

  Lemma second_stays : index_at keep (map s (seq 1 n)) 2 = Int k.
  Proof.
    unfold index_at, keep. rewrite tok_map_seq by lia. rewrite Second.
    destruct (Nat.ltb_spec k 2); [lia|reflexivity].
  Qed.

  (** Weights w1 on the letter: the letter scores 2 w1, the integer 1. *)
  Lemma half_is_wrong : forall w : nat -> R, 1 / 2 <= w 1%nat ->
    ~ right_at (fun t => one_hot (s 2%nat) t + sum1 (fun j => w j * index_value (s j) t) 2) s n 2.
  Proof.
    intros w W H. unfold right_at in H. rewrite second_stays in H.
    specialize (H (Letter 0) ltac:(discriminate)).
    unfold sum1 in H. simpl in H. rewrite First, Second in H. unfold index_value, one_hot in H. simpl in H.
    rewrite Nat.eqb_refl in H. lra.
  Qed.

  Hypothesis Near : cos (INR k * theta) <= cos ((INR k - 1) * theta).

  Lemma hard_is_wrong : ~ right_at (index_score theta s 2) s n 2.
  Proof.
    apply (half_is_wrong (hard_weight (logits (h_pos theta) s 2) 2)).
    destruct second_logits as [L1 L2]. unfold hard_weight, sum1. simpl.
    assert (T : top (logits (h_pos theta) s 2) 2 1 = true).
    { apply top_spec. intros i I. unfold within in I. assert (i = 1 \/ i = 2)%nat as [->| ->] by lia; [lra|].
      rewrite L1, L2. exact Near. }
    rewrite T. destruct (top (logits (h_pos theta) s 2) 2 2); lra.
  Qed.

  Lemma soft_is_wrong : forall beta, 0 <= beta -> ~ right_at (index_soft_score beta theta s 2) s n 2.
  Proof.
    intros beta B. apply (half_is_wrong (weight beta (logits (h_pos theta) s 2) 2)).
    destruct second_logits as [L1 L2]. set (l := logits (h_pos theta) s 2) in *.
    unfold weight, sum1. simpl. rewrite L1, L2.
    assert (Le : exp (beta * cos (INR k * theta)) <= exp (beta * cos ((INR k - 1) * theta))).
    { assert (Le : beta * cos (INR k * theta) <= beta * cos ((INR k - 1) * theta)) by
        (apply Rmult_le_compat_l; assumption).
      destruct Le as [Lt|E]; [apply Rlt_le, exp_increasing, Lt|rewrite E; lra]. }
    pose proof (exp_pos (beta * cos (INR k * theta))). set (u := exp (beta * cos ((INR k - 1) * theta))) in *.
    set (v := exp (beta * cos (INR k * theta))) in *.
    apply Rmult_le_reg_r with (0 + u + v); [lra|]. unfold Rdiv.
    rewrite Rmult_assoc, (Rmult_assoc u), Rinv_l by lra. lra.
  Qed.
End Second.

(** * Softmax: what is far behind one position has less than half of the weight *)

Lemma behind_below_half : forall beta l n t D m (P : nat -> bool), within n t -> P t = false ->
  (n - 1 <= m)%nat -> (1 <= m)%nat -> 0 < D -> (forall k, within n k -> P k = true -> D <= l t - l k) ->
  ln (INR m) / D < beta -> sum1 (fun k => if P k then weight beta l n k else 0) n < 1 / 2.
Proof.
  intros beta l n t D m P T Pt M M1 Dp G H. assert (Mp : 1 <= INR m) by (apply (le_INR 1), M1).
  assert (B : ln (INR m) < beta * D).
  { apply Rmult_lt_reg_r with (/ D); [apply Rinv_0_lt_compat, Dp|].
    rewrite Rmult_assoc, Rinv_r, Rmult_1_r by lra. exact H. }
  assert (B0 : 0 <= beta).
  { assert (0 <= ln (INR m)) by (rewrite <- ln_1; apply ln_le; lra). nra. }
  set (Z := sum1 (fun k => exp (beta * l k)) n). set (e := exp (beta * l t)).
  assert (Small : INR m * exp (- (beta * D)) < 1).
  { rewrite <- (exp_ln (INR m)), <- exp_plus, <- exp_0 by lra. apply exp_increasing. lra. }
  pose proof (exp_pos (beta * l t)) as Ep. fold e in Ep. pose proof (exp_pos (- (beta * D))) as Dpos.
  set (S := sum1 (fun k => if P k then exp (beta * l k) else 0) n).
  assert (S1 : S < e).
  { apply Rle_lt_trans with (sum1 (fun k => if (k =? t)%nat then 0 else e * exp (- (beta * D))) n).
    - apply sum1_le. intros k K. destruct (P k) eqn:Pk.
      + destruct (Nat.eqb_spec k t) as [->|E]; [congruence|]. unfold e. rewrite <- exp_plus. apply exp_le.
        pose proof (G k K Pk). nra.
      + destruct (k =? t)%nat; [lra|nra].
    - rewrite sum1_one by exact T. assert (INR (n - 1) <= INR m) by (apply le_INR, M).
      assert (INR (n - 1) * exp (- (beta * D)) < 1) by nra. nra. }
  assert (S2 : S + e <= Z).
  { unfold Z. rewrite (sum1_split _ t n T). fold e.
    assert (S <= sum1 (fun k => if (k =? t)%nat then 0 else exp (beta * l k)) n); [|lra].
    apply sum1_le. intros k K. pose proof (exp_pos (beta * l k)).
    destruct (P k) eqn:Pk; destruct (Nat.eqb_spec k t) as [->|E]; try congruence; lra. }
  replace (sum1 (fun k => if P k then weight beta l n k else 0) n) with (S / Z).
  - assert (0 <= S) by (apply sum1_nonneg; intros k _; pose proof (exp_pos (beta * l k)); destruct (P k); lra).
    apply Rmult_lt_reg_r with Z; [lra|]. replace (S / Z * Z) with S by (field; lra). lra.
  - assert (Z <> 0).
    { assert (0 <= S) by (apply sum1_nonneg; intros k _; pose proof (exp_pos (beta * l k)); destruct (P k); lra).
      lra. }
    unfold S, Rdiv. rewrite Rmult_comm, <- sum1_scal. apply sum1_ext. intros k _. unfold weight. fold Z.
    destruct (P k); [field; assumption|ring].
Qed.

(** * Decoding *)

Section Decoding.
  Variables (w : nat -> R) (s : nat -> token) (n : nat).
  Hypothesis Nonneg : forall k, within n k -> 0 <= w k.
  Hypothesis Total : sum1 w n = 1.

  Let score (t : token) : R := one_hot (s n) t + sum1 (fun j => w j * index_value (s j) t) n.

  Lemma no_integer_value : forall i, sum1 (fun j => w j * index_value (s j) (Int i)) n = 0.
  Proof.
    intro i. rewrite (sum1_ext _ (fun _ => 0)); [rewrite sum1_const; ring|].
    intros k _. destruct (s k); simpl; unfold one_hot; simpl; ring.
  Qed.

  Lemma letter_decoded : forall t b, within n t -> s t = Letter b -> (forall c, s n = Letter c -> c = b) ->
    sum1 (fun k => if negb (k =? t)%nat then w k else 0) n < 1 / 2 -> decoded score (Letter b).
  Proof.
    intros t b T E Q H. set (r := sum1 (fun k => if negb (k =? t)%nat then w k else 0) n) in H.
    assert (W : w t + r = 1).
    { rewrite <- Total, (sum1_split w t n T). f_equal. unfold r. apply sum1_ext. intros k _.
      destruct (k =? t)%nat; reflexivity. }
    assert (R0 : 0 <= r).
    { unfold r. apply sum1_nonneg. intros k K. destruct (k =? t)%nat; simpl; [lra|apply Nonneg, K]. }
    assert (Low : 2 * w t <= sum1 (fun j => w j * index_value (s j) (Letter b)) n).
    { rewrite (sum1_split _ t n T), E. unfold index_value at 1, one_hot at 1. rewrite token_eq_refl.
      assert (0 <= sum1 (fun k => if (k =? t)%nat then 0 else w k * index_value (s k) (Letter b)) n); [|lra].
      apply sum1_nonneg. intros k K. destruct (k =? t)%nat; [lra|]. pose proof (Nonneg k K).
      apply Rmult_le_pos; [assumption|]. unfold index_value.
      destruct (s k) as [c|i]; [|lra]. pose proof (one_hot_range (Letter c) (Letter b)). lra. }
    pose proof (one_hot_range (s n) (Letter b)) as Own. intros [c|i] D; unfold score.
    - assert (Off : one_hot (s n) (Letter c) = 0).
      { unfold one_hot. destruct (s n) as [d|j]; [|reflexivity]. rewrite (Q d eq_refl).
        rewrite token_eq_neq by exact D. reflexivity. }
      assert (High : sum1 (fun j => w j * index_value (s j) (Letter c)) n <= 2 * r).
      { unfold r. rewrite <- sum1_scal. apply sum1_le. intros k K. pose proof (Nonneg k K).
        destruct (Nat.eqb_spec k t) as [->|N]; simpl.
        - rewrite E. simpl. unfold one_hot. rewrite token_eq_neq by exact D. lra.
        - unfold index_value. destruct (s k) as [d|j]; [|lra].
          pose proof (one_hot_range (Letter d) (Letter c)). nra. }
      lra.
    - rewrite no_integer_value. pose proof (one_hot_range (s n) (Int i)). lra.
  Qed.

  Definition is_letter (k : nat) : bool := match s k with Letter _ => true | Int _ => false end.

  Lemma integer_decoded : forall i, s n = Int i -> sum1 (fun k => if is_letter k then w k else 0) n < 1 / 2 ->
    decoded score (Int i).
  Proof.
    intros i E H t D. unfold score. rewrite no_integer_value, E. unfold one_hot at 2. rewrite token_eq_refl.
    unfold one_hot at 1. rewrite token_eq_neq by exact D. destruct t as [c|j].
    - assert (sum1 (fun k => w k * index_value (s k) (Letter c)) n
        <= 2 * sum1 (fun k => if is_letter k then w k else 0) n); [|lra].
      rewrite <- sum1_scal. apply sum1_le. intros k K. pose proof (Nonneg k K). unfold is_letter, index_value.
      destruct (s k) as [d|j]; [|lra]. pose proof (one_hot_range (Letter d) (Letter c)). nra.
    - rewrite no_integer_value. lra.
  Qed.
End Decoding.

(** * T_Index's angle *)

(** theta = 2 pi/N: no distance below N comes closer to a whole turn than theta. *)
Lemma apart : forall N (d : Z), (2 <= N)%nat -> d <> 0%Z -> (Z.abs d <= Z.of_nat N - 1)%Z ->
  cos (IZR d * (2 * PI / INR N)) <= cos (2 * PI / INR N).
Proof.
  intros N d H D L. pose proof PI_RGT_0 as P. assert (N2 : 2 <= INR N) by (apply (le_INR 2), H).
  set (theta := 2 * PI / INR N). assert (T : INR N * theta = 2 * PI) by (unfold theta; field; lra).
  assert (T0 : 0 < theta) by (unfold theta; apply Rdiv_lt_0_compat; lra).
  assert (Pos : forall e : Z, (1 <= e <= Z.of_nat N - 1)%Z -> cos (IZR e * theta) <= cos theta).
  { intros e [E1 E2]. apply IZR_le in E1. apply IZR_le in E2. rewrite minus_IZR, <- INR_IZR_INZ in E2.
    apply cos_far_weakly; nra. }
  destruct (Z.lt_total d 0) as [Neg|[Z|Posi]]; [|contradiction|apply Pos; lia].
  replace (IZR d * theta) with (- (IZR (- d) * theta)) by (rewrite opp_IZR; ring). rewrite cos_neg.
  apply Pos. lia.
Qed.

Lemma angle_positive : forall N, (2 <= N)%nat -> 0 < 1 - cos (2 * PI / INR N).
Proof.
  intros N H. assert (2 <= INR N) by (apply (le_INR 2), H). pose proof PI_RGT_0.
  assert (cos (2 * PI / INR N) < 1); [|lra]. apply cos_lt_1; [apply Rdiv_lt_0_compat; lra|].
  apply Rmult_lt_reg_r with (INR N); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra.
Qed.

Lemma steps : forall p j i theta, (INR p - INR j - INR i) * theta
  = IZR (Z.of_nat p - Z.of_nat j - Z.of_nat i) * theta.
Proof. intros. rewrite !minus_IZR, <- !INR_IZR_INZ. reflexivity. Qed.

Lemma one_less : forall n0, (2 <= n0)%nat -> (1 <= n0 - 1)%nat.
Proof. intros. lia. Qed.

Lemma index_last : forall n0 beta, (2 <= n0)%nat ->
  ln (INR (n0 - 1)) / (1 - cos (2 * PI / INR n0)) < beta ->
  forall s n, (1 <= n <= n0)%nat -> (asked (s n) < n)%nat ->
    decoded (index_soft_score beta (2 * PI / INR n0) s n) (index_answer s n).
Proof.
  intros n0 beta H B s n Hn A. set (theta := 2 * PI / INR n0) in *. set (l := logits (h_pos theta) s n).
  set (t := target (s n) n). assert (Et : t = (n - asked (s n))%nat) by apply target_asked.
  assert (T : within n t) by (unfold within; lia).
  assert (Lead : forall k, within n k -> k <> t -> 1 - cos theta <= l t - l k).
  { intros k K D. unfold l, t. rewrite (h_pos_target theta s n A). unfold logits. rewrite h_pos_logit, steps.
    assert (cos (IZR (Z.of_nat n - Z.of_nat k - Z.of_nat (asked (s n))) * theta) <= cos theta); [|lra].
    unfold within in K. apply apart; lia. }
  pose proof (angle_positive n0 H) as G. fold theta in G.
  assert (Pos : forall k, within n k -> 0 <= weight beta l n k) by (intros; apply Rlt_le, weight_positive; lia).
  assert (Half : forall P, P t = false -> sum1 (fun k => if P k then weight beta l n k else 0) n < 1 / 2).
  { intros P Pt. apply (behind_below_half beta l n t (1 - cos theta) (n0 - 1)); try assumption; try lia.
    intros k K Pk. apply Lead; [exact K|]. intros ->. congruence. }
  unfold index_answer. destruct (s n) as [a|i] eqn:Q.
  - apply (letter_decoded (weight beta l n) s n Pos (weights_total beta l n ltac:(lia)) t a T).
    + rewrite Et. simpl. rewrite Nat.sub_0_r. exact Q.
    + intros c Ec. congruence.
    + apply (Half (fun k => negb (k =? t)%nat)). rewrite Nat.eqb_refl. reflexivity.
  - simpl in Et. rewrite <- Et. destruct (s t) as [b|j] eqn:Q'.
    + apply (letter_decoded (weight beta l n) s n Pos (weights_total beta l n ltac:(lia)) t b T Q').
      * intros c Ec. congruence.
      * apply (Half (fun k => negb (k =? t)%nat)). rewrite Nat.eqb_refl. reflexivity.
    + apply (integer_decoded (weight beta l n) s n Pos i Q). apply (Half (is_letter s)).
      unfold is_letter. rewrite Q'. reflexivity.
Qed.

(** * T_Retrieval *)

Lemma sin_between : forall a y, 0 <= a -> a <= y -> y <= PI - a -> sin a <= sin y.
Proof.
  intros a y H1 H2 H3. rewrite <- !cos_shift. apply cos_near; lra.
Qed.

(** In the range of the angle the nearest match leads every other position by 1 - cos phi. *)
Lemma retrieval_lead : forall m phi n0 n s j k, (1 <= m)%nat -> (2 <= n0)%nat -> (1 <= n <= n0)%nat ->
  0 < phi < spacing m / (2 * INR n0) -> over_alphabet m s n -> within n j -> is_match s n j ->
  (forall i, within n i -> is_match s n i -> (i <= j)%nat) -> within n k -> k <> j ->
  1 - cos phi <= logits (h_retrieval m phi) s n j - logits (h_retrieval m phi) s n k.
Proof.
  intros m phi n0 n s j k Hm H0 Hn Hphi Hs J Mj Near K D.
  pose proof (printed_range m n n0 phi ltac:(lia) Hphi) as R. pose proof (spacing_le m 1 Hm Hm) as W.
  simpl in W. pose proof PI_RGT_0 as P. assert (N1 : 1 <= INR n) by (apply (le_INR 1); lia).
  assert (H1 : 0 <= sin (phi / 2)) by (apply sin_ge_0; nra).
  rewrite one_minus_cos.
  assert (Two : forall a b, phi / 2 <= a <= PI - phi / 2 -> phi / 2 <= b <= PI - phi / 2 ->
    2 * (sin (phi / 2) * sin (phi / 2)) <= 2 * sin a * sin b).
  { intros a b [A1 A2] [B1 B2]. assert (sin (phi / 2) <= sin a) by (apply sin_between; lra).
    assert (sin (phi / 2) <= sin b) by (apply sin_between; lra). nra. }
  destruct (match_dec s n k) as [Mk|Mk].
  - rewrite !match_logit by assumption. rewrite cos_difference. specialize (Near k K Mk). unfold within in *.
    set (a := INR (n - j)). set (b := INR (n - k)).
    assert (AB : a + 1 <= b) by (unfold a, b; rewrite <- S_INR; apply le_INR; lia).
    assert (A0 : 0 <= a) by apply pos_INR.
    assert (B1 : b <= INR n - 1) by (unfold b; replace (INR n - 1) with (INR (n - 1)) by
      (rewrite minus_INR by lia; reflexivity); apply le_INR; lia).
    apply Two; split; nra.
  - destruct (match_rival m phi s n j k Hs J K Mj Mk) as (y & Y & ->).
    assert (Hn2 : (2 <= n)%nat) by (unfold within in *; lia).
    assert (N2 : 2 <= INR n) by (apply (le_INR 2), Hn2).
    eapply Rle_trans; [|apply (rival_lead n (spacing m) phi y)]; try lra; try exact Hn2.
    + apply Two; split; nra.
    + unfold within in J. lia.
    + unfold within in K. lia.
    + unfold within in *. lia.
Qed.

Lemma phi_positive : forall m n0 phi, (1 <= m)%nat -> (2 <= n0)%nat -> 0 < phi < spacing m / (2 * INR n0) ->
  0 < 1 - cos phi.
Proof.
  intros m n0 phi Hm H0 H. pose proof (printed_range m n0 n0 phi ltac:(lia) H) as R.
  pose proof (spacing_le m 1 Hm Hm) as W. simpl in W. assert (2 <= INR n0) by (apply (le_INR 2), H0).
  assert (cos phi < 1); [|lra]. apply cos_lt_1; nra.
Qed.

Lemma retrieval_last : forall m phi n0 beta, (1 <= m)%nat -> (2 <= n0)%nat ->
  0 < phi < spacing m / (2 * INR n0) -> ln (INR (n0 - 1)) / (1 - cos phi) < beta ->
  forall s n t, (1 <= n <= n0)%nat -> over_alphabet m s n -> proper s n -> retrieval_answer s n t ->
    decoded (retrieval_soft_score beta m phi s n) t.
Proof.
  intros m phi n0 beta Hm H0 Hphi B s n t Hn Hs Hp At.
  destruct (last_such _ (match_dec s n) n (proper_match s n ltac:(lia) Hp)) as (j & J & Mj & Near).
  assert (E : s j = t).
  { unfold retrieval_answer in At. unfold is_match in Mj. destruct (s n) as [x y|x i] eqn:Q; simpl in Mj.
    - destruct At as (k & K & Yk & <-). apply (Hp n x y ltac:(unfold within; lia) Q); assumption.
    - subst t. assert (n <= j)%nat as L.
      { apply Near; [unfold within; lia|]. unfold is_match. rewrite Q. reflexivity. }
      replace j with n by (unfold within in J; lia). exact Q. }
  set (l := logits (h_retrieval m phi) s n).
  assert (Half : sum1 (fun k => if negb (k =? j)%nat then weight beta l n k else 0) n < 1 / 2).
  { apply (behind_below_half beta l n j (1 - cos phi) (n0 - 1)); try assumption; try lia.
    - rewrite Nat.eqb_refl. reflexivity.
    - apply (phi_positive m n0); assumption.
    - intros k K Pk. apply (retrieval_lead m phi n0); try assumption.
      intros ->. rewrite Nat.eqb_refl in Pk. discriminate. }
  assert (Wj : 1 / 2 < weight beta l n j).
  { pose proof (weights_total beta l n ltac:(lia)) as T. rewrite (sum1_split _ j n J) in T.
    rewrite (sum1_ext _ (fun k => if negb (k =? j)%nat then weight beta l n k else 0)) in T.
    - lra.
    - intros k _. destruct (k =? j)%nat; reflexivity. }
  intros u Hu. unfold retrieval_soft_score. fold l.
  apply (majority_decodes pair pair pair_hot (weight beta l n) s n j t) in Wj.
  - specialize (Wj u Hu). unfold Decoding.score, nothing in Wj. lra.
  - intros a b. unfold pair_hot. destruct (pair_eqb a b); lra.
  - intros k K. apply Rlt_le, weight_positive. lia.
  - apply weights_total. lia.
  - exact J.
  - rewrite E. apply pair_hot_same.
  - intros o Ho. rewrite E. apply pair_hot_other. congruence.
Qed.

Theorem u26_thm31_proved : u26_thm31_statement.
Proof.
  intros n0 H. split.
  - intro theta. split; [apply angle_positive, H|]. intros beta B. apply index_last; assumption.
  - intros m phi Hm Hphi. split; [apply (phi_positive m n0); assumption|]. intros beta B s n t.
    apply (retrieval_last m phi n0 beta); assumption.
Qed.

(** * T_Index with other keys, at every position *)

Lemma total_logit : forall theta a x n y j, head_logit (h_pos_total theta a) x n y j =
  match y with
  | Letter _ => cos ((INR n - INR j - INR (asked x)) * theta)
  | Int k => a * cos ((INR n - INR j - INR (asked x) + INR k) * theta)
  end.
Proof.
  intros theta a x n y j. unfold head_logit, h_pos_total; cbn [fold_right frequency query key].
  rewrite Rplus_0_r.
  replace (match x with Letter _ => north | Int i => rot (- INR i * theta) north end)
    with (rot (- INR (asked x) * theta) north)
    by (destruct x; simpl; [rewrite Ropp_0, Rmult_0_l; apply rot_0|reflexivity]).
  destruct y as [b|k].
  - rewrite (north_rot) at 2. rewrite logit_rot. unfold dist. f_equal. ring.
  - assert (Scaled : forall u v, logit theta u (scale a v) n j = a * logit theta u v n j).
    { intros [u1 u2] [v1 v2]. unfold logit, scale, rot, dot; simpl. ring. }
    rewrite Scaled, logit_rot. unfold dist. do 2 f_equal. ring.
Qed.

Lemma total_right : forall N beta, (2 <= N)%nat -> 2 * ln (INR (N - 1)) / (1 - cos (2 * PI / INR N)) < beta ->
  forall s n, (n <= N)%nat -> (forall j, within n j -> (asked (s j) < N)%nat) ->
  forall p, within n p -> right_at (total_score beta (2 * PI / INR N) s p) s n p.
Proof.
  intros N beta H B s n Hn A p P. set (theta := 2 * PI / INR N) in *. pose proof (angle_positive N H) as G.
  fold theta in G. set (a := (1 + cos theta) / 2). set (D := (1 - cos theta) / 2).
  assert (B' : ln (INR (N - 1)) / D < beta).
  { replace (ln (INR (N - 1)) / D) with (2 * ln (INR (N - 1)) / (1 - cos theta)); [exact B|].
    unfold D. field. lra. }
  assert (Dp : 0 < D) by (unfold D; lra). pose proof (COS_bound theta) as C.
  set (l := logits (h_pos_total theta a) s p). set (i := asked (s p)).
  assert (I : (i < N)%nat) by (apply A, P). unfold within in P.
  assert (Pos : forall k, within p k -> 0 <= weight beta l p k) by (intros; apply Rlt_le, weight_positive; lia).
  assert (Letters : forall k c, within p k -> s k = Letter c -> (k + i <> p)%nat -> l k <= cos theta).
  { intros k c K E Ne. unfold l, logits. rewrite E, total_logit, steps. fold i. unfold within in K.
    apply apart; lia. }
  assert (Ints : forall k j, within p k -> s k = Int j -> l k <= a).
  { intros k j K E. unfold l, logits. rewrite E, total_logit.
    pose proof (COS_bound ((INR p - INR k - INR (asked (s p)) + INR j) * theta)).
    assert (0 <= a) by (unfold a; lra). nra. }
  assert (Asked : forall k c, within p k -> s k = Letter c -> (k + i = p)%nat -> l k = 1).
  { intros k c K E Eq. unfold l, logits. rewrite E, total_logit. fold i.
    replace (INR p - INR k - INR i) with 0 by (rewrite <- Eq, plus_INR; ring).
    rewrite Rmult_0_l. apply cos_0. }
  assert (Found : forall t b, within p t -> s t = Letter b -> (t + i = p)%nat ->
    (forall c, s p = Letter c -> c = b) -> decoded (total_score beta theta s p) (Letter b)).
  { intros t b T E Eq Q.
    apply (letter_decoded (weight beta l p) s p Pos (weights_total beta l p ltac:(lia)) t b T E Q).
    apply (behind_below_half beta l p t D (N - 1)); try assumption; try lia; [rewrite Nat.eqb_refl; reflexivity|].
    intros k K Pk. rewrite (Asked t b T E Eq). assert (Ne : k <> t) by (intros ->; rewrite Nat.eqb_refl in Pk;
      discriminate).
    destruct (s k) as [c|j] eqn:Ek.
    - pose proof (Letters k c K Ek ltac:(lia)). unfold D. lra.
    - pose proof (Ints k j K Ek). unfold a, D in *. lra. }
  assert (Kept : forall j, s p = Int j -> (forall k c, within p k -> s k = Letter c -> (k + i <> p)%nat) ->
    decoded (total_score beta theta s p) (Int j)).
  { intros j E No. apply (integer_decoded (weight beta l p) s p Pos j E).
    apply (behind_below_half beta l p p D (N - 1)); try assumption; try lia; [unfold within; lia| |].
    - unfold is_letter. rewrite E. reflexivity.
    - intros k K Pk. unfold is_letter in Pk. destruct (s k) as [c|j'] eqn:Ek; [|discriminate].
      pose proof (Letters k c K Ek (No k c K Ek)) as Lk.
      assert (l p = a).
      { unfold l, logits. rewrite total_logit, E. simpl. replace (INR p - INR p - INR j + INR j) with 0 by ring.
        rewrite Rmult_0_l, cos_0. ring. }
      unfold a, D in *. lra. }
  unfold right_at, index_at. rewrite tok_map_seq by lia. destruct (s p) as [b|j] eqn:Q.
  - apply (Found p b); [unfold within; lia|exact Q|unfold i; simpl; lia|intros c Ec; congruence].
  - assert (i = j) as Ej by reflexivity. destruct (Nat.ltb_spec j p) as [L|L].
    + destruct j as [|j].
      * rewrite Nat.sub_0_r, tok_map_seq, Q by lia. apply Kept; [reflexivity|].
        intros k c K Ek Eq. assert (k = p) as -> by lia. congruence.
      * rewrite tok_map_seq by lia. destruct (s (p - S j)%nat) as [b|j'] eqn:Q'.
        -- apply (Found (p - S j)%nat b); [unfold within; lia|exact Q'|lia|intros c Ec; congruence].
        -- apply Kept; [reflexivity|]. intros k c K Ek Eq. replace (p - S j)%nat with k in Q' by lia. congruence.
    + unfold keep. rewrite tok_map_seq, Q by lia. apply Kept; [reflexivity|].
      intros k c K Ek Eq. unfold within in K. lia.
Qed.

Theorem u26_thm31_every_position_proved : u26_thm31_every_position_statement.
Proof.
  intros n0 H theta. split; [apply angle_positive, H|]. intros beta B s n Hn A p P.
  apply (total_right n0 beta H B s n Hn); [|exact P]. intros j J. specialize (A j J). lia.
Qed.

(** * Whole outputs *)

Lemma writes_Index : forall (score : nat -> token -> R) s n,
  writes score n (Index keep (map s (seq 1 n))) <-> forall p, within n p -> right_at (score p) s n p.
Proof.
  intros score s n. assert (Len : length (map s (seq 1 n)) = n) by (rewrite map_length, seq_length; reflexivity).
  assert (T : forall p, within n p ->
    tok (Index keep (map s (seq 1 n))) p = Some (index_at keep (map s (seq 1 n)) p)).
  { intros p P. apply tok_Index. rewrite Len. exact P. }
  split.
  - intros [_ W] p P. destruct (W p P) as (t & E & R). rewrite (T p P) in E. injection E as <-. exact R.
  - intro R. split; [rewrite Index_length; exact Len|]. intros p P. eexists. split; [apply T, P|apply R, P].
Qed.

Lemma proper_beginning : forall s n p, (p <= n)%nat -> proper s n -> proper s p.
Proof. intros s n p L H j x y J. apply H. unfold within in *. lia. Qed.

Lemma retrieval_at_beginning : forall s n p, within n p ->
  retrieval_at (map s (seq 1 n)) p = retrieval_at (map s (seq 1 p)) p.
Proof.
  intros s n p P. unfold within in P. unfold retrieval_at. rewrite !tok_map_seq by lia.
  replace (firstn p (map s (seq 1 n))) with (firstn p (map s (seq 1 p))); [reflexivity|].
  replace n with (p + (n - p))%nat by lia. rewrite seq_app, map_app.
  rewrite firstn_app, map_length, seq_length, Nat.sub_diag. simpl. rewrite app_nil_r. reflexivity.
Qed.

Theorem u26_thm31_whole_proved : u26_thm31_whole_statement.
Proof.
  intros n0 H. split.
  - intros k N theta. assert (HN : (2 <= N)%nat) by (unfold N; lia). split; [apply angle_positive, HN|].
    intros beta B s n Hn A. apply writes_Index. apply total_right; [exact HN|exact B|unfold N; lia|].
    intros j J. specialize (A j J). unfold N. lia.
  - intros m phi Hm Hphi. split; [apply (phi_positive m n0); assumption|]. intros beta B s n Hn Hs Hp. split.
    + rewrite Retrieval_length, map_length, seq_length. reflexivity.
    + intros p P. exists (retrieval_at (map s (seq 1 n)) p). pose proof P as [P1 P2]. split.
      * apply tok_Retrieval. rewrite map_length, seq_length. exact P.
      * rewrite (retrieval_at_beginning s n p P). pose proof (proper_beginning s n p P2 Hp) as Hp'.
        apply (retrieval_last m phi n0 beta); try assumption; try lia.
        -- intros j J. apply Hs. unfold within in *. lia.
        -- apply retrieval_answer_is_Retrieval; [lia|exact Hp'|reflexivity].
Qed.

(** * The refutation *)

Theorem u26_thm31_every_position_as_constructed_refuted : ~ u26_thm31_every_position_as_constructed_statement.
Proof.
  intro H. pose proof PI_RGT_0 as P. apply (hard_is_wrong (2 * PI / 5) (four_back 2) 5 2 eq_refl eq_refl ltac:(lia)
    ltac:(lia)).
  - apply Rle_trans with 0; [apply cos_le_0|apply cos_ge_0]; simpl; lra.
  - apply H; [| |unfold within; lia].
    + intros j i J E. unfold within in J. destruct j as [|[|[|[|[|[|j]]]]]]; try lia; try discriminate E;
        injection E as <-; lia.
    + intros t z T E. assert (E' : IZR (Z.of_nat t) = IZR (5 * z)).
      { rewrite <- INR_IZR_INZ, mult_IZR. nra. }
      apply eq_IZR in E'. lia.
Qed.

(** * No angle *)

Lemma no_increasing_cosines : forall theta,
  cos theta < cos (2 * theta) -> cos (2 * theta) < cos (3 * theta) -> cos (3 * theta) < cos (4 * theta) ->
    False.
Proof.
  intros theta H1 H2 H3. replace (3 * theta) with (2 * theta + theta) in * by ring.
  replace (4 * theta) with (2 * (2 * theta)) in H3 by ring.
  rewrite (cos_2a_cos (2 * theta)), cos_plus, cos_2a_cos, sin_2a in *.
  pose proof (COS_bound theta). pose proof (sin2_cos2 theta) as S. unfold Rsqr in S.
  set (c := cos theta) in *. set (t := sin theta) in *. assert (T : t * t = 1 - c * c) by lra.
  assert (C : (2 * c * c - 1) * c - 2 * t * c * t = 4 * c * c * c - 3 * c).
  { replace (2 * t * c * t) with (2 * c * (t * t)) by ring. rewrite T. ring. }
  rewrite C in *. assert (C1 : c < - 1 / 2) by nra. assert (C2 : 4 * c * c + 2 * c - 1 < 0) by nra.
  assert (C3 : (c - 1) * (2 * c * (4 * c * c + 2 * c - 1) - 2 * c - 1) > 0) by nra. nra.
Qed.

Lemma some_angle_near : forall theta, exists k, (2 <= k <= 4)%nat /\ cos (INR k * theta) <= cos ((INR k - 1) * theta).
Proof.
  intro theta. destruct (Rlt_dec (cos theta) (cos (2 * theta))) as [L1|L1].
  - destruct (Rlt_dec (cos (2 * theta)) (cos (3 * theta))) as [L2|L2].
    + destruct (Rlt_dec (cos (3 * theta)) (cos (4 * theta))) as [L3|L3].
      * exfalso. exact (no_increasing_cosines theta L1 L2 L3).
      * exists 4%nat. split; [lia|]. simpl. replace (1 + 1 + 1 + 1) with 4 by ring.
        replace (4 - 1) with 3 by ring. lra.
    + exists 3%nat. split; [lia|]. simpl. replace (1 + 1 + 1) with 3 by ring.
      replace (3 - 1) with 2 by ring. lra.
  - exists 2%nat. split; [lia|]. simpl. replace (1 + 1) with 2 by ring.
    replace ((2 - 1) * theta) with theta by ring. lra.
Qed.

Theorem u26_thm31_no_angle_proved : u26_thm31_no_angle_statement.
Proof.
  intro theta. destruct (some_angle_near theta) as (k & K & Near). exists k. split; [exact K|]. split.
  - apply (hard_is_wrong theta (inner k) 5 k); try reflexivity; try lia; exact Near.
  - intros beta B. apply (soft_is_wrong theta (inner k) 5 k); try reflexivity; try lia; assumption.
Qed.

Theorem u26_thm31_whole_no_angle_proved : u26_thm31_whole_no_angle_statement.
Proof.
  intro theta. destruct (some_angle_near theta) as (k & K & Near). exists k. split; [exact K|].
  split; [|split; [|split; [|split]]].
  - exists [0%nat], [k; 1; 1; 4]%nat. repeat split; try discriminate. simpl. intuition lia.
  - exists 1%nat. split; [|reflexivity]. apply (num_hop _ 5 4); [reflexivity|lia|].
    apply num_here with 0%nat. reflexivity.
  - intros j J. unfold within in J. assert (j = 1 \/ j = 2 \/ j = 3 \/ j = 4 \/ j = 5)%nat as
      [->|[->|[->|[->| ->]]]] by lia; simpl; lia.
  - rewrite writes_Index. intro W. apply (hard_is_wrong theta (four_back k) 5 k); try reflexivity; try lia;
      [exact Near|]. apply W. unfold within; lia.
  - intros beta B. rewrite writes_Index. intro W.
    apply (soft_is_wrong theta (four_back k) 5 k) with beta; try reflexivity; try lia; [exact Near|exact B|].
    apply W. unfold within; lia.
Qed.

(** * False neighbours *)

(** k = 2 and 3 suffice: at theta = 3 pi/4 the integers 2 and 3 stay at position 2. *)
Definition u26_thm31_no_angle_neighbour_two_and_three : Prop :=
  forall theta : R, exists k : nat, (2 <= k <= 3)%nat /\
    ~ right_at (index_score theta (inner k) 2) (inner k) 5 2.

Lemma hard_is_right : forall theta k, (2 <= k)%nat -> cos ((INR k - 1) * theta) < cos (INR k * theta) ->
  right_at (index_score theta (inner k) 2) (inner k) 5 2.
Proof.
  intros theta k K Lt. destruct (second_logits theta (inner k) k eq_refl) as [L1 L2].
  assert (M : only_maximiser (logits (h_pos theta) (inner k) 2) 2 2).
  { split; [unfold within; lia|]. intros i I E. unfold within in I. assert (i = 1%nat) by lia. subst i. lra. }
  unfold right_at. rewrite (second_stays (inner k) 5 k eq_refl ltac:(lia) ltac:(lia)). intros t Ne.
  unfold index_score. rewrite !(hard_weight_only _ _ _ M (fun j => index_value (inner k j) _)).
  change (inner k 2) with (Int k). simpl. unfold one_hot. rewrite token_eq_refl, token_eq_neq by exact Ne.
  lra.
Qed.

Theorem u26_thm31_no_angle_neighbour_two_and_three_false : ~ u26_thm31_no_angle_neighbour_two_and_three.
Proof.
  intro H. pose proof PI_RGT_0. destruct (H (3 * PI / 4)) as (k & K & F). apply F. apply hard_is_right; [lia|].
  assert (k = 2 \/ k = 3)%nat as [->| ->] by lia; simpl.
  - replace ((1 + 1) * (3 * PI / 4)) with (3 * (PI / 2)) by field. rewrite cos_3PI2. apply cos_lt_0; lra.
  - replace ((1 + 1 + 1 - 1) * (3 * PI / 4)) with (3 * (PI / 2)) by field. rewrite cos_3PI2, <- cos_full_turn. apply cos_gt_0; lra.
Qed.

(** Lengths beyond n0: A B 2 at theta = pi, the angle of n0 = 2, where the query ties with its target. *)
Definition u26_thm31_neighbour_any_length : Prop :=
  forall n0 beta, (2 <= n0)%nat -> ln (INR (n0 - 1)) / (1 - cos (2 * PI / INR n0)) < beta ->
    forall s n, (asked (s n) < n)%nat -> decoded (index_soft_score beta (2 * PI / INR n0) s n) (index_answer s n).

Definition A_B_2 (j : nat) : token := match j with 1%nat => Letter 0 | 2%nat => Letter 1 | _ => Int 2 end.

Theorem u26_thm31_neighbour_any_length_false : ~ u26_thm31_neighbour_any_length.
Proof.
  intro H. specialize (H 2%nat 1 (le_n 2)). replace (2 * PI / INR 2) with PI in H by (simpl; field).
  rewrite cos_PI in H. assert (B : ln (INR (2 - 1)) / (1 - -1) < 1) by (simpl; rewrite ln_1; lra).
  specialize (H B A_B_2 3%nat ltac:(simpl; lia) (Int 2) ltac:(discriminate)).
  set (l := logits (h_pos PI) A_B_2 3) in *. change (index_answer A_B_2 3) with (Letter 0) in H.
  assert (L : l 1%nat = l 3%nat).
  { unfold l, logits. rewrite !h_pos_logit. simpl.
    replace ((1 + 1 + 1 - 1 - (1 + 1)) * PI) with 0 by ring.
    replace ((1 + 1 + 1 - (1 + 1 + 1) - (1 + 1)) * PI) with (- (2 * PI)) by ring.
    rewrite cos_neg, cos_0, cos_2PI. reflexivity. }
  assert (E : weight 1 l 3 1 = weight 1 l 3 3) by (unfold weight; rewrite L; reflexivity).
  pose proof (weights_total 1 l 3 ltac:(lia)) as T. unfold sum1 in T. simpl in T.
  pose proof (weight_positive 1 l 3 2 ltac:(lia)).
  unfold index_soft_score in H. fold l in H. unfold sum1 in H. simpl in H. unfold one_hot in H. simpl in H. lra.
Qed.

(** Integers of n0 or more: in A 4 B, theta = 2 pi/3, the second position sees A head-on. *)
Definition u26_thm31_every_position_neighbour_any_integer : Prop :=
  forall n0 beta, (2 <= n0)%nat -> 2 * ln (INR (n0 - 1)) / (1 - cos (2 * PI / INR n0)) < beta ->
    forall s n p, (n <= n0)%nat -> within n p -> right_at (total_score beta (2 * PI / INR n0) s p) s n p.

Definition A_4_B (j : nat) : token := match j with 1%nat => Letter 0 | 2%nat => Int 4 | _ => Letter 1 end.

Theorem u26_thm31_every_position_neighbour_any_integer_false : ~ u26_thm31_every_position_neighbour_any_integer.
Proof.
  intro H. set (theta := 2 * PI / INR 3). set (b := 2 * ln (INR (3 - 1)) / (1 - cos theta)).
  assert (B0 : 0 <= b).
  { pose proof (angle_positive 3 ltac:(lia)) as G. fold theta in G. unfold b, Rdiv.
    apply Rmult_le_pos; [|apply Rlt_le, Rinv_0_lt_compat, G]. simpl.
    pose proof (ln_le 1 (1 + 1) ltac:(lra) ltac:(lra)). rewrite ln_1 in *. lra. }
  specialize (H 3%nat (b + 1) ltac:(lia) ltac:(fold theta; unfold b; lra) A_4_B 3%nat 2%nat ltac:(lia)
    ltac:(unfold within; lia)). fold theta in H. revert H. unfold total_score.
  set (l := logits (h_pos_total theta ((1 + cos theta) / 2)) A_4_B 2).
  apply (half_is_wrong A_4_B 3 4); try reflexivity; try lia.
  assert (L1 : l 1%nat = 1).
  { unfold l, logits. rewrite total_logit. simpl.
    replace ((1 + 1 - 1 - (1 + 1 + 1 + 1)) * theta) with (- (2 * PI)) by (unfold theta; simpl; field).
    rewrite cos_neg. apply cos_2PI. }
  assert (L2 : l 2%nat <= 1).
  { unfold l, logits. rewrite total_logit. simpl. pose proof (COS_bound theta).
    pose proof (COS_bound ((1 + 1 - (1 + 1) - (1 + 1 + 1 + 1) + (1 + 1 + 1 + 1)) * theta)). nra. }
  assert (Le : exp ((b + 1) * l 2%nat) <= exp ((b + 1) * l 1%nat)) by (apply exp_le; rewrite L1; nra).
  pose proof (weights_total (b + 1) l 2 ltac:(lia)) as T. unfold sum1 in T. simpl in T.
  assert (weight (b + 1) l 2 2 <= weight (b + 1) l 2 1); [|lra].
  unfold weight, Rdiv. apply Rmult_le_compat_r; [|exact Le]. apply Rlt_le, Rinv_0_lt_compat, sum1_pos; [lia|].
  intros. apply exp_pos.
Qed.

(** The angle 2 pi/n0 whatever the integers are. *)
Definition u26_thm31_whole_neighbour_angle : Prop :=
  forall n0 k beta, (2 <= n0)%nat -> 2 * ln (INR (n0 - 1)) / (1 - cos (2 * PI / INR n0)) < beta ->
    forall s n, (n <= n0)%nat -> (forall j, within n j -> (asked (s j) <= k)%nat) ->
      writes (total_score beta (2 * PI / INR n0) s) n (Index keep (map s (seq 1 n))).

Theorem u26_thm31_whole_neighbour_angle_false : ~ u26_thm31_whole_neighbour_angle.
Proof.
  intro H. apply u26_thm31_every_position_neighbour_any_integer_false. intros n0 beta H0 B s n p Hn P.
  assert (Bounded : exists k, forall j, within n j -> (asked (s j) <= k)%nat).
  { clear. induction n as [|n [k K]].
    - exists 0%nat. intros j J. unfold within in J. lia.
    - exists (Nat.max k (asked (s (S n)))). intros j J. destruct (Nat.eq_dec j (S n)) as [->|D]; [lia|].
      specialize (K j ltac:(unfold within in *; lia)). lia. }
  destruct Bounded as [k K]. apply (proj1 (writes_Index _ s n) (H n0 k beta H0 B s n Hn K)), P.
Qed.

(** The last position is wrong, too. *)
Definition u26_thm31_whole_no_angle_neighbour_last : Prop :=
  forall theta : R, exists k : nat, (2 <= k <= 4)%nat /\
    forall beta, 0 <= beta -> ~ right_at (index_soft_score beta theta (four_back k) 5) (four_back k) 5 5.

Theorem u26_thm31_whole_no_angle_neighbour_last_false : ~ u26_thm31_whole_no_angle_neighbour_last.
Proof.
  intro H. destruct (H (2 * PI / INR 5)) as (k & K & W).
  set (b := ln (INR (5 - 1)) / (1 - cos (2 * PI / INR 5))). pose proof (angle_positive 5 ltac:(lia)) as G.
  assert (B0 : 0 <= b).
  { unfold b, Rdiv. apply Rmult_le_pos; [|apply Rlt_le, Rinv_0_lt_compat, G].
    rewrite <- ln_1. apply ln_le; [lra|]. apply (le_INR 1). lia. }
  apply (W (b + 1)); [lra|]. unfold right_at.
  rewrite <- (index_answer_is_Index keep (four_back k) 5) by (simpl; lia).
  apply (index_last 5 (b + 1)); [lia|fold b; lra|lia|simpl; lia].
Qed.

(** * Instances: A B 1, and B1 A1 AB over two letters *)

Lemma a_b_1_longer : longer_than_integers a_b_1 3.
Proof. intros [|[|[|j]]] _; simpl; lia. Qed.

Example u26_thm31_instance : instance_of u26_thm31_statement.
Proof.
  exists 3%nat. split; [lia|]. split.
  - split; [exact I|]. exists (ln (INR (3 - 1)) / (1 - cos (2 * PI / INR 3)) + 1). split; [lra|].
    exists a_b_1, 3%nat. split; [lia|]. split; [simpl; lia|exact I].
  - exists 2%nat, (spacing 2 / 12). split; [lia|]. split; [exact retrieval_max_example|]. split; [exact I|].
    exists (ln (INR (3 - 1)) / (1 - cos (spacing 2 / 12)) + 1). split; [lra|].
    exists (one_match 3 1), 3%nat, (LetterInt 1 1). split; [lia|]. split; [apply one_match_over; lia|].
    split; [apply one_match_proper; lia|]. split; [exists 1%nat; repeat split; lia|exact I].
Qed.

Example u26_thm31_every_position_instance : instance_of u26_thm31_every_position_statement.
Proof.
  exists 3%nat. split; [lia|]. split; [exact I|].
  exists (2 * ln (INR (3 - 1)) / (1 - cos (2 * PI / INR 3)) + 1). split; [lra|].
  exists a_b_1, 3%nat. split; [lia|]. split; [exact a_b_1_longer|]. exists 3%nat. split; [unfold within; lia|exact I].
Qed.

Example u26_thm31_no_angle_instance : instance_of u26_thm31_no_angle_statement.
Proof. exists 1. exact I. Qed.

Example u26_thm31_whole_instance : instance_of u26_thm31_whole_statement.
Proof.
  exists 3%nat. split; [lia|]. split.
  - exists 1%nat. split; [exact I|]. exists (2 * ln (INR (3 - 1)) / (1 - cos (2 * PI / INR 3)) + 1).
    split; [simpl Nat.max; lra|]. exists a_b_1, 3%nat. split; [lia|]. split; [intros [|[|[|j]]] _; simpl; lia|exact I].
  - exists 2%nat, (spacing 2 / 12). split; [lia|]. split; [exact retrieval_max_example|]. split; [exact I|].
    exists (ln (INR (3 - 1)) / (1 - cos (spacing 2 / 12)) + 1). split; [lra|].
    exists (one_match 3 1), 3%nat. split; [lia|]. split; [apply one_match_over; lia|].
    split; [apply one_match_proper; lia|exact I].
Qed.

Example u26_thm31_whole_no_angle_instance : instance_of u26_thm31_whole_no_angle_statement.
Proof. exists 1. exact I. Qed.
