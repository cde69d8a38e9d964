"""Any relative encoding that keeps norms scores like a mix of rotary planes: q·U^t k, U orthogonal, is Σ r_k cos(tg_k - φ_k).

Idea: an orthogonal matrix is, in a suitable orthonormal basis, a row of plane rotations and of entries 1 and -1. A plane that turns by tg gives cos(tg)·(q·k) + sin(tg)·(q₂k₁ - q₁k₂), a
wave; the entries 1 add a constant, a wave of frequency 0; the entries -1 together one of frequency π.

Traps: frequencies beside 0 are at most (d+1)/2, not d/2: an entry -1 alone is a frequency, as in a reflection. In a continuous group e^{tX} there is none, and d/2 is right. Encodings that do not keep
norms can do other things: a shear adds a bias that grows with the distance, as ALiBi's (new.bias-exclusion.alibi). Nothing is said of codes that do not depend on the distance alone.
"""

from fractions import Fraction

import sympy
import z3
from flint import fmpq, fmpq_mat, fmpq_poly
from sympy import cos, sin, symbols

from rope_theory.evidence.claims import Hypothesis, Tier, domain, ours, st, theorem, trusted
from rope_theory.evidence.engines.formulas import unknown

D = z3.Int("d")


def exact(matrix):
    return fmpq_mat(
        len(matrix),
        len(matrix),
        [fmpq(Fraction(x).numerator, Fraction(x).denominator) for row in matrix for x in row],
    )


def identity(size):
    return fmpq_mat(size, size, [int(i == j) for i in range(size) for j in range(size)])


ORTHOGONAL = Hypothesis(
    "U is orthogonal: it keeps norms",
    lambda matrix: exact(matrix) * exact(matrix).transpose() == identity(len(matrix)),
)


def frequencies(matrix) -> int | None:
    """How many frequencies beside 0 the powers have; None where some score is no mix of waves.

    The scores are mixes exactly if every eigenvalue has modulus 1 and none needs a Jordan block: a polynomial without double roots, all on the circle, is 0 at U.
    """
    size = len(matrix)
    whole = exact(matrix).charpoly()
    least = whole / whole.gcd(whole.derivative())
    value = fmpq_mat(size, size, [0] * size * size)
    for coefficient in reversed(least.coeffs()):
        value = value * exact(matrix) + identity(size) * coefficient
    if value != fmpq_mat(size, size, [0] * size * size):
        return None
    one, minus = fmpq_poly([-1, 1]), fmpq_poly([1, 1])
    flips = least(fmpq(-1)) == 0
    for root, factor in ((fmpq(1), one), (fmpq(-1), minus)):
        if least(root) == 0:
            least = least / factor
    # what is left has roots in pairs z, 1/z on the circle exactly if it is p(z + 1/z)·z^n with n roots of p in (-2, 2)
    coefficients, half = least.coeffs(), least.degree() // 2
    if least.degree() % 2 or coefficients != coefficients[::-1]:
        return None
    z = sympy.Symbol("z")
    sums = [sympy.Integer(2), z]
    while len(sums) <= half:
        sums.append(sympy.expand(z * sums[-1] - sums[-2]))
    real = sympy.Rational(int(coefficients[half].p), int(coefficients[half].q)) + sum(
        sympy.Rational(int(coefficients[half + k].p), int(coefficients[half + k].q)) * sums[k]
        for k in range(1, half + 1)
    )
    if half and sympy.Poly(real, z).count_roots(-2, 2) != half:
        return None
    return half + flips


def at(*rows):
    return {"matrix": tuple(tuple(Fraction(x) for x in row) for row in rows)}


def from_skew(entries, size):
    """(I - S)(I + S)^{-1} for the skew matrix with these entries: rational and orthogonal."""
    skew = [[Fraction(0)] * size for _ in range(size)]
    below = [(i, j) for i in range(size) for j in range(i)]
    for value, (i, j) in zip(entries, below, strict=True):
        skew[i][j], skew[j][i] = Fraction(value), -Fraction(value)
    s, one = exact(skew), identity(size)
    turned = (one - s) * (one + s).inv()
    return tuple(tuple(Fraction(int(turned[i, j].p), int(turned[i, j].q)) for j in range(size)) for i in range(size))


TURN = ((Fraction(3, 5), Fraction(-4, 5)), (Fraction(4, 5), Fraction(3, 5)))
FLIP = at((Fraction(3, 5), Fraction(-4, 5), 0), (Fraction(4, 5), Fraction(3, 5), 0), (0, 0, -1))


def small(thorough):
    yield from (at((1,)), at((-1,)), {"matrix": TURN}, FLIP, at((0, 1), (1, 0)), at((0, 1, 0), (0, 0, 1), (1, 0, 0)))
    for size in (2, 3, 4, 5) if thorough else (2, 3, 4):
        for first in (1, Fraction(1, 2), -2):
            matrix = from_skew([first + k for k in range(size * (size - 1) // 2)], size)
            yield {"matrix": matrix}
            yield {"matrix": (*matrix[:-1], tuple(-x for x in matrix[-1]))}


@theorem(
    "new.isometric",
    ours("", "on what relative encodings can be"),
    "For every orthogonal d×d matrix U there are at most (d+1)/2 frequencies g_k beside 0 such that for all q and k and whole t the score q·U^t k is a constant plus Σ r_k cos(tg_k - φ_k).",
    ORTHOGONAL,
    domain(D >= 1, of=lambda matrix: {D: len(matrix)}),
    example=FLIP,
    verdict=Tier.DERIVED,
    small=small,
    readings="Evaluated exactly by the characteristic polynomial. So K of (d+1)/2 frequencies obey the laws for K planes; r_k and φ_k are of any sign and size.",
)
def is_mix(matrix, less=0):
    found = frequencies(matrix)
    return found is not None and 2 * found <= len(matrix) + 1 - less


is_mix.false("at most d/2 frequencies", FLIP, less=1)
is_mix.false("a shear, which keeps no norms", at((1, 1), (0, 1)), ORTHOGONAL)
is_mix.false("twice a rotation", at((Fraction(6, 5), Fraction(-8, 5)), (Fraction(8, 5), Fraction(6, 5))), ORTHOGONAL)
is_mix.attack(
    at=st.integers(1, 4).flatmap(
        lambda size: st.builds(
            lambda entries, flip: {"matrix": tuple(tuple(-x for x in row) if flip and i == 0 else row for i, row in enumerate(from_skew(entries, size)))},
            st.lists(st.fractions(-3, 3, max_denominator=4), min_size=size * (size - 1) // 2, max_size=size * (size - 1) // 2),
            st.booleans(),
        )
    )
)  # fmt: skip


@is_mix.proof
def proof(proof, less=0):
    q1, q2, k1, k2, g, t = symbols("q1 q2 k1 k2 g t", real=True)
    c, s = cos(t * g), sin(t * g)
    dot, cross, block, wave, before, mix = z3.Reals("q·k q2·k1-q1·k2 block wave blocks_before waves_before")
    planes, ones, minus = z3.Ints("planes ones minus_ones")
    proof.identity(
        "a plane turned by tg",
        q1 * (c * k1 - s * k2) + q2 * (s * k1 + c * k2),
        c * (q1 * k1 + q2 * k2) + s * (q2 * k1 - q1 * k2),
        says=block == unknown(c) * dot + unknown(s) * cross,
    )
    proof.trust(trusted.WAVE, says=unknown(c) * dot + unknown(s) * cross == wave)
    proof.trust(
        trusted.ORTHOGONAL_FORM, says=z3.And(2 * planes + ones + minus == D, planes >= 0, ones >= 0, minus >= 0)
    )
    count = planes + z3.If(minus > 0, 1, 0)
    proof.qed(
        "every d >= 1 and every orthogonal U, all real q and k, every whole t",
        z3.Implies(before == mix, z3.And(before + block == mix + wave, 2 * count <= D + 1 - less)),
    )
