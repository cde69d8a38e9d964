"""Text in the console's width, and in columns; a line ends within a formula only where the formula is too long for one."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

#: Stands for a blank at which no line may end, until the lines are made; in no text, and as wide as a blank.
KEPT = "\ue0a0"
#: Formulas of up to this share of a line stand on one.
SHARE = 0.5
_RELATIONS = frozenset("= < > ≤ ≥ <= >= ≠ ≡ ≈ ∈ ∉ →".split())
_OPERATORS = frozenset("+ - − · / * × Σ".split())
_FUNCTION = re.compile(r"(?:.*[^\w])?(?:cos|sin|ln|log|exp|max|min|Σ|√)")
_OPENING, _CLOSING = "([{⌊⌈", ")]}⌋⌉"
_WORD = re.compile(r"[a-z]{3,}")
_NAMES = frozenset("cos sin exp log max min mod pos sym ceil floor".split())
#: A token of an input, A1 or 3, and what a number or a letter belongs to.
_TOKEN = re.compile(r"[A-Z][A-Z\d]?|\d")
_NUMBERED = frozenset(
    "p. pp. eq. Theorem Lemma Remark Definition Corollary Proposition Figure Table Appendix Section".split()
)


def unbroken(text: str, longest: int) -> str:
    """The text with `KEPT` for blanks in formulas, inputs of tokens and places, so that wrapping leaves them on one line.

    A formula longer than `longest` may be broken before =, < and the like, then at + and -, and last within brackets.

    Example:
        >>> unbroken("so Var <= (a² + b²) / (N!·N) holds", 40).replace(KEPT, "~")
        'so Var~<=~(a²~+~b²)~/~(N!·N) holds'
        >>> unbroken("so Var <= (a² + b²) / (N!·N) holds", 22).replace(KEPT, "~")
        'so Var <=~(a²~+~b²)~/~(N!·N) holds'
        >>> unbroken("Input A A 1 of p. 8 (what it says)", 40).replace(KEPT, "~")
        'Input A~A~1 of p.~8 (what it says)'
    """
    ranks = _ranks(text)
    kept = {at for start, end in _pieces(0, len(text), ranks, 1) for at in _held(start, end, ranks, 1, longest)}
    return "".join(KEPT if at in kept else char for at, char in enumerate(text))


def filled(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """Lines of at most this width where words allow it, formulas whole.

    Args:
        text: words; blanks at the ends of lines are dropped.
        width: columns.
        first, rest: what the first line begins with, and the others.
    """
    lines = textwrap.wrap(unbroken(text, int(SHARE * width)), width, initial_indent=first, subsequent_indent=rest,
                          break_long_words=False, break_on_hyphens=False)  # fmt: skip
    return [line.replace(KEPT, " ") for line in lines]


def wrapped(console: Console, text: Text, width: int) -> list[Text]:
    """The lines of a styled text, formulas whole."""
    text = text.copy()
    text.plain = unbroken(text.plain, int(SHARE * width))
    lines = list(text.wrap(console, width))
    for line in lines:
        line.plain = line.plain.replace(KEPT, " ")
        line.rstrip()
    return lines


def indented(console: Console, text: Text, indent: int = 4, hang: int = 0) -> None:
    """Print the text wrapped to the console's width, every line indented, all but the first by `hang` more."""
    from rich.text import Text

    for number, line in enumerate(wrapped(console, text, max(console.width - indent - hang, 20))):
        console.print(Text(" " * (indent + (hang if number else 0))) + line, soft_wrap=True)


def aligned(rows: Sequence[Sequence[str]], right: bool = False) -> list[str]:
    """The rows as lines, their cells in columns.

    Example:
        >>> aligned([("a", "b"), ("long", "c")])
        ['a     b', 'long  c']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    place = str.rjust if right else str.ljust
    return ["  ".join(map(place, row, widths)).rstrip() for row in rows]


def _ranks(text: str) -> dict[int, int]:
    """Each blank by how firmly it holds: 0 between words, 1 before a relation, 2 at operators, 3 within a formula's brackets."""
    inside = {at for start, end in _brackets(text) for at in range(start, end)}
    tokens = list(re.finditer(r"[^ ]+", text))
    found = {}
    for before, after in zip(tokens, tokens[1:], strict=False):
        at = before.end()
        if after.start() == at + 1:
            found[at] = 3 if at in inside else _rank(before[0], after[0])
    return found


def _rank(before: str, after: str) -> int:
    if before in _RELATIONS or before in _OPERATORS or after in _OPERATORS:
        return 2
    if _TOKEN.fullmatch(before) and _TOKEN.fullmatch(after.rstrip(".,;:)”")):
        return 2
    if before.lstrip("(“") in _NUMBERED and re.match(r"[\dA-Z]", after):
        return 2
    if _FUNCTION.fullmatch(before) and not _WORD.match(after):
        return 2
    return 1 if after in _RELATIONS else 0


def _brackets(text: str) -> Iterator[tuple[int, int]]:
    """Pairs of brackets around formulas: no words stand in them."""
    opened: list[int] = []
    for at, char in enumerate(text):
        if char in _OPENING:
            opened.append(at)
        elif char in _CLOSING and opened:
            start = opened.pop()
            if not set(_WORD.findall(text[start:at])) - _NAMES:
                yield start, at


def _pieces(start: int, end: int, ranks: dict[int, int], least: int) -> Iterator[tuple[int, int]]:
    """The stretches between blanks of a rank below `least`."""
    for at in [*(at for at in range(start, end) if ranks.get(at, 3) < least), end]:
        yield start, at
        start = at + 1


def _held(start: int, end: int, ranks: dict[int, int], least: int, longest: int) -> Iterator[int]:
    """The blanks of a stretch that hold: all if it is short enough, else those of its parts."""
    if end - start <= longest:
        yield from (at for at in range(start, end) if ranks.get(at, 0) >= least)
    elif least < 3:
        for piece in _pieces(start, end, ranks, least + 1):
            yield from _held(*piece, ranks, least + 1, longest)
