"""`rope-theory paper NAME`: a paper sentence by sentence, with what decides each."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from rope_theory.faces.commands import Heading

if TYPE_CHECKING:
    from rope_theory.evidence.register import Register

HEADING = Heading.PAPERS


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "paper",
        help="a paper sentence by sentence, with what decides each",
        description="Print the register of a paper: its sentences that can be true or false, in their order, each with "
        "the verdicts on record of the claims that decide it, or why none can. Nothing is decided anew: `rope-theory "
        "verify` does that. Without a name: the papers.",
    )
    parser.add_argument("paper", nargs="?", metavar="NAME", help="e.g. u26")
    parser.add_argument("page", nargs="?", metavar="PAGE", help="only rows of this page, e.g. p9")
    parser.add_argument("--kind", metavar="KIND", help="only rows of this kind: theorem, step, number, …")
    parser.add_argument("--open", action="store_true", help="only rows with something that no claim decides yet")
    parser.add_argument(
        "--fails", action="store_true", help="only rows of which something does not hold, or is too strong"
    )
    parser.add_argument("--json", action="store_true", help="the register as JSON on standard output")
    parser.set_defaults(run=run)


def page_of(text: str, found: Register) -> int:
    """The page that is asked for, as p9, p. 9 or 9.

    Raises:
        InvalidInput: no page of which the register has rows.

    Example:
        >>> from rope_theory.evidence.register import register
        >>> page_of("p9", register("u26")), page_of("p. 21", register("u26"))
        (9, 21)
    """
    import re

    from rope_theory.core.errors import require

    pages = sorted({row.page for row in found.rows if row.page})
    known = ", ".join(f"p{page}" for page in pages) or "none: the rows of this register have no pages"
    named = re.fullmatch(r"(?:p\.? ?)?(\d{1,4})", text.strip().casefold())
    require(named is not None and int(named[1]) in pages, "page", f"must be a page with rows ({known})", text)
    return int(named[1]) if named else 0


def run(args: argparse.Namespace) -> int:
    import json

    from rich.console import Console

    from rope_theory.core.meant import require_one_of
    from rope_theory.evidence.papers import papers
    from rope_theory.evidence.register import Kind, register
    from rope_theory.faces.report.register import fails, print_register, register_json

    kinds = [kind.value for kind in Kind]
    if args.kind is not None:
        require_one_of("kind", args.kind, kinds)
    if args.paper is None:
        found = papers()
        if args.json:
            print(json.dumps([{"paper": one.name, "title": one.title, "arxiv": one.arxiv} for one in found], indent=2))
        else:
            print("\n".join(f"{one.name.lower()}  {one.title} ({one.cited})" for one in found))
        return 0
    whole = register(args.paper)
    asked = args.kind is not None or args.open or args.fails or args.page is not None
    page = page_of(args.page, whole) if args.page is not None else None
    shown = whole.only(
        lambda row: args.kind in (None, row.kind.value)
        and page in (None, row.page)
        and (not args.open or bool(row.open))
        and (not args.fails or fails(row))
    )
    if args.json:
        print(json.dumps(register_json(shown if asked else whole), ensure_ascii=True, indent=2))
    else:
        print_register(Console(file=sys.stdout, highlight=False), shown if asked else whole)
    return 0
