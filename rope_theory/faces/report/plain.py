"""The Markdown that this package writes, as plain text for a terminal: the same words, without marks, tags and links."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rope_theory.faces.report.lines import aligned, filled

#: What stands under the headings of each level; deeper ones have nothing.
_LINES = {1: "=", 2: "-", 3: "~"}
_LINK = re.compile(r"\[([^\[\]]+)\]\((?:#|[\w./]+\.\w)[^()\s]*\)")
_ITEM = re.compile(r"( *)(- |\d+\. )(.*)")
#: Escaped signs are kept apart while marks are taken away.
_ESCAPED = {r"\*": "\x00", r"\|": "\x01"}
_BETWEEN = " · "
#: A heading of a column with more characters is a sentence.
_SENTENCE = 40


def plain(markdown: str, width: int) -> str:
    r"""Headings underlined, paragraphs and items wrapped, small tables in columns and wide ones row by row.

    Comments, anchors and what a fold is called are left out; what is folded is shown.

    Args:
        markdown: one line for each paragraph, item and row, as ERRATA.md has it.
        width: columns.

    Example:
        >>> print(plain("# A\n\n**Printed:** “n &lt; 2\\*m”, [`u25.thm2`](proofs/u25_thm2.py)", 40), end="")
        A
        =
        <BLANKLINE>
        Printed: “n < 2*m”, `u25.thm2`
    """
    lines: list[str] = []
    for block in _blocks(markdown):
        shown = _shown(block, width)
        if not shown or (not shown[0] and (not lines or not lines[-1])):
            continue
        lines += shown
    return "\n".join(lines).rstrip() + "\n"


def _blocks(markdown: str) -> Iterator[list[str]]:
    """Each line on its own, and the rows of a table together."""
    table: list[str] = []
    for line in markdown.splitlines():
        if line.startswith("|"):
            table.append(line)
            continue
        if table:
            yield table
            table = []
        yield [line]
    if table:
        yield table


def _shown(block: list[str], width: int) -> list[str]:
    [line, *_] = block
    if line.startswith("|"):
        return _table(block, width)
    if line.startswith(("<!--", "<a id=", "<details>", "</details>")):
        return []
    if heading := re.fullmatch(r"(#+) (.*)", line):
        words = filled(_bare(heading[2]), width)
        under = _LINES.get(len(heading[1]), "")
        return [*words, *([under * max(map(len, words))] if under else [])]
    if item := _ITEM.fullmatch(line):
        return _item(_bare(item[3]), width, item[1] + item[2])
    return filled(_bare(line), width) or [""]


def _table(rows: list[str], width: int) -> list[str]:
    """In columns if they fit, else each row as an item, its cells one after the other, or a line each where a heading is a sentence."""
    cells = [[_bare(cell.strip()) for cell in _apart(row)] for row in rows if not re.fullmatch(r"[|:-]+", row)]
    columns = aligned(cells)
    if max(map(len, columns)) <= width:
        return columns
    if max(map(len, cells[0])) > _SENTENCE:
        names, *told = cells
        named = ([f"{names[0]} {row[0]}", *map(": ".join, zip(names[1:], row[1:], strict=True))] for row in told)
        return [
            line
            for first, *rest in named
            for line in [*_item(first, width, "- "), *(part for cell in rest for part in _item(cell, width, "  - "))]
        ]
    head, *body = (_BETWEEN.join(row) for row in cells)
    return [*filled(f"{head}:", width), *(line for row in body for line in _item(row, width, "- "))]


def _apart(row: str) -> list[str]:
    return re.split(r"(?<!\\)\|", row)[1:-1]


def _bare(text: str) -> str:
    """Without marks, links and escapes."""
    for escaped, sign in _ESCAPED.items():
        text = text.replace(escaped, sign)
    text = _LINK.sub(r"\1", text).replace("*", "")
    for escaped, sign in _ESCAPED.items():
        text = text.replace(sign, escaped[1:])
    return text.replace("&lt;", "<")


def _item(text: str, width: int, mark: str) -> list[str]:
    return filled(text, width, mark, " " * len(mark))
