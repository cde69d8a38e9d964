"""Progress bars on long work, on standard error, only where a person is looking."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.progress import Progress

Item = TypeVar("Item")
_active = False


def progress(items: Iterable[Item], label: str, total: int | None = None) -> Iterator[Item]:
    """Yield the items; draw a bar if standard error is a terminal and no other bar is up.

    Args:
        items: what to go through.
        label: words beside the bar.
        total: number of items where `items` has no length.
    """
    global _active
    console = Console(stderr=True)
    if _active or not console.is_terminal:
        yield from items
        return
    _active = True
    try:
        with Progress(console=console, transient=True) as bar:
            yield from bar.track(items, total=total, description=label)
    finally:
        _active = False


@contextmanager
def callback(label: str) -> Iterator[Callable[[int, int], None]]:
    """A function (done, total) that moves a bar, for work that reports its own progress; no bar within another."""
    global _active
    console = Console(stderr=True)
    if _active or not console.is_terminal:
        yield lambda done, total: None
        return
    _active = True
    try:
        with Progress(console=console, transient=True) as bar:
            task = bar.add_task(label)
            yield lambda done, total: bar.update(task, completed=done, total=total)
    finally:
        _active = False
