"""The cosine integral of the asymptotic estimate: at most 1/2 in size from 1 on, with its first zero at 0.6165….

Idea: |Ci(m)| <= 2/m, by parts once; up to 8, balls on pieces. On (0, π/2) Ci increases, so that a change of sign
encloses the only zero there. The kernel has Ci(20) from eight integrations by parts, and goes on by the series of the cosine.

Traps: L/b <= x_0 is what makes the limit kernel non-negative, up to the term Ci(m) that is dropped. The estimate is for d → ∞; certified
least bases are larger: at d = 128 and 4096 positions 26952 against 6644.
"""

from fractions import Fraction

import flint

from rope_theory.core.angles import ball
from rope_theory.evidence.claims import Among, Truth, paraphrase, theorem

PIECES = (
    *({"low": Fraction(k, 64), "high": Fraction(k + 1, 64)} for k in range(64, 8 * 64)),
    {"low": Fraction(8), "high": None},
)


def ci_on(low, high):
    """A ball around Ci on [low, high], 0 < low: the value at the middle, and |Ci'| = |cos x|/x <= 1/low.

    With no high: on [low, ∞), where |Ci(x)| <= 2/x.
    """
    with flint.ctx.workprec(96):
        if high is None:
            return flint.arb(0, 2) / ball(low)
        middle, half = ball((low + high) / 2), ball((high - low) / 2)
        return middle.ci() + flint.arb(0, 1) * half / ball(low)


@theorem(
    "su2024.ci",
    paraphrase("Su2024", "section on the asymptotic estimate"),
    "Ci(m) = -∫_m^∞ cos(t)/t dt exists, and |Ci(m)| <= 1/2, for every real m >= 1.",
    Among.of("a piece of [1, 8], or [8, ∞)", PIECES),
    example=PIECES[0],
    small=lambda thorough: PIECES,
)
def small_tail(low, high, most=Fraction(1, 2)):
    value = abs(ci_on(low, high))
    return Truth.TRUE if value <= ball(most) else Truth.FALSE if value > ball(most) else Truth.UNKNOWN


small_tail.false("0.4", {"low": Fraction(100, 64), "high": Fraction(101, 64)}, most=Fraction(2, 5))
small_tail.false(
    "from 1/4 on", PIECES[0], holds=lambda low, high: small_tail(low - Fraction(3, 4), high - Fraction(3, 4))
)


@small_tail.proof
def proof(proof):
    proof.rows("Ci in balls on each piece of [1, 8], and 2/8 beyond")
    proof.qed("every real m >= 1")


ZERO = ({"low": Fraction(6165, 10_000), "high": Fraction(6166, 10_000)},)


@theorem(
    "su2024.ci.zero",
    paraphrase("Su2024", "section on the asymptotic estimate"),
    "The first zero of Ci is x_0 = 0.6165…: 0.6165 <= x_0 < 0.6166, Ci(x_0) = 0, and Ci < 0 on (0, x_0).",
    Among.of("the digits printed", ZERO),
    example=ZERO[0],
    small=lambda thorough: ZERO,
    readings="Ci' = cos x/x > 0 on (0, π/2): negative at 0.6165 and positive at 0.6166 is enough. So b >= L/x_0 is b >= 1.62 L, which the text rounds to 2L.",
)
def first_zero(low, high, shift=0):
    with flint.ctx.workprec(96):
        below, above = ball(low + shift).ci(), ball(high + shift).ci()
    if below < 0 < above and high + shift < Fraction(3, 2):
        return Truth.TRUE
    return Truth.FALSE if below > 0 or above < 0 else Truth.UNKNOWN


first_zero.false("0.6166…", ZERO[0], shift=Fraction(1, 10_000))
first_zero.false("0.6164…", ZERO[0], shift=Fraction(-1, 10_000))


@first_zero.proof
def zero_proof(proof):
    proof.rows("the signs of Ci at two rationals, in balls")
    proof.qed("x_0 to four digits")
