"""The adversarial inputs of Theorem 4 of U25 are no more than it needs."""

from fractions import Fraction

import pytest

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import h_pos
from rope_theory.core.heads import is_positional, is_symbolic
from rope_theory.core.tasks import Pair, attribute_retrieval, parse_binding, parse_letter
from rope_theory.core.truth import Truth
from rope_theory.laws.impossibility import answers, positional_weights, retrieval_family, uniform


@pytest.mark.parametrize("query, score", [("A", -2), ("B", 2)])
@pytest.mark.parametrize("profile", [(1, 3, 1), (1, 1, 3)], ids=["near", "far"])
def test_any_one_input_of_the_family_can_be_the_only_one_missed(query, score, profile):
    # Four inputs; a uniform profile for the other query and a lopsided one for this query miss one of the four.
    P = {1: {Pair("A", 1): Fraction(max(score, 1)), Pair("B", 2): Fraction(min(score, -1))}, 2: {}}
    head = positional_weights({"A": (1, 1, 1), "B": (1, 1, 1), query: profile})
    family = list(retrieval_family(parse_letter("A1 B2"), "A", "B"))
    missed = [x for x in family if not answers(head, P, x, attribute_retrieval(x[:-1], x[-1]))]
    assert len(family) == 4 and [x[-1] for x in missed] == [query]


def test_the_uniform_head_is_h_pos_without_rotation():
    tokens, head = parse_binding("A1 B2 A"), h_pos(Angle())
    assert is_positional(head, tokens).answer is Truth.TRUE and is_symbolic(head, tokens).answer is Truth.TRUE
    assert uniform.positional_on(tokens) and uniform.symbolic_on(tokens)
