"""A sink that does not depend on the position asked for leaves the shape of attention as it is, and flattens it.

Idea: the largest weight e^β/(S(p) + σ) is a decreasing function of S(p) with and without σ, so every comparison of two positions comes out the same. In the scores of a head a sink is a larger τ: a cosine does not see what its vectors are divided by, and all
differences of weights shrink by one factor.

Traps: a sink that moves with the position (a bias on the distance to it) is not covered. Weights do change, all downwards, and ratios
move towards 1: a steep shape looks flatter.
"""

from fractions import Fraction

import z3

from rope_theory.evidence.claims import Hypothesis, ours, st, theorem
from rope_theory.evidence.instances.swap_matrices import SOME, drawn, matrices
from rope_theory.laws.scores.exact import squared_cosines, swaps, weights

POSITIVE = Hypothesis("S(p) > 0", lambda sums, **_: all(one > 0 for one in sums))
SINK = Hypothesis("σ >= 0", lambda sink, **_: sink >= 0)


def sign(value):
    return (value > 0) - (value < 0)


def weight(total, sink):
    """The largest weight over e^β."""
    return 1 / Fraction(total + sink)


def at(sums, sink):
    return {"sums": tuple(map(Fraction, sums)), "sink": Fraction(sink)}


@theorem(
    "new.sinks",
    ours("", "for the shape laws new.u-shape-sign and new.shape-law"),
    "With a sink σ >= 0 that does not depend on p, the largest weights e^β/(S(p) + σ) at any two positions compare as without the sink, and their ratio is no farther from 1.",
    POSITIVE,
    SINK,
    example=at((2, 3), 1),
    small=lambda thorough: (
        at((a, b), s) for a in (1, 2, 5) for b in (1, 3, Fraction(1, 7)) for s in (0, Fraction(1, 9), 40)
    ),
    readings="S(p) is the sum of e^{βL} over positions when p is asked for; the sink adds a term of its own to the normaliser.",
)
def same_order(sums, sink, second=None, times=1):
    here, there = (
        weight(total, one) for total, one in zip(sums, (sink, sink if second is None else second), strict=True)
    )
    bare = [weight(total, 0) for total in sums]
    flatter = max(here, there) / min(here, there) * times <= max(bare) / min(bare)
    return sign(here - there) == sign(bare[0] - bare[1]) and flatter


same_order.false("a sink that moves", at((2, 1), 0), second=9)
same_order.false("half the ratio", at((2, 3), Fraction(1, 10)), times=2)
same_order.attack(
    sums=st.tuples(*[st.fractions(Fraction(1, 9), 9, max_denominator=9)] * 2),
    sink=st.fractions(0, 50, max_denominator=7),
)


@same_order.proof
def proof(proof):
    a, b, s = z3.Reals("S(p) S(p') σ")
    proof.implies("the ratio of two normalisers", [a > 0, a <= b, s >= 0], (b + s) * a <= b * (a + s))
    proof.qed("every β, all S(p) > 0, every σ >= 0")


LARGER = Hypothesis("σ >= 0 and τ > 0", lambda sink, tau, **_: sink >= 0 and tau > 0)


def pair(E, swap, sink=Fraction(2), tau=Fraction(1, 10)):
    i, j = swaps(E)[swap % len(swaps(E))]
    return {"E": E, "i": i, "j": j, "sink": sink, "tau": tau}


@theorem(
    "new.sinks.swap-scores",
    ours("U26", "for the scores of Appendix D (p. 17)"),
    "With the query's own key left out, a sink σ >= 0 beside the earlier positions leaves the two cosines of every swap as they are and changes the weights α as a larger τ does: the scores are those without the sink at "
    "τ(1 + σ/Z), Z the sum of e^{C[p,p]}.",
    LARGER,
    example=pair(SOME, 1),
    small=lambda thorough: (
        pair(E, k, s) for E in matrices(thorough) for k in range(3) for s in (Fraction(0), Fraction(5))
    ),
    readings="α is the softmax over swaps of |D_i - D_j|/τ; an instance gives e^C, rational. So a head with a sink looks flatter in D, and its score rests on more swaps.",
)
def larger_tau(E, i, j, sink, tau, stretch=lambda sink, total: 1 + sink / total):
    bare, beside = (weights(E, list(range(len(E))), own) for own in (Fraction(0), sink))
    total = sum(E[p][p] for p in range(len(E)))
    exponent, larger = abs(beside[i] - beside[j]) / tau, tau * stretch(sink, total)
    same = squared_cosines(E, sink, i, j) == squared_cosines(E, Fraction(0), i, j)
    return same and exponent == abs(bare[i] - bare[j]) / larger


larger_tau.false("τ stays", pair(SOME, 1), stretch=lambda sink, total: 1)
larger_tau.false("τ(1 + σ)", pair(SOME, 1), stretch=lambda sink, total: 1 + sink)
larger_tau.attack(at=st.builds(pair, drawn(2, 4), st.integers(0, 20), st.fractions(0, 9, max_denominator=5)))


@larger_tau.proof
def larger_tau_proof(proof):
    proof.use("new.swap-scores")
    x, z, s = z3.Reals("e^C[i,i] Z σ")
    proof.implies("each weight is Z/(Z + σ) times what it was", [z > 0, s >= 0], x / (z + s) * (1 + s / z) == x / z)
    proof.qed("every matrix C, every swap, every σ >= 0 and τ > 0")
