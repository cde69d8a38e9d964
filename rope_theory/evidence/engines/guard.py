"""Watching formulas as they are written down: some slips leave no trace for an engine to see.

Python reads `x == y == 2` as `x == y and y == 2` and asks the first equation for its truth: z3 answers False for two
different variables, and one of the equations is gone. `sin(asin(x))` is x before anything can ask whether |x| <= 1, and
so is `sqrt(x**2)` where x was declared positive. Within `guarded()` each of these raises where it is written.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import sympy
import z3
from sympy.core.cache import clear_cache
from sympy.core.function import Application, DefinedFunction
from sympy.core.relational import Relational
from sympy.functions.elementary.hyperbolic import InverseHyperbolicFunction
from sympy.functions.elementary.miscellaneous import MinMaxBase
from sympy.functions.elementary.trigonometric import InverseTrigonometricFunction

from rope_theory.evidence.engines.assumptions import Stated, check_symbols
from rope_theory.evidence.engines.refusal import EngineRefusal

#: Functions that are the inverse of another one only under a condition.
INVERSES = (InverseTrigonometricFunction, InverseHyperbolicFunction, sympy.log, sympy.LambertW)

_stated: list[Stated] = []  # one entry for each `guarded()` that is open
_lifted = 0
_undo: list[Callable[[], None]] = []
_refused: list[type] = []


@contextmanager
def guarded(stated: Stated | None = None) -> Iterator[None]:
    """Refuse, while it is open, to write formulas that say something else than they show.

    z3: a formula asked for its truth by Python (`x == y == 2`, `P and Q`, `x in [y]`), a float in a formula, and `/`
    between whole numbers, which is floor division (write `arithmetic.div`). SymPy: an inverse function of something
    with symbols in it, a logarithm or root of something with symbols that is not known to be positive (nonnegative),
    and any function, power or comparison of a symbol with assumptions beyond "real" that are not stated. Numbers are
    free: `sqrt(2)` and `acos(1/3)` are what they are. Algorithms of SymPy (`solve`, `limit`) are held to this,
    too, and some of them give up quietly then. May be nested; the last to close restores everything. Not for several
    threads at once.

    Args:
        stated: for the names of SymPy symbols, assumptions that the claim makes too, e.g. {"n": {"integer"}}.

    Raises:
        TypeError: inside, for z3.
        EngineRefusal: inside, for SymPy.

    Example:
        >>> x, y = z3.Reals("x y")
        >>> with guarded():
        ...     x == y == 2
        Traceback (most recent call last):
            ...
        TypeError: Python asked the formula x == y for its truth; write z3.And(a == b, b == c) for a == b == c
    """
    _stated.append(stated or {})
    try:
        if len(_stated) == 1:
            _install()
        yield
    finally:
        _stated.pop()
        if not _stated:
            while _undo:
                _undo.pop()()
            if _refused:  # an algorithm of SymPy may have gone on without what was refused, and kept the outcome
                _refused.clear()
                clear_cache()


@contextmanager
def lifted() -> Iterator[None]:
    """Let SymPy work freely inside `guarded()`: for engines, which answer for what they do themselves."""
    global _lifted
    _lifted += 1
    try:
        yield
    finally:
        _lifted -= 1


def _put(owner: object, name: str, value: object) -> None:
    """Set an attribute of a class or module until the last guard closes."""
    if name in vars(owner):
        _undo.append(functools.partial(setattr, owner, name, vars(owner)[name]))
    else:
        _undo.append(functools.partial(delattr, owner, name))
    setattr(owner, name, value)


def _install() -> None:
    _put(z3.BoolRef, "__bool__", _no_truth)
    for name in ("__div__", "__rdiv__", "__truediv__", "__rtruediv__"):
        _put(z3.ArithRef, name, _real_division(vars(z3.ArithRef)[name]))
    for module in (z3, z3.z3):
        for name in ("RealVal", "IntVal"):
            _put(module, name, _no_float(getattr(module, name)))
    _put(sympy.Dummy, "__new__", staticmethod(_dummy(sympy.Dummy.__new__)))
    _put(sympy.Pow, "__new__", staticmethod(_watched(sympy.Pow.__new__, _check_power)))
    for owner in (Application, DefinedFunction, MinMaxBase, *_with_own_new(Relational)):
        _put(owner, "__new__", staticmethod(_watched(owner.__new__, _check_function)))


def _with_own_new(base: type) -> list[type]:
    """The class and its subclasses, as far as they construct their objects themselves."""
    found, todo = [], [base]
    while todo:
        owner = todo.pop()
        todo += owner.__subclasses__()
        if "__new__" in vars(owner) and owner not in found:
            found.append(owner)
    return found


def _no_truth(formula: z3.BoolRef) -> bool:
    if z3.is_eq(formula) and formula.arg(0).eq(formula.arg(1)):
        return True  # x == x; dictionaries with variables as keys ask this
    shown = " ".join(str(formula).split())
    raise TypeError(f"Python asked the formula {shown} for its truth; write z3.And(a == b, b == c) for a == b == c")


def _real_division(divide: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(divide)
    def checked(left: Any, right: Any) -> Any:
        if left.is_int() and not (z3.is_expr(right) and right.is_real()) and not isinstance(right, float):
            raise TypeError(
                f"/ at {left} is floor division, because both sides are whole; write arithmetic.div for that, or "
                "z3.ToReal for a fraction"
            )
        return divide(left, right)

    return checked


def _no_float(make: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(make)
    def checked(value: Any, *rest: Any, **options: Any) -> Any:
        if isinstance(value, float) or type(value).__module__.partition(".")[0] == "numpy":
            raise TypeError(f"{value!r} is floating point, which is no exact number; write z3.Q or a Fraction")
        return make(value, *rest, **options)

    return checked


def _watched(new: Callable[..., Any], check: Callable[..., Any]) -> Callable[..., Any]:
    """A constructor that looks at its arguments first, whether or not SymPy has the result in its cache."""

    @functools.wraps(new)
    def checked(cls: type, *arguments: Any, **options: Any) -> Any:
        if not _lifted:
            symbolic = [part for part in arguments if isinstance(part, sympy.Basic) and part.free_symbols]
            if symbolic:
                try:
                    check_symbols(symbolic, _all_stated(), passing=sympy.Dummy)
                    check(cls, arguments)
                except EngineRefusal:
                    _refused.append(cls)
                    raise
        return new(cls, *arguments, **options)

    return checked


def _dummy(new: Callable[..., Any]) -> Callable[..., Any]:
    """Dummies with assumptions are for SymPy's own algorithms, and only those it makes itself pass."""

    @functools.wraps(new)
    def checked(cls: type, *arguments: Any, **options: Any) -> Any:
        made = new(cls, *arguments, **options)
        frame = sys._getframe(1)
        while frame.f_globals.get("__name__") == "sympy.core.symbol" and frame.f_back:
            frame = frame.f_back
        if not _lifted and not frame.f_globals.get("__name__", "").startswith("sympy."):
            check_symbols([made], _all_stated())
        return made

    return checked


def _all_stated() -> Stated:
    merged: dict[str, set[str]] = {}
    for stated in _stated:
        for name, words in stated.items():
            merged.setdefault(name, set()).update([words] if isinstance(words, str) else words)
    return merged


def _check_function(cls: type, arguments: tuple[Any, ...]) -> None:
    if isinstance(cls, type) and issubclass(cls, INVERSES):
        if cls is sympy.log and all(getattr(part, "is_positive", None) for part in arguments):
            return
        shown = ", ".join(map(str, arguments))
        raise EngineRefusal(
            f"{cls.__name__}({shown}) is an inverse under a condition only; take a symbol for it and state what it "
            "satisfies"
        )


def _check_power(cls: type, arguments: tuple[Any, ...]) -> None:
    base, exponent = map(sympy.sympify, arguments[:2])
    if exponent.is_number and not exponent.is_Integer and base.free_symbols and not base.is_nonnegative:
        raise EngineRefusal(
            f"({base})**({exponent}) is a root under a condition only; take a symbol for it and state what it satisfies"
        )
