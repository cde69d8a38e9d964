"""Ranks and their correlation, against SciPy's."""

import numpy as np
import pytest

from rope_theory.core.ranks import ranks, spearman

stats = pytest.importorskip("scipy.stats", reason="NOT RUN: SciPy is not installed")


@pytest.mark.parametrize("values", [2, 5, 10**6])
def test_ranks_and_their_correlation_are_scipys(values):
    """With many ties, with some, with none."""
    for one, other in np.random.default_rng(0).integers(0, values, (20, 2, 40)):
        assert np.array_equal(ranks(one), stats.rankdata(one))
        assert spearman(one, other) == pytest.approx(stats.spearmanr(one, other).statistic, abs=1e-12)
