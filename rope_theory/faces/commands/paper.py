"""`rope-theory paper NAME`: a paper sentence by sentence, with what decides each."""

from __future__ import annotations

import argparse
import functools
import re
import shlex
import sys
from collections.abc import Sequence

from rope_theory.faces.arguments import with_paper
from rope_theory.faces.commands import Heading

HEADING = Heading.PAPERS


EXAMPLES = """\
examples:
  rope-theory paper u26 "Theorem 3.2"
  rope-theory paper u26 p8
  rope-theory paper u26 --fails
  rope-theory paper u26 --kind theorem
"""


#: Options that it has not, as one may name a place.
PLACE = ("place", "at", "where")


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "paper",
        help="a paper sentence by sentence, with what decides each",
        epilog=EXAMPLES,
        description="Print the register of a paper: its sentences that can be true or false, in their order, each with "
        "the verdicts on record of the claims that decide it, or why none can. Nothing is decided anew: `rope-theory "
        "verify` does that. Without a name: the papers.",
    )
    kinds = "page section appendix figure table theorem lemma remark definition".split()
    parser.elsewhere = {f"--{kind}": functools.partial(_behind, kind) for kind in (*kinds, *PLACE)}
    parser.elsewhere |= dict.fromkeys(("--refuted", "--verdict", "--false"), " (did you mean --fails?)")
    parser.elsewhere |= {
        "--markdown": with_paper(" (rope-theory errata NAME --markdown)"),
        "--short": with_paper(" (rope-theory letter NAME --short)"),
    }
    parser.add_argument("paper", nargs="?", metavar="NAME", help="e.g. u26, or its number on arXiv")
    parser.add_argument(
        "where",
        nargs="*",
        default=[],
        metavar="PLACE",
        help="only rows on this place: a page (p9), a section (§3.5, F.2.1), what is numbered (Theorem 3.2, Figure 3), or both (p. 8, Theorem 3.2)",
    )
    parser.add_argument("--kind", metavar="KIND", help="only rows of this kind: theorem, step, number, …")
    parser.add_argument("--open", action="store_true", help="only rows with something that no claim decides yet")
    parser.add_argument(
        "--fails", action="store_true", help="only rows of which something does not hold, or is too strong"
    )
    parser.add_argument("--json", action="store_true", help="the register as JSON on standard output")
    parser.set_defaults(run=run)


def _behind(kind: str, given: Sequence[str]) -> str:
    """How to write a place that was given with an option, --section 3.5."""
    at = next(i for i, each in enumerate(given) if each.startswith(f"--{kind}"))
    number = given[at].partition("=")[2] or next((each for each in given[at + 1 :] if not each.startswith("-")), "")
    name = next((each for each in given[:at] if not each.startswith("-")), "u26")
    if not number:
        kind, number = "page", "8"
    is_place = kind in PLACE or not re.fullmatch(r"[\w.]+", number)
    place = number if is_place else f"{kind.capitalize()} {number}"
    return f" (a place stands behind the paper: rope-theory paper {name} {shlex.quote(place)})"


def _paper_and_place(written: Sequence[str]) -> list[str]:
    """The paper, then the place: also where both are in one argument (u26 p8, u26,p8) or the paper stands last.

    Example:
        >>> _paper_and_place(["u26 p8"]), _paper_and_place(["Theorem", "3.2", "U26"]), _paper_and_place(["u27", "p8"])
        (['u26', 'p8'], ['U26', 'Theorem 3.2'], ['u27', 'p8'])
    """
    from rope_theory.evidence.papers import by_name, names
    from rope_theory.evidence.places import paper_first

    words = by_name(" ".join(written)).strip()
    first, *rest = re.split(r"[\s,]+", words, maxsplit=1)
    if first.casefold() not in names():
        first, *rest = re.split(r"[\s,]+", paper_first(words, names()), maxsplit=1)
    return [first, *rest] if first.casefold() in names() else [*written]


def run(args: argparse.Namespace) -> int:
    import json

    from rich.console import Console

    from rope_theory.core.errors import require
    from rope_theory.core.meant import require_one_of
    from rope_theory.evidence.papers import names, papers
    from rope_theory.evidence.placed_claims import text_named
    from rope_theory.evidence.placed_rows import rows_on
    from rope_theory.evidence.register import Kind, register
    from rope_theory.faces.report.register import fails, print_register, register_json

    kinds = [kind.value for kind in Kind]
    if args.kind is not None:
        require_one_of("kind", args.kind, kinds)
    if args.paper is None:
        for option, given in (("--kind", args.kind), ("--open", args.open), ("--fails", args.fails)):
            value = f" {given}" if option == "--kind" else ""
            rule = f"must be given with a paper: rope-theory paper u26 {option}{value}"
            require(given in (None, False), option, rule, None)
        found = papers()
        if args.json:
            print(json.dumps([{"paper": one.name, "title": one.title, "arxiv": one.arxiv} for one in found], indent=2))
        else:
            print("\n".join(f"{one.name.lower()}  {one.title} ({one.cited})" for one in found))
        return 0
    rule = "must not be empty (the whole paper: no place)"
    require(all(each.strip() for each in args.where), "place", rule, " ".join(args.where))
    name, *args.where = _paper_and_place([args.paper, *args.where])
    a_name = name.casefold() in names() or re.fullmatch(r"[a-z]+\d+", name.casefold())
    whole = register(text_named(name if a_name else " ".join([name, *args.where])).name)
    asked = args.kind is not None or args.open or args.fails or bool(args.where)
    place = " ".join(args.where)
    there = rows_on(place, whole) if args.where else whole
    if re.fullmatch(r"\d+(\.\d+)+", place):
        print(
            f"{place} is read as §{place} and all that is numbered {place} (one alone: §{place}, Theorem {place})",
            file=sys.stderr,
        )
    shown = there.only(
        lambda row: args.kind in (None, row.kind.value)
        and (not args.open or bool(row.open))
        and (not args.fails or fails(row))
    )
    if args.json:
        print(json.dumps(register_json(shown if asked else whole), ensure_ascii=True, indent=2))
    else:
        print_register(Console(file=sys.stdout, highlight=False), shown if asked else whole)
    return 0
