"""Any relative encoding that keeps norms scores like a mix of rotary planes: q·U^t k, U orthogonal, is Σ r_k cos(tg_k - φ_k); so on several axes.

Idea: an orthogonal matrix is, in a suitable orthonormal basis, a row of plane rotations and of entries 1 and -1. A plane that turns by tg gives cos(tg)·(q·k) + sin(tg)·(q₂k₁ - q₁k₂), a
wave; the entries 1 add a constant, a wave of frequency 0; the entries -1 together one of frequency π. Commuting matrices, one for each axis, have one such basis together; then entries ±1 make a
wave for each pattern of signs. The normal form is classical, and that relative encodings come from commuting generators is in earlier work (STRING,
arXiv 2502.02562; GRAPE, arXiv 2512.07805). What keeping norms costs: all planes come back together (new.recurrence), and so does any lead.

Traps: frequencies beside 0 are at most (d+1)/2, not d/2: an entry -1 alone is a frequency, as in a reflection. In a continuous group e^{tX} there is none, and d/2 is right. Encodings that do not keep
norms can do other things: a shear adds a bias that grows with the distance, as ALiBi's (new.bias-exclusion.alibi). Nothing is said of codes that do not depend on the distance alone.
"""

import itertools
from fractions import Fraction

import sympy
import z3
from flint import fmpq, fmpq_mat, fmpq_poly
from sympy import cos, sin, symbols

from rope_theory.core.angles import Angle
from rope_theory.evidence.claims import Hypothesis, Truth, domain, every, ours, st, theorem, trusted

D = z3.Int("d")


def exact(matrix):
    return fmpq_mat(
        len(matrix),
        len(matrix),
        [fmpq(Fraction(x).numerator, Fraction(x).denominator) for row in matrix for x in row],
    )


def identity(size):
    return fmpq_mat(size, size, [int(i == j) for i in range(size) for j in range(size)])


def orthogonal(matrix):
    return exact(matrix) * exact(matrix).transpose() == identity(len(matrix))


def rows_of(matrix):
    """A matrix of FLINT as rows of fractions."""
    return tuple(tuple(Fraction(int(x.p), int(x.q)) for x in row) for row in matrix.tolist())


def least_polynomial(matrix):
    """The product of x - z over the eigenvalues z, each once."""
    whole = exact(matrix).charpoly()
    return whole / whole.gcd(whole.derivative())


def value(polynomial, matrix):
    """The polynomial at the matrix."""
    found = fmpq_mat(len(matrix), len(matrix), [0] * len(matrix) ** 2)
    for coefficient in reversed(polynomial.coeffs()):
        found = found * exact(matrix) + identity(len(matrix)) * coefficient
    return found


ORTHOGONAL = Hypothesis("U is orthogonal: it keeps norms", orthogonal)


def frequencies(matrix) -> int | None:
    """How many frequencies beside 0 the powers have; None where some score is no mix of waves.

    The scores are mixes exactly if every eigenvalue has modulus 1 and none needs a Jordan block: a polynomial without double roots, all on the circle, is 0 at U.
    """
    least = least_polynomial(matrix)
    if value(least, matrix) != fmpq_mat(len(matrix), len(matrix), [0] * len(matrix) ** 2):
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
    for entry, (i, j) in zip(entries, below, strict=True):
        skew[i][j], skew[j][i] = Fraction(entry), -Fraction(entry)
    s, one = exact(skew), identity(size)
    return rows_of((one - s) * (one + s).inv())


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
def proof(proof):
    q1, q2, k1, k2, g, t = symbols("q1 q2 k1 k2 g t", real=True)
    c, s = cos(t * g), sin(t * g)
    v, once, twice, stretch = z3.Reals("v_i (Uv)_i (U²v)_i λ")
    planes, ones, minus = z3.Ints("planes ones minus_ones")
    proof.implies(
        "an eigenvector v of U + U^T: (U + U^T)v = λv, so that U keeps the plane of v and Uv",
        [twice + v == stretch * once],
        twice == stretch * once - v,
    )
    proof.identity(
        "a plane turned by tg",
        q1 * (c * k1 - s * k2) + q2 * (s * k1 + c * k2),
        c * (q1 * k1 + q2 * k2) + s * (q2 * k1 - q1 * k2),
    )
    proof.trust(trusted.WAVE, trusted.ORTHOGONAL_FORM)
    proof.implies(
        "planes have a frequency each, the entries -1 one together",
        [2 * planes + ones + minus == D, planes >= 0, ones >= 0, minus >= 0],
        2 * (planes + z3.If(minus > 0, 1, 0)) <= D + 1,
    )
    proof.qed("every d >= 1 and every orthogonal U, all real q and k, every whole t")


AXES = Hypothesis(
    "the matrices are orthogonal and commute, one for each axis",
    lambda matrices: (
        all(map(orthogonal, matrices))
        and all(exact(a) * exact(b) == exact(b) * exact(a) for a, b in itertools.combinations(matrices, 2))
    ),
)


def exponentials(matrices, kept=None) -> int:
    """How many exponentials e^{iΣ t_a g_a} the entries of U_1^{t_1}·…·U_a^{t_a} are sums of; `kept`: only those whose parts are roots of that polynomial.

    The rank of the array F(s + t), s and t below d on each axis: exponentials are independent, and each has a matrix that is not 0.
    """
    size = len(matrices[0])
    powers = []
    for matrix in matrices:
        least = least_polynomial(matrix)
        start = identity(size) if kept is None else value(least / least.gcd(kept), matrix)
        powers.append([start])
        for _ in range(2 * size - 2):
            powers[-1].append(powers[-1][-1] * exact(matrix))
    grid = list(itertools.product(range(size), repeat=len(matrices)))

    def entries(at):
        found = identity(size)
        for axis, t in enumerate(at):
            found = found * powers[axis][t]
        return found.entries()

    rows = [[x for t in grid for x in entries([a + b for a, b in zip(s, t, strict=True)])] for s in grid]
    return fmpq_mat(len(rows), len(rows[0]), [x for row in rows for x in row]).rank()


def waves(matrices) -> int:
    """Frequency vectors beside 0, up to sign."""
    real, still = exponentials(matrices, fmpq_poly([-1, 0, 1])), exponentials(matrices, fmpq_poly([-1, 1]))
    return (exponentials(matrices) - real) // 2 + real - still


FLIPS = {"matrices": (at((1, 0), (0, -1))["matrix"], at((-1, 0), (0, 1))["matrix"])}
ROUND_X = at((1, 0, 0), (0, Fraction(3, 5), Fraction(-4, 5)), (0, Fraction(4, 5), Fraction(3, 5)))["matrix"]
ROUND_Z = at((Fraction(3, 5), Fraction(-4, 5), 0), (Fraction(4, 5), Fraction(3, 5), 0), (0, 0, 1))["matrix"]


def commuting(thorough):
    """Powers and mirror images of one matrix commute."""
    for matrix in (TURN, FLIP["matrix"], from_skew([1, 2, -1], 3), at((0, 1), (1, 0))["matrix"]):
        other = rows_of(exact(matrix) * exact(matrix))
        minus = tuple(tuple(-x for x in row) for row in matrix)
        yield from ({"matrices": pair} for pair in ((matrix, other), (minus, other), (matrix,), (matrix, minus)))
    yield FLIPS


@theorem(
    "new.isometric.axes",
    ours("", "on what relative encodings of several axes can be"),
    "For commuting orthogonal d×d matrices U_1, …, U_a, one for each axis, there are at most d vectors of frequencies g beside 0 such that for all q and k and whole t the score "
    "q·U_1^{t_1}·…·U_a^{t_a} k is a constant plus Σ_j r_j cos(Σ_i t_i g_ji - φ_j).",
    AXES,
    domain(D >= 1, of=lambda matrices: {D: len(matrices[0])}),
    example=FLIPS,
    small=commuting,
    readings="Evaluated exactly by ranks. M-RoPE and axial RoPE are of this kind, with one frequency of each vector not 0.",
)
def is_mix_on_axes(matrices, less=0):
    return all(frequencies(each) is not None for each in matrices) and waves(matrices) <= len(matrices[0]) - less


is_mix_on_axes.false("at most d - 1 vectors", FLIPS, less=1)
is_mix_on_axes.false("rotations round two axes of space", {"matrices": (ROUND_X, ROUND_Z)}, AXES)
is_mix_on_axes.false("shears, which commute and keep no norms", {"matrices": (at((1, 1), (0, 1))["matrix"],) * 2}, AXES)


is_mix_on_axes.attack(
    at=st.builds(
        lambda entries, signs: {
            "matrices": tuple(
                tuple(tuple(sign * x for x in row) for row in matrix)
                for sign, matrix in zip(signs, (from_skew(entries, 2), TURN), strict=True)
            )
        },
        st.lists(st.fractions(-3, 3, max_denominator=4), min_size=1, max_size=1),
        st.tuples(st.sampled_from((1, -1)), st.sampled_from((1, -1))),
    )
)
is_mix_on_axes.edge("the identity needs none", {"matrices": (at((1,))["matrix"],), "less": 1}, holds=True)
is_mix_on_axes.edge("a rotation of space needs one", {"matrices": (ROUND_X,), "less": 2}, holds=True)
is_mix_on_axes.edge("and not none", {"matrices": (ROUND_X,), "less": 3}, holds=False)


@is_mix_on_axes.proof
def axes_proof(proof):
    q1, q2, k1, k2, g1, g2, t1, t2 = symbols("q1 q2 k1 k2 g1 g2 t1 t2", real=True)
    c, s = cos(t1 * g1 + t2 * g2), sin(t1 * g1 + t2 * g2)
    planes, signs, count = z3.Ints("planes signs vectors")
    proof.identity(
        "a plane turned by t₁g₁ and then by t₂g₂; further axes alike",
        q1
        * (
            cos(t1 * g1) * (cos(t2 * g2) * k1 - sin(t2 * g2) * k2)
            - sin(t1 * g1) * (sin(t2 * g2) * k1 + cos(t2 * g2) * k2)
        )
        + q2
        * (
            sin(t1 * g1) * (cos(t2 * g2) * k1 - sin(t2 * g2) * k2)
            + cos(t1 * g1) * (sin(t2 * g2) * k1 + cos(t2 * g2) * k2)
        ),
        c * (q1 * k1 + q2 * k2) + s * (q2 * k1 - q1 * k2),
    )
    proof.trust(trusted.WAVE, trusted.COMMUTING_FORM)
    proof.implies(
        "planes and lines have a vector each",
        [2 * planes + signs == D, planes >= 0, signs >= 0, count <= planes + signs],
        count <= D,
    )
    proof.qed("every d >= 1, any number of axes, all commuting orthogonal matrices, all real q and k, all whole t")


FAR = 4000
POSITIVE = Hypothesis("ε > 0 and the slope is not negative", lambda eps, slope, **_: eps > 0 and slope >= 0)


def returning(angles, eps="1/4", start=1, slope=1):
    planes = tuple((Fraction(1, 1 + k), Angle.parse(g), Angle(Fraction(k, 7))) for k, g in enumerate(angles))
    return {"planes": planes, "eps": Fraction(eps), "start": start, "slope": Fraction(slope)}


@theorem(
    "new.isometric.cost",
    ours("", "on what keeping norms costs"),
    "For any planes, weights and phases, ε > 0 and N, some rival at a distance m >= N is less than ε behind the target at distance 0: Σ r_k (cos φ_k - cos(mg_k - φ_k)) < ε. With a shear, "
    "(x, y) to (x + ty, y), which keeps no norms, some query and key lead every distance t >= 1 by st >= s, whatever the slope s >= 0.",
    POSITIVE,
    example=returning(("1", "0.1")),
    small=lambda thorough: (
        returning(angles, "1/4", start) for angles in (("1",), ("pi/3", "1"), ("2pi/7", "2pi/5")) for start in (1, 50)
    ),
    readings="The shear's score is a bias on the distance, as ALiBi's. At an instance the search ends at N + 4000, and t at 9.",
)
def comes_level(planes, eps, start, slope, up_to=FAR, factor=1):
    def logit(t):
        found = [(t * g - phase).cos() * weight for weight, g, phase in planes]
        return sum(found[1:], found[0])

    level = any(logit(0) - logit(m) < eps for m in range(start, start + up_to))
    shear = every([slope * t >= factor * slope for t in range(1, 10)])
    return shear & (Truth.TRUE if level else Truth.UNKNOWN if up_to == FAR else Truth.FALSE)


comes_level.false("within ten positions", returning(("2pi/11",), "1/100"), up_to=10)
comes_level.false("the shear leads by twice its slope", returning(("1",)), factor=2)
comes_level.edge("ε = 0 asks for a return", returning(("1",), "0"), assumed=False)


@comes_level.proof
def cost_proof(proof):
    proof.use("new.recurrence")
    x, phase = symbols("x φ", real=True)
    proof.identity(
        "cos φ - cos(x - φ) = cos φ (1 - cos x) - sin φ sin x, small where cos x is near 1",
        cos(phase) - cos(x - phase),
        cos(phase) * (1 - cos(x)) - sin(phase) * sin(x),
    )
    proof.qed(
        "any number of planes, all real weights, angles and phases, every ε > 0 and N; every slope and real t >= 1"
    )
