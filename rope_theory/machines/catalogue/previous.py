"""Previous-token heads: by rotation alone, and with an ALiBi bias."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from rope_theory.core import prompts
from rope_theory.core.constructions import OneLayer, best_previous_angle, previous_token
from rope_theory.core.hops import TaskOutcome, answered_at_once
from rope_theory.core.tasks import Task, generate_previous, parse_letters, previous_tokens, vocabulary
from rope_theory.laws.angle_floor import HALF_TURN
from rope_theory.machines.catalogue.construction import Construction, Options, Stack

if TYPE_CHECKING:
    from rope_theory.machines.stacks.plan import StackPlan
    from rope_theory.models.precision.previous import PreviousHead

ORDER = 4
PREVIOUS = Task(
    "previous",
    "the token one position before the last one, the first token for a single one",
    "A B C",
    parse_letters,
    previous_tokens,
    prompts.previous,
)
#: With θ = π the lead is 4/3 at every length (new.previous-token-alibi.gap).
SLOPE = Fraction(2, 3)


def _run(slope: Fraction | None):
    def run(tokens, given: Options) -> TaskOutcome:
        theta = (
            given.theta if given.theta is not None else best_previous_angle(len(tokens)) if slope is None else HALF_TURN
        )
        given.without_letters(PREVIOUS)
        model = OneLayer(previous_token(theta, slope), lambda token: {token: 1})
        title = "previous-token head" if slope is None else f"previous-token head with ALiBi slope {slope}"
        return answered_at_once("previous", tokens, title, theta, model, given.beta, previous_tokens(tokens))

    return run


def _contest(given: Options, length: int | None) -> PreviousHead:
    from rope_theory.models.precision.previous import PreviousHead

    return PreviousHead(given.theta)


def _stack(length: int, layers: int, **settings) -> StackPlan:
    from rope_theory.machines.stacks.previous import previous_stack

    return previous_stack(length, layers, **settings)


def _draw(seed: int, count: int, length: int, hops, letters: int):
    (steps,) = hops
    return ((*each, steps) for each in generate_previous(seed, count, length=length, letters=letters, steps=steps))


def _every(length: int, layers: int, letters: int):
    names, _ = vocabulary(letters, None)
    assert names is not None
    return ((tokens, previous_tokens(tokens, layers), layers) for tokens in product(names, repeat=length))


_UNTRAINED = "the papers train on Index, Retrieval, Partial Induction and the two multi-hop tasks"

CONSTRUCTIONS = (
    Construction(
        "previous",
        "previous-token head",
        "attends to the position before its own, whatever stands there: cos((t - 1)θ)",
        "new.previous-token",
        runs={PREVIOUS: _run(None)},
        cliff=_contest,
        takes=frozenset({"theta"}),
        stacks={
            "previous": Stack(
                _stack,
                True,
                parse_letters,
                lambda known: {"letters": len(known)},
                _draw,
                _every,
                lambda layers: (layers,),
            )
        },
        why_not={
            "run-long": "index asks the same key among all offsets",
            "learn": _UNTRAINED,
            "train": _UNTRAINED,
        },
    ),
    Construction(
        "previous-alibi",
        "previous-token head with ALiBi",
        "the same with a bias: cos((t - 1)θ) - slope·t, whose lead does not shrink with the length",
        "new.previous-token-alibi",
        runs={PREVIOUS: _run(SLOPE)},
        why_not={
            "cliff": "the emulated steps have no bias",
            "run-long": "its queries and keys carry no bias",
            "compile": "Llama and GPT-J cannot carry a bias",
            "learn": _UNTRAINED,
            "train": _UNTRAINED,
        },
    ),
)
