"""A letter to the authors of a paper, from the verdicts: what holds, what needs a change and which, how to see it again.

Only what the paper prints is in it: quotations, and printed content in our words where no quotation is at hand.
"""

from __future__ import annotations

import itertools
import re
import textwrap
from collections.abc import Collection, Container, Iterator, Sequence
from typing import NamedTuple

from rope_theory.core.errors import require
from rope_theory.evidence.claims import PRINTED, Claim, Record, Tier, Verdict, Weight, Wording
from rope_theory.evidence.claims.claim import SUPPORT
from rope_theory.evidence.claims.ledger import no_witness
from rope_theory.evidence.claims.quotes import printed_page
from rope_theory.evidence.ledger import Ledger
from rope_theory.evidence.papers import Paper
from rope_theory.evidence.register import Answer, Kind, register
from rope_theory.evidence.theory import claims
from rope_theory.evidence.titles import title
from rope_theory.faces.report.by_hand import by_hand
from rope_theory.faces.report.errata import BESIDE_THE_CHANGE, numbers_off, off_by, slips_of_writing
from rope_theory.faces.report.latex import latex
from rope_theory.faces.report.register import counts

WIDTH = 88
#: Up to so many statements that hold are told in full.
FEW = 12
#: So many sentences in fairness are told of an entry that is not of weight; `rope-theory explain ID` has them all.
FAIR = {Weight.READING: 2, Weight.SLIP: 1}
HOLDS, CHANGES, UNDECIDED = "What was checked and holds", "Where a change helps", "What we could not decide"
NUMBERS = "Numbers that do not agree with one another"
SMALL = "Small things"
AGAIN = "How to see it again"
HOW = "How it was decided"
MISREAD = "If we have misread you anywhere, please tell whoever sent you this, and we will correct it."
REGARDS = "With kind regards, the authors of rope_theory"
#: What of the statements that hold is named in the summary, and what the lighter weights are called there.
NAMED = ("Theorem", "Lemma", "Proposition", "Corollary")
IN_SHORT = {Weight.READING: "true in a sense that may be meant", Weight.SLIP: "slips"}


#: Between two sentences: not in "p. 24".
SENTENCES = r"(?<=\.) (?=[^\W\d_a-z])"


class Block(NamedTuple):
    """A piece of the letter: kind is title, heading, text, item, sub (below an item) or code."""

    kind: str
    text: str


def printed_claims(paper: Paper) -> list[Claim]:
    """The claims on what the paper prints, in the order of the ledger."""
    return [one for one in claims().values() if one.source.paper == paper.name and one.source.wording in PRINTED]


def asked(paper: Paper) -> list[Claim]:
    """What the letter speaks of: the printed claims, those that correct one of them, and `further` ones."""
    printed = printed_claims(paper)
    ids = {one.id for one in printed}
    return printed + [one for one in claims().values() if one.corrects in ids] + further(paper)


def further(paper: Paper) -> list[Claim]:
    """Claims of ours that hold and that the register names at a theorem or lemma of the paper beside a printed one that holds.

    Example:
        >>> from rope_theory.evidence.papers import paper
        >>> [one.id for one in further(paper("u26"))]
        ['u26.thm31.whole']
    """
    known, found = claims(), {}
    for row in register(paper.name).rows:
        holding = [known[name] for name in row.claims if known[name].verdict in SUPPORT]
        if row.kind in (Kind.THEOREM, Kind.LEMMA) and any(one.source.wording in PRINTED for one in holding):
            found.update({one.id: one for one in holding if one.source.wording not in PRINTED})
    return list(found.values())


def spoken_of(texts: Sequence[Paper]) -> list[Claim]:
    """All claims that say what a text prints, sharpen, correct or bound it: those whose source is one of the texts."""
    names = {one.name for one in texts}
    return [one for one in claims().values() if one.source.paper in names]


def on_record(claim: Claim, ledger: Ledger) -> Record:
    """The verdict on record, as a record; a refuted claim with its witness, which must refute it now, exactly.

    Raises:
        InvalidInput: the verdict on record is REFUTED, and its witness does not refute the claim.
    """
    if claim.verdict is not Tier.REFUTED:
        return Record(claim, Verdict(claim.verdict, "on record", ""))
    proof, failure = ledger.derivation(claim)
    method, domain, witness = proof.closed if proof.closed and not failure else ("", "", None)
    require(
        witness is not None and not no_witness(claim, witness),
        "claim",
        "must be refuted by its witness, as it is on record",
        claim.id,
    )
    return Record(claim, Verdict(Tier.REFUTED, method, domain, witness))


def letter(paper: Paper, records: Sequence[Record], decided: bool = False, short: bool = False) -> list[Block]:
    """The letter in pieces.

    Args:
        paper: to whose authors.
        records: of `asked(paper)`.
        decided: the records were decided for this letter (otherwise they are those on record, and it says so).
        short: the summary, what is of weight, and a line for each other entry.

    Raises:
        InvalidInput: a check by hand does not contradict the statement that the record refutes.
    """
    return list(_letter(paper, records, decided, short))


def _letter(paper: Paper, records: Sequence[Record], decided: bool, short: bool) -> Iterator[Block]:
    own = [one for one in records if one.claim.source.paper == paper.name and one.claim.source.wording in PRINTED]
    holds, refuted = _by_verdict(own)
    rest = [one for one in own if one not in holds and one not in refuted]
    require(bool(own), "paper", "must have statements of its own at hand", paper.name.lower())
    yield Block("title", f"On “{paper.title}” ({', '.join(filter(None, (paper.venue, paper.cited)))})")
    if not short:
        yield Block("text", f"To the authors: {paper.authors}.")
    opening = _opening(paper, own, records) + ":" * bool(refuted)
    if short:
        yield Block("text", f"Dear authors ({paper.authors}), {opening}")
        yield from _short(paper, refuted, records, decided)
        return
    yield Block("text", "Dear authors,")
    yield Block("text", opening)
    yield from _summary(refuted)
    yield Block("heading", HOW)
    yield Block("text", f"{_decided(decided)} {_basis(paper, {one.verdict.tier for one in records})}")
    if holds:
        yield Block("heading", HOLDS)
        yield from _holding(holds)
    if refuted:
        yield Block("heading", CHANGES)
        yield Block("text", "Heaviest first. Each entry gives the sentence, how we read it, a check that can be redone by "
                    "hand, what is surely meant, the least change that mends it, and what we checked in its "
                    "place. If our reading is not yours, it is the reading that must change.")  # fmt: skip
        for entry in sorted(_wholes(refuted), key=lambda one: heaviest_first(one.claim)):
            yield from _entry(entry, records)
            for part in _parts(entry, refuted):
                yield from _part(part, records)
    if off := [row for name, row in numbers_off() if name == paper.name]:
        yield Block("heading", NUMBERS)
        yield Block("text", "Sentences held against tables and counts of the paper itself; no theorem rests on them.")
        yield from (Block("item", f"p. {row.page}: “{row.quote}” {off_by(row)}") for row in off)
    if small := [row for name, row in slips_of_writing() if name == paper.name]:
        yield Block("heading", SMALL)
        yield Block("text", "Only the writing is off; nothing rests on it.")
        yield from (Block("item", f"p. {row.page}: “{row.quote}” {row.note}") for row in small)
    if rest:
        yield Block("heading", UNDECIDED)
        yield from (Block("item", f"{_where(one)} {one.claim.statement}") for one in rest)
    yield from _again(paper)


def _short(paper: Paper, refuted: list[Record], records: Sequence[Record], decided: bool) -> Iterator[Block]:
    """Each entry with its weight and its least change; what is of weight with its check. Parts are not told apart from their whole."""
    for entry in sorted(_wholes(refuted), key=lambda one: heaviest_first(one.claim)):
        if not (erratum := entry.claim.erratum):
            yield from _entry(entry, records)
            continue
        lead = f"{_place(entry.claim)} (`{entry.claim.id}`), {erratum.weight.name.lower()}: "
        if erratum.weight is Weight.SUBSTANTIVE:
            yield Block("item", lead + _sentence(erratum.why.partition(";")[0]))
            yield from _in_short(entry, records)
        else:
            yield Block("item", lead + _sentence(erratum.mend))
    how = "were decided anew" if decided else "are those on record"
    yield Block("text", f"The verdicts {how}, and every witness was evaluated again. `rope-theory letter {paper.name.lower()}` is the whole "
                f"letter, with every check and what holds. {MISREAD}")  # fmt: skip
    yield Block("text", REGARDS)


def _place(claim: Claim) -> str:
    """The page, and what is numbered there.

    Example:
        >>> from rope_theory.evidence.theory import claim
        >>> _place(claim("u26.rem31b")), _place(claim("u26.index-unique"))
        ('p. 7, Remark 3.1', 'p. 21')
    """
    where, *rest = claim.source.locator.split(", ")
    return ", ".join([where, *(item for item in rest[:1] if item.startswith((*NAMED, "Remark", "Section", "Table")))])


def _in_short(one: Record, records: Sequence[Record]) -> Iterator[Block]:
    """A check, the first two sentences in fairness, the change, and what is mended, by name."""
    yield from _checks(one)
    yield from _fairness(one.claim, 2)
    yield from _change(one, ("follows",))
    if mended := _corrected(one, records):
        yield Block("sub", mended)


def _again(paper: Paper) -> Iterator[Block]:
    """How to see it again, and the greeting."""
    yield Block("heading", AGAIN)
    yield Block("text", "In a checkout of rope_theory (it needs Python 3.11 or newer, and make), two commands:")
    yield Block("code", f"make verify\n.venv/bin/rope-theory letter {paper.name.lower()} --decide")
    yield Block("text", "The first decides every claim, the second those of this letter, and writes it anew. `rope-theory "
                "explain ID` shows the page of a claim, with its proof or witness.")  # fmt: skip
    yield Block("text", f"Thank you for the paper, and for statements that are precise enough to be checked. {MISREAD}")
    yield Block("text", REGARDS)


def _by_verdict(own: Sequence[Record]) -> tuple[list[Record], list[Record]]:
    """Those that hold, and those that are refuted."""
    return [one for one in own if one.verdict.tier in SUPPORT], [one for one in own if one.verdict.tier is Tier.REFUTED]


def _parts(whole: Record, refuted: Sequence[Record]) -> list[Record]:
    """What is told under the whole, and counted with it."""
    return [one for one in refuted if one.claim.erratum and one.claim.erratum.part_of == whole.claim.id]


def _wholes(refuted: Sequence[Record]) -> list[Record]:
    told = [part for whole in refuted for part in _parts(whole, refuted)]
    return [one for one in refuted if one not in told]


def _opening(paper: Paper, own: list[Record], records: Sequence[Record]) -> str:
    """How many statements hold, which by name, and how many need a change."""
    holds, refuted = _by_verdict(own)
    entries = _wholes(refuted)
    number = len(own) - len(refuted) + len(entries)
    named = [where for one in holds if (where := one.claim.source.locator.split(", ", 1)[-1]).startswith(NAMED)]
    told = (
        f", among them {'; '.join(sorted(dict.fromkeys(named), key=lambda where: NAMED.index(where.split()[0])))}"
        if named
        else ""
    )
    ours = {one.id for one in further(paper)}
    beside = [f"{title(one.claim.id)}: `{one.claim.id}`" for one in records if one.claim.id in ours]
    return (
        f"thank you for this paper. We wrote {_statements(number)} of it as claims that a program decides. {len(holds)} of "
        f"them hold as we read them{told}."
        + f" What stands beside them: {'; '.join(beside)}." * bool(beside)
        + f" {len(entries)} do not hold as they stand: {_to_mend(entries)}. Tell us where a reading is not yours"
        * bool(entries)
    )


def _summary(refuted: list[Record]) -> Iterator[Block]:
    """What is of weight, and what is little, each fault in a few words."""
    entries = _wholes(refuted)
    for weight in Weight:
        found = [one for one in entries if heaviest_first(one.claim)[0] == list(Weight).index(weight)]
        if found and weight is Weight.SUBSTANTIVE:
            for one in found:
                fault = one.claim.erratum.why.partition(";")[0] if one.claim.erratum else "not weighed yet"
                yield Block("item", f"Of weight: {one.claim.source.locator}: {_sentence(fault)}")
        elif found:
            yield Block("item", f"{len(found)} {IN_SHORT[weight]}: {'; '.join(map(_in_words, found))}.")


def _in_words(one: Record) -> str:
    """The place and the fault, or the whole place where no fault is named."""
    where, _, item = one.claim.source.locator.partition(", ")
    fault = one.claim.erratum.fault if one.claim.erratum else ""
    return f"{where} ({fault})" if fault else item or where


def _to_mend(entries: list[Record]) -> str:
    """How many need a change, and how many hold in one reading and not in another."""
    read = sum(heaviest_first(one.claim)[0] == list(Weight).index(Weight.READING) for one in entries)
    parts = [f"{len(entries) - read} need a change, most of few words"] * (len(entries) > read)
    return ", ".join(parts + [f"{read} hold in one reading and not in another"] * (read > 0))


def _decided(decided: bool) -> str:
    how = (
        "were decided anew for this letter"
        if decided
        else "are those on record; they were not decided anew for this letter (`--decide` does that), but every "
        "witness in it was evaluated again, exactly or in rigorous balls"
    )
    return f"The verdicts {how}."


def _statements(number: int) -> str:
    return f"{number} statement{'s' * (number != 1)}"


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


def _holding(holds: list[Record]) -> Iterator[Block]:
    """Numbered statements as we read them, each with what is fair to add; of the rest, where there are many, the pages and ids."""
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
            more = f" In fairness: {one.claim.in_fairness}" if one.claim.in_fairness else ""
            yield Block("item", f"{_where(one)} {_sentence(one.claim.statement)}{_under(one.claim)}{more}")
    if rest := sorted(
        (one for one in holds if one not in numbered), key=lambda one: printed_page(one.claim.source.locator) or 0
    ):
        yield Block(
            "text", "And these, by their pages (`rope-theory explain ID` shows how each is read, and its proof):"
        )
    for tier in dict.fromkeys(one.verdict.tier for one in rest):
        told = [one.claim for one in rest if one.verdict.tier is tier]
        pages = {page: ", ".join(f"(`{one.id}`)" for one in those) for page, those in itertools.groupby(told, _page)}
        yield Block("text", f"{tier}: {'; '.join(f'{page} {ids}' for page, ids in pages.items())}.")


def _page(claim: Claim) -> str:
    return claim.source.locator.partition(", ")[0]


def _named_first(one: Record) -> tuple[int, int]:
    """The key of an order: theorems, lemmas and the like, then remarks, then the rest; each by its page."""
    where, kinds = one.claim.source.locator, (*NAMED, "Remark")
    item = where.split(", ", 1)[-1]
    return next((at for at, kind in enumerate(kinds) if item.startswith(kind)), len(kinds)), printed_page(where) or 0


def _where(one: Record) -> str:
    return f"{one.claim.source.locator} (`{one.claim.id}`, {one.verdict.tier}):"


def _under(claim: Claim) -> str:
    return f" Under: {'; '.join(given.text for given in claim.hypotheses)}." if claim.hypotheses else ""


def _sentence(text: str) -> str:
    return text if text.endswith((".", ".)")) else text + "."


def heaviest_first(claim: Claim) -> tuple[int, int]:
    """The key of an order: by weight, of one weight quotations first. What nobody has weighed yet counts as heavy."""
    return list(Weight).index(claim.erratum.weight) if claim.erratum else 0, PRINTED.index(claim.source.wording)


def _entry(one: Record, records: Sequence[Record]) -> Iterator[Block]:
    """An entry: of weight with all that is fair to say, else with the first sentences of it; what is mended, by name."""
    claim, erratum = one.claim, one.claim.erratum
    yield Block("item", _headline(claim))
    yield from _checked(one)
    yield from _fairness(claim, FAIR.get(erratum.weight) if erratum else None)
    change = " ".join(block.text for block in _change(one))
    yield Block("sub", f"{change} {_corrected(one, records)}".strip())


def _fairness(claim: Claim, sentences: int | None) -> Iterator[Block]:
    """All that is fair to say, or its first sentences."""
    if claim.in_fairness:
        yield Block("sub", f"In fairness: {' '.join(re.split(SENTENCES, claim.in_fairness)[:sentences])}")


def _part(one: Record, records: Sequence[Record]) -> Iterator[Block]:
    """A part below its whole: its words and its check; what is meant and what mends it stands at the whole."""
    yield Block("sub", f"A part of it, {_headline(one.claim)}")
    yield from _checked(one)
    yield Block("sub", f"Least change and fairness: as above. {_corrected(one, records)}".rstrip())


def _headline(claim: Claim) -> str:
    """The place, the id, the weight and its reason."""
    erratum = claim.erratum
    weight = f": {erratum.weight.name.lower()}, {erratum.why}" if erratum else ""
    return f"{claim.source.locator} (`{claim.id}`){_sentence(weight) if weight else ''}"


def _corrected(one: Record, records: Sequence[Record]) -> str:
    """What is mended, by name, or nothing."""
    mended = ", ".join(f"`{other.claim.id}`, {other.verdict.tier}" for other in _corrections(one, records))
    return f"Corrected: {mended}." if mended else ""


def _checked(one: Record) -> Iterator[Block]:
    """The words, how they are read, and the check by hand."""
    claim = one.claim
    quoted = claim.source.wording is Wording.VERBATIM
    if quoted:
        yield Block("sub", f"Printed: “{claim.source.printed}”")
    yield Block("sub", f"{'Read as' if quoted else 'In our words'}: {_sentence(claim.statement)}{_under(claim)}")
    yield from _checks(one)


def _checks(one: Record) -> Iterator[Block]:
    """The check by hand, which must contradict the statement."""
    claim, witness = one.claim, one.verdict.witness or {}
    require(not no_witness(claim, witness), "witness", "must contradict the statement by hand", claim.id)
    yield Block("sub", f"By hand: {' '.join(f'{line}.' for line in by_hand(claim, witness))}")


def _change(one: Record, beside: Collection[str] = BESIDE_THE_CHANGE) -> Iterator[Block]:
    """The least change, and what stands beside it."""
    if erratum := one.claim.erratum:
        told = erratum.as_json()
        more = "".join(
            f" {name}: {_sentence(told[key])}" for key, name in BESIDE_THE_CHANGE.items() if key in beside and told[key]
        )
        yield Block("sub", f"Least change: {_sentence(erratum.mend)}{more}")


def _corrections(one: Record, records: Sequence[Record]) -> list[Record]:
    return [found for found in records if found.claim.corrects == one.claim.id]


def as_text(blocks: Sequence[Block]) -> str:
    """The letter as plain text."""
    text, number = "", 0
    for before, (kind, words) in zip([None, *blocks], blocks, strict=False):
        number = number + (kind == "item") if kind in ("item", "sub") else 0
        if before:
            together = kind == "sub" or kind == before.kind == "item"
            text += "\n" if together else "\n\n"
        if kind == "code":
            text += textwrap.indent(words, "    ")
        elif kind in ("item", "sub"):
            text += _wrapped(words, f"{number}. ".ljust(4) if kind == "item" else "    ", "    ")
        else:
            text += _wrapped(words.upper() if kind == "heading" else words)
    return text + "\n"


def _wrapped(text: str, first: str = "", rest: str = "") -> str:
    return textwrap.fill(
        text, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )


HEAD = r"""% Written by `rope-theory letter`; compile with pdflatex.
\documentclass[11pt]{article}
\usepackage[margin=2.5cm]{geometry}
\setlength{\parindent}{0pt}\setlength{\parskip}{5pt}\sloppy
\begin{document}
"""


def as_latex(blocks: Sequence[Block]) -> str:
    """The letter as a LaTeX document for pdflatex, in ASCII."""
    body, listing = [], False
    for kind, text in blocks:
        if kind == "item" and not listing:
            body.append(r"\begin{enumerate}")
        if listing and kind not in ("item", "sub"):
            body.append(r"\end{enumerate}")
        listing = kind in ("item", "sub")
        body.append(_LATEX[kind].format(text if kind == "code" else latex(text)))
    return HEAD + "\n".join(body) + "\n" + r"\end{document}" + "\n"


_LATEX = {
    "title": "{{\\large\\bfseries {}\\par}}\n",
    "heading": "\\section*{{{}}}",
    "text": "{}\n",
    "item": "\\item {}",
    "sub": "\n{}",
    "code": "\\begin{{verbatim}}\n{}\n\\end{{verbatim}}",
}
