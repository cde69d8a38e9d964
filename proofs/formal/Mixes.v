(** The best mix of planes by reflection: a mix and a dual measure, both in whole numbers, bound it from both sides.

    A mix leads a rival at distance t by the sum of its w_k (1 - cos(t g_k)), and no term is negative. Slow planes hardly move within 64 distances, so they are looked
    at once in the middle of such a block, and what they leave of the goal the first fast planes decide at nearly every distance, by tables of weights times leads that
    are off by 0.0129. Where they do not, cosines are off by 6 10^-4 (`cosine_at`), and where that is not enough, all are added up again with cosines off by 5 10^-8
    (`fine`). Upwards: a mean of leads over some distances is
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

Lemma of_firstn : forall (l : list positive) n k, (k < length (firstn n l))%nat -> (k < length l)%nat /\ nth k (firstn n l) 1%positive = nth k l 1%positive.
Proof.
  intros l n k K. rewrite firstn_length in K. split; [lia|]. rewrite <- (firstn_skipn n l) at 2. rewrite app_nth1 by (rewrite firstn_length; lia). reflexivity.
Qed.

(** ** Tables of leads *)

(** 1 + the cosine in the middle of each of 256 cells of the turn. *)
Definition coarse_cosines : tree := grow 8 (map (fun i => stored cosines (32 * Z.of_nat i + 16)) (seq 0 256)).

Fixpoint map_tree (f : Z -> Z) (t : tree) : tree := match t with Leaf v => Leaf (f v) | Node even odd => Node (map_tree f even) (map_tree f odd) end.

(** The weight times the lead, in each cell. *)
Definition table_of (w : Z) : tree := map_tree (fun c => w * (32768 - c))%Z coarse_cosines.

(** The lowest n bits of x, and the lowest l of x / 2^n, each with a one above them. *)
Fixpoint one_above (n : nat) : positive := match n with O => xH | S k => xO (one_above k) end.

Fixpoint lowest_bits (n : nat) (x : positive) : positive :=
  match n with
  | O => xH
  | S k => match x with xO y => xO (lowest_bits k y) | xI y => xI (lowest_bits k y) | xH => xI (one_above k) end
  end.

Fixpoint middle_bits (n l : nat) (x : positive) : positive :=
  match n with
  | O => lowest_bits l x
  | S k => match x with xO y | xI y => middle_bits k l y | xH => one_above l end
  end.

(** A phase within its turn, in parts of 2^-14, and a turn. *)
Definition cut_phase : positive -> positive := middle_bits 20 14.

Definition coarse_lead (x : positive) : Z := 32768 - skip 6 coarse_cosines x.

(** Whether the first of the planes that have tables come to the goal. *)
Fixpoint tables_come_to (goal : Z) (tables : list tree) (shift phases : list positive) : bool :=
  if (goal <=? 0)%Z then true else
  match tables, shift, phases with
  | t :: ts, a :: r, x :: s => tables_come_to (goal - skip 6 t (a + x))%Z ts r s
  | _, _, _ => false
  end.

Fixpoint weighted {A} (value : A -> Z) (weights : list Z) (items : list A) : Z :=
  match weights, items with
  | w :: ws, x :: xs => match w with Z0 => weighted value ws xs | _ => w * value x + weighted value ws xs end
  | _, _ => 0
  end.

Lemma skip_map_tree : forall f n t x, skip n (map_tree f t) x = f (skip n t x).
Proof.
  intro f. assert (First : forall t, first (map_tree f t) = f (first t)) by (induction t as [v|e E o O]; [reflexivity|exact E]).
  induction n as [|n IH]; intros t x; [|destruct x; cbn [skip]; auto].
  cbn [skip]. revert x. induction t as [v|e E o O]; intro x; [reflexivity|]. destruct x; cbn [map_tree find]; auto.
Qed.

Lemma tables_advanced : forall weights shift phases goal,
  tables_come_to goal (map table_of weights) shift phases = comes_to coarse_lead goal weights (advance shift phases).
Proof.
  induction weights as [|w ws IH]; intros [|a r] [|x s] goal; cbn [map tables_come_to comes_to advance]; try reflexivity. destruct (goal <=? 0)%Z; [reflexivity|].
  rewrite IH. f_equal. unfold table_of. rewrite skip_map_tree. fold (coarse_lead (a + x)). destruct w; ring.
Qed.

Lemma one_above_value : forall n, Z.pos (one_above n) = (2 ^ Z.of_nat n)%Z.
Proof. induction n as [|n IH]; [reflexivity|]. cbn [one_above]. rewrite Pos2Z.inj_xO, IH, Nat2Z.inj_succ, Z.pow_succ_r by lia. reflexivity. Qed.

Lemma lowest_bits_value : forall n x, Z.pos (lowest_bits n x) = (2 ^ Z.of_nat n + Z.pos x mod 2 ^ Z.of_nat n)%Z.
Proof.
  induction n as [|n IH]; intro x; [change (2 ^ Z.of_nat 0)%Z with 1%Z; rewrite Z.mod_1_r; reflexivity|].
  rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. assert (B : (0 < 2 ^ Z.of_nat n)%Z) by (apply Z.pow_pos_nonneg; lia). rewrite Z.rem_mul_r, Zmod_even by lia.
  destruct x as [x|x|]; cbn [lowest_bits Z.even].
  - rewrite Pos2Z.inj_xI, IH, half_odd. ring.
  - rewrite Pos2Z.inj_xO, IH, half_even. ring.
  - rewrite Pos2Z.inj_xI, one_above_value. change (1 / 2)%Z with 0%Z. rewrite Z.mod_0_l by lia. ring.
Qed.

Lemma middle_bits_value : forall n l x, Z.pos (middle_bits n l x) = (2 ^ Z.of_nat l + (Z.pos x / 2 ^ Z.of_nat n) mod 2 ^ Z.of_nat l)%Z.
Proof.
  induction n as [|n IH]; intros l x; [change (2 ^ Z.of_nat 0)%Z with 1%Z; rewrite Z.div_1_r; apply lowest_bits_value|].
  rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. rewrite <- Z.div_div by (try apply Z.pow_pos_nonneg; lia). destruct x as [x|x|]; cbn [middle_bits].
  - rewrite half_odd. apply IH.
  - rewrite half_even. apply IH.
  - change (1 / 2)%Z with 0%Z. rewrite Z.div_0_l, Z.mod_0_l, one_above_value by (apply Z.pow_nonzero; lia). ring.
Qed.

Lemma cut_phase_value : forall x, exists n s, (Z.pos x = 1048576 * (Z.pos (cut_phase x) + 16384 * n) + s /\ 0 <= s < 1048576)%Z.
Proof.
  intro x. exists ((Z.pos x / 1048576) / 16384 - 1)%Z, (Z.pos x mod 1048576)%Z. unfold cut_phase. rewrite middle_bits_value.
  change (2 ^ Z.of_nat 14)%Z with 16384%Z. change (2 ^ Z.of_nat 20)%Z with 1048576%Z.
  pose proof (Z.div_mod (Z.pos x) 1048576 ltac:(lia)). pose proof (Z.div_mod (Z.pos x / 1048576) 16384 ltac:(lia)). pose proof (Z.mod_pos_bound (Z.pos x) 1048576 ltac:(lia)). lia.
Qed.

Lemma coarse_cosines_near : forall z, Rabs (IZR (stored coarse_cosines z) / 16384 - (1 + cos (turn_of (32 * z + 16)))) <= 0.000062.
Proof.
  intro z. unfold coarse_cosines. rewrite grow_value. change (2 ^ Z.of_nat 8)%Z with 256%Z. pose proof (Z.mod_pos_bound z 256 ltac:(lia)) as M.
  set (f := fun i => stored cosines (32 * Z.of_nat i + 16)). rewrite (nth_indep _ 0%Z (f 0%nat)) by (rewrite map_length, seq_length; lia).
  rewrite (map_nth f), seq_nth by lia. unfold f. rewrite Nat.add_0_l, Z2Nat.id by lia. pose proof (cosines_near (32 * (z mod 256) + 16)) as C.
  rewrite cos_cell. replace ((32 * z + 16) mod 8192)%Z with (32 * (z mod 256) + 16)%Z; [exact C|].
  pose proof (Z.div_mod z 256 ltac:(lia)) as E. apply (Z.mod_unique_pos _ _ (z / 256)); lia.
Qed.

(** Two phases that are cut off are off by less than two parts of 2^-14, the middle of a cell by 33 of them at most. *)
Lemma cut_phase_near : forall G g m a x, close_to G g -> (1 <= Z.pos m)%Z -> (a + x = m * G)%positive ->
  Rabs (IZR (coarse_lead (cut_phase a + cut_phase x)) / 16384 - (1 - cos (IZR (Z.pos m) * g))) <= 0.01272 + IZR (Z.pos m) * 0.00000000074.
Proof.
  intros G g m a x C M Sum. destruct (cut_phase_value a) as (n1 & s1 & E1 & S1). destruct (cut_phase_value x) as (n2 & s2 & E2 & S2).
  unfold coarse_lead. rewrite skip_value. change (2 ^ Z.of_nat 6)%Z with 64%Z. set (X := Z.pos (cut_phase a + cut_phase x)).
  assert (EX : (Z.pos (m * G) = 1048576 * (X + 16384 * (n1 + n2)) + (s1 + s2))%Z) by (rewrite <- Sum, Pos2Z.inj_add; unfold X; rewrite Pos2Z.inj_add; lia).
  set (z := (X / 64)%Z). pose proof (Z.div_mod X 64 ltac:(lia)) as D. pose proof (Z.mod_pos_bound X 64 ltac:(lia)) as R. fold z in D. set (r := (X mod 64)%Z) in *.
  set (n := (n1 + n2)%Z) in *. set (s := (s1 + s2)%Z) in *. assert (S : (0 <= s <= 2097150)%Z) by (unfold s; lia). assert (R' : (0 <= r <= 63)%Z) by lia.
  clearbody X z r n s. subst X. clear R S1 S2 E1 E2.
  pose proof (coarse_cosines_near z) as T. set (c := IZR (stored coarse_cosines z)) in *. rewrite minus_IZR. fold c. clearbody c.
  pose proof (cos_lipschitz (turn_of (32 * z + 16)) (IZR (Z.pos m) * g + IZR (- n) * (2 * PI))) as L. rewrite cos_period_Z in L.
  assert (Off : Rabs (turn_of (32 * z + 16) - (IZR (Z.pos m) * g + IZR (- n) * (2 * PI))) <= 0.012656 + IZR (Z.pos m) * 0.00000000074).
  { apply (f_equal IZR) in EX. rewrite Pos2Z.inj_mul, !plus_IZR, !mult_IZR, !plus_IZR, !mult_IZR in EX. destruct S as [Sa Sb]. destruct R' as [Ra Rb]. apply IZR_le in Sa, Sb, Ra, Rb.
    assert (M1 : 1 <= IZR (Z.pos m)) by (apply (IZR_le 1); lia). unfold close_to in C. unfold turn_of. rewrite opp_IZR, plus_IZR, mult_IZR.
    set (k := IZR (Z.pos m)) in *. set (G' := IZR (Z.pos G)) in *. set (y := IZR z) in *. set (r' := IZR r) in *. set (s' := IZR s) in *. set (n' := IZR n) in *. clearbody k G' y r' s' n'.
    assert (P : 3.1415 < PI < 3.1416) by (split; interval). set (h := g / (2 * PI)) in *. assert (G2 : g = 2 * PI * h) by (unfold h; field; lra). rewrite G2.
    replace (2 * PI * ((32 * y + 16 + 1 / 2) / 8192) - (k * (2 * PI * h) + - n' * (2 * PI))) with (2 * PI * ((32 * y + 16 + 1 / 2) / 8192 - k * h + n')) by ring.
    assert (H : Rabs (k * (G' / 17179869184 - h)) <= k * (2 / 17179869184)).
    { rewrite Rabs_mult, (Rabs_right k) by lra. apply Rmult_le_compat_l; [lra|exact C]. }
    apply within in H. rewrite Rmult_minus_distr_l in H.
    assert (B : Rabs ((32 * y + 16 + 1 / 2) / 8192 - k * h + n') <= 33 / 16384 + k * (2 / 17179869184)) by (apply Rabs_le; lra).
    rewrite Rabs_mult, (Rabs_right (2 * PI)) by lra. apply Rle_trans with (6.2832 * (33 / 16384 + k * (2 / 17179869184))); [|lra].
    apply Rmult_le_compat; [lra|apply Rabs_pos|lra|exact B]. }
  apply within in T, Off. assert (K : Rabs (cos (turn_of (32 * z + 16)) - cos (IZR (Z.pos m) * g)) <= 0.012656 + IZR (Z.pos m) * 0.00000000074).
  { eapply Rle_trans; [exact L|]. apply Rabs_le. lra. }
  apply within in K. apply Rabs_le. lra.
Qed.

(** ** Blocks of 64 distances *)

(** A shift with its fast planes cut. *)
Definition with_cut (fast : nat) (shift : list positive) : list positive * list positive := (map cut_phase (firstn fast shift), shift).

Section Blocks.
  Variables (rough_goal fine_goal base : Z) (fast : nat) (coarse weights slow : list Z) (exact : list positive) (tables : list tree).

  (** Whether the mix leads by the goals, in parts of the total, at m and the distances after it, as many as there are shifts: each leads there from the phases. *)
  Fixpoint block_leads (goal : Z) (cut phases : list positive) (m : positive) (shifts : list (list positive * list positive)) : bool :=
    match shifts with
    | [] => true
    | (cut_shift, shift) :: r =>
        if (if tables_come_to goal tables cut_shift cut then true
            else if comes_to_at rough_lead rough_goal coarse shift phases then true else comes_to (fine_lead m) fine_goal weights exact)
        then block_leads goal cut phases (Pos.succ m) r else false
    end.

  (** What slow planes lead by in the middle of a block, they lead by in all of it, but for what base has for it. *)
  Definition fast_goal (middle : list positive) : Z := base - weighted rough_lead slow (skipn fast middle).

  Definition whole_block (to_middle phases : list positive) (m : positive) (shifts : list (list positive * list positive)) : bool :=
    block_leads (fast_goal (advance to_middle phases)) (map cut_phase (firstn fast phases)) phases (Pos.succ m) shifts.

  (** The distances after m, in blocks of 64 and the rest; phases move on only from block to block. *)
  Fixpoint all_lead (to_middle stride : list positive) (shifts rest : list (list positive * list positive)) (phases : list positive) (m : positive) (blocks : nat) : bool :=
    match blocks with
    | O => whole_block to_middle phases m rest
    | S k => if whole_block to_middle phases m shifts then all_lead to_middle stride shifts rest (advance stride phases) (64 + m) k else false
    end.
End Blocks.

(** Weight k of the list, as a part of the total; 0 beyond the list. *)
Definition part_of (weights : list Z) (k : nat) : R := IZR (nth k weights 0%Z) / IZR (total weights).

(** How far the slow planes' leads move within 32 distances, at scale 2^14, in units of 202 2^-20. *)
Definition moves (slow : list Z) (angles : list positive) : Z := weighted (fun G => Z.pos G + 2)%Z slow angles.

(** What vm_compute is asked: weights of which none is negative, and leads at 1..last, with the cosines' errors paid for. Planes that turn by more than an 80th have tables. *)
Definition mix_leads (least : Z) (weights : list Z) (ratio : Z) (last : Z) : bool :=
  let coarse := coarser weights in let n := length weights in let phases := firstn n (angles ratio 64) in let exact := firstn n (precise_angles ratio 64) in
  let fast := length (filter (Pos.ltb 33554432) phases) in let slow := skipn fast coarse in let cut := map (with_cut fast) in
  let goal := (Z.shiftr least (bits_off weights) + 1)%Z in
  let fine_goal := ((least + (total weights / 20000000 + 1)) * 1099511627776)%Z in
  let base := ((goal + (total coarse * 129 / 10000 + 1)) * 16384 + (Z.shiftr (202 * moves slow (skipn fast phases)) 20 + 1))%Z in
  if andb (forallb (Z.leb 0) weights) (comes_to (fine_lead 1) fine_goal weights exact) then
    all_lead ((goal + (total coarse * 55 / 100000 + 1)) * 16384) fine_goal base fast coarse weights slow exact (map table_of (firstn fast coarse))
      (phases_at 32 phases) (phases_at 64 phases) (cut (shifts_from phases 1 64)) (cut (shifts_from phases 1 (Z.to_nat ((last - 1) mod 64)))) phases 1 (Z.to_nat ((last - 1) / 64))
  else false.

(** The phases of the fast planes at a distance that is r after m, cut off before they are added. *)
Definition cut_phases (r m : positive) (angles : list positive) : list positive := map (fun G => cut_phase (r * G) + cut_phase (m * G))%positive angles.

Lemma cut_advanced : forall r m fast angles, advance (map cut_phase (firstn fast (phases_at r angles))) (map cut_phase (firstn fast (phases_at m angles))) = cut_phases r m (firstn fast angles).
Proof. intros r m. induction fast as [|fast IH]; intros [|G l]; try reflexivity. unfold phases_at, cut_phases in *. cbn [map firstn advance]. rewrite IH. reflexivity. Qed.

(** What is found at a distance. *)
Definition found_at (rg fg base : Z) (fast : nat) (coarse weights : list Z) (angles exact : list positive) (j : positive) : Prop :=
  (exists r m, j = (r + m)%positive /\ (Z.pos r <= 64)%Z /\
     comes_to coarse_lead (fast_goal base fast (skipn fast coarse) (phases_at (32 + m) angles)) (firstn fast coarse) (cut_phases r m (firstn fast angles)) = true) \/
  comes_to rough_lead rg coarse (phases_at j angles) = true \/ comes_to (fine_lead j) fg weights exact = true.

Lemma block_finds : forall rg fg base fast coarse weights angles exact m n r, (Z.pos r + Z.of_nat n <= 65)%Z ->
  block_leads rg fg coarse weights exact (map table_of (firstn fast coarse)) (fast_goal base fast (skipn fast coarse) (phases_at (32 + m) angles))
    (map cut_phase (firstn fast (phases_at m angles))) (phases_at m angles) (r + m) (map (with_cut fast) (shifts_from angles r n)) = true ->
  forall j, (Z.pos (r + m) <= Z.pos j < Z.pos (r + m) + Z.of_nat n)%Z -> found_at rg fg base fast coarse weights angles exact j.
Proof.
  intros rg fg base fast coarse weights angles exact m. induction n as [|n IH]; intros r N H j J; [lia|]. cbn [shifts_from map with_cut block_leads] in H.
  rewrite tables_advanced, cut_advanced, comes_to_advanced, phases_on in H. destruct (Pos.eq_dec j (r + m)) as [->|Ne].
  - unfold found_at. destruct (comes_to coarse_lead _ _ _) eqn:Fast; [left; exists r, m; split; [reflexivity|split; [lia|exact Fast]]|right].
    destruct (comes_to rough_lead _ _ _); [left; reflexivity|]. destruct (comes_to (fine_lead _) _ _ _); [right; reflexivity|discriminate].
  - destruct (if comes_to coarse_lead _ _ _ then _ else _); [|discriminate]. rewrite <- Pos.add_succ_l in H. apply (IH (Pos.succ r)); [lia|exact H|lia].
Qed.

Lemma leads_at : forall rg fg base fast coarse weights angles exact rest blocks m, (rest <= 64)%nat ->
  all_lead rg fg base fast coarse weights (skipn fast coarse) exact (map table_of (firstn fast coarse)) (phases_at 32 angles) (phases_at 64 angles)
    (map (with_cut fast) (shifts_from angles 1 64)) (map (with_cut fast) (shifts_from angles 1 rest)) (phases_at m angles) m blocks = true ->
  forall j, (Z.pos m < Z.pos j <= Z.pos m + 64 * Z.of_nat blocks + Z.of_nat rest)%Z -> found_at rg fg base fast coarse weights angles exact j.
Proof.
  intros rg fg base fast coarse weights angles exact rest blocks m Rest. revert m. induction blocks as [|k IH]; intros m H j J; cbn [all_lead] in H; unfold whole_block in H; rewrite <- Pos.add_1_l, !phases_on in H.
  - apply (block_finds rg fg base fast coarse weights angles exact m rest 1%positive); [lia|exact H|lia].
  - destruct (block_leads _ _ _ _ _ _ _ _ _ _ _) eqn:B; [|discriminate]. destruct (Z.le_gt_cases (Z.pos j) (Z.pos m + 64)) as [L|G].
    + apply (block_finds rg fg base fast coarse weights angles exact m 64 1%positive); [lia|exact B|lia].
    + apply (IH _ H). lia.
Qed.

Lemma leads_from_1 : forall rg fg base fast coarse weights angles exact rest blocks, (rest <= 64)%nat ->
  all_lead rg fg base fast coarse weights (skipn fast coarse) exact (map table_of (firstn fast coarse)) (phases_at 32 angles) (phases_at 64 angles)
    (map (with_cut fast) (shifts_from angles 1 64)) (map (with_cut fast) (shifts_from angles 1 rest)) angles 1 blocks = true ->
  forall j, (1 < Z.pos j <= 1 + 64 * Z.of_nat blocks + Z.of_nat rest)%Z -> found_at rg fg base fast coarse weights angles exact j.
Proof.
  intros rg fg base fast coarse weights angles exact rest blocks Rest H. apply (leads_at rg fg base fast coarse weights angles exact rest blocks 1 Rest). rewrite (phases_at_1 angles). exact H.
Qed.

(** ** What the tables mean *)

Lemma sum_parts : forall fast ws v, sum (fun k => IZR (nth k ws 0%Z) * v k) (length ws) =
  sum (fun k => IZR (nth k (firstn fast ws) 0%Z) * v k) (length (firstn fast ws)) + sum (fun k => IZR (nth k (skipn fast ws) 0%Z) * v (fast + k)%nat) (length (skipn fast ws)).
Proof.
  induction fast as [|fast IH]; intros ws v; [cbn [firstn skipn length sum Nat.add]; ring|]. destruct ws as [|w ws]; [cbn [firstn skipn length sum]; ring|].
  cbn [firstn skipn length]. rewrite !sum_first. cbn [nth]. rewrite (IH ws (fun k => v (S k))). cbn [Nat.add]. ring.
Qed.

Lemma total_parts : forall fast ws, total ws = (total (firstn fast ws) + total (skipn fast ws))%Z.
Proof. induction fast as [|fast IH]; intros [|w ws]; try reflexivity. cbn [firstn skipn total]. rewrite (IH ws). ring. Qed.

Lemma nth_of_skipn : forall n k (l : list positive), nth k (skipn n l) 1%positive = nth (n + k) l 1%positive.
Proof. induction n as [|n IH]; intros k [|x l]; try reflexivity; [destruct k; reflexivity|apply IH]. Qed.

(** Slow planes lead at j by what they lead by at c, 32 distances from it at most, but for their moves. *)
Lemma slow_leads : forall c j, (Z.pos c <= 131200)%Z -> (Z.abs (Z.pos j - Z.pos c) <= 32)%Z -> forall ws angles g, (forall w, In w ws -> (0 <= w)%Z) -> length angles = length ws ->
  (forall k, (k < length ws)%nat -> close_to (nth k angles 1%positive) (g k) /\ 0 <= g k) ->
  IZR (weighted rough_lead ws (phases_at c angles)) / 16384 <=
  sum (fun k => IZR (nth k ws 0%Z) * (1 - cos (IZR (Z.pos j) * g k))) (length ws) + 0.00055 * IZR (total ws) + 202 / 1048576 * IZR (moves ws angles) / 16384.
Proof.
  intros c j C J. unfold phases_at, moves. induction ws as [|w ws IH]; intros [|G angles] g W Len Close; try discriminate Len; [cbn; lra|]. cbn [length] in *.
  specialize (IH angles (fun k => g (S k)) ltac:(intros x X; apply W; right; exact X) ltac:(lia) ltac:(intros k K; apply (Close (S k)); lia)).
  destruct (Close 0%nat ltac:(lia)) as [C0 G0]. cbn [nth] in C0. assert (W0 : 0 <= IZR w) by (apply IZR_le, W; left; reflexivity).
  rewrite sum_first. cbn [map weighted nth total]. set (a := weighted rough_lead ws _) in *. set (b := weighted (fun G => Z.pos G + 2)%Z ws angles) in *. set (s := sum _ (length ws)) in *.
  assert (Ea : match w with Z0 => a | _ => (w * rough_lead (c * G) + a)%Z end = (w * rough_lead (c * G) + a)%Z) by (destruct w; reflexivity).
  assert (Eb : match w with Z0 => b | _ => (w * (Z.pos G + 2) + b)%Z end = (w * (Z.pos G + 2) + b)%Z) by (destruct w; reflexivity).
  rewrite Ea, Eb, !plus_IZR, !mult_IZR, plus_IZR. clearbody a b s.
  pose proof (cell_anywhere _ _ c C0 ltac:(lia)) as N. assert (C' : IZR (Z.pos c) <= 131200) by (apply IZR_le; lia). apply within in N.
  assert (One : IZR (rough_lead (c * G)) / 16384 <= 1 - cos (IZR (Z.pos j) * g 0%nat) + 0.00055 + 202 / 1048576 * (IZR (Z.pos G) + 2) / 16384).
  { unfold rough_lead. rewrite minus_IZR. pose proof (cos_lipschitz (IZR (Z.pos c) * g 0%nat) (IZR (Z.pos j) * g 0%nat)) as L.
    assert (D : Rabs (IZR (Z.pos c) * g 0%nat - IZR (Z.pos j) * g 0%nat) <= 32 * g 0%nat).
    { rewrite <- Rmult_minus_distr_r, Rabs_mult, (Rabs_right (g 0%nat)) by lra. apply Rmult_le_compat_r; [exact G0|]. rewrite <- minus_IZR, <- abs_IZR. apply IZR_le. lia. }
    assert (Move : 32 * g 0%nat <= 202 / 1048576 * (IZR (Z.pos G) + 2) / 16384).
    { assert (P : 3.1415 < PI < 3.1416) by (split; interval). unfold close_to in C0. apply within in C0. set (h := g 0%nat / (2 * PI)) in *.
      assert (G2 : g 0%nat = 2 * PI * h) by (unfold h; field; lra). rewrite G2. assert (H0 : 0 <= h) by (unfold h; apply Rmult_le_pos; [exact G0|left; apply Rinv_0_lt_compat; lra]).
      apply Rle_trans with (32 * (6.2832 * h)); [apply Rmult_le_compat_l; [lra|apply Rmult_le_compat_r; lra]|lra]. }
    assert (K : Rabs (cos (IZR (Z.pos c) * g 0%nat) - cos (IZR (Z.pos j) * g 0%nat)) <= 32 * g 0%nat) by (eapply Rle_trans; [exact L|exact D]). apply within in K. lra. }
  apply (Rmult_le_compat_l (IZR w)) in One; [|exact W0]. lra.
Qed.

(** The base without what it has for errors and moves is what all planes lead by. *)
Lemma fast_goal_sum : forall base fast coarse angles g r m, (forall w, In w coarse -> (0 <= w)%Z) -> length angles = length coarse ->
  (forall k, (k < length angles)%nat -> close_to (nth k angles 1%positive) (g k) /\ 0 <= g k) -> (Z.pos r <= 64)%Z -> (Z.pos (r + m) <= 131072)%Z ->
  comes_to coarse_lead (fast_goal base fast (skipn fast coarse) (phases_at (32 + m) angles)) (firstn fast coarse) (cut_phases r m (firstn fast angles)) = true ->
  IZR base / 16384 <= sum (fun k => IZR (nth k coarse 0%Z) * (1 - cos (IZR (Z.pos (r + m)) * g k))) (length coarse)
    + 0.0129 * IZR (total coarse) + 202 / 1048576 * IZR (moves (skipn fast coarse) (skipn fast angles)) / 16384.
Proof.
  intros base fast coarse angles g r m W Len Close R M H. set (v := fun k => 1 - cos (IZR (Z.pos (r + m)) * g k)).
  assert (V : forall k, 0 <= v k) by (intro k; unfold v; pose proof (COS_bound (IZR (Z.pos (r + m)) * g k)); lra).
  apply (comes_to_sum _ coarse_lead 1%positive 16384 0.0129 ltac:(lra) ltac:(lra) (firstn fast coarse) _ v) in H.
  - unfold fast_goal in H. rewrite minus_IZR in H. unfold phases_at in H. rewrite skipn_map in H. fold (phases_at (32 + m) (skipn fast angles)) in H.
    assert (In' : forall x (l : list Z), In x (firstn fast l) \/ In x (skipn fast l) -> In x l) by (intros x l I; rewrite <- (firstn_skipn fast l); apply in_or_app, I).
    assert (S : IZR (weighted rough_lead (skipn fast coarse) (phases_at (32 + m) (skipn fast angles))) / 16384 <=
      sum (fun k => IZR (nth k (skipn fast coarse) 0%Z) * v (fast + k)%nat) (length (skipn fast coarse)) + 0.00055 * IZR (total (skipn fast coarse))
        + 202 / 1048576 * IZR (moves (skipn fast coarse) (skipn fast angles)) / 16384).
    { apply (slow_leads (32 + m) (r + m) ltac:(lia) ltac:(lia) (skipn fast coarse) (skipn fast angles) (fun k => g (fast + k)%nat)).
      - intros x X. apply W, In'. right. exact X.
      - rewrite !skipn_length. lia.
      - intros k K. rewrite skipn_length in K. rewrite nth_of_skipn. apply Close. lia. }
    assert (T : 0 <= IZR (total (skipn fast coarse))) by (apply IZR_le, total_nonneg; intros x X; apply W, In'; right; exact X).
    pose proof (sum_parts fast coarse v) as Parts. pose proof (f_equal IZR (total_parts fast coarse)) as Total. rewrite plus_IZR in Total.
    change (IZR base / 16384 <= sum (fun k => IZR (nth k coarse 0%Z) * v k) (length coarse) + 0.0129 * IZR (total coarse)
      + 202 / 1048576 * IZR (moves (skipn fast coarse) (skipn fast angles)) / 16384). lra.
  - exact V.
  - intros w I. apply W. rewrite <- (firstn_skipn fast coarse). apply in_or_app. left. exact I.
  - intros k K. unfold cut_phases in K |- *. rewrite map_length in K. rewrite (nth_indep _ 1%positive (cut_phase (r * 1) + cut_phase (m * 1))%positive) by (rewrite map_length; exact K).
    rewrite (map_nth (fun G => (cut_phase (r * G) + cut_phase (m * G))%positive)). destruct (of_firstn _ _ _ K) as [K' ->].
    pose proof (cut_phase_near _ _ (r + m) _ _ (proj1 (Close k K')) ltac:(lia) (eq_sym (Pos.mul_add_distr_r r m (nth k angles 1%positive)))) as N.
    assert (IZR (Z.pos (r + m)) <= 131072) by (apply IZR_le; lia). unfold v. lra.
Qed.

Lemma sum_beyond : forall f n K, (n <= K)%nat -> (forall k, (n <= k)%nat -> f k = 0) -> sum f K = sum f n.
Proof. intros f n K H Z. induction H as [|K H IH]; [reflexivity|]. cbn [sum]. rewrite IH, Z by exact H. ring. Qed.

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
    set (angles' := firstn (length weights) (angles ratio 64)) in *. set (fast := length (filter (Pos.ltb 33554432) angles')) in *.
    match type of H with all_lead ?rg ?fg ?base _ _ _ _ ?exact _ _ _ _ _ _ _ _ = true => assert (F : found_at rg fg base fast (coarser weights) weights angles' exact p) end.
    { destruct (Pos.eq_dec p 1) as [P1|P1]; [right; right; rewrite P1; exact First|]. pose proof (Z.div_mod (last - 1) 64). pose proof (Z.mod_pos_bound (last - 1) 64).
      refine (leads_from_1 _ _ _ _ _ _ _ _ _ _ _ H p _); lia. }
    assert (LC : length (coarser weights) = length weights) by apply map_length.
    assert (LA' : length angles' = length weights) by (unfold angles'; rewrite firstn_length; lia).
    assert (WC : forall w, In w (coarser weights) -> (0 <= w)%Z) by (intros w I; unfold coarser in I; apply in_map_iff in I; destruct I as [x [<- I]]; apply Z.shiftr_nonneg, W, I).
    set (p' := bits_off weights) in *. assert (P0 : (0 <= p')%Z) by (unfold p', bits_off; lia). pose proof (scale_pos p' P0) as Q0. set (q := IZR (2 ^ p')) in *.
    set (s := sum (fun k => IZR (nth k (coarser weights) 0%Z) * v k) (length weights)).
    assert (Less : q * s <= sum (fun k => IZR (nth k weights 0%Z) * v k) (length weights)).
    { unfold s. rewrite <- sum_scal. apply sum_le. intros k _. specialize (V k).
      assert (Mn : nth k (coarser weights) 0%Z = Z.shiftr (nth k weights 0%Z) p').
      { unfold coarser. cbv zeta. fold p'. rewrite <- (Z.shiftr_0_l p') at 1. exact (map_nth (fun w => Z.shiftr w p') weights 0%Z k). }
      rewrite Mn. pose proof (Rmult_le_compat_r (v k) _ _ V (shifted (nth k weights 0%Z) p' P0)). unfold q. lra. }
    assert (Enough : IZR (Z.shiftr least p' + 1) <= s -> IZR least <= sum (fun k => IZR (nth k weights 0%Z) * v k) (length weights)).
    { intro L. rewrite plus_IZR in L. pose proof (cut p' least P0) as F'. fold q in F'.
      eapply Rle_trans; [|exact Less]. apply Rle_trans with (q * (IZR least / q)); [right; field; lra|apply Rmult_le_compat_l; lra]. }
    set (goal := (Z.shiftr least p' + 1)%Z) in *. set (tc := total (coarser weights)) in *.
    destruct F as [(r & m & J & R & L)|[L|L]].
    + apply Enough. apply (fast_goal_sum _ fast (coarser weights) angles' (g b 64) r m WC ltac:(lia)) in L; [|intros k Hk; split|exact R|lia].
      * rewrite <- J, P, <- INR_IZR_INZ, LC in L. fold v in L. rewrite plus_IZR, mult_IZR, !plus_IZR in L. fold tc in L.
        pose proof (Z.div_mod (tc * 129) 10000 ltac:(lia)) as D. pose proof (Z.mod_pos_bound (tc * 129) 10000 ltac:(lia)) as M.
        assert (Cost : IZR (tc * 129) <= IZR (10000 * (tc * 129 / 10000 + 1))) by (apply IZR_le; lia). rewrite !mult_IZR, plus_IZR in Cost.
        set (mv := moves _ _) in *. pose proof (cut 20 (202 * mv) ltac:(lia)) as Moves. rewrite mult_IZR in Moves. change (2 ^ 20)%Z with 1048576%Z in Moves.
        change (sum _ (length weights)) with s in L. lra.
      * unfold angles' in Hk |- *. destruct (of_firstn _ _ _ Hk) as [Hk' ->]. apply Close. lia.
      * left. apply exp_pos.
    + apply Enough. apply (comes_to_sum _ rough_lead 1%positive 16384 0.00055 ltac:(lra) ltac:(lra) (coarser weights) _ v) in L; [|exact V|exact WC|].
      * rewrite LC in L. fold s tc in L. rewrite mult_IZR, !plus_IZR in L.
        pose proof (Z.div_mod (tc * 55) 100000 ltac:(lia)) as D. pose proof (Z.mod_pos_bound (tc * 55) 100000 ltac:(lia)) as M.
        assert (Cost : IZR (tc * 55) <= IZR (100000 * (tc * 55 / 100000 + 1))) by (apply IZR_le; lia). rewrite !mult_IZR, plus_IZR in Cost. lra.
      * intros k Hk. unfold phases_at in Hk |- *. rewrite map_length in Hk. rewrite (nth_indep _ 1%positive (p * 1)%positive) by (rewrite map_length; exact Hk).
        rewrite (map_nth (fun G => (p * G)%positive)). unfold angles' in Hk |- *. destruct (of_firstn _ _ _ Hk) as [Hk' ->]. rewrite LA in Hk'.
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
