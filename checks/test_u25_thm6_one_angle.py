"""Partial Induction with one RoPE angle: at the boundary of the angle, and where no angle is left."""

import pytest

from rope_theory.core.angles import FULL_TURN, Angle
from rope_theory.core.constructions import nope_head, t_retrieval
from rope_theory.core.heads import hard_attention, logits
from rope_theory.core.tasks import Pair, parse_binding, parse_letter


@pytest.mark.parametrize("letters", ["A", "AB", "ABC"])
@pytest.mark.parametrize("n", [3, 4, 6])
def test_first_pair_and_its_neighbour_on_the_circle_tie_at_the_boundary(letters, n):
    # (2n-3)θ = ω: letter number 1 (or 0, beside the spare position) at distance n-1, the letter before it at n-2.
    theta = FULL_TURN / (len(letters) + 1) / (2 * n - 3)
    query, neighbour = (letters[1], letters[0]) if len(letters) > 1 else "AA"
    values = logits(nope_head(letters, theta), (Pair(query, 1), *[Pair(neighbour, 2)] * (n - 2), query))
    assert values[0] == (values[1] if len(letters) > 1 else (FULL_TURN / 2 - (n - 2) * theta).cos())


def test_the_head_is_u26s_retrieval_head_with_a_position_to_spare():
    # The key of the lone query stands where the key of letter C does.
    theta = Angle.parse("2pi/30")
    spared = logits(nope_head("AB", theta), parse_binding("A1 B2 A3 A"))
    assert spared == logits(t_retrieval("ABC", theta).head, parse_letter("A1 B2 A3 CA"))


@pytest.mark.parametrize("theta", ["1", "0.3", "2pi/7", "pi/2", "3"])
def test_every_angle_meets_an_input_it_gets_wrong(theta):
    # Fixed θ on the construction itself: at some length an earlier binding is not beaten by the last one.
    head = nope_head("A", Angle.parse(theta))
    inputs = ((*[Pair("A", 1)] * (n - 1), "A") for n in range(3, 30))
    assert any(hard_attention(logits(head, tokens))[-2] != 1 for tokens in inputs)
