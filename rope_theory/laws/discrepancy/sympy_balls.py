"""SymPy numbers as balls: the expression tree is walked here, node by node, so `evalf` is not trusted.

Known nodes: rationals, pi, E, the golden ratio, Euler's gamma and Catalan's constant; sums, products, powers;
exp, log, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, |x|. Anything else is `InvalidInput`, by its
name.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import flint

from rope_theory.core.errors import InvalidInput
from rope_theory.laws.discrepancy.precision import as_ball

if TYPE_CHECKING:
    import sympy

_METHODS = ("exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh")


def sympy_ball(expression: sympy.Expr | Fraction) -> flint.arb:
    """A ball that contains the real number `expression`, at the working precision of `flint.ctx`.

    Args:
        expression: a SymPy number built from the nodes named above, every subexpression real; or a fraction, which
            needs no SymPy.

    Returns:
        A ball; not finite where the precision is too low (a divisor or radicand whose ball meets 0).

    Raises:
        InvalidInput: a symbol, a float, a complex number, or a node not in the list.

    Example:
        >>> import sympy
        >>> x = sympy_ball(sympy.sqrt(5) - 1)
        >>> ((x + 1) ** 2).contains(5)
        True
    """
    if isinstance(expression, Fraction):
        return as_ball(expression)
    import sympy

    if expression.is_Rational:
        return as_ball(Fraction(int(expression.p), int(expression.q)))
    constants = {
        sympy.S.Pi: flint.arb.pi,
        sympy.S.Exp1: flint.arb.const_e,
        sympy.S.EulerGamma: flint.arb.const_euler,
        sympy.S.Catalan: flint.arb.const_catalan,
    }
    if expression in constants:
        return constants[expression]()
    if expression is sympy.S.GoldenRatio:
        return (1 + flint.arb(5).sqrt()) / 2
    if expression.is_Add:
        return sum((sympy_ball(term) for term in expression.args), flint.arb(0))
    if expression.is_Mul:
        product = flint.arb(1)
        for factor in expression.args:
            product *= sympy_ball(factor)
        return product
    if expression.is_Pow:
        return _power(expression, *expression.as_base_exp())
    name = type(expression).__name__
    if name in _METHODS and len(expression.args) == 1:
        return getattr(sympy_ball(expression.args[0]), name)()
    if name == "Abs":
        return abs(sympy_ball(expression.args[0]))
    raise InvalidInput("theta", f"must be a real SymPy number of known nodes; {name} is not one", str(expression))


def _power(whole: sympy.Expr, base: sympy.Expr, exponent: sympy.Expr) -> flint.arb:
    """base^exponent: integer exponents by multiplication, others only over a non-negative base."""
    ball = sympy_ball(base)
    if exponent.is_Integer:
        return _integer_power(ball, int(exponent))
    if exponent.is_Rational and exponent.q == 2 and exponent.p > 0 and base.is_zero:
        return flint.arb(0)
    if ball < 0:  # certain: the whole ball is negative, so the power is not real
        raise InvalidInput("theta", "must be real; a negative base has a fractional power", str(whole))
    if exponent.is_Rational and exponent.q == 2:
        return _integer_power(ball.sqrt(), int(exponent.p))
    return (sympy_ball(exponent) * ball.log()).exp()


def _integer_power(ball: flint.arb, exponent: int) -> flint.arb:
    """ball^exponent by repeated squaring (python-flint's `**` is NaN for a ball around 0)."""
    if exponent < 0:
        return 1 / _integer_power(ball, -exponent)
    result = flint.arb(1)
    while exponent:
        if exponent & 1:
            result = result * ball
        ball, exponent = ball * ball, exponent >> 1
    return result


def proves_zero(expression: sympy.Expr) -> bool:
    """True when SymPy's exact algebra shows `expression` = 0; False says nothing.

    Expansion first, then, for algebraic numbers, the minimal polynomial. No numerical test is involved.

    Example:
        >>> import sympy
        >>> proves_zero((sympy.sqrt(2) + 1) * (sympy.sqrt(2) - 1) - 1)
        True
        >>> proves_zero(sympy.sqrt(2) + sympy.sqrt(3) - sympy.sqrt(5 + 2 * sympy.sqrt(6)))
        True
    """
    import sympy

    expanded = sympy.expand(expression)
    if expanded == 0:
        return True
    if not expanded.is_algebraic:
        return False
    variable = sympy.Dummy("x")
    try:
        return sympy.minimal_polynomial(expanded, variable) == variable
    except (NotImplementedError, sympy.polys.polyerrors.BasePolynomialError):
        return False
