"""Previous-token heads: by rotation alone, and with an ALiBi bias."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np

from rope_theory.core import prompts
from rope_theory.core.angles import Angle
from rope_theory.core.constructions import OneLayer, always_asking, previous_token
from rope_theory.core.errors import require, require_int
from rope_theory.core.heads import PhaseHead
from rope_theory.core.hops import TaskOutcome, answered_at_once
from rope_theory.core.tasks import Task, generate_previous, parse_letters, previous_tokens, vocabulary
from rope_theory.core.truth import Truth
from rope_theory.laws.angle_floor import HALF_TURN
from rope_theory.laws.discrepancy import single_gap
from rope_theory.machines.catalogue.construction import Construction, Options, Stack
from rope_theory.machines.stacks.plan import PUBLISHED, StackPlan, number_stack
from rope_theory.models.precision import TargetContest
from rope_theory.models.precision.emulation import Emulation

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


def best_angle(n: int) -> Angle:
    """2π/(n - 1), the best angle for n positions (new.previous-token.gap); π where n <= 3."""
    return Angle(Fraction(1, max(n - 1, 2)))


def _run(slope: Fraction | None):
    def run(tokens, given: Options) -> TaskOutcome:
        theta = given.theta if given.theta is not None else best_angle(len(tokens)) if slope is None else HALF_TURN
        given.without_letters(PREVIOUS)
        model = OneLayer(previous_token(theta, slope), lambda token: {token: 1})
        title = "previous-token head" if slope is None else f"previous-token head with ALiBi slope {slope}"
        return answered_at_once("previous", tokens, title, theta, model, given.beta, previous_tokens(tokens))

    return run


@dataclass(frozen=True)
class PreviousHead(TargetContest):
    """The previous-token head: a fixed θ, or the best angle for each length (theta None).

    The key one position back must beat every other, the query's own included.

    Example:
        >>> PreviousHead().gap(4) == Fraction(3, 2)
        True
    """

    theta: Angle | None = None
    name: str = "previous-token head"
    top_is_one = True

    def angle(self, n: int) -> Angle:
        return best_angle(n) if self.theta is None else self.theta

    def head(self, n: int) -> PhaseHead:
        return previous_token(self.angle(n).ball())

    def planes(self, n: int) -> list[tuple[object, Fraction, Fraction]]:
        return [(self.angle(n), Fraction(1), Fraction(1))]

    def gap(self, n: int) -> Fraction:
        """1 - max cos(tθ), t = 1..n-2, and t = 1 for the query's own key (new.previous-token)."""
        return single_gap(self.angle(n), max(n - 2, 1)).gap_lower

    def decodes(self, run: Emulation, n: int) -> Truth:
        logits = run.logits([("A", n)], [("A", j) for j in range(1, n + 1)])
        others = np.arange(n) != n - 2
        if (logits.lo[0][others] >= logits.hi[0][n - 2]).any():
            return Truth.FALSE
        return Truth.TRUE if (logits.hi[0][others] < logits.lo[0][n - 2]).all() else Truth.UNKNOWN


def previous_stack(
    length: int,
    layers: int,
    *,
    letters: int | Collection[str] = PUBLISHED["number"][0],
    frequencies: Sequence[Angle | Fraction] | None = None,
    code: str = "circle",
    **none,
) -> StackPlan:
    """The stack that answers the letter `layers` positions back: a previous-token head in every layer.

    The head is that of `number_stack`, whose tokens all ask for the integer 1; so is its lead, which holds for one
    position more than is needed.

    Args:
        length: n0 >= 2.
        layers: how many positions back, at least 1; of shorter inputs the first letter is answered.
        letters: the vocabulary.
        frequencies: exact, radians per position; default: 2π/n0.
        code: see `StackPlan`.
        none: `integers`, which this task has not got.

    Raises:
        InvalidInput: an argument out of range; integers.

    Example:
        >>> previous_stack(9, 2, letters=3).answers
        ('A', 'B', 'C')
    """
    require(none.get("integers") is None, "integers", "must not be given for the previous task", none.get("integers"))
    names, _ = vocabulary(letters, None)
    asked = number_stack(require_int("length", length, least=2), layers, letters=letters, integers=1,
                         frequencies=frequencies, code=code)  # fmt: skip
    head = PhaseHead("previous-token mix", always_asking(1, asked.head.planes))
    return StackPlan("previous", tuple(names), tuple(names), head, layers, length, asked.target, asked.rival, code)


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
        cliff=lambda given, length: PreviousHead(given.theta),
        takes=frozenset({"theta"}),
        stacks={
            "previous": Stack(
                previous_stack,
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
