(** new.positional-heads: Retrieval with attribute output needs as many positional heads as symbols.

    Statement. h positional heads: the weight that head i gives to position j for the query symbol q is W i q j, whatever the contents. Positions 0..m-1 hold
    pairs (x j, sigma (x j)): x j is a symbol of 0..s-1, sigma its attribute, one of two. Scores are affine, and two attributes are told apart by the sign of
    a difference: c q + sum_i sum_j W i q j * F i (x j) (sigma (x j)), F i any function of the pair, c any function of the query. If m >= s, and for every query q
    and every arrangement x in which all symbols occur the sign is that of sigma q, then s <= h. And s heads are enough: at every m. *)

From Coq Require Import Reals Lra Lia List PeanoNat.
From RopeTheory Require Import Rope Instances.
Open Scope R_scope.

(** The score of attribute true less that of false. *)
Definition difference (h m : nat) (W : nat -> nat -> nat -> R) (F : nat -> nat -> bool -> R) (c : nat -> R)
  (q : nat) (x : nat -> nat) (sigma : nat -> bool) : R :=
  c q + sum (fun i => sum (fun j => W i q j * F i (x j) (sigma (x j))) m) h.

(** Positions hold symbols, and each symbol occurs. *)
Definition arrangement (s m : nat) (x : nat -> nat) : Prop :=
  (forall j, (j < m)%nat -> (x j < s)%nat) /\ (forall a, (a < s)%nat -> exists j, (j < m)%nat /\ x j = a).

Definition answers (s h m : nat) (W : nat -> nat -> nat -> R) (F : nat -> nat -> bool -> R) (c : nat -> R) : Prop :=
  forall (q : nat) (x : nat -> nat) (sigma : nat -> bool), (q < s)%nat -> arrangement s m x ->
    if sigma q then 0 < difference h m W F c q x sigma else difference h m W F c q x sigma < 0.

(** What softmax gives: nonnegative weights, together at most 1 (the query has the rest). *)
Definition weights (s h m : nat) (W : nat -> nat -> nat -> R) : Prop :=
  forall i q, (i < h)%nat -> (q < s)%nat -> (forall j, (j < m)%nat -> 0 <= W i q j) /\ sum (W i q) m <= 1.

Definition new_positional_heads_statement : Prop :=
  forall (s h m : nat) (W : nat -> nat -> nat -> R) (F : nat -> nat -> bool -> R) (c : nat -> R),
    (1 <= s)%nat -> (s <= m)%nat -> answers s h m W F c -> (s <= h)%nat.

(** That many suffice, with positive weights: head i gives much to the pairs where its own symbol is asked for, little elsewhere. *)
Definition new_positional_heads_enough_statement : Prop :=
  forall s m : nat, (1 <= s)%nat -> (s <= m)%nat -> exists (W : nat -> nat -> nat -> R) (F : nat -> nat -> bool -> R),
    (forall i q j, 0 < W i q j) /\ weights s s m W /\ answers s s m W F (fun _ => 0).

(** * More unknowns than equations *)

Lemma sum_zero_all : forall f n, (forall k, (k < n)%nat -> f k = 0) -> sum f n = 0.
Proof. intros f n. induction n as [|n IH]; intro H; simpl; [reflexivity|]. rewrite IH, (H n) by (intros; try apply H; lia). ring. Qed.

Lemma sum_point : forall f a n, (a < n)%nat -> sum f n = f a + sum (fun k => if Nat.eqb k a then 0 else f k) n.
Proof.
  intros f a n. induction n as [|n IH]; intro H; [lia|]. simpl. destruct (Nat.eqb_spec n a) as [->|E].
  - assert (Z : sum (fun k => if Nat.eqb k a then 0 else f k) a = sum f a).
    { apply sum_ext. intros k K. destruct (Nat.eqb_spec k a); [lia|reflexivity]. }
    rewrite Z. ring.
  - rewrite IH by lia. ring.
Qed.

(** A sum without its term p, and that term. *)
Lemma sum_skip : forall f n p, (p <= n)%nat -> sum f (S n) = f p + sum (fun a => f (if Nat.ltb a p then a else S a)) n.
Proof.
  intros f n. induction n as [|n IH]; intros p P.
  - replace p with 0%nat by lia. simpl. ring.
  - destruct (Nat.eq_dec p (S n)) as [->|D].
    + change (sum f (S (S n))) with (sum f (S n) + f (S n)). rewrite Rplus_comm. f_equal.
      apply sum_ext. intros k K. destruct (Nat.ltb_spec k (S n)); [reflexivity|lia].
    + change (sum f (S (S n))) with (sum f (S n) + f (S n)). rewrite (IH p ltac:(lia)).
      change (sum (fun a => f (if Nat.ltb a p then a else S a)) (S n)) with
        (sum (fun a => f (if Nat.ltb a p then a else S a)) n + f (if Nat.ltb n p then n else S n)).
      destruct (Nat.ltb_spec n p); [lia|]. ring.
Qed.

(** h homogeneous equations in s > h unknowns. *)
Lemma kernel : forall h s (u : nat -> nat -> R), (h < s)%nat ->
  exists y, (exists a, (a < s)%nat /\ y a <> 0) /\ forall i, (i < h)%nat -> sum (fun a => u i a * y a) s = 0.
Proof.
  induction h as [|h IH]; intros s u H.
  - exists (fun _ => 1). split; [exists 0%nat; split; [lia|lra]|intros; lia].
  - destruct s as [|s]; [lia|].
    (* the last equation: some coefficient is not 0, or it can be left out *)
    assert (Dec : (exists p, (p < S s)%nat /\ u h p <> 0) \/ forall a, (a < S s)%nat -> u h a = 0).
    { clear. induction (S s) as [|n IHn]; [right; intros; lia|]. destruct IHn as [[p [P Q]]|N]; [left; exists p; split; [lia|exact Q]|].
      destruct (Req_dec (u h n) 0) as [E|E]; [right|left; exists n; split; [lia|exact E]].
      intros a A. destruct (Nat.eq_dec a n) as [->|D]; [exact E|apply N; lia]. }
    destruct Dec as [[p [P Q]]|N].
    + (* unknowns other than p, numbered by skip *)
      set (skip := fun a => if Nat.ltb a p then a else S a).
      set (v := fun i a => u i (skip a) - u i p * (u h (skip a) / u h p)).
      destruct (IH s v ltac:(lia)) as [y [[a [A Y]] Z]].
      set (back := fun b => if Nat.ltb b p then b else (b - 1)%nat).
      set (rest := sum (fun a => u h (skip a) / u h p * y a) s).
      set (z := fun b => if Nat.eqb b p then - rest else y (back b)).
      assert (Split : forall f, sum f (S s) = f p + sum (fun a => f (skip a)) s).
      { intro f. unfold skip. apply sum_skip. lia. }
      assert (Zs : forall k, z (skip k) = y k).
      { intro k. unfold z, skip, back. destruct (Nat.ltb_spec k p) as [L|L].
        - destruct (Nat.eqb_spec k p); [lia|]. destruct (Nat.ltb_spec k p); [reflexivity|lia].
        - destruct (Nat.eqb_spec (S k) p); [lia|]. destruct (Nat.ltb_spec (S k) p); [lia|]. f_equal. lia. }
      assert (Zp : z p = - rest) by (unfold z; rewrite Nat.eqb_refl; reflexivity).
      exists z. split.
      * exists (skip a). split; [unfold skip; destruct (Nat.ltb_spec a p); lia|]. rewrite Zs. exact Y.
      * intros i I. rewrite Split, Zp. rewrite (sum_ext (fun k => u i (skip k) * z (skip k)) (fun k => u i (skip k) * y k)) by (intros; rewrite Zs; reflexivity).
        assert (E : forall i', sum (fun k => v i' k * y k) s = sum (fun k => u i' (skip k) * y k) s - u i' p * rest).
        { intro i'. unfold rest.
          transitivity (sum (fun k => u i' (skip k) * y k + - u i' p * (u h (skip k) / u h p * y k)) s).
          - apply sum_ext. intros k _. unfold v. ring.
          - rewrite sum_plus, sum_scal. ring. }
        destruct (Nat.eq_dec i h) as [->|D].
        -- assert (R : sum (fun k => u h (skip k) * y k) s = u h p * rest).
           { unfold rest. rewrite <- sum_scal. apply sum_ext. intros k _. field. exact Q. }
           rewrite R. ring.
        -- specialize (Z i ltac:(lia)). rewrite E in Z. lra.
    + destruct (IH (S s) u ltac:(lia)) as [y [Y Z]]. exists y. split; [exact Y|]. intros i I.
      destruct (Nat.eq_dec i h) as [->|D]; [|apply Z; lia]. apply sum_zero_all. intros k K. rewrite N by exact K. ring.
Qed.

(** The largest of finitely many absolute values. *)
Lemma largest : forall (y : nat -> R) n, (1 <= n)%nat -> exists a, (a < n)%nat /\ forall b, (b < n)%nat -> Rabs (y b) <= Rabs (y a).
Proof.
  intros y n. induction n as [|n IH]; intro H; [lia|]. destruct (Nat.eq_dec n 0) as [->|E].
  - exists 0%nat. split; [lia|]. intros b B. replace b with 0%nat by lia. lra.
  - destruct (IH ltac:(lia)) as [a [A M]]. destruct (Rle_dec (Rabs (y n)) (Rabs (y a))) as [L|L].
    + exists a. split; [lia|]. intros b B. destruct (Nat.eq_dec b n) as [->|D]; [exact L|apply M; lia].
    + exists n. split; [lia|]. intros b B. destruct (Nat.eq_dec b n) as [->|D]; [lra|]. specialize (M b ltac:(lia)). lra.
Qed.

Lemma sum_swap : forall (f : nat -> nat -> R) m n, sum (fun i => sum (fun j => f i j) n) m = sum (fun j => sum (fun i => f i j) m) n.
Proof.
  intros f m n. induction m as [|m IH]; simpl.
  - symmetry. apply sum_zero_all. reflexivity.
  - rewrite IH, <- sum_plus. reflexivity.
Qed.

(** * The lower bound *)

(** All symbols in order, then the first one again. *)
Definition listed (s j : nat) : nat := if Nat.ltb j s then j else 0%nat.
(** Turned round by r positions. *)
Definition turned (s m r j : nat) : nat := listed s ((j + r) mod m).

Lemma turned_arrangement : forall s m r, (1 <= s)%nat -> (s <= m)%nat -> arrangement s m (turned s m r).
Proof.
  intros s m r S1 SM. split.
  - intros j _. unfold turned, listed. destruct (Nat.ltb_spec ((j + r) mod m) s); lia.
  - intros a A. exists ((a + (m - r mod m)) mod m)%nat. pose proof (Nat.mod_upper_bound r m ltac:(lia)) as R.
    split; [apply Nat.mod_upper_bound; lia|]. unfold turned.
    assert (E : (((a + (m - r mod m)) mod m + r) mod m = a)%nat).
    { rewrite Nat.add_mod_idemp_l by lia. rewrite (Nat.div_mod r m) at 2 by lia.
      replace (a + (m - r mod m) + (m * (r / m) + r mod m))%nat with (a + (1 + r / m) * m)%nat by nia.
      rewrite Nat.mod_add by lia. apply Nat.mod_small. lia. }
    rewrite E. unfold listed. destruct (Nat.ltb_spec a s); lia.
Qed.

(** Turning a sum round changes nothing. *)
Lemma sum_split : forall f a n, (a <= n)%nat -> sum f n = sum f a + sum (fun k => f (a + k)%nat) (n - a).
Proof.
  intros f a n. induction n as [|n IH]; intro H.
  - replace a with 0%nat by lia. simpl. ring.
  - destruct (Nat.eq_dec a (S n)) as [->|D].
    + rewrite Nat.sub_diag. simpl. ring.
    + replace (S n - a)%nat with (S (n - a)) by lia. simpl. rewrite (IH ltac:(lia)). replace (a + (n - a))%nat with n by lia. ring.
Qed.

Lemma sum_turned : forall f m j, (j < m)%nat -> sum (fun r => f ((j + r) mod m)%nat) m = sum f m.
Proof.
  intros f m j J. rewrite (sum_split _ (m - j) m) by lia. rewrite (sum_split f j m) by lia.
  rewrite Rplus_comm. replace (m - (m - j))%nat with j by lia. f_equal.
  - apply sum_ext. intros k K. f_equal. replace (j + (m - j + k))%nat with (k + 1 * m)%nat by lia. rewrite Nat.mod_add by lia. apply Nat.mod_small. lia.
  - apply sum_ext. intros k K. rewrite Nat.mod_small by lia. reflexivity.
Qed.

(** The sum of the differences over all turns: head i enters with its total weight alone. *)
Lemma difference_turned : forall h m s W F c q sigma,
  sum (fun r => difference h m W F c q (turned s m r) sigma) m
  = INR m * c q + sum (fun i => sum (W i q) m * sum (fun j => F i (listed s j) (sigma (listed s j))) m) h.
Proof.
  intros h m s W F c q sigma. unfold difference. rewrite sum_plus, sum_const. f_equal.
  rewrite sum_swap. apply sum_ext. intros i _. rewrite sum_swap.
  transitivity (sum (fun j => W i q j * sum (fun j => F i (listed s j) (sigma (listed s j))) m) m).
  - apply sum_ext. intros j J. rewrite sum_scal. f_equal. unfold turned.
    apply (sum_turned (fun k => F i (listed s k) (sigma (listed s k)))). exact J.
  - set (G := sum (fun j => F i (listed s j) (sigma (listed s j))) m). rewrite Rmult_comm, <- sum_scal. apply sum_ext. intros. ring.
Qed.

Lemma sum_pos_all : forall f n, (1 <= n)%nat -> (forall k, (k < n)%nat -> 0 < f k) -> 0 < sum f n.
Proof.
  intros f n. induction n as [|n IH]; intros N H; [lia|]. simpl. pose proof (H n ltac:(lia)).
  destruct (Nat.eq_dec n 0) as [->|D]; [simpl; lra|]. specialize (IH ltac:(lia) ltac:(intros; apply H; lia)). lra.
Qed.

Lemma sum_neg_all : forall f n, (1 <= n)%nat -> (forall k, (k < n)%nat -> f k < 0) -> sum f n < 0.
Proof.
  intros f n N H. pose proof (sum_pos_all (fun k => - f k) n N) as P.
  assert (Q : forall k, (k < n)%nat -> 0 < - f k) by (intros k K; specialize (H k K); lra). specialize (P Q).
  rewrite (sum_ext (fun k => - f k) (fun k => -1 * f k)) in P by (intros; ring). rewrite sum_scal in P. lra.
Qed.

(** How often a symbol is listed, as a sum over symbols. *)
Lemma sum_listed : forall (g : nat -> R) s m, (1 <= s)%nat -> (s <= m)%nat ->
  sum (fun j => g (listed s j)) m = sum (fun a => (if Nat.eqb a 0 then INR (1 + (m - s)) else 1) * g a) s.
Proof.
  intros g s m S1 SM. rewrite (sum_split _ s m SM).
  rewrite (sum_ext (fun j => g (listed s j)) g) by (intros k K; unfold listed; destruct (Nat.ltb_spec k s); [reflexivity|lia]).
  rewrite (sum_ext (fun k => g (listed s (s + k))) (fun _ => g 0%nat)) by (intros k _; unfold listed; destruct (Nat.ltb_spec (s + k) s); [lia|reflexivity]).
  rewrite sum_const, (sum_point g 0 s) by lia. rewrite (sum_point (fun a => (if Nat.eqb a 0 then INR (1 + (m - s)) else 1) * g a) 0 s) by lia. cbn [Nat.eqb].
  rewrite (sum_ext (fun k => if Nat.eqb k 0 then 0 else (if Nat.eqb k 0 then INR (1 + (m - s)) else 1) * g k) (fun k => if Nat.eqb k 0 then 0 else g k)).
  - rewrite plus_INR. simpl. ring.
  - intros k _. destruct (Nat.eqb k 0); ring.
Qed.

Theorem new_positional_heads_proved : new_positional_heads_statement.
Proof.
  intros s h m W F c S1 SM A. apply Nat.nlt_ge. intro H.
  set (mu := fun a => if Nat.eqb a 0 then INR (1 + (m - s)) else 1).
  assert (Mu : forall a, 0 < mu a) by (intro a; unfold mu; destruct (Nat.eqb a 0); [apply lt_0_INR; lia|lra]).
  (* what head i gains from attribute true in place of false, by symbol *)
  set (u := fun i a => mu a * (F i a true - F i a false)).
  destruct (kernel h s u H) as [y [[a [Aa Y]] Z]]. destruct (largest y s S1) as [q [Q M]].
  assert (Yq : y q <> 0).
  { intro E. specialize (M a Aa). rewrite E, Rabs_R0 in M. pose proof (Rabs_pos_lt _ Y). lra. }
  (* v = y / y q lies in [-1, 1], and v q = 1 *)
  set (v := fun b => y b / y q).
  assert (V : forall b, (b < s)%nat -> -1 <= v b <= 1).
  { intros b B. specialize (M b B). assert (P : 0 < Rabs (y q)) by (apply Rabs_pos_lt, Yq).
    assert (E : Rabs (v b) <= 1).
    { unfold v, Rdiv. rewrite Rabs_mult, Rabs_inv. apply (Rmult_le_reg_r (Rabs (y q))); [exact P|]. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    unfold Rabs in E. destruct (Rcase_abs (v b)); lra. }
  (* by symbol: how the score for query q depends on its attribute *)
  set (B := fun b => sum (fun i => sum (W i q) m * u i b) h).
  assert (K : sum (fun b => B b * v b) s = 0).
  { unfold B. rewrite (sum_ext _ (fun b => sum (fun i => sum (W i q) m * u i b * v b) h)).
    - rewrite sum_swap. apply sum_zero_all. intros i I. rewrite (sum_ext _ (fun b => (sum (W i q) m / y q) * (u i b * y b))).
      + rewrite sum_scal, Z by exact I. ring.
      + intros b _. unfold v. field. exact Yq.
    - intros b _. rewrite Rmult_comm, <- sum_scal. apply sum_ext. intros. ring. }
  (* the attributes that are worst for the query *)
  set (worst := fun b => if Nat.eqb b q then true else if Rle_dec (B b) 0 then true else false).
  assert (Total : forall sigma, sum (fun r => difference h m W F c q (turned s m r) sigma) m
    = INR m * c q + sum (fun b => sum (fun i => sum (W i q) m * (mu b * F i b (sigma b))) h) s).
  { intro sigma. rewrite difference_turned. f_equal. rewrite sum_swap. apply sum_ext. intros i _.
    rewrite (sum_listed (fun b => F i b (sigma b)) s m S1 SM). rewrite <- sum_scal. reflexivity. }
  assert (Plus : 0 < sum (fun r => difference h m W F c q (turned s m r) worst) m).
  { apply sum_pos_all; [lia|]. intros r _. specialize (A q (turned s m r) worst Q (turned_arrangement s m r S1 SM)).
    unfold worst in A at 1. rewrite Nat.eqb_refl in A. exact A. }
  assert (Minus : sum (fun r => difference h m W F c q (turned s m r) (fun b => negb (worst b))) m < 0).
  { apply sum_neg_all; [lia|]. intros r _. specialize (A q (turned s m r) (fun b => negb (worst b)) Q (turned_arrangement s m r S1 SM)).
    unfold worst in A at 1. rewrite Nat.eqb_refl in A. exact A. }
  rewrite Total in Plus, Minus.
  set (P := sum (fun b => sum (fun i => sum (W i q) m * (mu b * F i b (worst b))) h) s) in *.
  set (P' := sum (fun b => sum (fun i => sum (W i q) m * (mu b * F i b (negb (worst b)))) h) s) in *.
  assert (D : P - P' <= sum (fun b => B b * v b) s); [|lra].
  assert (D' : P + -1 * P' <= sum (fun b => B b * v b) s); [|lra].
  unfold P, P'. rewrite <- sum_scal, <- sum_plus. apply sum_le. intros b Bs. specialize (V b Bs).
  assert (E : sum (fun i => sum (W i q) m * (mu b * F i b (worst b))) h + -1 * sum (fun i => sum (W i q) m * (mu b * F i b (negb (worst b)))) h
    = (if worst b then 1 else -1) * B b).
  { unfold B. rewrite <- !sum_scal, <- sum_plus. apply sum_ext. intros i _. unfold u. destruct (worst b); simpl; ring. }
  rewrite E. unfold worst. destruct (Nat.eqb_spec b q) as [->|N].
  - assert (v q = 1) by (unfold v; field; exact Yq). rewrite H0. lra.
  - destruct (Rle_dec (B b) 0); nra.
Qed.

(** * Enough heads *)

(** Head a sees the pairs with the weight 1/(2m) each where a is asked for, 1/(4 m^2) elsewhere. *)
Definition own_symbol (m i q j : nat) : R := if Nat.eqb i q then / (2 * INR m) else / (4 * INR m * INR m).
Definition sign_of (i a : nat) (b : bool) : R := if Nat.eqb i a then (if b then 1 else -1) else 0.

Theorem new_positional_heads_enough_proved : new_positional_heads_enough_statement.
Proof.
  intros s m S1 SM. assert (M1 : 1 <= INR m) by (apply (le_INR 1); lia).
  assert (Small : 0 < / (4 * INR m * INR m)) by (apply Rinv_0_lt_compat; nra).
  assert (Big : 0 < / (2 * INR m)) by (apply Rinv_0_lt_compat; lra).
  assert (Ratio : / (2 * INR m) = 2 * INR m * / (4 * INR m * INR m)) by (field; lra).
  exists (own_symbol m), sign_of. split; [|split].
  - intros i q j. unfold own_symbol. destruct (Nat.eqb i q); lra.
  - intros i q _ _. split; [intros j _; unfold own_symbol; destruct (Nat.eqb i q); lra|].
    assert (C : sum (own_symbol m i q) m <= sum (fun _ => / (2 * INR m)) m).
    { apply sum_le. intros j _. unfold own_symbol. destruct (Nat.eqb i q); [lra|]. rewrite Ratio. nra. }
    rewrite sum_const in C. replace (INR m * / (2 * INR m)) with (/ 2) in C by (field; lra). lra.
  - intros q x sigma Q [In All].
    assert (E : difference s m (own_symbol m) sign_of (fun _ => 0) q x sigma
      = sum (fun j => (if Nat.eqb (x j) q then / (2 * INR m) else / (4 * INR m * INR m)) * (if sigma (x j) then 1 else -1)) m).
    { unfold difference. rewrite Rplus_0_l, sum_swap. apply sum_ext. intros j J.
      rewrite (sum_point _ (x j) s (In j J)). rewrite (sum_zero_all (fun k => if Nat.eqb k (x j) then 0 else _) s).
      - unfold own_symbol, sign_of. rewrite Nat.eqb_refl. ring.
      - intros k _. destruct (Nat.eqb_spec k (x j)) as [_|D]; [reflexivity|]. unfold sign_of. destruct (Nat.eqb_spec k (x j)); [contradiction|ring]. }
    rewrite E. destruct (All q Q) as [p [P Xp]].
    (* the pair that is asked for outweighs the m - 1 others *)
    set (w := / (4 * INR m * INR m)) in *.
    assert (N : INR (m - 1) = INR m - 1) by (rewrite minus_INR by lia; simpl; ring).
    rewrite (sum_point _ p m P). rewrite Xp, Nat.eqb_refl. destruct (sigma q) eqn:Sq.
    + assert (L : sum (fun _ => - w) m <= sum (fun k => if Nat.eqb k p then 0 else (if Nat.eqb (x k) q then / (2 * INR m) else w) * (if sigma (x k) then 1 else -1)) m).
      { apply sum_le. intros k _. destruct (Nat.eqb k p); [lra|]. destruct (Nat.eqb_spec (x k) q) as [->|D]; [rewrite Sq; lra|]. destruct (sigma (x k)); lra. }
      rewrite sum_const in L. nra.
    + assert (L : sum (fun k => if Nat.eqb k p then 0 else (if Nat.eqb (x k) q then / (2 * INR m) else w) * (if sigma (x k) then 1 else -1)) m <= sum (fun _ => w) m).
      { apply sum_le. intros k _. destruct (Nat.eqb k p); [lra|]. destruct (Nat.eqb_spec (x k) q) as [->|D]; [rewrite Sq; lra|]. destruct (sigma (x k)); lra. }
      rewrite sum_const in L. nra.
Qed.

(** * False neighbours *)

(** One head fewer is enough for two symbols. *)
Definition new_positional_heads_enough_neighbour_fewer : Prop :=
  forall s m : nat, (2 <= s)%nat -> (s <= m)%nat -> exists (W : nat -> nat -> nat -> R) (F : nat -> nat -> bool -> R), answers s (s - 1) m W F (fun _ => 0).

Theorem new_positional_heads_enough_neighbour_fewer_false : ~ new_positional_heads_enough_neighbour_fewer.
Proof.
  intro H. destruct (H 2%nat 2%nat ltac:(lia) ltac:(lia)) as [W [F A]].
  pose proof (new_positional_heads_proved 2%nat 1%nat 2%nat W F (fun _ => 0) ltac:(lia) ltac:(lia) A). lia.
Qed.

(** One head more than symbols is needed. *)
Definition new_positional_heads_neighbour_more : Prop :=
  forall (s h m : nat) (W : nat -> nat -> nat -> R) (F : nat -> nat -> bool -> R) (c : nat -> R),
    (1 <= s)%nat -> (s <= m)%nat -> answers s h m W F c -> (s < h)%nat.

Theorem new_positional_heads_neighbour_more_false : ~ new_positional_heads_neighbour_more.
Proof.
  intro H. destruct (new_positional_heads_enough_proved 2%nat 2%nat ltac:(lia) ltac:(lia)) as [W [F [_ [_ A]]]].
  pose proof (H 2%nat 2%nat 2%nat W F (fun _ => 0) ltac:(lia) ltac:(lia) A). lia.
Qed.

(** Where an input is too short for all symbols: nothing is asked of it. *)
Definition new_positional_heads_neighbour_short : Prop :=
  forall (s h m : nat) (W : nat -> nat -> nat -> R) (F : nat -> nat -> bool -> R) (c : nat -> R),
    (1 <= s)%nat -> answers s h m W F c -> (s <= h)%nat.

Theorem new_positional_heads_neighbour_short_false : ~ new_positional_heads_neighbour_short.
Proof.
  intro H. assert (A : answers 1 0 0 (fun _ _ _ => 0) (fun _ _ _ => 0) (fun _ => 0)).
  { intros q x sigma _ [_ All]. destruct (All 0%nat ltac:(lia)) as [j [J _]]. lia. }
  pose proof (H 1%nat 0%nat 0%nat _ _ _ ltac:(lia) A). lia.
Qed.

(** The two heads for two symbols and three places that are enough by the other theorem. *)
Example new_positional_heads_instance : instance_of new_positional_heads_statement.
Proof.
  destruct (new_positional_heads_enough_proved 2%nat 3%nat ltac:(lia) ltac:(lia)) as (W & F & _ & _ & H).
  exists 2%nat, 2%nat, 3%nat, W, F, (fun _ => 0). repeat split; [lia|lia|exact H].
Qed.

Example new_positional_heads_enough_instance : instance_of new_positional_heads_enough_statement.
Proof. exists 2%nat, 3%nat. repeat split; lia. Qed.
