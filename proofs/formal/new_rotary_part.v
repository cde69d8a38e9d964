(** new.rotary-part: a head of which only some planes are turned.

    Statement. With M planes that are not turned beside K that are, the score is the inner product of the former, wherever query and key stand, plus the
    score of the RoPE head of the latter; so moving the key changes the score by what it changes in that head. *)

From Coq Require Import Reals Lra Lia.
From RopeTheory Require Import Rope Planes Instances.
Open Scope R_scope.

(** The first K planes of the one, then those of the other. *)
Definition beside {T : Type} (K : nat) (u v : nat -> T) : nat -> T := fun p => if (p <? K)%nat then u p else v (p - K)%nat.

Definition still : nat -> R := fun _ => 0.

Definition new_rotary_part_statement : Prop :=
  forall (K M : nat) (g : nat -> R) (q k q' k' : nat -> vec) (i j j' : R),
    let whole := score_at (K + M) (beside K g still) (beside K q q') (beside K k k') in
    whole i j = inner M k' q' + score_at K g q k i j /\ whole i j' - whole i j = score_at K g q k i j' - score_at K g q k i j.

Lemma sum_split : forall f K M, sum f (K + M) = sum f K + sum (fun p => f (K + p)%nat) M.
Proof.
  intros f K M. induction M as [|M IH]; [rewrite Nat.add_0_r; simpl; ring|].
  rewrite Nat.add_succ_r. simpl. rewrite IH. ring.
Qed.

Lemma parts : forall K M g q k q' k' i j,
  score_at (K + M) (beside K g still) (beside K q q') (beside K k k') i j = inner M k' q' + score_at K g q k i j.
Proof.
  intros. unfold score_at, inner. rewrite sum_split, Rplus_comm. f_equal.
  - apply sum_ext. intros p _. unfold turned, beside, still. replace (K + p <? K)%nat with false by (symmetry; apply Nat.ltb_ge; lia).
    replace (K + p - K)%nat with p by lia. rewrite !Rmult_0_r. unfold rot, dot. rewrite cos_0, sin_0. simpl. ring.
  - apply sum_ext. intros p P. unfold turned, beside. replace (p <? K)%nat with true by (symmetry; apply Nat.ltb_lt; lia). reflexivity.
Qed.

Theorem new_rotary_part_proved : new_rotary_part_statement.
Proof. intros K M g q k q' k' i j j' whole. unfold whole. rewrite !parts. split; ring. Qed.

(** * False neighbours *)

(** The rest is turned, too, by one radian a position: one plane, at distance pi. *)
Definition new_rotary_part_neighbour_turned : Prop :=
  forall (K M : nat) (g : nat -> R) (q k q' k' : nat -> vec) (i j : R),
    score_at (K + M) (beside K g (fun _ => 1)) (beside K q q') (beside K k k') i j = inner M k' q' + score_at K g q k i j.

Theorem new_rotary_part_neighbour_turned_false : ~ new_rotary_part_neighbour_turned.
Proof.
  intro H. specialize (H 0%nat 1%nat (fun _ => 0) (fun _ => (0, 0)) (fun _ => (0, 0)) (fun _ => (1, 0)) (fun _ => (1, 0)) PI 0).
  unfold score_at, inner, turned, beside, dot, rot in H. simpl in H. rewrite ?Rmult_0_l, ?Rmult_1_r, cos_0, sin_0, cos_PI, sin_PI in H. lra.
Qed.

(** The part that is turned has other frequencies: half as fast. *)
Definition new_rotary_part_neighbour_slower : Prop :=
  forall (K M : nat) (g : nat -> R) (q k q' k' : nat -> vec) (i j : R),
    score_at (K + M) (beside K g still) (beside K q q') (beside K k k') i j = inner M k' q' + score_at K (fun p => g p / 2) q k i j.

Theorem new_rotary_part_neighbour_slower_false : ~ new_rotary_part_neighbour_slower.
Proof.
  intro H. specialize (H 1%nat 0%nat (fun _ => 1) (fun _ => (1, 0)) (fun _ => (1, 0)) (fun _ => (0, 0)) (fun _ => (0, 0)) PI 0).
  unfold score_at, inner, turned, beside, dot, rot in H. simpl in H.
  replace (PI * (1 / 2)) with (PI / 2) in H by field. rewrite ?Rmult_0_l, ?Rmult_1_r, cos_0, sin_0, cos_PI, sin_PI, cos_PI2, sin_PI2 in H. lra.
Qed.

Example new_rotary_part_instance : instance_of new_rotary_part_statement.
Proof.
  exists 2%nat, 1%nat, (fun p => / INR (p + 1)), (fun _ => north), (fun _ => (1, 0)), (fun _ => (1, 1)),
    (fun _ => north), 5, 2, 3.
  split; exact I.
Qed.
