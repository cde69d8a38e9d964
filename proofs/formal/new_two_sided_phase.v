(** new.two-sided-phase: with rivals on both sides a phase does not help.

    Statement. Planes of angles g_k with weights r_k >= 0 and phases phi_k; the target stands at distance 0, and t and -t are both rivals. The smaller of the
    two leads is at most sum_k r_k (1 - cos(t g_k)), the lead without phases, which both rivals then leave. *)

From Coq Require Import Reals Lra Lia.
From RopeTheory Require Import Rope Trig Instances.
Open Scope R_scope.

(** By how much the target leads a rival at distance t. *)
Definition lead (K : nat) (r g phi : nat -> R) (t : R) : R :=
  sum (fun k => r k * (cos (phi k) - cos (t * g k - phi k))) K.

Definition new_two_sided_phase_statement : Prop :=
  forall (K : nat) (r g phi : nat -> R) (t : R), (forall k, (k < K)%nat -> 0 <= r k) ->
    Rmin (lead K r g phi t) (lead K r g phi (- t)) <= lead K r g (fun _ => 0) t /\
    lead K r g (fun _ => 0) (- t) = lead K r g (fun _ => 0) t.

Theorem new_two_sided_phase_proved : new_two_sided_phase_statement.
Proof.
  intros K r g phi t P. split.
  - assert (S : lead K r g phi t + lead K r g phi (- t) <= 2 * lead K r g (fun _ => 0) t).
    { unfold lead. rewrite <- sum_plus, <- sum_scal. apply sum_le. intros k Hk. specialize (P k Hk).
      replace (t * g k - 0) with (t * g k) by ring.
      assert (E : r k * (cos (phi k) - cos (t * g k - phi k)) + r k * (cos (phi k) - cos (- t * g k - phi k))
        = 2 * (r k * (cos (phi k) * (1 - cos (t * g k))))).
      { replace (- t * g k - phi k) with (- (t * g k + phi k)) by ring. rewrite cos_neg, cos_minus, cos_plus. ring. }
      rewrite E, cos_0. apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; [exact P|].
      pose proof (cos_le_1 (t * g k)). pose proof (cos_le_1 (phi k)).
      assert (0 <= (1 - cos (phi k)) * (1 - cos (t * g k))) by (apply Rmult_le_pos; lra). lra. }
    unfold Rmin. destruct (Rle_dec _ _); lra.
  - unfold lead. apply sum_ext. intros k _. replace (- t * g k - 0) with (- (t * g k - 0)) by ring. rewrite cos_neg. reflexivity.
Qed.

(** * False neighbours *)

(** A rival on one side alone. *)
Definition new_two_sided_phase_neighbour_one_side : Prop :=
  forall (K : nat) (r g phi : nat -> R) (t : R), (forall k, (k < K)%nat -> 0 <= r k) ->
    lead K r g phi t <= lead K r g (fun _ => 0) t.

Lemma half : sqrt 2 < 2.
Proof. apply Rsqr_incrst_0; [|apply sqrt_pos|lra]. unfold Rsqr. rewrite sqrt_sqrt; lra. Qed.

(** A quarter turn: the phase -pi/4 gives sqrt 2 > 1. *)
Theorem new_two_sided_phase_neighbour_one_side_false : ~ new_two_sided_phase_neighbour_one_side.
Proof.
  intro H. specialize (H 1%nat (fun _ => 1) (fun _ => PI / 2) (fun _ => - (PI / 4)) 1 ltac:(intros; lra)). unfold lead in H. simpl in H.
  replace (1 * (PI / 2) - - (PI / 4)) with (PI - PI / 4) in H by field.
  replace (1 * (PI / 2) - 0) with (PI / 2) in H by field.
  rewrite cos_neg, cos_0, cos_PI2, Rtrigo_facts.cos_pi_minus, cos_PI4 in H. pose proof (sqrt_pos 2) as S. pose proof half.
  assert (0 < sqrt 2) by (apply sqrt_lt_R0; lra).
  assert (Q : 1 / sqrt 2 = sqrt 2 / 2).
  { apply (Rmult_eq_reg_r (sqrt 2)); [|lra]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
    replace (sqrt 2 * / 2 * sqrt 2) with (sqrt 2 * sqrt 2 * / 2) by ring. rewrite sqrt_sqrt by lra. field. }
  rewrite Q in H. assert (1 < sqrt 2); [|lra].
  apply Rsqr_incrst_0; [|lra|lra]. unfold Rsqr. rewrite sqrt_sqrt; lra.
Qed.

(** Weights of any sign. *)
Definition new_two_sided_phase_neighbour_sign : Prop :=
  forall (K : nat) (r g phi : nat -> R) (t : R), Rmin (lead K r g phi t) (lead K r g phi (- t)) <= lead K r g (fun _ => 0) t.

Theorem new_two_sided_phase_neighbour_sign_false : ~ new_two_sided_phase_neighbour_sign.
Proof.
  intro H. specialize (H 1%nat (fun _ => -1) (fun _ => PI) (fun _ => PI) 1). unfold lead in H. simpl in H.
  replace (1 * PI - PI) with 0 in H by ring. replace (Ropp 1 * PI - PI) with (- (2 * PI)) in H by ring.
  replace (1 * PI - 0) with PI in H by ring. rewrite cos_neg, cos_2PI, cos_0, cos_PI in H. unfold Rmin in H.
  destruct (Rle_dec _ _); lra.
Qed.

Example new_two_sided_phase_instance : instance_of new_two_sided_phase_statement.
Proof. exists 2%nat, (fun _ => 1 / 2), (fun k => / INR (k + 1)), (fun _ => 1), 3. split; [intros; lra|split; exact I].
Qed.
