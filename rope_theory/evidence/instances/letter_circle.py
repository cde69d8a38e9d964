"""Letters on a circle, in derivations: logits of T_Retrieval and H_MIX, the angle of a rival, distances within an input."""

from __future__ import annotations

from collections.abc import Callable

import z3
from sympy import Rational, cos, pi, sin, symbols

from rope_theory.core.constructions import SymbolicCircle, h_mix, h_sym
from rope_theory.core.heads import PhaseHead
from rope_theory.core.tasks import Pair
from rope_theory.evidence.claims import Proof

n, j, p, q, t, w, k, x, omega, theta = symbols("n j p q t w k x omega theta", real=True)
PI, OMEGA, THETA, M, K, S, T, LENGTH, Y, ARC = z3.Reals("π ω θ m k s t n y kω")


def logit_formula(proof: Proof, build: Callable[..., PhaseHead] = h_sym, sign: int = 1) -> None:
    """The logit of both query types, letters being their numbers."""
    head = build(SymbolicCircle(omega), theta)
    for query in (Pair(p, q), Pair(q, 1)):
        for key in (Pair(k, w), Pair(k, 1)):
            proof.identity(
                f"query {query}, key {key}: the logit is cos((φ(key) - φ(query))ω + (n-j)θ)",
                head.rotated_logit(query, n, key, j),
                cos((k - q) * omega + sign * (n - j) * theta),
            )


def circle_facts(proof: Proof) -> None:
    """A rival letter is, modulo the whole turn, between ω and 2π - ω ahead."""
    proof.identity("a whole turn more or less changes no logit: letters count modulo |ALPH|", cos(x - 2 * pi), cos(x))
    letters_apart(proof)


def letters_apart(proof: Proof) -> None:
    """Two of m points of the circle are at an angle of at least ω, taken to [0, π]."""
    proof.implies(
        "k steps of ω = 2π/m, 1 <= k <= m - 1, make an angle in [ω, 2π - ω]",
        [M >= 2, K >= 1, K <= M - 1, M * OMEGA == 2 * PI, PI > 3],
        z3.And(OMEGA <= K * OMEGA, K * OMEGA <= 2 * PI - OMEGA, OMEGA <= PI),
    )


def mix_logit(proof: Proof) -> None:
    """The logit of H_MIX."""
    A, B = symbols("A B", real=True)
    proof.identity(
        "the logit of letter k for query q at distance n - j is A cos((k-q)ω) + B cos((n-j)θ₂)",
        h_mix(SymbolicCircle(omega), theta, A, B).rotated_logit(q, n, Pair(k, 1), j),
        A * cos((k - q) * omega) + B * cos((n - j) * theta),
    )


def recency_step(proof: Proof) -> None:
    """What recency loses from distance t to t + 1."""
    step = 2 * sin((t + Rational(1, 2)) * theta) * sin(theta / 2)
    proof.identity("cos tθ - cos (t+1)θ = 2 sin((t+1/2)θ) sin(θ/2)", cos(t * theta) - cos((t + 1) * theta), step)


def distances(length: z3.ArithRef, *names: z3.ArithRef) -> list[z3.BoolRef]:
    """Distances to the query of an input of that length."""
    return [bound for name in names for bound in (0 <= name, name <= length - 1)]


RIVAL = [OMEGA <= ARC, ARC <= 2 * PI - OMEGA, Y == ARC + T * THETA]
#: The match's angle sθ is nearer to 0 than the rival's angle y to any whole turn.
FURTHER_OFF = z3.And(S * THETA < Y, S * THETA < 2 * PI - Y, S * THETA <= PI)
