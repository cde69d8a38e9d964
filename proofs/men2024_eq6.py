"""NTK-aware scaling keeps the turn of the slowest plane: b_new = b·s^{d/(d-2)} is the base that does.

Idea: the slowest plane has the frequency b^{-(d-2)/d}. In T_new·b_new^{-(d-2)/d} = T·b^{-(d-2)/d} with T_new = sT the factor s is
taken up by b_new = b·s^p exactly if p·(d-2)/d = 1.

Traps: d > 2. Only the slowest plane turns as far over sT as it did over T; all others turn farther. T_new b_new^{-1} = T b^{-1} would be
another base, b·s.
"""

from fractions import Fraction

import z3

from rope_theory.evidence.claims import Hypothesis, paraphrase, st, theorem

PLANES = Hypothesis("d is even, d > 2", lambda dim, **_: dim % 2 == 0 and dim > 2)
STRETCH = Hypothesis("b > 0, s > 0, s ≠ 1", lambda base, scale, **_: base > 0 and scale > 0 and scale != 1)


def at(base, scale, dim):
    return {"base": Fraction(base), "scale": Fraction(scale), "dim": dim}


@theorem(
    "men2024.eq6",
    paraphrase("Men2024", "p. 4, eq. (6)"),
    "With T > 0 and T_new = sT, b_new = b·s^{d/(d-2)} is the one base > 0 with T_new·b_new^{-(d-2)/d} = T·b^{-(d-2)/d}: the slowest plane turns as far over "
    "the new length as it did over the old one.",
    PLANES,
    STRETCH,
    example=at(10_000, 8, 128),
    readings="Said there of 'the lowest frequency part'. For s = 1 nothing changes.",
)
def slowest_kept(base, scale, dim, power=lambda dim: Fraction(dim, dim - 2), plane=None):
    """Both sides raised to the d-th power and divided by T^d: s^d·(b·s^p)^{-2i} against b^{-2i} for plane i, the slowest by default."""
    i = dim // 2 - 1 if plane is None else plane
    exponent = dim - 2 * i * power(dim)  # of s; b's exponents agree
    left, right = scale**exponent.numerator if exponent >= 0 else 1, scale**-exponent.numerator if exponent < 0 else 1
    return left == right


slowest_kept.false("b_new = b·s", at(10_000, 8, 128), power=lambda dim: Fraction(1))
slowest_kept.false("the fastest plane keeps its turn, too", at(10_000, 8, 128), plane=0)
slowest_kept.false("the plane before the slowest one, too", at(10_000, 8, 128), plane=62)
slowest_kept.false("s^{(d-2)/d}", at(10_000, 8, 128), power=lambda dim: Fraction(dim - 2, dim))
slowest_kept.attack(
    base=st.fractions(2, 10**6, max_denominator=9), scale=st.fractions(Fraction(1, 4), 32, max_denominator=8),
    dim=st.sampled_from([4, 6, 64, 96, 128]),
)  # fmt: skip


@slowest_kept.proof
def proof(proof):
    d, p = z3.Reals("d p")
    proof.implies("p·(d-2)/d = 1 leaves no power of s", [d > 2, p * (d - 2) == d], d - (d - 2) * p == 0)
    proof.qed("every real d > 2, b, s, T > 0")
