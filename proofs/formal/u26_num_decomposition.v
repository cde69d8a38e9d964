(** u26.num-decomposition (U26, Appendix F.1).

    "f_NUM(s) = [Reflexive^{l-h}(Index^h(s))]_n for inputs with at most h hops, l >= h."

    Idea: write the path as k_1 = n, k_2, ..., the last a letter.  A pass turns an integer that points at a
    letter into this letter and leaves an integer that points at an integer.  So after r passes every place
    of the path from which the letter is at most r hops away holds the answer, and every other place its
    own integer still.

    Encoding: [out] is any treatment of integers that point before the start, kept, wrapped round or
    otherwise, and may be another one for every sequence.  The printed "n > m" (every integer smaller than
    the length) is not needed and not assumed. *)

From Coq Require Import List Lia Arith.
From RopeTheory Require Import Heads Tasks Instances.
Import ListNotations.

Definition u26_num_decomposition_statement : Prop :=
  forall (out : list token -> nat -> token) (s : list token) (hops h l : nat) (a : letter),
    number_input s -> num_answer s hops a -> hops <= h -> h <= l ->
    last_tok (iterate (l - h) Reflexive (iterate h (Index out) s)) = Some (Letter a).

(** What a place of the path holds after r passes. *)
Lemma along_the_path : forall out s a p h q, num_path s p h q -> tok s q = Some (Letter a) ->
  forall r, tok (iterate r (Index out) s) p = if h <=? r then Some (Letter a) else tok s p.
Proof.
  intros out s a p h q P. induction P as [p b E|p i h q E L P IH]; intros A r.
  - assert (b = a) by congruence. subst b. induction r as [|r IHr]; [exact A|]. rewrite iterate_S.
    pose proof (tok_inside _ _ _ _ A) as In. rewrite tok_Index by (rewrite iterate_Index_length; exact In).
    unfold index_at. rewrite IHr. reflexivity.
  - specialize (IH A). induction r as [|r IHr]; [reflexivity|]. rewrite iterate_S.
    pose proof (tok_inside _ _ _ _ E) as In. rewrite tok_Index by (rewrite iterate_Index_length; exact In).
    unfold index_at. rewrite IHr. change (S h <=? S r) with (h <=? r).
    destruct (Nat.leb_spec (S h) r) as [K|K].
    + destruct (Nat.leb_spec h r); [reflexivity|lia].
    + rewrite E. rewrite (proj2 (Nat.ltb_lt i p) L), IH. destruct (Nat.leb_spec h r); [reflexivity|].
      destruct P as [p' b E'|p' i' h' q' E' _ _]; [lia|]. rewrite E'. reflexivity.
Qed.

Theorem u26_num_decomposition_proved : u26_num_decomposition_statement.
Proof.
  intros out s hops h l a _ (q & P & A) H _. rewrite iterate_Reflexive. unfold last_tok.
  rewrite iterate_Index_length, (along_the_path out s a _ _ _ P A).
  destruct (Nat.leb_spec hops h); [reflexivity|lia].
Qed.

(** Figure 1: C B A 1 4 1 3 2 1 (letters C = 2, B = 1, A = 0) answers C after 4 hops. *)
Example figure_1 :
  num_answer [Letter 2; Letter 1; Letter 0; Int 1; Int 4; Int 1; Int 3; Int 2; Int 1] 4 2.
Proof. exists 1. split; [|reflexivity]. repeat (eapply num_hop; [reflexivity|simpl; lia|simpl]).
now apply num_here with 2. Qed.

(** * False neighbours *)

(** A 0, B 1: the input A B 2 1 takes two hops. *)
Definition two_hops : list token := [Letter 0; Letter 1; Int 2; Int 1].

Lemma two_hops_input : number_input two_hops.
Proof. exists [0; 1], [2; 1]. repeat split; try discriminate. simpl. intros; lia. Qed.

Lemma two_hops_answer : num_answer two_hops 2 0.
Proof. exists 1. split; [|reflexivity]. repeat (eapply num_hop; [reflexivity|simpl; lia|simpl]).
now apply num_here with 0. Qed.

(** One hop more than passes. *)
Definition u26_num_decomposition_neighbour_pass_short : Prop :=
  forall (out : list token -> nat -> token) (s : list token) (hops h l : nat) (a : letter),
    number_input s -> num_answer s hops a -> hops <= S h -> h <= l ->
    last_tok (iterate (l - h) Reflexive (iterate h (Index out) s)) = Some (Letter a).

Theorem u26_num_decomposition_neighbour_pass_short_false : ~ u26_num_decomposition_neighbour_pass_short.
Proof.
  intro H. specialize (H keep two_hops 2 1 1 0 two_hops_input two_hops_answer ltac:(lia) ltac:(lia)).
  vm_compute in H. discriminate.
Qed.

(** A pass that copies whatever stands at the place asked for, integers too. *)
Definition copy_at (s : list token) (p : nat) : token :=
  match tok s p with
  | Some (Letter a) => Letter a
  | Some (Int i) => if i <? p then match tok s (p - i) with Some t => t | None => Int i end else Int i
  | None => Int 0
  end.

Definition copy_any (s : list token) : list token := map (copy_at s) (seq 1 (length s)).

Definition u26_num_decomposition_neighbour_copies_integers : Prop :=
  forall (s : list token) (hops h l : nat) (a : letter),
    number_input s -> num_answer s hops a -> hops <= h -> h <= l ->
    last_tok (iterate (l - h) Reflexive (iterate h copy_any s)) = Some (Letter a).

Theorem u26_num_decomposition_neighbour_copies_integers_false :
  ~ u26_num_decomposition_neighbour_copies_integers.
Proof.
  intro H. specialize (H two_hops 2 2 2 0 two_hops_input two_hops_answer ltac:(lia) ltac:(lia)).
  vm_compute in H. discriminate.
Qed.

Example u26_num_decomposition_instance : instance_of u26_num_decomposition_statement.
Proof.
  exists keep, two_hops, 2, 2, 3, 0. split; [exact two_hops_input|]. split; [exact two_hops_answer|].
  repeat apply conj; try exact I; lia.
Qed.
