"""Binary floating-point formats: exact spacing, exact rounding to nearest (ties to even).

A format with p significant bits holds every integer up to 2^p, and rounding moves x by at most half a
spacing: |fl(x) - x| <= u·|x| with u = 2^-p (no underflow). Numbers are Fractions here; nothing is rounded
but by `round`.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from flint import arb

from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.meant import meant, slip
from rope_theory.laws.discrepancy.precision import ends


@dataclass(frozen=True)
class Format:
    """An IEEE-style binary format.

    Args:
        name: as torch calls the dtype.
        bits: p, significant bits with the hidden one.
        least_exponent: exponent of the smallest normal number.
        greatest_exponent: exponent of the largest binade.
        lost: how many of the largest numbers of that binade the format gives to NaN (e4m3: one).
        scale: the numbers are 2^scale times those that are stored: exponents are counted with it.

    Example:
        >>> BFLOAT16.largest_exact_integer, FLOAT16.largest_exact_integer, BFLOAT16.unit_roundoff
        (256, 2048, Fraction(1, 256))
    """

    name: str
    bits: int
    least_exponent: int
    greatest_exponent: int
    lost: int = 0
    scale: int = 0

    def __str__(self) -> str:
        return self.name

    @functools.cached_property
    def unit_roundoff(self) -> Fraction:
        """u = 2^-p: the largest relative error of one rounding, without underflow."""
        return Fraction(1, 2**self.bits)

    @property
    def largest_exact_integer(self) -> int:
        """2^p: every integer up to it is held exactly, 2^p + 1 is not."""
        return 2**self.bits

    @functools.cached_property
    def largest(self) -> Fraction:
        """The largest finite number."""
        return (2 - 2 * (1 + self.lost) * self.unit_roundoff) * Fraction(2) ** self.greatest_exponent

    @functools.cached_property
    def _largest_float(self) -> float:
        return float(self.largest)

    @functools.cached_property
    def tiny(self) -> Fraction:
        """Half of the smallest subnormal number: what one rounding may add beyond u·|x|."""
        return Fraction(2) ** (self.least_exponent - self.bits)

    def fitted(self, most: Fraction) -> Format:
        """The same format beside a scale: the least power of two with which numbers up to `most` are held.

        Dividing by a power of two and multiplying back are exact, so that only the store between them rounds.

        Args:
            most: > 0.

        Example:
            >>> [(form.fitted(Fraction(1)).scale, form.fitted(Fraction(1)).largest) for form in STORED.values()]
            [(-8, Fraction(7, 4)), (-15, Fraction(7, 4))]
        """
        require(most > 0, "most", "must be positive", most)
        share = most / self.largest
        power = _exponent(share.numerator, share.denominator)
        power += share > Fraction(2) ** power
        ends_ = {name: getattr(self, name) + power for name in ("least_exponent", "greatest_exponent", "scale")}
        return replace(self, **ends_)

    def spacing(self, value: Fraction | int) -> Fraction:
        """The distance of neighbours in the binade of `value`: 2^{max(e, e_min) - p + 1} for 2^e <= |value| <
        2^{e+1}.

        Example:
            >>> BFLOAT16.spacing(256), BFLOAT16.spacing(255), FLOAT16.spacing(4000)
            (Fraction(2, 1), Fraction(1, 1), Fraction(2, 1))
        """
        return Fraction(2) ** (
            max(_exponent(abs(value.numerator), value.denominator), self.least_exponent) - self.bits + 1
        )

    def round(self, value: Fraction | int) -> Fraction:
        """The nearest number of the format, ties to the even one.

        Raises:
            InvalidInput: the result would be infinite.

        Example:
            >>> BFLOAT16.round(257), BFLOAT16.round(259), BFLOAT16.round(Fraction(1, 3))
            (Fraction(256, 1), Fraction(260, 1), Fraction(171, 512))
        """
        if not value:
            return Fraction(0)
        size, whole = abs(value.numerator), value.denominator
        unit = max(_exponent(size, whole), self.least_exponent) - self.bits + 1  # spacing is 2^unit
        kept, rest = divmod(size << max(-unit, 0), whole << max(unit, 0))
        half = 2 * rest - (whole << max(unit, 0))
        kept += half > 0 or (half == 0 and kept & 1)
        rounded = Fraction((kept if value > 0 else -kept) << max(unit, 0), 1 << max(-unit, 0))
        require(abs(rounded) <= self.largest, "value", f"must not overflow {self.name}", value)
        return rounded

    def round_dyadic(self, numerator: int, denominator: int) -> Fraction:
        """`round(numerator/denominator)` for a denominator that is a power of two, by shifts.

        Example:
            >>> FLOAT32.round_dyadic(2**30 + 1, 8) == FLOAT32.round(Fraction(2**30 + 1, 8)) == 2**27
            True
        """
        size = abs(numerator)
        drop = size.bit_length() - self.bits
        exponent = size.bit_length() - denominator.bit_length()
        if drop <= 0 or exponent < self.least_exponent or exponent >= self.greatest_exponent:
            return self.round(Fraction(numerator, denominator))
        kept, rest = size >> drop, size & ((1 << drop) - 1)
        half = 1 << (drop - 1)
        kept += rest > half or (rest == half and kept & 1)
        return Fraction((kept << drop) * (1 if numerator >= 0 else -1), denominator)

    def round_ball(self, ball: arb) -> Fraction:
        """The rounding of the number that a ball encloses.

        Raises:
            InvalidInput: the ball holds numbers that round differently (more working precision is needed).
        """
        low, high = map(self.round, ends(ball))
        if low != high:
            raise InvalidInput("ball", f"must be narrow enough to round to one number of {self.name}", str(ball))
        return low

    def holds(self, value: Fraction | int) -> bool:
        """Whether `value` is a number of the format."""
        return abs(Fraction(value)) <= self.largest and self.round(value) == value

    def round_array(self, values: np.ndarray) -> np.ndarray:
        """`round` on float64 arrays, elementwise; overflow gives infinity. float64 itself is unchanged.

        Example:
            >>> BFLOAT16.round_array(np.array([257.0, 259.0, 1e39])).tolist()
            [256.0, 260.0, inf]
        """
        if self.bits == FLOAT64.bits:
            return values
        if self == FLOAT32:  # the processor's own
            with np.errstate(over="ignore"):
                return values.astype(np.float32).astype(np.float64)
        _, exponents = np.frexp(values)
        units = np.maximum(exponents - 1, self.least_exponent) - self.bits + 1
        rounded = np.ldexp(np.rint(np.ldexp(values, -units)), units)
        return np.where(np.abs(rounded) > self._largest_float, np.copysign(np.inf, rounded), rounded)


BFLOAT16 = Format("bfloat16", 8, -126, 127)
FLOAT16 = Format("float16", 11, -14, 15)
FLOAT32 = Format("float32", 24, -126, 127)
FLOAT64 = Format("float64", 53, -1022, 1023)
FORMATS = {each.name: each for each in (BFLOAT16, FLOAT16, FLOAT32, FLOAT64)}
#: Formats that keys are stored in and nothing is computed in: e4m3 as OCP has it (torch's float8_e4m3fn), and e5m2.
STORED = {each.name: each for each in (Format("fp8_e4m3", 4, -6, 8, lost=1), Format("fp8_e5m2", 3, -14, 15))}


def must_round(step: str, form: Format | None) -> Format:
    """The format of a step that must have one.

    Raises:
        InvalidInput: the step is exact.
    """
    if form is None:
        raise InvalidInput("recipe", f"must round the step {step!r}", "exact")
    return form


#: What people call the formats.
SHORT = {
    "bf16": "bfloat16",
    "fp16": "float16",
    "half": "float16",
    "fp32": "float32",
    "single": "float32",
    "fp64": "float64",
    "double": "float64",
}


def read_format(argument: str, name: object, stored: bool = False) -> Format:
    """The format of that name.

    Args:
        argument: as an error names it.
        name: of `FORMATS`, or a format.
        stored: also of `STORED`.

    Raises:
        InvalidInput: there is none.

    Example:
        >>> read_format("dtype", "float16").bits
        11
    """
    if isinstance(name, Format):
        return name
    known = FORMATS | STORED if stored else FORMATS
    if name not in known:
        hint = _why_not(str(name).lower()) or meant(name, known, most=1, cutoff=0.7)
        raise InvalidInput(argument, f"must be one of {', '.join(known)}{hint}", name)
    return known[str(name)]


#: What is said of formats that there are elsewhere: their names, and why they are none of these.
ELSEWHERE = (
    (
        re.compile(r"(fp|float)?[-_]?8([-_]?e\dm\d\w*)?|(fp8|float8)?[-_]?(e4m3|e5m2)\w*"),
        "fp8 is for stored keys, beside a scale: rope-theory cliff index --dtype bfloat16 --phases float32 --step stored=fp8_e4m3, or fp8_e5m2; the page of limits in bfloat16 says what it keeps",
    ),
    (
        re.compile(r"u?int\d+|q\d\w*|nf4|(fp|float)?4([-_]?e2m1\w*)?|mxfp\d|nvfp4"),
        "levels beside a scale are no format of single steps; what any error of a key does: rope-theory ask key-quantisation",
    ),
    (
        re.compile(r"tf32|tensorfloat-?32"),
        "tf32 rounds what is multiplied and keeps float32 for the rest, which is no format of a step here",
    ),
)


def _why_not(name: str) -> str:
    """A name that means one of the formats, or why it is none of them, in brackets; else nothing."""
    if name in SHORT:
        return f" (did you mean {SHORT[name]}?)"
    elsewhere = next((f" ({why})" for names, why in ELSEWHERE if names.fullmatch(name)), "")
    near = SHORT.get(slip(name, SHORT) or "")
    return elsewhere or (f" (did you mean {near}?)" if near else "")


def _exponent(size: int, whole: int) -> int:
    """e with 2^e <= size/whole < 2^(e+1); very small for 0."""
    if not size:
        return -(10**6)
    guess = size.bit_length() - whole.bit_length()
    return guess if whole << max(guess, 0) <= size << max(-guess, 0) else guess - 1
