"""The first negatives of the kernel on other roads: plain balls at every m, and floats."""

import flint
import numpy as np
import pytest

from rope_theory.core.rope import frequencies
from rope_theory.laws.discrepancy import kernel_at
from rope_theory.proofs.new_kernel_first_negative import PUBLISHED


def test_kernel_at_base_ten_thousand_by_plain_balls_at_every_m():
    """No tables, no integer sums."""
    with flint.ctx.workprec(64):
        angles = frequencies(10_000, 128, "ball")
        for m in range(1, 1708):
            total = sum(((g * m).cos() for g in angles), flint.arb(0))
            assert total > 0 if m < 1707 else total < 0


@pytest.mark.parametrize("row", PUBLISHED)
def test_kernel_first_negative_is_where_floats_see_it_and_positive_just_before(row):
    base, dim, m = row.values()
    sums = np.cos(np.arange(1, m + 1)[:, None] * frequencies(base, dim)[None, :]).sum(axis=1)
    assert np.flatnonzero(sums < 0).tolist() == [m - 1]
    assert kernel_at(base, dim, m - 1)[0] > 0 > kernel_at(base, dim, m)[1]
