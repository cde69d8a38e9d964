(** Shared definitions: rotation, logit, softmax weights, positional and symbolic heads.

    Conventions are those of rope_theory/core/rope.py and rope_theory/core/heads.py: positions are 1..n, the query stands at i,
    and the logit of query content x at position i against key content y at position j is
    (W_K y)^T R^{i-j} (W_Q x), where R is the counter-clockwise rotation by theta.  A head of one RoPE plane is a
    query vector and a key vector for every token; a head of several planes is the sum of their logits. *)

From Coq Require Import Reals Lra Lia List.
Open Scope R_scope.

(** * Vectors of one RoPE plane *)

Definition vec : Type := (R * R)%type.

Definition dot (u v : vec) : R := fst u * fst v + snd u * snd v.

(** rho(t): counter-clockwise rotation by t radians. *)
Definition rot (t : R) (v : vec) : vec :=
  (cos t * fst v - sin t * snd v, sin t * fst v + cos t * snd v).

(** v = (0, 1), the key direction of the papers' constructions. *)
Definition north : vec := (0, 1).

(** Distance of a key from its query, negative for a later key. *)
Definition dist (i j : nat) : R := INR i - INR j.

(** (W_K y)^T R^{i-j} (W_Q x) with q = W_Q x, k = W_K y. *)
Definition logit (theta : R) (q k : vec) (i j : nat) : R := dot k (rot (dist i j * theta) q).

Lemma dot_rot : forall a b u v, dot (rot a u) (rot b v) = dot u (rot (b - a) v).
Proof.
  intros a b [u1 u2] [v1 v2]. unfold dot, rot; simpl.
  rewrite cos_minus, sin_minus. ring.
Qed.

Lemma rot_rot : forall a b v, rot a (rot b v) = rot (a + b) v.
Proof.
  intros a b [v1 v2]. unfold rot; simpl. rewrite cos_plus, sin_plus. f_equal; ring.
Qed.

Lemma dot_north : forall t, dot north (rot t north) = cos t.
Proof. intro t. unfold dot, rot, north; simpl. ring. Qed.

(** * Sums over positions and softmax *)

(** sum f n = f 0 + ... + f (n-1). *)
Fixpoint sum (f : nat -> R) (n : nat) : R :=
  match n with
  | O => 0
  | S m => sum f m + f m
  end.

(** sum1 f n = f 1 + ... + f n: a sum over positions. *)
Definition sum1 (f : nat -> R) (n : nat) : R := sum (fun k => f (S k)) n.

(** Softmax weight of position j among positions 1..n, at inverse temperature beta. *)
Definition weight (beta : R) (l : nat -> R) (n j : nat) : R :=
  exp (beta * l j) / sum1 (fun k => exp (beta * l k)) n.

Lemma sum_ext : forall f g n, (forall k, (k < n)%nat -> f k = g k) -> sum f n = sum g n.
Proof.
  intros f g n. induction n as [|n IH]; intro H; simpl; [reflexivity|].
  rewrite IH, H by (intros; try apply H; lia). reflexivity.
Qed.

Lemma sum_le : forall f g n, (forall k, (k < n)%nat -> f k <= g k) -> sum f n <= sum g n.
Proof.
  intros f g n. induction n as [|n IH]; intro H; simpl; [lra|].
  pose proof (H n ltac:(lia)). pose proof (IH ltac:(intros; apply H; lia)). lra.
Qed.

Lemma sum_plus : forall f g n, sum (fun k => f k + g k) n = sum f n + sum g n.
Proof. intros f g n. induction n as [|n IH]; simpl; [|rewrite IH]; ring. Qed.

Lemma sum_scal : forall c f n, sum (fun k => c * f k) n = c * sum f n.
Proof. intros c f n. induction n as [|n IH]; simpl; [|rewrite IH]; ring. Qed.

Lemma sum_const : forall c n, sum (fun _ => c) n = INR n * c.
Proof. intros c n. induction n as [|n IH]; [simpl; ring|]. rewrite S_INR. simpl. rewrite IH. ring. Qed.

(** * Content-by-position matrices *)

(** M a b: logit of the earlier content a placed at position b, for the last query; a, b in 0..N-1.
    Positional: the rows agree.  Symbolic: the columns agree. *)
Definition positional (N : nat) (M : nat -> nat -> R) : Prop :=
  forall a a' b, (a < N)%nat -> (a' < N)%nat -> (b < N)%nat -> M a b = M a' b.

Definition symbolic (N : nat) (M : nat -> nat -> R) : Prop :=
  forall a b b', (a < N)%nat -> (b < N)%nat -> (b' < N)%nat -> M a b = M a b'.
