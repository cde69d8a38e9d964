"""beta_threshold: certified enclosures, exact special cases, bad input."""

import math
import random
from fractions import Fraction

import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st

from rope_theory.core.angles import Angle, ball
from rope_theory.core.errors import InvalidInput
from rope_theory.core.truth import Truth, less
from rope_theory.laws.beta import (
    beta_bounds,
    beta_threshold,
    circle_total,
    circle_total_from,
    has_half,
    rivals_total,
    scaled_threshold,
    theta_constant,
)


def test_threshold_of_one_rival_is_exactly_zero():
    assert beta_threshold([Fraction(1, 3)]) == 0 and beta_bounds([Fraction(1, 3)])[0] == 0


@pytest.mark.parametrize("rivals", [2, 3, 10])
def test_threshold_of_equal_gaps_is_the_logarithm(rivals):
    root = beta_threshold([Fraction(1, 4)] * rivals, bits=60)
    assert (root - 4 * arb(rivals).log()).contains(0) and root.rel_accuracy_bits() >= 60


@pytest.mark.parametrize("bits", [8, 53, 200])
def test_enclosure_has_the_accuracy_asked_for_and_certifies_both_sides(bits):
    gaps = [Fraction(random.Random(seed).randint(1, 99), 17) for seed in range(30)]
    root = beta_threshold(gaps, bits)
    assert root.rel_accuracy_bits() >= bits
    import flint

    with flint.ctx.workprec(3 * bits + 64):
        assert has_half(gaps, root.upper()) is Truth.TRUE and has_half(gaps, root.lower()) is Truth.FALSE


def test_wide_spread_of_gaps_is_no_obstacle():
    root = beta_threshold([Fraction(1, 10**9), *[Fraction(1)] * 50])
    assert rivals_total([Fraction(1, 10**9), *[Fraction(1)] * 50], root).contains(1)
    assert root.rel_accuracy_bits() >= 53


def test_exact_and_ball_gaps_agree():
    exact = [1 - Angle(Fraction(k, 9)).cos() for k in range(1, 9)]
    assert beta_threshold(exact).overlaps(beta_threshold([gap.ball() for gap in exact], bits=30))


@pytest.mark.parametrize(
    "gaps, words",
    [
        ([], "gaps must not be empty"),
        ([0.5], "gaps must be exact"),
        ([Fraction(0)], "gaps must be positive"),
        ([Fraction(-1), Fraction(1)], "gaps must be positive"),
        ([arb(1, 2)], "gaps must be positive"),
        ([arb("nan")], "gaps must be positive"),
        ([arb(1, 0.9), arb(1, 0.9)], "gaps must be enclosed more tightly"),
    ],
)
def test_bad_gaps_are_named(gaps, words):
    with pytest.raises(InvalidInput, match=f"^{words}"):
        beta_threshold(gaps)


def test_bad_accuracy_is_named():
    with pytest.raises(InvalidInput, match="bits must be at least 8"):
        beta_threshold([1, 1], bits=2)


@settings(max_examples=50, deadline=None, derandomize=True, database=None)
@given(st.lists(st.fractions(Fraction(1, 20), 9, max_denominator=20), min_size=1, max_size=6))
def test_bounds_enclose_the_threshold_and_stay_within_their_factor(profile):
    (lower, upper), root = beta_bounds(profile), beta_threshold(profile)
    assert less(root, upper) is Truth.TRUE
    assert lower.overlaps(root) or less(lower, root) is Truth.TRUE  # they are equal if all gaps are
    ordered = sorted(profile)
    if len(profile) > 1 and ordered[0] == ordered[1]:
        assert less(upper, lower * ball(Fraction("2.59"))) is Truth.TRUE


def test_a_single_nearest_rival_leaves_the_bounds_far_apart():
    # δ = 1/1000 once and 1 four times: why the factor asks for two equal smallest gaps.
    lower, upper = beta_bounds([Fraction(1, 1000), *[Fraction(1)] * 4])
    assert less(lower * 100, upper) is Truth.TRUE


# n = 3: 2x = 1; n = 4: 2x + x² = 1; n = 6: 2x + 2x³ + x⁴ = 1.
@pytest.mark.parametrize("n, solution", [(3, arb(2)), (4, 1 + arb(2).sqrt()), (6, 1 + arb(2).sqrt())])
def test_index_constant_special_values(n, solution):
    assert (scaled_threshold(n) - solution.log()).contains(0)


def test_limit_constant_solves_the_theta_equation_and_is_not_a_quarter_of_pi():
    c = theta_constant(80)
    assert (2 * sum(((-c * k * k).exp() for k in range(1, 30)), arb(0)) - 1).contains(0)
    assert less(arb.pi() / 4, c) is Truth.TRUE
    # Jacobi's identity: √(π/c)(1 + 2e^{-π²/c} + …) = 2, which is why c is so near to π/4.
    jacobi = (arb.pi() / c).sqrt() * (1 + 2 * (-(arb.pi() ** 2) / c).exp())
    assert (jacobi - 2).contains(0)


@pytest.mark.parametrize("least", [2, 3, 4, 7, 12])
@pytest.mark.parametrize("scaled", [Fraction(1, 3), Fraction(3, 4)])
def test_circle_total_is_bounded_for_all_longer_circles(least, scaled):
    """At a small β the tail matters: a bound whose tail falls too fast, or is subtracted, is below the total."""
    bound = circle_total_from(least, scaled)
    assert all(less(circle_total(n, scaled), bound) is Truth.TRUE for n in (*range(least, least + 12), 60, 200))
    # the first rival of the tail alone: 2·e^{-r·k²}, k = ⌊least/2⌋ + 1, r = 4·scaled/π²
    near, rate = least // 2, float(scaled) * 4 / math.pi**2
    tail = sum(2 * math.exp(-rate * k * k) for k in range(near + 1, near + 60))
    head = float(bound.mid()) - 2 * math.exp(-rate * (near + 1) ** 2) / (1 - math.exp(-rate * (2 * near + 3)))
    assert head + tail < float(bound.mid()) and head > 0
