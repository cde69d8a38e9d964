"""The best convex mix of given frequencies for a length: a linear program, then a certificate.

    maximise v   subject to   sum_k a_k (1 - cos(t*g_k)) >= v for t = 1..n-1,   a >= 0,   sum a = 1.

The finder (SciPy's HiGHS on a growing set of t, float sweeps for violated t) proves nothing. Its weights and
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
from rope_theory.laws.discrepancy.mix_gap import mix_gap
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

    Source: theory.md section 3, item 5 (new.index-gap-multifrequency).

    Example:
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
    """`best_mix` for a list of exact angles in radians per position (see `read_frequency`), or a `FrequencyList`.

    Example:
        >>> from rope_theory.core.angles import Angle
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
    positions = np.unique(np.concatenate([np.arange(1, min(top, 128) + 1), spread]))
    planes = np.unique(np.linspace(0, count - 1, min(count, _FIRST_PLANES)).astype(np.int64))
    for _ in range(_ROUNDS):
        rows = 1.0 - table.cosines(positions)
        weights = np.zeros(count)
        weights[planes], value, dual = _linear_program(rows[:, planes])
        violated = _violated(table, weights, value)
        worth = dual @ rows  # what each plane alone reaches against the dual: more than the value can improve the mix
        entering = np.setdiff1d(np.flatnonzero(worth > value + 1e-11), planes)
        entering = entering[np.argsort(-worth[entering], kind="stable")[:_PER_ROUND]]
        if np.isin(violated, positions).all() and not len(entering):  # nothing new: solved to the solver's tolerance
            break
        kept = (rows @ weights < value + 0.05) | (dual > 0)
        positions, planes = np.union1d(positions[kept], violated), np.union1d(planes, entering)
    return weights, positions, dual


def _linear_program(rows: np.ndarray) -> tuple[np.ndarray, float, np.ndarray]:
    """(weights, value, dual) of max v, rows @ a >= v, a on the simplex; floats."""
    from scipy.optimize import linprog

    count, planes = rows.shape
    for options in ({"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}, {}):
        result = linprog(
            np.append(np.zeros(planes), -1.0),
            A_ub=np.column_stack([-rows, np.ones(count)]),
            b_ub=np.zeros(count),
            A_eq=np.append(np.ones(planes), 0.0)[None],
            b_eq=[1.0],
            bounds=[(0, None)] * planes + [(None, None)],
            method="highs",
            options=options,
        )
        if result.status == 0:
            weights = np.maximum(result.x[:planes], 0.0)
            return (
                weights / weights.sum(),
                float(result.x[planes]),
                np.maximum(-result.ineqlin.marginals, 0.0),
            )
    raise ArithmeticError(f"the linear-programming solver gave up: {result.message}")


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
