"""For attention weights to depend only on position, all keys must be equal: true where the query is not 0 and the angle turns.

Idea: the query's own logit stays as it is, so equal weights are equal logits. The difference of two keys must then be orthogonal to
the query at every distance; the query turned once and turned twice span the plane, unless sin θ = 0.

Traps: a query of length 0 makes every head positional, and without rotation, or at half a turn, the keys need to agree along the query
alone. With one earlier position there is nothing to compare. "Aligned" must mean equal: keys of one direction and two lengths differ.

What survives of the printed sentence: all of it, for queries that are not 0 and an angle that is no multiple of π.
"""

from fractions import Fraction

import z3
from sympy import cos, sin, symbols

from rope_theory.core.angles import Angle
from rope_theory.core.heads import VectorHead, VectorPlane, is_positional
from rope_theory.evidence.claims import Hypothesis, Truth, st, theorem, verbatim

QUERY = Hypothesis("the query vector is not 0", lambda query, **_: any(query))
TURNS = Hypothesis("sin θ is not 0", lambda theta, **_: not (2 * theta).is_whole_turns())
TWO = Hypothesis("at least two earlier positions", lambda keys, **_: len(keys) >= 2)
UP, RIGHT = (0, 1), (1, 0)
DIFFER = {"theta": Angle.parse("1"), "query": (1, 1), "keys": (UP, RIGHT)}


def positional(theta, query, keys):
    """Whether the head of one plane with this query and these keys of the earlier tokens is positional."""
    plane = VectorPlane(theta, {"q": query}, dict(enumerate(keys)))
    return is_positional(VectorHead((plane,)), (*range(len(keys)), "q")).answer is Truth.TRUE


def small(thorough: bool):
    vectors = (UP, RIGHT, (2, -1), (0, 2), (0, 0))
    for query in vectors[:4]:
        for theta in map(Angle.parse, ("1", "pi/2", "2pi/3", "0.01", *(("7", "-2") if thorough else ()))):
            for first in vectors:
                for second in vectors:
                    yield {"theta": theta, "query": query, "keys": (first, second, first)[: 3 if thorough else 2]}


@theorem(
    "u26.aligned-keys",
    verbatim(
        "U26",
        "p. 7, Section 3.4",
        "in order for attention … weights to depend only on position, … all the key vectors must be aligned,",
    ),
    "One RoPE plane, sin θ ≠ 0, a query vector that is not 0, at least two earlier positions, softmax of any β > 0: no swap of two earlier "
    "tokens changes a weight exactly if all earlier tokens have one key vector, and exactly if the head is positional on the input.",
    QUERY,
    TURNS,
    TWO,
    example=DIFFER,
    small=small,
    readings=(
        "The hypotheses are ours: the sentence stands in the description of T_Index, whose queries have length 1 and whose angle serves.",
        "'Aligned, for example equal to some arbitrarily chosen vector' is read as equal: parallel keys of two lengths do not do.",
        "Here logits are compared; that equal weights are equal logits, as the query's own logit stays, is part of the formal statement.",
    ),
)
def aligned(theta, query, keys, alike=lambda keys: len(set(keys)) == 1):
    return positional(theta, query, keys) is alike(keys)


def parallel(keys):
    return all(x * keys[0][1] == y * keys[0][0] for x, y in keys)


aligned.false("a query of length 0", {**DIFFER, "query": (0, 0)}, QUERY, nonzero=False)
aligned.false("without rotation", {**DIFFER, "theta": Angle()}, TURNS, turns=False)
aligned.false("at half a turn", {**DIFFER, "theta": Angle.parse("pi")}, TURNS)
aligned.false("parallel keys are enough", {**DIFFER, "keys": (UP, (0, 2))}, alike=parallel)
VECTOR = st.tuples(*[st.fractions(-3, 3, max_denominator=4)] * 2)
ANGLE = st.builds(Angle, st.fractions(-1, 1, max_denominator=12), st.fractions(-2, 2, max_denominator=5))
aligned.attack(theta=ANGLE, query=VECTOR, keys=st.lists(VECTOR, min_size=2, max_size=4).map(tuple))
aligned.attack(theta=ANGLE, query=VECTOR, keys=st.builds(lambda key, n: (key,) * n, VECTOR, st.integers(2, 5)))
aligned.edge("one earlier position: positional whatever its key", {**DIFFER, "keys": (UP,)}, assumed=False, holds=True)
aligned.edge("a rotation by a millionth", {**DIFFER, "theta": Angle(0, Fraction(1, 10**6))}, assumed=True, holds=True)


@aligned.proof
def proof(proof, nonzero=True, turns=True):
    theta, d1, d2, u1, u2 = symbols("theta d1 d2 u1 u2", real=True)
    once, turned = (
        d1 * u1 + d2 * u2,
        d1 * (cos(theta) * u1 - sin(theta) * u2) + d2 * (sin(theta) * u1 + cos(theta) * u2),
    )
    proof.identity(
        "d·ρ(θ)u = cos θ d·u + sin θ (d₂u₁ - d₁u₂)", turned, cos(theta) * once + sin(theta) * (d2 * u1 - d1 * u2)
    )
    x, y, a, b, s = z3.Reals("d₁ d₂ u₁ u₂ sin_θ")
    given = [x * a + y * b == 0, s * (y * a - x * b) == 0]
    given += [a * a + b * b > 0] if nonzero else []
    given += [s != 0] if turns else []
    proof.implies("orthogonal to u and to ρ(θ)u, a difference of keys is 0", given, z3.And(x == 0, y == 0))
    proof.qed("every θ with sin θ ≠ 0, every query that is not 0, all keys, every n >= 3, every β > 0")
