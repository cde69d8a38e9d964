(** u26.index-decode.ties (U26, p. 21): that T_Index's largest logit is taken once is needed.

    If the position p asked for holds a letter that stands nowhere else, and another position q ties with it,
    the query's own included, T_Index does not decode the letter: not with hard attention, and not with softmax
    of any beta.  So hard attention decodes Index on all inputs of length n > m that end in the integer i exactly
    if the maximum is unique on them.

    Idea: tied positions have equal weights, so p has at most 1/2.  The letter scores at most 2/2 = 1, the query
    1 by the residual stream.
    Encoding: scores are those of u26_discrepancy_zero.v (index_score of u26_index_decode.v, with any weights). *)

From Coq Require Import Reals Lra Lia PeanoNat List.
From RopeTheory Require Import Rope Trig Sums Heads Decoding u26_index_logits u26_index_decode
  u26_discrepancy_zero u26_lemF1 Instances.
Open Scope R_scope.

Definition hard_scores (theta : R) (s : nat -> token) (n : nat) : token -> R :=
  zero_score (hard_weight (logits (h_pos theta) s n) n) s n.

Definition soft_scores (beta theta : R) (s : nat -> token) (n : nat) : token -> R :=
  zero_score (weight beta (logits (h_pos theta) s n) n) s n.

Definition shorter_integers (s : nat -> token) (n : nat) : Prop := forall j, within n j -> (asked (s j) < n)%nat.

Definition u26_index_decode_ties_statement : Prop :=
  (forall (theta : R) (s : nat -> token) (n i q a : nat),
     s n = Int i -> (1 <= i < n)%nat -> let p := (n - i)%nat in
     within n q -> q <> p -> s p = Letter a -> (forall j, within n j -> s j = Letter a -> j = p) ->
     logits (h_pos theta) s n q = logits (h_pos theta) s n p ->
     index_answer s n = Letter a /\ ~ decoded (hard_scores theta s n) (Letter a) /\
     forall beta, ~ decoded (soft_scores beta theta s n) (Letter a)) /\
  (forall (theta : R) (n i : nat), (1 <= i < n)%nat ->
     ((forall s, s n = Int i -> shorter_integers s n -> decoded (hard_scores theta s n) (index_answer s n)) <->
      (forall s, s n = Int i -> unique_maximum (logits (h_pos theta) s n) n))).

Lemma at_most_half : forall (w : nat -> R) n p q, within n p -> within n q -> q <> p -> w q = w p ->
  (forall k, within n k -> 0 <= w k) -> sum1 w n = 1 -> w p <= 1 / 2.
Proof.
  intros w n p q P Q D E Pos Total. rewrite (sum1_split w p n P) in Total.
  rewrite (sum1_split _ q n Q) in Total. destruct (Nat.eqb_spec q p); [contradiction|].
  assert (0 <= sum1 (fun k => if (k =? q)%nat then 0 else if (k =? p)%nat then 0 else w k) n); [|lra].
  apply sum1_nonneg. intros k K. destruct (k =? q)%nat; [lra|]. destruct (k =? p)%nat; [lra|]. apply Pos, K.
Qed.

Lemma letter_score : forall (w : nat -> R) s n i p a, s n = Int i -> within n p -> s p = Letter a ->
  (forall j, within n j -> s j = Letter a -> j = p) -> zero_score w s n (Letter a) = 2 * w p.
Proof.
  intros w s n i p a Sn P Sp Only. unfold zero_score. rewrite Sn. unfold one_hot at 1. simpl token_eq.
  rewrite (sum1_split _ p n P), Sp. unfold index_value at 1, one_hot. simpl token_eq. rewrite Nat.eqb_refl.
  rewrite (sum1_ext _ (fun _ => 0)); [rewrite sum1_const; ring|]. intros k K.
  destruct (Nat.eqb_spec k p) as [_|D]; [reflexivity|]. unfold index_value, one_hot.
  destruct (s k) as [b|j] eqn:Sk; [|ring]. simpl. destruct (Nat.eqb_spec b a) as [->|_]; [|ring].
  exfalso. apply D, Only; assumption.
Qed.

Lemma integer_score : forall (w : nat -> R) s n i, s n = Int i -> zero_score w s n (Int i) = 1.
Proof.
  intros w s n i Sn. unfold zero_score. rewrite Sn. unfold one_hot at 1. simpl token_eq. rewrite Nat.eqb_refl.
  rewrite (sum1_ext _ (fun _ => 0)); [rewrite sum1_const; ring|]. intros k _. unfold index_value, one_hot.
  destruct (s k) as [b|j]; simpl; ring.
Qed.

Lemma not_more_than_half : forall (w : nat -> R) s n i p a, s n = Int i -> within n p -> s p = Letter a ->
  (forall j, within n j -> s j = Letter a -> j = p) -> w p <= 1 / 2 -> ~ decoded (zero_score w s n) (Letter a).
Proof.
  intros w s n i p a Sn P Sp Only Half H. specialize (H (Int i) ltac:(discriminate)).
  rewrite (integer_score w s n i Sn), (letter_score w s n i p a Sn P Sp Only) in H. lra.
Qed.

Lemma hard_weight_nonneg : forall l n k, (1 <= n)%nat -> 0 <= hard_weight l n k.
Proof.
  intros l n k N. pose proof (tops_count l n N) as C. unfold hard_weight.
  change (sum1 (fun k => if top l n k then 1 else 0) n) with (sum1 (tops l n) n).
  destruct (top l n k); unfold Rdiv; [|lra]. rewrite Rmult_1_l. apply Rlt_le, Rinv_0_lt_compat. lra.
Qed.

Lemma hard_total : forall l n, (1 <= n)%nat -> sum1 (hard_weight l n) n = 1.
Proof.
  intros l n N. pose proof (tops_count l n N) as C.
  rewrite (sum1_ext _ (fun j => hard_weight l n j * 1)) by (intros; ring). rewrite (hard_sum l n (fun _ => 1) N).
  rewrite (sum1_ext (fun j => tops l n j * 1) (tops l n)) by (intros; ring). field. lra.
Qed.

Lemma tied_weights : forall l n p q, l q = l p ->
  hard_weight l n q = hard_weight l n p /\ forall beta, weight beta l n q = weight beta l n p.
Proof.
  intros l n p q E. split.
  - unfold hard_weight. replace (top l n q) with (top l n p); [reflexivity|].
    apply Bool.eq_iff_eq_true. rewrite !top_spec, E. tauto.
  - intro beta. unfold weight. rewrite E. reflexivity.
Qed.

Theorem u26_index_decode_ties_proved : u26_index_decode_ties_statement.
Proof.
  assert (One : forall (theta : R) (s : nat -> token) (n i q a : nat),
     s n = Int i -> (1 <= i < n)%nat -> let p := (n - i)%nat in
     within n q -> q <> p -> s p = Letter a -> (forall j, within n j -> s j = Letter a -> j = p) ->
     logits (h_pos theta) s n q = logits (h_pos theta) s n p ->
     index_answer s n = Letter a /\ ~ decoded (hard_scores theta s n) (Letter a) /\
     forall beta, ~ decoded (soft_scores beta theta s n) (Letter a)).
  { intros theta s n i q a Sn I p Q D Sp Only Tie. assert (P : within n p) by (unfold within, p; lia).
    destruct (tied_weights (logits (h_pos theta) s n) n p q Tie) as [Hard Soft].
    split; [unfold index_answer; rewrite Sn; fold p; rewrite Sp; reflexivity|]. split; [|intro beta];
      apply (not_more_than_half _ s n i p a Sn P Sp Only).
    - apply (at_most_half _ n p q P Q D Hard).
      + intros k _. apply hard_weight_nonneg. lia.
      + apply hard_total. lia.
    - apply (at_most_half _ n p q P Q D (Soft beta)).
      + intros k _. apply Rlt_le, weight_positive. lia.
      + apply weights_total. lia. }
  split; [exact One|]. intros theta n i I. split.
  - intros Decodes s Sn. set (p := (n - i)%nat). assert (P : within n p) by (unfold within, p; lia).
    destruct (Classical_Prop.classic (exists q, within n q /\ q <> p /\
      logits (h_pos theta) s n p <= logits (h_pos theta) s n q))
      as [(q & Q & D & L)|No].
    + exfalso. set (s' := fun j : nat => if (j =? p)%nat then Letter 0 else if (j =? n)%nat then Int i else Int 1).
      assert (S'n : s' n = Int i).
      { unfold s'. destruct (Nat.eqb_spec n p); [unfold p in *; lia|]. rewrite Nat.eqb_refl. reflexivity. }
      assert (Same := same_logits theta s' s n ltac:(congruence)).
      assert (Ap : (asked (s' n) < n)%nat) by (rewrite S'n; simpl; lia).
      assert (Top : logits (h_pos theta) s' n p = 1).
      { pose proof (h_pos_target theta s' n Ap) as T. rewrite target_asked, S'n in T. exact T. }
      assert (Tie : logits (h_pos theta) s' n q = logits (h_pos theta) s' n p).
      { rewrite Top. rewrite <- !Same, Top in L. pose proof (h_pos_at_most_1 theta s' n q) as M.
        apply Rle_antisym; [exact M|exact L]. }
      destruct (One theta s' n i q 0%nat S'n I Q D) as (Ans & No & _); try assumption.
      * unfold s'. fold p. rewrite Nat.eqb_refl. reflexivity.
      * intros j J E. unfold s' in E. fold p. destruct (Nat.eqb_spec j p); [assumption|].
      destruct (j =? n)%nat; discriminate.
      * apply No. rewrite <- Ans. apply Decodes; [exact S'n|]. intros j J. unfold s'.
        destruct (j =? p)%nat; [simpl; lia|]. destruct (j =? n)%nat; simpl; lia.
    + exists p. split; [exact P|]. intros k K D.
      destruct (Rlt_dec (logits (h_pos theta) s n k) (logits (h_pos theta) s n p)) as [L|L]; [exact L|].
      exfalso. apply No. exists k. split; [exact K|]. split; [exact D|lra].
  - intros Unique s Sn Short t D.
    pose proof (u26_index_decode_proved theta s n ltac:(lia) Short (Unique s Sn) t D) as G.
    unfold hard_scores. change (zero_score (hard_weight (logits (h_pos theta) s n) n) s n) with (index_score
      theta s n). lra.
Qed.

(** * False neighbours *)

(** The letter may stand elsewhere: A A 1 at half a turn, where nothing is wrong. *)
Definition u26_index_decode_ties_neighbour_copies : Prop :=
  forall (theta : R) (s : nat -> token) (n i q a : nat),
    s n = Int i -> (1 <= i < n)%nat -> within n q -> q <> (n - i)%nat -> s (n - i)%nat = Letter a ->
    logits (h_pos theta) s n q = logits (h_pos theta) s n (n - i)%nat ->
      ~ decoded (hard_scores theta s n) (Letter a).

Definition a_a_a_1 (j : nat) : token := if (j =? 4)%nat then Int 1 else Letter 0.

Lemma a_a_a_1_logits : forall k, within 4 k ->
  logits (h_pos PI) a_a_a_1 4 k = if (k =? 1)%nat then 1 else if (k =? 3)%nat then 1 else - (1).
Proof.
  intros k K. unfold logits. rewrite h_pos_logit. unfold within in K.
  assert (k = 1 \/ k = 2 \/ k = 3 \/ k = 4)%nat as [->|[->|[->| ->]]] by lia; simpl.
  - replace ((1 + 1 + 1 + 1 - 1 - 1) * PI) with (2 * PI) by ring. apply cos_2PI.
  - replace ((1 + 1 + 1 + 1 - (1 + 1) - 1) * PI) with PI by ring. apply cos_PI.
  - replace ((1 + 1 + 1 + 1 - (1 + 1 + 1) - 1) * PI) with 0 by ring. apply cos_0.
  - replace ((1 + 1 + 1 + 1 - (1 + 1 + 1 + 1) - 1) * PI) with (- PI) by ring. rewrite cos_neg. apply cos_PI.
Qed.

Theorem u26_index_decode_ties_neighbour_copies_false : ~ u26_index_decode_ties_neighbour_copies.
Proof.
  intro H. apply (H PI a_a_a_1 4%nat 1%nat 1%nat 0%nat); try reflexivity; try (unfold within; lia).
  - rewrite !a_a_a_1_logits by (unfold within; simpl; lia). reflexivity.
  - set (l := logits (h_pos PI) a_a_a_1 4).
    assert (T : forall k, within 4 k -> top l 4 k = ((k =? 1)%nat || (k =? 3)%nat)%bool).
    { intros k K. apply Bool.eq_iff_eq_true. rewrite top_spec. split.
      - intro M. specialize (M 1%nat ltac:(unfold within; lia)). unfold l in M.
      rewrite !a_a_a_1_logits in M by (unfold within in *; lia).
        destruct (k =? 1)%nat; [reflexivity|]. destruct (k =? 3)%nat; [reflexivity|]. simpl in M. lra.
      - intros E i I. unfold l. rewrite !a_a_a_1_logits by assumption.
        destruct (k =? 1)%nat; [|destruct (k =? 3)%nat; [|discriminate]]; destruct (i =? 1)%nat; try lra;
          destruct (i =? 3)%nat; lra. }
    assert (W : forall k, within 4 k ->
      hard_weight l 4 k = if ((k =? 1)%nat || (k =? 3)%nat)%bool then 1 / 2 else 0).
    { intros k K. unfold hard_weight, sum1. cbn [sum]. rewrite !T by (unfold within in *; lia). simpl.
      destruct ((k =? 1)%nat || (k =? 3)%nat)%bool; field. }
    intros t D. unfold hard_scores, zero_score, sum1. cbn [sum]. fold l. rewrite !W by (unfold within; lia).
    unfold a_a_a_1, index_value, one_hot. simpl. destruct t as [b|j]; simpl.
    + destruct b as [|b]; [contradiction D; reflexivity|]. simpl. lra.
    + destruct j as [|[|j]]; simpl; lra.
Qed.

(** Whatever stands at the position asked for: an integer there does no harm, though it ties with the query's own
    position. *)
Definition u26_index_decode_ties_neighbour_integer : Prop :=
  forall (theta : R) (s : nat -> token) (n i q : nat),
    s n = Int i -> (1 <= i < n)%nat -> within n q -> q <> (n - i)%nat ->
    logits (h_pos theta) s n q = logits (h_pos theta) s n (n - i)%nat ->
      ~ decoded (hard_scores theta s n) (index_answer s n).

Theorem u26_index_decode_ties_neighbour_integer_false : ~ u26_index_decode_ties_neighbour_integer.
Proof.
  intro H. set (s := fun _ : nat => Int 1). apply (H (2 * PI) s 2%nat 1%nat 2%nat); try reflexivity;
    try (unfold within; lia).
  - unfold logits. rewrite !h_pos_logit. simpl. replace ((1 + 1 - (1 + 1) - 1) * (2 * PI)) with (- (2 * PI)) by
    ring.
    replace ((1 + 1 - 1 - 1) * (2 * PI)) with 0 by ring. rewrite cos_neg, cos_2PI, cos_0. reflexivity.
  - intros t D. unfold hard_scores. change (index_answer s 2) with (Int 1) in *.
    rewrite (integer_score _ s 2 1 eq_refl). unfold zero_score, sum1. cbn [sum]. unfold s, index_value.
    unfold one_hot. rewrite token_eq_neq by exact D. lra.
Qed.

(** Three letters and the integer 1 at half a turn: the first and the third position tie. *)
Example u26_index_decode_ties_instance : instance_of u26_index_decode_ties_statement.
Proof.
  split; [|exists 1, 3%nat, 1%nat; split; [lia|exact I]].
  exists PI, (fun j => if (j =? 4)%nat then Int 1 else Letter j), 4%nat, 1%nat, 1%nat, 3%nat.
  repeat apply conj; try exact I; try reflexivity; try lia; try (unfold within; lia); try (exists 1; exact I).
  - intros j J E. destruct (j =? 4)%nat; [discriminate|]. injection E as ->. reflexivity.
  - unfold logits. rewrite !h_pos_logit. simpl.
    replace ((1 + 1 + 1 + 1 - 1 - 1) * PI) with (2 * PI) by ring.
    replace ((1 + 1 + 1 + 1 - (1 + 1 + 1) - 1) * PI) with 0 by ring. rewrite cos_2PI, cos_0. reflexivity.
Qed.
