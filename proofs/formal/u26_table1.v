(** u26.table1: the frequencies of Table 1.

    Statement (U26, Table 1; b = 10000, d = 128).  Ids 1, 2, 10, 18, 32, 37..42 have the frequencies 1.0000, 0.8660,
    0.2738, 0.0866, 0.0115, 0.0056, 0.0049, 0.0042, 0.0037, 0.0032, 0.0027: the printed value is the frequency
    g_k = b^{-2(k-1)/d} rounded to four decimals.

    Encoding: rounded to four decimals means within half of 0.0001, the upper end left out, as in the
    claim. *)

From Coq Require Import Reals List Lra ZArith.
From RopeTheory Require Import IntervalZ Instances.
Import ListNotations.
Open Scope R_scope.

(** g_k, k from 1, for base b and rotary dimension d. *)
Definition frequency (b : R) (d k : nat) : R := Rpower b (- (2 * (INR k - 1)) / INR d).

(** The value rounds to `printed` at the given step (0.0001: four decimals). *)
Definition rounds_to (step value printed : R) : Prop :=
  printed - step / 2 <= value < printed + step / 2.

Definition table1 : list (nat * R) :=
  [(1%nat, 1); (2%nat, 0.8660); (10%nat, 0.2738); (18%nat, 0.0866); (32%nat, 0.0115); (37%nat, 0.0056);
   (38%nat, 0.0049); (39%nat, 0.0042); (40%nat, 0.0037); (41%nat, 0.0032); (42%nat, 0.0027)].

Definition u26_table1_statement : Prop :=
  Forall (fun row => rounds_to 0.0001 (frequency 10000 128 (fst row)) (snd row)) table1.

Ltac compare := unfold rounds_to, frequency, Rpower; rewrite !INR_IZR_INZ; simpl IZR; try split; interval with (i_prec 40).

Theorem u26_table1_proved : u26_table1_statement.
Proof. unfold u26_table1_statement, table1. repeat constructor; unfold fst, snd; compare. Qed.

(** False neighbour: the exponent is -2k/d, ids counted from 0. *)
Definition u26_table1_neighbour_from_zero : Prop :=
  Forall (fun row => rounds_to 0.0001 (frequency 10000 128 (S (fst row))) (snd row)) table1.

Theorem u26_table1_neighbour_from_zero_false : ~ u26_table1_neighbour_from_zero.
Proof.
  intro H. inversion_clear H as [|row rest First _]. destruct First as [First _].
  revert First. unfold fst, snd. apply Rlt_not_le. compare.
Qed.

(** False neighbour: five decimals. *)
Definition u26_table1_neighbour_five_decimals : Prop :=
  Forall (fun row => rounds_to 0.00001 (frequency 10000 128 (fst row)) (snd row)) table1.

Theorem u26_table1_neighbour_five_decimals_false : ~ u26_table1_neighbour_five_decimals.
Proof.
  intro H. inversion_clear H as [|row rest _ Rest]. inversion_clear Rest as [|row' rest' Second _].
  destruct Second as [Second _]. revert Second. unfold fst, snd. apply Rlt_not_le. compare.
Qed.

Example u26_table1_instance : instance_of u26_table1_statement.
Proof. exact I. Qed.
