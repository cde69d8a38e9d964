"""How long a sweep over all positions and planes takes, estimated before anything heavy is imported."""

from __future__ import annotations

import math

from rope_theory.core.errors import require
from rope_theory.core.words import counted

PER_SECOND = 1 << 28
"""Positions times planes that are swept in a second on one core: half of what was measured, as cores are shared (2026)."""

MOST_SECONDS = 64
"""What is done without being asked to: about a minute, by `seconds`."""


def seconds(length: int, planes: int, sweeps: int = 1) -> float:
    """How long so many sweeps over all positions and planes take: what is announced, and what `require_short` refuses by.

    Args:
        length: positions.
        planes: of all lists of frequencies that are swept.
        sweeps: over all of them.

    Example:
        >>> seconds(1 << 28, 64), seconds(1 << 20, 64, 4)
        (64.0, 1.0)
    """
    return length * planes * sweeps / PER_SECOND


def in_words(duration: float) -> str:
    """So many seconds as people say them.

    Example:
        >>> in_words(42), in_words(100), in_words(10_000)
        ('50 seconds', '2 minutes', '3 hours')
    """
    if duration < 90:
        return f"{10 * max(1, math.ceil(duration / 10))} seconds"
    return f"{duration / 60:.0f} minutes" if duration < 7200 else f"{duration / 3600:.0f} hours"


def require_short(argument: str, length: int, planes: int, sweeps: int = 1) -> None:
    """Refuse what would take more than `MOST_SECONDS` by `seconds`.

    Args:
        argument: the name of the length.
        length, planes, sweeps: as of `seconds`.

    Raises:
        InvalidInput: naming the longest length that is swept, and the estimate.

    Example:
        >>> require_short("length", 1 << 28, 64)
    """
    most, told = MOST_SECONDS * PER_SECOND // (planes * sweeps), in_words(seconds(length, planes, sweeps))
    rule = f"must be at most {most} with {counted(planes, 'plane')} (a minute; this takes about {told}), or --long be given"
    require(length <= most, argument, rule, length)
