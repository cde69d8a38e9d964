"""The least base whose kernel B(m) = Σ cos(m g_k) keeps its sign within a length, enclosed from both sides.

A base is good for n positions if B(m) >= 0 for 1 <= m < n. From below: (1, lo] is covered by intervals of bases, and for each
one m is found at which B(m) < 0 for the whole interval, in balls. From above: hi is good, every m decided
(`rope_theory.laws.discrepancy.kernel`). Good bases are not all those above the least one (new.base-bound-monotone); all bases from
`safe_base` on are good, by a law that is proved (new.base-bound-monotone.corrected).
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

import flint
import numpy as np

from rope_theory.core.errors import require, require_int
from rope_theory.laws.discrepancy.cosine_sums import Progress
from rope_theory.laws.discrepancy.kernel import kernel_first_negative
from rope_theory.laws.discrepancy.precision import as_ball, ends

BITS = 96
"""Working precision: intervals of bases are far wider than its error."""

LEAST_HALVED = Fraction(1, 1 << 14)
"""Intervals of ln b above this width are halved before all distances are looked at."""


@dataclass(frozen=True)
class LeastBase:
    """No base in (1, low] is good for the length, and `high` is.

    Attributes:
        low, high: exact, high above low.
        cover: the certificate of `low`: intervals of ln b, end to end from 0, each as (k, m): its width is 2^-k, and B(m) < 0
            for all its bases.
    """

    low: Fraction
    high: Fraction
    cover: tuple[tuple[int, int], ...] = field(repr=False)

    @property
    def pieces(self) -> int:
        """How many intervals cover (1, low]."""
        return len(self.cover)

    def recheck(self, rotary_dim: int, length: int) -> bool:
        """Whether both bounds hold, by balls: every interval of the cover again, and every m at `high`.

        Example:
            >>> least_base(16, 64).recheck(16, 64), least_base(16, 64).recheck(16, 128)
            (True, False)
        """
        start = Fraction(0)
        for k, m in self.cover:
            width = Fraction(1, 1 << k)
            if not (1 <= m < length and _negative(_frequencies(rotary_dim, start, width), m)):
                return False
            start += width
        reached = self.low <= _base_below(start)
        return reached and self.low < self.high and _is_good(self.high, rotary_dim, length)


def least_base(
    rotary_dim: int,
    length: int,
    tolerance: Fraction = Fraction(1, 10**4),
    progress: Progress | None = None,
    after: LeastBase | None = None,
) -> LeastBase:
    """The least good base, between bounds that differ by about the tolerance, relative to them.

    Args:
        rotary_dim: d, even, at least 6 (below, few bases or none are good).
        length: n, 3 <= n <= 2^20; time grows with it: a second at 1024, minutes at 32768 (d = 128).
        tolerance: > 0.
        progress: called as progress(done, total) in hundredths of ln b, the total being that of `safe_base`.
        after: the answer for a shorter length, whose cover is gone on with (its distances are within this length, too).

    Raises:
        InvalidInput: arguments out of range, or no good base below `safe_base`.

    Example:
        >>> found = least_base(16, 64)
        >>> float(found.low), float(found.high)
        (1706.0963, 1706.1224)
    """
    rotary_dim = require_int("rotary_dim", rotary_dim, least=6, most=4096)
    require(rotary_dim % 2 == 0, "rotary_dim", "must be even", rotary_dim)
    length = require_int("length", length, least=3, most=1 << 20)
    require(tolerance > 0, "tolerance", "must be positive", tolerance)
    if after is not None and _is_good(after.high, rotary_dim, length):
        return after
    most = math.log(safe_base(rotary_dim, length))
    cover = list(after.cover) if after else []
    k, m = cover[-1] if cover else (2, 3)
    start = sum((Fraction(1, 1 << one) for one, _ in cover), Fraction(0))  # in ln b
    step = Fraction(1, 1 << k)
    least_step = tolerance / 8
    while float(start) < most + 1:
        turning = _frequencies(rotary_dim, start, step)
        m_here = next(
            (each for each in _candidates(rotary_dim, length, start, step, m) if _negative(turning, each)), None
        )
        if m_here is not None:
            cover.append((step.denominator.bit_length() - 1, m_here))
            start, m = start + step, m_here
            step = min(2 * step, Fraction(1, 4))
            if progress is not None:
                progress(int(100 * start), int(100 * most))
        elif step > least_step:
            step /= 2
        else:
            low, high = _base_below(start), _base_above(start + 2 * step)
            if _is_good(high, rotary_dim, length):
                return LeastBase(low, high, tuple(cover))
            step /= 2  # a gap between two dips, narrower than the tolerance
            least_step = min(least_step, step)
            require(
                step > Fraction(1, 10**12), "tolerance", "must be larger here: dips of the kernel meet", str(tolerance)
            )
    require(False, "length", "must have a good base below the safe one", length)
    raise AssertionError


def _is_good(base: Fraction, rotary_dim: int, length: int) -> bool:
    """Whether B(m) >= 0 for 1 <= m < length."""
    return kernel_first_negative(base, rotary_dim, limit=length - 1).m is None


def safe_base(rotary_dim: int, length: int) -> int:
    """A whole base from which on every base is good: min over j of ((n-1)²(K-j)/(2(K-2j)))^(K/(2j)), rounded up.

    K = d/2; 1 <= j < K/2 (new.base-bound-monotone.corrected, PROVED).

    Example:
        >>> safe_base(128, 4096)
        237915750
    """
    planes = rotary_dim // 2
    found = []
    with flint.ctx.workprec(256):
        for j in range(1, (planes + 1) // 2):
            inner = as_ball(Fraction((length - 1) ** 2 * (planes - j), 2 * (planes - 2 * j)))
            found.append(ends(inner ** as_ball(Fraction(planes, 2 * j)))[1])
    return math.ceil(min(found))


def _candidates(rotary_dim: int, length: int, start: Fraction, step: Fraction, last: int) -> Iterator[int]:
    """Distances to try on an interval: that of the interval before, then those that floats find, near it and then all."""
    if last < length:
        yield last
    g = np.exp(-2 * np.arange(rotary_dim // 2) / rotary_dim * float(start + step / 2))

    def deepest(low: int, high: int) -> list[int]:
        m = np.arange(max(low, 1), min(high, length))
        sums = np.cos(m[:, None] * g).sum(1)
        deep = np.flatnonzero(sums < -1e-9)
        # The dips that the width of the interval hurts least: depth over what m lets the phases move.
        return [int(each) for each in m[deep[np.argsort(sums[deep] / m[deep])[:3]]]]

    yield from deepest(last - 256, last + 512)
    low, size, found = 1, 256, 0
    while low < length and (found < 2 or step <= LEAST_HALVED):
        here = deepest(low, low + size)
        yield from here
        found += bool(here)
        low, size = low + size, min(2 * size, 1 << 14)


def _frequencies(rotary_dim: int, start: Fraction, step: Fraction) -> list[flint.arb]:
    """Balls around the frequencies of all bases with ln b in [start, start + step]."""
    with flint.ctx.workprec(BITS):
        log_base = as_ball(start + step / 2) + flint.arb(0, 1) * as_ball(step / 2)
        return [(exponent * log_base).exp() for exponent in _exponents(rotary_dim)]


@functools.cache
def _exponents(rotary_dim: int) -> list[flint.arb]:
    """-2k/d of each plane."""
    with flint.ctx.workprec(BITS):
        return [as_ball(Fraction(-2 * k, rotary_dim)) for k in range(rotary_dim // 2)]


def _negative(turning: list[flint.arb], m: int) -> bool:
    """Whether B(m) < 0 for every choice of frequencies in the balls, certified."""
    with flint.ctx.workprec(BITS):
        total = flint.arb(0)
        for g in turning:
            total += (m * g).cos()
        return bool(total < 0)


def _base_below(log_base: Fraction) -> Fraction:
    """A rational with few digits just below e^x."""
    with flint.ctx.workprec(BITS):
        low, _ = ends(as_ball(log_base).exp())
    return Fraction(math.floor(low * 10**4), 10**4)


def _base_above(log_base: Fraction) -> Fraction:
    with flint.ctx.workprec(BITS):
        _, high = ends(as_ball(log_base).exp())
    return Fraction(math.ceil(high * 10**4), 10**4)
