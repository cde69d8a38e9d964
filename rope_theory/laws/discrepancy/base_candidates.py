"""Good bases looked for among candidates: what can be said in seconds where covering all bases takes hours.

A candidate is decided, every m (`rope_theory.laws.discrepancy.kernel`); between two candidates nothing is. So the least candidate that
is good bounds the least good base from above, and that is all: a smaller base between candidates may be good, and larger ones bad.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rope_theory.core.errors import require_int
from rope_theory.laws.discrepancy.cosine_sums import Progress
from rope_theory.laws.discrepancy.kernel import kernel_first_negative
from rope_theory.laws.discrepancy.least_base import safe_base
from rope_theory.laws.discrepancy.precision import decimal_above

PER_DECADE, FINER = 24, 16
"""Candidates in a factor of ten, and those put between the first good one and the bad one before it."""

DENSE = 400
"""Candidates in the factor of two below that good one, least first: good bases lie in narrow windows between bad ones."""

PASSES = 2
"""How often that grid is laid below the good one that it found, at most; each time it finds none it ends."""

SCANNED = {128: (235_525_185,)}
"""By rotary dimension: good bases that a scan found, of 12000 in equal ratios from 5·10^6 to 3.4·10^8 for 2^20 positions; decided again each time."""

HALVINGS = 24
"""Bases decided between the good one that was found last and the bad one before it: halved towards the end of its window."""

DIGITS, DENSE_DIGITS = 4, 6
"""Of a candidate, rounded up."""


@dataclass(frozen=True)
class Searched:
    """What was found among candidates.

    Attributes:
        good: the least candidate that was found good.
        bad: the candidates below it, in order: none is good.
        looked_at: how many candidates were decided.
    """

    good: int
    bad: tuple[int, ...]
    looked_at: int


def search(
    rotary_dim: int, length: int, start: Fraction, progress: Progress | None = None, dense: int = DENSE
) -> Searched:
    """The first good base of a geometric grid above `start`, the last steps of it made finer, and what denser ones below it find.

    Each denser grid is laid below the good base that the one before found. Last the step down to the bad base next to it is halved; as
    good bases are no interval, that ends at an end of one window of them, and others may lie below. `SCANNED` are candidates, too.

    Args:
        rotary_dim: d, even, at least 6.
        length: n, 3 <= n <= 2^32; each good candidate costs a sweep over all positions and planes.
        start: no candidate is at or below it, >= 1; the grid ends at `safe_base`, which is good.
        progress: called as progress(done, total) after each candidate; fewer than the total may be looked at.
        dense: candidates in the factor of two below a good one, in each pass.

    Example:
        >>> found = search(16, 64, Fraction(1000))
        >>> found.good, found.bad[-1]
        (1707, 1706)
    """
    length = require_int("length", length, least=3, most=1 << 32)
    most = safe_base(rotary_dim, length)
    coarse = candidates(start, most, PER_DECADE)
    total = len(coarse) + FINER + PASSES * dense + HALVINGS
    bad: set[int] = set()
    found_good: list[int] = []

    def first_good(tried: Sequence[int]) -> int | None:
        for base in tried:
            if kernel_first_negative(base, rotary_dim, limit=length - 1).m is None:
                found_good.append(base)
                return base
            bad.add(base)
            if progress is not None:
                progress(len(bad), total)
        return None

    good = first_good(coarse)
    assert good is not None  # the last candidate is the safe base
    low = max(bad, default=start)
    good = first_good(_between(low, good, FINER, DIGITS)) or good
    for _ in range(PASSES):
        found = first_good(_between(max(start, Fraction(good, 2)), good, dense, DENSE_DIGITS))
        if found is None:
            break
        good = found
    good = first_good([base for base in SCANNED.get(rotary_dim, ()) if start < base < good]) or good
    low = max((base for base in bad if base < good), default=math.floor(start))
    for _ in range(HALVINGS):
        middle = (low + good) // 2
        if not low < middle < good:
            break
        if first_good([middle]) is None:
            low = middle
        else:
            good = middle
    return Searched(good, tuple(sorted(base for base in bad if base < good)), len(bad) + len(found_good))


def _between(low: Fraction | int, high: int, count: int, digits: int) -> list[int]:
    """So many bases between two, in equal ratios."""
    ratio = math.log(high / low) / (count + 1)
    found = {_rounded(float(low) * math.exp(k * ratio), digits) for k in range(1, count + 1)}
    return sorted(base for base in found if low < base < high)


def candidates(start: Fraction, most: int, per_decade: int) -> list[int]:
    """Whole bases above `start`, so many in each factor of ten and rounded up to `DIGITS` digits; the last is `most`.

    Example:
        >>> candidates(Fraction(1000), 10_000, 3)
        [2155, 4642, 10000]
    """
    if start >= most:
        return [math.floor(start) + 1]
    count = math.ceil(math.log10(most / start) * per_decade)
    grid = {_rounded(float(start) * 10 ** (k / per_decade)) for k in range(1, count)}
    return [*sorted(base for base in grid if start < base < most), most]


def _rounded(base: float, digits: int = DIGITS) -> int:
    return math.ceil(Fraction(decimal_above(Fraction(base), digits)))
