"""How far one plane tells symbols apart: M letters on a circle, ω = 2π/M, n positions, frequency g < ω/(2n), no query phase.

At distance t the key j letters further along has the logit β·cos(jω + tg); the match, at distance s, has β·cos(sg), and the rival
that comes nearest is one letter behind, β·cos(ω - tg). Both s and t are below n, and not the same. So, as cos(sg) falls in s and
cos(ω - tg) grows in t, both are extreme at s = n-2, t = n-1 (or the other way round, which leads by more):

* the least lead is cos((n-2)g) - cos(ω - (n-1)g) of β (u26.retrieval-bound.corrected), and 1 - cos(ω - (n-1)g)/cos((n-2)g) of the
  match's own logit, which is what rounding asks for;
* the rivals of a match at s weigh Σ_{t≠s} e^(-β(cos(sg) - cos(ω - tg))) of what it does, where every other position holds the letter that
  comes nearest: for s = n-1 the sum over t = 0..n-2, for any other s at most that over t = 1..n-1 with s = n-2.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from fractions import Fraction

import flint
import numpy as np

from rope_theory.core.truth import Truth, at_most
from rope_theory.laws.discrepancy import Frequency
from rope_theory.laws.discrepancy.precision import as_ball, ends
from rope_theory.models.enough import majority_beta
from rope_theory.models.precision.cliff import scaled_logit_threshold
from rope_theory.models.precision.formats import Format
from rope_theory.models.shares import tried_logits

BITS = 256
FINE = 500
"""A block of distances is at most this part of their distance to the end."""


@dataclass(frozen=True)
class SymbolPlane:
    """One plane that tells M letters apart at every distance below n: g < 2π/(2Mn).

    Args:
        angle: g >= 0, exact.
        letters: M >= 2.
        length: n >= 2.
        cap: c of c·tanh(x/c), or None.

    Example:
        >>> from rope_theory.laws.discrepancy.frequency import read_frequency
        >>> still = SymbolPlane(read_frequency("0"), 4, 3)  # two rivals with the logit 0: e^β > 2
        >>> [float(end) for end in still.lead], round(still.enough(), 4)
        ([1.0, 1.0], 0.6931)
    """

    angle: Frequency
    letters: int
    length: int
    cap: Fraction | None = None

    @functools.cached_property
    def lead(self) -> tuple[Fraction, Fraction]:
        """(lower, upper) around the least lead, as a share of β."""
        with flint.ctx.workprec(self._bits):
            return ends(self._match(self.length - 2) - self._rival(self.length - 1))

    def outlasts(self, form: Format) -> Truth:
        """Whether one rounding of the finished logits to the format keeps the order whatever β is (`scaled_logit_threshold`)."""
        with flint.ctx.workprec(self._bits):
            share = 1 - self._rival(self.length - 1) / self._match(self.length - 2)
            return at_most(as_ball(scaled_logit_threshold(form)), share)

    def enough(self, most: float = math.inf) -> float | None:
        """A β that gives the match more than half of the weight, near the least, certified by balls; None where none was found.

        Args:
            most: under a cap no β above it is looked at. There larger ones may not do.
        """
        if self.cap is None:
            most = majority_beta(self.lead[0], self.length) or math.inf
            tried = [most / 1000, most]
        else:
            tried = [0.0, *map(float, tried_logits(self.cap, most))]
        first = next((k for k, beta in enumerate(tried) if k and self._near(beta) < 1), None)
        if first is None:
            return None
        out, held = tried[first - 1], tried[first]
        while held - out > 1e-7 * held:
            middle = (out + held) / 2
            out, held = (out, middle) if self._near(middle) < 1 else (middle, held)
        return next((beta for beta in (held, held * (1 + 1e-6), tried[first]) if self._suffices(beta)), None)

    def _suffices(self, beta: float) -> bool:
        """Whether the rivals weigh less than the match, for certain."""
        n = self.length
        with flint.ctx.workprec(self._bits):
            for match, last in ((n - 1, n - 2), (n - 2, n - 1)):
                own, total = self._logit(beta, self._match(match)), flint.arb(0)
                for count, off in self._blocks:
                    total += count * (self._logit(beta, self._rival(last - off)) - own).exp()
                if not total < 1:
                    return False
        return True

    def _near(self, beta: float) -> float:
        """What the rivals weigh, in floating point: to search with."""
        counts, pairs = self._floats
        scale = None if self.cap is None else float(self.cap)
        logits = [
            beta * each if scale is None else scale * np.tanh(beta * each / scale) for pair in pairs for each in pair
        ]
        return max(float(counts @ np.exp(rival - own)) for own, rival in (logits[:2], logits[2:]))

    @functools.cached_property
    def _floats(self) -> tuple[np.ndarray, list[tuple[np.ndarray, np.ndarray]]]:
        """How many distances each block has, and cosines of match and blocks for both pairs of `_suffices`."""
        with flint.ctx.workprec(self._bits):
            g, n = float(self.angle.radians_ball()), self.length
        counts, offs = (np.array(each, dtype=float) for each in zip(*self._blocks, strict=True))
        omega = 2 * math.pi / self.letters
        ends_ = (n - 1, n - 2), (n - 2, n - 1)
        return counts, [(np.cos(match * g), np.cos(omega - (last - offs) * g)) for match, last in ends_]

    @functools.cached_property
    def _blocks(self) -> list[tuple[int, int]]:
        """(how many, distance from the last) of n - 1 distances in blocks: each counts as its last, whose rival weighs most."""
        found, off = [], 0
        while off < self.length - 1:
            count = min(1 + off // FINE, self.length - 1 - off)
            found.append((count, off))
            off += count
        return found

    @property
    def _bits(self) -> int:
        return BITS + self.angle.size_bits

    def _match(self, distance: int) -> flint.arb:
        return (self.angle.radians_ball() * distance).cos()

    def _rival(self, distance: int) -> flint.arb:
        return (2 * flint.arb.pi() / self.letters - self.angle.radians_ball() * distance).cos()

    def _logit(self, beta: float, cosine: flint.arb) -> flint.arb:
        logit = as_ball(Fraction(beta)) * cosine
        if self.cap is None:
            return logit
        cap = as_ball(self.cap)
        return cap * (logit / cap).tanh()
