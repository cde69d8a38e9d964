"""The upper law for K frequencies, exactly at its boundaries."""

from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import h_pos
from rope_theory.core.errors import InvalidInput
from rope_theory.evidence.theory import claim
from rope_theory.laws.discrepancy import (
    best_mix,
    best_mix_of,
    best_single_gap,
    pigeonhole_bound,
    pigeonhole_witness,
)
from rope_theory.laws.gaps import input_gap

turns = st.lists(st.fractions(0, 1, max_denominator=2000), min_size=1, max_size=4)


@settings(deadline=None, max_examples=200, derandomize=True)
@given(turns, st.integers(2, 200))
@example([Fraction(1, 7)], 7)  # equality for K = 1
@example([Fraction(1, 5), Fraction(2, 5)], 5)
def test_some_distance_below_the_length_brings_all_planes_close(turns, length):
    """max_k ||t*alpha_k||^K * n <= 1 for some t < n: exact rational arithmetic."""
    _, distance = pigeonhole_witness(turns, length)
    assert distance ** len(turns) * length <= 1


def test_one_frequency_attains_the_law():
    for length in (2, 3, 10, 97):
        assert pigeonhole_witness([Fraction(1, length)], length)[1] == Fraction(1, length)
        bound, best = pigeonhole_bound(1, length), best_single_gap(length - 1)
        assert best.gap_lower <= bound.gap_upper < best.gap_upper + Fraction(1, 2**60)


def test_law_fails_with_a_smaller_length_under_the_root():
    """False neighbour: (n + 1)^(-1/K) instead of n^(-1/K) is refuted by 1/n of a turn."""
    distance = pigeonhole_witness([Fraction(1, 10)], 10)[1]
    assert distance * 11 > 1


@pytest.mark.parametrize("planes", [1, 2, 7, 64])
def test_vacuous_exactly_up_to_two_to_the_planes(planes):
    border = max(2, 2**planes)
    assert pigeonhole_bound(planes, border).vacuous and pigeonhole_bound(planes, border).gap_upper == 2
    beyond = pigeonhole_bound(planes, border + 1, bits=256)  # at 2^64 + 1 it is below 2 by 1e-39 only
    assert not beyond.vacuous and beyond.gap_upper < 2


def test_certified_mixes_obey_the_law():
    angles = [Angle(0, Fraction(1)), Angle(0, Fraction(7, 10))]
    for length in (10, 100, 1000, 30000):
        assert best_mix_of(angles, length).gap_lower <= pigeonhole_bound(2, length).gap_upper
    assert best_mix(10000, 6, 50000).gap_lower <= pigeonhole_bound(3, 50000).gap_upper < Fraction(1, 50)


def test_bad_input_is_refused():
    for planes, length in ((0, 5), (1, 1), (2, 0), (1.0, 5)):
        with pytest.raises(InvalidInput):
            pigeonhole_bound(planes, length)


def test_at_the_angles_that_attain_indexs_bound_some_query_has_two_largest_logits():
    """Readings of u26.thm32.corrected and of the sharp bounds: a letter as the query, from n = 3 on; at n = 2 none."""
    for claim_id in ("u26.thm32.corrected", "u26.index-bound-length.sharp", "u26.index-bound-length.few-integers"):
        assert any("two largest logits for some queries" in each for each in claim(claim_id).readings)
    for n in range(2, 10):
        arcs = {n // 2 + 1} | {max(n // 2 + 1, n - m) for m in range(1, n)}
        for share in (Fraction(turns, count) for count in arcs for turns in range(1, count)):
            tied = input_gap(h_pos(Angle(share)), ("A",) * n) == 0
            assert share.denominator not in arcs or tied is (n > 2), (n, share)
