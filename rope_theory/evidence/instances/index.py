"""Index: inputs to T_Index, and hypotheses that its claims share."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import z3

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import h_pos, offset
from rope_theory.core.heads import Token, logits
from rope_theory.evidence.by_hand import listed, spelled
from rope_theory.evidence.claims import Hypothesis, Proof

ANGLES = tuple(map(Angle.parse, ("pi", "2pi/3", "2pi/5", "0.8", "1", "-3", "7")))
AB1 = {"tokens": ("A", "B", 1), "theta": Angle.parse("1")}

TWO_POSITIONS = Hypothesis("n >= 2", lambda tokens, **_: len(tokens) >= 2)
LONGER = Hypothesis(
    "n > m: every integer is smaller than the length",
    lambda tokens, **_: all(offset(token) < len(tokens) for token in tokens),
)
TARGET_INSIDE = Hypothesis(
    "the query does not point before the start", lambda tokens, **_: offset(tokens[-1]) < len(tokens)
)


def index_inputs(thorough: bool = False) -> Iterator[dict[str, Any]]:
    """All sequences over {A, B, 1, 2} of length up to 3 (thorough: 4), with each of a few angles."""
    for n in range(1, 5 if thorough else 4):
        for tokens in itertools.product(("A", "B", 1, 2), repeat=n):
            for theta in ANGLES:
                yield {"tokens": tokens, "theta": theta}


def index_queries(n: int) -> list[tuple[Token, ...]]:
    """An input of length n for each query that has a target: T_Index's logits do not see the earlier tokens.

    Example:
        >>> index_queries(3)
        [('A', 'A', 'A'), ('A', 'A', 1), ('A', 'A', 2)]
    """
    return [("A",) * (n - 1) + (query,) for query in ("A", *range(1, n))]


def length_instances(thorough: bool = False) -> Iterator[dict[str, Any]]:
    """Each query with a target, n up to 6 (12), angles at multiples of 2π/k, k <= n + 1, and a few others."""
    for n in range(2, 13 if thorough else 7):
        turns = {Fraction(a, k) for k in range(1, n + 2) for a in range(k)}
        for tokens in index_queries(n):
            yield from ({"tokens": tokens, "theta": theta} for theta in (*map(Angle, sorted(turns)), *ANGLES))


def query_line(tokens: Sequence[Token], theta: Angle) -> str:
    """The input of a check by hand, in words."""
    back = offset(tokens[-1])
    asks = f"asks for the token {back} back" if back else "asks for itself"
    return f"Input {' '.join(map(str, tokens))}: n = {len(tokens)}, the query {tokens[-1]} {asks}; θ = {spelled(theta)}"


def logit_line(tokens: Sequence[Token], theta: Angle) -> str:
    """T_Index's logits of the last query, for a check by hand."""
    n, i = len(tokens), offset(tokens[-1])
    return f"Logits cos((n - j{f' - {i}' if i else ''})θ) for j = 1, …, {n}: {listed(logits(h_pos(theta), tokens))}"


def distances_occur(proof: Proof) -> None:
    """Every distance t of 1..T, T = max(i, n-1-i), is that of a position on one side of the query's target."""
    n, i, t = z3.Ints("n i t")
    proof.implies(
        "every distance t of 1..T is the distance of a rival, to the left or to the right of the target",
        [n >= 1, 0 <= i, i < n, 1 <= t, t <= z3.If(i > n - 1 - i, i, n - 1 - i)],
        z3.Or(z3.And(-i <= t, t <= n - 1 - i), z3.And(-i <= -t, -t <= n - 1 - i)),
    )
