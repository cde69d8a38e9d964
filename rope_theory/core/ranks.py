"""Ranks and Spearman's rank correlation in NumPy alone: SciPy, which has them too, is no dependency of the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

Values: TypeAlias = Sequence[float] | np.ndarray


def ranks(values: Values) -> np.ndarray:
    """From 1 on; equal values share the mean of their ranks.

    Args:
        values: (n,) numbers.

    Example:
        >>> ranks([30, 10, 30]).tolist()
        [2.5, 1.0, 2.5]
    """
    _, places, counts = np.unique(np.asarray(values), return_inverse=True, return_counts=True)
    return (counts.cumsum() - (counts - 1) / 2)[places]


def spearman(one: Values, other: Values) -> float:
    """The correlation of the ranks; not a number where one of them does not vary.

    Args:
        one, other: (n,) numbers, n >= 2.

    Example:
        >>> round(spearman([1, 2, 3], [10, 30, 20]), 6)
        0.5
    """
    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])
