(** u26.index-bound-angle: T_Index's largest logit leads by at most 1 - cos theta, because the target has
    a neighbour; and u26.index-bound-angle.other-token: with "others" read as positions that hold another
    token the bound is false.

    Statement (U26, Appendix F.2.1): Delta_Index(n) <= 1 - cos theta. Delta is the maximum over inputs, so
    every input's gap must be within the bound; n >= 2, and the input is longer than its integers. Others:
    any other position (F.2.1), and positions that are not maximisers (Lemma F.1).

    Idea: the neighbour's logit is cos theta. If it is a maximiser, cos theta = 1; then all positions tie
    and both gaps are 0.
    Encoding: the statement says also that both gaps exist. *)

From Coq Require Import Reals Lra Lia PeanoNat ZArith.
From RopeTheory Require Import Rope Trig Heads Circle u26_index_logits IndexGap Instances.
Open Scope R_scope.

(** The input is longer than its integers (the domain of Index). *)
Definition longer_than_integers (s : nat -> token) (n : nat) : Prop :=
  forall j, within n j -> (asked (s j) < n)%nat.

Definition u26_index_bound_angle_statement : Prop :=
  forall (theta : R) (s : nat -> token) (n : nat),
    (2 <= n)%nat -> longer_than_integers s n ->
    let l := logits (h_pos theta) s n in
    (exists g, gap_any l n g) /\ (exists g, gap_not_maximal l n g) /\
    (forall g, gap_any l n g \/ gap_not_maximal l n g -> g <= 1 - cos theta).

Lemma asked_inside : forall s n, (1 <= n)%nat -> longer_than_integers s n -> (asked (s n) < n)%nat.
Proof. intros s n Hn H. apply H. unfold within. lia. Qed.

(** The target has a neighbour. *)
Lemma neighbour : forall theta s n, (2 <= n)%nat -> (asked (s n) < n)%nat ->
  exists j, within n j /\ j <> (n - asked (s n))%nat /\ logits (h_pos theta) s n j = cos theta.
Proof.
  intros theta s n Hn H. destruct (reach_at_least n (asked (s n)) Hn H) as [R _].
  destruct (reach_position n (asked (s n)) 1 H ltac:(lia)) as [j [Hj [D E]]].
  exists j. split; [exact Hj|]. split; [exact D|]. rewrite (h_pos_distance theta s n j 1 H E). simpl.
  f_equal. ring.
Qed.

(** If cos theta = 1, every logit is 1. *)
Lemma whole_turns_tie : forall theta s n j, (asked (s n) < n)%nat -> cos theta = 1 -> within n j ->
  logits (h_pos theta) s n j = 1.
Proof.
  intros theta s n j H C Hj. apply cos_eq_1 in C as [k Ek].
  rewrite h_pos_at by exact H. apply cos_eq_1. unfold within in Hj.
  exists ((Z.of_nat (n - asked (s n)) - Z.of_nat j) * k)%Z.
  rewrite mult_IZR, minus_IZR, <- !INR_IZR_INZ, Ek. ring.
Qed.

Theorem u26_index_bound_angle_proved : u26_index_bound_angle_statement.
Proof.
  intros theta s n Hn Hlong l. subst l. pose proof (asked_inside s n ltac:(lia) Hlong) as H.
  split; [apply gap_any_exists, Hn|]. split; [apply gap_not_maximal_exists, Hn|].
  destruct (neighbour theta s n Hn H) as [j [Hj [D E]]].
  pose proof (h_pos_maximiser theta s n H) as M. pose proof (h_pos_top theta s n H) as Top.
  intros g [G|[G|[_ [_ ->]]]].
  - pose proof (gap_any_at _ n g _ G M) as [_ L]. specialize (L j (conj Hj D)). lra.
  - destruct G as [best [other [B [[[k [[Hk Nk] Ek]] L] ->]]]].
    pose proof (is_largest_unique _ _ _ _ B (maximiser_is_largest _ n _ M)) as ->.
    destruct (Req_dec (cos theta) 1) as [C|C].
    + exfalso. apply Nk. split; [exact Hk|]. intros i Hi.
      rewrite (whole_turns_tie theta s n k H C Hk). apply h_pos_at_most_1.
    + assert (N : ~ maximiser (logits (h_pos theta) s n) n j).
      { intros [_ Mj]. destruct M as [Hp _]. specialize (Mj _ Hp). rewrite Top, E in Mj.
        pose proof (cos_le_1 theta). lra. }
      specialize (L j (conj Hj N)). lra.
  - pose proof (cos_le_1 theta). lra.
Qed.

(** * Refuted: others are positions that hold another token

    "Delta_Index(n) <= 1 - cos theta, with the largest logit among positions that hold another token" than
    the first maximiser. Witness: A B B with theta = 1, gap 1 - cos 2. *)

Definition gap_other_token (l : nat -> R) (s : nat -> token) (n : nat) (g : R) : Prop :=
  exists j, maximiser l n j /\ (forall k, (k < j)%nat -> ~ maximiser l n k) /\ gap_to (fun k => s k <> s j) l
    n g.

Definition u26_index_bound_angle_other_token_statement : Prop :=
  forall (theta : R) (s : nat -> token) (n : nat),
    (2 <= n)%nat -> longer_than_integers s n ->
    (exists j k, within n j /\ within n k /\ s j <> s k) ->
    forall g, gap_other_token (logits (h_pos theta) s n) s n g -> g <= 1 - cos theta.

Definition a_b_b (j : nat) : token := match j with 1%nat => Letter 0 | _ => Letter 1 end.

Lemma a_b_b_longer : longer_than_integers a_b_b 3.
Proof. intros j _. unfold a_b_b. destruct j as [|[|j]]; simpl; lia. Qed.

Lemma within_3 : forall k, within 3 k -> k = 1%nat \/ k = 2%nat \/ k = 3%nat.
Proof. unfold within. lia. Qed.

Lemma a_b_b_logit : forall k, within 3 k -> logits (h_pos 1) a_b_b 3 k = cos (INR (3 - k)).
Proof.
  intros k Hk. rewrite (h_pos_distance 1 a_b_b 3 k (3 - k)).
  - f_equal. ring.
  - simpl. lia.
  - change (asked (a_b_b 3)) with 0%nat. unfold within in Hk. lia.
Qed.

Theorem u26_index_bound_angle_other_token_refuted : ~ u26_index_bound_angle_other_token_statement.
Proof.
  intro H. pose proof PI2_1 as P.
  assert (C1 : cos 1 < 1) by apply cos_one_lt_1.
  assert (C2 : cos 2 < cos 1) by (apply cos_falls; lra).
  assert (E : forall k, within 3 k -> logits (h_pos 1) a_b_b 3 k <= 1) by (intros; apply h_pos_at_most_1).
  assert (T : logits (h_pos 1) a_b_b 3 3 = 1) by (rewrite a_b_b_logit by (unfold within; lia); apply cos_0).
  assert (F : logits (h_pos 1) a_b_b 3 1 = cos 2) by (rewrite a_b_b_logit by (unfold within; lia);
    reflexivity).
  assert (S : logits (h_pos 1) a_b_b 3 2 = cos 1) by (rewrite a_b_b_logit by (unfold within; lia);
    reflexivity).
  specialize (H 1 a_b_b 3%nat ltac:(lia) a_b_b_longer).
  assert (G : gap_other_token (logits (h_pos 1) a_b_b 3) a_b_b 3 (1 - cos 2)).
  { assert (M : maximiser (logits (h_pos 1) a_b_b 3) 3 3).
    { split; [unfold within; lia|]. intros k Hk. rewrite T. apply E, Hk. }
    exists 3%nat. split; [exact M|]. split.
    - intros k Hk [Hk' Mk]. specialize (Mk 3%nat ltac:(unfold within; lia)). unfold within in Hk'.
      assert (k = 1 \/ k = 2)%nat as [->| ->] by lia; lra.
    - exists (logits (h_pos 1) a_b_b 3 3%nat), (cos 2). split; [|split; [|lra]].
      + apply maximiser_is_largest, M.
      + split; [exists 1%nat; split; [split; [unfold within; lia|discriminate]|exact F]|].
        intros k [Hk D]. apply within_3 in Hk as [->|[->| ->]]; [lra|contradiction D; reflexivity|
          contradiction D; reflexivity]. }
  specialize (H ltac:(exists 1%nat, 2%nat; unfold within; repeat split; try lia; discriminate) _ G). lra.
Qed.

(** * False neighbours *)

(** Strictly below: with two letters the neighbour is the only rival. *)
Definition u26_index_bound_angle_neighbour_strict : Prop :=
  forall (theta : R) (s : nat -> token) (n : nat), (2 <= n)%nat -> longer_than_integers s n ->
    forall g, gap_any (logits (h_pos theta) s n) n g -> g < 1 - cos theta.

Lemma two_letters_gap : forall theta, gap_any (logits (h_pos theta) (fun _ => Letter 0) 2) 2 (1 - cos theta).
Proof.
  intro theta. apply h_pos_gap; simpl asked; [lia|]. replace (reach 2 0) with 1%nat by reflexivity.
  replace (1 - (1 - cos theta)) with (cos theta) by ring.
  assert (E : forall t, within 1 t -> cos (INR t * theta) = cos theta).
  { intros t Ht. unfold within in Ht. assert (t = 1%nat) as -> by lia. simpl. f_equal. ring. }
  split; [exists 1%nat; split; [unfold within; lia|apply E; unfold within; lia]|].
  intros t Ht. rewrite (E t Ht). lra.
Qed.

Lemma letters_longer : forall n, (1 <= n)%nat -> longer_than_integers (fun _ => Letter 0) n.
Proof. intros n Hn j _. simpl. lia. Qed.

Theorem u26_index_bound_angle_neighbour_strict_false : ~ u26_index_bound_angle_neighbour_strict.
Proof.
  intro H. specialize (H 1 _ 2%nat ltac:(lia) (letters_longer 2 ltac:(lia)) _ (two_letters_gap 1)). lra.
Qed.

(** 1 - cos(theta/2). *)
Definition u26_index_bound_angle_neighbour_half : Prop :=
  forall (theta : R) (s : nat -> token) (n : nat), (2 <= n)%nat -> longer_than_integers s n ->
    forall g, gap_any (logits (h_pos theta) s n) n g -> g <= 1 - cos (theta / 2).

Theorem u26_index_bound_angle_neighbour_half_false : ~ u26_index_bound_angle_neighbour_half.
Proof.
  intro H. pose proof PI2_1.
  specialize (H 1 _ 2%nat ltac:(lia) (letters_longer 2 ltac:(lia)) _ (two_letters_gap 1)).
  assert (cos 1 < cos (1 / 2)) by (apply cos_falls; lra). lra.
Qed.

Example u26_index_bound_angle_instance : instance_of u26_index_bound_angle_statement.
Proof.
  exists 1, a_b_b, 3%nat. split; [lia|]. split; [exact a_b_b_longer|]. split; [exact I|]. split; [exact I|].
  destruct (gap_any_exists (logits (h_pos 1) a_b_b 3) 3 ltac:(lia)) as [g G]. exists g. auto.
Qed.
