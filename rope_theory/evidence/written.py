"""Code of a comparison's side as a reader writes it: cos(sθ) for (s * theta).cos(), nothing where it is no formula."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Mapping

#: Names of angles and small quantities, and what a reader calls the rest.
LETTERS = {
    "theta": "θ",
    "omega": "ω",
    "phi": "φ",
    "beta": "β",
    "psi": "ψ",
    "tau": "τ",
    "alpha": "α",
    "pi": "π",
    "eps": "ε",
}
NAMES = {
    **LETTERS,
    "tokens": "input",
    "count": "|ALPH|",
    "turn": "θ'",
    "theta0": "θ0",
    "dim": "d",
    "far": "m'",
    "short": "L",
    "long": "L'",
    "small": "smaller base",
    "large": "larger base",
    "sizes": "|h_j|",
    "ends": "s_1, s_2",
    "unit": "1k",
    "form": "format",
    "FULL_TURN": "2π",
    "HALF_TURN": "π",
}
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
#: Functions and methods of numbers that keep their argument, and those that only change the kind of number.
_KEPT = {"cos": "cos", "sin": "sin", "cosh": "cosh", "exp": "exp", "log": "ln", "sqrt": "√"}
_KINDS = {"ball", "arb", "Fraction"}
#: Functions of one word that say what they are; of more words any.
_SAID = {"gap", "kernel", "lead", "logit", "score", "versine"}
_SUM, _PRODUCT, _POWER, _ATOM = range(4)


def written(side: ast.expr, meaning: Mapping[str, ast.expr], named: Collection[str]) -> str:
    """The expression as a formula; empty if a part of it is no number that has a name.

    Args:
        side: one side of a comparison.
        meaning: what its names stand for, where they are not an instance's.
        named: names of the instance, which a reader has seen.

    Example:
        >>> side = ast.parse("1 - (s * theta).cos() * lost", mode="eval").body
        >>> written(side, {"lost": ast.Constant(2)}, {"s", "theta"}), written(side, {}, {"s", "theta"})
        ('1 - cos(sθ)·2', '')
    """
    try:
        text = _Writer(meaning, named).of(side)[0]
    except _NoFormulaError:
        return ""
    words = _words(text, named)
    bare = len(text) == 1 and text.isascii() and text not in named
    return "" if bare or len(set(words)) < len(words) else text


def formulas(
    left: ast.expr, right: ast.expr, meaning: Mapping[str, ast.expr], named: Collection[str]
) -> tuple[str, str]:
    """Both sides as `written` has them; none where one word would stand for two numbers.

    Example:
        >>> sides = ast.parse("score(q) <= score(k) / 2", mode="eval").body
        >>> formulas(sides.left, sides.comparators[0], {}, ())
        ('', '')
    """
    first, second = (written(side, meaning, named) for side in (left, right))
    return ("", "") if first == second or set(_words(first, named)) & set(_words(second, named)) else (first, second)


#: Names that say nothing of what they stand for.
_DUMB = set(
    "found value values here there list tuple once right first whole rows len min max range both dot sum".split()
)


def said(side: ast.expr) -> str:
    """What the code of a side calls it, in words: a name, what a function gives, what is asked of a thing; empty where it says nothing.

    Example:
        >>> [said(ast.parse(text, mode="eval").body) for text in ("run.gap", "maximisers(values)", "[len(tokens) - 2]", "printed")]
        ['gap', 'maximisers', '', 'printed']
    """
    match side:
        case ast.Call(ast.Name("sorted"), [inner]):
            return said(inner)
        case ast.Call(function, _):
            return said(function)
        case ast.Name(name) | ast.Attribute(_, name) if len(name) > 2 and name.strip("_") not in _DUMB:
            return _spelt(name.strip("_"))
    return ""


def _words(text: str, named: Collection[str]) -> list[str]:
    """Words for what functions give, whose arguments are left out."""
    found = re.findall(r"[a-z]{3,}(?: [a-z]+)*", text)
    return [word for word in found if word not in _KEPT.values() and word.replace(" ", "_") not in named]


class _NoFormulaError(Exception):
    """A part that only code says."""


class _Writer:
    def __init__(self, meaning: Mapping[str, ast.expr], named: Collection[str]) -> None:
        self.meaning, self.named = meaning, named

    def of(self, node: ast.expr) -> tuple[str, int]:
        """The text, and how tightly it binds."""
        match node:
            case ast.Constant(value) if isinstance(value, int | float) and not isinstance(value, bool):
                return str(value), _ATOM
            case ast.Name(name):
                return self._name(name)
            case ast.UnaryOp(ast.USub(), value):
                return f"-{self._within(value, _PRODUCT)}", _SUM
            case ast.BinOp(left, operator, right):
                return self._pair(left, operator, right)
            case ast.Call(function, given, []):
                return self._call(function, given)
        raise _NoFormulaError

    def _name(self, name: str) -> tuple[str, int]:
        if name in self.meaning:
            return self.of(self.meaning[name])
        if name in NAMES or len(name) == 1 or name in self.named:
            return NAMES.get(name, name.replace("_", " ")), _ATOM
        raise _NoFormulaError

    def _within(self, node: ast.expr, least: int) -> str:
        text, binds = self.of(node)
        return text if binds >= least else f"({text})"

    def _pair(self, left: ast.expr, operator: ast.operator, right: ast.expr) -> tuple[str, int]:
        first, second = self.of(left)[0], self.of(right)[0]
        match operator:
            case ast.Mult() if first == second and len(first) == 1:
                return f"{first}²", _POWER
            case ast.Add() | ast.Sub() if second == "0":
                return self.of(left)
            case ast.Add():
                return f"{first} + {second}", _SUM
            case ast.Sub():
                return f"{first} - {self._within(right, _PRODUCT)}", _SUM
            case ast.Mult() | ast.Div() if second == "1":
                return self.of(left)
            case ast.Mult() if first == "1":
                return self.of(right)
            case ast.Mult():
                first, second = self._within(left, _PRODUCT), self._within(right, _PRODUCT)
                joined = len(second) == 1 and second.isalpha() and re.search(r"(^|[^\w.])\w$|\d$|\)$", first)
                return f"{first}{'' if joined else '·'}{second}", _PRODUCT
            case ast.Div():
                return f"{self._within(left, _PRODUCT)}/{self._within(right, _POWER)}", _PRODUCT
            case ast.Pow():
                base = self._within(left, _ATOM)
                return f"{base}{second.translate(RAISED) if second.isdigit() else f'^({second})'}", _POWER
        raise _NoFormulaError

    def _call(self, function: ast.expr, given: list[ast.expr]) -> tuple[str, int]:
        match function, given:
            case ast.Attribute(ast.Name("arb"), "pi"), []:
                return "π", _ATOM
            case ast.Attribute(value, "ball"), []:
                return self.of(value)
            case (ast.Attribute(value, name), []) | (ast.Name(name), [value]) if name in _KEPT:
                inside = self.of(value)[0]
                return (
                    (f"{_KEPT[name]} {inside}", _PRODUCT)
                    if inside in LETTERS.values()
                    else (f"{_KEPT[name]}({inside})", _ATOM)
                )
            case ast.Name("abs"), [value]:
                return f"|{self.of(value)[0]}|", _ATOM
            case ast.Name("spacing"), [_]:
                return "ω", _ATOM
            case ast.Name("Angle"), [ast.Call(ast.Name("Fraction"), [ast.Constant(1), below])]:  # of a turn
                return f"2π/{self._within(below, _POWER)}", _PRODUCT
            case ast.Name("Fraction"), [above, below]:
                return self._pair(above, ast.Div(), below)
            case ast.Name(name), [value] if name in _KINDS:
                return self.of(value)
            case ast.Name("delta"), [*_]:
                return "Δ", _ATOM
            case ast.Name(name), [*_] if name in _SAID or re.fullmatch(r"[a-z]+(_[a-z]+)+", name):
                return _spelt(name), _ATOM
        raise _NoFormulaError


def _spelt(name: str) -> str:
    """The name of a function in words, without the preposition that its arguments go with."""
    return re.sub(" (of|at|in|by|on)$", "", name.replace("_", " "))
