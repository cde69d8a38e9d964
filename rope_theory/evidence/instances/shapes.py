"""Angles up to half a turn, and the conditions that claims about shapes over the target's position share."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from rope_theory.core.angles import FULL_TURN, Angle, ball
from rope_theory.core.constructions import LetterCircle, h_pos, h_sym
from rope_theory.core.heads import softmax
from rope_theory.core.tasks import Pair
from rope_theory.evidence.by_hand import compared, listed, number, sign, spelled
from rope_theory.evidence.claims import Hypothesis
from rope_theory.evidence.engines.strategies import st
from rope_theory.laws.angle_floor import HALF_TURN

#: A thousandth of a millionth of a radian, to stand beside a boundary.
HAIR = Angle(0, Fraction(1, 10**9))


def in_half_circle(theta: Angle, **_: Any) -> bool:
    return Angle() < theta <= HALF_TURN


def at_least(least: int) -> Hypothesis:
    """n >= least."""
    return Hypothesis(f"n >= {least}", lambda n, **_: n >= least)


AGREES = (
    "That the library's functions agree with this is checked on the small instances of the attack; the proof is about "
    "the mathematics."
)
#: Angles drawn in [2π/60, π].
FOLDED = st.builds(Angle, st.fractions(Fraction(1, 60), Fraction(1, 2), max_denominator=60))


def drawn_angles(turns: int, denominator: int) -> st.SearchStrategy[Angle]:
    """Strategy: up to so many turns either way, in fractions with such denominators, with or without rational radians."""
    radians = st.sampled_from([0, 0, 0, 1, *map(Fraction, ("-1/3", "-2/7", "-7/3"))])
    return st.builds(Angle, st.fractions(-turns, turns, max_denominator=denominator), radians)


UP_TO_HALF = Hypothesis("0 < θ <= π", in_half_circle)


def turn_angles(thorough: bool = False) -> Iterator[Angle]:
    """Fractions of a turn in (0, 1/2], small denominators first, and some whole and decimal radians."""
    for size in range(2, 16 if thorough else 10):
        shares = (Fraction(a, size) for a in range(1, size // 2 + 1))
        yield from (Angle(share) for share in shares if share.denominator == size)
    yield from map(Angle.parse, ("1", "0.1", "3", "1.2"))


def lengths_and_angles(
    least: int, most: int, *boundaries: Callable[[int], int], more: int = 4
) -> Callable[[bool], Iterator[dict[str, Any]]]:
    """(thorough) -> instances (n, θ): least <= n < most (most + more if thorough), and boundaries at all n < 12.

    Args:
        boundaries: n -> m where m·θ = 2π is one: θ is tried at it and a hair to either side, up to π.
    """

    def small(thorough: bool) -> Iterator[dict[str, Any]]:
        for n in range(least, most + more * thorough):
            yield from ({"n": n, "theta": theta} for theta in turn_angles(thorough))
        for n, boundary in itertools.product(range(least, 12), boundaries):
            if boundary(n) > 0:
                edge = Angle(Fraction(1, boundary(n)))
                beside = (edge - HAIR, edge, edge + HAIR)
                yield from ({"n": n, "theta": theta} for theta in beside if theta <= HALF_TURN)

    return small


def match_steps(n: int, theta: Angle, phase: Angle, own: int = 0) -> list[int]:
    """Signs of the steps of a match's logit under H_SYM over its position j = 1..n-1 (own = 1: 1..n).

    Those of its weight are the same where the distractors are constant.
    """
    head = h_sym(LetterCircle(("A",)), theta, phase)
    values = [head.logit("A", n, Pair("A", 1), j) for j in range(1, n + own)]
    return [(after - before).sign() for before, after in itertools.pairwise(values)]


def weights_told(n: int, theta: Angle, beta: Fraction, positions: int) -> list[str]:
    """w_max(p) of H_POS at the first positions, and each step of it."""
    rows = [[h_pos(theta).logit(n - p, n, "A", j) for j in range(1, n + 1)] for p in range(1, positions + 1)]
    largest = [softmax(row, beta)[p] for p, row in enumerate(rows)]
    return [
        f"n = {n}, θ = {spelled(theta)}, β = {number(beta)}: nθ = {spelled(n * theta)} {sign(n * theta, FULL_TURN)} 2π",
        f"w_max(p) for p = 1, …, {positions}: {listed(largest)}",
        *(
            compared(f"w_max({p})", here, f"w_max({p + 1})", there)
            for p, (here, there) in enumerate(itertools.pairwise(largest), 1)
            if not ball(here).overlaps(ball(there))
        ),
    ]
