"""Scores of query and key given plane by plane and turned by phases of their own, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from rope_theory.core.angles import Angle, TrigSum
from rope_theory.core.numbers import Value
from rope_theory.core.rope import rotate

#: Entries (x, y) of each plane, exact.
Planes: TypeAlias = Sequence[tuple[Value, Value]]


def turned(vector: Planes, phases: Sequence[Angle]) -> list[tuple[Value, Value]]:
    """Each plane (x, y) of a vector turned by its phase.

    Example:
        >>> turned([(1, 0)], [Angle.parse("pi")])[0][0] == -1
        True
    """
    return [rotate(phase, plane) for plane, phase in zip(vector, phases, strict=True)]


def dot(one: Planes, other: Planes) -> TrigSum:
    """Σ of the products of all entries."""
    total = TrigSum({})
    for (a, b), (c, d) in zip(one, other, strict=True):
        total = total + a * c + b * d
    return total


def score(query: Planes, key: Planes, query_phases: Sequence[Angle], key_phases: Sequence[Angle]) -> TrigSum:
    """(R k)ᵀ(R' q) with a phase for each plane of the key and of the query.

    Example:
        >>> quarter = Angle.parse("pi/2")
        >>> score([(1, 0)], [(1, 0)], [quarter], [quarter]) == 1
        True
    """
    return dot(turned(query, query_phases), turned(key, key_phases))
