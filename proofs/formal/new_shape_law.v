(** new.shape-law: the shape of a sequence whose steps have the signs of a sine in equal strides.

    Statement (new; for U25, Theorem 7). Let the step from place p to p + 1 of a sequence have the sign of
    c sin(a + p delta), c <> 0, 0 < delta <= pi, p = 1..m. The sequence is flat exactly if every a + p
    delta is a multiple of pi, that is m = 0, or pi Z contains a + delta and m = 1 or delta = pi.
    Otherwise its inner extrema are minima and maxima in turn, one for each k with a + delta < k pi < a +
    m delta: at the first place p with a + p delta >= k pi, and at p + 1 as well exactly if a + p delta =
    k pi; a maximum exactly if c (-1)^k < 0.

    Idea: strides of at most pi never leap over an interval between two multiples of pi; the sign changes
    where the stride crosses one.
    Encoding: `extremum` in Shape.v; that they come in turn is in the parity of k, as places increase with
    k. *)

From Coq Require Import Reals Lra Lia PeanoNat ZArith.
From RopeTheory Require Import Rope Trig Shape Instances.
Open Scope R_scope.

(** Place u is the first with a + u delta >= k pi, and v is u, or u + 1 exactly if there is equality. *)
Definition crossing (a delta : R) (k : Z) (u v : nat) : Prop :=
  a + (INR u - 1) * delta < IZR k * PI <= a + INR u * delta /\
  (IZR k * PI = a + INR u * delta -> v = (u + 1)%nat) /\ (IZR k * PI <> a + INR u * delta -> v = u).

Definition new_shape_law_statement : Prop :=
  forall (m : nat) (a delta c : R) (w : nat -> R),
    c <> 0 -> 0 < delta <= PI ->
    (forall p, (1 <= p <= m)%nat -> same_sign (w (p + 1)%nat - w p) (c * sin (a + INR p * delta))) ->
    (flat w (m + 1) <-> forall p, (1 <= p <= m)%nat -> exists k : Z, a + INR p * delta = IZR k * PI) /\
    (flat w (m + 1) <->
     m = 0%nat \/ ((exists k : Z, a + delta = IZR k * PI) /\ (m = 1%nat \/ delta = PI))) /\
    (~ flat w (m + 1) ->
     (forall maximum u v,
        extremum w (m + 1) maximum u v <->
        exists k : Z, a + delta < IZR k * PI < a + INR m * delta /\ crossing a delta k u v /\
                      (maximum = true <-> c * alternating k < 0)) /\
     (forall k : Z, a + delta < IZR k * PI < a + INR m * delta -> exists u v, crossing a delta k u v) /\
     (forall k k' u u' v v', crossing a delta k u v -> crossing a delta k' u' v' -> (k < k')%Z -> (u <
       u')%nat)).

(** Signs of two products with a common factor b are that of a c. *)
Lemma sign_across : forall a b c,
  (a * b < 0 -> b * c < 0 -> 0 < a * c) /\ (a * b < 0 -> 0 < b * c -> a * c < 0) /\
  (0 < a * b -> b * c < 0 -> a * c < 0) /\ (0 < a * b -> 0 < b * c -> 0 < a * c).
Proof.
  intros a b c. assert (E : (a * b) * (b * c) = (a * c) * (b * b)) by ring. set (p := a * b) in *.
  assert (S : p <> 0 -> 0 < b * b) by (intro N; apply Rsqr_pos_lt; intro Z; apply N; unfold p; rewrite Z; ring).
  set (q := b * c) in *. set (r := a * c) in *. set (s := b * b) in *. clearbody p q r s.
  repeat split; intros P Q; specialize (S ltac:(lra)); nra.
Qed.

Section Law.
  Variables (m : nat) (a delta c : R) (w : nat -> R).
  Hypothesis c_nonzero : c <> 0.
  Hypothesis stride : 0 < delta <= PI.
  Hypothesis steps : forall p, (1 <= p <= m)%nat -> same_sign (w (p + 1)%nat - w p) (c * sin (a + INR p *
    delta)).

  Lemma level_step : forall p, (1 <= p <= m)%nat ->
    (w (p + 1)%nat = w p <-> exists k : Z, a + INR p * delta = IZR k * PI).
  Proof.
    intros p Hp. pose proof (same_sign_zero _ _ (steps p Hp)) as Z. split.
    - intro E. apply sin_eq_0_0. destruct (Rmult_integral c (sin (a + INR p * delta))); [apply Z;
        lra|contradiction|assumption].
    - intros [k E]. rewrite E, sin_multiple, Rmult_0_r in Z. assert (w (p + 1)%nat - w p = 0) by (apply Z;
        reflexivity). lra.
  Qed.

  Lemma flat_all : flat w (m + 1) <-> forall p, (1 <= p <= m)%nat -> exists k : Z,
    a + INR p * delta = IZR k * PI.
  Proof.
    unfold flat. split; intros H p Hp.
    - apply level_step; [exact Hp|]. apply H. lia.
    - apply level_step; [lia|]. apply H. lia.
  Qed.

  Lemma flat_when : flat w (m + 1) <->
    m = 0%nat \/ ((exists k : Z, a + delta = IZR k * PI) /\ (m = 1%nat \/ delta = PI)).
  Proof.
    pose proof PI_RGT_0 as P. rewrite flat_all. split.
    - intro H. destruct (Nat.eq_dec m 0) as [E|E]; [left; exact E|right].
      destruct (H 1%nat ltac:(lia)) as [k Hk]. simpl in Hk. rewrite Rmult_1_l in Hk.
        split; [exists k; exact Hk|].
      destruct (Nat.eq_dec m 1) as [E1|E1]; [left; exact E1|right].
      destruct (H 2%nat ltac:(lia)) as [k' Hk']. simpl in Hk'.
      assert (D : delta = IZR (k' - k) * PI) by (rewrite minus_IZR; lra).
      assert (0 < k' - k)%Z by (apply lt_IZR, (Rmult_lt_reg_r PI); lra).
      assert (k' - k < 2)%Z by (apply lt_IZR, (Rmult_lt_reg_r PI); lra).
      replace (k' - k)%Z with 1%Z in D by lia. lra.
    - intros [E|[[k Hk] [E|E]]] p Hp; [lia| |].
      + assert (p = 1%nat) as -> by lia. exists k. simpl. lra.
      + exists (k + Z.of_nat p - 1)%Z. rewrite minus_IZR, plus_IZR, <- INR_IZR_INZ. rewrite E in *. lra.
  Qed.

  Hypothesis moving : ~ flat w (m + 1).

  (** If the stride is pi, no argument is a multiple of pi. *)
  Lemma no_multiple : delta = PI -> forall p k, a + INR p * delta <> IZR k * PI.
  Proof.
    intros E p k H. apply moving, flat_all. intros p' _. exists (k + Z.of_nat p' - Z.of_nat p)%Z.
    rewrite minus_IZR, plus_IZR, <- !INR_IZR_INZ. rewrite E in *. lra.
  Qed.

  Lemma step_up : forall p, (1 <= p <= m)%nat -> (w p < w (p + 1)%nat <-> 0 < c * sin (a + INR p * delta)).
  Proof. intros p Hp. destruct (steps p Hp) as [U _]. rewrite <- U. split; lra. Qed.

  Lemma step_down : forall p, (1 <= p <= m)%nat -> (w (p + 1)%nat < w p <-> c * sin (a + INR p * delta) < 0).
  Proof. intros p Hp. destruct (steps p Hp) as [_ D]. rewrite <- D. split; lra. Qed.

  (** The signs before and behind a crossing. *)
  Lemma sign_before : forall k u v, crossing a delta k u v -> (2 <= u)%nat ->
    alternating k * sin (a + INR (u - 1) * delta) < 0.
  Proof.
    intros k u v [[H1 H2] _] Hu. rewrite minus_INR by lia. simpl INR.
    pose proof (sin_between (a + (INR u - 1) * delta) (k - 1)) as S. rewrite alternating_pred, minus_IZR in S.
    destruct (Req_dec (a + (INR u - 1) * delta) (IZR k * PI - PI)) as [E|E].
    - exfalso. assert (D : delta = PI) by lra. apply (no_multiple D u k). lra.
    - specialize (S ltac:(lra)). lra.
  Qed.

  Lemma sign_behind : forall k u v, crossing a delta k u v -> 0 < alternating k * sin (a + INR v * delta).
  Proof.
    intros k u v [[H1 H2] [Eq Neq]]. apply sin_between.
    destruct (Req_dec (IZR k * PI) (a + INR u * delta)) as [E|E].
    - rewrite (Eq E), plus_INR. simpl INR. assert (delta <> PI).
      { intro D. apply (no_multiple D u k). lra. }
      lra.
    - rewrite (Neq E). lra.
  Qed.

  Lemma crossing_range : forall k u v, a + delta < IZR k * PI < a + INR m * delta -> crossing a delta k u v ->
    (2 <= u <= v)%nat /\ (v <= m)%nat.
  Proof.
    intros k u v [R1 R2] [[H1 H2] [Eq Neq]].
    assert (U : (1 < u)%nat) by (apply INR_lt; simpl; nra).
    destruct (Req_dec (IZR k * PI) (a + INR u * delta)) as [E|E].
    - rewrite (Eq E). assert (u < m)%nat by (apply INR_lt; nra). lia.
    - rewrite (Neq E). assert (u < m + 1)%nat by (apply INR_lt; rewrite plus_INR; simpl; nra). lia.
  Qed.

  Lemma crossing_extremum : forall maximum k u v, a + delta < IZR k * PI < a + INR m * delta ->
    crossing a delta k u v -> (maximum = true <-> c * alternating k < 0) -> extremum w (m + 1) maximum u v.
  Proof.
    intros maximum k u v R C Kind. destruct (crossing_range k u v R C) as [Hu Hv].
    pose proof (sign_before k u v C ltac:(lia)) as B. pose proof (sign_behind k u v C) as F.
    split; [exact Hu|]. split; [lia|]. split.
    - intros p Hp. apply level_step; [lia|]. destruct C as [_ [Eq Neq]].
      destruct (Req_dec (IZR k * PI) (a + INR u * delta)) as [E|E].
      + rewrite (Eq E) in Hp. assert (p = u) as -> by lia. exists k. lra.
      + rewrite (Neq E) in Hp. lia.
    - assert (U1 : (u - 1 + 1)%nat = u) by lia.
      pose proof (step_up (u - 1) ltac:(lia)) as U. pose proof (step_down (u - 1) ltac:(lia)) as D.
        rewrite U1 in *.
      set (x := sin (a + INR (u - 1) * delta)) in *. set (y := sin (a + INR v * delta)) in *.
      pose proof (sign_across c (alternating k) x) as X. pose proof (sign_across c (alternating k) y) as Y.
      destruct maximum.
      + assert (K : c * alternating k < 0) by (apply Kind; reflexivity). split.
        * apply U. clear - X K B; tauto.
        * apply step_down; [lia|]. fold y. clear - Y K F; tauto.
      + assert (K : 0 < c * alternating k).
        { destruct (Rtotal_order (c * alternating k) 0) as [Q|[Q|Q]]; [apply Kind in Q;
            discriminate| |exact Q].
          exfalso. apply Rmult_integral in Q. pose proof (alternating_square k) as Sq.
          destruct Q as [Q|Q]; [exact (c_nonzero Q)|rewrite Q in Sq; lra]. }
        split.
        * apply D. clear - X K B; tauto.
        * apply step_up; [lia|]. fold y. clear - Y K F; tauto.
  Qed.

  Lemma extremum_crossing : forall maximum u v, extremum w (m + 1) maximum u v ->
    exists k, a + delta < IZR k * PI < a + INR m * delta /\ crossing a delta k u v /\
              (maximum = true <-> c * alternating k < 0).
  Proof.
    intros maximum u v [Hu [Hv [Level Ends]]]. pose proof PI_RGT_0 as P.
    assert (U1 : (u - 1 + 1)%nat = u) by lia.
    pose proof (step_up (u - 1) ltac:(lia)) as Ub. pose proof (step_down (u - 1) ltac:(lia)) as Db.
    pose proof (step_up v ltac:(lia)) as Uv. pose proof (step_down v ltac:(lia)) as Dv.
    rewrite U1 in Ub, Db. rewrite minus_INR in Ub, Db by lia. simpl (INR 1) in Ub, Db.
    set (x := sin (a + (INR u - 1) * delta)) in *. set (y := sin (a + INR v * delta)) in *.
    assert (Opp : if maximum then 0 < c * x /\ c * y < 0 else c * x < 0 /\ 0 < c * y)
      by (destruct maximum; tauto).
    assert (X : x <> 0) by (intro E; rewrite E in Opp; destruct maximum; lra).
    assert (Y : y <> 0) by (intro E; rewrite E in Opp; destruct maximum; lra).
    destruct (between_multiples _ X) as [k [K1 K2]]. rewrite minus_IZR in K1.
    pose proof (sin_between (a + (INR u - 1) * delta) (k - 1)) as Sx. fold x in Sx.
    rewrite alternating_pred, minus_IZR in Sx. specialize (Sx ltac:(lra)).
    assert (Vu : forall k' : Z, a + INR u * delta = IZR k' * PI -> v <> u).
    { intros k' E Q. apply Y. unfold y. rewrite Q, E. apply sin_multiple. }
    assert (Uv' : (forall k' : Z, a + INR u * delta <> IZR k' * PI) -> v = u).
    { intro N. destruct (Nat.eq_dec v u) as [Q|Q]; [exact Q|exfalso].
      destruct (proj1 (level_step u ltac:(lia)) (Level u ltac:(lia))) as [k' E]. apply (N k' E). }
    (* the stride from u-1 to u reaches k pi *)
    assert (Reach : IZR k * PI <= a + INR u * delta).
    { apply Rnot_lt_le. intro L.
      pose proof (sin_between (a + INR u * delta) (k - 1)) as S. rewrite alternating_pred, minus_IZR in S.
      specialize (S ltac:(lra)).
      assert (Q : v = u).
      { apply Uv'. intros k' E. rewrite E, sin_multiple in S. lra. }
      subst v. fold y in S. pose proof (sign_across c x (- alternating k)) as Ax. pose proof (sign_across c y (- alternating k)) as Ay.
      rewrite (Rmult_comm _ x) in Sx. rewrite (Rmult_comm _ y) in S.
      assert (c * - alternating k < 0 /\ 0 < c * - alternating k) by (clear - Opp Sx S Ax Ay; destruct maximum; tauto).
      lra. }
    assert (C : crossing a delta k u v).
    { split; [lra|]. split; intro E.
      - destruct (Nat.eq_dec v (u + 1)) as [Q|Q]; [exact Q|exfalso].
        assert (v <> u) by (apply (Vu k); lra).
        destruct (proj1 (level_step (u + 1) ltac:(lia)) (Level (u + 1)%nat ltac:(lia))) as [k' E'].
        rewrite plus_INR in E'. simpl (INR 1) in E'.
        assert (D : delta = IZR (k' - k) * PI) by (rewrite minus_IZR; lra).
        assert (0 < k' - k)%Z by (apply lt_IZR, (Rmult_lt_reg_r PI); lra).
        assert (k' - k < 2)%Z by (apply lt_IZR, (Rmult_lt_reg_r PI); lra).
        replace (k' - k)%Z with 1%Z in D by lia. apply (no_multiple ltac:(lra) u k). lra.
      - apply Uv'. intros k' E'.
        assert (k < k')%Z by (apply lt_IZR, (Rmult_lt_reg_r PI); lra).
        assert (k' < k + 1)%Z by (apply lt_IZR, (Rmult_lt_reg_r PI); rewrite ?plus_IZR; lra). lia. }
    exists k. split; [|split; [exact C|]].
    - assert (HU : 2 <= INR u) by (apply (le_INR 2); lia).
      assert (HV : INR v <= INR m) by (apply le_INR; lia).
      assert (Du : 1 * delta <= (INR u - 1) * delta) by (apply Rmult_le_compat_r; lra).
      split; [lra|]. destruct C as [_ [Eq Neq]].
      destruct (Req_dec (IZR k * PI) (a + INR u * delta)) as [E|E].
      + rewrite (Eq E), plus_INR in HV. simpl in HV. apply (Rmult_le_compat_r delta) in HV; lra.
      + rewrite (Neq E) in HV. apply (Rmult_le_compat_r delta) in HV; lra.
    - pose proof (sign_across c x (- alternating k)) as S. rewrite (Rmult_comm _ x) in Sx.
      destruct maximum; split; intro Q; try reflexivity; try discriminate.
      + assert (0 < c * - alternating k) by (clear - Opp Sx S Q; tauto). lra.
      + assert (c * - alternating k < 0) by (clear - Opp Sx S Q; tauto). lra.
  Qed.

  Lemma crossing_exists : forall k, a + delta < IZR k * PI < a + INR m * delta -> exists u v,
    crossing a delta k u v.
  Proof.
    intros k [R1 R2].
    assert (E : exists u : nat, a + (INR u - 1) * delta < IZR k * PI <= a + INR u * delta).
    { assert (G : forall M, IZR k * PI <= a + INR M * delta ->
                   exists u : nat, a + (INR u - 1) * delta < IZR k * PI <= a + INR u * delta).
      { induction M as [|M IH]; intro H.
        - exists 0%nat. simpl in *. lra.
        - destruct (Rle_dec (IZR k * PI) (a + INR M * delta)) as [L|L]; [apply IH, L|].
          exists (S M). rewrite S_INR in *. lra. }
      apply (G m). lra. }
    destruct E as [u H]. destruct (Req_dec (IZR k * PI) (a + INR u * delta)) as [E|E].
    - exists u, (u + 1)%nat. split; [exact H|]. split; [reflexivity|contradiction].
    - exists u, u. split; [exact H|]. split; [contradiction|reflexivity].
  Qed.

  Lemma crossing_order : forall k k' u u' v v',
    crossing a delta k u v -> crossing a delta k' u' v' -> (k < k')%Z -> (u < u')%nat.
  Proof.
    intros k k' u u' v v' [[H1 H2] _] [[H1' H2'] _] L. apply INR_lt. pose proof PI_RGT_0.
    assert (IZR k + 1 <= IZR k') by (rewrite <- plus_IZR; apply IZR_le; lia).
    assert (IZR k * PI + PI <= IZR k' * PI) by nra.
    apply Rmult_lt_reg_r with delta; lra.
  Qed.
End Law.

Theorem new_shape_law_proved : new_shape_law_statement.
Proof.
  intros m a delta c w Hc Hd Steps.
  split; [apply (flat_all m a delta c); assumption|].
  split; [apply (flat_when m a delta c); assumption|].
  intro Moving. split; [|split].
  - intros maximum u v. split.
    + apply extremum_crossing; assumption.
    + intros [k [R [C K]]]. apply (crossing_extremum m a delta c w Hc Hd Steps Moving maximum k); assumption.
  - intros k R. eapply crossing_exists; eassumption.
  - intros k k' u u' v v' C C' L. eapply crossing_order; eassumption.
Qed.

(** * False neighbours *)

(** A multiple of pi at an end counts as well: arguments 0, pi/2, pi give an extremum for k = 0 or k = 1. *)
Definition new_shape_law_neighbour_ends : Prop :=
  forall (m : nat) (a delta c : R) (w : nat -> R),
    c <> 0 -> 0 < delta <= PI ->
    (forall p, (1 <= p <= m)%nat -> same_sign (w (p + 1)%nat - w p) (c * sin (a + INR p * delta))) ->
    ~ flat w (m + 1) ->
    forall k : Z, a + delta <= IZR k * PI <= a + INR m * delta ->
      exists maximum u v, extremum w (m + 1) maximum u v.

Definition rising (p : nat) : R := match p with 0%nat | 1%nat | 2%nat => 0 | _ => 1 end.

Lemma rising_steps : forall p, (1 <= p <= 3)%nat ->
  same_sign (rising (p + 1) - rising p) (1 * sin (- (PI / 2) + INR p * (PI / 2))).
Proof.
  intros p Hp. assert (p = 1 \/ p = 2 \/ p = 3)%nat as [->|[->| ->]] by lia; simpl.
  - replace (- (PI / 2) + 1 * (PI / 2)) with 0 by ring. rewrite sin_0. split; split; lra.
  - replace (- (PI / 2) + (1 + 1) * (PI / 2)) with (PI / 2) by ring. rewrite sin_PI2. split; split; lra.
  - replace (- (PI / 2) + (1 + 1 + 1) * (PI / 2)) with PI by field. rewrite sin_PI. split; split; lra.
Qed.

Theorem new_shape_law_neighbour_ends_false : ~ new_shape_law_neighbour_ends.
Proof.
  intro H. pose proof PI_RGT_0.
  destruct (H 3%nat (- (PI / 2)) (PI / 2) 1 rising ltac:(lra) ltac:(lra) rising_steps) with (k := 0%Z)
    as [maximum [u [v [Hu [Hv [_ Ends]]]]]].
  - intro F. specialize (F 2%nat ltac:(lia)). simpl in F. lra.
  - simpl. lra.
  - assert (u = 2 /\ v = 2 \/ u = 2 /\ v = 3 \/ u = 3 /\ v = 3)%nat as [[-> ->]|[[-> ->]|[-> ->]]] by lia;
      destruct maximum; simpl in Ends; lra.
Qed.

(** Five steps of a sixth of a turn: the sum of their sines, which turns at half a turn. *)
Example new_shape_law_instance : instance_of new_shape_law_statement.
Proof.
  pose proof PI_RGT_0 as P.
  exists 5%nat, 0, (PI / 3), 1, (sum (fun p => sin (0 + INR p * (PI / 3)))).
  split; [lra|]. split; [lra|].
  split; [intros p _; replace (p + 1)%nat with (S p) by lia; cbn [sum]; split; split; intro; lra|].
  split; [exact I|]. split; [exact I|]. split.
  { intro F. specialize (F 1%nat ltac:(lia)). cbn in F.
    assert (0 < sin (0 + 1 * (PI / 3))) by (apply sin_gt_0; lra). lra. }
  split; [exists true, 3%nat, 4%nat; exact I|].
  split; [exists 1%Z; split; [cbn; lra|exact I]|].
  exists 1%Z, 2%Z, 3%nat, 6%nat, 4%nat, 7%nat. unfold crossing. cbn. repeat split; try lra; try (intro; lia).
Qed.
