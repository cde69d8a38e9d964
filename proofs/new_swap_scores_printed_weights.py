"""Swap weights without bars depend on the order in which a swap is written; with a modulus they do not.

Idea: two softmaxes agree exactly if their exponents differ by one constant. On three positions, writing one swap in the
other order turns the sign of its exponent and changes all three weights. With two positions there is one swap, whose
weight is 1. With |d_i - d_j|, or read over ordered pairs, the weights are well defined: e^x +
e^-x = 2 cosh x is even and lies between e^{|x|} and 2e^{|x|}.

Traps: d_i is the attention weight, not the logit. This is a question of ours, and no erratum: the text of the PDF at hand
shows no bars on p. 17, but big bars leave no trace in it (on p. 23 they are gone, too), and the page itself was not seen.
"""

import itertools
from fractions import Fraction

import z3
from flint import arb

from rope_theory.core.angles import ball, decided
from rope_theory.core.truth import Truth, every, less
from rope_theory.evidence.by_hand import compared, listed
from rope_theory.evidence.claims import Hypothesis, Tier, ours, st, theorem, trusted

WEIGHTS = Hypothesis(
    "attention weights of N >= 2 earlier positions: D > 0, sum at most 1",
    lambda D, **_: len(D) >= 2 and min(D) > 0 and sum(D) <= 1,
)
TAU = Hypothesis("τ > 0", lambda tau, **_: tau > 0)
FLIPS = Hypothesis(
    "each swap is written in one of its two orders", lambda D, flips, **_: len(flips) == len(D) * (len(D) - 1) // 2
)
GIVEN = (WEIGHTS, TAU, FLIPS)
ONCE = (True, False, False)
WITNESS = {"D": tuple(Fraction(k, 6) for k in (3, 2, 1)), "tau": Fraction(1), "flips": ONCE}
ROWS = st.lists(st.integers(1, 40), min_size=2, max_size=6).map(lambda row: tuple(Fraction(x, sum(row)) for x in row))


def orders(thorough):
    for size in (2, 3, 4) if thorough else (2, 3):
        D = tuple(Fraction(size - k, size * (size + 1) // 2) for k in range(size))
        for flips in itertools.product((False, True), repeat=size * (size - 1) // 2):
            yield {"D": D, "tau": Fraction(1, 10), "flips": flips}


def exponents(D, tau, flips=None, kind="signed"):
    """What the softmax over swaps is taken of; flips[k]: the k-th swap {i, j}, i < j, is written (j, i)."""
    pairs = list(itertools.combinations(range(len(D)), 2))
    written = [pair[::-1] if flip else pair for pair, flip in zip(pairs, flips or [False] * len(pairs), strict=True)]
    change = {"signed": lambda x: x, "absolute": abs, "positive part": lambda x: max(x, Fraction(0))}[kind]
    return [change(D[i] - D[j]) / tau for i, j in written]


@theorem(
    "new.swap-scores.printed-weights",
    ours(
        "U26",
        "our question on p. 17, Appendix D: the text of the PDF at hand shows no bars, and big bars leave no trace in it",
    ),
    "Without bars, α(π) = softmax over the swaps π = (i j) of (d_i - d_j)/τ, each swap of two earlier contents has one "
    "weight, whichever order it is written in.",
    *GIVEN,
    example=WITNESS,
    verdict=Tier.REFUTED,
    readings=(
        "A question of ours, not a sentence of the paper: U26 weights a swap by the amount of mass that it moves, and an amount "
        "has no sign. Why bars are needed is what this shows.",
        "A swap is unordered: (i j) = (j i). d_i is the attention weight D_i.",
    ),
)
def without_bars(D, tau, flips, kind="signed"):
    pairs = zip(exponents(D, tau, kind=kind), exponents(D, tau, flips, kind), strict=True)
    return len({x - y for x, y in pairs}) <= 1


PAIR = {"D": (Fraction(2, 3), Fraction(1, 3)), "tau": Fraction(1), "flips": (True,)}
without_bars.true_at("two earlier positions: one swap, whose weight is 1 in either order", PAIR)
without_bars.true_at("equal attention weights: all orders give the same", {**WITNESS, "D": (Fraction(1, 4),) * 3})
without_bars.outside("numbers that add up to more than 1", {**WITNESS, "D": tuple(map(Fraction, (1, 2, 3)))}, WEIGHTS)
without_bars.outside("τ = -1", {**WITNESS, "tau": Fraction(-1)}, TAU)
without_bars.outside("two orders for three swaps", {**WITNESS, "flips": (True, False)}, FLIPS, says_nothing=True)
for flips in ((False,), (True,)):
    at = {**PAIR, "D": (Fraction(9, 10), Fraction(1, 10)), "flips": flips}
    without_bars.edge(
        f"two positions are too few, {'turned' if flips[0] else 'as it is'}", at, assumed=True, holds=True
    )


@without_bars.proof
def refutation(proof):
    proof.trust(trusted.EXPONENTIAL)
    proof.refute(WITNESS)


@without_bars.by_hand
def both_orders(D, tau, flips):
    pairs = list(itertools.combinations(range(1, len(D) + 1), 2))
    turned = [pair[::-1] if flip else pair for pair, flip in zip(pairs, flips, strict=True)]
    lines = [f"Attention weights d_1, …, d_{len(D)} = {listed(D)}; τ = {tau}"]
    firsts = []
    for written, asked in ((pairs, None), (turned, flips)):
        powers = [ball(value).exp() for value in exponents(D, tau, asked)]
        firsts.append(powers[0] / sum(powers, arb(0)))
        swaps = ", ".join(f"({i} {j})" for i, j in written)
        lines.append(f"Swaps written {swaps}: exponents (d_i - d_j)/τ = {listed(exponents(D, tau, asked))}, weights "
                     f"{listed(power / sum(powers, arb(0)) for power in powers)}")  # fmt: skip
    return [*lines, compared("α(1 2)", firsts[0], "α(2 1), though it is the same swap", firsts[1])]


@theorem(
    "new.swap-scores.printed-weights.corrected",
    ours("U26", "p. 17, Appendix D, Permutation weights, with bars"),
    "With |d_i - d_j| for d_i - d_j each swap has one weight, whichever order it is written in.",
    *GIVEN,
    example=WITNESS,
    small=orders,
)
def corrected(D, tau, flips, kind="absolute"):
    return without_bars(D, tau, flips, kind)


corrected.false("with d_i - d_j itself", WITNESS, kind="signed")
corrected.false("with max(d_i - d_j, 0)", WITNESS, kind="positive part")
corrected.attack(
    at=ROWS.flatmap(
        lambda D: st.fixed_dictionaries(
            {"D": st.just(D), "tau": st.just(Fraction(1, 7))}
            | {"flips": st.tuples(*[st.booleans()] * (len(D) * (len(D) - 1) // 2))}
        )
    )
)


@corrected.proof
def corrected_proof(proof):
    one, other = z3.Reals("d_i d_j")
    proof.implies("the two orders give one exponent", [], z3.Abs(one - other) == z3.Abs(other - one))
    proof.qed("every N >= 2, all attention weights, every τ > 0, all ways to write the swaps")


THIRDS = {"D": WITNESS["D"], "tau": Fraction(1)}


def share_ratios(D, tau):
    """Weight of each swap when both orders are summed, over its weight with |D_i - D_j|."""
    x = [ball(value) for value in exponents(D, tau, kind="absolute")]
    both, absolute = [value.cosh() for value in x], [value.exp() for value in x]
    total = [sum(side, arb(0)) for side in (both, absolute)]
    return [c / total[0] / (e / total[1]) for c, e in zip(both, absolute, strict=True)]


def distributions(thorough):
    for row in ((1, 1), (1, 2), (1, 1, 1), (1, 1, 8), (1, 2, 3), (1, 2, 4, 8)):
        for tau in (Fraction(1), Fraction(1, 50)):
            yield {"D": tuple(Fraction(x, sum(row)) for x in row), "tau": tau}


@theorem(
    "new.swap-scores.printed-weights.ordered",
    ours("U26", "p. 17, Appendix D, Permutation weights, without bars, over ordered pairs"),
    "Over ordered pairs, (i j) and (j i) both counted, the weights without bars give the swap {i, j} one proportional to "
    "cosh((d_i - d_j)/τ): well defined, and within a factor of 2 of its weight with |d_i - d_j|.",
    WEIGHTS,
    TAU,
    example=THIRDS,
    small=distributions,
)
def ordered(D, tau, factor=Fraction(2)):
    def within() -> Truth:
        bound = ball(factor)
        return every(side for ratio in share_ratios(D, tau) for side in (less(ratio, bound), less(1 / bound, ratio)))

    return decided(within)  # ratios come as near to 2 as e^{-1/τ}


COLD = {"D": (Fraction(4, 9), Fraction(4, 9), Fraction(1, 9)), "tau": Fraction(1, 50)}
ordered.false("within a factor of 3/2", COLD, factor=Fraction(3, 2))
ordered.false("the same weights as with |d_i - d_j|", THIRDS, factor=1 + Fraction(1, 10**9))
ordered.attack(D=ROWS, tau=st.just(Fraction(1, 7)))


@ordered.proof
def ordered_proof(proof):
    u, c, U, C = z3.Reals("e^|x| cosh(x) Σe^|x| Σcosh")
    proof.trust(trusted.EXPONENTIAL)
    proof.implies("e^{|x|}/2 < cosh x <= e^{|x|}", [u >= 1, c == (u + 1 / u) / 2], z3.And(u / 2 < c, c <= u))
    sums = [U / 2 < C, C <= U, u / 2 < c, c <= u]
    proof.implies("the same holds for sums: one swap more", sums, z3.And((U + u) / 2 < C + c, C + c <= U + u))
    close = z3.And(c * U < 2 * u * C, u * C < 2 * c * U)
    proof.implies("so the shares c/Σc and u/Σu are within the factor", [u >= 1, U >= u, *sums], close)
    proof.qed("every N >= 2, all attention weights, every τ > 0")
