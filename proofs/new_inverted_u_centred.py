"""The centred phase is best exactly if it faces a largest free arc: at first, up to (n-1)θ = 2π, and for some n again later.

Idea: the points θ, .., (n-1)θ are symmetric about nθ/2, so ψ = nθ/2 + π is the middle of the arc from kθ to (n-k)θ, if
that arc is free and goes round the circle an odd number of times; it is free when an arc with the same difference of
distances is.

Traps: beyond (n-1)θ = 2π the largest gap is first θ itself, between neighbours, and the centred phase faces another
one.
"""

from fractions import Fraction

import z3
from sympy import pi, symbols

from rope_theory.core.angles import FULL_TURN, Angle
from rope_theory.evidence.claims import ours, st, theorem
from rope_theory.evidence.instances import shapes
from rope_theory.evidence.instances.shapes import in_half_circle
from rope_theory.laws.angle_floor import HALF_TURN
from rope_theory.laws.phase import best_worst_match, centred_phase_is_best, worst_match

FIFTH, QUARTER = Angle(Fraction(1, 5)), Angle(Fraction(1, 4))


def never_beyond(n, theta):
    """A false law: the centred phase is best exactly for (n-1)θ <= 2π."""
    return (n - 1) * theta <= FULL_TURN


@theorem(
    "new.inverted-u.centred",
    ours("U25", "explains Theorem 7, second half"),
    "The centred phase φ = nθ/2 maximises the worst match over t = 1..n-1 exactly if some largest free arc between the "
    "points θ, .., (n-1)θ runs from tθ to t'θ and has the length (t'-t)θ - 2πp with t' - t ≡ n (mod 2) and p odd. For "
    "0 < θ <= π, n >= 3 this is so as long as (n-1)θ <= 2π, and stops there: not for 2π < (n-1)θ, (n-2)θ <= 2π; later "
    "it may recur, as for n = 5 at θ = π.",
    shapes.UP_TO_HALF,
    shapes.at_least(3),
    example={"n": 5, "theta": FIFTH},
    small=shapes.lengths_and_angles(3, 10, lambda n: n - 1, lambda n: n - 2),
    readings=(
        shapes.AGREES,
        "The Euclidean algorithm on θ and 2π decides the law in O(log n) steps (no part of the formal statement); the attack "
        "compares it with the maximum over all gaps.",
    ),
)
def centred(n, theta, edge=1, closed=True, law=centred_phase_is_best):
    optimal = worst_match(n, theta, n * theta / 2) == best_worst_match(n, theta)
    span, in_range = (n - edge) * theta, in_half_circle(theta) and (n - 2) * theta <= FULL_TURN
    said = span <= FULL_TURN if closed else span < FULL_TURN
    return optimal == law(n, theta) and (not in_range or optimal == said)


centred.false("best as long as (n-2)θ <= 2π", {"n": 4, "theta": Angle(Fraction(2, 5))}, edge=2)
centred.false("not best at (n-1)θ = 2π", {"n": 5, "theta": QUARTER}, closed=False)
centred.false("never best for (n-1)θ > 2π", {"n": 5, "theta": HALF_TURN}, law=never_beyond)
centred.false(
    "best exactly if p is even",
    {"n": 5, "theta": FIFTH},
    law=lambda n, theta: not centred_phase_is_best(n, theta),
)
centred.attack(n=st.integers(3, 18), theta=shapes.FOLDED)


@centred.proof
def centred_proof(proof):
    N, a, b, k, s, delta = z3.Ints("n t t' k s δ")
    n, q, t, theta, turns = symbols("n q t theta p", real=True)
    proof.use("new.inverted-u.best-phase")  # best exactly if ψ = nθ/2 + π is the middle of a largest free arc
    proof.identity(
        "the arc from kθ on of length qθ - 2πp with k = (n-q)/2 has its middle at nθ/2 - πp: at ψ exactly if p is odd",
        (n - q) / 2 * theta + (q * theta - 2 * pi * turns) / 2,
        n * theta / 2 - pi * turns,
    )
    given = [N >= 3, 1 <= a, a <= N - 1, 1 <= b, b <= N - 1, 2 * k == N - (b - a)]
    outside = [z3.Or(index + delta < 1, index + delta > N - 1) for index in (s, N - s)]
    proof.contradiction(
        "an arc from k to n - k is as free as that from t to t': a point s inside, or its mirror image n - s, would be "
        "carried into the free arc by the shift δ = t - k",
        [*given, 1 <= s, s <= N - 1, delta == a - k, *outside],
    )
    proof.identity(
        "the points are symmetric about ψ: a free arc from tθ with the middle ψ ends at 2ψ - tθ = (n-t)θ + 2π",
        2 * (n * theta / 2 + pi) - t * theta,
        (n - t) * theta + 2 * pi,
    )
    proof.identity(
        "(n-2)θ <= 2π: the points stand in order, and n - 2 arcs of length θ leave that from (n-1)θ to θ + 2π",
        theta + 2 * pi - (n - 1) * theta,
        2 * pi - (n - 2) * theta,
    )
    T, size, d = z3.Reals("t n θ/π")
    away = (2 * T + 1 - size) * d / 2
    proof.implies(
        "the middle of an arc from tθ to (t+1)θ is less than π away from nθ/2, so it is not ψ",
        [size >= 3, d > 0, (size - 2) * d <= 2, T >= 1, T <= size - 2],
        z3.And(-1 < away, away < 1),
    )
    later = worst_match(5, HALF_TURN, 5 * HALF_TURN / 2) == best_worst_match(5, HALF_TURN)
    proof.exact("later it recurs: n = 5, θ = π, where (n-1)θ = 4π", later)
    proof.qed("every n >= 3, every 0 < θ <= π (the law: every real θ)")
