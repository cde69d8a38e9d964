"""More witnesses against the rule of thumb, how small they get, and the boundary of what survives."""

import pytest

from rope_theory.core.truth import Truth
from rope_theory.laws.discrepancy import kernel_first_negative
from rope_theory.laws.discrepancy.kernel import first_negative_of
from rope_theory.proofs.new_base_bound_monotone import corrected, kernel, within


def test_monotone_fails_at_the_context_lengths_in_use():
    """d = 128, n = 131072: base 10^7 has no sign change, base 1.2·10^7 has one at 74163."""
    assert kernel_first_negative(10**7, 128, limit=131_071).m is None
    assert kernel_first_negative(12 * 10**6, 128, limit=131_071).m == 74_163


@pytest.mark.parametrize("dim", range(2, 14, 2))
def test_monotone_is_not_refuted_by_small_neighbouring_bases_up_to_dimension_12(dim):
    found = [first_negative_of(base, dim) for base in range(2, 80)]
    assert found == sorted(found)


def test_monotone_witnesses_fall_far_and_at_more_than_one_step():
    assert [first_negative_of(base, 26) for base in (118, 119)] == [41, 33]
    assert [first_negative_of(base, 128) for base in (9_600, 9_700, 9_800, 9_900)] == [1474, 1279, 1279, 1478]


@pytest.mark.parametrize("dim", (6, 8, 10, 12, 20))
def test_corrected_holds_at_every_m_within_the_bound(dim):
    for base in (2, 3, 10, 1000, 10**6):
        for split in range(1, (dim // 2 + 1) // 2):
            for m in range(1, 200):
                if not within(base, dim, split, m):
                    break
                assert corrected.at(kernel(base, dim, split, m)) is Truth.TRUE


def test_corrected_bounds_grow_with_the_base():
    largest = [max(m for m in range(1, 400) if within(base, 128, 31, m)) for base in (10**4, 10**5, 10**6)]
    assert largest == sorted(set(largest))
