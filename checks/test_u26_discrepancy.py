"""u26.discrepancy: real heads, minimal witnesses, conventions of the gaps."""

from fractions import Fraction

import pytest

from rope_theory.core.angles import Angle
from rope_theory.core.errors import InvalidInput
from rope_theory.core.heads import logits
from rope_theory.core.truth import Truth
from rope_theory.laws.gaps import Others, discrepancy, gap, rivals
from rope_theory.proofs.u26_discrepancy import model_head, model_inputs, order


@pytest.mark.parametrize("theta", ["pi/20", "1/10", "0"])
def test_discrepancy_corrected_on_the_logits_of_t_retrieval(theta):
    head = model_head("T_Retrieval", 2, Angle.parse(theta))
    inputs = list(model_inputs("T_Retrieval", 3, 2, 1))[::7]
    family = tuple((logits(head, tokens), [token.left for token in tokens]) for tokens in inputs)
    assert order.at({"family": family}) is Truth.TRUE


def test_discrepancy_of_one_letter_has_no_other_letter_so_two_are_least():
    head = model_head("T_Retrieval", 1, Angle.parse("pi/20"))
    assert discrepancy(head, model_inputs("T_Retrieval", 3, 1, 1), Others.OTHER_LETTER) is None


def test_discrepancy_minima_differ_by_orders_of_magnitude_at_n_2():
    theta = Angle.parse("1/100")
    any_other, other_letter = (
        discrepancy(model_head("T_Retrieval", 2, theta), model_inputs("T_Retrieval", 2, 2, 1), others, min)
        for others in (Others.ANY, Others.OTHER_LETTER)
    )
    assert any_other == 1 - theta.cos() and other_letter > 1


@pytest.mark.parametrize(
    "values, letters, wanted",
    [
        ([3], "a", (None, None, None)),
        ([3, 3], "aa", (0, 0, None)),
        ([3, 3], "ab", (0, 0, 0)),
        ([1, 3, 3], "aab", (0, 2, 0)),
        ([1, 3, 2], "abb", (1, 1, 2)),
        ([Fraction(1, 2), 0, 0], "abb", (Fraction(1, 2),) * 3),
    ],
)
def test_gap_conventions(values, letters, wanted):
    assert tuple(gap(values, others, letters, letter=str) for others in Others) == wanted


def test_gap_names_the_argument_that_is_missing():
    with pytest.raises(InvalidInput, match="tokens must number 2"):
        rivals([1, 2], Others.OTHER_LETTER)
    with pytest.raises(InvalidInput, match="values must not be empty"):
        gap([])
