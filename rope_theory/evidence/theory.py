"""The theory of this package: the claims on the pages of `proofs/`."""

from __future__ import annotations

import fnmatch
import functools
import re
import shlex
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rope_theory.core.errors import InvalidInput, printable, require
from rope_theory.core.lookup import Lookup, missing, spelt
from rope_theory.core.meant import meant
from rope_theory.core.words import counted
from rope_theory.evidence.claims import PRINTED, Claim, Library
from rope_theory.evidence.glossary import glossary, meanings
from rope_theory.evidence.papers import content
from rope_theory.evidence.papers import names as papers
from rope_theory.evidence.papers import paper as record
from rope_theory.evidence.places import Place, located, misspelt, naming, numbers, paged, paper_first
from rope_theory.evidence.titles import claims_by_words, title, titles

#: The pages, in the order of the papers, and last what no paper says.
LIBRARY = Library("rope_theory.proofs", papers=(*papers(), "new"))

#: What a text calls its statements, and how ids do: Theorem 3.2 is thm32, Lemma F.1 is lemF1.
KINDS = {
    "theorem": "thm",
    "remark": "rem",
    "lemma": "lem",
    "definition": "def",
    "proposition": "prop",
    "corollary": "cor",
}
_NUMBERED = re.compile(
    rf"(?:(?P<paper>[a-z]+\d+)[ ,:]+)?(?:(?P<kind>{'|'.join([*KINDS, *KINDS.values()])})\.? *(?P<number>(?:[a-z]\.)?\d+(?:\.\d+)*[a-z]?)"
    r"|(?P<bare>[a-z\d]+\.\d+))",
    re.IGNORECASE,
)


class WordsAsked(InvalidInput):
    """Words or a number of the text where an id was asked for; the notes are the claims that are meant, then what the words mean.

    Attributes:
        words: what was written.
        head: what the claims have to do with it, "Claims on Theorem 3.2"; empty where there is none.
        found: ids of the claims.
        few: whether a list of them is cut off unless all are asked for; those on a place are not.
        ends: what stands behind the claims.
        meant: meanings by word.
    """

    def __init__(
        self,
        words: str,
        why: str,
        head: str,
        found: list[str],
        meant: Mapping[str, str] | None = None,
        few: bool = True,
        ends: Iterable[str] = (),
    ):
        self.words, self.head, self.found = words, head, found
        self.meant, self.few, self.ends = meant or {}, few, list(ends)
        super().__init__("claim", f"must be the id of a claim ({why})", words)
        for line in (*self.listed(), *(f"{word}: {meaning}" for word, meaning in self.meant.items())):
            self.add_note(line)

    @property
    def of_text(self) -> bool:
        """Whether it is a place of a text, or what is numbered there."""
        return not self.few

    def listed(self, whole: bool = False) -> list[str]:
        """Lines that list the claims.

        Args:
            whole: all of them, however many.
        """
        return [*_listed(self.found, None if whole or not self.few else LISTED, self.words), *self.ends]


class NothingFound(InvalidInput):
    """Words that no id, no title and no entry of the glossary has.

    Args:
        words: all that were written.
        near: ids that are near to the first of them, in a sentence, or "".
    """

    def __init__(self, words: str, near: str = ""):
        super().__init__("claim", f"must be the id of a claim{near}, or words of a title or of the glossary", words)


#: So many claims at most are listed for words.
LISTED = 12


def claims() -> dict[str, Claim]:
    """All claims by id, in the order of their papers."""
    return LIBRARY.claims


def claim(claim_id: str) -> Claim:
    """The claim with this id.

    Args:
        claim_id: as in CLAIMS.md.

    Raises:
        InvalidInput: there is none; close ids are named.

    Example:
        >>> claim("u25.thm1").verdict.name
        'PROVED'
    """
    require(isinstance(claim_id, str), "claim", "must be the id of a claim, as text", claim_id)
    return LIBRARY.claim(claim_id)


def asked(names: Iterable[str], patterns: bool = True) -> list[Claim]:
    """The claims that these names ask for, each once, in the order asked.

    Args:
        names: ids, in any case of letters, or patterns of them with * and ? ("u26.*").
        patterns: whether an error may name a pattern; otherwise it lists the claims that match.

    Raises:
        InvalidInput: an id that no claim has, with close ones named, or if it is words, with notes: claims that are about them;
            a pattern that none matches.

    Example:
        >>> [one.id for one in asked(["U25.thm1", "u25.THM7?", "u25.thm1"])]
        ['u25.thm1', 'u25.thm7a', 'u25.thm7b']
    """
    found: dict[str, Claim] = {}
    written = list(names)
    whole = paper_first(" ".join(written), papers())
    if not all("." in name for name in written):  # an id has a full stop; only for words the registers are read
        _refuse_heading(whole)
    _refuse_paged(whole)
    for name in (whole, *written):
        _refuse_numbered(name)
        _refuse_place(name)
    for name in written:
        if any(sign in name for sign in "*?["):
            those = [one for id, one in claims().items() if fnmatch.fnmatchcase(id.casefold(), name.casefold())]
            like = ", like 'u26.*'" if patterns else ""
            require(bool(those), "claim", f"must be a pattern that some id matches{like}", name)
        else:
            those = [_named(name, written, patterns)]
        found |= {one.id: one for one in those}
    return list(found.values())


def _of_rows(paper: str, has: Callable[[str, Mapping[str, Any]], bool]) -> list[str]:
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


def _on(where: Place, heading: str, row: Mapping[str, Any]) -> bool:
    """Whether a row of a register is on the place: on its page, in its section, or part of what is so numbered."""
    if where.kind == "p.":
        return str(row.get("page", "")) == where.number
    return where.has_section(heading) or where.named_by(row.get("item", ""))


def _named(name: str, beside: Iterable[str], patterns: bool) -> Claim:
    """The claim with this id, in any case of letters; an id has a full stop, and what has none is words.

    Args:
        name: the id.
        beside: all that was written.
        patterns: whether the error may name a pattern.
    """
    words = " ".join(each for each in beside if "." not in each)
    if "." not in name:
        _refuse_words(name, words)
    try:
        return claim(name)
    except InvalidInput:
        same = [one for id, one in claims().items() if id.casefold() == name.casefold()]
        if same:
            return same[0]
        fitting = [id for id in claims() if id.casefold().startswith(name.casefold())]
        if fitting and not patterns:
            head = f"Claims that begin with {name.casefold()}"
            raise WordsAsked(name, "those below begin so", head, fitting) from None
        if fitting and "." in name:
            head = f"Claims that begin with {name.casefold()}"
            raise WordsAsked(
                name, f"those below begin so; '{name.casefold()}*' is all of them", head, fitting
            ) from None
        if any(id.casefold().startswith(f"{name.casefold()}.") for id in claims()):
            rule = f"must be the id of a claim, or a pattern (did you mean '{name.casefold()}.*'?)"
            raise InvalidInput("claim", rule, name) from None
        if "." not in name:
            raise NothingFound(words, meant(name, titles())) from None
        raise


def _refuse_words(name: str, words: str) -> None:
    """Raise an error whose notes are the claims that have these words in title or id, unless there are none, or a paper is named.

    Claims with all of the words; where none has all, those that fit best.
    """
    found = claims_by_words().find(words)
    most = max((len(one.words) for one in found), default=0)
    fitting = [one for one in found if len(one.words) == most]
    shown = fitting[:LISTED]
    told = meanings(words)
    if any(id.startswith(f"{name.casefold()}.") for id in titles()):
        return
    if not (shown or told):
        _refuse_misspelt(words)
        return
    having = ""
    if shown:
        one = len({each.words for each in shown}) == 1
        as_written = spelt(words)
        having = f"have '{' '.join(as_written[word] for word in shown[0].words)}'" if one else "have some of the words"
    why = f"those below {having} in title or id" if having else "no title has this; below is what it means"
    head = f"Claims that {having} in title or id" if having else ""
    raise WordsAsked(words, why, head, [each.name for each in fitting], told)


def _refuse_misspelt(words: str) -> None:
    """Raise an error that names the words of titles and of the glossary that these may have meant, unless none is near."""
    near = missing(words, claims_by_words(), Lookup({name: [name] for name in glossary()}, [2])).values()
    found = ", ".join(re.findall(r"mean (.+?)\?", " ".join(near)))
    require(not found, "claim", f"must be the id of a claim, or words (did you mean {found}?)", words)


def numbered(words: str) -> list[str]:
    """The ids of the claims on a numbered statement, as a text names it: all papers', or one's if it is named.

    Example:
        >>> numbered("Remark 3.2")[:2], numbered("lemma F.1")[0], numbered("U25 Theorem 7"), numbered("xylophone")
        (['u26.rem32', 'u26.rem32.computes'], 'u26.lemF1', ['u25.thm7a', 'u25.thm7a.earlier', 'u25.thm7a.uniform', 'u25.thm7b', 'u25.thm7b.corrected', 'u25.thm7b.some-phase'], [])
    """
    found = _NUMBERED.fullmatch(words.strip())
    if not found:
        return []
    kind = found["kind"].casefold() if found["kind"] else ""
    kinds = [KINDS.get(kind, kind)] if kind else KINDS.values()
    number = re.escape((found["number"] or found["bare"]).replace(".", ""))
    paper = re.escape(found["paper"]) if found["paper"] else r"[^.]+"
    shape = re.compile(rf"{paper}\.(?:{'|'.join(kinds)}){number}(?!\d).*", re.IGNORECASE)
    return [id for id in titles() if shape.fullmatch(id)]


def _refuse_numbered(name: str) -> None:
    """Raise an error whose notes are the claims on what is so numbered, by their ids or else by their places.

    Where nothing is so numbered the notes are what is of its kind, unless a claim or the beginning of claims has the name itself.

    Raises:
        WordsAsked: there are claims on it.
        InvalidInput: there are none.
    """
    name = name.strip()
    found = _NUMBERED.fullmatch(name)
    if not found:
        return
    fitting, where = numbered(name), located(name)
    if where and not found["kind"] and _on_place(where):
        return  # F.2 alone is the appendix; what else is so numbered is told there
    if found["kind"] or not fitting:
        paper = found["paper"] or ""
        placed = _placed(paper, *_naming(name.removeprefix(paper).strip(" ,:")))
        fitting = [*dict.fromkeys([*fitting, *placed])]
    if fitting:
        sections = _section_too(name)
        raise WordsAsked(
            name, "those below are on what is so numbered", f"Claims on {name}", fitting, few=False, ends=sections
        )
    kind = (found["kind"] or "").casefold()
    shape = re.compile(rf"{(found['paper'] or '[^.]+').casefold()}\.{KINDS.get(kind, kind)}[^.]+")
    if not (kind or re.fullmatch(r"[\d.]+", name)):
        return
    there = [id for id in titles() if kind and shape.fullmatch(id)]
    paper = found["paper"] or ""
    said = _sentences_on(paper, _naming(name.removeprefix(paper).strip(" ,:"))[1])
    below = "below are those of its kind" if there else f"rope-theory paper {paper.casefold() or 'u26'} shows what is"
    told = "; ".join(["no claim is on it" if said else "nothing here is so numbered", *said, below])
    problem = InvalidInput("claim", f"must be the id of a claim ({told})", name)
    for line in _listed(there, None):
        problem.add_note(line)
    raise problem


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


def _placed(paper: str, names: Callable[[str], object], has: Callable[[str, Mapping[str, Any]], bool]) -> list[str]:
    """The ids of the claims on a place and of those that decide sentences on it, what is printed first.

    Args:
        paper: its short name, or "" for all.
        names: locator -> whether it names the place.
        has: as of `_of_rows`.
    """
    placed = [one for one in _own(paper) if names(_own_place(one.source.locator) if paper else one.source.locator)]
    found = dict.fromkeys([*(one.id for one in placed), *_of_rows(paper, has)])
    return sorted(found, key=lambda id: claims()[id].source.wording not in PRINTED)


def _refuse_place(name: str) -> None:
    """Raise an error whose notes are the claims on a place of a text, by their locators; what it prints first.

    Where no claim is on it the notes are the places of its kind that there are; a misspelt kind is named.

    Raises:
        WordsAsked: there are claims on it.
        InvalidInput: there are none, or the name misspells a place or a numbered statement.
    """
    where = located(name)
    if where is None:
        near = misspelt(name, KINDS)
        require(not near, "claim", f"must be the id of a claim, or a place (did you mean '{near}'?)", name)
        return
    if ids := _on_place(where):
        paged = [f"  rope-theory paper {where.paper or 'NAME'} {where.number}: the sentences of that page"]
        ends = paged if where.kind == "p." else _numbered_too(name, where)
        head = f"Claims on {name.strip()}"
        raise WordsAsked(name, "those below are on that place", head, ids, few=False, ends=ends)
    told = "; ".join(
        ["no claim is on that place", *_sentences_on(where.paper, functools.partial(_on, where)), _covered(where)]
    )
    raise InvalidInput("claim", f"must be the id of a claim ({told})", name)


def _refuse_paged(words: str) -> None:
    """Raise an error whose notes are the claims on a page that are on what is named beside it, too: "p. 8, Theorem 3.2".

    Raises:
        WordsAsked: there are claims on both.
        InvalidInput: there are none.
    """
    if not (found := paged(words)):
        return
    what = paper_first(found[1], papers())
    paper = re.split(r"[ ,:]", what)[0].casefold()
    try:
        _refuse_numbered(what)
        _refuse_place(what)
    except WordsAsked as asked:
        on_page = _on_place(Place("p.", found[0], paper if paper in papers() else ""))
        both = [id for id in asked.found if id in on_page]
        rule = f"must be the id of a claim (no claim on {what} is on p. {found[0]}; rope-theory explain {what})"
        require(bool(both), "claim", rule, words)
        head = f"Claims on {words.strip()}"
        raise WordsAsked(words, "those below are on that place", head, both, few=False) from None


def _refuse_heading(name: str) -> None:
    """Raise an error whose notes are the claims on a section that is named by its heading, "Abstract" or "U26 Introduction".

    Raises:
        WordsAsked: there are claims on it.
        InvalidInput: there are none, but a register has the section.
    """
    first, _, rest = name.strip().partition(" ")
    paper, words = (first.casefold(), rest) if first.casefold() in papers() else ("", name.strip())
    parts = [part["title"] for one in papers() if paper in ("", one) for part in content(one).get("section", ())]
    same = {number for title in parts for number, said in [_heading(title)] if said.casefold() == words.casefold()}

    def headed(title: str, _: object = None) -> bool:
        number, said = _heading(title)
        within = any(each and re.match(rf"{re.escape(each)}(?:\.|$)", number) for each in same)
        return within or said.casefold() == words.casefold()

    if ids := _of_rows(paper, headed) if same else []:
        raise WordsAsked(name, "those below are on that section", f"Claims on {name.strip()}", ids, few=False)
    if said := _sentences_on(paper, headed) if same else []:
        told = "; ".join(["no claim is on that section", *said])
        raise InvalidInput("claim", f"must be the id of a claim ({told})", name)


def _heading(title: str) -> tuple[str, str]:
    """The number of a section, or "", and what its heading says.

    Example:
        >>> _heading("3.2 Mechanism implemented by pure heads"), _heading("Abstract"), _heading("A General setting")
        (('3.2', 'Mechanism implemented by pure heads'), ('', 'Abstract'), ('A', 'General setting'))
    """
    found = re.match(r"(?:(\d[\d.]*|[A-Z](?:\.\d+)*) )?(.*)", title)
    return (found[1] or "", found[2]) if found else ("", title)


def _on_place(where: Place) -> list[str]:
    """The ids of the claims on a place."""
    return _placed(where.paper, where.named_by, functools.partial(_on, where))


def _numbered_too(name: str, where: Place) -> list[str]:
    """Where an appendix was named by its number alone: the definitions and lemmas that have the number, too."""
    if where.kind != "Appendix" or re.search(r"\bapp", name, re.IGNORECASE):
        return []
    same = [kind for kind in KINDS if _placed(where.paper, *_naming(f"{kind} {where.number}"))]
    return [
        f"  {kind.capitalize()} {where.number} is so numbered, too: rope-theory explain {kind.capitalize()} {where.number}"
        for kind in same
    ]


def _section_too(name: str) -> list[str]:
    """Where a statement was named by its number alone: the section that has the number, too."""
    if not re.fullmatch(r"\d+(\.\d+)+", name.strip()) or not _on_place(Place("Section", name.strip())):
        return []
    return [f"  Section {name.strip()} is so numbered, too: rope-theory explain Section {name.strip()}"]


def _naming(words: str) -> tuple[Callable[[str], object], Callable[[str, Mapping[str, Any]], bool]]:
    """Whether a locator, and whether a row, names what these words name: the arguments of `_placed`."""
    named = naming(words)
    return named.search, lambda _, row: bool(named.search(row.get("item", "")))


def _sentences_on(paper: str, has: Callable[[str, Mapping[str, Any]], bool]) -> list[str]:
    """Where registers have sentences on a place, though no claim: how many, and how to read them.

    Args:
        paper: its short name, or "" for all.
        has: as of `_of_rows`.
    """
    told = []
    for one in papers():
        if paper.casefold() not in ("", one):
            continue
        rows = [
            row for part in content(one).get("section", ()) for row in part.get("row", ()) if has(part["title"], row)
        ]
        if rows:
            pages = sorted({str(row["page"]) for row in rows if row.get("page")}, key=int)
            said = ", ".join(f"rope-theory paper {one} {page}" for page in pages) or f"rope-theory paper {one}"
            near = dict.fromkeys(name for row in rows for name in row.get("beside", ()))
            beside = f", beside: {', '.join(near)}" if near else ""
            told.append(
                f"the register of {record(one).name} has {counted(len(rows), 'sentence')} on it: {said}{beside}"
            )
    return told


def _covered(where: Place) -> str:
    """The places of its kind that claims are on, paper by paper."""
    told = []
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
        known = ", ".join(sorted(there, key=_in_order))
        told += [f"{record(one).name} {where.kind} {known}"] if known else []
    shows = f"; rope-theory paper {where.paper} shows what is there" if where.paper else ""
    return f"claims are on {'; '.join(told)}" if told else f"no claim names such a place{shows}"


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


def _listed(names: list[str], most: int | None = LISTED, words: str = "") -> list[str]:
    """Lines that list claims with their verdicts on record and titles, and how many more there are.

    Args:
        names: their ids.
        most: how many are listed.
        words: what was asked for, of which a command lists all.
    """
    shown = names[:most]
    wide = max(map(len, shown), default=0)
    more = (
        [f"  and {len(names) - len(shown)} more: rope-theory explain {printable(shlex.join(words.split()))} --all"]
        if len(names) > len(shown)
        else []
    )
    tiers = [claims()[name].verdict.name for name in shown]
    told = max(map(len, tiers), default=0)
    return [
        *(f"  {name:<{wide}}  {tier:<{told}}  {title(name)}" for name, tier in zip(shown, tiers, strict=True)),
        *more,
    ]
