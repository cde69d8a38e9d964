"""How the best gap falls with the length, beside every law that bounds it: rows ready for a figure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from rope_theory.laws.discrepancy.best_angle import best_single_gap
from rope_theory.laws.discrepancy.cosine_sums import Progress
from rope_theory.laws.discrepancy.many_frequencies import best_mix
from rope_theory.laws.discrepancy.pigeonhole import pigeonhole_bound


@dataclass(frozen=True)
class GapRow:
    """One length n: the best mix and the laws for the same n, all over distances 1 <= t <= n-1.

    Attributes:
        length: n.
        mix: (lower, upper) of the best convex mix of the given planes, certified.
        planes_used: planes of positive weight in the certified mix.
        best_plane: the best single one of the given planes, counted from 1.
        best_plane_gap: (lower, upper) of its gap.
        any_angle: lower bound of 1 - cos(2 pi/n), the best gap of one freely chosen angle.
        pigeonhole: upper bound 1 - cos(2 pi*n^(-1/K)) for any mix, 2 where vacuous.
    """

    length: int
    mix: tuple[Fraction, Fraction]
    planes_used: int
    best_plane: int
    best_plane_gap: tuple[Fraction, Fraction]
    any_angle: Fraction
    pigeonhole: Fraction


def gap_by_length(
    base: object,
    dim: int,
    lengths: Iterable[int],
    *,
    planes: int | None = None,
    progress: Progress | None = None,
) -> Iterator[GapRow]:
    """One `GapRow` for each length, as they are computed.

    Where `mix` exceeds `any_angle`, the n^-2 law of one frequency is no longer the relevant limit: several
    planes together do what no single angle can.

    Args:
        base, dim, planes: the schedule, as for `best_mix`.
        lengths: each n >= 2.
        progress: as for `best_mix`, for each length anew.

    Example:
        >>> [row.mix[0] > row.any_angle for row in gap_by_length(10000, 128, [2, 17, 2048])]
        [False, True, True]
    """
    for length in lengths:
        certificate = best_mix(base, dim, length, planes=planes, progress=progress)
        yield GapRow(
            length=length,
            mix=(certificate.gap_lower, certificate.gap_upper),
            planes_used=certificate.planes_used,
            best_plane=certificate.best_plane,
            best_plane_gap=certificate.best_plane_gap,
            any_angle=best_single_gap(length - 1).gap_lower,
            pigeonhole=pigeonhole_bound(len(certificate.weights), length).gap_upper,
        )
