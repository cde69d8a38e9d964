(** new.letter-path, .earlier, .corrected (our question, after U26, Appendix F.3).

    "T_Retrieval applied hop by hop answers the letter task at the last position for every input whose path
    is well defined and unique, proper or not": false, a causal head cannot hop to a later position.
    .earlier: the same when a hop sees only the positions up to the one it starts from: false, a later pair
    with the same left letter can move into view.  .corrected: if each letter on the path names one token
    of the sequence and every hop goes to an earlier position, then T_Retrieval with 0 < theta <
    omega/(2n), applied as often as the path has hops or more often, leaves the answer at the last
    position.  The rest of the sequence may be improper.

    Idea: a pass only copies tokens, so a letter of the path names one token at all times.  Follow the
    positions n > k_1 > k_2 > ... of the path: after r passes k_i holds the token r places further on the
    path.  For the next pass k_i asks for the left letter of the following token, which k_{i+1} holds by
    now: a match is in sight, every match is that token, and a match wins (u26.retrieval-max).  A
    letter-integer pair is its own nearest match, and stays.

    Encoding: one pass is T_Retrieval's head with hard attention, F = a and value the token itself, at
    every position p of the sequence: the token at p becomes that of the one position with the largest
    logit.  The theorem includes that there always is one such position.  Letters are numbers below m =
    |ALPH|. *)

From Coq Require Import Reals Lra Lia List PeanoNat ZArith.
From RopeTheory Require Import Rope Trig Heads Circle Places Tasks u26_retrieval_max Instances.
Import ListNotations.
Open Scope R_scope.

Definition t_retrieval_pass (m : nat) (theta : R) (s s' : list pair) : Prop :=
  length s' = length s /\
  forall p, (1 <= p <= length s)%nat ->
    exists j, only_maximiser (logits (h_retrieval m theta) (at_tok s) p) p j /\ tok s' p = tok s j.

Inductive passes (m : nat) (theta : R) (s : list pair) : nat -> list pair -> Prop :=
| no_pass : passes m theta s 0 s
| one_more : forall r s1 s2, passes m theta s r s1 -> t_retrieval_pass m theta s1 s2 ->
  passes m theta s (S r) s2.

(** All letters are among the m of the alphabet. *)
Definition alphabet_of (m : nat) (s : list pair) : Prop :=
  forall t, In t s -> (left_of t < m)%nat /\ (sought t < m)%nat.

Definition small_angle (m : nat) (theta : R) (s : list pair) : Prop :=
  0 < theta < spacing m / (2 * INR (length s)).

(** Every hop of a path from p can be made to an earlier position. *)
Inductive goes_back (s : list pair) : nat -> Prop :=
| back_end : forall p x i, tok s p = Some (LetterInt x i) -> goes_back s p
| back_hop : forall p x y q next, tok s p = Some (LetterPair x y) -> (q < p)%nat -> tok s q = Some next ->
    left_of next = y -> goes_back s q -> goes_back s p.

Definition new_letter_path_statement : Prop :=
  forall (m : nat) (theta : R) (s : list pair) (hops : nat) (t : pair),
    letter_input s -> letter_answer everywhere s hops t -> alphabet_of m s -> small_angle m theta s ->
    forall s', passes m theta s hops s' -> last_tok s' = Some t.

Definition new_letter_path_earlier_statement : Prop :=
  forall (m : nat) (theta : R) (s : list pair) (hops : nat) (t : pair),
    letter_input s -> letter_answer earlier s hops t -> alphabet_of m s -> small_angle m theta s ->
    forall s', passes m theta s hops s' -> last_tok s' = Some t.

Definition new_letter_path_corrected_statement : Prop :=
  forall (m : nat) (theta : R) (s : list pair) (hops h : nat) (t : pair),
    letter_answer everywhere s hops t -> goes_back s (length s) -> alphabet_of m s -> small_angle m theta s ->
    (hops <= h)%nat ->
    (exists s', passes m theta s h s') /\ forall s', passes m theta s h s' -> last_tok s' = Some t.

(** * The nearest match wins *)

Lemma alphabet_positive : forall m s p, alphabet_of m s -> (1 <= p <= length s)%nat -> (1 <= m)%nat.
Proof. intros m s p A I. pose proof (A _ (tok_in s p _ (at_tok_inside s p I))). lia. Qed.

Lemma over : forall m s p, alphabet_of m s -> (p <= length s)%nat -> over_alphabet m (at_tok s) p.
Proof.
  intros m s p A L j J. unfold within in J. apply A. apply (tok_in s j). apply at_tok_inside. lia.
Qed.

Lemma nearest_match : forall m theta s p q, alphabet_of m s -> small_angle m theta s -> (p <= length s)%nat ->
  (1 <= q <= p)%nat -> left_of (at_tok s q) = sought (at_tok s p) ->
  exists j, only_maximiser (logits (h_retrieval m theta) (at_tok s) p) p j /\
    left_of (at_tok s j) = sought (at_tok s p) /\ (q <= j)%nat.
Proof.
  intros m theta s p q A Small L Q E.
  pose proof (alphabet_positive m s p A ltac:(lia)) as M.
  destruct (u26_retrieval_max_proved m theta (length s) p (at_tok s) M ltac:(lia) Small (over m s p A L)) as
    [_ H].
  destruct H as (j & J & Mj & Near); [exists q; split; [unfold within; lia|exact E]|].
  exists j. split; [exact J|]. split; [exact Mj|]. apply Near; [unfold within; lia|exact E].
Qed.

(** * No ties *)

(** Two keys at different distances never have one logit: letters are whole places apart, distances less
    than one. *)
Lemma logits_differ : forall m theta s p j k, alphabet_of m s -> small_angle m theta s ->
  (p <= length s)%nat ->
  (1 <= j < k)%nat -> (k <= p)%nat ->
  logits (h_retrieval m theta) (at_tok s) p j <> logits (h_retrieval m theta) (at_tok s) p k.
Proof.
  intros m theta s p j k A [Th0 Th1] L J K E. pose proof (alphabet_positive m s p A ltac:(lia)) as M.
  pose proof (spacing_pos m M) as W. unfold logits in E. rewrite !h_retrieval_logit in E.
  assert (P : INR p <= INR (length s)) by (apply le_INR; lia).
  assert (J1 : 1 <= INR j) by (apply (le_INR 1); lia). assert (JK : INR j < INR k) by (apply lt_INR; lia).
  assert (KP : INR k <= INR p) by (apply le_INR; lia).
  assert (Th2 : 2 * INR (length s) * theta < spacing m).
  { apply Rmult_lt_reg_r with (/ (2 * INR (length s))); [apply Rinv_0_lt_compat; lra|].
    replace (2 * INR (length s) * theta * / (2 * INR (length s))) with theta by (field; lra). exact Th1. }
  set (a := left_of (at_tok s j)) in *. set (b := left_of (at_tok s k)) in *.
  set (c := sought (at_tok s p)) in *.
  apply Rminus_diag_eq in E. rewrite cos_difference in E.
  apply Rmult_integral in E. destruct E as [E|E]; [apply Rmult_integral in E; destruct E as [E|E]; [lra|]|].
  - apply (between_places m (Z.of_nat a + Z.of_nat b - 2 * Z.of_nat c)
      ((INR p - INR j) * theta + (INR p - INR k) * theta) M).
    + split; nra.
    + rewrite <- E. f_equal. rewrite minus_IZR, plus_IZR, mult_IZR, <- !INR_IZR_INZ. field.
  - apply (between_places m (Z.of_nat a - Z.of_nat b) ((INR k - INR j) * theta) M).
    + split; nra.
    + apply Ropp_eq_0_compat in E. rewrite <- sin_neg in E. rewrite <- E. f_equal.
      rewrite minus_IZR, <- !INR_IZR_INZ. field.
Qed.

Lemma distinct_maximum : forall (l : nat -> R) n, (1 <= n)%nat ->
  (forall j k, (1 <= j < k)%nat -> (k <= n)%nat -> l j <> l k) -> exists j, only_maximiser l n j.
Proof.
  intros l n. induction n as [|n IH]; intros N D; [lia|]. destruct n as [|n].
  - exists 1%nat. split; [unfold within; lia|]. intros k K Ne. unfold within in K. lia.
  - destruct IH as (j & [J H]); [lia|intros; apply D; lia|]. unfold within in *.
    destruct (Rlt_dec (l (S (S n))) (l j)) as [Lt|Ge].
    + exists j. split; [unfold within; lia|]. intros k K Ne. unfold within in K.
      destruct (Nat.eq_dec k (S (S n))) as [->|E]; [exact Lt|apply H; lia].
    + assert (Gt : l j < l (S (S n))) by (pose proof (D j (S (S n)) ltac:(lia) ltac:(lia)); lra).
      exists (S (S n)). split; [unfold within; lia|]. intros k K Ne. unfold within in K.
      destruct (Nat.eq_dec k j) as [->|E]; [exact Gt|]. apply Rlt_trans with (l j); [apply H; lia|exact Gt].
Qed.

(** Finitely many choices of a token, one for each position. *)
Lemma choose_list : forall (n : nat) (P : nat -> pair -> Prop),
  (forall p, (1 <= p <= n)%nat -> exists t, P p t) ->
  exists s, length s = n /\ forall p, (1 <= p <= n)%nat -> exists t, tok s p = Some t /\ P p t.
Proof.
  intros n P. induction n as [|n IH]; intro H; [exists []; split; [reflexivity|intros; lia]|].
  destruct IH as (s & Len & G); [intros; apply H; lia|]. destruct (H (S n) ltac:(lia)) as [t T].
  exists (s ++ [t]). split; [rewrite app_length; simpl; lia|]. intros p I.
  destruct (Nat.eq_dec p (S n)) as [->|E].
  - exists t. split; [|exact T]. replace (S n) with (length s + 1)%nat by lia.
    apply (tok_app_right _ s [t] 1). lia.
  - destruct (G p ltac:(lia)) as (u & U & V). exists u. split; [|exact V]. rewrite tok_app_left by lia.
    exact U.
Qed.

Lemma pass_exists : forall m theta s, alphabet_of m s -> small_angle m theta s ->
  exists s', t_retrieval_pass m theta s s'.
Proof.
  intros m theta s A Small.
  destruct (choose_list (length s) (fun p t => exists j,
    only_maximiser (logits (h_retrieval m theta) (at_tok s) p) p j /\ tok s j = Some t)) as (s' & Len & G).
  - intros p I. destruct (distinct_maximum (logits (h_retrieval m theta) (at_tok s) p) p) as (j & J);
      [lia| |].
    + intros j k Jk K. apply logits_differ; [exact A|exact Small|lia|exact Jk|exact K].
    + exists (at_tok s j). exists j. split; [exact J|]. apply at_tok_inside. destruct J as [J _].
      unfold within in J. lia.
  - exists s'. split; [exact Len|]. intros p I. destruct (G p I) as (t & T & j & J & E). exists j.
    split; [exact J|]. congruence.
Qed.

(** * Passes copy tokens *)

Lemma pass_copies : forall m theta s s', t_retrieval_pass m theta s s' -> forall t, In t s' -> In t s.
Proof.
  intros m theta s s' [Len H] t I. apply In_nth_error in I. destruct I as [k K].
  assert (L : (k < length s')%nat) by (apply nth_error_Some; congruence).
  destruct (H (S k) ltac:(lia)) as (j & J & E). apply (tok_in s j). rewrite <- E. exact K.
Qed.

Lemma passes_copy : forall m theta s r s', passes m theta s r s' ->
  length s' = length s /\ forall t, In t s' -> In t s.
Proof.
  intros m theta s r s' P. induction P as [|r s1 s2 _ [Len IH] H]; [auto|]. split.
  - destruct H as [Len' _]. lia.
  - intros t I. apply IH. eapply pass_copies; eauto.
Qed.

Lemma passes_good : forall m theta s r s', passes m theta s r s' -> alphabet_of m s ->
  small_angle m theta s ->
  alphabet_of m s' /\ small_angle m theta s'.
Proof.
  intros m theta s r s' P A Small. destruct (passes_copy _ _ _ _ _ P) as [Len C]. split.
  - intros t I. apply A, C, I.
  - unfold small_angle. rewrite Len. exact Small.
Qed.

Lemma passes_exist : forall m theta s, alphabet_of m s -> small_angle m theta s ->
  forall r, exists s', passes m theta s r s'.
Proof.
  intros m theta s A Small r. induction r as [|r (s1 & P)]; [exists s; constructor|].
  destruct (passes_good _ _ _ _ _ P A Small) as [A1 S1]. destruct (pass_exists m theta s1 A1 S1) as [s2 H].
  exists s2. econstructor; eassumption.
Qed.

(** * Along the path *)

(** The token that t asks for, if the sequence has one. *)
Definition next_token (s : list pair) (t : pair) : pair :=
  match t with
  | LetterInt _ _ => t
  | LetterPair _ y => match find (fun u => left_of u =? y)%nat s with Some u => u | None => t end
  end.

(** Every letter pair on the path from t names one token. *)
Definition names_one (s : list pair) (y : letter) (v : pair) : Prop :=
  left_of v = y /\ forall u, In u s -> left_of u = y -> u = v.

Definition unique_path (s : list pair) (t : pair) : Prop :=
  forall r x y, iterate r (next_token s) t = LetterPair x y -> names_one s y (next_token s (LetterPair x y)).

Lemma next_only : forall s x y next, In next s -> left_of next = y ->
  (forall u, In u s -> left_of u = y -> u = next) -> next_token s (LetterPair x y) = next.
Proof.
  intros s x y next I Y U. simpl. destruct (find _ s) as [u|] eqn:F.
  - apply find_some in F. destruct F as [Iu Fu]. apply Nat.eqb_eq in Fu. apply U; assumption.
  - pose proof (find_none _ _ F next I) as N. simpl in N. apply Nat.eqb_neq in N. congruence.
Qed.

Lemma iterate_bound : forall s r x i, iterate r (next_token s) (LetterInt x i) = LetterInt x i.
Proof. intros s r x i. induction r as [|r IH]; [reflexivity|]. rewrite iterate_S, IH. reflexivity. Qed.

Lemma path_tokens : forall s p h t, letter_path everywhere s p h t ->
  unique_path s (at_tok s p) /\ forall r, (h <= r)%nat -> iterate r (next_token s) (at_tok s p) = t.
Proof.
  intros s p h t P. induction P as [p x i E|p x y q next h t E _ Q Y U _ IH].
  - rewrite (at_tok_some _ _ _ E). split.
    + intros r x' y' C. rewrite iterate_bound in C. discriminate.
    + intros r _. apply iterate_bound.
  - destruct (IH q I Q) as [Uq Rq]. rewrite (at_tok_some _ _ _ Q) in Uq, Rq. rewrite (at_tok_some _ _ _ E).
    assert (All : forall u, In u s -> left_of u = y -> u = next).
    { intros u Iu Yu. apply In_nth_error in Iu. destruct Iu as [k K]. exact (U (S k) u I K Yu). }
    assert (N : next_token s (LetterPair x y) = next) by (apply next_only; eauto using tok_in). split.
    + intros [|r] x' y' C.
      * injection C as <- <-. rewrite N. split; [exact Y|exact All].
      * rewrite iterate_S, <- iterate_shift, N in C. exact (Uq r x' y' C).
    + intros [|r] L; [lia|]. rewrite iterate_S, <- iterate_shift, N. apply Rq. lia.
Qed.

Lemma unique_next : forall s t, unique_path s t -> unique_path s (next_token s t).
Proof.
  intros s t U r x y C. rewrite iterate_shift, <- iterate_S in C. exact (U (S r) x y C).
Qed.

Lemma along : forall m theta s, alphabet_of m s -> small_angle m theta s ->
  forall r s', passes m theta s r s' ->
  forall p, goes_back s p -> unique_path s (at_tok s p) ->
    tok s' p = Some (iterate r (next_token s) (at_tok s p)).
Proof.
  intros m theta s A Small r s' P. induction P as [|r s1 s2 P IH H]; intros p Back U.
  - destruct Back as [p x i E|p x y q next E _ _ _ _]; rewrite (at_tok_some _ _ _ E); exact E.
  - destruct (passes_good _ _ _ _ _ P A Small) as [A1 S1]. destruct (passes_copy _ _ _ _ _ P) as [Len Copy].
    pose proof (IH p Back U) as Here. pose proof (tok_inside _ _ _ _ Here) as Inp.
    destruct H as [Len2 H]. destruct (H p Inp) as (j & J & ->). rewrite iterate_S.
    pose proof (at_tok_some _ _ _ Here) as Ht.
    destruct (iterate r (next_token s) (at_tok s p)) as [x y|x i] eqn:Et.
    + (* a letter pair: the next position of the path holds the token asked for *)
      destruct (U r x y Et) as [Lv Uv].
      assert (There : exists q, (1 <= q <= p)%nat /\ at_tok s1 q = next_token s (LetterPair x y)).
      { destruct Back as [p x' i' E|p x' y' q next E Q K Y B].
        - rewrite (at_tok_some _ _ _ E), iterate_bound in Et. discriminate.
        - assert (N : next_token s (at_tok s p) = at_tok s q).
          { rewrite (at_tok_some _ _ _ E), (at_tok_some _ _ _ K).
            apply (proj2 (U 0%nat x' y' (at_tok_some _ _ _ E)) next) in Y; [congruence|eapply tok_in, K]. }
          exists q. pose proof (tok_inside _ _ _ _ K). split; [lia|]. rewrite <- Et, <- iterate_shift, N.
          apply at_tok_some, IH; [exact B|]. rewrite <- N. apply unique_next, U. }
      destruct There as (q & Iq & There).
      destruct (nearest_match m theta s1 p q A1 S1 ltac:(lia) Iq) as (j' & J' & Mj & _).
      { rewrite There, Ht. exact Lv. }
      assert (Ej : j = j') by (apply (only_maximiser_unique _ _ _ _ J'), only_maximiser_maximiser, J).
      subst j'.
      assert (Ij : tok s1 j = Some (at_tok s1 j)) by
        (apply at_tok_inside; destruct J as [J _]; unfold within in J; lia).
      rewrite Ij. f_equal. apply Uv; [apply Copy; eapply tok_in, Ij|]. rewrite Mj, Ht. reflexivity.
    + (* a letter-integer pair is its own nearest match *)
      destruct (nearest_match m theta s1 p p A1 S1 ltac:(lia) ltac:(lia)) as (j' & J' & _ & Near).
      { rewrite Ht. reflexivity. }
      assert (Ej : j = j') by (apply (only_maximiser_unique _ _ _ _ J'), only_maximiser_maximiser, J).
      subst j'.
      assert (j = p) by (destruct J as [J _]; unfold within in J; lia). subst j. exact Here.
Qed.

Theorem new_letter_path_corrected_proved : new_letter_path_corrected_statement.
Proof.
  intros m theta s hops h t Path Back A Small L. split; [apply passes_exist; assumption|].
  intros s' P. destruct (path_tokens s _ _ _ Path) as [U R0]. unfold last_tok.
  rewrite (proj1 (passes_copy _ _ _ _ _ P)), (along m theta s A Small h s' P _ Back U), (R0 h L). reflexivity.
Qed.

(** * The refutations, with A = 0, B = 1, C = 2, D = 3 and theta = pi/32 *)

Lemma small_32 : forall m s, (1 <= length s <= 4)%nat -> (1 <= m <= 4)%nat -> small_angle m (PI / 32) s.
Proof.
  intros m s L M. unfold small_angle, spacing. pose proof PI_RGT_0.
  assert (Four : forall k, (1 <= k <= 4)%nat -> 1 <= INR k <= 4).
  { intros k [K1 K2]. apply le_INR in K1. apply le_INR in K2. simpl in K1, K2. lra. }
  pose proof (Four _ L). pose proof (Four _ M). split; [lra|].
  apply Rmult_lt_reg_r with (INR m * (2 * INR (length s))); [nra|].
  replace (2 * PI / INR m / (2 * INR (length s)) * (INR m * (2 * INR (length s)))) with (2 * PI) by
    (field; lra).
  assert (INR m * INR (length s) <= 16) by nra. nra.
Qed.

(** Of two angles within a turn, the one further from every multiple of a turn has the smaller cosine. *)
Ltac further := pose proof PI_RGT_0; match goal with |- cos ?x < cos ?y =>
  first [apply cos_far; lra | rewrite <- (cos_neg x); apply cos_far; lra | rewrite <- (cos_neg y); apply cos_far; lra
    | rewrite <- (cos_neg x), <- (cos_neg y); apply cos_far; lra] end.

(** Position j of a concrete sequence wins for the query at p. *)
Ltac wins j :=
  exists j; split; [split; [unfold within; lia|]; let k := fresh "k" in let K := fresh "K" in let Ne :=
    fresh "Ne" in
    intros k K Ne; unfold within in K; unfold logits; rewrite !h_retrieval_logit; unfold spacing;
    repeat first [exfalso; lia | destruct k as [|k];
      [first [exfalso; lia | simpl; further]|]]
  | reflexivity].

Ltac pass_by j1 j2 j3 j4 :=
  split; [reflexivity|]; let p := fresh "p" in let I := fresh "I" in intros p I; simpl in I;
  destruct p as [|[|[|[|[|p]]]]]; [lia|wins j1|wins j2|wins j3|wins j4|lia].

Definition A1_BC_CA_DB : list pair := [LetterInt 0 1; LetterPair 1 2; LetterPair 2 0; LetterPair 3 1].
Definition A1_BC_A1_BC : list pair := [LetterInt 0 1; LetterPair 1 2; LetterInt 0 1; LetterPair 1 2].

Lemma first_pass : t_retrieval_pass 4 (PI / 32) A1_BC_CA_DB A1_BC_A1_BC.
Proof. pass_by 1%nat 2%nat 1%nat 2%nat. Qed.

Lemma later_pass : t_retrieval_pass 4 (PI / 32) A1_BC_A1_BC A1_BC_A1_BC.
Proof. pass_by 1%nat 2%nat 3%nat 2%nat. Qed.

Lemma A1_BC_CA_DB_input : letter_input A1_BC_CA_DB.
Proof.
  exists [LetterInt 0 1], [LetterPair 1 2; LetterPair 2 0; LetterPair 3 1]. repeat split; try discriminate.
  - repeat constructor. exists 0%nat, 1%nat. auto.
  - repeat constructor; eexists; eexists; reflexivity.
Qed.

Ltac in_alphabet := let t := fresh "t" in let I := fresh "I" in
  intros t I; simpl in I; repeat (destruct I as [<-|I]; [simpl; lia|]); destruct I.

(** The path DB, BC, CA, A1 of A1 BC CA DB hops from position 2 to position 3. *)
Lemma A1_BC_CA_DB_answer : letter_answer everywhere A1_BC_CA_DB 3 (LetterInt 0 1).
Proof. unfold letter_answer. cbn. hop 2%nat. hop 3%nat. hop 1%nat. now apply letter_here. Qed.

Theorem new_letter_path_refuted : ~ new_letter_path_statement.
Proof.
  intro H.
  specialize (H 4%nat (PI / 32) _ _ _ A1_BC_CA_DB_input A1_BC_CA_DB_answer ltac:(in_alphabet)
    (small_32 4 A1_BC_CA_DB ltac:(simpl; lia) ltac:(lia)) A1_BC_A1_BC).
  discriminate H. eapply one_more; [|apply later_pass]. eapply one_more; [|apply later_pass].
  eapply one_more; [constructor|apply first_pass].
Qed.

Definition A1_BA_AA_AB : list pair := [LetterInt 0 1; LetterPair 1 0; LetterPair 0 0; LetterPair 0 1].

Lemma A1_BA_AA_AB_input : letter_input A1_BA_AA_AB.
Proof.
  exists [LetterInt 0 1], [LetterPair 1 0; LetterPair 0 0; LetterPair 0 1]. repeat split; try discriminate.
  - repeat constructor. exists 0%nat, 1%nat. auto.
  - repeat constructor; eexists; eexists; reflexivity.
Qed.

Lemma A1_BA_AA_AB_answer : letter_answer earlier A1_BA_AA_AB 2 (LetterInt 0 1).
Proof. unfold letter_answer. cbn. hop 2%nat. hop 1%nat. now apply letter_here. Qed.

(** After two passes the last position holds AA, which moved into view between BA and A1. *)
Theorem new_letter_path_earlier_refuted : ~ new_letter_path_earlier_statement.
Proof.
  intro H.
  specialize (H 2%nat (PI / 32) _ _ _ A1_BA_AA_AB_input A1_BA_AA_AB_answer ltac:(in_alphabet)
    (small_32 2 A1_BA_AA_AB ltac:(simpl; lia) ltac:(lia))
    [LetterInt 0 1; LetterInt 0 1; LetterPair 0 0; LetterPair 0 0]).
  discriminate H.
  apply one_more with [LetterInt 0 1; LetterInt 0 1; LetterPair 0 0; LetterPair 1 0].
  - apply one_more with A1_BA_AA_AB; [constructor|]. pass_by 1%nat 1%nat 3%nat 2%nat.
  - pass_by 1%nat 2%nat 3%nat 3%nat.
Qed.

(** * False neighbours *)

(** A hop may go to a later position. *)
Definition new_letter_path_corrected_neighbour_any_direction : Prop :=
  forall (m : nat) (theta : R) (s : list pair) (hops h : nat) (t : pair),
    letter_answer everywhere s hops t -> alphabet_of m s -> small_angle m theta s -> (hops <= h)%nat ->
    forall s', passes m theta s h s' -> last_tok s' = Some t.

Theorem new_letter_path_corrected_neighbour_any_direction_false :
  ~ new_letter_path_corrected_neighbour_any_direction.
Proof.
  intro H. apply new_letter_path_refuted. intros m theta s hops t _ Path A Small s' P.
  exact (H m theta s hops hops t Path A Small ltac:(lia) s' P).
Qed.

(** One pass less is enough: wrong for A1 BA CB, which the theorem answers with two passes. *)
Definition new_letter_path_corrected_neighbour_pass_short : Prop :=
  forall (m : nat) (theta : R) (s : list pair) (hops h : nat) (t : pair),
    letter_answer everywhere s hops t -> goes_back s (length s) -> alphabet_of m s -> small_angle m theta s ->
    (hops <= S h)%nat -> forall s', passes m theta s h s' -> last_tok s' = Some t.

Definition A1_BA_CB : list pair := [LetterInt 0 1; LetterPair 1 0; LetterPair 2 1].

Lemma A1_BA_CB_path : letter_answer everywhere A1_BA_CB 2 (LetterInt 0 1) /\ goes_back A1_BA_CB 3.
Proof.
  split.
  - unfold letter_answer. cbn. hop 2%nat. hop 1%nat. now apply letter_here.
  - apply (back_hop _ _ 2 1 2 (LetterPair 1 0)); [reflexivity|lia|reflexivity|reflexivity|].
    apply (back_hop _ _ 1 0 1 (LetterInt 0 1)); [reflexivity|lia|reflexivity|reflexivity|].
    apply (back_end _ _ 0 1). reflexivity.
Qed.

Theorem new_letter_path_corrected_neighbour_pass_short_false : ~
  new_letter_path_corrected_neighbour_pass_short.
Proof.
  intro H. destruct A1_BA_CB_path as [Path Back].
  specialize (H 3%nat (PI / 32) A1_BA_CB 2%nat 1%nat _ Path Back ltac:(in_alphabet)
    (small_32 3 A1_BA_CB ltac:(simpl; lia) ltac:(lia)) ltac:(lia)
      [LetterInt 0 1; LetterInt 0 1; LetterPair 1 0]).
  discriminate H. apply one_more with A1_BA_CB; [constructor|].
  split; [reflexivity|]. intros p I. simpl in I.
  destruct p as [|[|[|[|p]]]]; [lia|wins 1%nat|wins 1%nat|wins 2%nat|lia].
Qed.

(** The letter 1 is bound to 5; 0 asks for 1, 2 asks for 0: two hops back. *)
Example new_letter_path_corrected_instance : instance_of new_letter_path_corrected_statement.
Proof.
  set (s := [LetterInt 1 5; LetterPair 0 1; LetterPair 2 0]).
  assert (T1 : tok s 1 = Some (LetterInt 1 5)) by reflexivity.
  assert (T2 : tok s 2 = Some (LetterPair 0 1)) by reflexivity.
  assert (T3 : tok s 3 = Some (LetterPair 2 0)) by reflexivity.
  assert (T : forall q t, tok s q = Some t ->
    (q = 1%nat /\ t = LetterInt 1 5) \/ (q = 2%nat /\ t = LetterPair 0 1) \/ (q = 3%nat /\ t = LetterPair 2 0)).
  { intros [|[|[|[|q]]]] t H; simpl in H; try discriminate; [| | | destruct q; discriminate];
      injection H as <-; tauto. }
  assert (P2 : letter_path everywhere s 2 1 (LetterInt 1 5)).
  { apply (letter_hop everywhere s 2 0 1 1 (LetterInt 1 5)); try exact Logic.I; try assumption; try reflexivity.
    - intros q t _ Q L. destruct (T q t Q) as [[-> ->]|[[-> ->]|[-> ->]]]; simpl in L; try lia; reflexivity.
    - intros q _ Q. destruct (T q _ Q) as [[-> _]|[[_ D]|[_ D]]]; try discriminate. apply (letter_here _ _ 1 1 5), T1. }
  assert (P3 : letter_path everywhere s 3 2 (LetterInt 1 5)).
  { apply (letter_hop everywhere s 3 2 0 2 (LetterPair 0 1)); try exact Logic.I; try assumption; try reflexivity.
    - intros q t _ Q L. destruct (T q t Q) as [[-> ->]|[[-> ->]|[-> ->]]]; simpl in L; try lia; reflexivity.
    - intros q _ Q. destruct (T q _ Q) as [[-> D]|[[-> _]|[_ D]]]; try discriminate. exact P2. }
  assert (A : alphabet_of 3%nat s) by (intros t [<-|[<-|[<-|[]]]]; simpl; lia).
  assert (B : goes_back s (length s)).
  { apply (back_hop s 3 2 0 2 (LetterPair 0 1)); try assumption; try reflexivity; [lia |].
    apply (back_hop s 2 0 1 1 (LetterInt 1 5)); try assumption; try reflexivity; [lia |].
    apply (back_end s 1 1 5), T1. }
  assert (S : small_angle 3 (PI / 12) s) by (unfold small_angle, spacing; simpl; pose proof PI_RGT_0; lra).
  exists 3%nat, (PI / 12), s, 2%nat, 2%nat, (LetterInt 1 5).
  split; [exact P3 | split; [exact B | split; [exact A | split; [exact S | split; [lia | split; [exact I |]]]]]].
  pose proof (new_letter_path_corrected_proved 3%nat (PI / 12) s 2%nat 2%nat _ P3 B A S ltac:(lia)) as [[s' H] _].
  exists s'. split; [exact H | exact I].
Qed.
