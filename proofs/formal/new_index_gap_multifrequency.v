(** new.index-gap-multifrequency.one-sided and .upper-law: one plane with a phase against rivals on one side; and what K planes keep from all rivals.

    .one-sided. For T >= 1, 0 < x < pi, theta = 2x/T and phi = (T+1) theta/2 - pi, the lead of the target at distance 0 over the rivals at distances 1..T, logits
    cos(t theta - phi), is exactly 2 sin x sin(x/T): no rival is nearer, and the first is as near. It is at least 2 sin^2 x / T, so of order 1/T.
    .upper-law. For K frequencies and n >= 2 some distance 1 <= t <= n-1 brings every t g_k within 2 pi n^(-1/K) of a multiple of 2 pi; so if n >= 2^K no
    convex mix leads all rivals at 1..n-1 by more than 1 - cos(2 pi n^(-1/K)) <= 2 pi^2 n^(-2/K). For n <= 2^K the bound says nothing: every angle is that near. *)

From Coq Require Import Reals Lra Lia.
From RopeTheory Require Import Rope Trig Simultaneous Instances.
Open Scope R_scope.

Definition lead (theta phi : R) (t : nat) : R := cos phi - cos (INR t * theta - phi).

Definition new_index_gap_multifrequency_one_sided_statement : Prop :=
  forall (T : nat) (x : R), (1 <= T)%nat -> 0 < x < PI ->
    let theta := 2 * x / INR T in let phi := (INR T + 1) * theta / 2 - PI in let gap := 2 * sin x * sin (x / INR T) in
    (forall t, (1 <= t <= T)%nat -> gap <= lead theta phi t) /\ lead theta phi 1 = gap /\ 2 * (sin x * sin x) / INR T <= gap.

(** n^(-1/K). *)
Definition nth_root (n K : nat) : R := Rpower (INR n) (- / INR K).

(** The lead of a mix of K planes, aligned, over a rival at distance t. *)
Definition mixed_lead (K : nat) (w g : nat -> R) (t : nat) : R := sum (fun k => w k * (1 - cos (INR t * g k))) K.

Definition convex (K : nat) (w : nat -> R) : Prop := (forall k, (k < K)%nat -> 0 <= w k) /\ sum w K = 1.

Definition new_index_gap_multifrequency_upper_law_statement : Prop :=
  forall (K n : nat) (g : nat -> R), (1 <= K)%nat -> (2 <= n)%nat -> let delta := nth_root n K in
    (exists t, (1 <= t <= n - 1)%nat /\ (forall k, (k < K)%nat -> exists j : Z, Rabs (INR t * g k - IZR j * (2 * PI)) <= 2 * PI * delta) /\
       ((2 ^ K <= n)%nat -> forall w, convex K w -> mixed_lead K w g t <= 1 - cos (2 * PI * delta))) /\
    ((2 ^ K <= n)%nat -> forall (w : nat -> R) (gap : R), convex K w -> (forall t, (1 <= t <= n - 1)%nat -> gap <= mixed_lead K w g t) ->
       gap <= 1 - cos (2 * PI * delta)) /\
    1 - cos (2 * PI * delta) <= 2 * PI ^ 2 * Rpower (INR n) (- (2 / INR K)) /\
    ((n <= 2 ^ K)%nat -> forall x, exists j : Z, Rabs (x - IZR j * (2 * PI)) <= 2 * PI * delta).

Lemma sin_multiple : forall y n, Rabs (sin (INR n * y)) <= INR n * Rabs (sin y).
Proof.
  intros y n. induction n as [|n IH]; [simpl; rewrite Rmult_0_l, sin_0, Rabs_R0; lra|].
  rewrite S_INR. replace ((INR n + 1) * y) with (INR n * y + y) by ring. rewrite sin_plus.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_mult.
  assert (C : forall z, Rabs (cos z) <= 1) by (intro z; pose proof (COS_bound z); apply Rabs_le; lra).
  pose proof (C y) as A. pose proof (C (INR n * y)) as B. pose proof (Rabs_pos (sin y)). pose proof (Rabs_pos (sin (INR n * y))).
  pose proof (Rabs_pos (cos y)). pose proof (Rabs_pos (cos (INR n * y))). nra.
Qed.

Theorem new_index_gap_multifrequency_one_sided_proved : new_index_gap_multifrequency_one_sided_statement.
Proof.
  intros T x HT X theta phi gap. assert (P : 1 <= INR T) by (replace 1 with (INR 1) by reflexivity; apply le_INR, HT).
  set (y := x / INR T). assert (Y : INR T * y = x) by (unfold y; field; lra).
  assert (Ht : theta = 2 * y) by (unfold theta, y; field; lra).
  assert (Yp : 0 < y) by (unfold y; apply Rdiv_lt_0_compat; lra).
  assert (L : forall t, lead theta phi t = cos ((INR t * 2 - INR T - 1) * y) - cos ((INR T + 1) * y)).
  { intro t. unfold lead, phi. rewrite Ht.
    replace ((INR T + 1) * (2 * y) / 2 - PI) with ((INR T + 1) * y - PI) by field.
    replace (INR t * (2 * y) - ((INR T + 1) * y - PI)) with ((INR t * 2 - INR T - 1) * y + PI) by ring.
    rewrite neg_cos, cos_minus, cos_PI, sin_PI. ring. }
  assert (G : gap = cos ((INR T - 1) * y) - cos ((INR T + 1) * y)).
  { rewrite cos_difference. unfold gap. fold y. replace (((INR T + 1) * y + (INR T - 1) * y) / 2) with (INR T * y) by field.
    replace (((INR T + 1) * y - (INR T - 1) * y) / 2) with y by field. rewrite Y. ring. }
  split; [|split].
  - intros t [A B]. rewrite L, G. apply Rplus_le_compat_r.
    assert (A' : 1 <= INR t) by (replace 1 with (INR 1) by reflexivity; apply le_INR, A). assert (B' : INR t <= INR T) by (apply le_INR, B).
    apply cos_near; [nra| |]; nra.
  - rewrite L, G. simpl INR. f_equal. rewrite <- cos_neg. f_equal. ring.
  - pose proof (sin_multiple y T) as M. rewrite Y in M. assert (S : 0 < sin x) by (apply sin_gt_0; lra).
    assert (y <= x) by (rewrite <- Y; nra). assert (S' : 0 < sin y) by (apply sin_gt_0; lra).
    rewrite !Rabs_right in M by lra. unfold gap. fold y.
    apply (Rmult_le_reg_r (INR T)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra.
Qed.

(** * The upper law *)

Lemma nth_root_pos : forall n K, 0 < nth_root n K.
Proof. intros. apply exp_pos. Qed.

Lemma nth_root_power : forall n K, (1 <= n)%nat -> (1 <= K)%nat -> INR n * nth_root n K ^ K = 1.
Proof.
  intros n K Hn HK. assert (N : 0 < INR n) by (apply lt_0_INR; lia). assert (P : 0 < INR K) by (apply lt_0_INR; lia).
  unfold nth_root. rewrite <- Rpower_pow, Rpower_mult by apply exp_pos. replace (- / INR K * INR K) with (- (1)) by (field; lra).
  rewrite Rpower_Ropp, Rpower_1 by exact N. apply Rinv_r. lra.
Qed.

(** It is at most 1/2 from n = 2^K on, and at least 1/2 up to there. *)
Lemma nth_root_half : forall n K, (1 <= n)%nat -> (1 <= K)%nat ->
  ((2 ^ K <= n)%nat -> nth_root n K <= / 2) /\ ((n <= 2 ^ K)%nat -> / 2 <= nth_root n K).
Proof.
  intros n K Hn HK. pose proof (nth_root_power n K Hn HK) as E. pose proof (nth_root_pos n K) as P. assert (N : 0 < INR n) by (apply lt_0_INR; lia).
  assert (H2 : 0 < (/ 2) ^ K) by (apply pow_lt; lra). assert (E2 : 2 ^ K * (/ 2) ^ K = 1) by (rewrite <- Rpow_mult_distr, Rinv_r, pow1 by lra; reflexivity).
  split; intro L; apply le_INR in L; rewrite pow_INR in L; simpl (INR 2) in L; replace (1 + 1) with 2 in L by ring; apply Rnot_lt_le; intro Q.
  - assert ((/ 2) ^ K < nth_root n K ^ K) by (apply pow_grows; [lra|exact HK]). nra.
  - assert (nth_root n K ^ K < (/ 2) ^ K) by (apply pow_grows; [lra|exact HK]). nra.
Qed.

Lemma near_turn : forall x j d, 0 <= d <= PI -> Rabs (x - IZR j * (2 * PI)) <= d -> cos d <= cos x.
Proof.
  intros x j d D H. rewrite <- (cos_period_Z x (- j)), opp_IZR. replace (x + - IZR j * (2 * PI)) with (x - IZR j * (2 * PI)) by ring.
  pose proof (Rle_abs (x - IZR j * (2 * PI))). pose proof (Rle_abs (- (x - IZR j * (2 * PI)))) as M. rewrite Rabs_Ropp in M. apply cos_near; lra.
Qed.

Theorem new_index_gap_multifrequency_upper_law_proved : new_index_gap_multifrequency_upper_law_statement.
Proof.
  intros K n g HK Hn delta. pose proof PI_RGT_0 as P. pose proof (nth_root_pos n K) as D0. fold delta in D0.
  destruct (nth_root_half n K ltac:(lia) HK) as [Small Large]. fold delta in Small, Large.
  assert (Scale : forall y j d, Rabs (y / (2 * PI) - IZR j) <= d -> Rabs (y - IZR j * (2 * PI)) <= 2 * PI * d).
  { intros y j d H. replace (y - IZR j * (2 * PI)) with (2 * PI * (y / (2 * PI) - IZR j)) by (field; lra).
    rewrite Rabs_mult, (Rabs_right (2 * PI)) by lra. apply Rmult_le_compat_l; lra. }
  assert (Near : exists t, (1 <= t <= n - 1)%nat /\ forall k, (k < K)%nat -> exists j : Z, Rabs (INR t * g k - IZR j * (2 * PI)) <= 2 * PI * delta).
  { destruct (simultaneous n K (fun k => g k / (2 * PI)) delta Hn HK D0 (nth_root_power n K ltac:(lia) HK)) as [t [Ht N]].
    exists t. split; [exact Ht|]. intros k Hk. destruct (N k Hk) as [j J]. exists j. apply Scale.
    replace (INR t * g k / (2 * PI)) with (INR t * (g k / (2 * PI))) by (field; lra). exact J. }
  destruct Near as [t [Ht N]].
  assert (Led : (2 ^ K <= n)%nat -> forall w, convex K w -> mixed_lead K w g t <= 1 - cos (2 * PI * delta)).
  { intros L w [W0 W1]. specialize (Small L). replace (1 - cos (2 * PI * delta)) with (sum (fun k => (1 - cos (2 * PI * delta)) * w k) K) by (rewrite sum_scal, W1; ring).
    unfold mixed_lead. apply sum_le. intros k Hk. destruct (N k Hk) as [j J]. pose proof (near_turn _ j (2 * PI * delta) ltac:(split; nra) J).
    rewrite (Rmult_comm _ (w k)). apply Rmult_le_compat_l; [apply W0, Hk|lra]. }
  split; [exists t; split; [exact Ht|split; [exact N|exact Led]]|]. split; [|split].
  - intros L w gap W G. eapply Rle_trans; [apply G, Ht|apply Led; assumption].
  - eapply Rle_trans; [apply one_minus_cos_le_square|].
    replace (Rpower (INR n) (- (2 / INR K))) with (delta * delta); [right; field|]. unfold delta, nth_root. rewrite <- Rpower_plus. f_equal. field.
    apply not_0_INR. lia.
  - intros L x. specialize (Large L). destruct (off_whole_reached (x / (2 * PI))) as [j J]. exists j. apply Scale. rewrite J.
    pose proof (off_whole_half (x / (2 * PI))). lra.
Qed.

(** * False neighbours *)

(** n + 1 in place of n: one plane of a fifth of a turn, n = 5. *)
Definition new_index_gap_multifrequency_upper_law_neighbour_one_more : Prop :=
  forall (K n : nat) (g w : nat -> R) (gap : R), (1 <= K)%nat -> (2 ^ K <= n)%nat -> convex K w ->
    (forall t, (1 <= t <= n - 1)%nat -> gap <= mixed_lead K w g t) -> gap <= 1 - cos (2 * PI * nth_root (n + 1) K).

Lemma nth_root_one : forall n, (1 <= n)%nat -> nth_root n 1 = / INR n.
Proof.
  intros n Hn. assert (0 < INR n) by (apply lt_0_INR; lia). pose proof (nth_root_power n 1 Hn (le_n 1)) as E. rewrite pow_1 in E.
  apply (Rmult_eq_reg_l (INR n)); [|lra]. rewrite E, Rinv_r; lra.
Qed.

Theorem new_index_gap_multifrequency_upper_law_neighbour_one_more_false : ~ new_index_gap_multifrequency_upper_law_neighbour_one_more.
Proof.
  intro H. pose proof PI_RGT_0. specialize (H 1%nat 5%nat (fun _ => 2 * PI / 5) (fun _ => 1) (1 - cos (2 * PI / 5)) ltac:(lia) ltac:(simpl; lia)).
  specialize (H ltac:(split; [intros; lra|simpl; ring])). assert (L : 1 - cos (2 * PI / 5) <= 1 - cos (2 * PI * nth_root (5 + 1) 1)).
  { apply H. intros t Ht. unfold mixed_lead. simpl. assert (cos (INR t * (2 * PI / 5)) <= cos (2 * PI / 5)); [|lra].
    assert (1 <= INR t) by (apply (le_INR 1); lia). assert (INR t <= 4) by (replace 4 with (INR 4) by (simpl; ring); apply le_INR; lia).
    apply cos_far_weakly; nra. }
  rewrite nth_root_one in L by lia. simpl in L. assert (cos (2 * PI / 5) < cos (2 * PI * / (1 + 1 + 1 + 1 + 1 + 1))) by (apply cos_falls; lra). lra.
Qed.

(** The law of one plane, 1 - cos(2 pi/n), for two: a quarter turn and half a turn, n = 4. *)
Definition new_index_gap_multifrequency_upper_law_neighbour_one_plane : Prop :=
  forall (K n : nat) (g w : nat -> R) (gap : R), (1 <= K)%nat -> (2 ^ K <= n)%nat -> convex K w ->
    (forall t, (1 <= t <= n - 1)%nat -> gap <= mixed_lead K w g t) -> gap <= 1 - cos (2 * PI / INR n).

(** With weights 3/4 and 1/4 the lead over t = 1, 3 is 3/4 + 1/2 = 5/4, over t = 2 it is 3/2. *)
Theorem new_index_gap_multifrequency_upper_law_neighbour_one_plane_false : ~ new_index_gap_multifrequency_upper_law_neighbour_one_plane.
Proof.
  intro H. pose proof PI_RGT_0.
  set (g := fun k : nat => if Nat.eqb k 0 then PI / 2 else PI). set (w := fun k : nat => if Nat.eqb k 0 then 3 / 4 else 1 / 4).
  specialize (H 2%nat 4%nat g w (5 / 4) ltac:(lia) ltac:(simpl; lia)).
  assert (C : convex 2 w) by (split; [intros k _; unfold w; destruct (Nat.eqb k 0); lra|unfold w; simpl; field]). specialize (H C).
  assert (L : 5 / 4 <= 1 - cos (2 * PI / INR 4)).
  { apply H. intros t Ht. unfold mixed_lead, g, w. simpl sum. simpl Nat.eqb. cbv iota.
    assert (t = 1 \/ t = 2 \/ t = 3)%nat as [->|[->| ->]] by lia; simpl INR.
    - rewrite !Rmult_1_l, cos_PI2, cos_PI. lra.
    - replace ((1 + 1) * (PI / 2)) with PI by field. replace ((1 + 1) * PI) with (2 * PI) by ring. rewrite cos_PI, cos_2PI. lra.
    - replace ((1 + 1 + 1) * (PI / 2)) with (PI / 2 + PI) by field. replace ((1 + 1 + 1) * PI) with (PI + 2 * INR 1 * PI) by (simpl; ring).
      rewrite cos_period, neg_cos, cos_PI2, cos_PI. lra. }
  simpl in L. replace (2 * PI / (1 + 1 + 1 + 1)) with (PI / 2) in L by field. rewrite cos_PI2 in L. lra.
Qed.

(** Twice that gap: T = 1, x = pi/2. *)
Definition new_index_gap_multifrequency_one_sided_neighbour_twice : Prop :=
  forall (T : nat) (x : R), (1 <= T)%nat -> 0 < x < PI -> let theta := 2 * x / INR T in let phi := (INR T + 1) * theta / 2 - PI in
    4 * sin x * sin (x / INR T) <= lead theta phi 1.

Theorem new_index_gap_multifrequency_one_sided_neighbour_twice_false : ~ new_index_gap_multifrequency_one_sided_neighbour_twice.
Proof.
  intro H. pose proof PI_RGT_0 as P. assert (X : 0 < PI / 2 < PI) by lra.
  destruct (new_index_gap_multifrequency_one_sided_proved 1%nat (PI / 2) ltac:(lia) X) as [_ [E _]]. specialize (H 1%nat (PI / 2) ltac:(lia) X). cbv zeta in *.
  rewrite E in H. replace (PI / 2 / INR 1) with (PI / 2) in H by (simpl; field). rewrite sin_PI2 in H. lra.
Qed.

(** x beyond pi: T = 4, x = 8 pi / 3, where the second rival is level with the target. *)
Definition new_index_gap_multifrequency_one_sided_neighbour_beyond : Prop :=
  forall (T : nat) (x : R), (1 <= T)%nat -> 0 < x -> let theta := 2 * x / INR T in let phi := (INR T + 1) * theta / 2 - PI in
    forall t, (1 <= t <= T)%nat -> 2 * sin x * sin (x / INR T) <= lead theta phi t.

Theorem new_index_gap_multifrequency_one_sided_neighbour_beyond_false : ~ new_index_gap_multifrequency_one_sided_neighbour_beyond.
Proof.
  intro H. pose proof PI_RGT_0 as P. specialize (H 4%nat (8 * PI / 3) ltac:(lia) ltac:(lra) 2%nat ltac:(lia)). cbv zeta in H. unfold lead in H. simpl INR in H.
  assert (A : (1 + 1 + 1 + 1 + 1) * (2 * (8 * PI / 3) / (1 + 1 + 1 + 1)) / 2 - PI = PI / 3 + 2 * INR 1 * PI) by (simpl; field).
  rewrite A in H. clear A.
  assert (A : (1 + 1) * (2 * (8 * PI / 3) / (1 + 1 + 1 + 1)) - (PI / 3 + 2 * INR 1 * PI) = PI / 3) by (simpl; field).
  rewrite A in H. clear A. rewrite cos_period in H.
  replace (8 * PI / 3 / (1 + 1 + 1 + 1)) with (2 * PI / 3) in H by field.
  replace (8 * PI / 3) with (2 * PI / 3 + 2 * INR 1 * PI) in H by (simpl; field).
  rewrite sin_period in H. assert (S : 0 < sin (2 * PI / 3)) by (apply sin_gt_0; lra). nra.
Qed.

Example new_index_gap_multifrequency_one_sided_instance : instance_of new_index_gap_multifrequency_one_sided_statement.
Proof.
  exists 3%nat, 1. pose proof PI2_3_2. repeat (split; [lia || lra |]).
  split; [exists 2%nat; split; [lia | exact I] | split; exact I].
Qed.

(** Two planes and four positions, the length at which both parts hold. *)
Example new_index_gap_multifrequency_upper_law_instance : instance_of new_index_gap_multifrequency_upper_law_statement.
Proof.
  exists 2%nat, 4%nat, (fun k => / (INR k + 1)). repeat (split; [lia || exact I |]).
  split; [| split; [exact I | split; [simpl; lia | exists 1; exact I]]].
  split; [simpl; lia | exists (fun _ => / 2), 0].
  split; [split; [intros; lra | simpl; lra] | split; [| exact I]]. intros t _.
  unfold mixed_lead. simpl. pose proof (COS_bound (INR t * / (0 + 1))). pose proof (COS_bound (INR t * / (1 + 1))). lra.
Qed.
