(** u26.index-unique: the printed condition for a unique maximum is false; the right one, and the exact
    one.

    Printed (U26, Appendix F.2.1): if theta is irrational then, for every n > 1 and every input, the
    maximum is unique, i.e. its discrepancy is positive. REFUTED by theta = 2 pi, an irrational number
    (PiIrrational.v), at which all positions tie.
    Corrected: if theta/(2 pi) is irrational then, for every n > 1 and every input, integers that point
    before the start included, the maximum is unique and the gap to any other position is positive.
    Exact: for a query i places back, 0 <= i < n (a letter: i = 0), the maximum is unique exactly when
    none of theta, 2 theta, ..., T theta is a multiple of 2 pi, T = max(i, n-1-i).

    Idea: two positions tie if their distances from the place asked for are equal up to sign or differ by
    a multiple of 2 pi. Two places at equal distance on either side have the target between them, which
    beats both. *)

From Coq Require Import Reals Lra Lia PeanoNat ZArith.
From RopeTheory Require Import Rope Trig Heads Circle u26_index_logits IndexGap u26_index_bound_angle
  PiIrrational Instances.
Open Scope R_scope.

Definition u26_index_unique_statement : Prop :=
  forall (theta : R) (s : nat -> token) (n : nat),
    irrational theta -> (1 < n)%nat -> longer_than_integers s n ->
    unique_maximum (logits (h_pos theta) s n) n /\
    exists g, gap_any (logits (h_pos theta) s n) n g /\ 0 < g.

Definition u26_index_unique_corrected_statement : Prop :=
  forall (theta : R) (s : nat -> token) (n : nat),
    irrational (theta / (2 * PI)) -> (1 < n)%nat ->
    unique_maximum (logits (h_pos theta) s n) n /\
    exists g, gap_any (logits (h_pos theta) s n) n g /\ 0 < g.

Definition u26_index_unique_exact_statement : Prop :=
  forall (theta : R) (s : nat -> token) (n : nat),
    (asked (s n) < n)%nat ->
    let T := Nat.max (asked (s n)) (n - 1 - asked (s n)) in
    unique_maximum (logits (h_pos theta) s n) n <->
    forall t, (1 <= t <= T)%nat -> ~ exists k : Z, INR t * theta = IZR k * (2 * PI).

(** * Exact *)

Theorem u26_index_unique_exact_proved : u26_index_unique_exact_statement.
Proof.
  intros theta s n H T. change T with (reach n (asked (s n))). split.
  - intros [j Hj] t Ht [k Ek].
    destruct (reach_position n _ t H Ht) as [i [Hi [D E]]].
    pose proof (h_pos_maximiser theta s n H) as M.
    pose proof (only_maximiser_unique _ _ _ _ Hj M) as Et. rewrite <- Et in Hj.
    destruct Hj as [_ L]. specialize (L i Hi D). rewrite (h_pos_top theta s n H) in L.
    rewrite (h_pos_distance theta s n i t H E) in L.
    assert (cos (INR t * theta) = 1) by (apply cos_eq_1; exists k; exact Ek). lra.
  - intro None. exists (n - asked (s n))%nat. split; [unfold within; lia|]. intros j Hj D.
    destruct (position_reach n _ j H Hj D) as [t [Ht E]].
    rewrite (h_pos_top theta s n H), (h_pos_distance theta s n j t H E).
    destruct (Rle_lt_or_eq_dec _ _ (cos_le_1 (INR t * theta))) as [L|Q]; [exact L|].
    exfalso. apply (None t Ht). apply cos_eq_1, Q.
Qed.

(** * Corrected *)

Lemma cos_eq : forall a b, cos a = cos b ->
  exists k : Z, b - a = IZR k * (2 * PI) \/ b + a = IZR k * (2 * PI).
Proof.
  intros a b H. pose proof (cos_difference a b) as D.
  assert (P : sin ((b + a) / 2) * sin ((b - a) / 2) = 0) by lra.
  apply Rmult_integral in P as [P|P]; destruct (sin_eq_0_0 _ P) as [k Hk]; exists k; [right|left]; lra.
Qed.

(** No non-zero whole multiple of theta is a whole number of turns. *)
Lemma irrational_turns : forall theta d k, irrational (theta / (2 * PI)) ->
  IZR d * theta = IZR k * (2 * PI) -> d = 0%Z.
Proof.
  intros theta d k Irr E. destruct (Z.eq_dec d 0) as [Z|NZ]; [exact Z|exfalso].
  pose proof PI_RGT_0. apply (Irr k d NZ). apply not_0_IZR in NZ.
  apply Rmult_eq_reg_l with (IZR d * (2 * PI)); [|apply Rmult_integral_contrapositive_currified; lra].
  transitivity (IZR d * theta); [field; lra|]. rewrite E. field. exact NZ.
Qed.

(** The logit at j, the place asked for being the whole number m = n - i, perhaps before the start. *)
Lemma h_pos_whole : forall theta s n j,
  logits (h_pos theta) s n j = cos (IZR (Z.of_nat n - Z.of_nat (asked (s n)) - Z.of_nat j) * theta).
Proof.
  intros. unfold logits. rewrite h_pos_logit, !minus_IZR, <- !INR_IZR_INZ. f_equal. ring.
Qed.

Theorem u26_index_unique_corrected_proved : u26_index_unique_corrected_statement.
Proof.
  intros theta s n Irr Hn. set (l := logits (h_pos theta) s n).
  assert (U : unique_maximum l n).
  { destruct (exists_maximiser l n ltac:(lia)) as [j Mj]. exists j. split; [apply Mj|].
    intros k Hk D. destruct (Rle_lt_or_eq_dec _ _ (proj2 Mj k Hk)) as [L|E]; [exact L|exfalso].
    unfold l in E. rewrite !h_pos_whole in E.
    set (m := (Z.of_nat n - Z.of_nat (asked (s n)))%Z) in *.
    destruct (cos_eq _ _ E) as [c [C|C]].
    - rewrite <- Rmult_minus_distr_r, <- minus_IZR in C. apply (irrational_turns _ _ _ Irr) in C. lia.
    - rewrite <- Rmult_plus_distr_r, <- plus_IZR in C. apply (irrational_turns _ _ _ Irr) in C.
      (* the place asked for lies between j and k, and beats both *)
      destruct Mj as [Hj Mj]. unfold within in Hj, Hk.
      assert (Hm : within n (Z.to_nat m)) by (unfold within; lia).
      specialize (Mj _ Hm). unfold l in Mj. rewrite !h_pos_whole in Mj. fold m in Mj.
      replace (m - Z.of_nat (Z.to_nat m))%Z with 0%Z in Mj by lia. rewrite Rmult_0_l, cos_0 in Mj.
      pose proof (cos_le_1 (IZR (m - Z.of_nat j) * theta)) as B.
      assert (Q : cos (IZR (m - Z.of_nat j) * theta) = 1) by lra.
      apply cos_eq_1 in Q as [c' C']. apply (irrational_turns _ _ _ Irr) in C'. lia. }
  split; [exact U|]. destruct (gap_any_exists l n ltac:(lia)) as [g G].
  exists g. split; [exact G|]. apply (gap_positive_unique l n g G), U.
Qed.

(** The hypothesis can be met: theta = 1. *)
Example one_radian : irrational (1 / (2 * PI)).
Proof.
  intros p q Hq E. pose proof PI_RGT_0. apply not_0_IZR in Hq as Hq'.
  assert (Hp : p <> 0%Z).
  { intros ->. assert (0 < 1 / (2 * PI)) by (apply Rdiv_lt_0_compat; lra).
    replace (0 / IZR q) with 0 in E by (field; exact Hq'). lra. }
  apply (pi_irrational q (2 * p)%Z); [lia|]. apply not_0_IZR in Hp. rewrite mult_IZR.
  apply (Rmult_eq_compat_l (2 * PI * IZR q)) in E.
  replace (2 * PI * IZR q * (1 / (2 * PI))) with (IZR q) in E by (field; lra).
  replace (2 * PI * IZR q * (IZR p / IZR q)) with (PI * (2 * IZR p)) in E by (field; lra).
  rewrite E. field. lra.
Qed.

(** * Refuted *)

Lemma full_turn_ties : forall n, (2 <= n)%nat -> ~ unique_maximum (logits (h_pos (2 * PI)) (fun _ => Letter
  0) n) n.
Proof.
  intros n Hn U.
  assert (A : (asked ((fun _ : nat => Letter 0) n) < n)%nat) by (simpl; lia).
  apply (proj1 (u26_index_unique_exact_proved (2 * PI) (fun _ => Letter 0) n A) U 1%nat); [simpl; lia|].
  exists 1%Z. simpl. ring.
Qed.

Theorem u26_index_unique_refuted : ~ u26_index_unique_statement.
Proof.
  intro H. apply (full_turn_ties 2 (le_n 2)). apply H.
  - replace (2 * PI) with (IZR 2 / IZR 1 * PI) by field. apply multiple_of_pi_irrational; lia.
  - lia.
  - apply letters_longer. lia.
Qed.

(** * False neighbours *)

(** Any theta that is not 0, the corrected statement without its hypothesis. *)
Definition u26_index_unique_corrected_neighbour_nonzero : Prop :=
  forall (theta : R) (s : nat -> token) (n : nat), theta <> 0 -> (1 < n)%nat ->
    unique_maximum (logits (h_pos theta) s n) n.

Theorem u26_index_unique_corrected_neighbour_nonzero_false : ~ u26_index_unique_corrected_neighbour_nonzero.
Proof.
  intro H. apply (full_turn_ties 2 (le_n 2)). apply H; [pose proof PI_RGT_0; lra|lia].
Qed.

(** T - 1 multiples are enough: at theta = 2 pi and n = 2 none is asked about. *)
Definition u26_index_unique_exact_neighbour_less : Prop :=
  forall (theta : R) (s : nat -> token) (n : nat), (asked (s n) < n)%nat ->
    let T := Nat.max (asked (s n)) (n - 1 - asked (s n)) in
    (forall t, (1 <= t <= T - 1)%nat -> ~ exists k : Z, INR t * theta = IZR k * (2 * PI)) ->
    unique_maximum (logits (h_pos theta) s n) n.

Theorem u26_index_unique_exact_neighbour_less_false : ~ u26_index_unique_exact_neighbour_less.
Proof.
  intro H. apply (full_turn_ties 2 (le_n 2)). apply H; simpl; [lia|]. intros t Ht. lia.
Qed.

(** T + 1 multiples are needed: theta = pi, n = 2. *)
Definition u26_index_unique_exact_neighbour_more : Prop :=
  forall (theta : R) (s : nat -> token) (n : nat), (asked (s n) < n)%nat ->
    let T := Nat.max (asked (s n)) (n - 1 - asked (s n)) in
    unique_maximum (logits (h_pos theta) s n) n ->
    forall t, (1 <= t <= T + 1)%nat -> ~ exists k : Z, INR t * theta = IZR k * (2 * PI).

Theorem u26_index_unique_exact_neighbour_more_false : ~ u26_index_unique_exact_neighbour_more.
Proof.
  intro H. apply (H PI (fun _ => Letter 0) 2%nat ltac:(simpl; lia)) with (t := 2%nat); [|simpl; lia|].
  - apply (gap_positive_unique _ _ _ (two_letters_gap PI)). rewrite cos_PI. lra.
  - exists 1%Z. simpl. ring.
Qed.

Example u26_index_unique_corrected_instance : instance_of u26_index_unique_corrected_statement.
Proof. exists 1, (fun j => if (j =? 3)%nat then Int 1 else Letter j), 3%nat. repeat split; [exact one_radian|lia]. Qed.

Example u26_index_unique_exact_instance : instance_of u26_index_unique_exact_statement.
Proof. exists 1, (fun j => if (j =? 3)%nat then Int 1 else Letter j), 3%nat. split; [simpl; lia|exact I]. Qed.
