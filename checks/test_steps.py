"""Where no kernel carries a verdict, no step can go unnoticed: each is left out in turn."""

from __future__ import annotations

import pytest

from rope_theory.evidence.claims import Proof, StepFailed, Tier
from rope_theory.evidence.theory import LIBRARY

#: The last derivation that carried a verdict: a kernel does now, and it still has to miss each of its steps.
LAST = "new.long-context"
BY_HAND = [id for id, claim in LIBRARY.claims.items() if claim.verdict is Tier.DERIVED or id == LAST]
#: More than any derivation has.
MOST = 60


class Without(Proof):
    """A recorder that loses one step: what it says reaches nobody."""

    def __init__(self, *arguments, lost: int, **named):
        super().__init__(*arguments, **named)
        self.lost, self.seen = lost, 0

    def _add_fact(self, text, formula):
        self.seen += 1
        if self.seen - 1 != self.lost:
            super()._add_fact(text, formula)


def derive(claim_id, ledger, profile, lost):
    """The recorder after the page has run, and whether the derivation still ends."""
    recorder = Without(LIBRARY.claim(claim_id), profile, ledger.decide, lost=lost)
    try:
        LIBRARY.decision(claim_id)(recorder)
    except StepFailed:
        return recorder, False
    return recorder, recorder.closed is not None and recorder.tier() is Tier.DERIVED


@pytest.mark.parametrize("claim_id", BY_HAND)
def test_a_lost_step_is_noticed(claim_id, ledger, profile, record_property):
    whole, ends = derive(claim_id, ledger, profile, lost=MOST)
    assert ends and whole.seen < MOST
    unnoticed = [lost for lost in range(whole.seen) if derive(claim_id, ledger, profile, lost)[1]]
    remarks = sum(step.remark for step in whole.steps)
    record_property(
        "steps", f"{claim_id}: {whole.seen} steps, {whole.seen - len(unnoticed)} noticed when lost, {remarks} remarks"
    )
    assert not unnoticed, f"{claim_id}: nobody misses step {unnoticed[0] + 1} of {whole.seen}"
