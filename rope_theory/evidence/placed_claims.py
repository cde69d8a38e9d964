"""The claims on a place of a text: on what is numbered, a page, a section; by their locators and by the registers."""

from __future__ import annotations

import functools
import re
import shlex
from collections.abc import Callable, Mapping
from typing import Any

from rope_theory.core.errors import Absent, InvalidInput
from rope_theory.core.meant import nearest
from rope_theory.core.words import counted, spans
from rope_theory.evidence.claims import PRINTED, Claim
from rope_theory.evidence.papers import ARXIV, NO_PAPER, Paper, content
from rope_theory.evidence.papers import names as papers
from rope_theory.evidence.papers import paper as record
from rope_theory.evidence.places import Place, dotted, located, naming, numbers, paged, paper_first
from rope_theory.evidence.theory import claims
from rope_theory.evidence.titles import is_id, titles

#: What a text calls its statements, and how ids do: Theorem 3.2 is thm32, Lemma F.1 is lemF1.
KINDS = {
    "theorem": "thm",
    "remark": "rem",
    "lemma": "lem",
    "definition": "def",
    "proposition": "prop",
    "corollary": "cor",
}
NUMBERED = re.compile(
    rf"(?:(?P<paper>[a-z]+\d+)[ ,:]+)?(?:(?P<kind>{'|'.join([*KINDS, *KINDS.values()])})\.? *(?P<number>(?:[a-z]\.)?\d+(?:\.\d+)*[a-z]?)"
    r"|(?P<bare>[a-z\d]+\.\d+))",
    re.IGNORECASE,
)


def numbered(words: str) -> list[str]:
    """The ids of the claims on a numbered statement, as a text names it: all papers', or one's if it is named.

    Example:
        >>> numbered("Remark 3.2")[:2], numbered("lemma F.1")[0], numbered("U25 Theorem 7"), numbered("xylophone")
        (['u26.rem32', 'u26.rem32.computes'], 'u26.lemF1', ['u25.thm7a', 'u25.thm7a.earlier', 'u25.thm7a.uniform', 'u25.thm7b', 'u25.thm7b.corrected', 'u25.thm7b.some-phase'], [])
    """
    found = NUMBERED.fullmatch(words.strip())
    if not found:
        return []
    kind = found["kind"].casefold() if found["kind"] else ""
    kinds = [KINDS.get(kind, kind)] if kind else KINDS.values()
    number = re.escape((found["number"] or found["bare"]).replace(".", ""))
    paper = re.escape(found["paper"]) if found["paper"] else r"[^.]+"
    shape = re.compile(rf"{paper}\.(?:{'|'.join(kinds)}){number}(?!\d).*", re.IGNORECASE)
    return [id for id in titles() if shape.fullmatch(id)]


def text_named(name: str) -> Paper:
    """The paper of this name.

    Raises:
        InvalidInput: there is none; where it is a claim or a place, with the command that takes it.
    """
    try:
        return record(name)
    except InvalidInput:
        if is_id(name):
            raise Absent("paper", NO_PAPER, name, f"a claim: rope-theory explain {name}") from None
        if is_located(name):
            having = next((one for one in papers() if is_there(one, name)), "u26")
            hint = f"a place: rope-theory paper {having} {shlex.quote(name)}"
            raise Absent("paper", NO_PAPER, name, hint) from None
        if name.casefold().endswith((".txt", ".pdf")):
            raise Absent("paper", NO_PAPER, name, f"a file: rope-theory quotes {shlex.quote(name)}") from None
        if re.fullmatch(r"\w+\.[\w.-]+", name) and name.partition(".")[0].casefold() in papers():
            near = nearest(name, titles(), most=1) or "rope-theory explain shows claims"
            hint = f"nor is that the id of a claim; {near}"
            raise Absent("paper", NO_PAPER, name, hint) from None
        raise


def is_there(paper: str, words: str) -> bool:
    """Whether a claim is on this place of a paper.

    Args:
        paper: its short name, in small letters.
        words: the place.

    Example:
        >>> is_there("u25", "Corollary 1"), is_there("u26", "Corollary 1")
        (True, False)
    """
    asked = f"{paper} {dotted(words)}"
    where = located(asked)
    return bool(numbered(asked) or where and ids_on(where))


def is_located(words: str) -> bool:
    """Whether these words are a place of a text, or what is numbered there; a number on arXiv is neither.

    Example:
        >>> is_located("Theorem 3.2"), is_located("p. 8 of U26"), is_located("§F2"), is_located("explain")
        (True, True, True, False)
        >>> is_located("3.2"), is_located("2605.99999")
        (True, False)
    """
    words = dotted(paper_first(words, papers())).strip()
    return not re.fullmatch(ARXIV, words) and bool(located(words) or paged(words) or NUMBERED.fullmatch(words))


def ids_on(where: Place) -> list[str]:
    """The ids of the claims on a place."""
    return claims_on(where.paper, where.named_by, functools.partial(is_on, where))


def claims_on(paper: str, names: Callable[[str], object], has: Callable[[str, Mapping[str, Any]], bool]) -> list[str]:
    """The ids of the claims on a place and of those that decide sentences on it, what is printed first.

    Args:
        paper: its short name, or "" for all.
        names: locator -> whether it names the place.
        has: as of `of_rows`.
    """
    placed = [one for one in _own(paper) if names(_own_place(one.source.locator) if paper else one.source.locator)]
    found = dict.fromkeys([*(one.id for one in placed), *of_rows(paper, has)])
    return sorted(found, key=lambda id: claims()[id].source.wording not in PRINTED)


def of_rows(paper: str, has: Callable[[str, Mapping[str, Any]], bool]) -> list[str]:
    """The ids of the claims that decide rows of the registers, in their order.

    Args:
        paper: its short name, or "" for all.
        has: heading of the section, row -> whether it is one of the rows.
    """
    found = [
        name
        for one in papers()
        if paper.casefold() in ("", one)
        for section in content(one).get("section", ())
        for row in section.get("row", ())
        if has(section["title"], row)
        for name in row.get("claims", ())
    ]
    return [*dict.fromkeys(found)]


def is_on(where: Place, heading: str, row: Mapping[str, Any]) -> bool:
    """Whether a row of a register is on the place: on its page, in its section, or part of what is so numbered."""
    if where.kind == "p.":
        return str(row.get("page", "")) == where.number
    return where.has_section(heading) or where.named_by(row.get("item", ""))


def naming_of(words: str) -> tuple[Callable[[str], object], Callable[[str, Mapping[str, Any]], bool]]:
    """Whether a locator, and whether a row, names what these words name: the arguments of `claims_on`."""
    named = naming(words)
    return named.search, lambda _, row: bool(named.search(row.get("item", "")))


def _own(paper: str) -> list[Claim]:
    """The claims on a paper, or all of them."""
    return [one for one in claims().values() if paper.casefold() in ("", one.source.paper.casefold())]


def _own_place(locator: str) -> str:
    """The locator without a place of another paper.

    Example:
        >>> _own_place("Theorem 6, beside U26, p. 24, Appendix F.2.2"), _own_place("p. 7, Theorem 3.1 beside p. 20, Definition F.2")
        ('Theorem 6', 'p. 7, Theorem 3.1 beside p. 20, Definition F.2')
    """
    return re.sub(r",? beside [A-Z]\w*\d, .*", "", locator)


def heading_parts(title: str) -> tuple[str, str]:
    """The number of a section, or "", and what its heading says.

    Example:
        >>> heading_parts("3.2 Mechanism implemented by pure heads"), heading_parts("Abstract"), heading_parts("A General setting")
        (('3.2', 'Mechanism implemented by pure heads'), ('', 'Abstract'), ('A', 'General setting'))
    """
    found = re.match(r"(?:(\d[\d.]*|[A-Z](?:\.\d+)*) )?(.*)", title)
    return (found[1] or "", found[2]) if found else ("", title)


def numbered_too(name: str, where: Place) -> list[str]:
    """Where an appendix was named by its number alone: the definitions and lemmas that have the number, too."""
    if where.kind != "Appendix" or re.search(r"\bapp", name, re.IGNORECASE):
        return []
    same = [kind for kind in KINDS if claims_on(where.paper, *naming_of(f"{kind} {where.number}"))]
    return [
        f"  {kind.capitalize()} {where.number} is so numbered, too: rope-theory explain {kind.capitalize()} {where.number}"
        for kind in same
    ]


def section_too(name: str) -> list[str]:
    """Where a statement was named by its number alone: the section that has the number, too."""
    if not re.fullmatch(r"\d+(\.\d+)+", name.strip()) or not ids_on(Place("Section", name.strip())):
        return []
    return [f"  Section {name.strip()} is so numbered, too: rope-theory explain Section {name.strip()}"]


def sentences_on(paper: str, words: str, has: Callable[[str, Mapping[str, Any]], bool]) -> list[str]:
    """Where registers have sentences on a place, though no claim: how many, and how to read them.

    Args:
        paper: its short name, or "" for all.
        words: as `paper` is asked for it, Section 3.7.
        has: as of `of_rows`.
    """
    told = []
    for one in papers():
        if paper.casefold() not in ("", one):
            continue
        rows = [
            row for part in content(one).get("section", ()) for row in part.get("row", ()) if has(part["title"], row)
        ]
        if rows:
            said = f"rope-theory paper {one} {words}"
            near = dict.fromkeys(name for row in rows for name in row.get("beside", ()))
            beside = f", beside: {', '.join(near)}" if near else ""
            told.append(
                f"the register of {record(one).name} has {counted(len(rows), 'sentence')} on it: {said}{beside}"
            )
    return told


def covered(where: Place) -> str:
    """The places of its kind that claims are on, paper by paper."""
    told, first = [], ""
    for one in papers():
        if where.paper.casefold() not in ("", one):
            continue
        there = dict.fromkeys(
            each for each_claim in _own(one) for each in numbers(where.kind, _own_place(each_claim.source.locator))
        )
        there |= {
            each: None
            for part in content(one).get("section", ())
            for row in part.get("row", ())
            if row.get("claims")
            for each in _places_of(where.kind, part["title"], row)
        }
        known = (
            spans(sorted(map(int, there))) if all(map(str.isdigit, there)) else ", ".join(sorted(there, key=_in_order))
        )
        told += [f"{record(one).name} {where.kind} {known}"] if known else []
        first = first or (shlex.join([one, where.kind, min(there, key=_in_order)]) if there else "")
    shows = f"rope-theory paper {where.paper or 'u26'} shows what is there"
    return f"claims are on {'; '.join(told)}, as rope-theory explain {first}" if told else shows


def _places_of(kind: str, heading: str, row: Mapping[str, Any]) -> list[str]:
    """The numbers of a kind of place that a row of a register is on."""
    if kind == "p.":
        return [str(row["page"])] if "page" in row else []
    own = Place(kind, heading.partition(" ")[0])
    numbered_so = re.match(r"(?:\d|[A-Z]\b)", heading)
    return [*numbers(kind, row.get("item", "")), *([own.number] if numbered_so and own.has_section(heading) else [])]


def _in_order(number: str) -> tuple[tuple[bool, int, str], ...]:
    """2 before 10, 5 before 5A, B.2 before F.1."""
    parts = re.findall(r"\d+|[A-Z]", number)
    return tuple((not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts)
