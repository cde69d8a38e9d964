"""Without a phase there are angles at which the farther match weighs more, at n = 4 only."""

from fractions import Fraction

from rope_theory.core.angles import Angle
from rope_theory.evidence.instances.shapes import match_steps
from rope_theory.proofs.new_inverted_u import no_phase


def test_without_a_phase_the_farther_match_weighs_more_at_n_4_only():
    # cos θ < cos 2θ < cos 3θ for 2π/3 < θ < 4π/5: the printed word "monotone" must mean "nearer weighs more".
    steps = {(n, a): match_steps(n, Angle(Fraction(a, 120)), Angle()) for n in range(4, 9) for a in range(1, 61)}
    assert [at for at, signs in steps.items() if max(signs) < 0] == [(4, a) for a in range(41, 48)]


def test_shortest_refutation_of_either_way_monotone_has_four_positions():
    # At n = 3 one step decides nothing, and the statement's own reading holds.
    assert all(no_phase(3, Angle(Fraction(a, 60))) for a in range(1, 31))
    assert no_phase(4, Angle(Fraction(3, 8)), either_way=True) is False
