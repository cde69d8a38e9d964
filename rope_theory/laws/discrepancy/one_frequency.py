"""The gap of one frequency: min over 1 <= t <= span of 1 - cos(t*theta), certified, in O(log span) steps.

1 - cos(t*theta) = 2 sin^2(pi*||t*alpha||) with alpha = theta/(2*pi) and ||x|| the distance to the nearest
integer, and 2 sin^2(pi*x) increases on [0, 1/2]: the gap is decided by the t that brings t*alpha closest to
an integer, which the continued fraction of alpha gives (see `continued_fraction`).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint

from rope_theory.core.errors import require_int
from rope_theory.laws.discrepancy.continued_fraction import BestDenominator, best_denominator, simplest_between
from rope_theory.laws.discrepancy.frequency import Frequency, read_frequency
from rope_theory.laws.discrepancy.precision import (
    MAX_BITS,
    PrecisionExhausted,
    decimal_above,
    decimal_below,
    decimal_or_hex,
    ends,
    ends_within,
    float_above,
    float_below,
    twice_square,
    versine,
)
from rope_theory.laws.discrepancy.sympy_balls import proves_zero


@dataclass(frozen=True)
class SingleGap:
    """What `single_gap` returns: min over 1 <= t <= span of 1 - cos(t*theta), enclosed.

    Attributes:
        theta: the angle as written.
        span: T, the largest t.
        minimiser: the smallest t that attains the minimum: a fact, not an estimate.
        gap_lower, gap_upper: exact fractions with gap_lower <= gap <= gap_upper.
        exactly_zero: True when the gap is 0; False is a proof that it is positive.
        reason: why the gap is zero or positive, in words.
        bits: working precision that decided it; 0 when only rational arithmetic chose the minimiser.
    """

    theta: str
    span: int
    minimiser: int
    gap_lower: Fraction
    gap_upper: Fraction
    exactly_zero: bool
    reason: str
    bits: int

    def __repr__(self) -> str:
        left_out = ("gap_lower", "gap_upper", "weights")  # floats of the enclosure; the same for every gap
        shown = (f"{key}={value!r}" for key, value in self.to_json().items() if key not in left_out)
        return f"SingleGap({', '.join(shown)})"

    def to_json(self) -> dict[str, Any]:
        """A dict for `json.dumps`; bounds are rounded outward, as numbers and as 20-digit decimals.

        A span or minimiser of more than 4300 digits is a text in base 16 (Python writes no longer decimals).
        """
        return {
            "theta": self.theta,
            "span": decimal_or_hex(self.span),
            "minimiser": decimal_or_hex(self.minimiser),
            "gap_lower": float_below(self.gap_lower),
            "gap_upper": float_above(self.gap_upper),
            "enclosure": [decimal_below(self.gap_lower), decimal_above(self.gap_upper)],
            "weights": [1.0],
            "exactly_zero": self.exactly_zero,
            "reason": self.reason,
            "bits": self.bits,
        }


def single_gap(theta: object, span: int, *, bits: int = 64, max_bits: int | None = None) -> SingleGap:
    """min over 1 <= t <= span of 1 - cos(t*theta), with its smallest minimiser and a rigorous enclosure.

    The precision doubles until every partial quotient that matters is certain and the enclosure is tight.
    Theta is reduced modulo 2*pi and by sign: negative angles and angles above pi are welcome.

    Args:
        theta: radians per position, exact: a text such as "0.8" or "2pi/7", an integer, a Fraction, an `Angle`,
            a SymPy number, or a `Frequency` (see `read_frequency`).
        span: T >= 1; 10^30 and far beyond is fine.
        bits: relative accuracy asked of the enclosure, in bits (16 or more).
        max_bits: largest working precision tried; by default 65536, or 8 times the first try if that is more.

    Returns:
        A `SingleGap`. Exactness: the minimiser is exact; the enclosure comes from balls.

    Raises:
        InvalidInput: span < 1, theta not an exact finite real.
        PrecisionExhausted: undecided at `max_bits`; only for a SymPy number whose theta/(2*pi) is rational in
            a way SymPy's exact algebra does not see, or a `max_bits` that is too small.

    Source: claim new.index-gap-sharp; Khinchin, Continued Fractions, Theorem 17.

    Example:
        >>> gap = single_gap("1", 10**18)
        >>> gap.minimiser, float(gap.gap_lower) == float(gap.gap_upper)
        (430010946591069243, True)
        >>> from rope_theory.core.angles import Angle
        >>> rational = single_gap(Angle(Fraction(2, 7)), 100)
        >>> rational.minimiser, rational.exactly_zero
        (7, True)
    """
    angle = read_frequency(theta)
    span = require_int("span", span, least=1)
    bits = require_int("bits", bits, least=16)
    if angle.rational_turns is not None:
        return _of_rational(angle, angle.rational_turns, span, bits)
    working = 2 * span.bit_length() + bits + 32 + angle.size_bits
    ceiling = max(MAX_BITS, 8 * working) if max_bits is None else require_int("max_bits", max_bits, least=2)
    working = min(working, ceiling)
    refused: set[Fraction] = set()
    while True:
        with flint.ctx.workprec(working):
            found = _attempt(angle, span, bits, working)
        if isinstance(found, SingleGap):
            return found
        if found is not None and found not in refused:
            if _equals_turns(angle.symbolic, found):
                return _of_rational(angle, found, span, bits)
            refused.add(found)
        if working >= ceiling:
            raise PrecisionExhausted("theta", ceiling, angle.source)
        working = min(2 * working, ceiling)


def _attempt(angle: Frequency, span: int, bits: int, working: int) -> SingleGap | Fraction | None:
    """One precision: the answer; or a rational number of turns that a SymPy angle may equal; or None."""
    turns = angle.turns_ball()
    if not turns.is_finite():
        return None
    low, high = ends(turns)
    nearest = round((low + high) / 2)
    folded = abs(turns - nearest)
    low, high = ends(folded)
    low = max(low, Fraction(0))
    best = best_denominator(low, high, span) if 2 * high <= 1 else None
    if best is not None:
        distance = abs(folded * best.q - best.p)
        if distance > 0:
            gap = twice_square((flint.arb.pi() * distance).sin())
            if gap > 0 and gap.rel_accuracy_bits() >= bits:
                return _result(angle, span, best, gap, working)
    if angle.symbolic is None:
        return None  # irrational for sure: more precision will decide
    low, high = ends(turns)
    candidate = simplest_between(low, high) if low >= 0 else -simplest_between(max(-high, Fraction(0)), -low)
    plausible = 4 * candidate.denominator.bit_length() < working
    return candidate if plausible else None


def _of_rational(angle: Frequency, turns: Fraction, span: int, bits: int) -> SingleGap:
    """The same for an angle that is exactly `turns` full turns: the minimiser by exact Euclid."""
    alpha = turns % 1
    alpha = min(alpha, 1 - alpha)
    best = best_denominator(alpha, alpha, span)
    assert best is not None  # one number alone has a convergent
    distance = abs(alpha * best.q - best.p)
    with flint.ctx.workprec(bits + 32):
        return _result(angle, span, best, versine(distance), 0, exact=(turns, distance))


def _result(
    angle: Frequency,
    span: int,
    best: BestDenominator,
    gap: flint.arb,
    working: int,
    exact: tuple[Fraction, Fraction] | None = None,
) -> SingleGap:
    """Wrap the best denominator and the ball of its gap; `exact` is (turns, distance) of a rational angle."""
    zero = False
    if exact is None:
        reason = f"{decimal_or_hex(best.q)}*theta misses every multiple of 2 pi: the enclosure excludes 0"
    else:
        turns, distance = exact
        zero = distance == 0
        if turns.denominator == 1:
            reason = "theta is a multiple of 2 pi: every position looks alike"
        elif zero:
            reason = f"theta is {turns} of a full turn: {decimal_or_hex(best.q)}*theta is a multiple of 2 pi"
        else:
            reason = f"theta is {turns} of a full turn, whose denominator exceeds the span"
    lower, upper = (Fraction(0), Fraction(0)) if zero else ends(gap)
    return SingleGap(angle.source, span, best.q, lower, min(upper, Fraction(2)), zero, reason, working)


def _equals_turns(theta: object, turns: Fraction) -> bool:
    """True when SymPy's exact algebra shows theta = 2 pi*turns (a SymPy theta); False says nothing."""
    import sympy

    rational = sympy.Rational(turns.numerator, turns.denominator)
    return proves_zero(theta - 2 * sympy.pi * rational) or proves_zero(theta / (2 * sympy.pi) - rational)


def enclose_gap(theta: object, t: int, bits: int = 64) -> tuple[Fraction, Fraction]:
    """(lower, upper) around 1 - cos(t*theta) for one t, as exact fractions.

    Args:
        theta: as for `single_gap`.
        t: an integer.
        bits: absolute accuracy aimed at, in bits.

    Example:
        >>> from rope_theory.core.angles import Angle
        >>> enclose_gap(Angle(Fraction(1, 4)), 3)
        (Fraction(1, 1), Fraction(1, 1))
    """
    angle = read_frequency(theta)
    with flint.ctx.workprec(bits + abs(t).bit_length() + angle.size_bits + 16):
        return ends_within(angle.one_minus_cos(t), 0, 2)
