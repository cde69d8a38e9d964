"""Whole parts of quotients of angles: exact for exact angles, and for enclosures only where all of one
agrees.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias

import flint
from flint import arb

from rope_theory.core.angles import FULL_TURN, Angle, ball
from rope_theory.core.errors import InvalidInput, require

#: An angle in radians: exact (`Angle`), or enclosed (`arb`). The two never meet in one expression, which a union
#: cannot say.
Radians: TypeAlias = Any

HALF_TURN = FULL_TURN / 2


class Undecided(Exception):
    """An enclosure contains both sides of a decision."""


def read_angle(argument: str, value: Radians) -> Radians:
    """An `Angle`, an arb, or a `Frequency` that neither covers (a SymPy number, a power)."""
    if isinstance(value, Angle):
        return value
    if isinstance(value, arb):
        require(value.is_finite(), argument, "must be finite", value)
        return value
    from rope_theory.laws.discrepancy.frequency import read_frequency

    try:
        exact = read_frequency(value)
    except InvalidInput as error:
        raise InvalidInput(argument, error.rule, error.value) from None
    known = exact.power is None and exact.symbolic is None
    return Angle(exact.turns, exact.radians) if known else exact


def as_ball(angle: Radians) -> arb:
    """An enclosure in radians at the working precision."""
    return ball(angle) if isinstance(angle, Angle | arb) else angle.radians_ball()


def is_zero(angle: Radians) -> bool:
    """Whether a folded angle is 0.

    Raises:
        Undecided: an enclosure contains 0 and more.
    """
    if isinstance(angle, Angle):
        return angle == Angle()
    if angle.is_zero() or angle > 0:
        return bool(angle.is_zero())
    raise Undecided(f"θ modulo 2π may be 0: {angle}")


def fold(theta: Radians) -> tuple[Radians, int, int]:
    """(t, s, m) with θ = s·t + 2πm, 0 <= t <= π, s = ±1: at whole positions cos(tθ) only sees t.

    Example:
        >>> fold(Angle.parse("3pi/2"))
        (1/4 turn, -1, 1)
    """
    exact = isinstance(theta, Angle)
    half = HALF_TURN if exact else arb.pi()
    near = -half < theta <= half if exact else bool(abs(theta) < half)
    turns = 0 if near else quotient(theta + half, 2 * half)[0]
    rest = theta - 2 * turns * half
    negative = rest.sign() < 0 if exact else bool(rest < 0)
    return (-rest, -1, turns) if negative else (rest, 1, turns)


def half_turns(angle: Radians) -> tuple[int, bool]:
    """(⌊angle/π⌋, whether angle is a multiple of π).

    Example:
        >>> half_turns(Angle.parse("7")), half_turns(Angle.parse("-3pi"))
        ((2, False), (-3, True))
    """
    return quotient(angle, HALF_TURN if isinstance(angle, Angle) else arb.pi())


def quotient(angle: Radians, step: Radians, less: Fraction = Fraction(0)) -> tuple[int, bool]:
    """(⌊angle/step - less⌋, whether angle/step - less is whole), step > 0.

    Raises:
        Undecided: the enclosure contains a whole number and more.
    """
    if isinstance(angle, Angle):
        return _exact_quotient(angle - less * step if less else angle, step)
    if angle.is_zero():  # and only then an enclosure of the quotient can be a single number
        return (-less).__floor__(), less.denominator == 1
    value = angle / step - ball(less)
    floor = value.floor().unique_fmpz()
    if floor is None or value.contains(arb(floor)):
        raise Undecided(f"{value} may be a whole number")
    return int(floor), False


def _exact_quotient(angle: Angle, step: Angle) -> tuple[int, bool]:
    turns, radians, over = angle.parts
    step_turns, step_radians, step_over = step.parts
    if turns * step_radians == radians * step_turns:  # the quotient is rational
        part, whole = (turns, step_turns) if step_turns else (radians, step_radians)
        quotient, rest = divmod(part * step_over, whole * over)
        return quotient, not rest
    bits = 64 + turns.bit_length() + radians.bit_length()
    while True:  # irrational, so it will be told from every whole number
        with flint.ctx.workprec(bits):
            floor = (angle.ball() / step.ball()).floor().unique_fmpz()
        if floor is not None:
            return int(floor), False
        bits *= 2
