"""u26.listing1: the edge n = m, and what the listing does on number-task inputs."""

import pytest

from rope_theory.core.tasks import generate_number, index_function, listing1_index
from rope_theory.core.truth import Truth
from rope_theory.evidence.instances.index import LONGER
from rope_theory.evidence.instances.number import number_inputs


def test_listing1_index_at_n_equal_to_m_still_reads_and_beyond_it_does_not():
    assert listing1_index([1]) == [1]
    with pytest.raises(IndexError):
        listing1_index([2])


def test_listing1_first_pass_is_right_on_number_inputs_and_a_later_one_need_not_be():
    """A 3 2 1: the first pass gives A 3 A 1; there the 3 wraps round onto the new A."""
    inputs = [at["tokens"] for at in number_inputs() if LONGER.at(at) is Truth.TRUE]
    assert inputs and all(tuple(listing1_index(tokens)) == index_function(tokens) for tokens in inputs)
    assert listing1_index(["A", 3, 2, 1]) == ["A", 3, "A", 1]
    assert listing1_index(["A", 3, "A", 1]) == ["A", "A", "A", "A"]


def test_listing1_index_answers_the_number_task_hop_by_hop_all_the_same():
    for tokens, solution in generate_number(11, 60):
        current = list(tokens)
        for _ in range(solution.hops):
            current = listing1_index(current)
        assert current[-1] == solution.answer
