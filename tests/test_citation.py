"""What is cited agrees: CITATION.cff, CITATION.bib, the version, and the papers as the package knows them."""

import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from rope_theory import __version__
from rope_theory.core import constructions
from rope_theory.evidence.ledger import Ledger
from rope_theory.evidence.papers import paper
from rope_theory.evidence.theory import claim
from rope_theory.evidence.titles import titles
from rope_theory.faces.cli import main
from rope_theory.faces.report import cite
from rope_theory.faces.report.explain import print_page

ROOT = Path(__file__).resolve().parents[1]
CFF = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
BIB = (ROOT / "CITATION.bib").read_text(encoding="utf-8")


def test_version_and_date_are_said_once_in_two_forms():
    [date] = re.findall(r"^date-released: (\d{4}-\d\d-\d\d)$", CFF, re.MULTILINE)
    assert f"version: {__version__}\n" in CFF
    assert f"version = {{{__version__}}}" in BIB and f"date = {{{date}}}" in BIB


def test_both_papers_stand_in_both_files_by_title_and_address():
    for name in ("U25", "U26"):
        known = paper(name)
        plain = BIB.replace("{RoPE}", "RoPE")
        assert known.title in CFF
        assert (f"title = {{{known.title}}}" if name == "U26" else f"note = {{On arXiv: {known.title}}}") in plain
        for text in (CFF, BIB):
            assert f"https://arxiv.org/abs/{known.arxiv}" in text


def test_u25_is_cited_by_the_title_of_its_conference_paper_and_its_title_on_arxiv_is_a_note():
    """ICLR's page has it without "Behavior"; both files joined arXiv's title to the conference."""
    printed = "Decoupling Positional and Symbolic Attention in Transformers"
    assert f"  title = {{{printed}}}," in BIB and f"  note = {{On arXiv: {paper('U25').title}}}" in BIB
    assert f'title: "{printed}"' in CFF and f"on arXiv: {paper('U25').title}" in CFF
    assert "without “Behavior”" in paper("U25").venue


def test_every_author_of_both_papers_has_a_given_name():
    assert CFF.count("given-names: ") == CFF.count("family-names: ") == 12
    authors = [
        each for line in re.findall(r"^  author = \{(?!\{)(.*)\},$", BIB, re.MULTILINE) for each in line.split(" and ")
    ]
    assert len(authors) == 12 and all(re.fullmatch(r".+, \w.+", each) for each in authors)


@pytest.fixture(autouse=True)
def anew():
    cite.commit.cache_clear()
    yield
    cite.commit.cache_clear()


def entry(capsys, claim_id: str) -> dict[str, str]:
    assert main(["explain", claim_id, "--cite"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"@misc{{rope-theory-{claim_id.replace('.', '-')},\n") and out.endswith("\n}\n")
    assert out.count("{") == out.count("}")
    return dict(re.findall(r"^  (\w+) = \{(.*)\},?$", out, re.MULTILINE))


def test_an_entry_of_a_proved_claim_names_all_that_fixes_it(capsys, monkeypatch):
    monkeypatch.setattr(cite, "commit", lambda: "commit c0ffee1")
    receipt = json.loads((ROOT / "proofs" / "formal" / "receipts.json").read_text())["claims"]["u25.thm1"]
    found = entry(capsys, "u25.thm1")
    assert found["title"] == "{u25.thm1: The exclusion principle: no head whose logits vary is both. PROVED}"
    assert found["howpublished"] == rf"rope\_theory {__version__}, commit c0ffee1"
    assert f"date-released: {found['year']}-" in CFF
    for part in (
        "arXiv 2511.11579, Theorem 1 (our sentence for a printed one); we have its abstract and the content of its theorems, not their wording",
        r"theorem u25\_thm1\_proved in proofs/formal/u25\_thm1.v",
        rf"meaning\_hash {receipt['meaning_hash']}",
    ):
        assert part in found["note"]


def test_a_record_that_is_not_sound_is_not_cited(capsys, monkeypatch):
    """Where a helper had been changed a claim was cited as PROVED."""
    monkeypatch.setattr(constructions, "offset", lambda token: token + 1 if isinstance(token, int) else 0)
    assert main(["explain", "u25.thm3", "--cite"]) == 2
    assert "must have a sound record to be cited" in capsys.readouterr().err


@pytest.mark.parametrize("faults, said", [((), True), (("the attack found false at {}",), False)])
def test_a_page_says_no_counterexample_only_where_there_is_none(faults, said):
    ledger, console = Ledger(), Console(file=io.StringIO(), width=100)
    record = ledger.decide("u26.index-logits")
    assert record.attacked
    print_page(console, replace(record, faults=faults), ledger)
    assert ("no counterexample" in console.file.getvalue()) is said


def test_an_entry_without_a_formal_proof_names_no_theorem(capsys):
    found = entry(capsys, "u26.fig5a")
    assert found["title"].endswith("REFUTED}") and "(as printed)" in found["note"]
    kernel = json.loads((ROOT / "proofs" / "formal" / "receipts.json").read_text())["claims"].get("u26.fig5a")
    assert ("theorem" in found["note"]) is (kernel is not None)


def test_an_entry_says_what_we_have_of_a_text_and_not_that_it_was_not_at_hand_where_it_was(capsys):
    """Su's text on the web was read, and its entries said that it was not at hand."""
    said = {name: entry(capsys, name)["note"] for name in ("su2024.table", "chen2023.thm21", "u26.fig5a")}
    assert "a text on the web, in Chinese; our sentences for its own" in said["su2024.table"]
    assert "as a public transcript of its theory names them" in said["chen2023.thm21"]
    assert not any("at hand" in each for each in said.values()) and "; we have" not in said["u26.fig5a"]


@pytest.mark.parametrize(
    "claim_id, over",
    [
        ("u26.fig3", "the ten printed rows"),
        ("new.trained.index", r"seed 200, \ensuremath{n} = 13, 400 steps, at the angles named"),
        ("u25.thm1", ""),
        ("u26.fig5a", ""),
    ],
)
def test_an_entry_of_what_is_no_theorem_says_over_what_it_was_decided(capsys, claim_id, over):
    """A TESTED claim was cited as if it were of every instance."""
    found = entry(capsys, claim_id)
    assert ("; over: " in found["note"]) is bool(over)
    if over:
        assert f"; over: {over}" in found["note"]


def test_entries_are_ascii_and_no_style_writes_an_id_or_a_verdict_small(monkeypatch):
    """Plain styles write all letters of a title small that stand in no second braces: u26.lemF1 would be u26.lemf1."""
    monkeypatch.setattr(cite, "commit", lambda: "commit c0ffee1")
    rows = [{"id": name, "title": title, "verdict": claim(name).verdict.name, "wording": claim(name).source.wording.name,
             "source": claim(name).source.citation, "kernel": {"status": "none"}, "sound": True, "domain": ""} for name, title in titles().items()]  # fmt: skip
    for row in rows:
        found = cite.bibtex(row)
        assert found.isascii() and found.count("{") == found.count("}"), row["id"]
        assert f"  title = {{{{{row['id']}: " in found and f" {row['verdict']}}}}},\n" in found, row["id"]
    assert any(not row["title"].isascii() for row in rows)


def test_no_commit_is_named_where_the_package_is_in_no_checkout(tmp_path, monkeypatch):
    """A package installed inside somebody else's repository must not name that one's commit."""
    monkeypatch.setattr(cite, "CHECKOUT", tmp_path)
    assert cite.commit() == ""


def test_an_entry_is_shown_alone(capsys):
    assert main(["explain", "u25.thm1", "--cite", "--json"]) == 2
    assert "--cite shows the entry alone" in capsys.readouterr().err
