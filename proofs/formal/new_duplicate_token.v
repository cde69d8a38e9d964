(** new.duplicate-token and its reading: the head that attends to the first occurrence of the query's own letter.

    Statement (new). m >= 2 letters on a circle, omega = 2 pi/m; every query is turned back by (n0-1) theta, theta > 0 and
    2 (n0-1) theta < omega. On every input of length n <= n0 whose letters are on the circle, the only maximiser is the
    first position with the last token's letter. It leads every later one with that letter by at least 1 - cos theta, and
    every other letter by at least cos((n0-1) theta) - cos(omega - (n0-1) theta), which is positive.

    Idea: at distance t the query lacks (n0-1-t) theta of the match, which falls with t; another letter is at least
    omega - (n0-1) theta off.

    Encoding: h_sym of Heads.v with the phase (n0-1) theta, where queries and keys stand at the token's own left letter. *)

From Coq Require Import Reals Lra Lia Arith.
From RopeTheory Require Import Rope Trig Heads Instances.
Open Scope R_scope.

Definition h_duplicate (m n0 : nat) (theta : R) : head pair :=
  h_sym m left_of left_of theta ((INR n0 - 1) * theta).

(** f is the first position that holds the last token's letter. *)
Definition first_of (s : nat -> pair) (n f : nat) : Prop :=
  within n f /\ left_of (s f) = left_of (s n) /\ forall j, within n j -> left_of (s j) = left_of (s n) -> (f <= j)%nat.

Definition on_the_circle (m n : nat) (s : nat -> pair) : Prop := forall j, within n j -> (left_of (s j) < m)%nat.

Definition small_enough (m n0 : nat) (theta : R) : Prop := 0 < theta /\ 2 * ((INR n0 - 1) * theta) < spacing m.

Definition new_duplicate_token_statement : Prop :=
  forall (m n0 n f : nat) (theta : R) (s : nat -> pair),
    (2 <= m)%nat -> (1 <= n <= n0)%nat -> on_the_circle m n s -> small_enough m n0 theta -> first_of s n f ->
    only_maximiser (logits (h_duplicate m n0 theta) s n) n f.

Definition new_duplicate_token_gap_statement : Prop :=
  forall (m n0 n f : nat) (theta : R) (s : nat -> pair),
    (2 <= m)%nat -> (1 <= n <= n0)%nat -> on_the_circle m n s -> small_enough m n0 theta -> first_of s n f ->
    let l := logits (h_duplicate m n0 theta) s n in
    let span := (INR n0 - 1) * theta in
    (forall j, within n j -> j <> f -> left_of (s j) = left_of (s n) -> 1 - cos theta <= l f - l j) /\
    (forall j, within n j -> j <> f -> left_of (s j) <> left_of (s n) ->
     cos span - cos (spacing m - span) <= l f - l j /\ 0 < cos span - cos (spacing m - span)).

Lemma duplicate_logit : forall m n0 theta s n j,
  logits (h_duplicate m n0 theta) s n j
  = cos ((INR (left_of (s j)) - INR (left_of (s n))) * spacing m - (INR n0 - 1 - (INR n - INR j)) * theta).
Proof. intros. unfold logits, h_duplicate. rewrite h_sym_logit. f_equal; ring. Qed.

Lemma spacing_at_most_pi : forall m, (2 <= m)%nat -> 0 < spacing m <= PI.
Proof.
  intros m M. pose proof PI_RGT_0 as P. assert (2 <= INR m) by (apply (le_INR 2), M). unfold spacing. split.
  - apply Rdiv_lt_0_compat; lra.
  - apply Rmult_le_reg_r with (INR m); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. nra.
Qed.

(** What the query lacks at position j: between 0 and (n0-1) theta. *)
Lemma lack_range : forall n0 n j theta, (1 <= n <= n0)%nat -> within n j -> 0 < theta ->
  0 <= (INR n0 - 1 - (INR n - INR j)) * theta <= (INR n0 - 1) * theta.
Proof.
  intros n0 n j theta N [J1 J2] P. assert (INR j <= INR n) by (apply le_INR, J2).
  assert (1 <= INR j) by (apply (le_INR 1), J1). assert (INR n <= INR n0) by (apply le_INR; lia). split; nra.
Qed.

Lemma same_letter : forall m n0 theta s n j, left_of (s j) = left_of (s n) ->
  logits (h_duplicate m n0 theta) s n j = cos ((INR n0 - 1 - (INR n - INR j)) * theta).
Proof.
  intros m n0 theta s n j E. rewrite duplicate_logit, E, <- cos_neg. f_equal. ring.
Qed.

(** A difference of one step leads by at least 1 - cos theta. *)
Lemma step_lead : forall theta x y, 0 < theta -> 0 <= x -> x + theta <= y -> y <= PI / 2 ->
  1 - cos theta <= cos x - cos y.
Proof.
  intros theta x y P X Y H. pose proof PI_RGT_0 as Q.
  assert (A : cos y <= cos (x + theta)) by (apply cos_falls_weakly; lra).
  assert (B : 1 - cos theta <= cos x - cos (x + theta)).
  { rewrite cos_difference, one_minus_cos. replace ((x + theta - x) / 2) with (theta / 2) by field.
    replace ((x + theta + x) / 2) with (x + theta / 2) by field.
    assert (S : sin (theta / 2) <= sin (x + theta / 2)) by (apply sin_incr_1; lra).
    assert (T : 0 < sin (theta / 2)) by (apply sin_gt_0; lra). nra. }
  lra.
Qed.

Lemma other_letter : forall m n0 n j theta s, (2 <= m)%nat -> (1 <= n <= n0)%nat -> on_the_circle m n s ->
  small_enough m n0 theta -> within n j -> left_of (s j) <> left_of (s n) ->
  logits (h_duplicate m n0 theta) s n j <= cos (spacing m - (INR n0 - 1) * theta).
Proof.
  intros m n0 n j theta s M N C [P Q] J D. rewrite duplicate_logit.
  pose proof (spacing_at_most_pi m M) as [W1 W2]. pose proof (lack_range n0 n j theta N J P) as [X1 X2].
  pose proof (C j J) as A. pose proof (C n ltac:(unfold within; lia)) as B.
  set (x := (INR n0 - 1 - (INR n - INR j)) * theta) in *. set (span := (INR n0 - 1) * theta) in *.
  assert (T : INR m * spacing m = 2 * PI) by (unfold spacing; field; apply not_0_INR; lia).
  destruct (Nat.lt_total (left_of (s j)) (left_of (s n))) as [L|[L|L]]; [|congruence|].
  - rewrite <- cos_neg. set (d := INR (left_of (s n)) - INR (left_of (s j))).
    assert (D1 : 1 <= d) by (unfold d; rewrite <- minus_INR by lia; apply (le_INR 1); lia).
    assert (D2 : d <= INR m - 1).
    { unfold d. rewrite <- minus_INR by lia. replace (INR m - 1) with (INR (m - 1)) by (rewrite minus_INR by lia; reflexivity).
      apply le_INR. lia. }
    replace (- ((INR (left_of (s j)) - INR (left_of (s n))) * spacing m - x)) with (d * spacing m + x) by (unfold d; ring).
    apply cos_far_weakly; nra.
  - set (d := INR (left_of (s j)) - INR (left_of (s n))).
    assert (D1 : 1 <= d) by (unfold d; rewrite <- minus_INR by lia; apply (le_INR 1); lia).
    assert (D2 : d <= INR m - 1).
    { unfold d. rewrite <- minus_INR by lia. replace (INR m - 1) with (INR (m - 1)) by (rewrite minus_INR by lia; reflexivity).
      apply le_INR. lia. }
    apply cos_far_weakly; nra.
Qed.

Theorem new_duplicate_token_gap_proved : new_duplicate_token_gap_statement.
Proof.
  intros m n0 n f theta s M N C [P Q] [F [E L]] l span. pose proof PI_RGT_0 as PP.
  pose proof (spacing_at_most_pi m M) as [W1 W2]. pose proof (lack_range n0 n f theta N F P) as [X1 X2].
  unfold l. rewrite (same_letter m n0 theta s n f E). split; intros j J D S.
  - rewrite (same_letter m n0 theta s n j S). specialize (L j J S).
    pose proof (lack_range n0 n j theta N J P) as [Y1 Y2].
    assert (1 <= INR j - INR f) by (rewrite <- minus_INR by lia; apply (le_INR 1); lia).
    apply step_lead; try lra. nra.
  - pose proof (other_letter m n0 n j theta s M N C (conj P Q) J S) as O. unfold span in *. split.
    + assert (cos ((INR n0 - 1) * theta) <= cos ((INR n0 - 1 - (INR n - INR f)) * theta)) by (apply cos_falls_weakly; lra).
      lra.
    + assert (cos (spacing m - (INR n0 - 1) * theta) < cos ((INR n0 - 1) * theta)) by (apply cos_falls; lra). lra.
Qed.

Theorem new_duplicate_token_proved : new_duplicate_token_statement.
Proof.
  intros m n0 n f theta s M N C Q F. split; [exact (proj1 F)|]. intros k K D.
  pose proof (new_duplicate_token_gap_proved m n0 n f theta s M N C Q F) as [A B]. cbv zeta in A, B.
  destruct (Nat.eq_dec (left_of (s k)) (left_of (s n))) as [E|E].
  - specialize (A k K D E). pose proof (spacing_at_most_pi m M) as [W1 W2]. destruct Q as [P Q].
    assert (X : 0 < theta < PI).
    { split; [exact P|]. pose proof (lack_range n0 n (n) theta N ltac:(unfold within; lia) P).
      assert (INR n0 - 1 >= 1).
      { assert (2 <= INR n0); [|lra]. apply (le_INR 2). destruct F as [[F1 F2] _]. destruct K as [K1 K2]. lia. }
      nra. }
    assert (cos theta < 1) by (apply cos_lt_1; lra). lra.
  - destruct (B k K D E). lra.
Qed.

(** * False neighbours *)

(** The last occurrence leads. *)
Definition new_duplicate_token_neighbour_last : Prop :=
  forall (m n0 n : nat) (theta : R) (s : nat -> pair), (2 <= m)%nat -> (1 <= n <= n0)%nat -> on_the_circle m n s ->
    small_enough m n0 theta -> only_maximiser (logits (h_duplicate m n0 theta) s n) n n.

Lemma two_alike : on_the_circle 2 2 (fun _ => LetterInt 0 1) /\ small_enough 2 2 1.
Proof.
  split; [intros j _; simpl; lia|]. unfold small_enough, spacing. simpl. pose proof PI2_1. lra.
Qed.

Theorem new_duplicate_token_neighbour_last_false : ~ new_duplicate_token_neighbour_last.
Proof.
  intro H. destruct two_alike as [A B]. specialize (H 2%nat 2%nat 2%nat 1 _ ltac:(lia) ltac:(lia) A B).
  destruct H as [_ G]. specialize (G 1%nat ltac:(unfold within; lia) ltac:(lia)).
  rewrite !same_letter in G by reflexivity. simpl in G.
  replace ((1 + 1 - 1 - (1 + 1 - 1)) * 1) with 0 in G by ring. rewrite cos_0 in G.
  pose proof (cos_le_1 ((1 + 1 - 1 - (1 + 1 - (1 + 1))) * 1)). lra.
Qed.

(** The lead over an equal letter is at least twice 1 - cos theta. *)
Definition new_duplicate_token_gap_neighbour_twice : Prop :=
  forall (m n0 n f j : nat) (theta : R) (s : nat -> pair), (2 <= m)%nat -> (1 <= n <= n0)%nat -> on_the_circle m n s ->
    small_enough m n0 theta -> first_of s n f -> within n j -> j <> f -> left_of (s j) = left_of (s n) ->
    2 * (1 - cos theta) <= logits (h_duplicate m n0 theta) s n f - logits (h_duplicate m n0 theta) s n j.

Theorem new_duplicate_token_gap_neighbour_twice_false : ~ new_duplicate_token_gap_neighbour_twice.
Proof.
  intro H. destruct two_alike as [A B].
  specialize (H 2%nat 2%nat 2%nat 1%nat 2%nat 1 _ ltac:(lia) ltac:(lia) A B).
  assert (F : first_of (fun _ => LetterInt 0 1) 2 1).
  { split; [unfold within; lia|]. split; [reflexivity|]. intros j [J _] _. exact J. }
  specialize (H F ltac:(unfold within; lia) ltac:(lia) eq_refl). rewrite !same_letter in H by reflexivity. simpl in H.
  replace ((1 + 1 - 1 - (1 + 1 - 1)) * 1) with 0 in H by ring.
  replace ((1 + 1 - 1 - (1 + 1 - (1 + 1))) * 1) with 1 in H by ring. rewrite cos_0 in H. pose proof cos_one_lt_1. lra.
Qed.

(** The letters 1, 0, 1 of an alphabet of three. *)
Definition two_alternate (j : nat) : pair := LetterInt (j mod 2) j.

Lemma two_alternate_example : on_the_circle 3 3 two_alternate /\ small_enough 3 4 (PI / 12) /\ first_of two_alternate 3 1.
Proof.
  split; [| split].
  - intros j _. pose proof (Nat.mod_upper_bound j 2 ltac:(lia)). cbn [left_of two_alternate]. lia.
  - pose proof PI_RGT_0. unfold small_enough, spacing. simpl. lra.
  - split; [unfold within; lia | split; [reflexivity |]]. intros j [J _] _. exact J.
Qed.

Example new_duplicate_token_instance : instance_of new_duplicate_token_statement.
Proof.
  destruct two_alternate_example as [C [S F]]. exists 3%nat, 4%nat, 3%nat, 1%nat, (PI / 12), two_alternate.
  repeat (split; [lia || assumption |]). exact I.
Qed.

Example new_duplicate_token_gap_instance : instance_of new_duplicate_token_gap_statement.
Proof.
  destruct two_alternate_example as [C [S F]]. exists 3%nat, 4%nat, 3%nat, 1%nat, (PI / 12), two_alternate.
  repeat (split; [lia || assumption |]). split.
  - exists 3%nat. split; [unfold within; lia | split; [lia | split; [reflexivity | exact I]]].
  - exists 2%nat. split; [unfold within; lia | split; [lia | split; [discriminate | split; exact I]]].
Qed.
