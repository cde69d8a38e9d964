"""Special to new.letter-path: witnesses that are minimal, every angle in the range, and more passes than hops."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rope_theory.core.tasks import Pair, improper, parse_letter
from rope_theory.core.truth import Truth
from rope_theory.proofs.new_letter_path import BACK, corrected, earlier, letter_path, solvable


@given(solvable(), st.fractions(Fraction(1, 100), Fraction(99, 100)), st.integers(0, 3))
def test_letter_path_corrected_holds_at_every_angle_in_range_and_after_more_passes(tokens, part, passes):
    assume(corrected.assumed_at({"tokens": tokens}) is Truth.TRUE)
    assert corrected(tokens, part, passes)


def all_sequences(letters: str, lettered: int):
    for first in letters:
        for rest in itertools.product(itertools.product(letters, repeat=2), repeat=lettered):
            yield (Pair(first, 1), *itertools.starmap(Pair, rest))


@pytest.mark.parametrize(
    "claim, letters, lettered", [(letter_path, "ABCD", 2), (letter_path, "ABC", 3), (earlier, "ABC", 2)]
)
def test_letter_path_has_no_smaller_witness(claim, letters, lettered):
    """A1 BC CA DB needs length 4 and four letters; A1 BA AA AB needs length 4."""
    instances = [{"tokens": tokens} for tokens in all_sequences(letters, lettered)]
    answers = [claim.at(at) for at in instances if claim.assumed_at(at) is Truth.TRUE]
    assert len(answers) > 20 and set(answers) == {Truth.TRUE}


def test_letter_path_fails_only_on_forward_hops():
    """Among one integer pair and three letter pairs over four letters, every failure has a hop forward."""
    instances = [{"tokens": tokens} for tokens in all_sequences("ABCD", 3) if tokens[0].left == "A"]
    valid = [at for at in instances if letter_path.assumed_at(at) is Truth.TRUE]
    failures = [at for at in valid if letter_path.at(at) is Truth.FALSE]
    assert {"tokens": parse_letter("A1 BC CA DB")} in failures
    assert all(BACK.at(at) is Truth.FALSE for at in failures)


def test_letter_path_example_is_improper():
    """The statement claims more than properness gives."""
    assert improper(corrected.claim.example["tokens"]) is not None
