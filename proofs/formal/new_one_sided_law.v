(** new.one-sided-law, new.one-sided-law.reached: what K planes with phases can lead by, when all rivals stand on one side.

    Statement. Planes of angles g k, phases phi k and weights r k >= 0, sum_k r k <= 1, k < K; rivals at the distances 1..n-1. If n > N^(K+1), N >= 1, then
    some rival is led by at most (4 pi^2 + 4 pi)/N^2, whatever the angles, phases and weights. And for n = N^(K+1), N >= 2, some planes lead every
    rival by at least 1/(2 K N^2): the order n^(-2/(K+1)) is right for every K >= 1. *)

From Coq Require Import Reals Lra Lia ZArith List PeanoNat.
From RopeTheory Require Import Rope Trig Pigeonhole Instances.
Open Scope R_scope.

Definition lead (K : nat) (r g phi : nat -> R) (t : R) : R :=
  sum (fun k => r k * (cos (phi k) - cos (t * g k - phi k))) K.

Definition new_one_sided_law_statement : Prop :=
  forall (K N n : nat) (r g phi : nat -> R), (1 <= N)%nat -> (N ^ (K + 1) < n)%nat ->
    (forall k, (k < K)%nat -> 0 <= r k) -> sum r K <= 1 ->
    exists t, (1 <= t <= n - 1)%nat /\ lead K r g phi (INR t) <= (4 * PI ^ 2 + 4 * PI) / INR N ^ 2.

Definition new_one_sided_law_reached_statement : Prop :=
  forall K N : nat, (1 <= K)%nat -> (2 <= N)%nat ->
    exists r g phi : nat -> R, (forall k, (k < K)%nat -> 0 <= r k) /\ sum r K = 1 /\
      forall t, (1 <= t <= N ^ (K + 1) - 1)%nat -> / (2 * INR K * INR N ^ 2) <= lead K r g phi (INR t).

(** * Pigeonhole with any number of conditions *)

(** Two of more than m numbers below m agree. *)
Lemma pigeons : forall (f : nat -> nat) n m, (m < n)%nat -> (forall t, (t < n)%nat -> (f t < m)%nat) ->
  exists a b, (a < b < n)%nat /\ f a = f b.
Proof.
  intros f n m. revert f n. induction m as [|m IH]; intros f n H B.
  - specialize (B 0%nat ltac:(lia)). lia.
  - (* the last number and its class: another of its class, or a smaller case *)
    set (c := f (n - 1)%nat).
    assert (Dec : (exists a, (a < n - 1)%nat /\ f a = c) \/ forall a, (a < n - 1)%nat -> f a <> c).
    { clearbody c. clear. induction (n - 1)%nat as [|k IHk]; [right; intros; lia|]. destruct IHk as [[a [A E]]|N]; [left; exists a; split; [lia|exact E]|].
      destruct (Nat.eq_dec (f k) c) as [E|D]; [left; exists k; split; [lia|exact E]|right].
      intros a A. destruct (Nat.eq_dec a k) as [->|D']; [exact D|apply N; lia]. }
    destruct Dec as [[a [A E]]|N]; [exists a, (n - 1)%nat; split; [lia|exact E]|].
    set (g := fun t => if Nat.ltb (f t) c then f t else (f t - 1)%nat).
    destruct (IH g (n - 1)%nat ltac:(lia)) as [a [b [AB E]]].
    + intros t T. unfold g. pose proof (B t ltac:(lia)). pose proof (B (n - 1)%nat ltac:(lia)) as C. fold c in C.
      specialize (N t T). destruct (Nat.ltb_spec (f t) c); lia.
    + exists a, b. split; [lia|]. unfold g in E. pose proof (N a ltac:(lia)). pose proof (N b ltac:(lia)).
      destruct (Nat.ltb_spec (f a) c); destruct (Nat.ltb_spec (f b) c); lia.
Qed.

(** The digits d 0 .. d (K-1), each below N, as one number. *)
Fixpoint code (N : nat) (d : nat -> nat) (K : nat) : nat :=
  match K with O => 0%nat | S m => (N * code N d m + d m)%nat end.

Lemma code_below : forall N d K, (forall k, (k < K)%nat -> (d k < N)%nat) -> (code N d K < N ^ K)%nat.
Proof.
  intros N d K. induction K as [|K IH]; intro H; simpl; [lia|].
  pose proof (IH ltac:(intros; apply H; lia)). pose proof (H K ltac:(lia)). nia.
Qed.

Lemma code_injective : forall N d e K, (forall k, (k < K)%nat -> (d k < N)%nat /\ (e k < N)%nat) -> code N d K = code N e K ->
  forall k, (k < K)%nat -> d k = e k.
Proof.
  intros N d e K. induction K as [|K IH]; intros H E k L; [lia|]. simpl in E. pose proof (H K ltac:(lia)) as [A B].
  assert (C : code N d K = code N e K /\ d K = e K).
  { pose proof (Nat.div_mod_unique N (code N d K) (code N e K) (d K) (e K) A B E). exact H0. }
  destruct (Nat.eq_dec k K) as [->|D]; [apply C|]. apply IH; [intros; apply H; lia|apply C|lia].
Qed.

(** The box of x in [0, 1): N boxes. *)
Definition box (N : nat) (x : R) : nat := Z.to_nat (Int_part (INR N * x)).

Lemma box_spec : forall N x, 0 <= x -> INR (box N x) <= INR N * x < INR (box N x) + 1.
Proof.
  intros N x X. unfold box. pose proof (base_Int_part (INR N * x)) as [A B]. pose proof (pos_INR N).
  assert (0 <= INR N * x) by (apply Rmult_le_pos; lra).
  assert (Z0 : (0 <= Int_part (INR N * x))%Z) by (apply Z.lt_succ_r, lt_IZR; rewrite succ_IZR; lra).
  rewrite INR_IZR_INZ, Z2Nat.id by exact Z0. lra.
Qed.

Lemma box_below : forall N x, (1 <= N)%nat -> 0 <= x < 1 -> (box N x < N)%nat.
Proof.
  intros N x H X. apply INR_lt. pose proof (box_spec N x ltac:(lra)). assert (0 < INR N) by (apply lt_0_INR; lia). nra.
Qed.

Lemma box_close : forall N x y, (1 <= N)%nat -> 0 <= x -> 0 <= y -> box N x = box N y -> Rabs (x - y) <= / INR N.
Proof.
  intros N x y H X Y E. pose proof (box_spec N x X) as A. pose proof (box_spec N y Y) as B. rewrite E in A.
  assert (P : 0 < INR N) by (apply lt_0_INR; lia). apply (Rmult_le_reg_l (INR N)); [exact P|]. rewrite Rinv_r by lra.
  unfold Rabs. destruct (Rcase_abs (x - y)); lra.
Qed.

(** * Angles *)

Lemma sin_below : forall y, 0 <= y -> y - sin y <= y * y / 2.
Proof.
  intros y Y. destruct (Rle_lt_dec y 1) as [L|L].
  - (* y - sin y <= y^3/6 <= y^2/2 *)
    assert (S : y - y ^ 3 / 6 <= sin y).
    { destruct (Req_dec y 0) as [->|D]; [rewrite sin_0; lra|]. pose proof PI2_1. pose proof PI_RGT_0.
      destruct (sin_bound y 0 ltac:(lra) ltac:(lra)) as [B _]. unfold sin_approx in B. simpl in B. unfold sin_term in B. simpl in B. lra. }
    assert (0 <= y * y * (1 - y)) by (repeat apply Rmult_le_pos; lra). nra.
  - destruct (Rle_lt_dec y 3) as [M|M].
    + assert (T : 0 <= sin y) by (pose proof PI2_3_2; apply sin_ge_0; lra).
      destruct (Rle_lt_dec 2 y) as [Z|Z]; [nra|].
      assert (U : / 2 <= sin y). 
      { pose proof PI_RGT_0. pose proof PI_4. pose proof PI2_3_2. assert (sin (PI / 6) <= sin y); [|rewrite sin_PI6 in *; lra].
        destruct (Rle_lt_dec y (PI / 2)) as [Q|Q]; [left; apply sin_increasing_1; lra|].
        rewrite <- (Rtrigo_facts.sin_pi_minus y). left. apply sin_increasing_1; lra. }
      nra.
    + pose proof (SIN_bound y). nra.
Qed.

(** A plane: with y a representative of the angle modulo whole turns. *)
Lemma plane_lead : forall phi y, cos phi - cos (y - phi) <= y * y - sin phi * y.
Proof.
  intros phi y. rewrite cos_minus. pose proof (one_minus_cos_le_square y) as C. pose proof (COS_bound phi) as CP. pose proof (SIN_bound phi) as SP.
  assert (C0 : 0 <= 1 - cos y) by (pose proof (COS_bound y); lra).
  assert (S : Rabs (y - sin y) <= y * y / 2).
  { destruct (Rle_dec 0 y) as [P|P].
    - rewrite Rabs_right; [apply sin_below, P|]. destruct (Req_dec y 0) as [->|D]; [rewrite sin_0; lra|]. pose proof (sin_lt_x y ltac:(lra)). lra.
    - pose proof (sin_below (- y) ltac:(lra)) as B. rewrite sin_neg in B. pose proof (sin_lt_x (- y) ltac:(lra)) as B'. rewrite sin_neg in B'.
      rewrite Rabs_left1 by lra. nra. }
  assert (A : cos phi * (1 - cos y) <= 1 * (1 - cos y)) by (apply Rmult_le_compat_r; lra).
  assert (B : sin phi * (y - sin y) <= y * y / 2).
  { eapply Rle_trans; [apply Rle_abs|]. rewrite Rabs_mult. assert (Rabs (sin phi) <= 1) by (unfold Rabs; destruct (Rcase_abs (sin phi)); lra).
    pose proof (Rabs_pos (y - sin y)). assert (Rabs (sin phi) * Rabs (y - sin y) <= 1 * Rabs (y - sin y)) by (apply Rmult_le_compat_r; lra). lra. }
  lra.
Qed.

Lemma lead_at : forall phi x y k, x = y + IZR k * (2 * PI) -> cos phi - cos (x - phi) <= y * y - sin phi * y.
Proof.
  intros phi x y k ->. replace (y + IZR k * (2 * PI) - phi) with ((y - phi) + IZR k * (2 * PI)) by ring. rewrite cos_period_Z. apply plane_lead.
Qed.

Theorem new_one_sided_law_proved : new_one_sided_law_statement.
Proof.
  intros K N n r g phi N1 H R R1. pose proof PI_RGT_0 as PP. assert (NP : 0 < INR N) by (apply lt_0_INR; lia).
  (* turns of the planes at distance t, in [0, 1), and their weighted sum moved into [0, 1) *)
  set (x := fun t k => frac_part (INR t * g k / (2 * PI))).
  assert (X : forall t k, 0 <= x t k < 1) by (intros t k; unfold x; pose proof (base_fp (INR t * g k / (2 * PI))); lra).
  set (s := fun k => r k * sin (phi k)).
  (* within a box, the sum sum_k s_k x_k keeps to an interval of length 1/N: its lower end is that of the corner *)
  set (offset := fun t => sum (fun k => r k * (sin (phi k) * (x t k - INR (box N (x t k)) / INR N) + / INR N)) K / 2 * INR N).
  assert (Off : forall t, 0 <= offset t <= 1).
  { intro t. unfold offset. assert (T : forall k, (k < K)%nat -> 0 <= r k * (sin (phi k) * (x t k - INR (box N (x t k)) / INR N) + / INR N) <= r k * (2 / INR N)).
    { intros k Hk. pose proof (box_spec N (x t k) ltac:(apply X)) as B. pose proof (SIN_bound (phi k)) as S. specialize (R k Hk).
      assert (P : 0 < / INR N) by (apply Rinv_0_lt_compat, NP).
      assert (E : 0 <= x t k - INR (box N (x t k)) / INR N <= / INR N).
      { assert (E0 : INR N * (x t k - INR (box N (x t k)) / INR N) = INR N * x t k - INR (box N (x t k))) by (field; lra).
        split; apply (Rmult_le_reg_l (INR N)); try exact NP; rewrite E0; [lra|rewrite Rinv_r by lra; lra]. }
      set (e := x t k - INR (box N (x t k)) / INR N) in *.
      assert (M : - / INR N <= sin (phi k) * e <= / INR N).
      { assert (0 <= (1 + sin (phi k)) * e) by (apply Rmult_le_pos; lra). assert (0 <= (1 - sin (phi k)) * e) by (apply Rmult_le_pos; lra). lra. }
      clearbody e. split; [apply Rmult_le_pos; lra|]. apply Rmult_le_compat_l; [lra|]. unfold Rdiv. lra. }
    assert (A : sum (fun _ => 0) K <= sum (fun k => r k * (sin (phi k) * (x t k - INR (box N (x t k)) / INR N) + / INR N)) K) by (apply sum_le; intros; apply T; assumption).
    assert (B : sum (fun k => r k * (sin (phi k) * (x t k - INR (box N (x t k)) / INR N) + / INR N)) K <= sum (fun k => 2 / INR N * r k) K).
    { apply sum_le. intros k Hk. specialize (T k Hk). lra. }
    rewrite sum_const in A. rewrite sum_scal in B. set (S := sum (fun k => r k * (_ + / INR N)) K) in *.
    assert (P : 0 < 2 / INR N) by (apply Rdiv_lt_0_compat; lra).
    assert (C : 2 / INR N * sum r K <= 2 / INR N * 1) by (apply Rmult_le_compat_l; lra). assert (C' : S <= 2 / INR N) by lra. clear C. rename C' into C. split; [apply Rmult_le_pos; [lra|lra]|].
    apply (Rmult_le_compat_r (INR N)) in C; [|lra]. replace (2 / INR N * INR N) with 2 in C by (field; lra). lra. }
  (* offsets of exactly 1 go into the last box *)
  set (slab := fun t => Nat.min (box N (offset t)) (N - 1)).
  assert (Slab : forall t, (slab t < N)%nat) by (intro t; unfold slab; lia).
  set (class := fun t => code N (fun k => match k with O => slab t | S k => box N (x t k) end) (S K)).
  destruct (pigeons class n (N ^ (S K))) as [a [b [AB E]]].
  { replace (S K) with (K + 1)%nat by lia. exact H. }
  { intros t _. apply code_below. intros [|k] _; [apply Slab|apply box_below; [exact N1|apply X]]. }
  assert (Same : forall k, (k < S K)%nat -> (match k with O => slab a | S k => box N (x a k) end) = (match k with O => slab b | S k => box N (x b k) end)).
  { apply (code_injective N); [|exact E]. intros [|k] _; split; try apply Slab; apply box_below; try exact N1; apply X. }
  assert (Boxes : forall k, (k < K)%nat -> box N (x a k) = box N (x b k)) by (intros k Hk; exact (Same (S k) ltac:(lia))).
  assert (Slabs : Rabs (offset b - offset a) <= / INR N).
  { pose proof (Same 0%nat ltac:(lia)) as Q. simpl in Q. unfold slab in Q.
    assert (Ba : forall t, INR (slab t) <= INR N * offset t <= INR (slab t) + 1).
    { intro t. pose proof (Off t) as O. pose proof (box_spec N (offset t) ltac:(lra)) as B. unfold slab.
      destruct (Nat.le_gt_cases (box N (offset t)) (N - 1)) as [L|L]; [rewrite Nat.min_l by exact L; lra|].
      rewrite Nat.min_r by lia. rewrite minus_INR by lia. simpl. assert (INR N <= INR (box N (offset t))) by (apply le_INR; lia).
      nra. }
    pose proof (Ba a) as A. pose proof (Ba b) as B. unfold slab in A, B. rewrite Q in A.
    apply (Rmult_le_reg_l (INR N)); [exact NP|]. rewrite Rinv_r by lra. unfold Rabs. destruct (Rcase_abs _); lra. }
  set (y := fun k => 2 * PI * (x b k - x a k)).
  assert (Y : forall k, (k < K)%nat -> Rabs (y k) <= 2 * PI / INR N).
  { intros k Hk. unfold y. rewrite Rabs_mult, (Rabs_right (2 * PI)) by lra. apply Rmult_le_compat_l; [lra|].
    apply box_close; [exact N1|apply X|apply X|symmetry; apply Boxes, Hk]. }
  assert (Linear : sum (fun k => r k * (sin (phi k) * y k)) K = 4 * PI * (offset b - offset a) / INR N).
  { unfold offset. rewrite (sum_ext (fun k => r k * (sin (phi k) * y k))
      (fun k => 2 * PI * (r k * (sin (phi k) * (x b k - INR (box N (x b k)) / INR N) + / INR N)) + - 2 * PI * (r k * (sin (phi k) * (x a k - INR (box N (x a k)) / INR N) + / INR N)))).
    - rewrite sum_plus, !sum_scal. field. lra.
    - intros k Hk. unfold y. rewrite (Boxes k Hk). ring. }
  exists (b - a)%nat. split; [lia|].
  assert (L : lead K r g phi (INR (b - a)) <= sum (fun k => r k * (2 * PI / INR N) ^ 2 + -1 * (r k * (sin (phi k) * y k))) K).
  { unfold lead. apply sum_le. intros k Hk. specialize (R k Hk). specialize (Y k Hk).
    assert (W : INR (b - a) * g k = y k + IZR (Int_part (INR b * g k / (2 * PI)) - Int_part (INR a * g k / (2 * PI))) * (2 * PI)).
    { unfold y, x, frac_part. rewrite minus_INR, minus_IZR by lia. field. lra. }
    pose proof (lead_at (phi k) _ _ _ W) as B.
    assert (Q : y k * y k <= (2 * PI / INR N) ^ 2).
    { simpl. rewrite Rmult_1_r. rewrite <- (Rabs_pos_eq (y k * y k)) by apply Rle_0_sqr. rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; exact Y. }
    replace (r k * (2 * PI / INR N) ^ 2 + -1 * (r k * (sin (phi k) * y k))) with (r k * ((2 * PI / INR N) ^ 2 - sin (phi k) * y k)) by ring.
    apply Rmult_le_compat_l; lra. }
  rewrite sum_plus, sum_scal, Linear in L. rewrite (sum_ext (fun k => r k * (2 * PI / INR N) ^ 2) (fun k => (2 * PI / INR N) ^ 2 * r k)) in L by (intros; ring).
  rewrite sum_scal in L. assert (P2 : 0 <= (2 * PI / INR N) ^ 2) by apply pow2_ge_0.
  assert (M : (2 * PI / INR N) ^ 2 * sum r K <= (2 * PI / INR N) ^ 2 * 1) by (apply Rmult_le_compat_l; lra).
  assert (D : -1 * (4 * PI * (offset b - offset a) / INR N) <= 4 * PI * / INR N / INR N).
  { replace (-1 * (4 * PI * (offset b - offset a) / INR N)) with (4 * PI / INR N * (offset a - offset b)) by (field; lra).
    replace (4 * PI * / INR N / INR N) with (4 * PI / INR N * / INR N) by (field; lra).
    apply Rmult_le_compat_l; [left; apply Rdiv_lt_0_compat; lra|]. rewrite Rabs_minus_sym in Slabs. pose proof (Rle_abs (offset a - offset b)). lra. }
  replace ((4 * PI ^ 2 + 4 * PI) / INR N ^ 2) with ((2 * PI / INR N) ^ 2 * 1 + 4 * PI * / INR N / INR N) by (field; lra). lra.
Qed.

(** * Planes that reach the order *)

Lemma sin_cubic : forall y, 0 <= y <= PI -> y - y ^ 3 / 6 <= sin y.
Proof.
  intros y Y. destruct (sin_bound y 0 ltac:(lra) ltac:(lra)) as [B _]. unfold sin_approx in B. simpl in B. unfold sin_term in B. simpl in B. lra.
Qed.

(** Plane 0 counts steps; plane k >= 1 has the period N^k. *)
Definition digit_angle (K N k : nat) : R := match k with O => PI / (2 * INR (N ^ (K + 1))) | S _ => 2 * PI / INR (N ^ k) end.
Definition digit_phase (k : nat) : R := match k with O => - (PI / 4) | S _ => 0 end.

Lemma counting : forall n t, (1 <= n)%nat -> (t <= n)%nat ->
  INR t / (2 * INR n) <= cos (- (PI / 4)) - cos (INR t * (PI / (2 * INR n)) - - (PI / 4)).
Proof.
  intros n t N T. pose proof PI_RGT_0 as P. pose proof PI2_3_2 as P3. pose proof PI_4 as P4. assert (Np : 0 < INR n) by (apply lt_0_INR; lia).
  set (w := INR t / INR n). assert (W : 0 <= w <= 1).
  { apply le_INR in T. pose proof (pos_INR t). unfold w. split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat, Np]|].
    apply (Rmult_le_reg_r (INR n)); [exact Np|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  replace (INR t / (2 * INR n)) with (w / 2) by (unfold w; field; lra).
  replace (INR t * (PI / (2 * INR n)) - - (PI / 4)) with (w * (PI / 2) + PI / 4) by (unfold w; field; lra).
  rewrite cos_neg, cos_difference.
  replace ((w * (PI / 2) + PI / 4 + PI / 4) / 2) with (PI / 4 + w * (PI / 4)) by field.
  replace ((w * (PI / 2) + PI / 4 - PI / 4) / 2) with (w * (PI / 4)) by field.
  assert (Z : 0 <= w * (PI / 4) <= PI / 4) by (split; [apply Rmult_le_pos; lra|assert (w * (PI / 4) <= 1 * (PI / 4)) by (apply Rmult_le_compat_r; lra); lra]).
  assert (A : 7 / 10 <= sin (PI / 4)).
  { rewrite sin_PI4. assert (S : 0 < sqrt 2) by (apply sqrt_lt_R0; lra). apply (Rmult_le_reg_r (sqrt 2)); [exact S|].
    unfold Rdiv. rewrite Rmult_1_l, Rinv_l by lra. assert (Q : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra). nra. }
  assert (B : sin (PI / 4) <= sin (PI / 4 + w * (PI / 4))).
  { destruct (Req_dec w 0) as [->|D]; [rewrite Rmult_0_l, Rplus_0_r; lra|]. left. apply sin_increasing_1; try lra.
    assert (0 < w * (PI / 4)) by (apply Rmult_lt_0_compat; lra). lra. }
  assert (C : 5 / 6 * (w * (PI / 4)) <= sin (w * (PI / 4))).
  { eapply Rle_trans; [|apply sin_cubic; lra]. set (y := w * (PI / 4)) in *. assert (Y1 : y <= 1) by lra.
    pose proof (Rmult_le_compat y 1 y 1 ltac:(lra) ltac:(lra) Y1 Y1). pose proof (Rmult_le_pos y (1 - y * y) ltac:(lra) ltac:(lra)). lra. }
  assert (D : w * 3 <= w * PI) by (apply Rmult_le_compat_l; lra).
  assert (E : 7 / 10 * (5 / 6 * (w * (PI / 4))) <= sin (PI / 4 + w * (PI / 4)) * sin (w * (PI / 4))) by (apply Rmult_le_compat; lra). lra.
Qed.

Lemma first_digit : forall N m t, (2 <= N)%nat -> (t mod N ^ m <> 0)%nat -> exists k, (k < m)%nat /\ (t mod N ^ k = 0)%nat /\ (t mod N ^ (S k) <> 0)%nat.
Proof.
  intros N m t H. induction m as [|m IH]; intro D; [rewrite Nat.pow_0_r, Nat.mod_1_r in D; contradiction|].
  destruct (Nat.eq_dec (t mod N ^ m) 0) as [E|E].
  - exists m. split; [lia|split; assumption].
  - destruct (IH E) as [k [A B]]. exists k. split; [lia|exact B].
Qed.

Lemma other_multiple : forall N k t, (2 <= N)%nat -> (t mod N ^ k = 0)%nat -> (t mod N ^ (S k) <> 0)%nat ->
  / (INR N ^ 2) <= 1 - cos (INR t * (2 * PI / INR (N ^ S k))).
Proof.
  intros N k t H Z D. pose proof PI_RGT_0 as P. pose proof PI2_3_2 as P3. pose proof PI_4 as P4. assert (NP : 0 < INR N) by (apply lt_0_INR; lia).
  assert (Nk : (N ^ k <> 0)%nat) by (apply Nat.pow_nonzero; lia). assert (NkP : 0 < INR (N ^ k)) by (apply lt_0_INR; lia).
  set (c := (t / N ^ k)%nat). assert (T : (t = N ^ k * c)%nat) by (unfold c; pose proof (Nat.div_mod t (N ^ k) Nk); lia).
  assert (E : INR t * (2 * PI / INR (N ^ S k)) = IZR (Z.of_nat c) * (2 * PI / INR N)).
  { rewrite T, <- INR_IZR_INZ, mult_INR. change (N ^ S k)%nat with (N * N ^ k)%nat. rewrite mult_INR. field. lra. }
  rewrite E, corner_mod by lia. set (r := Z.to_nat (Z.of_nat c mod Z.of_nat N)).
  assert (Rm : r = (c mod N)%nat) by (unfold r; rewrite <- Nat2Z.inj_mod, Nat2Z.id; reflexivity).
  assert (R0 : (r <> 0)%nat).
  { rewrite Rm. intro Q. apply D. rewrite T. change (N ^ S k)%nat with (N * N ^ k)%nat. rewrite (Nat.mul_comm N), Nat.mul_mod_distr_l by lia. rewrite Q. lia. }
  pose proof (Nat.mod_upper_bound c N ltac:(lia)) as RB. pose proof (corner_far N r ltac:(lia)) as F.
  assert (L : / INR N ^ 2 <= 1 - cos (2 * PI / INR N)); [|lra].
  rewrite one_minus_cos. replace (2 * PI / INR N / 2) with (PI / INR N) by (field; lra).
  assert (N2 : 2 <= INR N) by (apply (le_INR 2) in H; simpl in H; lra).
  assert (I : 0 < / INR N <= / 2) by (split; [apply Rinv_0_lt_compat, NP|apply Rinv_le_contravar; lra]).
  assert (Y : 0 <= PI / INR N <= PI / 2) by (unfold Rdiv; split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_l; lra]).
  assert (S : / INR N <= sin (PI / INR N)).
  { eapply Rle_trans; [|apply sin_cubic; lra]. assert (Q : 3 * / INR N <= PI / INR N) by (unfold Rdiv; apply Rmult_le_compat_r; lra).
    set (y := PI / INR N) in *. assert (Y2 : y <= 2) by lra.
    pose proof (Rmult_le_compat y 2 y 2 ltac:(lra) ltac:(lra) Y2 Y2). pose proof (Rmult_le_pos y (4 - y * y) ltac:(lra) ltac:(lra)). lra. }
  simpl. rewrite Rmult_1_r, Rinv_mult. assert (/ INR N * / INR N <= sin (PI / INR N) * sin (PI / INR N)) by (apply Rmult_le_compat; lra).
  pose proof (Rle_0_sqr (sin (PI / INR N))) as Sq. unfold Rsqr in Sq. lra.
Qed.

Lemma sum_one_of : forall f n a, (a < n)%nat -> (forall k, (k < n)%nat -> 0 <= f k) -> f a <= sum f n.
Proof.
  intros f n a. induction n as [|n IH]; intros A P; [lia|]. simpl. pose proof (P n ltac:(lia)).
  destruct (Nat.eq_dec a n) as [->|D].
  - assert (sum (fun _ => 0) n <= sum f n) by (apply sum_le; intros; apply P; lia). rewrite sum_const in *. lra.
  - specialize (IH ltac:(lia) ltac:(intros; apply P; lia)). lra.
Qed.

Theorem new_one_sided_law_reached_proved : new_one_sided_law_reached_statement.
Proof.
  intros K N HK HN. pose proof PI_RGT_0 as P. set (n := (N ^ (K + 1))%nat).
  assert (KP : 0 < INR K) by (apply lt_0_INR; lia). assert (NP : 0 < INR N) by (apply lt_0_INR; lia).
  assert (n1 : (1 <= n)%nat) by (unfold n; pose proof (Nat.pow_nonzero N (K + 1) ltac:(lia)); lia).
  exists (fun _ => / INR K), (digit_angle K N), digit_phase. split; [intros; left; apply Rinv_0_lt_compat, KP|].
  split; [rewrite sum_const; apply Rinv_r; lra|]. intros t T.
  assert (Each : forall k, (k < K)%nat -> 0 <= cos (digit_phase k) - cos (INR t * digit_angle K N k - digit_phase k)).
  { intros [|k] _; unfold digit_phase, digit_angle.
    - pose proof (counting n t n1 ltac:(lia)) as C. pose proof (pos_INR t). assert (0 < INR n) by (apply lt_0_INR; lia).
      assert (0 <= INR t / (2 * INR n)) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]). unfold n in *. lra.
    - rewrite cos_0, Rminus_0_r. pose proof (COS_bound (INR t * (2 * PI / INR (N ^ S k)))). lra. }
  assert (Some : exists k, (k < K)%nat /\ / (2 * INR N ^ 2) <= cos (digit_phase k) - cos (INR t * digit_angle K N k - digit_phase k)).
  { destruct (Nat.eq_dec (t mod N ^ (K - 1)) 0) as [E|E].
    - exists 0%nat. split; [lia|]. unfold digit_phase, digit_angle. pose proof (counting n t n1 ltac:(lia)) as C. fold n. eapply Rle_trans; [|exact C].
      assert (D : (N ^ (K - 1) <= t)%nat).
      { pose proof (Nat.div_mod t (N ^ (K - 1)) (Nat.pow_nonzero N (K - 1) ltac:(lia))) as Q. rewrite E in Q.
        destruct (Nat.eq_dec (t / N ^ (K - 1)) 0) as [Z|Z]; [rewrite Z in Q; lia|nia]. }
      assert (En : (n = N ^ (K - 1) * (N * N))%nat).
      { unfold n. replace (K + 1)%nat with (K - 1 + 2)%nat by lia. rewrite Nat.pow_add_r. simpl. lia. }
      assert (NN : 0 < INR N * INR N) by (apply Rmult_lt_0_compat; lra).
      apply le_INR in D. assert (MP : 0 < INR (N ^ (K - 1))) by (apply lt_0_INR; pose proof (Nat.pow_nonzero N (K - 1) ltac:(lia)); lia).
      rewrite En, !mult_INR. assert (MM : 0 < INR (N ^ (K - 1)) * (INR N * INR N)) by (apply Rmult_lt_0_compat; lra).
      apply (Rmult_le_reg_r (2 * (INR (N ^ (K - 1)) * (INR N * INR N)))); [lra|].
      unfold Rdiv. rewrite (Rmult_assoc (INR t)), Rinv_l by lra. replace (/ (2 * INR N ^ 2) * (2 * (INR (N ^ (K - 1)) * (INR N * INR N)))) with (INR (N ^ (K - 1))) by (field; lra). lra.
    - destruct (first_digit N (K - 1) t HN E) as [k [A [B C]]]. exists (S k). split; [lia|]. unfold digit_phase, digit_angle.
      rewrite cos_0, Rminus_0_r. pose proof (other_multiple N k t HN B C) as M. eapply Rle_trans; [|exact M].
      assert (0 < INR N ^ 2) by (apply pow_lt; lra). apply Rinv_le_contravar; lra. }
  destruct Some as [k [Hk L]]. unfold lead.
  apply Rle_trans with (/ INR K * (cos (digit_phase k) - cos (INR t * digit_angle K N k - digit_phase k))).
  - replace (/ (2 * INR K * INR N ^ 2)) with (/ INR K * / (2 * INR N ^ 2)) by (field; lra). apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat, KP|exact L].
  - apply (sum_one_of (fun k => / INR K * (cos (digit_phase k) - cos (INR t * digit_angle K N k - digit_phase k))) K k Hk).
    intros j J. apply Rmult_le_pos; [left; apply Rinv_0_lt_compat, KP|apply Each, J].
Qed.

(** * False neighbours *)

(** The two-sided law, of order n^(-2/K), for one plane: with a phase it leads by 1/(2n) at n = N + 1; N = 200. *)
Definition new_one_sided_law_neighbour_two_sided : Prop :=
  forall (K N n : nat) (r g phi : nat -> R), (1 <= N)%nat -> (N ^ K < n)%nat ->
    (forall k, (k < K)%nat -> 0 <= r k) -> sum r K <= 1 ->
    exists t, (1 <= t <= n - 1)%nat /\ lead K r g phi (INR t) <= (4 * PI ^ 2 + 4 * PI) / INR N ^ 2.

Lemma counting_alone : forall n t, (1 <= n)%nat -> (1 <= t <= n)%nat ->
  / (2 * INR n) <= lead 1 (fun _ => 1) (fun _ => PI / (2 * INR n)) (fun _ => - (PI / 4)) (INR t).
Proof.
  intros n t N T. unfold lead. simpl sum. pose proof (counting n t N ltac:(lia)) as C. assert (Np : 0 < INR n) by (apply lt_0_INR; lia).
  assert (T1 : 1 <= INR t) by (apply (le_INR 1); lia). assert (P : 0 < / (2 * INR n)) by (apply Rinv_0_lt_compat; lra).
  assert (1 * / (2 * INR n) <= INR t / (2 * INR n)) by (unfold Rdiv; apply Rmult_le_compat_r; lra). lra.
Qed.

Theorem new_one_sided_law_neighbour_two_sided_false : ~ new_one_sided_law_neighbour_two_sided.
Proof.
  intro H. pose proof PI_RGT_0 as P. pose proof PI_4 as P4. set (N := Z.to_nat 200).
  destruct (H 1%nat N (N + 1)%nat (fun _ => 1) (fun _ => PI / (2 * INR (N + 1))) (fun _ => - (PI / 4)) ltac:(unfold N; lia) ltac:(rewrite Nat.pow_1_r; lia)
    ltac:(intros; lra) ltac:(simpl; lra)) as [t [T L]].
  pose proof (counting_alone (N + 1) t ltac:(unfold N; lia) ltac:(lia)) as C. rewrite plus_INR in C.
  assert (E : INR N = 200) by (unfold N; rewrite INR_IZR_INZ, Z2Nat.id by lia; reflexivity). rewrite plus_INR in L. rewrite E in *. simpl INR in *.
  assert (Q : (4 * PI ^ 2 + 4 * PI) / 200 ^ 2 <= 80 / 200 ^ 2) by (apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|nra]). lra.
Qed.

(** Weights of any size. *)
Definition new_one_sided_law_neighbour_weights : Prop :=
  forall (K N n : nat) (r g phi : nat -> R), (1 <= N)%nat -> (N ^ (K + 1) < n)%nat -> (forall k, (k < K)%nat -> 0 <= r k) ->
    exists t, (1 <= t <= n - 1)%nat /\ lead K r g phi (INR t) <= (4 * PI ^ 2 + 4 * PI) / INR N ^ 2.

Theorem new_one_sided_law_neighbour_weights_false : ~ new_one_sided_law_neighbour_weights.
Proof.
  intro H. pose proof PI_RGT_0 as P. pose proof PI_4 as P4.
  destruct (H 1%nat 1%nat 2%nat (fun _ => 1000) (fun _ => PI) (fun _ => 0) ltac:(lia) ltac:(simpl; lia) ltac:(intros; lra)) as [t [T L]].
  replace t with 1%nat in L by lia. unfold lead in L. simpl in L. replace (1 * PI - 0) with PI in L by ring. rewrite cos_0, cos_PI in L.
  assert ((4 * (PI * (PI * 1)) + 4 * PI) / (1 * (1 * 1)) <= 80) by (replace (1 * (1 * 1)) with 1 by ring; nra). lra.
Qed.

(** The order n^(-1/(K+1)): not with one plane at n = 100^2. *)
Definition new_one_sided_law_reached_neighbour_larger : Prop :=
  forall K N : nat, (1 <= K)%nat -> (2 <= N)%nat ->
    exists r g phi : nat -> R, (forall k, (k < K)%nat -> 0 <= r k) /\ sum r K = 1 /\
      forall t, (1 <= t <= N ^ (K + 1) - 1)%nat -> / INR N <= lead K r g phi (INR t).

Theorem new_one_sided_law_reached_neighbour_larger_false : ~ new_one_sided_law_reached_neighbour_larger.
Proof.
  intro H. pose proof PI_RGT_0 as P. pose proof PI_4 as P4. set (N := Z.to_nat 100).
  assert (E : INR N = 100) by (unfold N; rewrite INR_IZR_INZ, Z2Nat.id by lia; reflexivity).
  assert (N1 : (N = S (N - 1))%nat) by (unfold N; lia).
  destruct (H 1%nat N ltac:(lia) ltac:(unfold N; lia)) as [r [g [phi [R [R1 L]]]]].
  assert (Lt : ((N - 1) ^ (1 + 1) < N ^ (1 + 1))%nat) by (apply Nat.pow_lt_mono_l; lia).
  destruct (new_one_sided_law_proved 1%nat (N - 1)%nat (N ^ (1 + 1))%nat r g phi ltac:(unfold N; lia) Lt R ltac:(lra)) as [t [T U]].
  specialize (L t T). rewrite minus_INR in U by (unfold N; lia). rewrite E in *. simpl INR in U.
  assert (Q : (4 * PI ^ 2 + 4 * PI) / (100 - 1) ^ 2 <= 80 / (100 - 1) ^ 2) by (apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|nra]). lra.
Qed.

(** Two planes of half the length each, nine tokens: one more than 2^3. *)
Example new_one_sided_law_instance : instance_of new_one_sided_law_statement.
Proof.
  exists 2%nat, 2%nat, 9%nat, (fun _ => 1 / 2), (fun k => / INR (k + 1)), (fun _ => 0).
  split; [lia|]. split; [cbn; lia|]. split; [intros; lra|]. split; [cbn; lra|exact I].
Qed.

Example new_one_sided_law_reached_instance : instance_of new_one_sided_law_reached_statement.
Proof. exists 2%nat, 3%nat. repeat split; lia. Qed.
