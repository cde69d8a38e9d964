"""u26.index-bound-length: the discrepancies over inputs."""

from fractions import Fraction

import pytest

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import h_pos
from rope_theory.evidence.instances.index import index_queries
from rope_theory.laws.gaps import Others, discrepancy

MIDDLE = [(n, n // 2 + 1, max) for n in range(4, 13)]


@pytest.mark.parametrize("n, parts, extreme", [*MIDDLE, *((n, n, min) for n in (2, 3, 5, 8))])
def test_index_bound_length_maximum_is_that_of_the_query_in_the_middle_and_minimum_of_the_nth_part(n, parts, extreme):
    theta = Angle(Fraction(1, parts))
    assert discrepancy(h_pos(theta), index_queries(n), Others.ANY, extreme) == 1 - theta.cos()
