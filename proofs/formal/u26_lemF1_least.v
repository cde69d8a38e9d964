(** u26.lemF1.least.corrected (U26, p. 23): the lambda of Lemma F.1's proof, mended.

    Where some input of a finite family has a discrepancy, the least of all discrepancies is positive, is at most
    every one of them, and with it the lower end 1/(k + (n-k) e^{-beta lambda}) of a maximiser's weight tends to
    1/k on every input.  Printed is the least over the lengths, with 0 for a length on which every input ties.

    Encoding.  That of u26_lemF1_steps.v, whose two theorems on lambda and on maximisers are put together here. *)

From Coq Require Import Reals Lra Lia List PeanoNat.
From Coquelicot Require Import Coquelicot.
From RopeTheory Require Import Rope Heads u26_lemF1 u26_lemF1_sum u26_lemF1_steps Instances.
Open Scope R_scope.

Definition least_serves (inputs : list attention_input) : Prop :=
  exists lambda, 0 < lambda /\ below_all inputs lambda /\ (exists i, In i inputs /\ discrepancy i lambda) /\
    forall i j, In i inputs -> maximiser (lg i) (len i) j ->
      is_lim (lower_end lambda (lg i) (len i)) p_infty (/ maximisers (lg i) (len i)).

Definition u26_lemF1_least_corrected_statement : Prop :=
  forall inputs : list attention_input, (forall i, In i inputs -> (1 <= len i)%nat) ->
    (exists i g, In i inputs /\ discrepancy i g) -> least_serves inputs.

Theorem u26_lemF1_least_corrected_proved : u26_lemF1_least_corrected_statement.
Proof.
  intros inputs Len Some. destruct (u26_lemF1_steps_below_proved inputs Len) as [(lambda & P & B & A) Below].
  exists lambda. split; [exact P|]. split; [exact B|]. split; [exact (A Some)|].
  intros i j I J. pose proof (maximiser_is_largest _ _ _ J) as M.
  apply (u26_lemF1_steps_maximisers_proved (lg i) (len i) (lg i j) lambda j); [|exact J|exact P].
  split; [exact M|]. intros k K Nk. exact (Below lambda B i (lg i j) k I M K Nk).
Qed.

(** * False neighbour: on inputs that may all tie *)
Definition u26_lemF1_least_corrected_neighbour_all_tie : Prop :=
  forall inputs : list attention_input, (forall i, In i inputs -> (1 <= len i)%nat) -> least_serves inputs.

Theorem u26_lemF1_least_corrected_neighbour_all_tie_false : ~ u26_lemF1_least_corrected_neighbour_all_tie.
Proof.
  intro H. destruct (H nil ltac:(intros i [])) as (lambda & _ & _ & (i & [] & _) & _).
Qed.

(** Two inputs with the discrepancies 1 and 2. *)
Example u26_lemF1_least_corrected_instance : instance_of u26_lemF1_least_corrected_statement.
Proof.
  exists (two_inputs 1 :: two_inputs 2 :: nil). split; [intros i [<-|[<-|[]]]; simpl; lia|]. split; [|exact I].
  exists (two_inputs 1), 1. split; [left; reflexivity|]. exists 1, 0. simpl.
  split; [apply ahead_largest; lra|]. split; [|ring]. split.
  - exists 2%nat. split; [split; [unfold within; lia|apply ahead_second; lra]|reflexivity].
  - intros k [K D]. unfold ahead_by. destruct (Nat.eqb_spec k 1) as [->|_]; [|lra].
    contradiction D. apply only_maximiser_maximiser, ahead_only. lra.
Qed.
