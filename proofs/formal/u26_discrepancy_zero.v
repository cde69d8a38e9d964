(** u26.discrepancy.zero and u26.discrepancy.zero.wrong (U26, p. 8, after Definition 3.1): what a discrepancy of
    zero means.

    "Intuitively, a discrepancy of zero means that the model will not be able to distinguish the correct token,
    potentially leading to incorrect responses."  Here for T_Index: if the position p asked for and another
    position q before the query tie at the top, and hold different letters, then exchanging the two tokens changes
    no score, under hard attention and under softmax of any beta, but it changes Index's answer; so at least one of
    the two inputs is answered wrongly.
    .wrong: whenever two positions tie at the top, the right token is not decoded.  REFUTED: A A at theta = 2 pi.

    Idea: keys are alike and the query stays, so the logits stay; tied positions have equal weights. *)

From Coq Require Import Reals Lra Lia PeanoNat List.
From RopeTheory Require Import Rope Trig Sums Heads Decoding u26_index_logits u26_index_decode Instances.
Open Scope R_scope.

(** The tokens at p and q exchanged. *)
Definition exchanged (s : nat -> token) (p q j : nat) : token :=
  if (j =? p)%nat then s q else if (j =? q)%nat then s p else s j.

(** Scores of T_Index under attention weights w. *)
Definition zero_score (w : nat -> R) (s : nat -> token) (n : nat) (t : token) : R :=
  one_hot (s n) t + sum1 (fun j => w j * index_value (s j) t) n.

Definition u26_discrepancy_zero_statement : Prop :=
  forall (theta : R) (s : nat -> token) (n i q a b : nat),
    s n = Int i -> (1 <= i < n)%nat -> let p := (n - i)%nat in
    within n q -> q <> p -> q <> n -> s p = Letter a -> s q = Letter b -> a <> b ->
    logits (h_pos theta) s n q = logits (h_pos theta) s n p ->
    let s' := exchanged s p q in
    index_answer s n = Letter a /\ index_answer s' n = Letter b /\
    (forall t, zero_score (hard_weight (logits (h_pos theta) s n) n) s n t
             = zero_score (hard_weight (logits (h_pos theta) s' n) n) s' n t) /\
    (forall beta t, zero_score (weight beta (logits (h_pos theta) s n) n) s n t
                  = zero_score (weight beta (logits (h_pos theta) s' n) n) s' n t).

Definition u26_discrepancy_zero_wrong_statement : Prop :=
  forall (theta : R) (s : nat -> token) (n : nat), (1 <= n)%nat -> (asked (s n) < n)%nat ->
    ~ unique_maximum (logits (h_pos theta) s n) n ->
    ~ decoded (zero_score (hard_weight (logits (h_pos theta) s n) n) s n) (index_answer s n).

Lemma exchanged_sum : forall (w : nat -> R) (s : nat -> token) (f : token -> R) n p q, within n p -> within n q ->
  q <> p -> w q = w p ->
  sum1 (fun j => w j * f (exchanged s p q j)) n = sum1 (fun j => w j * f (s j)) n.
Proof.
  intros w s f n p q P Q D E.
  rewrite (sum1_split (fun j => w j * f (exchanged s p q j)) p n P), (sum1_split (fun j => w j * f (s j)) p n P).
  rewrite (sum1_split _ q n Q), (sum1_split (fun k => if (k =? p)%nat then 0 else w k * f (s k)) q n Q).
  destruct (Nat.eqb_spec q p); [contradiction|]. unfold exchanged at 1 2. rewrite !Nat.eqb_refl.
  destruct (Nat.eqb_spec q p); [contradiction|]. rewrite E.
  rewrite (sum1_ext (fun k => if (k =? q)%nat then 0 else if (k =? p)%nat then 0 else w k * f (exchanged s p q k))
    (fun k => if (k =? q)%nat then 0 else if (k =? p)%nat then 0 else w k * f (s k))); [ring|].
  intros k _. unfold exchanged. destruct (k =? q)%nat; [reflexivity|]. destruct (k =? p)%nat; reflexivity.
Qed.

Lemma same_logits : forall theta s s' n, s n = s' n ->
  forall j, logits (h_pos theta) s n j = logits (h_pos theta) s' n j.
Proof. intros theta s s' n E j. unfold logits. rewrite !h_pos_logit, E. reflexivity. Qed.

Lemma top_ext : forall l l' n k, (forall j, l j = l' j) -> top l n k = top l' n k.
Proof.
  intros l l' n k E. apply Bool.eq_iff_eq_true. rewrite !top_spec.
  split; intros H i I; specialize (H i I); rewrite !E in *; exact H.
Qed.

Theorem u26_discrepancy_zero_proved : u26_discrepancy_zero_statement.
Proof.
  intros theta s n i q a b Sn I p Q D Dn Sp Sq Ab Tie s'.
  assert (P : within n p) by (unfold within, p; lia). assert (Pn : p <> n) by (unfold p; lia).
  assert (S'n : s' n = Int i).
  { unfold s', exchanged. destruct (Nat.eqb_spec n p); [congruence|]. destruct (Nat.eqb_spec n q); [congruence|].
    exact Sn. }
  assert (S'p : s' p = Letter b) by (unfold s', exchanged; rewrite Nat.eqb_refl; exact Sq).
  assert (Same : forall j, logits (h_pos theta) s n j = logits (h_pos theta) s' n j) by
    (intro j; apply same_logits; congruence).
  split; [unfold index_answer; rewrite Sn; fold p; rewrite Sp; reflexivity|].
  split; [unfold index_answer; rewrite S'n; fold p; rewrite S'p; reflexivity|].
  set (l := logits (h_pos theta) s n) in *. set (l' := logits (h_pos theta) s' n) in *.
  assert (Go : forall (w w' : nat -> R) t, (forall j, w j = w' j) -> w q = w p ->
    zero_score w s n t = zero_score w' s' n t).
  { intros w w' t Ew Eq. unfold zero_score. rewrite Sn, S'n. f_equal.
    rewrite <- (exchanged_sum w s (fun x => index_value x t) n p q P Q D Eq).
    apply sum1_ext. intros k _. rewrite Ew. reflexivity. }
  split; [intro t|intros beta t]; apply Go.
  - intro j. unfold hard_weight. rewrite (top_ext l l' n j Same).
    rewrite (sum1_ext (fun k => if top l n k then 1 else 0) (fun k => if top l' n k then 1 else 0)); [reflexivity|].
    intros k _. rewrite (top_ext l l' n k Same). reflexivity.
  - unfold hard_weight. replace (top l n q) with (top l n p); [reflexivity|].
    apply Bool.eq_iff_eq_true. rewrite !top_spec, Tie. tauto.
  - intro j. unfold weight. rewrite Same. f_equal. apply sum1_ext. intros k _. rewrite Same. reflexivity.
  - unfold weight. rewrite Tie. reflexivity.
Qed.

(** A A at a whole turn: both positions tie, and hold the answer. *)
Theorem u26_discrepancy_zero_wrong_refuted : ~ u26_discrepancy_zero_wrong_statement.
Proof.
  intro H. set (s := fun _ : nat => Letter 0). set (l := logits (h_pos (2 * PI)) s 2).
  assert (L : forall k, within 2 k -> l k = 1).
  { intros k K. unfold l, logits. rewrite h_pos_logit. unfold within in K.
    assert (k = 1 \/ k = 2)%nat as [->| ->] by lia; simpl.
    - replace ((1 + 1 - 1 - 0) * (2 * PI)) with (2 * PI) by ring. apply cos_2PI.
    - replace ((1 + 1 - (1 + 1) - 0) * (2 * PI)) with 0 by ring. apply cos_0. }
  apply (H (2 * PI) s 2%nat ltac:(lia) ltac:(simpl; lia)); fold l.
  - intros [j [J U]]. unfold within in J. assert (exists k, within 2 k /\ k <> j) as [k [K D]].
    { destruct (Nat.eq_dec j 1); [exists 2%nat|exists 1%nat]; unfold within; lia. }
    specialize (U k K D). rewrite (L k K), (L j J) in U. lra.
  - assert (T : forall k, within 2 k -> top l 2 k = true).
    { intros k K. apply top_spec. intros i I. rewrite (L i I), (L k K). lra. }
    assert (T1 := T 1%nat ltac:(unfold within; lia)). assert (T2 := T 2%nat ltac:(unfold within; lia)).
    intros t D. change (index_answer s 2) with (Letter 0) in *.
    assert (On : one_hot (Letter 0) (Letter 0) = 1) by reflexivity.
    assert (Off : one_hot (Letter 0) t = 0) by (unfold one_hot; rewrite token_eq_neq by exact D; reflexivity).
    unfold zero_score, hard_weight, sum1. cbn [sum]. rewrite T1, T2. unfold s, index_value. rewrite On, Off.
    replace (1 / (0 + 1 + 1)) with (1 / 2) by field. lra.
Qed.

(** * False neighbour: without the tie *)
Definition u26_discrepancy_zero_neighbour_no_tie : Prop :=
  forall (theta : R) (s : nat -> token) (n i q a b : nat),
    s n = Int i -> (1 <= i < n)%nat -> within n q -> q <> (n - i)%nat -> q <> n ->
    s (n - i)%nat = Letter a -> s q = Letter b -> a <> b ->
    forall t, zero_score (hard_weight (logits (h_pos theta) s n) n) s n t
            = zero_score (hard_weight (logits (h_pos theta) (exchanged s (n - i) q) n) n) (exchanged s (n - i) q) n t.

Theorem u26_discrepancy_zero_neighbour_no_tie_false : ~ u26_discrepancy_zero_neighbour_no_tie.
Proof.
  intro H. specialize (H 1 a_b_1 3%nat 1%nat 1%nat 1%nat 0%nat eq_refl ltac:(lia) ltac:(unfold within; lia)
    ltac:(simpl; lia) ltac:(lia) eq_refl eq_refl ltac:(lia) (Letter 1)). unfold zero_score in H.
  change (3 - 1)%nat with 2%nat in H. set (s' := exchanged a_b_1 2 1) in *.
  assert (U : only_maximiser (logits (h_pos 1) s' 3) 3 2).
  { destruct a_b_1_unique as [W U]. split; [exact W|]. intros k K D.
    rewrite !(same_logits 1 s' a_b_1 3 eq_refl). apply U; assumption. }
  rewrite (hard_weight_only _ 3 2 a_b_1_unique (fun j => index_value (a_b_1 j) (Letter 1))) in H.
  rewrite (hard_weight_only _ 3 2 U (fun j => index_value (s' j) (Letter 1))) in H.
  unfold s', exchanged in H. simpl in H. unfold one_hot in H. simpl in H. lra.
Qed.

(** Three letters and the integer 1 at half a turn: the first and the third position tie. *)
Example u26_discrepancy_zero_instance : instance_of u26_discrepancy_zero_statement.
Proof.
  exists PI, (fun j => if (j =? 4)%nat then Int 1 else Letter j), 4%nat, 1%nat, 1%nat, 3%nat, 1%nat.
  repeat apply conj; try exact I; try reflexivity; try lia; try discriminate;
    try (unfold within; lia); try (exists (Letter 0); exact I); try (exists 0, (Letter 0); exact I).
  unfold logits. rewrite !h_pos_logit. simpl.
  replace ((1 + 1 + 1 + 1 - 1 - 1) * PI) with (2 * PI) by ring.
  replace ((1 + 1 + 1 + 1 - (1 + 1 + 1) - 1) * PI) with 0 by ring. rewrite cos_2PI, cos_0. reflexivity.
Qed.
