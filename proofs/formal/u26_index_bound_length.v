(** u26.index-bound-length and its readings and corrections: T_Index's gap is at most 1 - cos(2 pi/(T+1)),
    T = max(i, n-1-i); 2 pi^2/n^2 is right for some queries only.

    Printed (U26, Appendix F.2.1): Delta_Index(n) <= 2 pi^2/n^2 for every theta. REFUTED: A A A 1 at theta
    = 2 pi/3 has the gap 3/2 > 2 pi^2/16.
    Reading .not-maximisers: the same with the largest logit among positions that are not maximisers
    (Lemma F.1), even for the smallest Delta over inputs. REFUTED: at theta = pi, n = 4, every input has
    the gap 2.
    Corrected: for every theta, n >= 2 and a query i places back, 0 <= i < n (a letter: i = 0), the gap to
    any other position is at most 1 - cos(2 pi/(T+1)) <= 2 pi^2/(T+1)^2; so letter queries and the integer
    n-1 obey the printed bound, and every query 1 - cos(2 pi/(floor(n/2)+1)).
    Sharp: at theta = 2 pi a/(T+1), gcd(a, T+1) = 1, the gap equals the bound; for i = floor((n-1)/2) that
    is 1 - cos(2 pi/(floor(n/2)+1)).

    Idea: the query sees rivals at the distances 1..T; then new.index-gap-sharp.
    Encoding: Delta is the maximum over inputs, so a bound on it is a bound on every input's gap. *)

From Coq Require Import Reals Lra Lia PeanoNat ZArith.
From RopeTheory Require Import Rope Trig Heads Circle u26_index_logits IndexGap u26_index_bound_angle
  Pigeonhole
  new_index_gap_sharp Instances.
Open Scope R_scope.

Definition u26_index_bound_length_statement : Prop :=
  forall (theta : R) (s : nat -> token) (n : nat), (2 <= n)%nat -> longer_than_integers s n ->
    forall g, gap_any (logits (h_pos theta) s n) n g -> g <= 2 * PI ^ 2 / INR n ^ 2.

Definition u26_index_bound_length_not_maximisers_statement : Prop :=
  forall (theta : R) (n : nat), (2 <= n)%nat ->
    exists (s : nat -> token) (g : R), longer_than_integers s n /\
      gap_not_maximal (logits (h_pos theta) s n) n g /\ g <= 2 * PI ^ 2 / INR n ^ 2.

Definition u26_index_bound_length_corrected_statement : Prop :=
  forall (theta : R) (s : nat -> token) (n : nat),
    (2 <= n)%nat -> (asked (s n) < n)%nat ->
    let i := asked (s n) in
    let T := Nat.max i (n - 1 - i) in
    let l := logits (h_pos theta) s n in
    (exists g, gap_any l n g) /\
    (forall g, gap_any l n g ->
       g <= 1 - cos (2 * PI / INR (T + 1)) /\
       (i = 0%nat \/ i = (n - 1)%nat -> g <= 2 * PI ^ 2 / INR n ^ 2) /\
       g <= 1 - cos (2 * PI / INR (n / 2 + 1))) /\
    1 - cos (2 * PI / INR (T + 1)) <= 2 * PI ^ 2 / INR (T + 1) ^ 2.

Definition u26_index_bound_length_sharp_statement : Prop :=
  forall (s : nat -> token) (n : nat) (a : Z),
    (2 <= n)%nat -> (asked (s n) < n)%nat ->
    let i := asked (s n) in
    let T := Nat.max i (n - 1 - i) in
    Z.gcd a (Z.of_nat (T + 1)) = 1%Z ->
    let theta := 2 * PI * IZR a / INR (T + 1) in
    (forall g, gap_any (logits (h_pos theta) s n) n g <-> g = 1 - cos (2 * PI / INR (T + 1))) /\
    (i = ((n - 1) / 2)%nat -> T = (n / 2)%nat).

(** * The bound *)

(** The gap is the smallest 1 - cos(t theta) over 1..T. *)
Lemma gap_smallest : forall theta s n g, (asked (s n) < n)%nat ->
  (gap_any (logits (h_pos theta) s n) n g <->
   is_smallest (fun t => 1 - cos (INR t * theta)) (reach n (asked (s n))) g).
Proof.
  intros theta s n g H. rewrite (h_pos_gap theta s n g H). split; intros [[t [Ht E]] L]; split.
  - exists t. split; [exact Ht|lra].
  - intros u Hu. specialize (L u Hu). simpl in L. lra.
  - exists t. split; [exact Ht|lra].
  - intros u Hu. specialize (L u Hu). simpl in L. lra.
Qed.

Lemma square_law : forall N, (1 <= N)%nat -> 1 - cos (2 * PI / INR N) <= 2 * PI ^ 2 / INR N ^ 2.
Proof.
  intros N HN. pose proof (one_minus_cos_le_square (2 * PI / INR N)) as H.
  replace (2 * PI / INR N * (2 * PI / INR N) / 2) with (2 * PI ^ 2 / INR N ^ 2) in H; [exact H|].
  field. apply not_0_INR. lia.
Qed.

(** More points, smaller bound. *)
Lemma bound_falls : forall M N, (2 <= M)%nat -> (M <= N)%nat ->
  1 - cos (2 * PI / INR N) <= 1 - cos (2 * PI / INR M).
Proof.
  intros M N HM HMN. pose proof (part_of_turn M HM) as BM. pose proof (part_of_turn N ltac:(lia)) as BN.
  apply le_INR in HMN as H. assert (0 < INR M) by (apply lt_0_INR; lia). pose proof PI_RGT_0.
  assert (cos (2 * PI / INR M) <= cos (2 * PI / INR N)); [|lra].
  apply cos_falls_weakly; try lra. apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; assumption.
Qed.

Theorem u26_index_bound_length_corrected_proved : u26_index_bound_length_corrected_statement.
Proof.
  intros theta s n Hn H i T l. change T with (reach n i) in *. fold i in H.
  destruct (reach_at_least n i Hn H) as [R1 R2].
  split; [apply gap_any_exists, Hn|]. split; [|apply square_law; lia].
  intros g G. apply (gap_smallest theta s n g H) in G. fold i in G.
  destruct (new_index_gap_sharp_proved theta (reach n i) g R1 G) as [B _].
  split; [exact B|]. split.
  - intro E. assert (W : (reach n i + 1 = n)%nat) by (unfold reach; lia).
    eapply Rle_trans; [exact B|]. rewrite W. apply square_law. lia.
  - eapply Rle_trans; [exact B|]. apply bound_falls; [|lia].
    pose proof (Nat.div_str_pos n 2 ltac:(lia)). lia.
Qed.

Theorem u26_index_bound_length_sharp_proved : u26_index_bound_length_sharp_statement.
Proof.
  intros s n a Hn H i T G theta. change T with (reach n i) in *. fold i in H.
  destruct (reach_at_least n i Hn H) as [R1 _]. split.
  - intro g. unfold theta. rewrite gap_smallest by exact H. fold i. split.
    + intro L. apply (new_index_gap_sharp_proved _ _ g R1 L). exists a. split; [exact G|reflexivity].
    + intros ->. destruct (smallest_exists (fun t => 1 - cos (INR t * theta)) (reach n i) R1) as [m Hm].
      replace (1 - cos (2 * PI / INR (reach n i + 1))) with m; [exact Hm|].
      apply (new_index_gap_sharp_proved theta _ m R1 Hm). exists a. split; [exact G|reflexivity].
  - intro E. unfold reach. rewrite E.
    pose proof (Nat.div_mod n 2 ltac:(lia)). pose proof (Nat.mod_upper_bound n 2 ltac:(lia)).
    pose proof (Nat.div_mod (n - 1) 2 ltac:(lia)). pose proof (Nat.mod_upper_bound (n - 1) 2 ltac:(lia)). lia.
Qed.

(** * The printed bound *)

(** pi < 3.34, from Leibniz' series, so 2 pi^2/16 < 3/2. *)
Lemma pi_squared : PI ^ 2 < 12.
Proof.
  destruct (PI_ineq 2) as [_ H]. unfold tg_alt, PI_tg in H. simpl in H. pose proof PI_RGT_0. nra.
Qed.

Definition a_a_a_1 (j : nat) : token := match j with 4%nat => Int 1 | _ => Letter 0 end.

Lemma a_a_a_1_longer : longer_than_integers a_a_a_1 4.
Proof.
  intros j Hj. unfold within in Hj. assert (j = 1 \/ j = 2 \/ j = 3 \/ j = 4)%nat as [->|[->|[->| ->]]] by
    lia;
    simpl; lia.
Qed.

Lemma cos_third : cos (2 * PI / 3) = - (1 / 2).
Proof. replace (2 * PI / 3) with (PI - PI / 3) by field. rewrite Rtrigo_facts.cos_pi_minus, cos_PI3. field.
  Qed.

Theorem u26_index_bound_length_refuted : ~ u26_index_bound_length_statement.
Proof.
  intro H.
  assert (G : gap_any (logits (h_pos (2 * PI * IZR 1 / INR 3)) a_a_a_1 4) 4 (1 - cos (2 * PI / INR 3))).
  { apply (u26_index_bound_length_sharp_proved a_a_a_1 4%nat 1%Z); simpl; try lia; reflexivity. }
  specialize (H _ a_a_a_1 4%nat ltac:(lia) a_a_a_1_longer _ G).
  replace (INR 3) with 3 in H by (simpl; ring). rewrite cos_third in H.
  replace (INR 4) with 4 in H by (simpl; ring). pose proof pi_squared. simpl in *. lra.
Qed.

(** At theta = pi the logits are 1 and -1. *)
Lemma half_turn_logit : forall s n j, (asked (s n) < n)%nat ->
  logits (h_pos PI) s n j = 1 \/ logits (h_pos PI) s n j = - (1).
Proof.
  intros s n j H. rewrite h_pos_at by exact H.
  replace ((INR (n - asked (s n)) - INR j) * PI)
    with (IZR (Z.of_nat (n - asked (s n)) - Z.of_nat j) * PI) by (rewrite minus_IZR, <- !INR_IZR_INZ; ring).
  assert (S0 : sin (IZR (Z.of_nat (n - asked (s n)) - Z.of_nat j) * PI) = 0).
  { apply sin_eq_0_1. exists (Z.of_nat (n - asked (s n)) - Z.of_nat j)%Z. reflexivity. }
  pose proof (sin2_cos2 (IZR (Z.of_nat (n - asked (s n)) - Z.of_nat j) * PI)) as Q. unfold Rsqr in Q.
  rewrite S0 in Q.
  assert ((cos (IZR (Z.of_nat (n - asked (s n)) - Z.of_nat j) * PI) - 1) *
          (cos (IZR (Z.of_nat (n - asked (s n)) - Z.of_nat j) * PI) + 1) = 0) as P by lra.
  apply Rmult_integral in P as [P|P]; [left|right]; lra.
Qed.

Theorem u26_index_bound_length_not_maximisers_refuted : ~ u26_index_bound_length_not_maximisers_statement.
Proof.
  intro H. destruct (H PI 4%nat ltac:(lia)) as [s [g [Hlong [G Le]]]].
  pose proof (asked_inside s 4 ltac:(lia) Hlong) as I.
  pose proof (h_pos_maximiser PI s 4 I) as M. pose proof (h_pos_top PI s 4 I) as Top.
  destruct (neighbour PI s 4 ltac:(lia) I) as [j [Hj [_ Ej]]]. rewrite cos_PI in Ej.
  assert (g = 2).
  { destruct G as [[best [other [B [[[k [[Hk Nk] Ek]] _] ->]]]]|[_ [All _]]].
    - pose proof (is_largest_unique _ _ _ _ B (maximiser_is_largest _ 4 _ M)) as ->. rewrite Top, <- Ek.
      destruct (half_turn_logit s 4 k I) as [E|E]; [|lra].
      exfalso. apply Nk. split; [exact Hk|]. intros i _. rewrite E. apply h_pos_at_most_1.
    - destruct (All j Hj) as [_ Mj]. specialize (Mj _ (proj1 M)). rewrite Top, Ej in Mj. lra. }
  subst g. pose proof pi_squared. replace (INR 4) with 4 in Le by (simpl; ring). simpl in *. lra.
Qed.

(** * False neighbours *)

(** T + 2 in place of T + 1. *)
Definition u26_index_bound_length_corrected_neighbour_points : Prop :=
  forall (theta : R) (s : nat -> token) (n : nat), (2 <= n)%nat -> (asked (s n) < n)%nat ->
    forall g, gap_any (logits (h_pos theta) s n) n g ->
      g <= 1 - cos (2 * PI / INR (Nat.max (asked (s n)) (n - 1 - asked (s n)) + 2)).

Theorem u26_index_bound_length_corrected_neighbour_points_false :
  ~ u26_index_bound_length_corrected_neighbour_points.
Proof.
  intro H. specialize (H PI (fun _ => Letter 0) 2%nat ltac:(lia) ltac:(simpl; lia) _ (two_letters_gap PI)).
  rewrite cos_PI in H. simpl in H. pose proof PI_RGT_0.
  assert (cos PI < cos (2 * PI / (1 + 1 + 1))) by (apply cos_falls; lra). rewrite cos_PI in *. lra.
Qed.

(** The value of T in place of T + 1 is attained. *)
Definition u26_index_bound_length_sharp_neighbour_points : Prop :=
  forall (s : nat -> token) (n : nat) (a : Z), (2 <= n)%nat -> (asked (s n) < n)%nat ->
    let T := Nat.max (asked (s n)) (n - 1 - asked (s n)) in
    Z.gcd a (Z.of_nat (T + 1)) = 1%Z ->
    gap_any (logits (h_pos (2 * PI * IZR a / INR (T + 1))) s n) n (1 - cos (2 * PI / INR T)).

Theorem u26_index_bound_length_sharp_neighbour_points_false : ~ u26_index_bound_length_sharp_neighbour_points.
Proof.
  intro H. specialize (H (fun _ => Letter 0) 2%nat 1%Z ltac:(lia) ltac:(simpl; lia) eq_refl). simpl in H.
  replace (2 * PI * 1 / (1 + 1)) with PI in H by field.
  pose proof (gap_any_unique _ _ _ _ H (two_letters_gap PI)) as E.
  replace (2 * PI / 1) with (2 * PI) in E by field. rewrite cos_2PI, cos_PI in E. lra.
Qed.

(** Any a: a = 2, T + 1 = 4. *)
Definition u26_index_bound_length_sharp_neighbour_any : Prop :=
  forall (s : nat -> token) (n : nat) (a : Z), (2 <= n)%nat -> (asked (s n) < n)%nat ->
    let T := Nat.max (asked (s n)) (n - 1 - asked (s n)) in
    Z.gcd a (Z.of_nat (T + 1)) <> Z.of_nat (T + 1) ->
    gap_any (logits (h_pos (2 * PI * IZR a / INR (T + 1))) s n) n (1 - cos (2 * PI / INR (T + 1))).

Theorem u26_index_bound_length_sharp_neighbour_any_false : ~ u26_index_bound_length_sharp_neighbour_any.
Proof.
  intro H. specialize (H (fun _ => Letter 0) 4%nat 2%Z ltac:(lia) ltac:(simpl; lia) ltac:(discriminate)).
  apply gap_smallest in H; [|simpl; lia]. destruct H as [_ L]. specialize (L 2%nat ltac:(unfold within,
    reach; simpl; lia)).
  simpl in L. replace ((1 + 1) * (2 * PI * 2 / (1 + 1 + 1 + 1))) with (2 * PI) in L by field.
  rewrite cos_2PI in L. pose proof PI_RGT_0.
  assert (cos (2 * PI / (1 + 1 + 1 + 1)) < 1) by (apply cos_lt_1; lra). lra.
Qed.

Example u26_index_bound_length_corrected_instance : instance_of u26_index_bound_length_corrected_statement.
Proof.
  exists 1, a_b_b, 3%nat. split; [lia|]. split; [simpl; lia|]. split; [exact I|]. split; [|exact I].
  destruct (gap_any_exists (logits (h_pos 1) a_b_b 3) 3 ltac:(lia)) as [g G]. exists g. simpl. tauto.
Qed.

Example u26_index_bound_length_sharp_instance : instance_of u26_index_bound_length_sharp_statement.
Proof.
  exists a_a_a_1, 4%nat, 2%Z. repeat apply conj; try exact I; try reflexivity; try (simpl; lia). exists 1. exact I.
Qed.
