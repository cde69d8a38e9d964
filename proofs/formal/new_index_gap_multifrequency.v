(** new.index-gap-multifrequency, .one-sided and .upper-law: many frequencies together keep a gap that no single one can.

    Statement. With 64 planes the best convex mix leads all rivals at distances 1..n-1 by 0.4036 at n = 17, 0.3207 at 2048 and 0.3132 at 4096 for base 10000, by
    0.2963 at 8192 and 0.2806 at 131072 for base 500000, to four decimals. One angle alone leads some rival by no more than 2 pi^2/n^2, at every n >= 2.
    Idea: a mix and a measure on distances for each row, in ten-millionths (Mixes.v); every distance is looked at.
    Encoding: the gap of the best mix is the least upper bound of what mixes reach; frequencies `g` as in new_base_bound_monotone.v.

    .one-sided. For T >= 1, 0 < x < pi, theta = 2x/T and phi = (T+1) theta/2 - pi, the lead of the target at distance 0 over the rivals at distances 1..T, logits
    cos(t theta - phi), is exactly 2 sin x sin(x/T): no rival is nearer, and the first is as near. It is at least 2 sin^2 x / T, so of order 1/T.
    .upper-law. For K frequencies and n >= 2 some distance 1 <= t <= n-1 brings every t g_k within 2 pi n^(-1/K) of a multiple of 2 pi; so if n >= 2^K no
    convex mix leads all rivals at 1..n-1 by more than 1 - cos(2 pi n^(-1/K)) <= 2 pi^2 n^(-2/K). For n <= 2^K the bound says nothing: every angle is that near. *)

From Coq Require Import Reals Lra Lia List ZArith.
From RopeTheory Require Import Rope Trig Simultaneous IntervalZ Rotation new_base_bound_monotone Bases Mixes Instances.
Import ListNotations.
Open Scope R_scope.

(** To four decimals. *)
Definition to_four_decimals (x printed : R) : Prop := printed - 1 / 20000 <= x < printed + 1 / 20000.

(** The best mix of 64 planes of base b, at length n. *)
Definition best_rounds_to (b : R) (n : Z) (printed : R) : Prop := exists gap, best_gap 64 (g b 64) n gap /\ to_four_decimals gap printed.

Definition new_index_gap_multifrequency_statement : Prop :=
  (best_rounds_to 10000 17 0.4036 /\ best_rounds_to 10000 2048 0.3207 /\ best_rounds_to 10000 4096 0.3132 /\
   best_rounds_to 500000 8192 0.2963 /\ best_rounds_to 500000 131072 0.2806) /\
  forall (n : nat) (theta : R), (2 <= n)%nat -> exists t, (1 <= t <= n - 1)%nat /\ 1 - cos (INR t * theta) <= 2 * PI ^ 2 / INR n ^ 2.

Definition lead (theta phi : R) (t : nat) : R := cos phi - cos (INR t * theta - phi).

Definition new_index_gap_multifrequency_one_sided_statement : Prop :=
  forall (T : nat) (x : R), (1 <= T)%nat -> 0 < x < PI ->
    let theta := 2 * x / INR T in let phi := (INR T + 1) * theta / 2 - PI in let gap := 2 * sin x * sin (x / INR T) in
    (forall t, (1 <= t <= T)%nat -> gap <= lead theta phi t) /\ lead theta phi 1 = gap /\ 2 * (sin x * sin x) / INR T <= gap.

(** n^(-1/K). *)
Definition nth_root (n K : nat) : R := Rpower (INR n) (- / INR K).

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

(** * The best mixes of the rows: weights of the planes and measures on distances, in ten-millionths *)

Definition weights_17 : list Z := [7646277; 0; 651217; 1702506]%Z.

Definition measure_17 : list (positive * Z) := combine
  [1; 6; 12]%positive
  [8637240; 1264824; 97936]%Z.

Definition weights_2048 : list Z := [5872301; 643624; 438227; 356791; 322806; 187305; 86274; 57697; 59291; 40669; 0; 31255; 76055; 0; 0; 0; 0; 44360; 37022; 130478; 184842; 3313; 172526;
    93748; 38111; 122446; 227854; 74424; 0; 0; 0; 124121; 0; 20181; 165186; 26635; 46326; 0; 0; 0; 0; 93521; 222611]%Z.

Definition measure_2048 : list (positive * Z) := combine
  [1; 6; 19; 44; 50; 88; 270; 283; 327; 377; 427; 553; 603; 660; 704; 754; 804; 892; 1074; 1131; 1307; 1357; 1508; 1552; 1596; 1684; 1778; 1910; 2011;
    182]%positive
  [6819108; 18888; 33483; 70829; 204231; 76336; 29420; 46384; 99004; 263677; 275527; 2755; 73860; 221022; 26716; 61519; 164149; 124257; 239782; 149958;
    137794; 109238; 178313; 123969; 9100; 13765; 84143; 126902; 17019; 198852]%Z.

Definition weights_4096 : list Z := [5824598; 601443; 359842; 244141; 210825; 205272; 194152; 171554; 150181; 0; 0; 66150; 99579; 9602; 0; 0; 0; 117526; 113141; 0; 95117; 19573; 87962;
    129890; 128228; 89276; 137003; 40971; 0; 0; 0; 65784; 114976; 55586; 123857; 144598; 7366; 0; 0; 0; 11242; 78650; 0; 0; 0; 0; 6717; 295198]%Z.

Definition measure_4096 : list (positive * Z) := combine
  [1; 13; 44; 50; 88; 1030; 377; 553; 660; 704; 754; 804; 930; 1131; 1307; 1357; 1596; 1684; 1910; 2011; 2111; 2438; 2683; 2758; 2815; 3418; 3889; 3946;
    3990; 176; 182; 1175]%positive
  [6702260; 113380; 11809; 102153; 186994; 52594; 229290; 125537; 61312; 82955; 103494; 30373; 24433; 118357; 203781; 87980; 101326; 106082; 119475;
    72105; 59822; 214112; 74232; 40841; 282266; 275279; 95888; 14893; 3251; 28530; 183775; 91421]%Z.

Definition weights_8192 : list Z := [5772777; 499340; 324339; 212799; 216639; 148680; 163352; 364441; 81095; 243233; 60669; 24329; 55070; 160324; 208713; 53599; 50134; 154331; 0; 153235;
    0; 92092; 192470; 0; 116267; 0; 213820; 0; 0; 66485; 0; 17408; 16682; 0; 0; 0; 167853; 169824]%Z.

Definition measure_8192 : list (positive * Z) := combine
  [1; 6; 25; 38; 69; 107; 132; 710; 578; 641; 842; 1627; 1665; 1998; 2243; 2708; 3324; 3663; 4065; 5322; 5567; 6409; 6836; 7521; 7760; 7867; 8030; 1558]%positive
  [6359873; 147406; 166062; 120597; 388373; 25045; 181309; 134059; 165249; 9332; 90895; 14347; 7250; 424763; 54760; 108666; 220123; 128341; 97890;
    256067; 289177; 188643; 90583; 4816; 28600; 41769; 193198; 62807]%Z.

Definition weights_131072 : list Z := [5439787; 466509; 365983; 305959; 97411; 113741; 226055; 205713; 103070; 95449; 92836; 2899; 132817; 133601; 186066; 156449; 115129; 43054; 8735;
    196328; 100601; 147350; 59118; 0; 51237; 72112; 103160; 41304; 10874; 0; 0; 85599; 98068; 0; 126320; 88625; 0; 1456; 46915; 73036; 0; 0; 70506;
    24705; 143788; 0; 167635]%Z.

Definition measure_131072 : list (positive * Z) := combine
  [1; 6; 25; 38; 69; 1998; 12642; 19051; 23386; 28708; 35242; 43260; 50096; 54293; 56800; 65276; 75040; 80500; 90905; 92564; 119613; 371; 710; 3663;
    5567; 6409; 33043; 40564; 61079; 75141; 88046; 93915; 98263; 114624; 125739; 132; 128598; 69819; 73513]%positive
  [5955473; 306092; 22311; 333385; 240447; 140451; 182931; 60544; 368274; 271929; 16680; 53118; 162954; 30338; 150777; 233780; 9132; 16513; 5839; 48019;
    149006; 213949; 196025; 64221; 90807; 79929; 3487; 128714; 68887; 4162; 13539; 107833; 6420; 1492; 1494; 71990; 139169; 7292; 42597]%Z.

Lemma row : forall b ratio n least printed weights measure,
  1 <= b -> ratio_of b 64 ratio -> in_turns 64 ratio = true -> (length weights <= 64)%nat -> total weights = 10000000%Z -> total (map snd measure) = 10000000%Z ->
  (1 <= n <= 131073)%Z -> IZR least / 10000000 = printed - 1 / 20000 ->
  mix_leads least weights ratio (n - 1) = true -> measure_bounds (least + 999) measure (precise_angles ratio 64) (n - 1) = true -> best_rounds_to b n printed.
Proof.
  intros b ratio n least printed weights measure B Ratio Turns LW TW TM N E Mix Meas.
  destruct (certified_gap b ratio n least (least + 999) weights measure B Ratio Turns LW ltac:(lia) ltac:(lia) N Mix Meas) as [gap [Best [Low High]]].
  exists gap. split; [exact Best|]. rewrite TW in Low. rewrite TM, plus_IZR in High. unfold to_four_decimals. lra.
Qed.

Lemma ratio_10000 : ratio_of 10000 64 62399305664008544.
Proof. ratio. Qed.

Lemma ratio_500000 : ratio_of 500000 64 58699357933534702.
Proof. ratio. Qed.

Ltac row b ratio least weights measure proof := apply (row b ratio _ least _ weights measure);
  [lra|exact proof|vm_cast_no_check (eq_refl true)|cbn; lia|reflexivity|reflexivity|lia|lra|vm_cast_no_check (eq_refl true)|vm_cast_no_check (eq_refl true)].

Theorem new_index_gap_multifrequency_proved : new_index_gap_multifrequency_statement.
Proof.
  split; [repeat split|].
  - row 10000 62399305664008544%Z 4035500%Z weights_17 measure_17 ratio_10000.
  - row 10000 62399305664008544%Z 3206500%Z weights_2048 measure_2048 ratio_10000.
  - row 10000 62399305664008544%Z 3131500%Z weights_4096 measure_4096 ratio_10000.
  - row 500000 58699357933534702%Z 2962500%Z weights_8192 measure_8192 ratio_500000.
  - row 500000 58699357933534702%Z 2805500%Z weights_131072 measure_131072 ratio_500000.
  - intros n theta N. destruct (one_angle_reach theta n N) as [t [T Le]]. exists t. split; [exact T|]. eapply Rle_trans; [exact Le|].
    eapply Rle_trans; [apply one_minus_cos_le_square|]. right. field. apply not_0_INR. lia.
Qed.

(** * False neighbours *)

Lemma best_gap_unique : forall K g n x y, best_gap K g n x -> best_gap K g n y -> x = y.
Proof. intros K g n x y [Ux Lx] [Uy Ly]. apply Rle_antisym; [apply Lx, Uy|apply Ly, Ux]. Qed.

Lemma one_value : forall b n p q, best_rounds_to b n p -> best_rounds_to b n q -> q < p + 1 / 10000.
Proof. intros b n p q [x [X [Xl Xh]]] [y [Y [Yl Yh]]]. rewrite (best_gap_unique _ _ _ _ _ X Y) in *. lra. Qed.

(** 0.4037 at n = 17. *)
Definition new_index_gap_multifrequency_neighbour_value : Prop := best_rounds_to 10000 17 0.4037.

Theorem new_index_gap_multifrequency_neighbour_value_false : ~ new_index_gap_multifrequency_neighbour_value.
Proof. intro H. destruct new_index_gap_multifrequency_proved as [[R _] _]. pose proof (one_value _ _ _ _ R H). lra. Qed.

(** The value of n = 17 at n = 2048: a mix for 17 rivals loses to further ones. *)
Definition new_index_gap_multifrequency_neighbour_longer : Prop := best_rounds_to 10000 2048 0.4036.

Theorem new_index_gap_multifrequency_neighbour_longer_false : ~ new_index_gap_multifrequency_neighbour_longer.
Proof. intro H. destruct new_index_gap_multifrequency_proved as [[_ [R _]] _]. pose proof (one_value _ _ _ _ R H). lra. Qed.

(** One angle leads by no more than half of that: a third of a turn leads both rivals by 3/2 at n = 3. *)
Definition new_index_gap_multifrequency_neighbour_half : Prop :=
  forall (n : nat) (theta : R), (2 <= n)%nat -> exists t, (1 <= t <= n - 1)%nat /\ 1 - cos (INR t * theta) <= PI ^ 2 / INR n ^ 2.

Theorem new_index_gap_multifrequency_neighbour_half_false : ~ new_index_gap_multifrequency_neighbour_half.
Proof.
  intro H. destruct (H 3%nat (2 * PI / 3) ltac:(lia)) as [t [T L]]. replace (INR 3) with 3 in L by (rewrite INR_IZR_INZ; reflexivity).
  assert (C : 1 - cos (2 * PI / 3) > PI ^ 2 / 3 ^ 2) by interval. assert (t = 1 \/ t = 2)%nat as [->| ->] by lia.
  - simpl INR in L. rewrite Rmult_1_l in L. lra.
  - replace (INR 2 * (2 * PI / 3)) with (2 * PI - 2 * PI / 3) in L by (simpl; field). rewrite cos_full_turn in L. lra.
Qed.

Example new_index_gap_multifrequency_instance : instance_of new_index_gap_multifrequency_statement.
Proof. repeat split. exists 2%nat, 0. repeat split. lia. Qed.
