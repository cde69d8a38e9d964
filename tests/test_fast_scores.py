"""Scores made fast: pruned with a certified rest, in float32 with a bound, in as many kernels for any number of heads."""

import itertools

import numpy as np
import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode

from rope_theory.core.errors import InvalidInput
from rope_theory.laws.exclusion import exclusion_terms
from rope_theory.laws.scores import (
    arrays,
    content_logits,
    exclusion_terms_of_product,
    pruned,
    pruned_scores,
    swap_scores,
    swaps,
)
from rope_theory.machines.profiles import head_profile, score_layer
from tests.tiny_models import LENGTH, tiny, token_ids

HEAD_DIM = 16
TERMS = ("positional", "symbolic", "variance", "interaction")


def head(n, spread, seed=0, batch=(3,), base=10000.0):
    """query, keys, cosines, sines of heads with logits of about this size, n keys."""
    generator = np.random.default_rng(seed)
    query, keys = generator.normal(size=(*batch, HEAD_DIM)) * spread, generator.normal(size=(*batch, n, HEAD_DIM))
    angles = np.arange(1, n + 1)[:, None] * base ** (-np.arange(0, HEAD_DIM, 2) / HEAD_DIM)
    return query, keys, np.cos(angles), np.sin(angles)


@pytest.mark.parametrize("tolerance", (0, 1e-9, 1e-2, 0.5))
@pytest.mark.parametrize("tau", (1e-4, 0.03, 5.0))
def test_pruned_scores_enclose_those_of_all_swaps(tau, tolerance):
    used = []
    for n, spread in itertools.product((3, 4, 30, 300), (0.01, 1.0, 6.0)):
        given = head(n, spread, seed=n)
        whole = swap_scores(*content_logits(*given, scale=0.25), tau)
        for found in (
            pruned_scores(*given, scale=0.25, tau=tau, tolerance=tolerance),
            pruned_scores(*map(torch.tensor, given), scale=0.25, tau=tau, tolerance=tolerance),
        ):
            missing = np.asarray(found.missing)
            assert (missing <= tolerance).all()
            for wanted, lower in zip(whole, found[:2], strict=True):
                assert (np.asarray(lower) <= wanted + 1e-11).all() and (
                    wanted <= np.asarray(lower) + missing + 1e-11
                ).all()
                used.append(float(np.max((wanted - np.asarray(lower)) / np.maximum(missing, 1e-9))))
    assert tolerance < 1e-3 or max(used) > 0.3  # the bound is used: a third of it would be broken


def test_pruned_scores_are_those_of_executed_swaps():
    query, keys, cosines, sines = (torch.tensor(x) for x in head(9, 2.0, batch=()))
    tau, n = 0.01, 8

    def weights(contents):  # the last key is the query's own and stays
        pairs = [(keys[c][0::2], keys[c][1::2]) for c in [*contents, n]]
        there = [
            torch.stack((c * x - s * y, s * x + c * y)) for (x, y), c, s in zip(pairs, cosines, sines, strict=True)
        ]
        x, y = query[0::2], query[1::2]
        turned = torch.stack((cosines[-1] * x - sines[-1] * y, sines[-1] * x + cosines[-1] * y))
        return torch.stack([(key * turned).sum() for key in there]).softmax(0)

    before, rows = weights(range(n)), []
    for i, j in itertools.combinations(range(n), 2):
        contents = list(range(n))
        contents[i], contents[j] = j, i
        after = weights(contents)[[i, j]]
        cosine = [torch.nn.functional.cosine_similarity(after, before[order], dim=0) for order in ([i, j], [j, i])]
        rows.append([abs(before[i] - before[j]), *cosine])
    apart, positional, symbolic = torch.tensor(rows).T
    alpha = (apart / tau).softmax(0)
    found = pruned_scores(query, keys, cosines, sines, tau=tau, tolerance=0)
    assert abs(found.positional - alpha @ positional) < 1e-12 and abs(found.symbolic - alpha @ symbolic) < 1e-12


def test_few_logits_are_computed_where_few_swaps_carry_the_scores(monkeypatch):
    taken = []
    right = pruned.cosines_of
    monkeypatch.setattr(pruned, "cosines_of", lambda a, b: taken.append(b.size) or right(a, b))
    pruned_scores(*head(1500, 6.0, batch=()))
    assert 0 < sum(taken) < 30 * 1500
    pruned_scores(*head(300, 1e-6, batch=()))  # all alike: every swap counts
    assert sum(taken[1:]) >= 299 * 298 / 2


@pytest.mark.parametrize("spoil", ("a row too few", "half the rest", "columns from the second"))
def test_sabotaged_pruning_is_seen(spoil, monkeypatch):
    masses, pieces = pruned._masses, pruned._pieces
    if spoil == "half the rest":
        monkeypatch.setattr(pruned, "_masses", lambda p, q: (m := masses(p, q))[:1] + (m[1] / 1e3, m[2] / 1e3))
    elif spoil == "a row too few":
        monkeypatch.setattr(pruned, "_pieces", lambda x, rows, first, n: pieces(x, rows - 1, first, n))
    else:
        monkeypatch.setattr(pruned, "_pieces", lambda x, rows, first, n: pieces(x, rows, first + 1, n))
    with pytest.raises(AssertionError):
        test_pruned_scores_enclose_those_of_all_swaps(0.03, 1e-2)


@pytest.mark.parametrize("offset", (0.0, 30.0, 1e4))
@pytest.mark.parametrize("n", (2, 7, 90))
def test_float32_is_within_its_bound(n, offset):
    generator = np.random.default_rng(n)
    worst = 0.0
    for spread in (1e-3, 1.0, 20.0):
        C = generator.normal(size=(40, n, n)) * spread + offset
        bound = (4 * np.abs(C).max() + 64) * 2.0**-24
        for given in (C, torch.tensor(C)):
            for one, other in zip(
                swap_scores(given, offset, (1e-4, 0.1)),
                swap_scores(given, offset, (1e-4, 0.1), precision="float32"),
                strict=True,
            ):
                error = float(abs(one - other).max())
                worst = max(worst, error)
                assert error <= bound, (spread, error, bound)
    assert worst > 1e-9  # it is another precision
    if offset == 1e4 and n > 2:
        assert worst > 64 * 2.0**-24  # and its error grows with the logits, as the bound says


def test_float32_keeps_the_weights_in_float64():
    C, tau = np.random.default_rng(1).normal(size=(50, 40, 40)) + 8, 2e-8
    C[:, range(40), range(40)] = (
        8 + 1e-5 * C[:, 0]
    )  # attention is all but flat, and τ is of the size of its differences
    whole, single = swap_scores(C, tau=tau), swap_scores(C, tau=tau, precision="float32")
    rounded = swap_scores(C.astype(np.float32), tau=tau)  # D from rounded logits: α is another
    assert abs(whole.positional - single.positional).max() < 1e-5
    assert abs(whole.positional - rounded.positional).max() > 1e-3


@pytest.mark.parametrize("library", (np.asarray, torch.tensor))
def test_terms_of_a_product_are_those_of_its_matrix(library):
    generator = np.random.default_rng(3)
    for n, d, offset in itertools.product((1, 2, 9, 40), (1, 3, 16), (0.0, 50.0)):
        contents, positions = generator.normal(size=(2, n, d)) + offset, generator.normal(size=(2, n, d))
        wanted = exclusion_terms(contents @ positions.swapaxes(-1, -2))
        found = exclusion_terms_of_product(library(contents), library(positions))
        size = 1e-12 * (wanted.positional + wanted.symbolic + 1e-9)
        assert all((abs(np.asarray(getattr(found, k)) - getattr(wanted, k)) <= size).all() for k in TERMS), (n, d)


def test_terms_of_a_purely_positional_product_are_zero_to_the_square_of_rounding():
    generator = np.random.default_rng(4)
    contents = np.concatenate((np.ones((50, 1)), 1e3 * generator.normal(size=(50, 2)), np.zeros((50, 2))), 1)
    positions = np.concatenate((generator.normal(size=(50, 1)), np.zeros((50, 2)), generator.normal(size=(50, 2))), 1)
    turn = np.linalg.qr(generator.normal(size=(5, 5)))[0]
    terms = exclusion_terms_of_product(contents @ turn, positions @ turn)
    assert (
        terms.positional < 1e-22 and 0.5 < terms.variance and terms.interaction == pytest.approx(terms.variance, abs=1)
    )


@pytest.mark.parametrize("name", ("Llama, grouped", "GPT-J", "Gemma 2"))
def test_profile_with_a_tolerance_encloses_the_profile_of_all_swaps(name):
    model, ids = tiny(name), token_ids()
    whole = head_profile(model, ids, (4, -1))
    pruned_profile = head_profile(model, ids, (4, -1), tolerance=1e-2)
    assert (whole.missing == 0).all() and (pruned_profile.missing <= 1e-2).all()
    assert (pruned_profile.missing > 0).any() or name == "Gemma 2"  # a soft cap: all logits are computed
    for side in ("positional", "symbolic"):
        missed = getattr(whole, side) - getattr(pruned_profile, side)
        assert (missed > -1e-9).all() and (missed <= pruned_profile.missing + 1e-9).all()
    for term in TERMS:
        assert np.allclose(getattr(whole.exclusion, term), getattr(pruned_profile.exclusion, term), atol=1e-9)
    with pytest.raises(InvalidInput, match="tolerance must be None with eps, blocks or frequencies, got 0.1"):
        head_profile(model, ids, blocks=2, tolerance=0.1)


BAD = {
    "tolerance one": lambda: pruned_scores(*head(5, 1.0), tolerance=1.0),
    "tolerance negative": lambda: pruned_scores(*head(5, 1.0), tolerance=-0.1),
    "tau": lambda: pruned_scores(*head(5, 1.0), tau=0.0),
    "keys": lambda: pruned_scores(*head(2, 1.0)),
    "query": lambda: pruned_scores(np.full((3, HEAD_DIM), np.nan), *head(5, 1.0)[1:]),
    "precision": lambda: swap_scores(np.zeros((2, 2)), precision="float16"),
    "eps": lambda: swap_scores(np.zeros((2, 2)), eps=0.1, precision="float32"),
    "cross_logits": lambda: swap_scores(np.full((2, 2), 1e300), precision="float32"),
    "contents": lambda: exclusion_terms_of_product(np.zeros((2, 3)), np.zeros((3, 3))),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_named(name):
    with pytest.raises(InvalidInput, match=f"^{name.split()[0]} must"):
        BAD[name]()


class Kernels(TorchDispatchMode):
    """Counts what reaches the device: kernels, numbers read back by the host, and the largest thing made."""

    def __init__(self):
        super().__init__()
        self.kernels = self.read = self.largest = 0

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        out = function(*args, **(kwargs or {}))
        self.kernels += 1
        self.read += function is torch.ops.aten._local_scalar_dense.default
        if isinstance(out, torch.Tensor) and not function.is_view:
            self.largest = max(self.largest, out.numel())
        return out


@pytest.fixture
def as_on_a_device(monkeypatch):
    """Tensors of this machine are computed as those of a device are: by torch, in pieces of a device's size."""
    monkeypatch.setattr(arrays, "on_host", lambda x: False)
    monkeypatch.setattr(arrays, "budget", lambda x: arrays.DEVICE_ENTRIES)


def counted(work) -> Kernels:
    with Kernels() as seen:
        work()
    return seen


@pytest.mark.parametrize("eps", (None, 1e-3))
def test_as_many_kernels_for_any_number_of_heads(eps, as_on_a_device):
    C = torch.randn(32, 30, 30, dtype=torch.float64)
    counts = {h: counted(lambda h=h: swap_scores(C[:h], 0.5, eps=eps)).kernels for h in (1, 4, 32)}
    assert len(set(counts.values())) == 1 and counts[1] < 1000, counts
    assert np.allclose(swap_scores(C, 0.5, eps=eps)[0], swap_scores(C.numpy(), 0.5, eps=eps)[0], atol=1e-13)


def test_nothing_is_read_back_inside_the_loops_over_pieces(as_on_a_device, monkeypatch):
    C = torch.randn(4, 60, 60, dtype=torch.float64)
    whole = counted(lambda: swap_scores(C, 0.5))
    monkeypatch.setattr(arrays, "DEVICE_ENTRIES", 1 << 8)
    pieces = counted(lambda: swap_scores(C, 0.5))
    assert pieces.kernels > 5 * whole.kernels and pieces.read == whole.read <= 8  # bad input alone is looked for


def test_pieces_on_the_meta_device_stay_within_their_size():
    n, entries = 700, 1 << 14
    C = torch.empty(3, n, n, dtype=torch.float64, device="meta")  # nothing can be read from it at all
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrays, "DEVICE_ENTRIES", entries)
        seen = counted(lambda: swaps._sums(C, C.diagonal(0, -2, -1), None, [1e-4, 1.0], None))
    assert seen.read == 0 and 3 * n < seen.largest <= entries


def test_pruned_scores_read_two_lists_of_counts_and_no_more(as_on_a_device, monkeypatch):
    lists = []
    right = torch.Tensor.tolist
    monkeypatch.setattr(torch.Tensor, "tolist", lambda x: lists.append(1) or right(x))
    few, many = (list(map(torch.tensor, head(80, 1.0, batch=(h,)))) for h in (2, 40))
    counts = [counted(lambda given=given: pruned_scores(*given, tau=1.0)) for given in (few, many)]
    assert counts[0].kernels == counts[1].kernels and counts[0].read == counts[1].read and len(lists) == 2 * 2
    monkeypatch.setattr(arrays, "DEVICE_ENTRIES", 1 << 8)
    pieces = counted(lambda: pruned_scores(*few, tau=1.0))
    assert pieces.read == counts[0].read and pieces.kernels > 5 * counts[0].kernels and len(lists) == 3 * 2


def test_a_layer_takes_as_many_kernels_for_any_number_of_heads(as_on_a_device):
    def seen(heads, layers=2):
        changes = {"num_attention_heads": heads, "num_key_value_heads": heads, "num_hidden_layers": layers}
        model = tiny("Llama, grouped", **changes)
        return counted(lambda: head_profile(model, token_ids()))

    few, many, deep, deeper = seen(2), seen(4), seen(2, 4), seen(2, 6)
    assert (few.kernels, few.read) == (many.kernels, many.read)
    assert deeper.read - deep.read == deep.read - few.read <= 2 * 40  # a layer: what is checked, and the result
    assert score_layer.ENTRIES > 4 * LENGTH**2
