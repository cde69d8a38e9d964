(** su2024.table: the least bases that Su prints for 1k to 64k, to both digits.

    Statement (Su 2024). b* = inf{b : f_b(m) >= 0, m = 0..L-1}, f_b(m) = sum_k cos(m b^(-k/64)), k = 0..63 (d = 128), is to two digits 4.3e3, 1.2e4, 2.7e4, 8.4e4, 2.3e5, 6.3e5, 2.1e6
    for L = 1024 2^j, j = 0..6.

    Idea: the rows of men2024_table2.v.
    Encoding: `least_base` and `rounds_to_digits` as there: bases b >= 1, and that there is an infimum is part of the statement. *)

From Coq Require Import Reals Lra Lia ZArith.
From RopeTheory Require Import men2024_table2 Instances.
Open Scope R_scope.

Definition least_base_prints (L : Z) (digits : R) (power : nat) : Prop := exists x, least_base L x /\ rounds_to_digits digits power x.

Definition su2024_table_statement : Prop :=
  least_base_prints 1024 43 2 /\ least_base_prints 2048 12 3 /\ least_base_prints 4096 27 3 /\ least_base_prints 8192 84 3 /\
  least_base_prints 16384 23 4 /\ least_base_prints 32768 63 4 /\ least_base_prints 65536 21 5.

Lemma printed_row : forall L digits power, table_row L digits power -> least_base_prints L digits power.
Proof. intros L digits power H. exact (H L ltac:(lia)). Qed.

Theorem su2024_table_proved : su2024_table_statement.
Proof. destruct men2024_table2_corrected_proved as [A [B [C [D [E [F G]]]]]]. repeat split; apply printed_row; assumption. Qed.

(** * False neighbours *)

(** One more in the last digit, at 16k. *)
Definition su2024_table_neighbour_digit : Prop := least_base_prints 16384 24 4.

Theorem su2024_table_neighbour_digit_false : ~ su2024_table_neighbour_digit.
Proof.
  intros [y [Y Ry]]. destruct su2024_table_proved as [_ [_ [_ [_ [[x [X Rx]] _]]]]]. rewrite <- (least_base_unique _ x y X Y) in Ry. unfold rounds_to_digits in *.
  apply Rabs_def2 in Rx. apply Rabs_def2 in Ry. simpl in *. lra.
Qed.

(** 1k is 1000. *)
Definition su2024_table_neighbour_thousand : Prop := least_base_prints 1000 43 2.

Theorem su2024_table_neighbour_thousand_false : ~ su2024_table_neighbour_thousand.
Proof.
  intros [x [[Below _] X]]. specialize (Below 4249 ltac:(split; [lra|exact serves_1000])). unfold rounds_to_digits in X. apply Rabs_def2 in X. simpl in X. lra.
Qed.

Example su2024_table_instance : instance_of su2024_table_statement.
Proof. repeat split. Qed.
