(** new.previous-token-alibi and its readings: the same head with a bias that falls with the distance (ALiBi).

    Statement (new). The logit at distance t is cos((t-1) pi) - slope t. For 0 < slope < 2 the position n-1 is the only
    maximiser at every n >= 2, and for n >= 4 for no other slope. With slope 2/3 it leads every other position by at least 4/3 at every length, for
    n >= 4 by no more, and no slope leads by more for n >= 4. With slope 2/3 and beta = 1 it gets more than half of the
    weight at every length.

    Idea: the bias alone puts the query first; at pi the rotation takes 2 from it. Further back the lead grows with the
    distance, so that the rivals' terms are a geometric series.

    Encoding: a head of Heads.v has no bias, so it is added to the logits. *)

From Coq Require Import Reals Lra Lia Arith.
From RopeTheory Require Import Rope Trig Sums Heads Decoding Taylor new_previous_token Instances.
Open Scope R_scope.

Definition alibi {T : Type} (slope : R) (s : nat -> T) (n j : nat) : R :=
  logits (h_previous PI) s n j - slope * (INR n - INR j).

Definition new_previous_token_alibi_statement : Prop :=
  forall (T : Type) (s : nat -> T) (slope : R) (n : nat), (2 <= n)%nat ->
    (0 < slope < 2 -> only_maximiser (alibi slope s n) n (n - 1)) /\
    ((4 <= n)%nat -> only_maximiser (alibi slope s n) n (n - 1) -> 0 < slope < 2).

Definition new_previous_token_alibi_gap_statement : Prop :=
  (forall (T : Type) (s : nat -> T) (n j : nat), (2 <= n)%nat -> other n j ->
     4 / 3 <= alibi (2 / 3) s n (n - 1) - alibi (2 / 3) s n j) /\
  (forall (T : Type) (s : nat -> T) (slope : R) (n : nat), (4 <= n)%nat ->
     exists j, other n j /\ alibi slope s n (n - 1) - alibi slope s n j <= 4 / 3).

Definition new_previous_token_alibi_beta_statement : Prop :=
  forall (T : Type) (s : nat -> T) (n : nat), (2 <= n)%nat -> 1 / 2 < weight 1 (alibi (2 / 3) s n) n (n - 1).

(** cos(k pi) is 1 or -1. *)
Lemma cos_even : forall k, cos (INR (2 * k) * PI) = 1.
Proof.
  intro k. apply cos_eq_1. exists (Z.of_nat k). rewrite mult_INR, <- INR_IZR_INZ. simpl. ring.
Qed.

Lemma cos_2 : cos (INR 2 * PI) = 1.
Proof. exact (cos_even 1). Qed.

Lemma cos_odd : forall k, cos (INR (S (2 * k)) * PI) = -1.
Proof.
  intro k. rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, neg_cos. rewrite cos_even. ring.
Qed.

Lemma cos_1 : cos (INR 1 * PI) = -1.
Proof. exact (cos_odd 0). Qed.

Lemma alibi_at : forall T slope (s : nat -> T) n, (2 <= n)%nat -> alibi slope s n (n - 1) = 1 - slope.
Proof.
  intros. unfold alibi. rewrite previous_at, minus_INR by lia. simpl. ring.
Qed.

Lemma alibi_self : forall T slope (s : nat -> T) n, alibi slope s n n = -1.
Proof.
  intros. unfold alibi. rewrite previous_logit. replace ((INR n - INR n - 1) * PI) with (- PI) by ring.
  rewrite cos_neg, cos_PI. ring.
Qed.

(** The position k + 1 back. *)
Lemma alibi_back : forall T slope (s : nat -> T) n j k, n = (j + S k)%nat ->
  alibi slope s n j = cos (INR k * PI) - slope * (INR k + 1).
Proof.
  intros T slope s n j k ->. unfold alibi. rewrite previous_logit, !plus_INR, S_INR. f_equal; [f_equal|]; ring.
Qed.

Lemma lead_back : forall T slope (s : nat -> T) n j k, (1 <= j)%nat -> n = (j + S k)%nat -> (1 <= k)%nat ->
  alibi slope s n (n - 1) - alibi slope s n j = 1 - cos (INR k * PI) + slope * INR k.
Proof.
  intros T slope s n j k J E K. rewrite alibi_at by lia. rewrite (alibi_back T slope s n j k E). ring.
Qed.

Lemma lead_far : forall T slope (s : nat -> T) n j, 0 <= slope -> other n j -> j <> n ->
  Rmin (2 + slope) (2 * slope) <= alibi slope s n (n - 1) - alibi slope s n j.
Proof.
  intros T slope s n j P [[J1 J2] D] N. set (k := (n - 1 - j)%nat).
  rewrite (lead_back T slope s n j k) by (unfold k; lia).
  assert (K : (1 <= k)%nat) by (unfold k; lia).
  destruct (Nat.Even_or_Odd k) as [[h E]|[h E]].
  - rewrite E, cos_even. assert (2 <= INR (2 * h)) by (apply (le_INR 2); lia).
    pose proof (Rmin_r (2 + slope) (2 * slope)). nra.
  - replace k with (S (2 * h)) by lia. rewrite cos_odd. assert (1 <= INR (S (2 * h))) by (apply (le_INR 1); lia).
    pose proof (Rmin_l (2 + slope) (2 * slope)). nra.
Qed.

Theorem new_previous_token_alibi_proved : new_previous_token_alibi_statement.
Proof.
  intros T s slope n N. split.
  - intros [P Q]. split; [unfold within; lia|]. intros k K D.
    destruct (Nat.eq_dec k n) as [->|E].
    + rewrite alibi_at, alibi_self by lia. lra.
    + pose proof (lead_far T slope s n k ltac:(lra) (conj K D) E) as L.
      assert (0 < Rmin (2 + slope) (2 * slope)) by (apply Rmin_glb_lt; lra). lra.
  - intros N4 [_ G]. split.
    + specialize (G (n - 3)%nat ltac:(unfold within; lia) ltac:(lia)).
      pose proof (lead_back T slope s n (n - 3) 2 ltac:(lia) ltac:(lia) ltac:(lia)) as L.
      rewrite cos_2 in L. simpl in L. lra.
    + specialize (G n ltac:(unfold within; lia) ltac:(lia)). rewrite alibi_at, alibi_self in G by lia. lra.
Qed.

Theorem new_previous_token_alibi_gap_proved : new_previous_token_alibi_gap_statement.
Proof.
  split.
  - intros T s n j N O. destruct (Nat.eq_dec j n) as [->|E].
    + rewrite alibi_at, alibi_self by lia. lra.
    + pose proof (lead_far T (2 / 3) s n j ltac:(lra) O E) as L. rewrite Rmin_right in L by lra. lra.
  - intros T s slope n N. destruct (Rle_dec slope (2 / 3)) as [L|L].
    + exists (n - 3)%nat. split; [unfold other, within; lia|].
      rewrite (lead_back T slope s n (n - 3) 2) by lia. rewrite cos_2. simpl. lra.
    + exists n. split; [unfold other, within; lia|]. rewrite alibi_at, alibi_self by lia. lra.
Qed.

(** Terms of the positions k + 1 back, k = 1..m, at beta = 1: pairs of an odd and an even k are a geometric series. *)
Definition term (k : nat) : R := exp (- (1 - cos (INR k * PI) + 2 / 3 * INR k)).

Lemma term_pos : forall k, 0 < term k.
Proof. intro k. apply exp_pos. Qed.

Definition ratio : R := exp (- (4 / 3)).

Lemma ratio_near : 0 < ratio < 0.27.
Proof.
  unfold ratio. split; [apply exp_pos|]. replace (4 / 3) with (INR 2 * (2 / 3)) by (simpl; lra).
  eapply Rle_lt_trans; [apply exp_below; lra|]. unfold exp_sum. lra.
Qed.

Lemma terms_even : forall h, sum1 term (2 * h) <= (exp (- (8 / 3)) + ratio) * (1 - ratio ^ h) / (1 - ratio).
Proof.
  assert (Q : 0 < ratio < 1) by (unfold ratio; split; [apply exp_pos|rewrite <- exp_0; apply exp_increasing; lra]).
  assert (P : forall h, exp (- (4 / 3 * INR h)) = ratio ^ h).
  { induction h as [|h IH]; [simpl; rewrite Rmult_0_r, Ropp_0; apply exp_0|].
    rewrite S_INR. simpl. rewrite <- IH. unfold ratio. rewrite <- exp_plus. f_equal. ring. }
  induction h as [|h IH].
  - simpl. unfold sum1. simpl. right. field. lra.
  - replace (2 * S h)%nat with (S (S (2 * h))) by lia. rewrite !sum1_S.
    assert (A : term (S (2 * h)) = exp (- (8 / 3)) * ratio ^ h).
    { unfold term. rewrite cos_odd, <- P, <- exp_plus. f_equal. rewrite S_INR, mult_INR. simpl (INR 2). lra. }
    assert (B : term (S (S (2 * h))) = ratio * ratio ^ h).
    { unfold term. replace (S (S (2 * h))) with (2 * S h)%nat by lia. rewrite cos_even, <- P. unfold ratio.
      rewrite <- exp_plus. f_equal. rewrite mult_INR, (S_INR h). simpl (INR 2). lra. }
    rewrite A, B. apply Rle_trans with ((exp (- (8 / 3)) + ratio) * (1 - ratio ^ h) / (1 - ratio)
      + (exp (- (8 / 3)) + ratio) * ratio ^ h);
      [rewrite Rmult_plus_distr_r; lra|]. right. simpl. field. lra.
Qed.

Lemma terms_small : forall m, sum1 term m < 1 / 2.
Proof.
  intro m. assert (E : sum1 term m <= sum1 term (2 * m)).
  { induction m as [|m IH]; [simpl; lra|]. clear IH.
    assert (G : forall d, sum1 term (S m) <= sum1 term (S m + d)).
    { induction d as [|d IH]; [rewrite Nat.add_0_r; lra|]. rewrite Nat.add_succ_r, (sum1_S term (S m + d)).
      pose proof (term_pos (S (S m + d))). lra. }
    replace (2 * S m)%nat with (S m + S m)%nat by lia. apply G. }
  apply Rle_lt_trans with (1 := E). apply Rle_lt_trans with (1 := terms_even m).
  pose proof ratio_near as Q.
  assert (W : 0 < ratio ^ m) by (apply pow_lt; lra).
  assert (X : (exp (- (8 / 3)) + ratio) / (1 - ratio) < 1 / 2) .
  { replace (exp (- (8 / 3))) with (ratio * ratio) by (unfold ratio; rewrite <- exp_plus; f_equal; lra).
    apply Rmult_lt_reg_r with (1 - ratio); [lra|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra. nra. }
  assert (Y : 0 < exp (- (8 / 3)) + ratio) by (pose proof (exp_pos (- (8 / 3))); lra).
  apply Rle_lt_trans with ((exp (- (8 / 3)) + ratio) / (1 - ratio)); [|exact X].
  unfold Rdiv. apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; lra|]. nra.
Qed.

Theorem new_previous_token_alibi_beta_proved : new_previous_token_alibi_beta_statement.
Proof.
  intros T s n N. apply more_than_half; [lia|]. unfold rivals_total.
  set (l := alibi (2 / 3) s n).
  assert (S : sum1 (fun k => if (k =? n - 1)%nat then 0 else exp (- (1) * (l (n - 1)%nat - l k))) n
              = exp (- (4 / 3)) + sum1 term (n - 2)).
  { destruct n as [|[|p]]; [lia|lia|]. replace (S (S p) - 2)%nat with p by lia.
    replace (S (S p) - 1)%nat with (S p) in * by lia. rewrite !sum1_S, Nat.eqb_refl.
    replace (S (S p) =? S p)%nat with false by (symmetry; apply Nat.eqb_neq; lia).
    replace (exp (- (1) * (l (S p) - l (S (S p))))) with (exp (- (4 / 3))).
    2: { f_equal. unfold l. rewrite alibi_self. pose proof (alibi_at T (2 / 3) s (S (S p)) ltac:(lia)) as A.
         simpl in A. rewrite A. lra. }
    replace (sum1 (fun k => if (k =? S p)%nat then 0 else exp (- (1) * (l (S p) - l k))) p) with (sum1 term p); [ring|].
    assert (G : sum1 term p = sum1 (fun k => term (S p - k)) p).
    { clear. unfold sum1. assert (F : forall f m, sum f m = sum (fun k => f (m - 1 - k)%nat) m).
      { intros f m. induction m as [|m IH]; [reflexivity|].
        assert (H : forall g q, sum g (S q) = g 0%nat + sum (fun k => g (S k)) q).
        { intros g q. induction q as [|q IQ]; [simpl; ring|]. change (sum g (S (S q))) with (sum g (S q) + g (S q)).
          rewrite IQ. simpl. ring. }
        rewrite (H (fun k => f (S m - 1 - k)%nat)). replace (S m - 1 - 0)%nat with m by lia.
        change (sum f (S m)) with (sum f m + f m). rewrite IH.
        assert (Z : sum (fun k => f (m - 1 - k)%nat) m = sum (fun k => f (S m - 1 - S k)%nat) m).
        { apply sum_ext. intros k K. f_equal. lia. }
        rewrite Z. ring. }
      rewrite F. apply sum_ext. intros k K. f_equal. lia. }
    rewrite G. apply sum1_ext. intros k [K1 K2]. replace (k =? S p)%nat with false by (symmetry; apply Nat.eqb_neq; lia).
    unfold term. f_equal. pose proof (lead_back T (2 / 3) s (S (S p)) k (S p - k) K1 ltac:(lia) ltac:(lia)) as A.
    replace (S (S p) - 1)%nat with (S p) in A by lia. unfold l. rewrite A. ring. }
  rewrite S. pose proof (terms_small (n - 2)) as W.
  pose proof ratio_near as V. unfold ratio in V. lra.
Qed.

(** * False neighbours *)

(** The bias alone, without the rotation: the query's own position leads. *)
Definition new_previous_token_alibi_neighbour_still : Prop :=
  exists slope, 0 < slope /\ forall (s : nat -> nat) n, (2 <= n)%nat ->
    only_maximiser (fun j => logits (h_previous 0) s n j - slope * (INR n - INR j)) n (n - 1).

Theorem new_previous_token_alibi_neighbour_still_false : ~ new_previous_token_alibi_neighbour_still.
Proof.
  intros [slope [P H]]. destruct (H (fun _ => 0%nat) 2%nat ltac:(lia)) as [_ G].
  specialize (G 2%nat ltac:(unfold within; lia) ltac:(simpl; lia)). rewrite !previous_logit in G.
  rewrite !Rmult_0_r, cos_0 in G. simpl in G. lra.
Qed.

(** With slope 1 the lead is at least 4/3, too. *)
Definition new_previous_token_alibi_gap_neighbour_one : Prop :=
  forall (s : nat -> nat) (n j : nat), (2 <= n)%nat -> other n j -> 4 / 3 <= alibi 1 s n (n - 1) - alibi 1 s n j.

Theorem new_previous_token_alibi_gap_neighbour_one_false : ~ new_previous_token_alibi_gap_neighbour_one.
Proof.
  intro H. specialize (H (fun _ => 0%nat) 2%nat 2%nat ltac:(lia) ltac:(unfold other, within; simpl; lia)).
  rewrite alibi_at, alibi_self in H by lia. lra.
Qed.

(** beta = 1/4 gives more than half at every length. *)
Definition new_previous_token_alibi_beta_neighbour_quarter : Prop :=
  forall (s : nat -> nat) (n : nat), (2 <= n)%nat -> 1 / 2 < weight (1 / 4) (alibi (2 / 3) s n) n (n - 1).

Theorem new_previous_token_alibi_beta_neighbour_quarter_false : ~ new_previous_token_alibi_beta_neighbour_quarter.
Proof.
  intro H. specialize (H (fun _ => 0%nat) 4%nat ltac:(lia)). apply more_than_half in H; [|lia].
  unfold rivals_total, sum1 in H. simpl sum in H. simpl Nat.eqb in H. cbv iota in H.
  pose proof (alibi_at nat (2 / 3) (fun _ => 0%nat) 4 ltac:(lia)) as A. simpl Nat.sub in A.
  rewrite A, alibi_self, (alibi_back nat (2 / 3) _ 4 1 2), (alibi_back nat (2 / 3) _ 4 2 1) in H by lia.
  rewrite cos_2, cos_1 in H. simpl in H.
  assert (B : 1 < exp (- (1 / 4) * (1 - 2 / 3 - (1 - 2 / 3 * (1 + 1 + 1)))) + exp (- (1 / 4) * (1 - 2 / 3 - (-1 - 2 / 3 * (1 + 1))))
     + exp (- (1 / 4) * (1 - 2 / 3 - -1))); [|lra].
  eapply Rlt_le_trans; [|repeat apply Rplus_le_compat; apply exp_ineq1_le]. lra.
Qed.

Example new_previous_token_alibi_instance : instance_of new_previous_token_alibi_statement.
Proof.
  exists nat, (fun j => j), 1, 4%nat. split; [lia|]. split; [split; [lra|exact I]|]. split; [lia|].
  split; [|split; exact I].
  apply new_previous_token_alibi_proved; [lia|lra].
Qed.

Example new_previous_token_alibi_beta_instance : instance_of new_previous_token_alibi_beta_statement.
Proof. exists nat, (fun j => j), 4%nat. split; [lia|exact I]. Qed.

Example new_previous_token_alibi_gap_instance : instance_of new_previous_token_alibi_gap_statement.
Proof.
  split.
  - exists nat, (fun j => j), 4%nat, 1%nat. split; [lia|]. split; [unfold other, within; lia|exact I].
  - exists nat, (fun j => j), (2 / 3), 4%nat. split; [lia|exact I].
Qed.
