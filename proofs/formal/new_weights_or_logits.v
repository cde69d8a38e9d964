(** new.weights-or-logits (new; on the definitions of U25 and its public reviews): attention weights say as much
    as logits, as long as the query sees a key that no permutation moves.

    For every permutation pi of the earlier contents: the weights stay (move along) exactly if the logits do.  So a
    head that is positional and symbolic on the weights has all logits of the earlier keys equal, and all weights.

    Idea: the weight of the query's own key is own over the total, one minus the others; it stays if they do, or if
    they change places.  So the total stays, and the powers e^C with it.
    Encoding: C a b is the logit of content a at position b, both counted from 0, times beta > 0; own = e^{logit} of
    the query's own key, which no permutation moves.  'S_N is mathcomp's symmetric group. *)

From Coq Require Import Reals Lra.
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_fingroup.
From RopeTheory Require Import Rope Permutations Instances.
Open Scope R_scope.

(** Softmax's normaliser when the content pi(b) stands at position b. *)
Definition total (N : nat) (C : nat -> nat -> R) (own : R) (pi : 'S_N) : R :=
  \big[Rplus/0]_(b < N) exp (C (pi b) b) + own.

Definition weight_at (N : nat) (C : nat -> nat -> R) (own : R) (pi : 'S_N) (b : 'I_N) : R :=
  exp (C (pi b) b) / total N C own pi.

(** The weights stay where they are, and they move with the contents. *)
Definition weights_stay N C own (pi : 'S_N) : Prop := forall b, weight_at N C own pi b = weight_at N C own 1%g b.
Definition weights_move N C own (pi : 'S_N) : Prop := forall b, weight_at N C own pi b = weight_at N C own 1%g (pi b).

(** The same of logits. *)
Definition logits_stay N (C : nat -> nat -> R) (pi : 'S_N) : Prop := forall b : 'I_N, C (pi b) b = C b b.
Definition logits_move N (C : nat -> nat -> R) (pi : 'S_N) : Prop := forall b : 'I_N, C (pi b) b = C (pi b) (pi b).

Definition new_weights_or_logits_statement : Prop :=
  (forall N C own (pi : 'S_N), 0 < own ->
     (weights_stay N C own pi <-> logits_stay N C pi) /\ (weights_move N C own pi <-> logits_move N C pi)) /\
  (forall N C own, 0 < own -> (forall pi : 'S_N, weights_stay N C own pi) -> (forall pi : 'S_N, weights_move N C own pi) ->
     forall (pi : 'S_N) (a b : 'I_N), C a b = C b b /\ C a a = C b b /\ weight_at N C own pi a = weight_at N C own pi b).

Lemma big_nonneg : forall N (f : 'I_N -> R), (forall b, 0 <= f b) -> 0 <= \big[Rplus/0]_(b < N) f b.
Proof. move=> N f H. elim/big_ind: _ => //; [lra|]. move=> x y hx hy; lra. Qed.

Lemma total_pos : forall N C own pi, 0 < own -> 0 < total N C own pi.
Proof.
  move=> N C own pi H. rewrite /total.
  have := big_nonneg N (fun b => exp (C (pi b) b)) (fun b => Rlt_le _ _ (exp_pos _)). lra.
Qed.

Lemma big_scale : forall N (f : 'I_N -> R) c, \big[Rplus/0]_(b < N) (f b / c) = (\big[Rplus/0]_(b < N) f b) / c.
Proof.
  move=> N f c. elim/big_rec2: _ => [|i x y _ ->]; rewrite /Rdiv; ring.
Qed.

Lemma weights_sum : forall N C own pi, 0 < own ->
  \big[Rplus/0]_(b < N) weight_at N C own pi b = 1 - own / total N C own pi.
Proof.
  move=> N C own pi H. rewrite /weight_at big_scale.
  have T := total_pos N C own pi H. rewrite /total in T *. field. lra.
Qed.

Lemma same_total : forall N C own pi, 0 < own ->
  \big[Rplus/0]_(b < N) weight_at N C own pi b = \big[Rplus/0]_(b < N) weight_at N C own 1%g b ->
  total N C own pi = total N C own 1%g.
Proof.
  move=> N C own pi H. rewrite !weights_sum // => E.
  have T := total_pos N C own pi H. have T1 := total_pos N C own 1%g H.
  have F : own * / total N C own pi = own * / total N C own 1%g by rewrite /Rdiv in E; lra.
  apply Rmult_eq_reg_l in F; last lra.
  by rewrite -(Rinv_inv (total N C own pi)) F Rinv_inv.
Qed.

Lemma same_power : forall x y t, 0 < t -> exp x / t = exp y / t -> x = y.
Proof.
  move=> x y t H E. apply: exp_inv. apply: (Rmult_eq_reg_r (/ t)); first exact: E.
  apply: Rinv_neq_0_compat. lra.
Qed.

Lemma moved_sum : forall N (f : 'I_N -> R) (pi : 'S_N),
  \big[Rplus/0]_(b < N) f (pi b) = \big[Rplus/0]_(b < N) f b.
Proof.
  move=> N f pi. rewrite (partition_big (fun b => pi b) xpredT) //=. apply: eq_bigr => j _.
  rewrite (big_pred1 ((pi^-1)%g j)) ?permKV // => b. by rewrite /= (canF_eq (permK pi)).
Qed.

Lemma stay : forall N C own (pi : 'S_N), 0 < own -> weights_stay N C own pi <-> logits_stay N C pi.
Proof.
  move=> N C own pi H. split=> E b.
  - have S : total N C own pi = total N C own 1%g by apply: same_total => //; apply: eq_bigr => i _; apply: E.
    have := E b. rewrite /weight_at S perm1. apply: same_power. exact: total_pos.
  - rewrite /weight_at perm1 E. congr (_ / _). rewrite /total. congr (_ + _).
    apply: eq_bigr => i _. by rewrite perm1 E.
Qed.

Lemma move : forall N C own (pi : 'S_N), 0 < own -> weights_move N C own pi <-> logits_move N C pi.
Proof.
  move=> N C own pi H. split=> E b.
  - have S : total N C own pi = total N C own 1%g.
    { apply: same_total => //. rewrite -(moved_sum _ (weight_at N C own 1%g) pi). apply: eq_bigr => i _. exact: E. }
    have := E b. rewrite /weight_at S perm1. apply: same_power. exact: total_pos.
  - rewrite /weight_at perm1 E. congr (_ / _). rewrite /total. congr (_ + _).
    rewrite -(moved_sum _ (fun b : 'I_N => exp (C ((1%g : 'S_N) b) b)) pi). apply: eq_bigr => i _. by rewrite perm1 E.
Qed.

Theorem new_weights_or_logits_proved : new_weights_or_logits_statement.
Proof.
  split; first by move=> N C own pi H; split; [exact: stay|exact: move].
  move=> N C own H W M.
  have P : forall a b : 'I_N, C a b = C b b.
  { move=> a b. have := proj1 (stay _ _ _ (tperm a b) H) (W (tperm a b)) b. by rewrite tpermR. }
  have Q : forall a b : 'I_N, C a b = C a a.
  { move=> a b. have := proj1 (move _ _ _ (tperm a b) H) (M (tperm a b)) b. by rewrite tpermR. }
  move=> pi a b. split; [exact: P|split; first by rewrite -(Q a b) P].
  by rewrite /weight_at !P -(Q a b) P.
Qed.

(** * A false neighbour *)

(** The query need not see its own key: two contents whose logits both move by 1 leave the weights as they are. *)
Definition new_weights_or_logits_neighbour_no_own_key : Prop :=
  forall N C own (pi : 'S_N), 0 <= own -> weights_stay N C own pi -> logits_stay N C pi.

Theorem new_weights_or_logits_neighbour_no_own_key_false : ~ new_weights_or_logits_neighbour_no_own_key.
Proof.
  move=> F. pose C (a b : nat) := if a == b then 0 else 1.
  have E := F 2%N C 0 (tperm ord0 ord_max) (Rle_refl 0).
  have K : weights_stay 2 C 0 (tperm ord0 ord_max).
  { move=> b. rewrite /weight_at /total !big_ord_recl !big_ord0.
    have o : lift ord0 ord0 = ord_max :> 'I_2 by apply: val_inj.
    rewrite !o tpermL tpermR !perm1 /C /=.
    have := exp_pos 1. case: (unliftP ord0 b) => [j ->|->].
    - have -> : lift ord0 j = ord_max by apply: val_inj; case: j => [[|m] //].
      rewrite tpermR /= exp_0 => p. field. lra.
    - rewrite tpermL /= exp_0 => p. field. lra. }
  have := E K ord0. rewrite tpermL /C /=. lra.
Qed.

(** Two tokens. All permutations leave the weights in place and move them, so that the logits are all alike. *)
Example new_weights_or_logits_instance : instance_of new_weights_or_logits_statement.
Proof.
  split; [exists 2%nat, (fun a b => INR (a * b)), 1, 1%g; split; [lra|split; exact I]|].
  exists 2%nat, (fun _ _ => 2), 1. split; [lra|]. split; [move=> pi b; reflexivity|].
  split; [move=> pi b; reflexivity|].
  exists (tperm ord0 ord_max), ord0, ord_max. repeat split.
Qed.
