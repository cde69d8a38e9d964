(** u26.rotation-powers (U26, p. 16): rho(g)^i = rho(i g).

    For every real g, every natural i and every vector: turning i times by g is turning once by i g, and
    i times by -g undoes it, so that rho(g)^{-i} = rho(-i g), too.

    Idea: rot_rot of Rope.v, i times. *)

From Coq Require Import Reals Lra PeanoNat.
From RopeTheory Require Import Rope Trig Heads Instances.
Open Scope R_scope.

(** rho(g)^i: i turns, one after the other. *)
Definition turns (i : nat) (g : R) (v : vec) : vec := Nat.iter i (rot g) v.

Definition u26_rotation_powers_statement : Prop :=
  forall (g : R) (i : nat) (v : vec),
    turns i g v = rot (INR i * g) v /\ turns i (- g) v = rot (- (INR i * g)) v /\ turns i (- g) (turns i g v) = v.

Lemma turns_rot : forall g i v, turns i g v = rot (INR i * g) v.
Proof.
  intros g i v. unfold turns. induction i as [|i IH].
  - simpl INR. rewrite Rmult_0_l, rot_0. reflexivity.
  - rewrite S_INR. cbn [Nat.iter nat_rect]. change (nat_rect (fun _ => vec) v (fun _ => rot g) i) with (Nat.iter
    i (rot g) v).
    rewrite IH, rot_rot. f_equal. ring.
Qed.

Theorem u26_rotation_powers_proved : u26_rotation_powers_statement.
Proof.
  intros g i v. rewrite !turns_rot. split; [reflexivity|]. replace (INR i * - g) with (- (INR i * g)) by ring.
  split; [reflexivity|]. rewrite rot_rot. replace (- (INR i * g) + INR i * g) with 0 by ring. apply rot_0.
Qed.

(** False neighbour: the angle is raised to the power. *)
Definition u26_rotation_powers_neighbour_angle_power : Prop :=
  forall (g : R) (i : nat) (v : vec), turns i g v = rot (g ^ i) v.

Theorem u26_rotation_powers_neighbour_angle_power_false : ~ u26_rotation_powers_neighbour_angle_power.
Proof.
  intro H. specialize (H 1 0%nat north). apply (f_equal snd) in H. unfold turns, rot, north in H. simpl in H.
  pose proof cos_one_lt_1. lra.
Qed.

Example u26_rotation_powers_instance : instance_of u26_rotation_powers_statement.
Proof. exists 1, 3%nat, (1, 2). repeat split. Qed.
