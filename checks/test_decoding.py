"""The inverse temperature that a readout needs: its logarithm, its ratio, and what the constructions make of it."""

from fractions import Fraction

import pytest
from flint import arb

from rope_theory.core.angles import Angle, ball
from rope_theory.core.constructions import t_index, t_retrieval
from rope_theory.core.decoding import beta_enough, readout_ratio
from rope_theory.core.errors import InvalidInput
from rope_theory.core.tasks import parse_letter


def test_readout_ratio_of_the_constructions_values_is_at_most_one():
    assert readout_ratio([1, 0, 0], [[3, 0, 0], [1, 2, 0], [1, 0, 2]]) == Fraction(1, 3)
    assert readout_ratio([1, 0], [[1, 0], [0, 1]]) == 1
    assert readout_ratio([1, 1], [[1, 0], [0, 1]]) is None


@pytest.mark.parametrize(
    "model, tokens, gap",
    [
        (t_index(Angle.parse("2pi/5")), ("A", "B", "B", "A", 2), 1 - Angle.parse("2pi/5").cos()),
        (t_retrieval("ABC", Angle.parse("0.1")), tuple(parse_letter("A1 B1 C1 BA")), Fraction(1, 2)),
    ],
)
def test_beta_enough_decodes_the_constructions(model, tokens, gap):
    beta = beta_enough(len(tokens) - 1, gap)
    assert model.run(tokens, beta=beta).answer == model.run(tokens).answer is not None


def test_beta_enough_is_just_above_the_logarithm_and_asks_for_a_gap():
    beta = ball(beta_enough(7, Fraction(1, 3), 2))
    assert 3 * arb(14).log() < beta < 3 * arb(14).log() + arb(1) / 500
    with pytest.raises(InvalidInput, match="gap must be positive"):
        beta_enough(2, 0)
