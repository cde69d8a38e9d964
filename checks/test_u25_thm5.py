"""What Theorem 5 of U25 says of the circle, of hard attention, and of inputs that a generator draws."""

import pytest

from rope_theory.core.constructions import LetterCircle, OneLayer, attribute_value, nope_head
from rope_theory.core.decoding import beta_enough
from rope_theory.core.heads import logits
from rope_theory.core.tasks import Pair, generate_binding
from rope_theory.proofs.u25_thm5 import gap


@pytest.mark.parametrize("count", range(1, 8))
def test_gap_is_attained_by_the_neighbouring_letter_and_the_spare_position(count):
    letters = "ABCDEFG"[:count]
    values = logits(nope_head(letters), (*[Pair(letter, 1) for letter in letters], letters[0]))
    assert max(values) - max(v for v in values if v != max(values)) == gap(letters)
    assert LetterCircle(tuple(letters), spare=True).points == count + 1


@pytest.mark.parametrize("rivals, answer", list(enumerate([1, 1, 1, 1, 2, 2, 2], start=1)))
def test_fixed_beta_fails_first_when_the_crowd_outvotes_the_match(rivals, answer):
    # β = 1, gap 3/2: each rival keeps e^{-3/2} = 0.2231 of the match's weight, so four rivals lose and five win.
    model = OneLayer(nope_head("AB"), attribute_value)
    assert model.run((Pair("A", 1), *[Pair("B", 2)] * rivals, "A"), beta=1).answer == answer


def test_hard_attention_needs_no_bound_on_the_length():
    model = OneLayer(nope_head("AB"), attribute_value)
    assert model.run((Pair("A", 1), *[Pair("B", 2)] * 60, "A")).answer == 1


@pytest.mark.parametrize("distinct", [True, False], ids=["symbols once", "symbols recur"])
def test_softmax_agrees_with_the_generator_on_generated_inputs(distinct):
    letters = "ABCDEFGH"
    model = OneLayer(nope_head(letters), attribute_value)
    for tokens, attribute in generate_binding(7, 6, n_pairs=6, symbols=8, attributes=4, distinct=distinct):
        assert model.run(tokens, beta=beta_enough(len(tokens) - 1, gap(letters))).answer == attribute
