"""The first negative of the kernel B(m) = sum_k cos(m*g_k): the context length that a RoPE base supports.

B(m) measures how much better a key similar to the query scores at distance m than a random one; past the
first m with B(m) < 0 the order is reversed (Men et al. 2024). It is not monotone in the base.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
import numpy as np

from rope_theory.core.errors import require_int
from rope_theory.laws.discrepancy.cosine_sums import CosineTable, Progress
from rope_theory.laws.discrepancy.frequency import Frequency
from rope_theory.laws.discrepancy.frequency_list import FrequencyList
from rope_theory.laws.discrepancy.precision import (
    MAX_BITS,
    PrecisionExhausted,
    decimal_above,
    decimal_below,
    ends,
    ends_within,
)

_FIRST_TABLE = 1 << 20
"""Length of the first table of cosines; one of the whole length, which costs its root, follows where it does not do."""


@dataclass(frozen=True)
class FirstNegative:
    """The first integer m >= 1 with B(m) < 0, certified, or the certified absence of one up to a limit.

    Attributes:
        m: that integer, or None if B(1), .., B(limit) are all >= 0.
        limit: the largest m looked at when m is None, else m itself.
        value: (lower, upper) around B(m), exact fractions, or None.
        balls_used: how many m were too close to 0 for integer sums and were decided in balls.
    """

    m: int | None
    limit: int
    value: tuple[Fraction, Fraction] | None
    balls_used: int

    def to_json(self) -> dict[str, Any]:
        """A dict for `json.dumps`, bounds rounded outward."""
        value = self.value and [decimal_below(self.value[0]), decimal_above(self.value[1])]
        return {"m": self.m, "limit": self.limit, "value": value}


def kernel_first_negative(
    base: object, dim: int, *, limit: int = 10**8, progress: Progress | None = None
) -> FirstNegative:
    """The first integer m >= 1 with B(m) = sum_{k=1}^{dim/2} cos(m*base^(-2(k-1)/dim)) < 0, no m skipped.

    B(m) is never 0: the exponents i*m*g_k are algebraic, distinct up to multiplicity and nonzero, so
    the sum of exponentials does not vanish (Lindemann-Weierstrass), and some precision always decides.

    Args:
        base: positive rational, exact.
        dim: rotary dimension, even, at least 2.
        limit: give up after this m (time grows with it, about 25 ns for each m at dim 128).
        progress: called as progress(done, limit).

    Returns:
        `FirstNegative`. Exactness: integer sums with a proved error, balls where they do not decide.

    Raises:
        InvalidInput: odd dim, base not positive, limit < 1.

    Source: Men et al. 2024, "Base of RoPE bounds context length".

    Example:
        >>> kernel_first_negative(10000, 128).m
        1707
    """
    return kernel_first_negative_of(FrequencyList.rope(base, dim), limit=limit, progress=progress)


@functools.cache
def first_negative_of(base: object, dim: int) -> int | None:
    """The first m >= 1 with B(m) < 0, computed once for each base and dimension."""
    return kernel_first_negative(base, dim).m


def kernel_first_negative_of(
    frequencies: FrequencyList | Iterable[object], *, limit: int = 10**8, progress: Progress | None = None
) -> FirstNegative:
    """`kernel_first_negative` for any exact angles; planes at angle 0 (p-RoPE) count 1 each.

    Raises:
        PrecisionExhausted: some B(m) cannot be told from 0: it is exactly 0, in a way that only angles
            2*pi*turns + radians are decided exactly.

    Example:
        >>> kernel_first_negative_of(["0", "1"], limit=1000).m is None
        True
    """
    angles = FrequencyList.of(frequencies).angles
    limit = require_int("limit", limit, least=1)
    first, balls_used = 1, 0
    for length in dict.fromkeys((min(_FIRST_TABLE, limit + 1), limit + 1)):
        for m, certain in _perhaps_negative(angles, first, length, limit, progress):
            balls_used += not certain
            low, high = _enclose(angles, m)
            if certain or high < 0:
                return FirstNegative(m, m, (low, high), balls_used)
        first = length
    return FirstNegative(None, limit, None, balls_used)


def _perhaps_negative(
    angles: tuple[Frequency, ...], first: int, length: int, limit: int, progress: Progress | None = None
) -> Iterator[tuple[int, bool]]:
    """(m, whether B(m) < 0 for certain) for first <= m < length, in order; at all others B(m) >= 0 for certain.

    Args:
        progress: called as progress(m, limit) after each block.
    """
    weights = [Fraction(1, len(angles))] * len(angles)
    table = CosineTable(angles, length)
    error = table.error(weights, coarse=True)
    for start, sums in table.integer_sums(weights, first, coarse=True):
        for at in np.flatnonzero(sums < error):
            if start + int(at) >= first:
                yield start + int(at), bool(sums[at] < -error)
        if progress is not None:
            progress(min(start + len(sums) - 1, limit), limit)


def _enclose(angles: tuple[Frequency, ...], m: int) -> tuple[Fraction, Fraction]:
    """(lower, upper) around B(m), of one sign: lower > 0 or upper < 0, or exactly (0, 0)."""
    start = bits = 128 + m.bit_length() + max(angle.size_bits for angle in angles)
    while bits <= MAX_BITS:
        with flint.ctx.workprec(bits):
            total = flint.arb(0)
            for angle in angles:
                total += 1 - angle.one_minus_cos(m)
            low, high = ends_within(total, -len(angles), len(angles))
        if low > 0 or high < 0 or low == high == 0:
            return low, high
        if bits == start and _is_exact_zero(angles, m):
            return Fraction(0), Fraction(0)
        bits *= 2
    raise PrecisionExhausted("frequencies", MAX_BITS, f"B({m}) of {[angle.source for angle in angles]}")


def _is_exact_zero(angles: tuple[Frequency, ...], m: int) -> bool:
    """Whether B(m) = 0 is certain, by exact arithmetic of cosines; False for angles it does not cover."""
    if any(angle.power or angle.symbolic is not None for angle in angles):
        return False
    from rope_theory.core.angles import Angle, TrigSum

    total = TrigSum({})
    for angle in angles:
        total += Angle(m * angle.turns, m * angle.radians).cos()
    return total.sign() == 0


def kernel_at(base: int | Fraction, rotary_dim: int, m: int) -> tuple[Fraction, Fraction]:
    """(lower, upper) around B(m), narrow enough to have a sign.

    Args:
        base: > 1.
        rotary_dim: even; K = rotary_dim/2 planes.
        m: integer >= 1.

    Example:
        >>> kernel_at(10_000, 128, 1706)[0] > 0 > kernel_at(10_000, 128, 1707)[1]
        True
    """
    with flint.ctx.workprec(256 + m.bit_length()):
        cosines = (1 - angle.one_minus_cos(m) for angle in FrequencyList.rope(base, rotary_dim).angles)
        return ends(sum(cosines, flint.arb(0)))


def kernel_negatives_of(frequencies: FrequencyList | Iterable[object], limit: int) -> list[int]:
    """Every integer m in 1..limit with B(m) < 0, in order: integer sums with a proved error, balls where they do not decide.

    Raises:
        PrecisionExhausted: as for `kernel_first_negative_of`.

    Example:
        >>> kernel_negatives_of(["1", "1/10"], 22)
        [3, 9, 10, 15, 16, 17, 20, 21, 22]
    """
    angles = FrequencyList.of(frequencies).angles
    limit = require_int("limit", limit, least=1)
    suspects = _perhaps_negative(angles, 1, limit + 1, limit)
    return [m for m, certain in suspects if certain or _enclose(angles, m)[1] < 0]
