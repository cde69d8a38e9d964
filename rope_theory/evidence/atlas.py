"""The map of other texts on rotary encodings: what holds of each, ten sentences for an engineer, and the arrows between pages.

Words stand in `atlas.toml`, each with the verdicts that they need. Arrows are computed: a page's formal proof names a lemma or theorem
of another page's (`Kind.PROOF`; a shared definition is no arrow), a refuted inference names where it is drawn from (`Kind.NOT`), or a page of ours is about a text (`Kind.ABOUT`, from the
sources of its claims). None is set by hand.
"""

from __future__ import annotations

import enum
import functools
import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rope_theory.core.errors import require
from rope_theory.evidence.claims import Claim, Tier, Wording
from rope_theory.evidence.formal import sources
from rope_theory.evidence.papers import Paper, names, paper
from rope_theory.evidence.theory import LIBRARY, claims
from rope_theory.evidence.toml_files import read_toml


@dataclass(frozen=True)
class Text:
    """One text on the map.

    Attributes:
        paper: its entry in `rope_theory.evidence.papers`.
        holds: what stands, in a few sentences.
        holds_claims: id of a claim -> the verdict that these words need.
        headline: what the text is quoted for, in our words.
        becomes: what becomes of it.
        becomes_claims: as `holds_claims`.
    """

    paper: Paper
    holds: str
    holds_claims: Mapping[str, Tier]
    headline: str
    becomes: str
    becomes_claims: Mapping[str, Tier]


@dataclass(frozen=True)
class Sentence:
    """One sentence for an engineer: about what, the words, and the verdicts that they need."""

    about: str
    text: str
    claims: Mapping[str, Tier]


@functools.cache
def _content() -> dict[str, Any]:
    return read_toml("atlas")


def _needed(where: str, entry: Mapping[str, str]) -> dict[str, Tier]:
    """Ids and tiers as they stand in the file.

    Raises:
        InvalidInput: no claim, an unknown one, or no verdict.
    """
    require(bool(entry), where, "must name the claims it rests on", None)
    for claim_id, tier in entry.items():
        require(claim_id in claims(), where, "must be claims that there are", claim_id)
        require(tier in Tier.__members__ and tier != "UNDECIDED", f"{where}.{claim_id}", "must be a verdict", tier)
    return {claim_id: Tier[tier] for claim_id, tier in entry.items()}


def read_text(entry: Mapping[str, Any]) -> Text:
    """A `[[text]]` of the file."""
    name = entry["paper"]
    holds, becomes = (_needed(f"{name}.{key}", entry[key]) for key in ("holds_claims", "becomes_claims"))
    return Text(
        paper(name), entry["holds"].strip(), holds, entry["headline"].strip(), entry["becomes"].strip(), becomes
    )


def read_sentence(entry: Mapping[str, Any]) -> Sentence:
    """A `[[sentence]]` of the file."""
    return Sentence(entry["about"], entry["text"].strip(), _needed(entry["about"], entry["claims"]))


def texts() -> tuple[Text, ...]:
    """The texts of the map, in the order of the file.

    Example:
        >>> texts()[0].paper.name, len(texts())
        ('Men2024', 8)
    """
    return tuple(map(read_text, _content()["text"]))


def sentences() -> tuple[Sentence, ...]:
    """The ten sentences.

    Example:
        >>> len(sentences()), sorted({each.about for each in sentences()})
        (10, ['base', 'length', 'number format', 'p-RoPE', 'scaling'])
    """
    return tuple(map(read_sentence, _content()["sentence"]))


class Kind(enum.Enum):
    """What an arrow from one page to another says."""

    PROOF = "the formal proof of the second page uses a lemma or theorem of the first's"
    NOT = "the second does not follow from the first: it is refuted"
    ABOUT = "the second page, ours, is about the text of the first"


@dataclass(frozen=True)
class Arrow:
    """From one page, or from a text as a whole, to a page.

    Attributes:
        start: a page, as its claims' ids begin ("men2024.thm1"); for `ABOUT` the name of a paper ("men2024").
        end: a page.
        kind: what it says.
    """

    start: str
    end: str
    kind: Kind


def pages() -> dict[str, tuple[str, ...]]:
    """Page -> its claims, for the texts of the map and the pages of ours that an arrow goes to or from; a page is named by its first claim, and a part of it that is false where that holds by its own."""
    ours = {name for arrow in arrows() for name in (arrow.start, arrow.end)}
    known = {each.paper.name.lower() for each in texts()}
    return {name: ids for name, ids in _pages().items() if name.partition(".")[0] in known or name in ours}


@functools.cache
def _pages() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for claim_id, theorem in LIBRARY.theorems.items():
        found.setdefault(_module(theorem.claim), []).append(claim_id)
    return {part[0]: part for ids in found.values() for part in _parts(ids)}


def _parts(ids: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The claims of one page; where its first one holds, a printed one that is false begins a part of its own.

    Example:
        >>> list(_parts(("men2024.eq7", "men2024.eq7.decays", "men2024.eq7.decays.corrected")))
        [('men2024.eq7',), ('men2024.eq7.decays', 'men2024.eq7.decays.corrected')]
    """

    def false(claim_id: str) -> bool:
        one = claims()[claim_id]
        return one.verdict is Tier.REFUTED and one.source.wording is not Wording.OURS

    known = {name for name in map(str.casefold, names()) if name not in ("u25", "u26")}
    starts = [] if false(ids[0]) or ids[0].partition(".")[0] not in known else [each for each in ids if false(each)]
    rest = [each for each in ids if not any(each == start or each.startswith(f"{start}.") for start in starts)]
    yield tuple(rest)
    for start in starts:
        yield tuple(each for each in ids if each == start or each.startswith(f"{start}."))


def _module(claim: Claim) -> str:
    return inspect.unwrap(claim.holds).__module__.rpartition(".")[2]


_LOCATED = re.compile(r"(?:eq\. \(\d+\)|Theorem [\d.]+|Section [\d.]+\d)")


def _not_following() -> list[Arrow]:
    """From the pages whose equation, theorem or section a refuted inference names, to its page."""
    found = []
    for end, ids in _pages().items():
        drawn = claims()[ids[0]]
        if drawn.verdict is not Tier.REFUTED or not drawn.source.locator.startswith("an inference from"):
            continue
        named = set(_LOCATED.findall(drawn.source.locator))
        for start, others in _pages().items():
            same = start != end and start.partition(".")[0] == end.partition(".")[0]
            holding = [claims()[each] for each in others if claims()[each].verdict is not Tier.REFUTED]
            if same and any(named & set(_LOCATED.findall(each.source.locator)) for each in holding):
                found.append(Arrow(start, end, Kind.NOT))
    return found


def called(one: Paper) -> tuple[str, ...]:
    """How our sources name a text: its title up to a colon, and its authors with the year.

    Example:
        >>> called(paper("men2024"))
        ('Base of RoPE Bounds Context Length', 'Men et al. 2024', 'Men 2024')
    """
    first, year = one.authors.partition(",")[0], one.name[-4:]
    return one.title.partition(":")[0], f"{first} et al. {year}", f"{first} {year}"


_PROVED = re.compile(r"\b(?:Lemma|Theorem|Corollary)\s+(\w+)")


def _applies(text: sources.Sources, one: str, file: str) -> bool:
    """Whether the file names a lemma or theorem of the other one."""
    first, second = ("\n".join(sources.sentences(text.text[name])) for name in (one, file))
    names = set(_PROVED.findall(first)) - set(_PROVED.findall(second))
    return bool(names & set(re.findall(r"\w+", second)))


@functools.cache
def arrows() -> tuple[Arrow, ...]:
    """Every arrow of the map: at least one end is a text of it.

    Raises:
        InvalidInput: the formal proofs are not installed.

    Example:
        >>> Arrow("barbero2024.prop31", "barbero2024.thm53", Kind.PROOF) in arrows()
        True
    """
    folder = sources.folder()
    require(folder is not None, "formal proofs", "must be there for the map", None)
    assert folder is not None
    known = {each.paper.name.lower(): each.paper for each in texts()}
    by_module = {_module(claims()[ids[0]]): name for name, ids in reversed(_pages().items())}  # its first part
    found, text = [], sources.read(folder)
    for file in text.text:
        end = by_module.get(file.removesuffix(".v"))
        for one in sorted(text.requires(file)):
            start = by_module.get(one.removesuffix(".v"))
            if (
                start
                and end
                and _applies(text, one, file)
                and {start.partition(".")[0], end.partition(".")[0]} & set(known)
            ):
                found.append(Arrow(start, end, Kind.PROOF))
    for end, ids in _pages().items():
        if end.startswith("new."):
            said = " ".join(f"{claims()[each].source.paper} {claims()[each].source.locator}" for each in ids)
            found += [
                Arrow(name, end, Kind.ABOUT) for name, one in known.items() if any(word in said for word in called(one))
            ]
    found += _not_following()
    order = {name: k for k, name in enumerate((*known, *_pages()))}
    return tuple(sorted(found, key=lambda arrow: (arrow.kind.name, order[arrow.start], order[arrow.end])))


class Standing(enum.Enum):
    """How a page stands, by its printed claims; by its first one where all words are ours."""

    HOLDS = "holds"
    PARTLY = "false as printed or in a part; a correction beside it holds"
    FALSE = "does not follow, or is false"
    ACCOUNT = "another's account of it; false in our reading"
    ASKED = "a question of ours on no text, and false; what holds stands beside it"


def standing(name: str) -> Standing:
    """Of a page of the map.

    Example:
        >>> [standing(each).name for each in ("men2024.thm1", "men2024.table2", "men2024.headline", "liu2026.aliasing", "new.base-bound-monotone")]
        ['HOLDS', 'PARTLY', 'FALSE', 'ACCOUNT', 'ASKED']
    """
    ids = _pages()[name]
    drawn = claims()[ids[0]]
    if drawn.verdict is Tier.REFUTED and drawn.source.wording is Wording.OURS:
        return Standing.ASKED if name.startswith("new.") else Standing.FALSE
    printed = [claims()[each] for each in ids if claims()[each].source.wording is not Wording.OURS]
    false = {each.source.wording for each in printed if each.verdict is Tier.REFUTED}
    if false == {Wording.SECONDARY}:  # the text itself was not read
        return Standing.ACCOUNT
    return Standing.PARTLY if false else Standing.HOLDS
