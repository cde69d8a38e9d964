"""What is imported from `rope_theory` refuses what it cannot read, by name."""

from __future__ import annotations

import pytest

from rope_theory import (
    Angle,
    Others,
    content_by_position,
    h_pos,
    input_gap,
    is_positional,
    is_symbolic,
    logits,
    t_index,
)
from rope_theory.core.errors import InvalidInput
from rope_theory.laws.gaps import gap, rivals

HEAD = h_pos(Angle.parse("0.8"))
TOKENS = ["A", "B", 1]


def refused(call, argument: str, rule: str) -> None:
    with pytest.raises(InvalidInput) as found:
        call()
    assert str(found.value).startswith(f"{argument} {rule}"), found.value


@pytest.mark.parametrize("others", ["nonsense", Others.ANY.value, None])
def test_a_gap_is_undefined_only_for_a_kind_of_others(others):
    for call in (
        lambda: input_gap(HEAD, TOKENS, others=others),
        lambda: gap([1, 3, 3], others),
        lambda: rivals([1, 3], others),
    ):
        refused(call, "others", "must be one of Others.ANY, Others.NOT_MAXIMAL, Others.OTHER_LETTER")


def test_a_gap_refuses_a_position_that_is_none():
    refused(lambda: input_gap(HEAD, TOKENS, position="2"), "position", "must be an integer")
    assert input_gap(HEAD, TOKENS, position=2) == 1 - Angle.parse("0.8").cos()


@pytest.mark.parametrize("ask", [logits, content_by_position, is_positional, is_symbolic, input_gap])
def test_what_has_no_logit_is_no_head(ask):
    for nothing in ("x", None, t_index(Angle.parse("0.8"))):
        refused(lambda nothing=nothing: ask(nothing, ["A"]), "head", "must have a method logit(x, i, y, j)")
    refused(lambda: ask(HEAD, []), "tokens", "must not be empty")
