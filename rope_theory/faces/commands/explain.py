"""`rope-theory explain ID`: a claim as a page in the terminal; for words, the claims about them."""

from __future__ import annotations

import argparse
import re
import shlex
import sys

from rope_theory.faces.arguments import add_fresh, claims_asked
from rope_theory.faces.commands import Heading

HEADING = Heading.DECIDE


EXAMPLES = """\
examples:
  rope-theory explain u26.index-bound-length
  rope-theory explain "Theorem 3.2"            by its place
  rope-theory explain gap                      a word
  rope-theory explain u26.thm32 --formal

exit status:
  0  a claim is shown, or a list: the claims on a place, with these words, or whose ids begin so
  1  the claim's record is not sound
  2  nothing fits
As JSON a claim has the key id, and a list the key claims."""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "explain",
        help="show one claim as a page: statement, idea, proof, verdict",
        epilog=EXAMPLES,
        description="Decide one claim and show it as a page: statement, verdict in words, a check by hand, idea, "
        "derivation, what is trusted, controls; with --formal the formal statement last.",
    )
    parser.add_argument("claim", metavar="ID", help="e.g. u26.index-logits; `rope-theory verify` lists them")
    parser.add_argument(
        "words",
        metavar="WORD",
        nargs="*",
        default=[],
        help="in place of an id, a place as a text has it (Theorem 3.2, §3.5, F.2, p. 24, Table 1, Figure 5A; U26, p. 8, Theorem 3.2), words, or a lesson (lesson 4): what a word of the glossary means and the claims that have it, or the claims on a place; "
        "or those that other words fit, or whose ids begin so",
    )
    parser.add_argument(
        "--profile",
        choices=("quick", "thorough"),
        default="quick",
        help="how far finite domains and searches go (default: quick)",
    )
    parser.add_argument("--formal", action="store_true", help="end with the formal statement and its definitions")
    parser.add_argument("--steps", action="store_true", help="with the steps of the claims that it leans on")
    parser.add_argument("--cite", action="store_true", help="in place of the page a BibTeX entry: id, verdict, version, commit, "
                        "and of a formal proof the theorem and the hash of its statement")  # fmt: skip
    parser.add_argument("--json", action="store_true", help="the page as JSON on standard output")
    parser.add_argument("--all", action="store_true", help="of words: list every claim that has them, not the first 12")
    add_fresh(parser)
    parser.elsewhere = dict.fromkeys(("--bibtex", "--bib", "--latex"), " (--cite prints a BibTeX entry)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    import json

    from rich.console import Console

    from rope_theory.core.errors import require
    from rope_theory.evidence.asked import WordsAsked
    from rope_theory.evidence.ledger import Ledger
    from rope_theory.faces.report.explain import page_json, print_page

    try:
        _refuse_lesson(" ".join([args.claim, *args.words]))
        found = [one.id for one in claims_asked([args.claim, *args.words], patterns=False)]
    except WordsAsked as words:
        if args.cite:
            raise
        if args.json:
            print(json.dumps(words.to_json(), ensure_ascii=False, indent=2))
            return 0
        told = [f"{word}: {meaning}" for word, meaning in words.meant.items()]
        head = [f"{words.head} (rope-theory explain ID shows one):"] if words.head else []
        print(*told, *head, *words.listed(args.all), sep="\n")
        return 0
    others = [name for name in ("json", "formal", "steps") if getattr(args, name)]
    require(
        not (args.cite and others),
        "--cite",
        "shows the entry alone, without --json, --formal or --steps",
        ", ".join(f"--{name}" for name in others),
    )
    written = " ".join([args.claim, *args.words])
    several = shlex.join(["rope-theory", "verify", args.claim, *args.words])
    require(len(found) == 1, "claim", f"must be one claim (several: {several})", written)
    claim_id = found[0]
    ledger = Ledger(args.profile, args.fresh)
    record = ledger.decide(claim_id)
    if args.cite:
        from rope_theory.faces.report.cite import bibtex
        from rope_theory.faces.report.rows import row

        print(bibtex(row(record)))
    elif args.json:
        print(json.dumps(page_json(record, ledger), indent=2))
    else:
        print_page(Console(file=sys.stdout, highlight=False), record, ledger, args.formal, args.steps)
    return 0 if record.sound else 1


def _refuse_lesson(words: str) -> None:
    """Raise an error that says where the lesson is, and which claims it names, if the words are those of a lesson: lesson 4.

    Raises:
        WordsAsked: they are, and the lesson is there.
    """
    if not (asked := re.fullmatch(r"lesson\s*0?(\d)", words.strip(), re.IGNORECASE)):
        return
    from rope_theory.core.errors import Absent
    from rope_theory.evidence.asked import WordsAsked
    from rope_theory.evidence.theory import claims
    from rope_theory.faces.course import find_lessons

    lessons = {int(file[:2]): (file, text) for file, text in find_lessons().items()}
    if int(asked[1]) not in lessons:
        raise Absent("claim", f"the course has no {{}} (lessons {min(lessons)} to {max(lessons)})", words)
    file, text = lessons[int(asked[1])]
    named = dict.fromkeys(id for id in re.findall(r"`([^`\s]+)`", text) if id in claims())
    title = text.partition("# # ")[2].partition("\n")[0]
    why = "it is a lesson of the course"
    raise WordsAsked(words, why, f"Claims that lesson {asked[1]} names", list(named), {title: f"lessons/{file}"})
