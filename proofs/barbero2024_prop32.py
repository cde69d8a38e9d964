"""Independent queries and keys of mean 0 score 0 on average at every distance: nothing decays, since nothing is there.

Idea: qᵀR^r k is a sum of products of a component of q and one of k, each of mean 0.

Traps: of the Gaussian only means and independence are used. It says nothing of similar pairs: for k = q the mean is Σ (variances)·cos (men2024.thm1).
"""

import itertools
from fractions import Fraction

from sympy import symbols

from rope_theory.core.angles import Angle, TrigSum
from rope_theory.evidence.claims import Hypothesis, paraphrase, st, theorem
from rope_theory.proofs.men2024_thm1 import COIN, ONE, mean, pairs, score

CENTRED = Hypothesis("E q = 0 or E k = 0", lambda query, key, **_: mean(query) == 0 or mean(key) == 0)
WIDE = ((Fraction(2), Fraction(1, 3)), (Fraction(-1), Fraction(2, 3)))


def at(query=COIN, key=COIN, r=3, angles=("1", "0.1")):
    return {"query": query, "key": key, "r": r, "angles": tuple(map(Angle.parse, angles))}


@theorem(
    "barbero2024.prop32",
    paraphrase("Barbero2024", "p. 5, Proposition 3.2"),
    "For independent q and k with components of mean 0, as for q, k ~ N(0, I): E qᵀR^r k = 0 for every r.",
    CENTRED,
    example=at(),
    small=lambda thorough: (
        at(query, key, r) for query in (COIN, WIDE) for key in (COIN, WIDE, ONE) for r in (-3, 0, 1, 40)
    ),
    readings="The components of q are independent and alike, and those of k; the mean of one of the two is enough.",
)
def nothing(query, key, r, angles, similar=False):
    """`similar`: the key is the query."""
    total = TrigSum({})
    for theta in angles:
        for (q, p), (k, s) in itertools.product(pairs(query, query), pairs(key, key)):
            total += p * s * score(r * theta, q, q if similar else k)
    return total == 0


nothing.false("a key that is the query", at(), similar=True)
nothing.false("any means", at(ONE, ONE), CENTRED)
nothing.attack(
    query=st.sampled_from([COIN, WIDE]), key=st.sampled_from([COIN, WIDE, ONE]), r=st.integers(-99, 99),
    angles=st.lists(st.builds(Angle, st.fractions(0, 1, max_denominator=7), st.fractions(0, 1, max_denominator=9)), min_size=1, max_size=3).map(tuple),
)  # fmt: skip


@nothing.proof
def proof(proof):
    x, y, a, b, t = symbols("q0 q1 k0 k1 t", real=True)
    c, s = symbols("c s")
    proof.identity(
        "a plane is a sum of four products",
        x * (c * a - s * b) + y * (s * a + c * b),
        c * x * a - s * x * b + s * y * a + c * y * b,
    )
    proof.qed("every expectation with E q_a k_b = 0, any angles, every real r")
