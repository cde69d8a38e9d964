"""Attacks on new.stack-beta (proofs/new_stack_beta.py)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rope_theory import compile as compiled
from rope_theory.angles import ball
from rope_theory.claims.claim import FalseNeighbour
from rope_theory.stacks.bound import stack_beta
from rope_theory.statements.new_stack import STACK_BETA, at, mass_at_the_answer, solution, stack_gap
from rope_theory.tasks import generate_letter, generate_number, improper, parse_letter
from rope_theory.truth import Truth, less

misses = st.sampled_from([Fraction(1, 2), Fraction(1, 4), Fraction(1, 100), Fraction(99, 100)])


@given(st.integers(0, 10**6), st.integers(1, 3), st.integers(2, 5), st.integers(0, 2), misses)
def test_bound_holds_for_number_inputs_at_random(seed, letters, integers, spare, miss):
    [(tokens, found)] = generate_number(
        seed, 1, length_letters=letters, length_integers=integers, hops=[1 + seed % 2], letters=3, integers=integers + letters
    )
    assert STACK_BETA.at(at(tokens, found.hops + spare, miss)) is Truth.TRUE


@given(st.integers(0, 10**6), st.integers(0, 2), misses)
def test_bound_holds_for_letter_inputs_at_random(seed, spare, miss):
    [(tokens, found)] = generate_letter(seed, 1, n_bound=2, n_pairs=2, hops=[1 + seed % 2], letters=3, integers=2)
    assert STACK_BETA.at(at(tokens, found.hops + spare, miss)) is Truth.TRUE


@pytest.mark.parametrize("miss", [Fraction(1, 2), Fraction(3, 5), Fraction(99, 100)])
@pytest.mark.parametrize("layers", [1, 2])
def test_shortest_input_needs_a_beta_that_meets_the_hypothesis_however_much_may_miss(miss, layers):
    # n = 2: ln(L/η) is as small as it gets.
    case = at(("A", 1), layers, miss)
    assert STACK_BETA.assumed_at(case) is Truth.TRUE and STACK_BETA.at(case) is Truth.TRUE


def test_an_improper_input_with_a_path_is_answered():
    # Left letter B stands on two tokens, off the path: Retrieval is not defined here, the path's answer is.
    tokens = parse_letter("A1 B1 B2 CB BA")
    assert improper(tokens) is not None and str(solution(tokens).answer) == "A1"
    assert STACK_BETA.at(at(tokens, 3)) is Truth.TRUE


@pytest.mark.parametrize("layers", [1, 2, 8])
@pytest.mark.parametrize("tokens", [("B", "A", 1), parse_letter("B1 A1 CA")], ids=["number", "letter"])
def test_beta_smaller_by_one_is_not_enough_where_rivals_tie(tokens, layers):
    # n = 3 and three letters: both rivals stand at the gap 3/2, so what misses grows by e^{3/2}; B keeps what leaks to it.
    miss = Fraction(1, 50)
    assert stack_gap(tokens) == Fraction(3, 2)
    enough = stack_beta(2, stack_gap(tokens), layers, miss)
    assert less(mass_at_the_answer(tokens, layers, enough - 1), ball(1 - miss)) is Truth.TRUE


@pytest.mark.parametrize("control", STACK_BETA.controls, ids=lambda control: control.name)
def test_false_neighbours_differ_from_the_claim_at_their_instance(control: FalseNeighbour):
    altered = control.holds or STACK_BETA.holds
    assert altered(**control.counterexample) is Truth.FALSE


@pytest.mark.parametrize("task", ["number", "letter"])
@pytest.mark.parametrize("kind", ["to_llama", "to_gptj"])
def test_compiled_models_answer_the_published_recipe(kind, task, thorough):
    """All 45 600 sequences in the thorough profile, 1 000 in the quick one, with 1-4 hops and four layers."""
    count = compiled.RECIPE if thorough else 1000
    found = compiled.verify(getattr(compiled, kind)(task), count)
    assert found.inputs == count and len(found.classes) == 4 and found.holds
