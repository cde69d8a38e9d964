"""A rotary plane cannot prefer one token to another at all distances: sooner or later the one asked for scores below 0, the other above.

Idea: against one query a key's score is a wave A cos(tg) + B sin(tg). Such a wave is negative somewhere beyond every distance, and positive
somewhere, if g is no whole number of half turns (Fejér, as in men2024.eq10).

Traps: it is about one plane and about distances without end; within a quarter turn of the angle, t < π/2g, a wave keeps its sign. A plane that does not turn
(p-RoPE) escapes.
"""

from fractions import Fraction

from sympy import cos, sin, symbols

from rope_theory.core.angles import Angle
from rope_theory.core.rope import rotate
from rope_theory.evidence.claims import Hypothesis, Truth, secondary, st, theorem, truth

NOT_ZERO = Hypothesis("q, x, y are not 0", lambda q, x, y, **_: any(q) and any(x) and any(y))
TURNS = Hypothesis("g is no whole number of half turns", lambda g, **_: not (2 * g).is_whole_turns())
FAR = 5000


def logit(key, g, t, q):
    a, b = rotate(t * g, q)
    return key[0] * a + key[1] * b


def at(g, q=(1, 0), x=(1, 0), y=(1, 0), start=0):
    return {"g": Angle.parse(g), "q": q, "x": x, "y": y, "start": start}


@theorem(
    "barbero2024.thm61",
    secondary("a public account of Barbero et al. 2024", "on Theorem 6.1 (d = 2) and its proof"),
    "In one plane whose angle g is no whole number of half turns, for a query q, a key x of the token asked for and a key y of another, none of them 0: beyond every distance there "
    "are s ≠ t with xᵀR^s q < 0 < yᵀR^t q. So with x at s and y at t, x has the smaller weight, less than 1/2, at every scale β > 0 of the logits and "
    "whatever else is attended to.",
    NOT_ZERO,
    TURNS,
    example=at("1", start=10),
    small=lambda thorough: (
        at(g, q, x, y, start)
        for g in ("1", "0.1", "2pi/3")
        for q in ((1, 0), (-1, 2))
        for x in ((1, 0), (1, 3))
        for y in ((0, 1), (2, -1))
        for start in (0, 50)
    ),
    readings="How long is arbitrarily long is not asked here. The search at an instance ends at start + 5000.",
)
def reversed_somewhere(g, q, x, y, start, up_to=FAR):
    distances = range(start, start + up_to)
    if any(logit(x, g, s, q) < 0 for s in distances) and any(logit(y, g, t, q) > 0 for t in distances):
        return Truth.TRUE
    return Truth.UNKNOWN if up_to == FAR and not (2 * g).is_whole_turns() else truth(False)


reversed_somewhere.false("a plane that does not turn", at("0"), TURNS)
reversed_somewhere.false("half turns, at a right angle", at("pi", (1, 0), (0, 1), (0, 1)), TURNS)
reversed_somewhere.false("within a quarter turn", at("0.01"), up_to=150)
reversed_somewhere.attack(
    g=st.builds(Angle, st.just(Fraction(0)), st.fractions(Fraction(1, 50), 3, max_denominator=50)),
    q=st.tuples(st.integers(-3, 3), st.integers(-3, 3)), x=st.tuples(st.integers(-3, 3), st.integers(-3, 3)),
    y=st.tuples(st.integers(-3, 3), st.integers(-3, 3)), start=st.integers(0, 1000),
)  # fmt: skip


@reversed_somewhere.proof
def proof(proof):
    a, b, t, x, y = symbols("a b t x y", real=True)
    turned = rotate(t, (a, b))
    proof.identity(
        "the score is a wave", x * turned[0] + y * turned[1], (x * a + y * b) * cos(t) + (y * a - x * b) * sin(t)
    )
    proof.qed("every angle that is no whole number of half turns, all q, x, y ≠ 0, beyond every distance")
