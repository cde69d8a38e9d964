"""`rope-theory paper NAME`: a paper sentence by sentence, with what decides each."""

from __future__ import annotations

import argparse
import functools
import re
import shlex
import sys
from collections.abc import Sequence
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
    kinds = ("page", "place", "section", "appendix", "figure", "table", "theorem", "lemma", "remark", "definition")
    parser.elsewhere = {f"--{kind}": functools.partial(_behind, kind) for kind in kinds}
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
    place = number if kind == "place" or not re.fullmatch(r"[\w.]+", number) else f"{kind.capitalize()} {number}"
    return f" (a place stands behind the paper: rope-theory paper {name} {shlex.quote(place)})"


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
    from dataclasses import replace

    from rope_theory.core.errors import InvalidInput, require
    from rope_theory.evidence.papers import names
    from rope_theory.evidence.placed_claims import KINDS, heading_parts
    from rope_theory.evidence.places import dotted, located, naming, paged, paper_first
    from rope_theory.evidence.titles import titles

    own, written = rf"\s*{found.paper}[ ,:]+", words
    words = dotted(re.sub(own, "", paper_first(words, [found.paper.casefold()]), count=1, flags=re.IGNORECASE))
    first, _, rest = paper_first(words, names()).strip().partition(" ")
    other = first.strip(",:").casefold()
    if other in names() and other != found.paper.casefold():
        asked = shlex.join(["rope-theory", "paper", other, *filter(None, [rest])])
        raise InvalidInput("place", f"must be a place of {found.paper} (of the other paper: {asked})", written)
    require(bool(rest) or other != found.paper.casefold(), "place", f"must be a place of {found.paper}, as p8", written)
    claim = words.strip().casefold() in {id.casefold() for id in titles()}
    require(not claim, "place", f"must be a place of {found.paper} (a claim: rope-theory explain {words})", written)
    if headed := [heading_parts(one.title)[0] for one in found.sections if _same_heading(one.title, words)]:
        words = f"Section {headed[0]}" if headed[0] else words
        if not headed[0]:
            return replace(found, sections=tuple(one for one in found.sections if _same_heading(one.title, words)))
    bare = re.fullmatch(r"\d+(?:\.\d+)+|[A-Za-z]", words.strip())
    if both := paged(words):
        page, what = both
        try:
            there = rows_on(what, found)
        except InvalidInput as problem:
            raise InvalidInput("place", problem.rule, written) from None
        kept = there.only(lambda row: str(row.page) == page)
        pages = ", ".join(dict.fromkeys(f"p. {row.page}" for row in there.rows if row.page))
        require(
            bool(kept.rows),
            "place",
            f"must be in the register of {found.paper}: {what} is there on {pages}, not on p. {page}",
            written,
        )
        return kept
    where = located(f"Section {words.strip()}" if bare else words)
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
        called, number = (where.kind, where.number) if where else (kinds.get(kind, kind), number)
        raise InvalidInput(
            "place", f"must be in the register of {found.paper}: {_there(called, number, found)}", written
        )
    return replace(found, sections=tuple(parts))


def _same_heading(title: str, words: str) -> bool:
    """Whether this is what the heading of a section says, without its number: Abstract, robustness analysis."""
    from rope_theory.evidence.placed_claims import heading_parts

    return heading_parts(title)[1].casefold() == words.strip().casefold()


def _there(kind: str, number: str, found: Register) -> str:
    """That there are no rows on it, and what there is: the one that is meant, the sections near it, all of its kind, or the kinds."""
    from rope_theory.core.words import spans
    from rope_theory.evidence.placed_claims import heading_parts, numbered

    name = {"Section": "§", "Appendix": "§", "eq.": "eq. "}.get(kind, f"{kind[:1].upper()}{kind[1:]} ")
    none = f"there is no {name}{number}"
    heads = list(filter(None, (heading_parts(one.title)[0] for one in found.sections)))
    if name == "§" and heads:
        parts = number.split(".")
        above = next((up for k in range(len(parts) - 1, 0, -1) if (up := ".".join(parts[:k])) in heads), "")
        near = [each for each in heads if each == above or (above and each.startswith(f"{above}."))]
        return f"{none}, but {', '.join(f'§{each}' for each in near or heads if near or '.' not in each)}"
    items = list(dict.fromkeys(row.item for row in found.rows if row.item))
    if same := [item for item in items if _squeezed(item) == _squeezed(f"{kind}{number}")]:
        return f"{none} (did you mean {same[0]}?)"
    if alike := [item for item in items if item.casefold().startswith(kind.casefold())]:
        return f"{none}, but {', '.join(alike)}"
    pages = spans(sorted({row.page for row in found.rows if row.page}))
    kinds = dict.fromkeys(each[1] for item in items if (each := re.match(r"([A-Z][a-z]+) [A-Z]?[.\d]", item)))
    has = [f"p. {pages}" if pages else "", *(f"§{one}" for one in heads if "." not in one), *kinds]
    claims = f"{found.paper} {kind} {number}"
    on_it = f" (claims on it: rope-theory explain {claims})" if numbered(claims) else ""
    return f"{none}{on_it}, but {', '.join(filter(None, has)) or 'rows without places'}"


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
