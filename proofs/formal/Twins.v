(** Twins: definitions that compute, equal to those that the statements use, so that Coq can be asked what a definition
    says of an input and the answer be held against Python's.

    Index, Retrieval, Double, the two functions of Listing 1 and [swapped] compute as they stand. Properness, the two
    tasks, invariance, gaps and logits do not; here each has a boolean or an integer twin and a lemma that says so.
    Logits of integers stand for all logits where only their order and differences count; angles are whole multiples of
    a q-th of a turn, and a logit is a sum of terms (c, z), c cos(2 pi z/q). *)

From Coq Require Import Reals Lra Lia List PeanoNat Bool ZArith.
From RopeTheory Require Import Rope Trig Heads Tasks u26_swaps u26_retrieval_bound.
Import ListNotations.
Open Scope nat_scope.

(** * Tokens *)

Definition token_same (x y : token) : bool :=
  match x, y with Letter a, Letter b => a =? b | Int i, Int k => i =? k | _, _ => false end.

Definition pair_same (t u : pair) : bool :=
  match t, u with
  | LetterPair x y, LetterPair x' y' => (x =? x') && (y =? y')
  | LetterInt x i, LetterInt x' i' => (x =? x') && (i =? i')
  | _, _ => false
  end.

Lemma pair_same_spec : forall t u, pair_same t u = true <-> t = u.
Proof.
  intros [x y|x i] [x' y'|x' i']; simpl; try (split; [discriminate|congruence]);
    rewrite andb_true_iff, !Nat.eqb_eq; split; [intros [-> ->]|injection 1; auto|intros [-> ->]|injection 1; auto];
    reflexivity.
Qed.

Fixpoint all_same {T : Type} (same : T -> T -> bool) (s t : list T) : bool :=
  match s, t with [], [] => true | x :: s, y :: t => same x y && all_same same s t | _, _ => false end.

(** * Proper *)

Definition one_token (ts : list pair) : bool :=
  match ts with [] => false | t :: rest => forallb (pair_same t) rest end.

Definition proper_twin (s : list pair) : bool :=
  forallb (fun p => match tok s p with
                    | Some (LetterPair _ y) => one_token (filter (fun t => left_of t =? y) (firstn p s))
                    | _ => true
                    end) (seq 1 (length s)).

Lemma one_token_spec : forall ts, one_token ts = true <-> exists t, In t ts /\ forall u, In u ts -> u = t.
Proof.
  intros [|t rest]; simpl; [split; [discriminate|intros (t & [] & _)]|].
  rewrite forallb_forall. split.
  - intro H. exists t. split; [auto|]. intros u [E|I]; [auto|]. symmetry. apply pair_same_spec, H, I.
  - intros (u & _ & U) x I. apply pair_same_spec. rewrite (U t), (U x) by auto. reflexivity.
Qed.

Theorem proper_is_its_twin : forall s, proper s <-> proper_twin s = true.
Proof.
  intro s. unfold proper_twin. rewrite forallb_forall. split.
  - intros H p I. apply in_seq in I. destruct (tok s p) as [[x y|x i]|] eqn:E; try reflexivity.
    apply one_token_spec. destruct (H p x y E) as (t & L & (k & K & T) & U). exists t. split.
    + apply filter_In. split; [exact (tok_in_firstn _ s p k t K T)|apply Nat.eqb_eq, L].
    + intros u In. apply filter_In in In. destruct In as [In Y]. apply Nat.eqb_eq in Y.
      destruct (in_firstn_tok _ s p u In) as (k' & K' & T'). exact (U k' u K' T' Y).
  - intros H p x y E. pose proof (tok_inside _ s p _ E) as I. specialize (H p ltac:(apply in_seq; lia)).
    rewrite E in H. apply one_token_spec in H. destruct H as (t & In & U). apply filter_In in In.
    destruct In as [In Y]. apply Nat.eqb_eq in Y. exists t. split; [exact Y|]. split.
    + exact (in_firstn_tok _ s p t In).
    + intros k t' K T L. apply U, filter_In. split; [exact (tok_in_firstn _ s p k t' K T)|apply Nat.eqb_eq, L].
Qed.

(** * The number task *)

Definition is_int (x : token) : bool := match x with Int i => 1 <=? i | Letter _ => false end.

Fixpoint letters_then_integers (s : list token) : bool :=
  match s with
  | Letter _ :: s => match s with [] => false | _ => forallb is_int s end || letters_then_integers s
  | _ => false
  end.

Fixpoint number_walk (fuel : nat) (s : list token) (p : nat) : option (nat * letter) :=
  match fuel, tok s p with
  | S fuel, Some (Int i) =>
      if i <? p then match number_walk fuel s (p - i) with Some (h, a) => Some (S h, a) | None => None end else None
  | S _, Some (Letter a) => Some (0, a)
  | _, _ => None
  end.

(** Hops and answer of a valid input of the number task. *)
Definition number_twin (s : list token) : option (nat * letter) :=
  if letters_then_integers s then number_walk (length s) s (length s) else None.

Lemma integers_spec : forall s, forallb is_int s = true <->
  exists integers, s = map Int integers /\ forall i, In i integers -> 1 <= i.
Proof.
  induction s as [|x s IH]; simpl.
  - split; [exists []; split; [reflexivity|intros i []]|reflexivity].
  - rewrite andb_true_iff, IH. split.
    + intros [H (is & -> & I)]. destruct x as [a|i]; [discriminate|]. exists (i :: is). split; [reflexivity|].
      intros k [<-|K]; [apply Nat.leb_le, H|apply I, K].
    + intros ([|i is] & E & I); [discriminate|]. injection E as -> ->. split.
      * apply Nat.leb_le, I. left. reflexivity.
      * exists is. split; [reflexivity|]. intros k K. apply I. right. exact K.
Qed.

Lemma letters_then_integers_spec : forall s, letters_then_integers s = true <-> number_input s.
Proof.
  induction s as [|[a|i] s IH]; simpl.
  - split; [discriminate|]. intros ([|a ls] & is & E & L & _); [congruence|discriminate].
  - rewrite orb_true_iff, IH. split.
    + intros [H|(ls & is & -> & L & I & P)].
      * destruct s as [|x s]; [discriminate|]. apply integers_spec in H. destruct H as (is & E & P).
        exists [a], is. rewrite E. repeat split; auto; [discriminate|]. intro N. subst is. discriminate.
      * exists (a :: ls), is. repeat split; auto; discriminate.
    + intros ([|c ls] & is & E & L & I & P); [congruence|]. injection E as -> ->. destruct ls as [|d ls].
      * left. simpl. destruct is as [|i is]; [congruence|]. apply integers_spec. exists (i :: is). auto.
      * right. exists (d :: ls), is. repeat split; auto; discriminate.
  - split; [discriminate|]. intros ([|c ls] & is & E & L & _); [congruence|discriminate].
Qed.

Lemma number_walk_sound : forall fuel s p h a, number_walk fuel s p = Some (h, a) ->
  exists q, num_path s p h q /\ tok s q = Some (Letter a).
Proof.
  induction fuel as [|fuel IH]; intros s p h a H; [discriminate|]. simpl in H.
  destruct (tok s p) as [[b|i]|] eqn:E; [|destruct (Nat.ltb_spec i p) as [L|]; [|discriminate]|discriminate].
  - injection H as <- <-. exists p. split; [apply num_here with b, E|exact E].
  - destruct (number_walk fuel s (p - i)) as [[h' b]|] eqn:W; [|discriminate]. injection H as <- <-.
    destruct (IH s _ h' b W) as (q & P & Q). exists q. split; [exact (num_hop s p i h' q E L P)|exact Q].
Qed.

Lemma number_walk_complete : forall s p h q a, num_path s p h q -> tok s q = Some (Letter a) ->
  (forall i, In (Int i) s -> 1 <= i) -> forall fuel, p <= fuel -> number_walk fuel s p = Some (h, a).
Proof.
  intros s p h q a P Q Pos. induction P as [p b E|p i h q E L P IH]; intros fuel F;
    pose proof (tok_inside _ s p _ E); destruct fuel as [|fuel]; try lia; simpl; rewrite E.
  - congruence.
  - rewrite (proj2 (Nat.ltb_lt i p) L). assert (1 <= i).
    { apply Pos. destruct p as [|k]; [discriminate|]. exact (nth_error_In s k E). }
    rewrite (IH Q fuel) by lia. reflexivity.
Qed.

Theorem number_task_is_its_twin : forall s h a,
  number_input s /\ num_answer s h a <-> number_twin s = Some (h, a).
Proof.
  intros s h a. unfold number_twin. split.
  - intros [I (q & P & Q)]. rewrite (proj2 (letters_then_integers_spec s) I).
    apply (number_walk_complete s _ h q a P Q); [|lia]. destruct I as (ls & is & -> & _ & _ & Pos).
    intros i In. apply in_app_or in In. destruct In as [In|In]; apply in_map_iff in In; destruct In as (k & E & K);
      [discriminate|]. injection E as <-. exact (Pos k K).
  - destruct (letters_then_integers s) eqn:I; [|discriminate]. intro W. split; [apply letters_then_integers_spec, I|].
    exact (number_walk_sound _ s _ h a W).
Qed.

(** * The letter task *)

Definition sees_all (p q : nat) : bool := true.
Definition sees_earlier (p q : nat) : bool := q <=? p.

Definition bound (t : pair) : bool := match t with LetterInt _ i => 1 <=? i | _ => false end.
Definition letters_only (t : pair) : bool := match t with LetterPair _ _ => true | _ => false end.

Fixpoint bound_then_letters (s : list pair) : bool :=
  match s with
  | t :: s => bound t && (match s with [] => false | _ => forallb letters_only s end || bound_then_letters s)
  | [] => false
  end.

Fixpoint agreed (results : list (option (nat * pair))) : option (nat * pair) :=
  match results with
  | [] => None
  | [r] => r
  | r :: rest =>
      match r, agreed rest with
      | Some (h, t), Some (h', t') => if (h =? h') && pair_same t t' then Some (h, t) else None
      | _, _ => None
      end
  end.

Fixpoint letter_walk (sees : nat -> nat -> bool) (fuel : nat) (s : list pair) (p : nat) : option (nat * pair) :=
  match fuel, tok s p with
  | S _, Some (LetterInt x i) => Some (0, LetterInt x i)
  | S fuel, Some (LetterPair x y) =>
      let there := filter (fun q => sees p q && (left_of (at_tok s q) =? y)) (seq 1 (length s)) in
      if one_token (map (at_tok s) there)
      then match agreed (map (letter_walk sees fuel s) there) with Some (h, t) => Some (S h, t) | None => None end
      else None
  | _, _ => None
  end.

(** Hops and answer of a valid input of the letter task, found within as many hops as there are positions. *)
Definition letter_twin (sees : nat -> nat -> bool) (s : list pair) : option (nat * pair) :=
  if bound_then_letters s then letter_walk sees (S (length s)) s (length s) else None.

Lemma agreed_spec : forall rs h t, agreed rs = Some (h, t) <-> rs <> [] /\ forall r, In r rs -> r = Some (h, t).
Proof.
  induction rs as [|r [|r' rs] IH]; intros h t.
  - simpl. split; [discriminate|intros [N _]; congruence].
  - simpl. split; [intros ->; split; [discriminate|intros r [<-|[]]; reflexivity]|]. intros [_ H]. apply H. auto.
  - change (agreed (r :: r' :: rs)) with
      (match r, agreed (r' :: rs) with
       | Some (h, t), Some (h', t') => if (h =? h') && pair_same t t' then Some (h, t) else None
       | _, _ => None end).
    split.
    + destruct r as [[h1 t1]|]; [|discriminate]. destruct (agreed (r' :: rs)) as [[h2 t2]|] eqn:A; [|discriminate].
      destruct ((h1 =? h2) && pair_same t1 t2) eqn:S; [|discriminate]. intro E. injection E as <- <-.
      apply andb_true_iff in S. destruct S as [S1 S2]. apply Nat.eqb_eq in S1. apply pair_same_spec in S2. subst.
      split; [discriminate|]. intros r [<-|I]; [reflexivity|]. apply (proj1 (IH h2 t2) eq_refl), I.
    + intros [_ H]. rewrite (H r) by (left; reflexivity).
      rewrite (proj2 (IH h t)) by (split; [discriminate|intros x I; apply H; right; exact I]).
      rewrite Nat.eqb_refl, (proj2 (pair_same_spec t t) eq_refl). reflexivity.
Qed.

Section Readings.
Variables (sees : nat -> nat -> Prop) (sees_twin : nat -> nat -> bool).
Hypothesis same_sight : forall p q, sees p q <-> sees_twin p q = true.

Lemma there_spec : forall s p y q,
  In q (filter (fun q => sees_twin p q && (left_of (at_tok s q) =? y)) (seq 1 (length s))) <->
  (1 <= q <= length s) /\ sees p q /\ left_of (at_tok s q) = y.
Proof.
  intros s p y q. rewrite filter_In, in_seq, andb_true_iff, Nat.eqb_eq, same_sight. intuition lia.
Qed.

Lemma letter_walk_sound : forall fuel s p h t, letter_walk sees_twin fuel s p = Some (h, t) -> letter_path sees s p h t.
Proof.
  induction fuel as [|fuel IH]; intros s p h t H; [discriminate|]. cbn [letter_walk] in H.
  destruct (tok s p) as [[x y|x i]|] eqn:E; [|injection H as <- <-; exact (letter_here _ s p x i E)|discriminate].
  set (there := filter _ _) in H. destruct (one_token (map (at_tok s) there)) eqn:O; [|discriminate].
  destruct (agreed (map (letter_walk sees_twin fuel s) there)) as [[h' t']|] eqn:A; [|discriminate].
  injection H as <- <-. apply one_token_spec in O. destruct O as (next & In & U).
  apply in_map_iff in In. destruct In as (q & Q & In). apply there_spec in In. destruct In as (R & V & Y).
  apply agreed_spec in A. destruct A as [_ A].
  assert (Same : forall q' t'', sees p q' -> tok s q' = Some t'' -> left_of t'' = y -> t'' = next).
  { intros q' t'' V' T' Y'. pose proof (tok_inside _ s q' _ T'). rewrite <- (at_tok_some s q' t'' T').
    apply U. apply in_map. apply there_spec. rewrite (at_tok_some s q' t'' T'). auto. }
  apply (letter_hop sees s p x y q next h' t' E V).
  - rewrite <- Q. apply at_tok_inside. lia.
  - congruence.
  - exact Same.
  - intros q' V' T'. apply IH. apply A. apply in_map, there_spec. pose proof (tok_inside _ s q' _ T').
    rewrite (at_tok_some s q' next T'). split; [lia|]. split; [exact V'|congruence].
Qed.

Lemma letter_walk_complete : forall s p h t, letter_path sees s p h t ->
  forall fuel, h < fuel -> letter_walk sees_twin fuel s p = Some (h, t).
Proof.
  intros s p h t P. induction P as [p x i E|p x y q next h t E V Q Y U _ IH]; intros fuel F;
    destruct fuel as [|fuel]; try lia; cbn [letter_walk]; rewrite E; [reflexivity|].
  set (there := filter _ _).
  assert (In : In q there).
  { apply there_spec. pose proof (tok_inside _ s q _ Q). rewrite (at_tok_some s q next Q). split; [lia|auto]. }
  assert (All : forall q', List.In q' there -> sees p q' /\ tok s q' = Some next).
  { intros q' I. apply there_spec in I. destruct I as (R & V' & Y'). split; [exact V'|].
    rewrite (at_tok_inside s q' R). f_equal. apply (U q' _ V' (at_tok_inside s q' R) Y'). }
  assert (O : one_token (map (at_tok s) there) = true).
  { apply one_token_spec. exists next. split.
    - rewrite <- (at_tok_some s q next Q). apply in_map, In.
    - intros u I. apply in_map_iff in I. destruct I as (q' & <- & I). apply at_tok_some, (proj2 (All q' I)). }
  rewrite O. assert (A : agreed (map (letter_walk sees_twin fuel s) there) = Some (h, t)).
  { apply agreed_spec. split; [destruct there; [destruct In|discriminate]|].
    intros r I. apply in_map_iff in I. destruct I as (q' & <- & I). destruct (All q' I) as [V' T'].
    apply (IH q' V' T'). lia. }
  rewrite A. reflexivity.
Qed.
End Readings.

Lemma bound_then_letters_spec : forall s, bound_then_letters s = true <-> letter_input s.
Proof.
  assert (B : forall t, bound t = true <-> is_bound t).
  { intros [x y|x i]; unfold bound, is_bound; [split; [discriminate|intros (a & b & E & _); discriminate]|]. rewrite Nat.leb_le.
    split; [intro; exists x, i; auto|intros (a & b & E & H); congruence]. }
  assert (L : forall s, forallb letters_only s = true <-> Forall is_letter_pair s).
  { intro s. rewrite forallb_forall, Forall_forall. split; intros H t I; specialize (H t I); destruct t as [x y|x i];
      simpl in *; try reflexivity; try discriminate; [exists x, y; reflexivity|destruct H as (a & b & E); discriminate]. }
  induction s as [|t s IH]; simpl.
  - split; [discriminate|]. intros ([|b bs] & l & E & N & _); [congruence|discriminate].
  - rewrite andb_true_iff, orb_true_iff, IH, B. split.
    + intros [T [H|(b & l & -> & N & M & Fb & Fl)]].
      * destruct s as [|u s]; [discriminate|]. exists [t], (u :: s). repeat split; try discriminate; auto. apply L, H.
      * exists (t :: b), l. repeat split; auto; discriminate.
    + intros ([|u b] & l & E & N & M & Fb & Fl); [congruence|]. injection E as <- ->. inversion Fb as [|? ? U Fb']; subst.
      split; [exact U|]. destruct b as [|v b].
      * left. simpl. destruct l; [congruence|]. apply L, Fl.
      * right. exists (v :: b), l. repeat split; auto; discriminate.
Qed.

Lemma letter_task_twin : forall sees twin, (forall p q, sees p q <-> twin p q = true) -> forall s h t,
  (h <= length s /\ letter_input s /\ letter_answer sees s h t -> letter_twin twin s = Some (h, t)) /\
  (letter_twin twin s = Some (h, t) -> letter_input s /\ letter_answer sees s h t).
Proof.
  intros sees twin Same s h t. unfold letter_twin, letter_answer. split.
  - intros (H & I & A). rewrite (proj2 (bound_then_letters_spec s) I).
    apply (letter_walk_complete sees twin Same s _ h t A). lia.
  - destruct (bound_then_letters s) eqn:I; [|discriminate]. intro W. split; [apply bound_then_letters_spec, I|].
    exact (letter_walk_sound sees twin Same _ s _ h t W).
Qed.

Theorem letter_task_everywhere_is_its_twin : forall s h t,
  (h <= length s /\ letter_input s /\ letter_answer everywhere s h t -> letter_twin sees_all s = Some (h, t)) /\
  (letter_twin sees_all s = Some (h, t) -> letter_input s /\ letter_answer everywhere s h t).
Proof. apply letter_task_twin. intros p q. unfold everywhere, sees_all. tauto. Qed.

Theorem letter_task_earlier_is_its_twin : forall s h t,
  (h <= length s /\ letter_input s /\ letter_answer earlier s h t -> letter_twin sees_earlier s = Some (h, t)) /\
  (letter_twin sees_earlier s = Some (h, t) -> letter_input s /\ letter_answer earlier s h t).
Proof. apply letter_task_twin. intros p q. symmetry. apply Nat.leb_le. Qed.

(** * Swaps *)

Definition entry (rows : list (list Z)) (a b : nat) : Z := nth b (nth a rows []) 0%Z.

Definition under_swaps (N : nat) (same : nat -> nat -> bool) : bool :=
  forallb (fun a => forallb (fun b => forallb (fun j => same (swapped a b j) j) (seq 0 N)) (seq 0 N)) (seq 0 N).

Definition invariant_twin (N : nat) (rows : list (list Z)) : bool :=
  under_swaps N (fun p j => entry rows p j =? entry rows j j)%Z.
Definition equivariant_twin (N : nat) (rows : list (list Z)) : bool :=
  under_swaps N (fun p j => entry rows j p =? entry rows j j)%Z.

Lemma under_swaps_spec : forall N same (P : nat -> nat -> Prop), (forall a b, same a b = true <-> P a b) ->
  under_swaps N same = true <-> forall p, a_swap N p -> forall j, j < N -> P (p j) j.
Proof.
  intros N same P Same. unfold under_swaps. rewrite forallb_forall. split.
  - intros H p (a & b & A & B & ->) j J. specialize (H a ltac:(apply in_seq; lia)). rewrite forallb_forall in H.
    specialize (H b ltac:(apply in_seq; lia)). rewrite forallb_forall in H. apply Same, H, in_seq. lia.
  - intros H a A. apply in_seq in A. rewrite forallb_forall. intros b B. apply in_seq in B. rewrite forallb_forall.
    intros j J. apply in_seq in J. apply Same, (H (swapped a b)); [exists a, b; repeat split; auto; lia|lia].
Qed.

Theorem invariant_is_its_twin : forall N rows,
  invariant N (a_swap N) (fun a b => IZR (entry rows a b)) <-> invariant_twin N rows = true.
Proof.
  intros N rows. symmetry. apply under_swaps_spec with (P := fun p j => IZR (entry rows p j) = IZR (entry rows j j)).
  intros a b. rewrite Z.eqb_eq. split; [intros ->; reflexivity|apply eq_IZR].
Qed.

Theorem equivariant_is_its_twin : forall N rows,
  equivariant N (a_swap N) (fun a b => IZR (entry rows a b)) <-> equivariant_twin N rows = true.
Proof.
  intros N rows. symmetry. apply under_swaps_spec with (P := fun p j => IZR (entry rows j p) = IZR (entry rows j j)).
  intros a b. rewrite Z.eqb_eq. split; [intros ->; reflexivity|apply eq_IZR].
Qed.

(** * Gaps *)

(** Whole numbers as logits: the value at position j, counted from 1. *)
Definition value (vs : list Z) (j : nat) : Z := nth (j - 1) vs 0%Z.
Definition logits_of (vs : list Z) (j : nat) : R := IZR (value vs j).

Fixpoint largest_twin (f : nat -> Z) (ks : list nat) : option Z :=
  match ks with
  | [] => None
  | k :: ks => match largest_twin f ks with Some m => Some (Z.max (f k) m) | None => Some (f k) end
  end.

Lemma largest_spec : forall f ks m, largest_twin f ks = Some m <->
  (exists k, In k ks /\ f k = m) /\ forall k, In k ks -> (f k <= m)%Z.
Proof.
  intro f. induction ks as [|k ks IH]; intro m.
  - split; [discriminate|intros [(k & [] & _) _]].
  - cbn [largest_twin]. destruct (largest_twin f ks) as [m'|] eqn:E.
    + destruct (proj1 (IH m') eq_refl) as [(k' & I & K) L]. split.
      * intro H. injection H as <-. split.
        -- destruct (Z.max_spec (f k) m') as [[_ ->]|[_ ->]]; [exists k'|exists k]; simpl; auto.
        -- intros k1 [<-|I1]; [|specialize (L k1 I1)]; lia.
      * intros [(k1 & I1 & K1) L1]. f_equal. assert (f k <= m)%Z by (apply L1; left; reflexivity).
        assert (m' <= m)%Z by (rewrite <- K; apply L1; right; exact I).
        destruct I1 as [->|I1]; [lia|]. specialize (L k1 I1). lia.
    + destruct ks as [|k1 ks]; [|cbn [largest_twin] in E; destruct (largest_twin f ks); discriminate]. split.
      * intro H. injection H as <-. split; [exists k; simpl; auto|]. intros k1 [<-|[]]. lia.
      * intros [(k1 & [<-|[]] & <-) _]. reflexivity.
Qed.

Lemma largest_is_its_twin : forall vs n (P : nat -> Prop) chosen, (forall k, within n k -> P k <-> chosen k = true) ->
  forall M, is_largest (logits_of vs) (fun k => within n k /\ P k) M <->
            exists m, largest_twin (value vs) (filter chosen (seq 1 n)) = Some m /\ M = IZR m.
Proof.
  intros vs n P chosen Same M.
  assert (I : forall k, In k (filter chosen (seq 1 n)) <-> within n k /\ P k).
  { intro k. rewrite filter_In, in_seq. unfold within. split.
    - intros [R C]. split; [lia|]. apply Same; [unfold within; lia|exact C].
    - intros [R C]. split; [lia|]. apply Same; [exact R|exact C]. }
  unfold is_largest, logits_of. split.
  - intros [(k & K & E) L]. exists (value vs k). split; [|congruence]. apply largest_spec. split.
    + exists k. split; [apply I, K|reflexivity].
    + intros k' K'. apply le_IZR. rewrite E. apply L, I, K'.
  - intros (m & E & ->). apply largest_spec in E. destruct E as [(k & K & E) L]. split.
    + exists k. split; [apply I, K|congruence].
    + intros k' K'. apply IZR_le, L, I, K'.
Qed.

Definition maximiser_twin (vs : list Z) (j : nat) : bool :=
  forallb (fun k => value vs k <=? value vs j)%Z (seq 1 (length vs)).

Lemma maximiser_is_its_twin : forall vs j, within (length vs) j ->
  maximiser (logits_of vs) (length vs) j <-> maximiser_twin vs j = true.
Proof.
  intros vs j J. unfold maximiser, maximiser_twin, logits_of, within in *. rewrite forallb_forall. split.
  - intros [_ H] k I. apply in_seq in I. apply Z.leb_le, le_IZR, H. lia.
  - intro H. split; [exact J|]. intros k K. apply IZR_le, Z.leb_le, H, in_seq. lia.
Qed.

Definition maximisers_twin (vs : list Z) : list nat := filter (maximiser_twin vs) (seq 1 (length vs)).

Lemma maximisers_spec : forall vs j, In j (maximisers_twin vs) <-> maximiser (logits_of vs) (length vs) j.
Proof.
  intros vs j. unfold maximisers_twin. rewrite filter_In, in_seq. split.
  - intros [R H]. apply maximiser_is_its_twin; [unfold within; lia|exact H].
  - intro H. pose proof H as [R _]. unfold within in R. split; [lia|]. apply maximiser_is_its_twin; [exact R|exact H].
Qed.

Definition gap_to_twin (chosen : nat -> bool) (vs : list Z) : option Z :=
  let all := seq 1 (length vs) in
  match largest_twin (value vs) all, largest_twin (value vs) (filter chosen all) with
  | Some best, Some other => Some (best - other)%Z
  | _, _ => None
  end.

Lemma filter_all : forall ks : list nat, filter (fun _ => true) ks = ks.
Proof. induction ks as [|k ks IH]; simpl; congruence. Qed.

Theorem gap_to_is_its_twin : forall vs (P : nat -> Prop) chosen,
  (forall k, within (length vs) k -> P k <-> chosen k = true) -> forall g,
  gap_to P (logits_of vs) (length vs) g <-> exists z, gap_to_twin chosen vs = Some z /\ g = IZR z.
Proof.
  intros vs P chosen Same g. unfold gap_to, gap_to_twin. pose proof (largest_is_its_twin vs (length vs) P chosen Same) as Other.
  assert (Best : forall M, is_largest (logits_of vs) (within (length vs)) M <->
                   exists m, largest_twin (value vs) (seq 1 (length vs)) = Some m /\ M = IZR m).
  { intro M. rewrite <- (filter_all (seq 1 (length vs))), <- (largest_is_its_twin vs _ (fun _ => True)) by tauto.
    unfold is_largest. split; intros [(k & K & E) L]; (split; [exists k; tauto|intros k'; specialize (L k'); tauto]). }
  split.
  - intros (best & other & B & O & ->). apply Best in B. apply Other in O. destruct B as (b & -> & ->), O as (o & -> & ->).
    exists (b - o)%Z. rewrite minus_IZR. auto.
  - intros (z & E & ->). destruct (largest_twin _ (seq _ _)) as [b|] eqn:B; [|discriminate].
    destruct (largest_twin _ (filter _ _)) as [o|] eqn:O; [|discriminate]. injection E as <-.
    exists (IZR b), (IZR o). rewrite minus_IZR. split; [apply Best; exists b; auto|]. split; [|reflexivity].
    apply Other. exists o. auto.
Qed.

Theorem gap_any_is_its_twin : forall vs g, gap_any (logits_of vs) (length vs) g <->
  exists j z, In j (maximisers_twin vs) /\ gap_to_twin (fun k => negb (k =? j)) vs = Some z /\ g = IZR z.
Proof.
  intros vs g. unfold gap_any. split; intros (j & H).
  - destruct H as [J G]. apply gap_to_is_its_twin with (chosen := fun k => negb (k =? j)) in G.
    + destruct G as (z & E & ->). exists j, z. rewrite maximisers_spec. auto.
    + intros k _. rewrite negb_true_iff, Nat.eqb_neq. tauto.
  - destruct H as (z & J & E & ->). exists j. rewrite <- maximisers_spec. split; [exact J|].
    apply gap_to_is_its_twin with (chosen := fun k => negb (k =? j)); [|exists z; auto].
    intros k _. rewrite negb_true_iff, Nat.eqb_neq. tauto.
Qed.

(** The letter of the first maximiser is told from the others: j is the first, if no earlier position is one. *)
Definition first_of_maximisers (vs : list Z) (j : nat) : bool :=
  forallb (fun k => negb (maximiser_twin vs k)) (seq 1 (j - 1)).

Theorem gap_other_letter_is_its_twin : forall vs s g, gap_other_letter (logits_of vs) s (length vs) g <->
  exists j z, In j (maximisers_twin vs) /\ first_of_maximisers vs j = true /\
    gap_to_twin (fun k => negb (left_of (s k) =? left_of (s j))) vs = Some z /\ g = IZR z.
Proof.
  intros vs s g. unfold gap_other_letter.
  assert (F : forall j, In j (maximisers_twin vs) ->
    first_of_maximisers vs j = true <-> forall k, k < j -> ~ maximiser (logits_of vs) (length vs) k).
  { intros j J. apply maximisers_spec in J. destruct J as [J _]. unfold within in J. unfold first_of_maximisers.
    rewrite forallb_forall. split.
    - intros H k K M. pose proof M as [I _]. unfold within in I. specialize (H k ltac:(apply in_seq; lia)).
      apply maximiser_is_its_twin in M; [|exact I]. rewrite M in H. discriminate.
    - intros H k I. apply in_seq in I. apply negb_true_iff. destruct (maximiser_twin vs k) eqn:M; [|reflexivity].
      exfalso. apply (H k ltac:(lia)). apply maximiser_is_its_twin; [unfold within; lia|exact M]. }
  assert (G : forall j h, gap_to (fun k => left_of (s k) <> left_of (s j)) (logits_of vs) (length vs) h <->
    exists z, gap_to_twin (fun k => negb (left_of (s k) =? left_of (s j))) vs = Some z /\ h = IZR z).
  { intros j h. apply gap_to_is_its_twin. intros k _. rewrite negb_true_iff, Nat.eqb_neq. tauto. }
  split.
  - intros (j & J & E & H). apply G in H. destruct H as (z & Z & ->). exists j, z.
    apply maximisers_spec in J. split; [exact J|]. split; [apply F; assumption|auto].
  - intros (j & z & J & E & Z & ->). exists j. split; [apply maximisers_spec, J|]. split; [apply F; assumption|].
    apply G. exists z. auto.
Qed.

Definition gap_not_maximal_twin (vs : list Z) : option Z :=
  match gap_to_twin (fun k => negb (maximiser_twin vs k)) vs with
  | Some z => Some z
  | None => if (2 <=? length vs) && forallb (maximiser_twin vs) (seq 1 (length vs)) then Some 0%Z else None
  end.

Theorem gap_not_maximal_is_its_twin : forall vs z,
  gap_not_maximal_twin vs = Some z -> gap_not_maximal (logits_of vs) (length vs) (IZR z).
Proof.
  intros vs z. unfold gap_not_maximal_twin, gap_not_maximal.
  destruct (gap_to_twin _ vs) as [z'|] eqn:E.
  - intro H. injection H as ->. left. apply gap_to_is_its_twin with (chosen := fun k => negb (maximiser_twin vs k)).
    + intros k K. rewrite negb_true_iff, (maximiser_is_its_twin vs k K). destruct (maximiser_twin vs k); intuition congruence.
    + exists z. auto.
  - destruct ((2 <=? length vs) && _) eqn:T; [|discriminate]. intro H. injection H as <-. right.
    apply andb_true_iff in T. destruct T as [T A]. apply Nat.leb_le in T. rewrite forallb_forall in A.
    split; [exact T|]. split; [|reflexivity]. intros k K. apply maximiser_is_its_twin; [exact K|].
    apply A, in_seq. unfold within in K. lia.
Qed.

(** * Logits at rational turns *)

Open Scope R_scope.

Definition turn (a q : Z) : R := 2 * PI * IZR a / IZR q.

(** The sum of c cos(2 pi z/q) over the terms (c, z). *)
Definition terms_value (q : Z) (ts : list (Z * Z)) : R :=
  fold_right (fun t s => IZR (fst t) * cos (turn (snd t) q) + s) 0 ts.

Definition same_turn (q z z' : Z) : bool := ((z - z') mod q =? 0)%Z || ((z + z') mod q =? 0)%Z.

Lemma same_turn_cos : forall q z z', (0 < q)%Z -> same_turn q z z' = true -> cos (turn z q) = cos (turn z' q).
Proof.
  intros q z z' Q H. assert (N : IZR q <> 0) by (apply not_0_IZR; lia).
  assert (P : forall x y k : Z, (x - y = k * q)%Z -> cos (turn x q) = cos (turn y q)).
  { intros x y k E. rewrite <- (cos_period_Z (turn y q) k). f_equal. unfold turn.
    replace x with (y + k * q)%Z by lia. rewrite plus_IZR, mult_IZR. field. exact N. }
  unfold same_turn in H. apply orb_true_iff in H. destruct H as [H|H]; apply Z.eqb_eq in H.
  - apply (P z z' ((z - z') / q)%Z). pose proof (Z.div_mod (z - z') q). lia.
  - rewrite (P z (- z')%Z ((z + z') / q)%Z).
    + unfold turn. rewrite opp_IZR. rewrite <- cos_neg. f_equal. field. exact N.
    + pose proof (Z.div_mod (z + z') q). lia.
Qed.

Fixpoint add_term (q : Z) (c z : Z) (ts : list (Z * Z)) : list (Z * Z) :=
  match ts with
  | [] => [(c, z)]
  | (c', z') :: ts => if same_turn q z z' then ((c + c')%Z, z') :: ts else (c', z') :: add_term q c z ts
  end.

(** Whether the two sums are one, term by term up to the sign and whole turns of the angles. *)
Definition same_value (q : Z) (ts us : list (Z * Z)) : bool :=
  (0 <? q)%Z &&
  forallb (fun t => fst t =? 0)%Z
    (fold_right (fun t => add_term q (fst t) (snd t)) [] (ts ++ map (fun t => (- fst t, snd t)%Z) us)).

Lemma add_term_value : forall q c z ts, (0 < q)%Z ->
  terms_value q (add_term q c z ts) = IZR c * cos (turn z q) + terms_value q ts.
Proof.
  intros q c z ts Q. induction ts as [|[c' z'] ts IH]; [reflexivity|]. simpl.
  destruct (same_turn q z z') eqn:S.
  - cbn [terms_value fold_right fst snd]. rewrite (same_turn_cos q z z' Q S), plus_IZR. unfold terms_value. ring.
  - cbn [terms_value fold_right fst snd] in *. unfold terms_value in IH. rewrite IH. unfold terms_value. ring.
Qed.

Theorem same_value_sound : forall q ts us, same_value q ts us = true -> terms_value q ts = terms_value q us.
Proof.
  intros q ts us H. apply andb_true_iff in H. destruct H as [Q H]. apply Z.ltb_lt in Q.
  assert (C : forall vs, terms_value q (fold_right (fun t => add_term q (fst t) (snd t)) [] vs) = terms_value q vs).
  { induction vs as [|t vs IH]; [reflexivity|]. cbn [fold_right]. rewrite add_term_value, IH by exact Q. reflexivity. }
  assert (Z : forall vs, forallb (fun t => fst t =? 0)%Z vs = true -> terms_value q vs = 0).
  { induction vs as [|t vs IH]; [reflexivity|]. simpl. intro E. apply andb_true_iff in E. destruct E as [E F].
    apply Z.eqb_eq in E. rewrite E. rewrite (IH F). ring. }
  specialize (Z _ H). rewrite C in Z. clear H C. revert Z.
  assert (A : terms_value q (ts ++ map (fun t => (- fst t, snd t)%Z) us) = terms_value q ts - terms_value q us).
  { induction ts as [|t ts IH]; simpl.
    - induction us as [|u us IH]; simpl; [ring|]. unfold terms_value in *. simpl in *. rewrite IH, opp_IZR. ring.
    - unfold terms_value in *. simpl in *. rewrite IH. ring. }
  rewrite A. lra.
Qed.

Definition back (i j : nat) : Z := (Z.of_nat i - Z.of_nat j)%Z.

Definition h_pos_twin (a : Z) (x : token) (i j : nat) : list (Z * Z) :=
  [(1, (back i j - Z.of_nat (asked x)) * a)%Z].

(** m places on the circle and a q-th of a turn: q = m r. *)
Definition on_circle_twin (a r : Z) (here there i j : nat) : list (Z * Z) :=
  [(1, back here there * r + back i j * a)%Z].

Definition h_retrieval_twin (a r : Z) (x : pair) (i : nat) (y : pair) (j : nat) : list (Z * Z) :=
  on_circle_twin a r (left_of y) (sought x) i j.

Definition h_single_twin (s : nat) (a r : Z) (x : binding) (i : nat) (y : binding) (j : nat) : list (Z * Z) :=
  on_circle_twin a r (place_of s y) (symbol_of x) i j.

Definition h_mix_twin (s : nat) (a r A B : Z) (x : binding) (i : nat) (y : binding) (j : nat) : list (Z * Z) :=
  [(A, back (place_of s y) (symbol_of x) * r); (B, back i j * a)]%Z.

Lemma back_INR : forall i j, IZR (back i j) = INR i - INR j.
Proof. intros i j. unfold back. rewrite minus_IZR, <- !INR_IZR_INZ. reflexivity. Qed.

Theorem h_pos_is_its_twin : forall a q x i y j, (0 < q)%Z ->
  head_logit (h_pos (turn a q)) x i y j = terms_value q (h_pos_twin a x i j).
Proof.
  intros a q x i y j Q. assert (N : IZR q <> 0) by (apply not_0_IZR; lia). rewrite h_pos_logit.
  unfold h_pos_twin, terms_value, turn. cbn [fold_right fst snd].
  rewrite mult_IZR, minus_IZR, back_INR, <- INR_IZR_INZ, Rmult_1_l, Rplus_0_r. f_equal. field. exact N.
Qed.

Lemma on_circle_phase : forall m a r here there i j, (0 < m)%nat -> (0 < r)%Z ->
  (INR here - INR there) * spacing m + (INR i - INR j) * turn a (Z.of_nat m * r)
  = turn (back here there * r + back i j * a) (Z.of_nat m * r).
Proof.
  intros m a r here there i j M R. unfold spacing, turn.
  rewrite plus_IZR, !mult_IZR, !back_INR, <- INR_IZR_INZ. field. split.
  - apply not_0_IZR. lia.
  - apply not_0_INR. lia.
Qed.

Theorem h_retrieval_is_its_twin : forall m a r x i y j, (0 < m)%nat -> (0 < r)%Z ->
  head_logit (h_retrieval m (turn a (Z.of_nat m * r))) x i y j
  = terms_value (Z.of_nat m * r) (h_retrieval_twin a r x i y j).
Proof.
  intros m a r x i y j M R. rewrite h_retrieval_logit, on_circle_phase by assumption.
  unfold terms_value, h_retrieval_twin, on_circle_twin. cbn [fold_right fst snd]. ring.
Qed.

Theorem h_single_is_its_twin : forall s a r x i y j, (0 < r)%Z ->
  head_logit (h_single s (turn a (Z.of_nat (S s) * r))) x i y j
  = terms_value (Z.of_nat (S s) * r) (h_single_twin s a r x i y j).
Proof.
  intros s a r x i y j R. rewrite h_single_logit, on_circle_phase by (lia || assumption).
  unfold terms_value, h_single_twin, on_circle_twin. cbn [fold_right fst snd]. ring.
Qed.

Theorem h_mix_is_its_twin : forall s a r A B x i y j, (0 < r)%Z ->
  head_logit (h_mix s (turn a (Z.of_nat (S s) * r)) (IZR A) (IZR B)) x i y j
  = terms_value (Z.of_nat (S s) * r) (h_mix_twin s a r A B x i y j).
Proof.
  intros s a r A B x i y j R. rewrite h_mix_logit. unfold terms_value, h_mix_twin. cbn [fold_right fst snd].
  pose proof (on_circle_phase (S s) 0 r (place_of s y) (symbol_of x) 0 0 ltac:(lia) R) as C.
  pose proof (on_circle_phase (S s) a r 0 0 i j ltac:(lia) R) as T.
  unfold back at 2 in C. unfold back at 1 in T. rewrite !Z.sub_diag in *.
  rewrite Z.mul_0_l, Z.add_0_r in C. rewrite Z.mul_0_l, Z.add_0_l in T.
  rewrite <- C, <- T, Rplus_0_r. f_equal; f_equal; f_equal; ring.
Qed.

(** * Answers *)

(** The numbers, counted from 0, of the questions on which the answers differ. *)
Definition differing {Q : Type} (agrees : Q -> bool) (questions : list Q) : list nat :=
  map fst (filter (fun c => negb (agrees (snd c))) (combine (seq 0 (length questions)) questions)).
