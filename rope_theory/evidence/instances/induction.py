"""What the claims on Partial Induction share: how symbols stand on the circle, and what solving means."""

from __future__ import annotations

from rope_theory.evidence.claims import Hypothesis

TWO_SYMBOLS = Hypothesis("at least two symbols", lambda symbols, **_: symbols >= 2)
SOLVES = "Solves: on every input the last occurrence of the queried symbol has the strictly largest logit."
