"""Processor time of this process and of others, in turns: what else the machine does moves a ratio of them least."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
Row = tuple[str, float, str]


def here(work: Callable[[], object]) -> Callable[[], float]:
    """What measures one call of `work()`: user and system seconds of this process."""

    def spent() -> float:
        start = _used(resource.RUSAGE_SELF)
        work()
        return _used(resource.RUSAGE_SELF) - start

    return spent


def python(*arguments: str, kept: int | None = None, cache: Path | None = None) -> Callable[[], float]:
    """What measures one fresh Python process, start and imports included; it must succeed.

    Args:
        arguments: of the interpreter.
        kept: how often its standard output must say "kept, decided at"; None: it is not read.
        cache: where it keeps decisions and figures; CI and ROPE_THEORY_FRESH do not reach it then.
    """
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    if cache is not None:
        environment |= {"ROPE_THEORY_CACHE": str(cache), "CI": "", "ROPE_THEORY_FRESH": ""}

    def spent() -> float:
        start = _used(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [sys.executable, *arguments], env=environment, cwd=ROOT, text=True, check=True, stdout=subprocess.PIPE
        )
        said = " ".join(done.stdout.split()).count("kept, decided at")
        if kept not in (None, said):
            raise AssertionError(f"{arguments} must answer {kept} claims from the store, got {said}")
        return _used(resource.RUSAGE_CHILDREN) - start

    return spent


def beside(
    what: str, ours: Callable[[], float], alternative: str, theirs: Callable[[], float], repeat: int = 5
) -> Iterator[Row]:
    """Rows: medians of both, and the median of theirs over ours, `repeat` times in turns, after each has run once."""
    ours(), theirs()
    pairs = [(ours(), theirs()) for _ in range(repeat)]
    yield what, statistics.median(own for own, _ in pairs), "s"
    yield f"  {alternative}", statistics.median(other for _, other in pairs), "s"
    yield "  ratio", statistics.median(other / own for own, other in pairs), "x"


def _used(who: int) -> float:
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime
