"""The query phase that keeps the worst match best: the opposite of the middle of the largest gap.

A match at distance t gets the logit cos(tθ - phase). Over t = 1..n-1 the worst of them is smallest in
absolute angle from phase + π, so the best phase puts phase + π into the middle of the largest arc that the
points tθ leave free on the circle.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rope_theory.core.angles import FULL_TURN, Angle, TrigSum
from rope_theory.core.errors import require, require_int
from rope_theory.laws.angle_floor import quotient


@dataclass(frozen=True)
class Gap:
    """A kind of free arc between neighbouring points: from tθ to (t + q)θ, of length qθ - 2πp.

    Args:
        q: difference of the two distances, |q| <= n - 2.
        p: full turns taken off.
        length: radians, > 0.
    """

    q: int
    p: int
    length: Angle


def worst_match(n: int, theta: Angle, phase: Angle) -> TrigSum:
    """min over t = 1..n-1 of cos(tθ - phase), exactly, by trying all t.

    Args:
        n: length, n >= 2.
        theta, phase: exact angles.
    """
    require_int("n", n, least=2)
    return min((t * theta - phase).cos() for t in range(1, n))


def gaps(n: int, theta: Angle) -> tuple[Gap, ...]:
    """The kinds of free arcs that the n - 1 points θ, 2θ, .., (n-1)θ leave on the circle, in O(log n) steps.

    At most three lengths occur (three-gap theorem). If points coincide, the arcs are those of the distinct
    points.

    Args:
        n: length, n >= 3.
        theta: an exact angle, no multiple of 2π.

    Raises:
        InvalidInput: n < 3, or θ a multiple of 2π.

    Example:
        >>> from rope_theory.core.angles import Angle
        >>> [(gap.q, gap.p) for gap in gaps(5, Angle.parse("1"))]
        [(1, 0), (-3, -1)]
    """
    require_int("n", n, least=3)
    require(not theta.is_whole_turns(), "theta", "must be no multiple of 2π", theta)
    points = n - 1
    turns = quotient(theta, FULL_TURN)[0]
    ahead, behind = Gap(1, turns, theta - turns * FULL_TURN), Gap(-1, -turns - 1, (turns + 1) * FULL_TURN - theta)
    # Nearest neighbours of the first point on either side, while indices up to points - 1 are used; a slow
    # Euclid.
    while ahead.q - behind.q < points:
        if behind.length == ahead.length:  # the next point would fall on an old one: all arcs are equal
            return (ahead,)
        if ahead.length < behind.length:
            behind = _shorten(behind, ahead, points)
        else:
            ahead = _shorten(ahead, behind, points)
    return tuple(
        gap
        for gap, count in (
            (ahead, points - ahead.q),
            (behind, points + behind.q),
            (Gap(ahead.q + behind.q, ahead.p + behind.p, ahead.length + behind.length), ahead.q - behind.q - points),
        )
        if count > 0
    )


def _shorten(long: Gap, short: Gap, points: int) -> Gap:
    """Take `short` off `long` as often as it stays positive and indices stay below `points`."""
    times, whole = quotient(long.length, short.length)
    times = min(times - whole, (points - 1 - abs(long.q) - abs(short.q)) // abs(short.q) + 1)
    return Gap(long.q - times * short.q, long.p - times * short.p, long.length - times * short.length)


def largest_gap(n: int, theta: Angle) -> Angle:
    """G, the length of the largest free arc between θ, 2θ, .., (n-1)θ on the circle; 2π if they are one
    point.
    """
    require_int("n", n, least=2)
    if n == 2 or theta.is_whole_turns():
        return FULL_TURN
    return max(gap.length for gap in gaps(n, theta))


def best_worst_match(n: int, theta: Angle) -> TrigSum:
    """max over phases of min over t = 1..n-1 of cos(tθ - phase) = -cos(G/2), G the largest gap.

    Source: new.inverted-u.best-phase.

    Example:
        >>> from fractions import Fraction
        >>> best_worst_match(5, Angle(Fraction(1, 5))) == -Angle(Fraction(1, 5)).cos()
        True
    """
    return -(largest_gap(n, theta) / 2).cos()


def centred_phase_is_best(n: int, theta: Angle) -> bool:
    """Whether the centred phase nθ/2 maximises the worst match over t = 1..n-1, in O(log n) steps.

    It does exactly if some largest gap has the length qθ - 2πp with q ≡ n (mod 2) and p odd; for (n-2)θ <=
    2π, 0 < θ <= π, exactly if (n-1)θ <= 2π.

    Source: new.inverted-u.centred.

    Example:
        >>> from fractions import Fraction
        >>> [centred_phase_is_best(5, Angle(Fraction(1, k))) for k in (2, 3, 4)]
        [True, False, True]
    """
    require_int("n", n, least=2)
    if n == 2 or theta.is_whole_turns():
        return (n * theta / 2 - theta).is_whole_turns()  # one point, and the phase must sit on it
    # the points are all the roots of unity of that order
    if not theta.radians and n - 1 >= theta.turns.denominator:
        return (n * theta.turns.numerator + theta.turns.denominator) % 2 == 1
    kinds = gaps(n, theta)
    largest = max(gap.length for gap in kinds)
    return any(gap.length == largest and (gap.q - n) % 2 == 0 and gap.p % 2 == 1 for gap in kinds)


def middles_of_largest_gaps(n: int, theta: Angle) -> Iterator[Angle]:
    """The middles of all largest gaps as angles in [0, 2π), by sorting the points; each minus π is a best
    phase.
    """
    points = sorted({_turn(t * theta) for t in range(1, n)})
    arcs = [(a, b - a if a < b else b - a + FULL_TURN) for a, b in zip(points, points[1:] + points[:1], strict=True)]
    largest = max(length for _, length in arcs)
    return (_turn(a + length / 2) for a, length in arcs if length == largest)


def _turn(angle: Angle) -> Angle:
    """The representative in [0, 2π)."""
    return angle - quotient(angle, FULL_TURN)[0] * FULL_TURN
