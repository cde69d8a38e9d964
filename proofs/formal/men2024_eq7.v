(** men2024.eq7: the bound on a score by summation by parts.

    Statement (Men et al. 2024, eq. 7; RoFormer, Section 3.4.3). |q^T R_m k| <= max_l |h_l - h_(l+1)| sum_(n=1)^K |S_n|, with S_n =
    sum_(l<n) e^(i m theta_l), h_l the complex product of plane l (conjugate of q_l times k_l) and h_K = 0.

    Encoding: any bound M of the |h_l - h_(l+1)| in place of their maximum; theta is any sequence of angles, m any real. *)

From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Complex.
From RopeTheory Require Import Rope Trig Taylor Instances.
Open Scope R_scope.

(** q^T R_m k. *)
Definition score (K : nat) (theta : nat -> R) (m : R) (q k : nat -> vec) : R :=
  sum (fun i => dot (q i) (rot (m * theta i) (k i))) K.

(** e^(it). *)
Definition turn (t : R) : C := (cos t, sin t).

(** The conjugate of q times k, as complex numbers. *)
Definition product (q k : vec) : C := Cmult (Cconj q) k.

(** h_l, with h_K = 0. *)
Definition h (K : nat) (q k : nat -> vec) (l : nat) : C := if (l <? K)%nat then product (q l) (k l) else RtoC 0.

(** z 0 + .. + z (n-1). *)
Fixpoint csum (z : nat -> C) (n : nat) : C := match n with O => RtoC 0 | S m => Cplus (csum z m) (z m) end.

(** S_n. *)
Definition partial (theta : nat -> R) (m : R) (n : nat) : C := csum (fun l => turn (m * theta l)) n.

Definition men2024_eq7_statement : Prop :=
  forall (K : nat) (theta : nat -> R) (m : R) (q k : nat -> vec) (M : R),
    (forall l, (l < K)%nat -> Cmod (Cminus (h K q k l) (h K q k (S l))) <= M) ->
    Rabs (score K theta m q k) <= M * sum (fun n => Cmod (partial theta m (S n))) K.

Lemma score_real : forall K theta m q k,
  score K theta m q k = fst (csum (fun l => Cmult (product (q l) (k l)) (turn (m * theta l))) K).
Proof.
  intros K theta m q k. unfold score. induction K as [|K IH]; [reflexivity|]. simpl. rewrite IH. f_equal.
  unfold dot, rot, product, turn, Cmult, Cconj. simpl. ring.
Qed.

(** Summation by parts. *)
Lemma by_parts : forall (z e : nat -> C) n,
  csum (fun l => Cmult (z l) (e l)) n
  = Cplus (csum (fun l => Cmult (Cminus (z l) (z (S l))) (csum e (S l))) n) (Cmult (z n) (csum e n)).
Proof.
  intros z e n. induction n as [|n IH]; simpl; [ring|]. rewrite IH. simpl. ring.
Qed.

Lemma csum_mod : forall z n, Cmod (csum z n) <= sum (fun l => Cmod (z l)) n.
Proof.
  intros z n. induction n as [|n IH]; simpl; [rewrite Cmod_0; lra|].
  eapply Rle_trans; [apply Cmod_triangle|]. lra.
Qed.

Lemma csum_ext : forall z w n, (forall l, (l < n)%nat -> z l = w l) -> csum z n = csum w n.
Proof. intros z w n. induction n as [|n IH]; intro H; simpl; [reflexivity|]. rewrite IH, H; auto. Qed.

Lemma fst_mod : forall z : C, Rabs (fst z) <= Cmod z.
Proof.
  intro z. eapply Rle_trans; [|apply Rmax_Cmod]. apply Rmax_l.
Qed.

Theorem men2024_eq7_proved : men2024_eq7_statement.
Proof.
  intros K theta m q k M H. rewrite score_real. eapply Rle_trans; [apply fst_mod|].
  rewrite (csum_ext _ (fun l => Cmult (h K q k l) (turn (m * theta l)))).
  2:{ intros l L. unfold h. rewrite (proj2 (Nat.ltb_lt l K) L). reflexivity. }
  rewrite by_parts. assert (Z : h K q k K = RtoC 0) by (unfold h; rewrite Nat.ltb_irrefl; reflexivity).
  rewrite Z. replace (Cmult (RtoC 0) _) with (RtoC 0) by ring. rewrite Cplus_0_r.
  eapply Rle_trans; [apply csum_mod|]. rewrite <- sum_scal. apply sum_le. intros l L. rewrite Cmod_mult.
  apply Rmult_le_compat_r; [apply Cmod_ge_0|]. apply H, L.
Qed.

(** * False neighbours *)

(** h_l as the real inner product of q_l and k_l: a quarter turn between them. *)
Definition men2024_eq7_neighbour_real : Prop :=
  forall (K : nat) (theta : nat -> R) (m : R) (q k : nat -> vec) (M : R),
    let r := fun l => if (l <? K)%nat then dot (q l) (k l) else 0 in
    (forall l, (l < K)%nat -> Rabs (r l - r (S l)) <= M) ->
    Rabs (score K theta m q k) <= M * sum (fun n => Cmod (partial theta m (S n))) K.

Lemma quarter : forall M, Rabs (score 1 (fun _ => PI / 2) 1 (fun _ => (1, 0)) (fun _ => (0, 1)))
    <= M * sum (fun n => Cmod (partial (fun _ => PI / 2) 1 (S n))) 1 -> M <> 0.
Proof.
  intros M H E. rewrite E, Rmult_0_l in H. unfold score, dot, rot in H. simpl in H.
  rewrite (Rmult_1_l (PI / 2)), cos_PI2, sin_PI2 in H.
  replace (0 + (1 * (0 * 0 - 1 * 1) + 0 * (1 * 0 + 0 * 1))) with (- 1) in H by ring.
  rewrite (Rabs_left (- 1)) in H by lra. lra.
Qed.

Theorem men2024_eq7_neighbour_real_false : ~ men2024_eq7_neighbour_real.
Proof.
  intro H. apply (quarter 0); [|reflexivity]. apply H. intros l L. assert (l = 0%nat) as -> by lia. simpl.
  unfold dot. simpl. replace (1 * 0 + 0 * 1 - 0) with 0 by ring. rewrite Rabs_R0. lra.
Qed.

(** Without the last difference, |h_(K-1) - 0|: one plane has no other. *)
Definition men2024_eq7_neighbour_last : Prop :=
  forall (K : nat) (theta : nat -> R) (m : R) (q k : nat -> vec) (M : R),
    (forall l, (S l < K)%nat -> Cmod (Cminus (h K q k l) (h K q k (S l))) <= M) ->
    Rabs (score K theta m q k) <= M * sum (fun n => Cmod (partial theta m (S n))) K.

Theorem men2024_eq7_neighbour_last_false : ~ men2024_eq7_neighbour_last.
Proof. intro H. apply (quarter 0); [|reflexivity]. apply H. intros l L. lia. Qed.

(** * Decay (men2024.eq7.decays): sum_n |S_n| at distance m' > m is at most that at m. It is not; it is largest at 0. *)

(** b^(-i/K), the frequencies of K planes. *)
Definition frequency (b : R) (K i : nat) : R := Rpower b (- (INR i / INR K)).

Definition men2024_eq7_decays_statement : Prop :=
  forall (b : R) (K m m' : nat), 1 < b -> (2 <= K)%nat -> (m < m')%nat ->
    sum (fun n => Cmod (partial (frequency b K) (INR m') (S n))) K
    <= sum (fun n => Cmod (partial (frequency b K) (INR m) (S n))) K.

Definition men2024_eq7_decays_corrected_statement : Prop :=
  forall (K : nat) (theta : nat -> R) (m : R),
    sum (fun n => Cmod (partial theta 0 (S n))) K = INR K * (INR K + 1) / 2 /\
    sum (fun n => Cmod (partial theta m (S n))) K <= INR K * (INR K + 1) / 2.

Lemma turn_mod : forall t, Cmod (turn t) = 1.
Proof.
  intro t. unfold Cmod, turn. simpl. pose proof (sin2_cos2 t) as H. unfold Rsqr in H.
  replace (cos t * (cos t * 1) + sin t * (sin t * 1)) with 1 by lra. apply sqrt_1.
Qed.

Lemma partial_mod : forall theta m n, Cmod (partial theta m n) <= INR n.
Proof.
  intros theta m n. eapply Rle_trans; [apply csum_mod|]. rewrite (sum_ext _ (fun _ => 1)).
  - rewrite sum_const. lra.
  - intros. apply turn_mod.
Qed.

Lemma partial_zero : forall theta n, partial theta 0 n = RtoC (INR n).
Proof.
  intros theta n. unfold partial. induction n as [|n IH]; [reflexivity|]. simpl csum. rewrite IH, S_INR.
  unfold turn, RtoC, Cplus. rewrite Rmult_0_l, cos_0, sin_0. simpl. f_equal; ring.
Qed.

Lemma triangle : forall K, sum (fun n => INR (S n)) K = INR K * (INR K + 1) / 2.
Proof. induction K as [|K IH]; [simpl; field|]. cbn [sum]. rewrite IH, !S_INR. field. Qed.

Theorem men2024_eq7_decays_corrected_proved : men2024_eq7_decays_corrected_statement.
Proof.
  intros K theta m. split.
  - rewrite <- triangle. apply sum_ext. intros n _. rewrite partial_zero, Cmod_R. apply Rabs_right, Rle_ge, pos_INR.
  - rewrite <- triangle. apply sum_le. intros n _. apply partial_mod.
Qed.

(** Base 100, two planes of frequencies 1 and 1/10. *)
Lemma second : frequency 100 2 1 = / 10.
Proof.
  unfold frequency. replace (INR 1 / INR 2) with (/ 2) by (simpl; field). rewrite Rpower_Ropp, Rpower_sqrt by lra.
  replace 100 with (10 * 10) by ring. rewrite sqrt_square by lra. reflexivity.
Qed.

Lemma first : frequency 100 2 0 = 1.
Proof. unfold frequency, Rpower. replace (- (INR 0 / INR 2) * ln 100) with 0 by (simpl; unfold Rdiv; ring). apply exp_0. Qed.

Lemma two_planes : forall m, sum (fun n => Cmod (partial (frequency 100 2) m (S n))) 2
  = 1 + sqrt ((cos (m * 1) + cos (m * / 10)) ^ 2 + (sin (m * 1) + sin (m * / 10)) ^ 2).
Proof.
  intro m. cbn [sum]. rewrite Rplus_0_l. f_equal.
  - unfold partial. cbn [csum]. rewrite Cplus_0_l. apply turn_mod.
  - unfold partial. cbn [csum]. rewrite Cplus_0_l, first, second. reflexivity.
Qed.

Lemma square_of_turns : forall a b, (cos a + cos b) ^ 2 + (sin a + sin b) ^ 2 = 2 + 2 * cos (a - b).
Proof. intros a b. pose proof (sin2_cos2 a). pose proof (sin2_cos2 b). rewrite cos_minus. unfold Rsqr in *. lra. Qed.

Theorem men2024_eq7_decays_refuted : ~ men2024_eq7_decays_statement.
Proof.
  intro H. specialize (H 100 2%nat 3%nat 5%nat ltac:(lra) ltac:(lia) ltac:(lia)). rewrite !two_planes in H.
  replace (INR 3) with 3 in H by (simpl; ring). replace (INR 5) with 5 in H by (simpl; ring).
  rewrite !square_of_turns in H. pose proof (COS_bound (3 * 1 - 3 * / 10)). pose proof (COS_bound (5 * 1 - 5 * / 10)).
  apply Rplus_le_reg_l, sqrt_le_0 in H; [|lra..].
  revert H. apply Rlt_not_le. pose proof PI_decimals. pose proof (cos_falls (2 * PI - (5 * 1 - 5 * / 10)) (3 * 1 - 3 * / 10) ltac:(lra) ltac:(lra) ltac:(lra)) as F. rewrite cos_full_turn in F. lra.
Qed.

(** Twice as much is not needed at 0: less by 1 is too little. *)
Definition men2024_eq7_decays_corrected_neighbour_less : Prop :=
  forall (K : nat) (theta : nat -> R) (m : R),
    sum (fun n => Cmod (partial theta m (S n))) K <= INR K * (INR K + 1) / 2 - 1.

Theorem men2024_eq7_decays_corrected_neighbour_less_false : ~ men2024_eq7_decays_corrected_neighbour_less.
Proof. intro H. specialize (H 0%nat (fun _ => 0) 0). simpl in H. lra. Qed.

(** Equal planes: the products differ only after the last. *)
Example men2024_eq7_instance : instance_of men2024_eq7_statement.
Proof.
  exists 2%nat, (fun i => / (INR i + 1)), 3, (fun _ => (1, 2)), (fun _ => (2, 1)), (Cmod (product (1, 2) (2, 1))).
  split; [| exact I]. intros [|[|l]] H; try lia; unfold h; cbn [Nat.ltb Nat.leb].
  - unfold Cminus. rewrite Cplus_opp_r, Cmod_0. apply Cmod_ge_0.
  - unfold Cminus. rewrite <- RtoC_opp, Ropp_0, Cplus_0_r. apply Rle_refl.
Qed.

Example men2024_eq7_decays_corrected_instance : instance_of men2024_eq7_decays_corrected_statement.
Proof. exists 2%nat, (fun i => / (INR i + 1)), 3. split; exact I. Qed.
