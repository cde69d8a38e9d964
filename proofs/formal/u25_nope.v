(** u25.nope

    Source: after U25.  Every NoPE head is symbolic on every input; every RoPE head whose keys all agree is positional on
    every input.

    Idea: in one plane the logit of content a at position b is k_a . rho((n - b) g) q.  For g = 0 the rotation is the
    identity and b drops out; if all keys are one vector, a drops out.  A head is a sum of planes.
    Encoding: a head is a list of planes, each with its frequency and any query and key vectors.  For the second part
    only the keys of the earlier tokens have to agree, plane by plane. *)

From Coq Require Import Reals Lra Lia List.
From RopeTheory Require Import Rope Attention Instances.
Import ListNotations.
Open Scope R_scope.

Record plane (Token : Type) : Type := Plane {
  frequency : R;
  query : Token -> vec;
  key : Token -> vec
}.
Arguments Plane {Token}.
Arguments frequency {Token}.
Arguments query {Token}.
Arguments key {Token}.

(** L(x, i, y, j): the sum over the planes. *)
Definition head_logit {Token : Type} (head : list (plane Token)) (x : Token) (i : nat) (y : Token) (j : nat) : R :=
  list_sum (fun p => logit (frequency p) (query p x) (key p y) i j) head.

Definition u25_nope_statement : Prop :=
  forall (Token : Type) (head : list (plane Token)) (s : list Token) (x : Token),
    ((forall p, In p head -> frequency p = 0) -> symbolic_on (head_logit head) s x) /\
    ((forall p, In p head -> forall y z, In y s -> In z s -> key p y = key p z) ->
     positional_on (head_logit head) s x).

Lemma list_sum_ext : forall (T : Type) (f g : T -> R) s, (forall y, In y s -> f y = g y) -> list_sum f s = list_sum g s.
Proof.
  intros T f g s H. induction s as [|y s IH]; [reflexivity|]. simpl.
  rewrite (H y (or_introl eq_refl)), IH; [reflexivity|]. intros z Hz. apply H. right. exact Hz.
Qed.

Theorem u25_nope_proved : u25_nope_statement.
Proof.
  intros Token head s x. split; intro H.
  - intros a b b' _ _ _. apply list_sum_ext. intros p Hp. unfold logit. rewrite (H p Hp), !Rmult_0_r. reflexivity.
  - intros a a' b Ha Ha' _. apply list_sum_ext. intros p Hp.
    rewrite (H p Hp (nth a s x) (nth a' s x)) by (apply nth_In; assumption). reflexivity.
Qed.

(** * False neighbours *)

Definition south : vec := (0, -1).

(** One plane that turns, by half a turn per position: not symbolic. *)
Definition u25_nope_neighbour_rotated : Prop :=
  forall (Token : Type) (head : list (plane Token)) (s : list Token) (x : Token), symbolic_on (head_logit head) s x.

Theorem u25_nope_neighbour_rotated_false : ~ u25_nope_neighbour_rotated.
Proof.
  intro H.
  specialize (H unit [Plane PI (fun _ => north) (fun _ => north)] [tt; tt] tt 0%nat 0%nat 1%nat
    ltac:(simpl; lia) ltac:(simpl; lia) ltac:(simpl; lia)).
  unfold placed, head_logit, list_sum, logit in H. simpl frequency in H. simpl query in H. simpl key in H.
  rewrite !dot_north in H. unfold dist in H. simpl INR in H.
  replace ((1 + 1 + 1 - 1) * PI) with (2 * PI) in H by ring.
  replace ((1 + 1 + 1 - (1 + 1)) * PI) with PI in H by ring.
  rewrite cos_2PI, cos_PI in H. lra.
Qed.

(** Keys that differ, without rotation: not positional. *)
Definition u25_nope_neighbour_keys : Prop :=
  forall (Token : Type) (head : list (plane Token)) (s : list Token) (x : Token), positional_on (head_logit head) s x.

Theorem u25_nope_neighbour_keys_false : ~ u25_nope_neighbour_keys.
Proof.
  intro H.
  specialize (H bool [Plane 0 (fun _ => north) (fun y : bool => if y then north else south)] [true; false] true
    0%nat 1%nat 0%nat ltac:(simpl; lia) ltac:(simpl; lia) ltac:(simpl; lia)).
  unfold placed, head_logit, list_sum, logit in H. simpl frequency in H. simpl query in H. simpl key in H.
  rewrite Rmult_0_r in H. unfold dot, rot, north, south in H. simpl in H. rewrite cos_0, sin_0 in H. lra.
Qed.

(** The two parts do not change places: a NoPE head need not be positional. *)
Definition u25_nope_neighbour_swapped : Prop :=
  forall (Token : Type) (head : list (plane Token)) (s : list Token) (x : Token),
    (forall p, In p head -> frequency p = 0) -> positional_on (head_logit head) s x.

Theorem u25_nope_neighbour_swapped_false : ~ u25_nope_neighbour_swapped.
Proof.
  intro H.
  specialize (H bool [Plane 0 (fun _ => north) (fun y : bool => if y then north else south)] [true; false] true).
  specialize (H ltac:(intros p [<-|[]]; reflexivity)
    0%nat 1%nat 0%nat ltac:(simpl; lia) ltac:(simpl; lia) ltac:(simpl; lia)).
  unfold placed, head_logit, list_sum, logit in H. simpl frequency in H. simpl query in H. simpl key in H.
  rewrite Rmult_0_r in H. unfold dot, rot, north, south in H. simpl in H. rewrite cos_0, sin_0 in H. lra.
Qed.

Example u25_nope_instance : instance_of u25_nope_statement.
Proof.
  exists nat, [Plane 0 (fun _ => (1, 0)) (fun _ => (0, 1))], [1%nat; 2%nat], 2%nat. split; split.
  - intros p [<- | []]. reflexivity.
  - exact I.
  - intros p [<- | []]. reflexivity.
  - exact I.
Qed.
