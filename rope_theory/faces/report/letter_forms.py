"""A letter's pieces as plain text and as LaTeX."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from rope_theory.faces.report.latex import latex
from rope_theory.faces.report.letter_blocks import Block
from rope_theory.faces.report.lines import filled

WIDTH = 88
#: What stands below an item.
_BELOW = ("sub", "point")
#: What stands before the first line of a piece, and before its others.
_INDENTS = {"sub": ("    ", "    "), "point": ("    - ", "      ")}


def as_text(blocks: Sequence[Block]) -> str:
    """The letter as plain text."""
    text, number = "", 0
    for before, (kind, words) in zip([None, *blocks], blocks, strict=False):
        number = number + (kind == "item") if kind in ("item", *_BELOW) else 0
        if before:
            together = kind in _BELOW or (kind == "item" and before.kind in ("item", *_BELOW))
            text += "\n" if together else "\n\n"
        if kind == "code":
            text += textwrap.indent(words, "    ")
        else:
            first, rest = (f"{number}. ".ljust(4), "    ") if kind == "item" else _INDENTS.get(kind, ("", ""))
            text += "\n".join(filled(words.upper() if kind == "heading" else words, WIDTH, first, rest))
    return text + "\n"


HEAD = r"""% Written by `rope-theory letter`; compile with pdflatex.
\documentclass[11pt]{article}
\usepackage[margin=2.5cm]{geometry}
\setlength{\parindent}{0pt}\setlength{\parskip}{5pt}\sloppy
\begin{document}
"""
#: The lists of a document, outer one first, and the kinds of pieces in each.
_LISTS = {"enumerate": ("item", *_BELOW), "itemize": ("point",)}


def as_latex(blocks: Sequence[Block]) -> str:
    """The letter as a LaTeX document for pdflatex, in ASCII."""
    body: list[str] = []
    opened: list[str] = []
    for kind, text in blocks:
        wanted = [name for name, kinds in _LISTS.items() if kind in kinds]
        body += [rf"\end{{{name}}}" for name in reversed(opened) if name not in wanted]
        body += [rf"\begin{{{name}}}" for name in wanted if name not in opened]
        opened = wanted
        body.append(_LATEX[kind].format(text if kind == "code" else latex(text)))
    body += [rf"\end{{{name}}}" for name in reversed(opened)]
    return HEAD + "\n".join(body) + "\n" + r"\end{document}" + "\n"


_LATEX = {
    "title": "{{\\large\\bfseries {}\\par}}\n",
    "heading": "\\section*{{{}}}",
    "text": "{}\n",
    "item": "\\item {}",
    "sub": "\n{}",
    "point": "\\item[--] {}",
    "code": "\\begin{{verbatim}}\n{}\n\\end{{verbatim}}",
}
