(** new.width: how many positions a code of d dimensions can tell apart by a gap.

    Statement. Position i < n has a key k i of d coordinates, each in [-B, B], and a query q i with sum_c |q i c| <= A. If each query leads its own key over
    every other by at least D > 0, q_i . k_i >= q_i . k_j + D for j <> i, then n <= M^d for every whole M > 2 A B/D; so n <= (1 + 2 A B/D)^d.
    Two positions in one dimension attain it: A = B = 1, D = 2.
    Idea: keys in one cell of a grid of M^d cells are 2B/M apart at most in each coordinate, so no query of that size leads one over the other by D. *)

From Coq Require Import Reals Lra Lia PeanoNat ZArith.
From RopeTheory Require Import Rope new_one_sided_law Instances.
Open Scope R_scope.

(** q i . k j *)
Definition score (d : nat) (q k : nat -> nat -> R) (i j : nat) : R := sum (fun c => q i c * k j c) d.

Definition code_with_gap (d n : nat) (q k : nat -> nat -> R) (A B D : R) : Prop :=
  (forall i, (i < n)%nat -> sum (fun c => Rabs (q i c)) d <= A) /\
  (forall i c, (i < n)%nat -> (c < d)%nat -> Rabs (k i c) <= B) /\
  (forall i j, (i < n)%nat -> (j < n)%nat -> i <> j -> score d q k i j + D <= score d q k i i).

Definition new_width_statement : Prop :=
  (forall (d n M : nat) (q k : nat -> nat -> R) (A B D : R), 0 < D -> 0 <= A -> 0 <= B -> code_with_gap d n q k A B D ->
    2 * A * B < INR M * D -> (n <= M ^ d)%nat) /\
  (forall (d n : nat) (q k : nat -> nat -> R) (A B D : R), 0 < D -> 0 <= A -> 0 <= B -> code_with_gap d n q k A B D ->
    INR n <= (1 + 2 * A * B / D) ^ d) /\
  (exists q k : nat -> nat -> R, code_with_gap 1 2 q k 1 1 2).

Definition cell (M : nat) (x : R) : nat := Nat.min (box M x) (M - 1).

Lemma cell_spec : forall M x, (1 <= M)%nat -> 0 <= x <= 1 -> INR (cell M x) <= INR M * x <= INR (cell M x) + 1.
Proof.
  intros M x HM X. pose proof (box_spec M x ltac:(lra)) as S. assert (MP : 0 < INR M) by (apply lt_0_INR; lia). unfold cell.
  destruct (Nat.le_gt_cases (box M x) (M - 1)) as [L|L]; [rewrite Nat.min_l by exact L; lra|].
  rewrite Nat.min_r by lia. rewrite minus_INR by lia. simpl. assert (INR M <= INR (box M x)) by (apply le_INR; lia).
  assert (INR M * x <= INR M * 1) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma sum_abs : forall (f g : nat -> R) d r, (forall c, (c < d)%nat -> Rabs (g c) <= r) -> sum (fun c => f c * g c) d <= sum (fun c => Rabs (f c)) d * r.
Proof.
  intros f g d r H. rewrite Rmult_comm, <- sum_scal. apply sum_le. intros c L. specialize (H c L).
  eapply Rle_trans; [apply Rle_abs|]. rewrite Rabs_mult, Rmult_comm. apply Rmult_le_compat_r; [apply Rabs_pos|exact H].
Qed.

Lemma grid : forall (d n M : nat) (q k : nat -> nat -> R) (A B D : R), 0 < D -> 0 <= A -> 0 <= B -> code_with_gap d n q k A B D ->
  2 * A * B < INR M * D -> (n <= M ^ d)%nat.
Proof.
  intros d n M q k A B D HD HA HB [Q [Kb G]] HM. apply Nat.nlt_ge. intro H.
  assert (AB : 0 <= A * B) by (apply Rmult_le_pos; assumption).
  assert (M1 : (1 <= M)%nat) by (destruct M; [simpl in HM; lra|lia]). assert (MP : 0 < INR M) by (apply lt_0_INR; lia).
  set (x := fun i c => match Rle_dec B 0 with left _ => 0 | right _ => (k i c + B) / (2 * B) end).
  assert (X : forall i c, (i < n)%nat -> (c < d)%nat -> 0 <= x i c <= 1).
  { intros i c I C. unfold x. destruct (Rle_dec B 0) as [L|L]; [lra|]. assert (BP : 0 < B) by lra. specialize (Kb i c I C).
    assert (- B <= k i c <= B) by (unfold Rabs in Kb; destruct (Rcase_abs (k i c)); lra).
    split; apply (Rmult_le_reg_r (2 * B)); try lra; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra. }
  destruct (pigeons (fun i => code M (fun c => cell M (x i c)) d) n (M ^ d) H) as [i [j [IJ E]]].
  { intros i _. apply code_below. intros c _. unfold cell. lia. }
  assert (Same : forall c, (c < d)%nat -> cell M (x i c) = cell M (x j c)).
  { apply (code_injective M); [|exact E]. intros c _. unfold cell. lia. }
  assert (Near : forall c, (c < d)%nat -> Rabs (k i c - k j c) <= 2 * B / INR M).
  { intros c C. pose proof (cell_spec M (x i c) M1 (X i c ltac:(lia) C)) as Si. pose proof (cell_spec M (x j c) M1 (X j c ltac:(lia) C)) as Sj.
    rewrite (Same c C) in Si. assert (Y : Rabs (x i c - x j c) <= / INR M).
    { apply (Rmult_le_reg_l (INR M)); [exact MP|]. rewrite Rinv_r by lra. unfold Rabs. destruct (Rcase_abs (x i c - x j c)); lra. }
    unfold x in Y. destruct (Rle_dec B 0) as [L|L].
    - pose proof (Kb i c ltac:(lia) C) as Ki. pose proof (Kb j c ltac:(lia) C) as Kj. assert (BZ : B = 0) by lra. rewrite BZ in *.
      assert (Zi : k i c = 0) by (unfold Rabs in Ki; destruct (Rcase_abs (k i c)); lra).
      assert (Zj : k j c = 0) by (unfold Rabs in Kj; destruct (Rcase_abs (k j c)); lra).
      rewrite Zi, Zj. replace (0 - 0) with 0 by ring. rewrite Rabs_R0. unfold Rdiv. lra.
    - assert (BP : 0 < B) by lra. replace ((k i c + B) / (2 * B) - (k j c + B) / (2 * B)) with ((k i c - k j c) * / (2 * B)) in Y by (field; lra).
      rewrite Rabs_mult, (Rabs_pos_eq (/ (2 * B))) in Y by (left; apply Rinv_0_lt_compat; lra).
      apply (Rmult_le_compat_r (2 * B)) in Y; [|lra]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r in Y by lra. unfold Rdiv. lra. }
  specialize (G i j ltac:(lia) ltac:(lia) ltac:(lia)). unfold score in G.
  assert (S : sum (fun c => q i c * (k i c - k j c)) d = sum (fun c => q i c * k i c) d + -1 * sum (fun c => q i c * k j c) d).
  { rewrite <- sum_scal, <- sum_plus. apply sum_ext. intros c _. ring. }
  pose proof (sum_abs (q i) (fun c => k i c - k j c) d (2 * B / INR M) Near) as U. cbv beta in U. rewrite S in U.
  specialize (Q i ltac:(lia)). assert (R0 : 0 <= 2 * B / INR M) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat, MP]).
  assert (V : sum (fun c => Rabs (q i c)) d * (2 * B / INR M) <= A * (2 * B / INR M)) by (apply Rmult_le_compat_r; assumption).
  assert (W : D <= A * (2 * B / INR M)) by lra. apply (Rmult_le_compat_l (INR M)) in W; [|lra].
  replace (INR M * (A * (2 * B / INR M))) with (2 * A * B) in W by (field; lra). lra.
Qed.

Theorem new_width_proved : new_width_statement.
Proof.
  split; [exact grid|split].
  - intros d n q k A B D HD HA HB H. set (r := 2 * A * B / D).
    assert (R0 : 0 <= r) by (unfold r; apply Rmult_le_pos; [apply Rmult_le_pos; lra|left; apply Rinv_0_lt_compat, HD]).
    pose proof (archimed r) as [U1 U2]. assert (Zp : (0 <= up r)%Z) by (apply le_IZR; lra).
    set (M := Z.to_nat (up r)). assert (EM : INR M = IZR (up r)) by (unfold M; rewrite INR_IZR_INZ, Z2Nat.id by exact Zp; reflexivity).
    assert (L : 2 * A * B < INR M * D).
    { rewrite EM. assert (r * D < IZR (up r) * D) by (apply Rmult_lt_compat_r; lra). unfold r in H0 at 1. unfold Rdiv in H0.
      rewrite Rmult_assoc, Rinv_l, Rmult_1_r in H0 by lra. exact H0. }
    pose proof (grid d n M q k A B D HD HA HB H L) as N. apply le_INR in N. rewrite pow_INR in N. eapply Rle_trans; [exact N|].
    apply pow_incr. split; [apply pos_INR|]. rewrite EM. lra.
  - exists (fun i _ => if Nat.eqb i 0 then 1 else -1), (fun i _ => if Nat.eqb i 0 then 1 else -1). repeat split.
    + intros i _. simpl. destruct (Nat.eqb i 0); unfold Rabs; destruct (Rcase_abs _); lra.
    + intros i c _ _. destruct (Nat.eqb i 0); unfold Rabs; destruct (Rcase_abs _); lra.
    + intros i j I J N. unfold score. simpl. destruct (Nat.eqb_spec i 0); destruct (Nat.eqb_spec j 0); try lia; lra.
Qed.

(** * False neighbours *)

(** One cell fewer for each coordinate: (2 A B/D)^d. *)
Definition new_width_neighbour_fewer : Prop :=
  forall (d n : nat) (q k : nat -> nat -> R) (A B D : R), 0 < D -> 0 <= A -> 0 <= B -> code_with_gap d n q k A B D ->
    INR n <= (2 * A * B / D) ^ d.

Theorem new_width_neighbour_fewer_false : ~ new_width_neighbour_fewer.
Proof.
  intro H. destruct new_width_proved as [_ [_ [q [k C]]]]. specialize (H 1%nat 2%nat q k 1 1 2 ltac:(lra) ltac:(lra) ltac:(lra) C). simpl in H. lra.
Qed.

(** Without a gap: any number of positions with the same key and no query. *)
Definition new_width_neighbour_no_gap : Prop :=
  forall (d n M : nat) (q k : nat -> nat -> R) (A B D : R), 0 <= A -> 0 <= B -> code_with_gap d n q k A B D ->
    2 * A * B <= INR M * D -> (n <= M ^ d)%nat.

Theorem new_width_neighbour_no_gap_false : ~ new_width_neighbour_no_gap.
Proof.
  intro H. specialize (H 1%nat 2%nat 1%nat (fun _ _ => 0) (fun _ _ => 0) 0 0 0 ltac:(lra) ltac:(lra)).
  assert (C : code_with_gap 1 2 (fun _ _ => 0) (fun _ _ => 0) 0 0 0).
  { repeat split.
    - intros i _. simpl. rewrite Rabs_R0. lra.
    - intros i c _ _. rewrite Rabs_R0. lra.
    - intros i j _ _ _. unfold score. simpl. lra. }
  specialize (H C ltac:(simpl; lra)). simpl in H. lia.
Qed.

(** One channel with the values 1 and -1, two places. *)
Lemma two_signs : let sign := fun i _ : nat => if (i =? 0)%nat then 1 else -1 in code_with_gap 1 2 sign sign 1 1 2.
Proof.
  intro sign. subst sign. split; [|split].
  - intros [|[|i]] ?; cbn; try lia; rewrite ?Rabs_Ropp, ?Rabs_R1; try lra. rewrite Rabs_left; lra.
  - intros [|[|i]] c ? ?; cbn; try lia; [rewrite Rabs_R1|rewrite Rabs_left]; lra.
  - intros [|[|i]] [|[|j]] ? ? ?; try lia; unfold score; cbn; lra.
Qed.

Example new_width_instance : instance_of new_width_statement.
Proof.
  split; [|split; [|exact I]].
  - exists 1%nat, 2%nat, 2%nat. do 2 eexists. exists 1, 1, 2. split; [lra|]. split; [lra|]. split; [lra|].
    split; [exact two_signs|]. split; [cbn; lra|exact I].
  - exists 1%nat, 2%nat. do 2 eexists. exists 1, 1, 2. split; [lra|]. split; [lra|]. split; [lra|].
    split; [exact two_signs|exact I].
Qed.
