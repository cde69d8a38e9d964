(** u26.rem31d, .any-weights, .corrected (U26, Remark 3.1).

    Printed: "Retrieval cannot be computed by a purely positional head."

    .any-weights (against it): any head whose attention weights are all positive, with one-hot values and F
    = a + Q x, computes Retrieval on every proper input of every length, where Q x is 2 on every pair whose
    left letter x asks for (on x alone if x is a letter-integer pair) and 0 elsewhere; the answer leads by
    at least the smallest weight.
    .corrected: in T_Retrieval's class (values one-hot, F = a, decoding the largest coordinate; softmax of
    any temperature or hard attention) no head that is positional on every input computes Retrieval: any
    such head fails on A1 B1 CA or on B1 A1 CA, for any letter C other than A, B included.

    Idea: attention with positive weights tells which tokens are present, the direct path which could be
    the answer; on a proper input only one is both.  With F = a the answer is the most attended token: swap
    the two earlier tokens, a positional head keeps its logits, and the largest weight sits on the other
    token.

    Encoding: the vocabulary is all pairs, so vectors and scores have one coordinate for every pair.  A
    head is any function L(x, n, y, j) of query content, its position, key content and its position; the
    printed remark is refuted with the head of which all queries and keys agree, L = cos(n - j).
    "Computes": on every proper input the score of Retrieval's answer is above all others.  Any VAL and any
    F(a, x) are allowed. *)

From Coq Require Import Reals Lra Lia List PeanoNat.
From RopeTheory Require Import Rope Heads Sums Tasks Instances.
Import ListNotations.
Open Scope R_scope.

Definition pair_eq_dec (o t : pair) : {o = t} + {o <> t}.
Proof. decide equality; apply Nat.eq_dec. Defined.

Definition one_hot (t o : pair) : R := if pair_eq_dec o t then 1 else 0.

(** Coordinate o of the attention output with weights w. *)
Definition attention (w : nat -> R) (VAL : pair -> pair -> R) (s : list pair) (o : pair) : R :=
  sum1 (fun j => w j * VAL (at_tok s j) o) (length s).

(** Scores on the input s, with its weights, decode to Retrieval's answer. *)
Definition decodes_right (s : list pair) (score : pair -> R) : Prop :=
  forall answer, last_tok (Retrieval s) = Some answer -> forall o, o <> answer -> score o < score answer.

Definition any_head : Type := pair -> nat -> pair -> nat -> R.

Definition logits_on (L : any_head) (s : list pair) (j : nat) : R :=
  L (at_tok s (length s)) (length s) (at_tok s j) j.

Definition positional_head_on (L : any_head) (s : list pair) : Prop :=
  positional (length s - 1)
    (fun a b => L (at_tok s (length s)) (length s) (at_tok s (S a)) (S b)).

Definition softmax_on (L : any_head) (beta : R) (s : list pair) : nat -> R :=
  weight beta (logits_on L s) (length s).

Definition u26_rem31d_statement : Prop :=
  forall (L : any_head) (beta : R) (VAL : pair -> pair -> R) (F : (pair -> R) -> pair -> pair -> R),
    (forall s, s <> [] -> positional_head_on L s) ->
    ~ (forall s, s <> [] -> proper s ->
         decodes_right s (F (attention (softmax_on L beta s) VAL s) (at_tok s (length s)))).

(** Q x: the bonus of the pairs that could be the answer to x. *)
Definition candidates (bonus : R) (x o : pair) : R :=
  match x with
  | LetterPair _ y => if (left_of o =? y)%nat then bonus else 0
  | LetterInt _ _ => if pair_eq_dec o x then bonus else 0
  end.

Definition presence_score (bonus : R) (w : nat -> R) (s : list pair) (o : pair) : R :=
  attention w one_hot s o + candidates bonus (at_tok s (length s)) o.

Definition u26_rem31d_any_weights_statement : Prop :=
  forall (s : list pair) (w : nat -> R), s <> [] -> proper s ->
    (forall j, within (length s) j -> 0 < w j) -> sum1 w (length s) = 1 ->
    decodes_right s (presence_score 2 w s) /\
    (forall least, (forall j, within (length s) j -> least <= w j) ->
       forall answer, last_tok (Retrieval s) = Some answer ->
       forall o, o <> answer -> presence_score 2 w s o + least <= presence_score 2 w s answer).

(** A = 0, B = 1 and any C other than A; C = B serves an alphabet of two letters. *)
Definition A1_B1_CA (c : nat) : list pair := [LetterInt 0 1; LetterInt 1 1; LetterPair c 0].
Definition B1_A1_CA (c : nat) : list pair := [LetterInt 1 1; LetterInt 0 1; LetterPair c 0].

Definition u26_rem31d_corrected_statement : Prop :=
  forall (L : any_head) (c : nat), c <> 0%nat ->
    positional_head_on L (A1_B1_CA c) -> positional_head_on L (B1_A1_CA c) ->
    (forall beta, 0 < beta ->
       ~ (decodes_right (A1_B1_CA c) (attention (softmax_on L beta (A1_B1_CA c)) one_hot (A1_B1_CA c)) /\
          decodes_right (B1_A1_CA c) (attention (softmax_on L beta (B1_A1_CA c)) one_hot (B1_A1_CA c)))) /\
    ~ (decodes_right (A1_B1_CA c) (attention (hard_weight (logits_on L (A1_B1_CA c)) 3) one_hot (A1_B1_CA c)) /\
       decodes_right (B1_A1_CA c) (attention (hard_weight (logits_on L (B1_A1_CA c)) 3) one_hot (B1_A1_CA c))).

(** * Presence and candidates *)

(** Retrieval's answer stands somewhere, and any other pair that x asks for is absent. *)
Lemma answer_present : forall s answer, s <> [] -> proper s -> last_tok (Retrieval s) = Some answer ->
  let x := at_tok s (length s) in
  (exists j, within (length s) j /\ at_tok s j = answer) /\
    (forall bonus, candidates bonus x answer = bonus) /\
  (forall bonus o, o <> answer -> (exists j, within (length s) j /\ at_tok s j = o) ->
    candidates bonus x o = 0) /\
  (forall bonus o, candidates bonus x o = bonus \/ candidates bonus x o = 0).
Proof.
  intros s answer Ne Pr E x. assert (N : (1 <= length s)%nat) by (destruct s; [congruence|simpl; lia]).
  pose proof (at_tok_inside s (length s) ltac:(lia)) as X. fold x in X.
  unfold last_tok in E. rewrite Retrieval_length, tok_Retrieval in E by lia. injection E as E.
  destruct x as [u y|u i].
  - destruct (Pr _ u y X) as (t & Y & (k & L & K) & U).
    rewrite (retrieval_at_match s _ u y t X) in E; [subst answer|exists k; auto|exact Y|exact U].
    cbn [candidates]. repeat split.
    + exists k. pose proof (tok_inside _ _ _ _ K). split; [exact H|]. unfold at_tok. rewrite K. reflexivity.
    + intro bonus. rewrite (proj2 (Nat.eqb_eq _ _) Y). reflexivity.
    + intros bonus o No (j & J & Ej). destruct (Nat.eqb_spec (left_of o) y) as [C|C]; [|reflexivity].
      exfalso. apply No. apply (U j o); [apply J| |exact C]. rewrite <- Ej. apply at_tok_inside, J.
    + intros bonus o. destruct (left_of o =? y)%nat; auto.
  - unfold retrieval_at in E. rewrite X in E. subst answer. cbn [candidates]. repeat split.
    + exists (length s). split; [unfold within; lia|]. unfold at_tok. rewrite X. reflexivity.
    + intro bonus. destruct (pair_eq_dec (LetterInt u i) (LetterInt u i)); congruence.
    + intros bonus o No _. destruct (pair_eq_dec o (LetterInt u i)); congruence.
    + intros bonus o. destruct (pair_eq_dec o (LetterInt u i)); auto.
Qed.

Lemma attention_absent : forall w s o, (forall j, within (length s) j -> at_tok s j <> o) ->
  attention w one_hot s o = 0.
Proof.
  intros w s o H. unfold attention. rewrite (sum1_ext _ (fun _ => 0)), sum1_const; [ring|]. intros j J.
  unfold one_hot. destruct (pair_eq_dec o (at_tok s j)) as [E|_]; [|ring]. exfalso. apply (H j J). congruence.
Qed.

Lemma attention_present : forall w s o j, (forall k, within (length s) k -> 0 < w k) -> within (length s) j ->
  at_tok s j = o -> w j <= attention w one_hot s o.
Proof.
  intros w s o j W J E. unfold attention. rewrite (sum1_split _ j) by exact J. unfold one_hot at 1. rewrite E.
  destruct (pair_eq_dec o o); [|congruence].
  assert (0 <= sum1 (fun k => if (k =? j)%nat then 0 else w k * one_hot (at_tok s k) o) (length s)); [|lra].
  apply sum1_nonneg. intros k K. destruct (k =? j)%nat; [lra|]. pose proof (W k K). unfold one_hot.
  destruct (pair_eq_dec o (at_tok s k)); lra.
Qed.

(** Two different tokens share at most the whole weight. *)
Lemma attention_shared : forall w s o t, o <> t -> (forall k, within (length s) k -> 0 < w k) ->
  sum1 w (length s) = 1 -> attention w one_hot s o + attention w one_hot s t <= 1.
Proof.
  intros w s o t Ne W One. rewrite <- One. unfold attention. rewrite <- sum1_plus. apply sum1_le. intros k K.
  pose proof (W k K). unfold one_hot.
  destruct (pair_eq_dec o (at_tok s k)), (pair_eq_dec t (at_tok s k)); try lra. congruence.
Qed.

Lemma present_or_absent : forall s o n,
  (exists j, within n j /\ at_tok s j = o) \/ (forall j, within n j -> at_tok s j <> o).
Proof.
  intros s o n. induction n as [|n IH]; [right; unfold within; intros; lia|].
  destruct (pair_eq_dec (at_tok s (S n)) o) as [E|E];
    [left; exists (S n); unfold within; split; [lia|exact E]|].
  destruct IH as [(j & J & Ej)|IH].
  - left. exists j. unfold within in *. split; [lia|exact Ej].
  - right. intros j J. unfold within in J. destruct (Nat.eq_dec j (S n)) as [->|Nj]; [exact E|].
    apply IH. unfold within. lia.
Qed.

Lemma presence_lead : forall s w answer, s <> [] -> proper s -> (forall j, within (length s) j -> 0 < w j) ->
  sum1 w (length s) = 1 -> last_tok (Retrieval s) = Some answer ->
  exists j, within (length s) j /\
    forall o, o <> answer -> presence_score 2 w s o + w j <= presence_score 2 w s answer.
Proof.
  intros s w answer Ne Pr W One E.
  destruct (answer_present s answer Ne Pr E) as ((j & J & Ej) & Own & Absent & Two). exists j.
  split; [exact J|].
  intros o No. unfold presence_score. rewrite Own. pose proof (attention_present w s answer j W J Ej) as A.
  destruct (present_or_absent s o (length s)) as [P|P].
  - rewrite (Absent 2 o No P). pose proof (attention_shared w s o answer No W One).
    pose proof (W j J). lra.
  - rewrite (attention_absent w s o P). destruct (Two 2 o) as [->| ->]; lra.
Qed.

Theorem u26_rem31d_any_weights_proved : u26_rem31d_any_weights_statement.
Proof.
  intros s w Ne Pr W One. split.
  - intros answer E o No. destruct (presence_lead s w answer Ne Pr W One E) as (j & J & Lead).
    pose proof (Lead o No). pose proof (W j J). lra.
  - intros least Least answer E o No. destruct (presence_lead s w answer Ne Pr W One E) as (j & J & Lead).
    pose proof (Lead o No). pose proof (Least j J). lra.
Qed.

(** * The printed remark *)

Lemma softmax_positive : forall beta l n j, (1 <= n)%nat -> 0 < weight beta l n j.
Proof.
  intros beta l n j N. apply Rdiv_lt_0_compat; [apply exp_pos|].
  apply sum1_pos; [exact N|intros; apply exp_pos].
Qed.

Lemma softmax_total : forall beta l n, (1 <= n)%nat -> sum1 (weight beta l n) n = 1.
Proof.
  intros beta l n N. set (z := sum1 (fun k => exp (beta * l k)) n).
  assert (Z : 0 < z) by (apply sum1_pos; [exact N|intros; apply exp_pos]).
  rewrite (sum1_ext _ (fun j => / z * exp (beta * l j))).
  - rewrite sum1_scal. fold z. field. lra.
  - intros j _. unfold weight. fold z. field. lra.
Qed.

(** All queries and keys agree: the logit sees the distance only. *)
Definition keys_agree : any_head := fun _ n _ j => logit 1 north north n j.

Lemma any_softmax : forall L beta s, s <> [] -> proper s ->
  decodes_right s (presence_score 2 (softmax_on L beta s) s).
Proof.
  intros L beta s Ne Pr. assert (N : (1 <= length s)%nat) by (destruct s; [congruence|simpl; lia]).
  apply u26_rem31d_any_weights_proved; try assumption.
  - intros j _. apply softmax_positive, N.
  - apply softmax_total, N.
Qed.

Theorem u26_rem31d_refuted : ~ u26_rem31d_statement.
Proof.
  intro H. apply (H keys_agree 1 one_hot (fun a x o => a o + candidates 2 x o)).
  - intros s _ a a' b _ _ _. reflexivity.
  - intros s Ne Pr. apply (any_softmax keys_agree 1 s Ne Pr).
Qed.

(** * In T_Retrieval's class *)

Lemma three : forall w VAL s o, length s = 3%nat ->
  attention w VAL s o = w 1%nat * VAL (at_tok s 1) o + w 2%nat * VAL (at_tok s 2) o +
    w 3%nat * VAL (at_tok s 3) o.
Proof. intros w VAL s o E. unfold attention, sum1. rewrite E. simpl. ring. Qed.

(** A1 stands first, then second; A1 must outweigh B1 both times. *)
Lemma more_on_A1 : forall c w w', c <> 0%nat -> decodes_right (A1_B1_CA c) (attention w one_hot (A1_B1_CA c)) ->
  decodes_right (B1_A1_CA c) (attention w' one_hot (B1_A1_CA c)) -> w 2%nat < w 1%nat /\ w' 1%nat < w' 2%nat.
Proof.
  intros c w w' C H H'. destruct c as [|c]; [contradiction|].
  specialize (H (LetterInt 0 1) eq_refl (LetterInt 1 1) ltac:(discriminate)).
  specialize (H' (LetterInt 0 1) eq_refl (LetterInt 1 1) ltac:(discriminate)).
  rewrite !three in H by reflexivity. rewrite !three in H' by reflexivity.
  unfold one_hot, at_tok in H, H'. simpl in H, H'. lra.
Qed.

Lemma weight_order : forall beta l n i j, (1 <= n)%nat -> 0 < beta -> weight beta l n i < weight beta l n j ->
  l i < l j.
Proof.
  intros beta l n i j N B H. unfold weight, Rdiv in H. apply Rmult_lt_reg_r in H.
  - apply exp_lt_inv in H. apply Rmult_lt_reg_l in H; assumption.
  - apply Rinv_0_lt_compat, sum1_pos; [exact N|intros; apply exp_pos].
Qed.

Lemma hard_order : forall l n i j, within n i -> within n j -> hard_weight l n i < hard_weight l n j ->
  l i < l j.
Proof.
  intros l n i j I J H. unfold hard_weight in H. set (z := sum1 (fun k => if top l n k then 1 else 0) n) in H.
  assert (Z : 0 <= z) by (apply sum1_nonneg; intros k _; destruct (top l n k); lra).
  destruct (Req_dec z 0) as [Z0|Z0].
  { rewrite Z0 in H. unfold Rdiv in H. rewrite Rinv_0 in H. lra. }
  assert (Zi : 0 < / z) by (apply Rinv_0_lt_compat; lra). unfold Rdiv in H.
  destruct (top l n j) eqn:Tj; [|destruct (top l n i); lra]. destruct (top l n i) eqn:Ti; [lra|].
  pose proof (proj1 (top_spec l n j) Tj i I) as Le. destruct Le as [Lt|E]; [exact Lt|exfalso].
  assert (Top : top l n i = true); [|congruence]. apply top_spec. intros k K. rewrite E.
  exact (proj1 (top_spec l n j) Tj k K).
Qed.

(** The rows agree: swapping the two earlier tokens leaves the logits of the places. *)
Lemma same_places : forall L c, positional_head_on L (A1_B1_CA c) ->
  logits_on L (B1_A1_CA c) 1 = logits_on L (A1_B1_CA c) 1 /\ logits_on L (B1_A1_CA c) 2 = logits_on L (A1_B1_CA c) 2.
Proof.
  intros L c Pos. unfold positional_head_on, positional in Pos. simpl in Pos.
  pose proof (Pos 1%nat 0%nat 0%nat ltac:(lia) ltac:(lia) ltac:(lia)) as E.
  pose proof (Pos 0%nat 1%nat 1%nat ltac:(lia) ltac:(lia) ltac:(lia)) as E'.
  unfold at_tok in E, E'. simpl in E, E'. unfold logits_on, at_tok. simpl. split; assumption.
Qed.

Theorem u26_rem31d_corrected_proved : u26_rem31d_corrected_statement.
Proof.
  intros L c C Pos _. destruct (same_places L c Pos) as [E1 E2]. split.
  - intros beta B [H H']. destruct (more_on_A1 c _ _ C H H') as [W W'].
    apply weight_order in W; [|simpl; lia|exact B]. apply weight_order in W'; [|simpl; lia|exact B]. lra.
  - intros [H H']. destruct (more_on_A1 c _ _ C H H') as [W W'].
    apply hard_order in W; [|unfold within; lia|unfold within; lia].
    apply hard_order in W'; [|unfold within; lia|unfold within; lia]. lra.
Qed.

(** * False neighbours *)

(** The input need not be proper: in A1 A2 BA the second of two candidates leads with the larger weight. *)
Definition u26_rem31d_any_weights_neighbour_improper : Prop :=
  forall (s : list pair) (w : nat -> R), s <> [] -> (forall j, within (length s) j -> 0 < w j) ->
    sum1 w (length s) = 1 -> decodes_right s (presence_score 2 w s).

Theorem u26_rem31d_any_weights_neighbour_improper_false : ~ u26_rem31d_any_weights_neighbour_improper.
Proof.
  intro H. specialize (H [LetterInt 0 1; LetterInt 0 2; LetterPair 1 0]
    (fun j => if (j =? 2)%nat then 1 / 2 else 1 / 4) ltac:(discriminate)).
  assert (W : forall j, within 3 j -> 0 < (if (j =? 2)%nat then 1 / 2 else 1 / 4)).
  { intros j _. destruct (j =? 2)%nat; lra. }
  specialize (H W ltac:(unfold sum1; simpl; lra) (LetterInt 0 1) eq_refl (LetterInt 0 2) ltac:(discriminate)).
  unfold presence_score in H. rewrite !three in H by reflexivity. unfold one_hot, at_tok in H. simpl in H.
  lra.
Qed.

(** A bonus of 1/2 is enough: in A1 B1 CA most of the weight may sit on B1. *)
Definition u26_rem31d_any_weights_neighbour_half_bonus : Prop :=
  forall (s : list pair) (w : nat -> R), s <> [] -> proper s ->
    (forall j, within (length s) j -> 0 < w j) -> sum1 w (length s) = 1 ->
    decodes_right s (presence_score (1 / 2) w s).

Theorem u26_rem31d_any_weights_neighbour_half_bonus_false : ~ u26_rem31d_any_weights_neighbour_half_bonus.
Proof.
  intro H. set (s := [LetterInt 0 1; LetterInt 1 1; LetterPair 2 0]). assert (Pr : proper s).
  { intros p x y E. destruct p as [|[|[|[|p]]]]; try discriminate E; [|destruct p; discriminate E].
    injection E as <- <-. exists (LetterInt 0 1). split; [reflexivity|].
    split; [exists 1%nat; split; [lia|reflexivity]|].
    intros k t L K Y. destruct k as [|[|[|[|k]]]]; try lia; try discriminate K; injection K as <-;
      try discriminate Y.
    reflexivity. }
  specialize (H s (fun j => if (j =? 2)%nat then 8 / 10 else 1 / 10) ltac:(discriminate) Pr).
  assert (W : forall j, within 3 j -> 0 < (if (j =? 2)%nat then 8 / 10 else 1 / 10)).
  { intros j _. destruct (j =? 2)%nat; lra. }
  specialize (H W ltac:(unfold sum1, s; simpl; lra) (LetterInt 0 1) eq_refl (LetterInt 1 1)
    ltac:(discriminate)).
  unfold presence_score in H. rewrite !three in H by reflexivity. unfold one_hot, at_tok in H. simpl in H.
  lra.
Qed.

(** A head that is not positional fails, too: wrong, one that favours the sought letter does not. *)
Definition u26_rem31d_corrected_neighbour_any_head : Prop :=
  forall (L : any_head) (c : nat) beta, c <> 0%nat -> 0 < beta ->
    ~ (decodes_right (A1_B1_CA c) (attention (softmax_on L beta (A1_B1_CA c)) one_hot (A1_B1_CA c)) /\
       decodes_right (B1_A1_CA c) (attention (softmax_on L beta (B1_A1_CA c)) one_hot (B1_A1_CA c))).

Definition favours (x : pair) (n : nat) (y : pair) (j : nat) : R :=
  if (left_of y =? sought x)%nat then 1 else 0.

Theorem u26_rem31d_corrected_neighbour_any_head_false : ~ u26_rem31d_corrected_neighbour_any_head.
Proof.
  intro H. apply (H favours 2%nat 1 ltac:(lia) ltac:(lra)).
  pose proof (exp_increasing 0 (1 * 1) ltac:(lra)) as Ex. rewrite exp_0 in Ex.
  assert (E0 : exp (1 * 0) = 1) by (rewrite Rmult_0_r; apply exp_0).
  split; intros answer E o No; injection E as <-; rewrite !three by reflexivity;
    unfold softmax_on, weight, sum1, logits_on, favours, one_hot, at_tok; simpl; rewrite !E0;
    set (e := exp (1 * 1)) in *;
    (assert (Z : 0 < / (0 + e + 1 + 1)) by (apply Rinv_0_lt_compat; lra)) ;
    (assert (Z' : 0 < / (0 + 1 + e + 1)) by (apply Rinv_0_lt_compat; lra)) ;
    repeat (destruct (pair_eq_dec o _); try congruence); unfold Rdiv; try nra; exfalso; apply No; assumption.
Qed.

Example u26_rem31d_any_weights_instance : instance_of u26_rem31d_any_weights_statement.
Proof.
  exists (A1_B1_CA 2), (fun j => if (j =? 1)%nat then 1 / 2 else 1 / 4). split; [discriminate|]. split; [|split; [|split]].
  - intros p x y E. cases. exists (LetterInt 0 1). repeat split; [exists 1%nat; split; [lia|reflexivity]|intros; cases].
  - intros j _. destruct (j =? 1)%nat; lra.
  - unfold sum1. simpl. lra.
  - split; [exact I|]. exists (1 / 4). split; [intros j _; destruct (j =? 1)%nat; lra|].
    exists (LetterInt 0 1). split; [reflexivity|]. exists (LetterInt 1 1). split; [discriminate|exact I].
Qed.

Example u26_rem31d_corrected_instance : instance_of u26_rem31d_corrected_statement.
Proof.
  exists (fun _ n _ j => cos (INR n - INR j)), 1%nat. split; [lia|]. split; [intros a a' b _ _ _; reflexivity|].
  split; [intros a a' b _ _ _; reflexivity|]. split; [|exact I]. exists 1. split; [lra|exact I].
Qed.
