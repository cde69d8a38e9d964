(** new.beta-explicit.decode (new; sharpens U26, Lemma F.1 and Theorem 3.1).

    Statement.  beta > ln(n-1)/Delta is enough for T_Index (theta = 2 pi/n) and T_Retrieval (theta = omega/(4n)) to decode
    right at the last position of every valid input: Delta the smallest gap to the largest logit, which one key has alone.

    Idea: that key is the position asked for, or the nearest match; more than half of the weight (new_beta_explicit.v)
    is more than all others have, and twice of it more than the direct path's 1.
    Encoding: scores of all tokens whatsoever, as in u26_thm31.v; letters are numbers below m.  A key t with smallest gap D > 0
    has the largest logit alone, and there always is one. *)

From Coq Require Import Reals Lra Lia PeanoNat.
From RopeTheory Require Import Rope Sums Taylor Circle Heads Decoding u26_index_logits u26_index_decode u26_retrieval_max
  u26_retrieval_bound u26_rem32 u26_thm31 new_beta_explicit Instances.
Open Scope R_scope.

(** Key t leads all others, by D at least, and every beta beyond ln(n-1)/D decodes the answer. *)
Definition enough {O : Type} (l : nat -> R) (n : nat) (decodes : R -> O -> Prop) (answer : O) : Prop :=
  (exists t D, (1 <= t <= n)%nat /\ smallest_gap l n t D /\ 0 < D) /\
  forall t D beta, (1 <= t <= n)%nat -> smallest_gap l n t D -> 0 < D -> ln (INR (n - 1)) / D < beta -> decodes beta answer.

Definition new_beta_explicit_decode_statement : Prop :=
  forall n : nat, (2 <= n)%nat ->
    (forall s, (asked (s n) < n)%nat -> let theta := 2 * PI / INR n in
       enough (logits (h_pos theta) s n) n (fun beta => decoded (index_soft_score beta theta s n)) (index_answer s n)) /\
    (forall m s t, (1 <= m)%nat -> over_alphabet m s n -> proper s n -> retrieval_answer s n t ->
       let theta := spacing m / (4 * INR n) in
       enough (logits (h_retrieval m theta) s n) n (fun beta => decoded (retrieval_soft_score beta m theta s n)) t).

(** Where there are rivals, one is the nearest. *)
Lemma least_of : forall (f : nat -> R) t n, (forall j, ~ rival n t j) \/
  exists D, (forall j, rival n t j -> D <= f j) /\ exists j, rival n t j /\ f j = D.
Proof.
  intros f t n. unfold rival. induction n as [|n IH]; [left; intros; lia|]. destruct (Nat.eq_dec (S n) t) as [E|Ne].
  - destruct IH as [No|(D & A & k & K & F)]; [left; intros j J; apply (No j); lia|].
    right. exists D. split; [intros i I; apply A; lia|exists k; split; [lia|exact F]].
  - right. destruct IH as [No|(D & A & k & K & F)].
    + exists (f (S n)). split; [|exists (S n); split; [lia|reflexivity]]. intros i I.
      destruct (Nat.eq_dec i (S n)) as [->|Q]; [lra|]. destruct (No i). lia.
    + exists (Rmin D (f (S n))). split.
      * intros i I. destruct (Nat.eq_dec i (S n)) as [->|Q]; [apply Rmin_r|]. eapply Rle_trans; [apply Rmin_l|]. apply A. lia.
      * unfold Rmin. destruct (Rle_dec D (f (S n))); [exists k; split; [lia|exact F]|exists (S n); split; [lia|reflexivity]].
Qed.

Lemma has_gap : forall l n t d, (2 <= n)%nat -> (1 <= t <= n)%nat -> 0 < d -> (forall k, rival n t k -> d <= l t - l k) ->
  exists t D, (1 <= t <= n)%nat /\ smallest_gap l n t D /\ 0 < D.
Proof.
  intros l n t d N T P L. destruct (least_of (fun j => l t - l j) t n) as [No|(D & A & k & K & F)].
  - exfalso. apply (No (if (t =? 1)%nat then 2%nat else 1%nat)). unfold rival. destruct (Nat.eqb_spec t 1); lia.
  - exists t, D. split; [exact T|]. split; [split; [exact A|exists k; split; assumption]|]. pose proof (L k K). lra.
Qed.

Lemma same_key : forall l n t j D, within n j -> smallest_gap l n t D -> 0 < D -> l t <= l j -> t = j.
Proof.
  intros l n t j D J [G _] P L. destruct (Nat.eq_dec j t) as [E|E]; [congruence|]. specialize (G j (conj J E)). lra.
Qed.

Theorem new_beta_explicit_decode_proved : new_beta_explicit_decode_statement.
Proof.
  intros n N. split.
  - intros s A theta. set (l := logits (h_pos theta) s n). set (j := target (s n) n).
    assert (Ej : j = (n - asked (s n))%nat) by apply target_asked. assert (J : within n j) by (unfold within; lia).
    assert (Lead : forall k, rival n j k -> 1 - cos theta <= l j - l k).
    { intros k [K D]. unfold l, j. rewrite (h_pos_target theta s n A). unfold logits. rewrite h_pos_logit, steps.
      assert (cos (IZR (Z.of_nat n - Z.of_nat k - Z.of_nat (asked (s n))) * theta) <= cos theta); [|lra]. apply apart; lia. }
    split; [apply (has_gap l n j (1 - cos theta) N J (angle_positive n N) Lead)|].
    intros t D beta T G P B. assert (E : t = j).
    { apply (same_key l n t j D J G P). unfold l at 2, j. rewrite (h_pos_target theta s n A). apply h_pos_at_most_1. }
    subst t. assert (Pos : forall k, within n k -> 0 <= weight beta l n k) by (intros; apply Rlt_le, weight_positive; lia).
    assert (Half : forall P, P j = false -> sum1 (fun k => if P k then weight beta l n k else 0) n < 1 / 2).
    { intros Q Qj. apply (behind_below_half beta l n j D (n - 1)); try assumption; try lia.
      intros k K Qk. apply (proj1 G). split; [exact K|]. intros ->. congruence. }
    unfold index_answer. destruct (s n) as [a|i] eqn:Q.
    + apply (letter_decoded (weight beta l n) s n Pos (weights_total beta l n ltac:(lia)) j a J).
      * rewrite Ej. simpl. rewrite Nat.sub_0_r. exact Q.
      * intros c Ec. congruence.
      * apply (Half (fun k => negb (k =? j)%nat)). rewrite Nat.eqb_refl. reflexivity.
    + simpl in Ej. rewrite <- Ej. destruct (s j) as [b|k] eqn:Q'.
      * apply (letter_decoded (weight beta l n) s n Pos (weights_total beta l n ltac:(lia)) j b J Q').
        -- intros c Ec. congruence.
        -- apply (Half (fun k => negb (k =? j)%nat)). rewrite Nat.eqb_refl. reflexivity.
      * apply (integer_decoded (weight beta l n) s n Pos i Q). apply (Half (is_letter s)). unfold is_letter. rewrite Q'. reflexivity.
  - intros m s a M S Pr Ra theta. assert (N2 : 2 <= INR n) by (apply (le_INR 2), N). pose proof (spacing_pos m M) as W.
    assert (Th : 0 < theta < spacing m / (2 * INR n)).
    { unfold theta. split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_lt_compat_l; [exact W|]. apply Rinv_lt_contravar; nra. }
    destruct (last_such _ (match_dec s n) n (proper_match s n ltac:(lia) Pr)) as (j & J & Mj & Near).
    assert (E : s j = a).
    { unfold retrieval_answer in Ra. unfold is_match in Mj. destruct (s n) as [x y|x i] eqn:Q; simpl in Mj.
      - destruct Ra as (k & K & Yk & <-). apply (Pr n x y ltac:(unfold within; lia) Q); assumption.
      - subst a. assert (n <= j)%nat as L.
        { apply Near; [unfold within; lia|]. unfold is_match. rewrite Q. reflexivity. }
        replace j with n by (unfold within in J; lia). exact Q. }
    set (l := logits (h_retrieval m theta) s n).
    assert (Lead : forall k, rival n j k -> 1 - cos theta <= l j - l k).
    { intros k [K D]. apply (retrieval_lead m theta n); try assumption; lia. }
    pose proof (phi_positive m n theta M N Th) as Gap. split; [apply (has_gap l n j (1 - cos theta) N J Gap Lead)|].
    intros t D beta T G P B. assert (Et : t = j).
    { apply (same_key l n t j D J G P). destruct (Nat.eq_dec t j) as [->|Ne]; [lra|]. specialize (Lead t (conj T Ne)). lra. }
    subst t. destruct (new_beta_explicit_proved n l j D N T G P) as [Enough _]. specialize (Enough beta B).
    intros u Hu. apply (majority_decodes pair pair pair_hot (weight beta l n) s n j a) in Enough.
    + specialize (Enough u Hu). unfold Decoding.score, nothing in Enough. unfold retrieval_soft_score. fold l. lra.
    + intros x y. unfold pair_hot. destruct (pair_eqb x y); lra.
    + intros k K. apply Rlt_le, weight_positive. lia.
    + apply weights_total. lia.
    + exact J.
    + rewrite E. apply pair_hot_same.
    + intros o Ho. rewrite E. apply pair_hot_other. congruence.
Qed.

(** * False neighbours *)

(** A fifth of that beta: on A B B 3 at theta = pi/2 both B together have more weight than A. *)
Definition new_beta_explicit_decode_neighbour_fifth : Prop :=
  forall n s t D beta, (2 <= n)%nat -> (asked (s n) < n)%nat -> let theta := 2 * PI / INR n in
    (1 <= t <= n)%nat -> smallest_gap (logits (h_pos theta) s n) n t D -> 0 < D -> ln (INR (n - 1)) / D / 5 < beta ->
    decoded (index_soft_score beta theta s n) (index_answer s n).

Definition a_b_b_3 (j : nat) : token := match j with 1%nat => Letter 0 | 4%nat => Int 3 | _ => Letter 1 end.

Lemma four_logits : let l := logits (h_pos (2 * PI / INR 4)) a_b_b_3 4 in
  l 1%nat = 1 /\ l 2%nat = 0 /\ l 3%nat = -1 /\ l 4%nat = 0.
Proof.
  cbv zeta. unfold logits. rewrite !h_pos_logit. simpl asked. simpl INR.
  replace ((1 + 1 + 1 + 1 - 1 - (1 + 1 + 1)) * (2 * PI / (1 + 1 + 1 + 1))) with 0 by field.
  replace ((1 + 1 + 1 + 1 - (1 + 1) - (1 + 1 + 1)) * (2 * PI / (1 + 1 + 1 + 1))) with (- (PI / 2)) by field.
  replace ((1 + 1 + 1 + 1 - (1 + 1 + 1) - (1 + 1 + 1)) * (2 * PI / (1 + 1 + 1 + 1))) with (- PI) by field.
  replace ((1 + 1 + 1 + 1 - (1 + 1 + 1 + 1) - (1 + 1 + 1)) * (2 * PI / (1 + 1 + 1 + 1))) with (- (3 * (PI / 2))) by field.
  rewrite !cos_neg, cos_0, cos_PI2, cos_PI, cos_3PI2. repeat split; reflexivity.
Qed.

Lemma too_cold : exp (0.22 * 1) < exp (0.22 * 0) + exp (0.22 * -1).
Proof.
  pose proof (exp_ineq1_le (0.22 * -1)). assert (E : exp (0.22 * 1) * exp (0.22 * -1) = 1) by (rewrite <- exp_plus, <- Rmult_plus_distr_l, Rplus_opp_r, Rmult_0_r; apply exp_0).
  rewrite Rmult_0_r, exp_0. set (x := exp (0.22 * -1)) in *. set (y := exp (0.22 * 1)) in *. assert (0.6 <= x * x) by nra. nra.
Qed.

Theorem new_beta_explicit_decode_neighbour_fifth_false : ~ new_beta_explicit_decode_neighbour_fifth.
Proof.
  intro H. destruct four_logits as (L1 & L2 & L3 & L4).
  specialize (H 4%nat a_b_b_3 1%nat 1 0.22 ltac:(lia) ltac:(simpl; lia) ltac:(lia)).
  assert (G : smallest_gap (logits (h_pos (2 * PI / INR 4)) a_b_b_3 4) 4 1 1).
  { split.
    - intros j [J E]. rewrite L1. destruct j as [|[|[|[|[|j]]]]]; try lia; rewrite ?L2, ?L3, ?L4; lra.
    - exists 2%nat. split; [split; lia|]. rewrite L1, L2. lra. }
  specialize (H G ltac:(lra)). assert (B : ln (INR (4 - 1)) / 1 / 5 < 0.22).
  { pose proof (ln_below 2 0.55 (INR 3)) as B. unfold exp_sum in B. simpl in *. lra. }
  specialize (H B (Letter 1) ltac:(discriminate)). unfold index_soft_score, weight, sum1 in H. cbn [sum] in H. rewrite L1, L2, L3, L4 in H. unfold index_answer, one_hot, index_value in H. simpl in H.
  assert (P : 0 < exp (0.22 * 1) + exp (0.22 * 0) + exp (0.22 * -1) + exp (0.22 * 0)) by (repeat apply Rplus_lt_0_compat; apply exp_pos).
  set (Z := exp (0.22 * 1) + exp (0.22 * 0) + exp (0.22 * -1) + exp (0.22 * 0)) in *.
  replace (0 + exp (0.22 * 1) + exp (0.22 * 0) + exp (0.22 * -1) + exp (0.22 * 0)) with Z in H by (unfold Z; ring).
  pose proof too_cold as Q.
  assert (C : exp (0.22 * 1) / Z < exp (0.22 * 0) / Z + exp (0.22 * -1) / Z).
  { unfold Rdiv. rewrite <- Rmult_plus_distr_r. apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat, P|exact Q]. }
  unfold one_hot in H. simpl in H. lra.
Qed.

(** Without the direct path: A, then an integer that points at itself and is the answer, but has no value. *)
Definition new_beta_explicit_decode_neighbour_direct : Prop :=
  forall n s t D beta, (2 <= n)%nat -> (asked (s n) < n)%nat -> let theta := 2 * PI / INR n in
    (1 <= t <= n)%nat -> smallest_gap (logits (h_pos theta) s n) n t D -> 0 < D -> ln (INR (n - 1)) / D < beta ->
    decoded (fun o => sum1 (fun j => weight beta (logits (h_pos theta) s n) n j * index_value (s j) o) n) (index_answer s n).

Definition a_0 (j : nat) : token := match j with 1%nat => Letter 0 | _ => Int 0 end.

Theorem new_beta_explicit_decode_neighbour_direct_false : ~ new_beta_explicit_decode_neighbour_direct.
Proof.
  intro H. specialize (H 2%nat a_0 2%nat 2 1 ltac:(lia) ltac:(simpl; lia) ltac:(lia)).
  assert (L : logits (h_pos (2 * PI / INR 2)) a_0 2 1 = -1 /\ logits (h_pos (2 * PI / INR 2)) a_0 2 2 = 1).
  { unfold logits. rewrite !h_pos_logit. simpl asked. simpl INR.
    replace ((1 + 1 - 1 - 0) * (2 * PI / (1 + 1))) with PI by field. replace ((1 + 1 - (1 + 1) - 0) * (2 * PI / (1 + 1))) with 0 by field.
    rewrite cos_PI, cos_0. split; reflexivity. }
  destruct L as [L1 L2].
  assert (G : smallest_gap (logits (h_pos (2 * PI / INR 2)) a_0 2) 2 2 2).
  { split.
    - intros j [J E]. replace j with 1%nat by lia. rewrite L1, L2. lra.
    - exists 1%nat. split; [split; lia|]. rewrite L1, L2. lra. }
  specialize (H G ltac:(lra)). assert (B : ln (INR (2 - 1)) / 2 < 1) by (simpl; rewrite ln_1; lra).
  specialize (H B (Letter 0) ltac:(discriminate)). unfold index_answer, sum1, one_hot in H. simpl in H. unfold one_hot in H. simpl in H. pose proof (weight_positive 1 (logits (h_pos (2 * PI / INR 2)) a_0 2) 2 1 ltac:(lia)) as W.
  change (INR 2) with (1 + 1) in W. lra.
Qed.

(** Index: the letters 1, 2, 3 and two places back. Retrieval: 1 bound to 5, 0 asks for 1, 2 and 3 ask for 0. *)
Example new_beta_explicit_decode_instance : instance_of new_beta_explicit_decode_statement.
Proof.
  exists 4%nat. split; [lia | split].
  - exists (fun j => if (j =? 4)%nat then Int 2 else Letter j). split; [simpl; lia | exact I].
  - set (s := fun j => match j with
      1%nat => LetterInt 1 5 | 2%nat => LetterPair 0 1 | 3%nat => LetterPair 2 0 | _ => LetterPair 3 0 end).
    assert (One : forall j k, within j k -> (j <= 4)%nat -> left_of (s k) = 1%nat -> k = 1%nat).
    { intros j [|[|[|[|k]]]] [K K'] J L; simpl in L; lia. }
    assert (Two : forall j k, within j k -> (j <= 4)%nat -> left_of (s k) = 0%nat -> k = 2%nat).
    { intros j [|[|[|[|k]]]] [K K'] J L; simpl in L; lia. }
    exists 4%nat, s, (LetterPair 0 1). split; [lia | split; [| split; [| split; [| exact I]]]].
    + intros [|[|[|[|j]]]] _; simpl; lia.
    + intros j x y [J J'] E. destruct j as [|[|[|[|[|j]]]]]; try lia; simpl in E; try discriminate;
        injection E as <- <-.
      * split; [exists 1%nat; split; [unfold within; lia | reflexivity] |].
        intros k k' K K' L L'. rewrite (One 2%nat k K), (One 2%nat k' K');
          [reflexivity | lia | assumption | lia | assumption].
      * split; [exists 2%nat; split; [unfold within; lia | reflexivity] |].
        intros k k' K K' L L'. rewrite (Two 3%nat k K), (Two 3%nat k' K');
          [reflexivity | lia | assumption | lia | assumption].
      * split; [exists 2%nat; split; [unfold within; lia | reflexivity] |].
        intros k k' K K' L L'. rewrite (Two 4%nat k K), (Two 4%nat k' K');
          [reflexivity | lia | assumption | lia | assumption].
    + exists 2%nat. split; [unfold within; lia | split; reflexivity].
Qed.
