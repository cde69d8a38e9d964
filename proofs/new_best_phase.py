"""The best query phase of one plane: rivals a turn of α away on one side and β on the other leave 2 sin(α/2) sin(β/2), each turn counted up to a half.

Idea: with a phase φ the target at angle 0 leads a rival at γ by cos φ - cos(γ - φ); the nearest rivals on the two sides matter. Against those alone the leads are 2 sin(α/2)
sin(α/2 - φ) and 2 sin(β/2) sin(β/2 + φ), which for turns up to a half agree at φ = (α - β)/2, where no φ raises both.

Traps: beyond half a turn a rival is no better than at half a turn. With rivals at equal distances on both sides the best phase is 0 (new.two-sided-phase).
"""

from fractions import Fraction

import z3
from sympy import cos, sin, symbols

from rope_theory.core.angles import FULL_TURN, Angle
from rope_theory.evidence.claims import Hypothesis, ours, st, theorem
from rope_theory.laws.angle_floor import HALF_TURN

SIDES = Hypothesis(
    "α, β > 0, α + β <= 2π",
    lambda left, right, **_: Angle() < left and Angle() < right and not FULL_TURN < left + right,
)
RIVALS = Hypothesis(
    "rivals from α to 2π - β",
    lambda left, right, rivals, **_: not any(one < left or FULL_TURN - right < one for one in rivals),
)


def lead(phase, rival):
    return phase.cos() - (rival - phase).cos()


def cut(angle):
    return min(angle, HALF_TURN)


def best(left, right):
    """2 sin(min(α, π)/2) sin(min(β, π)/2)."""
    return 2 * (cut(left) / 2).sin() * (cut(right) / 2).sin()


def at(left, right, rivals=(), phase="0"):
    return {
        "left": Angle.parse(left),
        "right": Angle.parse(right),
        "rivals": tuple(map(Angle.parse, rivals)),
        "phase": Angle.parse(phase),
    }


def small(thorough: bool):
    for left in ("pi/3", "1", "pi", "3pi/2"):
        for right in ("pi/2", "0.4"):
            for phase in ("0", "pi/4", "-0.3", "2"):
                yield at(left, right, (), phase)


@theorem(
    "new.best-phase",
    ours("", "for new.inverted-u.best-phase and the one-sided heads"),
    "Rivals on a circle from α (counter-clockwise of the target) to 2π - β, both included, α, β > 0, α + β <= 2π: the largest lead over all of them that a query phase φ can give is 2 sin(min(α, π)/2)·"
    "sin(min(β, π)/2), and φ = (min(α, π) - min(β, π))/2 gives it.",
    SIDES,
    RIVALS,
    example=at("pi/3", "pi/2", ("pi/2", "pi")),
    small=small,
    readings="The lead over a rival at γ is cos φ - cos(γ - φ). At an instance: the phase given does no better, and the best one leads the rivals given by that much.",
)
def reached(left, right, rivals, phase, value=best, choice=lambda left, right: (cut(left) - cut(right)) / 2):
    most, chosen = value(left, right), choice(left, right)
    ends = (left, FULL_TURN - right)
    no_better = min(lead(phase, end) for end in ends) <= most
    return (
        no_better
        and min(lead(chosen, end) for end in ends) == most
        and all(lead(chosen, one) >= most for one in rivals)
    )


reached.false("without a phase", at("pi/2", "pi"), choice=lambda left, right: Angle())
reached.false(
    "turns beyond half a turn count in full",
    at("3pi/2", "pi/2", (), "pi/4"),
    value=lambda left, right: 2 * (left / 2).sin() * (right / 2).sin(),
)
reached.false("a rival nearer than α", at("pi/2", "pi/2", ("pi/8",)), RIVALS)
TURN = st.fractions(Fraction(1, 40), 1, max_denominator=40)
reached.attack(
    at=st.builds(
        lambda left, right, share, phase: {
            "left": Angle(left * share), "right": Angle((1 - left) * right), "rivals": (Angle(left), Angle((1 + left) / 2 if left > 1 - (1 - left) * right else left)), "phase": phase,
        },
        st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20), TURN, TURN,
        st.builds(Angle, st.fractions(-1, 1, max_denominator=12), st.sampled_from([0, Fraction(1, 3)])),
    )
)  # fmt: skip


@reached.proof
def proof(proof):
    a, p = symbols("alpha phi", real=True)
    proof.identity("the lead over the rival at α", cos(p) - cos(2 * a - p), 2 * sin(a) * sin(a - p))
    x, y, u, v = z3.Reals("cosφ cos(α/2-β/2) cos(α/2+β/2) sum")
    proof.implies(
        "both larger would need cos φ above one bound and below another", [x > y, y + u >= 0, v == x + u], v > 0
    )
    proof.qed("all real α, β > 0 with α + β <= 2π, every real φ")
