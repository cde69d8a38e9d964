(** men2024.eq10: every base keeps B(m) >= 0 up to a last length.

    Statement (Men et al. 2024, eq. 10, where a supremum is written): for every base b >= 1 and every number K >= 1 of planes
    there is an L with B(m) = sum_i cos(m b^(-i/K)) >= 0 for m = 0..L and B(L+1) < 0; so the supremum is a maximum.
    men2024.eq10.any-angles: some B(m) < 0 for any angles that are no whole turns.

    Idea (Fejer): weigh B(m) by 1 - cos(m theta_0) >= 0. Over m = 1..N the sum of cos(m x) stays bounded for each x that is
    no whole turn; what remains is -cos(m theta_0)^2, about -N/2, and it comes from plane 0. *)

From Coq Require Import Reals Lra Lia ZArith Classical.
From RopeTheory Require Import Rope Trig Sums Taylor Instances.
Open Scope R_scope.

(** B(m) for angles g_0, .., g_(K-1). *)
Definition kernel (K : nat) (g : nat -> R) (m : nat) : R := sum (fun i => cos (INR m * g i)) K.

(** b^(-i/K), the frequencies of K planes (2i/d with d = 2K). *)
Definition frequency (b : R) (K i : nat) : R := Rpower b (- (INR i / INR K)).

Definition men2024_eq10_statement : Prop :=
  forall (b : R) (K : nat), 1 <= b -> (1 <= K)%nat ->
    exists L, (forall m, (m <= L)%nat -> 0 <= kernel K (frequency b K) m) /\ kernel K (frequency b K) (S L) < 0.

Definition men2024_eq10_any_angles_statement : Prop :=
  forall (K : nat) (g : nat -> R), (1 <= K)%nat -> (forall i (z : Z), (i < K)%nat -> g i <> IZR z * (2 * PI)) ->
    exists m, (1 <= m)%nat /\ kernel K g m < 0.

Lemma dirichlet : forall x N, 2 * sin (x / 2) * sum1 (fun m => cos (INR m * x)) N = sin (INR N * x + x / 2) - sin (x / 2).
Proof.
  intros x N. induction N as [|N IH].
  - rewrite sum1_0. simpl. replace (0 * x + x / 2) with (x / 2) by ring. ring.
  - rewrite sum1_S, Rmult_plus_distr_l, IH, S_INR.
    assert (H : 2 * sin (x / 2) * cos ((INR N + 1) * x) = sin ((INR N + 1) * x + x / 2) - sin (INR N * x + x / 2)).
    { replace (INR N * x + x / 2) with ((INR N + 1) * x - x / 2) by field. rewrite sin_plus, sin_minus. ring. }
    rewrite H. ring.
Qed.

Definition whole (x : R) : Prop := exists z : Z, x = IZR z * (2 * PI).

Lemma bounded : forall x, ~ whole x -> exists B, 0 <= B /\ forall N, Rabs (sum1 (fun m => cos (INR m * x)) N) <= B.
Proof.
  intros x W. assert (S : sin (x / 2) <> 0).
  { intro E. apply W. destruct (sin_eq_0_0 _ E) as [z Z]. exists z. lra. }
  exists (/ Rabs (sin (x / 2))). pose proof (Rabs_pos_lt _ S) as P. split; [left; apply Rinv_0_lt_compat, P|].
  intro N. apply (Rmult_le_reg_l (2 * Rabs (sin (x / 2)))); [lra|].
  replace (2 * Rabs (sin (x / 2)) * / Rabs (sin (x / 2))) with 2 by (field; lra).
  replace (2 * Rabs (sin (x / 2)) * Rabs (sum1 (fun m => cos (INR m * x)) N))
    with (Rabs (sin (INR N * x + x / 2) - sin (x / 2))).
  - unfold Rminus. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp.
    pose proof (SIN_bound (INR N * x + x / 2)). pose proof (SIN_bound (x / 2)).
    assert (forall y, -1 <= y <= 1 -> Rabs y <= 1) as Y by (intros; apply Rabs_le; lra).
    pose proof (Y _ H). pose proof (Y _ H0). lra.
  - rewrite <- dirichlet, !Rabs_mult. rewrite (Rabs_right 2) by lra. reflexivity.
Qed.

Lemma whole_sum : forall x N, whole x -> sum1 (fun m => cos (INR m * x)) N = INR N.
Proof.
  intros x N [z Z]. rewrite (sum1_ext _ (fun _ => 1)).
  - rewrite sum1_const. ring.
  - intros m _. apply cos_eq_1. exists (Z.of_nat m * z)%Z. rewrite mult_IZR, <- INR_IZR_INZ, Z. ring.
Qed.

(** From below, for every angle. *)
Lemma below : forall x, exists B, 0 <= B /\ forall N, - B <= sum1 (fun m => cos (INR m * x)) N.
Proof.
  intro x. destruct (classic (whole x)) as [W|W].
  - exists 0. split; [lra|]. intro N. rewrite whole_sum by exact W. pose proof (pos_INR N). lra.
  - destruct (bounded x W) as [B [P H]]. exists B. split; [exact P|]. intro N. specialize (H N).
    pose proof (Rle_abs (- sum1 (fun m => cos (INR m * x)) N)) as A. rewrite Rabs_Ropp in A. lra.
Qed.

(** Plane i, weighed: bounded from above; less than -N/2 and a constant if it is plane 0. *)
Lemma plane : forall x y, ~ whole x -> exists C, forall N,
  sum1 (fun m => cos (INR m * x) * (1 - cos (INR m * y))) N <= C - (if Req_EM_T x y then INR N / 2 else 0).
Proof.
  intros x y W. destruct (bounded x W) as [B [P H]]. destruct (below (x + y)) as [B1 [P1 H1]].
  destruct (below (x - y)) as [B2 [P2 H2]].
  assert (E : forall N, sum1 (fun m => cos (INR m * x) * (1 - cos (INR m * y))) N
    = sum1 (fun m => cos (INR m * x)) N
      + (- / 2) * (sum1 (fun m => cos (INR m * (x + y))) N + sum1 (fun m => cos (INR m * (x - y))) N)).
  { intro N. rewrite <- sum1_plus, <- sum1_scal, <- sum1_plus. apply sum1_ext. intros m _.
    rewrite (Rmult_plus_distr_l (INR m) x y), (Rmult_minus_distr_l (INR m) x y), cos_plus, cos_minus. field. }
  exists (B + B1 + B2). intro N. rewrite E. specialize (H N). specialize (H1 N). specialize (H2 N).
  pose proof (Rle_abs (sum1 (fun m => cos (INR m * x)) N)) as A.
  destruct (Req_EM_T x y) as [->|D]; [|lra].
  rewrite (whole_sum (y - y)); [|exists 0%Z; ring]. lra.
Qed.

Lemma planes : forall K g y, (forall i, (i < K)%nat -> ~ whole (g i)) -> exists C, forall N,
  sum (fun i => sum1 (fun m => cos (INR m * g i) * (1 - cos (INR m * y))) N) K
  <= C - (if Req_EM_T (g (pred K)) y then (match K with O => 0 | _ => INR N / 2 end) else 0).
Proof.
  induction K as [|K IH]; intros g y W.
  - exists 0. intro N. simpl. destruct (Req_EM_T _ _); lra.
  - destruct (IH g y) as [C H]; [intros; apply W; lia|]. destruct (plane (g K) y) as [C' H']; [apply W; lia|].
    exists (C + C'). intro N. specialize (H N). specialize (H' N). cbn [sum Init.Nat.pred].
    assert (Z : (if Req_EM_T (g (pred K)) y then (match K with O => 0 | _ => INR N / 2 end) else 0) >= 0).
    { pose proof (pos_INR N). destruct (Req_EM_T _ _); [destruct K|]; lra. }
    lra.
Qed.

Lemma sum1_sum_swap : forall (f : nat -> nat -> R) K N,
  sum1 (fun m => sum (fun i => f i m) K) N = sum (fun i => sum1 (f i) N) K.
Proof.
  intros f K N. induction K as [|K IH]; simpl.
  - rewrite sum1_const. ring.
  - rewrite sum1_plus, IH. reflexivity.
Qed.

Theorem men2024_eq10_any_angles_proved : men2024_eq10_any_angles_statement.
Proof.
  intros K g K1 W. set (y := g (pred K)).
  destruct (planes K g y) as [C H]. { intros i Hi [z Z]. exact (W i z Hi Z). }
  assert (U : exists N, 2 * C < INR N).
  { exists (Z.to_nat (up (Rabs (2 * C)))). destruct (archimed (Rabs (2 * C))) as [A _]. pose proof (Rabs_pos (2 * C)).
    rewrite INR_IZR_INZ, Z2Nat.id by (apply le_IZR; lra). pose proof (Rle_abs (2 * C)). lra. }
  destruct U as [N HN]. specialize (H N).
  destruct (Req_EM_T (g (pred K)) y) as [_|D]; [|contradiction D; reflexivity].
  destruct K as [|K]; [lia|].
  rewrite <- (sum1_sum_swap (fun i m => cos (INR m * g i) * (1 - cos (INR m * y)))) in H.
  assert (L : sum1 (fun m => sum (fun i => cos (INR m * g i) * (1 - cos (INR m * y))) (S K)) N < sum1 (fun _ => 0) N).
  { rewrite sum1_const. lra. }
  destruct (sum1_gt_exists _ _ _ L) as [m [Hm Neg]]. exists m. split; [lia|].
  assert (F : sum (fun i => cos (INR m * g i) * (1 - cos (INR m * y))) (S K) = (1 - cos (INR m * y)) * kernel (S K) g m).
  { unfold kernel. rewrite <- sum_scal. apply sum_ext. intros. ring. }
  rewrite F in Neg. pose proof (cos_le_1 (INR m * y)). apply Rnot_le_lt. intro G.
  assert (0 <= (1 - cos (INR m * y)) * kernel (S K) g m) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma frequency_range : forall b K i, 1 <= b -> (i < K)%nat -> 0 < frequency b K i <= 1.
Proof.
  intros b K i B I. split; [apply exp_pos|]. unfold frequency, Rpower. rewrite <- exp_0. apply exp_le.
  assert (0 <= ln b) by (rewrite <- ln_1; apply ln_le; lra).
  assert (0 <= INR i / INR K) by (apply Rmult_le_pos; [apply pos_INR|left; apply Rinv_0_lt_compat, lt_0_INR; lia]).
  assert (0 <= INR i / INR K * ln b) by (apply Rmult_le_pos; assumption). lra.
Qed.

Theorem men2024_eq10_proved : men2024_eq10_statement.
Proof.
  intros b K B K1. destruct (men2024_eq10_any_angles_proved K (frequency b K) K1) as [m [M1 Neg]].
  { intros i z Hi E. pose proof (frequency_range b K i B Hi) as [F0 F1]. rewrite E in F0, F1. pose proof PI2_3_2.
    assert (0 < z)%Z by (apply lt_IZR; apply (Rmult_lt_reg_r (2 * PI)); lra).
    assert (1 <= IZR z) by (apply IZR_le; lia).
    assert (1 * (2 * PI) <= IZR z * (2 * PI)) by (apply Rmult_le_compat_r; lra). lra. }
  set (P := fun n => kernel K (frequency b K) n < 0).
  destruct (dec_inh_nat_subset_has_unique_least_element P) as [l [[Pl Least] _]].
  - intro n. apply classic.
  - exists m. exact Neg.
  - destruct l as [|L].
    + exfalso. unfold P, kernel in Pl. rewrite (sum_ext _ (fun _ => 1)) in Pl.
      * rewrite sum_const in Pl. pose proof (pos_INR K). lra.
      * intros. simpl. rewrite Rmult_0_l. apply cos_0.
    + exists L. split; [|exact Pl]. intros n Hn. apply Rnot_lt_le. intro Q. specialize (Least n Q). lia.
Qed.

(** * False neighbours *)

(** Angles that may be 0, as in p-RoPE: one plane of angle 0 beside one of angle 1. *)
Definition men2024_eq10_any_angles_neighbour_zero : Prop :=
  forall (K : nat) (g : nat -> R), (1 <= K)%nat -> (forall i (z : Z), (1 <= i < K)%nat -> g i <> IZR z * (2 * PI)) ->
    exists m, (1 <= m)%nat /\ kernel K g m < 0.

Theorem men2024_eq10_any_angles_neighbour_zero_false : ~ men2024_eq10_any_angles_neighbour_zero.
Proof.
  intro H. destruct (H 2%nat (fun i => INR i) ltac:(lia)) as [m [_ N]].
  - intros i z I E. assert (i = 1%nat) as -> by lia. simpl in E. pose proof PI2_3_2.
    assert (0 < z)%Z by (apply lt_IZR; apply (Rmult_lt_reg_r (2 * PI)); lra).
    assert (1 <= IZR z) by (apply IZR_le; lia).
    assert (1 * (2 * PI) <= IZR z * (2 * PI)) by (apply Rmult_le_compat_r; lra). lra.
  - unfold kernel in N. simpl in N. rewrite Rmult_0_r, cos_0 in N. pose proof (COS_bound (INR m * 1)). lra.
Qed.

(** B(m) <= 0 from L + 1 on for good: it comes back above 0; base 1, one plane, m = 6 (L = 1). *)
Definition men2024_eq10_neighbour_for_good : Prop :=
  forall (b : R) (K : nat), 1 <= b -> (1 <= K)%nat ->
    exists L, (forall m, (m <= L)%nat -> 0 <= kernel K (frequency b K) m) /\
      forall m, (L < m)%nat -> kernel K (frequency b K) m < 0.

Lemma one_plane : forall m, kernel 1 (frequency 1 1) m = cos (INR m).
Proof. intro m. unfold kernel, frequency, Rpower. simpl. rewrite ln_1, Rmult_0_r, exp_0, Rmult_1_r. ring. Qed.

Theorem men2024_eq10_neighbour_for_good_false : ~ men2024_eq10_neighbour_for_good.
Proof.
  intro H. destruct (H 1 1%nat ltac:(lra) ltac:(lia)) as [L [A B]].
  pose proof PI_decimals. assert (C2 : cos 2 < 0) by (apply cos_lt_0; lra). assert (C6 : 0 < cos 6) by (rewrite <- cos_full_turn; apply cos_gt_0; lra).
  destruct (le_lt_dec 2 L) as [G|G].
  - specialize (A 2%nat G). rewrite one_plane in A. replace (INR 2) with 2 in A by (simpl; ring). lra.
  - specialize (B 6%nat ltac:(lia)). rewrite one_plane in B. replace (INR 6) with 6 in B by (simpl; ring). lra.
Qed.

Example men2024_eq10_instance : instance_of men2024_eq10_statement.
Proof. exists 10000, 64%nat. split; [lra | split; [lia | exact I]]. Qed.

Example men2024_eq10_any_angles_instance : instance_of men2024_eq10_any_angles_statement.
Proof.
  exists 2%nat, (fun i => INR i + 1). split; [lia | split; [| exact I]]. intros i z H E. pose proof PI2_3_2.
  assert (B : 0 < INR i + 1 < 2 * PI) by (destruct i as [|[|i]]; try lia; simpl; lra). rewrite E in B.
  assert (0 < IZR z < 1) as [L U] by nra. apply lt_IZR in L. apply (lt_IZR z 1) in U. lia.
Qed.
