(** new.table-error, new.table-error.adjacent: tables of cosines and sines that are off, or rounded.

    Statement. If cosines and sines of query and key are off by at most eps, each score is off by at most (2 sqrt 2 eps + 2 eps^2) S, at every distance, S the
    sum over the planes of |q| |k|, each with its own part of query and key. In a plane of frequency g with 1 - cos g > u^2, cosine and sine rounded to a format with
    unit roundoff u differ between positions m and m + 1, for every m.

    Encoding of the second: of rounding to nearest only this is used, that a number of size at most 1 moves by at most u/2. *)

From Coq Require Import Reals Lra Lia.
From RopeTheory Require Import Rope Planes Instances.
Open Scope R_scope.

(** A plane turned with a cosine and a sine that are off by e and f. *)
Definition off_rot (t e f : R) (v : vec) : vec :=
  ((cos t + e) * fst v - (sin t + f) * snd v, (sin t + f) * fst v + (cos t + e) * snd v).

Definition norm (v : vec) : R := sqrt (dot v v).

Definition new_table_error_statement : Prop :=
  forall (K : nat) (g : nat -> R) (q k : nat -> vec) (i j eps : R) (e f e' f' : nat -> R),
    (forall p, (p < K)%nat -> Rabs (e p) <= eps /\ Rabs (f p) <= eps /\ Rabs (e' p) <= eps /\ Rabs (f' p) <= eps) ->
    Rabs (inner K (fun p => off_rot (j * g p) (e' p) (f' p) (k p)) (fun p => off_rot (i * g p) (e p) (f p) (q p)) - score_at K g q k i j)
    <= (2 * sqrt 2 * eps + 2 * (eps * eps)) * sum (fun p => norm (q p) * norm (k p)) K.

Definition rounds (u : R) (rd : R -> R) : Prop := forall x, Rabs x <= 1 -> Rabs (rd x - x) <= u / 2.

Definition new_table_error_adjacent_statement : Prop :=
  forall (u g m : R) (rd : R -> R), 0 < u -> rounds u rd -> u * u < 1 - cos g ->
    ~ (rd (cos (m * g)) = rd (cos ((m + 1) * g)) /\ rd (sin (m * g)) = rd (sin ((m + 1) * g))).

(** What an error adds: the plane itself, turned and scaled. *)
Definition added (e f : R) (v : vec) : vec := (e * fst v - f * snd v, f * fst v + e * snd v).

Lemma dot_nonneg : forall v, 0 <= dot v v.
Proof. intros [x y]. unfold dot. simpl. nra. Qed.

Lemma norm_nonneg : forall v, 0 <= norm v.
Proof. intro v. apply sqrt_pos. Qed.

Lemma norm_square : forall v, norm v * norm v = dot v v.
Proof. intro v. apply sqrt_sqrt, dot_nonneg. Qed.

Lemma plane_cauchy : forall u v, Rabs (dot u v) <= norm u * norm v.
Proof.
  intros [a b] [c d]. unfold norm. rewrite <- sqrt_mult_alt by apply dot_nonneg. rewrite <- sqrt_Rsqr_abs. apply sqrt_le_1_alt.
  unfold dot, Rsqr. simpl. pose proof (Rle_0_sqr (a * d - b * c)) as Q. unfold Rsqr in Q. lra.
Qed.

Lemma abs_square : forall x m, Rabs x <= m -> x * x <= m * m.
Proof.
  intros x m X. pose proof (Rabs_pos x). rewrite <- (Rabs_right (x * x)) by nra. rewrite Rabs_mult. apply Rmult_le_compat; assumption.
Qed.

Lemma norm_added : forall e f eps v, Rabs e <= eps -> Rabs f <= eps -> norm (added e f v) <= sqrt 2 * eps * norm v.
Proof.
  intros e f eps v E F. assert (P : 0 <= eps) by (pose proof (Rabs_pos e); lra).
  apply le_of_squares; [repeat apply Rmult_le_pos; try assumption; [apply sqrt_pos|apply norm_nonneg]|].
  rewrite norm_square. replace (sqrt 2 * eps * norm v * (sqrt 2 * eps * norm v)) with (sqrt 2 * sqrt 2 * (eps * eps) * (norm v * norm v)) by ring.
  rewrite sqrt_sqrt, norm_square by lra. apply abs_square in E, F. destruct v as [x y]. unfold added, dot. simpl.
  replace ((e * x - f * y) * (e * x - f * y) + (f * x + e * y) * (f * x + e * y)) with ((e * e + f * f) * (x * x + y * y)) by ring.
  apply Rmult_le_compat_r; [nra|lra].
Qed.

Lemma norm_rot : forall t v, norm (rot t v) = norm v.
Proof. intros t v. unfold norm. rewrite dot_turned_itself. reflexivity. Qed.

Lemma plane_off : forall t t' e f e' f' eps q k, Rabs e <= eps -> Rabs f <= eps -> Rabs e' <= eps -> Rabs f' <= eps ->
  Rabs (dot (off_rot t' e' f' k) (off_rot t e f q) - dot (rot t' k) (rot t q)) <= (2 * sqrt 2 * eps + 2 * (eps * eps)) * (norm q * norm k).
Proof.
  intros t t' e f e' f' eps q k E F E' F'.
  replace (dot (off_rot t' e' f' k) (off_rot t e f q) - dot (rot t' k) (rot t q))
    with (dot (rot t' k) (added e f q) + dot (added e' f' k) (rot t q) + dot (added e' f' k) (added e f q))
    by (unfold dot, off_rot, rot, added; simpl; ring).
  pose proof (plane_cauchy (rot t' k) (added e f q)) as A. pose proof (plane_cauchy (added e' f' k) (rot t q)) as B.
  pose proof (plane_cauchy (added e' f' k) (added e f q)) as C. rewrite norm_rot in A, B.
  pose proof (norm_added e f eps q E F) as Q. pose proof (norm_added e' f' eps k E' F') as K.
  pose proof (norm_nonneg q) as Pq. pose proof (norm_nonneg k) as Pk. pose proof (norm_nonneg (added e f q)) as Pa. pose proof (norm_nonneg (added e' f' k)) as Pb.
  assert (A' : norm k * norm (added e f q) <= norm k * (sqrt 2 * eps * norm q)) by (apply Rmult_le_compat_l; assumption).
  assert (B' : norm (added e' f' k) * norm q <= sqrt 2 * eps * norm k * norm q) by (apply Rmult_le_compat_r; assumption).
  assert (C' : norm (added e' f' k) * norm (added e f q) <= sqrt 2 * eps * norm k * (sqrt 2 * eps * norm q)) by (apply Rmult_le_compat; assumption).
  assert (S : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra).
  replace (sqrt 2 * eps * norm k * (sqrt 2 * eps * norm q)) with (sqrt 2 * sqrt 2 * (eps * eps * (norm q * norm k))) in C' by ring. rewrite S in C'.
  eapply Rle_trans; [apply Rabs_triang|]. pose proof (Rabs_triang (dot (rot t' k) (added e f q)) (dot (added e' f' k) (rot t q))) as T.
  replace ((2 * sqrt 2 * eps + 2 * (eps * eps)) * (norm q * norm k))
    with (norm k * (sqrt 2 * eps * norm q) + sqrt 2 * eps * norm k * norm q + 2 * (eps * eps * (norm q * norm k))) by ring.
  lra.
Qed.

Theorem new_table_error_proved : new_table_error_statement.
Proof.
  intros K g q k i j eps e f e' f' H. unfold score_at, inner, turned. induction K as [|K IH]; simpl.
  - replace (0 - 0) with 0 by ring. rewrite Rabs_R0. lra.
  - specialize (IH ltac:(intros p P; apply H; lia)). destruct (H K ltac:(lia)) as [A [B [C D]]].
    pose proof (plane_off (i * g K) (j * g K) (e K) (f K) (e' K) (f' K) eps (q K) (k K) A B C D) as P.
    match goal with |- Rabs (?s + ?a - (?s' + ?a')) <= _ => replace (s + a - (s' + a')) with ((s - s') + (a - a')) by ring end.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rmult_plus_distr_l. lra.
Qed.

Lemma apart : forall u rd x y, rounds u rd -> Rabs x <= 1 -> Rabs y <= 1 -> rd x = rd y -> (x - y) * (x - y) <= u * u.
Proof.
  intros u rd x y D X Y E. pose proof (D x X) as A. pose proof (D y Y) as B. rewrite E in A. apply abs_square.
  replace (x - y) with ((rd y - y) - (rd y - x)) by ring. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra.
Qed.

Theorem new_table_error_adjacent_proved : new_table_error_adjacent_statement.
Proof.
  intros u g m rd U D G [C S].
  assert (bound : forall z, Rabs (cos z) <= 1 /\ Rabs (sin z) <= 1) by (intro z; pose proof (COS_bound z); pose proof (SIN_bound z); split; apply Rabs_le; lra).
  apply (apart u) in C, S; try exact D; try apply bound.
  assert (E : (cos (m * g) - cos ((m + 1) * g)) * (cos (m * g) - cos ((m + 1) * g)) + (sin (m * g) - sin ((m + 1) * g)) * (sin (m * g) - sin ((m + 1) * g)) = 2 - 2 * cos g).
  { replace (cos g) with (cos ((m + 1) * g - m * g)) by (f_equal; ring). rewrite cos_minus.
    pose proof (sin2_cos2 (m * g)) as A. pose proof (sin2_cos2 ((m + 1) * g)) as B. unfold Rsqr in A, B. lra. }
  lra.
Qed.

(** * False neighbours *)

(** In every plane: g = 0, and a rounding that changes nothing. *)
Definition new_table_error_adjacent_neighbour_every : Prop :=
  forall (u g m : R) (rd : R -> R), 0 < u -> rounds u rd ->
    ~ (rd (cos (m * g)) = rd (cos ((m + 1) * g)) /\ rd (sin (m * g)) = rd (sin ((m + 1) * g))).

Theorem new_table_error_adjacent_neighbour_every_false : ~ new_table_error_adjacent_neighbour_every.
Proof.
  intro H. apply (H 1 0 0 (fun x => x) ltac:(lra)); [intros x _; replace (x - x) with 0 by ring; rewrite Rabs_R0; lra|].
  rewrite !Rmult_0_r. split; reflexivity.
Qed.

(** A third of it: one plane that is not turned, both cosines off by 1/100. *)
Definition new_table_error_neighbour_third : Prop :=
  forall (eps e e' : R) (q k : vec), Rabs e <= eps -> Rabs e' <= eps ->
    Rabs (dot (off_rot 0 e' 0 k) (off_rot 0 e 0 q) - dot (rot 0 k) (rot 0 q)) <= (2 * sqrt 2 * eps + 2 * (eps * eps)) / 3 * (norm q * norm k).

Theorem new_table_error_neighbour_third_false : ~ new_table_error_neighbour_third.
Proof.
  intro H. specialize (H (/ 100) (/ 100) (/ 100) (1, 0) (1, 0)). assert (A : Rabs (/ 100) <= / 100) by (rewrite Rabs_right; lra).
  specialize (H A A). unfold norm, dot, off_rot, rot in H. simpl in H. rewrite cos_0, sin_0 in H.
  replace (1 * 1 + 0 * 0) with (1 * 1) in H by ring. rewrite sqrt_square in H by lra.
  assert (S : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra). pose proof (sqrt_lt_R0 2 ltac:(lra)) as P. assert (L : sqrt 2 < 3 / 2) by nra.
  rewrite Rabs_right in H by lra. lra.
Qed.

(** Without the square of eps: sqrt 2 eps each, both errors along the vectors, eps = 1. *)
Definition new_table_error_neighbour_linear : Prop :=
  forall (eps e f e' f' : R) (q k : vec), Rabs e <= eps -> Rabs f <= eps -> Rabs e' <= eps -> Rabs f' <= eps ->
    Rabs (dot (off_rot 0 e' f' k) (off_rot 0 e f q) - dot (rot 0 k) (rot 0 q)) <= 2 * sqrt 2 * eps * (norm q * norm k).

Theorem new_table_error_neighbour_linear_false : ~ new_table_error_neighbour_linear.
Proof.
  intro H. specialize (H 2 2 2 2 2 (1, 0) (1, 0)). assert (A : Rabs 2 <= 2) by (rewrite Rabs_right; lra).
  specialize (H A A A A). unfold norm, dot, off_rot, rot in H. simpl in H. rewrite cos_0, sin_0 in H.
  replace (1 * 1 + 0 * 0) with (1 * 1) in H by ring. rewrite sqrt_square in H by lra.
  assert (S : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra). pose proof (sqrt_lt_R0 2 ltac:(lra)) as P. assert (L : sqrt 2 < 3 / 2) by nra.
  rewrite Rabs_right in H by lra. lra.
Qed.

Example new_table_error_instance : instance_of new_table_error_statement.
Proof.
  exists 2%nat, (fun p => / INR (p + 1)), (fun _ => north), (fun _ => (1, 0)), 5, 2, (1 / 10).
  exists (fun _ => 1 / 10), (fun _ => - (1 / 10)), (fun _ => 1 / 20), (fun _ => 0). split; [|exact I].
  intros p _. repeat split; apply Rabs_le; lra.
Qed.

(** To the nearest half, turned by a right angle. *)
Example new_table_error_adjacent_instance : instance_of new_table_error_adjacent_statement.
Proof.
  exists (1 / 2), (PI / 2), 3, (fun x => IZR (Int_part (2 * x + 1 / 2)) / 2). split; [lra|]. split.
  - intros x _. pose proof (base_Int_part (2 * x + 1 / 2)). apply Rabs_le. lra.
  - rewrite cos_PI2. split; [lra|exact I].
Qed.
