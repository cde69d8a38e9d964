(** new.isometric: a relative encoding that keeps norms is a cosine mix. new.isometric.cost: what a code pays for keeping norms.

    Statement of new.isometric. For every orthogonal d x d matrix U there are K frequencies, 2K <= d + 1, such that for all q and k and every whole t, also
    t < 0, the score q.U^t k is a constant plus sum_k r_k cos(t g_k - phi_k). Only U U^T = 1 is asked; d = 0 is included.
    Proof. Spectral.v: planes that U turns, one frequency each, and lines that it keeps or flips; the flipped lines have the frequency PI together.

    Statement of new.isometric.cost. For any planes, weights and phases, eps > 0 and N some rival at a distance m >= N is less than eps behind the target of distance 0, that is L(0) - L(m)
    < eps, L(t) = sum_k r_k cos(t g_k - phi_k). With the shear (x, y) -> (x + t y, y), which keeps no norms, query (1, 0) and key (0, -s) lead every distance t >= 1 by s t >= s. *)

From Coq Require Import Reals Lra Lia List ZArith.
From RopeTheory Require Import Rope Trig Spectral Instances new_recurrence.
Open Scope R_scope.

Definition waves (K : nat) (r g phi : nat -> R) (t : R) : R := sum (fun k => r k * cos (t * g k - phi k)) K.

Definition new_isometric_statement : Prop :=
  forall (d : nat) (U : grid), orthonormal d U ->
    exists (K : nat) (g : nat -> R), (2 * K <= d + 1)%nat /\
      forall q k : coords, exists (c : R) (r phi : nat -> R), forall t : Z, dotn d q (powered d U t k) = c + waves K r g phi (IZR t).

Lemma waves_ext : forall K r r' g g' phi phi' t, (forall k, (k < K)%nat -> r k = r' k /\ g k = g' k /\ phi k = phi' k) ->
  waves K r g phi t = waves K r' g' phi' t.
Proof. intros K r r' g g' phi phi' t H. apply sum_ext. intros k L. destruct (H k L) as [-> [-> ->]]. reflexivity. Qed.

(** Lines that are kept or flipped: a constant and one wave of frequency PI. *)
Lemma kept_or_flipped : forall hs s, (forall h i, In h hs -> (i < 1)%nat -> h i = 0 \/ h i = PI) -> mixed 1 hs s ->
  exists c e, (hs = nil -> e = 0) /\ forall t : Z, s (fun _ => t) = c + e * cos (IZR t * PI).
Proof.
  intros hs. induction hs as [|h hs IH]; intros s H M.
  - exists 0, 0. split; [reflexivity|]. intro t. rewrite M. ring.
  - destruct M as [A [B [s' [M E]]]]. destruct (IH s' ltac:(intros; apply H; [right|]; assumption) M) as [c [e [_ Hs]]].
    destruct (H h 0%nat (or_introl eq_refl) ltac:(lia)) as [Z|Z].
    + exists (A + c), e. split; [discriminate|]. intro t. rewrite E, Hs. unfold angle, sum. rewrite Z.
      replace (0 + IZR t * 0) with 0 by ring. rewrite cos_0, sin_0. ring.
    + exists c, (A + e). split; [discriminate|]. intro t. rewrite E, Hs. unfold angle, sum. rewrite Z.
      replace (0 + IZR t * PI) with (IZR t * PI) by ring. rewrite (sin_eq_0_1 (IZR t * PI)) by (exists t; reflexivity). ring.
Qed.

Theorem new_isometric_proved : new_isometric_statement.
Proof.
  intros d U O. destruct (scores_are_mixed d 1 (fun _ => U)) as [gs [hs [L [H Scores]]]]; [lia|auto|intros i j _ _ x y _ _; reflexivity|].
  set (m := length gs) in *. set (g := fun j => if (j =? m)%nat then PI else nth j gs (fun _ => 0) 0%nat).
  assert (W : forall q k, exists c e r phi, (hs = nil -> e = 0) /\ forall t : Z,
    dotn d q (powered d U t k) = c + (waves m r g phi (IZR t) + e * cos (IZR t * PI))).
  { intros q k. destruct (Scores q k) as [s [s' [M1 [M2 E]]]]. destruct (mixed_waves 1 gs s M1) as [r [phi R]].
    destruct (kept_or_flipped hs s' H M2) as [c [e [Z C]]]. exists c, e, r, phi. split; [exact Z|]. intro t.
    specialize (E (fun _ => t)). change (powered_all d 1 (fun _ => U) (fun _ => t) k) with (powered d U t k) in E.
    rewrite E, C, R. fold m. replace (waves m r g phi (IZR t)) with (sum (fun j => r j * cos (angle 1 (nth j gs (fun _ => 0)) (fun _ => t) - phi j)) m); [ring|].
    apply sum_ext. intros j J. unfold g, angle, sum. destruct (Nat.eqb_spec j m); [lia|]. do 2 f_equal. ring. }
  destruct hs as [|h hs].
  - exists m, g. split; [simpl in L; lia|]. intros q k. destruct (W q k) as [c [e [r [phi [Z E]]]]]. exists c, r, phi. intro t.
    rewrite E, Z by reflexivity. ring.
  - exists (S m), g. split; [simpl in L; lia|]. intros q k. destruct (W q k) as [c [e [r [phi [_ E]]]]].
    exists c, (fun j => if (j =? m)%nat then e else r j), (fun j => if (j =? m)%nat then 0 else phi j). intro t. rewrite E. f_equal.
    assert (Gm : g m = PI) by (unfold g; rewrite Nat.eqb_refl; reflexivity).
    unfold waves at 2. cbn [sum]. rewrite Gm, Nat.eqb_refl, Rminus_0_r. f_equal. apply waves_ext. intros j J. cbv beta.
    destruct (Nat.eqb_spec j m); [lia|]. repeat split.
Qed.

(** At most d/2 frequencies: U = (-1). *)
Definition new_isometric_neighbour_half : Prop :=
  forall (d : nat) (U : grid), orthonormal d U ->
    exists (K : nat) (g : nat -> R), (2 * K <= d)%nat /\
      forall q k : coords, exists (c : R) (r phi : nat -> R), forall t : Z, dotn d q (powered d U t k) = c + waves K r g phi (IZR t).

Theorem new_isometric_neighbour_half_false : ~ new_isometric_neighbour_half.
Proof.
  intro H. destruct (H 1%nat (fun _ _ => -1)) as [K [g [L S]]].
  - intros i j I J. replace i with 0%nat by lia. replace j with 0%nat by lia. unfold dotn. simpl. ring.
  - replace K with 0%nat in S by lia. destruct (S (fun _ => 1) (fun _ => 1)) as [c [r [phi E]]].
    pose proof (E 0%Z) as E0. pose proof (E 1%Z) as E1. unfold powered, whole_power, dotn, mapped, waves in E0, E1. simpl in E0, E1. lra.
Qed.

Lemma waves_bounded : forall K r g phi t, Rabs (waves K r g phi t) <= sum (fun k => Rabs (r k)) K.
Proof.
  intros K r g phi t. unfold waves. induction K as [|K IH]; simpl; [rewrite Rabs_R0; lra|].
  eapply Rle_trans; [apply Rabs_triang|]. apply Rplus_le_compat; [exact IH|]. rewrite Rabs_mult.
  assert (Rabs (cos (t * g K - phi K)) <= 1) by (apply Rabs_le, COS_bound). pose proof (Rabs_pos (r K)). nra.
Qed.

(** Without orthogonality, with any number of frequencies: the shear, whose scores have no bound. *)
Definition new_isometric_neighbour_any_matrix : Prop :=
  forall (d : nat) (U : grid), exists (K : nat) (g : nat -> R),
    forall q k : coords, exists (c : R) (r phi : nat -> R), forall t : Z, dotn d q (powered d U t k) = c + waves K r g phi (IZR t).

Theorem new_isometric_neighbour_any_matrix_false : ~ new_isometric_neighbour_any_matrix.
Proof.
  intro H. set (U := fun i j : nat => if (j <? i)%nat then 0 else 1). destruct (H 2%nat U) as [K [g S]].
  destruct (S (fun i => if (i =? 0)%nat then 1 else 0) (fun i => if (i =? 0)%nat then 0 else 1)) as [c [r [phi E]]].
  remember (Rabs c + sum (fun k => Rabs (r k)) K) as B eqn:EB. destruct (archimed B) as [N _].
  assert (B0 : 0 <= B) by (rewrite EB; apply Rplus_le_le_0_compat; [apply Rabs_pos|apply (Rle_trans _ _ _ (Rabs_pos _) (waves_bounded K r g phi 0))]).
  assert (Z : (0 <= up B)%Z) by (apply le_IZR; lra). specialize (E (up B)).
  assert (P : forall n, let x := Nat.iter n (mapped 2 U) (fun i => if (i =? 0)%nat then 0 else 1) in x 0%nat = INR n /\ x 1%nat = 1).
  { clear. induction n as [|n [IH1 IH2]]; [split; reflexivity|]. rewrite S_INR. cbv zeta.
    set (x := Nat.iter n (mapped 2 U) _) in *. change (Nat.iter (S n) (mapped 2 U) _) with (mapped 2 U x).
    unfold mapped, sum, U. simpl. rewrite IH1, IH2. split; ring. }
  destruct (P (Z.to_nat (up B))) as [P1 P2]. unfold powered, whole_power in E. destruct (Z.leb_spec 0 (up B)); [|lia].
  unfold dotn in E. cbn [sum] in E. rewrite P1, P2, INR_IZR_INZ, Z2Nat.id in E by exact Z. simpl in E. pose proof (waves_bounded K r g phi (IZR (up B))) as W.
  pose proof (Rle_abs c). pose proof (Rle_abs (waves K r g phi (IZR (up B)))). lra.
Qed.

(** A reflection of the plane. *)
Example new_isometric_instance : instance_of new_isometric_statement.
Proof.
  exists 2%nat, (fun i j => if (i =? j)%nat then if (i =? 0)%nat then 1 else -1 else 0). split.
  - intros i j I J. destruct i as [|[|i]]; [| |lia]; (destruct j as [|[|j]]; [| |lia]); unfold dotn; simpl; ring.
  - exact I.
Qed.

Definition shear (t : R) (v : vec) : vec := (fst v + t * snd v, snd v).

Definition new_isometric_cost_statement : Prop :=
  (forall (K : nat) (r g phi : nat -> R) (eps : R) (N : nat), 0 < eps -> exists m, (N <= m)%nat /\ waves K r g phi 0 - waves K r g phi (INR m) < eps) /\
  (forall (s t : R), 0 <= s -> 1 <= t ->
     dot (1, 0) (shear 0 (0, - s)) - dot (1, 0) (shear t (0, - s)) = s * t /\ s <= s * t).

Lemma near : forall d x phi, 0 < d < 1 -> 1 - d * d / 4 < cos x -> Rabs (cos phi - cos (x - phi)) <= d.
Proof.
  intros d x phi D C. rewrite cos_minus. pose proof (COS_bound x) as B. pose proof (COS_bound phi) as P. pose proof (SIN_bound phi) as Q.
  pose proof (sin2_cos2 x) as S. unfold Rsqr in S.
  assert (A : Rabs (sin x) <= 3 / 4 * d).
  { apply Rabs_le. assert (sin x * sin x <= 9 / 16 * (d * d)) by nra. split; nra. }
  replace (cos phi - (cos x * cos phi + sin x * sin phi)) with (cos phi * (1 - cos x) + - (sin x * sin phi)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp, !Rabs_mult.
  assert (F : Rabs (cos phi) <= 1) by (apply Rabs_le; lra). assert (G : Rabs (sin phi) <= 1) by (apply Rabs_le; lra).
  rewrite (Rabs_right (1 - cos x)) by lra. pose proof (Rabs_pos (cos phi)). pose proof (Rabs_pos (sin phi)). pose proof (Rabs_pos (sin x)). nra.
Qed.

Lemma all_near : forall K r g phi d m, 0 < d < 1 -> (forall k, (k < K)%nat -> 1 - d * d / 4 < cos (m * g k)) ->
  waves K r g phi 0 - waves K r g phi m <= d * sum (fun k => Rabs (r k)) K.
Proof.
  intros K r g phi d m D. unfold waves. induction K as [|K IH]; intro H; simpl; [lra|].
  specialize (IH ltac:(intros; apply H; lia)). pose proof (near d (m * g K) (phi K) D (H K ltac:(lia))) as B.
  assert (E : r K * cos (0 * g K - phi K) - r K * cos (m * g K - phi K) <= d * Rabs (r K)).
  { replace (0 * g K - phi K) with (- phi K) by ring. rewrite cos_neg.
    replace (r K * cos (phi K) - r K * cos (m * g K - phi K)) with (r K * (cos (phi K) - cos (m * g K - phi K))) by ring.
    eapply Rle_trans; [apply Rle_abs|]. rewrite Rabs_mult. pose proof (Rabs_pos (r K)). nra. }
  lra.
Qed.

Theorem new_isometric_cost_proved : new_isometric_cost_statement.
Proof.
  split.
  - intros K r g phi eps N E. set (R := sum (fun k => Rabs (r k)) K).
    assert (P : 0 <= R) by (unfold R; clear; induction K as [|K IH]; simpl; [lra|pose proof (Rabs_pos (r K)); lra]).
    set (d := Rmin (1 / 2) (eps / (R + 1) / 2)).
    assert (Q : 0 < eps / (R + 1)) by (apply Rdiv_lt_0_compat; lra).
    assert (D : 0 < d < 1) by (unfold d; split; [apply Rmin_glb_lt; lra|pose proof (Rmin_l (1 / 2) (eps / (R + 1) / 2)); lra]).
    destruct (new_recurrence_proved K g (d * d / 4) N ltac:(nra)) as [m [L [C _]]]. exists m. split; [exact L|].
    pose proof (all_near K r g phi d (INR m) D C) as B. fold R in B.
    assert (d * R < eps); [|lra]. assert (d <= eps / (R + 1) / 2) by apply Rmin_r.
    assert (F : eps / (R + 1) * (R + 1) = eps) by (field; lra). nra.
  - intros s t S T. unfold shear, dot. simpl. split; [ring|nra].
Qed.

(** * False neighbours *)

(** A lead of 1/4 over every rival from some distance on: one plane of angle 1. *)
Definition new_isometric_cost_neighbour_lead : Prop :=
  exists (K : nat) (r g phi : nat -> R) (N : nat), forall m, (N <= m)%nat -> / 4 <= waves K r g phi 0 - waves K r g phi (INR m).

Theorem new_isometric_cost_neighbour_lead_false : ~ new_isometric_cost_neighbour_lead.
Proof.
  intros [K [r [g [phi [N H]]]]]. destruct new_isometric_cost_proved as [A _]. destruct (A K r g phi (/ 4) N ltac:(lra)) as [m [L B]].
  specialize (H m L). lra.
Qed.

(** The shear leads by twice the slope: t = 1. *)
Definition new_isometric_cost_neighbour_twice : Prop :=
  forall (s t : R), 0 <= s -> 1 <= t -> 2 * s <= dot (1, 0) (shear 0 (0, - s)) - dot (1, 0) (shear t (0, - s)).

Theorem new_isometric_cost_neighbour_twice_false : ~ new_isometric_cost_neighbour_twice.
Proof. intro H. specialize (H 1 1 ltac:(lra) ltac:(lra)). unfold shear, dot in H. simpl in H. lra. Qed.

Example new_isometric_cost_instance : instance_of new_isometric_cost_statement.
Proof.
  split; [exists 2%nat, (fun _ => 1), (fun i => / (INR i + 1)), INR, (/ 10), 5%nat | exists 1, 2]; repeat split; lra.
Qed.
