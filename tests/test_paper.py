"""The paper: what the template says by hand holds no number, what is filled in comes from claims, and TeX can read it."""

from __future__ import annotations

import dataclasses
import importlib.util
import re
import shutil
from pathlib import Path

import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.evidence.claims import PRINTED, Tier
from rope_theory.evidence.theory import claim, claims

ROOT = Path(__file__).resolve().parents[1]
SPEC = importlib.util.spec_from_file_location("paper", ROOT / "tools" / "paper.py")
assert SPEC is not None and SPEC.loader is not None
paper = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(paper)
TEMPLATE = paper.TEMPLATE.read_text(encoding="utf-8")
#: \begin, \end and braces that count: escaped braces are text.
TOKEN = re.compile(r"\\begin\{(\w+\*?)\}|\\end\{(\w+\*?)\}|(?<!\\)([{}])")
#: Words in the text, from the first section on; what 8 to 12 pages hold (8415 made 12 pages with pdflatex).
BAND = (5300, 8450)


@pytest.fixture(scope="module")
def tex():
    return paper.fill(TEMPLATE)


def test_it_is_ascii_and_balanced(tex):
    assert tex.isascii()
    opened = []
    for begin, end, brace in TOKEN.findall(re.sub(r"(?m)(?<!\\)%.*$", "", tex)):
        if begin or brace == "{":
            opened.append(begin or "{")
        else:
            assert opened.pop() == (end or "{"), opened[-3:]
    assert not opened and len(re.findall(r"(?<!\\)\$", tex)) % 2 == 0


def test_every_reference_has_its_label_and_every_work_its_entry(tex):
    labels = re.findall(r"\\label\{([^}]+)\}", tex)
    assert len(labels) == len(set(labels))
    assert set(re.findall(r"\\ref\{([^}]+)\}", tex)) <= set(labels)
    cited = {key for keys in re.findall(r"\\cite\{([^}]+)\}", tex) for key in keys.split(",")}
    assert cited == set(re.findall(r"\\bibitem\{([^}]+)\}", tex))


def test_every_claim_that_it_names_exists(tex):
    code = re.findall(r"\\texttt\{((?:u2[56]|new)\.[^ ]*?)\}(?!\w)", tex.replace(r"\allowbreak{}", ""))
    assert len(code) > 60 and set(code) <= set(claims())


def test_every_refuted_sentence_of_the_papers_is_there_and_its_correction(tex):
    body = tex.replace(r"\allowbreak{}", "")
    for known in claims().values():
        about = known.source.paper in paper.SUBJECTS
        if about and known.verdict is Tier.REFUTED and known.source.wording in PRINTED:
            assert rf"(\texttt{{{known.id}}}, REFUTED.)" in body
            assert all(rf"\label{{{one.id}}}" in tex for one in claims().values() if one.corrects == known.id)


def test_the_template_says_no_number_by_itself():
    """Digits stand in formulas, in names (U25, U26), in layout and in the list of works; all others are filled in."""
    prose = TEMPLATE.partition(r"\begin{abstract}")[2].partition(r"\begin{thebibliography}")[0]
    prose = re.sub(r"@\{[^}]*\}|\\\[.*?\\\]|\$[^$]*\$|U2[56]|\\(?:ref|label|cite)\{[^}]*\}", "", prose, flags=re.DOTALL)
    prose = re.sub(r"\.\d+\\linewidth|\\setlength\{[^}]*\}\{[^}]*\}", "", prose)
    assert not re.findall(r"\S*\d\S*", prose)
    in_formulas = "".join(re.findall(r"\\\[.*?\\\]|\$[^$]*\$", TEMPLATE, flags=re.DOTALL))
    assert not re.findall(r"\d\.\d|\d\d", in_formulas)


def test_the_length_is_that_of_eight_to_twelve_pages(tex):
    letters = re.sub(r"\\ensuremath\{([A-Za-z])\}", r"\1", tex.partition(r"\section{")[2])  # nor is a variable in 2n
    body = re.sub(r"\\textsubscript\{(.*?)\}", r"\1", letters)  # an index is no word of its own
    words = re.sub(
        r"\\(?:begin|end|label|ref|cite|includegraphics)(?:\[[^]]*\])?\{[^}]*\}|\\[a-z]+|[{}$~&]", " ", body
    ).split()
    assert BAND[0] <= len(words) <= BAND[1], len(words)


def test_only_what_a_kernel_checked_is_called_a_theorem():
    assert [tier for tier, name in paper.NAMES.items() if "heorem" in name] == [Tier.PROVED]
    assert set(paper.NAMES) == set(Tier)


@pytest.mark.parametrize("tier", [Tier.DERIVED, Tier.REFUTED])
def test_a_sabotaged_verdict_changes_what_a_statement_is_called(monkeypatch, tier):
    sabotaged = dataclasses.replace(claim("u25.thm1"), verdict=tier)
    monkeypatch.setattr(paper, "claim", lambda claim_id: sabotaged)
    assert rf"\begin{{{tier.name}}}" in paper.statement("u25.thm1") and "PROVED" not in paper.statement("u25.thm1")


def test_a_sabotaged_verdict_changes_counts_and_table(monkeypatch):
    before = paper.count("printed that are refuted"), paper.printed("U26")
    known = claims()
    changed = {**known, "u26.rem32": dataclasses.replace(known["u26.rem32"], verdict=Tier.REFUTED)}
    monkeypatch.setattr("rope_theory.faces.report.letter_claims.claims", lambda: changed)
    assert int(paper.count("printed that are refuted")) == int(before[0]) + 1
    assert paper.printed("U26") != before[1]


@pytest.mark.parametrize("text", ["@{verdict:u26.none}", "@{none:x}", "@{count:none}", "@{figure:none}"])
def test_what_cannot_be_filled_is_an_error(text):
    with pytest.raises(InvalidInput):
        paper.fill(text)


def test_without_a_tex_the_file_is_written_and_all_is_well(tmp_path, monkeypatch, capsys, tex):
    monkeypatch.setattr(paper, "fill", lambda template: tex)
    file = paper.write(tmp_path / "paper")
    shown = set(re.findall(r"\\includegraphics\[[^]]*\]\{([^}]+)\}", tex))
    assert {path.name for path in file.parent.iterdir()} == {"paper.tex", *(f"{name}.png" for name in shown)}
    monkeypatch.setenv("PATH", "")
    assert paper.compile_pdf(file) == 0
    assert "no TeX was found" in capsys.readouterr().out and not file.with_suffix(".pdf").exists()


@pytest.mark.skipif(not (shutil.which("latexmk") or shutil.which("pdflatex")), reason="no TeX on this machine")
def test_it_compiles_to_eight_to_twelve_pages(tmp_path):
    import pypdf

    file = paper.write(tmp_path)
    assert paper.compile_pdf(file) == 0
    assert 8 <= len(pypdf.PdfReader(file.with_suffix(".pdf")).pages) <= 12
    log = file.with_suffix(".log").read_text(encoding="latin-1")
    assert "undefined" not in log and "Missing character" not in log
