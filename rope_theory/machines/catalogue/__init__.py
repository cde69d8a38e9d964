"""The catalogue of constructions: one module each, found by its file name; every list of constructions derives from it.

Example:
    >>> construction("index").title, construction("previous-alibi").can("compile")
    ('T_Index', False)
    >>> run_task("number", "C B A 1 4 1 3 2 1").answer
    'C'
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rope_theory.core.angles import Angle
from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.hops import TaskOutcome
from rope_theory.core.meant import require_one_of
from rope_theory.core.tasks import Task
from rope_theory.machines.catalogue.construction import CAPABILITIES, Construction, Options, Stack

if TYPE_CHECKING:
    from rope_theory.models.precision import TargetContest


@functools.cache
def constructions() -> dict[str, Construction]:
    """All constructions by name, in the order of their `ORDER`."""
    modules = [importlib.import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)]
    listed = [module for module in modules if hasattr(module, "CONSTRUCTIONS")]
    return {one.name: one for module in sorted(listed, key=lambda m: m.ORDER) for one in module.CONSTRUCTIONS}


def construction(name: str) -> Construction:
    """The construction with this name.

    Raises:
        InvalidInput: there is none.
    """
    return _of("construction", constructions(), name)


def tasks() -> dict[str, Task]:
    """The tasks that constructions are run on, by name."""
    return {task.name: task for one in constructions().values() for task in one.runs}


def with_capability(capability: str) -> list[str]:
    """The names of the constructions that have a capability."""
    return [name for name, one in constructions().items() if one.can(capability)]


def small_tasks() -> tuple[str, ...]:
    """The tasks that small models learn."""
    return tuple(task for one in constructions().values() for task in one.learns)


def trained_tasks() -> tuple[str, ...]:
    """The tasks on which whole models are trained."""
    return tuple(task for one in constructions().values() for task in one.trains)


def stacks() -> dict[str, Stack]:
    """By task, the layers that are compiled."""
    return {task: stack for one in constructions().values() for task, stack in one.stacks.items()}


def stack(task: str) -> Stack:
    """The layers for a task.

    Raises:
        InvalidInput: no layers answer it; where a construction of that name has none, why.
    """
    require(isinstance(task, str), "task", "must be the name of a task", task)
    reason = constructions()[task].why_not.get("compile") if task in constructions() else None
    if task not in stacks() and reason is not None:
        raise InvalidInput("task", f"must be one that can be compiled ({reason})", task)
    return _of("task", stacks(), task)


def contest(capability: str, name: str, options: Options, length: int | None) -> TargetContest:
    """The contest of a construction for "cliff" or "run-long".

    Args:
        length: the length that a mix is made for; None where there is none.

    Raises:
        InvalidInput: an unknown construction, one without the capability, or an option that it does not take.

    Example:
        >>> contest("cliff", "index", Options(), 4).gap(4)
        Fraction(1, 1)
    """
    return construction(name).contest(capability, options, length)


def run_task(
    task: str,
    text: str,
    theta: Angle | None = None,
    beta: Fraction | None = None,
    letters: Sequence[str] | None = None,
    proper: bool = True,
    by: str | None = None,
) -> TaskOutcome:
    """Read the tokens as the task writes them and run its head, beside the oracle.

    Args:
        task: one of `tasks()`.
        text: the tokens, separated by spaces.
        theta: RoPE angle, radians per position; default: one that is valid for the length.
        beta: inverse temperature of the softmax reading; default: one that suffices.
        letters: of the circle, where the head has one; default: those that occur.
        proper: whether improper sequences of the letter task are refused.
        by: a construction, where several solve the task; default: the first.

    Raises:
        InvalidInput: unknown task, a token that the task does not have, or what the task's function refuses.

    Example:
        >>> run_task("number", "C B A 1 4 1 3 2 1").answer
        'C'
    """
    rule = "must be an Angle (radians: Angle.parse), or None"
    require(theta is None or isinstance(theta, Angle), "theta", rule, theta)
    found = _of("task", tasks(), task)
    solvers = {name: one.runs[found] for name, one in constructions().items() if found in one.runs}
    run = _of("by", solvers, next(iter(solvers)) if by is None else by)
    return run(found.parse(text), Options(theta, letters, beta, proper))


def _of(kind: str, known: dict, name: str):
    require_one_of(kind, name, known)
    return known[name]


__all__ = [
    "CAPABILITIES",
    "Construction",
    "Options",
    "Stack",
    "construction",
    "constructions",
    "contest",
    "run_task",
    "small_tasks",
    "stack",
    "stacks",
    "tasks",
    "trained_tasks",
    "with_capability",
]
