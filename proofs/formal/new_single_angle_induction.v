(** new.single-angle-induction: one plane solves Partial Induction exactly while the whole drift of
    recency stays inside half the space between letters.

    Statement (new; after U26, Appendix F.2.2). One 2-dimensional RoPE head already solves Partial
    Induction up to length n >= 3, exactly when (2n-3) theta < omega (0 < theta <= pi, at least two
    symbols, the query's own key no match), with gap min(cos theta - cos 2 theta, 2 sin((omega-theta)/2)
    sin((omega-(2n-3) theta)/2)). H_SYM on a circle with a spare place for the key of the lone query,
    omega = 2 pi/(s+1).

    Idea: a key at distance t is turned by t theta beyond its letter's place. A match at m stands at m
    theta, the rival of the next letter at t theta - omega; m and t are different distances up to n-1, so
    m + t <= 2n-3. Conversely recency needs (n - 3/2) theta < pi, and the match at n-2 against rivals at
    n-1 needs the interval [theta, (2n-3) theta] to be free of multiples of omega outside 2 pi Z; for
    theta >= omega it holds two neighbouring ones, not both whole turns.
    Encoding: `solves` and `smallest_lead` in Induction.v. Stated for a query whose own key competes and
    for one whose key does not; up to length n means at every length 3..n. *)

From Coq Require Import Reals Lra Lia PeanoNat Bool ZArith.
From RopeTheory Require Import Rope Trig Heads Circle Induction Instances.
Open Scope R_scope.

Definition new_single_angle_induction_statement : Prop :=
  forall (s n : nat) (theta : R) (competes : bool),
    0 < theta <= PI -> (3 <= n)%nat -> (2 <= s)%nat ->
    let omega := spacing (S s) in
    (solves (h_single s theta) s n competes <-> (2 * INR n - 3) * theta < omega) /\
    ((forall n', (3 <= n' <= n)%nat -> solves (h_single s theta) s n' competes) <->
     (2 * INR n - 3) * theta < omega) /\
    ((2 * INR n - 3) * theta < omega ->
     smallest_lead (h_single s theta) s n competes
       (Rmin (cos theta - cos (2 * theta))
             (2 * sin ((omega - theta) / 2) * sin ((omega - (2 * INR n - 3) * theta) / 2)))).

(** * Logits *)

Lemma single_at : forall s theta n x k, (k <= n)%nat ->
  logits (h_single s theta) x n k
  = cos ((INR (place_of s (x k)) - INR (symbol_of (x n))) * spacing (S s) + INR (n - k) * theta).
Proof. intros. unfold logits. rewrite h_single_logit, (INR_distance n k) by assumption. reflexivity. Qed.

Lemma single_at_match : forall s theta n x k, (k <= n)%nat -> place_of s (x k) = symbol_of (x n) ->
  logits (h_single s theta) x n k = cos (INR (n - k) * theta).
Proof. intros s theta n x k H E. rewrite single_at, E by exact H. f_equal. ring. Qed.

Lemma two_symbols_single : forall s theta n q r held j, within (n - 1) j ->
  logits (h_single s theta) (two_symbols n q r held) n j
  = cos ((INR (if held j then q else r) - INR q) * spacing (S s) + INR (n - j) * theta).
Proof.
  intros s theta n q r held j Hj. rewrite single_at by (unfold within in Hj; lia).
  rewrite two_symbols_last, two_symbols_pair by exact Hj. reflexivity.
Qed.

(** * Sufficient *)

Lemma spacing_three : forall s, (2 <= s)%nat -> spacing (S s) <= 2 * PI / 3.
Proof. intros s Hs. pose proof (spacing_le (S s) 3 ltac:(lia) ltac:(lia)). simpl in H. lra. Qed.

(** The largest drifts: two different distances m, t <= n-1 add up to at most 2n-3. *)
Lemma drifts : forall n m t theta, (3 <= n)%nat -> 0 <= theta -> (m <= n - 1)%nat -> (t <= n - 1)%nat ->
  m <> t -> INR m * theta + INR t * theta <= (2 * INR n - 3) * theta.
Proof.
  intros n m t theta Hn H Hm Ht D. rewrite <- Rmult_plus_distr_r. apply Rmult_le_compat_r; [exact H|].
  rewrite <- plus_INR. replace (2 * INR n - 3) with (INR (2 * n - 3)).
  - apply le_INR. lia.
  - rewrite minus_INR, mult_INR by lia. simpl. ring.
Qed.

Lemma single_solves : forall s n theta competes, 0 < theta -> (3 <= n)%nat -> (2 <= s)%nat ->
  (2 * INR n - 3) * theta < spacing (S s) -> solves (h_single s theta) s n competes.
Proof.
  intros s n theta competes Ht Hn Hs H g [x [j [k [Hx [Hj [Hk [Hkj ->]]]]]]].
  pose proof (spacing_three s Hs) as W. pose proof PI_RGT_0.
  assert (N3 : 3 <= INR n) by (apply (le_INR 3) in Hn; simpl in Hn; lra).
  assert (Nj : (1 <= j <= n - 1)%nat) by (destruct Hj as [Hj _]; unfold within in Hj; lia).
  assert (Nk : (1 <= k <= n)%nat) by (unfold rivals, within in Hk; destruct competes; lia).
  rewrite (single_at_match s theta n x j ltac:(lia) (occurrence_place s n x j Hx Hj)).
  pose proof (drifts n (n - j) (n - k) theta Hn ltac:(lra) ltac:(lia) ltac:(lia) ltac:(lia)) as D.
  apply Rlt_Rminus.
  destruct (other_key s n competes x j k Hx Hj Hk Hkj) as [[Earlier Match]|[L N]].
  - rewrite (single_at_match s theta n x k ltac:(lia) Match).
    apply (recency_falls n); try lia; [exact Ht|nra].
  - rewrite single_at by lia. pose proof (query_symbol s n x Hx).
    apply circle_match_wins; try lia; try lra; apply Rmult_le_pos; try apply pos_INR; lra.
Qed.

(** * Necessary *)

Lemma single_lead_step : forall s theta n competes t, (2 <= s)%nat -> (1 <= t <= n - 2)%nat ->
  lead (h_single s theta) s n competes (cos (INR t * theta) - cos (INR (t + 1) * theta)).
Proof.
  intros s theta n competes t Hs Ht.
  pose proof (two_matches_lead (h_single s theta) s n competes t Hs Ht) as L. cbv zeta in L.
  rewrite !two_symbols_single, held_twice_near, held_twice_far in L by (unfold within; lia).
  replace (n - (n - t))%nat with t in L by lia. replace (n - (n - (t + 1)))%nat with (t + 1)%nat in L by lia.
  replace ((INR 0 - INR 0) * spacing (S s)) with 0 in L by ring. rewrite !Rplus_0_l in L. exact L.
Qed.

(** The only match at distance n-2, one other symbol everywhere else, distance n-1 included. *)
Lemma single_lead_far : forall s theta n competes q r, (q < s)%nat -> (r < s)%nat -> q <> r -> (3 <= n)%nat ->
  lead (h_single s theta) s n competes
    (cos ((INR n - 2) * theta) - cos ((INR r - INR q) * spacing (S s) + (INR n - 1) * theta)).
Proof.
  intros s theta n competes q r Hq Hr D Hn.
  pose proof (one_match_lead (h_single s theta) s n competes q r 2 1 Hq Hr D ltac:(unfold within; lia)
                (rivals_pairs n competes 1 ltac:(unfold within; lia)) ltac:(lia)) as L. cbv zeta in L.
  rewrite !two_symbols_single, !minus_INR in L by (unfold within; lia). simpl in L.
  replace ((INR q - INR q) * spacing (S s)) with 0 in L by ring. rewrite Rplus_0_l in L. exact L.
Qed.

(** Every number of places that is no whole turn is taken by two symbols, in one direction or the other. *)
Lemma places_apart : forall s e, (2 <= s)%nat -> (e mod (S s) <> 0)%nat ->
  exists q r, (q < s)%nat /\ (r < s)%nat /\ q <> r /\
    forall x, cos ((INR r - INR q) * spacing (S s) + x) = cos (x - INR e * spacing (S s)).
Proof.
  intros s e Hs He. pose proof (spacing_turn (S s) ltac:(lia)) as T.
  pose proof (Nat.mod_upper_bound e (S s) ltac:(lia)) as B.
  pose proof (Nat.div_mod e (S s) ltac:(lia)) as E.
  set (d := (e mod S s)%nat) in *. set (c := (e / S s)%nat) in *.
  assert (Ee : INR e * spacing (S s) = INR c * (2 * PI) + INR d * spacing (S s)).
  { rewrite E, plus_INR, mult_INR, <- T. ring. }
  destruct (Nat.eq_dec d s) as [Ds|Ds].
  - exists 0%nat, 1%nat. repeat split; try lia. intro x. rewrite Ee.
    rewrite <- (cos_period_Z (x - _) (Z.of_nat (c + 1))). f_equal.
    rewrite <- INR_IZR_INZ, plus_INR, Ds. rewrite S_INR in T. simpl. lra.
  - exists d, 0%nat. repeat split; try lia. intro x. rewrite Ee.
    rewrite <- (cos_period_Z (x - _) (Z.of_nat c)). f_equal.
    rewrite <- INR_IZR_INZ. simpl. ring.
Qed.

(** A multiple of omega in [theta, (2n-3) theta] that is no whole turn is fatal. *)
Lemma multiple_is_fatal : forall s n theta competes e, 0 < theta -> (3 <= n)%nat -> (2 <= s)%nat ->
  (INR n - 3 / 2) * theta < PI -> (e mod (S s) <> 0)%nat ->
  theta <= INR e * spacing (S s) <= (2 * INR n - 3) * theta ->
  ~ solves (h_single s theta) s n competes.
Proof.
  intros s n theta competes e Ht Hn Hs Mono He Range Solves.
  destruct (places_apart s e Hs He) as [q [r [Hq [Hr [D E]]]]].
  pose proof (Solves _ (single_lead_far s theta n competes q r Hq Hr D Hn)) as L. rewrite E in L.
  assert (cos ((INR n - 2) * theta) <= cos ((INR n - 1) * theta - INR e * spacing (S s))); [|lra].
  apply cos_near; nra.
Qed.

Lemma single_needs : forall s n theta competes, 0 < theta <= PI -> (3 <= n)%nat -> (2 <= s)%nat ->
  solves (h_single s theta) s n competes -> (2 * INR n - 3) * theta < spacing (S s).
Proof.
  intros s n theta competes Ht Hn Hs Solves. apply Rnot_le_lt. intro H.
  assert (N3 : 3 <= INR n) by (apply (le_INR 3) in Hn; simpl in Hn; lra).
  pose proof (spacing_pos (S s) ltac:(lia)) as W.
  assert (Mono : (INR n - 3 / 2) * theta < PI).
  { apply recency_needs; try assumption. intros t Ht'.
    pose proof (Solves _ (single_lead_step s theta n competes t Hs Ht')). lra. }
  destruct (Rle_dec theta (spacing (S s))) as [L|L].
  - (* omega itself *)
    apply (multiple_is_fatal s n theta competes 1 ltac:(lra) Hn Hs Mono); [|simpl; lra|exact Solves].
    rewrite Nat.mod_small by lia. lia.
  - (* the first multiple from theta on, and the next *)
    apply Rnot_le_lt in L.
    destruct (first_such (fun e => theta <= INR e * spacing (S s))
                ltac:(intro k; destruct (Rle_dec theta (INR k * spacing (S s))); auto)
                (Z.to_nat (up (theta / spacing (S s))))) as [e [_ [Pe Small]]].
    { pose proof (archimed (theta / spacing (S s))) as [A _].
      assert (0 < theta / spacing (S s)) by (apply Rdiv_lt_0_compat; lra).
      assert (0 <= up (theta / spacing (S s)))%Z by (apply le_IZR; lra).
      rewrite INR_IZR_INZ, Z2Nat.id by assumption.
      apply (Rmult_gt_compat_r (spacing (S s))) in A; [|exact W].
      replace (theta / spacing (S s) * spacing (S s)) with theta in A by (field; lra). lra. }
    assert (E1 : (1 <= e)%nat) by (destruct e; [simpl in Pe; lra|lia]).
    specialize (Small (e - 1)%nat ltac:(lia)). rewrite minus_INR in Small by lia. simpl in Small.
    apply Rnot_le_lt in Small.
    assert (Three : 3 * theta <= (2 * INR n - 3) * theta) by (apply Rmult_le_compat_r; lra).
    destruct (Nat.eq_dec (e mod S s) 0) as [Z|Z].
    + apply (multiple_is_fatal s n theta competes (e + 1) ltac:(lra) Hn Hs Mono); [| |exact Solves].
      * rewrite Nat.add_mod, Z by lia. rewrite Nat.add_0_l, Nat.mod_mod by lia.
        rewrite Nat.mod_small by lia. lia.
      * rewrite plus_INR. simpl. lra.
    + apply (multiple_is_fatal s n theta competes e ltac:(lra) Hn Hs Mono Z); [lra|exact Solves].
Qed.

(** * The gap *)

(** The first step of recency is the smallest. *)
Lemma first_step_smallest : forall n theta a b, 0 < theta -> (INR n - 3 / 2) * theta <= PI / 2 ->
  (1 <= a)%nat -> (a < b)%nat -> (b <= n - 1)%nat ->
  cos theta - cos (2 * theta) <= cos (INR a * theta) - cos (INR b * theta).
Proof.
  intros n theta a b Ht H Ha Hab Hb.
  assert (Hb' : INR b <= INR n - 1).
  { replace (INR n - 1) with (INR (n - 1)) by (rewrite minus_INR by lia; reflexivity). apply le_INR, Hb. }
  pose proof (le_INR 1 a Ha) as Ha'. simpl in Ha'.
  assert (Hab' : INR a + 1 <= INR b) by (rewrite <- S_INR; apply le_INR; lia).
  pose proof (cos_difference theta (2 * theta)) as D1.
  pose proof (cos_difference (INR a * theta) (INR b * theta)) as D2.
  assert (P : 0 <= sin (theta / 2)) by (apply sin_ge_0; nra).
  assert (Q : sin (theta / 2) <= sin ((INR b * theta - INR a * theta) / 2)) by (apply sin_incr_1; nra).
  assert (P' : 0 <= sin (3 * theta / 2)) by (apply sin_ge_0; nra).
  assert (Q' : sin (3 * theta / 2) <= sin ((INR b * theta + INR a * theta) / 2)).
  { destruct (Rle_dec ((INR b * theta + INR a * theta) / 2) (PI / 2)); [apply sin_incr_1; nra|nra]. }
  replace ((2 * theta + theta) / 2) with (3 * theta / 2) in D1 by field.
  replace ((2 * theta - theta) / 2) with (theta / 2) in D1 by field. nra.
Qed.

Lemma single_gap : forall s n theta competes, 0 < theta -> (3 <= n)%nat -> (2 <= s)%nat ->
  (2 * INR n - 3) * theta < spacing (S s) ->
  smallest_lead (h_single s theta) s n competes
    (Rmin (cos theta - cos (2 * theta))
          (2 * sin ((spacing (S s) - theta) / 2) * sin ((spacing (S s) - (2 * INR n - 3) * theta) / 2))).
Proof.
  intros s n theta competes Ht Hn Hs H. pose proof (spacing_three s Hs) as W. split.
  - unfold Rmin. destruct (Rle_dec _ _).
    + pose proof (single_lead_step s theta n competes 1 Hs ltac:(lia)) as L. simpl in L.
      rewrite Rmult_1_l in L. exact L.
    + pose proof (single_lead_far s theta n competes 1 0 ltac:(lia) ltac:(lia) ltac:(lia) Hn) as L.
      rewrite <- product_of_sines. rewrite <- (cos_neg (spacing (S s) - _)).
      replace (- (spacing (S s) - (INR n - 1) * theta))
        with ((INR 0 - INR 1) * spacing (S s) + (INR n - 1) * theta) by (simpl; ring). exact L.
  - intros g [x [j [k [Hx [Hj [Hk [Hkj ->]]]]]]].
    assert (Nj : (1 <= j <= n - 1)%nat) by (destruct Hj as [Hj _]; unfold within in Hj; lia).
    assert (Nk : (1 <= k <= n)%nat) by (unfold rivals, within in Hk; destruct competes; lia).
    rewrite (single_at_match s theta n x j ltac:(lia) (occurrence_place s n x j Hx Hj)).
    destruct (other_key s n competes x j k Hx Hj Hk Hkj) as [[Earlier Match]|[L N]].
    + rewrite (single_at_match s theta n x k ltac:(lia) Match).
      eapply Rle_trans; [apply Rmin_l|]. pose proof PI_RGT_0.
      apply (first_step_smallest n); lia || lra.
    + eapply Rle_trans; [apply Rmin_r|]. rewrite single_at by lia.
      pose proof (query_symbol s n x Hx).
      destruct (circle_rival (S s) (symbol_of (x n)) (place_of s (x k)) ltac:(lia) L ltac:(lia)) as [y [Hy
        ->]].
      pose proof PI_RGT_0. apply rival_lead; try assumption; lia || lra.
Qed.

Theorem new_single_angle_induction_proved : new_single_angle_induction_statement.
Proof.
  intros s n theta competes Ht Hn Hs omega. split; [|split].
  - split; [apply single_needs; assumption|]. intro H. apply single_solves; assumption || lra.
  - split.
    + intro All. apply (single_needs s n theta competes Ht Hn Hs). apply All. lia.
    + intros H n' Hn'. apply single_solves; try lia; [lra|].
      apply Rle_lt_trans with (2 := H). apply Rmult_le_compat_r; [lra|].
      assert (INR n' <= INR n) by (apply le_INR; lia). lra.
  - intro H. apply single_gap; assumption || lra.
Qed.

(** * False neighbours *)

(** (2n-3) theta = omega will do. *)
Definition new_single_angle_induction_neighbour_closed : Prop :=
  forall (s n : nat) (theta : R), 0 < theta <= PI -> (3 <= n)%nat -> (2 <= s)%nat ->
    (2 * INR n - 3) * theta <= spacing (S s) -> solves (h_single s theta) s n true.

Theorem new_single_angle_induction_neighbour_closed_false : ~ new_single_angle_induction_neighbour_closed.
Proof.
  intro H. pose proof (spacing_pos 3 ltac:(lia)). pose proof (spacing_le_pi 3 ltac:(lia)).
  assert (T : 0 < spacing 3 / 3 <= PI) by lra.
  specialize (H 2%nat 3%nat (spacing 3 / 3) T ltac:(lia) ltac:(lia) ltac:(simpl; lra)).
  apply (single_needs 2 3) in H; [|assumption|lia|lia]. simpl in H. lra.
Qed.

(** Exactly when (2n-4) theta < omega, and exactly when (2n-2) theta < omega. *)
Definition new_single_angle_induction_neighbour_less : Prop :=
  forall (s n : nat) (theta : R), 0 < theta <= PI -> (3 <= n)%nat -> (2 <= s)%nat ->
    (2 * INR n - 4) * theta < spacing (S s) -> solves (h_single s theta) s n true.

Theorem new_single_angle_induction_neighbour_less_false : ~ new_single_angle_induction_neighbour_less.
Proof.
  intro H. pose proof (spacing_pos 3 ltac:(lia)). pose proof (spacing_le_pi 3 ltac:(lia)).
  assert (T : 0 < spacing 3 / 3 <= PI) by lra.
  specialize (H 2%nat 3%nat (spacing 3 / 3) T ltac:(lia) ltac:(lia) ltac:(simpl; lra)).
  apply (single_needs 2 3) in H; [|assumption|lia|lia]. simpl in H. lra.
Qed.

Definition new_single_angle_induction_neighbour_more : Prop :=
  forall (s n : nat) (theta : R), 0 < theta <= PI -> (3 <= n)%nat -> (2 <= s)%nat ->
    solves (h_single s theta) s n true -> (2 * INR n - 2) * theta < spacing (S s).

Theorem new_single_angle_induction_neighbour_more_false : ~ new_single_angle_induction_neighbour_more.
Proof.
  intro H. pose proof (spacing_pos 3 ltac:(lia)). pose proof (spacing_le_pi 3 ltac:(lia)).
  assert (T : 0 < 2 * spacing 3 / 7 <= PI) by lra.
  specialize (H 2%nat 3%nat (2 * spacing 3 / 7) T ltac:(lia) ltac:(lia)).
  assert (S : solves (h_single 2 (2 * spacing 3 / 7)) 2 3 true)
    by (apply single_solves; try lia; simpl; lra).
  specialize (H S). simpl in H. lra.
Qed.

(** theta may exceed pi: 2 pi - theta acts as theta does, so theta = 2 pi - omega/7 solves n = 3 with two
    symbols but (2n-3) theta is not below omega. *)
Definition new_single_angle_induction_neighbour_any : Prop :=
  forall (s n : nat) (theta : R), 0 < theta -> (3 <= n)%nat -> (2 <= s)%nat ->
    solves (h_single s theta) s n true -> (2 * INR n - 3) * theta < spacing (S s).

Lemma turned_back_solves : forall s n theta, 0 < theta -> (3 <= n)%nat -> (2 <= s)%nat ->
  (2 * INR n - 3) * theta < spacing (S s) -> solves (h_single s (2 * PI - theta)) s n true.
Proof.
  intros s n theta Ht Hn Hs H g [x [j [k [Hx [Hj [Hk [Hkj ->]]]]]]].
  pose proof (spacing_three s Hs) as W. pose proof PI_RGT_0.
  assert (N3 : 3 <= INR n) by (apply (le_INR 3) in Hn; simpl in Hn; lra).
  assert (Nj : (1 <= j <= n - 1)%nat) by (destruct Hj as [Hj _]; unfold within in Hj; lia).
  assert (Nk : (1 <= k <= n)%nat) by (unfold rivals, within in Hk; lia).
  assert (Back : forall t y, cos (y + INR t * (2 * PI - theta)) = cos (- y + INR t * theta)).
  { intros t y. rewrite <- (cos_neg (- y + _)), <- (cos_period_Z (- (- y + _)) (Z.of_nat t)), <- INR_IZR_INZ.
    f_equal. ring. }
  rewrite (single_at_match s (2 * PI - theta) n x j ltac:(lia) (occurrence_place s n x j Hx Hj)).
  rewrite <- (Rplus_0_l (INR (n - j) * _)), Back, Ropp_0, Rplus_0_l.
  pose proof (drifts n (n - j) (n - k) theta Hn ltac:(lra) ltac:(lia) ltac:(lia) ltac:(lia)) as D.
  apply Rlt_Rminus. rewrite single_at, Back by lia.
  destruct (other_key s n true x j k Hx Hj Hk Hkj) as [[Earlier Match]|[L N]].
  - rewrite Match. replace (- _ + INR (n - k) * theta) with (INR (n - k) * theta) by ring.
    apply (recency_falls n); try lia; [exact Ht|nra].
  - pose proof (query_symbol s n x Hx).
    replace (- ((INR (place_of s (x k)) - INR (symbol_of (x n))) * spacing (S s)))
      with ((INR (symbol_of (x n)) - INR (place_of s (x k))) * spacing (S s)) by ring.
    apply circle_match_wins; try lia; try lra; apply Rmult_le_pos; try apply pos_INR; lra.
Qed.

Theorem new_single_angle_induction_neighbour_any_false : ~ new_single_angle_induction_neighbour_any.
Proof.
  intro H. pose proof (spacing_pos 3 ltac:(lia)). pose proof (spacing_le_pi 3 ltac:(lia)).
  specialize (H 2%nat 3%nat (2 * PI - spacing 3 / 7) ltac:(lra) ltac:(lia) ltac:(lia)
                (turned_back_solves 2 3 (spacing 3 / 7) ltac:(lra) ltac:(lia) ltac:(lia) ltac:(simpl; lra))).
  simpl in H. lra.
Qed.

Example new_single_angle_induction_instance : instance_of new_single_angle_induction_statement.
Proof.
  pose proof (spacing_pos 3 ltac:(lia)) as S. pose proof (spacing_le_pi 3 ltac:(lia)) as L.
  exists 2%nat, 3%nat, (spacing 3 / 6), true. split; [lra|]. split; [lia|]. split; [lia|].
  split; [exact I|]. split; [exact I|]. split; [cbn; lra|exact I].
Qed.
