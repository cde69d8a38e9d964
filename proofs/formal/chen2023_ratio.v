(** chen2023.ratio.corrected: sum_n |S_n(s)| is more than 1.115 d up to twice the trained window.

    Statement (for Chen et al. 2023, p. 5, after eq. (8)). At d = 128 and c = 10^4, B(s) = sum_(n=1)^64 |S_n(s)| > 1.115 128 for every whole s from 0 to 4096, with
    S_n(s) = sum_(j<n) e^(i s c^(-j/64)).

    Idea: the table of cosines gives each component of S_n up to n 4.6 10^-4, and |S_n| is at least the larger of them. Most distances have enough in their first planes.
    At 33 distances and at s = 1 fine cosines and whole square roots.
    Encoding: `partial` as in men2024_eq7.v, `g` as in new_base_bound_monotone.v. *)

From Coq Require Import Reals Lra Lia List PeanoNat ZArith Bool.
From Coquelicot Require Import Complex.
From RopeTheory Require Import Rope Attention men2024_eq7 IntervalZ Rotation new_base_bound_monotone Bases Instances.
Import ListNotations.
Open Scope R_scope.

(** B(s). *)
Definition partial_lengths (s : nat) : R := sum (fun n => Cmod (partial (g 10000 64) (INR s) (S n))) 64.

Definition chen2023_ratio_corrected_statement : Prop := forall s, (s <= 4096)%nat -> 1.115 * 128 < partial_lengths s.

(** * Partial sums over a list of phases *)

(** With f for the cosine, a fourth of a turn being quarter, and a length of what has the components C and S so far. *)
Fixpoint lengths_by {A} (plus : A -> A -> A) (zero : A) (f : positive -> Z) (three_quarters : positive) (length_of : Z -> Z -> A) (C S : Z) (phases : list positive) : A :=
  match phases with
  | [] => zero
  | x :: r => let C1 := (C + f x)%Z in let S1 := (S + f (x + three_quarters)%positive)%Z in
      plus (length_of C1 S1) (lengths_by plus zero f three_quarters length_of C1 S1 r)
  end.

Definition whole_lengths := lengths_by Z.add 0%Z.

Definition exact_length (C S : Z) : R := Cmod (IZR C, IZR S).

Definition real := fun f q => lengths_by Rplus 0 f q exact_length.

Lemma whole_below : forall f q length_of, (forall C S, IZR (length_of C S) <= exact_length C S) -> forall phases C S, IZR (whole_lengths f q length_of C S phases) <= real f q C S phases.
Proof.
  intros f q length_of H. unfold whole_lengths, real. induction phases as [|x r IH]; intros C S; cbn [lengths_by]; [lra|]. cbv zeta. rewrite plus_IZR. apply Rplus_le_compat; [apply H|apply IH].
Qed.

Lemma whole_above : forall f q length_of, (forall C S, exact_length C S <= IZR (length_of C S)) -> forall phases C S, real f q C S phases <= IZR (whole_lengths f q length_of C S phases).
Proof.
  intros f q length_of H. unfold whole_lengths, real. induction phases as [|x r IH]; intros C S; cbn [lengths_by]; [lra|]. cbv zeta. rewrite plus_IZR. apply Rplus_le_compat; [apply H|apply IH].
Qed.

(** The phase x gives the cosine and the sine of y, at a scale and up to e. *)
Definition gives (f : positive -> Z) (q : positive) (scale e : R) (x : positive) (y : R) : Prop :=
  Rabs (IZR (f x) / scale - cos y) <= e /\ Rabs (IZR (f (x + q)%positive) / scale - sin y) <= e.

Lemma csum_from_first : forall z n, csum z (S n) = Cplus (z 0%nat) (csum (fun l => z (S l)) n).
Proof.
  intros z n. induction n as [|n IH]; [simpl; ring|]. change (csum z (S (S n))) with (Cplus (csum z (S n)) (z (S n))). rewrite IH. simpl. ring.
Qed.

Lemma length_scaled : forall scale C S, 0 < scale -> exact_length C S / scale = Cmod (IZR C / scale, IZR S / scale).
Proof.
  intros scale C S H. unfold exact_length. replace (IZR C / scale, IZR S / scale) with (Cmult (RtoC (/ scale)) (IZR C, IZR S)).
  - rewrite Cmod_mult, Cmod_R, Rabs_right by (left; apply Rinv_0_lt_compat, H). field. lra.
  - unfold Cmult, RtoC. simpl. f_equal; field; lra.
Qed.

Lemma off_by : forall a b c d e, Rabs (a - c) <= e -> Rabs (b - d) <= e -> Cmod (Cminus (a, b) (c, d)) <= 2 * e.
Proof.
  intros a b c d e A B. unfold Cminus, Cplus, Copp. simpl. replace (a + - c, b + - d) with (Cplus (RtoC (a - c)) (Cmult Ci (RtoC (b - d)))) by (unfold Cplus, Cmult, RtoC, Ci; simpl; f_equal; ring).
  eapply Rle_trans; [apply Cmod_triangle|]. rewrite Cmod_mult, Cmod_R, Cmod_R. replace (Cmod Ci) with 1; [lra|]. unfold Cmod, Ci. simpl. replace (0 * (0 * 1) + 1 * (1 * 1)) with 1 by ring. rewrite sqrt_1. reflexivity.
Qed.

Lemma Cmod_near : forall z w d, Cmod (Cminus z w) <= d -> Rabs (Cmod z - Cmod w) <= d.
Proof.
  intros z w d H. pose proof (Cmod_triangle (Cminus z w) w) as T1. pose proof (Cmod_triangle (Copp (Cminus z w)) z) as T2. rewrite Cmod_opp in T2.
  replace (Cplus (Cminus z w) w) with z in T1 by ring. replace (Cplus (Copp (Cminus z w)) z) with w in T2 by ring. apply Rabs_le. lra.
Qed.

Lemma real_near : forall f q scale e, 0 < scale -> 0 <= e -> forall phases y, (forall l, (l < length phases)%nat -> gives f q scale e (nth l phases 1%positive) (y l)) ->
  forall C S z d, Cmod (Cminus (IZR C / scale, IZR S / scale) z) <= d ->
  Rabs (real f q C S phases / scale - sum (fun n => Cmod (Cplus z (csum (fun l => turn (y l)) (Datatypes.S n)))) (length phases)) <= INR (length phases) * (d + (INR (length phases) + 1) * e).
Proof.
  intros f q scale e Scale E. induction phases as [|x r IH]; intros y H C S z d D.
  - unfold real. simpl. replace (0 / scale - 0) with 0 by (field; lra). rewrite Rabs_R0. lra.
  - cbn [length]. rewrite S_INR, sum_first. unfold real in *. cbn [lengths_by]. cbv zeta. set (C1 := (C + f x)%Z). set (S1 := (S + f (x + q)%positive)%Z).
    destruct (H 0%nat ltac:(simpl; lia)) as [Hc Hs]. cbn [nth] in Hc, Hs.
    assert (D1 : Cmod (Cminus (IZR C1 / scale, IZR S1 / scale) (Cplus z (turn (y 0%nat)))) <= d + 2 * e).
    { replace (Cminus (IZR C1 / scale, IZR S1 / scale) (Cplus z (turn (y 0%nat))))
        with (Cplus (Cminus (IZR C / scale, IZR S / scale) z) (Cminus (IZR (f x) / scale, IZR (f (x + q)%positive) / scale) (cos (y 0%nat), sin (y 0%nat)))).
      - eapply Rle_trans; [apply Cmod_triangle|]. apply Rplus_le_compat; [exact D|apply off_by; assumption].
      - unfold C1, S1, turn. rewrite !plus_IZR. unfold Cminus, Cplus, Copp. destruct z as [a b]. simpl. f_equal; field; lra. }
    specialize (IH (fun l => y (Datatypes.S l)) ltac:(intros l L; apply (H (Datatypes.S l)); simpl; lia) C1 S1 _ _ D1).
    rewrite (sum_ext (fun k => Cmod (Cplus z (csum (fun l => turn (y l)) (Datatypes.S (Datatypes.S k))))) (fun n => Cmod (Cplus (Cplus z (turn (y 0%nat))) (csum (fun l => turn (y (Datatypes.S l))) (Datatypes.S n)))))
      by (intros k _; rewrite csum_from_first, Cplus_assoc; reflexivity).
    rewrite csum_from_first. replace (Cplus z (Cplus (turn (y 0%nat)) (csum (fun l => turn (y (Datatypes.S l))) 0))) with (Cplus z (turn (y 0%nat))) by (simpl; ring).
    apply Cmod_near in D1. rewrite <- length_scaled in D1 by exact Scale. set (a := exact_length C1 S1) in *. clearbody a. set (u := lengths_by _ _ _ _ _ _ _ _) in *. clearbody u.
    set (v := sum _ _) in *. clearbody v. set (w := Cmod _) in *. clearbody w. replace ((a + u) / scale) with (a / scale + u / scale) by (field; lra). pose proof (pos_INR (length r)).
    apply within in IH. apply within in D1. apply Rabs_le. nra.
Qed.

(** * Two lengths *)

Definition longer_side (C S : Z) : Z := Z.max (Z.abs C) (Z.abs S).

Lemma larger_below : forall C S, IZR (longer_side C S) <= exact_length C S.
Proof.
  intros C S. unfold longer_side, exact_length. pose proof (Rmax_Cmod (IZR C, IZR S)) as M. simpl in M. rewrite <- !abs_IZR in M.
  pose proof (Rmax_l (IZR (Z.abs C)) (IZR (Z.abs S))). pose proof (Rmax_r (IZR (Z.abs C)) (IZR (Z.abs S))). destruct (Z.max_spec (Z.abs C) (Z.abs S)) as [[_ ->]|[_ ->]]; lra.
Qed.

Definition root (C S : Z) : Z := Z.sqrt (C * C + S * S).

Definition root_above (C S : Z) : Z := (root C S + 1)%Z.

Lemma exact_square : forall C S, exact_length C S * exact_length C S = IZR (C * C + S * S).
Proof.
  intros C S. unfold exact_length, Cmod. cbn [fst snd]. rewrite sqrt_sqrt by (pose proof (pow2_ge_0 (IZR C)); pose proof (pow2_ge_0 (IZR S)); lra). rewrite plus_IZR, !mult_IZR. ring.
Qed.

Lemma root_between : forall C S, IZR (root C S) <= exact_length C S <= IZR (root_above C S).
Proof.
  intros C S. unfold root_above, root. assert (P : (0 <= C * C + S * S)%Z) by nia. pose proof (Z.sqrt_spec _ P) as [Low High]. pose proof (Z.sqrt_nonneg (C * C + S * S)) as N.
  pose proof (exact_square C S) as E. assert (L0 : 0 <= exact_length C S) by apply Cmod_ge_0. apply IZR_le in Low, N. apply IZR_lt in High. rewrite mult_IZR in Low, High. unfold Z.succ in High.
  split; apply Rsqr_incr_0_var; unfold Rsqr; try lra. rewrite plus_IZR. lra.
Qed.

(** * Two tables *)

Lemma three_quarters_on : forall y, cos (y + 3 * (PI / 2)) = sin y.
Proof. intro y. rewrite cos_plus, cos_3PI2, sin_3PI2. ring. Qed.

Definition coarse (x : positive) : Z := (cosine_at x - 16384)%Z.

Lemma coarse_phase : forall x y d, Rabs (2 * PI * (IZR (Z.pos x) / 17179869184) - y) <= d -> Rabs (IZR (coarse x) / 16384 - cos y) <= 0.000447 + d.
Proof.
  intros x y d H. set (t := 2 * PI * (IZR (Z.pos x) / 17179869184)) in *. pose proof PI_RGT_0.
  assert (C : close_to x t). { unfold close_to, t. replace (_ - _) with 0 by (field; lra). rewrite Rabs_R0. lra. }
  pose proof (cell_anywhere x t 1 C ltac:(lia)) as T. rewrite Pos.mul_1_l, Rmult_1_l in T. pose proof (cos_lipschitz t y) as L. unfold coarse. rewrite minus_IZR. apply within in T. apply within in L.
  apply Rabs_le. lra.
Qed.

Lemma fine_phase : forall x y d, Rabs (2 * PI * (IZR (Z.pos x) / 72057594037927936) - y) <= d -> Rabs (IZR (fine x) / 1099511627776 - cos y) <= 0.00000005 + d.
Proof.
  intros x y d H. set (t := 2 * PI * (IZR (Z.pos x) / 72057594037927936)) in *. pose proof PI_RGT_0.
  assert (C : precise x t). { unfold precise, t. replace (_ - _) with 0 by (field; lra). rewrite Rabs_R0. lra. }
  pose proof (fine_near x t 1 C ltac:(lia)) as T. rewrite Pos.mul_1_l, Rmult_1_l in T. pose proof (cos_lipschitz t y) as L. apply within in T. apply within in L. apply Rabs_le. lra.
Qed.

Lemma coarse_gives : forall G w m, close_to G w -> (1 <= Z.pos m <= 4096)%Z -> gives coarse 12884901888 16384 0.00046 (m * G) (IZR (Z.pos m) * w).
Proof.
  intros G w m C M. assert (P : 3.1415 < PI < 3.1416) by (split; interval).
  assert (D : Rabs (2 * PI * (IZR (Z.pos (m * G)) / 17179869184) - IZR (Z.pos m) * w) <= 0.00001).
  { unfold close_to in C. rewrite Pos2Z.inj_mul, mult_IZR. set (k := IZR (Z.pos m)). assert (K : 0 <= k <= 4096) by (split; apply IZR_le; lia).
    replace (2 * PI * (k * IZR (Z.pos G) / 17179869184) - k * w) with (2 * PI * (k * (IZR (Z.pos G) / 17179869184 - w / (2 * PI)))) by (field; lra).
    rewrite Rabs_mult, (Rabs_right (2 * PI)), Rabs_mult, (Rabs_right k) by lra. apply Rle_trans with (6.2832 * (4096 * (2 / 17179869184))); [|lra].
    apply Rmult_le_compat; try lra; [apply Rmult_le_pos; [lra|apply Rabs_pos]|]. apply Rmult_le_compat; try lra. apply Rabs_pos. }
  split; [pose proof (coarse_phase _ _ _ D); lra|]. rewrite <- three_quarters_on. eapply Rle_trans; [apply (coarse_phase _ _ 0.00001)|lra].
  rewrite Pos2Z.inj_add, plus_IZR. replace (2 * PI * ((IZR (Z.pos (m * G)) + 12884901888) / 17179869184) - (IZR (Z.pos m) * w + 3 * (PI / 2)))
    with (2 * PI * (IZR (Z.pos (m * G)) / 17179869184) - IZR (Z.pos m) * w) by field. exact D.
Qed.

Lemma fine_gives : forall G w m, precise G w -> (1 <= Z.pos m <= 131072)%Z -> gives fine 54043195528445952 1099511627776 0.00000006 (m * G) (IZR (Z.pos m) * w).
Proof.
  intros G w m C M. pose proof (phase_near G w m C M) as D. split; [pose proof (fine_phase _ _ _ D); lra|]. rewrite <- three_quarters_on. eapply Rle_trans; [apply (fine_phase _ _ 0.0000000023)|lra].
  rewrite Pos2Z.inj_add, plus_IZR. replace (2 * PI * ((IZR (Z.pos (m * G)) + 54043195528445952) / 72057594037927936) - (IZR (Z.pos m) * w + 3 * (PI / 2)))
    with (2 * PI * (IZR (Z.pos (m * G)) / 72057594037927936) - IZR (Z.pos m) * w) by field. exact D.
Qed.

(** * At one distance *)

Lemma partial_lengths_near : forall f q scale e m phases, 0 < scale -> 0 <= e -> length phases = 64%nat ->
  (forall l, (l < 64)%nat -> gives f q scale e (nth l phases 1%positive) (IZR (Z.pos m) * g 10000 64 l)) ->
  Rabs (real f q 0 0 phases / scale - partial_lengths (Pos.to_nat m)) <= 4160 * e.
Proof.
  intros f q scale e m phases Scale E Len H.
  assert (Z0 : Cmod (Cminus (IZR 0 / scale, IZR 0 / scale) (RtoC 0)) <= 0).
  { replace (Cminus (IZR 0 / scale, IZR 0 / scale) (RtoC 0)) with (RtoC 0) by (unfold RtoC, Cminus, Cplus, Copp; simpl; f_equal; field; lra). rewrite Cmod_0. lra. }
  pose proof (real_near f q scale e Scale E phases (fun l => IZR (Z.pos m) * g 10000 64 l) ltac:(intros l L; apply H; lia) 0 0 (RtoC 0) 0 Z0) as N. rewrite Len in N.
  replace (INR 64 * (0 + (INR 64 + 1) * e)) with (4160 * e) in N by (rewrite (INR_IZR_INZ 64); simpl; ring).
  unfold partial_lengths, partial. rewrite INR_IZR_INZ, positive_nat_Z.
  rewrite (sum_ext (fun n => Cmod (csum (fun l => turn (IZR (Z.pos m) * g 10000 64 l)) (S n))) (fun n => Cmod (Cplus (RtoC 0) (csum (fun l => turn (IZR (Z.pos m) * g 10000 64 l)) (S n)))))
    by (intros n _; rewrite Cplus_0_l; reflexivity). exact N.
Qed.

(** 10^(-1/16) at scale 2^56. *)
Definition planes : list positive := angles 62399305664008544 64.

Definition fine_planes : list positive := precise_angles 62399305664008544 64.

Lemma planes_near : (length planes = 64%nat /\ forall k, (k < 64)%nat -> close_to (nth k planes 1%positive) (g 10000 64 k)) /\
  (length fine_planes = 64%nat /\ forall k, (k < 64)%nat -> precise (nth k fine_planes 1%positive) (g 10000 64 k)).
Proof. apply (base_angles 10000 64 62399305664008544); [lra|lia|ratio|vm_compute; reflexivity]. Qed.

Lemma at_distance : forall m l k, (k < length l)%nat -> nth k (phases_at m l) 1%positive = (m * nth k l 1)%positive.
Proof. intros m l k K. unfold phases_at. rewrite (nth_indep _ 1%positive (m * 1)%positive) by (rewrite map_length; exact K). apply (map_nth (fun G => (m * G)%positive)). Qed.

Lemma coarse_near : forall m, (Z.pos m <= 4096)%Z -> Rabs (real coarse 12884901888 0 0 (phases_at m planes) / 16384 - partial_lengths (Pos.to_nat m)) <= 4160 * 0.00046.
Proof.
  intros m M. destruct planes_near as [[Len Close] _]. apply partial_lengths_near; try lra; [unfold phases_at; rewrite map_length; exact Len|].
  intros l L. rewrite at_distance by (rewrite Len; exact L). apply coarse_gives; [apply Close, L|lia].
Qed.

Lemma fine_lengths_near : forall m, (Z.pos m <= 131072)%Z -> Rabs (real fine 54043195528445952 0 0 (phases_at m fine_planes) / 1099511627776 - partial_lengths (Pos.to_nat m)) <= 4160 * 0.00000006.
Proof.
  intros m M. destruct planes_near as [_ [Len Close]]. apply partial_lengths_near; try lra; [unfold phases_at; rewrite map_length; exact Len|].
  intros l L. rewrite at_distance by (rewrite Len; exact L). apply fine_gives; [apply Close, L|lia].
Qed.

(** * Distance after distance *)

(** The sines beside the cosines: the same table, three quarters of a turn on. *)
Definition sines : tree := let l := map (fun c => Z.shiftr (c + 2 ^ 28) 14) turned in grow 13 (skipn (Z.to_nat 6144) l ++ firstn (Z.to_nat 6144) l).

Lemma nth_turned_round : forall (l : list Z) k i, (k <= length l)%nat -> (i < length l)%nat -> nth i (skipn k l ++ firstn k l) 0%Z = nth ((i + k) mod length l) l 0%Z.
Proof.
  intros l k i K I. rewrite <- (firstn_skipn k l) at 4. destruct (Nat.lt_ge_cases i (length l - k)) as [L|G].
  - rewrite Nat.mod_small, app_nth1, app_nth2, firstn_length by (rewrite ?skipn_length, ?firstn_length; lia). f_equal. lia.
  - replace ((i + k) mod length l)%nat with (i + k - length l)%nat by (apply (Nat.mod_unique _ _ 1); lia).
    rewrite app_nth2, (app_nth1 (firstn k l)), skipn_length by (rewrite ?skipn_length, ?firstn_length; lia). f_equal. lia.
Qed.

Definition sine_at (x : positive) : Z := skip 21 sines x.

Lemma sine_at_cosine : forall x, sine_at x = cosine_at (x + 12884901888).
Proof.
  intro x. unfold sine_at, cosine_at, sines, cosines. cbv zeta. set (l := map _ turned).
  assert (Len : length l = Z.to_nat 8192) by (unfold l; rewrite map_length; apply turned_length). clearbody l.
  rewrite !skip_value, !grow_value. change (2 ^ Z.of_nat 21)%Z with 2097152%Z. change (2 ^ Z.of_nat 13)%Z with 8192%Z.
  assert (Shift : (Z.pos (x + 12884901888) / 2097152 = Z.pos x / 2097152 + 6144)%Z).
  { rewrite Pos2Z.inj_add. replace (Z.pos x + 12884901888)%Z with (Z.pos x + 6144 * 2097152)%Z by lia. apply Z.div_add. lia. }
  rewrite Shift. set (z := (Z.pos x / 2097152)%Z). pose proof (Z.mod_pos_bound z 8192 ltac:(lia)) as M. rewrite nth_turned_round by (rewrite Len; lia). f_equal.
  rewrite Len, <- Z2Nat.inj_add, <- Z2Nat.inj_mod, Zplus_mod_idemp_l by lia. reflexivity.
Qed.

(** Whether the larger components alone come to the goal, with the phases given as sums that are added only as far as they are asked for. *)
Fixpoint larger_reach (cosine sine : positive -> Z) (goal C S : Z) (shift phases : list positive) : bool :=
  if (goal <=? 0)%Z then true else
  match shift, phases with
  | a :: r, x :: s => let y := (a + x)%positive in let C1 := (C + (cosine y - 16384))%Z in let S1 := (S + (sine y - 16384))%Z in
      larger_reach cosine sine (goal - longer_side C1 S1) C1 S1 r s
  | _, _ => false
  end.

Lemma larger_reached : forall cosine sine q, (forall x, sine x = cosine (x + q)%positive) -> forall shift phases goal C S, larger_reach cosine sine goal C S shift phases = true ->
  (goal <= whole_lengths (fun x => cosine x - 16384) q longer_side C S (advance shift phases))%Z.
Proof.
  intros cosine sine q Sine. set (f := fun x => (cosine x - 16384)%Z).
  assert (Pos : forall l C S, (0 <= whole_lengths f q longer_side C S l)%Z).
  { unfold whole_lengths. induction l as [|x r IH]; intros C S; cbn [lengths_by]; [lia|]. cbv zeta. specialize (IH (C + f x)%Z (S + f (x + q)%positive)%Z).
    assert (0 <= longer_side (C + f x) (S + f (x + q)%positive))%Z by (unfold longer_side; lia). lia. }
  induction shift as [|a r IH]; intros phases goal C S H; cbn [larger_reach] in H; destruct (Z.leb_spec goal 0) as [G|_]; try discriminate; try (eapply Z.le_trans; [exact G|apply Pos]).
  destruct phases as [|x s]; [discriminate|]. cbv zeta in H. rewrite Sine in H. apply IH in H. unfold whole_lengths in *. cbn [advance lengths_by]. cbv zeta. fold (f (a + x)%positive) in H.
  fold (f (a + x + q)%positive) in H. lia.
Qed.

Definition more_by_roots (exact : list positive) (m : positive) : bool := (156923000000000 <=? whole_lengths fine 54043195528445952 root 0 0 (phases_at m exact))%Z.

(** What vm_compute is asked of a distance: more than 142.72, with the tables' errors. *)
Definition more_at (exact shift phases : list positive) (m : positive) : bool :=
  if larger_reach cosine_at sine_at 2369700 0 0 shift phases then true else more_by_roots exact m.

(** At m and the distances after it, as many as there are shifts. *)
Fixpoint more_in_block (exact phases : list positive) (m : positive) (shifts : list (list positive)) : bool :=
  match shifts with
  | [] => true
  | shift :: r => if more_at exact shift phases m then more_in_block exact phases (Pos.succ m) r else false
  end.

(** The distances after m, in blocks of 35; phases move on only from block to block. *)
Fixpoint more_from (exact : list positive) (shifts : list (list positive)) (stride phases : list positive) (m : positive) (blocks : nat) : bool :=
  match blocks with
  | O => true
  | S k => if more_in_block exact phases (Pos.succ m) shifts then more_from exact shifts stride (advance stride phases) (35 + m) k else false
  end.

Section Planes.

Variables slow exact : list positive.
Hypothesis Slow : forall m, (Z.pos m <= 4096)%Z -> Rabs (real coarse 12884901888 0 0 (phases_at m slow) / 16384 - partial_lengths (Pos.to_nat m)) <= 4160 * 0.00046.
Hypothesis Exact : forall m, (Z.pos m <= 131072)%Z -> Rabs (real fine 54043195528445952 0 0 (phases_at m exact) / 1099511627776 - partial_lengths (Pos.to_nat m)) <= 4160 * 0.00000006.

Lemma more_by_roots_sound : forall m, (Z.pos m <= 131072)%Z -> more_by_roots exact m = true -> 142.72 < partial_lengths (Pos.to_nat m).
Proof.
  intros m M H. apply Z.leb_le, IZR_le in H. pose proof (whole_below fine 54043195528445952 root (fun C S => proj1 (root_between C S)) (phases_at m exact) 0 0) as W.
  pose proof (Exact m M) as N. apply within in N. lra.
Qed.

Lemma more_at_sound : forall r m, (Z.pos (r + m) <= 4096)%Z -> more_at exact (phases_at r slow) (phases_at m slow) (r + m) = true -> 142.72 < partial_lengths (Pos.to_nat (r + m)).
Proof.
  intros r m M H. unfold more_at in H. destruct (larger_reach _ _ _ _ _ _ _) eqn:T.
  - assert (L : (2369700 <= whole_lengths coarse 12884901888 longer_side 0 0 (advance (phases_at r slow) (phases_at m slow)))%Z) by exact (larger_reached cosine_at sine_at 12884901888 sine_at_cosine _ _ _ _ _ T).
    clear T. rename L into T. rewrite phases_on in T. apply IZR_le in T. pose proof (whole_below coarse 12884901888 longer_side larger_below (phases_at (r + m) slow) 0 0) as W.
    pose proof (Slow (r + m)%positive M) as N. apply within in N. lra.
  - apply more_by_roots_sound; [lia|exact H].
Qed.

Lemma more_in_block_sound : forall m n r, more_in_block exact (phases_at m slow) (r + m) (shifts_from slow r n) = true -> (Z.pos (r + m) + Z.of_nat n <= 4097)%Z ->
  forall j, (Pos.to_nat (r + m) <= j < Pos.to_nat (r + m) + n)%nat -> 142.72 < partial_lengths j.
Proof.
  intro m. induction n as [|n IH]; intros r H L j J; [lia|]. cbn [shifts_from more_in_block] in H. destruct (more_at _ _ _ _) eqn:At; [|discriminate].
  destruct (Nat.eq_dec j (Pos.to_nat (r + m))) as [->|N]; [apply more_at_sound; [lia|exact At]|]. rewrite <- Pos.add_succ_l in H. apply (IH _ H); lia.
Qed.

Lemma more_from_sound : forall blocks m, more_from exact (shifts_from slow 1 35) (phases_at 35 slow) (phases_at m slow) m blocks = true -> (Z.pos m + 35 * Z.of_nat blocks <= 4096)%Z ->
  forall j, (Pos.to_nat m < j <= Pos.to_nat m + 35 * blocks)%nat -> 142.72 < partial_lengths j.
Proof.
  induction blocks as [|k IH]; intros m H L j J; [lia|]. cbn [more_from] in H. rewrite <- Pos.add_1_l in H. destruct (more_in_block _ _ _ _) eqn:B; [|discriminate].
  destruct (Nat.le_gt_cases j (Pos.to_nat m + 35)) as [Le|G]; [apply (more_in_block_sound m 35 1 B); lia|]. rewrite phases_on in H. apply (IH _ H); lia.
Qed.

Lemma at_most_by_roots : forall m bound, (Z.pos m <= 131072)%Z -> (whole_lengths fine 54043195528445952 root_above 0 0 (phases_at m exact) <=? bound)%Z = true ->
  partial_lengths (Pos.to_nat m) <= IZR bound / 1099511627776 + 0.00025.
Proof.
  intros m bound M H. apply Z.leb_le, IZR_le in H. pose proof (whole_above fine 54043195528445952 root_above (fun C S => proj2 (root_between C S)) (phases_at m exact) 0 0) as W.
  pose proof (Exact m M) as N. apply within in N. lra.
Qed.

End Planes.

Theorem chen2023_ratio_corrected_proved : chen2023_ratio_corrected_statement.
Proof.
  intros s H. replace (1.115 * 128) with 142.72 by lra. destruct s as [|s].
  - unfold partial_lengths. rewrite (sum_ext _ (fun n => INR (S n))), triangle.
    + rewrite INR_IZR_INZ. simpl. lra.
    + intros n _. simpl (INR 0). rewrite partial_zero, Cmod_R. apply Rabs_right, Rle_ge, pos_INR.
  - destruct s as [|s]; [apply (more_by_roots_sound fine_planes fine_lengths_near 1); [lia|vm_cast_no_check (eq_refl true)]|].
    apply (more_from_sound planes fine_planes coarse_near fine_lengths_near 117 1); [rewrite phases_at_1; vm_cast_no_check (eq_refl true)|lia|lia].
Qed.

(** * False neighbours *)

(** 1.12 d: at 3643 it is 142.84, and 1.12 d is 143.36. *)
Definition chen2023_ratio_corrected_neighbour_more : Prop := forall s, (s <= 4096)%nat -> 1.12 * 128 < partial_lengths s.

Theorem chen2023_ratio_corrected_neighbour_more_false : ~ chen2023_ratio_corrected_neighbour_more.
Proof.
  intro H. specialize (H (Pos.to_nat 3643) ltac:(lia)). pose proof (at_most_by_roots fine_planes fine_lengths_near 3643 157100000000000 ltac:(lia) ltac:(vm_cast_no_check (eq_refl true))). lra.
Qed.

(** Up to 20000: at 19306 it is 84.8. *)
Definition chen2023_ratio_corrected_neighbour_further : Prop := forall s, (s <= Z.to_nat 20000)%nat -> 1.115 * 128 < partial_lengths s.

Theorem chen2023_ratio_corrected_neighbour_further_false : ~ chen2023_ratio_corrected_neighbour_further.
Proof.
  intro H. specialize (H (Pos.to_nat 19306) ltac:(lia)). pose proof (at_most_by_roots fine_planes fine_lengths_near 19306 94000000000000 ltac:(lia) ltac:(vm_cast_no_check (eq_refl true))). lra.
Qed.

Example chen2023_ratio_corrected_instance : instance_of chen2023_ratio_corrected_statement.
Proof. exists 4096%nat. split; [apply le_n|exact I]. Qed.
