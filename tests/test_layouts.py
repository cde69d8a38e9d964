"""Converting weights between layouts: scores stay, in NumPy and in torch, whole heads and partial ones, several heads."""

import numpy as np
import pytest
import torch

from rope_theory.core.errors import InvalidInput
from rope_theory.core.layouts import convert_projection, row_order
from rope_theory.core.rope import apply_rope


def scores(x, w_q, w_k, heads, layout, g):
    positions = np.arange(1, len(x) + 1)
    q, k = ((x @ w.T).reshape(len(x), heads, -1).transpose(1, 0, 2) for w in (w_q, w_k))
    turned = [np.stack([apply_rope(head, positions, g, layout) for head in side]) for side in (q, k)]
    return turned[0] @ turned[1].transpose(0, 2, 1)


@pytest.mark.parametrize("rotary_dim", (2, 6, 8, 10))
@pytest.mark.parametrize("to, before", (("half", "adjacent"), ("adjacent", "half")))
def test_converted_weights_give_the_same_scores_and_half_converted_ones_do_not(rotary_dim, to, before):
    rng = np.random.default_rng(rotary_dim)
    heads, head_dim = 3, 10
    x, w_q, w_k = (
        rng.normal(size=(6, 5)),
        rng.normal(size=(heads * head_dim, 5)),
        rng.normal(size=(heads * head_dim, 5)),
    )
    g = 0.6 ** np.arange(rotary_dim // 2)
    moved = [convert_projection(w, heads, rotary_dim, to) for w in (w_q, w_k)]
    old = scores(x, w_q, w_k, heads, before, g)
    assert np.allclose(old, scores(x, *moved, heads, to, g), atol=1e-12)
    if rotary_dim > 2:
        assert np.abs(old - scores(x, moved[0], w_k, heads, to, g)).max() > 0.1
        assert np.abs(old - scores(x, *moved, heads, before, g)).max() > 0.1


def test_torch_weights_and_biases_move_alike():
    weight = torch.arange(24.0).reshape(12, 2)
    moved, bias = convert_projection(weight, 3), convert_projection(weight[:, 0], 3)
    assert torch.equal(moved[:, 0], bias) and torch.equal(convert_projection(moved, 3, to="adjacent"), weight)


@pytest.mark.parametrize(
    "arguments, name",
    [
        ((np.zeros((10, 2)), 3), "weight"),
        ((np.zeros((12, 2)), 3, 3), "rotary_dim"),
        ((np.zeros((12, 2)), 3, 6), "rotary_dim"),
        ((np.zeros((9, 2)), 3), "rotary_dim"),
        ((np.zeros((12, 2)), 0), "heads"),
        ((np.zeros((12, 2)), 3, 4, "neox"), "to"),
        ((np.zeros((2, 2, 2)), 1), "weight"),
        (([1, 2], 1), "weight"),
    ],
)
def test_bad_weights_are_refused_by_name(arguments, name):
    with pytest.raises(InvalidInput) as caught:
        convert_projection(*arguments)
    assert caught.value.argument == name


def test_rows_beyond_the_rotary_part_stay():
    assert row_order(2, 6, 4) == [0, 2, 1, 3, 4, 5, 6, 8, 7, 9, 10, 11]
