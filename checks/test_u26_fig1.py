"""u26.fig1: each pass at every position, and the hypothesis on β."""

from fractions import Fraction

import pytest

from rope_theory.core.tasks import index_function, retrieval_function
from rope_theory.core.truth import Truth
from rope_theory.proofs.u26_fig1 import COLD, LETTER_EXAMPLE, NUMBER_EXAMPLE, figure_model, hop_by_hop, read

FUNCTIONS = {"number": (NUMBER_EXAMPLE, index_function), "letter": (LETTER_EXAMPLE, retrieval_function)}


@pytest.mark.parametrize("task", FUNCTIONS)
def test_fig1_each_pass_computes_the_function_at_every_position(task):
    example, function = FUNCTIONS[task]
    tokens, _ = read(task, example["text"])
    passes = hop_by_hop(figure_model(task, example["theta"]), tokens, 5)
    assert len(passes) == 6
    for before, after in zip(passes, passes[1:], strict=False):
        assert after == function(before)


@pytest.mark.parametrize("example", [NUMBER_EXAMPLE, LETTER_EXAMPLE], ids=["number", "letter"])
def test_fig1_hypothesis_on_beta_is_false_for_a_small_beta_and_true_for_a_large_one(example):
    assert COLD.at({**example, "beta": Fraction(20)}) is Truth.FALSE
    assert COLD.at({**example, "beta": Fraction(40)}) is Truth.TRUE
