"""Lists of frequencies, known exactly: the schedule of RoPE, or any angles the user gives."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rope_theory.core.errors import InvalidInput, require_int
from rope_theory.laws.discrepancy.frequency import Frequency, read_frequency, read_rational


@dataclass(frozen=True)
class FrequencyList:
    """Angles g_1, .., g_K in radians per position, exact, with the schedule they came from, if any.

    Build it with `FrequencyList.rope(base, dim)` or `FrequencyList.of(angles)`.

    Attributes:
        angles: the K exact angles, g_1 first.
        base, dim: the schedule g_k = base^(-2(k-1)/dim), or None for angles given one by one.

    Example:
        >>> len(FrequencyList.rope(10000, 128).angles), FrequencyList.of(["1", "0.5"]).describe()
        (64, '1, 0.5')
    """

    angles: tuple[Frequency, ...]
    base: Fraction | None = None
    dim: int | None = None

    @classmethod
    def rope(cls, base: object, dim: int, planes: int | None = None) -> FrequencyList:
        """The schedule of RoPE (arguments as for `rope_frequencies`)."""
        return cls(rope_frequencies(base, dim, planes), read_rational("base", base), dim)

    @classmethod
    def of(cls, angles: FrequencyList | Iterable[object]) -> FrequencyList:
        """The given angles, each as for `read_frequency`; at least one. A `FrequencyList` is returned as is."""
        if isinstance(angles, FrequencyList):
            return angles
        if isinstance(angles, str | bytes) or not isinstance(angles, Iterable):
            raise InvalidInput("frequencies", "must be a list of angles", angles)
        listed = tuple(read_frequency(angle) for angle in angles)
        if not listed:
            raise InvalidInput("frequencies", "must hold at least one angle", [])
        return cls(listed)

    def is_consistent(self) -> bool:
        """Whether `angles` are the ones that `base` and `dim` name (trivially so without a schedule)."""
        if self.base is None or self.dim is None:
            return True
        try:
            return self.angles == rope_frequencies(self.base, self.dim, len(self.angles))
        except InvalidInput:
            return False

    def describe(self) -> str:
        """The list in words."""
        if self.base is not None:
            return f"base {self.base}, dim {self.dim}, {len(self.angles)} planes"
        return ", ".join(angle.source for angle in self.angles)

    def to_json(self) -> dict[str, Any]:
        """{"base", "dim", "planes"} or {"angles": [..]}; SymPy numbers cannot be read back."""
        if self.base is not None:
            return {"base": str(self.base), "dim": self.dim, "planes": len(self.angles)}
        return {"angles": [_angle_to_json(angle) for angle in self.angles]}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> FrequencyList:
        """The list that `to_json` wrote.

        Raises:
            InvalidInput: a SymPy number (text is not evaluated), or a schedule out of range.
        """
        if "base" in data:
            return cls.rope(data["base"], data["dim"], data["planes"])
        return cls.of([_angle_from_json(item) for item in data["angles"]])


def _angle_to_json(angle: Frequency) -> dict[str, Any]:
    if angle.symbolic is not None:
        return {"sympy": angle.source}
    if angle.power:
        return {"base": str(angle.power[0]), "exponent": str(angle.power[1])}
    return {"turns": str(angle.turns), "radians": str(angle.radians)}


def _angle_from_json(item: dict[str, Any]) -> Frequency:
    if "sympy" in item:
        raise InvalidInput("frequencies", "must not be SymPy text: it is not evaluated", item["sympy"])
    if "base" in item:
        return rope_frequency(item["base"], Fraction(item["exponent"]))
    turns, radians = Fraction(item["turns"]), Fraction(item["radians"])
    return Frequency(f"{turns} turns + {radians}", turns=turns, radians=radians)


def rope_frequency(base: object, exponent: Fraction) -> Frequency:
    """The angle base^exponent radians, base a positive rational: g_k has exponent -2(k-1)/d.

    Example:
        >>> rope_frequency(10000, Fraction(0)).radians
        Fraction(1, 1)
    """
    number = _positive(base)
    if exponent.denominator == 1:
        return Frequency(f"({number})^({exponent})", radians=number ** int(exponent))
    return Frequency(f"({number})^({exponent})", power=(number, exponent))


def _positive(base: object) -> Fraction:
    number = read_rational("base", base)
    if number <= 0:
        raise InvalidInput("base", "must be positive", base)
    return number


def rope_frequencies(base: object, dim: int, planes: int | None = None) -> tuple[Frequency, ...]:
    """The RoPE angles g_k = base^(-2(k-1)/dim), k = 1..planes, exact, in radians per position.

    Args:
        base: positive rational (integer, Fraction, decimal string, or a float that is an integer).
        dim: rotary dimension, even, at least 2.
        planes: how many of the dim/2 planes to keep, fastest first; all by default.

    Raises:
        InvalidInput: odd or non-positive dim, more planes than dim/2, base not a positive finite rational.

    Example:
        >>> [angle.source for angle in rope_frequencies(10000, 4)]
        ['(10000)^(0)', '(10000)^(-1/2)']
    """
    dim = require_int("dim", dim, least=2)
    if dim % 2:
        raise InvalidInput("dim", "must be even", dim)
    planes = dim // 2 if planes is None else require_int("planes", planes, least=1, most=dim // 2)
    return _schedule(_positive(base), dim, planes)


@functools.lru_cache(64)
def _schedule(base: Fraction, dim: int, planes: int) -> tuple[Frequency, ...]:
    from rope_theory.core.rope import exponents  # the schedule, stated once

    return tuple(rope_frequency(base, exponent) for exponent in exponents(dim)[:planes])
