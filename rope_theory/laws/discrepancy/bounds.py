"""Bounds of the gaps of many frequencies that need no solver: the best one alone, and what a dual measure allows."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import flint

from rope_theory.laws.discrepancy.frequency import Frequency
from rope_theory.laws.discrepancy.one_frequency import single_gap
from rope_theory.laws.discrepancy.precision import as_ball, decimal_above, decimal_below, ends_within


def dual_bound(angles: Sequence[Frequency], dual: Sequence[tuple[int, Fraction]], bits: int = 128) -> Fraction:
    """A rigorous upper bound of max_k sum_t y_t (1 - cos(t*g_k)), hence of the gap of every convex mix.

    Args:
        angles: the frequencies.
        dual: (t, y_t) pairs, y_t >= 0, sum 1, 1 <= t <= length - 1: the caller's duty.
        bits: accuracy in bits.

    Example:
        >>> from rope_theory.core.angles import Angle
        >>> from rope_theory.laws.discrepancy.frequency import read_frequency
        >>> quarter, half = read_frequency(Angle(Fraction(1, 4))), read_frequency(Angle(Fraction(1, 2)))
        >>> bound = dual_bound([quarter, half], [(1, Fraction(1, 2)), (2, Fraction(1, 2))])
        >>> Fraction(3, 2) <= bound < Fraction(3, 2) + Fraction(1, 10**30)
        True
    """
    largest_t = max(t for t, _ in dual)
    with flint.ctx.workprec(bits + largest_t.bit_length() + max(angle.size_bits for angle in angles)):
        bounds = []
        for angle in angles:
            ball = angle.radians_ball()
            total = flint.arb(0)
            for t, y in dual:
                total += angle.one_minus_cos(t, ball) * as_ball(y)
            bounds.append(ends_within(total, 0, 2)[1])
    return max(bounds)


def best_single_plane(angles: Sequence[Frequency], length: int) -> tuple[int, tuple[Fraction, Fraction], int]:
    """(plane, (lower, upper), minimiser): the plane, counted from 1, that is best alone, by `single_gap`.

    The bounds enclose the best gap over the planes; plane is the one with the largest lower bound.
    """
    gaps = [single_gap(angle, length - 1) for angle in angles]
    best = max(range(len(gaps)), key=lambda k: gaps[k].gap_lower)
    lower, upper = gaps[best].gap_lower, max(gap.gap_upper for gap in gaps)
    enclosure = Fraction(decimal_below(lower)), Fraction(decimal_above(upper))
    return best + 1, enclosure, gaps[best].minimiser
