(** u26.retrieval-max and u26.retrieval-max.sharp: T_Retrieval's matching token wins, and exactly how much
    rotation it bears.

    Statement (U26, Appendix F.2.2). Letters enumerated by phi, omega = 2 pi/|ALPH|, W_K E =
    rho(omega)^{-phi(left)} v, W_Q E = rho(omega)^{-phi(sought)} v. The logit is cos((phi(key) -
    phi(query)) omega + (n-j) theta). For 0 < theta < omega/(2 n0) and n <= n0 the matching token, if
    there is one, has the largest logit. Read in its strongest form: the largest logit is taken once, at
    the nearest position whose left letter is sought.
    Sharp form (new): for |ALPH| >= 2, n >= 2 and 0 < theta <= omega, every maximiser holds the sought
    letter on every proper input of length n that ends in a letter pair, if and only if (2n-3) theta <
    omega.

    Idea: a match at distance p stands at the angle p theta; a rival at distance q at y + q theta with
    omega <= y <= 2 pi - omega. The match wins if p theta + q theta < omega, and p + q <= 2n-3 for two
    different distances. Conversely the match at distance n-1 ties with, or loses to, the letter before it
    at n-2.
    Encoding: letters are numbers below m = |ALPH|; tokens as in Heads.v; attributes are arbitrary
    integers. *)

From Coq Require Import Reals Lra Lia ZArith List.
From RopeTheory Require Import Rope Trig Heads Circle Instances.
From RopeTheory Require Tasks.
Open Scope R_scope.

(** All letters at positions 1..n are among the m of the alphabet. *)
Definition over_alphabet (m : nat) (s : nat -> pair) (n : nat) : Prop :=
  forall j, within n j -> (left_of (s j) < m)%nat /\ (sought (s j) < m)%nat.

(** Position j holds the letter that the last token asks for. *)
Definition is_match (s : nat -> pair) (n j : nat) : Prop := left_of (s j) = sought (s n).

(** U26's proper inputs: wherever a letter y stands on the right, at position j, some position k <= j has
    y on the left, and all such positions hold the same token. *)
Definition proper (s : nat -> pair) (n : nat) : Prop :=
  forall j x y, within n j -> s j = LetterPair x y ->
    (exists k, within j k /\ left_of (s k) = y) /\
    (forall k k', within j k -> within j k' -> left_of (s k) = y -> left_of (s k') = y -> s k = s k').

(** As in Tasks.v, of the list of the tokens at 1..n. *)
Lemma proper_list : forall s n, Tasks.proper (map s (seq 1 n)) <-> proper s n.
Proof.
  intros s n. unfold Tasks.proper, proper, within.
  assert (In : forall p t, Tasks.tok (map s (seq 1 n)) p = Some t -> (1 <= p <= n)%nat /\ s p = t).
  { intros p t E. pose proof (Tasks.tok_inside _ _ _ _ E) as W. rewrite map_length, seq_length in W.
    rewrite Tasks.tok_map_seq in E by lia. split; [exact W|congruence]. }
  split; intros H.
  - intros j x y J E. destruct (H j x y) as (t & L & (k & K & T) & U).
    { rewrite Tasks.tok_map_seq by lia. congruence. }
    apply In in T. destruct T as [W T]. split; [exists k; subst t; split; [lia|exact L]|].
    intros k1 k2 K1 K2 L1 L2.
    rewrite (U k1 (s k1)), (U k2 (s k2)); try lia; auto; apply Tasks.tok_map_seq; lia.
  - intros p x y E. apply In in E. destruct E as [W E]. destruct (H p x y W E) as [(k & K & L) U].
    exists (s k). split; [exact L|]. split; [exists k; split; [lia|apply Tasks.tok_map_seq; lia]|].
    intros k' t' K' T' L'. apply In in T'. destruct T' as [W' <-]. apply U; auto; lia.
Qed.

Definition u26_retrieval_max_statement : Prop :=
  forall (m : nat) (theta : R) (n0 n : nat) (s : nat -> pair),
    (1 <= m)%nat -> (1 <= n <= n0)%nat ->
    0 < theta < spacing m / (2 * INR n0) ->
    over_alphabet m s n ->
    let l := logits (h_retrieval m theta) s n in
    (forall j, within n j ->
       l j = cos ((INR (left_of (s j)) - INR (sought (s n))) * spacing m + (INR n - INR j) * theta)) /\
    ((exists j, within n j /\ is_match s n j) ->
     exists j, only_maximiser l n j /\ is_match s n j /\
               forall k, within n k -> is_match s n k -> (k <= j)%nat).

Definition u26_retrieval_max_sharp_statement : Prop :=
  forall (m n : nat) (theta : R),
    (2 <= m)%nat -> (2 <= n)%nat -> 0 < theta <= spacing m ->
    ((forall s, over_alphabet m s n -> proper s n -> (exists x y, s n = LetterPair x y) ->
        forall j, maximiser (logits (h_retrieval m theta) s n) n j -> is_match s n j)
     <-> (2 * INR n - 3) * theta < spacing m).

(** * The match against a rival *)

Lemma match_logit : forall m theta s n j, within n j -> is_match s n j ->
  logits (h_retrieval m theta) s n j = cos (INR (n - j) * theta).
Proof.
  intros m theta s n j Hj E. unfold within in Hj. unfold logits. rewrite h_retrieval_logit, E,
    (INR_distance n j) by lia.
  f_equal. ring.
Qed.

Lemma rival_loses : forall m theta s n j k, over_alphabet m s n -> 0 <= theta ->
  within n j -> within n k -> is_match s n j -> ~ is_match s n k ->
  INR (n - j) * theta + INR (n - k) * theta < spacing m ->
  logits (h_retrieval m theta) s n k < logits (h_retrieval m theta) s n j.
Proof.
  intros m theta s n j k Hs Ht Hj Hk Mj Mk Sum.
  rewrite (match_logit m theta s n j Hj Mj).
  unfold logits. rewrite h_retrieval_logit, (INR_distance n k) by (unfold within in Hk; lia).
  assert (Hn : within n n) by (unfold within in *; lia).
  apply circle_match_wins.
  - apply (Hs n Hn).
  - apply (Hs k Hk).
  - intro E. apply Mk. unfold is_match. lia.
  - apply Rmult_le_pos; [apply pos_INR|exact Ht].
  - apply Rmult_le_pos; [apply pos_INR|exact Ht].
  - exact Sum.
Qed.

Lemma match_dec : forall s n k, is_match s n k \/ ~ is_match s n k.
Proof. intros. unfold is_match. lia. Qed.

Theorem u26_retrieval_max_proved : u26_retrieval_max_statement.
Proof.
  intros m theta n0 n s Hm Hn Htheta Hs l. split.
  { intros j _. unfold l, logits. apply h_retrieval_logit. }
  intro Ex. destruct (last_such _ (match_dec s n) n Ex) as [j [Hj [Mj Last]]].
  exists j. split; [|split; [exact Mj|exact Last]]. split; [exact Hj|].
  pose proof (spacing_le m 1 Hm Hm) as W. pose proof (spacing_pos m Hm) as W0. simpl in W.
  assert (N0 : 1 <= INR n0) by (apply (le_INR 1); lia).
  assert (Range : 2 * INR n0 * theta < spacing m).
  { destruct Htheta as [_ H]. apply (Rmult_lt_compat_l (2 * INR n0)) in H; [|lra].
    replace (2 * INR n0 * (spacing m / (2 * INR n0))) with (spacing m) in H by (field; lra). exact H. }
  assert (Far : forall k, within n k -> INR (n - k) * theta <= (INR n0 - 1) * theta).
  { intros k Hk. apply Rmult_le_compat_r; [lra|]. unfold within in Hk.
    replace (INR n0 - 1) with (INR (n0 - 1)) by (rewrite minus_INR by lia; reflexivity).
    apply le_INR. lia. }
  intros k Hk Hkj. destruct (match_dec s n k) as [Mk|Mk].
  - (* an earlier match stands further along, within [0, pi] *)
    unfold l. rewrite !match_logit by assumption.
    specialize (Last k Hk Mk). apply cos_falls.
    + apply Rmult_le_pos; [apply pos_INR|lra].
    + apply Rmult_lt_compat_r; [lra|]. apply lt_INR. unfold within in *. lia.
    + specialize (Far k Hk). nra.
  - apply rival_loses; try assumption; [lra|].
    pose proof (Far j Hj). pose proof (Far k Hk). nra.
Qed.

(** The hypotheses can be met. *)
Example retrieval_max_example : 0 < spacing 2 / 12 < spacing 2 / (2 * INR 3).
Proof. pose proof (spacing_pos 2 ltac:(lia)). simpl. lra. Qed.

(** * The sharp threshold *)

Lemma threshold_enough : forall m n theta, (1 <= m)%nat -> (2 <= n)%nat -> 0 <= theta ->
  (2 * INR n - 3) * theta < spacing m ->
  forall s, over_alphabet m s n -> proper s n -> (exists x y, s n = LetterPair x y) ->
  forall j, maximiser (logits (h_retrieval m theta) s n) n j -> is_match s n j.
Proof.
  intros m n theta Hm Hn Htheta H s Hs Hp [x [y E]] j [Hj Mj].
  destruct (match_dec s n j) as [Y|N]; [exact Y|exfalso].
  assert (Hin : within n n) by (unfold within; lia).
  destruct (Hp n x y Hin E) as [[k [Hk Ek]] _].
  assert (Mk : is_match s n k) by (unfold is_match; rewrite E; exact Ek).
  specialize (Mj k Hk).
  assert (k <> j) by (intros ->; contradiction).
  assert (Sum : INR (n - k) * theta + INR (n - j) * theta < spacing m).
  { apply Rle_lt_trans with (2 := H). rewrite <- Rmult_plus_distr_r. apply Rmult_le_compat_r; [exact Htheta|].
    rewrite <- plus_INR. replace (2 * INR n - 3) with (INR (2 * n - 3)).
    - apply le_INR. unfold within in *. lia.
    - rewrite minus_INR, mult_INR by lia. simpl. ring. }
  pose proof (rival_loses m theta s n k j Hs Htheta Hk Hj Mk N Sum). lra.
Qed.

(** Letter 0 everywhere except at position p, which holds letter 1; the last token asks for letter 1. *)
Definition one_match (n p j : nat) : pair :=
  if Nat.eqb j p then LetterInt 1 1 else if Nat.eqb j n then LetterPair 0 1 else LetterInt 0 1.

Lemma one_match_at : forall n p, (p < n)%nat -> one_match n p p = LetterInt 1 1.
Proof. intros n p H. unfold one_match. rewrite Nat.eqb_refl. reflexivity. Qed.

Lemma one_match_last : forall n p, (p < n)%nat -> one_match n p n = LetterPair 0 1.
Proof.
  intros n p H. unfold one_match. destruct (Nat.eqb_spec n p); [lia|]. rewrite Nat.eqb_refl. reflexivity.
Qed.

Lemma one_match_left : forall n p j, left_of (one_match n p j) = if Nat.eqb j p then 1%nat else 0%nat.
Proof. intros. unfold one_match. destruct (Nat.eqb j p); [|destruct (Nat.eqb j n)]; reflexivity. Qed.

Lemma one_match_proper : forall n p, (1 <= p < n)%nat -> proper (one_match n p) n.
Proof.
  intros n p Hp j x y Hj E. assert (j = n /\ y = 1)%nat as [-> ->].
  { unfold one_match in E. destruct (Nat.eqb j p); [discriminate|].
    destruct (Nat.eqb_spec j n) as [->|]; [|discriminate]. injection E. auto. }
  split.
  - exists p. split; [unfold within; lia|]. rewrite one_match_at by lia. reflexivity.
  - intros k k' _ _. rewrite !one_match_left.
    destruct (Nat.eqb_spec k p) as [->|], (Nat.eqb_spec k' p) as [->|]; try discriminate. reflexivity.
Qed.

Lemma one_match_over : forall m n p, (2 <= m)%nat -> over_alphabet m (one_match n p) n.
Proof.
  intros m n p Hm j _. unfold one_match.
  destruct (Nat.eqb j p); [|destruct (Nat.eqb j n)]; simpl; lia.
Qed.

Lemma one_match_is : forall n p j, (p < n)%nat -> is_match (one_match n p) n j <-> j = p.
Proof.
  intros n p j H. unfold is_match. rewrite one_match_last, one_match_left by exact H. simpl.
  destruct (Nat.eqb_spec j p) as [E|E]; split; intro H'; [exact E|reflexivity|discriminate H'|contradiction].
Qed.

(** The letter before the match, one place nearer, is at least as good from (2d-1) theta >= omega on, d
    being the distance of the match. *)
Lemma letter_before_ties : forall m d theta, (2 <= m)%nat -> 0 < theta <= spacing m ->
  spacing m <= (2 * d - 1) * theta < spacing m + 2 * theta ->
  cos (d * theta) <= cos ((0 - 1) * spacing m + (d - 1) * theta).
Proof.
  intros m d theta Hm Ht Hd. pose proof (spacing_le_pi m Hm) as W.
  assert (0 <= cos ((0 - 1) * spacing m + (d - 1) * theta) - cos (d * theta)); [|lra].
  rewrite cos_difference.
  apply Rmult_le_pos; [apply Rmult_le_pos; [lra|]|]; apply sin_ge_0; lra.
Qed.

Lemma threshold_needed : forall m n theta, (2 <= m)%nat -> (2 <= n)%nat -> 0 < theta <= spacing m ->
  spacing m <= (2 * INR n - 3) * theta ->
  exists p, (1 <= p < n)%nat /\
    logits (h_retrieval m theta) (one_match n p) n p
    <= logits (h_retrieval m theta) (one_match n p) n (S p).
Proof.
  intros m n theta Hm Hn Ht H.
  (* d: the smallest distance with (2d-1) theta >= omega *)
  destruct (first_such (fun d => spacing m <= (2 * INR d - 1) * theta)
              ltac:(intro k; destruct (Rle_dec (spacing m) ((2 * INR k - 1) * theta)); auto) (n - 1))
    as [d [Hd [Pd Small]]].
  { rewrite minus_INR by lia. simpl. replace (2 * (INR n - 1) - 1) with (2 * INR n - 3) by ring. exact H. }
  assert (D : (1 <= d)%nat).
  { destruct d; [|lia]. simpl in Pd. lra. }
  specialize (Small (d - 1)%nat ltac:(lia)). rewrite minus_INR in Small by lia. simpl in Small.
  apply Rnot_le_lt in Small.
  exists (n - d)%nat. split; [lia|].
  unfold logits. rewrite !h_retrieval_logit, !one_match_left, !one_match_last, (INR_distance n (n - d)),
    (INR_distance n (S (n - d))) by lia.
  rewrite Nat.eqb_refl. destruct (Nat.eqb_spec (S (n - d)) (n - d)) as [E|_]; [lia|].
  replace (n - (n - d))%nat with d by lia. replace (n - S (n - d))%nat with (d - 1)%nat by lia.
  rewrite (minus_INR d 1) by lia. simpl sought. simpl INR.
  replace ((1 - 1) * spacing m + INR d * theta) with (INR d * theta) by ring.
  apply letter_before_ties; [exact Hm|exact Ht|]. split; [exact Pd|lra].
Qed.

Theorem u26_retrieval_max_sharp_proved : u26_retrieval_max_sharp_statement.
Proof.
  intros m n theta Hm Hn Ht. split.
  - intro All. apply Rnot_le_lt. intro H.
    destruct (threshold_needed m n theta Hm Hn Ht H) as [p [Hp Le]].
    pose (s := one_match n p).
    assert (Win : forall j, maximiser (logits (h_retrieval m theta) s n) n j -> is_match s n j).
    { apply All.
      - apply one_match_over, Hm.
      - apply one_match_proper, Hp.
      - exists 0%nat, 1%nat. apply one_match_last. lia. }
    destruct (exists_maximiser (logits (h_retrieval m theta) s n) n ltac:(lia)) as [j Mj].
    pose proof (proj1 (one_match_is n p j ltac:(lia)) (Win j Mj)) as ->.
    assert (Next : maximiser (logits (h_retrieval m theta) s n) n (S p)).
    { split; [unfold within; lia|]. intros k Hk. destruct Mj as [_ Mj]. specialize (Mj k Hk).
        unfold s in *. lra. }
    pose proof (proj1 (one_match_is n p (S p) ltac:(lia)) (Win _ Next)). lia.
  - intro H. apply threshold_enough; try assumption; [lia|lra].
Qed.

(** * False neighbours *)

(** theta = 0 is allowed: the nearest match still wins alone. *)
Definition u26_retrieval_max_neighbour_still : Prop :=
  forall (m : nat) (theta : R) (n0 n : nat) (s : nat -> pair),
    (1 <= m)%nat -> (1 <= n <= n0)%nat -> 0 <= theta < spacing m / (2 * INR n0) -> over_alphabet m s n ->
    (exists j, within n j /\ is_match s n j) ->
    exists j, only_maximiser (logits (h_retrieval m theta) s n) n j.

Theorem u26_retrieval_max_neighbour_still_false : ~ u26_retrieval_max_neighbour_still.
Proof.
  intro H. pose (s := fun _ : nat => LetterInt 0 1).
  destruct (H 1%nat 0 2%nat 2%nat s ltac:(lia) ltac:(lia)) as [j [Hj M]].
  - pose proof (spacing_pos 1 ltac:(lia)). simpl. lra.
  - intros j _. simpl. lia.
  - exists 1%nat. split; [unfold within; lia|reflexivity].
  - unfold within in Hj.
    assert (All : forall k, within 2 k -> logits (h_retrieval 1 0) s 2 k = 1).
    { intros k Hk. rewrite match_logit by (try exact Hk; reflexivity). rewrite Rmult_0_r. apply cos_0. }
    assert (j = 1 \/ j = 2)%nat as [->| ->] by lia.
    + specialize (M 2%nat ltac:(unfold within; lia) ltac:(lia)). rewrite !All in M by (unfold within; lia).
        lra.
    + specialize (M 1%nat ltac:(unfold within; lia) ltac:(lia)). rewrite !All in M by (unfold within; lia).
        lra.
Qed.

(** theta < omega/n0 is enough: B A A AB with theta = pi/5. *)
Definition u26_retrieval_max_neighbour_share : Prop :=
  forall (m : nat) (theta : R) (n0 n : nat) (s : nat -> pair),
    (1 <= m)%nat -> (1 <= n <= n0)%nat -> 0 < theta < spacing m / INR n0 -> over_alphabet m s n ->
    (exists j, within n j /\ is_match s n j) ->
    exists j, only_maximiser (logits (h_retrieval m theta) s n) n j /\ is_match s n j.

Theorem u26_retrieval_max_neighbour_share_false : ~ u26_retrieval_max_neighbour_share.
Proof.
  intro H. assert (W : spacing 2 = PI) by (unfold spacing; simpl; lra). pose proof PI_RGT_0 as P.
  destruct (H 2%nat (PI / 5) 4%nat 4%nat (one_match 4 1) ltac:(lia) ltac:(lia)) as [j [[Hj M] E]].
  - rewrite W. simpl. lra.
  - apply one_match_over. lia.
  - exists 1%nat. split; [unfold within; lia|reflexivity].
  - apply one_match_is in E; [|lia]. subst j.
    specialize (M 2%nat ltac:(unfold within; lia) ltac:(lia)).
    unfold logits in M. rewrite !h_retrieval_logit in M. cbn in M. rewrite W in M.
    replace ((0 - 1) * PI + (1 + 1 + 1 + 1 - (1 + 1)) * (PI / 5)) with (- (3 * PI / 5)) in M by field.
    replace ((1 - 1) * PI + (1 + 1 + 1 + 1 - 1) * (PI / 5)) with (3 * PI / 5) in M by field.
    rewrite cos_neg in M. lra.
Qed.

(** (2n-4) theta < omega is enough. *)
Definition u26_retrieval_max_sharp_neighbour_lost4 : Prop :=
  forall (m n : nat) (theta : R), (2 <= m)%nat -> (2 <= n)%nat -> 0 < theta <= spacing m ->
    (2 * INR n - 4) * theta < spacing m ->
    forall s, over_alphabet m s n -> proper s n -> (exists x y, s n = LetterPair x y) ->
      forall j, maximiser (logits (h_retrieval m theta) s n) n j -> is_match s n j.

Theorem u26_retrieval_max_sharp_neighbour_lost4_false : ~ u26_retrieval_max_sharp_neighbour_lost4.
Proof.
  intro H. pose proof (spacing_pos 3 ltac:(lia)) as W.
  pose proof (u26_retrieval_max_sharp_proved 3%nat 3%nat (spacing 3 / 3) ltac:(lia) ltac:(lia) ltac:(lra)) as
    [T _].
  simpl in T. assert ((2 * (1 + 1 + 1) - 3) * (spacing 3 / 3) < spacing 3); [|lra].
  apply T. apply H; simpl; try lia; lra.
Qed.

(** (2n-2) theta < omega is needed. *)
Definition u26_retrieval_max_sharp_neighbour_lost2 : Prop :=
  forall (m n : nat) (theta : R), (2 <= m)%nat -> (2 <= n)%nat -> 0 < theta <= spacing m ->
    (forall s, over_alphabet m s n -> proper s n -> (exists x y, s n = LetterPair x y) ->
      forall j, maximiser (logits (h_retrieval m theta) s n) n j -> is_match s n j) ->
    (2 * INR n - 2) * theta < spacing m.

Theorem u26_retrieval_max_sharp_neighbour_lost2_false : ~ u26_retrieval_max_sharp_neighbour_lost2.
Proof.
  intro H. pose proof (spacing_pos 3 ltac:(lia)) as W.
  pose proof (u26_retrieval_max_sharp_proved 3%nat 3%nat (2 * spacing 3 / 7) ltac:(lia) ltac:(lia)
    ltac:(lra)) as [_ T].
  simpl in T. specialize (T ltac:(lra)).
  specialize (H 3%nat 3%nat (2 * spacing 3 / 7) ltac:(lia) ltac:(lia) ltac:(lra) T). simpl in H. lra.
Qed.

(** * Instances: B1 A1 AB, theta a twelfth of the spacing *)

Example u26_retrieval_max_instance : instance_of u26_retrieval_max_statement.
Proof.
  exists 2%nat, (spacing 2 / 12), 3%nat, 3%nat, (one_match 3 1). split; [lia|]. split; [lia|].
  split; [exact retrieval_max_example|]. split; [apply one_match_over; lia|].
  split; [exists 2%nat; split; [unfold within; lia|exact I]|]. split; [|exact I].
  exists 1%nat. split; [unfold within; lia|reflexivity].
Qed.

Example u26_retrieval_max_sharp_instance : instance_of u26_retrieval_max_sharp_statement.
Proof.
  exists 2%nat, 3%nat, (spacing 2 / 12). split; [lia|]. split; [lia|]. split; [|exact I].
  pose proof (spacing_pos 2 ltac:(lia)). lra.
Qed.
