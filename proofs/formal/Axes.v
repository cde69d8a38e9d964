(** Which axis turns which plane: 0 is time, 1 height, 2 width; planes are counted from 0, the fastest first. *)

From Coq Require Import PeanoNat Bool.

(** Which axis turns plane p: sections of t, h and the rest, one after the other. *)
Definition in_sections (t h p : nat) : nat := if (p <? t)%nat then 0 else if (p <? t + h)%nat then 1 else 2.

(** Height has planes 1, 4, 7, … before plane 3h, width 2, 5, 8, … before plane 3w, time the rest. *)
Definition interleaved (h w p : nat) : nat :=
  if ((p mod 3 =? 1) && (p <? 3 * h))%nat then 1 else if ((p mod 3 =? 2) && (p <? 3 * w))%nat then 2 else 0.
