"""u26.index-bound-length: the discrepancies over inputs."""

from fractions import Fraction

import pytest

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import h_pos
from rope_theory.evidence.instances.index import index_queries
from rope_theory.laws.gaps import Others, discrepancy


@pytest.mark.parametrize("n", range(4, 13))
def test_index_bound_length_maximum_over_inputs_is_that_of_the_query_in_the_middle(n):
    theta = Angle(Fraction(1, n // 2 + 1))
    assert discrepancy(h_pos(theta), index_queries(n)) == 1 - theta.cos()


@pytest.mark.parametrize("n", [2, 3, 5, 8])
def test_index_bound_length_minimum_over_inputs_is_attained_at_the_nth_part_of_a_turn(n):
    theta = Angle(Fraction(1, n))
    assert discrepancy(h_pos(theta), index_queries(n), Others.ANY, min) == 1 - theta.cos()
