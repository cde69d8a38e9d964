(** The sign of a sum of 64 cosines at all distances of a stretch, at once where that can be told.

    A stretch m .. m + 2^l - 1 is looked at from m and m + 2^l: between them a cosine is off the chord by no more than an eighth of the square of its angle times 2^l. The planes for which that is
    less than 3/4 are added up at both ends, the slowest first; if they come to 64 and what they can be off, 1 being added to each cosine, the sum is positive on the whole stretch. If not, the
    stretch is halved, and the slowest planes, which are off the chord by less than 1/128, are settled: both halves go on with their chord and without them. A single distance is decided by the
    table of cosines, and by fine cosines where that is too coarse. *)

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

(** * Off the chord *)

Lemma sin_lipschitz : forall x y, Rabs (sin x - sin y) <= Rabs (x - y).
Proof.
  intros x y. pose proof (cos_lipschitz (PI / 2 - x) (PI / 2 - y)) as H. rewrite !cos_shift in H. replace (PI / 2 - x - (PI / 2 - y)) with (- (x - y)) in H by ring. rewrite Rabs_Ropp in H. exact H.
Qed.

Lemma cos_tangent : forall x d, Rabs (cos (x + d) - cos x + d * sin x) <= d * d / 2.
Proof.
  intros x d. enough (E : forall s, Rabs s <= 1 -> 0 <= / 2 * (d * d) + s * (cos (x + d) - cos x + sin x * d)).
  { pose proof (E 1 ltac:(rewrite Rabs_R1; lra)). pose proof (E (- (1)) ltac:(rewrite Rabs_Ropp, Rabs_R1; lra)). apply Rabs_le. lra. }
  intros s S. set (F := fun t => / 2 * (t * t) + s * (cos (x + t) - cos x + sin x * t)).
  assert (D : forall t, derivable_pt_lim F t (t + s * (sin x - sin (x + t)))).
  { intro t. replace (t + s * (sin x - sin (x + t))) with (/ 2 * (1 * t + t * 1) + s * (- sin (x + t) * (0 + 1) - 0 + sin x * 1)) by field.
    apply (derivable_pt_lim_plus (fun t => / 2 * (t * t))); [apply (derivable_pt_lim_scal (fun t => t * t)), (derivable_pt_lim_mult id id); apply derivable_pt_lim_id|].
    apply (derivable_pt_lim_scal (fun t => cos (x + t) - cos x + sin x * t)), (derivable_pt_lim_plus (fun t => cos (x + t) - cos x)); [|apply (derivable_pt_lim_scal id), derivable_pt_lim_id].
    apply (derivable_pt_lim_minus (fun t => cos (x + t)) (fun _ => cos x)); [|apply derivable_pt_lim_const].
    apply (derivable_pt_lim_comp (fun t => x + t) cos); [|apply derivable_pt_lim_cos]. apply (derivable_pt_lim_plus (fun _ => x) id); [apply derivable_pt_lim_const|apply derivable_pt_lim_id]. }
  assert (Sign : forall t, Rabs (s * (sin x - sin (x + t))) <= Rabs t).
  { intro t. rewrite Rabs_mult, <- (Rmult_1_l (Rabs t)). apply Rmult_le_compat; try apply Rabs_pos; [exact S|]. eapply Rle_trans; [apply sin_lipschitz|]. rewrite Rabs_minus_sym. right. f_equal. ring. }
  assert (F0 : F 0 = 0) by (unfold F; rewrite Rplus_0_r; field). change (0 <= F d). destruct (Rtotal_order d 0) as [N|[-> |P]]; [|rewrite F0; apply Rle_refl|].
  - destruct (MVT_cor2 F _ d 0 N (fun t _ => D t)) as [t [E [T1 T2]]]. specialize (Sign t). rewrite (Rabs_left t T2) in Sign. apply within in Sign. rewrite F0 in E. set (y := t + _) in E. assert (0 <= - y * (0 - d)) by (apply Rmult_le_pos; unfold y; lra). lra.
  - destruct (MVT_cor2 F _ 0 d P (fun t _ => D t)) as [t [E [T1 T2]]]. specialize (Sign t). rewrite (Rabs_right t) in Sign by lra. apply within in Sign. rewrite F0 in E. set (y := t + _) in E. assert (0 <= y * (d - 0)) by (apply Rmult_le_pos; unfold y; lra). lra.
Qed.

Lemma cos_chord : forall a b t, 0 <= t <= 1 -> Rabs (cos ((1 - t) * a + t * b) - ((1 - t) * cos a + t * cos b)) <= (b - a) * (b - a) / 8.
Proof.
  intros a b t T. set (x := (1 - t) * a + t * b). pose proof (cos_tangent x (a - x)) as A. pose proof (cos_tangent x (b - x)) as B.
  replace (x + (a - x)) with a in A by ring. replace (x + (b - x)) with b in B by ring. apply within in A. apply within in B.
  replace (a - x) with (- t * (b - a)) in A by (unfold x; ring). replace (b - x) with ((1 - t) * (b - a)) in B by (unfold x; ring).
  set (p := sin x) in *. set (q := cos x) in *. clearbody p q. set (d := b - a) in *. clearbody d.
  assert (Q : 0 <= (1 / 4 - t * (1 - t)) * (d * d)) by (apply Rmult_le_pos; [pose proof (Rle_0_sqr (t - 1 / 2)) as Sq; unfold Rsqr in Sq; lra|apply Rle_0_sqr]).
  assert (L : forall u, 0 <= u -> forall y z, y <= z -> u * y <= u * z) by (intros; apply Rmult_le_compat_l; assumption).
  pose proof (L (1 - t) ltac:(lra) _ _ (proj1 A)). pose proof (L (1 - t) ltac:(lra) _ _ (proj2 A)). pose proof (L t ltac:(lra) _ _ (proj1 B)). pose proof (L t ltac:(lra) _ _ (proj2 B)).
  apply Rabs_le. split; lra.
Qed.

Lemma angle_at_most : forall G g, close_to G g -> Rabs g <= 403 / 64 * ((IZR (Z.pos G) + 2) / 17179869184).
Proof.
  intros G g C. assert (P : 3.1415 < PI < 3.1416) by (split; interval). unfold close_to in C. assert (A : 0 < IZR (Z.pos G)) by (apply (IZR_lt 0); lia). apply within in C.
  set (q := g / (2 * PI)) in *. assert (Q : g = 2 * PI * q) by (unfold q; field; lra). rewrite Q, Rabs_mult, (Rabs_right (2 * PI)) by lra.
  apply Rmult_le_compat; try lra; [apply Rabs_pos|]. apply Rabs_le. lra.
Qed.

(** By how much a cosine can be off the chord between two distances that are n apart, in 2^-14. *)
Definition sag (n : Z) (G : positive) : Z := let d := (Z.shiftr (n * (Z.pos G + 2) * 403) 28 + 1)%Z in (Z.shiftr (d * d) 13 + 1)%Z.

(** Up to the first plane that can be off by the limit. *)
Fixpoint sags (limit n : Z) (angles : list positive) : list Z :=
  match angles with
  | [] => []
  | G :: r => let w := sag n G in if (w <? limit)%Z then w :: sags limit n r else []
  end.

Fixpoint losses_sum (losses : list Z) : Z := match losses with [] => 0 | w :: r => w + losses_sum r end%Z.

Lemma sag_covers : forall n G g a t, close_to G g -> (0 <= n)%Z -> 0 <= t <= 1 ->
  Rabs (cos ((a + t * IZR n) * g) - ((1 - t) * cos (a * g) + t * cos ((a + IZR n) * g))) <= IZR (sag n G) / 16384.
Proof.
  intros n G g a t C N T. pose proof (cos_chord (a * g) ((a + IZR n) * g) t T) as H. replace ((1 - t) * (a * g) + t * ((a + IZR n) * g)) with ((a + t * IZR n) * g) in H by ring.
  eapply Rle_trans; [exact H|]. clear H. replace ((a + IZR n) * g - a * g) with (IZR n * g) by ring. pose proof (angle_at_most G g C) as A. unfold sag. cbv zeta.
  pose proof (cut 28 (n * (Z.pos G + 2) * 403) ltac:(lia)) as D. rewrite !mult_IZR, plus_IZR in D. change (2 ^ 28)%Z with 268435456%Z in D. set (d := (Z.shiftr _ 28 + 1)%Z).
  assert (Ed : IZR d = IZR (Z.shiftr (n * (Z.pos G + 2) * 403) 28) + 1) by (unfold d; apply plus_IZR). rewrite plus_IZR.
  pose proof (cut 13 (d * d) ltac:(lia)) as D2. rewrite mult_IZR in D2. change (2 ^ 13)%Z with 8192%Z in D2. apply (IZR_le 0) in N. set (h := IZR n) in *.
  assert (K : Rabs (h * g) <= IZR d / 4096).
  { rewrite Rabs_mult, (Rabs_right h) by lra. apply Rle_trans with (h * (403 / 64 * ((IZR (Z.pos G) + 2) / 17179869184))); [apply Rmult_le_compat_l; assumption|]. lra. }
  assert (S : h * g * (h * g) <= IZR d / 4096 * (IZR d / 4096)).
  { rewrite <- (Rabs_right (h * g * (h * g))) by (apply Rle_ge, Rle_0_sqr). rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; exact K. }
  set (z := IZR (Z.shiftr (d * d) 13)) in *. clearbody z. lra.
Qed.

Lemma sags_cover : forall limit n a t, (0 <= n)%Z -> 0 <= t <= 1 -> forall angles g, all_close angles g -> let K := length (sags limit n angles) in
  Rabs (sum (fun k => 1 + cos ((a + t * IZR n) * g k)) K - ((1 - t) * sum (fun k => 1 + cos (a * g k)) K + t * sum (fun k => 1 + cos ((a + IZR n) * g k)) K)) <= IZR (losses_sum (sags limit n angles)) / 16384.
Proof.
  intros limit n a t N T. induction angles as [|G r IH]; intros g C; cbn [sags]; cbv zeta; [|destruct (sag n G <? limit)%Z]; try (cbn [length sum losses_sum]; apply Rabs_le; lra).
  destruct (all_close_tail G r g C) as [C0 Cr]. specialize (IH _ Cr). cbv zeta in IH. pose proof (sag_covers n G (g 0%nat) a t C0 N T) as P. cbn [length losses_sum]. rewrite !sum_first, plus_IZR.
  apply within in IH. apply within in P. apply Rabs_le. lra.
Qed.

Lemma sags_short : forall limit n angles, (length (sags limit n angles) <= length angles)%nat.
Proof. intros limit n. induction angles as [|G r IH]; [apply le_n|]. cbn [sags]. cbv zeta. destruct (_ <? _)%Z; cbn [length]; lia. Qed.

(** * Sums by the table *)

(** The table's error up to a distance, in 2^-14. *)
Definition slack (e last : Z) : Prop := 0.000446 + IZR last * 0.00000000074 <= IZR e / 16384.

Lemma totals_near : forall e last m angles g, all_close angles g -> slack e last -> (Z.pos m <= last)%Z ->
  Rabs (16384 * sum (fun k => 1 + cos (IZR (Z.pos m) * g k)) (length angles) - IZR (cosine_total (phases_at m angles))) <= INR (length angles) * IZR e.
Proof.
  intros e last m. induction angles as [|G r IH]; intros g C Sl L; [simpl; apply Rabs_le; lra|]. cbn [length]. rewrite sum_first, S_INR.
  destruct (all_close_tail G r g C) as [C0 Cr]. specialize (IH _ Cr Sl L). unfold phases_at in *. cbn [map cosine_total]. rewrite plus_IZR.
  pose proof (cell_anywhere G (g 0%nat) m C0 ltac:(lia)) as T. apply within in T. apply within in IH. unfold slack in Sl. apply IZR_le in L. apply Rabs_le. lra.
Qed.

Lemma first_close : forall n angles g, all_close angles g -> all_close (firstn n angles) g.
Proof.
  intros n angles g C k K. rewrite firstn_length in K. rewrite <- (firstn_skipn n angles) in C. specialize (C k). rewrite app_length, firstn_length, app_nth1 in C by (rewrite firstn_length; lia). apply C. lia.
Qed.

(** Whether the first n planes come to what is needed; no more of them are looked at than it takes. *)
Fixpoint reaches (need : Z) (n : nat) (phases : list positive) : bool :=
  match need with
  | Z.pos _ => match n, phases with S k, x :: s => reaches (need - cosine_at x) k s | _, _ => false end
  | _ => true
  end.

Lemma reaches_sum : forall e last c, slack e last -> (Z.pos c <= last)%Z -> forall n angles g need, all_close angles g -> (n <= length angles)%nat -> reaches need n (phases_at c angles) = true ->
  IZR need <= 16384 * sum (fun k => 1 + cos (IZR (Z.pos c) * g k)) n + INR n * IZR e.
Proof.
  intros e last c Sl L. assert (E : 0.000446 <= IZR e / 16384 - IZR (Z.pos c) * 0.00000000074) by (unfold slack in Sl; apply IZR_le in L; lra). assert (C0 : 1 <= IZR (Z.pos c)) by (apply (IZR_le 1); lia).
  induction n as [|n IH]; intros angles g need C N H.
  - destruct need; [simpl; lra|discriminate H|]. pose proof (IZR_lt (Z.neg p) 0 eq_refl). simpl. lra.
  - assert (P : 0 <= sum (fun k => 1 + cos (IZR (Z.pos c) * g k)) (S n)) by (apply sum_nonneg; intros k _; pose proof (COS_bound (IZR (Z.pos c) * g k)); lra).
    assert (I : 0 <= INR (S n) * IZR e) by (apply Rmult_le_pos; [apply pos_INR|lra]). destruct need as [|p|p]; [lra| |pose proof (IZR_lt (Z.neg p) 0 eq_refl); lra]. clear P I.
    destruct angles as [|G r]; [simpl in N; lia|]. destruct (all_close_tail G r g C) as [CG Cr]. cbn [length] in N. unfold phases_at in H. cbn [map reaches] in H.
    apply (IH r (fun k => g (S k)) _ Cr ltac:(lia)) in H. rewrite minus_IZR in H. rewrite sum_first, S_INR. pose proof (cell_anywhere G (g 0%nat) c CG ltac:(lia)) as T. apply within in T. lra.
Qed.

(** * One distance, and a stretch *)

Definition negative_at (e : Z) (exact : list positive) (total : Z) (m : positive) : option nat :=
  if (1048576 + 64 * e <=? total)%Z then Some 0%nat
  else if (total + 64 * e <? 1048576)%Z then Some 1%nat
  else if (131072 <? Z.pos m)%Z then None
  else let f := fine_total m exact in if (3600000 <=? f)%Z then Some 0%nat else if (f <=? -3600000)%Z then Some 1%nat else None.

(** 2^l. *)
Fixpoint two_to (l : nat) : positive := match l with O => 1 | S i => (two_to i)~0 end.

(** What planes can be off the chord by, with the table's error. *)
Definition loss (e : Z) (losses : list Z) : Z := (losses_sum losses + Z.of_nat (length losses) * (e + 1))%Z.

(** What stretches of 2^l distances are looked at with: half of each; how many planes are added up and what they can be off by; the same of those that are settled; what the others turn by in half
    a stretch. In the end by how much planes can be below and above what is reckoned at a single distance. *)
Inductive looks :=
  | Single (below above : Z)
  | Half (half : positive) (tested : nat) (off : Z) (settled : nat) (cost : Z) (shift : list positive) (parts : looks).

Fixpoint looks_at (e : Z) (angles : list positive) (spare : Z) (l : nat) : looks :=
  match l with
  | O => Single (64 * e) (64 * e + spare)
  | S i =>
      let tested := sags 12288 (Z.pos (two_to l)) angles in let slowest := sags 128 (Z.pos (two_to l)) angles in let others := skipn (length slowest) angles in
      Half (two_to i) (length tested) (loss e tested) (length slowest) (loss e slowest) (phases_at (two_to i) others) (looks_at e others (spare + 2 * loss e slowest + 1) i)
  end.

(** How many distances of a stretch that begins with m have a negative sum, if it can tell; the phases are those of the planes that are not settled, at both ends, and what these have to come to
    there is needed. *)
Fixpoint stretch (e : Z) (exact slow : list positive) (look : looks) (need_left need_right : Z) (left right : list positive) (m : positive) : option nat :=
  match look with
  | Single below above =>
      let found := cosine_total left in
      if (need_left + below <=? found)%Z then Some 0%nat
      else if (found + above <? need_left)%Z then Some 1%nat
      else negative_at e exact (cosine_total (phases_at m slow)) m
  | Half half tested off settled cost shift parts =>
      if (if reaches (need_left + off) tested left then reaches (need_right + off) tested right else false) then Some 0%nat
      else
        let need_left := (need_left + cost - cosine_total (firstn settled left))%Z in let need_right := (need_right + cost - cosine_total (firstn settled right))%Z in
        let need_middle := (Z.div2 (need_left + need_right) + 1)%Z in let left := skipn settled left in let middle := advance shift left in
        match stretch e exact slow parts need_left need_middle left middle m with
        | Some a => match stretch e exact slow parts need_middle need_right middle (skipn settled right) (half + m) with Some b => Some (a + b)%nat | None => None end
        | None => None
        end
  end.

(** Stretches of 2^l distances, one after the other, from m on; the slowest plane first. *)
Fixpoint stretches (e : Z) (slow exact : list positive) (sizes : list nat) (m : positive) : option nat :=
  match sizes with
  | [] => Some 0%nat
  | l :: r =>
      match stretch e exact slow (looks_at e slow 0 l) 1048576 1048576 (phases_at m slow) (phases_at (two_to l + m) slow) m with
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

Lemma negatives_one : forall j, negatives g j 1 = if Rlt_dec (sum_at g j) 0 then 1%nat else 0%nat.
Proof. intro j. unfold negatives. cbn [seq filter]. destruct (Rlt_dec (sum_at g j) 0); reflexivity. Qed.

Lemma above_0 : forall j, 0 <= sum_at g j -> negatives g j 1 = 0%nat.
Proof. intros j H. rewrite negatives_one. destruct (Rlt_dec _ 0); [lra|reflexivity]. Qed.

Lemma below_0 : forall j, sum_at g j < 0 -> negatives g j 1 = 1%nat.
Proof. intros j H. rewrite negatives_one. destruct (Rlt_dec _ 0); [reflexivity|contradiction]. Qed.

Lemma place : forall m, INR (Pos.to_nat m) = IZR (Z.pos m).
Proof. intro m. rewrite INR_IZR_INZ, positive_nat_Z. reflexivity. Qed.

Lemma negative_at_sound : forall m n, (Z.pos m <= last)%Z -> negative_at e exact (cosine_total (phases_at m slow)) m = Some n -> negatives g (Pos.to_nat m) 1 = n.
Proof.
  intros m n L H. unfold negative_at in H. pose proof (totals_near e last m slow _ Close Slack L) as B. rewrite Slow64, ones in B. apply within in B.
  assert (I64 : INR 64 = 64) by (rewrite INR_IZR_INZ; reflexivity). rewrite I64 in B. assert (E : sum_at g (Pos.to_nat m) = sum (fun k => cos (IZR (Z.pos m) * g k)) 64) by (unfold sum_at; rewrite place; reflexivity).
  set (total := cosine_total _) in *. clearbody total. rewrite <- E in B. destruct (Z.leb_spec (1048576 + 64 * e) total) as [T|_].
  - injection H as <-. apply above_0. apply IZR_le in T. rewrite plus_IZR, mult_IZR in T. lra.
  - destruct (Z.ltb_spec (total + 64 * e) 1048576) as [T|_].
    + injection H as <-. apply below_0. apply IZR_lt in T. rewrite plus_IZR, mult_IZR in T. lra.
    + destruct (Z.ltb_spec 131072 (Z.pos m)) as [_|Far]; [discriminate|]. pose proof (fine_total_near exact g) as F. rewrite Exact64 in F. specialize (F Precise m Far). rewrite I64, <- E in F.
      cbv zeta in H. set (f := fine_total m exact) in *. clearbody f. apply within in F. destruct (Z.leb_spec 3600000 f) as [T|_]; [|destruct (Z.leb_spec f (-3600000)) as [T|_]; [|discriminate]];
        injection H as <-; apply IZR_le in T; [apply above_0|apply below_0]; lra.
Qed.

(** The first s planes are settled: at the distances from m to m + n they leave what is needed for the others to come to, a chord between two needs, up to w. *)
Definition settled_to (s : nat) (need_left need_right w : Z) (m n : positive) : Prop := (s <= 64)%nat /\ forall t, 0 <= t <= 1 ->
  let need := (1 - t) * IZR need_left + t * IZR need_right in
  1048576 - need <= 16384 * sum (fun k => 1 + cos ((IZR (Z.pos m) + t * IZR (Z.pos n)) * g (64 - 1 - k)%nat)) s <= 1048576 - need + IZR w.

Lemma sum_first_part : forall f a b, sum f (a + b) = sum f a + sum (fun k => f (a + k)%nat) b.
Proof. intros f a b. induction b as [|b IH]; [rewrite Nat.add_0_r; simpl; ring|]. rewrite Nat.add_succ_r. cbn [sum]. rewrite IH. ring. Qed.

Lemma others_close : forall s, all_close (skipn s slow) (fun k => g (64 - 1 - (s + k))%nat).
Proof.
  intros s k K. rewrite skipn_length in K. rewrite <- (firstn_skipn s slow) in Close at 1. specialize (Close (s + k)%nat). rewrite app_length, app_nth2, firstn_length, skipn_length in Close by (rewrite firstn_length; lia).
  replace (s + k - Nat.min s (length slow))%nat with k in Close by lia. apply Close. lia.
Qed.

Lemma sum_settled : forall s x, (s <= 64)%nat ->
  64 + sum (fun k => cos (x * g k)) 64 = sum (fun k => 1 + cos (x * g (64 - 1 - k)%nat)) s + sum (fun k => 1 + cos (x * g (64 - 1 - (s + k))%nat)) (length (skipn s slow)).
Proof.
  intros s x S. rewrite <- ones, skipn_length, Slow64. replace 64%nat with (s + (64 - s))%nat at 1 by lia. exact (sum_first_part (fun k => 1 + cos (x * g (64 - 1 - k)%nat)) s (64 - s)).
Qed.

Lemma end_slack : slack (e + 1) (last + 1).
Proof. unfold slack in *. rewrite !plus_IZR. lra. Qed.

(** The others come to what is needed. *)
Lemma others_reach : forall s need_left need_right w m n limit, settled_to s need_left need_right w m n -> (Z.pos m + Z.pos n - 1 <= last)%Z ->
  let losses := sags limit (Z.pos n) (skipn s slow) in
  reaches (need_left + loss e losses) (length losses) (phases_at m (skipn s slow)) = true -> reaches (need_right + loss e losses) (length losses) (phases_at (n + m) (skipn s slow)) = true ->
  forall t, 0 <= t <= 1 -> 0 <= sum (fun k => cos ((IZR (Z.pos m) + t * IZR (Z.pos n)) * g k)) 64.
Proof.
  intros s need_left need_right w m n limit [S64 Set_] L losses Left Right t T. specialize (Set_ t T). cbv zeta in Set_. pose proof (sum_settled s (IZR (Z.pos m) + t * IZR (Z.pos n)) S64) as E.
  pose proof (sags_cover limit (Z.pos n) (IZR (Z.pos m)) t ltac:(lia) T (skipn s slow) _ (others_close s)) as B. cbv zeta in B. pose proof (sags_short limit (Z.pos n) (skipn s slow)) as Short. fold losses in B, Short.
  apply (reaches_sum (e + 1) (last + 1) m end_slack ltac:(lia) _ _ _ _ (others_close s) Short) in Left. apply (reaches_sum (e + 1) (last + 1) (n + m) end_slack ltac:(lia) _ _ _ _ (others_close s) Short) in Right.
  rewrite Pos2Z.inj_add, (plus_IZR (Z.pos n)), (Rplus_comm (IZR (Z.pos n))) in Right. unfold loss in Left, Right. rewrite !plus_IZR, mult_IZR, <- INR_IZR_INZ, plus_IZR in Left, Right. apply within in B.
  replace (length (skipn s slow)) with (length losses + (length (skipn s slow) - length losses))%nat in E by lia. rewrite sum_first_part in E.
  match type of E with _ = _ + (_ + ?u) => assert (U : 0 <= u) by (apply sum_nonneg; intros k _; match goal with |- 0 <= 1 + cos ?y => pose proof (COS_bound y) end; lra); set (v := u) in * end. clearbody v.
  set (sx := sum _ (length losses)) in *. set (sl := sum (fun k => 1 + cos (IZR (Z.pos m) * _)) (length losses)) in *. set (sr := sum _ (length losses)) in *. clearbody sx sl sr.
  pose proof (Rmult_le_compat_l (1 - t) _ _ ltac:(lra) Left) as A1. pose proof (Rmult_le_compat_l t _ _ ltac:(lra) Right) as A2. lra.
Qed.

(** Some of the others are settled as well. *)
Lemma settled_more : forall s need_left need_right w m n limit, settled_to s need_left need_right w m n -> (Z.pos m + Z.pos n - 1 <= last)%Z ->
  let losses := sags limit (Z.pos n) (skipn s slow) in let found := fun c => cosine_total (firstn (length losses) (phases_at c (skipn s slow))) in
  settled_to (s + length losses) (need_left + loss e losses - found m) (need_right + loss e losses - found (n + m)%positive) (w + 2 * loss e losses) m n.
Proof.
  intros s need_left need_right w m n limit [S64 Set_] L losses found. pose proof (sags_short limit (Z.pos n) (skipn s slow)) as Short. fold losses in Short.
  split; [rewrite skipn_length, Slow64 in Short; lia|]. intros t T. specialize (Set_ t T). cbv zeta in Set_. cbv zeta.
  pose proof (sags_cover limit (Z.pos n) (IZR (Z.pos m)) t ltac:(lia) T (skipn s slow) _ (others_close s)) as B. cbv zeta in B. fold losses in B. apply within in B.
  assert (F : forall c, (Z.pos c <= last + 1)%Z -> Rabs (16384 * sum (fun k => 1 + cos (IZR (Z.pos c) * g (64 - 1 - (s + k))%nat)) (length losses) - IZR (found c)) <= INR (length losses) * IZR (e + 1)).
  { intros c Lc. pose proof (totals_near (e + 1) (last + 1) c _ _ (first_close (length losses) _ _ (others_close s)) end_slack Lc) as P. rewrite firstn_length_le in P by exact Short.
    unfold found, phases_at in *. rewrite firstn_map. exact P. }
  pose proof (F m ltac:(lia)) as Left. pose proof (F (n + m)%positive ltac:(lia)) as Right. apply within in Left. apply within in Right.
  rewrite Pos2Z.inj_add, (plus_IZR (Z.pos n)), (Rplus_comm (IZR (Z.pos n))) in Right. unfold loss. rewrite !minus_IZR, !plus_IZR, !(mult_IZR 2), !plus_IZR, !mult_IZR, <- INR_IZR_INZ. rewrite sum_first_part, plus_IZR in *.
  set (sx := sum _ (length losses)) in *. set (sl := sum (fun k => 1 + cos (IZR (Z.pos m) * _)) (length losses)) in *. set (sr := sum _ (length losses)) in *. clearbody sx sl sr.
  pose proof (Rmult_le_compat_l (1 - t) _ _ ltac:(lra) (proj1 Left)). pose proof (Rmult_le_compat_l (1 - t) _ _ ltac:(lra) (proj2 Left)).
  pose proof (Rmult_le_compat_l t _ _ ltac:(lra) (proj1 Right)). pose proof (Rmult_le_compat_l t _ _ ltac:(lra) (proj2 Right)). lra.
Qed.

(** From a stretch to its halves. *)
Lemma settled_halves : forall s need_left need_right w m h, settled_to s need_left need_right w m h~0 -> let need_middle := (Z.div2 (need_left + need_right) + 1)%Z in
  settled_to s need_left need_middle (w + 1) m h /\ settled_to s need_middle need_right (w + 1) (h + m) h.
Proof.
  intros s need_left need_right w m h [S64 Set_] need_middle.
  assert (M : (need_left + need_right <= 2 * need_middle <= need_left + need_right + 2)%Z) by (pose proof (Z.div2_odd (need_left + need_right)) as D; unfold need_middle; destruct (Z.odd _); simpl Z.b2z in D; lia).
  destruct M as [M1 M2]. apply IZR_le in M1, M2. rewrite mult_IZR, plus_IZR in M1. rewrite mult_IZR, !plus_IZR in M2. clearbody need_middle. set (u := IZR need_middle - (IZR need_left + IZR need_right) / 2).
  assert (U0 : 0 <= u <= 1) by (unfold u; lra).
  assert (U : forall t, 0 <= t <= 1 -> 0 <= t * u <= 1) by (intros t T; split; [apply Rmult_le_pos; lra|apply Rle_trans with (1 * 1); [apply Rmult_le_compat|]; lra]).
  split; (split; [exact S64|]); intros t T; cbv zeta; rewrite plus_IZR.
  - specialize (Set_ (t / 2) ltac:(lra)). cbv zeta in Set_. specialize (U t T). rewrite (Pos2Z.inj_xO h), mult_IZR in Set_. replace (t / 2 * (2 * IZR (Z.pos h))) with (t * IZR (Z.pos h)) in Set_ by field. unfold u in U. lra.
  - specialize (Set_ ((1 + t) / 2) ltac:(lra)). cbv zeta in Set_. specialize (U (1 - t) ltac:(lra)). rewrite (Pos2Z.inj_xO h), mult_IZR in Set_. rewrite Pos2Z.inj_add, plus_IZR.
    replace (IZR (Z.pos m) + (1 + t) / 2 * (2 * IZR (Z.pos h))) with (IZR (Z.pos h) + IZR (Z.pos m) + t * IZR (Z.pos h)) in Set_ by field. unfold u in U. lra.
Qed.

Lemma skipn_phases : forall s m angles, skipn s (phases_at m angles) = phases_at m (skipn s angles).
Proof. intros s m angles. unfold phases_at. apply skipn_map. Qed.

Lemma skipn_more : forall a b (l : list positive), skipn b (skipn a l) = skipn (a + b) l.
Proof. induction a as [|a IH]; intros b l; [reflexivity|]. destruct l as [|x l]; [rewrite !skipn_nil; reflexivity|]. cbn [skipn Nat.add]. apply IH. Qed.

Lemma single_sound : forall s need_left need_right w m n left right, left = phases_at m (skipn s slow) -> settled_to s need_left need_right w m 1 -> (Z.pos m <= last)%Z ->
  stretch e exact slow (Single (64 * e) (64 * e + w)) need_left need_right left right m = Some n -> negatives g (Pos.to_nat m) 1 = n.
Proof.
  intros s need_left need_right w m n left right -> [S64 Set_] L H. cbn [stretch] in H. specialize (Set_ 0 ltac:(lra)). cbv zeta in Set_. replace (IZR (Z.pos m) + 0 * IZR (Z.pos 1)) with (IZR (Z.pos m)) in Set_ by ring.
  pose proof (sum_settled s (IZR (Z.pos m)) S64) as E. pose proof (totals_near e last m (skipn s slow) _ (others_close s) Slack L) as B. apply within in B.
  assert (E0 : 0 <= IZR e) by (unfold slack in Slack; assert (0 < IZR (Z.pos m)) by (apply (IZR_lt 0); lia); apply IZR_le in L; lra).
  assert (N : INR (length (skipn s slow)) * IZR e <= 64 * IZR e).
  { apply Rmult_le_compat_r; [exact E0|]. rewrite skipn_length, Slow64. replace 64 with (INR 64) by (rewrite INR_IZR_INZ; reflexivity). apply le_INR. lia. }
  cbv zeta in H. set (found := cosine_total (phases_at m (skipn s slow))) in *. destruct (Z.leb_spec (need_left + 64 * e) found) as [T|_]; [|destruct (Z.ltb_spec (found + (64 * e + w)) need_left) as [T|_];
    [|exact (negative_at_sound m n L H)]]; injection H as <-; [apply above_0; apply IZR_le in T|apply below_0; apply IZR_lt in T]; rewrite !plus_IZR, mult_IZR in T; unfold sum_at; rewrite place; lra.
Qed.

Theorem stretch_sound : forall l s need_left need_right w m n, settled_to s need_left need_right w m (two_to l) -> (Z.pos m + Z.pos (two_to l) - 1 <= last)%Z ->
  stretch e exact slow (looks_at e (skipn s slow) w l) need_left need_right (phases_at m (skipn s slow)) (phases_at (two_to l + m) (skipn s slow)) m = Some n ->
  negatives g (Pos.to_nat m) (Pos.to_nat (two_to l)) = n.
Proof.
  induction l as [|i IH]; intros s need_left need_right w m n Set_ L H; [apply (single_sound s need_left need_right w m n (phases_at m (skipn s slow)) (phases_at (two_to 0 + m) (skipn s slow)) eq_refl Set_); [simpl two_to in L; lia|exact H]|].
  cbn [looks_at stretch] in H. cbv zeta in H. change (two_to (S i)) with (two_to i)~0%positive in *. rewrite !skipn_phases, skipn_more, phases_on in H. set (half := two_to i) in *.
  set (tested := sags 12288 _ _) in *. set (slowest := sags 128 _ _) in *. assert (Two : Pos.to_nat half~0 = (Pos.to_nat half + Pos.to_nat half)%nat) by lia.
  destruct (if reaches _ _ _ then _ else _) eqn:T.
  - injection H as <-. destruct (reaches (need_left + _) _ _) eqn:Left; [|discriminate]. apply negatives_none. intros j J. unfold sum_at.
    pose proof (others_reach _ _ _ _ _ _ 12288 Set_ L Left T ((INR j - IZR (Z.pos m)) / IZR (Z.pos half~0))) as P. assert (N0 : 0 < IZR (Z.pos half~0)) by (apply (IZR_lt 0); lia).
    replace (IZR (Z.pos m) + (INR j - IZR (Z.pos m)) / IZR (Z.pos half~0) * IZR (Z.pos half~0)) with (INR j) in P by (field; lra). apply P. rewrite INR_IZR_INZ, <- minus_IZR.
    split; [apply Rmult_le_pos; [apply IZR_le; lia|left; apply Rinv_0_lt_compat, N0]|]. apply (Rmult_le_reg_r _ _ _ N0). unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_1_l by lra. apply IZR_le. lia.
  - clear T. pose proof (settled_halves _ _ _ _ _ _ (settled_more _ _ _ _ _ _ 128 Set_ L)) as Parts. cbv zeta in Parts. fold slowest in Parts. destruct Parts as [Left Right].
    replace (half~0 + m)%positive with (half + (half + m))%positive in * by lia. destruct (stretch _ _ _ _ _ _ _ _ m) as [a|] eqn:A; [|discriminate].
    destruct (stretch _ _ _ _ _ _ _ _ (half + m)) as [b|] eqn:B; [|discriminate]. injection H as <-. rewrite Two, negatives_app. f_equal; [exact (IH _ _ _ _ _ _ Left ltac:(lia) A)|].
    replace (Pos.to_nat m + Pos.to_nat half)%nat with (Pos.to_nat (half + m)) by lia. exact (IH _ _ _ _ _ _ Right ltac:(lia) B).
Qed.

Theorem stretches_sound : forall sizes m n, (Z.pos m + stretch_sum sizes - 1 <= last)%Z -> stretches e slow exact sizes m = Some n -> negatives g (Pos.to_nat m) (Z.to_nat (stretch_sum sizes)) = n.
Proof.
  induction sizes as [|l r IH]; intros m n L H; [injection H as <-; reflexivity|]. cbn [stretch_sum] in *. cbn [stretches] in H. pose proof (stretch_sum_nonneg r).
  destruct (stretch e exact slow _ _ _ _ _ m) as [a|] eqn:A; [|discriminate].
  destruct (stretches e slow exact r (two_to l + m)) as [b|] eqn:B; [|discriminate]. injection H as <-.
  assert (Start : settled_to 0 1048576 1048576 0 m (two_to l)) by (split; [lia|intros t T; cbv zeta; cbn [sum]; lra]).
  rewrite Z2Nat.inj_add by lia. change (Z.to_nat (Z.pos (two_to l))) with (Pos.to_nat (two_to l)). rewrite negatives_app.
  f_equal; [apply (stretch_sound l 0 1048576 1048576 0 m a Start); [lia|exact A]|].
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

Lemma two_to_power : forall l, Pos.to_nat (two_to l) = Z.to_nat (2 ^ Z.of_nat l).
Proof.
  assert (H : forall l, Z.pos (two_to l) = (2 ^ Z.of_nat l)%Z); [|intro l; rewrite <- H; reflexivity].
  induction l as [|l IH]; [reflexivity|]. rewrite Nat2Z.inj_succ, Z.pow_succ_r, <- IH by lia. reflexivity.
Qed.

Theorem keeps_by_stretches : forall e b ratio l, 1 <= b -> ratio_of b 64 ratio -> slack e (2 ^ Z.of_nat l) -> none_to e ratio l = true -> keeps_sign b (Z.to_nat (2 ^ Z.of_nat l)).
Proof.
  intros e b ratio l B Ratio Slack H. pose proof (two_to_power l) as Two. assert (P : (0 <= 2 ^ Z.of_nat l)%Z) by (apply Z.pow_nonneg; lia). assert (E : (2 ^ Z.of_nat l)%Z = Z.pos (two_to l)) by lia. rewrite E in *. rewrite Z2Nat.inj_pos. clear Two P E.
  intros m M. unfold none_to in H. destruct (in_turns 64 ratio) eqn:Turns; [|discriminate].
  destruct (base_angles b 64 ratio B ltac:(lia) Ratio Turns) as [[Len Close] [Len' Precise]].
  destruct (stretches e (rev (angles ratio 64)) (precise_angles ratio 64) (seq 0 l) 1) as [[|n]|] eqn:Found; [|discriminate|discriminate].
  assert (C : all_close (rev (angles ratio 64)) (fun k => g b 64 (64 - 1 - k)%nat)).
  { pose proof (all_close_reversed (angles ratio 64) (g b 64)) as C. rewrite Len in C. apply C. intros k K. apply Close. rewrite <- Len. exact K. }
  pose proof (stretches_sound (g b 64) e (Z.pos (two_to l)) (rev (angles ratio 64)) (precise_angles ratio 64) ltac:(rewrite rev_length; exact Len) Len' C Precise Slack (seq 0 l) 1 0) as N.
  rewrite stretch_sum_seq in N. specialize (N ltac:(lia) Found). change (kernel b 64 m) with (sum_at (g b 64) m). apply (none_negatives _ _ _ N). lia.
Qed.

(** From the table's error, the ratio, l, and a tactic for that it is the base's. *)
Ltac by_stretches e ratio l proof := apply (keeps_by_stretches e _ ratio l); [lra|proof|unfold slack; simpl; lra|vm_cast_no_check (eq_refl true)].
