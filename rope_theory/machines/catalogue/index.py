"""T_Index: H_POS in one plane, or in a mix of many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rope_theory.core import prompts
from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.run_tasks import run_index, run_number
from rope_theory.core.tasks import (
    Task,
    all_number_inputs,
    generate_number,
    index_function,
    parse_number,
    solve_number,
)
from rope_theory.machines.catalogue.construction import Construction, Options, Stack

if TYPE_CHECKING:
    from rope_theory.machines.stacks.plan import StackPlan
    from rope_theory.models.precision import IndexHead, MixHead

ORDER = 1
INDEX = Task(
    "index",
    "the letter so many positions back as the integer at the last position says; a letter answers itself",
    "C B A 2",
    parse_number,
    lambda tokens: index_function(tokens)[-1],
    prompts.index,
)
NUMBER = Task(
    "number",
    "the letter at the end of a path of integers, each of which says how many positions back the next stands",
    "C B A 1 4 1 3 2 1",
    parse_number,
    lambda tokens: solve_number(tokens).answer,
    prompts.number,
)


def _sizes(vocabulary) -> dict[str, int]:
    letters = sum(isinstance(token, str) for token in vocabulary)
    return {"letters": letters, "integers": len(vocabulary) - letters}


def _draw(seed: int, count: int, length: int, hops, letters: int, integers: int):
    """Half letters, then integers, the query last: at length 17 the published sizes, 8 + 8 + 1."""
    first = length // 2
    found = generate_number(
        seed,
        count,
        length_letters=first,
        length_integers=length - first,
        hops=hops,
        letters=letters,
        integers=integers,
    )
    return ((tokens, solution.answer, solution.hops) for tokens, solution in found)


def _every(length: int, layers: int, letters: int, integers: int):
    """All valid inputs, whatever their hops."""
    for first in range(1, length):
        for tokens in all_number_inputs(letters, integers, first, length - first):
            solution = solve_number(tokens)
            yield tokens, solution.answer, solution.hops


def _stack(length: int, layers: int, **settings) -> StackPlan:
    from rope_theory.machines.stacks.plan import number_stack

    return number_stack(length, layers, **settings)


def _one_plane(given: Options, length: int | None) -> IndexHead:
    from rope_theory.models.precision import IndexHead

    return IndexHead(given.theta)


def _mix(base: object, dim: int | None, length: int | None, balanced: bool = False) -> MixHead:
    """The best mix for a length.

    Raises:
        InvalidInput: no rotary dimension, no length, or a base whose planes are one, or ever faster.
    """
    from rope_theory.laws.discrepancy.frequency import read_rational
    from rope_theory.models.precision import MixHead
    from rope_theory.models.precision.at_length import BalancedMix

    rule = "must be above 1: each plane is to turn slower than the one before"
    require(base is None or read_rational("base", base) > 1, "base", rule, base)
    if dim is None:
        raise InvalidInput("dim", "must be given for a mix", dim)
    if length is None:
        raise InvalidInput("length", "must be given for a mix", length)
    return (BalancedMix if balanced else MixHead).best(base, dim, length)


CONSTRUCTIONS = (
    Construction(
        "index",
        "T_Index",
        "attends to the key i positions back for the integer i, to itself for a letter: cos((t - i)θ)",
        "U25 Theorem 3; U26 Appendix F.2.1",
        runs={
            INDEX: lambda tokens, given: run_index(tokens, given.without_letters(INDEX).theta, given.beta),
            NUMBER: lambda tokens, given: run_number(tokens, given.without_letters(NUMBER).theta, given.beta),
        },
        cliff=_one_plane,
        at_length=_one_plane,
        takes=frozenset({"theta"}),
        stacks={"number": Stack(_stack, True, parse_number, _sizes, _draw, _every)},
        learns=("index",),
        trains=("number",),
    ),
    Construction(
        "mix",
        "best mix",
        "the same in many planes at once: Σ a_k cos((t - i)g_k), the a_k best for a length",
        "new.index-gap-multifrequency",
        cliff=lambda given, length: _mix(given.base, given.dim, length),
        at_length=lambda given, length: _mix(given.base or 500_000, given.dim or 128, length, balanced=True),
        takes=frozenset({"base", "dim"}),
        why_not={
            "run": "its weights are certified for a length, not exact; run index shows one plane",
            "compile": "compile number makes a mix of the model's own frequencies",
            "learn": "the small tasks have a few planes of given frequencies",
            "train": "trained models are measured, not told their frequencies",
        },
    ),
)
