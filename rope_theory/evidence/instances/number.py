"""The number task: Figure 1's example, small inputs, and what makes an input one; small inputs to Listing 1."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from rope_theory.core.tasks import all_number_inputs, all_proper, invalid_number, pair_vocabulary, parse_number
from rope_theory.evidence.claims import Hypothesis

FIGURE = parse_number("C B A 1 4 1 3 2 1")

VALID_NUMBER = Hypothesis(
    "a number-task input: letters, then integers, and the path meets a letter",
    lambda tokens, **_: invalid_number(tokens) is None,
)


def number_inputs(thorough: bool = False) -> Iterator[dict[str, Any]]:
    """All number-task inputs over {A, B} and integers up to the length (quick: up to 4), shortest first."""
    for n in range(2, 6 if thorough else 5):
        for n1 in range(1, n):
            for tokens in all_number_inputs("AB", n, n1, n - n1):
                yield {"tokens": tokens}


def listing_inputs(thorough: bool = False) -> Iterator[dict[str, Any]]:
    """Index: all over {A, B, 1, 2, 3} up to length 4 (5); Retrieval: all proper ones up to length 3 (4)."""
    for n in range(1, 6 if thorough else 5):
        for tokens in itertools.product(("A", "B", 1, 2, 3), repeat=n):
            yield {"part": "index", "tokens": tokens}
    bound, pairs = pair_vocabulary(2, 2)
    for n in range(1, 5 if thorough else 4):
        yield from ({"part": "retrieval", "tokens": tokens} for tokens in all_proper(bound + pairs, n))
