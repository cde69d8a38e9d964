"""With half of the planes still, the kernel is never negative, at every distance and base.

Idea: a still plane counts 1, which outweighs the worst of one that turns, -1.

Traps: with a single turning plane more than still ones it can be negative. It says that similar contents are not behind random ones on average
(men2024.thm1), not that a head can tell positions apart.
"""

import z3

from rope_theory.core.angles import Angle, TrigSum
from rope_theory.evidence.claims import Hypothesis, paraphrase, st, theorem

HALF = Hypothesis("at least as many planes stand still as turn", lambda still, angles, **_: still >= len(angles))


def at(still, angles, m):
    return {"still": still, "angles": tuple(map(Angle.parse, angles)), "m": m}


@theorem(
    "su2024.partial",
    paraphrase("Su2024", "section on partial rotation"),
    "If half of the dimensions rotate, Σ_{i < d/2} cos(mθ_i) = Σ_{i < d/4} (1 + cos(m b^{-4i/d})) >= 0 for every m and b.",
    HALF,
    example=at(2, ("1", "0.1"), 3),
    small=lambda thorough: (
        at(k, angles, m)
        for k in (1, 2)
        for angles in (("pi",), ("1",), ("2pi/3", "1"))
        if len(angles) <= k
        for m in range(12)
    ),
    readings="For any angles, and for more still planes than half. The equation is how the sum is written here: a still plane counts 1.",
)
def never_negative(still, angles, m, less=0, strict=False):
    total = sum(((m * theta).cos() for theta in angles), TrigSum({})) + (still - less)
    return total > 0 if strict else total >= 0


never_negative.false("one still plane fewer", at(1, ("pi",), 1), less=1)
never_negative.false("any number of still planes", at(0, ("1",), 3), HALF)
never_negative.false("positive", at(1, ("pi",), 1), strict=True)
never_negative.attack(
    still=st.integers(0, 5), m=st.integers(-99, 9999),
    angles=st.lists(st.builds(Angle, st.fractions(-1, 1, max_denominator=9), st.fractions(-1, 1, max_denominator=9)), max_size=4).map(tuple),
)  # fmt: skip


@never_negative.proof
def proof(proof):
    turning, still, total = z3.Reals("turning still Σcos")
    proof.implies("each cosine is at least -1", [still >= turning, total >= -turning], still + total >= 0)
    proof.qed("any angles, every real m")
