"""B(m) does not decrease from each distance to the next; it is largest at distance 0, and only there.

Idea: each plane gives its largest value, 1, at m = 0. At m >= 1 the fastest plane gives cos m < 1, since π is irrational.

Traps: no whole m brings B back to d/2, but some come as close as one likes (the angles return together), so that B(m) does not tend to
0 either.
"""

from fractions import Fraction

import z3

from rope_theory.evidence.by_hand import between, number, sign
from rope_theory.evidence.claims import Erratum, Hypothesis, Tier, Truth, Weight, ours, st, theorem, verbatim
from rope_theory.laws.discrepancy import kernel_at

EVEN = Hypothesis("d is even and positive, b > 1", lambda base, dim, **_: dim > 0 and dim % 2 == 0 and base > 1)
FARTHER = Hypothesis("1 <= m < m'", lambda m, far, **_: 1 <= m < far)
RISE = {"base": 10_000, "dim": 128, "m": 11, "far": 12}


def below(low, high):
    """Whether the first enclosure lies below the second."""
    return Truth.TRUE if low[1] < high[0] else Truth.FALSE if low[0] >= high[1] else Truth.UNKNOWN


@theorem(
    "men2024.decreases",
    verbatim(
        "Men2024",
        "p. 6, Section 4.2",
        "measures the ability to give more attention to similar tokens than random tokens, which decreases as the relative distance m increases",
    ),
    "B(m') <= B(m) for 1 <= m < m'.",
    FARTHER,
    EVEN,
    example=RISE,
    verdict=Tier.REFUTED,
    readings="Read for every two distances; the sentence goes on 'as shown in Figure 5', a curve that oscillates. As a trend of that curve it is not decided.",
    in_fairness="Figure 5 beside the sentence shows a curve that falls on the whole and oscillates, and the sentence may mean no more: B is largest "
    "at distance 0 and nowhere else.",
    erratum=Erratum(
        Weight.READING,
        "Figure 5 shows the oscillation",
        "for “decreases as the relative distance m increases” read “is never again as large as at distance 0”",
        fault="“decreases” of what oscillates",
        seen="B(11) = 42.3443…, B(12) = 42.3813…",
    ),
)
def decreases(base, dim, m, far):
    return ~below(kernel_at(base, dim, m), kernel_at(base, dim, far))


decreases.true_at("from 1 to 2", {**RISE, "m": 1, "far": 2})
decreases.true_at("from 1 to 5000", {**RISE, "m": 1, "far": 5000})
decreases.outside("the nearer distance is farther", {**RISE, "m": 1000, "far": 1}, FARTHER)
decreases.outside("an odd dimension has no planes of two", {**RISE, "dim": 127}, EVEN, says_nothing=True)
decreases.edge("two planes at base 100", {"base": 100, "dim": 4, "m": 3, "far": 5}, assumed=True, holds=False)


@decreases.by_hand
def decreases_by_hand(base, dim, m, far):
    near, away = between(kernel_at(base, dim, m)), between(kernel_at(base, dim, far))
    return [
        f"Base {base}, d = {dim}: B(m) = Σ cos(m·{base}^(-2i/{dim})), i = 0, …, {dim // 2 - 1}",
        f"B({m}) = {number(near)}",
        f"B({far}) = {number(away)} {sign(away, near)} {number(near)} = B({m})",
    ]


decreases.proof(lambda proof: proof.refute(RISE, "balls around both sums"))


def small(thorough: bool):
    for dim in (2, 4, 64, 128):
        for base in (2, 500, 10_000):
            yield from (
                {"base": base, "dim": dim, "m": m}
                for m in (1, 2, 6, 44, 63, 355, *((710, 103_993) if thorough else ()))
            )


@theorem(
    "men2024.decreases.corrected",
    ours("Men2024", "for p. 6, Section 4.2"),
    "At every base b > 1, for every even d: B(m) < B(0) = d/2 for every whole m >= 1.",
    EVEN,
    Hypothesis("m >= 1", lambda m, **_: m >= 1),
    example={"base": 10_000, "dim": 128, "m": 44},
    small=small,
)
def largest_at_zero(base, dim, m, less=0):
    high = kernel_at(base, dim, m)[1]
    return high < Fraction(dim, 2) - less


largest_at_zero.false("less by 1", {"base": 100, "dim": 4, "m": 63}, less=1)
largest_at_zero.false("m = 0 as well", {"base": 100, "dim": 4, "m": 0}, "m >= 1")
largest_at_zero.attack(base=st.integers(2, 10**6), dim=st.sampled_from([2, 6, 32, 128]), m=st.integers(1, 10**4))


@largest_at_zero.proof
def proof(proof):
    fast, others, planes = z3.Reals("cos(m) others K")
    proof.implies(
        "the fastest plane is below 1, the K - 1 others at most 1 each",
        [fast < 1, others <= planes - 1],
        fast + others < planes,
    )
    proof.qed("every b >= 1, every even d, every whole m >= 1")
