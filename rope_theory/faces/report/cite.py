"""A claim as a BibTeX entry: what was decided, by which version, and what fixes the formal statement."""

from __future__ import annotations

import functools
import shutil
import subprocess  # Git, asked for the commit
from collections.abc import Mapping
from typing import Any

from rope_theory import __version__
from rope_theory.core.errors import require
from rope_theory.core.files import CHECKOUT
from rope_theory.evidence.claims import Claim, Tier, Wording
from rope_theory.evidence.formal.receipts import formal_name, read_receipts
from rope_theory.evidence.formal.status import BACKING
from rope_theory.evidence.papers import paper, papers
from rope_theory.evidence.theory import claim
from rope_theory.faces.report.explain import of_the_text
from rope_theory.faces.report.latex import latex

#: Verdicts that are about no more than their "Over" line says: an entry has it.
BOUNDED = (Tier.CERTIFIED.name, Tier.EXHAUSTIVE.name, Tier.TESTED.name)
#: Of the version that `rope_theory.__version__` names.
YEAR = 2026


def bibtex(data: Mapping[str, Any]) -> str:
    """The entry of a claim, in ASCII, as pdflatex takes it.

    Args:
        data: its row (`rope_theory.faces.report.rows.row`), decided.

    Raises:
        InvalidInput: the record is not sound.

    Example:
        >>> from rope_theory.evidence.ledger import Ledger
        >>> from rope_theory.faces.report.rows import row
        >>> print(bibtex(row(Ledger().decide("u26.fig5a"))).splitlines()[2])
          title = {{u26.fig5a: Is \\ensuremath{\\theta}\\textsubscript{2} 0.8 to one decimal, as Figure 5A's caption says? REFUTED}},
    """
    require(
        data["sound"],
        "claim",
        f"must have a sound record to be cited (rope-theory explain {data['id']} says what is wrong)",
        data["id"],
    )
    said = latex(data["title"]) + ("" if data["title"].endswith("?") else ".")
    fields = {
        "author": r"{The rope\_theory authors}",
        "title": f"{{{data['id']}: {said} {data['verdict']}}}",  # braces: styles would write ids and verdicts small
        "year": str(YEAR),
        "howpublished": _escaped(", ".join(filter(None, [f"rope_theory {__version__}", commit()]))),
        "note": "; ".join(
            [
                latex(_whose(data)),
                *_seen(claim(data["id"])),
                *[latex(f"over: {data['domain']}")] * (data["verdict"] in BOUNDED),
                *map(_escaped, _formal(data)),
            ]
        ),
    }
    key = f"rope-theory-{data['id'].replace('.', '-')}"
    return "\n".join([f"@misc{{{key},", ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items()), "}"])


def _seen(stated: Claim) -> list[str]:
    """What we have of the paper's text, if no claim quotes it: what its record says of it, in short."""
    if not of_the_text(stated):
        return []
    printed = paper(stated.source.paper)
    said = (printed.short or printed.text).removesuffix(".")
    return [latex(f"{said[0].lower()}{said[1:]}")]


def _whose(data: Mapping[str, Any]) -> str:
    """Where the statement is from and whose words it is in; what is ours is said to be before a paper is named."""
    named, wording = _named(data["source"]), Wording[data["wording"]]
    return (
        f"{wording.value}, on {named.replace(', on ', ', ', 1)}"
        if wording is Wording.OURS and "," in named
        else f"{named} ({wording.value})"
    )


def _named(source: str) -> str:
    """The source with the paper's address for our short name of it."""
    name, comma, place = source.partition(", ")
    known = {one.name: one.cited for one in papers()}
    return f"{known.get(name, name)}{comma}{place}"


def _formal(data: Mapping[str, Any]) -> list[str]:
    """The theorem's name, its file and the hash of all that its statement says, where a kernel checked it as it stands."""
    kernel = data["kernel"]
    if kernel["status"] not in BACKING:
        return []
    kept = _receipts().get(data["id"], {})
    theorem = f"theorem {formal_name(data['id'])}_{kernel['kind']} in {kernel['file']}"
    return [theorem, *[f"meaning_hash {kept['meaning_hash']}"] * ("meaning_hash" in kept)]


@functools.cache
def _receipts() -> Mapping[str, Any]:
    found: Mapping[str, Any] = read_receipts()["claims"]
    return found


@functools.cache
def commit() -> str:
    """The commit of the checkout that this package runs from, in words; "" where it runs from none or there is no Git."""
    git = shutil.which("git")
    if git is None or not (CHECKOUT / ".git").exists():
        return ""
    try:
        head, changes = (_said(git, *words) for words in (("rev-parse", "HEAD"), ("status", "--porcelain", "-uno")))
    except (OSError, subprocess.SubprocessError):
        return ""
    return f"commit {head}" + (" with changes" if changes else "")


def _said(git: str, *words: str) -> str:
    done = subprocess.run([git, "-C", str(CHECKOUT), *words], capture_output=True, text=True, timeout=20, check=True)
    return done.stdout.strip()


def _escaped(text: str) -> str:
    return "".join(f"\\{letter}" if letter in "_&%#$" else letter for letter in text)
