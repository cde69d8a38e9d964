(** new.stack-beta (new; after U26, Section 3.2): a beta for L layers that share one attention matrix.

    Statement.  L layers that share one softmax attention matrix A, each writing A times what the layer before wrote, answer
    paths of up to L hops in one pass: beta >= ln((n-1) L/eta)/Delta leaves more than 1 - eta of the mass of row n of A^L on
    positions that hold the answer.  Number task: T_Index's head at theta = 2 pi/n, Delta = 1 - cos theta.  Letter task: H_SYM
    without rotation over m letters, omega = 2 pi/m, Delta = 1 - cos omega; the input need not be proper.

    Idea: a row on the path puts more than 1 - e, e = (n-1) e^{-beta Delta}, of its weight on keys that hold the next token
    of the path; the last token of a path is its own next token.  Each layer keeps that share of what the path has.
    Encoding: inputs are lists as in Tasks.v; row i sees the keys 1..i.  A number input has a path that ends on a letter; a
    letter input is one of the task, with a path in the reading in which a hop sees the positions up to its own. *)

From Coq Require Import Reals Lra Lia PeanoNat List.
From RopeTheory Require Import Rope Sums Trig Heads Circle Tasks new_stack_beta_free u26_index_decode u26_rem32
  Instances.
Import ListNotations.
Open Scope R_scope.

(** The attention matrix: row i sees the keys 1..i. *)
Definition causal (beta : R) (l : nat -> nat -> R) (i j : nat) : R := if (j <=? i)%nat then weight beta (l i) i j else 0.

(** Row i's logit of key j. *)
Definition row {T : Type} (h : head T) (s : nat -> T) (i j : nat) : R := head_logit h (s i) i (s j) j.

(** The mass of row n of A^L on the positions that `held` names. *)
Definition mass (A : nat -> nat -> R) (n L : nat) (held : nat -> bool) (i : nat) : R :=
  sum1 (fun j => if held j then power A n L i j else 0) n.

Definition new_stack_beta_statement : Prop :=
  forall (L : nat) (eta beta : R), (1 <= L)%nat -> 0 < eta < 1 ->
    (forall (s : list token) (h : nat) (a : letter), let n := length s in
       (2 <= n)%nat -> num_answer s h a -> (h <= L)%nat ->
       ln (INR (n - 1) * INR L / eta) <= beta * (1 - cos (2 * PI / INR n)) ->
       1 - eta < mass (causal beta (row (h_pos (2 * PI / INR n)) (keep s))) n L (fun j => token_eq (keep s j) (Letter a)) n) /\
    (forall (m : nat) (s : list pair) (h : nat) (t : pair), let n := length s in
       (2 <= m)%nat -> (forall j, (left_of (at_tok s j) < m)%nat /\ (sought (at_tok s j) < m)%nat) ->
       letter_input s -> letter_answer earlier s h t -> (h <= L)%nat ->
       ln (INR (n - 1) * INR L / eta) <= beta * (1 - cos (spacing m)) ->
       1 - eta < mass (causal beta (row (h_retrieval m 0) (at_tok s))) n L (fun j => pair_eqb (at_tok s j) t) n).

(** * One row *)

Lemma share : forall beta l i D x (P : nat -> bool) t, (1 <= t <= i)%nat -> P t = true -> 0 <= beta -> x = exp (- (beta * D)) ->
  (forall k, (1 <= k <= i)%nat -> P k = false -> D <= l t - l k) ->
  1 - INR (i - 1) * x <= sum1 (fun k => if P k then weight beta l i k else 0) i /\
  ((2 <= i)%nat -> 1 - INR (i - 1) * x < sum1 (fun k => if P k then weight beta l i k else 0) i).
Proof.
  intros beta l i D x P t T Pt B X Lead. pose proof (exp_pos (- (beta * D))) as Xp. rewrite <- X in Xp.
  set (e := exp (beta * l t)). assert (E : 0 < e) by apply exp_pos.
  set (Z := sum1 (fun k => exp (beta * l k)) i).
  set (S := sum1 (fun k => if P k then 0 else exp (beta * l k)) i).
  assert (S0 : 0 <= S) by (apply sum1_nonneg; intros k _; destruct (P k); [lra|apply Rlt_le, exp_pos]).
  assert (SZ : S + e <= Z).
  { unfold Z. rewrite (sum1_split _ t i T). fold e.
    assert (S <= sum1 (fun k => if (k =? t)%nat then 0 else exp (beta * l k)) i); [|lra].
    apply sum1_le. intros k K. pose proof (exp_pos (beta * l k)). destruct (Nat.eqb_spec k t) as [->|N]; [rewrite Pt; lra|].
    destruct (P k); lra. }
  assert (Se : S <= INR (i - 1) * x * e).
  { apply Rle_trans with (sum1 (fun k => if (k =? t)%nat then 0 else e * x) i).
    - apply sum1_le. intros k K. destruct (Nat.eqb_spec k t) as [->|N]; [rewrite Pt; lra|]. destruct (P k) eqn:Pk.
      + apply Rmult_le_pos; lra.
      + unfold e. rewrite X, <- exp_plus. apply exp_le. pose proof (Lead k K Pk) as Q. apply (Rmult_le_compat_l beta) in Q; lra.
    - rewrite sum1_one by exact T. lra. }
  assert (Sum : sum1 (fun k => if P k then weight beta l i k else 0) i = 1 - S / Z).
  { assert (Q : sum1 (fun k => if P k then weight beta l i k else 0) i + S / Z = 1).
    { unfold S, Rdiv. rewrite (Rmult_comm _ (/ Z)), <- sum1_scal, <- sum1_plus. rewrite (sum1_ext _ (fun k => / Z * exp (beta * l k))).
      - rewrite sum1_scal. fold Z. field. lra.
      - intros k _. unfold weight. fold Z. destruct (P k); unfold Rdiv; ring. }
    lra. }
  rewrite Sum. assert (M : 0 <= INR (i - 1)) by apply pos_INR. assert (Mx : 0 <= INR (i - 1) * x) by (apply Rmult_le_pos; lra).
  split.
  - assert (S / Z <= INR (i - 1) * x); [|lra]. apply Rmult_le_reg_r with Z; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
    assert (INR (i - 1) * x * e <= INR (i - 1) * x * Z) by (apply Rmult_le_compat_l; lra). lra.
  - intro I. assert (1 <= INR (i - 1)) by (apply (le_INR 1); lia). assert (0 < INR (i - 1) * x) by (apply Rmult_lt_0_compat; lra).
    assert (S / Z < INR (i - 1) * x); [|lra]. apply Rmult_lt_reg_r with Z; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
    assert (INR (i - 1) * x * (S + e) <= INR (i - 1) * x * Z) by (apply Rmult_le_compat_l; lra).
    destruct (Req_dec S 0) as [Zero|Nz]; [rewrite Zero; assert (0 < INR (i - 1) * x * Z) by (apply Rmult_lt_0_compat; lra); lra|].
    assert (0 < INR (i - 1) * x * S) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(** * All layers *)

Lemma mass_step : forall A n L held i, mass A n (S L) held i = sum1 (fun k => A i k * mass A n L held k) n.
Proof.
  intros A n L held i. unfold mass. cbn [power].
  rewrite (sum1_ext _ (fun j => sum1 (fun k => A i k * (if held j then power A n L k j else 0)) n)).
  - rewrite sum1_swap. apply sum1_ext. intros k _. rewrite sum1_scal. reflexivity.
  - intros j _. destruct (held j); [reflexivity|]. symmetry. rewrite (sum1_ext _ (fun _ => 0)); [rewrite sum1_const; ring|].
    intros. ring.
Qed.

Lemma mass_start : forall A n held i, (1 <= i <= n)%nat -> held i = true -> mass A n 0 held i = 1.
Proof.
  intros A n held i I H. unfold mass. cbn [power]. rewrite (sum1_split _ i n I), H, Nat.eqb_refl.
  rewrite (sum1_ext _ (fun _ => 0)); [rewrite sum1_const; ring|]. intros k _. destruct (Nat.eqb_spec k i) as [_|N]; [reflexivity|].
  destruct (held k); [|reflexivity]. destruct (Nat.eqb_spec i k); [congruence|reflexivity].
Qed.

Section Layers.
  Variables (n : nat) (beta D x eta : R) (l : nat -> nat -> R) (held : nat -> bool) (good : nat -> nat -> Prop) (layers : nat).
  Hypothesis N : (2 <= n)%nat.
  Hypothesis B : 0 <= beta.
  Hypothesis X : x = exp (- (beta * D)).
  Hypothesis Eta : eta < 1.
  Hypothesis Small : INR (n - 1) * x * INR layers <= eta.
  Hypothesis End_ : forall p, good p 0 -> held p = true.
  (** The keys that row p asks for: they lead, and the path goes on from them. *)
  Hypothesis Step : forall p h, (1 <= p <= n)%nat -> good p h -> exists P t, (1 <= t <= p)%nat /\ P t = true /\
    (forall k, (1 <= k <= p)%nat -> P k = false -> D <= l p t - l p k) /\
    (forall k, (1 <= k <= p)%nat -> P k = true -> good k (pred h)).

  Let e := INR (n - 1) * x.

  Let e_pos : 0 < e.
  Proof. unfold e. apply Rmult_lt_0_compat; [apply (lt_INR 0); lia|rewrite X; apply exp_pos]. Qed.

  Let A := causal beta l.

  Let A_nonneg : forall i j, 0 <= A i j.
  Proof.
    intros i j. unfold A, causal. destruct (Nat.leb_spec j i); [|lra]. destruct (Nat.eq_dec i 0) as [->|I].
    - unfold weight, sum1. simpl. unfold Rdiv. rewrite Rinv_0. lra.
    - apply weight_nonneg. lia.
  Qed.

  Let mass_nonneg : forall L i, 0 <= mass A n L held i.
  Proof. intros L i. apply sum1_nonneg. intros j _. destruct (held j); [apply power_nonneg, A_nonneg|lra]. Qed.

  (** What row p gives to keys in P, each with at least M. *)
  Let row_gives : forall L p P M, (1 <= p <= n)%nat -> 0 <= M -> (forall k, (1 <= k <= p)%nat -> P k = true -> M <= mass A n L held k) ->
    M * sum1 (fun k => if P k then weight beta (l p) p k else 0) p <= mass A n (S L) held p.
  Proof.
    intros L p P M Hp HM H. rewrite mass_step, (sum1_split_at _ p n) by lia.
    assert (R : 0 <= sum1 (fun k => A p (p + k)%nat * mass A n L held (p + k)) (n - p))
      by (apply sum1_nonneg; intros k _; apply Rmult_le_pos; [apply A_nonneg|apply mass_nonneg]).
    assert (Q : M * sum1 (fun k => if P k then weight beta (l p) p k else 0) p <= sum1 (fun k => A p k * mass A n L held k) p); [|lra].
    rewrite <- sum1_scal. apply sum1_le. intros k K. pose proof (A_nonneg p k) as W. pose proof (mass_nonneg L k) as V.
    destruct (P k) eqn:Pk; [|rewrite Rmult_0_r; apply Rmult_le_pos; assumption].
    unfold A, causal in *. destruct (Nat.leb_spec k p); [|lia]. rewrite Rmult_comm. apply Rmult_le_compat_l; [exact W|apply H; assumption].
  Qed.

  Lemma along : forall L, (L <= layers)%nat -> forall p h, (1 <= p <= n)%nat -> good p h -> (h <= L)%nat ->
    1 - INR L * e <= mass A n L held p /\ ((1 <= L)%nat -> 1 - INR L * e < mass A n L held p).
  Proof.
    assert (Bound : forall L, (L <= layers)%nat -> INR L * e < 1).
    { intros L HL. apply le_INR in HL. pose proof e_pos as Ep.
      assert (INR L * e <= INR layers * e) by (apply Rmult_le_compat_r; lra). unfold e in *. lra. }
    induction L as [|L IH]; intros HL p h Hp G H.
    - replace h with 0%nat in G by lia. rewrite mass_start; [split; [simpl; lra|intro; lia]|exact Hp|apply End_, G].
    - destruct (Step p h Hp G) as (P & t & T & Pt & Lead & Next).
      assert (M : forall k, (1 <= k <= p)%nat -> P k = true -> 1 - INR L * e <= mass A n L held k)
        by (intros k K Pk; apply (IH ltac:(lia) k (pred h)); [lia|apply Next; assumption|lia]).
      pose proof (Bound L ltac:(lia)) as BL. pose proof (Bound (S L) HL) as BS. rewrite S_INR in *. pose proof (pos_INR L) as L0.
      pose proof (row_gives L p P (1 - INR L * e) Hp ltac:(lra) M) as Gives.
      destruct (share beta (l p) p D x P t T Pt B X Lead) as [Weak Strict].
      set (W := sum1 (fun k => if P k then weight beta (l p) p k else 0) p) in *.
      assert (We : 1 - e < W).
      { assert (Xp : 0 < x) by (rewrite X; apply exp_pos). destruct (Nat.eq_dec p 1) as [->|P1].
        - simpl in Weak. lra.
        - specialize (Strict ltac:(lia)). assert (INR (p - 1) <= INR (n - 1)) by (apply le_INR; lia). unfold e. nra. }
      assert ((1 - INR L * e) * (1 - e) < (1 - INR L * e) * W) by (apply Rmult_lt_compat_l; lra).
      assert (0 <= INR L * (e * e)) by (apply Rmult_le_pos; [lra|nra]). split; [|intros _]; lra.
  Qed.
End Layers.

(** * The two tasks *)

Lemma warm : forall n L eta beta D, (2 <= n)%nat -> (1 <= L)%nat -> 0 < eta < 1 -> 0 < D ->
  ln (INR (n - 1) * INR L / eta) <= beta * D -> 0 <= beta /\ INR (n - 1) * exp (- (beta * D)) * INR L <= eta.
Proof.
  intros n L eta beta D N HL E P W. assert (N1 : 1 <= INR (n - 1)) by (apply (le_INR 1); lia).
  assert (L1 : 1 <= INR L) by (apply (le_INR 1), HL). assert (Q : 1 <= INR (n - 1) * INR L) by nra.
  assert (R : 1 < INR (n - 1) * INR L / eta).
  { apply Rmult_lt_reg_r with eta; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (0 < ln (INR (n - 1) * INR L / eta)) by (rewrite <- ln_1; apply ln_increasing; lra).
  split; [apply Rnot_lt_le; intro; nra|].
  assert (Z : exp (- (beta * D)) <= eta / (INR (n - 1) * INR L)).
  { replace (eta / (INR (n - 1) * INR L)) with (exp (- ln (INR (n - 1) * INR L / eta))).
    - apply exp_le. lra.
    - rewrite exp_Ropp, exp_ln by lra. field. lra. }
  apply (Rmult_le_compat_l (INR (n - 1) * INR L)) in Z; [|lra].
  replace (INR (n - 1) * INR L * (eta / (INR (n - 1) * INR L))) with eta in Z by (field; lra). lra.
Qed.

Lemma num_target : forall s p h q, num_path s p h q -> (1 <= p <= length s)%nat /\ (asked (keep s p) < p)%nat /\
  num_path s (p - asked (keep s p)) (pred h) q.
Proof.
  intros s p h q H. destruct H as [p a E|p i h q E I H]; pose proof (tok_inside _ _ _ _ E) as J; unfold keep; rewrite E; simpl.
  - split; [exact J|]. split; [lia|]. rewrite Nat.sub_0_r. apply (num_here s p a E).
  - split; [exact J|]. split; [exact I|exact H].
Qed.

Theorem number_stack : forall L eta beta s h a, (1 <= L)%nat -> 0 < eta < 1 -> let n := length s in
  (2 <= n)%nat -> num_answer s h a -> (h <= L)%nat ->
  ln (INR (n - 1) * INR L / eta) <= beta * (1 - cos (2 * PI / INR n)) ->
  1 - eta < mass (causal beta (row (h_pos (2 * PI / INR n)) (keep s))) n L (fun j => token_eq (keep s j) (Letter a)) n.
Proof.
  intros L eta beta s h a HL E n N (q & Path & Answer) Hh W. set (theta := 2 * PI / INR n) in *.
  assert (Nr : 2 <= INR n) by (apply (le_INR 2), N). pose proof PI_RGT_0 as Pi.
  assert (Turn : INR n * theta = 2 * PI) by (unfold theta; field; lra).
  assert (Th : 0 < theta) by (unfold theta; apply Rdiv_lt_0_compat; lra).
  assert (D : 0 < 1 - cos theta) by (pose proof (cos_lt_1 theta Th ltac:(nra)); lra).
  destruct (warm n L eta beta _ N HL E D W) as [B Small].
  pose proof (along n beta (1 - cos theta) _ eta (row (h_pos theta) (keep s)) (fun j => token_eq (keep s j) (Letter a))
    (fun p h => num_path s p h q) L N B eq_refl (proj2 E) Small) as G.
  destruct (fun End_ Step => G End_ Step L (le_n L) n h ltac:(lia) Path Hh) as [_ S].
  - intros p Here. inversion Here as [p' b Eb|]; subst. unfold keep. rewrite Answer. apply token_eq_refl.
  - intros p k _ H. destruct (num_target s p k q H) as (I & A & Next). set (t := (p - asked (keep s p))%nat) in *.
    exists (fun j => (j =? t)%nat), t. split; [lia|]. split; [apply Nat.eqb_refl|]. split.
    + intros j J Q. apply Nat.eqb_neq in Q. unfold row. rewrite !h_pos_logit.
      assert (Et : INR p - INR t - INR (asked (keep s p)) = 0) by (unfold t; rewrite minus_INR by lia; ring).
      rewrite Et, Rmult_0_l, cos_0.
      assert (C : cos ((INR p - INR j - INR (asked (keep s p))) * theta) <= cos theta); [|lra].
      replace (INR p - INR j - INR (asked (keep s p))) with (INR t - INR j) by lra. fold n in I.
      destruct (Nat.lt_ge_cases j t) as [Lt|Ge].
      * rewrite <- minus_INR by lia. assert (U : 1 <= INR (t - j) <= INR n - 1).
        { split; [apply (le_INR 1); lia|]. replace (INR n - 1) with (INR (n - 1)) by (rewrite minus_INR by lia; simpl; ring). apply le_INR. lia. }
        apply cos_far_weakly; nra.
      * rewrite <- (cos_neg ((INR t - INR j) * theta)). replace (- ((INR t - INR j) * theta)) with ((INR j - INR t) * theta) by ring.
        rewrite <- minus_INR by lia. assert (U : 1 <= INR (j - t) <= INR n - 1).
        { split; [apply (le_INR 1); lia|]. replace (INR n - 1) with (INR (n - 1)) by (rewrite minus_INR by lia; simpl; ring). apply le_INR. lia. }
        apply cos_far_weakly; nra.
    + intros j _ Q. apply Nat.eqb_eq in Q. subst j. exact Next.
  - specialize (S HL). rewrite Rmult_comm in Small. lra.
Qed.

(** The path from p, and for a letter-integer token: every key up to p with its left letter holds it. *)
Definition settled (s : list pair) (t : pair) (p h : nat) : Prop :=
  letter_path earlier s p h t /\
  (h = 0%nat -> forall k u, (k <= p)%nat -> tok s k = Some u -> left_of u = left_of t -> u = t).

Lemma letter_target : forall s t p h, settled s t p h -> (1 <= p <= length s)%nat /\
  exists y next k, sought (at_tok s p) = y /\ (k <= p)%nat /\ tok s k = Some next /\ left_of next = y /\
    (forall j u, (j <= p)%nat -> tok s j = Some u -> left_of u = y -> u = next) /\
    (forall j, (j <= p)%nat -> tok s j = Some next -> settled s t j (pred h)).
Proof.
  intros s t p h [H C]. destruct H as [p x i E|p x y q next h t E V Q Y U H]; pose proof (tok_inside _ _ _ _ E) as J; split; try exact J;
    unfold at_tok; rewrite E; simpl.
  - exists x, (LetterInt x i), p. split; [reflexivity|]. split; [lia|]. split; [exact E|]. split; [reflexivity|]. split.
    + intros j u Hj Tj Lj. exact (C eq_refl j u Hj Tj Lj).
    + intros j Hj Tj. split; [apply letter_here, Tj|]. intros _ k u K Tk Lk. apply (C eq_refl k u ltac:(lia) Tk Lk).
  - exists y, next, q. split; [reflexivity|]. split; [exact V|]. split; [exact Q|]. split; [exact Y|]. split.
    + intros j u Hj Tj Lj. exact (U j u Hj Tj Lj).
    + intros j Hj Tj. pose proof (H j Hj Tj) as Hq. simpl. split; [exact Hq|]. intros Z k u K Tk Lk. subst h.
      inversion Hq as [j' x' i' E'|]; subst. assert (N : next = LetterInt x' i') by congruence. subst next.
      apply (U k u); [unfold earlier in *; lia|exact Tk|congruence].
Qed.

Lemma letter_shape : forall s, letter_input s -> (2 <= length s)%nat /\ exists x y, tok s (length s) = Some (LetterPair x y).
Proof.
  intros s (b & l & -> & Nb & Nl & _ & F). destruct (exists_last Nl) as (l' & z & ->). rewrite !app_length. simpl.
  assert (1 <= length b)%nat by (destruct b; [congruence|simpl; lia]). split; [lia|].
  apply Forall_app in F. destruct F as [_ F]. inversion F as [|z' l'' (x & y & ->) _]; subst. exists x, y.
  replace (length b + (length l' + 1))%nat with (S (length b + length l')) by lia. simpl.
  rewrite app_assoc, nth_error_app2 by (rewrite app_length; lia). rewrite app_length, Nat.sub_diag. reflexivity.
Qed.

Lemma rival_letter : forall m a b d, (2 <= m)%nat -> (a < m)%nat -> (b < m)%nat -> a <> b ->
  cos ((INR b - INR a) * spacing m + d * 0) <= cos (spacing m).
Proof.
  intros m a b d M A B N. rewrite Rmult_0_r. destruct (circle_rival m a b A B N) as (y & Y & ->). rewrite Rplus_0_r.
  pose proof (spacing_pos m ltac:(lia)). apply cos_far_weakly; lra.
Qed.

Theorem letter_stack : forall L eta beta m s h t, (1 <= L)%nat -> 0 < eta < 1 -> let n := length s in
  (2 <= m)%nat -> (forall j, (left_of (at_tok s j) < m)%nat /\ (sought (at_tok s j) < m)%nat) ->
  letter_input s -> letter_answer earlier s h t -> (h <= L)%nat ->
  ln (INR (n - 1) * INR L / eta) <= beta * (1 - cos (spacing m)) ->
  1 - eta < mass (causal beta (row (h_retrieval m 0) (at_tok s))) n L (fun j => pair_eqb (at_tok s j) t) n.
Proof.
  intros L eta beta m s h t HL E n M Over Shape Path Hh W. destruct (letter_shape s Shape) as (N & x & y & Last). fold n in N, Last.
  pose proof (spacing_pos m ltac:(lia)) as Sp. pose proof (spacing_le_pi m M) as Sq. pose proof PI_RGT_0 as Pi.
  assert (D : 0 < 1 - cos (spacing m)) by (pose proof (cos_lt_1 (spacing m) ltac:(lra) ltac:(lra)); lra).
  destruct (warm n L eta beta _ N HL E D W) as [B Small].
  pose proof (along n beta (1 - cos (spacing m)) _ eta (row (h_retrieval m 0) (at_tok s)) (fun j => pair_eqb (at_tok s j) t)
    (settled s t) L N B eq_refl (proj2 E) Small) as G.
  assert (Start : settled s t n h).
  { split; [exact Path|]. intros ->. inversion Path as [p a i Ea|]; subst. fold n in Ea. congruence. }
  destruct (fun End_ Step => G End_ Step L (le_n L) n h ltac:(lia) Start Hh) as [_ S].
  - intros p [Here _]. inversion Here as [p' a i Ea|]; subst. unfold at_tok. rewrite Ea. apply pair_eqb_eq. reflexivity.
  - intros p k _ H. destruct (letter_target s t p k H) as (I & z & next & q & Z & Q & Tq & Lq & U & Next).
    pose proof (tok_inside _ _ _ _ Tq) as Iq. exists (fun j => (left_of (at_tok s j) =? z)%nat), q. split; [lia|].
    split; [apply Nat.eqb_eq; rewrite (at_tok_some s q next Tq); exact Lq|]. split.
    + intros j J F. apply Nat.eqb_neq in F. unfold row. rewrite !h_retrieval_logit, Z, (at_tok_some s q next Tq), Lq.
      replace ((INR z - INR z) * spacing m + (INR p - INR q) * 0) with 0 by ring. rewrite cos_0.
      assert (C : cos ((INR (left_of (at_tok s j)) - INR z) * spacing m + (INR p - INR j) * 0) <= cos (spacing m)); [|lra].
      apply rival_letter; [exact M|rewrite <- Z; apply Over|apply Over|congruence].
    + intros j J F. apply Nat.eqb_eq in F. apply Next; [lia|]. rewrite (at_tok_inside s j) by lia. f_equal.
      apply (U j); [lia|apply at_tok_inside; lia|exact F].
  - specialize (S HL). rewrite Rmult_comm in Small. lra.
Qed.

Theorem new_stack_beta_proved : new_stack_beta_statement.
Proof.
  intros L eta beta HL E. split.
  - intros s h a n N P H W. exact (number_stack L eta beta s h a HL E N P H W).
  - intros m s h t n M O I P H W. exact (letter_stack L eta beta m s h t HL E M O I P H W).
Qed.

(** * False neighbours: the number task *)

(** It leaves more than 1 - eta/2: A 1 with one layer has 1/(1 + eta). *)
Definition new_stack_beta_neighbour_half : Prop :=
  forall (L : nat) (eta beta : R), (1 <= L)%nat -> 0 < eta < 1 ->
    forall (s : list token) (h : nat) (a : letter), let n := length s in
       (2 <= n)%nat -> num_answer s h a -> (h <= L)%nat ->
       ln (INR (n - 1) * INR L / eta) <= beta * (1 - cos (2 * PI / INR n)) ->
       1 - eta / 2 < mass (causal beta (row (h_pos (2 * PI / INR n)) (keep s))) n L (fun j => token_eq (keep s j) (Letter a)) n.

Lemma a_1_answer : num_answer [Letter 0; Int 1] 1%nat 0%nat.
Proof.
  exists 1%nat. split; [|reflexivity]. apply (num_hop _ 2 1); [reflexivity|lia|]. apply (num_here _ 1 0). reflexivity.
Qed.

Theorem new_stack_beta_neighbour_half_false : ~ new_stack_beta_neighbour_half.
Proof.
  intro H. specialize (H 1%nat (1 / 4) (ln 4 / 2) ltac:(lia) ltac:(lra) [Letter 0; Int 1] 1%nat 0%nat).
  cbv zeta in H. change (length [Letter 0; Int 1]) with 2%nat in H. specialize (H ltac:(lia) a_1_answer ltac:(lia)).
  replace (2 * PI / INR 2) with PI in H by (simpl; field). rewrite cos_PI in H.
  assert (W : ln (INR (2 - 1) * INR 1 / (1 / 4)) <= ln 4 / 2 * (1 - -1)).
  { replace (INR (2 - 1) * INR 1 / (1 / 4)) with 4 by (simpl; field). lra. }
  assert (R : row (h_pos PI) (keep [Letter 0; Int 1]) 2 1 = 1 /\ row (h_pos PI) (keep [Letter 0; Int 1]) 2 2 = -1).
  { unfold row. rewrite !h_pos_logit. simpl. replace ((1 + 1 - 1 - 1) * PI) with 0 by ring.
    replace ((1 + 1 - (1 + 1) - 1) * PI) with (- PI) by ring. rewrite cos_neg, cos_0, cos_PI. split; reflexivity. }
  specialize (H W). set (r := row (h_pos PI) (keep [Letter 0; Int 1])) in *. clearbody r. destruct R as [R1 R2].
  unfold mass, causal, weight, sum1 in H. simpl in H. unfold sum1 in H. simpl in H. rewrite R1, R2 in H.
  assert (X : exp (ln 4 / 2 * 1) * exp (ln 4 / 2 * 1) = 4) by (rewrite <- exp_plus; replace (ln 4 / 2 * 1 + ln 4 / 2 * 1) with (ln 4) by field; apply exp_ln; lra).
  replace (ln 4 / 2 * -1) with (- (ln 4 / 2 * 1)) in H by ring. rewrite exp_Ropp in H.
  set (x := exp (ln 4 / 2 * 1)) in *. assert (P : 0 < x) by apply exp_pos. assert (V : x = 2) by nra. rewrite V in H. lra.
Qed.

(** More hops than layers: A 1 1 with one layer leaves the last row on the integer before it. *)
Definition new_stack_beta_neighbour_hops : Prop :=
  forall (L : nat) (eta beta : R), (1 <= L)%nat -> 0 < eta < 1 ->
    forall (s : list token) (h : nat) (a : letter), let n := length s in
       (2 <= n)%nat -> num_answer s h a ->
       ln (INR (n - 1) * INR L / eta) <= beta * (1 - cos (2 * PI / INR n)) ->
       1 - eta < mass (causal beta (row (h_pos (2 * PI / INR n)) (keep s))) n L (fun j => token_eq (keep s j) (Letter a)) n.

Lemma a_1_1_answer : num_answer [Letter 0; Int 1; Int 1] 2%nat 0%nat.
Proof.
  exists 1%nat. split; [|reflexivity]. apply (num_hop _ 3 1); [reflexivity|lia|]. apply (num_hop _ 2 1); [reflexivity|lia|].
  apply (num_here _ 1 0). reflexivity.
Qed.

Theorem new_stack_beta_neighbour_hops_false : ~ new_stack_beta_neighbour_hops.
Proof.
  intro H. assert (T : cos (2 * PI / 3) = - (1 / 2)).
  { replace (2 * PI / 3) with (2 * (PI / 3)) by field. rewrite cos_2PI3. lra. }
  specialize (H 1%nat (1 / 2) (ln 4 * (2 / 3)) ltac:(lia) ltac:(lra) [Letter 0; Int 1; Int 1] 2%nat 0%nat).
  cbv zeta in H. change (length [Letter 0; Int 1; Int 1]) with 3%nat in H. specialize (H ltac:(lia) a_1_1_answer).
  replace (2 * PI / INR 3) with (2 * PI / 3) in H by (simpl; field). rewrite T in H.
  assert (W : ln (INR (3 - 1) * INR 1 / (1 / 2)) <= ln 4 * (2 / 3) * (1 - - (1 / 2))).
  { replace (INR (3 - 1) * INR 1 / (1 / 2)) with 4 by (simpl; field). lra. }
  assert (R : row (h_pos (2 * PI / 3)) (keep [Letter 0; Int 1; Int 1]) 3 1 = - (1 / 2) /\
    row (h_pos (2 * PI / 3)) (keep [Letter 0; Int 1; Int 1]) 3 2 = 1).
  { unfold row. rewrite !h_pos_logit. simpl. replace ((1 + 1 + 1 - 1 - 1) * (2 * PI / 3)) with (2 * PI / 3) by ring.
    replace ((1 + 1 + 1 - (1 + 1) - 1) * (2 * PI / 3)) with 0 by ring. rewrite T, cos_0. split; reflexivity. }
  specialize (H W). set (r := row (h_pos (2 * PI / 3)) (keep [Letter 0; Int 1; Int 1])) in *. clearbody r. destruct R as [R1 R2].
  unfold mass, causal, weight, sum1 in H. simpl in H. unfold sum1 in H. simpl in H. rewrite R1, R2 in H.
  assert (V : exp (ln 4 * (2 / 3) * - (1 / 2)) <= exp (ln 4 * (2 / 3) * 1)).
  { apply exp_le. assert (0 < ln 4) by (rewrite <- ln_1; apply ln_increasing; lra). lra. }
  pose proof (exp_pos (ln 4 * (2 / 3) * - (1 / 2))) as Pu. pose proof (exp_pos (ln 4 * (2 / 3) * r 3%nat 3%nat)) as Pw.
  set (u := exp (ln 4 * (2 / 3) * - (1 / 2))) in *. set (v := exp (ln 4 * (2 / 3) * 1)) in *. set (w := exp (ln 4 * (2 / 3) * r 3%nat 3%nat)) in *.
  assert (F : u / (0 + u + v + w) <= 1 / 2).
  { apply Rmult_le_reg_r with (0 + u + v + w); [lra|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  lra.
Qed.

(** Two hops each: the letter a, 1, 1; and A1 BA CB. *)
Example new_stack_beta_instance : instance_of new_stack_beta_statement.
Proof.
  assert (K : forall x d b, 0 < d -> Rabs (x / d) <= b -> x <= b * d).
  { intros x d b D B. replace x with (x / d * d) by (field; lra). apply Rmult_le_compat_r; [lra|].
    pose proof (Rle_abs (x / d)). lra. }
  assert (C : 0 < 1 - cos (2 * PI / INR 3)).
  { pose proof PI_RGT_0. enough (cos (2 * PI / INR 3) < 1) by lra. apply cos_lt_1; cbn; lra. }
  set (b := Rabs (ln (INR (3 - 1) * INR 2 / (1 / 2)) / (1 - cos (2 * PI / INR 3)))).
  exists 2%nat, (1 / 2), b. split; [lia|]. split; [lra|]. split.
  - exists [Letter 5; Int 1; Int 1], 2%nat, 5%nat. split; [cbn; lia|]. split.
    { exists 1%nat. split; [|reflexivity]. apply (num_hop _ 3 1); [reflexivity|lia|].
      apply (num_hop _ 2 1); [reflexivity|lia|].
      apply (num_here _ 1 5). reflexivity. }
    split; [lia|]. split; [|exact I]. apply K; [exact C|apply Rle_refl].
  - exists 3%nat, [LetterInt 0 1; LetterPair 1 0; LetterPair 2 1], 2%nat, (LetterInt 0 1). split; [lia|].
    split; [intro j; destruct j as [|[|[|[|[|j]]]]]; cbn; lia|]. split.
    { exists [LetterInt 0 1], [LetterPair 1 0; LetterPair 2 1]. split; [reflexivity|]. split; [discriminate|].
      split; [discriminate|].
      split; repeat constructor; [exists 0%nat, 1%nat|exists 1%nat, 0%nat|exists 2%nat, 1%nat]; cbn;
        lia || reflexivity || (split; [reflexivity|lia]). }
    split.
    { change (letter_path earlier [LetterInt 0 1; LetterPair 1 0; LetterPair 2 1] 3 2 (LetterInt 0 1)).
      hop 2%nat. hop 1%nat. apply (letter_here _ _ 1 0 1). reflexivity. }
    split; [lia|]. split; [|exact I]. apply K; [exact C|apply Rle_refl].
Qed.
