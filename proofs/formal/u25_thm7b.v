(** u25.thm7b, u25.thm7b.corrected, u25.thm7b.some-phase: the weight of a match under a simplified H_SYM
    over the place where it stands.

    Printed (after U25, Theorem 7): with a rotation that is not low enough, (n - 3/2) theta >= pi, the
    weight is inverted-U-shaped; read for every phase phi, n >= 4, 0 < theta <= pi, matches at j = 1..n-1.
    REFUTED: n = 8, theta = 2 pi/5, phi = n theta/2.
    Corrected: for 0 < theta <= pi and n >= 3 the weight is inverted-U-shaped if and only if, for some
    whole m, phi' = phi + 2 pi m has 3 theta/2 < phi' < (n - 3/2) theta and (n - 3/2) theta - pi < phi' <
    3 theta/2 + pi.
    Some phase: for n >= 4 some phase makes it inverted-U-shaped if and only if (n-3) theta < 2 pi, and
    then phi = n theta/2 does.

    Idea: the steps have the signs of sin((n - j - 1/2) theta - phi), in strides of theta <= pi: the first
    argument must lie in (0, pi) and the last in (-pi, 0), up to whole turns.
    Encoding: match_weight in new_inverted_u.v, D > 0 the distractors' sum, any beta > 0. *)

From Coq Require Import Reals Lra Lia PeanoNat ZArith.
From RopeTheory Require Import Rope Trig Heads Circle Shape new_inverted_u Instances.
Open Scope R_scope.

Definition u25_thm7b_statement : Prop :=
  forall (beta theta phi D : R) (n : nat), 0 < beta -> 0 < D -> (4 <= n)%nat -> 0 < theta <= PI ->
    PI <= (INR n - 3 / 2) * theta -> inverted_u_shaped (match_weight beta theta phi D n) (n - 1).

Definition u25_thm7b_corrected_statement : Prop :=
  forall (beta theta phi D : R) (n : nat), 0 < beta -> 0 < D -> (3 <= n)%nat -> 0 < theta <= PI ->
    (inverted_u_shaped (match_weight beta theta phi D n) (n - 1) <->
     exists m : Z, let phi' := phi + IZR m * (2 * PI) in
       3 * theta / 2 < phi' < (INR n - 3 / 2) * theta /\
       (INR n - 3 / 2) * theta - PI < phi' < 3 * theta / 2 + PI).

Definition u25_thm7b_some_phase_statement : Prop :=
  forall (beta theta D : R) (n : nat), 0 < beta -> 0 < D -> (4 <= n)%nat -> 0 < theta <= PI ->
    ((exists phi, inverted_u_shaped (match_weight beta theta phi D n) (n - 1)) <-> (INR n - 3) * theta < 2 *
      PI) /\
    ((INR n - 3) * theta < 2 * PI -> inverted_u_shaped (match_weight beta theta (INR n * theta / 2) D n) (n -
      1)).

Section Phase.
  Variables (beta theta D phi : R) (n : nat) (m : Z).
  Hypothesis beta_positive : 0 < beta.
  Hypothesis D_positive : 0 < D.
  Hypothesis stride : 0 < theta <= PI.
  Hypothesis three : (3 <= n)%nat.

  Let w := match_weight beta theta phi D n.

  (** The argument of the step from p, up to m whole turns. *)
  Let argument (p : nat) : R := (INR n - INR p - 1 / 2) * theta - (phi + IZR m * (2 * PI)).

  Lemma argument_step : forall p, same_sign (w (p + 1)%nat - w p) (sin (argument p)).
  Proof.
    intro p. unfold argument.
    replace ((INR n - INR p - 1 / 2) * theta - (phi + IZR m * (2 * PI)))
      with ((INR n - INR p - 1 / 2) * theta - phi + IZR (- m) * (2 * PI)) by (rewrite opp_IZR; ring).
    rewrite sin_period_Z. apply match_step; assumption.
  Qed.

  Lemma argument_next : forall p, argument (p + 1) = argument p - theta.
  Proof. intro p. unfold argument. rewrite plus_INR. simpl. ring. Qed.

  Lemma argument_falls : forall p q, (p <= q)%nat -> argument q <= argument p.
  Proof.
    intros p q H. induction H as [|q H IH]; [lra|]. replace (S q) with (q + 1)%nat by lia.
      rewrite argument_next. lra.
  Qed.

  Lemma argument_ends : argument 1 = (INR n - 3 / 2) * theta - (phi + IZR m * (2 * PI)) /\
    argument (n - 2) = 3 * theta / 2 - (phi + IZR m * (2 * PI)).
  Proof.
    unfold argument. split; [simpl; field|]. rewrite minus_INR by lia. simpl. field.
  Qed.

  Lemma ends_suffice : 0 < argument 1 < PI -> - PI < argument (n - 2) < 0 -> inverted_u_shaped w (n - 1).
  Proof.
    intros H1 H2.
    destruct (first_such (fun p => argument p <= 0)) with (n := (n - 2)%nat) as [u [Hu [Pu First]]].
    { intro p. destruct (Rle_dec (argument p) 0); auto. }
    { lra. }
    assert (U1 : (1 < u)%nat).
    { destruct u as [|[|u]]; [|lra|lia]. exfalso. pose proof (argument_falls 0 1 ltac:(lia)). lra. }
    assert (Up : forall p, (1 <= p < u)%nat -> - w (p + 1)%nat < - w p).
    { intros p Hp. pose proof (First p ltac:(lia)) as A. apply Rnot_le_lt in A.
      pose proof (argument_falls 1 p ltac:(lia)). destruct (argument_step p) as [S _].
      assert (0 < w (p + 1)%nat - w p); [|lra]. apply S, sin_gt_0; lra. }
    assert (Down : forall p, (u <= p <= n - 2)%nat -> argument p < 0 -> - w p < - w (p + 1)%nat).
    { intros p Hp A. pose proof (argument_falls p (n - 2) ltac:(lia)). destruct (argument_step p) as [_ S].
      assert (w (p + 1)%nat - w p < 0); [|lra]. apply S.
      apply Ropp_lt_cancel. rewrite Ropp_0, <- sin_neg. apply sin_gt_0; lra. }
    destruct (Req_dec (argument u) 0) as [E|E].
    - assert (U2 : (u < n - 2)%nat) by (destruct (Nat.eq_dec u (n - 2)) as [Q|Q]; [rewrite Q in E; lra|lia]).
      exists u, (u + 1)%nat. split; [exact U1|]. split; [lia|]. split; [lia|]. split; [exact Up|]. split.
      + intros p Hp. assert (p = u) as -> by lia. f_equal.
        assert (w (u + 1)%nat - w u = 0); [|lra]. apply (same_sign_zero _ _ (argument_step u)). rewrite E.
          apply sin_0.
      + intros p Hp. apply Down; [lia|].
        pose proof (argument_falls (u + 1) p ltac:(lia)). rewrite argument_next in *. lra.
    - exists u, u. split; [exact U1|]. split; [lia|]. split; [lia|]. split; [exact Up|].
        split; [intros p Hp; lia|].
      intros p Hp. apply Down; [lia|]. pose proof (argument_falls u p ltac:(lia)). lra.
  Qed.

  (** If the first argument lies in (0, pi), an inverted U needs the last one in (-pi, 0). *)
  Lemma last_needed : 0 < argument 1 < PI -> inverted_u_shaped w (n - 1) -> - PI < argument (n - 2) < 0.
  Proof.
    intros H1 [u [v [Hu [Huv [Hv [Up [Level Down]]]]]]].
    assert (Falling : forall p, (v <= p < n - 1)%nat -> sin (argument p) < 0).
    { intros p Hp. apply (argument_step p). specialize (Down p Hp). lra. }
    assert (NotFalling : forall p, (1 <= p < v)%nat -> 0 <= sin (argument p)).
    { intros p Hp. apply Rnot_lt_le. intro S. apply (argument_step p) in S.
      destruct (Nat.lt_ge_cases p u) as [Q|Q]; [specialize (Up p ltac:(lia)); lra|].
      specialize (Level p ltac:(lia)). lra. }
    (* no argument up to n-2 is at -pi or below *)
    assert (Above : forall p, (1 <= p <= n - 2)%nat -> - PI < argument p).
    { intros p. induction p as [|p IH]; [lia|]. intro Hp. destruct (Nat.eq_dec p 0) as [->|Np]; [lra|].
      specialize (IH ltac:(lia)). apply Rnot_le_lt. intro Low.
      replace (S p) with (p + 1)%nat in * by lia. pose proof (argument_next p) as N.
      assert (S1 : 0 <= sin (argument (p + 1))).
      { rewrite <- (sin_period_Z (argument (p + 1)) 1). apply sin_ge_0; lra. }
      destruct (Rlt_dec (argument p) 0) as [Neg|Pos].
      - assert (Sp : sin (argument p) < 0).
        { apply Ropp_lt_cancel. rewrite Ropp_0, <- sin_neg. apply sin_gt_0; lra. }
        destruct (Nat.lt_ge_cases p v) as [Q|Q].
        + specialize (NotFalling p ltac:(lia)). lra.
        + specialize (Falling (p + 1)%nat ltac:(lia)). lra.
      - (* only a stride of pi leads from 0 to -pi, and then the first argument is a multiple of pi *)
        assert (E : argument p = 0 /\ theta = PI) by lra. destruct E as [E T].
        assert (F : argument 1 = IZR (Z.of_nat p - 1) * PI).
        { rewrite minus_IZR, <- INR_IZR_INZ. unfold argument in *. rewrite T in *. simpl. lra. }
        rewrite F in H1. assert (0 < Z.of_nat p - 1)%Z by (apply lt_IZR; pose proof PI_RGT_0; nra).
        assert (Z.of_nat p - 1 < 1)%Z by (apply lt_IZR; pose proof PI_RGT_0; nra). lia. }
    split; [apply Above; lia|]. pose proof (Falling (n - 2)%nat ltac:(lia)) as S.
    apply Rnot_le_lt. intro Q. pose proof (argument_falls 1 (n - 2) ltac:(lia)).
    assert (0 <= sin (argument (n - 2))) by (apply sin_ge_0; lra). lra.
  Qed.
End Phase.

(** Every number is, up to whole turns, in [0, 2 pi). *)
Lemma turned_into_range : forall x, exists k : Z, 0 <= x - IZR k * (2 * PI) < 2 * PI.
Proof.
  intro x. pose proof PI_RGT_0 as P. pose proof (archimed (x / (2 * PI))) as [A B].
  exists (up (x / (2 * PI)) - 1)%Z. rewrite minus_IZR.
  assert (E : x = x / (2 * PI) * (2 * PI)) by (field; lra). set (y := x / (2 * PI)) in *. rewrite E.
  assert ((IZR (up y) - 1) * (2 * PI) <= y * (2 * PI)) by (apply Rmult_le_compat_r; lra).
  assert (y * (2 * PI) < IZR (up y) * (2 * PI)) by (apply Rmult_lt_compat_r; lra). lra.
Qed.

Theorem u25_thm7b_corrected_proved : u25_thm7b_corrected_statement.
Proof.
  intros beta theta phi D n Hb HD Hn Ht. pose proof PI_RGT_0 as P. split.
  - intro U. destruct (turned_into_range ((INR n - 3 / 2) * theta - phi)) as [m Hm].
    destruct (argument_ends theta phi n m Hn) as [E1 E2].
    pose proof U as [u [v [Hu [Huv [Hv [Up _]]]]]]. specialize (Up 1%nat ltac:(lia)).
    pose proof (argument_step beta theta D phi n m Hb HD Ht 1) as [S _]. rewrite E1 in S.
    assert (First : 0 < (INR n - 3 / 2) * theta - (phi + IZR m * (2 * PI)) < PI).
    { assert (Pos : 0 < sin ((INR n - 3 / 2) * theta - (phi + IZR m * (2 * PI)))) by (apply S; lra).
      split; apply Rnot_le_lt; intro Q.
      - assert (Z : (INR n - 3 / 2) * theta - (phi + IZR m * (2 * PI)) = 0) by lra.
          rewrite Z, sin_0 in Pos. lra.
      - assert (sin ((INR n - 3 / 2) * theta - (phi + IZR m * (2 * PI))) <= 0) by (apply sin_le_0; lra).
          lra. }
    exists m. cbv zeta.
    pose proof (last_needed beta theta D phi n m Hb HD Ht Hn) as L. cbv beta zeta in L, E1, E2.
      rewrite E1, E2 in L.
    specialize (L First U). lra.
  - intros [m [H1 H2]]. destruct (argument_ends theta phi n m Hn) as [E1 E2].
    pose proof (ends_suffice beta theta D phi n m Hb HD Ht Hn) as S. cbv beta zeta in S, E1, E2.
      rewrite E1, E2 in S.
    apply S; lra.
Qed.

Theorem u25_thm7b_some_phase_proved : u25_thm7b_some_phase_statement.
Proof.
  intros beta theta D n Hb HD Hn Ht.
  assert (Centred : (INR n - 3) * theta < 2 * PI ->
                    inverted_u_shaped (match_weight beta theta (INR n * theta / 2) D n) (n - 1)).
  { apply (new_inverted_u_proved beta theta D n Hb HD Ht Hn). }
  split; [|exact Centred]. split; [|intro H; exists (INR n * theta / 2); apply Centred, H].
  intros [phi U]. apply (u25_thm7b_corrected_proved beta theta phi D n Hb HD ltac:(lia) Ht) in U as [m [H1
    H2]]. lra.
Qed.

Theorem u25_thm7b_refuted : ~ u25_thm7b_statement.
Proof.
  intro H. pose proof PI_RGT_0. assert (T : 0 < 2 * PI / 5 <= PI) by lra.
  specialize (H 1 (2 * PI / 5) (INR 8 * (2 * PI / 5) / 2) 1 8%nat ltac:(lra) ltac:(lra) ltac:(lia) T
    ltac:(simpl; lra)).
  apply (new_inverted_u_proved 1 (2 * PI / 5) 1 8%nat ltac:(lra) ltac:(lra) T ltac:(lia)) in H. simpl in H.
    lra.
Qed.

(** * False neighbour: with some phase also at (n-3) theta = 2 pi *)
Definition u25_thm7b_some_phase_neighbour_closed : Prop :=
  forall (beta theta D : R) (n : nat), 0 < beta -> 0 < D -> (4 <= n)%nat -> 0 < theta <= PI ->
    (INR n - 3) * theta <= 2 * PI -> exists phi, inverted_u_shaped (match_weight beta theta phi D n) (n - 1).

Theorem u25_thm7b_some_phase_neighbour_closed_false : ~ u25_thm7b_some_phase_neighbour_closed.
Proof.
  intro H. pose proof PI_RGT_0. assert (T : 0 < 2 * PI / 5 <= PI) by lra.
  specialize (H 1 (2 * PI / 5) 1 8%nat ltac:(lra) ltac:(lra) ltac:(lia) T ltac:(simpl; lra)).
  apply (u25_thm7b_some_phase_proved 1 (2 * PI / 5) 1 8%nat ltac:(lra) ltac:(lra) ltac:(lia) T) in H.
    simpl in H. lra.
Qed.

(** * False neighbour: the ends 3 theta/2 and (n - 3/2) theta belong to the window. At n = 6, theta = 1 and phi = 3/2
    the last step is flat. *)

Definition u25_thm7b_corrected_neighbour_closed : Prop :=
  forall (beta theta phi D : R) (n : nat), 0 < beta -> 0 < D -> (3 <= n)%nat -> 0 < theta <= PI ->
    (exists m : Z, let phi' := phi + IZR m * (2 * PI) in
       3 * theta / 2 <= phi' <= (INR n - 3 / 2) * theta /\
       (INR n - 3 / 2) * theta - PI < phi' < 3 * theta / 2 + PI) ->
    inverted_u_shaped (match_weight beta theta phi D n) (n - 1).

Theorem u25_thm7b_corrected_neighbour_closed_false : ~ u25_thm7b_corrected_neighbour_closed.
Proof.
  intro H. pose proof PI2_3_2. pose proof PI_RGT_0.
  assert (U : inverted_u_shaped (match_weight 1 1 (3 / 2) 1 6) (6 - 1)).
  { apply H; [lra|lra|lia|lra|]. exists 0%Z. cbv zeta. simpl INR. lra. }
  apply u25_thm7b_corrected_proved in U; [|lra|lra|lia|lra]. destruct U as [m [[L1 L2] _]]. simpl INR in L2.
  assert (0 < m)%Z by (apply lt_IZR; nra). assert (m < 1)%Z by (apply lt_IZR; nra). lia.
Qed.

Example u25_thm7b_corrected_instance : instance_of u25_thm7b_corrected_statement.
Proof. pose proof PI_RGT_0. exists 1, (PI / 3), 0, 2, 5%nat. repeat split; lra || lia. Qed.

Example u25_thm7b_some_phase_instance : instance_of u25_thm7b_some_phase_statement.
Proof. pose proof PI_RGT_0. exists 1, (PI / 3), 2, 5%nat. repeat split; cbn; lra || lia. Qed.
