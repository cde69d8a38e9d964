(** The printed sums of the exclusion principle (U25, Theorem 1) over all permutations, and that they are means.

    'S_N is mathcomp's symmetric group on N points; \big[Rplus/0]_(pi : 'S_N) is the sum over all of its elements. *)

From Coq Require Import Reals Factorial.
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_fingroup.
From RopeTheory Require Import Rope Exclusion.
Open Scope R_scope.

(** The squared norms of delta_pos(pi, j) = M[pi(j), j] - l_j and delta_sym(pi, j) = M[j, pi(j)] - l_j over all
    permutations pi of 0..N-1 and all j. *)
Definition norm2_pos (N : nat) (M : nat -> nat -> R) (l : nat -> R) : R :=
  \big[Rplus/0]_(pi : 'S_N) \big[Rplus/0]_(j < N) (M (pi j) j - l j) ^ 2.
Definition norm2_sym (N : nat) (M : nat -> nat -> R) (l : nat -> R) : R :=
  \big[Rplus/0]_(pi : 'S_N) \big[Rplus/0]_(j < N) (M j (pi j) - l j) ^ 2.

(** The printed right-hand side. *)
Definition exclusion_bound (N : nat) (M : nat -> nat -> R) (l : nat -> R) : R :=
  (norm2_pos N M l + norm2_sym N M l) / (INR N`! * INR N).

(** * Sums over all permutations are means over all pairs *)

Lemma Rplus_associative : associative Rplus.
Proof. exact: (fun x y z => esym (Rplus_assoc x y z)). Qed.

(** Fills in the record of a law, whose fields differ between mathcomp 1 and 2; its first is the operation (in mathcomp 1
    that of a commutative law is the law). *)
Ltac law op :=
  unshelve econstructor; [exact: op | ..];
  repeat first [exact: Rplus_associative | exact: Rplus_comm | exact: Rplus_0_l | exact: Rplus_0_r | econstructor].

Canonical Rplus_law : Monoid.law 0 := ltac:(law Rplus).
Canonical Rplus_comlaw : Monoid.com_law 0 := ltac:(first [law Rplus | law Rplus_law]).

Lemma big_ord_sum : forall N (f : nat -> R), \big[Rplus/0]_(j < N) f j = Rope.sum f N.
Proof.
  move=> N f. elim: N => [|N IH]; first by rewrite big_ord0.
  by rewrite big_ord_recr /= IH.
Qed.

Lemma big_const_R : forall (T : finType) (P : pred T) c, \big[Rplus/0]_(x | P x) c = INR #|P| * c.
Proof.
  move=> T P c. rewrite big_const. elim: #|P| => [|k IH] /=; first by rewrite Rmult_0_l.
  rewrite IH. case: k {IH} => [|k] /=; ring.
Qed.

(** The permutations that send j to a are equally many for all a, so each has a share of 1/N of the N!. *)
Lemma card_sending : forall N (j a b : 'I_N), #|[pred s : 'S_N | s j == a]| = #|[pred s : 'S_N | s j == b]|.
Proof.
  move=> N j a b. pose f (s : 'S_N) := (s * tperm a b)%g.
  have inj : injective f by move=> s t /mulIg.
  rewrite -(card_image inj). apply: eq_card => t. rewrite !inE /=.
  apply/imageP/idP => [[s]|/eqP ht].
  - by rewrite inE => /eqP hs ->; rewrite /f permM hs tpermL.
  - exists (t * tperm a b)%g; last by rewrite /f -mulgA tperm2 mulg1.
    by rewrite inE permM ht tpermR.
Qed.

Lemma card_sending_factorial : forall N (j a : 'I_N), (#|[pred s : 'S_N | s j == a]| * N = N`!)%N.
Proof.
  move=> N j a. rewrite -(card_Sn N) -[RHS]sum1_card (partition_big (fun s : 'S_N => s j) xpredT) //=.
  have share : forall b : 'I_N, true -> \sum_(s : 'S_N | s j == b) 1 = #|[pred s : 'S_N | s j == a]|.
  { move=> b _. by rewrite sum1_card; apply: card_sending. }
  by rewrite (eq_bigr _ share) big_const_ord iter_addn_0.
Qed.

Lemma perm_sum_one : forall N (j : 'I_N) (f : nat -> R),
  \big[Rplus/0]_(s : 'S_N) f (s j) = INR N`! / INR N * Rope.sum f N.
Proof.
  move=> N j f. have HN : INR N <> 0 by apply: not_0_INR; case: N j => [[]|].
  rewrite (partition_big (fun s : 'S_N => s j) xpredT) //= -big_ord_sum.
  have term : forall a : 'I_N,
    \big[Rplus/0]_(s : 'S_N | s j == a) f (s j) = INR N`! / INR N * f a.
  { move=> a. have same : forall s : 'S_N, s j == a -> f (s j) = f a by move=> s /eqP ->.
    rewrite (eq_bigr _ same) big_const_R. have -> : INR N`! = INR #|[pred s : 'S_N | s j == a]| * INR N.
    { by rewrite -(card_sending_factorial N j a) mult_INR. }
    have -> : forall c, INR c * INR N / INR N = INR c by move=> c; field.
    by []. }
  rewrite (eq_bigr _ (fun a _ => term a)). elim: (index_enum _) => [|a r IH].
  - by rewrite !big_nil Rmult_0_r.
  - by rewrite !big_cons IH Rmult_plus_distr_l.
Qed.

Lemma perm_sum : forall N (f : nat -> nat -> R),
  \big[Rplus/0]_(s : 'S_N) \big[Rplus/0]_(j < N) f (s j) j
  = INR N`! / INR N * Rope.sum (fun b => Rope.sum (fun a => f a b) N) N.
Proof.
  move=> N f. rewrite exchange_big /= -Rope.sum_scal -big_ord_sum. apply: eq_bigr => j _.
  exact: (perm_sum_one N j (fun a => f a j)).
Qed.

(** * The printed sums *)

Lemma sum_exchange : forall (f : nat -> nat -> R) m n,
  Rope.sum (fun a => Rope.sum (fun b => f a b) n) m = Rope.sum (fun b => Rope.sum (fun a => f a b) m) n.
Proof.
  move=> f m n. elim: m => [|m IH] /=; first by rewrite Rope.sum_const Rmult_0_r.
  by rewrite IH -Rope.sum_plus.
Qed.

Lemma factorial_pos : forall N, 0 < INR N`!.
Proof. move=> N. apply: lt_0_INR. apply/ltP. exact: fact_gt0. Qed.

Lemma norm2_is_mean : forall N (f : nat -> nat -> R), (1 <= N)%coq_nat ->
  \big[Rplus/0]_(s : 'S_N) \big[Rplus/0]_(j < N) f (s j) j = INR N`! * INR N * mean2 N f.
Proof.
  move=> N f HN. have H : INR N <> 0 by apply: Rgt_not_eq; apply: INR_pos.
  rewrite perm_sum -(sum_exchange f) /mean2. by field.
Qed.

Lemma norm2_pos_mean : forall N M l, (1 <= N)%coq_nat -> norm2_pos N M l = INR N`! * INR N * e_pos N M l.
Proof. move=> N M l HN. exact: (norm2_is_mean N (fun a b => (M a b - l b) ^ 2)). Qed.

Lemma norm2_sym_mean : forall N M l, (1 <= N)%coq_nat -> norm2_sym N M l = INR N`! * INR N * e_sym N M l.
Proof.
  move=> N M l HN. rewrite /norm2_sym (norm2_is_mean N (fun a b => (M b a - l b) ^ 2)) // /e_sym /mean2.
  by rewrite (sum_exchange (fun a b => (M b a - l b) ^ 2)).
Qed.

Lemma bound_is_energies : forall N M l, (1 <= N)%coq_nat ->
  exclusion_bound N M l = e_pos N M l + e_sym N M l.
Proof.
  move=> N M l HN. have H : INR N <> 0 by apply: Rgt_not_eq; apply: INR_pos.
  have H' : INR N`! <> 0 by apply: Rgt_not_eq; apply: factorial_pos.
  rewrite /exclusion_bound norm2_pos_mean // norm2_sym_mean //. by field.
Qed.

(** mathcomp's factorial is Coq's. *)
Lemma factorial_is_fact : forall N, N`! = fact N.
Proof. elim=> [//|N IH]. by rewrite factS IH mulnE. Qed.

(** * Positional and symbolic, by permutations as U25 and U26 define them *)

Lemma symbolic_by_permutations : forall N (M : nat -> nat -> R),
  symbolic N M <-> forall (pi : 'S_N) (j : 'I_N), M j (pi j) = M j j.
Proof.
  move=> N M. split=> [H pi j|H a b b' /ltP Ha /ltP Hb /ltP Hb']; first by apply: H; apply/ltP.
  have E c (Hc : (c < N)%N) : M a c = M a a.
  { move: (H (tperm (Ordinal Ha) (Ordinal Hc)) (Ordinal Ha)). by rewrite tpermL. }
  by rewrite !E.
Qed.

Lemma positional_by_permutations : forall N (M : nat -> nat -> R),
  positional N M <-> forall (pi : 'S_N) (j : 'I_N), M (pi j) j = M j j.
Proof.
  move=> N M. split=> [H pi j|H a a' b /ltP Ha /ltP Ha' /ltP Hb]; first by apply: H; apply/ltP.
  have E c (Hc : (c < N)%N) : M c b = M b b.
  { move: (H (tperm (Ordinal Hb) (Ordinal Hc)) (Ordinal Hb)). by rewrite tpermL. }
  by rewrite !E.
Qed.
