"""What the laws of rank, phase and temperature say about a model's planes, beside `rope_theory.models.limits`.

* The frequencies span so many dimensions over the rationals (new.rank-law, new.rank-law.independent).
* One plane with the best query phase, target at distance 0 and rivals on one side, at 1..n-1: with α and β the least turns to a rival
  counter-clockwise and clockwise, the gap is 2 sin(min(α, π)/2) sin(min(β, π)/2), at φ = (min(α, π) - min(β, π))/2 (new.best-phase).
* More than 1 - ε of the weight on the target needs β > ln((1-ε)/ε)/gap (new.temperature).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import gcd

import flint

from rope_theory.core.errors import require, require_int
from rope_theory.laws.discrepancy import Frequency
from rope_theory.laws.discrepancy.precision import as_ball, ends, float_below
from rope_theory.models.config.rotary import LayerRope

RATIONAL_FACTORS = ("default", "linear", "yarn", "longrope", "proportional")
"""Rope types that give each plane the plain rule's frequency times a rational number (YaRN: where its ramp ends at planes)."""

SHARE = Fraction(9, 10)
"""Of the weight, for the least β that is shown."""

CLAIMS = {
    "rank": ("new.rank-law", "new.rank-law.independent"),
    "one_sided": ("new.best-phase",),
    "least_beta": ("new.temperature",),
}
"""The claims that each number rests on."""


def rank(layer: LayerRope) -> int | None:
    """The dimension of the span of the plane frequencies over the rationals; None where the law does not reach.

    Args:
        layer: from `read_config`. The base must be whole and above 1, each frequency b^(-k/h) times a rational number.

    Example:
        >>> from rope_theory.models.config import read_config
        >>> [rank(read_config({"head_dim": 128, "rope_theta": base}).layer()) for base in (10000, 10**6, 500000)]
        [16, 32, 64]
    """
    base, angles = layer.base, layer.frequencies.angles
    if layer.rope_type not in RATIONAL_FACTORS or base.denominator != 1 or base <= 1:
        return None
    if any(angle.symbolic is not None for angle in angles):
        return None
    h = (layer.head_dim if layer.rope_type == "proportional" else layer.rotary_dim) // 2
    classes = h // gcd(exponent_of(int(base)), h)
    return len({k % classes for k, angle in enumerate(angles) if angle.rational_turns != 0})


def exponent_of(base: int) -> int:
    """The largest e with base = c^e, c whole.

    Example:
        >>> exponent_of(10000), exponent_of(500000), exponent_of(64)
        (4, 1, 6)
    """
    require(base > 1, "base", "must be above 1", base)
    return max(e for e in range(1, base.bit_length() + 1) if flint.fmpz(base).root(e) ** e == base)


@dataclass(frozen=True)
class OneSided:
    """One plane with its best query phase, rivals on one side.

    Attributes:
        gap: (lower, upper), exact; (0, 0) where a rival meets the target.
        phase: φ in radians, binary64.
    """

    gap: tuple[Fraction, Fraction]
    phase: float


def one_sided(angle: Frequency, length: int) -> OneSided:
    """The best gap and phase of a plane whose target is at distance 0, rivals at 1..n-1.

    Args:
        angle: g, exact.
        length: n >= 2; the time grows with its logarithm.

    Example:
        >>> from rope_theory.laws.discrepancy.frequency import read_frequency
        >>> found = one_sided(read_frequency("pi/3"), 3)  # rivals at 60° and 120°, and 240° the other way: π counts
        >>> float(found.gap[0]), round(found.phase, 4)
        (1.0, -1.0472)
    """
    length = require_int("length", length, least=2)
    with flint.ctx.workprec(192 + angle.size_bits + 2 * length.bit_length()):
        turns = angle.rational_turns
        nearest = _sides_exact(turns, length - 1) if turns is not None else _sides(angle.turns_ball(), length - 1)
        if nearest is None:
            return OneSided((Fraction(0), Fraction(0)), 0.0)
        alpha, beta = (side.min(flint.arb(1) / 2) for side in nearest)
        low, high = ends(2 * (alpha * flint.arb.pi()).sin() * (beta * flint.arb.pi()).sin())
        return OneSided((max(low, Fraction(0)), high), float((alpha - beta) * flint.arb.pi()))


def _sides_exact(turns: Fraction, span: int) -> tuple[flint.arb, flint.arb] | None:
    """`_sides` for a rational share of a turn; None where a rival meets the target."""
    if turns.denominator <= span:
        return None
    after, before, found = _euclid(turns % 1, 1 - turns % 1, span)
    assert found
    return as_ball(after), as_ball(before)


def _sides(turns: flint.arb, span: int) -> tuple[flint.arb, flint.arb]:
    """The least tg mod 1 and -tg mod 1, 1 <= t <= span, as balls."""
    first = turns - turns.floor()
    after, before, found = _euclid(first, 1 - first, span)
    require(found, "frequency", "must be told apart from whole turns", str(turns))
    return after, before


def _euclid(after, before, span: int):
    """Nearest points of {tg mod 1} on both sides of 0 for t <= span, from those of t = 1: a record is made by the two before it.

    Returns:
        both distances, and whether every comparison was decided.
    """
    p = q = 1  # the t of each
    while p + q <= span:
        if after > before:
            steps = min((span - p) // q, _whole(after, before))
            after, p = after - steps * before, p + steps * q
        elif before > after:
            steps = min((span - q) // p, _whole(before, after))
            before, q = before - steps * after, q + steps * p
        else:
            return after, before, False
    return after, before, True


def _whole(large, small) -> int:
    """How often `small` fits into `large` with something left over: 1 at least; less where that is in doubt."""
    ratio = large / small
    low = ratio if isinstance(ratio, Fraction) else ends(ratio)[0]
    return max(1, -(-low.numerator // low.denominator) - 1)


def least_beta(gap: Fraction, share: Fraction = SHARE) -> float | None:
    """ln(s/(1-s))/gap, rounded down: no smaller β puts more than the share s of the weight on a target whose lead is `gap` at most.

    Args:
        gap: an upper bound of the lead over the nearest rival, >= 0.
        share: s, 1/2 <= s < 1.

    Returns:
        None for gap 0: no β does.

    Example:
        >>> round(least_beta(Fraction(1, 2)), 4)
        4.3944
    """
    require(Fraction(1, 2) <= share < 1, "share", "must be at least 1/2 and below 1", share)
    if gap <= 0:
        return None
    with flint.ctx.workprec(96):
        return float_below(ends(as_ball(share / (1 - share)).log() / as_ball(gap))[0])
