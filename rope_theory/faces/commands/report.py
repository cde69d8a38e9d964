"""`rope-theory report --out DIR`: the ledger as a static site."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rope_theory.faces.arguments import add_fresh
from rope_theory.faces.commands import Heading

HEADING = Heading.FILES


EXAMPLES = """\
examples:
  rope-theory report --out site
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "report",
        help="write the ledger as web pages that need no network",
        epilog=EXAMPLES,
        description="Decide all claims, then write a folder of web pages: every claim with its statement, proof, "
        "witness and controls; errata; trust; dependency graph; figures; an interactive page; the Python API. Open index.html. "
        "The folder is written whole or not at all. Exit status 1 if a record is not sound.",
    )
    parser.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="folder to write: new, empty or a former report"
    )
    parser.add_argument(
        "--overwrite", action="store_true", help="replace a former report even if something was added to it or changed"
    )
    parser.add_argument(
        "--profile",
        choices=("quick", "thorough"),
        default="quick",
        help="how far finite domains and searches go (default: quick)",
    )
    parser.add_argument("--no-figures", action="store_true", help="leave the figures out")
    add_fresh(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from rope_theory.core.errors import InvalidInput
    from rope_theory.core.progress import progress
    from rope_theory.evidence.ledger import Ledger
    from rope_theory.evidence.theory import claims
    from rope_theory.faces.course import find_lessons, prepared, require_course, run_here
    from rope_theory.faces.report.explain import page_json
    from rope_theory.faces.report.rows import environment
    from rope_theory.faces.site.api import draw_reference
    from rope_theory.faces.site.build import build, draw_figures
    from rope_theory.faces.site.folder import ready, write_folder
    from rope_theory.faces.site.report_data import Content

    ready(args.out, args.overwrite)  # before the long work
    ledger = Ledger(args.profile, args.fresh)
    pages = {
        claim_id: page_json(ledger.decide(claim_id), ledger) for claim_id in progress(list(claims()), "deciding claims")
    }
    figures = [] if args.no_figures else draw_figures(args.fresh)
    lessons = find_lessons()
    try:
        require_course()
        course = prepared(lessons, run=not args.no_figures, fresh=args.fresh)
    except InvalidInput as missing:
        print(f"lessons without notebooks: {missing}", file=sys.stderr)
        course = prepared(lessons, run=False, write=False)
        course = course if args.no_figures else [run_here(lesson, args.fresh) for lesson in course]
    content = Content(pages, environment(args.profile), figures, lessons, course, draw_reference(args.fresh))
    folder = write_folder(args.out, build(content), args.overwrite)
    print(folder / "index.html")
    unsound = [claim_id for claim_id, data in pages.items() if not data["sound"]]
    if unsound:
        print(f"these records are not sound: {', '.join(unsound)}", file=sys.stderr)
    return 1 if unsound else 0
