"""One formula, several readings: the few operations that differ between kinds of numbers.

A formula of this package is written once, in terms of `cos`, `sin`, `exp`, `scale`, `full_turn` and the
operators + - *. What it is given decides how it is read:

| reading | numbers | answers |
|---|---|---|
| exact    | `Angle`, `TrigSum`, `Fraction` | exact, with decidable order |
| symbolic | SymPy expressions              | exact, with free parameters |
| ball     | python-flint `arb`             | rigorous enclosure |
| float    | float, NumPy, torch            | rounded; decides nothing |
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from flint import arb

from rope_theory.core.angles import FULL_TURN, Angle, ball
from rope_theory.core.errors import LONGEST, require
from rope_theory.core.numbers import Value, is_expression, is_sympy


def cos(angle: Value) -> Value:
    """cos(angle), angle in radians, in the reading of its argument."""
    return _apply("cos", angle)


def sin(angle: Value) -> Value:
    """sin(angle), angle in radians, in the reading of its argument."""
    return _apply("sin", angle)


def exp(value: Value) -> Value:
    """e**value in the reading of its argument; exact numbers are read as balls (their exponentials are not exact)."""
    if is_expression(value):
        import sympy

        return sympy.exp(value)
    floating = isinstance(value, float) or type(value).__module__ == "numpy"
    return _apply("exp", value if hasattr(value, "exp") or floating else ball(value))


def _apply(name: str, value: Value) -> Value:
    if is_sympy(value):
        import sympy

        return getattr(sympy, name)(value)
    if method := getattr(value, name, None):
        return method()
    if type(value) in (int, float) and name != "exp" and math.isfinite(value):
        return getattr(math, name)(value)
    import numpy as np  # as late as here: exact work and plain numbers need none of it

    return getattr(np, name)(value)


def scale(factor: Value, value: Value) -> Value:
    """factor·value, also where a Fraction meets a ball, an array or a tensor."""
    if type(factor) is int and factor == 1:
        return value
    if isinstance(factor, Fraction):
        part, whole = factor.numerator, factor.denominator
        return (value if part == 1 else value * part) if whole == 1 else value * part / whole
    return factor * value


def full_turn(like: Value) -> Value:
    """2π in the reading of `like` (an exact angle for an exact angle)."""
    if isinstance(like, Angle):
        return FULL_TURN
    if is_sympy(like):
        import sympy

        return 2 * sympy.pi
    if isinstance(like, arb):
        return 2 * arb.pi()
    return 2 * math.pi


def require_number(argument: str, value: Value) -> None:
    """Refuse what is a number in no reading: text, nothing, truth values, lists, and floats that are not finite.

    Raises:
        InvalidInput: naming the argument, the rule and the value.

    Example:
        >>> require_number("theta", "0.3")
        Traceback (most recent call last):
            ...
        rope_theory.core.errors.InvalidInput: theta must be a number (exact, a SymPy expression, an arb or a float) or an array of them, got '0.3'
    """
    number = is_number(value) and not isinstance(value, bool)
    _require(number, argument, "a number (exact, a SymPy expression, an arb or a float) or an array of them", value)


def is_number(value: Value) -> bool:
    """Whether it is a number in some reading, or an array of them: truth values, infinities and NaN count, text and lists do not.

    Example:
        >>> [is_number(value) for value in (1, math.inf, True, "1", None, [1])]
        [True, True, True, False, False, False]
    """
    return all(hasattr(value, operation) for operation in ("__neg__", "__rmul__"))


def require_angle(argument: str, value: Value) -> None:
    """Refuse what is an angle in no reading: all but what `cos` reads, and floats that are not finite. For text and
    Fractions that `Angle.parse` reads the rule says how to write them.

    Raises:
        InvalidInput: naming the argument, the rule and the value.

    Example:
        >>> require_angle("theta", None)
        Traceback (most recent call last):
            ...
        rope_theory.core.errors.InvalidInput: theta must be an angle (an Angle, a SymPy expression, an arb or a float, in radians) or an array of them, got nothing
        >>> require_angle("theta", "0.8")
        Traceback (most recent call last):
            ...
        rope_theory.core.errors.InvalidInput: theta must be an angle (an Angle, a SymPy expression, an arb or a float, in radians) or an array of them: write Angle.parse('0.8'), got '0.8'
    """
    known = is_expression(value) or type(value) is int or isinstance(value, float) or hasattr(value, "__array__")
    angle = known or callable(getattr(value, "cos", None))
    rule = "an angle (an Angle, a SymPy expression, an arb or a float, in radians) or an array of them"
    _require(angle, argument, rule if angle else rule + _how_to_write(value), value)


def _how_to_write(value: Value) -> str:
    """The call that makes an angle of text or of a Fraction (radians), where there is one."""
    if not isinstance(value, str | Fraction):
        return ""
    try:
        Angle.parse(text := str(value))
    except ValueError:  # no angle, or more digits than Python writes
        return ""
    return f": write Angle.parse({text!r})" if len(text) <= LONGEST else ": write Angle.parse(…)"


def _require(holds: bool, argument: str, rule: str, value: Value) -> None:
    require(holds, argument, f"must be {rule}", value)
    require(not isinstance(value, float) or math.isfinite(value), argument, "must be finite", value)


READINGS: dict[str, Callable[[Angle], Value]] = {
    "exact": lambda angle: angle,
    "symbolic": lambda angle: angle.sympy(),
    "ball": lambda angle: angle.ball(),
    "float": float,
}
