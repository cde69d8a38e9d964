(** u26.rem31a: T_Index's head is purely positional; u26.rem31a.not-symbolic: and symbolic on no input of
    length n >= 4, unless theta is a multiple of 2 pi.

    Statement (U26, Remark 3.1). Purely positional: positional on every input, that is the logits of the
    last query do not depend on the content of the key.

    Idea: no key sees its token, so the rows of the matrix agree. Its columns are cos((m - b) theta) at
    places b; if the columns of three neighbouring places agree, theta and the place asked for conspire: 2
    theta and (2m-1) theta are whole turns, so theta is one. *)

From Coq Require Import Reals Lra Lia PeanoNat ZArith.
From RopeTheory Require Import Rope Trig Heads Circle u26_index_logits IndexGap u26_index_bound_angle
  PiIrrational
  u26_index_unique Instances.
Open Scope R_scope.

Definition u26_rem31a_statement : Prop :=
  forall (theta : R) (s : nat -> token) (n : nat), positional_on (h_pos theta) s n.

Definition u26_rem31a_not_symbolic_statement : Prop :=
  forall (theta : R) (s : nat -> token) (n : nat),
    (4 <= n)%nat -> ~ (exists k : Z, theta = IZR k * (2 * PI)) -> ~ symbolic_on (h_pos theta) s n.

Theorem u26_rem31a_proved : u26_rem31a_statement.
Proof.
  intros theta s n a a' b _ _ _. unfold content_by_position. rewrite !h_pos_logit. reflexivity.
Qed.

Theorem u26_rem31a_not_symbolic_proved : u26_rem31a_not_symbolic_statement.
Proof.
  intros theta s n Hn Turn Sym. pose proof PI_RGT_0 as P.
  assert (E01 := Sym 0%nat 0%nat 1%nat ltac:(lia) ltac:(lia) ltac:(lia)).
  assert (E12 := Sym 0%nat 1%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia)).
  unfold content_by_position in E01, E12. rewrite !h_pos_logit in E01, E12.
  set (m := (Z.of_nat n - Z.of_nat (asked (s n)))%Z).
  assert (M : INR n - INR (asked (s n)) = IZR m) by (unfold m; rewrite minus_IZR, <- !INR_IZR_INZ; ring).
  simpl in E01, E12.
  destruct (cos_eq _ _ E01) as [c [C|C]].
  { apply Turn. exists (- c)%Z. rewrite opp_IZR. lra. }
  destruct (cos_eq _ _ E12) as [d [D|D]].
  { apply Turn. exists (- d)%Z. rewrite opp_IZR. lra. }
  (* (2m-3) theta = 2 pi c and (2m-5) theta = 2 pi d, so theta = pi (c - d) and (2m-3)(c-d) = 2c *)
  assert (T : theta = PI * IZR (c - d)) by (rewrite minus_IZR; nra).
  assert (Q : ((2 * m - 3) * (c - d) = 2 * c)%Z).
  { apply eq_IZR. rewrite !mult_IZR, minus_IZR, (mult_IZR 2 m), <- M.
    apply Rmult_eq_reg_r with PI; [|lra]. rewrite minus_IZR in T. rewrite minus_IZR. nra. }
  assert (Even : exists e, (c - d = 2 * e)%Z).
  { exists (c - (m - 2) * (c - d) - (c - d) + (c - d))%Z. nia. }
  destruct Even as [e He]. apply Turn. exists e. rewrite T, He, mult_IZR. ring.
Qed.

(** * False neighbours *)

(** T_Index's head is symbolic. *)
Definition u26_rem31a_neighbour_symbolic : Prop :=
  forall (theta : R) (s : nat -> token) (n : nat), symbolic_on (h_pos theta) s n.

Theorem u26_rem31a_neighbour_symbolic_false : ~ u26_rem31a_neighbour_symbolic.
Proof.
  intro H. apply (u26_rem31a_not_symbolic_proved PI (fun _ => Letter 0) 4%nat (le_n 4)); [|apply H].
  intros [k E]. pose proof PI_RGT_0. assert (Q : IZR k * 2 = 1) by nra.
  rewrite <- mult_IZR in Q. apply eq_IZR in Q. lia.
Qed.

(** Positional still if the key of one letter is turned by theta. *)
Definition leaky (theta : R) : head token :=
  (Plane theta (fun x => match x with Letter _ => north | Int i => rot (- INR i * theta) north end)
         (fun y => match y with Letter 1 => rot theta north | _ => north end) :: nil)%list.

Definition u26_rem31a_neighbour_leaky : Prop :=
  forall (theta : R) (s : nat -> token) (n : nat), positional_on (leaky theta) s n.

Theorem u26_rem31a_neighbour_leaky_false : ~ u26_rem31a_neighbour_leaky.
Proof.
  intro H. specialize (H 1 a_b_b 3%nat 0%nat 1%nat 1%nat ltac:(lia) ltac:(lia) ltac:(lia)).
  unfold content_by_position, head_logit, leaky in H. simpl in H. rewrite !Rplus_0_r in H.
  rewrite north_rot in H. rewrite rot_rot, !logit_rot in H. unfold dist in H. simpl in H.
  replace ((1 + 1 + 1 - (1 + 1)) * 1 + 0 - 0) with 1 in H by ring.
  replace ((1 + 1 + 1 - (1 + 1)) * 1 + 0 - (1 + 0)) with 0 in H by ring.
  rewrite cos_0 in H. pose proof cos_one_lt_1. lra.
Qed.

(** Three positions are enough: theta = 2 pi/3. *)
Definition u26_rem31a_not_symbolic_neighbour_three : Prop :=
  forall (theta : R) (s : nat -> token) (n : nat),
    (3 <= n)%nat -> ~ (exists k : Z, theta = IZR k * (2 * PI)) -> ~ symbolic_on (h_pos theta) s n.

Theorem u26_rem31a_not_symbolic_neighbour_three_false : ~ u26_rem31a_not_symbolic_neighbour_three.
Proof.
  intro H. apply (H (2 * PI / 3) (fun _ => Letter 0) 3%nat (le_n 3)).
  - intros [k E]. pose proof PI_RGT_0. assert (Q : IZR k * 3 = 1) by nra.
    rewrite <- mult_IZR in Q. apply eq_IZR in Q. lia.
  - assert (E : forall b, (b < 2)%nat ->
              content_by_position (h_pos (2 * PI / 3)) (fun _ => Letter 0) 3 0 b = cos (2 * PI / 3)).
    { intros b Hb. unfold content_by_position. rewrite h_pos_logit. assert (b = 0 \/ b = 1)%nat as [->| ->]
        by lia.
      - simpl. rewrite <- cos_full_turn. f_equal. field.
      - simpl. f_equal. field. }
    intros a b b' _ Hb Hb'. change (content_by_position _ _ 3 a) with
      (content_by_position (h_pos (2 * PI / 3)) (fun _ => Letter 0) 3 0). rewrite !E by lia. reflexivity.
Qed.

Example u26_rem31a_instance : instance_of u26_rem31a_statement.
Proof. exists 1, (fun j => if (j =? 4)%nat then Int 1 else Letter j), 4%nat. exact I. Qed.

Example u26_rem31a_not_symbolic_instance : instance_of u26_rem31a_not_symbolic_statement.
Proof.
  exists 1, (fun j => if (j =? 4)%nat then Int 1 else Letter j), 4%nat. split; [lia|]. split; [|exact I].
  intro E. apply Trig.cos_eq_1 in E. pose proof Trig.cos_one_lt_1. lra.
Qed.
