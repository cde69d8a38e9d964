(** su2024.table.no-bisection: a larger base can fail where a smaller one serves.

    Statement (examples for a sentence of Su 2024). With f_b(m) = sum_k cos(m b^(-k/K)): f_b(m) >= 0 for all m < 1400 at base 9100 and f_b(m) < 0 for some at base
    9200, 64 planes; the same for 118 and 119 and m < 41, 13 planes.

    Idea: the sums of 64 planes by stretches, and those of 13 by fine cosines, since f_118(33) = 0.0057. *)

From Coq Require Import Reals Lra Lia List PeanoNat ZArith.
From RopeTheory Require Import Rope IntervalZ Rotation new_base_bound_monotone Bases Covers Stretches new_kernel_first_negative Instances.
Import ListNotations.
Open Scope R_scope.

(** f_b(m) >= 0 at all m below the length. *)
Definition holds_below (b : R) (K length : nat) : Prop := forall m, (m < length)%nat -> 0 <= kernel b K m.

Definition breaks_below (b : R) (K length : nat) : Prop := exists m, (m < length)%nat /\ kernel b K m < 0.

Definition su2024_table_no_bisection_statement : Prop :=
  (holds_below 9100 64 (Z.to_nat 1400) /\ breaks_below 9200 64 (Z.to_nat 1400)) /\ (holds_below 118 13 41 /\ breaks_below 119 13 41).

Lemma at_0 : forall b K, 0 <= kernel b K 0.
Proof.
  intros b K. unfold kernel. rewrite (sum_ext _ (fun _ => 1)).
  - rewrite sum_const. pose proof (pos_INR K). lra.
  - intros k _. simpl (INR 0). rewrite Rmult_0_l. apply cos_0.
Qed.

(** For 64 planes by stretches of distances. *)
Lemma serves_by_stretches : forall b ratio sizes, 1 <= b -> ratio_of b 64 ratio -> (stretch_sum sizes <= 32768)%Z -> none_on 8 ratio sizes 1 = true ->
  holds_below b 64 (Z.to_nat (stretch_sum sizes + 1)).
Proof.
  intros b ratio sizes B Ratio Last H [|m] M; [apply at_0|]. apply (kept_on 8 b ratio sizes 1 B Ratio); [|exact H|lia].
  unfold slack. apply IZR_le in Last. rewrite minus_IZR, plus_IZR. lra.
Qed.

Lemma ratio_9200 : ratio_of 9200 64 62480654808974322.
Proof. ratio. Qed.

(** 13 planes at a distance, up to 7 10^-7. *)
Lemma kernel_13 : forall b ratio m, 1 <= b -> ratio_of b 13 ratio -> in_turns 13 ratio = true -> (Z.pos m <= 131072)%Z ->
  Rabs (IZR (fine_total m (precise_angles ratio 13)) / 1099511627776 - kernel b 13 (Pos.to_nat m)) <= 0.0000007.
Proof.
  intros b ratio m B Ratio Turns M. destruct (base_angles b 13 ratio B ltac:(lia) Ratio Turns) as [_ [Len Precise]].
  pose proof (fine_total_near (precise_angles ratio 13) (g b 13)) as T. rewrite Len in T. specialize (T Precise m M).
  unfold kernel. rewrite INR_IZR_INZ, positive_nat_Z. replace (INR 13) with 13 in T by (rewrite INR_IZR_INZ; reflexivity). lra.
Qed.

Lemma thirteen : holds_below 118 13 41.
Proof.
  intros [|m] M; [apply at_0|].
  assert (H : forallb (fun i => 1000000 <=? fine_total (Pos.of_nat i) (precise_angles 49923407258189874 13))%Z (seq 1 40) = true) by (vm_cast_no_check (eq_refl true)).
  rewrite forallb_forall in H. specialize (H (S m) ltac:(apply in_seq; lia)). apply Z.leb_le, IZR_le in H.
  pose proof (kernel_13 118 49923407258189874 (Pos.of_nat (S m)) ltac:(lra) ltac:(ratio) ltac:(vm_compute; reflexivity) ltac:(lia)) as K.
  rewrite Nat2Pos.id in K by lia. apply within in K. lra.
Qed.

Theorem su2024_table_no_bisection_proved : su2024_table_no_bisection_statement.
Proof.
  split; split.
  - apply (serves_by_stretches 9100 62491325336960598 (seq 0 10 ++ [8; 6; 5; 4; 3])%nat); [lra|ratio|vm_compute; discriminate|]. vm_cast_no_check (eq_refl true).
  - exists (Pos.to_nat 1373). split; [lia|]. apply (below_kernel 9200 64 62480654808974322 1373); [lra|lia|exact ratio_9200|lia|]. vm_cast_no_check (eq_refl true).
  - exact thirteen.
  - exists (Pos.to_nat 33). split; [lia|]. pose proof (kernel_13 119 49891010307066103 33 ltac:(lra) ltac:(ratio) ltac:(vm_compute; reflexivity) ltac:(lia)) as K.
    assert (H : (fine_total 33 (precise_angles 49891010307066103 13) <=? -1000000)%Z = true) by (vm_cast_no_check (eq_refl true)).
    apply Z.leb_le, IZR_le in H. apply within in K. lra.
Qed.

(** * False neighbours *)

(** The other way round. *)
Definition su2024_table_no_bisection_neighbour_reversed : Prop := holds_below 9200 64 (Z.to_nat 1400) /\ breaks_below 9100 64 (Z.to_nat 1400).

Theorem su2024_table_no_bisection_neighbour_reversed_false : ~ su2024_table_no_bisection_neighbour_reversed.
Proof.
  intros [H _]. destruct su2024_table_no_bisection_proved as [[_ [m [M L]]] _]. specialize (H m M). lra.
Qed.

(** At length 1000 as well: there both serve. *)
Definition su2024_table_no_bisection_neighbour_shorter : Prop := holds_below 9100 64 (Z.to_nat 1000) /\ breaks_below 9200 64 (Z.to_nat 1000).

Theorem su2024_table_no_bisection_neighbour_shorter_false : ~ su2024_table_no_bisection_neighbour_shorter.
Proof.
  intros [_ [m [M L]]].
  pose proof (serves_by_stretches 9200 62480654808974322 (seq 0 9 ++ [8; 7; 6; 5; 3])%nat ltac:(lra) ratio_9200 ltac:(vm_compute; discriminate) ltac:(vm_cast_no_check (eq_refl true)) m M). lra.
Qed.

Example su2024_table_no_bisection_instance : instance_of su2024_table_no_bisection_statement.
Proof. repeat split; exists 1%nat; (split; [lia|exact I]). Qed.
