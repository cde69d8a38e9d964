"""The witnesses of refuted statements on Index and the number task are as short as can be."""

import pytest

from rope_theory.core.truth import Truth
from rope_theory.evidence.instances.index import length_instances
from rope_theory.evidence.instances.number import FIGURE, listing_inputs, number_inputs
from rope_theory.evidence.theory import LIBRARY

FAMILIES = {
    "u26.index-bound-length": (4, length_instances),
    "u26.listing1": (2, listing_inputs),
    "u26.number-solution": (3, number_inputs),
    "u26.number-solution.assumed": (3, number_inputs),
    "u26.number-solution.n1-for-n2": (4, number_inputs),
}

#: Where the paper has a witness of its own, that one is the ledger's, and the shortest is an edge of the page.
OF_THE_PAPER = {"u26.number-solution": FIGURE}


@pytest.mark.parametrize("claim_id", FAMILIES)
def test_witness_is_of_minimal_length(claim_id, ledger):
    length, family = FAMILIES[claim_id]
    statement, witness = LIBRARY.theorem(claim_id), ledger.decide(claim_id).verdict.witness["tokens"]
    assert witness == OF_THE_PAPER.get(claim_id, witness)
    false = [edge.at["tokens"] for edge in statement.edges if edge.holds is False and edge.assumed is not False]
    assert length in {len(tokens) for tokens in (false if claim_id in OF_THE_PAPER else [witness])}
    shorter = [at for at in family() if len(at["tokens"]) < length and statement.assumed_at(at) is Truth.TRUE]
    assert shorter and all(statement.at(at) is Truth.TRUE for at in shorter)
