(** Interval's tactics computed with Coq's integers alone: no machine integers or floats, hence no axioms about them.

    Import this in place of Interval's Tactic.  With options the precision has to be among them, or machine floats come
    back in: interval with (i_prec 60, i_bisect x). *)

From Coq Require Import Reals.
From Interval Require Export Tactic.
From Interval Require Import Float.Specific_stdz Float.Specific_ops.

Module Integer_floats := SpecificFloat StdZRadix2.
Module Integer_tactic := IntervalTactic Integer_floats.
Export Integer_tactic.

Tactic Notation "interval" := interval with (i_prec 53).
