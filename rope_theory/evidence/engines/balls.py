"""Inequalities over boxes of real parameters, by branch and bound with balls.

A box is cut in half along its widest side until on every piece an enclosure shows f > 0, or some piece shows
f <= 0 (a refutation), or the budget is spent (UNKNOWN). No verdict comes from overlapping balls, or from balls that
are not finite.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from rope_theory.core.truth import Truth
from rope_theory.evidence.engines.inspection import EVERYTHING, reads
from rope_theory.evidence.engines.refusal import EngineRefusal

Box = Mapping[str, tuple[Fraction, Fraction]]

#: Pieces on which the function's balls are compared with its values at single points.
SPOT_CHECKS = 32


@dataclass(frozen=True)
class Cover:
    """Outcome of a branch and bound: the truth, pieces visited, and the piece that refutes or resists."""

    truth: Truth
    pieces: int
    piece: Box | None = None


def exact_ball(value: int | Fraction) -> arb:
    """A ball that contains a rational number, at the working precision `flint.ctx.prec`.

    Raises:
        TypeError: the number is no int or Fraction.

    Example:
        >>> exact_ball(Fraction(1, 3)).contains(fmpq(1, 3))
        True
    """
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise TypeError(f"the end of an interval must be an int or a Fraction, got {value!r}")
    return arb(fmpq(value.numerator, value.denominator))


def interval(low: int | Fraction, high: int | Fraction) -> arb:
    """A ball that covers [low, high], both ends included, whatever is rounded.

    Raises:
        TypeError: an end is no int or Fraction.
        EngineRefusal: low > high.

    Example:
        >>> interval(Fraction(1, 3), 1).contains(fmpq(1, 3))
        True
    """
    ends = exact_ball(low), exact_ball(high)
    if low > high:
        raise EngineRefusal(f"the interval [{low}, {high}] is empty")
    return ends[0].union(ends[1])


def positive_on(function: Callable[..., arb], box: Box, budget: int = 20_000) -> Cover:
    """Whether function(**parameters) > 0 on the whole closed box.

    The function must enclose its range: on the first pieces its ball is compared with its values at the corners, the
    centre and a point in between, so that a function that drops the radius of its arguments is noticed.

    Args:
        function: of named balls, returning a ball (an enclosure of the range over them).
        box: for each parameter its rational interval [low, high].
        budget: pieces to try before giving up.

    Raises:
        TypeError: the function returns something else than an `arb`, or an end of the box is not exact.
        EngineRefusal: the box is empty, a parameter of the box does not matter to the function, or the function's ball
            over a piece misses a value that it takes there.

    Example:
        >>> positive_on(lambda x: 2 + x.sin() * x, {"x": (Fraction(0), Fraction(3))}).truth
        <Truth.TRUE: 'true'>
    """
    if not box:
        raise EngineRefusal("the box has no parameter: a closed statement needs no box")

    def at(piece: Box) -> arb:
        value = function(**{name: interval(*side) for name, side in piece.items()})
        if not isinstance(value, arb):
            raise TypeError(f"the function must return a ball (flint.arb), got {value!r} ({type(value).__name__})")
        return value

    _refuse_idle(function, at, box)
    queue, pieces = deque([dict(box)]), 0
    while queue:
        piece = queue.popleft()
        pieces += 1
        value = at(piece)
        if pieces <= SPOT_CHECKS:
            _spot_check(value, at, piece)
        if value.is_finite() and value > 0:
            continue
        if value.is_finite() and value <= 0:
            return Cover(Truth.FALSE, pieces, piece)
        middle_point = {name: ((low + high) / Fraction(2),) * 2 for name, (low, high) in piece.items()}
        centre = at(middle_point)
        if centre.is_finite() and centre <= 0:
            return Cover(Truth.FALSE, pieces, middle_point)
        if pieces >= budget:
            return Cover(Truth.UNKNOWN, pieces, piece)
        widest = max(piece, key=lambda name: piece[name][1] - piece[name][0])
        low, high = piece[widest]
        if low == high:
            return Cover(Truth.UNKNOWN, pieces, piece)
        middle = (low + high) / Fraction(2)
        queue += [{**piece, widest: (low, middle)}, {**piece, widest: (middle, high)}]
    return Cover(Truth.TRUE, pieces)


def _points(piece: Box) -> list[Box]:
    """Single points of the piece: its first and last corner, its centre, and one off all of these."""
    shares = (Fraction(0), Fraction(1), Fraction(1, 2), Fraction(5, 17))
    return [{name: (low + (high - low) * t,) * 2 for name, (low, high) in piece.items()} for t in shares]


def _spot_check(value: arb, at: Callable[[Box], arb], piece: Box) -> None:
    if not value.is_finite():
        return
    for point in _points(piece):
        there = at(point)
        if there.is_finite() and not value.overlaps(there):
            shown = ", ".join(f"{name} = {low}" for name, (low, _) in point.items())
            raise EngineRefusal(f"the function's ball {value} over {dict(piece)} misses its value {there} at {shown}")


def _refuse_idle(function: Callable[..., Any], at: Callable[[Box], arb], box: Box) -> None:
    """Refuse a parameter that the function never reads, or that changes no value at the points tried."""
    at(box)  # what it returns is looked at first
    loaded = reads(function)
    for name, (low, high) in box.items():
        if EVERYTHING not in loaded and name not in loaded:
            raise EngineRefusal(f"the function does not depend on {name}, a parameter of the box")
        if low < high and not any(
            _differ(at({**rest, name: one}), at({**rest, name: other}))
            for rest in (*_points(box), box)
            for one, other in itertools.combinations([(low, low), (high, high), (low, high)], 2)
        ):
            raise EngineRefusal(f"the function does not depend on {name}, a parameter of the box")


def _differ(one: arb, other: arb) -> bool:
    return not one.is_finite() or not other.is_finite() or one.mid() != other.mid() or one.rad() != other.rad()
