"""What one rotary plane can do alone at a context length: see `rope_theory.models.limits` for the conditions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import flint

from rope_theory.core.errors import Words, require, require_int
from rope_theory.laws.discrepancy import Frequency, single_gap
from rope_theory.laws.discrepancy.precision import as_ball, ends
from rope_theory.models.precision.cliff import scaled_logit_threshold
from rope_theory.models.precision.formats import FORMATS, Format, read_format


@dataclass(frozen=True)
class PlaneLimits:
    """One plane alone.

    Attributes:
        plane: counted from 1, fastest first as in the schedule.
        frequency: g, radians per position, as a float (binary64).
        wavelength: 2π/g, or None for a plane that stands still.
        turns: n·g/2π.
        gap: (lower, upper) around the Index gap over distances 1..n-1, exact fractions.
        nearest: the distance whose rival is closest.
        letters: the largest alphabet for which it is symbolic (g < π/(M n)); None: any.
        cliff: for each format the largest length <= n at which it is positional: at every size of the target's logit one rounding
            keeps the order (`rope_theory.models.precision.scaled_logit_threshold`).
        positional: whether it is at n, in the format asked for.
        symbolic: whether `letters` reaches the alphabet asked for.
    """

    plane: int
    frequency: float
    wavelength: float | None
    turns: float
    gap: tuple[Fraction, Fraction]
    nearest: int
    letters: int | None
    cliff: dict[str, int]
    positional: bool
    symbolic: bool

    @property
    def role(self) -> str:
        """positional, symbolic, both or neither."""
        return {(True, True): "both", (True, False): "positional", (False, True): "symbolic"}.get(
            (self.positional, self.symbolic), "neither"
        )


def plane_limits(angle: Frequency, plane: int, length: int, dtype: str = "bfloat16", letters: int = 8) -> PlaneLimits:
    """What one plane can do at a length.

    Args:
        angle: g, exact.
        plane: its number.
        length: n >= 2.
        dtype: format of the finished logit: bfloat16, float16, float32 or float64.
        letters: M >= 2, size of the alphabet for "symbolic".

    Example:
        >>> from rope_theory.laws.discrepancy.frequency import read_frequency
        >>> found = plane_limits(read_frequency("0.001"), 1, 100, "bfloat16")
        >>> found.role, found.letters, found.cliff["float32"]
        ('symbolic', 31, 100)
    """
    length = require_int("length", length, least=2)
    letters = require_int("letters", letters, least=2)
    form = read_format("dtype", dtype)
    records = _records(angle, length - 1)
    cliff = {
        name: min([at for at, gap in records if _lost(gap, each)], default=length) for name, each in FORMATS.items()
    }
    still = angle.rational_turns == 0
    frequency, turns = _shown(angle, length)
    rule = "must be at least 1e-300 radians per position (a smaller base or factor)"
    require(still or turns > 0, f"frequency of plane {plane}", rule, Words("less"))
    reach = None if still else _largest_alphabet(angle, length)
    return PlaneLimits(
        plane,
        frequency,
        None if still else length / turns,
        turns,
        records[-1][1],
        records[-1][0],
        reach,
        cliff,
        not _lost(records[-1][1], form),
        reach is None or reach >= letters,
    )


def _records(angle: Frequency, span: int) -> list[tuple[int, tuple[Fraction, Fraction]]]:
    """(t, gap at t) of every t that comes closer to a whole turn than all before it, t <= span, ascending."""
    found = []
    while span >= 1:
        gap = single_gap(angle, span)
        found.append((gap.minimiser, (gap.gap_lower, gap.gap_upper)))
        span = gap.minimiser - 1
    return found[::-1]


def _lost(gap: tuple[Fraction, Fraction], form: Format) -> bool:
    """Whether one rounding to the format may close the gap at some size of the logit: β and β(1 - gap) become one number."""
    return gap[0] < scaled_logit_threshold(form)


def _shown(angle: Frequency, length: int) -> tuple[float, float]:
    with flint.ctx.workprec(128 + angle.size_bits):
        ball = angle.radians_ball()
        return float(ball), float(ball * length / (2 * flint.arb.pi()))


def _largest_alphabet(angle: Frequency, length: int) -> int:
    """The largest M with M·n·g < π."""
    return last_length(angle, 2 * length) or 0


def last_length(angle: Frequency, parts: int) -> int | None:
    """The largest n >= 0 with n·g < 2π/parts; None: every n, the plane stands still.

    Args:
        angle: g >= 0, exact.
        parts: >= 1.

    Note:
        Rounded down where an enclosure of 192 bits leaves a doubt.

    Example:
        >>> from rope_theory.laws.discrepancy.frequency import read_frequency
        >>> last_length(read_frequency("1"), 1), last_length(read_frequency("0.1"), 8)
        (6, 7)
    """
    if angle.rational_turns == 0:
        return None
    with flint.ctx.workprec(192 + angle.size_bits):
        low, _ = ends(2 * flint.arb.pi() / (as_ball(parts) * angle.radians_ball()))
    return max(0, -(-low.numerator // low.denominator) - 1)
