"""u26.index-bound-angle: where the bound is met with equality, and the discrepancies over inputs."""

from rope_theory.angles import Angle
from rope_theory.constructions import h_pos
from rope_theory.gaps import Others, discrepancy, input_gap
from rope_theory.instances.index import index_queries


def test_index_bound_angle_is_an_equality_for_small_angles():
    """For 0 < θ <= π/(n-1) the neighbour is the runner-up."""
    theta = Angle.parse("pi/5")
    assert all(input_gap(h_pos(theta), tokens) == 1 - theta.cos() for tokens in index_queries(6))


def test_index_bound_angle_holds_for_the_minimum_over_inputs():
    theta = Angle.parse("1")
    for others in (Others.ANY, Others.NOT_MAXIMAL):
        smallest, largest = (discrepancy(h_pos(theta), index_queries(5), others, extreme) for extreme in (min, max))
        assert smallest <= largest <= 1 - theta.cos()
