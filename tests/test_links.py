"""Related claims are found without importing every page, and all of them."""

import functools

import pytest

from rope_theory.evidence.claims import Library
from rope_theory.evidence.formal.receipts import committed, committed_status
from rope_theory.evidence.theory import LIBRARY, claims
from rope_theory.faces.report import explain
from tests.test_import import _modules_after

TEXT = functools.cache(Library._text)


@pytest.mark.parametrize("paper", sorted({claim_id.partition(".")[0] for claim_id in claims()}))
def test_links_are_those_that_looking_at_every_claim_finds(paper, monkeypatch):
    linked = 0
    for claim_id, claim in claims().items():
        if claim_id.partition(".")[0] != paper:
            continue
        few = Library(LIBRARY.package, papers=LIBRARY._papers)  # no page is imported for it yet
        monkeypatch.setattr(few, "_text", lambda name: TEXT(LIBRARY, name))
        monkeypatch.setattr(explain, "LIBRARY", few)
        found = explain.links(claim)
        root = next((i for i in claims() if claim_id.startswith(i + ".")), claim_id)
        corrected = [other.id for other in claims().values() if other.corrects == claim_id]
        family = [i for i in claims() if i == root or i.startswith(root + ".")]
        known = (claim_id, claim.corrects, *corrected)
        assert found["corrected by"] == corrected and found["see also"] == [i for i in family if i not in known]
        linked += len(found["corrected by"]) + len(found["see also"])
        assert len(few._pages) < len(few.names) / 2
    assert linked or len([i for i in claims() if i.startswith(paper)]) < 4


@pytest.mark.parametrize("command", ("explain", "verify"))
def test_a_command_about_one_claim_imports_few_pages(command):
    loaded = _modules_after(f"from rope_theory.faces.cli import main; main([{command!r}, 'u25.thm1'])")
    assert "rope_theory.proofs.u25_thm1" in loaded
    assert sum(name.startswith("rope_theory.proofs.") for name in loaded) < 15


def test_the_status_of_one_claim_is_that_in_the_audit_of_all():
    whole = committed().statuses
    assert {claim_id: committed_status(claim) for claim_id, claim in claims().items()} == whole
    assert len({status.status for status in whole.values()}) > 1
