(** u25.thm3 (after U25, Theorem 3; wording ours), u25.thm3.angles (sharpens it), u25.thm3.one-needed (on it).

    H_POS solves Index with one RoPE angle: all keys one vector v, the query for "position p" is v turned so
    that after RoPE it meets the key at p; logits cos((p-j) theta).  For n fixed, or p counted from the query,
    it suffices that t theta is no multiple of 2 pi for 1 <= t <= n-1 and beta > ln(n-1)/Delta, Delta = min
    over these t of 1 - cos(t theta): the key at p then holds more than half of the weight.
    Angles: the largest logit over the keys 1..n is taken at p alone, for every p = 1..n-1, if and only if t
    theta is no multiple of 2 pi for 1 <= t <= n-1.
    One needed: with p counted from the start and n not fixed, no logit that depends on the query token and on
    the distance alone has its strict maximum at position 2 both for n = 3 and for n = 4.

    Idea: the logit at p is 1, and cos = 1 at whole turns only.  For the last: the distances of position 2 are
    1 at n = 3 and 2 at n = 4, and each would have to beat the other.
    Encoding: letters at 1..n-1; the query, at n, names p by the offset n - p (Heads.v), its own key competes.
     The value of a letter is itself, the query has none, F = a. *)

From Coq Require Import Reals Lra Lia PeanoNat ZArith.
From RopeTheory Require Import Rope Trig Heads Circle Sums Decoding Taylor Instances.
Open Scope R_scope.

(** Letters at 1..n-1, the query for position p at n. *)
Definition index_input (s : nat -> token) (n p : nat) : Prop :=
  (forall j, (1 <= j < n)%nat -> exists a, s j = Letter a) /\ s n = Int (n - p).

Definition letter_value (t : token) (b : nat) : R :=
  match t with Letter a => if (a =? b)%nat then 1 else 0 | Int _ => 0 end.

Definition letter_scores (w : nat -> R) (s : nat -> token) (n : nat) : nat -> R :=
  score letter_value nothing w s n.

Definition whole_turns (x : R) : Prop := exists k : Z, x = IZR k * (2 * PI).

(** t theta is no multiple of 2 pi for 1 <= t <= n-1. *)
Definition no_whole_turn (n : nat) (theta : R) : Prop :=
  forall t, (1 <= t <= n - 1)%nat -> ~ whole_turns (INR t * theta).

(** D = min over 1 <= t <= n-1 of 1 - cos(t theta). *)
Definition index_gap (n : nat) (theta D : R) : Prop :=
  (exists t, (1 <= t <= n - 1)%nat /\ D = 1 - cos (INR t * theta)) /\
  forall t, (1 <= t <= n - 1)%nat -> D <= 1 - cos (INR t * theta).

Definition u25_thm3_statement : Prop :=
  forall (theta : R) (n p a : nat) (s : nat -> token),
    (1 <= p <= n - 1)%nat -> index_input s n p -> s p = Letter a -> no_whole_turn n theta ->
    let l := logits (h_pos theta) s n in
    (forall j, within n j -> l j = cos ((INR p - INR j) * theta)) /\
    only_maximiser l n p /\ decoded (letter_scores (hard_weight l n) s n) a /\
    forall D beta, index_gap n theta D -> 0 < beta -> ln (INR (n - 1)) / D < beta ->
      1 / 2 < weight beta l n p /\ decoded (letter_scores (weight beta l n) s n) a.

Definition u25_thm3_angles_statement : Prop :=
  forall (n : nat) (theta : R), (2 <= n)%nat ->
    ((forall p s, (1 <= p <= n - 1)%nat -> index_input s n p ->
      only_maximiser (logits (h_pos theta) s n) n p) <->
     no_whole_turn n theta).

(** f is the logit of the query "position 2" by distance. *)
Definition u25_thm3_one_needed_statement : Prop :=
  forall f : nat -> R,
    ~ (only_maximiser (fun j => f (3 - j)%nat) 3 2 /\ only_maximiser (fun j => f (4 - j)%nat) 4 2).

(** * Logits *)

Lemma h_pos_at : forall theta s n p j, (p <= n)%nat -> index_input s n p ->
  logits (h_pos theta) s n j = cos ((INR p - INR j) * theta).
Proof.
  intros theta s n p j Hp [_ Q]. unfold logits. rewrite h_pos_logit, Q. simpl. rewrite minus_INR by exact Hp.
  f_equal. ring.
Qed.

(** Another key lies at a distance of 1..n-1 from p. *)
Lemma other_distance : forall n p k theta, within n p -> within n k -> k <> p ->
  exists t, (1 <= t <= n - 1)%nat /\ cos ((INR p - INR k) * theta) = cos (INR t * theta).
Proof.
  intros n p k theta Hp Hk N. unfold within in *. destruct (Nat.lt_total k p) as [L|[L|L]]; [|lia|].
  - exists (p - k)%nat. split; [lia|]. rewrite minus_INR by lia. reflexivity.
  - exists (k - p)%nat. split; [lia|]. rewrite minus_INR by lia. rewrite <- cos_neg. f_equal. ring.
Qed.

Lemma below_one : forall x, ~ whole_turns x -> cos x < 1.
Proof.
  intros x H. destruct (Rle_lt_or_eq_dec _ _ (cos_le_1 x)) as [L|E]; [exact L|].
  exfalso. apply H. apply cos_eq_1, E.
Qed.

Lemma index_only : forall theta n p s, (1 <= p <= n - 1)%nat -> index_input s n p -> no_whole_turn n theta ->
  only_maximiser (logits (h_pos theta) s n) n p.
Proof.
  intros theta n p s Hp Hs Hn. assert (P : within n p) by (unfold within; lia). split; [exact P|].
  intros k Hk N. rewrite !(h_pos_at theta s n p) by (assumption || lia).
  destruct (other_distance n p k theta P Hk N) as (t & Ht & ->).
  replace ((INR p - INR p) * theta) with 0 by ring. rewrite cos_0. apply below_one, Hn, Ht.
Qed.

Lemma letter_value_range : forall t b, 0 <= letter_value t b <= 1.
Proof. intros [a|i] c; simpl; [destruct (a =? c)%nat|]; lra. Qed.

Theorem u25_thm3_proved : u25_thm3_statement.
Proof.
  intros theta n p a s Hp Hs Ha Hn l. assert (P : within n p) by (unfold within; lia).
  pose proof (index_only theta n p s Hp Hs Hn) as M.
  assert (Own : letter_value (s p) a = 1) by (rewrite Ha; simpl; rewrite Nat.eqb_refl; reflexivity).
  assert (Others : forall o, o <> a -> letter_value (s p) o = 0).
  { intros o Ho. rewrite Ha. simpl. destruct (Nat.eqb_spec a o); [congruence|reflexivity]. }
  split; [intros; apply h_pos_at; assumption || lia|]. split; [exact M|]. split.
  - intros o Ho. unfold letter_scores, score, nothing.
    rewrite !(hard_weight_only l n p M (fun k => letter_value (s k) _)), Own, (Others o Ho). lra.
  - intros D beta [[t0 [Ht0 E0]] G] _ B.
    assert (DP : 0 < D) by (rewrite E0; pose proof (below_one _ (Hn t0 Ht0)); lra).
    assert (Half : 1 / 2 < weight beta l n p).
    { apply (gap_gives_half beta l n p D (n - 1)); try assumption; try lia.
      intros k Hk N. unfold l. rewrite !(h_pos_at theta s n p) by (assumption || lia).
      destruct (other_distance n p k theta P Hk N) as (t & Ht & ->).
      replace ((INR p - INR p) * theta) with 0 by ring. rewrite cos_0. apply G, Ht. }
    split; [exact Half|]. apply (majority_decodes _ _ _ _ _ _ p); try assumption.
    + apply letter_value_range.
    + intros. apply Rlt_le, weight_positive. lia.
    + apply weights_total. lia.
Qed.

(** The letter 0 everywhere, asked for position 1. *)
Definition all_zero (n j : nat) : token := if (j =? n)%nat then Int (n - 1) else Letter 0.

Lemma all_zero_input : forall n, index_input (all_zero n) n 1.
Proof.
  intro n. unfold all_zero. split; [|rewrite Nat.eqb_refl; reflexivity].
  intros j J. exists 0%nat. destruct (Nat.eqb_spec j n); [lia|reflexivity].
Qed.

Theorem u25_thm3_angles_proved : u25_thm3_angles_statement.
Proof.
  intros n theta Hn. split; [|intros H p s Hp Hs; apply index_only; assumption].
  intros H t Ht W. apply cos_eq_1 in W.
  destruct (H 1%nat (all_zero n) ltac:(lia) (all_zero_input n)) as [_ L].
  specialize (L (1 + t)%nat ltac:(unfold within; lia) ltac:(lia)).
  rewrite !(h_pos_at theta (all_zero n) n 1) in L by (apply all_zero_input || lia).
  rewrite plus_INR in L. replace ((INR 1 - (INR 1 + INR t)) * theta) with (- (INR t * theta)) in L by ring.
  rewrite cos_neg, W in L. pose proof (cos_le_1 ((INR 1 - INR 1) * theta)). lra.
Qed.

Theorem u25_thm3_one_needed_proved : u25_thm3_one_needed_statement.
Proof.
  intros f [[_ Three] [_ Four]].
  pose proof (Three 1%nat ltac:(unfold within; lia) ltac:(lia)) as A.
  pose proof (Four 3%nat ltac:(unfold within; lia) ltac:(lia)) as B. simpl in A, B. lra.
Qed.

(** * False neighbours *)

(** Half of that beta is enough: n = 3, theta = 2 pi/3, beta = 1/4. *)
Definition u25_thm3_neighbour_half_beta : Prop :=
  forall (theta : R) (n p : nat) (s : nat -> token) (D beta : R),
    (1 <= p <= n - 1)%nat -> index_input s n p -> no_whole_turn n theta -> index_gap n theta D -> 0 < beta ->
    ln (INR (n - 1)) / D / 2 < beta -> 1 / 2 < weight beta (logits (h_pos theta) s n) n p.

Lemma third_of_turn : cos (2 * PI / 3) = - (1 / 2) /\ cos (2 * (2 * PI / 3)) = - (1 / 2).
Proof.
  assert (E : cos (2 * PI / 3) = - (1 / 2)).
  { replace (2 * PI / 3) with (2 * (PI / 3)) by field. rewrite cos_2a_cos, cos_PI3. field. }
  split; [exact E|]. rewrite cos_2a_cos, E. field.
Qed.

Lemma third_inside : forall t, (1 <= t <= 2)%nat -> cos (INR t * (2 * PI / 3)) = - (1 / 2).
Proof.
  intros t Ht. destruct third_of_turn as [E1 E2]. assert (t = 1%nat \/ t = 2%nat) as [->| ->] by lia; simpl.
  - rewrite Rmult_1_l. exact E1.
  - replace (1 + 1) with 2 by ring. exact E2.
Qed.

Theorem u25_thm3_neighbour_half_beta_false : ~ u25_thm3_neighbour_half_beta.
Proof.
  intro H. specialize (H (2 * PI / 3) 3%nat 1%nat (all_zero 3) (3 / 2) (1 / 4) ltac:(lia) (all_zero_input 3)).
  assert (Turn : no_whole_turn 3 (2 * PI / 3)).
  { intros t Ht W. apply cos_eq_1 in W. rewrite third_inside in W by lia. lra. }
  assert (G : index_gap 3 (2 * PI / 3) (3 / 2)).
  { split; [exists 1%nat; split; [lia|]|intros t Ht]; rewrite third_inside by lia; lra. }
  specialize (H Turn G ltac:(lra) ltac:(simpl; replace (1 + 1) with 2 by ring; pose proof ln_2_decimals; lra)). apply more_than_half in H; [|lia].
  unfold rivals_total, sum1 in H. cbn [sum Nat.eqb] in H.
  rewrite !(h_pos_at (2 * PI / 3) (all_zero 3) 3 1) in H by (apply all_zero_input || lia).
  simpl in H. pose proof (COS_bound ((1 - 1) * (2 * PI / 3))). pose proof (COS_bound ((1 - (1 + 1)) * (2 * PI / 3))). pose proof (COS_bound ((1 - (1 + 1 + 1)) * (2 * PI / 3))).
  match type of H with _ + exp ?x + exp ?y < _ => pose proof (exp_ineq1_le x); pose proof (exp_ineq1_le y) end. lra.
Qed.

(** t <= n-2 is enough, the query's own key forgotten: n = 4, theta = 2 pi/3. *)
Definition u25_thm3_angles_neighbour_own_key : Prop :=
  forall (n : nat) (theta : R), (2 <= n)%nat -> no_whole_turn (n - 1) theta ->
    forall p s, (1 <= p <= n - 1)%nat -> index_input s n p -> only_maximiser (logits (h_pos theta) s n) n p.

Theorem u25_thm3_angles_neighbour_own_key_false : ~ u25_thm3_angles_neighbour_own_key.
Proof.
  intro H. assert (Turn : no_whole_turn (4 - 1) (2 * PI / 3)).
  { intros t Ht W. apply cos_eq_1 in W. rewrite third_inside in W by lia. lra. }
  apply (u25_thm3_angles_proved 4%nat (2 * PI / 3) ltac:(lia)) with (t := 3%nat); [|lia|].
  - intros p s. apply (H 4%nat (2 * PI / 3) ltac:(lia) Turn).
  - exists 1%Z. simpl. field.
Qed.

(** Length 3 alone is out of reach. *)
Definition u25_thm3_one_needed_neighbour_three : Prop :=
  forall f : nat -> R, ~ only_maximiser (fun j => f (3 - j)%nat) 3 2.

Theorem u25_thm3_one_needed_neighbour_three_false : ~ u25_thm3_one_needed_neighbour_three.
Proof.
  intro H. apply (H (fun t => if (t =? 1)%nat then 1 else 0)). split; [unfold within; lia|].
  intros k Hk N. unfold within in Hk. assert (k = 1%nat \/ k = 3%nat) as [->| ->] by lia; simpl; lra.
Qed.

(** Length 4 alone is out of reach. *)
Definition u25_thm3_one_needed_neighbour_four : Prop :=
  forall f : nat -> R, ~ only_maximiser (fun j => f (4 - j)%nat) 4 2.

Theorem u25_thm3_one_needed_neighbour_four_false : ~ u25_thm3_one_needed_neighbour_four.
Proof.
  intro H. apply (H (fun t => if (t =? 2)%nat then 1 else 0)). split; [unfold within; lia|].
  intros k Hk N. unfold within in Hk. assert (k = 1%nat \/ k = 3%nat \/ k = 4%nat) as [->|[->| ->]] by lia;
    simpl; lra.
Qed.

Lemma sixth_of_a_turn : no_whole_turn 3 (PI / 3).
Proof.
  intros t T [k E]. pose proof PI_RGT_0. assert (INR t = 6 * IZR k) as F by nra.
  rewrite INR_IZR_INZ, <- mult_IZR in F. apply eq_IZR in F. lia.
Qed.

(** The letters 0 and 1 and the query of the first; the gap of this angle is a half. *)
Example u25_thm3_instance : instance_of u25_thm3_statement.
Proof.
  exists (PI / 3), 3%nat, 1%nat, 0%nat, (fun j => match j with 1%nat => Letter 0 | 2%nat => Letter 1 | _ => Int 2 end).
  split; [lia|].
  split; [split; [intros j J; destruct j as [|[|[|j]]]; try lia; eexists; reflexivity|reflexivity]|].
  split; [reflexivity|].
  split; [exact sixth_of_a_turn|]. split; [exists 2%nat; split; [unfold within; lia|exact I]|]. split; [exact I|].
  split; [exact I|].
  exists (1 / 2), (Rabs (ln (INR (3 - 1)) / (1 / 2)) + 1). split.
  - assert (E : 1 - cos (INR 1 * (PI / 3)) = 1 / 2) by (cbn; rewrite Rmult_1_l, cos_PI3; lra). split.
    + exists 1%nat. split; [lia|]. symmetry. exact E.
    + intros t T. assert (t = 1 \/ t = 2)%nat as [-> | ->] by lia; [lra|].
      replace (INR 2 * (PI / 3)) with (2 * (PI / 3)) by (cbn; ring). rewrite cos_2PI3. lra.
  - pose proof (Rle_abs (ln (INR (3 - 1)) / (1 / 2))). pose proof (Rabs_pos (ln (INR (3 - 1)) / (1 / 2))).
    repeat split; lra.
Qed.

Example u25_thm3_angles_instance : instance_of u25_thm3_angles_statement.
Proof. exists 3%nat, (PI / 3). split; [lia|exact I]. Qed.

Example u25_thm3_one_needed_instance : instance_of u25_thm3_one_needed_statement.
Proof. exists (fun t => cos (INR t)). exact I. Qed.
