"""Scores of query and key given plane by plane and turned by phases of their own, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rope_theory.core.angles import Angle, TrigSum
from rope_theory.core.rope import rotate


def turned(vector: Sequence[tuple], phases: Sequence[Angle]) -> list[tuple]:
    """Each plane (x, y) of a vector turned by its phase.

    Example:
        >>> turned([(1, 0)], [Angle.parse("pi")])
        [(-1, 0)]
    """
    return [rotate(phase, plane) for plane, phase in zip(vector, phases, strict=True)]


def dot(one: Sequence[tuple], other: Sequence[tuple]) -> TrigSum | Fraction:
    """Σ of the products of all entries."""
    total = TrigSum({})
    for (a, b), (c, d) in zip(one, other, strict=True):
        total = total + a * c + b * d
    return total


def score(query: Sequence[tuple], key: Sequence[tuple], query_phases: Sequence, key_phases: Sequence):
    """(R k)ᵀ(R' q) with a phase for each plane of the key and of the query.

    Example:
        >>> quarter = Angle.parse("pi/2")
        >>> score([(1, 0)], [(1, 0)], [quarter], [quarter]) == 1
        True
    """
    return dot(turned(query, query_phases), turned(key, key_phases))
