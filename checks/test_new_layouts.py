"""The code's permutation against the rows that new.layouts names, the smallest heads, and arrays in both layouts."""

import numpy as np
import pytest

from rope_theory.core.angles import Angle
from rope_theory.core.rope import apply_rope, half_from_adjacent
from rope_theory.proofs.new_layouts import score


@pytest.mark.parametrize("rotary_dim", range(2, 130, 2))
def test_layouts_code_moves_the_rows_that_the_statement_names(rotary_dim):
    for head_dim in (rotary_dim, rotary_dim + 3):
        rows = [*range(0, rotary_dim, 2), *range(1, rotary_dim, 2), *range(rotary_dim, head_dim)]
        assert half_from_adjacent(rotary_dim, head_dim) == rows


def test_layouts_four_dimensions_are_the_smallest_where_rows_must_move():
    frequencies = (Angle.parse("1"), Angle.parse("0.3"))
    first, second, third = ([int(k == row) for k in range(4)] for row in range(3))
    assert score(first, second, 1, frequencies, "adjacent") == Angle.parse("1").sin()
    assert score(first, second, 1, frequencies, "half") == 0
    assert score(second, third, 1, frequencies, "adjacent") == score(second, third, 1, frequencies, "half") == 0


def test_layouts_arrays_agree_after_the_rows_of_both_weights_moved():
    rng = np.random.default_rng(5)
    rotary, size, width, length = 8, 11, 6, 7
    w_q, w_k, x = (rng.normal(size=shape) for shape in ((size, width), (size, width), (length, width)))
    g, positions, rows = 0.7 ** np.arange(rotary // 2), np.arange(1, length + 1), half_from_adjacent(rotary, size)

    def scores(order, layout):
        query, key = (apply_rope(x @ w[order].T, positions, g, layout) for w in (w_q, w_k))
        return query @ key.T

    adjacent = scores(range(size), "adjacent")
    assert np.allclose(adjacent, scores(rows, "half"), atol=1e-12)
    assert np.abs(adjacent - scores(range(size), "half")).max() > 0.1
