"""Special to u26.retrieval-max: where twice its range fails first, and that few inputs stand for all."""

from fractions import Fraction

import pytest

from rope_theory.core.constructions import spacing, t_retrieval
from rope_theory.core.tasks import improper, parse_letter
from rope_theory.core.truth import Truth
from rope_theory.evidence.instances.retrieval import letter_pair_inputs
from rope_theory.proofs.u26_retrieval_max import retrieval_max


@pytest.mark.parametrize("n, n0, fails", [(2, 2, False), (3, 3, False), (4, 4, True), (4, 3, True)])
def test_half_the_denominator_fails_from_length_four_on(n, n0, fails):
    """θ = ω/(n0 + 1/100) < ω/n0; at lengths 2 and 3 even this is small enough, so no shorter input refutes."""
    at = {"letters": ("A", "B"), "theta": spacing(2) * Fraction(100, 100 * n0 + 1), "n0": n0}
    answers = [retrieval_max.at({**at, "tokens": tokens}) for tokens in letter_pair_inputs(2, n)]
    assert (Truth.FALSE in answers) is fails


@pytest.mark.parametrize("count", [1, 2, 3])
def test_left_patterns_are_proper_and_complete(count):
    for n in (1, 2, 3):
        patterns = list(letter_pair_inputs(count, n))
        assert all(improper(tokens) is None for tokens in patterns)
        assert len({tuple(t.left for t in tokens) for tokens in patterns}) == count**n - (count - 1) ** n


def test_the_head_sees_letters_only():
    """Two inputs with the same left letters and the same sought letter get the same logits."""
    model = t_retrieval("ABC", spacing(3) / 20)
    first, second, other = (model.run(parse_letter(text)).logits for text in ("A1 B2 AB", "AC B7 AB", "A1 B2 AA"))
    assert first == second != other
