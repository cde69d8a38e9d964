"""u26.number-solution: what the smallest repair of the printed formula is worth."""

from rope_theory.core.truth import Truth
from rope_theory.evidence.instances.number import number_inputs
from rope_theory.proofs.u26_number_solution import one_index


def test_number_solution_with_n1_for_n2_is_right_whenever_the_chain_ends_at_the_first_integer():
    ends_first = [at for at in number_inputs() if sum(isinstance(t, int) for t in at["tokens"]) == 1]
    answers = [one_index.at(at) for at in ends_first if one_index.assumed_at(at) is Truth.TRUE]
    assert answers and set(answers) == {Truth.TRUE}
