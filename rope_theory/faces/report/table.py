"""The claim table: a first line for each claim (to `grep`), then its details, readable at 80 columns."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from rope_theory.evidence.claims import Tier, Wording
from rope_theory.evidence.claims.claim import SUPPORT
from rope_theory.evidence.formal.status import RECEIPT
from rope_theory.faces.report.lines import indented
from rope_theory.faces.report.rows import Row, counts, trust
from rope_theory.faces.report.words import in_words

STYLES = {
    "PROVED": "bold green",
    "CERTIFIED": "green",
    "EXHAUSTIVE": "cyan",
    "DERIVED": "blue",
    "TESTED": "yellow",
    "REFUTED": "bold red",
    "UNDECIDED": "bold magenta",
}
#: Of the kernel column; "none" is shown as a dash.
KERNEL_STYLES = {"checked": "bold green", "receipt": "green", "drifted": "bold red", "none": "dim"}

#: What a sound record with a receipt says, and what it does not.
BY_RECEIPT = " (receipts match the files; Coq was not run: --kernel)"


def heading(entry: Row, width: int) -> Text:
    """First line: id, verdict, formal proof, controls rejected of all, seconds."""
    line = Text.assemble((entry["id"].ljust(width), "bold"), "  ")
    line.append(entry["verdict"].ljust(10), style=STYLES[entry["verdict"]])
    kernel = entry["kernel"]["status"]
    line.append(f"  {'-' if kernel == 'none' else kernel:7}", style=KERNEL_STYLES[kernel])
    controls = entry["controls"]
    line.append(
        f"  {controls['rejected']:>3}/{controls['total']:<3}",
        style="" if controls["rejected"] == controls["total"] else "bold red",
    )
    line.append(f"  {entry['seconds']:8.2f}", style="dim")
    return line


def details(entry: Row) -> list[Text]:
    """Further lines: title; source; method and domain; witness; what keeps the record from being sound."""
    reached = ": ".join(filter(None, (entry["method"], entry["domain"])))
    if entry["kept"]:
        reached += f" (kept, decided at {entry['kept']})"
    lines = [Text(entry["title"])] if entry["title"] else []
    lines.append(Text(f"{entry['source']} ({Wording[entry['wording']].value})", style="italic"))
    lines += [Text(f"formal proof drifted: {reason}", style="bold red") for reason in entry["kernel"]["reasons"]]
    lines.append(Text(reached))
    if entry["witness"]:
        lines.append(Text.assemble(("witness: ", "bold"), in_words(entry["witness"])))
    lines += [Text(f"FAULT: {fault}", style="bold red") for fault in entry["faults"]]
    return lines


def by_verdict(rows: Sequence[Row]) -> list[Row]:
    """The rows with what is refuted or undecided first, then from the weakest evidence to the strongest."""
    order = [Tier.REFUTED, Tier.UNDECIDED, *reversed(SUPPORT)]
    return sorted(rows, key=lambda entry: order.index(Tier[entry["verdict"]]))


def print_table(console: Console, rows: Sequence[Row]) -> None:
    """The table, the trust list and, last, the counts."""
    if not rows:
        return
    width = max(len(entry["id"]) for entry in rows)
    console.print(
        Text(f"{'claim'.ljust(width)}  {'verdict':10}  kernel   controls   seconds", style="underline"), soft_wrap=True
    )
    for entry in rows:
        console.print(heading(entry, width), soft_wrap=True)
        for line in details(entry):
            indented(console, line)
    print_trust(console, rows)
    print_counts(console, rows)


def print_trust(console: Console, rows: Sequence[Row]) -> None:
    """What is taken on trust, sorted by how many claims rest on it."""
    facts = trust(rows)
    if not facts:
        return
    console.print()
    console.print(Text("Taken on trust, and how many of these claims rest on it", style="underline"), soft_wrap=True)
    for fact, number in facts:
        indented(console, Text(f"{number:4}  {fact}"), 0, 6)


def print_counts(console: Console, rows: Sequence[Row]) -> None:
    """One line: claims, verdicts, controls; one for the formal proofs; one for the records that are not sound."""
    unsound = [entry["id"] for entry in rows if not entry["sound"]]
    rejected, total = (sum(entry["controls"][key] for entry in rows) for key in ("rejected", "total"))
    tally = ", ".join(f"{number} {name}" for name, number in counts(rows).items())
    console.print()
    indented(
        console,
        Text(f"{_plural(len(rows), 'claim')}: {tally}; {rejected} of {_plural(total, 'control')} rejected"),
        0,
    )
    indented(console, Text(f"formal proofs: {kernel_tally(rows)}"), 0)
    if unsound:
        indented(
            console,
            Text(f"{_plural(len(unsound), 'record')} not sound: {', '.join(unsound)}", style="bold red"),
            0,
        )
    elif all(entry["kernel"]["status"] != "drifted" for entry in rows):  # a run of Coq may have failed
        indented(console, Text(f"every record is sound{BY_RECEIPT if _by_receipt(rows) else ''}", style="green"), 0)


def _by_receipt(rows: Sequence[Row]) -> bool:
    """Whether a receipt counts for a claim, or for one that it leans on, and no run of Coq."""
    found = {entry["kernel"]["status"] for entry in rows}
    return "receipt" in found or ("checked" not in found and any(RECEIPT in entry["trust"] for entry in rows))


def kernel_tally(rows: Sequence[Row]) -> str:
    """How many claims have which kernel status, e.g. "2 receipt, 137 none"."""
    words = [entry["kernel"]["status"] for entry in rows]
    return ", ".join(f"{words.count(word)} {word}" for word in KERNEL_STYLES if word in words)


def _plural(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")
