"""Hypothesis strategies that load Hypothesis when they are first drawn from: deciding a claim draws nothing.

Pages and families of instances write `from rope_theory.evidence.engines.strategies import st` and use `st` as Hypothesis's own
module. Where Hypothesis is loaded already, strategies are made at once; elsewhere the calls are kept, and `built` makes
the strategy.
"""

from __future__ import annotations

import functools
import math
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

__all__ = ["Kept", "built", "st"]


class Kept:
    """A strategy as the calls that make it, for `built`."""

    def __init__(self, make: Callable[[], Any]):
        self._make = functools.cache(make)

    def built(self) -> Any:
        """Hypothesis's own strategy; the same one each time."""
        return self._make()

    def map(self, function: Callable[[Any], Any]) -> Kept:
        return Kept(lambda: self.built().map(function))

    def filter(self, keeps: Callable[[Any], Any]) -> Kept:
        return Kept(lambda: self.built().filter(keeps))

    def flatmap(self, following: Callable[[Any], Any]) -> Kept:
        return Kept(lambda: self.built().flatmap(lambda drawn: built(following(drawn))))

    def __or__(self, other: Any) -> Kept:
        return Kept(lambda: self.built() | built(other))


def built(strategies: Any) -> Any:
    """What was kept as a strategy of Hypothesis; inside lists, tuples and dicts too. Anything else as it is.

    Example:
        >>> built({"n": Kept(lambda: "a strategy"), "k": 3})
        {'n': 'a strategy', 'k': 3}
    """
    if isinstance(strategies, Kept):
        return strategies.built()
    if type(strategies) is dict:
        return {name: built(value) for name, value in strategies.items()}
    if type(strategies) in (list, tuple):
        return type(strategies)(map(built, strategies))
    return strategies


class _Strategies:
    """`hypothesis.strategies`: made at once where Hypothesis is loaded, kept elsewhere."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *args, **named: _made(lambda: getattr(_hypothesis(), name)(*built(args), **built(named)))

    def fractions(self, min_value: Any = None, max_value: Any = None, *, max_denominator: int | None = None) -> Any:
        """Hypothesis's fractions; where all bounds are given, those of one denominator are one strategy, made once."""
        if min_value is None or max_value is None or max_denominator is None:
            return self.__getattr__("fractions")(min_value, max_value, max_denominator=max_denominator)
        bounds = Fraction(min_value), Fraction(max_value), max_denominator
        return _made(lambda: _fractions(_hypothesis().fractions(*bounds[:2], max_denominator=bounds[2]), *bounds))

    def composite(self, draws: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(draws)
        def drawing(draw: Callable[[Any], Any], *args: Any, **named: Any) -> Any:
            return draws(lambda strategy: draw(built(strategy)), *args, **named)

        return lambda *args, **named: _made(lambda: _hypothesis().composite(drawing)(*args, **named))


def _fractions(checked: Any, least: Fraction, most: Fraction, max_denominator: int) -> Any:
    """What `checked` draws, by the same choices. It makes a new strategy at every draw, half the time of all attacks."""
    checked.validate()
    scale = math.lcm(least.denominator, most.denominator)
    low, high = int(least * scale), int(most * scale)

    @functools.cache
    def over(denominator: int) -> Any:
        numerators = _hypothesis().integers(low * denominator, high * denominator)
        return numerators.map(lambda each: Fraction(each, denominator * scale).limit_denominator(max_denominator))

    return checked if low == high else _hypothesis().integers(1, max_denominator).flatmap(over)


def _made(make: Callable[[], Any]) -> Any:
    return make() if "hypothesis" in sys.modules else Kept(make)


def _hypothesis() -> Any:
    from hypothesis import strategies

    return strategies


if TYPE_CHECKING:
    from hypothesis import strategies as st
else:
    st = _Strategies()
