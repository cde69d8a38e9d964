"""Constants of statements that no instance within the hypotheses can tell from others, each told here in its own way."""

from fractions import Fraction
from types import SimpleNamespace

import pytest

from rope_theory.core.angles import Angle
from rope_theory.core.tasks import parse_letter
from rope_theory.core.truth import Truth
from rope_theory.evidence.theory import claim
from rope_theory.proofs import (
    new_beta_explicit,
    new_inverted_u,
    new_swap_scores,
    u26_index_decode_alpha,
    u26_number_solution,
    u26_thm31,
)


@pytest.mark.parametrize("alpha, share", [(Fraction(3, 2), Fraction(2, 3)), (2, Fraction(1, 2)), (4, Fraction(3, 4))])
def test_share_that_alpha_needs(alpha, share):
    assert u26_index_decode_alpha.needed(alpha) == share


def test_softmax_is_asked_at_instances_of_index_decode_alpha(monkeypatch):
    """At small instances the weight is large enough, so that softmax's answer decides, and a wrong one is noticed."""
    at = next(iter(u26_index_decode_alpha.small(False)))
    assert u26_index_decode_alpha.any_alpha.at(at) is Truth.TRUE
    monkeypatch.setattr(u26_index_decode_alpha, "every", lambda _: Truth.FALSE)
    assert u26_index_decode_alpha.any_alpha.at(at) is Truth.FALSE


def test_one_position_further_is_right_where_that_letter_stands_again():
    again, before = ("A", "B", "B", 2), ("B", "B", "A", 2)  # both answer B, the second letter
    holds = u26_number_solution.corrected.claim.holds
    assert holds(again) and holds(before) and holds(again, further=1) and not holds(before, further=1)


def test_retrieval_stands_at_half_of_its_largest_angle():
    """ω/(4n) over two letters, ω = π: the neighbour's lead is 1 - cos(π/(4n))."""
    [gap] = new_beta_explicit.gaps_at_the_end("retrieval", parse_letter("A2 A1"))
    assert gap == 1 - Angle(Fraction(1, 16)).cos()


def test_undivided_form_is_right_only_where_a_and_b_are_zero():
    flat = {"E": ((Fraction(1),) * 2,) * 2, "own": Fraction(1), "i": 0, "j": 1}
    assert new_swap_scores.closed_form.claim.holds(**flat, norm="none") is True


def test_inverted_u_compares_the_extrema_too(monkeypatch):
    at = new_inverted_u.inverted_u.claim.example
    assert new_inverted_u.inverted_u.at(at) is Truth.TRUE
    right = new_inverted_u.shape(at["n"], at["theta"], "H_SYM")
    wrong = SimpleNamespace(name=right.name, flat_ends=right.flat_ends, extrema=lambda: [])
    monkeypatch.setattr(new_inverted_u, "shape", lambda *args, **named: wrong)
    assert new_inverted_u.inverted_u.at(at) is Truth.FALSE


def test_statement_of_no_angle_prints_its_input():
    said = claim("u26.thm31.whole.no-angle").statement
    assert f"on {' '.join(map(str, u26_thm31.four_back('k')))} for" in said
