(** u25.thm5 (after U25, Theorem 5; wording ours).

    H_SYM solves Retrieval without rotation (NoPE, theta = 0); with softmax, for length <= n0 and beta as
    large as needed: beta > ln(n0 - 1)/(1 - cos omega) suffices, omega = 2 pi/(number of letters + 1), and the
    matches then hold more than half of the weight.

    Idea: a match has the logit 1, every other key at most cos omega, and at least one key is a match.
    Encoding: every symbol is bound once, or always to the same attribute; the queried one is bound.  n counts
    the query, whose own key stands on a spare place of the circle and competes.  The value of a pair is its
    attribute, the query has none, F = a. *)

From Coq Require Import Reals Lra Lia PeanoNat.
From RopeTheory Require Import Rope Trig Heads Circle Sums Induction Decoding new_single_angle_induction
  Instances.
Open Scope R_scope.

(** Every symbol keeps its attribute. *)
Definition consistent (n : nat) (x : nat -> binding) : Prop :=
  forall k k' a b b', within (n - 1) k -> within (n - 1) k' -> x k = Bound a b -> x k' = Bound a b' -> b = b'.

(** Weight of the keys that hold symbol q. *)
Definition matched (w : nat -> R) (x : nat -> binding) (n q : nat) : R :=
  sum1 (fun k => match x k with Bound a _ => if (a =? q)%nat then w k else 0 | Lone _ => 0 end) n.

Definition u25_thm5_statement : Prop :=
  forall (s n0 n : nat) (x : nat -> binding) (q b : nat) (beta : R),
    (2 <= n <= n0)%nat -> binding_input s n x -> consistent n x -> x n = Lone q ->
    (exists k, within (n - 1) k /\ x k = Bound q b) ->
    let l := logits (h_single s 0) x n in
    (forall k, within (n - 1) k -> (maximiser l n k <-> symbol_of (x k) = q)) /\ ~ maximiser l n n /\
    decoded (attribute_scores (hard_weight l n) x n) b /\
    (0 < beta -> ln (INR (n0 - 1)) / (1 - cos (spacing (S s))) < beta ->
       1 / 2 < matched (weight beta l n) x n q /\ decoded (attribute_scores (weight beta l n) x n) b).

(** 1 where the key holds the symbol q. *)
Definition holds (q : nat) (t : binding) : R :=
  match t with Bound a _ => if (a =? q)%nat then 1 else 0 | Lone _ => 0 end.

Lemma matched_holds : forall w x n q, matched w x n q = sum1 (fun k => w k * holds q (x k)) n.
Proof.
  intros. apply sum1_ext. intros k _. unfold holds. destruct (x k) as [a b|a]; [destruct (a =? q)%nat|]; ring.
Qed.

(** Matches with more than half of the weight decode, if all hold one attribute. *)
Lemma matches_decode : forall w x n q b, (forall k, within n k -> 0 <= w k) -> sum1 w n = 1 ->
  (forall k a, within n k -> x k = Bound q a -> a = b) -> 1 / 2 < sum1 (fun k => w k * holds q (x k)) n ->
  decoded (attribute_scores w x n) b.
Proof.
  intros w x n q b W Total One Half o Ho. unfold attribute_scores, score, nothing.
  assert (A : sum1 (fun k => w k * holds q (x k)) n <= sum1 (fun k => w k * attribute_value (x k) b) n).
  { apply sum1_le. intros k K. apply Rmult_le_compat_l; [apply W, K|]. unfold holds, attribute_value.
    destruct (x k) as [a c|a] eqn:E; [|lra]. destruct (Nat.eqb_spec a q) as [->|N].
    - rewrite (One k c K E), Nat.eqb_refl. lra.
    - destruct (c =? b)%nat; lra. }
  assert (B : sum1 (fun k => w k * attribute_value (x k) o) n
    + sum1 (fun k => w k * holds q (x k)) n <= sum1 w n).
  { rewrite <- sum1_plus. apply sum1_le. intros k K. pose proof (W k K). unfold holds, attribute_value.
    destruct (x k) as [a c|a] eqn:E; [|lra]. destruct (Nat.eqb_spec a q) as [->|N].
    - rewrite (One k c K E). destruct (Nat.eqb_spec b o); [congruence|lra].
    - destruct (c =? o)%nat; lra. }
  lra.
Qed.

(** Hard weights are >= 0 and sum to 1. *)
Lemma hard_weights : forall l n j, maximiser l n j ->
  (forall k, 0 <= hard_weight l n k) /\ sum1 (hard_weight l n) n = 1.
Proof.
  intros l n j [J M]. set (tops := sum1 (fun k => if top l n k then 1 else 0) n).
  assert (T : 0 < tops).
  { unfold tops. rewrite (sum1_split _ j n J), (proj2 (top_spec l n j) M).
    assert (0 <= sum1 (fun k => if (k =? j)%nat then 0 else if top l n k then 1 else 0) n); [|lra].
    apply sum1_nonneg. intros k _. destruct (k =? j)%nat; [lra|]. destruct (top l n k); lra. }
  split.
  - intro k. unfold hard_weight. fold tops. apply Rmult_le_pos; [destruct (top l n k); lra|].
    apply Rlt_le, Rinv_0_lt_compat, T.
  - rewrite (sum1_ext _ (fun k => / tops * (if top l n k then 1 else 0))).
    + rewrite sum1_scal. fold tops. field. lra.
    + intros k _. unfold hard_weight. fold tops. unfold Rdiv. ring.
Qed.

(** * Logits *)

Lemma still_match : forall s n x k, (k <= n)%nat -> place_of s (x k) = symbol_of (x n) ->
  logits (h_single s 0) x n k = 1.
Proof.
  intros s n x k K E. rewrite (single_at_match s 0 n x k K E), Rmult_0_r. apply cos_0.
Qed.

Lemma still_rival : forall s n x k, binding_input s n x -> (k <= n)%nat -> (place_of s (x k) < S s)%nat ->
  place_of s (x k) <> symbol_of (x n) -> logits (h_single s 0) x n k <= cos (spacing (S s)).
Proof.
  intros s n x k Hx K L N. rewrite single_at, Rmult_0_r, Rplus_0_r by exact K.
  pose proof (query_symbol s n x Hx) as Q. pose proof (spacing_pos (S s) ltac:(lia)).
  pose proof (circle_match_wins_weakly (S s) (symbol_of (x n)) (place_of s (x k)) (spacing (S s)) 0
                ltac:(lia) L ltac:(lia) ltac:(lra) ltac:(lra) ltac:(lra)) as C.
  rewrite Rplus_0_r in C. exact C.
Qed.

(** A key holds the queried symbol and has the logit 1, or it does not and has at most cos omega. *)
Lemma still_cases : forall s n x q k, binding_input s n x -> x n = Lone q -> within n k ->
  (holds q (x k) = 1 /\ within (n - 1) k /\ symbol_of (x k) = q /\ logits (h_single s 0) x n k = 1) \/
  (holds q (x k) = 0 /\ (within (n - 1) k -> symbol_of (x k) <> q) /\
   logits (h_single s 0) x n k <= cos (spacing (S s))).
Proof.
  intros s n x q k Hx Q K. pose proof (query_symbol s n x Hx) as L. rewrite Q in L. simpl in L.
  unfold within in *. destruct (Nat.eq_dec k n) as [->|N].
  - right. rewrite Q. split; [reflexivity|]. split; [intro; lia|].
    apply still_rival; try assumption; rewrite ?Q; simpl; lia.
  - destruct (proj1 Hx k ltac:(unfold within; lia)) as (a & b & E & A).
    destruct (Nat.eq_dec a q) as [->|D].
    + left. rewrite E. simpl. rewrite Nat.eqb_refl. repeat split; try lia.
      apply still_match; [lia|]. rewrite E, Q. reflexivity.
    + right. rewrite E. simpl. destruct (Nat.eqb_spec a q); [lia|]. split; [reflexivity|].
      split; [intro; exact D|].
      apply still_rival; try assumption; rewrite ?E, ?Q; simpl; lia.
Qed.

Lemma omega_gap : forall s n x, binding_input s n x -> cos (spacing (S s)) < 1.
Proof.
  intros s n x Hx. pose proof (query_symbol s n x Hx). pose proof (spacing_pos (S s) ltac:(lia)).
  pose proof (spacing_le_pi (S s) ltac:(lia)). pose proof PI_RGT_0. apply cos_lt_1; lra.
Qed.

Theorem u25_thm5_proved : u25_thm5_statement.
Proof.
  intros s n0 n x q b beta Hn Hx Cons Q [j [J E]] l. pose proof (omega_gap s n x Hx) as Gap.
  assert (Jn : within n j) by (unfold within in *; lia).
  assert (Lj : l j = 1) by (apply still_match; [unfold within in J; lia|]; rewrite E, Q; reflexivity).
  assert (Le : forall k, within n k -> l k <= 1).
  { intros k K. destruct (still_cases s n x q k Hx Q K) as [(_ & _ & _ & H)|(_ & _ & H)]; unfold l; lra. }
  assert (Mj : maximiser l n j) by (split; [exact Jn|]; intros k K; rewrite Lj; apply Le, K).
  assert (One : forall k a, within n k -> x k = Bound q a -> a = b).
  { intros k a K Ek. assert (k <> n) by (intros ->; congruence).
    apply (Cons k j q a b); try assumption. unfold within in *. lia. }
  assert (Not : ~ maximiser l n n).
  { intros [_ H]. specialize (H j Jn). rewrite Lj in H.
    destruct (still_cases s n x q n Hx Q ltac:(unfold within; lia)) as [(_ & W & _)|(_ & _ & H')];
      [unfold within in W; lia|fold l in H'; lra]. }
  split; [|split; [exact Not|split]].
  - intros k K. assert (Kn : within n k) by (unfold within in *; lia).
    destruct (still_cases s n x q k Hx Q Kn) as [(_ & _ & Sy & H)|(_ & Sy & H)]; fold l in H.
    + split; [intro; exact Sy|]. intros _. split; [exact Kn|]. rewrite H. exact Le.
    + split; [|intro C; elim (Sy K C)]. intros [_ M]. specialize (M j Jn). lra.
  - destruct (hard_weights l n j Mj) as [W Total].
    apply (matches_decode _ x n q b); try assumption; [intros; apply W|].
    rewrite (sum1_ext _ (hard_weight l n)), Total; [lra|]. intros k K.
    destruct (still_cases s n x q k Hx Q K) as [(-> & _)|(-> & _ & H)]; [ring|]. fold l in H.
    assert (T : top l n k = false).
    { destruct (top l n k) eqn:T; [|reflexivity]. exfalso. apply (proj1 (top_spec l n k)) with (i :=
        j) in T; [lra|].
      exact Jn. }
    unfold hard_weight. rewrite T. unfold Rdiv. ring.
  - intros Bp B. set (c := cos (spacing (S s))) in *. set (M :=
      sum1 (fun k => exp (beta * l k) * holds q (x k)) n).
    set (Z := sum1 (fun k => exp (beta * l k)) n).
    assert (M0 : exp beta <= M).
    { unfold M. rewrite (sum1_split _ j n Jn), Lj, E. simpl. rewrite Nat.eqb_refl, !Rmult_1_r.
      assert (0 <= sum1 (fun k => if (k =? j)%nat then 0 else exp (beta * l k) * holds q (x k)) n); [|lra].
      apply sum1_nonneg. intros k _. destruct (k =? j)%nat; [lra|].
      apply Rmult_le_pos; [apply Rlt_le, exp_pos|].
      unfold holds. destruct (x k) as [a d|a]; [destruct (a =? q)%nat|]; lra. }
    assert (Rest : Z - M <= INR (n - 1) * exp (beta * c)).
    { assert (Z <= M + sum1 (fun k => if (k =? j)%nat then 0 else exp (beta * c)) n) as H.
      { unfold Z, M. rewrite <- sum1_plus. apply sum1_le. intros k K.
        destruct (still_cases s n x q k Hx Q K) as [(-> & _)|(H0 & _ & H)].
        - destruct (k =? j)%nat; [lra|]. pose proof (exp_pos (beta * c)). lra.
        - destruct (Nat.eqb_spec k j) as [->|D].
          + exfalso. revert H0. rewrite E. simpl. rewrite Nat.eqb_refl. lra.
          + rewrite H0. fold l in H. fold c in H.
            pose proof (exp_le (beta * l k) (beta * c) ltac:(apply Rmult_le_compat_l; lra)). lra. }
      rewrite sum1_one in H by exact Jn. lra. }
    assert (Small : INR (n - 1) * exp (beta * c) < exp beta).
    { assert (N1 : 1 <= INR (n - 1)) by (apply (le_INR 1); lia).
      assert (N2 : INR (n - 1) <= INR (n0 - 1)) by (apply le_INR; lia).
      assert (L : ln (INR (n0 - 1)) < beta * (1 - c)).
      { apply Rmult_lt_reg_r with (/ (1 - c)); [apply Rinv_0_lt_compat; lra|].
        rewrite Rmult_assoc, Rinv_r, Rmult_1_r by lra. exact B. }
      rewrite <- (exp_ln (INR (n - 1))), <- exp_plus by lra. apply exp_increasing.
      pose proof (ln_le (INR (n - 1)) (INR (n0 - 1)) ltac:(lra) N2). lra. }
    assert (Zp : 0 < Z) by (apply sum1_pos; [lia|]; intros; apply exp_pos).
    assert (Half : 1 / 2 < sum1 (fun k => weight beta l n k * holds q (x k)) n).
    { rewrite (sum1_ext _ (fun k => / Z * (exp (beta * l k) * holds q (x k)))).
      - rewrite sum1_scal. fold M. apply Rmult_lt_reg_l with Z; [exact Zp|].
        rewrite <- Rmult_assoc, Rinv_r by lra. lra.
      - intros k _. unfold weight. fold Z. unfold Rdiv. ring. }
    split; [rewrite matched_holds; exact Half|].
    apply (matches_decode _ x n q b); try assumption.
    + intros. apply Rlt_le, weight_positive. lia.
    + apply weights_total. lia.
Qed.

(** * False neighbours *)

(** A rotation by one letter per position does no harm: A1 B2, asked for A, where all keys tie. *)
Definition u25_thm5_neighbour_turned : Prop :=
  forall (s n : nat) (x : nat -> binding),
    (2 <= n)%nat -> binding_input s n x -> consistent n x ->
    ~ maximiser (logits (h_single s (spacing (S s))) x n) n n.

Definition a_then_b (j : nat) : binding :=
  match j with 1%nat => Bound 0 1 | 2%nat => Bound 1 2 | _ => Lone 0 end.

Lemma a_then_b_input : binding_input 2 3 a_then_b.
Proof.
  split.
  - intros j Hj. unfold within in Hj. assert (j = 1%nat \/ j = 2%nat) as [->| ->] by lia;
      [exists 0%nat, 1%nat|exists 1%nat, 2%nat]; simpl; split; reflexivity || lia.
  - exists 0%nat. split; [reflexivity|]. exists 1%nat. split; [unfold within; lia|reflexivity].
Qed.

Lemma a_then_b_consistent : consistent 3 a_then_b.
Proof.
  intros k k' a b b' K K' E E'. unfold within in K, K'.
  assert (k = 1 \/ k = 2)%nat as [->| ->] by lia; assert (k' = 1 \/ k' = 2)%nat as [->| ->] by lia;
    simpl in E, E'; congruence.
Qed.

Theorem u25_thm5_neighbour_turned_false : ~ u25_thm5_neighbour_turned.
Proof.
  intro H. apply (H 2%nat 3%nat a_then_b ltac:(lia) a_then_b_input a_then_b_consistent).
  assert (E : forall k, within 3 k -> logits (h_single 2 (spacing 3)) a_then_b 3 k = cos (2 * spacing 3)).
  { intros k K. unfold within in K. rewrite single_at by lia.
    assert (k = 1 \/ k = 2 \/ k = 3)%nat as [->|[->| ->]] by lia; simpl; f_equal; ring. }
  split; [unfold within; lia|]. intros k K. rewrite !E by (assumption || (unfold within; lia)). lra.
Qed.

(** A symbol may be bound to two attributes: A1 A2, the first binding is decoded. *)
Definition u25_thm5_neighbour_two_attributes : Prop :=
  forall (s n : nat) (x : nat -> binding) (q b : nat),
    (2 <= n)%nat -> binding_input s n x -> x n = Lone q -> (exists k, within (n - 1) k /\ x k = Bound q b) ->
    decoded (attribute_scores (hard_weight (logits (h_single s 0) x n) n) x n) b.

Definition a1_a2 (j : nat) : binding :=
  match j with 1%nat => Bound 0 1 | 2%nat => Bound 0 2 | _ => Lone 0 end.

Theorem u25_thm5_neighbour_two_attributes_false : ~ u25_thm5_neighbour_two_attributes.
Proof.
  intro H. assert (I : binding_input 1 3 a1_a2).
  { split.
    - intros j Hj. unfold within in Hj. assert (j = 1%nat \/ j = 2%nat) as [->| ->] by lia;
        [exists 0%nat, 1%nat|exists 0%nat, 2%nat]; simpl; split; reflexivity || lia.
    - exists 0%nat. split; [reflexivity|]. exists 1%nat. split; [unfold within; lia|reflexivity]. }
  pose proof (H 1%nat 3%nat a1_a2 0%nat 1%nat ltac:(lia) I eq_refl) as One.
  pose proof (H 1%nat 3%nat a1_a2 0%nat 2%nat ltac:(lia) I eq_refl) as Two.
  specialize (One ltac:(exists 1%nat; split; [unfold within; lia|reflexivity]) 2%nat ltac:(lia)).
  specialize (Two ltac:(exists 2%nat; split; [unfold within; lia|reflexivity]) 1%nat ltac:(lia)). lra.
Qed.

Example u25_thm5_instance : instance_of u25_thm5_statement.
Proof.
  set (beta := Rabs (ln (INR (4 - 1)) / (1 - cos (spacing 3))) + 1).
  exists 2%nat, 4%nat, 3%nat, a_then_b, 0%nat, 1%nat, beta. split; [lia|]. split; [split|split; [|split; [|split]]].
  - intros j J. unfold within in J. destruct j as [|[|[|j]]]; try lia; cbn; eexists; eexists;
      (split; [reflexivity|lia]).
  - exists 0%nat. split; [reflexivity|]. exists 1%nat. split; [unfold within; lia|reflexivity].
  - intros k k' a b b' K K' E E'. unfold within in K, K'.
    destruct k as [|[|[|k]]]; try lia; destruct k' as [|[|[|k']]]; try lia; cbn in E, E'; congruence.
  - reflexivity.
  - exists 1%nat. split; [unfold within; lia|reflexivity].
  - split; [exists 2%nat; split; [unfold within; lia|exact I]|]. split; [exact I|]. split; [exact I|].
    pose proof (Rle_abs (ln (INR (4 - 1)) / (1 - cos (spacing 3)))).
    pose proof (Rabs_pos (ln (INR (4 - 1)) / (1 - cos (spacing 3)))).
    subst beta. repeat split; lra.
Qed.
