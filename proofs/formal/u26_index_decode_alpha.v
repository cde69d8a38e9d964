(** u26.index-decode-alpha: any alpha > 1 in place of 2 (U26, Appendix F.2.1).

    W_V is alpha on letters and 0 elsewhere, "alpha > 1"; "from now we set alpha = 2". Here: with any alpha > 1,
    residual F = x + a and a unique largest logit, hard attention decodes Index, ahead by min(alpha - 1, 1) of
    every other token, and by no more for all inputs; with softmax, any weight of the target above max(1/alpha, 1 -
    1/alpha) is enough.

    Idea: a letter scores 1 + alpha; an integer that points at a letter alpha against 1; one that points at an
    integer 1 against 0. *)

From Coq Require Import Reals Lra Lia PeanoNat List.
From RopeTheory Require Import Rope Sums Heads Decoding u26_index_logits u26_index_decode Instances.
Open Scope R_scope.

Definition alpha_value (alpha : R) (x t : token) : R := match x with Letter _ => alpha * one_hot x t | Int _ => 0 end.

(** F = x + a with weights w. *)
Definition alpha_score (alpha : R) (w : nat -> R) (s : nat -> token) (n : nat) (t : token) : R :=
  one_hot (s n) t + sum1 (fun j => w j * alpha_value alpha (s j) t) n.

Definition u26_index_decode_alpha_statement : Prop :=
  forall (alpha theta : R) (s : nat -> token) (n : nat),
    1 < alpha -> (1 <= n)%nat -> (asked (s n) < n)%nat ->
    let l := logits (h_pos theta) s n in
    (unique_maximum l n ->
     forall t, t <> index_answer s n ->
       alpha_score alpha (hard_weight l n) s n t + Rmin (alpha - 1) 1
       <= alpha_score alpha (hard_weight l n) s n (index_answer s n)) /\
    (forall beta, Rmax (1 / alpha) (1 - 1 / alpha) < weight beta l n (target (s n) n) ->
       decoded (alpha_score alpha (weight beta l n) s n) (index_answer s n)).

Lemma alpha_range : forall alpha x t, 0 <= alpha -> 0 <= alpha_value alpha x t <= alpha.
Proof.
  intros alpha [a|i] t A; simpl; [|lra]. pose proof (one_hot_range (Letter a) t). nra.
Qed.

Section Weights.
  Variables (alpha : R) (w : nat -> R) (s : nat -> token) (n p : nat).
  Hypothesis Alpha : 1 < alpha.
  Hypothesis Nonneg : forall k, within n k -> 0 <= w k.
  Hypothesis Total : sum1 w n = 1.
  Hypothesis P : within n p.

  (** What all positions give a token, against what the target gives it. *)
  Lemma from_target : forall t, w p * alpha_value alpha (s p) t
    <= sum1 (fun j => w j * alpha_value alpha (s j) t) n <= w p * alpha_value alpha (s p) t + alpha * (1 - w p).
  Proof.
    intro t. rewrite (sum1_split (fun j => w j * alpha_value alpha (s j) t) p n P).
    assert (R : sum1 (fun k => if (k =? p)%nat then 0 else w k) n = 1 - w p) by
      (rewrite <- Total, (sum1_split w p n P); ring).
    assert (0 <= sum1 (fun k => if (k =? p)%nat then 0 else w k * alpha_value alpha (s k) t) n
      <= alpha * (1 - w p)); [|lra].
    split.
    - apply sum1_nonneg. intros k K. destruct (k =? p)%nat; [lra|].
      pose proof (Nonneg k K). pose proof (alpha_range alpha (s k) t ltac:(lra)). nra.
    - rewrite <- R, <- sum1_scal. apply sum1_le. intros k K. destruct (k =? p)%nat; [lra|].
      pose proof (Nonneg k K). pose proof (alpha_range alpha (s k) t ltac:(lra)). nra.
  Qed.

  Lemma no_integer : forall i, sum1 (fun j => w j * alpha_value alpha (s j) (Int i)) n = 0.
  Proof.
    intro i. rewrite (sum1_ext _ (fun _ => 0)); [rewrite sum1_const; ring|].
    intros k _. destruct (s k); simpl; unfold one_hot; simpl; ring.
  Qed.
End Weights.

Lemma own_weight : forall beta l n p, within n p -> 0 <= weight beta l n p <= 1.
Proof.
  intros beta l n p P. assert (N : (1 <= n)%nat) by (unfold within in P; lia). split.
  - apply Rlt_le, weight_positive, N.
  - rewrite <- (weights_total beta l n N), (sum1_split (weight beta l n) p n P).
    assert (0 <= sum1 (fun k => if (k =? p)%nat then 0 else weight beta l n k) n); [|lra].
    apply sum1_nonneg. intros k _. destruct (k =? p)%nat; [lra|]. apply Rlt_le, weight_positive, N.
Qed.

Theorem u26_index_decode_alpha_proved : u26_index_decode_alpha_statement.
Proof.
  intros alpha theta s n A N Hn l. set (p := target (s n) n).
  assert (Ep : p = (n - asked (s n))%nat) by apply target_asked.
  assert (P : within n p) by (unfold within; lia). split.
  - intros U t Ht. unfold alpha_score.
    rewrite !(hard_weight_only l n p (h_pos_only_target theta s n Hn U) (fun j => alpha_value alpha (s j) _)).
    assert (On : forall x, one_hot x x = 1) by (intro x; unfold one_hot; rewrite token_eq_refl; reflexivity).
    assert (Off : one_hot (index_answer s n) t = 0) by (unfold one_hot; rewrite token_eq_neq by exact Ht; reflexivity).
    pose proof (Rmin_l (alpha - 1) 1). pose proof (Rmin_r (alpha - 1) 1).
    unfold index_answer in *. destruct (s n) as [a|i] eqn:Q.
    + assert (p = n) as -> by (simpl in Ep; lia). rewrite Q. simpl alpha_value. rewrite Off, On. lra.
    + simpl in Ep. rewrite <- Ep in *. destruct (s p) as [b|k] eqn:Q'; simpl alpha_value; rewrite Off, On.
      * pose proof (one_hot_range (Int i) t). pose proof (one_hot_range (Int i) (Letter b)). lra.
      * lra.
  - intros beta W t Ht. set (w := weight beta l n) in *.
    assert (Nonneg : forall k, within n k -> 0 <= w k) by (intros; apply Rlt_le, weight_positive, N).
    pose proof (from_target alpha w s n p A Nonneg (weights_total beta l n N) P) as F.
    pose proof (own_weight beta l n p P) as W1. fold w in W1.
    pose proof (Rmax_l (1 / alpha) (1 - 1 / alpha)). pose proof (Rmax_r (1 / alpha) (1 - 1 / alpha)).
    assert (I : alpha * (1 / alpha) = 1) by (field; lra).
    assert (More : 1 < alpha * w p) by (fold p in W; nra).
    assert (Less : alpha * (1 - w p) < 1) by (fold p in W; nra).
    assert (On : forall x, one_hot x x = 1) by (intro x; unfold one_hot; rewrite token_eq_refl; reflexivity).
    assert (Off : one_hot (index_answer s n) t = 0) by (unfold one_hot; rewrite token_eq_neq by exact Ht; reflexivity).
    pose proof (F t) as Ft. pose proof (F (index_answer s n)) as Fa. unfold alpha_score.
    unfold index_answer in *. destruct (s n) as [a|i] eqn:Q.
    + assert (p = n) as Pn by (simpl in Ep; lia). rewrite Pn, Q in *. simpl alpha_value in *. rewrite Off, On in *. lra.
    + simpl in Ep. rewrite <- Ep in *. destruct (s p) as [b|k] eqn:Q'; simpl alpha_value in *; rewrite ?Off, ?On in *.
      * destruct t as [c|j].
        -- assert (one_hot (Int i) (Letter c) = 0) as -> by reflexivity.
           assert (0 <= one_hot (Int i) (Letter b)) by apply one_hot_range. lra.
        -- rewrite (no_integer alpha w s n j). pose proof (one_hot_range (Int i) (Int j)).
           assert (0 <= one_hot (Int i) (Letter b)) by apply one_hot_range. lra.
      * destruct t as [c|j]; [|rewrite !no_integer; lra]. rewrite (no_integer alpha w s n i). lra.
Qed.

(** * False neighbours *)

(** alpha = 1: an integer that points at a letter ties with it. *)
Definition u26_index_decode_alpha_neighbour_one : Prop :=
  forall (theta : R) (s : nat -> token) (n : nat), (1 <= n)%nat -> (asked (s n) < n)%nat ->
    unique_maximum (logits (h_pos theta) s n) n ->
    decoded (alpha_score 1 (hard_weight (logits (h_pos theta) s n) n) s n) (index_answer s n).

Theorem u26_index_decode_alpha_neighbour_one_false : ~ u26_index_decode_alpha_neighbour_one.
Proof.
  intro H. specialize (H 1 a_b_1 3%nat ltac:(lia) ltac:(simpl; lia) (ex_intro _ 2%nat a_b_1_unique) (Int 1)
    ltac:(discriminate)). unfold alpha_score in H.
  rewrite !(hard_weight_only _ 3 2 a_b_1_unique (fun j => alpha_value 1 (a_b_1 j) _)) in H.
  simpl in H. unfold one_hot in H. simpl in H. lra.
Qed.

(** A gap of 1 for every alpha > 1. *)
Definition u26_index_decode_alpha_neighbour_gap : Prop :=
  forall (alpha theta : R) (s : nat -> token) (n : nat), 1 < alpha -> (1 <= n)%nat -> (asked (s n) < n)%nat ->
    unique_maximum (logits (h_pos theta) s n) n -> forall t, t <> index_answer s n ->
      alpha_score alpha (hard_weight (logits (h_pos theta) s n) n) s n t + 1
      <= alpha_score alpha (hard_weight (logits (h_pos theta) s n) n) s n (index_answer s n).

Theorem u26_index_decode_alpha_neighbour_gap_false : ~ u26_index_decode_alpha_neighbour_gap.
Proof.
  intro H. specialize (H (3 / 2) 1 a_b_1 3%nat ltac:(lra) ltac:(lia) ltac:(simpl; lia)
    (ex_intro _ 2%nat a_b_1_unique) (Int 1) ltac:(discriminate)). unfold alpha_score in H.
  rewrite !(hard_weight_only _ 3 2 a_b_1_unique (fun j => alpha_value (3 / 2) (a_b_1 j) _)) in H.
  simpl in H. unfold one_hot in H. simpl in H. lra.
Qed.

Example u26_index_decode_alpha_instance : instance_of u26_index_decode_alpha_statement.
Proof.
  exists 2, 1, a_b_1, 3%nat. split; [lra|]. split; [lia|]. split; [simpl; lia|]. split.
  - split; [exists 2%nat; exact a_b_1_unique|]. exists (Int 1). split; [discriminate|exact I].
  - set (l := logits (h_pos 1) a_b_1 3). exists (ln (INR 2) / (1 - cos 1) + 1). split; [|exact I].
    rewrite Rmax_left by lra. change (target (a_b_1 3) 3) with 2%nat.
    apply (gap_gives_half _ l 3 2 (1 - cos 1) 2); try lia; try (unfold within; lia); try lra.
    + pose proof Trig.cos_one_lt_1. lra.
    + intros k K D. unfold l. unfold logits. rewrite !h_pos_logit. unfold within in K.
      assert (k = 1 \/ k = 3)%nat as [->| ->] by lia; simpl.
      * replace ((1 + 1 + 1 - 1 - 1) * 1) with 1 by ring.
        replace ((1 + 1 + 1 - (1 + 1) - 1) * 1) with 0 by ring. rewrite cos_0. lra.
      * replace ((1 + 1 + 1 - (1 + 1 + 1) - 1) * 1) with (- (1)) by ring.
        replace ((1 + 1 + 1 - (1 + 1) - 1) * 1) with 0 by ring. rewrite cos_0, cos_neg. lra.
Qed.
