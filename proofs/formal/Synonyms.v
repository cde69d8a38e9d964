(** Definitions that say the same in the terms of different pages, and the proofs that they do. *)

From Coq Require Import Reals Lra Lia List.
From RopeTheory Require Rope Heads Attention Tasks Planes barbero2024_thm61 chen2023_thm21 liu2026_aliasing
  men2024_decreases men2024_eq10 men2024_eq7 men2024_headline men2024_thm1 new_base_bound_monotone
  new_exclusion_identity new_letter_path new_one_sided_law new_rank_law new_swap_scores new_table_error
  new_two_sided_phase peng2023_temperature su2021_decay u25_thm1 u26_let_decomposition u26_retrieval_max u26_swaps
  u26_table1.
Import ListNotations.
Open Scope R_scope.

Lemma times_is_scale : forall a v p, Planes.times a v p = Heads.scale a (v p).
Proof. reflexivity. Qed.

Lemma plus_is_add : forall u v p, Planes.plus u v p = men2024_thm1.add (u p) (v p).
Proof. reflexivity. Qed.

Lemma peng_scale_is_scale : forall a v, peng2023_temperature.scale a v = Heads.scale a v.
Proof. reflexivity. Qed.

(** The frequency of plane i of K, counted from 0: b^(-i/K), one definition in each of these files. *)
Lemma frequencies : forall b K i,
  let f := Rpower b (- (INR i / INR K)) in
  chen2023_thm21.frequency b K i = f /\ liu2026_aliasing.frequency b K i = f /\ men2024_decreases.frequency b K i = f
  /\ men2024_eq10.frequency b K i = f /\ men2024_eq7.frequency b K i = f /\ men2024_headline.frequency b K i = f
  /\ new_base_bound_monotone.g b K i = f /\ su2021_decay.frequency K i = Rpower 10000 (- (INR i / INR K)).
Proof. repeat split. Qed.

Lemma rank_law_frequency : forall b K i, new_rank_law.frequency b K i = liu2026_aliasing.frequency b K i.
Proof. intros. unfold new_rank_law.frequency, liu2026_aliasing.frequency. f_equal. unfold Rdiv. ring. Qed.

(** Planes counted from 1, with the dimension 2 K instead of K. *)
Lemma table_frequency : forall b K i, (0 < K)%nat ->
  u26_table1.frequency b (2 * K) (S i) = liu2026_aliasing.frequency b K i.
Proof.
  intros b K i H. unfold u26_table1.frequency, liu2026_aliasing.frequency. f_equal. rewrite mult_INR, S_INR. simpl.
  field. apply not_0_INR. lia.
Qed.

Lemma base_bound_kernel : forall b K m, new_base_bound_monotone.kernel b K m = men2024_decreases.kernel b K m.
Proof. reflexivity. Qed.

Lemma eq10_kernel : forall b K m,
  men2024_eq10.kernel K (men2024_eq10.frequency b K) m = men2024_decreases.kernel b K m.
Proof. reflexivity. Qed.

Lemma norms : forall v, barbero2024_thm61.norm v = su2021_decay.norm v /\ new_table_error.norm v = su2021_decay.norm v.
Proof. split; reflexivity. Qed.

Lemma scores : forall K theta m q k, men2024_eq7.score K theta m q k = men2024_thm1.score K theta m q k.
Proof. reflexivity. Qed.

Lemma leads : forall K r g phi t, new_two_sided_phase.lead K r g phi t = new_one_sided_law.lead K r g phi t.
Proof. reflexivity. Qed.

Lemma examples_of_rows : forall a b, new_exclusion_identity.rows_agree a b = u25_thm1.rows_agree a b.
Proof. reflexivity. Qed.

Lemma examples_of_lists : new_letter_path.A1_BA_CB = u26_let_decomposition.A1_BA_CB.
Proof. reflexivity. Qed.

Lemma proper_of_lists : forall s n, Tasks.proper (map s (seq 1 n)) <-> u26_retrieval_max.proper s n.
Proof. exact u26_retrieval_max.proper_list. Qed.

Lemma swapped_is_swapped : forall i j b, new_swap_scores.swapped i j b = u26_swaps.swapped i j b.
Proof. reflexivity. Qed.

(** A head, asked at the position after n earlier tokens, as a function of contents and positions. *)
Lemma earlier_of : forall (T : Type) (h : Heads.head T) s n a b, (a < n)%nat ->
  Heads.content_by_position h s (S n) a b
  = Attention.placed (Heads.head_logit h) (map s (seq 1 n)) (s (S n)) a b.
Proof.
  intros T h s n a b A. unfold Heads.content_by_position, Attention.placed. rewrite map_length, seq_length. f_equal.
  rewrite (nth_indep _ _ (s 0%nat)) by (rewrite map_length, seq_length; exact A). rewrite map_nth, seq_nth by exact A.
  reflexivity.
Qed.

Lemma positional_on_of_lists : forall (T : Type) (h : Heads.head T) s n,
  Heads.positional_on h s (S n) <-> Attention.positional_on (Heads.head_logit h) (map s (seq 1 n)) (s (S n)).
Proof.
  intros T h s n. unfold Heads.positional_on, Attention.positional_on, Rope.positional.
  rewrite map_length, seq_length. replace (S n - 1)%nat with n by lia.
  split; intros H a a' b A A' B; specialize (H a a' b A A' B); rewrite !earlier_of in * by assumption; exact H.
Qed.

Lemma symbolic_on_of_lists : forall (T : Type) (h : Heads.head T) s n,
  Heads.symbolic_on h s (S n) <-> Attention.symbolic_on (Heads.head_logit h) (map s (seq 1 n)) (s (S n)).
Proof.
  intros T h s n. unfold Heads.symbolic_on, Attention.symbolic_on, Rope.symbolic.
  rewrite map_length, seq_length. replace (S n - 1)%nat with n by lia.
  split; intros H a b b' A B B'; specialize (H a b b' A B B'); rewrite !earlier_of in * by assumption; exact H.
Qed.
