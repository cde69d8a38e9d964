"""The U of H_POS beside the softmax of the head itself, and upside down just above the boundary."""

from fractions import Fraction

import pytest

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import h_pos
from rope_theory.core.heads import logits, softmax
from rope_theory.core.truth import Truth
from rope_theory.laws.shape import bent, shape
from rope_theory.proofs.u25_thm7a import largest_weight_steps


@pytest.mark.parametrize("n", range(3, 9))
def test_largest_weight_is_flat_at_a_full_turn_over_n_and_upside_down_just_above(n):
    assert largest_weight_steps(n, Angle(Fraction(1, n)), Fraction(1), n) == [0] * (n - 1)
    above = largest_weight_steps(n, Angle(Fraction(1001, 1000 * n)), Fraction(1), n)
    assert bent(above, 1) is Truth.TRUE and bent(above, -1) is Truth.FALSE


@pytest.mark.parametrize("n, steps", [(3, [-1]), (4, [-1, 0]), (5, [-1, -1, 1])])
def test_largest_weight_over_earlier_positions_rises_from_n_5_on(n, steps):
    assert largest_weight_steps(n, Angle.parse("1/2"), Fraction(1), n - 1) == steps


def test_largest_weight_agrees_with_the_softmax_of_the_head_in_balls():
    n, theta = 7, Angle.parse("0.6")
    rows = [softmax(logits(h_pos(theta), ("A",) * (n - 1) + (n - p,)), Fraction(3)) for p in range(1, n)]
    weights = [row[p] for p, row in enumerate(rows)]
    assert all(abs(float(w) - max(map(float, row))) < 1e-12 for w, row in zip(weights, rows, strict=True))
    assert weights[0] > weights[1] > weights[2] and weights[3] < weights[4] < weights[5]
    assert shape(n, theta).name == "U"
