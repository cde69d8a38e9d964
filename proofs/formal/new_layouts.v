(** new.layouts: adjacent and half-split rotary embeddings are the same model class.

    Statement. Rotary dimension d = 2h at most the head dimension. Move row 2k of W_q and W_k to row k and row 2k+1 to row k + h (k < h), and leave the rows
    beyond d; biases move like rows. Then the half-split scores are the adjacent ones for all inputs, distances and frequencies, and the move is a bijection of
    the rows, so of the weights.

    Idea: half-split plane k holds what adjacent plane k held, in the same order, and turns by the same angle.
    Encoding: rows and columns count from 0. A score is k^T R_m q at distance m, with R_m the matrix of the layout; q and k are W x + b. *)

From Coq Require Import Reals Lra Lia PeanoNat.
From RopeTheory Require Import Rope Instances.
Open Scope R_scope.

(** R_m v, with planes of rows 2k and 2k+1. *)
Definition adjacent_rope (h : nat) (g : nat -> R) (m : R) (v : nat -> R) (r : nat) : R :=
  if (r <? 2 * h)%nat then
    let a := m * g (r / 2)%nat in
    if Nat.even r then cos a * v r - sin a * v (r + 1)%nat else sin a * v (r - 1)%nat + cos a * v r
  else v r.

(** R_m v, with planes of rows k and k + h. *)
Definition half_rope (h : nat) (g : nat -> R) (m : R) (v : nat -> R) (r : nat) : R :=
  if (r <? h)%nat then cos (m * g r) * v r - sin (m * g r) * v (r + h)%nat
  else if (r <? 2 * h)%nat then sin (m * g (r - h)%nat) * v (r - h)%nat + cos (m * g (r - h)%nat) * v r
  else v r.

Definition layout_score (size : nat) (key turned : nat -> R) : R := sum (fun r => key r * turned r) size.

(** W x + b, with e columns. *)
Definition affine (e : nat) (W : nat -> nat -> R) (b x : nat -> R) (r : nat) : R := sum (fun c => W r c * x c) e + b r.

(** Where a row goes, and which row comes to r. *)
Definition to_half (h r : nat) : nat := if (r <? 2 * h)%nat then (if Nat.even r then r / 2 else r / 2 + h) else r.

Definition from_half (h r : nat) : nat := if (r <? h)%nat then 2 * r else if (r <? 2 * h)%nat then 2 * (r - h) + 1 else r.

Definition moved {A : Type} (h : nat) (W : nat -> A) (r : nat) : A := W (from_half h r).

Definition new_layouts_statement : Prop :=
  forall (h size : nat), (2 * h <= size)%nat ->
    (forall k, (k < h)%nat -> to_half h (2 * k) = k /\ to_half h (2 * k + 1) = (k + h)%nat) /\ (forall r, (2 * h <= r)%nat -> to_half h r = r) /\
    (forall r, (r < size)%nat -> (to_half h r < size)%nat /\ from_half h (to_half h r) = r /\ (from_half h r < size)%nat /\ to_half h (from_half h r) = r) /\
    (forall (A : Type) (W : nat -> A) r, moved h W (to_half h r) = W r) /\
    forall (e : nat) (g : nat -> R) (Wq Wk : nat -> nat -> R) (bq bk x y : nat -> R) (m : R),
      layout_score size (affine e (moved h Wk) (moved h bk) y) (half_rope h g m (affine e (moved h Wq) (moved h bq) x))
      = layout_score size (affine e Wk bk y) (adjacent_rope h g m (affine e Wq bq x)).

(** * Rows *)

Lemma even_row : forall k, Nat.even (2 * k) = true /\ (2 * k / 2 = k)%nat.
Proof. intro k. split; [rewrite Nat.even_mul; reflexivity|]. rewrite Nat.mul_comm. apply Nat.div_mul. lia. Qed.

Lemma odd_row : forall k, Nat.even (2 * k + 1) = false /\ ((2 * k + 1) / 2 = k)%nat.
Proof.
  intro k. split; [rewrite Nat.even_add, Nat.even_mul; reflexivity|]. symmetry. apply (Nat.div_unique (2 * k + 1) 2 k 1); lia.
Qed.

Lemma row_parity : forall r, exists k, r = (2 * k)%nat \/ r = (2 * k + 1)%nat.
Proof. intro r. exists (r / 2)%nat. pose proof (Nat.div_mod r 2 ltac:(lia)). pose proof (Nat.mod_upper_bound r 2 ltac:(lia)). lia. Qed.

Lemma to_half_even : forall h k, (k < h)%nat -> to_half h (2 * k) = k.
Proof. intros h k H. unfold to_half. destruct (even_row k) as [-> ->]. destruct (Nat.ltb_spec (2 * k) (2 * h)); lia. Qed.

Lemma to_half_odd : forall h k, (k < h)%nat -> to_half h (2 * k + 1) = (k + h)%nat.
Proof. intros h k H. unfold to_half. destruct (odd_row k) as [-> ->]. destruct (Nat.ltb_spec (2 * k + 1) (2 * h)); lia. Qed.

Lemma to_half_beyond : forall h r, (2 * h <= r)%nat -> to_half h r = r.
Proof. intros h r H. unfold to_half. destruct (Nat.ltb_spec r (2 * h)); lia. Qed.

Ltac rows := unfold from_half in *; repeat match goal with |- context [(?a <? ?b)%nat] => destruct (Nat.ltb_spec a b) end; try lia.

Lemma from_to : forall h r, from_half h (to_half h r) = r.
Proof.
  intros h r. destruct (Nat.le_gt_cases (2 * h) r) as [B|B]; [rewrite to_half_beyond by exact B; rows|].
  destruct (row_parity r) as [k [->| ->]]; [rewrite to_half_even by lia|rewrite to_half_odd by lia]; rows.
Qed.

Lemma to_from : forall h r, to_half h (from_half h r) = r.
Proof.
  intros h r. unfold from_half. destruct (Nat.ltb_spec r h); [apply to_half_even; lia|].
  destruct (Nat.ltb_spec r (2 * h)); [rewrite to_half_odd by lia; lia|apply to_half_beyond; lia].
Qed.

(** * Sums *)

Lemma sum_append : forall f a b, sum f (a + b) = sum f a + sum (fun k => f (a + k)%nat) b.
Proof. intros f a b. induction b as [|b IH]; [rewrite Nat.add_0_r; simpl; ring|]. rewrite Nat.add_succ_r. simpl. rewrite IH. ring. Qed.

Lemma sum_by_twos : forall f h, sum f (2 * h) = sum (fun k => f (2 * k)%nat + f (2 * k + 1)%nat) h.
Proof.
  intros f h. induction h as [|h IH]; [reflexivity|]. replace (2 * S h)%nat with (S (2 * h + 1)) by lia.
  change (sum f (S (2 * h + 1))) with (sum f (2 * h + 1) + f (2 * h + 1)%nat). rewrite (sum_append f (2 * h) 1), IH.
  cbn [sum]. rewrite Nat.add_0_r. ring.
Qed.

Lemma affine_moved : forall e h (W : nat -> nat -> R) b x r, affine e (moved h W) (moved h b) x r = affine e W b x (from_half h r).
Proof. reflexivity. Qed.

Lemma scores_agree : forall h size g m (q k : nat -> R), (2 * h <= size)%nat ->
  layout_score size (moved h k) (half_rope h g m (moved h q)) = layout_score size k (adjacent_rope h g m q).
Proof.
  intros h size g m q k H. unfold layout_score. replace size with (h + h + (size - 2 * h))%nat by lia. rewrite sum_append. symmetry.
  replace (h + h)%nat with (2 * h)%nat by lia. rewrite sum_append. f_equal.
  - rewrite sum_by_twos. replace (2 * h)%nat with (h + h)%nat by lia. rewrite sum_append, <- sum_plus. apply sum_ext. intros j Hj.
    unfold adjacent_rope. destruct (even_row j) as [-> ->]. destruct (odd_row j) as [-> ->].
    destruct (Nat.ltb_spec (2 * j) (2 * h)); [|lia]. destruct (Nat.ltb_spec (2 * j + 1) (2 * h)); [|lia].
    unfold half_rope. destruct (Nat.ltb_spec j h); [|lia]. destruct (Nat.ltb_spec (h + j) h); [lia|]. destruct (Nat.ltb_spec (h + j) (2 * h)); [|lia].
    replace (h + j - h)%nat with j by lia. replace (2 * j + 1 - 1)%nat with (2 * j)%nat by lia. unfold moved.
    replace (from_half h j) with (2 * j)%nat by rows. replace (from_half h (h + j)) with (2 * j + 1)%nat by rows.
    replace (from_half h (j + h)) with (2 * j + 1)%nat by rows. reflexivity.
  - apply sum_ext. intros j Hj. unfold adjacent_rope, half_rope, moved. replace (from_half h (2 * h + j)) with (2 * h + j)%nat by rows.
    destruct (Nat.ltb_spec (2 * h + j) (2 * h)); [lia|]. destruct (Nat.ltb_spec (2 * h + j) h); [lia|]. reflexivity.
Qed.

Theorem new_layouts_proved : new_layouts_statement.
Proof.
  intros h size H. split; [intros k Hk; split; [apply to_half_even, Hk|apply to_half_odd, Hk]|]. split; [apply to_half_beyond|]. split; [|split].
  - intros r Hr. rewrite from_to, to_from. repeat split; [|unfold from_half; rows].
    destruct (Nat.le_gt_cases (2 * h) r) as [B|B]; [rewrite to_half_beyond by exact B; exact Hr|].
    destruct (row_parity r) as [k [->| ->]]; [rewrite to_half_even by lia|rewrite to_half_odd by lia]; lia.
  - intros A W r. unfold moved. rewrite from_to. reflexivity.
  - intros e g Wq Wk bq bk x y m. apply (scores_agree h size g m (affine e Wq bq x) (affine e Wk bk y) H).
Qed.

(** * False neighbours: a quarter turn of plane 0, query at row 0, key at row 1 *)

Definition unit_row (a r : nat) : R := if (r =? a)%nat then 1 else 0.

Lemma quarter_adjacent : forall h, (1 <= h)%nat -> layout_score (2 * h) (unit_row 1) (adjacent_rope h (fun _ => PI / 2) 1 (unit_row 0)) = 1.
Proof.
  intros h H. unfold layout_score. rewrite (sum_ext _ (unit_row 1)).
  - replace (2 * h)%nat with (2 + (2 * h - 2))%nat by lia. rewrite sum_append, (sum_ext (fun k => unit_row 1 (2 + k)) (fun _ => 0)) by reflexivity. rewrite sum_const.
    unfold unit_row. simpl. ring.
  - intros r Hr. unfold unit_row at 1 3. destruct (Nat.eqb_spec r 1) as [->|D]; [|ring]. unfold adjacent_rope.
    destruct (Nat.ltb_spec 1 (2 * h)); [|lia]. simpl. rewrite !Rmult_1_l, sin_PI2, cos_PI2. unfold unit_row. simpl. ring.
Qed.

(** No rows need to move. *)
Definition new_layouts_neighbour_stay : Prop :=
  forall (h size : nat) (g q k : nat -> R) (m : R), (2 * h <= size)%nat -> layout_score size k (half_rope h g m q) = layout_score size k (adjacent_rope h g m q).

Theorem new_layouts_neighbour_stay_false : ~ new_layouts_neighbour_stay.
Proof.
  intro H. specialize (H 2%nat 4%nat (fun _ => PI / 2) (unit_row 0) (unit_row 1) 1 (le_n 4)).
  pose proof (quarter_adjacent 2 ltac:(lia)) as E. simpl Nat.mul in E. rewrite E in H. unfold layout_score, half_rope, unit_row in H. simpl in H. lra.
Qed.

(** It is enough to move the rows of the query. *)
Definition new_layouts_neighbour_query_alone : Prop :=
  forall (h size : nat) (g q k : nat -> R) (m : R), (2 * h <= size)%nat ->
    layout_score size k (half_rope h g m (moved h q)) = layout_score size k (adjacent_rope h g m q).

Theorem new_layouts_neighbour_query_alone_false : ~ new_layouts_neighbour_query_alone.
Proof.
  intro H. specialize (H 2%nat 4%nat (fun _ => PI / 2) (unit_row 0) (unit_row 1) 1 (le_n 4)).
  pose proof (quarter_adjacent 2 ltac:(lia)) as E. simpl Nat.mul in E. rewrite E in H. unfold layout_score, half_rope, moved, from_half, unit_row in H.
  simpl in H. lra.
Qed.

(** The two rows of a plane may change places. *)
Definition new_layouts_neighbour_swapped : Prop :=
  forall (h size : nat) (g q k : nat -> R) (m : R), (2 * h <= size)%nat ->
    let swapped r := if (r <? h)%nat then (2 * r + 1)%nat else if (r <? 2 * h)%nat then (2 * (r - h))%nat else r in
    layout_score size (fun r => k (swapped r)) (half_rope h g m (fun r => q (swapped r))) = layout_score size k (adjacent_rope h g m q).

Theorem new_layouts_neighbour_swapped_false : ~ new_layouts_neighbour_swapped.
Proof.
  intro H. specialize (H 1%nat 2%nat (fun _ => PI / 2) (unit_row 0) (unit_row 1) 1 (le_n 2)).
  pose proof (quarter_adjacent 1 ltac:(lia)) as E. simpl Nat.mul in E. rewrite E in H. unfold layout_score, half_rope, unit_row in H.
  simpl in H. rewrite !Rmult_1_l, sin_PI2 in H. lra.
Qed.

Example new_layouts_instance : instance_of new_layouts_statement.
Proof.
  exists 2%nat, 6%nat. split; [lia |]. split; [exists 1%nat; split; [lia | split; exact I] |].
  split; [exists 5%nat; split; [lia | exact I] |]. split; [exists 3%nat; repeat split; lia |].
  split; [exists nat, (fun r => r), 3%nat; exact I |].
  exists 3%nat, (fun k => / (INR k + 1)), (fun r c => INR r + INR c), (fun r c => INR r - INR c).
  exists INR, INR, INR, INR, 5. exact I.
Qed.
