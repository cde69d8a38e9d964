"""Logits under a cap: x becomes c·tanh(x/c). Which logit before the cap still gives a target its share of the weight.

A target of logit x > 0 that leads by the share g of it, 0 < g <= 2, leads after the cap by at least

    L(x) = c·(tanh(x/c) - tanh((1-g)x/c)) = c·sinh(gx/c)/(cosh(x/c)·cosh((1-g)x/c)),

as tanh grows. For g < 1, L grows up to one x and falls to 0 from there on: the derivative is positive exactly while
cosh((1-g)x/c)/cosh(x/c) > √(1-g), and that quotient falls with x. For g >= 1 it grows everywhere, towards c or 2c.
"""

from __future__ import annotations

from fractions import Fraction

import flint
from flint import arb

from rope_theory.laws.discrepancy.precision import as_ball, float_above

_STEPS = 80


def capped_lead(logit: Fraction, gap: Fraction, cap: Fraction) -> arb:
    """L(x), the lead that the cap leaves, at the working precision.

    Args:
        logit: x > 0, of the target before the cap.
        gap: g, its lead as a share of x, before the cap.
        cap: c > 0.

    Example:
        >>> lead = capped_lead(Fraction(50), Fraction(1, 2), Fraction(50))  # 50·(tanh 1 - tanh 1/2)
        >>> round(float(lead), 3)
        14.974
    """
    at, rest = as_ball(logit / cap), as_ball((1 - gap) * logit / cap)
    return as_ball(cap) * (as_ball(gap * logit / cap).sinh() / (at.cosh() * rest.cosh()))


def capped_logit(lead: arb, gap: Fraction, cap: Fraction) -> float | None:
    """A logit before the cap, near the least, at which the lead after it is at least `lead`, rounded up; None where none was found.

    Args:
        lead: asked for, a ball.
        gap: g > 0, the lead as a share of the target's logit, before the cap.
        cap: c > 0.

    Note:
        The answer is certified: L is enclosed at it. That there is none is not.

    Example:
        >>> found = capped_logit(arb(10), Fraction(1, 2), Fraction(50))
        >>> round(found, 2), capped_logit(arb(20), Fraction(1, 2), Fraction(50)) is None
        (22.41, True)
    """
    with flint.ctx.workprec(192 + 2 * gap.denominator.bit_length()):
        low, high = Fraction(0), _peak(gap) * cap
        if not capped_lead(high, gap, cap) > lead:
            return None
        for _ in range(_STEPS):
            middle = _short((low + high) / 2)
            low, high = (low, middle) if capped_lead(middle, gap, cap) > lead else (middle, high)
        found = float_above(high)
        return found if capped_lead(Fraction(found), gap, cap) > lead else None


def _peak(gap: Fraction) -> Fraction:
    """x/c at which L is near its largest; 64 where it grows everywhere."""
    rest = 1 - gap
    low, high = Fraction(0), Fraction(64)
    if rest <= 0:
        return high
    root = as_ball(rest).sqrt()
    for _ in range(_STEPS):
        middle = _short((low + high) / 2)
        rises = as_ball(rest * middle).cosh() > root * as_ball(middle).cosh()
        low, high = (middle, high) if rises else (low, middle)
    return low


def _short(value: Fraction) -> Fraction:
    """The value on a grid of 2^-160."""
    return Fraction(round(value * 2**160), 2**160)
