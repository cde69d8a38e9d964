(** One-layer models with a linear readout: the score of an output, and when an answer is decoded.

    Mirrors OneLayer in rope_theory/core/constructions.py and rope_theory/core/decoding.py: the values of the attended
    tokens and a direct path from the query add up to scores, and the output with the largest score is the
    answer.  It is decoded if it leads every other output whatsoever. *)

From Coq Require Import Reals Lra Lia PeanoNat.
From RopeTheory Require Import Rope Heads Sums.
Open Scope R_scope.

(** Score of output o: the query's direct path plus the values, weighted by w; the query stands at n. *)
Definition score {T O : Type} (value direct : T -> O -> R) (w : nat -> R) (x : nat -> T) (n : nat)
    (o : O) : R :=
  direct (x n) o + sum1 (fun j => w j * value (x j) o) n.

(** Answer a is decoded. *)
Definition decoded {O : Type} (scores : O -> R) (a : O) : Prop := forall o, o <> a -> scores o < scores a.

(** No direct path. *)
Definition nothing {T O : Type} (_ : T) (_ : O) : R := 0.

(** The value of a pair of U25's tasks is its attribute; a lone query has none. *)
Definition attribute_value (t : binding) (b : nat) : R :=
  match t with Bound _ a => if (a =? b)%nat then 1 else 0 | Lone _ => 0 end.

(** Scores of the attributes under softmax, and under hard attention. *)
Definition attribute_scores (w : nat -> R) (x : nat -> binding) (n : nat) : nat -> R :=
  score attribute_value nothing w x n.

(** * Weights *)

Lemma weight_positive : forall beta l n j, (1 <= n)%nat -> 0 < weight beta l n j.
Proof.
  intros beta l n j N. unfold weight. apply Rdiv_lt_0_compat; [apply exp_pos|].
  apply sum1_pos; [exact N|]. intros. apply exp_pos.
Qed.

Lemma weights_total : forall beta l n, (1 <= n)%nat -> sum1 (weight beta l n) n = 1.
Proof.
  intros beta l n N. assert (P : 0 < sum1 (fun k => exp (beta * l k)) n)
    by (apply sum1_pos; [exact N|]; intros; apply exp_pos).
  unfold weight. rewrite (sum1_ext _ (fun k => / sum1 (fun k => exp (beta * l k)) n * exp (beta * l k))).
  - rewrite sum1_scal. field. lra.
  - intros. unfold Rdiv. ring.
Qed.

(** * Decoding *)

(** More than half of the weight decodes, for values in [0, 1] of which the winner's is the answer alone. *)
Lemma majority_decodes : forall (T O : Type) (value : T -> O -> R) w (x : nat -> T) n j a,
  (forall t o, 0 <= value t o <= 1) -> (forall k, within n k -> 0 <= w k) -> sum1 w n = 1 ->
  within n j -> 1 / 2 < w j -> value (x j) a = 1 -> (forall o, o <> a -> value (x j) o = 0) ->
  decoded (score value nothing w x n) a.
Proof.
  intros T O value w x n j a V W Total J Half Va Vo o Ho. unfold score, nothing.
  rewrite (sum1_split (fun k => w k * value (x k) o) j n J), (sum1_split (fun k => w k * value (x k) a) j n
    J).
  rewrite (sum1_split w j n J) in Total. rewrite Va, (Vo o Ho).
  assert (A : 0 <= sum1 (fun k => if (k =? j)%nat then 0 else w k * value (x k) a) n).
  { apply sum1_nonneg. intros k K. destruct (k =? j)%nat; [lra|].
    apply Rmult_le_pos; [apply W; exact K|apply V]. }
  assert (B : sum1 (fun k => if (k =? j)%nat then 0 else w k * value (x k) o) n
              <= sum1 (fun k => if (k =? j)%nat then 0 else w k) n).
  { apply sum1_le. intros k K. destruct (k =? j)%nat; [lra|].
    pose proof (W k K). pose proof (V (x k) o). nra. }
  lra.
Qed.

Lemma attribute_value_range : forall t b, 0 <= attribute_value t b <= 1.
Proof. intros [a b|a] c; simpl; [destruct (b =? c)%nat|]; lra. Qed.

Lemma majority_attribute : forall beta l x n j q a, within n j -> x j = Bound q a ->
  1 / 2 < weight beta l n j -> decoded (attribute_scores (weight beta l n) x n) a.
Proof.
  intros beta l x n j q a J E H. assert (N : (1 <= n)%nat) by (unfold within in J; lia).
  apply (majority_decodes _ _ _ _ _ _ j).
  - apply attribute_value_range.
  - intros. apply Rlt_le, weight_positive, N.
  - apply weights_total, N.
  - exact J.
  - exact H.
  - rewrite E. simpl. rewrite Nat.eqb_refl. reflexivity.
  - intros o Ho. rewrite E. simpl. destruct (Nat.eqb_spec a o); [congruence|reflexivity].
Qed.

(** Hard attention decodes what the only maximiser holds. *)
Lemma only_attribute : forall l x n j q a, only_maximiser l n j -> x j = Bound q a ->
  decoded (attribute_scores (hard_weight l n) x n) a.
Proof.
  intros l x n j q a J E o Ho. unfold attribute_scores, score, nothing.
  rewrite !(hard_weight_only l n j J (fun k => attribute_value (x k) _)), E. simpl.
  rewrite Nat.eqb_refl. destruct (Nat.eqb_spec a o); [congruence|lra].
Qed.

(** * From a gap to more than half *)

(** A lead of at least D over every rival, and beta > ln(m)/D for at most m rivals, give more than half. *)
Lemma gap_gives_half : forall beta l n j D m, within n j -> (n - 1 <= m)%nat -> (1 <= m)%nat -> 0 < D ->
  (forall k, within n k -> k <> j -> D <= l j - l k) -> ln (INR m) / D < beta -> 1 / 2 < weight beta l n j.
Proof.
  intros beta l n j D m J M M1 P G H. apply more_than_half; [exact J|].
  assert (Mp : 1 <= INR m) by (apply (le_INR 1), M1).
  assert (B : ln (INR m) < beta * D).
  { apply Rmult_lt_reg_r with (/ D); [apply Rinv_0_lt_compat, P|].
    rewrite Rmult_assoc, Rinv_r, Rmult_1_r by lra.
    exact H. }
  assert (B0 : 0 <= beta).
  { assert (0 <= ln (INR m)) by (rewrite <- ln_1; apply ln_le; lra). nra. }
  apply Rle_lt_trans with (sum1 (fun k => if (k =? j)%nat then 0 else exp (- (beta * D))) n).
  - apply sum1_le. intros k K. destruct (Nat.eqb_spec k j) as [E|E]; [lra|]. apply exp_le.
    pose proof (G k K E). nra.
  - rewrite sum1_one by exact J. assert (INR (n - 1) <= INR m) by (apply le_INR, M).
    assert (E : INR m * exp (- (beta * D)) < 1).
    { rewrite <- (exp_ln (INR m)), <- exp_plus, <- exp_0 by lra. apply exp_increasing. lra. }
    pose proof (exp_pos (- (beta * D))). nra.
Qed.

Lemma gap_only_maximiser : forall l n j D, within n j -> 0 < D ->
  (forall k, within n k -> k <> j -> D <= l j - l k) -> only_maximiser l n j.
Proof. intros l n j D J P G. split; [exact J|]. intros k K N. pose proof (G k K N). lra. Qed.
