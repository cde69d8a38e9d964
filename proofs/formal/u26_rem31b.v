(** u26.rem31b, u26.rem31b.corrected, u26.rem31b.exactly: is T_Retrieval's head symbolic?

    Statement (U26, Remark 3.1).  T_Retrieval's head is purely symbolic; its angle has 0 < theta < omega/(2 n0).
    Refuted by A1 A1 A1 at theta = pi/4.
    Corrected.  For n >= 3 and 0 < theta < omega/3 the head is symbolic on no input of length n, and
    |M[a,b] - M[a,c]| <= 2 |sin((b-c) theta/2)| <= |b-c| theta.
    Exactly.  With any angle it is symbolic on every input if and only if theta is a multiple of 2 pi.

    Idea: a content at place x on the circle has logit cos(x + t theta) at distance t.  Distances 1 and 2 agree only
    if sin(x + 3 theta/2) sin(theta/2) = 0, so that 3 theta would be a multiple of omega. *)

From Coq Require Import Reals Lra Lia ZArith.
From RopeTheory Require Import Rope Trig Heads.
Open Scope R_scope.

(** Letters are numbers below m. *)
Definition letters_below (m : nat) (s : nat -> pair) (n : nat) : Prop :=
  forall j, within n j -> (left_of (s j) < m)%nat /\ (sought (s j) < m)%nat.

Definition u26_rem31b_statement : Prop :=
  forall (m n0 n : nat) (theta : R) (s : nat -> pair),
    (1 <= m)%nat -> letters_below m s n ->
    0 < theta < spacing m / (2 * INR n0) -> (1 <= n <= n0)%nat ->
    symbolic_on (h_retrieval m theta) s n.

Definition u26_rem31b_corrected_statement : Prop :=
  forall (m n : nat) (theta : R) (s : nat -> pair),
    (1 <= m)%nat -> letters_below m s n ->
    (3 <= n)%nat -> 0 < theta < spacing m / 3 ->
    let M := content_by_position (h_retrieval m theta) s n in
    ~ symbolic_on (h_retrieval m theta) s n /\
    forall a b c, (a < n - 1)%nat -> (b < n - 1)%nat -> (c < n - 1)%nat ->
      Rabs (M a b - M a c) <= 2 * Rabs (sin ((INR b - INR c) * theta / 2)) /\
      2 * Rabs (sin ((INR b - INR c) * theta / 2)) <= Rabs (INR b - INR c) * theta.

Definition u26_rem31b_exactly_statement : Prop :=
  forall (m : nat) (theta : R), (1 <= m)%nat ->
    (forall (n : nat) (s : nat -> pair), letters_below m s n -> symbolic_on (h_retrieval m theta) s n)
    <-> exists k : Z, theta = IZR k * (2 * PI).

(** * The matrix *)

(** Place of content a relative to the query's letter, in radians. *)
Definition place (m : nat) (s : nat -> pair) (n a : nat) : R :=
  (INR (left_of (s (S a))) - INR (sought (s n))) * spacing m.

Lemma entry : forall m theta s n a b,
  content_by_position (h_retrieval m theta) s n a b = cos (place m s n a + (INR n - INR (S b)) * theta).
Proof. intros. unfold content_by_position. rewrite h_retrieval_logit. reflexivity. Qed.

Lemma spacing_pos : forall m, (1 <= m)%nat -> 0 < spacing m.
Proof.
  intros m H. unfold spacing. pose proof PI_RGT_0. assert (0 < INR m) by (apply lt_0_INR; lia).
  apply Rdiv_lt_0_compat; lra.
Qed.

Lemma spacing_turn : forall m, (1 <= m)%nat -> INR m * spacing m = 2 * PI.
Proof. intros m H. unfold spacing. field. apply not_0_INR. lia. Qed.

(** How far two cosines are apart. *)
Lemma cos_apart : forall u v, Rabs (cos u - cos v) <= 2 * Rabs (sin ((v - u) / 2)).
Proof.
  intros u v. rewrite cos_difference, !Rabs_mult, (Rabs_pos_eq 2) by lra.
  assert (Rabs (sin ((v + u) / 2)) <= 1) by (apply Rabs_le; pose proof (SIN_bound ((v + u) / 2)); lra).
  pose proof (Rabs_pos (sin ((v - u) / 2))). nra.
Qed.

(** Two distances in a row with one logit: 2x + 3 theta is a multiple of 2 pi. *)
Lemma equal_steps : forall x theta, 0 < theta < 2 * PI -> cos (x + theta) = cos (x + 2 * theta) ->
  exists k : Z, x + 3 * theta / 2 = IZR k * PI.
Proof.
  intros x theta H E. apply sin_eq_0_0.
  assert (P : sin (x + 3 * theta / 2) * sin (theta / 2) = 0).
  { set (u := x + 3 * theta / 2). set (h := theta / 2).
    replace (x + theta) with (u - h) in E by (unfold u, h; field).
    replace (x + 2 * theta) with (u + h) in E by (unfold u, h; field).
    rewrite cos_minus, cos_plus in E. lra. }
  apply Rmult_integral in P. destruct P as [P|P]; [exact P|].
  pose proof (sin_gt_0 (theta / 2)). lra.
Qed.

(** A place on the circle, doubled, is an even multiple of omega; the step would have to be a multiple, too. *)
Lemma no_equal_steps : forall m (c : Z) theta, (1 <= m)%nat -> 0 < theta < spacing m / 3 ->
  cos (IZR c * spacing m + theta) <> cos (IZR c * spacing m + 2 * theta).
Proof.
  intros m c theta Hm H E.
  pose proof (spacing_pos m Hm) as Hs. pose proof (spacing_turn m Hm) as Ht. pose proof PI_RGT_0.
  assert (1 <= INR m) by (change 1 with (INR 1); apply le_INR; lia).
  assert (spacing m <= INR m * spacing m) by nra.
  assert (Hup : theta < 2 * PI) by lra.
  destruct (equal_steps _ theta (conj (proj1 H) Hup) E) as [k Hk].
  assert (Z : 3 * theta = IZR (k * Z.of_nat m - 2 * c) * spacing m).
  { rewrite minus_IZR, !mult_IZR, <- INR_IZR_INZ.
    replace ((IZR k * INR m - 2 * IZR c) * spacing m)
      with (IZR k * (INR m * spacing m) - 2 * (IZR c * spacing m)) by ring.
    rewrite Ht. lra. }
  set (z := (k * Z.of_nat m - 2 * c)%Z) in Z.
  assert (Low : 0 < IZR z) by nra. assert (High : IZR z < 1) by nra.
  apply (lt_IZR 0) in Low. apply (lt_IZR _ 1) in High. lia.
Qed.

Lemma place_integer : forall m s n a,
  place m s n a = IZR (Z.of_nat (left_of (s (S a))) - Z.of_nat (sought (s n))) * spacing m.
Proof. intros. unfold place. rewrite minus_IZR, <- !INR_IZR_INZ. reflexivity. Qed.

Theorem u26_rem31b_corrected_proved : u26_rem31b_corrected_statement.
Proof.
  intros m n theta s Hm Hletters Hn Htheta M. split.
  - intro S. specialize (S 0 (n - 2) (n - 3))%nat.
    assert (E : content_by_position (h_retrieval m theta) s n 0 (n - 2)
                = content_by_position (h_retrieval m theta) s n 0 (n - 3)) by (apply S; lia).
    rewrite !entry, place_integer in E.
    replace (INR n - INR (Datatypes.S (n - 2))) with 1 in E
      by (rewrite S_INR, minus_INR by lia; simpl; ring).
    replace (INR n - INR (Datatypes.S (n - 3))) with 2 in E
      by (rewrite S_INR, minus_INR by lia; simpl; ring).
    rewrite Rmult_1_l in E. exact (no_equal_steps m _ theta Hm Htheta E).
  - intros a b c Ha Hb Hc. unfold M. rewrite !entry. split.
    + eapply Rle_trans; [apply cos_apart|]. apply Req_le. do 3 f_equal. rewrite !S_INR. field.
    + pose proof (sin_abs_le ((INR b - INR c) * theta / 2)) as B.
      replace ((INR b - INR c) * theta / 2) with ((INR b - INR c) * (theta / 2)) in B |- * by field.
      rewrite (Rabs_mult (INR b - INR c)), (Rabs_pos_eq (theta / 2)) in B by lra. lra.
Qed.

(** * The printed remark *)

Lemma quarter_is_small : 0 < PI / 4 < spacing 1 / (2 * INR 3).
Proof. pose proof PI_RGT_0. unfold spacing. simpl. lra. Qed.

Theorem u26_rem31b_refuted : ~ u26_rem31b_statement.
Proof.
  intro H.
  assert (L : letters_below 1 (fun _ => LetterInt 0 1) 3) by (intros j _; simpl; lia).
  specialize (H 1%nat 3%nat 3%nat (PI / 4) (fun _ => LetterInt 0 1) ltac:(lia) L quarter_is_small ltac:(lia)).
  apply (proj1 (u26_rem31b_corrected_proved 1%nat 3%nat (PI / 4) _ ltac:(lia) L ltac:(lia)
                  ltac:(pose proof PI_RGT_0; unfold spacing; simpl; lra)) H).
Qed.

(** * Exactly the multiples of a whole turn *)

Theorem u26_rem31b_exactly_proved : u26_rem31b_exactly_statement.
Proof.
  intros m theta Hm. split.
  - intro H. specialize (H 4%nat (fun _ => LetterInt 0 1) ltac:(intros j _; simpl; lia)).
    pose proof (H 0 2 1 ltac:(lia) ltac:(lia) ltac:(lia))%nat as E1.
    pose proof (H 0 2 0 ltac:(lia) ltac:(lia) ltac:(lia))%nat as E2.
    rewrite !entry in E1, E2. unfold place in E1, E2. simpl in E1, E2.
    replace ((0 - 0) * spacing m + (1 + 1 + 1 + 1 - (1 + 1 + 1)) * theta) with theta in E1, E2 by ring.
    replace ((0 - 0) * spacing m + (1 + 1 + 1 + 1 - (1 + 1)) * theta) with (2 * theta) in E1 by ring.
    replace ((0 - 0) * spacing m + (1 + 1 + 1 + 1 - 1) * theta) with (2 * theta + theta) in E2 by ring.
    rewrite cos_plus in E2. rewrite <- E1, sin_2a in E2. rewrite cos_2a_sin in E1.
    apply cos_eq_1. pose proof (sin2_cos2 theta) as Q. unfold Rsqr in Q. nra.
  - intros [k Hk] n s _ a b b' Ha Hb Hb'. rewrite !entry, Hk.
    assert (T : forall j, (j < n)%nat ->
      cos (place m s n a + (INR n - INR (S j)) * (IZR k * (2 * PI))) = cos (place m s n a)).
    { intros j Hj. rewrite <- minus_INR by lia. rewrite INR_IZR_INZ.
      replace (IZR (Z.of_nat (n - S j)) * (IZR k * (2 * PI))) with (IZR (Z.of_nat (n - S j) * k) * (2 * PI))
        by (rewrite mult_IZR; ring). apply cos_period_Z. }
    rewrite !T by lia. reflexivity.
Qed.

(** * False neighbours *)

(** theta = omega/3 allowed: three letters and contents one place ahead make it symbolic. *)
Definition u26_rem31b_corrected_neighbour_boundary : Prop :=
  forall (m n : nat) (theta : R) (s : nat -> pair), (1 <= m)%nat -> letters_below m s n -> (3 <= n)%nat ->
    0 < theta <= spacing m / 3 -> ~ symbolic_on (h_retrieval m theta) s n.

Theorem u26_rem31b_corrected_neighbour_boundary_false : ~ u26_rem31b_corrected_neighbour_boundary.
Proof.
  intro H. pose proof (spacing_pos 3 ltac:(lia)) as Hs.
  set (s := fun j => match j with 3%nat => LetterInt 0 1 | _ => LetterInt 1 1 end).
  apply (H 3%nat 3%nat (spacing 3 / 3) s ltac:(lia)); [|lia|lra|].
  - intros j Hj. unfold within in Hj. assert (j = 1 \/ j = 2 \/ j = 3)%nat as [->|[->| ->]] by lia; simpl; lia.
  - assert (C : forall a, (a < 2)%nat -> place 3 s 3 a = spacing 3).
    { intros a Ha. assert (a = 0 \/ a = 1)%nat as [->| ->] by lia; unfold place; simpl; ring. }
    assert (E : cos (spacing 3 + (INR 3 - INR 1) * (spacing 3 / 3))
                = cos (spacing 3 + (INR 3 - INR 2) * (spacing 3 / 3))).
    { pose proof (spacing_turn 3 ltac:(lia)) as T. simpl in T |- *.
      replace (spacing 3 + (1 + 1 + 1 - 1) * (spacing 3 / 3)) with (PI + spacing 3 / 6) by lra.
      replace (spacing 3 + (1 + 1 + 1 - (1 + 1)) * (spacing 3 / 3)) with (PI - spacing 3 / 6) by lra.
      rewrite cos_plus, cos_minus, sin_PI. ring. }
    intros a b b' Ha Hb Hb'. rewrite !entry, !C by lia.
    assert (b = 0 \/ b = 1)%nat as [->| ->] by lia; assert (b' = 0 \/ b' = 1)%nat as [->| ->] by lia;
      try reflexivity; [exact E|symmetry; exact E].
Qed.

(** A whole half turn is enough: no, theta = pi is not symbolic on A1 A1 A1. *)
Definition u26_rem31b_exactly_neighbour_half_turns : Prop :=
  forall (m : nat) (theta : R), (1 <= m)%nat -> (exists k : Z, theta = IZR k * PI) ->
    forall (n : nat) (s : nat -> pair), letters_below m s n -> symbolic_on (h_retrieval m theta) s n.

Theorem u26_rem31b_exactly_neighbour_half_turns_false : ~ u26_rem31b_exactly_neighbour_half_turns.
Proof.
  intro H. assert (L : letters_below 1 (fun _ => LetterInt 0 1) 3) by (intros j _; simpl; lia).
  specialize (H 1%nat PI ltac:(lia) ltac:(exists 1%Z; lra) 3%nat _ L 0%nat 0%nat 1%nat
                ltac:(lia) ltac:(lia) ltac:(lia)).
  rewrite !entry in H. unfold place in H. simpl in H.
  replace ((0 - 0) * spacing 1 + (1 + 1 + 1 - 1) * PI) with (2 * PI) in H by ring.
  replace ((0 - 0) * spacing 1 + (1 + 1 + 1 - (1 + 1)) * PI) with PI in H by ring.
  rewrite cos_2PI, cos_PI in H. lra.
Qed.
