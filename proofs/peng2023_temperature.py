"""A temperature needs no change of the attention: scaling queries and keys by √(1/t) divides every rotary score by t.

Idea: the score is linear in the query and in the key, and rotations commute with scaling.

Traps: both are scaled, each by the root. A table of cosines and sines that is scaled by √(1/t) scales queries and keys after rotation,
which comes to the same (new.attention-factor has the rule for t and what it does to a lead).
"""

from fractions import Fraction

from sympy import symbols

from rope_theory.core.angles import Angle
from rope_theory.evidence.claims import Hypothesis, secondary, st, theorem
from rope_theory.proofs.barbero2024_prop31 import score

POSITIVE = Hypothesis("t > 0 is the square of a fraction", lambda root, **_: root > 0)
SAME = Hypothesis("q, k and θ have as many planes", lambda q, k, angles, **_: len(q) == len(k) == len(angles) > 0)


def scaled(factor, planes):
    return tuple((factor * x, factor * y) for x, y in planes)


EXAMPLE = {
    "q": ((1, 2), (0, 1)),
    "k": ((1, 0), (3, -1)),
    "angles": (Angle.parse("1"), Angle.parse("0.1")),
    "m": 5,
    "root": Fraction(2),
}


@theorem(
    "peng2023.temperature",
    secondary("public accounts of Peng et al. 2023 (YaRN)", "on the length scaling trick"),
    "Scaling q and k by √(1/t), t > 0, divides every rotary score by t, so softmax of the scaled scores is softmax at temperature t.",
    POSITIVE,
    SAME,
    example=EXAMPLE,
    small=lambda thorough: (
        {**EXAMPLE, "m": m, "root": root} for m in range(6) for root in (Fraction(1, 2), Fraction(3), Fraction(7, 5))
    ),
    readings="At an instance t is the square of `root`, so that everything is exact; the formal statement has every t > 0.",
)
def divided(q, k, angles, m, root, power=1, key_too=True):
    by = 1 / root**power
    return score(scaled(by, q), scaled(by if key_too else 1, k), angles, m) == score(q, k, angles, m) / root**2


divided.false("scaling by 1/t", EXAMPLE, power=2)
divided.false("scaling the query alone", EXAMPLE, key_too=False)
PLANE = st.tuples(st.integers(-3, 3), st.integers(-3, 3))
divided.attack(
    at=st.builds(
        lambda planes, m, root: {"q": tuple(a for a, *_ in planes), "k": tuple(b for _, b, _ in planes), "angles": tuple(g for *_, g in planes), "m": m, "root": root},
        st.lists(st.tuples(PLANE, PLANE, st.builds(Angle, st.fractions(0, 1, max_denominator=9), st.sampled_from([0, 1]))), min_size=1, max_size=3),
        st.integers(-99, 99), st.fractions(Fraction(1, 9), 9, max_denominator=9),
    )
)  # fmt: skip


@divided.proof
def proof(proof):
    a, b, x, y, c, s, r = symbols("a b x y c s r", real=True)
    proof.identity(
        "a plane is linear in q and in k",
        (r * a) * (c * r * x - s * r * y) + (r * b) * (s * r * x + c * r * y),
        r**2 * (a * (c * x - s * y) + b * (s * x + c * y)),
    )
    proof.qed("every t > 0, any angles and number of planes, every position")
