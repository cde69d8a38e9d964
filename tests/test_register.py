"""The register of a paper: complete, in order, its quotations found on their pages, its verdicts those of the claims."""

import dataclasses
import html
import json
import re
from math import exp, pi
from pathlib import Path

import pytest
from rich.cells import cell_len

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import h_pos, t_index_total
from rope_theory.core.errors import InvalidInput
from rope_theory.core.heads import is_positional
from rope_theory.core.tasks import (
    Pair,
    all_proper,
    improper,
    index_function,
    is_integer,
    parse_letter,
    solve_letter,
)
from rope_theory.core.truth import Truth
from rope_theory.evidence.claims import Erratum, Tier, Weight, Wording
from rope_theory.evidence.claims.quotes import find_quote, occurrences
from rope_theory.evidence.instances.index import index_queries
from rope_theory.evidence.papers import paper, papers
from rope_theory.evidence.register import Answer, Kind, Register, Row, Section, compared, register, sum_holds
from rope_theory.evidence.theory import claims
from rope_theory.faces.report.register import counts, recorded, register_json, runs_line, theorems
from rope_theory.laws.gaps import input_gap, least_gap, printed_bound
from rope_theory.machines.training import compare, receipts
from rope_theory.machines.training.compare import learnt_at, pure_layers, reach
from rope_theory.proofs import u26_fig3, u26_fig5a_layer, u26_table2

ROOT = Path(__file__).resolve().parents[1]
WHOLE = register("U26")
#: Claims u26.… that no sentence of the paper needs, with the reason.
NO_SENTENCE: dict[str, str] = {}
#: Rows that the register has at least; raise it with what is added.
LEAST = 388

ITEM = re.compile(
    r"^ *(Theorem|Lemma|Definition|Remark) (\w+\.\d+)\b(?= \(|\. [A-Z])|\b(Figure|Table|Listing) (\d+): ", re.M
)
HEADING = re.compile(r"^ *((?:[1-9]|[A-I])(?:\.\d+)*) {2,}([A-Z][A-Za-z](?:\S| (?! ))*)$", re.M)
#: A displayed formula with a number at its end; the paper has none.
NUMBERED_FORMULA = re.compile(r"\S {3,}\((?:\w\.)?\d+\)$", re.M)
SENTENCE_END = re.compile(r"(?<!al)(?<!e\.g)(?<!i\.e)[.:?!]\)?\d?\s+(?=[A-Z(])|\n\s*\n")
WORD = re.compile(r"[A-Za-z]{3,}")
#: Stretches of six words or more that say nothing: labels in figures, headings within a paragraph.
LABELS = (
    "Number Task … Letter Task … Hop 4",
    "Selective Indexing Reﬂexive Retrieval Reﬂexive",
    "Index … Number task … Retrieval",
    "1-hop number task (GPT 5.4)",
    "Head purity count",
    "Pure symbolic heads",
    "Conclusion, Average Hard Attention and Softmax.",
    "Methods for circuits and mechanisms interpretability.",
    "Frequency ID",
    "Layer 4 … Layer 5 … Layer 6 … Layer 7",
    "Number … Letter … Number … Letter … Number … Letter",
)


def keeping(keep) -> Register:
    """The register with the rows to keep, and with all sections."""
    kept = (dataclasses.replace(part, rows=tuple(filter(keep, part.rows))) for part in WHOLE.sections)
    return dataclasses.replace(WHOLE, sections=tuple(kept))


def changed(**fields) -> Register:
    """The register with its first row changed."""
    first, *others = WHOLE.sections
    row = dataclasses.replace(first.rows[0], **fields)
    return dataclasses.replace(WHOLE, sections=(Section(first.title, first.page, (row, *first.rows[1:])), *others))


def spans(quotes, pages) -> list[tuple[int, int] | None]:
    """Where the quotations begin and end, each at or after the beginning of the one before; None: not there."""
    found, last = [], 0
    for quote in quotes:
        here = next((span for span in occurrences(quote, pages) if span[0] >= last), None)
        found.append(here)
        last = last if here is None else here[0]
    return found


def wrong_quotes(found: Register, pages) -> list[str]:
    """Quotations and headings that are not on their page, or not in the paper's order."""
    asked = [(part.page, part.title) for part in found.sections] + [(row.page, row.quote) for row in found.rows]
    faults = []
    for page, quote in asked:
        here = find_quote(quote, pages, page)
        faults += [] if here.match and here.page == page else [f"p. {page}: {quote!r}: {here}"]
    if not faults:
        faults = [
            f"out of order: {row.quote}"
            for row, span in zip(found.rows, spans([row.quote for row in found.rows], pages), strict=True)
            if span is None
        ]
    return faults


def items(pages) -> set[tuple[str, int]]:
    """Numbered items of the text, each with the page of its statement."""
    return {
        (" ".join(filter(None, match.groups())), page.number) for page in pages for match in ITEM.finditer(page.text)
    }


def headings(pages) -> list[tuple[str, int]]:
    """(number and title, page) of the section headings."""
    return [(" ".join(match.groups()), page.number) for page in pages for match in HEADING.finditer(page.text)]


def missing_items(found: Register, pages) -> list[str]:
    """Numbered items, and the items of lists and cases, without a row on their page; headings without a section."""
    named = {(row.item, row.page) for row in found.rows}
    sections = {(re.sub(r"\s+", "", part.title), part.page) for part in found.sections}
    lists = {(f"{part} ({k})", page) for part, page in (("B.1", 14), ("B.2", 15)) for k in (1, 2, 3)}
    cases = {(f"F.2.1 Case {k}", 22) for k in (1, 2, 3)} | {(f"F.2.2 Case {k}", 25) for k in (1, 2)}
    faults = [f"{item}, p. {page}" for item, page in sorted((items(pages) | lists | cases) - named)]
    return faults + [
        f"section {title}, p. {page}"
        for title, page in headings(pages)
        if not any(known.startswith(re.sub(r"\s+", "", title)) and page == at for known, at in sections)
    ]


def body(page) -> str:
    """The page without authors and references."""
    if page.number == 1:
        return page.text.partition("Abstract")[2]
    if page.number == 13:
        return re.split(r"^A +Related Work$", page.text, flags=re.M)[1]
    return "" if page.number in (10, 11, 12) else page.text


@pytest.fixture(scope="module")
def sentences(u26_pages):
    """(page, words, first and last character) of every stretch of the paper's text that may be a sentence."""
    parts = [(page.number, part) for page in u26_pages for part in SENTENCE_END.split(body(page))]
    parts = [(page, part) for page, part in parts if len(WORD.findall(part)) >= 6 and "…" not in part]
    found = zip(parts, spans([part for _, part in parts], u26_pages), strict=True)
    return [(page, " ".join(part.split()), span) for (page, part), span in found]


def untouched(found: Register, pages, sentences) -> list[str]:
    """Sentences that no row quotes a word of; headings and labels are none."""
    quoted = [*(part.title for part in found.sections), *LABELS]
    known = [span for quote in quoted for span in occurrences(quote, pages)]
    known += filter(None, spans([row.quote for row in found.rows], pages))
    return [
        f"p. {page}: {words}"
        for page, words, (start, end) in sentences
        if not any(first < end and start < last for first, last in known)
    ]


def unnamed(found: Register) -> set[str]:
    """Claims u26.… in no row, and claims that quote the paper and decide none."""
    decide = {claim_id for row in found.rows for claim_id in row.claims}
    beside = {claim_id for row in found.rows for claim_id in row.beside}
    ours = {claim_id for claim_id in claims() if claim_id.startswith("u26.")} - set(NO_SENTENCE)
    quoted = {
        claim_id
        for claim_id, claim in claims().items()
        if claim.source.paper == "U26" and claim.source.wording is Wording.VERBATIM
    }
    return (ours - decide - beside) | (quoted - decide)


def test_every_claim_exists():
    named = {
        claim_id for paper in papers() for row in register(paper.name).rows for claim_id in (*row.claims, *row.beside)
    }
    assert len(named) > 100 and not named - set(claims())


def test_every_claim_of_the_paper_stands_in_the_register():
    assert not unnamed(WHOLE)
    assert unnamed(keeping(lambda row: "u26.table1" not in row.claims)) == {"u26.table1"}


def test_quotations_stand_on_their_pages_in_the_order_of_the_paper(u26_pages):
    assert wrong_quotes(WHOLE, u26_pages) == []


def test_planted_wrong_quotation_page_and_order_are_found(u26_pages):
    first = WHOLE.rows[0]
    wrong = first.quote.replace("language", "vision")
    assert wrong != first.quote and "vision" in wrong_quotes(changed(quote=wrong), u26_pages)[0]
    assert len(wrong_quotes(changed(page=2), u26_pages)) == 1
    abstract, *others = WHOLE.sections
    turned = Section(abstract.title, abstract.page, (*abstract.rows[1:], abstract.rows[0]))
    assert wrong_quotes(dataclasses.replace(WHOLE, sections=(turned, *others)), u26_pages)


def test_numbered_items_and_headings_are_all_there(u26_pages):
    assert len(items(u26_pages)) == 24 and len(headings(u26_pages)) == 31
    assert not [line for page in u26_pages for line in NUMBERED_FORMULA.findall(page.text)]
    assert missing_items(WHOLE, u26_pages) == []


def test_missing_item_or_heading_is_found(u26_pages):
    for name in sorted({row.item for row in WHOLE.rows if row.item}):
        fewer = keeping(lambda row, name=name: row.item != name)
        assert any(name in fault for fault in missing_items(fewer, u26_pages)), name
    assert any(
        fault.startswith("section 3.3 Mech")
        for fault in missing_items(WHOLE.only(lambda row: row.page != 6), u26_pages)
    )


def test_every_sentence_has_a_row(u26_pages, sentences):
    assert len(sentences) > 350 and untouched(WHOLE, u26_pages, sentences) == []


def test_deleted_row_is_found(u26_pages, sentences):
    """By its sentence, its item or its claim; where two rows share a sentence, by their number alone."""
    assert len(WHOLE.rows) >= LEAST
    found = spans([row.quote for row in WHOLE.rows], u26_pages)
    seen = 0
    for row, (first, last) in zip(WHOLE.rows, found, strict=True):
        others = [span for other, span in zip(WHOLE.rows, found, strict=True) if other is not row]
        touched = [span for _, _, span in sentences if first < span[1] and span[0] < last]
        alone = any(not any(a < end and start < b for a, b in others) for start, end in touched)
        fewer = keeping(lambda other, row=row: other is not row)
        seen += alone or bool(missing_items(fewer, u26_pages) or unnamed(fewer))
    assert seen > 0.8 * len(WHOLE.rows)


@pytest.mark.parametrize(
    "fields, rule",
    [
        ({"quote": ""}, "quote must be there exactly if our words are not"),
        ({"quote": "word " * 41}, "quote must have at most 40 words"),
        ({"kind": Kind.THEOREM}, "row must name what decides it, or say what is open"),
        ({"claims": ("u26.table1",), "sums": ("1 = 1",)}, "row must be decided by claims, by sums or by runs"),
        ({"claims": ("u26.table1",), "part": True}, "part needs claims or runs, and a note"),
        ({"part": True, "note": "half"}, "part needs claims or runs, and a note"),
        ({"claims": ("u26.table1",), "open": "the rest"}, "open must not stand beside claims that decide all"),
        ({"slip": True}, "slip needs a note"),
        ({"slip": True, "note": "Two bars are missing."}, "slip must not rest on a bar"),
    ],
)
def test_row_that_says_too_little_or_too_much_is_refused(fields, rule):
    with pytest.raises(InvalidInput, match=rule):
        Row(**({"quote": "A sentence.", "kind": Kind.OPINION, "page": 1} | fields))


@pytest.mark.parametrize(
    "text, rests",
    [("two bars: an amount has no sign", True), ("A closing bracket is missing.", True), ("v is set in bold", True),
     ("for dᵢ − dⱼ read |dᵢ − dⱼ|", True), ("(a + b)c in place of a + bc", True), ("√n for n", True),
     ("for k e^μ read k e^{βμ}", False), ("for ≤ read ≥", False), ("for n in 2π²/n² read ⌊n/2⌋ + 1", False),
     ("an index: Figure 1 has the task right", False)],
)  # fmt: skip
def test_no_erratum_and_no_slip_rests_on_a_sign_that_the_text_of_a_pdf_loses_unless_the_page_was_seen(text, rests):
    slip = dataclasses.replace(row_of("150, 200, 300}"), note=text, page_seen=True)
    assert slip.slip and Erratum(Weight.SLIP, "a sign", text, page_seen=True).mend == text
    for unseen in (lambda: dataclasses.replace(slip, page_seen=False), lambda: Erratum(Weight.SLIP, "a sign", text)):
        if rests:
            with pytest.raises(InvalidInput, match="must not rest on a bar, brace, bracket, root or bold type"):
                unseen()
        else:
            unseen()


def test_every_refuted_row_of_the_paper_is_an_entry_or_a_reading_of_ours_that_its_note_explains():
    """Blame needs an entry: what is refuted without one is a question or reading of ours, and the row says how it was read."""
    for row in WHOLE.rows:
        without = [name for name in row.claims if recorded(name) == "REFUTED" and not claims()[name].erratum]
        listed = [name for name in without if claims()[name].source.wording is not Wording.OURS]
        assert not listed and (not without or row.note), row.quote
    for words in ("from the assumption that", "1. jk1 = jn2", "See Listing 1 for pseudo-code"):
        assert not any(recorded(name) == "REFUTED" for name in row_of(words).claims)


def test_that_index_must_be_positional_is_too_strong_since_a_head_that_is_not_computes_it():
    """Claims that hold are against the rest of the sentence; here both are evaluated at one input, exactly."""
    row = row_of("must be implemented positionally")
    assert row.margin(recorded) == ["PROVED", "in part", "too strong"] and row.note
    assert row.margin(lambda name: "UNDECIDED" if name in row.against else "PROVED") == ["PROVED", "in part"]
    theta, tokens = Angle.parse("2pi/4"), ("A", 2, "B", 1)
    head = t_index_total(theta, (1 + theta.cos()) / 2)
    assert [head.run(tokens, at).answer for at in range(1, 5)] == list(index_function(tokens)) == ["A", 2, "B", "B"]
    assert is_positional(head.head, tokens).answer is Truth.FALSE
    for field, change in (("against", {"part": False}), ("wording", {"wording": ""}), ("wording", {"against": ()})):
        with pytest.raises(InvalidInput, match=field):
            dataclasses.replace(row, **change)
    assert all(recorded(name) == "PROVED" for name in (*row.claims, "u26.rem31a"))  # what the wording says
    assert "u26.rem31a" in row.beside and row.wording == "can be implemented positionally, not symbolically"


def test_the_errata_names_the_page_of_every_sentence_that_is_refuted():
    """An author who follows the errata leaves no half of a sentence standing that the register refutes: p. 6's on Retrieval was missed."""
    errata = (ROOT / "ERRATA.md").read_text(encoding="utf-8")
    entries = {text.partition('"')[0]: text for text in errata.split('<a id="')[1:]}
    missed = []
    for row in WHOLE.rows:
        for name in row.claims:
            known = claims()[name]
            if known.verdict is Tier.REFUTED and known.erratum:
                told = entries[known.erratum.part_of or name]
                missed += [] if f"p. {row.page}" in told else [(row.page, name)]
    assert not missed
    fair, [row] = (
        claims()["u26.rem31d"].in_fairness,
        [row for row in WHOLE.rows if row.page == 6 and "u26.rem31d" in row.claims],
    )
    assert "on p. 6, where Retrieval “must be implemented symbolically”" in fair and row.printed.endswith(
        "Retrieval must be implemented symbolically."
    )


def test_a_true_sentence_is_not_refuted_whole_for_what_is_said_beside_it():
    """Said of: a definition, a true inequality, and what holds of the construction; what fails stands beside each."""
    for words, margin, beside in (
        ("Theorem 3.2 (Robustness). Consider", ["definition"], "u26.thm32"),
        ("We conclude using the fact that", ["PROVED", "in part"], "u26.index-bound-length"),
        ("Let σj(σ̄) denote the most attended token. For our", ["PROVED", "in part"], "u26.index-unique"),
    ):
        row = row_of(words)
        assert row.margin(recorded) == margin and beside in row.beside and row.note, words
    assert row_of("is also affected by the length").quote.endswith("Indeed, we have … ∆θ(n) ≤ 2 2")
    assert "u26.thm32" in row_of("for TRetrieval we have that").claims


def test_what_the_mended_theorem_asks_of_other_sentences_stands_in_their_rows():
    for words, said in (
        ("The following theorem provides upper bounds", "no longer of TRetrieval"),
        ("Theoretical upper bound of discrepancy", "the lower bound that holds is cos((n−2)θ) − cos(ω − (n−1)θ)"),
        ("theoretical upper bounds", "an upper bound for Index and a lower bound for Retrieval"),
    ):
        assert said in row_of(words).note and "u26.thm32.corrected" in row_of(words).beside, words
    figure, theta = row_of("Theoretical upper bound of discrepancy").note, Angle.parse("0.0027")
    least, drawn = (float(value.ball()) for value in (least_gap(8, 100, theta), printed_bound(8, 100, theta)))
    assert f"at n = 100 {least:.3f} where the printed curve is at {drawn:.3f}" in figure and least < drawn
    head = h_pos(Angle.parse("0.8"))
    over = [n for n in range(2, 101) if exceeds(n, head)]
    assert f"at {len(over)} of the 99 lengths, from n = {over[0]} on" in figure


def exceeds(n, head):
    """Whether T_Index's largest gap over the inputs of length n is more than 2π²/n²."""
    return any(float(input_gap(head, tokens).ball()) > 2 * pi**2 / n**2 for tokens in index_queries(n))


def test_what_only_the_text_of_the_pdf_lacks_is_no_slip_and_no_entry():
    """Big bars are gone from the text on pp. 17 and 23; on p. 20 an exponent stands one line above."""
    rows = [row_of("we weight each permutation"), row_of("By continuity of F"), row_of("Without loss of generality, …")]
    assert [row.page for row in rows] == [17, 23, 20] and not any(row.slip for row in rows)
    assert all("The text of the PDF" in row.note or "the text of the PDF" in row.note for row in rows[:2])
    swap = claims()["new.swap-scores.printed-weights"]
    assert swap.source.wording is Wording.OURS and swap.erratum is None and "our question" in swap.source.citation


@pytest.mark.parametrize(
    "text, holds",
    [("8 + 8 + 1 = 17", True), ("0.1 + 0.2 = 0.3", True), ("2 <= 2", True), ("2 < 2", False), ("3 >= 4", False),
     ("7 / 2 > 3.5", False), ("480000 * 95 / 1000 = 45600", True), ("(1 - 2) * 3 = -3", None), ("1 + 1", None),
     ("1 < 2 < 3", None), ("1 / 0 = 1", None), ("x = 1", None), ("2 ** 9 > 1", None), ("", None), ("1 = ", None)],
)  # fmt: skip
def test_sum_is_exact_and_nothing_else_is_a_sum(text, holds):
    if holds is None:
        with pytest.raises(InvalidInput, match="sums must"):
            sum_holds(text)
    else:
        assert sum_holds(text) is holds


def test_margin_is_derived_from_claims_sums_and_runs():
    def margin(**fields):
        return Row(**({"quote": "A sentence.", "kind": Kind.STATEMENT, "page": 1} | fields)).margin(recorded)

    assert margin(claims=("u26.rem31a", "u26.rem31b")) == ["PROVED", "REFUTED", "(reading)"]
    assert margin(claims=("u26.thm32", "u26.fig5a")) == ["REFUTED", "(substantive)", "(slip)"]
    assert margin(claims=("u26.rem32.computes",)) == ["REFUTED", "(ours)"]
    assert margin(claims=("u25.thm6.one-angle",)) == ["REFUTED", "(an account)"]
    assert margin(claims=("u26.thm31",), part=True, note="half of it") == ["PROVED", "in part"]
    assert margin(sums=("1 = 1",)) == ["sums hold"] and margin(sums=("1 = 1", "1 = 2")) == ["sums fail"]
    length = "accuracy > 0.9 up to length"
    assert margin(runs=length) == ["smaller runs", "not so far"]  # three lines in one
    assert margin(runs=f"{length}, letter task") == ["smaller runs", "not so far"]  # 81 of 850
    said = {
        "runs": f"{length}, both tasks",
        "part": True,
        "note": "of small models",
        "against": ("u26.thm31",),
        "wording": "so",
    }
    assert margin(**said) == ["runs agree", "in part", "too strong"]
    assert margin(runs=length, part=True, note="of small models") == ["smaller runs", "not so far", "in part"]
    assert margin(runs="layers of pure heads") == ["runs agree"] and margin(open="all of it") == ["open"]
    assert margin(kind=Kind.EMPIRICAL) == ["not run"] and margin(kind=Kind.OTHER_WORK) == ["other work"]


def test_runs_name_one_line_of_the_comparison():
    assert {compared(row.runs).agrees for row in WHOLE.rows if row.runs} <= {
        "yes", "in part", "not so far", "not comparable",
    }  # fmt: skip
    for runs in ("no such line", ""):
        with pytest.raises(InvalidInput, match="runs must begin a line"):
            compared(runs)


def test_runs_are_called_as_far_as_they_go_sentence_by_sentence():
    """A sentence on one task stands beside the run of that task; one that says more than runs can show agrees in part."""
    for words, margin in (
        ("barely generalizes at all", ["runs agree"]),
        ("far exceeds", ["runs agree"]),
        ("substantially longer", ["runs agree"]),
        ("hop-wise learning gradient", ["runs agree"]),
        ("first solves 1-hop inputs", ["runs differ", "in part"]),
        ("near perfect generalization", ["smaller runs", "not so far"]),
        ("increasing the target window", ["smaller runs", "not so far"]),
        ("positional mechanisms face sharper", ["runs agree", "in part"]),
        ("trained models implement it symbolically", ["runs agree", "in part"]),
        ("requires both positional and symbolic heads", ["runs agree", "in part", "too strong"]),
    ):
        assert row_of(words).margin(recorded) == margin, words


def test_several_lines_of_the_comparison_are_told_in_one():
    line = compared("hop classes learnt")
    assert (line.what, line.agrees) == ("hop classes learnt", "in part")
    assert line.number.startswith("1: 400") and line.letter.startswith("1: 300") and "; " in line.reported
    shown = {words: runs_line(row_of(words)) for words in ("barely generalizes at all", "far exceeds")}
    assert shown["barely generalizes at all"].endswith("number task: 21 of 850 tried")
    assert shown["far exceeds"].endswith("number task 21 of 850 tried; letter task 81 of 850 tried")
    assert runs_line(row_of("near perfect generalization")) == (
        "accuracy > 0.9 up to length, letter task: 81 of 850 tried (our models: 6 layers, 1 head of width 64 each; "
        "reported: GPT-J, 12 layers, one head of width 128 each, rotary as a whole)"
    )


def test_verdicts_follow_the_claims_and_are_counted():
    shown = register_json(WHOLE, lambda claim_id: "UNDECIDED")
    entry = next(row for part in shown["sections"] for row in part["rows"] if row["item"] == "Remark 3.1")
    assert [one["verdict"] for one in entry["claims"]] == ["UNDECIDED"] * 2
    found = counts(WHOLE.rows)
    assert sum(found["answers"].values()) == found["rows"] == len(WHOLE.rows)
    assert found["open"] == sum(bool(row.open) for row in WHOLE.rows) >= found["answers"].get(Answer.OPEN.name, 0)
    more = counts(changed(open="all of it").rows)
    assert (more["open"], more["answers"][Answer.OPEN.name]) == (found["open"] + 1, found["answers"].get("OPEN", 0) + 1)


def test_an_inference_of_ours_is_counted_apart_from_the_rows_of_the_paper(call):
    assert "\n11 rows of the paper, 1 of ours; 0 with something" in call("paper", "men2024")[1]
    found = json.loads(call("paper", "men2024", "--json")[1])
    rows = [row for part in found["sections"] for row in part["rows"]]
    assert (found["counts"]["rows"], found["counts"]["ours"]) == (len(rows), 1)
    assert [row["claims"][0]["id"] for row in rows if row["words"].endswith("(ours)")] == ["men2024.headline"]
    assert counts(WHOLE.rows)["ours"] == 0 and " of ours; " not in call("paper", "u26")[1]


def test_a_theorem_of_ours_among_the_paper_s_is_called_ours():
    """Theorem 3.1 of whole outputs stood there as if it were printed; what the paper prints has no such word."""
    listed = {claim_id: weight for _, tier, weight, claim_id in theorems(WHOLE.rows) if tier == "PROVED"}
    assert listed["u26.thm31.whole"] == " (ours)" and listed["u26.thm31"] == listed["u26.lemF1"] == ""


def test_register_of_a_paper_whose_text_is_not_at_hand_is_made_of_its_claims():
    u25 = register("u25")
    abstract, statements, questions = u25.sections
    assert not u25.at_hand and all(row.words and not row.quote and row.page == 0 for row in statements.rows)
    assert all(row.quote and row.page == 1 for row in abstract.rows)
    assert all(row.quote and row.kind is Kind.QUESTION and row.note and row.item for row in questions.rows)
    words = {row.claims[0]: row.words for row in statements.rows}
    for claim_id, wording in (("u25.thm4", Wording.PARAPHRASE), ("u25.thm6.one-angle", Wording.SECONDARY)):
        assert words[claim_id].endswith(f"({wording.value})")
    assert words["u25.thm7b"].endswith("(ours)") and "u25.thm4.gated" not in words


def test_a_paper_says_truly_whether_claims_quote_it():
    quoted = {claim.source.paper for claim in claims().values() if claim.source.quote}
    assert {paper.name for paper in papers() if paper.quoted} == quoted == {"U26", "Su2021", "Men2024"}


def test_command_lists_papers_and_prints_one_in_order(call):
    assert call("paper")[1].split("\n")[1].startswith("u26  Positional versus Symbolic")
    status, out, err = call("paper", "U26")
    assert status == 0 and err == "" and max(map(cell_len, out.splitlines())) <= 80
    titles = [out.index(f"\n{part.title.split(' and ')[0][:70]}") for part in WHOLE.sections if part.rows]
    assert titles == sorted(titles)
    assert "PROVED        p. 7, Remark 3.1: “Note that" in out and "\nREFUTED       TRetrieval have" in out
    assert "0.96 > 0.98: FAILS" in out and f"{len(WHOLE.rows)} rows; " in out


def test_first_screen_has_the_tally_then_what_holds_then_what_does_not_with_its_weight(call):
    first = call("paper", "u26")[1].partition("Sentence by sentence")[0]
    parts = re.split(r"\n  (?=Theorem|Remark|Lemma|Inner|“|A positional)", first)[1:]
    lines = [" ".join(part.split()) for part in parts if not part.startswith("Lemma")]
    assert lines[0].startswith("Theorem 3.1, p. 7, at the last position: PROVED: ") and first.index(
        "388 rows"
    ) < first.index("Theorem 3.1, p. 7")
    assert any(
        line.startswith(
            "Inner positions of the printed T_Index (Appendix F.2.1, p. 20): REFUTED (reading; our sentence for a printed one)"
        )
        for line in lines
    )
    assert (
        sum(line.startswith("Theorem 3.1, p. 7: PROVED (ours)") for line in lines) == 1
    )  # of ours the title says what it is about
    tiers = [next(word for word in re.findall(r"\w+", line) if word in Tier.__members__) for line in lines]
    assert tiers == sorted(tiers) and {"REFUTED", "PROVED"} == {*tiers}  # P before R
    assert sum("Theorem 3.2, p. 8: REFUTED (substantive)" in line for line in lines) == 1
    assert sum("REFUTED" in line for line in lines) == 5 == sum("REFUTED (" in line for line in lines)
    entries = [one.id for one in claims().values() if one.erratum and not one.erratum.part_of and one.source.paper == "U26"
               and re.search(r"p\. \d+, (Theorem|Remark)", one.source.locator)]  # fmt: skip
    assert len(entries) == 5 and all(f"({name})" in " ".join(first.split()) for name in entries)
    assert len(lines) == len(set(lines)) and "runs differ in part" in call("paper", "u26")[1]
    assert "runs differ in part" not in call("paper", "u26", "--kind", "lemma")[1]


def test_command_shows_a_kind_and_what_is_open(call, monkeypatch):
    out = call("paper", "u26", "--kind", "lemma")[1]
    assert "2 rows; 0 with" in out and "Lemma F.1: “If δ > 0" in out and "Abstract" not in out
    assert json.loads(call("paper", "u26", "--open", "--json")[1])["counts"]["rows"] == counts(WHOLE.rows)["open"]
    with monkeypatch.context() as patched:
        patched.setattr("rope_theory.evidence.register.register", lambda paper: changed(open="all of it"))
        parts = json.loads(call("paper", "u26", "--open", "--json")[1])["sections"]
    assert "all of it" in [row["open"] for part in parts for row in part["rows"] if row["open"]]
    assert all(row["open"] for part in parts for row in part["rows"])
    assert json.loads(call("paper", "u26", "--json")[1]) == json.loads(json.dumps(register_json(WHOLE)))
    assert [one["paper"] for one in json.loads(call("paper", "--json")[1])] == [one.name for one in papers()]


def test_command_shows_only_what_does_not_hold_or_is_too_strong(call):
    data = json.loads(call("paper", "u26", "--fails", "--json")[1])
    shown = [row for part in data["sections"] for row in part["rows"]]
    words = {tuple(row.margin(recorded)) for row in WHOLE.rows if any(row.quote == one["quote"] for one in shown)}
    bad = {"REFUTED", "too strong", "sums fail"}
    words.remove(("PROVED",))  # Theorem 3.1, beside which its entry is another reading
    assert all(bad & set(margin) for margin in words) and bad <= {word for margin in words for word in margin}
    assert len(shown) - 1 == sum(bool(bad & set(row.margin(recorded))) for row in WHOLE.rows)
    reached = {claim["id"] for row in shown for claim in (*row["claims"], *row["beside"])}
    assert {name for name, one in claims().items() if one.erratum and one.source.paper == "U26"} <= reached
    assert json.loads(call("paper", "u25", "--fails", "--json")[1])["counts"]["rows"] == 0
    none = call("paper", "u25", "--fails")[1]
    assert (
        none.endswith(
            "1 is undecided (Theorem 7, second\nhalf).\nNo row of its register is all that was asked for (fewer options show more).\n"
        )
        and "Sentence by sentence" not in none
    )
    assert "26 rows; " in call("paper", "u26", "--fails")[1] and data["counts"]["rows"] == 26


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["u99"], "no paper here is called 'u99' (U25: 2511.11579, U26: 2605.31558, …; rope-theory paper lists all)"),
        (
            ["2605.99999"],
            "no paper here is called '2605.99999' (U25: 2511.11579, U26: 2605.31558, …; rope-theory paper lists all)",
        ),
        (["u26", "--kind", "axiom"], "kind must be one of theorem, lemma, "),
    ],
)
def test_bad_input_is_one_line(call, arguments, message):
    status, out, err = call("paper", *arguments)
    assert status == 2 and out == "" and err.count("\n") == 1 and message in err


def test_page_of_the_site_shows_every_row_with_its_verdicts(files):
    page = files["u26.html"].decode()
    assert page.count('<div class="margin">') == len(WHOLE.rows)
    for row in WHOLE.rows:
        assert f"<q>{html.escape(row.printed)}</q>" in page
        assert all(f'<a href="claims/{claim_id}.html"' in page for claim_id in (*row.claims, *row.beside))
    remark = page[page.index("Note that our constructed models") - 300 :][:300]
    assert 'badge proved"' in remark and 'badge refuted"' in remark


def row_of(words: str) -> Row:
    """The one row whose quotation has these words."""
    [row] = [row for row in WHOLE.rows if words in row.quote]
    return row


def test_rows_of_figure_3_are_those_of_its_claims(u26_pages):
    text = u26_pages[4].text
    for depth, rows in enumerate(zip(*(rows for _, rows in u26_fig3.DEPTHS.values()), strict=True)):
        assert re.search(rf"Depth {depth} +(.*)", text)[1].split() == " ".join(rows).split(), depth
    assert re.search(r"Depth L-1 +(.*)", text)[1].split() == " ".join(rows).split()
    for line, column in (("Input", 0), ("L11", 1)):
        printed = next(found.split() for found in re.findall(rf"{line} +(.*)", text) if len(found.split()) > 33)
        assert [word for word in printed if word != line] == " ".join(u26_fig3.FLOWS[p][column] for p in "AB").split()
    tokens = parse_letter(u26_fig3.FLOWS["B"][0])
    assert improper(tokens) and [str(tokens[j - 1]) for j in u26_fig3.TWO_ENDS] == ["db", "eb", "dg"]
    assert [str(tokens[position - 1]) for position in solve_letter(tokens).path] == ["eh", "hc", "ca", "a2"]
    assert "db, eb and dg" in row_of("be db ca ge").note


def test_remarks_on_tables_2_and_3_are_true(u26_pages):
    prompts = re.findall(r'Input: "([^"{]*)"\s+(?:Number )?\s*Output: (\w+)', u26_pages[27].text)
    assert prompts == [(example["text"], example["output"]) for example in u26_table2.EXAMPLES]
    behind = {}
    for line in u26_pages[28].text.splitlines():
        if re.match(r"^ +\d+ +\d", line):
            length, *values = re.sub(r"\([^)]*\)", "", line).split()
            for model, number, letter in zip(("GPT 5.4", "GPT 5.5", "Claude"), values[::2], values[1::2], strict=True):
                behind[model, int(length)] = float(letter) <= float(number)
    assert len(behind) == 30 and [one for one, is_behind in behind.items() if is_behind] == [("GPT 5.4", 12)]
    assert not any(length == 150 for _, length in behind)
    assert "29 pairs" in row_of("letter task is consistently higher").note


def test_version_of_the_paper_is_that_of_the_stamp_on_its_first_page(u26_pages):
    version, _, date = paper("u26").version.partition(", ")
    assert re.search(rf"arXiv:2605\.31558{version} \[[\w.]+\] {date}", u26_pages[0].text)


def test_table_1_is_that_of_its_claim(u26_pages):
    rows = re.findall(r"^ +(\d+) +(\d+) +0?1?\.?\d* +(\d+) +0\.\d+$", u26_pages[26].text, re.M)
    assert [tuple(map(int, row)) for row in rows] == [(at, *ids) for at, ids in enumerate(u26_fig5a_layer.IDS)]


def test_remarks_on_our_runs_are_true():
    number, letter = (receipts.read(compare.RUNS / f"{task}-small") for task in ("number", "letter"))
    assert pure_layers(number)[1] == [number.recipe.layers] and reach(letter) < 850
    assert all(sum(map(len, pure_layers(one))) < one.recipe.layers for one in (number, letter))
    assert "stands in the last layer" in row_of("cumulative emergence").note
    for one in (number, letter):
        assert {row["step"]: row["positional_0.1"] + row["symbolic_0.1"] for row in one.curves if not row["step"]} == {
            0: 0
        }
        assert (one.recipe.layers, sum(map(len, pure_layers(one)))) == (6, 4)
    first = next(row for row in number.curves if row["step"] == learnt_at(number)[1])
    assert first["positional_0.1"] + first["symbolic_0.1"] == 4
    assert all(pure_layers(number)) and [bool(found) for found in pure_layers(letter)] == [False, True]
    assert learnt_at(number)[1] < learnt_at(number)[2] == learnt_at(number)[3]
    assert "does not come that far; of the paper's this says nothing" in row_of("near perfect generalization").note


def test_remarks_on_appendix_f_are_true():
    pairs = [Pair(left, right) for left in "AB" for right in ("A", "B", 1, 2)]
    alike = [tokens for tokens in all_proper(pairs, 3) if len({token.left for token in tokens}) == 1]
    ends = {(is_integer(tokens[-1].right), len(set(tokens)) == 1) for tokens in alike}
    assert ends == {(False, True), (True, True), (True, False)} and improper(parse_letter("A1 A2")) is None
    logits, beta = (-1, -3), 2
    assert exp(max(logits)) > sum(exp(beta * logit) for logit in logits)
    assert "logits −1 and −3, β = 2" in row_of("Therefore, for β ≥ 1").note


@pytest.mark.parametrize("name", ["2605.31558", "arXiv:2605.31558v1", "arxiv 2605.31558"])
def test_a_paper_is_found_by_its_number_on_arxiv(call, name):
    """An author knows that, and not that it is called U26 here."""
    assert call("paper", name, "p1")[1] == call("paper", "u26", "p1")[1] != ""
    assert call("letter", name, "--short")[1] == call("letter", "u26", "--short")[1]
