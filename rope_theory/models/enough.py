"""Which logit of its target gives a head more than a share of the weight: the one definition, for every command that says it.

Two bounds, both certified: *by the sum*, where each rival weighs what it does at its distance (`rope_theory.models.shares`), at the worst
target; and *by the nearest rival*, as if each of the n-1 were as near as that one, which needs the gap alone and asks for more. `Lead.enough`
takes the less of the two; where the length is beyond what is summed, the nearest rival is all there is.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import flint

from rope_theory.core.decoding import beta_bound
from rope_theory.core.errors import require
from rope_theory.laws.discrepancy import Frequency
from rope_theory.laws.discrepancy.precision import ends, float_above
from rope_theory.models.capped import capped_logit
from rope_theory.models.config.rotary import LayerRope
from rope_theory.models.config.rules import Rope
from rope_theory.models.shares import MOST_SUMMED, Rivals

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Lead:
    """A head that mixes planes: by how much its target leads, and what a model does to its logits.

    Attributes:
        frequencies: exact angles of the planes.
        weights: a_k >= 0 of the planes, sum 1.
        gap: by how much the target leads every rival, at least, as a share of its logit.
        length: n.
        cap: c of c·tanh(x/c), or None.
        most: the largest |q|·|k| that the model has, or None.
        per_norms: the target's logit at |q|·|k| = 1, before a cap.
    """

    frequencies: tuple[Frequency, ...]
    weights: tuple[Fraction, ...]
    gap: Fraction
    length: int
    cap: Fraction | None
    most: float | None
    per_norms: float

    @classmethod
    def of(cls, layer: LayerRope, rope: Rope, weights: Sequence[Fraction], gap: Fraction, length: int) -> Lead:
        """The head in layers of a model, under the layer's own rotation or another one.

        Args:
            layer: whose logits they are: scale, cap, and the largest |q|·|k|.
            rope: frequencies and attention factor.
            weights, gap, length: as the attributes.
        """
        per_norms, logits = layer.score_scale() * rope.attention_float() ** 2, layer.logits
        most = None if logits.most is None else float(logits.most)
        return cls(tuple(rope.frequencies.angles), tuple(weights), gap, length, logits.cap, most, per_norms)

    def enough(self, share: Fraction = HALF) -> float | None:
        """A logit of the target, before a cap, that gives it more than the share; None where none is shown to.

        By the sum or by the nearest rival, whichever asks for less. Under a cap more is not always better: `up_to`.

        Args:
            share: from 1/2 to below 1.

        Example:
            >>> one = Lead((Frequency("pi/2"),), (Fraction(1),), Fraction(1), 3, None, None, 1.0)  # rivals at 0 and -1
            >>> round(one.by_nearest(), 4), round(one.enough(), 4)
            (0.6931, 0.6931)
        """
        nearest = self.by_nearest(share)
        most = self.most_logit if self.cap is not None else nearest
        summed = None if self.rivals is None or most is None else self.rivals.least_logit(share, self.cap, most)
        return min((beta for beta in (nearest, summed) if beta is not None), default=None)

    def by_nearest(self, share: Fraction = HALF) -> float | None:
        """`majority_beta`: as if each rival were as near as the nearest."""
        return majority_beta(self.gap, self.length, share, self.cap)

    def up_to(self, share: Fraction = HALF) -> float | None:
        """Under a cap: a logit before it near the largest that gives the target more than the share; None: no cap, or no end was found."""
        if self.cap is None or self.rivals is None:
            return None
        return self.rivals.most_logit(share, self.cap, self.most_logit)

    def in_reach(self) -> tuple[float, tuple[Fraction, Fraction]] | None:
        """What the target is given at most, where logits are capped or |q|·|k| is bounded: |q|·|k|, and (lower, upper) of the share.

        At the largest |q|·|k|, without a cap; under one at the best that was found. None: neither, or a length beyond `MOST_SUMMED`.
        """
        if self.rivals is None or self.gap <= 0 or (self.cap is None and self.most is None):
            return None
        beta = self.rivals.best_logit(self.cap, self.most_logit)
        return beta / self.per_norms, self.rivals.share(Fraction(beta), self.cap)

    @functools.cached_property
    def rivals(self) -> Rivals | None:
        """All rivals by their distance; None beyond `MOST_SUMMED`."""
        return None if self.length > MOST_SUMMED else Rivals.of(self.frequencies, self.weights, self.length)

    @property
    def most_logit(self) -> float:
        """The target's logit at the largest |q|·|k| that the model has."""
        return math.inf if self.most is None else self.most * self.per_norms

    def norms(self, beta: float | None) -> float | None:
        """|q|·|k| that gives the target the logit β."""
        return None if beta is None else beta / self.per_norms


def majority_beta(gap: Fraction, length: int, share: Fraction = HALF, cap: Fraction | None = None) -> float | None:
    """ln((n-1)·share/(1-share))/gap, rounded up: enough for more than that share of the weight, half of it by default.

    Each of n-1 rivals weighs at most e^(-β·gap) of what the target does (new.beta-explicit). None without a gap. Under a cap it
    is the logit before the cap at which the lead after it is that logarithm, and None as well where none was found.

    Args:
        gap: by how much the target leads every rival, at least, as a share of its logit.
        length: n.
        share: from 1/2 to below 1.
        cap: c of c·tanh(x/c), or None.

    Example:
        >>> round(majority_beta(Fraction(1, 2), 101), 4)
        9.2103
        >>> round(majority_beta(Fraction(1, 2), 101, Fraction(9, 10)), 4)
        13.6048
    """
    require(HALF <= share < 1, "share", "must be at least 1/2 and below 1", share)
    if gap <= 0:
        return None
    rivals, ratio = max(length - 1, 2), share / (1 - share)
    if cap is not None:
        with flint.ctx.workprec(256):
            return capped_logit(beta_bound(rivals, Fraction(1), ratio), gap, cap)
    with flint.ctx.workprec(96):
        return float_above(ends(beta_bound(rivals, gap, ratio))[1])
