"""Special to u26.table1: the frequency schedule in another reading."""

from fractions import Fraction

import pytest

from rope_theory.core.angles import ball
from rope_theory.core.rope import frequencies
from rope_theory.core.truth import Truth, at_most, less
from rope_theory.proofs.u26_table1 import ROWS


@pytest.mark.parametrize("at", ROWS)
def test_table1_agrees_with_the_ball_reading_of_the_schedule(at):
    frequency, half = frequencies(10000, 128, "ball")[at["row"] - 1], Fraction("0.00005")
    assert at_most(ball(at["value"] - half), frequency) is Truth.TRUE
    assert less(frequency, ball(at["value"] + half)) is Truth.TRUE


def test_table1_values_are_rounded_and_not_cut_off():
    """0.86596… is printed 0.8660."""
    assert less(frequencies(10000, 128, "ball")[1], ball(Fraction("0.8660"))) is Truth.TRUE
