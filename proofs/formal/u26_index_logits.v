(** u26.index-logits: T_Index's logits are cosines of how far a key is from the place asked for.

    Statement (U26, Appendix F.2.1). W_K E = v for every token, W_Q E = v for letters and rho(theta)^{-i}
    v for integer i, theta <> 0. The logit is cos((n-j) theta) for a letter query and cos((n-j-i) theta)
    for the integer query i; the largest value is 1, at j = n or j = n - i. The query is the last token of
    an input longer than its integers.

    Idea: query and key enclose the angle (n-j-i) theta; a cosine is at most 1, and it is 1 at the angle
    0.
    Encoding: h_pos in Heads.v is the weights; integers may be 0 here, which is more general. *)

From Coq Require Import Reals Lra Lia.
From RopeTheory Require Import Rope Trig Heads Instances.
Open Scope R_scope.

(** The place that the query asks for. *)
Definition target (x : token) (n : nat) : nat := match x with Letter _ => n | Int i => n - i end.

Definition u26_index_logits_statement : Prop :=
  forall (theta : R) (s : nat -> token) (n : nat),
    theta <> 0 ->
    (1 <= n)%nat ->
    (forall j, within n j -> (asked (s j) < n)%nat) ->
    let l := logits (h_pos theta) s n in
    (forall j, within n j ->
       l j = match s n with
             | Letter _ => cos ((INR n - INR j) * theta)
             | Int i => cos ((INR n - INR j - INR i) * theta)
             end) /\
    is_largest l (within n) 1 /\
    within n (target (s n) n) /\ l (target (s n) n) = 1.

Lemma target_asked : forall x n, target x n = (n - asked x)%nat.
Proof. intros [a|i] n; simpl; lia. Qed.

Lemma h_pos_target : forall theta s n, (asked (s n) < n)%nat ->
  logits (h_pos theta) s n (target (s n) n) = 1.
Proof.
  intros theta s n H. unfold logits. rewrite h_pos_logit, target_asked, minus_INR by lia.
  replace ((INR n - (INR n - INR (asked (s n))) - INR (asked (s n))) * theta) with 0 by ring. apply cos_0.
Qed.

Lemma h_pos_at_most_1 : forall theta s n j, logits (h_pos theta) s n j <= 1.
Proof. intros. unfold logits. rewrite h_pos_logit. apply cos_le_1. Qed.

Theorem u26_index_logits_proved : u26_index_logits_statement.
Proof.
  intros theta s n Htheta Hn Hlong l.
  assert (Hin : within n n) by (unfold within; lia).
  pose proof (Hlong n Hin) as Hasked.
  assert (Ht : within n (target (s n) n)).
  { rewrite target_asked. unfold within. lia. }
  split; [|split; [split|split]].
  - intros j _. unfold l, logits. rewrite h_pos_logit. destruct (s n); simpl; f_equal; ring.
  - exists (target (s n) n). split; [exact Ht|apply h_pos_target, Hasked].
  - intros j _. apply h_pos_at_most_1.
  - exact Ht.
  - apply h_pos_target, Hasked.
Qed.

(** The hypotheses can be met: A, B, 1 at angle 1. *)
Example index_logits_example :
  let s := fun j => match j with 1%nat => Letter 0 | 2%nat => Letter 1 | _ => Int 1 end in
  logits (h_pos 1) s 3 2 = 1.
Proof. intro s. apply (h_pos_target 1 s 3). simpl. lia. Qed.

(** False neighbour: the integer may reach before the start and the largest value is still 1. *)
Definition u26_index_logits_neighbour_reach : Prop :=
  forall (theta : R) (s : nat -> token) (n : nat), theta <> 0 -> (1 <= n)%nat ->
    is_largest (logits (h_pos theta) s n) (within n) 1.

Theorem u26_index_logits_neighbour_reach_false : ~ u26_index_logits_neighbour_reach.
Proof.
  intro H. destruct (H 1 (fun _ => Int 1) 1%nat ltac:(lra) ltac:(lia)) as [[j [Hj E]] _].
  unfold within in Hj. assert (j = 1%nat) as -> by lia.
  unfold logits in E. rewrite h_pos_logit in E. simpl in E.
  replace ((1 - 1 - 1) * 1) with (- (1)) in E by ring. rewrite cos_neg in E.
  pose proof cos_one_lt_1. lra.
Qed.

(** False neighbour: the logit is cos((n+1-j-i) theta). *)
Definition u26_index_logits_neighbour_shift : Prop :=
  forall (theta : R) (s : nat -> token) (n j : nat), theta <> 0 -> (asked (s n) < n)%nat -> within n j ->
    logits (h_pos theta) s n j = cos ((INR n + 1 - INR j - INR (asked (s n))) * theta).

Theorem u26_index_logits_neighbour_shift_false : ~ u26_index_logits_neighbour_shift.
Proof.
  intro H. specialize (H 1 (fun _ => Letter 0) 1%nat 1%nat ltac:(lra) ltac:(simpl; lia)
                         ltac:(unfold within; lia)).
  unfold logits in H. rewrite h_pos_logit in H. simpl in H.
  replace ((1 - 1 - 0) * 1) with 0 in H by ring. replace ((1 + 1 - 1 - 0) * 1) with 1 in H by ring.
  rewrite cos_0 in H. pose proof cos_one_lt_1. lra.
Qed.

(** False neighbour: the query for i turned by +i theta gives the same logits. *)
Definition u26_index_logits_neighbour_turned : Prop :=
  forall (theta : R) (i n j : nat), theta <> 0 -> (i < n)%nat -> within n j ->
    logit theta (rot (INR i * theta) north) north n j = cos ((INR n - INR j - INR i) * theta).

Theorem u26_index_logits_neighbour_turned_false : ~ u26_index_logits_neighbour_turned.
Proof.
  intro H. specialize (H 1 1%nat 3%nat 2%nat ltac:(lra) ltac:(lia) ltac:(unfold within; lia)).
  rewrite (north_rot) in H at 2. rewrite logit_rot in H. unfold dist in H. simpl in H.
  replace ((1 + 1 + 1 - (1 + 1)) * 1 + 1 * 1 - 0) with 2 in H by ring.
  replace ((1 + 1 + 1 - (1 + 1) - 1) * 1) with 0 in H by ring. rewrite cos_0 in H.
  assert (cos 2 < 1) by (apply cos_lt_1; pose proof PI2_1; lra). lra.
Qed.

Example u26_index_logits_instance : instance_of u26_index_logits_statement.
Proof.
  exists 1, (fun j => match j with 1%nat => Letter 0 | 2%nat => Letter 1 | _ => Int 1 end), 3%nat.
  split; [lra|]. split; [lia|]. split; [intros [|[|[|j]]] _; simpl; lia|].
  split; [exists 1%nat; split; [unfold within; lia|exact I]|]. repeat split.
Qed.
