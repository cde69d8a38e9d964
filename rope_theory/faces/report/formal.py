"""The kernel column and the list of formal proofs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from rope_theory.core.words import counted
from rope_theory.evidence.formal.receipts import Audit, by_formal_name
from rope_theory.evidence.formal.sources import LOGICAL, Sources
from rope_theory.evidence.formal.status import MEANING, KernelStatus
from rope_theory.evidence.theory import claims
from rope_theory.evidence.titles import titles
from rope_theory.faces.report.lines import indented
from rope_theory.faces.report.table import KERNEL_STYLES

#: What stands in a line of the list.
COLUMNS = "Claim, how Coq's word is known, whether its theorem is the claim (proved) or the negation (refuted), axioms:"

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
    """What the columns are, one line for each theorem with its assumptions, then every claim without a formal proof, then the counts."""
    console.print(Text(COLUMNS), soft_wrap=True)
    shown = _print_lines(console, outcome.statuses)
    for fault in outcome.faults:
        console.print(Text(f"FAULT: {fault}", style="bold red"), soft_wrap=True)
    if outcome.without:
        indented(console, Text(f"without a formal proof: {' '.join(outcome.without)}"), 0, 2)
    counts = {word: sum(s.status == word for s in outcome.statuses.values()) for word in MEANING}
    neighbours = sum(len(status.neighbours or {}) for status in shown.values())
    total = f"{counted(len(shown), 'theorem')}, {counted(neighbours, 'false neighbour')}: "
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


def _print_lines(console: Console, statuses: Mapping[str, KernelStatus]) -> dict[str, KernelStatus]:
    """One line for each theorem; returns the claims that have one."""
    shown = {claim_id: status for claim_id, status in statuses.items() if status.status != "none"}
    width = max([len(claim_id) for claim_id in shown], default=0)
    for claim_id, status in shown.items():
        line = Text.assemble(
            (claim_id.ljust(width), "bold"), "  ", (status.status.ljust(8), KERNEL_STYLES[status.status])
        )
        line.append(f"{status.kind:8}  {assumption_words(status) if not status.reasons else '; '.join(status.reasons)}")
        console.print(line, soft_wrap=True)
    return shown


#: How the theorem of a claim is introduced, by what the kernel checked.
CHECKED = {"proved": "The theorem", "refuted": "The theorem is the negation of"}


def print_named(console: Console, outcome: Audit, named: Sequence[str]) -> None:
    """Of each claim that was named its sentence and its formal statement; then one line for each of its parts and of the ids that go on from one.

    Args:
        named: ids.
    """
    for claim_id in named:
        status, said = outcome.statuses[claim_id], claims()[claim_id]
        _print_lines(console, {claim_id: status})
        if status.status == "none":
            console.print(Text.assemble((claim_id, "bold"), "  no formal proof"), soft_wrap=True)
        under = f" Under: {'; '.join(each.text for each in said.hypotheses)}." if said.hypotheses else ""
        indented(console, Text(f"The claim: {said.statement}{under}"), 2, 4)
        if status.statement:
            indented(console, Text(f"{CHECKED[status.kind]} (proofs/formal/{status.file}):"), 2, 4)
            for line in status.statement.splitlines():
                console.print(Text(f"    {line}"), soft_wrap=True)
        console.print()
    beside = {claim_id: status for claim_id, status in outcome.statuses.items() if claim_id not in named}
    going_on = {
        claim_id: beside[claim_id] for claim_id in beside if any(claim_id.startswith(f"{one}.") for one in named)
    }
    parts = {claim_id: status for claim_id, status in beside.items() if claim_id not in going_on}
    for heading, found in (("Parts of what it says", parts), ("Other claims, whose ids go on from it", going_on)):
        if found:
            console.print(Text(heading, style="bold"))
            _print_lines(console, found)
            without = [claim_id for claim_id, status in found.items() if status.status == "none"]
            if without:
                indented(console, Text(f"without a formal proof: {' '.join(without)}"), 0, 2)
            console.print()
    for fault in outcome.faults:
        console.print(Text(f"FAULT: {fault}", style="bold red"), soft_wrap=True)


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
