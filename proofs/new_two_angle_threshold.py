"""Two angles solve Partial Induction exactly if recency never turns back and the symbol outweighs all it can do.

Idea: among matches only recency decides, and it must fall from each distance to the next; that is (n - 3/2)θ₂ < π.
Between a match and another symbol, the worst input puts the only match as far back as possible and a neighbouring
letter as near as possible. Both conditions are forced by one input each, and together they settle every input. The gap
is the least of three leads: over an earlier match, over another symbol, over the query.

Traps: if the query competes it is the nearest rival of all, at distance 0. On the circle a letter differs from its
neighbour by 1 - cos ω only. With n = s + 1 and every symbol present each stands once, and recency is not needed.
"""

from fractions import Fraction

import z3

from rope_theory.core.angles import FULL_TURN, Angle
from rope_theory.core.constructions import h_mix
from rope_theory.evidence.claims import Hypothesis, ours, st, theorem, trusted
from rope_theory.evidence.instances.induction import SOLVES, TWO_SYMBOLS
from rope_theory.evidence.instances.letter_circle import letters_apart, mix_logit, recency_step
from rope_theory.evidence.instances.shapes import at_least, in_half_circle
from rope_theory.laws.angle_floor import HALF_TURN
from rope_theory.laws.gaps import _mix_gap as mix_gap  # with what its controls change
from rope_theory.laws.gaps import races, reach, smallest_gap, spacing, spare_circle

SHARPENS = ours("U25", "sharpens Theorem 6")
UP_TO_HALF = Hypothesis("0 < θ₂ <= π", in_half_circle)
RECENCY = Hypothesis("B > 0", lambda B, **_: B > 0)
LONG = Hypothesis("n >= s + 2, s the number of symbols", lambda symbols, n, **_: n >= symbols + 2)
MONOTONE = Hypothesis("(n - 3/2)θ₂ < π", lambda n, theta, **_: (2 * n - 3) * theta < FULL_TURN)
GIVEN = (UP_TO_HALF, at_least(3), TWO_SYMBOLS, RECENCY)
#: A(1 - cos ω) = 3A/2; at θ₂ = π/3, n = 3 recency reaches cos π/3 - cos 2π/3 = 1, or 3/2 against the query.
AT_EDGE = dict(symbols=2, n=3, theta=Angle(Fraction(1, 6)), A=Fraction(2, 3), B=Fraction(1), competes=False)
BETWEEN = {**AT_EDGE, "A": Fraction(5, 6), "competes": True}
FINE = {**AT_EDGE, "n": 4, "theta": Angle(Fraction(1, 15)), "A": Fraction(2), "competes": True}
#: (n - 3/2)θ₂ = π at n = 4: the two farthest matches tie.
TIE = {**FINE, "theta": Angle(Fraction(1, 5)), "A": Fraction(3)}
CIRCLE = (
    "Letters stand on a circle with one spare point for the key of the lone query, ω = 2π/(s + 1); every letter then "
    "has a neighbour at ω, and so has the spare point. Another symbol plane is no part of this."
)
DRAWN = st.builds(
    lambda size, **rest: {"symbols": size[0], "n": size[1], **rest},
    st.sampled_from([(2, 3), (2, 4), (2, 5), (3, 3), (3, 4)]),
    theta=st.builds(Angle, st.fractions(Fraction(1, 40), Fraction(1, 2), max_denominator=40)),
    A=st.fractions(-1, 4, max_denominator=12),
    B=st.fractions(Fraction(1, 12), 3, max_denominator=12),
    competes=st.booleans(),
)


def mixes(thorough, least=lambda symbols: 3):
    for symbols, longest in ((2, 7), (3, 6)) if thorough else ((2, 5), (3, 4)):
        for n in range(least(symbols), longest + 1):
            edge = Angle(Fraction(1, 2 * n - 3))  # (n - 3/2)θ = π
            more = (Angle(Fraction(1, 30)), HALF_TURN) if thorough else ()
            for theta in (edge, edge * Fraction(9, 10), Angle.parse("2"), *more):
                for A in (Fraction(1, 20), Fraction(1), Fraction(3)):
                    at = {"symbols": symbols, "n": n, "theta": theta, "A": A, "B": Fraction(1)}
                    yield from ({**at, "competes": competes} for competes in (True, False))


@theorem(
    "new.two-angle-threshold",
    SHARPENS,
    "0 < θ₂ <= π, n >= 3, at least two symbols, B > 0: H_MIX solves Partial Induction at length n exactly when "
    "(n - 3/2)·θ₂ < π, so that recency is strictly decreasing over distances 1..n-1, and the symbol amplitude "
    "A(1 - cos ω) exceeds B(cos θ₂ - cos((n-1)θ₂)) if the query itself does not compete, B(1 - cos((n-1)θ₂)) if it "
    "does.",
    *GIVEN,
    example=FINE,
    small=mixes,
    readings=(
        CIRCLE,
        SOLVES,
        "All inputs of n - 1 pairs count in which the queried symbol occurs; other symbols may be missing.",
    ),
)
def two_angle(
    symbols,
    n,
    theta,
    A,
    B,
    competes,
    all_occur=False,
    adjacent=True,
    query=None,
    closed=False,
    equal=False,
    direction=1,
):
    head = h_mix(spare_circle(symbols), theta, A, direction * B)
    right = smallest_gap(head, n, races(symbols, n, competes, all_occur)) > 0
    share = 1 - spacing(symbols).cos() if adjacent else 1
    margin = A * share - B * reach(n, theta, competes if query is None else query)
    span = (2 * n - 3) * theta
    falls = span <= FULL_TURN if closed else span < FULL_TURN
    return right == (falls and (margin >= 0 if equal else margin > 0))


two_angle.false("the amplitude may equal the threshold", AT_EDGE, equal=True)
two_angle.false("(n - 3/2)θ₂ = π will do", TIE, closed=True)
two_angle.false("the threshold without the query is enough when it competes", BETWEEN, query=False)
two_angle.false("A itself counts, not A(1 - cos ω)", {**BETWEEN, "competes": False}, adjacent=False)
two_angle.false("recency against the nearer key", FINE, direction=-1)
two_angle.false("one symbol needs it too", {**FINE, "symbols": 1, "A": Fraction(-1), "competes": False}, TWO_SYMBOLS)
two_angle.false("without recency, B = 0", {**FINE, "B": Fraction(0)}, RECENCY)
two_angle.attack(at=DRAWN)
LEAST = {**TIE, "n": 3, "theta": Angle(Fraction(1, 3))}
two_angle.edge("two matches tie at the least length too", LEAST, holds=True)
two_angle.edge("… and refute the closed condition there", {**LEAST, "closed": True}, holds=False)


def _leads(proof):
    mix_logit(proof)
    letters_apart(proof)  # k = 1..s positions apart on the circle of s + 1: ω <= kω <= 2π - ω
    proof.trust(trusted.COSINE)  # so cos(kω) <= cos ω
    A, B, w, w1, near, far, here, there = z3.Reals("A B cos(kω) cosω nearest cos((n-1)θ) cos(mθ) cos(tθ)")
    worst = A * (1 - w1) - B * (near - far)  # nearest: cos θ₂, or 1 if the query competes
    proof.implies(
        "a match leads another symbol by at least what one at n-1 leads a neighbouring letter (or the query) by",
        [A > 0, B > 0, w <= w1, far <= here, there <= near],
        A + B * here - A * w - B * there >= worst,
    )
    proof.implies("where that is positive, so is A", [B > 0, w1 < 1, far < near, worst > 0], A > 0)


@two_angle.proof
def proof(proof):
    proof.use("new.inverted-u.no-phase")  # matches at n-2 and n-1: the nearer wins for (n - 3/2)θ₂ < π only
    _leads(proof)
    proof.qed("every n >= 3, s >= 2, every 0 < θ₂ <= π, every real A, every B > 0")


@theorem(
    "new.two-angle-threshold.all-occur",
    SHARPENS,
    "The condition of new.two-angle-threshold is necessary and sufficient also if every one of the s symbols must "
    "occur, as soon as n >= s + 2.",
    *GIVEN,
    LONG,
    example=FINE,
    small=lambda thorough: mixes(thorough, least=lambda symbols: symbols + 2),
    readings=(CIRCLE, SOLVES, "At n = s + 1 every symbol stands once and no recency is needed at all."),
)
def all_occur(symbols, n, theta, A, B, competes, closed=False):
    return two_angle(symbols, n, theta, A, B, competes, all_occur=True, closed=closed)


all_occur.false(
    "n = s + 1 is long enough", {**AT_EDGE, "theta": Angle(Fraction(2, 5)), "A": Fraction(1), "B": Fraction(1, 2)}, LONG
)
all_occur.false("(n - 3/2)θ₂ = π will do", TIE, closed=True)
all_occur.attack(at=DRAWN)


@all_occur.proof
def all_occur_proof(proof):
    proof.use("new.two-angle-threshold")
    n, s = z3.Ints("n s")
    proof.implies("beside two matches there is room for the other s - 1 symbols", [n >= s + 2], n - 1 - 2 >= s - 1)
    proof.qed("every s >= 2, n >= s + 2, every 0 < θ₂ <= π, every real A, every B > 0")


@theorem(
    "new.two-angle-threshold.gap",
    SHARPENS,
    "If (n - 3/2)·θ₂ < π, the smallest lead of the right key's logit over all inputs of length n is the least of "
    "B(cos θ₂ - cos 2θ₂), B(cos((n-2)θ₂) - cos((n-1)θ₂)) and A(1 - cos ω) - B(cos θ₂ - cos((n-1)θ₂)), with 1 for cos θ₂ "
    "in the last if the query itself competes.",
    *GIVEN,
    Hypothesis("A > 0", lambda A, **_: A > 0),
    MONOTONE,
    example=FINE,
    small=mixes,
    readings=CIRCLE,
)
def gap(symbols, n, theta, A, B, competes, last_step=True):
    found = smallest_gap(h_mix(spare_circle(symbols), theta, A, B), n, races(symbols, n, competes))
    return found == mix_gap(symbols, n, theta, A, B, competes, last_step)


gap.false(
    "the last step of recency never is the smallest", {**FINE, "n": 5, "theta": Angle(Fraction(2, 15))}, last_step=False
)
gap.false("it holds also if recency is not monotone", {**FINE, "theta": Angle(Fraction(7, 20))}, MONOTONE)
gap.attack(at=DRAWN)


@gap.proof
def gap_proof(proof):
    recency_step(proof)
    N, d, T = z3.Reals("n θ₂/π t")
    middle, end = (T + z3.Q(1, 2)) * d, (N - z3.Q(3, 2)) * d
    proof.implies(
        "for t = 1..n-2 the argument (t + 1/2)θ₂ runs from 3θ₂/2 to (n - 3/2)θ₂ inside (0, π)",
        [d > 0, 1 <= T, T <= N - 2, end < 1],
        z3.And(0 < 3 * d / 2, 3 * d / 2 <= middle, middle <= end),
    )
    proof.trust(trusted.SINE_CONCAVE)
    share, inner, left, right, rest = z3.Reals("share sin(inner) sin(3θ/2) sin((n-3/2)θ) rest")
    proof.implies(
        "a concave function is smallest at an end, and an earlier match further back loses by more",
        [0 <= share, share <= 1, inner >= share * left + (1 - share) * right, rest >= 0],
        inner + rest >= z3.If(left <= right, left, right),
    )
    _leads(proof)
    proof.qed("every n >= 3, s >= 2, every θ₂ > 0 with (n - 3/2)θ₂ < π, every A, B > 0")
