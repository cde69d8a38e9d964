"""What a mix of planes gives its target of the weight, summed over the distances of its rivals; logits capped or not.

The logit at distance d is βK(d), K(d) = Σ a_k cos(d g_k) with Σ a_k = 1; the target has d = 0. With the cap c each logit x becomes
c·tanh(x/c), without one it stays. A rival at distance d weighs w(d) = e^(x'(d) - x'(0)) of what the target does, x' the logit
after the cap. Of n positions, i - 1 stand before target i and n - i behind it, so its share of the weight is

    1/(1 + P(i-1) + P(n-i)),   P(m) = w(1) + … + w(m).

Each K(d) is enclosed (`cosine_sums`) and put on a grid of 2^-15, once rounded up and once down. w grows with K, so the sums of w over
these grids enclose P: w is computed in balls at each point of the grid that occurs, and becomes an integer that is added exactly.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import flint
import numpy as np

from rope_theory.core.errors import require, require_int
from rope_theory.laws.discrepancy.cosine_sums import CosineTable
from rope_theory.laws.discrepancy.frequency import Frequency
from rope_theory.laws.discrepancy.precision import as_ball

MOST_SUMMED = 1 << 22
"""The longest length whose distances are summed one by one."""

_GRID, _CUT = 1 << 15, 62 - 15
_LOGITS = 200  # looked at in a search, from a thousandth of the cap to eight times it


@dataclass(frozen=True)
class Rivals:
    """K(d) for d = 1..n-1 in units of 2^-15, rounded up and rounded down."""

    above: np.ndarray
    below: np.ndarray

    @classmethod
    def of(cls, frequencies: Sequence[Frequency], weights: Sequence[Fraction], length: int) -> Rivals:
        """The rivals of a mix.

        Args:
            frequencies: g_k, exact.
            weights: a_k >= 0, sum exactly 1.
            length: n, 2 <= n <= `MOST_SUMMED`.

        Example:
            >>> from rope_theory.laws.discrepancy.frequency import read_frequency
            >>> found = Rivals.of([read_frequency("pi/3")], [Fraction(1)], 4)  # cosines 1/2, -1/2, -1
            >>> [round(float(at) / 2**15, 3) for at in found.above]
            [0.5, -0.5, -1.0]
        """
        require_int("length", length, least=2, most=MOST_SUMMED)
        require(sum(weights) == 1, "weights", "must add up to 1", [str(each) for each in weights])
        table = CosineTable(frequencies, length)
        off = table.error(weights)
        sums = np.concatenate([block for _, block in table.integer_sums(weights)])[1:]
        above = np.minimum((sums + off + (1 << _CUT) - 1) >> _CUT, _GRID)  # K <= 1
        below = np.maximum((sums - off) >> _CUT, -_GRID)
        return cls(above.astype(np.int32), below.astype(np.int32))

    def share(self, logit: Fraction, cap: Fraction | None = None) -> tuple[Fraction, Fraction]:
        """(lower, upper) around the target's share of the weight at the worst of the n targets.

        Args:
            logit: β > 0, of the target before the cap.
            cap: c, or None.

        Example:
            >>> from rope_theory.laws.discrepancy.frequency import read_frequency
            >>> found = Rivals.of([read_frequency("pi/2")], [Fraction(1)], 3)  # cosines 0 and -1
            >>> low, high = found.share(Fraction(2))  # in the middle: 1/(1 + 2 e^-2)
            >>> low <= 1 / (1 + 2 * math.exp(-2)) <= high < low + Fraction(1, 1000)
            True
        """
        below = _worst(self._below, functools.partial(_enclosed, logit, cap), False)
        return (self._at_least(logit, cap), 1 / (1 + below))

    def _at_least(self, logit: Fraction, cap: Fraction | None) -> Fraction:
        """The lower end of `share`."""
        return 1 / (1 + _worst(self._above, functools.partial(_enclosed, logit, cap), True))

    @functools.cached_property
    def _above(self) -> tuple[np.ndarray, np.ndarray]:
        return _points(self.above)

    @functools.cached_property
    def _below(self) -> tuple[np.ndarray, np.ndarray]:
        return _points(self.below)

    def least_logit(self, share: Fraction, cap: Fraction | None, most: float = math.inf) -> float | None:
        """A logit before the cap, near the least, that gives the target more than the share; None where none was found.

        Args:
            share: above 0 and below 1.
            cap: c, or None.
            most: no logit above it is looked at; finite without a cap.

        Note:
            The answer is certified by `share`. That there is none is not.
        """
        rest = float((1 - share) / share)
        if cap is None:
            require(math.isfinite(most), "most", "must be finite without a cap", most)
            tried = [most / 1000, most]  # the share grows with the logit
        else:
            tried = [float(each) for each in tried_logits(cap, most)]
        first = next((k for k, logit in enumerate(tried) if self._near(logit, cap) < rest), None)
        if first is None:
            return None
        end = self._edge(tried[max(first - 1, 0)], tried[first], rest, cap)
        return self._first_above(share, cap, (end, min(end * (1 + 1e-7), most), tried[first]))

    def most_logit(self, share: Fraction, cap: Fraction, most: float = math.inf) -> float | None:
        """A logit before the cap, near the largest, that gives the target more than the share; None where none was found, or no end.

        Args:
            share: above 0 and below 1.
            cap: c, towards which more and more rivals grow beside the target.
            most: no logit above it is looked at.

        Note:
            The answer is certified by `share`. That none larger does is not.
        """
        rest = float((1 - share) / share)
        tried = [float(each) for each in tried_logits(cap, most)]
        last = next((k for k in reversed(range(len(tried))) if self._near(tried[k], cap) < rest), None)
        if last is None or last == len(tried) - 1:
            return None
        end = self._edge(tried[last + 1], tried[last], rest, cap)
        return self._first_above(share, cap, (end, end * (1 - 1e-7), tried[last]))

    def _edge(self, out: float, held: float, rest: float, cap: Fraction | None) -> float:
        """By halving: a logit near `out` at which Σ w is below `rest`, as it is at `held`."""
        while abs(held - out) > 1e-9 * max(held, out):
            middle = (out + held) / 2
            out, held = (out, middle) if self._near(middle, cap) < rest else (middle, held)
        return held

    def _first_above(self, share: Fraction, cap: Fraction | None, logits: Sequence[float]) -> float | None:
        return next((each for each in logits if self._at_least(Fraction(each), cap) > share), None)

    def best_logit(self, cap: Fraction | None, most: float = math.inf) -> float:
        """A logit up to `most`, before the cap, near the one with the largest share; without a cap `most` itself, as the share grows with it."""
        if cap is None:
            require(math.isfinite(most), "most", "must be finite without a cap", most)
            return most
        tried = tried_logits(cap, most)
        k = int(np.argmin([self._near(logit, cap) for logit in tried]))
        finer = np.linspace(tried[max(k - 1, 0)], tried[min(k + 1, len(tried) - 1)], 33)
        return float(min(finer, key=lambda logit: self._near(logit, cap)))

    def _near(self, logit: float, cap: Fraction | None) -> float:
        """Σ w at the worst target, by the grid above, in floating point: to search with."""
        scale = None if cap is None else float(cap)
        return float(_worst(self._above, functools.partial(_float, float(logit), scale), True))


def tried_logits(cap: Fraction, most: float) -> np.ndarray:
    """Logits before a cap that a search looks at: from a thousandth of it to eight times it, none above `most`."""
    high = min(8 * float(cap), most)
    return np.geomspace(min(float(cap) / 1000, high / 10), high, _LOGITS)


def _points(grid: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The points of a grid that occur, and which of them each distance has."""
    points, which = np.unique(grid, return_inverse=True)
    return points, which


def _worst(grid: tuple[np.ndarray, np.ndarray], weigh, up: bool) -> Fraction:
    """The largest of P(i-1) + P(n-i): each w an integer in units of 2^-bits, rounded up or down."""
    points, which = grid
    bits = 61 - (len(which) + 1).bit_length()
    rounded = (np.ceil if up else np.floor)(weigh(points, up) * 2.0**bits).astype(np.int64)
    before = np.concatenate([[0], np.cumsum(rounded[which])])
    return Fraction(int((before + before[::-1]).max()), 1 << bits)


def _enclosed(logit: Fraction, cap: Fraction | None, points: np.ndarray, up: bool) -> np.ndarray:
    """An end of w at each point of the grid, by balls; at most 1, at least 0."""
    with flint.ctx.workprec(96):
        beta = as_ball(logit)
        step = beta / _GRID
        if cap is None:
            weights = [(step * (point - _GRID)).exp() for point in points.tolist()]
        else:
            scale = as_ball(cap)
            top = scale * (beta / scale).tanh()
            weights = [(scale * (step * point / scale).tanh() - top).exp() for point in points.tolist()]
        found = [float(weight.upper() if up else weight.lower()) for weight in weights]
    values = np.nextafter(np.array(found), 2.0 if up else -1.0)  # as float() may have rounded the other way
    return np.clip(values, 0.0, 1.0)


def _float(logit: float, cap: float | None, points: np.ndarray, up: bool) -> np.ndarray:
    if cap is None:
        return np.exp(np.minimum(logit * (points / _GRID - 1), 0.0))
    return np.exp(np.minimum(cap * (np.tanh(logit * points / (_GRID * cap)) - np.tanh(logit / cap)), 0.0))
