"""The claims that somebody asks for: by ids and patterns, and by words, numbers and places of a text, which are told apart."""

from __future__ import annotations

import fnmatch
import functools
import re
import shlex
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rope_theory.core.errors import Absent, InvalidInput, printable, require
from rope_theory.core.lookup import Lookup, missing, spelt
from rope_theory.core.meant import nearest
from rope_theory.evidence.claims import Claim
from rope_theory.evidence.claims.library import NO_ID
from rope_theory.evidence.glossary import glossary, meanings
from rope_theory.evidence.papers import by_name, content
from rope_theory.evidence.papers import names as papers
from rope_theory.evidence.placed_claims import (
    KINDS,
    NUMBERED,
    claims_on,
    covered,
    heading_parts,
    ids_on,
    is_on,
    is_there,
    naming_of,
    numbered,
    numbered_too,
    of_rows,
    section_too,
    sentences_on,
)
from rope_theory.evidence.places import Place, dotted, located, misspelt, paged, paper_first, unended, unquoted
from rope_theory.evidence.theory import claim, claims
from rope_theory.evidence.titles import claims_by_words, is_id, title, titles

#: So many claims at most are listed for words.
LISTED = 12
#: So many are listed whole: a cut of two or three saves nothing.
WHOLE = 16


#: Beginnings of the ids on the two papers that the package is about.
OWN = ("u25.", "u26.")


class WordsAsked(Absent):
    """Words or a number of the text where an id was asked for; the notes are what the words mean, then the claims that are meant.

    Attributes:
        words: what was written.
        why: what the claims have to do with it, in the error.
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
        self.words, self.why, self.head, self.found = words, why, head, found
        self.meant, self.few, self.ends = meant or {}, few, list(ends)
        super().__init__("claim", NO_ID, words, why)
        for line in (*(f"{word}: {meaning}" for word, meaning in self.meant.items()), *self.listed()):
            self.add_note(line)

    def listed(self, whole: bool = False) -> list[str]:
        """Lines that list the claims.

        Args:
            whole: all of them, however many.
        """
        return [*_listed(self.found, None if whole or not self.few else LISTED, self.words), *self.ends]

    def to_json(self) -> dict[str, Any]:
        """The meanings and all claims, with their verdicts on record, for JSON."""
        claims_meant = [{"id": id, "verdict": claims()[id].verdict.name, "title": title(id)} for id in self.found]
        return {"words": self.words, "meanings": dict(self.meant), "claims": claims_meant}


class NothingFound(Absent):
    """Words that no id, no title and no entry of the glossary has.

    Args:
        words: all that were written.
        hint: ids that are near to the first of them, or where else these words are.
    """

    def __init__(self, words: str, hint: str = ""):
        where = "rope-theory paper lists the papers, rope-theory ask the questions"
        super().__init__("claim", f"{NO_ID}, and no title nor the glossary has it", words, hint or where)


def no_claim(words: str, *hints: str) -> Absent:
    """The error for what is no id, with what it may have meant."""
    return Absent("claim", NO_ID, words, *hints)


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
    for name in written:
        require(bool(name.strip()), "claim", "must be the id of a claim, a place, a pattern or words", name)
    written = [*written[:-1], *map(unended, written[-1:])]
    written = [unquoted(name) or name for name in written]
    joined = " ".join(written)
    parts = re.split(r"[\s,]+", joined.strip(" ,"))
    if all(map(is_id, parts)):
        written, joined = parts, " ".join(parts)  # ids with commas between, or in one argument
    if (called := by_name(joined)) != joined:
        written = called.split()
    _refuse_several(joined, written)
    whole = paper_first(called, papers())
    if not all("." in name for name in written):  # an id has a full stop; only for words the registers are read
        _refuse_heading(whole)
    if (read := dotted(whole)) != whole:
        _refuse_dotted(" ".join(written), read)
    _refuse_paged(whole)
    _refuse_unknown_paper(whole)
    _refuse_numbered(whole)
    _refuse_place(whole)
    several = [each for each in written if located(each) or NUMBERED.fullmatch(each)]
    require(len(several) < 2, "claim", "must be one place at a time", joined)
    for name in written:
        _refuse_numbered(name)
        _refuse_place(name)
    for name in written:
        if any(sign in name for sign in "*?["):
            those = [one for id, one in claims().items() if fnmatch.fnmatchcase(id.casefold(), name.casefold())]
            if not those:
                raise Absent(
                    "claim", "no id of a claim matches {}", name, "'u26.*' matches all on U26" if patterns else ""
                )
        else:
            those = [_named(name, written, patterns)]
        found |= {one.id: one for one in those}
    return list(found.values())


def _refuse_several(joined: str, written: list[str]) -> None:
    """Raise an error that says how to ask for one of several places or papers, for a file of a proof, and for a number alone."""
    parts = re.split(r"[\s,]+", joined.casefold())
    if len(parts) > 1 and all(each in papers() for each in parts):
        theirs = " ".join(f"'{each}.*'" for each in parts)
        rule = f"must be ids, one place or patterns ({theirs}: all claims of these)"
        raise InvalidInput("claim", rule, joined)
    many = re.fullmatch(
        r"(?:(.*) )?(pp|theorem|lemma|remark|definition|figure|table|section|page)\.?s? *([\w.]*\d\w?)\s*(?:-|–|,|and|&|to) *(?:p\. *)?[\w.]*\d\w?",
        joined,
        re.IGNORECASE,
    )
    if many and (many[2].casefold() == "pp" or f"{many[2]}s " in joined):
        kind = "p." if many[2].casefold() in ("pp", "page") else many[2].capitalize()
        first = " ".join(filter(None, (many[1], kind, many[3])))
        raise InvalidInput("claim", f"must be one place at a time, as in '{first}'", joined)
    require(
        not re.fullmatch(r"\d{1,3}", joined),
        "claim",
        f"must say what is numbered so, as in 'p. {joined}' or 'Theorem {joined}'",
        joined,
    )
    if len(written) == 1 and re.search(r"_|\.v$|\.py$", joined):
        file = re.sub(r"\.(?:v|py)$", "", re.split(r"[/\\]", joined)[-1]).replace("_", ".")
        own = [id for id in titles() if re.sub(r"\W", ".", id) == file]
        if own:
            told = "; ".join(f"the proof of {id}: rope-theory formal {id}" for id in own)
            raise no_claim(joined, told)


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
    except Absent as problem:
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
            raise no_claim(name, f"did you mean '{name.casefold()}.*', all that begin so?") from None
        if "." not in name:
            raise NothingFound(words, nearest(name, titles())) from None
        if not re.fullmatch(r"[\w.-]+", name):
            told = "nor one place: Theorem 3.2, p. 8, §3.5; words are looked for without full stops"
            raise no_claim(name, told) from None
        _refuse_id_of_place(name)
        paper = name.partition(".")[0].casefold()
        if paper in papers() and "did you mean" not in problem.hint:
            raise no_claim(name, f"rope-theory explain {paper} lists those on {paper.upper()}") from None
        raise


def _refuse_id_of_place(name: str) -> None:
    """Raise an error that leads to the claims on a place that a made-up id names: u26.fig4 is Figure 4 of U26."""
    found = re.fullmatch(r"([a-z]+\d+)\.([a-z]+)([\d.]*\d)", name, re.IGNORECASE)
    if not found or found[1].casefold() not in papers():
        return
    paper, said, number = found[1].casefold(), found[2].casefold(), found[3]
    said = {"fig": "figure"}.get(said, said)
    kinds = [
        *(kind for kind, short in KINDS.items() if short == said),
        *(kind for kind in KINDS if kind.startswith(said[:3])),
    ]
    places = [f"{kind} {each}" for kind in [*kinds, said] for each in (".".join(number), number)]
    place = next((one for one in places if is_there(paper, one)), "")
    call = shlex.join(["rope-theory", "explain", found[1], *place.capitalize().split()])
    id = f"{paper}.{KINDS.get(said, found[2].casefold())}{number.replace('.', '')}"
    near = f"did you mean {id}? " if id in titles() else ""
    if place:
        raise no_claim(name, f"{near}those on {place.capitalize()}: {call}")
    for one in places:
        if said := sentences_on(paper, shlex.quote(one.capitalize()), naming_of(one)[1]):
            raise no_claim(name, *said)


def _refuse_unknown_paper(words: str) -> None:
    """Raise an error if these words are a place of a text that is not here, "Theorem 3 of U99"."""
    place = located(words) or NUMBERED.fullmatch(words)
    paper = (place.paper if isinstance(place, Place) else place["paper"] or "") if place else ""
    if behind := re.fullmatch(r"(.+?),? (?:of|in) ([a-z]+\d+)", words.strip(), re.IGNORECASE):
        what, named = behind.groups()
        paper = named if located(what) or NUMBERED.fullmatch(what) else paper
    known = paper.casefold() in ("", *papers())
    texts = ", ".join(each.upper() for each in papers())
    require(known, "claim", f"must be on a text that is here ({texts})", words)


def _refuse_words(name: str, words: str) -> None:
    """Raise an error whose notes are the claims that have these words in title or id, unless there are none, or a paper is named.

    Claims with all of the words; where none has all, those that fit best.
    """
    found = claims_by_words().find(words)
    _refuse_number_alone(words, [word for one in found for word in one.words])
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
        asked = [as_written[word] for word in shown[0].words]
        texts = [f"{each.name} {titles()[each.name]}".casefold() for each in shown]
        literal = all(any(word.casefold() in text for text in texts) for word in asked)
        having = f"have {'' if literal else 'a form of '}'{' '.join(asked)}'" if one else "have some of the words"
    why = f"those below {having} in title or id" if having else "no title has this; below is what it means"
    gone = [spelt(words)[word] for word in missing(words, claims_by_words()) if word not in told]
    none = f"; none has {' or '.join(gone)}" if gone else ""
    head = f"Claims that {having} in title or id{none}" if having else ""
    raise WordsAsked(words, why, head, [each.name for each in fitting], told)


def _refuse_number_alone(words: str, had: Iterable[str]) -> None:
    """Raise an error if of these words titles have the numbers at most, footnote 3: claims with a 3 are not about it.

    Args:
        words: as written.
        had: those of them that some title has.
    """
    rest = [word for word in spelt(words) if not word[0].isdigit() and word.casefold() not in papers()]
    if rest == list(spelt(words)) or {*had} & {*rest} or meanings(words):
        return
    near = missing(" ".join(rest), claims_by_words())
    told = ", ".join(word + (near.get(word, "") if len(word) > 4 else "") for word in rest)
    places = "places: p. 8, §3.5, F.2, Theorem 3.2, Figure 5, Table 1, eq. (7)"
    if rest:
        raise no_claim(words, f"nor a place, nor words of titles: no title has {told}; {places}")


def _refuse_misspelt(words: str) -> None:
    """Raise an error that names the words of titles and of the glossary that these may have meant, unless none is near."""
    near = missing(words, claims_by_words(), Lookup({name: [name] for name in glossary()}, [2])).values()
    found = ", ".join(re.findall(r"mean (.+?)\?", " ".join(near)))
    if found:
        raise NothingFound(words, f"did you mean {found}?")


def _refuse_numbered(name: str) -> None:
    """Raise an error whose notes are the claims on what is so numbered, by their ids or else by their places.

    Where nothing is so numbered the notes are what is of its kind, unless a claim or the beginning of claims has the name itself.

    Raises:
        WordsAsked: there are claims on it.
        InvalidInput: there are none.
    """
    name = name.strip()
    found = NUMBERED.fullmatch(name)
    if not found:
        return
    fitting, where = numbered(name), located(name)
    if where and not found["kind"] and ids_on(where):
        return  # F.2 alone is the appendix; what else is so numbered is told there
    paper, kind = found["paper"] or "", (found["kind"] or "").casefold()
    full = {short: long for long, short in KINDS.items()}.get(kind, kind)
    what = f"{full} {found['number']}" if kind else name.removeprefix(paper).strip(" ,:")  # Def. F.1 is Definition F.1
    if kind or not fitting:
        there = claims_on(paper, *naming_of(what))
        fitting = [*dict.fromkeys([*fitting, *there])]
    if fitting:
        sections = section_too(name)
        raise WordsAsked(
            name, "those below are on what is so numbered", f"Claims on {name}", fitting, few=False, ends=sections
        )
    shape = re.compile(rf"{(paper or '[^.]+').casefold()}\.{KINDS.get(kind, kind)}[^.]+")
    if not (kind or re.fullmatch(r"[\d.]+", name)):
        return
    number = found["number"] or ""
    others = [
        f"{each.capitalize()} {number}" for each in KINDS if each != full and numbered(f"{paper} {each} {number}")
    ]
    of_its_kind = [id for id in titles() if kind and shape.fullmatch(id)]
    own = [id for id in of_its_kind if id.startswith(OWN)] or of_its_kind  # of other papers only where these have none
    chapter, dot, _ = number.partition(".")
    near = [id for id in own if dot and f".{KINDS.get(kind, kind)}{chapter}" in id]
    there = [] if others else near or own
    said = sentences_on(paper, what[:1].upper() + what[1:], naming_of(what)[1])
    if others:
        below = f"did you mean {others[0]}?"
    elif there:
        below = f"below are those {'near it' if near else 'there are' if paper else 'in U25 and U26'}"
    else:
        below = f"rope-theory paper {paper.casefold() or 'u26'} shows what is"
    none = "no claim is on {}" if said else "no claim is on {}, and nothing here has that number"
    problem = Absent("claim", none, name, *said, below)
    for line in _listed(there, None):
        problem.add_note(line)
    if there:
        problem.add_note(f"  one of them: rope-theory explain {there[0]}")
    raise problem


def _refuse_place(name: str) -> None:
    """Raise an error whose notes are the claims on a place of a text, by their locators; what it prints first.

    Where no claim is on it the notes are the places of its kind that there are; a misspelt kind is named.

    Raises:
        WordsAsked: there are claims on it.
        InvalidInput: there are none, or the name misspells a place or a numbered statement.
    """
    where = located(name)
    if where is None:
        if near := misspelt(name, KINDS):
            _refuse_meant(name, near, (_refuse_numbered, _refuse_place))
        return
    if ids := ids_on(where):
        paged = [f"  rope-theory paper {where.paper or 'NAME'} {where.number}: the sentences of that page"]
        ends = paged if where.kind == "p." else numbered_too(name, where)
        head = f"Claims on {name.strip()}"
        raise WordsAsked(name, "those below are on that place", head, ids, few=False, ends=ends)
    said = sentences_on(where.paper, f"{where.kind} {where.number}", functools.partial(is_on, where))
    raise Absent("claim", "no claim is on {}", name, *said, covered(where))


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
    page = Place("p.", found[0], paper if paper in papers() else "")
    first = what[: len(page.paper)]
    if near := misspelt(what.removeprefix(first).lstrip(" ,:"), KINDS):
        right = ", ".join(filter(None, (first, f"p. {found[0]}", near)))
        _refuse_meant(words, right, (_refuse_paged,))
    named = NUMBERED.fullmatch(what)
    if named and named["kind"] and not (numbered(what) or claims_on("", *naming_of(what))):
        none = "no claim is on {}, and nothing here has that number"
        raise Absent("claim", none, words, f"rope-theory explain p. {found[0]} lists what is on that page")
    try:
        _refuse_numbered(what)
        _refuse_place(what)
    except WordsAsked as asked:
        on_page = ids_on(page)
        both = [id for id in asked.found if id in on_page]
        if not both:
            raise Absent("claim", "no claim is on {}", words, f"those on {what}: rope-theory explain {what}") from None
        head = f"Claims on {words.strip()}"
        raise WordsAsked(words, "those below are on that place", head, both, few=False) from None


def _refuse_dotted(words: str, read: str) -> None:
    """Raise the error of a place that was written without its full stops, Lemma F1, with what was written in it.

    Raises:
        WordsAsked: there are claims on it; its head has the place as a text has it.
        InvalidInput: there are none.
    """
    try:
        _refuse_paged(read)
        _refuse_numbered(read)
        _refuse_place(read)
    except WordsAsked as asked:
        raise WordsAsked(words, asked.why, asked.head, asked.found, asked.meant, asked.few, asked.ends) from None
    except InvalidInput as nothing:
        raise nothing.of(words) from None


def _refuse_meant(words: str, meant_words: str, looks: Iterable[Callable[[str], None]]) -> None:
    """Raise an error that says what misspelt words may mean, if that leads to claims; else the error of what is meant, if there is one."""
    try:
        for look in looks:
            look(meant_words)
    except WordsAsked:
        raise no_claim(words, f"did you mean '{meant_words}'?") from None


def _refuse_heading(name: str) -> None:
    """Raise an error whose notes are the claims on a section that is named by its heading, "Abstract" or "U26 Introduction".

    Raises:
        WordsAsked: there are claims on it.
        InvalidInput: there are none, but a register has the section.
    """
    first, _, rest = name.strip().partition(" ")
    paper, words = (first.casefold(), rest) if first.casefold() in papers() else ("", name.strip())
    parts = [part["title"] for one in papers() if paper in ("", one) for part in content(one).get("section", ())]
    same = {number for title in parts for number, said in [heading_parts(title)] if said.casefold() == words.casefold()}

    def headed(title: str, _: object = None) -> bool:
        number, said = heading_parts(title)
        within = any(each and re.match(rf"{re.escape(each)}(?:\.|$)", number) for each in same)
        return within or said.casefold() == words.casefold()

    if ids := of_rows(paper, headed) if same else []:
        raise WordsAsked(name, "those below are on that section", f"Claims on {name.strip()}", ids, few=False)
    if said := sentences_on(paper, words, headed) if same else []:
        raise Absent("claim", "no claim is on {}", name, *said)


def _listed(names: list[str], most: int | None = LISTED, words: str = "") -> list[str]:
    """Lines that list claims with their verdicts on record and titles, and how many more there are.

    Args:
        names: their ids.
        most: how many are listed.
        words: what was asked for, of which a command lists all.
    """
    shown = names if len(names) <= WHOLE else names[:most]
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
