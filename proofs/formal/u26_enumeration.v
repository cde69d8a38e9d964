(** u26.enumeration (U26, p. 24): the numbers (phi(left) - 1) |Sigma_R| + phi(right) enumerate Sigma.

    With A letters and M integers, phi numbers the letters 1..A and, as right symbols, the integers A+1..A+M,
    so that |Sigma_R| = A + M.  Each token gets one of the numbers 1..A(A+M), two tokens never the same, and
    every number is taken.

    Idea: division with remainder of the number less 1. *)

From Coq Require Import Lia PeanoNat.
From RopeTheory Require Import Instances.

(** phi on the right symbols: the letter a and the integer i, both counted from 1. *)
Inductive symbol : Type := IsLetter (a : nat) | IsInt (i : nat).
Definition phi (A : nat) (x : symbol) : nat := match x with IsLetter a => a | IsInt i => A + i end.
Definition in_right (A M : nat) (x : symbol) : Prop :=
  match x with IsLetter a => 1 <= a <= A | IsInt i => 1 <= i <= M end.

(** The number of the token with left letter l and right symbol x, with `factor` for |Sigma_R|. *)
Definition number (A factor : nat) (l : nat) (x : symbol) : nat := (l - 1) * factor + phi A x.

Definition u26_enumeration_statement : Prop :=
  forall A M : nat,
    (forall l x, 1 <= l <= A -> in_right A M x -> 1 <= number A (A + M) l x <= A * (A + M)) /\
    (forall l x l' x', 1 <= l <= A -> in_right A M x -> 1 <= l' <= A -> in_right A M x' ->
       number A (A + M) l x = number A (A + M) l' x' -> l = l' /\ x = x') /\
    (forall k, 1 <= k <= A * (A + M) -> exists l x, 1 <= l <= A /\ in_right A M x /\ number A (A + M) l x = k).

Lemma phi_range : forall A M x, in_right A M x -> 1 <= phi A x <= A + M.
Proof. intros A M [a|i] H; simpl in *; lia. Qed.

Lemma phi_injective : forall A M x y, in_right A M x -> in_right A M y -> phi A x = phi A y -> x = y.
Proof. intros A M [a|i] [b|j] H G E; simpl in *; try (f_equal; lia); exfalso; lia. Qed.

Lemma one_more : forall a b, 1 <= a -> a * b = (a - 1) * b + b.
Proof. intros [|a] b H; [lia|]. rewrite Nat.mul_succ_l. replace (S a - 1) with a by lia. reflexivity. Qed.

Theorem u26_enumeration_proved : u26_enumeration_statement.
Proof.
  intros A M. split; [|split].
  - intros l x L X. pose proof (phi_range A M x X). unfold number.
    assert ((l - 1) * (A + M) <= (A - 1) * (A + M)) by (apply Nat.mul_le_mono_r; lia).
    rewrite (one_more A (A + M)) by lia. split; [apply Nat.le_trans with (phi A x); [apply H|apply Nat.le_add_l]|].
    apply Nat.add_le_mono; [assumption|apply H].
  - intros l x l' x' L X L' X' E. pose proof (phi_range A M x X). pose proof (phi_range A M x' X').
  unfold number in E.
    assert (l = l').
    { destruct (Nat.lt_trichotomy l l') as [D|[D|D]]; [|exact D|]; exfalso.
      - assert (l * (A + M) <= (l' - 1) * (A + M)) by (apply Nat.mul_le_mono_r; lia).
        pose proof (one_more l (A + M) ltac:(lia)). lia.
      - assert (l' * (A + M) <= (l - 1) * (A + M)) by (apply Nat.mul_le_mono_r; lia).
        pose proof (one_more l' (A + M) ltac:(lia)). lia. }
    subst l'. split; [reflexivity|]. apply (phi_injective A M); try assumption. lia.
  - intros k K. assert (P : A + M <> 0) by (intro Z; rewrite Z, Nat.mul_0_r in K; lia).
    set (q := (k - 1) / (A + M)). set (r := (k - 1) mod (A + M)).
    pose proof (Nat.div_mod (k - 1) (A + M) P) as D. fold q r in D.
    pose proof (Nat.mod_upper_bound (k - 1) (A + M) P) as B. fold r in B.
    assert (Q : q < A) by (apply Nat.div_lt_upper_bound; [exact P|lia]).
    destruct (Nat.le_gt_cases (r + 1) A) as [S|S].
    + exists (q + 1), (IsLetter (r + 1)). unfold number. simpl. split; [lia|]. split; [lia|].
      replace (q + 1 - 1) with q by lia. lia.
    + exists (q + 1), (IsInt (r + 1 - A)). unfold number. simpl. split; [lia|]. split; [lia|].
      replace (q + 1 - 1) with q by lia. lia.
Qed.

(** False neighbour: the number of left letters for that of right symbols. *)
Definition u26_enumeration_neighbour_left_count : Prop :=
  forall A M l x l' x', 1 <= l <= A -> in_right A M x -> 1 <= l' <= A -> in_right A M x' ->
    number A A l x = number A A l' x' -> l = l' /\ x = x'.

Theorem u26_enumeration_neighbour_left_count_false : ~ u26_enumeration_neighbour_left_count.
Proof.
  intro H. destruct (H 2 1 1 (IsInt 1) 2 (IsLetter 1)) as [E _]; simpl; try lia. reflexivity.
Qed.

Example u26_enumeration_instance : instance_of u26_enumeration_statement.
Proof.
  exists 2, 3. repeat split.
  - exists 2, (IsInt 3). cbn. lia.
  - exists 2, (IsInt 3), 2, (IsInt 3). cbn. lia.
  - exists 10. lia.
Qed.
