"""The rooms of the house mirror one another, and no statement of the two papers is left out."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from rope_theory.evidence.claims import FalseNeighbour, NonWitness, Tier, Wording
from rope_theory.evidence.claims.library import page_names
from rope_theory.evidence.papers import papers
from rope_theory.evidence.theory import LIBRARY
from rope_theory.faces.report.pages import read

ROOT = Path(__file__).resolve().parents[1]
THEOREMS = LIBRARY.theorems
CHECKS = sorted(path.stem.removeprefix("test_") for path in (ROOT / "checks").glob("test_*.py"))
#: Checks without a page: of all claims at once, and of what every page stands on: exact numbers, heads, oracles, scores,
#: the engines and the ledger.
GENERAL_CHECKS = {"pages", "steps", "u26_minimal_witnesses"} | {
    "angles", "beta", "decoding", "engine_holes", "engines", "exclusion", "forgery", "gaps_doctests", "heads_definitions",
    "ledger", "quotes", "rope", "sabotage", "scores", "scores_exact", "statement_constants", "statement_parts", "tasks_definitions", "tasks_doctests",
    "tasks_generate", "tasks_index", "tasks_letter", "tasks_number", "tasks_previous", "tasks_retrieval", "tasks_streams", "tasks_tokens",
    "truth",
}  # fmt: skip

#: The contract: every numbered statement of the papers, and what else their figures show.
PUBLISHED = [claim_id for paper in papers() for claim_id in paper.statements]
SHOWN = [claim_id for paper in papers() for claim_id in paper.shown]


@pytest.mark.parametrize("claim_id", PUBLISHED)
def test_published_statement_is_a_claim(claim_id):
    assert claim_id in THEOREMS, f"{claim_id} is not stated"


@pytest.mark.parametrize("claim_id", THEOREMS)
def test_claim_stands_and_is_decided_on_the_page_of_its_name(claim_id):
    theorem = THEOREMS[claim_id]
    assert theorem.decide is not None
    for function in (theorem.claim.holds, theorem.decide):
        assert function.__module__.rpartition(".")[2] in page_names(claim_id)


@pytest.mark.parametrize("name", LIBRARY.names)
def test_page_has_claims_and_a_textbook_docstring(name):
    assert name in {page for claim_id in THEOREMS for page in page_names(claim_id)}, (
        f"proofs/{name}.py: no claim of its name"
    )
    page = read(LIBRARY.pages[name])
    assert page.summary and page.part("Idea") and page.part("Traps"), f"proofs/{name}.py: summary, Idea and Traps"


@pytest.mark.parametrize("name", sorted(set(CHECKS) - GENERAL_CHECKS))
def test_check_has_a_page(name):
    assert name in LIBRARY.names, f"checks/test_{name}.py mirrors no page"


@pytest.mark.parametrize("name", LIBRARY.names)
def test_page_is_attacked(name):
    """By strategies, by pinned instances, by small instances, or by a check of its own."""
    theorems = [theorem for theorem in THEOREMS.values() if theorem.claim.holds.__module__.rpartition(".")[2] == name]
    assert name in CHECKS or any(
        theorem.attacks or theorem.edges or theorem.claim.small is not None for theorem in theorems
    )


@pytest.mark.parametrize("claim_id", THEOREMS)
def test_claim_has_controls_that_name_what_they_change(claim_id):
    claim = THEOREMS[claim_id].claim
    assert len(claim.controls) >= 2, f"{claim_id} has {len(claim.controls)} controls"
    assert len({control.name for control in claim.controls}) == len(claim.controls), "controls share a name"
    texts = {hypothesis.text for hypothesis in claim.hypotheses}
    assert len(texts) == len(claim.hypotheses), "hypotheses share a text"
    for control in claim.controls:
        if isinstance(control, FalseNeighbour):
            assert control.holds or control.drops or control.edit, f"{control.name}: is the claim itself"
        else:
            assert isinstance(control, NonWitness) and claim.verdict is Tier.REFUTED
    assert len({edge.why for edge in THEOREMS[claim_id].edges}) == len(THEOREMS[claim_id].edges), "edges share a reason"


REFUTED = [claim_id for claim_id, theorem in THEOREMS.items() if theorem.claim.verdict is Tier.REFUTED]
PRINTED = (Wording.VERBATIM, Wording.PARAPHRASE)
#: Refuted statements whose correction had its id before it was one.
NAMED_BEFORE = {
    "u26.thm31.every-position-as-constructed": "u26.thm31.every-position",
    "u26.let-decomposition.valid-is-proper": "u26.thm31.whole",
}


@pytest.mark.parametrize("claim_id", REFUTED)
def test_refuted_printed_statement_is_corrected_and_treated_kindly(claim_id):
    claim = THEOREMS[claim_id].claim
    corrections = [other.claim for other in THEOREMS.values() if other.claim.corrects == claim_id]
    excuse = any("correct" in reading for reading in claim.readings)
    assert claim.source.wording not in PRINTED or corrections or excuse
    assert bool(claim.in_fairness) == bool(claim.erratum) == (claim.source.wording in PRINTED)
    for other in corrections:
        assert other.source.wording is Wording.OURS and other.verdict not in (Tier.REFUTED, Tier.UNDECIDED)
        assert other.id.startswith(f"{claim_id}.corrected") or NAMED_BEFORE.get(claim_id) == other.id


@pytest.mark.parametrize("claim_id", THEOREMS)
def test_only_a_quotation_is_called_printed(claim_id):
    claim = THEOREMS[claim_id].claim
    assert claim.source.wording is Wording.VERBATIM or "as printed" not in claim.statement.lower()


#: Statements of the list above that no paper prints, and whose words they are.
NOT_PRINTED = {"u25.thm7b": Wording.OURS, "u26.discrepancy": Wording.OURS} | dict.fromkeys(
    (
        "barbero2024.prop52",
        "barbero2024.thm53",
        "barbero2024.thm61",
        "liu2026.aliasing",
        "peng2023.temperature",
        "kazemnejad2023.thm1",
    ),
    Wording.SECONDARY,
)


@pytest.mark.parametrize("claim_id", THEOREMS)
def test_claim_belongs_to_the_theory(claim_id):
    claim = THEOREMS[claim_id].claim
    assert claim.statement.strip()
    assert claim.corrects is None or claim.corrects in REFUTED
    root = ".".join(claim_id.split(".")[:2])
    assert root in (*PUBLISHED, *SHOWN) or claim_id.startswith("new."), (
        f"{claim_id} belongs to no statement of the papers"
    )
    if claim_id in PUBLISHED:
        expected = NOT_PRINTED.get(claim_id)
        assert (
            claim.source.wording is expected if expected else claim.source.wording in PRINTED
        ) and claim.corrects is None
    if claim.source.wording in PRINTED:
        [source] = [paper for paper in papers() if paper.name == claim.source.paper]
        pages = source.name != "U25" and source.arxiv  # the text of U25 is not at hand, a web page has no pages
        assert not pages or claim.source.locator.startswith("p. ")


def public_names(path: Path) -> set[str]:
    """What a user of a file may have to write: public functions, classes, fields and arguments, and keys of dicts."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.FunctionDef(name=name, args=given) if not name.startswith("_") or name == "__init__":
                found |= {name, *(one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs))}
            case ast.ClassDef(name=name, body=body):
                found |= {name, *(one.target.id for one in body if isinstance(one, ast.AnnAssign))}
            case ast.Dict(keys=keys):
                found |= {key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str)}
    return found


@pytest.mark.parametrize("room", ["core", "laws", "models", "machines", "evidence", "faces"])
def test_where_a_token_stands_is_its_position(room):
    """Not its place: no name or key that is public says so. (Options of commands: tests/test_arguments.py.)"""
    names = {name: path for path in (ROOT / "rope_theory" / room).rglob("*.py") for name in public_names(path)}
    assert len(names) > 100 and (room == "evidence" or any("position" in name for name in names))
    assert {name: path for name, path in names.items() if {"place", "places"} & set(re.split(r"\W|_", name))} == {}


def test_a_public_place_is_seen(tmp_path):
    path = tmp_path / "page.py"
    path.write_text("class A:\n  places: int\n  def at(self, own_place): return {'place of it': 1}\n  def _b(c): ...\n")
    assert public_names(path) == {"A", "places", "at", "self", "own_place", "place of it"}


def _calls_and_handlers(path: Path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [(node, ast.unparse(node)) for node in ast.walk(tree)]


@pytest.mark.parametrize("path", sorted((ROOT / "checks").glob("*.py")), ids=lambda path: path.stem)
def test_check_can_fail(path):
    nodes = _calls_and_handlers(path)
    for node, text in nodes:
        assert not (
            isinstance(node, ast.Call) and text.startswith(("pytest.skip", "pytest.xfail", "pytest.mark.skip"))
        ), text
        assert not (isinstance(node, ast.ExceptHandler) and node.type is None), f"bare except: {text}"
        negated = (
            isinstance(node, ast.Assert) and isinstance(node.test, ast.UnaryOp) and isinstance(node.test.op, ast.Not)
        )
        compared = negated and isinstance(node.test.operand, ast.Compare)
        order = compared and any(isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE) for op in node.test.operand.ops)
        assert not order, f"the negation of an order relation proves nothing about balls: {text}"
    for node, _ in nodes:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            inside = [
                inner
                for inner in ast.walk(node)
                if isinstance(inner, ast.Assert)
                or (isinstance(inner, ast.Call) and ast.unparse(inner.func).endswith("raises"))
                or (isinstance(inner, ast.Call) and ast.unparse(inner.func).rpartition(".")[2].startswith("assert_"))
            ]
            assert inside, f"{node.name} asserts nothing"
