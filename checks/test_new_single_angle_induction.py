"""The single-angle head beside the oracle of Partial Induction, and its gap."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import OneLayer, attribute_value, h_sym
from rope_theory.core.tasks import Pair, partial_induction
from rope_theory.laws.gaps import single_gap_formula, spacing, spare_circle
from rope_theory.proofs.new_single_angle_induction import CLOSEST


@pytest.mark.parametrize("n", [3, 4])
def test_head_answers_every_input_as_the_oracle_does(n):
    # All inputs over two symbols and two attributes, decoded with hard attention, at the claim's own condition.
    model = OneLayer(h_sym(spare_circle(2), spacing(2) / (2 * n - 2)), attribute_value)
    pairs = [Pair(symbol, attribute) for symbol in "AB" for attribute in (1, 2)]
    for held in itertools.product(pairs, repeat=n - 1):
        for query in {pair.left for pair in held}:
            assert model.run((*held, query)).answer == partial_induction(held, query)


def test_just_beyond_the_boundary_some_input_is_answered_wrong():
    A, B = Pair("A", 1), Pair("B", 2)
    model = OneLayer(h_sym(spare_circle(2), spacing(2) / 5 + Angle(0, Fraction(1, 1000))), attribute_value)
    wrong = [
        held
        for held in itertools.product((A, B), repeat=3)
        for query in {pair.left for pair in held}
        if model.run((*held, query)).answer != partial_induction(held, query)
    ]
    # The distances 2 and 3 add up to 2n - 3: the match B at 2 loses to an A at 3, and the match B at 3 to an A at 2.
    assert wrong == [(A, B, A), (B, A, A)]


@given(
    st.sampled_from([(2, 3), (2, 4), (2, 5), (3, 3), (3, 4), (4, 3)]),
    st.fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=50),
)
def test_gap_formula_is_positive_inside_and_zero_at_the_boundary(size, share):
    symbols, n = size
    edge = spacing(symbols) / (2 * n - 3)
    assert single_gap_formula(symbols, n, edge * share) > 0
    assert single_gap_formula(symbols, n, edge) == 0


def test_best_single_angle_at_three_positions_is_a_quarter_of_the_spacing():
    # The two leads cross at ω/4; both neighbours of it have the smaller gap, and 0.366 < 0.375 is the closest race.
    best = spacing(2) / 4
    assert CLOSEST["theta"] == best
    for nearby in (best - Angle(0, Fraction(1, 1000)), best + Angle(0, Fraction(1, 1000))):
        assert single_gap_formula(2, 3, nearby) < single_gap_formula(2, 3, best) < Fraction(3, 8)
