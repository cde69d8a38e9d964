"""Matrices of powers E[a][b] = e^{C[a,b]} for claims on swap scores, and their conditions."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rope_theory.evidence.claims import Hypothesis, ours
from rope_theory.evidence.engines.strategies import st
from rope_theory.laws.scores.exact import Powers

SOURCE = ours("U26", "on pp. 16–17, Appendix D, and U25, Section 3")
POSITIVE = Hypothesis(
    "E[a][b] = e^{C[a,b]} > 0, N >= 2 contents and as many positions",
    lambda E, **_: len(E) >= 2 and all(len(row) == len(E) and min(row) > 0 for row in E),
)
OWN = Hypothesis("the query's own key has e^{logit} >= 0 (0: it does not compete)", lambda own, **_: own >= 0)


def powers(*rows: Any) -> Powers:
    return tuple(tuple(map(Fraction, row)) for row in rows)


SOME = powers((1, 5, 2), ("1/3", 2, 7), (4, "1/2", 3))
#: Swap (0, 1): A = B; swap (2, 3): A = -B; all four differences large.
BOTH_KINDS = powers((100, 1, 1, 1), (100, 1, 1, 1), (1, 1, 100, 100), (1, 1, 1, 1))
#: A symmetric matrix with a constant diagonal: nothing is positional or symbolic, both scores are 1.
SYMMETRIC = powers((1, 3), (3, 1))


def matrices(thorough: bool) -> Iterator[Powers]:
    """Small matrices of positive rationals, with equal, positional, symbolic and mixed entries."""
    yield from (powers((1, 1), (1, 1)), SYMMETRIC, powers((2, 1), (2, 1)), powers((2, 2), (1, 1)), SOME, BOTH_KINDS)
    values = (Fraction(1, 7), Fraction(1), Fraction(3)) if thorough else (Fraction(1), Fraction(3))
    yield from ((entries[:2], entries[2:]) for entries in itertools.product(values, repeat=4))


def drawn(least: int, most: int) -> st.SearchStrategy[Powers]:
    """Square matrices of positive rationals, `least` to `most` rows."""
    entry = st.fractions(Fraction(1, 50), 50, max_denominator=50)
    return st.one_of(*(st.tuples(*[st.tuples(*[entry] * n)] * n) for n in range(least, most + 1)))
