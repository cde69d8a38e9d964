(** u26.number-solution, .assumed, .n1-for-n2, .corrected (U26, number task, definition of the solution).

    Printed: "With the hop chain k_1 = n2, k_{i+1} = k_i - j_{k_i}, ..., k_HL, it is assumed that n1 -
    j_{k_HL} + 1 in {1..n1}, and the answer is s_{n2 - j_{k_HL} + 1}."

    .assumed: on the inputs for which the printed assumption holds, the answer is s_{n2 - j_{k_HL} + 1}.
    .n1-for-n2: on these, the answer is s_{n1 - j_{k_HL} + 1}.
    .corrected: n1 + k_HL - j_{k_HL} in {1..n1}, and the answer is s_{n1 + k_HL - j_{k_HL}}.

    Idea: integer number k stands at position n1 + k, after the letters, so the chain k_1, k_2, ... and the
    path stay n1 apart.  The last hop starts at n1 + k_HL.

    Encoding: an input is given by its letters and its integers, not empty, integers at least 1, and its
    path meets a letter (num_answer in Tasks.v).  k_HL is the last index of the chain that is still among
    1..n2, so that the hop from it meets a letter.  Indices are integers: s_z is a letter for z in 1..n1
    only. *)

From Coq Require Import List Lia Arith ZArith.
From RopeTheory Require Import Heads Tasks Instances.
Import ListNotations.

Definition valid_number (letters integers : list nat) (a : letter) : Prop :=
  letters <> [] /\ integers <> [] /\ (forall i, In i integers -> 1 <= i) /\
  exists h, num_answer (map Letter letters ++ map Int integers) h a.

(** The chain from k runs to k_HL = kl with j_{k_HL} = jl. *)
Inductive chain (integers : list nat) : nat -> nat -> nat -> Prop :=
| chain_last : forall k j, tok integers k = Some j -> k <= j -> chain integers k k j
| chain_next : forall k j kl jl, tok integers k = Some j -> j < k -> chain integers (k - j) kl jl ->
    chain integers k kl jl.

Definition last_hop (integers : list nat) (k j : nat) : Prop := chain integers (length integers) k j.

(** s_z, for an integer index z. *)
Definition letter_at (letters : list nat) (z : Z) : option letter :=
  match z with Zpos p => tok letters (Pos.to_nat p) | _ => None end.

Open Scope Z_scope.

Definition n_of (l : list nat) : Z := Z.of_nat (length l).

Definition assumption (letters : list nat) (j : nat) : Prop :=
  1 <= n_of letters - Z.of_nat j + 1 <= n_of letters.

Definition u26_number_solution_statement : Prop :=
  forall letters integers a, valid_number letters integers a -> forall k j, last_hop integers k j ->
    assumption letters j /\ letter_at letters (n_of integers - Z.of_nat j + 1) = Some a.

Definition u26_number_solution_assumed_statement : Prop :=
  forall letters integers a, valid_number letters integers a -> forall k j, last_hop integers k j ->
    assumption letters j -> letter_at letters (n_of integers - Z.of_nat j + 1) = Some a.

Definition u26_number_solution_n1_for_n2_statement : Prop :=
  forall letters integers a, valid_number letters integers a -> forall k j, last_hop integers k j ->
    assumption letters j -> letter_at letters (n_of letters - Z.of_nat j + 1) = Some a.

(** There is one last hop, and it leads to the answer. *)
Definition u26_number_solution_corrected_statement : Prop :=
  forall letters integers a, valid_number letters integers a ->
    (exists k j, last_hop integers k j) /\
    forall k j, last_hop integers k j ->
      1 <= n_of letters + Z.of_nat k - Z.of_nat j <= n_of letters /\
      letter_at letters (n_of letters + Z.of_nat k - Z.of_nat j) = Some a.

Close Scope Z_scope.

(** * The chain and the path stay n1 apart *)

Lemma integer_at : forall letters integers k j, tok integers k = Some j ->
  tok (map Letter letters ++ map Int integers) (length letters + k) = Some (Int j).
Proof.
  intros letters integers k j E. pose proof (tok_inside _ _ _ _ E).
  rewrite <- (map_length Letter letters), tok_app_right, tok_map, E by lia. reflexivity.
Qed.

Lemma letters_at : forall letters integers p, p <= length letters ->
  tok (map Letter letters ++ map Int integers) p
  = match tok letters p with Some a => Some (Letter a) | None => None end.
Proof. intros. rewrite tok_app_left, tok_map by (rewrite map_length; assumption). reflexivity. Qed.

Lemma chain_reaches : forall letters integers a k kl jl, chain integers k kl jl ->
  forall h q, num_path (map Letter letters ++ map Int integers) (length letters + k) h q ->
    tok (map Letter letters ++ map Int integers) q = Some (Letter a) ->
    kl <= jl /\ jl < length letters + kl /\ tok letters (length letters + kl - jl) = Some a.
Proof.
  intros letters integers a k kl jl C. induction C as [k j E L|k j kl jl E L C IH]; intros h q P A.
  - pose proof (integer_at letters integers k j E) as E'.
    inversion P as [? b Eb|? i h' ? Ei Li P']; subst; [congruence|].
    assert (i = j) by congruence. subst i. pose proof (tok_inside _ _ _ _ E).
    assert (S : tok (map Letter letters ++ map Int integers) (length letters + k - j)
                = match tok letters (length letters + k - j) with Some c => Some (Letter c) |
                  None => None end).
    { apply letters_at. lia. }
    destruct (tok_some _ letters (length letters + k - j) ltac:(lia)) as [c Ec]. rewrite Ec in S.
    inversion P' as [? b Eb|? i h'' ? En Ln Pn]; subst; [|congruence].
    split; [lia|]. split; [lia|]. rewrite Ec. congruence.
  - pose proof (integer_at letters integers k j E) as E'.
    inversion P as [? b Eb|? i h' ? Ei Li P']; subst; [congruence|].
    assert (i = j) by congruence. subst i. replace (length letters + k - j) with (length letters + (k - j)) in
      P' by lia.
    apply (IH h' q P' A).
Qed.

Lemma chain_exists : forall integers, (forall i, In i integers -> 1 <= i) ->
  forall k, 1 <= k <= length integers -> exists kl jl, chain integers k kl jl.
Proof.
  intros integers Pos k. induction k as [k IH] using lt_wf_ind. intro K.
  destruct (tok_some _ integers k K) as [j E]. destruct (le_lt_dec k j) as [L|L].
  - exists k, j. apply chain_last; assumption.
  - assert (1 <= j). { apply Pos. destruct k as [|k]; [lia|]. simpl in E. eapply nth_error_In, E. }
    destruct (IH (k - j)) as (kl & jl & C); [lia|lia|]. exists kl, jl. eapply chain_next; eauto.
Qed.

Lemma letter_at_nat : forall letters p, 1 <= p -> letter_at letters (Z.of_nat p) = tok letters p.
Proof.
  intros letters p L. destruct p as [|p]; [lia|]. unfold letter_at. simpl Z.of_nat. cbv iota beta.
  rewrite SuccNat2Pos.id_succ. reflexivity.
Qed.

Theorem u26_number_solution_corrected_proved : u26_number_solution_corrected_statement.
Proof.
  intros letters integers a (L & I & Pos & h & q & P & A). split.
  - apply chain_exists; [exact Pos|]. destruct integers; [congruence|simpl; lia].
  - intros k j C. unfold n_of. rewrite app_length, !map_length in P.
    destruct (chain_reaches letters integers a _ k j C h q P A) as (C1 & C2 & C3).
    split; [lia|]. replace (Z.of_nat (length letters) + Z.of_nat k - Z.of_nat j)%Z
      with (Z.of_nat (length letters + k - j)) by lia.
    rewrite letter_at_nat by lia. exact C3.
Qed.

(** * The printed formula *)

(** A B 1 answers B; n2 - j + 1 = 1 names A. *)
Lemma A_B_1 : valid_number [0; 1] [1] 1.
Proof.
  repeat split; try discriminate; [simpl; intros; lia|]. exists 1, 2. split; [|reflexivity].
  eapply num_hop; [reflexivity|simpl; lia|]. now apply num_here with 1.
Qed.

Lemma A_B_1_last : last_hop [1] 1 1.
Proof. apply chain_last; [reflexivity|lia]. Qed.

Theorem u26_number_solution_refuted : ~ u26_number_solution_statement.
Proof. intro H. destruct (H _ _ _ A_B_1 _ _ A_B_1_last) as [_ E]. vm_compute in E. discriminate. Qed.

Theorem u26_number_solution_assumed_refuted : ~ u26_number_solution_assumed_statement.
Proof.
  intro H. assert (As : assumption [0; 1] 1) by (unfold assumption, n_of; simpl; lia).
  pose proof (H _ _ _ A_B_1 _ _ A_B_1_last As) as E. vm_compute in E. discriminate.
Qed.

(** The assumption fails on the paper's own Figure 1, C B A 1 4 1 3 2 1, which answers C. *)
Example figure_1_breaks_the_assumption :
  valid_number [2; 1; 0] [1; 4; 1; 3; 2; 1] 2 /\ last_hop [1; 4; 1; 3; 2; 1] 2 4 /\ ~ assumption [2; 1; 0] 4.
Proof.
  split; [|split].
  - repeat split; try discriminate; [simpl; intros; lia|]. exists 4, 1. split; [|reflexivity].
    do 4 (eapply num_hop; [reflexivity|simpl; lia|simpl]). now apply num_here with 2.
  - do 3 (eapply chain_next; [reflexivity|simpl; lia|simpl]). apply chain_last; [reflexivity|lia].
  - unfold assumption, n_of. simpl. lia.
Qed.

(** A B 1 2 answers B (k_HL = 2); n1 - j + 1 = 1 names A. *)
Theorem u26_number_solution_n1_for_n2_refuted : ~ u26_number_solution_n1_for_n2_statement.
Proof.
  intro H. assert (V : valid_number [0; 1] [1; 2] 1).
  { repeat split; try discriminate; [simpl; intros; lia|]. exists 1, 2. split; [|reflexivity].
    eapply num_hop; [reflexivity|simpl; lia|simpl]. now apply num_here with 1. }
  assert (C : last_hop [1; 2] 2 2) by (apply chain_last; [reflexivity|lia]).
  assert (As : assumption [0; 1] 2) by (unfold assumption, n_of; simpl; lia).
  pose proof (H _ _ _ V _ _ C As) as E. vm_compute in E. discriminate.
Qed.

(** * False neighbours *)

(** One place further. *)
Definition u26_number_solution_corrected_neighbour_one_further : Prop :=
  forall letters integers a, valid_number letters integers a -> forall k j, last_hop integers k j ->
    letter_at letters (n_of letters + Z.of_nat k - Z.of_nat j + 1)%Z = Some a.

Theorem u26_number_solution_corrected_neighbour_one_further_false :
  ~ u26_number_solution_corrected_neighbour_one_further.
Proof. intro H. pose proof (H _ _ _ A_B_1 _ _ A_B_1_last) as E. vm_compute in E. discriminate. Qed.

(** n2 in place of n1. *)
Definition u26_number_solution_corrected_neighbour_n2_for_n1 : Prop :=
  forall letters integers a, valid_number letters integers a -> forall k j, last_hop integers k j ->
    letter_at letters (n_of integers + Z.of_nat k - Z.of_nat j)%Z = Some a.

Theorem u26_number_solution_corrected_neighbour_n2_for_n1_false :
  ~ u26_number_solution_corrected_neighbour_n2_for_n1.
Proof. intro H. pose proof (H _ _ _ A_B_1 _ _ A_B_1_last) as E. vm_compute in E. discriminate. Qed.

(** Figure 1. *)
Example u26_number_solution_corrected_instance : instance_of u26_number_solution_corrected_statement.
Proof.
  destruct figure_1_breaks_the_assumption as (Valid & Last & _).
  exists [2; 1; 0], [1; 4; 1; 3; 2; 1], 2. split; [exact Valid|]. split; [exact I|].
  exists 2, 4. repeat apply conj; try exact I. exact Last.
Qed.
