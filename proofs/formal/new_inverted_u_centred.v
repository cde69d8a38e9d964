(** new.inverted-u.centred: when the centred phase phi = n theta/2 is best.

    Statement. For n >= 2 and every real theta, no phase has a better worst match over t = 1..n-1 than phi = n theta/2 exactly if some largest free arc
    runs from t theta to t' theta and has the length (t' - t) theta - 2 pi p with t' - t = n (mod 2) and p odd. For 0 < theta <= pi and n >= 3 this is so if
    (n-1) theta <= 2 pi, and not for 2 pi < (n-1) theta, (n-2) theta <= 2 pi. Later it recurs: n = 5, theta = pi.

    Idea: the points are symmetric about n theta/2, and an arc from t theta is as free as that from k theta, k = (n - (t' - t))/2, whose middle is opposite.
    Encoding: points, arcs and worst match as in new_inverted_u_best_phase.v. *)

From Coq Require Import Reals Lra Lia PeanoNat ZArith.
From RopeTheory Require Import Rope Trig Heads Circle new_inverted_u_best_phase Instances.
Open Scope R_scope.

Definition best_phase (n : nat) (theta phi : R) : Prop :=
  forall phi' w w', least_match n theta phi w -> least_match n theta phi' w' -> w' <= w.

Definition parity_arc (n : nat) (theta : R) : Prop :=
  exists (G : R) (t t' : nat) (p : Z), largest_arc n theta G /\ (1 <= t <= n - 1)%nat /\ (1 <= t' <= n - 1)%nat /\
    free_arc n theta (INR t * theta) G /\ G = (INR t' - INR t) * theta - IZR p * (2 * PI) /\
    Z.even (Z.of_nat t' - Z.of_nat t - Z.of_nat n) = true /\ Z.odd p = true.

Definition centred (n : nat) (theta : R) : R := INR n * theta / 2.

Definition new_inverted_u_centred_statement : Prop :=
  (forall (n : nat) (theta : R), (2 <= n)%nat -> (best_phase n theta (centred n theta) <-> parity_arc n theta)) /\
  (forall (n : nat) (theta : R), (3 <= n)%nat -> 0 < theta <= PI -> (INR n - 2) * theta <= 2 * PI ->
     (best_phase n theta (centred n theta) <-> (INR n - 1) * theta <= 2 * PI)) /\
  exists (n : nat) (theta : R), (3 <= n)%nat /\ 0 < theta <= PI /\ 2 * PI < (INR n - 2) * theta /\ best_phase n theta (centred n theta).

(** * Best phases face a largest arc *)

Lemma worst_exists : forall n theta phi, (2 <= n)%nat -> exists w, least_match n theta phi w.
Proof.
  intros n theta phi Hn. destruct (exists_maximiser (fun t => - cos (INR t * theta - phi)) (n - 1) ltac:(lia)) as [t [Ht L]].
  exists (cos (INR t * theta - phi)). split; [exists t; split; [exact Ht|reflexivity]|]. intros s Hs. specialize (L s Hs). simpl in L. lra.
Qed.

Lemma best_faces : forall n theta phi, (2 <= n)%nat ->
  (best_phase n theta phi <-> exists a G, largest_arc n theta G /\ free_arc n theta a G /\ faces phi a G).
Proof.
  intros n theta phi Hn. destruct (new_inverted_u_best_phase_proved n theta Hn) as [[G L] Law]. destruct (worst_exists n theta phi Hn) as [w W].
  destruct (Law G phi w L W) as [_ [_ Iff]]. split.
  - intro B. pose proof L as [[a A] _]. set (phi' := a + G / 2 - PI). destruct (worst_exists n theta phi' Hn) as [w' W'].
    destruct (Law G phi' w' L W') as [_ [_ Iff']]. assert (E : w' = - cos (G / 2)).
    { apply Iff'. exists a. split; [exact A|]. exists 0%Z. unfold phi'. ring. }
    specialize (B phi' w w' W W'). destruct (Law G phi w L W) as [_ [Le _]].
    destruct (proj1 Iff ltac:(lra)) as [b [Fb Q]]. exists b, G. auto.
  - intros [a [G' [L' [A Q]]]] phi' v v' V V'. assert (G' = G) as ->.
    { destruct L as [[x X] U], L' as [[x' X'] U']. apply Rle_antisym; [apply (U _ _ X')|apply (U' _ _ X)]. }
    destruct (Law G phi v L V) as [_ [_ [_ Up]]]. destruct (Law G phi' v' L V') as [_ [Le _]].
    rewrite (Up (ex_intro _ a (conj A Q))). exact Le.
Qed.

Lemma parity_law : forall (n : nat) (theta : R), (2 <= n)%nat -> (best_phase n theta (centred n theta) <-> parity_arc n theta).
Proof.
  intros n theta Hn. rewrite best_faces by exact Hn. unfold centred. split.
  - intros [a [G [L [A [k E]]]]]. pose proof A as [_ [[u [j [Hu Ea]]] _]].
    exists G, u, (n - u)%nat, (2 * k + 2 * j - 1)%Z. split; [exact L|]. split; [exact Hu|]. split; [lia|]. split; [|split; [|split]].
    + apply (arc_shift _ _ _ _ (- j)) in A. replace (INR u * theta) with (a + IZR (- j) * (2 * PI)) by (rewrite Ea, opp_IZR; ring). exact A.
    + rewrite minus_INR, minus_IZR, plus_IZR, !mult_IZR by lia. rewrite Ea in E. lra.
    + apply Z.even_spec. exists (- Z.of_nat u)%Z. lia.
    + apply Z.odd_spec. exists (k + j - 1)%Z. lia.
  - intros [G [t [t' [p [L [Ht [Ht' [A [E [Ev Od]]]]]]]]]]. apply Z.even_spec in Ev as [c Ec]. apply Z.odd_spec in Od as [d Ed].
    (* 2k = n - (t' - t) *)
    assert (Hk : (1 <= - c <= Z.of_nat n - 1)%Z) by lia. set (k := Z.to_nat (- c)).
    assert (K : Z.of_nat k = (- c)%Z) by (unfold k; rewrite Z2Nat.id; lia).
    assert (EG : G = (INR n - 2 * INR k) * theta - IZR p * (2 * PI)).
    { rewrite E. f_equal. f_equal. rewrite !INR_IZR_INZ, K, opp_IZR. assert (Q : (Z.of_nat t' - Z.of_nat t = Z.of_nat n + 2 * c)%Z) by lia.
      apply (f_equal IZR) in Q. rewrite minus_IZR, plus_IZR, mult_IZR in Q. lra. }
    assert (End : INR k * theta + G = INR (n - k) * theta + IZR (- p) * (2 * PI)) by (rewrite EG, minus_INR, opp_IZR by lia; ring).
    exists (INR k * theta), G. split; [exact L|]. split.
    + split; [apply A|]. split; [apply point_turn; lia|]. split; [exists (n - k)%nat, (- p)%Z; split; [lia|exact End]|].
      intros b Hb [s [j [Hs Eb]]]. destruct A as [_ [_ [_ F]]].
      (* b and its mirror image, carried by t - k into the free arc *)
      assert (Far : forall (s' : nat) (j' : Z), (1 <= s' <= n - 1)%nat -> INR k * theta < INR s' * theta + IZR j' * (2 * PI) < INR k * theta + G ->
        ~ (1 <= Z.of_nat s' + Z.of_nat t - Z.of_nat k <= Z.of_nat n - 1)%Z).
      { intros s' j' Hs' B' R. apply (F (INR (Z.to_nat (Z.of_nat s' + Z.of_nat t - Z.of_nat k)) * theta + IZR j' * (2 * PI))).
        - rewrite (INR_IZR_INZ (Z.to_nat _)), Z2Nat.id, minus_IZR, plus_IZR, <- !INR_IZR_INZ by lia. nra.
        - exists (Z.to_nat (Z.of_nat s' + Z.of_nat t - Z.of_nat k)), j'. split; [lia|reflexivity]. }
      pose proof (Far s j Hs ltac:(lra)) as F1.
      pose proof (Far (n - s)%nat (- (p + j))%Z ltac:(lia)) as F2. rewrite minus_INR, opp_IZR, plus_IZR in F2 by lia.
      rewrite Eb in Hb. rewrite EG in Hb, F2. specialize (F2 ltac:(lra)). lia.
    + exists (d + 1)%Z. rewrite EG, Ed. rewrite !plus_IZR, mult_IZR. field.
Qed.

(** * Up to (n-2) theta = 2 pi *)

Section Slow.
  Variables (n : nat) (theta : R).
  Hypothesis N3 : (3 <= n)%nat.
  Hypothesis T : 0 < theta <= PI.
  Hypothesis S : (INR n - 2) * theta <= 2 * PI.

  Let n1 : INR (n - 1) = INR n - 1.
  Proof. rewrite minus_INR by lia. reflexivity. Qed.

  Let inside : forall s, (1 <= s <= n - 1)%nat -> theta <= INR s * theta <= (INR n - 1) * theta.
  Proof.
    intros s Hs. assert (1 <= INR s) by (apply (le_INR 1); lia). assert (INR s <= INR n - 1) by (rewrite <- n1; apply le_INR; lia).
    split; nra.
  Qed.

  (** Points between theta and theta + 2 pi have no whole turn left, or are the last one. *)
  Let turns : forall k, 0 < IZR k -> 2 * PI <= IZR k * (2 * PI).
  Proof. intros k K. apply lt_IZR in K. assert (1 <= IZR k) by (apply (IZR_le 1); lia). pose proof PI_RGT_0. nra. Qed.

  Let turns_back : forall k, IZR k < 0 -> IZR k * (2 * PI) <= - (2 * PI).
  Proof. intros k K. apply lt_IZR in K. assert (IZR k <= -1) by (apply (IZR_le k (-1)); lia). pose proof PI_RGT_0. nra. Qed.

  Let whole : forall k, 0 < IZR k \/ IZR k = 0 \/ IZR k < 0.
  Proof. intro k. lra. Qed.

  Lemma first_arc : free_arc n theta (INR 1 * theta) theta.
  Proof.
    pose proof PI_RGT_0. split; [lra|]. split; [apply point_turn; lia|]. split.
    - replace (INR 1 * theta + theta) with (INR 2 * theta) by (simpl; ring). apply point_turn. lia.
    - intros b Hb [s [k [Hs E]]]. simpl in Hb. pose proof (inside s Hs). destruct (whole k) as [K|[K|K]].
      + apply turns in K. lra.
      + rewrite K in E. assert (Q : 1 < INR s < 2) by nra. destruct Q as [Q1 Q2].
        apply (INR_lt 1) in Q1. apply (INR_lt s 2) in Q2. lia.
      + apply turns_back in K. lra.
  Qed.

  (** The arc from s theta ends at the next point at the latest. *)
  Lemma arc_to_next : forall s g, (1 <= s <= n - 2)%nat -> free_arc n theta (INR s * theta) g -> g <= theta.
  Proof.
    intros s g Hs F. apply (arc_le _ _ _ _ _ F); [lra|]. replace (INR s * theta + theta) with (INR (s + 1) * theta) by (rewrite plus_INR; simpl; ring).
    apply point_turn. lia.
  Qed.

  Lemma last_arc_long : forall g, (INR n - 1) * theta <= 2 * PI + theta -> free_arc n theta (INR (n - 1) * theta) g ->
    0 < 2 * PI - (INR n - 2) * theta -> g <= 2 * PI - (INR n - 2) * theta.
  Proof.
    intros g _ F P. apply (arc_le _ _ _ _ _ F P). exists 1%nat, 1%Z. split; [lia|]. rewrite n1. simpl. ring.
  Qed.

  Lemma slow_best : (INR n - 1) * theta <= 2 * PI -> parity_arc n theta.
  Proof.
    intro H. pose proof PI_RGT_0. set (G := 2 * PI - (INR n - 2) * theta). assert (Gt : theta <= G) by (unfold G; lra).
    assert (A : free_arc n theta (INR (n - 1) * theta) G).
    { split; [lra|]. split; [apply point_turn; lia|]. split; [exists 1%nat, 1%Z; split; [lia|unfold G; rewrite n1; simpl; ring]|].
      intros b Hb [s [k [Hs E]]]. rewrite n1 in Hb. unfold G in Hb. pose proof (inside s Hs). destruct (whole k) as [K|[K|K]].
      + apply turns in K. lra.
      + rewrite K in E. lra.
      + apply turns_back in K. lra. }
    exists G, (n - 1)%nat, 1%nat, (-1)%Z. split; [|split; [lia|split; [lia|split; [exact A|split; [|split; [|reflexivity]]]]]].
    - split; [exists (INR (n - 1) * theta); exact A|]. intros a g F. pose proof F as [_ [[s [k [Hs E]]] _]].
      apply (arc_shift _ _ _ _ (- k)) in F. replace (a + IZR (- k) * (2 * PI)) with (INR s * theta) in F by (rewrite E, opp_IZR; ring).
      destruct (Nat.eq_dec s (n - 1)) as [->|D].
      + apply last_arc_long; [lra|exact F|]. fold G. lra.
      + pose proof (arc_to_next s g ltac:(lia) F). lra.
    - unfold G. rewrite n1. simpl. ring.
    - apply Z.even_spec. exists (1 - Z.of_nat n)%Z. lia.
  Qed.

  Lemma slow_not_best : 2 * PI < (INR n - 1) * theta -> ~ parity_arc n theta.
  Proof.
    intros H [G [t [t' [p [[_ L] [Ht [Ht' [A [E [Ev Od]]]]]]]]]]. pose proof PI_RGT_0. specialize (L _ _ first_arc).
    apply Z.even_spec in Ev as [c Ec]. apply Z.odd_spec in Od as [d Ed].
    assert (Gt : G = theta).
    { apply Rle_antisym; [|exact L]. destruct (Nat.eq_dec t (n - 1)) as [->|D]; [|apply (arc_to_next t); [lia|exact A]].
      destruct (Rle_lt_or_eq_dec _ _ S) as [Q|Q].
      - pose proof (last_arc_long G ltac:(lra) A ltac:(lra)). lra.
      - apply (arc_le _ _ _ _ _ A); [lra|]. exists 2%nat, 1%Z. split; [lia|]. rewrite n1. simpl. lra. }
    (* so (t' - t - 1) theta is p whole turns, p odd, hence p = -1, and t - t' + 1 = n - 2 or n - 1, of the wrong parity *)
    set (z := (Z.of_nat t - Z.of_nat t' + 1)%Z).
    assert (Q : IZR z * theta = - IZR p * (2 * PI)).
    { unfold z. rewrite plus_IZR, minus_IZR, <- !INR_IZR_INZ. lra. }
    assert (Zr : (3 - Z.of_nat n <= z <= Z.of_nat n - 1)%Z) by (unfold z; lia).
    assert (N : INR n = IZR (Z.of_nat n)) by apply INR_IZR_INZ.
    assert (Up : IZR z * theta <= (INR n - 1) * theta).
    { apply Rmult_le_compat_r; [lra|]. rewrite N, <- minus_IZR. apply IZR_le. lia. }
    assert (Low : - (INR n - 3) * theta <= IZR z * theta).
    { apply Rmult_le_compat_r; [lra|]. rewrite N, <- minus_IZR, <- opp_IZR. apply IZR_le. lia. }
    assert (P1 : (p < 1)%Z) by (apply lt_IZR, (Rmult_lt_reg_r (2 * PI)); lra).
    assert (P2 : (-2 < p)%Z) by (apply lt_IZR, (Rmult_lt_reg_r (2 * PI)); lra).
    assert (Ep : p = (-1)%Z) by lia. rewrite Ep in Q.
    assert (Zt : IZR z * theta = 2 * PI) by lra.
    assert (Z2 : (Z.of_nat n - 2 <= z)%Z).
    { apply Z.lt_pred_le. apply lt_IZR. rewrite <- Z.sub_1_r, minus_IZR, minus_IZR, <- N. apply (Rmult_lt_reg_r theta); [lra|]. nra. }
    assert (Z3 : z <> (Z.of_nat n - 1)%Z).
    { intro Ez. rewrite Ez, minus_IZR, <- N in Zt. lra. }
    unfold z in *. lia.
  Qed.
End Slow.

(** * n = 5, theta = pi *)

Lemma half_turn_recurs : parity_arc 5 PI.
Proof.
  pose proof PI_RGT_0.
  assert (W : forall b, point 5 PI b -> exists k : Z, b = IZR k * PI).
  { intros b [s [k [_ ->]]]. exists (Z.of_nat s + 2 * k)%Z. rewrite plus_IZR, mult_IZR, <- INR_IZR_INZ. ring. }
  assert (P : forall k : Z, point 5 PI (IZR k * PI)).
  { intro k. destruct (Z.Even_or_Odd k) as [[j ->]|[j ->]].
    - exists 2%nat, (j - 1)%Z. split; [lia|]. rewrite mult_IZR, minus_IZR. simpl. ring.
    - exists 1%nat, j. split; [lia|]. rewrite plus_IZR, mult_IZR. simpl. ring. }
  assert (A : free_arc 5 PI (INR 1 * PI) PI).
  { split; [lra|]. split; [apply point_turn; lia|]. split; [replace (INR 1 * PI + PI) with (IZR 2 * PI) by (simpl; ring); apply P|].
    intros b Hb Pb. destruct (W b Pb) as [k ->]. simpl in Hb. assert (K : 1 < IZR k < 2) by nra. destruct K as [K1 K2].
    apply lt_IZR in K1. apply lt_IZR in K2. lia. }
  exists PI, 1%nat, 4%nat, 1%Z. split; [|split; [lia|split; [lia|split; [exact A|split; [simpl; ring|split; reflexivity]]]]].
  split; [exists (INR 1 * PI); exact A|]. intros a g F. apply (arc_le _ _ _ _ _ F); [lra|]. destruct F as [_ [Pa _]].
  destruct (W a Pa) as [k ->]. replace (IZR k * PI + PI) with (IZR (k + 1) * PI) by (rewrite plus_IZR; ring). apply P.
Qed.

Theorem new_inverted_u_centred_proved : new_inverted_u_centred_statement.
Proof.
  split; [exact parity_law|]. split.
  - intros n theta N3 T S. rewrite parity_law by lia. split; [|apply slow_best; assumption].
    intro B. apply Rnot_lt_le. intro L. apply (slow_not_best n theta N3 T S L B).
  - exists 5%nat, PI. pose proof PI_RGT_0. split; [lia|]. split; [lra|]. split; [simpl; lra|]. apply parity_law; [lia|exact half_turn_recurs].
Qed.

(** * False neighbours *)

(** Never best beyond (n-1) theta = 2 pi. *)
Definition new_inverted_u_centred_neighbour_never_beyond : Prop :=
  forall (n : nat) (theta : R), (3 <= n)%nat -> 0 < theta <= PI -> best_phase n theta (centred n theta) -> (INR n - 1) * theta <= 2 * PI.

Theorem new_inverted_u_centred_neighbour_never_beyond_false : ~ new_inverted_u_centred_neighbour_never_beyond.
Proof.
  intro H. pose proof PI_RGT_0. specialize (H 5%nat PI ltac:(lia) ltac:(lra)). assert (B : best_phase 5 PI (centred 5 PI)) by (apply parity_law; [lia|exact half_turn_recurs]).
  specialize (H B). simpl in H. lra.
Qed.

(** Best as long as (n-2) theta <= 2 pi: n = 4, theta = 4 pi/5. *)
Definition new_inverted_u_centred_neighbour_longer : Prop :=
  forall (n : nat) (theta : R), (3 <= n)%nat -> 0 < theta <= PI -> (INR n - 2) * theta <= 2 * PI -> best_phase n theta (centred n theta).

Theorem new_inverted_u_centred_neighbour_longer_false : ~ new_inverted_u_centred_neighbour_longer.
Proof.
  intro H. pose proof PI_RGT_0. destruct new_inverted_u_centred_proved as [_ [Iff _]].
  assert (S : (INR 4 - 2) * (4 * PI / 5) <= 2 * PI) by (simpl; lra).
  pose proof (proj1 (Iff 4%nat (4 * PI / 5) ltac:(lia) ltac:(lra) S) (H 4%nat (4 * PI / 5) ltac:(lia) ltac:(lra) S)) as Q. simpl in Q. lra.
Qed.

Example new_inverted_u_centred_instance : instance_of new_inverted_u_centred_statement.
Proof.
  pose proof PI2_3_2. split; [exists 4%nat, 1; split; [lia | exact I] | split; [| exact I]].
  exists 4%nat, 2. repeat (split; [simpl; lia || lra |]). exact I.
Qed.
