"""Heads and planes removed from small trained models: the scores by executed swaps, removal by zeroed weights."""

import copy

import numpy as np
import pytest
import torch

from rope_theory.machines.learning.removal import measured, trained_heads
from rope_theory.machines.learning.sweep import LearningSettings
from rope_theory.machines.learning.tasks import ToyTask


@pytest.fixture(scope="module")
def found():
    """Three models of four heads with two planes, hardly trained: heads that differ."""
    settings = LearningSettings(steps=30, batch=16, tested=64, width=8)
    return trained_heads(ToyTask("index", 6, 5), (1.0, 0.2), 4, (0, 1, 2), settings)


def test_scores_are_those_of_swapping_tokens(found):
    """In a model of one layer a swap of tokens is a swap of contents; and a plane alone is a head whose others are 0."""
    earlier = found.tokens.shape[-1] - 1
    pairs = [(i, j) for j in range(earlier) for i in range(j)]

    def scores(planes):
        with torch.no_grad():
            before = found.models.attention(found.tokens, planes).double()[..., :earlier]
            shares, sides = [], []
            for i, j in pairs:
                order = list(range(earlier + 1))
                order[i], order[j] = j, i
                after = found.models.attention(found.tokens[..., order], planes).double()[..., [i, j]]
                old = before[..., [i, j]]
                shares.append((old[..., 0] - old[..., 1]).abs() / 1e-4)
                sides.append([torch.cosine_similarity(after, each, -1, 0) for each in (old, old.flip(-1))])
            alpha = torch.stack(shares).softmax(0)
            return [(alpha * torch.stack(each)).sum(0).mean(1).numpy() for each in zip(*sides, strict=True)]

    for mine, wanted in zip((found.positional, found.symbolic), scores(None), strict=True):
        assert np.abs(mine - wanted).max() < 2e-2  # α hangs on float32 weights
        assert np.median(abs(mine - wanted)) < 1e-3
    keep = torch.zeros(found.plane_positional.shape)
    keep[..., 1] = 1
    for mine, wanted in zip((found.plane_positional, found.plane_symbolic), scores(keep), strict=True):
        assert np.median(abs(mine[..., 1] - wanted)) < 1e-3


def test_a_removed_head_is_one_whose_values_are_zero_and_a_removed_plane_one_whose_queries_are(found):
    whole = found.accuracy()
    chosen = np.array([[2], [0], [3]])
    models, outputs = copy.deepcopy(found.models), found.models.task.outputs
    with torch.no_grad():
        assert np.array_equal(whole, found.models(found.tokens).argmax(-1).eq(found.answers).double().mean(1).numpy())
        for model, (head,) in enumerate(chosen):
            models.value[model, :, head * outputs : (head + 1) * outputs] = 0
        assert np.array_equal(
            found.without(chosen), models(found.tokens).argmax(-1).eq(found.answers).double().mean(1).numpy()
        )
        models = copy.deepcopy(found.models)
        for model, plane in enumerate((5, 0, 3)):
            models.query[model, :, 2 * plane : 2 * plane + 2] = 0
        wanted = models(found.tokens).argmax(-1).eq(found.answers).double().mean(1).numpy()
    assert np.array_equal(found.without_planes(np.array([[5], [0], [3]])), wanted)
    assert not np.array_equal(found.without(chosen), whole)


def test_halves_are_all_of_them_and_a_half_is_the_first_of_the_order(found):
    order = np.array([[0.1, 0.4, 0.3, 0.2]] * 3)
    assert found.half(order).tolist() == [[1, 2]] * 3 and found.half(-order).tolist() == [[0, 3]] * 3
    halves = found.halves()
    assert halves.shape == (6, 3) and np.array_equal(
        halves[3], found.without(found.half(order))
    )  # {1, 2} is the fourth


def test_drawn_planes_are_a_quarter_and_those_alike_have_the_same_frequencies(found):
    generator = np.random.default_rng(1)
    chosen = found.most_positional_planes()
    side = (found.plane_positional - found.plane_symbolic).reshape(3, -1)
    for row, its in zip(chosen, side, strict=True):
        assert its[row].min() >= np.delete(its, row).max()
    assert np.array_equal(found.most_positional_planes(-1), np.argsort(side, 1, kind="stable")[:, :2])
    for drawn in (found.drawn_planes(generator), found.drawn_planes(generator, chosen)):
        assert drawn.shape == (3, 2) and all(len(set(row)) == 2 for row in drawn.tolist())
    alike = np.stack([found.drawn_planes(generator, chosen) for _ in range(20)])
    assert (np.sort(alike % 2, -1) == np.sort(chosen % 2, -1)).all() and len(np.unique(alike // 2)) > 2


def test_what_is_measured_is_what_it_says(found):
    numbers = measured(found)
    assert all(len(values) == 3 for values in numbers.values())
    assert numbers["without the purest half"] == found.without(found.half(found.purity)).round(4).tolist()
    assert numbers["without the half of least variance"] == found.without(found.half(-found.variance)).round(4).tolist()
    pure = np.add(numbers["purely positional"], numbers["purely symbolic"])
    assert pure.tolist() == found.pure().tolist()
    share = (found.halves() <= found.without(found.half(found.purity)) + 1e-9).mean(0)
    assert np.allclose(numbers["share of halves that cost as much as the purest"], share, atol=1e-4)
