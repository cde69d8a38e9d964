"""Rigorous bounds of the error that each step of a recipe makes, all in exact fractions.

For positions up to n and a plane of frequency g, the phase that is computed differs from m·g by at most
frequency + position + phase, and

    |cos x̂ - cos x| <= |x̂ - x|,   |R̂ - R| <= |x̂ - x| + √2·(trig + cache)   (operator norm),

from which the error of a logit follows by the triangle inequality. The bounds hold for every query and key.

An attention factor a (YaRN, LongRoPE) multiplies cosines and sines before they are stored: R becomes aR, and the largest logit a²|q||k|. What
is stored may be as large as a, where spacings are wider; a itself and the product are rounded in the format of cos and sin. Errors are
divided by a², so that they compare with gaps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import flint
from flint import arb

from rope_theory.core.angles import Rational
from rope_theory.core.errors import require, require_int
from rope_theory.laws.discrepancy.precision import ends
from rope_theory.models.precision.formats import Format
from rope_theory.models.precision.recipe import TRIG_ULPS, Recipe

ROOT_TWO = Fraction(99, 70)
"""A little more than √2: 99² = 2·70² + 1."""

FACTOR_ROUNDINGS = 5
"""Units of roundoff that an attention factor adds: it is computed within 3, and the product rounds once; 4u + 3u² < 5u."""

ONE = (Fraction(1), Fraction(1))
"""No attention factor, as bounds from below and above."""

BITS = 256
"""Working precision for frequencies; far below any spacing of a format."""


def read_frequency(frequency: object) -> arb:
    """A ball of 256 bits around a frequency: an arb, an `Angle`, or what `read_frequency` reads.

    Raises:
        InvalidInput: not finite, or wider than 2^-100 of its size (it could not be rounded).
    """
    from rope_theory.laws.discrepancy import read_frequency

    if not isinstance(frequency, arb):
        with flint.ctx.workprec(BITS):
            frequency = read_frequency(frequency).radians_ball()
    sharp = frequency.is_finite() and (frequency.rel_accuracy_bits() > 100 or frequency == 0)
    require(sharp, "frequency", "must be known to more than 100 bits", str(frequency))
    return frequency


@dataclass(frozen=True)
class PhaseErrors:
    """What each step adds at most to the error of the phase m·g, radians, over positions 1..n.

    Attributes:
        frequency: n·|ĝ - g|, from the frequency's own rounding.
        position: max |m̂ - m|·ĝ.
        phase: half a spacing at the largest product, so it doubles where that passes a power of two; 0 where every product is held.
    """

    frequency: Fraction
    position: Fraction
    phase: Fraction

    @property
    def total(self) -> Fraction:
        return self.frequency + self.position + self.phase


def phase_errors(recipe: Recipe, frequency: object, length: int) -> PhaseErrors:
    """Bounds of |fl(m̂·ĝ) - m·g| over 1 <= m <= length, by step.

    Args:
        recipe: the format of each step.
        frequency: g > 0 or g = 0, radians per position, exact or a narrow ball.
        length: n >= 1.

    Raises:
        InvalidInput: a position or product overflows its format.

    Example:
        >>> from rope_theory.models.precision.recipe import Recipe
        >>> bound = phase_errors(Recipe.uniform("bfloat16"), "1", 1000)
        >>> bound.frequency, bound.position, bound.phase  # products with 1 are held as they are
        (Fraction(0, 1), Fraction(2, 1), Fraction(0, 1))
    """
    length = require_int("length", length, least=1)
    with flint.ctx.workprec(BITS):
        g = read_frequency(frequency)
        rounded = rounded_frequency(recipe, g)
        drift = length * above(abs(g - rounded)) if recipe.frequency else Fraction(0)
        size = above(abs(rounded))
    last = recipe.position.round(length) if recipe.position else Fraction(length)
    product = last * size
    phase = _half_spacing(recipe.phase, product)
    if _products_are_held(recipe, rounded, last):
        phase = Fraction(0)
    return PhaseErrors(drift, _integer_error(recipe.position, length) * size, phase)


def _products_are_held(recipe: Recipe, rounded: arb, last: Fraction) -> bool:
    """Whether m̂·ĝ is a number of the phase's format for every position m̂ up to the last one.

    ĝ = a·2^e with a odd, a product is the whole number m̂·a times 2^e, which p bits hold up to 2^p. With a = 1 (the fastest plane, g = 1) it is m̂
    with another exponent, which a format holds that holds positions.
    """
    form = recipe.phase
    if form is None or rounded.rad() != 0 or rounded == 0:
        return False
    odd, exponent = (int(each) for each in rounded.mid().man_exp())
    if abs(odd) == 1 and recipe.position is not None and recipe.position.bits <= form.bits:
        return exponent >= form.least_exponent
    return abs(odd) * last <= form.largest_exact_integer and Fraction(2) ** exponent >= 2 * form.tiny


def uniform_phase_error(recipe: Recipe, frequency: object, length: int) -> Fraction:
    """A bound of |fl(m̂·ĝ) - m·g|, 1 <= m <= length, from the size of length·g alone, for any way g rounds.

    ((1 + u_F)(1 + u_P)(1 + u_X) - 1)·n·g, and what underflow may add.

    Example:
        >>> from rope_theory.models.precision.recipe import Recipe
        >>> bound = phase_errors(Recipe.uniform("float16"), "0.3", 50).total
        >>> bound <= uniform_phase_error(Recipe.uniform("float16"), "0.3", 50) < 4 * bound
        True
    """
    length = require_int("length", length, least=1)
    with flint.ctx.workprec(BITS):
        reach = above(abs(read_frequency(frequency) * length))
    growth, underflow = Fraction(1), Fraction(0)
    if recipe.frequency:
        growth *= 1 + recipe.frequency.unit_roundoff
        underflow += length * recipe.frequency.tiny
    if recipe.position and length > recipe.position.largest_exact_integer:
        recipe.position.round(length)  # raises on overflow
        growth *= 1 + recipe.position.unit_roundoff
    if recipe.phase:
        growth *= 1 + recipe.phase.unit_roundoff
    largest = (reach + underflow) * growth
    if recipe.phase:
        require(largest <= recipe.phase.largest, "phase", f"must not overflow {recipe.phase.name}", largest)
    return (growth - 1) * reach + underflow * growth + (recipe.phase.tiny if recipe.phase else 0)


def rounded_frequency(recipe: Recipe, g: arb) -> arb:
    """ĝ: the frequency as the recipe holds it, a ball of radius 0 if it is rounded."""
    return g if recipe.frequency is None else exact_ball(recipe.frequency.round_ball(g))


def exact_ball(value: Fraction) -> arb:
    """The ball of a dyadic fraction (radius 0 at sufficient precision)."""
    return arb(flint.fmpq(value.numerator, value.denominator))


def above(ball: arb) -> Fraction:
    """An upper bound of the number a ball encloses."""
    return ends(ball)[1]


def _integer_error(form: Format | None, length: int) -> Fraction:
    """max |m̂ - m| over integers 1..length."""
    if form is None or length <= form.largest_exact_integer:
        return Fraction(0)
    return form.spacing(length) / 2


def _half_spacing(form: Format | None, value: Fraction) -> Fraction:
    if form is None:
        return Fraction(0)
    require(value <= form.largest, "phase", f"must not overflow {form.name}", value)
    return form.spacing(value) / 2 if value else Fraction(0)


def entry_errors(recipe: Recipe, factor: tuple[Fraction, Fraction] = ONE) -> tuple[Fraction, Fraction]:
    """(trig, cache): what computing and storing a cosine or sine adds to its error, on top of the phase's.

    One unit in the last place of a number below 1 is at most 2^-p, and half a spacing there 2^-(p+1). With an attention factor
    it is the error of the entry times the factor, which may reach the next power of two.

    Args:
        recipe: the format of each step.
        factor: (lower, upper) of the attention factor.
    """
    trig = TRIG_ULPS * recipe.trig.unit_roundoff if recipe.trig else Fraction(0)
    half = recipe.cache.unit_roundoff / 2 if recipe.cache else Fraction(0)
    if factor == ONE:
        return trig, half
    slip = FACTOR_ROUNDINGS * recipe.trig.unit_roundoff if recipe.trig else Fraction(0)
    most, power = factor[1] * (1 + slip), Fraction(1)
    while power < most:
        power *= 2
    while power / 2 >= most:
        power /= 2
    underflow = recipe.trig.tiny if recipe.trig else Fraction(0)
    return factor[1] * (trig + slip) + underflow, half * power


def cosine_error_bound(recipe: Recipe, frequency: object, length: int) -> Fraction:
    """A bound of |computed cos - cos(m·g)| over 1 <= m <= length; never more than 2.

    Example:
        >>> from rope_theory.models.precision.recipe import Recipe
        >>> cosine_error_bound(Recipe.only("cache", "bfloat16"), "0.3", 10**9)
        Fraction(1, 512)
    """
    return min(phase_errors(recipe, frequency, length).total + sum(entry_errors(recipe)), Fraction(2))


def logit_error_bound(
    recipe: Recipe,
    planes: Sequence[tuple[object, Rational | str, Rational | str]],
    length: int,
    factor: tuple[Fraction, Fraction] = ONE,
) -> Fraction:
    """A bound of |computed logit - exact logit| for every query and key at positions 1..length; over a² with an attention factor a.

    Args:
        recipe: the format of each step.
        planes: (frequency, |q|, |k|) per plane; the lengths are bounds, Fractions.
        length: n >= 1.
        factor: (lower, upper) of the attention factor.

    Raises:
        InvalidInput: a position, phase or logit overflows its format.

    Example:
        >>> from rope_theory.models.precision.recipe import Recipe
        >>> logit_error_bound(Recipe.only("logit", "float16"), [("0.3", 1, 1)], 100)
        Fraction(1, 2048)
    """
    turns = [(phase_errors(recipe, g, length).total, Fraction(query), Fraction(key)) for g, query, key in planes]
    return logit_error_of_turns(recipe, turns, factor)


def logit_error_of_turns(
    recipe: Recipe, turns: Sequence[tuple[Fraction, Fraction, Fraction]], factor: tuple[Fraction, Fraction] = ONE
) -> Fraction:
    """The same from (bound of the phase error, |q|, |k|) per plane."""
    entries, total, size = ROOT_TWO * sum(entry_errors(recipe, factor)), Fraction(0), Fraction(0)
    least, most = factor
    for phase, query, key in turns:
        off = most * min(phase, Fraction(2))  # two rotations are never further apart than 2
        q_error = _turned_error(recipe, query, off, entries, most)
        same = key == query and recipe.stored is None
        k_error = q_error if same else _turned_error(recipe, key, off, entries, most, is_key=True)
        total += q_error * most * key + k_error * most * query + q_error * k_error
        size += (most * query + q_error) * (most * key + k_error)
    if recipe.product:
        u, operations = recipe.product.unit_roundoff, 2 * len(turns)  # a product, then at most 2K - 1 sums
        total += operations * u / (1 - operations * u) * size + 2 * operations * recipe.product.tiny
        require(size <= recipe.product.largest, "logit", f"must not overflow {recipe.product.name}", size)
    if recipe.logit:
        require(size + total <= recipe.logit.largest, "logit", f"must not overflow {recipe.logit.name}", size)
        total += recipe.logit.unit_roundoff * (size + total) + recipe.logit.tiny * bool(total)
    return total / least**2


def _turned_error(
    recipe: Recipe, length: Fraction, off: Fraction, entries: Fraction, factor: Fraction, is_key: bool = False
) -> Fraction:
    """A bound of the error (2-norm) of a plane vector of this length after rounding, rotation and multiplication by the factor; a key's is stored.

    Args:
        recipe, length, factor: the steps, |x|, the upper end of the attention factor.
        off: how far the computed phase moves a unit vector, times the factor.
        entries: how far cos and sin, times the factor, are from those of the computed phase (2-norm).
        is_key: whether the step `stored` follows. A wrong phase does not make a vector longer, so only `entries` does before rounding.
    """
    start = Fraction(0)
    if recipe.vector:
        start = recipe.vector.unit_roundoff * length + 2 * recipe.vector.tiny
    held = length + start
    error, size = (off + entries) * held + factor * start, (factor + entries) * held
    if recipe.rotation:
        u = recipe.rotation.unit_roundoff
        once = ROOT_TWO * (2 * u + u * u) * (factor + off + entries) * held + 8 * recipe.rotation.tiny
        error, size = error + once, size + once
    if recipe.rotated and not (recipe.rotation and recipe.rotation.bits <= recipe.rotated.bits):
        once = recipe.rotated.unit_roundoff * (factor * length + error) + 2 * recipe.rotated.tiny
        error, size = error + once, size + once
    if is_key and recipe.stored:
        require(size <= recipe.stored.largest, "stored", f"must not overflow {recipe.stored.name}", size)
        error += recipe.stored.unit_roundoff * min(size, factor * length + error) + 2 * recipe.stored.tiny
    return error
