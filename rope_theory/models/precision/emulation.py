"""A head run step by step in a recipe's formats, with rigorous enclosures of every number that may come out.

Phases are rounded exactly. Cosines are enclosed by balls, widened by what the library may err, and rounded
at both ends. Sums and products are carried in float64, where they are exact or rounded harmlessly (a sum of
two p-bit numbers may be rounded to 53 bits first if 53 >= 2p + 2; Figueroa 1995), and then rounded to the
format. Rounding is monotone, so the two ends of each enclosure enclose what the machine computes; they
mostly coincide.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

import flint
import numpy as np
from flint import arb

from rope_theory.core.angles import ball as as_ball
from rope_theory.core.heads import PhaseHead
from rope_theory.models.precision.errors import BITS, exact_ball
from rope_theory.models.precision.formats import FLOAT64, Format
from rope_theory.models.precision.recipe import TRIG_ULPS, Recipe

_CARRIER = FLOAT64.bits
Placed = Sequence[tuple[Hashable, int]]
"""Tokens, each with its position."""


@dataclass(frozen=True)
class Span:
    """Arrays lo <= x <= hi of float64; `bits`: how many significant bits x has at most."""

    lo: np.ndarray
    hi: np.ndarray
    bits: int = _CARRIER

    @property
    def point(self) -> bool:
        """Whether both ends are one array: then one end is enough to compute with."""
        return self.lo is self.hi

    def joined(self) -> Span:
        """The same span, a point if its ends are equal everywhere."""
        return Span(self.lo, self.lo, self.bits) if np.array_equal(self.lo, self.hi) else self

    def __getitem__(self, index) -> Span:
        lo = self.lo[index]
        return Span(lo, lo if self.point else self.hi[index], self.bits)

    def __neg__(self) -> Span:
        hi = -self.hi
        return Span(hi, hi if self.point else -self.lo, self.bits)


def product(a: Span, b: Span, form: Format | None) -> Span:
    """Enclosure of fl(a·b); form None: of a·b."""
    if a.point and b.point:
        only = a.lo * b.lo
        return _fit(only, only, form, a.bits + b.bits <= _CARRIER)
    ends = [a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi]
    return _fit(np.minimum.reduce(ends), np.maximum.reduce(ends), form, a.bits + b.bits <= _CARRIER)


def total(a: Span, b: Span, form: Format | None) -> Span:
    """Enclosure of fl(a + b) for numbers of the format; form None: of a + b."""
    harmless = form is not None and max(a.bits, b.bits) <= form.bits and 2 * form.bits + 2 <= _CARRIER
    if a.point and b.point:
        only = a.lo + b.lo
        return _fit(only, only, form, harmless)
    return _fit(a.lo + b.lo, a.hi + b.hi, form, harmless)


def cast(a: Span, form: Format | None) -> Span:
    """Enclosure of fl(a)."""
    return a if form is None else _fit(a.lo, a.hi, form, True)


def _fit(lo, hi, form: Format | None, exact: bool) -> Span:
    if not (exact or form is FLOAT64):  # float64's own rounding is the machine's
        lo, hi = np.nextafter(lo, -np.inf), np.nextafter(hi, np.inf)
    if form is None:
        return Span(lo, hi)
    if lo is hi:
        rounded = form.round_array(lo)
        return Span(rounded, rounded, form.bits)
    lo, hi = form.round_array(np.array((lo, hi)))  # both at once: the arrays are small
    return Span(lo, hi, form.bits)


def enclose(balls: Sequence[arb], form: Format | None = None, computed_in: Format | None = None) -> Span:
    """The numbers in the balls, rounded to the format.

    Args:
        balls: enclosures of numbers in [-1, 1] if `computed_in` is given.
        form: None for no rounding.
        computed_in: a library computes the numbers in this format, off by up to `TRIG_ULPS` units in the last
        place;
            numbers known exactly (cos 0 = 1, sin 0 = 0) it gets right.
    """
    low = np.array([float(each.lower()) for each in balls])
    high = np.array([float(each.upper()) for each in balls])
    point = np.array([bool(each.is_exact()) for each in balls])
    lo, hi = np.nextafter(low, -np.inf), np.nextafter(high, np.inf)
    if computed_in is not None:
        _, exponents = np.frexp(np.maximum(np.abs(lo), np.abs(hi)))
        units = np.maximum(exponents - 1, computed_in.least_exponent) - computed_in.bits + 1
        slack = TRIG_ULPS * np.ldexp(1.0, units)
        lo = np.clip(np.nextafter(lo - slack, -np.inf), -1.0, 1.0)
        hi = np.clip(np.nextafter(hi + slack, np.inf), -1.0, 1.0)
        lo, hi = computed_in.round_array(lo), computed_in.round_array(hi)
    exact = point & (low == high)
    return cast(Span(np.where(exact, low, lo), np.where(exact, high, hi)), form)


class Run(ABC):
    """A head that runs in a recipe's formats, as contests ask it.

    Attributes:
        head: a `PhaseHead` in the ball reading (frequencies and phases are balls).
        recipe: the format of each step.
        first: how the first position is counted, 1 or 0.
    """

    head: PhaseHead
    recipe: Recipe
    first: int

    @abstractmethod
    def same_turn(self, one: int, other: int) -> bool:
        """Whether two positions get the same rotation in every plane for certain."""

    def logits(self, queries: Placed, keys: Placed) -> Span:
        """The logit of each query (token, position) against each key, (queries, keys)."""
        return self._logits(queries, keys, np.s_[:, None])

    def logits_of_pairs(self, queries: Placed, keys: Placed) -> Span:
        """The logit of each query (token, position) against the key at its own place in the list, (queries,)."""
        return self._logits(queries, keys, np.s_[:])

    @abstractmethod
    def _logits(self, queries: Placed, keys: Placed, beside: Any) -> Span:
        """The logits, the queries indexed with `beside` before they meet the keys."""


@dataclass
class Emulation(Run):
    """The head, computed as the recipe says.

    Args:
        head: a `PhaseHead` in the ball reading (frequencies and phases are balls).
        recipe: the format of each step.
        first: how the first position is counted, 1 (as in the papers) or 0 (as in transformers). Position j of `same_turn`, `rotated` and
            `logits` is the j-th, j = 1, 2, …, and is turned by (j - 1 + first)·g.

    Example:
        >>> from rope_theory.core.angles import Angle
        >>> from rope_theory.core.constructions import h_pos
        >>> with flint.ctx.workprec(BITS):
        ...     head = h_pos(Angle.parse("0.01").ball())
        >>> close = Emulation(head, Recipe.uniform("bfloat16")).logits([(0, 9)], [("A", 8), ("A", 9)])
        >>> close.lo.tolist() == close.hi.tolist(), bool(close.lo[0, 0] == close.lo[0, 1])
        (True, True)
    """

    head: PhaseHead
    recipe: Recipe
    first: int = 1
    _tables: dict = field(default_factory=dict, repr=False)
    _vectors: dict = field(default_factory=dict, repr=False)
    _phases: dict = field(default_factory=dict, repr=False)
    _rounded: dict = field(default_factory=dict, repr=False)

    def phase(self, plane: int, position: int) -> arb:
        """fl(m̂·ĝ) of one plane and position m as it is counted, exactly if it is rounded.

        Raises:
            InvalidInput: overflow.
        """
        found = self._phases.get((plane, position))
        if found is None:
            with flint.ctx.workprec(BITS):
                found = self._phases[plane, position] = self._phase(plane, position)
        return found

    def _phase(self, plane: int, position: int) -> arb:
        recipe = self.recipe
        m = (
            int(recipe.position.round(position))
            if recipe.position and not _held(recipe.position, position)
            else position
        )
        if recipe.frequency is None or recipe.phase is None:
            g = self.head.planes[plane].frequency
            x = (exact_ball(recipe.frequency.round_ball(g)) if recipe.frequency else g) * m
            return exact_ball(recipe.phase.round_ball(x)) if recipe.phase else x
        if plane not in self._rounded:
            self._rounded[plane] = recipe.frequency.round_ball(self.head.planes[plane].frequency)
        g = self._rounded[plane]
        return exact_ball(recipe.phase.round_dyadic(g.numerator * m, g.denominator))

    def same_turn(self, one: int, other: int) -> bool:
        """Whether two positions get the same rotation in every plane, whatever the library's cos and sin
        are.
        """
        position = self.recipe.position
        if one == other:
            return True
        one, other = self.counted(one), self.counted(other)
        if position and not (_held(position, one) and _held(position, other)):
            if position.round(one) == position.round(other):
                return True
        planes = range(len(self.head.planes))
        return self.recipe.phase is not None and all(self.phase(k, one) == self.phase(k, other) for k in planes)

    def counted(self, position: int) -> int:
        """What the j-th position is counted as."""
        return position - 1 + self.first

    def turn(self, plane: int, positions: Sequence[int]) -> tuple[Span, Span]:
        """(cos, sin) of the phase of each position, as it is counted, as stored."""
        table = self._tables.setdefault(plane, {})
        new = [m for m in dict.fromkeys(positions) if m not in table]
        if new:
            with flint.ctx.workprec(BITS):
                waves = [self.phase(plane, m).sin_cos() for m in new]
                cosines = enclose([c for _, c in waves], self.recipe.cache, self.recipe.trig)
                sines = enclose([s for s, _ in waves], self.recipe.cache, self.recipe.trig)
            for index, m in enumerate(new):
                table[m] = (cosines.lo[index], cosines.hi[index], sines.lo[index], sines.hi[index])
        bits = self.recipe.cache.bits if self.recipe.cache else _CARRIER
        rows = np.array([table[m] for m in positions])
        return Span(rows[:, 0], rows[:, 1], bits), Span(rows[:, 2], rows[:, 3], bits)

    def _held(self, side: str, plane: int, tokens: Sequence[Hashable]) -> tuple[np.ndarray, np.ndarray]:
        """Ends (tokens, 2) of the two coordinates of each token's vector before RoPE."""
        table = self._vectors.setdefault((side, plane), {})
        numbered = {token: index for index, token in enumerate(dict.fromkeys(tokens))}
        new = [token for token in numbered if token not in table]
        if new:
            vector_of = getattr(self.head.planes[plane], side)
            with flint.ctx.workprec(BITS):
                both = enclose([as_ball(x) for token in new for x in vector_of(token).vector()], self.recipe.vector)
            table.update(zip(new, zip(both.lo.reshape(-1, 2), both.hi.reshape(-1, 2), strict=True), strict=True))
        ends = np.array([table[token] for token in numbered])[[numbered[token] for token in tokens]]
        return ends[:, 0], ends[:, 1]

    def rotated(self, side: str, plane: int, pairs: Placed) -> tuple[Span, Span]:
        """The two coordinates of each (token, position) on one plane after RoPE, each of shape (pairs,)."""
        cosine, sine = self.turn(plane, [self.counted(position) for _, position in pairs])
        lo, hi = self._held(side, plane, [token for token, _ in pairs])
        bits = self.recipe.vector.bits if self.recipe.vector else _CARRIER
        x, y = (Span(lo[:, axis], hi[:, axis], bits) for axis in (0, 1))
        form = self.recipe.rotation
        turned = (
            total(product(cosine, x, form), -product(sine, y, form), form),
            total(product(sine, x, form), product(cosine, y, form), form),
        )
        kept = self.recipe.stored if side == "key" else None
        first, second = (cast(cast(part, self.recipe.rotated), kept).joined() for part in turned)
        return first, second

    def _logits(self, queries: Placed, keys: Placed, beside: Any) -> Span:
        terms = []
        for plane in range(len(self.head.planes)):
            q, k = self.rotated("query", plane, queries), self.rotated("key", plane, keys)
            terms += [product(a[beside], b, self.recipe.product) for a, b in zip(q, k, strict=True)]
        if len(terms) == 2:
            return cast(total(terms[0], terms[1], self.recipe.product), self.recipe.logit)
        return cast(_sum_any_order(terms, self.recipe.product), self.recipe.logit)


def _sum_any_order(terms: Sequence[Span], form: Format | None) -> Span:
    """Enclosure of a sum computed in any order: the exact sum, widened by γ·Σ|term|."""
    count = len(terms)
    u = float(form.unit_roundoff) if form else 0.0
    carrier = 4 * count * 2.0**-53
    size = sum(np.maximum(np.abs(term.lo), np.abs(term.hi)) for term in terms)
    slack = size * ((count - 1) * u / (1 - count * u) * (1 + 2.0**-40) + carrier) + 2.0**-1000
    span = Span(sum(term.lo for term in terms) - slack, sum(term.hi for term in terms) + slack)
    return cast(span, form)


def _held(form: Format, position: int) -> bool:
    return position <= form.largest_exact_integer and position <= form.largest
