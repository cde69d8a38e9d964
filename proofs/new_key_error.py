"""What an error in a key does to its logits: the same before and after the rotation as a vector, not channel by channel.

Idea: a rotation keeps norms, so an error vector e before it is an error of the same norm after it, and moves a logit by at
most |q||e| (Cauchy–Schwarz). A bound for each channel is another matter: the rotation mixes the two channels of a plane, so a
channel that is 0 in every key may be as large as its partner after it. A scale of its own for each channel serves before the
rotation and not after it.

Traps: a bound of the logit says nothing about the bits that a quantiser needs on the keys of a real model, which depend on
how its channels are spread. Per-vector schemes do not care for the order, in the worst case.
"""

from fractions import Fraction

import z3
from sympy import symbols

from rope_theory.core.angles import Angle
from rope_theory.core.rope import rotate
from rope_theory.core.words import counted
from rope_theory.evidence.by_hand import compared, listed, number, sign, spelled
from rope_theory.evidence.claims import (
    Hypothesis,
    Tier,
    Truth,
    at_most,
    domain,
    every,
    less,
    ours,
    st,
    theorem,
    trusted,
    truth,
)
from rope_theory.evidence.instances.rotary import dot, turned

ANGLES = tuple(map(Angle.parse, ("1", "2pi/7")))
VECTORS = st.lists(st.tuples(*[st.integers(-9, 9)] * 2), min_size=2, max_size=2)
POSITIONS = st.integers(0, 40)
SAID = ours("", "after questions on quantising keys before or after the rotation")
MOVED, REACHED, QUERY, ERROR, SEEN, BEST = z3.Reals("moved reached |q|² |e|² |e_seen|² |best_e|²")
NORMS = domain(
    ("the query and the error are vectors", z3.And(QUERY >= 0, ERROR >= 0)),
    of=lambda query, error, **_: {QUERY: dot(query, query).sign(), ERROR: dot(error, error).sign()},
)
AT = {"query": [(1, 2), (0, 1)], "key": [(2, 2), (-1, 4)], "error": [(1, 2), (0, 1)], "i": 3, "j": 3}


def phases(position):
    return [position * g for g in ANGLES]


def moved(query, key, error, i, j, after):
    """By how much the logit moves if the key is off by the error after its rotation, or before it."""

    def added(vector):
        return [(x + e, y + f) for (x, y), (e, f) in zip(vector, error, strict=True)]

    right = turned(key, phases(j))
    wrong = added(right) if after else turned(added(key), phases(j))
    asked = turned(query, phases(i))
    return dot(asked, wrong) - dot(asked, right)


def planes(vector):
    """A vector, plane by plane."""
    return f"({', '.join(f'{number(x)} {number(y)}' for x, y in vector)})"


def beside(name, value, bound, most):
    """name = its number, and how it stands to the bound, whose number is not said again where it is the same."""
    same = sign(value, most) == "="
    return f"{name} = {number(value)} = {bound}" if same else compared(name, value, bound, most)


def some(thorough):
    for i in range(4):
        for error in (AT["error"], [(0, 1), (2, 2)], [(0, 0), (0, 0)]):
            yield {**AT, "i": i, "error": error}


@theorem(
    "new.key-error",
    SAID,
    "A key that is off by a vector e, before its rotation or after it, moves each logit by at most |q||e|, at every "
    "distance; for either some e as long as q attains it.",
    NORMS,
    example=AT,
    small=some,
    readings="Norms are Euclidean, over all channels of the head; e may be any vector. Reached by e along the turned query.",
)
def bounded(query, key, error, i, j, part=1):
    """`part` of the bound."""
    norm = dot(query, query)
    allowed = Fraction(part) ** 2 * norm * dot(error, error)
    best = {False: turned(query, phases(i - j)), True: turned(query, phases(i))}
    at = {"query": query, "key": key, "i": i, "j": j}
    moves = {after: moved(error=error, after=after, **at) for after in best}
    within = [at_most(move * move, allowed) for move in moves.values()]
    return every([*within, *(truth(moved(error=e, after=after, **at) == norm) for after, e in best.items())])


@bounded.by_hand
def both_orders(query, key, error, i, j):
    at = {"query": query, "key": key, "i": i, "j": j}
    q, e = dot(query, query), dot(error, error)
    best = {False: turned(query, phases(i - j)), True: turned(query, phases(i))}
    before, after = (moved(error=error, after=when, **at) for when in best)
    reached = (beside("m", moved(error=b, after=when, **at), "|q||e|", q) for when, b in best.items())
    return [
        f"Planes that turn by {' and '.join(map(spelled, ANGLES))} a position; the query q = {planes(query)} at {i}, the key {planes(key)} at {j}",
        f"The key is off by e = {planes(error)}, so |q|²|e|² = {number(q)}·{number(e)} = {number(q * e)}",
        f"Off before its rotation, the logit moves by m: {beside('m²', before * before, '|q|²|e|²', q * e)}",
        f"Off after its rotation, the logit moves by m: {beside('m²', after * after, '|q|²|e|²', q * e)}",
        f"Reached before it by e = q turned by {counted(i - j, 'position')}: {next(reached)}",
        f"Reached after it by e = q turned by {counted(i, 'position')}: {next(reached)}",
    ]


bounded.false("half of it", AT, part=Fraction(1, 2))
bounded.false(
    "an error before the rotation moves the logit as one after it does",
    {**AT, "error": [(1, 0), (0, 0)]},
    holds=lambda query, key, error, i, j: moved(query, key, error, i, j, True) == moved(query, key, error, i, j, False),
)
bounded.attack(query=VECTORS, key=VECTORS, error=VECTORS, i=POSITIONS, j=POSITIONS)
bounded.edge("no error moves nothing", {**AT, "error": [(0, 0), (0, 0)]}, assumed=True, holds=True)


@bounded.proof
def bounded_proof(proof):
    a, x, y = symbols("a x y", real=True)
    proof.identity(
        "a turned plane keeps its norm: so does e, and so does the best e, which is the query turned",
        sum(each**2 for each in rotate(a, (x, y))),
        x**2 + y**2,
    )
    proof.trust(trusted.SUMS, trusted.CAUCHY)
    proof.qed("any number of planes, all real vectors, frequencies and positions, both orders")


WITHIN = Hypothesis(
    "both channels of the plane are within their bounds before the rotation",
    lambda plane, bounds, **_: all(abs(x) <= bound for x, bound in zip(plane, bounds, strict=True)),
)
STILL_CHANNEL = {
    "plane": (Fraction(0), Fraction(1)),
    "bounds": (Fraction(0), Fraction(1)),
    "phase": Angle.parse("pi/2"),
}


@theorem(
    "new.key-error.channels",
    SAID,
    "A channel of the keys that is within a bound before the rotation is within it after.",
    WITHIN,
    example=STILL_CHANNEL,
    verdict=Tier.REFUTED,
    readings="So a scale for each channel, fitted before the rotation, does not fit after it: a channel that is always 0 "
    "becomes as large as its partner.",
)
def kept(plane, bounds, phase):
    return all(x * x <= bound * bound for x, bound in zip(rotate(phase, plane), bounds, strict=True))


@kept.by_hand
def partner_moves_in(plane, bounds, phase):
    after = rotate(phase, plane)
    sizes = [value if less(0, value) is Truth.TRUE else -value for value in after]
    channel = max(range(2), key=lambda k: sizes[k] - bounds[k])
    return [
        f"A plane ({listed(plane)}) whose channels are at most {listed(bounds)} in size",
        f"Turned by {spelled(phase)}: ({listed(after)})",
        compared(f"Channel {channel + 1}, in size,", sizes[channel], "its bound", bounds[channel]),
    ]


kept.true_at("at half a turn", {**STILL_CHANNEL, "phase": Angle.parse("pi")})
kept.true_at("a plane that is 0", {**STILL_CHANNEL, "plane": (Fraction(0), Fraction(0))})
kept.outside("a key beyond its bounds", {**STILL_CHANNEL, "plane": (Fraction(2), Fraction(1))}, WITHIN)


@kept.proof
def kept_proof(proof):
    proof.refute(STILL_CHANNEL)


X, Y, S, T = z3.Reals("x y s t")
BOXED = domain(
    ("|x| <= s and |y| <= t", z3.And(-S <= X, X <= S, -T <= Y, Y <= T)),
    of=lambda plane, bounds, **_: dict(zip((X, Y, S, T), (*plane, *bounds), strict=True)),
)
DIAGONAL = {"plane": (Fraction(1), Fraction(1)), "bounds": (Fraction(1), Fraction(1)), "phase": Angle.parse("pi/4")}
PARTS = st.fractions(-1, 1, max_denominator=5)


@theorem(
    "new.key-error.channels.corrected",
    SAID,
    "Channels of a plane that are within s and t before the rotation are both within √(s² + t²) after it.",
    BOXED,
    example=DIAGONAL,
    small=lambda thorough: ({**DIAGONAL, "phase": Angle(Fraction(k, 16))} for k in range(16)),
    readings="At most √2 times the larger bound; against the smaller one there is no limit.",
)
def mixed(plane, bounds, phase, both=True):
    """`both`: of the two bounds; else the larger alone."""
    allowed = sum(b * b for b in bounds) if both else max(b * b for b in bounds)
    return all(x * x <= allowed for x in rotate(phase, plane))


mixed.false("within the larger of the two", DIAGONAL, both=False)
mixed.false("whatever the key", {**DIAGONAL, "plane": (Fraction(3), Fraction(0))}, "|x| <= s and |y| <= t")
mixed.attack(plane=st.tuples(PARTS, PARTS), bounds=st.just((Fraction(1), Fraction(1))), phase=st.builds(Angle, PARTS))
mixed.edge(
    "one channel only",
    {**DIAGONAL, "plane": (Fraction(1), Fraction(0)), "bounds": (Fraction(1), Fraction(0))},
    holds=True,
)


@mixed.proof
def mixed_proof(proof):
    c, s, after = z3.Reals("cos sin x'")
    proof.implies(
        "x' = x cos - y sin is within the norm",
        [c * c + s * s == 1, after == c * X - s * Y],
        after * after <= X * X + Y * Y,
    )
    proof.implies("and so within the norm of the bounds", [], X * X + Y * Y <= S * S + T * T)
    proof.qed("every plane, angle and bounds; the other channel is x sin + y cos, the first one a quarter turn on")
