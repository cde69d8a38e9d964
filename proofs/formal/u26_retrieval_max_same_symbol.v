(** u26.retrieval-max.same-symbol and .corrected (U26, p. 24, (i)): tokens of a proper input with one left letter.

    "if two (key) symbols in the sequence ... both have the maximum logit, then this two symbols must have the same
    left-symbol.  Then, from the assumption that the input is a proper input (see Definition F.2), this implies that
    [they] are the same symbol."  Read as: on a proper input, tokens with one left letter are equal.
    REFUTED: A1 A2.
    Corrected: tokens up to position j are, if their left letter is the one that the letter pair at j asks for. *)

From Coq Require Import Lia PeanoNat.
From RopeTheory Require Import Heads u26_retrieval_max Instances.

Definition u26_retrieval_max_same_symbol_statement : Prop :=
  forall (s : nat -> pair) (n i j : nat), proper s n -> within n i -> within n j ->
    left_of (s i) = left_of (s j) -> s i = s j.

Definition u26_retrieval_max_same_symbol_corrected_statement : Prop :=
  forall (s : nat -> pair) (n p x y i j : nat), proper s n -> within n p -> s p = LetterPair x y ->
    within p i -> within p j -> left_of (s i) = y -> left_of (s j) = y -> s i = s j.

Definition a1_a2 (j : nat) : pair := if (j =? 1)%nat then LetterInt 0 1 else LetterInt 0 2.

Theorem u26_retrieval_max_same_symbol_refuted : ~ u26_retrieval_max_same_symbol_statement.
Proof.
  intro H. specialize (H a1_a2 2 1 2). assert (P : proper a1_a2 2).
  { intros j x y _ E. unfold a1_a2 in E. destruct (j =? 1)%nat; discriminate. }
  specialize (H P ltac:(unfold within; lia) ltac:(unfold within; lia) eq_refl). discriminate H.
Qed.

Theorem u26_retrieval_max_same_symbol_corrected_proved : u26_retrieval_max_same_symbol_corrected_statement.
Proof.
  intros s n p x y i j Pr P E I J Li Lj. destruct (Pr p x y P E) as [_ Same]. apply Same; assumption.
Qed.

(** False neighbour: positions after the letter pair count, too: A1 BA A2. *)
Definition u26_retrieval_max_same_symbol_corrected_neighbour_later : Prop :=
  forall (s : nat -> pair) (n p x y i j : nat), proper s n -> within n p -> s p = LetterPair x y ->
    within n i -> within n j -> left_of (s i) = y -> left_of (s j) = y -> s i = s j.

Definition a1_ba_a2 (j : nat) : pair :=
  if (j =? 1)%nat then LetterInt 0 1 else if (j =? 2)%nat then LetterPair 1 0 else LetterInt 0 2.

Theorem u26_retrieval_max_same_symbol_corrected_neighbour_later_false :
  ~ u26_retrieval_max_same_symbol_corrected_neighbour_later.
Proof.
  intro H. specialize (H a1_ba_a2 3 2 1 0 1 3). assert (P : proper a1_ba_a2 3).
  { intros j x y J E. unfold within in J. assert (j = 1 \/ j = 2 \/ j = 3) as [->|[->| ->]] by lia;
    try discriminate.
    injection E as <- <-. split; [exists 1; split; [unfold within; lia|reflexivity]|].
    intros k k' K K' L L'. unfold within in *.
    assert (k = 1 \/ k = 2) as [->| ->] by lia; [|discriminate].
    assert (k' = 1 \/ k' = 2) as [->| ->] by lia; [reflexivity|discriminate]. }
  specialize (H P ltac:(unfold within; lia) eq_refl ltac:(unfold within; lia) ltac:(unfold within;
    lia) eq_refl eq_refl).
  discriminate H.
Qed.

(** A1 A1 BA. *)
Example u26_retrieval_max_same_symbol_corrected_instance :
  instance_of u26_retrieval_max_same_symbol_corrected_statement.
Proof.
  exists (fun j => if j =? 3 then LetterPair 1 0 else LetterInt 0 1), 3, 3, 1, 0, 1, 2. split.
  - intros j x y J E. destruct (Nat.eqb_spec j 3) as [->|]; [|discriminate]. injection E as <- <-. split.
    + exists 1. split; [unfold within; lia|reflexivity].
    + intros k k' _ _. destruct (k =? 3), (k' =? 3); simpl; intros; discriminate || reflexivity.
  - repeat apply conj; try exact I; try reflexivity; unfold within; lia.
Qed.
