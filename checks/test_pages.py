"""All pages at once: each claim is decided, its pinned instances answer as they should, and its attacks find nothing."""

import json
from pathlib import Path

import pytest
from hypothesis import assume, given, target
from hypothesis import strategies as st

from rope_theory.core.files import CHECKOUT
from rope_theory.core.truth import Truth
from rope_theory.evidence.claims.claim import SUPPORT, FalseNeighbour, NonWitness
from rope_theory.evidence.engines.strategies import built
from rope_theory.evidence.kept import sources
from rope_theory.evidence.theory import LIBRARY
from rope_theory.faces.report.rows import row

THEOREMS = LIBRARY.theorems
HASHED = set(sources())
ATTACKS = [(id, number) for id, theorem in THEOREMS.items() for number in range(len(theorem.attacks))]
EDGES = [(id, edge.why) for id, theorem in THEOREMS.items() for edge in theorem.edges]


def beyond(path: Path) -> bool:
    """Whether a file of this project is none that `rope_theory.evidence.kept` hashes, and none of the kernel's.

    Modules are left out: who may import what is a rule of its own, and Hypothesis reads the source of all that are loaded.
    """
    if path.suffix in (".py", ".pyc") or not (path.is_relative_to(CHECKOUT) and path.is_file()):
        return False
    return path not in HASHED and not {".venv", ".hypothesis", "formal"} & set(path.parts)


@pytest.mark.parametrize("claim_id", THEOREMS)
def test_verdict_is_the_recorded_one_and_every_control_is_rejected(claim_id, ledger, opened, record_property):
    opened.clear()
    record = ledger.decide(claim_id)
    unhashed = list(filter(beyond, opened))
    assert not unhashed, f"kept decisions are not hashed from what this one read: {unhashed}"
    record_property("claim", json.dumps(row(record)))
    claim = record.claim
    said = (claim.id, claim.source.words, claim.statement, f"verdict {record.verdict.tier}, on record {claim.verdict}")
    assert record.sound, "\n".join((*said, *(f"- {fault}" for fault in record.faults)))
    assert all(record.rejected.values()) and len(record.rejected) == len(claim.controls)


@pytest.mark.parametrize("claim_id, number", ATTACKS)
def test_attack_finds_nothing(claim_id, number):
    theorem = THEOREMS[claim_id]
    drawn = theorem.attacks[number]
    instances = built(drawn["at"]) if set(drawn) == {"at"} else st.fixed_dictionaries(built(drawn))
    met = []

    @given(instances)
    def attack(at):
        assumed = theorem.assumed_at(at)
        assert assumed is not Truth.UNKNOWN, f"{claim_id}: it cannot be told whether {at} meets the hypotheses"
        assume(assumed is Truth.TRUE)
        met.append(at)
        target(len(str(at)))
        answer = theorem.at(at)
        wanted = answer is Truth.TRUE if theorem.claim.verdict in SUPPORT else answer is not Truth.UNKNOWN
        assert wanted, f"{claim_id} ({theorem.claim.source.words}): {answer.value} at {at}: {theorem.claim.statement}"

    attack()
    assert met, f"{claim_id}: the attack met no instance within the hypotheses"


@pytest.mark.parametrize("claim_id, why", EDGES)
def test_pinned_instance_answers_as_it_should(claim_id, why):
    theorem = THEOREMS[claim_id]
    [edge] = [edge for edge in theorem.edges if edge.why == why]
    for asked, answer in ((edge.assumed, theorem.assumed_at), (edge.holds, theorem.at)):
        if asked is not None:
            assert answer(edge.at) is (Truth.TRUE if asked else Truth.FALSE), f"{claim_id}: {why}: {edge.at}"


#: Refuted by the kernel; of its statement no instance is true, within the hypotheses or beyond.
NEVER_TRUE = {"liu2026.aliasing"}


@pytest.mark.parametrize("claim_id", THEOREMS)
def test_a_statement_that_always_answers_the_same_would_be_noticed(claim_id):
    """Two refuted claims had controls that only left the hypotheses: they stayed sound with a statement that is always false."""
    theorem = THEOREMS[claim_id]
    claim = theorem.claim
    if claim.verdict in SUPPORT:
        assert any(isinstance(each, FalseNeighbour) and each.holds is None for each in claim.controls)
    else:
        true = [each for each in claim.controls if isinstance(each, NonWitness) and not each.outside]
        assert claim_id in NEVER_TRUE or true or any(edge.holds for edge in theorem.edges)
