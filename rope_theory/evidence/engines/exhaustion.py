"""Every case of a finite domain, with a progress bar on long domains.

The answers must be exact, so a predicate that computes in floating point is refused, and so is a case that holds a
float (see `inspection`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from rope_theory.core.progress import progress
from rope_theory.core.truth import Truth, truth
from rope_theory.evidence.engines.inspection import Watch, float_inside, floats_in
from rope_theory.evidence.engines.refusal import EngineRefusal

#: Cases on which the predicate is watched while it runs, and on which its divisions are.
WATCHED, DIVIDED = 8, 3


@dataclass(frozen=True)
class Sweep:
    """Outcome: the truth, the number of cases seen, and the first case that is not TRUE."""

    truth: Truth
    cases: int
    case: Any = None


def all_cases(
    domain: Iterable[Any],
    holds: Callable[[Any], Truth | bool],
    label: str = "cases",
    *,
    within: Callable[[str], bool] | None = None,
) -> Sweep:
    """Whether `holds` is TRUE on every case; stops at the first FALSE, remembers the first UNKNOWN.

    An empty domain is UNKNOWN: it shows nothing.

    Args:
        domain: the cases.
        holds: exact predicate of a case.
        label: words beside the progress bar.
        within: (name of a module) -> whether its code is held to exact arithmetic; default: the module of `holds`.

    Raises:
        EngineRefusal: the predicate computes in floating point, or a case holds a float.
        TypeError: an answer is neither a Truth nor a bool.

    Example:
        >>> all_cases(range(5), lambda n: n * n >= n)
        Sweep(truth=<Truth.TRUE: 'true'>, cases=5, case=None)
    """
    _refuse(floats_in(holds, within), "the predicate")
    watch = Watch(holds, within)
    count, doubtful = 0, None
    for case in progress(domain, label):
        count += 1
        if inside := float_inside(case):
            raise EngineRefusal(f"a case holds the floating-point number {inside}: {case!r}")
        if count <= WATCHED:
            answer, seen = watch.run(case)
            _refuse(seen + (watch.divisions(case) if count <= DIVIDED else []), f"at {case!r} the predicate")
        else:
            answer = holds(case)
        answer = truth(answer)
        if answer is Truth.FALSE:
            return Sweep(answer, count, case)
        if answer is Truth.UNKNOWN and doubtful is None:
            doubtful = Sweep(answer, count, case)
    if doubtful or not count:
        return doubtful or Sweep(Truth.UNKNOWN, 0)
    return Sweep(Truth.TRUE, count)


def _refuse(found: list[str], who: str) -> None:
    if found:
        raise EngineRefusal(f"{who} computes in floating point: {'; '.join(found)}")
