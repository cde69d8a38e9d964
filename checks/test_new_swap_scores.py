"""The library's swap_scores beside literal swapping in high precision."""

import itertools
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from rope_theory.evidence.instances.swap_matrices import BOTH_KINDS, SYMMETRIC
from rope_theory.laws.scores import swap_scores
from rope_theory.laws.scores.swaps import pair_cosines
from rope_theory.proofs.new_swap_scores_exclusion import score_sum

LOGIT = st.floats(-30, 30)
MATRICES = st.integers(2, 5).flatmap(
    lambda n: st.lists(st.lists(LOGIT, min_size=n, max_size=n), min_size=n, max_size=n)
)


def literal_scores(C, own, tau, digits=50):
    """s_POS and s_SYM by swapping, softmax anew for every swap, in `digits` digits: shares no code with the library."""
    with mpmath.workdps(digits):

        def softmax(logits):
            powers = [mpmath.exp(mpmath.mpf(x)) for x in logits]
            total = sum(powers) + (0 if own is None else mpmath.exp(mpmath.mpf(own)))
            return [power / total for power in powers]

        n = len(C)
        D = softmax([C[k][k] for k in range(n)])
        sums = [mpmath.mpf(0)] * 3
        for i, j in itertools.combinations(range(n), 2):
            contents = list(range(n))
            contents[i], contents[j] = j, i
            E = softmax([C[content][position] for position, content in enumerate(contents)])
            alpha = mpmath.exp(abs(D[i] - D[j]) / mpmath.mpf(tau))
            norms = mpmath.hypot(D[i], D[j]) * mpmath.hypot(E[i], E[j])
            terms = (1, (D[i] * E[i] + D[j] * E[j]) / norms, (D[j] * E[i] + D[i] * E[j]) / norms)
            sums = [old + alpha * term for old, term in zip(sums, terms, strict=True)]
        return float(sums[1] / sums[0]), float(sums[2] / sums[0])


@given(MATRICES, st.one_of(st.none(), LOGIT), st.sampled_from((1e-4, 1e-2, 1.0)))
def test_library_agrees_with_literal_swapping_in_high_precision(C, own, tau):
    scores = swap_scores(np.array(C), own, tau)
    assert np.allclose([float(side) for side in scores], literal_scores(C, own, tau), rtol=0, atol=2e-11)


@pytest.mark.parametrize("size", (2, 3, 7))
@pytest.mark.parametrize("spread", (1e-6, 1.0, 50.0, 1e4))
def test_library_agrees_with_literal_swapping_at_all_sizes_of_logits(size, spread):
    # At 1e4 most weights underflow and Z is one term: literal float64 swapping divides 0 by 0 here.
    C = np.random.default_rng(size).normal(size=(size, size)) * spread
    for own in (None, 0.0, float(spread)):
        assert np.allclose(
            [float(side) for side in swap_scores(C, own)], literal_scores(C.tolist(), own, 1e-4), atol=1e-11
        )


def test_logits_near_the_largest_float_have_the_scores_of_far_apart_ones():
    rows_agree = np.array([[1e308, -1e308]] * 2)
    for C, wanted in ((rows_agree, [1, 0]), (-rows_agree, [1, 0]), (rows_agree.T, [0, 1])):
        assert [float(side) for side in swap_scores(C, 1e308, tau=5e-324)] == wanted


def test_single_cosines_are_within_1e_15_for_logits_of_1e4():
    C = np.random.default_rng(1).normal(size=(1, 5, 5)) * 1e4
    C[0, 0, 1] = C[0, 1, 0] + C[0, 0, 0] - C[0, 1, 1] + 0.7  # one swap whose cosines are no 0 and no 1
    positional, symbolic, _, _ = pair_cosines(C, slice(0, 5), slice(0, 5))
    with mpmath.workdps(60):
        for i, j in itertools.combinations(range(5), 2):
            A, B = (mpmath.mpf(C[0, i, i]) - C[0, j, j]), (mpmath.mpf(C[0, j, i]) - C[0, i, j])
            norm = mpmath.sqrt(mpmath.cosh(A) * mpmath.cosh(B))
            assert abs(positional[0, i, j] - mpmath.cosh((A + B) / 2) / norm) < 1e-15
            assert abs(symbolic[0, i, j] - mpmath.cosh((A - B) / 2) / norm) < 1e-15


@pytest.mark.parametrize("spoil", ("transposed", "own as a position", "no modulus"))
def test_sabotaged_scores_are_not_those_of_literal_swapping(spoil):
    # What the agreement above would not survive: contents for positions, the query's key swapped, the printed α.
    C = np.random.default_rng(2).normal(size=(5, 5))
    right = literal_scores(C.tolist(), 0.3, 0.1)
    if spoil == "transposed":
        wrong = swap_scores(C.T, 0.3, 0.1)
    elif spoil == "own as a position":
        larger = np.full((6, 6), 0.3)
        larger[:5, :5] = C
        wrong = swap_scores(larger, None, 0.1)
    else:
        D = np.exp(np.diag(C)) / (np.exp(np.diag(C)).sum() + np.exp(0.3))
        positional, symbolic, _, _ = pair_cosines(C[None], slice(0, 5), slice(0, 5))
        i, j = np.triu_indices(5, 1)
        share = np.exp((D[i] - D[j]) / 0.1)
        wrong = [(share * side[0, i, j]).sum() / share.sum() for side in (positional, symbolic)]
    assert abs(float(wrong[0]) - right[0]) > 1e-3


def test_scores_are_blind_to_a_symmetric_matrix_with_a_constant_diagonal():
    # Swapping the two contents triples both weights against the query's own: a large change, and cosine 1.
    C = np.log(np.array(SYMMETRIC, dtype=float))
    assert [float(side) for side in swap_scores(C, 0.0)] == [1.0, 1.0]


def test_averages_of_two_kinds_of_swaps_come_near_the_bound():
    half = (Fraction(1, 2), *[Fraction(0)] * 4, Fraction(1, 2))
    positional, symbolic = score_sum(BOTH_KINDS, Fraction(0), half)
    assert positional + symbolic > 1 and positional + symbolic < arb("1.05")
