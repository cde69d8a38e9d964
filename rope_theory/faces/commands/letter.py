"""`rope-theory letter PAPER`: a letter to the authors of a paper, from the verdicts."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rope_theory.faces.arguments import add_fresh, add_overwrite, one_paper, with_paper
from rope_theory.faces.commands import Heading

HEADING = Heading.PAPERS


EXAMPLES = """\
examples:
  rope-theory letter u26 --short
  rope-theory letter u26 --format latex --out letter.tex
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "letter",
        help="a letter to the authors of a paper: what holds, what needs a change and which",
        epilog=EXAMPLES,
        description="Write a letter to the authors of a paper from the verdicts on record: what was checked and holds, "
        "what does not hold as it stands with a check by hand, what is meant, a corrected statement, and how "
        "to see it again. Only what the paper prints is in it. Witnesses are evaluated again; nothing else is decided "
        "without --decide.",
    )
    parser.add_argument("paper", metavar="NAME", help="e.g. u26, or its number on arXiv")
    parser.add_argument("--format", choices=("text", "latex"), default="text", help="default: text")
    parser.add_argument(
        "--short", action="store_true", help="the summary, what is of weight, a line for each other entry"
    )
    parser.add_argument(
        "--from", dest="sender", default="", metavar="NAME", help="who signs (default: the authors of rope_theory)"
    )
    parser.add_argument(
        "--date", default="", metavar="DATE", help="above the letter, as it is written here (default: none)"
    )
    parser.add_argument("--decide", action="store_true", help="decide the claims of the letter first")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write it there (default: standard output)")
    add_overwrite(parser)
    add_fresh(parser)
    parser.elsewhere = {
        **dict.fromkeys(("--tex", "--pdf"), " (did you mean --format latex?)"),
        **dict.fromkeys(("--sign", "--signed", "--author"), " (did you mean --from?)"),
        "PDF": " (latex is what a PDF is made from)",
        "TEX": " (did you mean latex?)",
        "--json": with_paper(" (a letter is text or LaTeX; rope-theory errata NAME --json has its entries)"),
        "--markdown": with_paper(" (rope-theory errata NAME --markdown has its entries)"),
    }
    parser.one_value = one_paper
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from rope_theory.core.errors import require
    from rope_theory.core.files import unused, write_text
    from rope_theory.core.progress import progress
    from rope_theory.evidence.ledger import Ledger
    from rope_theory.evidence.placed_claims import text_named
    from rope_theory.faces.report.letter import letter
    from rope_theory.faces.report.letter_claims import asked, on_record
    from rope_theory.faces.report.letter_forms import as_latex, as_text

    for name, value in (("from", args.sender), ("date", args.date)):
        rule = "must be one line with single spaces, and none at its ends"
        require(value == " ".join(value.split()), name, rule, value)
    found = text_named(args.paper)
    if args.out is not None:
        require(
            args.out.suffix.lower() != ".pdf",
            "out",
            "must be text: --format latex makes what a PDF is made from",
            str(args.out),
        )
        unused(args.out, args.overwrite, called={"text": "letter.txt", "latex": "letter.tex"}[args.format])
    ledger = Ledger(fresh=args.fresh)
    if args.decide:
        records = [ledger.decide(claim.id) for claim in progress(asked(found), "deciding claims")]
        if unsound := [record.claim.id for record in records if not record.sound]:
            print(f"nothing written, these records are not sound: {', '.join(unsound)}", file=sys.stderr)
            return 1
    else:
        records = [on_record(claim, ledger) for claim in asked(found)]
    blocks = letter(found, records, args.decide, args.short, args.sender, args.date)
    text = {"text": as_text, "latex": as_latex}[args.format](blocks)
    if args.out is None:
        print(text, end="")
    else:
        write_text(args.out, text)
    return 0
