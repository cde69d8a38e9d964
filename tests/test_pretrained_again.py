"""Where a pretrained model was fetched, some rows of its receipts are measured again; which ones, its digest decides."""

import numpy as np
import pytest

from rope_theory.core import packages
from rope_theory.machines.pretrained.measured import ROBUSTNESS, stored

#: Largest difference between two machines that is taken for rounding.
APART = 0.01


def sampled(model, receipt):
    """Two layers, drawn by the receipt's digest: what is in it decides which of its rows are measured again."""
    from rope_theory.machines.profiles.hearing import attention_modules

    layers = len(attention_modules(model))
    drawn = np.random.default_rng(int(receipt["digest"][:16], 16)).choice(layers, 2, replace=False)
    return sorted(drawn.tolist()), layers


@pytest.fixture(scope="module", params=list(stored()))
def fetched(request):
    """(name, model, tokenizer) of a model that was fetched."""
    from rope_theory.machines.pretrained.sources import cache_folder, complete

    folder = cache_folder() / request.param
    if not (packages.installed("transformers") and complete(folder)):
        pytest.skip(f"NOT RUN: {request.param} was not fetched (rope-theory fetch-model {request.param})")
    from rope_theory.machines.profiles import load_model, load_tokenizer

    return request.param, load_model(folder), load_tokenizer(folder)


def close(row, again, layers, of):
    """Whether rows of these layers are what was measured again: every score nearly."""
    for side in ("positional", "symbolic"):
        kept = np.array(row[side])
        kept = kept.reshape(of, -1, *kept.shape[1:])[layers].reshape(np.shape(again[side]))
        assert np.abs(kept - again[side]).max() <= APART, side


def test_rows_of_the_study_are_measured_again(fetched):
    from rope_theory.machines.pretrained import study

    name, model, tokenizer = fetched
    receipt = stored()[name]
    texts = study.samples(tokenizer, model.config.vocab_size, receipt["seed"])
    assert {key: len(ids) for key, ids in texts.items()} == receipt["texts"]
    layers, of = sampled(model, receipt)
    again = study.rows(study.measured_heads(model, texts, receipt["seed"], layers))["heads"]
    kept = receipt["heads"]
    pairs = [(kept["trained"], again["trained"]), (kept["without_first"], again["without_first"])]
    for kind in ("permuted", "random", "by_tau"):
        pairs += zip(kept[kind], again[kind], strict=True)
    for row, anew in pairs:
        close(row, anew, layers, of)


def test_a_gate_is_measured_again(fetched):
    """That which freezes the fastest plane: the texts' loss, and induction on the same random tokens."""
    from rope_theory.machines.pretrained import study
    from rope_theory.machines.profiles.gating import Gate

    name, model, tokenizer = fetched
    receipt = stored()[name]
    (row,) = (row for row in receipt["gates"] if row["gate"] == "fastest:1")
    texts = study.samples(tokenizer, model.config.vocab_size, receipt["seed"])
    again = study.of_gate(model, texts, list(tokenizer("")["input_ids"]), Gate("fastest", (1,)), receipt["seed"])
    assert abs(row["loss"] - again["loss"]) <= APART and abs(row["induction"] - again["induction"]) <= APART


def test_rows_of_tasks_are_measured_again(fetched):
    from rope_theory.core.prompts import tokenized
    from rope_theory.machines.pretrained import robustness
    from rope_theory.machines.prompts import prompts

    name, model, tokenizer = fetched
    receipt = stored(ROBUSTNESS)[name]
    layers, of = sampled(model, receipt)
    task = sorted(receipt["tasks"])[int(receipt["digest"][16:32], 16) % len(receipt["tasks"])]
    row = receipt["tasks"][task]
    inputs = tokenized(prompts(task, robustness.COUNT, receipt["seed"], 8), tokenizer)
    assert [len(ids) for ids in inputs] == row["tokens"]
    again = robustness.task_rows(
        [robustness.scored(model, ids, receipt["seed"], robustness.SETTINGS[:1], (1.0,), layers) for ids in inputs]
    )
    for kind in robustness.KINDS:
        close(row[kind], again[kind], layers, of)
