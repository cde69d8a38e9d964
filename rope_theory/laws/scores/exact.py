"""Swaps in exact numbers, by the definition: what the closed forms of `swaps` are compared with.

A matrix E holds powers, E[a][b] = e^{C[a,b]} > 0: exact logits are logarithms of positive rationals.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction

from rope_theory.core.numbers import Value

Powers = tuple[tuple[Fraction, ...], ...]


def swaps(E: Powers) -> list[tuple[int, int]]:
    """All pairs i < j of positions."""
    return list(itertools.combinations(range(len(E)), 2))


def weights(E: Powers, order: Sequence[int], own: Fraction) -> list[Fraction]:
    """Attention weights of the earlier positions when content order[b] stands at position b; own: e^{own logit} or 0."""
    powers = [E[content][position] for position, content in enumerate(order)]
    return [power / (sum(powers) + own) for power in powers]


def squared_cosines(E: Powers, own: Fraction, i: int, j: int) -> tuple[Fraction, Fraction]:
    """cos²(v'_ij, v_ij) and cos²(v'_ij, v_ji), by swapping the contents and computing both softmaxes."""
    order = list(range(len(E)))
    before = weights(E, order, own)
    order[i], order[j] = j, i
    after = weights(E, order, own)
    norms = (before[i] ** 2 + before[j] ** 2) * (after[i] ** 2 + after[j] ** 2)
    along, across = after[i] * before[i] + after[j] * before[j], after[i] * before[j] + after[j] * before[i]
    return along**2 / norms, across**2 / norms


def ratios(E: Powers, i: int, j: int) -> tuple[Fraction, Fraction]:
    """e^A and e^B, A = C[i,i] - C[j,j] and B = C[j,i] - C[i,j]."""
    return E[i][i] / E[j][j], E[j][i] / E[i][j]


def cosh(power: Value) -> Value:
    """cosh x from e^x."""
    return (power + 1 / power) / 2
