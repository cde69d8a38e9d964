"""A letter to the authors of a paper, from the verdicts: what holds, what needs a change and which, how to see it again.

Only what the paper prints is in it: quotations, and printed content in our words where no quotation is at hand.
"""

from __future__ import annotations

import itertools
from collections.abc import Container, Iterator, Sequence

from rope_theory.core.errors import require
from rope_theory.core.words import sentence
from rope_theory.evidence.claims import PRINTED, Claim, Record, Tier, Weight, Wording
from rope_theory.evidence.claims.claim import SUPPORT
from rope_theory.evidence.claims.quotes import printed_page
from rope_theory.evidence.papers import Paper
from rope_theory.evidence.register import Answer, register
from rope_theory.faces.report.errata import (
    SAY_LESS,
    TOO_STRONG,
    numbers_off,
    off_by,
    said_less,
    slips_of_writing,
    too_strong,
)
from rope_theory.faces.report.letter_blocks import (
    MISREAD,
    NAMED,
    Block,
    change,
    changes_beside,
    checks,
    corrected,
    entries,
    fairness,
    head,
    item_of,
    opening,
    parts_of,
    regards,
    undecided,
    under,
)
from rope_theory.faces.report.letter_short import short_letter
from rope_theory.faces.report.register import counts
from rope_theory.faces.report.tally import of_weight

#: Up to so many statements that hold are told in full.
FEW = 12
#: So many sentences in fairness are told of a statement that holds, and of an entry that is not of weight; of a slip the reason beside its weight says it.
FAIR_OF_HOLDING = 2
FAIR = {Weight.READING: 2, Weight.SLIP: 0}
HOLDS, CHANGES, UNDECIDED = "What was checked and holds", "Where a change helps", "What we could not decide"
NUMBERS = "Numbers that do not agree with one another"
SMALL = "Small things, in the writing or in a reason that nothing rests on"
HOW = "How it was decided"
#: What the summary says of a weight beside its name.
MEANT = {Weight.READING: ", true in a sense that may be meant"}


def letter(
    paper: Paper,
    records: Sequence[Record],
    decided: bool = False,
    short: bool = False,
    sender: str = "",
    date: str = "",
) -> list[Block]:
    """The letter in pieces.

    Args:
        paper: to whose authors.
        records: of `letter_claims.asked(paper)`.
        decided: the records were decided for this letter (otherwise they are those on record, and it says so).
        short: the summary, what is of weight, and a line for each other entry.
        sender: who signs; default: the authors of this package.
        date: as it is to stand above the letter; default: none, so that a letter is the same at each run.

    Raises:
        InvalidInput: a check by hand does not contradict the statement that the record refutes.
    """
    own = [one for one in records if one.claim.source.paper == paper.name and one.claim.source.wording in PRINTED]
    rule = f"must be one with printed sentences that are decided, as u26 (what is here of {paper.name}: rope-theory paper {paper.name.lower()})"
    require(bool(own), "paper", rule, paper.name.lower())
    above = [Block("text", date)] if date else []
    return [*above, *(short_letter if short else _whole)(paper, own, records, decided, sender)]


def _whole(
    paper: Paper, own: Sequence[Record], records: Sequence[Record], decided: bool, sender: str
) -> Iterator[Block]:
    yield head(paper)
    yield Block("text", f"To {paper.authors}. Dear authors, {opening(paper, own, records)}")
    yield from _summary(entries(own))
    yield Block("heading", HOW)
    yield Block("text", f"{_decided(decided)} {_basis(paper, {one.verdict.tier for one in records})} {_again(paper)}")
    if holds := [one for one in own if one.verdict.tier in SUPPORT]:
        yield Block("heading", HOLDS)
        yield from _holding(holds, readings=not register(paper.name).at_hand)
    if found := entries(own):
        yield Block("heading", CHANGES)
        yield Block("text", "Heaviest first. If you read a sentence otherwise than we do, our reading must change.")
        for entry in found:
            yield from _entry(entry, records)
            for part in parts_of(entry, own):
                yield from _part(part, entry, records)
    yield from _lists(paper)
    if rest := undecided(own):
        yield Block("heading", UNDECIDED)
        yield from (Block("item", f"{_where(one)} {one.claim.statement}") for one in rest)
    yield Block("text", f"Thank you for the paper, and for statements that are precise enough to be checked. {MISREAD}")
    yield Block("text", regards(sender))


def _lists(paper: Paper) -> Iterator[Block]:
    """Numbers that do not agree, sentences that are too strong, and slips of writing."""
    if off := [row for name, row in numbers_off() if name == paper.name]:
        yield Block("heading", NUMBERS)
        yield Block("text", "Sentences held against tables and counts of the paper itself; no theorem rests on them.")
        yield from (Block("item", f"p. {row.page}: “{row.printed}” {off_by(row)}") for row in off)
    if strong := [row for name, row in too_strong() if name == paper.name]:
        yield Block("heading", TOO_STRONG)
        yield Block("text", SAY_LESS)
        yield from (Block("item", f"p. {row.page}: “{row.printed}” {said_less(row)}") for row in strong)
    if small := [row for name, row in slips_of_writing() if name == paper.name]:
        yield Block("heading", SMALL)
        yield from (Block("item", f"p. {row.page}: “{row.printed}” {row.note}") for row in small)


def _again(paper: Paper) -> str:
    """How to see it again."""
    return (
        "In a checkout of rope_theory (Python ≥ 3.11) `make verify` decides all claims, "
        f"`.venv/bin/rope-theory letter {paper.name.lower()} --decide` this letter's."
    )


def _summary(found: Sequence[Record]) -> Iterator[Block]:
    """What is of weight, and what is little, each fault in a few words."""
    for weight in Weight:
        those = [one for one in found if _weight(one) is weight]
        lead = f"{of_weight(weight, len(those))}{MEANT.get(weight, '')}: "
        if those:
            yield Block(
                "item", lead + "; ".join(map(_of_weight if weight is Weight.SUBSTANTIVE else _in_words, those)) + "."
            )


def _weight(one: Record) -> Weight:
    return one.claim.erratum.weight if one.claim.erratum else Weight.SUBSTANTIVE


def _of_weight(one: Record) -> str:
    fault = one.claim.erratum.why.partition(";")[0] if one.claim.erratum else "not weighed yet"
    return f"{one.claim.source.locator}: {fault}"


def _in_words(one: Record) -> str:
    """The place and the fault, or the whole place where no fault is named."""
    where, _, item = one.claim.source.locator.partition(", ")
    fault = one.claim.erratum.fault if one.claim.erratum else ""
    return f"{where} ({fault})" if fault else item or where


def _decided(decided: bool) -> str:
    how = (
        "were decided anew for this letter"
        if decided
        else "are those on record, not decided anew for this letter (`--decide` does that); every "
        "witness in it was evaluated again, exactly or in rigorous balls"
    )
    return f"The verdicts {how}."


def _basis(paper: Paper, tiers: Container[Tier]) -> str:
    found = register(paper.name)
    words = " ".join(f"{tier.name}: {tier.value}." for tier in Tier if tier in tiers)
    if not found.at_hand:
        return f"{paper.text} Where no quotation is given the words are ours, and where they are not what you say, the fault is ours. {words}"
    answers = counts(found.rows)["answers"]
    undecided = answers.get(Answer.OPEN.name, 0)
    return (
        f"{paper.text} Of the {len(found.rows)} sentences and items in our register of the paper, "
        f"{answers.get(Answer.DECIDED.name, 0)} are decided by claims and {answers.get(Answer.IN_PART.name, 0)} in part or "
        "in one reading; the rest is not: definitions, experiments, other work"
        f"{f', and {undecided} that are open' if undecided else ''}. {words}"
    )


def _holding(holds: list[Record], readings: bool) -> Iterator[Block]:
    """Numbered statements as we read them, each with what is fair to add; of the rest, where there are many, the pages and ids.

    Args:
        holds: their records.
        readings: whether the readings that they rest on are told, too: where the text is not at hand, nothing else says what was assumed.
    """
    numbered = [one for one in holds if len(holds) <= FEW or _named_first(one)[0] <= len(NAMED)]
    leads = {
        Wording.VERBATIM: "Sentences that our register of the paper quotes, here as we read them:",
        Wording.PARAPHRASE: "Printed content, in our words:",
    }
    for wording, lead in leads.items():
        found = [one for one in numbered if one.claim.source.wording is wording]
        if found:
            yield Block("text", lead)
        for one in sorted(found, key=_named_first):
            yield Block("item", f"{_where(one)} {sentence(one.claim.statement)}{under(one.claim)}")
            yield from fairness(one.claim, FAIR_OF_HOLDING)
            if readings and one.claim.readings:
                yield Block("sub", f"Readings: {' '.join(map(sentence, one.claim.readings))}")
    if rest := sorted(
        (one for one in holds if one not in numbered), key=lambda one: printed_page(one.claim.source.locator) or 0
    ):
        lines = ["And these, by their pages (`rope-theory explain ID` shows each with its proof)."]
        for tier in dict.fromkeys(one.verdict.tier for one in rest):
            told = [one.claim for one in rest if one.verdict.tier is tier]
            pages = {
                page: ", ".join(f"(`{one.id}`)" for one in those) for page, those in itertools.groupby(told, _page)
            }
            lines.append(f"{tier}: {'; '.join(f'{page} {ids}' for page, ids in pages.items())}.")
        yield Block("text", " ".join(lines))


def _page(claim: Claim) -> str:
    return claim.source.locator.partition(", ")[0]


def _named_first(one: Record) -> tuple[int, int]:
    """The key of an order: theorems, lemmas and the like, then remarks, then the rest; each by its page."""
    where, kinds = one.claim.source.locator, (*NAMED, "Remark")
    item = item_of(where)
    return next((at for at, kind in enumerate(kinds) if item.startswith(kind)), len(kinds)), printed_page(where) or 0


def _where(one: Record) -> str:
    return f"{one.claim.source.locator} (`{one.claim.id}`, {one.verdict.tier}):"


def _entry(one: Record, records: Sequence[Record]) -> Iterator[Block]:
    """An entry: of weight with all that is fair to say, else with the first sentences of it; what is mended, by name."""
    claim, erratum = one.claim, one.claim.erratum
    yield Block("item", _headline(claim))
    yield from _checked(one)
    yield from fairness(claim, FAIR.get(erratum.weight) if erratum else None)
    yield Block("sub", " ".join(filter(None, (change(one), corrected(one, records)))))
    yield from changes_beside(one)


def _part(one: Record, whole: Record, records: Sequence[Record]) -> Iterator[Block]:
    """A part below its whole: its words where the whole has not quoted them, and its check; what is meant and what mends it stands at the whole."""
    yield Block("sub", f"A part of it, {_headline(one.claim)}")
    yield from _checked(one, quoted_before=whole.claim.source.printed)
    yield Block("sub", f"Change, fairness: as above. {corrected(one, records)}".rstrip())


def _headline(claim: Claim) -> str:
    """The place, the id, the weight and its reason."""
    erratum = claim.erratum
    weight = f": {erratum.weight.name.lower()}, {erratum.why}" if erratum else ""
    return f"{claim.source.locator} (`{claim.id}`){sentence(weight) if weight else ''}"


def _checked(one: Record, quoted_before: str = "") -> Iterator[Block]:
    """The words, if they are not in those that were quoted before; how they are read, and the check by hand."""
    claim = one.claim
    quoted = claim.source.wording is Wording.VERBATIM
    if quoted and claim.source.printed not in quoted_before:
        yield Block("sub", f"Printed: “{claim.source.printed}”")
    yield Block("sub", f"{'Read as' if quoted else 'In our words'}: {sentence(claim.statement)}{under(claim)}")
    yield checks(one)
