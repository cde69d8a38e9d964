(** new.attention-factor, .longrope, .yarn: an attention factor is a temperature.

    Statements. Cosines and sines multiplied by a > 0 multiply every score of turned vectors by a^2, so softmax at beta is softmax at a^2 beta. LongRoPE's a =
    sqrt(1 + ln s / ln L) has a^2 ln L = ln(sL); YaRN's 1 + (ln s)/10 has a^2 ln L >= ln(sL) for L >= 149, s >= 1. *)

From Coq Require Import Reals Lra Lia.
From RopeTheory Require Import Rope Sums Taylor Planes Instances.
Open Scope R_scope.

Definition new_attention_factor_statement : Prop :=
  forall (K : nat) (g : nat -> R) (a : R) (q : nat -> vec) (keys : nat -> nat -> vec) (n j : nat), 0 < a ->
    let plain := fun p => inner K (turned g (INR p) (keys p)) (turned g (INR n) q) in
    let scaled := fun p => inner K (times a (turned g (INR p) (keys p))) (times a (turned g (INR n) q)) in
    scaled j = a * a * plain j /\ forall beta, weight beta scaled n j = weight (a * a * beta) plain n j.

Definition new_attention_factor_longrope_statement : Prop :=
  forall s L gap : R, 1 <= s -> 1 < L -> 0 < gap ->
    let a := sqrt (1 + ln s / ln L) in a * a = ln (s * L) / ln L /\ a * a * (ln L / gap) = ln (s * L) / gap.

Definition new_attention_factor_yarn_statement : Prop :=
  forall s L gap : R, 1 <= s -> 149 <= L -> 0 < gap ->
    let a := 1 + ln s / 10 in ln (s * L) / ln L <= a * a /\ ln (s * L) / gap <= a * a * (ln L / gap).

Theorem new_attention_factor_proved : new_attention_factor_statement.
Proof.
  intros K g a q keys n j A plain scaled.
  assert (E : forall p, scaled p = a * a * plain p) by (intro p; apply inner_times).
  split; [apply E|]. intro beta. unfold weight. rewrite E. f_equal.
  - f_equal. ring.
  - apply sum1_ext. intros p _. rewrite E. f_equal. ring.
Qed.

Lemma ln_nonneg : forall x, 1 <= x -> 0 <= ln x.
Proof. intros x X. rewrite <- ln_1. apply ln_le; lra. Qed.

Lemma ln_positive : forall x, 1 < x -> 0 < ln x.
Proof. intros x X. rewrite <- ln_1. apply ln_increasing; lra. Qed.

Theorem new_attention_factor_longrope_proved : new_attention_factor_longrope_statement.
Proof.
  intros s L gap S L1 G a. pose proof (ln_nonneg s S) as A. pose proof (ln_positive L L1) as B.
  assert (E : a * a = ln (s * L) / ln L).
  { unfold a. rewrite sqrt_sqrt; [|apply Rplus_le_le_0_compat; [lra|apply Rmult_le_pos; [assumption|left; apply Rinv_0_lt_compat, B]]].
    rewrite ln_mult by lra. field. lra. }
  split; [exact E|]. rewrite E. field. lra.
Qed.

Lemma ln_149 : 5 <= ln 149.
Proof. pose proof (ln_above 8 (5 / 8) 149) as A. unfold exp_sum in A. simpl INR in A. lra. Qed.

Theorem new_attention_factor_yarn_proved : new_attention_factor_yarn_statement.
Proof.
  intros s L gap S L1 G a. pose proof (ln_nonneg s S) as A. pose proof ln_149 as C.
  assert (B : 5 <= ln L) by (eapply Rle_trans; [exact C|apply ln_le; lra]).
  assert (E : ln (s * L) <= a * a * ln L).
  { rewrite ln_mult by lra. unfold a. set (x := ln s) in *. set (y := ln L) in *.
    assert (x * 5 <= x * y) by (apply Rmult_le_compat_l; lra). assert (0 <= x * x * y) by (apply Rmult_le_pos; [nra|lra]). nra. }
  split.
  - apply (Rmult_le_reg_r (ln L)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - unfold Rdiv. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, G|exact E].
Qed.

(** * False neighbours *)

(** By a: a = 2, one plane that is not turned. *)
Definition new_attention_factor_neighbour_once : Prop :=
  forall (K : nat) (a : R) (u v : nat -> vec), 0 < a -> inner K (times a u) (times a v) = a * inner K u v.

Theorem new_attention_factor_neighbour_once_false : ~ new_attention_factor_neighbour_once.
Proof.
  intro H. specialize (H 1%nat 2 (fun _ => (1, 0)) (fun _ => (1, 0)) ltac:(lra)). unfold inner, times, dot in H. simpl in H. lra.
Qed.

(** The whole score, with a plane that is not turned and not multiplied. *)
Definition new_attention_factor_neighbour_whole : Prop :=
  forall (K : nat) (a rest : R) (u v : nat -> vec), 0 < a -> inner K (times a u) (times a v) + rest = a * a * (inner K u v + rest).

Theorem new_attention_factor_neighbour_whole_false : ~ new_attention_factor_neighbour_whole.
Proof. intro H. specialize (H 0%nat 2 1 (fun _ => (1, 0)) (fun _ => (1, 0)) ltac:(lra)). unfold inner in H. simpl in H. lra. Qed.

(** With a in place of a^2: s = L = 2, ln 4 / ln 2 = 2. *)
Definition new_attention_factor_longrope_neighbour_root : Prop :=
  forall s L : R, 1 <= s -> 1 < L -> sqrt (1 + ln s / ln L) = ln (s * L) / ln L.

Theorem new_attention_factor_longrope_neighbour_root_false : ~ new_attention_factor_longrope_neighbour_root.
Proof.
  intro H. specialize (H 2 2 ltac:(lra) ltac:(lra)). pose proof (ln_positive 2 ltac:(lra)) as P.
  replace (2 * 2) with 4 in H by ring. replace (1 + ln 2 / ln 2) with 2 in H by (field; lra).
  replace (ln 4 / ln 2) with 2 in H.
  - assert (sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra). rewrite H in *. lra.
  - replace 4 with (2 * 2) by ring. rewrite ln_mult by lra. field. lra.
Qed.

(** With (ln s)/20: s = e, L = 149. *)
Definition new_attention_factor_yarn_neighbour_half : Prop :=
  forall s L : R, 1 <= s -> 149 <= L -> ln (s * L) / ln L <= (1 + ln s / 20) * (1 + ln s / 20).

Theorem new_attention_factor_yarn_neighbour_half_false : ~ new_attention_factor_yarn_neighbour_half.
Proof.
  intro H. specialize (H 2 149 ltac:(lra) ltac:(lra)).
  pose proof ln_149. pose proof ln_2_decimals. pose proof (ln_below 8 0.64 149) as U. unfold exp_sum in U. simpl INR in U. rewrite ln_mult in H by lra.
  apply (Rmult_le_compat_r (ln 149)) in H; [|lra]. unfold Rdiv at 1 in H. rewrite Rmult_assoc, Rinv_l in H by lra. nra.
Qed.

(** From L = 148 on: s = 1 + 10^-5. *)
Definition new_attention_factor_yarn_neighbour_148 : Prop :=
  forall s L : R, 1 <= s -> 148 <= L -> ln (s * L) / ln L <= (1 + ln s / 10) * (1 + ln s / 10).

Theorem new_attention_factor_yarn_neighbour_148_false : ~ new_attention_factor_yarn_neighbour_148.
Proof.
  intro H. specialize (H (1 + / 100000) 148 ltac:(lra) ltac:(lra)).
  pose proof (ln_above 1 0.000009 (1 + / 100000)) as S. pose proof (ln_below 1 0.0001 (1 + / 100000)) as S'.
  pose proof (ln_above 8 0.6 148) as L. pose proof (ln_below 16 0.3124 148) as U. unfold exp_sum in S, S', L, U. simpl INR in S, S', L, U. rewrite ln_mult in H by lra.
  apply (Rmult_le_compat_r (ln 148)) in H; [|lra]. unfold Rdiv at 1 in H. rewrite Rmult_assoc, Rinv_l in H by lra. set (x := ln (1 + / 100000)) in *. set (y := ln 148) in *.
  pose proof (Rmult_lt_0_compat x (1 - y / 5 - x * y / 100) ltac:(lra) ltac:(nra)). lra.
Qed.

Example new_attention_factor_instance : instance_of new_attention_factor_statement.
Proof.
  exists 2%nat, (fun i => / (INR i + 1)), 2, (fun _ => (1, 2)), (fun p _ => (INR p, 1)), 3%nat, 2%nat.
  split; [lra | split; [exact I | exists 1; exact I]].
Qed.

Example new_attention_factor_longrope_instance : instance_of new_attention_factor_longrope_statement.
Proof. exists 32, 4096, (1 / 2). repeat split; lra. Qed.

Example new_attention_factor_yarn_instance : instance_of new_attention_factor_yarn_statement.
Proof. exists 32, 4096, (1 / 2). repeat split; lra. Qed.
