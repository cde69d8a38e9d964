"""The law of the centred phase beyond its range, and the library's gaps at lengths that no list could hold."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from rope_theory.core.angles import Angle
from rope_theory.laws.phase import best_worst_match, centred_phase_is_best, gaps, worst_match
from rope_theory.proofs.new_inverted_u_best_phase import ANY_ANGLE


@given(st.integers(2, 12), ANY_ANGLE)
def test_centred_phase_law_holds_for_every_angle(n, theta):
    # Outside 0 < θ <= π the law itself (not the range) still decides.
    optimal = worst_match(n, theta, n * theta / 2) == best_worst_match(n, theta)
    assert optimal == centred_phase_is_best(n, theta)


def test_centred_phase_stops_being_best_just_beyond_and_recurs():
    best = [turn for turn in range(1, 73) if centred_phase_is_best(9, Angle(Fraction(turn, 144)))]
    assert best[:18] == list(range(1, 19))  # up to (n-1)θ = 2π, θ = 1/8 turn = 18/144
    assert 19 not in best and len(best) > 18  # stops at once, and comes back


def test_three_gaps_for_a_length_no_list_could_hold():
    theta, n = Angle.parse("1"), 10**24
    kinds = gaps(n, theta)
    assert len(kinds) in (2, 3)
    for gap in kinds:
        assert gap.q * theta - Angle(gap.p) == gap.length and Angle() < gap.length and abs(gap.q) <= n - 2
