(** new.recurrence: rotary scores come back, at arbitrarily large distances, to what they are at distance 0.

    Statement. For any angles g_1..g_K, eps > 0 and N there is a whole m >= N with cos(m g_k) > 1 - eps for all k; so the kernel B(m) is above K (1 - eps)
    there. Nothing of the form of a rotary score tends to 0 with the distance.

    Idea (Dirichlet): of infinitely many whole numbers infinitely many fall, for each angle in turn, into the same of M arcs; their differences turn
    every angle by less than 1/M of a turn. *)

From Coq Require Import Reals Lra Lia ZArith Classical.
From RopeTheory Require Import Rope Trig Taylor barbero2024_prop31 Instances.
Open Scope R_scope.

Definition new_recurrence_statement : Prop :=
  forall (K : nat) (g : nat -> R) (eps : R) (N : nat), 0 < eps ->
    exists m, (N <= m)%nat /\ (forall k, (k < K)%nat -> 1 - eps < cos (INR m * g k)) /\
      INR K * (1 - eps) <= sum (fun k => cos (INR m * g k)) K.

Definition infinite (S : nat -> Prop) : Prop := forall N, exists n, (N <= n)%nat /\ S n.

Lemma same_bin : forall M (S : nat -> Prop) (f : nat -> nat), infinite S -> (forall n, S n -> (f n < M)%nat) ->
  exists v, infinite (fun n => S n /\ f n = v).
Proof.
  induction M as [|M IH]; intros S f I B.
  - destruct (I 0%nat) as [n [_ H]]. specialize (B n H). lia.
  - destruct (classic (infinite (fun n => S n /\ f n = M))) as [Y|Y]; [exists M; exact Y|].
    apply not_all_ex_not in Y as [N Y].
    destruct (IH (fun n => S n /\ (N <= n)%nat) f) as [v V].
    + intro N'. destruct (I (N + N')%nat) as [n [L H]]. exists n. repeat split; [lia|exact H|lia].
    + intros n [H L]. specialize (B n H). destruct (Nat.eq_dec (f n) M) as [E|E]; [|lia].
      exfalso. apply Y. exists n. repeat split; assumption.
    + exists v. intro N'. destruct (V N') as [n [L [[H _] E]]]. exists n. repeat split; assumption.
Qed.

(** The arc of n g among M. *)
Definition bin (M : nat) (g : R) (n : nat) : nat := Z.to_nat (Int_part (INR M * frac_part (INR n * g / (2 * PI)))).

Lemma bin_spec : forall M g n, (1 <= M)%nat ->
  (bin M g n < M)%nat /\ INR (bin M g n) <= INR M * frac_part (INR n * g / (2 * PI)) < INR (bin M g n) + 1.
Proof.
  intros M g n M1. set (x := INR M * frac_part (INR n * g / (2 * PI))). pose proof (base_fp (INR n * g / (2 * PI))) as [F0 F1].
  assert (MP : 0 < INR M) by (apply lt_0_INR; lia).
  assert (X : 0 <= x < INR M).
  { unfold x. split; [apply Rmult_le_pos; lra|]. rewrite <- (Rmult_1_r (INR M)) at 2. apply Rmult_lt_compat_l; lra. }
  destruct (base_Int_part x) as [A B]. assert (Z0 : (0 <= Int_part x)%Z).
  { assert (-1 < Int_part x)%Z; [|lia]. apply lt_IZR. simpl. lra. }
  unfold bin. fold x. rewrite INR_IZR_INZ, Z2Nat.id by exact Z0. split; [|lra].
  apply INR_lt. rewrite INR_IZR_INZ, Z2Nat.id by exact Z0. lra.
Qed.

Lemma same_bins : forall M K (g : nat -> R), (1 <= M)%nat -> exists S, infinite S /\
  forall n n' k, S n -> S n' -> (k < K)%nat -> bin M (g k) n = bin M (g k) n'.
Proof.
  intros M K g M1. induction K as [|K [S [I H]]].
  - exists (fun _ => True). split; [|intros; lia]. intro N. exists N. split; [lia|exact Logic.I].
  - destruct (same_bin M S (bin M (g K)) I) as [v V]; [intros n _; apply (bin_spec M (g K) n M1)|].
    exists (fun n => S n /\ bin M (g K) n = v). split; [exact V|]. intros n n' k [A E] [A' E'] L.
    destruct (Nat.eq_dec k K) as [->|D]; [congruence|]. apply H; [exact A|exact A'|lia].
Qed.

Lemma close : forall M g n n', (1 <= M)%nat -> (n <= n')%nat -> bin M g n = bin M g n' ->
  1 - cos (INR (n' - n) * g) <= 20 / (INR M * INR M).
Proof.
  intros M g n n' M1 L E. destruct (bin_spec M g n M1) as [_ A]. destruct (bin_spec M g n' M1) as [_ B]. rewrite E in A.
  assert (MP : 0 < INR M) by (apply lt_0_INR; lia). pose proof PI_RGT_0 as P. pose proof PI_4.
  set (x := INR n * g / (2 * PI)) in *. set (x' := INR n' * g / (2 * PI)) in *. set (e := frac_part x' - frac_part x).
  assert (T : INR (n' - n) * g = 2 * PI * e + IZR (Int_part x' - Int_part x) * (2 * PI)).
  { unfold e, frac_part. rewrite minus_INR, minus_IZR by exact L.
    replace (2 * PI * (x' - IZR (Int_part x') - (x - IZR (Int_part x))) + (IZR (Int_part x') - IZR (Int_part x)) * (2 * PI))
      with (2 * PI * x' - 2 * PI * x) by ring. unfold x, x'. field. lra. }
  rewrite T, cos_period_Z. pose proof (one_minus_cos_le_square (2 * PI * e)) as Q.
  assert (D : -1 < INR M * e < 1) by (unfold e; rewrite Rmult_minus_distr_l; lra).
  assert (D2 : (INR M * e) * (INR M * e) <= 1).
  { assert (0 <= (1 - INR M * e) * (1 + INR M * e)) by (apply Rmult_le_pos; lra). lra. }
  assert (P2 : PI * PI <= 10).
  { pose proof PI_decimals. assert (PI * PI <= 3.15 * 3.15) by (apply Rmult_le_compat; lra). lra. }
  eapply Rle_trans; [exact Q|].
  apply (Rmult_le_reg_r (INR M * INR M)); [apply Rmult_lt_0_compat; exact MP|].
  replace (20 / (INR M * INR M) * (INR M * INR M)) with 20 by (field; lra).
  replace (2 * PI * e * (2 * PI * e) / 2 * (INR M * INR M)) with (2 * (PI * PI) * ((INR M * e) * (INR M * e))) by field.
  assert (0 <= PI * PI) by (apply Rmult_le_pos; lra).
  assert (2 * (PI * PI) * (INR M * e * (INR M * e)) <= 2 * (PI * PI) * 1) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Theorem new_recurrence_proved : new_recurrence_statement.
Proof.
  intros K g eps N E. set (M := S (Z.to_nat (up (20 / eps)))).
  assert (MB : 20 / eps < INR M).
  { assert (0 < 20 / eps) by (apply Rdiv_lt_0_compat; lra). destruct (archimed (20 / eps)) as [A _].
    unfold M. rewrite S_INR, INR_IZR_INZ, Z2Nat.id by (apply le_IZR; lra). lra. }
  assert (M1 : (1 <= M)%nat) by (unfold M; lia). assert (MR : 1 <= INR M) by (change 1 with (INR 1); apply le_INR; exact M1).
  assert (Small : 20 / (INR M * INR M) < eps).
  { apply (Rmult_lt_reg_r (INR M * INR M)); [apply Rmult_lt_0_compat; lra|].
    replace (20 / (INR M * INR M) * (INR M * INR M)) with 20 by (field; lra).
    apply (Rmult_lt_compat_l eps) in MB; [|exact E]. replace (eps * (20 / eps)) with 20 in MB by (field; lra).
    assert (eps * INR M * 1 <= eps * INR M * INR M) by (apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|lra]). lra. }
  destruct (same_bins M K g M1) as [S [I H]]. destruct (I 0%nat) as [n [_ A]]. destruct (I (n + N)%nat) as [n' [L A']].
  assert (C : forall k, (k < K)%nat -> 1 - eps < cos (INR (n' - n) * g k)).
  { intros k Hk. pose proof (close M (g k) n n' M1 ltac:(lia) (H n n' k A A' Hk)). lra. }
  exists (n' - n)%nat. split; [lia|split; [exact C|]].
  rewrite <- sum_const. apply sum_le. intros k Hk. left. apply C, Hk.
Qed.

(** * False neighbours *)

(** Exactly 1 again: one plane of 1 radian, from N = 1 on. *)
Definition new_recurrence_neighbour_exact : Prop :=
  forall (K : nat) (g : nat -> R) (N : nat), exists m, (N <= m)%nat /\ forall k, (k < K)%nat -> cos (INR m * g k) = 1.

(** Within a fixed number of positions, whatever the angle: 10. *)
Definition new_recurrence_neighbour_soon : Prop :=
  forall g : R, exists m, (1 <= m <= 10)%nat /\ 1 - / 100 < cos (INR m * g).

Theorem new_recurrence_neighbour_exact_false : ~ new_recurrence_neighbour_exact.
Proof.
  intro H. destruct (H 1%nat (fun _ => 1) 1%nat) as [m [M E]]. specialize (E 0%nat ltac:(lia)).
  rewrite Rmult_1_r, INR_IZR_INZ in E. pose proof (cos_whole (Z.of_nat m) ltac:(lia)). lra.
Qed.

(** A turn in eleven: the tenth multiple is still a part of a turn away. *)
Theorem new_recurrence_neighbour_soon_false : ~ new_recurrence_neighbour_soon.
Proof.
  intro H. destruct (H (2 * PI / 11)) as [m [[M1 M2] C]]. pose proof PI_RGT_0.
  assert (L : cos (INR m * (2 * PI / 11)) <= cos (2 * PI / 11)).
  { apply le_INR in M1, M2. simpl in M1, M2. apply cos_far_weakly; [lra| |].
    - rewrite <- (Rmult_1_l (2 * PI / 11)) at 1. apply Rmult_le_compat_r; lra.
    - replace (2 * PI - 2 * PI / 11) with (10 * (2 * PI / 11)) by field. apply Rmult_le_compat_r; lra. }
  pose proof PI_decimals. pose proof (cos_below (1 / 2) (2 * PI / 11) ltac:(lra) ltac:(lra)) as B. unfold cos_sum in B. lra.
Qed.

Example new_recurrence_instance : instance_of new_recurrence_statement.
Proof. exists 2%nat, (fun k => / INR (k + 1)), (1 / 10), 100%nat. split; [lra|exact I]. Qed.
