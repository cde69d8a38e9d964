(** u25.thm1, u25.thm1.any-centre

    Source: U25, Theorem 1 (exclusion principle).  With N = n - 1, M[a,b] the logit of the earlier content a at
    position b and l_j = M[j,j]:  Var(l) <= (|delta_pos|^2 + |delta_sym|^2) / (N! N), where
    delta_pos(pi, j) = M[pi(j), j] - l_j and delta_sym(pi, j) = M[j, pi(j)] - l_j over all permutations pi of the N
    earlier positions and all j.  Any-centre: l may be any N real numbers, not only the diagonal of M.

    Idea: permutations that send j to a are equally many for all a, so the right side is e_pos + e_sym, which is
    Var(l) plus twice a mean of squares.
    Encoding: M is any real function (the head may be anything), positions count from 0, and the sums run over
    mathcomp's symmetric group 'S_N (Permutations.v). *)

From Coq Require Import Reals Lra Lia Factorial.
From RopeTheory Require Import Rope Exclusion Permutations Instances.
Open Scope R_scope.

Lemma bound_holds : forall N M l, (1 <= N)%nat -> variance N l <= exclusion_bound N M l.
Proof.
  intros N M l HN. rewrite bound_is_energies, energies_identity by exact HN.
  assert (0 <= interaction N M l); [|lra].
  apply mean2_nonneg; [exact HN|]. intros. apply pow2_ge_0.
Qed.

Definition u25_thm1_statement : Prop :=
  forall (N : nat) (M : nat -> nat -> R), (1 <= N)%nat ->
    variance N (diagonal M)
    <= (norm2_pos N M (diagonal M) + norm2_sym N M (diagonal M)) / (INR (fact N) * INR N).

Theorem u25_thm1_proved : u25_thm1_statement.
Proof. intros N M HN. rewrite <- factorial_is_fact. apply bound_holds. exact HN. Qed.

Definition u25_thm1_any_centre_statement : Prop :=
  forall (N : nat) (M : nat -> nat -> R) (l : nat -> R), (1 <= N)%nat ->
    variance N l <= (norm2_pos N M l + norm2_sym N M l) / (INR (fact N) * INR N).

Theorem u25_thm1_any_centre_proved : u25_thm1_any_centre_statement.
Proof. intros N M l HN. rewrite <- factorial_is_fact. apply bound_holds. exact HN. Qed.

(** * False neighbours: no constant below 1, no strictness, not |delta_pos|^2 alone, not N - 1 *)

(** M = (0 1; 1 2): both sides are 1. *)
Definition tight (a b : nat) : R := INR (a + b).
(** M = (0 2; 0 2): rows agree. *)
Definition rows_agree (a b : nat) : R := INR (2 * b).

Ltac compute_means := unfold e_pos, e_sym, variance, mean, mean2, diagonal, tight, rows_agree; simpl.
Ltac at_two_points H M :=
  specialize (H 2%nat M ltac:(lia)); revert H; rewrite <- ?factorial_is_fact;
  fold (exclusion_bound 2 M (diagonal M)); rewrite ?bound_is_energies by lia;
  compute_means; try lra.

Definition u25_thm1_neighbour_constant : Prop :=
  exists c : R, c < 1 /\ forall (N : nat) (M : nat -> nat -> R), (1 <= N)%nat ->
    variance N (diagonal M)
    <= c * ((norm2_pos N M (diagonal M) + norm2_sym N M (diagonal M)) / (INR (fact N) * INR N)).

Theorem u25_thm1_neighbour_constant_false : ~ u25_thm1_neighbour_constant.
Proof. intros [c [Hc H]]. at_two_points H tight. Qed.

Definition u25_thm1_neighbour_strict : Prop :=
  forall (N : nat) (M : nat -> nat -> R), (2 <= N)%nat ->
    variance N (diagonal M)
    < (norm2_pos N M (diagonal M) + norm2_sym N M (diagonal M)) / (INR (fact N) * INR N).

Theorem u25_thm1_neighbour_strict_false : ~ u25_thm1_neighbour_strict.
Proof. intro H. at_two_points H tight. Qed.

Definition u25_thm1_neighbour_positional : Prop :=
  forall (N : nat) (M : nat -> nat -> R), (1 <= N)%nat ->
    variance N (diagonal M) <= norm2_pos N M (diagonal M) / (INR (fact N) * INR N).

Theorem u25_thm1_neighbour_positional_false : ~ u25_thm1_neighbour_positional.
Proof.
  intro H. specialize (H 2%nat rows_agree ltac:(lia)). revert H.
  rewrite norm2_pos_mean, factorial_is_fact by lia. compute_means. lra.
Qed.

Definition u25_thm1_neighbour_unbiased : Prop :=
  forall (N : nat) (M : nat -> nat -> R), (2 <= N)%nat ->
    variance N (diagonal M) * INR N / INR (N - 1)
    <= (norm2_pos N M (diagonal M) + norm2_sym N M (diagonal M)) / (INR (fact N) * INR N).

Theorem u25_thm1_neighbour_unbiased_false : ~ u25_thm1_neighbour_unbiased.
Proof. intro H. at_two_points H tight. Qed.

(** Half the right side is not enough for any-centre either, and the centre does enter: with l on the diagonal of the
    tight matrix there is equality. *)
Definition u25_thm1_any_centre_neighbour_half : Prop :=
  forall (N : nat) (M : nat -> nat -> R) (l : nat -> R), (1 <= N)%nat ->
    variance N l <= / 2 * ((norm2_pos N M l + norm2_sym N M l) / (INR (fact N) * INR N)).

Theorem u25_thm1_any_centre_neighbour_half_false : ~ u25_thm1_any_centre_neighbour_half.
Proof.
  intro H. apply u25_thm1_neighbour_constant_false. exists (/ 2). split; [lra|].
  intros N M HN. apply H. exact HN.
Qed.

Example u25_thm1_instance : instance_of u25_thm1_statement.
Proof. exists 3%nat, (fun a b => INR (a * b)). split; [lia|exact I]. Qed.

Example u25_thm1_any_centre_instance : instance_of u25_thm1_any_centre_statement.
Proof. exists 3%nat, (fun a b => INR (a * b)), INR. split; [lia|exact I]. Qed.
