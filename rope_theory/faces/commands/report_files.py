"""`rope-theory report-files`: write ERRATA.md, CLAIMS.md and README.md's counts from the verdicts."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rope_theory.faces.arguments import add_fresh
from rope_theory.faces.commands import Heading

HEADING = Heading.FILES


EXAMPLES = """\
examples:
  rope-theory report-files --check
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "report-files",
        help="write ERRATA.md, CLAIMS.md and README.md's counts (in a checkout)",
        epilog=EXAMPLES,
        description="Decide all claims, then write ERRATA.md, CLAIMS.md and the counts in README.md between the markers "
        "counts:begin and counts:end. "
        "Files that are up to date are left alone.",
    )
    parser.add_argument("--folder", type=Path, help="the checkout (default: the one this package runs from)")
    parser.add_argument("--check", action="store_true", help="write nothing; exit status 1 if a file is not up to date")
    add_fresh(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from rope_theory.core.errors import require
    from rope_theory.core.files import CHECKOUT, write_text
    from rope_theory.core.progress import progress
    from rope_theory.evidence.ledger import Ledger
    from rope_theory.evidence.theory import claims
    from rope_theory.faces.report.generated import generated, stale
    from rope_theory.faces.report.rows import row

    folder = args.folder or CHECKOUT
    require((folder / "README.md").is_file(), "folder", "must be a checkout (with a README.md)", str(folder))
    generated([], folder)  # the markers are there, or this says so before the work starts
    ledger = Ledger(fresh=args.fresh)
    rows = [row(ledger.decide(claim_id)) for claim_id in progress(list(claims()), "deciding claims")]
    unsound = [entry["id"] for entry in rows if not entry["sound"]]
    if unsound:
        print(f"nothing written, these records are not sound: {', '.join(unsound)}", file=sys.stderr)
        return 1
    old = stale(rows, folder)
    if args.check:
        print("\n".join(f"{name} is not up to date" for name in old) or "all up to date")
        return 1 if old else 0
    for path, text in generated(rows, folder).items():
        if path.name in old:
            write_text(path, text)
        print(f"{path.name}: {'written' if path.name in old else 'up to date'}")
    return 0
