"""Special to u26.fig5a: no frequency rounds to 0.80, and the last length by another route."""

from fractions import Fraction

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import spacing
from rope_theory.core.rope import rounds_to
from rope_theory.proofs.u26_fig5a import LAST_LENGTH


def test_no_frequency_rounds_to_the_plotted_value():
    assert not any(rounds_to(Fraction("0.80"), 2, row) for row in range(1, 65))


def test_rounded_angle_agrees_with_exact_comparison_of_angles():
    """Another route to the same number, without balls: 2nθ against a quarter of π, both exact."""
    theta = Angle.parse("0.0027")
    assert max(n for n in range(1, 300) if 2 * n * theta < spacing(8)) == LAST_LENGTH["0.0027"]
