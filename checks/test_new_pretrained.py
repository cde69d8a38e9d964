"""Claims on pretrained models are decided by the rows of receipts: changed rows change what is said."""

import copy

import numpy as np
import pytest

from rope_theory.core.truth import Truth
from rope_theory.machines.pretrained.measured import ROBUSTNESS, STUDY, of_robustness, of_study, stored
from rope_theory.proofs import new_pretrained as page

MODELS = list(stored())


def changed(kind, *change):
    """What the receipts say with rows changed, in the place of what the committed ones do."""
    found = {name: copy.deepcopy(receipt) for name, receipt in stored(kind).items()}
    for receipt in found.values():
        for each in change:
            each(receipt)
    counted = {STUDY: of_study, ROBUSTNESS: of_robustness}[kind]
    return {name: counted(receipt) for name, receipt in found.items()}


def null_as_trained(kind):
    def change(receipt):
        trained = receipt["heads"]["trained"]
        means = {side: np.mean(trained[side], 1).tolist() for side in ("positional", "symbolic")}
        receipt["heads"][kind] = [{**means, "use": trained["use"]}] * 2

    return change


def sides_exchanged(receipt):
    for row in (receipt["heads"]["trained"], *receipt["heads"]["random"], *receipt["heads"]["permuted"]):
        row["positional"], row["symbolic"] = row["symbolic"], row["positional"]


def both_high(receipt):
    row = receipt["heads"]["permuted"][0]
    row["positional"][0] = row["symbolic"][0] = 0.95


def first_token_seen(receipt):
    receipt["heads"]["without_first"] = receipt["heads"]["by_tau"][0]


def planes_shuffled(receipt):
    receipt["planes"]["permuted_spearman"] = [-value for value in receipt["planes"]["permuted_spearman"]]


def one_task_positional(receipt):
    row = receipt["tasks"]["index"]["trained"]
    row["positional"], row["symbolic"] = row["symbolic"], row["positional"]


def tokens_as_contents(receipt):
    for row in receipt["swapped"]:
        row["tokens"] = row["contents"]


@pytest.mark.parametrize(
    "claim, kind, change",
    [
        (page.frequency_law, STUDY, sides_exchanged),
        (page.frequency_law_null, STUDY, null_as_trained("random")),
        (page.level, STUDY, null_as_trained("permuted")),
        (page.planes, STUDY, planes_shuffled),
        (page.exclusion, STUDY, both_high),
        (page.first_token, STUDY, first_token_seen),
        (page.tasks, ROBUSTNESS, one_task_positional),
        (page.swapped_tokens, ROBUSTNESS, tokens_as_contents),
    ],
    ids=lambda each: getattr(getattr(each, "claim", None), "id", None),
)
def test_rows_decide_a_claim(monkeypatch, claim, kind, change):
    """Changed rows, of null models and other settings too, change what is said: no count is taken from a receipt."""
    spoilt = changed(kind, change)
    sound = changed(kind)
    for found, right in ((sound, True), (spoilt, False)):
        monkeypatch.setattr(page, "receipts", lambda of=STUDY, found=found: found if of == kind else sound)
        said = [claim.claim.at({"model": name}) for name in MODELS]
        assert all(each is Truth.TRUE for each in said) is right
