(** u26.discrepancy, u26.discrepancy.max-is-min, u26.discrepancy.corrected: the three discrepancies that
    U26 calls Delta(n) differ, as do maximum and minimum over inputs; their order is proved.

    Printed (U26, Definition 3.1 and Appendix F): Delta(n) is the maximum over inputs of the difference
    between the largest and second-largest logit; "others" are any other position (F.2.1), positions that
    are not maximisers (Lemma F.1), tokens with another left letter (F.2.2). For T_Index and T_Retrieval
    in their ranges these define one number. REFUTED: T_Index at theta = pi, n = 4 has 0 for the first and
    2 for the second. T_Retrieval differs, too, without any tie: with two letters, n = 3 and every theta of
    its range it has 1 + cos 2 theta for the first and 1 + cos theta for the third
    (retrieval_discrepancies).
    .max-is-min: it does not matter whether Delta(n) is the maximum or the minimum. REFUTED: T_Index at
    theta = pi, n = 3.
    .corrected: for every head and every input with n >= 2 the gap to any other position is at most the
    gap to positions that are not maximisers, with equality exactly if the maximum is unique or all
    positions tie; it is at most the gap to tokens with another left letter, where this is defined; if all
    maximisers have one left letter, the gap to positions that are not maximisers is at most that to
    tokens with another left letter; all three agree if the maximum is unique and no left letter repeats.
    The order carries over to the maxima and minima over any inputs on which both gaps are defined.

    Idea: fewer rivals make a larger gap.
    Encoding: logits are any l, left letters any function of the position; the gap to another left letter
    refers to the first maximiser, as in rope_theory.laws.gaps. Inputs on which a gap is undefined are passed
    over. *)

From Coq Require Import Reals Lra Lia PeanoNat ZArith.
From RopeTheory Require Import Rope Trig Heads Circle u26_index_logits IndexGap u26_index_bound_angle
  u26_retrieval_max u26_index_bound_length Instances.
Open Scope R_scope.

Inductive others : Type := AnyOther | NotMaximal | OtherLetter.

Definition gap_letter (l : nat -> R) (letter : nat -> nat) (n : nat) (g : R) : Prop :=
  exists j, maximiser l n j /\ (forall k, (k < j)%nat -> ~ maximiser l n k) /\
            gap_to (fun k => letter k <> letter j) l n g.

Definition gap_of (kind : others) (l : nat -> R) (letter : nat -> nat) (n : nat) (g : R) : Prop :=
  match kind with
  | AnyOther => gap_any l n g
  | NotMaximal => gap_not_maximal l n g
  | OtherLetter => gap_letter l letter n g
  end.

Definition is_max (P : R -> Prop) (d : R) : Prop := P d /\ forall g, P g -> g <= d.
Definition is_min (P : R -> Prop) (d : R) : Prop := P d /\ forall g, P g -> d <= g.

(** The gaps of T_Index on its inputs of length n; its tokens have no left letter. *)
Definition index_gaps (kind : others) (theta : R) (n : nat) (g : R) : Prop :=
  exists s, longer_than_integers s n /\ gap_of kind (logits (h_pos theta) s n) (fun k => k) n g.

(** The gaps of T_Retrieval on the proper inputs of length n over m letters. *)
Definition retrieval_gaps (kind : others) (m : nat) (theta : R) (n : nat) (g : R) : Prop :=
  exists s, over_alphabet m s n /\ proper s n /\
            gap_of kind (logits (h_retrieval m theta) s n) (fun k => left_of (s k)) n g.

Definition u26_discrepancy_statement : Prop :=
  (forall theta n, theta <> 0 -> (2 <= n)%nat ->
     forall d d', is_max (index_gaps AnyOther theta n) d -> is_max (index_gaps NotMaximal theta n) d' -> d =
       d') /\
  (forall m theta n, (1 <= m)%nat -> (2 <= n)%nat -> 0 < theta < spacing m / (2 * INR n) ->
     forall kind kind' d d', is_max (retrieval_gaps kind m theta n) d -> is_max (retrieval_gaps kind' m theta
       n) d' ->
     d = d').

Definition u26_discrepancy_max_is_min_statement : Prop :=
  (forall kind theta n, kind <> OtherLetter -> theta <> 0 -> (2 <= n)%nat ->
     forall d d', is_max (index_gaps kind theta n) d -> is_min (index_gaps kind theta n) d' -> d = d') /\
  (forall kind m theta n, (1 <= m)%nat -> (2 <= n)%nat -> 0 < theta < spacing m / (2 * INR n) ->
     forall d d', is_max (retrieval_gaps kind m theta n) d -> is_min (retrieval_gaps kind m theta n) d' -> d
       = d').

(** All maximisers have one left letter. *)
Definition one_letter_on_top (l : nat -> R) (letter : nat -> nat) (n : nat) : Prop :=
  forall i j, maximiser l n i -> maximiser l n j -> letter i = letter j.

(** The gaps of one kind on those inputs of a family on which the gap of the other kind is defined, too. *)
Definition low_gaps (low high : others) (F : (nat -> R) -> (nat -> nat) -> nat -> Prop) (g : R) : Prop :=
  exists l letter n h, F l letter n /\ gap_of low l letter n g /\ gap_of high l letter n h.
Definition high_gaps (low high : others) (F : (nat -> R) -> (nat -> nat) -> nat -> Prop) (h : R) : Prop :=
  exists l letter n g, F l letter n /\ gap_of low l letter n g /\ gap_of high l letter n h.

Definition ordered_extremes (low high : others) (F : (nat -> R) -> (nat -> nat) -> nat -> Prop) : Prop :=
  (forall d d', is_max (low_gaps low high F) d -> is_max (high_gaps low high F) d' -> d <= d') /\
  (forall d d', is_min (low_gaps low high F) d -> is_min (high_gaps low high F) d' -> d <= d').

Definition u26_discrepancy_corrected_statement : Prop :=
  (forall (l : nat -> R) (letter : nat -> nat) (n : nat), (2 <= n)%nat ->
     (forall g h, gap_any l n g -> gap_not_maximal l n h ->
        g <= h /\ (g = h <-> unique_maximum l n \/ forall k, within n k -> maximiser l n k)) /\
     (forall g h, gap_any l n g -> gap_letter l letter n h -> g <= h) /\
     (one_letter_on_top l letter n ->
      forall g h, gap_not_maximal l n g -> gap_letter l letter n h -> g <= h) /\
     (unique_maximum l n -> (forall i j, within n i -> within n j -> letter i = letter j -> i = j) ->
      forall g h k, gap_any l n g -> gap_not_maximal l n h -> gap_letter l letter n k -> g = h /\ h = k)) /\
  (forall F : (nat -> R) -> (nat -> nat) -> nat -> Prop, (forall l letter n, F l letter n -> (2 <= n)%nat) ->
     ordered_extremes AnyOther NotMaximal F /\ ordered_extremes AnyOther OtherLetter F /\
     ((forall l letter n, F l letter n -> one_letter_on_top l letter n) ->
      ordered_extremes NotMaximal OtherLetter F)).

(** * The order on one input *)

Lemma any_not_maximal : forall l n g h, gap_any l n g -> gap_not_maximal l n h ->
  g <= h /\ (g = h <-> unique_maximum l n \/ forall k, within n k -> maximiser l n k).
Proof.
  intros l n g h G H. pose proof G as [j [Mj _]]. pose proof (gap_any_at l n g j G Mj) as [[i [[Wi Di] Ei]]
    L].
  destruct H as [[best [other [B [[[k [[Wk Nk] Ek]] Lo] ->]]]]|[_ [All ->]]].
  - pose proof (is_largest_unique _ _ _ _ B (maximiser_is_largest l n j Mj)) as ->.
    assert (Dk : k <> j) by (intros ->; contradiction).
    assert (Low : other <= l j - g) by (rewrite <- Ek; apply L; auto).
    assert (Pos : other < l j).
    { destruct (Rle_lt_or_eq_dec _ _ (proj2 Mj k Wk)) as [Q|Q]; [lra|exfalso]. apply Nk. split; [exact Wk|].
      intros p Wp. rewrite Q. apply Mj, Wp. }
    split; [lra|]. split.
    + intro E. left. apply (gap_positive_unique l n g G). lra.
    + intros [[j' U]|All]; [|exfalso; apply Nk, All, Wk].
      pose proof (only_maximiser_unique l n j' j U Mj) as ->.
      assert (Ni : ~ maximiser l n i) by (intro Q; apply Di, (only_maximiser_unique l n j' i U Q)).
      specialize (Lo i (conj Wi Ni)). lra.
  - assert (g = 0).
    { pose proof (proj2 (All i Wi) j (proj1 Mj)). pose proof (proj2 Mj i Wi). lra. }
    subst g. split; [lra|]. split; [intros _; right; exact All|reflexivity].
Qed.

Lemma any_letter : forall l letter n g h, gap_any l n g -> gap_letter l letter n h -> g <= h.
Proof.
  intros l letter n g h G [j [Mj [_ [best [other [B [[[k [[Wk Dk] Ek]] _] ->]]]]]]].
  pose proof (gap_any_at l n g j G Mj) as [_ L].
  rewrite (is_largest_unique _ _ _ _ B (maximiser_is_largest l n j Mj)), <- Ek.
  assert (D : k <> j) by (intros ->; apply Dk; reflexivity). specialize (L k (conj Wk D)). lra.
Qed.

Lemma not_maximal_letter : forall l letter n g h, one_letter_on_top l letter n ->
  gap_not_maximal l n g -> gap_letter l letter n h -> g <= h.
Proof.
  intros l letter n g h One G [j [Mj [_ [best [other [B [[[k [[Wk Dk] Ek]] _] ->]]]]]]].
  rewrite (is_largest_unique _ _ _ _ B (maximiser_is_largest l n j Mj)), <- Ek.
  assert (Nk : ~ maximiser l n k) by (intro Q; apply Dk, One; assumption).
  destruct G as [[best' [other' [B' [[_ L] ->]]]]|[_ [All _]]]; [|exfalso; apply Nk, All, Wk].
  rewrite (is_largest_unique _ _ _ _ B' (maximiser_is_largest l n j Mj)). specialize (L k (conj Wk Nk)). lra.
Qed.

Lemma all_agree : forall l letter n g h k, unique_maximum l n ->
  (forall i j, within n i -> within n j -> letter i = letter j -> i = j) ->
  gap_any l n g -> gap_not_maximal l n h -> gap_letter l letter n k -> g = h /\ h = k.
Proof.
  intros l letter n g h k U Distinct G H K.
  assert (E : g = h) by (apply (any_not_maximal l n g h G H); left; exact U). split; [exact E|]. subst h.
  apply Rle_antisym; [apply (any_letter l letter n); assumption|].
  destruct K as [j [Mj [_ [best [other [B [[_ L] ->]]]]]]].
  pose proof (gap_any_at l n g j G Mj) as [[i [[Wi Di] Ei]] _].
  rewrite (is_largest_unique _ _ _ _ B (maximiser_is_largest l n j Mj)).
  assert (D : letter i <> letter j) by (intro Q; apply Di, Distinct; [exact Wi|apply Mj|exact Q]).
  specialize (L i (conj Wi D)). lra.
Qed.

Lemma order_carries_over : forall low high (F : (nat -> R) -> (nat -> nat) -> nat -> Prop),
  (forall l letter n g h, F l letter n -> gap_of low l letter n g -> gap_of high l letter n h -> g <= h) ->
  ordered_extremes low high F.
Proof.
  intros low high F Order. split.
  - intros d d' [[l [letter [n [h [HF [G H]]]]]] _] [_ Max]. apply Rle_trans with h;
      [apply (Order l letter n); assumption|].
    apply Max. exists l, letter, n, d. auto.
  - intros d d' [_ Min] [[l [letter [n [g [HF [G H]]]]]] _]. apply Rle_trans with g;
      [|apply (Order l letter n); assumption].
    apply Min. exists l, letter, n, d'. auto.
Qed.

Theorem u26_discrepancy_corrected_proved : u26_discrepancy_corrected_statement.
Proof.
  split.
  - intros l letter n Hn. split; [apply any_not_maximal|]. split; [apply any_letter|].
    split; [intros One g h; apply not_maximal_letter, One|].
    intros U Distinct g h k. apply all_agree; assumption.
  - intros F HF. split; [|split; [|intro One]]; apply order_carries_over; simpl; intros l letter n g h Fl G H.
    + apply (any_not_maximal l n g h G H).
    + apply (any_letter l letter n g h G H).
    + apply (not_maximal_letter l letter n g h (One l letter n Fl) G H).
Qed.

(** * Refutations: T_Index at theta = pi *)

(** With a distance 2 in reach two positions tie at the top. *)
Lemma half_turn_tie : forall s n g, (asked (s n) < n)%nat -> (2 <= reach n (asked (s n)))%nat ->
  gap_any (logits (h_pos PI) s n) n g -> g = 0.
Proof.
  intros s n g H R G. apply (h_pos_gap PI s n g H) in G as [[t [_ E]] L].
  specialize (L 2%nat ltac:(unfold within; lia)). simpl in L, E.
  replace ((1 + 1) * PI) with (2 * PI) in L by ring. rewrite cos_2PI in L.
  pose proof (cos_le_1 (INR t * PI)). lra.
Qed.

Lemma half_turn_not_maximal : forall s n g, (2 <= n)%nat -> (asked (s n) < n)%nat ->
  gap_not_maximal (logits (h_pos PI) s n) n g -> g = 2.
Proof.
  intros s n g Hn I G. pose proof (h_pos_maximiser PI s n I) as M. pose proof (h_pos_top PI s n I) as Top.
  destruct (neighbour PI s n Hn I) as [j [Hj [_ Ej]]]. rewrite cos_PI in Ej.
  destruct G as [[best [other [B [[[k [[Hk Nk] Ek]] _] ->]]]]|[_ [All _]]].
  - rewrite (is_largest_unique _ _ _ _ B (maximiser_is_largest _ n _ M)), Top, <- Ek.
    destruct (half_turn_logit s n k I) as [E|E]; [|lra].
    exfalso. apply Nk. split; [exact Hk|]. intros i _. rewrite E. apply h_pos_at_most_1.
  - destruct (All j Hj) as [_ Mj]. specialize (Mj _ (proj1 M)). rewrite Top, Ej in Mj. lra.
Qed.

Definition all_a (_ : nat) : token := Letter 0.

Theorem u26_discrepancy_refuted : ~ u26_discrepancy_statement.
Proof.
  intros [H _]. pose proof PI_RGT_0.
  destruct (gap_any_exists (logits (h_pos PI) all_a 4) 4 ltac:(lia)) as [g G].
  destruct (gap_not_maximal_exists (logits (h_pos PI) all_a 4) 4 ltac:(lia)) as [h G'].
  assert (g = 0) by (apply (half_turn_tie all_a 4); try exact G; unfold reach; simpl; lia).
  assert (h = 2) by (apply (half_turn_not_maximal all_a 4); try exact G'; simpl; lia). subst g h.
  specialize (H PI 4%nat ltac:(lra) ltac:(lia) 0 2). assert (0 = 2); [|lra]. apply H.
  - split; [exists all_a; split; [apply letters_longer; lia|exact G]|].
    intros g [s [Hs Gs]]. right. simpl in Gs. pose proof (asked_inside s 4 ltac:(lia) Hs) as I.
    apply (half_turn_tie s 4 g I); [unfold reach; lia|exact Gs].
  - split; [exists all_a; split; [apply letters_longer; lia|exact G']|].
    intros g [s [Hs Gs]]. right. simpl in Gs. pose proof (asked_inside s 4 ltac:(lia) Hs) as I.
    apply (half_turn_not_maximal s 4 g ltac:(lia) I Gs).
Qed.

(** n = 3: a letter query ties, the query 1 has the gap 2. *)
Definition a_a_1 (j : nat) : token := match j with 3%nat => Int 1 | _ => Letter 0 end.

Lemma a_a_1_longer : longer_than_integers a_a_1 3.
Proof. intros j Hj. unfold within in Hj. assert (j = 1 \/ j = 2 \/ j = 3)%nat as [->|[->| ->]] by lia;
  simpl; lia. Qed.

Lemma a_a_1_gap : gap_any (logits (h_pos PI) a_a_1 3) 3 2.
Proof.
  apply h_pos_gap; [simpl; lia|]. replace (reach 3 (asked (a_a_1 3))) with 1%nat by reflexivity.
  assert (E : forall t, within 1 t -> cos (INR t * PI) = 1 - 2).
  { intros t Ht. unfold within in Ht. assert (t = 1%nat) as -> by lia. simpl. rewrite Rmult_1_l, cos_PI.
      ring. }
  split; [exists 1%nat; split; [unfold within; lia|apply E; unfold within; lia]|].
  intros t Ht. rewrite (E t Ht). lra.
Qed.

(** No gap of T_Index exceeds 2 or is negative. *)
Lemma index_gap_range : forall theta s n g, (asked (s n) < n)%nat -> gap_any (logits (h_pos theta) s n) n g
  -> 0 <= g <= 2.
Proof.
  intros theta s n g H G. apply (h_pos_gap theta s n g H) in G as [[t [_ E]] _].
  pose proof (COS_bound (INR t * theta)). simpl in E. lra.
Qed.

Theorem u26_discrepancy_max_is_min_refuted : ~ u26_discrepancy_max_is_min_statement.
Proof.
  intros [H _]. pose proof PI_RGT_0.
  destruct (gap_any_exists (logits (h_pos PI) all_a 3) 3 ltac:(lia)) as [g G].
  assert (g = 0) by (apply (half_turn_tie all_a 3); try exact G; unfold reach; simpl; lia). subst g.
  specialize (H AnyOther PI 3%nat ltac:(discriminate) ltac:(lra) ltac:(lia) 2 0). assert (2 = 0); [|lra].
    apply H.
  - split; [exists a_a_1; split; [exact a_a_1_longer|exact a_a_1_gap]|].
    intros g [s [Hs Gs]]. apply (index_gap_range PI s 3 g); [apply asked_inside; [lia|exact Hs]|exact Gs].
  - split; [exists all_a; split; [apply letters_longer; lia|exact G]|].
    intros g [s [Hs Gs]]. apply (index_gap_range PI s 3 g); [apply asked_inside; [lia|exact Hs]|exact Gs].
Qed.

(** * T_Retrieval, too: two letters, n = 3, any theta of its range

    Any other position: the largest gap is 1 + cos 2 theta, at A A B. Tokens with another left letter: 1 + cos
    theta, at B A B. *)

Lemma two_letters_cos : forall a b x, (a < 2)%nat -> (b < 2)%nat ->
  cos ((INR a - INR b) * spacing 2 + x) = cos x \/ cos ((INR a - INR b) * spacing 2 + x) = - cos x.
Proof.
  intros a b x A B. assert (E : spacing 2 = PI) by (unfold spacing; simpl; field). rewrite E.
  assert (a = 0 \/ a = 1)%nat as [->| ->] by lia; assert (b = 0 \/ b = 1)%nat as [->| ->] by lia; simpl INR.
  - left. f_equal. ring.
  - right. replace ((0 - 1) * PI + x) with (- (PI - x)) by ring.
    rewrite cos_neg, Rtrigo_facts.cos_pi_minus. reflexivity.
  - right. replace ((1 - 0) * PI + x) with (x + PI) by ring. apply neg_cos.
  - left. f_equal. ring.
Qed.

Lemma three_range : forall theta, 0 < theta < spacing 2 / (2 * INR 3) ->
  0 < cos (2 * theta) < cos theta /\ cos theta < 1.
Proof.
  intros theta H. pose proof PI_RGT_0. unfold spacing in H. simpl in H.
  split; [split|]; [apply cos_gt_0; lra|apply cos_falls; lra|].
  rewrite <- cos_0. apply cos_falls; lra.
Qed.

(** The distances 2, 1, 0 of the positions 1, 2, 3. *)
Lemma three_logits : forall theta s, over_alphabet 2 s 3 ->
  let l := logits (h_retrieval 2 theta) s 3 in
  (l 1%nat = cos (2 * theta) \/ l 1%nat = - cos (2 * theta)) /\
  (l 2%nat = cos theta \/ l 2%nat = - cos theta) /\ (l 3%nat = 1 \/ l 3%nat = - (1)).
Proof.
  intros theta s O l.
  assert (F : forall k x, within 3 k -> x = (INR 3 - INR k) * theta -> l k = cos x \/ l k = - cos x).
  { intros k x K ->. destruct (O k K) as [A _]. destruct (O 3%nat ltac:(unfold within; lia)) as [_ B].
    unfold l, logits. rewrite h_retrieval_logit. apply two_letters_cos; assumption. }
  rewrite <- cos_0. split; [|split]; apply F; try (unfold within; lia); simpl; ring.
Qed.

Lemma three_any : forall theta s g, 0 < theta < spacing 2 / (2 * INR 3) -> over_alphabet 2 s 3 ->
  gap_any (logits (h_retrieval 2 theta) s 3) 3 g -> g <= 1 + cos (2 * theta).
Proof.
  intros theta s g H O (j & [J _] & best & other & [[i [I EB]] _] & [_ Up] & ->).
  pose proof (three_range theta H). pose proof (three_logits theta s O) as L. cbv zeta in L.
  set (l := logits (h_retrieval 2 theta) s 3) in *. destruct L as (L1 & L2 & L3).
  pose proof (fun k K N => Up k (conj K N)) as U.
  assert (best <= 1 /\ (i = 1%nat -> best <= cos (2 * theta))).
  { unfold within in I. assert (i = 1 \/ i = 2 \/ i = 3)%nat as [->|[->| ->]] by lia;
      split; intros; try lia; lra. }
  destruct (Nat.eq_dec j 1) as [->|N].
  - pose proof (U 2%nat ltac:(unfold within; lia) ltac:(lia)).
    pose proof (U 3%nat ltac:(unfold within; lia) ltac:(lia)).
    unfold within in I. assert (i = 1 \/ i = 2 \/ i = 3)%nat as [->|[->| ->]] by lia; lra.
  - pose proof (U 1%nat ltac:(unfold within; lia) ltac:(congruence)). lra.
Qed.

Lemma three_letter : forall theta s g, 0 < theta < spacing 2 / (2 * INR 3) -> over_alphabet 2 s 3 ->
  gap_letter (logits (h_retrieval 2 theta) s 3) (fun k => left_of (s k)) 3 g -> g <= 1 + cos theta.
Proof.
  intros theta s g H O (j & [J JU] & _ & best & other & [[i [I EB]] BU] & [[k [[K NK] EK]] _] & ->).
  pose proof (three_range theta H). pose proof (three_logits theta s O) as L. cbv zeta in L.
  set (l := logits (h_retrieval 2 theta) s 3) in *. destruct L as (L1 & L2 & L3).
  assert (best = l j). { apply Rle_antisym; [rewrite <- EB; apply JU, I|apply BU, J]. }
  assert (k <> j) by congruence. unfold within in J, K.
  assert (j = 1 \/ j = 2 \/ j = 3)%nat as [->|[->| ->]] by lia;
    assert (k = 1 \/ k = 2 \/ k = 3)%nat as [->|[->| ->]] by lia; try lia; lra.
Qed.

(** A A B and B A B: letter-integer pairs, so proper; the query stands at the end. *)
Definition ends_in_b (first : nat) (j : nat) : pair :=
  match j with 1%nat => LetterInt first 1 | 2%nat => LetterInt 0 1 | _ => LetterInt 1 1 end.

Lemma ends_in_b_input : forall first, (first < 2)%nat ->
  over_alphabet 2 (ends_in_b first) 3 /\ proper (ends_in_b first) 3.
Proof.
  intros first F. split.
  - intros [|[|[|j]]] _; simpl; lia.
  - intros [|[|[|j]]] x y _ E; discriminate E.
Qed.

Lemma ends_in_b_logits : forall theta first, (first < 2)%nat ->
  let l := logits (h_retrieval 2 theta) (ends_in_b first) 3 in
  l 1%nat = (if (first =? 1)%nat then cos (2 * theta) else - cos (2 * theta)) /\ l 2%nat = - cos theta /\
  l 3%nat = 1.
Proof.
  intros theta first F l. assert (E : spacing 2 = PI) by (unfold spacing; simpl; field).
  assert (Same : forall x, cos ((1 - 1) * PI + x) = cos x) by (intro; f_equal; ring).
  assert (Other : forall x, cos ((0 - 1) * PI + x) = - cos x).
  { intro x. replace ((0 - 1) * PI + x) with (- (PI - x)) by ring.
    rewrite cos_neg. apply Rtrigo_facts.cos_pi_minus. }
  unfold l, logits. rewrite !h_retrieval_logit, E.
  assert (first = 0 \/ first = 1)%nat as [->| ->] by lia; simpl; rewrite ?Same, ?Other;
    (split; [|split]); try (f_equal; f_equal; ring); try (f_equal; ring);
    rewrite <- cos_0; f_equal; ring.
Qed.

(** The two maxima, on the same inputs, at every angle of the range. *)
Theorem retrieval_discrepancies : forall theta, 0 < theta < spacing 2 / (2 * INR 3) ->
  is_max (retrieval_gaps AnyOther 2 theta 3) (1 + cos (2 * theta)) /\
  is_max (retrieval_gaps OtherLetter 2 theta 3) (1 + cos theta) /\
  1 + cos (2 * theta) < 1 + cos theta.
Proof.
  intros theta H. pose proof (three_range theta H) as Cs.
  assert (Top : forall first, (first < 2)%nat ->
    maximiser (logits (h_retrieval 2 theta) (ends_in_b first) 3) 3 3 /\
    forall k, (k < 3)%nat -> ~ maximiser (logits (h_retrieval 2 theta) (ends_in_b first) 3) 3 k).
  { intros first F. destruct (ends_in_b_logits theta first F) as (L1 & L2 & L3).
    set (l := logits (h_retrieval 2 theta) (ends_in_b first) 3) in *.
    assert (l 1%nat < 1) by (rewrite L1; destruct (first =? 1)%nat; lra). split.
    - split; [unfold within; lia|]. intros k K. unfold within in K.
      assert (k = 1 \/ k = 2 \/ k = 3)%nat as [->|[->| ->]] by lia; lra.
    - intros k K [W M]. pose proof (M 3%nat ltac:(unfold within; lia)). unfold within in W.
      assert (k = 1 \/ k = 2)%nat as [->| ->] by lia; lra. }
  split; [|split; [|lra]]; split.
  - exists (ends_in_b 0). destruct (ends_in_b_input 0 ltac:(lia)) as [O P].
    split; [exact O|]. split; [exact P|].
    destruct (Top 0%nat ltac:(lia)) as [M _].
    destruct (ends_in_b_logits theta 0 ltac:(lia)) as (L1 & L2 & L3).
    change (0 =? 1)%nat with false in L1. cbv iota in L1.
    exists 3%nat. split; [exact M|]. exists 1, (- cos (2 * theta)). split; [|split; [|ring]].
    + rewrite <- L3. apply maximiser_is_largest, M.
    + split; [exists 1%nat; split; [split; [unfold within; lia|lia]|exact L1]|].
      intros k [K N]. unfold within in K. assert (k = 1 \/ k = 2)%nat as [->| ->] by lia; lra.
  - intros g (s & O & _ & G). exact (three_any theta s g H O G).
  - exists (ends_in_b 1). destruct (ends_in_b_input 1 ltac:(lia)) as [O P].
    split; [exact O|]. split; [exact P|].
    destruct (Top 1%nat ltac:(lia)) as [M U].
    destruct (ends_in_b_logits theta 1 ltac:(lia)) as (L1 & L2 & L3).
    exists 3%nat. split; [exact M|]. split; [exact U|]. exists 1, (- cos theta). split; [|split; [|ring]].
    + rewrite <- L3. apply maximiser_is_largest, M.
    + split; [exists 2%nat; split; [split; [unfold within; lia|simpl; lia]|exact L2]|].
      intros k [K N]. unfold within in K. assert (k = 1 \/ k = 2 \/ k = 3)%nat as [->|[->| ->]] by lia;
        simpl in N; [congruence|lra|congruence].
  - intros g (s & O & _ & G). exact (three_letter theta s g H O G).
Qed.

(** * False neighbour: any other >= other letter *)
Definition u26_discrepancy_corrected_neighbour_reverse : Prop :=
  forall (l : nat -> R) (letter : nat -> nat) (n : nat) g h, (2 <= n)%nat ->
    gap_any l n g -> gap_letter l letter n h -> h <= g.

(** Logits 2, 1, 0 with the letters a, a, b. *)
Theorem u26_discrepancy_corrected_neighbour_reverse_false : ~ u26_discrepancy_corrected_neighbour_reverse.
Proof.
  intro H. pose (l := fun k : nat => match k with 1%nat => 2 | 2%nat => 1 | _ => 0 end).
  pose (letter := fun k : nat => match k with 3%nat => 1%nat | _ => 0%nat end).
  assert (Three : forall k, within 3 k -> (k = 1 \/ k = 2 \/ k = 3)%nat) by (unfold within; lia).
  assert (M : maximiser l 3 1).
  { split; [unfold within; lia|]. intros k Hk. apply Three in Hk as [->|[->| ->]]; simpl; lra. }
  assert (G : gap_any l 3 1).
  { exists 1%nat. split; [exact M|]. exists 2, 1. split; [apply (maximiser_is_largest l 3 1 M)|].
      split; [|ring].
    split; [exists 2%nat; split; [split; [unfold within; lia|lia]|reflexivity]|].
    intros k [Hk D]. apply Three in Hk as [->|[->| ->]]; simpl; lra || lia. }
  assert (K : gap_letter l letter 3 2).
  { exists 1%nat. split; [exact M|]. split; [intros k Hk [Q _]; unfold within in Q; lia|].
    exists 2, 0. split; [apply (maximiser_is_largest l 3 1 M)|]. split; [|ring].
    split; [exists 3%nat; split; [split; [unfold within; lia|simpl; lia]|reflexivity]|].
    intros k [Hk D]. apply Three in Hk as [->|[->| ->]]; simpl in *; lra || lia. }
  specialize (H l letter 3%nat 1 2 ltac:(lia) G K). lra.
Qed.

(** Three tokens with the logits 1, 2, 3, each with its own left letter. *)
Example u26_discrepancy_corrected_instance : instance_of u26_discrepancy_corrected_statement.
Proof.
  assert (Only : only_maximiser INR 3 3) by (split; [unfold within; lia|]; intros k K D; apply lt_INR;
    unfold within in K; lia).
  pose proof (only_maximiser_maximiser _ _ _ Only) as Top.
  assert (Same : forall j, maximiser INR 3 j -> j = 3%nat) by (intros j; apply only_maximiser_unique, Only).
  assert (Gap : forall P : nat -> Prop, P 2%nat -> ~ P 3%nat -> gap_to P INR 3 1).
  { intros P P2 P3. exists (INR 3), (INR 2). split; [apply maximiser_is_largest, Top|]. split; [|simpl; lra].
    split; [exists 2%nat; split; [split; [unfold within; lia|exact P2]|reflexivity]|]. intros k [K Pk].
    apply le_INR. destruct (Nat.eq_dec k 3) as [->|D]; [contradiction|]. unfold within in K. lia. }
  assert (Any : gap_any INR 3 1) by (exists 3%nat; split; [exact Top|apply Gap; lia]).
  assert (Low : gap_not_maximal INR 3 1).
  { left. apply Gap; [|tauto]. intro M. apply Same in M. discriminate. }
  assert (Other : gap_letter INR (fun k => k) 3 1).
  { exists 3%nat. split; [exact Top|]. split; [|apply Gap; lia]. intros k K M. apply Same in M. lia. }
  split.
  - exists INR, (fun k => k), 3%nat. split; [lia|]. split; [exists 1, 1; tauto|]. split; [exists 1, 1; tauto|].
    split; [split; [|exists 1, 1; tauto]|].
    + intros i j I J. apply Same in I, J. congruence.
    + split; [exists 3%nat; exact Only|]. split; [auto|]. exists 1, 1, 1. tauto.
  - exists (fun l letter n => (2 <= n)%nat /\ one_letter_on_top l letter n). repeat split; tauto.
Qed.
