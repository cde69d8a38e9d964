"""The best convex mix of given frequencies for a length: a linear program, then a certificate.

    maximise v   subject to   sum_k a_k (1 - cos(t*g_k)) >= v for t = 1..n-1,   a >= 0,   sum a = 1.

The finder (HiGHS on a growing set of t, float sweeps for violated t) proves nothing. Its weights and
its dual measure are rounded to exact decimals, and both sides are then enclosed: the mix's own gap over all t
from below (`mix_gap`), and from above, for any probability measure y on 1..n-1, by weak duality

    best value <= max_k sum_t y_t (1 - cos(t*g_k)).
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from rope_theory.core.errors import require_int
from rope_theory.laws.discrepancy.bounds import best_single_plane, dual_bound
from rope_theory.laws.discrepancy.certificate import MixCertificate
from rope_theory.laws.discrepancy.cosine_sums import MAX_LENGTH, CosineTable, Progress
from rope_theory.laws.discrepancy.frequency_list import FrequencyList
from rope_theory.laws.discrepancy.mix import mix_gap
from rope_theory.laws.discrepancy.precision import decimal_above, decimal_below

_ROUNDS = 60
_DIGITS = 15  # weights and dual are decimals with this many digits after the point
_PER_ROUND = 200  # violated positions, and planes, added in one round
_FIRST_PLANES = 128  # the program starts with these many, evenly spread


def best_mix(
    base: object, dim: int, length: int, *, planes: int | None = None, progress: Progress | None = None
) -> MixCertificate:
    """The best gap of a convex mix of the RoPE frequencies g_k = base^(-2(k-1)/dim), with its certificate.

    Args:
        base: positive rational, exact.
        dim: rotary dimension, even, at least 2.
        length: n, 2 <= n <= 2^32: rivals at distances 1..n-1.
        planes: keep only the fastest `planes` of the dim/2 frequencies.
        progress: called as progress(done, total) during the certified sweep.

    Returns:
        A `MixCertificate`: gap_lower <= gap of these weights <= best gap <= gap_upper, the two ends about
        1e-10 apart (absolute: the solver's tolerance), each rigorous whatever the solver did.

    Raises:
        InvalidInput: odd dim, more planes than dim/2, length < 2, base not positive.

    Source: claim new.index-gap-multifrequency.

    Example:
        >>> from fractions import Fraction
        >>> certificate = best_mix(10000, 128, 17)
        >>> certificate.minimiser < 17, Fraction("0.40361") < certificate.gap_lower < Fraction("0.40362")
        (True, True)
    """
    return best_mix_of(FrequencyList.rope(base, dim, planes), length, progress=progress)


@functools.cache
def certified_mix(base: int, dim: int, length: int) -> MixCertificate:
    """`best_mix`, computed once for each base, dimension and length."""
    return best_mix(base, dim, length)


def best_mix_of(
    frequencies: FrequencyList | Iterable[object], length: int, *, progress: Progress | None = None
) -> MixCertificate:
    """The best gap of a convex mix of angles of one's own, with its certificate: `best_mix` for any list of frequencies.

    Args:
        frequencies: exact angles in radians per position (see `read_frequency`: an `Angle`, a decimal string, a Fraction, a SymPy
            number), at least one; or a `FrequencyList`.
        length: n, 2 <= n <= 2^32: rivals at distances 1..n-1.
        progress: called as progress(done, total) during the certified sweep.

    Returns:
        A `MixCertificate`, as `best_mix` gives it.

    Raises:
        InvalidInput: no list of exact angles, or a length outside.

    Example:
        >>> from fractions import Fraction
        >>> from rope_theory import Angle
        >>> certificate = best_mix_of([Angle(Fraction(1, 2)), Angle(Fraction(1, 4))], 3)
        >>> [float(weight) for weight in certificate.weights]
        [0.333333333333333, 0.666666666666667]
        >>> low, high = certificate.gap_lower, certificate.gap_upper
        >>> low < Fraction(4, 3) < high < low + Fraction(1, 10**14)
        True
    """
    frequencies = FrequencyList.of(frequencies)
    length = require_int("length", length, least=2, most=MAX_LENGTH)
    table = CosineTable(frequencies.angles, length)
    plane, plane_gap, plane_minimiser = best_single_plane(frequencies.angles, length)
    if len(frequencies.angles) == 1:
        weights: tuple[Fraction, ...] = (Fraction(1),)
        dual: tuple[tuple[int, Fraction], ...] = ((plane_minimiser, Fraction(1)),)
    else:
        found_weights, found_t, found_dual = _solve(table)
        weights = _round_to_sum_one(found_weights)
        dual = tuple((int(t), y) for t, y in zip(found_t, _round_to_sum_one(found_dual), strict=True) if y)
    own = mix_gap(frequencies, weights, length, table=table, progress=progress)
    return MixCertificate(
        frequencies=frequencies,
        length=length,
        weights=weights,
        dual=dual,
        minimiser=own.minimiser,
        gap_lower=Fraction(decimal_below(own.gap_lower)),
        gap_upper=Fraction(decimal_above(dual_bound(frequencies.angles, dual))),
        best_plane=plane,
        best_plane_gap=plane_gap,
    )


def _solve(table: CosineTable) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(weights, t, dual over t) in floats: positions and, where there are many, planes enter as they are missed; a finder."""
    top, count = table.length - 1, len(table.angles)
    spread = np.geomspace(1, top, 200).astype(np.int64)
    program = _Program(table, np.unique(np.linspace(0, count - 1, min(count, _FIRST_PLANES)).astype(np.int64)))
    missed = np.unique(np.concatenate([np.arange(1, min(top, 128) + 1), spread]))
    for _ in range(_ROUNDS):
        program.add_positions(missed)
        weights, value, dual = program.solve()
        violated = _violated(table, weights, value)
        missed = np.setdiff1d(violated, program.positions)
        worth = (
            dual @ program.rows
        )  # what each plane alone reaches against the dual: more than the value can improve the mix
        entering = np.setdiff1d(np.flatnonzero(worth > value + 1e-11), program.planes)
        entering = entering[np.argsort(-worth[entering], kind="stable")[:_PER_ROUND]]
        if not len(missed) and not len(entering):  # nothing new: solved to the solver's tolerance
            break
        program.add_planes(entering)
    return weights, program.positions, dual


class _Program:
    """max v, rows @ a >= v, a on the simplex, in HiGHS, which goes on from its last basis when rows or weights join; floats.

    Attributes:
        positions, planes: of the rows and of the weights, in the order in which they joined.
        rows: 1 - cos(t*g_k) for each position and every plane, (positions, K).
    """

    def __init__(self, table: CosineTable, planes: np.ndarray):
        import highspy

        self._table, self._solver, self._optimal = table, highspy.Highs(), highspy.HighsModelStatus.kOptimal
        self._solver.setOptionValue("output_flag", False)
        self.positions, self.planes = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
        self.rows = np.zeros((0, len(table.angles)))
        none = _dense(np.zeros((1, 0)))
        self._solver.addCols(1, np.array([-1.0]), np.array([-np.inf]), np.array([np.inf]), *none)  # v
        self._solver.addRows(1, np.array([1.0]), np.array([1.0]), *none)  # sum a = 1
        self.add_planes(planes)

    def add_positions(self, positions: np.ndarray) -> None:
        """One row for each of the positions."""
        rows, count = 1.0 - self._table.cosines(positions), len(positions)
        self.positions, self.rows = np.append(self.positions, positions), np.concatenate([self.rows, rows])
        entries = np.column_stack([np.full(count, -1.0), rows[:, self.planes]])
        self._solver.addRows(count, np.zeros(count), np.full(count, np.inf), *_dense(entries))

    def add_planes(self, planes: np.ndarray) -> None:
        """One weight for each of the planes."""
        self.planes, count = np.append(self.planes, planes), len(planes)
        entries = np.column_stack([np.ones(count), self.rows[:, planes].T])
        self._solver.addCols(count, np.zeros(count), np.zeros(count), np.full(count, np.inf), *_dense(entries))

    def solve(self) -> tuple[np.ndarray, float, np.ndarray]:
        """(weights of all K planes, value, dual of the positions)."""
        for tolerance in (1e-10, 1e-7):
            for side in ("primal", "dual"):
                self._solver.setOptionValue(f"{side}_feasibility_tolerance", tolerance)
            self._solver.run()
            if self._solver.getModelStatus() == self._optimal:
                solution = self._solver.getSolution()
                found, weights = np.maximum(solution.col_value[1:], 0.0), np.zeros(len(self._table.angles))
                weights[self.planes] = found / found.sum()
                return weights, solution.col_value[0], np.maximum(solution.row_dual[1:], 0.0)
        status = self._solver.modelStatusToString(self._solver.getModelStatus())
        raise ArithmeticError(f"the linear-programming solver gave up: {status}")


def _dense(entries: np.ndarray) -> tuple[int, np.ndarray, np.ndarray, np.ndarray]:
    """(size, starts, indices, values) of rows or columns without zeros left out, as HiGHS takes them."""
    count, width = entries.shape
    indices = np.tile(np.arange(width, dtype=np.int32), count)
    return entries.size, np.arange(count, dtype=np.int32) * width, indices, entries.ravel()


def _violated(table: CosineTable, weights: np.ndarray, value: float) -> np.ndarray:
    """The worst local minima of the mix below `value`, a few hundred at most; floats."""
    found_t, found_values = [], []
    for start, sums in table.float_sums(weights):
        gaps = 1.0 - sums
        if start == 0:
            gaps[0] = 2.0
        below = np.flatnonzero(gaps < value - 1e-11)
        left, right = np.maximum(below - 1, 0), np.minimum(below + 1, len(gaps) - 1)
        below = below[(gaps[below] <= gaps[left]) & (gaps[below] <= gaps[right])]
        below = below[np.argsort(gaps[below], kind="stable")[:_PER_ROUND]]
        found_t.append(below + start)
        found_values.append(gaps[below])
    order = np.argsort(np.concatenate(found_values), kind="stable")[:_PER_ROUND]
    return np.sort(np.concatenate(found_t)[order])


def _round_to_sum_one(values: np.ndarray) -> tuple[Fraction, ...]:
    """Decimals >= 0 of `_DIGITS` digits near the values, with sum exactly 1 (the largest takes the rest)."""
    unit = 10**_DIGITS
    scaled = np.asarray(values, dtype=float) / float(np.sum(values))
    units = [int(Fraction(float(value)) * unit + Fraction(1, 2)) if value > 1e-13 else 0 for value in scaled]
    units[max(range(len(units)), key=units.__getitem__)] += unit - sum(units)
    return tuple(Fraction(count, unit) for count in units)
