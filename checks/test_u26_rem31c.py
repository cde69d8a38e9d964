"""u26.rem31c: what the swap does, and models that escape."""

import pytest

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import OneLayer, t_index
from rope_theory.core.heads import is_symbolic
from rope_theory.core.tasks import index_function
from rope_theory.core.truth import Truth
from rope_theory.proofs.u26_rem31c import index_swap

SWAPS = [(2, 1), (2, 2), (4, 1), (4, 3), (4, 4)]


@pytest.mark.parametrize("earlier, asked", SWAPS)
def test_rem31c_swap_exchanges_two_earlier_tokens_and_changes_the_answer(earlier, asked):
    first, second = index_swap(("A", "B"), earlier, asked)
    assert sorted(map(str, first)) == sorted(map(str, second)) and first[-1] == second[-1] == asked
    assert sum(a != b for a, b in zip(first, second, strict=True)) == 2
    assert (index_function(first)[-1], index_function(second)[-1]) == ("A", "B")


def _uniform(worth: int) -> OneLayer:
    """T_Index at θ = 0, uniform and hence symbolic on every input, with a larger value on letters."""
    model = t_index(Angle())
    return OneLayer(model.head, lambda token: {token: worth} if isinstance(token, str) else {}, model.direct)


def _answers(model, inputs) -> bool:
    return all(model.run(tokens).answer == index_function(tokens)[-1] for tokens in inputs)


def test_rem31c_a_symbolic_head_computes_index_of_one_earlier_letter_with_a_larger_value():
    """n = 2, query 1: half the weight on the letter is enough if its value is 3."""
    model = _uniform(3)
    assert is_symbolic(model.head, ("A", 1)).answer is Truth.TRUE
    assert _answers(model, [(letter, 1) for letter in "ABC"])
    assert not _answers(model, [("A", "B", 1), ("B", "A", 1)])


def test_rem31c_a_symbolic_head_computes_index_over_one_letter():
    assert _answers(_uniform(9), [("A",) * n + (query,) for n in range(1, 6) for query in range(1, n + 1)])


def test_rem31c_positional_t_index_answers_both_inputs_of_the_swap():
    for earlier, asked in SWAPS:
        assert _answers(t_index(Angle.parse("1")), index_swap(("A", "B"), earlier, asked))
