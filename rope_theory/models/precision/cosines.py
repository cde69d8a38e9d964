"""The largest error of a cosine over all positions and all planes, enclosed.

A float sweep finds a bad pair of plane and position; balls confirm it from below. From above, the error of
each phase is computed in integers for every pair, exactly up to one unit far below any spacing. |cos x̂ -
cos x| <= |x̂ - x| discards nearly all pairs; those left are evaluated in balls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import flint
import numpy as np

from rope_theory.core.constructions import h_pos
from rope_theory.core.errors import require, require_int
from rope_theory.core.heads import PhaseHead
from rope_theory.core.rope import frequencies
from rope_theory.laws.discrepancy.precision import ends
from rope_theory.models.precision.emulation import Emulation
from rope_theory.models.precision.errors import (
    BITS,
    above,
    cosine_error_bound,
    entry_errors,
    exact_ball,
    rounded_frequency,
)
from rope_theory.models.precision.formats import must_round
from rope_theory.models.precision.recipe import Recipe

_SCALE = 50  # phase errors are integers in units of 2^-50
_FINALISTS = 20_000


@dataclass(frozen=True)
class CosineError:
    """max |computed cos(m·g_k) - cos(m·g_k)| over positions 0 <= m < positions and all planes: lower <= max
    <= upper.

    Attributes:
        plane, position: a pair at which the error is at least `lower`; planes are counted from 1.
    """

    lower: Fraction
    upper: Fraction
    plane: int
    position: int

    def rounds_to(self, printed: str) -> bool:
        """Whether every number in the enclosure rounds to the printed one, a decimal such as "6.2e-3"."""
        digits, _, exponent = printed.partition("e")
        half = Fraction(10) ** (int(exponent or 0) - len(digits.partition(".")[2])) / 2
        return Fraction(printed) - half <= self.lower and self.upper < Fraction(printed) + half


def largest_cosine_error(recipe: Recipe, base: int | Fraction | str, dim: int, positions: int) -> CosineError:
    """The largest cosine error of the frequencies base^{-2(k-1)/dim} over positions 0..positions-1, enclosed.

    Args:
        recipe: which steps are rounded; only frequency, position, phase, trig and cache matter.
        base, dim: the schedule.
        positions: as of `largest_cosine_error_of`.

    Example:
        >>> found = largest_cosine_error(Recipe.only("cache", "bfloat16"), 10000, 8, 4096)
        >>> found.upper == Fraction(1, 512) and found.lower > Fraction("1.94e-3")
        True
    """
    with flint.ctx.workprec(BITS):
        return largest_cosine_error_of(recipe, frequencies(base, dim, "ball"), positions)


def largest_cosine_error_of(
    recipe: Recipe, balls: Sequence[flint.arb], positions: int, done: Callable[[], object] = lambda: None
) -> CosineError:
    """The same for any frequencies.

    Args:
        recipe: which steps are rounded.
        balls: the frequencies g >= 0, at `BITS` bits.
        positions: 2 <= positions <= 2^24.
        done: called after each plane.
    """
    positions = require_int("positions", positions, least=2, most=2**24)
    run = Emulation(PhaseHead("RoPE", tuple(h_pos(g).planes[0] for g in balls)), recipe)
    m = np.arange(positions, dtype=float)
    held = recipe.position.round_array(m) if recipe.position else m
    held = np.where(np.isfinite(held), held, 0)
    worst, plane, position = -1.0, 0, 0
    for k in range(len(balls)):
        error, at = _worst(run, k, m, held, worst)
        if error > worst:
            worst, plane, position = error, k, at
        done()
    lower, upper = cosine_error_at(run, plane, position)
    bound = max(cosine_error_bound(recipe, g, positions - 1) for g in balls)
    if lower < bound and recipe.frequency and recipe.phase and _exact_positions(recipe, positions):
        bound = min(bound, _certified(run, balls, positions, lower) or bound)
    return CosineError(lower, max(min(bound, Fraction(2)), lower), plane + 1, position)


def cosine_error_at(run: Emulation, plane: int, position: int) -> tuple[Fraction, Fraction]:
    """(lower, upper) of the error at one plane (from 0) and position."""
    with flint.ctx.workprec(BITS):
        cosine, _ = run.turn(plane, [position])
        exact = ends((run.head.planes[plane].frequency * position).cos())
        low, high = Fraction(float(cosine.lo[0])), Fraction(float(cosine.hi[0]))
    least = max(low - exact[1], exact[0] - high, Fraction(0))
    return least, max(high - exact[0], exact[1] - low)


def _worst(run: Emulation, plane: int, m: np.ndarray, held: np.ndarray, floor: float) -> tuple[float, int]:
    """(error, position) of the worst of the positions m, held as `held`, in floats: a finder.

    Cosines are taken only where phases are so far apart that the error could exceed `floor`; (-1, 0) if nowhere.
    """
    recipe, g = run.recipe, run.head.planes[plane].frequency
    with flint.ctx.workprec(BITS):
        rounded = float(rounded_frequency(recipe, g).mid())
    phases = held * rounded
    phases = recipe.phase.round_array(phases) if recipe.phase else phases
    phases = np.where(np.isfinite(phases), phases, 0)
    right = m * float(g.mid())
    near = np.flatnonzero(np.abs(phases - right) + (float(sum(entry_errors(recipe))) + 2.0**-40) > floor)
    if not len(near):
        return -1.0, 0
    phases, right = phases[near], right[near]
    cosines = np.cos(phases)
    exact = cosines if np.array_equal(phases, right) else np.cos(right)
    cosines = recipe.cache.round_array(cosines) if recipe.cache else cosines
    errors = np.abs(cosines - exact)
    at = int(errors.argmax())
    return float(errors[at]), int(near[at])


def _exact_positions(recipe: Recipe, positions: int) -> bool:
    return recipe.position is None or positions - 1 <= recipe.position.largest_exact_integer


def _certified(run: Emulation, balls, positions: int, floor: Fraction) -> Fraction | None:
    """An upper bound of the largest error: every pair whose phase error could exceed `floor` is evaluated in
    balls.

    None if that would be more than `_FINALISTS` pairs.
    """
    slack = sum(entry_errors(run.recipe))
    upper, finalists = floor, 0
    for plane, g in enumerate(balls):
        bounds, unit = _phase_error_integers(run.recipe, g, positions)
        near = np.flatnonzero(bounds > int((floor - slack) / unit))
        finalists += len(near)
        if finalists > _FINALISTS:
            return None
        for position in near.tolist():
            upper = max(upper, cosine_error_at(run, plane, position)[1])
    return upper


def _phase_error_integers(recipe: Recipe, g, positions: int) -> tuple[np.ndarray, Fraction]:
    """(bounds, unit): |fl(m̂·ĝ) - m·g| <= bounds[m]·unit for every m, integers. Positions must be held
    exactly.
    """
    frequency, phase = must_round("frequency", recipe.frequency), must_round("phase", recipe.phase)
    with flint.ctx.workprec(BITS):
        held = frequency.round_ball(g)
        unit = Fraction(1, 2**_SCALE)
        drift = above(exact_ball(held) - g) / unit
    fine = _SCALE - (held.denominator.bit_length() - 1)
    m = np.arange(positions, dtype=np.int64)
    products = m * held.numerator
    _, sizes = np.frexp(products.astype(float))
    require(
        fine >= 0 and int(sizes.max()) <= 52,
        "recipe",
        "must have frequencies of at most 24 bits and few positions",
        str(recipe),
    )
    drop = np.maximum(sizes - phase.bits, 0)
    rest = products & ((np.int64(1) << drop) - 1)
    half = np.where(drop > 0, np.int64(1) << np.maximum(drop - 1, 0), 0)
    kept = products >> drop
    up = (rest > half) | ((rest == half) & (drop > 0) & (kept & 1 == 1))
    rounding = np.where(up, (np.int64(1) << drop) - rest, -rest)
    return np.abs((rounding << fine) + m * round(drift)) + m + 1 + int(phase.tiny / unit), unit
