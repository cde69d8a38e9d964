(** new.isometric.axes: on several axes, too, a relative encoding that keeps norms is a mix of waves.

    Statement. For commuting orthogonal d x d matrices U_0 .. U_{a-1} there are K <= d vectors of frequencies g_j such that for all q and k and all whole
    t_0 .. t_{a-1}, also below 0, the score q.U_0^{t_0} ... U_{a-1}^{t_{a-1}} k is a constant plus sum_j r_j cos(sum_i t_i g_ji - phi_j).
    Each matrix need only have orthonormal rows; d = 0 and a = 0 are included. A g_j may be 0, which makes no fewer of them enough.

    Proof. Spectral.v: a common eigenvector of all U_i + U_i^T and (U_i - U_i^T)(U_j - U_j^T) gives a plane that all turn or a line that each keeps
    or flips; then the same in what is orthogonal to it. A plane makes a wave of 2 dimensions, a line a wave of one. *)

From Coq Require Import Reals Lra Lia List ZArith.
From RopeTheory Require Import Rope Spectral Instances new_isometric.
Open Scope R_scope.

Definition new_isometric_axes_statement : Prop :=
  forall (d a : nat) (U : nat -> grid), (forall i, (i < a)%nat -> orthonormal d (U i)) ->
    (forall i j, (i < a)%nat -> (j < a)%nat -> commuting d (U i) (U j)) ->
    exists (K : nat) (g : nat -> nat -> R), (K <= d)%nat /\
      forall q k : coords, exists (c : R) (r phi : nat -> R), forall t : nat -> Z,
        dotn d q (powered_all d a U t k) = c + sum (fun j => r j * cos (angle a (g j) t - phi j)) K.

Lemma sum_append : forall f m n, sum f (m + n) = sum f m + sum (fun j => f (m + j)%nat) n.
Proof.
  intros f m n. induction n as [|n IH]; [rewrite Nat.add_0_r; simpl; ring|]. rewrite Nat.add_succ_r. simpl. rewrite IH. ring.
Qed.

Theorem new_isometric_axes_proved : new_isometric_axes_statement.
Proof.
  intros d a U O C. destruct a as [|a].
  - exists 0%nat, (fun _ _ => 0). split; [lia|]. intros q k. exists (dotn d q k), (fun _ => 0), (fun _ => 0). intro t. unfold powered_all. simpl. ring.
  - destruct (scores_are_mixed d (S a) U) as [gs [hs [L [_ Scores]]]]; [lia|exact O|exact C|].
    exists (length gs + length hs)%nat, (fun j => nth j (gs ++ hs) (fun _ => 0)). split; [lia|]. intros q k.
    destruct (Scores q k) as [s [s' [M1 [M2 E]]]]. destruct (mixed_waves _ gs s M1) as [r [phi R1]]. destruct (mixed_waves _ hs s' M2) as [r' [phi' R2]].
    set (n := length gs) in *. exists 0, (fun j => if (j <? n)%nat then r j else r' (j - n)%nat), (fun j => if (j <? n)%nat then phi j else phi' (j - n)%nat).
    intro t. rewrite E, R1, R2, Rplus_0_l, sum_append. f_equal; apply sum_ext; intros j J.
    + rewrite app_nth1 by exact J. destruct (Nat.ltb_spec j n); [reflexivity|lia].
    + rewrite app_nth2 by (fold n; lia). fold n. destruct (Nat.ltb_spec (n + j) n); [lia|]. replace (n + j - n)%nat with j by lia. reflexivity.
Qed.

(** * False neighbours *)

(** At most d - 1 vectors: one axis and U = (-1). *)
Definition new_isometric_axes_neighbour_fewer : Prop :=
  forall (d a : nat) (U : nat -> grid), (1 <= d)%nat -> (forall i, (i < a)%nat -> orthonormal d (U i)) ->
    (forall i j, (i < a)%nat -> (j < a)%nat -> commuting d (U i) (U j)) ->
    exists (K : nat) (g : nat -> nat -> R), (K <= d - 1)%nat /\
      forall q k : coords, exists (c : R) (r phi : nat -> R), forall t : nat -> Z,
        dotn d q (powered_all d a U t k) = c + sum (fun j => r j * cos (angle a (g j) t - phi j)) K.

Theorem new_isometric_axes_neighbour_fewer_false : ~ new_isometric_axes_neighbour_fewer.
Proof.
  intro H. destruct (H 1%nat 1%nat (fun _ _ _ => -1)) as [K [g [L Scores]]]; [lia| | |].
  - intros _ _ i j I J. replace i with 0%nat by lia. replace j with 0%nat by lia. unfold dotn. simpl. ring.
  - intros i j _ _ x y _ _. reflexivity.
  - replace K with 0%nat in Scores by lia. destruct (Scores (fun _ => 1) (fun _ => 1)) as [c [r [phi E]]].
    pose proof (E (fun _ => 0%Z)) as E0. pose proof (E (fun _ => 1%Z)) as E1.
    unfold powered_all, whole_powers, whole_power, dotn, mapped in E0, E1. simpl in E0, E1. lra.
Qed.

(** Without orthogonality, with any number of vectors: a shear, on one axis. *)
Definition new_isometric_axes_neighbour_any_matrices : Prop :=
  forall (d a : nat) (U : nat -> grid), (forall i j, (i < a)%nat -> (j < a)%nat -> commuting d (U i) (U j)) ->
    exists (K : nat) (g : nat -> nat -> R), forall q k : coords, exists (c : R) (r phi : nat -> R), forall t : nat -> Z,
      dotn d q (powered_all d a U t k) = c + sum (fun j => r j * cos (angle a (g j) t - phi j)) K.

Theorem new_isometric_axes_neighbour_any_matrices_false : ~ new_isometric_axes_neighbour_any_matrices.
Proof.
  intro H. apply new_isometric_neighbour_any_matrix_false. intros d U. destruct (H d 1%nat (fun _ => U)) as [K [g Scores]].
  - intros i j _ _ x y _ _. reflexivity.
  - exists K, (fun j => g j 0%nat). intros q k. destruct (Scores q k) as [c [r [phi E]]]. exists c, r, phi. intro t.
    specialize (E (fun _ => t)). change (powered_all d 1 (fun _ => U) (fun _ => t) k) with (powered d U t k) in E. rewrite E. f_equal.
    apply sum_ext. intros j _. unfold angle, sum. do 2 f_equal. ring.
Qed.

(** Two reflections of the plane that commute: one flips the first axis, one the second. *)
Example new_isometric_axes_instance : instance_of new_isometric_axes_statement.
Proof.
  set (U := fun axis i j : nat => if (i =? j)%nat then if (i =? axis)%nat then -1 else 1 else 0).
  exists 2%nat, 2%nat, U. split; [|split].
  - intros a A i j I J. destruct a as [|[|a]]; [| |lia]; (destruct i as [|[|i]]; [| |lia]); (destruct j as [|[|j]]; [| |lia]); unfold dotn, U; simpl; ring.
  - intros a b A B i j I J. destruct a as [|[|a]]; [| |lia]; (destruct b as [|[|b]]; [| |lia]); (destruct i as [|[|i]]; [| |lia]); (destruct j as [|[|j]]; [| |lia]); unfold U; simpl; ring.
  - exact I.
Qed.
