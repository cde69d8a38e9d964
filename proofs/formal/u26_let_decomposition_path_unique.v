(** u26.let-decomposition.path-unique, .hop-by-hop, .one-path (U26, Section 3.2, on the inputs of p. 3).

    "f_LET(s) = [Reflexive^{l-h}(Retrieval^h(s))]_n" on inputs that need not be proper.  If each letter on the
    path names one token of the whole sequence and every hop goes to an earlier position, it holds for every
    Retrieval that picks some match at each letter pair: Listing 1 and Tasks.v's Retrieval are two of them.
    .hop-by-hop: the same if each letter on the path names one token among the positions up to the hop's start.
    REFUTED with Listing 1: A1 BA CB BD DC AD, where BD moves into view.
    .one-path: the same if exactly one path of positions goes back from the last one to a letter-integer pair.
    REFUTED with Listing 1: A1 BB BA AB, where the first B leads nowhere.

    Idea: a pass only copies tokens, so a letter of the path names one token at all times; after r passes each
    position of the path holds the token r hops further on, and any match that it can pick is the next one.

    Encoding: letter_answer, goes_back and the lemmas on the tokens of a path are those of new_letter_path.v. *)

From Coq Require Import List Lia Arith.
From RopeTheory Require Import Heads Tasks u26_listing1 new_letter_path Instances.
Import ListNotations.
Open Scope nat_scope.

(** s' is s after a pass that gives each letter pair (x, y) some token with left letter y that it can see, if
    there is one before it, and leaves it otherwise; letter-integer pairs stay. *)
Definition picks (s s' : list pair) : Prop :=
  length s' = length s /\
  forall p, 1 <= p <= length s -> exists t, tok s' p = Some t /\
    match tok s p with
    | Some (LetterPair x y) =>
        (exists k, k <= p /\ tok s k = Some t /\ left_of t = y) \/
        (t = LetterPair x y /\ forall k u, k < p -> tok s k = Some u -> left_of u <> y)
    | other => other = Some t
    end.

Definition u26_let_decomposition_path_unique_statement : Prop :=
  (forall s, picks s (Retrieval s)) /\ (forall s, picks s (listing1_retrieval s)) /\
  forall (f : list pair -> list pair) (s : list pair) (hops h l : nat) (t : pair),
    (forall s, picks s (f s)) -> letter_answer everywhere s hops t -> goes_back s (length s) ->
    hops <= h -> h <= l -> last_tok (iterate (l - h) Reflexive (iterate h f s)) = Some t.

Definition u26_let_decomposition_path_unique_hop_by_hop_statement : Prop :=
  forall (s : list pair) (hops h l : nat) (t : pair),
    letter_input s -> letter_answer earlier s hops t -> hops <= h -> h <= l ->
    last_tok (iterate (l - h) Reflexive (iterate h listing1_retrieval s)) = Some t.

(** The positions k_1 = p > k_2 > ... of a path from p, each hop to a token with the letter asked for, the
    last one to a letter-integer pair. *)
Inductive path_back (s : list pair) : nat -> list nat -> Prop :=
| back_here : forall p x i, tok s p = Some (LetterInt x i) -> path_back s p [p]
| back_on : forall p x y q next ks, tok s p = Some (LetterPair x y) -> q < p -> tok s q = Some next ->
    left_of next = y -> path_back s q ks -> path_back s p (p :: ks).

Definition u26_let_decomposition_path_unique_one_path_statement : Prop :=
  forall (s : list pair) (ks : list nat) (h l : nat) (t : pair),
    letter_input s -> path_back s (length s) ks -> (forall ks', path_back s (length s) ks' -> ks' = ks) ->
    tok s (last ks 0) = Some t -> length ks - 1 <= h -> h <= l ->
    last_tok (iterate (l - h) Reflexive (iterate h listing1_retrieval s)) = Some t.

(** * Both pick a match *)

Lemma Retrieval_picks : forall s, picks s (Retrieval s).
Proof.
  intro s. split; [apply Retrieval_length|]. intros p I. exists (retrieval_at s p).
  split; [apply tok_Retrieval, I|]. unfold retrieval_at. destruct (tok_some _ s p I) as [[x y|x i] E]; rewrite E;
    [|reflexivity].
  destruct (find _ (firstn p s)) as [t|] eqn:F.
  - left. apply find_some in F. destruct F as [In F]. apply Nat.eqb_eq in F.
    destruct (in_firstn_tok _ _ _ _ In) as (k & L & K). exists k. auto.
  - right. split; [reflexivity|]. intros k u L K Y.
    pose proof (find_none _ _ F u (tok_in_firstn _ s p k u ltac:(lia) K)) as N. apply Nat.eqb_neq in N. contradiction.
Qed.

Lemma listing1_picks : forall s, picks s (listing1_retrieval s).
Proof.
  intro s. unfold listing1_retrieval. split; [rewrite map_length, seq_length; reflexivity|].
  intros [|n] I; [lia|]. exists (listing1_retrieval_place s n). split.
  - unfold tok. rewrite nth_error_map_seq by lia. reflexivity.
  - unfold listing1_retrieval_place. change (tok s (S n)) with (nth_error s n).
    destruct (tok_some _ s (S n) I) as [[x y|x i] E]; change (tok s (S n)) with (nth_error s n) in E; rewrite E;
      [|reflexivity].
    destruct (find _ (firstn n s)) as [t|] eqn:F.
    + left. apply find_some in F. destruct F as [In F]. apply Nat.eqb_eq in F.
      destruct (in_firstn_tok _ _ _ _ In) as (k & L & K). exists k. auto.
    + right. split; [reflexivity|]. intros k u L K Y.
      pose proof (find_none _ _ F u (tok_in_firstn _ s n k u ltac:(lia) K)) as N. apply Nat.eqb_neq in N.
      contradiction.
Qed.

(** * Along the path *)

Lemma picks_copies : forall s s', picks s s' -> forall t, In t s' -> In t s.
Proof.
  intros s s' [Len H] t I. apply In_nth_error in I. destruct I as [k K].
  assert (L : k < length s') by (apply nth_error_Some; congruence).
  destruct (H (S k) ltac:(lia)) as (u & U & M). simpl in U. assert (u = t) as -> by congruence.
  destruct (tok s (S k)) as [[x y|x i]|] eqn:E; [|injection M as <-; eapply tok_in, E|discriminate].
  destruct M as [(j & _ & J & _)|[-> _]]; eapply tok_in; eassumption.
Qed.

Lemma picks_copy : forall f s, (forall s, picks s (f s)) -> forall r,
  length (iterate r f s) = length s /\ forall t, In t (iterate r f s) -> In t s.
Proof.
  intros f s Pick r. induction r as [|r [Len IH]]; [auto|]. rewrite iterate_S. split.
  - rewrite (proj1 (Pick _)). exact Len.
  - intros t I. apply IH. exact (picks_copies _ _ (Pick _) t I).
Qed.

Lemma along_picks : forall f s, (forall s, picks s (f s)) -> forall r p, goes_back s p ->
  unique_path s (at_tok s p) -> tok (iterate r f s) p = Some (iterate r (next_token s) (at_tok s p)).
Proof.
  intros f s Pick r. induction r as [|r IH]; intros p Back U.
  - destruct Back as [p x i E|p x y q next E _ _ _ _]; rewrite (at_tok_some _ _ _ E); exact E.
  - destruct (picks_copy f s Pick r) as [Len Copy]. pose proof (IH p Back U) as Here.
    pose proof (tok_inside _ _ _ _ Here) as Inp. rewrite !iterate_S.
    destruct (Pick (iterate r f s)) as [_ H]. destruct (H p Inp) as (t & -> & M). f_equal. rewrite Here in M.
    destruct (iterate r (next_token s) (at_tok s p)) as [x y|x i] eqn:Et.
    + destruct (U r x y Et) as [Lv Uv]. destruct M as [(k & _ & K & Y)|[_ None]].
      * apply Uv; [apply Copy; eapply tok_in, K|exact Y].
      * exfalso. destruct Back as [p x' i' E|p x' y' q next E Q K Y B].
        -- rewrite (at_tok_some _ _ _ E), iterate_bound in Et. discriminate.
        -- assert (N : next_token s (at_tok s p) = at_tok s q).
           { rewrite (at_tok_some _ _ _ E), (at_tok_some _ _ _ K).
             apply (proj2 (U 0 x' y' (at_tok_some _ _ _ E)) next) in Y; [congruence|eapply tok_in, K]. }
           apply (None q (next_token s (LetterPair x y)) Q); [|exact Lv].
           rewrite <- Et, <- iterate_shift, N. apply IH; [exact B|]. rewrite <- N. apply unique_next, U.
    + simpl. congruence.
Qed.

Theorem u26_let_decomposition_path_unique_proved : u26_let_decomposition_path_unique_statement.
Proof.
  split; [exact Retrieval_picks|]. split; [exact listing1_picks|].
  intros f s hops h l t Pick Path Back L _. destruct (path_tokens s _ _ _ Path) as [U R0].
  rewrite iterate_Reflexive. unfold last_tok. rewrite (proj1 (picks_copy f s Pick h)).
  rewrite (along_picks f s Pick h _ Back U), (R0 h L). reflexivity.
Qed.

(** * Refutations *)

Definition A1_BA_CB_BD_DC_AD : list pair :=
  [LetterInt 0 1; LetterPair 1 0; LetterPair 2 1; LetterPair 1 3; LetterPair 3 2; LetterPair 0 3].

Theorem u26_let_decomposition_path_unique_hop_by_hop_refuted :
  ~ u26_let_decomposition_path_unique_hop_by_hop_statement.
Proof.
  intro H. specialize (H A1_BA_CB_BD_DC_AD 4 4 4 (LetterInt 0 1)). vm_compute in H.
  assert (E : Some (LetterPair 1 3) = Some (LetterInt 0 1)); [apply H; try lia|discriminate].
  - exists [LetterInt 0 1], [LetterPair 1 0; LetterPair 2 1; LetterPair 1 3; LetterPair 3 2; LetterPair 0 3].
    repeat split; try discriminate; repeat constructor; eexists; eexists; repeat split; reflexivity || lia.
  - change (letter_path earlier A1_BA_CB_BD_DC_AD 6 4 (LetterInt 0 1)). hop 5. hop 3. hop 2. hop 1.
    now apply letter_here.
Qed.

Definition A1_BB_BA_AB : list pair := [LetterInt 0 1; LetterPair 1 1; LetterPair 1 0; LetterPair 0 1].

Lemma one_way : forall ks, path_back A1_BB_BA_AB 4 ks -> ks = [4; 3; 1].
Proof.
  assert (One : forall ks, path_back A1_BB_BA_AB 1 ks -> ks = [1]).
  { intros ks P. inversion P as [|? ? ? ? ? ? E]; [reflexivity|discriminate]. }
  assert (Two : forall ks, ~ path_back A1_BB_BA_AB 2 ks).
  { intros ks P. inversion P as [? ? ? E|? ? ? q next ks' E Q K Y _]; [discriminate|].
    injection E as <- <-. destruct q as [|[|q]]; [discriminate| |lia]. injection K as <-. discriminate. }
  assert (Three : forall ks, path_back A1_BB_BA_AB 3 ks -> ks = [3; 1]).
  { intros ks P. inversion P as [? ? ? E|? ? ? q next ks' E Q K Y P']; [discriminate|].
    injection E as <- <-. destruct q as [|[|[|q]]]; [discriminate| |exfalso; exact (Two _ P')|lia].
    f_equal. exact (One _ P'). }
  intros ks P. inversion P as [? ? ? E|? ? ? q next ks' E Q K Y P']; [discriminate|].
  injection E as <- <-. destruct q as [|[|[|[|q]]]]; [discriminate| |exfalso; exact (Two _ P')| |lia].
  - injection K as <-. discriminate.
  - f_equal. exact (Three _ P').
Qed.

Theorem u26_let_decomposition_path_unique_one_path_refuted : ~ u26_let_decomposition_path_unique_one_path_statement.
Proof.
  intro H. specialize (H A1_BB_BA_AB [4; 3; 1] 2 2 (LetterInt 0 1)).
  assert (E : last_tok (iterate (2 - 2) Reflexive (iterate 2 listing1_retrieval A1_BB_BA_AB)) = Some (LetterInt 0 1)).
  - apply H; try (simpl; lia); try reflexivity; try exact one_way.
    + exists [LetterInt 0 1], [LetterPair 1 1; LetterPair 1 0; LetterPair 0 1].
      repeat split; try discriminate; repeat constructor; eexists; eexists; repeat split; reflexivity || lia.
    + apply (back_on _ 4 0 1 3 (LetterPair 1 0)); try reflexivity; try lia.
      apply (back_on _ 3 1 0 1 (LetterInt 0 1)); try reflexivity; try lia.
      apply (back_here _ 1 0 1). reflexivity.
  - vm_compute in E. discriminate.
Qed.

(** * False neighbours *)

(** A hop may go to a later position: A1 BC CA DB. *)
Definition u26_let_decomposition_path_unique_neighbour_forward : Prop :=
  forall (s : list pair) (hops h l : nat) (t : pair), letter_input s -> letter_answer everywhere s hops t ->
    hops <= h -> h <= l -> last_tok (iterate (l - h) Reflexive (iterate h listing1_retrieval s)) = Some t.

Theorem u26_let_decomposition_path_unique_neighbour_forward_false :
  ~ u26_let_decomposition_path_unique_neighbour_forward.
Proof.
  intro H. specialize (H A1_BC_CA_DB 3 3 3 (LetterInt 0 1) A1_BC_CA_DB_input). vm_compute in H.
  assert (E : Some (LetterPair 1 2) = Some (LetterInt 0 1)); [apply H; try lia|discriminate].
  change (letter_path everywhere A1_BC_CA_DB 4 3 (LetterInt 0 1)). hop 2. hop 3. hop 1. now apply letter_here.
Qed.

(** One pass less than hops. *)
Definition u26_let_decomposition_path_unique_neighbour_pass_short : Prop :=
  forall (s : list pair) (hops h l : nat) (t : pair), letter_answer everywhere s hops t ->
    goes_back s (length s) -> hops <= S h -> h <= l ->
    last_tok (iterate (l - h) Reflexive (iterate h listing1_retrieval s)) = Some t.

Theorem u26_let_decomposition_path_unique_neighbour_pass_short_false :
  ~ u26_let_decomposition_path_unique_neighbour_pass_short.
Proof.
  intro H. specialize (H [LetterInt 0 1; LetterPair 1 0] 1 0 0 (LetterInt 0 1)). vm_compute in H.
  assert (E : Some (LetterPair 1 0) = Some (LetterInt 0 1)); [apply H; try lia|discriminate].
  - change (letter_path everywhere [LetterInt 0 1; LetterPair 1 0] 2 1 (LetterInt 0 1)). hop 1.
    now apply letter_here.
  - apply (back_hop _ 2 1 0 1 (LetterInt 0 1)); try reflexivity; try lia. apply (back_end _ 1 0 1). reflexivity.
Qed.

Example u26_let_decomposition_path_unique_instance : instance_of u26_let_decomposition_path_unique_statement.
Proof.
  split; [exists A1_BA_CB; exact I|]. split; [exists A1_BA_CB; exact I|].
  exists Retrieval, A1_BA_CB, 2, 2, 3, (LetterInt 0 1). split; [exact Retrieval_picks|].
  destruct A1_BA_CB_path as [Answer Back]. repeat apply conj; try exact I; try assumption; lia.
Qed.
