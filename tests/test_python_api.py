"""What is imported from `rope_theory` refuses what it cannot read, by name."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from rope_theory import (
    Angle,
    Others,
    content_by_position,
    h_pos,
    hard_attention,
    input_gap,
    is_positional,
    is_symbolic,
    logits,
    softmax,
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


@pytest.mark.parametrize("attend", [softmax, hard_attention])
def test_weights_need_logits(attend):
    for values, rule in (
        ([], "must not be empty"),
        (None, "must be a list of numbers"),
        ("12", "must be a list of numbers"),
        (["1", "2"], "must be numbers, not NaN"),
        ([math.nan, 1.0], "must be numbers, not NaN"),
        ([1, math.nan], "must be numbers, not NaN"),
        ([np.float32("nan"), np.float32(1)], "must be numbers, not NaN"),
    ):
        refused(lambda values=values: attend(values), "values", rule)


def test_a_masked_logit_has_no_weight():
    assert softmax([-math.inf, 1.0, 1.0]) == [0, 0.5, 0.5] == [float(w) for w in softmax([-math.inf, 1, Fraction(1)])]
    assert softmax([Fraction(10**400), 0])[0].contains(1)  # larger than every float, and finite
    for values in ([math.inf, 1.0], [math.inf, 1], [-math.inf, -math.inf], [-math.inf]):
        refused(lambda values=values: softmax(values), "values", "must be finite or -inf, one finite")
    refused(lambda: softmax([-math.inf, 1.0], 0), "beta", "must be positive where a value is -inf")
