(** T_Index's gaps: the query i places back has its target at p = n - i, the logit of position j is cos((p
    - j) theta), and the gap to any other position is 1 minus the best cos(t theta) over the distances 1
    <= t <= T, T = max(i, n-1-i). *)

From Coq Require Import Reals Lra Lia PeanoNat ZArith.
From RopeTheory Require Import Rope Trig Heads Circle u26_index_logits.
Open Scope R_scope.

(** * Largest values and gaps exist and are unique *)

Lemma exists_largest : forall l (P : nat -> Prop) n, (forall k, P k \/ ~ P k) ->
  (exists k, within n k /\ P k) -> exists m, is_largest l (fun k => within n k /\ P k) m.
Proof.
  intros l P n dec. induction n as [|n IH]; intros [k [Hk Pk]]; [unfold within in Hk; lia|].
  assert (Old : (exists k, within n k /\ P k) \/ ~ exists k, within n k /\ P k).
  { clear IH k Hk Pk. induction n as [|n [[k [Hk Pk]]|N]].
    - right. intros [k [Hk _]]. unfold within in Hk. lia.
    - left. exists k. unfold within in *. split; [lia|exact Pk].
    - destruct (dec (S n)) as [Y|Y].
      + left. exists (S n). unfold within. split; [lia|exact Y].
      + right. intros [k [Hk Pk]]. unfold within in Hk.
        destruct (Nat.eq_dec k (S n)) as [->|D]; [contradiction|]. apply N. exists k. unfold within.
          split; [lia|exact Pk]. }
  destruct Old as [Old|Old].
  - destruct (IH Old) as [m [[i [[Hi Pi] Ei]] L]]. unfold within in Hi.
    destruct (dec (S n)) as [Y|Y].
    + destruct (Rle_dec (l (S n)) m) as [C|C].
      * exists m. split; [exists i; unfold within; repeat split; try lia; assumption|].
        intros j [Hj Pj]. unfold within in Hj. destruct (Nat.eq_dec j (S n)) as [->|D]; [exact C|].
        apply L. unfold within. split; [lia|exact Pj].
      * exists (l (S n)). split; [exists (S n); unfold within; repeat split; try lia; assumption|].
        intros j [Hj Pj]. unfold within in Hj. destruct (Nat.eq_dec j (S n)) as [->|D]; [lra|].
        assert (l j <= m) by (apply L; unfold within; split; [lia|exact Pj]). lra.
    + exists m. split; [exists i; unfold within; repeat split; try lia; assumption|].
      intros j [Hj Pj]. unfold within in Hj. destruct (Nat.eq_dec j (S n)) as [->|D]; [contradiction|].
      apply L. unfold within. split; [lia|exact Pj].
  - exists (l (S n)). destruct (Nat.eq_dec k (S n)) as [->|D].
    + split; [exists (S n); repeat split; try assumption; apply Hk|].
      intros j [Hj Pj]. unfold within in Hj. destruct (Nat.eq_dec j (S n)) as [->|D]; [lra|].
      exfalso. apply Old. exists j. unfold within. split; [lia|exact Pj].
    + exfalso. apply Old. exists k. unfold within in *. split; [lia|exact Pk].
Qed.

Lemma maximiser_dec : forall l n k, within n k -> maximiser l n k \/ ~ maximiser l n k.
Proof.
  intros l n k Hk. destruct (top l n k) eqn:E.
  - left. split; [exact Hk|]. apply top_spec, E.
  - right. intros [_ M]. apply top_spec in M. congruence.
Qed.

Lemma gap_any_exists : forall l n, (2 <= n)%nat -> exists g, gap_any l n g.
Proof.
  intros l n Hn. destruct (exists_maximiser l n ltac:(lia)) as [j Mj].
  destruct (exists_largest l (fun k => k <> j) n) as [m Hm].
  - intro k. destruct (Nat.eq_dec k j); auto.
  - exists (if Nat.eqb j 1 then 2%nat else 1%nat). destruct (Nat.eqb_spec j 1); unfold within; lia.
  - exists (l j - m), j. split; [exact Mj|]. exists (l j), m.
    split; [apply maximiser_is_largest, Mj|]. split; [exact Hm|reflexivity].
Qed.

Lemma gap_not_maximal_exists : forall l n, (2 <= n)%nat -> exists g, gap_not_maximal l n g.
Proof.
  intros l n Hn. destruct (exists_maximiser l n ltac:(lia)) as [j Mj].
  assert (D : (exists k, within n k /\ top l n k = false) \/ forall k, within n k -> top l n k = true).
  { clear Mj j Hn. pose (P := fun k => top l n k = false).
    assert (H : forall m, (exists k, within m k /\ P k) \/ forall k, within m k -> top l n k = true).
    { induction m as [|m [[k [Hk Pk]]|N]].
      - right. intros k Hk. unfold within in Hk. lia.
      - left. exists k. unfold within in *. split; [lia|exact Pk].
      - destruct (top l n (S m)) eqn:E.
        + right. intros k Hk. unfold within in *. destruct (Nat.eq_dec k (S m)) as [->|]; [exact E|apply N;
            lia].
        + left. exists (S m). unfold within, P. split; [lia|exact E]. }
    apply H. }
  destruct D as [[k [Hk Ek]]|All].
  - destruct (exists_largest l (fun k => top l n k = false) n) as [m Hm].
    { intro i. destruct (top l n i); [right; discriminate|left; reflexivity]. }
    { exists k. auto. }
    exists (l j - m). left. exists (l j), m. split; [apply maximiser_is_largest, Mj|]. split; [|reflexivity].
    assert (Iff : forall i, within n i -> (~ maximiser l n i <-> top l n i = false)).
    { intros i Hi. split.
      - intro N. destruct (top l n i) eqn:E; [|reflexivity]. exfalso. apply N.
          split; [exact Hi|apply top_spec, E].
      - intros E [_ M]. apply top_spec in M. congruence. }
    destruct Hm as [[i [[Hi Ei] Em]] L]. split.
    + exists i. split; [split; [exact Hi|apply Iff; assumption]|exact Em].
    + intros i' [Hi' N]. apply L. split; [exact Hi'|apply Iff; assumption].
  - exists 0. right. split; [exact Hn|]. split; [|reflexivity].
    intros i Hi. split; [exact Hi|]. apply top_spec, All, Hi.
Qed.

(** Whichever maximiser is singled out, the rest has the same largest logit. *)
Lemma gap_any_at : forall l n g j, gap_any l n g -> maximiser l n j ->
  is_largest l (fun k => within n k /\ k <> j) (l j - g).
Proof.
  intros l n g j [i [Mi [best [other [B [O ->]]]]]] Mj.
  pose proof (is_largest_unique _ _ _ _ B (maximiser_is_largest l n i Mi)) as ->.
  assert (E : l i = l j).
  { destruct Mi as [Hi Mi], Mj as [Hj Mj]. specialize (Mi j Hj). specialize (Mj i Hi). lra. }
  destruct (Nat.eq_dec i j) as [->|D].
  - replace (l j - (l j - other)) with other by ring. exact O.
  - assert (other = l j).
    { destruct O as [[k [[Hk Nk] Ek]] L]. apply Rle_antisym.
      - rewrite <- Ek. apply Mj, Hk.
      - apply L. split; [apply Mj|auto]. }
    subst other. replace (l j - (l i - l j)) with (l j) by lra. split.
    + exists i. split; [split; [apply Mi|exact D]|exact E].
    + intros k [Hk _]. apply Mj, Hk.
Qed.

Lemma gap_any_from : forall l n j m, maximiser l n j ->
  is_largest l (fun k => within n k /\ k <> j) m -> gap_any l n (l j - m).
Proof.
  intros l n j m Mj Hm. exists j. split; [exact Mj|]. exists (l j), m.
  split; [apply maximiser_is_largest, Mj|]. split; [exact Hm|reflexivity].
Qed.

Lemma gap_any_unique : forall l n g g', gap_any l n g -> gap_any l n g' -> g = g'.
Proof.
  intros l n g g' H H'. destruct H as [j [Mj R]] eqn:Q. clear Q R.
  pose proof (is_largest_unique _ _ _ _ (gap_any_at l n g j H Mj) (gap_any_at l n g' j H' Mj)). lra.
Qed.

(** A positive gap is a unique maximum. *)
Lemma gap_positive_unique : forall l n g, gap_any l n g -> (0 < g <-> unique_maximum l n).
Proof.
  intros l n g H. split.
  - intro P. destruct H as [j [Mj R]] eqn:Q. clear Q R.
    pose proof (gap_any_at l n g j H Mj) as [_ L]. exists j. split; [apply Mj|].
    intros k Hk D. specialize (L k (conj Hk D)). lra.
  - intros [j Hj]. destruct (gap_any_at l n g j H (only_maximiser_maximiser l n j Hj)) as [[k [[Hk D] E]] _].
    destruct Hj as [_ M]. specialize (M k Hk D). lra.
Qed.

(** * T_Index *)

(** The largest distance between a position and the target. *)
Definition reach (n i : nat) : nat := Nat.max i (n - 1 - i).

Lemma h_pos_at : forall theta s n j, (asked (s n) < n)%nat ->
  logits (h_pos theta) s n j = cos ((INR (n - asked (s n)) - INR j) * theta).
Proof. intros. unfold logits. rewrite h_pos_logit, minus_INR by lia. f_equal. ring. Qed.

Lemma h_pos_maximiser : forall theta s n, (asked (s n) < n)%nat ->
  maximiser (logits (h_pos theta) s n) n (n - asked (s n)).
Proof.
  intros theta s n H. split; [unfold within; lia|]. intros k _.
  rewrite (h_pos_at theta s n (n - asked (s n)) H). replace ((INR _ - INR _) * theta) with 0 by ring.
  rewrite cos_0. apply h_pos_at_most_1.
Qed.

Lemma h_pos_top : forall theta s n, (asked (s n) < n)%nat ->
  logits (h_pos theta) s n (n - asked (s n)) = 1.
Proof.
  intros theta s n H. rewrite h_pos_at by exact H. replace ((INR _ - INR _) * theta) with 0 by ring.
    apply cos_0.
Qed.

(** The logit depends on the distance from the target only. *)
Lemma h_pos_distance : forall theta s n j t, (asked (s n) < n)%nat ->
  (j + t = n - asked (s n) \/ j = n - asked (s n) + t)%nat ->
  logits (h_pos theta) s n j = cos (INR t * theta).
Proof.
  intros theta s n j t H [E|E]; rewrite h_pos_at by exact H.
  - rewrite <- E, plus_INR. f_equal. ring.
  - rewrite E, plus_INR, <- cos_neg. f_equal. ring.
Qed.

(** Every distance 1..T is the distance of some other position, and no other position is further. *)
Lemma reach_position : forall n i t, (i < n)%nat -> (1 <= t <= reach n i)%nat ->
  exists j, within n j /\ j <> (n - i)%nat /\ (j + t = n - i \/ j = n - i + t)%nat.
Proof.
  intros n i t Hi Ht. unfold reach in Ht. destruct (Nat.le_gt_cases t i) as [C|C].
  - exists (n - i + t)%nat. unfold within. lia.
  - exists (n - i - t)%nat. unfold within. lia.
Qed.

Lemma position_reach : forall n i j, (i < n)%nat -> within n j -> j <> (n - i)%nat ->
  exists t, (1 <= t <= reach n i)%nat /\ (j + t = n - i \/ j = n - i + t)%nat.
Proof.
  intros n i j Hi Hj D. unfold within in Hj. unfold reach. destruct (Nat.le_gt_cases j (n - i)) as [C|C].
  - exists (n - i - j)%nat. lia.
  - exists (j - (n - i))%nat. lia.
Qed.

Lemma reach_at_least : forall n i, (2 <= n)%nat -> (i < n)%nat -> (1 <= reach n i)%nat /\ (n / 2 <= reach n
  i)%nat.
Proof.
  intros n i Hn Hi. unfold reach. split; [lia|].
  pose proof (Nat.div_mod n 2 ltac:(lia)). pose proof (Nat.mod_upper_bound n 2 ltac:(lia)). lia.
Qed.

(** The gap is 1 minus the best cosine over the distances. *)
Lemma h_pos_gap : forall theta s n g, (asked (s n) < n)%nat ->
  (gap_any (logits (h_pos theta) s n) n g <->
   is_largest (fun t => cos (INR t * theta)) (within (reach n (asked (s n)))) (1 - g)).
Proof.
  intros theta s n g H. set (i := asked (s n)) in *. set (l := logits (h_pos theta) s n).
  assert (Top : l (n - i)%nat = 1) by (apply h_pos_top, H).
  assert (M : maximiser l n (n - i)) by (apply h_pos_maximiser, H).
  split.
  - intro G. pose proof (gap_any_at l n g (n - i) G M) as [[j [[Hj D] E]] L]. rewrite Top in *. split.
    + destruct (position_reach n i j H Hj D) as [t [Ht Et]]. exists t. split; [exact Ht|].
      rewrite <- E. symmetry. apply (h_pos_distance theta s n j t H Et).
    + intros t Ht. destruct (reach_position n i t H Ht) as [j' [Hj' [D' Et]]].
      rewrite <- (h_pos_distance theta s n j' t H Et). apply L. split; assumption.
  - intros [[t [Ht E]] L]. replace g with (l (n - i)%nat - (1 - g)) by (rewrite Top; ring).
    apply gap_any_from; [exact M|]. split.
    + destruct (reach_position n i t H Ht) as [j [Hj [D Et]]]. exists j. split; [split; assumption|].
      rewrite <- E. apply (h_pos_distance theta s n j t H Et).
    + intros j [Hj D]. destruct (position_reach n i j H Hj D) as [t' [Ht' Et]].
      unfold l. rewrite (h_pos_distance theta s n j t' H Et). apply L, Ht'.
Qed.
