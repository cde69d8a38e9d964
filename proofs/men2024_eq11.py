"""A longer context never needs a smaller base; whether it needs a larger one is another matter.

Idea: a base that keeps B(m) >= 0 for m = 0, …, L' does so for m = 0, …, L <= L', and the infimum over fewer bases is no smaller.

Traps: the infimum stands still over stretches of lengths (at d = 128, from 2000 to 2048: men2024.eq11.still). And the bases that are
good for a length are not all those above the infimum (new.base-bound-monotone).
"""

import functools
from fractions import Fraction

import flint

from rope_theory.core.angles import ball
from rope_theory.evidence.claims import Among, Hypothesis, Truth, ours, theorem, truth, verbatim
from rope_theory.laws.discrepancy.kernel import kernel_first_negative
from rope_theory.laws.discrepancy.least_base_table import tabulated

LONGER = Hypothesis("L <= L'", lambda short, long, **_: short <= long)
FACTS = Hypothesis("d is even and positive, b > 1", lambda base, dim, **_: dim > 0 and dim % 2 == 0 and base > 1)


def good(base, dim, length):
    """B(m) >= 0 for m = 0, …, length."""
    return kernel_first_negative(base, dim, limit=length).m is None


def at(base, short, long, dim=128):
    return {"base": Fraction(base), "dim": dim, "short": short, "long": long}


def small(thorough: bool):
    for dim in (4, 16, 128):
        for base in (10, 500, 3000, *((10_000,) if thorough else ())):
            yield from (at(base, short, long, dim) for short, long in ((1, 2), (5, 60), (100, 500), (500, 1500)))


@theorem(
    "men2024.eq11",
    verbatim("Men2024", "p. 6, Section 4.3", "as the context length increases, the required base also increases"),
    "For L <= L', every base that keeps B(m) >= 0 for m = 0, …, L' keeps it for m = 0, …, L; so base_L <= base_L'.",
    LONGER,
    FACTS,
    example=at(10_000, 1000, 1500),
    small=small,
    readings=(
        "base_L is the infimum of eq. (11). Increases: does not fall. It does not rise at every step (men2024.eq11.still), and the sentence, on a "
        "plot, does not say so.",
    ),
)
def required(base, dim, short, long, other_way=False):
    first, then = (short, long) if other_way else (long, short)
    return not good(base, dim, first) or good(base, dim, then)


required.false("the same bases are good for both", at(10_000, 1000, 2000), other_way=True)
required.false("L may be the longer one", at(10_000, 2000, 1000), LONGER)


@required.proof
def proof(proof):
    import z3

    low, high, least = z3.Reals("base_L b base_L'")
    proof.implies("a lower bound of all good bases is one of fewer", [low <= high, high == least], low <= least)
    proof.qed("any kernel, every L <= L'")


STILL = ({"dim": 128, "short": 2000, "long": 2048},)


def negative_within(dim, low, high, m):
    """Whether B(m) >= 0 for all bases from low to high, as a Truth, in balls."""
    with flint.ctx.workprec(128):
        log_base = ball(low).log().union(ball(high).log())
        total = sum(((m * (ball(Fraction(-2 * k, dim)) * log_base).exp()).cos() for k in range(dim // 2)), flint.arb(0))
        return Truth.TRUE if total >= 0 else Truth.FALSE if total < 0 else Truth.UNKNOWN


@functools.cache
def enclosure(dim, length):
    return tabulated(dim, length)


@theorem(
    "men2024.eq11.still",
    ours("Men2024", "on p. 6, Section 4.3"),
    "At d = 128 the infimum of the bases b >= 1 for 2048 positions (m < 2048) is that for 2000.",
    Among.of("the row named in the statement", STILL),
    example=STILL[0],
    small=lambda thorough: STILL,
    readings="Lengths count positions: m = 0, …, L - 1.",
)
def still(dim, short, long, below=0):
    """The least base for `short` lies between two bounds, and all bases between them are good from `short` to `long`."""
    found = enclosure(dim, short)
    low, high = found.low - below, found.high
    answer = truth(good(high, dim, short - 1))
    for m in range(short, long):
        answer &= negative_within(dim, low, high, m)
    return answer


still.false("for 2800 positions, too", STILL[0], long=2800)
still.false("already for 1000", STILL[0], short=1000, long=2000)


@still.proof
def still_proof(proof):
    proof.rows("all bases between the bounds at every m from 2000 to 2047, in balls")
    proof.qed("d = 128, lengths 2000 to 2048")
