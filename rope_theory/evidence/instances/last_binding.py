"""Partial Induction, where the last binding of the queried symbol counts: hypotheses and statement that pages share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from rope_theory.core.angles import ball
from rope_theory.core.constructions import OneLayer, attribute_value
from rope_theory.core.heads import PhaseHead, logits, softmax, strict_maximum
from rope_theory.core.tasks import Pair, all_bindings, generate_induction, parse_binding, partial_induction
from rope_theory.core.truth import Truth, every, less
from rope_theory.evidence.claims import Hypothesis
from rope_theory.evidence.engines.strategies import st

OCCURS = Hypothesis(
    "the symbols are among the letters and the queried one occurs",
    lambda pairs, query, letters, **_: query in {pair.left for pair in pairs} <= set(letters),
)
BOUNDED = Hypothesis("2 <= n <= n0", lambda pairs, n0, **_: 2 <= len(pairs) + 1 <= n0)


def last_position(pairs: Any, query: Any) -> int:
    """The 0-based position of the last occurrence of the queried symbol."""
    return max(position for position, pair in enumerate(pairs) if pair.left == query)


def decodes_the_last_binding(head: PhaseHead, pairs: Any, query: Any, beta: Any) -> Truth:
    """Strict maximum at the last occurrence, over half of the weight there, its attribute decoded."""
    tokens = (*pairs, query)
    values, position, model = logits(head, tokens), last_position(pairs, query), OneLayer(head, attribute_value)
    answers = [model.run(tokens, beta=temperature).answer for temperature in (None, beta)]
    return every(
        [
            strict_maximum(values, position),
            less(ball(Fraction(1, 2)), softmax(values, beta)[position]),
            *(answer == partial_induction(pairs, query) for answer in answers),
        ]
    )


def asked(tokens: str, letters: str, n0: int) -> dict[str, Any]:
    """An input such as "A1 B2 A", whose last token is the queried symbol, among inputs of length n0."""
    *pairs, query = parse_binding(tokens)
    return {"pairs": tuple(pairs), "query": query, "letters": letters, "n0": n0}


def binding_inputs(letters: str, length: int, step: int = 1) -> Iterator[dict[str, Any]]:
    """Every `step`-th sequence of pairs of this length over the letters and two attributes, asked for each symbol."""
    for number, pairs in enumerate(all_bindings(letters, (1, 2), length)):
        if number % step == 0:
            for query in dict.fromkeys(pair.left for pair in pairs):
                yield {"pairs": pairs, "query": query, "letters": letters, "n0": length + 1}


@st.composite
def just_inside(draw: Any, enough: Callable[[str, int, Fraction], dict[str, Any]]) -> dict[str, Any]:
    """Any input with parameters that are just enough at a share of the largest angle: enough(letters, n0, share)."""
    letters = "ABCDE"[: draw(st.integers(1, 5))]
    pairs = tuple(draw(st.lists(st.builds(Pair, st.sampled_from(letters), st.integers(1, 3)), min_size=1, max_size=6)))
    n0 = len(pairs) + 1 + draw(st.integers(0, 2))
    share = draw(st.fractions(Fraction(1, 20), Fraction(99, 100), max_denominator=100))
    query = draw(st.sampled_from([pair.left for pair in pairs]))
    return {"pairs": pairs, "query": query, "letters": letters, "n0": n0, **enough(letters, n0, share)}


def generated(
    letters: str, enough: Callable[[str, int, Fraction], dict[str, Any]]
) -> st.SearchStrategy[dict[str, Any]]:
    """Long inputs, as they are drawn for training, at 15/16 of the largest angle."""

    def at(seed: int) -> dict[str, Any]:
        [((*pairs, query), _)] = generate_induction(seed, 1, n_pairs=8, symbols=len(letters), attributes=4)
        given = {"pairs": tuple(pairs), "query": query, "letters": letters, "n0": 9}
        return {**given, **enough(letters, 9, Fraction(15, 16))}

    return st.integers(0, 10**6).map(at)
