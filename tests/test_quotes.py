"""Quotations are found in the text of a paper, and a wrong one is not."""

import json
import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from checks.made_up_paper import TEXT, verbatim
from rope_theory.core.errors import InvalidInput
from rope_theory.evidence import theory
from rope_theory.evidence.claims.quotes import check_quotes, find_quote, set_anew, split_pages
from rope_theory.evidence.claims.source import Source, Wording
from rope_theory.evidence.register import register
from rope_theory.faces.commands.quotes import recognise

ROOT = Path(__file__).resolve().parents[1]

#: Sentences of U26 with their pages. The last has a line end within a word and stands on page 22, too.
PRINTED = [
    ("p. 7, Remark 3.1", "the Index function cannot be realized by a purely symbolic head"),
    ("p. 8, Definition 3.1", "The discrepancy Δ of an attention head is the maximal difference … logit"),
    ("p. 8, Remark 3.2", "if θ = 0 (NoPE), then ∆Retrieval(n) remains away from zero for arbitrary lengths."),
    ("p. 21, Appendix F.2.1", "Notice that, for all θ ≠ 0, if σₙ ∈ ALPH, position n maximize the logit"),
    ("p. 25, Appendix F.2.2", "maximizing LOut(σ) is equivalent to requiring that the coordinate corresponding to σ"),
]


@dataclass(frozen=True)
class Stated:
    """As much of a claim as the command looks at."""

    id: str
    source: Source


@pytest.fixture
def paper(tmp_path):
    """The text of TEXT as a file."""
    path = tmp_path / "paper.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


@pytest.fixture
def stated(monkeypatch):
    """(sources by id) -> from then on these are the claims."""

    def state(**sources):
        known = {claim_id: Stated(claim_id, source) for claim_id, source in sources.items()}

        def claim(claim_id):
            if claim_id not in known:
                raise InvalidInput("claim", "must be the id of a claim", claim_id)
            return known[claim_id]

        monkeypatch.setattr(theory, "claims", lambda: known)
        monkeypatch.setattr(theory, "claim", claim)

    return state


def test_command_prints_page_and_match(call, paper, stated):
    stated(one=verbatim("efficient heads", "p. 1"), two=verbatim("The end.", "p. 3"))
    status, out, err = call("quotes", "--paper", paper)
    assert status == 0 and err == "" and "U26 (paper.txt, 3 pages)" in out
    assert "  one  p. 1     found" in out and "2 of 2 quotations found where the claims say" in out


def test_command_names_the_planted_wrong_word(call, paper, stated):
    stated(one=verbatim("It is unbounded on every input."), two=verbatim("The end.", "p. 3"))
    status, out, err = call("quotes", "--paper", paper, "--as", "U26")
    assert status == 1 and err == "" and "NOT FOUND" in out and "1 of 2 quotations" in out
    assert 'quoted "unbounded", in the paper "bounded"' in out
    assert call("quotes", "--paper", paper, "--claim", "two")[0] == 0
    assert call("quotes", "--paper", paper, "--as", "u26") == (status, out, err)  # it was no paper that claims quote


def test_command_names_the_wrong_page(call, paper, stated):
    stated(one=verbatim("The end.", "p. 2"))
    status, out, _ = call("quotes", "--paper", paper)
    assert status == 1 and "found, but the claim says p. 2" in out and "p. 3" in out


def test_command_writes_json(call, paper, stated, tmp_path):
    stated(one=verbatim("every input. The finish."))
    status, out, _ = call("quotes", "--paper", paper, "--json", "-")
    assert status == 1 and json.loads(out)["quotes"][0]["differences"] == [{"quote": "finish.", "paper": "end."}]
    assert call("quotes", "--paper", paper, "--json")[1] == out
    assert call("quotes", "--paper", paper, "--json", tmp_path / "found.json")[0] == 1
    assert json.loads((tmp_path / "found.json").read_text(encoding="utf-8")) == json.loads(out)


@pytest.mark.parametrize(
    "name, content, arguments, message",
    [
        ("paper.txt", TEXT, ["--claim", "nothing"], "claim must be the id of a claim"),
        (
            "paper.txt",
            TEXT,
            ["--claim", "ours"],
            "claim must be one that quotes U26 word for word (without --claim: all 1 that do), got 'ours'",
        ),
        (
            "paper.txt",
            "arXiv:2511.11579",
            [],
            "paper must be a paper that claims quote word for word (U26); what is at hand of it: rope-theory paper u25, got 'U25'",
        ),
        ("paper.txt", TEXT, ["--as", "U99"], "as must be a paper that claims quote word for word (U26), got 'U99'"),
        ("paper.txt", "Some other paper", [], "paper must show on its first page which paper it is"),
        ("paper.txt", "2605.31558 and 2511.11579", [], "paper must show on its first page which paper it is"),
        ("paper.txt", " \n", [], "paper must hold text"),
        ("paper.doc", TEXT, [], "paper must end in .txt or .pdf"),
        ("paper.txt", None, [], "there is no file "),
        ("paper.txt", b"\xff\xfe\xff", [], "paper must be readable as UTF-8 text"),
    ],
)
def test_bad_input_is_one_line(call, stated, tmp_path, name, content, arguments, message):
    stated(one=verbatim("The end.", "p. 3"), ours=Source("U26", "on p. 2", Wording.OURS))
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    status, out, err = call("quotes", "--paper", path, *arguments)
    assert status == 2 and out == "" and err.count("\n") == 1 and message in err


def test_a_text_that_holds_no_quotation_at_all_is_no_text_of_the_paper(call, stated, tmp_path):
    stated(one=verbatim("The end.", "p. 3"), two=verbatim("A beginning.", "p. 1"))
    path = tmp_path / "notes.txt"
    path.write_text("hello")
    rule = "paper must be the text of U26: none of its 2 quotations here is in it"
    assert call("quotes", path, "--as", "u26") == (2, "", f"error: {rule}, got '{path}'\n")
    path.write_text("hello. The end.")
    assert call("quotes", path, "--as", "u26")[0] == 1


def test_missing_pypdf_is_one_line_that_names_the_extra(call, stated, tmp_path, monkeypatch):
    stated(one=verbatim("The end.", "p. 3"))
    (tmp_path / "paper.pdf").write_bytes(b"%PDF-1.4")
    monkeypatch.setitem(sys.modules, "pypdf", None)
    status, _, err = call("quotes", "--paper", tmp_path / "paper.pdf")
    assert status == 2 and err.count("\n") == 1 and "pip install '.[papers]'" in err


def test_pdf_is_read_and_a_broken_one_refused(call, stated, tmp_path):
    pytest.importorskip("pypdf", reason="NOT RUN: the package pypdf (extra `papers`) is not installed")
    drawing = pytest.importorskip("matplotlib.figure", reason="NOT RUN: no matplotlib (extra `figures`) to make a PDF")
    figure = drawing.Figure()
    figure.text(0.1, 0.6, "arXiv:2605.31558v1")
    figure.text(0.1, 0.5, "The discrepancy is bounded.")
    figure.savefig(tmp_path / "paper.pdf")
    stated(one=verbatim("The discrepancy is bounded.", "p. 1"))
    assert call("quotes", "--paper", tmp_path / "paper.pdf")[0] == 0
    (tmp_path / "broken.pdf").write_bytes(b"no PDF at all")
    status, _, err = call("quotes", "--paper", tmp_path / "broken.pdf")
    assert status == 2 and err.count("\n") == 1 and "paper must be a PDF that pypdf can read" in err


def test_u26_is_recognised_and_its_sentences_are_found_on_their_pages(u26_pages):
    assert recognise(u26_pages[0].text, Path("u26.txt")) == "U26" and [page.number for page in u26_pages] == list(
        range(1, 31)
    )
    for locator, quote in PRINTED:
        [check] = check_quotes({quote: verbatim(quote, locator)}, u26_pages, "U26")
        assert check.good, check


@pytest.mark.parametrize("right, wrong", [("purely symbolic", "purely positional"), ("cannot", "can")])
def test_wrong_word_in_a_sentence_of_u26_is_named(u26_pages, right, wrong):
    found = find_quote(PRINTED[0][1].replace(right, wrong), u26_pages)
    assert not found.match and found.page == 7
    assert any(wrong.split()[-1] in quoted.split() for quoted, _ in found.differences)


def test_quotes_of_the_claims_are_in_u26_where_they_say(u26_pages):
    sources = {claim_id: claim.source for claim_id, claim in theory.claims().items()}
    if not all(isinstance(source, Source) for source in sources.values()):
        pytest.skip("NOT RUN: the claims name their sources as plain text")
    checks = check_quotes(sources, u26_pages, "U26")
    wrong = [(check.claim_id, check.source.locator, check.found) for check in checks if not check.good]
    assert checks and not wrong


def test_a_displayed_formula_is_looked_for_by_its_signs():
    pages = split_pages("Indeed, we have\n   π2\nΔ(n) ≤ 2 .\n   n2\nThe proof")
    for display, good in (("Δ(n) ≤ 2 π²/n².", True), ("Δ(n) ≤ 4 π²/n².", False), ("Δ(n) ≤ π²/n².", False)):
        source = Source("U26", "p. 1", Wording.VERBATIM, "Indeed, we have", display)
        [check] = check_quotes({"x": source}, pages, "U26")
        assert check.good is good and source.printed == f"Indeed, we have {display}"
    with pytest.raises(InvalidInput, match="after a quotation"):
        Source("U26", "p. 1", Wording.PARAPHRASE, "", "Δ ≤ 1")


def test_the_formula_that_theorem_3_2_is_refuted_for_stands_in_its_quotation(u26_pages):
    source = theory.claim("u26.thm32").source
    assert "∆Index(n) ≤ min … [{1 − cos(θ), 2 π²/n²}.] Now let" in source.printed
    for left_out, good in (
        (source.left_out, True),
        ("{1 − cos(θ), 4 π²/n²}.", False),
        ("2 π²/n².", False),
        ("{1 + cos(θ), 2 π²/n²}.", False),
    ):
        [check] = check_quotes({"x": replace(source, left_out=left_out)}, u26_pages, "U26")
        assert check.good is good, left_out
    assert any(f"min{source.left_out}" in row.anew for row in register("U26").rows)  # sign by sign, with the fraction
    with pytest.raises(InvalidInput, match="at the one … of a quotation"):
        replace(source, quote="Δ", left_out="1")


def test_a_sentence_whose_formula_is_set_anew_has_the_signs_of_the_page(u26_pages):
    """The two bounds by the length of Theorem 3.2 stand in fractions, which the text of a PDF flattens to “2 2”."""
    rows = [row for row in register("U26").rows if row.anew]
    assert [row.page for row in rows] == [8, 21] and all("2 π²/n²" in row.printed for row in rows)
    for row in rows:
        assert set_anew(row.anew, row.quote, u26_pages)
        assert not set_anew(row.anew.replace("2 π²", "4 π²"), row.quote, u26_pages)
        assert not set_anew(row.anew.replace("∆", ""), row.quote, u26_pages)


def test_no_sentence_is_shown_with_a_fraction_flattened_or_a_word_divided():
    for row in register("U26").rows:
        assert not re.search(r"[≤≥=<>] *\d \d\b|\w- … \w", row.printed), row.printed
    divided = [row for row in register("U26").rows if row.printed != row.quote and not row.anew]
    assert "whereas Retrieval must be implemented symbolically." in [row.printed for row in divided]


def test_what_changes_with_an_entry_is_quoted_from_the_page_that_it_names(u26_pages):
    """The words printed at each place of `Erratum.follows`, and those to be replaced; displays are named and not quoted."""
    printed = {
        8: (
            "upper bounds for",
            "hard limitations on the ability of the model",
            "upper bound of discrepancy",
            "upper-bound discrepancy",
        ),
        9: ("theoretical upper bounds",),
        21: ("Consider n sub-intervals of length 2π/n",),
        24: ("upper-bounded by",),
    }
    lines = theory.claim("u26.thm32").erratum.follows
    for page, quotes in printed.items():
        there = " ".join(line for line in lines if line.startswith(f"p. {page},"))
        for quote in quotes:
            found = find_quote(quote, u26_pages, page)
            assert found.match and found.page == page, quote
            assert f"“{quote}”" in there or page == 21, quote
    assert {int(line.split()[1].rstrip(",")) for line in lines} == set(printed)
