"""Positional heads on inputs in which each symbol is bound to one attribute: shared by the limits on Retrieval and on
Partial Induction."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rope_theory.core.tasks import Pair, consistent, parse_letter
from rope_theory.evidence.claims import Hypothesis
from rope_theory.evidence.engines.strategies import st
from rope_theory.laws.impossibility import positional_weights, retrieval_family, symbolic_weights, uniform

CONTENTS = Hypothesis(
    "the contents bind each symbol to one attribute, two queried symbols to different ones",
    lambda contents, first, second, **_: consistent(contents)
    and {first, second} <= set(dict(contents))
    and dict(contents)[first] != dict(contents)[second],
)
POSITIONAL = Hypothesis(
    "the head is positional on the adversarial inputs",
    lambda head, contents, first, second, **_: all(map(head.positional_on, retrieval_family(contents, first, second))),
)

#: A symbolic head that solves both tasks on these inputs.
SOLVER = symbolic_weights(Fraction(9))
#: The score of an attribute: the attention on all pairs that hold it.
INDICATOR = {b: {Pair(s, b): Fraction(1) for s in "ABC"} for b in (1, 2, 3)}
AB = {"head": uniform, "P": INDICATOR, "contents": parse_letter("A1 B2"), "first": "A", "second": "B"}

#: Weights by distance.
PROFILES: tuple[tuple[int | Fraction, ...], ...] = (
    (1, 1, 1, 1, 1),
    (1, 2, 3, 1, 1),
    (2, 9, 1, 4, 1),
    (1, Fraction(1, 8), 5, 1, 7),
)


def instances(P: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Small contents under every pair of the profiles, with the score matrix P."""
    for contents in map(parse_letter, ("A1 B2", "A1 B2 C1", "A1 B2 A1")):
        for one, other in itertools.product(PROFILES, repeat=2):
            yield {**AB, "head": positional_weights({"A": one, "B": other}), "P": P, "contents": contents}


WEIGHT = st.fractions(Fraction(1, 9), 9, max_denominator=9)
_PROFILE = st.lists(WEIGHT, min_size=5, max_size=5)
#: Strategies for the head and its contents.
DRAWN = {
    "head": st.builds(lambda one, other: positional_weights({"A": one, "B": other}), _PROFILE, _PROFILE),
    "contents": st.sampled_from(["A1 B2", "A1 B2 C1", "B1 A2 A2", "A2 C1 B1 B1", "A1 B2 C1 C1"]).map(parse_letter),
    "first": st.just("A"),
    "second": st.just("B"),
}
