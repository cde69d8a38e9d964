"""Values of instances in words: what a reader would write."""

from __future__ import annotations

import enum
import itertools
import re
from collections.abc import Mapping
from dataclasses import is_dataclass
from typing import Any

from rope_theory.core.angles import Angle
from rope_theory.evidence.by_hand import spelled
from rope_theory.evidence.written import LETTERS, NAMES, RAISED


def show(value: Any, brief: bool = False) -> str:
    """A value of an instance as a reader would write it: token sequences as words, angles with units,
    functions by name, members of an enumeration by what they mean; if `brief`, long repetitions once with their number.

    Example:
        >>> from rope_theory.core.tasks import Pair
        >>> show((Pair("A", 1), "A")), show({"beta": 2}), show(Angle.parse("2pi/3"))
        ('A1 A', 'beta = 2', '2π/3')
        >>> show((1, *[0] * 9)), show(((1, *[0] * 9), (1,)), brief=True)
        ('1 0 0 0 0 0 0 0 0 0', '(1 0 (9 times), 1)')
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
        return ", ".join(f"{show(name)} = {_whole(item, brief)}" for name, item in value.items())
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return str(value)
    if isinstance(value, tuple | list):
        nested = any(isinstance(item, tuple | list) and not hasattr(item, "_fields") for item in value)
        between = "; " if value and isinstance(value[0], enum.Enum) else " "
        shown = [show(item, brief) for item in value]
        shown = _runs(shown) if brief else shown
        return "(" + ", ".join(shown) + ")" if nested or not value else between.join(shown)
    if callable(value) and hasattr(value, "__name__"):
        return value.__name__
    if is_dataclass(value) and type(value).__str__ is object.__str__:
        return type(value).__name__
    return str(value)


def _runs(shown: list[str]) -> list[str]:
    runs = ((one, len(list(same))) for one, same in itertools.groupby(shown))
    return [text for one, times in runs for text in ([one] * times if times < 8 else [f"{one} ({times} times)"])]


def shown_values(instance: Mapping[str, Any]) -> dict[str, str]:
    """Each value of an instance as a reader would write it, long repetitions once with their number; what is None is
    left out.

    Example:
        >>> shown_values({"m": 3, "q": ((1, 1),) * 64, "beta": None})
        {'m': '3', 'q': '(1 1 (64 times))'}
    """
    return {name: _whole(value, True) for name, value in instance.items() if value is not None}


def in_words(instance: Mapping[str, Any]) -> str:
    """An instance, with the names that formulas have and its values as `shown_values` has them.

    Example:
        >>> in_words({"tokens": ("A", 1), "theta": Angle.parse("pi"), "beta": None})
        'input = A 1, θ = π'
    """
    return ", ".join(f"{named(name)} = {value}" for name, value in shown_values(instance).items())


def named(name: str) -> str:
    """The name that formulas have, or its words; `q_1` stays as it is.

    Example:
        >>> named("own_value"), named("theta"), named("q_1")
        ('own value', 'θ', 'q_1')
    """
    return NAMES.get(name, _spaced(name))


def formula(text: str) -> str:
    """What a machine says of a step, as a reader would write it; of an equation whose sides came out as one expression,
    that expression.

    Example:
        >>> formula("1 - cos(x) = 2*sin(theta/2)**2"), formula("cos(x) = cos(x)")
        ('1 - cos(x) = 2·sin(θ/2)²', 'both sides come out as cos(x)')
        >>> formula("Implies(And(t >= 1, Or(t < n, n == 1)), computed_lead > 0)")
        't ≥ 1 and (t < n or n = 1) implies computed lead > 0'
    """
    left, equals, right = text.partition(" = ")
    if equals and left == right:
        return f"both sides come out as {formula(left)}"
    text = re.sub(r"\bToReal\(([^()]*)\)", r"\1", _connected(text))
    text = re.sub(r"\*\*(\d+)\b", lambda power: power[1].translate(RAISED), text)
    for plain, shown in (("**", "^"), ("*", "·"), ("==", "="), ("<=", "≤"), (">=", "≥")):
        text = text.replace(plain, shown)
    text = _spaced(text)
    return re.sub(rf"\b({'|'.join(LETTERS)})\b", lambda name: LETTERS[name[1]], text)


#: How statements are joined, by z3's name for it.
_JOINS = {"Implies": " implies ", "And": " and ", "Or": " or "}


def _connected(text: str) -> str:
    """Implies(And(a, b), c) as "a and b implies c"; joined statements within others in brackets."""
    opened = re.search(r"\b(Implies|And|Or)\(", text)
    if not opened:
        return text
    parts, depth, end = [""], 0, opened.end()
    for letter in text[opened.end() :]:
        end += 1
        if letter == ")" and depth == 0:
            break
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    else:
        return text  # cut off
    join = _JOINS[opened[1]]
    inner = [_connected(part.strip()) for part in parts]
    inner = [
        f"({part})"
        if any(other in part for other in _JOINS.values() if other != join) and join != " implies "
        else part
        for part in inner
    ]
    return text[: opened.start()] + join.join(inner) + _connected(text[end:])


def _spaced(text: str) -> str:
    """Names of several words without underscores; `q_1` stays as it is."""
    return re.sub(r"(?<=[a-z]{2})_(?=[a-z])", " ", text)


def _whole(value: Any, brief: bool) -> str:
    """As `show`, a mapping in brackets."""
    return f"({show(value, brief)})" if isinstance(value, Mapping) else show(value, brief)
