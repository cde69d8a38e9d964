(** u26.discrepancy, u26.discrepancy.max-is-min, u26.discrepancy.corrected: three kinds of "others", two extremes.

    Statement (U26, Definition 3.1 and Appendix F).  The discrepancy is the maximum over inputs of length n of the
    largest logit minus the second-largest, and the appendix reads "second" in three ways: any other position,
    positions that are not maximisers, tokens with another left letter.  For T_Index and T_Retrieval in their
    ranges the three define one number.  Refuted for T_Retrieval with two letters at n = 3, theta = 2 pi/26.
    max-is-min.  It does not matter whether the maximum or the minimum over inputs is taken.  Refuted at n = 2.
    Corrected.  The gaps are ordered, for any logits and letters: any <= not maximal, with equality exactly if the
    maximum is unique or all tie; any <= other letter; not maximal <= other letter if all maximisers have one
    letter; all agree if the maximum is unique and no letter repeats.  The order carries over to extremes.

    Encoding: an extreme over inputs passes over inputs on which the gap is undefined. *)

From Coq Require Import Reals Lra Lia.
From RopeTheory Require Import Rope Trig Heads.
Open Scope R_scope.

(** The gap to the positions whose letter is not that of a maximiser. *)
Definition gap_other_letter (letter : nat -> nat) (l : nat -> R) (n : nat) (g : R) : Prop :=
  exists j, maximiser l n j /\ gap_to (fun k => letter k <> letter j) l n g.

(** D is the largest (smallest) value of a gap over a family of inputs. *)
Definition largest_gap {I : Type} (inputs : I -> Prop) (gap : I -> R -> Prop) (D : R) : Prop :=
  (exists s, inputs s /\ gap s D) /\ forall s g, inputs s -> gap s g -> g <= D.

Definition smallest_gap {I : Type} (inputs : I -> Prop) (gap : I -> R -> Prop) (D : R) : Prop :=
  (exists s, inputs s /\ gap s D) /\ forall s g, inputs s -> gap s g -> D <= g.

(** Inputs of T_Retrieval over m letters, and the gaps of its head. *)
Definition letters_below (m n : nat) (s : nat -> pair) : Prop :=
  forall j, within n j -> (left_of (s j) < m)%nat /\ (sought (s j) < m)%nat.

Definition any_gap (m n : nat) (theta : R) (s : nat -> pair) : R -> Prop :=
  gap_any (logits (h_retrieval m theta) s n) n.

Definition not_maximal_gap (m n : nat) (theta : R) (s : nat -> pair) : R -> Prop :=
  gap_not_maximal (logits (h_retrieval m theta) s n) n.

Definition other_letter_gap (m n : nat) (theta : R) (s : nat -> pair) : R -> Prop :=
  gap_other_letter (fun j => left_of (s j)) (logits (h_retrieval m theta) s n) n.

(** Inputs of T_Index: integers below the length. *)
Definition integers_below (n : nat) (s : nat -> token) : Prop := forall j, within n j -> (asked (s j) < n)%nat.

Definition u26_discrepancy_statement : Prop :=
  (forall n theta D D', (2 <= n)%nat -> theta <> 0 ->
     largest_gap (integers_below n) (fun s => gap_any (logits (h_pos theta) s n) n) D ->
     largest_gap (integers_below n) (fun s => gap_not_maximal (logits (h_pos theta) s n) n) D' -> D = D') /\
  (forall m n theta D D' D'', (1 <= m)%nat -> (2 <= n)%nat -> 0 < theta < spacing m / (2 * INR n) ->
     (largest_gap (letters_below m n) (any_gap m n theta) D ->
      largest_gap (letters_below m n) (not_maximal_gap m n theta) D' -> D = D') /\
     (largest_gap (letters_below m n) (any_gap m n theta) D ->
      largest_gap (letters_below m n) (other_letter_gap m n theta) D'' -> D = D'')).

Definition u26_discrepancy_max_is_min_statement : Prop :=
  forall m n theta, (1 <= m)%nat -> (2 <= n)%nat -> 0 < theta < spacing m / (2 * INR n) ->
    forall gap, gap = any_gap m n theta \/ gap = not_maximal_gap m n theta \/ gap = other_letter_gap m n theta ->
    forall D D', largest_gap (letters_below m n) gap D -> smallest_gap (letters_below m n) gap D' -> D = D'.

Definition u26_discrepancy_corrected_statement : Prop :=
  (forall (l : nat -> R) (letter : nat -> nat) (n : nat) (any others left : R), (2 <= n)%nat ->
     (gap_any l n any -> gap_not_maximal l n others ->
        any <= others /\
        (any = others <-> unique_maximum l n \/ (forall k, within n k -> maximiser l n k))) /\
     (gap_any l n any -> gap_other_letter letter l n left -> any <= left) /\
     ((forall i j, maximiser l n i -> maximiser l n j -> letter i = letter j) ->
        gap_not_maximal l n others -> gap_other_letter letter l n left -> others <= left) /\
     (unique_maximum l n -> (forall i j, within n i -> within n j -> letter i = letter j -> i = j) ->
        gap_any l n any -> gap_not_maximal l n others -> gap_other_letter letter l n left ->
        any = others /\ others = left)) /\
  (forall (I : Type) (inputs : I -> Prop) (small big : I -> R -> Prop),
     (forall s, inputs s -> (exists g, small s g) /\ (exists g, big s g)) ->
     (forall s g g', inputs s -> small s g -> big s g' -> g <= g') ->
     (forall D D', largest_gap inputs small D -> largest_gap inputs big D' -> D <= D') /\
     (forall D D', smallest_gap inputs small D -> smallest_gap inputs big D' -> D <= D')).

(** * Order of the gaps, for any logits *)

Lemma largest_is : forall l n j best, maximiser l n j -> is_largest l (within n) best -> best = l j.
Proof.
  intros l n j best Hj Hb. apply (is_largest_unique l (within n)); [exact Hb|].
  apply maximiser_is_largest, Hj.
Qed.

(** Unpack a gap: its maximiser's logit minus the largest among the others. *)
Lemma gap_any_is : forall l n g, gap_any l n g ->
  exists j o, maximiser l n j /\ is_largest l (fun k => within n k /\ k <> j) o /\ g = l j - o.
Proof.
  intros l n g [j [Hj [best [o [Hb [Ho E]]]]]]. exists j, o.
  rewrite <- (largest_is l n j best Hj Hb). auto.
Qed.

Lemma gap_other_letter_is : forall letter l n g, gap_other_letter letter l n g ->
  exists j o, maximiser l n j /\ is_largest l (fun k => within n k /\ letter k <> letter j) o /\ g = l j - o.
Proof.
  intros letter l n g [j [Hj [best [o [Hb [Ho E]]]]]]. exists j, o.
  rewrite <- (largest_is l n j best Hj Hb). auto.
Qed.

Lemma maximisers_equal : forall l n i j, maximiser l n i -> maximiser l n j -> l i = l j.
Proof. intros l n i j [Hi H] [Hj G]. pose proof (H j Hj). pose proof (G i Hi). lra. Qed.

Lemma not_maximiser_less : forall l n j k, maximiser l n j -> within n k -> ~ maximiser l n k -> l k < l j.
Proof.
  intros l n j k [Hj H] Hk N. destruct (Rlt_le_dec (l k) (l j)) as [L|L]; [exact L|].
  exfalso. apply N. split; [exact Hk|]. intros i Hi. pose proof (H i Hi). lra.
Qed.

Lemma any_of_ties : forall l n g, gap_any l n g -> (forall k, within n k -> maximiser l n k) -> g = 0.
Proof.
  intros l n g Hg All. destruct (gap_any_is l n g Hg) as [j [o [Hj [[[k [[Hk _] Ek]] _] E]]]].
  rewrite (maximisers_equal l n j k Hj (All k Hk)) in E. lra.
Qed.

Lemma any_not_maximal : forall l n g g', gap_any l n g -> gap_not_maximal l n g' ->
  g <= g' /\ (g = g' <-> unique_maximum l n \/ (forall k, within n k -> maximiser l n k)).
Proof.
  intros l n g g' Hg [[best [o' [Hb [[[k [[Hk Nk] Ek]] Ho'] E']]]]|[_ [All E']]].
  - destruct (gap_any_is l n g Hg) as [j [o [Hj [[[i [[Hi Ni] Ei]] Ho] E]]]].
    rewrite (largest_is l n j best Hj Hb) in E'.
    assert (k <> j) by (intros ->; contradiction).
    assert (Up : o' <= o) by (rewrite <- Ek; apply Ho; auto).
    split; [lra|]. split.
    + intro Same. left. exists j. split; [apply Hj|]. intros p Hp Np.
      pose proof (Ho p (conj Hp Np)). pose proof (not_maximiser_less l n j k Hj Hk Nk). lra.
    + intros [[u Hu]|All]; [|exfalso; apply Nk, All, Hk].
      assert (Nm : ~ maximiser l n i).
      { intro M. apply Ni. rewrite (only_maximiser_unique l n u i Hu M).
        symmetry. apply (only_maximiser_unique l n u j Hu Hj). }
      pose proof (Ho' i (conj Hi Nm)). lra.
  - rewrite (any_of_ties l n g Hg All). subst g'. split; [lra|]. split; auto.
Qed.

Lemma any_other_letter : forall letter l n g g', gap_any l n g -> gap_other_letter letter l n g' -> g <= g'.
Proof.
  intros letter l n g g' Hg Hg'.
  destruct (gap_any_is l n g Hg) as [j [o [Hj [[_ Ho] E]]]].
  destruct (gap_other_letter_is letter l n g' Hg') as [j' [o' [Hj' [[[k [[Hk Nk] Ek]] _] E']]]].
  rewrite (maximisers_equal l n j' j Hj' Hj) in E'.
  destruct (Nat.eq_dec k j) as [->|D].
  - assert (j' <> j) by (intros ->; contradiction).
    pose proof (Ho j' (conj (proj1 Hj') H)). rewrite (maximisers_equal l n j' j Hj' Hj) in H0. lra.
  - pose proof (Ho k (conj Hk D)). lra.
Qed.

Lemma not_maximal_other_letter : forall letter l n g g',
  (forall i j, maximiser l n i -> maximiser l n j -> letter i = letter j) ->
  gap_not_maximal l n g -> gap_other_letter letter l n g' -> g <= g'.
Proof.
  intros letter l n g g' One Hg Hg'.
  destruct (gap_other_letter_is letter l n g' Hg') as [j [o [Hj [[[k [[Hk Nk] Ek]] _] E']]]].
  assert (Nm : ~ maximiser l n k) by (intro M; apply Nk, One; assumption).
  destruct Hg as [[best [o' [Hb [[_ Ho'] E]]]]|[_ [All _]]]; [|exfalso; apply Nm, All, Hk].
  rewrite (largest_is l n j best Hj Hb) in E. pose proof (Ho' k (conj Hk Nm)). lra.
Qed.

Lemma all_agree : forall letter l n g g' g'', unique_maximum l n ->
  (forall i j, within n i -> within n j -> letter i = letter j -> i = j) ->
  gap_any l n g -> gap_not_maximal l n g' -> gap_other_letter letter l n g'' -> g = g' /\ g' = g''.
Proof.
  intros letter l n g g' g'' U Distinct Hg Hg' Hg''.
  assert (E : g = g') by (apply (any_not_maximal l n g g' Hg Hg'); left; exact U).
  split; [exact E|]. rewrite <- E. apply Rle_antisym; [apply (any_other_letter letter l n); assumption|].
  destruct (gap_any_is l n g Hg) as [j [o [Hj [[[k [[Hk Nk] Ek]] _] Eg]]]].
  destruct (gap_other_letter_is letter l n g'' Hg'') as [j' [o' [Hj' [[_ Ho'] Eg'']]]].
  rewrite (maximisers_equal l n j' j Hj' Hj) in Eg''.
  destruct U as [u Hu].
  assert (k <> j') by (rewrite (only_maximiser_unique l n u j' Hu Hj');
                       rewrite <- (only_maximiser_unique l n u j Hu Hj); exact Nk).
  assert (letter k <> letter j') by (intro Same; apply H, Distinct; [exact Hk|apply Hj'|exact Same]).
  pose proof (Ho' k (conj Hk H0)). lra.
Qed.

Theorem u26_discrepancy_corrected_proved : u26_discrepancy_corrected_statement.
Proof.
  split.
  - intros l letter n any others left _. split; [|split; [|split]].
    + apply any_not_maximal.
    + apply any_other_letter.
    + apply not_maximal_other_letter.
    + apply all_agree.
  - intros I inputs small big Defined Order. split; intros D D' [[s [Is Gs]] H] [[s' [Is' Gs']] H'].
    + destruct (proj2 (Defined s Is)) as [g Hg].
      pose proof (Order s D g Is Gs Hg). pose proof (H' s g Is Hg). lra.
    + destruct (proj1 (Defined s' Is')) as [g Hg].
      pose proof (Order s' g D' Is' Hg Gs'). pose proof (H s' g Is' Hg). lra.
Qed.

(** * Two letters, theta = pi/13: the witnesses *)

Definition th : R := PI / 13.
Definition c1 : R := cos th.
Definition c2 : R := cos (2 * th).

Lemma cosines : 0 < c2 /\ c2 < c1 /\ c1 < 1.
Proof.
  pose proof PI_RGT_0. unfold c1, c2, th. repeat split.
  - apply cos_gt_0; lra.
  - apply cos_falls; lra.
  - apply cos_lt_1; lra.
Qed.

(** With two letters a logit is plus or minus the cosine of the distance. *)
Lemma two_letters : forall n s, letters_below 2 n s -> forall j, within n j ->
  logits (h_retrieval 2 th) s n j
  = if Nat.eqb (left_of (s j)) (sought (s n)) then cos ((INR n - INR j) * th) else - cos ((INR n - INR j) * th).
Proof.
  intros n s Hs j Hj. unfold logits. rewrite h_retrieval_logit.
  destruct (Hs j Hj) as [Hl _]. destruct (Hs n ltac:(unfold within in *; lia)) as [_ Hq].
  assert (Half : spacing 2 = PI) by (unfold spacing; simpl; field). rewrite Half.
  set (x := (INR n - INR j) * th).
  assert (left_of (s j) = 0 \/ left_of (s j) = 1)%nat as [-> | ->] by lia;
    assert (sought (s n) = 0 \/ sought (s n) = 1)%nat as [-> | ->] by lia; simpl.
  - f_equal; ring.
  - replace ((0 - 1) * PI + x) with (x - PI) by ring. rewrite cos_minus, cos_PI, sin_PI. ring.
  - replace ((1 - 0) * PI + x) with (x + PI) by ring. rewrite neg_cos. reflexivity.
  - f_equal; ring.
Qed.

Definition word (a b c : nat) (j : nat) : pair :=
  match j with 1%nat => LetterInt a 1 | 2%nat => LetterInt b 1 | _ => LetterInt c 1 end.

Lemma word_below : forall a b c n, (a < 2)%nat -> (b < 2)%nat -> (c < 2)%nat -> letters_below 2 n (word a b c).
Proof. intros a b c n Ha Hb Hc [|[|[|j]]] _; simpl; lia. Qed.

(** Bounds of the three logits of any input of length 3. *)
Lemma three_bounds : forall s, letters_below 2 3 s -> let l := logits (h_retrieval 2 th) s 3 in
  - c2 <= l 1%nat <= c2 /\ - c1 <= l 2%nat <= c1 /\ -1 <= l 3%nat <= 1.
Proof.
  intros s Hs l. unfold l. destruct cosines as [P [Q _]].
  rewrite !(two_letters 3 s Hs) by (unfold within; lia). simpl INR.
  replace ((1 + 1 + 1 - 1) * th) with (2 * th) by ring. replace ((1 + 1 + 1 - (1 + 1)) * th) with th by ring.
  replace ((1 + 1 + 1 - (1 + 1 + 1)) * th) with 0 by ring. rewrite cos_0. fold c1 c2.
  repeat match goal with |- context [if ?b then _ else _] => destruct b end; lra.
Qed.

Lemma three_places : forall k, within 3 k -> k = 1%nat \/ k = 2%nat \/ k = 3%nat.
Proof. unfold within. intros. lia. Qed.

Lemma any_at_most : forall s g, letters_below 2 3 s -> any_gap 2 3 th s g -> g <= 1 + c2.
Proof.
  intros s g Hs Hg. destruct (three_bounds s Hs) as [B1 [B2 B3]]. destruct cosines as [P [Q R']].
  destruct (gap_any_is _ _ _ Hg) as [j [o [Hj [[_ Ho] E]]]].
  assert (G : forall k, within 3 k -> k <> j -> g <= logits (h_retrieval 2 th) s 3 j
                                                   - logits (h_retrieval 2 th) s 3 k).
  { intros k Hk Nk. pose proof (Ho k (conj Hk Nk)). lra. }
  destruct (three_places j (proj1 Hj)) as [-> | [-> | ->]].
  - pose proof (G 2%nat ltac:(unfold within; lia) ltac:(lia)). lra.
  - pose proof (G 1%nat ltac:(unfold within; lia) ltac:(lia)). lra.
  - pose proof (G 1%nat ltac:(unfold within; lia) ltac:(lia)). lra.
Qed.

Lemma other_at_most : forall s g, letters_below 2 3 s -> other_letter_gap 2 3 th s g -> g <= 1 + c1.
Proof.
  intros s g Hs Hg. destruct (three_bounds s Hs) as [B1 [B2 B3]]. destruct cosines as [P [Q R']].
  destruct (gap_other_letter_is _ _ _ _ Hg) as [j [o [Hj [[[k [[Hk Nk] Ek]] _] E]]]].
  destruct (three_places j (proj1 Hj)) as [-> | [-> | ->]], (three_places k Hk) as [-> | [-> | ->]];
    try congruence; lra.
Qed.

(** The three logits of a word, for the query A1. *)
Lemma word_logits : forall a b, (a < 2)%nat -> (b < 2)%nat ->
  let l := logits (h_retrieval 2 th) (word a b 0) 3 in
  l 1%nat = (if Nat.eqb a 0 then c2 else - c2) /\ l 2%nat = (if Nat.eqb b 0 then c1 else - c1) /\ l 3%nat = 1.
Proof.
  intros a b Ha Hb l. unfold l.
  rewrite !(two_letters 3 _ (word_below a b 0 3 Ha Hb ltac:(lia))) by (unfold within; lia). simpl.
  replace ((1 + 1 + 1 - 1) * th) with (2 * th) by ring. replace ((1 + 1 + 1 - (1 + 1)) * th) with th by ring.
  replace ((1 + 1 + 1 - (1 + 1 + 1)) * th) with 0 by ring. rewrite cos_0. fold c1 c2. auto.
Qed.

Lemma last_is_maximiser : forall a b, (a < 2)%nat -> (b < 2)%nat ->
  maximiser (logits (h_retrieval 2 th) (word a b 0) 3) 3 3.
Proof.
  intros a b Ha Hb. destruct cosines as [P [Q R']]. destruct (word_logits a b Ha Hb) as [E1 [E2 E3]].
  split; [unfold within; lia|]. intros k Hk. rewrite E3.
  destruct (three_places k Hk) as [-> | [-> | ->]]; rewrite ?E1, ?E2, ?E3;
    repeat match goal with |- context [if ?b then _ else _] => destruct b end; lra.
Qed.

Lemma any_largest : largest_gap (letters_below 2 3) (any_gap 2 3 th) (1 + c2).
Proof.
  split; [|intros s g; apply any_at_most].
  exists (word 1 1 0). split; [apply word_below; lia|].
  destruct (word_logits 1 1 ltac:(lia) ltac:(lia)) as [E1 [E2 E3]]. destruct cosines as [P [Q R']].
  exists 3%nat. split; [apply last_is_maximiser; lia|]. exists 1, (- c2). split; [|split; [|ring]].
  - rewrite <- E3. apply maximiser_is_largest, last_is_maximiser; lia.
  - split; [exists 1%nat; split; [unfold within; lia|exact E1]|].
    intros k [Hk Nk]. destruct (three_places k Hk) as [-> | [-> | ->]];
      [rewrite E1|rewrite E2|lia]; simpl; lra.
Qed.

Lemma other_largest : largest_gap (letters_below 2 3) (other_letter_gap 2 3 th) (1 + c1).
Proof.
  split; [|intros s g; apply other_at_most].
  exists (word 0 1 0). split; [apply word_below; lia|].
  destruct (word_logits 0 1 ltac:(lia) ltac:(lia)) as [E1 [E2 E3]].
  exists 3%nat. split; [apply last_is_maximiser; lia|]. exists 1, (- c1). split; [|split; [|ring]].
  - rewrite <- E3. apply maximiser_is_largest, last_is_maximiser; lia.
  - split; [exists 2%nat; split; [simpl; unfold within; lia|exact E2]|].
    intros k [Hk Nk]. destruct (three_places k Hk) as [-> | [-> | ->]]; simpl in Nk;
      [lia|rewrite E2; simpl; lra|lia].
Qed.

Lemma in_range : forall n, (2 <= n <= 6)%nat -> 0 < th < spacing 2 / (2 * INR n).
Proof.
  intros n Hn. pose proof PI_RGT_0. assert (2 <= INR n <= 6).
  { split; [change 2 with (INR 2)|replace 6 with (INR 6) by (simpl; ring)]; apply le_INR; lia. }
  unfold th, spacing. simpl. split; [lra|]. apply (Rmult_lt_reg_r (26 * INR n)); [nra|].
  replace (2 * PI / (1 + 1) / (2 * INR n) * (26 * INR n)) with (13 * PI) by (field; lra). nra.
Qed.

Theorem u26_discrepancy_refuted : ~ u26_discrepancy_statement.
Proof.
  intros [_ H].
  destruct (H 2%nat 3%nat th (1 + c2) 0 (1 + c1) ltac:(lia) ltac:(lia) (in_range 3 ltac:(lia))) as [_ Same].
  specialize (Same any_largest other_largest). destruct cosines as [_ [Q _]]. lra.
Qed.

(** At length 2 the gap to the only other position runs from 1 - cos theta to 1 + cos theta. *)
Lemma two_places : forall k, within 2 k -> k = 1%nat \/ k = 2%nat.
Proof. unfold within. intros. lia. Qed.

Definition two_words (a : nat) (j : nat) : pair := match j with 1%nat => LetterInt a 1 | _ => LetterInt 0 1 end.

Lemma pair_logits : forall s, letters_below 2 2 s -> let l := logits (h_retrieval 2 th) s 2 in
  l 1%nat = (if Nat.eqb (left_of (s 1%nat)) (sought (s 2%nat)) then c1 else - c1) /\
  l 2%nat = (if Nat.eqb (left_of (s 2%nat)) (sought (s 2%nat)) then 1 else -1).
Proof.
  intros s Hs l. unfold l. rewrite !(two_letters 2 s Hs) by (unfold within; lia). simpl INR.
  replace ((1 + 1 - 1) * th) with th by ring. replace ((1 + 1 - (1 + 1)) * th) with 0 by ring.
  rewrite cos_0. auto.
Qed.

Lemma pair_gap_between : forall s g, letters_below 2 2 s -> any_gap 2 2 th s g -> 1 - c1 <= g <= 1 + c1.
Proof.
  intros s g Hs Hg. destruct (pair_logits s Hs) as [E1 E2]. destruct cosines as [P [Q R']].
  destruct (gap_any_is _ _ _ Hg) as [j [o [Hj [[[k [[Hk Nk] Ek]] _] E]]]].
  assert (Top : forall i, within 2 i -> logits (h_retrieval 2 th) s 2 i <= logits (h_retrieval 2 th) s 2 j)
    by apply Hj.
  pose proof (Top 1%nat ltac:(unfold within; lia)). pose proof (Top 2%nat ltac:(unfold within; lia)).
  destruct (two_places j (proj1 Hj)) as [-> | ->], (two_places k Hk) as [-> | ->]; try lia;
    rewrite E1, E2 in *;
    repeat match goal with H : context [if ?b then _ else _] |- _ => destruct b end; lra.
Qed.

Lemma two_words_gap : forall a, (a < 2)%nat -> letters_below 2 2 (two_words a) /\
  any_gap 2 2 th (two_words a) (1 - (if Nat.eqb a 0 then c1 else - c1)).
Proof.
  intros a Ha. assert (B : letters_below 2 2 (two_words a)) by (intros [|[|j]] _; simpl; lia).
  split; [exact B|]. destruct cosines as [P [Q R']].
  assert (E1 : logits (h_retrieval 2 th) (two_words a) 2 1 = if Nat.eqb a 0 then c1 else - c1)
    by apply (pair_logits _ B).
  assert (E2 : logits (h_retrieval 2 th) (two_words a) 2 2 = 1) by apply (pair_logits _ B).
  assert (M : maximiser (logits (h_retrieval 2 th) (two_words a) 2) 2 2).
  { split; [unfold within; lia|]. intros k Hk. destruct (two_places k Hk) as [-> | ->]; rewrite ?E1, E2;
      repeat match goal with |- context [if ?b then _ else _] => destruct b end; lra. }
  exists 2%nat. split; [exact M|]. exists 1, (if Nat.eqb a 0 then c1 else - c1). split; [|split; [|ring]].
  - rewrite <- E2. apply maximiser_is_largest, M.
  - split; [exists 1%nat; split; [unfold within; lia|exact E1]|].
    intros k [Hk Nk]. destruct (two_places k Hk) as [-> | ->]; [rewrite E1; lra|lia].
Qed.

Theorem u26_discrepancy_max_is_min_refuted : ~ u26_discrepancy_max_is_min_statement.
Proof.
  intro H. destruct cosines as [P [Q R']].
  specialize (H 2%nat 2%nat th ltac:(lia) ltac:(lia) (in_range 2 ltac:(lia)) _ (or_introl eq_refl)
                (1 + c1) (1 - c1)).
  assert (1 + c1 = 1 - c1); [apply H|lra].
  - split; [|intros s g Is Gs; apply (pair_gap_between s g Is Gs)].
    exists (two_words 1). destruct (two_words_gap 1 ltac:(lia)) as [A B]. split; [exact A|].
    simpl in B. replace (1 + c1) with (1 - - c1) by ring. exact B.
  - split; [|intros s g Is Gs; apply (pair_gap_between s g Is Gs)].
    exists (two_words 0). destruct (two_words_gap 0 ltac:(lia)) as [A B]. auto.
Qed.

(** * False neighbours *)

(** The gap to positions that are not maximisers is at most that to another letter, without a condition:
    logits 2, 2, 0 of the letters A, B, A. *)
Definition u26_discrepancy_corrected_neighbour_unconditional : Prop :=
  forall (l : nat -> R) (letter : nat -> nat) (n : nat) (others left : R), (2 <= n)%nat ->
    gap_not_maximal l n others -> gap_other_letter letter l n left -> others <= left.

Theorem u26_discrepancy_corrected_neighbour_unconditional_false :
  ~ u26_discrepancy_corrected_neighbour_unconditional.
Proof.
  intro H.
  set (l := fun k => match k with 3%nat => 0 | _ => 2 end).
  set (letter := fun k => match k with 2%nat => 1%nat | _ => 0%nat end).
  assert (M : maximiser l 3 1).
  { split; [unfold within; lia|]. intros k Hk. destruct (three_places k Hk) as [-> | [-> | ->]]; simpl; lra. }
  assert (Z : ~ maximiser l 3 3).
  { intros [_ T]. specialize (T 1%nat ltac:(unfold within; lia)). simpl in T. lra. }
  assert (2 <= 0); [|lra]. apply (H l letter 3%nat 2 0 ltac:(lia)).
  - left. exists 2, 0. split; [apply (maximiser_is_largest l 3 1 M)|]. split; [|ring].
    split; [exists 3%nat; split; [unfold within; split; [lia|exact Z]|reflexivity]|].
    intros k [Hk Nk]. destruct (three_places k Hk) as [-> | [-> | ->]]; simpl; [| |lra].
    + exfalso. apply Nk, M.
    + exfalso. apply Nk. split; [unfold within; lia|]. intros i Hi.
      destruct (three_places i Hi) as [-> | [-> | ->]]; simpl; lra.
  - exists 1%nat. split; [exact M|]. exists 2, 2. split; [apply (maximiser_is_largest l 3 1 M)|].
    split; [|ring]. split; [exists 2%nat; split; [split; [unfold within; lia|simpl; lia]|reflexivity]|].
    intros k [Hk _]. destruct (three_places k Hk) as [-> | [-> | ->]]; simpl; lra.
Qed.
