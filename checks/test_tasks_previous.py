"""The oracles of the previous-token and of the duplicate-token task, beside their definitions, on all short inputs."""

import itertools

import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.core.tasks import first_occurrence, generate_previous, previous_tokens
from rope_theory.core.tasks.previous import parse_letters

LETTERS = [tokens for n in range(1, 5) for tokens in itertools.product("AB", repeat=n)]
PAIRS = [tokens for n in range(1, 4) for tokens in itertools.product(itertools.product("AB", (1, 2)), repeat=n)]


@pytest.mark.parametrize("steps", range(6))
def test_previous_is_so_many_steps_back_or_the_first(steps):
    for tokens in LETTERS:
        walked = list(tokens)
        for _ in range(min(steps, len(tokens) - 1)):
            walked.pop()
        assert previous_tokens(tokens, steps) == walked[-1]


def test_the_first_occurrence_is_that_of_the_last_token_s_letter():
    for tokens in PAIRS:
        letter = tokens[-1][0]
        held = {at: attribute for at, (name, attribute) in enumerate(tokens) if name == letter}
        assert first_occurrence(tokens) == held[min(held)]


def test_what_is_no_letter_is_named_with_its_position():
    with pytest.raises(InvalidInput, match="must hold a letter at position 3, got 7"):
        parse_letters("A B 7")
    assert parse_letters("A B A") == ("A", "B", "A")


@pytest.mark.parametrize("wrong", ({"count": -1}, {"length": 0}, {"letters": 0}, {"steps": -1}))
def test_a_generator_refuses_at_the_call(wrong):
    with pytest.raises(InvalidInput, match=f"^{next(iter(wrong))} must be"):
        generate_previous(0, **{"count": 1, **wrong})
    assert list(generate_previous(0, 0)) == []
    [(sequence, answer)] = generate_previous(1, 1, length=1, letters=1, steps=0)
    assert len(sequence) == 1 and answer == sequence[-1]


def test_no_token_is_refused():
    for oracle in (previous_tokens, first_occurrence):
        with pytest.raises(InvalidInput, match="tokens must not be empty"):
            oracle(())
