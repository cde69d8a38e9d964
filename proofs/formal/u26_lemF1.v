(** u26.lemF1 (U26, Lemma F.1) and u26.lemF1.explicit (new; sharpens it).

    "Finite vocabulary, continuous F: if average hard attention (ties share equally) decodes with a
    positive gap on all inputs of length <= n0, some beta makes softmax attention decode the same."

    Explicit, for linear F: beta > ln((n0-1)kappa)/Delta is enough (and beta > 0 where (n0-1)kappa <= 1).
    Delta is the smallest gap to a position that is not a maximiser, kappa the largest ratio of what a
    single position can give a rival over the answer to the answer's lead under hard attention.  With one
    maximiser and n0 - 1 others, all at gap Delta and each for the rival as far as kappa goes, nothing less
    is enough.

    Encoding.  An input is its length, its logits, the values of its positions (vectors of d coordinates,
    the residual path included) and the map F(., x_n) from the attention output to the scores of K outputs.
    "Finite vocabulary, length <= n0" is said as: a finite list of inputs.  Continuous: in the d
    coordinates, at every point, for each output.  "Decodes with a positive gap": one output's score is
    above all others.

    Idea: a maximiser's softmax weight tends to its hard weight, that of the others to 0, so the averages
    converge. For linear F the lead times the normaliser is r*lead + sum over the others of e^{-beta
    delta_j} x_j, with x_j >= -kappa*lead and r >= 1 maximisers.  Where all positions tie softmax is hard
    attention: the printed proof divides by 0 there, and the statement holds all the same. *)

From Coq Require Import Reals Lra Lia List PeanoNat ZArith.
From Coquelicot Require Import Coquelicot.
From RopeTheory Require Import Rope Heads Sums Instances.
Import ListNotations.
Open Scope R_scope.

Record attention_input : Type :=
  Input { len : nat; lg : nat -> R; val : nat -> nat -> R; readout : (nat -> R) -> nat -> R }.

(** Average of the values with weights w; its coordinate c. *)
Definition average (w : nat -> R) (n : nat) (v : nat -> nat -> R) (c : nat) : R :=
  sum1 (fun j => w j * v j c) n.

Definition hard_output (i : attention_input) (k : nat) : R :=
  readout i (average (hard_weight (lg i) (len i)) (len i) (val i)) k.

Definition soft_output (beta : R) (i : attention_input) (k : nat) : R :=
  readout i (average (weight beta (lg i) (len i)) (len i) (val i)) k.

(** Output a's score is above that of every other of the outputs 0..K-1. *)
Definition leads (score : nat -> R) (K a : nat) : Prop :=
  (a < K)%nat /\ forall k, (k < K)%nat -> k <> a -> score k < score a.

Definition continuous_readout (d K : nat) (F : (nat -> R) -> nat -> R) : Prop :=
  forall (P : nat -> R) (k : nat) (eps : R), (k < K)%nat -> 0 < eps ->
    exists delta, 0 < delta /\
      forall a, (forall c, (c < d)%nat -> Rabs (a c - P c) < delta) -> Rabs (F a k - F P k) < eps.

Definition u26_lemF1_statement : Prop :=
  forall (d K : nat) (inputs : list attention_input) (answer : attention_input -> nat),
    (forall i, In i inputs -> (1 <= len i)%nat /\ continuous_readout d K (readout i)) ->
    (forall i, In i inputs -> leads (hard_output i) K (answer i)) ->
    exists b, 0 < b /\ forall beta, b <= beta -> forall i, In i inputs ->
      leads (soft_output beta i) K (answer i).

(** Linear F: position j gives output k the score s j k.  The lead of answer a over output k. *)
Definition hard_lead (l : nat -> R) (n : nat) (s : nat -> nat -> R) (a k : nat) : R :=
  sum1 (fun j => hard_weight l n j * (s j a - s j k)) n.

Definition soft_score (beta : R) (l : nat -> R) (n : nat) (s : nat -> nat -> R) (k : nat) : R :=
  sum1 (fun j => weight beta l n j * s j k) n.

(** One row of a family of inputs with n0, Delta and kappa. *)
Definition row (n0 : nat) (D kappa : R) (K : nat) (n : nat) (l : nat -> R) (s : nat -> nat -> R) (a : nat) :
  Prop :=
  (1 <= n <= n0)%nat /\ (a < K)%nat /\
  (forall k, (k < K)%nat -> k <> a -> 0 < hard_lead l n s a k) /\
  (forall i j, within n i -> maximiser l n j -> ~ maximiser l n i -> D <= l j - l i) /\
  (forall j k, within n j -> (k < K)%nat -> k <> a -> s j k - s j a <= kappa * hard_lead l n s a k).

(** The worst case: one maximiser, n0 - 1 others, all at gap Delta, each giving output k all that kappa
    allows. *)
Definition worst (n0 : nat) (D kappa : R) (n : nat) (l : nat -> R) (s : nat -> nat -> R) (a k : nat) : Prop :=
  n = n0 /\ exists j0, only_maximiser l n j0 /\
    forall j, within n j -> j <> j0 -> l j0 - l j = D /\ s j k - s j a = kappa * hard_lead l n s a k.

Definition u26_lemF1_explicit_statement : Prop :=
  forall (n0 : nat) (D kappa : R), (1 <= n0)%nat -> 0 < D ->
  forall (K n : nat) (l : nat -> R) (s : nat -> nat -> R) (a : nat), row n0 D kappa K n l s a ->
    (forall beta, 0 < beta -> (1 < INR (n0 - 1) * kappa -> ln (INR (n0 - 1) * kappa) / D < beta) ->
       leads (soft_score beta l n s) K a) /\
    (forall k, (2 <= n0)%nat -> 0 < kappa -> (k < K)%nat -> k <> a -> worst n0 D kappa n l s a k ->
       forall beta, leads (soft_score beta l n s) K a -> ln (INR (n0 - 1) * kappa) / D < beta).

(** * Maximisers *)

Lemma has_maximiser : forall l n, (1 <= n)%nat -> exists j, maximiser l n j.
Proof.
  intros l n. induction n as [|n IH]; intro N; [lia|]. destruct n as [|n].
  - exists 1%nat. split; [unfold within; lia|]. intros k K. assert (k = 1%nat) by (unfold within in K; lia).
    subst. lra.
  - destruct IH as (j & J & H); [lia|]. destruct (Rle_dec (l (S (S n))) (l j)) as [L|L].
    + exists j. split; [unfold within in *; lia|]. intros k K.
      destruct (Nat.eq_dec k (S (S n))) as [->|E]; [exact L|].
      apply H. unfold within in *. lia.
    + exists (S (S n)). split; [unfold within; lia|]. intros k K.
      destruct (Nat.eq_dec k (S (S n))) as [->|E]; [lra|].
      apply Rle_trans with (l j); [apply H; unfold within in *; lia|lra].
Qed.

(** 1 for a maximiser, 0 for the others. *)
Definition tops (l : nat -> R) (n j : nat) : R := if top l n j then 1 else 0.

Lemma tops_maximiser : forall l n j, maximiser l n j -> tops l n j = 1.
Proof. intros l n j [_ H]. unfold tops. rewrite (proj2 (top_spec l n j) H). reflexivity. Qed.

Lemma tops_other : forall l n j, within n j -> ~ maximiser l n j -> tops l n j = 0.
Proof.
  intros l n j W N. unfold tops. destruct (top l n j) eqn:T; [|reflexivity]. exfalso. apply N.
  split; [exact W|]. apply top_spec, T.
Qed.

Lemma top_cases : forall l n j, within n j -> maximiser l n j \/ ~ maximiser l n j.
Proof.
  intros l n j W. destruct (top l n j) eqn:T.
  - left. split; [exact W|]. apply top_spec, T.
  - right. intros [_ H]. apply top_spec in H. congruence.
Qed.

Lemma tops_count : forall l n, (1 <= n)%nat -> 1 <= sum1 (tops l n) n.
Proof.
  intros l n N. destruct (has_maximiser l n N) as (j & J). pose proof (tops_maximiser l n j J) as T.
  destruct J as [W _]. rewrite (sum1_split _ j n W), T.
  assert (0 <= sum1 (fun k => if (k =? j)%nat then 0 else tops l n k) n); [|lra].
  apply sum1_nonneg. intros k _. unfold tops. destruct (k =? j)%nat; [lra|]. destruct (top l n k); lra.
Qed.

(** An average with hard weights, and one with softmax weights relative to a largest logit m. *)
Lemma hard_sum : forall l n x, (1 <= n)%nat ->
  sum1 (fun j => hard_weight l n j * x j) n = sum1 (fun j => tops l n j * x j) n / sum1 (tops l n) n.
Proof.
  intros l n x N. pose proof (tops_count l n N). unfold Rdiv. rewrite Rmult_comm, <- sum1_scal.
  apply sum1_ext. intros j _. unfold hard_weight. fold (tops l n j).
  change (sum1 (fun k => if top l n k then 1 else 0) n) with (sum1 (tops l n) n). field. lra.
Qed.

Definition share (beta m : R) (l : nat -> R) (j : nat) : R := exp (- beta * (m - l j)).

Lemma soft_sum : forall beta m l n x, (1 <= n)%nat ->
  sum1 (fun j => weight beta l n j * x j) n
  = sum1 (fun j => share beta m l j * x j) n / sum1 (share beta m l) n.
Proof.
  intros beta m l n x N.
  assert (Z : 0 < sum1 (share beta m l) n) by (apply sum1_pos; [exact N|intros; apply exp_pos]).
  assert (E : forall j, exp (beta * l j) = exp (beta * m) * share beta m l j).
  { intro j. unfold share. rewrite <- exp_plus. f_equal. ring. }
  assert (S : sum1 (fun k => exp (beta * l k)) n = exp (beta * m) * sum1 (share beta m l) n).
  { rewrite <- sum1_scal. apply sum1_ext. intros. apply E. }
  unfold Rdiv at 1. rewrite Rmult_comm, <- sum1_scal. apply sum1_ext. intros j _.
  unfold weight. rewrite S, E. pose proof (exp_pos (beta * m)). field. lra.
Qed.

(** * Lemma F.1 *)

Lemma share_limit : forall l n m j, (exists j0, maximiser l n j0 /\ l j0 = m) -> within n j ->
  is_lim (fun beta => share beta m l j) p_infty (tops l n j).
Proof.
  intros l n m j (j0 & [W0 H0] & <-) W. destruct (top_cases l n j W) as [M|M].
  - rewrite (tops_maximiser l n j M). apply is_lim_ext with (fun _ => 1); [|apply is_lim_const].
    intro beta. unfold share. assert (E : l j0 = l j) by
      (pose proof (H0 j W); destruct M as [_ M]; pose proof (M j0 W0); lra).
    rewrite E. replace (- beta * (l j - l j)) with 0 by ring. symmetry. apply exp_0.
  - rewrite (tops_other l n j W M). assert (G : 0 < l j0 - l j).
    { destruct (Rlt_dec (l j) (l j0)) as [L|L]; [lra|]. exfalso. apply M. split; [exact W|].
      intros k K. pose proof (H0 k K). lra. }
    unfold share. apply (is_lim_comp exp (fun beta => - beta * (l j0 - l j)) p_infty 0 m_infty).
    + apply is_lim_exp_m.
    + apply is_lim_ext with (fun beta => (- (l j0 - l j)) * beta); [intro; ring|].
      replace m_infty with (Rbar_mult (- (l j0 - l j)) p_infty).
      * apply is_lim_scal_l. apply is_lim_id.
      * unfold Rbar_mult, Rbar_mult'. destruct (Rle_dec 0 (- (l j0 - l j))) as [C|C]; [|reflexivity].
        destruct (Rle_lt_or_eq_dec _ _ C); lra.
    + exists 0. intros. discriminate.
Qed.

Lemma sum1_limit : forall (f : nat -> R -> R) (g : nat -> R) n,
  (forall j, (1 <= j <= n)%nat -> is_lim (f j) p_infty (g j)) ->
  is_lim (fun b => sum1 (fun j => f j b) n) p_infty (sum1 g n).
Proof.
  intros f g n. induction n as [|n IH]; intro H; [apply (is_lim_const 0 p_infty)|].
  apply (is_lim_plus' (fun b => sum1 (fun j => f j b) n) (f (S n)));
    [apply IH; intros; apply H; lia|apply H; lia].
Qed.

Lemma average_limit : forall l n v c, (1 <= n)%nat ->
  is_lim (fun beta => average (weight beta l n) n v c) p_infty (average (hard_weight l n) n v c).
Proof.
  intros l n v c N. destruct (has_maximiser l n N) as (j0 & J). unfold average.
  rewrite (hard_sum l n (fun j => v j c) N).
  apply is_lim_ext with (fun beta => sum1 (fun j => share beta (l j0) l j * v j c) n / sum1
    (share beta (l j0) l) n).
  { intro beta. symmetry. apply (soft_sum beta (l j0) l n (fun j => v j c) N). }
  assert (Sh : forall j, (1 <= j <= n)%nat -> is_lim (fun b => share b (l j0) l j) p_infty (tops l n j)).
  { intros j Hj. apply share_limit; [exists j0; split; [exact J|reflexivity]|exact Hj]. }
  apply (is_lim_div (fun b => sum1 (fun j => share b (l j0) l j * v j c) n)
    (fun b => sum1 (share b (l j0) l) n)
    p_infty (Finite (sum1 (fun j => tops l n j * v j c) n)) (Finite (sum1 (tops l n) n))).
  - apply (sum1_limit (fun j b => share b (l j0) l j * v j c) (fun j => tops l n j * v j c)).
    intros j Hj. apply (is_lim_scal_r (fun b => share b (l j0) l j) (v j c) p_infty (Finite (tops l n j))),
      Sh, Hj.
  - apply (sum1_limit (fun j b => share b (l j0) l j) (tops l n)). exact Sh.
  - pose proof (tops_count l n N). intro E. injection E. lra.
  - exact I.
Qed.

(** Finitely many eventual facts hold together. *)
Definition eventually_all (P : R -> Prop) : Prop := exists b, 0 < b /\ forall beta, b <= beta -> P beta.

Lemma eventually_all_below : forall (P : nat -> R -> Prop) d,
  (forall c, (c < d)%nat -> eventually_all (P c)) ->
  eventually_all (fun beta => forall c, (c < d)%nat -> P c beta).
Proof.
  intros P d. induction d as [|d IH]; intro H; [exists 1; split; [lra|intros; lia]|].
  destruct IH as (b & B & G); [intros; apply H; lia|]. destruct (H d ltac:(lia)) as (b' & B' & G').
  exists (Rmax b b'). split; [apply Rlt_le_trans with b; [exact B|apply Rmax_l]|].
  intros beta L c C. destruct (Nat.eq_dec c d) as [->|E].
  - apply G'. apply Rle_trans with (2 := L). apply Rmax_r.
  - apply G; [apply Rle_trans with (2 := L); apply Rmax_l|lia].
Qed.

Lemma limit_eventually : forall f (y eps : R), is_lim f p_infty y -> 0 < eps ->
  eventually_all (fun beta => Rabs (f beta - y) < eps).
Proof.
  intros f y eps H E. apply is_lim_spec in H. destruct (H (mkposreal eps E)) as (M & B). simpl in B.
  exists (Rmax 1 (M + 1)). split; [apply Rlt_le_trans with 1; [lra|apply Rmax_l]|].
  intros beta L. apply B. pose proof (Rmax_r 1 (M + 1)). lra.
Qed.

Lemma one_input : forall d K i a, (1 <= len i)%nat -> continuous_readout d K (readout i) ->
  leads (hard_output i) K a -> eventually_all (fun beta => leads (soft_output beta i) K a).
Proof.
  intros d K i a N Cont [A H]. set (P := average (hard_weight (lg i) (len i)) (len i) (val i)).
  assert (Each : forall k, (k < K)%nat ->
    eventually_all (fun beta => k <> a -> soft_output beta i k < soft_output beta i a)).
  { intros k Hk. destruct (Nat.eq_dec k a) as [E|E]; [exists 1; split; [lra|contradiction]|].
    pose proof (H k Hk E) as Lead. set (eps := (hard_output i a - hard_output i k) / 2).
    assert (Eps : 0 < eps) by (unfold eps; lra).
    destruct (Cont P k eps Hk Eps) as (d1 & D1 & C1). destruct (Cont P a eps A Eps) as (d2 & D2 & C2).
    assert (D : 0 < Rmin d1 d2) by (apply Rmin_pos; assumption).
    destruct (eventually_all_below
      (fun c beta => Rabs (average (weight beta (lg i) (len i)) (len i) (val i) c - P c) < Rmin d1 d2) d)
      as (b & B & G).
    { intros c _. apply limit_eventually; [apply average_limit, N|exact D]. }
    exists b. split; [exact B|]. intros beta L _. unfold soft_output.
    set (Q := average (weight beta (lg i) (len i)) (len i) (val i)) in *.
    assert (Q1 : Rabs (readout i Q k - readout i P k) < eps).
    { apply C1. intros c Hc. apply Rlt_le_trans with (Rmin d1 d2); [apply (G beta L c Hc)|apply Rmin_l]. }
    assert (Q2 : Rabs (readout i Q a - readout i P a) < eps).
    { apply C2. intros c Hc. apply Rlt_le_trans with (Rmin d1 d2); [apply (G beta L c Hc)|apply Rmin_r]. }
    apply Rabs_def2 in Q1. apply Rabs_def2 in Q2. unfold eps, hard_output in *. fold P in Q1, Q2. lra. }
  destruct (eventually_all_below _ K Each) as (b & B & G). exists b. split; [exact B|].
  intros beta L. split; [exact A|]. intros k Hk E. apply G; assumption.
Qed.

Theorem u26_lemF1_proved : u26_lemF1_statement.
Proof.
  intros d K inputs answer. induction inputs as [|i rest IH]; intros Good Hard.
  - exists 1. split; [lra|]. intros beta _ i [].
  - destruct IH as (b & B & G); [intros; apply Good; right; assumption|intros; apply Hard; right;
      assumption|].
    destruct (Good i (or_introl eq_refl)) as [N C].
    destruct (one_input d K i (answer i) N C (Hard i (or_introl eq_refl))) as (b' & B' & G').
    exists (Rmax b b'). split; [apply Rlt_le_trans with b; [exact B|apply Rmax_l]|].
    intros beta L i' [<-|In].
    + apply G'. apply Rle_trans with (2 := L). apply Rmax_r.
    + apply G; [apply Rle_trans with (2 := L); apply Rmax_l|exact In].
Qed.

(** * The explicit bound for linear F *)

(** The lead times the normaliser: r*lead + sum over the others of e^{-beta delta_j} x_j. *)
Definition lead_at (s : nat -> nat -> R) (a k j : nat) : R := s j a - s j k.

Lemma soft_lead : forall beta m l n s a k, (1 <= n)%nat ->
  soft_score beta l n s a - soft_score beta l n s k
  = sum1 (fun j => share beta m l j * lead_at s a k j) n / sum1 (share beta m l) n.
Proof.
  intros beta m l n s a k N. unfold soft_score.
  rewrite (sum1_ext (fun j => weight beta l n j * s j a)
    (fun j => weight beta l n j * lead_at s a k j + weight beta l n j * s j k)).
  - rewrite sum1_plus, <- soft_sum by exact N. ring.
  - intros. unfold lead_at. ring.
Qed.

Lemma hard_lead_sum : forall l n s a k, (1 <= n)%nat ->
  sum1 (fun j => tops l n j * lead_at s a k j) n = sum1 (tops l n) n * hard_lead l n s a k.
Proof.
  intros l n s a k N. change (hard_lead l n s a k) with
    (sum1 (fun j => hard_weight l n j * lead_at s a k j) n).
  rewrite (hard_sum l n (lead_at s a k) N).
  pose proof (tops_count l n N). field. lra.
Qed.

(** Positions that are not maximisers. *)
Lemma others_count : forall l n, sum1 (fun j => 1 - tops l n j) n = INR n - sum1 (tops l n) n.
Proof.
  intros l n. rewrite (sum1_ext _ (fun j => 1 + (-1) * tops l n j)); [|intros; ring].
  rewrite sum1_plus, sum1_const, sum1_scal. ring.
Qed.

Lemma tops_share : forall beta l n j0 j, maximiser l n j0 -> within n j ->
  share beta (l j0) l j = if top l n j then 1 else share beta (l j0) l j.
Proof.
  intros beta l n j0 j M W. destruct (top l n j) eqn:T; [|reflexivity].
  pose proof (proj1 (top_spec l n j) T j0 (proj1 M)) as L. pose proof (proj2 M j W). unfold share.
  replace (l j0 - l j) with 0 by lra. rewrite Rmult_0_r. apply exp_0.
Qed.

(** With q = e^{-beta Delta}: the lead times the normaliser is at least lead*(1 - (n0-1) kappa q). *)
Lemma lead_at_least : forall n0 D kappa K n l s a k beta j0, 0 < D -> row n0 D kappa K n l s a -> 0 <= beta ->
  0 <= kappa -> (k < K)%nat -> k <> a -> maximiser l n j0 ->
  hard_lead l n s a k * (1 - INR (n0 - 1) * kappa * exp (- (beta * D)))
  <= sum1 (fun j => share beta (l j0) l j * lead_at s a k j) n.
Proof.
  intros n0 D kappa K n l s a k beta j0 Dp (N & A & Lead & Gap & Ratio) B Kp Hk E J.
  pose proof (Lead k Hk E) as L. set (h := hard_lead l n s a k) in *. set (q := exp (- (beta * D))).
  assert (Q : 0 < q) by apply exp_pos. pose proof (tops_count l n ltac:(lia)) as T.
  apply Rle_trans with (sum1 (fun j => tops l n j * lead_at s a k j + - (kappa * h * q) * (1 - tops l n j))
    n).
  - rewrite sum1_plus, hard_lead_sum, sum1_scal, others_count by lia. fold h.
    assert (Nr : INR n - sum1 (tops l n) n <= INR (n0 - 1)).
    { apply Rle_trans with (INR (n - 1)); [rewrite minus_INR by lia; simpl; lra|apply le_INR; lia]. }
    assert (Ka : 0 <= kappa * h * q) by (apply Rmult_le_pos; [apply Rmult_le_pos|]; lra).
    apply Rle_trans with (h - kappa * h * q * INR (n0 - 1)); [lra|].
    assert (kappa * h * q * (INR n - sum1 (tops l n) n) <= kappa * h * q * INR (n0 - 1))
      by (apply Rmult_le_compat_l; assumption).
    assert (1 * h <= sum1 (tops l n) n * h) by (apply Rmult_le_compat_r; lra). lra.
  - apply sum1_le. intros j Hj. destruct (top_cases l n j Hj) as [M|M].
    + rewrite (tops_share beta l n j0 j J Hj), (tops_maximiser l n j M).
      rewrite (proj2 (top_spec l n j) (proj2 M)). lra.
    + rewrite (tops_other l n j Hj M). pose proof (Gap j j0 Hj J M) as G.
      pose proof (Ratio j k Hj Hk E) as R0.
      fold h in R0. unfold share. assert (S1 : exp (- beta * (l j0 - l j)) <= q) by (apply exp_le; nra).
      pose proof (exp_pos (- beta * (l j0 - l j))) as S0. set (e := exp (- beta * (l j0 - l j))) in *.
      unfold lead_at. assert (0 <= kappa * h) by (apply Rmult_le_pos; lra). nra.
Qed.

Lemma row_weaken : forall n0 D kappa kappa' K n l s a, kappa <= kappa' -> row n0 D kappa K n l s a ->
  row n0 D kappa' K n l s a.
Proof.
  intros n0 D kappa kappa' K n l s a Le (N & A & Lead & Gap & Ratio).
  repeat split; auto; try apply N. intros j k Hj Hk E. pose proof (Ratio j k Hj Hk E).
  pose proof (Lead k Hk E). nra.
Qed.

Lemma explicit_enough : forall n0 D kappa K n l s a, 0 < D -> row n0 D kappa K n l s a ->
  forall beta, 0 < beta -> (1 < INR (n0 - 1) * kappa -> ln (INR (n0 - 1) * kappa) / D < beta) ->
  leads (soft_score beta l n s) K a.
Proof.
  intros n0 D kappa K n l s a Dp Row beta B H. pose proof Row as (N & A & Lead & _).
  split; [exact A|]. intros k Hk E. destruct (has_maximiser l n ltac:(lia)) as (j0 & J).
  apply Rminus_gt_0_lt. rewrite (soft_lead beta (l j0)) by lia.
  apply Rlt_gt, Rdiv_lt_0_compat; [|apply sum1_pos; [lia|intros; apply exp_pos]].
  pose proof (row_weaken n0 D kappa (Rmax kappa 0) K n l s a (Rmax_l _ _) Row) as Row'.
  apply Rlt_le_trans with (2 := lead_at_least n0 D (Rmax kappa 0) K n l s a k beta j0 Dp Row'
    (Rlt_le _ _ B) (Rmax_r _ _) Hk E J).
  apply Rmult_lt_0_compat; [apply Lead; assumption|]. apply Rlt_Rminus. pose proof (pos_INR (n0 - 1)) as Np.
  unfold Rmax. destruct (Rle_dec kappa 0) as [K0|K0]; [rewrite Rmult_0_r; lra|].
  set (x := INR (n0 - 1) * kappa) in *. destruct (Rlt_dec 1 x) as [X|X].
  - apply exp_neg_lt; [lra|]. specialize (H X).
    apply Rmult_lt_reg_r with (/ D); [apply Rinv_0_lt_compat, Dp|].
    replace (beta * D * / D) with beta by (field; lra). exact H.
  - assert (exp (- (beta * D)) < 1) by (rewrite <- exp_0; apply exp_increasing; nra).
    assert (0 <= x) by (apply Rmult_le_pos; lra). pose proof (exp_pos (- (beta * D))). nra.
Qed.

Lemma explicit_needed : forall n0 D kappa K n l s a k, 0 < D -> row n0 D kappa K n l s a ->
  (2 <= n0)%nat -> 0 < kappa -> (k < K)%nat -> k <> a -> worst n0 D kappa n l s a k ->
  forall beta, leads (soft_score beta l n s) K a -> ln (INR (n0 - 1) * kappa) / D < beta.
Proof.
  intros n0 D kappa K n l s a k Dp Row N0 Kp Hk E (-> & j0 & J & Worst) beta [_ Soft].
  pose proof Row as (N & A & Lead & _). specialize (Soft k Hk E).
  assert (P : 0 < soft_score beta l n0 s a - soft_score beta l n0 s k) by lra.
  rewrite (soft_lead beta (l j0)) in P by lia.
  assert (Z : 0 < sum1 (share beta (l j0) l) n0) by (apply sum1_pos; [lia|intros; apply exp_pos]).
  pose proof (Lead k Hk E) as L. set (h := hard_lead l n0 s a k) in *.
  assert (At0 : lead_at s a k j0 = h).
  { unfold h, hard_lead. symmetry. apply (hard_weight_only l n0 j0 J (lead_at s a k)). }
  assert (S : sum1 (fun j => share beta (l j0) l j * lead_at s a k j) n0
              = h * (1 - INR (n0 - 1) * kappa * exp (- (beta * D)))).
  { rewrite (sum1_ext _ (fun j => if (j =? j0)%nat then h else - (kappa * h) * exp (- (beta * D)))).
    - rewrite sum1_one by (apply J). ring.
    - intros j Hj. destruct (Nat.eqb_spec j j0) as [->|Ne].
      + rewrite At0. unfold share. rewrite Rminus_eq_0, Rmult_0_r, exp_0. ring.
      + destruct (Worst j Hj Ne) as [G R0]. fold h in R0. unfold share, lead_at. rewrite G.
        replace (s j a - s j k) with (- (kappa * h)) by lra. replace (- beta * D) with (- (beta * D)) by ring.
        ring. }
  rewrite S in P. assert (Q : 0 < h * (1 - INR (n0 - 1) * kappa * exp (- (beta * D)))).
  { apply Rmult_lt_reg_r with (/ sum1 (share beta (l j0) l) n0); [apply Rinv_0_lt_compat, Z|].
    rewrite Rmult_0_l. exact P. }
  assert (Q' : INR (n0 - 1) * kappa * exp (- (beta * D)) < 1).
  { apply Rmult_lt_reg_l with h; [exact L|]. lra. }
  assert (Nr : 1 <= INR (n0 - 1)) by (apply (le_INR 1); lia).
  apply exp_neg_lt in Q'; [|nra]. apply Rmult_lt_reg_r with D; [exact Dp|].
  replace (ln (INR (n0 - 1) * kappa) / D * D) with (ln (INR (n0 - 1) * kappa)) by (field; lra). exact Q'.
Qed.

Theorem u26_lemF1_explicit_proved : u26_lemF1_explicit_statement.
Proof.
  intros n0 D kappa _ Dp K n l s a Row. split.
  - exact (explicit_enough n0 D kappa K n l s a Dp Row).
  - intros k N0 Kp Hk E W. exact (explicit_needed n0 D kappa K n l s a k Dp Row N0 Kp Hk E W).
Qed.

(** * False neighbours *)

(** F need not be continuous: F asks for the value 1 exactly, which softmax never reaches. *)
Definition u26_lemF1_neighbour_any_readout : Prop :=
  forall (K : nat) (inputs : list attention_input) (answer : attention_input -> nat),
    (forall i, In i inputs -> (1 <= len i)%nat) ->
    (forall i, In i inputs -> leads (hard_output i) K (answer i)) ->
    exists b, 0 < b /\ forall beta, b <= beta -> forall i, In i inputs ->
      leads (soft_output beta i) K (answer i).

Definition first_only (j : nat) : R := if (j =? 1)%nat then 1 else 0.

Definition asks_for_one (a : nat -> R) (k : nat) : R :=
  if (k =? 0)%nat then (if Req_EM_T (a 0%nat) 1 then 1 else 0) else 1 / 2.

Lemma first_only_top : forall n, (1 <= n)%nat -> only_maximiser first_only n 1.
Proof.
  intros n N. split; [unfold within; lia|]. intros k K E. unfold first_only. simpl.
  destruct (Nat.eqb_spec k 1); [contradiction|lra].
Qed.

Lemma first_only_weight : forall beta n, (1 <= n)%nat ->
  average (weight beta first_only n) n (fun j _ => first_only j) 0 = / (1 + INR (n - 1) * exp (- beta)).
Proof.
  intros beta n N. unfold average. rewrite (soft_sum beta 1 first_only n (fun j => first_only j) N).
  rewrite (sum1_ext _ (fun j => if (j =? 1)%nat then 1 else 0)).
  - rewrite (sum1_ext (share beta 1 first_only) (fun j => if (j =? 1)%nat then 1 else exp (- beta))).
    + rewrite !sum1_one by lia. rewrite Rmult_0_r, Rplus_0_r. unfold Rdiv. ring.
    + intros j _. unfold share, first_only. destruct (j =? 1)%nat; [|f_equal; ring].
      rewrite Rminus_eq_0, Rmult_0_r. apply exp_0.
  - intros j _. unfold share, first_only. destruct (j =? 1)%nat; [|ring].
    rewrite Rminus_eq_0, Rmult_0_r, exp_0. ring.
Qed.

Theorem u26_lemF1_neighbour_any_readout_false : ~ u26_lemF1_neighbour_any_readout.
Proof.
  intro H. set (i := Input 2 first_only (fun j _ => first_only j) asks_for_one).
  destruct (H 2%nat [i] (fun _ => 0%nat)) as (b & B & G).
  - intros i' [<-|[]]. simpl. lia.
  - intros i' [<-|[]]. split; [lia|]. intros k K E. unfold hard_output, i, average. simpl.
    unfold asks_for_one. rewrite (hard_weight_only _ _ 1 (first_only_top 2 ltac:(lia)) first_only).
    destruct (Nat.eqb_spec k 0); [contradiction|]. simpl. unfold first_only. simpl.
    destruct (Req_EM_T 1 1); lra.
  - destruct (G b (Rle_refl b) i (or_introl eq_refl)) as [_ L]. specialize (L 1%nat ltac:(lia) ltac:(lia)).
    unfold soft_output, i in L. simpl in L. unfold asks_for_one in L. simpl in L.
    rewrite (first_only_weight b 2 ltac:(lia)) in L. simpl in L. pose proof (exp_pos (- b)).
    destruct (Req_EM_T (/ (1 + 1 * exp (- b))) 1) as [E|E]; [|lra].
    assert (/ (1 + 1 * exp (- b)) < / 1) by (apply inv_lt; lra). rewrite Rinv_1 in *. lra.
Qed.

(** One beta serves all lengths. *)
Definition u26_lemF1_neighbour_all_lengths : Prop :=
  forall (d K : nat) (family : nat -> attention_input) (answer : nat -> nat),
    (forall m, (1 <= len (family m))%nat /\ continuous_readout d K (readout (family m))) ->
    (forall m, leads (hard_output (family m)) K (answer m)) ->
    exists b, 0 < b /\ forall m, leads (soft_output b (family m)) K (answer m).

Definition one_against_half (a : nat -> R) (k : nat) : R := if (k =? 0)%nat then a 0%nat else 1 / 2.

Theorem u26_lemF1_neighbour_all_lengths_false : ~ u26_lemF1_neighbour_all_lengths.
Proof.
  intro H. set (f := fun m => Input (S m) first_only (fun j _ => first_only j) one_against_half).
  destruct (H 1%nat 2%nat f (fun _ => 0%nat)) as (b & B & G).
  - intro m. split; [simpl; lia|]. intros P k eps K E. exists eps. split; [exact E|]. intros a Near.
    simpl. unfold one_against_half. destruct (k =? 0)%nat; [apply Near; lia|].
    rewrite Rminus_eq_0, Rabs_R0. exact E.
  - intro m. split; [lia|]. intros k K E. unfold hard_output, f, average. simpl. unfold one_against_half.
    rewrite (hard_weight_only _ _ 1 (first_only_top (S m) ltac:(lia)) first_only).
    destruct (Nat.eqb_spec k 0); [contradiction|]. simpl. unfold first_only. simpl. lra.
  - destruct (archimed (exp b)) as [Up _]. set (m := Z.to_nat (up (exp b))).
    pose proof (exp_pos b) as Eb.
    assert (M : exp b < INR m).
    { unfold m. rewrite INR_IZR_INZ, Z2Nat.id; [exact Up|]. apply le_IZR. lra. }
    destruct (G m) as [_ L]. specialize (L 1%nat ltac:(lia) ltac:(lia)).
    unfold soft_output, f in L. simpl in L. unfold one_against_half in L. simpl in L.
    rewrite (first_only_weight b (S m) ltac:(lia)) in L. replace (S m - 1)%nat with m in L by lia.
    assert (X : 1 < INR m * exp (- b)).
    { apply Rmult_lt_reg_r with (exp b); [exact Eb|].
      rewrite Rmult_assoc, <- exp_plus, Rplus_opp_l, exp_0. lra. }
    assert (/ (1 + INR m * exp (- b)) < / 2) by (apply inv_lt; lra). lra.
Qed.

(** ln(n0-1)/Delta is enough whatever the values: wrong for logits 1, 0, a lead of 1 and a pull of 9. *)
Definition u26_lemF1_explicit_neighbour_no_ratio : Prop :=
  forall (n0 : nat) (D kappa : R), (1 <= n0)%nat -> 0 < D ->
  forall (K n : nat) (l : nat -> R) (s : nat -> nat -> R) (a : nat), row n0 D kappa K n l s a ->
    forall beta, 0 < beta -> ln (INR (n0 - 1)) / D < beta -> leads (soft_score beta l n s) K a.

(** Position 1 gives output 0 the score 1, position 2 gives output 1 the score 9. *)
Definition pull (j k : nat) : R :=
  if (j =? 1)%nat then (if (k =? 0)%nat then 1 else 0) else if (k =? 0)%nat then 0 else 9.

Lemma pull_row : row 2 1 9 2 2 first_only pull 0.
Proof.
  pose proof (first_only_top 2 ltac:(lia)) as Top.
  assert (Lead : hard_lead first_only 2 pull 0 1 = 1).
  { unfold hard_lead. rewrite (hard_weight_only _ _ 1 Top (fun j => pull j 0 - pull j 1)). unfold pull. simpl.
    ring. }
  split; [lia|]. split; [lia|]. split; [|split].
  - intros k K E. assert (k = 1%nat) by lia. subst. lra.
  - intros i j Hi Hj N. pose proof (only_maximiser_unique _ _ _ _ Top Hj). subst.
    assert (i <> 1%nat) by (intro; subst; contradiction). unfold first_only. simpl.
    destruct (Nat.eqb_spec i 1); [contradiction|lra].
  - intros j k Hj K E. assert (k = 1%nat) by lia. subst. rewrite Lead. unfold pull. simpl.
    destruct (j =? 1)%nat; lra.
Qed.

Theorem u26_lemF1_explicit_neighbour_no_ratio_false : ~ u26_lemF1_explicit_neighbour_no_ratio.
Proof.
  intro H. destruct (H 2%nat 1 9 ltac:(lia) ltac:(lra) 2%nat 2%nat first_only pull 0%nat pull_row 1) as [_ L].
  - lra.
  - simpl. rewrite ln_1. lra.
  - specialize (L 1%nat ltac:(lia) ltac:(lia)).
    assert (P : 0 < soft_score 1 first_only 2 pull 0 - soft_score 1 first_only 2 pull 1) by lra.
    rewrite (soft_lead 1 1) in P by lia.
    assert (Z : 0 < sum1 (share 1 1 first_only) 2) by (apply sum1_pos; [lia|intros; apply exp_pos]).
    assert (Q : 0 < sum1 (fun j => share 1 1 first_only j * lead_at pull 0 1 j) 2).
    { apply Rmult_lt_reg_r with (/ sum1 (share 1 1 first_only) 2); [apply Rinv_0_lt_compat, Z|].
      rewrite Rmult_0_l. exact P. }
    unfold sum1, share, lead_at, pull, first_only in Q. simpl in Q.
    assert (1 / 3 < exp (- (1) * (1 - 0))).
    { replace (- (1) * (1 - 0)) with (- (1)) by ring. pose proof exp_minus_1. lra. }
    replace (- (1) * (1 - 1)) with 0 in Q by ring. rewrite exp_0 in Q. lra.
Qed.

(** Two inputs, of length 2 and 3. *)
Example u26_lemF1_instance : instance_of u26_lemF1_statement.
Proof.
  set (i := fun n => Input n first_only (fun j _ => first_only j) one_against_half).
  exists 1%nat, 2%nat, [i 2%nat; i 3%nat], (fun _ => 0%nat).
  assert (Con : continuous_readout 1 2 one_against_half).
  { intros P k eps K E. exists eps. split; [exact E|]. intros a Near. unfold one_against_half.
    destruct (k =? 0)%nat; [apply Near; lia|]. rewrite Rminus_eq_0, Rabs_R0. exact E. }
  assert (Led : forall n, (1 <= n)%nat -> leads (hard_output (i n)) 2 0).
  { intros n N. split; [lia|]. intros k K E. unfold hard_output, i, average. simpl. unfold one_against_half.
    rewrite (hard_weight_only _ _ 1 (first_only_top n N) first_only).
    destruct (Nat.eqb_spec k 0); [contradiction|]. simpl. unfold first_only. simpl. lra. }
  repeat apply conj; try exact I.
  - intros x [<-|[<-|[]]]; (split; [simpl; lia|exact Con]).
  - intros x [<-|[<-|[]]]; apply Led; lia.
Qed.

Example u26_lemF1_explicit_instance : instance_of u26_lemF1_explicit_statement.
Proof.
  exists 2%nat, 1, 9. split; [lia|]. split; [lra|]. exists 2%nat, 2%nat, first_only, pull, 0%nat.
  split; [exact pull_row|]. split.
  - exists (ln (INR (2 - 1) * 9) / 1 + 1). split; [|split; [intros _; lra|exact I]].
    assert (0 < ln (INR (2 - 1) * 9)) by (simpl; rewrite <- ln_1; apply ln_increasing; lra). lra.
  - exists 1%nat. split; [lia|]. split; [lra|]. split; [lia|]. split; [lia|]. split.
    + split; [reflexivity|]. exists 1%nat. pose proof (first_only_top 2 ltac:(lia)) as Top. split; [exact Top|].
      intros j J E. unfold within in J. assert (j = 2%nat) as -> by lia. unfold hard_lead.
      rewrite (hard_weight_only _ _ 1 Top (fun j => pull j 0 - pull j 1)). unfold pull, first_only. simpl. lra.
    + exists (ln (INR (2 - 1) * 9) / 1 + 1). split; [|exact I].
      apply (explicit_enough 2 1 9 2 2 first_only pull 0); [lra|exact pull_row| |intros _; lra].
      assert (0 < ln (INR (2 - 1) * 9)) by (simpl; rewrite <- ln_1; apply ln_increasing; lra). lra.
Qed.
