"""Partial Induction: H_MIX, two angles; and one head of a single angle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rope_theory.core import prompts
from rope_theory.core.errors import require
from rope_theory.core.run_tasks import run_induction
from rope_theory.core.tasks import Task, parse_binding, partial_induction
from rope_theory.machines.catalogue.construction import Construction, Options

if TYPE_CHECKING:
    from rope_theory.models.precision import InductionHead

ORDER = 3
INDUCTION = Task(
    "induction",
    "the attribute bound last to the symbol at the last position, symbols may recur",
    "A1 B2 A3 A",
    parse_binding,
    lambda tokens: partial_induction(tokens[:-1], tokens[-1]),
    prompts.induction,
)


def _cliff(given: Options, length: int | None) -> InductionHead:
    from rope_theory.models.precision import InductionHead

    return InductionHead(given.letters or 3, given.theta)


def _at_length(angles: int):
    def contest(given: Options, length: int | None) -> InductionHead:
        from rope_theory.models.precision.at_length import OneAngleInduction, TwoAngleInduction

        letters = given.letters
        require(letters is None or 3 <= letters <= 5, "letters", "must be 3, 4 or 5 for induction", letters)
        return (OneAngleInduction if angles == 1 else TwoAngleInduction)(letters or 3, given.theta)

    return contest


_ONE_PASS = "its answer, an attribute, is no token that a next layer could ask with"
_UNTRAINED = "U26 trains on the number task and the letter task"

CONSTRUCTIONS = (
    Construction(
        "induction",
        "H_MIX",
        "attends to the last key with the symbol asked for: A cos((φ(key) - φ(query))ω) + cos(tθ₂)",
        "U25 Theorem 6",
        runs={INDUCTION: lambda tokens, given: run_induction(tokens, given.theta, given.beta, given.letters)},
        cliff=_cliff,
        at_length=_at_length(2),
        takes=frozenset({"theta", "letters"}),
        learns=("induction",),
        why_not={"compile": _ONE_PASS, "train": _UNTRAINED},
    ),
    Construction(
        "induction-one-angle",
        "single-angle induction",
        "the same with one plane: cos((φ(key) - φ(query))ω + tθ), 0 < (2n - 3)θ < ω",
        "new.single-angle-induction",
        at_length=_at_length(1),
        takes=frozenset({"theta", "letters"}),
        why_not={
            "run": "run induction shows H_MIX; explain new.single-angle-induction shows this one",
            "cliff": "its certain ends are not worked out; run-long measures it",
            "compile": _ONE_PASS,
            "learn": "learn induction takes single frequencies too",
            "train": _UNTRAINED,
        },
    ),
)
