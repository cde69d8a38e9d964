"""Special to u26.rem31b: weights move where logits hardly do, and single inputs may be symbolic at other angles."""

from fractions import Fraction

import pytest

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import spacing, t_retrieval
from rope_theory.core.tasks import Pair, single_letters
from rope_theory.core.truth import Truth
from rope_theory.evidence.instances.retrieval import instance
from rope_theory.proofs.u26_rem31b import pattern, symbolic


@pytest.mark.parametrize("count", [2, 3])
def test_weights_of_copies_depend_on_their_position_although_the_logits_nearly_agree(count):
    """A1 A1 BA, θ = ω/7: hard attention takes the nearer copy. A symbolic head gives copies equal weights."""
    letters = single_letters(count)
    tokens = (Pair("A", 1), Pair("A", 1), Pair(letters[-1], "A"))
    assert t_retrieval(letters, spacing(count) / 7).run(tokens).weights == [0, 1, 0]
    assert t_retrieval(letters, Angle()).run(tokens).weights == [Fraction(1, 2), Fraction(1, 2), 0]


@pytest.mark.parametrize("count, step", [(1, 0), (3, 1), (5, 2)])
def test_at_one_third_of_omega_some_input_is_symbolic(count, step):
    """2cω + 3θ = (2c + 1)ω is a whole turn when |ALPH| = 2c + 1: the strict inequality is needed."""
    assert symbolic(**pattern((step, step, 0), spacing(count) / 3, count)) is Truth.TRUE


def test_single_inputs_may_be_symbolic_at_other_angles():
    """θ = π and contents a quarter turn away: every logit is 0, at every length."""
    assert symbolic(**instance("B1 D1 B1 D1 B1 A1", "pi", 4)) is Truth.TRUE
    assert symbolic(**instance("B1 D1 B1 D1 B1 B1", "pi", 4)) is Truth.FALSE
