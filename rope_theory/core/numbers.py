"""A name for what formulas compute with, and which numbers are SymPy's."""

from __future__ import annotations

import sys
from numbers import Rational
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard

if TYPE_CHECKING:
    import sympy

#: A number in any reading (see `reading`), or an array of them. These share operators, not a class: `int`, `Fraction`,
#: `Angle`, `TrigSum`, SymPy expressions (which have no types), `arb`, floats, NumPy arrays, torch tensors.
Value: TypeAlias = Any


def as_whole(value: object) -> int | None:
    """The whole number that a number is, however it was written (12.0 is 12, true is none), or None.

    Example:
        >>> as_whole(12.0), as_whole(12), as_whole(12.5), as_whole(True)
        (12, 12, None, None)
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    if isinstance(value, Rational) and value.denominator == 1:
        return int(value.numerator)
    return None


def is_sympy(value: object) -> TypeGuard[sympy.Basic]:
    """Whether `value` is a SymPy object; imports nothing: where SymPy is not loaded, no value is one.

    Example:
        >>> is_sympy(1)
        False
    """
    sympy = sys.modules.get("sympy")
    return sympy is not None and isinstance(value, sympy.Basic)


def is_expression(value: object) -> TypeGuard[sympy.Expr]:
    """Whether `value` is a SymPy expression: a number or a formula, no truth value and no set; imports nothing.

    Example:
        >>> is_expression("x")
        False
    """
    return is_sympy(value) and isinstance(value, sys.modules["sympy"].Expr)
