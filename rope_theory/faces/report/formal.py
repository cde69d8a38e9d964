"""The kernel column and the list of formal proofs."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from rope_theory.evidence.formal.receipts import Audit, by_formal_name
from rope_theory.evidence.formal.sources import LOGICAL, Sources
from rope_theory.evidence.formal.status import MEANING, KernelStatus
from rope_theory.evidence.theory import claims
from rope_theory.evidence.titles import titles
from rope_theory.faces.report.lines import indented
from rope_theory.faces.report.table import KERNEL_STYLES

#: Around the table of theorems in proofs/formal/README.md.
TABLE_BEGIN, TABLE_END = "<!-- table:begin -->", "<!-- table:end -->"


def as_json(outcome: Audit) -> dict[str, Any]:
    """The list as plain data."""
    return {
        "claims": {
            claim_id: status.as_json() for claim_id, status in outcome.statuses.items() if status.status != "none"
        },
        "without": outcome.without,
        "faults": list(outcome.faults),
        "run": None
        if outcome.run is None
        else {
            "versions": outcome.run.versions,
            "seconds": round(outcome.run.seconds, 1),
            "mebibytes": round(outcome.run.mebibytes),
            "kept": outcome.run.kept,
        },
    }


def assumption_words(status: KernelStatus) -> str:
    """The axioms in short: the last parts of their names.

    Example:
        >>> assumption_words(KernelStatus("checked", assumptions=("Coq.Logic.Classical_Prop.classic",)))
        'classic'
        >>> assumption_words(KernelStatus("checked"))
        'no axioms'
    """
    return ", ".join(name.rpartition(".")[2] for name in status.assumptions) or "no axioms"


def print_formal(console: Console, outcome: Audit) -> None:
    """One line for each theorem with its assumptions, then every claim without a formal proof, then the counts."""
    shown = {claim_id: status for claim_id, status in outcome.statuses.items() if status.status != "none"}
    width = max([len(claim_id) for claim_id in shown], default=0)
    for claim_id, status in shown.items():
        line = Text.assemble(
            (claim_id.ljust(width), "bold"), "  ", (status.status.ljust(8), KERNEL_STYLES[status.status])
        )
        line.append(f"{status.kind:8}  {assumption_words(status) if not status.reasons else '; '.join(status.reasons)}")
        console.print(line, soft_wrap=True)
    for fault in outcome.faults:
        console.print(Text(f"FAULT: {fault}", style="bold red"), soft_wrap=True)
    if outcome.without:
        indented(console, Text(f"without a formal proof: {' '.join(outcome.without)}"), 0, 2)
    counts = {word: sum(s.status == word for s in outcome.statuses.values()) for word in MEANING}
    neighbours = sum(len(status.neighbours or {}) for status in shown.values())
    total = f"{len(shown)} theorems, {neighbours} false neighbours: "
    console.print(
        Text(
            total
            + ", ".join(f"{n} {word}" for word, n in counts.items() if n and word != "none")
            + f"; {counts['none']} claims without"
        ),
        soft_wrap=True,
    )
    if outcome.run:
        used = ", ".join(f"{name} {version}" for name, version in outcome.run.versions.items())
        kept = (
            f"; {outcome.run.kept} files compiled earlier, and nothing under them has changed"
            if outcome.run.kept
            else ""
        )
        indented(
            console,
            Text(
                f"checked with {used} in {outcome.run.seconds:.0f} s, {outcome.run.mebibytes:.0f} MiB at most"
                f" in one process{kept}"
            ),
            0,
            2,
        )


def project(sources: Sources) -> str:
    """The text of `_CoqProject`: the folder's name in Coq, and every file, each after what it requires."""
    order: dict[str, None] = {}
    for name in sources.text:
        order |= dict.fromkeys(sources.closure(name))
    return "\n".join([f"-Q . {LOGICAL}", *order]) + "\n"


def table(sources: Sources) -> str:
    """Claim, title, theorem and file, one row for each theorem, in the order of the claims."""
    found = by_formal_name()
    rows = [
        f"| `{found[x].id}` | {titles()[found[x].id]} | `{x}_{theorem.kind}` | [{theorem.file}]({theorem.file}) |"
        for x, theorem in sources.theorems.items()
    ]
    order = {claim_id: at for at, claim_id in enumerate(claims())}
    rows.sort(key=lambda row: order[row.split("`")[1]])
    return "\n".join(["| claim | about | theorem | file |", "|---|---|---|---|", *rows])


def with_table(text: str, sources: Sources) -> str:
    """The README with the table between its two marks."""
    before, _, rest = text.partition(TABLE_BEGIN)
    return f"{before}{TABLE_BEGIN}\n{table(sources)}\n{TABLE_END}{rest.partition(TABLE_END)[2]}"
