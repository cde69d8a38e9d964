"""Pages of the commands in `WIDTH` columns: paragraphs, lines with a label, and tables that wrap or go on below."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Collection, Iterable, Mapping, Sequence

from rope_theory.faces.report.lines import KEPT, filled

#: Of a page of `limits`, `scale`, `compare`, `cliff` and the like; only a path or a command may be longer.
WIDTH = 100
#: A command in backquotes, and a rule with its factor: they stay on one line.
_WHOLE = re.compile(r"`[^`]{1,88}`|\S+ ×\d")


def paragraph(text: str, first: str = "  ", rest: str | None = None) -> None:
    """Print a text in lines of at most `WIDTH`.

    Args:
        text: words, formulas, commands in backquotes.
        first, rest: what the first line begins with, and the others; default: two blanks more than the first.

    Example:
        >>> paragraph("a " * 48 + "n = 5 holds", first="")
        a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a
          n = 5 holds
    """
    whole = _WHOLE.sub(lambda found: found[0].replace(" ", KEPT), text)
    print("\n".join(filled(whole, WIDTH, first, " " * len(first) + "  " if rest is None else rest)))


def labelled(label: str, text: str, width: int = 14) -> None:
    """Print a text beside its label, its further lines below its first.

    Example:
        >>> labelled("fails", "at n = 5", 8)
          fails    at n = 5
    """
    first = f"  {label:<{width}} "
    paragraph(text, first, " " * len(first))


def command(text: str, indent: str = "  ") -> None:
    """Print a command; one that is longer than a line goes on after a backslash, so that it can be copied.

    Example:
        >>> command("rope-theory " + "--option value " * 7)
          rope-theory --option value --option value --option value --option value --option value --option \\
            value --option value
    """
    print(" \\\n".join(textwrap.wrap(text, WIDTH - 2, initial_indent=indent, subsequent_indent=f"{indent}  ",
                                       break_long_words=False, break_on_hyphens=False)))  # fmt: skip


def side_by_side(
    columns: Mapping[str, Sequence[str]] | Iterable[tuple[str, Sequence[str]]],
    left: Collection[str] = (),
    most: Mapping[str, int] | None = None,
    indent: int = 2,
) -> None:
    """Print columns side by side; where all do not fit, the others follow below, with the first one again.

    Args:
        columns: what stands above a column, in one line or more, and its cells; pairs, where two columns have one heading.
        left: the columns that begin at one place; the others end at one.
        most: the width at which cells of a column go on in a further line.
        indent: blanks before each line.

    Example:
        >>> side_by_side({"rule": ["plain", "ntk"], "turns\\nwithin n": ["1", "2 to 3"]}, left={"rule"})
                   turns
          rule  within n
          plain        1
          ntk     2 to 3
    """
    most = most or {}
    pairs = list(columns.items() if isinstance(columns, Mapping) else columns)
    heads = [head for head, _ in pairs]
    cells = [[_lines(head), *(_lines(cell, most.get(head)) for cell in column)] for head, column in pairs]
    wide = [max(len(line) for cell in column for line in cell) for column in cells]
    before = [" " * indent, *("  " if head in left else " " for head in heads[1:])]
    others = list(range(1, len(pairs)))
    while others:
        count = 1
        while count < len(others) and sum(len(before[k]) + wide[k] for k in [0, *others[: count + 1]]) <= WIDTH:
            count += 1
        shown, others = [0, *others[:count]], others[count:]
        for number, row in enumerate(zip(*(cells[k] for k in shown), strict=True)):
            for parts in _even(row, at_end=number == 0):
                placed = [
                    before[k] + (part.ljust if heads[k] in left else part.rjust)(wide[k])
                    for part, k in zip(parts, shown, strict=True)
                ]
                print("".join(placed).rstrip())
        if others:
            print()


def _lines(cell: str, most: int | None = None) -> list[str]:
    """The lines of a cell; it has one at least."""
    return [line for part in cell.split("\n") for line in (textwrap.wrap(part, most) if most else [part]) or [""]]


def _even(row: Sequence[list[str]], at_end: bool) -> list[tuple[str, ...]]:
    """The lines of a row of cells, short cells filled up below; headings above, as they stand over their columns."""
    height = max(map(len, row))
    blank = [[""] * (height - len(cell)) for cell in row]
    return list(
        zip(*((more + cell if at_end else cell + more) for cell, more in zip(row, blank, strict=True)), strict=True)
    )
