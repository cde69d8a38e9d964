(** u26.retrieval-max.cases.query, .same-left, .same-left.corrected (U26, Appendix F.2.2): two steps of the proof.

    .query ("Case 1 ... the most attended token satisfies j = n"): for 0 < theta < omega/(2 n0), n <= n0, a
    letter-integer token as the query has the largest logit alone.
    .same-left ("if all ... the same left-symbol, then all the sequence is attended equally. Then ... the input
    sequence is a constant sequence"): REFUTED, by A1 A2 at theta = pi/8 over two letters, for both sentences.
    .same-left.corrected: on such a proper input the logits are cos((n-j) theta) and rise strictly with j, so that
    the query alone has the largest.

    Idea: every position matches; of the matches the nearest wins, and at distance 0 stands the query. *)

From Coq Require Import Reals Lra Lia PeanoNat List.
From RopeTheory Require Import Rope Trig Heads Circle u26_retrieval_max u26_retrieval_bound Instances.
Open Scope R_scope.

Definition u26_retrieval_max_cases_query_statement : Prop :=
  forall (m n0 n : nat) (theta : R) (s : nat -> pair) (x i : nat),
    (1 <= m)%nat -> (1 <= n <= n0)%nat -> 0 < theta < spacing m / (2 * INR n0) -> over_alphabet m s n ->
    s n = LetterInt x i -> only_maximiser (logits (h_retrieval m theta) s n) n n.

Definition same_left (s : nat -> pair) (n : nat) : Prop :=
  forall j, within n j -> left_of (s j) = left_of (s n).

Definition u26_retrieval_max_cases_same_left_statement : Prop :=
  forall (m n0 n : nat) (theta : R) (s : nat -> pair),
    (1 <= m)%nat -> (1 <= n <= n0)%nat -> 0 < theta < spacing m / (2 * INR n0) -> over_alphabet m s n ->
    proper s n -> same_left s n ->
    (forall j k, within n j -> within n k ->
       logits (h_retrieval m theta) s n j = logits (h_retrieval m theta) s n k) /\
    (forall j k, within n j -> within n k -> s j = s k).

Definition u26_retrieval_max_cases_same_left_corrected_statement : Prop :=
  forall (m n0 n : nat) (theta : R) (s : nat -> pair),
    (1 <= m)%nat -> (1 <= n <= n0)%nat -> 0 < theta < spacing m / (2 * INR n0) -> over_alphabet m s n ->
    proper s n -> same_left s n ->
    let l := logits (h_retrieval m theta) s n in
    (forall j, within n j -> l j = cos (INR (n - j) * theta)) /\
    (forall j k, within n j -> within n k -> (j < k)%nat -> l j < l k) /\ only_maximiser l n n.

Theorem u26_retrieval_max_cases_query_proved : u26_retrieval_max_cases_query_statement.
Proof.
  intros m n0 n theta s x i Hm Hn Hrange Hs E.
  assert (N : within n n) by (unfold within; lia).
  assert (Mn : is_match s n n) by (unfold is_match; rewrite E; reflexivity).
  destruct (u26_retrieval_max_proved m theta n0 n s Hm Hn Hrange Hs) as [_ H].
  destruct H as (j & J & _ & Near); [exists n; auto|]. specialize (Near n N Mn).
  assert (j = n) as -> by (destruct J as [J _]; unfold within in J; lia). exact J.
Qed.

Lemma all_match : forall s n, (1 <= n)%nat -> proper s n -> same_left s n ->
  forall j, within n j -> is_match s n j.
Proof.
  intros s n N Hp Same j J. unfold is_match. rewrite (Same j J).
  destruct (s n) as [x y|x i] eqn:E; [|reflexivity].
  destruct (Hp n x y ltac:(unfold within; lia) E) as [[k [K Y]] _]. rewrite (Same k K), E in Y. exact Y.
Qed.

Theorem u26_retrieval_max_cases_same_left_corrected_proved : u26_retrieval_max_cases_same_left_corrected_statement.
Proof.
  intros m n0 n theta s Hm Hn Hrange Hs Hp Same l.
  assert (L : forall j, within n j -> l j = cos (INR (n - j) * theta)).
  { intros j J. apply match_logit; [exact J|]. apply all_match; try assumption. lia. }
  pose proof (printed_range m n n0 theta ltac:(lia) Hrange) as R. pose proof (spacing_le m 1 Hm Hm) as W.
  simpl in W. pose proof PI_RGT_0.
  assert (Rise : forall j k, within n j -> within n k -> (j < k)%nat -> l j < l k).
  { intros j k J K D. rewrite !L by assumption. unfold within in *.
    assert (INR (n - k) + 1 <= INR (n - j)) by (rewrite <- S_INR; apply le_INR; lia).
    assert (INR (n - j) <= INR n) by (apply le_INR; lia). pose proof (pos_INR (n - k)). apply cos_falls; nra. }
  split; [exact L|]. split; [exact Rise|]. split; [unfold within; lia|]. intros k K D.
  apply Rise; try assumption; unfold within in *; lia.
Qed.

Definition A1_A2 (j : nat) : pair := LetterInt 0 j.

Lemma A1_A2_proper : proper A1_A2 2.
Proof. intros j x y _ E. discriminate E. Qed.

Theorem u26_retrieval_max_cases_same_left_refuted : ~ u26_retrieval_max_cases_same_left_statement.
Proof.
  intro H. destruct (H 2%nat 2%nat 2%nat (PI / 8) A1_A2 ltac:(lia) ltac:(lia) two_letters_range) as [_ C].
  - intros j _. simpl. lia.
  - exact A1_A2_proper.
  - intros j _. reflexivity.
  - specialize (C 1%nat 2%nat ltac:(unfold within; lia) ltac:(unfold within; lia)). discriminate C.
Qed.

(** The first sentence alone is false as well. *)
Example not_attended_equally :
  logits (h_retrieval 2 (PI / 8)) A1_A2 2 1 < logits (h_retrieval 2 (PI / 8)) A1_A2 2 2.
Proof.
  apply (u26_retrieval_max_cases_same_left_corrected_proved 2%nat 2%nat 2%nat (PI / 8) A1_A2 ltac:(lia) ltac:(lia)
    two_letters_range); try exact A1_A2_proper; try (unfold within; lia).
  - intros j _. simpl. lia.
  - intros j _. reflexivity.
Qed.

(** * False neighbours *)

(** theta = 0: the copy of the letter ties. *)
Definition u26_retrieval_max_cases_query_neighbour_standing : Prop :=
  forall (m n : nat) (s : nat -> pair) (x i : nat), (1 <= m)%nat -> (1 <= n)%nat -> over_alphabet m s n ->
    s n = LetterInt x i -> only_maximiser (logits (h_retrieval m 0) s n) n n.

Theorem u26_retrieval_max_cases_query_neighbour_standing_false :
  ~ u26_retrieval_max_cases_query_neighbour_standing.
Proof.
  intro H. destruct (H 2%nat 2%nat A1_A2 0%nat 2%nat ltac:(lia) ltac:(lia) ltac:(intros j _; simpl; lia) eq_refl)
    as [_ U].
  specialize (U 1%nat ltac:(unfold within; lia) ltac:(lia)). unfold logits in U.
  rewrite !h_retrieval_logit in U. simpl in U. rewrite !Rmult_0_r in U. lra.
Qed.

(** The logits fall with the position. *)
Definition u26_retrieval_max_cases_same_left_corrected_neighbour_falls : Prop :=
  forall (m n : nat) (theta : R) (s : nat -> pair) j k, (1 <= m)%nat -> 0 < theta < spacing m / (2 * INR n) ->
    over_alphabet m s n -> proper s n -> same_left s n -> within n j -> within n k -> (j < k)%nat ->
    logits (h_retrieval m theta) s n k < logits (h_retrieval m theta) s n j.

Theorem u26_retrieval_max_cases_same_left_corrected_neighbour_falls_false :
  ~ u26_retrieval_max_cases_same_left_corrected_neighbour_falls.
Proof.
  intro H. pose proof not_attended_equally.
  assert (logits (h_retrieval 2 (PI / 8)) A1_A2 2 2 < logits (h_retrieval 2 (PI / 8)) A1_A2 2 1); [|lra].
  apply H; try lia; try exact two_letters_range; try exact A1_A2_proper; try (unfold within; lia).
  - intros j _. simpl. lia.
  - intros j _. reflexivity.
Qed.

(** B1 B1 A1. *)
Example u26_retrieval_max_cases_query_instance : instance_of u26_retrieval_max_cases_query_statement.
Proof.
  exists 2%nat, 3%nat, 3%nat, (spacing 2 / 12),
    (fun j => match j with 3%nat => LetterInt 0 1 | _ => LetterInt 1 1 end), 0%nat, 1%nat.
  split; [lia|]. split; [lia|]. split; [exact retrieval_max_example|].
  split; [intros [|[|[|[|j]]]] _; simpl; lia|split; [reflexivity|exact I]].
Qed.

(** A1 A2 A3. *)
Example u26_retrieval_max_cases_same_left_corrected_instance :
  instance_of u26_retrieval_max_cases_same_left_corrected_statement.
Proof.
  exists 2%nat, 3%nat, 3%nat, (spacing 2 / 12), (fun j => LetterInt 0 j).
  split; [lia|]. split; [lia|]. split; [exact retrieval_max_example|]. split; [intros j _; simpl; lia|].
  split; [intros j x y _ E; discriminate E|]. split; [intros j _; reflexivity|].
  split; [exists 1%nat; split; [unfold within; lia|exact I]|]. split; [|exact I].
  exists 1%nat, 2%nat. repeat apply conj; try exact I; lia.
Qed.
