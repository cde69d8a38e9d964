"""RoPE's conventions: rotation, relative positions, layouts and schedules, in every reading."""

import math
from fractions import Fraction

import numpy as np
import pytest
import sympy
import torch
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st

from rope_theory.core.angles import Angle, TrigSum, ball
from rope_theory.core.errors import InvalidInput
from rope_theory.core.rope import (
    LAYOUTS,
    apply_rope,
    exponents,
    frequencies,
    half_from_adjacent,
    pairs,
    rope_matrix,
    rotate,
)
from rope_theory.core.truth import Truth
from rope_theory.evidence.engines.symbolic import is_identity

g, h, i, j = sympy.symbols("g h i j", real=True)


def transposed_product(a, b):
    return [[sum((a[k][r] * b[k][c] for k in range(len(a))), 0) for c in range(len(a))] for r in range(len(a))]


def test_rotation_is_counter_clockwise():
    assert rotate(sympy.pi / 2, (1, 0)) == (0, 1)
    assert rotate(Angle(Fraction(1, 4)), (1, 0)) == (0, 1)
    assert np.allclose(rotate(math.pi / 2, (1.0, 0.0)), (0, 1))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("head_dim", [4, 6])
def test_relative_identity_holds_for_all_positions_and_frequencies(layout, head_dim):
    left = transposed_product(rope_matrix(j, [g, h], layout, head_dim), rope_matrix(i, [g, h], layout, head_dim))
    right = rope_matrix(i - j, [g, h], layout, head_dim)
    backwards = rope_matrix(j - i, [g, h], layout, head_dim)
    answers = [
        is_identity(a, b) for row, other in zip(left, right, strict=True) for a, b in zip(row, other, strict=True)
    ]
    assert set(answers) == {Truth.TRUE}
    wrong = [
        is_identity(a, b) for row, other in zip(left, backwards, strict=True) for a, b in zip(row, other, strict=True)
    ]
    assert Truth.FALSE in wrong  # the sign of the distance matters


@pytest.mark.parametrize("i_, j_", [(1, 1), (7, 3), (131072, 131071)])
def test_relative_identity_holds_in_balls(i_, j_):
    f = frequencies(10000, 8, "ball")
    left, right = transposed_product(rope_matrix(j_, f), rope_matrix(i_, f)), rope_matrix(i_ - j_, f)
    for row, other in zip(left, right, strict=True):
        for a, b in zip(row, other, strict=True):
            assert (arb(0) + a).overlaps(arb(0) + b) and (arb(0) + a - b).rad() < arb("1e-9")


def test_relative_identity_holds_in_floats_within_1e9():
    f = frequencies(10000, 128)
    rng = np.random.default_rng(0)
    q, k = rng.standard_normal((2, 1, 128))
    for i_, j_ in ((5, 2), (131071, 131000)):
        turned = apply_rope(q, np.array([i_]), f) @ apply_rope(k, np.array([j_]), f).T
        apart = apply_rope(q, np.array([i_ - j_]), f) @ k.T
        assert abs(turned - apart).max() < 1e-9


@pytest.mark.parametrize("reading", ["exact", "ball"])
def test_matrix_of_a_rational_turn_is_orthogonal(reading):
    angle = Angle(Fraction(1, 7)) if reading == "exact" else Angle(Fraction(1, 7)).ball()
    product = transposed_product(*(2 * [rope_matrix(3, [angle])]))
    for r in range(2):
        for c in range(2):
            assert product[r][c] == int(r == c) if reading == "exact" else product[r][c].contains(int(r == c))


@pytest.mark.parametrize("rotary_dim", [2, 4, 64, 128])
def test_schedule_agrees_in_three_readings(rotary_dim):
    exact, balls, floats = (frequencies("500000", rotary_dim, reading) for reading in ("symbolic", "ball", "float"))
    assert len(exact) == len(balls) == len(floats) == rotary_dim // 2
    for symbol, enclosure, number in zip(exact, balls, floats, strict=True):
        assert abs(enclosure - ball(Fraction(str(symbol.evalf(40))))) < arb("1e-12")
        assert abs(number - float(enclosure.mid())) <= 4e-16 * number * rotary_dim


def test_schedule_starts_at_one_and_ends_before_the_base():
    assert exponents(128)[0] == 0 and exponents(128)[-1] == Fraction(-126, 128)
    assert frequencies(10000, 8, "symbolic") == [
        1,
        sympy.Rational(1, 10),
        sympy.Rational(1, 100),
        sympy.Rational(1, 1000),
    ]


@pytest.mark.parametrize("base", [0, -1, math.nan, math.inf, "nan", "ten", None])
def test_bad_base_is_refused_by_name(base):
    with pytest.raises(InvalidInput, match="base must be"):
        frequencies(base, 8)


@pytest.mark.parametrize(
    "dim, rule",
    [(7, "even"), (0, "at least 2"), (-2, "at least 2"), (2.0, "an integer"), (True, "an integer")],
)
def test_odd_or_improper_rotary_dimension_is_refused(dim, rule):
    with pytest.raises(InvalidInput, match=f"rotary_dim must be {rule}"):
        exponents(dim)


def test_unknown_layout_and_reading_are_refused():
    with pytest.raises(InvalidInput, match="layout"):
        pairs(4, "interleaved")
    with pytest.raises(InvalidInput, match="reading"):
        frequencies(2, 4, "decimal")
    with pytest.raises(InvalidInput, match="head_dim"):
        rope_matrix(1, [g, h], head_dim=3)
    with pytest.raises(InvalidInput, match="plane_frequencies"):
        apply_rope(np.ones((1, 3)), np.ones(1), np.ones(2))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_apply_rope_is_the_matrix(layout):
    f = frequencies(100, 4)
    vectors = np.random.default_rng(1).standard_normal((5, 6))
    turned = apply_rope(vectors, np.arange(1, 6), f, layout)
    for position, (vector, image) in enumerate(zip(vectors, turned, strict=True), 1):
        assert np.allclose(np.array(rope_matrix(position, list(f), layout, 6)) @ vector, image, atol=1e-14)
    assert (turned[:, 4:] == vectors[:, 4:]).all()  # beyond the rotary dimension


@settings(max_examples=20, deadline=None, derandomize=True)
@given(st.integers(1, 6), st.integers(0, 3))
def test_half_layout_is_the_permuted_adjacent_one(planes, extra):
    d = 2 * planes
    p = half_from_adjacent(d, d + extra)
    assert sorted(p) == list(range(d + extra)) and p[d:] == list(range(d, d + extra))
    vectors = np.random.default_rng(planes).standard_normal((3, d + extra))
    positions, f = np.arange(3), np.linspace(0.1, 1, planes)
    assert (apply_rope(vectors[:, p], positions, f, "half") == apply_rope(vectors, positions, f)[:, p]).all()
    if planes > 1:
        assert not np.allclose(apply_rope(vectors[:, p], positions, f), apply_rope(vectors, positions, f)[:, p])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_torch_agrees_with_numpy_and_leaves_its_input_alone(layout):
    vectors = np.random.default_rng(2).standard_normal((2, 4, 8))
    before, f = torch.tensor(vectors), frequencies(10000, 8)
    turned = apply_rope(before, torch.arange(4.0, dtype=torch.float64), torch.tensor(f), layout)
    assert (before.numpy() == vectors).all()
    assert np.allclose(turned.numpy(), apply_rope(vectors, np.arange(4), f, layout), atol=1e-14)


def test_exact_rotation_by_a_sum_is_the_rotation_of_a_rotation():
    a, b = Angle(Fraction(1, 5)), Angle(0, Fraction(1, 3))
    v = (TrigSum.of(2), TrigSum.of(-3))
    assert rotate(a, rotate(b, v)) == rotate(a + b, v)
