"""exclusion_terms: the readings agree, floats stay within the stated error, bad input is named."""

import random
from fractions import Fraction

import numpy as np
import pytest
import sympy
import torch
from flint import arb

from rope_theory.core.angles import ball
from rope_theory.core.errors import InvalidInput
from rope_theory.laws.exclusion import exclusion_terms

NAMES = ("positional", "symbolic", "variance", "interaction")


def random_array(*shape, scale=1.0):
    return np.random.default_rng(7).normal(size=shape) * scale


def exact_terms(M):
    return exclusion_terms([[Fraction(float(x)) for x in row] for row in M])


@pytest.mark.parametrize("size", [1, 2, 5, 17])
@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_float64_terms_stay_within_the_stated_error(size, offset):
    M = random_array(size, size) + offset  # far from 0: the differences still are accurate
    exact, rounded = exact_terms(M), exclusion_terms(M)
    bound = (size**2 + 10) * Fraction(2) ** -53 * (exact.positional + exact.symbolic)
    for name in NAMES:
        assert abs(Fraction(float(getattr(rounded, name))) - getattr(exact, name)) <= bound, name


def test_batches_are_matrix_by_matrix():
    M = random_array(2, 3, 4, 4)
    batch = exclusion_terms(M)
    for i, j in np.ndindex(2, 3):
        for name in NAMES:
            assert getattr(batch, name).shape == (2, 3)
            assert getattr(batch, name)[i, j] == pytest.approx(getattr(exclusion_terms(M[i, j]), name), rel=1e-12)


def test_torch_agrees_with_numpy_and_carries_gradients():
    M = random_array(3, 5, 5)
    tensor = torch.tensor(M, requires_grad=True)
    ours, theirs = exclusion_terms(M), exclusion_terms(tensor)
    for name in NAMES:
        assert np.allclose(getattr(ours, name), getattr(theirs, name).detach().numpy(), rtol=1e-12, atol=0)
    theirs.interaction.sum().backward()
    assert tensor.grad.shape == (3, 5, 5) and bool((tensor.grad != 0).any())


def test_integers_are_read_as_numbers_not_wrapped():
    wide = np.array([[0, 100], [100, 0]], dtype=np.int8)
    assert exclusion_terms(wide).positional == 5000.0
    assert exclusion_terms(torch.tensor([[1, 4], [0, 3]])).interaction.item() == 4.0


def test_sympy_matrix_gives_an_identity_in_its_entries():
    terms = exclusion_terms(sympy.Matrix(2, 2, sympy.symbols("a b c d")))
    assert sympy.expand(terms.positional + terms.symbolic - terms.variance - terms.interaction) == 0


def test_balls_contain_the_exact_terms():
    rows = [[1, 4], [0, 3]]
    balls = exclusion_terms([[arb(x) for x in row] for row in rows])
    assert all(getattr(balls, name).contains(ball(getattr(exclusion_terms(rows), name))) for name in NAMES)


def test_terms_need_n_squared_operations_only():
    M = random_array(400, 400)  # 400! permutations would not end
    terms = exclusion_terms(M)
    assert terms.positional + terms.symbolic == pytest.approx(terms.variance + terms.interaction, rel=1e-12)


@pytest.mark.parametrize(
    "bad",
    [
        [],
        [[1, 2]],
        [[1, 2], [3]],
        [[0.5]],
        np.zeros((2, 3)),
        np.zeros((0, 0)),
        np.zeros(4),
        np.array([[np.nan]]),
        np.array([[0.0, np.inf], [0, 0]]),
        torch.tensor([[float("nan")]]),
    ],
    ids=str,
)
def test_bad_matrices_are_refused_by_name(bad):
    with pytest.raises(InvalidInput, match="^M must"):
        exclusion_terms(bad)


def test_entries_may_come_in_any_order_of_contents():
    # Renaming contents and positions alike changes nothing.
    size, order = 4, random.Random(1).sample(range(4), 4)
    M = [[Fraction(3 * a - b * b, 7) for b in range(size)] for a in range(size)]
    assert exclusion_terms([[M[a][b] for b in order] for a in order]) == exclusion_terms(M)
