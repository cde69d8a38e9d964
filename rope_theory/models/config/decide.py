"""Exact decisions about SymPy numbers: floors and signs, by balls where they are not rational."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import flint

from rope_theory.core.truth import Truth
from rope_theory.laws.discrepancy.precision import MAX_BITS, PrecisionExhausted, ends
from rope_theory.laws.discrepancy.sympy_balls import sympy_ball

if TYPE_CHECKING:
    import sympy


def floor_of(number: sympy.Expr) -> int:
    """The floor of a real SymPy number that is no integer, by balls."""
    for low, high in _narrowing(lambda: sympy_ball(number)):
        if low.__floor__() == high.__floor__():
            return low.__floor__()
    raise PrecisionExhausted("rope_parameters", MAX_BITS, str(number))


def negative(number: sympy.Expr) -> bool:
    """Whether number < 0, exactly for rationals, else by balls."""
    import sympy

    exact = sympy.sympify(number)
    return bool(exact < 0) if exact.is_Rational else negative_ball(lambda: sympy_ball(exact), str(number))


def negative_ball(ball: Callable[[], flint.arb], source: str) -> bool:
    """Whether a number that is not 0 is negative.

    Args:
        ball: encloses it at the working precision.
        source: what it is, for the error.

    Raises:
        PrecisionExhausted: no precision decides.
    """
    for low, high in _narrowing(ball):
        if high < 0 or low > 0:
            return high < 0
    raise PrecisionExhausted("rope_parameters", MAX_BITS, source)


def _narrowing(enclose: Callable[[], flint.arb]) -> Iterator[tuple[Fraction, Fraction]]:
    bits = 128
    while bits <= 4096:
        with flint.ctx.workprec(bits):
            ball = enclose()
            pair = ends(ball) if ball.is_finite() else None
        if pair:
            yield pair
        bits *= 2


def same_number(one: sympy.Expr | Fraction, other: sympy.Expr | Fraction) -> Truth:
    """Whether two real SymPy numbers are equal: exactly for rationals and one formula, FALSE where balls are apart.

    Example:
        >>> from sympy import log, sqrt
        >>> [same_number(*pair).value for pair in ((log(2), log(2)), (log(2), sqrt(2)), (log(4), 2 * log(2)))]
        ['true', 'false', 'unknown']
    """
    import sympy

    one, other = sympy.sympify(one), sympy.sympify(other)
    if one == other:
        return Truth.TRUE
    if one.is_Rational and other.is_Rational:
        return Truth.FALSE
    with flint.ctx.workprec(256):
        return Truth.UNKNOWN if sympy_ball(one).overlaps(sympy_ball(other)) else Truth.FALSE


def rational(number: sympy.Expr) -> bool:
    """Whether SymPy knows it to be rational."""
    import sympy

    return bool(sympy.sympify(number).is_Rational)


def fraction(number: sympy.Expr) -> Fraction:
    """A rational SymPy number as a Fraction."""
    import sympy

    return Fraction(int(sympy.sympify(number).p), int(sympy.sympify(number).q))
