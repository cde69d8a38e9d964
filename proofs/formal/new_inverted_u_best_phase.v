(** new.inverted-u.best-phase: the phase that serves the worst match best faces the largest free arc.

    Statement. For n >= 2 and every real theta the points theta, .., (n-1) theta leave a largest free arc G on the circle, 0 < G <= 2 pi. For every phase phi
    the worst match, the least cos(t theta - phi) over t = 1..n-1, is at most -cos(G/2), with equality exactly if phi + pi is the middle of such an arc.

    Idea: cos(t theta - phi) = -cos(t theta - (phi + pi)), so the worst match is that of the point nearest to phi + pi.
    Encoding: a point stands at every angle t theta + 2 pi k; a free arc goes from a point a to a point a + g, g > 0, with none between, so that one place
    alone leaves an arc of 2 pi. *)

From Coq Require Import Reals Lra Lia PeanoNat ZArith.
From RopeTheory Require Import Rope Trig Heads Circle Instances.
Open Scope R_scope.

(** One of the points stands at the angle a, up to whole turns. *)
Definition point (n : nat) (theta a : R) : Prop := exists (t : nat) (k : Z), (1 <= t <= n - 1)%nat /\ a = INR t * theta + IZR k * (2 * PI).

Definition free_arc (n : nat) (theta a g : R) : Prop :=
  0 < g /\ point n theta a /\ point n theta (a + g) /\ forall b, a < b < a + g -> ~ point n theta b.

Definition largest_arc (n : nat) (theta G : R) : Prop := (exists a, free_arc n theta a G) /\ forall a g, free_arc n theta a g -> g <= G.

Definition least_match (n : nat) (theta phi w : R) : Prop :=
  (exists t, (1 <= t <= n - 1)%nat /\ cos (INR t * theta - phi) = w) /\ forall t, (1 <= t <= n - 1)%nat -> w <= cos (INR t * theta - phi).

(** phi + pi is the middle of the arc from a to a + g, up to whole turns. *)
Definition faces (phi a g : R) : Prop := exists k : Z, phi + PI = a + g / 2 + IZR k * (2 * PI).

Definition new_inverted_u_best_phase_statement : Prop :=
  forall (n : nat) (theta : R), (2 <= n)%nat ->
    (exists G, largest_arc n theta G) /\
    forall G phi w, largest_arc n theta G -> least_match n theta phi w ->
      0 < G <= 2 * PI /\ w <= - cos (G / 2) /\ (w = - cos (G / 2) <-> exists a, free_arc n theta a G /\ faces phi a G).

(** * Points and arcs *)

Lemma point_shift : forall n theta a k, point n theta a -> point n theta (a + IZR k * (2 * PI)).
Proof. intros n theta a k [t [j [Ht ->]]]. exists t, (j + k)%Z. split; [exact Ht|]. rewrite plus_IZR. ring. Qed.

Lemma point_turn : forall n theta t, (1 <= t <= n - 1)%nat -> point n theta (INR t * theta).
Proof. intros n theta t Ht. exists t, 0%Z. split; [exact Ht|]. ring. Qed.

Lemma arc_shift : forall n theta a g k, free_arc n theta a g -> free_arc n theta (a + IZR k * (2 * PI)) g.
Proof.
  intros n theta a g k [G [A [B F]]]. split; [exact G|]. split; [apply point_shift, A|]. split.
  - replace (a + IZR k * (2 * PI) + g) with (a + g + IZR k * (2 * PI)) by ring. apply point_shift, B.
  - intros b Hb Pb. apply (F (b + IZR (- k) * (2 * PI))); [rewrite opp_IZR; lra|]. apply point_shift, Pb.
Qed.

(** No free arc goes beyond a point. *)
Lemma arc_le : forall n theta a g x, free_arc n theta a g -> 0 < x -> point n theta (a + x) -> g <= x.
Proof. intros n theta a g x [G [A [B F]]] X Px. apply Rnot_lt_le. intro L. apply (F (a + x)); [lra|exact Px]. Qed.

Lemma arc_at_most_turn : forall n theta a g, free_arc n theta a g -> 0 < g <= 2 * PI.
Proof.
  intros n theta a g F. split; [apply F|]. apply (arc_le n theta a g _ F); [pose proof PI_RGT_0; lra|].
  replace (a + 2 * PI) with (a + IZR 1 * (2 * PI)) by (simpl; ring). apply point_shift, F.
Qed.

(** x turned back or on to (0, 2 pi]. *)
Definition turned_on (x : R) : R := x + IZR (Int_part (- x / (2 * PI)) + 1) * (2 * PI).

Lemma turned_on_range : forall x, 0 < turned_on x <= 2 * PI.
Proof.
  intro x. unfold turned_on. pose proof PI_RGT_0. pose proof (base_Int_part (- x / (2 * PI))) as [A B]. rewrite plus_IZR.
  assert (E : x = - (- x / (2 * PI)) * (2 * PI)) by (field; lra). set (y := - x / (2 * PI)) in *. rewrite E.
  set (z := IZR (Int_part y)) in *. simpl. split; nra.
Qed.

(** The points next to psi on both sides. *)
Lemma next_points : forall n theta psi, (2 <= n)%nat -> exists b c, 0 <= b /\ 0 < c /\ point n theta (psi - b) /\ point n theta (psi + c) /\
  forall p, psi - b < p < psi + c -> ~ point n theta p.
Proof.
  intros n theta psi Hn. set (f := fun t => turned_on (INR t * theta - psi)). pose proof PI_RGT_0.
  destruct (exists_maximiser f (n - 1) ltac:(lia)) as [u [Hu U]]. destruct (exists_maximiser (fun t => - f t) (n - 1) ltac:(lia)) as [v [Hv V]].
  exists (2 * PI - f u), (f v). pose proof (turned_on_range (INR u * theta - psi)). pose proof (turned_on_range (INR v * theta - psi)). fold (f u) (f v) in *.
  split; [lra|]. split; [lra|]. split; [|split].
  - exists u, (Int_part (- (INR u * theta - psi) / (2 * PI)) + 1 + -1)%Z. split; [exact Hu|]. unfold f, turned_on. rewrite (plus_IZR _ (-1)). ring.
  - exists v, (Int_part (- (INR v * theta - psi) / (2 * PI)) + 1)%Z. split; [exact Hv|]. unfold f, turned_on. ring.
  - intros p Hp [t [k [Ht ->]]]. specialize (U t Ht). specialize (V t Ht). simpl in V.
    set (m := (Int_part (- (INR t * theta - psi) / (2 * PI)) + 1 - k)%Z).
    assert (E : f t = INR t * theta + IZR k * (2 * PI) - psi + IZR m * (2 * PI)) by (unfold f, turned_on, m; rewrite minus_IZR; ring).
    assert (M0 : 0 < IZR m) by nra. assert (M1 : IZR m < 1) by nra. apply lt_IZR in M0. apply lt_IZR in M1. lia.
Qed.

Lemma arc_from : forall n theta a, (2 <= n)%nat -> point n theta a -> exists g, free_arc n theta a g.
Proof.
  intros n theta a Hn A. destruct (next_points n theta a Hn) as [b [c [B [C [_ [Q F]]]]]].
  exists c. split; [exact C|]. split; [exact A|]. split; [exact Q|]. intros p Hp. apply F. lra.
Qed.

Lemma largest_exists : forall n theta, (2 <= n)%nat -> exists G, largest_arc n theta G.
Proof.
  intros n theta Hn.
  assert (Upto : forall m, (1 <= m <= n - 1)%nat ->
    exists a G, free_arc n theta a G /\ forall t g, (1 <= t <= m)%nat -> free_arc n theta (INR t * theta) g -> g <= G).
  { induction m as [|m IH]; intro Hm; [lia|]. destruct (arc_from n theta (INR (S m) * theta) Hn) as [c C]; [apply point_turn; lia|].
    assert (Same : forall g, free_arc n theta (INR (S m) * theta) g -> g <= c) by (intros g F; apply (arc_le _ _ _ _ c F); apply C).
    destruct (Nat.eq_dec m 0) as [->|D].
    - exists (INR 1 * theta), c. split; [exact C|]. intros t g Ht F. apply Same. replace t with 1%nat in F by lia. exact F.
    - destruct (IH ltac:(lia)) as [a [G [A L]]]. destruct (Rle_dec c G) as [Q|Q].
      + exists a, G. split; [exact A|]. intros t g Ht F. destruct (Nat.eq_dec t (S m)) as [->|E]; [specialize (Same g F); lra|].
        apply (L t); [lia|exact F].
      + exists (INR (S m) * theta), c. split; [exact C|]. intros t g Ht F. destruct (Nat.eq_dec t (S m)) as [->|E]; [apply Same, F|].
        specialize (L t g ltac:(lia) F). lra. }
  destruct (Upto (n - 1)%nat ltac:(lia)) as [a [G [A L]]]. exists G. split; [exists a; exact A|]. intros b g F.
  pose proof F as [_ [[t [k [Ht E]]] _]]. apply (L t); [exact Ht|]. apply (arc_shift n theta b g (- k)) in F.
  replace (INR t * theta) with (b + IZR (- k) * (2 * PI)) by (rewrite E, opp_IZR; ring). exact F.
Qed.

(** * The worst match *)

Lemma opposite : forall p phi, cos (p - phi) = - cos (p - (phi + PI)).
Proof. intros p phi. replace (p - phi) with (p - (phi + PI) + PI) by ring. apply neg_cos. Qed.

Lemma point_match : forall n theta phi w p, least_match n theta phi w -> point n theta p -> w <= cos (p - phi).
Proof.
  intros n theta phi w p [_ W] [t [k [Ht ->]]]. replace (INR t * theta + IZR k * (2 * PI) - phi) with (INR t * theta - phi + IZR k * (2 * PI)) by ring.
  rewrite cos_period_Z. apply W, Ht.
Qed.

(** A largest arc that the phase faces leaves all points at least G/2 away. *)
Lemma facing_is_best : forall n theta G phi w a, least_match n theta phi w -> free_arc n theta a G -> faces phi a G -> - cos (G / 2) <= w.
Proof.
  intros n theta G phi w a [[t [Ht <-]] _] F [k E]. pose proof (arc_at_most_turn _ _ _ _ F) as R. rewrite opposite.
  set (x := INR t * theta - (phi + PI)). pose proof (turned_on_range x) as A. unfold turned_on in A. set (m := (Int_part (- x / (2 * PI)) + 1)%Z) in A.
  assert (C : cos x <= cos (G / 2)); [|lra]. rewrite <- (cos_period_Z x m).
  assert (P : forall j, point n theta (phi + PI + (x + IZR j * (2 * PI)))).
  { intro j. exists t, j. split; [exact Ht|]. unfold x. ring. }
  destruct F as [_ [_ [_ F]]]. apply cos_far_weakly; [lra| |]; apply Rnot_lt_le; intro L.
  - apply (F (phi + PI + (x + IZR (m - k) * (2 * PI)))); [rewrite minus_IZR; lra|apply P].
  - apply (F (phi + PI + (x + IZR (m - k - 1) * (2 * PI)))); [rewrite !minus_IZR; lra|apply P].
Qed.

Theorem new_inverted_u_best_phase_proved : new_inverted_u_best_phase_statement.
Proof.
  intros n theta Hn. split; [apply largest_exists, Hn|]. intros G phi w [[a0 A0] L] W.
  pose proof (arc_at_most_turn _ _ _ _ A0) as R. split; [exact R|].
  destruct (next_points n theta (phi + PI) Hn) as [b [c [B [C [Pb [Pc F]]]]]].
  assert (Arc : free_arc n theta (phi + PI - b) (b + c)).
  { split; [lra|]. split; [exact Pb|]. split; [replace (phi + PI - b + (b + c)) with (phi + PI + c) by ring; exact Pc|].
    intros p Hp. apply F. lra. }
  specialize (L _ _ Arc). pose proof (point_match _ _ _ _ _ W Pb) as Wb. pose proof (point_match _ _ _ _ _ W Pc) as Wc.
  rewrite opposite in Wb, Wc. replace (phi + PI - b - (phi + PI)) with (- b) in Wb by ring. rewrite cos_neg in Wb.
  replace (phi + PI + c - (phi + PI)) with c in Wc by ring.
  assert (Le : w <= - cos (G / 2)).
  { destruct (Rle_dec b c) as [Q|Q].
    - assert (cos (G / 2) <= cos b) by (apply cos_falls_weakly; lra). lra.
    - assert (cos (G / 2) <= cos c) by (apply cos_falls_weakly; lra). lra. }
  split; [exact Le|]. split.
  - intro E. exists (phi + PI - b).
    assert (Gb : G / 2 <= b) by (apply Rnot_lt_le; intro Q; assert (cos (G / 2) < cos b) by (apply cos_falls; lra); lra).
    assert (Gc : G / 2 <= c) by (apply Rnot_lt_le; intro Q; assert (cos (G / 2) < cos c) by (apply cos_falls; lra); lra).
    replace G with (b + c) by lra. split; [exact Arc|]. exists 0%Z. lra.
  - intros [a [Fa Q]]. apply Rle_antisym; [exact Le|]. apply (facing_is_best n theta G phi w a W Fa Q).
Qed.

(** * False neighbours: n = 2, one point *)

Lemma one_point : forall theta, largest_arc 2 theta (2 * PI) /\ free_arc 2 theta theta (2 * PI).
Proof.
  intro theta. assert (P : point 2 theta theta) by (exists 1%nat, 0%Z; split; [lia|simpl; ring]).
  assert (F : free_arc 2 theta theta (2 * PI)).
  { pose proof PI_RGT_0. split; [lra|]. split; [exact P|]. split; [exists 1%nat, 1%Z; split; [lia|simpl; ring]|].
    intros b Hb [t [k [Ht E]]]. replace t with 1%nat in E by lia. simpl in E.
    assert (K0 : 0 < IZR k) by nra. assert (K1 : IZR k < 1) by nra. apply lt_IZR in K0. apply lt_IZR in K1. lia. }
  split; [|exact F]. split; [exists theta; exact F|]. intros a g A. apply (arc_at_most_turn _ _ _ _ A).
Qed.

Lemma one_match_there : forall theta phi, least_match 2 theta phi (cos (theta - phi)).
Proof.
  intros theta phi. split; [exists 1%nat; split; [lia|simpl; f_equal; ring]|]. intros t Ht. replace t with 1%nat by lia. simpl. right. f_equal. ring.
Qed.

(** The worst match is at most -cos(G/3). *)
Definition new_inverted_u_best_phase_neighbour_third : Prop :=
  forall (n : nat) (theta G phi w : R), (2 <= n)%nat -> largest_arc n theta G -> least_match n theta phi w -> w <= - cos (G / 3).

Theorem new_inverted_u_best_phase_neighbour_third_false : ~ new_inverted_u_best_phase_neighbour_third.
Proof.
  intro H. specialize (H 2%nat 0 (2 * PI) 0 _ (le_n 2) (proj1 (one_point 0)) (one_match_there 0 0)). rewrite Rminus_0_r, cos_0 in H.
  pose proof PI_RGT_0. assert (cos (PI - PI / 3) = - (1 / 2)) by (rewrite Rtrigo_facts.cos_pi_minus, cos_PI3; reflexivity).
  replace (2 * PI / 3) with (PI - PI / 3) in H by field. lra.
Qed.

(** phi + pi may stand anywhere inside a largest arc. *)
Definition new_inverted_u_best_phase_neighbour_inside : Prop :=
  forall (n : nat) (theta G phi w a : R), (2 <= n)%nat -> largest_arc n theta G -> least_match n theta phi w -> free_arc n theta a G ->
    a < phi + PI < a + G -> w = - cos (G / 2).

Theorem new_inverted_u_best_phase_neighbour_inside_false : ~ new_inverted_u_best_phase_neighbour_inside.
Proof.
  intro H. pose proof PI_RGT_0. destruct (one_point 0) as [L F].
  specialize (H 2%nat 0 (2 * PI) (- (PI / 2)) _ 0 (le_n 2) L (one_match_there 0 _) F ltac:(lra)).
  replace (0 - - (PI / 2)) with (PI / 2) in H by ring. replace (2 * PI / 2) with PI in H by field. rewrite cos_PI2, cos_PI in H. lra.
Qed.

(** The points 1 and 2, the arc of 2 pi - 1 from 2 to 1 + 2 pi, and the phase 0: the worse match is at 2. *)
Example new_inverted_u_best_phase_instance : instance_of new_inverted_u_best_phase_statement.
Proof.
  exists 3%nat, 1. split; [lia | split; [exact I |]].
  destruct (proj1 (new_inverted_u_best_phase_proved 3%nat 1 ltac:(lia))) as [G HG].
  exists G, 0, (cos (INR 2 * 1 - 0)). split; [exact HG |]. split; [| repeat split]. split.
  - exists 2%nat. split; [lia | reflexivity].
  - pose proof PI2_3_2. intros [|[|[|t]]] T; simpl in T; try lia; simpl; [left; apply cos_falls; lra | lra].
Qed.
