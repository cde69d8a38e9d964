"""A generator of what a long call hands over piece by piece, from inside hooks that it does not return from."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

Piece = TypeVar("Piece")


class _Closed(BaseException):
    """Nobody asks for more."""


def handed_over(work: Callable[[Callable[[Piece], None]], None]) -> Iterator[Piece]:
    """Yield what `work(give)` gives, one piece at a time: it waits in a thread of its own until the next is asked for.

    Args:
        work: called with `give`; its errors are raised where the generator is read.

    Example:
        >>> list(handed_over(lambda give: [give(each) for each in "ab"]))
        ['a', 'b']
    """
    asked = threading.Semaphore(0)
    pieces: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
    closed = False

    def wait() -> None:
        asked.acquire()
        if closed:
            raise _Closed

    def give(piece: Piece) -> None:
        pieces.put(("piece", piece))
        del piece
        wait()

    def run() -> None:
        try:
            wait()
            work(give)
            pieces.put(("end", None))
        except BaseException as problem:
            pieces.put(("problem", problem))

    thread = threading.Thread(target=run, name="handed over", daemon=True)
    thread.start()
    try:
        while True:
            asked.release()
            what, piece = pieces.get()
            if what == "end":
                return
            if what == "problem":
                raise piece
            yield piece
            del piece
    finally:
        closed = True
        asked.release()
        thread.join()
