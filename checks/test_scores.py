"""Head scores: both libraries, several temperatures, blocks, planes, the clamp of norms, bad input."""

import itertools
import tracemalloc

import numpy as np
import pytest
import torch

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import h_pos
from rope_theory.core.errors import InvalidInput
from rope_theory.core.heads import content_by_position
from rope_theory.core.rope import apply_rope, frequencies
from rope_theory.laws.scores import (
    arrays,
    attention_weights,
    block_logits,
    block_scores,
    content_logits,
    frequency_scores,
    plane_logits,
    purity,
    swap_scores,
    swaps,
)


def logits(*shape, seed=0, spread=1.0):
    return np.random.default_rng(seed).normal(size=shape) * spread


def literal(C, own, tau, blocks=None, eps=None):
    """By swapping contents (of positions or blocks) and torch's own softmax and cosine similarity, in float64."""
    n = len(C)
    size, m = (1, n) if blocks is None else (n // blocks, blocks)
    left = n - m * size
    positions = torch.arange(n)

    def weights(contents):
        row = torch.tensor(C)[contents, positions]
        return (
            torch.cat([row, torch.tensor([own], dtype=torch.float64)]).softmax(0)[:n]
            if own is not None
            else row.softmax(0)
        )

    def means(D):
        return D[left:].reshape(m, size).mean(1)

    before, values = means(weights(positions)), []
    for i, j in itertools.combinations(range(m), 2):
        contents = positions.clone()
        one, two = (slice(left + k * size, left + (k + 1) * size) for k in (i, j))
        contents[one], contents[two] = positions[two], positions[one]
        after = means(weights(contents))[[i, j]]
        cosine = torch.nn.functional.cosine_similarity
        least = 0.0 if eps is None else eps
        both = [cosine(before[[a, b]], after, dim=0, eps=least) for a, b in ((i, j), (j, i))]
        values.append([abs(before[i] - before[j]), *both])
    apart, positional, symbolic = torch.tensor(values, dtype=torch.float64).T
    alpha = (apart / tau).softmax(0)
    return float(alpha @ positional), float(alpha @ symbolic)


@pytest.mark.parametrize("own", (None, 0.4))
@pytest.mark.parametrize("n", (2, 3, 8, 40))
def test_scores_are_those_of_literal_swapping(n, own):
    C = logits(n, n, seed=n, spread=3)
    assert np.allclose(swap_scores(C, own), literal(C, own, 1e-4), rtol=0, atol=1e-10)
    assert np.allclose(swap_scores(C, own, 0.05), literal(C, own, 0.05), rtol=0, atol=1e-12)


@pytest.mark.parametrize("spread", (2.0, 20.0, 60.0))
def test_clamped_norms_are_those_of_torch_cosine_similarity(spread):
    # At 20 and 60 most pairs of weights are below 1e-8: the clamp decides, and the plain cosine is far from it.
    C = logits(12, 12, seed=3, spread=spread)
    for own in (None, float(spread)):
        clamped = swap_scores(C, own, 0.3, eps=1e-8)
        assert np.allclose(clamped, literal(C, own, 0.3, eps=1e-8), rtol=0, atol=1e-12)
        if spread > 2:
            assert abs(clamped.positional - swap_scores(C, own, 0.3).positional) > 0.05


def test_clamp_needs_the_partition_function_without_the_swapped_terms_to_all_digits():
    # Position 0 has all the weight but 1e-13; after its swap the rest decides Z. Subtracting from Z would leave noise.
    C = np.zeros((4, 4))
    C[0, 0], C[0, 1:], C[1:, 0] = 30.0, -12.0, -14.0
    assert np.allclose(swap_scores(C, -9.0, 0.3, eps=0.4), literal(C, -9.0, 0.3, eps=0.4), rtol=0, atol=1e-13)


def test_batches_and_temperatures_are_the_single_answers():
    C, own, taus = logits(2, 3, 9, 9, spread=2), logits(2, 3, seed=5), (1e-4, 0.1, 2.0)
    together = swap_scores(C, own, taus)
    assert together.positional.shape == (3, 2, 3)
    for t, a, b in np.ndindex(3, 2, 3):
        single = swap_scores(C[a, b], own[a, b], taus[t])
        assert single.positional.shape == () and np.allclose(single, [side[t, a, b] for side in together], atol=1e-15)


def test_tensors_give_the_scores_of_arrays_and_stay_tensors():
    C, own = logits(3, 30, 30, spread=4), logits(3, seed=1)
    for eps in (None, 1e-8):
        ours = swap_scores(torch.tensor(C, requires_grad=True), torch.tensor(own), eps=eps)
        assert all(isinstance(side, torch.Tensor) and not side.requires_grad for side in ours)
        assert np.allclose(ours[0], swap_scores(C, own, eps=eps)[0], atol=1e-12)
    single = swap_scores(torch.tensor(C, dtype=torch.float32), 0.0)
    assert single.positional.dtype == torch.float64


def test_pieces_do_not_change_the_scores(monkeypatch):
    C, own = logits(5, 23, 23, spread=3), logits(5, seed=2)
    whole = {eps: swap_scores(C, own, eps=eps) for eps in (None, 1e-3)}
    for entries in (1, 40, 700):
        monkeypatch.setattr(arrays, "CPU_ENTRIES", entries)
        for eps, wanted in whole.items():
            assert np.allclose(swap_scores(C, own, eps=eps), wanted, rtol=0, atol=1e-13)


def test_memory_beyond_the_input_is_a_few_tiles():
    C = logits(64, 100, 100)
    swap_scores(C, 0.0)
    tracemalloc.start()
    swap_scores(C, 0.0)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 16 * arrays.CPU_ENTRIES * 8 + C.nbytes // 4, peak


def test_purely_positional_and_symbolic_heads_score_one():
    M = np.array(content_by_position(h_pos(Angle.parse("0.8")), ["A", "B", "A", "C", 2]), dtype=float)
    assert abs(swap_scores(M, 1.0).positional - 1) < 1e-15 and swap_scores(M, 1.0).symbolic < 0.95
    assert abs(swap_scores(M.T, 1.0).symbolic - 1) < 1e-15


def test_scores_stay_sound_for_logits_of_1e4_and_for_ties():
    for C in (logits(6, 6, spread=1e4), np.zeros((6, 6)), np.full((4, 4), -1e4)):
        for eps in (None, 1e-8):
            scores = swap_scores(C, 0.0, eps=eps)
            assert all(np.isfinite(side) and 0 <= side <= 1 for side in scores)
    assert swap_scores(np.zeros((6, 6))).positional == swap_scores(np.zeros((6, 6))).symbolic == 1


@pytest.mark.parametrize("blocks", (2, 3, 5, 11))
@pytest.mark.parametrize("own", (None, 0.7))
def test_block_scores_are_those_of_swapping_whole_blocks(blocks, own):
    C = logits(11, 11, seed=blocks, spread=2)
    for eps in (None, 0.05):
        ours = block_scores(C, own, 0.02, eps, blocks=blocks)
        assert np.allclose(ours, literal(C, own, 0.02, blocks, eps), rtol=0, atol=1e-12)
    several = block_scores(torch.tensor(C), own, (0.02, 1.0), blocks=blocks)
    assert several.positional.shape == (2,)
    assert abs(float(several.positional[0]) - block_scores(C, own, 0.02, blocks=blocks).positional) < 1e-12


def test_blocks_of_one_position_are_the_positions():
    C = logits(2, 7, 7)
    assert np.allclose(block_scores(C, blocks=7), swap_scores(C), atol=1e-14)
    assert np.allclose(block_logits(C, 7), C)


@pytest.mark.parametrize("layout", ("adjacent", "half"))
@pytest.mark.parametrize("rotary_dim", (4, 6))
def test_content_logits_are_those_of_turned_keys_at_each_position(layout, rotary_dim):
    n, head_dim = 7, 6
    query, keys = logits(2, head_dim), logits(2, n, head_dim, seed=1)
    g = frequencies(50, rotary_dim)
    angles = np.arange(1, n + 1)[:, None] * g
    C, own = content_logits(query, keys, np.cos(angles), np.sin(angles), scale=0.5, layout=layout)
    at = [np.array([position]) for position in range(1, n + 1)]
    q = apply_rope(query[:, None], at[-1], g, layout)[:, 0]
    for a, b in itertools.product(range(n - 1), range(n - 1)):
        k = apply_rope(keys[:, a : a + 1], at[b], g, layout)[:, 0]
        assert np.allclose(C[:, a, b], 0.5 * (q * k).sum(-1), atol=1e-12)
    assert np.allclose(own, 0.5 * (query * keys[:, -1]).sum(-1), atol=1e-12)
    planes = list(plane_logits(query, keys, np.cos(angles), np.sin(angles), scale=0.5, layout=layout))
    assert len(planes) == rotary_dim // 2 + (rotary_dim < head_dim)
    assert np.allclose(sum(plane for plane, _ in planes), C, atol=1e-12)
    each = frequency_scores(query, keys, np.cos(angles), np.sin(angles), scale=0.5, layout=layout)
    assert each.positional.shape == (len(planes), 2)
    assert np.allclose(each.symbolic[0], swap_scores(*planes[0]).symbolic)
    if rotary_dim < head_dim:  # what is not turned is a head without rotation: symbolic on every input
        assert np.allclose(each.symbolic[-1], 1, atol=1e-14)
    wrong = content_logits(query, keys, np.cos(angles * 1.01), np.sin(angles * 1.01), scale=0.5, layout=layout)[0]
    assert np.abs(wrong - C).max() > 1e-3


def test_purity_by_both_second_thresholds():
    scores = np.array([0.95, 0.93, 0.04, 0.92]), np.array([0.05, 0.5, 0.99, 0.91])
    assert purity(scores).tolist() == [1, 1, -1, 0]
    assert purity(scores, second="gamma").tolist() == [1, 0, -1, 0]
    assert purity(tuple(map(torch.tensor, scores)), 0.01).tolist() == [0, 0, -1, 0]
    at_threshold = np.array([0.75, 0.75, 0.8]), np.array([0.7, 0.75, 0.75])  # both reach 3/4: not pure
    assert purity(at_threshold, 0.25).tolist() == [1, 0, 0]


def test_one_score_at_most_gamma_always_makes_a_pure_head():
    C = logits(400, 4, 4, seed=9, spread=6)
    scores = swap_scores(C, 0.0)
    assert (np.minimum(*scores) <= 0.1).sum() > 50
    assert ((np.minimum(*scores) <= 0.1) == (purity(scores, 0.1, "gamma") != 0)).all()


@pytest.mark.parametrize("spoil", ("sign of B", "alpha of sums", "no sign test"))
def test_sabotaged_scores_differ_from_literal_swapping(spoil, monkeypatch):
    C = logits(8, 8, seed=4, spread=2)
    if spoil == "alpha of sums":
        monkeypatch.setattr(swaps, "_weights", lambda p, q, rows, columns: p[:, rows, None] * q[:, None, columns])
    else:
        right = swaps.pair_cosines

        def wrong(C, rows, columns):
            positional, symbolic, before, after = right(C, rows, columns)
            if spoil == "sign of B":
                return symbolic, positional, before, after
            along = 1 + np.sqrt((before - 1) * (after - 1))  # what it is where A and B have one sign
            return along / np.sqrt(before * after), symbolic, before, after

        monkeypatch.setattr(swaps, "pair_cosines", wrong)
    assert abs(swap_scores(C, 0.3, 0.1).positional - literal(C, 0.3, 0.1)[0]) > 1e-3


ONE = np.zeros((3, 3))
BAD = {
    "no matrix": (lambda: swap_scores(np.zeros(3)), "cross_logits"),
    "not square": (lambda: swap_scores(np.zeros((3, 4))), "cross_logits"),
    "one position": (lambda: swap_scores(np.zeros((1, 1))), "cross_logits"),
    "ragged": (lambda: swap_scores([[0.0], [1.0, 2.0]]), "cross_logits"),
    "text": (lambda: swap_scores([["a", "b"], ["c", "d"]]), "cross_logits"),
    "complex": (lambda: swap_scores(ONE + 1j), "cross_logits"),
    "complex tensor": (lambda: swap_scores(torch.zeros(2, 2, dtype=torch.complex64)), "cross_logits"),
    "NaN": (lambda: swap_scores(ONE + np.nan), "cross_logits"),
    "infinity": (lambda: swap_scores(torch.full((2, 2), -torch.inf)), "cross_logits"),
    "own shape": (lambda: swap_scores(ONE, np.zeros(2)), "self_logit"),
    "own NaN": (lambda: swap_scores(ONE, np.nan), "self_logit"),
    "own array to a tensor": (lambda: swap_scores(torch.zeros(4, 2, 2), np.zeros(4)), "self_logit"),
    "own tensor to an array": (lambda: swap_scores(np.zeros((4, 2, 2)), torch.zeros(4)), "self_logit"),
    "tau 0": (lambda: swap_scores(ONE, tau=0), "tau"),
    "tau NaN": (lambda: swap_scores(ONE, tau=float("nan")), "tau"),
    "no tau": (lambda: swap_scores(ONE, tau=()), "tau"),
    "tau text": (lambda: swap_scores(ONE, tau="1"), "tau"),
    "eps": (lambda: swap_scores(ONE, eps=-1e-8), "eps"),
    "blocks": (lambda: block_scores(ONE, blocks=4), "blocks"),
    "one block": (lambda: block_scores(ONE, blocks=1), "blocks"),
    "block eps": (lambda: block_scores(ONE, blocks=2, eps="x"), "eps"),
    "gamma": (lambda: purity((ONE, ONE), 0.5), "gamma"),
    "second": (lambda: purity((ONE, ONE), second="half"), "second"),
    "pair": (lambda: purity((ONE, ONE, ONE)), "scores"),
    "pair shapes": (lambda: purity((ONE, ONE[:2])), "scores"),
    "keys": (lambda: content_logits(np.zeros(4), np.zeros((3, 5)), ONE, ONE), "keys"),
    "tables": (lambda: content_logits(np.zeros(4), np.zeros((3, 4)), np.zeros((2, 2)), np.zeros((2, 2))), "cosines"),
    "wide tables": (lambda: content_logits(np.zeros(4), np.zeros((3, 4)), ONE, ONE), "cosines"),
    "layout": (lambda: content_logits(np.zeros(6), np.zeros((3, 6)), ONE, ONE, layout="neox"), "layout"),
    "weights": (lambda: attention_weights(np.zeros((0, 0))), "cross_logits"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_refused_by_name(case):
    attempt, argument = BAD[case]
    with pytest.raises(InvalidInput) as caught:
        attempt()
    assert caught.value.argument == argument
