(** barbero2024.prop32: Gaussian queries and keys score 0 on average at every distance.

    Statement (Barbero et al. 2024, Proposition 3.2). For q, k ~ N(0, I): E q^T R^r k = 0 for every r. Encoding: of the distribution only E q_a
    k_b = 0 is used, which independence and a mean of 0 of one of the two give. *)

From Coq Require Import Reals Lra Lia.
From RopeTheory Require Import Rope men2024_thm1 Instances.
Open Scope R_scope.

Definition barbero2024_prop32_statement : Prop :=
  forall (X : Type) (I : (X -> R) -> Prop) (E : (X -> R) -> R) (K : nat) (theta : nat -> R) (r : R) (q k : nat -> X -> vec),
    expectation I E -> products I E K q k (fun _ _ _ => 0) -> score_mean E K theta r q k = 0.

Theorem barbero2024_prop32_proved : barbero2024_prop32_statement.
Proof.
  intros X I E K theta r q k L Q.
  assert (S : has X I E (fun x => score K theta r (fun i => q i x) (fun i => k i x)) (sum (fun _ => 0) K)).
  { apply (has_sum X I E L (fun i x => dot (q i x) (rot (r * theta i) (k i x)))). intros i Hi.
    pose proof (has_scal X I E L (cos (r * theta i)) _ _ (Q i true true Hi)) as E1.
    pose proof (has_scal X I E L (- sin (r * theta i)) _ _ (Q i true false Hi)) as E2.
    pose proof (has_scal X I E L (sin (r * theta i)) _ _ (Q i false true Hi)) as E3.
    pose proof (has_scal X I E L (cos (r * theta i)) _ _ (Q i false false Hi)) as E4.
    pose proof (has_plus X I E L _ _ _ _ (has_plus X I E L _ _ _ _ E1 E2) (has_plus X I E L _ _ _ _ E3 E4)) as P.
    match type of P with has _ _ _ _ ?v => replace 0 with v by (cbv beta; ring) end.
    apply (has_ext X I E _ _ _ P). intro x. unfold dot, rot, component. simpl. ring. }
  destruct S as [_ S]. unfold score_mean. rewrite S, sum_const. ring.
Qed.

(** * False neighbours *)

(** The same vector as query and key: one plane, distance 0. *)
Definition barbero2024_prop32_neighbour_same : Prop :=
  forall (X : Type) (I : (X -> R) -> Prop) (E : (X -> R) -> R) (K : nat) (theta : nat -> R) (r : R) (q : nat -> X -> vec),
    expectation I E -> (forall i a, (i < K)%nat -> E (fun x => component a (q i x)) = 0) -> score_mean E K theta r q q = 0.

Theorem barbero2024_prop32_neighbour_same_false : ~ barbero2024_prop32_neighbour_same.
Proof.
  intro H. specialize (H bool (fun _ => True) (fun f => (f true + f false) / 2) 1%nat (fun _ => 0) 0
    (fun _ x => if x : bool then (1, 1) else (-1, -1)) coin_expectation).
  assert (Z : forall i a, (i < 1)%nat -> (component a (1, 1) + component a (-1, -1)) / 2 = 0).
  { intros i a _. destruct a; simpl; field. }
  specialize (H Z). unfold score_mean, score, dot, rot in H. simpl in H. rewrite Rmult_0_l, cos_0, sin_0 in H. lra.
Qed.

(** The query and the key are two fair coins of men2024_thm1.v. *)
Example barbero2024_prop32_instance : instance_of barbero2024_prop32_statement.
Proof.
  exists (bool * bool)%type, (fun _ => True), two_coins, 2%nat, (fun i => / (INR i + 1)), 1.
  exists (fun _ x => (side (fst x), 2 * side (fst x))), (fun _ x => (side (snd x), side (snd x))).
  split; [exact two_coins_expectation | split; [| exact I]].
  intros i a b _. split; [exact Logic.I |]. unfold two_coins, component, side. destruct a, b; simpl; field.
Qed.
