"""The observed limit: the last length before the first failure that is found."""

from __future__ import annotations

from rope_theory.core.errors import require_int
from rope_theory.core.progress import progress
from rope_theory.machines.long_context.run import LongRunSettings, run_long
from rope_theory.models.precision import TargetContest

EACH = 300
"""Every length up to here is run; beyond, lengths double and are then halved."""
TARGETS = 4096
"""Up to this length every target is asked for from the last position (Index, induction); beyond, as in the settings."""


def find_limit(settings: LongRunSettings, most: int, each: int = EACH) -> int | None:
    """The last length before the first failure, or None if no run up to `most` failed.

    Every length from 3 to `each` is run (a mix: 3 alone), then lengths double, and the interval is halved down to one length: between
    the lengths looked at another failure may lie, so that the limit can be lower, never below a certain prediction.

    Args:
        settings: its `length` is not used; a mix is made for `most` and run at shorter lengths.
        most: longest length to run.

    Example:
        >>> find_limit(LongRunSettings("index", 0, "bfloat16", beta="hard", head_dim=16), 100)
        74
    """
    most = require_int("most", most, least=3)
    mixed = settings.at(length=most).contest() if settings.construction == "mix" else None
    each = min(3 if mixed else each, most)
    for n in progress(range(3, each + 1), "running every length"):
        if not decodes(settings, n, mixed):
            return n - 1
    good = each
    while good < most:
        n = min(2 * good, most)
        if not decodes(settings, n, mixed):
            return _halved(settings, good, n, mixed)
        good = n
    return None


def _halved(settings: LongRunSettings, good: int, bad: int, subject: TargetContest | None) -> int:
    while bad - good > 1:
        middle = (good + bad) // 2
        good, bad = (middle, bad) if decodes(settings, middle, subject) else (good, middle)
    return good


def decodes(settings: LongRunSettings, n: int, subject: TargetContest | None = None) -> bool:
    """Whether every question of one run at length n is answered right."""
    at = settings.at(length=n)
    subject = at.contest() if subject is None else subject
    result = run_long(at.at(queries="targets") if asks_targets(at) else at, subject=subject, predicted=False)
    return result.decoded == result.checked


def asks_targets(settings: LongRunSettings) -> bool:
    """Whether the search asks for every target from the last position."""
    return settings.length <= TARGETS and settings.construction != "retrieval"
