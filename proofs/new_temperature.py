"""A lead bounds from below the inverse temperature that a share of the weight needs, and exactly so for two positions.

Idea: a rival within D of the target has at least e^{-βD} of its term, so the target's weight is at most 1/(1 + e^{-βD}); that is more than 1 - ε exactly if βD > ln((1-ε)/ε).

Traps: with more rivals a larger β is needed (new.beta-explicit). Together with an upper law for the lead, as in
new.index-gap-sharp, it bounds β from below at every length.
"""

from fractions import Fraction

import z3

from rope_theory.core.angles import ball
from rope_theory.core.heads import softmax
from rope_theory.evidence.claims import Hypothesis, Truth, less, ours, st, theorem

SHARE = Hypothesis("0 < ε < 1", lambda eps, **_: 0 < eps < 1)
WARM = Hypothesis("β >= 0", lambda beta, **_: beta >= 0)
RIVAL = Hypothesis("a target and a rival", lambda logits, **_: len(logits) >= 2)
HEAVY = Hypothesis(
    "the target, the last, has more than 1 - ε",
    lambda logits, beta, eps: less(ball(1 - eps), softmax(logits, beta)[-1]),
)


def needed(eps):
    return ball(Fraction(1 - eps) / eps).log()


def at(logits, beta, eps="1/4"):
    return {"logits": tuple(map(Fraction, logits)), "beta": Fraction(beta), "eps": Fraction(eps)}


@theorem(
    "new.temperature",
    ours("", "the converse of new.beta-explicit"),
    "If some rival's logit is within D of the target's and the target has more than 1 - ε of the weight, 0 < ε < 1, β >= 0, then βD > ln((1-ε)/ε).",
    SHARE,
    WARM,
    RIVAL,
    HEAVY,
    example=at((0, -1, 1), 3),
    small=lambda thorough: (
        at(row, beta, eps) for row in ((0, 1), (0, 0, 2), (1, 1)) for beta in (0, 1, 5) for eps in ("1/10", "7/11")
    ),
    readings="D may be the difference to any one rival; the closest one gives most. Evaluated with that.",
)
def hot(logits, beta, eps, times=1):
    least = min(logits[-1] - value for value in logits[:-1])
    return less(times * needed(eps), ball(beta * least))


hot.false("twice as much", at((0, 1), 2), times=2)
hot.false("whatever the target's weight", at((0, 1), Fraction(1, 10)), HEAVY)
hot.attack(
    logits=st.lists(st.fractions(-3, 3, max_denominator=6), min_size=2, max_size=6).map(tuple), beta=st.fractions(0, 9, max_denominator=6),
    eps=st.integers(1, 18).map(lambda k: Fraction(k, 19)),
)  # fmt: skip


@hot.proof
def proof(proof):
    eps, term, others = z3.Reals("ε e^{-βD} others")
    proof.implies(
        "1/(1 + others) > 1 - ε leaves others < ε/(1-ε)",
        [eps > 0, eps < 1, term > 0, others >= term, (1 - eps) * (1 + others) < 1],
        term * (1 - eps) < eps,
    )
    proof.qed("any logits, every β >= 0, every 0 < ε < 1")


@theorem(
    "new.temperature.two",
    ours("", "new.temperature is sharp"),
    "For two positions, the target's logit above the other's by D, of any sign, the target has more than 1 - ε exactly if βD > ln((1-ε)/ε).",
    SHARE,
    two := Hypothesis("two positions", lambda logits, **_: len(logits) == 2),
    example=at((0, 1), 2),
    small=lambda thorough: (
        at(row, beta, eps)
        for row in ((0, 1), (0, Fraction(1, 3)), (1, 0))
        for beta in (-2, 1, 5)
        for eps in ("1/10", "7/11")
    ),
)
def exact(logits, beta, eps, factor=1):
    heavy = less(ball(1 - eps), softmax(logits, beta)[-1])
    hot_enough = less(factor * needed(eps), ball(beta * (logits[-1] - logits[0])))
    if Truth.UNKNOWN in (heavy, hot_enough):
        return Truth.UNKNOWN
    return heavy is hot_enough


exact.false("three positions", at((0, 0, 1), Fraction(6, 5)), two)
exact.false("twice as much", at((0, 1), 2), factor=2)


@exact.proof
def exact_proof(proof):
    eps, term = z3.Reals("ε e^{-βD}")
    proof.implies(
        "1/(1 + e^{-βD}) > 1 - ε exactly if e^{-βD} < ε/(1-ε)",
        [eps > 0, eps < 1, term > 0],
        ((1 - eps) * (1 + term) < 1) == (term * (1 - eps) < eps),
    )
    proof.qed("two positions, every real β, every 0 < ε < 1")
