"""`rope-theory paper NAME`: a paper sentence by sentence, with what decides each."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from rope_theory.faces.commands import Heading

if TYPE_CHECKING:
    from rope_theory.evidence.register import Register

HEADING = Heading.PAPERS


EXAMPLES = """\
examples:
  rope-theory paper u26 "Theorem 3.2"
  rope-theory paper u26 p8
  rope-theory paper u26 --fails
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "paper",
        help="a paper sentence by sentence, with what decides each",
        epilog=EXAMPLES,
        description="Print the register of a paper: its sentences that can be true or false, in their order, each with "
        "the verdicts on record of the claims that decide it, or why none can. Nothing is decided anew: `rope-theory "
        "verify` does that. Without a name: the papers.",
    )
    parser.elsewhere = dict.fromkeys(
        ("--page", "--place"), " (a place stands behind the paper: rope-theory paper u26 p8)"
    )
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


def rows_on(words: str, found: Register) -> Register:
    """The register with the rows on a place: a page, a section with its subsections, what is numbered, or that on a page.

    Args:
        words: p9, p. 9, page 9 or 9; §3.5, Section 3.5 or F.2.1; Theorem 3.2, thm 3.2 or Figure 3; p. 8, Theorem 3.2; Lemma F1 is Lemma F.1;
            3.2 is the section and what is numbered 3.2; (7) is eq. (7).
        found: the whole register.

    Raises:
        InvalidInput: no place, or one on which the register has no rows.

    Example:
        >>> from rope_theory.evidence.register import register
        >>> {row.item for row in rows_on("thm 3.2", register("u26")).rows}, rows_on("§3.5", register("u26")).sections[0].title
        ({'Theorem 3.2'}, '3.5 Robustness Analysis')
    """
    import re
    from dataclasses import replace

    from rope_theory.core.errors import InvalidInput
    from rope_theory.evidence.placed_claims import KINDS
    from rope_theory.evidence.places import dotted, located, naming, paged, paper_first

    rule = "must be a place with rows: a page (p9), a section (§3.5), or what is numbered (Theorem 3.2)"
    own, written = rf"\s*{found.paper}[ ,:]+", words
    words = dotted(re.sub(own, "", paper_first(words, [found.paper.casefold()]), count=1, flags=re.IGNORECASE))
    bare = re.fullmatch(r"\d+(?:\.\d+)+|[A-Za-z]", words.strip())
    if both := paged(words):
        page, what = both
        try:
            kept = rows_on(what, found).only(lambda row: str(row.page) == page)
        except InvalidInput:
            raise InvalidInput("place", rule, written) from None
        if not kept.rows:
            raise InvalidInput("place", f"{rule}; {what} has none on p. {page}", written)
        return kept
    where = located(f"Section {words.strip()}" if bare else words)
    if where and where.paper:
        raise InvalidInput("place", f"must be a place of {found.paper}", written)
    numbered = re.fullmatch(r"([a-z]+)\.? *([a-z\d.]*\d[a-z]?)", words.strip(), re.IGNORECASE)
    if where.kind == "p." if where else numbered is None:
        asked = page_of(words if where else written, found)
        return found.only(lambda row: row.page == asked)
    kinds = {short: kind for kind, short in KINDS.items()}
    kind, number = (numbered[1].casefold(), numbered[2]) if numbered else ("", "")
    named = naming(words.strip() if bare else f"{kinds.get(kind, kind)} {number}")

    def on_it(title: str, item: str) -> bool:
        there = where is not None and (where.has_section(title) or where.named_by(item))
        return there or bool((bare or not where) and named.search(item))

    parts = [
        replace(one, rows=rows)
        for one in found.sections
        if (rows := tuple(row for row in one.rows if on_it(one.title, row.item)))
    ]
    if not parts:
        called = where.kind if where else kinds.get(kind, kind)
        raise InvalidInput("place", rule + _there(called, number, found), written)
    return replace(found, sections=tuple(parts))


def _there(kind: str, number: str, found: Register) -> str:
    """What there is in place of a section or a numbered thing that has no rows: the one that is meant, or all of its kind."""
    from rope_theory.evidence.placed_claims import heading_parts

    if kind in ("Section", "Appendix"):
        heads = filter(None, (heading_parts(one.title)[0] for one in found.sections))
        return f" (sections: {', '.join(heads)})"
    items = dict.fromkeys(row.item for row in found.rows if row.item.casefold().startswith(kind.casefold()))
    near = [item for item in items if _squeezed(item) == _squeezed(f"{kind}{number}")]
    return f" (did you mean {near[0]}?)" if near else f" (there: {', '.join(items)})" if items else ""


def _squeezed(name: str) -> str:
    """The letters and digits alone: thm32 is Theorem 3.2."""
    return "".join(filter(str.isalnum, name)).casefold()


def page_of(text: str, found: Register) -> int:
    """The page that is asked for, as p9, p. 9, page 9 or 9.

    Raises:
        InvalidInput: no page of which the register has rows.

    Example:
        >>> from rope_theory.evidence.register import register
        >>> page_of("p9", register("u26")), page_of("page 21", register("u26"))
        (9, 21)
    """
    from rope_theory.core.errors import require
    from rope_theory.core.words import spans
    from rope_theory.evidence.places import located

    pages = sorted({row.page for row in found.rows if row.page})
    known = spans(pages) or "none: the rows of this register have no pages"
    where = located(text)
    named = where.number if where and where.kind == "p." else text.strip()
    other = "" if named.isdigit() else ", a section (§3.5), or what is numbered (Theorem 3.2)"
    require(named in map(str, pages), "place", f"must be a page with rows ({known}){other}", text)
    return int(named)


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
    asked = args.kind is not None or args.open or args.fails or bool(args.where)
    there = rows_on(" ".join(args.where), whole) if args.where else whole
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
