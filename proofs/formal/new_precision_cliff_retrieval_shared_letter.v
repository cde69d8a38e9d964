(** new.precision-cliff.retrieval-shared-letter (U26's Retrieval asked of T_Retrieval in bfloat16; wording
    ours): refuted.

    T_Retrieval with 8 letters at theta = omega/(4n), with every step in bfloat16, answers every proper input
    of length n.

    Idea: the input (B, 1), (B, 2).  A letter-integer token must beat a token with its own left letter one
    place back, and leads it by 1 - cos(pi/32) = 0.0048.  Step by step both logits come out as 254/256.

    Encoding.  Recipe.uniform("bfloat16") of rope_theory/models/precision/recipe.py: the frequency, the position, the
    phase, the stored cos and sin, the entries of query and key, and each product and sum of the rotation are
    rounded to 8 significant bits, to nearest, ties to even; products and sum of the dot product to 24
    (float32), then the finished logit to 8.  No underflow or overflow.  The library's cos and sin are any
    functions within 2^-21 of them, which four units in the last place of float32 allow at most; the statement
    holds if it does for one library, so that its refutation is about all of them.  To answer: some copy of
    the answer has a computed logit strictly above that of every other token. *)

From Coq Require Import Reals ZArith Lra Lia List.
From Flocq Require Import Core.
From RopeTheory Require Import Rope Heads u26_retrieval_max new_precision_cliff IntervalZ.
Import ListNotations.
Open Scope R_scope.

Definition float32 : R -> R := round_to 24.

(** A library function within 2^-21 of f. *)
Definition accurate (f library : R -> R) : Prop := forall x, Rabs (library x - f x) <= / 2 ^ 21.

(** The vector v at position m after RoPE, as computed. *)
Definition rotated (cosine sine : R -> R) (theta : R) (v : vec) (m : nat) : vec :=
  let phase := bfloat16 (bfloat16 (INR m) * bfloat16 theta) in
  let c := bfloat16 (cosine phase) in
  let s := bfloat16 (sine phase) in
  let x := bfloat16 (fst v) in
  let y := bfloat16 (snd v) in
  (bfloat16 (bfloat16 (c * x) - bfloat16 (s * y)), bfloat16 (bfloat16 (s * x) + bfloat16 (c * y))).

(** The logit of query content x at position i against key content y at position j, as computed. *)
Definition computed_logit {T : Type} (cosine sine : R -> R) (p : plane T) (x : T) (i : nat)
    (y : T) (j : nat) : R :=
  let q := rotated cosine sine (frequency p) (query p x) i in
  let k := rotated cosine sine (frequency p) (key p y) j in
  bfloat16 (float32 (float32 (fst q * fst k) + float32 (snd q * snd k))).

(** The one plane of T_Retrieval. *)
Definition retrieval_plane (m : nat) (theta : R) : plane pair :=
  Plane theta (fun x => on_circle m (sought x)) (fun y => on_circle m (left_of y)).

Remark one_plane : forall m theta, h_retrieval m theta = [retrieval_plane m theta].
Proof. reflexivity. Qed.

(** Retrieval at the last position of a proper input. *)
Definition retrieval_answer (s : nat -> pair) (n : nat) (t : pair) : Prop :=
  match s n with
  | LetterInt _ _ => t = s n
  | LetterPair _ y => exists k, within n k /\ left_of (s k) = y /\ t = s k
  end.

Definition answers_all (score : nat -> (nat -> pair) -> nat -> R) : Prop :=
  forall (n : nat) (s : nat -> pair) (t : pair),
    (1 <= n)%nat -> over_alphabet 8 s n -> proper s n -> retrieval_answer s n t ->
    exists j, within n j /\ s j = t /\ forall k, within n k -> s k <> t -> score n s k < score n s j.

Definition new_precision_cliff_retrieval_shared_letter_statement : Prop :=
  exists cosine sine, accurate cos cosine /\ accurate sin sine /\
    answers_all (fun n s j =>
      computed_logit cosine sine (retrieval_plane 8 (spacing 8 / (4 * INR n))) (s n) n (s j) j).

(** * Rounding *)

Lemma to_8 : forall e M x y, bpow radix2 (e - 1) <= x < bpow radix2 e ->
  IZR M - / 2 < x * bpow radix2 (8 - e) < IZR M + / 2 -> y = IZR M * bpow radix2 (e - 8) -> bfloat16 x = y.
Proof. intros e M x y He HM ->. apply rounds; [lia|exact He|apply nearest, HM]. Qed.

Lemma to_24 : forall e M x y, bpow radix2 (e - 1) <= x < bpow radix2 e ->
  IZR M - / 2 < x * bpow radix2 (24 - e) < IZR M + / 2 -> y = IZR M * bpow radix2 (e - 24) -> float32 x = y.
Proof. intros e M x y He HM ->. apply rounds; [lia|exact He|apply nearest, HM]. Qed.

Ltac rounds_8 e M := apply (to_8 e M); simpl; lra || (split; lra).
Ltac rounds_24 e M := apply (to_24 e M); simpl; lra || (split; lra).

Lemma near_cos : forall cosine x a b, accurate cos cosine ->
  a + / 1000000 < cos x < b - / 1000000 -> a < cosine x < b.
Proof.
  intros cosine x a b A H. specialize (A x). apply Rabs_le_inv in A.
  assert (/ 2 ^ 21 < / 1000000) by (simpl; lra). lra.
Qed.

Lemma near_sin : forall sine x a b, accurate sin sine ->
  a + / 1000000 < sin x < b - / 1000000 -> a < sine x < b.
Proof.
  intros sine x a b A H. specialize (A x). apply Rabs_le_inv in A.
  assert (/ 2 ^ 21 < / 1000000) by (simpl; lra). lra.
Qed.

(** * The witness *)

(** The vector of the letter B. *)
Lemma letter_b : on_circle 8 1 = (sin (PI / 4), cos (PI / 4)).
Proof.
  unfold on_circle, north, rot, spacing. simpl.
  replace (- (1) * (2 * PI / (1 + 1 + 1 + 1 + 1 + 1 + 1 + 1))) with (- (PI / 4)) by field.
  rewrite sin_neg, cos_neg. f_equal; ring.
Qed.

Lemma entries : bfloat16 (sin (PI / 4)) = 181 / 256 /\ bfloat16 (cos (PI / 4)) = 181 / 256.
Proof.
  assert (0.7070 < sin (PI / 4) < 0.7072) by (split; interval).
  assert (0.7070 < cos (PI / 4) < 0.7072) by (split; interval).
  split; rounds_8 0%Z 181%Z.
Qed.

Lemma frequency_rounds : bfloat16 (spacing 8 / (4 * INR 2)) = 201 / 2048.
Proof.
  unfold spacing. simpl.
  assert (0.09815 < 2 * PI / (1 + 1 + 1 + 1 + 1 + 1 + 1 + 1) / (4 * (1 + 1)) < 0.0982) by (split; interval).
  rounds_8 (-3)%Z 201%Z.
Qed.

Section Library.

Variables cosine sine : R -> R.
Hypothesis Cosine : accurate cos cosine.
Hypothesis Sine : accurate sin sine.

Lemma b_at_1 : rotated cosine sine (spacing 8 / (4 * INR 2)) (on_circle 8 1) 1 = (162 / 256, 198 / 256).
Proof.
  unfold rotated. rewrite frequency_rounds, letter_b. cbn [fst snd]. destruct entries as [-> ->].
  assert (bfloat16 (INR 1) = 1) as -> by rounds_8 1%Z 128%Z.
  assert (bfloat16 (1 * (201 / 2048)) = 201 / 2048) as -> by rounds_8 (-3)%Z 201%Z.
  assert (C : 0.995 < cosine (201 / 2048) < 0.9955) by (apply near_cos; [exact Cosine|split; interval]).
  assert (S : 0.09795 < sine (201 / 2048) < 0.0981) by (apply near_sin; [exact Sine|split; interval]).
  assert (bfloat16 (cosine (201 / 2048)) = 255 / 256) as -> by rounds_8 0%Z 255%Z.
  assert (bfloat16 (sine (201 / 2048)) = 201 / 2048) as -> by rounds_8 (-3)%Z 201%Z.
  assert (bfloat16 (255 / 256 * (181 / 256)) = 180 / 256) as -> by rounds_8 0%Z 180%Z.
  assert (bfloat16 (201 / 2048 * (181 / 256)) = 142 / 2048) as -> by rounds_8 (-3)%Z 142%Z.
  f_equal; [rounds_8 0%Z 162%Z|rounds_8 0%Z 198%Z].
Qed.

Lemma b_at_2 : rotated cosine sine (spacing 8 / (4 * INR 2)) (on_circle 8 1) 2 = (142 / 256, 212 / 256).
Proof.
  unfold rotated. rewrite frequency_rounds, letter_b. cbn [fst snd]. destruct entries as [-> ->].
  assert (bfloat16 (INR 2) = 2) as -> by rounds_8 2%Z 128%Z.
  assert (bfloat16 (2 * (201 / 2048)) = 201 / 1024) as -> by rounds_8 (-2)%Z 201%Z.
  assert (C : 0.9807 < cosine (201 / 1024) < 0.9809) by (apply near_cos; [exact Cosine|split; interval]).
  assert (S : 0.1950 < sine (201 / 1024) < 0.1951) by (apply near_sin; [exact Sine|split; interval]).
  assert (bfloat16 (cosine (201 / 1024)) = 251 / 256) as -> by rounds_8 0%Z 251%Z.
  assert (bfloat16 (sine (201 / 1024)) = 200 / 1024) as -> by rounds_8 (-2)%Z 200%Z.
  assert (bfloat16 (251 / 256 * (181 / 256)) = 177 / 256) as -> by rounds_8 0%Z 177%Z.
  assert (bfloat16 (200 / 1024 * (181 / 256)) = 141 / 1024) as -> by rounds_8 (-2)%Z 141%Z.
  f_equal; [rounds_8 0%Z 142%Z|rounds_8 0%Z 212%Z].
Qed.

Lemma b_against_b : forall a a' j, (j = 1 \/ j = 2)%nat ->
  computed_logit cosine sine (retrieval_plane 8 (spacing 8 / (4 * INR 2))) (LetterInt 1 a) 2 (LetterInt 1
    a') j
  = 254 / 256.
Proof.
  intros a a' j J. unfold computed_logit, retrieval_plane. cbn [frequency query key sought left_of].
  rewrite b_at_2. destruct J as [-> | ->].
  - rewrite b_at_1. cbn [fst snd].
    assert (float32 (142 / 256 * (162 / 256)) = 23004 / 65536) as -> by rounds_24 (-1)%Z 11778048%Z.
    assert (float32 (212 / 256 * (198 / 256)) = 41976 / 65536) as -> by rounds_24 0%Z 10745856%Z.
    assert (float32 (23004 / 65536 + 41976 / 65536) = 64980 / 65536) as -> by rounds_24 0%Z 16634880%Z.
    rounds_8 0%Z 254%Z.
  - rewrite b_at_2. cbn [fst snd].
    assert (float32 (142 / 256 * (142 / 256)) = 20164 / 65536) as -> by rounds_24 (-1)%Z 10323968%Z.
    assert (float32 (212 / 256 * (212 / 256)) = 44944 / 65536) as -> by rounds_24 0%Z 11505664%Z.
    assert (float32 (20164 / 65536 + 44944 / 65536) = 65108 / 65536) as -> by rounds_24 0%Z 16667648%Z.
    rounds_8 0%Z 254%Z.
Qed.

End Library.

(** (B, 1), (B, 2). *)
Definition pair_of_b (j : nat) : pair := LetterInt 1 j.

Theorem new_precision_cliff_retrieval_shared_letter_refuted :
  ~ new_precision_cliff_retrieval_shared_letter_statement.
Proof.
  intros (cosine & sine & C & S & H).
  destruct (H 2%nat pair_of_b (pair_of_b 2) ltac:(lia)) as (j & J & E & Lead).
  - intros j _. simpl. lia.
  - intros j x y _ Q. discriminate Q.
  - reflexivity.
  - injection E as E. subst j. specialize (Lead 1%nat ltac:(unfold within; lia) ltac:(discriminate)).
    unfold pair_of_b in Lead. rewrite !b_against_b in Lead by (assumption || lia). lra.
Qed.

(** False neighbour: exact logits tie here, too.  They answer. *)
Definition new_precision_cliff_retrieval_shared_letter_neighbour_exact : Prop :=
  ~ (let l := logits (h_retrieval 8 (spacing 8 / (4 * INR 2))) pair_of_b 2 in l 1%nat < l 2%nat).

Theorem new_precision_cliff_retrieval_shared_letter_neighbour_exact_false :
  ~ new_precision_cliff_retrieval_shared_letter_neighbour_exact.
Proof.
  intro H. apply H. cbv zeta. unfold logits. rewrite !h_retrieval_logit. unfold pair_of_b, spacing.
  cbn [left_of sought]. simpl.
  match goal with |- ?a < ?b => assert (a < 0.996) by interval; assert (0.999 < b) by interval end. lra.
Qed.
