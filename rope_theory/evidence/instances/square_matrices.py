"""Square matrices of exact numbers: M[a][b] stands for the logit of content a placed at position b."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import LetterCircle, h_mix, h_pos, h_sym, nope_head
from rope_theory.core.heads import content_by_position
from rope_theory.core.tasks import parse_binding
from rope_theory.evidence.claims import Hypothesis
from rope_theory.laws.exclusion import halfway_matrix

Matrix = tuple[tuple[Fraction, ...], ...]

SQUARE = Hypothesis("M is a real N×N matrix, N >= 1", lambda M, **_: {len(row) for row in M} == {len(M)})


def matrix(*rows: Sequence[int]) -> Matrix:
    """The matrix with these rows."""
    return tuple(tuple(map(Fraction, row)) for row in rows)


def diagonal(M: Any) -> list[Any]:
    """λ_j = M[j, j]."""
    return [M[j][j] for j in range(len(M))]


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
