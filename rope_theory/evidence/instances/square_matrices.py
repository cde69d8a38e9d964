"""Square matrices of exact numbers: M[a][b] stands for the logit of content a placed at position b; their sums over all
permutations, and the steps of derivations that say what these sums are.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from sympy import symbols

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import LetterCircle, h_mix, h_pos, h_sym, nope_head
from rope_theory.core.heads import content_by_position
from rope_theory.core.numbers import Value
from rope_theory.core.tasks import parse_binding
from rope_theory.evidence.claims import Hypothesis, Proof, trusted
from rope_theory.evidence.engines.strategies import st
from rope_theory.laws.exclusion import halfway_matrix

Matrix = tuple[tuple[Fraction, ...], ...]

SQUARE = Hypothesis("M is a real N×N matrix, N >= 1", lambda M, **_: {len(row) for row in M} == {len(M)})


def matrix(*rows: Sequence[int]) -> Matrix:
    """The matrix with these rows."""
    return tuple(tuple(map(Fraction, row)) for row in rows)


def diagonal(M: Any) -> list[Any]:
    """λ_j = M[j, j]."""
    return [M[j][j] for j in range(len(M))]


def sides(
    M: Sequence[Sequence[Value]], centre: Sequence[Value], parts: str = "both", lost: int = 0, power: int = 1
) -> tuple[Value, Value]:
    """Both sides of the inequality, by the sums over all permutations as they are printed.

    Args:
        M: square; M[a][b] = L(x_n, n, x_a, b), 0-based.
        centre: λ_1..λ_N.
        parts: "both", or "positional": only ‖δpos‖².
        lost, power: the variance is divided by N - lost, the right side by N!·N^power.
    """
    size = len(M)
    mean = sum(centre) / Fraction(size)
    spread, total = sum((value - mean) * (value - mean) for value in centre), 0

    def moved(a: int, j: int) -> Value:
        pos, sym = M[a][j] - centre[j], M[j][a] - centre[j]
        return pos * pos + (sym * sym if parts == "both" else 0)

    term = [[moved(a, j) for j in range(size)] for a in range(size)]
    for pi in itertools.permutations(range(size)):
        for j in range(size):
            total = total + term[pi[j]][j]
    return spread / Fraction(size - lost), total / Fraction(math.factorial(size) * size**power)


#: M[a, b] = (λ_a + λ_b)/2 with λ = (0, 2): both sides of Theorem 1 are 1.
HALFWAY = halfway_matrix((Fraction(0), Fraction(2)))
#: The rows agree, as for a positional head: M[a, b] = λ_b, again with λ = (0, 2).
ROWS_AGREE = matrix((0, 2), (0, 2))
SOME = matrix((1, 0, 5), (2, -1, 3), (0, 0, 4))


def rational_matrices(thorough: bool = False) -> Iterator[dict[str, Any]]:
    """Halfway matrices; all of sizes 1 and 2 over a few numbers, some (thorough: all) of size 3, some of size 4."""
    for own in ((0,), (0, 2), (1, 1), (0, 2, 4), (1, -1, 3)):
        yield {"M": halfway_matrix(tuple(map(Fraction, own)))}
    families = ((1, (0, 1), 1), (2, (-1, 0, 2), 1), (3, (0, 1), 1 if thorough else 17), (4, (0, 3), 911))
    for size, values, stride in families:
        entries = itertools.product(map(Fraction, values), repeat=size * size)
        for flat in itertools.islice(entries, 0, None, stride):
            yield {"M": tuple(flat[start : start + size] for start in range(0, size * size, size))}


def head_matrices() -> Iterator[tuple[str, dict[str, Any]]]:
    """The exact logits of explicit heads, by name: sums of cosines, most at angles that are no special values."""
    one, turning = Angle.parse("1"), h_sym(LetterCircle(("A", "B", "C")), Angle.parse("2pi/7"))
    for name, head, tokens in (
        ("H_POS at 1 radian is purely positional", h_pos(one), ("A", "B", "C", 2)),
        ("H_POS at 0.8 radians is purely positional", h_pos(Angle.parse("0.8")), ("A", "B", "C", 1)),
        ("H_SYM without rotation is purely symbolic", nope_head("AB"), parse_binding("A1 B2 A1 B")),
        ("H_SYM with rotation is neither", turning, parse_binding("A1 B2 C1 A")),
        ("H_MIX is neither", h_mix(LetterCircle(("A", "B"), spare=True), one), parse_binding("A1 B2 A1 A")),
    ):
        yield name, {"M": content_by_position(head, tokens)}


NUMBERS = st.fractions(-9, 9, max_denominator=7)


def drawn_matrices(most: int) -> st.SearchStrategy:
    """Strategy: rational matrices of sizes 1..most."""

    def of_size(size: int) -> st.SearchStrategy:
        return st.lists(st.lists(NUMBERS, min_size=size, max_size=size), min_size=size, max_size=size)

    return st.integers(1, most).flatmap(of_size)


N, S1, S2, T, x, y, count = symbols("N S1 S2 T x y count", real=True)


def permutations_are_means(proof: Proof, power: int = 1) -> None:
    """The mean over (π, j) of f(π(j), j) is the mean over (a, b) of f(a, b)."""
    proof.trust(trusted.PERMUTATIONS)
    # So {π: π(j) = a} has one size for all a and j; call it count. For fixed j these N sets make up S_N: N! = N·count.
    proof.identity(
        "π(j) = a for count = (N-1)! of the π, so Σ over (π, j) of f(π(j), j) is count·Σ over (a, b) of f(a, b); with "
        "N! = N·count it is N!·N times the mean",
        count * T / ((N * count) * N**power),
        T / N**2,
    )


def variance_of_pairs(proof: Proof, lost: int = 0) -> None:
    """The mean over (a, b) of (λ_a - λ_b)²/2 is Var(λ), in the power sums S1 = Σ λ_j, S2 = Σ λ_j²."""

    def about(y: Value, n: Value, s1: Value, s2: Value) -> Value:
        return s2 - 2 * y * s1 + n * y**2

    def pairs(n: Value, s1: Value, s2: Value) -> Value:
        return n * s2 - s1**2

    more = N + 1, S1 + x, S2 + x**2
    added = about(y, *more) - about(y, N, S1, S2)
    proof.identity("Σ (λ_j - y)² = S2 - 2yS1 + Ny²: one term x more (without any, both are 0)", added, (x - y) ** 2)
    added = pairs(*more) - pairs(N, S1, S2)
    proof.identity("Σ (λ_a - λ_b)²/2 = N·S2 - S1²: one term x more adds Σ (λ_j - x)²", added, about(x, N, S1, S2))
    variance = about(S1 / N, N, S1, S2) / (N - lost)
    proof.identity("so the mean of (λ_a - λ_b)²/2 is Var(λ)", pairs(N, S1, S2) / N**2, variance)
