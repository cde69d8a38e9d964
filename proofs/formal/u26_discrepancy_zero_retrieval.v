(** u26.discrepancy.zero.retrieval (U26, p. 8, after Definition 3.1): the same for T_Retrieval.

    If two positions have one logit and hold different tokens, each of which stands nowhere else, both tokens get
    the same score: with average hard attention and with softmax of every beta.  So neither is decoded.
    Encoding: F = a and W_V the identity; any number m of letters, any angle theta, any input. *)

From Coq Require Import Reals Lra Lia PeanoNat List.
From RopeTheory Require Import Rope Trig Sums Heads Decoding u26_rem32 u26_index_decode_ties Instances.
Open Scope R_scope.

(** Scores of T_Retrieval under attention weights w. *)
Definition pair_score (w : nat -> R) (s : nat -> pair) (n : nat) (t : pair) : R :=
  sum1 (fun j => w j * pair_hot (s j) t) n.

(** The token at p stands at no other position. *)
Definition stands_once (s : nat -> pair) (n p : nat) : Prop := forall j, within n j -> s j = s p -> j = p.

Definition u26_discrepancy_zero_retrieval_statement : Prop :=
  forall (m : nat) (theta : R) (s : nat -> pair) (n p q : nat),
    within n p -> within n q -> s p <> s q -> stands_once s n p -> stands_once s n q ->
    let l := logits (h_retrieval m theta) s n in
    l p = l q ->
    (pair_score (hard_weight l n) s n (s p) = pair_score (hard_weight l n) s n (s q) /\
     ~ decoded (pair_score (hard_weight l n) s n) (s p)) /\
    (forall beta, pair_score (weight beta l n) s n (s p) = pair_score (weight beta l n) s n (s q) /\
                  ~ decoded (pair_score (weight beta l n) s n) (s p)).

Lemma score_once : forall w s n p, within n p -> stands_once s n p -> pair_score w s n (s p) = w p.
Proof.
  intros w s n p P Once. unfold pair_score. rewrite (sum1_split _ p n P). unfold pair_hot at 1.
  rewrite (proj2 (pair_eqb_eq (s p) (s p)) eq_refl). rewrite (sum1_ext _ (fun _ => 0)); [rewrite sum1_const; ring|].
  intros k K. destruct (Nat.eqb_spec k p) as [_|D]; [reflexivity|]. unfold pair_hot.
  destruct (pair_eqb (s k) (s p)) eqn:E; [|ring]. apply pair_eqb_eq in E. exfalso. apply D, Once; assumption.
Qed.

Theorem u26_discrepancy_zero_retrieval_proved : u26_discrepancy_zero_retrieval_statement.
Proof.
  intros m theta s n p q P Q D Pp Qq l E. destruct (tied_weights l n q p E) as [Hard Soft].
  assert (Go : forall w, w p = w q ->
    pair_score w s n (s p) = pair_score w s n (s q) /\ ~ decoded (pair_score w s n) (s p)).
  { intros w W. assert (Eq : pair_score w s n (s p) = pair_score w s n (s q)) by (rewrite !score_once; assumption).
    split; [exact Eq|]. intro H. specialize (H (s q) ltac:(congruence)). lra. }
  split; [apply Go, Hard|intro beta; apply Go, Soft].
Qed.

(** * False neighbours *)

(** One of the tokens may stand elsewhere: A1 A2 A1 without rotation. *)
Definition u26_discrepancy_zero_retrieval_neighbour_copies : Prop :=
  forall (m : nat) (theta : R) (s : nat -> pair) (n p q : nat), within n p -> within n q -> s p <> s q ->
    logits (h_retrieval m theta) s n p = logits (h_retrieval m theta) s n q ->
    pair_score (hard_weight (logits (h_retrieval m theta) s n) n) s n (s p)
    = pair_score (hard_weight (logits (h_retrieval m theta) s n) n) s n (s q).

Theorem u26_discrepancy_zero_retrieval_neighbour_copies_false : ~ u26_discrepancy_zero_retrieval_neighbour_copies.
Proof.
  intro H. set (s := fun j : nat => if (j =? 2)%nat then LetterInt 0 2 else LetterInt 0 1).
  set (l := logits (h_retrieval 1 0) s 3).
  assert (L : forall k, l k = 1).
  { intro k. unfold l, logits. rewrite h_retrieval_logit. unfold s. destruct (k =? 2)%nat; simpl;
      replace ((0 - 0) * spacing 1 + (1 + 1 + 1 - INR k) * 0) with 0 by ring; apply cos_0. }
  specialize (H 1%nat 0 s 3%nat 1%nat 2%nat ltac:(unfold within; lia) ltac:(unfold within;
    lia) ltac:(discriminate)).
  fold l in H. specialize (H ltac:(rewrite !L; reflexivity)).
  assert (W : forall k, hard_weight l 3 k = 1 / 3).
  { intro k. assert (T : forall k, top l 3 k = true) by (intro j; apply top_spec; intros i _; rewrite !L; lra).
    unfold hard_weight, sum1. cbn [sum]. rewrite !T. field. }
  unfold pair_score, sum1 in H. cbn [sum] in H. rewrite !W in H. unfold s, pair_hot in H. simpl in H. lra.
Qed.

(** Without the tie: B1 A1 over two letters, without rotation. *)
Definition u26_discrepancy_zero_retrieval_neighbour_no_tie : Prop :=
  forall (m : nat) (theta : R) (s : nat -> pair) (n p q : nat), within n p -> within n q -> s p <> s q ->
    stands_once s n p -> stands_once s n q ->
    ~ decoded (pair_score (hard_weight (logits (h_retrieval m theta) s n) n) s n) (s p).

Theorem u26_discrepancy_zero_retrieval_neighbour_no_tie_false : ~ u26_discrepancy_zero_retrieval_neighbour_no_tie.
Proof.
  intro H. set (s := fun j : nat => if (j =? 1)%nat then LetterInt 1 1 else LetterInt 0 1).
  set (l := logits (h_retrieval 2 0) s 2).
  assert (O : only_maximiser l 2 2).
  { split; [unfold within; lia|]. intros k K D. assert (k = 1%nat) as -> by (unfold within in K; lia).
    unfold l, logits. rewrite !h_retrieval_logit. unfold s, spacing. simpl.
    replace ((1 - 0) * (2 * PI / (1 + 1)) + (1 + 1 - 1) * 0) with PI by field.
    replace ((0 - 0) * (2 * PI / (1 + 1)) + (1 + 1 - (1 + 1)) * 0) with 0 by ring. rewrite cos_PI, cos_0. lra. }
  apply (H 2%nat 0 s 2%nat 2%nat 1%nat); try (unfold within; lia); try discriminate.
  - intros j J E. destruct (Nat.eq_dec j 1) as [->|N]; [discriminate|unfold within in J; lia].
  - intros j J E. destruct (Nat.eq_dec j 2) as [->|N]; [discriminate|unfold within in J; lia].
  - intros t D. unfold pair_score. fold l. rewrite !(hard_weight_only l 2 2 O (fun j => pair_hot (s j) _)).
    unfold pair_hot. rewrite (proj2 (pair_eqb_eq (s 2%nat) (s 2%nat)) eq_refl).
    destruct (pair_eqb (s 2%nat) t) eqn:E; [apply pair_eqb_eq in E; congruence|lra].
Qed.

(** A1 B1 BA over two letters at a sixth of a turn: the first two positions tie. *)
Example u26_discrepancy_zero_retrieval_instance : instance_of u26_discrepancy_zero_retrieval_statement.
Proof.
  exists 2%nat, (PI / 3),
    (fun j => match j with 1%nat => LetterInt 0 1 | 2%nat => LetterInt 1 1 | _ => LetterPair 1 0 end),
    3%nat, 1%nat, 2%nat.
  repeat apply conj; try exact I; try (unfold within; lia); try discriminate; try (exists 1; split; exact I).
  - intros j J E. unfold within in J. assert (j = 1 \/ j = 2 \/ j = 3)%nat as [->|[->| ->]] by lia; [reflexivity| |];
      discriminate.
  - intros j J E. unfold within in J. assert (j = 1 \/ j = 2 \/ j = 3)%nat as [->|[->| ->]] by lia; try reflexivity;
      discriminate.
  - unfold logits. rewrite !h_retrieval_logit. unfold spacing. simpl.
    rewrite <- (cos_full_turn (_ + _)). f_equal. field.
Qed.
