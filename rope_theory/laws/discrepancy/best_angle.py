"""The best single angle for a span, and the golden angle, the best for all spans at once.

For any theta the gap over 1 <= t <= T is at most 1 - cos(2 pi/(T+1)). Idea: the T+1 points 0, theta, ..,
T*theta cut the circle into T+1 arcs, so some arc is at most 2 pi/(T+1), and its ends differ by some t*theta,
1 <= t <= T. Equality forces all arcs to be equal; the points are then the (T+1)-st roots of unity, so theta =
2 pi*a/(T+1) with gcd(a, T+1) = 1, and each such angle does attain it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint

from rope_theory.core.errors import require_int
from rope_theory.laws.discrepancy.frequency import read_frequency
from rope_theory.laws.discrepancy.precision import (
    decimal_above,
    decimal_below,
    ends,
    float_above,
    float_below,
    versine,
)


@dataclass(frozen=True)
class BestSingleGap:
    """The largest gap of one frequency over 1 <= t <= span, 1 - cos(2 pi/(span+1)), and who attains it.

    Attributes:
        span: T.
        gap_lower, gap_upper: exact fractions around the value.

    Example:
        >>> best = best_single_gap(9)
        >>> [best.attained_by(turns) for turns in (Fraction(3, 10), Fraction(2, 10), Fraction(3, 11))]
        [True, False, False]
        >>> list(best.angles())
        [Fraction(1, 10), Fraction(3, 10), Fraction(7, 10), Fraction(9, 10)]
    """

    span: int
    gap_lower: Fraction
    gap_upper: Fraction

    def attained_by(self, turns: Fraction) -> bool:
        """Whether the angle of `turns` full turns attains the best gap: a/(span+1) in lowest terms."""
        return Fraction(turns).denominator == self.span + 1

    def angles(self) -> Iterator[Fraction]:
        """The attaining angles in full turns, within (0, 1), in increasing order; generated lazily."""
        return (Fraction(a, self.span + 1) for a in range(1, self.span + 1) if math.gcd(a, self.span + 1) == 1)

    def to_json(self) -> dict[str, Any]:
        """A dict for `json.dumps`, bounds rounded outward."""
        return {
            "span": self.span,
            "turns": f"1/{self.span + 1}",
            "gap_lower": float_below(self.gap_lower),
            "gap_upper": float_above(self.gap_upper),
            "enclosure": [decimal_below(self.gap_lower), decimal_above(self.gap_upper)],
        }


def best_single_gap(span: int, bits: int = 64) -> BestSingleGap:
    """max over theta of min over 1 <= t <= span of 1 - cos(t*theta) = 1 - cos(2 pi/(span+1)).

    Args:
        span: T >= 1, the number of rivals' distances (a length-n input has span n-1).
        bits: relative accuracy of the enclosure, in bits.

    Returns:
        `BestSingleGap`; the attaining angles 2 pi*a/(span+1), gcd(a, span+1) = 1, are exact.

    Raises:
        InvalidInput: span < 1.

    Source: claim new.index-gap-sharp; sharpens U26, F.2.1 (2 pi^2/n^2).

    Example:
        >>> best = best_single_gap(3)
        >>> best.gap_lower == best.gap_upper == 1
        True
    """
    span = require_int("span", span, least=1)
    with flint.ctx.workprec(require_int("bits", bits, least=16) + 16):
        lower, upper = ends(versine(Fraction(1, span + 1)))
    return BestSingleGap(span, lower, upper)


def is_best_angle(theta: object, span: int) -> bool:
    """Whether theta attains 1 - cos(2 pi/(span+1)): exactly when theta/(2 pi) = a/(span+1) in lowest terms.

    Exact for every angle of the forms of `read_frequency` but SymPy numbers that hide a rational multiple of pi
    (their `rational_turns` is unknown, and the answer is then False).

    Example:
        >>> from rope_theory.core.angles import Angle
        >>> is_best_angle(Angle(Fraction(3, 8)), 7), is_best_angle("0.7853981633974483", 7)
        (True, False)
    """
    turns = read_frequency(theta).rational_turns
    return turns is not None and best_single_gap(span).attained_by(turns)


def golden_angle() -> object:
    """The golden angle pi*(3 - sqrt(5)) as a SymPy number: 2 pi/phi^2, about 2.39996 radians per position.

    Up to sign and full turns it is 2 pi/phi, so alpha = theta/(2 pi) has partial quotients 2, 1, 1, 1, ...

    Example:
        >>> golden_angle()
        pi*(3 - sqrt(5))
    """
    import sympy

    return sympy.pi * (3 - sympy.sqrt(5))


def golden_gap(span: int) -> tuple[int, int]:
    """(F_m, m): the gap of the golden angle over 1 <= t <= span is 1 - cos(2 pi*phi^-m), attained at t = F_m.

    F_m is the largest Fibonacci number <= span (F_1 = F_2 = 1; m >= 2). Reason: the convergents' denominators
    are the Fibonacci numbers, and F_m/phi - F_{m-1} = -(-1/phi)^m exactly, so ||F_m/phi|| = phi^-m.

    Args:
        span: at least 1.

    Example:
        >>> golden_gap(100)
        (89, 11)
    """
    span = require_int("span", span, least=1)
    before, fibonacci, m = 1, 1, 2
    while before + fibonacci <= span:
        before, fibonacci, m = fibonacci, before + fibonacci, m + 1
    return fibonacci, m


def golden_asymptotics() -> dict[str, object]:
    """The golden angle in the long run: exact SymPy limits, with d(T) = min over t <= T of ||t/phi||.

    For F_m <= T < F_{m+1}, d(T) = phi^-m, so (T+1)*d(T) runs from (F_m + 1)*phi^-m up to F_{m+1}*phi^-m:

    * liminf (T+1)*d(T) = 1/sqrt(5) (0.4472), at T = F_m: no irrational alpha has a larger liminf (Hurwitz),
      so the golden angle is the asymptotically best single angle; only angles with the same tail of partial
      quotients tie with it;
    * limsup (T+1)*d(T) = phi/sqrt(5) = (5 + sqrt(5))/10 (0.7236), just below the next Fibonacci number;
    * the best angle of each span has (T+1)*d(T) = 1, so the golden gap divided by the best gap for the
      same span oscillates between 1/5 and phi^2/5 (0.5236), and T^2*gap(T) between 2 pi^2/5 and 2 pi^2
      phi^2/5.

    Source: Hurwitz 1891, trusted by name for "no irrational is better".

    Example:
        >>> golden_asymptotics()["liminf_distance"]
        sqrt(5)/5
    """
    import sympy

    root5 = sympy.sqrt(5)
    phi_squared = (3 + root5) / 2
    return {
        "liminf_distance": 1 / root5,
        "limsup_distance": (5 + root5) / 10,
        "liminf_ratio_to_best": sympy.Rational(1, 5),
        "limsup_ratio_to_best": phi_squared / 5,
        "liminf_gap": 2 * sympy.pi**2 / 5,
        "limsup_gap": 2 * sympy.pi**2 * phi_squared / 5,
    }
