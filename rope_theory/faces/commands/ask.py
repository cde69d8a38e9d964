"""`rope-theory ask`: questions that people ask in public, each with one answer and the claims behind it."""

from __future__ import annotations

import argparse
import re
import sys
from fractions import Fraction

from rope_theory.faces.arguments import add_fresh
from rope_theory.faces.commands import Heading

HEADING = Heading.DECIDE
#: What is said of words that are nowhere.
NOWHERE = "no question and no title of a claim has {}"
EXAMPLES = """\
examples:
  rope-theory ask                                the questions
  rope-theory ask left-padding                   one answer, its claims decided now
  rope-theory ask why does long context fail     the questions and claims that have these words
  rope-theory ask mrope-sections --json

exit status:
  0  the answer stands, or what fits the words was listed, if anything does
  1  a claim has not the verdict that the answer needs
  2  no such question, and nothing has one of the words
A program gives an id and reads "stands", which only an answer has."""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "ask",
        help="questions that people ask in public, each with one answer and the claims behind it",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Without WORDS the list of questions. With an id, or a question as it stands in the list, the answer in\n"
        "a few sentences, the claims it rests on, decided now, with their verdicts, the command that computes it\n"
        "for a configuration of yours, where it was asked, and what the theory does not say. Other words are\n"
        "searched for in questions, other ways to ask them, answers and titles of claims, in any case and with any ending, rare ones first; lengths such\n"
        "as 8k or 1M: two of them mean a context that is stretched, one by itself a length of context. What fits best is\n"
        "listed, with the words that it has.",
    )
    parser.add_argument(
        "words", metavar="WORDS", nargs="*", help="an id, or any words; without them all ids are listed"
    )
    parser.add_argument("--json", action="store_true", help="the answer, or the list, as JSON on standard output")
    add_fresh(parser)
    parser.elsewhere = dict.fromkeys(("--list", "--all"), " (rope-theory ask alone lists all questions)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    import json

    from rope_theory.evidence.answers import answer, meant_by, questions, standing

    asked = " ".join(args.words)
    if not args.words:
        if args.json:
            print(json.dumps(questions(), ensure_ascii=False, indent=2))
        else:
            _list(questions())
        return 0
    name = meant_by(asked)
    if name is None:
        found = _found(asked)
        print(json.dumps(found, ensure_ascii=False, indent=2)) if args.json else _print_found(found)
        return 0
    from rope_theory.core.progress import progress
    from rope_theory.evidence.ledger import Ledger

    one = answer(name)
    ledger = Ledger(fresh=args.fresh)
    for claim_id in progress(list(one.claims), "deciding its claims"):
        ledger.decide(claim_id)
    records, faults = standing(one, ledger.decide)
    if args.json:
        print(json.dumps(_to_json(one, records, faults), ensure_ascii=False, indent=2))
    else:
        _print(one, records)
    for fault in faults:
        print(f"this answer does not stand: {fault}", file=sys.stderr)
    return 1 if faults else 0


#: What asks for the meaning of a word. It is told before questions and claims that have the word.
_DEFINE = re.compile(
    r"\s*(?:what(?:'s| is| are| does)|define|meaning of|explain)\b|\b(?:mean|means|meant)\b", re.IGNORECASE
)
#: Questions are listed if the first has this share of the words, and so are claims (`Lookup.fit`); else the subject is another.
FITS = Fraction(1, 2)


def _defined(asked: str) -> dict[str, str]:
    """The meanings that are asked for, or of a word that stands alone, where every word is in the glossary: attention sinks are not hard attention."""
    from rope_theory.core.lookup import spelt
    from rope_theory.evidence.glossary import meanings

    words = list(spelt(_DEFINE.sub(" ", asked)).values())
    found = dict(meanings(" ".join(words)))
    return found if all(map(meanings, words)) and (_DEFINE.match(asked) or len(found) == 1) else {}


def _found(asked: str) -> dict:
    """What has the words, the best first: up to five questions, and up to five claims.

    Raises:
        InvalidInput: a misspelt id; nothing has one of the words.
    """
    from rope_theory.core.errors import Absent
    from rope_theory.core.lookup import best, missing, misspelt
    from rope_theory.core.meant import nearest
    from rope_theory.evidence.answers import meant_by, questions, questions_by_words, understood
    from rope_theory.evidence.titles import claims_by_words, title

    if "-" in asked and " " not in asked and (near := nearest(asked, questions(), cutoff=0.85)):
        raise Absent("ID", "no question is called {}", asked, near.replace("mean ", "mean rope-theory ask ", 1))
    listing = "rope-theory ask lists the questions"
    if made := _of_a_command(asked):
        raise Absent("words", NOWHERE, asked, made, listing)
    if placed := _place(asked):  # its digits would be looked up
        empty: dict = {"meanings": {}, "all_words": False, "questions": [], "claims": [], "missing": {}, "read_as": {}}
        return {"words": asked, **empty, "did_you_mean": None, "statement_named": placed}
    lookups = questions_by_words(), claims_by_words()
    meant_words = understood(asked)
    subject = " ".join(lookups[0].subject(meant_words))
    unknown = missing(subject, *lookups)
    slips = misspelt(subject, *lookups) if any(each.find(meant_words) for each in lookups) else {}
    meant_words = _spelt(meant_words, slips)
    asking, about = (best(each.find(meant_words)) for each in lookups)
    if not asking and not about:
        words = ", ".join(re.findall(r"mean (.+?)\?", " ".join(unknown.values())))
        near = f"did you mean {words}?" if words else nearest(asked, questions(), most=1, cutoff=0.85)
        cite = "a claim: rope-theory explain ID --cite; the package: CITATION.cff" if "cite" in asked else ""
        raise Absent("words", NOWHERE, asked, near or cite, listing)
    asking, about = (
        found if found and lookup.fit(meant_words, found[0]) >= FITS else []
        for lookup, found in zip(lookups, (asking, about), strict=True)
    )
    return {
        "words": asked,
        "meanings": _defined(asked),
        "all_words": any(set(lookups[0].subject(meant_words)) <= set(one.words) for one in asking),
        "questions": [{"id": one.name, "question": questions()[one.name], "found": list(one.words)} for one in asking],
        "claims": [{"id": one.name, "title": title(one.name), "found": list(one.words)} for one in about],
        "missing": {word: near.strip() or None for word, near in unknown.items()},
        "read_as": slips,
        "did_you_mean": meant_by(_spelt(asked, slips)) if slips else None,
        "statement_named": _statement(asked),
    }


def _place(asked: str) -> str | None:
    """The words, if they are a place of a text that claims are on: F.2.2, p. 8."""
    from rope_theory.evidence.placed_claims import ids_on
    from rope_theory.evidence.places import dotted, located

    where = located(dotted(asked))
    return asked if where and ids_on(where) else None


def _statement(asked: str) -> str | None:
    """The first numbered statement that the words name and claims are on: Theorem 3.2."""
    from rope_theory.evidence.placed_claims import NUMBERED, numbered

    named = (found[0] for found in NUMBERED.finditer(asked) if found["kind"])
    return next((each for each in named if numbered(each)), None)


#: Words of what a command makes, which no question is about.
MADE = {
    "lessons": (
        "lecture",
        "lectures",
        "course",
        "teaching",
        "lesson",
        "lessons",
        "handout",
        "slides",
        "exercises",
        "notebooks",
    )
}


def _of_a_command(asked: str) -> str:
    """The command that makes what the words ask for, in brackets, if all of them are such words; else nothing."""
    words = asked.casefold().split()
    found = next((name for name, made in MADE.items() if words and set(words) <= set(made)), None)
    return f"rope-theory {found} writes the lecture and the course's notebooks" if found else ""


def _spelt(text: str, slips: dict[str, str]) -> str:
    """The text with its misspelt words as they are spelt."""
    for word, near in slips.items():
        text = re.sub(rf"(?<![^\W_]){re.escape(word)}(?![^\W_])", near, text)
    return text


def _print_found(found: dict) -> None:
    heads = {
        "questions": ("question", "Questions, with the words that lead to them (rope-theory ask ID shows the answer):"),
        "claims": ("title", "Claims, with the words that their titles have (rope-theory explain ID shows one):"),
    }  # fmt: skip
    parts = ["\n".join(f"{word}: {told}" for word, told in found["meanings"].items())] if found["meanings"] else []
    if found["did_you_mean"]:
        parts.append(f"Did you mean {found['did_you_mean']}? rope-theory ask {found['did_you_mean']} shows its answer.")
    elif found["read_as"]:
        parts.append("Read as " + ", ".join(f"{near} for {word}" for word, near in found["read_as"].items()) + ".")
    if not found["questions"] and not found["statement_named"]:
        parts.append("No question has most of your words, so none is listed: yours may not be answered here.")
    for kind, (text, head) in heads.items():
        wide = max((len(one["id"]) for one in found[kind]), default=0)
        lines = [f"  {one['id']:<{wide}}  {one[text]} [{', '.join(one['found'])}]" for one in found[kind]]
        parts += ["\n".join([head, *lines])] if lines else []
    if found["statement_named"]:
        parts.append(f"A place of a text: rope-theory explain {found['statement_named']}")
    lines = [
        f"In none of them: {word}{' ' + near if near else ''}"
        for word, near in found["missing"].items()
        if word not in found["read_as"] and word.casefold() not in (found["statement_named"] or "").casefold()
    ]
    print("\n\n".join([*parts, "\n".join([*lines, "rope-theory ask lists all questions."])]))


def _list(questions: dict[str, str]) -> None:
    for name, question in questions.items():
        print(f"{name:<18} {question}")
    print("\nrope-theory ask ID shows the answer, with the claims it rests on.")


def _to_json(one, records, faults) -> dict:
    return {
        "id": one.name,
        "question": one.question,
        "asked": list(one.asked),
        "answer": one.answer,
        "unsaid": one.unsaid,
        "read": one.read,
        "claims": [
            {
                "id": record.claim.id,
                "verdict": record.verdict.tier.name,
                "over": record.verdict.domain,
                "statement": record.claim.statement,
            }
            for record in records
        ],
        "compute": list(one.compute),
        "stands": not faults,
    }


def _print(one, records) -> None:
    from rope_theory.faces.report.page import paragraph

    print(one.question)
    for part in one.answer.split("\n\n"):
        print()
        paragraph(part, rest="  ")
    if one.unsaid:
        paragraph(f"The theory does not say: {one.unsaid[0].lower()}{one.unsaid[1:]}", rest="  ")
    print("\nIt rests on")
    for record in records:
        print(f"  {record.claim.id}  {record.verdict.tier.name}: {record.verdict.domain}")
        paragraph(record.claim.statement, "    ", "    ")
    if one.read:
        print(f"  the layer table, {one.read}")
    print("\nTo compute it")
    for line in one.compute:
        print(f"  {line}")
    print("\nAsked in")
    for address in one.asked:
        print(f"  {address}")
