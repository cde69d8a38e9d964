(** new.sinks, new.sinks.swap-scores: a sink leaves the order of attention weights over the target's position as it is.

    Statement. e^beta/(S(p) + sigma) with a sink sigma >= 0 that does not depend on p: for any two positions the order of the largest weights is that without
    the sink; so shapes (U, flat, inverted U) stay. The ratio of two weights moves towards 1. On the scores of a head a sink acts as a larger tau: the
    cosines of each swap stay, and |D_i - D_j|/tau becomes what it is without the sink at tau (1 + sigma/Z), Z the sum of the exponentials. *)

From Coq Require Import Reals Lra Lia.
From RopeTheory Require Import Rope Sums new_swap_scores Instances.
Open Scope R_scope.

(** The weight of a target of logit 1 among terms that add up to S, beside a sink. *)
Definition weight_with_sink (beta sigma S : R) : R := exp beta / (S + sigma).

Definition new_sinks_statement : Prop :=
  forall beta sigma S S' : R, 0 < S -> 0 < S' -> 0 <= sigma ->
    (weight_with_sink beta sigma S < weight_with_sink beta sigma S' <->
     weight_with_sink beta 0 S < weight_with_sink beta 0 S') /\
    (weight_with_sink beta sigma S = weight_with_sink beta sigma S' <->
     weight_with_sink beta 0 S = weight_with_sink beta 0 S') /\
    (S <= S' -> weight_with_sink beta sigma S / weight_with_sink beta sigma S'
                <= weight_with_sink beta 0 S / weight_with_sink beta 0 S').

Lemma order : forall beta a b, 0 < a -> 0 < b -> (exp beta / a < exp beta / b <-> b < a).
Proof.
  intros beta a b A B. pose proof (exp_pos beta) as P. unfold Rdiv. split; intro H.
  - apply inv_lt; [exact A|exact B|]. apply (Rmult_lt_reg_l (exp beta)); assumption.
  - apply Rmult_lt_compat_l; [exact P|]. apply inv_lt; assumption.
Qed.

Theorem new_sinks_proved : new_sinks_statement.
Proof.
  intros beta sigma S S' P P' Q. unfold weight_with_sink. rewrite !Rplus_0_r. pose proof (exp_pos beta) as X.
  split; [|split].
  - rewrite !order by lra. lra.
  - split; intro E.
    + assert (S = S'); [|subst; reflexivity].
      destruct (Rtotal_order S S') as [L|[L|L]]; [|exact L|].
      * assert (exp beta / (S' + sigma) < exp beta / (S + sigma)) by (apply order; lra). lra.
      * assert (exp beta / (S + sigma) < exp beta / (S' + sigma)) by (apply order; lra). lra.
    + assert (S = S'); [|subst; reflexivity].
      destruct (Rtotal_order S S') as [L|[L|L]]; [|exact L|].
      * assert (exp beta / S' < exp beta / S) by (apply order; lra). lra.
      * assert (exp beta / S < exp beta / S') by (apply order; lra). lra.
  - intro L. replace (exp beta / (S + sigma) / (exp beta / (S' + sigma))) with ((S' + sigma) / (S + sigma)) by (field; lra).
    replace (exp beta / S / (exp beta / S')) with (S' / S) by (field; lra).
    apply (Rmult_le_reg_r ((S + sigma) * S)); [apply Rmult_lt_0_compat; lra|].
    replace ((S' + sigma) / (S + sigma) * ((S + sigma) * S)) with ((S' + sigma) * S) by (field; lra).
    replace (S' / S * ((S + sigma) * S)) with (S' * (S + sigma)) by (field; lra).
    assert (sigma * S <= sigma * S') by (apply Rmult_le_compat_l; assumption). lra.
Qed.

Definition total (N : nat) (C : nat -> nat -> R) : R := sum (fun p => exp (C p p)) N.

(** |D_i - D_j|, on which the weight of a swap hangs. *)
Definition change (N : nat) (C : nat -> nat -> R) (sigma : R) (i j : nat) : R :=
  Rabs (attention N C sigma (fun p => p) i - attention N C sigma (fun p => p) j).

Definition new_sinks_swap_scores_statement : Prop :=
  forall (N : nat) (C : nat -> nat -> R) (sigma tau : R) (i j : nat), 0 <= sigma -> 0 < tau -> (i < j < N)%nat ->
    positional_cosine N C sigma i j = positional_cosine N C 0 i j /\ symbolic_cosine N C sigma i j = symbolic_cosine N C 0 i j /\
    change N C sigma i j / tau = change N C 0 i j / (tau * (1 + sigma / total N C)).

Lemma total_positive : forall N C, (0 < N)%nat -> 0 < total N C.
Proof.
  intros N C. unfold total. induction N as [|N IH]; intro H; [lia|]. simpl. pose proof (exp_pos (C N N)).
  destruct N as [|N]; [simpl; lra|]. specialize (IH ltac:(lia)). lra.
Qed.

Theorem new_sinks_swap_scores_proved : new_sinks_swap_scores_statement.
Proof.
  intros N C sigma tau i j S T H. destruct (new_swap_scores_proved N C sigma i j S H) as [[A _] [B _]].
  destruct (new_swap_scores_proved N C 0 i j (Rle_refl 0) H) as [[A' _] [B' _]]. cbv zeta in *.
  split; [rewrite A, A'; reflexivity|]. split; [rewrite B, B'; reflexivity|].
  pose proof (total_positive N C ltac:(lia)) as P. unfold change, attention. fold (total N C). rewrite Rplus_0_r.
  set (Z := total N C) in *. set (x := exp (C i i)). set (y := exp (C j j)).
  replace (x / (Z + sigma) - y / (Z + sigma)) with ((x / Z - y / Z) * (Z / (Z + sigma))) by (field; lra).
  rewrite Rabs_mult, (Rabs_right (Z / (Z + sigma))); [field; lra|]. left. apply Rdiv_lt_0_compat; lra.
Qed.

(** * False neighbours *)

(** A sink that depends on the position. *)
Definition new_sinks_neighbour_moving : Prop :=
  forall beta sigma sigma' S S' : R, 0 < S -> 0 < S' -> 0 <= sigma -> 0 <= sigma' ->
    weight_with_sink beta 0 S < weight_with_sink beta 0 S' -> weight_with_sink beta sigma S < weight_with_sink beta sigma' S'.

Theorem new_sinks_neighbour_moving_false : ~ new_sinks_neighbour_moving.
Proof.
  intro H. specialize (H 0 0 9 2 1 ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)). unfold weight_with_sink in H. rewrite exp_0 in H. lra.
Qed.

(** The weights themselves stay. *)
Definition new_sinks_neighbour_same : Prop :=
  forall beta sigma S : R, 0 < S -> 0 <= sigma -> weight_with_sink beta sigma S = weight_with_sink beta 0 S.

Theorem new_sinks_neighbour_same_false : ~ new_sinks_neighbour_same.
Proof. intro H. specialize (H 0 1 1 ltac:(lra) ltac:(lra)). unfold weight_with_sink in H. rewrite exp_0 in H. lra. Qed.

(** tau as it was: two positions, logits ln 2 and 0, sigma = 3. *)
Definition new_sinks_swap_scores_neighbour_same_tau : Prop :=
  forall (N : nat) (C : nat -> nat -> R) (sigma : R) (i j : nat), 0 <= sigma -> (i < j < N)%nat -> change N C sigma i j = change N C 0 i j.

Theorem new_sinks_swap_scores_neighbour_same_tau_false : ~ new_sinks_swap_scores_neighbour_same_tau.
Proof.
  intro H. specialize (H 2%nat (fun a b => if (a =? 0)%nat then ln 2 else 0) 3 0%nat 1%nat ltac:(lra) ltac:(lia)).
  unfold change, attention in H. simpl in H. rewrite exp_0, exp_ln in H by lra. rewrite !Rabs_right in H by lra. lra.
Qed.

Example new_sinks_instance : instance_of new_sinks_statement.
Proof. exists 1, 1, 2, 3. repeat split; lra. Qed.

Example new_sinks_swap_scores_instance : instance_of new_sinks_swap_scores_statement.
Proof. exists 3%nat, (fun a b => INR (a * b)), 1, 1, 0%nat, 2%nat. repeat split; lra || lia. Qed.
