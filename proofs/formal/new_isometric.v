(** new.isometric.cost: what a code pays for keeping norms.

    Statement. For any planes, weights and phases, eps > 0 and N some rival at a distance m >= N is less than eps behind the target of distance 0, that is L(0) - L(m)
    < eps, L(t) = sum_k r_k cos(t g_k - phi_k). With the shear (x, y) -> (x + t y, y), which keeps no norms, query (1, 0) and key (0, -s) lead every distance t >= 1 by s t >= s. *)

From Coq Require Import Reals Lra Lia.
From RopeTheory Require Import Rope Trig new_recurrence Instances.
Open Scope R_scope.

Definition waves (K : nat) (r g phi : nat -> R) (t : R) : R := sum (fun k => r k * cos (t * g k - phi k)) K.

Definition shear (t : R) (v : vec) : vec := (fst v + t * snd v, snd v).

Definition new_isometric_cost_statement : Prop :=
  (forall (K : nat) (r g phi : nat -> R) (eps : R) (N : nat), 0 < eps -> exists m, (N <= m)%nat /\ waves K r g phi 0 - waves K r g phi (INR m) < eps) /\
  (forall (s t : R), 0 <= s -> 1 <= t -> s <= dot (1, 0) (shear 0 (0, - s)) - dot (1, 0) (shear t (0, - s))).

Lemma near : forall d x phi, 0 < d < 1 -> 1 - d * d / 4 < cos x -> Rabs (cos phi - cos (x - phi)) <= d.
Proof.
  intros d x phi D C. rewrite cos_minus. pose proof (COS_bound x) as B. pose proof (COS_bound phi) as P. pose proof (SIN_bound phi) as Q.
  pose proof (sin2_cos2 x) as S. unfold Rsqr in S.
  assert (A : Rabs (sin x) <= 3 / 4 * d).
  { apply Rabs_le. assert (sin x * sin x <= 9 / 16 * (d * d)) by nra. split; nra. }
  replace (cos phi - (cos x * cos phi + sin x * sin phi)) with (cos phi * (1 - cos x) + - (sin x * sin phi)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp, !Rabs_mult.
  assert (F : Rabs (cos phi) <= 1) by (apply Rabs_le; lra). assert (G : Rabs (sin phi) <= 1) by (apply Rabs_le; lra).
  rewrite (Rabs_right (1 - cos x)) by lra. pose proof (Rabs_pos (cos phi)). pose proof (Rabs_pos (sin phi)). pose proof (Rabs_pos (sin x)). nra.
Qed.

Lemma all_near : forall K r g phi d m, 0 < d < 1 -> (forall k, (k < K)%nat -> 1 - d * d / 4 < cos (m * g k)) ->
  waves K r g phi 0 - waves K r g phi m <= d * sum (fun k => Rabs (r k)) K.
Proof.
  intros K r g phi d m D. unfold waves. induction K as [|K IH]; intro H; simpl; [lra|].
  specialize (IH ltac:(intros; apply H; lia)). pose proof (near d (m * g K) (phi K) D (H K ltac:(lia))) as B.
  assert (E : r K * cos (0 * g K - phi K) - r K * cos (m * g K - phi K) <= d * Rabs (r K)).
  { replace (0 * g K - phi K) with (- phi K) by ring. rewrite cos_neg.
    replace (r K * cos (phi K) - r K * cos (m * g K - phi K)) with (r K * (cos (phi K) - cos (m * g K - phi K))) by ring.
    eapply Rle_trans; [apply Rle_abs|]. rewrite Rabs_mult. pose proof (Rabs_pos (r K)). nra. }
  lra.
Qed.

Theorem new_isometric_cost_proved : new_isometric_cost_statement.
Proof.
  split.
  - intros K r g phi eps N E. set (R := sum (fun k => Rabs (r k)) K).
    assert (P : 0 <= R) by (unfold R; clear; induction K as [|K IH]; simpl; [lra|pose proof (Rabs_pos (r K)); lra]).
    set (d := Rmin (1 / 2) (eps / (R + 1) / 2)).
    assert (Q : 0 < eps / (R + 1)) by (apply Rdiv_lt_0_compat; lra).
    assert (D : 0 < d < 1) by (unfold d; split; [apply Rmin_glb_lt; lra|pose proof (Rmin_l (1 / 2) (eps / (R + 1) / 2)); lra]).
    destruct (new_recurrence_proved K g (d * d / 4) N ltac:(nra)) as [m [L [C _]]]. exists m. split; [exact L|].
    pose proof (all_near K r g phi d (INR m) D C) as B. fold R in B.
    assert (d * R < eps); [|lra]. assert (d <= eps / (R + 1) / 2) by apply Rmin_r.
    assert (F : eps / (R + 1) * (R + 1) = eps) by (field; lra). nra.
  - intros s t S T. unfold shear, dot. simpl. nra.
Qed.

(** * False neighbours *)

(** A lead of 1/4 over every rival from some distance on: one plane of angle 1. *)
Definition new_isometric_cost_neighbour_lead : Prop :=
  exists (K : nat) (r g phi : nat -> R) (N : nat), forall m, (N <= m)%nat -> / 4 <= waves K r g phi 0 - waves K r g phi (INR m).

Theorem new_isometric_cost_neighbour_lead_false : ~ new_isometric_cost_neighbour_lead.
Proof.
  intros [K [r [g [phi [N H]]]]]. destruct new_isometric_cost_proved as [A _]. destruct (A K r g phi (/ 4) N ltac:(lra)) as [m [L B]].
  specialize (H m L). lra.
Qed.

(** The shear leads by twice the slope: t = 1. *)
Definition new_isometric_cost_neighbour_twice : Prop :=
  forall (s t : R), 0 <= s -> 1 <= t -> 2 * s <= dot (1, 0) (shear 0 (0, - s)) - dot (1, 0) (shear t (0, - s)).

Theorem new_isometric_cost_neighbour_twice_false : ~ new_isometric_cost_neighbour_twice.
Proof. intro H. specialize (H 1 1 ltac:(lra) ltac:(lra)). unfold shear, dot in H. simpl in H. lra. Qed.

Example new_isometric_cost_instance : instance_of new_isometric_cost_statement.
Proof.
  split; [exists 2%nat, (fun _ => 1), (fun i => / (INR i + 1)), INR, (/ 10), 5%nat | exists 1, 2]; repeat split; lra.
Qed.
