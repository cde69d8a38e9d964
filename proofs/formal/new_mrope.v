(** new.mrope, new.mrope.sum: planes that belong to axes.

    Statements. Where the coordinates of the query are one number on all axes, and those of the key too, the score is that of plain RoPE, whichever axis each
    plane belongs to. In general it is the sum over the axes of the score of the planes of this axis, at the distance along this axis. Three axes. *)

From Coq Require Import Reals Lra Lia PeanoNat.
From RopeTheory Require Import Rope Planes Instances.
Open Scope R_scope.

(** The score in which plane p is turned by the coordinate of its axis. *)
Definition mrope (K : nat) (axis : nat -> nat) (g : nat -> R) (q k : nat -> vec) (at_query at_key : nat -> R) : R :=
  sum (fun p => dot (rot (at_key (axis p) * g p) (k p)) (rot (at_query (axis p) * g p) (q p))) K.

(** A vector that has only the planes of one axis. *)
Definition planes_of (axis : nat -> nat) (a : nat) (v : nat -> vec) : nat -> vec := fun p => if (axis p =? a)%nat then v p else (0, 0).

Definition new_mrope_statement : Prop :=
  forall (K : nat) (axis : nat -> nat) (g : nat -> R) (q k : nat -> vec) (at_query at_key : nat -> R) (i j : R),
    (forall p, (p < K)%nat -> (axis p < 3)%nat) -> (forall a, (a < 3)%nat -> at_query a = i) -> (forall a, (a < 3)%nat -> at_key a = j) ->
    mrope K axis g q k at_query at_key = score_at K g q k i j.

Definition new_mrope_sum_statement : Prop :=
  forall (K : nat) (axis : nat -> nat) (g : nat -> R) (q k : nat -> vec) (at_query at_key : nat -> R),
    (forall p, (p < K)%nat -> (axis p < 3)%nat) ->
    mrope K axis g q k at_query at_key
    = sum (fun a => inner K (planes_of axis a k) (turned g (at_query a - at_key a) (planes_of axis a q))) 3.

Theorem new_mrope_proved : new_mrope_statement.
Proof.
  intros K axis g q k x y i j A X Y. unfold mrope, score_at, inner, turned. apply sum_ext. intros p P.
  rewrite (X _ (A p P)), (Y _ (A p P)). reflexivity.
Qed.

Theorem new_mrope_sum_proved : new_mrope_sum_statement.
Proof.
  intros K axis g q k x y A. unfold mrope, inner. simpl. rewrite Rplus_0_l, <- !sum_plus. apply sum_ext. intros p P.
  specialize (A p P). rewrite dot_rot. replace (x (axis p) * g p - y (axis p) * g p) with ((x (axis p) - y (axis p)) * g p) by ring.
  unfold planes_of, turned. destruct (axis p) as [|[|[|a]]]; [| | |lia]; simpl; unfold dot, rot; simpl; ring.
Qed.

(** * False neighbours *)

(** In images, too: one plane of axis 1, the query at (0, pi, 0) and the key at the origin. *)
Definition new_mrope_neighbour_image : Prop :=
  forall (K : nat) (axis : nat -> nat) (g : nat -> R) (q k : nat -> vec) (at_query at_key : nat -> R),
    mrope K axis g q k at_query at_key = score_at K g q k (at_query 0%nat) (at_key 0%nat).

Theorem new_mrope_neighbour_image_false : ~ new_mrope_neighbour_image.
Proof.
  intro H. specialize (H 1%nat (fun _ => 1%nat) (fun _ => 1) (fun _ => (1, 0)) (fun _ => (1, 0)) (fun a => if (a =? 1)%nat then PI else 0) (fun _ => 0)).
  unfold mrope, score_at, inner, turned, dot, rot in H. simpl in H. rewrite ?Rmult_0_l, ?Rmult_1_r, cos_0, sin_0, cos_PI, sin_PI in H. lra.
Qed.

(** The sum with all axes at the distance along axis 0: the same. *)
Definition new_mrope_sum_neighbour_one_distance : Prop :=
  forall (K : nat) (axis : nat -> nat) (g : nat -> R) (q k : nat -> vec) (at_query at_key : nat -> R),
    (forall p, (p < K)%nat -> (axis p < 3)%nat) ->
    mrope K axis g q k at_query at_key
    = sum (fun a => inner K (planes_of axis a k) (turned g (at_query 0%nat - at_key 0%nat) (planes_of axis a q))) 3.

Theorem new_mrope_sum_neighbour_one_distance_false : ~ new_mrope_sum_neighbour_one_distance.
Proof.
  intro H. specialize (H 1%nat (fun _ => 1%nat) (fun _ => 1) (fun _ => (1, 0)) (fun _ => (1, 0)) (fun a => if (a =? 1)%nat then PI else 0) (fun _ => 0) ltac:(simpl; lia)).
  unfold mrope, inner, planes_of, turned, dot, rot in H. simpl in H.
  replace ((0 - 0) * 1) with 0 in H by ring. rewrite ?Rmult_0_l, ?Rmult_1_r, cos_0, sin_0, cos_PI, sin_PI in H. lra.
Qed.

(** Six planes, the axes in turn, all three places of a token alike. *)
Example new_mrope_instance : instance_of new_mrope_statement.
Proof.
  exists 6%nat, (fun p => Nat.modulo p 3), (fun p => / INR (p + 1)), (fun _ => north), (fun _ => north), (fun _ => 5),
    (fun _ => 2), 5, 2.
  split; [intros p _; apply Nat.mod_upper_bound; discriminate|]. repeat split.
Qed.

Example new_mrope_sum_instance : instance_of new_mrope_sum_statement.
Proof.
  exists 6%nat, (fun p => Nat.modulo p 3), (fun p => / INR (p + 1)), (fun _ => north), (fun _ => north),
    (fun a => INR a), (fun _ => 2).
  split; [intros p _; apply Nat.mod_upper_bound; discriminate|exact I].
Qed.
