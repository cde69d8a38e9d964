"""The printed T_Index on whole outputs with few integers, beside a computation of its own in floats with margins."""

import itertools
import math

import pytest

from rope_theory.core.angles import Angle
from rope_theory.core.truth import Truth
from rope_theory.proofs.u26_thm31_few_integers import HALF_FIVE, few_integers, lead

NEAR = 1e-9


def index(tokens):
    """Index(σ): the letter i places back, or the token itself where none is there."""
    back = [tokens[at - token] if isinstance(token, int) and token <= at else token for at, token in enumerate(tokens)]
    return [found if isinstance(found, str) else own for found, own in zip(back, tokens, strict=True)]


def answer(tokens, at, theta):
    """What F = x + a gives at a position from 0: the token attended to, a letter's value being 2; None: no clear leader."""
    token = tokens[at]
    logits = [math.cos((at - j - (token if isinstance(token, int) else 0)) * theta) for j in range(at + 1)]
    leaders = [j for j, each in enumerate(logits) if each > max(logits) - NEAR]
    if len(leaders) > 1:
        return None
    seen = tokens[leaders[0]]
    return seen if isinstance(seen, str) else token  # the residual path gives the token 1, a letter seen 2


@pytest.mark.parametrize("theta, fails", [(2.5, 0), (2.4, 0), (2.11, 0), (2.6, 1), (2.05, 1), (2.9, 1), (1.0, 1)])
def test_exhaustively_up_to_six_tokens_exactly_the_angles_between_serve(theta, fails):
    """2π/3 = 2.094…, 4π/5 = 2.513…; a position is wrong for some input exactly outside."""
    wrong = sum(
        answer(tokens, at, theta) != right
        for n in range(1, 7)
        for tokens in itertools.product("A123", repeat=n)
        for tokens in [tuple(int(each) if each.isdigit() else each for each in tokens)]
        for at, right in enumerate(index(tokens))
    )
    assert bool(wrong) == bool(fails)


@pytest.mark.parametrize("theta", [2.5, 2.4, 2.3])
def test_the_integer_four_is_one_too_many(theta):
    assert answer(("A", 4), 1, theta) == "A" and answer(("A", 3), 1, theta) == 3


def test_every_multiple_matters_at_a_length_that_reaches_it():
    """3π/4 serves up to length 8; at 9 places 8·3π/4 is three whole turns."""
    angle = Angle.parse("3pi/4")
    assert few_integers(angle, (*"ABBBBBC", 1)) is Truth.TRUE
    assert few_integers(angle, (*"ABBBBBBBC", 1)) is not Truth.TRUE


def test_the_lead_shrinks_with_the_length_and_stays_positive():
    leads = [lead(HALF_FIVE, n) for n in (2, 10, 100)]
    assert leads[0] >= leads[1] > leads[2] > 0
