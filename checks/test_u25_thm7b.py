"""The witness against the inverted U of H_SYM is a U, and weights move with the cosines."""

from fractions import Fraction

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import LetterCircle, h_sym
from rope_theory.core.heads import softmax
from rope_theory.core.tasks import Pair
from rope_theory.core.truth import Truth, truth
from rope_theory.evidence.instances.shapes import match_steps
from rope_theory.evidence.theory import claim
from rope_theory.laws.shape import bent
from rope_theory.proofs.u25_thm7b import QUARTER


def test_witness_is_the_opposite_of_what_is_printed():
    assert match_steps(*QUARTER.values()) == [-1, 1]


def test_the_flat_step_of_an_inverted_u_need_not_be_the_middle_one():
    """n = 6, θ = π/6, φ = 5π/12: cosines 0.26, 0.71, 0.97, 0.97, 0.71 at j = 1..5, of which 3 alone is the middle; both windows hold."""
    at = {"n": 6, "theta": Angle.parse("pi/6"), "phi": Angle.parse("5pi/12")}
    assert match_steps(*at.values()) == [1, 1, 0, -1]
    assert (
        truth(claim("u25.thm7b.corrected").holds(**at)) is Truth.TRUE
        and bent(match_steps(*at.values()), 1) is Truth.TRUE
    )
    assert all("at the turn" in " ".join(claim(name).readings) for name in ("u25.thm7b.corrected", "u25.thm7a.earlier"))


def test_weights_move_with_the_cosines():
    n = 6
    head = h_sym(LetterCircle(("A",), True), Angle.parse("1"), Angle.parse("3"))
    cosines = [head.logit("A", n, Pair("A", 1), j) for j in range(1, n)]
    weights = [softmax([c, *[Fraction(0)] * (n - 1)], Fraction(5))[0] for c in cosines]
    for j in range(n - 2):
        assert (weights[j] < weights[j + 1]) is (cosines[j] < cosines[j + 1])
        assert (weights[j] > weights[j + 1]) is (cosines[j] > cosines[j + 1])
