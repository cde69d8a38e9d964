(** u26.rem31c (U26, Remark 3.1): "Index cannot be computed by a purely symbolic head."

    Cannot be computed: on two inputs the attention output is the same and Index is not, so for every VAL and
    every F(a, x) one of the two is answered wrong; one layer, as in the remark. Index is U26's: the query is an
    integer i, the answer the letter i places back; where no letter stands there, the query is kept.

    Idea: put the token x where the query looks and y on all other places, or x on another place. The inputs
    are permutations of one another, so a symbolic head has the same attention output on both (u25.lem1), and
    the query is the same; Index answers x and y, or keeps the integer for the one that is no letter.

    Encoding: a head is any function L of query content, its position, key content and its position; it need
    not be a RoPE head, and it is symbolic on these two inputs, nowhere else by assumption. N = n - 1 tokens
    stand before the query; places are counted from 0, so the query looks at N - i. That another place t is
    there makes N >= 2, i.e. n >= 3. *)

From Coq Require Import Reals Lra Lia List Permutation PeanoNat.
From RopeTheory Require Import Rope Heads Attention Tasks u25_lem1 Instances.
Import ListNotations.
Open Scope R_scope.

(** The token x on place t of N places, y on all others. *)
Definition marked (N t : nat) (x y : token) : list token := repeat y t ++ x :: repeat y (N - S t).

(** The model's output at the query i is what Index answers there. *)
Definition right_answer (answer : list token -> token -> token) (s : list token) (i : nat) : Prop :=
  last_tok (Index keep (s ++ [Int i])) = Some (answer s (Int i)).

(** With x where the query i looks, and with x on the place t, the attention output is the same, and no F makes both answers
    right. *)
Definition no_answer_serves (L : token -> nat -> token -> nat -> R) (VAL : token -> nat -> R) (d : nat) (beta : R)
    (N i t : nat) (x y : token) : Prop :=
  attend L VAL d beta (marked N (N - i) x y) (Int i) = attend L VAL d beta (marked N t x y) (Int i) /\
  forall F : list R -> token -> token,
    ~ (right_answer (model L VAL d beta F) (marked N (N - i) x y) i /\ right_answer (model L VAL d beta F) (marked N t x y) i).

Definition u26_rem31c_statement : Prop :=
  forall (L : token -> nat -> token -> nat -> R) (VAL : token -> nat -> R) (d : nat) (beta : R)
         (N i t : nat) (x y : token),
    x <> y -> (exists a, x = Letter a \/ y = Letter a) -> (1 <= i <= N)%nat -> (t < N)%nat -> t <> (N - i)%nat ->
    symbolic_on L (marked N (N - i) x y) (Int i) -> symbolic_on L (marked N t x y) (Int i) ->
    no_answer_serves L VAL d beta N i t x y.

Lemma marked_length : forall N t x y, (t < N)%nat -> length (marked N t x y) = N.
Proof. intros N t x y T. unfold marked. rewrite app_length. simpl. rewrite !repeat_length. lia. Qed.

Lemma marked_permutation : forall N t x y, (t < N)%nat -> Permutation (x :: repeat y (N - 1)) (marked N t x y).
Proof.
  intros N t x y T. unfold marked. apply Permutation_cons_app. rewrite <- repeat_app.
  replace (t + (N - S t))%nat with (N - 1)%nat by lia. reflexivity.
Qed.

Lemma marked_there : forall N t x y, nth_error (marked N t x y) t = Some x.
Proof.
  intros N t x y. unfold marked. rewrite nth_error_app2 by (rewrite repeat_length; lia).
  rewrite repeat_length, Nat.sub_diag. reflexivity.
Qed.

Lemma marked_elsewhere : forall N t k x y, (t < N)%nat -> (k < N)%nat -> k <> t ->
  nth_error (marked N t x y) k = Some y.
Proof.
  intros N t k x y T K E. unfold marked.
  destruct (Nat.lt_ge_cases k t) as [Before|After].
  - rewrite nth_error_app1 by (rewrite repeat_length; lia). apply nth_error_repeat. lia.
  - rewrite nth_error_app2 by (rewrite repeat_length; lia). rewrite repeat_length.
    replace (k - t)%nat with (S (k - S t)) by lia. simpl. apply nth_error_repeat. lia.
Qed.

(** The letter where the query looks, or the query itself. *)
Definition answer_for (z : token) (i : nat) : token := match z with Letter a => Letter a | Int _ => Int i end.

Lemma index_answer : forall s i z, (1 <= i <= length s)%nat -> nth_error s (length s - i) = Some z ->
  last_tok (Index keep (s ++ [Int i])) = Some (answer_for z i).
Proof.
  intros s i z I Z. unfold last_tok. rewrite Index_length.
  assert (Len : length (s ++ [Int i]) = S (length s)) by (rewrite app_length; simpl; lia).
  rewrite Len, tok_Index by lia. unfold index_at.
  change (tok (s ++ [Int i]) (S (length s))) with (nth_error (s ++ [Int i]) (length s)).
  rewrite nth_error_app2, Nat.sub_diag by lia. change (nth_error [Int i] 0) with (Some (Int i)). cbv beta iota.
  rewrite (proj2 (Nat.ltb_lt i (S (length s)))) by lia.
  replace (S (length s) - i)%nat with (S (length s - i)) by lia.
  change (tok (s ++ [Int i]) (S (length s - i))) with (nth_error (s ++ [Int i]) (length s - i)).
  rewrite nth_error_app1, Z by lia. destruct z; reflexivity.
Qed.

Lemma answers_differ : forall x y i, x <> y -> (exists a, x = Letter a \/ y = Letter a) ->
  answer_for x i <> answer_for y i.
Proof. intros x y i D (a & [->| ->]); [destruct y|destruct x]; simpl; congruence. Qed.

Theorem u26_rem31c_proved : u26_rem31c_statement.
Proof.
  intros L VAL d beta N i t x y D Letters I T Other Sym _.
  assert (Same : attend L VAL d beta (marked N (N - i) x y) (Int i) = attend L VAL d beta (marked N t x y) (Int i)).
  { apply attend_permuted; [exact Sym|]. transitivity (x :: repeat y (N - 1)).
    - apply Permutation_sym, marked_permutation. lia.
    - apply marked_permutation. exact T. }
  split; [exact Same|]. intros F [First Second]. unfold right_answer, model in First, Second.
  rewrite (index_answer _ i x) in First;
    [|rewrite marked_length; lia|rewrite marked_length by lia; apply marked_there].
  rewrite (index_answer _ i y) in Second;
    [|rewrite marked_length; lia|rewrite marked_length by lia; apply marked_elsewhere; lia].
  rewrite <- Same in Second. apply (answers_differ x y i D Letters). congruence.
Qed.

(** No head that is symbolic on every input answers Index on all inputs of letters, then one integer that points to one
    of them: the remark in its words, for each length n = N + 1 >= 3. *)
Corollary no_symbolic_head_computes_index :
  forall (L : token -> nat -> token -> nat -> R) VAL d beta F (N : nat), (2 <= N)%nat ->
    (forall s x, symbolic_on L s x) ->
    ~ (forall s i, Forall (fun z => exists a, z = Letter a) s -> length s = N -> (1 <= i <= N)%nat ->
         right_answer (model L VAL d beta F) s i).
Proof.
  intros L VAL d beta F N Long Sym Solves.
  apply (proj2 (u26_rem31c_proved L VAL d beta N 1%nat 0%nat (Letter 0) (Letter 1) ltac:(discriminate)
    ltac:(exists 0%nat; left; reflexivity) ltac:(lia) ltac:(lia) ltac:(lia) (Sym _ _) (Sym _ _)) F).
  split; apply Solves; try (apply marked_length; lia); try lia; unfold marked;
    (apply Forall_app; split; [|constructor; [exists 0%nat; reflexivity|]];
     apply Forall_forall; intros z Z; exists 1%nat; exact (repeat_spec _ _ _ Z)).
Qed.

(** * False neighbours: each hypothesis is needed *)

(** A head that sees nothing: all logits are 0. *)
Definition blind (x : token) (i : nat) (y : token) (j : nat) : R := 0.

Lemma blind_symbolic : forall s x, symbolic_on blind s x.
Proof. intros s x a b b' _ _ _. reflexivity. Qed.

(** One token is enough: wrong, both inputs have one answer. *)
Definition u26_rem31c_neighbour_one_token : Prop :=
  forall (L : token -> nat -> token -> nat -> R) (VAL : token -> nat -> R) (d : nat) (beta : R)
         (N i t : nat) (x y : token),
    (exists a, x = Letter a \/ y = Letter a) -> (1 <= i <= N)%nat -> (t < N)%nat -> t <> (N - i)%nat ->
    symbolic_on L (marked N (N - i) x y) (Int i) -> symbolic_on L (marked N t x y) (Int i) ->
    no_answer_serves L VAL d beta N i t x y.

Theorem u26_rem31c_neighbour_one_token_false : ~ u26_rem31c_neighbour_one_token.
Proof.
  intro H.
  apply (proj2 (H blind (fun _ _ => 0) 0%nat 1 2%nat 1%nat 0%nat (Letter 0) (Letter 0) ltac:(exists 0%nat; auto)
    ltac:(lia) ltac:(lia) ltac:(discriminate) (blind_symbolic _ _) (blind_symbolic _ _)) (fun _ _ => Letter 0)).
  split; reflexivity.
Qed.

(** Two integers are enough: wrong, Index keeps the query on both inputs. *)
Definition u26_rem31c_neighbour_two_integers : Prop :=
  forall (L : token -> nat -> token -> nat -> R) (VAL : token -> nat -> R) (d : nat) (beta : R)
         (N i t : nat) (x y : token),
    x <> y -> (1 <= i <= N)%nat -> (t < N)%nat -> t <> (N - i)%nat ->
    symbolic_on L (marked N (N - i) x y) (Int i) -> symbolic_on L (marked N t x y) (Int i) ->
    no_answer_serves L VAL d beta N i t x y.

Theorem u26_rem31c_neighbour_two_integers_false : ~ u26_rem31c_neighbour_two_integers.
Proof.
  intro H.
  apply (proj2 (H blind (fun _ _ => 0) 0%nat 1 2%nat 1%nat 0%nat (Int 1) (Int 2) ltac:(discriminate)
    ltac:(lia) ltac:(lia) ltac:(discriminate) (blind_symbolic _ _) (blind_symbolic _ _)) (fun _ x => x)).
  split; reflexivity.
Qed.

(** One token before the query is enough: wrong, there is no other place, and the input is its own partner. *)
Definition u26_rem31c_neighbour_one_earlier : Prop :=
  forall (L : token -> nat -> token -> nat -> R) (VAL : token -> nat -> R) (d : nat) (beta : R)
         (N i t : nat) (x y : token),
    x <> y -> (exists a, x = Letter a \/ y = Letter a) -> (1 <= i <= N)%nat -> (t < N)%nat ->
    symbolic_on L (marked N (N - i) x y) (Int i) -> symbolic_on L (marked N t x y) (Int i) ->
    no_answer_serves L VAL d beta N i t x y.

Theorem u26_rem31c_neighbour_one_earlier_false : ~ u26_rem31c_neighbour_one_earlier.
Proof.
  intro H.
  apply (proj2 (H blind (fun _ _ => 0) 0%nat 1 1%nat 1%nat 0%nat (Letter 0) (Letter 1) ltac:(discriminate)
    ltac:(exists 0%nat; auto) ltac:(lia) ltac:(lia) (blind_symbolic _ _) (blind_symbolic _ _))
    (fun _ _ => Letter 0)).
  split; reflexivity.
Qed.

(** Any head fails: wrong, a head that looks one place back sees which letter stands there. *)
Definition u26_rem31c_neighbour_any_head : Prop :=
  forall (L : token -> nat -> token -> nat -> R) (VAL : token -> nat -> R) (d : nat) (beta : R)
         (N i t : nat) (x y : token),
    x <> y -> (exists a, x = Letter a \/ y = Letter a) -> (1 <= i <= N)%nat -> (t < N)%nat -> t <> (N - i)%nat ->
    no_answer_serves L VAL d beta N i t x y.

(** A logit of 1 one place back, of 0 elsewhere; the value of letter 0 is 1, of all else 0. *)
Definition one_back (x : token) (i : nat) (y : token) (j : nat) : R := if (j =? i - 1)%nat then 1 else 0.
Definition zero_seen (y : token) (c : nat) : R := match y with Letter 0 => 1 | _ => 0 end.

Theorem u26_rem31c_neighbour_any_head_false : ~ u26_rem31c_neighbour_any_head.
Proof.
  intro H.
  pose proof (proj1 (H one_back zero_seen 1%nat 1 2%nat 1%nat 0%nat (Letter 0) (Letter 1) ltac:(discriminate)
    ltac:(exists 0%nat; auto) ltac:(lia) ltac:(lia) ltac:(discriminate))) as E.
  unfold attend, weight, sum1, sum, one_back, zero_seen in E. simpl in E. injection E as E.
  rewrite !Rmult_0_r, !Rmult_1_r, exp_0 in E.
  pose proof (exp_increasing 0 1 Rlt_0_1) as G. rewrite exp_0 in G.
  apply (Rmult_eq_compat_r (0 + 1 + exp 1 + 1)) in E. field_simplify in E; lra.
Qed.

(** A head whose logit is the number of the key's letter. *)
Example u26_rem31c_instance : instance_of u26_rem31c_statement.
Proof.
  exists (fun _ _ y _ => match y with Letter a => INR a | Int _ => 0 end),
    (fun y _ => match y with Letter a => INR a | Int _ => 0 end), 1%nat, 1, 3%nat, 2%nat, 0%nat, (Letter 0), (Letter 1).
  split; [discriminate|]. split; [exists 0%nat; auto|]. split; [lia|]. split; [lia|]. split; [discriminate|].
  split; [intros a b b' _ _ _; reflexivity|]. split; [intros a b b' _ _ _; reflexivity|].
  exact I.
Qed.
