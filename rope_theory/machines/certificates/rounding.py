"""What arithmetic may do to each step of a compiled model: the standard model of rounding, and what libraries are granted.

u = 2^-p is the unit roundoff of a format, γ_n = n·u/(1 - n·u). A sum of n products, in any order, with or without fused
operations, is off by at most γ_n·Σ|a_i·b_i|: so what follows holds for eager attention, for sdpa, for batches, and with a
cache of keys and values. Sums of 16-bit numbers are taken in float32 and rounded once at the end.

Elementary functions are granted the errors in `GRANTS`; `tests/test_certificates_library.py` compares them with the
installed torch: over all numbers of the 16-bit formats, all float32 of [1, 4) under the root, all phases of the kept models, one float32 in
37 for exponentials, seeded samples for the rest.

All bounds are exact fractions, rounded up where they are not.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rope_theory.core.errors import require
from rope_theory.models.precision.formats import FLOAT32, Format
from rope_theory.models.precision.recipe import TRIG_ULPS, Recipe

WIDE = FLOAT32.unit_roundoff


@dataclass(frozen=True)
class Grants:
    """What a library's functions may be off by; u is the unit roundoff of float32.

    Args:
        power: base^x for 0 < x < 1, relative, in u; base^0 is 1.
        root: 1/√x, relative, in u.
        exponential: e^x for x <= 0, relative; sdpa's own exponentials are coarser than torch.exp.
        block: keys that a kernel takes at once, at least; for each block it may scale what it has by one exponential more.
        exponent: what is added to the error of an exponent by scaling and subtracting the largest logit, in u of the
            range of the logits.
        scaling: roundings of a logit besides its sum of products, in the model's format: scaling of queries, keys, logits.
        moments: mean and variance of LayerNorm, in u, for each number of the row and `extra` more.
        extra: see `moments`.
        trig: cos and sin, in units in the last place (`TRIG_ULPS`, which the bounds of a logit use).
    """

    power: int = 8
    root: int = 8
    exponential: Fraction = Fraction(1, 2**16)
    block: int = 16
    exponent: int = 8
    scaling: int = 6
    moments: int = 4
    extra: int = 8
    trig: int = TRIG_ULPS


GRANTS = Grants()


def gamma(operations: int, unit: Fraction = WIDE) -> Fraction:
    """γ_n = n·u/(1 - n·u): so far can n roundings move a number, relatively.

    Example:
        >>> gamma(2, Fraction(1, 8))
        Fraction(1, 3)
    """
    require(operations * unit < 1, "operations", f"must be fewer than {1 / unit}", operations)
    return operations * unit / (1 - operations * unit)


def product_error(form: Format, terms: int) -> Fraction:
    """Of a sum of `terms` products: γ_n in float32 and one rounding to the format, relative to Σ|a_i·b_i|."""
    return _both(gamma(terms), Fraction(0) if form is FLOAT32 else form.unit_roundoff)


def size_error(width: int) -> Fraction:
    """Relative error of a computed 1/√(s + eps), s a mean of `width` squares in any order."""
    return gamma(width + GRANTS.root + 4)


def moment_error(width: int) -> Fraction:
    """Of LayerNorm's mean, relative to the mean of |x|; of its variance, relative to the mean of x²."""
    return gamma(GRANTS.moments * (width + GRANTS.extra))


def coordinate_error(form: Format) -> Fraction:
    """Relative error of one coordinate once 1/N is computed: times 1/N, to the format, times the norm's weight."""
    return _both(gamma(4), Fraction(0) if form is FLOAT32 else gamma(2, form.unit_roundoff))


def attention_recipe(form: Format) -> Recipe:
    """Which step of rotary attention rounds to what, once queries and keys are there: positions and angles in float32."""
    return Recipe(
        phase=FLOAT32,
        trig=FLOAT32,
        cache=None if form is FLOAT32 else form,
        rotation=form,
        product=FLOAT32,
        logit=form,
    )


def scaling_error(form: Format) -> Fraction:
    """Relative to the size of a logit: `Grants.scaling` roundings."""
    return gamma(GRANTS.scaling, form.unit_roundoff)


def phase_error(frequency: Fraction, last: int) -> Fraction:
    """Radians: the rounding of position × frequency in float32, positions 0..last."""
    return WIDE * frequency * last


def exponent_error(size: Fraction) -> Fraction:
    """Error of an exponent logit - largest, logits of at most this size."""
    return gamma(GRANTS.exponent) * 2 * size


def exponential_error(length: int) -> Fraction:
    """Relative error of an exponential that is scaled once more for each block of keys."""
    blocks = -(-length // GRANTS.block)
    return gamma(1 + blocks, GRANTS.exponential)


def weight_error(form: Format, length: int) -> Fraction:
    """Relative error of computed attention weights that no exponential is to blame for: their sum, quotient, the format."""
    return _both(gamma(2 * length + 4), Fraction(0) if form is FLOAT32 else gamma(2, form.unit_roundoff))


def underflow(form: Format) -> Fraction:
    """What one operation may lose to underflow: flushed to 0 in float32 or bfloat16, one spacing in float16."""
    wide = Fraction(1, 2**126)
    return wide if form.least_exponent <= FLOAT32.least_exponent else wide + 2 * form.tiny


def frequency_error(base: float) -> Fraction:
    """Relative error of a computed 1/base^x, 0 < x < 1: the power, its rounded base and exponent, the quotient."""
    return gamma(GRANTS.power + 3 + int(max(base, 1 / base)).bit_length())


def _both(first: Fraction, second: Fraction) -> Fraction:
    """(1 + first)(1 + second) - 1."""
    return first + second + first * second
