"""A rotary score depends on contents and the difference of positions alone; as printed the formula lacks a transpose.

Idea: a rotation's transpose turns back, so R_mᵀR_n = R_{n-m}; and (W_q x)ᵀ = xᵀW_qᵀ.

Traps: W_q need not be symmetric. The rotation turns the key by n - m, forward for a later key.
"""

from fractions import Fraction

from sympy import symbols

from rope_theory.core.angles import Angle
from rope_theory.core.rope import rotate
from rope_theory.evidence.by_hand import compared, number
from rope_theory.evidence.claims import Erratum, Hypothesis, Tier, Weight, ours, paraphrase, st, theorem

WHOLE = Hypothesis("m and n are whole", lambda m, n, **_: isinstance(m, int) and isinstance(n, int))
IDENTITY, QUARTER = ((1, 0), (0, 1)), ((0, -1), (1, 0))


def dot(u, v):
    return u[0] * v[0] + u[1] * v[1]


def apply(matrix, x):
    return dot(matrix[0], x), dot(matrix[1], x)


def transpose(matrix):
    (a, b), (c, d) = matrix
    return (a, c), (b, d)


def both(query, key, x, y, m, n, theta, left):
    """(R_m W_q x)ᵀ(R_n W_k y), and xᵀ·left(W_q)·R_{n-m} W_k y."""
    score = dot(rotate(m * theta, apply(query, x)), rotate(n * theta, apply(key, y)))
    return score, dot(x, apply(left(query), rotate((n - m) * theta, apply(key, y))))


def at(query=QUARTER, key=IDENTITY, x=(1, 0), y=(0, 1), m=0, n=0, theta="1"):
    return {"query": query, "key": key, "x": x, "y": y, "m": m, "n": n, "theta": Angle.parse(theta)}


@theorem(
    "su2021.eq16",
    paraphrase("Su2021", "p. 5, eq. (16)"),
    "(R_m W_q x)ᵀ(R_n W_k y) = xᵀ W_q R_{n-m} W_k y.",
    WHOLE,
    example=at(),
    verdict=Tier.REFUTED,
    readings="As a public transcript has it: W_q without a transpose. One plane; a score of several is the sum over planes.",
    in_fairness="A transpose is missing, no more: the equation that is meant is true, and the whole paper rests on that one.",
    erratum=Erratum(
        Weight.SLIP,
        "a missing transpose",
        "W_qᵀ in place of W_q",
        fault="a missing transpose",
    ),
)
def printed(query, key, x, y, m, n, theta):
    score, form = both(query, key, x, y, m, n, theta, lambda matrix: matrix)
    return score == form


printed.true_at("a symmetric W_q", at(IDENTITY, m=2, n=7))
printed.true_at("a contents on which the transpose does not tell", at(x=(0, 0)))
printed.outside("half a position", at() | {"m": Fraction(1, 2), "n": Fraction(1, 2)}, WHOLE)


@printed.by_hand
def printed_by_hand(query, key, x, y, m, n, theta):
    score, form = both(query, key, x, y, m, n, theta, lambda matrix: matrix)
    return [
        f"W_q = {query} by rows; W_k the identity; x = {x}, y = {y}, m = {m}, n = {n}",
        f"(W_q x)ᵀy = {number(score)}",
        compared("xᵀ W_q y", form, "(W_q x)ᵀy", score),
    ]


printed.proof(lambda proof: proof.refute(at(), "exact evaluation"))
VECTORS = st.tuples(st.integers(-3, 3), st.integers(-3, 3))
MATRICES = st.tuples(VECTORS, VECTORS)


@theorem(
    "su2021.eq16.corrected",
    ours("Su2021", "for p. 5, eq. (16)"),
    "(R_m W_q x)ᵀ(R_n W_k y) = xᵀ W_qᵀ R_{n-m} W_k y.",
    WHOLE,
    example=at(m=2, n=7),
    small=lambda thorough: (
        at(m=m, n=n, theta=theta, x=(1, 2)) for m in range(3) for n in range(4) for theta in ("1", "2pi/5")
    ),
)
def corrected(query, key, x, y, m, n, theta, left=transpose, forward=1):
    score, form = both(query, key, x, y, m, n, forward * theta, left)
    return dot(rotate(m * theta, apply(query, x)), rotate(n * theta, apply(key, y))) == form


corrected.false("without the transpose", at(), left=lambda matrix: matrix)
corrected.false("the other way round, m - n", at(IDENTITY, n=1), forward=-1)
corrected.attack(
    query=MATRICES, key=MATRICES, x=VECTORS, y=VECTORS, m=st.integers(-9, 99), n=st.integers(-9, 99),
    theta=st.builds(Angle, st.fractions(-1, 1, max_denominator=9), st.fractions(-1, 1, max_denominator=9)),
)  # fmt: skip


@corrected.proof
def corrected_proof(proof):
    a, b, c, d, s, t = symbols("a b c d s t", real=True)
    proof.identity("R_mᵀR_n = R_{n-m}", dot(rotate(s, (a, b)), rotate(t, (c, d))), dot((a, b), rotate(t - s, (c, d))))
    proof.qed("one plane: all 2×2 matrices, contents and real positions, every real θ")


@theorem(
    "su2021.eq16.norm",
    paraphrase("Su2021", "p. 5, after eq. (16)"),
    "R_m is orthogonal: it keeps norms.",
    whole := Hypothesis("m is whole", lambda m, **_: isinstance(m, int)),
    example={"x": (1, 2), "m": 3, "theta": Angle.parse("1")},
    small=lambda thorough: (
        {"x": x, "m": m, "theta": Angle.parse(t)} for x in ((1, 2), (0, -3)) for m in range(5) for t in ("1", "pi/4")
    ),
)
def norm_kept(x, m, theta, size=lambda v: v[0] * v[0] + v[1] * v[1]):
    return size(rotate(m * theta, x)) == size(x)


norm_kept.false(
    "the sum of absolute values", {"x": (1, 0), "m": 1, "theta": Angle.parse("pi/4")}, size=lambda v: v[0] + v[1]
)
norm_kept.false("the first component", {"x": (1, 2), "m": 1, "theta": Angle.parse("1")}, size=lambda v: v[0])


@norm_kept.proof
def norm_proof(proof):
    a, b, t = symbols("a b t", real=True)
    turned = rotate(t, (a, b))
    proof.identity("of one plane", turned[0] ** 2 + turned[1] ** 2, a**2 + b**2)
    proof.qed("one plane: every vector of it, every real angle")
