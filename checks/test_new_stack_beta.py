"""The bound of new.stack-beta is of the right size, and compiled models that use it answer the published recipe."""

from fractions import Fraction

import pytest

from rope_theory.core.angles import ball
from rope_theory.core.tasks import improper, parse_letter
from rope_theory.core.truth import Truth, less
from rope_theory.machines import compile as compiled
from rope_theory.machines.stacks.bound import stack_beta
from rope_theory.proofs.new_stack_beta import gap_of, mass_at_the_answer, solution


def test_the_improper_input_of_the_page_is_improper_and_its_path_has_an_answer():
    tokens = parse_letter("A1 B1 B2 CB BA")
    assert improper(tokens) is not None and str(solution(tokens).answer) == "A1"


@pytest.mark.parametrize("layers", [1, 2, 8])
@pytest.mark.parametrize("tokens", [("B", "A", 1), parse_letter("B1 A1 CA")], ids=["number", "letter"])
def test_beta_smaller_by_one_is_not_enough_where_rivals_tie(tokens, layers):
    # n = 3 and three letters: both rivals stand at the gap 3/2, so what misses grows by e^{3/2}; B keeps what leaks to it.
    miss = Fraction(1, 50)
    assert gap_of(tokens) == Fraction(3, 2)
    enough = stack_beta(2, gap_of(tokens), layers, miss)
    assert less(mass_at_the_answer(tokens, layers, enough - 1), ball(1 - miss)) is Truth.TRUE


@pytest.mark.parametrize("task", ["number", "letter"])
@pytest.mark.parametrize("kind", ["to_llama", "to_gptj"])
def test_compiled_models_answer_the_published_recipe(kind, task, thorough):
    """All 45 600 sequences in the thorough profile, 1 000 in the quick one, with 1-4 hops and four layers."""
    count = compiled.RECIPE if thorough else 1000
    found = compiled.verify(getattr(compiled, kind)(task), count)
    assert found.inputs == count and len(found.classes) == 4 and found.holds
