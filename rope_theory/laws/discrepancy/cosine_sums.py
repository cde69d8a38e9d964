"""Sum_k w_k cos(t*g_k) for all t below a length, with a proved error: integer arithmetic, no libm.

Write t = row*width + column. Then cos(t*g) = cos(row*width*g) cos(column*g) - sin(row*width*g) sin(column*g),
so length * K cosines are a product of two small tables, of about 2*sqrt(length)*K entries. Each is built by doubling:
the points e^(i*a*g), a < m, and their products with e^(i*m*g) make those with a < 2m, so arb computes one point for each
doubling and plane.

Error. A point from arb is within e = 1.5 * 2^-52 of the true one (each coordinate: the ball's radius is below 2^-60,
rounding its midpoint costs at most 2^-53). The product of a point within E of a true one on the circle and a point
within e is within E + e + E*e, and the roundings of its coordinates, at most 1.01 * 2^-52 each, move it by less than
e: a doubling adds less than 3.01 * 2^-52. There are at most 18 (lengths up to 2^32), so coordinates are within 2^-46.
For the certified sums they become integers, two per plane:

    X = rint(2^34 * w * c), c from the row table;    Y = rint(2^28 * c'), c' from the column table.

float(w) is within 2^-53 of w in [0, 1], and the product rounds once more: |w*c - exact| <= 2^-45, a factor
2^34 is exact, rint adds 1/2; so |X - 2^34 x| <= D and |Y - 2^28 y| <= D with D = 1/2 + 2^-11, where x, y are
exact. X.Y is computed in int64, exactly: with W = sum w_k <= 1 no partial sum leaves the range (last
paragraph). So

    |X.Y - 2^62 x.y| <= sum |2^34 x||Y - 2^28 y| + |2^28 y||X - 2^34 x| + |X - 2^34 x||Y - 2^28 y|
                     <= D (1.5 * 2^34 * W + 1.5 * 2^28 * K + 2*K*D),

since |cos| + |sin| <= sqrt(2) < 1.5 in each plane. x.y is the sum of cosines. In each plane |cos cos'| + |sin
sin'| <= 1 (Cauchy-Schwarz), so partial sums of X.Y stay below 2^62 W + error < 2^63 for K up to 2^30. With K
= 64 the error is 5.6e-9. It separates nearly all t; the few that remain are evaluated in balls (`mix_gap`,
`kernel`).

X.Y itself is two products of float64 matrices whose entries are integers, X = 2^17 X1 + X0 with |X0| <= 2^16: as |Y|
<= 2^28, sums over at most 128 planes stay below 2^8 * 2^16 * 2^28 = 2^52 for X0 and, since |X1| <= 2^17 w + 1, below
2^47 for X1. Integers below 2^53 are added and multiplied without rounding, so the order of BLAS's sums is of no account.

Whoever asks for signs only (`kernel`) needs less: with 2^29 for 2^34 and 2^23 for 2^28 the same argument holds in units
of 2^-52, and X.Y is one product of float64 matrices. In any order its partial sums are at most

    sum |X||Y| <= 2^52 W + D (1.5 * 2^29 * W + 1.5 * 2^23 * K + 2*K*D),

below 2^53 for K up to 2^20. With K = 64 the error is 1.8e-7.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import flint
import numpy as np

from rope_theory.core.errors import require
from rope_theory.laws.discrepancy.frequency import Frequency
from rope_theory.laws.discrepancy.precision import MAX_BITS, PrecisionExhausted

SCALE = 1 << 62
"""Certified sums are integers in units of 2^-62."""

_LEFT, _RIGHT, _SPLIT = 34, 28, 17
_COARSER = 5  # bits less of each in coarse sums
_MOST_COARSE = 1 << 20  # planes in a coarse sum
_PLANES = 128  # planes in one product of float64 matrices
_FIRST_BLOCK, _BLOCK = 1 << 12, 1 << 19  # sums held at once: few at first, as whoever asks may need no more


class CosineTable:
    """Tables of cos and sin at multiples of the angles, from which all t = 0..length-1 are combined.

    Args:
        angles: K exact angles in radians per position.
        length: t runs below it; at least 1. Memory: about 4*sqrt(length)*K doubles, and one block of sums.

    Example:
        >>> from rope_theory.laws.discrepancy.frequency_list import rope_frequencies
        >>> table = CosineTable(rope_frequencies(10000, 4), 10)
        >>> [float(round(value, 4)) for value in table.cosines(np.array([0, 3]))[1]]
        [-0.99, 0.9996]
    """

    def __init__(self, angles: Sequence[Frequency], length: int):
        self.angles, self.length = tuple(angles), length
        self.width = 1 << (length.bit_length() // 2)
        self.rows = -(-length // self.width)
        bits = 96 + length.bit_length() + max(angle.size_bits for angle in self.angles)
        tables = None
        while tables is None and bits <= MAX_BITS:
            with flint.ctx.workprec(bits):
                balls = [angle.radians_ball() for angle in self.angles]
                # The rows first: theirs are the largest phases, so a lack of precision shows at once.
                steps = ((self.width, self.rows), (1, self.width))
                tables = _all_or_none(_cos_sin_table(balls, step, count) for step, count in steps)
            bits *= 2
        if tables is None:
            raise PrecisionExhausted("frequencies", MAX_BITS, [angle.source for angle in self.angles])
        self._row, self._column = tables

    def cosines(self, t: np.ndarray) -> np.ndarray:
        """cos(t*g_k) in float64, (len(t), K): within 2^-44 of the truth."""
        row, column = t // self.width, t % self.width
        return self._row[0][row] * self._column[0][column] - self._row[1][row] * self._column[1][column]

    def float_sums(self, weights: np.ndarray) -> Iterator[tuple[int, np.ndarray]]:
        """(first t, sums) block by block for all t: float64 through BLAS, a finder."""
        right = np.concatenate([self._column[0], -self._column[1]], axis=1).T.copy()
        for start, stop in self._row_blocks():
            left = np.concatenate([self._row[0][start:stop] * weights, self._row[1][start:stop] * weights], axis=1)
            sums = (left @ right).ravel()
            yield start * self.width, sums[: self.length - start * self.width]

    def integer_sums(
        self, weights: Sequence[Fraction], first: int = 0, coarse: bool = False
    ) -> Iterator[tuple[int, np.ndarray]]:
        """(first t, sums) by blocks, t >= first: int64, within `error(weights)` of 2^62 sum w_k cos(t*g_k).

        Args:
            weights: K fractions >= 0 with sum at most 1; planes of weight 0 cost nothing.
            first: blocks that end before it are skipped (the first block may begin earlier).
            coarse: integers in float64, within `error(weights, True)` of 2^52 times the sum, in less than half the time.
        """
        kept = [k for k, weight in enumerate(weights) if weight]
        floats = np.array([float(weights[k]) for k in kept])
        signed = np.concatenate([self._column[0][:, kept], -self._column[1][:, kept]], axis=1)
        less = _COARSER if coarse else 0
        require(not coarse or len(kept) <= _MOST_COARSE, "weights", f"must number at most {_MOST_COARSE}", len(kept))
        right = np.rint(signed * 2.0 ** (_RIGHT - less))
        for start, stop in self._row_blocks():
            if stop * self.width <= first:
                continue
            halves = [part[start:stop][:, kept] * floats for part in self._row]
            left = np.rint(np.concatenate(halves, axis=1) * 2.0 ** (_LEFT - less))
            sums = (left @ right.T if coarse else _exact_product(left, right)).ravel()
            yield start * self.width, sums[: self.length - start * self.width]

    def error(self, weights: Sequence[Fraction], coarse: bool = False) -> int:
        """The proved bound on the error of `integer_sums`, in units of 2^-62, or 2^-52 (see the module docstring)."""
        planes, total = sum(1 for weight in weights if weight), sum(weights)
        left, right = (1 << (each - (_COARSER if coarse else 0)) for each in (_LEFT, _RIGHT))
        slip = Fraction(1, 2) + Fraction(1, 1 << 11)
        three_halves = Fraction(3, 2)
        bound = slip * (three_halves * left * total + three_halves * right * planes + 2 * planes * slip)
        return -(-bound.numerator // bound.denominator)

    def _row_blocks(self) -> Iterator[tuple[int, int]]:
        start, sums = 0, _FIRST_BLOCK
        while start < self.rows:
            stop = min(start + max(1, sums // self.width), self.rows)
            yield start, stop
            start, sums = stop, min(4 * sums, _BLOCK)


def _exact_product(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """left @ right.T in int64, exactly, for the integers of `integer_sums` in float64 (see the module docstring)."""
    high = np.rint(left * 2.0**-_SPLIT)
    low = left - high * 2.0**_SPLIT
    sums = np.zeros((len(left), len(right)), dtype=np.int64)
    for at in range(0, left.shape[1], 2 * _PLANES):
        part = slice(at, at + 2 * _PLANES)
        columns = right[:, part].T
        sums += ((high[:, part] @ columns).astype(np.int64) << _SPLIT) + (low[:, part] @ columns).astype(np.int64)
    return sums


def _cos_sin_table(balls: Sequence[flint.arb], step: int, count: int) -> tuple[np.ndarray, np.ndarray] | None:
    """(cos, sin) of i*step*g, i < count: (count, K) doubles within 2^-46 of the truth; None: imprecise."""
    size = 1 << (count - 1).bit_length()
    cosines, sines = np.ones((size, len(balls))), np.zeros((size, len(balls)))
    have = size
    while have > 1:  # from the largest phase down: a lack of precision shows at once
        have //= 2
        for k, ball in enumerate(balls):
            sine, cosine = (ball * (step * have)).sin_cos()
            if min(sine.rel_one_accuracy_bits(), cosine.rel_one_accuracy_bits()) < 64:
                return None
            sines[have, k], cosines[have, k] = float(sine), float(cosine)
    while have < size:
        cos, sin, turn = cosines[1:have], sines[1:have], slice(have + 1, 2 * have)
        cosines[turn] = cos * cosines[have] - sin * sines[have]
        sines[turn] = sin * cosines[have] + cos * sines[have]
        have *= 2
    return cosines[:count], sines[:count]


def _all_or_none(items: Iterator[Any]) -> list[Any] | None:
    """The list of the items, or None at the first that is None."""
    collected = []
    for item in items:
        if item is None:
            return None
        collected.append(item)
    return collected


MAX_LENGTH = 1 << 32
"""Largest length accepted for a sweep: a table of 2^17 rows, and some hours at 64 planes."""

Progress = Callable[[int, int], None]
"""A callback progress(done, total), called after each block of positions."""
