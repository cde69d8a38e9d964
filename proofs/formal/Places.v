(** Letters stand whole places omega apart on the circle; what is a part of one place never adds up to a
    whole turn. *)

From Coq Require Import Reals Lra Lia ZArith.
From RopeTheory Require Import Rope Heads Circle.
Open Scope R_scope.

(** A whole number of places and a part of one: no multiple of pi after halving. *)
Lemma between_places : forall (m : nat) (z : Z) u, (1 <= m)%nat -> 0 < u < spacing m ->
  sin ((IZR z * spacing m + u) / 2) <> 0.
Proof.
  intros m z u M U E. apply sin_eq_0_0 in E. destruct E as [k E].
  pose proof (spacing_turn m M) as T. pose proof (spacing_pos m M) as W.
  assert (E' : u = IZR (k * Z.of_nat m - z) * spacing m).
  { rewrite minus_IZR, mult_IZR, <- INR_IZR_INZ. nra. }
  assert (Z1 : 0 < IZR (k * Z.of_nat m - z)) by nra. assert (Z2 : IZR (k * Z.of_nat m - z) < 1) by nra.
  apply lt_IZR in Z1. apply lt_IZR in Z2. lia.
Qed.
