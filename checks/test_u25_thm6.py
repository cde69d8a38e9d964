"""Theorem 6 of U25 at the boundaries of its conditions."""

from fractions import Fraction

import pytest

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import LetterCircle, h_mix
from rope_theory.core.heads import logits
from rope_theory.core.tasks import Pair, parse_binding
from rope_theory.laws.gaps import symbol_lead


@pytest.mark.parametrize("n", range(3, 8))
def test_two_farthest_occurrences_tie_at_the_limiting_angle(n):
    # (n - 3/2)θ₂ = π: the distances n-2 and n-1 lie symmetrically about the angle π.
    head = h_mix(LetterCircle(("A", "B"), spare=True), Angle(Fraction(1, 2 * n - 3)), 9, 1)
    values = logits(head, (Pair("A", 1), *[Pair("A", 2)] * (n - 2), "A"))
    assert values[0] == values[1]


def test_own_key_ties_with_the_farthest_match_at_the_limiting_amplitude():
    # One letter, ω = π, n = 3, θ₂ = π/3: A·2 = B(1 - cos 2π/3) = 3/2, so at A = 3/4 the match at distance 2 ties.
    theta, A = Angle.parse("pi/3"), Fraction(3, 4)
    values = logits(h_mix(LetterCircle(("A",), spare=True), theta, A, 1), parse_binding("A1 A2 A"))
    assert symbol_lead(1, 3, theta, A, 1) == 0 and values[0] == values[2]
