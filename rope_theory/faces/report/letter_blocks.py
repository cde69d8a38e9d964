"""Pieces that a letter to authors is made of, whole or short: its opening, and what is told of one entry."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rope_theory import __version__
from rope_theory.core.errors import require
from rope_theory.core.words import counted, sentence
from rope_theory.evidence.claims import Claim, Record, Tier
from rope_theory.evidence.claims.claim import SUPPORT
from rope_theory.evidence.claims.ledger import no_witness
from rope_theory.evidence.papers import Paper
from rope_theory.evidence.titles import title
from rope_theory.faces.report.by_hand import by_hand
from rope_theory.faces.report.errata import ALSO, WITH_IT, slips_of_writing
from rope_theory.faces.report.letter_claims import further
from rope_theory.faces.report.tally import parts, statements_of, wholes

#: How to answer: there is no public address yet (CITATION.cff will name one).
MISREAD = "Where we have misread you, please reply to the message that this came with, naming the entry."
OURSELVES = f"the authors of rope_theory {__version__}"
#: What of the statements that hold is named in the opening.
NAMED = ("Theorem", "Lemma", "Proposition", "Corollary")
#: What a check in short takes from the whole one: an input, a number.
_WORKED = r"\b(?:[A-Z][A-Z\d]?|\d)(?: (?:[A-Z][A-Z\d]?|\d)\b)+|\d+\.\d+…|\d+"
#: Between two sentences: not in "p. 24".
SENTENCES = r"(?<=\.)\s+(?=[^\W\d_a-z])"


class Block(NamedTuple):
    """A piece of the letter: kind is title, heading, text, item, sub (below an item), point (one of a list below it) or code."""

    kind: str
    text: str


def regards(sender: str = "") -> str:
    """The last words, by who signs.

    Example:
        >>> regards("Ada Byron").partition(";")[0], regards().startswith("With kind regards, the authors of rope_theory")
        ('With kind regards, Ada Byron', True)
    """
    return f"With kind regards, {f'{sender}; verdicts by rope_theory {__version__}' if sender else OURSELVES}"


def head(paper: Paper) -> Block:
    """The title: which paper it is about, in which version."""
    return Block("title", f"On “{paper.title}” ({', '.join(filter(None, (paper.venue, paper.cited, paper.version)))})")


def opening(paper: Paper, own: Sequence[Record], records: Sequence[Record]) -> str:
    """How many statements hold, which of them by name, and how many do not; the small things beside them are counted apart.

    Args:
        paper: to whose authors.
        own: the records of what it prints.
        records: all of the letter.
    """
    found = statements_of([one.as_json() for one in own], paper)
    small = sum(name == paper.name for name, _ in slips_of_writing())
    beyond = f", and {counted(small, 'small thing')}, not counted" if small else ""
    holding = [item_of(one.claim.source.locator) for one in own if one.verdict.tier in SUPPORT]
    named = sorted(
        dict.fromkeys(where for where in holding if where.startswith(NAMED)),
        key=lambda where: NAMED.index(where.split()[0]),
    )
    ours = {one.id for one in further(paper)}
    beside = [f"{title(one.claim.id)}: `{one.claim.id}`" for one in records if one.claim.id in ours]
    told = [
        f"thank you for this paper. A program decides statements of it. {found}{beyond}.",
        *([f"Among the {found.stand}: {'; '.join(named)}."] if named else []),
        *([f"Beside them stands {'; '.join(beside)}."] if beside else []),
    ]
    return " ".join(told)


def entries(own: Sequence[Record]) -> list[Record]:
    """The refuted ones, heaviest first, without those that are told under another one."""
    found = {one.claim.id: one for one in own}
    return [found[entry["id"]] for entry in wholes([one.as_json() for one in own])]


def parts_of(whole: Record, own: Sequence[Record]) -> list[Record]:
    """What is told under the whole, and counted with it."""
    found = {one.claim.id: one for one in own}
    return [found[entry["id"]] for entry in parts(whole.as_json(), [one.as_json() for one in own])]


def undecided(own: Sequence[Record]) -> list[Record]:
    """Those that neither hold nor are refuted."""
    return [one for one in own if one.verdict.tier not in SUPPORT and one.verdict.tier is not Tier.REFUTED]


def page_and_item(claim: Claim) -> str:
    """The page, and what is numbered there.

    Example:
        >>> from rope_theory.evidence.theory import claim
        >>> page_and_item(claim("u26.rem31b")), page_and_item(claim("u26.index-unique"))
        ('p. 7, Remark 3.1', 'p. 21')
    """
    where, *rest = claim.source.locator.split(", ")
    return ", ".join([where, *(item for item in rest[:1] if item.startswith((*NAMED, "Remark", "Section", "Table")))])


def item_of(locator: str) -> str:
    """The place without its page.

    Example:
        >>> item_of("p. 7, Theorem 3.1, at the last position"), item_of("Theorem 7, first half"), item_of("p. 21")
        ('Theorem 3.1, at the last position', 'Theorem 7, first half', 'p. 21')
    """
    return re.sub(r"^p\. \d+, ", "", locator)


def under(claim: Claim) -> str:
    """The hypotheses, in a sentence, or nothing."""
    return f" Under: {'; '.join(given.text for given in claim.hypotheses)}." if claim.hypotheses else ""


def checks(one: Record) -> Block:
    """The check by hand.

    Raises:
        InvalidInput: it does not contradict the statement.
    """
    claim, witness = one.claim, one.verdict.witness or {}
    require(not no_witness(claim, witness), "witness", "must contradict the statement by hand", claim.id)
    return Block("sub", f"By hand: {' '.join(f'{line}.' for line in by_hand(claim, witness))}")


def check_in_short(one: Record) -> str:
    """The check by hand in a few words, or nothing.

    Raises:
        InvalidInput: it does not contradict the statement, or an input or a number of it is not in the check.
    """
    claim = one.claim
    seen = claim.erratum.seen if claim.erratum else ""
    if not seen:
        return ""
    missing = {*re.findall(_WORKED, seen)} - {*re.findall(_WORKED, checks(one).text)}
    require(not missing, "seen", "must have the inputs and numbers of the check by hand", (claim.id, sorted(missing)))
    return seen


def fairness(claim: Claim, sentences: int | None = None) -> Iterator[Block]:
    """What is fair to say, a piece for each paragraph; or its first sentences."""
    told = claim.in_fairness
    if sentences is not None:
        ends = [0, *(found.start() for found in re.finditer(SENTENCES, told)), len(told)]
        told = told[: ends[min(sentences, len(ends) - 1)]]
    for at, paragraph in enumerate(filter(None, told.split("\n\n"))):
        yield Block("sub", f"In fairness: {paragraph}" if at == 0 else paragraph)


def change(one: Record) -> str:
    """The least change, or nothing."""
    return f"Least change: {sentence(one.claim.erratum.mend)}" if one.claim.erratum else ""


def changes_beside(one: Record) -> Iterator[Block]:
    """Other changes that would do, and what else has to change with the least one: each a line of its own."""
    erratum = one.claim.erratum
    for name, lines in ((ALSO, erratum.also), (WITH_IT, erratum.follows)) if erratum else ():
        if lines:
            yield Block("sub", f"{name}:")
        yield from (Block("point", sentence(line)) for line in lines)


def pages_with_it(one: Record) -> str:
    """Where else something has to change then, a page named once.

    Example:
        >>> from rope_theory.evidence.claims import Verdict
        >>> from rope_theory.evidence.theory import claim
        >>> pages_with_it(Record(claim("u26.index-bound-length"), Verdict(Tier.REFUTED, "", "")))
        'With it: p. 21'
    """
    found: dict[str, list[str]] = {}
    for line in one.claim.erratum.follows if one.claim.erratum else ():
        page, _, there = line.partition(": ")[0].partition(", ")
        found.setdefault(page, []).append(there)
    told = (", ".join(filter(None, [page, *there])) for page, there in found.items())
    return f"{WITH_IT}: {'; '.join(told)}" if found else ""


def corrected(one: Record, records: Sequence[Record]) -> str:
    """What is mended, by name, or nothing."""
    found = [other for other in records if other.claim.corrects == one.claim.id]
    mended = ", ".join(f"`{other.claim.id}`, {other.verdict.tier}" for other in found)
    return f"Corrected: {mended}." if mended else ""
