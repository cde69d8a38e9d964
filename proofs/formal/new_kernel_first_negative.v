(** new.kernel-first-negative: where the kernel B(m) of 64 planes is first negative at the bases that people use.

    Statement. With B(m) = sum_k cos(m b^(-k/64)), k = 0..63 (d = 128): the first m >= 1 with B(m) < 0 is 1707 at base 10^4, 18438 at base 5 10^5 and 27115 at
    base 10^6.

    Idea: the sums at all distances up to there, by the table of cosines of Rotation.v: 3 million cosines, each off by less than 5 10^-4, so that a sum of 64 is off
    by less than 0.032. No B(m) is that close to 0: the nearest is B(1706) = 0.0686 at base 10^4.
    Encoding: `first_negative` as in new_base_bound_monotone.v. The numbers at `ratio` are b^(-1/K) at scale 2^56. *)

From Coq Require Import Reals Lra Lia List ZArith.
From RopeTheory Require Import Rope IntervalZ Rotation new_base_bound_monotone Bases Instances.
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

(** What vm_compute is asked: sums above 0 at 1..last, by more than the error, and one at m below 0. *)
Definition none_below (K : nat) (ratio last : Z) : bool :=
  in_turns K ratio && all_above (16392 * Z.of_nat K) (angles ratio K) (angles ratio K) (Z.to_nat last).

Definition below (K : nat) (ratio : Z) (m : positive) : bool := in_turns K ratio && (cosine_total (phases_at m (angles ratio K)) <=? 16376 * Z.of_nat K)%Z.

Lemma none_below_kernel : forall b K ratio last, 1 <= b -> (1 <= K <= 64)%nat -> ratio_of b K ratio -> (0 <= last <= 32768)%Z -> none_below K ratio last = true ->
  forall m, (1 <= m <= Z.to_nat last)%nat -> 0 < kernel b K m.
Proof.
  intros b K ratio last B HK Ratio Last H m M. apply andb_prop in H. destruct H as [Turns H]. rewrite <- (phases_at_1 (angles ratio K)) in H at 2.
  set (p := Pos.of_nat m). assert (P : Pos.to_nat p = m) by (apply Nat2Pos.id; lia). assert (Z.pos p = Z.of_nat m) by lia.
  pose proof (all_above_total _ _ _ _ H p ltac:(lia)) as A. pose proof (kernel_by_table b K ratio p B HK Ratio Turns ltac:(lia)) as N. rewrite P in N.
  apply IZR_le in A. rewrite mult_IZR, <- INR_IZR_INZ in A. assert (0 < INR K) by (apply lt_0_INR; lia). set (t := IZR (cosine_total _)) in *. clearbody t. unfold off in N.
  apply within in N. lra.
Qed.

Lemma below_kernel : forall b K ratio m, 1 <= b -> (1 <= K <= 64)%nat -> ratio_of b K ratio -> (Z.pos m <= 32768)%Z -> below K ratio m = true ->
  kernel b K (Pos.to_nat m) < 0.
Proof.
  intros b K ratio m B HK Ratio M H. apply andb_prop in H. destruct H as [Turns H]. apply Z.leb_le in H.
  pose proof (kernel_by_table b K ratio m B HK Ratio Turns M) as N. apply IZR_le in H. rewrite mult_IZR, <- INR_IZR_INZ in H.
  assert (0 < INR K) by (apply lt_0_INR; lia). set (t := IZR (cosine_total _)) in *. clearbody t. unfold off in N. apply within in N. lra.
Qed.

Theorem first_negative_by_table : forall b K ratio m, 1 <= b -> (1 <= K <= 64)%nat -> ratio_of b K ratio -> (Z.pos m <= 32768)%Z ->
  none_below K ratio (Z.pos m - 1) = true -> below K ratio m = true -> first_negative b K (Z.to_nat (Z.pos m)).
Proof.
  intros b K ratio m B HK Ratio M None Below. split; [lia|]. split; [apply (below_kernel b K ratio m B HK Ratio M Below)|].
  intros i I. left. apply (none_below_kernel b K ratio (Z.pos m - 1) B HK Ratio ltac:(lia) None). lia.
Qed.

Lemma ratio_10000 : ratio_of 10000 64 62399305664008544.
Proof. ratio. Qed.

Theorem new_kernel_first_negative_proved : new_kernel_first_negative_statement.
Proof.
  split; [|split].
  - apply (first_negative_by_table 10000 64 62399305664008544 1707); [lra|lia|exact ratio_10000|lia| |]; vm_cast_no_check (eq_refl true).
  - apply (first_negative_by_table 500000 64 58699357933534702 18438); [lra|lia|ratio|lia| |]; vm_cast_no_check (eq_refl true).
  - apply (first_negative_by_table 1000000 64 58067049224352556 27115); [lra|lia|ratio|lia| |]; vm_cast_no_check (eq_refl true).
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
