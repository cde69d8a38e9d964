"""Rivals on one side only, and a phase: one frequency then reaches a gap of order 1/T instead of 1/T^2.

Logits cos(t*theta - phi), t = 0..T, target at t = 0, gap(theta, phi) = min over 1 <= t <= T of
cos(phi) - cos(t*theta - phi). (A target at t = T is the mirror image.)

1. Best phase. Let alpha, beta in (0, 2 pi] be the smallest counter-clockwise and clockwise turns from the
   target to a rival: alpha = min of t*theta mod 2 pi, beta = min of -t*theta mod 2 pi; alpha + beta <= 2 pi.
   A peak phi outside the open arc (-beta, alpha) is at least as close to a rival as to the target: gap <= 0.
   For phi inside it the two nearest rivals decide, and gap = min(2 sin(alpha/2) sin(alpha/2 - phi), 2
   sin(beta/2) sin(beta/2 + phi)). If both sides are below pi the two agree at phi = (alpha - beta)/2, the
   best phase; if alpha >= pi, the second term has its maximum at phi = (pi - beta)/2 and is still the smaller
   one (mirror image for beta). Together:

       best over phi = 2 S(alpha/2) S(beta/2),   S(u) = sin(min(u, pi/2)).

   Without a phase it is 2 sin^2(min(alpha, beta)/2): the phase turns a square into a product of two sides.
2. Best angle. If alpha is attained at t = i and beta at t = j then i + j >= T + 1 (otherwise (i + j)*theta
   lies strictly inside the empty arc) and j*alpha + i*beta = 2 pi (three-gap theorem). With u = alpha/2, v =
   beta/2 and T' = i + j - 1 >= T: j*u + i*v = pi. If v >= u then pi - T'*u = i*v - (i-1)*u >= v, so, S being
   nondecreasing, 2 S(u) S(v) <= 2 S(u) S(pi - T'*u) <= 2 S(u) S(pi - T*u); the case u > v is the mirror
   image. The angle theta = 2u, T*u < pi, attains it (alpha = theta, beta = 2 pi - T*theta), and below T*u =
   pi/2 only S(u) grows. So, with x = T*u, the best gap is

       M(T) = max over pi/2 <= x < pi of 2 sin(x) sin(x/T),   theta = 2x/T,   phi = (T+1)*theta/2 - pi.

   The logarithm is strictly concave, so x is unique: T*tan(x/T) = -tan(x). M(1) = 2, M(2) = 8/(3 sqrt(3)),
   and T*M(T) -> 2 max x*sin(x) = 3.6394 (x = 2.0288, tan(x) = -x).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint

from rope_theory.core.errors import require_int
from rope_theory.laws.discrepancy.precision import (
    PrecisionExhausted,
    as_ball,
    decimal_above,
    decimal_below,
    ends,
    float_above,
    float_below,
)


@dataclass(frozen=True)
class OneSidedGap:
    """The best gap against rivals on one side, over all angles and phases, and where it is attained.

    Attributes:
        span: T, rivals at t = 1..T.
        gap_lower, gap_upper: exact fractions around M(T).
        theta, phase: exact intervals (lower, upper) in radians around the best angle and its phase phi.
    """

    span: int
    gap_lower: Fraction
    gap_upper: Fraction
    theta: tuple[Fraction, Fraction]
    phase: tuple[Fraction, Fraction]

    def to_json(self) -> dict[str, Any]:
        """A dict for `json.dumps`, bounds rounded outward."""
        return {
            "span": self.span,
            "gap_lower": float_below(self.gap_lower),
            "gap_upper": float_above(self.gap_upper),
            "enclosure": [decimal_below(self.gap_lower), decimal_above(self.gap_upper)],
            "theta": [decimal_below(self.theta[0]), decimal_above(self.theta[1])],
            "phase": [decimal_below(self.phase[0]), decimal_above(self.phase[1])],
        }


def one_sided_gap(span: int, bits: int = 64) -> OneSidedGap:
    """max over theta, phi of min over t of cos(phi) - cos(t*theta - phi) = max_x 2 sin(x) sin(x/span).

    Args:
        span: T >= 1; the rivals stand at t = 1..T.
        bits: accuracy of the enclosures, in bits.

    Returns:
        `OneSidedGap`. Exactness: x is bracketed by signs of the derivative, certified in balls.

    Raises:
        InvalidInput: span < 1.

    Source: the module docstring has the proof (three-gap theorem trusted by
    name).

    Example:
        >>> from fractions import Fraction
        >>> from rope_theory import one_sided_gap
        >>> gap = one_sided_gap(2)
        >>> gap.gap_lower**2 <= Fraction(64, 27) <= gap.gap_upper**2
        True
    """
    span = require_int("span", span, least=1)
    bits = require_int("bits", bits, least=16)
    with flint.ctx.workprec(2 * bits + span.bit_length() + 32):
        x = _peak(span, bits)
        gap = 2 * x.sin() * (x / span).sin()
        theta = 2 * x / span
        lower, upper = ends(gap)
        phase = ends((span + 1) * theta / 2 - flint.arb.pi())
        return OneSidedGap(span, lower, min(upper, Fraction(2)), ends(theta), phase)


def _peak(span: int, bits: int) -> flint.arb:
    """A ball around the x in [pi/2, pi) that maximises sin(x) sin(x/span): bisection on a certain sign.

    The derivative of the logarithm, cot(x) + cot(x/span)/span, strictly decreases on (0, pi), so the
    derivative of sin(x) sin(x/span) changes sign once there; it is positive at 3/2 and negative on [pi,
    22/7].
    """
    low, high = Fraction(3, 2), Fraction(22, 7)  # 3/2 < pi/2 <= x, and x < pi < 22/7
    if span == 1:
        return flint.arb.pi() / 2
    while high - low > Fraction(1, 1 << bits):
        for share in (
            Fraction(1, 2),
            Fraction(2, 5),
        ):  # a second try, should the first be too close to the peak
            middle = low + share * (high - low)
            slope = _slope(as_ball(middle), span)
            if slope > 0 or slope < 0:
                break
        else:
            raise PrecisionExhausted("bits", bits, bits)
        low, high = (middle, high) if slope > 0 else (low, middle)
    return as_ball(low).union(as_ball(high))


def _slope(x: flint.arb, span: int) -> flint.arb:
    """The derivative of sin(x) sin(x/span)."""
    return x.cos() * (x / span).sin() + x.sin() * (x / span).cos() / span


def one_sided_gap_at(turns: Fraction, span: int, bits: int = 64) -> tuple[Fraction, Fraction]:
    """(lower, upper) around the best gap over the phase for one rational angle: 2 S(alpha/2) S(beta/2).

    Args:
        turns: theta as a fraction of a full turn, exact.
        span: T >= 1; time grows with it (every t is looked at).
        bits: accuracy in bits.

    Returns:
        Exact fractions; (0, 0) when some t <= span brings theta to a multiple of 2 pi.

    Example:
        >>> one_sided_gap_at(Fraction(1, 2), 1)
        (Fraction(2, 1), Fraction(2, 1))
    """
    span = require_int("span", span, least=1)
    points = [t * Fraction(turns) % 1 for t in range(1, span + 1)]
    alpha, beta = min(points), 1 - max(points)
    if alpha == 0:
        return Fraction(0), Fraction(0)
    with flint.ctx.workprec(bits + 16):
        product = flint.arb(2)
        for side in (min(alpha, Fraction(1, 2)), min(beta, Fraction(1, 2))):
            product *= flint.arb.sin_pi_fmpq(flint.fmpq(side.numerator, side.denominator))
        return ends(product)
