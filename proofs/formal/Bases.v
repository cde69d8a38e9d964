(** The frequencies of a base, from the ratio of neighbours as an integer. *)

From Coq Require Import Reals Lra Lia List ZArith.
From RopeTheory Require Import Rope IntervalZ Rotation new_base_bound_monotone.
Import ListNotations.
Open Scope R_scope.

Lemma g_power : forall b K k, (1 <= K)%nat -> g b K k = g b K 1 ^ k.
Proof.
  intros b K k H. assert (0 < INR K) by (apply lt_0_INR; lia). unfold g. rewrite <- Rpower_pow by apply exp_pos. rewrite Rpower_mult. f_equal. simpl (INR 1). field. lra.
Qed.

(** ratio is b^(-1/K) at scale 2^56. *)
Definition ratio_of (b : R) (K : nat) (ratio : Z) : Prop := Rabs (IZR ratio / 72057594037927936 - g b K 1) <= 1 / 72057594037927936.

Lemma ratio_bound : forall b K, 1 <= b -> (1 <= K)%nat -> 0 <= g b K 1 <= 1.
Proof.
  intros b K B HK. assert (K0 : 0 < INR K) by (apply lt_0_INR; lia).
  split; [left; apply exp_pos|]. unfold g, Rpower. rewrite <- exp_0. assert (L : 0 <= ln b) by (destruct B as [B| <-]; [left; rewrite <- ln_1; apply ln_increasing; lra|rewrite ln_1; lra]).
  assert (P : 0 < INR 1 / INR K) by (apply Rdiv_lt_0_compat; [simpl; lra|exact K0]). set (x := INR 1 / INR K) in *.
  assert (E : - x * ln b <= 0) by nra. destruct E as [E|E]; [left; apply exp_increasing, E|rewrite E; apply Rle_refl].
Qed.

Ltac ratio := unfold ratio_of, g, Rpower; rewrite (INR_IZR_INZ 1); match goal with |- context [INR ?K] => rewrite (INR_IZR_INZ K) end;
  simpl; interval with (i_prec 90).

(** No plane stands still at scale 2^34. *)
Definition in_turns (K : nat) (ratio : Z) : bool := forallb (fun x => 0 <? Z.shiftr x 22)%Z (powers 56 ratio 11468322278445317 K).

(** Its frequencies in turns, at both scales. *)
Lemma base_angles : forall b K ratio, 1 <= b -> (1 <= K <= 64)%nat -> ratio_of b K ratio -> in_turns K ratio = true ->
  (length (angles ratio K) = K /\ forall k, (k < K)%nat -> close_to (nth k (angles ratio K) 1%positive) (g b K k)) /\
  (length (precise_angles ratio K) = K /\ forall k, (k < K)%nat -> precise (nth k (precise_angles ratio K) 1%positive) (g b K k)).
Proof.
  intros b K ratio B HK Ratio Turns. pose proof (ratio_bound b K B ltac:(lia)) as Rho.
  destruct (close_angles ratio (g b K 1) K ltac:(lia) Rho Ratio Turns) as [Len Close].
  destruct (precise_powers ratio (g b K 1) K ltac:(lia) Rho Ratio) as [Len' Precise].
  { unfold in_turns in Turns. rewrite forallb_forall in *. intros x X. specialize (Turns x X). apply Z.ltb_lt in Turns. apply Z.ltb_lt.
    destruct (Z.le_gt_cases x 0) as [N|N]; [|exact N]. exfalso. rewrite Z.shiftr_div_pow2 in Turns by lia.
    assert (x / 2 ^ 22 <= 0)%Z by (rewrite <- (Z.div_0_l (2 ^ 22)) by lia; apply Z.div_le_mono; lia). lia. }
  split; split; [exact Len| |exact Len'|]; intros k Hk; rewrite g_power by lia; [apply Close, Hk|apply Precise, Hk].
Qed.
