(** new.precision-cliff.positions: where positions run out.

    Statement.  With positions rounded to p bits, 2^p + 1 is the first position that becomes one with the position before
    it: 257, 2049, 16777217, 2^53 + 1 for p = 8, 11, 24, 53.  Beyond 2^p positions no head tells equal tokens at 2^p and
    2^p + 1 apart, so every head for Index fails.

    Idea: whole numbers up to 2^p have at most p bits; 2^p + 1 lies half-way between 2^p and 2^p + 2, and 2^p has the even
    mantissa.  Two equal letters there have the same computed logit, and one of them is asked for.
    Encoding: Flocq's rounding to nearest even without underflow or overflow, as in new_precision_cliff.v; p >= 2, as with
    one bit 3 goes to 4.  A head is any function of the length, the query's token, the key's token and the key's rounded
    position; it fails if the target's logit is not the only largest one. *)

From Coq Require Import Reals ZArith Lra Lia.
From Flocq Require Import Core.
From RopeTheory Require Import Rope Heads new_precision_cliff Instances.
Open Scope R_scope.

(** The head finds the target of Index on the input s of length n. *)
Definition finds (p : Z) (head : nat -> token -> token -> R -> R) (s : nat -> token) (n : nat) : Prop :=
  only_maximiser (fun j => head n (s n) (s j) (round_to p (IZR (Z.of_nat j)))) n (n - asked (s n)).

Definition new_precision_cliff_positions_statement : Prop :=
  forall p : Z, (2 <= p)%Z ->
    (forall n : Z, (1 <= n <= 2 ^ p + 1)%Z -> (round_to p (IZR n) = round_to p (IZR (n - 1)) <-> n = (2 ^ p + 1)%Z)) /\
    (forall head (n : nat), (2 ^ p + 1 <= Z.of_nat n)%Z -> exists s, (asked (s n) < n)%nat /\ ~ finds p head s n).

Lemma whole_kept : forall p n, (2 <= p)%Z -> (0 <= n <= 2 ^ p)%Z -> round_to p (IZR n) = IZR n.
Proof.
  intros p n P N. assert (V : Prec_gt_0 p) by (unfold Prec_gt_0; lia).
  destruct (Z.eq_dec n (2 ^ p)) as [->|Ne].
  - change (2 ^ p)%Z with (radix2 ^ p)%Z. rewrite IZR_Zpower by lia. apply power_kept. lia.
  - apply round_generic; [apply valid_rnd_N|]. apply generic_format_FLX. exists (Float radix2 n 0).
    + unfold F2R. simpl. ring.
    + simpl. rewrite Z.abs_eq by lia. change (Z.pow_pos 2) with (Z.pow_pos radix2). lia.
Qed.

Lemma next_goes_down : forall p, (2 <= p)%Z -> round_to p (IZR (2 ^ p + 1)) = IZR (2 ^ p).
Proof.
  intros p P. assert (B : IZR (2 ^ p) = bpow radix2 p) by (apply (IZR_Zpower radix2); lia).
  assert (H : IZR (2 ^ (p - 1)) = bpow radix2 (p - 1)) by (apply (IZR_Zpower radix2); lia).
  assert (D : bpow radix2 p = 2 * bpow radix2 (p - 1)).
  { replace p with (1 + (p - 1))%Z at 1 by ring. rewrite bpow_plus. reflexivity. }
  assert (L : 2 <= bpow radix2 (p - 1)) by (apply (bpow_le radix2 1); lia).
  rewrite plus_IZR, (rounds p (p + 1) _ (2 ^ (p - 1))).
  - rewrite H, B, D. replace (p + 1 - p)%Z with 1%Z by ring. simpl. lra.
  - lia.
  - replace (p + 1 - 1)%Z with p by ring. rewrite (bpow_plus radix2 p 1). simpl. lra.
  - replace (p - (p + 1))%Z with (-1)%Z by ring. simpl. rewrite B, D, <- H.
    replace ((2 * IZR (2 ^ (p - 1)) + 1) * / 2) with (IZR (2 ^ (p - 1)) + / 2) by lra.
    unfold ZnearestE, Znearest. rewrite Zfloor_imp with (n := (2 ^ (p - 1))%Z) by (rewrite plus_IZR; lra).
    rewrite Rcompare_Eq by lra. rewrite Z.even_pow by lia. reflexivity.
Qed.

(** The letter A everywhere, but for the last token, which asks for 2^p + 1. *)
Definition asks_beyond (p : Z) (n j : nat) : token :=
  if (j =? n)%nat then if (Z.of_nat n =? 2 ^ p + 1)%Z then Letter 0 else Int (n - Z.to_nat (2 ^ p + 1)) else Letter 0.

Theorem new_precision_cliff_positions_proved : new_precision_cliff_positions_statement.
Proof.
  intros p P. pose proof (Z.pow_pos_nonneg 2 p ltac:(lia) ltac:(lia)) as Pos. split.
  - intros n N. split.
    + intro E. destruct (Z.eq_dec n (2 ^ p + 1)) as [->|Ne]; [reflexivity|].
      rewrite !whole_kept in E by lia. apply eq_IZR in E. lia.
    + intros ->. replace (2 ^ p + 1 - 1)%Z with (2 ^ p)%Z by ring. rewrite next_goes_down, whole_kept by lia. reflexivity.
  - intros head n N. exists (asks_beyond p n).
    assert (T : (asked (asks_beyond p n n) < n)%nat /\ (n - asked (asks_beyond p n n) = Z.to_nat (2 ^ p + 1))%nat).
    { unfold asks_beyond. rewrite Nat.eqb_refl. destruct (Z.eqb_spec (Z.of_nat n) (2 ^ p + 1)); simpl; lia. }
    destruct T as [A E]. split; [exact A|]. unfold finds. rewrite E. intros [_ Lead].
    specialize (Lead (Z.to_nat (2 ^ p)) ltac:(unfold within; lia) ltac:(lia)). simpl in Lead.
    rewrite !Z2Nat.id, next_goes_down, whole_kept in Lead by lia.
    replace (asks_beyond p n (Z.to_nat (2 ^ p))) with (asks_beyond p n (Z.to_nat (2 ^ p + 1))) in Lead; [lra|].
    unfold asks_beyond. destruct (Nat.eqb_spec (Z.to_nat (2 ^ p)) n); [lia|].
    destruct (Nat.eqb_spec (Z.to_nat (2 ^ p + 1)) n) as [Q|]; [|reflexivity].
    destruct (Z.eqb_spec (Z.of_nat n) (2 ^ p + 1)); [reflexivity|lia].
Qed.

(** The positions of the row. *)
Remark the_four : (2 ^ 8 + 1 = 257 /\ 2 ^ 11 + 1 = 2049 /\ 2 ^ 24 + 1 = 16777217)%Z.
Proof. repeat split. Qed.

(** * False neighbours *)

(** 2^p is the first. *)
Definition new_precision_cliff_positions_neighbour_before : Prop :=
  forall p : Z, (2 <= p)%Z -> round_to p (IZR (2 ^ p)) = round_to p (IZR (2 ^ p - 1)).

Theorem new_precision_cliff_positions_neighbour_before_false : ~ new_precision_cliff_positions_neighbour_before.
Proof. intro H. specialize (H 8%Z ltac:(lia)). rewrite !whole_kept in H by lia. apply eq_IZR in H. lia. Qed.

(** Every head fails at 2^p already: here one that adds up to the rounded position finds a letter. *)
Definition new_precision_cliff_positions_neighbour_earlier : Prop :=
  forall p : Z, (2 <= p)%Z -> forall head (n : nat), (2 ^ p <= Z.of_nat n)%Z ->
    exists s, (asked (s n) < n)%nat /\ ~ finds p head s n.

(** The closer to the position asked for, the better: right as long as positions are exact. *)
Definition nearest_key (n : nat) (x y : token) (m : R) : R := - Rabs (INR (n - asked x) - m).

Theorem new_precision_cliff_positions_neighbour_earlier_false : ~ new_precision_cliff_positions_neighbour_earlier.
Proof.
  intro H. destruct (H 8%Z ltac:(lia) nearest_key 256%nat ltac:(simpl; lia)) as (s & A & F).
  apply F. unfold finds. split; [unfold within; lia|]. intros k K Ne. unfold within in K. unfold nearest_key.
  rewrite !whole_kept by lia. rewrite <- !INR_IZR_INZ.
  replace (INR (256 - asked (s 256%nat)) - INR (256 - asked (s 256%nat))) with 0 by ring. rewrite Rabs_R0.
  assert (INR (256 - asked (s 256%nat)) <> INR k) by (intro Q; apply INR_eq in Q; lia).
  pose proof (Rabs_pos_lt (INR (256 - asked (s 256%nat)) - INR k) ltac:(lra)). lra.
Qed.

(** With one bit as well: 3 goes to 4. *)
Definition new_precision_cliff_positions_neighbour_one_bit : Prop :=
  forall p : Z, (1 <= p)%Z -> round_to p (IZR (2 ^ p + 1)) = round_to p (IZR (2 ^ p)).

Theorem new_precision_cliff_positions_neighbour_one_bit_false : ~ new_precision_cliff_positions_neighbour_one_bit.
Proof.
  intro H. specialize (H 1%Z ltac:(lia)). change (2 ^ 1 + 1)%Z with 3%Z in H. change (IZR (2 ^ 1)) with (bpow radix2 1) in H.
  rewrite power_kept in H by lia. rewrite (rounds 1 2 3 2) in H.
  - simpl in H. lra.
  - lia.
  - simpl. lra.
  - simpl. unfold ZnearestE, Znearest. rewrite Zfloor_imp with (n := 1%Z) by (simpl; lra). rewrite Rcompare_Eq by lra.
    simpl. apply Zceil_imp. simpl. lra.
Qed.

Example new_precision_cliff_positions_instance : instance_of new_precision_cliff_positions_statement.
Proof.
  exists 8%Z. split; [lia|]. split; [exists 100%Z; split; [lia|exact I]|].
  exists nearest_key, 300%nat. split; [lia|exact I].
Qed.
