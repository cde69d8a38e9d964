"""The weight of T_Index's target on both sides of the threshold."""

from fractions import Fraction

import pytest

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import t_index
from rope_theory.core.truth import Truth
from rope_theory.laws.beta import has_half
from rope_theory.proofs.new_beta_explicit import LOWER, UPPER, below_threshold, index_profile, log_at_most, log_below


@pytest.mark.parametrize("scaled, answered", [(UPPER, True), (LOWER - Fraction(1, 10), False)])
def test_t_index_has_half_of_the_weight_exactly_beyond_the_threshold(scaled, answered):
    n, theta = 12, Angle(Fraction(1, 12))
    beta = Fraction(round(float(scaled) / (1 - float(theta.cos())) * 1000), 1000)
    run = t_index(theta).run(["A"] * 7 + ["B"] + ["C"] * 3 + [4], beta=beta)
    assert bool(2 * run.weights[7] > 1) is answered
    assert has_half(index_profile(n, 4), beta) is (Truth.TRUE if answered else Truth.FALSE)


@pytest.mark.parametrize(
    "count, value, below, at_most",
    [
        (Fraction(1, 2), 0, True, True),
        (1, 0, False, True),
        (2, 0, False, False),
        (0, 0, True, True),
        (1, Fraction(1, 10**6), True, True),
        (1, -1, False, False),
        (3, -1, False, False),
        (3, Fraction(109, 100), False, False),  # ln 3 = 1.0986…
        (3, Fraction(110, 100), True, True),
    ],
)
def test_logarithms_are_compared_exactly(count, value, below, at_most):
    assert log_below(count, value) is (Truth.TRUE if below else Truth.FALSE)
    assert log_at_most(count, value) is (Truth.TRUE if at_most else Truth.FALSE)


def test_whole_exponents_are_added_exactly():
    # Gaps 1 and 1, k = 2: the sum at β = ln 2 is 1/2 + 1/2, exactly 1; a larger gap falls short, a smaller one not.
    assert below_threshold((Fraction(1), Fraction(1)), 2, Fraction(1)) is Truth.TRUE
    assert below_threshold((Fraction(1), Fraction(3, 2)), 2, Fraction(1)) is Truth.FALSE
    assert below_threshold((Fraction(1), Fraction(1, 2)), 2, Fraction(1)) is Truth.TRUE
    assert below_threshold((Fraction(2), Fraction(2), Fraction(2)), 2, Fraction(1)) is Truth.FALSE
