(** u25.thm4, u25.thm4.affine, .gated, .whole-pair, .whole-pair-direct (after U25, Theorem 4; wording
    ours).

    "No head that is positional on every input solves Retrieval (output the attribute bound to the queried
    symbol; two symbols may share an attribute) when embeddings are one-hot, VAL is the identity and the
    output scores are P.a for a fixed linear P that sees neither the query token nor its value."

    Affine: the same with scores P.a + Q.x + c and P seeing the query's own value.  Whole pair: in the
    class of the theorem no positional head outputs the whole pair either.  Whole pair, direct: with a
    direct path from the query, or with the query's own value and bounded length, the uniform head does.
    Gated: with F(a, x)_b = a_(x,b) the uniform head solves Retrieval with attribute output.

    Idea: shift the contents cyclically.  A positional head weighs places, so over all shifts the attention
    outputs add up to W times the sum of the contents, W > 0 the weight of the earlier places.  Asked for s1,
    the row D = P_a1 - P_a2 must be positive on it, asked for s2 negative; but the two sums differ by their
    positive weights only. With a direct path, mark one place with the pair s1 a1 and put s2 a2 on the others,
    exchange the two attributes and compare; sharing an attribute links the two contents.

    Encoding: a head is any function L(x, n, y, j) of query content, its position, key content and its
    position. The vocabulary has ns symbols and na attributes, numbers below these.  With one-hot
    embeddings and VAL the identity, P.a is the sum of w_j P(., x_j), so P is a table over outputs and
    tokens; "sees neither the query token nor its value" is: its entries at the query tokens vanish, and
    there is no other term.  The theorem and its whole-pair form are about any contents that bind two symbols to
    different attributes: the head is positional on their cyclic shifts, asked for these two symbols, nowhere
    else by assumption, and one of these inputs is not answered. The affine form is about all inputs. *)

From Coq Require Import Reals Lra Lia List PeanoNat Bool Classical.
From RopeTheory Require new_positional_heads.
From RopeTheory Require Import Rope Heads Sums Instances.
Open Scope R_scope.

(** Pairs at 1..n-1, each symbol bound to one attribute; the queried symbol q at n; b is the attribute
    bound to it. *)
Definition retrieval_input (ns na n : nat) (x : nat -> binding) (q b : nat) : Prop :=
  (forall k, (1 <= k < n)%nat -> exists s a, x k = Bound s a /\ (s < ns)%nat /\ (a < na)%nat) /\
  (forall k k' s a a', (1 <= k < n)%nat -> (1 <= k' < n)%nat -> x k = Bound s a -> x k' = Bound s a' ->
    a = a') /\
  x n = Lone q /\ (exists k, (1 <= k < n)%nat /\ x k = Bound q b).

Definition any_head : Type := binding -> nat -> binding -> nat -> R.

(** Positional on the input x. *)
Definition positional_for (L : any_head) (n : nat) (x : nat -> binding) : Prop :=
  positional (n - 1) (fun c p => L (x n) n (x (S c)) (S p)).

Definition positional_head (ns na n : nat) (L : any_head) : Prop :=
  forall x q b, retrieval_input ns na n x q b -> positional_for L n x.

(** Attention output read by one row of a table over tokens. *)
Definition attended (L : any_head) (beta : R) (x : nat -> binding) (n : nat) (row : binding -> R) : R :=
  sum1 (fun j => weight beta (fun k => L (x n) n (x k) k) n j * row (x j)) n.

(** The output w has a larger score than every other; [out] are the outputs of the vocabulary. *)
Definition top_scored {O : Type} (out : O -> Prop) (w : O) (score : O -> R) : Prop :=
  forall o, out o -> o <> w -> score o < score w.

(** The output that [right] names leads on every input. *)
Definition solves {O : Type} (ns na n : nat) (out : O -> Prop) (right : nat -> nat -> O)
    (score : (nat -> binding) -> O -> R) : Prop :=
  forall x q b, retrieval_input ns na n x q b -> top_scored out (right q b) (score x).

Definition attribute_of (na : nat) (a : nat) : Prop := (a < na)%nat.
Definition pair_of (ns na : nat) (o : nat * nat) : Prop := (fst o < ns)%nat /\ (snd o < na)%nat.

(** The contents c at 1..n-1, shifted t places round, and the queried symbol q at n. *)
Definition cyclic (n : nat) (c : nat -> binding) (q t k : nat) : binding :=
  if (k =? n)%nat then Lone q else c (S ((k - 1 + t) mod (n - 1))).

(** The contents c bind each symbol to one attribute, s to a and s' to a', and these differ. *)
Definition contents_of (ns na n : nat) (c : nat -> binding) (s a s' a' : nat) : Prop :=
  retrieval_input ns na n (cyclic n c s 0) s a /\ retrieval_input ns na n (cyclic n c s' 0) s' a' /\ a <> a'.

(** x is a shift of the contents, asked for s, which a is bound to, or for s', which a' is bound to. *)
Definition shift_of (n : nat) (c : nat -> binding) (s a s' a' : nat) (x : nat -> binding) (q b : nat) : Prop :=
  ((q = s /\ b = a) \/ (q = s' /\ b = a')) /\ exists t, (t < n - 1)%nat /\ x = cyclic n c q t.

(** One of these shifts, an input of Retrieval, is not answered. *)
Definition shift_fails {O : Type} (ns na n : nat) (c : nat -> binding) (s a s' a' : nat) (out : O -> Prop)
    (right : nat -> nat -> O) (score : (nat -> binding) -> O -> R) : Prop :=
  exists x q b, shift_of n c s a s' a' x q b /\ retrieval_input ns na n x q b /\
    ~ top_scored out (right q b) (score x).

Definition u25_thm4_statement : Prop :=
  forall (ns na n : nat) (c : nat -> binding) (s a s' a' : nat) (L : any_head) (beta : R) (P : nat -> binding -> R),
    contents_of ns na n c s a s' a' -> (forall x q b, shift_of n c s a s' a' x q b -> positional_for L n x) ->
    (forall b q, P b (Lone q) = 0) ->
    shift_fails ns na n c s a s' a' (attribute_of na) (fun _ b => b) (fun x b => attended L beta x n (P b)).

Definition u25_thm4_whole_pair_statement : Prop :=
  forall (ns na n : nat) (c : nat -> binding) (s a s' a' : nat) (L : any_head) (beta : R)
         (P : nat * nat -> binding -> R),
    contents_of ns na n c s a s' a' -> (forall x q b, shift_of n c s a s' a' x q b -> positional_for L n x) ->
    (forall o q, P o (Lone q) = 0) ->
    shift_fails ns na n c s a s' a' (pair_of ns na) (fun q b => (q, b)) (fun x o => attended L beta x n (P o)).

(** The bias Q b x collects Q.x and c. *)
Definition u25_thm4_affine_statement : Prop :=
  forall (ns na n : nat) (L : any_head) (beta : R) (P Q : nat -> binding -> R),
    (2 <= ns)%nat -> (2 <= na)%nat -> (3 <= n)%nat -> positional_head ns na n L ->
    ~ solves ns na n (attribute_of na) (fun _ b => b) (fun x b => attended L beta x n (P b) + Q b (x n)).

Definition uniform : any_head := fun _ _ _ _ => 0.

(** 1 where the token is the pair o. *)
Definition is_pair (o : nat * nat) (y : binding) : R :=
  match y with Bound s a => if ((s =? fst o) && (a =? snd o))%nat then 1 else 0 | Lone _ => 0 end.

(** The bonus of the outputs that hold the queried symbol. *)
Definition bonus_for (bonus : R) (o : nat * nat) (y : binding) : R :=
  match y with Lone q => if (q =? fst o)%nat then bonus else 0 | Bound _ _ => 0 end.

Definition u25_thm4_whole_pair_direct_statement : Prop :=
  (forall ns na n, positional_head ns na n uniform) /\
  (forall (ns na n : nat) (beta bonus : R), 1 <= bonus ->
     solves ns na n (pair_of ns na) (fun q b => (q, b))
       (fun x o => attended uniform beta x n (is_pair o) + bonus_for bonus o (x n))) /\
  (forall (ns na n n0 : nat) (beta bonus : R), (n <= n0)%nat -> INR n0 <= bonus ->
     solves ns na n (pair_of ns na) (fun q b => (q, b))
       (fun x o => attended uniform beta x n (fun y => is_pair o y + bonus_for bonus o y))).

(** F(a, x)_b = a_(x,b). *)
Definition u25_thm4_gated_statement : Prop :=
  (forall ns na n, positional_head ns na n uniform) /\
  (forall (ns na n : nat) (beta : R),
     solves ns na n (attribute_of na) (fun _ b => b)
       (fun x b => attended uniform beta x n (fun y => match x n with Lone q => is_pair (q, b) y |
         _ => 0 end))).

(** * Marked inputs *)

(** The pair c at place t, the pair d at the other places, the query q at n. *)
Definition marked (n q : nat) (c d : binding) (t k : nat) : binding :=
  if (k =? n)%nat then Lone q else if (k =? t)%nat then c else d.

Lemma marked_query : forall n q c d t, marked n q c d t n = Lone q.
Proof. intros. unfold marked. rewrite Nat.eqb_refl. reflexivity. Qed.

Lemma marked_input : forall ns na n q s a s' a' t b, (3 <= n)%nat -> (1 <= t < n)%nat ->
  (s < ns)%nat -> (a < na)%nat -> (s' < ns)%nat -> (a' < na)%nat -> s <> s' ->
  (q = s /\ b = a) \/ (q = s' /\ b = a') ->
  retrieval_input ns na n (marked n q (Bound s a) (Bound s' a') t) q b.
Proof.
  intros ns na n q s a s' a' t b N T S1 A1 S2 A2 Ne Q.
  assert (At : forall k, (1 <= k < n)%nat ->
    marked n q (Bound s a) (Bound s' a') t k = if (k =? t)%nat then Bound s a else Bound s' a').
  { intros k K. unfold marked. destruct (Nat.eqb_spec k n); [lia|reflexivity]. }
  split; [|split; [|split]].
  - intros k K. rewrite (At k K). destruct (k =? t)%nat; [exists s, a|exists s', a']; auto.
  - intros k k' u v v' K K'. rewrite (At k K), (At k' K').
    destruct (k =? t)%nat, (k' =? t)%nat; intros E E'; injection E; injection E'; intros; subst; congruence.
  - apply marked_query.
  - destruct Q as [[-> ->]|[-> ->]].
    + exists t. split; [exact T|]. rewrite (At t T), Nat.eqb_refl. reflexivity.
    + set (k := if (t =? 1)%nat then 2%nat else 1%nat). assert (K : (1 <= k < n)%nat /\ k <> t).
      { unfold k. destruct (Nat.eqb_spec t 1); lia. }
      exists k. split; [apply K|]. rewrite (At k) by apply K.
      destruct (Nat.eqb_spec k t); [destruct K; contradiction|reflexivity].
Qed.

(** Over all marks, weights of places e times values c at the mark and d elsewhere add up to E (c + (m-1)
    d). *)
Lemma all_marks : forall (e : nat -> R) (c d : R) m, (1 <= m)%nat ->
  sum1 (fun t => sum1 (fun j => e j * (if (j =? t)%nat then c else d)) m) m =
    sum1 e m * (c + INR (m - 1) * d).
Proof.
  intros e c d m M. rewrite sum1_swap. rewrite Rmult_comm, <- sum1_scal. apply sum1_ext. intros j J.
  rewrite sum1_scal. rewrite Rmult_comm. f_equal. rewrite <- (sum1_one c d j m J). apply sum1_ext. intros t _.
  rewrite Nat.eqb_sym. reflexivity.
Qed.

(** If every mark has a positive total with a constant B added, so has their sum. *)
Lemma marks_positive : forall (e : nat -> R) (c d B : R) m, (1 <= m)%nat ->
  (forall t, (1 <= t <= m)%nat -> 0 < sum1 (fun j => e j * (if (j =? t)%nat then c else d)) m + B) ->
  0 < sum1 e m * (c + INR (m - 1) * d) + INR m * B.
Proof.
  intros e c d B m M H. rewrite <- all_marks, <- sum1_const, <- sum1_plus by exact M.
  apply sum1_pos; assumption.
Qed.

(** A positional head gives both contents of a marked input the logits of the first. *)
Lemma one_profile : forall ns na n L q s a s' a' b, (3 <= n)%nat -> positional_head ns na n L ->
  (s < ns)%nat -> (a < na)%nat -> (s' < ns)%nat -> (a' < na)%nat -> s <> s' ->
  (q = s /\ b = a) \/ (q = s' /\ b = a') -> forall j, (1 <= j < n)%nat ->
  L (Lone q) n (Bound s a) j = L (Lone q) n (Bound s' a') j.
Proof.
  intros ns na n L q s a s' a' b N Pos S1 A1 S2 A2 Ne Q j J.
  pose proof (marked_input ns na n q s a s' a' 1 b N ltac:(lia) S1 A1 S2 A2 Ne Q) as In.
  pose proof (Pos _ _ _ In 0%nat 1%nat (j - 1)%nat ltac:(lia) ltac:(lia) ltac:(lia)) as E. simpl in E.
  rewrite marked_query in E. replace (S (j - 1)) with j in E by lia.
  unfold marked in E. destruct (Nat.eqb_spec 1 n); [lia|]. destruct (Nat.eqb_spec 2 n); [lia|]. exact E.
Qed.

(** The attention output of a marked input, times its normaliser: the places, and the query's own key. *)
Lemma marked_attended : forall L beta n q c d t row (rho : nat -> R), (3 <= n)%nat -> (1 <= t < n)%nat ->
  (forall j, (1 <= j < n)%nat -> L (Lone q) n c j = rho j /\ L (Lone q) n d j = rho j) ->
  let own := exp (beta * L (Lone q) n (Lone q) n) in
  let e := fun j => exp (beta * rho j) in
  attended L beta (marked n q c d t) n row * (sum1 e (n - 1) + own)
  = sum1 (fun j => e j * (if (j =? t)%nat then row c else row d)) (n - 1) + own * row (Lone q).
Proof.
  intros L beta n q c d t row rho N T Prof own e. unfold attended, weight. rewrite marked_query.
  destruct n as [|m]; [lia|]. replace (S m - 1)%nat with m by lia.
  assert (At : forall j, (1 <= j <= m)%nat -> marked (S m) q c d t j = if (j =? t)%nat then c else d).
  { intros j J. unfold marked. destruct (Nat.eqb_spec j (S m)); [lia|reflexivity]. }
  assert (Ex : forall j, (1 <= j <= m)%nat -> exp (beta * L (Lone q) (S m) (marked (S m) q c d t j) j) = e j).
  { intros j J. unfold e. destruct (Prof j ltac:(lia)) as [C D]. rewrite (At j J).
    destruct (j =? t)%nat; [rewrite C|rewrite D]; reflexivity. }
  assert (Z : sum1 (fun k => exp (beta * L (Lone q) (S m) (marked (S m) q c d t k) k)) (S m) = sum1 e m +
    own).
  { rewrite sum1_S, marked_query. unfold own. f_equal. apply sum1_ext. exact Ex. }
  rewrite Z. assert (Zp : 0 < sum1 e m + own).
  { assert (0 < own) by apply exp_pos. assert (0 <= sum1 e m); [|lra].
    apply sum1_nonneg. intros. apply Rlt_le, exp_pos. }
  set (z := sum1 e m + own) in *. rewrite Rmult_comm, <- sum1_scal, sum1_S, marked_query. f_equal.
  - apply sum1_ext. intros j J. rewrite (Ex j J), (At j J). destruct (j =? t)%nat; field; lra.
  - unfold own. field. lra.
Qed.

(** The demands "row + bias positive on every mark", added up. *)
Lemma demands : forall L beta n q c d row B (rho : nat -> R), (3 <= n)%nat ->
  (forall j, (1 <= j < n)%nat -> L (Lone q) n c j = rho j /\ L (Lone q) n d j = rho j) ->
  (forall t, (1 <= t < n)%nat -> 0 < attended L beta (marked n q c d t) n row + B) ->
  let own := exp (beta * L (Lone q) n (Lone q) n) in
  let W := sum1 (fun j => exp (beta * rho j)) (n - 1) in
  0 < W * (row c + INR (n - 2) * row d) + INR (n - 1) * (own * row (Lone q) + (W + own) * B).
Proof.
  intros L beta n q c d row B rho N Prof H own W. replace (n - 2)%nat with (n - 1 - 1)%nat by lia.
  apply marks_positive; [lia|]. intros t T.
  pose proof (marked_attended L beta n q c d t row rho N ltac:(lia) Prof) as M. cbv beta zeta in M.
  change (sum1 (fun j => exp (beta * rho j)) (n - 1)) with W in M. fold own in M.
  match type of M with _ = ?r => apply Rlt_le_trans with (r + (W + own) * B); [|right; ring] end.
  rewrite <- M.
  replace (attended L beta (marked n q c d t) n row * (W + own) + (W + own) * B)
    with ((attended L beta (marked n q c d t) n row + B) * (W + own)) by ring.
  apply Rmult_lt_0_compat; [apply H; lia|]. assert (0 < own) by apply exp_pos. assert (0 <= W); [|lra].
  apply sum1_nonneg. intros. apply Rlt_le, exp_pos.
Qed.

Lemma places_positive : forall beta (rho : nat -> R) n, (3 <= n)%nat ->
  0 < sum1 (fun j => exp (beta * rho j)) (n - 1).
Proof. intros. apply sum1_pos; [lia|intros; apply exp_pos]. Qed.

Lemma attended_minus : forall L beta x n r r',
  attended L beta x n r - attended L beta x n r' = attended L beta x n (fun y => r y - r' y).
Proof.
  intros. unfold attended. unfold Rminus. replace (- sum1 _ n)
    with (-1 * sum1 (fun j => weight beta (fun k => L (x n) n (x k) k) n j * r' (x j)) n) by ring.
  rewrite <- sum1_scal, <- sum1_plus. apply sum1_ext. intros. ring.
Qed.

(** * Shifted inputs *)

Lemma cyclic_query : forall n c q t, cyclic n c q t n = Lone q.
Proof. intros. unfold cyclic. rewrite Nat.eqb_refl. reflexivity. Qed.

Lemma cyclic_place : forall n c q t k, (1 <= k < n)%nat -> cyclic n c q t k = c (S ((k - 1 + t) mod (n - 1))).
Proof. intros n c q t k K. unfold cyclic. destruct (Nat.eqb_spec k n); [lia|reflexivity]. Qed.

Lemma cyclic_0 : forall n c q k, (1 <= k < n)%nat -> cyclic n c q 0 k = c k.
Proof.
  intros n c q k K. rewrite cyclic_place by exact K. rewrite Nat.add_0_r, Nat.mod_small by lia. f_equal. lia.
Qed.

(** Each place of a shift is one of the contents. *)
Lemma shift_place : forall n c q t k, (1 <= k < n)%nat ->
  exists k', (1 <= k' < n)%nat /\ cyclic n c q t k = cyclic n c q 0 k'.
Proof.
  intros n c q t k K. pose proof (Nat.mod_upper_bound (k - 1 + t) (n - 1) ltac:(lia)) as B.
  exists (S ((k - 1 + t) mod (n - 1))). split; [lia|]. rewrite cyclic_0, cyclic_place by lia. reflexivity.
Qed.

(** A shift of an input is an input with the same answer. *)
Lemma shift_input : forall ns na n c q b t, (t < n - 1)%nat -> retrieval_input ns na n (cyclic n c q 0) q b ->
  retrieval_input ns na n (cyclic n c q t) q b.
Proof.
  intros ns na n c q b t T (All & One & _ & k & K & E). split; [|split; [|split]].
  - intros j J. destruct (shift_place n c q t j J) as (j' & J' & ->). exact (All j' J').
  - intros j i s a a' J I. destruct (shift_place n c q t j J) as (j' & J' & ->).
    destruct (shift_place n c q t i I) as (i' & I' & ->). exact (One j' i' s a a' J' I').
  - apply cyclic_query.
  - pose proof (Nat.mod_upper_bound (k - 1 + (n - 1 - t)) (n - 1) ltac:(lia)) as B.
    exists (S ((k - 1 + (n - 1 - t)) mod (n - 1))). split; [lia|]. rewrite cyclic_place by lia.
    rewrite cyclic_0 in E by exact K. rewrite <- E. f_equal.
    replace (S ((k - 1 + (n - 1 - t)) mod (n - 1)) - 1)%nat with ((k - 1 + (n - 1 - t)) mod (n - 1))%nat by lia.
    rewrite Nat.add_mod_idemp_l by lia. replace (k - 1 + (n - 1 - t) + t)%nat with (k - 1 + 1 * (n - 1))%nat by lia.
    rewrite Nat.mod_add, Nat.mod_small by lia. lia.
Qed.

(** The normaliser of a shift is that of the contents, and over all shifts the attention outputs add up to the weight of
    the earlier places times the sum of the contents. *)
Lemma shifts_total : forall L beta n c q row, (2 <= n)%nat -> positional_for L n (cyclic n c q 0) -> row (Lone q) = 0 ->
  exists W Z, 0 < W /\ 0 < Z /\
    Z * sum (fun t => attended L beta (cyclic n c q t) n row) (n - 1) = W * sum (fun k => row (c (S k))) (n - 1).
Proof.
  intros L beta n c q row N Pos Q0. destruct n as [|m]; [lia|]. replace (S m - 1)%nat with m in * by lia.
  assert (Rho : forall t j, (j < m)%nat ->
    L (Lone q) (S m) (cyclic (S m) c q t (S j)) (S j) = L (Lone q) (S m) (c 1%nat) (S j)).
  { intros t j J. destruct (shift_place (S m) c q t (S j) ltac:(lia)) as (k & K & ->).
    unfold positional_for in Pos. replace (S m - 1)%nat with m in Pos by lia.
    specialize (Pos (k - 1)%nat 0%nat j ltac:(lia) ltac:(lia) J). cbv beta in Pos. rewrite cyclic_query in Pos.
    replace (S (k - 1)) with k in Pos by lia. rewrite (cyclic_0 _ _ _ 1) in Pos by lia. exact Pos. }
  set (e := fun j => exp (beta * L (Lone q) (S m) (c 1%nat) (S j))).
  set (own := exp (beta * L (Lone q) (S m) (Lone q) (S m))).
  assert (W : 0 < sum e m) by (apply new_positional_heads.sum_pos_all; [lia|intros; apply exp_pos]).
  assert (Own : 0 < own) by apply exp_pos.
  exists (sum e m), (sum e m + own). split; [exact W|]. split; [lra|].
  assert (One : forall t, (sum e m + own) * attended L beta (cyclic (S m) c q t) (S m) row
    = sum (fun j => e j * row (c (S ((j + t) mod m)))) m).
  { intro t. unfold attended, weight. rewrite !sum1_S, !cyclic_query, Q0, Rmult_0_r, Rplus_0_r. unfold sum1. fold own.
    rewrite (sum_ext (fun k => exp (beta * L (Lone q) (S m) (cyclic (S m) c q t (S k)) (S k))) e)
      by (intros j J; rewrite Rho by exact J; reflexivity).
    rewrite <- sum_scal. apply sum_ext. intros j J. rewrite Rho by exact J. fold (e j).
    rewrite cyclic_place by lia. replace (S j - 1)%nat with j by lia. replace (S m - 1)%nat with m by lia. field. lra. }
  rewrite <- sum_scal, (sum_ext _ _ m (fun t _ => One t)).
  rewrite new_positional_heads.sum_swap, Rmult_comm, <- sum_scal. apply sum_ext. intros j J.
  rewrite sum_scal, Rmult_comm. f_equal. apply (new_positional_heads.sum_turned (fun k => row (c (S k)))). exact J.
Qed.

(** Two questions about the same contents: a row is not positive on all shifts asked for s and its negative on all asked
    for s'. *)
Lemma two_questions : forall L beta n c s s' row, (2 <= n)%nat ->
  positional_for L n (cyclic n c s 0) -> positional_for L n (cyclic n c s' 0) -> (forall q, row (Lone q) = 0) ->
  (forall t, (t < n - 1)%nat -> 0 < attended L beta (cyclic n c s t) n row) ->
  (forall t, (t < n - 1)%nat -> attended L beta (cyclic n c s' t) n row < 0) -> False.
Proof.
  intros L beta n c s s' row N Pos Pos' Q0 First Second.
  destruct (shifts_total L beta n c s row N Pos (Q0 s)) as (W & Z & Wp & Zp & E).
  destruct (shifts_total L beta n c s' row N Pos' (Q0 s')) as (W' & Z' & Wp' & Zp' & E').
  pose proof (new_positional_heads.sum_pos_all _ (n - 1) ltac:(lia) First) as F1.
  pose proof (new_positional_heads.sum_neg_all _ (n - 1) ltac:(lia) Second) as F2.
  set (T := sum (fun k => row (c (S k))) (n - 1)) in *.
  assert (0 < W * T) by (rewrite <- E; apply Rmult_lt_0_compat; assumption).
  assert (W' * T < 0) by (rewrite <- E'; nra).
  assert (0 < T) by nra. nra.
Qed.

(** Theorem 4 for any outputs that are told apart by the attribute. *)
Lemma some_shift_fails : forall (O : Type) ns na n c s a s' a' (out : O -> Prop) (right : nat -> nat -> O) L beta
    (P : O -> binding -> R),
  contents_of ns na n c s a s' a' -> (forall x q b, shift_of n c s a s' a' x q b -> positional_for L n x) ->
  (forall o q, P o (Lone q) = 0) -> out (right s a) -> out (right s' a') -> right s a <> right s' a' ->
  shift_fails ns na n c s a s' a' out right (fun x o => attended L beta x n (P o)).
Proof.
  intros O ns na n c s a s' a' out right L beta P (In & In' & _) Pos Q0 Out Out' D. apply NNPP. intro No.
  assert (N : (2 <= n)%nat) by (destruct In as (_ & _ & _ & k & K & _); lia).
  assert (All : forall x q b, shift_of n c s a s' a' x q b -> top_scored out (right q b)
    (fun o => attended L beta x n (P o))).
  { intros x q b H. apply NNPP. intro F. apply No. exists x, q, b. split; [exact H|]. split; [|exact F].
    destruct H as [[[-> ->]|[-> ->]] (t & T & ->)]; apply shift_input; assumption. }
  assert (Sh : forall t, (t < n - 1)%nat -> shift_of n c s a s' a' (cyclic n c s t) s a)
    by (intros t T; split; [auto|exists t; auto]).
  assert (Sh' : forall t, (t < n - 1)%nat -> shift_of n c s a s' a' (cyclic n c s' t) s' a')
    by (intros t T; split; [auto|exists t; auto]).
  apply (two_questions L beta n c s s' (fun y => P (right s a) y - P (right s' a') y) N).
  - apply (Pos _ _ _ (Sh 0%nat ltac:(lia))).
  - apply (Pos _ _ _ (Sh' 0%nat ltac:(lia))).
  - intro q. rewrite !Q0. ring.
  - intros t T. rewrite <- attended_minus. apply Rlt_Rminus.
    apply (All _ _ _ (Sh t T) (right s' a')); [exact Out'|]. intro E. apply D. symmetry. exact E.
  - intros t T. rewrite <- attended_minus. apply Rlt_minus. apply (All _ _ _ (Sh' t T) (right s a)); assumption.
Qed.

(** An attribute that is bound is one of the vocabulary, and so is its symbol. *)
Lemma bound_in_vocabulary : forall ns na n x q b, retrieval_input ns na n x q b -> (q < ns)%nat /\ (b < na)%nat.
Proof.
  intros ns na n x q b (All & _ & _ & k & K & E). destruct (All k K) as (u & v & E' & U & V).
  rewrite E in E'. injection E' as <- <-. auto.
Qed.

Theorem u25_thm4_proved : u25_thm4_statement.
Proof.
  intros ns na n c s a s' a' L beta P C Pos Q0. pose proof C as (In & In' & D).
  apply some_shift_fails; try assumption; eapply bound_in_vocabulary; eassumption.
Qed.

Theorem u25_thm4_whole_pair_proved : u25_thm4_whole_pair_statement.
Proof.
  intros ns na n c s a s' a' L beta P C Pos Q0. pose proof C as (In & In' & D).
  apply some_shift_fails; try assumption; [eapply bound_in_vocabulary; eassumption..|congruence].
Qed.

(** The pair 0 0 at place 1, the pair 1 1 at the others. *)
Definition pairs_with (b k : nat) : binding := if (k =? 1)%nat then Bound 0 0 else Bound 1 b.

Definition two_pairs : nat -> binding := pairs_with 1.

Lemma pairs_with_input : forall b ns na n q, (2 <= ns)%nat -> (1 <= na)%nat -> (b < na)%nat -> (3 <= n)%nat ->
  q = 0%nat \/ q = 1%nat -> retrieval_input ns na n (cyclic n (pairs_with b) q 0) q (q * b).
Proof.
  intros b ns na n q Ns Na B N Q. split; [|split; [|split]].
  - intros k K. rewrite cyclic_0 by exact K. unfold pairs_with.
    destruct (k =? 1)%nat; [exists 0%nat, 0%nat|exists 1%nat, b]; repeat split; lia.
  - intros k k' u v v' K K'. rewrite !cyclic_0 by assumption. unfold pairs_with.
    destruct (k =? 1)%nat, (k' =? 1)%nat; congruence.
  - apply cyclic_query.
  - destruct Q as [->| ->]; [exists 1%nat|exists 2%nat]; (split; [lia|rewrite cyclic_0 by lia]); simpl; rewrite ?Nat.add_0_r; reflexivity.
Qed.

Lemma two_pairs_contents : forall ns na n, (2 <= ns)%nat -> (2 <= na)%nat -> (3 <= n)%nat ->
  contents_of ns na n two_pairs 0 0 1 1.
Proof.
  intros ns na n Ns Na N. pose proof (pairs_with_input 1 ns na n) as In.
  split; [apply (In 0%nat); auto; lia|]. split; [apply (In 1%nat); auto; lia|discriminate].
Qed.

(** No head that is positional on every input solves Retrieval: the theorem in its words, for each length n >= 3, two
    symbols and two attributes or more. *)
Corollary no_positional_head_solves : forall ns na n L beta P,
  (2 <= ns)%nat -> (2 <= na)%nat -> (3 <= n)%nat -> positional_head ns na n L -> (forall b q, P b (Lone q) = 0) ->
  ~ solves ns na n (attribute_of na) (fun _ b => b) (fun x b => attended L beta x n (P b)).
Proof.
  intros ns na n L beta P Ns Na N Pos Q0 Solves. pose proof (two_pairs_contents ns na n Ns Na N) as C.
  destruct (u25_thm4_proved ns na n two_pairs 0%nat 0%nat 1%nat 1%nat L beta P C) as (x & q & b & _ & In & F); [|exact Q0|].
  - intros x q b [[[-> ->]|[-> ->]] (t & T & ->)]; (eapply Pos; apply shift_input; [exact T|apply C]).
  - exact (F (Solves x q b In)).
Qed.

(** * Affine scores *)

(** The query's own value and the bias, common to all inputs with this query: one constant. *)
Lemma affine_demand : forall ns na n L beta (V : binding -> R) H q s a s' a' b (rho : nat -> R),
  (3 <= n)%nat ->
  positional_head ns na n L -> (s < ns)%nat -> (a < na)%nat -> (s' < ns)%nat -> (a' < na)%nat -> s <> s' ->
  (q = s /\ b = a) \/ (q = s' /\ b = a') ->
  (forall j, (1 <= j < n)%nat -> L (Lone q) n (Bound s a) j = rho j) ->
  (forall x, retrieval_input ns na n x q b -> x n = Lone q -> 0 < attended L beta x n V + H) ->
  let own := exp (beta * L (Lone q) n (Lone q) n) in
  let W := sum1 (fun j => exp (beta * rho j)) (n - 1) in
  0 < W * (V (Bound s a) + INR (n - 2) * V (Bound s' a')) + INR (n - 1) * (own * V (Lone q) + (W + own) * H).
Proof.
  intros ns na n L beta V H q s a s' a' b rho N Pos S1 A1 S2 A2 Ne Q Rho D.
  apply (demands L beta n q (Bound s a) (Bound s' a') V H rho N).
  - intros j J. split; [apply Rho, J|]. rewrite <- Rho by exact J. symmetry.
    apply (one_profile ns na n L q s a s' a' b); assumption.
  - intros t T. apply D; [apply marked_input; assumption|apply marked_query].
Qed.

Theorem u25_thm4_affine_proved : u25_thm4_affine_statement.
Proof.
  intros ns na n L beta P Q Ns Na N Pos Solves.
  set (rho := fun q j => L (Lone q) n (Bound 0 0) j).
  (* sharing an attribute links the two contents: one profile for all four pairs *)
  assert (Link : forall q, q = 0%nat \/ q = 1%nat -> forall j, (1 <= j < n)%nat ->
    L (Lone q) n (Bound 0 1) j = rho q j).
  { intros q Hq j J. unfold rho.
    rewrite (one_profile ns na n L q 0 0 1 0 0 N Pos) by (assumption || lia).
    apply (one_profile ns na n L q 0 1 1 0 (1 - q) N Pos); try assumption; try lia. }
  assert (Same : forall q, q = 0%nat \/ q = 1%nat -> forall j, (1 <= j < n)%nat ->
    L (Lone q) n (Bound 0 0) j = rho q j) by (intros; reflexivity).
  set (V := fun y => P 0%nat y - P 1%nat y). set (V' := fun y => P 1%nat y - P 0%nat y).
  assert (R0 : forall x q, retrieval_input ns na n x q 0 -> x n = Lone q ->
    0 < attended L beta x n V + (Q 0%nat (Lone q) - Q 1%nat (Lone q))).
  { intros x q In E. unfold V. rewrite <- attended_minus.
    assert (A : attended L beta x n (P 1%nat) + Q 1%nat (x n) < attended L beta x n (P 0%nat) +
      Q 0%nat (x n)).
    { apply (Solves x _ _ In 1%nat); [unfold attribute_of; lia|discriminate]. }
    rewrite E in A. lra. }
  assert (R1 : forall x q, retrieval_input ns na n x q 1 -> x n = Lone q ->
    0 < attended L beta x n V' + (Q 1%nat (Lone q) - Q 0%nat (Lone q))).
  { intros x q In E. unfold V'. rewrite <- attended_minus.
    assert (A : attended L beta x n (P 0%nat) + Q 0%nat (x n) < attended L beta x n (P 1%nat) +
      Q 1%nat (x n)).
    { apply (Solves x _ _ In 0%nat); [unfold attribute_of; lia|discriminate]. }
    rewrite E in A. lra. }
  (* contents s0 a0, s1 a1, then s0 a1, s1 a0; asked for s0, then for s1 *)
  pose proof (affine_demand ns na n L beta V _ 0 0 0 1 1 0 (rho 0%nat) N Pos ltac:(lia) ltac:(lia) ltac:(lia)
    ltac:(lia) ltac:(lia) ltac:(lia) (Same 0%nat ltac:(auto)) (fun x => R0 x 0%nat)) as E1.
  pose proof (affine_demand ns na n L beta V' _ 0 0 1 1 0 1 (rho 0%nat) N Pos ltac:(lia) ltac:(lia) ltac:(lia)
    ltac:(lia) ltac:(lia) ltac:(lia) (Link 0%nat ltac:(auto)) (fun x => R1 x 0%nat)) as E2.
  pose proof (affine_demand ns na n L beta V' _ 1 0 0 1 1 1 (rho 1%nat) N Pos ltac:(lia) ltac:(lia) ltac:(lia)
    ltac:(lia) ltac:(lia) ltac:(lia) (Same 1%nat ltac:(auto)) (fun x => R1 x 1%nat)) as E3.
  pose proof (affine_demand ns na n L beta V _ 1 0 1 1 0 0 (rho 1%nat) N Pos ltac:(lia) ltac:(lia) ltac:(lia)
    ltac:(lia) ltac:(lia) ltac:(lia) (Link 1%nat ltac:(auto)) (fun x => R0 x 1%nat)) as E4.
  cbv beta zeta in E1, E2, E3, E4. unfold V, V' in E1, E2, E3, E4.
  pose proof (places_positive beta (rho 0%nat) n N) as W0.
  pose proof (places_positive beta (rho 1%nat) n N) as W1.
  set (w0 := sum1 (fun j => exp (beta * rho 0%nat j)) (n - 1)) in *.
  set (w1 := sum1 (fun j => exp (beta * rho 1%nat j)) (n - 1)) in *.
  set (T := P 0%nat (Bound 0 0) - P 1%nat (Bound 0 0) +
    INR (n - 2) * (P 0%nat (Bound 1 1) - P 1%nat (Bound 1 1))).
  set (T' := P 0%nat (Bound 0 1) - P 1%nat (Bound 0 1) +
    INR (n - 2) * (P 0%nat (Bound 1 0) - P 1%nat (Bound 1 0))).
  assert (C0 : 0 < w0 * (T - T')) by (unfold T, T'; lra).
  assert (C1 : 0 < w1 * (T' - T)) by (unfold T, T'; lra).
  apply (Rmult_lt_compat_l w1) in C0; [|exact W1]. apply (Rmult_lt_compat_l w0) in C1; [|exact W0]. lra.
Qed.

(** * What the uniform head can do *)

Lemma uniform_positional : forall ns na n, positional_head ns na n uniform.
Proof. intros ns na n x q b _ a a' p _ _ _. reflexivity. Qed.

Lemma uniform_attended : forall beta x n row, (1 <= n)%nat ->
  attended uniform beta x n row = sum1 (fun j => row (x j)) n / INR n.
Proof.
  intros beta x n row N. unfold attended, uniform, weight, Rdiv.
  rewrite (Rmult_comm (sum1 (fun j => row (x j)) n)), <- sum1_scal.
  apply sum1_ext. intros j _. rewrite Rmult_0_r, exp_0, sum1_const. field. apply not_0_INR. lia.
Qed.

(** Number of places of the pair o. *)
Definition places (o : nat * nat) (x : nat -> binding) (n : nat) : R := sum1 (fun j => is_pair o (x j)) n.

Lemma is_pair_bounds : forall o y, 0 <= is_pair o y <= 1.
Proof. intros o [s a|q]; simpl; [destruct ((s =? fst o) && (a =? snd o))%nat|]; lra. Qed.

Lemma places_nonneg : forall o x n, 0 <= places o x n.
Proof. intros. apply sum1_nonneg. intros. apply is_pair_bounds. Qed.

Section Counts.
  Variables (ns na n : nat) (x : nat -> binding) (q b : nat).
  Hypothesis In : retrieval_input ns na n x q b.

  Lemma input_length : (2 <= n)%nat.
  Proof. destruct In as (_ & _ & _ & k & K & _). lia. Qed.

  Lemma places_right : 1 <= places (q, b) x n.
  Proof.
    destruct In as (_ & _ & _ & k & K & E). unfold places. rewrite (sum1_split _ k) by lia.
    rewrite E. simpl. rewrite !Nat.eqb_refl. simpl.
    assert (0 <= sum1 (fun j => if (j =? k)%nat then 0 else is_pair (q, b) (x j)) n); [|lra].
    apply sum1_nonneg. intros j _. destruct (j =? k)%nat; [lra|apply is_pair_bounds].
  Qed.

  (** The query's place is taken. *)
  Lemma places_at_most : forall o, places o x n <= INR n - 1.
  Proof.
    intro o. pose proof input_length as N. destruct In as (_ & _ & E & _). destruct n as [|m]; [lia|].
    unfold places. rewrite sum1_S, E, S_INR. simpl (is_pair o (Lone q)).
    assert (sum1 (fun j => is_pair o (x j)) m <= INR m); [|lra].
    rewrite <- (Rmult_1_r (INR m)), <- sum1_const. apply sum1_le. intros. apply is_pair_bounds.
  Qed.

  (** No other pair of the queried symbol occurs. *)
  Lemma places_other : forall b', b' <> b -> places (q, b') x n = 0.
  Proof.
    intros b' Ne. unfold places. rewrite (sum1_ext _ (fun _ => 0)), sum1_const; [ring|]. intros j J.
    destruct In as (All & One & E & k & K & Ek).
    destruct (Nat.eq_dec j n) as [->|Nj]; [rewrite E; reflexivity|].
    destruct (All j ltac:(lia)) as (s & a & Ej & _). rewrite Ej. simpl.
    destruct (Nat.eqb_spec s q) as [->|]; [|reflexivity].
    destruct (Nat.eqb_spec a b') as [->|]; [|reflexivity].
    exfalso. apply Ne. apply (One j k q b' b); auto. lia.
  Qed.

  Lemma places_any : forall o, o <> (q, b) -> fst o = q -> places o x n = 0.
  Proof.
    intros [s a] Ne Hs. simpl in Hs. subst s. apply places_other. intro C. apply Ne. congruence.
  Qed.
End Counts.

Theorem u25_thm4_whole_pair_direct_proved : u25_thm4_whole_pair_direct_statement.
Proof.
  split; [exact uniform_positional|split].
  - intros ns na n beta bonus Hb x q b In o _ Ne. pose proof (input_length _ _ _ _ _ _ In) as N.
    assert (Nr : 2 <= INR n) by (apply (le_INR 2), N).
    rewrite !uniform_attended by lia. fold (places o x n). fold (places (q, b) x n).
    pose proof (places_right _ _ _ _ _ _ In) as R1. pose proof (places_at_most _ _ _ _ _ _ In o) as R2.
    destruct (proj2 (proj2 In)) as [E _]. rewrite E. simpl. rewrite Nat.eqb_refl.
    assert (I : 0 < / INR n) by (apply Rinv_0_lt_compat; lra).
    assert (I1 : INR n * / INR n = 1) by (field; lra). unfold Rdiv.
    destruct (Nat.eqb_spec q (fst o)) as [Eq|Nq].
    + rewrite (places_any _ _ _ _ _ _ In o Ne) by auto. nra.
    + nra.
  - intros ns na n n0 beta bonus Hn Hb x q b In o _ Ne. pose proof (input_length _ _ _ _ _ _ In) as N.
    assert (Nr : 2 <= INR n) by (apply (le_INR 2), N). assert (N0 : INR n <= INR n0) by (apply le_INR, Hn).
    rewrite !uniform_attended by lia. rewrite !sum1_plus. fold (places o x n). fold (places (q, b) x n).
    pose proof (places_right _ _ _ _ _ _ In) as R1. pose proof (places_at_most _ _ _ _ _ _ In o) as R2.
    assert (B : forall o', sum1 (fun j => bonus_for bonus o' (x j)) n =
      if (q =? fst o')%nat then bonus else 0).
    { intro o'. destruct In as (All & _ & E & _). destruct n as [|m]; [lia|]. rewrite sum1_S, E.
      rewrite (sum1_ext _ (fun _ => 0)), sum1_const; [simpl; ring|]. intros j J.
      destruct (All j ltac:(lia)) as (s & a & Ej & _). rewrite Ej. reflexivity. }
    rewrite !B. simpl. rewrite Nat.eqb_refl. apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat; lra|].
    destruct (Nat.eqb_spec q (fst o)) as [Eq|Nq].
    + rewrite (places_any _ _ _ _ _ _ In o Ne) by auto. lra.
    + lra.
Qed.

Theorem u25_thm4_gated_proved : u25_thm4_gated_statement.
Proof.
  split; [exact uniform_positional|]. intros ns na n beta x q b In o _ Ne.
  pose proof (input_length _ _ _ _ _ _ In) as N. assert (Nr : 2 <= INR n) by (apply (le_INR 2), N).
  rewrite !uniform_attended by lia. destruct (proj2 (proj2 In)) as [E _]. rewrite E.
  fold (places (q, o) x n). fold (places (q, b) x n). rewrite (places_other _ _ _ _ _ _ In o Ne).
  pose proof (places_right _ _ _ _ _ _ In). apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat; lra|lra].
Qed.

(** * False neighbours *)

(** No head at all answers all these shifts: wrong, a head that favours the queried symbol does. *)
Definition u25_thm4_neighbour_any_head : Prop :=
  forall (ns na n : nat) (c : nat -> binding) (s a s' a' : nat) (L : any_head) (beta : R) (P : nat -> binding -> R),
    contents_of ns na n c s a s' a' -> (forall b q, P b (Lone q) = 0) ->
    shift_fails ns na n c s a s' a' (attribute_of na) (fun _ b => b) (fun x b => attended L beta x n (P b)).

Definition favours (x : binding) (n : nat) (y : binding) (j : nat) : R :=
  match x, y with Lone q, Bound s _ => if (q =? s)%nat then 1 else 0 | _, _ => 0 end.

Definition holds_attribute (b : nat) (y : binding) : R :=
  match y with Bound _ a => if (a =? b)%nat then 1 else 0 | Lone _ => 0 end.

Lemma favours_solves :
  solves 2 2 3 (attribute_of 2) (fun _ b => b) (fun x b => attended favours 1 x 3 (holds_attribute b)).
Proof.
  intros x q b In o _ Ne. pose proof In as (All & One & E & k & K & Ek).
  destruct (All 1%nat ltac:(lia)) as (s1 & a1 & E1 & _).
  destruct (All 2%nat ltac:(lia)) as (s2 & a2 & E2 & _).
  unfold attended, weight, sum1. simpl. rewrite E, E1, E2. simpl.
  pose proof (exp_increasing 0 (1 * 1) ltac:(lra)) as Ex. rewrite exp_0 in Ex.
  assert (E0 : exp (1 * 0) = 1) by (rewrite Rmult_0_r; apply exp_0). rewrite !E0. set (e := exp (1 * 1)) in *.
  assert (Cases : (s1 = q /\ a1 = b) \/ (s2 = q /\ a2 = b)).
  { destruct k as [|[|[|k]]]; [lia| | |lia]; [left|right]; split; congruence. }
  assert (O1 : s1 = q -> a1 = b) by (intros ->; apply (One 1%nat k q a1 b); auto; lia).
  assert (O2 : s2 = q -> a2 = b) by (intros ->; apply (One 2%nat k q a2 b); auto; lia).
  assert (P : forall u v : R, (u = 1 \/ u = e) -> (v = 1 \/ v = e) -> 0 < / (0 + u + v + 1)).
  { intros u v U V. apply Rinv_0_lt_compat. destruct U, V; lra. }
  destruct (Nat.eqb_spec q s1) as [S1|S1], (Nat.eqb_spec q s2) as [S2|S2];
    try (rewrite (O1 (eq_sym S1)) in * ); try (rewrite (O2 (eq_sym S2)) in * );
    try (destruct Cases as [[C1 C2]|[C1 C2]]; congruence); rewrite ?E0; fold e; rewrite ?Nat.eqb_refl.
  - pose proof (P e e ltac:(auto) ltac:(auto)). destruct (Nat.eqb_spec b o); [congruence|]. unfold Rdiv. nra.
  - pose proof (P e 1 ltac:(auto) ltac:(auto)). destruct (Nat.eqb_spec b o); [congruence|].
    destruct (a2 =? o)%nat, (a2 =? b)%nat; unfold Rdiv; nra.
  - pose proof (P 1 e ltac:(auto) ltac:(auto)). destruct (Nat.eqb_spec b o); [congruence|].
    destruct (a1 =? o)%nat, (a1 =? b)%nat; unfold Rdiv; nra.
Qed.

Theorem u25_thm4_neighbour_any_head_false : ~ u25_thm4_neighbour_any_head.
Proof.
  intro H. destruct (H 2%nat 2%nat 3%nat two_pairs 0%nat 0%nat 1%nat 1%nat favours 1 holds_attribute)
    as (x & q & b & _ & In & F); [apply two_pairs_contents; lia|reflexivity|]. exact (F (favours_solves x q b In)).
Qed.

(** The table of the scores may depend on the query: wrong, the gated head does it. *)
Definition u25_thm4_neighbour_table_by_query : Prop :=
  forall (ns na n : nat) (c : nat -> binding) (s a s' a' : nat) (L : any_head) (beta : R)
         (P : binding -> nat -> binding -> R),
    contents_of ns na n c s a s' a' -> (forall x q b, shift_of n c s a s' a' x q b -> positional_for L n x) ->
    (forall x b q, P x b (Lone q) = 0) ->
    shift_fails ns na n c s a s' a' (attribute_of na) (fun _ b => b) (fun x b => attended L beta x n (P (x n) b)).

Lemma uniform_for : forall n x, positional_for uniform n x.
Proof. intros n x a a' p _ _ _. reflexivity. Qed.

Theorem u25_thm4_neighbour_table_by_query_false : ~ u25_thm4_neighbour_table_by_query.
Proof.
  intro H. destruct (H 2%nat 2%nat 3%nat two_pairs 0%nat 0%nat 1%nat 1%nat uniform 1
    (fun x b y => match x with Lone q => is_pair (q, b) y | _ => 0 end)) as (x & q & b & _ & In & F).
  - apply two_pairs_contents; lia.
  - intros. apply uniform_for.
  - intros x b q. destruct x; reflexivity.
  - exact (F (proj2 u25_thm4_gated_proved 2%nat 2%nat 3%nat 1 x q b In)).
Qed.

(** The two symbols may be bound to one attribute: wrong, a table that always says this attribute is right. *)
Definition u25_thm4_neighbour_one_attribute : Prop :=
  forall (ns na n : nat) (c : nat -> binding) (s a s' a' : nat) (L : any_head) (beta : R) (P : nat -> binding -> R),
    retrieval_input ns na n (cyclic n c s 0) s a -> retrieval_input ns na n (cyclic n c s' 0) s' a' ->
    (forall x q b, shift_of n c s a s' a' x q b -> positional_for L n x) -> (forall b q, P b (Lone q) = 0) ->
    shift_fails ns na n c s a s' a' (attribute_of na) (fun _ b => b) (fun x b => attended L beta x n (P b)).

(** The pairs 0 0 and 1 0, and the score of attribute 0 wherever a pair stands. *)
Definition same_attribute : nat -> binding := pairs_with 0.
Definition always_zero (b : nat) (y : binding) : R := match b, y with 0%nat, Bound _ _ => 1 | _, _ => 0 end.

Theorem u25_thm4_neighbour_one_attribute_false : ~ u25_thm4_neighbour_one_attribute.
Proof.
  intro H.
  pose proof (pairs_with_input 0 2 1 3) as In.
  destruct (H 2%nat 1%nat 3%nat same_attribute 0%nat 0%nat 1%nat 0%nat uniform 1 always_zero)
    as (x & q & b & Sh & _ & F); [apply (In 0%nat); auto; lia|apply (In 1%nat); auto; lia|intros; apply uniform_for|intros [|b] q; reflexivity|].
  apply F. intros o Ho Ne. unfold attribute_of in Ho. destruct Sh as [[[_ ->]|[_ ->]] _]; lia.
Qed.

(** The whole pair with a direct path from the query: wrong, the uniform head does it. *)
Definition u25_thm4_whole_pair_neighbour_direct : Prop :=
  forall (ns na n : nat) (c : nat -> binding) (s a s' a' : nat) (L : any_head) (beta : R)
         (P Q : nat * nat -> binding -> R),
    contents_of ns na n c s a s' a' -> (forall x q b, shift_of n c s a s' a' x q b -> positional_for L n x) ->
    (forall o q, P o (Lone q) = 0) ->
    shift_fails ns na n c s a s' a' (pair_of ns na) (fun q b => (q, b))
      (fun x o => attended L beta x n (P o) + Q o (x n)).

Theorem u25_thm4_whole_pair_neighbour_direct_false : ~ u25_thm4_whole_pair_neighbour_direct.
Proof.
  intro H. destruct (H 2%nat 2%nat 3%nat two_pairs 0%nat 0%nat 1%nat 1%nat uniform 1 is_pair (bonus_for 1))
    as (x & q & b & _ & In & F);
    [apply two_pairs_contents; lia|intros; apply uniform_for|reflexivity|].
  exact (F (proj1 (proj2 u25_thm4_whole_pair_direct_proved) 2%nat 2%nat 3%nat 1 1 (Rle_refl 1) x q b In)).
Qed.

Lemma attended_zero : forall L beta x n, attended L beta x n (fun _ => 0) = 0.
Proof.
  intros. unfold attended. rewrite (sum1_ext _ (fun _ => 0)), sum1_const; [ring|intros; ring].
Qed.

Lemma attended_nonneg : forall L beta x n row, (forall y, 0 <= row y) -> 0 <= attended L beta x n row.
Proof.
  intros L beta x n row H. unfold attended, weight. apply sum1_nonneg. intros j J.
  apply Rmult_le_pos; [|apply H]. apply Rlt_le, Rdiv_lt_0_compat; [apply exp_pos|].
  apply sum1_pos; [lia|intros; apply exp_pos].
Qed.

(** Whole pairs without "positional": wrong, a head that favours the queried symbol outputs them. *)
Definition u25_thm4_whole_pair_neighbour_any_head : Prop :=
  forall (ns na n : nat) (c : nat -> binding) (s a s' a' : nat) (L : any_head) (beta : R)
         (P : nat * nat -> binding -> R),
    contents_of ns na n c s a s' a' -> (forall o q, P o (Lone q) = 0) ->
    shift_fails ns na n c s a s' a' (pair_of ns na) (fun q b => (q, b)) (fun x o => attended L beta x n (P o)).

Theorem u25_thm4_whole_pair_neighbour_any_head_false : ~ u25_thm4_whole_pair_neighbour_any_head.
Proof.
  intro H. destruct (H 2%nat 2%nat 3%nat two_pairs 0%nat 0%nat 1%nat 1%nat favours 1
    (fun o y => if (fst o =? snd o)%nat then holds_attribute (snd o) y else 0))
    as (x & q & b & Sh & In & F);
    [apply two_pairs_contents; lia|intros o q; destruct (fst o =? snd o)%nat; reflexivity|].
  apply F. pose proof (favours_solves x q b In) as S. destruct Sh as [Q _].
  assert (E : b = q) by lia. subst b. intros [u v] [U V] Ne. simpl in U, V |- *.
  rewrite Nat.eqb_refl. destruct (Nat.eqb_spec u v) as [->|D].
  - apply (S v); [exact V|congruence].
  - apply Rle_lt_trans with (attended favours 1 x 3 (holds_attribute (1 - q))).
    + rewrite attended_zero. apply attended_nonneg. intros [w z|w]; unfold holds_attribute; [destruct (z =? _)%nat|]; lra.
    + apply (S (1 - q)%nat); [unfold attribute_of; lia|lia].
Qed.

(** Affine scores without "positional": wrong, as for Theorem 4. *)
Definition u25_thm4_affine_neighbour_any_head : Prop :=
  forall (ns na n : nat) (L : any_head) (beta : R) (P Q : nat -> binding -> R),
    (2 <= ns)%nat -> (2 <= na)%nat -> (3 <= n)%nat ->
    ~ solves ns na n (attribute_of na) (fun _ b => b) (fun x b => attended L beta x n (P b) + Q b (x n)).

Theorem u25_thm4_affine_neighbour_any_head_false : ~ u25_thm4_affine_neighbour_any_head.
Proof.
  intro H. apply (H 2%nat 2%nat 3%nat favours 1 holds_attribute (fun _ _ => 0)); try lia.
  intros x q b In o Out Ne. pose proof (favours_solves x q b In o Out Ne). simpl in *. lra.
Qed.

(** Without the bonus the uniform head outputs the whole pair, too. *)
Definition u25_thm4_whole_pair_direct_neighbour_no_bonus : Prop :=
  forall (ns na n : nat) (beta : R),
    solves ns na n (pair_of ns na) (fun q b => (q, b)) (fun x o => attended uniform beta x n (is_pair o)).

Theorem u25_thm4_whole_pair_direct_neighbour_no_bonus_false : ~ u25_thm4_whole_pair_direct_neighbour_no_bonus.
Proof.
  intro H. destruct (u25_thm4_whole_pair_proved 2%nat 2%nat 3%nat two_pairs 0%nat 0%nat 1%nat 1%nat uniform 1 is_pair)
    as (x & q & b & _ & In & F);
    [apply two_pairs_contents; lia|intros; apply uniform_for|reflexivity|].
  exact (F (H 2%nat 2%nat 3%nat 1 x q b In)).
Qed.

(** Without the gate the uniform head solves Retrieval with attribute output, too. *)
Definition u25_thm4_gated_neighbour_no_gate : Prop :=
  forall (ns na n : nat) (beta : R),
    solves ns na n (attribute_of na) (fun _ b => b)
      (fun x b => attended uniform beta x n (holds_attribute b)).

Theorem u25_thm4_gated_neighbour_no_gate_false : ~ u25_thm4_gated_neighbour_no_gate.
Proof.
  intro H. apply (no_positional_head_solves 2%nat 2%nat 3%nat uniform 1 holds_attribute); try lia;
    [apply uniform_positional|reflexivity|].
  apply H.
Qed.

(** A head that looks at places alone, two symbols and two attributes, three tokens. *)
Lemma by_place : positional_head 2 2 3 (fun _ _ _ j => INR j).
Proof. intros x q b _ c c' p _ _ _. reflexivity. Qed.

Example u25_thm4_instance : instance_of u25_thm4_statement.
Proof.
  exists 2%nat, 2%nat, 3%nat, two_pairs, 0%nat, 0%nat, 1%nat, 1%nat, (fun _ _ _ j => INR j), 1, holds_attribute.
  split; [apply two_pairs_contents; lia|]. split; [intros x q b _ k k' p _ _ _; reflexivity|].
  split; [reflexivity|exact I].
Qed.

Example u25_thm4_affine_instance : instance_of u25_thm4_affine_statement.
Proof.
  exists 2%nat, 2%nat, 3%nat, (fun _ _ _ j => INR j), 1, holds_attribute, (fun b _ => INR b).
  split; [lia|]. split; [lia|]. split; [lia|]. split; [exact by_place|exact I].
Qed.

Example u25_thm4_gated_instance : instance_of u25_thm4_gated_statement.
Proof. split; [exists 2%nat, 2%nat, 3%nat; exact I|exists 2%nat, 2%nat, 3%nat, 1; exact I]. Qed.

Example u25_thm4_whole_pair_instance : instance_of u25_thm4_whole_pair_statement.
Proof.
  exists 2%nat, 2%nat, 3%nat, two_pairs, 0%nat, 0%nat, 1%nat, 1%nat, (fun _ _ _ j => INR j), 1, is_pair.
  split; [apply two_pairs_contents; lia|]. split; [intros x q b _ k k' p _ _ _; reflexivity|].
  split; [reflexivity|exact I].
Qed.

Example u25_thm4_whole_pair_direct_instance : instance_of u25_thm4_whole_pair_direct_statement.
Proof.
  split; [exists 2%nat, 2%nat, 3%nat; exact I|]. split.
  - exists 2%nat, 2%nat, 3%nat, 1, 1. split; [lra|exact I].
  - exists 2%nat, 2%nat, 3%nat, 4%nat, 1, 5. split; [lia|]. split; [cbn; lra|exact I].
Qed.

(** What the heads above are asked on, and what [solves] asks of a score, is there. *)
Example retrieval_input_can_be_met :
  retrieval_input 2 2 3 (fun k => match k with 1%nat => Bound 0 1 | 2%nat => Bound 1 0 | _ => Lone 0 end) 0 1.
Proof.
  split; [|split; [|split]].
  - intros k K. destruct k as [|[|[|k]]]; try lia; eexists; eexists; (split; [reflexivity|lia]).
  - intros k k' s a a' K K' E E'. destruct k as [|[|[|k]]]; try lia; destruct k' as [|[|[|k']]]; try lia; congruence.
  - reflexivity.
  - exists 1%nat. split; [lia|reflexivity].
Qed.
