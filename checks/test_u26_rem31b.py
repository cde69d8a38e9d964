"""Special to u26.rem31b: weights move where logits hardly do."""

from fractions import Fraction

import pytest

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import spacing, t_retrieval
from rope_theory.core.tasks import Pair, single_letters


@pytest.mark.parametrize("count", [2, 3])
def test_weights_of_copies_depend_on_their_position_although_the_logits_nearly_agree(count):
    """A1 A1 BA, θ = ω/7: hard attention takes the nearer copy. A symbolic head gives copies equal weights."""
    letters = single_letters(count)
    tokens = (Pair("A", 1), Pair("A", 1), Pair(letters[-1], "A"))
    assert t_retrieval(letters, spacing(count) / 7).run(tokens).weights == [0, 1, 0]
    assert t_retrieval(letters, Angle()).run(tokens).weights == [Fraction(1, 2), Fraction(1, 2), 0]
