(** su2024.table.no-bisection: a larger base can fail where a smaller one serves.

    Statement (examples for a sentence of Su 2024). With f_b(m) = sum_k cos(m b^(-k/K)): f_b(m) >= 0 for all m < 1400 at base 9100 and f_b(m) < 0 for some at base
    9200, 64 planes; the same for 118 and 119 and m < 41, 13 planes.

    Idea: the sums by the table of new_kernel_first_negative.v; those of 13 planes from 33 on by interval arithmetic, since f_118(33) = 0.0057. *)

From Coq Require Import Reals Lra Lia PeanoNat ZArith.
From RopeTheory Require Import Rope IntervalZ Rotation new_base_bound_monotone Bases new_kernel_first_negative Instances.
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

Lemma serves_by_table : forall b K ratio last, 1 <= b -> (1 <= K <= 64)%nat -> ratio_of b K ratio -> (0 <= last <= 32768)%Z -> none_below K ratio last = true ->
  holds_below b K (Z.to_nat (last + 1)).
Proof.
  intros b K ratio last B HK Ratio Last H [|m] M; [apply at_0|]. left. apply (none_below_kernel b K ratio last B HK Ratio Last H). lia.
Qed.

Lemma ratio_9200 : ratio_of 9200 64 62480654808974322.
Proof. ratio. Qed.

Ltac by_interval := unfold kernel, g, Rpower; cbn [sum]; rewrite !INR_IZR_INZ; simpl; interval with (i_prec 50).

Lemma thirteen : holds_below 118 13 41.
Proof.
  intros m M. destruct (Nat.lt_ge_cases m 33) as [L|L].
  - apply (serves_by_table 118 13 49923407258189874 32); [lra|lia|ratio|lia|vm_compute; reflexivity|lia].
  - destruct (Nat.le_exists_sub 33 m L) as [j [-> _]]. do 8 (destruct j as [|j]; [by_interval|]). exfalso. lia.
Qed.

Theorem su2024_table_no_bisection_proved : su2024_table_no_bisection_statement.
Proof.
  split; split.
  - apply (serves_by_table 9100 64 62491325336960598 1399); [lra|lia|ratio|lia|]. vm_cast_no_check (eq_refl true).
  - exists (Pos.to_nat 1373). split; [lia|]. apply (below_kernel 9200 64 62480654808974322 1373); [lra|lia|exact ratio_9200|lia|]. vm_cast_no_check (eq_refl true).
  - exact thirteen.
  - exists 33%nat. split; [lia|]. by_interval.
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
  pose proof (serves_by_table 9200 64 62480654808974322 999 ltac:(lra) ltac:(lia) ratio_9200 ltac:(lia) ltac:(vm_compute; reflexivity) m M). lra.
Qed.

Example su2024_table_no_bisection_instance : instance_of su2024_table_no_bisection_statement.
Proof. repeat split; exists 1%nat; (split; [lia|exact I]). Qed.
