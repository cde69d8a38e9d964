"""The proof page of a claim, and its docstring in parts."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from types import ModuleType

from rope_theory.core.errors import InvalidInput

_HEAD = re.compile(r"^(Idea|Steps|Traps|What survives[^:\n]*):[ \n]*", re.MULTILINE)


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
