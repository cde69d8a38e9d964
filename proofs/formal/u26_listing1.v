(** u26.listing1, .corrected, .index-exact (U26, Listing 1).

    Printed: "The pseudocode in Listing 1 computes Index and Retrieval: index: for each place n holding a
    number i, if seq[n-i] is a letter then out[n] = seq[n-i]; retrieval: for each place n holding a letter
    token, for i in range(n): if seq[i][0] == seq[n][1] then out[n] = seq[i] and stop. (0-based Python.)"

    .corrected: on inputs in which no integer points before the start the index part computes Index; on all
    proper sequences the retrieval part computes Retrieval.
    .index-exact: for n >= m the index part computes Index exactly when no integer that points before the
    start wraps onto a letter; every place it reads exists.

    Idea: place n is position n + 1, so seq[n-i] is the token i positions back as long as n - i >= 0; for n
    - i < 0 Python counts from the end.  The retrieval part leaves out place n itself; on a proper sequence
    it is the match only if there is none before, and then it stays.

    Encoding: out is a copy of seq.  An IndexError is None for the whole index part.  The domains are those
    of the definitions: for Index integers from 1 to m < n, in any order with letters; for Retrieval proper
    sequences.  Where an integer points before the start Index keeps it ("otherwise s_j"). *)

From Coq Require Import List Lia Arith ZArith.
From RopeTheory Require Import Heads Tasks Instances.
Import ListNotations.

(** s[z] of a Python list: a negative place counts from the end; None for an IndexError. *)
Definition python_get {T : Type} (s : list T) (z : Z) : option T :=
  (if 0 <=? z then nth_error s (Z.to_nat z)
   else if - Z.of_nat (length s) <=? z then nth_error s (Z.to_nat (z + Z.of_nat (length s))) else None)%Z.

(** out[n] of the index part. *)
Definition listing1_index_place (s : list token) (n : nat) : option token :=
  match nth_error s n with
  | Some (Int i) =>
      match python_get s (Z.of_nat n - Z.of_nat i) with
      | Some (Letter a) => Some (Letter a)
      | Some (Int _) => Some (Int i)
      | None => None
      end
  | t => t
  end.

Fixpoint all_some {T : Type} (l : list (option T)) : option (list T) :=
  match l with
  | [] => Some []
  | Some x :: l => match all_some l with Some r => Some (x :: r) | None => None end
  | None :: _ => None
  end.

Definition listing1_index (s : list token) : option (list token) :=
  all_some (map (listing1_index_place s) (seq 0 (length s))).

(** out[n] of the retrieval part; the search runs over range(n), place n left out. *)
Definition listing1_retrieval_place (s : list pair) (n : nat) : pair :=
  match nth_error s n with
  | Some (LetterPair x y) =>
      match find (fun t => left_of t =? y) (firstn n s) with Some t => t | None => LetterPair x y end
  | Some t => t
  | None => LetterInt 0 0 (* no place of s *)
  end.

Definition listing1_retrieval (s : list pair) : list pair :=
  map (listing1_retrieval_place s) (seq 0 (length s)).

Definition integers_to (s : list token) (m : nat) : Prop := forall i, In (Int i) s -> 1 <= i <= m.

(** n > m. *)
Definition index_domain (s : list token) : Prop := integers_to s (length s - 1).

Definition points_inside (s : list token) : Prop := forall p i, tok s p = Some (Int i) -> i < p.

Definition wraps_onto_a_letter (s : list token) : Prop :=
  exists n i a, nth_error s n = Some (Int i) /\ n < i /\
    python_get s (Z.of_nat n - Z.of_nat i) = Some (Letter a).

Definition u26_listing1_statement : Prop :=
  (forall s : list token, index_domain s -> listing1_index s = Some (Index keep s)) /\
  (forall s : list pair, proper s -> listing1_retrieval s = Retrieval s).

Definition u26_listing1_corrected_statement : Prop :=
  (forall s : list token, index_domain s -> points_inside s -> listing1_index s = Some (Index keep s)) /\
  (forall s : list pair, proper s -> listing1_retrieval s = Retrieval s).

Definition u26_listing1_index_exact_statement : Prop :=
  forall s : list token, integers_to s (length s) ->
    (forall n i, nth_error s n = Some (Int i) -> python_get s (Z.of_nat n - Z.of_nat i) <> None) /\
    (listing1_index s = Some (Index keep s) <-> ~ wraps_onto_a_letter s).

(** * The index part *)

Lemma all_some_map : forall T (l : list (option T)) r, all_some l = Some r <-> l = map Some r.
Proof.
  intros T l. induction l as [|[x|] l IH]; intros r; simpl.
  - destruct r; split; intro H; try discriminate; reflexivity.
  - destruct (all_some l) as [r'|].
    + split; intro H.
      * injection H as <-. simpl. f_equal. apply IH. reflexivity.
      * destruct r as [|y r]; [discriminate|]. injection H as -> H. apply IH in H. congruence.
    + split; intro H; [discriminate|]. destruct r as [|y r]; [discriminate|]. injection H as -> H.
      apply IH in H. discriminate.
  - split; intro H; [discriminate|]. destruct r; discriminate.
Qed.

Lemma index_places : forall s, listing1_index s = Some (Index keep s) <->
  forall n, n < length s -> listing1_index_place s n = Some (index_at keep s (S n)).
Proof.
  intro s. unfold listing1_index, Index. rewrite all_some_map, <- seq_shift, !map_map, map_ext_in_iff.
  split; intros H n L; apply H; apply in_seq || apply in_seq in L; lia.
Qed.

Lemma python_get_back : forall T (s : list T) n i, i <= n ->
  python_get s (Z.of_nat n - Z.of_nat i) = nth_error s (n - i).
Proof.
  intros T s n i L. unfold python_get. rewrite (proj2 (Z.leb_le _ _)) by lia.
  f_equal. lia.
Qed.

Lemma python_get_wrap : forall T (s : list T) n i, n < i <= length s ->
  python_get s (Z.of_nat n - Z.of_nat i) = nth_error s (n + length s - i).
Proof.
  intros T s n i L. unfold python_get. rewrite (proj2 (Z.leb_gt _ _)) by lia.
  rewrite (proj2 (Z.leb_le _ _)) by lia. f_equal. lia.
Qed.

Lemma place_exists : forall (s : list token) n i, integers_to s (length s) -> nth_error s n = Some (Int i) ->
  exists t, python_get s (Z.of_nat n - Z.of_nat i) = Some t.
Proof.
  intros s n i M E. pose proof (M i (nth_error_In _ _ E)).
  assert (L : n < length s) by (apply nth_error_Some; congruence).
  assert (G : exists k, k < length s /\ python_get s (Z.of_nat n - Z.of_nat i) = nth_error s k).
  { destruct (le_lt_dec i n).
    - exists (n - i). split; [lia|]. apply python_get_back. assumption.
    - exists (n + length s - i). split; [lia|]. apply python_get_wrap. lia. }
  destruct G as (k & K & ->). destruct (nth_error s k) eqn:N; [eauto|]. apply nth_error_None in N. lia.
Qed.

Lemma place_right : forall s n, integers_to s (length s) -> n < length s ->
  (listing1_index_place s n = Some (index_at keep s (S n)) <->
   ~ exists i a, nth_error s n = Some (Int i) /\ n < i /\
     python_get s (Z.of_nat n - Z.of_nat i) = Some (Letter a)).
Proof.
  intros s n M L. unfold listing1_index_place, index_at, keep. change (tok s (S n)) with (nth_error s n).
  destruct (nth_error s n) as [[a|i]|] eqn:E.
  - split; [|reflexivity]. intros _ (i & b & C & _). discriminate.
  - destruct (place_exists s n i M E) as [t G]. rewrite G. destruct (Nat.ltb_spec i (S n)) as [B|B].
    + rewrite python_get_back in G by lia. replace (S n - i) with (S (n - i)) by lia.
      change (tok s (S (n - i))) with (nth_error s (n - i)). rewrite G. split.
      * intros _ (i' & a & C & C' & _). injection C as <-. lia.
      * intros _. destruct t; reflexivity.
    + split.
      * intros H (i' & a & C & _ & C'). injection C as <-. rewrite C' in G. injection G as <-. discriminate.
      * intro H. destruct t as [a|j]; [|reflexivity]. exfalso. apply H. exists i, a. repeat split; auto.
  - apply nth_error_None in E. lia.
Qed.

Theorem u26_listing1_index_exact_proved : u26_listing1_index_exact_statement.
Proof.
  intros s M. split.
  - intros n i E. destruct (place_exists s n i M E) as [t ->]. discriminate.
  - rewrite index_places. split.
    + intros H (n & i & a & E & W & G). assert (L : n < length s) by (apply nth_error_Some; congruence).
      apply (proj1 (place_right s n M L) (H n L)). exists i, a. auto.
    + intros H n L. apply (place_right s n M L). intros (i & a & E & W & G). apply H. exists n, i, a. auto.
Qed.

(** * The retrieval part *)

Lemma firstn_next : forall T (s : list T) n t, nth_error s n = Some t -> firstn (S n) s = firstn n s ++ [t].
Proof.
  intros T s. induction s as [|x s IH]; intros [|n] t E; try discriminate E; simpl in *.
  - congruence.
  - f_equal. apply IH. exact E.
Qed.

Lemma find_app : forall T (f : T -> bool) l l', find f (l ++ l') = match find f l with Some t => Some t |
  None => find f l' end.
Proof. intros T f l l'. induction l as [|x l IH]; [reflexivity|]. simpl.
destruct (f x); [reflexivity|exact IH]. Qed.

(** On every sequence: place n itself is a match of its own only if there is none before. *)
Lemma retrieval_place : forall s n, n < length s -> listing1_retrieval_place s n = retrieval_at s (S n).
Proof.
  intros s n L. unfold listing1_retrieval_place, retrieval_at. change (tok s (S n)) with (nth_error s n).
  destruct (nth_error s n) as [[x y|x i]|] eqn:E; [|reflexivity|reflexivity].
  rewrite (firstn_next _ s n _ E), find_app. destruct (find _ (firstn n s)); [reflexivity|].
  simpl. destruct (x =? y); reflexivity.
Qed.

Lemma retrieval_part : forall s, listing1_retrieval s = Retrieval s.
Proof.
  intro s. unfold listing1_retrieval, Retrieval. rewrite <- seq_shift, map_map. apply map_ext_in.
  intros n L. apply in_seq in L. apply retrieval_place. lia.
Qed.

Theorem u26_listing1_corrected_proved : u26_listing1_corrected_statement.
Proof.
  split; [|intros; apply retrieval_part]. intros s M In.
  assert (M' : integers_to s (length s)) by (intros i Hi; pose proof (M i Hi); lia).
  apply (u26_listing1_index_exact_proved s M'). intros (n & i & a & E & W & _).
  pose proof (In (S n) i E). lia.
Qed.

(** * The printed listing *)

(** 1 A: Index leaves it as it is, the listing answers A A. *)
Lemma one_A : index_domain [Int 1; Letter 0].
Proof. intros i H. simpl in *. destruct H as [H|[H|[]]]; [injection H as <-; lia|discriminate]. Qed.

Theorem u26_listing1_refuted : ~ u26_listing1_statement.
Proof. intros [H _]. pose proof (H _ one_A) as E. vm_compute in E. discriminate. Qed.

(** * False neighbours *)

(** Improper sequences, where the last match is meant: A1 A2 BA. *)
Definition last_match_at (s : list pair) (p : nat) : pair :=
  match tok s p with
  | Some (LetterPair x y) =>
      match find (fun t => left_of t =? y) (rev (firstn p s)) with Some t => t | None => LetterPair x y end
  | Some t => t
  | None => LetterInt 0 0
  end.

Definition u26_listing1_corrected_neighbour_improper : Prop :=
  forall s : list pair, listing1_retrieval s = map (last_match_at s) (seq 1 (length s)).

Theorem u26_listing1_corrected_neighbour_improper_false : ~ u26_listing1_corrected_neighbour_improper.
Proof.
  intro H. pose proof (H [LetterInt 0 1; LetterInt 0 2; LetterPair 1 0]) as E. vm_compute in E. discriminate.
Qed.

(** Any integer that points before the start does harm: in A 2 it does none. *)
Definition u26_listing1_index_exact_neighbour_any_wrap : Prop :=
  forall s : list token, integers_to s (length s) ->
    (listing1_index s = Some (Index keep s) <-> points_inside s).

Theorem u26_listing1_index_exact_neighbour_any_wrap_false : ~ u26_listing1_index_exact_neighbour_any_wrap.
Proof.
  intro H. assert (M : integers_to [Letter 0; Int 2] 2).
  { intros i [C|[C|[]]]; [discriminate|injection C as <-; lia]. }
  pose proof (proj1 (H [Letter 0; Int 2] M) eq_refl 2 2 eq_refl). lia.
Qed.

(** The places exist for every m: in the sequence 2 the listing reads seq[-2]. *)
Definition u26_listing1_index_exact_neighbour_any_m : Prop :=
  forall (s : list token) n i, nth_error s n = Some (Int i) -> python_get s (Z.of_nat n - Z.of_nat i) <> None.

Theorem u26_listing1_index_exact_neighbour_any_m_false : ~ u26_listing1_index_exact_neighbour_any_m.
Proof. intro H. apply (H [Int 2] 0 2 eq_refl). reflexivity. Qed.

(** A B 2 and A1 BA. *)
Example u26_listing1_corrected_instance : instance_of u26_listing1_corrected_statement.
Proof.
  split.
  - exists [Letter 0; Letter 1; Int 2]. repeat apply conj; try exact I.
    + intros i [H|[H|[H|[]]]]; try discriminate. injection H as <-. simpl. lia.
    + intros p i E. cases.
  - exists [LetterInt 0 1; LetterPair 1 0]. split; [|exact I]. intros p x y E. cases.
    exists (LetterInt 0 1). repeat split; [exists 1; split; [lia|reflexivity]|intros; cases].
Qed.

Example u26_listing1_index_exact_instance : instance_of u26_listing1_index_exact_statement.
Proof.
  exists [Letter 0; Letter 1; Int 2]. repeat apply conj; try exact I.
  - intros i [H|[H|[H|[]]]]; try discriminate. injection H as <-. simpl. lia.
  - exists 2, 2. split; [reflexivity|exact I].
Qed.
