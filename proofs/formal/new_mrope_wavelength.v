(** new.mrope.wavelength: the longest wavelength of each axis, in sections and interleaved.

    Statement. At d = 128 (64 planes) the sections 16, 24, 24 give time, height and width longest wavelengths of 2 pi b^(15/64), 2 pi b^(39/64) and 2 pi b^(63/64);
    interleaved it is 2 pi b^(63/64), 2 pi b^(61/64) and 2 pi b^(62/64), at every base b > 1. At base 10^6: 160, 28472 and 5063255 positions, against 5063255, 3287985
    and 4080185, rounded down.

    Encoding: axis 0 is time, 1 height, 2 width; plane p turns by b^(-p/64) at each position, so that 2 pi b^(p/64) positions are one turn. *)

From Coq Require Import Reals Lra Lia List PeanoNat Bool.
From RopeTheory Require Import Rope Axes IntervalZ Instances.
Open Scope R_scope.

(** Positions in one turn of plane p. *)
Definition wavelength (b : R) (p : nat) : R := 2 * PI / Rpower b (- (INR p / 64)).

(** w is the longest wavelength among the 64 planes of axis a. *)
Definition longest (b : R) (axis : nat -> nat) (a : nat) (w : R) : Prop :=
  (exists p, (p < 64)%nat /\ axis p = a /\ wavelength b p = w) /\ forall p, (p < 64)%nat -> axis p = a -> wavelength b p <= w.

Definition rounded_down (w : R) (n : Z) : Prop := IZR n <= w < IZR n + 1.

Definition new_mrope_wavelength_statement : Prop :=
  (forall b, 1 < b ->
    longest b (in_sections 16 24) 0 (2 * PI * Rpower b (15 / 64)) /\ longest b (in_sections 16 24) 1 (2 * PI * Rpower b (39 / 64)) /\
    longest b (in_sections 16 24) 2 (2 * PI * Rpower b (63 / 64)) /\
    longest b (interleaved 24 24) 0 (2 * PI * Rpower b (63 / 64)) /\ longest b (interleaved 24 24) 1 (2 * PI * Rpower b (61 / 64)) /\
    longest b (interleaved 24 24) 2 (2 * PI * Rpower b (62 / 64))) /\
  rounded_down (2 * PI * Rpower 1000000 (15 / 64)) 160 /\ rounded_down (2 * PI * Rpower 1000000 (39 / 64)) 28472 /\
  rounded_down (2 * PI * Rpower 1000000 (63 / 64)) 5063255 /\ rounded_down (2 * PI * Rpower 1000000 (61 / 64)) 3287985 /\
  rounded_down (2 * PI * Rpower 1000000 (62 / 64)) 4080185.

Lemma in_positions : forall b p, wavelength b p = 2 * PI * Rpower b (INR p / 64).
Proof. intros b p. unfold wavelength. rewrite Rpower_Ropp. field. apply Rgt_not_eq, exp_pos. Qed.

Lemma slower : forall b p q, 1 < b -> (p <= q)%nat -> wavelength b p <= wavelength b q.
Proof.
  intros b p q B H. rewrite !in_positions. pose proof PI_RGT_0. apply Rmult_le_compat_l; [lra|]. apply Rle_Rpower; [lra|].
  apply le_INR in H. lra.
Qed.

(** The planes of an axis after its slowest one are none, looked up one by one. *)
Lemma longest_plane : forall b axis a q, 1 < b -> (q < 64)%nat -> axis q = a -> forallb (fun p => negb (Nat.eqb (axis p) a)) (seq (S q) (63 - q)) = true ->
  longest b axis a (2 * PI * Rpower b (INR q / 64)).
Proof.
  intros b axis a q B Q A None. rewrite <- in_positions. split; [exists q; auto|]. intros p P Ap. apply slower; [exact B|].
  destruct (Nat.le_gt_cases p q) as [L|L]; [exact L|]. exfalso. rewrite forallb_forall in None. specialize (None p ltac:(apply in_seq; lia)). rewrite Ap, Nat.eqb_refl in None. discriminate.
Qed.

Ltac plane q := match goal with |- longest _ _ _ (2 * PI * Rpower _ (?x / 64)) => replace x with (INR q) by (rewrite INR_IZR_INZ; reflexivity) end;
  apply longest_plane; [assumption|lia|reflexivity|reflexivity].

Theorem new_mrope_wavelength_proved : new_mrope_wavelength_statement.
Proof.
  split.
  - intros b B. split; [plane 15%nat|]. split; [plane 39%nat|]. split; [plane 63%nat|]. split; [plane 63%nat|]. split; [plane 61%nat|plane 62%nat].
  - unfold rounded_down, Rpower. repeat split; interval with (i_prec 60).
Qed.

(** * False neighbours *)

(** Interleaving changes nothing: time's longest wavelength stays 2 pi b^(15/64). *)
Definition new_mrope_wavelength_neighbour_interleaved : Prop := forall b, 1 < b -> longest b (interleaved 24 24) 0 (2 * PI * Rpower b (15 / 64)).

Theorem new_mrope_wavelength_neighbour_interleaved_false : ~ new_mrope_wavelength_neighbour_interleaved.
Proof.
  intro H. destruct (H 2 ltac:(lra)) as [_ L]. specialize (L 63%nat ltac:(lia) eq_refl). rewrite in_positions in L. pose proof PI_RGT_0.
  rewrite (INR_IZR_INZ 63) in L. simpl in L. assert (Rpower 2 (15 / 64) < Rpower 2 (63 / 64)) by (apply Rpower_lt; lra). nra.
Qed.

(** At any base: at base 1/2 the first planes are the slow ones. *)
Definition new_mrope_wavelength_neighbour_any_base : Prop := forall b, 0 < b -> longest b (in_sections 16 24) 0 (2 * PI * Rpower b (15 / 64)).

Theorem new_mrope_wavelength_neighbour_any_base_false : ~ new_mrope_wavelength_neighbour_any_base.
Proof.
  intro H. destruct (H (/ 2) ltac:(lra)) as [_ L]. specialize (L 0%nat ltac:(lia) eq_refl). rewrite in_positions in L. pose proof PI_RGT_0.
  assert (Rpower (/ 2) (15 / 64) < Rpower (/ 2) (INR 0 / 64)).
  { simpl. replace (0 / 64) with 0 by field. unfold Rpower. apply exp_increasing. rewrite ln_Rinv by lra. pose proof ln_lt_2. lra. }
  nra.
Qed.

(** 161 positions for time: rounded up. *)
Definition new_mrope_wavelength_neighbour_up : Prop := rounded_down (2 * PI * Rpower 1000000 (15 / 64)) 161.

Theorem new_mrope_wavelength_neighbour_up_false : ~ new_mrope_wavelength_neighbour_up.
Proof. unfold new_mrope_wavelength_neighbour_up, rounded_down, Rpower. intros [H _]. assert (2 * PI * exp (15 / 64 * ln 1000000) < 161) by interval. lra. Qed.

Example new_mrope_wavelength_instance : instance_of new_mrope_wavelength_statement.
Proof. split; [exists 2; split; [lra | repeat split] | repeat split]. Qed.
