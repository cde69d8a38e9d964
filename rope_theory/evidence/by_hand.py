"""Numbers as a reader checks them by hand: digits that are the number's own, and comparisons that are decided."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from flint import arb

from rope_theory.core.angles import Angle, TrigSum, ball
from rope_theory.core.errors import require
from rope_theory.core.truth import Truth, less

Number = int | Fraction | TrigSum | Angle | arb
#: Fractions with a larger denominator are shown by their digits.
PLAIN = 16


def spelled(angle: Angle) -> str:
    """An angle in radians as it is written: "2π/3", "4/5", "π/8 + 1".

    Example:
        >>> spelled(Angle.parse("2pi/3")), spelled(Angle.parse("-0.8")), spelled(Angle(1, -2)), spelled(Angle())
        ('2π/3', '-4/5', '2π - 2', '0')
    """
    halves = 2 * angle.turns
    times = {1: "", -1: "-"}.get(halves.numerator, str(halves.numerator))
    turns = f"{times}π" + (f"/{halves.denominator}" if halves.denominator > 1 else "") if halves else ""
    radians = str(angle.radians) if angle.radians or not turns else ""
    return " + ".join(filter(None, (turns, radians))).replace("+ -", "- ")


def number(value: Number, decimals: int = 4) -> str:
    """A number as a fraction if it is a short one, else its first decimals, cut off and not rounded: "0.9238…".

    Args:
        value: exact, or a ball narrow enough to tell the digits.
        decimals: at least 1.

    Raises:
        InvalidInput: the ball does not tell them.

    Example:
        >>> number(Angle.parse("2pi/3").cos()), number(Angle.parse("pi/8").cos()), number(-Angle.parse("1").cos())
        ('-1/2', '0.9238…', '-0.5403…')
    """
    short = _short(value)
    if short is not None:
        return str(short)
    if isinstance(value, int | Fraction):
        scaled, rest = divmod(abs(value) * 10**decimals, 1)
    else:
        scaled, rest = (abs(ball(value)) * 10**decimals).floor().unique_fmpz(), True
        require(scaled is not None, "value", f"must be known to {decimals} decimals", value)
    digits = str(int(scaled)).zfill(decimals + 1)
    shown = f"{'-' if ball(value) < 0 else ''}{digits[:-decimals]}.{digits[-decimals:]}"
    return f"{shown}…" if rest else shown.rstrip("0")


def sign(left: Number, right: Number) -> str:
    """The decided sign between two numbers: "<", "=" or ">".

    Raises:
        InvalidInput: the balls overlap.

    Example:
        >>> sign(Angle.parse("pi/3").cos(), Fraction(1, 2)), sign(1, arb.pi()), sign(4, arb.pi())
        ('=', '<', '>')
    """
    if less(ball(left), ball(right)) is Truth.TRUE:
        return "<"
    if less(ball(right), ball(left)) is Truth.TRUE:
        return ">"
    require(not isinstance(left, arb) and not isinstance(right, arb) and left == right, "left",
            f"must be told from {right} or equal it exactly", left)  # fmt: skip
    return "="


def compared(left: str, value: Number, right: str, other: Number) -> str:
    """One line: left = its number, the decided sign, the other number = right.

    Example:
        >>> compared("1 - cos(2π/3)", 1 - Angle.parse("2pi/3").cos(), "2π²/16", 2 * arb.pi() ** 2 / 16)
        '1 - cos(2π/3) = 3/2 > 1.2337… = 2π²/16'
    """
    return f"{left} = {number(value)} {sign(value, other)} {number(other)} = {right}"


def listed(values: Iterable[Any]) -> str:
    """Values with commas between; numbers as `number` has them."""
    return ", ".join(number(value) if isinstance(value, Number) else str(value) for value in values)


def _short(value: Number) -> Fraction | None:
    if isinstance(value, arb | Angle):
        return None
    near = Fraction(float(value)).limit_denominator(PLAIN)
    return near if value == near else None
