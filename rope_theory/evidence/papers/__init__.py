"""The papers that claims are about: one file each, `<name>.toml`, whose head says what the paper is.

Everything that names a paper takes it from here: the order of claims, `quotes`, `paper`, errata, site, tests.
"""

from __future__ import annotations

import functools
import tomllib
from dataclasses import dataclass
from importlib import resources
from typing import Any

from rope_theory.core.errors import require


@dataclass(frozen=True)
class Paper:
    """One paper.

    Args:
        name: its short name, as sources have it ("U26").
        title, authors, arxiv: as printed; the arXiv number without version.
        venue: where it appeared, or "".
        text: what is at hand of it, in a sentence.
        statements: ids of the claims that its statements are, numbered or not (corrections and readings go on from these).
        shown: ids for what its figures, tables and data show and no statement says.
    """

    name: str
    title: str
    authors: str
    arxiv: str
    venue: str = ""
    text: str = ""
    statements: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()

    @property
    def marks(self) -> tuple[str, str]:
        """By what its first page is recognised: arXiv number, or the title up to a colon."""
        return self.arxiv, self.title.partition(":")[0]


def names() -> list[str]:
    """First parts of the claims' ids, one for each paper, in order.

    Example:
        >>> names()
        ['u25', 'u26']
    """
    return sorted(path.name.removesuffix(".toml") for path in _folder().iterdir() if path.name.endswith(".toml"))


@functools.cache
def content(name: str) -> dict[str, Any]:
    """The whole file of a paper.

    Args:
        name: of the paper, in capitals or not.

    Raises:
        InvalidInput: there is none.
    """
    require(name.lower() in names(), "paper", f"must be one of {', '.join(map(str.upper, names()))}", name)
    return tomllib.loads(_folder().joinpath(f"{name.lower()}.toml").read_text(encoding="utf-8"))


def paper(name: str) -> Paper:
    """The record of a paper.

    Args:
        name: as for `content`.

    Raises:
        InvalidInput: there is none.

    Example:
        >>> paper("u26").arxiv
        '2605.31558'
    """
    data = content(name)
    statements, shown = (tuple(data.get(key, ())) for key in ("statements", "shown"))
    venue, text = (data.get(key, "") for key in ("venue", "text"))
    return Paper(data["paper"], data["title"], data["authors"], data["arxiv"], venue, text, statements, shown)


def papers() -> list[Paper]:
    """All papers, in order."""
    return [paper(name) for name in names()]


def _folder() -> Any:
    return resources.files(__name__)
