"""Generated files and pages: what they say, and that nothing outside the markers changes."""

from pathlib import Path

import pytest

from rope_theory.core.angles import Angle
from rope_theory.core.errors import InvalidInput
from rope_theory.core.files import write_text
from rope_theory.core.tasks import Pair
from rope_theory.evidence.ledger import Ledger
from rope_theory.faces.report.errata import PARTS, errata, refuted
from rope_theory.faces.report.generated import (
    claim_table,
    generated,
    stale,
    with_section,
)
from rope_theory.faces.report.pages import page_of
from rope_theory.faces.report.rows import counts, row, trust
from rope_theory.faces.report.words import show
from rope_theory.laws.gaps import Others

BASE = {
    "id": "u26.toy",
    "source": "U26, Toy",
    "wording": "VERBATIM",
    "quote": "every k is below five",
    "in_fairness": "Surely k < 5 is meant.",
    "statement": "Every k|n is * < 5.",
    "hypotheses": ["k >= 1"],
    "verdict": "REFUTED",
    "method": "exact witness",
    "domain": "one instance",
    "witness": {"k": "5"},
    "trust": ["a", "b"],
    "uses": [],
    "controls": {"total": 2, "rejected": 2},
    "attacked": 0,
    "faults": [],
    "seconds": 1.5,
    "recorded": "REFUTED",
    "readings": ["k is whole."],
    "corrects": None,
    "sound": True,
    "kernel": {"status": "none", "file": "", "reasons": []},
}
FIXED = {
    **BASE,
    "id": "u26.toy.corrected",
    "wording": "OURS",
    "quote": "",
    "in_fairness": "",
    "statement": "Every k is <= 5.",
    "verdict": "PROVED",
    "witness": None,
    "corrects": "u26.toy",
    "domain": "all k",
    "trust": ["b"],
}
PROVED = {
    **FIXED,
    "id": "u26.table1",
    "wording": "PARAPHRASE",
    "corrects": None,
    "readings": [],
    "kernel": {"status": "receipt", "file": "proofs/formal/u26_table1.v", "reasons": []},
}


@pytest.mark.parametrize(
    "value, text",
    [
        ((Pair("A", 1), Pair("B", "A")), "A1 BA"),
        (("A", 2), "A 2"),
        (Angle.parse("2pi/7"), "2π/7"),
        (Angle.parse("0.8"), "4/5"),
        (Angle(), "0"),
        (Angle(1, 2), "2π + 2"),
        (((1, 2), (3,)), "(1 2, 3)"),
        ((), "()"),
        ({"k": 1, "s": "x"}, "k = 1, s = x"),
        (show, "show"),
        (None, "None"),
        (Others.ANY, "any other position"),
        ((Others.ANY, Others.OTHER_LETTER), "any other position; tokens with another left letter"),
        ((True, False), "yes no"),
    ],
)
def test_values_are_shown_as_a_reader_writes_them(value, text):
    assert show(value) == text


def test_counts_and_trust_are_sorted():
    assert counts([BASE, FIXED, PROVED]) == {"PROVED": 2, "REFUTED": 1}
    assert trust([BASE, FIXED, PROVED]) == [("b", 3), ("a", 1)]


def test_errata_lists_printed_refutations_with_witness_and_correction():
    text = errata([BASE, FIXED, PROVED])
    assert refuted([BASE, FIXED, PROVED]) == [BASE]
    assert "**Printed:** “every k is below five”" in text and "**In fairness:** Surely k &lt; 5 is meant." in text
    assert "## u26.toy\n" in text and "**Witness:** k = `5`" in text and r"Every k\|n is \* &lt; 5." in text
    assert "**Corrected** (`u26.toy.corrected`, PROVED): Every k is &lt;= 5." in text and "- k is whole." in text
    assert "u26.table1" not in text and "| U26, Toy | as printed | `u26.toy.corrected` |" in text
    assert "## " not in errata([PROVED])


def test_errata_has_two_parts_and_neither_holds_our_own_words():
    told = {**BASE, "id": "u26.told", "wording": "PARAPHRASE", "quote": ""}
    others = [{**BASE, "id": f"u26.{word.lower()}", "wording": word, "quote": ""} for word in ("OURS", "SECONDARY")]
    text = errata([*others, told, BASE])
    assert refuted([*others, told, BASE]) == [BASE, told]
    quoted, paraphrased = (text.index(f"# {heading}") for heading in PARTS.values())
    assert quoted < text.index("## u26.toy") < paraphrased < text.index("## u26.told")
    assert "u26.ours" not in text and "u26.secondary" not in text


def test_errata_of_a_real_refutation_says_what_survives():
    ledger = Ledger()
    text = errata([row(ledger.decide("u26.number-solution"))])
    assert "## u26.number-solution" in text and "proofs/u26_number_solution.py" in text


def test_claim_table_has_one_line_for_each_claim_and_ends_with_what_is_trusted():
    text = claim_table([BASE, PROVED])
    assert "2 claims: 1 PROVED, 1 REFUTED; 4 of 4 controls rejected." in text
    receipt = "[receipt](proofs/formal/u26_table1.v)"
    assert (
        f"| [`u26.table1`](proofs/u26_table1.py) | our sentence for a printed one | PROVED | {receipt} | all k | 2/2 |"
        in text
    )
    assert "## Without a formal proof\n\n- `u26.toy`\n\n## Taken on trust" in text
    assert "1.5" not in text  # no seconds in a committed file
    assert text.endswith("| taken on trust | claims that rest on it |\n|---|---|\n| b | 2 |\n| a | 1 |\n")


README = """# T
<!-- counts:begin -->
old
<!-- counts:end -->
mine
end
"""


def test_generated_files_keep_what_is_outside_the_markers(tmp_path):
    (tmp_path / "README.md").write_text(README)
    rows = [BASE, FIXED]
    assert stale(rows, tmp_path) == ["ERRATA.md", "CLAIMS.md", "README.md"]
    for path, text in generated(rows, tmp_path).items():
        write_text(path, text)
    new = (tmp_path / "README.md").read_text()
    assert stale(rows, tmp_path) == [] and stale([BASE], tmp_path) == ["ERRATA.md", "CLAIMS.md", "README.md"]
    assert "2 claims: 1 PROVED, 1 REFUTED; 4 of 4 controls rejected." in new
    assert new.startswith("# T\n") and "\nmine\n" in new and new.endswith("\nend\n") and "old" not in new


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<!-- x:begin -->",
        "<!-- x:end --><!-- x:begin -->",
        "<!-- x:begin --><!-- x:end --><!-- x:begin -->",
        "<!-- x:begin --><!-- x:end --><!-- x:end -->",
    ],
)
def test_missing_or_repeated_markers_are_refused(text):
    with pytest.raises(InvalidInput, match="README.md must hold"):
        with_section(text, "x", "new")


def test_missing_markers_count_as_stale(tmp_path):
    (tmp_path / "README.md").write_text("no markers")
    assert "README.md" in stale([BASE], tmp_path)[0]
    assert stale([BASE], tmp_path / "missing")


def test_the_repositorys_readme_has_the_markers():
    text = (Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")
    assert with_section(text, "counts", "x") != text


def test_page_docstring_comes_in_parts():
    page = page_of("u26.rem31a.not-symbolic")
    assert (
        page.name == "u26_rem31a"
        and page.summary.startswith("T_Index's head")
        and page.part("Idea").startswith("all keys")
    )
    assert page.part("Traps") and not page.part("Steps") and page_of("u26.rem31a").name == page.name
