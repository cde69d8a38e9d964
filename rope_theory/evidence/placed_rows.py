"""The rows of a register on a place: on a page, in a section, part of what is numbered; and what is said of a place that is not there."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace

from rope_theory.core.errors import Absent, InvalidInput, require
from rope_theory.core.meant import slip
from rope_theory.core.words import spans
from rope_theory.evidence.papers import names
from rope_theory.evidence.placed_claims import KINDS, heading_parts, is_there, numbered
from rope_theory.evidence.places import dotted, located, misspelt, naming, paged, paper_first, unended, unquoted
from rope_theory.evidence.register import Kind, Register
from rope_theory.evidence.titles import claims_by_words, is_id

#: What is numbered, in the words of an item: Theorem 3.2.
_NUMBERED = re.compile(r"\b([A-Z][a-z]+) ([A-Z]?[.\d]*\d)")


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
    words = re.sub(r"^(?:the )?(?:caption|proof) of ", "", unquoted(unended(words)), flags=re.IGNORECASE)
    own, written = rf"\s*{found.paper}[ ,:]+", words
    words = dotted(re.sub(own, "", paper_first(words, [found.paper.casefold()]), count=1, flags=re.IGNORECASE))
    _require_own(words, found, written)
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
            raise problem.of(written) from None
        kept = there.only(lambda row: str(row.page) == page)
        pages = ", ".join(dict.fromkeys(f"p. {row.page}" for row in there.rows if row.page))
        if not kept.rows:
            raise _missing(found, f"{what} is there on {pages}, not on p. {page}", written)
        return kept
    where = located(f"Section {words.strip()}" if bare else words)
    if where and where.paper:
        raise InvalidInput("place", f"must be one place of {found.paper}", written)
    item = re.fullmatch(r"([a-z]+)\.? *([a-z\d.]*\d[a-z]?)", words.strip(), re.IGNORECASE)
    if item and item[1].casefold() == "and":
        item = None  # p. 8 and 9
    if where.kind == "p." if where else item is None:
        told = found.only(
            lambda row: bool(re.search(r"[A-Za-z]{4,} .*\d", words)) and words.strip().casefold() in row.item.casefold()
        )
        if not where and told.rows:
            return told  # Theorem 7, second half
        if said := "" if where else _of_a_kind(words, found):
            raise _missing(found, said, written)
        asked = page_of(words if where else written, found)
        return found.only(lambda row: row.page == asked)
    kinds = {short: kind for kind, short in KINDS.items()}
    kind, number = (item[1].casefold(), item[2]) if item else ("", "")
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
        if number and (same := _written_as_one(f"{called}{number}", found)):
            return rows_on(same, found)
        none = ("" if where else _of_a_kind(words, found)) or _there(called, number, found)
        raise _missing(found, none, written)
    return replace(found, sections=tuple(parts))


def _missing(found: Register, said: str, written: str) -> InvalidInput:
    """The error for a place on which the register has no rows, with what it has."""
    return Absent("place", f"the register of {found.paper} has no {{}}", written, said)


def _require_own(words: str, found: Register, written: str) -> None:
    """Raise an error if these words are a paper, a place of another one, or a claim."""
    first, _, rest = paper_first(words, names()).strip().partition(" ")
    other, own = first.strip(",:").casefold(), f"must be a place of {found.paper}"
    if other in names() and other != found.paper.casefold():
        asked = shlex.join(["rope-theory", "paper", other, *filter(None, [rest])])
        raise InvalidInput("place", f"{own} (of the other paper: {asked})", written)
    require(bool(rest) or other != found.paper.casefold(), "place", f"{own}, as p8", written)
    require(not is_id(words), "place", f"{own} (a claim: rope-theory explain {words})", written)


def _same_heading(title: str, words: str) -> bool:
    """Whether this is what the heading of a section says, without its number: Abstract, robustness analysis."""
    return heading_parts(title)[1].casefold() == words.strip().casefold()


def _there(kind: str, number: str, found: Register) -> str:
    """What the register has: the sections near the one that is asked for, all of its kind, where else it is, or what a place is."""
    name = {"Section": "§", "Appendix": "§", "eq.": "eq. "}.get(kind, f"{kind[:1].upper()}{kind[1:]} ")
    heads = list(filter(None, (heading_parts(one.title)[0] for one in found.sections)))
    if name == "§" and heads:
        parts = number.split(".")
        above = next((up for k in range(len(parts) - 1, 0, -1) if (up := ".".join(parts[:k])) in heads), "")
        near = [each for each in heads if each == above or (above and each.startswith(f"{above}."))]
        return f"it has {', '.join(f'§{each}' for each in near or heads if near or '.' not in each)}"
    items = list(dict.fromkeys(row.item for row in found.rows if row.item))
    numbered_items = [each for item in items if (each := _NUMBERED.search(item)) and each[1] != "Case"]  # of a proof
    if alike := dict.fromkeys(each[0] for each in numbered_items if each[1].casefold() == kind.casefold()):
        return f"it has {', '.join(alike)}"
    own = [each[0] for each in numbered_items if each[2] == number and each[1].casefold() in KINDS]
    if own:
        return f"so numbered it has {', '.join(dict.fromkeys(own))}"
    claims = f"{found.paper} {kind} {number}"
    others = [one for one in names()[:2] if one != found.paper.casefold() and is_there(one, f"{kind} {number}")]
    if others:
        return f"{others[0].upper()} has: {shlex.join(['rope-theory', 'paper', others[0], f'{name.strip()} {number}'])}"
    if kind == "eq." and any(row.kind is Kind.FORMULA for row in found.rows):
        return f"its formulas: rope-theory paper {found.paper.casefold()} --kind formula"
    on_it = [f"claims on it: rope-theory explain {claims}"] if numbered(claims) else []
    kinds = ["page"] if any(row.page for row in found.rows) else []
    kinds += [*(["section"] if heads else []), *dict.fromkeys(each[1] for each in numbered_items)]
    by = " or ".join(filter(None, (", ".join(kinds[:-1]), *kinds[-1:])))
    page = next((row.page for row in found.rows if row.page), None)
    call = f", as in rope-theory paper {found.paper.casefold()} p{page}" if page else ""
    whole = f"rope-theory paper {found.paper.casefold()} shows what it has"
    return "; ".join([*on_it, f"its rows are found by {by}{call}" if by else whole])


def _of_a_kind(words: str, found: Register) -> str:
    """What there is of a kind that is named without a number, Theorem, or what is meant by a misspelt place; else nothing."""
    if near := misspelt(words, KINDS):
        return f"did you mean {near}?"
    headings = [heading_parts(one.title)[1] for one in found.sections]
    if heading := slip(words.strip(), headings):
        return f"did you mean {heading}?"
    items = dict.fromkeys(row.item for row in found.rows if row.item)
    kind = words.split()[0].casefold() if words.split() else ""
    there = [
        item
        for item in items
        if len(kind) > 3 and not re.search(r"\d", words) and item.casefold().startswith(f"{kind} ")
    ]
    return f"with its number: {', '.join(there)}" if there else ""


def _written_as_one(words: str, found: Register) -> str:
    """What is numbered so but for full stops and blanks, thm32 for Theorem 3.2, or nothing."""
    return next((row.item for row in found.rows if row.item and _squeezed(row.item) == _squeezed(words)), "")


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
    pages = sorted({row.page for row in found.rows if row.page})
    known = spans(pages) or "none: the rows of this register have no pages"
    where = located(text)
    named = where.number if where and where.kind == "p." else text.strip()
    other = (
        "" if named.isdigit() else ", one section (§3.5), or one number of a statement, figure or table (Theorem 3.2)"
    )
    if re.fullmatch(r"[^\W\d]{4,}", text.strip()) and claims_by_words().find(text):
        other += f"; words: rope-theory explain {text.strip()}"
    two = re.match(r"pp?\. *(\d+)|p(\d+)", text.strip(), re.IGNORECASE)
    if two and not (where and where.kind == "p."):
        one = shlex.join(["rope-theory", "paper", found.paper.lower(), f"p. {two[1] or two[2]}"])
        raise InvalidInput("place", f"must be one place: {one}", text)
    several = re.match(
        rf"((?:{'|'.join(KINDS)}) [\w.]*\d)(?:,? (?:and )?)(?:{'|'.join(KINDS)}) [\w.]*\d", text.strip(), re.IGNORECASE
    )
    if several:
        one = shlex.join(["rope-theory", "paper", found.paper.lower(), several[1]])
        raise InvalidInput("place", f"must be one place at a time: {one}", text)
    if len(text.split()) > 5:
        raise InvalidInput(
            "place", f"must be a place, as p. 8 (words: {shlex.join(['rope-theory', 'explain', text])})", text
        )
    if named.isdigit() and named not in map(str, pages):
        there = f"its rows are on p. {known}" if pages else "its rows have no pages"
        raise _missing(found, there, text if where else f"p. {text}")
    behind = [" ".join(text.split()[k:]) for k in range(1, len(text.split()))]
    if near := next(filter(None, (misspelt(each, KINDS) or each * bool(located(each)) for each in behind)), ""):
        one = shlex.join(["rope-theory", "paper", found.paper.lower(), near])
        raise InvalidInput("place", f"must be one place at a time: {one}", text)
    require(not other, "place", f"must be one page ({known}){other}", text)
    return int(named)
