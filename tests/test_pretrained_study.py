"""The study of pretrained models, on tiny ones: its scores, its null models, its receipts and the page made of them."""

import json

import numpy as np
import pytest
import torch

from rope_theory.core.errors import InvalidInput
from rope_theory.core.rope import pairs
from rope_theory.evidence.theory import claim
from rope_theory.laws.scores import content_logits
from rope_theory.machines.pretrained import measured, study
from rope_theory.machines.pretrained.sources import SOURCES
from rope_theory.machines.profiles import head_profile
from tests.tiny_models import tiny, token_ids
from tools import pretrained as page

TEXTS = {"a": token_ids(1, 12)[0].tolist(), "b": token_ids(1, 16, seed=5)[0].tolist()}


@pytest.fixture(scope="module")
def model():
    return tiny("Llama, grouped", head_dim=8)


@pytest.mark.parametrize("name", ["Llama, grouped", "Qwen3"])
def test_scores_are_those_of_the_profile(name):
    made = tiny(name)
    found = study.measured_heads(made, TEXTS, 0)
    for k, ids in enumerate(TEXTS.values()):
        queries = [round(share * len(ids)) for share in study.SHARES]
        profile = head_profile(made, [ids], queries)
        for side, values in enumerate((profile.positional, profile.symbolic)):
            assert np.allclose(found["scores"][:, k, :, 0, side], values[:, :, 0].reshape(-1, len(queries)))
    again = study.measured_heads(made, TEXTS, 0)
    assert all(np.array_equal(found[key], again[key], equal_nan=True) for key in found)


def test_permuted_planes_are_the_contents_under_another_planes_frequency():
    random = torch.Generator().manual_seed(0)
    query, keys = (torch.randn(3, *shape, 8, generator=random).double() for shape in ((), (6,)))
    angles = torch.arange(1, 7)[:, None] * torch.tensor([1.0, 0.3, 0.1, 0.02])
    order = np.array([[0, 1, 2, 3], [2, 0, 3, 1], [3, 2, 1, 0]])
    for layout in ("half", "adjacent"):
        moved = study.reordered(query, keys, order, layout)
        C, _ = content_logits(*moved, angles.cos().double(), angles.sin().double(), layout=layout)
        for head, row in enumerate(order):
            its = angles[:, torch.from_numpy(row)]
            wanted, _ = content_logits(query[head], keys[head], its.cos().double(), its.sin().double(), layout=layout)
            assert torch.allclose(C[head], wanted)
        use, before = (study.plane_use(*each, layout, 4) for each in (moved, (query, keys)))
        assert np.allclose(np.take_along_axis(use, order, 1), before) and np.allclose(use.sum(1), 1)
        planes = torch.tensor(pairs(8, layout))
        assert np.argmax(before[0]) == int(
            (query[0, planes].norm(dim=-1) * keys[0, :-1][:, planes].norm(dim=-1).mean(0)).argmax()
        )


def test_random_weights_keep_norms_and_the_model_gets_its_own_back(model, monkeypatch):
    seen = []

    def read(name, module, *rest):
        seen.append((module.q_proj.weight.clone(), module.k_proj.weight.clone()))
        return name

    monkeypatch.setattr(study, "read_layer", read)
    module = model.layers[0].self_attn
    before = module.q_proj.weight.clone(), module.k_proj.weight.clone()
    layer = type("Layer", (), {"name": "a"})
    for k in (0, 1):
        study.random_layer(layer, module, (), {}, None, None, (0, 0, k))
    after = module.q_proj.weight, module.k_proj.weight
    for own, one, two, now in zip(before, *seen, after, strict=True):
        assert torch.equal(own, now) and not torch.allclose(one, two) and not torch.allclose(one, own)
        assert torch.allclose(one.norm(dim=1).double(), own.norm(dim=1).double(), rtol=1e-5)


def test_a_summary_counts_what_it_says():
    """Two heads, two texts, one query: the first positional and on fast planes, the second symbolic and on slow ones."""
    heads = np.array([[1.0, 0.2], [0.3, 1.0]])
    shape = (2, 2, 1)
    scores = np.broadcast_to(heads[:, None, None, None, :], (*shape, len(study.TAUS), 2)).copy()
    use = np.broadcast_to(np.array([[0.9, 0.1, 0.0], [0.0, 0.1, 0.9]])[:, None, None], (*shape, 3))
    nulls = np.broadcast_to(heads[::-1][:, None, None, None, :], (*shape, study.NULLS, 2))
    found = {
        "scores": scores,
        "effective": np.ones((*shape, len(study.TAUS))),
        "sink": np.full(shape, 0.5),
        "no_first": scores[..., 0, ::-1],
        "use": use,
        "permuted": nulls,
        "random": nulls,
        "planes": np.broadcast_to(np.array([[0.9, 0.1], [0.5, 0.5], [0.1, 0.9]]), (*shape, 3, 2)),
        "permuted_planes": np.full((*shape, 3, 2), 0.5) + np.arange(3)[:, None] * np.array([0.1, 0]),
    }
    found |= {f"{key}_use": np.repeat(use[..., None, :], study.NULLS, 3) for key in ("permuted", "random")}
    rows = study.rows(found)
    assert json.loads(json.dumps(rows)) == rows
    summary = measured.of_study(rows)
    of = summary["heads"]
    assert of["spearman"] == -1 and of["permuted"]["spearman"] == [1] * study.NULLS and of["pure"] == [1, 1]
    assert of["decided"] == 2 and of["without_first"]["other_side"] == 2 == of["without_first"]["other_side_decided"]
    assert [row["other_side"] for row in of["by_tau"]] == [0] * len(study.TAUS) and of["both_high"] == 0
    assert of["each"]["use"] == [0.05, 0.95] and of["sink"] == [0.5] * 3
    assert summary["planes"]["spearman"] == [-1] * 3 and summary["planes"]["permuted_spearman"] == [1] * 3


# --- receipts and the page


def test_receipts_are_of_the_models_that_can_be_fetched():
    receipts = page.receipts()
    assert set(receipts) <= set(SOURCES) and receipts
    for name, receipt in receipts.items():
        assert receipt["sha256"] == SOURCES[name].sha256 and receipt["taus"] == list(study.TAUS)


def test_the_page_is_what_the_receipts_say():
    assert page.main(["--check"]) == 0


@pytest.mark.parametrize("number", range(len(page.READINGS)))
def test_a_sentence_of_the_page_holds_on_the_receipts_and_could_fail(number):
    """A reading is a predicate: it holds on the receipts, and not on ones that say the opposite."""
    reading = page.READINGS[number]
    assert all(reading.holds(receipt) for receipt in page.receipts().values())
    assert not reading.holds(reading.otherwise(json.loads(json.dumps(next(iter(page.receipts().values()))))))


def test_the_third_eighth_is_said_only_while_it_costs_more_than_its_neighbours():
    found = json.loads(json.dumps(page.receipts()))
    assert page.third_eighth(found["smollm2"]) and "(0.640 to 0.298)" in page._third_eighth(found)
    page._gate(found["smollm2"], "eighth 3 of 8")["induction"] = 0.5
    assert not page.third_eighth(found["smollm2"]) and page._third_eighth(found) == ""


@pytest.mark.parametrize("name", list(page.receipts()))
@pytest.mark.parametrize("kind", [measured.STUDY, measured.ROBUSTNESS])
def test_a_receipt_with_a_changed_number_is_not_read(tmp_path, name, kind):
    file = tmp_path / "changed.json"
    text = measured.receipt_file(name, kind).read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    assert measured.read_receipt(file) == measured.stored(kind)[name]
    place = text.index("0.", len(text) // 2) + 2
    file.write_text(text[:place] + str(9 - int(text[place])) + text[place + 1 :], encoding="utf-8")
    with pytest.raises(InvalidInput, match="must hold the numbers that its digest was made of"):
        measured.read_receipt(file)


def test_in_short_says_what_the_claims_say_and_no_more():
    short = " ".join(page.PAGE.read_text(encoding="utf-8").partition("**In short.** ")[2].partition("\n\n")[0].split())
    assert len(short.split(". ")) == 3 and short.startswith(
        "In SmolLM2-135M-Instruct and in Gemma 3 270M heads that use"
    )
    for name, words in {
        "frequency-law": "heads that use faster planes tend to be more positional",
        "frequency-law.null": "by itself",
        "first-token": "at least one head in five changes sides if the first token is left out",
        "gating": "in every layer its accuracy falls by more than 0.2",
    }.items():
        one = claim(f"new.pretrained.{name}")
        assert words in one.statement and words.casefold() in short.casefold() and one.verdict.name == "TESTED"
