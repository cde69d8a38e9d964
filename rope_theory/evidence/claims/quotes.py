"""Finding a quotation in the text of a paper.

Text taken from a PDF differs from what is printed: ligatures, hyphens at line ends, blanks inside small capitals and
formulas, several code points for one sign. These are evened out on both sides; words, digits and signs are not.
"""

from __future__ import annotations

import difflib
import functools
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rope_theory.core.errors import require
from rope_theory.evidence.claims.source import Source, Wording

OMISSION = "…"
FARTHEST = 400  # characters, blanks not counted, that one omission may leave out
ABOVE = 40  # characters, blanks not counted, within which the upper part of a fraction stands before its line
_BREAK = "\u00ad"  # stands for a hyphen at a line end, which may or may not belong to the word
_SLASH = "\u0338"  # the stroke of ≠, ∉, …
_SIGNS = {
    **dict.fromkeys("‐‑‒–—―−", "-"),
    **dict.fromkeys("‘’‚‛′`´", "'"),
    **dict.fromkeys("“”„‟″«»", '"'),
    **{"∆": "Δ", "∑": "Σ", "∏": "Π", "⩽": "≤", "≦": "≤", "⩾": "≥", "≧": "≥"},
    **{"⋅": "·", "∙": "·", "•": "·", "∗": "*", "〈": "⟨", "〉": "⟩"},
    **{"¯": "", "ˆ": "", "˜": ""},  # accents set as signs of their own; combining ones are dropped too
    **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff", ""),
    **{code: "" for code in map(chr, range(32)) if not code.isspace()},  # large brackets of Computer Modern
}
# Adobe's Symbol font has its letters at U+F041 to U+F07A where nobody mapped them.
_SYMBOL_UPPER = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ"
_SYMBOL_LOWER = "αβχδεφγηιϕκλμνοπθρστυϖωξψζ"
_SYMBOL = {chr(0xF041 + k): letter for k, letter in enumerate(_SYMBOL_UPPER)}
_SYMBOL |= {chr(0xF061 + k): letter for k, letter in enumerate(_SYMBOL_LOWER)}
_SYMBOL |= {"\uf02d": "-", "\uf0a3": "≤", "\uf0b3": "≥", "\uf0b9": "≠", "\uf0ce": "∈", "\uf0a5": "∞", "\uf0d7": "·"}
_TABLE = str.maketrans({**_SYMBOL, **_SIGNS})


@dataclass(frozen=True)
class PaperPage:
    """One page: its number as printed, and its text without that number."""

    number: int
    text: str


@dataclass(frozen=True)
class Found:
    """What came of looking for a quotation.

    Args:
        page: page on which it begins; of the nearest passage where it was not found; None where there is none.
        passage: the words found, or the nearest ones, as `normalise` leaves them.
        differences: pairs (in the quotation, in the paper); empty exactly if the quotation was found.
    """

    page: int | None
    passage: str
    differences: tuple[tuple[str, str], ...] = ()

    @property
    def match(self) -> bool:
        """Whether the quotation stands in the text."""
        return not self.differences


def normalise(text: str) -> str:
    """Text with one code point for each sign; white space is kept.

    Ligatures are taken apart, letters of mathematical fonts become plain ones, accents are dropped, and quotation
    marks, dashes and the signs of symbol fonts are unified.

    Example:
        >>> normalise("“eﬃcient” − ∆ ≤ 𝜃")
        '"efficient" - Δ ≤ θ'
    """
    signs = re.sub(rf"{_SLASH}\s*=|=\s*{_SLASH}", "≠", text.translate(_TABLE))
    signs = re.sub(r"∈\s*/", "∉", signs)  # a stroke that was set as a sign of its own
    apart = unicodedata.normalize("NFKD", signs).translate(_TABLE)
    return unicodedata.normalize(
        "NFC", "".join(sign for sign in apart if not unicodedata.combining(sign) or sign == _SLASH)
    )


def split_pages(text: str) -> list[PaperPage]:
    """Pages of a text: divided at form feeds, or else after lines that hold nothing but the next page number, from 1.

    Example:
        >>> [(page.number, page.text.strip()) for page in split_pages("one\\n 1\\ntwo\\n 2\\n")]
        [(1, 'one'), (2, 'two')]
    """
    if "\f" in text:
        return _numbered(text.split("\f"))
    pages: list[list[str]] = [[]]
    for line in text.splitlines():
        pages[-1].append(line)
        if line.strip() == str(len(pages)):
            pages.append([])
    return _numbered(["\n".join(lines) for lines in pages])


def _numbered(texts: Sequence[str]) -> list[PaperPage]:
    """Pages with the numbers at their ends, if most pages have one in step with the others; else counted from 1."""
    ends = [re.search(r"(?:\A|\n)[ \t]*(\d{1,4})\s*\Z", text) for text in texts]
    steps = Counter(int(end[1]) - index for index, end in enumerate(ends) if end)
    first, times = steps.most_common(1)[0] if steps else (1, 0)
    first = first if 2 * times > len(texts) else 1
    pages = []
    for index, (text, end) in enumerate(zip(texts, ends, strict=True)):
        if end is not None and int(end[1]) == first + index:  # the number is no text
            text = text[: end.start()]
        pages.append(PaperPage(first + index, text))
    return [page for page in pages if page.text.strip()]


def find_quote(quote: str, pages: Sequence[PaperPage], page: int | None = None) -> Found:
    """Look for a quotation; blanks and hyphens at line ends do not count, everything else does.

    Args:
        quote: the words; "…" marks an omission of at most `FARTHEST` characters, _{…} a subscript.
        pages: see `split_pages`.
        page: number of the page to prefer if the words stand on several.

    Returns:
        page and words, or the nearest passage and how it differs.

    Example:
        >>> pages = split_pages("The eﬃ-\\ncient head.\\f It is positional.")
        >>> find_quote("efficient head", pages).page, find_quote("It … positional", pages).page
        (1, 2)
        >>> find_quote("It is symbolic.", pages).differences
        (('symbolic.', 'positional.'),)
    """
    spans = occurrences(quote, pages)
    if not spans:
        return _nearest(quote, pages)
    _, spots = _squeezed(tuple(pages))
    start, end = next((span for span in spans if pages[spots[span[0]][0]].number == page), spans[0])
    first, last = spots[start], spots[end - 1]
    return Found(pages[first[0]].number, _between(pages, first, last))


def occurrences(quote: str, pages: Sequence[PaperPage]) -> list[tuple[int, int]]:
    """Where a quotation stands: first character and the one after the last, counted in the text without blanks.

    Args:
        quote, pages: see `find_quote`.

    Example:
        >>> occurrences("a b", split_pages("x a b\\f ab"))
        [(1, 3), (3, 5)]
    """
    pieces = [piece for part in _flat(quote).split(OMISSION) if (piece := _squeeze(normalise(part)))]
    require(bool(pieces), "quote", "must have words", quote)
    squeezed, _ = _squeezed(tuple(pages))
    gap = f".{{0,{FARTHEST}}}?"
    return [match.span() for match in re.finditer(gap.join(map(_pattern, pieces)), squeezed)]


def _flat(quote: str) -> str:
    """The quotation with its subscripts, set as _{…}, on the line, where the text of a PDF has them."""
    while (flat := re.sub(r"_\{([^{}]*)\}", r"\1", quote)) != quote:
        quote = flat
    return quote


def _join(text: str) -> str:
    """Normalised text in which a mark stands for each hyphen at a line end and the break after it."""
    return re.sub(r"(?<=\w)[-\u00ad][ \t]*\r?\n\s*(?=\w)", _BREAK, normalise(text))


def _squeeze(text: str) -> str:
    return "".join(text.split())


def _pattern(piece: str) -> str:
    """The piece as a regular expression over squeezed text; each of its letters may be followed by a line end."""
    return f"{_BREAK}?".join(f"[-{_BREAK}]" if sign == "-" else re.escape(sign) for sign in piece)


@functools.lru_cache(maxsize=4)
def _squeezed(pages: tuple[PaperPage, ...]) -> tuple[str, list[tuple[int, int]]]:
    """The whole text without blanks, and for each character its page and its index in the page's joined text."""
    signs, spots = [], []
    for index, page in enumerate(pages):
        for at, sign in enumerate(_join(page.text)):
            if not sign.isspace():
                signs.append(sign)
                spots.append((index, at))
    return "".join(signs), spots


def _between(pages: Sequence[PaperPage], first: tuple[int, int], last: tuple[int, int]) -> str:
    """The words from one spot to another, on one line."""
    parts = []
    for index in range(first[0], last[0] + 1):
        text = _join(pages[index].text)
        start = first[1] if index == first[0] else 0
        end = last[1] + 1 if index == last[0] else len(text)
        parts.append(text[start:end])
    return " ".join(" ".join(parts).replace(_BREAK, "").split())


def _nearest(quote: str, pages: Sequence[PaperPage]) -> Found:
    """The passage that shares most words with the quotation, and the differences."""
    asked = [word for word in normalise(_flat(quote)).split() if word != OMISSION]
    words = [(word, page.number) for page in pages for word in _join(page.text).replace(_BREAK, "").split()]
    if not words:
        return Found(None, "", ((" ".join(asked), ""),))
    start = _best_window([word for word, _ in words], asked)
    here = [word for word, _ in words[start : start + len(asked)]]
    return Found(words[start][1], " ".join(here), _differences(asked, here))


def _best_window(words: Sequence[str], asked: Sequence[str]) -> int:
    """Where the window of the quotation's length begins that shares most words with it, order counted on ties."""
    size, wanted = len(asked), Counter(asked)
    held = Counter(words[:size])
    shared = sum((held & wanted).values())
    scores = [shared]
    for start in range(1, max(1, len(words) - size + 1)):
        out, new = words[start - 1], words[start + size - 1]
        held[out] -= 1
        shared -= held[out] < wanted[out]
        shared += held[new] < wanted[new]
        held[new] += 1
        scores.append(shared)
    most = max(scores)
    best = [start for start, score in enumerate(scores) if score == most]
    return max(best[:50], key=lambda start: _in_order(asked, words[start : start + size]))


def _in_order(asked: Sequence[str], here: Sequence[str]) -> tuple[int, float]:
    in_place = sum(one == other for one, other in zip(asked, here, strict=False))
    return in_place, difflib.SequenceMatcher(None, asked, here, autojunk=False).ratio()


def _differences(asked: Sequence[str], here: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Pairs of differing words; the whole of both where only blanks or omissions differ."""
    steps = difflib.SequenceMatcher(None, asked, here, autojunk=False).get_opcodes()
    found = [(" ".join(asked[a:b]), " ".join(here[c:d])) for kind, a, b, c, d in steps if kind != "equal"]
    return tuple(found) or ((" ".join(asked), " ".join(here)),)


def printed_page(locator: str) -> int | None:
    """The page number that a locator names.

    Example:
        >>> printed_page("p. 8, Theorem 3.2"), printed_page("Theorem 3")
        (8, None)
    """
    named = re.search(r"\bp\.\s*(\d+)", locator)
    return int(named[1]) if named else None


@dataclass(frozen=True)
class QuoteCheck:
    """One claim's quotation and what came of looking for it."""

    claim_id: str
    source: Source
    found: Found

    @property
    def page_agrees(self) -> bool:
        """Whether the locator names the page, or no page at all."""
        return printed_page(self.source.locator) in (None, self.found.page)

    @property
    def good(self) -> bool:
        """Found, and on the page that the locator names."""
        return self.found.match and self.page_agrees


def displayed(display: str, quote: str, pages: Sequence[PaperPage]) -> bool:
    """Whether the signs of a formula stand right after the quotation, each as often.

    In the text of a PDF a displayed formula loses its fraction bars and its indices, and the order of its signs.

    Example:
        >>> displayed("Δ ≤ 2π²/n.", "we have", split_pages("we have π2\\nΔ≤ 2 .\\n n\\nThe proof"))
        True
        >>> displayed("Δ ≤ 3π²/n.", "we have", split_pages("we have π2\\nΔ≤ 2 .\\n n\\nThe proof"))
        False
    """
    signs = Counter(sign for sign in _squeeze(normalise(display)) if sign not in "_/^")
    squeezed, _ = _squeezed(tuple(pages))
    size = signs.total()
    return any(
        Counter(squeezed[end : end + size]) == signs and squeezed[end + size : end + size + 1] not in signs
        for _, end in occurrences(quote, pages)
    )


def stands_there(left_out: str, quote: str, pages: Sequence[PaperPage]) -> bool:
    """Whether a formula has every sign that stands at the quotation's omission, and no others than stand there or up to `ABOVE` signs before the quotation.

    The upper part of a fraction stands on the line before, in the text of a PDF; braces are not counted, as in `set_anew`.

    Example:
        >>> torn = split_pages("it is π2\\n≤ min 1, 2 n . Now")
        >>> [stands_there("{1, %s/n}." % law, "≤ min … Now", torn) for law in ("2π²", "3π²", "2θ²")]
        [True, False, False]
    """
    before, after = (_squeeze(normalise(part)) for part in quote.split(OMISSION))
    signs = Counter(sign for sign in _squeeze(normalise(left_out)) if sign not in "_/^{}")
    squeezed, _ = _squeezed(tuple(pages))
    return any(
        Counter(inside) <= signs <= Counter(squeezed[max(0, start - ABOVE) : start]) + Counter(inside)
        for start, end in occurrences(quote, pages)
        for inside in [squeezed[start + len(before) : end - len(after)]]
    )


def set_anew(anew: str, quote: str, pages: Sequence[PaperPage]) -> bool:
    """Whether a sentence whose formula is set anew has the signs that stand from the quotation's first on, each as often.

    Braces, which the text of a PDF sets as letters elsewhere or not at all, are not counted.

    Example:
        >>> torn = split_pages("it is π2\\n≤ min 1, 2 n .\\nThe proof")
        >>> set_anew("it is ≤ min{1, 2π²/n}.", "it is", torn), set_anew("it is ≤ min{1, 3π²/n}.", "it is", torn)
        (True, False)
    """
    signs = Counter(sign for sign in _squeeze(normalise(anew)) if sign not in "_/^{}")
    squeezed, _ = _squeezed(tuple(pages))
    return any(
        Counter(passage[: signs.total()]) == signs
        for start, _ in occurrences(quote, pages)
        for passage in (squeezed[start:].replace("-" + _BREAK, "").replace(_BREAK, ""),)
    )


def _found(source: Source, pages: Sequence[PaperPage]) -> Found:
    found = find_quote(source.quote, pages, printed_page(source.locator))
    if found.match and source.display and not displayed(source.display, source.quote, pages):
        return Found(found.page, found.passage, ((source.display, "another formula after it"),))
    if found.match and source.left_out and not stands_there(source.left_out, source.quote, pages):
        return Found(found.page, found.passage, ((source.left_out, "another formula at the omission"),))
    return found


def check_quotes(sources: dict[str, Source], pages: Sequence[PaperPage], paper: str) -> list[QuoteCheck]:
    """Look for the quotation of every VERBATIM source of one paper.

    Args:
        sources: by claim id.
        pages: of the paper.
        paper: its short name, as in `Source.paper`.

    Example:
        >>> source = Source("U26", "p. 1, Abstract", Wording.VERBATIM, "two heads")
        >>> [check.good for check in check_quotes({"x": source}, split_pages("two heads"), "U26")]
        [True]
    """
    return [
        QuoteCheck(claim_id, source, _found(source, pages))
        for claim_id, source in sources.items()
        if source.wording is Wording.VERBATIM and source.paper == paper
    ]
