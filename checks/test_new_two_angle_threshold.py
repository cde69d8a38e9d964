"""The two-angle conditions beside runs of the head, at rational boundaries and one position short."""

from fractions import Fraction

import pytest

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import OneLayer, attribute_value, h_mix
from rope_theory.core.tasks import Pair
from rope_theory.core.truth import Truth
from rope_theory.laws.gaps import races, smallest_gap, spacing, spare_circle
from rope_theory.proofs.new_two_angle_threshold import FINE, all_occur, gap, mix_gap, reach, two_angle


@pytest.mark.parametrize("competes", [True, False])
@pytest.mark.parametrize("n", [3, 4])
def test_amplitude_threshold_is_exact_at_a_rational_boundary(n, competes):
    # The threshold is enclosed to 1e-6 by rational amplitudes on either side; 1 - cos ω = 3/2 for two symbols.
    theta, millionth = Angle(Fraction(1, 2 * n)), Fraction(1, 10**6)
    threshold = reach(n, theta, competes) * Fraction(2, 3)
    low = int(float(threshold) * 10**6) * millionth
    assert low - millionth < threshold and threshold < low + 2 * millionth
    for A in (low - millionth, low + 2 * millionth):
        assert two_angle(**{**FINE, "n": n, "theta": theta, "A": A, "competes": competes})


@pytest.mark.parametrize("symbols", [2, 3])
def test_all_occur_condition_is_wrong_at_one_position_less(symbols):
    # n = s + 1: each symbol once, so an angle that scrambles recency does no harm.
    n = symbols + 1
    at = {**FINE, "symbols": symbols, "n": n, "A": Fraction(9)}
    wrong = [turn for turn in range(1, 31) if not all_occur(**{**at, "theta": Angle(Fraction(turn, 60))})]
    assert wrong and all((2 * n - 3) * turn >= 60 for turn in wrong)


def test_gap_says_what_the_run_shows_on_its_worst_input():
    # One match as far back as possible, a neighbouring letter next to the query.
    at = {**FINE, "n": 5, "theta": Angle(Fraction(1, 12)), "competes": False}
    model = OneLayer(h_mix(spare_circle(2), at["theta"], at["A"], at["B"]), attribute_value)
    run = model.run((Pair("A", 1), *[Pair("B", 2)] * 3, "A"))
    lead = run.logits[0] - run.logits[3]
    assert lead == 2 * (1 - spacing(2).cos()) - reach(5, at["theta"], False)
    assert mix_gap(**at) <= lead and run.answer == 1


def test_gap_is_positive_exactly_where_the_head_solves():
    for at in ({**FINE, "theta": Angle(Fraction(turn, 60))} for turn in range(1, 31)):
        if gap.assumed_at(at) is Truth.TRUE:
            solved = smallest_gap(h_mix(spare_circle(2), at["theta"], at["A"], at["B"]), at["n"], races(2, at["n"])) > 0
            assert solved == (mix_gap(**at) > 0)
