"""How robust labels are: the measures on tiny models, the receipts, the page made of them and its sentences."""

import json

import numpy as np
import pytest
import torch

from rope_theory.evidence.theory import claims
from rope_theory.machines.pretrained import measured, robustness, study
from rope_theory.machines.pretrained.measured import ROBUSTNESS, receipts
from rope_theory.machines.pretrained.sources import SOURCES
from rope_theory.machines.profiles import head_profile
from rope_theory.machines.training import compare
from rope_theory.machines.training import receipts as runs
from tests.tiny_models import tiny, token_ids
from tools import robustness as page

TEXTS = [token_ids(1, length, seed=length)[0].tolist() for length in (70, 76)]
FOUND = receipts(ROBUSTNESS)


@pytest.fixture(scope="module")
def model():
    return tiny("Llama, grouped", torch.float32, head_dim=8)


@pytest.fixture(scope="module")
def scored(model):
    return [robustness.scored(model, ids, 0, robustness.SETTINGS) for ids in TEXTS]


def test_each_setting_is_what_the_profile_gives(model, scored):
    chosen = [0, 3, 5, 9, 10, 15]
    assert [robustness.SETTINGS[k].left for k in chosen] == [0, 0, 1, 1, 0, 1]
    for number in chosen:
        setting = robustness.SETTINGS[number]
        profile = head_profile(
            model, [TEXTS[0]], [70, 35], tau=setting.tau, blocks=setting.blocks, leave_out=range(1, setting.left + 1)
        )
        for side, values in enumerate((profile.positional, profile.symbolic)):
            assert np.allclose(scored[0]["trained scores"][number, ..., side], values[:, :, 0].reshape(-1, 2))
        assert np.allclose(scored[0]["trained effective"][number], profile.effective[:, :, 0].reshape(-1, 2))
    terms = profile.exclusion
    whole = head_profile(model, [TEXTS[0]], [70, 35]).exclusion
    assert not np.allclose(terms.variance, whole.variance)  # the first token left out
    energies = np.stack((whole.positional / whole.variance, whole.symbolic / whole.variance), -1)
    assert np.allclose(scored[0]["trained energies"], energies[:, :, 0].reshape(-1, 2, 2))


def test_null_models_are_those_of_the_study(model, scored):
    found = study.measured_heads(model, {"a": TEXTS[0]}, 0)
    for kind in ("permuted", "random"):
        assert np.allclose(
            scored[0][f"{kind} scores"][0, :, 0], found[kind][:, 0, 0, 0]
        )  # the last query, the first draw


def rows_of(found):
    """What is counted in the rows of these texts; one task, the texts themselves; two layers of four heads."""
    uses = {
        kind: {"use": np.stack([text[f"{kind} use"] for text in found], 1).mean((1, 2))} for kind in robustness.KINDS
    }
    task = robustness.task_rows(
        [{key: value[..., :1, :] if "scores" in key else value for key, value in text.items()} for text in found]
    )
    rows = {
        "settings": robustness.setting_rows(found),
        "figures": {"heads": 4, **uses},
        "tasks": {"a": task},
        "swapped": [],
    }
    return measured.of_robustness(rows)


def test_rows_count_what_they_say(scored):
    rows = rows_of(scored)["settings"]
    base = np.stack([text["trained scores"] for text in scored], 2)  # (settings, heads, texts, queries, 2)
    side = (base[..., 0] - base[..., 1]).mean(-1)
    assert len(rows) == len(robustness.SETTINGS) == 16
    for row, its in zip(rows, side, strict=True):
        assert row["trained"]["more_positional"] == (its.mean(1) > 0).sum()
        assert row["trained"]["other_side"] == (np.sign(its.mean(1)) != np.sign(side[0].mean(1))).sum()
        low, high = row["trained"]["spearman_interval"]
        assert -1 <= low < high <= 1
    assert rows[0]["trained"]["other_side"] == 0 < max(row["trained"]["other_side"] for row in rows)


def test_swapped_tokens_agree_with_contents_in_the_first_layer(model):
    row = measured.of_swapped(robustness._swapped(model, TEXTS[0][:9], 1), 2)
    assert row["first_layer"] < 1e-4 < row["apart"][1] and row["swaps"] == 21


def test_an_example_is_attention_under_permutations(model):
    layer = robustness._read(model, TEXTS[0])[1][0]
    with torch.no_grad():
        one = robustness._example(layer, 1, 2, 70, 0)
    assert np.allclose(one["weights"][0], layer.weights[0, 2, 69, :-1].double(), atol=1e-4)
    order, row = one["orders"][3], one["weights"][3]
    query, keys = (each[2:3] for each in robustness.at_query(layer, 70))
    moved = torch.cat((keys[:, order], keys[:, -1:]), 1)
    C, own = robustness.content_logits(
        query, moved, layer.cosines.double(), layer.sines.double(), scale=layer.scale, layout="half"
    )
    assert np.allclose(row, robustness.attention_weights(C, own)[0], atol=1e-4)


# --- receipts and the page


@pytest.mark.parametrize("name", list(FOUND))
def test_receipts_are_of_the_models_that_can_be_fetched(name):
    receipt = FOUND[name]
    assert receipt["sha256"] == SOURCES[name].sha256 and receipt["minutes"] < 15
    settings = [(row["left"], row["tau"], row["blocks"]) for row in receipt["settings"]]
    assert settings == [(each.left, each.tau, each.blocks) for each in robustness.SETTINGS]
    assert max(row["first_layer"] for row in receipt["swapped"]) < 1e-5
    of = receipts()[name]["heads"]
    shown = receipt["figures"]["trained"]
    assert len(shown["use"]) == of["count"] and np.corrcoef(shown["positional"], of["each"]["positional"])[0, 1] > 0.98


def test_the_page_is_what_the_receipts_say():
    assert page.main(["--check"]) == 0 and page._of_both(FOUND)
    assert page.FIRST_TOKEN in page.PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("number", range(len(page.READINGS)))
def test_a_sentence_of_the_page_holds_on_the_receipts_and_could_fail(number):
    reading = page.READINGS[number]
    assert all(reading.holds(receipt) for receipt in FOUND.values())
    assert not reading.holds(reading.otherwise(json.loads(json.dumps(next(iter(FOUND.values()))))))


def test_what_is_said_of_both_models_could_fail():
    spoilt = json.loads(json.dumps(FOUND))
    spoilt["smollm2"]["swapped"][0]["other_side"] = 20
    assert not page._of_both(spoilt)


def test_sentences_name_claims_that_are_there():
    import re

    named = {name for *_, words in page.SENTENCES for name in re.findall(r"`((?:new|u2\d)\.[\w.-]+)`", words)}
    assert named and named <= set(claims())
    for *_, words in page.SENTENCES:
        if "TESTED" in words:
            assert any(claims()[name].verdict.name == "TESTED" for name in named if name in words)


def test_the_answer_at_the_head_is_what_the_readings_below_say():
    """Were a model measured of which one of them is not true, it would not be printed, and the answer would have to go."""
    text = (page.PAGE).read_text(encoding="utf-8")
    assert text.index("**In short.**") < text.index("**The question.**") < text.index("| τ = 0.0001 |")
    for reading in (
        "At four τ from 1e-5 to 0.01 at most one head in thirty changes sides",
        "Without the first token at least one head in six changes sides, and with blocks at least one in four",
        "The sign of ρ is the same in every setting, and so it is in both null models",
    ):
        assert reading in text


def test_each_sentence_says_on_which_models_it_rests_and_those_on_our_runs_their_size():
    recipes = [runs.read(compare.RUNS / f"{task}-small").recipe for task in ("number", "letter")]
    size = "6 layers, 1 head of width 64 each"
    assert {f"{one.layers} layers, {one.heads} head of width {one.width // one.heads} each" for one in recipes} == {
        size
    }
    text = page.PAGE.read_text(encoding="utf-8")
    for where, quote, models, words in page.SENTENCES:
        assert f"| {where} | “{quote}” | {words} | {models} |" in text
        assert (models == "none") is words.startswith("not tested")
        assert (size in models) is (" run" in words and where.startswith("U26"))
    far = next(models for _, quote, models, _ in page.SENTENCES if "850" in quote)
    assert far.endswith("where U26 has GPT-J, 12 layers, one head of width 128 each")
