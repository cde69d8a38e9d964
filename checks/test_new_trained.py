"""The trained models: another length and other seeds, the law at the angles chosen, and a machine without torch."""

from math import pi

import pytest

from rope_theory.core import packages
from rope_theory.core.truth import Truth
from rope_theory.evidence.claims import Tier
from rope_theory.evidence.ledger import Ledger
from rope_theory.laws.shape import shape
from rope_theory.machines.learning.experiments import (
    EARLIER,
    END_ANGLE,
    FORCED,
    HIGH,
    LOW,
    TOO_HIGH,
    U_ANGLE,
    learnt,
    several_heads,
)
from rope_theory.machines.learning.sweep import LearningSettings, sweep
from rope_theory.machines.learning.tasks import ToyTask
from rope_theory.proofs import new_trained
from rope_theory.proofs.new_trained import EXAMPLE, HEAD_EXAMPLE

FRESH = (31, 32)


def test_trained_index_and_retrieval_part_at_another_length_too():
    """n = 9: eight positions. The angles are the claims' own; 0.01 is still low and 0.5 still high."""
    settings, accuracy = LearningSettings(steps=400), {}
    for name in ("index", "retrieval"):
        found = sweep(ToyTask(name, 8, 8, 4), [[LOW[1]], [HIGH[0]]], FRESH, settings, lambda *_: None)
        accuracy[name] = [found.accuracy(a).mean().item() for a in (LOW[1], HIGH[0])]
    assert accuracy["index"][1] - accuracy["index"][0] > 0.5
    assert accuracy["retrieval"][0] - accuracy["retrieval"][1] > 0.25


def test_trained_index_head_is_the_construction_keys_agree_and_queries_turn_by_the_angle():
    """At 0.5 the keys of all symbols are one vector and the query for position p is ahead of that for p + 1 by θ."""
    found = learnt("index", EXAMPLE["seeds"])
    row = found.angles.index((HIGH[0],)) * len(found.seeds)
    task = found.task
    for model in range(row, row + len(found.seeds)):
        keys = found.models.vectors("key")[model, : task.earlier, 0, 0].detach()
        mean = keys.mean(0)
        assert (keys - mean).norm(dim=-1).max() < 0.25 * mean.norm()
        x, y = found.models.vectors("query")[model, task.earlier :, 0, 0].detach().unbind(-1)
        steps = (y.atan2(x).diff() + pi) % (2 * pi) - pi
        assert (steps - HIGH[0]).abs().mean() < 0.15


@pytest.mark.parametrize("angle, name", [(U_ANGLE, "U"), (END_ANGLE, "inverted-U")])
@pytest.mark.parametrize("keys", [EARLIER, EARLIER + 1])
def test_trained_index_shape_the_law_names_the_shape_whether_or_not_the_query_counts(angle, name, keys):
    assert shape(keys, angle, "H_POS").name == name


def test_trained_retrieval_shape_the_law_changes_between_the_two_angles():
    names = [shape(EARLIER + 1, angle, "H_SYM").name for angle in (FORCED, "0.62", "0.63", TOO_HIGH)]
    assert names == ["inverted-U", "inverted-U", "several extrema", "several extrema"]


def test_trained_claims_are_undecided_and_unsound_without_torch(monkeypatch):
    monkeypatch.setattr(packages, "installed", lambda name: name != "torch")
    learnt.cache_clear()
    several_heads.cache_clear()
    try:
        for claim in (new_trained.retrieval, new_trained.index_shape, new_trained.pure_heads):
            example = HEAD_EXAMPLE if claim is new_trained.pure_heads else EXAMPLE
            record = Ledger().decide(claim.id)
            assert record.verdict.tier is Tier.UNDECIDED and not any(record.rejected.values())
            assert "pip install '.[torch]'" in record.faults[0]
            assert claim.at(example) is Truth.UNKNOWN
    finally:
        learnt.cache_clear()
        several_heads.cache_clear()


def test_trained_heads_what_the_purest_are_worth_varies_more_than_what_the_strongest_are():
    """What a purest half costs hangs on the seed; what the strongest costs does not."""
    measures = new_trained.runs.head_measures("index", HEAD_EXAMPLE["seeds"])
    by_purity = [b - a for a, b in zip(measures[new_trained.PUREST], measures[new_trained.OTHERS], strict=True)]
    by_variance = [b - a for a, b in zip(*(measures[name] for name in new_trained.VARIANCE), strict=True)]
    assert min(by_purity) < 0.1 < min(by_variance)


def test_trained_claims_say_what_was_run_and_what_came_out():
    """The step of the tests has the accuracies of the models themselves, and the seed, length and steps."""
    record = Ledger().decide("new.trained.index")
    found = learnt("index", EXAMPLE["seeds"])
    told = next(step.text for step in record.steps if step.kind == "search")
    for angle in (*LOW, *HIGH):
        assert f"{found.accuracy(angle).mean().item():.2f} at θ = {angle:g}" in told
    assert "seed 200, n = 13, 400 steps" in told and "seed 200, n = 13, 400 steps" in record.verdict.domain
    assert "500 steps" not in " ".join(record.claim.readings) and "500 steps" in " ".join(
        new_trained.retrieval.claim.readings
    )
