(** u26.retrieval-max.conclusion, .corrected (U26, Appendix F.2.2, Conclusion): T_Retrieval's smallest discrepancy.

    "the minimum discrepancy (on non-constant inputs) induced by angle theta = 2 pi/|ALPH| is strictly positive".
    REFUTED: over two letters at theta = omega = pi the two positions of A1 B1 tie, a non-constant proper input.
    .corrected: at any 0 < theta < omega/(2 n0), on every proper input of length 2 <= n <= n0, constant ones
    included, the nearest match leads every other position by at least 1 - cos theta > 0; and some input of each
    length attains this.

    Idea: omega = 2 pi/|ALPH| is the spacing of the letters; an angle of rotation as large brings the letter before
    onto the one asked for after one step. *)

From Coq Require Import Reals Lra Lia PeanoNat List.
From RopeTheory Require Import Rope Trig Heads Circle IndexGap u26_retrieval_max u26_retrieval_bound u26_thm31
  Instances.
Open Scope R_scope.

(** Two positions hold different tokens. *)
Definition not_constant (s : nat -> pair) (n : nat) : Prop := exists j k, within n j /\ within n k /\ s j <> s k.

Definition u26_retrieval_max_conclusion_statement : Prop :=
  forall (m n : nat) (s : nat -> pair) (g : R), (2 <= m)%nat -> (2 <= n)%nat -> over_alphabet m s n -> proper s n ->
    not_constant s n -> gap_any (logits (h_retrieval m (spacing m)) s n) n g -> 0 < g.

Definition u26_retrieval_max_conclusion_corrected_statement : Prop :=
  forall (m n n0 : nat) (theta : R), (1 <= m)%nat -> (2 <= n <= n0)%nat -> 0 < theta < spacing m / (2 * INR n0) ->
    0 < 1 - cos theta /\
    (forall s g, over_alphabet m s n -> proper s n -> gap_any (logits (h_retrieval m theta) s n) n g ->
       1 - cos theta <= g) /\
    (exists s, over_alphabet m s n /\ proper s n /\ gap_any (logits (h_retrieval m theta) s n) n (1 - cos theta)).

Definition A1_B1 (j : nat) : pair := match j with 2%nat => LetterInt 1 1 | _ => LetterInt 0 1 end.

Theorem u26_retrieval_max_conclusion_refuted : ~ u26_retrieval_max_conclusion_statement.
Proof.
  intro H. set (l := logits (h_retrieval 2 (spacing 2)) A1_B1 2).
  assert (L : forall k, within 2 k -> l k = 1).
  { intros k K. unfold l, logits. rewrite h_retrieval_logit, spacing_2. unfold within in K.
    assert (k = 1 \/ k = 2)%nat as [->| ->] by lia; simpl.
    - replace ((0 - 1) * PI + (1 + 1 - 1) * PI) with 0 by ring. apply cos_0.
    - replace ((1 - 1) * PI + (1 + 1 - (1 + 1)) * PI) with 0 by ring. apply cos_0. }
  assert (M : maximiser l 2 2).
  { split; [unfold within; lia|]. intros k K. rewrite (L k K), (L 2%nat) by (unfold within; lia). lra. }
  assert (G : gap_any l 2 (l 2%nat - 1)).
  { apply gap_any_from; [exact M|]. split.
    - exists 1%nat. split; [split; [unfold within|]; lia|]. apply L. unfold within; lia.
    - intros k [K _]. rewrite (L k K). lra. }
  specialize (H 2%nat 2%nat A1_B1 (l 2%nat - 1) (le_n 2) (le_n 2)).
  assert (0 < l 2%nat - 1); [|rewrite (L 2%nat) in * by (unfold within; lia); lra].
  apply H; [| | |exact G].
  - intros [|[|[|j]]] _; simpl; lia.
  - intros [|[|[|j]]] x y _ E; discriminate E.
  - exists 1%nat, 2%nat. unfold within. repeat split; try lia. discriminate.
Qed.

Theorem u26_retrieval_max_conclusion_corrected_proved : u26_retrieval_max_conclusion_corrected_statement.
Proof.
  intros m n n0 theta Hm Hn Hrange. split; [apply (phi_positive m n0); try assumption; lia|]. split.
  - intros s g Hs Hp [j [M [best [other [B [[[k [[K D] Ek]] _] ->]]]]]].
    destruct (last_such _ (match_dec s n) n (proper_match s n ltac:(lia) Hp)) as (p & P & Mp & Near).
    assert (Lead : forall i, within n i -> i <> p ->
      1 - cos theta <= logits (h_retrieval m theta) s n p - logits (h_retrieval m theta) s n i).
    { intros i I Di. apply (retrieval_lead m theta n0); try assumption; lia. }
    pose proof (phi_positive m n0 theta Hm ltac:(lia) Hrange) as Pos.
    assert (Only : only_maximiser (logits (h_retrieval m theta) s n) n p).
    { split; [exact P|]. intros i I Di. pose proof (Lead i I Di). lra. }
    pose proof (only_maximiser_unique _ _ _ _ Only M) as ->.
    rewrite (is_largest_unique _ _ _ _ B (maximiser_is_largest _ n p M)), <- Ek. apply Lead; assumption.
  - pose proof (printed_range m n n0 theta ltac:(lia) Hrange) as H. pose (s := fun _ : nat => LetterInt 0 1).
    pose proof (spacing_le m 1 Hm Hm) as W. simpl in W. assert (N2 : 2 <= INR n) by (apply (le_INR 2); lia).
    assert (L : forall k, within n k -> logits (h_retrieval m theta) s n k = cos (INR (n - k) * theta)).
    { intros k K. apply match_logit; [exact K|reflexivity]. }
    exists s. split; [intros j _; simpl; lia|]. split; [intros j x y _ E; discriminate E|].
    assert (Ln : logits (h_retrieval m theta) s n n = 1).
    { rewrite L by (unfold within; lia). rewrite Nat.sub_diag. simpl. rewrite Rmult_0_l. apply cos_0. }
    rewrite <- Ln. apply gap_any_from.
    + split; [unfold within; lia|]. intros k K. rewrite Ln, L by exact K. apply cos_le_1.
    + split.
      * exists (n - 1)%nat. split; [split; [unfold within|]; lia|]. rewrite L by (unfold within; lia).
        replace (n - (n - 1))%nat with 1%nat by lia. simpl. f_equal. ring.
      * intros k [K D]. rewrite L by exact K. unfold within in K.
        assert (1 <= INR (n - k)) by (apply (le_INR 1); lia).
        assert (INR (n - k) <= INR n) by (apply le_INR; lia). apply cos_falls_weakly; nra.
Qed.

(** * False neighbour: a larger lead *)
Definition u26_retrieval_max_conclusion_corrected_neighbour_more : Prop :=
  forall (m n : nat) (theta : R) s g, (1 <= m)%nat -> (2 <= n)%nat -> 0 < theta < spacing m / (2 * INR n) ->
    over_alphabet m s n -> proper s n -> gap_any (logits (h_retrieval m theta) s n) n g -> 1 - cos theta < g.

Theorem u26_retrieval_max_conclusion_corrected_neighbour_more_false :
  ~ u26_retrieval_max_conclusion_corrected_neighbour_more.
Proof.
  intro H. pose proof PI_RGT_0.
  assert (R : 0 < PI / 8 < spacing 2 / (2 * INR 2)) by (rewrite spacing_2; simpl; lra).
  destruct (u26_retrieval_max_conclusion_corrected_proved 2%nat 2%nat 2%nat (PI / 8) ltac:(lia) ltac:(lia) R)
    as (_ & _ & s & Hs & Hp & G).
  specialize (H 2%nat 2%nat (PI / 8) s _ ltac:(lia) ltac:(lia) R Hs Hp G). lra.
Qed.

Example u26_retrieval_max_conclusion_corrected_instance : instance_of u26_retrieval_max_conclusion_corrected_statement.
Proof.
  exists 2%nat, 3%nat, 3%nat, (spacing 2 / 12). split; [lia|]. split; [lia|]. split; [exact retrieval_max_example|].
  split; [exact I|]. split; [|exact I].
  destruct (u26_retrieval_max_conclusion_corrected_proved 2%nat 3%nat 3%nat (spacing 2 / 12) ltac:(lia) ltac:(lia)
    retrieval_max_example) as (_ & _ & s & Over & Proper & Gap).
  eexists s, _. split; [exact Over|]. split; [exact Proper|]. split; [exact Gap|exact I].
Qed.
