(** u26.rem31b, .corrected, .exactly (U26, Remark 3.1).

    Printed: "T_Retrieval's head is purely symbolic."  Symbolic on every input, at T_Retrieval's own
    angles, 0 < theta < omega/(2 n0), n <= n0.

    .corrected: for n >= 3 and 0 < theta < omega/3 T_Retrieval's head is symbolic on no input of length n;
    it is close to symbolic: |M[a,b] - M[a,c]| <= 2|sin((b-c)theta/2)| <= |b-c| theta.
    .exactly: the head with T_Retrieval's queries and keys and any angle theta is symbolic on every input
    if and only if theta is a multiple of 2 pi; inputs of length 4 decide.

    Idea: a content at distance t has the logit cos(x + t theta), x a whole number of places omega.
    Distances 1 and 2 agree only if sin(x + 3 theta/2) sin(theta/2) = 0, that is if 2x + 3 theta is a
    multiple of 2 pi; but 3 theta lies strictly between two multiples of omega.  For matches at distances
    1, 2, 3: cos theta = cos 2 theta = cos 3 theta only if cos theta = 1. *)

From Coq Require Import Reals Lra Lia ZArith.
From Interval Require Import Tactic.
From RopeTheory Require Import Rope Trig Heads Circle Places u26_retrieval_max.
Open Scope R_scope.

Definition u26_rem31b_statement : Prop :=
  forall (m n0 n : nat) (theta : R) (s : nat -> pair),
    (1 <= m)%nat -> (1 <= n <= n0)%nat -> 0 < theta < spacing m / (2 * INR n0) -> over_alphabet m s n ->
    symbolic_on (h_retrieval m theta) s n.

Definition u26_rem31b_corrected_statement : Prop :=
  forall (m n : nat) (theta : R) (s : nat -> pair),
    (1 <= m)%nat -> (3 <= n)%nat -> 0 < theta < spacing m / 3 -> over_alphabet m s n ->
    ~ symbolic_on (h_retrieval m theta) s n /\
    forall a b c, (a < n - 1)%nat -> (b < n - 1)%nat -> (c < n - 1)%nat ->
      Rabs (content_by_position (h_retrieval m theta) s n a b - content_by_position (h_retrieval m theta) s n
        a c)
        <= 2 * Rabs (sin ((INR b - INR c) * theta / 2)) /\
      2 * Rabs (sin ((INR b - INR c) * theta / 2)) <= Rabs (INR b - INR c) * theta.

Definition u26_rem31b_exactly_statement : Prop :=
  forall (m : nat) (theta : R), (1 <= m)%nat ->
    ((forall n s, (1 <= n)%nat -> over_alphabet m s n -> symbolic_on (h_retrieval m theta) s n) <->
     (exists k : Z, theta = IZR k * (2 * PI))) /\
    ((forall s, over_alphabet m s 4 -> symbolic_on (h_retrieval m theta) s 4) <->
     (exists k : Z, theta = IZR k * (2 * PI))).

(** Logit of the content a, left letter u, at position b, sought letter v. *)
Lemma entry : forall m theta s n a b, content_by_position (h_retrieval m theta) s n a b
  = cos ((INR (left_of (s (S a))) - INR (sought (s n))) * spacing m + (INR n - INR (S b)) * theta).
Proof. intros. unfold content_by_position. apply h_retrieval_logit. Qed.

Definition constant_A1 (j : nat) : pair := LetterInt 0 1.

Lemma constant_over_alphabet : forall m n, (1 <= m)%nat -> over_alphabet m constant_A1 n.
Proof. intros m n M j _. unfold constant_A1. simpl. lia. Qed.

(** A1 A1 A1 at theta = pi/4: matches at the distances 2 and 1. *)
Theorem u26_rem31b_refuted : ~ u26_rem31b_statement.
Proof.
  intro H. assert (S : spacing 1 = 2 * PI) by (unfold spacing; simpl; field). pose proof PI_RGT_0.
  specialize (H 1%nat 3%nat 3%nat (PI / 4) constant_A1 ltac:(lia) ltac:(lia)).
  specialize (H ltac:(rewrite S; simpl; lra) (constant_over_alphabet 1 3 ltac:(lia))).
  specialize (H 0%nat 0%nat 1%nat ltac:(lia) ltac:(lia) ltac:(lia)). rewrite !entry in H. rewrite S in H.
  simpl in H.
  assert (cos ((0 - 0) * (2 * PI) + (1 + 1 + 1 - 1) * (PI / 4)) < 1 / 2 <
          cos ((0 - 0) * (2 * PI) + (1 + 1 + 1 - (1 + 1)) * (PI / 4))) by (split; interval with (i_prec 40)).
          lra.
Qed.

(** * Corrected *)

Theorem u26_rem31b_corrected_proved : u26_rem31b_corrected_statement.
Proof.
  intros m n theta s M N [Th0 Th1] _. pose proof (spacing_pos m M) as W. pose proof PI_RGT_0 as Pp.
  pose proof (spacing_le m 1 M M) as Wt. simpl in Wt. split.
  - intro Sym. specialize (Sym 0%nat (n - 2)%nat (n - 3)%nat ltac:(lia) ltac:(lia) ltac:(lia)).
    rewrite !entry in Sym. set (z := (Z.of_nat (left_of (s 1%nat)) - Z.of_nat (sought (s n)))%Z).
    replace (INR (left_of (s 1%nat)) - INR (sought (s n))) with (IZR z) in Sym
      by (unfold z; rewrite minus_IZR, <- !INR_IZR_INZ; reflexivity).
    replace (INR n - INR (S (n - 2))) with 1 in Sym
      by (replace (S (n - 2)) with (n - 1)%nat by lia; rewrite minus_INR by lia; simpl; ring).
    replace (INR n - INR (S (n - 3))) with 2 in Sym
      by (replace (S (n - 3)) with (n - 2)%nat by lia; rewrite minus_INR by lia; simpl; ring).
    apply Rminus_diag_eq in Sym. rewrite cos_difference in Sym.
    apply Rmult_integral in Sym. destruct Sym as [Sym|Sym];
      [apply Rmult_integral in Sym; destruct Sym as [Sym|Sym]; [lra|]|].
    + apply (between_places m (2 * z) (3 * theta) M); [lra|]. rewrite <- Sym. f_equal. rewrite mult_IZR.
      field.
    + assert (0 < sin (theta / 2)) by (apply sin_gt_0; lra).
      replace ((IZR z * spacing m + 2 * theta - (IZR z * spacing m + 1 * theta)) / 2) with (theta / 2) in Sym
        by field.
      lra.
  - intros a b c _ _ _. rewrite !entry, cos_difference. set (d := (INR b - INR c) * theta / 2).
    match goal with |- Rabs (2 * sin ?u * sin ?v) <= _ /\ _ =>
      replace v with d by (unfold d; rewrite !S_INR; field); set (w := u) end.
    rewrite !Rabs_mult, (Rabs_right 2) by lra. split.
    + assert (Rabs (sin w) <= 1) by (apply Rabs_le; pose proof (SIN_bound w); lra).
      pose proof (Rabs_pos (sin d)). pose proof (Rabs_pos (sin w)). nra.
    + pose proof (sin_abs_le d) as Le. assert (Ed : Rabs d = Rabs (INR b - INR c) * theta / 2).
      { unfold d, Rdiv. rewrite !Rabs_mult, (Rabs_right theta), (Rabs_right (/ 2)) by lra. reflexivity. }
      lra.
Qed.

(** * Exactly *)

Lemma whole_turns_symbolic : forall m theta n s, (exists k : Z, theta = IZR k * (2 * PI)) -> (1 <= n)%nat ->
  symbolic_on (h_retrieval m theta) s n.
Proof.
  intros m theta n s [k ->] N a b b' _ B B'. rewrite !entry.
  assert (T : forall c, (c < n - 1)%nat ->
    cos ((INR (left_of (s (S a))) - INR (sought (s n))) * spacing m +
      (INR n - INR (S c)) * (IZR k * (2 * PI)))
    = cos ((INR (left_of (s (S a))) - INR (sought (s n))) * spacing m)).
  { intros c C. replace ((INR n - INR (S c)) * (IZR k * (2 * PI))) with
      (IZR (Z.of_nat (n - S c) * k) * (2 * PI)).
    - apply cos_period_Z.
    - rewrite mult_IZR, <- INR_IZR_INZ, minus_INR by lia. ring. }
  rewrite (T b B), (T b' B'). reflexivity.
Qed.

Lemma four_decide : forall m theta, (1 <= m)%nat ->
  (forall s, over_alphabet m s 4 -> symbolic_on (h_retrieval m theta) s 4) ->
    exists k : Z, theta = IZR k * (2 * PI).
Proof.
  intros m theta M H. apply cos_eq_1. specialize (H constant_A1 (constant_over_alphabet m 4 M)).
  pose proof (H 0%nat 2%nat 1%nat ltac:(lia) ltac:(lia) ltac:(lia)) as E12.
  pose proof (H 0%nat 1%nat 0%nat ltac:(lia) ltac:(lia) ltac:(lia)) as E23. rewrite !entry in E12, E23.
  simpl in E12, E23.
  replace ((0 - 0) * spacing m + (1 + 1 + 1 + 1 - (1 + 1 + 1)) * theta) with theta in E12 by ring.
  replace ((0 - 0) * spacing m + (1 + 1 + 1 + 1 - (1 + 1)) * theta) with (2 * theta) in E12, E23 by ring.
  replace ((0 - 0) * spacing m + (1 + 1 + 1 + 1 - 1) * theta) with (2 * theta + theta) in E23 by ring.
  rewrite cos_plus, sin_2a, cos_2a in E23. rewrite cos_2a in E12.
  pose proof (sin2_cos2 theta) as P. unfold Rsqr in P. pose proof (COS_bound theta) as B.
  set (c := cos theta) in *. set (t := sin theta) in *.
  assert (Q : t * t = 1 - c * c) by lra.
  assert (Q1 : (c - 1) * (2 * c + 1) = 0) by nra.
  apply Rmult_integral in Q1. destruct Q1 as [Q1|Q1]; [lra|exfalso].
  assert (c = - 1 / 2) by lra. assert (E : c * c - t * t = (c * c - t * t) * c - 2 * (t * t) * c) by lra.
  rewrite Q in E. nra.
Qed.

Theorem u26_rem31b_exactly_proved : u26_rem31b_exactly_statement.
Proof.
  intros m theta M. split; split.
  - intro H. apply (four_decide m theta M). intros s A. apply H; [lia|exact A].
  - intros K n s N _. apply whole_turns_symbolic; assumption.
  - apply four_decide, M.
  - intros K s _. apply whole_turns_symbolic; [exact K|lia].
Qed.

(** * False neighbours *)

(** Two tokens are enough: with one earlier token every head is symbolic. *)
Definition u26_rem31b_corrected_neighbour_two_tokens : Prop :=
  forall (m n : nat) (theta : R) (s : nat -> pair),
    (1 <= m)%nat -> (2 <= n)%nat -> 0 < theta < spacing m / 3 -> over_alphabet m s n ->
    ~ symbolic_on (h_retrieval m theta) s n.

Theorem u26_rem31b_corrected_neighbour_two_tokens_false : ~ u26_rem31b_corrected_neighbour_two_tokens.
Proof.
  intro H. pose proof (spacing_pos 1 ltac:(lia)).
  apply (H 1%nat 2%nat (spacing 1 / 6) constant_A1 ltac:(lia) ltac:(lia) ltac:(lra)
    (constant_over_alphabet 1 2 ltac:(lia))).
  intros a b b' A B B'. replace b' with b by lia. reflexivity.
Qed.

(** Inputs of length 3 decide: at theta = 2 pi/3 the distances 1 and 2 agree, with one letter. *)
Definition u26_rem31b_exactly_neighbour_three_decide : Prop :=
  forall (m : nat) (theta : R), (1 <= m)%nat ->
    (forall s, over_alphabet m s 3 -> symbolic_on (h_retrieval m theta) s 3) ->
      exists k : Z, theta = IZR k * (2 * PI).

Theorem u26_rem31b_exactly_neighbour_three_decide_false : ~ u26_rem31b_exactly_neighbour_three_decide.
Proof.
  intro H. pose proof PI_RGT_0. destruct (H 1%nat (2 * PI / 3) ltac:(lia)) as [k K].
  - intros s A a b b' Ha B B'. rewrite !entry.
    destruct (A (S a) ltac:(unfold within; lia)) as [La _].
    destruct (A 3%nat ltac:(unfold within; lia)) as [_ Ls].
    replace (left_of (s (S a))) with 0%nat by lia. replace (sought (s 3%nat)) with 0%nat by lia.
    assert (E : cos (2 * PI / 3) = cos (2 * (2 * PI / 3))).
    { rewrite <- (cos_full_turn (2 * PI / 3)). f_equal. field. }
    destruct b as [|[|b]], b' as [|[|b']]; try lia; try reflexivity; simpl;
      replace ((0 - 0) * spacing 1 + (1 + 1 + 1 - 1) * (2 * PI / 3)) with (2 * (2 * PI / 3)) by ring;
      replace ((0 - 0) * spacing 1 + (1 + 1 + 1 - (1 + 1)) * (2 * PI / 3)) with (2 * PI / 3) by ring; lra.
  - assert (Z1 : IZR k = 1 / 3) by nra. assert (Z2 : 0 < IZR k < 1) by lra. destruct Z2 as [Z2 Z3].
    apply lt_IZR in Z2. apply lt_IZR in Z3. lia.
Qed.
