"""Progress bars on long work, on standard error, only where a person is looking."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.console import Console

PATIENCE = 10.0
"""Seconds after which work without a terminal tells how far it is."""

Item = TypeVar("Item")
_active = False


def progress(items: Iterable[Item], label: str, total: int | None = None, lines: bool = False) -> Iterator[Item]:
    """Yield the items; draw a bar if standard error is a terminal and no other bar is up.

    Args:
        lines: where there is no terminal, write a line after each tenth of the items, if there are at least 20.
        items: what to go through.
        label: words beside the bar.
        total: number of items where `items` has no length.
    """
    global _active
    console = None if _active else _terminal()
    if console is None:
        yield from _told(items, label, total) if lines and not _active else items
        return
    _active = True
    try:
        from rich.progress import Progress

        with Progress(console=console, transient=True) as bar:
            yield from bar.track(items, total=total, description=label)
    finally:
        _active = False


def _terminal() -> Console | None:
    """Standard error as rich sees it, if a person is looking at it."""
    if not (sys.stderr.isatty() or os.environ.get("FORCE_COLOR")):
        return None  # without loading rich
    from rich.console import Console

    console = Console(stderr=True)
    return console if console.is_terminal else None


def _told(items: Iterable[Item], label: str, total: int | None) -> Iterator[Item]:
    """The items; after each tenth of them a line on standard error."""
    whole = total if total is not None else len(items) if isinstance(items, Sized) else 0
    for done, item in enumerate(items, 1):
        yield item
        if whole >= 20 and 10 * done // whole > 10 * (done - 1) // whole:
            print(f"{label}: {done} of {whole} ({100 * done // whole} %)", file=sys.stderr, flush=True)


class _Tenths:
    """(done, total) -> a line on standard error where another tenth is done, after a while."""

    def __init__(self, label: str):
        self._label, self._since, self._told = label, time.monotonic(), 0

    def __call__(self, done: int, total: int) -> None:
        tenth = 10 * done // total if total else 0
        if tenth != self._told and time.monotonic() - self._since > PATIENCE:
            self._told = tenth
            print(f"{self._label}: {100 * done // total} %", file=sys.stderr, flush=True)


@contextmanager
def callback(label: str) -> Iterator[Callable[[int, int], None]]:
    """A function (done, total) that moves a bar, for work that reports its own progress; no bar within another.

    Where there is no terminal it writes a line after each tenth, once the work has taken `PATIENCE` seconds.
    """
    global _active
    if _active:
        yield lambda done, total: None
        return
    console = _terminal()
    if console is None:
        yield _Tenths(label)
        return
    _active = True
    try:
        from rich.progress import Progress

        with Progress(console=console, transient=True) as bar:
            task = bar.add_task(label)
            yield lambda done, total: bar.update(task, completed=done, total=total)
    finally:
        _active = False
