(** u26.retrieval-bound and its readings and correction: the printed upper bound on Retrieval's
    discrepancy is false, and the smallest gap has a closed form.

    Printed (U26, Appendix F.2.2): for n > 1 and theta < omega/(2 n0), Delta_Retrieval(n) <= 1 - cos(omega
    - n theta). Delta is the maximum over the proper inputs of length n; the others are tokens with
    another left letter. REFUTED, with two letters, n = 2, theta = pi/8.
    .never: for n > 1, |ALPH| >= 2, 0 < theta < omega/(2n), every input that ends in a letter-integer
    token and holds a token with another left letter has a gap of at least 1 - cos(omega - (n-1) theta),
    more than the printed bound.
    .minimum: the smallest gap to a token with another left letter is at most 1 - cos(omega - n theta).
    REFUTED.
    .minimum-any: the smallest gap to any other position is at most that. True, by two copies of one
    token.
    .corrected: for n >= 2, |ALPH| >= 2, 0 <= theta, (2n-3) theta < omega, the smallest gap to a token
    with another left letter, over the proper inputs of length n, is exactly 2 sin((omega-theta)/2)
    sin((omega-(2n-3) theta)/2) = cos((n-2) theta) - cos(omega-(n-1) theta).

    Idea: a match at distance m has the logit cos(m theta), a rival at t at most cos(omega - t theta). The
    lead falls in m and t; two different distances below n: (n-2, n-1) is the worst, and an input attains
    it.
    Encoding: a bound on the maximum over inputs is a bound on every input's gap; a bound from above on
    the minimum is an input with such a gap. *)

From Coq Require Import Reals Lra Lia PeanoNat ZArith.
From RopeTheory Require Import Rope Trig Heads Circle IndexGap u26_retrieval_max Instances.
Open Scope R_scope.

(** The gap to the tokens with another left letter than the first maximiser's. *)
Definition gap_other_letter (l : nat -> R) (s : nat -> pair) (n : nat) (g : R) : Prop :=
  exists j, maximiser l n j /\ (forall k, (k < j)%nat -> ~ maximiser l n k) /\
            gap_to (fun k => left_of (s k) <> left_of (s j)) l n g.

Definition u26_retrieval_bound_statement : Prop :=
  forall (m n n0 : nat) (theta : R) (s : nat -> pair),
    (2 <= m)%nat -> (1 < n <= n0)%nat -> 0 < theta < spacing m / (2 * INR n0) ->
    over_alphabet m s n -> proper s n ->
    forall g, gap_other_letter (logits (h_retrieval m theta) s n) s n g ->
      g <= 1 - cos (spacing m - INR n * theta).

Definition u26_retrieval_bound_never_statement : Prop :=
  forall (m n : nat) (theta : R) (s : nat -> pair) (x i : nat),
    (2 <= m)%nat -> (1 < n)%nat -> 0 < theta < spacing m / (2 * INR n) ->
    over_alphabet m s n -> s n = LetterInt x i -> (exists j, within n j /\ left_of (s j) <> x) ->
    (exists g, gap_other_letter (logits (h_retrieval m theta) s n) s n g) /\
    (forall g, gap_other_letter (logits (h_retrieval m theta) s n) s n g ->
       1 - cos (spacing m - (INR n - 1) * theta) <= g) /\
    1 - cos (spacing m - INR n * theta) < 1 - cos (spacing m - (INR n - 1) * theta).

Definition u26_retrieval_bound_minimum_statement : Prop :=
  forall (m n n0 : nat) (theta : R),
    (2 <= m)%nat -> (1 < n <= n0)%nat -> 0 < theta < spacing m / (2 * INR n0) ->
    exists (s : nat -> pair) (g : R), over_alphabet m s n /\ proper s n /\
      gap_other_letter (logits (h_retrieval m theta) s n) s n g /\ g <= 1 - cos (spacing m - INR n * theta).

Definition u26_retrieval_bound_minimum_any_statement : Prop :=
  forall (m n n0 : nat) (theta : R),
    (1 <= m)%nat -> (1 < n <= n0)%nat -> 0 < theta < spacing m / (2 * INR n0) ->
    exists (s : nat -> pair) (g : R), over_alphabet m s n /\ proper s n /\
      gap_any (logits (h_retrieval m theta) s n) n g /\ g <= 1 - cos (spacing m - INR n * theta).

Definition u26_retrieval_bound_corrected_statement : Prop :=
  forall (m n : nat) (theta : R),
    (2 <= m)%nat -> (2 <= n)%nat -> 0 <= theta -> (2 * INR n - 3) * theta < spacing m ->
    let least := 2 * sin ((spacing m - theta) / 2) * sin ((spacing m - (2 * INR n - 3) * theta) / 2) in
    (exists s, over_alphabet m s n /\ proper s n /\
               gap_other_letter (logits (h_retrieval m theta) s n) s n least) /\
    (forall s g, over_alphabet m s n -> proper s n ->
       gap_other_letter (logits (h_retrieval m theta) s n) s n g -> least <= g) /\
    least = cos ((INR n - 2) * theta) - cos (spacing m - (INR n - 1) * theta).

(** * Every gap is at least the closed form *)

(** Any match beats any rival, so every maximiser is a match. *)
Lemma maximiser_matches : forall m theta s n p j, (1 <= m)%nat -> (2 <= n)%nat -> 0 <= theta ->
  (2 * INR n - 3) * theta < spacing m -> over_alphabet m s n -> within n p -> is_match s n p ->
  maximiser (logits (h_retrieval m theta) s n) n j -> is_match s n j.
Proof.
  intros m theta s n p j Hm Hn Ht H Hs Hp Mp [Hj Mj].
  destruct (match_dec s n j) as [Y|N]; [exact Y|exfalso]. specialize (Mj p Hp).
  assert (p <> j) by (intros ->; contradiction).
  assert (Sum : INR (n - p) * theta + INR (n - j) * theta < spacing m).
  { apply Rle_lt_trans with (2 := H). rewrite <- Rmult_plus_distr_r. apply Rmult_le_compat_r; [exact Ht|].
    rewrite <- plus_INR. replace (2 * INR n - 3) with (INR (2 * n - 3)).
    - apply le_INR. unfold within in *. lia.
    - rewrite minus_INR, mult_INR by lia. simpl. ring. }
  pose proof (rival_loses m theta s n p j Hs Ht Hp Hj Mp N Sum). lra.
Qed.

(** A proper input holds a match. *)
Lemma proper_match : forall s n, (1 <= n)%nat -> proper s n -> exists p, within n p /\ is_match s n p.
Proof.
  intros s n Hn Hp. destruct (s n) as [x y|x i] eqn:E.
  - destruct (Hp n x y ltac:(unfold within; lia) E) as [[k [Hk Ek]] _].
    exists k. split; [exact Hk|]. unfold is_match. rewrite E. exact Ek.
  - exists n. split; [unfold within; lia|]. unfold is_match. rewrite E. reflexivity.
Qed.

(** The lead of a match at j over a rival at k, as a match at distance n-j against a rival at n-k. *)
Lemma match_rival : forall m theta s n j k, over_alphabet m s n -> within n j -> within n k ->
  is_match s n j -> ~ is_match s n k ->
  exists y, spacing m <= y <= 2 * PI - spacing m /\
    logits (h_retrieval m theta) s n j - logits (h_retrieval m theta) s n k
    = cos (INR (n - j) * theta) - cos (y + INR (n - k) * theta).
Proof.
  intros m theta s n j k Hs Hj Hk Mj Mk. rewrite (match_logit m theta s n j Hj Mj).
  unfold logits. rewrite h_retrieval_logit, (INR_distance n k) by (unfold within in Hk; lia).
  destruct (circle_rival m (sought (s n)) (left_of (s k))) as [y [Hy E]].
  - apply (Hs n). unfold within in *. lia.
  - apply (Hs k Hk).
  - unfold is_match in Mk. lia.
  - exists y. split; [exact Hy|]. rewrite E. reflexivity.
Qed.

Lemma gap_at_least : forall m n theta s g, (2 <= m)%nat -> (2 <= n)%nat -> 0 <= theta ->
  (2 * INR n - 3) * theta < spacing m -> over_alphabet m s n -> (exists p, within n p /\ is_match s n p) ->
  gap_other_letter (logits (h_retrieval m theta) s n) s n g ->
  2 * sin ((spacing m - theta) / 2) * sin ((spacing m - (2 * INR n - 3) * theta) / 2) <= g.
Proof.
  intros m n theta s g Hm Hn Ht H Hs [p [Hp Mp]] [j [Mj [_ [best [other [B [[[k [[Hk D] Ek]] _] ->]]]]]]].
  pose proof (maximiser_matches m theta s n p j ltac:(lia) Hn Ht H Hs Hp Mp Mj) as Y.
  rewrite (is_largest_unique _ _ _ _ B (maximiser_is_largest _ n j Mj)), <- Ek.
  destruct (match_rival m theta s n j k Hs (proj1 Mj) Hk Y) as [y [Hy ->]].
  { unfold is_match in *. congruence. }
  destruct Mj as [Hj _]. apply rival_lead; try assumption.
  - apply spacing_le_pi, Hm.
  - unfold within in Hj. lia.
  - unfold within in Hk. lia.
  - assert (j <> k) by (intros ->; apply D; reflexivity). unfold within in *. lia.
Qed.

(** * The worst input: one match, at position 2, and the letter before it everywhere else *)

Lemma worst_sought : forall n, (2 <= n)%nat -> sought (one_match n 2 n) = 1%nat.
Proof.
  intros n Hn. unfold one_match. destruct (Nat.eqb_spec n 2); [reflexivity|]. rewrite Nat.eqb_refl.
    reflexivity.
Qed.

Lemma worst_proper : forall n, (2 <= n)%nat -> proper (one_match n 2) n.
Proof.
  intros n Hn. destruct (Nat.eq_dec n 2) as [->|N]; [|apply one_match_proper; lia].
  intros j x y Hj E. exfalso. unfold one_match in E. destruct (Nat.eqb j 2); discriminate.
Qed.

Lemma worst_match : forall n j, (2 <= n)%nat -> is_match (one_match n 2) n j <-> j = 2%nat.
Proof.
  intros n j Hn. unfold is_match. rewrite worst_sought, one_match_left by exact Hn.
  destruct (Nat.eqb_spec j 2); split; intro; congruence.
Qed.

Lemma worst_rival_logit : forall m theta n k, (2 <= n)%nat -> within n k -> k <> 2%nat ->
  logits (h_retrieval m theta) (one_match n 2) n k = cos (spacing m - INR (n - k) * theta).
Proof.
  intros m theta n k Hn Hk D. unfold logits.
  rewrite h_retrieval_logit, worst_sought, one_match_left, (INR_distance n k) by (exact Hn || unfold within
    in Hk; lia).
  destruct (Nat.eqb_spec k 2); [contradiction|]. rewrite <- cos_neg. f_equal. simpl. ring.
Qed.

Lemma worst_gap : forall m n theta, (2 <= m)%nat -> (2 <= n)%nat -> 0 <= theta ->
  (2 * INR n - 3) * theta < spacing m ->
  gap_other_letter (logits (h_retrieval m theta) (one_match n 2) n) (one_match n 2) n
    (cos ((INR n - 2) * theta) - cos (spacing m - (INR n - 1) * theta)).
Proof.
  intros m n theta Hm Hn Ht H. set (s := one_match n 2). set (l := logits (h_retrieval m theta) s n).
  assert (Hs : over_alphabet m s n) by (apply one_match_over, Hm).
  assert (M2 : is_match s n 2) by (apply worst_match; [exact Hn|reflexivity]).
  assert (W2 : within n 2) by (unfold within; lia).
  assert (Only : forall j, maximiser l n j -> j = 2%nat).
  { intros j Mj. apply (worst_match n j Hn). apply (maximiser_matches m theta s n 2 j); try assumption. lia. }
  destruct (exists_maximiser l n ltac:(lia)) as [j Mj]. pose proof (Only j Mj) as ->.
  assert (L2 : l 2%nat = cos ((INR n - 2) * theta)).
  { unfold l. rewrite (match_logit m theta s n 2 W2 M2), minus_INR by lia. simpl. f_equal. }
  assert (L1 : l 1%nat = cos (spacing m - (INR n - 1) * theta)).
  { unfold l, s. rewrite worst_rival_logit, minus_INR by (unfold within; lia). reflexivity. }
  exists 2%nat. split; [exact Mj|]. split; [intros k Hk Mk; apply Only in Mk; lia|].
  exists (l 2%nat), (l 1%nat). split; [apply maximiser_is_largest, Mj|].
    split; [|rewrite L1, L2; reflexivity].
  split.
  - exists 1%nat. split; [|reflexivity]. split; [unfold within; lia|]. unfold s. rewrite !one_match_left.
      simpl. lia.
  - intros k [Hk D]. assert (Dk : k <> 2%nat) by (intros ->; contradiction).
    unfold l, s. rewrite !worst_rival_logit by (try exact Hk; try exact Dk; unfold within; lia).
    assert (N2 : 2 <= INR n) by (apply (le_INR 2) in Hn; simpl in Hn; lra).
    assert (INR (n - k) <= INR (n - 1)) by (apply le_INR; unfold within in Hk; lia).
    assert (N1 : INR (n - 1) = INR n - 1) by (rewrite minus_INR by lia; reflexivity).
    pose proof (pos_INR (n - k)). pose proof (spacing_le_pi m Hm).
    apply cos_falls_weakly; nra.
Qed.

Theorem u26_retrieval_bound_corrected_proved : u26_retrieval_bound_corrected_statement.
Proof.
  intros m n theta Hm Hn Ht H least.
  assert (E : least = cos ((INR n - 2) * theta) - cos (spacing m - (INR n - 1) * theta)).
  { unfold least. rewrite product_of_sines. reflexivity. }
  split; [|split; [|exact E]].
  - exists (one_match n 2). split; [apply one_match_over, Hm|]. split; [apply worst_proper, Hn|].
    rewrite E. apply worst_gap; assumption.
  - intros s g Hs Hp G. apply (gap_at_least m n theta s g); try assumption.
      apply proper_match; [lia|exact Hp].
Qed.

(** * The printed bound *)

(** Within theta < omega/(2 n0), n <= n0: 2 n theta < omega. *)
Lemma printed_range : forall m n n0 theta, (1 <= n <= n0)%nat -> 0 < theta < spacing m / (2 * INR n0) ->
  2 * INR n * theta < spacing m.
Proof.
  intros m n n0 theta Hn [H0 H]. assert (1 <= INR n) by (apply (le_INR 1); lia).
  assert (INR n <= INR n0) by (apply le_INR; lia).
  apply (Rmult_lt_compat_l (2 * INR n0)) in H; [|lra].
  replace (2 * INR n0 * (spacing m / (2 * INR n0))) with (spacing m) in H by (field; lra). nra.
Qed.

Theorem u26_retrieval_bound_never_proved : u26_retrieval_bound_never_statement.
Proof.
  intros m n theta s x i Hm Hn Hrange Hs E [r [Hr Dr]].
  pose proof (printed_range m n n theta ltac:(lia) Hrange) as H2. pose proof (spacing_le_pi m Hm) as W.
  assert (N2 : 2 <= INR n) by (apply (le_INR 2); lia).
  assert (Hin : within n n) by (unfold within; lia).
  assert (Mn : is_match s n n) by (unfold is_match; rewrite E; reflexivity).
  set (l := logits (h_retrieval m theta) s n).
  assert (Ln : l n = 1).
  { unfold l. rewrite (match_logit m theta s n n Hin Mn), Nat.sub_diag. simpl. rewrite Rmult_0_l.
      apply cos_0. }
  assert (Below : forall k, within n k -> l k <= 1).
  { intros k _. unfold l, logits. rewrite h_retrieval_logit. apply cos_le_1. }
  assert (Mmax : maximiser l n n) by (split; [exact Hin|intros k Hk; rewrite Ln; apply Below, Hk]).
  assert (H : (2 * INR n - 3) * theta < spacing m) by nra.
  assert (Match : forall j, maximiser l n j -> is_match s n j).
  { intros j Mj. apply (maximiser_matches m theta s n n j); try assumption; lia || lra. }
  split; [|split].
  - (* the first maximiser *)
    destruct (first_such (fun k => within n k /\ top l n k = true)) with (n := n) as [j [Hj [[Wj Tj] First]]].
    { intro k. destruct (top l n k); [|right; intros [_ Q]; discriminate].
      destruct (Nat.le_gt_cases 1 k); [destruct (Nat.le_gt_cases k n)|]; unfold within;
        [left; lia|right; lia|right; lia]. }
    { split; [exact Hin|]. apply top_spec, Mmax. }
    assert (Mj : maximiser l n j) by (split; [exact Wj|apply top_spec, Tj]).
    destruct (exists_largest l (fun k => left_of (s k) <> left_of (s j)) n) as [other O].
    { intro k. destruct (Nat.eq_dec (left_of (s k)) (left_of (s j))); auto. }
    { exists r. split; [exact Hr|]. pose proof (Match j Mj) as Q. unfold is_match in Q. rewrite E in Q.
      simpl in Q. congruence. }
    exists (l j - other), j. split; [exact Mj|]. split.
    + intros k Hk Mk. apply (First k Hk). split; [apply Mk|apply top_spec, Mk].
    + exists (l j), other. split; [apply maximiser_is_largest, Mj|]. split; [exact O|reflexivity].
  - intros g [j [Mj [_ [best [other [B [[[k [[Hk D] Ek]] _] ->]]]]]]].
    rewrite (is_largest_unique _ _ _ _ B (maximiser_is_largest _ n n Mmax)), Ln, <- Ek.
    assert (Nk : ~ is_match s n k).
    { pose proof (Match j Mj) as Q. unfold is_match in *. congruence. }
    destruct (match_rival m theta s n n k Hs Hin Hk Mn Nk) as [y [Hy Eq]]. fold l in Eq.
    rewrite Ln, Nat.sub_diag in Eq. simpl in Eq. rewrite Rmult_0_l, cos_0 in Eq.
    assert (Hnk : INR (n - k) <= INR n - 1).
    { replace (INR n - 1) with (INR (n - 1)) by (rewrite minus_INR by lia; reflexivity).
      apply le_INR. unfold within in Hk. lia. }
    pose proof (pos_INR (n - k)).
    assert (cos (y + INR (n - k) * theta) <= cos (spacing m - (INR n - 1) * theta)); [|lra].
    apply cos_far_weakly; nra.
  - assert (cos (spacing m - (INR n - 1) * theta) < cos (spacing m - INR n * theta)); [|lra].
    apply cos_falls; nra.
Qed.

Lemma two_letters_range : 0 < PI / 8 < spacing 2 / (2 * INR 2).
Proof. unfold spacing. simpl. pose proof PI_RGT_0. lra. Qed.

Lemma spacing_2 : spacing 2 = PI.
Proof. unfold spacing. simpl. field. Qed.

(** Without rotation the two bounds are one. *)
Definition u26_retrieval_bound_never_neighbour_still : Prop :=
  forall (m n : nat) (theta : R) (s : nat -> pair) (x i : nat),
    (2 <= m)%nat -> (1 < n)%nat -> 0 <= theta < spacing m / (2 * INR n) ->
    over_alphabet m s n -> s n = LetterInt x i -> (exists j, within n j /\ left_of (s j) <> x) ->
    1 - cos (spacing m - INR n * theta) < 1 - cos (spacing m - (INR n - 1) * theta).

Theorem u26_retrieval_bound_never_neighbour_still_false : ~ u26_retrieval_bound_never_neighbour_still.
Proof.
  intro H. pose (s := fun j => match j with 2%nat => LetterInt 0 1 | _ => LetterInt 1 1 end).
  assert (Hs : over_alphabet 2 s 2) by (intros [|[|[|j]]] _; simpl; lia).
  pose proof PI_RGT_0.
  specialize (H 2%nat 2%nat 0 s 0%nat 1%nat (le_n 2) ltac:(lia)
    ltac:(rewrite spacing_2; simpl; lra) Hs eq_refl).
  rewrite !Rmult_0_r in H. assert (E : exists j, within 2 j /\ left_of (s j) <> 0%nat).
  { exists 1%nat. split; [unfold within; lia|]. simpl. lia. }
  specialize (H E). lra.
Qed.

(** B1 A1 at theta = pi/8. *)
Theorem u26_retrieval_bound_refuted : ~ u26_retrieval_bound_statement.
Proof.
  intro H. pose (s := fun j => match j with 2%nat => LetterInt 0 1 | _ => LetterInt 1 1 end).
  assert (Hs : over_alphabet 2 s 2) by (intros [|[|[|j]]] _; simpl; lia).
  assert (Hp : proper s 2) by (intros [|[|[|j]]] x y _ E; discriminate E).
  destruct (u26_retrieval_bound_never_proved 2%nat 2%nat (PI / 8) s 0%nat 1%nat (le_n 2) ltac:(lia)
    two_letters_range Hs
              eq_refl) as [[g G] [Low Strict]].
  { exists 1%nat. split; [unfold within; lia|]. simpl. lia. }
  specialize (H 2%nat 2%nat 2%nat (PI / 8) s (le_n 2) ltac:(lia) two_letters_range Hs Hp g G).
  specialize (Low g G). lra.
Qed.

Theorem u26_retrieval_bound_minimum_refuted : ~ u26_retrieval_bound_minimum_statement.
Proof.
  intro H. destruct (H 2%nat 2%nat 2%nat (PI / 8) (le_n 2) ltac:(lia) two_letters_range) as [s [g [Hs [Hp [G
    Le]]]]].
  pose proof PI_RGT_0.
  destruct (u26_retrieval_bound_corrected_proved 2%nat 2%nat (PI / 8) (le_n 2) (le_n 2)) as [_ [Low E]].
  - lra.
  - rewrite spacing_2. simpl. lra.
  - specialize (Low s g Hs Hp G). rewrite E, spacing_2 in Low. rewrite spacing_2 in Le. simpl in Low, Le.
    replace ((1 + 1 - 2) * (PI / 8)) with 0 in Low by ring. rewrite cos_0 in Low.
    assert (cos (PI - (1 + 1 - 1) * (PI / 8)) < cos (PI - (1 + 1) * (PI / 8))) by (apply cos_falls; lra). lra.
Qed.

(** Copies of one letter-integer token. *)
Theorem u26_retrieval_bound_minimum_any_proved : u26_retrieval_bound_minimum_any_statement.
Proof.
  intros m n n0 theta Hm Hn Hrange. pose proof (printed_range m n n0 theta ltac:(lia) Hrange) as H.
  pose (s := fun _ : nat => LetterInt 0 1). pose proof PI_RGT_0 as P. pose proof (spacing_le m 1 Hm Hm) as
    W1. simpl in W1.
  assert (N2 : 2 <= INR n) by (apply (le_INR 2); lia).
  assert (L : forall k, within n k -> logits (h_retrieval m theta) s n k = cos (INR (n - k) * theta)).
  { intros k Hk. apply match_logit; [exact Hk|reflexivity]. }
  exists s, (1 - cos theta). split; [intros j _; simpl; lia|]. split; [intros j x y _ E; discriminate E|].
    split.
  - assert (Ln : logits (h_retrieval m theta) s n n = 1).
    { rewrite L by (unfold within; lia). rewrite Nat.sub_diag. simpl. rewrite Rmult_0_l. apply cos_0. }
    rewrite <- Ln. apply gap_any_from.
    + split; [unfold within; lia|]. intros k Hk. rewrite Ln, L by exact Hk. apply cos_le_1.
    + split.
      * exists (n - 1)%nat. split; [split; [unfold within|]; lia|]. rewrite L by (unfold within; lia).
        replace (n - (n - 1))%nat with 1%nat by lia. simpl. f_equal. ring.
      * intros k [Hk D]. rewrite L by exact Hk. replace theta with (INR 1 * theta) at 2 by (simpl; ring).
        assert (INR (n - k) <= INR n) by (apply le_INR; lia).
        apply cos_falls_weakly.
        -- simpl. nra.
        -- apply Rmult_le_compat_r; [lra|]. apply le_INR. unfold within in Hk. lia.
        -- nra.
  - assert (cos (spacing m - INR n * theta) <= cos theta); [|lra].
    destruct (Nat.eq_dec m 1) as [->|N].
    + assert (W : spacing 1 = 2 * PI) by (unfold spacing; simpl; field). rewrite W, cos_full_turn in *.
      apply cos_falls_weakly; nra.
    + pose proof (spacing_le_pi m ltac:(lia)). apply cos_falls_weakly; nra.
Qed.

(** * False neighbours *)

(** 2n - 2 in place of 2n - 3: a smaller number, so still a lower bound, but no gap attains it. *)
Definition u26_retrieval_bound_corrected_neighbour_lost2 : Prop :=
  forall (m n : nat) (theta : R),
    (2 <= m)%nat -> (2 <= n)%nat -> 0 <= theta -> (2 * INR n - 2) * theta < spacing m ->
    exists s, over_alphabet m s n /\ proper s n /\
      gap_other_letter (logits (h_retrieval m theta) s n) s n
        (2 * sin ((spacing m - theta) / 2) * sin ((spacing m - (2 * INR n - 2) * theta) / 2)).

Theorem u26_retrieval_bound_corrected_neighbour_lost2_false : ~ u26_retrieval_bound_corrected_neighbour_lost2.
Proof.
  intro H. pose proof PI_RGT_0.
  destruct (H 2%nat 2%nat (PI / 8) (le_n 2) (le_n 2)) as [s [Hs [Hp G]]];
    [lra|rewrite spacing_2; simpl; lra|].
  destruct (u26_retrieval_bound_corrected_proved 2%nat 2%nat (PI / 8) (le_n 2) (le_n 2)) as [_ [Low _]];
    [lra|rewrite spacing_2; simpl; lra|].
  specialize (Low s _ Hs Hp G). rewrite spacing_2 in Low. simpl in Low.
  assert (0 < sin ((PI - PI / 8) / 2)) by (apply sin_gt_0; lra).
  assert (sin ((PI - (2 * (1 + 1) - 2) * (PI / 8)) / 2) < sin ((PI - (2 * (1 + 1) - 3) * (PI / 8)) / 2))
    by (apply sin_increasing_1; lra).
  nra.
Qed.

(** 2n - 4 in place of 2n - 3 as a lower bound. *)
Definition u26_retrieval_bound_corrected_neighbour_lost4 : Prop :=
  forall (m n : nat) (theta : R) (s : nat -> pair) (g : R),
    (2 <= m)%nat -> (2 <= n)%nat -> 0 <= theta -> (2 * INR n - 3) * theta < spacing m ->
    over_alphabet m s n -> proper s n -> gap_other_letter (logits (h_retrieval m theta) s n) s n g ->
    2 * sin ((spacing m - theta) / 2) * sin ((spacing m - (2 * INR n - 4) * theta) / 2) <= g.

Theorem u26_retrieval_bound_corrected_neighbour_lost4_false : ~ u26_retrieval_bound_corrected_neighbour_lost4.
Proof.
  intro H. pose proof PI_RGT_0.
  destruct (u26_retrieval_bound_corrected_proved 2%nat 2%nat (PI / 8) (le_n 2) (le_n 2)) as [[s [Hs [Hp G]]]
    _];
    [lra|rewrite spacing_2; simpl; lra|].
  specialize (H 2%nat 2%nat (PI / 8) s _ (le_n 2) (le_n 2) ltac:(lra) ltac:(rewrite spacing_2; simpl;
    lra) Hs Hp G).
  rewrite spacing_2 in H. simpl in H.
  assert (0 < sin ((PI - PI / 8) / 2)) by (apply sin_gt_0; lra).
  assert (sin ((PI - (2 * (1 + 1) - 3) * (PI / 8)) / 2) < sin ((PI - (2 * (1 + 1) - 4) * (PI / 8)) / 2))
    by (apply sin_increasing_1; lra).
  nra.
Qed.

(** The largest gap to any other position is within the printed bound (.minimum-any for the maximum). *)
Definition u26_retrieval_bound_minimum_any_neighbour_largest : Prop :=
  forall (m n n0 : nat) (theta : R) (s : nat -> pair) (g : R),
    (1 <= m)%nat -> (1 < n <= n0)%nat -> 0 < theta < spacing m / (2 * INR n0) ->
    over_alphabet m s n -> proper s n ->
    gap_any (logits (h_retrieval m theta) s n) n g -> g <= 1 - cos (spacing m - INR n * theta).

Theorem u26_retrieval_bound_minimum_any_neighbour_largest_false :
  ~ u26_retrieval_bound_minimum_any_neighbour_largest.
Proof.
  intro H. pose (s := one_match 2 2). pose proof PI_RGT_0.
  assert (Hs : over_alphabet 2 s 2) by (apply one_match_over; lia).
  assert (L2 : logits (h_retrieval 2 (PI / 8)) s 2 2 = 1).
  { rewrite match_logit by (try (unfold within; lia); reflexivity). simpl. rewrite Rmult_0_l. apply cos_0. }
  assert (L1 : logits (h_retrieval 2 (PI / 8)) s 2 1 = cos (PI - PI / 8)).
  { unfold s. rewrite worst_rival_logit, spacing_2 by (unfold within; lia). simpl. f_equal. ring. }
  assert (G : gap_any (logits (h_retrieval 2 (PI / 8)) s 2) 2 (1 - cos (PI - PI / 8))).
  { rewrite <- L2, <- L1. apply gap_any_from.
    - split; [unfold within; lia|]. intros k Hk. unfold within in Hk.
      assert (k = 1 \/ k = 2)%nat as [->| ->] by lia; [rewrite L2, L1; apply cos_le_1|lra].
    - split; [exists 1%nat; split; [unfold within; lia|reflexivity]|].
      intros k [Hk D]. unfold within in Hk. assert (k = 1%nat) as -> by lia. lra. }
  specialize (H 2%nat 2%nat 2%nat (PI / 8) s _ ltac:(lia) ltac:(lia) two_letters_range Hs (worst_proper 2
    (le_n 2)) G).
  rewrite spacing_2 in H. simpl in H.
  assert (cos (PI - PI / 8) < cos (PI - (1 + 1) * (PI / 8))) by (apply cos_falls; lra). lra.
Qed.

(** * Instances *)

(** Three tokens over two letters. *)
Example u26_retrieval_bound_corrected_instance : instance_of u26_retrieval_bound_corrected_statement.
Proof.
  pose proof (spacing_pos 2 ltac:(lia)) as W.
  assert (T : (2 * INR 3 - 3) * (spacing 2 / 12) < spacing 2) by (simpl; lra).
  exists 2%nat, 3%nat, (spacing 2 / 12). split; [lia|]. split; [lia|]. split; [lra|]. split; [exact T|].
  split; [exact I|]. split; [|exact I].
  destruct (u26_retrieval_bound_corrected_proved 2%nat 3%nat (spacing 2 / 12) ltac:(lia) ltac:(lia) ltac:(lra) T)
    as [(s & Over & Proper & Gap) _].
  eexists s, _. split; [exact Over|]. split; [exact Proper|]. split; [exact Gap|exact I].
Qed.

Example u26_retrieval_bound_minimum_any_instance : instance_of u26_retrieval_bound_minimum_any_statement.
Proof.
  exists 2%nat, 3%nat, 3%nat, (spacing 2 / 12). split; [lia|]. split; [lia|].
  split; [exact retrieval_max_example|exact I].
Qed.

(** B1 B1 A1. *)
Example u26_retrieval_bound_never_instance : instance_of u26_retrieval_bound_never_statement.
Proof.
  pose (s := fun j => match j with 3%nat => LetterInt 0 1 | _ => LetterInt 1 1 end).
  assert (Over : over_alphabet 2 s 3) by (intros [|[|[|[|j]]]] _; simpl; lia).
  assert (Other : exists j, within 3 j /\ left_of (s j) <> 0%nat).
  { exists 1%nat. split; [unfold within; lia|]. simpl. lia. }
  exists 2%nat, 3%nat, (spacing 2 / 12), s, 0%nat, 1%nat. split; [lia|]. split; [lia|].
  split; [exact retrieval_max_example|]. split; [exact Over|]. split; [reflexivity|]. split; [exact Other|].
  split; [exact I|]. split; [|exact I].
  destruct (u26_retrieval_bound_never_proved 2%nat 3%nat (spacing 2 / 12) s 0%nat 1%nat ltac:(lia) ltac:(lia)
    retrieval_max_example Over eq_refl Other) as [[g Gap] _]. exists g. split; [exact Gap|exact I].
Qed.
