"""Bounded logits disperse: at a fixed β every attention weight is between e^{-2βB}/n and e^{2βB}/n.

Idea: each of the n terms e^{βL} of softmax's normaliser lies between e^{-βB} and e^{βB}.

Traps: bounded logits are not enough. If β may grow with n, by ln n, one position can keep half of the weight at every
length; that is how the constructions of Theorem 3.1 are made to work. And a small weight of each position is no small
weight of each token: a token may have many copies. Nothing says that a weight falls at every step.

What survives of the printed sentence: all of it, for a β that does not depend on the length.
"""

from fractions import Fraction

import z3

from rope_theory.core.angles import ball
from rope_theory.core.heads import softmax
from rope_theory.evidence.claims import Hypothesis, at_most, every, st, theorem, verbatim

BOUNDED = Hypothesis("|L_j| <= B", lambda logits, bound, **_: all(abs(value) <= bound for value in logits))
WARM = Hypothesis("β >= 0", lambda beta, **_: beta >= 0)
AT = {"logits": (1, 0, Fraction(-1, 2)), "bound": 1, "beta": 1}


def small(thorough: bool):
    """One logit against n - 1 others."""
    for n in range(1, 12 if thorough else 6):
        for beta in (Fraction(1, 10), 1, 3):
            yield {"logits": (1, *(-1,) * (n - 1)), "bound": 1, "beta": beta}
            yield {"logits": (Fraction(-1, 2), *(Fraction(1, 2),) * (n - 1)), "bound": Fraction(3, 2), "beta": beta}


@theorem(
    "u26.dispersion",
    verbatim(
        "U26",
        "p. 7, Section 3.5",
        "As the input length increases, attention weights necessarily disperse across more tokens, reducing the effective "
        "signal carried by any single attended position",
    ),
    "If the logits at n positions are in [-B, B] and β >= 0, every softmax weight is between e^{-2βB}/n and e^{2βB}/n; so for "
    "fixed B and β, and any ε > 0, all weights are below ε from some length on.",
    BOUNDED,
    WARM,
    example=AT,
    small=small,
    readings=(
        "Said there of 'softmax attention with bounded logits'. The bound and the inverse temperature are fixed, the length "
        "grows; 'the signal carried by a position' is its weight.",
        "Without a fixed β it is false: β = ln n keeps a weight above 1/2 (a neighbour of the formal proof).",
    ),
)
def dispersed(logits, bound, beta, spread=2):
    wide = ball(Fraction(beta) * bound * spread).exp() / len(logits)
    narrow = ball(Fraction(beta) * bound * -spread).exp() / len(logits)
    return every([at_most(narrow, w) & at_most(w, wide) for w in softmax(logits, beta)])


dispersed.false("e^{βB}/n", {"logits": (1, *(-1,) * 9), "bound": 1, "beta": 1}, spread=1)
dispersed.false("logits without a bound", {"logits": (10, *(0,) * 29), "bound": 1, "beta": 1}, BOUNDED)
dispersed.false("negative β", {"logits": (1, -1), "bound": 1, "beta": -1}, WARM)
dispersed.attack(
    at=st.lists(st.fractions(-2, 2, max_denominator=9), min_size=1, max_size=12).flatmap(
        lambda logits: st.builds(
            lambda beta: {"logits": tuple(logits), "bound": Fraction(21, 10), "beta": beta},
            st.fractions(Fraction(1, 10), 4, max_denominator=10),
        )
    )
)


@dispersed.proof
def proof(proof):
    n, high, low, term, total = z3.Reals("n e^{βB} e^{-βB} e^{βL_j} Σ")
    bounds = [n >= 1, low > 0, high * low == 1, low <= term, term <= high, n * low <= total, total <= n * high]
    proof.implies(
        "from above: e^{βL_j}·n <= e^{2βB}·Σ",
        [
            *bounds,
            high * high * (n * low) <= high * high * total,
            high > 0,
            high * high * (n * low) == high * n,
            term * n <= high * n,
        ],
        term * n <= high * high * total,
    )
    proof.implies(
        "from below: e^{-2βB}·Σ <= e^{βL_j}·n",
        [*bounds, low * low * total <= low * low * (n * high), low * low * (n * high) == low * n, low * n <= term * n],
        low * low * total <= term * n,
    )
    proof.qed("every n >= 1, all logits in [-B, B], every β >= 0")
