"""The previous-token head in a number format."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import best_previous_angle, previous_token
from rope_theory.core.heads import PhaseHead
from rope_theory.core.truth import Truth
from rope_theory.laws.discrepancy import single_gap
from rope_theory.models.precision.constructions import TargetContest
from rope_theory.models.precision.emulation import Run


@dataclass(frozen=True)
class PreviousHead(TargetContest):
    """The previous-token head: a fixed θ, or the best angle for each length (theta None).

    The key one position back must beat every other, the query's own included.

    Example:
        >>> PreviousHead().gap(4) == Fraction(3, 2)
        True
    """

    theta: Angle | None = None
    name: str = "previous-token head"
    top_is_one = True

    def angle(self, n: int) -> Angle:
        return best_previous_angle(n) if self.theta is None else self.theta

    def head(self, n: int) -> PhaseHead:
        return previous_token(self.angle(n).ball())

    def planes(self, n: int) -> list[tuple[object, Fraction, Fraction]]:
        return [(self.angle(n), Fraction(1), Fraction(1))]

    def gap(self, n: int) -> Fraction:
        """1 - max cos(tθ), t = 1..n-2, and t = 1 for the query's own key (new.previous-token)."""
        return single_gap(self.angle(n), max(n - 2, 1)).gap_lower

    def decodes(self, run: Run, n: int) -> Truth:
        logits = run.logits([("A", n)], [("A", j) for j in range(1, n + 1)])
        others = np.arange(n) != n - 2
        if (logits.lo[0][others] >= logits.hi[0][n - 2]).any():
            return Truth.FALSE
        return Truth.TRUE if (logits.hi[0][others] < logits.lo[0][n - 2]).all() else Truth.UNKNOWN
