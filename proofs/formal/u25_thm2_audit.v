(** u25.thm2.audit (ours, on the hypotheses of U25, Theorem 2)

    Each hypothesis of Theorem 2 is needed.  The uniform head (H_POS at angle 0) is symbolic on every input; it solves
    Index if there is one symbol, whatever the number of earlier positions, and if there is one earlier position,
    whatever the symbols.  With two earlier positions or more H_POS solves Index at every angle of which no multiple up
    to n-1 is a whole turn, and is symbolic on no input there.

    Idea: logits that all agree give every position the weight 1/n, so the only letter there is leads; the last is
    Theorem 3, and cos = 1 at whole turns only.
    Encoding: as in u25_thm3.v, with hard attention; "one symbol" is one letter at all earlier positions. *)

From Coq Require Import Reals Lra Lia PeanoNat.
From RopeTheory Require Import Rope Trig Heads Circle Sums Decoding u25_thm3 Instances.
Open Scope R_scope.

Definition solves (theta : R) (n p a : nat) (s : nat -> token) : Prop :=
  index_input s n p -> s p = Letter a -> decoded (letter_scores (hard_weight (logits (h_pos theta) s n) n) s n) a.

Definition u25_thm2_audit_statement : Prop :=
  (forall n s, symbolic_on (h_pos 0) s n) /\
  (forall n p a s, (1 <= p <= n - 1)%nat ->
     (forall j, (1 <= j <= n - 1)%nat -> s j = Letter a) \/ n = 2%nat -> solves 0 n p a s) /\
  (forall theta n p a s, (1 <= p <= n - 1)%nat -> no_whole_turn n theta -> solves theta n p a s) /\
  (forall theta n p s, (3 <= n)%nat -> (1 <= p <= n - 1)%nat -> no_whole_turn n theta -> index_input s n p ->
     ~ symbolic_on (h_pos theta) s n).

(** * The uniform head *)

Lemma still : forall x i y j, head_logit (h_pos 0) x i y j = 1.
Proof. intros x i y j. rewrite h_pos_logit, Rmult_0_r. apply cos_0. Qed.

Lemma uniform_top : forall s n k, top (logits (h_pos 0) s n) n k = true.
Proof. intros s n k. apply top_spec. intros i _. unfold logits. rewrite !still. lra. Qed.

Lemma uniform_weight : forall s n k, hard_weight (logits (h_pos 0) s n) n k = 1 / INR n.
Proof.
  intros s n k. unfold hard_weight. rewrite uniform_top. f_equal. unfold sum1.
  rewrite (sum_ext _ (fun _ => 1)) by (intros; rewrite uniform_top; reflexivity). rewrite sum_const. ring.
Qed.

Lemma uniform_score : forall s n b, letter_scores (hard_weight (logits (h_pos 0) s n) n) s n b
  = 1 / INR n * sum1 (fun j => letter_value (s j) b) n.
Proof.
  intros s n b. unfold letter_scores, score, nothing. rewrite Rplus_0_l. unfold sum1. rewrite <- sum_scal.
  apply sum_ext. intros. rewrite uniform_weight. reflexivity.
Qed.

Lemma only_letter : forall n p a s, (1 <= p <= n - 1)%nat -> s n = Int (n - p) ->
  (forall j, (1 <= j <= n - 1)%nat -> s j = Letter a) -> forall b,
  sum1 (fun j => letter_value (s j) b) n = if (a =? b)%nat then INR (n - 1) else 0.
Proof.
  intros n p a s Hp Hn Ha b. destruct n as [|m]; [lia|]. unfold sum1. cbn [sum]. rewrite Hn. cbn [letter_value].
  rewrite (sum_ext _ (fun _ => if (a =? b)%nat then 1 else 0)).
  - rewrite sum_const. replace (S m - 1)%nat with m by lia. destruct (a =? b)%nat; ring.
  - intros k Hk. rewrite Ha by lia. reflexivity.
Qed.

Theorem u25_thm2_audit_proved : u25_thm2_audit_statement.
Proof.
  split; [|split; [|split]].
  - intros n s a b b' _ _ _. unfold content_by_position. rewrite !still. reflexivity.
  - intros n p a s Hp One [_ Hn] Ha o Ho.
    assert (All : forall j, (1 <= j <= n - 1)%nat -> s j = Letter a).
    { destruct One as [One| ->]; [exact One|]. intros j Hj. replace j with p by lia. exact Ha. }
    rewrite !uniform_score, !(only_letter n p a s Hp Hn All), Nat.eqb_refl.
    destruct (Nat.eqb_spec a o); [congruence|]. rewrite Rmult_0_r.
    apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; [lra|]|]; apply lt_0_INR; lia.
  - intros theta n p a s Hp Hn Hs Ha. apply (u25_thm3_proved theta n p a s Hp Hs Ha Hn).
  - intros theta n p s H3 Hp Hn Hs Sym.
    destruct (index_only theta n p s Hp Hs Hn) as [_ Lead].
    assert (Other : exists k, (1 <= k <= n - 1)%nat /\ k <> p).
    { destruct (Nat.eq_dec p 1); [exists 2%nat | exists 1%nat]; lia. }
    destruct Other as (k & Hk & N). specialize (Lead k ltac:(unfold within; lia) N).
    specialize (Sym (p - 1)%nat (k - 1)%nat (p - 1)%nat ltac:(lia) ltac:(lia) ltac:(lia)).
    unfold content_by_position in Sym. unfold logits in Lead.
    replace (S (p - 1)) with p in Sym by lia. replace (S (k - 1)) with k in Sym by lia.
    rewrite h_pos_logit in Sym, Lead. rewrite h_pos_logit in Sym, Lead. lra.
Qed.

(** * False neighbours *)

(** The uniform head solves it with two symbols and two earlier positions too: letters 0 and 1, asked for the first. *)
Definition u25_thm2_audit_neighbour_two_of_each : Prop :=
  forall n p a s, (1 <= p <= n - 1)%nat -> solves 0 n p a s.

Definition zero_one (j : nat) : token :=
  match j with 1%nat => Letter 0 | 2%nat => Letter 1 | _ => Int 2 end.

Theorem u25_thm2_audit_neighbour_two_of_each_false : ~ u25_thm2_audit_neighbour_two_of_each.
Proof.
  intro H. specialize (H 3%nat 1%nat 0%nat zero_one ltac:(lia)).
  assert (I : index_input zero_one 3 1).
  { split; [|reflexivity]. intros j Hj. assert (j = 1 \/ j = 2)%nat as [-> | ->] by lia; eexists; reflexivity. }
  specialize (H I eq_refl 1%nat ltac:(discriminate)). rewrite !uniform_score in H.
  unfold sum1 in H. simpl in H. lra.
Qed.

(** H_POS is symbolic on no input with one earlier position either: there is nothing to compare there. *)
Definition u25_thm2_audit_neighbour_one_position : Prop :=
  forall theta n p s, (2 <= n)%nat -> (1 <= p <= n - 1)%nat -> no_whole_turn n theta -> index_input s n p ->
    ~ symbolic_on (h_pos theta) s n.

Theorem u25_thm2_audit_neighbour_one_position_false : ~ u25_thm2_audit_neighbour_one_position.
Proof.
  intro H. apply (H PI 2%nat 1%nat (all_zero 2) ltac:(lia) ltac:(lia)).
  - intros t Ht W. apply cos_eq_1 in W. replace t with 1%nat in W by lia. simpl in W.
    rewrite Rmult_1_l, cos_PI in W. lra.
  - apply all_zero_input.
  - intros a b b' _ Hb Hb'. replace b with b' by (simpl in Hb, Hb'; lia). reflexivity.
Qed.

Example u25_thm2_audit_instance : instance_of u25_thm2_audit_statement.
Proof.
  split; [exists 3%nat, zero_one; exact I|]. split; [|split].
  - exists 3%nat, 1%nat, 0%nat, (fun j => if (j =? 3)%nat then Int 2 else Letter 0). split; [lia|]. split; [|exact I].
    left. intros j J. destruct (Nat.eqb_spec j 3); [lia|reflexivity].
  - exists (PI / 3), 3%nat, 1%nat, 0%nat, zero_one. split; [lia|]. split; [exact sixth_of_a_turn|exact I].
  - exists (PI / 3), 3%nat, 1%nat, zero_one. split; [lia|]. split; [lia|]. split; [exact sixth_of_a_turn|].
    split; [|exact I]. split; [|reflexivity]. intros j J. destruct j as [|[|[|j]]]; try lia; eexists; reflexivity.
Qed.
