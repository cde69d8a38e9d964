"""Scores and logits beside exact numbers: fractions, quarter turns in whole numbers, batches of every shape."""

import functools
import itertools
from fractions import Fraction
from random import Random

import mpmath
import numpy as np
import pytest
import torch

from rope_theory.core.errors import InvalidInput
from rope_theory.laws.scores import (
    attention_weights,
    block_logits,
    block_scores,
    content_logits,
    frequency_scores,
    plane_logits,
    purity,
    swap_scores,
)

TENSOR = functools.partial(torch.tensor, dtype=torch.float64)
LIBRARIES = pytest.mark.parametrize("library", [np.array, TENSOR], ids=["numpy", "torch"])


def powers(n, seed):
    """E[a][b] = e^{C[a,b]} as fractions, with ties between entries."""
    rng = Random(seed)
    return [[Fraction(rng.choice((1, 2, 3, 5, 8)), rng.choice((1, 2, 7))) for _ in range(n)] for _ in range(n)]


def logs(E):
    return [[float(mpmath.log(x.numerator) - mpmath.log(x.denominator)) for x in row] for row in E]


def exact_scores(E, own, tau, size=1, eps=Fraction(0)):
    """By swapping blocks of `size` contents at the end of the sequence; only exponentials and roots are rounded."""
    n = len(E)
    blocks = [range(n - size * (k + 1), n - size * k) for k in reversed(range(n // size))]

    def means(order):
        at = [E[content][position] for position, content in enumerate(order)]
        total = sum(at) + own
        return [sum(at[position] for position in block) / total / size for block in blocks]

    before, rows = means(range(n)), []
    for i, j in itertools.combinations(range(len(blocks)), 2):
        order = list(range(n))
        for one, two in zip(blocks[i], blocks[j], strict=True):
            order[one], order[two] = order[two], order[one]
        after = means(order)
        lengths = [mpmath.sqrt(mpmath.mpf(x.numerator) / x.denominator) for x in (
            before[i] ** 2 + before[j] ** 2, after[i] ** 2 + after[j] ** 2)]  # fmt: skip
        norms = max(lengths[0], eps) * max(lengths[1], eps)
        along, across = before[i] * after[i] + before[j] * after[j], before[j] * after[i] + before[i] * after[j]
        share = mpmath.exp(float(abs(before[i] - before[j])) / tau)
        rows.append((share, *(share * mpmath.mpf(x.numerator) / x.denominator / norms for x in (along, across))))
    total, positional, symbolic = map(sum, zip(*rows, strict=True))
    return float(positional / total), float(symbolic / total)


@LIBRARIES
@pytest.mark.parametrize("own", (Fraction(0), Fraction(3, 2)))
@pytest.mark.parametrize("n", (2, 3, 4, 5))
def test_scores_are_the_definition_in_exact_numbers(library, own, n):
    E = powers(n, n)
    C, query = library(logs(E)), float(mpmath.log(1.5)) if own else None
    for eps in (None, 0.3):
        wanted = exact_scores(E, own, 0.25, eps=eps or 0)
        assert np.allclose(swap_scores(C, query, 0.25, eps), wanted, rtol=0, atol=1e-13)
        one = np.array(exact_scores(E, own, 2.0, eps=eps or 0))
        both = np.array([np.asarray(side) for side in swap_scores(C, query, (0.25, 2.0), eps)])
        assert both.shape == (2, 2) and np.allclose(both.T, [wanted, one], rtol=0, atol=1e-13)
    total = sum(E[k][k] for k in range(n)) + own
    assert np.allclose(attention_weights(C, query), [float(E[k][k] / total) for k in range(n)], rtol=1e-14)


@LIBRARIES
@pytest.mark.parametrize("n, blocks", [(4, 2), (5, 2), (6, 3), (7, 3), (7, 7)])
def test_block_scores_are_the_definition_in_exact_numbers(library, n, blocks):
    E = powers(n, n)
    for own, query in ((Fraction(0), None), (Fraction(3, 2), float(mpmath.log(1.5)))):
        for eps in (None, 0.2):
            wanted = exact_scores(E, own, 0.125, n // blocks, eps or 0)
            got = block_scores(library(logs(E)), query, 0.125, eps, blocks=blocks)
            assert np.allclose(got, wanted, rtol=0, atol=1e-13)
    size, left = n // blocks, n % blocks
    G = np.exp(np.asarray(block_logits(library(logs(E)), blocks)))
    for I, J in itertools.product(range(blocks), repeat=2):
        mean = sum(E[left + I * size + k][left + J * size + k] for k in range(size)) / size
        assert abs(float(G[I, J]) - float(mean)) < 1e-13 * float(mean)


def test_the_temperature_is_1e_4_unless_given():
    # Two swaps whose differences of weights are 1e-4 apart: at 1e-4 their shares are as e to 1.
    D = np.array([0.5, 0.2, 0.2 + 1e-4])
    C = np.tile(np.log(D / D.sum())[:, None], 3) + np.random.default_rng(0).normal(size=(3, 3)) * (1 - np.eye(3))
    default = swap_scores(C)
    assert np.array_equal(default, swap_scores(C, None, 1e-4, None))
    assert all(abs(default.positional - swap_scores(C, tau=tau).positional) > 1e-6 for tau in (0.5e-4, 2e-4, 1.0))
    angles = np.arange(1, 5)[:, None] * 0.7
    query, keys = np.array([0.3, 1.0]), np.random.default_rng(1).normal(size=(4, 2)) / 99
    tables = np.cos(angles), np.sin(angles)
    by_default = frequency_scores(query, keys, *tables)
    assert np.array_equal(by_default, frequency_scores(query, keys, *tables, scale=1.0, tau=1e-4, eps=None))
    assert not np.allclose(by_default, frequency_scores(query, keys, *tables, tau=1.0))
    assert np.array_equal(purity((D, 1 - D)), purity((D, 1 - D), 0.1, "one-minus-gamma"))


def test_scores_never_exceed_one():
    C = np.repeat(np.random.default_rng(5).normal(size=(4000, 1, 5)), 5, axis=1)  # rows agree: exactly 1
    for matrices in (C, C.swapaxes(-1, -2), torch.tensor(C)):
        scores = swap_scores(matrices, tau=0.5)
        assert float(scores.positional.max()) <= 1 and float(scores.symbolic.max()) <= 1


@LIBRARIES
def test_one_self_logit_serves_every_matrix_of_a_batch(library):
    C = np.random.default_rng(6).normal(size=(33_000, 2, 2))  # more than one piece
    for eps in (None, 0.6):
        together = swap_scores(library(C), 0.5, 0.3, eps)
        apart = swap_scores(library(C), library(np.full(len(C), 0.5)), 0.3, eps)
        assert all(np.array_equal(one, other) for one, other in zip(together, apart, strict=True))
        last = swap_scores(C[-1], 0.5, 0.3, eps)
        assert np.allclose([float(side[-1]) for side in together], last, atol=1e-14)


def test_a_number_is_a_number_whatever_its_library():
    C = np.random.default_rng(7).normal(size=(3, 3))
    wanted = swap_scores(C, 0.25)
    for own in (np.float64(0.25), np.array(0.25), 0.25, torch.tensor(0.25, dtype=torch.float64)):
        assert np.allclose(swap_scores(C, own), wanted, atol=1e-15)
        assert np.allclose(swap_scores(torch.tensor(C), own), wanted, atol=1e-13)
    for tau in (np.float64(0.1), np.array(0.1), torch.tensor(0.1, dtype=torch.float64)):
        assert swap_scores(C, tau=tau).positional.shape == ()
    for taus in ([0.1], (0.1,), np.array([0.1]), torch.tensor([0.1])):
        assert np.asarray(swap_scores(C, tau=taus).positional).shape == (1,)
    for integers in ([[0, 1], [2, 3]], np.array([[0, 1], [2, 3]], dtype=np.uint8), torch.tensor([[0, 1], [2, 3]])):
        assert np.allclose(swap_scores(integers), swap_scores([[0.0, 1.0], [2.0, 3.0]]), atol=1e-15)
    assert attention_weights([[4.0]]).tolist() == [1.0]


def quarter_turned(x, turns, layout):
    """A vector of whole numbers with plane p turned by so many quarter turns, counter-clockwise."""
    planes, result = len(turns), list(x)
    for p, quarters in enumerate(turns):
        one, two = (2 * p, 2 * p + 1) if layout == "adjacent" else (p, p + planes)
        a, b = x[one], x[two]
        for _ in range(quarters % 4):
            a, b = -b, a
        result[one], result[two] = a, b
    return result


@LIBRARIES
@pytest.mark.parametrize("layout", ("adjacent", "half"))
@pytest.mark.parametrize("planes, head_dim", [(1, 2), (2, 4), (2, 5), (3, 8)])
@pytest.mark.parametrize("batch", [(), (3,), (2, 3)])
def test_logits_of_quarter_turns_are_exact(library, layout, planes, head_dim, batch):
    n, rng = 5, np.random.default_rng(planes)
    query, keys = rng.integers(-4, 5, (*batch, head_dim)), rng.integers(-4, 5, (*batch, n, head_dim))
    quarters = np.arange(1, n + 1)[:, None] * np.arange(1, planes + 1)
    cosines, sines = np.array([1, 0, -1, 0])[quarters % 4], np.array([0, 1, 0, -1])[quarters % 4]
    given = [library(x.astype(float)) for x in (query, keys, cosines, sines)]
    for named, scale in (({"layout": layout}, 1), ({"layout": layout, "scale": 0.5}, 0.5)):
        C, own = content_logits(*given, **named)
        single = [(np.asarray(part), np.asarray(self)) for part, self in plane_logits(*given, **named)]
        assert len(single) == planes + (2 * planes < head_dim)
        for index in np.ndindex(*batch):
            q = quarter_turned(query[index], quarters[-1], layout)
            for a, b in itertools.product(range(n), repeat=2):
                k = quarter_turned(keys[index][a], quarters[b], layout)
                terms = [x * y * scale for x, y in zip(q, k, strict=True)]
                step = 1 if layout == "half" else 2
                other = planes if layout == "half" else 1
                parts = [terms[p * step] + terms[p * step + other] for p in range(planes)]
                parts += [sum(terms[2 * planes :])] if 2 * planes < head_dim else []
                if a == b == n - 1:
                    assert float(own[index]) == sum(terms)
                    assert [float(self[index]) for _, self in single] == parts
                elif a < n - 1 and b < n - 1:
                    assert float(C[(*index, a, b)]) == sum(terms)
                    assert [float(part[(*index, a, b)]) for part, _ in single] == parts
    if layout == "adjacent":
        assert np.array_equal(content_logits(*given)[0], content_logits(*given, layout="adjacent", scale=1.0)[0])
        assert all(
            np.array_equal(one[0], other[0])
            for one, other in zip(plane_logits(*given), plane_logits(*given, layout="adjacent", scale=1.0), strict=True)
        )
        by_plane = frequency_scores(*given, tau=0.5, eps=0.1)
        for k, (part, self) in enumerate(plane_logits(*given)):
            assert np.allclose([side[k] for side in by_plane], swap_scores(part, self, 0.5, 0.1), atol=1e-14)


Z = np.zeros
REFUSED = {
    "keys of one dimension": (lambda: content_logits(Z(4), Z(4), Z((3, 2)), Z((3, 2))), "keys"),
    "keys of another batch": (lambda: content_logits(Z((2, 4)), Z((3, 3, 4)), Z((3, 2)), Z((3, 2))), "keys"),
    "a query of another width": (lambda: content_logits(Z(5), Z((3, 4)), Z((3, 2)), Z((3, 2))), "keys"),
    "sines of another shape": (lambda: content_logits(Z(4), Z((3, 4)), Z((3, 2)), Z((3, 1))), "cosines"),
    "tables of three dimensions": (lambda: content_logits(Z(4), Z((3, 4)), Z((3, 2, 1)), Z((3, 2, 1))), "cosines"),
    "no planes": (lambda: content_logits(Z(4), Z((3, 4)), Z((3, 0)), Z((3, 0))), "cosines"),
    "one plane too many": (lambda: content_logits(Z(5), Z((3, 5)), Z((3, 3)), Z((3, 3))), "cosines"),
    "planes: one too many": (lambda: list(plane_logits(Z(5), Z((3, 5)), Z((3, 3)), Z((3, 3)))), "cosines"),
    "a vector": (lambda: swap_scores(Z(2)), "cross_logits"),
    "a number": (lambda: swap_scores(0.0), "cross_logits"),
    "three by two": (lambda: swap_scores(Z((3, 2))), "cross_logits"),
    "one NaN among numbers": (lambda: swap_scores([[0.0, 1.0], [2.0, float("nan")]]), "cross_logits"),
    "one infinite entry": (lambda: swap_scores(torch.tensor([[0.0, 1.0], [2.0, torch.inf]])), "cross_logits"),
    "one infinite self logit": (lambda: swap_scores(Z((2, 2, 2)), np.array([0.0, np.inf])), "self_logit"),
    "tau infinite": (lambda: swap_scores(Z((2, 2)), tau=np.inf), "tau"),
    "tau true": (lambda: swap_scores(Z((2, 2)), tau=True), "tau"),
    "tau none": (lambda: swap_scores(Z((2, 2)), tau=None), "tau"),
    "one tau of two": (lambda: swap_scores(Z((2, 2)), tau=(0.1, 0)), "tau"),
    "a table of taus": (lambda: swap_scores(Z((2, 2)), tau=np.full((2, 2), 0.1)), "tau"),
    "eps zero": (lambda: swap_scores(Z((2, 2)), eps=0), "eps"),
    "eps true": (lambda: swap_scores(Z((2, 2)), eps=True), "eps"),
    "block logits of one block": (lambda: block_logits(Z((2, 2)), 1), "blocks"),
    "block logits of three blocks": (lambda: block_logits(Z((2, 2)), 3), "blocks"),
    "gamma below 0": (lambda: purity((Z(2), Z(2)), -0.01), "gamma"),
    "gamma text": (lambda: purity((Z(2), Z(2)), "0.1"), "gamma"),
    "scores no pair": (lambda: purity(3), "scores"),
    "NaN scores": (lambda: purity((Z(2), Z(2) + np.nan)), "scores"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_has_no_scores_is_refused_by_name(case):
    attempt, argument = REFUSED[case]
    with pytest.raises(InvalidInput) as caught:
        attempt()
    assert caught.value.argument == argument


def test_purity_at_its_ends():
    assert purity((np.array([1.0, 0.0, 1.0]), np.array([0.0, 1.0, 1.0])), 0).tolist() == [1, -1, 0]
    assert purity((np.array([1.0, 0.0]), np.array([0.0, 1.0])), 0, "gamma").tolist() == [1, -1]
    edge = np.array([0.75, 0.76, 0.8]), np.array([0.25, 0.24, 0.26])
    assert purity(edge, 0.25, "gamma").tolist() == [1, 1, 0]
    assert purity(edge[::-1], 0.25, "gamma").tolist() == [-1, -1, 0]
    assert purity((np.array(0.9), np.array(0.2))).tolist() == 1
