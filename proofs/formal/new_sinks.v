(** new.sinks: a sink leaves the order of attention weights over the target's position as it is.

    Statement. e^beta/(S(p) + sigma) with a sink sigma >= 0 that does not depend on p: for any two positions the order of the largest weights is that without
    the sink; so shapes (U, flat, inverted U) stay. The ratio of two weights moves towards 1. *)

From Coq Require Import Reals Lra Lia.
From RopeTheory Require Import Rope Sums.
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
