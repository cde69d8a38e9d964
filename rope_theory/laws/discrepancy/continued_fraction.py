"""The best denominator below a bound, from an enclosure: continued fractions that cannot be wrong.

For alpha in [0, 1/2] let p_k/q_k be its convergents (q_0 = 1 < q_1 < q_2 < ...; alpha <= 1/2 makes a_1 >= 2,
so that no two denominators agree) and ||x|| the distance of x to the nearest integer. Lagrange's law of best
approximation: ||t*alpha|| >= ||q_k*alpha|| = |q_k*alpha - p_k| for all 1 <= t < q_{k+1}, and these distances
strictly decrease with k. So the minimum over 1 <= t <= T sits at the largest q_k <= T, and no smaller t
attains it. For a rational alpha the convergents end at alpha itself, where the distance is 0; before that the
law is the same (the one tie, t = q_n - q_{n-1} for the last n, is not below q_{n-1} because the last partial
quotient is at least 2).

The numbers that share their first partial quotients form an interval. If both ends of an enclosure of alpha
have them, so has alpha.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple


class BestDenominator(NamedTuple):
    """The convergent p/q with the largest q <= span, its index k, and a lower bound for q_{k+1}.

    `next_at_least` is None when alpha = p/q exactly, so that there is no next convergent.
    """

    p: int
    q: int
    index: int  # type: ignore[assignment]  # hides the method of tuple, which nobody asks for
    next_at_least: int | None


def best_denominator(low: Fraction, high: Fraction, span: int) -> BestDenominator | None:
    """The convergent with the largest q_k <= span, common to all alpha in [low, high]; None if undecided.

    Args:
        low, high: 0 <= low <= high <= 1/2; equal for a rational alpha known exactly.
        span: at least 1.

    Returns:
        The convergent, or None when the enclosure is too wide to decide it.

    Source: Khinchin, Continued Fractions, Theorems 16 and 17 (best approximations of the second kind).

    Example:
        >>> low, high = Fraction(1591, 10000), Fraction(1592, 10000)  # 1/(2 pi): 0, 1/6, 3/19, 4/25, 7/44
        >>> best_denominator(low, high, 43)
        BestDenominator(p=4, q=25, index=3, next_at_least=44)
        >>> best_denominator(low, high, 44) is None
        False
        >>> best_denominator(Fraction(1, 10), Fraction(2, 10), 7) is None
        True
    """
    # Invariant: alpha = [0; a_1, .., a_k, x], all a_i certain, x between whole/part of the two ends.
    whole_low, part_low = low.denominator, low.numerator
    whole_high, part_high = high.denominator, high.numerator
    p_before, q_before, p, q, index = 1, 0, 0, 1, 0
    while True:
        ended_low, ended_high = part_low == 0, part_high == 0
        if ended_low and ended_high:  # both ends equal p/q, hence so does alpha
            return BestDenominator(p, q, index, None)
        quotient_low = None if ended_low else whole_low // part_low
        quotient_high = None if ended_high else whole_high // part_high
        # An end that equals p/q itself stands for an infinite quotient.
        least = min(a for a in (quotient_low, quotient_high) if a is not None)
        if least * q + q_before > span:
            return BestDenominator(p, q, index, least * q + q_before)
        if quotient_low != quotient_high:
            return None
        whole_low, part_low = part_low, whole_low - least * part_low
        whole_high, part_high = part_high, whole_high - least * part_high
        p_before, q_before, p, q, index = p, q, least * p + p_before, least * q + q_before, index + 1


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """The fraction with the smallest denominator in [low, high], 0 <= low <= high.

    Example:
        >>> simplest_between(Fraction(314, 100), Fraction(315, 100))
        Fraction(22, 7)
    """
    digits: list[int] = []
    while True:
        whole = -(-low.numerator // low.denominator)
        if whole <= high:
            break
        digits.append(whole - 1)
        low, high = 1 / (high - (whole - 1)), 1 / (low - (whole - 1))
    result = Fraction(whole)
    for digit in reversed(digits):
        result = digit + 1 / result
    return result
