"""Text in the console's width, and in columns."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text


def indented(console: Console, text: Text, indent: int = 4, hang: int = 0) -> None:
    """Print the text wrapped to the console's width, every line indented, all but the first by `hang` more."""
    for number, line in enumerate(text.wrap(console, max(console.width - indent - hang, 20))):
        line.rstrip()
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
