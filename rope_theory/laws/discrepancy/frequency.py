"""Frequencies known exactly: what one *is* (`Frequency`), and how a user may give one (`read_frequency`).

Three kinds: 2*pi*turns + radians with rational turns and radians, which is an `Angle`; base^exponent radians with
rational base and exponent (the frequencies of RoPE); a SymPy number. Each yields a ball at any working precision, and
no more: angles are added and compared exactly, and signs of their sums of cosines are decided, which the other two
kinds do not allow.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import flint

from rope_theory.core.angles import Angle
from rope_theory.core.errors import InvalidInput, with_point
from rope_theory.core.numbers import is_sympy
from rope_theory.laws.discrepancy.precision import as_ball, ends, twice_square, versine
from rope_theory.laws.discrepancy.sympy_balls import sympy_ball

if TYPE_CHECKING:
    import sympy

_DECIMAL = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")
_RATIO = re.compile(r"[+-]?\d+/\d+")


@dataclass(frozen=True)
class Frequency:
    """2*pi*turns + radians + base^exponent + symbolic, radians per position (all but one kind absent).

    Args:
        source: the frequency as the user wrote it.
        turns: rational part counted in full turns.
        radians: rational part counted in radians.
        power: (base, exponent), base > 0 rational, or None.
        symbolic: a SymPy number in radians, or None.

    Example:
        >>> Frequency("a third of a turn", turns=Fraction(1, 3)).rational_turns
        Fraction(1, 3)
    """

    source: str
    turns: Fraction = Fraction(0)
    radians: Fraction = Fraction(0)
    power: tuple[Fraction, Fraction] | None = None
    symbolic: object = None

    @property
    def rational_turns(self) -> Fraction | None:
        """The angle as an exact fraction of a full turn, or None.

        For 2*pi*turns + radians with radians != 0, and for base^exponent, None is a fact: a nonzero algebraic
        number is no rational multiple of 2*pi (Lindemann). For a SymPy number None only means unknown.
        """
        return None if self.radians or self.power or self.symbolic is not None else self.turns

    @cached_property
    def size_bits(self) -> int:
        """About log2 |angle| when that is positive: extra bits that reducing by 2*pi will use up."""
        if self.power:
            base, exponent = self.power
            return max(0, int((base.numerator.bit_length() - base.denominator.bit_length() + 1) * exponent))
        if self.symbolic is not None:
            with flint.ctx.workprec(64):
                ball = self.radians_ball()
                return max(0, int(max(map(abs, ends(ball)))).bit_length()) if ball.is_finite() else 0
        return max(0, self.radians.numerator.bit_length() - self.radians.denominator.bit_length() + 1)

    @cached_property
    def _power(self) -> tuple[flint.fmpq, flint.fmpq]:
        """Base and exponent as FLINT has them: a base may have thousands of digits, and is asked for often."""
        assert self.power is not None
        base, exponent = (flint.fmpq(each.numerator, each.denominator) for each in self.power)
        return base, exponent

    def radians_ball(self) -> flint.arb:
        """The angle in radians as a ball at the working precision."""
        if self.power:
            base, exponent = self._power
            return (flint.arb(base).log() * flint.arb(exponent)).exp()
        if self.symbolic is not None:
            return sympy_ball(self.symbolic)
        return 2 * flint.arb.pi() * as_ball(self.turns) + as_ball(self.radians)

    def turns_ball(self) -> flint.arb:
        """The angle as a fraction of a full turn, as a ball at the working precision."""
        if self.power or self.symbolic is not None:
            return self.radians_ball() / (2 * flint.arb.pi())
        return as_ball(self.turns) + as_ball(self.radians) / (2 * flint.arb.pi())

    def one_minus_cos(self, t: int, radians: flint.arb | None = None) -> flint.arb:
        """1 - cos(t*angle) = 2 sin^2(t*angle/2) as a ball, exact where known turns make it rational.

        Args:
            t: an integer.
            radians: `radians_ball()` at the working precision, if the caller has it already.
        """
        turns = self.rational_turns
        if turns is not None:
            return versine(t * turns % 1)
        ball = self.radians_ball() if radians is None else radians
        return twice_square((ball * t / 2).sin())


def read_frequency(theta: object) -> Frequency:
    """The frequency that `theta` stands for.

    Args:
        theta: an integer or a Fraction: radians; a text, as for `Angle.parse`: "0.8", "2pi/7", "3/7 turn"; an `Angle`;
            a SymPy number in radians; or a `Frequency`. A float is refused: 0.1 is not the number it shows.

    Raises:
        InvalidInput: NaN, infinite, complex, a float, or a text that is no angle.

    Example:
        >>> read_frequency("1e-3").radians
        Fraction(1, 1000)
        >>> read_frequency(0.1)
        Traceback (most recent call last):
        rope_theory.core.errors.InvalidInput: theta must be exact: write "0.1" or Fraction(...), got 0.1
    """
    if isinstance(theta, Frequency):
        return theta
    if isinstance(theta, bool):
        raise InvalidInput("theta", "must be an angle", theta)
    if isinstance(theta, str):
        angle = Angle.parse(theta, "theta")
        return Frequency(theta.strip(), turns=angle.turns, radians=angle.radians)
    if isinstance(theta, Angle):
        return Frequency(str(theta), turns=theta.turns, radians=theta.radians)
    if is_sympy(theta):
        return _read_sympy(theta)
    if hasattr(theta, "__index__"):
        return Frequency(str(theta), radians=Fraction(theta.__index__()))
    if isinstance(theta, Fraction):
        return Frequency(str(theta), radians=theta)
    if isinstance(theta, float):
        finite = theta == theta and abs(theta) != float("inf")
        rule = f'must be exact: write "{float(theta)!r}" or Fraction(...)' if finite else "must be finite"
        if (
            finite and type(theta) is not float
        ):  # an item of an array, as `frequencies` gives unless it is asked for others
            rule += ', or frequencies(base, dim, "symbolic") for those of a base'
        raise InvalidInput("theta", rule, theta)
    raise InvalidInput("theta", "must be a text, Fraction, Angle or SymPy number", theta)


def read_rational(argument: str, value: object) -> Fraction:
    """An exact rational from an integer, Fraction, decimal string, ratio string, or integer-valued float."""
    if isinstance(value, bool):
        raise InvalidInput(argument, "must be a number", value)
    if isinstance(value, str):
        text = value.strip()
        try:
            if _RATIO.fullmatch(text):
                return Fraction(text)
            match = _DECIMAL.fullmatch(text)
            if match and len(text) <= 4000 and abs(int((match[3] or "e0")[1:])) <= 4000:
                return Fraction(text)
        except (ValueError, ZeroDivisionError):
            pass
        rule = f'must be a finite decimal such as "0.8" or "1e-3", or a ratio "p/q"{with_point(text)}'
        raise InvalidInput(argument, rule, value)
    if isinstance(value, float):
        if value.is_integer():  # False for NaN and the infinities
            return Fraction(value)
        raise InvalidInput(argument, "must be finite and exact (a decimal string, Fraction or integer)", value)
    if isinstance(value, Fraction):
        return value
    if hasattr(value, "__index__"):
        return Fraction(value.__index__())
    if is_sympy(value) and value.is_Rational:
        return Fraction(int(value.p), int(value.q))
    raise InvalidInput(argument, "must be a rational number", value)


def _read_sympy(theta: sympy.Expr) -> Frequency:
    """a*pi + b with rational a, b is recognised exactly; any other number is kept as it stands."""
    import sympy

    if theta.is_number is not True or theta.is_real is False or theta.has(sympy.nan, sympy.zoo, sympy.oo, sympy.I):
        raise InvalidInput("theta", "must be a finite real SymPy number", str(theta))
    if theta.has(sympy.Float):
        raise InvalidInput("theta", "must be exact: no SymPy floats", str(theta))
    expanded = sympy.expand(theta)
    multiple = expanded.coeff(sympy.pi, 1)
    rest = expanded - multiple * sympy.pi
    if multiple.is_Rational and rest.is_Rational:
        turns, radians = read_rational("theta", multiple) / 2, read_rational("theta", rest)
        return Frequency(str(theta), turns=turns, radians=radians)
    sympy_ball(theta)  # names an unknown node now, not at the first use
    return Frequency(str(theta), symbolic=theta)
