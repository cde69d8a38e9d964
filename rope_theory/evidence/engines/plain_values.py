"""Whether a value is made of types that are known to compute exactly: a subclass can answer what it likes."""

from __future__ import annotations

import dataclasses
import itertools
import sys
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

#: Types of Python that an exact value may be made of; of subclasses nothing is known.
PLAIN = frozenset({type(None), bool, int, Fraction, str, tuple, list, dict, set, frozenset})

_PACKAGE = __name__.partition(".")[0]
_PAGES = f"{_PACKAGE}.proofs"


def other_type(value: Any, depth: int = 8) -> str | None:
    """A part of the value, or the value, of a type that is neither in `PLAIN` nor a class of this package, in words; None if there is none.

    A page's own classes and what is nested deeper than `depth` are other types, too.

    Example:
        >>> class Lie(int):
        ...     pass
        >>> other_type({"n": (7, Fraction(1, 2))}), other_type({"n": (7, Lie(7))})
        (None, 'a Lie, which is a subclass of int')
    """
    kind = type(value)
    if kind not in PLAIN and not _of_the_package(kind):
        known = next((base.__name__ for base in kind.__mro__[1:] if base in PLAIN or _of_the_package(base)), None)
        return f"a {kind.__qualname__.rpartition('.')[2]}" + (f", which is a subclass of {known}" if known else "")
    if not depth:
        return f"a {kind.__name__} that is nested too deep to look into"
    return next((found for part in _parts(value) if (found := other_type(part, depth - 1))), None)


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return itertools.chain(value.keys(), value.values())
    if isinstance(value, tuple | list | set | frozenset):
        return value
    if isinstance(value, Fraction):
        return value.numerator, value.denominator
    slots = itertools.chain.from_iterable(getattr(kind, "__slots__", ()) for kind in type(value).__mro__)
    fields = dataclasses.fields(value) if dataclasses.is_dataclass(value) else ()
    named = {*slots, *(field.name for field in fields)} - {"__dict__", "__weakref__"}
    return [part for name in sorted(named) if (part := getattr(value, name, None)) is not value]


def _of_the_package(kind: type) -> bool:
    """Whether the class is one that a module of this package, and no page, has under the class's own name."""
    home = kind.__module__
    if home.partition(".")[0] != _PACKAGE or home.startswith(_PAGES):
        return False
    return getattr(sys.modules.get(home), kind.__qualname__, None) is kind
