"""What a figure is: a drawing with a caption that tells what is decided from what is only evaluated."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rope_theory.core.angles import ball
from rope_theory.core.errors import require
from rope_theory.evidence.theory import claim
from rope_theory.laws.discrepancy.precision import as_ball

WIDTH = 100


@dataclass(frozen=True)
class Figure:
    """One figure.

    Args:
        name: of its files.
        title: one line.
        shows: what is drawn, in a few sentences; a function, so that numbers in it can be computed.
        decided: (claim id, what it says here). The verdict is taken from the claim.
        evaluated: what is not a theorem but a number of this drawing, and how far it can be trusted.
        draw: -> a matplotlib figure, drawn within `rope_theory.core.showing.style.settings`.
        see: -> a caption of each panel that stands alone, in their order: whose it is, what is drawn, what to see.
    """

    name: str
    title: str
    shows: Callable[[], str]
    decided: tuple[tuple[str, str], ...]
    evaluated: str
    draw: Callable[[], Any]
    see: Callable[[], tuple[str, ...]] = tuple

    def caption(self) -> str:
        """The caption as text: title, what is shown, claims with their verdicts, what is evaluated."""
        lines = [self.name, f"  {self.title}", *wrapped(self.shows(), "  "), "  Decided:"]
        for claim_id, says in self.decided:
            lines += wrapped(f"{claim_id}, {claim(claim_id).verdict}: {says}", "    ")
        return "\n".join([*lines, *wrapped(f"Evaluated: {self.evaluated}", "  ")]) + "\n"


def wrapped(text: str, indent: str) -> list[str]:
    """The text in lines of at most `WIDTH` letters, all of them indented."""
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_on_hyphens=False,
        break_long_words=False,
    )


def number(value) -> float:
    """A float for drawing, good to seven significant digits: far finer than any line.

    Args:
        value: exact (int, Fraction, Angle, TrigSum), a ball, or the two ends of an enclosure.

    Raises:
        InvalidInput: the enclosure is too wide to draw (by more than 1e-8 of its value, or 1e-14).

    Example:
        >>> from fractions import Fraction
        >>> from rope_theory.core.angles import Angle
        >>> number(Fraction(1, 3)), number((Fraction(1), Fraction(1))), number(Angle(1))
        (0.3333333, 1.0, 6.283185)
    """
    if isinstance(value, tuple):
        low, high = (as_ball(end) for end in value)
        enclosure = low.union(high)
    else:
        enclosure = ball(value)
    middle, radius = float(enclosure.mid()), float(enclosure.rad())
    require(radius <= max(1e-8 * abs(middle), 1e-14), "value", "must be known well enough to be drawn", value)
    return float(f"{middle:.7g}") if abs(middle) > 1e-14 else 0.0
