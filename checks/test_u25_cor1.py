"""What the hypotheses of Corollary 1 of U25 exclude does escape its adversarial inputs."""

from fractions import Fraction

import pytest

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import LetterCircle, OneLayer, attribute_value, h_mix
from rope_theory.core.tasks import Pair, all_bindings, attribute_retrieval, consistent, parse_letter, partial_induction
from rope_theory.laws.impossibility import induction_pair, leads, one_hot, positional_weights, retrieval_family

INPUTS = [
    (pairs, query)
    for length in (1, 2, 3)
    for pairs in all_bindings("AB", (1, 2), length)
    for query in sorted({pair.left for pair in pairs})
]


def test_induction_agrees_with_retrieval_on_every_input_without_conflict():
    consistent_inputs = [at for at in INPUTS if consistent(at[0])]
    assert len(consistent_inputs) > 50
    assert all(partial_induction(*at) == attribute_retrieval(*at) for at in consistent_inputs)


@pytest.mark.parametrize("earlier", [2, 3, 5])
def test_h_mix_answers_both_adversarial_families(earlier):
    # What defeats each one-sided head is no obstacle to a head that is neither.
    model = OneLayer(h_mix(LetterCircle(("A", "B"), True), Angle.parse("pi/6"), 3, 1), attribute_value)
    for tokens in (*induction_pair("A", (1, 2), earlier), *retrieval_family(parse_letter("A1 B2"), "A", "B")):
        assert model.run(tokens).answer == partial_induction(tokens[:-1], tokens[-1])


def test_positional_head_with_a_gate_escapes_so_the_scores_have_to_be_linear():
    head = positional_weights({s: [Fraction(1, 3**t) for t in range(5)] for s in "AB"})
    for pairs, query in INPUTS:
        a = head.attend((*pairs, query), one_hot)
        assert leads({b: a.get(Pair(query, b), 0) for b in (1, 2)}, partial_induction(pairs, query), (1, 2))
