"""Brute force, to be distrusted and compared with: finders in floating point, and a small exact reference."""

from __future__ import annotations

from fractions import Fraction

import flint
import numpy as np

from rope_theory.core.angles import Angle, TrigSum
from rope_theory.core.errors import require_int
from rope_theory.laws.discrepancy.frequency import read_frequency
from rope_theory.laws.discrepancy.precision import ends, ends_within, versine


def brute_force_gap(theta: float, span: int, chunk: int = 1 << 20) -> tuple[int, float]:
    """(t, value): the smallest 1 - cos(t*theta) over 1 <= t <= span in float64. NOT rigorous: a finder.

    t*theta is rounded, so from about span = 10^8 on, and wherever two t nearly tie, the answer may be wrong.

    Args:
        theta: float, radians per position.
        span: at least 1; time and memory traffic grow with it.
        chunk: how many t at once (8 bytes each, a few arrays).

    Example:
        >>> brute_force_gap(1.0, 100)[0]
        44
    """
    require_int("span", span, least=1)
    best = (0, np.inf)
    for start in range(1, span + 1, chunk):
        phases = np.arange(start, min(start + chunk, span + 1), dtype=np.float64) * theta
        values = 1.0 - np.cos(phases)
        at = int(values.argmin())
        if values[at] < best[1]:
            best = (start + at, float(values[at]))
    return best


def exact_brute_force_gap(theta: object, span: int, bits: int = 256) -> tuple[list[int], Fraction, Fraction]:
    """(minimisers, lower, upper) of 1 - cos(t*theta), 1 <= t <= span, by evaluating every t in balls.

    Shares no continued fraction with `single_gap`. For a rational number of turns the comparison is exact,
    and every minimiser is listed; otherwise the list holds the t whose ball could be least (one, if balls
    separate).

    Example:
        >>> from rope_theory.core.angles import Angle
        >>> exact_brute_force_gap(Angle(Fraction(1, 5)), 4)[0]
        [1, 4]
    """
    angle = read_frequency(theta)
    require_int("span", span, least=1)
    turns = angle.rational_turns
    if turns is not None:
        distances = [min(t * turns % 1, -t * turns % 1) for t in range(1, span + 1)]
        least = min(distances)
        with flint.ctx.workprec(bits):
            low, high = ends(versine(least))
        return [t for t, distance in enumerate(distances, 1) if distance == least], low, high
    with flint.ctx.workprec(bits):
        radians = angle.radians_ball()
        enclosures = [ends_within(1 - (radians * t).cos(), 0, 2) for t in range(1, span + 1)]
    high = min(upper for _, upper in enclosures)
    possible = [t for t, (lower, _) in enumerate(enclosures, 1) if lower <= high]
    return possible, min(lower for lower, _ in enclosures), high


def exact_least(theta: Angle, span: int) -> tuple[TrigSum, int]:
    """(gap, smallest minimiser) of 1 - cos(tθ) over 1 <= t <= span, exactly: among the t that balls leave possible."""
    values = {t: 1 - (t * theta).cos() for t in exact_brute_force_gap(theta, span)[0]}
    gap = min(values.values())
    return gap, next(t for t, value in values.items() if value == gap)
