"""What a task is, said once: how its inputs are read, what the answer is, how inputs are drawn and put in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

#: (count, seed, size) -> (text, tokens, answer in words), as prompts of the task.
Prompts = Callable[[int, int, int], Iterator[tuple[str, tuple[Any, ...], str]]]


@dataclass(frozen=True)
class Task:
    """A task of one sequence: the question is asked from its last position.

    Args:
        name: as commands call it.
        summary: what is asked, in one sentence.
        example: tokens that the task has, as text.
        parse: text -> tokens.
        answer: tokens -> the answer, by the words of the task: shares no code with any head.
        prompts: seeded prompts, or None.

    Example:
        >>> echo = Task("echo", "the last token itself", "A B", str.split, lambda tokens: tokens[-1])
        >>> echo.answer(echo.parse(echo.example))
        'B'
    """

    name: str
    summary: str
    example: str
    parse: Callable[[str], tuple[Any, ...]]
    answer: Callable[[tuple[Any, ...]], Any]
    prompts: Prompts | None = None
