(** men2024.table2.corrected: the least bases for 1k to 64k positions, to two digits.

    Statement (for Table 2 of Men et al. 2024). With B(m) = sum_k cos(m b^(-k/64)), k = 0..63 (d = 128): the infimum of the bases that keep B(m) >= 0 at m < L is, to two digits,
    4.3e3, 1.2e4, 2.7e4, 8.4e4, 2.3e5, 6.3e5, 2.1e6 for L = 1024 2^j, j = 0..6; with m = L, too.

    Idea: intervals of bases, each with one m that is negative on all of it, end to end from base 1: those of new_least_base.v and men2024_eq11_still.v, and 1965 more
    (Dips.v, LongCovers.v). Within the two digits one base that serves (GoodBases.v).
    Encoding: bases b >= 1, `holds_below` as in su2024_table_no_bisection.v, `is_infimum` as in men2024_eq11.v; that there is an infimum is part of the statement. To two digits is rounded: less
    than half a unit of the second digit away. *)

From Coq Require Import Reals Lra Lia List PeanoNat ZArith.
From RopeTheory Require Import Rope Sums IntervalZ Rotation new_base_bound_monotone Bases Covers Stretches Dips LongCovers GoodBases men2024_eq11 new_least_base men2024_eq11_still
  su2024_table_no_bisection Instances.
Import ListNotations.
Open Scope R_scope.

(** x is the least base for n positions. *)
Definition least_base (n : Z) (x : R) : Prop := is_infimum (fun b => 1 <= b /\ holds_below b 64 (Z.to_nat n)) x.

(** x is digits 10^power when rounded to a whole number of 10^power. *)
Definition rounds_to_digits (digits : R) (power : nat) (x : R) : Prop := Rabs (x - digits * 10 ^ power) < 10 ^ power / 2.

(** The least base for distances below L, and up to L. *)
Definition table_row (L : Z) (digits : R) (power : nat) : Prop := forall n, (L <= n <= L + 1)%Z -> exists x, least_base n x /\ rounds_to_digits digits power x.

Definition men2024_table2_corrected_statement : Prop :=
  table_row 1024 43 2 /\ table_row 2048 12 3 /\ table_row 4096 27 3 /\ table_row 8192 84 3 /\
  table_row 16384 23 4 /\ table_row 32768 63 4 /\ table_row 65536 21 5.

(** * No base below *)

(** By ratios b^(-1/64) in 2^-22; those before are in 2^-30. *)
Lemma none_above_4096 : none_above 22 4096 3576283.
Proof. apply (none_above_rescaled 30 22 4096 915528366); [exact none_to_4096|unfold ratio_at; simpl; lra]. Qed.

Lemma none_above_8192 : none_above 22 8192 3513650.
Proof. go_on none_above_4096 cover_on_to_8192. Qed.

Lemma none_above_16384 : none_above 22 16384 3459649.
Proof. go_on none_above_8192 cover_on_to_16384. Qed.

Lemma none_above_32768 : none_above 22 32768 3404860.
Proof. go_on none_above_16384 cover_on_to_32768. Qed.

Lemma none_above_65536 : none_above 22 65536 3342248.
Proof. go_on none_above_32768 cover_on_to_65536. Qed.

(** * The least base between two *)

Lemma keeps_one_more : forall b ratio m, 1 <= b -> ratio_of b 64 ratio -> (Z.pos m <= 65536)%Z -> stays ratio 30 m = true -> keeps_sign b (Z.to_nat (Z.pos m)) -> keeps_sign b (S (Z.to_nat (Z.pos m))).
Proof.
  intros b ratio m B Ratio M Last H i I. destruct (Nat.eq_dec i (Pos.to_nat m)) as [->|N]; [|apply H; lia].
  left. pose proof (ln_le 1 b ltac:(lra) B) as L1. rewrite ln_1 in L1. apply (stays_kernel (ln b) ratio 30 m b L1); [rewrite exp_ln by lra; exact Ratio|lia|lia|exact Last|].
  replace (ln b - ln b) with 0 by ring. rewrite Rabs_R0. left. apply Rinv_0_lt_compat, IZR_lt. reflexivity.
Qed.

Lemma least_between : forall L low high n, (L <= n <= L + 1)%Z -> (0 <= L)%Z -> (forall b, 1 <= b <= low -> ~ keeps_sign b (Z.to_nat L)) -> 1 <= high -> keeps_sign high (S (Z.to_nat L)) ->
  exists x, least_base n x /\ low <= x <= high.
Proof.
  intros L low high n N L0 None H1 High.
  assert (Good : 1 <= high /\ holds_below high 64 (Z.to_nat n)) by (split; [exact H1|]; intros [|m] M; [apply at_0|]; apply High; lia).
  destruct (infimum_exists (fun b => 1 <= b /\ holds_below b 64 (Z.to_nat n))) as [x X]; [exists high; exact Good|intros b [B _]; exact B|].
  exists x. split; [exact X|]. destruct X as [Below Greatest]. split; [|exact (Below high Good)].
  apply Greatest. intros b [B Keeps]. destruct (Rle_lt_dec b low) as [Lo|Lo]; [exfalso|lra]. apply (None b ltac:(lra)). intros m M. apply Keeps. lia.
Qed.

Ltac row low high r keeps :=
  intros n N; assert (Ratio : ratio_of high 64 r) by ratio; destruct (least_between _ low high n N) as [x [X Near]];
  [lia| |lra|apply (keeps_one_more high r); [lra|exact Ratio|lia|vm_cast_no_check (eq_refl true)|keeps]|
    exists x; split; [exact X|]; unfold rounds_to_digits; apply Rabs_def1; simpl; lra].

Lemma row_1024 : table_row 1024 43 2.
Proof. row 4293.38 4293.45 63229122843475870%Z ltac:(exact (proj2 (proj1 new_least_base_proved))). up_to none_to_1024. Qed.

Lemma row_2048 : table_row 2048 12 3.
Proof. row 11587 11587.25 62255835195348118%Z ltac:(exact (proj2 good_to_2048)). intros b B H. exact (none_to_2000 b B (keeps_sign_shorter 2000 2048 b ltac:(lia) H)). Qed.

Lemma row_4096 : table_row 4096 27 3.
Proof. row 26952.32 26952.34 61440067936176454%Z ltac:(exact (proj2 (proj2 new_least_base_proved))). up_to none_to_4096. Qed.

Lemma row_8192 : table_row 8192 84 3.
Proof. row 83500.6 83764.434 60361072815991163%Z ltac:(exact keeps_8192). up_to none_above_8192. Qed.

Lemma row_16384 : table_row 16384 23 4.
Proof. row 225000.4 231643.6469 59409300447644480%Z ltac:(exact keeps_16384). up_to none_above_16384. Qed.

Lemma row_32768 : table_row 32768 63 4.
Proof. row 625001.8 629980.2482 58487798387936789%Z ltac:(exact keeps_32768). up_to none_above_32768. Qed.

Lemma row_65536 : table_row 65536 21 5.
Proof. row 2050023.5 2090181.9508 57401981017402064%Z ltac:(exact keeps_65536). up_to none_above_65536. Qed.

Theorem men2024_table2_corrected_proved : men2024_table2_corrected_statement.
Proof. exact (conj row_1024 (conj row_2048 (conj row_4096 (conj row_8192 (conj row_16384 (conj row_32768 row_65536)))))). Qed.

(** * False neighbours *)

Lemma least_base_unique : forall n x y, least_base n x -> least_base n y -> x = y.
Proof. intros n x y [X1 X2] [Y1 Y2]. apply Rle_antisym; [apply Y2, X1|apply X2, Y1]. Qed.

(** One row cannot round to two numbers. *)
Lemma one_rounding : forall L digits digits' power, digits + 1 <= digits' -> table_row L digits power -> ~ table_row L digits' power.
Proof.
  intros L digits digits' power D H H'. destruct (H L ltac:(lia)) as [x [X Rx]]. destruct (H' L ltac:(lia)) as [y [Y Ry]]. rewrite <- (least_base_unique L x y X Y) in Ry.
  assert (P : 0 < 10 ^ power) by (apply pow_lt; lra). unfold rounds_to_digits in *. apply Rabs_def2 in Rx. apply Rabs_def2 in Ry. nra.
Qed.

(** One more in the last digit, at 2k. *)
Definition men2024_table2_corrected_neighbour_digit : Prop := table_row 2048 13 3.

Theorem men2024_table2_corrected_neighbour_digit_false : ~ men2024_table2_corrected_neighbour_digit.
Proof. apply (one_rounding 2048 12 13 3); [lra|exact row_2048]. Qed.

(** 1k is 1000: there base 4249 serves. *)
Definition men2024_table2_corrected_neighbour_thousand : Prop := table_row 1000 43 2.

Lemma serves_1000 : holds_below 4249 64 (Z.to_nat 1000).
Proof. apply (serves_by_stretches 4249 63239405272694549 (seq 0 9 ++ [8; 7; 6; 5; 3])%nat); [lra|ratio|vm_compute; discriminate|vm_cast_no_check (eq_refl true)]. Qed.

Theorem men2024_table2_corrected_neighbour_thousand_false : ~ men2024_table2_corrected_neighbour_thousand.
Proof.
  intro H. destruct (H 1000%Z ltac:(lia)) as [x [[Below _] X]]. specialize (Below 4249 ltac:(split; [lra|exact serves_1000])). unfold rounds_to_digits in X. apply Rabs_def2 in X. simpl in X. lra.
Qed.

Example men2024_table2_corrected_instance : instance_of men2024_table2_corrected_statement.
Proof. repeat split; match goal with |- exists n, (?L <= n <= _)%Z /\ _ => exists L end; (split; [lia|exact I]). Qed.
