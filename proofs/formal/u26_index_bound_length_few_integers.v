(** u26.index-bound-length.few-integers: T_Index's gap with the integers fixed and the length growing.

    Over the inputs of length n whose last integer, if there is one, is at most m, 1 <= m < n, the gap to any other
    position is at most 1 - cos(2 pi/N) at every theta, N = max(floor(n/2)+1, n-m); at theta = 2 pi/N the query
    max(1, min(m, floor((n-1)/2))) attains it. So with m fixed it is at most 2 pi^2/(n-m)^2.

    Idea: T + 1 >= N for T = max(i, n-1-i), i <= m, with equality at that query; then u26.index-bound-length.corrected
    and .sharp.
    Encoding: T_Index's logits see the query and the length only, so the earlier tokens may be any. *)

From Coq Require Import Reals Lra Lia PeanoNat ZArith.
From RopeTheory Require Import Rope Heads IndexGap u26_index_bound_length Instances.
Open Scope R_scope.

Definition fewest_points (n m : nat) : nat := Nat.max (n / 2 + 1) (n - m).

Definition nearest_query (n m : nat) : nat := Nat.max 1 (Nat.min m ((n - 1) / 2)).

Definition u26_index_bound_length_few_integers_statement : Prop :=
  forall n m : nat, (1 <= m < n)%nat ->
    (forall (theta : R) (s : nat -> token), (asked (s n) <= m)%nat ->
       forall g, gap_any (logits (h_pos theta) s n) n g ->
         g <= 1 - cos (2 * PI / INR (fewest_points n m)) /\ g <= 2 * PI ^ 2 / INR (n - m) ^ 2) /\
    (nearest_query n m <= m)%nat /\
    forall s : nat -> token, s n = Int (nearest_query n m) ->
      gap_any (logits (h_pos (2 * PI / INR (fewest_points n m))) s n) n (1 - cos (2 * PI / INR (fewest_points n m))).

(** n/2 and (n-1)/2 by what lia needs of them. *)
Lemma halves : forall n, (n = 2 * (n / 2) \/ n = 2 * (n / 2) + 1)%nat.
Proof.
  intro n. pose proof (Nat.div_mod n 2 ltac:(lia)). pose proof (Nat.mod_upper_bound n 2 ltac:(lia)). lia.
Qed.

Lemma parts_below : forall n m i, (1 <= m < n)%nat -> (i <= m)%nat -> (fewest_points n m <= Nat.max i (n - 1 - i) + 1)%nat.
Proof. intros n m i M I. unfold fewest_points. pose proof (halves n). lia. Qed.

Lemma parts_met : forall n m, (1 <= m < n)%nat ->
  (Nat.max (nearest_query n m) (n - 1 - nearest_query n m) + 1 = fewest_points n m)%nat.
Proof. intros n m M. unfold fewest_points, nearest_query. pose proof (halves n). pose proof (halves (n - 1)). lia. Qed.

Theorem u26_index_bound_length_few_integers_proved : u26_index_bound_length_few_integers_statement.
Proof.
  intros n m M. assert (Two : (2 <= fewest_points n m)%nat) by (unfold fewest_points; pose proof (halves n); lia).
  split; [|split; [unfold nearest_query; lia|]].
  - intros theta s I g G.
    destruct (u26_index_bound_length_corrected_proved theta s n ltac:(lia) ltac:(lia)) as [_ [B _]].
    destruct (B g G) as [Most _]. pose proof (parts_below n m _ M I) as P.
    pose proof (bound_falls _ _ Two P) as Falls.
    assert (First : g <= 1 - cos (2 * PI / INR (fewest_points n m))) by lra. split; [exact First|].
    eapply Rle_trans; [exact First|]. eapply Rle_trans; [apply square_law; lia|].
    assert (0 < INR (n - m)) by (apply lt_0_INR; lia).
    assert (INR (n - m) <= INR (fewest_points n m)) by (apply le_INR; unfold fewest_points; lia).
    pose proof PI_RGT_0. apply Rmult_le_compat_l; [nra|]. apply Rinv_le_contravar; [nra|].
    apply pow_incr. lra.
  - intros s Q. pose proof (parts_met n m M) as P.
    assert (A : asked (s n) = nearest_query n m) by (rewrite Q; reflexivity).
    destruct (u26_index_bound_length_sharp_proved s n 1%Z ltac:(lia) ltac:(rewrite A; unfold nearest_query; lia)) as [S _].
    + rewrite A, P. apply Z.gcd_1_l.
    + rewrite A, P in S. rewrite Rmult_1_r in S. apply S. reflexivity.
Qed.

(** * False neighbours *)

(** n in place of N: A A A 1 at a third of a turn has the gap 3/2. *)
Definition u26_index_bound_length_few_integers_neighbour_length : Prop :=
  forall (n m : nat) (theta : R) (s : nat -> token), (1 <= m < n)%nat -> (asked (s n) <= m)%nat ->
    forall g, gap_any (logits (h_pos theta) s n) n g -> g <= 1 - cos (2 * PI / INR n).

Lemma third_of_four : gap_any (logits (h_pos (2 * PI / INR 3)) a_a_a_1 4) 4 (1 - cos (2 * PI / INR 3)).
Proof. exact (proj2 (proj2 (u26_index_bound_length_few_integers_proved 4%nat 1%nat ltac:(lia))) a_a_a_1 eq_refl). Qed.

Theorem u26_index_bound_length_few_integers_neighbour_length_false :
  ~ u26_index_bound_length_few_integers_neighbour_length.
Proof.
  intro H. specialize (H 4%nat 1%nat _ a_a_a_1 ltac:(lia) ltac:(simpl; lia) _ third_of_four).
  replace (INR 3) with 3 in H by (simpl; ring). rewrite cos_third in H.
  replace (2 * PI / INR 4) with (PI / 2) in H by (simpl; field). rewrite cos_PI2 in H. lra.
Qed.

(** n - m alone: with all integers below n it is 1, and the bound 0. *)
Definition u26_index_bound_length_few_integers_neighbour_difference : Prop :=
  forall (n m : nat) (theta : R) (s : nat -> token), (1 <= m < n)%nat -> (asked (s n) <= m)%nat ->
    forall g, gap_any (logits (h_pos theta) s n) n g -> g <= 1 - cos (2 * PI / INR (n - m)).

Theorem u26_index_bound_length_few_integers_neighbour_difference_false :
  ~ u26_index_bound_length_few_integers_neighbour_difference.
Proof.
  intro H. specialize (H 4%nat 3%nat _ a_a_a_1 ltac:(lia) ltac:(simpl; lia) _ third_of_four).
  replace (INR 3) with 3 in H by (simpl; ring). rewrite cos_third in H.
  replace (2 * PI / INR (4 - 3)%nat) with (2 * PI) in H by (simpl; field). rewrite cos_2PI in H. lra.
Qed.

(** floor(n/2) + 1 is attained by few integers as well: wrong for n = 10, m = 2. *)
Definition u26_index_bound_length_few_integers_neighbour_half : Prop :=
  forall n m : nat, (1 <= m < n)%nat -> exists s : nat -> token, (asked (s n) <= m)%nat /\
    gap_any (logits (h_pos (2 * PI / INR (n / 2 + 1))) s n) n (1 - cos (2 * PI / INR (n / 2 + 1))).

Theorem u26_index_bound_length_few_integers_neighbour_half_false :
  ~ u26_index_bound_length_few_integers_neighbour_half.
Proof.
  intro H. destruct (H 10%nat 2%nat ltac:(lia)) as (s & I & G).
  destruct (proj1 (u26_index_bound_length_few_integers_proved 10%nat 2%nat ltac:(lia)) _ s I _ G) as [B _].
  change (fewest_points 10%nat 2%nat) with 8%nat in B. change (10 / 2 + 1)%nat with 6%nat in B.
  replace (2 * PI / INR 8) with (PI / 4) in B by (simpl; field).
  replace (2 * PI / INR 6) with (PI / 3) in B by (simpl; field).
  rewrite cos_PI3 in B. pose proof (cos_decreasing_1 (PI / 4) (PI / 3)). pose proof PI_RGT_0.
  rewrite cos_PI3 in *. lra.
Qed.

Example u26_index_bound_length_few_integers_instance : instance_of u26_index_bound_length_few_integers_statement.
Proof.
  exists 10%nat, 2%nat. split; [lia|]. repeat apply conj; try exact I.
  - exists 1, (fun _ => Int 2). split; [simpl; lia|].
    destruct (gap_any_exists (logits (h_pos 1) (fun _ => Int 2) 10) 10 ltac:(lia)) as [g G]. exists g. auto.
  - exists (fun _ => Int (nearest_query 10 2)). auto.
Qed.
