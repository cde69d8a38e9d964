"""For every query and every distance there is a key whose score is largest at that distance: the query turned back.

Idea: with k = R^{-r} q the score at distance t is Σ_i |q_i|² cos((t - r)θ_i), at most Σ_i |q_i|².

Traps: k = 0 has its largest score at every distance, so a key as long as the query is asked for. Only at that distance: the query must not vanish in
a plane whose angle is no rational part of a turn; the first plane of RoPE, 1 radian per position, is one.
"""

from fractions import Fraction

from sympy import cos, symbols

from rope_theory.core.angles import Angle, TrigSum
from rope_theory.core.rope import rotate
from rope_theory.evidence.claims import Hypothesis, ours, paraphrase, st, theorem

SAME = Hypothesis("q and θ have as many planes, one at least", lambda q, angles, **_: len(q) == len(angles) > 0)


def score(q, k, angles, t):
    """qᵀR^t k."""
    total = TrigSum({})
    for (x, y), key, theta in zip(q, k, angles, strict=True):
        a, b = rotate(t * theta, key)
        total += x * a + y * b
    return total


def turned_back(q, angles, r):
    return [rotate(-(r * theta), plane) for plane, theta in zip(q, angles, strict=True)]


def at(q, angles, r, t):
    return {"q": q, "angles": tuple(map(Angle.parse, angles)), "r": r, "t": t}


def small(thorough: bool):
    for q in (((1, 2),), ((0, 0), (3, -1)), ((1, 1), (Fraction(1, 2), 0))):
        for angles in (("1", "0.1"), ("pi", "2pi/3")):
            for r in (-2, 0, 5):
                yield from (at(q, angles[: len(q)], r, t) for t in range(-6, 12 if thorough else 8))


EXAMPLE = at(((1, 2), (0, 1)), ("1", "0.1"), 7, 3)


@theorem(
    "barbero2024.prop31",
    paraphrase("Barbero2024", "p. 4, Proposition 3.1"),
    "For every query q and whole r there is a key k, in every plane as long as q, with qᵀR^t k <= qᵀR^r k for all whole t.",
    SAME,
    example=EXAMPLE,
    small=small,
    readings=(
        "'Maximal at distance r': no other distance scores more. Only at r: barbero2024.prop31.only.",
        "Any angles. The printed sentence does not ask for k ≠ 0; here k is as long as q, or 0 would do.",
    ),
)
def maximal(q, angles, r, t, key=turned_back):
    k = key(q, angles, r)
    return score(q, k, angles, t) <= score(q, k, angles, r)


maximal.false("the query itself as key", at(((1, 0),), ("pi",), 1, 0), key=lambda q, angles, r: q)
maximal.false("turned the other way", at(((1, 0),), ("1",), 3, -3), key=lambda q, angles, r: turned_back(q, angles, -r))
PLANES = st.tuples(st.tuples(st.fractions(-2, 2, max_denominator=4), st.fractions(-2, 2, max_denominator=4)),
                   st.builds(Angle, st.fractions(-1, 1, max_denominator=8), st.sampled_from([0, Fraction(1), Fraction(1, 3)])))  # fmt: skip
DRAWN = st.builds(
    lambda planes, r, t: {"q": tuple(q for q, _ in planes), "angles": tuple(g for _, g in planes), "r": r, "t": t},
    st.lists(PLANES, min_size=1, max_size=3), st.integers(-9, 9), st.integers(-30, 30),
)  # fmt: skip
maximal.attack(at=DRAWN)


@maximal.proof
def proof(proof):
    x, y, r, t, g = symbols("q0 q1 r t g", real=True)
    a, b = rotate(t * g, rotate(-r * g, (x, y)))
    proof.identity("a plane's score", x * a + y * b, (x**2 + y**2) * cos((t - r) * g))
    proof.qed("every query, any angles and number of planes, all whole r and t")


@theorem(
    "barbero2024.prop31.only",
    ours("Barbero2024", "sharpens p. 4, Proposition 3.1"),
    "If the first plane turns by 1 radian per position and q does not vanish there, that key's score is largest at the whole distance r and at no other.",
    SAME,
    fast := Hypothesis("θ_0 = 1", lambda angles, **_: angles[0] == Angle(0, 1)),
    there := Hypothesis("q does not vanish in the first plane", lambda q, **_: any(q[0])),
    other := Hypothesis("t ≠ r", lambda r, t, **_: t != r),
    example=EXAMPLE,
    readings="The proof of Proposition 3.1 says 'maximal only when'; this is the condition under which it is. π is irrational.",
)
def only(q, angles, r, t):
    k = turned_back(q, angles, r)
    return score(q, k, angles, t) < score(q, k, angles, r)


only.false("any first angle", at(((1, 0),), ("pi",), 0, 2), fast)
only.false("a query that vanishes there", at(((0, 0), (1, 0)), ("1", "pi"), 0, 2), there)
only.false("t = r", at(((1, 0),), ("1",), 2, 2), other)
only.attack(
    at=st.builds(
        lambda first, planes, r, t: {"q": (first, *(q for q, _ in planes)), "angles": (Angle(0, 1), *(g for _, g in planes)), "r": r, "t": t},
        st.tuples(st.integers(1, 3), st.integers(-3, 3)), st.lists(PLANES, max_size=2), st.integers(-9, 9), st.integers(-50, 50),
    )
)  # fmt: skip


@only.proof
def only_proof(proof):
    x, y, r, t, g = symbols("q0 q1 r t g", real=True)
    a, b = rotate(t * g, rotate(-r * g, (x, y)))
    proof.identity("a plane's score", x * a + y * b, (x**2 + y**2) * cos((t - r) * g))
    proof.qed("every query that does not vanish in the first plane, all whole r and t")
