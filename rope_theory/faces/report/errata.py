"""ERRATA.md: what is printed and was found false: the words, what they surely mean, the witness, what stands instead."""

from __future__ import annotations

from collections.abc import Sequence

from rope_theory.evidence.claims import Wording
from rope_theory.evidence.papers import Paper, papers
from rope_theory.faces.report.pages import page_of
from rope_theory.faces.report.rows import Row, show

INTRODUCTION = """\
# Errata

<!-- Written by `rope-theory report-files` from the verdicts. Do not edit. -->

What the two papers print and what is false as it stands: first sentences that are quoted, then printed content in our
wording, where the sentence itself cannot be quoted. Each entry says first what is surely meant and what survives; most
need few words to be mended. The witness is evaluated in exact arithmetic at every run and meets every hypothesis of the
statement as it is read here. Readings of ours, accounts by others and statements that a paper only presupposes are not
listed. `rope-theory explain ID` shows the whole page; `rope-theory quotes --paper FILE` finds the quotations in your
copy of the paper.
"""
#: The two parts, by wording, with their headings.
PARTS = {
    Wording.VERBATIM: "Quoted sentences that are false",
    Wording.PARAPHRASE: "Printed content that is false in our wording",
}


def _about(paper: Paper) -> str:
    where = ", ".join([*([paper.venue] if paper.venue else []), f"arXiv {paper.arxiv}"])
    return f"- **{paper.name}**: {paper.authors}, *{paper.title}*, {where}. {paper.text}"


def refuted(rows: Sequence[Row], *wordings: Wording) -> list[Row]:
    """The refuted rows that a paper prints, quoted ones first (or those in the wordings asked for)."""
    asked = wordings or tuple(PARTS)
    return [
        entry
        for wording in asked
        for entry in rows
        if entry["verdict"] == "REFUTED" and entry["wording"] == wording.name
    ]


def errata(rows: Sequence[Row]) -> str:
    """The text of ERRATA.md for these rows."""
    index = [
        f"| [`{e['id']}`](#{_anchor(e['id'])}) | {e['source']} | {Wording[e['wording']].value} "
        f"| {', '.join(_links(e, rows)) or '–'} |"
        for e in refuted(rows)
    ]
    parts = [
        INTRODUCTION,
        *map(_about, papers()),
        "",
        "| statement | source | words | corrected by |",
        "|---|---|---|---|",
        *index,
        "",
    ]
    for wording, heading in PARTS.items():
        if found := refuted(rows, wording):
            parts += [f"# {heading}\n", *(_entry(entry, rows) for entry in found)]
    return "\n".join(parts)


def _links(entry: Row, rows: Sequence[Row]) -> list[str]:
    return [f"`{other['id']}`" for other in corrections(entry, rows)]


def corrections(entry: Row, rows: Sequence[Row]) -> list[Row]:
    return [other for other in rows if other["corrects"] == entry["id"]]


def related(entry: Row, rows: Sequence[Row]) -> list[Row]:
    """The other readings of the same statement: ids that continue its id."""
    return [other for other in rows if other["id"].startswith(entry["id"] + ".") and not other["corrects"]]


def _entry(entry: Row, rows: Sequence[Row]) -> str:
    page = page_of(entry["id"])
    parts = [f"## {entry['id']}\n", f"**Source:** {entry['source']}\n"]
    if entry["quote"]:
        parts.append(f"**Printed:** “{_flow(entry['quote'])}”\n")
    parts.append(f"**{'Read as' if entry['quote'] else 'In our words'}:** {_flow(entry['statement'])}\n")
    if entry["in_fairness"]:
        parts.append(f"**In fairness:** {_flow(entry['in_fairness'])}\n")
    if entry["hypotheses"]:
        parts.append(f"**Under:** {'; '.join(entry['hypotheses'])}\n")
    parts.append(
        f"**Witness:** {', '.join(f'{name} = `{value}`' for name, value in entry['witness'].items())}"
        f" ({entry['method']})\n"
        if entry["witness"]
        else f"**Witness:** {show(entry['domain'])}\n"
    )
    for other in corrections(entry, rows):
        under = f" *Under:* {'; '.join(other['hypotheses'])}." if other["hypotheses"] else ""
        parts.append(f"**Corrected** (`{other['id']}`, {other['verdict']}): {_flow(other['statement'])}{under}\n")
    for other in related(entry, rows):
        parts.append(f"**Reading** (`{other['id']}`, {other['verdict']}): {_flow(other['statement'])}\n")
    if page and page.part("What survives"):
        parts.append(f"**What survives of the proof:** {_flow(page.part('What survives'))}\n")
    if entry["readings"]:
        parts += ["**Readings chosen:**\n", *(f"- {_flow(reading)}" for reading in entry["readings"]), ""]
    if page:
        parts.append(f"Page: [proofs/{page.name}.py](proofs/{page.name}.py)\n")
    return "\n".join(parts)


def _anchor(claim_id: str) -> str:
    return claim_id.replace(".", "")


def _flow(text: str) -> str:
    """One line, with what Markdown would swallow escaped."""
    return " ".join(text.split()).replace("|", r"\|").replace("*", r"\*").replace("<", "&lt;")
