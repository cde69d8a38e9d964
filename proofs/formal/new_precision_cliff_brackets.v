(** new.precision-cliff.brackets: between which lengths each construction stops in 16-bit formats, every step rounded.

    Statement.  With every step rounded (cos, sin and sums in float32), T_Index at 2 pi/n decodes up to n = 49 and fails at 50 in bfloat16, 56 and 57 if frequencies,
    positions and phases are float32, 144 and 145 in float16; at theta = 1 44 and 45 in both 16-bit formats; H_MIX with 3 letters at theta_2 = pi/n 42 and 43 in
    bfloat16; T_Retrieval with 8 letters at theta = omega/(4n) keeps every match of a letter pair ahead of every key with another left letter up to 65519 in float16
    and not at 65520, where positions overflow.

    Idea: the rows of T_Index are new_precision_cliff_brackets_index.v, and H_MIX is emulated as they are, its four products in any order (InductionBrackets.v).
    T_Retrieval has an error bound that knows underflow (RetrievalBrackets.v).
    Encoding: as in new_precision_cliff_brackets_index.v.  The symbol plane of H_MIX has amplitude 3, the least whole one with 3 (1 - cos omega) >= 3, and the
    query's own key competes.  T_Retrieval: every query of every input over eight letters, letter pair or not.  At 65520 the query's own position overflows, and
    on some machine after the model, which leaves open what an overflow gives, a match of a letter pair comes out behind another letter. *)

From Coq Require Import Reals ZArith Lra Lia List Permutation.
From Flocq Require Import Core.
From RopeTheory Require Import IntervalZ.
From RopeTheory Require Import Emulation.
From RopeTheory Require Import Rope Heads Induction u26_retrieval_max new_precision_cliff new_precision_cliff_retrieval_shared_letter
  new_precision_cliff_retrieval new_precision_cliff_mix new_precision_cliff_brackets_index InductionBrackets RetrievalBrackets Instances.
Import ListNotations.
Open Scope R_scope.

Definition new_precision_cliff_brackets_statement : Prop :=
  ends_at bf16 bf16 (fun n => h_pos (2 * PI / INR n)) 49 /\
  ends_at bf16 fp32 (fun n => h_pos (2 * PI / INR n)) 56 /\
  ends_at fp16 fp16 (fun n => h_pos (2 * PI / INR n)) 144 /\
  ends_at bf16 bf16 (fun _ => h_pos 1) 44 /\
  ends_at fp16 fp16 (fun _ => h_pos 1) 44 /\
  (forall n, (1 <= n <= 42)%nat -> induction_right bf16 bf16 (h_mix 3 (PI / INR n) 3 1) n) /\
  induction_fails bf16 bf16 (h_mix 3 (PI / INR 43) 3 1) 43 /\
  (forall n, (1 <= Z.of_nat n <= 65519)%Z -> keeps_matches fp16 n) /\
  (forall n, Z.of_nat n = 65520%Z -> loses_matches fp16 n).

Theorem new_precision_cliff_brackets_proved : new_precision_cliff_brackets_statement.
Proof.
  destruct new_precision_cliff_brackets_index_proved as (A & B & C & D & E). repeat (split; [assumption|]).
  split; [exact mix_up_to_42|]. split; [exact mix_ends_at_43|]. split; [exact keeps_up|exact loses_at_the_end].
Qed.

(** * False neighbours *)

(** H_MIX solves one length more. *)
Definition new_precision_cliff_brackets_neighbour_mix_longer : Prop := forall n, (1 <= n <= 43)%nat -> induction_right bf16 bf16 (h_mix 3 (PI / INR n) 3 1) n.

Theorem new_precision_cliff_brackets_neighbour_mix_longer_false : ~ new_precision_cliff_brackets_neighbour_mix_longer.
Proof. intro H. exact (not_right_and_failing _ _ _ _ (H 43%nat ltac:(lia)) mix_ends_at_43). Qed.

(** H_MIX fails at 42 already. *)
Definition new_precision_cliff_brackets_neighbour_mix_earlier : Prop := induction_fails bf16 bf16 (h_mix 3 (PI / INR 42) 3 1) 42.

Theorem new_precision_cliff_brackets_neighbour_mix_earlier_false : ~ new_precision_cliff_brackets_neighbour_mix_earlier.
Proof. apply not_right_and_failing. exact (mix_up_to_42 42%nat ltac:(lia)). Qed.

Lemma some_length : exists n, Z.of_nat n = 65520%Z.
Proof. exists (Z.to_nat 65520). apply Z2Nat.id. lia. Qed.

(** T_Retrieval reaches 65520. *)
Definition new_precision_cliff_brackets_neighbour_overflow : Prop := forall n, (1 <= Z.of_nat n <= 65520)%Z -> keeps_matches fp16 n.

Theorem new_precision_cliff_brackets_neighbour_overflow_false : ~ new_precision_cliff_brackets_neighbour_overflow.
Proof.
  intro H. destruct some_length as [n N]. destruct (H n ltac:(lia)) as [P _]. destruct (loses_at_the_end n N) as [O _]. apply O.
  exact (proj1 (P _ n (or_introl eq_refl) ltac:(unfold within; lia))).
Qed.

(** Whatever the library's cos and sin: with 0 for both all logits are 0. *)
Definition new_precision_cliff_brackets_neighbour_library : Prop :=
  forall narrow phases wide cosine sine, computes fp16 narrow -> computes fp16 phases -> computes fp32 wide ->
    forall s l, over_alphabet 8 s 2 -> come_out narrow phases wide cosine sine (retrieval_head 2) s 2 l ->
      forall j k, within 2 j -> is_match s 2 j -> within 2 k -> ~ is_match s 2 k -> l k < l j.

Theorem new_precision_cliff_brackets_neighbour_library_false : ~ new_precision_cliff_brackets_neighbour_library.
Proof.
  intro H. set (none := fun _ : R => 0). specialize (H (nearest_in fp16) (nearest_in fp16) (nearest_in fp32) none none ltac:(intros x _; reflexivity) ltac:(intros x _; reflexivity) ltac:(intros x _; reflexivity) a_then_b (fun _ => 0)).
  assert (Z : forall f, nearest_in f 0 = 0) by (intro f; unfold nearest_in, held; apply round_0, valid_rnd_N).
  assert (T : forall theta v m, turned_in (nearest_in fp16) (nearest_in fp16) (nearest_in fp16) none none theta v m = (0, 0)).
  { intros theta v m. unfold turned_in, none. cbv zeta. rewrite !Z, !Rmult_0_l, !Z, Rminus_0_r, Rplus_0_r, Z. reflexivity. }
  assert (Out : come_out (nearest_in fp16) (nearest_in fp16) (nearest_in fp32) none none (retrieval_head 2) a_then_b 2 (fun _ => 0)).
  { intros j _. exists 0. split; [|symmetry; apply Z]. unfold rounded_products, retrieval_head, h_retrieval, h_sym. cbn [flat_map app frequency query key]. rewrite !T. cbn [fst snd]. rewrite Rmult_0_l, Z.
    replace 0 with (nearest_in fp32 (0 + 0)) at 3 by (rewrite Rplus_0_r; apply Z). apply (added_two _ [0] [0]); [apply added_one|apply added_one|apply Permutation_refl]. }
  specialize (H (both_over a_then_b ltac:(intros [|[|j]]; [right; exists 1%nat|left|right; exists 1%nat]; reflexivity)) Out 2%nat 1%nat ltac:(unfold within; lia) eq_refl ltac:(unfold within; lia) ltac:(discriminate)). lra.
Qed.

Example new_precision_cliff_brackets_instance : instance_of new_precision_cliff_brackets_statement.
Proof.
  repeat split; try (exists 2%nat; split; [lia|exact I]). destruct some_length as [n N]. exists n. split; [exact N|exact I].
Qed.
