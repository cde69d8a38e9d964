(** The tasks of U26 as functions and relations on lists.

    Letters are named by natural numbers: an alphabet without end, of which every finite one is a part.
    Positions are 1..n, as in rope_theory/core/tasks: [tok s p] is the token at position p, None outside.
    Tokens are those of Heads.v: [Letter a] and [Int i] in the number task, [LetterPair x y] and [LetterInt
    x i] in the letter task. *)

From Coq Require Import List Lia Arith PeanoNat.
From RopeTheory Require Import Heads.
Import ListNotations.
Open Scope nat_scope.

Definition letter : Type := nat.

Definition tok {T : Type} (s : list T) (p : nat) : option T :=
  match p with
  | O => None
  | S k => nth_error s k
  end.

(** The token at the last position n. *)
Definition last_tok {T : Type} (s : list T) : option T := tok s (length s).

(** f^r, and the identity layer. *)
Definition iterate {T : Type} (r : nat) (f : T -> T) (x : T) : T := Nat.iter r f x.
Definition Reflexive {T : Type} (s : list T) : list T := s.

(** * The number task *)

(** Letters s_1..s_{n1}, then integers j_1..j_{n2} of at least 1; at least one of each. *)
Definition number_input (s : list token) : Prop :=
  exists letters integers, s = map Letter letters ++ map Int integers /\ letters <> [] /\ integers <> [] /\
    (forall i, In i integers -> 1 <= i).

(** The path from position p meets its letter at position q after h hops. *)
Inductive num_path (s : list token) : nat -> nat -> nat -> Prop :=
| num_here : forall p a, tok s p = Some (Letter a) -> num_path s p 0 p
| num_hop : forall p i h q, tok s p = Some (Int i) -> i < p -> num_path s (p - i) h q -> num_path s p (S h) q.

(** f_NUM(s) = a, by h hops: the path from the last position ends on the letter a. *)
Definition num_answer (s : list token) (h : nat) (a : letter) : Prop :=
  exists q, num_path s (length s) h q /\ tok s q = Some (Letter a).

(** U26's Index.  [out s p] is what position p gets if its integer points before the start, about which the
    printed definition says nothing. *)
Definition index_at (out : list token -> nat -> token) (s : list token) (p : nat) : token :=
  match tok s p with
  | Some (Letter a) => Letter a
  | Some (Int i) =>
      if i <? p then match tok s (p - i) with Some (Letter a) => Letter a | _ => Int i end else out s p
  | None => Int 0 (* no position of s *)
  end.

Definition Index (out : list token -> nat -> token) (s : list token) : list token :=
  map (index_at out s) (seq 1 (length s)).

(** "otherwise s_j": the integer is kept. *)
Definition keep (s : list token) (p : nat) : token := match tok s p with Some t => t | None => Int 0 end.

(** As in 0-based Python lists: counted on from the end. *)
Definition wrap (s : list token) (p : nat) : token :=
  match tok s p with
  | Some (Int i) => match tok s (p + length s - i) with Some (Letter a) => Letter a | _ => Int i end
  | _ => keep s p
  end.

(** * The letter task *)

Definition is_bound (t : pair) : Prop := exists x i, t = LetterInt x i /\ 1 <= i.
Definition is_letter_pair (t : pair) : Prop := exists x y, t = LetterPair x y.

(** Letter-integer pairs, then letter pairs; at least one of each. *)
Definition letter_input (s : list pair) : Prop :=
  exists b l, s = b ++ l /\ b <> [] /\ l <> [] /\ Forall is_bound b /\ Forall is_letter_pair l.

(** What a hop from p sees: every position, or those up to p, as under a causal mask. *)
Definition everywhere (p q : nat) : Prop := True.
Definition earlier (p q : nat) : Prop := q <= p.

(** The path from position p is well defined and unique, and ends after h hops on the letter-integer pair
    t.  A hop for the letter y goes to any visible position with left letter y; there is one, all of them
    hold one token, and from each of them the path goes on to the same end.  A path that never ends has no
    h. *)
Inductive letter_path (sees : nat -> nat -> Prop) (s : list pair) : nat -> nat -> pair -> Prop :=
| letter_here : forall p x i, tok s p = Some (LetterInt x i) -> letter_path sees s p 0 (LetterInt x i)
| letter_hop : forall p x y q next h t,
    tok s p = Some (LetterPair x y) ->
    sees p q -> tok s q = Some next -> left_of next = y ->
    (forall q' t', sees p q' -> tok s q' = Some t' -> left_of t' = y -> t' = next) ->
    (forall q', sees p q' -> tok s q' = Some next -> letter_path sees s q' h t) ->
    letter_path sees s p (S h) t.

(** f_LET(s) = t, by h hops, for a valid letter-task input in the reading [sees]. *)
Definition letter_answer (sees : nat -> nat -> Prop) (s : list pair) (h : nat) (t : pair) : Prop :=
  letter_path sees s (length s) h t.

(** Proper: for every p with a letter y on the right exactly one token with left letter y, any number of
    copies of it, stands at the positions 1..p. *)
Definition proper (s : list pair) : Prop :=
  forall p x y, tok s p = Some (LetterPair x y) ->
    exists t, left_of t = y /\ (exists k, k <= p /\ tok s k = Some t) /\
      (forall k t', k <= p -> tok s k = Some t' -> left_of t' = y -> t' = t).

(** No letter-integer pair stands after a letter pair. *)
Definition integers_first (s : list pair) : Prop :=
  forall p q x i x' y, tok s p = Some (LetterInt x i) -> tok s q = Some (LetterPair x' y) -> p < q.

(** U26's Retrieval, defined there on proper sequences: the token whose left letter is the right letter of
    s_p, among the positions 1..p; a letter-integer pair stays.  On improper ones the first match counts,
    and a letter pair without a match stays. *)
Definition retrieval_at (s : list pair) (p : nat) : pair :=
  match tok s p with
  | Some (LetterPair x y) =>
      match find (fun t => left_of t =? y) (firstn p s) with Some t => t | None => LetterPair x y end
  | Some t => t
  | None => LetterInt 0 0 (* no position of s *)
  end.

Definition Retrieval (s : list pair) : list pair := map (retrieval_at s) (seq 1 (length s)).

(** * Facts *)

Lemma tok_inside : forall T (s : list T) p t, tok s p = Some t -> 1 <= p <= length s.
Proof.
  intros T s [|k] t H; simpl in H; [discriminate|].
  assert (k < length s) by (apply nth_error_Some; congruence). lia.
Qed.

Lemma tok_some : forall T (s : list T) p, 1 <= p <= length s -> exists t, tok s p = Some t.
Proof.
  intros T s [|k] H; [lia|]. simpl. destruct (nth_error s k) eqn:E; eauto.
  apply nth_error_None in E. lia.
Qed.

Lemma nth_error_map_seq : forall T (f : nat -> T) n a k, k < n ->
  nth_error (map f (seq a n)) k = Some (f (a + k)).
Proof.
  intros T f n. induction n as [|n IH]; intros a k H; [lia|]. destruct k as [|k]; simpl.
  - f_equal. f_equal. lia.
  - rewrite IH by lia. f_equal. f_equal. lia.
Qed.

Lemma tok_map_seq : forall T (f : nat -> T) n p, 1 <= p <= n -> tok (map f (seq 1 n)) p = Some (f p).
Proof.
  intros T f n [|k] H; [lia|]. unfold tok. rewrite nth_error_map_seq by lia. reflexivity.
Qed.

Lemma tok_ext : forall T (s s' : list T), length s = length s' ->
  (forall p, 1 <= p <= length s -> tok s p = tok s' p) -> s = s'.
Proof.
  intros T s. induction s as [|x s IH]; intros [|x' s'] L H; simpl in L; try lia; [reflexivity|].
  f_equal.
  - specialize (H 1 ltac:(simpl; lia)). simpl in H. congruence.
  - apply IH; [lia|]. intros [|k] K; [lia|]. apply (H (S (S k))). simpl. lia.
Qed.

Lemma tok_app_left : forall T (s s' : list T) p, p <= length s -> tok (s ++ s') p = tok s p.
Proof.
  intros T s s' [|k] H; [reflexivity|]. simpl. apply nth_error_app1. lia.
Qed.

Lemma tok_app_right : forall T (s s' : list T) p, 1 <= p -> tok (s ++ s') (length s + p) = tok s' p.
Proof.
  intros T s s' [|k] H; [lia|]. replace (length s + S k) with (S (length s + k)) by lia. simpl.
  rewrite nth_error_app2 by lia. f_equal. lia.
Qed.

Lemma tok_map : forall A B (f : A -> B) s p,
  tok (map f s) p = match tok s p with Some x => Some (f x) | None => None end.
Proof.
  intros A B f s [|k]; [reflexivity|]. simpl. rewrite nth_error_map. destruct (nth_error s k); reflexivity.
Qed.

Lemma iterate_S : forall T r (f : T -> T) x, iterate (S r) f x = f (iterate r f x).
Proof. reflexivity. Qed.

Lemma iterate_shift : forall T r (f : T -> T) x, iterate r f (f x) = f (iterate r f x).
Proof. intros T r f x. induction r as [|r IH]; [reflexivity|]. rewrite !iterate_S, IH. reflexivity. Qed.

Lemma iterate_Reflexive : forall T r (s : list T), iterate r Reflexive s = s.
Proof. intros T r s. induction r as [|r IH]; [reflexivity|]. rewrite iterate_S, IH. reflexivity. Qed.

Lemma Index_length : forall out s, length (Index out s) = length s.
Proof. intros. unfold Index. rewrite map_length, seq_length. reflexivity. Qed.

Lemma tok_Index : forall out s p, 1 <= p <= length s -> tok (Index out s) p = Some (index_at out s p).
Proof. intros. apply tok_map_seq. assumption. Qed.

Lemma iterate_Index_length : forall out s r, length (iterate r (Index out) s) = length s.
Proof. intros out s r. induction r as [|r IH]; [reflexivity|]. rewrite iterate_S, Index_length. exact IH. Qed.

Lemma Retrieval_length : forall s, length (Retrieval s) = length s.
Proof. intros. unfold Retrieval. rewrite map_length, seq_length. reflexivity. Qed.

Lemma tok_Retrieval : forall s p, 1 <= p <= length s -> tok (Retrieval s) p = Some (retrieval_at s p).
Proof. intros. apply tok_map_seq. assumption. Qed.

Lemma iterate_Retrieval_length : forall s r, length (iterate r Retrieval s) = length s.
Proof. intros s r. induction r as [|r IH]; [reflexivity|]. rewrite iterate_S, Retrieval_length. exact IH. Qed.

(** The number task has one path and one answer. *)
Lemma num_path_unique : forall s p h q, num_path s p h q -> forall h' q', num_path s p h' q' -> h = h' /\
  q = q'.
Proof.
  intros s p h q H. induction H as [p a E|p i h q E L _ IH]; intros h' q' H'.
  - inversion H' as [|? ? ? ? E']; subst; [tauto|congruence].
  - inversion H' as [? ? E'|? j ? ? E' _ P]; subst; [congruence|].
    assert (j = i) by congruence. subst. destruct (IH _ _ P). split; congruence.
Qed.

Lemma num_answer_unique : forall s h a h' a', num_answer s h a -> num_answer s h' a' -> h = h' /\ a = a'.
Proof.
  intros s h a h' a' (q & P & E) (q' & P' & E'). destruct (num_path_unique _ _ _ _ P _ _ P').
  subst. split; congruence.
Qed.

(** So has the letter task. *)
Lemma letter_path_unique : forall sees s p h t, letter_path sees s p h t ->
  forall h' t', letter_path sees s p h' t' -> h = h' /\ t = t'.
Proof.
  intros sees s p h t H. induction H as [p x i E|p x y q next h t E V Q Y U _ IH]; intros h' t' H'.
  - inversion H' as [? ? ? E'|? ? ? ? ? ? ? E']; subst; [split; congruence|congruence].
  - inversion H' as [? ? ? E'|? ? y' q' next' ? ? E' V' Q' Y' U' P]; subst; [congruence|].
    assert (left_of next' = left_of next) by congruence. assert (next' = next) by eauto. subst next'.
    destruct (IH q V Q _ _ (P q V Q)). split; congruence.
Qed.

(** First position up to p with the left letter that p asks for; p itself for a letter-integer pair. *)
Lemma in_firstn_tok : forall T (s : list T) p t, In t (firstn p s) -> exists k, k <= p /\ tok s k = Some t.
Proof.
  intros T s p t H. apply In_nth_error in H. destruct H as [k H]. exists (S k). simpl.
  assert (k < length (firstn p s)) by (apply nth_error_Some; congruence). rewrite firstn_length in H0.
  split; [lia|]. rewrite <- (firstn_skipn p s) at 1. rewrite nth_error_app1 by (rewrite firstn_length; lia).
  exact H.
Qed.

Lemma tok_in_firstn : forall T (s : list T) p k t, k <= p -> tok s k = Some t -> In t (firstn p s).
Proof.
  intros T s p [|k] t L H; simpl in H; [discriminate|]. apply nth_error_In with (n := k).
  assert (k < length s) by (apply nth_error_Some; congruence).
  rewrite <- (firstn_skipn p s) in H. rewrite nth_error_app1 in H by (rewrite firstn_length; lia). exact H.
Qed.

(** On a proper sequence Retrieval gives the token that is asked for. *)
Lemma retrieval_at_match : forall s p x y t, tok s p = Some (LetterPair x y) ->
  (exists k, k <= p /\ tok s k = Some t) -> left_of t = y ->
  (forall k t', k <= p -> tok s k = Some t' -> left_of t' = y -> t' = t) -> retrieval_at s p = t.
Proof.
  intros s p x y t E (k & L & K) Y U. unfold retrieval_at. rewrite E.
  destruct (find _ (firstn p s)) eqn:F.
  - apply find_some in F. destruct F as [I F]. apply Nat.eqb_eq in F.
    apply in_firstn_tok in I. destruct I as (k' & L' & K'). eauto.
  - pose proof (find_none _ _ F t (tok_in_firstn _ _ _ _ _ L K)) as N. simpl in N.
    apply Nat.eqb_neq in N. congruence.
Qed.

(** U26's words: at a letter pair the token whose left letter is the right one, elsewhere the token itself. *)
Definition retrieves (s out : list pair) : Prop :=
  length out = length s /\
  (forall p x i, tok s p = Some (LetterInt x i) -> tok out p = Some (LetterInt x i)) /\
  (forall p x y k t, tok s p = Some (LetterPair x y) -> k <= p -> tok s k = Some t -> left_of t = y ->
     tok out p = Some t).

(** On proper sequences these words name one sequence, that of the function. *)
Lemma retrieves_function : forall s out, proper s -> (retrieves s out <-> out = Retrieval s).
Proof.
  intros s out Pr. assert (R : retrieves s (Retrieval s)).
  { split; [apply Retrieval_length|split].
    - intros p x i E. pose proof (tok_inside _ _ _ _ E). rewrite tok_Retrieval by assumption.
      unfold retrieval_at. rewrite E. reflexivity.
    - intros p x y k t E L K Y. pose proof (tok_inside _ _ _ _ E). rewrite tok_Retrieval by assumption.
      f_equal. destruct (Pr p x y E) as (u & Yu & _ & U). assert (t = u) by eauto. subst u.
      apply (retrieval_at_match s p x y t E); [exists k; auto|exact Y|exact U]. }
  split; [|intros ->; exact R]. intros (Len & Stay & Ask). destruct R as (Len' & Stay' & Ask').
  apply tok_ext; [lia|]. intros p I. destruct (tok_some _ s p) as [[x y|x i] E]; [lia| |].
  - destruct (Pr p x y E) as (t & Y & (k & L & K) & _).
    rewrite (Ask p x y k t E L K Y), (Ask' p x y k t E L K Y). reflexivity.
  - rewrite (Stay p x i E), (Stay' p x i E). reflexivity.
Qed.

(** A sequence of pairs as a function of the position. *)
Definition at_tok (s : list pair) (p : nat) : pair :=
  match tok s p with Some t => t | None => LetterInt 0 0 end.

Lemma at_tok_some : forall s p t, tok s p = Some t -> at_tok s p = t.
Proof. intros s p t E. unfold at_tok. rewrite E. reflexivity. Qed.

Lemma tok_in : forall (s : list pair) p t, tok s p = Some t -> In t s.
Proof. intros s [|k] t E; [discriminate|]. simpl in E. eapply nth_error_In, E. Qed.

Lemma at_tok_inside : forall s p, (1 <= p <= length s) -> tok s p = Some (at_tok s p).
Proof. intros s p I. destruct (tok_some _ s p I) as [t E]. rewrite (at_tok_some s p t E). exact E. Qed.

(** * Concrete lists *)

(** Goes through the positions of a concrete list, for every hypothesis about a token of it. *)
Ltac cases :=
  cbn in *;
  repeat match goal with
  | H : Some _ = Some _ |- _ => injection H; clear H; intros; subst; cbn in *
  | H : tok _ ?k = Some _ |- _ => destruct k as [|k]; [discriminate H|]; cbn in H
  | H : nth_error _ ?k = Some _ |- _ => destruct k as [|k]; cbn in H; try discriminate H
  end; try discriminate; try lia; try reflexivity.

(** Makes one hop of a path on a concrete list, to position k: its token is the only one in sight. *)
Ltac hop k :=
  eapply (letter_hop _ _ _ _ _ k);
  [ reflexivity | unfold earlier, everywhere; try exact I; lia | reflexivity | reflexivity
  | unfold earlier; intros; cases | unfold earlier; intros; cases ].
