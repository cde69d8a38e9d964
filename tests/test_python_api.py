"""What is imported from `rope_theory` refuses what it cannot read, by name."""

from __future__ import annotations

import inspect
import math
import re
from fractions import Fraction

import numpy as np
import pytest

import rope_theory
from rope_theory import (
    Angle,
    LetterCircle,
    Others,
    apply_rope,
    best_mix_of,
    content_by_position,
    exclusion_terms,
    h_pos,
    h_sym,
    hard_attention,
    input_gap,
    is_positional,
    is_symbolic,
    logits,
    mix_gap,
    purity,
    rope_matrix,
    run_task,
    shape,
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


ONES = np.ones((3, 4))


@pytest.mark.parametrize(
    "call, argument, rule",
    [
        (lambda: mix_gap(["1", "0.3"], "10", 30), "weights", "must be a list of weights"),
        (lambda: mix_gap(["1"], None, 30), "weights", "must be a list of weights"),
        (lambda: mix_gap(["1"], 1, 30), "weights", "must be a list of weights"),
        (lambda: mix_gap("12", ["0.5", "0.5"], 30), "frequencies", "must be a list of angles"),
        (lambda: mix_gap(None, ["1"], 30), "frequencies", "must be a list of angles"),
        (lambda: best_mix_of(b"12", 30), "frequencies", "must be a list of angles"),
        (lambda: exclusion_terms("a"), "M", "must be rows of numbers"),
        (lambda: exclusion_terms(["ab", "cd"]), "M", "must be rows of numbers"),
        (lambda: exclusion_terms(None), "M", "must be rows of numbers"),
        (lambda: exclusion_terms([1, 2]), "M", "must be rows of numbers"),
        (lambda: exclusion_terms([["1", "2"], ["3", "4"]]), "M", "must hold exact numbers"),
        (lambda: exclusion_terms([[np.int64(1)]]), "M", "must hold exact numbers"),
        (lambda: exclusion_terms(np.array([["a"]])), "M", "must hold numbers"),
        (lambda: apply_rope([[1.0, 0.0]], np.ones(1), np.ones(1)), "vectors", "must be a NumPy array"),
        (lambda: apply_rope(ONES[0], np.ones(1), np.ones(1)), "vectors", "must have the shape"),
        (lambda: apply_rope(ONES, [1, 2, 3], np.ones(1)), "positions", "must be a NumPy array"),
        (lambda: apply_rope(ONES, np.ones((3, 1)), np.ones(1)), "positions", "must have the shape"),
        (lambda: apply_rope(ONES, np.ones(1), np.ones(1)), "positions", "must number 3"),
        (lambda: apply_rope(ONES, np.ones(3), [1.0]), "plane_frequencies", "must be a NumPy array"),
        (lambda: rope_matrix("a", [1]), "position", "must be a number"),
        (lambda: rope_matrix(None, [1]), "position", "must be a number"),
        (lambda: rope_matrix(1, "1"), "plane_frequencies", "must be a list of angles"),
        (lambda: rope_matrix(1, None), "plane_frequencies", "must be a list of angles"),
        (lambda: rope_matrix(1, ["1"]), "plane_frequencies", "must be an angle"),
        (lambda: purity([[1, 2], [3, 4]]), "scores", "must lie within [0, 1]"),
        (lambda: purity(([0.5], [-0.5])), "scores", "must lie within [0, 1]"),
    ],
)
def test_what_is_no_list_array_or_score_is_refused_by_name(call, argument, rule):
    refused(call, argument, rule)


def test_what_is_one_is_read():
    assert mix_gap(["1", "0.3"], ("1", "0"), 30) == mix_gap(iter(["1", "0.3"]), [1, 0], 30)
    assert purity(([1 + 1e-7, 0], [0, 1])).tolist() == [1, -1]
    assert purity((np.zeros((0, 2)), np.zeros((0, 2)))).shape == (0, 2)


def test_whole_vectors_are_turned_as_floats():
    at = np.array([1]), np.array([1.0])
    assert np.array_equal(apply_rope(np.array([[3, 1]]), *at), apply_rope(np.array([[3.0, 1.0]]), *at))
    torch = pytest.importorskip("torch")
    whole, place = torch.tensor([[3, 1]]), (torch.tensor([1]), torch.tensor([1.0]))
    assert torch.equal(apply_rope(whole, *place), apply_rope(whole.float(), *place))


@pytest.mark.parametrize("angle", ["0.8", Fraction(4, 5), "2pi/7", Fraction(-1, 3)])
def test_an_angle_given_as_text_or_fraction_is_told_how_to_write_it(angle):
    wanted = f": write Angle.parse('{angle}'), got "
    for build in (h_pos, t_index, lambda theta: h_sym(LetterCircle(("A", "B")), theta), lambda g: rope_matrix(1, [g])):
        with pytest.raises(InvalidInput, match=re.escape(wanted)):
            build(angle)
    assert h_pos(Angle.parse(str(angle))).logit("A", 2, "B", 1) == Angle.parse(str(angle)).cos()


@pytest.mark.parametrize("angle", ["nonsense", "", None, True, [1], Fraction(1, 10**5000), "1e9999"])
def test_what_no_text_of_an_angle_is_gets_no_such_advice(angle):
    with pytest.raises(InvalidInput, match="^theta must be an angle") as found:
        h_pos(angle)
    assert "Angle.parse" not in str(found.value)


def test_an_angle_counts_turns_and_everything_that_reads_angles_counts_radians():
    assert Angle(1).is_whole_turns() and Angle.parse("1") == Angle(0, 1)
    assert shape(33, 1) == shape(33, "1") == shape(33, Angle.parse("1")) and shape(33, 1) != shape(
        33, Angle(Fraction(1, 33))
    )
    assert mix_gap([1], [1], 9) == mix_gap(["1"], [1], 9) and mix_gap([Angle(1)], [1], 9).gap_upper == 0


#: What is no argument of anything, but for the plain records (`RECORDS`), which hold what they are given.
NOTHING = [None, "", math.nan, [], {}]
RECORDS = {
    "Angle",
    "Claim",
    "InvalidInput",
    "Ledger",
    "OneLayer",
    "Others",
    "Pair",
    "PhaseHead",
    "Plane",
    "Polar",
    "Tier",
    "Truth",
}


@pytest.mark.parametrize("name", sorted(set(rope_theory.__all__) - RECORDS - {"__version__"}))
@pytest.mark.parametrize("nothing", NOTHING, ids=repr)
def test_every_public_function_refuses_what_is_no_argument_of_it(name, nothing):
    """With a raw error of Python a reader is left to guess which argument was meant."""
    ask = getattr(rope_theory, name)
    needed = [one for one in inspect.signature(ask).parameters.values() if one.default is one.empty]
    by_name = {one.name: nothing for one in needed if one.kind is one.KEYWORD_ONLY}
    if name == "TrigSum" and nothing == {}:
        return  # the empty sum is 0
    with pytest.raises(InvalidInput) as found:
        ask(*[nothing] * (len(needed) - len(by_name)), **by_name)
    assert found.value.argument.partition("[")[0] in str(found.value)


@pytest.mark.parametrize("tokens", [None, math.nan, 3, {}])
@pytest.mark.parametrize("ask", [logits, content_by_position, is_positional, is_symbolic, input_gap])
def test_tokens_are_a_list(ask, tokens):
    refused(lambda: ask(HEAD, tokens), "tokens", "must be a list of tokens")


@pytest.mark.parametrize("theta", ["", 0.3, math.nan, []])
def test_run_task_takes_an_exact_angle(theta):
    refused(lambda: run_task("index", "A 1", theta), "theta", "must be an Angle")
