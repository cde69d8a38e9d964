"""Contests for runs at length, where both sides of a mix share its weights and angles keep off the edge."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
from flint import arb

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import h_pos, h_sym
from rope_theory.core.heads import PhaseHead, Plane, Polar
from rope_theory.laws.discrepancy.precision import as_ball, ends
from rope_theory.laws.gaps import single_gap_formula
from rope_theory.models.precision.constructions import InductionHead, MixHead, lower
from rope_theory.models.precision.errors import BITS


@dataclass(frozen=True)
class BalancedMix(MixHead):
    """`MixHead` with the weight a_k of each plane shared by both sides: √a_k on the query and √a_k on the key.

    Query and key then have length 1; the logits are the same.
    """

    def _roots(self) -> list[tuple[Any, arb]]:
        return [(g, as_ball(a).sqrt()) for g, a in self._used()]

    def head(self, n: int) -> PhaseHead:
        with flint.ctx.workprec(BITS):
            return PhaseHead(self.name, tuple(_both_sides(g.radians_ball(), root) for g, root in self._roots()))

    def planes(self, n: int) -> list:
        with flint.ctx.workprec(BITS):
            bounds = [(g, ends(root)[1]) for g, root in self._roots()]
        return [(g, root, root) for g, root in bounds]

    @property
    def slots(self) -> list[int]:
        """The plane (from 0) of the configuration that each of the head's planes is."""
        return [k for k, weight in enumerate(self.certificate.weights) if weight]


def _both_sides(g: arb, root: arb) -> Plane:
    plane = h_pos(g).planes[0]
    return Plane(
        g, lambda token: Polar(plane.query(token).phase, root), lambda token: Polar(plane.key(token).phase, root)
    )


@dataclass(frozen=True)
class TwoAngleInduction(InductionHead):
    """`InductionHead` at θ₂ = 19π/(20n) (None), a little below the edge π/n.

    At π/n itself the query of the last position lies on an axis of the plane.
    """

    def angle(self, n: int) -> Angle:
        return Angle(Fraction(19, 40 * n)) if self.theta is None else self.theta


@dataclass(frozen=True)
class OneAngleInduction(InductionHead):
    """Partial Induction by one 2-dimensional head: letters on a circle with a spare point, θ or ω/(2n) (None).

    Source: new.single-angle-induction.
    """

    name: str = "single-angle induction"

    def angle(self, n: int) -> Angle:
        return self.circle.spacing(Angle()) / (2 * max(n, 3)) if self.theta is None else self.theta

    def head(self, n: int) -> PhaseHead:
        with flint.ctx.workprec(BITS):
            return h_sym(self.circle, self.angle(n).ball())

    def planes(self, n: int) -> list:
        return [(self.angle(n), Fraction(1), Fraction(1))]

    def gap(self, n: int) -> Fraction:
        """min(cos θ - cos 2θ, 2 sin((ω-θ)/2) sin((ω-(2n-3)θ)/2)); below 0 unless 0 < (2n-3)θ < ω."""
        theta, longest = self.angle(n), max(n, 3)
        span = self.circle.spacing(Angle()) - (2 * longest - 3) * theta
        if theta.sign() <= 0 or span.sign() <= 0:
            return Fraction(-1)
        with flint.ctx.workprec(BITS):
            return lower([single_gap_formula(self.letters, longest, theta).ball()])
