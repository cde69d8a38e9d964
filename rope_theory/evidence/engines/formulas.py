"""From SymPy to z3: an equation between expressions as a formula, its cosines and sines as unknown numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy
import z3
from sympy import cos, sin

from rope_theory.evidence.engines import arithmetic, symbolic
from rope_theory.evidence.engines.guard import lifted
from rope_theory.evidence.engines.refusal import EngineRefusal


def equation(left: Any, right: Any, ground: Sequence[Any] = ()) -> z3.BoolRef:
    """left = right wherever no denominator vanishes, with one real unknown for each cosine and sine, named as written.

    Args:
        left, right: SymPy expressions in +, *, /, whole powers, cos, sin, symbols and rational numbers.
        ground: z3 formulas whose whole variables of the same names are meant by the symbols.

    Raises:
        EngineRefusal: something else occurs.

    Example:
        >>> t = sympy.Symbol("t")
        >>> equation(1 + cos(t), 2 * cos(t / 2) ** 2)
        1 + cos(t) == 2*cos(t/2)*cos(t/2)
    """
    with lifted():
        left, right = sympy.sympify(left), sympy.sympify(right)
        whole = {str(variable): variable for variable in arithmetic.variables(ground) if variable.is_int()}
        equal = _term(left, whole) == _term(right, whole)
        conditions = [_term(below, whole) != 0 for below in symbolic.denominators(left, right)]
    return z3.Implies(z3.And(*conditions), equal) if conditions else equal


def unknown(expression: Any) -> z3.ArithRef:
    """The unknown that stands for a cosine or sine in `equation`.

    Example:
        >>> unknown(cos(2 * sympy.Symbol("t")))
        cos(2*t)
    """
    return z3.Real(str(expression))


def _term(expression: sympy.Expr, whole: dict[str, z3.ArithRef]) -> z3.ArithRef:
    def read(part: Any) -> Any:
        return _term(part, whole)

    if isinstance(expression, cos | sin):
        return unknown(expression)
    if expression.is_Symbol:
        name = str(expression)
        return z3.ToReal(whole[name]) if name in whole else z3.Real(name)
    if expression.is_Rational:
        return z3.Q(int(expression.p), int(expression.q))
    if expression is sympy.pi:
        return z3.Real("pi")
    if expression.is_Add or expression.is_Mul:
        first, *rest = map(read, sorted(expression.args, key=sympy.default_sort_key))
        for part in rest:
            first = first + part if expression.is_Add else first * part
        return first
    if expression.is_Pow and expression.exp.is_Integer:
        factor, size = read(expression.base), abs(int(expression.exp))
        power = factor
        for _ in range(size - 1):
            power = power * factor
        return power if expression.exp > 0 else 1 / power
    raise EngineRefusal(f"no formula of z3: {expression}")
