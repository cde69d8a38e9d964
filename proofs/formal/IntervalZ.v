(** Interval's tactic computed with Coq's integers alone: no machine integers or floats, hence no axioms about them.

    Interval's own Tactic would bring plots, integrals and machine floats to every file that requires this one. What is here of it: interval, at 53 bits, and
    interval with (i_prec 60, i_bisect x, i_depth 20), with i_taylor x for a Taylor model in x. *)

From Coq Require Import Reals.
From Interval Require Import Float.Specific_stdz Float.Specific_ops Interval.Float_full Tactics.Interval_helper.

Module Integer_floats := SpecificFloat StdZRadix2.
Module Integer_intervals := FloatIntervalFull Integer_floats.
Module Integer_tactic := IntervalTacticAux Integer_intervals.

Inductive interval_option := i_prec (bits : positive) | i_bisect (x : R) | i_depth (n : nat) | i_taylor (x : R).

(** The last option first; tt when none is left. *)
Ltac interval_by options bits halved depth variable kind :=
  lazymatch options with
  | tt => let prec := eval vm_compute in (Integer_floats.PtoP bits) in Integer_tactic.do_interval variable halved prec 10%nat depth false false kind
  | (?before, i_prec ?p) => interval_by before p halved depth variable kind
  | (?before, i_bisect ?x) => interval_by before bits (cons x halved) depth variable kind
  | (?before, i_depth ?n) => interval_by before bits halved n variable kind
  | (?before, i_taylor ?x) => interval_by before bits halved depth (Some x) itm_taylor
  | (_, ?other) => fail 100 "no option of interval:" other
  | ?one => interval_by (tt, one) bits halved depth variable kind
  end.

Tactic Notation "interval" "with" constr(options) := interval_by options 53%positive (@nil R) 15%nat (@None R) itm_naive.

Tactic Notation "interval" := interval with tt.
