"""Heads and planes removed from small models: scores by executed swaps, removal by zeroed weights; what rows say."""

import copy
import dataclasses

import numpy as np
import pytest
import torch

from rope_theory.core.errors import InvalidInput
from rope_theory.core.rope import frequencies
from rope_theory.machines.learning import worth
from rope_theory.machines.learning.removal import OF_HEADS, OF_PLANES, records, trained_heads
from rope_theory.machines.learning.sweep import LearningSettings
from rope_theory.machines.learning.tasks import ToyTask
from rope_theory.machines.training.data import Part
from rope_theory.machines.training.measure import accuracy
from rope_theory.machines.training.model import build
from rope_theory.machines.training.removal import DEEP, SEEDS, STUDIES, recipe, scored
from tools import robustness as page


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
    assert np.array_equal(found.without(np.array([[5], [0], [3]]), "removed"), wanted)
    assert not np.array_equal(found.without(chosen), whole)


def test_a_head_at_its_mean_adds_the_mean_of_what_it_adds_and_a_frozen_plane_has_angle_zero(found):
    chosen = np.array([[2], [0], [3]])
    with torch.no_grad():
        attended, direct = (each.clone() for each in found.models.parts(found.tokens))
        for model, (head,) in enumerate(chosen):
            attended[model, :, head] = attended[model, :, head].mean(0)
        wanted = (attended.sum(2) + direct).argmax(-1).eq(found.answers).double().mean(1).numpy()
        assert np.array_equal(found.without(chosen, "mean"), wanted)
        assert not np.array_equal(found.cut(chosen, "mean")[1], found.cut(chosen)[1])
        models = copy.deepcopy(found.models)
        for model, plane in enumerate((5, 0, 3)):
            models.phases[model, :, plane // 2, plane % 2] = 0
        wanted = models(found.tokens).argmax(-1).eq(found.answers).double().mean(1).numpy()
    assert np.array_equal(found.without(np.array([[5], [0], [3]]), "frozen"), wanted)
    with pytest.raises(InvalidInput, match="how must be one of zero, mean, removed, frozen, got 'gone'"):
        found.cut(chosen, "gone")


def test_halves_are_all_of_them_and_a_half_is_the_first_of_the_order(found):
    order = np.array([[0.1, 0.4, 0.3, 0.2]] * 3)
    assert found.half(order).tolist() == [[1, 2]] * 3 and found.half(-order).tolist() == [[0, 3]] * 3
    halves = found.halves()
    assert halves.shape == (6, 3, 2) and np.array_equal(np.sort(found.half(order)), halves[3])  # {1, 2} is the fourth


def test_drawn_planes_are_a_quarter_and_those_alike_have_the_same_frequencies(found):
    chosen = found.most_positional_planes()
    side = (found.plane_positional - found.plane_symbolic).reshape(3, -1)
    for row, its in zip(chosen, side, strict=True):
        assert its[row].min() >= np.delete(its, row).max()
    assert np.array_equal(found.most_positional_planes(-1), np.argsort(side, 1, kind="stable")[:, :2])
    alike = found.drawn_planes(chosen)
    for drawn in (found.drawn_planes(), alike):
        assert drawn.shape == (10, 3, 2) and all(len(set(row)) == 2 for row in drawn.reshape(-1, 2).tolist())
    assert (np.sort(alike % 2, -1) == np.sort(chosen % 2, -1)).all() and len(np.unique(alike // 2)) > 2
    one = dataclasses.replace(found, plane_positional=found.plane_positional[1:2])
    assert np.array_equal(one.drawn_planes(chosen[1:2])[:, 0], alike[:, 1])


def test_rows_are_what_was_measured_and_the_summary_is_read_from_them(found):
    models = [worth.Worth(record) for record in records(found, (0, 1, 2))]
    for at, model in enumerate(models):
        assert np.allclose(model.order("heads", "purity"), found.purity[at], atol=2e-4)
        assert np.allclose(model.scores("planes")[0], found.plane_positional[at].ravel(), atol=1e-4)
        for how in OF_HEADS:
            cuts = np.stack([found.cut(np.full((3, 1), head), how)[:, at] for head in range(4)], 1)
            assert np.allclose(model.accuracy - model.lost("heads", how, nats=False), cuts[0], atol=1e-4)
            assert np.allclose(model.record["nats"] + model.lost("heads", how), cuts[1], atol=2e-3)
        for how in OF_PLANES:
            cuts = np.stack([found.cut(np.full((3, 1), plane), how)[:, at] for plane in range(8)], 1)
            assert np.allclose(model.record["nats"] + model.lost("planes", how), cuts[1], atol=2e-3)
            wanted = found.without(found.most_positional_planes(-1), how)[at]
            assert np.isclose(model.without_planes("symbolic", how), wanted, atol=1e-4)
        assert sum(model.pure()) == found.pure()[at]
        assert model.half("purity") == tuple(sorted(found.half(found.purity)[at]))
        for how in OF_HEADS:
            wanted = found.without(found.half(-found.variance), how)[at]
            assert np.isclose(model.without_half("variance", True, how), wanted, atol=1e-4)
    numbers = worth.summary(models)
    assert all(len(values) == 3 for values in numbers.values())
    assert np.allclose(numbers["without the purest half"], found.without(found.half(found.purity)), atol=1e-4)
    half = found.without(found.half(found.purity))
    share = np.mean([found.without(each) <= half + 1e-9 for each in found.halves()], 0)
    assert np.allclose(numbers["share of halves that cost as much as the purest"], share, atol=1e-4)


# --- deeper models


@pytest.fixture(scope="module", params=("number-2", "letter-4"))
def deep(request):
    """An untrained model of a study, its weights enlarged so that its heads differ."""
    settings = recipe(request.param, 0)
    torch.manual_seed(1)
    model = build(settings).eval()
    with torch.no_grad():
        for layer in model.transformer.h:
            for side in (layer.attn.q_proj, layer.attn.k_proj, layer.attn.v_proj, layer.attn.out_proj):
                side.weight *= 10
    source = torch.Generator().manual_seed(0)
    tokens = torch.randint(18, (340, settings.length), generator=source)
    answers = torch.randint(4, (340,), generator=source)
    return scored(model, Part(tokens, answers, torch.ones(340), torch.ones(340)))


def _asked(model, part):
    found = accuracy(model, part)
    return [found["accuracy"], found["loss"]]


def test_deeper_heads_and_planes_are_those_whose_weights_are_zero(deep):
    of_one = deep.positional.shape[1] // deep.layers
    planes = deep.plane_positional.shape[2]
    assert np.allclose(deep.asked()[:, 0], _asked(deep.model, deep.part))
    for head in (0, deep.positional.shape[1] - 1):
        layer, at = divmod(head, of_one)
        width = 2 * planes
        model = copy.deepcopy(deep.model)
        with torch.no_grad():
            model.transformer.h[layer].attn.out_proj.weight[:, at * width : (at + 1) * width] = 0
        assert np.allclose(deep.cut(np.array([[head]]))[:, 0], _asked(model, deep.part), atol=1e-5)
        model = copy.deepcopy(deep.model)
        with torch.no_grad():
            model.transformer.h[layer].attn.q_proj.weight[at * width + 2 : at * width + 4] = 0
        plane = np.array([[head * planes + 1]])
        assert np.allclose(deep.cut(plane, "removed")[:, 0], _asked(model, deep.part), atol=1e-5)
        assert deep.cut(plane, "removed")[1] != deep.asked()[1] != deep.cut(plane, "frozen")[1]
    assert np.allclose(deep.asked()[:, 0], _asked(deep.model, deep.part))  # nothing stays changed


def test_a_plane_frozen_in_every_head_of_a_deeper_model_is_a_gate(deep):
    """`gated` freezes planes in all heads, through the model's own tables."""
    from rope_theory.machines.profiles.gating import Gate, gated

    heads, planes = deep.plane_positional.shape[1:]
    every = np.array([[head * planes + 1 for head in range(heads)]])
    with gated(deep.model, Gate("planes", (1,))):
        wanted = _asked(deep.model, deep.part)
    assert np.allclose(deep.cut(every, "frozen")[:, 0], wanted, atol=1e-5)


def test_a_head_of_a_deeper_model_at_its_mean_leaves_the_mean_of_the_layer_as_it_is(deep):
    taken = []
    handle = deep.model.transformer.h[0].attn.register_forward_hook(
        lambda module, given, output: taken.append(output[0])
    )
    try:
        for kept, how in ((None, "zero"), (np.zeros(deep.positional.shape), "mean")):
            deep.asked(kept, how)
    finally:
        handle.remove()
    whole, mean = taken
    assert torch.allclose(whole.mean(0), mean.mean(0), atol=1e-4)
    assert mean.std(0).max() < 1e-4 < whole.std(0).max()


def test_scores_of_a_deeper_model_are_those_of_its_profile(deep):
    from rope_theory.machines.profiles import head_profile

    part = deep.part.tokens[:6]
    again = scored(deep.model, Part(torch.cat([deep.part.tokens, part]), *[torch.ones(262)] * 3))
    profile = head_profile(deep.model, part, frequencies=True)
    assert np.allclose(again.positional[0], profile.means().positional.ravel(), atol=1e-3)
    assert np.allclose(again.symbolic[0], profile.means().symbolic.ravel(), atol=1e-3)
    assert np.allclose(again.variance[0], profile.exclusion.variance.mean((2, 3)).ravel(), rtol=1e-4)
    planes = profile.frequency_scores.positional.mean((2, 3)).reshape(again.plane_positional[0].shape)
    assert np.allclose(again.plane_positional[0], planes, atol=1e-3)


def test_heads_of_a_layer_are_compared_with_one_another_and_single_ones_through_the_layers(deep):
    halves = deep.halves()
    of_one = deep.positional.shape[1] // deep.layers
    if of_one == 1:
        assert halves.shape == (6, 1, 2)
    else:
        assert halves.shape == (36, 1, 4) and (np.bincount(halves[7, 0] // of_one) == 2).all()
    model = worth.Worth({"heads": [[*divmod(k, of_one), 0, 0, 0] for k in range(4)]})
    assert len(set(model.like("heads"))) == (1 if of_one == 1 else 1 + 3 // of_one)


# --- receipts


def test_receipts_are_of_every_study_and_the_tested_seeds_are_fresh():
    assert sorted(STUDIES) == list(worth.studies()) and set(page.STUDIES) == set(STUDIES)
    for name in STUDIES:
        found = worth.receipt(name)
        seeds = {kind: tuple(each) for kind, each in found["seeds"].items()}
        every = [seed for each in seeds.values() for seed in each]
        assert seeds == SEEDS[name in DEEP] and len(set(every)) == len(every)
        assert [record["seed"] for record in found["models"]] == every
        assert found["minutes"] < 30 and set(found["with"]) == {"torch", "transformers", "numpy", "scipy"}
    with pytest.raises(InvalidInput, match="study must be one of"):
        worth.receipt("copying")


@pytest.mark.parametrize("name", STUDIES)
def test_rows_of_a_receipt_belong_together(name):
    for model in (*worth.models(name), *worth.models(name, "explored")):
        record = model.record
        heads, planes = len(record["heads"]), len(record["planes"])
        assert model.accuracy > 0.9 and min(model.scores("heads")[:2].sum(0)) > 1
        for by in ("purity", "variance"):
            for least in (False, True):
                assert 0 <= model.without_half(by, least) <= 1  # the half is among those that were removed
        for name_of, sign in (("positional", 1), ("symbolic", -1)):
            chosen = next(row[1] for row in record["groups"] if row[0] == name_of)
            side = sign * model.order("planes", "positional")
            assert len(chosen) == planes // 4 and side[chosen].min() >= np.delete(side, chosen).max()
        of_each = [
            sorted(np.array(row[1]) % (planes // heads))
            for row in record["groups"]
            if row[0] in ("positional", "alike")
        ]
        assert len(of_each) == 11 and all(each == of_each[0] for each in of_each)


def test_planes_of_a_receipt_are_numbered_from_the_fastest():
    """Turning: a plane of the slowest frequency that is frozen changes next to nothing."""
    model = worth.models("number-2")[0]
    fastest, slowest = (model._rows("planes")[:, 2] == plane for plane in (0, 7))
    lost = abs(model.lost("planes", "frozen"))
    assert frequencies(10000, 16)[7] < 1e-3 and lost[slowest].max() < lost[fastest].max() / 10


def test_a_rank_and_its_null_by_hand():
    rows = [[0, h, 0.5 + 0.1 * h, 0.6, h, 1.0, 1.0 + h, 1.0, 2.0 - h] for h in range(4)]
    model = worth.Worth({"accuracy": 1.0, "nats": 0.5, "heads": rows})
    assert worth.rank(model, "heads", "variance", "zero") == 1 and worth.rank(model, "heads", "variance", "mean") == -1
    assert worth.rank(model, "heads", "purity", "zero") == pytest.approx(0.6 / 1, abs=0.5)
    high = worth.shuffled([model], "heads", "variance", "zero")
    assert 0.7 < high <= 1  # one of 24 orders has 1, three have 0.8
    assert worth.shuffled([model] * 50, "heads", "variance", "zero") < 0.25
