"""ERRATA.md: what stands, and what is printed and false: the words, how much they weigh, a check by hand, what mends it.

A part of a statement (`Erratum.part_of`) stands under the whole and is counted with it.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from rope_theory.core.words import capital, sentence
from rope_theory.evidence.claims import Weight, Wording
from rope_theory.evidence.papers import Paper, papers
from rope_theory.evidence.register import Row as SentenceRow
from rope_theory.evidence.register import register, sum_holds
from rope_theory.faces.report.pages import page_of
from rope_theory.faces.report.register import recorded, wording_lead
from rope_theory.faces.report.rows import Row
from rope_theory.faces.report.tally import of_paper, parts, standing, statements_of, table_row, tallies, weighed, wholes

HEAD = """\
# Errata

<!-- Written by `rope-theory report-files` from the verdicts. Do not edit. -->
"""
STANDS = (
    "Statements of the papers that hold as we state them, quoted or in our words, in the papers' order; PROVED (Coq's kernel checked it) where nothing else is said. "
    "“Hold” is under the hypotheses that `rope-theory explain ID` lists, and some of these are ours. Counted are statements: halves of a theorem once, steps of a proof singly."
)
COUNTED = (
    "Statements of each text that stand, and that need a change, by what hangs on it. Where one entry tells a theorem with its halves they are one statement; readings of a theorem and steps of its proof are statements of their own. "
    "Where it says (our words), nothing of that text is quoted: what stands are our sentences for what it prints, and they may miss what is meant."
)
LISTED = (
    "Heaviest first. Each entry has the words, a check that takes two minutes by hand, and the least change that mends it; "
    "what is mended is a claim of its own, with its own verdict. The numbers come from a witness that meets every "
    "hypothesis as it is read here and is evaluated at every run, exactly or in rigorous balls. "
    "Readings of ours, accounts by others and what a paper only presupposes are not listed; what a theorem needs as it is printed is."
)
SET_ANEW = (
    "Quotations are word for word. Their formulas are set anew from the text of the PDF, which has indices and fractions on other lines and loses big "
    "bars, braces and brackets: these are ours, and no entry rests on a lost one. A formula in square brackets is what a quotation leaves out at “…”."
)
#: Above the table of the entries of each text.
BY_TEXT = "The entries of each text, by weight."
#: Under it: one text alone, and that on a page.
ALONE = "One text alone: `rope-theory errata u26`; on one page, to its authors: `rope-theory letter u26 --short`."
#: Before the list of the statements that hold.
THOSE = " Those that hold:"
ANSWER = (
    "To answer: name the entry, and say which line of its check comes out otherwise for you, which of its readings is not yours, or by "
    "which definition the words are to be read. Another reading is decided beside this one, and an entry that goes too far is changed. "
    "There is no public address yet: reply to the message that this came with."
)
MORE = (
    "`rope-theory errata NAME` shows one text's part of this, `rope-theory explain ID` the whole page of an entry; `rope-theory quotes --paper FILE` finds the quotations in "
    "your copy of the paper."
)
#: Above a table of what holds by each reading.
BY_READING = "It depends on what is meant"
FOLDED = "Readings chosen, what else is decided about it, and what survives of the proof"
OFF = (
    "No claims: sentences whose numbers were held against the text's own tables and counts, where they do not agree. `rope-theory paper NAME` shows "
    "them among all sentences of the text, those whose numbers agree too. No theorem rests on them."
)
NUMBERS_OFF, SMALL_THINGS = "Numbers that do not agree with one another", "Small things"
TOO_STRONG = "Too strong as they stand"
SAY_LESS = "A part of each holds; against the rest stand claims that hold. No theorem rests on them."
SLIPS_OF_WRITING = (
    "No claims either: the writing is off, or a reason is that nothing rests on, and the note says what is meant. The list is of what was seen while "
    "every sentence was read for its mathematics, and of nothing else."
)
#: How other changes that would do are introduced, and what else has to change with the least one.
ALSO, WITH_IT = "Also true", "With it"
#: Headings of the entries, by weight.
HEADINGS = {Weight.SUBSTANTIVE: "Substantive", Weight.READING: "A matter of reading", Weight.SLIP: "Slips"}


def told_beside(where: str, title: str) -> str:
    """The title without what the place before it says already.

    Example:
        >>> told_beside("p. 5, Figure 3", "Figure 3, row by row"), told_beside("p. 27, Table 1", "Table 1's frequencies")
        ('Row by row', "Table 1's frequencies")
    """
    item = where.partition(", ")[2].removeprefix("proof of ")
    rest = title.removeprefix(item)
    doubled = bool(item) and rest != title and rest.startswith((", ", ": "))
    return rest[2:3].upper() + rest[3:] if doubled else title


def errata(rows: Sequence[Row], texts: Sequence[Paper] | None = None) -> str:
    """The text of ERRATA.md for these rows.

    Args:
        rows: of claims, decided or on record.
        texts: the papers that it is about; default: all.
    """
    texts = papers() if texts is None else texts
    found = wholes(rows)
    told = [
        HEAD,
        *_tally(rows, texts),
        "",
        *(_by_text(rows, texts) if len(texts) > 1 else ()),  # the entries of one are listed by weight below
        "## What stands\n",
        f"{STANDS}\n",
        *_standing(rows, texts),
        "",
    ]
    if found:
        told += [
            "## What needs a change\n",
            f"{LISTED}\n\n{SET_ANEW}\n\n{ANSWER}\n\n{MORE}\n",
            "| weight | statement | what it asks | words | mended by |",
            "|---|---|---|---|---|",
            *(_index_line(entry, rows) for entry in found),
            "",
        ]
    for weight, heading in HEADINGS.items():
        if entries := wholes(rows, weight):
            told += [f"# {heading}\n", f"That is: {weight.value}.\n", *(_entry(entry, rows) for entry in entries)]
    names = {one.name for one in texts}
    for heading, lead, sentences in sentence_lists():
        if own := [(name, row, said) for name, row, said in sentences if name in names]:
            told += [f"# {heading}\n", f"{lead}\n"]
            told += [f"- **{name}**, p. {row.page}: “{_flow(row.printed)}” {_flow(said)}" for name, row, said in own]
            told.append("")
    return "\n".join([*told, "# The texts\n", *map(_about, texts), ""])


def errata_json(rows: Sequence[Row], texts: Sequence[Paper]) -> dict[str, Any]:
    """What stands of the texts and what needs a change, as plain data, in the order of ERRATA.md."""
    names = {one.name for one in texts}
    return {
        "standing": [
            {"id": entry["id"], "source": entry["source"], "title": entry["title"], "verdict": entry["verdict"]}
            for paper in texts
            for _, entry in standing(rows, paper)
        ],
        "entries": [
            {key: entry[key] for key in _TOLD}
            | {
                "corrected": [
                    {key: other[key] for key in ("id", "verdict", "statement")} for other in corrections(entry, rows)
                ]
            }
            for whole in wholes(rows)
            for entry in (whole, *parts(whole, rows))
        ],
        "numbers": [
            {"paper": name, "page": row.page, "quote": row.printed, "note": off_by(row)}
            for name, row in numbers_off()
            if name in names
        ],
        "too_strong": [
            {"paper": name, "page": row.page, "quote": row.printed, "against": list(row.against)}
            | {"note": row.note, "wording": row.wording}
            for name, row in too_strong()
            if name in names
        ],
        "small": [
            {"paper": name, "page": row.page, "quote": row.printed, "note": row.note}
            for name, row in slips_of_writing()
            if name in names
        ],
    }


#: What of a row `errata_json` tells.
_TOLD = (
    "id",
    "source",
    "title",
    "wording",
    "quote",
    "statement",
    "hypotheses",
    "erratum",
    "by_hand",
    "in_fairness",
    "readings",
)


def _tally(rows: Sequence[Row], texts: Sequence[Paper]) -> Iterator[str]:
    yield f"{COUNTED}\n"
    yield f"| text | stand | {' | '.join(weight.name.lower() for weight in Weight)} |"
    yield "|---|---:|---:|---:|---:|"
    for name, *numbers in itertools.starmap(table_row, tallies(rows, texts)):
        yield f"| [{name}](#the-texts) | {' | '.join(numbers)} |"


def by_text(rows: Sequence[Row], texts: Sequence[Paper]) -> dict[str, dict[Weight, list[tuple[str, str]]]]:
    """Of each text that has entries, by weight, where each stands (the page, and what is numbered or named there) and its id.

    Entries that stand at one place are told apart by what they ask.
    """
    found: dict[str, dict[Weight, list[tuple[str, str]]]] = {}
    for paper in texts:
        own = [(_place(entry, paper.name), entry) for entry in wholes(rows) if of_paper(entry, paper.name)]
        times = Counter(where for where, _ in own)
        for where, entry in own:
            weights = found.setdefault(paper.name, {weight: [] for weight in Weight})
            told = f"{where}: {entry['title']}" if times[where] > 1 else where
            weights[Weight[weighed(entry)["weight"]]].append((told, entry["id"]))
    return found


def _by_text(rows: Sequence[Row], texts: Sequence[Paper]) -> Iterator[str]:
    """The entries of each text that has some, by weight, each a link to it."""
    listed = by_text(rows, texts)
    if not listed:
        return
    yield f"{BY_TEXT} {' '.join(f'{weight.name.capitalize()}: {weight.value}.' for weight in Weight)}\n"
    yield f"| text | {' | '.join(weight.name.lower() for weight in Weight)} |"
    yield "|---|---|---|---|"
    for name, weights in listed.items():
        linked = [", ".join(f"[{_flow(where)}](#{id})" for where, id in entries) or "–" for entries in weights.values()]
        yield f"| {name} | {' | '.join(linked)} |"
    yield f"\n{ALONE}\n"


def _place(entry: Row, text: str) -> str:
    """The page, and what is numbered or named there; a remark in brackets behind it is left out."""
    return ", ".join(re.sub(r" \([^)]*, [^)]*\)", "", entry["source"].removeprefix(f"{text}, ")).split(", ")[:2])


def numbers_off() -> Iterator[tuple[str, SentenceRow]]:
    """(paper, sentence) of the registers whose numbers do not agree with others of the same text."""
    for paper in papers():
        for row in register(paper.name).rows:
            if not all(map(sum_holds, row.sums)):
                yield paper.name, row


def slips_of_writing() -> Iterator[tuple[str, SentenceRow]]:
    """(paper, sentence) of the registers in which the writing, or a reason that nothing rests on, is off."""
    return ((paper.name, row) for paper in papers() for row in register(paper.name).rows if row.slip)


def too_strong() -> Iterator[tuple[str, SentenceRow]]:
    """(paper, sentence) of the registers that say more than holds, by claims that are decided."""
    return ((paper.name, row) for paper in papers() for row in register(paper.name).rows if row.too_strong(recorded))


def sentence_lists() -> Iterator[tuple[str, str, list[tuple[str, SentenceRow, str]]]]:
    """(heading, what it is, [(paper, sentence, what there is to say)]) of the lists of sentences that are no claims."""
    yield NUMBERS_OFF, OFF, [(name, row, off_by(row)) for name, row in numbers_off()]
    yield TOO_STRONG, SAY_LESS, [(name, row, said_less(row)) for name, row in too_strong()]
    yield SMALL_THINGS, SLIPS_OF_WRITING, [(name, row, row.note) for name, row in slips_of_writing()]


def said_less(row: SentenceRow) -> str:
    """What is against a sentence that is too strong, and a wording that says no more than there is evidence for."""
    tiers = "/".join(dict.fromkeys(map(recorded, row.against)))
    against = ", ".join(f"`{name}`" for name in row.against)
    return f"Against it, {tiers}: {against}. {row.note} {capital(wording_lead(row))}: “{row.wording}”."


def off_by(row: SentenceRow) -> str:
    """The sums that fail, and what there is to say about them."""
    return "; ".join(f"{text} does not hold" for text in row.sums if not sum_holds(text)) + f". {row.note}"


def _about(paper: Paper) -> str:
    where = ", ".join([*([paper.venue] if paper.venue else []), paper.cited])
    return f"- **{paper.name}**: {paper.authors}, *{paper.title}*, {where}. {paper.text}"


def _standing(rows: Sequence[Row], texts: Sequence[Paper]) -> Iterator[str]:
    for paper in texts:
        told = [
            f"  - {where}: {_flow(told_beside(where, entry['title']))} (`{entry['id']}`{'' if entry['verdict'] == 'PROVED' else ', ' + entry['verdict']})"
            for where, entry in standing(rows, paper)
        ]
        if told:
            yield "\n".join([f"- **{paper.name}**: {statements_of(rows, paper)}.{THOSE}", *told])


def _index_line(entry: Row, rows: Sequence[Row]) -> str:
    mended = ", ".join(f"`{other['id']}`" for other in corrections(entry, rows)) or "–"
    weight, words = weighed(entry)["weight"].lower(), Wording[entry["wording"]].value
    return f"| {weight} | [{entry['source']}](#{entry['id']}) | {_flow(entry['title'])} | {words} | {mended} |"


def corrections(entry: Row, rows: Sequence[Row]) -> list[Row]:
    """The claims that repair the entry's statement."""
    return [other for other in rows if other["corrects"] == entry["id"]]


def related(entry: Row, rows: Sequence[Row]) -> list[Row]:
    """Other readings of the same statement, sharper ones and parts: ids that continue its id."""
    return [other for other in rows if other["id"].startswith(entry["id"] + ".") and not other["corrects"]]


def fairness(entry: Row) -> tuple[Sequence[Sequence[str]], list[str]]:
    """What is fair to say: a table by what is meant, its head first, or nothing; and the paragraphs that it does not tell."""
    table = weighed(entry).get("by_reading") or []
    return table, entry["in_fairness"].split("\n\n")[max(0, len(table) - 1) :]


def _entry(entry: Row, rows: Sequence[Row], level: str = "##") -> str:
    page, erratum = page_of(entry["id"]), weighed(entry)
    shown = f"[`{entry['id']}`](proofs/{page.name}.py)" if page else f"`{entry['id']}`"
    told = [
        f'<a id="{entry["id"]}"></a>\n',
        f"{level} {entry['source']}\n",
        f"{_flow(entry['title'])} ({shown}) *{erratum['weight'].capitalize()}:* {_flow(erratum['why'])}.\n",
    ]
    if entry["quote"]:
        told.append(f"**Printed:** “{_flow(entry['quote'])}”\n")
    under = f" *Under:* {_flow('; '.join(entry['hypotheses']))}." if entry["hypotheses"] else ""
    told.append(f"**{'Read as' if entry['quote'] else 'In our words'}:** {_flow(entry['statement'])}{under}\n")
    table, paragraphs = fairness(entry)
    fair = [_flow(paragraph) for paragraph in paragraphs]
    if table:
        head, *rest = [f"| {' | '.join(map(_flow, row))} |" for row in table]
        fair = [f"{BY_READING}.", "\n".join([head, "|---" * len(table[0]) + "|", *rest]), *fair]
    told.append("**In fairness:** " + "\n\n".join(fair) + "\n")
    told += [
        "**Check by hand in two minutes:**\n",
        *(f"{k}. {_flow(line)}" for k, line in enumerate(entry["by_hand"], 1)),
    ]
    told.append(f"\n**Least change:** {_flow(erratum['mend'])}.\n")
    for name, key in ((ALSO, "also"), (WITH_IT, "follows")):
        if lines := erratum.get(key):
            told.append("\n".join([f"**{name}:**\n", *(f"- {_flow(sentence(line))}" for line in lines), ""]))
    for other in corrections(entry, rows):
        under = f" *Under:* {_flow('; '.join(other['hypotheses']))}." if other["hypotheses"] else ""
        told.append(f"**Then it holds** (`{other['id']}`, {other['verdict']}): {_flow(other['statement'])}{under}\n")
    told += _folded(entry, rows)
    told += [_entry(part, rows, level + "#") for part in parts(entry, rows)]
    return "\n".join(told)


def _folded(entry: Row, rows: Sequence[Row]) -> list[str]:
    """What an author needs only to disagree."""
    page = page_of(entry["id"])
    told = []
    if entry["readings"]:
        told += ["**Readings chosen:**\n", *(f"- {_flow(reading)}" for reading in entry["readings"]), ""]
    for other in related(entry, rows):
        told.append(f"**Beside it** (`{other['id']}`, {other['verdict']}): {_flow(other['statement'])}\n")
    if page and page.part("What survives"):
        told.append(f"**What survives of the proof:** {_flow(page.part('What survives'))}\n")
    return [f"<details><summary>{FOLDED}</summary>\n", *told, "</details>\n"] if told else []


def _flow(text: str) -> str:
    """One line, with what Markdown would swallow escaped."""
    return " ".join(text.split()).replace("|", r"\|").replace("*", r"\*").replace("<", "&lt;")
