(** u26.let-decomposition, .proper-preserved, .proper-preserved.corrected, .valid-is-proper (U26, Appendix
    F.1).

    "f_LET(s) = [Reflexive^{l-h}(Retrieval^h(s))]_n", for proper letter-task inputs with at most h hops, l
    >= h; every pass meets a proper sequence again, because the letter task's order puts letter-integer
    pairs first. For proper sequences in any order "proper is preserved" is false, and a valid input need
    not be proper.

    Idea: let f(p) <= p be the first position with the left letter that p asks for, and f(p) = p for a
    letter-integer pair.  After r passes position p holds the token of f^r(p): the token wanted next, that
    of f^{r+1}(p), stands at f(p) already.  It is the only one with its left letter: if some q <= p holds
    the token of m = f^r(q) with the letter that j = f^r(p) asks for, then m <= j is settled by properness
    at j; else m = f(q') with q' = f^{r-1}(q) a letter pair asking for the same letter, and properness at
    q' settles it.  The order of the letter task is not itself preserved, so the induction is over all
    passes at once. *)

From Coq Require Import List Lia Arith.
From RopeTheory Require Import Heads Tasks Instances.
Import ListNotations.

(** A hop sees the positions up to the one it starts from, as under the causal mask. *)
Definition u26_let_decomposition_statement : Prop :=
  forall (s : list pair) (hops h l : nat) (t : pair),
    letter_input s -> proper s -> letter_answer earlier s hops t -> hops <= h -> h <= l ->
    last_tok (iterate (l - h) Reflexive (iterate h Retrieval s)) = Some t /\
    (forall r, proper (iterate r Retrieval s)).

Definition u26_let_decomposition_proper_preserved_statement : Prop :=
  forall s : list pair, proper s -> proper (Retrieval s).

Definition u26_let_decomposition_proper_preserved_corrected_statement : Prop :=
  forall s : list pair, proper s -> integers_first s -> forall r, proper (iterate r Retrieval s).

(** Valid whether a hop sees the earlier positions or all. *)
Definition u26_let_decomposition_valid_is_proper_statement : Prop :=
  forall (s : list pair) (hops : nat) (t : pair),
    letter_input s -> letter_answer earlier s hops t -> letter_answer everywhere s hops t -> proper s.

(** * Where a token comes from *)

Definition asks_at (s : list pair) (y : letter) (k : nat) : bool :=
  match tok s k with Some t => left_of t =? y | None => false end.

Definition origin (s : list pair) (p : nat) : nat :=
  match tok s p with
  | Some (LetterPair x y) => match find (asks_at s y) (seq 1 p) with Some k => k | None => p end
  | _ => p
  end.

Lemma origin_bound : forall s p x i, tok s p = Some (LetterInt x i) -> origin s p = p.
Proof. intros s p x i E. unfold origin. rewrite E. reflexivity. Qed.

Lemma origin_inside : forall s p, 1 <= p -> 1 <= origin s p <= p.
Proof.
  intros s p L. unfold origin. destruct (tok s p) as [[x y|x i]|]; [|lia|lia].
  destruct (find _ _) eqn:F; [|lia]. apply find_some in F. destruct F as [F _]. apply in_seq in F. lia.
Qed.

Lemma origin_found : forall s p x y, proper s -> tok s p = Some (LetterPair x y) ->
  exists t, tok s (origin s p) = Some t /\ left_of t = y.
Proof.
  intros s p x y Pr E. unfold origin. rewrite E. destruct (find _ _) as [k|] eqn:F.
  - apply find_some in F. destruct F as [_ F]. unfold asks_at in F.
    destruct (tok s k) as [t|]; [|discriminate].
    exists t. split; [reflexivity|]. apply Nat.eqb_eq, F.
  - destruct (Pr p x y E) as (t & Y & (k & L & K) & _). pose proof (tok_inside _ _ _ _ K).
    assert (I : In k (seq 1 p)) by (apply in_seq; lia).
    pose proof (find_none _ _ F k I) as N. unfold asks_at in N. rewrite K in N. apply Nat.eqb_neq in N.
    congruence.
Qed.

Lemma origins_inside : forall s r p, 1 <= p -> 1 <= iterate r (origin s) p <= p.
Proof.
  intros s r p L. induction r as [|r IH]; [simpl; lia|]. rewrite iterate_S.
  pose proof (origin_inside s (iterate r (origin s) p)). lia.
Qed.

Lemma origins_bound : forall s r p x i, tok s p = Some (LetterInt x i) -> iterate r (origin s) p = p.
Proof.
  intros s r p x i E. induction r as [|r IH]; [reflexivity|]. rewrite iterate_S, IH. eapply origin_bound, E.
Qed.

(** Two matches that one position asks for are one token. *)
Lemma proper_match : forall s p x y k t k' t', proper s -> tok s p = Some (LetterPair x y) ->
  k <= p -> tok s k = Some t -> left_of t = y -> k' <= p -> tok s k' = Some t' -> left_of t' = y -> t = t'.
Proof.
  intros s p x y k t k' t' Pr E L K Y L' K' Y'. destruct (Pr p x y E) as (u & _ & _ & U).
  rewrite (U k t), (U k' t'); auto.
Qed.

(** After r passes every position holds the token of its r-th origin. *)
Definition traced (s : list pair) (r : nat) : Prop :=
  forall p, 1 <= p <= length s -> tok (iterate r Retrieval s) p = tok s (iterate r (origin s) p).

(** The wanted token is unique after r passes. *)
Lemma unique_after : forall s r p j q x y t u, proper s -> integers_first s -> 1 <= p -> 1 <= q <= p ->
  j = iterate r (origin s) p -> tok s j = Some (LetterPair x y) ->
  tok s (origin s j) = Some t -> left_of t = y ->
  tok s (iterate r (origin s) q) = Some u -> left_of u = y -> u = t.
Proof.
  intros s r p j q x y t u Pr First Lp Lq J E T Y U V.
  pose proof (tok_inside _ _ _ _ E) as Ij. pose proof (origin_inside s j ltac:(lia)) as Of.
  pose proof (origins_inside s r p Lp) as Op. pose proof (origins_inside s r q ltac:(lia)) as Oq.
  destruct (le_lt_dec (iterate r (origin s) q) j) as [Le|Gt].
  - apply (proper_match s j x y (iterate r (origin s) q) u (origin s j) t Pr); auto. lia.
  - destruct r as [|r]; [simpl in J, Gt; lia|]. rewrite iterate_S in *.
    set (q' := iterate r (origin s) q) in *. assert (Q : 1 <= q' <= q) by (apply origins_inside; lia).
    destruct (tok s q') as [[x' y'|x' i]|] eqn:E'.
    + destruct (origin_found s q' x' y' Pr E') as (u' & U' & Y').
      assert (A : tok s q' = Some (LetterPair x' y)) by congruence.
      pose proof (origin_inside s q' ltac:(lia)).
      apply (proper_match s q' x' y (origin s q') u (origin s j) t Pr); auto; lia.
    + rewrite (origin_bound s q' x' i E') in *. pose proof (First q' j x' i x y E' E). lia.
    + unfold origin in U. rewrite E' in U. congruence.
Qed.

Lemma traced_proper : forall s r, proper s -> integers_first s -> traced s r ->
  proper (iterate r Retrieval s).
Proof.
  intros s r Pr First Tr p x y E. pose proof (tok_inside _ _ _ _ E) as In.
  rewrite iterate_Retrieval_length in In.
  rewrite (Tr p In) in E. set (j := iterate r (origin s) p) in *.
  destruct (origin_found s j x y Pr E) as (t & T & Y). exists t. split; [exact Y|]. split.
  - exists (origin s p). pose proof (origin_inside s p ltac:(lia)). split; [lia|].
    rewrite Tr by lia. rewrite iterate_shift. exact T.
  - intros k u L K V. pose proof (tok_inside _ _ _ _ K) as Ik. rewrite iterate_Retrieval_length in Ik.
    rewrite (Tr k Ik) in K. eapply (unique_after s r p j k x y); eauto; lia.
Qed.

Lemma trace : forall s r, proper s -> integers_first s -> traced s r.
Proof.
  intros s r Pr First. induction r as [|r IH]; intros p In; [reflexivity|]. rewrite !iterate_S.
  pose proof (traced_proper s r Pr First IH) as Pr'. set (s' := iterate r Retrieval s) in *.
  assert (Len : length s' = length s) by apply iterate_Retrieval_length.
  rewrite tok_Retrieval by lia. set (j := iterate r (origin s) p).
  assert (Oj : 1 <= j <= p) by (apply origins_inside; lia).
  destruct (tok s j) as [[x y|x i]|] eqn:E.
  - assert (E' : tok s' p = Some (LetterPair x y)) by (unfold s'; rewrite (IH p In); exact E).
    destruct (origin_found s j x y Pr E) as (t & T & Y). rewrite T. f_equal.
    pose proof (origin_inside s p ltac:(lia)) as Op.
    assert (K : tok s' (origin s p) = Some t).
    { unfold s'. rewrite (IH (origin s p)) by lia. rewrite iterate_shift. exact T. }
    apply (retrieval_at_match s' p x y t E'); [exists (origin s p); split; [lia|exact K]|exact Y|].
    intros k u L U V. eapply (proper_match s' p x y k u (origin s p) t Pr'); eauto; lia.
  - rewrite (origin_bound s j x i E), E. unfold retrieval_at. unfold s'. rewrite (IH p In). fold j.
    rewrite E. reflexivity.
  - destruct (tok_some _ s j ltac:(lia)) as [t T]. congruence.
Qed.

Theorem u26_let_decomposition_proper_preserved_corrected_proved :
  u26_let_decomposition_proper_preserved_corrected_statement.
Proof. intros s Pr First r. apply traced_proper; auto using trace. Qed.

(** * The path ends where the passes do *)

Lemma path_origins : forall s p h t, proper s -> letter_path earlier s p h t ->
  forall p' r, tok s p' = tok s p -> h <= r -> tok s (iterate r (origin s) p') = Some t.
Proof.
  intros s p h t Pr P. induction P as [p x i E|p x y q next h t E V Q Y U _ IH]; intros p' r S L.
  - rewrite (origins_bound s r p' x i); congruence.
  - destruct r as [|r]; [lia|]. rewrite iterate_S, <- iterate_shift. apply IH with q; [exact V|exact Q| |lia].
    rewrite Q. assert (E' : tok s p' = Some (LetterPair x y)) by congruence.
    destruct (origin_found s p' x y Pr E') as (u & Uk & Yu). rewrite Uk. f_equal.
    pose proof (tok_inside _ _ _ _ E') as Ip. pose proof (origin_inside s p' ltac:(lia)). unfold earlier in V.
    destruct (le_lt_dec p p') as [Le|Gt].
    + eapply (proper_match s p' x y (origin s p') u q next); eauto; lia.
    + eapply (proper_match s p x y (origin s p') u q next); eauto; lia.
Qed.

Lemma letter_input_integers_first : forall s, letter_input s -> integers_first s.
Proof.
  intros s (b & l & -> & _ & _ & B & L) p q x i x' y P Q.
  assert (Hp : p <= length b).
  { destruct (le_lt_dec p (length b)) as [Le|Gt]; [exact Le|]. exfalso.
    replace p with (length b + (p - length b)) in P by lia. rewrite tok_app_right in P by lia.
    destruct (p - length b) as [|k]; [discriminate|]. apply nth_error_In in P.
    rewrite Forall_forall in L. destruct (L _ P) as (? & ? & ?). discriminate. }
  destruct (le_lt_dec q (length b)) as [Le|Gt]; [|lia]. exfalso. rewrite tok_app_left in Q by lia.
  destruct q as [|k]; [discriminate|]. apply nth_error_In in Q.
  rewrite Forall_forall in B. destruct (B _ Q) as (? & ? & ? & _). discriminate.
Qed.

Theorem u26_let_decomposition_proved : u26_let_decomposition_statement.
Proof.
  intros s hops h l t In Pr P H _. pose proof (letter_input_integers_first s In) as First. split.
  - rewrite iterate_Reflexive. unfold last_tok. rewrite iterate_Retrieval_length.
    rewrite (trace s h Pr First).
    + apply (path_origins s (length s) hops t Pr P); [reflexivity|exact H].
    + destruct In as (b & l' & -> & Nb & _). rewrite app_length. destruct b; [congruence|simpl; lia].
  - apply u26_let_decomposition_proper_preserved_corrected_proved; assumption.
Qed.

(** * Concrete sequences *)

Definition A1_BA_A2_AB : list pair := [LetterInt 0 1; LetterPair 1 0; LetterInt 0 2; LetterPair 0 1].
Definition A1_BA_CB : list pair := [LetterInt 0 1; LetterPair 1 0; LetterPair 2 1].
Definition A1_BC_BA : list pair := [LetterInt 0 1; LetterPair 1 2; LetterPair 1 0].

Lemma A1_BA_A2_AB_proper : proper A1_BA_A2_AB.
Proof.
  intros p x y E. cases.
  - exists (LetterInt 0 1). repeat split; [exists 1; split; [lia|reflexivity]|intros; cases].
  - exists (LetterPair 1 0). repeat split; [exists 2; split; [lia|reflexivity]|intros; cases].
Qed.

(** One pass of A1 BA A2 AB gives A1 A1 A2 BA, where BA sees two tokens with left letter A. *)
Theorem u26_let_decomposition_proper_preserved_refuted : ~ u26_let_decomposition_proper_preserved_statement.
Proof.
  intro H. specialize (H _ A1_BA_A2_AB_proper). destruct (H 4 1 0 eq_refl) as (t & _ & _ & U).
  pose proof (U 1 (LetterInt 0 1) ltac:(lia) eq_refl eq_refl).
  pose proof (U 3 (LetterInt 0 2) ltac:(lia) eq_refl eq_refl). congruence.
Qed.

Lemma A1_BC_BA_input : letter_input A1_BC_BA.
Proof.
  exists [LetterInt 0 1], [LetterPair 1 2; LetterPair 1 0]. repeat split; try discriminate.
  - repeat constructor. exists 0, 1. auto.
  - repeat constructor; eexists; eexists; reflexivity.
Qed.

(** In A1 BC BA the pair BC, off the path, asks for a letter that does not occur. *)
Theorem u26_let_decomposition_valid_is_proper_refuted : ~ u26_let_decomposition_valid_is_proper_statement.
Proof.
  intro H. assert (Pr : proper A1_BC_BA).
  { apply (H _ 1 (LetterInt 0 1) A1_BC_BA_input); unfold letter_answer; cbn; hop 1; now apply letter_here. }
  destruct (Pr 2 1 2 eq_refl) as (t & Y & (k & L & K) & _). cases.
Qed.

(** * False neighbours *)

Lemma A1_BA_CB_input : letter_input A1_BA_CB.
Proof.
  exists [LetterInt 0 1], [LetterPair 1 0; LetterPair 2 1]. repeat split; try discriminate.
  - repeat constructor. exists 0, 1. auto.
  - repeat constructor; eexists; eexists; reflexivity.
Qed.

Lemma A1_BA_CB_proper : proper A1_BA_CB.
Proof.
  intros p x y E. cases.
  - exists (LetterInt 0 1). repeat split; [exists 1; split; [lia|reflexivity]|intros; cases].
  - exists (LetterPair 1 0). repeat split; [exists 2; split; [lia|reflexivity]|intros; cases].
Qed.

(** The hypotheses can be met: A1 BA CB is proper and answers A1 after two hops. *)
Example A1_BA_CB_answer : letter_answer earlier A1_BA_CB 2 (LetterInt 0 1).
Proof. unfold letter_answer. cbn. hop 2. hop 1. now apply letter_here. Qed.

(** One hop more than passes. *)
Definition u26_let_decomposition_neighbour_pass_short : Prop :=
  forall (s : list pair) (hops h l : nat) (t : pair),
    letter_input s -> proper s -> letter_answer earlier s hops t -> hops <= S h -> h <= l ->
    last_tok (iterate (l - h) Reflexive (iterate h Retrieval s)) = Some t.

Theorem u26_let_decomposition_neighbour_pass_short_false : ~ u26_let_decomposition_neighbour_pass_short.
Proof.
  intro H. specialize (H _ 2 1 1 _ A1_BA_CB_input A1_BA_CB_proper A1_BA_CB_answer ltac:(lia) ltac:(lia)).
  vm_compute in H. discriminate.
Qed.

(** Valid inputs, proper or not: the passes need not meet proper sequences. *)
Definition u26_let_decomposition_neighbour_improper : Prop :=
  forall (s : list pair) (hops : nat) (t : pair),
    letter_input s -> letter_answer earlier s hops t -> forall r, proper (iterate r Retrieval s).

Theorem u26_let_decomposition_neighbour_improper_false : ~ u26_let_decomposition_neighbour_improper.
Proof.
  intro H. apply u26_let_decomposition_valid_is_proper_refuted. intros s hops t In P _.
  exact (H s hops t In P 0).
Qed.

(** Letter-integer pairs anywhere. *)
Definition u26_let_decomposition_proper_preserved_corrected_neighbour_any_order : Prop :=
  forall s : list pair, proper s -> forall r, proper (iterate r Retrieval s).

Theorem u26_let_decomposition_proper_preserved_corrected_neighbour_any_order_false :
  ~ u26_let_decomposition_proper_preserved_corrected_neighbour_any_order.
Proof.
  intro H. apply u26_let_decomposition_proper_preserved_refuted. intros s Pr. exact (H s Pr 1).
Qed.

(** The order of the letter task is kept, too: A1 BA CB DA becomes A1 A1 BA A1. *)
Definition u26_let_decomposition_proper_preserved_corrected_neighbour_order_kept : Prop :=
  forall s : list pair, proper s -> integers_first s -> integers_first (Retrieval s).

Theorem u26_let_decomposition_proper_preserved_corrected_neighbour_order_kept_false :
  ~ u26_let_decomposition_proper_preserved_corrected_neighbour_order_kept.
Proof.
  intro H. set (s := [LetterInt 0 1; LetterPair 1 0; LetterPair 2 1; LetterPair 3 0]).
  assert (Pr : proper s).
  { intros p x y E. cases.
    - exists (LetterInt 0 1). repeat split; [exists 1; split; [lia|reflexivity]|intros; cases].
    - exists (LetterPair 1 0). repeat split; [exists 2; split; [lia|reflexivity]|intros; cases].
    - exists (LetterInt 0 1). repeat split; [exists 1; split; [lia|reflexivity]|intros; cases]. }
  assert (First : integers_first s) by (intros p q x i x' y P Q; cases).
  pose proof (H s Pr First 4 3 0 1 1 0 eq_refl eq_refl). lia.
Qed.

Example u26_let_decomposition_instance : instance_of u26_let_decomposition_statement.
Proof.
  exists A1_BA_CB, 2, 2, 3, (LetterInt 0 1). split; [exact A1_BA_CB_input|]. split; [exact A1_BA_CB_proper|].
  split; [exact A1_BA_CB_answer|]. repeat apply conj; try exact I; try lia. exists 1. exact I.
Qed.

Example u26_let_decomposition_proper_preserved_corrected_instance :
  instance_of u26_let_decomposition_proper_preserved_corrected_statement.
Proof.
  exists A1_BA_CB. split; [exact A1_BA_CB_proper|].
  split; [apply letter_input_integers_first, A1_BA_CB_input|exists 2; exact I].
Qed.
