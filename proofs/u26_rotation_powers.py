"""Powers of a rotation: ρ(g)^i = ρ(ig), for negative powers too.

Idea: turning by a and then by b is turning by a + b; i times the same is induction.

Traps: it is the angle that is multiplied, not raised to the power.
"""

from sympy import symbols

from rope_theory.core.angles import Angle
from rope_theory.core.rope import rotate
from rope_theory.evidence.claims import Hypothesis, paraphrase, st, theorem

WHOLE = Hypothesis("i is a whole number >= 0", lambda power, **_: isinstance(power, int) and power >= 0)
SEVENTH = {"angle": Angle.parse("2pi/7"), "power": 3, "vector": (2, -1)}


def turned(times, angle, vector):
    """The vector after so many turns, one after the other."""
    for _ in range(times):
        vector = rotate(angle, vector)
    return vector


@theorem(
    "u26.rotation-powers",
    paraphrase("U26", "p. 16, Appendix C.1"),
    "ρ(g)^i = ρ(ig) for every real g and every whole i: i turns by g, one after the other, are one turn by ig, and i turns by -g are one "
    "by -ig, which undoes it.",
    WHOLE,
    example=SEVENTH,
    small=lambda thorough: (
        {"angle": Angle.parse(angle), "power": power, "vector": (1, 3)}
        for angle in ("0", "pi", "2pi/3", "1", "-0.8")
        for power in range(6 if thorough else 4)
    ),
)
def powers(angle, power, vector, once=lambda angle, power: power * angle, back=-1):
    there, again = turned(power, angle, vector), turned(power, back * angle, vector)
    undone = turned(power, back * angle, there)
    return (there, again) == (
        rotate(once(angle, power), vector),
        rotate(-once(angle, power), vector),
    ) and undone == vector


powers.false("the angle to the power i", SEVENTH, once=lambda angle, power: Angle(angle.turns**power))
powers.false("one turn too few", SEVENTH, once=lambda angle, power: (power - 1) * angle)
powers.false("turning on undoes it", SEVENTH, back=1)
powers.attack(
    angle=st.builds(Angle, st.fractions(-1, 1, max_denominator=12), st.fractions(-2, 2, max_denominator=5)),
    power=st.integers(0, 5),
    vector=st.tuples(st.fractions(-3, 3, max_denominator=4), st.fractions(-3, 3, max_denominator=4)),
)
powers.edge("i = 0 turns nothing", {**SEVENTH, "power": 0}, assumed=True, holds=True)


@powers.proof
def proof(proof):
    a, b, x, y = symbols("a b x y", real=True)
    for axis in (0, 1):
        proof.identity("one turn more", rotate(a, rotate(b, (x, y)))[axis], rotate(a + b, (x, y))[axis])
    proof.qed("every real g, every whole i")
