(** Heads of several planes: vectors plane by plane, turned by a position, and their inner products. *)

From Coq Require Import Reals Lra Lia.
From RopeTheory Require Import Rope.
Open Scope R_scope.

(** A vector of K planes is a function of the plane; only the planes p < K count. *)
Definition inner (K : nat) (u v : nat -> vec) : R := sum (fun p => dot (u p) (v p)) K.

(** R_m v: plane p turned by m g_p. *)
Definition turned (g : nat -> R) (m : R) (v : nat -> vec) : nat -> vec := fun p => rot (m * g p) (v p).

Definition times (a : R) (v : nat -> vec) : nat -> vec := fun p => (a * fst (v p), a * snd (v p)).

Definition plus (u v : nat -> vec) : nat -> vec := fun p => (fst (u p) + fst (v p), snd (u p) + snd (v p)).

(** The Euclidean norm of K planes. *)
Definition length (K : nat) (v : nat -> vec) : R := sqrt (inner K v v).

(** (R_j k)^T (R_i q): the score of a query at i against a key at j. *)
Definition score_at (K : nat) (g : nat -> R) (q k : nat -> vec) (i j : R) : R := inner K (turned g j k) (turned g i q).

Lemma inner_ext : forall K u v u' v', (forall p, (p < K)%nat -> dot (u p) (v p) = dot (u' p) (v' p)) -> inner K u v = inner K u' v'.
Proof. intros. apply sum_ext. assumption. Qed.

Lemma inner_times : forall K a u v, inner K (times a u) (times a v) = a * a * inner K u v.
Proof. intros K a u v. unfold inner. rewrite <- sum_scal. apply sum_ext. intros p _. unfold times, dot. simpl. ring. Qed.

Lemma inner_plus_l : forall K u v w, inner K (plus u v) w = inner K u w + inner K v w.
Proof. intros K u v w. unfold inner. rewrite <- sum_plus. apply sum_ext. intros p _. unfold plus, dot. simpl. ring. Qed.

Lemma inner_nonneg : forall K v, 0 <= inner K v v.
Proof.
  intros K v. unfold inner. induction K as [|K IH]; simpl; [lra|]. unfold dot at 2.
  pose proof (Rle_0_sqr (fst (v K))). pose proof (Rle_0_sqr (snd (v K))). unfold Rsqr in *. lra.
Qed.

Lemma dot_turned_itself : forall t u, dot (rot t u) (rot t u) = dot u u.
Proof. intros t u. rewrite dot_rot. replace (t - t) with 0 by ring. unfold rot, dot. rewrite cos_0, sin_0. simpl. ring. Qed.

Lemma turned_keeps : forall K g m v, inner K (turned g m v) (turned g m v) = inner K v v.
Proof. intros K g m v. apply inner_ext. intros p _. apply dot_turned_itself. Qed.

Lemma turned_plus : forall g m u v p, turned g m (plus u v) p = plus (turned g m u) (turned g m v) p.
Proof. intros g m u v p. unfold turned, plus, rot. simpl. f_equal; ring. Qed.

(** Scores see distances. *)
Lemma score_distance : forall K g q k i j, score_at K g q k i j = inner K k (turned g (i - j) q).
Proof.
  intros K g q k i j. apply inner_ext. intros p _. unfold turned. rewrite dot_rot. f_equal. f_equal. ring.
Qed.

Lemma le_of_squares : forall x y, 0 <= y -> x * x <= y * y -> x <= y.
Proof. intros x y Y S. destruct (Rle_lt_dec x y) as [|L]; [assumption|]. nra. Qed.

Lemma cauchy_square : forall K u v, inner K u v * inner K u v <= inner K u u * inner K v v.
Proof.
  intros K u v. induction K as [|K IH]; [unfold inner; simpl; lra|].
  unfold inner in *. simpl. fold (inner K u v) (inner K u u) (inner K v v) in *.
  pose proof (inner_nonneg K u) as A. pose proof (inner_nonneg K v) as B.
  set (s := inner K u v) in *. set (a := inner K u u) in *. set (b := inner K v v) in *.
  assert (P : dot (u K) (v K) * dot (u K) (v K) <= dot (u K) (u K) * dot (v K) (v K)).
  { unfold dot. pose proof (Rle_0_sqr (fst (u K) * snd (v K) - snd (u K) * fst (v K))) as Q. unfold Rsqr in Q. nra. }
  assert (C : 0 <= dot (u K) (u K)) by (unfold dot; nra). assert (D : 0 <= dot (v K) (v K)) by (unfold dot; nra).
  set (t := dot (u K) (v K)) in *. set (c := dot (u K) (u K)) in *. set (d := dot (v K) (v K)) in *.
  assert (2 * (s * t) <= a * d + c * b); [|nra].
  apply le_of_squares; [nra|].
  assert (s * s * (t * t) <= a * b * (c * d)) by (apply Rmult_le_compat; nra).
  pose proof (Rle_0_sqr (a * d - c * b)) as Q. unfold Rsqr in Q. nra.
Qed.

Lemma cauchy : forall K u v, Rabs (inner K u v) <= length K u * length K v.
Proof.
  intros K u v. unfold length. rewrite <- sqrt_mult_alt by apply inner_nonneg.
  rewrite <- sqrt_Rsqr_abs. apply sqrt_le_1_alt. unfold Rsqr. apply cauchy_square.
Qed.
