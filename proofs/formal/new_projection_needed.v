(** new.projection-needed (new; against U26, Remark 3.1 and on U25, Theorem 4).

    "With a residual direct path and a linear unembedding every softmax head, the uniform one included,
    which is both positional and symbolic, computes U26's Retrieval (output of the whole pair) on proper
    inputs. With attribute output affine F never helps a positional head, gated F does."

    Idea: the direct path marks every pair that could be the answer; the attention, whatever it is, marks
    what is there. The parts are u26.rem31d.any-weights, u25.thm4.affine and u25.thm4.gated, whose formal
    statements are used. *)

From Coq Require Import Reals Lra Lia List.
From RopeTheory Require Import Rope Heads Tasks u25_thm4 u26_rem31d Instances.
Import ListNotations.
Open Scope R_scope.

(** All logits equal. *)
Definition uniform_pairs : u26_rem31d.any_head := fun _ _ _ _ => 0.

Definition symbolic_head_on (L : u26_rem31d.any_head) (s : list pair) : Prop :=
  symbolic (length s - 1) (fun a b => L (at_tok s (length s)) (length s) (at_tok s (S a)) (S b)).

(** Scores a + Q x with one-hot values: presence_score in u26_rem31d.v. *)
Definition new_projection_needed_statement : Prop :=
  (forall L beta s, s <> [] -> proper s -> decodes_right s (presence_score 2 (softmax_on L beta s) s)) /\
  (forall s, positional_head_on uniform_pairs s /\ symbolic_head_on uniform_pairs s) /\
  u25_thm4_affine_statement /\ u25_thm4_gated_statement.

Theorem new_projection_needed_proved : new_projection_needed_statement.
Proof.
  split; [exact any_softmax|split; [|split]].
  - intro s. split; intros a b c _ _ _; reflexivity.
  - exact u25_thm4_affine_proved.
  - exact u25_thm4_gated_proved.
Qed.

(** Without the direct path: wrong for the uniform head on A1 B1 CA, where A1 and B1 draw. *)
Definition new_projection_needed_neighbour_no_direct_path : Prop :=
  forall L beta s, s <> [] -> proper s -> decodes_right s (presence_score 0 (softmax_on L beta s) s).

Lemma A1_B1_CA_proper : proper (A1_B1_CA 2).
Proof.
  intros p x y E. destruct p as [|[|[|[|p]]]]; try discriminate E; [|destruct p; discriminate E].
  injection E as <- <-. exists (LetterInt 0 1). split; [reflexivity|].
  split; [exists 1%nat; split; [lia|reflexivity]|].
  intros k t L K Y. destruct k as [|[|[|[|k]]]]; try lia; try discriminate K; injection K as <-;
    try discriminate Y.
  reflexivity.
Qed.

Theorem new_projection_needed_neighbour_no_direct_path_false : ~
  new_projection_needed_neighbour_no_direct_path.
Proof.
  intro H. specialize (H uniform_pairs 1 (A1_B1_CA 2) ltac:(discriminate) A1_B1_CA_proper (LetterInt 0 1) eq_refl
    (LetterInt 1 1) ltac:(discriminate)).
  unfold presence_score in H. rewrite !three in H by reflexivity. unfold one_hot, at_tok in H. simpl in H.
  unfold softmax_on, weight, logits_on, uniform_pairs in H. lra.
Qed.

(** The pages of u25.thm4 show an instance of its two extensions. *)
Example new_projection_needed_instance : instance_of new_projection_needed_statement.
Proof.
  split; [exists uniform_pairs, 1, (A1_B1_CA 2); split; [discriminate|]; split; [exact A1_B1_CA_proper|exact I]|].
  split; [exists (A1_B1_CA 2); repeat split|]. split; [exact u25_thm4_affine_instance|exact u25_thm4_gated_instance].
Qed.
