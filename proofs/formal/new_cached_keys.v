(** new.cached-keys, new.cached-keys.turned-again: keys that were cached.

    Statements. A query at i under frequencies h gives a key cached at j under g the score that plain RoPE under h gives at distance i - j to the key turned
    by j (g - h) in each plane. Turning a key at j again by m_1, ..., m_t gives exactly the key at j + m_1 + ... + m_t, so scores are those of keys computed there. *)

From Coq Require Import Reals Lra Lia List FunctionalExtensionality.
From RopeTheory Require Import Rope Planes Instances.
Open Scope R_scope.

Definition new_cached_keys_statement : Prop :=
  forall (K : nat) (g h : nat -> R) (q k : nat -> vec) (i j : R),
    inner K (turned g j k) (turned h i q) = inner K (turned (fun p => g p - h p) j k) (turned h (i - j) q).

(** The key turned by each of the shifts, one after the other. *)
Definition again (g : nat -> R) (shifts : list R) (key : nat -> vec) : nat -> vec := fold_left (fun now m => turned g m now) shifts key.

Definition total (shifts : list R) : R := fold_right Rplus 0 shifts.

Definition new_cached_keys_turned_again_statement : Prop :=
  forall (g : nat -> R) (k : nat -> vec) (j : R) (shifts : list R),
    (forall p, again g shifts (turned g j k) p = turned g (j + total shifts) k p) /\
    forall K q i, inner K (again g shifts (turned g j k)) (turned g i q) = score_at K g q k i (j + total shifts).

Theorem new_cached_keys_proved : new_cached_keys_statement.
Proof.
  intros K g h q k i j. apply inner_ext. intros p _. unfold turned. rewrite !dot_rot. f_equal. f_equal. ring.
Qed.

Lemma turned_turned : forall g m j k, turned g m (turned g j k) = turned g (j + m) k.
Proof. intros. apply functional_extensionality. intro p. unfold turned. rewrite rot_rot. f_equal. ring. Qed.

Lemma shifted : forall g shifts j k, again g shifts (turned g j k) = turned g (j + total shifts) k.
Proof.
  intros g shifts. induction shifts as [|m shifts IH]; intros j k; simpl; [f_equal; ring|].
  unfold again in *. simpl. rewrite turned_turned, IH. f_equal. ring.
Qed.

Theorem new_cached_keys_turned_again_proved : new_cached_keys_turned_again_statement.
Proof. intros g k j shifts. split; intros; rewrite shifted; reflexivity. Qed.

(** * False neighbours *)

(** Turned back by as much: one plane, g = 1 and h = 0, the key at pi/2. *)
Definition new_cached_keys_neighbour_back : Prop :=
  forall (K : nat) (g h : nat -> R) (q k : nat -> vec) (i j : R),
    inner K (turned g j k) (turned h i q) = inner K (turned (fun p => h p - g p) j k) (turned h (i - j) q).

Theorem new_cached_keys_neighbour_back_false : ~ new_cached_keys_neighbour_back.
Proof.
  intro H. specialize (H 1%nat (fun _ => 1) (fun _ => 0) (fun _ => (0, 1)) (fun _ => (1, 0)) 0 (PI / 2)).
  unfold inner, turned, dot, rot in H. simpl in H.
  replace (PI / 2 * (0 - 1)) with (- (PI / 2)) in H by ring.
  rewrite ?Rmult_0_r, ?Rmult_1_r, cos_neg, sin_neg, cos_0, sin_0, cos_PI2, sin_PI2 in H. lra.
Qed.

(** By the distance times g - h in place of the key's position: the key at 0, the query at pi. *)
Definition new_cached_keys_neighbour_distance : Prop :=
  forall (K : nat) (g h : nat -> R) (q k : nat -> vec) (i j : R),
    inner K (turned g j k) (turned h i q) = inner K (turned (fun p => g p - h p) (i - j) k) (turned h (i - j) q).

Theorem new_cached_keys_neighbour_distance_false : ~ new_cached_keys_neighbour_distance.
Proof.
  intro H. specialize (H 1%nat (fun _ => 1) (fun _ => 0) (fun _ => (1, 0)) (fun _ => (1, 0)) PI 0).
  unfold inner, turned, dot, rot in H. simpl in H. replace ((PI - 0) * (1 - 0)) with PI in H by ring.
  rewrite ?Rmult_0_r, ?Rmult_0_l, ?Rmult_1_r, cos_0, sin_0, cos_PI, sin_PI in H. lra.
Qed.

(** The key stays at j: one shift by pi. *)
Definition new_cached_keys_turned_again_neighbour_stays : Prop :=
  forall (g : nat -> R) (k : nat -> vec) (j : R) (shifts : list R) (p : nat), again g shifts (turned g j k) p = turned g j k p.

Theorem new_cached_keys_turned_again_neighbour_stays_false : ~ new_cached_keys_turned_again_neighbour_stays.
Proof.
  intro H. specialize (H (fun _ => 1) (fun _ => (1, 0)) 0 (PI :: nil) 0%nat). rewrite shifted in H. unfold turned, rot in H. simpl in H.
  apply (f_equal fst) in H. simpl in H. replace ((0 + (PI + 0)) * 1) with PI in H by ring. rewrite Rmult_0_l, cos_0, sin_0, cos_PI, sin_PI in H. lra.
Qed.

Example new_cached_keys_instance : instance_of new_cached_keys_statement.
Proof.
  exists 2%nat, (fun i => / (INR i + 1)), (fun i => / (INR i + 2)), (fun _ => (1, 2)), (fun _ => (2, 1)), 5, 3. exact I.
Qed.

Example new_cached_keys_turned_again_instance : instance_of new_cached_keys_turned_again_statement.
Proof.
  exists (fun i => / (INR i + 1)), (fun _ => (2, 1)), 3, (1 :: -2 :: nil). split; [exists 1%nat; exact I |].
  exists 2%nat, (fun _ => (1, 2)), 5. exact I.
Qed.
