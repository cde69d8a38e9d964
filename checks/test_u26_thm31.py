"""How much room Theorem 3.1 has: at every position of short inputs, in its gap, and in its β."""

import itertools
from fractions import Fraction

import pytest

from rope_theory.core.angles import FULL_TURN, Angle, ball
from rope_theory.core.constructions import t_index, t_index_total
from rope_theory.core.heads import logits
from rope_theory.core.truth import Truth
from rope_theory.evidence.register import register
from rope_theory.evidence.theory import claim
from rope_theory.laws.gaps import Others, gap
from rope_theory.proofs import u26_thm31 as page
from rope_theory.proofs.u26_thm31 import as_constructed, at_every_position, beta_for, index_angle, index_tokens


@pytest.mark.parametrize("build", [page.next_letter, page.own_token])
def test_logits_alone_do_not_say_what_is_decoded(build):
    tokens, theta = ("A", "B", 1), Angle.parse("1")
    sabotaged, sound = build(theta).run(tokens), t_index(theta).run(tokens)
    assert sabotaged.logits == sound.logits and sound.answer == "B" != sabotaged.answer


@pytest.mark.parametrize("n0", [4, 5])
def test_repaired_head_on_every_input_over_one_letter_that_starts_with_it(n0):
    """Hard attention on all of length 4, every seventh of length 5."""
    theta = index_angle(n0)
    inputs = [tokens for tokens in index_tokens(1, n0) if tokens[0] == "A"][:: 1 if n0 == 4 else 7]
    model = t_index_total(theta, page.half_way(theta.cos()))
    assert all(at_every_position(model, tokens) is Truth.TRUE for tokens in inputs)
    assert any(at_every_position(t_index(theta), tokens) is Truth.FALSE for tokens in inputs)


def test_printed_head_fails_first_at_length_three_where_the_input_starts_with_a_letter_and_2():
    inputs, theta = (tokens for n in (1, 2, 3) for tokens in index_tokens(2, n)), Angle.parse("2pi/3")
    failing = [tokens for tokens in inputs if as_constructed(theta, tokens) is Truth.FALSE]
    assert {(len(tokens), *tokens[:2]) for tokens in failing} == {(3, "A", 2), (3, "B", 2)}


def test_an_angle_serves_every_position_up_to_length_four():
    works = Angle.parse("3pi/4")
    assert all(at_every_position(t_index(works), tokens) is Truth.TRUE for tokens in index_tokens(1, 4))
    assert page.no_angle(works)


def inputs_over(integers, n):
    """Every input of length n over one letter and the integers 1, …, `integers`."""
    return itertools.product(("A", *range(1, integers + 1)), repeat=n)


def test_with_integers_up_to_three_one_angle_serves_every_position_and_with_four_none_does():
    """At lengths beyond 4, too: what the errata, the register and the README say of the printed head has to say "4"."""
    works = FULL_TURN * Fraction(366, 997)  # between 2π/3 and 4π/5; no multiple below 997 is a whole turn
    assert Angle.parse("2pi/3") < works < Angle.parse("4pi/5")
    model = t_index(works)
    assert all(at_every_position(model, tokens) is Truth.TRUE for n in (4, 5) for tokens in inputs_over(3, n))
    assert any(at_every_position(model, tokens) is Truth.FALSE for tokens in inputs_over(4, 5))
    for outside in ("13pi/20", "17pi/20"):
        assert any(
            at_every_position(t_index(Angle.parse(outside)), tokens) is Truth.FALSE for tokens in inputs_over(3, 4)
        )


def test_what_is_said_of_whole_outputs_of_the_printed_head_names_the_integers_that_it_is_about():
    notes = [
        row.note for row in register("U26").rows if "other keys" in row.note or "whole outputs of valid" in row.note
    ]
    assert len(notes) == 5 and all("integers reach 4" in note for note in notes)
    erratum = claim("u26.thm31.every-position-as-constructed").erratum
    assert "where integers reach 4, is no witness for it, at any angle" in erratum.why


@pytest.mark.parametrize("n0", [3, 4, 6])
def test_gap_that_beta_is_made_for_is_attained(n0):
    """T_Index at θ = 2π/n0 has an input whose gap is 1 - cos θ exactly: Δ cannot be taken larger."""
    theta = index_angle(n0)
    assert gap(logits(t_index(theta).head, ("A",) * (n0 - 1) + (1,)), Others.ANY) == 1 - theta.cos()


def test_beta_grows_like_the_square_of_the_length():
    assert beta_for(20, index_angle(20)) > 4 * beta_for(10, index_angle(10)) > 0


def test_with_the_keys_for_whole_outputs_the_bound_of_theorem_32_is_about_another_head():
    """What the errata say of them: at n0 = 5, 1 A the gap is 1 - s·cos(4π/5) = 1.529… > 1 - cos θ = 0.690…."""
    theta = index_angle(5)
    tokens, shortened = (1, "A"), page.half_way(theta.cos())
    other, own = (ball(each) for each in logits(t_index_total(theta, shortened).head, tokens))
    assert own == 1 and abs((own - other) - 1.529) < 0.0006 and abs(1 - ball(theta.cos()) - 0.691) < 0.0006
    [said] = claim("u26.thm31.every-position-as-constructed").erratum.also
    assert "at n0 = 5, 1 A: gap 1 - s·cos(4π/5) = 1.529… > 1 - cos θ = 0.690…" in said
    first, last = (ball(each) for each in logits(t_index(theta).head, tokens))
    assert abs((last - first) - 0.691) < 0.0006  # the printed head attains the bound there
