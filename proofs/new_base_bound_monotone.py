"""A larger base can have an earlier first negative of the kernel; what does grow is a lower bound.

Idea: B(m) falls to 0 through oscillations of the fast planes, and whether a dip reaches below 0 depends on how the
planes happen to line up. Raising the base moves all planes but the first, and an earlier dip may become the first one
below 0.

What survives of the rule: the K - j slower planes turn at most m·b^(-j/K) each, so each of them adds at least 1 -
m²b^(-2j/K)/2, and the j fastest take away at most 1 each. As long as the former outweigh the latter, B(m) is positive.

Traps: for j = 0 the first plane, cos m, spoils the argument; for j >= K/2 nothing is left to outweigh. The sum is
strict since cos m > -1 for whole m >= 1 (π is irrational).
"""

import functools
from fractions import Fraction

import z3
from sympy import cos, sin, symbols

from rope_theory.evidence.by_hand import beside_zero, between, sign
from rope_theory.evidence.claims import Hypothesis, Tier, Truth, ours, theorem, trusted
from rope_theory.laws.discrepancy import kernel_at
from rope_theory.laws.discrepancy.kernel import first_negative_of

MEN = "Men et al. 2024, Base of RoPE Bounds Context Length"
ORDERED = Hypothesis("1 < b < b'", lambda small, large, **_: 1 < small < large)
EVEN = Hypothesis("d is even and positive", lambda dim, **_: dim > 0 and dim % 2 == 0)


def bases(small, large, dim=128):
    return {"small": small, "large": large, "dim": dim}


@theorem(
    "new.base-bound-monotone",
    ours(MEN, "a rule of thumb drawn from it, not stated there"),
    "A larger base never has an earlier first negative B(m).",
    ORDERED,
    EVEN,
    example=bases(9_000, 10_000),
    verdict=Tier.REFUTED,
    readings="If it were true, there would be one least base for a context length. The bases that are good for a "
    "length are not all those above one: at d = 128 and n = 131072 base 10^7 is good and 1.2·10^7 is not. The formal statement has a witness of its own, d = 8 with "
    "the bases 3.8^4 and 4^4 and first negatives 16 and 15; the one shown here is by balls.",
)
def monotone(small, large, dim):
    return first_negative_of(large, dim) >= first_negative_of(small, dim)


def firsts(small, large, dim):
    """Where each base has its first negative, and both kernels at that of the larger base."""
    low, high = first_negative_of(small, dim), first_negative_of(large, dim)
    told = (beside_zero(f"B({high})", between(kernel_at(base, dim, high))) for base in (small, large))
    return (
        f"first m with B(m) < 0: {low} at base {small}, {high} at base {large}, and {high} {sign(high, low)} {low}",
        "; ".join(f"{line} at base {base}" for base, line in zip((small, large), told, strict=True)),
    )


@monotone.by_hand
def earlier_dip(small, large, dim):
    first, there = firsts(small, large, dim)
    fewer = bases(118, 119, dim=26)
    return [
        f"d = {dim}: B(m) is the sum of {dim // 2} cosines, of m·b^(-i/{dim // 2}), i = 0, …, {dim // 2 - 1}",
        f"The {first}",
        there,
        f"With {fewer['dim'] // 2} cosines, d = {fewer['dim']}, the {'; '.join(firsts(**fewer))}",
    ]


monotone.true_at("bases 10^4 and 5·10^5 at d = 128", bases(10_000, 500_000))
monotone.true_at("bases 9000 and 9100 at d = 128", bases(9_000, 9_100))
monotone.true_at("d = 2, where the base does not matter", bases(9_100, 9_200, dim=2))
monotone.outside("the first base is the larger one", bases(10_000, 9_100), ORDERED)
monotone.outside("an odd dimension has no planes of two", bases(9_100, 9_200, dim=127), EVEN, says_nothing=True)
monotone.edge(
    "a witness to recompute by hand: 13 planes, 41 positions", bases(118, 119, dim=26), assumed=True, holds=False
)


@monotone.proof
def refutation(proof):
    proof.certify(
        "first negatives at d = 128: 1440 at base 9100 and 1373 at base 9200",
        ((9_100, 1440), (9_200, 1373)),
        lambda row: first_negative_of(row[0], 128) == row[1],
    )
    proof.refute(bases(9_100, 9_200), "certified enclosure of both first negatives")


def within(base, dim, split, m, factor=2):
    """m²·(K - j) <= factor·(K - 2j)·b^(2j/K), by exact powers."""
    planes = dim // 2
    left, right = Fraction(m) ** 2 * (planes - split), factor * (planes - 2 * split)
    return left**planes <= right**planes * Fraction(base) ** (2 * split)


def splits(thorough):
    """Small and usual dimensions and bases, every split, the largest m within the bound and a smaller one."""
    for dim in (6, 8, 16, 64, 128):
        for base in (2, 10, 10_000, 500_000):
            for split in sorted({1, dim // 8, dim // 4 - 1} & set(range(1, dim // 4 + 1))):
                m = 1
                while within(base, dim, split, m + 1):
                    m += 1
                yield from (kernel(base, dim, split, each) for each in sorted({1, m}))


def kernel(base, dim, split, m):
    return {"base": Fraction(base), "dim": dim, "split": split, "m": m}


SHORT = Hypothesis("m² <= 2·(K - 2j)/(K - j)·b^(2j/K)", within)


@theorem(
    "new.base-bound-monotone.corrected",
    ours(MEN, "what is true of the rule of thumb drawn from it"),
    "With K = d/2 planes and any whole 1 <= j < K/2: B(m) > 0 for every m >= 1 with m² <= 2·(K-2j)/(K-j)·b^(2j/K). So the "
    "first negative lies beyond bounds that do grow with the base, for j near K/2 almost like its square root.",
    Hypothesis("d is even and 1 <= j < d/4", lambda dim, split, **_: dim % 2 == 0 and 1 <= split and 4 * split < dim),
    Hypothesis("b > 1, m >= 1", lambda base, m, **_: base > 1 and m >= 1),
    SHORT,
    example=kernel(10_000, 128, 31, 20),
    small=splits,
)
def corrected(base, dim, split, m, where=None):
    """`where`: another bound on m; beyond it nothing is said."""
    if where and not where(base, dim, split, m):
        return True
    low, high = kernel_at(base, dim, m)
    return Truth.TRUE if low > 0 else Truth.FALSE if high < 0 else Truth.UNKNOWN


@corrected.by_hand
def value_there(base, dim, split, m):
    return [f"base {base}, d = {dim}, j = {split}", beside_zero(f"B({m})", between(kernel_at(base, dim, m)))]


corrected.false("4 in place of 2", kernel(10, 6, 1, 3), SHORT, where=functools.partial(within, factor=4))
corrected.false("for every m", kernel(10_000, 128, 31, 1707), SHORT)
corrected.false(
    "b in place of b^(2j/K)", kernel(10_000, 128, 31, 1707), SHORT, where=lambda base, dim, split, m: m <= base
)
corrected.edge("m = 2 is within the bound at K = 3, j = 1, base 10", kernel(10, 6, 1, 2), assumed=True, holds=True)
corrected.edge("m = 3 is beyond it, and negative", kernel(10, 6, 1, 3), assumed=False, holds=False)


@corrected.proof
def corrected_proof(proof):
    x = symbols("x", real=True)
    size, half, value, top, y = z3.Reals("|x| s c m·b^(-j/K) y")
    proof.identity("1 - cos x = 2 sin²(x/2)", 1 - cos(x), 2 * sin(x / 2) ** 2)
    proof.trust(trusted.SINE_SMALL)
    proof.implies(
        "so cos x >= 1 - x²/2; a plane after the j-th has x <= m·b^(-j/K), so it adds at least 1 - y/2, y = m²b^(-2j/K)",
        [0 <= size, size <= top, y == top * top, -size <= 2 * half, 2 * half <= size, 1 - value == 2 * half * half],
        z3.And(value >= 1 - size * size / 2, value >= 1 - y / 2),
    )
    planes, j, fast, slower = z3.Reals("K j F S")
    proof.trust(trusted.PI_IRRATIONAL)  # cos m > -1, so the j fastest take away less than j
    proof.implies(
        "y(K - j) <= 2(K - 2j) makes (K - j)(1 - y/2) >= j, and the sum positive",
        [fast > -j, slower >= (planes - j) * (1 - y / 2), y * (planes - j) <= 2 * (planes - 2 * j)],
        fast + slower > 0,
    )
    proof.qed("every even d >= 6, every real b > 1, every whole j and m within the bounds")
