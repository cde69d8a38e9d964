"""Trigonometric identities by a normal form, with no hopeful simplification.

Every cosine and sine is written in unknowns z = e^{i·(monomial of the argument)/denominator}; multiples of π become
powers of a root of unity, reduced modulo its cyclotomic polynomial. The expression is an identity if the numerator
vanishes as a polynomial. Symbols count as independent real numbers: a symbol that SymPy takes to be positive or whole
is refused, unless that is stated.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable
from typing import Any

import sympy
from sympy import Poly, Rational, cos, sin
from sympy.polys.polyerrors import BasePolynomialError

from rope_theory.core.truth import Truth
from rope_theory.evidence.engines.assumptions import Stated, check_symbols
from rope_theory.evidence.engines.guard import lifted
from rope_theory.evidence.engines.refusal import EngineRefusal


def is_identity(
    left: Any, right: Any, *, stated: Stated | None = None, over: Iterable[sympy.Symbol | str] = ()
) -> Truth:
    """Whether left = right for all real values of the symbols (where denominators do not vanish: `denominators`).

    Args:
        left, right: SymPy expressions in +, *, /, integer powers, cos and sin of linear combinations of monomials
            with rational coefficients, and rational numbers.
        stated: for the names of symbols, the assumptions that the claim makes too, e.g. {"n": {"integer"}}. Any other
            symbol may be declared real at most.
        over: symbols that must occur on one side at least, so that none has vanished before the engine saw it.

    Returns:
        TRUE: the difference is 0 as a polynomial. FALSE: it is not 0 at some rational point that meets what is stated,
        evaluated to 60 digits. UNKNOWN otherwise: a function the normal form does not know, a denominator that
        vanishes everywhere.

    Raises:
        EngineRefusal: a floating-point number, an infinite one, a symbol with an assumption that is not stated, or one
            of `over` that does not occur.
        TypeError: a side is no expression (a string, an equation, a truth value).

    Example:
        >>> a, b = sympy.symbols("a b")
        >>> is_identity(cos(a) - cos(b), -2 * sin((a + b) / 2) * sin((a - b) / 2))
        <Truth.TRUE: 'true'>
    """
    with lifted():
        left, right = _expression("left", left), _expression("right", right)
        check_symbols((left, right), stated)
        occurring = {str(symbol) for side in (left, right) for symbol in side.free_symbols}
        missing = [str(symbol) for symbol in over if str(symbol) not in occurring]
        if missing:
            raise EngineRefusal(f"{', '.join(missing)} does not occur on either side: {left} = {right}")
        difference = left - right
        try:
            numerator, denominator = _normal_form(difference)
            if denominator.is_zero:
                return Truth.UNKNOWN
            if numerator.is_zero:
                return Truth.TRUE
        except BasePolynomialError:
            pass
        return _nonzero_somewhere(difference)


def denominators(*sides: Any) -> tuple[sympy.Expr, ...]:
    """The expressions with symbols that must not vanish for the sides to make sense, as they stand.

    What SymPy cancels when an expression is written down (x/x is 1) is not among them.

    Example:
        >>> a, b = sympy.symbols("a b")
        >>> denominators(1 / (1 + cos(a)), b / 2)
        (cos(a) + 1,)
    """
    with lifted():
        powers = {node for side in sides for node in sympy.sympify(side).atoms(sympy.Pow)}
        found = {node.base for node in powers if node.exp.could_extract_minus_sign() and node.base.free_symbols}
        return tuple(sorted(found, key=sympy.default_sort_key))


def _expression(name: str, side: Any) -> sympy.Expr:
    if isinstance(side, str | bool):
        raise TypeError(f"{name} must be a SymPy expression, got {side!r}")
    written = sympy.sympify(side)
    if not isinstance(written, sympy.Expr):
        raise TypeError(f"{name} must be a SymPy expression, got {side!r}")
    if written.has(sympy.Float) or type(side).__module__.partition(".")[0] == "numpy":
        raise EngineRefusal(f"{name} contains a floating-point number: {side}")
    if written.has(sympy.nan, sympy.oo, -sympy.oo, sympy.zoo):
        raise EngineRefusal(f"{name} is not finite: {side}")
    return written


@functools.lru_cache(maxsize=1024)
def _normal_form(expression: sympy.Expr) -> tuple[Poly, Poly]:
    """Numerator and denominator as polynomials in the unknowns, reduced modulo the cyclotomic polynomial.

    Kept, as a page and each of its variants ask for many of the same.
    """
    waves = [node for node in sympy.preorder_traversal(expression) if isinstance(node, cos | sin)]
    parts = {node.args[0]: _linear_parts(node.args[0]) for node in waves}
    monomials = sorted({m for part in parts.values() for m in part}, key=sympy.default_sort_key)
    common = {m: math.lcm(*(int(part[m].q) for part in parts.values() if m in part)) for m in monomials}
    order = 4 * 2 * common.get(sympy.pi, 1)  # a root of unity w with w**(order/4) = i
    root = sympy.Dummy("w")
    units = {m: sympy.Dummy("z") for m in monomials if m != sympy.pi}

    def exponential(argument: Any) -> Any:
        result = sympy.Integer(1)
        for monomial, coefficient in parts[argument].items():
            if monomial == sympy.pi:
                result *= root ** int((coefficient * order / 2) % order)
            else:
                result *= units[monomial] ** int(coefficient * common[monomial])
        return result

    imaginary = root ** (order // 4)
    written = {}
    for node in waves:
        unit = exponential(node.args[0])
        written[node] = (unit + 1 / unit) / 2 if isinstance(node, cos) else (unit - 1 / unit) / (2 * imaginary)
    generators = [root, *units.values(), *sorted(expression.free_symbols, key=str)]
    modulus = Poly(sympy.cyclotomic_poly(order, root), *generators, domain="QQ")
    parts_of_fraction = sympy.fraction(sympy.together(expression.xreplace(written)))
    numerator, denominator = (Poly(part, *generators, domain="QQ").rem(modulus) for part in parts_of_fraction)
    return numerator, denominator


def _linear_parts(argument: sympy.Expr) -> dict[sympy.Expr, Rational]:
    """argument = Σ rational coefficient · monomial; π is a monomial of its own."""
    parts = {}
    for monomial, coefficient in sympy.expand(argument).as_coefficients_dict().items():
        if monomial == 1 or not coefficient.is_Rational or (monomial.has(sympy.pi) and monomial != sympy.pi):
            raise BasePolynomialError(f"no linear combination of monomials: {argument}")
        parts[monomial] = coefficient
    return parts


def _nonzero_somewhere(difference: sympy.Expr) -> Truth:
    """FALSE if an evaluation at a rational point is certainly not 0."""
    symbols = sorted(difference.free_symbols, key=str)
    for start in (3, 7, 19):
        point = {symbol: _value(symbol, start + 2 * k) for k, symbol in enumerate(symbols)}
        if None in point.values():
            return Truth.UNKNOWN
        value = sympy.re(difference.subs(point)).evalf(60, maxn=400)
        if value.is_Number and value.is_finite and abs(value) > sympy.Float("1e-40"):
            return Truth.FALSE
    return Truth.UNKNOWN


def _value(symbol: sympy.Symbol, k: int) -> Rational | None:
    """A rational number that is all that the symbol is assumed to be; None if none is at hand."""
    prime, following = sympy.prime(k), sympy.prime(k + 1)
    candidates = (Rational(prime, following), -Rational(prime, following), Rational(prime), -Rational(prime))
    for number in (*candidates, Rational(2 * prime), -Rational(2 * prime)):
        if all(getattr(number, f"is_{word}") is value for word, value in symbol.assumptions0.items()):
            return number
    return None
