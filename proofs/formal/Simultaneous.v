(** Simultaneous approximation with the constant of Minkowski's theorem on linear forms, by pigeonhole alone.

    For K numbers and n >= 2 some 1 <= d <= n-1 brings every d a_k within n^(-1/K) of a whole number: n cubes of side L/M in the unit torus, one at each t a,
    cover more grid points than there are as soon as n L^K > M^K, so two of them meet; and L/M comes as near to n^(-1/K) as one likes. *)

From Coq Require Import Reals Lra Lia ZArith PeanoNat.
From RopeTheory Require Import Rope new_one_sided_law.
Open Scope R_scope.

(** Distance from the nearest whole number. *)
Definition off_whole (x : R) : R := Rmin (frac_part x) (1 - frac_part x).

Lemma off_whole_least : forall x j, off_whole x <= Rabs (x - IZR j).
Proof.
  intros x j. unfold off_whole. pose proof (base_fp x) as [F0 F1]. assert (E : x = IZR (Int_part x) + frac_part x) by (unfold frac_part; ring).
  destruct (Z_le_gt_dec j (Int_part x)) as [H|H].
  - eapply Rle_trans; [apply Rmin_l|]. apply IZR_le in H. rewrite Rabs_right; lra.
  - assert (H' : (Int_part x + 1 <= j)%Z) by lia. apply IZR_le in H'. rewrite plus_IZR in H'. eapply Rle_trans; [apply Rmin_r|]. rewrite Rabs_left1; lra.
Qed.

Lemma off_whole_reached : forall x, exists j, Rabs (x - IZR j) = off_whole x.
Proof.
  intro x. unfold off_whole. pose proof (base_fp x) as [F0 F1]. assert (E : x = IZR (Int_part x) + frac_part x) by (unfold frac_part; ring).
  unfold Rmin. destruct (Rle_dec _ _).
  - exists (Int_part x). rewrite Rabs_right; lra.
  - exists (Int_part x + 1)%Z. rewrite plus_IZR, Rabs_left1; lra.
Qed.

Lemma off_whole_half : forall x, off_whole x <= / 2.
Proof. intro x. unfold off_whole, Rmin. destruct (Rle_dec _ _); lra. Qed.

(** * Digits *)

Definition digit (L o k : nat) : nat := (o / L ^ k) mod L.

Lemma digits_determine : forall L K o o', (1 <= L)%nat -> (o < L ^ K)%nat -> (o' < L ^ K)%nat ->
  (forall k, (k < K)%nat -> digit L o k = digit L o' k) -> o = o'.
Proof.
  intros L K. induction K as [|K IH]; intros o o' HL Ho Ho' D; [simpl in *; lia|].
  assert (Q : (o / L = o' / L)%nat).
  { apply IH; [exact HL| | |].
    - apply Nat.div_lt_upper_bound; [lia|exact Ho].
    - apply Nat.div_lt_upper_bound; [lia|exact Ho'].
    - intros k Hk. specialize (D (S k) ltac:(lia)). unfold digit in *. rewrite !Nat.div_div by (try apply Nat.pow_nonzero; lia). exact D. }
  specialize (D 0%nat ltac:(lia)). unfold digit in D. rewrite !Nat.pow_0_r, !Nat.div_1_r in D.
  rewrite (Nat.div_mod o L), (Nat.div_mod o' L) by lia. congruence.
Qed.

(** * Cubes that meet *)

Lemma cubes_meet : forall (n L M K : nat) (a : nat -> R), (1 <= L <= M)%nat -> (M ^ K < n * L ^ K)%nat ->
  exists d, (1 <= d <= n - 1)%nat /\ forall k, (k < K)%nat -> exists j : Z, Rabs (INR d * a k - IZR j) < INR L / INR M.
Proof.
  intros n L M K a HL H. assert (LK : (L ^ K <> 0)%nat) by (apply Nat.pow_nonzero; lia).
  set (corner := fun u k => Int_part (INR M * (INR (u / L ^ K) * a k))). set (offset := fun u k => digit L (u mod L ^ K) k).
  set (cell := fun u k => Z.to_nat ((corner u k + Z.of_nat (offset u k)) mod Z.of_nat M)).
  assert (Off : forall u k, (offset u k < L)%nat) by (intros; unfold offset, digit; apply Nat.mod_upper_bound; lia).
  assert (Cell : forall u k, (cell u k < M)%nat).
  { intros u k. unfold cell. pose proof (Z.mod_pos_bound (corner u k + Z.of_nat (offset u k)) (Z.of_nat M) ltac:(lia)). lia. }
  destruct (pigeons (fun u => code M (cell u) K) (n * L ^ K) (M ^ K) H) as [u [v [Huv E]]].
  { intros u _. apply code_below. intros k _. apply Cell. }
  pose proof (code_injective M (cell u) (cell v) K ltac:(intros; split; apply Cell) E) as Same. clear E.
  assert (Cong : forall k, (k < K)%nat -> exists z : Z, (corner v k - corner u k = Z.of_nat (offset u k) - Z.of_nat (offset v k) + Z.of_nat M * z)%Z).
  { intros k Hk. specialize (Same k Hk). unfold cell in Same.
    set (x := (corner u k + Z.of_nat (offset u k))%Z) in *. set (y := (corner v k + Z.of_nat (offset v k))%Z) in *.
    pose proof (Z.mod_pos_bound x (Z.of_nat M) ltac:(lia)). pose proof (Z.mod_pos_bound y (Z.of_nat M) ltac:(lia)).
    exists (y / Z.of_nat M - x / Z.of_nat M)%Z. pose proof (Z.div_mod x (Z.of_nat M) ltac:(lia)). pose proof (Z.div_mod y (Z.of_nat M) ltac:(lia)).
    assert (x mod Z.of_nat M = y mod Z.of_nat M)%Z by lia. unfold x, y in *. lia. }
  assert (T : (u / L ^ K <= v / L ^ K)%nat) by (apply Nat.div_le_mono; lia).
  assert (Tn : (v / L ^ K < n)%nat) by (apply Nat.div_lt_upper_bound; [exact LK|lia]).
  assert (D : (u / L ^ K <> v / L ^ K)%nat).
  { intro Q. assert (R : (u mod L ^ K = v mod L ^ K)%nat).
    { apply (digits_determine L K); [lia|apply Nat.mod_upper_bound, LK|apply Nat.mod_upper_bound, LK|].
      intros k Hk. destruct (Cong k Hk) as [z Z]. unfold corner in Z. rewrite Q in Z. pose proof (Off u k). pose proof (Off v k).
      fold (offset u k) (offset v k). assert (z = 0)%Z by nia. subst z. lia. }
    pose proof (Nat.div_mod u (L ^ K) LK). pose proof (Nat.div_mod v (L ^ K) LK). rewrite Q, R in *. lia. }
  exists (v / L ^ K - u / L ^ K)%nat. split; [lia|]. intros k Hk. destruct (Cong k Hk) as [z Z]. exists z. rewrite minus_INR by lia.
  assert (MP : 0 < INR M) by (apply lt_0_INR; lia). apply (Rmult_lt_reg_l (INR M)); [exact MP|].
  replace (INR M * (INR L / INR M)) with (INR L) by (field; lra). rewrite <- (Rabs_right (INR M)) at 1 by lra. rewrite <- Rabs_mult.
  apply (f_equal IZR) in Z. rewrite plus_IZR, mult_IZR, !minus_IZR, <- !INR_IZR_INZ in Z. unfold corner in Z.
  set (p := INR M * (INR (u / L ^ K) * a k)) in *. set (q := INR M * (INR (v / L ^ K) * a k)) in *.
  replace (INR M * ((INR (v / L ^ K) - INR (u / L ^ K)) * a k - IZR z)) with (q - p - INR M * IZR z) by (unfold p, q; ring).
  pose proof (base_Int_part p). pose proof (base_Int_part q).
  pose proof (le_INR _ _ (Off u k)) as Ou. pose proof (le_INR _ _ (Off v k)) as Ov. rewrite S_INR in Ou, Ov.
  pose proof (pos_INR (offset u k)). pose proof (pos_INR (offset v k)). apply Rabs_def1; lra.
Qed.

(** * The limit *)

Lemma pow_grows : forall x y K, 0 <= x < y -> (1 <= K)%nat -> x ^ K < y ^ K.
Proof.
  intros x y K H HK. destruct K as [|K]; [lia|]. clear HK. induction K as [|K IH]; [lra|].
  change (x * x ^ S K < y * y ^ S K). assert (0 <= x ^ S K) by (apply pow_le; lra). apply Rmult_le_0_lt_compat; lra.
Qed.

Lemma all_near_or_apart : forall (K : nat) (a : nat -> R) (delta : R) (m : nat),
  (exists d, (1 <= d <= m)%nat /\ forall k, (k < K)%nat -> off_whole (INR d * a k) <= delta) \/
  exists mu, delta < mu /\ forall d, (1 <= d <= m)%nat -> exists k, (k < K)%nat /\ mu <= off_whole (INR d * a k).
Proof.
  intros K a delta m. induction m as [|m [[d [Hd N]]|[mu [Hmu F]]]].
  - right. exists (delta + 1). split; [lra|]. intros; lia.
  - left. exists d. split; [lia|exact N].
  - assert (Here : (forall k, (k < K)%nat -> off_whole (INR (S m) * a k) <= delta) \/ exists k, (k < K)%nat /\ delta < off_whole (INR (S m) * a k)).
    { clear. induction K as [|K [N|[k [Hk B]]]].
      - left. intros; lia.
      - destruct (Rle_lt_dec (off_whole (INR (S m) * a K)) delta) as [Q|Q]; [left|right; exists K; split; [lia|exact Q]].
        intros k Hk. destruct (Nat.eq_dec k K) as [->|D]; [exact Q|apply N; lia].
      - right. exists k. split; [lia|exact B]. }
    destruct Here as [N|[k [Hk B]]]; [left; exists (S m); split; [lia|exact N]|right].
    exists (Rmin mu (off_whole (INR (S m) * a k))). split; [apply Rmin_glb_lt; assumption|]. intros d Hd. destruct (Nat.eq_dec d (S m)) as [->|D].
    + exists k. split; [exact Hk|apply Rmin_r].
    + destruct (F d ltac:(lia)) as [i [Hi L]]. exists i. split; [exact Hi|]. eapply Rle_trans; [apply Rmin_l|exact L].
Qed.

Theorem simultaneous : forall (n K : nat) (a : nat -> R) (delta : R), (2 <= n)%nat -> (1 <= K)%nat -> 0 < delta -> INR n * delta ^ K = 1 ->
  exists d, (1 <= d <= n - 1)%nat /\ forall k, (k < K)%nat -> exists j : Z, Rabs (INR d * a k - IZR j) <= delta.
Proof.
  intros n K a delta Hn HK D0 D. destruct (all_near_or_apart K a delta (n - 1)) as [[d [Hd N]]|[mu [Hmu F]]].
  { exists d. split; [exact Hd|]. intros k Hk. destruct (off_whole_reached (INR d * a k)) as [j J]. exists j. rewrite J. apply N, Hk. }
  exfalso. destruct (F 1%nat ltac:(lia)) as [k0 [_ L0]]. pose proof (off_whole_half (INR 1 * a k0)) as Half.
  (* L/M between delta and mu *)
  assert (G : 0 < / (mu - delta)) by (apply Rinv_0_lt_compat; lra). destruct (archimed (/ (mu - delta))) as [Up _].
  set (M := Z.to_nat (up (/ (mu - delta)))).
  assert (EM : INR M = IZR (up (/ (mu - delta)))) by (unfold M; rewrite INR_IZR_INZ, Z2Nat.id; [reflexivity|apply le_IZR; lra]).
  assert (MM : 1 < INR M * (mu - delta)).
  { apply (Rmult_lt_compat_r (mu - delta)) in Up; [|lra]. rewrite Rinv_l in Up by lra. rewrite EM. exact Up. }
  assert (MP : 0 < INR M) by lra. pose proof (base_Int_part (INR M * mu)) as [I0 I1]. set (L := Z.to_nat (Int_part (INR M * mu))).
  assert (L1 : INR M * delta < IZR (Int_part (INR M * mu)) <= INR M * mu) by lra.
  assert (Md : 0 < INR M * delta) by (apply Rmult_lt_0_compat; assumption).
  assert (EL : INR L = IZR (Int_part (INR M * mu))) by (unfold L; rewrite INR_IZR_INZ, Z2Nat.id; [reflexivity|apply le_IZR; lra]).
  rewrite <- EL in L1. assert (LM : (1 <= L <= M)%nat).
  { split; [apply (INR_lt 0); simpl; lra|]. apply INR_le. nra. }
  destruct (cubes_meet n L M K a LM) as [d [Hd N]].
  { apply INR_lt. rewrite mult_INR, !pow_INR. rewrite <- (Rmult_1_l (INR M ^ K)), <- D, Rmult_assoc, <- Rpow_mult_distr.
    apply Rmult_lt_compat_l; [apply lt_0_INR; lia|]. rewrite (Rmult_comm delta). apply pow_grows; [lra|exact HK]. }
  destruct (F d ltac:(lia)) as [k [Hk Q]]. destruct (N k Hk) as [j J]. pose proof (off_whole_least (INR d * a k) j) as P.
  assert (INR L / INR M <= mu); [|lra]. apply (Rmult_le_reg_r (INR M)); [exact MP|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
