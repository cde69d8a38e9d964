"""Typed access to settings that remembers which keys were read, so that the rest can be refused by name."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from decimal import Decimal, Inexact, localcontext
from fractions import Fraction
from typing import Any, TypeVar, overload

from rope_theory.core.errors import InvalidInput, Words, require, require_int
from rope_theory.core.meant import slip
from rope_theory.core.numbers import as_whole

MAX_DIM = 1 << 11
"""Largest head dimension taken seriously."""
_ABSENT = object()

T = TypeVar("T")


class Keys:
    """One dict of settings; `null` counts as absent.

    Args:
        data: the settings.
        where: prefix for names in errors, e.g. "rope_parameters.".

    Example:
        >>> keys = Keys({"factor": 8, "odd": 1})
        >>> keys.number("factor", least=1), keys.unread()
        (Fraction(8, 1), ['odd'])
    """

    def __init__(self, data: dict[str, Any], where: str = ""):
        self.data, self.where = data, where
        self._read: set[str] = set()

    def name(self, key: str) -> str:
        """The key with the names above it."""
        return self.where + key

    def has(self, key: str) -> bool:
        """Whether the key is there and not null."""
        return self.data.get(key) is not None

    def get(self, key: str) -> object:
        """The value as it stands, or None."""
        self._read.add(key)
        return self.data.get(key)

    def unread(self) -> list[str]:
        """Keys with a value that nothing has asked for."""
        return sorted(key for key in self.data if key not in self._read and self.data[key] is not None)

    def asked(self) -> list[str]:
        """Keys that something has asked for, there or not."""
        return sorted(self._read)

    @overload
    def number(
        self, key: str, *, above: int | None = None, least: int | None = None, most: int | None = None
    ) -> Fraction: ...
    @overload
    def number(
        self,
        key: str,
        *,
        above: int | None = None,
        least: int | None = None,
        most: int | None = None,
        default: Fraction,
    ) -> Fraction: ...
    @overload
    def number(
        self,
        key: str,
        *,
        above: int | None = None,
        least: int | None = None,
        most: int | None = None,
        default: object = _ABSENT,
    ) -> Fraction | None: ...
    def number(
        self,
        key: str,
        *,
        above: int | None = None,
        least: int | None = None,
        most: int | None = None,
        default: object = _ABSENT,
    ) -> Fraction | None:
        """An exact finite number within bounds; `default` if the key is absent and a default is stated."""
        if not self.has(key):
            self._read.add(key)
            return self._default(key, default)
        value = exact(self.name(key), self.get(key))
        require(above is None or value > above, self.name(key), f"must be greater than {above}", shown(value))
        require(least is None or value >= least, self.name(key), f"must be at least {least}", shown(value))
        require(most is None or value <= most, self.name(key), f"must be at most {most}", shown(value))
        return value

    @overload
    def whole(self, key: str, *, least: int = 1, most: int = 1 << 40) -> int: ...
    @overload
    def whole(self, key: str, *, least: int = 1, most: int = 1 << 40, default: None) -> int | None: ...
    def whole(self, key: str, *, least: int = 1, most: int = 1 << 40, default: object = _ABSENT) -> int | None:
        """A whole number within bounds (8192.0 counts, true does not)."""
        value = self.number(key, default=default)
        if value is None:
            return None
        number = as_whole(value)
        if number is None:
            raise InvalidInput(self.name(key), "must be a whole number", shown(value))
        return require_int(self.name(key), number, least=least, most=most)

    def text(self, key: str) -> str | None:
        """A text, or None."""
        value = self.get(key)
        if value is None or isinstance(value, str):
            return value
        raise InvalidInput(self.name(key), "must be text", value)

    def flag(self, key: str, default: bool) -> bool:
        """true or false; null only where that and a missing key are both false."""
        value = self.get(key)
        if isinstance(value, bool):
            return value
        if value is None and not (default and key in self.data):
            return default
        raise InvalidInput(self.name(key), "must be true or false", value)

    def numbers(self, key: str, count: int) -> tuple[Fraction, ...]:
        """A list of exactly `count` positive numbers."""
        value = self.get(key)
        require(value is not None, self.name(key), "must be given", None)
        if not isinstance(value, list):
            raise InvalidInput(self.name(key), "must be a list of numbers", value)
        require(len(value) == count, self.name(key), f"must have {count} entries, one for each plane", len(value))
        listed = tuple(exact(f"{self.name(key)}[{index}]", entry) for index, entry in enumerate(value))
        for index, entry in enumerate(listed):
            require(entry > 0, f"{self.name(key)}[{index}]", "must be positive", shown(entry))
        return listed

    def _default(self, key: str, default: Any) -> Any:
        if default is _ABSENT:
            near = next((each for each in self.data if slip(each, [key])), None)
            raise InvalidInput(self.name(key), "must be given" + (f" (is it '{near}'?)" if near else ""), None)
        return default


def exact(name: str, value: object) -> Fraction:
    """The number as an exact fraction.

    Raises:
        InvalidInput: no number, not finite, or of absurd size.
    """
    if isinstance(value, bool) or not isinstance(value, int | Decimal | Fraction):
        raise InvalidInput(name, "must be a number", value)
    if isinstance(value, Decimal):
        require(value.is_finite(), name, "must be finite", value)
        require(
            abs(value.adjusted()) <= 40 and len(value.as_tuple().digits) <= 60,
            name,
            "must be of a size in use (10^-40 to 10^40, at most 60 digits)",
            Words(str(value)[:60]),
        )
    number = Fraction(value)
    require(abs(number) <= 10**40, name, "must be at most 10^40", "a larger number")
    return number


def as_json(value: object, most: int = 80) -> Words:
    """A value of a file as JSON has it, for an error; cut after `most` characters.

    Example:
        >>> as_json(Decimal("500000.0")), as_json(True), as_json("yes"), as_json({"factor": Decimal("8.0")})
        (500000.0, true, "yes", {"factor": 8.0})
    """
    text = json.dumps(value, ensure_ascii=False, default=lambda number: f"\0{number}\0")
    text = re.sub(r'"\\u0000(.*?)\\u0000"', r"\1", text)
    return Words(text if len(text) <= most else text[:most] + "…")


def shown(value: Fraction) -> int | float | str:
    """A fraction as a reader would write it; one that is no float, with all of its digits.

    Example:
        >>> shown(Fraction(10000)), shown(Fraction(1, 10)), shown(1 + Fraction(1, 10**20)), shown(Fraction(1, 3))
        (10000, 0.1, 1.00000000000000000001, 1/3)
    """
    if value.denominator == 1:
        return int(value)
    if Fraction(repr(float(value))) == value:
        return float(value)
    with localcontext(prec=200) as context:
        context.clear_flags()
        exact = Decimal(value.numerator) / value.denominator
        return Words(value if context.flags[Inexact] else exact)


def agree(found: Sequence[tuple[str, T]]) -> T | None:
    """The one value that all the keys give, or None if there is none.

    Args:
        found: (name of the key, value), absent values left out.

    Raises:
        InvalidInput: two keys differ; both are named.

    Example:
        >>> agree([("rope_theta", 5), ("rope_parameters.rope_theta", 5)])
        5
    """
    for name, value in found[1:]:
        first, expected = found[0]
        require(value == expected, name, f"must agree with {first} = {expected}", value)
    return found[0][1] if found else None
