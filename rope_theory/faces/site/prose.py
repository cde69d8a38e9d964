"""Markdown with TeX as HTML with MathML: what the lessons are written in, shown without a network."""

from __future__ import annotations

import base64
import re

from rope_theory.core.files import CHECKOUT
from rope_theory.faces.site.html import Html
from rope_theory.faces.site.tex import formula

#: $…$ in a line, $$…$$ by itself.
_TEX = re.compile(r"(?P<mark>\$\$?)(?P<tex>[^$\n]+(?:\n[^$\n]+)*)(?P=mark)")
_MARK = "\ue000{}\ue001"
#: H_POS, T_Index: a letter with a word below it, outside of code.
_NAME = re.compile(r"\b([HTs])_([A-Z]\w*)|(?P<code>`[^`]*`|\$\$?[^$]*\$\$?)")
_PICTURE = re.compile(r'src="\.\./figures/([\w-]+\.svg)"')
#: Mathematics in a line with what touches it, "(x, y)," and a sign between two terms: no line breaks there.
_TOUCHES = re.compile(r'([^\s<>]*)(<math\b[^>]*display="inline".*?</math>)([^\s<>]*)', re.DOTALL)
_RELATION = re.compile(
    r"(?P<code>```.*?```|`[^`]*`)|(?<=\S)\s(?P<sign>[=≤<≥≈])\s(?=\S)|(?<=\S) (?P<more>>) (?=\S)", re.DOTALL
)


def prose(text: str) -> Html:
    """Markdown as HTML; raw HTML in it is shown as text, pictures of the checkout's figures/ are taken in.

    Example:
        >>> prose("**Goals.** Say `x`.")
        '<p><strong>Goals.</strong> Say <code>x</code>.</p>\\n'
    """
    from markdown_it import MarkdownIt

    formulas: list[tuple[str, bool]] = []

    def keep(found: re.Match[str]) -> str:
        formulas.append((found["tex"], found["mark"] == "$$"))
        return _MARK.format(len(formulas) - 1)

    text = _NAME.sub(lambda found: found[0] if found["code"] else rf"${found[1]}_{{\mathrm{{{found[2]}}}}}$", text)
    made = (
        MarkdownIt("commonmark", {"html": False, "xhtmlOut": False})
        .enable("table")
        .render(_together(_TEX.sub(keep, text)))
    )
    made = re.sub("\ue000(\\d+)\ue001", lambda found: formula(*formulas[int(found[1])]), made)
    made = _TOUCHES.sub(
        lambda found: found[0] if found[0] == found[2] else f'<span class="line">{found[0]}</span>', made
    )
    return Html(_PICTURE.sub(lambda found: f'src="{_embedded(found[1])}"', made))


def _together(text: str) -> str:
    """The text with blanks that do not break around signs between terms, outside of code."""
    return _RELATION.sub(lambda at: at["code"] or f"\u00a0{at['sign'] or at['more']}\u00a0", text)


def _embedded(name: str) -> str:
    """A committed figure as data, so that the page needs no file beside it."""
    return "data:image/svg+xml;base64," + base64.b64encode((CHECKOUT / "figures" / name).read_bytes()).decode()
