(** u26.rem31b, u26.rem31b.corrected, u26.rem31b.exactly: T_Retrieval's head is not purely symbolic, but
    nearly.

    Printed (U26, Remark 3.1): T_Retrieval's head is purely symbolic, that is L(x_n, n, x_a, b) does not
    depend on b, on every input; 0 < theta < omega/(2 n0), n <= n0. REFUTED, on every input of length 3
    already.
    Corrected: for n >= 3 and 0 < theta < omega/3 the head is symbolic on no input of length n; it is
    close to it: |M[a,b] - M[a,c]| <= 2 |sin((b-c) theta/2)| <= |b-c| theta.
    Exactly: with any angle theta the head is symbolic on every input if and only if theta is a multiple
    of 2 pi; inputs of length 4 decide.

    Idea: moving a key by one place turns it by theta; two logits agree if theta is a whole turn or if
    twice the letters' distance, a multiple of omega, makes up for 3 theta. *)

From Coq Require Import Reals Lra Lia PeanoNat ZArith.
From RopeTheory Require Import Rope Trig Heads Circle Induction u26_retrieval_max u26_index_unique Instances.
Open Scope R_scope.

Definition u26_rem31b_statement : Prop :=
  forall (m n n0 : nat) (theta : R) (s : nat -> pair),
    (1 <= m)%nat -> (1 <= n <= n0)%nat -> 0 < theta < spacing m / (2 * INR n0) -> over_alphabet m s n ->
    symbolic_on (h_retrieval m theta) s n.

Definition u26_rem31b_corrected_statement : Prop :=
  forall (m n : nat) (theta : R) (s : nat -> pair),
    (1 <= m)%nat -> (3 <= n)%nat -> 0 < theta < spacing m / 3 -> over_alphabet m s n ->
    ~ symbolic_on (h_retrieval m theta) s n /\
    forall a b c, (a < n - 1)%nat -> (b < n - 1)%nat -> (c < n - 1)%nat ->
      let M := content_by_position (h_retrieval m theta) s n in
      Rabs (M a b - M a c) <= 2 * Rabs (sin ((INR b - INR c) * theta / 2)) /\
      2 * Rabs (sin ((INR b - INR c) * theta / 2)) <= Rabs (INR b - INR c) * theta.

Definition u26_rem31b_exactly_statement : Prop :=
  forall (m : nat) (theta : R), (1 <= m)%nat ->
    ((forall n s, (1 <= n)%nat -> over_alphabet m s n -> symbolic_on (h_retrieval m theta) s n) <->
     exists k : Z, theta = IZR k * (2 * PI)) /\
    ((forall s, over_alphabet m s 4 -> symbolic_on (h_retrieval m theta) s 4) <->
     exists k : Z, theta = IZR k * (2 * PI)).

Lemma entry : forall m theta s n a b, content_by_position (h_retrieval m theta) s n a b
  = cos ((INR (left_of (s (S a))) - INR (sought (s n))) * spacing m + (INR n - INR (S b)) * theta).
Proof. intros. unfold content_by_position. apply h_retrieval_logit. Qed.

(** On inputs of three tokens and more the last two places before the query differ. *)
Lemma not_symbolic : forall m n theta s, (1 <= m)%nat -> (3 <= n)%nat -> 0 < theta < spacing m / 3 ->
  ~ symbolic_on (h_retrieval m theta) s n.
Proof.
  intros m n theta s Hm Hn Ht Sym. pose proof (spacing_pos m Hm) as W. pose proof (spacing_turn m Hm) as T.
  pose proof (spacing_le m 1 Hm Hm) as W1. simpl in W1. pose proof PI_RGT_0 as P.
  specialize (Sym 0%nat (n - 3)%nat (n - 2)%nat ltac:(lia) ltac:(lia) ltac:(lia)). rewrite !entry in Sym.
  replace (S (n - 3)) with (n - 2)%nat in Sym by lia. replace (S (n - 2)) with (n - 1)%nat in Sym by lia.
  rewrite !INR_from_end in Sym by lia. simpl (INR 2) in Sym. simpl (INR 1) in Sym.
  set (d := (Z.of_nat (left_of (s 1%nat)) - Z.of_nat (sought (s n)))%Z).
  assert (D : INR (left_of (s 1%nat)) - INR (sought (s n)) = IZR d) by (unfold d;
    rewrite minus_IZR, <- !INR_IZR_INZ; ring).
  rewrite D in Sym. destruct (cos_eq _ _ Sym) as [k [C|C]].
  - assert (E : theta = IZR (- k) * (2 * PI)) by (rewrite opp_IZR; lra).
    assert (0 < - k)%Z by (apply lt_IZR; nra). assert (- k < 1)%Z by (apply lt_IZR; nra). lia.
  - rewrite <- T in C. assert (E : 3 * theta = IZR (k * Z.of_nat m - 2 * d) * spacing m).
    { rewrite minus_IZR, !mult_IZR, <- INR_IZR_INZ. lra. }
    assert (0 < k * Z.of_nat m - 2 * d)%Z by (apply lt_IZR; nra).
    assert (k * Z.of_nat m - 2 * d < 1)%Z by (apply lt_IZR; nra). lia.
Qed.

Theorem u26_rem31b_corrected_proved : u26_rem31b_corrected_statement.
Proof.
  intros m n theta s Hm Hn Ht _. split; [apply not_symbolic; assumption|].
  intros a b c _ _ _ M. unfold M. rewrite !entry, cos_difference, !S_INR.
  set (x := (INR (left_of (s (S a))) - INR (sought (s n))) * spacing m).
  replace ((x + (INR n - (INR c + 1)) * theta - (x + (INR n - (INR b + 1)) * theta)) / 2)
    with ((INR b - INR c) * theta / 2) by field.
  set (y := sin ((x + (INR n - (INR c + 1)) * theta + (x + (INR n - (INR b + 1)) * theta)) / 2)). split.
  - rewrite !Rabs_mult, (Rabs_right 2) by lra. apply Rmult_le_compat_r; [apply Rabs_pos|].
    assert (Rabs y <= 1) by (apply Rabs_le; apply SIN_bound). lra.
  - pose proof (sin_abs_le ((INR b - INR c) * theta / 2)) as S.
    replace ((INR b - INR c) * theta / 2) with ((INR b - INR c) * (theta / 2)) in S at 2 by field.
    rewrite Rabs_mult, (Rabs_right (theta / 2)) in S by lra. lra.
Qed.

Definition all_a1 (_ : nat) : pair := LetterInt 0 1.

Lemma all_a1_over : forall m n, (1 <= m)%nat -> over_alphabet m all_a1 n.
Proof. intros m n Hm j _. simpl. lia. Qed.

Theorem u26_rem31b_refuted : ~ u26_rem31b_statement.
Proof.
  intro H. pose proof (spacing_pos 1 (le_n 1)) as W.
  assert (R : 0 < spacing 1 / 7 < spacing 1 / (2 * INR 3)) by (simpl; lra).
  apply (not_symbolic 1 3 (spacing 1 / 7) all_a1); [lia|lia|lra|].
  apply (H 1%nat 3%nat 3%nat); [lia|lia|exact R|apply all_a1_over; lia].
Qed.

Lemma whole_turn_symbolic : forall m n k s, symbolic_on (h_retrieval m (IZR k * (2 * PI))) s n.
Proof.
  intros m n k s a b c _ _ _. rewrite !entry.
  assert (E : forall x j, cos (x + (INR n - INR j) * (IZR k * (2 * PI))) = cos x).
  { intros x j. rewrite <- (cos_period_Z x ((Z.of_nat n - Z.of_nat j) * k)). f_equal.
    rewrite mult_IZR, minus_IZR, <- !INR_IZR_INZ. ring. }
  rewrite !E. reflexivity.
Qed.

Lemma length_four_decides : forall m theta, symbolic_on (h_retrieval m theta) all_a1 4 ->
  exists k : Z, theta = IZR k * (2 * PI).
Proof.
  intros m theta Sym.
  assert (E01 := Sym 0%nat 0%nat 1%nat ltac:(lia) ltac:(lia) ltac:(lia)).
  assert (E12 := Sym 0%nat 1%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia)).
  rewrite !entry in E01, E12. simpl in E01, E12.
  replace ((0 - 0) * spacing m) with 0 in E01, E12 by ring.
  destruct (cos_eq _ _ E01) as [c [C|C]]; [exists (- c)%Z; rewrite opp_IZR; lra|].
  destruct (cos_eq _ _ E12) as [d [D|D]]; [exists (- d)%Z; rewrite opp_IZR; lra|].
  (* 5 theta and 3 theta are whole turns, so 2 * 3 theta - 5 theta is one *)
  exists (2 * d - c)%Z. rewrite minus_IZR, mult_IZR. lra.
Qed.

Theorem u26_rem31b_exactly_proved : u26_rem31b_exactly_statement.
Proof.
  intros m theta Hm. split; split.
  - intro All. apply (length_four_decides m). apply All; [lia|apply all_a1_over, Hm].
  - intros [k ->] n s _ _. apply whole_turn_symbolic.
  - intro All. apply (length_four_decides m), All, all_a1_over, Hm.
  - intros [k ->] s _. apply whole_turn_symbolic.
Qed.

(** * False neighbours *)

(** Two tokens are enough: then there is one place only, and every head is symbolic. *)
Definition u26_rem31b_corrected_neighbour_two : Prop :=
  forall (m n : nat) (theta : R) (s : nat -> pair), (1 <= m)%nat -> (2 <= n)%nat -> 0 < theta < spacing m / 3
    ->
    ~ symbolic_on (h_retrieval m theta) s n.

Theorem u26_rem31b_corrected_neighbour_two_false : ~ u26_rem31b_corrected_neighbour_two.
Proof.
  intro H. pose proof (spacing_pos 1 (le_n 1)).
  apply (H 1%nat 2%nat (spacing 1 / 4) all_a1 (le_n 1) (le_n 2) ltac:(lra)).
  intros a b c _ Hb Hc. assert (b = 0 /\ c = 0)%nat as [-> ->] by lia. reflexivity.
Qed.

(** Multiples of pi are enough. *)
Definition u26_rem31b_exactly_neighbour_half : Prop :=
  forall (m : nat) (k : Z) n s, (1 <= m)%nat -> over_alphabet m s n -> symbolic_on (h_retrieval m (IZR k *
    PI)) s n.

Theorem u26_rem31b_exactly_neighbour_half_false : ~ u26_rem31b_exactly_neighbour_half.
Proof.
  intro H. destruct (length_four_decides 1 (IZR 1 * PI) (H 1%nat 1%Z 4%nat all_a1 (le_n 1) (all_a1_over 1 4
    (le_n 1)))) as [k E].
  pose proof PI_RGT_0. assert (Q : IZR k * 2 = 1) by nra. rewrite <- mult_IZR in Q. apply eq_IZR in Q. lia.
Qed.

(** Inputs of length 3 decide: theta = 2 pi/3 with one letter. *)
Definition u26_rem31b_exactly_neighbour_three : Prop :=
  forall (m : nat) (theta : R), (1 <= m)%nat ->
    (forall s, over_alphabet m s 3 -> symbolic_on (h_retrieval m theta) s 3) -> exists k : Z,
      theta = IZR k * (2 * PI).

Theorem u26_rem31b_exactly_neighbour_three_false : ~ u26_rem31b_exactly_neighbour_three.
Proof.
  intro H. pose proof PI_RGT_0.
  destruct (H 1%nat (2 * PI / 3) (le_n 1)) as [k E].
  - intros s Hs a b c Ha Hb Hc. rewrite !entry.
    destruct (Hs (S a) ltac:(unfold within; lia)) as [L _]. destruct (Hs 3%nat ltac:(unfold within;
      lia)) as [_ Q].
    replace (left_of (s (S a))) with 0%nat by lia. replace (sought (s 3%nat)) with 0%nat by lia.
    assert (E : forall j, (j < 2)%nat -> cos ((INR 0 - INR 0) * spacing 1 + (INR 3 - INR (S j)) * (2 * PI /
      3)) = cos (2 * PI / 3)).
    { intros j Hj. assert (j = 0 \/ j = 1)%nat as [->| ->] by lia; simpl.
      - rewrite <- cos_full_turn. f_equal. field.
      - f_equal. field. }
    rewrite !E by lia. reflexivity.
  - assert (Q : IZR k * 3 = 1) by nra. rewrite <- mult_IZR in Q. apply eq_IZR in Q. lia.
Qed.

Example u26_rem31b_corrected_instance : instance_of u26_rem31b_corrected_statement.
Proof.
  exists 2%nat, 4%nat, (spacing 2 / 4), (one_match 4 1). split; [lia|]. split; [lia|].
  split; [pose proof (spacing_pos 2 ltac:(lia)); lra|]. split; [apply one_match_over; lia|]. split; [exact I|].
  exists 0%nat, 1%nat, 2%nat. repeat apply conj; try exact I; lia.
Qed.

Example u26_rem31b_exactly_instance : instance_of u26_rem31b_exactly_statement.
Proof. exists 2%nat, 1. split; [lia|split; exact I]. Qed.
