(** u26.swaps (U26, p. 16): for Definition D.1 the swaps of two positions are as good as all permutations.

    M a b is the logit of content a at position b, for a, b < N, the earlier positions.  The logits are invariant
    under every permutation of the contents exactly if they are under every swap of two; and equivariant exactly
    if they are under every swap.

    Idea: not that swaps generate the permutations, which would need invariance at every rearrangement of the
    input; but that a swap of a and b puts content a at position b.  So M a b = M b b for all a and b already. *)

From Coq Require Import Reals Lra Lia PeanoNat.
From RopeTheory Require Import Rope Instances.
Open Scope R_scope.

(** A permutation of 0..N-1, as a function that is injective there. *)
Definition permutes (N : nat) (p : nat -> nat) : Prop :=
  (forall j, (j < N)%nat -> (p j < N)%nat) /\
  (forall i j, (i < N)%nat -> (j < N)%nat -> p i = p j -> i = j).

Definition swapped (a b j : nat) : nat := if (j =? a)%nat then b else if (j =? b)%nat then a else j.

(** Definition D.1 for the rearrangements in P: content p(j) at position j, or content j at position p(j). *)
Definition invariant (N : nat) (P : (nat -> nat) -> Prop) (M : nat -> nat -> R) : Prop :=
  forall p, P p -> forall j, (j < N)%nat -> M (p j) j = M j j.

Definition equivariant (N : nat) (P : (nat -> nat) -> Prop) (M : nat -> nat -> R) : Prop :=
  forall p, P p -> forall j, (j < N)%nat -> M j (p j) = M j j.

Definition a_swap (N : nat) (p : nat -> nat) : Prop := exists a b, (a < N)%nat /\ (b < N)%nat /\ p = swapped a b.

Definition u26_swaps_statement : Prop :=
  forall (N : nat) (M : nat -> nat -> R),
    (invariant N (a_swap N) M <-> invariant N (permutes N) M) /\
    (equivariant N (a_swap N) M <-> equivariant N (permutes N) M) /\
    (invariant N (permutes N) M <-> positional N M) /\
    (equivariant N (permutes N) M <-> symbolic N M).

Lemma swap_permutes : forall N p, a_swap N p -> permutes N p.
Proof.
  intros N p (a & b & A & B & ->). unfold permutes, swapped. split.
  - intros j J. destruct (j =? a)%nat; [exact B|]. destruct (j =? b)%nat; [exact A|exact J].
  - intros i j _ _ E. destruct (Nat.eqb_spec i a), (Nat.eqb_spec j a);
    destruct (Nat.eqb_spec i b), (Nat.eqb_spec j b); lia.
Qed.

Lemma swapped_right : forall a b, swapped a b b = a.
Proof. intros a b. unfold swapped. destruct (Nat.eqb_spec b a); [congruence|]. rewrite Nat.eqb_refl. reflexivity.
Qed.

Lemma swaps_positional : forall N M, invariant N (a_swap N) M -> positional N M.
Proof.
  intros N M H. assert (D : forall a b, (a < N)%nat -> (b < N)%nat -> M a b = M b b).
  { intros a b A B. rewrite <- (H (swapped a b) ltac:(exists a, b; auto) b B), swapped_right. reflexivity. }
  intros a a' b A A' B. rewrite (D a b A B), (D a' b A' B). reflexivity.
Qed.

Lemma swaps_symbolic : forall N M, equivariant N (a_swap N) M -> symbolic N M.
Proof.
  intros N M H. assert (D : forall a b, (a < N)%nat -> (b < N)%nat -> M a b = M a a).
  { intros a b A B. rewrite <- (H (swapped b a) ltac:(exists b, a; auto) a A), swapped_right. reflexivity. }
  intros a b b' A B B'. rewrite (D a b A B), (D a b' A B'). reflexivity.
Qed.

Theorem u26_swaps_proved : u26_swaps_statement.
Proof.
  intros N M.
  assert (P : positional N M -> invariant N (permutes N) M) by (intros H p [In _] j J; apply H; auto).
  assert (S : symbolic N M -> equivariant N (permutes N) M) by (intros H p [In _] j J; apply H; auto).
  assert (I : invariant N (permutes N) M -> invariant N (a_swap N) M) by (intros H p A; apply H, swap_permutes, A).
  assert (E : equivariant N (permutes N) M -> equivariant N (a_swap N) M) by (intros H p A;
    apply H, swap_permutes, A).
  pose proof (swaps_positional N M). pose proof (swaps_symbolic N M). tauto.
Qed.

(** False neighbour: swaps of neighbours, which generate all permutations, are not enough on one input. *)
Definition u26_swaps_neighbour_generators : Prop :=
  forall (N : nat) (M : nat -> nat -> R),
    invariant N (fun p => exists a, (S a < N)%nat /\ p = swapped a (S a)) M -> invariant N (permutes N) M.

(** Content 2 at position 0 alone is told apart. *)
Definition corner (a b : nat) : R := if ((a =? 2) && (b =? 0))%bool%nat then 1 else 0.

Theorem u26_swaps_neighbour_generators_false : ~ u26_swaps_neighbour_generators.
Proof.
  intro H. specialize (H 3%nat corner).
  assert (Near : invariant 3 (fun p => exists a, (S a < 3)%nat /\ p = swapped a (S a)) corner).
  { intros p (a & A & ->) j J. assert (a = 0 \/ a = 1)%nat as [->| ->] by lia;
      assert (j = 0 \/ j = 1 \/ j = 2)%nat as [->|[->| ->]] by lia; reflexivity. }
  specialize (H Near (swapped 0 2) (swap_permutes 3 _ ltac:(exists 0%nat, 2%nat; auto)) 0%nat ltac:(lia)).
  unfold corner, swapped in H. simpl in H. lra.
Qed.

Example u26_swaps_instance : instance_of u26_swaps_statement.
Proof. exists 3%nat, (fun a b => INR a - INR b). repeat split. Qed.
