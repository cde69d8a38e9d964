(** new.kernel-first-negative: where the kernel B(m) of 64 planes is first negative at the bases that people use.

    Statement. With B(m) = sum_k cos(m b^(-k/64)), k = 0..63 (d = 128): the first m >= 1 with B(m) < 0 is 1707 at base 10^4, 18438 at base 5 10^5 and 27115 at
    base 10^6.

    Idea: whole stretches of distances up to there (Stretches.v), and the first negative sum by the table of cosines of Rotation.v: each is off by less than 5 10^-4,
    so that a sum of 64 is off by less than 0.032. No B(m) is that close to 0: the nearest is B(1706) = 0.0686 at base 10^4.
    Encoding: `first_negative` as in new_base_bound_monotone.v. The numbers at `ratio` are b^(-1/K) at scale 2^56. *)

From Coq Require Import Reals Lra Lia List ZArith.
From RopeTheory Require Import Rope IntervalZ Rotation new_base_bound_monotone Bases Covers Stretches Instances.
Import ListNotations.
Open Scope R_scope.

Definition new_kernel_first_negative_statement : Prop :=
  first_negative 10000 64 (Z.to_nat 1707) /\ first_negative 500000 64 (Z.to_nat 18438) /\ first_negative 1000000 64 (Z.to_nat 27115).

(** * B(m) by the table *)

Lemma kernel_by_table : forall b K ratio m, 1 <= b -> (1 <= K <= 64)%nat -> ratio_of b K ratio -> in_turns K ratio = true -> (Z.pos m <= 32768)%Z ->
  Rabs (IZR (cosine_total (phases_at m (angles ratio K))) / 16384 - INR K - kernel b K (Pos.to_nat m)) <= INR K * off.
Proof.
  intros b K ratio m B HK Ratio Turns M. assert (K0 : 0 < INR K) by (apply lt_0_INR; lia).
  destruct (base_angles b K ratio B HK Ratio Turns) as [[Len Close] _].
  pose proof (total_near (angles ratio K) (g b K)) as T. rewrite Len in T. specialize (T Close m M).
  assert (E : kernel b K (Pos.to_nat m) = sum (fun k => cos (IZR (Z.pos m) * g b K k)) K) by (unfold kernel; rewrite INR_IZR_INZ, positive_nat_Z; reflexivity).
  rewrite E. set (s := sum _ _) in *. clearbody s. set (t := IZR (cosine_total _)) in *. clearbody t. apply within in T. apply Rabs_le. lra.
Qed.

(** What vm_compute is asked: a sum below 0 at m, by more than the error. *)
Definition below (K : nat) (ratio : Z) (m : positive) : bool := in_turns K ratio && (cosine_total (phases_at m (angles ratio K)) <=? 16376 * Z.of_nat K)%Z.

Lemma below_kernel : forall b K ratio m, 1 <= b -> (1 <= K <= 64)%nat -> ratio_of b K ratio -> (Z.pos m <= 32768)%Z -> below K ratio m = true ->
  kernel b K (Pos.to_nat m) < 0.
Proof.
  intros b K ratio m B HK Ratio M H. apply andb_prop in H. destruct H as [Turns H]. apply Z.leb_le in H.
  pose proof (kernel_by_table b K ratio m B HK Ratio Turns M) as N. apply IZR_le in H. rewrite mult_IZR, <- INR_IZR_INZ in H.
  assert (0 < INR K) by (apply lt_0_INR; lia). set (t := IZR (cosine_total _)) in *. clearbody t. unfold off in N. apply within in N. lra.
Qed.

(** * The same by stretches of distances *)

(** Distances from one on, in stretches of 2^l each, none negative. *)
Definition none_on (e ratio : Z) (sizes : list nat) (from : positive) : bool :=
  if in_turns 64 ratio then match stretches e (rev (angles ratio 64)) (precise_angles ratio 64) sizes from with Some O => true | _ => false end else false.

Lemma kept_on : forall e b ratio sizes from, 1 <= b -> ratio_of b 64 ratio -> slack e (Z.pos from + stretch_sum sizes - 1) -> none_on e ratio sizes from = true ->
  forall m, (Z.pos from <= Z.of_nat m < Z.pos from + stretch_sum sizes)%Z -> 0 <= kernel b 64 m.
Proof.
  intros e b ratio sizes from B Ratio Slack H m M. unfold none_on in H. destruct (in_turns 64 ratio) eqn:Turns; [|discriminate].
  destruct (base_angles b 64 ratio B ltac:(lia) Ratio Turns) as [[Len Close] [Len' Precise]].
  destruct (stretches e (rev (angles ratio 64)) (precise_angles ratio 64) sizes from) as [[|n]|] eqn:Found; [|discriminate|discriminate].
  assert (C : all_close (rev (angles ratio 64)) (fun k => g b 64 (64 - 1 - k)%nat)).
  { pose proof (all_close_reversed (angles ratio 64) (g b 64)) as C. rewrite Len in C. apply C. intros k K. apply Close. rewrite <- Len. exact K. }
  pose proof (stretches_sound (g b 64) e (Z.pos from + stretch_sum sizes - 1) (rev (angles ratio 64)) (precise_angles ratio 64) ltac:(rewrite rev_length; exact Len) Len' C Precise Slack
    sizes from 0 ltac:(lia) Found) as N.
  change (kernel b 64 m) with (sum_at (g b 64) m). apply (none_negatives _ _ _ N). lia.
Qed.

Theorem first_negative_by_stretches : forall e b ratio sizes m, 1 <= b -> ratio_of b 64 ratio -> slack e (Z.pos m) -> (Z.pos m <= 32768)%Z -> (1 + stretch_sum sizes = Z.pos m)%Z ->
  none_on e ratio sizes 1 = true -> below 64 ratio m = true -> first_negative b 64 (Z.to_nat (Z.pos m)).
Proof.
  intros e b ratio sizes m B Ratio Slack M Sum None Below. split; [lia|]. split; [apply (below_kernel b 64 ratio m B ltac:(lia) Ratio M Below)|].
  intros i I. apply (kept_on e b ratio sizes 1 B Ratio); [rewrite Sum; unfold slack in *; rewrite minus_IZR; lra|exact None|lia].
Qed.

Lemma ratio_10000 : ratio_of 10000 64 62399305664008544.
Proof. ratio. Qed.

Theorem new_kernel_first_negative_proved : new_kernel_first_negative_statement.
Proof.
  split; [|split].
  - apply (first_negative_by_stretches 8 10000 62399305664008544 (seq 0 10 ++ [9; 7; 5; 3; 1; 0])%nat 1707);
      [lra|exact ratio_10000|unfold slack; lra|lia|reflexivity| |]; vm_cast_no_check (eq_refl true).
  - apply (first_negative_by_stretches 8 500000 58699357933534702 (seq 0 14 ++ [11; 2; 1])%nat 18438);
      [lra|ratio|unfold slack; lra|lia|reflexivity| |]; vm_cast_no_check (eq_refl true).
  - apply (first_negative_by_stretches 8 1000000 58067049224352556 (seq 0 14 ++ [13; 11; 8; 7; 6; 5; 3; 1; 0])%nat 27115);
      [lra|ratio|unfold slack; lra|lia|reflexivity| |]; vm_cast_no_check (eq_refl true).
Qed.

(** * False neighbours *)

(** 1708 at base 10^4: it is negative at 1707. *)
Definition new_kernel_first_negative_neighbour_next : Prop := first_negative 10000 64 (Z.to_nat 1708).

Theorem new_kernel_first_negative_neighbour_next_false : ~ new_kernel_first_negative_neighbour_next.
Proof.
  intros [_ [_ H]]. specialize (H (Pos.to_nat 1707) ltac:(lia)).
  pose proof (below_kernel 10000 64 62399305664008544 1707 ltac:(lra) ltac:(lia) ratio_10000 ltac:(lia) ltac:(vm_compute; reflexivity)). lra.
Qed.

(** Base 9900 does as well as 10^4. *)
Definition new_kernel_first_negative_neighbour_smaller_base : Prop := forall m, (1 <= m < Z.to_nat 1707)%nat -> 0 <= kernel 9900 64 m.

Theorem new_kernel_first_negative_neighbour_smaller_base_false : ~ new_kernel_first_negative_neighbour_smaller_base.
Proof.
  intro H. specialize (H (Pos.to_nat 1478) ltac:(lia)).
  pose proof (below_kernel 9900 64 62409105401867733 1478 ltac:(lra) ltac:(lia) ltac:(ratio) ltac:(lia) ltac:(vm_compute; reflexivity)). lra.
Qed.

Example new_kernel_first_negative_instance : instance_of new_kernel_first_negative_statement.
Proof. repeat split; exists 1%nat; split; lia || exact I. Qed.
