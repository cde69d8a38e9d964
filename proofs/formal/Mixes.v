(** The best mix of planes by reflection: a mix and a dual measure, both in whole numbers, bound it from both sides.

    A mix leads a rival at distance t by the sum of its w_k (1 - cos(t g_k)), and no term is negative. So the first planes decide at nearly every distance, with cosines
    off by 6 10^-4 (`cosine_at`); where they do not, all are added up again with cosines off by 5 10^-8 (`fine`). Upwards: a mean of leads over some distances is
    at least the least of them, and it is a mean over the planes as well, at most that of the best plane. *)

From Coq Require Import Reals Lra Lia List PeanoNat ZArith.
From RopeTheory Require Import Rope Trig Heads Circle IntervalZ Rotation new_index_gap_sharp new_base_bound_monotone Bases.
Import ListNotations.
Open Scope R_scope.

(** The lead of a mix of K planes, aligned, over a rival at distance t. *)
Definition mixed_lead (K : nat) (w g : nat -> R) (t : nat) : R := sum (fun k => w k * (1 - cos (INR t * g k))) K.

Definition convex (K : nat) (w : nat -> R) : Prop := (forall k, (k < K)%nat -> 0 <= w k) /\ sum w K = 1.

(** What convex mixes reach: leads over all rivals at distances 1..n-1. *)
Definition reached_by_mixes (K : nat) (g : nat -> R) (n : Z) (gap : R) : Prop :=
  exists w, convex K w /\ forall t, (1 <= Z.of_nat t <= n - 1)%Z -> gap <= mixed_lead K w g t.

(** The gap of the best mix: what they reach is bounded by it, and by no less. *)
Definition best_gap (K : nat) (g : nat -> R) (n : Z) (gap : R) : Prop := is_lub (reached_by_mixes K g n) gap.

(** One angle alone. *)
Lemma one_angle_reach : forall theta n, (2 <= n)%nat -> exists t, (1 <= t <= n - 1)%nat /\ 1 - cos (INR t * theta) <= 1 - cos (2 * PI / INR n).
Proof.
  intros theta n Hn. destruct (exists_maximiser (fun t => cos (INR t * theta)) (n - 1) ltac:(lia)) as [t [Ht Max]].
  exists t. split; [exact Ht|].
  destruct (new_index_gap_sharp_proved theta (n - 1)%nat (1 - cos (INR t * theta)) ltac:(lia)) as [Le _].
  - split; [exists t; auto|]. intros s Hs. specialize (Max s Hs). simpl in Max. lra.
  - replace (n - 1 + 1)%nat with n in Le by lia. exact Le.
Qed.

(** * Sums over lists *)

Lemma sum_first : forall f n, sum f (S n) = f 0%nat + sum (fun k => f (S k)) n.
Proof. intros f n. induction n as [|n IH]; [simpl; ring|]. cbn [sum] in *. rewrite IH. ring. Qed.

Fixpoint total (l : list Z) : Z := match l with [] => 0 | w :: r => w + total r end.

Lemma total_sum : forall l, IZR (total l) = sum (fun k => IZR (nth k l 0%Z)) (length l).
Proof. induction l as [|w r IH]; [reflexivity|]. cbn [length]. rewrite sum_first. cbn [total nth]. rewrite plus_IZR, IH. reflexivity. Qed.

(** * From below: weights, in parts of their total *)

(** Whether the first of the weighted values come to the goal; weights of 0 cost nothing. *)
Fixpoint comes_to {A} (value : A -> Z) (goal : Z) (weights : list Z) (items : list A) : bool :=
  if (goal <=? 0)%Z then true else
  match weights, items with
  | w :: ws, x :: xs => comes_to value (match w with Z0 => goal | _ => goal - w * value x end)%Z ws xs
  | _, _ => false
  end.

Lemma weighted_nonneg : forall n l v, (forall x, In x l -> (0 <= x)%Z) -> (forall k, 0 <= v k) -> 0 <= sum (fun k => IZR (nth k l 0%Z) * v k) n.
Proof.
  intros n l v L V. induction n as [|n IH]; [simpl; lra|]. cbn [sum]. specialize (V n).
  assert (0 <= IZR (nth n l 0%Z)) by (apply IZR_le; destruct (nth_in_or_default n l 0%Z) as [I|D]; [apply L, I|rewrite D; lia]). nra.
Qed.

Lemma total_nonneg : forall l, (forall x, In x l -> (0 <= x)%Z) -> (0 <= total l)%Z.
Proof.
  induction l as [|a r IH]; intro L; [simpl; lia|]. cbn [total]. assert (0 <= a)%Z by (apply L; left; reflexivity). assert (0 <= total r)%Z; [|lia].
  apply IH. intros x X. apply L. right. exact X.
Qed.

(** Each value is off by at most e, at its scale. *)
Lemma comes_to_sum : forall A (value : A -> Z) (default : A) scale e, 0 < scale -> 0 <= e -> forall weights items v goal, (forall k, 0 <= v k) ->
  (forall w, In w weights -> (0 <= w)%Z) -> (forall k, (k < length items)%nat -> Rabs (IZR (value (nth k items default)) / scale - v k) <= e) ->
  comes_to value goal weights items = true ->
  IZR goal / scale <= sum (fun k => IZR (nth k weights 0%Z) * v k) (length weights) + e * IZR (total weights).
Proof.
  intros A value default scale e Sc E. induction weights as [|w ws IH]; intros items v goal V W C H; cbn [comes_to] in H.
  - cbn [total length sum]. destruct (Z.leb_spec goal 0) as [G|G]; [|discriminate]. apply IZR_le in G. apply (Rmult_le_compat_r (/ scale)) in G; [|left; apply Rinv_0_lt_compat, Sc].
    unfold Rdiv. lra.
  - assert (T : 0 <= IZR (total ws)) by (apply IZR_le, total_nonneg; intros x X; apply W; right; exact X).
    assert (W0 : 0 <= IZR w) by (apply IZR_le, W; left; reflexivity).
    destruct (Z.leb_spec goal 0) as [Done|_].
    { apply IZR_le in Done. apply (Rmult_le_compat_r (/ scale)) in Done; [|left; apply Rinv_0_lt_compat, Sc].
      pose proof (weighted_nonneg (length (w :: ws)) (w :: ws) v W V). cbn [total]. rewrite plus_IZR. unfold Rdiv. nra. }
    destruct items as [|x xs]; [discriminate|]. cbn [length] in *. rewrite sum_first. cbn [nth total]. rewrite plus_IZR.
    set (goal' := match w with Z0 => goal | _ => (goal - w * value x)%Z end) in *.
    assert (Eg : goal' = (goal - w * value x)%Z) by (unfold goal'; destruct w; ring).
    specialize (IH xs (fun k => v (S k)) goal' (fun k => V (S k)) ltac:(intros y Y; apply W; right; exact Y) ltac:(intros k K; apply (C (S k)); lia) H). rewrite Eg, minus_IZR, mult_IZR in IH.
    pose proof (C 0%nat ltac:(lia)) as N. cbn [nth] in N. apply within in N. set (s := sum _ _) in *. clearbody s. set (c := IZR (value x)) in *. clearbody c. set (y := v 0%nat) in *. clearbody y.
    assert (K : IZR w * (c / scale - y) <= IZR w * e) by nra. replace ((IZR goal - IZR w * c) / scale) with (IZR goal / scale - IZR w * (c / scale)) in IH by (field; lra). lra.
Qed.

(** 1 minus the cosine at a phase, at scale 2^14; and at distance m, at scale 2^40. *)
Definition rough_lead (x : positive) : Z := 32768 - cosine_at x.

Definition fine_lead (m G : positive) : Z := 1099511627776 - fine (m * G).

(** Coarser weights, of 12 bits in all, will do beside a rough cosine. *)
Definition bits_off (weights : list Z) : Z := Z.max 0 (Z.log2 (total weights) - 12).

Definition coarser (weights : list Z) : list Z := let p := bits_off weights in map (fun w => Z.shiftr w p) weights.

(** The same with the items given as sums of two phases, which are added only as far as they are asked for. *)
Fixpoint comes_to_at (value : positive -> Z) (goal : Z) (weights : list Z) (shift phases : list positive) : bool :=
  if (goal <=? 0)%Z then true else
  match weights, shift, phases with
  | w :: ws, a :: r, x :: s => comes_to_at value (match w with Z0 => goal | _ => goal - w * value (a + x)%positive end)%Z ws r s
  | _, _, _ => false
  end.

Lemma comes_to_advanced : forall value weights shift phases goal, comes_to_at value goal weights shift phases = comes_to value goal weights (advance shift phases).
Proof.
  intro value. induction weights as [|w ws IH]; intros [|a r] [|x s] goal; cbn [comes_to_at comes_to advance]; try reflexivity. destruct (goal <=? 0)%Z; [reflexivity|apply IH].
Qed.

(** Whether the mix leads by the goals, in parts of the total, at m and the distances after it, as many as there are shifts: each leads there from the phases. *)
Fixpoint block_leads (rough_goal fine_goal : Z) (coarse weights : list Z) (exact phases : list positive) (m : positive) (shifts : list (list positive)) : bool :=
  match shifts with
  | [] => true
  | shift :: r =>
      if (if comes_to_at rough_lead rough_goal coarse shift phases then true else comes_to (fine_lead m) fine_goal weights exact)
      then block_leads rough_goal fine_goal coarse weights exact phases (Pos.succ m) r else false
  end.

(** The distances after m, in blocks of 32 and the rest; phases move on only from block to block. *)
Fixpoint all_lead (rough_goal fine_goal : Z) (coarse weights : list Z) (exact : list positive) (shifts rest : list (list positive)) (stride phases : list positive) (m : positive)
  (blocks : nat) : bool :=
  match blocks with
  | O => block_leads rough_goal fine_goal coarse weights exact phases (Pos.succ m) rest
  | S k =>
      if block_leads rough_goal fine_goal coarse weights exact phases (Pos.succ m) shifts
      then all_lead rough_goal fine_goal coarse weights exact shifts rest stride (advance stride phases) (32 + m) k else false
  end.

(** Weight k of the list, as a part of the total; 0 beyond the list. *)
Definition part_of (weights : list Z) (k : nat) : R := IZR (nth k weights 0%Z) / IZR (total weights).

(** What vm_compute is asked: weights of which none is negative, and leads at 1..last, with the cosines' errors paid for. *)
Definition mix_leads (least : Z) (weights : list Z) (ratio : Z) (last : Z) : bool :=
  let coarse := coarser weights in let n := length weights in let phases := firstn n (angles ratio 64) in let exact := firstn n (precise_angles ratio 64) in
  let fine_goal := ((least + (total weights / 20000000 + 1)) * 1099511627776)%Z in
  if andb (forallb (Z.leb 0) weights) (comes_to (fine_lead 1) fine_goal weights exact) then
    all_lead ((Z.shiftr least (bits_off weights) + 1 + (total coarse * 55 / 100000 + 1)) * 16384) fine_goal coarse weights exact
      (shifts_from phases 1 32) (shifts_from phases 1 (Z.to_nat ((last - 1) mod 32))) (phases_at 32 phases) phases 1 (Z.to_nat ((last - 1) / 32))
  else false.

(** What is found at a distance. *)
Definition found_at (rg fg : Z) (coarse weights : list Z) (angles exact : list positive) (j : positive) : Prop :=
  comes_to rough_lead rg coarse (phases_at j angles) = true \/ comes_to (fine_lead j) fg weights exact = true.

Lemma block_finds : forall rg fg coarse weights angles exact m n r, block_leads rg fg coarse weights exact (phases_at m angles) (r + m) (shifts_from angles r n) = true ->
  forall j, (Z.pos (r + m) <= Z.pos j < Z.pos (r + m) + Z.of_nat n)%Z -> found_at rg fg coarse weights angles exact j.
Proof.
  intros rg fg coarse weights angles exact m. induction n as [|n IH]; intros r H j J; [lia|]. cbn [shifts_from block_leads] in H. rewrite comes_to_advanced, phases_on in H.
  destruct (Pos.eq_dec j (r + m)) as [->|N].
  - unfold found_at. destruct (comes_to rough_lead _ _ _); [left; reflexivity|]. destruct (comes_to (fine_lead _) _ _ _); [right; reflexivity|discriminate].
  - destruct (if comes_to rough_lead _ _ _ then _ else _); [|discriminate]. rewrite <- Pos.add_succ_l in H. apply (IH _ H). lia.
Qed.

Lemma leads_at : forall rg fg coarse weights angles exact rest blocks m,
  all_lead rg fg coarse weights exact (shifts_from angles 1 32) (shifts_from angles 1 rest) (phases_at 32 angles) (phases_at m angles) m blocks = true ->
  forall j, (Z.pos m < Z.pos j <= Z.pos m + 32 * Z.of_nat blocks + Z.of_nat rest)%Z -> found_at rg fg coarse weights angles exact j.
Proof.
  intros rg fg coarse weights angles exact rest. induction blocks as [|k IH]; intros m H j J; cbn [all_lead] in H; rewrite <- Pos.add_1_l in H.
  - apply (block_finds _ _ _ _ _ _ _ _ _ H). lia.
  - destruct (block_leads _ _ _ _ _ _ _ _) eqn:B; [|discriminate]. destruct (Z.le_gt_cases (Z.pos j) (Z.pos m + 32)) as [L|G].
    + apply (block_finds _ _ _ _ _ _ _ _ _ B). lia.
    + rewrite phases_on in H. apply (IH _ H). lia.
Qed.

Lemma sum_beyond : forall f n K, (n <= K)%nat -> (forall k, (n <= k)%nat -> f k = 0) -> sum f K = sum f n.
Proof. intros f n K H Z. induction H as [|K H IH]; [reflexivity|]. cbn [sum]. rewrite IH, Z by exact H. ring. Qed.

Lemma of_firstn : forall (l : list positive) n k, (k < length (firstn n l))%nat -> (k < length l)%nat /\ nth k (firstn n l) 1%positive = nth k l 1%positive.
Proof.
  intros l n k K. rewrite firstn_length in K. split; [lia|]. rewrite <- (firstn_skipn n l) at 2. rewrite app_nth1 by (rewrite firstn_length; lia). reflexivity.
Qed.

Lemma shifted : forall w p, (0 <= p)%Z -> IZR (2 ^ p) * IZR (Z.shiftr w p) <= IZR w.
Proof.
  intros w p P. rewrite <- mult_IZR. apply IZR_le. rewrite Z.shiftr_div_pow2 by exact P. apply Z.mul_div_le. apply Z.pow_pos_nonneg; lia.
Qed.

Theorem mix_leads_mix : forall b ratio least weights last, 1 <= b -> ratio_of b 64 ratio -> in_turns 64 ratio = true ->
  (length weights <= 64)%nat -> (0 < total weights)%Z -> (last <= 131072)%Z -> mix_leads least weights ratio last = true ->
  convex 64 (part_of weights) /\ forall t, (1 <= Z.of_nat t <= last)%Z -> IZR least / IZR (total weights) <= mixed_lead 64 (part_of weights) (g b 64) t.
Proof.
  intros b ratio least weights last B Ratio Turns LW T Last H. destruct (base_angles b 64 ratio B ltac:(lia) Ratio Turns) as [[LA Close] [LP Precise]].
  unfold mix_leads in H. cbv zeta in H. destruct (forallb (Z.leb 0) weights) eqn:Pos; [|discriminate]. rewrite Bool.andb_true_l in H.
  destruct (comes_to (fine_lead 1) _ _ _) eqn:First; [|discriminate]. rewrite forallb_forall in Pos. assert (W : forall w, In w weights -> (0 <= w)%Z) by (intros w I; apply Z.leb_le, Pos, I).
  assert (T' : 0 < IZR (total weights)) by (apply (IZR_lt 0), T).
  assert (Sum : forall f, sum (fun k => part_of weights k * f k) 64 = / IZR (total weights) * sum (fun k => IZR (nth k weights 0%Z) * f k) (length weights)).
  { intro f. rewrite <- sum_scal, (sum_beyond _ (length weights) 64 LW).
    - apply sum_ext. intros k _. unfold part_of, Rdiv. ring.
    - intros k Hk. unfold part_of. rewrite nth_overflow by exact Hk. unfold Rdiv. ring. }
  split; [split|].
  - intros k Hk. unfold part_of. apply Rmult_le_pos; [apply IZR_le|left; apply Rinv_0_lt_compat, T'].
    destruct (nth_in_or_default k weights 0%Z) as [I|D]; [apply W, I|rewrite D; lia].
  - rewrite (sum_ext _ (fun k => part_of weights k * 1)) by (intros; ring). rewrite Sum, (sum_ext _ (fun k => IZR (nth k weights 0%Z))) by (intros; ring).
    rewrite <- total_sum. apply Rinv_l. lra.
  - intros t Ht. set (p := Pos.of_nat t). assert (P : Z.pos p = Z.of_nat t) by (unfold p; rewrite <- positive_nat_Z, Nat2Pos.id by lia; reflexivity).
    unfold mixed_lead. rewrite Sum. set (v := fun k => 1 - cos (INR t * g b 64 k)). assert (V : forall k, 0 <= v k) by (intro k; unfold v; pose proof (COS_bound (INR t * g b 64 k)); lra).
    enough (L : IZR least <= sum (fun k => IZR (nth k weights 0%Z) * v k) (length weights)). { unfold Rdiv. rewrite Rmult_comm. apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat, T'|exact L]. }
    rewrite <- (phases_at_1 (firstn _ (angles ratio 64))) in H at 4.
    match type of H with all_lead ?rg ?fg ?coarse _ ?exact _ _ _ _ _ _ = true => assert (F : found_at rg fg coarse weights (firstn (length weights) (angles ratio 64)) exact p) end.
    { destruct (Pos.eq_dec p 1) as [P1|P1]; [right; rewrite P1; exact First|]. apply (leads_at _ _ _ _ _ _ _ _ _ H). pose proof (Z.div_mod (last - 1) 32). pose proof (Z.mod_pos_bound (last - 1) 32). lia. }
    destruct F as [L|L].
    + apply (comes_to_sum _ rough_lead 1%positive 16384 0.00055 ltac:(lra) ltac:(lra) (coarser weights) _ v) in L.
      * assert (LC : length (coarser weights) = length weights) by apply map_length. rewrite LC in L. set (s := sum _ _) in L.
        set (p' := bits_off weights) in *. assert (P0 : (0 <= p')%Z) by (unfold p', bits_off; lia). pose proof (scale_pos p' P0) as Q0.
        assert (Less : IZR (2 ^ p') * s <= sum (fun k => IZR (nth k weights 0%Z) * v k) (length weights)).
        { unfold s. rewrite <- sum_scal. apply sum_le. intros k _. specialize (V k).
          assert (Mn : nth k (coarser weights) 0%Z = Z.shiftr (nth k weights 0%Z) p').
          { unfold coarser. cbv zeta. fold p'. rewrite <- (Z.shiftr_0_l p') at 1. exact (map_nth (fun w => Z.shiftr w p') weights 0%Z k). }
          rewrite Mn.
          pose proof (Rmult_le_compat_r (v k) _ _ V (shifted (nth k weights 0%Z) p' P0)). lra. }
        rewrite mult_IZR, !plus_IZR in L. set (tc := total (coarser weights)) in *. pose proof (cut p' least P0) as F. set (q := IZR (2 ^ p')) in *.
        pose proof (Z.div_mod (tc * 55) 100000 ltac:(lia)) as D. pose proof (Z.mod_pos_bound (tc * 55) 100000 ltac:(lia)) as M.
        assert (Cost : IZR (tc * 55) <= IZR (100000 * (tc * 55 / 100000 + 1))) by (apply IZR_le; lia). rewrite !mult_IZR, plus_IZR in Cost.
        clearbody s tc. eapply Rle_trans; [|exact Less]. apply Rle_trans with (q * (IZR least / q)); [right; field; lra|apply Rmult_le_compat_l; lra].
      * exact V.
      * intros w I. unfold coarser in I. apply in_map_iff in I. destruct I as [x [<- I]]. apply Z.shiftr_nonneg, W, I.
      * intros k Hk. unfold phases_at in Hk |- *. rewrite map_length in Hk. rewrite (nth_indep _ 1%positive (p * 1)%positive) by (rewrite map_length; exact Hk).
        rewrite (map_nth (fun G => (p * G)%positive)). destruct (of_firstn _ _ _ Hk) as [Hk' ->]. rewrite LA in Hk'.
        pose proof (cell_anywhere _ _ p (Close k Hk') ltac:(lia)) as N. rewrite P, <- INR_IZR_INZ in N. assert (IZR (Z.of_nat t) <= 131072) by (apply IZR_le; lia).
        rewrite <- INR_IZR_INZ in *. apply within in N. unfold rough_lead, v. rewrite minus_IZR. apply Rabs_le. lra.
    + apply (comes_to_sum _ (fine_lead p) 1%positive 1099511627776 0.00000005 ltac:(lra) ltac:(lra) weights _ v) in L; [|exact V|exact W|].
      * rewrite mult_IZR, !plus_IZR in L. pose proof (Z.div_mod (total weights) 20000000 ltac:(lia)) as D. pose proof (Z.mod_pos_bound (total weights) 20000000 ltac:(lia)) as M.
        assert (Cost : IZR (total weights) <= IZR (20000000 * (total weights / 20000000 + 1))) by (apply IZR_le; lia). rewrite !mult_IZR, plus_IZR in Cost. lra.
      * intros k Hk. destruct (of_firstn _ _ _ Hk) as [Hk' ->]. rewrite LP in Hk'. pose proof (fine_near _ _ p (Precise k Hk') ltac:(lia)) as N. rewrite P, <- INR_IZR_INZ in N.
        apply within in N. unfold fine_lead, v. rewrite minus_IZR. apply Rabs_le. lra.
Qed.

(** * From above: a measure on distances *)

(** The mean of a plane's leads over the measure, at scale 2^40. *)
Fixpoint mean_lead (measure : list (positive * Z)) (G : positive) : Z :=
  match measure with
  | [] => 0
  | (t, y) :: r => y * (1099511627776 - fine (t * G)) + mean_lead r G
  end.

(** What vm_compute is asked: a measure on the distances 1..last, and every plane's mean below the most, cosines' errors added. *)
Definition measure_bounds (most : Z) (measure : list (positive * Z)) (angles : list positive) (last : Z) : bool :=
  let mass := total (map snd measure) in
  if forallb (fun ty => andb (0 <=? snd ty)%Z (Z.pos (fst ty) <=? last)%Z) measure then
    forallb (fun G => mean_lead measure G + (mass / 20000000 + 1) * 1099511627776 <=? most * 1099511627776)%Z angles
  else false.

Lemma mean_lead_near : forall G g, precise G g -> forall measure, (forall t y, In (t, y) measure -> (0 <= y)%Z /\ (Z.pos t <= 131072)%Z) ->
  sum (fun i => IZR (snd (nth i measure (xH, 0%Z))) * (1 - cos (IZR (Z.pos (fst (nth i measure (xH, 0%Z)))) * g))) (length measure)
  <= IZR (mean_lead measure G) / 1099511627776 + 0.00000005 * IZR (total (map snd measure)).
Proof.
  intros G g C. induction measure as [|[t y] r IH]; intro M; [simpl; lra|]. cbn [length]. rewrite sum_first. cbn [nth fst snd map total mean_lead]. rewrite !plus_IZR, mult_IZR, minus_IZR.
  specialize (IH ltac:(intros a b I; apply M; right; exact I)). destruct (M t y ltac:(left; reflexivity)) as [Y T].
  pose proof (fine_near G g t C ltac:(lia)) as N. apply within in N. apply IZR_le in Y. set (s := sum _ _) in *. clearbody s. set (c := cos _) in *. clearbody c. nra.
Qed.

Theorem measure_bounds_gap : forall most measure angles g last K, length angles = K -> (0 < total (map snd measure))%Z -> (last <= 131072)%Z ->
  (forall k, (k < K)%nat -> precise (nth k angles 1%positive) (g k)) -> measure_bounds most measure angles last = true ->
  forall w gap, convex K w -> (forall t, (1 <= Z.of_nat t <= last)%Z -> gap <= mixed_lead K w g t) -> gap <= IZR most / IZR (total (map snd measure)).
Proof.
  intros most measure angles g last K LA T Last C H w gap [W0 W1] Gap. unfold measure_bounds in H. cbv zeta in H.
  destruct (forallb (fun ty => _) measure) eqn:Meas; [|discriminate]. rewrite forallb_forall in H, Meas.
  assert (M : forall t y, In (t, y) measure -> (0 <= y)%Z /\ (Z.pos t <= last)%Z).
  { intros t y I. specialize (Meas (t, y) I). cbn [fst snd] in Meas. apply andb_prop in Meas. destruct Meas as [A B]. split; apply Z.leb_le; assumption. }
  set (mass := total (map snd measure)) in *. assert (T' : 0 < IZR mass) by (apply (IZR_lt 0), T).
  set (y := fun i => IZR (snd (nth i measure (xH, 0%Z)))). set (d := fun i => fst (nth i measure (xH, 0%Z))). set (N := length measure).
  assert (Mass : IZR mass = sum y N).
  { unfold mass, N, y. rewrite total_sum, map_length. apply sum_ext. intros k Hk. rewrite (nth_indep _ 0%Z (snd (xH, 0%Z))) by (rewrite map_length; exact Hk). rewrite map_nth. reflexivity. }
  assert (Y : forall i, (i < N)%nat -> 0 <= y i /\ (Z.pos (d i) <= last)%Z).
  { intros i Hi. assert (I : In (nth i measure (xH, 0%Z)) measure) by (apply nth_In, Hi). rewrite (surjective_pairing (nth i _ _)) in I. apply M in I. unfold y, d. split; [apply IZR_le|]; apply I. }
  (* the means, plane by plane *)
  assert (Mean : forall k, (k < K)%nat -> sum (fun i => y i * (1 - cos (IZR (Z.pos (d i)) * g k))) N <= IZR most).
  { intros k Hk. specialize (H (nth k angles 1%positive) ltac:(apply nth_In; lia)). apply Z.leb_le, IZR_le in H. rewrite plus_IZR, !mult_IZR, plus_IZR in H.
    pose proof (mean_lead_near _ _ (C k Hk) measure ltac:(intros a b I; specialize (M a b I); lia)) as L. fold mass in L, H. fold N in L.
    pose proof (Z.div_mod mass 20000000 ltac:(lia)) as D. pose proof (Z.mod_pos_bound mass 20000000 ltac:(lia)) as B.
    assert (Cost : IZR mass <= IZR (20000000 * (mass / 20000000 + 1))) by (apply IZR_le; lia). rewrite mult_IZR, plus_IZR in Cost.
    eapply Rle_trans; [exact L|]. lra. }
  enough (S : gap * IZR mass <= IZR most). { apply (Rmult_le_reg_r (IZR mass)); [exact T'|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  rewrite Mass, <- sum_scal. apply Rle_trans with (sum (fun i => y i * sum (fun k => w k * (1 - cos (IZR (Z.pos (d i)) * g k))) K) N).
  { apply sum_le. intros i Hi. destruct (Y i Hi) as [Yi Di]. rewrite Rmult_comm. apply Rmult_le_compat_l; [exact Yi|].
    specialize (Gap (Pos.to_nat (d i)) ltac:(rewrite positive_nat_Z; lia)). unfold mixed_lead in Gap. rewrite INR_IZR_INZ, positive_nat_Z in Gap. exact Gap. }
  rewrite (sum_ext _ (fun i => sum (fun k => y i * (w k * (1 - cos (IZR (Z.pos (d i)) * g k)))) K)) by (intros; rewrite sum_scal; reflexivity).
  assert (Swap : forall (f : nat -> nat -> R) a b, sum (fun i => sum (f i) a) b = sum (fun k => sum (fun i => f i k) b) a).
  { clear. intros f a b. induction a as [|a IH]; [change (sum (fun _ => 0) b = 0); rewrite sum_const; apply Rmult_0_r|]. cbn [sum]. rewrite <- IH. apply sum_plus. }
  rewrite Swap. replace (IZR most) with (sum (fun k => IZR most * w k) K) by (rewrite sum_scal, W1; ring). apply sum_le. intros k Hk.
  rewrite (sum_ext _ (fun i => w k * (y i * (1 - cos (IZR (Z.pos (d i)) * g k))))) by (intros; ring). rewrite sum_scal, (Rmult_comm (IZR most)).
  apply Rmult_le_compat_l; [apply W0, Hk|apply Mean, Hk].
Qed.

(** * Both together *)

Theorem best_gap_between : forall K g n low high, reached_by_mixes K g n low -> (forall gap, reached_by_mixes K g n gap -> gap <= high) ->
  exists gap, best_gap K g n gap /\ low <= gap <= high.
Proof.
  intros K g n low high Low High. destruct (completeness (reached_by_mixes K g n)) as [gap Lub].
  - exists high. intros x. apply High.
  - exists low. exact Low.
  - exists gap. split; [exact Lub|]. destruct Lub as [Up Least]. split; [apply Up, Low|apply Least; intros x; apply High].
Qed.

Theorem certified_gap : forall b ratio n least most weights measure,
  1 <= b -> ratio_of b 64 ratio -> in_turns 64 ratio = true -> (length weights <= 64)%nat -> (0 < total weights)%Z -> (0 < total (map snd measure))%Z -> (1 <= n <= 131073)%Z ->
  mix_leads least weights ratio (n - 1) = true -> measure_bounds most measure (precise_angles ratio 64) (n - 1) = true ->
  exists gap, best_gap 64 (g b 64) n gap /\ IZR least / IZR (total weights) <= gap <= IZR most / IZR (total (map snd measure)).
Proof.
  intros b ratio n least most weights measure B Ratio Turns LW TW TM N Mix Meas. apply best_gap_between.
  - exists (part_of weights). apply (mix_leads_mix b ratio least weights (n - 1)); try assumption; lia.
  - intros gap [w [W Gap]]. destruct (base_angles b 64 ratio B ltac:(lia) Ratio Turns) as [_ [Len Close]].
    apply (measure_bounds_gap most measure (precise_angles ratio 64) (g b 64) (n - 1) 64) with (w := w); try assumption; lia.
Qed.
