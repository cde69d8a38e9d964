(** new.precision-cliff.retrieval-shared-letter.corrected (new; on U26, Appendix F.2.2): without rotation nothing ties.

    Statement.  T_Retrieval with 8 letters, without rotation and with a direct path that gives a letter-integer token 2 on
    itself, answers every proper input of every length with every step of its logits in bfloat16, float16, float32 or
    float64, as long as no position overflows.

    Idea: all phases are 0, and each logit is off by at most 0.06 (new_precision_cliff_retrieval.v), while two letters are
    1 - cos(pi/4) > 0.29 apart: the largest computed logits are those of keys with the letter sought, which on a proper
    input hold one token.  A letter-integer token gets 2 by the direct path and no other token more than 1.
    Encoding: rounding without underflow or overflow, and cos and sin of the library, as there; average hard attention
    on the computed logits; weights and scores are exact.  Every output token whatsoever is compared. *)

From Coq Require Import Reals ZArith Lra Lia.
From RopeTheory Require Import Rope Sums Heads Decoding u26_retrieval_max u26_retrieval_bound u26_rem32 u26_index_decode_ties
  new_precision_cliff_retrieval_shared_letter new_precision_cliff_retrieval Instances.
Open Scope R_scope.

(** What a letter-integer token gives itself on the direct path. *)
Definition direct_path (a : R) (x t : pair) : R := match x with LetterInt _ _ => a * pair_hot x t | LetterPair _ _ => 0 end.

(** The scores at position n: logits computed in p bits at theta, hard attention, values the tokens themselves. *)
Definition rounded_score (a theta : R) (p : Z) (cosine sine : R -> R) (s : nat -> pair) (n : nat) (t : pair) : R :=
  score pair_hot (direct_path a) (hard_weight (fun j => computed_in p cosine sine (retrieval_plane 8 theta) (s n) n (s j) j) n) s n t.

Definition new_precision_cliff_retrieval_shared_letter_corrected_statement : Prop :=
  forall (p : Z) (cosine sine : R -> R), (p = 8 \/ p = 11 \/ p = 24 \/ p = 53)%Z -> accurate cos cosine -> accurate sin sine ->
    forall (n : nat) (s : nat -> pair) (t : pair), (1 <= n)%nat -> over_alphabet 8 s n -> proper s n -> retrieval_answer s n t ->
      decoded (rounded_score 2 0 p cosine sine s n) t.

Lemma behind_weighs_nothing : forall l n j k, within n j -> within n k -> l k < l j -> hard_weight l n k = 0.
Proof.
  intros l n j k J K L. unfold hard_weight. destruct (top l n k) eqn:T; [|unfold Rdiv; ring].
  exfalso. pose proof (proj1 (top_spec l n k) T j J). lra.
Qed.

Lemma hot_range : forall t u, 0 <= pair_hot t u <= 1.
Proof. intros t u. unfold pair_hot. destruct (pair_eqb t u); lra. Qed.

(** Without a direct path: the token with the letter sought has all the weight. *)
Lemma all_on : forall l n s j, (1 <= n)%nat -> within n j -> (forall k, within n k -> s k <> s j -> l k < l j) ->
  sum1 (fun k => hard_weight l n k * pair_hot (s k) (s j)) n = 1 /\
  forall u, u <> s j -> sum1 (fun k => hard_weight l n k * pair_hot (s k) u) n = 0.
Proof.
  intros l n s j N J H. split.
  - rewrite <- (hard_total l n N). apply sum1_ext. intros k K. destruct (pair_eqb (s k) (s j)) eqn:E.
    + apply pair_eqb_eq in E. rewrite E, pair_hot_same. ring.
    + rewrite (behind_weighs_nothing l n j k J K); [ring|]. apply H; [exact K|]. intro Q. rewrite Q in E.
      rewrite (proj2 (pair_eqb_eq _ _) eq_refl) in E. discriminate.
  - intros u U. rewrite (sum1_ext _ (fun _ => 0)); [rewrite sum1_const; ring|]. intros k K. destruct (pair_eqb (s k) (s j)) eqn:E.
    + apply pair_eqb_eq in E. rewrite E, pair_hot_other by congruence. ring.
    + rewrite (behind_weighs_nothing l n j k J K); [ring|]. apply H; [exact K|]. intro Q. rewrite Q in E.
      rewrite (proj2 (pair_eqb_eq _ _) eq_refl) in E. discriminate.
Qed.

Lemma hot_sum : forall l n s u, (1 <= n)%nat -> 0 <= sum1 (fun k => hard_weight l n k * pair_hot (s k) u) n <= 1.
Proof.
  intros l n s u N. split.
  - apply sum1_nonneg. intros k K. apply Rmult_le_pos; [apply hard_weight_nonneg, N|apply hot_range].
  - rewrite <- (hard_total l n N). apply sum1_le. intros k K. pose proof (hard_weight_nonneg l n k N). pose proof (hot_range (s k) u). nra.
Qed.

Theorem new_precision_cliff_retrieval_shared_letter_corrected_proved : new_precision_cliff_retrieval_shared_letter_corrected_statement.
Proof.
  intros p cosine sine P C S n s t N Over Pr A u U. unfold rounded_score, score.
  set (l := fun j => computed_in p cosine sine (retrieval_plane 8 0) (s n) n (s j) j). unfold retrieval_answer in A.
  destruct (s n) as [x y|x i] eqn:E.
  - destruct A as (j & J & Left & At). destruct (Pr n x y ltac:(unfold within; lia) E) as [_ Same].
    assert (Mj : is_match s n j) by (unfold is_match; rewrite E; exact Left).
    destruct (all_on l n s j N J) as [One Zero].
    + intros k K D. pose proof PI_RGT_0.
      assert (Mk : ~ is_match s n k) by (intro Mk; apply D, Same; try assumption; unfold is_match in Mk; rewrite E in Mk; exact Mk).
      pose proof (letters_apart p cosine sine ltac:(lia) C S 0 n s j k ltac:(lra) ltac:(lra) Over J Mj K Mk) as Q. cbv zeta in Q.
      rewrite E in Q. exact Q.
    + subst t. rewrite One, Zero by congruence. simpl. lra.
  - subst t. pose proof (hot_sum l n s u N). pose proof (hot_sum l n s (s n) N) as T. rewrite E in T. simpl.
    rewrite pair_hot_same, pair_hot_other by congruence. lra.
Qed.

(** * False neighbours *)

(** With the rotation omega/(4n) in place of the direct path: (B, 1), (B, 2) in bfloat16. *)
Definition new_precision_cliff_retrieval_shared_letter_corrected_neighbour_rotation : Prop :=
  forall (p : Z) (cosine sine : R -> R), (p = 8 \/ p = 11 \/ p = 24 \/ p = 53)%Z -> accurate cos cosine -> accurate sin sine ->
    forall (n : nat) (s : nat -> pair) (t : pair), (1 <= n)%nat -> over_alphabet 8 s n -> proper s n -> retrieval_answer s n t ->
      decoded (rounded_score 0 (spacing 8 / (4 * INR n)) p cosine sine s n) t.

Lemma b_proper : proper pair_of_b 2.
Proof. intros j x y _ Q. discriminate Q. Qed.

Lemma b_over : over_alphabet 8 pair_of_b 2.
Proof. apply both_over. intro j. right. exists j. reflexivity. Qed.

(** Two keys whose logits tie have half of the weight each. *)
Lemma tied_pair : forall l : nat -> R, l 1%nat = l 2%nat -> hard_weight l 2 1 = hard_weight l 2 2.
Proof.
  intros l T. unfold hard_weight. f_equal. assert (E : top l 2 1 = top l 2 2); [|rewrite E; reflexivity].
  unfold top. simpl. rewrite T. reflexivity.
Qed.

Lemma tie_decodes_nothing : forall theta a cosine sine,
  (forall j, (j = 1 \/ j = 2)%nat -> computed_in 8 cosine sine (retrieval_plane 8 theta) (pair_of_b 2) 2 (pair_of_b j) j = 254 / 256) ->
  a = 0 -> ~ decoded (rounded_score a theta 8 cosine sine pair_of_b 2) (pair_of_b 2).
Proof.
  intros theta a cosine sine T A D. specialize (D (pair_of_b 1) ltac:(discriminate)). unfold rounded_score, score in D.
  set (l := fun j => computed_in 8 cosine sine (retrieval_plane 8 theta) (pair_of_b 2) 2 (pair_of_b j) j) in *.
  assert (W : hard_weight l 2 1 = hard_weight l 2 2) by (apply tied_pair; unfold l; rewrite !T by lia; reflexivity).
  unfold sum1 in D. cbn [sum] in D. unfold pair_hot, pair_of_b in D. simpl in D. subst a. rewrite W in D. lra.
Qed.

Theorem new_precision_cliff_retrieval_shared_letter_corrected_neighbour_rotation_false :
  ~ new_precision_cliff_retrieval_shared_letter_corrected_neighbour_rotation.
Proof.
  intro H. apply (tie_decodes_nothing (spacing 8 / (4 * INR 2)) 0 cos sin); [|reflexivity|].
  - intros j J. unfold pair_of_b. rewrite in_bfloat16. apply b_against_b; try apply exact_library. exact J.
  - apply H; try apply exact_library; try lia; [exact b_over|exact b_proper|reflexivity].
Qed.

(** Without the direct path: at theta = 0 the two keys are one. *)
Definition new_precision_cliff_retrieval_shared_letter_corrected_neighbour_direct : Prop :=
  forall (p : Z) (cosine sine : R -> R), (p = 8 \/ p = 11 \/ p = 24 \/ p = 53)%Z -> accurate cos cosine -> accurate sin sine ->
    forall (n : nat) (s : nat -> pair) (t : pair), (1 <= n)%nat -> over_alphabet 8 s n -> proper s n -> retrieval_answer s n t ->
      decoded (rounded_score 0 0 p cosine sine s n) t.

Theorem new_precision_cliff_retrieval_shared_letter_corrected_neighbour_direct_false :
  ~ new_precision_cliff_retrieval_shared_letter_corrected_neighbour_direct.
Proof.
  intro H. specialize (H 8%Z cos sin ltac:(lia) (exact_library cos) (exact_library sin) 2%nat pair_of_b (pair_of_b 2) ltac:(lia) b_over b_proper eq_refl).
  specialize (H (pair_of_b 1) ltac:(discriminate)). unfold rounded_score, score in H.
  set (l := fun j => computed_in 8 cos sin (retrieval_plane 8 0) (pair_of_b 2) 2 (pair_of_b j) j) in *.
  assert (T : l 1%nat = l 2%nat).
  { unfold l, computed_in, retrieval_plane, pair_of_b. cbn [frequency query key sought left_of].
    assert (R : forall v m m', rotated_in 8 cos sin 0 v m = rotated_in 8 cos sin 0 v m').
    { intros. unfold rotated_in. rewrite new_cached_keys_drift.rounds_to_0, !Rmult_0_r. reflexivity. }
    rewrite (R (on_circle 8 1) 1%nat 2%nat). reflexivity. }
  pose proof (tied_pair l T) as W. unfold sum1 in H. cbn [sum] in H. unfold pair_hot, pair_of_b in H. simpl in H. rewrite W in H. lra.
Qed.

(** A1 B2 CA in bfloat16, with the cosine and sine themselves as library: the answer is A1. *)
Example new_precision_cliff_retrieval_shared_letter_corrected_instance :
  instance_of new_precision_cliff_retrieval_shared_letter_corrected_statement.
Proof.
  exists 8%Z, cos, sin. split; [left; reflexivity|].
  split; [intro x; unfold Rminus; rewrite Rplus_opp_r, Rabs_R0; lra|].
  split; [intro x; unfold Rminus; rewrite Rplus_opp_r, Rabs_R0; lra|].
  pose (s := fun j => match j with 1%nat => LetterInt 0 1 | 2%nat => LetterInt 1 2 | _ => LetterPair 2 0 end).
  exists 3%nat, s, (LetterInt 0 1). split; [lia|].
  split; [intros j J; unfold within in J; destruct j as [|[|[|[|j]]]]; cbn; lia|]. split.
  - intros j x y J E. unfold within in J. destruct j as [|[|[|[|j]]]]; try lia; try discriminate E.
    injection E as <- <-. split.
    + exists 1%nat. split; [unfold within; lia|reflexivity].
    + intros k k' K K' L L'. unfold within in K, K'.
      destruct k as [|[|[|[|k]]]]; try lia; try discriminate L. destruct k' as [|[|[|[|k']]]]; try lia;
        try discriminate L'. reflexivity.
  - split; [|exact I]. exists 1%nat. split; [unfold within; lia|]. split; reflexivity.
Qed.
