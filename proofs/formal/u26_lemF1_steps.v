(** u26.lemF1.steps.* (U26, p. 23): the steps of the proof of Lemma F.1, one by one.

    all_tie: where all n logits are equal every softmax weight is 1/n at every beta, and softmax attention
    is average hard attention.  below: with a lambda that is at most every discrepancy of the family, each
    logit that is not largest is at most mu - lambda; the smallest discrepancy is such a lambda, and
    positive.  maximisers, others: the bounds on the weights for k maximisers, and their limits as beta
    grows.  uniform, continuity: one beta serves finitely many inputs, for the averages and for the scores
    of a continuous F.  epsilon: the last chain of inequalities, with <= at its end.

    Encoding.  Inputs, averages and scores are those of u26_lemF1.v, k and "every other logit at most mu -
    lambda" those of u26_lemF1_sum.v.  A discrepancy is the gap to the positions that are not maximisers;
    inputs on which all tie have none. *)

From Coq Require Import Reals Lra Lia List PeanoNat ZArith.
From Coquelicot Require Import Coquelicot.
From RopeTheory Require Import Rope Heads Sums IndexGap u26_lemF1 u26_lemF1_sum Instances.
Open Scope R_scope.

Definition u26_lemF1_steps_all_tie_statement : Prop :=
  forall (beta : R) (l : nat -> R) (n : nat), (1 <= n)%nat -> (forall j, within n j -> maximiser l n j) ->
    (forall j, within n j -> weight beta l n j = / INR n) /\
    forall (v : nat -> nat -> R) (c : nat), average (weight beta l n) n v c = average (hard_weight l n) n v c.

(** The gap to the positions that are not maximisers, where there are any. *)
Definition discrepancy (i : attention_input) (g : R) : Prop :=
  gap_to (fun k => ~ maximiser (lg i) (len i) k) (lg i) (len i) g.

Definition below_all (inputs : list attention_input) (lambda : R) : Prop :=
  forall i g, In i inputs -> discrepancy i g -> lambda <= g.

Definition u26_lemF1_steps_below_statement : Prop :=
  forall inputs : list attention_input, (forall i, In i inputs -> (1 <= len i)%nat) ->
    (exists lambda, 0 < lambda /\ below_all inputs lambda /\
       ((exists i g, In i inputs /\ discrepancy i g) -> exists i, In i inputs /\ discrepancy i lambda)) /\
    forall lambda, below_all inputs lambda -> forall i mu j, In i inputs -> is_largest (lg i) (within (len i)) mu ->
      within (len i) j -> ~ maximiser (lg i) (len i) j -> lg i j <= mu - lambda.

Definition lower_end (lambda : R) (l : nat -> R) (n : nat) (beta : R) : R :=
  / (maximisers l n + (INR n - maximisers l n) * exp (- (beta * lambda))).

Definition u26_lemF1_steps_maximisers_statement : Prop :=
  forall (l : nat -> R) (n : nat) (mu lambda : R) (j : nat), keeps lambda l n mu -> maximiser l n j ->
    (forall beta, 0 <= beta -> lower_end lambda l n beta <= weight beta l n j <= / maximisers l n) /\
    (0 < lambda -> is_lim (lower_end lambda l n) p_infty (/ maximisers l n) /\
                   is_lim (fun beta => weight beta l n j) p_infty (/ maximisers l n)).

Definition u26_lemF1_steps_others_statement : Prop :=
  forall (l : nat -> R) (n : nat) (mu : R) (j : nat), is_largest l (within n) mu -> within n j ->
    ~ maximiser l n j ->
    (forall beta, 0 <= beta -> 0 <= weight beta l n j <= exp (- (beta * (mu - l j))) / maximisers l n) /\
    is_lim (fun beta => exp (- (beta * (mu - l j))) / maximisers l n) p_infty 0 /\
    is_lim (fun beta => weight beta l n j) p_infty 0.

Definition u26_lemF1_steps_uniform_statement : Prop :=
  forall (d : nat) (inputs : list attention_input) (eps : R), (forall i, In i inputs -> (1 <= len i)%nat) ->
    0 < eps ->
    exists b, 0 < b /\ forall beta, b <= beta -> forall i c, In i inputs -> (c < d)%nat ->
      Rabs (average (weight beta (lg i) (len i)) (len i) (val i) c
            - average (hard_weight (lg i) (len i)) (len i) (val i) c) < eps.

Definition u26_lemF1_steps_continuity_statement : Prop :=
  forall (d K : nat) (inputs : list attention_input) (eps : R),
    (forall i, In i inputs -> (1 <= len i)%nat /\ continuous_readout d K (readout i)) -> 0 < eps ->
    exists b, 1 <= b /\ forall beta, b <= beta -> forall i k, In i inputs -> (k < K)%nat ->
      Rabs (soft_output beta i k - hard_output i k) <= eps.

Definition u26_lemF1_steps_epsilon_statement : Prop :=
  forall (K a : nat) (hard soft : nat -> R) (delta eps : R), 0 < eps < delta / 2 -> (a < K)%nat ->
    (forall k, (k < K)%nat -> k <> a -> delta <= hard a - hard k) ->
    (forall k, (k < K)%nat -> Rabs (soft k - hard k) <= eps) ->
    forall k, (k < K)%nat -> k <> a ->
      soft k <= hard k + eps /\ hard k + eps <= hard a - delta + eps /\ hard a - delta + eps < hard a - eps /\
      hard a - eps <= soft a /\ soft k < soft a.

(** * All tie *)

Theorem u26_lemF1_steps_all_tie_proved : u26_lemF1_steps_all_tie_statement.
Proof.
  intros beta l n N All. assert (Np : 0 < INR n) by (apply lt_0_INR; lia).
  assert (Eq : forall j, within n j -> l j = l 1%nat).
  { intros j J. assert (O : within n 1) by (unfold within; lia).
    pose proof (proj2 (All j J) 1%nat O). pose proof (proj2 (All 1%nat O) j J). lra. }
  assert (W : forall j, within n j -> weight beta l n j = / INR n).
  { intros j J. unfold weight. rewrite (sum1_ext _ (fun _ => exp (beta * l 1%nat))).
    - rewrite sum1_const, (Eq j J). pose proof (exp_pos (beta * l 1%nat)). field. lra.
    - intros k K. rewrite (Eq k K). reflexivity. }
  split; [exact W|]. intros v c. unfold average. apply sum1_ext. intros j J. rewrite (W j J). f_equal.
  unfold hard_weight. rewrite (proj2 (top_spec l n j) (proj2 (All j J))).
  rewrite (sum1_ext _ (fun _ => 1)).
  - rewrite sum1_const. field. lra.
  - intros k K. rewrite (proj2 (top_spec l n k) (proj2 (All k K))). reflexivity.
Qed.

(** * Lambda *)

Lemma not_top_dec : forall l n k, maximiser l n k \/ ~ maximiser l n k.
Proof.
  intros l n k. destruct (top l n k) eqn:T.
  - destruct (Nat.le_decidable 1 k) as [A|A]; [destruct (Nat.le_decidable k n) as [B|B]|].
    + left. split; [unfold within; lia|]. apply top_spec, T.
    + right. intros [W _]. unfold within in W. lia.
    + right. intros [W _]. unfold within in W. lia.
  - right. intros [_ M]. apply (top_spec l n k) in M. congruence.
Qed.

Lemma has_discrepancy : forall i, (1 <= len i)%nat ->
  (exists g, 0 < g /\ discrepancy i g) \/ forall g, ~ discrepancy i g.
Proof.
  intros i N. set (l := lg i). set (n := len i). destruct (has_maximiser l n N) as (j & J).
  destruct (Classical_Prop.classic (exists k, within n k /\ ~ maximiser l n k)) as [Ex|No].
  - left. assert (Dec : forall k, ~ maximiser l n k \/ ~ ~ maximiser l n k)
      by (intro k; destruct (not_top_dec l n k); [right|left]; auto).
    destruct (exists_largest l (fun k => ~ maximiser l n k) n Dec Ex) as [m M].
    exists (l j - m). split.
    + destruct M as [[k [[K Nk] Ek]] _]. destruct (Rlt_dec (l k) (l j)) as [L|L]; [lra|]. exfalso. apply Nk.
      split; [exact K|]. intros q Q. pose proof (proj2 J q Q). lra.
    + exists (l j), m. split; [apply maximiser_is_largest, J|]. split; [exact M|reflexivity].
  - right. intros g (best & other & _ & [[k [K _]] _] & _). apply No. exists k. exact K.
Qed.

Theorem u26_lemF1_steps_below_proved : u26_lemF1_steps_below_statement.
Proof.
  intros inputs Len. split.
  - induction inputs as [|i rest IH].
    { exists 1. split; [lra|]. split; [intros i g []|intros (i & g & [] & _)]. }
    destruct IH as (r & R0 & Below & Least); [intros; apply Len; right; assumption|].
    destruct (has_discrepancy i (Len i (or_introl eq_refl))) as [(g & G & D)|No].
    + assert (Own : forall g', discrepancy i g' -> g' = g).
      { intros g' (b' & o' & B' & O' & ->). destruct D as (b & o & B & O & ->).
        rewrite (is_largest_unique _ _ _ _ B B'), (is_largest_unique _ _ _ _ O O'). reflexivity. }
      destruct (Classical_Prop.classic (exists i' g', In i' rest /\ discrepancy i' g')) as [Some|None].
      * destruct (Least Some) as (i' & In' & D'). exists (Rmin r g). split; [apply Rmin_pos; assumption|]. split.
        -- intros i2 g2 [<-|In2] D2; [rewrite (Own g2 D2); apply Rmin_r|].
           apply Rle_trans with r; [apply Rmin_l|apply (Below i2 g2 In2 D2)].
        -- intros _. unfold Rmin. destruct (Rle_dec r g); [exists i'|exists i]; split; auto; [right|left]; auto.
      * exists g. split; [exact G|]. split; [|intros _; exists i; split; [left; reflexivity|exact D]].
        intros i2 g2 [<-|In2] D2; [rewrite (Own g2 D2); lra|]. exfalso. apply None. eauto.
    + exists r. split; [exact R0|]. split.
      * intros i' g' [<-|In'] D'; [contradiction (No g')|apply (Below i' g' In' D')].
      * intros (i' & g' & [<-|In'] & D'); [contradiction (No g')|].
        destruct Least as (i2 & In2 & D2); [eauto|]. exists i2. split; [right; exact In2|exact D2].
  - intros lambda Below i mu j In Mu J Nj. set (l := lg i) in *. set (n := len i) in *.
    assert (Dec : forall k, ~ maximiser l n k \/ ~ ~ maximiser l n k)
      by (intro k; destruct (not_top_dec l n k); [right|left]; auto).
    destruct (exists_largest l (fun k => ~ maximiser l n k) n Dec) as [m M]; [exists j; auto|].
    pose proof (Below i (mu - m) In) as B. pose proof (proj2 M j (conj J Nj)).
    assert (D : discrepancy i (mu - m)) by (exists mu, m; split; [exact Mu|split; [exact M|reflexivity]]).
    specialize (B D). lra.
Qed.

(** * The weights *)

Lemma count_at_least_1 : forall l n mu, is_largest l (within n) mu -> 1 <= maximisers l n <= INR n.
Proof.
  intros l n mu [[j [J _]] _]. split; [apply tops_count; unfold within in J; lia|].
  unfold maximisers. replace (INR n) with (sum1 (fun _ => 1) n) by (rewrite sum1_const; ring).
  apply sum1_le. intros k _. unfold tops. destruct (top l n k); lra.
Qed.

Lemma falls_to_0 : forall g, 0 < g -> is_lim (fun beta => exp (- (beta * g))) p_infty 0.
Proof.
  intros g G. apply (is_lim_comp exp (fun beta => - (beta * g)) p_infty 0 m_infty).
  - apply is_lim_exp_m.
  - apply is_lim_ext with (fun beta => (- g) * beta); [intro; ring|].
    replace m_infty with (Rbar_mult (- g) p_infty).
    + apply is_lim_scal_l. apply is_lim_id.
    + unfold Rbar_mult, Rbar_mult'. destruct (Rle_dec 0 (- g)) as [C|C]; [|reflexivity]. exfalso. lra.
  - exists 0. intros x _ H. discriminate H.
Qed.

Lemma squeezed : forall (f low : R -> R) (up : R), is_lim low p_infty up ->
  (forall beta, 0 <= beta -> low beta <= f beta <= up) -> is_lim f p_infty up.
Proof.
  intros f low up H Between. apply (is_lim_le_le_loc low (fun _ => up)).
  - exists 0. intros beta B. apply Between. lra.
  - exact H.
  - apply is_lim_const.
Qed.

Theorem u26_lemF1_steps_maximisers_proved : u26_lemF1_steps_maximisers_statement.
Proof.
  intros l n mu lambda j Keeps J. pose proof Keeps as [Mu _]. pose proof (count_at_least_1 l n mu Mu) as C.
  set (k := maximisers l n) in *.
  assert (Ej : l j = mu).
  { destruct Mu as [[i [I Ei]] Le]. pose proof (Le j (proj1 J)). pose proof (proj2 J i I). lra. }
  assert (Bounds : forall beta, 0 <= beta -> lower_end lambda l n beta <= weight beta l n j <= / k).
  { intros beta B. destruct (u26_lemF1_sum_corrected_proved l n beta mu lambda B Keeps) as (Low & Up & _).
  fold k in Low, Up.
    pose proof (exp_pos (beta * mu)) as E. pose proof (exp_pos (- (beta * lambda))) as E'.
    assert (T : exp (beta * (mu - lambda)) = exp (beta * mu) * exp (- (beta * lambda)))
      by (rewrite <- exp_plus; f_equal; ring).
    rewrite T in Up. unfold weight. fold (normaliser beta l n). rewrite Ej.
    assert (Pos : 0 < normaliser beta l n) by nra.
    assert (P' : 0 < k + (INR n - k) * exp (- (beta * lambda))) by nra.
    unfold lower_end. fold k. split.
    - apply Rmult_le_reg_r with (normaliser beta l n); [exact Pos|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
      apply Rmult_le_reg_l with (k + (INR n - k) * exp (- (beta * lambda))); [exact P'|].
      rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. lra.
    - apply Rmult_le_reg_r with (normaliser beta l n); [exact Pos|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
      apply Rmult_le_reg_l with k; [lra|]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. lra. }
  split; [exact Bounds|]. intro L.
  assert (Lim : is_lim (lower_end lambda l n) p_infty (/ k)).
  { unfold lower_end. fold k.
    assert (D : is_lim (fun beta => k + (INR n - k) * exp (- (beta * lambda))) p_infty k).
    { replace (Finite k) with (Finite (k + (INR n - k) * 0)) by (f_equal; ring).
      apply (is_lim_plus' (fun _ => k) (fun beta => (INR n - k) * exp (- (beta * lambda))) p_infty k ((INR n - k)
        * 0)).
      - apply is_lim_const.
      - apply (is_lim_scal_l (fun beta => exp (- (beta * lambda))) (INR n - k) p_infty 0). apply falls_to_0, L. }
    apply (is_lim_inv _ p_infty k D). intro Z. injection Z. lra. }
  split; [exact Lim|]. apply squeezed with (lower_end lambda l n); assumption.
Qed.

Theorem u26_lemF1_steps_others_proved : u26_lemF1_steps_others_statement.
Proof.
  intros l n mu j Mu J Nj. pose proof (count_at_least_1 l n mu Mu) as C. set (k := maximisers l n) in *.
  assert (G : 0 < mu - l j).
  { destruct Mu as [[i [I Ei]] Le]. destruct (Rlt_dec (l j) mu) as [L|L]; [lra|]. exfalso. apply Nj.
    split; [exact J|]. intros q Q. pose proof (Le q Q). lra. }
  assert (Bounds : forall beta, 0 <= beta -> 0 <= weight beta l n j <= exp (- (beta * (mu - l j))) / k).
  { intros beta B. assert (Keeps : keeps 0 l n mu).
    { split; [exact Mu|]. intros i I _. pose proof (proj2 Mu i I). lra. }
    destruct (u26_lemF1_sum_corrected_proved l n beta mu 0 B Keeps) as (Low & _ & _). fold k in Low.
    pose proof (exp_pos (beta * mu)) as E. pose proof (exp_pos (beta * l j)) as E'.
    assert (Pos : 0 < normaliser beta l n) by nra. unfold weight. fold (normaliser beta l n).
    assert (T : exp (beta * l j) = exp (beta * mu) * exp (- (beta * (mu - l j)))) by (rewrite <- exp_plus;
      f_equal; ring).
    split; [apply Rlt_le, Rdiv_lt_0_compat; assumption|]. rewrite T. unfold Rdiv.
    apply Rmult_le_reg_r with (normaliser beta l n); [exact Pos|].
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    pose proof (exp_pos (- (beta * (mu - l j)))) as E3.
    replace (exp (- (beta * (mu - l j))) * / k * normaliser beta l n)
      with (exp (- (beta * (mu - l j))) * (normaliser beta l n / k)) by (unfold Rdiv; ring).
    rewrite Rmult_comm. apply Rmult_le_compat_l; [lra|].
    apply Rmult_le_reg_r with k; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. lra. }
  assert (Lim : is_lim (fun beta => exp (- (beta * (mu - l j))) / k) p_infty 0).
  { replace (Finite 0) with (Rbar_mult 0 (/ k)) by (simpl; f_equal; ring).
    apply (is_lim_scal_r (fun beta => exp (- (beta * (mu - l j)))) (/ k) p_infty 0). apply falls_to_0, G. }
  split; [exact Bounds|]. split; [exact Lim|].
  apply (is_lim_le_le_loc (fun _ => 0) (fun beta => exp (- (beta * (mu - l j))) / k)).
  - exists 0. intros beta B. apply Bounds. lra.
  - apply is_lim_const.
  - exact Lim.
Qed.

(** * One beta for finitely many inputs *)

Lemma eventually_all_list : forall (T : Type) (P : T -> R -> Prop) s,
  (forall i, In i s -> eventually_all (P i)) -> eventually_all (fun beta => forall i, In i s -> P i beta).
Proof.
  intros T P s. induction s as [|i rest IH]; intro H; [exists 1; split; [lra|intros beta _ i []]|].
  destruct IH as (b & B & G); [intros; apply H; right; assumption|].
  destruct (H i (or_introl eq_refl)) as (b' & B' & G'). exists (Rmax b b').
  split; [apply Rlt_le_trans with b; [exact B|apply Rmax_l]|]. intros beta L i' [<-|In'].
  - apply G'. apply Rle_trans with (2 := L). apply Rmax_r.
  - apply G; [apply Rle_trans with (2 := L); apply Rmax_l|exact In'].
Qed.

Lemma averages_close : forall d i eps, (1 <= len i)%nat -> 0 < eps ->
  eventually_all (fun beta => forall c, (c < d)%nat ->
    Rabs (average (weight beta (lg i) (len i)) (len i) (val i) c
          - average (hard_weight (lg i) (len i)) (len i) (val i) c) < eps).
Proof.
  intros d i eps N E. apply (eventually_all_below (fun c beta =>
    Rabs (average (weight beta (lg i) (len i)) (len i) (val i) c
          - average (hard_weight (lg i) (len i)) (len i) (val i) c) < eps)).
  intros c _. apply limit_eventually; [apply average_limit, N|exact E].
Qed.

Theorem u26_lemF1_steps_uniform_proved : u26_lemF1_steps_uniform_statement.
Proof.
  intros d inputs eps Len E.
  destruct (eventually_all_list _ (fun i beta => forall c, (c < d)%nat ->
    Rabs (average (weight beta (lg i) (len i)) (len i) (val i) c
          - average (hard_weight (lg i) (len i)) (len i) (val i) c) < eps) inputs) as (b & B & G).
  - intros i I. apply averages_close; [apply Len, I|exact E].
  - exists b. split; [exact B|]. intros beta L i c I C. apply (G beta L i I c C).
Qed.

Theorem u26_lemF1_steps_continuity_proved : u26_lemF1_steps_continuity_statement.
Proof.
  intros d K inputs eps Good E.
  destruct (eventually_all_list _ (fun i beta => forall k, (k < K)%nat ->
    Rabs (soft_output beta i k - hard_output i k) <= eps) inputs) as (b & B & G).
  - intros i I. destruct (Good i I) as [N Cont].
    apply (eventually_all_below (fun k beta => Rabs (soft_output beta i k - hard_output i k) <= eps)). intros k Hk.
    destruct (Cont (average (hard_weight (lg i) (len i)) (len i) (val i)) k eps Hk E) as (delta & D & Close).
    destruct (averages_close d i delta N D) as (b & B & G). exists b. split; [exact B|]. intros beta L.
    apply Rlt_le, Close. intros c C. apply (G beta L c C).
  - exists (Rmax b 1). split; [apply Rmax_r|]. intros beta L i k I Hk. apply (G beta); try assumption.
    apply Rle_trans with (2 := L). apply Rmax_l.
Qed.

Lemma within_eps : forall x y eps, Rabs (x - y) <= eps -> y - eps <= x <= y + eps.
Proof. intros x y eps H. unfold Rabs in H. destruct (Rcase_abs (x - y)); lra. Qed.

Theorem u26_lemF1_steps_epsilon_proved : u26_lemF1_steps_epsilon_statement.
Proof.
  intros K a hard soft delta eps E A Gap Close k Hk D. pose proof (Gap k Hk D).
  pose proof (within_eps _ _ _ (Close k Hk)). pose proof (within_eps _ _ _ (Close a A)). lra.
Qed.

(** * False neighbours *)

(** Two positions, the first ahead by g. *)
Definition ahead_by (g : R) (j : nat) : R := if (j =? 1)%nat then g else 0.

Lemma ahead_only : forall g, 0 < g -> only_maximiser (ahead_by g) 2 1.
Proof.
  intros g G. split; [unfold within; lia|]. intros k K D. unfold within in K. assert (k = 2%nat) as -> by lia.
  unfold ahead_by. simpl. exact G.
Qed.

Lemma ahead_largest : forall g, 0 < g -> is_largest (ahead_by g) (within 2) g.
Proof. intros g G. apply (maximiser_is_largest (ahead_by g) 2 1), only_maximiser_maximiser, ahead_only, G. Qed.

Lemma ahead_second : forall g, 0 < g -> ~ maximiser (ahead_by g) 2 2.
Proof. intros g G M. pose proof (only_maximiser_unique _ _ _ _ (ahead_only g G) M). lia. Qed.

Lemma ahead_weight : forall g beta, weight beta (ahead_by g) 2 1 = exp (beta * g) / (exp (beta * g) + 1).
Proof.
  intros g beta. unfold weight, sum1, ahead_by. cbn [sum Nat.eqb]. rewrite Rmult_0_r, exp_0.
  replace (0 + exp (beta * g) + 1) with (exp (beta * g) + 1) by ring. reflexivity.
Qed.

Lemma ahead_count : forall g, 0 < g -> maximisers (ahead_by g) 2 = 1.
Proof.
  intros g G. unfold maximisers, sum1. cbn [sum].
  rewrite (tops_maximiser (ahead_by g) 2 1) by (apply only_maximiser_maximiser, ahead_only, G).
  rewrite (tops_other (ahead_by g) 2 2); [ring|unfold within; lia|apply ahead_second, G].
Qed.

(** Weights 1/n though not all tie. *)
Definition u26_lemF1_steps_all_tie_neighbour_some_lower : Prop :=
  forall (beta : R) (l : nat -> R) (n : nat), (1 <= n)%nat -> 0 < beta ->
    forall j, within n j -> weight beta l n j = / INR n.

Theorem u26_lemF1_steps_all_tie_neighbour_some_lower_false : ~ u26_lemF1_steps_all_tie_neighbour_some_lower.
Proof.
  intro H. specialize (H 1 (ahead_by 1) 2%nat ltac:(lia) ltac:(lra) 1%nat ltac:(unfold within; lia)).
  rewrite ahead_weight, Rmult_1_r in H. pose proof (exp_ineq1 1 R1_neq_R0) as E. simpl INR in H.
  assert (F : exp 1 = / (1 + 1) * (exp 1 + 1)) by (rewrite <- H; field; lra). lra.
Qed.

(** A lambda at most some discrepancy, not every one. *)
Definition u26_lemF1_steps_below_neighbour_largest : Prop :=
  forall inputs lambda, (exists i g, In i inputs /\ discrepancy i g /\ lambda <= g) ->
    forall i mu j, In i inputs -> is_largest (lg i) (within (len i)) mu ->
      within (len i) j -> ~ maximiser (lg i) (len i) j -> lg i j <= mu - lambda.

Definition two_inputs (g : R) : attention_input := Input 2 (ahead_by g) (fun _ _ => 0) (fun _ _ => 0).

Theorem u26_lemF1_steps_below_neighbour_largest_false : ~ u26_lemF1_steps_below_neighbour_largest.
Proof.
  intro H. specialize (H (two_inputs 1 :: two_inputs 2 :: nil) 2).
  assert (D : discrepancy (two_inputs 2) 2).
  { exists 2, 0. split; [apply ahead_largest; lra|]. split; [|ring]. split.
    - exists 2%nat. split; [split; [unfold within; simpl; lia|apply ahead_second; lra]|reflexivity].
    - intros k [K N]. assert (k = 1 \/ k = 2)%nat as [->| ->] by (unfold within in K; simpl in K; lia).
      + exfalso. apply N. apply only_maximiser_maximiser, ahead_only. lra.
      + unfold two_inputs, ahead_by. simpl. lra. }
  specialize (H ltac:(exists (two_inputs 2), 2; split; [right; left; reflexivity|split; [exact D|lra]])).
  specialize (H (two_inputs 1) 1 2%nat ltac:(left; reflexivity) (ahead_largest 1 ltac:(lra)) ltac:(unfold within;
    simpl; lia)
    (ahead_second 1 ltac:(lra))). unfold two_inputs, ahead_by in H. simpl in H. lra.
Qed.

(** lambda = 0, as printed where some length has no input with a positive discrepancy. *)
Definition u26_lemF1_steps_maximisers_neighbour_lambda_0 : Prop :=
  forall (l : nat -> R) (n : nat) (mu lambda : R), keeps lambda l n mu -> 0 <= lambda ->
    is_lim (lower_end lambda l n) p_infty (/ maximisers l n).

Theorem u26_lemF1_steps_maximisers_neighbour_lambda_0_false : ~ u26_lemF1_steps_maximisers_neighbour_lambda_0.
Proof.
  intro H. specialize (H (ahead_by 1) 2%nat 1 0). assert (K : keeps 0 (ahead_by 1) 2 1).
  { split; [apply ahead_largest; lra|]. intros i I _. pose proof (proj2 (ahead_largest 1 ltac:(lra)) i I). lra. }
  specialize (H K ltac:(lra)). unfold lower_end in H. rewrite ahead_count in H by lra.
  assert (C : is_lim (fun _ : R => / 2) p_infty (/ 2)) by apply is_lim_const.
  assert (C' : is_lim (fun beta : R => / (1 + (INR 2 - 1) * exp (- (beta * 0)))) p_infty (/ 2)).
  { apply is_lim_ext with (2 := C). intro beta. rewrite Rmult_0_r, Ropp_0, exp_0. simpl. f_equal. ring. }
  apply is_lim_unique in H. apply is_lim_unique in C'. rewrite H in C'. injection C'. lra.
Qed.

(** All weights tend to 0. *)
Definition u26_lemF1_steps_others_neighbour_every : Prop :=
  forall (l : nat -> R) (n : nat) (j : nat), within n j -> is_lim (fun beta => weight beta l n j) p_infty 0.

Theorem u26_lemF1_steps_others_neighbour_every_false : ~ u26_lemF1_steps_others_neighbour_every.
Proof.
  intro H. specialize (H (fun _ => 0) 1%nat 1%nat ltac:(unfold within; lia)).
  assert (C : is_lim (fun beta => weight beta (fun _ => 0) 1 1) p_infty 1).
  { apply is_lim_ext with (fun _ => 1); [|apply is_lim_const]. intro beta. unfold weight, sum1. cbn [sum].
    rewrite Rmult_0_r, exp_0. field. }
  apply is_lim_unique in H. apply is_lim_unique in C. rewrite H in C. injection C. lra.
Qed.

(** One beta for infinitely many inputs. *)
Definition u26_lemF1_steps_uniform_neighbour_infinite : Prop :=
  forall (inputs : nat -> attention_input) (eps : R), (forall q, (1 <= len (inputs q))%nat) -> 0 < eps ->
    exists b, 0 < b /\ forall beta, b <= beta -> forall q,
      let i := inputs q in
      Rabs (average (weight beta (lg i) (len i)) (len i) (val i) 0
            - average (hard_weight (lg i) (len i)) (len i) (val i) 0) < eps.

(** Value 1 at the first of two positions, which is ahead by g. *)
Definition first_counts (g : R) : attention_input :=
  Input 2 (ahead_by g) (fun j _ => if (j =? 1)%nat then 1 else 0) (fun _ _ => 0).

Lemma first_hard : forall g, 0 < g ->
  average (hard_weight (ahead_by g) 2) 2 (fun j _ => if (j =? 1)%nat then 1 else 0) 0 = 1.
Proof.
  intros g G. unfold average.
  rewrite (hard_weight_only (ahead_by g) 2 1 (ahead_only g G) (fun j => if (j =? 1)%nat then 1 else 0)).
  reflexivity.
Qed.

Lemma first_soft : forall g beta,
  average (weight beta (ahead_by g) 2) 2 (fun j _ => if (j =? 1)%nat then 1 else 0) 0
  = weight beta (ahead_by g) 2 1.
Proof. intros g beta. unfold average, sum1. cbn [sum Nat.eqb]. ring. Qed.

Theorem u26_lemF1_steps_uniform_neighbour_infinite_false : ~ u26_lemF1_steps_uniform_neighbour_infinite.
Proof.
  intro H. destruct (H (fun q => first_counts (/ INR (S q))) (1 / 4)) as (b & B & G); [intro; simpl; lia|lra|].
  destruct (archimed b) as [Up _]. set (q := Z.to_nat (up b)).
  assert (Q : b <= INR (S q)).
  { rewrite S_INR. unfold q. rewrite INR_IZR_INZ, Z2Nat.id; [lra|]. apply le_IZR. lra. }
  assert (P : 0 < / INR (S q)) by (apply Rinv_0_lt_compat, lt_0_INR; lia).
  specialize (G b (Rle_refl b) q). cbv zeta in G. unfold first_counts in G. cbn [len lg val] in G.
  rewrite (first_hard _ P), first_soft, ahead_weight in G.
  assert (X : b * / INR (S q) <= 1).
  { apply Rmult_le_reg_r with (INR (S q)); [apply lt_0_INR; lia|].
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r by (apply not_0_INR; lia). lra. }
  pose proof (exp_le _ _ X) as E1. pose proof exp_le_3 as E2. set (e := exp (b * / INR (S q))) in *.
  assert (E : 0 < e) by apply exp_pos. apply Rabs_def2 in G. destruct G as [_ G].
  assert (F : e / (e + 1) * (e + 1) = e) by (field; lra). nra.
Qed.

(** F that is not continuous. *)
Definition u26_lemF1_steps_continuity_neighbour_jump : Prop :=
  forall (K : nat) (inputs : list attention_input) (eps : R), (forall i, In i inputs -> (1 <= len i)%nat) ->
    0 < eps ->
    exists b, 1 <= b /\ forall beta, b <= beta -> forall i k, In i inputs -> (k < K)%nat ->
      Rabs (soft_output beta i k - hard_output i k) <= eps.

Definition jump (a : nat -> R) (_ : nat) : R := if Rle_dec 1 (a 0%nat) then 1 else 0.

Theorem u26_lemF1_steps_continuity_neighbour_jump_false : ~ u26_lemF1_steps_continuity_neighbour_jump.
Proof.
  intro H. set (i := Input 2 (ahead_by 1) (fun j _ => if (j =? 1)%nat then 1 else 0) jump).
  destruct (H 1%nat (i :: nil) (1 / 2)) as (b & B & G); [intros ? [<-|[]]; simpl; lia|lra|].
  specialize (G b (Rle_refl b) i 0%nat (or_introl eq_refl) ltac:(lia)).
  unfold soft_output, hard_output, i in G. cbn [len lg val readout] in G. unfold jump in G.
  rewrite (first_hard 1), first_soft, ahead_weight, Rmult_1_r in G by lra.
  assert (E : 0 < exp b) by apply exp_pos.
  assert (L : exp b / (exp b + 1) < 1).
  { apply Rmult_lt_reg_r with (exp b + 1); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  destruct (Rle_dec 1 (exp b / (exp b + 1))) as [C|_]; [lra|]. destruct (Rle_dec 1 1) as [_|C]; [|lra].
  apply within_eps in G. lra.
Qed.

(** eps = delta/2. *)
Definition u26_lemF1_steps_epsilon_neighbour_half : Prop :=
  forall (hard soft : nat -> R) (delta eps : R), 0 < eps <= delta / 2 -> delta <= hard 0%nat - hard 1%nat ->
    (forall k, Rabs (soft k - hard k) <= eps) -> soft 1%nat < soft 0%nat.

Theorem u26_lemF1_steps_epsilon_neighbour_half_false : ~ u26_lemF1_steps_epsilon_neighbour_half.
Proof.
  intro H. specialize (H (fun k => if (k =? 0)%nat then 1 else 0) (fun _ => 1 / 2) 1 (1 / 2) ltac:(lra)).
  simpl in H.
  specialize (H ltac:(lra)). assert (1 / 2 < 1 / 2); [|lra]. apply H. intro k.
  destruct (k =? 0)%nat; apply Rabs_le; lra.
Qed.

(** The last sign of the printed chain, <, for <=. *)
Definition u26_lemF1_steps_epsilon_neighbour_strict : Prop :=
  forall (hard soft : nat -> R) (delta eps : R), 0 < eps < delta / 2 -> delta <= hard 0%nat - hard 1%nat ->
    (forall k, Rabs (soft k - hard k) <= eps) -> hard 0%nat - eps < soft 0%nat.

Theorem u26_lemF1_steps_epsilon_neighbour_strict_false : ~ u26_lemF1_steps_epsilon_neighbour_strict.
Proof.
  intro H. specialize (H (fun k => if (k =? 0)%nat then 3 else 0) (fun k => if (k =? 0)%nat then 2 else 0) 3 1
    ltac:(lra)).
  simpl in H. specialize (H ltac:(lra)). assert (3 - 1 < 2); [|lra]. apply H.
  intro k. destruct (k =? 0)%nat; apply Rabs_le; lra.
Qed.

(** * Instances *)

Example u26_lemF1_steps_all_tie_instance : instance_of u26_lemF1_steps_all_tie_statement.
Proof.
  exists 2, (fun _ => 1), 3%nat. split; [lia|]. split.
  - intros j J. split; [exact J|]. intros. lra.
  - split; [exists 3%nat; split; [unfold within; lia|exact I]|]. exists (fun j _ => INR j), 0%nat. exact I.
Qed.

Example u26_lemF1_steps_below_instance : instance_of u26_lemF1_steps_below_statement.
Proof.
  set (inputs := (two_inputs 1 :: two_inputs 2 :: nil)%list). exists inputs.
  assert (Len : forall i, In i inputs -> (1 <= len i)%nat) by (intros i [<-|[<-|[]]]; simpl; lia).
  split; [exact Len|]. split; [exact I|].
  destruct (u26_lemF1_steps_below_proved inputs Len) as [(lambda & _ & Below & _) _]. exists lambda.
  split; [exact Below|]. exists (two_inputs 2), 2, 2%nat. split; [right; left; reflexivity|].
  split; [apply ahead_largest; lra|]. split; [unfold within; simpl; lia|].
  split; [apply ahead_second; lra|exact I].
Qed.

Example u26_lemF1_steps_maximisers_instance : instance_of u26_lemF1_steps_maximisers_statement.
Proof.
  exists (ahead_by 2), 2%nat, 2, 1, 1%nat. split; [|split; [apply only_maximiser_maximiser, ahead_only; lra|]].
  - split; [apply ahead_largest; lra|]. intros i W N. unfold ahead_by. destruct (Nat.eqb_spec i 1) as [->|_]; [|lra].
    contradiction N. apply only_maximiser_maximiser, ahead_only. lra.
  - repeat apply conj; try exact I; try lra. exists 3. split; [lra|split; exact I].
Qed.

Example u26_lemF1_steps_others_instance : instance_of u26_lemF1_steps_others_statement.
Proof.
  exists (ahead_by 2), 2%nat, 2, 2%nat. split; [apply ahead_largest; lra|]. split; [unfold within; lia|].
  split; [apply ahead_second; lra|]. split; [|split; exact I]. exists 3. split; [lra|split; exact I].
Qed.

Example u26_lemF1_steps_uniform_instance : instance_of u26_lemF1_steps_uniform_statement.
Proof.
  exists 1%nat, (first_counts 1 :: first_counts 2 :: nil)%list, (1 / 10).
  split; [intros i [<-|[<-|[]]]; simpl; lia|split; [lra|exact I]].
Qed.

(** Two outputs, one of them a coordinate of the attention output. *)
Example u26_lemF1_steps_continuity_instance : instance_of u26_lemF1_steps_continuity_statement.
Proof.
  exists 1%nat, 2%nat, (Input 2 (ahead_by 1) (fun j _ => INR j) one_against_half :: nil)%list, (1 / 10).
  split; [|split; [lra|exact I]]. intros i [<-|[]]. split; [simpl; lia|]. intros P k eps K E. exists eps.
  split; [exact E|]. intros a Near. simpl. unfold one_against_half. destruct (k =? 0)%nat; [apply Near; lia|].
  rewrite Rminus_eq_0, Rabs_R0. exact E.
Qed.

Example u26_lemF1_steps_epsilon_instance : instance_of u26_lemF1_steps_epsilon_statement.
Proof.
  exists 2%nat, 0%nat, (fun k => if (k =? 0)%nat then 1 else 0), (fun k => if (k =? 0)%nat then 4 / 5 else 1 / 5),
    1, (1 / 4).
  split; [lra|]. split; [lia|]. split; [|split].
  - intros k K D. assert (k = 1%nat) as -> by lia. simpl. lra.
  - intros k K. apply Rabs_le. destruct (k =? 0)%nat; lra.
  - exists 1%nat. repeat apply conj; try exact I; lia.
Qed.
