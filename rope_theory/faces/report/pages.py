"""The proof page of a claim, and its docstring in parts."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from types import ModuleType

from rope_theory.core.errors import InvalidInput

_HEAD = re.compile(r"^(Idea|Steps|Traps|What survives[^:\n]*):[ \n]*", re.MULTILINE)

#: Of more claims that share a page the number is said, not the names.
NAMED = 4


@dataclass(frozen=True)
class Page:
    """A proof page.

    Args:
        name: module name; the file is proofs/<name>.py.
        summary: the docstring's first paragraph: what the page shows.
        parts: the further parts by heading ("Idea", "Steps", "Traps", "What survives …"), in order.
    """

    name: str
    summary: str
    parts: dict[str, str]

    def part(self, heading: str) -> str:
        """The part whose heading begins with these words, or ""."""
        return next((text for name, text in self.parts.items() if name.startswith(heading)), "")


def read(module: ModuleType) -> Page:
    """The page that a module of proofs/ is."""
    pieces = _HEAD.split(inspect.getdoc(module) or "")
    parts = {name: text.strip() for name, text in zip(pieces[1::2], pieces[2::2], strict=True)}
    return Page(module.__name__.rpartition(".")[2], pieces[0].strip(), parts)


def page_of(claim_id: str) -> Page | None:
    """The page that decides the claim, or None (a declared gap)."""
    from rope_theory.evidence.theory import LIBRARY

    try:
        return read(LIBRARY.page_of(claim_id))
    except InvalidInput:  # no claim of this theory
        return None


def page_is_of(claim_id: str) -> str:
    """A sentence on whose the words of the page are where it decides other claims, too; else "".

    Example:
        >>> page_is_of("u26.rem31c")
        ''
        >>> page_is_of("u25.thm2")
        'These words are about the whole page, which decides u25.thm2.audit, too.'
        >>> page_is_of("new.precision-cliff").endswith("which decides 12 other claims, too.")
        True
    """
    from rope_theory.evidence.theory import LIBRARY

    others = LIBRARY.beside(claim_id)
    if not others:
        return ""
    named = ", ".join(others[:-1]) + " and " * (len(others) > 1) + others[-1]
    which = named if len(others) <= NAMED else f"{len(others)} other claims"
    return f"These words are about the whole page, which decides {which}, too."
