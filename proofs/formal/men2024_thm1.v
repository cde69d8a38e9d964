(** men2024.thm1, men2024.thm1.variances: what a similar key scores on average above a random one.

    Statements (Men et al. 2024, Theorem 1 and eq. 13). The components of q have means mu and standard deviations sigma; k
    has the same means and is independent of q; k* = q + e with a noise e of mean 0, independent of q. Then E q^T R_m k* - E q^T
    R_m k = sum_i (sigma_2i^2 + sigma_2i+1^2) cos(m theta_i); with one sigma for all, 2 sigma^2 B(m).

    Encoding: an expectation is a linear functional on a space of integrable functions, with E 1 = 1; every probability space
    has one. Of independence only its consequences for products of two components of one plane are used: E q_a k_b = mu_a mu_b and E
    q_a e_b = 0. The planes are pairs of neighbouring components; theta is any sequence of angles, m any real. *)

From Coq Require Import Reals Lra Lia FunctionalExtensionality.
From RopeTheory Require Import Rope Instances.
Open Scope R_scope.

(** E is linear on the functions that I allows. *)
Definition expectation {X : Type} (I : (X -> R) -> Prop) (E : (X -> R) -> R) : Prop :=
  (I (fun _ => 1) /\ E (fun _ => 1) = 1) /\
  (forall f g, I f -> I g -> I (fun x => f x + g x) /\ E (fun x => f x + g x) = E f + E g) /\
  (forall c f, I f -> I (fun x => c * f x) /\ E (fun x => c * f x) = c * E f).

(** Component a of a plane: the first or the second. *)
Definition component (a : bool) (v : vec) : R := if a then fst v else snd v.

(** E u_a v_b = value i a b for the components of plane i, i < K. *)
Definition products {X : Type} (I : (X -> R) -> Prop) (E : (X -> R) -> R) (K : nat) (u v : nat -> X -> vec)
  (value : nat -> bool -> bool -> R) : Prop :=
  forall i a b, (i < K)%nat ->
    I (fun x => component a (u i x) * component b (v i x)) /\
    E (fun x => component a (u i x) * component b (v i x)) = value i a b.

(** E u_a^2 = value i a. *)
Definition squares {X : Type} (I : (X -> R) -> Prop) (E : (X -> R) -> R) (K : nat) (u : nat -> X -> vec)
  (value : nat -> bool -> R) : Prop :=
  forall i a, (i < K)%nat ->
    I (fun x => component a (u i x) * component a (u i x)) /\
    E (fun x => component a (u i x) * component a (u i x)) = value i a.

(** q^T R_m k. *)
Definition score (K : nat) (theta : nat -> R) (m : R) (q k : nat -> vec) : R :=
  sum (fun i => dot (q i) (rot (m * theta i) (k i))) K.

Definition add (u v : vec) : vec := (fst u + fst v, snd u + snd v).

Definition score_mean {X : Type} (E : (X -> R) -> R) (K : nat) (theta : nat -> R) (m : R) (q k : nat -> X -> vec) : R :=
  E (fun x => score K theta m (fun i => q i x) (fun i => k i x)).

Definition men2024_thm1_variances_statement : Prop :=
  forall (X : Type) (I : (X -> R) -> Prop) (E : (X -> R) -> R) (K : nat) (theta : nat -> R) (m : R)
    (q k e : nat -> X -> vec) (mu sigma : nat -> bool -> R),
    expectation I E ->
    squares I E K q (fun i a => mu i a * mu i a + sigma i a * sigma i a) ->
    products I E K q k (fun i a b => mu i a * mu i b) -> products I E K q e (fun _ _ _ => 0) ->
    score_mean E K theta m q (fun i x => add (q i x) (e i x)) - score_mean E K theta m q k
    = sum (fun i => (sigma i true * sigma i true + sigma i false * sigma i false) * cos (m * theta i)) K.

Definition men2024_thm1_statement : Prop :=
  forall (X : Type) (I : (X -> R) -> Prop) (E : (X -> R) -> R) (K : nat) (theta : nat -> R) (m : R)
    (q k e : nat -> X -> vec) (mu sigma : R),
    expectation I E -> sigma <> 0 ->
    squares I E K q (fun _ _ => mu * mu + sigma * sigma) ->
    products I E K q k (fun _ _ _ => mu * mu) -> products I E K q e (fun _ _ _ => 0) ->
    1 / (2 * (sigma * sigma)) *
      (score_mean E K theta m q (fun i x => add (q i x) (e i x)) - score_mean E K theta m q k)
    = sum (fun i => cos (m * theta i)) K.

Section Linear.
  Variables (X : Type) (I : (X -> R) -> Prop) (E : (X -> R) -> R).
  Hypothesis L : expectation I E.

  (** I f and E f = v. *)
  Definition has (f : X -> R) (v : R) : Prop := I f /\ E f = v.

  Lemma has_ext : forall f g v, has f v -> (forall x, f x = g x) -> has g v.
  Proof. intros f g v H F. replace g with f; [exact H|]. apply functional_extensionality, F. Qed.

  Lemma has_plus : forall f g v w, has f v -> has g w -> has (fun x => f x + g x) (v + w).
  Proof. intros f g v w [F1 F2] [G1 G2]. destruct L as [_ [P _]]. destruct (P f g F1 G1) as [A B]. split; [exact A|lra]. Qed.

  Lemma has_scal : forall c f v, has f v -> has (fun x => c * f x) (c * v).
  Proof. intros c f v [F1 F2]. destruct L as [_ [_ S]]. destruct (S c f F1) as [A B]. split; [exact A|rewrite B, F2; ring]. Qed.

  Lemma has_zero : has (fun _ => 0) 0.
  Proof.
    destruct L as [[O1 O2] _]. pose proof (has_scal 0 (fun _ => 1) 1 (conj O1 O2)) as H.
    rewrite Rmult_0_l in H. apply (has_ext _ _ _ H). intro. ring.
  Qed.

  Lemma has_sum : forall (f : nat -> X -> R) v K, (forall i, (i < K)%nat -> has (f i) (v i)) ->
    has (fun x => sum (fun i => f i x) K) (sum v K).
  Proof.
    intros f v K. induction K as [|K IH]; intro H; simpl; [apply has_zero|].
    apply has_plus; [apply IH; intros; apply H; lia|apply H; lia].
  Qed.
End Linear.

Theorem men2024_thm1_variances_proved : men2024_thm1_variances_statement.
Proof.
  intros X I E K theta m q k e mu sigma L Q QK QE.
  assert (A : has X I E (fun x => score K theta m (fun i => q i x) (fun i => add (q i x) (e i x)))
    (sum (fun i => (mu i true * mu i true + sigma i true * sigma i true
      + (mu i false * mu i false + sigma i false * sigma i false)) * cos (m * theta i)) K)).
  { apply (has_sum X I E L (fun i x => dot (q i x) (rot (m * theta i) (add (q i x) (e i x))))). intros i Hi.
    pose proof (has_scal X I E L (cos (m * theta i)) _ _ (Q i true Hi)) as Q1.
    pose proof (has_scal X I E L (cos (m * theta i)) _ _ (Q i false Hi)) as Q2.
    pose proof (has_scal X I E L (cos (m * theta i)) _ _ (QE i true true Hi)) as E1.
    pose proof (has_scal X I E L (- sin (m * theta i)) _ _ (QE i true false Hi)) as E2.
    pose proof (has_scal X I E L (sin (m * theta i)) _ _ (QE i false true Hi)) as E3.
    pose proof (has_scal X I E L (cos (m * theta i)) _ _ (QE i false false Hi)) as E4.
    pose proof (has_plus X I E L _ _ _ _ (has_plus X I E L _ _ _ _ Q1 Q2)
      (has_plus X I E L _ _ _ _ (has_plus X I E L _ _ _ _ E1 E2) (has_plus X I E L _ _ _ _ E3 E4))) as S.
    match type of S with has _ _ _ _ ?v => match goal with |- has _ _ _ _ ?w => replace w with v by (cbv beta; ring) end end.
    apply (has_ext X I E _ _ _ S). intro x. unfold dot, rot, add, component. simpl. ring. }
  assert (B : has X I E (fun x => score K theta m (fun i => q i x) (fun i => k i x))
    (sum (fun i => (mu i true * mu i true + mu i false * mu i false) * cos (m * theta i)) K)).
  { apply (has_sum X I E L (fun i x => dot (q i x) (rot (m * theta i) (k i x)))). intros i Hi.
    pose proof (has_scal X I E L (cos (m * theta i)) _ _ (QK i true true Hi)) as E1.
    pose proof (has_scal X I E L (- sin (m * theta i)) _ _ (QK i true false Hi)) as E2.
    pose proof (has_scal X I E L (sin (m * theta i)) _ _ (QK i false true Hi)) as E3.
    pose proof (has_scal X I E L (cos (m * theta i)) _ _ (QK i false false Hi)) as E4.
    pose proof (has_plus X I E L _ _ _ _ (has_plus X I E L _ _ _ _ E1 E2) (has_plus X I E L _ _ _ _ E3 E4)) as S.
    match type of S with has _ _ _ _ ?v => match goal with |- has _ _ _ _ ?w => replace w with v by (cbv beta; ring) end end.
    apply (has_ext X I E _ _ _ S). intro x. unfold dot, rot, component. simpl. ring. }
  unfold score_mean. destruct A as [_ ->], B as [_ ->].
  unfold Rminus. rewrite <- (Rmult_1_l (sum (fun i => (mu i true * mu i true + _) * _) K)) at 1.
  rewrite Ropp_mult_distr_l, <- sum_scal, <- sum_plus. apply sum_ext. intros i _. ring.
Qed.

Theorem men2024_thm1_proved : men2024_thm1_statement.
Proof.
  intros X I E K theta m q k e mu sigma L S Q QK QE.
  rewrite (men2024_thm1_variances_proved X I E K theta m q k e (fun _ _ => mu) (fun _ _ => sigma) L Q QK QE).
  rewrite <- sum_scal. apply sum_ext. intros i _. field. exact S.
Qed.

(** The hypotheses can be met: a fair coin, q = 1 or -1. *)
Example coin_expectation : expectation (fun _ : bool -> R => True) (fun f => (f true + f false) / 2).
Proof. repeat split; intros; field. Qed.

(** * False neighbours *)

(** One point: every function is constant. *)
Lemma point_expectation : expectation (fun _ : unit -> R => True) (fun f => f tt).
Proof. repeat split; intros; reflexivity. Qed.

(** A noise that may depend on q: e = -q. *)
Definition men2024_thm1_neighbour_dependent_noise : Prop :=
  forall (X : Type) (I : (X -> R) -> Prop) (E : (X -> R) -> R) (K : nat) (theta : nat -> R) (m : R)
    (q k e : nat -> X -> vec) (mu sigma : R),
    expectation I E -> sigma <> 0 ->
    squares I E K q (fun _ _ => mu * mu + sigma * sigma) ->
    products I E K q k (fun _ _ _ => mu * mu) ->
    (forall i a, (i < K)%nat -> I (fun x => component a (e i x)) /\ E (fun x => component a (e i x)) = 0) ->
    1 / (2 * (sigma * sigma)) *
      (score_mean E K theta m q (fun i x => add (q i x) (e i x)) - score_mean E K theta m q k)
    = sum (fun i => cos (m * theta i)) K.

Theorem men2024_thm1_neighbour_dependent_noise_false : ~ men2024_thm1_neighbour_dependent_noise.
Proof.
  intro H.
  pose (q := fun (_ : nat) (x : bool) => if x then (1, 1) else (-1, -1) : vec).
  specialize (H bool (fun _ => True) (fun f => (f true + f false) / 2) 1%nat (fun _ => 0) 0 q
    (fun _ _ => (0, 0)) (fun i x => rot PI (q i x)) 0 1 coin_expectation ltac:(lra)).
  assert (A : forall u v, score_mean (fun f => (f true + f false) / 2) 1 (fun _ => 0) 0 u v
    = (dot (u 0%nat true) (v 0%nat true) + dot (u 0%nat false) (v 0%nat false)) / 2).
  { intros u v. unfold score_mean, score, dot, rot. simpl. rewrite Rmult_0_l, cos_0, sin_0. field. }
  rewrite !A in H. unfold q, dot, add, rot, component in H. simpl in H. rewrite cos_PI, sin_PI, Rmult_0_l, cos_0 in H.
  assert (1 / (2 * (1 * 1)) *
    ((1 * (1 + (-1 * 1 - 0 * 1)) + 1 * (1 + (0 * 1 + -1 * 1)) +
      (-1 * (-1 + (-1 * -1 - 0 * -1)) + -1 * (-1 + (0 * -1 + -1 * -1)))) / 2 -
     (1 * 0 + 1 * 0 + (-1 * 0 + -1 * 0)) / 2) = 0 + 1); [|lra].
  apply H; intros; split; auto; destruct a; try destruct b; simpl; lra.
Qed.

(** 1/sigma^2 in place of 1/(2 sigma^2). *)
Definition men2024_thm1_neighbour_one : Prop :=
  forall (X : Type) (I : (X -> R) -> Prop) (E : (X -> R) -> R) (K : nat) (theta : nat -> R) (m : R)
    (q k e : nat -> X -> vec) (mu sigma : R),
    expectation I E -> sigma <> 0 ->
    squares I E K q (fun _ _ => mu * mu + sigma * sigma) ->
    products I E K q k (fun _ _ _ => mu * mu) -> products I E K q e (fun _ _ _ => 0) ->
    1 / (sigma * sigma) *
      (score_mean E K theta m q (fun i x => add (q i x) (e i x)) - score_mean E K theta m q k)
    = sum (fun i => cos (m * theta i)) K.

Lemma ones_squares : squares (fun _ : unit -> R => True) (fun f => f tt) 1 (fun _ _ => (1, 1)) (fun _ _ => 0 * 0 + 1 * 1).
Proof. intros i a _. split; [exact Logic.I|]. destruct a; simpl; ring. Qed.

Lemma nothing_products : forall q : nat -> unit -> vec,
  products (fun _ : unit -> R => True) (fun f => f tt) 1 q (fun _ _ => (0, 0)) (fun _ _ _ => 0).
Proof. intros q i a b _. split; [exact Logic.I|]. destruct a, b; simpl; ring. Qed.

Theorem men2024_thm1_neighbour_one_false : ~ men2024_thm1_neighbour_one.
Proof.
  intro H. pose proof (nothing_products (fun _ _ => (1, 1))) as N. replace 0 with (0 * 0) in N at 3 by ring.
  specialize (H unit (fun _ => True) (fun f => f tt) 1%nat (fun _ => 0) 0 (fun _ _ => (1, 1)) (fun _ _ => (0, 0))
    (fun _ _ => (0, 0)) 0 1 point_expectation ltac:(lra) ones_squares).
  assert (P : products (fun _ : unit -> R => True) (fun f => f tt) 1 (fun _ _ => (1, 1)) (fun _ _ => (0, 0))
    (fun _ _ _ => 0 * 0)).
  { intros i a b _. split; [exact Logic.I|]. destruct a, b; simpl; ring. }
  specialize (H P (nothing_products _)). unfold score_mean, score, dot, rot, add in H. simpl in H.
  rewrite Rmult_0_l, cos_0, sin_0 in H. lra.
Qed.

(** Standard deviations of all components at once: (sigma_2i + sigma_2i+1)^2 in place of the sum of squares. *)
Definition men2024_thm1_variances_neighbour_square : Prop :=
  forall (X : Type) (I : (X -> R) -> Prop) (E : (X -> R) -> R) (K : nat) (theta : nat -> R) (m : R)
    (q k e : nat -> X -> vec) (mu sigma : nat -> bool -> R),
    expectation I E ->
    squares I E K q (fun i a => mu i a * mu i a + sigma i a * sigma i a) ->
    products I E K q k (fun i a b => mu i a * mu i b) -> products I E K q e (fun _ _ _ => 0) ->
    score_mean E K theta m q (fun i x => add (q i x) (e i x)) - score_mean E K theta m q k
    = sum (fun i => (sigma i true + sigma i false) * (sigma i true + sigma i false) * cos (m * theta i)) K.

Theorem men2024_thm1_variances_neighbour_square_false : ~ men2024_thm1_variances_neighbour_square.
Proof.
  intro H.
  specialize (H unit (fun _ => True) (fun f => f tt) 1%nat (fun _ => 0) 0 (fun _ _ => (1, 1)) (fun _ _ => (0, 0))
    (fun _ _ => (0, 0)) (fun _ _ => 0) (fun _ _ => 1) point_expectation ones_squares).
  assert (P : products (fun _ : unit -> R => True) (fun f => f tt) 1 (fun _ _ => (1, 1)) (fun _ _ => (0, 0))
    (fun _ _ _ => 0 * 0)).
  { intros i a b _. split; [exact Logic.I|]. destruct a, b; simpl; ring. }
  specialize (H P (nothing_products _)). unfold score_mean, score, dot, rot, add in H. simpl in H.
  rewrite Rmult_0_l, cos_0, sin_0 in H. lra.
Qed.

(** Two fair coins, one for the query, one for the key and the noise. *)
Definition side (c : bool) : R := if c then 1 else -1.
Definition two_coins (f : bool * bool -> R) : R :=
  (f (true, true) + f (true, false) + f (false, true) + f (false, false)) / 4.

Lemma two_coins_expectation : expectation (fun _ => True) two_coins.
Proof. unfold two_coins. repeat split; intros; field. Qed.

Example men2024_thm1_variances_instance : instance_of men2024_thm1_variances_statement.
Proof.
  exists (bool * bool)%type, (fun _ => True), two_coins, 2%nat, (fun i => / (INR i + 1)), 3.
  exists (fun i x => (INR i + side (fst x), 1 + 2 * side (fst x))).
  exists (fun i x => (INR i + side (snd x), 1 + 3 * side (snd x))), (fun i x => (side (snd x), 5 * side (snd x))).
  exists (fun i (a : bool) => if a then INR i else 1), (fun (_ : nat) (a : bool) => if a then 1 else 2).
  split; [exact two_coins_expectation | split; [| split; [| split; [| exact I]]]]; intros i a.
  - split; [exact Logic.I |]. unfold two_coins, component, side. destruct a; simpl; field.
  - intros b _. split; [exact Logic.I |]. unfold two_coins, component, side. destruct a, b; simpl; field.
  - intros b _. split; [exact Logic.I |]. unfold two_coins, component, side. destruct a, b; simpl; field.
Qed.

Example men2024_thm1_instance : instance_of men2024_thm1_statement.
Proof.
  exists (bool * bool)%type, (fun _ => True), two_coins, 2%nat, (fun i => / (INR i + 1)), 3.
  exists (fun i x => (1 + 2 * side (fst x), 1 + 2 * side (fst x))), (fun i x => (1 + side (snd x), 1 - side (snd x))).
  exists (fun i x => (side (snd x), 5 * side (snd x))), 1, 2.
  split; [exact two_coins_expectation | split; [lra | split; [| split; [| split; [| exact I]]]]]; intros i a.
  - split; [exact Logic.I |]. unfold two_coins, component, side. destruct a; simpl; field.
  - intros b _. split; [exact Logic.I |]. unfold two_coins, component, side. destruct a, b; simpl; field.
  - intros b _. split; [exact Logic.I |]. unfold two_coins, component, side. destruct a, b; simpl; field.
Qed.
