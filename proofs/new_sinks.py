"""A sink that does not depend on the position asked for leaves the shape of attention as it is, and flattens it.

Idea: the largest weight e^β/(S(p) + σ) is a decreasing function of S(p) with and without σ, so every comparison of two positions comes out the same.

Traps: a sink that moves with the position (a bias on the distance to it) is not covered. Weights do change, all downwards, and ratios
move towards 1: a steep shape looks flatter.
"""

from fractions import Fraction

import z3

from rope_theory.evidence.claims import Hypothesis, ours, st, theorem

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
