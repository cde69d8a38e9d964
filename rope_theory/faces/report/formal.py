"""The kernel column and the list of formal proofs."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from rope_theory.evidence.formal.receipts import Audit
from rope_theory.evidence.formal.status import MEANING, KernelStatus
from rope_theory.faces.report.lines import indented
from rope_theory.faces.report.table import KERNEL_STYLES


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
        indented(
            console,
            Text(
                f"checked with {used} in {outcome.run.seconds:.0f} s, {outcome.run.mebibytes:.0f} MiB at most"
                " in one process"
            ),
            0,
            2,
        )
