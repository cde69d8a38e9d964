"""The shape of attention over the position of its target, from angles alone: no softmax is computed.

For both heads the step from position p to p + 1 has the sign of lead·sin(first + (p - 1)·step), so extrema stand
where that argument passes multiples of π:

| head | what is followed | sign of the step p → p + 1 |
|---|---|---|
| H_POS | largest weight when position p is asked for, p = 1..n | sin(nθ/2)·sin((p - n/2)θ) |
| H_SYM | weight of a match at position j, distractors constant | -sin((j + 1/2 - n)θ + phase) |

Exact angles are always decided. An enclosure decides what all of it agrees on, and is "undecided" otherwise.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import flint
from flint import arb

from rope_theory.core.angles import Angle, ball
from rope_theory.core.errors import InvalidInput, require, require_int
from rope_theory.core.truth import Truth, truth
from rope_theory.laws.angle_floor import (
    HALF_TURN,
    Radians,
    Undecided,
    as_ball,
    fold,
    half_turns,
    is_zero,
    quotient,
    read_angle,
)

HEADS = ("H_POS", "H_SYM")
#: Precisions tried, in bits, for an angle that is known by enclosures only (a SymPy number, a power of the
#: base).
PRECISIONS = tuple(128 << k for k in range(6))


@dataclass(frozen=True)
class Extremum:
    """An inner extremum.

    Args:
        kind: "minimum" or "maximum".
        positions: where it stands, or the two neighbouring positions that share the value.
    """

    kind: str
    positions: tuple[int, ...]


@dataclass(frozen=True)
class SineSteps:
    """A sequence f at positions 1..steps + 1 whose step p → p + 1 has the sign of lead·sin(base + (p +
    offset)·step).

    Args:
        lead: -1, 0 or 1.
        base: an `Angle` or an arb.
        offset: rational.
        step: an `Angle` or an arb, 0 < step <= π.
        steps: number of steps, >= 0.

    Source: new.shape-law.
    """

    lead: int
    base: Radians
    offset: Fraction
    step: Radians
    steps: int

    def argument(self, p: int) -> Radians:
        """base + (p + offset)·step."""
        factor = p + self.offset
        whole = self.step * factor.numerator
        shift = whole / factor.denominator
        return self.base + shift

    @property
    def first(self) -> Radians:
        """Argument of the first step."""
        return self.argument(1)

    @property
    def last(self) -> Radians:
        """Argument of the last step."""
        return self.argument(self.steps)

    def multiples(self) -> range:
        """The k with first < kπ < last: one inner extremum each, unless the sequence is flat."""
        low, _ = half_turns(self.first)
        high, whole = half_turns(self.last)
        return range(low + 1, high + (not whole))

    def flat(self) -> bool:
        """Whether all steps are 0."""
        if not self.lead or not self.steps:
            return True
        return half_turns(self.first)[1] and (self.steps == 1 or half_turns(self.step)[1])

    def extremum(self, k: int) -> Extremum:
        """The extremum where the argument passes kπ: at the first position whose step has an argument >= kπ."""
        ahead = k * (HALF_TURN if isinstance(self.base, Angle) else arb.pi()) - self.base
        below, whole = quotient(ahead, self.step, self.offset)
        position = below + (not whole)
        rises_before = (self.lead > 0) == (k % 2 == 1)
        return Extremum("maximum" if rises_before else "minimum", (position, position + 1) if whole else (position,))


SHAPES = ("U", "inverted-U", "flat", "monotone", "several extrema", "undecided")
"""What a shape may be named."""


@dataclass(frozen=True)
class Shape:
    """What a sequence of weights looks like.

    Args:
        name: of `SHAPES`.
        count: number of inner extrema, a flat pair of neighbours counted once; None if undecided.
        flat_ends: how many of the two outermost steps are flat although the sequence is not (0: the shape is
            strict).
        curve: the steps, for `extrema`.
        note: why it is undecided.

    Example:
        >>> shape(33, Angle.parse("0.1")).name
        'U'
    """

    name: str
    count: int | None
    flat_ends: int = 0
    curve: SineSteps | None = None
    note: str = ""

    def extrema(self) -> Iterator[Extremum]:
        """The inner extrema, minima and maxima alternating, in the order of their positions.

        Raises:
            InvalidInput: an enclosure is too wide to tell the position of one.
        """
        if not self.count or self.curve is None:
            return
        for k in self.curve.multiples():
            try:
                yield self.curve.extremum(k)
            except Undecided as reason:
                raise InvalidInput("theta", "must be enclosed more tightly to place the extrema", str(reason)) from None

    def __str__(self) -> str:
        ends = ("", " but for one end step, which is flat", " but for both end steps, which are flat")[self.flat_ends]
        return (
            self.name
            + (f" ({self.count})" if self.name == "several extrema" else "")
            + ends
            + (f": {self.note}" if self.note else "")
        )


def shape(n: int, theta: object, head: str = "H_POS", phase: object = None, own_position: bool = False) -> Shape:
    """The shape of a head's attention over its target's position, from (n, θ): exact, and in constant time in n.

    Args:
        n: length, the query's position; n >= 1.
        theta: radians per position. Exact: an `Angle`, a decimal string, Fraction or SymPy number (see
            `rope_theory.laws.discrepancy.frequency.read_frequency`); or an enclosure (arb).
        head: "H_POS": the largest weight when position p = 1..n is asked for. "H_SYM": the weight of a match at
            position j = 1..n-1, matched logit β·cos((n-j)θ - phase), distractors constant. The shape is the same
            for every β > 0.
        phase: query phase of H_SYM, radians, as `theta`; default nθ/2, the centred phase.
        own_position: for H_SYM, whether the match may also stand at j = n; the centred phase is then (n-1)θ/2.

    Returns:
        A `Shape`; `name` is "undecided" if the enclosure (or 4096 bits of a SymPy number) does not decide.

    Raises:
        InvalidInput: n < 1, unknown head, an angle that is a float, NaN or infinite.

    Source: new.u-shape-sign.shape, new.inverted-u; after U25, Theorem 7.

    Example:
        >>> from fractions import Fraction
        >>> from rope_theory import Angle
        >>> [shape(12, Angle(Fraction(turn, 100))).name for turn in (8, 9, 11)]
        ['U', 'inverted-U', 'several extrema']
        >>> list(shape(12, Angle(Fraction(1, 10))).extrema())
        [Extremum(kind='maximum', positions=(6, 7))]
    """
    require_int("n", n, least=1)
    require(head in HEADS, "head", f"must be one of {HEADS}", head)
    require(head == "H_SYM" or phase is None, "phase", "belongs to H_SYM", phase)
    require(head == "H_SYM" or not own_position, "own_position", "belongs to H_SYM", own_position)
    theta, phase = read_angle("theta", theta), None if phase is None else read_angle("phase", phase)
    if all(isinstance(angle, Angle | arb | None) for angle in (theta, phase)):
        return _classify(n, theta, phase, head, own_position)
    for bits in PRECISIONS:
        with flint.ctx.workprec(bits):
            decided = _classify(n, as_ball(theta), None if phase is None else as_ball(phase), head, own_position)
        if decided.name != "undecided":
            break
    return decided


def _classify(n: int, theta: Radians, phase: Radians, head: str, own_position: bool) -> Shape:
    if isinstance(theta, arb) or isinstance(phase, arb):
        theta, phase = ball(theta), None if phase is None else ball(phase)
    try:
        curve = steps_of_h_pos(n, theta) if head == "H_POS" else steps_of_h_sym(n, theta, phase, own_position)
        return name_shape(curve)
    except Undecided as reason:
        return Shape("undecided", None, note=f"the enclosure does not decide, {reason}")


def steps_of_h_pos(n: int, theta: Radians) -> SineSteps:
    """Steps of w_max(p), p = 1..n: sin(nθ/2)·sin((p - n/2)θ), for θ folded into [0, π]."""
    theta, _, _ = fold(theta)
    lead = 0
    if not is_zero(theta):
        k, whole = half_turns(n * theta / 2)
        lead = 0 if whole else (-1) ** k
    return SineSteps(lead, 0 * theta, Fraction(-n, 2), theta, n - 1)


def steps_of_h_sym(n: int, theta: Radians, phase: Radians = None, own_position: bool = False) -> SineSteps:
    """Steps of cos((n-j)θ - phase) over j = 1..n-1 (own_position: 1..n): -sin((j + 1/2 - n)θ + phase), θ folded."""
    theta, sign, turns = fold(theta)
    offset = Fraction(1, 2) - n
    if phase is None:  # half the number of positions times θ, and θ = ±(folded θ) + 2π·turns
        offset += Fraction(n - own_position, 2)
        half = HALF_TURN if isinstance(theta, Angle) else arb.pi()
        base = sign * (n - own_position) * turns * half
    else:
        base = sign * phase
    return SineSteps(0 if is_zero(theta) else -1, base, offset, theta, max(0, n - 2 + own_position))


def name_shape(curve: SineSteps) -> Shape:
    """Name the shape of a sequence given by its steps (new.shape-law).

    Raises:
        Undecided: the enclosure contains a case distinction.
    """
    if curve.flat():
        return Shape("flat", 0, curve=curve)
    ends = half_turns(curve.first)[1] + half_turns(curve.last)[1]
    found = curve.multiples()
    count = max(0, found.stop - found.start)  # len() stops at 2**63
    if count == 1:  # up to the first multiple k the argument lies in ((k - 1)π, kπ)
        rises = (curve.lead > 0) == (found[0] % 2 == 1)
        return Shape("inverted-U" if rises else "U", 1, ends, curve)
    return Shape("several extrema" if count else "monotone", count, ends, curve)


def inner_extrema(signs: Sequence[int]) -> list[Extremum]:
    """The inner extrema of a sequence at positions 1.. whose steps have these signs: where the sign changes.

    Example:
        >>> inner_extrema([1, 0, -1])
        [Extremum(kind='maximum', positions=(2, 3))]
    """
    moving = [(position, sign) for position, sign in enumerate(signs, 1) if sign]
    return [
        Extremum("maximum" if before > 0 else "minimum", tuple(range(p + 1, q + 1)))
        for (p, before), (q, after) in itertools.pairwise(moving)
        if before != after
    ]


def observed(signs: Sequence[int]) -> tuple[str, int, int]:
    """Name, number of inner extrema and number of flat end steps, read off the signs of all steps."""
    if not any(signs):
        return "flat", 0, 0
    found = inner_extrema(signs)
    one = "inverted-U" if next(filter(None, signs)) > 0 else "U"
    name = {0: "monotone", 1: one}.get(len(found), "several extrema")
    return name, len(found), (signs[0] == 0) + (signs[-1] == 0)


def bent(signs: Sequence[int | None], first: int) -> Truth:
    """Whether the steps are first, …, first, at most one 0, -first, …, -first, with one of each sign at least.

    Args:
        signs: signs of the steps; None where undecided.
        first: -1 for a U, 1 for an inverted U.
    """
    known = [sign for sign in signs if sign is not None]
    if len(known) < len(signs):
        return Truth.UNKNOWN
    turned = [sign * first for sign in known]
    ordered = turned == sorted(turned, reverse=True)
    return truth(1 in turned and -1 in turned and ordered and turned.count(0) <= 1)
