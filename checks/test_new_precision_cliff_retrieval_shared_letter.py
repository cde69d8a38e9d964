"""Attacks on new.precision-cliff.retrieval-shared-letter: a minimal witness, torch, other inputs and lengths."""

import flint
import pytest

from rope_theory.core.tasks import Pair, improper
from rope_theory.core.truth import Truth
from rope_theory.models.precision import FORMATS, Recipe
from rope_theory.models.precision.errors import BITS
from rope_theory.models.precision.retrieval import LETTERS, rotating, steady
from rope_theory.models.precision.torch_run import TorchRun
from rope_theory.proofs import new_precision_cliff_retrieval_shared_letter as page
from rope_theory.proofs.new_precision_cliff_retrieval_shared_letter import TIES, proper_inputs, shared, shared_letter


def torch_logits(model, form, tokens):
    """One row: the last token's logits in torch's own arithmetic."""
    keys = list(zip(tokens, range(1, len(tokens) + 1), strict=True))
    with flint.ctx.workprec(BITS):
        return TorchRun(model.head, Recipe.uniform(form)).logits(keys[-1:], keys).lo[0].tolist()


def test_shared_letter_no_shorter_proper_input_fails():
    """One token has no rival, so two are least; over A, B, C only those fail that share the letter B."""
    assert all(shared(tokens) is Truth.TRUE for tokens in proper_inputs(1))
    failing = [tokens for tokens in proper_inputs(2, 3) if shared(tokens) is Truth.FALSE]
    assert page.PAIR_OF_B in failing and len(failing) == 4
    assert all({each.left for each in tokens} == {"B"} and tokens[-1].right in (1, 2) for tokens in failing)


def test_shared_letter_fails_in_torch_for_every_other_letter_at_n_2():
    """A rounded letter vector at an odd multiple of π/4 is a little short: both logits are 127/128 there."""
    for number, left in enumerate(LETTERS):
        tokens = (Pair(left, 1), Pair(left, 2))
        row = torch_logits(rotating(2), "bfloat16", tokens)
        assert (row[0] == row[1] == 127 / 128) is (number % 2 == 1)
        assert shared(tokens) is (Truth.FALSE if number % 2 else Truth.TRUE)


@pytest.mark.parametrize("form, n", [("bfloat16", 3), *TIES, *page.APART])
def test_shared_letter_ties_in_torch_where_the_page_has_a_tie_and_not_at_every_length(form, n):
    row = torch_logits(rotating(n), form, shared_letter(n))
    assert row[-1] > row[-2] if (form, n) in page.APART else row[-1] == row[-2] == 1.0


def test_shared_letter_is_not_decided_in_float32_at_1000():
    assert shared(shared_letter(1000), "float32") is Truth.UNKNOWN


@pytest.mark.parametrize("form, n", TIES)
def test_shared_letter_letter_pairs_are_answered_where_letter_integers_are_not(form, n):
    """The same keys, asked by a letter pair for the letter that has one token."""
    tokens = (*(Pair("B", 1),) * (n - 2), Pair("A", 2), Pair("C", "A"))
    assert improper(tokens) is None and shared(tokens, form) is Truth.TRUE


@pytest.mark.parametrize("form", sorted(FORMATS))
@pytest.mark.parametrize("n", [3, 257, 2049])
def test_corrected_logits_do_not_depend_on_the_position_in_torch(form, n):
    tokens = (*(Pair("B", 1),) * (n - 2), Pair("A", 2), Pair("C", "A"))
    row = torch_logits(steady(), form, tokens)
    assert len(set(row[:-2])) == 1 and row[-2] - max(row[:-2] + row[-1:]) > 0.25
