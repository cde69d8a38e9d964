(** Commuting orthogonal matrices in one basis: planes that each of them turns, and lines that each keeps or flips.

    Vectors of d coordinates are functions of nat that are 0 from d on. An eigenvector needs no compactness: let M be the supremum of
    x.Tx over unit x for a symmetric T. If M|x|^2 - x.Tx were positive for every x but 0, it would be at least c|x|^2 with c > 0
    (completing squares, induction over the dimension), and M - c would be an upper bound as well. So it is 0 for some x other than 0, and that
    x is an eigenvector. The dimension of a subspace is counted by its orthonormal lists. *)

From Coq Require Import Reals Lra Lia List Bool ZArith Classical FunctionalExtensionality.
From RopeTheory Require Import Rope Attention barbero2024_thm61.
Import ListNotations.
Open Scope R_scope.

(** * Vectors and matrices *)

Definition coords : Type := nat -> R.
Definition grid : Type := nat -> nat -> R.

(** x.y in d dimensions. *)
Definition dotn (d : nat) (x y : coords) : R := sum (fun i => x i * y i) d.

(** M x *)
Definition mapped (d : nat) (M : grid) (x : coords) : coords := fun i => sum (fun j => M i j * x j) d.

Definition flipped (M : grid) : grid := fun i j => M j i.

(** The rows are orthonormal: M M^T = 1. *)
Definition orthonormal (d : nat) (M : grid) : Prop :=
  forall i j, (i < d)%nat -> (j < d)%nat -> dotn d (M i) (M j) = if (i =? j)%nat then 1 else 0.

(** f^t x for a whole t, where g undoes f. *)
Definition whole_power (f g : coords -> coords) (t : Z) (x : coords) : coords :=
  if (0 <=? t)%Z then Nat.iter (Z.to_nat t) f x else Nat.iter (Z.to_nat (- t)) g x.

(** f_0^{t_0} ... f_{a-1}^{t_{a-1}} x *)
Fixpoint whole_powers (f g : nat -> coords -> coords) (t : nat -> Z) (a : nat) (x : coords) : coords :=
  match a with
  | O => x
  | S b => whole_powers f g t b (whole_power (f b) (g b) (t b) x)
  end.

(** M^t x; for t < 0 it is (M^T)^|t| x. *)
Definition powered (d : nat) (M : grid) (t : Z) : coords -> coords :=
  whole_power (mapped d M) (mapped d (flipped M)) t.

(** M_0^{t_0} ... M_{a-1}^{t_{a-1}} x *)
Definition powered_all (d a : nat) (M : nat -> grid) (t : nat -> Z) : coords -> coords :=
  whole_powers (fun i => mapped d (M i)) (fun i => mapped d (flipped (M i))) t a.

Definition commuting (d : nat) (M N : grid) : Prop :=
  forall i j, (i < d)%nat -> (j < d)%nat -> sum (fun l => M i l * N l j) d = sum (fun l => N i l * M l j) d.

(** t.g, the angle of a frequency vector. *)
Definition angle (a : nat) (g : nat -> R) (t : nat -> Z) : R := sum (fun i => IZR (t i) * g i) a.

Definition comb (a : R) (x : coords) (b : R) (y : coords) : coords := fun i => a * x i + b * y i.
Definition nought : coords := fun _ => 0.
Definition short (d : nat) (x : coords) : Prop := forall i, (d <= i)%nat -> x i = 0.
Definition unit_at (j : nat) : coords := fun i => if (i =? j)%nat then 1 else 0.

Lemma sum_switch : forall (f : nat -> nat -> R) m n,
  sum (fun i => sum (fun j => f i j) n) m = sum (fun j => sum (fun i => f i j) m) n.
Proof.
  intros f m n. induction m as [|m IH]; simpl.
  - rewrite sum_const. ring.
  - rewrite IH, <- sum_plus. reflexivity.
Qed.

Lemma sum_none : forall n, sum (fun _ => 0) n = 0.
Proof. intro n. rewrite sum_const. ring. Qed.

Lemma sum_pick : forall f j n, (j < n)%nat -> sum (fun i => (if (i =? j)%nat then 1 else 0) * f i) n = f j.
Proof.
  intros f j n. induction n as [|n IH]; intro H; [lia|]. simpl. destruct (Nat.eqb_spec n j) as [->|E].
  - rewrite (sum_ext _ (fun _ => 0)), sum_none; [ring|]. intros k K. destruct (Nat.eqb_spec k j); [lia|ring].
  - rewrite IH by lia. ring.
Qed.

Section Dimension.
Variable d : nat.
Local Notation ip := (dotn d).

Lemma ip_sym : forall x y, ip x y = ip y x.
Proof. intros. apply sum_ext. intros. ring. Qed.

Lemma ip_comb : forall a x b y z, ip (comb a x b y) z = a * ip x z + b * ip y z.
Proof. intros. unfold dotn, comb. rewrite <- !sum_scal, <- sum_plus. apply sum_ext. intros. ring. Qed.

Lemma ip_comb_r : forall a x b y z, ip z (comb a x b y) = a * ip z x + b * ip z y.
Proof. intros. rewrite ip_sym, ip_comb, (ip_sym x), (ip_sym y). reflexivity. Qed.

Lemma ip_nought : forall x, ip x nought = 0.
Proof. intro. unfold dotn, nought. rewrite (sum_ext _ (fun _ => 0)), sum_none; [reflexivity|intros; ring]. Qed.

Lemma ip_pos : forall x, 0 <= ip x x.
Proof. intro x. unfold dotn. induction d as [|n IH]; simpl; [lra|]. pose proof (Rle_0_sqr (x n)). unfold Rsqr in *. lra. Qed.

Lemma ip_zero : forall x, short d x -> ip x x = 0 -> x = nought.
Proof.
  intros x S H. extensionality i. unfold nought. destruct (le_lt_dec d i) as [L|L]; [apply S, L|].
  unfold dotn in H. clear S. revert L. pose proof ip_pos x as P. unfold dotn in P.
  assert (G : forall n, sum (fun i => x i * x i) n = 0 -> (i < n)%nat -> x i = 0).
  { induction n as [|n IH]; intros E L; [lia|]. simpl in E.
    assert (Q : 0 <= sum (fun i => x i * x i) n).
    { clear. induction n as [|n IH]; simpl; [lra|]. pose proof (Rle_0_sqr (x n)). unfold Rsqr in *. lra. }
    pose proof (Rle_0_sqr (x n)) as W. unfold Rsqr in W.
    destruct (Nat.eq_dec i n) as [->|N]; [|apply IH; [lra|lia]].
    assert (x n * x n = 0) by lra. apply Rmult_integral in H0. tauto. }
  exact (G d H).
Qed.

Lemma ip_positive : forall x, short d x -> x <> nought -> 0 < ip x x.
Proof. intros x S N. destruct (ip_pos x) as [L|E]; [exact L|]. elim N. apply ip_zero; [exact S|]. symmetry. exact E. Qed.

Lemma discriminant : forall p q r, 0 <= r -> (forall s, 0 <= r * (s * s) + 2 * p * s + q) -> p * p <= q * r.
Proof.
  intros p q r P H. destruct P as [P|P].
  - specialize (H (- p / r)).
    replace (r * (- p / r * (- p / r)) + 2 * p * (- p / r) + q) with ((q * r - p * p) / r) in H by (field; lra).
    assert (0 <= (q * r - p * p) / r * r) by (apply Rmult_le_pos; lra).
    replace ((q * r - p * p) / r * r) with (q * r - p * p) in H0 by (field; lra). lra.
  - subst r. destruct (Req_dec p 0) as [->|N]; [lra|]. specialize (H (- (q + 1) / (2 * p))).
    replace (0 * (- (q + 1) / (2 * p) * (- (q + 1) / (2 * p))) + 2 * p * (- (q + 1) / (2 * p)) + q) with (-1) in H by (field; exact N). lra.
Qed.

Lemma schwarz : forall x y, ip x y * ip x y <= ip x x * ip y y.
Proof.
  intros x y. apply discriminant; [apply ip_pos|]. intro s. pose proof (ip_pos (comb 1 x s y)) as P.
  rewrite ip_comb, !ip_comb_r, (ip_sym y x) in P. lra.
Qed.

(** * Subspaces and their dimension *)

Definition subspace (W : coords -> Prop) : Prop :=
  W nought /\ (forall a x b y, W x -> W y -> W (comb a x b y)) /\ forall x, W x -> short d x.

Fixpoint orthonormal_list (l : list coords) : Prop :=
  match l with
  | [] => True
  | v :: l => ip v v = 1 /\ (forall w, In w l -> ip v w = 0) /\ orthonormal_list l
  end.

Definition dimension_le (W : coords -> Prop) (n : nat) : Prop :=
  forall l, orthonormal_list l -> (forall x, In x l -> W x) -> (length l <= n)%nat.

Lemma dimension_mono : forall (W V : coords -> Prop) n, (forall x, V x -> W x) -> dimension_le W n -> dimension_le V n.
Proof. intros W V n H D l O I. apply D; [exact O|]. intros. apply H, I. assumption. Qed.

Lemma dimension_drop : forall (W V : coords -> Prop) n v, ip v v = 1 -> W v -> (forall x, V x -> W x /\ ip v x = 0) ->
  dimension_le W (S n) -> dimension_le V n.
Proof.
  intros W V n v N Wv H D l O I. assert (L : (length (v :: l) <= S n)%nat); [|simpl in L; lia].
  apply D.
  - split; [exact N|]. split; [|exact O]. intros w Iw. apply H, I, Iw.
  - intros x [<-|Ix]; [exact Wv|]. apply H, I, Ix.
Qed.

Lemma dimension_none : forall (W : coords -> Prop) v, dimension_le W 0 -> W v -> ip v v = 1 -> False.
Proof.
  intros W v D Wv N. assert (L : (length [v] <= 0)%nat); [|simpl in L; lia].
  apply D; [simpl; tauto|]. intros x [<-|[]]. exact Wv.
Qed.

Fixpoint bessel_sum (l : list coords) (x : coords) : R :=
  match l with
  | [] => 0
  | w :: l => ip x w * ip x w + bessel_sum l x
  end.

Lemma bessel : forall l, orthonormal_list l -> forall x, bessel_sum l x <= ip x x.
Proof.
  induction l as [|v l IH]; intros O x; [apply ip_pos|]. destruct O as [N [P O]]. simpl.
  set (y := comb 1 x (- ip x v) v). specialize (IH O y).
  assert (E : bessel_sum l y = bessel_sum l x).
  { assert (G : forall m, (forall w, In w m -> ip v w = 0) -> bessel_sum m y = bessel_sum m x); [|apply G, P].
    induction m as [|w m IHm]; intro Q; [reflexivity|]. simpl. rewrite IHm by (intros; apply Q; right; assumption).
    unfold y. rewrite ip_comb, (Q w) by (left; reflexivity). ring. }
  rewrite E in IH. unfold y in IH. rewrite ip_comb, !ip_comb_r, N, (ip_sym v x) in IH. lra.
Qed.

Lemma ip_unit : forall j x, (j < d)%nat -> ip (unit_at j) x = x j.
Proof. intros. apply (sum_pick x). assumption. Qed.

Lemma short_unit : forall j, (j < d)%nat -> short d (unit_at j).
Proof. intros j H i L. unfold unit_at. destruct (Nat.eqb_spec i j); [lia|reflexivity]. Qed.

Lemma dimension_full : dimension_le (short d) d.
Proof.
  intros l O _. apply INR_le. assert (E : INR (length l) = sum (fun j => bessel_sum l (unit_at j)) d).
  { clear - O. induction l as [|w l IH]; [simpl; rewrite sum_none; reflexivity|]. destruct O as [N [_ O]].
    change (length (w :: l)) with (S (length l)). rewrite S_INR, (IH O). simpl. rewrite sum_plus.
    rewrite (sum_ext (fun k => ip (unit_at k) w * ip (unit_at k) w) (fun k => w k * w k)); [fold (ip w w); lra|].
    intros k K. rewrite ip_unit by exact K. reflexivity. }
  rewrite E. replace (INR d) with (sum (fun _ => 1) d) by (rewrite sum_const; ring). apply sum_le. intros j J.
  eapply Rle_trans; [apply bessel, O|]. rewrite ip_unit by exact J. unfold unit_at. rewrite Nat.eqb_refl. lra.
Qed.

Lemma some_unit : forall W, subspace W -> (exists x, W x /\ x <> nought) -> exists v, W v /\ ip v v = 1.
Proof.
  intros W [Z [C S]] [x [Wx N]]. pose proof (ip_positive x (S x Wx) N) as P.
  exists (comb (/ sqrt (ip x x)) x 0 nought). split; [apply C; assumption|].
  rewrite ip_comb, !ip_comb_r, ip_nought, (ip_sym nought), ip_nought.
  pose proof (sqrt_lt_R0 _ P). pose proof (sqrt_sqrt (ip x x) ltac:(lra)) as Q. rewrite <- Q at 3. field. lra.
Qed.

(** * A positive form is bounded below *)

Definition bilinear (B : coords -> coords -> R) : Prop :=
  (forall a x b y z, B (comb a x b y) z = a * B x z + b * B y z) /\
  (forall x y, B x y = B y x) /\
  (forall v, exists C, 0 <= C /\ forall x, short d x -> B x v * B x v <= C * ip x x).

Lemma bilinear_nought : forall B, bilinear B -> forall x, B nought x = 0.
Proof.
  intros B [L _] x. replace nought with (comb 0 nought 0 nought) by (extensionality i; unfold comb, nought; ring).
  rewrite L. ring.
Qed.

Lemma bounded_below : forall n W B, subspace W -> dimension_le W n -> bilinear B ->
  (forall x, W x -> x <> nought -> 0 < B x x) -> exists c, 0 < c /\ forall x, W x -> c * ip x x <= B x x.
Proof.
  induction n as [|n IH]; intros W B SW D BB P;
    destruct (classic (exists x, W x /\ x <> nought)) as [N|N].
  1: { destruct (some_unit W SW N) as [v [Wv Nv]]. elim (dimension_none W v D Wv Nv). }
  1, 3: exists 1; split; [lra|]; intros x Wx; destruct (classic (x = nought)) as [->|E];
    [rewrite ip_nought, (bilinear_nought B BB); lra|elim N; exists x; split; assumption].
  destruct (some_unit W SW N) as [v [Wv Nv]]. pose proof BB as [L [Y K]].
  assert (A : 0 < B v v). { apply P; [exact Wv|]. intros ->. rewrite ip_nought in Nv. lra. }
  set (V := fun x => W x /\ ip v x = 0).
  assert (SV : subspace V).
  { destruct SW as [W0 [WC WS]]. split; [|split].
    - split; [exact W0|apply ip_nought].
    - intros a x b y [Wx Vx] [Wy Vy]. split; [apply WC; assumption|]. rewrite ip_comb_r, Vx, Vy. ring.
    - intros x [Wx _]. apply WS, Wx. }
  destruct (IH V (fun x y => B x y - B x v * B y v / B v v) SV) as [c [C0 C]].
  - apply (dimension_drop W V n v Nv Wv); [intros x Vx; exact Vx|exact D].
  - split; [|split].
    + intros. rewrite !L. field. lra.
    + intros. rewrite (Y x y). field. lra.
    + intro w. destruct (K w) as [Cw [Pw Hw]]. destruct (K v) as [Cv [Pv Hv]]. set (k := B w v / B v v).
      exists (2 * Cw + 2 * (k * k) * Cv). split; [nra|]. intros x Sx.
      replace (B x w - B x v * B w v / B v v) with (B x w - k * B x v) by (unfold k; field; lra).
      specialize (Hw x Sx). specialize (Hv x Sx). pose proof (Rle_0_sqr (B x w + k * B x v)) as Q. unfold Rsqr in Q.
      pose proof (Rle_0_sqr k) as Kp. unfold Rsqr in Kp.
      assert (k * k * (B x v * B x v) <= k * k * (Cv * ip x x)) by (apply Rmult_le_compat_l; assumption). nra.
  - intros y [Wy Vy] Ny. set (z := comb 1 y (- (B y v / B v v)) v).
    assert (Wz : W z) by (apply SW; assumption).
    assert (Nz : z <> nought).
    { intro Z. apply Ny. apply ip_zero; [apply SW, Wy|]. pose proof (ip_nought y) as Q. rewrite <- Z in Q. unfold z in Q.
      rewrite ip_comb_r, (ip_sym y v), Vy in Q. lra. }
    specialize (P z Wz Nz). unfold z in P. rewrite L, (Y y), (Y v (comb _ _ _ _)), !L, (Y v y) in P.
    eapply Rlt_le_trans; [exact P|]. right. field. lra.
  - destruct (K v) as [Cv [Pv Hv]]. set (a := B v v) in *. set (e := 1 + 2 * Cv / (a * a)).
    assert (E : 1 <= e).
    { unfold e. assert (0 <= 2 * Cv / (a * a)); [|lra]. apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat. nra. }
    exists (Rmin (c / e) (a / 2)). split.
    { apply Rmin_glb_lt; [apply Rdiv_lt_0_compat; lra|lra]. }
    intros x Wx. set (s := ip v x). set (y := comb 1 x (- s) v).
    assert (Vy : V y). { split; [apply SW; assumption|]. unfold y. rewrite ip_comb_r, Nv. unfold s. ring. }
    assert (Ex : x = comb 1 y s v) by (extensionality i; unfold y, comb; ring).
    specialize (C y Vy). pose proof (Hv y ltac:(apply SV, Vy)) as Hy. fold a in C. set (b := B y v) in *.
    set (u := s + b / a). set (Q := ip y y) in *.
    assert (I : ip x x = Q + s * s).
    { rewrite Ex, ip_comb, !ip_comb_r, Nv, (ip_sym y v), (proj2 Vy). unfold Q. ring. }
    assert (F : B x x = B y y - b * b / a + a * (u * u)).
    { rewrite Ex, L, (Y y (comb _ _ _ _)), (Y v (comb _ _ _ _)), !L, (Y v y). fold a b. unfold u. field. lra. }
    assert (G : s * s <= 2 * (u * u) + 2 * Cv / (a * a) * Q).
    { assert (H : b / a * (b / a) <= Cv / (a * a) * Q).
      { replace (b / a * (b / a)) with (b * b * / (a * a)) by (field; lra).
        replace (Cv / (a * a) * Q) with (Cv * Q * / (a * a)) by (field; lra).
        apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; nra|exact Hy]. }
      replace s with (u - b / a) by (unfold u; ring). pose proof (Rle_0_sqr (u + b / a)) as T. unfold Rsqr in T.
      replace (2 * Cv / (a * a) * Q) with (2 * (Cv / (a * a) * Q)) by (field; lra). nra. }
    rewrite I, F. pose proof (Rmin_l (c / e) (a / 2)) as M1. pose proof (Rmin_r (c / e) (a / 2)) as M2.
    set (m := Rmin (c / e) (a / 2)) in *. pose proof (ip_pos y) as PQ. fold Q in PQ.
    assert (M0 : 0 < m). { unfold m. apply Rmin_glb_lt; [apply Rdiv_lt_0_compat; lra|lra]. }
    assert (T1 : m * e <= c). { replace c with (c / e * e) by (field; lra). apply Rmult_le_compat_r; lra. }
    assert (T2 : m * (Q + s * s) <= m * (e * Q + 2 * (u * u))).
    { apply Rmult_le_compat_l; [lra|]. unfold e. lra. }
    assert (T3 : m * e * Q <= c * Q) by (apply Rmult_le_compat_r; assumption).
    assert (T4 : 2 * m * (u * u) <= a * (u * u)). { apply Rmult_le_compat_r; [|lra]. apply Rle_0_sqr. }
    cbv beta in C. fold b in C. lra.
Qed.

(** * Eigenvectors *)

Definition linear_map (T : coords -> coords) : Prop := forall a x b y, T (comb a x b y) = comb a (T x) b (T y).

Definition norm_limited (T : coords -> coords) : Prop :=
  exists C, 0 <= C /\ forall x, short d x -> ip (T x) (T x) <= C * ip x x.

Definition self_adjoint (T : coords -> coords) : Prop :=
  linear_map T /\ norm_limited T /\ forall x y, ip (T x) y = ip x (T y).

Definition stretched (T : coords -> coords) (v : coords) : Prop := exists m, T v = comb m v 0 nought.

Lemma linear_nought : forall T, linear_map T -> T nought = nought.
Proof.
  intros T H. replace nought with (comb 0 nought 0 nought) at 1 by (extensionality i; unfold comb, nought; ring).
  rewrite H. extensionality i. unfold comb, nought. ring.
Qed.

Lemma eigenvector : forall n W T, subspace W -> dimension_le W n -> (exists x, W x /\ x <> nought) ->
  self_adjoint T -> (forall x, W x -> W (T x)) -> exists v, W v /\ ip v v = 1 /\ stretched T v.
Proof.
  intros n W T SW D N [TL [[C [C0 TB]] TS]] TW. pose proof SW as [W0 [WC WS]].
  destruct (some_unit W SW N) as [u [Wu Nu]].
  destruct (completeness (fun r => exists x, W x /\ ip x x = 1 /\ r = ip (T x) x)) as [M [UB LUB]].
  - exists (C + 1). intros r [x [Wx [Nx ->]]]. pose proof (schwarz (T x) x) as Q. rewrite Nx in Q.
    pose proof (TB x (WS x Wx)) as B. rewrite Nx in B. nra.
  - exists (ip (T u) u), u. auto.
  - set (B := fun x y => M * ip x y - ip (T x) y).
    assert (BB : bilinear B).
    { unfold B. split; [|split].
      - intros. rewrite TL, !ip_comb. ring.
      - intros. rewrite TS, (ip_sym x y), (ip_sym x). reflexivity.
      - intro v. set (w := comb M v (-1) (T v)). exists (ip w w). split; [apply ip_pos|]. intros x Sx.
        replace (M * ip x v - ip (T x) v) with (ip x w); [rewrite (Rmult_comm (ip w w)); apply schwarz|].
        unfold w. rewrite ip_comb_r, TS. ring. }
    assert (SD : forall x, W x -> 0 <= B x x).
    { intros x Wx. destruct (classic (x = nought)) as [->|E]; [rewrite (bilinear_nought B BB); lra|].
      pose proof (ip_positive x (WS x Wx) E) as P. pose proof (sqrt_lt_R0 _ P) as R. pose proof (sqrt_sqrt (ip x x) ltac:(lra)) as Q.
      set (r := sqrt (ip x x)) in *. set (y := comb (/ r) x 0 nought). assert (Wy : W y) by (apply WC; assumption).
      assert (Ny : ip y y = 1).
      { unfold y. rewrite ip_comb, !ip_comb_r, ip_nought, (ip_sym nought), ip_nought, <- Q. field. lra. }
      assert (U : ip (T y) y <= M) by (apply UB; exists y; auto).
      assert (Ex : x = comb r y 0 nought) by (extensionality i; unfold y, comb, nought; field; lra).
      assert (Ey : B y y = M - ip (T y) y) by (unfold B; rewrite Ny; ring).
      pose proof BB as [L [Y _]]. rewrite Ex, L, (Y y), !L, (Y nought (comb _ _ _ _)), !L, !(bilinear_nought B BB).
      rewrite Ey. nra. }
    destruct (classic (exists x, W x /\ x <> nought /\ B x x <= 0)) as [[x [Wx [Nx Zx]]]|NO].
    + assert (O : forall y, W y -> B x y = 0).
      { intros y Wy. pose proof (SD y Wy) as Py. pose proof (SD x Wx) as Px. assert (Ex : B x x = 0) by lra.
        assert (Q : B x y * B x y <= B x x * B y y).
        { apply discriminant; [exact Py|]. intro s. pose proof (SD (comb 1 x s y) ltac:(apply WC; assumption)) as P.
          destruct BB as [L [Y _]]. rewrite L, (Y x (comb _ _ _ _)), (Y y (comb _ _ _ _)), !L, (Y y x) in P. lra. }
        rewrite Ex in Q. nra. }
      set (w := comb 1 (T x) (- M) x). assert (Ww : W w) by (apply WC; [apply TW|]; assumption).
      assert (Zw : w = nought).
      { apply ip_zero; [apply WS, Ww|]. pose proof (O w Ww) as Q. unfold B in Q. unfold w at 1. rewrite ip_comb. lra. }
      assert (Tx : T x = comb M x 0 nought).
      { extensionality i. pose proof (f_equal (fun f => f i) Zw) as Q. unfold w, comb, nought in Q. cbv beta in Q. unfold comb, nought. lra. }
      pose proof (ip_positive x (WS x Wx) Nx) as P. pose proof (sqrt_lt_R0 _ P) as R. pose proof (sqrt_sqrt (ip x x) ltac:(lra)) as Q.
      exists (comb (/ sqrt (ip x x)) x 0 nought). split; [apply WC; assumption|]. split.
      * rewrite ip_comb, !ip_comb_r, ip_nought, (ip_sym nought), ip_nought. rewrite <- Q at 3. field. lra.
      * exists M. rewrite TL, Tx, (linear_nought T TL). extensionality i. unfold comb, nought. ring.
    + destruct (bounded_below n W B SW D BB) as [c [Pc Hc]].
      { intros x Wx Nx. apply Rnot_le_lt. intro H. apply NO. exists x. auto. }
      assert (M <= M - c); [|lra]. apply LUB. intros r [x [Wx [Nx ->]]]. specialize (Hc x Wx). unfold B in Hc. rewrite Nx in Hc. lra.
Qed.

Lemma common_eigenvector : forall n Ts W, subspace W -> dimension_le W n -> (exists x, W x /\ x <> nought) ->
  (forall T, In T Ts -> self_adjoint T /\ forall x, W x -> W (T x)) ->
  (forall T U, In T Ts -> In U Ts -> forall x, T (U x) = U (T x)) ->
  exists v, W v /\ ip v v = 1 /\ forall T, In T Ts -> stretched T v.
Proof.
  intros n Ts. induction Ts as [|T Ts IH]; intros W SW D N H C.
  - destruct (some_unit W SW N) as [v [Wv Nv]]. exists v. split; [exact Wv|]. split; [exact Nv|]. intros T [].
  - destruct (H T (or_introl eq_refl)) as [ST TW]. destruct (eigenvector n W T SW D N ST TW) as [v [Wv [Nv [m Tv]]]].
    pose proof SW as [W0 [WC WS]]. pose proof (proj1 ST) as TL.
    destruct (IH (fun x => W x /\ T x = comb m x 0 nought)) as [w [[Ww Tw] [Nw E]]].
    + split; [|split].
      * split; [exact W0|]. rewrite linear_nought by exact TL. extensionality i. unfold comb, nought. ring.
      * intros a x b y [Wx Tx] [Wy Ty]. split; [apply WC; assumption|]. rewrite TL, Tx, Ty.
        extensionality i. unfold comb, nought. ring.
      * intros x [Wx _]. apply WS, Wx.
    + apply (dimension_mono W); [tauto|exact D].
    + exists v. split; [split; assumption|]. intros ->. rewrite ip_nought in Nv. lra.
    + intros U IU. destruct (H U (or_intror IU)) as [SU UW]. split; [exact SU|]. intros x [Wx Tx]. split; [apply UW, Wx|].
      rewrite (C T U (or_introl eq_refl) (or_intror IU)), Tx, (proj1 SU), (linear_nought U (proj1 SU)). reflexivity.
    + intros U V IU IV. apply C; right; assumption.
    + exists w. split; [exact Ww|]. split; [exact Nw|]. intros U [<-|IU]; [exists m; exact Tw|apply E, IU].
Qed.

(** * Maps that commute *)

(** Commuting maps F_i, each with an adjoint G_i that undoes it. *)
Definition isometries (F G : nat -> coords -> coords) : Prop :=
  (forall i, linear_map (F i) /\ linear_map (G i)) /\
  (forall i x, short d (F i x) /\ short d (G i x)) /\
  (forall i x y, ip (F i x) y = ip x (G i y)) /\
  (forall i x, short d x -> F i (G i x) = x /\ G i (F i x) = x) /\
  (forall i j x, F i (F j x) = F j (F i x) /\ F i (G j x) = G j (F i x) /\ G i (G j x) = G j (G i x)).

Variables F G : nat -> coords -> coords.
Variable a : nat.
Hypothesis FG : isometries F G.

Definition even_part (i : nat) (x : coords) : coords := comb 1 (F i x) 1 (G i x).
Definition odd_part (i : nat) (x : coords) : coords := comb 1 (F i x) (-1) (G i x).
Definition odd_pair (i j : nat) (x : coords) : coords := odd_part i (odd_part j x).

Definition central (T : coords -> coords) : Prop :=
  linear_map T /\ forall j x, T (F j x) = F j (T x) /\ T (G j x) = G j (T x).

Lemma linear_parts : forall i, linear_map (even_part i) /\ linear_map (odd_part i).
Proof.
  intro i. destruct FG as [L _]. destruct (L i) as [LF LG].
  split; intros b x c y; unfold even_part, odd_part; rewrite LF, LG; extensionality k; unfold comb; ring.
Qed.

Lemma central_parts : forall i, central (even_part i) /\ central (odd_part i).
Proof.
  intro i. pose proof FG as [L [_ [_ [_ C]]]].
  split; (split; [apply linear_parts|]); intros j x; destruct (L j) as [LF LG]; unfold even_part, odd_part; rewrite LF, LG;
    destruct (C i j x) as [C1 [C2 C3]]; destruct (C j i x) as [_ [C4 _]]; rewrite C1, C2, C3, C4; split; reflexivity.
Qed.

Lemma central_even : forall T i x, central T -> T (even_part i x) = even_part i (T x).
Proof. intros T i x [L C]. unfold even_part. destruct (C i x) as [C1 C2]. rewrite L, C1, C2. reflexivity. Qed.

Lemma central_odd : forall T i x, central T -> T (odd_part i x) = odd_part i (T x).
Proof. intros T i x [L C]. unfold odd_part. destruct (C i x) as [C1 C2]. rewrite L, C1, C2. reflexivity. Qed.

Lemma central_pair : forall i j, central (odd_pair i j).
Proof.
  intros i j. unfold odd_pair. destruct (central_parts i) as [_ [L1 C1]]. destruct (central_parts j) as [_ [L2 C2]]. split.
  - intros b x c y. rewrite L2, L1. reflexivity.
  - intros k x. destruct (C2 k x) as [A B]. rewrite A, B. apply C1.
Qed.

Lemma adjoint_back : forall i x y, ip (G i x) y = ip x (F i y).
Proof. intros i x y. destruct FG as [_ [_ [A _]]]. rewrite ip_sym, <- A, ip_sym. reflexivity. Qed.

Lemma keeps_norms : forall i x, short d x -> ip (F i x) (F i x) = ip x x /\ ip (G i x) (G i x) = ip x x.
Proof.
  intros i x S. pose proof FG as [_ [_ [A [I _]]]]. destruct (I i x S) as [I1 I2].
  rewrite A, I2, adjoint_back, I1. split; reflexivity.
Qed.

Lemma bounded_sum : forall f g e, (forall x, short d x -> ip (f x) (f x) = ip x x) -> (forall x, short d x -> ip (g x) (g x) = ip x x) ->
  e * e = 1 -> forall x, short d x -> ip (comb 1 (f x) e (g x)) (comb 1 (f x) e (g x)) <= 4 * ip x x.
Proof.
  intros f g e Hf Hg E x S. pose proof (ip_pos (comb 1 (f x) (- e) (g x))) as P.
  rewrite !ip_comb, !ip_comb_r, (Hf x S), (Hg x S), (ip_sym (g x)) in P. rewrite !ip_comb, !ip_comb_r, (Hf x S), (Hg x S), (ip_sym (g x)).
  assert (Q : e * (e * ip x x) = ip x x) by (rewrite <- Rmult_assoc, E; ring). lra.
Qed.

Lemma bounded_parts : forall i x, short d x -> ip (even_part i x) (even_part i x) <= 4 * ip x x /\ ip (odd_part i x) (odd_part i x) <= 4 * ip x x.
Proof.
  intros i x S. split; apply (bounded_sum (F i) (G i)); try (intros; apply keeps_norms; assumption); try lra; exact S.
Qed.

Lemma odd_skew : forall i x y, ip (odd_part i x) y = - ip x (odd_part i y).
Proof. intros. unfold odd_part. destruct FG as [_ [_ [A _]]]. rewrite ip_comb, ip_comb_r, A, adjoint_back. ring. Qed.

Lemma short_odd : forall i x, short d (odd_part i x).
Proof.
  intros i x k K. destruct FG as [_ [S _]]. destruct (S i x) as [SF SG]. unfold odd_part, comb. rewrite SF, SG by exact K. ring.
Qed.

Lemma self_adjoint_even : forall i, self_adjoint (even_part i).
Proof.
  intro i. split; [apply linear_parts|split].
  - exists 4. split; [lra|]. intros x S. apply bounded_parts, S.
  - intros x y. unfold even_part. destruct FG as [_ [_ [A _]]]. rewrite ip_comb, ip_comb_r, A, adjoint_back. ring.
Qed.

Lemma self_adjoint_pair : forall i j, self_adjoint (odd_pair i j).
Proof.
  intros i j. split; [apply central_pair|split].
  - exists 16. split; [lra|]. intros x S. unfold odd_pair. destruct (bounded_parts i (odd_part j x) (short_odd j x)) as [_ B].
    destruct (bounded_parts j x S) as [_ C]. lra.
  - intros x y. unfold odd_pair. rewrite !odd_skew. rewrite (central_odd (odd_part i)) by apply central_parts. ring.
Qed.

(** * One block: a plane that all turn, or a line that each keeps or flips *)

Definition in_plane (v w : coords) (p : vec) : coords := comb (fst p) v (snd p) w.

Definition kept (W : coords -> Prop) : Prop := forall i x, (i < a)%nat -> W x -> W (F i x) /\ W (G i x).

Definition block (W : coords -> Prop) (v w : coords) (g : nat -> R) : Prop :=
  W v /\ W w /\ ip v v = 1 /\ ip v w = 0 /\
  (forall i p, (i < a)%nat -> F i (in_plane v w p) = in_plane v w (rot (g i) p) /\ G i (in_plane v w p) = in_plane v w (rot (- g i) p)) /\
  (ip w w = 1 \/ (w = nought /\ forall i, (i < a)%nat -> g i = 0 \/ g i = PI)).

Lemma choose : forall (P : nat -> R -> Prop) n, (forall i, (i < n)%nat -> exists y, P i y) -> exists f, forall i, (i < n)%nat -> P i (f i).
Proof.
  intros P n. induction n as [|n IH]; intro H; [exists (fun _ => 0); intros; lia|].
  destruct IH as [f Hf]; [intros; apply H; lia|]. destruct (H n ltac:(lia)) as [y Hy].
  exists (fun i => if (i =? n)%nat then y else f i). intros i I. destruct (Nat.eqb_spec i n) as [->|N]; [exact Hy|apply Hf; lia].
Qed.

Lemma at_each : forall (x y : coords), x = y -> forall k, x k = y k.
Proof. intros x y ->. reflexivity. Qed.

Lemma some_block : forall n W, subspace W -> dimension_le W n -> (exists x, W x /\ x <> nought) -> kept W ->
  exists v w g, block W v w g.
Proof.
  intros n W SW D N K. pose proof SW as [W0 [WC WS]]. pose proof FG as [L [_ [A [I _]]]].
  assert (WE : forall i x, (i < a)%nat -> W x -> W (even_part i x) /\ W (odd_part i x)).
  { intros i x H Wx. destruct (K i x H Wx). split; apply WC; assumption. }
  set (Ts := map even_part (seq 0 a) ++ flat_map (fun i => map (odd_pair i) (seq 0 a)) (seq 0 a)).
  assert (IT : forall T, In T Ts -> (exists i, (i < a)%nat /\ T = even_part i) \/ exists i j, (i < a)%nat /\ (j < a)%nat /\ T = odd_pair i j).
  { intros T H. apply in_app_or in H. destruct H as [H|H].
    - apply in_map_iff in H. destruct H as [i [<- H]]. apply in_seq in H. left. exists i. split; [lia|reflexivity].
    - apply in_flat_map in H. destruct H as [i [Hi H]]. apply in_map_iff in H. destruct H as [j [<- H]].
      apply in_seq in H. apply in_seq in Hi. right. exists i, j. repeat split; lia. }
  assert (CT : forall T, In T Ts -> central T).
  { intros T H. destruct (IT T H) as [[i [_ ->]]|[i [j [_ [_ ->]]]]]; [apply central_parts|apply central_pair]. }
  destruct (common_eigenvector n Ts W SW D N) as [v [Wv [Nv E]]].
  - intros T H. destruct (IT T H) as [[i [Hi ->]]|[i [j [Hi [Hj ->]]]]].
    + split; [apply self_adjoint_even|]. intros x Wx. apply WE; assumption.
    + split; [apply self_adjoint_pair|]. intros x Wx. apply WE; [exact Hi|]. apply WE; assumption.
  - intros T U HT HU x. pose proof (CT T HT) as C. destruct (IT U HU) as [[i [_ ->]]|[i [j [_ [_ ->]]]]].
    + apply central_even, C.
    + unfold odd_pair. rewrite !central_odd by exact C. reflexivity.
  - assert (EE : forall i, (i < a)%nat -> stretched (even_part i) v).
    { intros i H. apply E, in_or_app. left. apply in_map, in_seq. lia. }
    assert (EO : forall i j, (i < a)%nat -> (j < a)%nat -> stretched (odd_pair i j) v).
    { intros i j Hi Hj. apply E, in_or_app. right. apply in_flat_map. exists i. split; [apply in_seq; lia|]. apply in_map, in_seq. lia. }
    destruct (classic (exists j, (j < a)%nat /\ odd_part j v <> nought)) as [[j [Hj Nj]]|NO].
    + (* a plane *)
      pose proof (ip_positive (odd_part j v) (short_odd j v) Nj) as P. pose proof (sqrt_lt_R0 _ P) as R.
      pose proof (sqrt_sqrt _ (Rlt_le _ _ P)) as Q. set (u := sqrt (ip (odd_part j v) (odd_part j v))) in *.
      set (w := comb (/ u) (odd_part j v) 0 nought).
      assert (Ww : W w). { apply WC; [apply WE|]; assumption. }
      assert (Nw : ip w w = 1).
      { unfold w. rewrite ip_comb, !ip_comb_r, ip_nought, (ip_sym nought), ip_nought, <- Q. field. lra. }
      assert (Ov : ip v w = 0).
      { unfold w. rewrite ip_comb_r, ip_nought. pose proof (odd_skew j v v) as S. rewrite ip_sym in S.
        replace (ip v (odd_part j v)) with 0 by lra. ring. }
      assert (Jv : forall k, odd_part j v k = u * w k). { intro k. unfold w, comb, nought. field. lra. }
      destruct (EO j j Hj Hj) as [m Em]. unfold odd_pair in Em.
      assert (M : m = - (u * u)).
      { pose proof (odd_skew j (odd_part j v) v) as S. rewrite Em, ip_comb, Nv, (ip_sym nought), ip_nought in S. lra. }
      assert (Jw : forall k, odd_part j w k = - u * v k).
      { intro k. unfold w. rewrite (proj2 (linear_parts j)), Em, M, (linear_nought _ (proj2 (linear_parts j))). unfold comb, nought. field. lra. }
      assert (Z : forall i, (i < a)%nat -> exists g, forall k, F i v k = cos g * v k + sin g * w k /\ G i v k = cos g * v k - sin g * w k).
      { intros i Hi. destruct (EE i Hi) as [l El]. destruct (EO j i Hj Hi) as [c Ec]. unfold odd_pair in Ec.
        assert (T : forall k, m * odd_part i v k = c * odd_part j v k).
        { intro k. pose proof (central_odd (odd_part j) i (odd_part j v) (proj2 (central_parts j))) as C1.
          pose proof (central_odd (odd_part j) i v (proj2 (central_parts j))) as C2.
          rewrite Em, (proj2 (linear_parts i)), (linear_nought _ (proj2 (linear_parts i))) in C1.
          rewrite <- C2, Ec, (proj2 (linear_parts j)), (linear_nought _ (proj2 (linear_parts j))) in C1.
          apply at_each with (k := k) in C1. unfold comb, nought in C1. lra. }
        assert (Oi : forall k, odd_part i v k = - c / u * w k).
        { intro k. specialize (T k). rewrite Jv, M in T. apply (Rmult_eq_reg_l (- (u * u))); [rewrite T; field; lra|nra]. }
        assert (Fi : forall k, F i v k = l / 2 * v k + (- c / u / 2) * w k /\ G i v k = l / 2 * v k - (- c / u / 2) * w k).
        { intro k. specialize (Oi k). apply at_each with (k := k) in El. unfold even_part, odd_part, comb, nought in El, Oi. split; lra. }
        destruct (unit_angle (l / 2) (- c / u / 2)) as [g [Cg Sg]].
        - pose proof (proj1 (keeps_norms i v (WS v Wv))) as S.
          replace (F i v) with (comb (l / 2) v (- c / u / 2) w) in S by (extensionality k; symmetry; apply Fi).
          rewrite ip_comb, !ip_comb_r, Nv, Nw, (ip_sym w v), Ov in S. lra.
        - exists g. rewrite Cg, Sg. exact Fi. }
      destruct (choose _ a Z) as [g Hg]. clear Z. exists v, w, g.
      split; [exact Wv|]. split; [exact Ww|]. split; [exact Nv|]. split; [exact Ov|]. split; [|left; exact Nw].
      intros i p Hi. specialize (Hg i Hi). destruct (L i) as [LF LG].
      assert (H : forall k, F i w k = cos (g i) * w k - sin (g i) * v k /\ G i w k = cos (g i) * w k + sin (g i) * v k).
      { intro k. pose proof (proj2 (central_parts j)) as [LJ CJ]. destruct (CJ i v) as [C1 C2].
        replace (F i v) with (comb (cos (g i)) v (sin (g i)) w) in C1 by (extensionality h; symmetry; apply Hg).
        replace (G i v) with (comb (cos (g i)) v (- sin (g i)) w) in C2 by (extensionality h; destruct (Hg h) as [_ ->]; unfold comb; ring).
        rewrite LJ in C1, C2.
        apply at_each with (k := k) in C1. apply at_each with (k := k) in C2. unfold comb in C1, C2. rewrite Jv, Jw in C1, C2.
        assert (EF : F i w k = / u * F i (odd_part j v) k) by (unfold w; rewrite LF, (linear_nought _ LF); unfold comb, nought; ring).
        assert (EG : G i w k = / u * G i (odd_part j v) k) by (unfold w; rewrite LG, (linear_nought _ LG); unfold comb, nought; ring).
        rewrite EF, EG, <- C1, <- C2. split; field; lra. }
      unfold in_plane. rewrite LF, LG. split; extensionality k; unfold comb, rot; simpl; destruct (Hg k) as [H1 H2]; destruct (H k) as [H3 H4];
        rewrite ?H1, ?H2, ?H3, ?H4, ?cos_neg, ?sin_neg; ring.
    + (* a line *)
      assert (Z : forall i, (i < a)%nat -> exists g, (g = 0 \/ g = PI) /\ sin g = 0 /\ forall k, F i v k = cos g * v k /\ G i v k = cos g * v k).
      { intros i Hi. destruct (EE i Hi) as [l El].
        assert (O : odd_part i v = nought) by (apply NNPP; intro H; apply NO; exists i; split; assumption).
        assert (Fi : forall k, F i v k = l / 2 * v k /\ G i v k = l / 2 * v k).
        { intro k. apply at_each with (k := k) in El. apply at_each with (k := k) in O. unfold even_part, odd_part, comb, nought in El, O. split; lra. }
        pose proof (proj1 (keeps_norms i v (WS v Wv))) as S.
        replace (F i v) with (comb (l / 2) v 0 nought) in S by (extensionality k; destruct (Fi k) as [-> _]; unfold comb, nought; ring).
        rewrite ip_comb, !ip_comb_r, Nv, ip_nought, (ip_sym nought), ip_nought in S.
        assert (X : (l / 2 - 1) * (l / 2 + 1) = 0) by lra. apply Rmult_integral in X. destruct X as [X|X].
        - exists 0. rewrite cos_0, sin_0. split; [tauto|]. split; [reflexivity|]. intro k. replace 1 with (l / 2) by lra. apply Fi.
        - exists PI. rewrite cos_PI, sin_PI. split; [tauto|]. split; [reflexivity|]. intro k. replace (-1) with (l / 2) by lra. apply Fi. }
      destruct (choose _ a Z) as [g Hg]. exists v, nought, g.
      split; [exact Wv|]. split; [exact W0|]. split; [exact Nv|]. split; [apply ip_nought|]. split.
      * intros i p Hi. destruct (Hg i Hi) as [_ [S H]]. destruct (L i) as [LF LG]. unfold in_plane. rewrite LF, LG, (linear_nought _ LF), (linear_nought _ LG).
        split; extensionality k; unfold comb, rot, nought; simpl; destruct (H k) as [H1 H2]; rewrite ?H1, ?H2, ?cos_neg, ?sin_neg, ?S; ring.
      * right. split; [reflexivity|]. intros i Hi. apply Hg, Hi.
Qed.

(** * All blocks *)

Lemma iterated_turn : forall f v w g p, (forall p, f (in_plane v w p) = in_plane v w (rot g p)) ->
  forall n, Nat.iter n f (in_plane v w p) = in_plane v w (rot (INR n * g) p).
Proof.
  intros f v w g p H n. induction n as [|n IH].
  - simpl. unfold in_plane, rot. rewrite Rmult_0_l, cos_0, sin_0. extensionality k. unfold comb. simpl. ring.
  - change (Nat.iter (S n) f (in_plane v w p)) with (f (Nat.iter n f (in_plane v w p))). rewrite IH, H, rot_rot, S_INR. do 2 f_equal. ring.
Qed.

Lemma power_turns : forall W v w g i t p, block W v w g -> (i < a)%nat ->
  whole_power (F i) (G i) t (in_plane v w p) = in_plane v w (rot (IZR t * g i) p).
Proof.
  intros W v w g i t p [_ [_ [_ [_ [B _]]]]] Hi. unfold whole_power. destruct (Z.leb_spec 0 t) as [H|H].
  - rewrite (iterated_turn (F i) v w (g i)) by (intro; apply B, Hi). rewrite INR_IZR_INZ, Z2Nat.id by exact H. reflexivity.
  - rewrite (iterated_turn (G i) v w (- g i)) by (intro; apply B, Hi). rewrite INR_IZR_INZ, Z2Nat.id, opp_IZR by lia. do 2 f_equal. ring.
Qed.

Lemma powers_turn : forall W v w g t, block W v w g -> forall b p, (b <= a)%nat ->
  whole_powers F G t b (in_plane v w p) = in_plane v w (rot (angle b g t) p).
Proof.
  intros W v w g t B b. induction b as [|b IH]; intros p H.
  - unfold angle. simpl. unfold in_plane, rot. rewrite cos_0, sin_0. extensionality k. unfold comb. simpl. ring.
  - simpl. rewrite (power_turns W v w g b (t b) p B) by lia. rewrite IH by lia. rewrite rot_rot. reflexivity.
Qed.

Lemma linear_iter : forall f n, linear_map f -> linear_map (fun x => Nat.iter n f x).
Proof.
  intros f n L. induction n as [|n IH]; intros b x c y; [reflexivity|].
  change (f (Nat.iter n f (comb b x c y)) = comb b (f (Nat.iter n f x)) c (f (Nat.iter n f y))). rewrite IH, L. reflexivity.
Qed.

Lemma linear_powers : forall t b, linear_map (whole_powers F G t b).
Proof.
  intros t b. induction b as [|b IH]; intros c x e y; [reflexivity|]. simpl. rewrite <- IH. f_equal.
  destruct FG as [L _]. unfold whole_power. destruct (0 <=? t b)%Z; [apply (linear_iter (F b))|apply (linear_iter (G b))]; apply L.
Qed.

(** Sums of waves with these frequency vectors. *)
Fixpoint mixed (gs : list (nat -> R)) (s : (nat -> Z) -> R) : Prop :=
  match gs with
  | [] => forall t, s t = 0
  | g :: gs => exists A B s', mixed gs s' /\ forall t, s t = A * cos (angle a g t) + B * sin (angle a g t) + s' t
  end.

Lemma all_blocks : forall N n W, (n <= N)%nat -> subspace W -> dimension_le W n -> kept W ->
  exists gs hs, (2 * length gs + length hs <= n)%nat /\
    (forall h i, In h hs -> (i < a)%nat -> h i = 0 \/ h i = PI) /\
    forall q k, W k -> exists s s', mixed gs s /\ mixed hs s' /\ forall t, ip q (whole_powers F G t a k) = s t + s' t.
Proof.
  induction N as [|N IH]; intros n W Hn SW D K; destruct (classic (exists x, W x /\ x <> nought)) as [E|E].
  1: { destruct (some_unit W SW E) as [v [Wv Nv]]. replace n with 0%nat in D by lia. elim (dimension_none W v D Wv Nv). }
  1, 3: exists [], []; split; [simpl; lia|]; split; [intros h i []|]; intros q k Wk; exists (fun _ => 0), (fun _ => 0); repeat split; intro t;
    replace k with nought by (apply NNPP; intro H; apply E; exists k; split; [exact Wk|congruence]);
    rewrite (linear_nought _ (linear_powers t a)), ip_nought; ring.
  destruct (some_block n W SW D E K) as [v [w [g B]]]. pose proof B as [Wv [Ww [Nv [O [T C]]]]]. pose proof SW as [W0 [WC WS]].
  set (V := fun x => W x /\ ip v x = 0 /\ ip w x = 0).
  assert (SV : subspace V).
  { split; [|split].
    - split; [exact W0|]. split; apply ip_nought.
    - intros b x c y [Wx [X1 X2]] [Wy [Y1 Y2]]. split; [apply WC; assumption|]. rewrite !ip_comb_r, X1, X2, Y1, Y2. split; ring.
    - intros x [Wx _]. apply WS, Wx. }
  assert (KV : kept V).
  { intros i x Hi [Wx [X1 X2]]. destruct (K i x Hi Wx) as [WF WG]. pose proof FG as [_ [_ [A _]]].
    assert (P : forall p, ip (in_plane v w p) (F i x) = 0 /\ ip (in_plane v w p) (G i x) = 0).
    { intro p. rewrite <- A, <- adjoint_back. destruct (T i p Hi) as [-> ->]. unfold in_plane. rewrite !ip_comb, X1, X2. split; ring. }
    destruct (P (1, 0)) as [P1 P2]. destruct (P (0, 1)) as [P3 P4]. unfold in_plane in P1, P2, P3, P4. rewrite ip_comb in P1, P2, P3, P4.
    simpl in P1, P2, P3, P4. split; (split; [assumption|]); split; lra. }
  set (p := fun k => (ip v k, ip w k)).
  assert (Rest : forall k, W k -> V (comb 1 k (-1) (in_plane v w (p k)))).
  { intros k Wk. unfold in_plane. split; [apply WC; [exact Wk|apply WC; assumption]|]. rewrite !ip_comb_r, Nv, O. simpl. split; [ring|].
    destruct C as [Nw|[-> _]]; [rewrite (ip_sym w v), O, Nw; ring|]. rewrite !(ip_sym nought), !ip_nought. ring. }
  assert (Wave : forall q k, W k -> exists A B, forall t, ip q (whole_powers F G t a k) =
    A * cos (angle a g t) + B * sin (angle a g t) + ip q (whole_powers F G t a (comb 1 k (-1) (in_plane v w (p k))))).
  { intros q k Wk. exists (ip v k * ip q v + ip w k * ip q w), (ip v k * ip q w - ip w k * ip q v). intro t.
    rewrite (linear_powers t a), ip_comb_r, (powers_turn W v w g t B a (p k) (le_n a)). unfold in_plane at 1. rewrite ip_comb_r. unfold p, rot. simpl. ring. }
  destruct C as [Nw|[Zw C]].
  - destruct n as [|[|n]].
    + elim (dimension_none W v D Wv Nv).
    + assert (Q : (length [v; w] <= 1)%nat); [|simpl in Q; lia]. apply D.
      * simpl. repeat split; [exact Nv| |exact Nw|tauto]. intros x [<-|[]]. exact O.
      * intros x [<-|[<-|[]]]; assumption.
    + destruct (IH n V ltac:(lia) SV) as [gs [hs [L [Hh M]]]]; [|exact KV|].
      * apply (dimension_drop (fun x => W x /\ ip v x = 0) V n w Nw (conj Ww O)); [unfold V; tauto|].
        apply (dimension_drop W _ (S n) v Nv Wv); [tauto|exact D].
      * exists (g :: gs), hs. split; [simpl; lia|]. split; [exact Hh|]. intros q k Wk. destruct (Wave q k Wk) as [A [B' E']].
        destruct (M q _ (Rest k Wk)) as [s [s' [M1 [M2 E'']]]].
        exists (fun t => A * cos (angle a g t) + B' * sin (angle a g t) + s t), s'. split; [exists A, B', s; auto|].
        split; [exact M2|]. intro t. rewrite E', E''. ring.
  - destruct n as [|n]; [elim (dimension_none W v D Wv Nv)|].
    destruct (IH n V ltac:(lia) SV) as [gs [hs [L [Hh M]]]]; [|exact KV|].
    + apply (dimension_drop W V n v Nv Wv); [unfold V; tauto|exact D].
    + exists gs, (g :: hs). split; [simpl; lia|]. split; [intros h i [<-|Ih]; [apply C|apply Hh, Ih]|]. intros q k Wk.
      destruct (Wave q k Wk) as [A [B' E']]. destruct (M q _ (Rest k Wk)) as [s [s' [M1 [M2 E'']]]].
      exists s, (fun t => A * cos (angle a g t) + B' * sin (angle a g t) + s' t). split; [exact M1|].
      split; [exists A, B', s'; auto|]. intro t. rewrite E', E''. ring.
Qed.

End Dimension.

(** A sum of waves, each with a weight and a phase. *)
Lemma wave_form : forall A B, exists r phi, forall x, A * cos x + B * sin x = r * cos (x - phi).
Proof.
  intros A B. destruct (Req_dec (A * A + B * B) 0) as [E|E].
  - exists 0, 0. intro x. assert (A * A = 0) by nra. assert (B * B = 0) by nra.
    assert (ZA : A = 0) by (apply Rmult_integral in H; tauto). assert (ZB : B = 0) by (apply Rmult_integral in H0; tauto). rewrite ZA, ZB. ring.
  - assert (P : 0 < A * A + B * B) by nra. pose proof (sqrt_lt_R0 _ P) as R. pose proof (sqrt_sqrt _ (Rlt_le _ _ P)) as Q.
    set (r := sqrt (A * A + B * B)) in *. destruct (unit_angle (A / r) (B / r)) as [phi [C S]].
    + replace (A / r * (A / r) + B / r * (B / r)) with ((A * A + B * B) / (r * r)) by (field; lra). rewrite Q. field. lra.
    + exists r, phi. intro x. rewrite cos_minus, C, S. field. lra.
Qed.

Lemma mixed_waves : forall a gs s, mixed a gs s -> exists r phi : nat -> R, forall t,
  s t = sum (fun j => r j * cos (angle a (nth j gs (fun _ => 0)) t - phi j)) (length gs).
Proof.
  intros a gs. induction gs as [|g gs IH]; intros s H.
  - exists (fun _ => 0), (fun _ => 0). exact H.
  - destruct H as [A [B [s' [M E]]]]. destruct (IH s' M) as [r [phi Hs]]. destruct (wave_form A B) as [r0 [phi0 W]].
    exists (fun j => match j with O => r0 | S j => r j end), (fun j => match j with O => phi0 | S j => phi j end). intro t.
    change (length (g :: gs)) with (S (length gs)). rewrite sum_first, E, Hs, W. reflexivity.
Qed.

(** * Orthogonal matrices *)

Definition shortened (d : nat) (x : coords) : coords := fun i => if (i <? d)%nat then x i else 0.
Definition acting (d : nat) (M : grid) (x : coords) : coords := shortened d (mapped d M x).

Section Matrices.
Variable d : nat.

Lemma below : forall x i, (i < d)%nat -> shortened d x i = x i.
Proof. intros x i H. unfold shortened. destruct (Nat.ltb_spec i d); [reflexivity|lia]. Qed.

Lemma short_shortened : forall x, short d (shortened d x).
Proof. intros x i H. unfold shortened. destruct (Nat.ltb_spec i d); [lia|reflexivity]. Qed.

Lemma shortened_short : forall x, short d x -> shortened d x = x.
Proof. intros x S. extensionality i. unfold shortened. destruct (Nat.ltb_spec i d); [reflexivity|]. symmetry. apply S. assumption. Qed.

Lemma same_below : forall x y, (forall i, (i < d)%nat -> x i = y i) -> shortened d x = shortened d y.
Proof. intros x y H. extensionality i. unfold shortened. destruct (Nat.ltb_spec i d); [apply H; assumption|reflexivity]. Qed.

Lemma dotn_shortened : forall q x, dotn d q (shortened d x) = dotn d q x.
Proof. intros q x. apply sum_ext. intros i H. rewrite below by exact H. reflexivity. Qed.

Lemma acting_shortened : forall M x, acting d M (shortened d x) = acting d M x.
Proof. intros M x. apply same_below. intros i _. apply sum_ext. intros j H. rewrite below by exact H. reflexivity. Qed.

Lemma acting_linear : forall M, linear_map (acting d M).
Proof.
  intros M a x b y. extensionality i. unfold acting, shortened, comb. destruct (i <? d)%nat; [|ring].
  unfold mapped. rewrite <- !sum_scal, <- sum_plus. apply sum_ext. intros. ring.
Qed.

Lemma acting_adjoint : forall M x y, dotn d (acting d M x) y = dotn d x (acting d (flipped M) y).
Proof.
  intros M x y. rewrite ip_sym. unfold acting. rewrite !dotn_shortened. unfold dotn, mapped, flipped.
  rewrite (sum_ext _ (fun i => sum (fun j => y i * (M i j * x j)) d)) by (intros; rewrite sum_scal; reflexivity).
  rewrite sum_switch. apply sum_ext. intros j _. rewrite <- sum_scal. apply sum_ext. intros. ring.
Qed.

Lemma acting_acting : forall M N x, acting d M (acting d N x) = acting d (fun i j => sum (fun l => M i l * N l j) d) x.
Proof.
  intros M N x. unfold acting at 2. rewrite acting_shortened. apply same_below. intros i _. unfold mapped.
  rewrite (sum_ext _ (fun l => sum (fun j => M i l * (N l j * x j)) d)) by (intros; rewrite sum_scal; reflexivity).
  rewrite sum_switch. apply sum_ext. intros j _. rewrite Rmult_comm, <- sum_scal. apply sum_ext. intros. ring.
Qed.

Lemma acting_ext : forall M N x, (forall i j, (i < d)%nat -> (j < d)%nat -> M i j = N i j) -> acting d M x = acting d N x.
Proof. intros M N x H. apply same_below. intros i I. apply sum_ext. intros j J. rewrite H by assumption. reflexivity. Qed.

Lemma acting_back : forall M x, orthonormal d M -> short d x -> acting d M (acting d (flipped M) x) = x.
Proof.
  intros M x O S. rewrite acting_acting, (acting_ext _ (fun i j => if (j =? i)%nat then 1 else 0)).
  - rewrite <- (shortened_short x S) at 2. apply same_below. intros i I. apply (sum_pick x). exact I.
  - intros i j I J. rewrite Nat.eqb_sym. apply O; assumption.
Qed.

(** Orthonormal rows make orthonormal columns: d of them leave no room for a vector that M takes to 0. *)
Lemma acting_forth : forall M x, orthonormal d M -> short d x -> acting d (flipped M) (acting d M x) = x.
Proof.
  intros M x O S. set (e := fun j => acting d (flipped M) (unit_at j)).
  assert (Oe : forall s n, (s + n <= d)%nat -> orthonormal_list d (map e (seq s n))).
  { intros s n. revert s. induction n as [|n IH]; intros s H; [exact I|]. simpl.
    assert (D : forall i j, (i < d)%nat -> (j < d)%nat -> dotn d (e i) (e j) = unit_at j i).
    { intros i j Hi Hj. unfold e. rewrite ip_sym, acting_adjoint. change (flipped (flipped M)) with M.
      rewrite acting_back by (try apply short_unit; assumption). rewrite ip_sym. apply ip_unit. exact Hi. }
    split; [rewrite D by lia; unfold unit_at; rewrite Nat.eqb_refl; reflexivity|]. split; [|apply IH; lia].
    intros w Hw. apply in_map_iff in Hw. destruct Hw as [j [<- Hj]]. apply in_seq in Hj. rewrite D by lia.
    unfold unit_at. destruct (Nat.eqb_spec s j); [lia|reflexivity]. }
  assert (Z : forall y, short d y -> acting d M y = nought -> y = nought).
  { intros y Sy Ey. apply NNPP. intro Ny. set (W := fun v => short d v /\ acting d M v = nought).
    assert (SW : subspace d W).
    { split; [split; [intros i _; reflexivity|apply linear_nought, acting_linear]|]. split; [|intros v [H _]; exact H].
      intros a v b w [Sv Ev] [Sw Ew]. split.
      - intros i Hi. unfold comb. rewrite Sv, Sw by exact Hi. ring.
      - rewrite acting_linear, Ev, Ew. extensionality i. unfold comb, nought. ring. }
    destruct (some_unit d W SW) as [v [[Sv Ev] Nv]]; [exists y; split; [split; assumption|exact Ny]|].
    assert (L : (length (v :: map e (seq 0 d)) <= d)%nat); [|simpl in L; rewrite map_length, seq_length in L; lia].
    apply (dimension_full d).
    - split; [exact Nv|]. split; [|apply Oe; lia]. intros w Hw. apply in_map_iff in Hw. destruct Hw as [j [<- _]].
      unfold e. rewrite <- acting_adjoint, Ev, ip_sym. apply ip_nought.
    - intros w [<-|Hw]; [exact Sv|]. apply in_map_iff in Hw. destruct Hw as [j [<- _]]. apply short_shortened. }
  set (y := comb 1 (acting d (flipped M) (acting d M x)) (-1) x).
  assert (Ey : y = nought).
  { apply Z.
    - intros i Hi. unfold y, comb. rewrite S by exact Hi. unfold acting at 1. rewrite short_shortened by exact Hi. ring.
    - unfold y. rewrite acting_linear, acting_back by (try exact O; apply short_shortened). extensionality i. unfold comb, nought. ring. }
  extensionality i. apply at_each with (k := i) in Ey. unfold y, comb, nought in Ey. lra.
Qed.

Lemma acting_commute : forall M N x, commuting d M N -> acting d M (acting d N x) = acting d N (acting d M x).
Proof. intros M N x C. rewrite !acting_acting. apply acting_ext. exact C. Qed.

Lemma acting_commute_back : forall M N x, orthonormal d N -> commuting d M N ->
  acting d M (acting d (flipped N) x) = acting d (flipped N) (acting d M x).
Proof.
  intros M N x O C. rewrite <- (acting_forth N (acting d M _)) by (try exact O; apply short_shortened).
  rewrite <- (acting_commute M N) by exact C. rewrite <- (acting_shortened (flipped N) x), acting_back by (try exact O; apply short_shortened).
  rewrite acting_shortened. reflexivity.
Qed.

Lemma acting_commute_both : forall M N x, commuting d M N ->
  acting d (flipped M) (acting d (flipped N) x) = acting d (flipped N) (acting d (flipped M) x).
Proof.
  intros M N x C. rewrite !acting_acting. apply acting_ext. intros i j I J. unfold flipped.
  rewrite (sum_ext _ (fun l => N j l * M l i)), <- C by (try intros; try ring; assumption). apply sum_ext. intros. ring.
Qed.

Lemma iter_shortened : forall M n x, shortened d (Nat.iter n (mapped d M) x) = Nat.iter n (acting d M) (shortened d x).
Proof.
  intros M n x. induction n as [|n IH]; [reflexivity|].
  change (acting d M (Nat.iter n (mapped d M) x) = acting d M (Nat.iter n (acting d M) (shortened d x))).
  rewrite <- IH, acting_shortened. reflexivity.
Qed.

Lemma powers_shortened : forall M N t b x, (forall i, (i < b)%nat -> N i = M i) ->
  shortened d (whole_powers (fun i => mapped d (M i)) (fun i => mapped d (flipped (M i))) t b x) =
  whole_powers (fun i => acting d (N i)) (fun i => acting d (flipped (N i))) t b (shortened d x).
Proof.
  intros M N t b. induction b as [|b IH]; intros x H; [reflexivity|]. simpl. rewrite IH by (intros; apply H; lia). f_equal.
  rewrite (H b) by lia. unfold whole_power. destruct (0 <=? t b)%Z; apply iter_shortened.
Qed.

(** Every score of a product of powers is a sum of waves: those of the planes, and those of the lines. *)
Theorem scores_are_mixed : forall (a : nat) (M : nat -> grid), (1 <= a)%nat -> (forall i, (i < a)%nat -> orthonormal d (M i)) ->
  (forall i j, (i < a)%nat -> (j < a)%nat -> commuting d (M i) (M j)) ->
  exists gs hs, (2 * length gs + length hs <= d)%nat /\
    (forall h i, In h hs -> (i < a)%nat -> h i = 0 \/ h i = PI) /\
    forall q k, exists s s', mixed a gs s /\ mixed a hs s' /\ forall t, dotn d q (powered_all d a M t k) = s t + s' t.
Proof.
  intros a M Ha O C. set (N := fun i => M (Nat.min i (a - 1))).
  assert (ON : forall i, orthonormal d (N i)) by (intro i; apply O; lia).
  assert (CN : forall i j, commuting d (N i) (N j)) by (intros i j; apply C; lia).
  set (F := fun i => acting d (N i)). set (G := fun i => acting d (flipped (N i))).
  assert (FG : isometries d F G).
  { split; [|split; [|split; [|split]]].
    - intro i. split; apply acting_linear.
    - intros i x. split; apply short_shortened.
    - intros i x y. apply acting_adjoint.
    - intros i x S. split; [apply acting_back|apply acting_forth]; auto.
    - intros i j x. split; [apply acting_commute, CN|]. split; [apply acting_commute_back; auto|apply acting_commute_both, CN]. }
  destruct (all_blocks d F G a FG d d (short d) (le_n d)) as [gs [hs [L [H S]]]].
  - split; [intros i _; reflexivity|]. split; [|auto]. intros b x c y Sx Sy i Hi. unfold comb. rewrite Sx, Sy by exact Hi. ring.
  - apply dimension_full.
  - intros i x _ _. split; apply short_shortened.
  - exists gs, hs. split; [exact L|]. split; [exact H|]. intros q k.
    destruct (S q (shortened d k) (short_shortened k)) as [s [s' [M1 [M2 E]]]]. exists s, s'. split; [exact M1|]. split; [exact M2|].
    intro t. rewrite <- E, <- dotn_shortened. unfold powered_all. f_equal. apply powers_shortened.
    intros i Hi. unfold N. f_equal. lia.
Qed.

End Matrices.
