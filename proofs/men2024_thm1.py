"""On average a similar key is ahead of a random one by 2σ²·B(m), B(m) = Σ_i cos(mθ_i); with free variances, by a weighted sum.

Idea: in qᵀR_m(q + ε) the terms with sines cancel, plane by plane, and ε is gone on average. What a random key scores takes the squares
of the means away again; the variances are left.

Traps: the noise must be independent of q, not only of mean 0: ε = -q has mean 0 where q has, and then a similar key scores nothing.
The key must have the query's means. Nothing is said of a single query and key: both sides are means.
"""

import itertools
from fractions import Fraction

from sympy import cos, sin, symbols

from rope_theory.core.angles import Angle, TrigSum
from rope_theory.core.rope import rotate
from rope_theory.evidence.claims import Hypothesis, paraphrase, st, theorem

COIN = ((Fraction(1), Fraction(1, 2)), (Fraction(-1), Fraction(1, 2)))
SKEW = ((Fraction(3), Fraction(1, 4)), (Fraction(0), Fraction(3, 4)))
ONE = ((Fraction(1), Fraction(1)),)


def mean(values):
    return sum(value * share for value, share in values)


def variance(values):
    return sum(value**2 * share for value, share in values) - mean(values) ** 2


def score(angle, q, k):
    """qᵀ R k of one plane."""
    x, y = rotate(angle, k)
    return q[0] * x + q[1] * y


def pairs(first, second):
    """The distribution of a plane's two components."""
    return [((x, y), p * r) for (x, p), (y, r) in itertools.product(first, second)]


def ahead(components, noise, angles, m, dependent=False):
    """E qᵀR_m(q + ε) - E qᵀR_m k, exactly, all draws enumerated; `dependent`: ε = -q instead."""
    total = TrigSum({})
    for (first, second), theta in zip(components, angles, strict=True):
        queries = pairs(first, second)
        for (q, p), (e, r) in itertools.product(queries, pairs(noise, noise)):
            e = (-q[0], -q[1]) if dependent else e
            total += p * r * score(m * theta, q, (q[0] + e[0], q[1] + e[1]))
        for (q, p), (k, r) in itertools.product(queries, queries):
            total -= p * r * score(m * theta, q, k)
    return total


CHANCES = Hypothesis(
    "shares are positive and add up to 1",
    lambda components, noise, **_: all(
        all(share > 0 for _, share in one) and sum(share for _, share in one) == 1
        for one in (*itertools.chain(*components), noise)
    ),
)
CENTRED = Hypothesis("ε is independent of q, and E ε = 0", lambda noise, **_: mean(noise) == 0)
ALIKE = Hypothesis(
    "the components are identically distributed",
    lambda components, **_: len({tuple(sorted(one)) for one in itertools.chain(*components)}) == 1,
)


def instance(*components, noise=COIN, angles=("1", "0.1"), m=3):
    planes = tuple(tuple(plane) for plane in components)
    return {"components": planes, "noise": noise, "angles": tuple(map(Angle.parse, angles[: len(planes)])), "m": m}


def small(thorough: bool):
    for m in range(-2, 6 if thorough else 4):
        for one in (COIN, SKEW, ((Fraction(1, 2), Fraction(1, 3)), (Fraction(2), Fraction(2, 3)))):
            for angles in (("1", "pi/3"), ("2pi/5", "0")):
                yield instance((one, one), (one, one), angles=angles, m=m)


EVEN = instance((SKEW, SKEW), (SKEW, SKEW))
UNEVEN = instance((SKEW, COIN), (ONE, COIN))
VALUES = st.sampled_from([COIN, SKEW, ONE, ((Fraction(-2), Fraction(1, 5)), (Fraction(1, 3), Fraction(4, 5)))])
NOISES = st.sampled_from(
    [COIN, ((Fraction(2), Fraction(1, 3)), (Fraction(-1), Fraction(2, 3))), ((Fraction(0), Fraction(1)),)]
)
ANGLES = st.builds(Angle, st.fractions(-1, 1, max_denominator=9), st.fractions(-2, 2, max_denominator=5))


@theorem(
    "men2024.thm1",
    paraphrase("Men2024", "p. 6, Theorem 1"),
    "Let the components of q and k be independent and identically distributed with standard deviation σ, and k* = q + ε with ε "
    "independent of q and E ε = 0. Then (E qᵀR_m k* - E qᵀR_m k)/(2σ²) = Σ_i cos(mθ_i) = B(m).",
    CHANCES,
    CENTRED,
    ALIKE,
    spread := Hypothesis("σ > 0", lambda components, **_: variance(components[0][0]) > 0),
    example=EVEN,
    small=small,
    readings=(
        "That ε is independent of q is what the proof uses (p. 14): it takes the mean of ε by itself.",
        "For any angles θ_i; the base does not enter.",
    ),
)
def similar(components, noise, angles, m, dependent=False, share=2):
    kernel = sum(((m * theta).cos() for theta in angles), TrigSum({}))
    return ahead(components, noise, angles, m, dependent) == share * variance(components[0][0]) * kernel


similar.false("any noise of mean 0, independent or not", instance((COIN, COIN)), dependent=True)
similar.false("σ² in place of 2σ²", EVEN, share=1)
similar.false("a noise of any mean", {**EVEN, "noise": ONE}, CENTRED)
similar.false("components of different distributions", UNEVEN, ALIKE)
similar.attack(
    at=st.builds(
        lambda one, noise, angles, m: {"components": ((one, one),) * len(angles), "noise": noise, "angles": tuple(angles), "m": m},
        VALUES, NOISES, st.lists(ANGLES, min_size=1, max_size=3), st.integers(-5, 50),
    )
)  # fmt: skip


@similar.proof
def proof(proof):
    x, y, a, b, t = symbols("q0 q1 e0 e1 t", real=True)
    proof.identity(
        "one plane of qᵀR(q + ε): q's sines cancel",
        score(t, (x, y), (x + a, y + b)),
        (x**2 + y**2) * cos(t) + (x * a + y * b) * cos(t) + (y * a - x * b) * sin(t),
    )
    proof.qed(
        "any expectation in which products have the product of the means, any angles and number of planes, any real m"
    )


@theorem(
    "men2024.thm1.variances",
    paraphrase("Men2024", "p. 14, Appendix A, eq. (13)"),
    "Let the components of q be independent with standard deviations σ_a, k independent of q with its means, and k* = q + ε with ε "
    "independent of q and E ε = 0. Then E qᵀR_m k* - E qᵀR_m k = Σ_i (σ_{2i}² + σ_{2i+1}²) cos(mθ_i).",
    CHANCES,
    CENTRED,
    example=UNEVEN,
    readings="The last line of eq. (12) has σ_i and σ_{i+1} where eq. (13) has σ_{2i} and σ_{2i+1}; (13) is decided.",
)
def weighted(components, noise, angles, m, weight=lambda x, y: variance(x) + variance(y)):
    kernel = sum(
        (weight(*plane) * (m * theta).cos() for plane, theta in zip(components, angles, strict=True)), TrigSum({})
    )
    return ahead(components, noise, angles, m) == kernel


weighted.false(
    "(σ_{2i} + σ_{2i+1})² in place of the sum of squares",
    instance((COIN, COIN)),
    weight=lambda x, y: variance(x) + variance(y) + 2 * (variance(x) if variance(x) == variance(y) else 0),
)
weighted.false(
    "second moments in place of variances", UNEVEN, weight=lambda x, y: mean([(a**2, p) for a, p in (*x, *y)])
)
weighted.false("a noise of any mean", {**UNEVEN, "noise": ONE}, CENTRED)
weighted.attack(
    at=st.builds(
        lambda planes, noise, m: {
            "components": tuple((one, other) for one, other, _ in planes), "noise": noise,
            "angles": tuple(theta for *_, theta in planes), "m": m,
        },
        st.lists(st.tuples(VALUES, VALUES, ANGLES), min_size=1, max_size=3), NOISES, st.integers(-5, 50),
    )
)  # fmt: skip


@weighted.proof
def weighted_proof(proof):
    s, n, mean_x, mean_y, t = symbols("s0 s1 mu0 mu1 t", real=True)
    proof.identity(
        "one plane: second moments less squares of means",
        (mean_x**2 + s**2 + mean_y**2 + n**2) * cos(t) - score(t, (mean_x, mean_y), (mean_x, mean_y)),
        (s**2 + n**2) * cos(t),
    )
    proof.qed(
        "any expectation in which products have the product of the means, any angles and number of planes, any real m"
    )
