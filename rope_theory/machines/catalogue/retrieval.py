"""T_Retrieval: H_SYM with a small rotation on letter pairs; without rotation on symbols and attributes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rope_theory.core import prompts
from rope_theory.core.run_tasks import run_letter, run_retrieval
from rope_theory.core.tasks import (
    Task,
    all_letter_inputs,
    attribute_retrieval,
    generate_letter,
    parse_binding,
    parse_letter,
    retrieval_function,
    solve_letter,
)
from rope_theory.machines.catalogue.construction import Construction, Options, Stack

if TYPE_CHECKING:
    from rope_theory.machines.stacks.plan import StackPlan
    from rope_theory.models.precision import RetrievalHead

ORDER = 2


def _parse(text: str):
    """Pairs; where the last word is one letter it asks for its attribute."""
    lone = bool(text.split()) and len(text.split()[-1]) == 1
    return parse_binding(text) if lone else parse_letter(text)


def _answer(tokens):
    if isinstance(tokens[-1], str):
        return attribute_retrieval(tokens[:-1], tokens[-1])
    return retrieval_function(tokens)[-1]


RETRIEVAL = Task(
    "retrieval",
    "the token whose left letter the last pair asks for; for a lone symbol at the end its attribute",
    "A1 BA CB",
    _parse,
    _answer,
    prompts.retrieval,
)
BINDING = Task(
    "binding",
    "the attribute of the symbol at the last position, every symbol bound once (U25's question)",
    "A1 B2 C1 B",
    parse_binding,
    _answer,
    prompts.binding,
)
LETTER = Task(
    "letter",
    "the token at the end of a path of letter pairs, each of which names the left letter of the next",
    "C2 B1 A3 FA EC DE HF GD IG",
    parse_letter,
    lambda tokens: solve_letter(tokens, "earlier").answer,
    prompts.letter,
)


def _sizes(vocabulary) -> dict[str, int]:
    bound = [token for token in vocabulary if isinstance(token.right, int)]
    letters = len({token.left for token in bound})
    return {"letters": letters, "integers": len(bound) // letters}


def _draw(seed: int, count: int, length: int, hops, letters: int, integers: int):
    """Half letter-integer pairs, then letter pairs, the query last: at length 17 the published sizes, 8 + 8 + 1."""
    first = length // 2
    found = generate_letter(
        seed, count, n_bound=first, n_pairs=length - first - 1, hops=hops, letters=letters, integers=integers
    )
    return ((tokens, solution.answer, solution.hops) for tokens, solution in found)


def _every(length: int, layers: int, letters: int, integers: int):
    """All inputs valid in the reading "earlier", whatever their hops."""
    for first in range(1, length):
        for tokens in all_letter_inputs(letters, integers, first, length - first, visible="earlier"):
            solution = solve_letter(tokens, "earlier")
            yield tokens, solution.answer, solution.hops


def _stack(length: int, layers: int, **settings) -> StackPlan:
    from rope_theory.machines.stacks.plan import letter_stack

    return letter_stack(length, layers, **settings)


def _contest(given: Options, length: int | None) -> RetrievalHead:
    from rope_theory.models.precision import RetrievalHead

    return RetrievalHead(given.letters or 8, given.theta)


def _run(tokens, given: Options):
    return run_retrieval(tokens, given.theta, given.beta, given.letters)


CONSTRUCTIONS = (
    Construction(
        "retrieval",
        "T_Retrieval",
        "attends to the last key with the letter asked for: cos((φ(key) - φ(query))ω + tθ)",
        "U25 Theorem 5; U26 Appendix F.2.2",
        runs={
            RETRIEVAL: _run,
            BINDING: _run,
            LETTER: lambda tokens, given: run_letter(tokens, given.theta, given.beta, given.letters, given.proper),
        },
        cliff=_contest,
        at_length=_contest,
        takes=frozenset({"theta", "letters"}),
        stacks={"letter": Stack(_stack, False, parse_letter, _sizes, _draw, _every)},
        learns=("retrieval",),
        trains=("letter",),
    ),
)
