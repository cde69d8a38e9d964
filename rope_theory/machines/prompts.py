"""Seeded prompts of the tasks in the catalogue."""

from __future__ import annotations

from rope_theory.core.errors import require_int
from rope_theory.core.meant import require_one_of
from rope_theory.core.prompts import Prompt
from rope_theory.machines.catalogue import tasks


def prompted() -> list[str]:
    """The names of the tasks that have prompts."""
    return [name for name, task in tasks().items() if task.prompts is not None]


def prompts(task: str, count: int = 4, seed: int = 0, size: int | None = None) -> list[Prompt]:
    """Seeded prompts of a task; the position of the answer is balanced over them.

    Args:
        task: "binding" (who keeps what, U25's question; 256 pairs at most), "index" (the word k positions back),
            "retrieval" (the number bound to a letter), "induction" (the number bound last to a letter), "number" or
            "letter" (U26's multi-hop tasks), "previous" or "duplicate".
        count: at least 1.
        seed: any integer.
        size: pairs (binding, retrieval, induction, duplicate), words (index, previous), or letters and integers each
            (number, letter). Default: 256 pairs for binding, 8 for the rest.

    Raises:
        InvalidInput: unknown task, sizes the task does not have.

    Source: after U25 (binding, retrieval, induction) and U26 (index, number, letter); wording ours.

    Example:
        >>> [prompt] = prompts("induction", 1, size=3)
        >>> prompt.text.endswith(prompt.tokens[-1]), len(prompts("binding", 1)[0].tokens)
        (True, 257)
    """
    require_one_of("task", task, prompted())
    count, seed = require_int("count", count, least=1), require_int("seed", seed)
    size = require_int("size", (256 if task == "binding" else 8) if size is None else size, least=2)
    drawn = tasks()[task].prompts
    assert drawn is not None  # `prompted` says so
    return [Prompt(task, *parts) for parts in drawn(count, seed, size)]
