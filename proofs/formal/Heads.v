(** The papers' explicit heads, each written once by its query and key vectors, and what is asked of
    logits.

    Mirrors rope_theory/core/constructions.py, rope_theory/core/heads.py and rope_theory/laws/gaps.py. A head is a list
    of RoPE planes; a plane has a frequency (radians per position) and a query and a key vector for every
    token. The formulas of the logits, such as cos((n-j-i)theta), are theorems about these vectors.

    Inputs are functions from positions to tokens of which only the values at 1..n count; the query is the
    token at n, its last position. Letters are their numbers phi = 0, 1, ... *)

From Coq Require Import Reals Lra Lia List PeanoNat Bool.
From RopeTheory Require Import Rope.
Import ListNotations.
Open Scope R_scope.

(** * Heads *)

Record plane (T : Type) : Type := Plane { frequency : R; query : T -> vec; key : T -> vec }.
Arguments Plane {T}. Arguments frequency {T}. Arguments query {T}. Arguments key {T}.

Definition head (T : Type) : Type := list (plane T).

(** Logit of query content x at position i against key content y at position j: the sum over the planes. *)
Definition head_logit {T} (h : head T) (x : T) (i : nat) (y : T) (j : nat) : R :=
  fold_right (fun p s => logit (frequency p) (query p x) (key p y) i j + s) 0 h.

(** Logits of an input of length n: the last token asks, position j answers. *)
Definition logits {T} (h : head T) (s : nat -> T) (n : nat) (j : nat) : R := head_logit h (s n) n (s j) j.

Definition scale (a : R) (v : vec) : vec := (a * fst v, a * snd v).

(** Content by position: earlier content a (0-based, so the token at a + 1) placed at position b + 1, for
    the last of n tokens. See positional and symbolic in Rope.v; there are n - 1 earlier contents and
    places. *)
Definition content_by_position {T} (h : head T) (s : nat -> T) (n : nat) (a b : nat) : R :=
  head_logit h (s n) n (s (S a)) (S b).

Definition positional_on {T} (h : head T) (s : nat -> T) (n : nat) : Prop :=
  positional (n - 1) (content_by_position h s n).

Definition symbolic_on {T} (h : head T) (s : nat -> T) (n : nat) : Prop :=
  symbolic (n - 1) (content_by_position h s n).

(** * Tokens *)

(** Tokens of Index and the number task: a letter, or an integer (which asks that many places back). *)
Inductive token : Type := Letter (a : nat) | Int (i : nat).

Definition asked (x : token) : nat := match x with Letter _ => 0%nat | Int i => i end.

(** Tokens of Retrieval and the letter task: a letter bound to a letter, or to an integer. *)
Inductive pair : Type := LetterPair (x y : nat) | LetterInt (x i : nat).

Definition left_of (t : pair) : nat := match t with LetterPair x _ => x | LetterInt x _ => x end.

(** The letter that a token asks for: the right one of a letter pair, else its own. *)
Definition sought (t : pair) : nat := match t with LetterPair _ y => y | LetterInt x _ => x end.

(** Tokens of U25's binding tasks: a symbol bound to an attribute, or the queried symbol alone. *)
Inductive binding : Type := Bound (symbol attribute : nat) | Lone (symbol : nat).

Definition symbol_of (t : binding) : nat := match t with Bound a _ => a | Lone a => a end.

(** The place on the circle of s + 1 places at which a key stands: its symbol's, and the spare place,
    number s, for the key of a lone query. *)
Definition place_of (s : nat) (t : binding) : nat := match t with Bound a _ => a | Lone _ => s end.

(** * The constructions *)

(** H_POS, the head of T_Index: every key is v; a letter's query is v, the query of integer i is
    rho(theta)^{-i} v. U25 Theorem 3; U26 Appendix F.2.1. *)
Definition h_pos (theta : R) : head token :=
  [Plane theta
     (fun x => match x with Letter _ => north | Int i => rot (- INR i * theta) north end)
     (fun _ => north)].

(** Spacing of m places on the circle, omega = 2 pi / m. *)
Definition spacing (m : nat) : R := 2 * PI / INR m.

(** The direction of letter number a: rho(omega)^{-a} v. *)
Definition on_circle (m a : nat) : vec := rot (- INR a * spacing m) north.

(** H_SYM on m places: queries stand where `asks` says, turned by -phase, keys where `stands` says. U25
    Theorems 5 and 7b; with phase 0 the head of U26's T_Retrieval. *)
Definition h_sym {T} (m : nat) (asks stands : T -> nat) (theta phase : R) : head T :=
  [Plane theta (fun x => rot (- phase) (on_circle m (asks x))) (fun y => on_circle m (stands y))].

(** The head of T_Retrieval over m letters (U26 Appendix F.2.2): W_K E = rho(omega)^{-phi(left)} v, W_Q E
    = rho(omega)^{-phi(sought)} v. *)
Definition h_retrieval (m : nat) (theta : R) : head pair :=
  [Plane theta (fun x => on_circle m (sought x)) (fun y => on_circle m (left_of y))].

(** H_SYM for Partial Induction over s symbols: one plane, a spare place for the lone query's key. *)
Definition h_single (s : nat) (theta : R) : head binding := h_sym (S s) symbol_of (place_of s) theta 0.

(** H_MIX over s symbols: a plane without rotation for the symbol, amplitude A, and a plane of angle theta
    for recency, amplitude B. U25 Theorem 6. *)
Definition h_mix (s : nat) (theta A B : R) : head binding :=
  [Plane 0 (fun x => scale A (on_circle (S s) (symbol_of x))) (fun y => on_circle (S s) (place_of s y));
   Plane theta (fun _ => scale B north) (fun _ => north)].

(** * Largest logits, gaps, hard attention *)

(** M is the largest value of f on the positions k with P k (they need not be many, but there must be one). *)
Definition is_largest (f : nat -> R) (P : nat -> Prop) (M : R) : Prop :=
  (exists k, P k /\ f k = M) /\ forall k, P k -> f k <= M.

Definition within (n k : nat) : Prop := (1 <= k <= n)%nat.

(** Position j holds a largest logit among 1..n. *)
Definition maximiser (l : nat -> R) (n j : nat) : Prop :=
  within n j /\ forall k, within n k -> l k <= l j.

(** Position j holds the largest logit among 1..n, and no other position does. *)
Definition only_maximiser (l : nat -> R) (n j : nat) : Prop :=
  within n j /\ forall k, within n k -> k <> j -> l k < l j.

(** The largest logit is taken at one position only. *)
Definition unique_maximum (l : nat -> R) (n : nat) : Prop := exists j, only_maximiser l n j.

(** g is the largest logit minus the largest logit among the positions in P (the "others"). *)
Definition gap_to (P : nat -> Prop) (l : nat -> R) (n : nat) (g : R) : Prop :=
  exists best other, is_largest l (within n) best /\ is_largest l (fun k => within n k /\ P k) other /\
                     g = best - other.

(** The gap of an input to any other position than one maximiser (U26 F.2.1); 0 if two positions tie at
    the top. *)
Definition gap_any (l : nat -> R) (n : nat) (g : R) : Prop :=
  exists j, maximiser l n j /\ gap_to (fun k => k <> j) l n g.

(** The gap to the positions that are not maximisers; 0 if all of at least two positions tie (U26 Lemma
    F.1). *)
Definition gap_not_maximal (l : nat -> R) (n : nat) (g : R) : Prop :=
  gap_to (fun k => ~ maximiser l n k) l n g \/
  ((2 <= n)%nat /\ (forall k, within n k -> maximiser l n k) /\ g = 0).

(** Average hard attention: equal weight on every maximiser. *)
Definition top (l : nat -> R) (n k : nat) : bool :=
  forallb (fun i => if Rle_dec (l i) (l k) then true else false) (seq 1 n).

Definition hard_weight (l : nat -> R) (n j : nat) : R :=
  (if top l n j then 1 else 0) / sum1 (fun k => if top l n k then 1 else 0) n.

(** * The logits are cosines *)

Lemma logit_rot : forall g a b i j,
  logit g (rot a north) (rot b north) i j = cos (dist i j * g + a - b).
Proof.
  intros g a b i j. unfold logit. rewrite rot_rot, dot_rot, dot_north. f_equal; ring.
Qed.

Lemma logit_scale : forall c g u v i j, logit g (scale c u) v i j = c * logit g u v i j.
Proof. intros c g [u1 u2] [v1 v2] i j. unfold logit, scale, rot, dot; simpl. ring. Qed.

Lemma rot_0 : forall v, rot 0 v = v.
Proof. intros [a b]. unfold rot; simpl. rewrite cos_0, sin_0. f_equal; ring. Qed.

Lemma north_rot : north = rot 0 north.
Proof. symmetry; apply rot_0. Qed.

Lemma h_pos_logit : forall theta x i y j,
  head_logit (h_pos theta) x i y j = cos ((INR i - INR j - INR (asked x)) * theta).
Proof.
  intros theta x i y j. unfold head_logit, h_pos; simpl.
  rewrite Rplus_0_r. destruct x as [a|k]; simpl.
  - rewrite north_rot, logit_rot. unfold dist. f_equal; ring.
  - rewrite (north_rot) at 2. rewrite logit_rot. unfold dist. f_equal; ring.
Qed.

Lemma on_circle_logit : forall m theta a b i j,
  logit theta (on_circle m a) (on_circle m b) i j
  = cos ((INR b - INR a) * spacing m + (INR i - INR j) * theta).
Proof. intros. unfold on_circle. rewrite logit_rot. unfold dist. f_equal; ring. Qed.

Lemma h_retrieval_logit : forall m theta x i y j,
  head_logit (h_retrieval m theta) x i y j
  = cos ((INR (left_of y) - INR (sought x)) * spacing m + (INR i - INR j) * theta).
Proof.
  intros. unfold head_logit, h_retrieval; simpl. rewrite Rplus_0_r. apply on_circle_logit.
Qed.

Lemma h_sym_logit : forall T m (asks stands : T -> nat) theta phase x i y j,
  head_logit (h_sym m asks stands theta phase) x i y j
  = cos ((INR (stands y) - INR (asks x)) * spacing m + (INR i - INR j) * theta - phase).
Proof.
  intros. unfold head_logit, h_sym; simpl. rewrite Rplus_0_r. unfold on_circle.
  rewrite rot_rot, logit_rot. unfold dist. f_equal; ring.
Qed.

Lemma h_single_logit : forall s theta x i y j,
  head_logit (h_single s theta) x i y j
  = cos ((INR (place_of s y) - INR (symbol_of x)) * spacing (S s) + (INR i - INR j) * theta).
Proof. intros. unfold h_single. rewrite h_sym_logit. f_equal; ring. Qed.

Lemma h_mix_logit : forall s theta A B x i y j,
  head_logit (h_mix s theta A B) x i y j
  = A * cos ((INR (place_of s y) - INR (symbol_of x)) * spacing (S s)) + B * cos ((INR i - INR j) * theta).
Proof.
  intros. unfold head_logit, h_mix. cbn [fold_right frequency query key].
  rewrite !logit_scale, on_circle_logit, Rplus_0_r. f_equal; f_equal.
  - f_equal; ring.
  - rewrite north_rot, logit_rot. unfold dist. f_equal; ring.
Qed.

(** * Facts about largest logits *)

Lemma only_maximiser_maximiser : forall l n j, only_maximiser l n j -> maximiser l n j.
Proof.
  intros l n j [Hj H]. split; [exact Hj|]. intros k Hk.
  destruct (Nat.eq_dec k j) as [->|E]; [lra|]. apply Rlt_le, H; assumption.
Qed.

Lemma only_maximiser_unique : forall l n i j, only_maximiser l n i -> maximiser l n j -> j = i.
Proof.
  intros l n i j [Hi H] [Hj G]. destruct (Nat.eq_dec j i) as [E|E]; [exact E|].
  pose proof (H j Hj E). pose proof (G i Hi). lra.
Qed.

Lemma maximiser_is_largest : forall l n j, maximiser l n j -> is_largest l (within n) (l j).
Proof. intros l n j [Hj H]. split; [exists j; auto|exact H]. Qed.

Lemma is_largest_unique : forall f P M M', is_largest f P M -> is_largest f P M' -> M = M'.
Proof.
  intros f P M M' [[k [Pk Ek]] H] [[k' [Pk' Ek']] H'].
  pose proof (H k' Pk'). pose proof (H' k Pk). lra.
Qed.

Lemma top_spec : forall l n k, top l n k = true <-> forall i, within n i -> l i <= l k.
Proof.
  intros l n k. unfold top. rewrite forallb_forall. split; intros H i Hi.
  - specialize (H i). destruct (Rle_dec (l i) (l k)); [assumption|].
    discriminate H. apply in_seq. unfold within in Hi. lia.
  - apply in_seq in Hi. destruct (Rle_dec (l i) (l k)); [reflexivity|].
    exfalso. apply n0, H. unfold within. lia.
Qed.

Lemma top_only : forall l n j, only_maximiser l n j ->
  forall k, within n k -> top l n k = (k =? j)%nat.
Proof.
  intros l n j Hj k Hk. destruct (Nat.eqb_spec k j) as [->|E].
  - apply top_spec. apply (only_maximiser_maximiser l n j Hj).
  - destruct (top l n k) eqn:Q; [|reflexivity]. exfalso. apply E.
    apply (only_maximiser_unique l n j k Hj). split; [exact Hk|]. apply top_spec, Q.
Qed.

Lemma sum_indicator : forall j n, (j < n)%nat -> forall f,
  sum (fun k => if (k =? j)%nat then f k else 0) n = f j.
Proof.
  intros j n. induction n as [|n IH]; intros H f; [lia|]. simpl.
  destruct (Nat.eqb_spec n j) as [->|E].
  - rewrite (sum_ext _ (fun _ => 0)).
    + rewrite sum_const. ring.
    + intros k Hk. destruct (Nat.eqb_spec k j); [lia|reflexivity].
  - rewrite IH by lia. ring.
Qed.

(** A sum of any values with the weights of hard attention is the value at the only maximiser. *)
Lemma hard_weight_only : forall l n j, only_maximiser l n j -> forall f,
  sum1 (fun k => hard_weight l n k * f k) n = f j.
Proof.
  intros l n j Hj f.
  assert (One : sum1 (fun k => if top l n k then 1 else 0) n = 1).
  { unfold sum1. rewrite (sum_ext _ (fun k => if (k =? j - 1)%nat then 1 else 0)).
    - apply (sum_indicator (j - 1) n ltac:(destruct Hj as [Hj _]; unfold within in Hj; lia) (fun _ => 1)).
    - intros k Hk. rewrite (top_only l n j Hj) by (unfold within; lia).
      destruct Hj as [Hj _]; unfold within in Hj.
      destruct (Nat.eqb_spec (S k) j), (Nat.eqb_spec k (j - 1)); try reflexivity; lia. }
  unfold hard_weight. rewrite One. unfold sum1.
  rewrite (sum_ext _ (fun k => if (k =? j - 1)%nat then f (S k) else 0)).
  - rewrite (sum_indicator (j - 1) n ltac:(destruct Hj as [Hj _]; unfold within in Hj;
      lia) (fun k => f (S k))).
    f_equal. destruct Hj as [Hj _]; unfold within in Hj. lia.
  - intros k Hk. rewrite (top_only l n j Hj) by (unfold within; lia).
    destruct Hj as [Hj _]; unfold within in Hj.
    destruct (Nat.eqb_spec (S k) j), (Nat.eqb_spec k (j - 1)); try lia; field.
Qed.
