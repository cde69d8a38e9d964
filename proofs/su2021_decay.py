"""A rotary score does not decay with the distance; it is bounded at every distance by what norms allow.

Idea: at fixed q and k the score is a sum of waves. With all components equal it is B(m), which rises from 11 to 12 at base 10^4 and d = 128; turned the right
way it is largest at any distance that one likes (barbero2024.prop31).

Traps: Section 3.4.3 proves a bound on the score (men2024.eq7) and shows a plot of the bound. A bound that decays does not make what it bounds decay, and
the bound does not decay at each step either (men2024.eq7.decays).
"""

from fractions import Fraction

import flint

from rope_theory.core.angles import Angle, ball
from rope_theory.evidence.by_hand import number, sign
from rope_theory.evidence.claims import Erratum, Hypothesis, Tier, Weight, at_most, ours, st, theorem, verbatim
from rope_theory.laws.discrepancy.frequency_list import rope_frequencies
from rope_theory.proofs.barbero2024_prop31 import score

FARTHER = Hypothesis("1 <= m < m'", lambda m, far, **_: 1 <= m < far)
PLANES = Hypothesis("q and k have as many planes", lambda q, k, **_: len(q) == len(k) > 0)


def rotary_score(q, k, m):
    """qᵀR_m k at θ_i = 10000^{-2i/d} as a ball."""
    with flint.ctx.workprec(128):
        total = flint.arb(0)
        for (a, b), (x, y), angle in zip(q, k, rope_frequencies(10_000, 2 * len(q)), strict=True):
            s, c = (m * angle.radians_ball()).sin_cos()
            total += a * (c * x - s * y) + b * (s * x + c * y)
        return total


ONES = ((1, 1),) * 64
RISE = {"q": ONES, "k": ONES, "m": 11, "far": 12}


@theorem(
    "su2021.decay",
    verbatim(
        "Su2021", "p. 5, Section 3.3", "which means the inner-product will decay when the relative position increase"
    ),
    "For fixed q and k and θ_i = 10000^{-2i/d}, the inner product at a distance m' > m is at most that at m.",
    FARTHER,
    PLANES,
    example=RISE,
    verdict=Tier.REFUTED,
    readings="Read for every two distances. The section refers to 3.4.3, where an upper bound is derived and its plot shown.",
    in_fairness="What Section 3.4.3 derives, a bound on the inner product (men2024.eq7), is true, and its plot falls on the whole. The sentence passes from the bound to what it "
    "bounds. That a score can be made largest at any distance is known: Barbero et al., Proposition 3.1 (barbero2024.prop31).",
    erratum=Erratum(
        Weight.READING,
        "no construction rests on it; later work repeats it",
        "for “will decay when the relative position increase” read “stays within one bound at every relative position”",
        fault="“decay” of what oscillates",
        seen="d = 128, all components of q and k equal to 1: m = 11: 84.6886…, m = 12: 84.7627…",
    ),
)
def decays(q, k, m, far):
    return at_most(rotary_score(q, k, far), rotary_score(q, k, m))


decays.true_at("from 1 to 2", {**RISE, "m": 1, "far": 2})
decays.outside("the nearer distance is farther", {**RISE, "m": 2, "far": 1}, FARTHER)
decays.outside("as many planes", {**RISE, "q": ONES[1:]}, PLANES, says_nothing=True)
decays.edge("one plane, q = k", {"q": ((1, 0),), "k": ((1, 0),), "m": 3, "far": 4}, assumed=True, holds=False)
decays.edge("q against -q: it rises from 1 to 2", {"q": ONES, "k": ((-1, -1),) * 64, "m": 1, "far": 2}, holds=False)


@decays.by_hand
def decays_by_hand(q, k, m, far):
    near, away = rotary_score(q, k, m), rotary_score(q, k, far)
    return [
        f"d = {2 * len(q)}, all components of q and k equal to 1: qᵀR_m k = 2·Σ cos(mθ_i), i = 0, …, {len(q) - 1}",
        f"At m = {m}: {number(near)}",
        f"At m = {far}: {number(away)} {sign(away, near)} {number(near)}",
    ]


decays.proof(lambda proof: proof.refute(RISE, "balls around both scores"))


def norm(v):
    return (ball(v[0]) ** 2 + ball(v[1]) ** 2).sqrt()


@theorem(
    "su2021.decay.corrected",
    ours("Su2021", "for p. 5, Section 3.3"),
    "At every distance, |qᵀR_m k| <= Σ_i |q_i||k_i|, |q_i| and |k_i| the norms in plane i.",
    Hypothesis("q, k and θ have as many planes", lambda q, k, angles, **_: len(q) == len(k) == len(angles) > 0),
    example={"q": ((1, 2), (0, 1)), "k": ((1, 0), (3, -1)), "angles": (Angle.parse("1"), Angle.parse("0.1")), "m": 5},
    small=lambda thorough: (
        {"q": ((1, 2), (1, -1)), "k": ((3, 1), (0, 2)), "angles": (Angle.parse("1"), Angle.parse(g)), "m": m}
        for g in ("0.1", "1/3")
        for m in range(1, 30)
    ),
    readings="Any angles. Attained where every plane's key is the query turned back (barbero2024.prop31).",
)
def bounded(q, k, angles, m, share=1):
    most = sum((norm(a) * norm(b) for a, b in zip(q, k, strict=True)), flint.arb(0))
    return at_most(abs(ball(score(q, k, angles, m))), ball(share) * most)


bounded.false(
    "half of it", {"q": ((1, 0),), "k": ((1, 0),), "angles": (Angle.parse("1"),), "m": 0}, share=Fraction(1, 2)
)
bounded.false(
    "the inner product at distance 0",
    {"q": ((1, 0),), "k": ((0, 1),), "angles": (Angle.parse("1"),), "m": 1},
    holds=lambda q, k, angles, m: at_most(abs(ball(score(q, k, angles, m))), abs(ball(score(q, k, angles, 0)))),
)
COORDINATES = st.fractions(Fraction(1, 3), 3, max_denominator=6)
bounded.attack(
    at=st.builds(
        lambda planes, m: {"q": tuple((a, b) for a, b, *_ in planes), "k": tuple((x, -y) for _, _, x, y, _ in planes), "angles": tuple(Angle(0, g) for *_, g in planes), "m": m},
        st.lists(st.tuples(*[COORDINATES] * 4, st.fractions(Fraction(1, 50), 1, max_denominator=60)), min_size=1, max_size=4), st.integers(1, 500),
    )
)  # fmt: skip


@bounded.proof
def proof(proof):
    from sympy import symbols

    a, b, x, y = symbols("a b x y", real=True)
    proof.identity("Lagrange", (a * x + b * y) ** 2 + (a * y - b * x) ** 2, (a**2 + b**2) * (x**2 + y**2))
    proof.qed("any queries, keys and angles, every real m")
