"""The short letter: what is of weight, and a line or two for each other entry: its least change, and its check in short."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rope_theory.core.words import counted, sentence
from rope_theory.evidence.claims import Record, Tier, Weight
from rope_theory.evidence.claims.claim import SUPPORT
from rope_theory.evidence.papers import Paper
from rope_theory.evidence.titles import title
from rope_theory.faces.report.errata import sentence_lists, told_beside
from rope_theory.faces.report.letter_blocks import (
    MISREAD,
    Block,
    change,
    check_in_short,
    checks,
    corrected,
    entries,
    fairness,
    head,
    item_of,
    opening,
    page_and_item,
    pages_with_it,
    regards,
)
from rope_theory.faces.report.tally import standing

#: So many sentences in fairness are told of what is of weight.
FAIR = 3


def short_letter(
    paper: Paper, own: Sequence[Record], records: Sequence[Record], decided: bool, sender: str
) -> Iterator[Block]:
    """The short letter in pieces; parts are not told apart from their whole.

    Args:
        paper: to whose authors.
        own: the records of what it prints.
        records: all of the letter.
        decided: they were decided for this letter.
        sender: who signs, or "".
    """
    yield head(paper)
    at_hand = f" {paper.text}" if paper.text and not paper.quoted else ""
    yield Block("text", f"Dear authors ({paper.authors}), {opening(paper, own, records)}{_main(paper, own)}{at_hand}")
    found = entries(own)
    for entry in found:
        yield from _entry(entry, records)
    if not found:
        yield Block(
            "text",
            "What we take them to say, in a few words of ours, without hypotheses and readings, which the whole letter has; with them "
            f"each PROVED where nothing else is said: {_in_short(paper, own)}.",
        )
    how = "were decided anew" if decided else "are those on record"
    again = ", witnesses evaluated again" if found else ""
    more = "every check, all words, what holds" if found else "each statement as we read it, and its hypotheses"
    more += f", and {besides}" if (besides := _besides(paper)) else ""
    command = f"`make install; .venv/bin/rope-theory letter {paper.name.lower()}`"
    yield Block(
        "text",
        f"The verdicts {how}{again}. The whole letter (we send it, or {command}) has {more}. {MISREAD} {regards(sender)}",
    )


def _main(paper: Paper, own: Sequence[Record]) -> str:
    """What else of weight holds, in a sentence: of `Paper.main` that of which every claim does."""
    holding = {one.claim.id for one in own if one.verdict.tier in SUPPORT}
    told = [words for words, *ids in paper.main if holding.issuperset(ids)]
    return f" Also: {'; '.join(told)}." if told else ""


def _besides(paper: Paper) -> str:
    """How many sentences of each list of `sentence_lists` the whole letter has, and where those are that are few."""
    told = []
    kinds = ("whose numbers disagree", "too strong", "small things")
    for kind, (_, _, rows) in zip(kinds, sentence_lists(), strict=True):
        own = [row for name, row, _ in rows if name == paper.name]
        pages = ", ".join(dict.fromkeys(f"p. {row.page}" for row in own))
        number = len(own)
        if number and kind == "small things":
            told.append(counted(number, "small thing"))
        elif number:
            told.append(f"{number if told else counted(number, 'sentence')} {kind} ({pages})")
    return ", ".join(told)


def _in_short(paper: Paper, own: Sequence[Record]) -> str:
    """What stands, in the paper's order: the place, our title, the id, and the verdict where it is not PROVED."""
    told = []
    for where, entry in standing([one.as_json() for one in own], paper):
        tier = "" if entry["verdict"] == Tier.PROVED.name else f", {entry['verdict']}"
        told.append(f"{item_of(where)}: {told_beside(where, title(entry['id']))} (`{entry['id']}`{tier})")
    return "; ".join(told)


def _entry(one: Record, records: Sequence[Record]) -> Iterator[Block]:
    """Place, weight and least change; of what is of weight, or not weighed yet, the check and what is fair to say, too."""
    claim, erratum = one.claim, one.claim.erratum
    weight = erratum.weight if erratum else Weight.SUBSTANTIVE
    lead = f"{page_and_item(claim)} (`{claim.id}`), {weight.name.lower()}: "
    if erratum and weight is not Weight.SUBSTANTIVE:
        seen = check_in_short(one)
        yield Block("item", lead + sentence(erratum.mend) + (f" See {sentence(seen)}" if seen else ""))
        return
    seen, why = check_in_short(one), sentence(erratum.why.partition(";")[0] if erratum else "not weighed yet")
    yield Block("item", f"{lead}{why}" + (f" By hand: {sentence(seen)}" if seen else ""))
    if not seen:
        yield checks(one)
    yield from fairness(claim, FAIR)
    more = pages_with_it(one)
    told = (change(one), corrected(one, records), f"{more}." if more else "")
    yield Block("sub", " ".join(filter(None, told)))
