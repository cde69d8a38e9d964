(** Shapes of finite sequences: steps, plateaus, inner extrema; and signs of sines. *)

From Coq Require Import Reals Lra Lia PeanoNat ZArith.
From RopeTheory Require Import Rope Trig.
Open Scope R_scope.

Definition same_sign (x y : R) : Prop := (0 < x <-> 0 < y) /\ (x < 0 <-> y < 0).

Lemma same_sign_trans : forall x y z, same_sign x y -> same_sign y z -> same_sign x z.
Proof. unfold same_sign. intros. tauto. Qed.

Lemma same_sign_zero : forall x y, same_sign x y -> (x = 0 <-> y = 0).
Proof. intros x y [P N]. split; intro; [destruct (Rtotal_order y 0) as [H0|[H0|H0]]|destruct (Rtotal_order x
  0) as [H0|[H0|H0]]]; tauto || lra. Qed.

(** An inner extremum of w over the places 1..last: the places u..v have one value, and both neighbours
    are lower (a maximum) or both are higher (a minimum). *)
Definition extremum (w : nat -> R) (last : nat) (maximum : bool) (u v : nat) : Prop :=
  (2 <= u <= v)%nat /\ (v <= last - 1)%nat /\ (forall p, (u <= p < v)%nat -> w (p + 1)%nat = w p) /\
  if maximum then w (u - 1)%nat < w u /\ w (v + 1)%nat < w v
  else w u < w (u - 1)%nat /\ w v < w (v + 1)%nat.

(** U-shaped: every step falls, then every step rises, except that the two places at the turn may be equal. *)
Definition u_shaped (w : nat -> R) (last : nat) : Prop :=
  exists u v, (1 < u)%nat /\ (u <= v <= u + 1)%nat /\ (v < last)%nat /\
    (forall p, (1 <= p < u)%nat -> w (p + 1)%nat < w p) /\
    (forall p, (u <= p < v)%nat -> w (p + 1)%nat = w p) /\
    (forall p, (v <= p < last)%nat -> w p < w (p + 1)%nat).

Definition inverted_u_shaped (w : nat -> R) (last : nat) : Prop := u_shaped (fun p => - w p) last.

Definition flat (w : nat -> R) (last : nat) : Prop :=
  forall p, (1 <= p < last)%nat -> w (p + 1)%nat = w p.

(** A U has no maximum inside, an inverted U no minimum. *)
Lemma u_shaped_no_maximum : forall w last u v, u_shaped w last -> ~ extremum w last true u v.
Proof.
  intros w last u v [a [b [Ha [Hab [Hb [Fall [Level Rise]]]]]]] [Huv [Hv [_ [Up Down]]]].
  assert (b <= u - 1)%nat.
  { destruct (Nat.le_gt_cases b (u - 1)) as [C|C]; [exact C|exfalso].
    replace u with (u - 1 + 1)%nat in Up at 2 by lia.
    destruct (Nat.le_gt_cases a (u - 1)) as [D|D].
    - rewrite Level in Up by lia. lra.
    - specialize (Fall (u - 1)%nat ltac:(lia)). lra. }
  specialize (Rise v ltac:(lia)). lra.
Qed.

Lemma inverted_no_minimum : forall w last u v, inverted_u_shaped w last -> ~ extremum w last false u v.
Proof.
  intros w last u v H [Huv [Hv [E [Down Up]]]]. apply (u_shaped_no_maximum _ last u v H).
  split; [exact Huv|]. split; [exact Hv|]. split; [intros p Hp; rewrite E by exact Hp; reflexivity|]. lra.
Qed.

(** (-1)^k for a whole number k. *)
Definition alternating (k : Z) : R := if Z.even k then 1 else -1.

Lemma alternating_square : forall k, alternating k * alternating k = 1.
Proof. intro k. unfold alternating. destruct (Z.even k); ring. Qed.

Lemma alternating_pred : forall k, alternating (k - 1) = - alternating k.
Proof.
  intro k. unfold alternating. rewrite Z.even_sub. destruct (Z.even k); simpl; ring.
Qed.

Lemma sin_period_Z : forall x k, sin (x + IZR k * (2 * PI)) = sin x.
Proof.
  intros x k. rewrite <- !cos_shift. rewrite <- (cos_period_Z (PI / 2 - x) (- k)). f_equal.
    rewrite opp_IZR. ring.
Qed.

Lemma sin_turned : forall x k, sin (x + IZR k * PI) = alternating k * sin x.
Proof.
  intros x k. unfold alternating. destruct (Z.even k) eqn:E.
  - apply Z.even_spec in E as [j ->]. rewrite mult_IZR.
    replace (x + IZR 2 * IZR j * PI) with (x + IZR j * (2 * PI)) by ring. rewrite sin_period_Z. ring.
  - rewrite <- Z.negb_odd in E. apply Bool.negb_false_iff, Z.odd_spec in E as [j ->].
      rewrite plus_IZR, mult_IZR.
    replace (x + (IZR 2 * IZR j + 1) * PI) with (x + PI + IZR j * (2 * PI)) by ring.
    rewrite sin_period_Z, neg_sin. ring.
Qed.

(** Between k pi and (k+1) pi the sine has the sign of (-1)^k. *)
Lemma sin_between : forall x k, IZR k * PI < x < IZR k * PI + PI -> 0 < alternating k * sin x.
Proof.
  intros x k H. replace x with (x - IZR k * PI + IZR k * PI) by ring. rewrite sin_turned, <- Rmult_assoc.
  rewrite alternating_square, Rmult_1_l. apply sin_gt_0; lra.
Qed.

Lemma sin_multiple : forall k, sin (IZR k * PI) = 0.
Proof. intro k. apply sin_eq_0_1. exists k. reflexivity. Qed.

(** The multiple of pi above a number that is none itself. *)
Lemma between_multiples : forall x, sin x <> 0 -> exists k, IZR (k - 1) * PI < x < IZR k * PI.
Proof.
  intros x H. pose proof PI_RGT_0 as P. pose proof (archimed (x / PI)) as [A B].
  assert (E : x = x / PI * PI) by (field; lra).
  exists (up (x / PI)). rewrite minus_IZR. split.
  - assert (L : (IZR (up (x / PI)) - 1) * PI <= x) by (rewrite E at 2; apply Rmult_le_compat_r; lra).
    destruct L as [L|L]; [exact L|exfalso]. apply H. rewrite <- L, <- minus_IZR. apply sin_multiple.
  - rewrite E at 1. apply Rmult_lt_compat_r; lra.
Qed.

(** The middle of the places 1..N: u = ceil(N/2), and v = u, or u + 1 for even N. *)
Lemma halving : forall N, (3 <= N)%nat -> let u := ((N + 1) / 2)%nat in let v := (N / 2 + 1)%nat in
  (1 < u)%nat /\ (u <= v <= u + 1)%nat /\ (v < N)%nat /\ (forall p, (p < u)%nat -> (2 * p < N)%nat) /\
  (forall p, (u <= p < v)%nat -> (2 * p = N)%nat) /\ (forall p, (v <= p)%nat -> (N < 2 * p)%nat).
Proof.
  intros N three u v. unfold u, v.
  pose proof (Nat.div_mod N 2 ltac:(lia)). pose proof (Nat.mod_upper_bound N 2 ltac:(lia)).
  pose proof (Nat.div_mod (N + 1) 2 ltac:(lia)). pose proof (Nat.mod_upper_bound (N + 1) 2 ltac:(lia)).
  set (q := (N / 2)%nat) in *. set (q' := ((N + 1) / 2)%nat) in *.
  split; [lia|]. split; [lia|]. split; [lia|]. split; [|split]; intros; lia.
Qed.
