"""Tries to beat the sharp bound with other angles, and the continued fraction with awkward ones."""

from fractions import Fraction
from math import gcd

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rope_theory.core.angles import Angle
from rope_theory.core.truth import Truth
from rope_theory.laws.discrepancy import golden_angle, single_gap
from rope_theory.laws.discrepancy.brute_force import exact_least
from rope_theory.proofs.new_index_gap_sharp import ANGLES, continued_fraction


@given(ANGLES, st.integers(1, 40))
@settings(max_examples=80)
def test_continued_fraction_agrees_with_every_t(theta, span):
    assert continued_fraction.at({"theta": theta, "span": span}) is Truth.TRUE


@pytest.mark.parametrize("span", [5, 6, 12])
def test_index_gap_sharp_is_attained_by_coprime_numerators_alone(span):
    bound = 1 - Angle(Fraction(1, span + 1)).cos()
    attained = [a for a in range(1, span + 1) if exact_least(Angle(Fraction(a, span + 1)), span)[0] == bound]
    assert attained == [a for a in range(1, span + 1) if gcd(a, span + 1) == 1]


def test_index_gap_sharp_fails_when_span_is_one_more():
    """θ = 2π/5 attains the bound for T = 4; with one distance more the gap is 0."""
    assert exact_least(Angle(Fraction(1, 5)), 4)[0] == 1 - Angle(Fraction(1, 5)).cos()
    assert exact_least(Angle(Fraction(1, 5)), 5)[0] == 0


def test_golden_angle_stays_within_a_constant_of_the_best_at_huge_spans():
    """Ratio to the best angle of the span: between 1/5 and 0.53, here enclosed rigorously."""
    for span in (10**6, 10**18, 10**30):
        gap = single_gap(golden_angle(), span)
        best = Fraction(1973920880217872, 10**14) / (span + 1) ** 2  # 2π²/(T+1)² from above
        assert Fraction(19, 100) < gap.gap_lower / best < Fraction(53, 100)
