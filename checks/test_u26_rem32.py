"""Special to u26.rem32: what shrinks the gap, the smallest clash, and what repairs it."""

import pytest

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import STILL, t_retrieval
from rope_theory.core.heads import logits
from rope_theory.core.tasks import Pair, all_proper, retrieval_function
from rope_theory.core.truth import Truth
from rope_theory.proofs.u26_rem32 import CLASH, PAIRS, computes, floor


def test_gap_shrinks_with_the_alphabet():
    """'For all n', not for all alphabets: 1 - cos ω falls with |ALPH|."""
    floors = [floor(count) for count in (2, 3, 4, 8, 100)]
    assert floors[0] == 2 and floors == sorted(floors, reverse=True) and len(set(map(float, floors))) == 5


@pytest.mark.parametrize("n", [2, 3])
def test_one_letter_has_no_gap_that_stays(n):
    """Why |ALPH| >= 2 is added: with one letter every logit is 1."""
    head = t_retrieval("A", STILL).head
    assert all(logits(head, tokens) == [1] * n for tokens in all_proper([Pair("A", 1), Pair("A", 2)], n))


def test_every_single_token_is_right_so_the_clash_of_two_is_minimal():
    wrong = [tokens for n in (1, 2) for tokens in all_proper(PAIRS[:2], n) if computes(tokens) is False]
    assert [" ".join(map(str, tokens)) for tokens in wrong] == ["A1 A2", "A2 A1"]
    assert all(computes.at({"tokens": tokens}) is Truth.TRUE for tokens in all_proper(PAIRS, 1))


def test_right_at_every_position_if_tokens_with_one_left_letter_are_equal():
    inputs = list(all_proper([Pair("A", 1), Pair("B", "A"), Pair("C", "C"), Pair("D", 2)], 3))
    assert len(inputs) > 30
    assert all(t_retrieval("ABCD", STILL).apply(tokens) == retrieval_function(tokens) for tokens in inputs)


def test_a_small_rotation_repairs_the_clash():
    answers = [t_retrieval("AB", theta).run(CLASH["tokens"]).answer for theta in (Angle.parse("0.01"), STILL)]
    assert answers == [Pair("A", 1), None]
