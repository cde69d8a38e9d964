"""The TeX of the lessons as MathML: fractions, sums with their limits, scripts, roman words, without a package."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rope_theory.faces.site.html import Html, el, escape, join

#: Commands for a variable, for a sign, for a blank (in em), for a function, and the size of a bracket that is opened.
LETTERS: Mapping[str, str] = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "Delta": "Δ", "theta": "θ", "lambda": "λ", "pi": "π", "rho": "ρ",
    "tau": "τ", "varphi": "φ", "phi": "φ", "omega": "ω", "ell": "ℓ", "infty": "∞", "dots": "…",
}  # fmt: skip
SIGNS: Mapping[str, str] = {
    "le": "≤", "ge": "≥", "ne": "≠", "approx": "≈", "cdot": "·", "times": "×", "top": "⊤", "in": "∈", "to": "→", "lfloor": "⌊", "rfloor": "⌋",
    "{": "{", "}": "}", "-": "−",
}  # fmt: skip
BLANKS: Mapping[str, float] = {",": 0.167, ";": 0.278, " ": 0.25, "quad": 1, "qquad": 2}
FUNCTIONS = ("cos", "sin", "ln", "max", "min", "gcd")
#: What carries its subscript below where a formula stands by itself.
LIMITS = ("sum", "max", "min")
BRACKETS: Mapping[str, str] = {"bigl": "1.2em", "Bigl": "1.8em"}
ROMAN = ("mathrm", "text")

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|[A-Za-z]+|\.\.|\s+|.", re.DOTALL)


def formula(tex: str, display: bool = False) -> Html:
    r"""TeX as MathML, in a line or by itself and centred; a command that is not known stays as it is written.

    Example:
        >>> formula(r"\frac12")
        '<math alttext="\\frac12" display="inline"><mfrac><mn>1</mn><mn>2</mn></mfrac></math>'
    """
    return el("math", _Reader(tex).row(), alttext=tex, display="block" if display else "inline")


class _Reader:
    """Reads TeX from left to right."""

    def __init__(self, tex: str) -> None:
        self.tex, self.at = tex, 0

    def row(self, end: str = "") -> Html:
        """Elements up to the token `end`, which is taken, or to the end."""
        made: list[Html] = []
        while (token := self.peek()) and token != end:
            if made and token[1:] in FUNCTIONS and not made[-1].endswith("</mo>"):
                made.append(_blank(0.167))  # A cos t
            made.append(self.scripted())
        self.take()
        return join(made)

    def peek(self) -> str:
        """The next token, or "" at the end; blanks say nothing."""
        while (found := _TOKEN.match(self.tex, self.at)) is not None and found[0].isspace():
            self.at = found.end()
        if found is None:
            return ""
        word = found[0]
        return word[0] if word.isalpha() and len(word) < 3 else word  # longer words are names: key, query

    def take(self) -> str:
        token = self.peek()
        self.at += len(token)
        return token

    def argument(self) -> Html:
        """A group in braces, or one sign: the 1 of \\frac12."""
        token = self.peek()
        if token == "{":
            self.take()
            return el("mrow", self.row("}"))
        if token[:1].isdigit():
            self.at += 1
            return el("mn", token[0])
        return self.atom()

    def scripted(self) -> Html:
        """What stands next, with its scripts."""
        token = self.peek()
        base = el("mrow") if token in ("_", "^") else self.atom()
        scripts: dict[str, Html] = {}
        while (mark := self.peek()) in ("_", "^") and mark not in scripts:
            self.take()
            scripts[mark] = self.argument()
        limits = token[1:] in LIMITS and token[:1] == "\\"
        kind = {"_": ("msub", "munder"), "^": ("msup", "mover"), "_^": ("msubsup", "munderover")}
        made = base
        if scripts:
            made = el(
                kind["".join(sorted(scripts, key="_^".index))][limits],
                base,
                *(scripts[m] for m in "_^" if m in scripts),
            )
        if token[1:] in FUNCTIONS and self.peek() not in ("(", "", "}"):
            made = join([made, _blank(0.167)])
        return made

    def atom(self) -> Html:
        """One element."""
        token = self.take()
        if token == "{":
            return el("mrow", self.row("}"))
        if token[:1] == "\\":
            return self.command(token[1:])
        if token[:1].isdigit():
            return el("mn", token)
        if token.isalpha():
            return el("mi", token)
        if token == "..":  # 1..n
            return el("mo", token, lspace="0.1em", rspace="0.1em")
        return el("mo", SIGNS.get(token, token), stretchy="false" if token in "()[]|" else None)

    def command(self, name: str) -> Html:
        """What a command makes, of what follows it."""
        if name in ("frac", "tfrac", "dfrac"):
            return el("mfrac", self.argument(), self.argument())
        if name == "sqrt":
            return el("msqrt", self.argument())
        if name in ROMAN:
            return self.roman(name)
        if name in BRACKETS:  # with what it holds, so that a script stands at the whole
            look = {"stretchy": "true", "minsize": BRACKETS[name], "maxsize": BRACKETS[name]}
            return el("mrow", el("mo", self.take(), **look), self.row(f"\\{name[:-1]}r"), el("mo", self.take(), **look))
        if name in BLANKS:
            return _blank(BLANKS[name])
        if name in LETTERS:
            return el("mi", LETTERS[name])
        if name == "sum":
            return el("mo", "∑", movablelimits="true")
        if name in FUNCTIONS:
            return el("mo" if name in LIMITS else "mi", name, movablelimits="true" if name in LIMITS else None)
        return el("mo", SIGNS[name]) if name in SIGNS else el("mtext", f"\\{name}")

    def roman(self, name: str) -> Html:
        """The braces' words as they are, their outer blanks too."""
        found = re.compile(r"\s*\{([^{}]*)\}").match(self.tex, self.at)
        if found is None:
            return el("mtext", f"\\{name}")
        self.at = found.end()
        words = found[1]
        if name == "mathrm":
            return el("mi", words, mathvariant="normal" if len(words) == 1 else None)
        blanks = re.sub(r"^ | $", "\u00a0", words)
        return el("mtext", escape(blanks))


def _blank(width: float) -> Html:
    return el("mspace", width=f"{width}em")
