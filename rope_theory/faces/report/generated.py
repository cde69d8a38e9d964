"""The generated files of a checkout: ERRATA.md, CLAIMS.md, and what stands between markers, counts in README.md and what
PROVED claims rest on in docs/verdicts.md."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rope_theory.core.errors import InvalidInput
from rope_theory.core.files import CHECKOUT
from rope_theory.evidence.claims.trusted import BesideKernel
from rope_theory.evidence.formal.status import RECEIPT
from rope_theory.evidence.kept import KEPT
from rope_theory.evidence.papers import paper
from rope_theory.faces.report.claim_list import claim_list, tally
from rope_theory.faces.report.errata import errata
from rope_theory.faces.report.rows import Row
from rope_theory.faces.report.tally import statements_of


def u26_counted(rows: Sequence[Row]) -> str:
    """How many of U26's statements hold, and do not, by weight."""
    return statements_of(rows, paper("U26")).told("U26's") + "."


def beside_section(rows: Sequence[Row]) -> str:
    """What PROVED claims rest on besides a kernel and its axioms: receipts; and pages, fact by fact with the claims."""
    resting: dict[str, list[str]] = {}
    for entry in rows:
        for fact in entry["trust"] if entry["verdict"] == "PROVED" else ():
            if fact in BesideKernel.worded:
                resting.setdefault(fact, []).append(f"`{entry['id']}`")
    found = [f"- {fact}: {', '.join(ids)}" for fact, ids in resting.items()]
    return "\n".join([f"- {RECEIPT}: every PROVED claim, unless Coq is run", *found])


def with_section(text: str, name: str, content: str, file: str = "README.md") -> str:
    """The text with what stands between `<!-- name:begin -->` and `<!-- name:end -->` replaced.

    Raises:
        InvalidInput: the markers are not both there, once each and in this order.

    Example:
        >>> with_section("a <!-- x:begin -->old<!-- x:end --> b", "x", "new").splitlines()
        ['a <!-- x:begin -->', 'new', '<!-- x:end --> b']
    """
    start, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    before, opened, rest = text.partition(start)
    _, closed, after = rest.partition(end)
    if not opened or not closed or start in after or end in before + after:
        raise InvalidInput(file, f"must hold {start} … {end} once", name)
    return f"{before}{start}\n{content}\n{end}{after}"


def generated(rows: Sequence[Row], folder: Path = CHECKOUT) -> dict[Path, str]:
    """The generated files and their text. README.md and docs/verdicts.md of the folder are read; what is outside the
    markers is kept. That a decision was kept is of this machine, and in none of them."""
    rows = [{**entry, "trust": [fact for fact in entry["trust"] if fact != KEPT]} for entry in rows]
    marked = {
        "README.md": ("counts", "\n".join([tally(rows), "", u26_counted(rows)])),
        "docs/verdicts.md": ("beside", beside_section(rows)),
    }
    return {
        folder / "ERRATA.md": errata(rows),
        folder / "CLAIMS.md": claim_list(rows),
        **{
            folder / file: with_section((folder / file).read_text(encoding="utf-8"), name, content, file)
            for file, (name, content) in marked.items()
        },
    }


def stale(rows: Sequence[Row], folder: Path = CHECKOUT) -> list[str]:
    """The names of the generated files that these rows would write differently, or why they cannot be written."""
    try:
        wanted = generated(rows, folder)
    except (InvalidInput, OSError) as problem:
        return [str(problem)]
    return [
        path.name for path, text in wanted.items() if not path.is_file() or path.read_text(encoding="utf-8") != text
    ]
