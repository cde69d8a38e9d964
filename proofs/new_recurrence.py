"""Rotary scores come back: at arbitrarily large distances every plane is as near to its start as one likes, and the kernel near its largest value.

Idea: of infinitely many whole numbers infinitely many fall, for each angle in turn, into the same of M arcs; the difference of two of them turns
every angle by less than 1/M of a turn (Dirichlet).

Traps: not exactly back: cos m is never 1 again. The distances are enormous for many planes; within the usual lengths a decay on the whole may be seen. What it
excludes is a limit: no rotary score tends to 0 with the distance unless it is 0.
"""

from fractions import Fraction

import z3

from rope_theory.core.angles import Angle
from rope_theory.evidence.claims import Hypothesis, Truth, ours, theorem, truth

POSITIVE = Hypothesis("ε > 0", lambda eps, **_: eps > 0)
FAR = 4000


def at(angles, eps="1/10", start=1):
    return {"angles": tuple(map(Angle.parse, angles)), "eps": Fraction(eps), "start": start}


def small(thorough: bool):
    for angles in (("1",), ("1", "0.1"), ("pi/3", "1"), ("2pi/7", "2pi/5"), ("0.5", "1", "0.25")):
        for eps in ("1/2", "1/10"):
            yield from (at(angles, eps, start) for start in (1, 50))


@theorem(
    "new.recurrence",
    ours("", "on long-term decay: RoFormer, Section 3.4.3, and Men et al. 2024, Section 4"),
    "For any angles g_1, …, g_K, ε > 0 and N there is a whole m >= N with cos(m g_k) > 1 - ε for all k; so B(m) >= K(1 - ε) there.",
    POSITIVE,
    example=at(("1", "0.1")),
    small=small,
    readings="At an instance the search ends at N + 4000; an m beyond is not told.",
)
def comes_back(angles, eps, start, up_to=FAR, exactly=False):
    if exactly:  # a rational number of radians, not 0, never comes to a whole turn (π is irrational)
        return Truth.FALSE if any(g.radians for g in angles) else Truth.UNKNOWN
    for m in range(start, start + up_to):
        cosines = [(m * g).cos() for g in angles]
        if all(one > 1 - eps for one in cosines):
            return truth(sum(cosines[1:], cosines[0]) >= len(angles) * (1 - eps))
    return Truth.UNKNOWN if up_to == FAR else Truth.FALSE


comes_back.false("exactly", at(("1",)), exactly=True)
comes_back.false("within ten positions", at(("2pi/11",), "1/100"), up_to=10)
comes_back.edge("ε = 0 asks for a whole turn", at(("1",), "0"), assumed=False)


@comes_back.proof
def proof(proof):
    e, m = z3.Reals("e M")
    proof.implies("two numbers in one arc of M", [m >= 1, -1 < m * e, m * e < 1], (m * e) * (m * e) <= 1)
    proof.qed("any number of planes, all real angles, every ε > 0 and N")
