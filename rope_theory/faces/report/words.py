"""Values of instances in words: what a reader would write."""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from dataclasses import is_dataclass
from typing import Any

from rope_theory.core.angles import Angle
from rope_theory.evidence.by_hand import spelled

#: Values of instances that have another name in formulas.
NAMES = {"tokens": "input", "theta": "θ", "phi": "φ", "beta": "β", "tau": "τ", "count": "|ALPH|"}


def show(value: Any) -> str:
    """A value of an instance as a reader would write it: token sequences as words, angles with units,
    functions by name, members of an enumeration by what they mean.

    Example:
        >>> from rope_theory.core.tasks import Pair
        >>> show((Pair("A", 1), "A")), show({"beta": 2}), show(Angle.parse("2pi/3"))
        ('A1 A', 'beta = 2', '2π/3')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, Angle):
        return spelled(value)
    if isinstance(value, enum.Enum):
        return str(value.value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{show(name)} = {_whole(item)}" for name, item in value.items())
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return str(value)
    if isinstance(value, tuple | list):
        nested = any(isinstance(item, tuple | list) and not hasattr(item, "_fields") for item in value)
        between = "; " if value and isinstance(value[0], enum.Enum) else " "
        return "(" + ", ".join(map(show, value)) + ")" if nested or not value else between.join(map(show, value))
    if callable(value) and hasattr(value, "__name__"):
        return value.__name__
    if is_dataclass(value) and type(value).__str__ is object.__str__:
        return type(value).__name__
    return str(value)


def in_words(instance: Mapping[str, Any]) -> str:
    """An instance, with the names that formulas have; what is None is left out.

    Example:
        >>> in_words({"tokens": ("A", 1), "theta": Angle.parse("pi"), "beta": None})
        'input = A 1, θ = π'
    """
    return ", ".join(f"{NAMES.get(k, k)} = {_whole(value)}" for k, value in instance.items() if value is not None)


def formula(text: str) -> str:
    """What a machine says of a step, as a reader would write it; of an equation whose sides came out as one expression,
    that expression.

    Example:
        >>> formula("1 - cos(x) = 2*sin(theta/2)**2"), formula("cos(x) = cos(x)")
        ('1 - cos(x) = 2·sin(θ/2)²', 'both sides come out as cos(x)')
    """
    left, equals, right = text.partition(" = ")
    if equals and left == right:
        return f"both sides come out as {formula(left)}"
    text = re.sub(r"\bToReal\(([^()]*)\)", r"\1", text)
    text = re.sub(r"\*\*(\d+)\b", lambda power: power[1].translate(_RAISED), text)
    for plain, shown in (("**", "^"), ("*", "·"), ("==", "="), ("<=", "≤"), (">=", "≥")):
        text = text.replace(plain, shown)
    return re.sub(rf"\b({'|'.join(_LETTERS)})\b", lambda name: _LETTERS[name[1]], text)


#: Names of symbols that are Greek letters, and digits of exponents.
_LETTERS = {"theta": "θ", "omega": "ω", "phi": "φ", "beta": "β", "psi": "ψ", "tau": "τ", "alpha": "α", "pi": "π"}
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def _whole(value: Any) -> str:
    """As `show`, a mapping in brackets."""
    return f"({show(value)})" if isinstance(value, Mapping) else show(value)
