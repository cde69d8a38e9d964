"""The steps of the proof of Lemma F.1, one by one: with a positive λ each of them holds.

Idea: an instance takes whole logits and a rational e^β, so that all weights are rational and compared exactly. Weights are quotients
of polynomials in e^β, and their limits are read off the leading terms.

Traps: where some length has no input with a position below the top, the printed λ is 0, and the lower end of the weight of a
maximiser stays at 1/n instead of rising to 1/k; the repaired λ is the minimum over the inputs that have such a position. "Uniform"
needs the finitely many inputs: gaps that shrink from input to input need ever larger β. The last sign of the printed chain is <, and
≤ is what the step before it gives.

What survives of the printed proof: every step here, with the repaired λ and ≤ at the end.
"""

import itertools
from fractions import Fraction

import z3
from sympy import symbols

from rope_theory.core.heads import hard_attention, maximisers
from rope_theory.evidence.by_hand import compared, listed
from rope_theory.evidence.claims import Hypothesis, Truth, paraphrase, st, theorem, trusted, verbatim

PROOF = paraphrase("U26", "p. 23, proof of Lemma F.1")
WARM = Hypothesis("β >= 0, that is e^β >= 1", lambda base, **_: base >= 1)
LOGITS = st.lists(st.integers(-3, 3), min_size=1, max_size=5).map(tuple)
BASES = st.fractions(1, 9, max_denominator=4)
#: e^β where a large β is looked for.
GROWING = (Fraction(2) ** 1024,)


def weights(logits, base):
    """Softmax weights for e^β = base."""
    powers = [Fraction(base) ** logit for logit in logits]
    return [power / sum(powers) for power in powers]


def limit(numerator, denominator):
    """Of a quotient of sums of terms c·x^e, given as (e, c), as x grows; c > 0."""
    (up, above), (down, below) = (
        (max(e for e, _ in terms), sum(c for e, c in terms if e == max(e for e, _ in terms)))
        for terms in (numerator, denominator)
    )
    return Fraction(above, below) if up == down else Fraction(0) if up < down else None


def weight_limit(logits, j):
    """The limit of position j's weight as β grows (j from 0)."""
    return limit([(logits[j], 1)], [(logit, 1) for logit in logits])


def average(shares, values):
    """One coordinate of the attention output."""
    return sum(share * value for share, value in zip(shares, values, strict=True))


def discrepancy(logits):
    """The gap to the positions that are not maximisers; None where all tie."""
    lower = [logit for logit in logits if logit < max(logits)]
    return max(logits) - max(lower) if lower else None


def families(thorough, most=3):
    """All logits in 0..2 (thorough: 0..3) of up to `most` positions."""
    for n in range(1, most + 1):
        yield from itertools.product(range(4 if thorough else 3), repeat=n)


TIED = Hypothesis("all n logits are equal", lambda logits, **_: len(set(logits)) == 1)


@theorem(
    "u26.lemF1.steps.all-tie",
    verbatim(
        "U26",
        "p. 23, proof of Lemma F.1",
        "Notice that if |J(σ̄)| = n, then all logits are equal … and the claim holds trivially.",
    ),
    "If all n logits are equal, every softmax weight is 1/n at every β, and softmax attention gives what average hard attention gives.",
    TIED,
    example={"logits": (2, 2, 2), "values": (1, 0, 5), "base": Fraction(3, 2)},
    small=lambda thorough: (
        {"logits": row, "values": tuple(range(len(row))), "base": base}
        for row in families(thorough)
        for base in (Fraction(1, 2), Fraction(3))
    ),
)
def all_tie(logits, values, base, hard=hard_attention):
    found = weights(logits, base)
    return set(found) == {Fraction(1, len(logits))} and average(found, values) == average(hard(logits), values)


@all_tie.by_hand
def one_weight(logits, values, base):
    found = weights(logits, base)
    soft, hard = average(found, values), average(hard_attention(logits), values)
    return [
        f"Logits {listed(logits)}, e^β = {base}: softmax gives the weights {listed(found)}, all 1/{len(logits)}",
        compared(
            f"Of the values {listed(values)} the mean by softmax attention",
            soft,
            "the mean by average hard attention",
            hard,
        ),
    ]


SECOND_LOWER = {"logits": (1, 0), "values": (1, 0), "base": Fraction(2)}
all_tie.false("though one logit is lower", SECOND_LOWER, TIED, tied=False)
all_tie.false(
    "hard attention that takes the first maximiser alone",
    {**SECOND_LOWER, "logits": (1, 1)},
    hard=lambda logits: [Fraction(int(j == maximisers(logits)[0])) for j in range(len(logits))],
)
all_tie.attack(
    at=st.builds(
        lambda logit, values, base: {"logits": (logit,) * len(values), "values": tuple(values), "base": base},
        st.integers(-3, 3),
        st.lists(st.integers(-5, 5), min_size=1, max_size=6),
        st.fractions(Fraction(1, 9), 9, max_denominator=9),
    )
)


@all_tie.proof
def all_tie_proof(proof, tied=True):
    power, other, count, weight = z3.Reals("e^{βμ} e^{βL} n w")
    proof.implies(
        "w = e^{βμ}/(n e^{βμ}) = 1/n",
        [power > 0, count >= 1, other > 0, *([other == power] if tied else []), weight * (count * other) == power],
        weight * count == 1,
    )
    proof.qed("every n, every real β")


LEAST = Hypothesis(
    "λ is at most every discrepancy of the family",
    lambda inputs, gap: all(gap <= found for found in map(discrepancy, inputs) if found is not None),
)
TWO_GAPS = {"inputs": ((1, 0), (3, 0, 3)), "gap": 1}


def pairs_of_inputs(thorough):
    for inputs in itertools.combinations_with_replacement(tuple(families(thorough, 3 if thorough else 2)), 2):
        found = [gap for gap in map(discrepancy, inputs) if gap is not None]
        for gap in {0, 1, min(found, default=0)}:
            yield {"inputs": inputs, "gap": gap}


@theorem(
    "u26.lemF1.steps.below",
    PROOF,
    "If λ is at most every discrepancy of a finite family of inputs, each logit that is not the largest of its input is at most μ - λ; "
    "and the smallest discrepancy of the inputs that have one is such a λ, and positive.",
    LEAST,
    example=TWO_GAPS,
    small=pairs_of_inputs,
    readings="The discrepancy of an input is its gap to the positions that are not maximisers; inputs on which all tie have none.",
)
def below(inputs, gap, smallest=min):
    found = [one for one in map(discrepancy, inputs) if one is not None]
    repaired = smallest(found, default=1)
    return repaired > 0 and all(
        logit == max(logits) or logit <= max(logits) - bound
        for logits in inputs
        for logit in logits
        for bound in (gap, repaired)
    )


below.false("a λ at most some discrepancy", {**TWO_GAPS, "gap": 3}, LEAST)
below.false("the largest discrepancy", TWO_GAPS, smallest=max)
below.attack(
    at=st.builds(
        lambda inputs, gap: {"inputs": tuple(inputs), "gap": gap},
        st.lists(LOGITS, min_size=1, max_size=4),
        st.fractions(-1, 6, max_denominator=3),
    )
)


@below.proof
def below_proof(proof):
    top, other, largest, gap = z3.Reals("μ L max_other λ")
    proof.implies("L <= μ - (μ - max_other) <= μ - λ", [other <= largest, gap <= top - largest], other <= top - gap)
    proof.qed("every finite family of inputs")


KEPT = Hypothesis(
    "every logit that is not largest is at most μ - λ",
    lambda logits, gap, **_: all(logit == max(logits) or logit <= max(logits) - gap for logit in logits),
)
POSITIVE = Hypothesis("λ > 0", lambda gap, **_: gap > 0)
ONE_OF_THREE = {"logits": (2, 0, 1), "gap": 1, "base": Fraction(2)}


def counted(logits):
    """k, the number of maximisers, and n."""
    return logits.count(max(logits)), len(logits)


@theorem(
    "u26.lemF1.steps.maximisers",
    PROOF,
    "If k of n logits are largest and every other is at most μ - λ, each of the k has at every β >= 0 a weight between 1/(k + (n-k) "
    "e^{-βλ}) and 1/k; for λ > 0 the lower end and the weight tend to 1/k as β grows.",
    KEPT,
    POSITIVE,
    WARM,
    example=ONE_OF_THREE,
    small=lambda thorough: (
        {"logits": row, "gap": gap, "base": base}
        for row in families(thorough)
        for gap in (1, 2)
        for base in (1, Fraction(5, 2))
    ),
    readings="Printed for β >= 1. The lower end needs no λ > 0, the limit does.",
)
def share_of_maximisers(logits, gap, base, power=lambda base, gap: Fraction(base) ** -gap):
    (k, n), found = counted(logits), weights(logits, base)
    low, end = 1 / (k + (n - k) * power(base, gap)), limit([(0, 1)], [(0, k), *([(-gap, n - k)] if n > k else [])])
    top = maximisers(logits)
    between = all(low <= found[j] <= Fraction(1, k) for j in top)
    return between and end == Fraction(1, k) and all(weight_limit(logits, j) == end for j in top)


share_of_maximisers.false("λ = 0", {**ONE_OF_THREE, "gap": 0}, POSITIVE, positive=False)
share_of_maximisers.false("negative β", {**ONE_OF_THREE, "base": Fraction(1, 2)}, WARM)
share_of_maximisers.false("a λ that some logit does not keep", {**ONE_OF_THREE, "gap": 3}, KEPT)
share_of_maximisers.false(
    "e^{-2βλ} in the lower end", ONE_OF_THREE, power=lambda base, gap: Fraction(base) ** (-2 * gap), rate=2
)
share_of_maximisers.attack(logits=LOGITS, gap=st.integers(1, 4), base=BASES)
for _row in ((0,), (1, 1), (5, 5, 4)):
    share_of_maximisers.edge(
        f"logits {_row}, β = 0", {"logits": _row, "gap": 1, "base": Fraction(1)}, assumed=True, holds=True
    )


@share_of_maximisers.proof
def share_of_maximisers_proof(proof, positive=True, rate=1):
    proof.use("u26.lemF1.sum.corrected")
    k, n, q, weight, total = z3.Reals("k n e^{-βλ} w Z/e^{βμ}")
    bounds = [k >= 1, n >= k, 0 < q, q <= 1, k <= total, total <= k + (n - k) * q, weight * total == 1]
    low = k + (n - k) * (q if rate == 1 else q * q)
    proof.implies(
        "w = e^{βμ}/Z, between the reciprocals of the two ends", bounds, z3.And(weight * k <= 1, weight * low >= 1)
    )
    eps = z3.Real("ε")
    proof.implies(
        "for λ > 0 and any ε > 0 a large β has e^{-βλ} <= ε/n, and then 1/k - w < ε",
        [k >= 1, n >= k, 0 < q, 0 < eps, *([q * n <= eps] if positive else [q <= 1]), weight * (k + (n - k) * q) >= 1],
        1 - weight * k < eps * k,
    )
    proof.trust(trusted.EXPONENTIAL)
    proof.qed("every n, all real logits, every β >= 0")


NOT_TOP = Hypothesis("position j is no maximiser", lambda logits, j, **_: logits[j] < max(logits))
INSIDE = Hypothesis("j is a position", lambda logits, j, **_: 0 <= j < len(logits))
LOWER = {"logits": (2, 0, 2), "j": 1, "base": Fraction(2)}


@theorem(
    "u26.lemF1.steps.others",
    PROOF,
    "If position j is not one of the k maximisers, its weight is at every β >= 0 between 0 and e^{-β(μ-L_j)}/k, and both tend to 0 as "
    "β grows.",
    INSIDE,
    NOT_TOP,
    WARM,
    example=LOWER,
    small=lambda thorough: (
        {"logits": row, "j": j, "base": base}
        for row in families(thorough)
        for j in range(len(row))
        for base in (1, Fraction(5, 2))
    ),
)
def share_of_the_others(logits, j, base, count=lambda logits: counted(logits)[0]):
    gap = max(logits) - logits[j]
    bounded = 0 <= weights(logits, base)[j] <= Fraction(base) ** -gap / count(logits)
    return bounded and limit([(-gap, 1)], [(0, count(logits))]) == weight_limit(logits, j) == 0


share_of_the_others.false("maximisers too", {**LOWER, "j": 0}, NOT_TOP)
share_of_the_others.false("e^{-β(μ-L)}/n", {**LOWER, "base": Fraction(3)}, count=len, all_count=True)
share_of_the_others.attack(logits=LOGITS, j=st.integers(0, 4), base=BASES)
share_of_the_others.edge("β = 0", {**LOWER, "base": Fraction(1)}, assumed=True, holds=True)


@share_of_the_others.proof
def share_of_the_others_proof(proof, all_count=False):
    proof.use("u26.lemF1.sum.corrected")
    k, n, q, weight, total = z3.Reals("k n e^{-β(μ-L)} w Z/e^{βμ}")
    proof.implies(
        "w = e^{-β(μ-L)}/(Z/e^{βμ}), where Z >= k e^{βμ}",
        [k >= 1, n > k, 0 < q, q < 1, k <= total, weight * total == q],
        z3.And(0 <= weight, weight * (n if all_count else k) <= q),
    )
    proof.trust(trusted.EXPONENTIAL)
    proof.qed("every n, all real logits, every β >= 0")


def largest_is(good, bases) -> Truth:
    """TRUE if the largest e^β tried is good; if not, FALSE of those given, UNKNOWN of our own."""
    return Truth.TRUE if good(max(bases or GROWING)) else Truth.FALSE if bases else Truth.UNKNOWN


def softened(logits, values, base):
    """The average at e^β = base, and the one of hard attention."""
    return average(weights(logits, base), values), average(hard_attention(logits), values)


SOME = Hypothesis("ε > 0", lambda eps, **_: eps > 0)
VALUED = ((1, 0), (1, 0)), ((0, 2, 2), (5, -1, 3))
SHRINKING = tuple(((gap, 0), (1, 0)) for gap in (4, 2, 1))


@theorem(
    "u26.lemF1.steps.uniform",
    verbatim(
        "U26",
        "p. 23, proof of Lemma F.1",
        "Since Σ is finite and n0 < ∞, the set of all inputs … convergence is uniform over all such inputs.",
    ),
    "For finitely many inputs and any ε > 0 there is a β from which on softmax attention is within ε of average hard attention on all "
    "of them, in every coordinate.",
    SOME,
    example={"inputs": VALUED, "eps": Fraction(1, 100)},
    readings="An instance gives one coordinate of the values; a finite family of inputs is what a finite Σ and n <= n0 leave.",
)
def uniform(inputs, eps, bases=None):
    return largest_is(
        lambda base: all(abs(soft - hard) < eps for soft, hard in (softened(*row, base) for row in inputs)), bases
    )


uniform.false("the same β for every family: e^β = 4", {"inputs": SHRINKING, "eps": Fraction(1, 10)}, bases=(4,))
uniform.false("ε = 0", {"inputs": VALUED, "eps": 0, "bases": GROWING}, SOME)
uniform.attack(
    inputs=st.lists(
        LOGITS.flatmap(
            lambda logits: st.tuples(
                st.just(logits), st.lists(st.integers(-4, 4), min_size=len(logits), max_size=len(logits)).map(tuple)
            )
        ),
        min_size=1,
        max_size=3,
    ).map(tuple),
    eps=st.fractions(Fraction(1, 1000), 1, max_denominator=1000),
)


@uniform.proof
def uniform_proof(proof):
    first, second, beta = z3.Reals("β_1 β_2 β")
    proof.implies(
        "the larger of two β serves both inputs", [beta >= first, beta >= second, first > second], beta >= second
    )
    r, s = symbols("r S", real=True)
    proof.identity("the maximisers lose S/(r+S) of the weight in all", r * (1 / r - 1 / (r + s)), s / (r + s))
    proof.trust(trusted.EXPONENTIAL)
    proof.qed("every finite family of inputs, any number of coordinates")


#: Maps from one coordinate to a score.
READOUTS = {
    "linear": lambda a: 3 * a - 1,
    "square": lambda a: a * a,
    "absolute": abs,
    "jump": lambda a: Fraction(int(a >= 1)),
}
CONTINUOUS = Hypothesis("F is continuous", lambda output, **_: output != "jump")


@theorem(
    "u26.lemF1.steps.continuity",
    verbatim("U26", "p. 23, proof of Lemma F.1", "By continuity of F, for any ϵ > 0 there exists β ≥ 1,"),
    "For finitely many inputs, a continuous F and any ε > 0 there is a β >= 1 from which on all scores under softmax are within ε of "
    "those under average hard attention.",
    SOME,
    CONTINUOUS,
    example={"inputs": VALUED, "eps": Fraction(1, 100), "output": "square"},
    readings="'maxc F − F ≤ ϵ' is read with absolute values, as the next step uses it.",
)
def scores_close(inputs, eps, output, bases=None):
    read = READOUTS[output]
    return largest_is(
        lambda base: all(
            abs(read(soft) - read(hard)) <= eps for soft, hard in (softened(*row, base) for row in inputs)
        ),
        bases,
    )


JUMP = {"inputs": (VALUED[0],), "eps": Fraction(1, 2), "output": "jump", "bases": GROWING}
scores_close.false("F may jump", JUMP, CONTINUOUS, continuous=False)
scores_close.false("ε = 0", {**JUMP, "eps": 0, "output": "linear"}, SOME)
scores_close.attack(
    inputs=st.lists(LOGITS, min_size=1, max_size=3).map(
        lambda rows: tuple((row, tuple((-1) ** j * (j + 1) for j in range(len(row)))) for row in rows)
    ),
    eps=st.fractions(Fraction(1, 1000), 1, max_denominator=1000),
    output=st.sampled_from(["linear", "square", "absolute"]),
)


@scores_close.proof
def scores_close_proof(proof, continuous=True):
    proof.use("u26.lemF1.steps.uniform")
    near, wanted, soft, hard, eps = z3.Reals("|a^β-a| δ F(a^β) F(a) ε")
    modulus = [z3.Implies(near < wanted, z3.And(soft - hard < eps, hard - soft < eps))] if continuous else []
    proof.implies("a β that brings the averages within F's δ for ε", [near < wanted, *modulus], soft - hard <= eps)
    proof.qed("every finite family of inputs, any number of scores")


HALF = Hypothesis("0 < ε < δ/2", lambda delta, eps, **_: 0 < eps < Fraction(delta) / 2)
LEADS = Hypothesis(
    "output 0 leads by at least δ", lambda hard, delta, **_: all(hard[0] - score >= delta for score in hard[1:])
)
WITHIN = Hypothesis(
    "soft and hard scores differ by at most ε",
    lambda hard, soft, eps, **_: (
        len(hard) == len(soft) and all(abs(a - b) <= eps for a, b in zip(hard, soft, strict=True))
    ),
)
FIRST_LEADS = {"hard": (3, 0), "soft": (2, 1), "delta": 3, "eps": 1}


@theorem(
    "u26.lemF1.steps.epsilon",
    PROOF,
    "If 0 < ε < δ/2, c* leads by at least δ under hard attention, and no score moves by more than ε, then for every other c F_c^β <= F_c "
    "+ ε <= F_c* - δ + ε < F_c* - ε <= F_c*^β; so c* leads under softmax.",
    HALF,
    LEADS,
    WITHIN,
    example=FIRST_LEADS,
    readings="The last of the four signs is printed as <. With scores that move by exactly ε it is an equality; nothing hangs on it.",
)
def chain(hard, soft, delta, eps, last=lambda left, right: left <= right):
    return all(
        moved <= score + eps <= hard[0] - delta + eps < hard[0] - eps
        and last(hard[0] - eps, soft[0])
        and moved < soft[0]
        for score, moved in zip(hard[1:], soft[1:], strict=True)
    )


chain.false("the last sign as printed, <", FIRST_LEADS, last=lambda left, right: left < right, strict=True)
chain.false("ε = δ/2", {"hard": (2, 0), "soft": (1, 1), "delta": 2, "eps": 1}, HALF, half=True)
chain.false("a lead below δ", {**FIRST_LEADS, "hard": (1, 0), "soft": (0, 1)}, LEADS)
chain.false("a score that moves by more", {**FIRST_LEADS, "soft": (0, 1)}, WITHIN)
chain.attack(
    at=st.builds(
        lambda lead, eps, moves: {
            "hard": (lead, *(Fraction(0) for _ in moves[1:])),
            "soft": (lead + moves[0] * eps, *(move * eps for move in moves[1:])),
            "delta": lead,
            "eps": eps,
        },
        st.fractions(1, 5, max_denominator=4),
        st.fractions(Fraction(1, 9), Fraction(2, 5), max_denominator=9),
        st.lists(st.fractions(-1, 1, max_denominator=3), min_size=2, max_size=4),
    )
)


@chain.proof
def chain_proof(proof, strict=False, half=False):
    hard, other, soft, moved, delta, eps = z3.Reals("F_c* F_c F_c*^β F_c^β δ ε")
    given = [0 < eps, (2 * eps <= delta) if half else (2 * eps < delta), hard - other >= delta]
    given += [moved - other <= eps, hard - soft <= eps]
    last = hard - eps < soft if strict else hard - eps <= soft
    proof.implies("the chain", given, z3.And(moved <= other + eps, hard - delta + eps < hard - eps, last, moved < soft))
    proof.qed("any number of outputs, all real scores")
