"""What the exclusion identity says of purely positional behaviour."""

from rope_theory.evidence.instances.square_matrices import matrix
from rope_theory.laws.exclusion import exclusion_terms


def test_purely_positional_behaviour_costs_twice_the_variance():
    # The rows agree, so e_pos = 0; the bound of Theorem 1 alone would allow e_sym = Var(λ).
    terms = exclusion_terms(matrix(*[(3, 0, -1, 2)] * 4))
    assert (terms.positional, terms.symbolic) == (0, 2 * terms.variance)
