(** The sign of a sum of 64 cosines at all distances of a stretch, at once where that can be told.

    A stretch m .. m + 2^l - 1 is looked at from its middle: no plane's cosine falls there by more than its angle times half the stretch, and never below -1. What is
    left of each plane's 1 + cosine, 0 at least, is added up; if that is 64 or more, the sum is positive on the whole stretch. If not, the stretch is halved, and the
    slowest planes, which fall there by no more than 1/64, are settled: both halves go on without them. A single distance is decided by the table of cosines, and by
    fine cosines where that is too coarse. *)

From Coq Require Import Reals Lra Lia List PeanoNat ZArith Bool.
From RopeTheory Require Import Rope Attention Exclusion IntervalZ Rotation new_base_bound_monotone Bases Covers.
Import ListNotations.
Open Scope R_scope.

(** sum_k cos(m g_k), k = 0..63. *)
Definition sum_at (g : nat -> R) (m : nat) : R := sum (fun k => cos (INR m * g k)) 64.

(** How many m = from .. from + n - 1 have a negative sum. *)
Definition negatives (g : nat -> R) (from n : nat) : nat := length (filter (fun m => if Rlt_dec (sum_at g m) 0 then true else false) (seq from n)).

(** * Lists of angles and of what they are near *)

(** The k-th of the angles, at scale 2^34, is g k. *)
Definition all_close (angles : list positive) (g : nat -> R) : Prop := forall k, (k < length angles)%nat -> close_to (nth k angles 1%positive) (g k).

Lemma all_close_tail : forall G r g, all_close (G :: r) g -> close_to G (g 0%nat) /\ all_close r (fun k => g (S k)).
Proof. intros G r g C. split; [exact (C 0%nat ltac:(simpl; lia))|]. intros k K. exact (C (S k) ltac:(simpl; lia)). Qed.

Lemma all_close_reversed : forall angles g, all_close angles g -> all_close (rev angles) (fun k => g (length angles - 1 - k)%nat).
Proof.
  intros angles g C k K. rewrite rev_length in K. rewrite rev_nth by exact K. replace (length angles - S k)%nat with (length angles - 1 - k)%nat by lia. apply C. lia.
Qed.

Lemma sum_reversed : forall n f, sum (fun k => f (n - 1 - k)%nat) n = sum f n.
Proof.
  induction n as [|n IH]; intro f; [reflexivity|]. rewrite (sum_first f), <- (IH (fun k => f (S k))). cbn [sum]. rewrite Rplus_comm. f_equal; [f_equal; lia|].
  apply sum_ext. intros k K. f_equal. lia.
Qed.

(** * What a stretch leaves of each plane *)

(** The table's error up to a distance, in 2^-14. *)
Definition slack (e last : Z) : Prop := 0.000446 + IZR last * 0.00000000074 <= IZR e / 16384.

(** By how much 1 + the cosine can fall within half a stretch, in 2^-14, with the table's error. *)
Definition fall (e half : Z) (G : positive) : Z := (e + 1 + Z.shiftr (half * (Z.pos G + 2) * 403) 26)%Z.

(** Up to the first plane that can fall by the limit; 32768 is all the way. *)
Fixpoint falls (limit e half : Z) (angles : list positive) : list Z :=
  match angles with
  | [] => []
  | G :: r => let w := fall e half G in if (w <? limit)%Z then w :: falls limit e half r else []
  end.

Fixpoint left_over (losses : list Z) (phases : list positive) : Z :=
  match losses, phases with
  | w :: r, x :: s => match (cosine_at x - w)%Z with Z.pos d => (Z.pos d + left_over r s)%Z | _ => left_over r s end
  | _, _ => 0%Z
  end.

Lemma left_over_cons : forall w r x s, left_over (w :: r) (x :: s) = (Z.max 0 (cosine_at x - w) + left_over r s)%Z.
Proof. intros w r x s. cbn [left_over]. destruct (cosine_at x - w)%Z; lia. Qed.

(** Whether it comes to what is needed; no more planes are looked at than it takes. *)
Fixpoint reaches (need : Z) (losses : list Z) (phases : list positive) : bool :=
  match need with
  | Z.pos _ =>
      match losses, phases with
      | w :: r, x :: s => match (cosine_at x - w)%Z with Z.pos d => reaches (need - Z.pos d) r s | _ => reaches need r s end
      | _, _ => false
      end
  | _ => true
  end.

Lemma left_over_nonneg : forall losses phases, (0 <= left_over losses phases)%Z.
Proof. induction losses as [|w r IH]; intros [|x s]; cbn [left_over]; try lia. specialize (IH s). destruct (cosine_at x - w)%Z; lia. Qed.

Lemma reaches_cons : forall n w r x s, reaches (Z.pos n) (w :: r) (x :: s) = reaches (Z.pos n - Z.max 0 (cosine_at x - w)) r s.
Proof. intros n w r x s. cbn [reaches]. destruct (cosine_at x - w)%Z; reflexivity. Qed.

Lemma reaches_left_over : forall losses phases need, reaches need losses phases = true -> (need <= left_over losses phases)%Z.
Proof.
  induction losses as [|w r IH]; intros [|x s] [|n|n] H; try discriminate H; try apply left_over_nonneg; try (apply Z.le_trans with 0%Z; [discriminate|apply left_over_nonneg]).
  rewrite reaches_cons in H. apply IH in H. rewrite left_over_cons. lia.
Qed.

Lemma angle_at_most : forall G g, close_to G g -> Rabs g <= 403 / 64 * ((IZR (Z.pos G) + 2) / 17179869184).
Proof.
  intros G g C. assert (P : 3.1415 < PI < 3.1416) by (split; interval). unfold close_to in C. assert (A : 0 < IZR (Z.pos G)) by (apply (IZR_lt 0); lia). apply within in C.
  set (q := g / (2 * PI)) in *. assert (Q : g = 2 * PI * q) by (unfold q; field; lra). rewrite Q, Rabs_mult, (Rabs_right (2 * PI)) by lra.
  apply Rmult_le_compat; try lra; [apply Rabs_pos|]. apply Rabs_le. lra.
Qed.

Lemma plane_near : forall e half last G g c x, close_to G g -> slack e last -> (Z.pos c <= last)%Z -> (0 <= half)%Z -> Rabs (x - IZR (Z.pos c)) <= IZR half ->
  Rabs (IZR (cosine_at (c * G)) / 16384 - (1 + cos (x * g))) <= IZR (fall e half G) / 16384.
Proof.
  intros e half last G g c x C Sl L H X. unfold slack in Sl.
  pose proof (cell_anywhere G g c C ltac:(lia)) as T. apply within in T. apply IZR_le in L. unfold fall.
  set (y := cosine_at (c * G)) in *. clearbody y. rewrite !plus_IZR.
  pose proof (cut 26 (half * (Z.pos G + 2) * 403) ltac:(lia)) as D. rewrite !mult_IZR, plus_IZR in D. change (2 ^ 26)%Z with 67108864%Z in D. set (d := IZR (Z.shiftr _ _)) in *. clearbody d.
  pose proof (cos_lipschitz (x * g) (IZR (Z.pos c) * g)) as M. rewrite <- Rmult_minus_distr_r, Rabs_mult in M. apply within in M.
  pose proof (angle_at_most G g C) as G1. set (a := IZR (Z.pos G)) in *. clearbody a. apply (IZR_le 0) in H. set (h := IZR half) in *. clearbody h.
  assert (K : Rabs (x - IZR (Z.pos c)) * Rabs g <= h * (403 / 64 * ((a + 2) / 17179869184))) by (apply Rmult_le_compat; try apply Rabs_pos; assumption).
  replace (h * (403 / 64 * ((a + 2) / 17179869184))) with (h * (a + 2) * 403 / 67108864 / 16384) in K by field. apply Rabs_le. lra.
Qed.

Lemma plane_left : forall e half last G g c x, close_to G g -> slack e last -> (Z.pos c <= last)%Z -> (0 <= half)%Z -> Rabs (x - IZR (Z.pos c)) <= IZR half ->
  IZR (Z.max 0 (cosine_at (c * G) - fall e half G)) / 16384 <= 1 + cos (x * g).
Proof.
  intros e half last G g c x C Sl L H X. pose proof (COS_bound (x * g)) as B. pose proof (plane_near e half last G g c x C Sl L H X) as N. apply within in N.
  destruct (Z.max_spec 0 (cosine_at (c * G) - fall e half G)) as [[_ ->]|[_ ->]]; [rewrite minus_IZR; lra|replace (0 / 16384) with 0 by field; lra].
Qed.

Lemma plane_at_most : forall e half last G g c x, close_to G g -> slack e last -> (Z.pos c <= last)%Z -> (0 <= half)%Z -> Rabs (x - IZR (Z.pos c)) <= IZR half ->
  1 + cos (x * g) <= IZR (cosine_at (c * G)) / 16384 + IZR (fall e half G) / 16384.
Proof. intros e half last G g c x C Sl L H X. pose proof (plane_near e half last G g c x C Sl L H X) as N. apply within in N. lra. Qed.

Lemma left_over_below : forall e half last c x angles g, all_close angles g -> slack e last -> (Z.pos c <= last)%Z -> (0 <= half)%Z -> Rabs (x - IZR (Z.pos c)) <= IZR half ->
  IZR (left_over (falls 32768 e half angles) (phases_at c angles)) / 16384 <= sum (fun k => 1 + cos (x * g k)) (length angles).
Proof.
  intros e half last c x. induction angles as [|G r IH]; intros g C Sl L H X; [simpl; lra|]. cbn [length]. rewrite sum_first.
  destruct (all_close_tail G r g C) as [C0 Cr]. specialize (IH _ Cr Sl L H X). unfold phases_at in *. cbn [falls map]. cbv zeta. destruct (Z.ltb_spec (fall e half G) 32768) as [_|_].
  - rewrite left_over_cons, plus_IZR. pose proof (plane_left e half last G (g 0%nat) c x C0 Sl L H X) as P. lra.
  - cbn [left_over]. pose proof (COS_bound (x * g 0%nat)).
    pose proof (sum_nonneg (fun k => 1 + cos (x * g (S k))) (length r) ltac:(intros k _; pose proof (COS_bound (x * g (S k))); lra)). lra.
Qed.

Fixpoint losses_sum (losses : list Z) : Z := match losses with [] => 0 | w :: r => w + losses_sum r end%Z.

(** The planes up to the limit, from both sides. *)
Lemma left_over_between : forall limit e half last c x angles g, all_close angles g -> slack e last -> (Z.pos c <= last)%Z -> (0 <= half)%Z -> Rabs (x - IZR (Z.pos c)) <= IZR half ->
  let losses := falls limit e half angles in let left := IZR (left_over losses (phases_at c angles)) / 16384 in
  left <= sum (fun k => 1 + cos (x * g k)) (length losses) <= left + 2 * IZR (losses_sum losses) / 16384.
Proof.
  intros limit e half last c x angles g C Sl L H X. cbv zeta. revert g C. induction angles as [|G r IH]; intros g C; [simpl; lra|].
  destruct (all_close_tail G r g C) as [C0 Cr]. specialize (IH _ Cr). unfold phases_at in *. cbn [falls map]. cbv zeta. destruct (fall e half G <? limit)%Z; [|simpl; lra].
  cbn [length losses_sum]. rewrite sum_first, left_over_cons, !plus_IZR. pose proof (plane_left e half last G (g 0%nat) c x C0 Sl L H X) as P. pose proof (plane_at_most e half last G (g 0%nat) c x C0 Sl L H X) as Q.
  pose proof (IZR_le _ _ (Z.le_max_r 0 (cosine_at (c * G) - fall e half G))) as M. rewrite minus_IZR in M. lra.
Qed.

Lemma total_above : forall e last m angles g, all_close angles g -> slack e last -> (Z.pos m <= last)%Z ->
  sum (fun k => 1 + cos (IZR (Z.pos m) * g k)) (length angles) <= IZR (cosine_total (phases_at m angles)) / 16384 + INR (length angles) * (IZR e / 16384).
Proof.
  intros e last m. induction angles as [|G r IH]; intros g C Sl L; [simpl; lra|]. cbn [length]. rewrite sum_first, S_INR.
  destruct (all_close_tail G r g C) as [C0 Cr]. specialize (IH _ Cr Sl L). unfold phases_at in *. cbn [map cosine_total]. rewrite plus_IZR.
  pose proof (cell_anywhere G (g 0%nat) m C0 ltac:(lia)) as T. apply within in T. unfold slack in Sl. apply IZR_le in L. lra.
Qed.

(** * One distance, and a stretch *)

Definition negative_at (e : Z) (exact : list positive) (single : list Z) (phases : list positive) (m : positive) : option nat :=
  if (1048576 <=? left_over single phases)%Z then Some 0%nat
  else if (cosine_total phases + 64 * e <? 1048576)%Z then Some 1%nat
  else if (131072 <? Z.pos m)%Z then None
  else let f := fine_total m exact in if (3600000 <=? f)%Z then Some 0%nat else if (f <=? -3600000)%Z then Some 1%nat else None.

(** 2^l. *)
Fixpoint two_to (l : nat) : positive := match l with O => 1 | S i => (two_to i)~0 end.

(** What stretches of 2^l distances are looked at with: half of each, in distances and in phases, what is lost from its middle, by the planes that are settled there as well,
    and how many these are; in the end what a single distance loses, and by how much all planes together can be above what is reckoned. *)
Inductive looks :=
  | Single (losses : list Z) (spare : Z)
  | Half (half : positive) (shift : list positive) (losses slowest : list Z) (settled : nat) (below : looks).

Fixpoint looks_at (e : Z) (angles : list positive) (spare : Z) (l : nat) : looks :=
  match l with
  | O => Single (falls 32768 e 0 angles) spare
  | S i =>
      let half := Z.pos (two_to i) in let slowest := falls (e + 256) e half angles in let settled := length slowest in
      Half (two_to i) (phases_at (two_to i) angles) (falls 32768 e half angles) slowest settled (looks_at e (skipn settled angles) (spare + 2 * losses_sum slowest) i)
  end.

(** How many distances of a stretch that begins with m have a negative sum, if it can tell; the phases are those of the planes that are not settled, and what these
    have to come to is needed. *)
Fixpoint stretch (e : Z) (exact slow : list positive) (look : looks) (need : Z) (phases : list positive) (m : positive) : option nat :=
  match look with
  | Single losses spare =>
      if reaches need losses phases then Some 0%nat
      else if (cosine_total phases + spare <? need)%Z then Some 1%nat
      else negative_at e exact (falls 32768 e 0 slow) (phases_at m slow) m
  | Half half shift losses slowest settled below =>
      let middle := advance shift phases in
      if reaches need losses middle then Some 0%nat
      else let need := (need - left_over slowest middle)%Z in
        match stretch e exact slow below need (skipn settled phases) m with
        | Some a => match stretch e exact slow below need (skipn settled middle) (half + m) with Some b => Some (a + b)%nat | None => None end
        | None => None
        end
  end.

(** Stretches of 2^l distances, one after the other, from m on; the slowest plane first. *)
Fixpoint stretches (e : Z) (slow exact : list positive) (sizes : list nat) (m : positive) : option nat :=
  match sizes with
  | [] => Some 0%nat
  | l :: r =>
      match stretch e exact slow (looks_at e slow (64 * e) l) 1048576 (phases_at m slow) m with
      | Some a => match stretches e slow exact r (two_to l + m) with Some b => Some (a + b)%nat | None => None end
      | None => None
      end
  end.

Fixpoint stretch_sum (sizes : list nat) : Z := match sizes with [] => 0 | l :: r => Z.pos (two_to l) + stretch_sum r end%Z.

Lemma stretch_sum_nonneg : forall sizes, (0 <= stretch_sum sizes)%Z.
Proof. induction sizes as [|l r IH]; cbn [stretch_sum]; lia. Qed.

(** * What they say *)

Lemma negatives_app : forall g from a b, negatives g from (a + b) = (negatives g from a + negatives g (from + a) b)%nat.
Proof. intros. unfold negatives. rewrite seq_app, filter_app, app_length. reflexivity. Qed.

Lemma negatives_none : forall g from n, (forall j, (from <= j < from + n)%nat -> 0 <= sum_at g j) -> negatives g from n = 0%nat.
Proof.
  intros g from n H. unfold negatives. revert from H. induction n as [|n IH]; intros from H; [reflexivity|]. cbn [seq filter].
  destruct (Rlt_dec (sum_at g from) 0) as [L|_]; [specialize (H from ltac:(lia)); lra|]. apply IH. intros j J. apply H. lia.
Qed.

Lemma none_negatives : forall g from n, negatives g from n = 0%nat -> forall j, (from <= j < from + n)%nat -> 0 <= sum_at g j.
Proof.
  intros g from n H j J. unfold negatives in H. apply length_zero_iff_nil in H. destruct (Rlt_dec (sum_at g j) 0) as [L|L]; [exfalso|lra].
  assert (I : In j (filter (fun m => if Rlt_dec (sum_at g m) 0 then true else false) (seq from n))); [|rewrite H in I; exact I].
  apply filter_In. split; [apply in_seq; lia|]. destruct (Rlt_dec (sum_at g j) 0); [reflexivity|contradiction].
Qed.

Section Sums.

Variables (g : nat -> R) (e last : Z) (slow exact : list positive).
Hypothesis Slow64 : length slow = 64%nat.
Hypothesis Exact64 : length exact = 64%nat.
Hypothesis Close : all_close slow (fun k => g (64 - 1 - k)%nat).
Hypothesis Precise : forall k, (k < 64)%nat -> precise (nth k exact 1%positive) (g k).
Hypothesis Slack : slack e last.

Lemma ones : forall x, sum (fun k => 1 + cos (x * g (64 - 1 - k)%nat)) 64 = 64 + sum (fun k => cos (x * g k)) 64.
Proof.
  intro x. rewrite sum_plus, sum_const, (sum_reversed 64 (fun k => cos (x * g k))). replace (INR 64) with 64 by (rewrite INR_IZR_INZ; reflexivity). ring.
Qed.

Lemma left_over_sum : forall half c j, (Z.pos c <= last)%Z -> (0 <= half)%Z -> (Z.abs (Z.of_nat j - Z.pos c) <= half)%Z ->
  (1048576 <= left_over (falls 32768 e half slow) (phases_at c slow))%Z -> 0 <= sum_at g j.
Proof.
  intros half c j L H J T. pose proof (left_over_below e half last c (INR j) slow _ Close Slack L H) as B. rewrite Slow64, ones in B.
  apply IZR_le in T. unfold sum_at. assert (D : Rabs (INR j - IZR (Z.pos c)) <= IZR half) by (rewrite INR_IZR_INZ, <- minus_IZR, <- abs_IZR; apply IZR_le, J). specialize (B D). lra.
Qed.

Lemma negatives_one : forall j, negatives g j 1 = if Rlt_dec (sum_at g j) 0 then 1%nat else 0%nat.
Proof. intro j. unfold negatives. cbn [seq filter]. destruct (Rlt_dec (sum_at g j) 0); reflexivity. Qed.

Lemma negative_at_sound : forall m n, (Z.pos m <= last)%Z -> negative_at e exact (falls 32768 e 0 slow) (phases_at m slow) m = Some n -> negatives g (Pos.to_nat m) 1 = n.
Proof.
  intros m n L H. unfold negative_at in H. rewrite negatives_one. assert (M : INR (Pos.to_nat m) = IZR (Z.pos m)) by (rewrite INR_IZR_INZ, positive_nat_Z; reflexivity).
  destruct (Z.leb_spec 1048576 (left_over (falls 32768 e 0 slow) (phases_at m slow))) as [T|_].
  - injection H as <-. pose proof (left_over_sum 0 m (Pos.to_nat m) L ltac:(lia) ltac:(lia) T). destruct (Rlt_dec _ 0); [lra|reflexivity].
  - destruct (Z.ltb_spec (cosine_total (phases_at m slow) + 64 * e) 1048576) as [T|_].
    + injection H as <-. pose proof (total_above e last m slow _ Close Slack L) as B. rewrite Slow64, ones in B. replace (INR 64) with 64 in B by (rewrite INR_IZR_INZ; reflexivity).
      apply IZR_lt in T. rewrite plus_IZR, mult_IZR in T. unfold sum_at. rewrite M. destruct (Rlt_dec _ 0) as [_|N]; [reflexivity|]. exfalso. apply N. lra.
    + destruct (Z.ltb_spec 131072 (Z.pos m)) as [_|Far]; [discriminate|]. pose proof (fine_total_near exact g) as F. rewrite Exact64 in F. specialize (F Precise m Far).
      replace (INR 64) with 64 in F by (rewrite INR_IZR_INZ; reflexivity). cbv zeta in H. unfold sum_at. rewrite M. set (s := sum _ _) in *. clearbody s. set (f := fine_total m exact) in *. clearbody f.
      apply within in F. destruct (Z.leb_spec 3600000 f) as [T|_]; [|destruct (Z.leb_spec f (-3600000)) as [T|_]; [|discriminate]]; injection H as <-; apply IZR_le in T;
        destruct (Rlt_dec s 0); try reflexivity; exfalso; lra.
Qed.

(** The first s planes are settled: at the distances from m on, n of them, they leave what is needed for the others to come to, up to w. *)
Definition settled_to (s : nat) (need w : Z) (m : positive) (n : nat) : Prop := (s <= 64)%nat /\ forall j, (Pos.to_nat m <= j < Pos.to_nat m + n)%nat ->
  1048576 - IZR need <= 16384 * sum (fun k => 1 + cos (INR j * g (64 - 1 - k)%nat)) s <= 1048576 - IZR need + IZR w.

Lemma sum_first_part : forall f a b, sum f (a + b) = sum f a + sum (fun k => f (a + k)%nat) b.
Proof. intros f a b. induction b as [|b IH]; [rewrite Nat.add_0_r; simpl; ring|]. rewrite Nat.add_succ_r. cbn [sum]. rewrite IH. ring. Qed.

Lemma others_close : forall s, all_close (skipn s slow) (fun k => g (64 - 1 - (s + k))%nat).
Proof.
  intros s k K. rewrite skipn_length in K. rewrite <- (firstn_skipn s slow) in Close at 1. specialize (Close (s + k)%nat). rewrite app_length, app_nth2, firstn_length, skipn_length in Close by (rewrite firstn_length; lia).
  replace (s + k - Nat.min s (length slow))%nat with k in Close by lia. apply Close. lia.
Qed.

Lemma sum_settled : forall s j, (s <= 64)%nat -> 64 + sum_at g j = sum (fun k => 1 + cos (INR j * g (64 - 1 - k)%nat)) s + sum (fun k => 1 + cos (INR j * g (64 - 1 - (s + k))%nat)) (length (skipn s slow)).
Proof.
  intros s j S. unfold sum_at. rewrite <- ones, skipn_length, Slow64. replace 64%nat with (s + (64 - s))%nat at 1 by lia. exact (sum_first_part (fun k => 1 + cos (INR j * g (64 - 1 - k)%nat)) s (64 - s)).
Qed.

(** The others come to what is needed. *)
Lemma others_reach : forall s need w m n half c j, settled_to s need w m n -> (Pos.to_nat m <= j < Pos.to_nat m + n)%nat -> (Z.pos c <= last)%Z -> (0 <= half)%Z -> (Z.abs (Z.of_nat j - Z.pos c) <= half)%Z ->
  reaches need (falls 32768 e half (skipn s slow)) (phases_at c (skipn s slow)) = true -> 0 <= sum_at g j.
Proof.
  intros s need w m n half c j [S64 Set_] Jn L H J T. specialize (Set_ j Jn). apply reaches_left_over, IZR_le in T. pose proof (sum_settled s j S64) as E.
  assert (D : Rabs (INR j - IZR (Z.pos c)) <= IZR half) by (rewrite INR_IZR_INZ, <- minus_IZR, <- abs_IZR; apply IZR_le, J).
  pose proof (left_over_below e half last c (INR j) (skipn s slow) _ (others_close s) Slack L H D) as B. lra.
Qed.

(** From a stretch to a part of it, on which some of the others are settled as well. *)
Lemma settled_more : forall s need w m n m' n' half c, settled_to s need w m n -> (Pos.to_nat m <= Pos.to_nat m')%nat -> (Pos.to_nat m' + n' <= Pos.to_nat m + n)%nat -> (Z.pos c <= last)%Z -> (0 <= half)%Z ->
  (forall j, (Pos.to_nat m' <= j < Pos.to_nat m' + n')%nat -> (Z.abs (Z.of_nat j - Z.pos c) <= half)%Z) ->
  let slowest := falls (e + 256) e half (skipn s slow) in
  settled_to (s + length slowest) (need - left_over slowest (phases_at c (skipn s slow))) (w + 2 * losses_sum slowest) m' n'.
Proof.
  intros s need w m n m' n' half c [S64 Set_] M1 M2 L H Near slowest.
  assert (Short : forall l, (length (falls (e + 256) e half l) <= length l)%nat).
  { induction l as [|G r IH]; [apply le_n|]. cbn [falls]. cbv zeta. destruct (_ <? _)%Z; cbn [length]; lia. }
  specialize (Short (skipn s slow)). rewrite skipn_length, Slow64 in Short. fold slowest in Short. split; [lia|]. intros j J. specialize (Set_ j ltac:(lia)).
  assert (D : Rabs (INR j - IZR (Z.pos c)) <= IZR half) by (rewrite INR_IZR_INZ, <- minus_IZR, <- abs_IZR; apply IZR_le, Near, J).
  pose proof (left_over_between (e + 256) e half last c (INR j) (skipn s slow) _ (others_close s) Slack L H D) as B. cbv zeta in B. fold slowest in B.
  rewrite sum_first_part, minus_IZR, plus_IZR, mult_IZR. lra.
Qed.

Lemma skipn_phases : forall s m angles, skipn s (phases_at m angles) = phases_at m (skipn s angles).
Proof. intros s m angles. unfold phases_at. apply skipn_map. Qed.

Lemma skipn_more : forall a b (l : list positive), skipn b (skipn a l) = skipn (a + b) l.
Proof. induction a as [|a IH]; intros b l; [reflexivity|]. destruct l as [|x l]; [rewrite !skipn_nil; reflexivity|]. cbn [skipn Nat.add]. apply IH. Qed.

Lemma single_sound : forall s need w m n, settled_to s need w m 1 -> (Z.pos m <= last)%Z ->
  stretch e exact slow (Single (falls 32768 e 0 (skipn s slow)) (64 * e + w)) need (phases_at m (skipn s slow)) m = Some n -> negatives g (Pos.to_nat m) 1 = n.
Proof.
  intros s need w m n Set_ L H. cbn [stretch] in H. destruct (reaches _ _ _) eqn:T.
  - injection H as <-. apply negatives_none. intros j J. apply (others_reach s need w m 1 0 m j Set_ J L); [lia|lia|exact T].
  - clear T. destruct (Z.ltb_spec (cosine_total (phases_at m (skipn s slow)) + (64 * e + w)) need) as [T|_]; [|exact (negative_at_sound m n L H)].
    injection H as <-. rewrite negatives_one. destruct Set_ as [S64 Set_]. specialize (Set_ (Pos.to_nat m) ltac:(lia)). pose proof (sum_settled s (Pos.to_nat m) S64) as E.
    pose proof (total_above e last m (skipn s slow) _ (others_close s) Slack L) as B. assert (M : INR (Pos.to_nat m) = IZR (Z.pos m)) by (rewrite INR_IZR_INZ, positive_nat_Z; reflexivity).
    rewrite M in Set_, E. apply IZR_lt in T. rewrite !plus_IZR, mult_IZR in T. assert (E0 : 0 <= IZR e) by (unfold slack in Slack; assert (0 < IZR (Z.pos m)) by (apply (IZR_lt 0); lia); apply IZR_le in L; lra).
    assert (N : INR (length (skipn s slow)) * (IZR e / 16384) <= 64 * (IZR e / 16384)).
    { apply Rmult_le_compat_r; [lra|]. rewrite skipn_length, Slow64. replace 64 with (INR 64) by (rewrite INR_IZR_INZ; reflexivity). apply le_INR. lia. }
    destruct (Rlt_dec _ 0) as [_|F]; [reflexivity|]. exfalso. apply F. unfold sum_at. rewrite M. unfold sum_at in E. rewrite M in E. lra.
Qed.

Theorem stretch_sound : forall l s need w m n, settled_to s need w m (Pos.to_nat (two_to l)) -> (Z.pos m + Z.pos (two_to l) - 1 <= last)%Z ->
  stretch e exact slow (looks_at e (skipn s slow) (64 * e + w) l) need (phases_at m (skipn s slow)) m = Some n -> negatives g (Pos.to_nat m) (Pos.to_nat (two_to l)) = n.
Proof.
  induction l as [|i IH]; intros s need w m n Set_ L H; [apply (single_sound s need w m n Set_); [simpl two_to in L; lia|exact H]|].
  cbn [two_to] in *. cbn [looks_at stretch] in H. cbv zeta in H. rewrite phases_on, !skipn_phases, skipn_more in H. set (half := two_to i) in *.
  assert (Two : Pos.to_nat half~0 = (Pos.to_nat half + Pos.to_nat half)%nat) by lia. set (slowest := falls (e + 256) e (Z.pos half) (skipn s slow)) in *.
  destruct (reaches _ _ _) eqn:T.
  - injection H as <-. apply negatives_none. intros j J. apply (others_reach s need w m _ (Z.pos half) (half + m) j Set_ J); [lia|lia|lia|exact T].
  - assert (Sp : (64 * e + w + 2 * losses_sum slowest = 64 * e + (w + 2 * losses_sum slowest))%Z) by ring. rewrite Sp in H. clear Sp T.
    assert (Part : forall m', (m' = m \/ m' = half + m)%positive ->
        settled_to (s + length slowest) (need - left_over slowest (phases_at (half + m) (skipn s slow))) (w + 2 * losses_sum slowest) m' (Pos.to_nat half)).
    { intros m' M. apply (settled_more s need w m (Pos.to_nat half~0)); [exact Set_|lia|lia|lia|lia|]. intros j J. lia. }
    destruct (stretch _ _ _ _ _ _ m) as [a|] eqn:A; [|discriminate]. destruct (stretch _ _ _ _ _ _ (half + m)) as [b|] eqn:B; [|discriminate]. injection H as <-.
    rewrite Two, negatives_app. f_equal; [exact (IH _ _ _ _ _ (Part m (or_introl eq_refl)) ltac:(lia) A)|].
    replace (Pos.to_nat m + Pos.to_nat half)%nat with (Pos.to_nat (half + m)) by lia. exact (IH _ _ _ _ _ (Part _ (or_intror eq_refl)) ltac:(lia) B).
Qed.

Theorem stretches_sound : forall sizes m n, (Z.pos m + stretch_sum sizes - 1 <= last)%Z -> stretches e slow exact sizes m = Some n -> negatives g (Pos.to_nat m) (Z.to_nat (stretch_sum sizes)) = n.
Proof.
  induction sizes as [|l r IH]; intros m n L H; [injection H as <-; reflexivity|]. cbn [stretch_sum] in *. cbn [stretches] in H. pose proof (stretch_sum_nonneg r).
  destruct (stretch e exact slow (looks_at e slow (64 * e) l) 1048576 (phases_at m slow) m) as [a|] eqn:A; [|discriminate].
  destruct (stretches e slow exact r (two_to l + m)) as [b|] eqn:B; [|discriminate]. injection H as <-.
  assert (Start : settled_to 0 1048576 0 m (Pos.to_nat (two_to l))) by (split; [lia|intros j _; simpl; lra]).
  rewrite Z2Nat.inj_add by lia. change (Z.to_nat (Z.pos (two_to l))) with (Pos.to_nat (two_to l)). rewrite negatives_app.
  f_equal; [apply (stretch_sound l 0 1048576 0 m a Start); [lia|rewrite Z.add_0_r; exact A]|].
  replace (Pos.to_nat m + Pos.to_nat (two_to l))%nat with (Pos.to_nat (two_to l + m)) by lia. apply IH; [lia|exact B].
Qed.

End Sums.

(** * At one base *)

(** The distances 1 .. 2^l - 1, none negative. *)
Definition none_to (e : Z) (ratio : Z) (l : nat) : bool :=
  if in_turns 64 ratio then match stretches e (rev (angles ratio 64)) (precise_angles ratio 64) (seq 0 l) 1 with Some O => true | _ => false end else false.

Lemma stretch_sum_seq : forall l, stretch_sum (seq 0 l) = (Z.pos (two_to l) - 1)%Z.
Proof.
  assert (App : forall a b, stretch_sum (a ++ b) = (stretch_sum a + stretch_sum b)%Z) by (induction a as [|x a IH]; intro b; cbn [app stretch_sum]; [reflexivity|rewrite IH; ring]).
  induction l as [|l IH]; [reflexivity|]. rewrite seq_S, App, IH. cbn [Nat.add stretch_sum two_to]. lia.
Qed.

Theorem keeps_by_stretches : forall e b ratio l, 1 <= b -> ratio_of b 64 ratio -> slack e (Z.pos (two_to l)) -> none_to e ratio l = true -> keeps_sign b (Pos.to_nat (two_to l)).
Proof.
  intros e b ratio l B Ratio Slack H m M. unfold none_to in H. destruct (in_turns 64 ratio) eqn:Turns; [|discriminate].
  destruct (base_angles b 64 ratio B ltac:(lia) Ratio Turns) as [[Len Close] [Len' Precise]].
  destruct (stretches e (rev (angles ratio 64)) (precise_angles ratio 64) (seq 0 l) 1) as [[|n]|] eqn:Found; [|discriminate|discriminate].
  assert (C : all_close (rev (angles ratio 64)) (fun k => g b 64 (64 - 1 - k)%nat)).
  { pose proof (all_close_reversed (angles ratio 64) (g b 64)) as C. rewrite Len in C. apply C. intros k K. apply Close. rewrite <- Len. exact K. }
  pose proof (stretches_sound (g b 64) e (Z.pos (two_to l)) (rev (angles ratio 64)) (precise_angles ratio 64) ltac:(rewrite rev_length; exact Len) Len' C Precise Slack (seq 0 l) 1 0) as N.
  rewrite stretch_sum_seq in N. specialize (N ltac:(lia) Found). change (kernel b 64 m) with (sum_at (g b 64) m). apply (none_negatives _ _ _ N). lia.
Qed.

Lemma two_to_power : forall l, Pos.to_nat (two_to l) = Z.to_nat (2 ^ Z.of_nat l).
Proof.
  assert (H : forall l, Z.pos (two_to l) = (2 ^ Z.of_nat l)%Z); [|intro l; rewrite <- H; reflexivity].
  induction l as [|l IH]; [reflexivity|]. rewrite Nat2Z.inj_succ, Z.pow_succ_r, <- IH by lia. reflexivity.
Qed.
