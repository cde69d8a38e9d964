"""Sharp bounds of one frequency: the best angle of a span, the golden angle, one-sided rivals."""

import math
from fractions import Fraction

import flint
import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from rope_theory.core.angles import Angle
from rope_theory.core.errors import InvalidInput
from rope_theory.laws.discrepancy import (
    best_single_gap,
    exact_brute_force_gap,
    golden_asymptotics,
    golden_gap,
    is_best_angle,
    one_sided_gap,
    one_sided_gap_at,
    single_gap,
)

quiet = settings(deadline=None, max_examples=120, derandomize=True)


@pytest.mark.parametrize("span", [1, 2, 3, 4, 5, 6, 11, 12])
def test_index_gap_sharp_is_attained_by_exactly_the_named_angles(span):
    best = best_single_gap(span)
    named = set(best.angles())
    for denominator in range(1, 2 * span + 4):
        for a in range(denominator):
            turns = Fraction(a, denominator)
            _, low, high = exact_brute_force_gap(Angle(turns), span)
            if turns in named:
                assert low <= best.gap_upper and best.gap_lower <= high
            else:  # strictly worse, certainly: the nearest multiple of a turn is closer than 1/(span + 1)
                assert high < best.gap_lower
            assert best.attained_by(turns) == (turns in named) == is_best_angle(Angle(turns), span)


@quiet
@given(st.fractions(-4, 4, max_denominator=10**5), st.integers(1, 10**9))
def test_no_angle_beats_the_bound(radians, span):
    assert single_gap(radians, span).gap_lower < best_single_gap(span).gap_upper


def test_index_gap_sharp_fails_when_span_is_one_more():
    """False neighbour: the best angle of span T is not the best, and has gap 0, at span T + 1."""
    for span in (1, 2, 9, 100):
        theta = Angle(Fraction(1, span + 1))
        assert is_best_angle(theta, span) and not is_best_angle(theta, span + 1)
        assert single_gap(theta, span + 1).exactly_zero


def test_best_gap_at_a_huge_span_is_positive_and_tight():
    best = best_single_gap(10**30)
    assert 0 < best.gap_lower <= best.gap_upper < best.gap_lower * (1 + Fraction(1, 2**60))


def test_golden_limits_are_approached():
    limits = golden_asymptotics()
    before, fibonacci = 1, 1
    while fibonacci < 10**12:
        before, fibonacci = fibonacci, before + fibonacci
    phi = (1 + math.sqrt(5)) / 2

    def scaled(span):
        return (span + 1) * phi ** -golden_gap(span)[1]

    assert math.isclose(scaled(fibonacci), float(limits["liminf_distance"]), rel_tol=1e-9)
    assert math.isclose(scaled(before + fibonacci - 1), float(limits["limsup_distance"]), rel_tol=1e-9)
    assert sympy.simplify(limits["limsup_ratio_to_best"] - limits["limsup_distance"] ** 2) == 0
    assert sympy.simplify(limits["liminf_gap"] - 2 * sympy.pi**2 * limits["liminf_distance"] ** 2) == 0


@quiet
@given(st.fractions(0, 1, max_denominator=60), st.integers(1, 12))
def test_one_sided_best_phase_is_right(turns, span):
    """A grid of phases never beats the closed form, and comes close to it."""
    low, high = one_sided_gap_at(turns, span)
    phases = np.linspace(-np.pi, np.pi, 4001)[:, None]
    t = np.arange(1, span + 1)
    found = (np.cos(phases) - np.cos(2 * np.pi * float(turns) * t - phases)).min(axis=1).max()
    assert found <= float(high) + 1e-12
    assert found >= float(low) - 2e-3


@quiet
@given(st.fractions(0, 1, max_denominator=5000), st.integers(1, 200))
def test_one_sided_best_angle_is_an_upper_bound(turns, span):
    assert one_sided_gap_at(turns, span)[0] <= one_sided_gap(span).gap_upper


@pytest.mark.parametrize("span", [1, 2, 3, 7, 50])
def test_one_sided_best_angle_and_phase_attain_it(span):
    best = one_sided_gap(span)
    with flint.ctx.workprec(200):
        theta, phase = (
            flint.arb(flint.fmpq(low.numerator, low.denominator)).union(
                flint.arb(flint.fmpq(high.numerator, high.denominator))
            )
            for low, high in (best.theta, best.phase)
        )
        leads = [phase.cos() - (t * theta - phase).cos() for t in range(1, span + 1)]
        margin = flint.arb(2) ** -40
        assert all(
            lead > flint.arb(flint.fmpq(best.gap_lower.numerator, best.gap_lower.denominator)) - margin
            for lead in leads
        )


def test_one_sided_closed_forms_and_the_limit():
    assert one_sided_gap(1).gap_lower <= 2 <= one_sided_gap(1).gap_upper
    assert one_sided_gap(2).gap_lower ** 2 <= Fraction(64, 27) <= one_sided_gap(2).gap_upper ** 2
    assert one_sided_gap(3).gap_lower <= Fraction(9, 8) <= one_sided_gap(3).gap_upper
    limit = max(x * math.sin(x) for x in np.linspace(1.9, 2.2, 30001)) * 2
    assert math.isclose(10**6 * float(one_sided_gap(10**6).gap_lower), limit, rel_tol=1e-5)
    # A phase helps only against rivals on one side: order 1/T, not 1/T^2.
    assert one_sided_gap(10**6).gap_lower > 10**5 * best_single_gap(10**6).gap_upper


@pytest.mark.parametrize("bad", [0, -5, 2.0, "7"])
def test_bad_spans_are_refused(bad):
    for function in (best_single_gap, one_sided_gap, golden_gap):
        with pytest.raises(InvalidInput, match="span"):
            function(bad)
