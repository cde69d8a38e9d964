"""Markdown with TeX as HTML with MathML: what the lessons are written in, shown without a network."""

from __future__ import annotations

import re

from rope_theory.faces.site.html import Html, el, escape
from rope_theory.faces.site.notation import math

#: $…$ in a line, $$…$$ by itself.
_TEX = re.compile(r"(?P<mark>\$\$?)(?P<tex>[^$\n]+(?:\n[^$\n]+)*)(?P=mark)")
_MARK = "\ue000{}\ue001"
#: H_POS, T_Index: a letter with a word below it, outside of code.
_NAME = re.compile(r"\b([HTs])_([A-Z]\w*)|(?P<code>`[^`]*`|\$\$?[^$]*\$\$?)")
_WORD = re.compile(r"([_^])\{([a-z]{2,})\}")


def prose(text: str) -> Html:
    """Markdown as HTML; raw HTML in it is shown as text.

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
    made = MarkdownIt("commonmark", {"html": False}).enable("table").render(_TEX.sub(keep, text))
    return Html(re.sub("\ue000(\\d+)\ue001", lambda found: mathml(*formulas[int(found[1])]), made))


def mathml(tex: str, display: bool = False) -> Html:
    """TeX as MathML, in a line or by itself, its source kept as the text for readers that show none; without latex2mathml by `plainly`."""
    try:
        from latex2mathml.converter import convert
    except ImportError:
        return el("span", math(plainly(tex)), style="display: block") if display else math(plainly(tex))
    made = convert(_WORD.sub(r"\1{\\mathrm{\2}}", tex), display="block" if display else "inline")
    return Html(made.replace("<math ", f'<math alttext="{escape(tex).replace(chr(34), "&quot;")}" ', 1))


#: Commands as signs; the others of `_DROPPED` leave nothing or a blank.
_SIGNS = {
    "alpha": "α", "lambda": "λ", "theta": "θ", "pi": "π", "omega": "ω", "varphi": "φ", "rho": "ρ", "beta": "β", "sum": "Σ", "le": "≤",
    "ge": "≥", "approx": "≈", "cdot": "·", "dots": "…", "top": "ᵀ", "qquad": "   ", "Bigl": "", "Bigr": "",
}  # fmt: skip
_GROUP = r"(?:\{([^{}]*)\}|(\w))"
_FRACTION = re.compile(rf"\\[td]?frac\s*{_GROUP}\s*{_GROUP}")
_NARROW = re.compile(r"\\[,;! ]")


def plainly(tex: str) -> str:
    """TeX of the lessons as one line of text with Greek letters and signs, fractions as quotients.

    Example:
        >>> plainly(r"\\tfrac1{N^2}\\sum_{a,b}(M_{ab}-\\lambda_b)^2 \\le \\frac{2\\pi}{T+1}")
        '1/N^2 Σ_(a,b)(M_ab-λ_b)^2 ≤ 2π/(T+1)'
    """
    text = re.sub(r"\\(?:mathrm|text)\{([^{}]*)\}", r"\1", tex)
    text = re.sub(r"([_^])\{(\w+)\}", r"\1\2", text)
    text = re.sub(r"([_^])\{([^{}]*)\}", r"\1(\2)", text)
    text = _NARROW.sub(" ", text)
    text = re.sub(r"\\([A-Za-z]+)(?![A-Za-z])", lambda found: found[0] if "frac" in found[1] else _sign(found[1]), text)
    text = _FRACTION.sub(_quotient, text)
    text = re.sub(r"\b(sin|cos|min|max|ln) (?=[(_])", r"\1", re.sub(r" +", " ", text.replace("^ᵀ", "ᵀ")))
    text = re.sub(r"(?<=[(\[]) | (?=[),.;])", "", text.replace("{", "(").replace("}", ")"))
    text = re.sub(r"^- ", "-", text)
    return re.sub(r"(?<=\d) (?=[)^])", "", text).strip()


def _sign(name: str) -> str:
    return _SIGNS.get(name, f" {name} " if name in ("sin", "cos", "min", "max", "ln") else name)


def _quotient(found: re.Match[str]) -> str:
    above, below = (whole if whole is not None else one for whole, one in (found.groups()[:2], found.groups()[2:]))
    above, below = (f"({part})" if re.search(r"[-+·/ ]", part.strip()) else part for part in (above, below))
    return f"{above}/{below} "
