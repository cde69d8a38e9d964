"""The papers that claims are about: one file each, `<name>.toml`, whose head says what the paper is.

Everything that names a paper takes it from here: the order of claims, `quotes`, `paper`, errata, site, tests.
"""

from __future__ import annotations

import functools
import re
import tomllib
from dataclasses import dataclass
from importlib import resources
from typing import Any

from rope_theory.core.errors import Absent
from rope_theory.core.meant import nearest, slip

#: A number on arXiv, without version.
ARXIV = r"\d{4}\.\d{4,5}"


@dataclass(frozen=True)
class Paper:
    """One paper.

    Args:
        name: its short name, as sources have it ("U26").
        title, authors: as printed.
        arxiv: the arXiv number without version; "" for a text that stands elsewhere.
        venue: where it appeared, or "".
        text: what is at hand of it, in a sentence.
        quoted: whether claims quote it (`claims.quotes`); else their sentences for it are ours.
        statements: ids of the claims that its statements are, numbered or not (corrections and readings go on from these).
        shown: ids for what its figures, tables and data show and no statement says.
        address: of a text that is not on arXiv.
        undecided: numbered statements of which not enough is at hand to decide them.
        short: of `text` what concerns pages of claims on other statements than those that `undecided` names; "": all of it.
        main: what a short letter names of the statements that hold beside its theorems: words, and the claims that say so.
        version: arXiv's of the copy that was read, and its date, as the stamp on its first page says; "" if it is not at hand.
    """

    name: str
    title: str
    authors: str
    arxiv: str = ""
    venue: str = ""
    text: str = ""
    quoted: bool = False
    statements: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    address: str = ""
    undecided: tuple[str, ...] = ()
    short: str = ""
    version: str = ""
    main: tuple[tuple[str, ...], ...] = ()

    @property
    def marks(self) -> tuple[str, ...]:
        """By what its first page is recognised: arXiv number, or the title up to a colon."""
        return tuple(filter(None, (self.arxiv, self.title.partition(":")[0])))

    @property
    def link(self) -> str:
        """Where it stands.

        Example:
            >>> paper("u26").link, paper("u26").cited
            ('https://arxiv.org/abs/2605.31558', 'arXiv 2605.31558')
        """
        return f"https://arxiv.org/abs/{self.arxiv}" if self.arxiv else self.address

    @property
    def cited(self) -> str:
        """Where it stands, in words."""
        return f"arXiv {self.arxiv}" if self.arxiv else self.address.removeprefix("https://")


#: What is said of a name that no paper has.
NO_PAPER = "no paper here is called {}"


def names() -> list[str]:
    """First parts of the claims' ids, one for each paper: the two papers that the package is about, then the others by year.

    Example:
        >>> names()[:2]
        ['u25', 'u26']
    """
    return list(_names())


@functools.cache
def _names() -> tuple[str, ...]:
    found = [path.name.removesuffix(".toml") for path in _folder().iterdir() if path.name.endswith(".toml")]
    years = {name: name.lstrip("abcdefghijklmnopqrstuvwxyz") for name in found}
    return tuple(sorted(found, key=lambda name: (len(years[name]), years[name], name)))  # "25" before "2024"


@functools.cache
def content(name: str) -> dict[str, Any]:
    """The whole file of a paper.

    Args:
        name: of the paper, in capitals or not, or its number on arXiv.

    Raises:
        InvalidInput: there is none.

    Example:
        >>> content("arXiv:2605.31558v1")["paper"]
        'U26'
    """
    called = by_name(name.strip()).lower()
    if called in names():
        return _read(called)
    theirs = _about(name)
    near = (
        f"did you mean {', '.join(theirs).lower()}?"
        if theirs
        else nearest(name, names(), most=2, cutoff=0.8) or nearest(name, names(), most=1)
    )
    own = ", ".join(f"{one.upper()}: {_read(one)['arxiv']}" for one in names()[:2])
    raise Absent("paper", NO_PAPER, name, near or f"{own}, …", "rope-theory paper lists all")


def by_name(words: str) -> str:
    """The words with the papers' names for their numbers on arXiv.

    Example:
        >>> by_name("Theorem 3.2 of arXiv:2605.31558v1"), by_name("2511.11579"), by_name("2511.11578")
        ('Theorem 3.2 of U26', 'U25', '2511.11578')
        >>> by_name("https://arxiv.org/pdf/2605.31558v2.pdf")
        'U26'
    """

    def named(found: re.Match[str]) -> str:
        return next((one.upper() for one in names() if _read(one).get("arxiv") == found[1]), found[0])

    before = r"(?:(?:https?://)?(?:www\.)?arxiv\.org/(?:abs|pdf|html)/|arxiv:? *)?"
    return re.sub(rf"(?<![\w./]){before}({ARXIV})(?:v\d+)?(?:\.pdf)?(?![\w.])", named, words, flags=re.IGNORECASE)


def _about(words: str) -> list[str]:
    """The papers whose authors and title have all of these words, or whose number on arXiv is one digit off."""
    asked = [each for each in re.findall(r"[^\W\d]+", words.casefold()) if len(each) > 3]
    heads = {one.upper(): _read(one) for one in names()}
    texts = {
        one: re.findall(r"[^\W\d]+", f"{head['authors']} {head['title']}".casefold()) for one, head in heads.items()
    }
    numbered = slip(words.strip(), [head["arxiv"] for head in heads.values() if head.get("arxiv")])
    return [
        one
        for one, own in texts.items()
        if (asked and {*asked} <= {*own}) or (numbered and heads[one].get("arxiv") == numbered)
    ]


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(_folder().joinpath(f"{name}.toml").read_text(encoding="utf-8"))


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
    statements, shown, undecided = (tuple(data.get(key, ())) for key in ("statements", "shown", "undecided"))
    arxiv, venue, text, address = (data.get(key, "") for key in ("arxiv", "venue", "text", "address"))
    head = (data["paper"], data["title"], data["authors"], arxiv, venue, text, data.get("quoted", False))
    short, version, main = data.get("short", ""), data.get("version", ""), tuple(map(tuple, data.get("main", ())))
    return Paper(*head, statements, shown, address, undecided, short, version, main)


def papers() -> list[Paper]:
    """All papers, in order."""
    return [paper(name) for name in names()]


def _folder() -> Any:
    return resources.files(__name__)
