"""The first negative of sum_k cos(m*g_k), against the published values and floating point."""

from fractions import Fraction

import numpy as np
import pytest
import sympy

from rope_theory.core.angles import Angle
from rope_theory.core.errors import InvalidInput
from rope_theory.laws.discrepancy import PrecisionExhausted, kernel_first_negative, kernel_first_negative_of
from rope_theory.laws.discrepancy.kernel import _FIRST_TABLE


@pytest.mark.parametrize(("base", "m"), [(10000, 1707), (500000, 18438), (1000000, 27115)])
def test_published_values_at_dim_128(base, m):
    found = kernel_first_negative(base, 128)
    assert found.m == m and found.value[1] < 0


@pytest.mark.parametrize(
    ("base", "dim"), [(10, 2), (10000, 2), (10000, 4), (100, 8), (3, 16), (10000, 64), ("2.5", 10)]
)
def test_small_schedules_against_floats(base, dim):
    found = kernel_first_negative(base, dim)
    m = np.arange(1, found.m + 1)[:, None]
    sums = np.cos(m * float(Fraction(base)) ** (-2 * np.arange(dim // 2) / dim)).sum(axis=1)
    assert (sums[:-1] > 0).all() and sums[-1] < 0
    assert float(found.value[0]) - 1e-9 <= sums[-1] <= float(found.value[1]) + 1e-9


def test_limit_is_respected_and_reported():
    assert kernel_first_negative(10000, 128, limit=1706).m is None
    assert kernel_first_negative(10000, 128, limit=1707).m == 1707
    assert kernel_first_negative(10000, 128, limit=1706).limit == 1706


def test_not_monotone_in_the_base():
    values = [kernel_first_negative(base, 128).m for base in range(9000, 10001, 100)]
    assert any(a > b for a, b in zip(values, values[1:], strict=False)), values


def test_planes_turned_off_push_the_first_negative_out():
    """p-RoPE: with as many planes at angle 0 as not, the sum is never negative."""
    assert kernel_first_negative_of(["1", "0"], limit=10_000).m is None
    assert kernel_first_negative_of(["1", "0.1"], limit=10_000).m == kernel_first_negative(100, 4).m


def test_exact_zeros_are_not_negative():
    """cos(2 pi m/5) + cos(4 pi m/5) + 1/2 is 0 unless 5 | m: decided exactly, never called negative."""
    fifths = [
        Angle(Fraction(1, 5)),
        Angle(Fraction(2, 5)),
        Angle(Fraction(1, 5)),
        Angle(Fraction(2, 5)),
        Angle(0),
    ]
    found = kernel_first_negative_of(fifths, limit=50)
    assert found.m is None and found.balls_used > 0
    assert kernel_first_negative_of([Angle(Fraction(1, 4))], limit=9).m == 2


def test_undecidable_zero_says_so():
    """A SymPy number that hides a quarter turn: B(1) = 0 cannot be decided, and is not decided."""
    hidden = sympy.pi / 2 * (sympy.cos(1) ** 2 + sympy.sin(1) ** 2)
    with pytest.raises(PrecisionExhausted):
        kernel_first_negative_of([hidden], limit=3)


@pytest.mark.parametrize(("base", "dim", "limit"), [(0, 4, 10), (10, 3, 10), (10, 4, 0), (10, -2, 10), ("x", 4, 10)])
def test_bad_input_is_refused(base, dim, limit):
    with pytest.raises(InvalidInput):
        kernel_first_negative(base, dim, limit=limit)


def test_first_negative_beyond_the_first_table_is_found_and_one_before_it_is_none():
    """1244024 > 2^20: base 10^9, 64 planes; the value as sweeps of growing tables gave it."""
    assert kernel_first_negative(10**9, 128).m == 1_244_024 > _FIRST_TABLE
    absent = kernel_first_negative(10**9, 128, limit=1_244_023)
    assert (absent.m, absent.limit) == (None, 1_244_023)
