"""The upper law for K frequencies: n^{-2} of one frequency becomes n^{-2/K}, and is empty while n is small.

Exact statement. For any real g_1, .., g_K and any n >= 2 there is an integer 1 <= t <= n-1 with

    ||t*g_k/(2 pi)|| <= n^{-1/K} for every k          (||x||: distance to the nearest integer),

that is, every t*g_k is within 2 pi*n^{-1/K} of a multiple of 2 pi. Proof: Minkowski's linear forms theorem
for the K+1 forms x_0, alpha_k*x_0 - x_k of determinant +-1 with bounds c_0 = n, c_k = n^{-1/K}, whose product
is 1: it gives a nonzero integer point with |x_0| < n strictly and |alpha_k*x_0 - x_k| <= c_k (one form may be
non-strict, and we let a k be that one); x_0 = 0 would force x_k = 0 as c_k < 1. So n, not n - 1, stands under
the root although t stays below n; allowing t = n as well makes every inequality strict and no better. For K =
1 it is sharp: T = n - 1 gives 1/(T+1).

Consequence. Any convex weights a satisfy min over 1 <= t < n of sum a_k (1 - cos(t*g_k)) <= 1 - cos(2
pi*n^{-1/K}) as long as n^{-1/K} <= 1/2. It says something only for n > 2^K (below, it is the trivial bound
2), is below 1, the mean of 1 - cos over a full turn, for n > 4^K, and in the papers' quadratic form 2 pi^2
n^{-2/K} is below 2 for n > pi^K. With K = 64 planes no context length in use comes near: 2^64 is about
1.8e19.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import flint

from rope_theory.core.errors import require_int
from rope_theory.laws.discrepancy.precision import as_ball, ends, twice_square, versine


@dataclass(frozen=True)
class PigeonholeBound:
    """No K frequencies have a gap above `gap_upper` over 1 <= t <= length - 1, whatever their weights.

    Attributes:
        planes: K.
        length: n.
        distance_turns: upper bound of n^{-1/K} (at most 1/2 is meaningful), exact fraction.
        gap_upper: rigorous upper bound of 1 - cos(2 pi*n^{-1/K}), or 2 when vacuous.
        vacuous: n <= 2^K: the law says nothing beyond 1 - cos <= 2.
        reason: the comparison that decided `vacuous`.
    """

    planes: int
    length: int
    distance_turns: Fraction
    gap_upper: Fraction
    vacuous: bool
    reason: str


def pigeonhole_bound(planes: int, length: int, bits: int = 64) -> PigeonholeBound:
    """gap <= 1 - cos(2 pi*n^{-1/K}) for K frequencies and rivals at 1 <= t <= n-1; vacuous when n <= 2^K.

    Args:
        planes: K >= 1.
        length: n >= 2.
        bits: accuracy in bits.

    Returns:
        `PigeonholeBound`. Exactness: `vacuous` by integers, the bounds by balls.

    Raises:
        InvalidInput: planes < 1 or length < 2.

    Source: Minkowski's linear forms theorem (Cassels, Diophantine Approximation,
        appendix B), trusted by name.

    Example:
        >>> pigeonhole_bound(1, 4).gap_upper
        Fraction(1, 1)
        >>> pigeonhole_bound(64, 2**20).vacuous
        True
    """
    planes = require_int("planes", planes, least=1)
    length = require_int("length", length, least=2)
    vacuous = length.bit_length() <= planes or length == 1 << planes
    with flint.ctx.workprec(bits + 32):
        distance = 1 / as_ball(length) if planes == 1 else (-as_ball(length).log() / planes).exp()
        upper = ends(distance)[1]
        if vacuous:
            relation = "equals" if length == 1 << planes else "is below"
            reason = f"length {relation} 2^{planes}, so n^(-1/K) >= 1/2 and only 1 - cos <= 2 is left"
            return PigeonholeBound(planes, length, upper, Fraction(2), True, reason)
        if planes == 1:
            gap = versine(Fraction(1, length))
        else:
            gap = twice_square((flint.arb.pi() * distance).sin())
        reason = f"length exceeds 2^{planes}, so n^(-1/K) < 1/2 and 1 - cos increases up to there"
        return PigeonholeBound(planes, length, upper, min(ends(gap)[1], Fraction(2)), False, reason)


def pigeonhole_witness(turns: list[Fraction], length: int) -> tuple[int, Fraction]:
    """(t, distance): the smallest 1 <= t < length that minimises max_k ||t*turns_k||: looks at each, exactly.

    Args:
        turns: the frequencies as fractions of a full turn, exact; at least one.
        length: n >= 2.

    Example:
        >>> pigeonhole_witness([Fraction(1, 3), Fraction(2, 5)], 16)
        (15, Fraction(0, 1))
    """
    require_int("length", length, least=2)
    distances = [max(min(t * x % 1, -t * x % 1) for x in turns) for t in range(1, length)]
    least = min(distances)
    return distances.index(least) + 1, least


def square_law(n: int) -> flint.arb:
    """2π²/n²: what U26 (p. 21, Appendix F.2.1) prints as the upper bound of T_Index's discrepancy.

    Example:
        >>> square_law(4).overlaps(flint.arb.pi() ** 2 / 8)
        True
    """
    return twice_square(flint.arb.pi() / n)
