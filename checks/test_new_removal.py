"""What was removed from small models: the version that failed, rows that are spoilt, and a machine without torch."""

import copy

import numpy as np
import pytest

from rope_theory.core import packages
from rope_theory.core.truth import Truth
from rope_theory.evidence.claims import Tier
from rope_theory.evidence.ledger import Ledger
from rope_theory.machines.learning.worth import Worth, interval, models, rank
from rope_theory.proofs import new_removal as page


def ranks(study, seeds, by):
    return [rank(model, "heads", by, "zero") for model in models(study, seeds)]


def test_removal_purity_the_first_version_held_on_its_own_seeds_and_failed_on_fresh_ones():
    """The numbers that the page names."""
    words = page.purity_says_less.claim.readings[1]
    shown = []
    for seeds in ("explored", "tested"):
        by_variance, by_purity = (ranks("retrieval", seeds, by) for by in ("variance", "purity"))
        low, high = interval(by_purity)
        held = low <= 0 <= high and np.mean(by_variance) - np.mean(by_purity) >= 0.15
        assert held == (seeds == "explored")
        shown.append((np.mean(by_purity), low, high, np.mean(by_variance)))
    (first, _, _, beside), (second, low, high, against) = shown
    assert f"({first:.2f} against {beside:.2f})" in words
    assert f"({second:.2f}, interval {low:.2f} to {high:.2f}, against {against:.2f})" in words


def test_removal_spare_purity_goes_with_depth_and_worth():
    assert f"{np.mean(ranks('letter-4', 'explored', 'purity')):.2f} on the mean" in page.spare.claim.readings[1]
    assert np.mean(ranks("letter-4", "tested", "purity")) > 0.4


def test_removal_deeper_planes_the_positional_quarter_holds_the_fastest_plane_of_every_head():
    drawn = [model.accuracy - model.without_planes("random", "frozen") for model in models("number-4", "explored")]
    assert f"it is {np.mean(drawn):.2f} on the seeds" in page.deeper_planes.claim.readings[1]
    for model in models("number-2", "explored"):
        heads = len(model.record["heads"])
        of_one = len(model.record["planes"]) // heads
        groups = [set(row[1]) for row in model.record["groups"] if row[0] in ("positional", "alike")]
        assert all({head * of_one for head in range(heads)} <= group for group in groups)


@pytest.mark.parametrize(
    "claim, study, of, column",
    [
        (page.strongest, "index", "heads", 4),
        (page.purity_says_less, "retrieval", "heads", 4),
        (page.planes, "induction", "planes", 5),
        (page.frozen, "retrieval", "groups", 4),
        (page.spare, "letter-4", "heads", 5),
        (page.opposite, "number-4", "heads", 6),
        (page.deeper_planes, "letter-2", "groups", 4),
    ],
)
def test_removal_claims_fail_on_rows_that_are_spoilt(monkeypatch, claim, study, of, column):
    """One column of one study turned round: the claim is about these numbers."""

    def spoilt(name, seeds="tested"):
        found = models(name, seeds)
        if name != study:
            return found
        records = copy.deepcopy([model.record for model in found])
        for record in records:
            for row, other in zip(record[of], [row[column] for row in record[of]][::-1], strict=True):
                row[column] = 1 - other if of == "groups" else other
        return tuple(map(Worth, records))

    assert claim.claim.at(claim.claim.example) is Truth.TRUE
    monkeypatch.setattr(page, "models", spoilt)
    assert claim.claim.at(claim.claim.example) is Truth.FALSE


def test_removal_claims_are_undecided_without_torch(monkeypatch):
    monkeypatch.setattr(packages, "installed", lambda name: name != "torch")
    for claim in (page.strongest, page.spare):
        record = Ledger().decide(claim.id)
        assert record.verdict.tier is Tier.UNDECIDED and not any(record.rejected.values())
        assert claim.at(claim.claim.example) is Truth.UNKNOWN
