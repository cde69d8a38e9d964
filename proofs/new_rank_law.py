"""The rank law: RoPE's frequencies are linearly dependent over the rationals where the base is a power whose exponent shares a factor with the number of planes; their rank is known exactly.

Idea: with b = c^e and m = h/gcd(e, h) the m-th next frequency is the same but for a whole factor, so m frequencies span all h. The first m are independent, if c is no perfect power, since
X^m - c^{-e'} has no factor of lower degree: the companion matrix M of one, of degree f, would have M^m = c^{-e'}, so det(M)^m = c^{-e'f} with det(M) rational, and m would divide f.

Traps: b = 10^4 with 64 planes has rank 16, b = 10^6 rank 32, b = 5·10^5 the full 64. Each plane times a rational factor other than 0, as linear scaling and YaRN with whole
ramp ends do, leaves the rank as it is (a plane stays in the line of its class); llama3's middle band involves π, and nothing is said. Independent over the rationals is not yet
independent of π: where positions fill a torus densely is another question.
"""

from fractions import Fraction
from math import gcd

import z3
from flint import arb, ctx, fmpq, fmpq_poly
from sympy import integer_nthroot

from rope_theory.evidence.claims import Hypothesis, Truth, ours, st, theorem, truth

SOURCE = ours("", "on independence of the planes' phases, as Du et al. 2026 (arXiv 2605.15514) use it")
WHOLE = Hypothesis("c >= 2, e, h >= 1", lambda c, e, h, k, **_: c >= 2 and e >= 1 and h >= 1 and k >= 0)


@theorem(
    "new.rank-law",
    SOURCE,
    "For a base b = c^e, c >= 2 and e, h >= 1 whole, and g = gcd(e, h): θ_{k+h/g} = θ_k/c^{e/g}, where θ_k = b^{-k/h}. So the h frequencies span no more than h/g "
    "dimensions over the rationals.",
    WHOLE,
    example={"c": 10, "e": 4, "h": 64, "k": 0},
    small=lambda thorough: (
        {"c": c, "e": e, "h": h, "k": k}
        for c in (2, 3, 10)
        for e in range(1, 7)
        for h in (1, 2, 3, 4, 6, 12, 64)
        for k in (0, 1, 5)
    ),
    readings="Evaluated as whole numbers, both sides to the power -h. b = 10^4, h = 64: θ_{k+16} = θ_k/10. The span is, in the formal statement: every frequency is one of the first h/g divided by a power of c.",
)
def repeats(c, e, h, k, steps=1, factor=1):
    g = gcd(e, h)
    return Fraction(c) ** (e * (k * g + steps * h)) == Fraction(c) ** (e * k * g + factor * (e // g) * h * g)


repeats.false("after half as many", {"c": 2, "e": 1, "h": 2, "k": 0}, steps=Fraction(1, 2))
repeats.false("divided by the whole of b", {"c": 2, "e": 2, "h": 2, "k": 0}, factor=2)
repeats.attack(c=st.integers(2, 50), e=st.integers(1, 12), h=st.integers(1, 128), k=st.integers(0, 130))


@repeats.proof
def repeats_proof(proof):
    k, g, part, m = z3.Reals("k g e/g h/g")
    proof.implies(
        "the exponent grows by e/g: e(k + m)/h = ek/h + e/g, where e = (e/g)g and h = mg",
        [g > 0, m > 0],
        (part * g) * (k + m) / (m * g) == (part * g) * k / (m * g) + part,
    )
    proof.qed("every c >= 2, e, h >= 1 and k >= 0")


def is_perfect_power(c: int) -> bool:
    return any(integer_nthroot(c, k)[1] for k in range(2, c.bit_length() + 1))


def vanishes(coefficients, c, e, m) -> Truth:
    """Whether Σ a_k z^k = 0 at z = c^{-e/m}: z is a root of X^m - c^{-e}, which has no double roots, so of its common factor with the sum or of the rest."""
    relation, whole = fmpq_poly(list(map(fmpq, coefficients))), fmpq_poly([-fmpq(1, c**e)] + [0] * (m - 1) + [1])
    if relation == 0:
        return Truth.TRUE
    common = relation.gcd(whole)
    before, ctx.prec = ctx.prec, 300
    try:
        z = arb(c) ** (-arb(e) / m)
        at_common, at_rest = (
            sum((arb(a) * z**k for k, a in enumerate(one.coeffs())), arb(0)) for one in (common, whole / common)
        )
    finally:
        ctx.prec = before
    if not at_common.contains(0):
        return Truth.FALSE
    return Truth.TRUE if not at_rest.contains(0) else Truth.UNKNOWN


FREE = Hypothesis("c >= 2 is no perfect power", lambda c, **_: c >= 2 and not is_perfect_power(c))
LOWEST = Hypothesis("e >= 1, gcd(e, m) = 1", lambda e, m, **_: m >= 1 and e >= 1 and gcd(e, m) == 1)
FEWER = Hypothesis("m coefficients", lambda m, coefficients, **_: len(coefficients) == m)


def at(c, e, *coefficients):
    return {"c": c, "e": e, "m": len(coefficients), "coefficients": coefficients}


@theorem(
    "new.rank-law.independent",
    SOURCE,
    "If c > 1 is whole and no perfect power, e >= 1 and gcd(e, m) = 1, then the powers z^0, …, z^{m-1} of z = c^{-e/m} are linearly independent over the rationals. So for b = c^e the h "
    "frequencies b^{-k/h} span exactly h/gcd(e, h) dimensions, and all h where gcd(e, h) = 1.",
    FREE,
    LOWEST,
    FEWER,
    example=at(10, 1, 3, -2, 0, 7),
    small=lambda thorough: (
        at(c, e, *row)
        for c in (2, 6, 10, 12)
        for e in (1, 3, 5)
        for row in ((1, -1), (1, 1, -2), (4, 0, -1, 0), (0, 0, 0), (10, -3, 1, 2, 5))
        if gcd(e, len(row)) == 1
    ),
    readings=(
        "For h = 64: 16 dimensions at b = 10^4, 32 at 10^6, 64 at 5·10^5, which is no perfect power.",
        "Evaluated exactly, by the common factor with X^m - c^{-e}. The formal statement has the independence. That the dimension is h/gcd(e, h) is this, at m = h/gcd(e, h), and that these span all (new.rank-law).",
    ),
)
def independent(c, e, m, coefficients):
    return truth(not any(coefficients)) | ~vanishes(coefficients, c, e, m)


independent.false("of a perfect power, too: 1 - 2z = 0 for c = 4", at(4, 1, 1, -2), FREE)
independent.false("with a common factor of e and m: c = 2, e = m = 2", at(2, 2, 1, -2), LOWEST)
independent.false("one power more", {**at(10, 1, -1, 0, 0, 10), "m": 3}, FEWER)
independent.attack(
    at=st.builds(
        lambda c, e, row: at(c, e, *row),
        st.sampled_from([2, 3, 5, 6, 7, 10, 12, 20, 50]),
        st.sampled_from([1, 5, 7, 11]),
        st.lists(st.integers(-9, 9), min_size=1, max_size=6).filter(lambda row: len(row) != 5).map(tuple),
    )
)


@independent.proof
def independent_proof(proof):
    m, degree, whole = z3.Ints("m f e·f/m")
    proof.implies(
        "a factor of degree f < m: m divides f as soon as it divides e·f (gcd 1), so f = 0",
        [m >= 1, 0 <= degree, degree < m, degree == m * whole],
        degree == 0,
    )
    proof.qed("every such c, e and m, all rational coefficients")
