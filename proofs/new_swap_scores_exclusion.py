"""No head is low in both scores: for each swap the squares of the two cosines add up to more than 1.

Idea: cosh A cosh B - cosh²((A+B)/2) = sinh²((A-B)/2), so no cosine exceeds 1, and the sum of the two squares is 1 +
1/(cosh A cosh B). Numbers in (0, 1] whose squares add up to more than 1 do so themselves, and averages inherit it.

Traps: averages do not inherit the sum of squares. Two positions with A = B come as near to 1 as one likes.
"""

from fractions import Fraction

import z3
from flint import arb
from sympy import symbols

from rope_theory.core.angles import ball
from rope_theory.evidence.claims import Hypothesis, every, less, st, theorem
from rope_theory.evidence.instances import swap_matrices
from rope_theory.evidence.instances.swap_matrices import BOTH_KINDS, POSITIVE, SOME, SOURCE, drawn, matrices, powers
from rope_theory.laws.scores.exact import cosh, ratios, squared_cosines, swaps

SHARES = Hypothesis(
    "weights of the swaps: >= 0, sum 1",
    lambda E, shares, **_: len(shares) == len(swaps(E)) and min(shares) >= 0 and sum(shares) == 1,
)
SLACK = Hypothesis("slack > 0", lambda slack, **_: slack > 0)


def averages(thorough):
    for E in matrices(thorough):
        number = len(swaps(E))
        for shares in ([Fraction(1, number)] * number, [Fraction(1), *[Fraction(0)] * (number - 1)]):
            yield {"E": E, "own": Fraction(1), "shares": tuple(shares), "slack": Fraction(1, 10)}


def score_sum(E, own, shares):
    """Σ α·pos and Σ α·sym as balls, α the given shares of the swaps in their order."""
    both = [squared_cosines(E, own, i, j) for i, j in swaps(E)]
    return tuple(
        sum((ball(share) * ball(pair[side]).sqrt() for share, pair in zip(shares, both, strict=True)), arb(0))
        for side in (0, 1)
    )


FLAT = Fraction(1, 6)
KINDS = {"E": BOTH_KINDS, "own": Fraction(0), "slack": FLAT}


@theorem(
    "new.swap-scores.exclusion",
    SOURCE,
    "Each swap has pos² + sym² = 1 + 1/(cosh A cosh B) with 0 < pos, sym <= 1. So for all weights of the swaps "
    "s_POS + s_SYM > 1, and no larger constant is right: no head is low in both, and a score of at most γ puts the other "
    "above 1 - γ.",
    POSITIVE,
    swap_matrices.OWN,
    SHARES,
    SLACK,
    example={"E": SOME, "own": Fraction(2), "shares": (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)), "slack": FLAT},
    small=averages,
    readings="For each slack > 0 some head has s_POS + s_SYM < 1 + slack: in the proof the one with A = B = ln(2/slack) on two positions.",
)
def exclusion(E, own, shares, slack, constant=Fraction(1), total="sum"):
    each = every(
        pos + sym == 1 + 1 / (cosh(p) * cosh(q)) and 0 < pos <= 1 and 0 < sym <= 1
        for i, j in swaps(E)
        for (pos, sym), (p, q) in [(squared_cosines(E, own, i, j), ratios(E, i, j))]
    )
    positional, symbolic = score_sum(E, own, shares)
    above = positional + symbolic if total == "sum" else positional * positional + symbolic * symbolic
    lowest = sum(score_sum(powers((2 / slack, 1), (2 / slack, 1)), own, (Fraction(1),)))  # two positions, A = B
    return every((each, less(ball(constant), above), less(lowest, ball(constant + slack))))


ONE_SWAP = {**KINDS, "E": powers((100, 1), (100, 1)), "shares": (Fraction(1),)}
HALF_AND_HALF = {**KINDS, "shares": (Fraction(1, 2), *[Fraction(0)] * 4, Fraction(1, 2))}
exclusion.false("s_POS + s_SYM > 1.1", ONE_SWAP, constant=Fraction(11, 10))
exclusion.false("s_POS² + s_SYM² > 1 for averages, as for one swap", HALF_AND_HALF, total="squares")
exclusion.false(
    "weights may be negative",
    {**KINDS, "shares": (Fraction(-1), *[Fraction(1, 2)] * 4, Fraction(0))},
    SHARES,
    holds=lambda E, own, shares, slack: less(ball(Fraction(3)), sum(score_sum(E, own, shares))),
)
exclusion.attack(
    at=drawn(2, 4).flatmap(
        lambda E: st.builds(
            lambda raw: {**KINDS, "E": E, "own": Fraction(1), "shares": tuple(Fraction(x, sum(raw)) for x in raw)},
            st.lists(st.integers(0, 9), min_size=len(swaps(E)), max_size=len(swaps(E))).filter(sum),
        )
    )
)


@exclusion.proof
def exclusion_proof(proof):
    h, k = symbols("h k", real=True)  # h = e^{A/2}, k = e^{B/2}
    norms = cosh(h**2) * cosh(k**2)
    proof.use("new.swap-scores")
    proof.identity("pos² + sym² = 1 + 1/(cosh A cosh B)", (cosh(h * k) ** 2 + cosh(h / k) ** 2) / norms, 1 + 1 / norms)
    proof.identity(
        "cosh A cosh B - cosh²((A+B)/2) = sinh²((A-B)/2), so pos <= 1 (and sym, with -B)",
        norms - cosh(h * k) ** 2,
        ((h / k - k / h) / 2) ** 2,
    )
    pos, sym, W, share, both, slack, top = z3.Reals("pos sym W α Σα(pos+sym) slack e^A")
    proof.implies(
        "numbers in (0, 1] whose squares add up to more than 1 add up to more than 1",
        [pos > 0, pos <= 1, sym > 0, sym <= 1, pos * pos + sym * sym > 1],
        pos + sym > 1,
    )
    proof.implies(
        "one swap more with weight α: Σ α(pos + sym) stays at least Σ α, W the weights so far",
        [share >= 0, both >= W, pos + sym > 1],
        both + share * (pos + sym) >= W + share,
    )
    near = 2 / (top + 1 / top) < slack
    proof.implies("no larger constant: A = B = ln(2/slack) has 1/cosh A < slack", [slack > 0, top == 2 / slack], near)
    proof.identity("A = B has sym = 1/cosh A", cosh(h / h) ** 2 / cosh(h**2) ** 2, 1 / cosh(h**2) ** 2)
    proof.qed("every N >= 2, every real N×N matrix C, all weights of the swaps")
