"""The lower bound k·e^μ on softmax's normaliser, in the proof of Lemma F.1, is false for a negative μ; k·e^{βμ} is right.

Idea: the k maximisers alone contribute k·e^{βμ}, which is at least k·e^μ for β >= 1 exactly if μ >= 0.

Traps: the proof does not use the false half. The weights it goes on to bound are quotients by e^{βμ}, for which k·e^{βμ} is
the bound needed. Logits that are cosines can be negative at the top only if no position matches.

What survives of the printed proof: everything else, with k·e^{βμ}.
"""

from fractions import Fraction

import z3

from rope_theory.core.angles import ball
from rope_theory.core.truth import at_most, every
from rope_theory.evidence.by_hand import compared, listed, number
from rope_theory.evidence.claims import Erratum, Hypothesis, Tier, Weight, ours, paraphrase, st, theorem, trusted

COLD = Hypothesis("β >= 1", lambda beta, **_: beta >= 1)
SOME_LOWER = Hypothesis("k < n", lambda logits, **_: len(set(logits)) > 1)
WITNESS = {"logits": (-1, -3), "beta": 2}


def normaliser(logits, beta):
    return sum(((ball(value) * ball(beta)).exp() for value in logits), ball(0))


def counted(logits):
    """k, μ, and the smallest gap λ to a position that is no maximiser (0 if there is none)."""
    top = max(logits)
    return logits.count(top), top, min((top - value for value in logits if value < top), default=0)


def bounded(logits, beta, lower=lambda beta, top: top):
    k, top, gap = counted(logits)
    total, n = normaliser(logits, beta), len(logits)
    above = (ball(beta) * ball(top)).exp() * k + (ball(beta) * ball(top - gap)).exp() * (n - k)
    below = ball(lower(beta, top)).exp() * k
    slack = ball(Fraction(1, 10**9))  # equal balls do not compare
    return every([at_most(below, total + slack), at_most(total, above + slack)])


@theorem(
    "u26.lemF1.sum",
    paraphrase("U26", "p. 23, proof of Lemma F.1"),
    "For β >= 1 and k < n maximisers of n logits, with the largest μ and every other at most μ - λ: k e^μ <= Σ e^{βL_i} <= k "
    "e^{βμ} + (n-k) e^{β(μ-λ)}.",
    COLD,
    SOME_LOWER,
    example=WITNESS,
    verdict=Tier.REFUTED,
    readings="λ is the smallest gap of this input; a smaller one only weakens the upper bound. Sums are compared as balls, to 10⁻⁹.",
    in_fairness="A slip that nothing rests on: the weights are bounded next by dividing by e^{βμ}, so k e^{βμ} is the lower bound "
    "that is meant and used, and with it the chain is right for every β >= 0. As printed it is right too wherever the largest logit "
    "is not negative, as at every input whose query has a match.",
    erratum=Erratum(
        Weight.SLIP,
        "a missing β; the next step of the proof divides by e^{βμ}, so nothing rests on it",
        mend="for k e^μ read k e^{βμ}",
        fault="a missing β",
        seen="logits -1, -3 at β = 2",
    ),
)
def printed(logits, beta):
    return bounded(logits, beta)


printed.true_at("μ = 1", {"logits": (1, -1), "beta": 2})
printed.true_at("β = 1", {"logits": (-1, -3), "beta": 1})
printed.outside("β below 1, μ positive", {"logits": (1, Fraction(9, 10)), "beta": Fraction(1, 100)}, COLD)
printed.outside("all tie", {"logits": (-1, -1), "beta": 2}, SOME_LOWER)
printed.proof(lambda proof: proof.refute(WITNESS))


@printed.by_hand
def too_large(logits, beta):
    k, top, _ = counted(logits)
    return [
        f"Logits {listed(logits)}, β = {beta}: k = {k}, μ = {top}",
        "Lower bound, and what it is to bound: "
        + compared("k e^μ", ball(top).exp() * k, "Σ e^{βL_i}", normaliser(logits, beta)),
        "Mended: "
        + compared("k\N{NO-BREAK SPACE}e^{βμ}", ball(beta * top).exp() * k, "Σ e^{βL_i}", normaliser(logits, beta)),
    ]


@theorem(
    "u26.lemF1.sum.corrected",
    ours("U26", "corrects p. 23, proof of Lemma F.1"),
    "For β >= 0 and k maximisers of n logits, with the largest μ and every other at most μ - λ: k e^{βμ} <= Σ e^{βL_i} <= k e^{βμ} + "
    "(n-k) e^{β(μ-λ)}.",
    WARM := Hypothesis("β >= 0", lambda beta, **_: beta >= 0),
    example=WITNESS,
    readings="The sum is at least k e^μ as well if β >= 1 and μ >= 0: part of the formal statement. Here sums are compared as balls, "
    "to 10⁻⁹.",
)
def corrected(logits, beta, lower=lambda beta, top: beta * top):
    return bounded(logits, beta, lower)


@corrected.by_hand
def between_the_bounds(logits, beta):
    k, top, gap = counted(logits)
    lower = ball(beta * top).exp() * k
    upper = lower + (len(logits) - k) * ball(beta * (top - gap)).exp()
    total = f"{number(normaliser(logits, beta), 8)} = Σ e^{{βL_i}}"
    return [
        f"Logits {listed(logits)}, β = {beta}: k = {k}, μ = {top}, λ = {gap}",
        f"Lower bound, sum, upper bound: k e^{{βμ}} = {number(lower, 8)} <= {total} <= {number(upper, 8)} = k e^{{βμ}} + (n-k) e^{{β(μ-λ)}}",
    ]


corrected.false("k e^μ for every μ", WITNESS, lower=lambda beta, top: top)
corrected.false("negative β", {"logits": (1, 0, -1), "beta": -1}, WARM)
corrected.attack(
    logits=st.lists(st.fractions(-2, 2, max_denominator=6), min_size=1, max_size=6).map(tuple),
    beta=st.fractions(0, 5, max_denominator=6),
)


@corrected.proof
def corrected_proof(proof):
    beta, top, value, gap = z3.Reals("β μ L λ")
    proof.implies("a maximiser's exponent", [beta >= 0, value == top], beta * value == beta * top)
    proof.implies("any other's", [beta >= 0, value <= top - gap], beta * value <= beta * (top - gap))
    proof.trust(trusted.EXPONENTIAL)
    proof.qed("every n, all logits, every β >= 0")
