"""`rope-theory errata [PAPER]`: what stands of a paper and what needs a change, as in ERRATA.md, from the verdicts on record."""

from __future__ import annotations

import argparse

from rope_theory.faces.arguments import add_fresh, one_paper, with_paper
from rope_theory.faces.commands import Heading

HEADING = Heading.PAPERS
#: Columns of plain text, where the terminal has more.
WIDEST = 100


EXAMPLES = """\
examples:
  rope-theory errata u26
  rope-theory errata --json
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "errata",
        help="what stands of a paper, and what needs a change: ERRATA.md, of one paper",
        epilog=EXAMPLES,
        description="Print what ERRATA.md says, of one paper or of all, from the verdicts on record: what stands, then each entry with "
        "the words, a check by hand, the least change and what holds then. Witnesses are evaluated again; nothing else is decided "
        "anew: `rope-theory verify` does that.",
    )
    parser.add_argument("paper", nargs="?", metavar="NAME", help="e.g. u26; default: all")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--markdown", action="store_true", help="as ERRATA.md has it; default: plain text")
    form.add_argument("--json", action="store_true", help="the entries and what stands as JSON on standard output")
    add_fresh(parser)
    parser.elsewhere = {
        "--short": with_paper(" (the short form: rope-theory letter NAME --short)"),
        "--md": " (did you mean --markdown?)",
    }
    parser.elsewhere |= dict.fromkeys(
        ("--latex", "--format"), with_paper(" (rope-theory letter NAME --format latex is LaTeX)")
    )
    parser.one_value = one_paper
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    import json
    import sys

    from rich.console import Console

    from rope_theory.evidence.ledger import Ledger
    from rope_theory.evidence.papers import papers
    from rope_theory.evidence.placed_claims import text_named
    from rope_theory.faces.report.errata import errata, errata_json
    from rope_theory.faces.report.letter_claims import on_record, spoken_of
    from rope_theory.faces.report.plain import plain
    from rope_theory.faces.report.rows import row

    texts = [text_named(args.paper)] if args.paper is not None else list(papers())
    ledger = Ledger(fresh=args.fresh)
    rows = [row(on_record(claim, ledger)) for claim in spoken_of(texts)]
    if args.json:
        print(json.dumps(errata_json(rows, texts), indent=2))
        return 0
    text = errata(rows, texts)
    print(text if args.markdown else plain(text, min(Console(file=sys.stdout).width, WIDEST)), end="")
    return 0
