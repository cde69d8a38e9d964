(** new.cached-keys.drift: how far a cached key drifts that is turned again and again in a format.

    Statement.  If cosines, sines, products and sums are each rounded once, to nearest, in a format with unit roundoff
    u = 2^-p <= 2^-8, t turns of a key leave it off by at most ((1 + eps)^t - 1) |k| with eps = 4.3 u, without underflow; so
    each of its logits is off by at most ((1 + eps)^t - 1) |q| |k|.

    Idea: each product of a coordinate meets three roundings, (1 + u)^3 - 1 of itself; both coordinates together at most
    sqrt 2 times that of the norm.  The next turn adds eps of what the key has become, at most |k| and what it is off by.
    Encoding: any number K of planes, each with its own phase at each turn; rounding as in new_precision_cliff.v. *)

From Coq Require Import Reals ZArith Lra Lia List.
From Flocq Require Import Core Relative.
From RopeTheory Require Import IntervalZ.
From RopeTheory Require Import Rope Planes new_precision_cliff new_precision_cliff_cache_corrected Instances.
Open Scope R_scope.

(** One plane turned by phi in p bits. *)
Definition rot_rounded (p : Z) (phi : R) (v : vec) : vec :=
  let fl := round_to p in
  let c := fl (cos phi) in
  let s := fl (sin phi) in
  (fl (fl (c * fst v) - fl (s * snd v)), fl (fl (s * fst v) + fl (c * snd v))).

(** The key after the turns of a list, each a phase for every plane: as computed, and exactly. *)
Definition turns_rounded (p : Z) (phases : list (nat -> R)) (key : nat -> vec) : nat -> vec :=
  fold_left (fun v phi i => rot_rounded p (phi i) (v i)) phases key.

Definition turns (phases : list (nat -> R)) (key : nat -> vec) : nat -> vec :=
  fold_left (fun v phi i => rot (phi i) (v i)) phases key.

Definition minus (u v : nat -> vec) : nat -> vec := fun i => (fst (u i) - fst (v i), snd (u i) - snd (v i)).

Definition new_cached_keys_drift_statement : Prop :=
  forall (p : Z) (K : nat) (phases : list (nat -> R)) (key : nat -> vec), (8 <= p)%Z ->
    let eps := 4.3 * bpow radix2 (- p) in
    let allowed := (1 + eps) ^ List.length phases - 1 in
    length K (minus (turns_rounded p phases key) (turns phases key)) <= allowed * length K key /\
    forall q, Rabs (inner K q (turns_rounded p phases key) - inner K q (turns phases key)) <= allowed * (length K q * length K key).

(** * Norms *)

Lemma length_nonneg : forall K v, 0 <= length K v.
Proof. intros. apply sqrt_pos. Qed.

Lemma length_squared : forall K v, length K v * length K v = inner K v v.
Proof. intros. apply sqrt_sqrt, inner_nonneg. Qed.

Lemma triangle : forall K u v, length K (plus u v) <= length K u + length K v.
Proof.
  intros K u v. pose proof (length_nonneg K u) as U. pose proof (length_nonneg K v) as V.
  apply le_of_squares; [lra|]. rewrite length_squared.
  assert (E : inner K (plus u v) (plus u v) = inner K u u + inner K v v + 2 * inner K u v).
  { rewrite inner_plus_l. unfold inner. rewrite <- sum_scal, <- !sum_plus. apply sum_ext. intros i _. unfold plus, dot. simpl. ring. }
  pose proof (cauchy K u v) as C. apply Rabs_le_inv in C. rewrite E, <- (length_squared K u), <- (length_squared K v). lra.
Qed.

Lemma length_at_most : forall K e u v, 0 <= e -> (forall i, dot (u i) (u i) <= e * e * dot (v i) (v i)) -> length K u <= e * length K v.
Proof.
  intros K e u v E H. apply le_of_squares; [apply Rmult_le_pos; [exact E|apply length_nonneg]|].
  replace (e * length K v * (e * length K v)) with (e * e * (length K v * length K v)) by ring.
  rewrite !length_squared. unfold inner. rewrite <- sum_scal. apply sum_le. intros i _. apply H.
Qed.

Lemma turns_keep : forall K phases key, length K (turns phases key) = length K key.
Proof.
  intros K phases. induction phases as [|phi phases IH]; intro key; [reflexivity|]. unfold turns in *. simpl. rewrite IH.
  unfold length. f_equal. apply inner_ext. intros i _. apply dot_turned_itself.
Qed.

(** * One turn *)

Lemma rounding_factor : forall p x, (8 <= p)%Z -> exists d, Rabs d <= bpow radix2 (- p) /\ round_to p x = x * (1 + d).
Proof.
  intros p x P. destruct (relative_error_N_FLX_ex radix2 p ltac:(lia) (fun n => negb (Z.even n)) x) as (d & D & E).
  exists d. split; [|exact E]. replace (bpow radix2 (- p)) with (/ 2 * bpow radix2 (- p + 1)); [exact D|].
  rewrite bpow_plus. simpl. lra.
Qed.

Lemma three_factors : forall u a b c, 0 <= u <= 1 -> Rabs a <= u -> Rabs b <= u -> Rabs c <= u ->
  Rabs ((1 + a) * (1 + b) * (1 + c) - 1) <= (1 + u) * (1 + u) * (1 + u) - 1.
Proof.
  intros u a b c U A B C.
  replace ((1 + a) * (1 + b) * (1 + c) - 1) with (a + b + c + (a * b + a * c + b * c) + a * b * c) by ring.
  replace ((1 + u) * (1 + u) * (1 + u) - 1) with (u + u + u + (u * u + u * u + u * u) + u * u * u) by ring.
  assert (M : forall x y m n, Rabs x <= m -> Rabs y <= n -> Rabs (x * y) <= m * n)
    by (intros; rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; assumption).
  pose proof (M a b u u A B) as AB. pose proof (M a c u u A C) as AC. pose proof (M b c u u B C) as BC.
  pose proof (M (a * b) c (u * u) u AB C) as ABC.
  repeat (eapply Rle_trans; [apply Rabs_triang|]; try apply Rplus_le_compat; try assumption).
Qed.

Lemma two_terms : forall a b d e g, Rabs d <= g -> Rabs e <= g -> (a * d + b * e) * (a * d + b * e) <= g * g * (a * a + b * b + 2 * Rabs (a * b)).
Proof.
  intros a b d e g D E. assert (Q : Rabs (a * d + b * e) <= g * (Rabs a + Rabs b)).
  { eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_mult. pose proof (Rabs_pos a). pose proof (Rabs_pos b). nra. }
  replace (g * g * (a * a + b * b + 2 * Rabs (a * b))) with (g * (Rabs a + Rabs b) * (g * (Rabs a + Rabs b))).
  - rewrite <- (Rabs_right ((a * d + b * e) * (a * d + b * e))) by (apply Rle_ge, Rle_0_sqr). rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; exact Q.
  - rewrite Rabs_mult. assert (S : forall x, Rabs x * Rabs x = x * x) by (intro x; rewrite <- Rabs_mult; apply Rabs_right, Rle_ge, Rle_0_sqr).
    rewrite <- (S a), <- (S b). ring.
Qed.

Lemma small_cube : forall u, 0 <= u <= / 256 -> let g := (1 + u) * (1 + u) * (1 + u) - 1 in 2 * (g * g) <= 4.3 * u * (4.3 * u).
Proof. intros u U g. assert (G : 0 <= g <= 3.02 * u) by (unfold g; nra). nra. Qed.

Lemma one_turn : forall p phi v, (8 <= p)%Z -> let e := 4.3 * bpow radix2 (- p) in
  let d := (fst (rot_rounded p phi v) - fst (rot phi v), snd (rot_rounded p phi v) - snd (rot phi v)) in
  dot d d <= e * e * dot v v.
Proof.
  intros p phi [x y] P e. set (u := bpow radix2 (- p)) in *.
  assert (U : 0 <= u <= / 256) by (split; [apply bpow_ge_0|apply (bpow_le radix2 (- p) (-8)); lia]).
  set (g := (1 + u) * (1 + u) * (1 + u) - 1).
  unfold rot_rounded, rot. cbv zeta. cbn [fst snd]. pose proof (sin2_cos2 phi) as N. unfold Rsqr in N. set (c := cos phi) in *. set (s := sin phi) in *.
  destruct (rounding_factor p c P) as (dc & Dc & ->). destruct (rounding_factor p s P) as (ds & Ds & ->).
  destruct (rounding_factor p (c * (1 + dc) * x) P) as (d1 & D1 & ->). destruct (rounding_factor p (s * (1 + ds) * y) P) as (d2 & D2 & ->).
  destruct (rounding_factor p (s * (1 + ds) * x) P) as (d3 & D3 & ->). destruct (rounding_factor p (c * (1 + dc) * y) P) as (d4 & D4 & ->).
  match goal with |- context [round_to p ?a] => destruct (rounding_factor p a P) as (d5 & D5 & ->) end.
  match goal with |- context [round_to p ?a] => destruct (rounding_factor p a P) as (d6 & D6 & ->) end.
  fold u in Dc, Ds, D1, D2, D3, D4, D5, D6. unfold dot. cbn [fst snd].
  pose proof (three_factors u dc d1 d5 ltac:(lra) Dc D1 D5) as E1. pose proof (three_factors u ds d2 d5 ltac:(lra) Ds D2 D5) as E2.
  pose proof (three_factors u ds d3 d6 ltac:(lra) Ds D3 D6) as E3. pose proof (three_factors u dc d4 d6 ltac:(lra) Dc D4 D6) as E4.
  fold g in E1, E2, E3, E4.
  set (e1 := (1 + dc) * (1 + d1) * (1 + d5) - 1) in *. set (e2 := (1 + ds) * (1 + d2) * (1 + d5) - 1) in *.
  set (e3 := (1 + ds) * (1 + d3) * (1 + d6) - 1) in *. set (e4 := (1 + dc) * (1 + d4) * (1 + d6) - 1) in *.
  replace ((c * (1 + dc) * x * (1 + d1) - s * (1 + ds) * y * (1 + d2)) * (1 + d5) - (c * x - s * y)) with (c * x * e1 + - (s * y) * e2)
    by (unfold e1, e2; ring).
  replace ((s * (1 + ds) * x * (1 + d3) + c * (1 + dc) * y * (1 + d4)) * (1 + d6) - (s * x + c * y)) with (s * x * e3 + c * y * e4)
    by (unfold e3, e4; ring).
  pose proof (two_terms (c * x) (- (s * y)) e1 e2 g E1 E2) as A. pose proof (two_terms (s * x) (c * y) e3 e4 g E3 E4) as B.
  assert (R : 2 * Rabs (c * x * - (s * y)) + 2 * Rabs (s * x * (c * y)) <= x * x + y * y).
  { replace (c * x * - (s * y)) with (- (c * s * (x * y))) by ring. rewrite Rabs_Ropp.
    replace (s * x * (c * y)) with (c * s * (x * y)) by ring. rewrite Rabs_mult.
    assert (T : forall a b, 2 * Rabs (a * b) <= a * a + b * b).
    { intros a b. pose proof (Rle_0_sqr (a - b)). pose proof (Rle_0_sqr (a + b)). unfold Rsqr, Rabs in *. destruct (Rcase_abs (a * b)); lra. }
    pose proof (T c s) as C. pose proof (T x y) as D.
    pose proof (Rabs_pos (c * s)). pose proof (Rabs_pos (x * y)).
    assert (2 * Rabs (c * s) * (2 * Rabs (x * y)) <= 1 * (x * x + y * y)) by (apply Rmult_le_compat; lra). lra. }
  assert (Z : c * x * (c * x) + - (s * y) * - (s * y) + (s * x * (s * x) + c * y * (c * y)) = x * x + y * y)
    by (replace (x * x + y * y) with ((s * s + c * c) * (x * x + y * y)) by (rewrite N; ring); ring).
  pose proof (small_cube u U) as Q. cbv zeta in Q. fold g in Q. fold e in Q.
  assert (G : 0 <= g * g) by apply Rle_0_sqr. assert (V : 0 <= x * x + y * y) by (pose proof (Rle_0_sqr x); pose proof (Rle_0_sqr y); unfold Rsqr in *; lra).
  apply Rle_trans with (g * g * (2 * (x * x + y * y)));
    [|replace (g * g * (2 * (x * x + y * y))) with (2 * (g * g) * (x * x + y * y)) by ring; apply Rmult_le_compat_r; assumption].
  assert (g * g * (2 * Rabs (c * x * - (s * y)) + 2 * Rabs (s * x * (c * y))) <= g * g * (x * x + y * y)) by (apply Rmult_le_compat_l; assumption).
  rewrite <- Z in *. lra.
Qed.

(** * Many turns *)

Lemma drifts : forall p K phases key, (8 <= p)%Z ->
  length K (minus (turns_rounded p phases key) (turns phases key)) <= ((1 + 4.3 * bpow radix2 (- p)) ^ List.length phases - 1) * length K key.
Proof.
  intros p K phases key P. set (e := 4.3 * bpow radix2 (- p)). assert (E : 0 <= e) by (unfold e; pose proof (bpow_ge_0 radix2 (- p)); lra).
  induction phases as [|phi phases IH] using rev_ind.
  - simpl. unfold length, minus, turns_rounded, turns, inner. simpl. rewrite (sum_ext _ (fun _ => 0)), sum_const.
    + rewrite Rmult_0_r, sqrt_0. lra.
    + intros i _. unfold dot. simpl. ring.
  - unfold turns_rounded, turns in *. rewrite !fold_left_app. cbn [fold_left].
    set (found := fold_left (fun v phi i => rot_rounded p (phi i) (v i)) phases key) in *.
    set (exact := fold_left (fun v phi i => rot (phi i) (v i)) phases key) in *.
    rewrite app_length, Nat.add_1_r. cbn [List.length pow]. set (power := (1 + e) ^ List.length phases) in *.
    assert (Split : forall i, minus (fun i => rot_rounded p (phi i) (found i)) (fun i => rot (phi i) (exact i)) i =
      plus (minus (fun i => rot_rounded p (phi i) (found i)) (fun i => rot (phi i) (found i))) (fun i => rot (phi i) (minus found exact i)) i)
      by (intro i; unfold minus, plus, rot; simpl; f_equal; ring).
    assert (L : length K (minus (fun i => rot_rounded p (phi i) (found i)) (fun i => rot (phi i) (exact i))) =
      length K (plus (minus (fun i => rot_rounded p (phi i) (found i)) (fun i => rot (phi i) (found i))) (fun i => rot (phi i) (minus found exact i))))
      by (unfold length; f_equal; apply inner_ext; intros i _; rewrite Split; reflexivity).
    rewrite L. eapply Rle_trans; [apply triangle|].
    assert (A : length K (minus (fun i => rot_rounded p (phi i) (found i)) (fun i => rot (phi i) (found i))) <= e * length K found)
      by (apply length_at_most; [exact E|]; intro i; apply (one_turn p (phi i) (found i) P)).
    assert (B : length K (fun i => rot (phi i) (minus found exact i)) = length K (minus found exact))
      by (unfold length; f_equal; apply inner_ext; intros i _; apply dot_turned_itself).
    assert (C : length K found <= length K key + length K (minus found exact)).
    { rewrite <- (turns_keep K phases key). unfold turns. fold exact. eapply Rle_trans; [|apply triangle]. right.
      unfold length. f_equal. apply inner_ext. intros i _. unfold plus, minus, dot. simpl. ring. }
    rewrite B. assert (e * length K found <= e * (length K key + length K (minus found exact))) by (apply Rmult_le_compat_l; assumption).
    assert (e * length K (minus found exact) <= e * ((power - 1) * length K key)) by (apply Rmult_le_compat_l; assumption). lra.
Qed.

Theorem new_cached_keys_drift_proved : new_cached_keys_drift_statement.
Proof.
  intros p K phases key P eps allowed. pose proof (drifts p K phases key P) as D. split; [exact D|]. intro q.
  replace (inner K q (turns_rounded p phases key) - inner K q (turns phases key)) with (inner K q (minus (turns_rounded p phases key) (turns phases key))).
  - eapply Rle_trans; [apply cauchy|]. replace (allowed * (length K q * length K key)) with (length K q * (allowed * length K key)) by ring.
    apply Rmult_le_compat_l; [apply length_nonneg|exact D].
  - assert (E : inner K q (turns_rounded p phases key) = inner K q (minus (turns_rounded p phases key) (turns phases key)) + inner K q (turns phases key)).
    { unfold inner. rewrite <- sum_plus. apply sum_ext. intros i _. unfold minus, dot. simpl. ring. }
    lra.
Qed.

(** * False neighbours *)

Lemma rounds_to_1 : forall x, 1 - / 512 <= x <= 1 + / 512 -> round_to 8 x = 1.
Proof.
  intros x X. assert (V : Valid_exp (FLX_exp 8)) by (apply FLX_exp_valid; reflexivity). apply Rle_antisym.
  - apply Rle_trans with (round_to 8 (1 + / 512)); [apply round_le; [exact V|apply valid_rnd_N|lra]|].
    rewrite (rounds 8 1 _ 128); [simpl; lra|lia|simpl; lra|apply nearest; simpl; lra].
  - rewrite <- (tie_goes_up 8) by lia. apply round_le; [exact V|apply valid_rnd_N|]. change (bpow radix2 (- (8 + 1))) with (/ 512). lra.
Qed.

Lemma rounds_to_0 : forall p, round_to p 0 = 0.
Proof. intro p. apply round_0, valid_rnd_N. Qed.

(** eps = 0.9 u: one turn by 0 takes 1 + 2^-8 to 1. *)
Definition new_cached_keys_drift_neighbour_less : Prop :=
  forall (p : Z) (K : nat) (phases : list (nat -> R)) (key : nat -> vec), (8 <= p)%Z ->
    length K (minus (turns_rounded p phases key) (turns phases key)) <= ((1 + 0.9 * bpow radix2 (- p)) ^ List.length phases - 1) * length K key.

Lemma length_on_axis : forall v x, 0 <= x -> v 0%nat = (x, 0) -> length 1 v = x.
Proof. intros v x X E. unfold length, inner, dot. simpl. rewrite E. simpl. replace (0 + (x * x + 0 * 0)) with (x * x) by ring. apply sqrt_square, X. Qed.

Theorem new_cached_keys_drift_neighbour_less_false : ~ new_cached_keys_drift_neighbour_less.
Proof.
  intro H. specialize (H 8%Z 1%nat ((fun _ => 0) :: nil) (fun _ => (257 / 256, 0)) ltac:(lia)).
  rewrite (length_on_axis (fun _ => (257 / 256, 0)) (257 / 256)) in H by (reflexivity || lra).
  unfold length, inner, dot, minus, turns_rounded, turns, rot_rounded, rot in H. simpl in H. rewrite cos_0, sin_0, rounds_to_0 in H.
  rewrite (rounds_to_1 1) in H by lra. rewrite !Rmult_0_l, !Rmult_0_r, rounds_to_0, !Rmult_1_l, above_1, Rminus_0_r, Rplus_0_r, rounds_to_0, (rounds_to_1 1) in H by lra.
  match type of H with sqrt ?a <= _ => replace a with (/ 256 * / 256) in H by lra end. rewrite sqrt_square in H by lra. lra.
Qed.

(** The drift is that of one turn, however many: (1, 1) does not move at all while it is turned half round in 2048 steps. *)
Definition new_cached_keys_drift_neighbour_once : Prop :=
  forall (p : Z) (K : nat) (phases : list (nat -> R)) (key : nat -> vec), (8 <= p)%Z ->
    length K (minus (turns_rounded p phases key) (turns phases key)) <= 4.3 * bpow radix2 (- p) * length K key.

Definition step (i : nat) : R := PI / 2048.

Lemma does_not_move : rot_rounded 8 (PI / 2048) (1, 1) = (1, 1).
Proof.
  assert (V : Valid_exp (FLX_exp 8)) by (apply FLX_exp_valid; reflexivity).
  unfold rot_rounded. cbn [fst snd]. rewrite (rounds_to_1 (cos (PI / 2048))) by (split; interval).
  assert (S : 0 <= round_to 8 (sin (PI / 2048)) <= / 512).
  { split; [rewrite <- (rounds_to_0 8)|change (/ 512) with (bpow radix2 (-9)); rewrite <- (power_kept 8 (-9)) by lia];
      apply round_le; try exact V; try apply valid_rnd_N; [interval|]. change (bpow radix2 (-9)) with (/ 512). interval. }
  set (s := round_to 8 (sin (PI / 2048))) in *. rewrite !Rmult_1_r.
  assert (S' : 0 <= round_to 8 s <= / 512).
  { split; [rewrite <- (rounds_to_0 8)|change (/ 512) with (bpow radix2 (-9)); rewrite <- (power_kept 8 (-9)) by lia];
      apply round_le; try exact V; try apply valid_rnd_N; [lra|]. change (bpow radix2 (-9)) with (/ 512). lra. }
  rewrite (rounds_to_1 1) by lra. f_equal; apply rounds_to_1; lra.
Qed.

Lemma stays : forall t, turns_rounded 8 (repeat step t) (fun _ => (1, 1)) 0%nat = (1, 1).
Proof.
  assert (G : forall t v, v 0%nat = (1, 1) -> turns_rounded 8 (repeat step t) v 0%nat = (1, 1)).
  { induction t as [|t IH]; intros v E; [exact E|]. unfold turns_rounded in *. simpl. apply IH. rewrite E. apply does_not_move. }
  intro t. apply G. reflexivity.
Qed.

Lemma goes_round : forall t v, turns (repeat step t) v 0%nat = rot (INR t * (PI / 2048)) (v 0%nat).
Proof.
  induction t as [|t IH]; intro v.
  - simpl. unfold turns. simpl. rewrite Rmult_0_l. unfold rot. rewrite cos_0, sin_0. destruct (v 0%nat). simpl. f_equal; ring.
  - unfold turns in *. rewrite S_INR. simpl. rewrite IH, rot_rot. f_equal. unfold step. ring.
Qed.

Theorem new_cached_keys_drift_neighbour_once_false : ~ new_cached_keys_drift_neighbour_once.
Proof.
  intro H. specialize (H 8%Z 1%nat (repeat step 2048) (fun _ => (1, 1)) ltac:(lia)).
  unfold length, inner, minus in H. cbn [sum] in H. rewrite stays, goes_round in H.
  replace (INR 2048 * (PI / 2048)) with PI in H by (rewrite INR_IZR_INZ; simpl; field).
  unfold rot, dot in H. cbn [fst snd] in H. rewrite cos_PI, sin_PI in H. change (bpow radix2 (- (8))) with (/ 256) in H.
  replace (0 + ((1 - (-1 * 1 - 0 * 1)) * (1 - (-1 * 1 - 0 * 1)) + (1 - (0 * 1 + -1 * 1)) * (1 - (0 * 1 + -1 * 1)))) with (2 * 2 * (0 + (1 * 1 + 1 * 1))) in H by ring.
  rewrite sqrt_mult, (sqrt_square 2) in H by lra. pose proof (sqrt_lt_R0 (0 + (1 * 1 + 1 * 1)) ltac:(lra)). lra.
Qed.

Example new_cached_keys_drift_instance : instance_of new_cached_keys_drift_statement.
Proof.
  exists 24%Z, 2%nat, ((fun i => / (INR i + 1)) :: (fun i => / (INR i + 2)) :: nil), (fun _ => (2, 1)).
  split; [lia | split; [exact I | exists (fun _ => (1, 2)); exact I]].
Qed.
