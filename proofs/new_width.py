"""A code of d dimensions tells at most (1 + 2AB/Δ)^d positions apart by a gap of Δ, whatever the code.

Idea: a query of size A leads one key over another by Δ only if they are Δ/A apart. Keys in one cell of a grid of M cells for each coordinate are 2B/M apart at most, which is less for M > 2AB/Δ.

Traps: keys are measured by their largest coordinate, |k| <= B, queries by the sum of theirs, |q| <= A; for Euclidean lengths take √d·A in place of A. It holds for any code, rotary or
learned: for a query of each position whose own key leads every other. In high dimension the bound is far beyond any length; it bites where d is small or the gap large.
"""

import itertools
from fractions import Fraction
from math import floor

import z3

from rope_theory.evidence.claims import Hypothesis, ours, st, theorem


def score(query, key):
    return sum((a * b for a, b in zip(query, key, strict=True)), Fraction(0))


def gap(queries, keys):
    """The least lead of an own key over another; None for one position."""
    return min(
        (score(q, keys[i]) - score(q, keys[j]) for i, q in enumerate(queries) for j in range(len(keys)) if i != j),
        default=None,
    )


def size(queries):
    return max(sum(map(abs, query)) for query in queries)


def largest(keys):
    return max(abs(x) for key in keys for x in key)


PAIRS = Hypothesis(
    "a query and a key of each position",
    lambda queries, keys, **_: len(queries) == len(keys) >= 1
    and len({len(row) for row in (*queries, *keys)}) == 1
    and len(keys[0]) >= 1,
)
GAP = Hypothesis(
    "each query leads its own key by at least Δ > 0",
    lambda queries, keys, delta: delta > 0 and all(
        score(q, keys[i]) - score(q, keys[j]) >= delta for i, q in enumerate(queries) for j in range(len(keys)) if i != j
    ),
)  # fmt: skip


def at(queries, keys, delta=None):
    queries, keys = (tuple(tuple(map(Fraction, row)) for row in rows) for rows in (queries, keys))
    found = gap(queries, keys) if delta is None else Fraction(delta)
    return {"queries": queries, "keys": keys, "delta": found if found is not None else Fraction(1)}


def signs(d):
    """Keys at the corners of the cube, queries the same."""
    corners = tuple(itertools.product((-1, 1), repeat=d))
    return at(corners, corners)


@theorem(
    "new.width",
    ours("", "on how wide a position code must be"),
    "n positions with keys of d coordinates in [-B, B] and queries whose coordinates' absolute values add up to at most A; each query leads its own key over every other by at least Δ > 0. "
    "Then n <= M^d for every whole M > 2AB/Δ, and n <= (1 + 2AB/Δ)^d. Two positions in one dimension, A = B = 1 and Δ = 2, attain it.",
    PAIRS,
    GAP,
    example=signs(1),
    small=lambda thorough: (
        *(signs(d) for d in (1, 2, 3)),
        at(((0, 0),), ((1, 2),)),
        at(((1, 0), (0, 1), (-1, -1)), ((1, 0), (0, 1), (-1, -1))),
    ),
    readings="At an instance A and B are the sizes of the vectors given.",
)
def narrow(queries, keys, delta, more=1, lower=0):
    d, ratio = len(keys[0]) - lower, 2 * size(queries) * largest(keys) / delta
    return len(keys) <= (floor(ratio) + more) ** d and len(keys) <= (more + ratio) ** d


narrow.false("(2AB/Δ)^d", signs(1), more=0)
narrow.false("a dimension less", signs(2), lower=1)
narrow.false("whatever they lead by", at(((0,),) * 3, ((0,),) * 3, 1), GAP)
ENTRY = st.integers(-3, 3)
narrow.attack(
    at=st.integers(1, 3)
    .flatmap(lambda d: st.lists(st.tuples(*[ENTRY] * d), min_size=1, max_size=6, unique=True))
    .map(lambda keys: at([[2 * x for x in key] for key in keys], keys))
    .map(lambda found: found if found["delta"] > 0 else at(((1,),), ((1,),)))
)


@narrow.proof
def proof(proof):
    size, bound, cells, delta, lead = z3.Reals("A B M Δ lead")
    proof.contradiction(
        "two keys in one cell: a lead of A·2B/M at most",
        [
            size >= 0,
            bound >= 0,
            cells > 0,
            delta > 0,
            2 * size * bound < cells * delta,
            lead * cells <= 2 * size * bound,
            lead >= delta,
        ],
    )
    proof.qed("every d, n and M; all real queries and keys within the sizes")
