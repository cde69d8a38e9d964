(** Partial Induction (U25): n - 1 pairs of symbol and attribute, then a symbol that occurs; its last
    binding counts. What it means that a head solves it, and the inputs that decide. *)

From Coq Require Import Reals Lra Lia PeanoNat Bool.
From RopeTheory Require Import Rope Trig Heads Circle.
Open Scope R_scope.

(** An input of length n over symbols 0..s-1; other symbols may be missing. *)
Definition binding_input (s n : nat) (x : nat -> binding) : Prop :=
  (forall j, within (n - 1) j -> exists a b, x j = Bound a b /\ (a < s)%nat) /\
  exists q, x n = Lone q /\ exists j, within (n - 1) j /\ symbol_of (x j) = q.

(** Position j holds the last occurrence of the queried symbol. *)
Definition last_occurrence (n : nat) (x : nat -> binding) (j : nat) : Prop :=
  within (n - 1) j /\ symbol_of (x j) = symbol_of (x n) /\
  forall k, (j < k <= n - 1)%nat -> symbol_of (x k) <> symbol_of (x n).

(** The keys among which the last occurrence must win: the pairs, and the query's own key if it competes. *)
Definition rivals (n : nat) (competes : bool) (k : nat) : Prop := within (if competes then n else (n - 1)) k.

(** g is how far, on some input of length n, the last occurrence of the queried symbol leads another key. *)
Definition lead (h : head binding) (s n : nat) (competes : bool) (g : R) : Prop :=
  exists x j k, binding_input s n x /\ last_occurrence n x j /\ rivals n competes k /\ k <> j /\
                g = logits h x n j - logits h x n k.

(** The head solves Partial Induction at length n: on every input the last occurrence of the queried
    symbol has the strictly largest logit. *)
Definition solves (h : head binding) (s n : nat) (competes : bool) : Prop :=
  forall g, lead h s n competes g -> 0 < g.

(** g is the smallest of all leads at length n. *)
Definition smallest_lead (h : head binding) (s n : nat) (competes : bool) (g : R) : Prop :=
  lead h s n competes g /\ forall g', lead h s n competes g' -> g <= g'.

(** * The inputs that decide: two symbols, the queried one q where `held` says, r elsewhere *)

Definition two_symbols (n q r : nat) (held : nat -> bool) (j : nat) : binding :=
  if Nat.eqb j n then Lone q else Bound (if held j then q else r) 1.

Lemma two_symbols_last : forall n q r held, two_symbols n q r held n = Lone q.
Proof. intros. unfold two_symbols. rewrite Nat.eqb_refl. reflexivity. Qed.

Lemma two_symbols_pair : forall n q r held j, within (n - 1) j ->
  two_symbols n q r held j = Bound (if held j then q else r) 1.
Proof.
  intros n q r held j H. unfold two_symbols, within in *. destruct (Nat.eqb_spec j n); [lia|reflexivity].
Qed.

Lemma two_symbols_input : forall s n q r held, (q < s)%nat -> (r < s)%nat ->
  (exists j, within (n - 1) j /\ held j = true) -> binding_input s n (two_symbols n q r held).
Proof.
  intros s n q r held Hq Hr [i [Hi Hh]]. split.
  - intros j Hj. rewrite two_symbols_pair by exact Hj. exists (if held j then q else r), 1%nat.
    split; [reflexivity|]. destruct (held j); assumption.
  - exists q. split; [apply two_symbols_last|]. exists i. split; [exact Hi|].
    rewrite two_symbols_pair, Hh by exact Hi. reflexivity.
Qed.

Lemma two_symbols_occurrence : forall n q r held j, q <> r -> within (n - 1) j -> held j = true ->
  (forall k, (j < k <= n - 1)%nat -> held k = false) -> last_occurrence n (two_symbols n q r held) j.
Proof.
  intros n q r held j Hqr Hj Hh Later. split; [exact Hj|]. rewrite two_symbols_last. split.
  - rewrite two_symbols_pair, Hh by exact Hj. reflexivity.
  - intros k Hk. rewrite two_symbols_pair by (unfold within; lia). rewrite Later by exact Hk. simpl. lia.
Qed.

Lemma rivals_pairs : forall n competes k, within (n - 1) k -> rivals n competes k.
Proof. intros n competes k H. unfold rivals, within in *. destruct competes; lia. Qed.

(** Matches at the distances t and t + 1 only: the nearer one must win. *)
Definition held_twice (n t j : nat) : bool := (Nat.eqb j (n - t) || Nat.eqb j (n - (t + 1)))%bool.

Lemma held_twice_near : forall n t, held_twice n t (n - t) = true.
Proof. intros. unfold held_twice. rewrite Nat.eqb_refl. reflexivity. Qed.

Lemma held_twice_far : forall n t, held_twice n t (n - (t + 1)) = true.
Proof. intros. unfold held_twice. rewrite (Nat.eqb_refl (n - (t + 1))). apply orb_true_r. Qed.

Lemma two_matches_lead : forall h s n competes t, (2 <= s)%nat -> (1 <= t <= n - 2)%nat ->
  let l := logits h (two_symbols n 0 1 (held_twice n t)) n in
  lead h s n competes (l (n - t)%nat - l (n - (t + 1))%nat).
Proof.
  intros h s n competes t Hs Ht l.
  exists (two_symbols n 0 1 (held_twice n t)), (n - t)%nat, (n - (t + 1))%nat.
  split; [|split; [|split; [|split; [lia|reflexivity]]]].
  - apply two_symbols_input; try lia. exists (n - t)%nat. split; [unfold within; lia|apply held_twice_near].
  - apply two_symbols_occurrence; try lia; [unfold within; lia|apply held_twice_near|].
    intros k Hk. unfold held_twice.
    destruct (Nat.eqb_spec k (n - t)), (Nat.eqb_spec k (n - (t + 1))); simpl; lia || reflexivity.
  - apply rivals_pairs. unfold within. lia.
Qed.

(** One match, at position p: it must beat every other key. *)
Lemma one_match_lead : forall h s n competes q r p k, (q < s)%nat -> (r < s)%nat -> q <> r ->
  within (n - 1) p -> rivals n competes k -> k <> p ->
  let l := logits h (two_symbols n q r (fun j => Nat.eqb j p)) n in
  lead h s n competes (l p - l k).
Proof.
  intros h s n competes q r p k Hq Hr D Hp Hk N l.
  exists (two_symbols n q r (fun j => Nat.eqb j p)), p, k.
  split; [|split; [|split; [exact Hk|split; [exact N|reflexivity]]]].
  - apply two_symbols_input; try assumption. exists p. split; [exact Hp|apply Nat.eqb_refl].
  - apply two_symbols_occurrence; try assumption; [apply Nat.eqb_refl|].
    intros i Hi. apply Nat.eqb_neq. lia.
Qed.

(** * What an arbitrary input looks like *)

(** Another key: an earlier match, or a key at another place of the circle of s + 1. *)
Lemma other_key : forall s n competes x j k, binding_input s n x -> last_occurrence n x j ->
  rivals n competes k -> k <> j ->
  ((k < j)%nat /\ place_of s (x k) = symbol_of (x n)) \/
  ((place_of s (x k) < S s)%nat /\ place_of s (x k) <> symbol_of (x n)).
Proof.
  intros s n competes x j k [Pairs [q [Eq [i [Hi Ei]]]]] [Hj [Mj Later]] Hk Hkj.
  rewrite Eq in *. simpl symbol_of in *.
  assert (Hq : (q < s)%nat).
  { destruct (Pairs i Hi) as [a [b [E L]]]. rewrite E in Ei. simpl in Ei. lia. }
  destruct (Nat.eq_dec k n) as [->|N].
  - right. rewrite Eq. simpl. lia.
  - assert (Hk' : within (n - 1) k).
    { unfold rivals, within in *. destruct competes; lia. }
    destruct (Pairs k Hk') as [a [b [E L]]]. rewrite E. simpl.
    destruct (Nat.eq_dec a q) as [->|D]; [left|right; lia].
    split; [|reflexivity]. destruct (Nat.lt_ge_cases k j) as [C|C]; [exact C|exfalso].
    apply (Later k ltac:(unfold within in *; lia)). rewrite E. reflexivity.
Qed.

Lemma query_symbol : forall s n x, binding_input s n x -> (symbol_of (x n) < s)%nat.
Proof.
  intros s n x [Pairs [q [Eq [i [Hi Ei]]]]]. rewrite Eq. simpl.
  destruct (Pairs i Hi) as [a [b [E L]]]. rewrite E in Ei. simpl in Ei. lia.
Qed.

Lemma occurrence_place : forall s n x j, binding_input s n x -> last_occurrence n x j ->
  place_of s (x j) = symbol_of (x n).
Proof.
  intros s n x j [Pairs _] [Hj [Mj _]]. destruct (Pairs j Hj) as [a [b [E _]]]. rewrite E in *. exact Mj.
Qed.

(** * Recency *)

(** Over distances 1..n-1 the cosine falls strictly while (n - 3/2) theta < pi. *)
Lemma recency_falls : forall n theta a b, 0 < theta -> (INR n - 3 / 2) * theta < PI ->
  (1 <= a)%nat -> (a < b)%nat -> (b <= n - 1)%nat -> cos (INR b * theta) < cos (INR a * theta).
Proof.
  intros n theta a b Ht H Ha Hab Hb.
  pose proof (cos_difference (INR a * theta) (INR b * theta)) as D.
  apply le_INR in Ha. apply lt_INR in Hab as Hab'. simpl in Ha.
  assert (Hb' : INR b <= INR n - 1).
  { replace (INR n - 1) with (INR (n - 1)) by (rewrite minus_INR by lia; reflexivity). apply le_INR, Hb. }
  assert (Hab'' : INR a + 1 <= INR b) by (rewrite <- S_INR; apply le_INR; lia).
  assert (0 < sin ((INR b * theta + INR a * theta) / 2)) by (apply sin_gt_0; nra).
  assert (0 < sin ((INR b * theta - INR a * theta) / 2)) by (apply sin_gt_0; nra).
  nra.
Qed.

(** Conversely, if it falls at every step t -> t + 1, 1 <= t <= n-2, then (n - 3/2) theta < pi. *)
Lemma recency_needs : forall n theta, 0 < theta <= PI -> (3 <= n)%nat ->
  (forall t, (1 <= t <= n - 2)%nat -> cos (INR (t + 1) * theta) < cos (INR t * theta)) ->
  (INR n - 3 / 2) * theta < PI.
Proof.
  intros n theta Ht Hn Falls. apply Rnot_le_lt. intro H.
  destruct (first_such (fun t => PI <= (INR t + 3 / 2) * theta)
              ltac:(intro k; destruct (Rle_dec PI ((INR k + 3 / 2) * theta)); auto) (n - 3))
    as [t [Ht3 [Pt Small]]].
  { rewrite minus_INR by lia. simpl. replace (INR n - (1 + 1 + 1) + 3 / 2) with (INR n - 3 / 2) by field.
      exact H. }
  specialize (Falls (t + 1)%nat ltac:(lia)).
  pose proof (cos_difference (INR (t + 1) * theta) (INR (t + 1 + 1) * theta)) as D.
  rewrite !plus_INR in *. simpl (INR 1) in *.
  replace (((INR t + 1 + 1) * theta + (INR t + 1) * theta) / 2) with ((INR t + 3 / 2) * theta) in D by field.
  replace (((INR t + 1 + 1) * theta - (INR t + 1) * theta) / 2) with (theta / 2) in D by field.
  assert (0 < sin (theta / 2)) by (apply sin_gt_0; lra).
  assert (sin ((INR t + 3 / 2) * theta) <= 0); [|nra].
  apply sin_le_0; [exact Pt|].
  destruct t as [|t]; [simpl; lra|]. specialize (Small t ltac:(lia)). apply Rnot_le_lt in Small.
  rewrite S_INR. lra.
Qed.

(** Distances: INR n - INR j for j = n - t. *)
Lemma INR_from_end : forall n t, (t <= n)%nat -> INR n - INR (n - t) = INR t.
Proof. intros n t H. rewrite minus_INR by exact H. ring. Qed.
