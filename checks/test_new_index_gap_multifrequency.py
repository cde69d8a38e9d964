"""Tries to break the certified values, the crossover and the one-sided law."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rope_theory.core.angles import Angle
from rope_theory.core.truth import Truth
from rope_theory.laws.discrepancy import best_mix_of, certified_mix, mix_gap, one_sided_gap, verify_certificate
from rope_theory.proofs.new_index_gap_multifrequency import crossover


def test_no_neighbouring_weights_beat_the_certified_upper_bound():
    """Moving weight between two planes of the best mix never lifts its gap above the dual bound."""
    found = certified_mix(10000, 128, 17)
    used = [k for k, weight in enumerate(found.weights) if weight]
    moves = [(giver, taker) for giver in used for taker in used if giver != taker]
    for giver, taker in moves:
        weights = list(found.weights)
        step = weights[giver] / 10
        weights[giver], weights[taker] = weights[giver] - step, weights[taker] + step
        assert mix_gap(found.frequencies, weights, 17).gap_upper < found.gap_upper
    assert len(moves) >= 6


@pytest.mark.parametrize("change", [Fraction(1, 10**9), Fraction(1, 100)])
def test_a_certificate_with_a_raised_lower_bound_is_rejected(change):
    found = certified_mix(10000, 128, 17)
    assert verify_certificate(found).accepted
    assert not verify_certificate(replace(found, gap_lower=found.gap_lower + change)).accepted


@pytest.mark.parametrize("span", [1, 2, 3, 7, 50])
def test_one_sided_best_is_no_less_than_any_of_the_family(span):
    best = one_sided_gap(span)
    for k in range(1, 40):
        theta = Angle(Fraction(k, 40) / span)
        assert 2 * (span * theta / 2).sin() * (theta / 2).sin() <= best.gap_upper


def test_two_planes_beat_the_best_single_angle():
    """Why the 1/n² law is a law of one frequency: two suitable angles exceed 1 - cos(2π/n) at n = 30."""
    found = best_mix_of([Angle.parse("1"), Angle.parse("0.3")], 30)
    assert found.gap_lower > 1 - Angle(Fraction(1, 30)).cos()


def test_the_mix_overtakes_the_best_single_angle_between_six_and_seven():
    """At n = 6 the best angle 2π/6 reaches 1/2, the mix 0.4597; from n = 7 on, here to 30, the mix leads."""
    leads = [crossover.at({"base": 500000, "dim": 128, "length": n}) is Truth.TRUE for n in range(4, 31)]
    assert leads == [n >= 7 for n in range(4, 31)]
