"""Generated files and pages: what they say, and that nothing outside the markers changes."""

import json
import re
from pathlib import Path

import pytest

from rope_theory.core.angles import Angle
from rope_theory.core.errors import InvalidInput
from rope_theory.core.files import write_text
from rope_theory.core.tasks import Pair
from rope_theory.evidence.claims import Tier
from rope_theory.evidence.claims.trusted import NO_OVERFLOW
from rope_theory.evidence.ledger import Ledger
from rope_theory.evidence.theory import claims
from rope_theory.faces.report.claim_list import SAYS, claim_list, refuted_by_words
from rope_theory.faces.report.errata import HEADINGS, errata
from rope_theory.faces.report.generated import generated, stale, u26_counted, with_section
from rope_theory.faces.report.pages import page_of
from rope_theory.faces.report.rows import counts, row, trust
from rope_theory.faces.report.tally import parts, refuted, wholes
from rope_theory.faces.report.words import show
from rope_theory.laws.gaps import Others

ROOT = Path(__file__).resolve().parents[1]

BASE = {
    "id": "u26.toy",
    "title": "Is a toy a toy?",
    "source": "U26, Toy",
    "wording": "VERBATIM",
    "quote": "every k is below five",
    "in_fairness": "Surely k < 5 is meant.",
    "erratum": {"weight": "SLIP", "why": "one sign", "mend": "for < read <="},
    "by_hand": ["k = 5 = 5 > 4"],
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
    "title": "A toy, corrected",
    "wording": "OURS",
    "quote": "",
    "in_fairness": "",
    "erratum": None,
    "by_hand": [],
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
    "title": "Table 1",
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


def test_errata_lists_printed_refutations_with_check_and_correction():
    text = errata([BASE, FIXED, PROVED])
    assert refuted([BASE, FIXED, PROVED]) == [BASE]
    assert "**Printed:** “every k is below five”" in text and "**In fairness:** Surely k &lt; 5 is meant." in text
    assert '<a id="u26.toy"></a>\n\n## U26, Toy\n' in text and r"Every k\|n is \* &lt; 5." in text
    assert text.index("**In fairness:**") < text.index("**Check by hand")
    assert "**Check by hand in two minutes:**\n\n1. k = 5 = 5 > 4\n\n**Least change:** for &lt; read &lt;=.\n" in text
    assert "**Then it holds** (`u26.toy.corrected`, PROVED): Every k is &lt;= 5." in text and "- k is whole." in text
    assert "which of its readings is not yours" in text and "*Slip:* one sign." in text
    assert (
        "| [U26, Toy](#u26.toy) |" in text
        and "| as printed | `u26.toy.corrected` |" in text
        and "(`u26.table1`)" in text.partition("## What needs")[0]
    )
    assert "**Printed" not in errata([PROVED]) and "## What needs" not in errata([PROVED])


def test_errata_come_by_weight_and_quoted_ones_first_and_hold_no_words_of_ours():
    def entry(name, wording, weight):
        return {**BASE, "id": f"u26.{name}", "wording": wording, "erratum": {**BASE["erratum"], "weight": weight}}

    told, heavy = entry("told", "PARAPHRASE", "SLIP"), entry("heavy", "PARAPHRASE", "SUBSTANTIVE")
    others = [{**BASE, "id": f"u26.{word.lower()}", "wording": word, "erratum": None} for word in ("OURS", "SECONDARY")]
    rows = [*others, told, BASE, heavy, entry("read", "VERBATIM", "READING")]
    text = errata(rows)
    assert [one["id"] for one in refuted(rows)] == ["u26.heavy", "u26.read", "u26.toy", "u26.told"]
    spots = [text.index(f"\n# {heading}\n") for heading in HEADINGS.values()]
    assert (
        spots[0]
        < text.index('id="u26.heavy"')
        < spots[1]
        < text.index('id="u26.read"')
        < spots[2]
        < text.index('id="u26.toy"')
    )
    assert "u26.ours" not in text and "u26.secondary" not in text


def test_a_part_stands_under_its_whole_and_is_counted_with_it():
    part = {**BASE, "id": "u26.half", "erratum": {**BASE["erratum"], "part_of": "u26.toy"}}
    alone = {**BASE, "id": "u26.alone", "erratum": {**BASE["erratum"], "part_of": "u26.gone"}}
    rows = [part, alone, BASE, PROVED]
    text = errata(rows)
    assert [one["id"] for one in wholes(rows)] == ["u26.alone", "u26.toy"] and parts(BASE, rows) == [part]
    assert text.index("(#u26.toy)") < text.index('id="u26.toy"') < text.index('id="u26.half"')
    assert "(#u26.half)" not in text and text.count("### U26, Toy") == 1
    assert "| [U26](#the-texts) | 1 | 0 | 0 | 2 |" in text
    assert "3 are papers' statements or parts of them" in refuted_by_words(rows) and refuted_by_words(
        rows
    ) in claim_list(rows)
    assert "Of U26's 3 statements 1 holds as we read it, 2 do not: 2 lesser (2 slips)." == u26_counted(rows)
    heavy = [*rows, {**BASE, "id": "u26.heavy", "source": "U26, p. 8, Theorem 3.2", "erratum": None}]
    assert "Of U26's 4 statements 1 holds as we read it, 3 do not: 1 substantive, 2 lesser (2 slips)" in u26_counted(
        heavy
    )


def test_the_errata_of_one_paper_are_its_part_of_the_file_and_the_same_as_data(call):
    status, text, _ = call("errata", "u26", "--markdown")
    whole = (ROOT / "ERRATA.md").read_text(encoding="utf-8")
    entries = re.findall(r'<a id="([^"]+)"></a>', text)
    assert status == 0 and entries == [
        one for one in re.findall(r'<a id="([^"]+)"></a>', whole) if claims()[one].source.paper == "U26"
    ]
    for name in entries:
        start = f'<a id="{name}"></a>'
        assert text.partition(start)[2].partition("<a id=")[0].partition("\n# ")[0] in whole
    assert "| [U26](#the-texts) |" in text and "Men2024" not in text and "- **U26**, p. 9:" in text
    data = json.loads(call("errata", "u26", "--json")[1])
    assert [one["id"] for one in data["entries"]] == entries and all(
        one["by_hand"] and one["corrected"] for one in data["entries"]
    )
    assert all(f"(`{one['id']}`" in text for one in data["standing"]) and len(data["numbers"]) == 2
    assert [(one["page"], bool(one["against"] and one["note"])) for one in data["too_strong"]] == [(1, True), (6, True)]
    assert all(f"“{one['wording']}”" in text for one in data["too_strong"])
    assert call("errata", "u25", "--markdown")[1].count("<a id=") == 0 and call("errata", "u99")[0] == 2
    assert call("errata", "--markdown")[1] == whole
    assert call("errata", "--markdown", "--json")[0] == 2


def test_errata_begin_with_the_entries_of_each_paper_by_weight():
    whole = (ROOT / "ERRATA.md").read_text(encoding="utf-8")
    table = whole.partition("| text | substantive | reading | slip |")[2].partition("\n\n")[0]
    assert whole.index(table) < whole.index("## What stands")
    listed = dict(re.findall(r"^\| (\w+) \| (.*) \|$", table, re.M))
    assert {"U26", "Men2024"} <= set(listed) and "U25" not in listed
    found = [cell.count("](#") for cell in listed["U26"].split(" | ")]
    assert found == [1, 6, 7] and listed["U26"].startswith("[p. 8, Theorem 3.2](#u26.thm32) | ")
    linked = re.findall(r"\]\(#([^)]+)\)", table)
    assert len(linked) == len(set(linked)) and set(linked) <= set(re.findall(r'<a id="([^"]+)"></a>', whole))


def words_of(markdown):
    """What a reader sees of it: no comments, tags, links and marks; signs of a table and of headings are no words."""
    text = re.sub(r"<!--.*?-->|<summary>.*?</summary>|</?(?:a|details)\b[^>]*>", " ", markdown)
    text = re.sub(r"\]\((?:#|proofs/)[^)]*\)", "]", text).replace("&lt;", "<")
    return re.findall(r"[^\W_]+|[<>≤≥]", text)


@pytest.mark.parametrize("columns", [80, 100, 200])
def test_errata_on_a_terminal_are_plain_text_with_every_word_of_the_markdown(call, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    status, text, err = call("errata", "u26")
    assert status == 0 and not err and 70 < max(map(len, text.splitlines())) <= min(columns, 100)
    whole = call("errata", "u26", "--markdown")[1]
    cut = re.compile(
        r"It depends on what is meant\.(.*?)In Figure 5A mended", re.DOTALL
    )  # a table whose headings stand at each cell here
    assert words_of(cut.sub("", text)) == words_of(cut.sub("", whole))
    assert set(words_of(cut.search(whole)[1])) == set(words_of(cut.search(text)[1]))
    assert not re.search(r"<[a-z/!]|&lt;|\*\*|\]\(|\\[|*]|^#|^\|[ -]", text, re.M)
    flow = " ".join(text.split())
    assert (
        "Least change: we suggest “For n > m, ∆Index(n) ≤ min{1 − cos θ, 2π²/(⌊n/2⌋ + 1)²}." in flow
        and "θ' < ω/(2 n0), Δ_Retrieval(n) <= 1" in flow
    )
    lines = text.splitlines()
    for title, line in (("Errata", "="), ("What stands", "-"), ("U26, p. 8, Theorem 3.2", "-"), ("Slips", "=")):
        assert lines[lines.index(title) + 1] == line * len(title)
    assert lines[lines.index("text  stand  substantive  reading  slip") + 1].split() == ["U26", "35", "1", "6", "7"]
    assert "\n\n\n" not in text and "Printed: “Now let ω = 2π/|ALPH| and θ < ω/2n₀. Then, for TRetrieval" in flow


def test_every_part_on_record_belongs_to_a_refuted_printed_statement_as_heavy():
    known = claims()
    found = {one.id: one for one in known.values() if one.erratum and one.erratum.part_of}
    assert set(found) == {"u26.index-bound-length", "u26.retrieval-bound"}
    for one in found.values():
        whole = known[one.erratum.part_of]
        assert whole.erratum and whole.erratum.weight is one.erratum.weight and not whole.erratum.part_of
        assert whole.source.paper == one.source.paper and whole.source.locator in f"{one.source.locator})"


def test_a_refutation_that_nobody_weighed_is_listed_as_heavy():
    text = errata([{**BASE, "erratum": None}])
    assert "| substantive | [U26, Toy](#u26.toy)" in text and "*Substantive:* not weighed yet." in text


def test_what_stands_is_what_is_supported_in_the_papers_order():
    def row_of(id, source, verdict, wording="PARAPHRASE"):
        return {**PROVED, "id": id, "source": source, "verdict": verdict, "wording": wording}

    rows = [
        row_of("u26.table1", "U26, p. 27, Table 1", "PROVED"),
        row_of("u26.thm31", "U26, p. 7, Theorem 3.1", "DERIVED"),
        row_of("u25.thm2", "U25, Theorem 2", "PROVED"),
        row_of("u25.thm1", "U25, Theorem 1", "PROVED"),
        row_of("u26.rem32", "U26, p. 8, Remark 3.2", "UNDECIDED"),
        row_of("u26.rem31a", "U26, p. 7, Remark 3.1", "PROVED", "OURS"),
    ]
    told = errata(rows).partition("## What stands\n")[2].partition("\n# ")[0].splitlines()[3:]
    assert [line for line in told if line] == [
        "- **U25**: Of 3 statements 2 hold as we read them, 1 is undecided (Theorem 7, second half). Those that hold:",
        "  - Theorem 1: Table 1 (`u25.thm1`)",
        "  - Theorem 2: Table 1 (`u25.thm2`)",
        "- **U26**: Of 3 statements 2 hold as we read them, 1 is undecided. Those that hold:",
        "  - p. 7, Theorem 3.1: Table 1 (`u26.thm31`, DERIVED)",
        "  - p. 27, Table 1: Table 1 (`u26.table1`)",
    ]


def test_errata_of_a_real_refutation_says_what_survives():
    ledger = Ledger()
    text = errata([row(ledger.decide("u26.number-solution"))])
    assert 'id="u26.number-solution"' in text and "proofs/u26_number_solution.py" in text
    assert (
        "n1 - j + 1 = 0 ∈ {1..3} fails, and s_{n2 - j + 1} = s_3 = A ≠ C" in text
        and "**What survives of the proof:**" in text
    )


def test_claim_table_has_one_line_for_each_claim_and_ends_with_what_is_trusted():
    text = claim_list([BASE, PROVED])
    assert "2 claims: 1 PROVED, 1 REFUTED; 4 of 4 controls rejected." in text
    receipt = "[receipt](proofs/formal/u26_table1.v)"
    assert (
        f"| [`u26.table1`](proofs/u26_table1.py)<br>Table 1 | our sentence for a printed one | PROVED | {receipt} | all k | 2/2 |"
        in text
    )
    assert "## Without a formal proof\n\n- `u26.toy`\n\n## Taken on trust" in text
    assert "1.5" not in text  # no seconds in a committed file
    assert text.endswith(
        "| taken on trust | what it says | claims that rest on it |\n|---|---|---|\n| b |  | 2: 1 PROVED, 1 REFUTED |\n| a |  | 1 REFUTED |\n"
    )


def test_a_link_to_an_entry_names_its_place_without_half_brackets():
    """It ended in “(its assumption: p. 14”; the number of an equation stays."""
    table = (
        (ROOT / "ERRATA.md").read_text(encoding="utf-8").partition("The entries of each text")[2].partition("## ")[0]
    )
    links = re.findall(r"\[([^\]]+)\]\(#([\w.-]+)\)", table)
    assert len(links) > 15 and ("p. 5, eq. (16)", "su2021.eq16") in links
    assert ("p. 15, Appendix B.1", "u26.number-solution") in links
    assert all(name.count("(") == name.count(")") and not name.endswith(",") for name, _ in links)


def test_each_line_of_what_is_trusted_in_claims_md_has_a_sentence_and_the_verdicts_of_those_counted():
    """241 on Coq beside 240 PROVED was left to be guessed."""
    lines = (ROOT / "CLAIMS.md").read_text(encoding="utf-8").partition("| taken on trust |")[2].splitlines()[2:]
    assert len(lines) >= 10
    told = [line.strip("| ").split(" | ") for line in lines]
    assert all(len(cells) == 3 and cells[1].endswith(".") for cells in told)
    for _, _, number in told:
        total, _, each = number.rpartition(": ")
        assert all(name in Tier.__members__ for name in re.findall(r"[A-Z]+", each))
        assert not total or int(total) == sum(map(int, re.findall(r"\d+", each)))
    used = {begin for begin in SAYS if any(cells[0].startswith(begin) for cells in told)}
    assert used == {*SAYS}  # no sentence about what nothing rests on


README = """# T
<!-- counts:begin -->
outdated
<!-- counts:end -->
mine
end
"""


def test_generated_files_keep_what_is_outside_the_markers(tmp_path):
    (tmp_path / "README.md").write_text(README)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "verdicts.md").write_text("before\n<!-- beside:begin -->\n<!-- beside:end -->\nafter\n")
    rows = [BASE, {**FIXED, "trust": ["b", NO_OVERFLOW]}]
    assert stale(rows, tmp_path) == ["ERRATA.md", "CLAIMS.md", "README.md", "verdicts.md"]
    for path, text in generated(rows, tmp_path).items():
        write_text(path, text)
    new = (tmp_path / "README.md").read_text()
    assert stale(rows, tmp_path) == []
    assert stale([BASE], tmp_path) == ["ERRATA.md", "CLAIMS.md", "README.md", "verdicts.md"]
    said = (tmp_path / "docs" / "verdicts.md").read_text()
    assert said.startswith("before\n") and said.endswith("\nafter\n") and "unless Coq is run" in said
    assert f"\n- {NO_OVERFLOW}: `u26.toy.corrected`\n" in said
    assert "2 claims: 1 PROVED, 1 REFUTED; 4 of 4 controls rejected." in new
    assert new.startswith("# T\n") and "\nmine\n" in new and new.endswith("\nend\n") and "outdated" not in new


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
