"""The exclusion identity: positional energy + symbolic energy = variance + interaction.

M[a, b] is the logit of content a placed at position b, λ_j = M[j, j]. A head whose rows agree is positional,
one whose columns agree is symbolic; how far it is from either, and how much its logits vary, are tied
together exactly.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb

from rope_theory.core.angles import TrigSum
from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.numbers import Value, is_expression

#: What is exact in rows, beside expressions of SymPy.
EXACT = (int, Fraction, TrigSum, arb)


@dataclass(frozen=True)
class ExclusionTerms:
    """The four terms; positional + symbolic = variance + interaction.

    Args:
        positional: mean over (a, b) of (M[a,b] - λ_b)², 0 exactly for positional behaviour.
        symbolic: mean over (a, b) of (M[a,b] - λ_a)², 0 exactly for symbolic behaviour.
        variance: Var(λ) = (1/N) Σ (λ_j - mean of λ)².
        interaction: 2·mean over (a, b) of (M[a,b] - (λ_a + λ_b)/2)², 0 exactly where the bound of U25's
            Theorem 1 is met.
    """

    positional: Any
    symbolic: Any
    variance: Any
    interaction: Any


def exclusion_terms(M: Value) -> ExclusionTerms:
    """The terms of the exclusion identity, in O(N²) operations (the N!·N terms of U25's Theorem 1 are N²
    means).

    Args:
        M: M[a, b] = logit of content a at position b, N >= 1. A NumPy array or torch tensor (..., N, N), any
            number of batch dimensions; or a SymPy matrix or rows of exact numbers (int, Fraction, `TrigSum`,
            SymPy, arb).

    Returns:
        Four numbers, or arrays or tensors of the batch shape (...,). Exact numbers give exact terms. In
        floating point of unit roundoff u (2^-53 for float64), each term is off by at most about (N² +
        10)·u·(positional + symbolic), before underflow; in practice far less, as sums are pairwise. Tensors
        keep their device and carry gradients.

    Raises:
        InvalidInput: no square matrix, an empty one, an entry that is no number, NaN or infinity.

    Source: new.exclusion-identity; after U25, Theorem 1.

    Example:
        >>> terms = exclusion_terms([[1, 4], [0, 3]])
        >>> terms.variance, terms.interaction
        (Fraction(1, 1), Fraction(4, 1))
        >>> terms.positional + terms.symbolic == terms.variance + terms.interaction
        True
    """
    if hasattr(M, "ndim"):
        return _of_array(M)
    return _of_rows(M.tolist() if hasattr(M, "tolist") else M)


def _of_array(M: Value) -> ExclusionTerms:
    shape = tuple(M.shape)
    require(len(shape) >= 2 and shape[-1] == shape[-2] >= 1, "M", "must have shape (..., N, N) with N >= 1", shape)
    try:
        M = M * 1.0  # integers are read as floats
    except TypeError:
        raise InvalidInput("M", "must hold numbers", f"an array of {M.dtype}") from None
    numbers = M.detach() if hasattr(M, "detach") else M
    finite = 0 in shape or math.isfinite(numbers.max()) and math.isfinite(numbers.min())
    require(finite, "M", "must be finite", "NaN or infinity")
    own = M.diagonal(0, -2, -1)
    of_position, of_content = M - own[..., None, :], M - own[..., :, None]
    sides = (-2, -1)
    return ExclusionTerms(
        positional=(of_position**2).mean(sides),
        symbolic=(of_content**2).mean(sides),
        variance=((own - own.mean(-1)[..., None]) ** 2).mean(-1),
        interaction=((of_position + of_content) ** 2).mean(sides) / 2,
    )


def _is_list(row: object) -> bool:
    return hasattr(row, "__len__") and hasattr(row, "__getitem__") and not isinstance(row, str | bytes)


def _of_rows(rows: Sequence[Sequence[Value]]) -> ExclusionTerms:
    require(_is_list(rows) and all(map(_is_list, rows)), "M", "must be rows of numbers, or an array", rows)
    N = len(rows)
    require(N >= 1 and all(len(row) == N for row in rows), "M", "must be square with N >= 1", rows)
    exact = all(isinstance(entry, EXACT) or is_expression(entry) for row in rows for entry in row)
    require(exact, "M", "must hold exact numbers, or be an array", rows)
    pairs, own = [(a, b) for a in range(N) for b in range(N)], [rows[j][j] for j in range(N)]

    def mean_square(term: Callable[[int, int], Value], divisor: int) -> Value:
        total = sum(term(a, b) * term(a, b) for a, b in pairs)
        return (Fraction(total) if isinstance(total, int) else total) / (N * N * divisor)

    return ExclusionTerms(
        positional=mean_square(lambda a, b: rows[a][b] - own[b], 1),
        symbolic=mean_square(lambda a, b: rows[a][b] - own[a], 1),
        variance=mean_square(lambda a, b: own[a] - own[b], 2),
        interaction=mean_square(lambda a, b: (rows[a][b] - own[b]) + (rows[a][b] - own[a]), 2),
    )


def halfway_matrix(own: Sequence[Fraction]) -> tuple[tuple[Fraction, ...], ...]:
    """M[a, b] = (λ_a + λ_b)/2: the matrix with diagonal λ that meets the bound of U25's Theorem 1.

    Args:
        own: λ_1..λ_N, exact numbers.

    Source: new.exclusion-identity.equality.

    Example:
        >>> exclusion_terms(halfway_matrix((Fraction(0), Fraction(2)))).interaction
        Fraction(0, 1)
    """
    return tuple(tuple((x + y) / 2 for y in own) for x in own)
