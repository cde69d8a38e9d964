"""The weight of T_Index's target on both sides of the threshold."""

from fractions import Fraction

import pytest

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import t_index
from rope_theory.core.truth import Truth
from rope_theory.laws.beta import has_half
from rope_theory.proofs.new_beta_explicit import LOWER, UPPER, index_profile


@pytest.mark.parametrize("scaled, answered", [(UPPER, True), (LOWER - Fraction(1, 10), False)])
def test_t_index_has_half_of_the_weight_exactly_beyond_the_threshold(scaled, answered):
    n, theta = 12, Angle(Fraction(1, 12))
    beta = Fraction(round(float(scaled) / (1 - float(theta.cos())) * 1000), 1000)
    run = t_index(theta).run(["A"] * 7 + ["B"] + ["C"] * 3 + [4], beta=beta)
    assert bool(2 * run.weights[7] > 1) is answered
    assert has_half(index_profile(n, 4), beta) is (Truth.TRUE if answered else Truth.FALSE)
