"""ERRATA.md: every printed statement that was found false, with its witness and what stands in its place."""

from __future__ import annotations

from collections.abc import Sequence

from rope_theory.claims import Form
from rope_theory.report.pages import page_of
from rope_theory.report.rows import Row, show

INTRODUCTION = """\
# Errata

<!-- Written by `rope-theory report-files` from the verdicts. Do not edit. -->

Statements of the two papers that are false as printed. Each keeps its wording; the witness was verified in exact
arithmetic and meets every hypothesis of the statement. `rope-theory explain ID` shows the whole page.

- **U25**: Urrutia, Salas, Kozachinskiy, Buc Calderon, Pasten, Rojas, *Decoupling Positional and Symbolic Attention
  Behavior in Transformers*, ICLR 2026, arXiv 2511.11579. Where its source field says "after U25", the content is
  theirs and the wording ours.
- **U26**: Urrutia, Alegría, Sanchez Macias, Salas, Calderon, Rojas, *Positional versus Symbolic Attention Heads:
  Learning Dynamics, RoPE Geometry, and Length Generalization*, arXiv 2605.31558.
"""


def refuted(rows: Sequence[Row]) -> list[Row]:
    """The refuted rows that are in the papers' own words."""
    return [entry for entry in rows if entry["verdict"] == "REFUTED" and entry["form"] == Form.PRINTED.value]


def errata(rows: Sequence[Row]) -> str:
    """The text of ERRATA.md for these rows."""
    found = refuted(rows)
    index = [
        f"| [`{e['id']}`](#{_anchor(e['id'])}) | {e['source']} | {', '.join(_links(e, rows)) or '–'} |"
        for e in found
    ]
    table = ["| statement | source | corrected by |", "|---|---|---|", *index]
    return "\n".join([INTRODUCTION, *table, "", *(_entry(entry, rows) for entry in found)])


def _links(entry: Row, rows: Sequence[Row]) -> list[str]:
    return [f"`{other['id']}`" for other in corrections(entry, rows)]


def corrections(entry: Row, rows: Sequence[Row]) -> list[Row]:
    return [other for other in rows if other["corrects"] == entry["id"]]


def related(entry: Row, rows: Sequence[Row]) -> list[Row]:
    """The other readings of the same statement: ids that continue its id."""
    return [
        other
        for other in rows
        if other["id"].startswith(entry["id"] + ".") and other["form"] == Form.READING.value
    ]


def _entry(entry: Row, rows: Sequence[Row]) -> str:
    page = page_of(entry["id"])
    parts = [
        f"## {entry['id']}\n",
        f"**Source:** {entry['source']}\n",
        f"**Printed:** {_flow(entry['statement'])}\n",
    ]
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
        parts.append(
            f"**Corrected** (`{other['id']}`, {other['verdict']}): {_flow(other['statement'])}{under}\n"
        )
    for other in related(entry, rows):
        parts.append(f"**Reading** (`{other['id']}`, {other['verdict']}): {_flow(other['statement'])}\n")
    if page and page.part("What survives"):
        parts.append(f"**What survives of the printed proof:** {_flow(page.part('What survives'))}\n")
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
