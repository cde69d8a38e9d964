(** u26.fig5a, u26.fig5a.corrected: the angles and the range of Figure 5A.

    Statement (U26, Figure 5A).  Index is plotted with theta = 0.8, called theta_2; Retrieval with
    theta_42 = 0.0027 and 8 letters, for n <= 100.  What can be false: that the plotted angles are the frequencies
    they are called, at the printed decimals.
    Corrected.  theta_2 is 0.8660.  The hypothesis theta < omega/(2n) with 8 letters holds exactly for n <= 145 at
    0.0027 and exactly for n <= 143 at the unrounded theta_42; so for every plotted n.

    Idea: theta_2 = 10000^{-1/64} = 0.86596...; omega/(2n) = pi/(8n) falls with n, so two comparisons decide. *)

From Coq Require Import Reals Lra Lia Compare_dec.
From RopeTheory Require Import IntervalZ.
From RopeTheory Require Import u26_table1 Instances.
Open Scope R_scope.

Definition u26_fig5a_statement : Prop :=
  rounds_to 0.1 (frequency 10000 128 2) 0.8 /\ rounds_to 0.0001 (frequency 10000 128 42) 0.0027.

Theorem u26_fig5a_refuted : ~ u26_fig5a_statement.
Proof. intros [[_ H] _]. revert H. apply Rle_not_lt. compare. Qed.

(** The theorem's hypothesis for 8 letters at length n. *)
Definition in_range (theta : R) (n : nat) : Prop := theta < 2 * PI / 8 / (2 * INR n).

Definition u26_fig5a_corrected_statement : Prop :=
  rounds_to 0.0001 (frequency 10000 128 2) 0.8660 /\ ~ rounds_to 0.1 (frequency 10000 128 2) 0.8 /\
  (forall n, (1 <= n)%nat -> (in_range 0.0027 n <-> (n <= 145)%nat)) /\
  (forall n, (1 <= n)%nat -> (in_range (frequency 10000 128 42) n <-> (n <= 143)%nat)) /\
  (forall n, (1 <= n <= 100)%nat -> in_range 0.0027 n /\ in_range (frequency 10000 128 42) n).

(** A length is in range up to m exactly, if m is and m + 1 is not. *)
Lemma range_exactly : forall theta m, 0 < theta -> INR m * theta < PI / 8 < INR (S m) * theta ->
  forall n, (1 <= n)%nat -> (in_range theta n <-> (n <= m)%nat).
Proof.
  intros theta m Ht [Low High] n Hn. unfold in_range.
  assert (Pn : 0 < INR n) by (apply lt_0_INR; lia).
  assert (E : 2 * PI / 8 / (2 * INR n) = PI / 8 / INR n) by (field; lra).
  rewrite E. split; intro H.
  - destruct (le_lt_dec n m) as [L|L]; [exact L|exfalso].
    assert (INR (S m) <= INR n) by (apply le_INR; lia).
    apply (Rmult_lt_compat_r (INR n)) in H; [|exact Pn].
    replace (PI / 8 / INR n * INR n) with (PI / 8) in H by (field; lra). nra.
  - assert (INR n <= INR m) by (apply le_INR; lia).
    apply (Rmult_lt_reg_r (INR n)); [exact Pn|].
    replace (PI / 8 / INR n * INR n) with (PI / 8) by (field; lra). nra.
Qed.

Ltac bounds := rewrite INR_IZR_INZ; simpl Z.of_nat; unfold frequency, Rpower; simpl INR; interval.

Theorem u26_fig5a_corrected_proved : u26_fig5a_corrected_statement.
Proof.
  assert (A : forall n, (1 <= n)%nat -> (in_range 0.0027 n <-> (n <= 145)%nat)).
  { apply range_exactly; [lra|split; bounds]. }
  assert (B : forall n, (1 <= n)%nat -> (in_range (frequency 10000 128 42) n <-> (n <= 143)%nat)).
  { apply range_exactly; [unfold frequency, Rpower; apply exp_pos|split; bounds]. }
  split; [compare|]. split; [intros [_ H]; revert H; apply Rle_not_lt; compare|]. split; [exact A|]. split; [exact B|].
  intros n Hn. split; [apply A|apply B]; lia.
Qed.

(** False neighbours: one length more. *)
Definition u26_fig5a_corrected_neighbour_146 : Prop :=
  forall n, (1 <= n <= 146)%nat -> in_range 0.0027 n.

Theorem u26_fig5a_corrected_neighbour_146_false : ~ u26_fig5a_corrected_neighbour_146.
Proof.
  intro H. destruct u26_fig5a_corrected_proved as [_ [_ [A _]]].
  apply (A 146%nat ltac:(lia)) in H; lia.
Qed.

Definition u26_fig5a_corrected_neighbour_144 : Prop :=
  forall n, (1 <= n <= 144)%nat -> in_range (frequency 10000 128 42) n.

Theorem u26_fig5a_corrected_neighbour_144_false : ~ u26_fig5a_corrected_neighbour_144.
Proof.
  intro H. destruct u26_fig5a_corrected_proved as [_ [_ [_ [B _]]]].
  apply (B 144%nat ltac:(lia)) in H; lia.
Qed.

Example u26_fig5a_corrected_instance : instance_of u26_fig5a_corrected_statement.
Proof.
  split; [repeat split|]. split; [repeat split|]. split; [exists 145%nat; split; [lia|exact I]|].
  split; [exists 143%nat; split; [lia|exact I]|]. exists 100%nat. split; [lia|split; exact I].
Qed.
