(** new.index-gap-sharp: the best that a single angle can do over a span, and which angles do it.

    Statement (new; sharpens U26, Appendix F.2.1). For every theta and T >= 1, the minimum over 1 <= t <=
    T of 1 - cos(t theta) is at most 1 - cos(2 pi/(T+1)), with equality exactly for theta = 2 pi a/(T+1),
    gcd(a, T+1) = 1 (a any whole number).

    Idea: the points 0, theta, ..., T theta cut the circle into T + 1 arcs. If no t theta is nearer to a
    whole turn than 2 pi/(T+1), the points lie one in each of T + 1 bins, every one at its bin's left end
    (Pigeonhole.v): theta is a corner of the regular polygon. A common divisor of a and T + 1 would make
    some t theta a whole turn; without one some t theta is the first corner, and attains the value. *)

From Coq Require Import Reals Lra Lia ZArith Znumtheory.
From RopeTheory Require Import Rope Trig Heads Pigeonhole Instances.
Open Scope R_scope.

(** m is the smallest value of f over 1..T. *)
Definition is_smallest (f : nat -> R) (T : nat) (m : R) : Prop :=
  (exists t, within T t /\ f t = m) /\ forall t, within T t -> m <= f t.

Definition new_index_gap_sharp_statement : Prop :=
  forall (theta : R) (T : nat) (m : R),
    (1 <= T)%nat -> is_smallest (fun t => 1 - cos (INR t * theta)) T m ->
    m <= 1 - cos (2 * PI / INR (T + 1)) /\
    (m = 1 - cos (2 * PI / INR (T + 1)) <->
     exists a : Z, Z.gcd a (Z.of_nat (T + 1)) = 1%Z /\ theta = 2 * PI * IZR a / INR (T + 1)).

(** If no multiple comes nearer, theta is a corner whose number is coprime to T + 1. *)
Lemma far_is_coprime : forall N theta, (2 <= N)%nat ->
  (forall t, (1 <= t <= N - 1)%nat -> cos (INR t * theta) <= cos (2 * PI / INR N)) ->
  exists a : Z, Z.gcd a (Z.of_nat N) = 1%Z /\ theta = 2 * PI * IZR a / INR N.
Proof.
  intros N theta HN Far. pose proof PI_RGT_0 as P. assert (N0 : 0 < INR N) by (apply lt_0_INR; lia).
  destruct (far_points_are_corners N (theta / (2 * PI)) HN) as [a Ha].
  { intros t k Ht. apply (cos_small_far N _ HN).
    replace (2 * PI * (INR t * (theta / (2 * PI)))) with (INR t * theta) by (field; lra). apply Far, Ht. }
  assert (E : theta = 2 * PI * IZR a / INR N).
  { rewrite <- Ha. field. lra. }
  exists a. split; [|exact E].
  (* a common divisor g > 1 makes (N/g) theta a whole turn *)
  pose proof (Z.gcd_nonneg a (Z.of_nat N)) as G0.
  destruct (Z.gcd_divide_l a (Z.of_nat N)) as [c Hc].
  destruct (Z.gcd_divide_r a (Z.of_nat N)) as [f Hf].
  set (g := Z.gcd a (Z.of_nat N)) in *.
  destruct (Z.eq_dec g 1) as [|G1]; [assumption|exfalso].
  assert (g <> 0)%Z by (intro Q; rewrite Q, Z.mul_0_r in Hf; lia). assert (2 <= g)%Z by lia.
    assert (1 <= f)%Z by nia. assert (f <= Z.of_nat N - 1)%Z by nia.
  specialize (Far (Z.to_nat f) ltac:(lia)).
  assert (W : INR (Z.to_nat f) * theta = 0 + IZR c * (2 * PI)).
  { rewrite INR_IZR_INZ, Z2Nat.id, E, INR_IZR_INZ by lia. rewrite Hc, Hf, !mult_IZR.
    assert (IZR g <> 0) by (apply not_0_IZR; lia). assert (IZR f <> 0) by (apply not_0_IZR; lia).
    field. split; assumption. }
  rewrite W, cos_period_Z, cos_0 in Far.
  pose proof (part_of_turn N HN). pose proof (cos_lt_1 (2 * PI / INR N) ltac:(lra) ltac:(lra)). lra.
Qed.

Lemma corner_multiple : forall N a t, (1 <= N)%nat ->
  cos (INR t * (2 * PI * IZR a / INR N))
  = cos (INR (Z.to_nat ((Z.of_nat t * a) mod Z.of_nat N)) * (2 * PI / INR N)).
Proof.
  intros N a t HN. rewrite <- corner_mod by exact HN. f_equal. rewrite mult_IZR, <- INR_IZR_INZ. field.
  apply not_0_INR. lia.
Qed.

(** A coprime corner: no multiple comes nearer ... *)
Lemma coprime_is_far : forall N a, (2 <= N)%nat -> Z.gcd a (Z.of_nat N) = 1%Z ->
  forall t, (1 <= t <= N - 1)%nat -> cos (INR t * (2 * PI * IZR a / INR N)) <= cos (2 * PI / INR N).
Proof.
  intros N a HN G t Ht. rewrite corner_multiple by lia. apply corner_far.
  pose proof (Z.mod_pos_bound (Z.of_nat t * a) (Z.of_nat N) ltac:(lia)) as B.
  assert (NZ : ((Z.of_nat t * a) mod Z.of_nat N <> 0)%Z).
  { intro Q. apply Z.mod_divide in Q; [|lia].
    rewrite Z.mul_comm in Q. apply Z.gauss in Q.
    - apply Z.divide_pos_le in Q; lia.
    - rewrite Z.gcd_comm. exact G. }
  lia.
Qed.

(** ... and one attains the value: t is the inverse of a. *)
Lemma coprime_attains : forall N a, (2 <= N)%nat -> Z.gcd a (Z.of_nat N) = 1%Z ->
  exists t, (1 <= t <= N - 1)%nat /\ cos (INR t * (2 * PI * IZR a / INR N)) = cos (2 * PI / INR N).
Proof.
  intros N a HN G.
  destruct (Z.gcd_bezout a (Z.of_nat N) 1 G) as [u [v B]].
  set (t := (u mod Z.of_nat N)%Z). pose proof (Z.mod_pos_bound u (Z.of_nat N) ltac:(lia)) as R. fold t in R.
  assert (M : ((t * a) mod Z.of_nat N = 1)%Z).
  { unfold t. rewrite Z.mul_mod_idemp_l by lia.
    replace (u * a)%Z with (1 + (- v) * Z.of_nat N)%Z by lia.
    rewrite Z.mod_add by lia. apply Z.mod_small. lia. }
  assert (T0 : t <> 0%Z).
  { intro Q. rewrite Q in M. rewrite Z.mul_0_l, Z.mod_0_l in M by lia. lia. }
  exists (Z.to_nat t). split; [lia|].
  rewrite corner_multiple, Z2Nat.id, M by lia. simpl. f_equal. ring.
Qed.

Theorem new_index_gap_sharp_proved : new_index_gap_sharp_statement.
Proof.
  intros theta T m HT [[t0 [Ht0 Em]] Least]. set (N := (T + 1)%nat). assert (HN : (2 <= N)%nat) by (unfold N;
    lia).
  assert (Coprime : forall a, Z.gcd a (Z.of_nat N) = 1%Z -> theta = 2 * PI * IZR a / INR N ->
                    m = 1 - cos (2 * PI / INR N)).
  { intros a G E. subst theta. apply Rle_antisym.
    - destruct (coprime_attains N a HN G) as [t [Ht At]].
      specialize (Least t ltac:(unfold within, N in *; lia)). lra.
    - pose proof (coprime_is_far N a HN G t0 ltac:(unfold within, N in *; lia)). lra. }
  assert (Far : 1 - cos (2 * PI / INR N) <= m ->
                exists a, Z.gcd a (Z.of_nat N) = 1%Z /\ theta = 2 * PI * IZR a / INR N).
  { intro H. apply far_is_coprime; [exact HN|]. intros t Ht.
    specialize (Least t ltac:(unfold within, N in *; lia)). lra. }
  split.
  - apply Rnot_lt_le. intro H. destruct (Far ltac:(lra)) as [a [G E]]. rewrite (Coprime a G E) in H. lra.
  - split.
    + intro H. apply Far. lra.
    + intros [a [G E]]. apply (Coprime a G E).
Qed.

(** There always is a smallest value. *)
Lemma smallest_exists : forall f T, (1 <= T)%nat -> exists m, is_smallest f T m.
Proof.
  intros f T HT. induction T as [|T IH]; [lia|]. destruct (Nat.eq_dec T 0) as [->|E].
  - exists (f 1%nat). split; [exists 1%nat; split; [unfold within; lia|reflexivity]|].
    intros t Ht. unfold within in Ht. assert (t = 1%nat) as -> by lia. lra.
  - destruct (IH ltac:(lia)) as [m [[t [Ht Et]] L]]. destruct (Rle_dec m (f (S T))) as [C|C].
    + exists m. split; [exists t; split; [unfold within in *; lia|exact Et]|].
      intros u Hu. unfold within in *. destruct (Nat.eq_dec u (S T)) as [->|N]; [exact C|apply L; lia].
    + exists (f (S T)). split; [exists (S T); split; [unfold within; lia|reflexivity]|].
      intros u Hu. unfold within in *. destruct (Nat.eq_dec u (S T)) as [->|N]; [lra|].
      specialize (L u ltac:(lia)). lra.
Qed.

(** * False neighbours *)

(** T + 2 in place of T + 1: theta = pi and T = 1 do better. *)
Definition new_index_gap_sharp_neighbour_points : Prop :=
  forall (theta : R) (T : nat) (m : R), (1 <= T)%nat -> is_smallest (fun t => 1 - cos (INR t * theta)) T m ->
    m <= 1 - cos (2 * PI / INR (T + 2)).

Theorem new_index_gap_sharp_neighbour_points_false : ~ new_index_gap_sharp_neighbour_points.
Proof.
  intro H. specialize (H PI 1%nat 2 ltac:(lia)). pose proof PI_RGT_0 as P.
  assert (L : is_smallest (fun t => 1 - cos (INR t * PI)) 1 2).
  { assert (E : forall t, within 1 t -> 1 - cos (INR t * PI) = 2).
    { intros t Ht. unfold within in Ht. assert (t = 1%nat) as -> by lia. simpl. rewrite Rmult_1_l, cos_PI.
        ring. }
    split; [exists 1%nat; split; [unfold within; lia|apply E; unfold within; lia]|].
    intros t Ht. rewrite (E t Ht). lra. }
  specialize (H L). simpl in H.
  assert (cos PI < cos (2 * PI / (1 + 1 + 1))) by (apply cos_falls; lra). rewrite cos_PI in H0. lra.
Qed.

(** Equality for every a: theta = 2 pi 2/4 and T = 3 give 0 at t = 2. *)
Definition new_index_gap_sharp_neighbour_every : Prop :=
  forall (a : Z) (T : nat) (m : R), (1 <= T)%nat ->
    is_smallest (fun t => 1 - cos (INR t * (2 * PI * IZR a / INR (T + 1)))) T m ->
    Z.gcd a (Z.of_nat (T + 1)) <> Z.of_nat (T + 1) ->
    m = 1 - cos (2 * PI / INR (T + 1)).

Theorem new_index_gap_sharp_neighbour_every_false : ~ new_index_gap_sharp_neighbour_every.
Proof.
  intro H. pose proof PI_RGT_0 as P.
  destruct (smallest_exists (fun t => 1 - cos (INR t * (2 * PI * IZR 2 / INR (3 + 1)))) 3 ltac:(lia)) as [m
    Hm].
  specialize (H 2%Z 3%nat m ltac:(lia) Hm ltac:(discriminate)).
  destruct Hm as [_ L]. specialize (L 2%nat ltac:(unfold within; lia)).
  replace (INR 2 * (2 * PI * IZR 2 / INR (3 + 1))) with (2 * PI) in L by (simpl; field).
  rewrite cos_2PI in L. simpl in H.
  assert (cos (2 * PI / (1 + 1 + 1 + 1)) < 1) by (apply cos_lt_1; lra). lra.
Qed.

Example new_index_gap_sharp_instance : instance_of new_index_gap_sharp_statement.
Proof.
  exists 1, 2%nat, (1 - cos (INR 1 * 1)). split; [lia | split; [split | split; exact I]].
  - exists 1%nat. split; [unfold within; lia | reflexivity].
  - pose proof PI2_3_2. intros [|[|[|t]]] [T U]; try lia; simpl; [lra |].
    assert (cos ((1 + 1) * 1) < cos (1 * 1)) by (apply cos_falls; lra). lra.
Qed.
