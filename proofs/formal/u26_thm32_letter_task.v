(** u26.thm32.letter-task: Theorem 3.2's bound for T_Retrieval fails on an input of the letter task, at every size.

    Statement: for two letters or more, n > 1 and 0 < theta < omega/(2n), the input b1, ..., b1, a1, ba of the letter
    task, b the letter before a, whose path is ba, a1, has for all three kinds of others the gap
    cos theta - cos(omega - (n-1) theta), at n = 2 cos theta - cos omega; it is more than 1 - cos(omega - n theta).

    Idea: the match a1 stands one position back, at the angle theta. All others have the left letter b: those at the
    distances t = 2, ..., n-1 at omega - t theta, the query itself at omega. So the first token is the rival, at n = 2
    the query. That the gap is more than the printed bound is sin(omega - (n - 1/2) theta) > sin(theta/2), times
    2 sin(theta/2): the angle on the left lies between theta/2 and pi - theta/2. *)

From Coq Require Import Reals Lra Lia List PeanoNat ZArith.
From RopeTheory Require Import Rope Trig Heads Circle Tasks u26_index_logits IndexGap u26_retrieval_max u26_retrieval_bound
  u26_discrepancy Instances.
Import ListNotations.
Open Scope R_scope.

(** b1, ..., b1, a1, ba as a list. *)
Definition match_before (n : nat) : list pair := map (one_match n (n - 1)) (seq 1 n).

(** The angle of the nearest rival: of the first token, at n = 2 of the query. *)
Definition rival_angle (m n : nat) (phi : R) : R :=
  if (n =? 2)%nat then spacing m else spacing m - (INR n - 1) * phi.

Definition u26_thm32_letter_task_statement : Prop :=
  forall (m n : nat) (phi : R),
    (2 <= m)%nat -> (1 < n)%nat -> 0 < phi < spacing m / (2 * INR n) ->
    Tasks.letter_input (match_before n) /\ over_alphabet m (one_match n (n - 1)) n /\
    Tasks.letter_answer Tasks.everywhere (match_before n) 1 (LetterInt 1 1) /\
    Tasks.letter_answer Tasks.earlier (match_before n) 1 (LetterInt 1 1) /\
    1 - cos (spacing m - INR n * phi) < cos phi - cos (rival_angle m n phi) /\
    forall kind, gap_of kind (logits (h_retrieval m phi) (one_match n (n - 1)) n)
      (fun k => left_of (one_match n (n - 1) k)) n (cos phi - cos (rival_angle m n phi)).

(** * The input *)

Lemma match_before_at : forall n p, (1 <= p <= n)%nat -> Tasks.tok (match_before n) p = Some (one_match n (n - 1) p).
Proof. intros n p P. unfold match_before. apply Tasks.tok_map_seq. exact P. Qed.

Lemma match_before_input : forall n, (1 < n)%nat -> Tasks.letter_input (match_before n).
Proof.
  intros n Hn. exists (map (one_match n (n - 1)) (seq 1 (n - 1))), [LetterPair 0 1].
  assert (Last : one_match n (n - 1) n = LetterPair 0 1) by (apply one_match_last; lia).
  split; [|split; [|split; [discriminate|split]]].
  - assert (E : seq 1 n = seq 1 (n - 1) ++ [n]).
    { replace n with (S (n - 1)) at 1 by lia. rewrite seq_S. f_equal. f_equal. lia. }
    unfold match_before. rewrite E, map_app. simpl. rewrite Last. reflexivity.
  - intro E. apply (f_equal (@length pair)) in E. rewrite map_length, seq_length in E. simpl in E. lia.
  - apply Forall_forall. intros t T. apply in_map_iff in T as (j & <- & J). apply in_seq in J.
    unfold one_match, Tasks.is_bound. destruct (Nat.eqb_spec j (n - 1)); [exists 1%nat, 1%nat; split; [reflexivity|lia]|].
    destruct (Nat.eqb_spec j n); [lia|]. exists 0%nat, 1%nat. split; [reflexivity|lia].
  - constructor; [|constructor]. exists 0%nat, 1%nat. reflexivity.
Qed.

(** Only a1 has the left letter a, so the one hop from ba ends there, whatever a hop sees up to the query. *)
Lemma match_before_answer : forall (sees : nat -> nat -> Prop) n, (1 < n)%nat ->
  (forall q, (q <= n)%nat -> sees n q) -> Tasks.letter_answer sees (match_before n) 1 (LetterInt 1 1).
Proof.
  intros sees n Hn All. unfold Tasks.letter_answer.
  assert (Len : length (match_before n) = n) by (unfold match_before; rewrite map_length, seq_length; reflexivity).
  assert (Only : forall q t, Tasks.tok (match_before n) q = Some t -> left_of t = 1%nat -> t = LetterInt 1 1).
  { intros q t T E. pose proof (Tasks.tok_inside _ _ _ _ T) as In. rewrite Len in In.
    rewrite match_before_at in T by exact In. injection T as <-. rewrite one_match_left in E.
    destruct (Nat.eqb_spec q (n - 1)) as [Q|D]; [rewrite Q; apply one_match_at; lia|discriminate]. }
  assert (There : Tasks.tok (match_before n) (n - 1) = Some (LetterInt 1 1)).
  { rewrite match_before_at by lia. rewrite one_match_at by lia. reflexivity. }
  rewrite Len. apply (Tasks.letter_hop sees (match_before n) n 0 1 (n - 1) (LetterInt 1 1)).
  - rewrite match_before_at by lia. rewrite one_match_last by lia. reflexivity.
  - apply All. lia.
  - exact There.
  - reflexivity.
  - intros q t _ T E. apply (Only q t T E).
  - intros q _ T. apply (Tasks.letter_here sees (match_before n) q 1 1 T).
Qed.

(** * The gap *)

Lemma sin_rises : forall a y, 0 < a -> a < y -> y < PI - a -> sin a < sin y.
Proof.
  intros a y H1 H2 H3. assert (0 < sin y - sin a); [|lra]. rewrite form4.
  apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; [lra|apply cos_gt_0; lra]|apply sin_gt_0; lra].
Qed.

Lemma match_before_logit : forall m phi n j, (1 < n)%nat -> within n j -> logits (h_retrieval m phi) (one_match n (n - 1)) n j
  = if (j =? n - 1)%nat then cos phi else cos (spacing m - INR (n - j) * phi).
Proof.
  intros m phi n j Hn J. unfold logits. unfold within in J.
  rewrite h_retrieval_logit, (INR_distance n j), one_match_last, one_match_left by lia.
  destruct (Nat.eqb_spec j (n - 1)) as [->|D]; simpl sought.
  - replace (n - (n - 1))%nat with 1%nat by lia. f_equal. simpl. ring.
  - rewrite <- cos_neg. f_equal. simpl INR. ring.
Qed.

Theorem u26_thm32_letter_task_proved : u26_thm32_letter_task_statement.
Proof.
  intros m n phi Hm Hn Hrange. pose proof (printed_range m n n phi ltac:(lia) Hrange) as H2.
  pose proof (spacing_le_pi m Hm) as W. assert (N2 : 2 <= INR n) by (apply (le_INR 2); lia). pose proof PI_RGT_0 as P.
  split; [apply match_before_input, Hn|]. split; [apply one_match_over, Hm|].
  split; [apply match_before_answer; [exact Hn|intros; exact I]|].
  split; [apply match_before_answer; [exact Hn|intros q Q; exact Q]|].
  set (worst := cos (rival_angle m n phi)).
  assert (Half : 0 < sin (phi / 2)) by (apply sin_gt_0; nra).
  split.
  - unfold worst, rival_angle. destruct (Nat.eqb_spec n 2) as [->|D].
    + simpl INR in *. assert (E : cos (spacing m - (1 + 1) * phi) - cos (spacing m) = 2 * sin (spacing m - phi) * sin phi).
      { rewrite cos_difference. f_equal; [f_equal; f_equal; field|f_equal; field]. }
      pose proof (one_minus_cos phi) as C. assert (sin (phi / 2) < sin phi) by (apply sin_rises; lra).
      assert (sin (phi / 2) < sin (spacing m - phi)) by (apply sin_rises; lra). nra.
    + assert (N3 : 3 <= INR n) by (replace 3 with (INR 3) by (simpl; ring); apply le_INR; lia).
      assert (E : cos (spacing m - INR n * phi) - cos (spacing m - (INR n - 1) * phi)
        = 2 * sin (spacing m - INR n * phi + phi / 2) * sin (phi / 2)).
      { rewrite cos_difference. f_equal; [f_equal; f_equal; field|f_equal; field]. }
      pose proof (one_minus_cos phi) as C.
      assert (sin (phi / 2) < sin (spacing m - INR n * phi + phi / 2)) by (apply sin_rises; nra). nra.
  - set (s := one_match n (n - 1)). set (l := logits (h_retrieval m phi) s n).
    assert (Lt : l (n - 1)%nat = cos phi).
    { unfold l, s. rewrite match_before_logit, Nat.eqb_refl by (unfold within; lia). reflexivity. }
    assert (Lj : forall j, within n j -> j <> (n - 1)%nat -> l j <= worst).
    { intros j J N. unfold l, s. rewrite match_before_logit by assumption. destruct (Nat.eqb_spec j (n - 1)); [contradiction|].
      unfold worst, rival_angle. unfold within in J. destruct (Nat.eqb_spec n 2) as [->|D].
      - assert (j = 2%nat) as -> by lia. simpl. right. f_equal. ring.
      - assert (INR (n - j) <= INR n - 1) by (replace (INR n - 1) with (INR (n - 1)) by
          (rewrite minus_INR by lia; reflexivity); apply le_INR; lia).
        pose proof (pos_INR (n - j)). apply cos_falls_weakly; nra. }
    assert (First : exists j, within n j /\ j <> (n - 1)%nat /\ l j = worst).
    { destruct (Nat.eq_dec n 2) as [E|D].
      - exists 2%nat. subst n. split; [unfold within; lia|]. split; [lia|]. unfold l, s.
        rewrite match_before_logit by (unfold within; lia). simpl. unfold worst, rival_angle. simpl. f_equal. ring.
      - exists 1%nat. split; [unfold within; lia|]. split; [lia|]. unfold l, s.
        rewrite match_before_logit by (unfold within; lia). destruct (Nat.eqb_spec 1 (n - 1)); [lia|].
        unfold worst, rival_angle. destruct (Nat.eqb_spec n 2); [lia|]. rewrite minus_INR by lia. reflexivity. }
    assert (Less : worst < cos phi).
    { unfold worst, rival_angle. destruct (Nat.eqb_spec n 2) as [->|D].
      - simpl INR in *. apply cos_falls; lra.
      - assert (N3 : 3 <= INR n) by (replace 3 with (INR 3) by (simpl; ring); apply le_INR; lia). apply cos_falls; nra. }
    assert (Top : only_maximiser l n (n - 1)).
    { split; [unfold within; lia|]. intros k K N. rewrite Lt. pose proof (Lj k K N). lra. }
    pose proof (only_maximiser_maximiser l n (n - 1) Top) as M.
    assert (Gap : forall Q : nat -> Prop, (forall k, within n k -> (Q k <-> k <> (n - 1)%nat)) ->
      gap_to Q l n (cos phi - worst)).
    { intros Q HQ. exists (cos phi), worst. split; [|split; [|reflexivity]].
      - rewrite <- Lt. apply maximiser_is_largest, M.
      - split.
        + destruct First as (j & J & N & E). exists j. split; [|exact E]. split; [exact J|apply HQ; assumption].
        + intros k [K Qk]. apply Lj; [exact K|apply HQ; assumption]. }
    assert (Alone : forall k, maximiser l n k -> k = (n - 1)%nat) by
      (intros k Mk; apply (only_maximiser_unique l n (n - 1) k Top Mk)).
    intro kind. destruct kind; simpl; fold l.
    + exists (n - 1)%nat. split; [exact M|]. apply Gap. tauto.
    + left. apply Gap. intros k K. split; [intros Nk ->; contradiction|intros N Mk; apply N, Alone, Mk].
    + exists (n - 1)%nat. split; [exact M|]. split; [intros k K Mk; apply Alone in Mk; lia|]. apply Gap.
      intros k K. unfold s. rewrite !one_match_left, Nat.eqb_refl. destruct (Nat.eqb_spec k (n - 1)); split; intro; lia.
Qed.

(** * False neighbours *)

(** More than 1 - cos(omega - (n-1) theta), the gap of u26.thm32.never. *)
Definition u26_thm32_letter_task_neighbour_as_never : Prop :=
  forall (m n : nat) (phi : R), (2 <= m)%nat -> (1 < n)%nat -> 0 < phi < spacing m / (2 * INR n) ->
    1 - cos (spacing m - (INR n - 1) * phi) < cos phi - cos (rival_angle m n phi).

Theorem u26_thm32_letter_task_neighbour_as_never_false : ~ u26_thm32_letter_task_neighbour_as_never.
Proof.
  intro H. assert (R : 0 < PI / 8 < spacing 2 / (2 * INR 3)) by (rewrite spacing_2; simpl; pose proof PI_RGT_0; lra).
  specialize (H 2%nat 3%nat (PI / 8) (le_n 2) ltac:(lia) R). unfold rival_angle in H. simpl Nat.eqb in H. cbv iota in H.
  pose proof (cos_le_1 (PI / 8)). lra.
Qed.

(** phi = 0 is allowed: without rotation the gap is the printed bound. *)
Definition u26_thm32_letter_task_neighbour_standing : Prop :=
  forall (m n : nat) (phi : R), (2 <= m)%nat -> (1 < n)%nat -> 0 <= phi < spacing m / (2 * INR n) ->
    1 - cos (spacing m - INR n * phi) < cos phi - cos (rival_angle m n phi).

Theorem u26_thm32_letter_task_neighbour_standing_false : ~ u26_thm32_letter_task_neighbour_standing.
Proof.
  intro H. assert (R : 0 <= 0 < spacing 2 / (2 * INR 2)) by (rewrite spacing_2; simpl; pose proof PI_RGT_0; lra).
  specialize (H 2%nat 2%nat 0 (le_n 2) ltac:(lia) R). unfold rival_angle in H. simpl in H.
  replace (spacing 2 - (1 + 1) * 0) with (spacing 2) in H by ring. rewrite cos_0 in H. lra.
Qed.

(** * Instance: b1 b1 a1 ba over two letters *)

Example u26_thm32_letter_task_instance : instance_of u26_thm32_letter_task_statement.
Proof.
  exists 2%nat, 4%nat, (PI / 9). split; [lia|]. split; [lia|]. split.
  - rewrite spacing_2. simpl. pose proof PI_RGT_0. lra.
  - do 5 (split; [repeat split|]). exists AnyOther. exact I.
Qed.
