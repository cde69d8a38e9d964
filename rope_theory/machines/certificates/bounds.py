"""Bounds of balls and of matrices of balls, for the proof of a certificate; each is finite, or it is refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from flint import arb, arb_mat

from rope_theory.core.errors import require


def nonzero_columns(matrix: np.ndarray) -> np.ndarray:
    """Which columns are not all zero."""
    return (matrix != 0).any(axis=0)


def most_terms(matrix: np.ndarray) -> int:
    """The most numbers in a row that are not zero: an exact 0 adds nothing, and its sum is not rounded."""
    return int((matrix != 0).sum(axis=1).max())


def smaller_factor(value: arb, least: arb, most: arb) -> arb:
    """The factor between `least` and `most` that makes the product smallest."""
    return least if bool(value > 0) else most if bool(value < 0) else least.union(most)


def norm_bound(entries: Sequence[arb]) -> arb:
    """An upper bound of the length."""
    sizes = [abs(entry).upper() for entry in entries]
    return upper(sum((size * size for size in sizes), arb(0)).sqrt())


def line_sums(matrix: arb_mat) -> tuple[list[arb], list[arb]]:
    """Sums of the rows and of the columns; most entries are zero."""
    rows, columns = [arb(0)] * matrix.nrows(), [arb(0)] * matrix.ncols()
    for i, row in enumerate(matrix.tolist()):
        for j, entry in enumerate(row):
            if not entry.is_zero():
                rows[i], columns[j] = rows[i] + entry, columns[j] + entry
    return rows, columns


def absolute(matrix: arb_mat) -> arb_mat:
    """Upper bounds of the entries' sizes."""
    return arb_mat([[entry if entry.is_zero() else abs(entry).upper() for entry in row] for row in matrix.tolist()])


def operator_bound(matrix: arb_mat) -> arb:
    """A bound of the operator norm, also of the matrix of absolute values: √(largest row sum · largest column sum)."""
    rows, columns = line_sums(absolute(matrix))
    return (most_of(rows) * most_of(columns)).sqrt().upper()


def lower(value: arb) -> arb:
    """The lower end."""
    return finite(value).lower()


def upper(value: arb) -> arb:
    """The upper end."""
    return finite(value).upper()


def least_of(values: Iterable[arb]) -> arb:
    """A lower bound of all: the smallest lower end."""
    return min(map(lower, values))


def most_of(values: Iterable[arb]) -> arb:
    """An upper bound of all: the largest upper end."""
    return max(map(upper, values))


def finite(value: arb) -> arb:
    """The ball, if it is one: one that holds all numbers, or none, compares as False with everything."""
    require(value.is_finite(), "the proof", "must stay with finite numbers", str(value))
    return value
