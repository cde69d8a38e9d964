"""Cached keys that are turned again: the rounding of one turn, and how far many turns can drift."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import flint
import numpy as np

from rope_theory.core.angles import Angle
from rope_theory.core.errors import require_int
from rope_theory.laws.discrepancy.precision import as_ball, ends
from rope_theory.models.precision.formats import FORMATS, read_format

#: Formats that float32 holds all numbers of, and more.
NARROW = ("bfloat16", "float16")


def turn_error(form: str) -> Fraction:
    """ε = 4.3u: one turn in a format with unit roundoff u is off by at most ε times the norm of what is turned.

    Cosine, sine, each product and each sum are rounded once, without underflow or overflow: √2((1 + u)³ - 1) <= 4.3u.

    Example:
        >>> turn_error("bfloat16") == Fraction(43, 2560)
        True
    """
    return Fraction(43, 10) * read_format("dtype", form).unit_roundoff


def stored_turn_error(form: str) -> Fraction:
    """ε of one turn in float32 whose result is stored in a narrower format with unit roundoff u: (1 + u)(1 + 4.3·2^-24) - 1.

    The key is read exactly, as float32 holds the format; the float32 turn is off by at most 4.3·2^-24 of its norm, so that its result has at
    most 1 + 4.3·2^-24 of that norm, and the store moves each entry by at most u of itself.

    Example:
        >>> stored_turn_error("bfloat16") - Fraction(1, 256) < Fraction(1, 10**6)
        True
    """
    wide = 1 + turn_error("float32")
    return (1 + read_format("dtype", form).unit_roundoff) * wide - 1


def drift(error: Fraction, turns: int) -> Fraction:
    """(1 + ε)^t - 1: how far t turns are off at most, in norms of the key (new.cached-keys.drift).

    Args:
        error: ε >= 0 of one turn.
        turns: t >= 0.

    Example:
        >>> float(drift(turn_error("bfloat16"), 1)), drift(Fraction(1, 2), 2)
        (0.016796875, Fraction(5, 4))
    """
    return (1 + error) ** require_int("turns", turns, least=0) - 1


#: What `typical_drift` measures: keys of 64 planes at base 10000, each turn by so many positions.
KEYS, PLANES, BASE, SHIFT = 64, 64, 10_000, 256
MOST_TURNS = 10_000
"""More turns are not measured."""


def typical_drift(form: str, turns: Sequence[int], stored: bool = False, seed: int = 0) -> list[float | None]:
    """The median error of t turns in a format, in norms of the key: measured in NumPy, no bound.

    64 random keys (normal entries, 64 planes, base 10000), each turned t times by 256 positions, beside one turn by 256·t in float64. An exact
    angle, its cosine and sine rounded once, and the steps of `turn_rounded`, or of `turn_stored`.

    Args:
        form: name of a format; float64, which is what it is measured by, has None.
        turns: numbers of turns; more than `MOST_TURNS` have None.
        stored: float32 with one store in the format.
        seed: of the keys.

    Example:
        >>> [round(each, 4) for each in typical_drift("bfloat16", [1, 100])]
        [0.0027, 0.1403]
    """
    fl = FORMATS[form].round_array
    inner = FORMATS["float32"].round_array if stored else fl
    g = BASE ** -(np.arange(PLANES) / PLANES)
    c, s = (inner(wave(SHIFT * g)) for wave in (np.cos, np.sin))
    start = fl(np.random.default_rng(seed).standard_normal((KEYS, 2, PLANES)))
    (x, y), off = start.transpose(1, 0, 2), {}
    for t in range(1, max((each for each in turns if each <= MOST_TURNS), default=0) + 1):
        x, y = (
            fl(inner(inner(c * x) - inner(s * y))),
            fl(inner(inner(s * x) + inner(c * y))),
        )
        if t in turns:
            exact = (start[:, 0] + 1j * start[:, 1]) * np.exp(1j * t * SHIFT * g)
            off[t] = float(np.median(np.linalg.norm(x + 1j * y - exact, axis=1) / np.linalg.norm(exact, axis=1)))
    return [None if form == "float64" else off.get(t) for t in turns]


SHORT_BITS = 4096
"""Powers of at most so many bits are multiplied out."""


def drift_above(error: Fraction, turns: int, most: int) -> Fraction | None:
    """(1 + ε)^t - 1 where it is short to write out, else at least that and less than one part in 10^30 more; None where that is `most` or more.

    Args:
        error: ε >= 0 of one turn.
        turns: t >= 0, any size: a long power is enclosed, not multiplied out.
        most: the largest bound of use.

    Example:
        >>> drift(turn_error("bfloat16"), 100) <= drift_above(turn_error("bfloat16"), 100, 1000)
        True
        >>> drift_above(turn_error("bfloat16"), 10**9, 1000) is None
        True
    """
    if require_int("turns", turns, least=0) * error.denominator.bit_length() <= SHORT_BITS:
        exact = drift(error, turns)
        return exact if exact < most else None
    with flint.ctx.workprec(256):
        exponent = (1 + as_ball(error)).log() * turns
        if exponent > as_ball(most + 1).log():
            return None
        bound = ends(exponent.expm1())[1]
    return bound if bound < most else None


def turn_rounded(form: str, plane: tuple[Fraction, Fraction], phase: Angle) -> tuple[Fraction, Fraction]:
    """One plane (x, y) turned in a format: cosine, sine, products and sums rounded once each, to nearest.

    Example:
        >>> turn_rounded("bfloat16", (Fraction(1), Fraction(0)), Angle.parse("pi"))
        (Fraction(-1, 1), Fraction(0, 1))
    """
    fl = FORMATS[form].round
    c, s = (nearest(form, each) for each in (phase.cos(), phase.sin()))
    x, y = plane
    return fl(fl(c * x) - fl(s * y)), fl(fl(s * x) + fl(c * y))


def turn_stored(form: str, plane: tuple[Fraction, Fraction], phase: Angle) -> tuple[Fraction, Fraction]:
    """One plane turned in float32, and each coordinate stored in a narrower format."""
    x, y = turn_rounded("float32", plane, phase)
    return FORMATS[form].round(x), FORMATS[form].round(y)


def nearest(form: str, value) -> Fraction:
    """The format's number nearest to an exact sum of cosines."""
    fl, bits = FORMATS[form].round, 128
    while True:
        with flint.ctx.workprec(bits):
            low, high = ends(value.ball())
        if fl(low) == fl(high):
            return fl(low)
        bits *= 2
