"""Three-valued truth: strong Kleene tables, and no silent bool."""

from fractions import Fraction
from itertools import product

import pytest
from flint import arb

from rope_theory.core.truth import Truth, at_most, every, less, truth

T, F, U = Truth.TRUE, Truth.FALSE, Truth.UNKNOWN
RANK = {F: 0, U: 1, T: 2}


@pytest.mark.parametrize("a, b", list(product(Truth, repeat=2)))
def test_connectives_are_the_strong_kleene_ones(a, b):
    assert RANK[a & b] == min(RANK[a], RANK[b]) and RANK[a | b] == max(RANK[a], RANK[b])
    assert ~~a is a and ~(a & b) is (~a | ~b)


def test_truth_has_no_bool():
    with pytest.raises(TypeError):
        bool(T)
    with pytest.raises(TypeError):
        assert not F


@pytest.mark.parametrize("value", [1, 0.5, None, "true"])
def test_truth_refuses_what_is_no_exact_bool(value):
    with pytest.raises(TypeError):
        truth(value)


def test_every_of_nothing_is_true_and_one_false_decides():
    assert every([]) is T and every([U, T, F]) is F and every([U, True]) is U


def test_overlapping_balls_are_unknown_both_ways():
    wide, one = arb(1, 1), arb(1)
    assert less(wide, one) is U and less(one, wide) is U and at_most(wide, one) is U
    assert less(arb(0, "0.5"), one) is T and less(one, arb(0, "0.5")) is F


def test_touching_exact_numbers_are_decided():
    assert less(Fraction(1), Fraction(1)) is F and at_most(1, Fraction(1)) is T


@pytest.mark.parametrize("pair", [(0.5, 1), (1, 0.5), (0.1, 0.2)])
def test_floats_decide_nothing(pair):
    with pytest.raises(TypeError):
        less(*pair)
