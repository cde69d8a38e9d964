"""The phase that serves the worst match best faces the largest free arc.

Idea: cos(tθ - φ) = -cos(tθ - (φ + π)), so the worst match is the point tθ nearest to φ + π, and φ + π belongs into the
middle of the largest arc that the points leave free.

Traps: if all points coincide there is one arc, the whole circle. Several arcs may be largest.
"""

import itertools
from fractions import Fraction

import z3
from sympy import cos, pi, symbols

from rope_theory.core.angles import FULL_TURN, Angle
from rope_theory.evidence.claims import ours, st, theorem, trusted
from rope_theory.evidence.instances.shapes import at_least, drawn_angles, turn_angles
from rope_theory.laws.angle_floor import HALF_TURN
from rope_theory.laws.phase import largest_gap, middles_of_largest_gaps, worst_match

TENTH, FIFTH = Angle(Fraction(1, 10)), Angle(Fraction(1, 5))
ANY_ANGLE = drawn_angles(2, 20)


def phases(thorough):
    for n in range(2, 7):
        for theta in (*turn_angles(), Angle(Fraction(3, 4)), FULL_TURN):
            best = [middle - HALF_TURN for middle in itertools.islice(middles_of_largest_gaps(n, theta), 2)]
            for phase in (*best, Angle(), n * theta / 2, Angle.parse("1")):
                yield {"n": n, "theta": theta, "phase": phase}


@theorem(
    "new.inverted-u.best-phase",
    ours("U25", "explains Theorem 7, second half"),
    "Let G be the largest arc that the points θ, 2θ, .., (n-1)θ leave free on the circle. For every phase φ the worst "
    "match min over t = 1..n-1 of cos(tθ - φ) is at most -cos(G/2), with equality exactly if φ + π is the middle of "
    "such an arc.",
    at_least(2),
    example={"n": 5, "theta": FIFTH, "phase": HALF_TURN},
    small=phases,
    readings="If all points coincide (n = 2, or θ in 2πZ), G = 2π.",
)
def best_phase(n, theta, phase, share=2):
    best, worst = -(largest_gap(n, theta) / share).cos(), worst_match(n, theta, phase)
    faces = any((phase + HALF_TURN - middle).is_whole_turns() for middle in middles_of_largest_gaps(n, theta))
    return worst <= best and (worst == best) == faces


best_phase.false("the worst match is at most -cos(G/3)", {"n": 5, "theta": FIFTH, "phase": HALF_TURN}, share=3)
best_phase.false("the worst match can reach -cos(G)", {"n": 5, "theta": TENTH, "phase": HALF_TURN / 2}, share=1)
best_phase.attack(n=st.integers(2, 9), theta=ANY_ANGLE, phase=ANY_ANGLE)


@best_phase.proof
def best_phase_proof(proof):
    # In units of π: φ + π lies in a free arc, `before` and `after` away from its ends, so the nearest point is r away.
    before, after, free, largest, r = z3.Reals("before after free G r")
    phi, away = symbols("phi d", real=True)
    proof.identity("a point d away from φ + π has the match -cos d", cos(phi + pi + away - phi), -cos(away))
    proof.implies(
        "so the worst match is that of the nearest point, at most G/2 away, and at G/2 in the middle of a largest arc alone",
        [before >= 0, after >= 0, before + after == free, free > 0, free <= largest, largest <= 2]
        + [r == z3.If(before <= after, before, after)],
        z3.And(2 * r <= largest, largest <= 2, (2 * r == largest) == z3.And(free == largest, before == after)),
    )
    proof.trust(trusted.COSINE)
    proof.qed("every n >= 2, every real θ and φ")
