"""The gap of one given mix of frequencies, over every t: the rigorous half of `many_frequencies`.

gap(a; n) = min over 1 <= t <= n-1 of sum_k a_k (1 - cos(t*g_k)), the smallest lead of the target over rivals
on both sides at distance t, with aligned phases. Integer sums with a proved error (see `cosine_sums`) discard
nearly every t; the t whose sum comes within twice that error of the largest are evaluated in balls, of
growing precision, until one is left. A discarded t is larger than the minimum for certain, so no t is
skipped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import flint
import numpy as np

from rope_theory.core.errors import InvalidInput, require_int
from rope_theory.laws.discrepancy.cosine_sums import MAX_LENGTH, SCALE, CosineTable, Progress
from rope_theory.laws.discrepancy.frequency import Frequency, read_rational
from rope_theory.laws.discrepancy.frequency_list import FrequencyList
from rope_theory.laws.discrepancy.precision import as_ball, ends_within

_BALL_BUDGET = 4_000_000  # ball cosines spent on refining; beyond it the integer enclosure is returned
_LADDER = (96, 192, 384)


@dataclass(frozen=True)
class MixGap:
    """The enclosed gap of a mix.

    Attributes:
        minimiser: a t that attains the minimum: the smallest one if `minimiser_certain`, else the smallest of
            those that could not be told apart (values within 2^-300) or, out of budget, the likeliest.
        minimiser_certain: whether that is a fact.
        gap_lower, gap_upper: exact fractions around the gap.
        examined: how many t went to ball arithmetic.
    """

    minimiser: int
    minimiser_certain: bool
    gap_lower: Fraction
    gap_upper: Fraction
    examined: int


def read_weights(weights: Sequence[object], planes: int) -> tuple[Fraction, ...]:
    """Weights as Fractions, checked: a list (no text) of `planes` of them, none negative, sum exactly 1.

    Example:
        >>> read_weights(["0.25", "0.75"], 2)
        (Fraction(1, 4), Fraction(3, 4))
    """
    if isinstance(weights, str | bytes) or not isinstance(weights, Iterable):
        raise InvalidInput("weights", "must be a list of weights", weights)
    exact = tuple(read_rational("weights", weight) for weight in weights)
    if len(exact) != planes:
        raise InvalidInput("weights", f"must be {planes}, one for each frequency", len(exact))
    if any(weight < 0 for weight in exact):
        raise InvalidInput("weights", "must not be negative", min(exact))
    if sum(exact) != 1:
        raise InvalidInput("weights", "must sum to exactly 1", sum(exact))
    return exact


def mix_gap(
    frequencies: FrequencyList | Iterable[object],
    weights: Sequence[object],
    length: int,
    *,
    table: CosineTable | None = None,
    progress: Progress | None = None,
) -> MixGap:
    """min over 1 <= t <= length-1 of sum_k a_k (1 - cos(t*g_k)), enclosed, no t skipped.

    Args:
        frequencies: a `FrequencyList`, or exact angles in radians per position (see `read_frequency`).
        weights: one exact rational a_k >= 0 for each, summing to exactly 1 (Fractions or decimal strings).
        length: 2 <= n <= 2^32. Time grows with n*K (about 0.4 ns each), memory with sqrt(n)*K.
        table: the `CosineTable` of these frequencies and this length, if there is one already.
        progress: called as progress(done, total) in positions.

    Returns:
        `MixGap`. Exactness: integers with a proved error, then balls; nothing rests on a float comparison.

    Raises:
        InvalidInput: frequencies or weights that are no list (text is none); weights that are negative, too few or do
            not sum to 1; length < 2.

    Source: claim new.index-gap-multifrequency.

    Example:
        >>> from fractions import Fraction
        >>> from rope_theory import Angle
        >>> gap = mix_gap([Angle(Fraction(1, 2)), Angle(Fraction(1, 3))], ["0.5", "0.5"], 5)
        >>> gap.minimiser, gap.gap_lower == gap.gap_upper == Fraction(3, 4)
        (2, True)
    """
    frequencies = FrequencyList.of(frequencies)
    length = require_int("length", length, least=2, most=MAX_LENGTH)
    exact = read_weights(weights, len(frequencies.angles))
    if table is None:
        table = CosineTable(frequencies.angles, length)
    elif (table.angles, table.length) != (frequencies.angles, length):
        raise InvalidInput("table", "must belong to the same frequencies and length", (table.length, length))
    candidates, largest = _candidates(table, exact, progress)
    active = [(angle, weight) for angle, weight in zip(frequencies.angles, exact, strict=True) if weight]
    if len(candidates) * len(active) > _BALL_BUDGET:
        error = table.error(exact)
        lower = 1 - Fraction(largest[1] + error, SCALE)
        upper = 1 - Fraction(largest[1] - error, SCALE)
        return MixGap(largest[0], False, max(lower, Fraction(0)), upper, 0)
    examined, remaining = len(candidates), candidates
    for bits in _LADDER:
        enclosures = _enclosures(active, remaining, bits, length)
        upper = min(high for _, high in enclosures)
        survivors = [(t, low) for t, (low, _) in zip(remaining, enclosures, strict=True) if low <= upper]
        remaining = [t for t, _ in survivors]
        if _all_tie(active, remaining):
            break
    lower = min(low for _, low in survivors)
    return MixGap(remaining[0], _all_tie(active, remaining), lower, upper, examined)


def _candidates(
    table: CosineTable, weights: Sequence[Fraction], progress: Progress | None
) -> tuple[list[int], tuple[int, int]]:
    """All t >= 1 that may attain the minimum, ascending, and (t, sum) of the largest sum of cosines."""
    slack = 2 * table.error(weights)
    best: tuple[int, int] | None = None
    kept_t, kept_sums = [], []
    for start, sums in table.integer_sums(weights):
        if start == 0:
            start, sums = 1, sums[1:]  # t = 0 is the target itself
        if not len(sums):
            continue
        at = int(sums.argmax())
        if best is None or sums[at] > best[1]:
            best = (start + at, int(sums[at]))
        near = np.flatnonzero(sums >= best[1] - slack)
        kept_t.append(near + start)
        kept_sums.append(sums[near])
        if progress is not None:
            progress(start + len(sums) - 1, table.length - 1)
    assert best is not None  # a table has at least two entries
    all_t, all_sums = np.concatenate(kept_t), np.concatenate(kept_sums)
    return [int(t) for t in all_t[all_sums >= best[1] - slack]], best


def _enclosures(
    active: Sequence[tuple[Frequency, Fraction]], positions: Sequence[int], bits: int, length: int
) -> list[tuple[Fraction, Fraction]]:
    """Exact ends of the mix's value at each position."""
    extra = length.bit_length() + max(angle.size_bits for angle, _ in active)
    with flint.ctx.workprec(bits + extra + 16):
        balls = [angle.radians_ball() for angle, _ in active]
        results = []
        for t in positions:
            total = flint.arb(0)
            for (angle, weight), ball in zip(active, balls, strict=True):
                total += angle.one_minus_cos(t, ball) * as_ball(weight)
            results.append(ends_within(total, 0, 2))
    return results


def _all_tie(active: Sequence[tuple[Frequency, Fraction]], positions: Sequence[int]) -> bool:
    """Whether all positions provably have the same value: a single one, or equal distances in every plane."""
    if len(positions) == 1:
        return True
    turns = [angle.rational_turns for angle, _ in active if angle.rational_turns is not None]
    if len(turns) < len(active):
        return False
    folded = {tuple(min(t * turn % 1, -t * turn % 1) for turn in turns) for t in positions}
    return len(folded) == 1
