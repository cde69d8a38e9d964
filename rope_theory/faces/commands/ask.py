"""`rope-theory ask`: questions that people ask in public, each with one answer and the claims behind it."""

from __future__ import annotations

import argparse
import sys
import textwrap

from rope_theory.faces.arguments import add_fresh

EXAMPLES = """\
examples:
  rope-theory ask                          the questions
  rope-theory ask left-padding             one answer, its claims decided now
  rope-theory ask mrope-sections --json
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "ask",
        help="questions that people ask in public, each with one answer and the claims behind it",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Without ID the list of questions. With ID the answer in a few sentences, the claims it rests on, decided\n"
        "now, with their verdicts, the command that computes it for a configuration of yours, where it was\n"
        "asked, and what the theory does not say. Exit status 1 if a claim has not the verdict that the answer\n"
        "needs.",
    )
    parser.add_argument("id", metavar="ID", nargs="?", help="of the question; `rope-theory ask` lists them")
    parser.add_argument("--json", action="store_true", help="the answer, or the list, as JSON on standard output")
    add_fresh(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    import json

    from rope_theory.evidence.answers import answer, questions, standing

    if args.id is None:
        if args.json:
            print(json.dumps(questions(), ensure_ascii=False, indent=2))
        else:
            _list(questions())
        return 0
    from rope_theory.core.progress import progress
    from rope_theory.evidence.ledger import Ledger

    one = answer(args.id)
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
    print(f"{one.question}\n")
    print(_filled(one.answer))
    if one.unsaid:
        print(_filled(f"The theory does not say: {one.unsaid[0].lower()}{one.unsaid[1:]}"))
    print("\nIt rests on")
    for record in records:
        print(f"  {record.claim.id}  {record.verdict.tier.name}: {record.verdict.domain}")
        print(_filled(record.claim.statement, "    "))
    if one.read:
        print(f"  the layer table, {one.read}")
    print("\nTo compute it")
    for line in one.compute:
        print(f"  {line}")
    print("\nAsked in")
    for address in one.asked:
        print(f"  {address}")


def _filled(text: str, indent: str = "  ") -> str:
    return textwrap.fill(
        text, 100, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )
