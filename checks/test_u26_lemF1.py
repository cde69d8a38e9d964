"""What counts as the worst case of u26.lemF1.explicit, and what softmax does where hard attention has no answer."""

from fractions import Fraction

from rope_theory.core.truth import Truth
from rope_theory.proofs.u26_lemF1 import is_worst, soft_answer_is


def test_worst_case_is_recognised_and_a_milder_one_is_not():
    worst = ((1, 0, 0), ((1, 0), (0, 1), (0, 1)))
    assert is_worst(worst, (worst,))
    milder = (((1, 0, 0), ((1, 0), (0, 1), (1, 1))), ((1, Fraction(1, 2), 0), worst[1]), ((1, 1, 0), worst[1]))
    assert not any(is_worst(row, (row,)) for row in milder)
    unanswered = ((1, 0, 0), ((1, 1), (0, 1), (0, 1)))
    assert not is_worst(unanswered, (unanswered,))
    assert not is_worst(worst, (worst, ((1, 0, 0, 0), ((1, 0),) * 4)))


def test_softmax_answers_where_hard_attention_ties():
    assert soft_answer_is(((1, 0), ((1, 1), (0, 1))), 1, 5) is Truth.TRUE
