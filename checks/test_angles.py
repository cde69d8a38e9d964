"""Exact angles and cosine sums against SymPy, balls and floats, with zero decided."""

import math
from fractions import Fraction

import pytest
import sympy
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st

from rope_theory.core.angles import Angle, TrigSum, ball
from rope_theory.core.errors import InvalidInput

small = st.fractions(-3, 3, max_denominator=12)
angles = st.builds(Angle, small, st.one_of(st.just(Fraction(0)), small))
sums = st.dictionaries(angles, small, max_size=3).map(TrigSum)
modest = settings(max_examples=60, deadline=None, derandomize=True)


@pytest.mark.parametrize(
    "text, turns, radians",
    [
        ("0.8", 0, "4/5"),
        ("-1/3", 0, "-1/3"),
        ("pi", "1/2", 0),
        ("π", "1/2", 0),
        ("2pi/7", "1/7", 0),
        ("2*pi/7", "1/7", 0),
        ("3/7 turn", "3/7", 0),
        ("-pi/3", "-1/6", 0),
        ("1e-3", 0, "1/1000"),
        ("2 turns", 2, 0),
        ("0.5pi", "1/4", 0),
    ],
)
def test_angle_is_read_exactly(text, turns, radians):
    assert Angle.parse(text) == Angle(Fraction(turns), Fraction(radians))


@pytest.mark.parametrize(
    "text",
    ["", "nan", "inf", "-inf", "two", "pi/0", "1/0", "turn", "1e99999", "1e999999999", "0x10", "--1", "pipi"],
)
def test_bad_angle_is_refused_by_name(text):
    with pytest.raises(InvalidInput, match="angle must"):
        Angle.parse(text)


@pytest.mark.parametrize("value", [0.5, math.nan, "1", None])
def test_angle_takes_rationals_only(value):
    with pytest.raises(InvalidInput):
        Angle(0, value)


def test_float_is_no_ball():
    with pytest.raises(TypeError):
        ball(0.1)


@modest
@given(angles, angles)
def test_order_agrees_with_sympy(a, b):
    difference = sympy.re((a.sympy() - b.sympy()).evalf(40))
    assert (a < b) == (difference < 0) and (a == b) == ((a - b).sign() == 0)


def test_order_is_exact_where_floats_see_no_difference():
    pi_from_below = Fraction(math.pi)
    assert float(Angle(0, pi_from_below)) == float(Angle(Fraction(1, 2))) and Angle(0, pi_from_below) < Angle(
        Fraction(1, 2)
    )


@modest
@given(angles)
def test_canonical_angle_has_the_same_cosine(a):
    assert abs(float(a.cos()) - math.cos(float(a))) < 1e-12 and a.canonical() == (-a).canonical()
    assert (a + Angle(5)).canonical() == a.canonical()


@modest
@given(sums, sums)
def test_ring_operations_agree_with_floats(a, b):
    for exact, rounded in (
        (a + b, float(a) + float(b)),
        (a - b, float(a) - float(b)),
        (a * b, float(a) * float(b)),
    ):
        assert abs(float(exact) - rounded) < 1e-10


@modest
@given(sums)
def test_sum_equals_itself_written_in_another_way(a):
    half_turn = TrigSum({Angle(Fraction(1, 2)): 1})  # cos π = -1
    assert a + half_turn * a == 0 and (a + 1 > a) and not a < a


@pytest.mark.parametrize("q", range(2, 25))
def test_cosines_over_a_full_turn_sum_to_zero_exactly(q):
    total = sum((Angle(Fraction(k, q)).cos() for k in range(q)), TrigSum({}))
    assert total == 0 and total.sign() == 0
    assert total + Fraction(1, 10**60) > 0 and total - Fraction(1, 10**60) < 0


def test_radian_parts_do_not_mix():
    one = Angle(0, 1)
    assert one.cos() * one.cos() + one.sin() * one.sin() == 1
    assert one.cos() != Angle(0, Fraction(10**20 + 1, 10**20)).cos()


@modest
@given(sums)
def test_ball_contains_what_sympy_evaluates(a):
    value = a.sympy().evalf(30)
    digits = ball(Fraction(str(sympy.Float(value, 30))))
    assert abs(a.ball() - digits) < arb("1e-12")


def test_double_angle_and_golden_values():
    fifth = Angle(Fraction(1, 5))
    assert 2 * fifth.cos() * fifth.cos() - 1 == (2 * fifth).cos()
    assert 4 * fifth.cos() * fifth.cos() + 2 * fifth.cos() == 1  # cos 72° = (√5 - 1)/4
    assert Angle(Fraction(1, 6)).sin() * Angle(Fraction(1, 6)).sin() == Fraction(3, 4)
