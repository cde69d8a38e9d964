(** men2024.table4.corrected: how often the kernel of 64 planes is negative under two methods of Men et al. 2024.

    Statement (for their Table 4). With B(m) = sum_k cos(m theta_k), k = 0..63, the numbers of m in 1..L with B(m) < 0 at L = 15 1024 and 30 1024 are 0 and 0 for
    Method 1 (theta_k = (5 10^6)^(-k/64)), 97 and 2554 for Method 2 (their p. 9).

    Idea: stretches of distances at once where the sign can be told (Stretches.v), else halved, down to single distances.
    Encoding: `negatives` as in Stretches.v, `g` as in new_base_bound_monotone.v. *)

From Coq Require Import Reals Lra Lia List PeanoNat ZArith.
From RopeTheory Require Import Rope IntervalZ Rotation new_base_bound_monotone Bases Covers Stretches Instances.
Import ListNotations.
Open Scope R_scope.

(** theta_k of Method 2: the first 44 planes, and the other 20. *)
Definition method_2 (k : nat) : R := if (k <? 44)%nat then Rpower (10 ^ 44 * 8 ^ 16) (- (INR k / 704)) else Rpower (10 ^ (4 * k) * 8 ^ 64) (- (1 / 64)).

Definition men2024_table4_corrected_statement : Prop :=
  negatives (g 5000000 64) 1 (Z.to_nat (15 * 1024)) = 0%nat /\ negatives (g 5000000 64) 1 (Z.to_nat (30 * 1024)) = 0%nat /\
  negatives method_2 1 (Z.to_nat (15 * 1024)) = 97%nat /\ negatives method_2 1 (Z.to_nat (30 * 1024)) = 2554%nat.

(** * The angles of Method 2 *)

Lemma first_planes : forall k, (k < 44)%nat -> method_2 k = Rpower (10 ^ 44 * 8 ^ 16) (- (1 / 704)) ^ k.
Proof.
  intros k K. unfold method_2. destruct (Nat.ltb_spec k 44) as [_|N]; [|lia]. rewrite <- (Rpower_pow k (Rpower (10 ^ 44 * 8 ^ 16) _)) by apply exp_pos. rewrite Rpower_mult. f_equal. field.
Qed.

Lemma other_planes : forall k, method_2 (44 + k) = Rpower (10 ^ 4) (- (44 / 64)) / 8 * Rpower (10 ^ 4) (- (1 / 64)) ^ k.
Proof.
  intro k. unfold method_2. destruct (Nat.ltb_spec (44 + k) 44) as [N|_]; [lia|]. rewrite <- Rpower_mult_distr by (apply pow_lt; lra).
  rewrite pow_mult, <- (Rpower_pow 64 8) by lra. rewrite <- (Rpower_pow (44 + k) (10 ^ 4)) by (apply pow_lt; lra). rewrite !Rpower_mult.
  replace (INR 64 * - (1 / 64)) with (- (1)) by (rewrite INR_IZR_INZ; simpl; field). rewrite Rpower_Ropp, Rpower_1 by lra.
  rewrite <- (Rpower_pow k (Rpower (10 ^ 4) _)) by apply exp_pos. rewrite Rpower_mult. unfold Rdiv at 2. rewrite Rmult_assoc, (Rmult_comm (/ 8)), <- Rmult_assoc, <- Rpower_plus. f_equal. f_equal.
  rewrite plus_INR, (INR_IZR_INZ 44). simpl. field.
Qed.

(** In turns, at scale 2^56. *)
Definition turns_2 : list Z := powers 56 59518912137374145 11468322278445317 44 ++ powers 56 62399305664008544 2549235171931 20.

Definition exact_2 : list positive := map Z.to_pos turns_2.

(** At scale 2^34, the slowest first. *)
Definition slow_2 : list positive := rev (map (fun x => Z.to_pos (Z.shiftr x 22)) turns_2).

Lemma turns_2_near : forall k, (k < 64)%nat -> Rabs (IZR (nth k turns_2 0%Z) / 72057594037927936 - method_2 k / (2 * PI)) <= 200 / 72057594037927936.
Proof.
  intros k K. assert (L44 : length (powers 56 59518912137374145 11468322278445317 44) = 44%nat) by reflexivity. unfold turns_2. destruct (Nat.lt_ge_cases k 44) as [F|F].
  - rewrite app_nth1, first_planes by (rewrite ?L44; exact F). set (rho := Rpower _ _).
    assert (E : Rabs (59518912137374145 / 72057594037927936 - rho) <= 1 / 72057594037927936) by (unfold rho, Rpower; apply Rabs_le; split; interval with (i_prec 90)).
    assert (Rho : 0 <= rho <= 1) by (unfold rho, Rpower; split; interval). pose proof (powers_of_turn 59518912137374145 rho 44 ltac:(lia) Rho E k F) as H.
    assert (INR k <= 43) by (replace 43 with (INR 43) by (rewrite INR_IZR_INZ; reflexivity); apply le_INR; lia).
    replace (rho ^ k / (2 * PI)) with (/ (2 * PI) * rho ^ k) by (field; pose proof PI_RGT_0; lra). lra.
  - destruct (Nat.le_exists_sub 44 k F) as [j [-> _]]. rewrite app_nth2, L44 by lia. replace (j + 44 - 44)%nat with j by lia. rewrite (Nat.add_comm j 44), other_planes.
    set (rho := Rpower (10 ^ 4) (- (1 / 64))). set (y := Rpower (10 ^ 4) (- (44 / 64)) / 8 / (2 * PI)).
    assert (H : Rabs (IZR (nth j (powers 56 62399305664008544 2549235171931 20) 0%Z) / IZR (2 ^ 56) - y * rho ^ j) <= 1 / 72057594037927936 + INR j * (2 * (1 / 72057594037927936) + / IZR (2 ^ 56))).
    { apply powers_near; try lia; try lra; change (2 ^ 56)%Z with 72057594037927936%Z; unfold rho, y, Rpower; try (apply Rabs_le); try split; try interval with (i_prec 90). }
    change (2 ^ 56)%Z with 72057594037927936%Z in H. assert (INR j <= 19) by (replace 19 with (INR 19) by (rewrite INR_IZR_INZ; reflexivity); apply le_INR; lia).
    replace (Rpower (10 ^ 4) (- (44 / 64)) / 8 * rho ^ j / (2 * PI)) with (y * rho ^ j) by (unfold y; field; pose proof PI_RGT_0; lra). lra.
Qed.

Lemma turns_2_positive : forall k, (k < 64)%nat -> (0 < Z.shiftr (nth k turns_2 0) 22)%Z.
Proof.
  intros k K. assert (H : forallb (fun x => 0 <? Z.shiftr x 22)%Z turns_2 = true) by (vm_compute; reflexivity). rewrite forallb_forall in H. apply Z.ltb_lt, H, nth_In.
  change (length turns_2) with 64%nat. exact K.
Qed.

Lemma exact_2_precise : forall k, (k < 64)%nat -> precise (nth k exact_2 1%positive) (method_2 k).
Proof.
  intros k K. unfold exact_2. rewrite (nth_indep _ 1%positive (Z.to_pos 0)) by (rewrite map_length; exact K). rewrite (map_nth Z.to_pos turns_2 0%Z k).
  unfold precise. pose proof (turns_2_positive k K) as P. pose proof (cut 22 (nth k turns_2 0%Z) ltac:(lia)) as T. apply (IZR_lt 0) in P. change (2 ^ 22)%Z with 4194304%Z in T.
  rewrite Z2Pos.id by (apply lt_IZR; lra). apply turns_2_near, K.
Qed.

Lemma slow_2_close : all_close slow_2 (fun k => method_2 (64 - 1 - k)%nat).
Proof.
  set (fast := map (fun x => Z.to_pos (Z.shiftr x 22)) turns_2). change (all_close (rev fast) (fun k => method_2 (length fast - 1 - k)%nat)). apply all_close_reversed. intros k K.
  unfold fast in *. rewrite (nth_indep _ 1%positive (Z.to_pos (Z.shiftr 0 22))) by exact K. rewrite map_length in K. change (length turns_2) with 64%nat in K.
  rewrite (map_nth (fun x => Z.to_pos (Z.shiftr x 22)) turns_2 0%Z k). unfold close_to. rewrite Z2Pos.id by apply turns_2_positive, K.
  pose proof (turns_2_near k K) as H. pose proof (cut 22 (nth k turns_2 0%Z) ltac:(lia)) as T. change (2 ^ 22)%Z with 4194304%Z in T. apply within in H. apply Rabs_le. lra.
Qed.

(** * The counts *)

Lemma counts_2 : forall sizes m n, (Z.pos m + stretch_sum sizes - 1 <= 65536)%Z -> stretches 9 slow_2 exact_2 sizes m = Some n -> negatives method_2 (Pos.to_nat m) (Z.to_nat (stretch_sum sizes)) = n.
Proof.
  apply (stretches_sound method_2 9 65536 slow_2 exact_2 eq_refl eq_refl slow_2_close exact_2_precise). unfold slack. lra.
Qed.

Lemma none_1 : forall n, (n < Z.to_nat 32768)%nat -> negatives (g 5000000 64) 1 n = 0%nat.
Proof.
  intros n N. apply negatives_none. intros j J. change (0 <= kernel 5000000 64 j).
  assert (H : keeps_sign 5000000 (Z.to_nat 32768)) by by_stretches 9%Z 56625017711910890%Z 15%nat ltac:(ratio).
  apply H. lia.
Qed.

Lemma first_15k : negatives method_2 1 (Z.to_nat (15 * 1024)) = 97%nat.
Proof. apply (counts_2 (seq 0 13 ++ [12; 11; 10; 0]%nat) 1 97); [vm_compute; discriminate|vm_cast_no_check (eq_refl (Some 97%nat))]. Qed.

Lemma next_15k : negatives method_2 (Pos.to_nat 15361) (Z.to_nat (15 * 1024)) = 2457%nat.
Proof. apply (counts_2 [13; 12; 11; 10]%nat 15361 2457); [vm_compute; discriminate|vm_cast_no_check (eq_refl (Some 2457%nat))]. Qed.

Theorem men2024_table4_corrected_proved : men2024_table4_corrected_statement.
Proof.
  split; [apply none_1; lia|]. split; [apply none_1; lia|]. split; [exact first_15k|]. pose proof first_15k as A. pose proof next_15k as B.
  replace (Pos.to_nat 15361) with (1 + Z.to_nat (15 * 1024))%nat in B by lia. replace (Z.to_nat (30 * 1024)) with (Z.to_nat (15 * 1024) + Z.to_nat (15 * 1024))%nat by lia.
  rewrite negatives_app, A, B. reflexivity.
Qed.

(** * False neighbours *)

(** 15k is 15000: of the 97, 62 come after that. *)
Definition men2024_table4_corrected_neighbour_thousand : Prop := negatives method_2 1 (Z.to_nat 15000) = 97%nat.

Theorem men2024_table4_corrected_neighbour_thousand_false : ~ men2024_table4_corrected_neighbour_thousand.
Proof.
  unfold men2024_table4_corrected_neighbour_thousand. intro H. pose proof first_15k as A. replace (Z.to_nat (15 * 1024)) with (Z.to_nat 15000 + Z.to_nat 360)%nat in A by lia.
  rewrite negatives_app, H in A. assert (B : negatives method_2 (Pos.to_nat 15001) (Z.to_nat 360) = 62%nat) by (apply (counts_2 [8; 6; 5; 3]%nat 15001 62); [vm_compute; discriminate|vm_cast_no_check (eq_refl (Some 62%nat))]).
  replace (Pos.to_nat 15001) with (1 + Z.to_nat 15000)%nat in B by lia. rewrite B in A. discriminate.
Qed.

(** One fewer. *)
Definition men2024_table4_corrected_neighbour_fewer : Prop := negatives method_2 1 (Z.to_nat (30 * 1024)) = 2553%nat.

Theorem men2024_table4_corrected_neighbour_fewer_false : ~ men2024_table4_corrected_neighbour_fewer.
Proof. destruct men2024_table4_corrected_proved as [_ [_ [_ H]]]. unfold men2024_table4_corrected_neighbour_fewer. rewrite H. discriminate. Qed.

Example men2024_table4_corrected_instance : instance_of men2024_table4_corrected_statement.
Proof. repeat split. Qed.
