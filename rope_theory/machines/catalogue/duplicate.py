"""The duplicate-token head: the first occurrence of the last token's letter."""

from __future__ import annotations

from rope_theory.core import prompts
from rope_theory.core.constructions import LetterCircle, OneLayer, attribute_value, duplicate_token
from rope_theory.core.hops import TaskOutcome, answered_at_once
from rope_theory.core.run_tasks import alphabet, retrieval_theta
from rope_theory.core.tasks import Task, first_occurrence, parse_letter
from rope_theory.machines.catalogue.construction import Construction, Options

ORDER = 5
DUPLICATE = Task(
    "duplicate",
    "the attribute that stood first with the last token's letter, its own if the letter is new",
    "A1 B2 A3 A4",
    parse_letter,
    first_occurrence,
    prompts.duplicate,
)


def _run(tokens, given: Options) -> TaskOutcome:
    circle = LetterCircle(alphabet([token.left for token in tokens], given.letters))
    theta = retrieval_theta(circle.points, len(tokens), given.theta)
    model = OneLayer(duplicate_token(circle, theta, len(tokens)), attribute_value)
    title = f"duplicate-token head on {circle.points} letters"
    return answered_at_once("duplicate", tokens, title, theta, model, given.beta, first_occurrence(tokens))


CONSTRUCTIONS = (
    Construction(
        "duplicate",
        "duplicate-token head",
        "attends to the first key with its own letter: cos((φ(key) - φ(query))ω - (n0 - 1 - t)θ)",
        "new.duplicate-token",
        runs={DUPLICATE: _run},
        why_not={
            "cliff": "the certain ends of its order of equal letters are not worked out",
            "run-long": "its questions are not drawn there",
            "compile": "its answer, an attribute, is no token that a next layer could ask with",
            "learn": "the papers train on Index, Retrieval and Partial Induction",
            "train": "the papers train on the number task and the letter task",
        },
    ),
)
