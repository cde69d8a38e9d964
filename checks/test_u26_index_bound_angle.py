"""u26.index-bound-angle: where the bound is met with equality, and the discrepancies over inputs."""

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import h_pos
from rope_theory.evidence.instances.index import index_queries
from rope_theory.laws.gaps import Others, discrepancy, input_gap


def test_index_bound_angle_is_an_equality_for_small_angles():
    """For 0 < θ <= π/(n-1) the neighbour is the runner-up."""
    theta = Angle.parse("pi/5")
    assert all(input_gap(h_pos(theta), tokens) == 1 - theta.cos() for tokens in index_queries(6))


def test_index_bound_angle_holds_for_the_minimum_over_inputs():
    theta = Angle.parse("1")
    for others in (Others.ANY, Others.NOT_MAXIMAL):
        smallest, largest = (discrepancy(h_pos(theta), index_queries(5), others, extreme) for extreme in (min, max))
        assert smallest <= largest <= 1 - theta.cos()
