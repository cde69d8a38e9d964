(** new.index-gap-multifrequency.single-plane: what a single plane keeps at n = 131072, beside the best mix.

    Statement. For the 64 planes of base 500000 and n = 131072 the best single plane leads all rivals at distances 1..n-1 by 9.4 10^-10, two digits; the best mix by
    more than 2 10^8 times as much; and any single angle whatever leads some rival by no more than 1 - cos(2 pi/n) < 1.15 10^-9.

    Idea: plane 49 is the fastest that does not come round within n, and its nearest rival is the next position; slower planes lead that rival by less, and for each
    faster one there is a distance that brings it as near to a whole turn. Those are found by hand and looked up in whole numbers.
    Encoding: best gaps as least upper bounds, frequencies `g` as in new_base_bound_monotone.v. *)

From Coq Require Import Reals Lra Lia List ZArith Bool.
From RopeTheory Require Import Rope Trig IntervalZ Rotation new_base_bound_monotone Bases Mixes new_index_gap_multifrequency Instances.
Import ListNotations.
Open Scope R_scope.

(** What single planes reach. *)
Definition reached_by_planes (K : nat) (g : nat -> R) (n : Z) (gap : R) : Prop :=
  exists k, (k < K)%nat /\ forall t, (1 <= Z.of_nat t <= n - 1)%Z -> gap <= 1 - cos (INR t * g k).

Definition best_plane_gap (K : nat) (g : nat -> R) (n : Z) (gap : R) : Prop := is_lub (reached_by_planes K g n) gap.

Definition new_index_gap_multifrequency_single_plane_statement : Prop :=
  (exists plane mix, best_plane_gap 64 (g 500000 64) 131072 plane /\ best_gap 64 (g 500000 64) 131072 mix /\
     0.000000000935 <= plane < 0.000000000945 /\ 2 * 10 ^ 8 * plane < mix) /\
  (forall theta, exists t, (1 <= Z.of_nat t <= 131071)%Z /\ 1 - cos (INR t * theta) <= 1 - cos (2 * PI / 131072)) /\
  1 - cos (2 * PI / 131072) < 0.00000000115.

(** * Distances at which the planes come near a whole turn *)

Definition near_whole : list positive :=
  [103993; 99159; 21067; 87440; 74779; 19757; 10944; 105919; 113758; 61729; 96918; 75340; 85569; 22309; 93245; 21913; 107599; 125317; 130672; 113739; 73226; 71260;
   20011; 82117; 79265; 32787; 3895; 86065; 3913; 100873; 126777; 14477; 75529; 114533; 60256; 57531; 10089; 12385; 30407; 55990; 114553; 84373; 103574; 84763; 52026;
   63866; 78400; 96241; 118143; 1; 1; 1; 1; 1; 1; 1; 1; 1; 1; 1; 1; 1; 1; 1]%positive.

(** The nearest whole turn, at scale 2^56. *)
Definition whole_turn (x : Z) : Z := Z.shiftr (x + 36028797018963968) 56.

Definition all_near (most : Z) (distances angles : list positive) : bool :=
  forallb (fun tG => let x := Z.pos (fst tG * snd tG) in (Z.abs (x - whole_turn x * 72057594037927936) <=? most) && (Z.pos (fst tG) <=? 131071))%Z (combine distances angles).

Lemma near_lead : forall G g t most, precise G g -> (Z.pos t <= 131071)%Z ->
  (Z.abs (Z.pos (t * G) - whole_turn (Z.pos (t * G)) * 72057594037927936) <= most)%Z -> (0 <= most <= 498540000000)%Z ->
  1 - cos (IZR (Z.pos t) * g) <= 0.00000000094498.
Proof.
  intros G g t most C T H M. pose proof (phase_near G g t C ltac:(lia)) as D. set (x := Z.pos (t * G)) in *. set (j := whole_turn x) in *. clearbody j x.
  assert (H' : Rabs (IZR x - IZR j * 72057594037927936) <= 498540000000) by (rewrite <- mult_IZR, <- minus_IZR, <- abs_IZR; apply IZR_le; lia).
  set (y := IZR (Z.pos t) * g) in *. clearbody y. assert (P : 3.14159 < PI < 3.1416) by (split; interval).
  assert (N : Rabs (y - IZR j * (2 * PI)) <= 0.0000434735).
  { assert (E : Rabs (2 * PI * (IZR x / 72057594037927936) - IZR j * (2 * PI)) <= 0.0000434711).
    { replace (2 * PI * (IZR x / 72057594037927936) - IZR j * (2 * PI)) with (2 * PI * ((IZR x - IZR j * 72057594037927936) / 72057594037927936)) by field.
      rewrite Rabs_mult, (Rabs_right (2 * PI)) by lra. apply Rle_trans with (2 * PI * (498540000000 / 72057594037927936)); [|interval].
      apply Rmult_le_compat_l; [lra|]. apply within in H'. apply Rabs_le. lra. }
    apply within in D. apply within in E. apply Rabs_le. lra. }
  rewrite <- (cos_period_Z y (- j)), opp_IZR. replace (y + - IZR j * (2 * PI)) with (y - IZR j * (2 * PI)) by ring. set (z := y - IZR j * (2 * PI)) in *. clearbody z.
  eapply Rle_trans; [apply one_minus_cos_le_square|]. apply within in N. nra.
Qed.

Lemma planes_at_most : forall k, (k < 64)%nat -> exists t, (1 <= Z.of_nat t <= 131071)%Z /\ 1 - cos (INR t * g 500000 64 k) <= 0.00000000094498.
Proof.
  intros k Hk. destruct (base_angles 500000 64 58699357933534702 ltac:(lra) ltac:(lia) ratio_500000 ltac:(vm_compute; reflexivity)) as [_ [Len Precise]].
  assert (H : all_near 498540000000 near_whole (precise_angles 58699357933534702 64) = true) by (vm_compute; reflexivity).
  unfold all_near in H. rewrite forallb_forall in H. specialize (H (nth k near_whole 1%positive, nth k (precise_angles 58699357933534702 64) 1%positive)).
  rewrite <- combine_nth in H by (rewrite Len; reflexivity). specialize (H ltac:(apply nth_In; rewrite combine_length, Len; simpl length; lia)).
  rewrite combine_nth in H by (rewrite Len; reflexivity). cbn [fst snd] in H. set (t := nth k near_whole 1%positive) in *. clearbody t. cbv zeta in H. apply andb_prop in H.
  destruct H as [H T]. apply Z.leb_le in H, T. exists (Pos.to_nat t). rewrite INR_IZR_INZ, positive_nat_Z. split; [lia|].
  apply (near_lead _ _ _ 498540000000 (Precise k Hk) T H). lia.
Qed.

(** Plane 49 does not come round. *)
Lemma plane_49 : forall t, (1 <= Z.of_nat t <= 131071)%Z -> 0.000000000935 <= 1 - cos (INR t * g 500000 64 49).
Proof.
  intros t T. assert (G : 0.0000433236 <= g 500000 64 49 <= 0.000043325).
  { unfold g, Rpower. rewrite (INR_IZR_INZ 49), (INR_IZR_INZ 64). simpl. split; interval with (i_prec 60). }
  assert (1 <= INR t <= 131071) by (rewrite INR_IZR_INZ; split; apply IZR_le; lia). assert (P : 3.14159 < PI < 3.1416) by (split; interval).
  assert (cos (INR t * g 500000 64 49) <= cos 0.0000433236) by (apply cos_far_weakly; nra). assert (cos 0.0000433236 <= 1 - 0.000000000935) by interval with (i_prec 90). lra.
Qed.

Theorem new_index_gap_multifrequency_single_plane_proved : new_index_gap_multifrequency_single_plane_statement.
Proof.
  split; [|split].
  - destruct new_index_gap_multifrequency_proved as [[_ [_ [_ [_ [mix [Mix [Low _]]]]]]] _].
    assert (Low49 : reached_by_planes 64 (g 500000 64) 131072 0.000000000935) by (exists 49%nat; split; [lia|intros t T; apply plane_49; lia]).
    assert (Below : forall x, reached_by_planes 64 (g 500000 64) 131072 x -> x <= 0.00000000094498).
    { intros x [k [Hk Le]]. destruct (planes_at_most k Hk) as [t [T Near]]. specialize (Le t ltac:(lia)). lra. }
    destruct (completeness (reached_by_planes 64 (g 500000 64) 131072)) as [plane Lub].
    + exists 0.00000000094498. exact Below.
    + exists 0.000000000935. exact Low49.
    + exists plane, mix. split; [exact Lub|]. split; [exact Mix|]. destruct Lub as [Up Least]. specialize (Up _ Low49). specialize (Least _ Below). lra.
  - intro theta. destruct (one_angle_reach theta (Z.to_nat 131072) ltac:(lia)) as [t [T Le]]. exists t. split; [lia|].
    rewrite (INR_IZR_INZ (Z.to_nat 131072)), Z2Nat.id in Le by lia. exact Le.
  - interval with (i_prec 90).
Qed.

(** * False neighbours *)

Lemma plane_lub : forall plane, best_plane_gap 64 (g 500000 64) 131072 plane -> 0.000000000935 <= plane <= 0.00000000094498.
Proof.
  intros plane [Up Least]. split; [apply Up; exists 49%nat; split; [lia|intros t T; apply plane_49; lia]|].
  apply Least. intros x [k [Hk Le]]. destruct (planes_at_most k Hk) as [t [T Near]]. specialize (Le t ltac:(lia)). lra.
Qed.

(** A factor of 4 10^8. *)
Definition new_index_gap_multifrequency_single_plane_neighbour_factor : Prop :=
  exists plane mix, best_plane_gap 64 (g 500000 64) 131072 plane /\ best_gap 64 (g 500000 64) 131072 mix /\ 4 * 10 ^ 8 * plane < mix.

Theorem new_index_gap_multifrequency_single_plane_neighbour_factor_false : ~ new_index_gap_multifrequency_single_plane_neighbour_factor.
Proof.
  intros [plane [mix [Plane [Mix L]]]]. pose proof (plane_lub plane Plane). destruct new_index_gap_multifrequency_proved as [[_ [_ [_ [_ [x [X [_ High]]]]]]] _].
  rewrite (best_gap_unique _ _ _ _ _ Mix X) in L. lra.
Qed.

(** At n = 17, too: there plane 10 alone leads by more. *)
Definition new_index_gap_multifrequency_single_plane_neighbour_length : Prop := exists plane, best_plane_gap 64 (g 500000 64) 17 plane /\ plane < 0.000000000945.

Theorem new_index_gap_multifrequency_single_plane_neighbour_length_false : ~ new_index_gap_multifrequency_single_plane_neighbour_length.
Proof.
  intros [plane [[Up _] L]]. assert (G : 0.1 <= g 500000 64 10 <= 0.2).
  { unfold g, Rpower. rewrite (INR_IZR_INZ 10), (INR_IZR_INZ 64). simpl. split; interval. }
  assert (R : 0.001 <= plane); [|lra]. apply Up. exists 10%nat. split; [lia|]. intros t T. assert (1 <= INR t <= 16) by (rewrite INR_IZR_INZ; split; apply IZR_le; lia).
  assert (P : 3.14159 < PI < 3.1416) by (split; interval). assert (cos (INR t * g 500000 64 10) <= cos 0.1) by (apply cos_far_weakly; nra).
  assert (cos 0.1 <= 0.999) by interval. lra.
Qed.

Example new_index_gap_multifrequency_single_plane_instance : instance_of new_index_gap_multifrequency_single_plane_statement.
Proof. split; [exact I|]. split; [exists 0; exact I|exact I]. Qed.
