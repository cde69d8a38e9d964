"""A sequence whose steps have the signs of a sine in equal strides of at most π has its extrema where the sine changes
sign.

Idea: measure angles in units of π. The sine has the sign (-1)^k in the open cell (k, k + 1) and is 0 between cells. An
argument that advances by at most 1 cannot leap over a cell, so each multiple k strictly between the first and the last
argument separates a run of steps of one sign from a run of the other: one extremum. If an argument hits k, that single
step is flat and the two positions beside it share the extremum.

Traps: δ = π with whole arguments is flat, not alternating. A whole first or last argument makes a flat end step, no
extremum. For δ > π a cell can be leapt over, and runs of one sign merge.
"""

import itertools
from fractions import Fraction

import z3
from sympy import pi, sin, symbols

from rope_theory.core.angles import Angle
from rope_theory.evidence.claims import Hypothesis, ours, st, theorem, trusted
from rope_theory.evidence.instances.shapes import AGREES, drawn_angles, in_half_circle, turn_angles
from rope_theory.laws.angle_floor import HALF_TURN
from rope_theory.laws.shape import SineSteps, inner_extrema, name_shape, observed

NONZERO = Hypothesis("c ≠ 0", lambda lead, **_: lead != 0)
STRIDE = Hypothesis("0 < δ <= π", lambda step, **_: in_half_circle(step))
#: Arguments 0, π/2, π: the multiples of π are at both ends.
BOTH_ENDS = {"lead": 1, "base": Angle(), "offset": Fraction(-1), "step": HALF_TURN / 2, "steps": 3}
LEAP = {"lead": 1, "base": Angle(Fraction(1, 4)), "offset": Fraction(0), "step": Angle(1), "steps": 3}


def curves(thorough):
    for steps in range(6 if thorough else 5):
        for step in itertools.islice(turn_angles(), None if thorough else 9):
            for base in (Angle(), Angle(Fraction(1, 4)), Angle(Fraction(-1, 6)), Angle.parse("1")):
                for lead, offset in ((1, Fraction(0)), (-1, Fraction(-5, 2)), (1, Fraction(-2))):
                    yield {"lead": lead, "base": base, "offset": offset, "step": step, "steps": steps}


@theorem(
    "new.shape-law",
    ours("U25", "for Theorem 7"),
    "Let the step from position p to p + 1 of a sequence have the sign of c·sin(a + pδ), c ≠ 0, 0 < δ <= π, p = 1..m. "
    "The sequence is flat exactly if every a + pδ is a multiple of π, that is m = 0, or πZ contains a + δ and m = 1 or "
    "δ = π. Otherwise its inner extrema are minima and maxima in turn, one for each k with a + δ < kπ < a + mδ: at the "
    "first position p with a + pδ >= kπ, and at p + 1 as well exactly if a + pδ = kπ; a maximum exactly if "
    "c(-1)^k < 0.",
    NONZERO,
    STRIDE,
    example={**BOTH_ENDS, "offset": Fraction(-5, 2), "step": Angle.parse("1"), "steps": 4},
    small=curves,
    readings=(
        AGREES,
        "Two equal neighbours count as one extremum. A multiple of π at the first or last argument is no extremum: the "
        "sequence starts or ends with a flat step.",
    ),
)
def shape_law(lead, base, offset, step, steps, count_ends=False):
    curve = SineSteps(lead, base, offset, step, steps)
    signs = [lead * curve.argument(p).sin().sign() for p in range(1, steps + 1)]
    computed = name_shape(curve)
    count = computed.count + (computed.flat_ends if count_ends and any(signs) else 0)
    seen = (computed.name, count, computed.flat_ends) == observed(signs)
    return seen and list(computed.extrema()) == inner_extrema(signs)


shape_law.false("any step δ > 0 will do", LEAP, STRIDE)
shape_law.false("a multiple of π at the first or last argument counts as well", BOTH_ENDS, count_ends=True)
shape_law.attack(
    lead=st.sampled_from([-1, 1]),
    base=drawn_angles(2, 12),
    offset=st.fractions(-5, 5, max_denominator=2),
    step=st.builds(Angle, st.fractions(Fraction(1, 24), Fraction(1, 2), max_denominator=24)),
    steps=st.integers(0, 12),
)
# The largest stride π: whole arguments make a flat sequence, all others alternate at every step.
shape_law.attack(
    lead=st.just(1),
    base=st.sampled_from([Angle(), HALF_TURN, HALF_TURN / 2, Angle.parse("1")]),
    offset=st.just(Fraction(0)),
    step=st.just(HALF_TURN),
    steps=st.integers(0, 6),
)
OVER = {**LEAP, "base": Angle(), "step": Angle(Fraction(5, 8)), "steps": 4}
shape_law.edge("δ = 5π/4 leaps over a cell: two multiples without a change of sign", OVER, assumed=False, holds=False)


@shape_law.proof
def proof(proof):
    t = symbols("t", real=True)
    first, x, d, last = z3.Reals("first x d last")
    k, l = z3.Ints("k l")
    proof.trust(trusted.SINE_SIGN)
    # In the cell (k, k + 1) a step has the sign of c(-1)^k, so an extremum at k is a maximum if c(-1)^k < 0.
    proof.identity("sin(t + π) = -sin t: the sign changes from cell to cell", sin(t + pi), -sin(t))
    stride = [d > 0, d <= 1]
    proof.implies("two neighbouring arguments are whole only for δ = π: flat", [*stride, d == k], d == 1)
    mixed = z3.Or(d < 1, x != l)  # not flat, where x is whole
    here, there = [*stride, x < k, x + d >= k, l == k - 1, mixed], [*stride, x <= k, x + d > k, l == k, mixed]
    proof.implies("the last argument before k lies in (k - 1, k), or the sequence is flat", here, x > k - 1)
    proof.implies("the first one after k in (k, k + 1), or the sequence is flat", there, x + d < k + 1)
    none = [k <= first, first < k + 1, first <= last, z3.Not(k + 1 < last)]
    proof.implies("with no multiple strictly between, first to last lie in one closed cell", none, last <= k + 1)
    proof.qed("every real a and c ≠ 0, every 0 < δ <= π, every m >= 0")
