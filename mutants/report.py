"""The outcome: declared survivors, a table by module, and the survivors that nobody has explained."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rich.box import SIMPLE
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from mutants.operators import Mutant

DECLARED = "mutants/equivalent.toml"
TIMEOUT = "time-out"


@dataclass(frozen=True)
class Outcome:
    """What became of one mutant.

    Args:
        mutant: which.
        verdict: "checks" or "tests" if these killed it, "survived", or "unreached" (no test runs its line).
        killer: the first test that failed, or in words what happened.
        seconds: wall time.
        tests: how many tests reach it.
    """

    mutant: Mutant
    verdict: str
    killer: str = ""
    seconds: float = 0.0
    tests: int = 0

    @property
    def killed(self) -> bool:
        return self.verdict in ("checks", "tests")

    def as_json(self) -> dict:
        """As plain data."""
        mutant = self.mutant
        shown = {"file": mutant.file, "line": mutant.line, "function": mutant.function, "text": mutant.text}
        judged = {
            "verdict": self.verdict,
            "killer": self.killer,
            "seconds": round(self.seconds, 2),
            "tests": self.tests,
        }
        return {**shown, "mutation": mutant.mutation, **judged}


class Declared:
    """The survivors that are declared, each with the reason why it is no gap."""

    def __init__(self, root: Path):
        path = root / DECLARED
        entries = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
        keyed = ("file", "function", "line", "mutation")
        self.reasons = {tuple(e[name] for name in keyed): e["reason"] for e in entries.get("equivalent", [])}

    def __contains__(self, mutant: Mutant) -> bool:
        return mutant.key in self.reasons

    def stale(self, there: Iterable[Mutant], outcomes: Iterable[Outcome]) -> list[str]:
        """The declarations that are wrong: of what is no mutant any more, or of one that is killed."""
        keys = {mutant.key for mutant in there}
        found = [f"{' | '.join(key)}: is no mutant" for key in self.reasons if key not in keys]
        killed = [outcome for outcome in outcomes if outcome.killed and outcome.mutant in self]
        return found + [f"{' | '.join(one.mutant.key)}: is killed by {one.killer}" for one in killed]


def share(outcomes: list[Outcome], declared: Declared, verdicts: tuple[str, ...] = ("checks", "tests")) -> float:
    """The percentage that is killed, of those that are not declared."""
    counted = [outcome for outcome in outcomes if outcome.killed or outcome.mutant not in declared]
    return 100 * sum(outcome.verdict in verdicts for outcome in counted) / len(counted) if counted else 100.0


def print_report(console: Console, outcomes: list[Outcome], declared: Declared, by: str, stale: list[str]) -> None:
    """The table by module, the survivors, and what is stale."""
    title = f"mutants, judged by {'checks, then tests' if by == 'both' else 'checks'}"
    table = Table("module", title=title, box=SIMPLE, collapse_padding=True)
    names = ["all", "checks", *(["tests"] if by == "both" else []), "time-outs", "survived", "unreached", "declared"]
    for name in [*names, "killed %"]:
        table.add_column(name, justify="right", no_wrap=True)
    files = sorted({outcome.mutant.file for outcome in outcomes})
    for file in [*files, "all"]:
        rows = [outcome for outcome in outcomes if file in ("all", outcome.mutant.file)]
        numbers = {name: sum(outcome.verdict == name for outcome in rows) for name in names}
        numbers["all"] = len(rows)
        numbers["time-outs"] = sum(outcome.killer == TIMEOUT for outcome in rows)
        numbers["declared"] = sum(not outcome.killed and outcome.mutant in declared for outcome in rows)
        cells = [str(number) for number in numbers.values()]
        table.add_row(file, *cells, f"{share(rows, declared):.1f}", end_section=file == files[-1])
    console.print(table)
    left = [outcome for outcome in outcomes if not outcome.killed]
    for title, wanted in (("Survivors", False), ("Declared equivalent", True)):
        chosen = [outcome for outcome in left if (outcome.mutant in declared) == wanted]
        if chosen:
            console.print(f"\n[bold]{title}[/bold] ({len(chosen)})")
        for outcome in chosen:
            mutant = outcome.mutant
            note = "unreached" if outcome.verdict == "unreached" else f"tests that reach it: {outcome.tests}"
            console.print(f"{mutant.file}:{mutant.line} {escape(mutant.function)} ({note})", soft_wrap=True)
            console.print(f"    {escape(mutant.mutation)}", soft_wrap=True)
            if wanted:
                console.print(f"    {escape(declared.reasons[mutant.key])}", soft_wrap=True)
    for words in stale:
        console.print(f"[red]stale in {DECLARED}:[/red] {escape(words)}", soft_wrap=True)
    console.print()
    console.print(f"killed by checks {share(outcomes, declared, ('checks',)):.1f} %", end="")
    console.print(f", by checks and tests {share(outcomes, declared):.1f} %" if by == "both" else "")
