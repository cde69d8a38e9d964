"""The largest weight of H_POS over the position it asks for: its steps have the sign of minus a product of two sines, at every β > 0.

Idea: asking for p + 1 instead of p shifts the whole row of logits by one position. The sum of exponentials loses the
term that leaves at one end and gains the term that enters at the other: e^{β cos pθ} - e^{β cos((n-p)θ)}. The
exponential is increasing, so for every β > 0 the sign is that of cos pθ - cos((n-p)θ) = 2 sin(nθ/2) sin((n-2p)θ/2), and
the largest weight e^β divided by that sum moves the other way. With sin(nθ/2) fixed, the second factor is a sine in
strides of θ <= π, symmetric about the middle, and new.shape-law counts its changes of sign.

Traps: "low angle" is not the condition; nθ < 2π is: θ = 2 gives a U at n = 3, θ = 0.2 an inverted U at n = 32. Just
above, the U turns over, and stays turned over for two more positions ((n-2)θ < 2π). At (n-2)θ = 2π both end steps are
flat. θ = π is no exception.
"""

import itertools
from fractions import Fraction

import z3
from sympy import cos, sin, symbols

from rope_theory.core.angles import FULL_TURN, Angle
from rope_theory.core.constructions import h_pos
from rope_theory.core.heads import largest_weight_order
from rope_theory.evidence.claims import Hypothesis, Truth, ours, st, theorem, trusted, truth
from rope_theory.evidence.instances.shapes import (
    AGREES,
    FOLDED,
    UP_TO_HALF,
    at_least,
    lengths_and_angles,
    turn_angles,
    weights_told,
)
from rope_theory.laws.shape import inner_extrema, observed, shape

SOURCE = ours("U25", "sharpens Theorem 7, first half")
BETWEEN = Hypothesis("1 <= p <= n-1", lambda n, p, **_: 1 <= p <= n - 1)
POSITIVE = Hypothesis("β > 0", lambda beta, **_: beta > 0)
ALIKE = Angle(Fraction(1, 5), Fraction(1, 10**13))
LOW = {"n": 4, "theta": Angle.parse("1"), "p": 1, "beta": Fraction(1)}
n, p, j, theta = symbols("n p j theta", real=True)


def small_steps(thorough):
    for n in range(2, 7 if thorough else 5):
        for theta in (*turn_angles(thorough), Angle(), Angle(Fraction(2, 3)), Angle.parse("-1"), Angle.parse("30")):
            for p, beta in itertools.product(range(1, n), (Fraction(1, 3), Fraction(20))):
                yield {"n": n, "theta": theta, "p": p, "beta": beta}


@theorem(
    "new.u-shape-sign",
    SOURCE,
    "H_POS with keys at 1..n and 1 <= p <= n-1: w_max(p+1) - w_max(p) has the sign of -sin(nθ/2)·sin((n-2p)θ/2), for "
    "every β > 0.",
    BETWEEN,
    POSITIVE,
    example=LOW,
    small=small_steps,
    readings="The query stands at n and competes: its key is v like all others. w_max(p) is the weight at position p, "
    "where the logit is 1; p = n asks for the query's own position.",
)
def sign_law(n, theta, p, beta, sign=-1, turned=0):
    head = h_pos(theta)
    here, there = ([head.logit(n - asked, n, "A", j) for j in range(1, n + 1)] for asked in (p, p + 1))
    if max(here) != 1 or max(there) != 1:
        return Truth.FALSE
    order = largest_weight_order(here, there, beta)
    said = sign * (n * theta / 2).sin().sign() * ((n - 2 * p + turned) * theta / 2).sin().sign()
    return Truth.UNKNOWN if order is None else truth(order == said)


sign_law.false("the opposite sign", LOW, sign=1)
sign_law.false("the sign of -sin(nθ/2)·sin((n+1-2p)θ/2)", {**LOW, "p": 2}, turned=1)
sign_law.false("β = 0 as well", {**LOW, "beta": Fraction(0)}, POSITIVE)
sign_law.attack(
    n=st.integers(2, 7),
    theta=st.builds(
        Angle, st.fractions(-2, 2, max_denominator=15), st.sampled_from([Fraction(0), Fraction(1), Fraction(-1, 3)])
    ),
    p=st.integers(1, 6),
    beta=st.fractions(Fraction(1, 50), 50, max_denominator=50),
)
for asked in range(1, 5):
    at = {"n": 5, "theta": ALIKE, "p": asked, "beta": Fraction(1)}
    sign_law.edge(f"cos(pθ) and cos((n-p)θ) differ by less than 1e-12, p = {asked}", at, holds=True)


@sign_law.proof
def proof(proof):
    head = h_pos(theta)
    asked, shifted = head.logit(n - p, n, "A", j), head.logit(n - p - 1, n, "A", j + 1)
    proof.identity("asking for p, key j gets cos((p-j)θ): 1 at j = p", asked, cos((p - j) * theta))
    proof.identity("asking for p + 1, key j + 1 gets what key j got for p", shifted, asked)
    # So S(p+1) = Σ_{j=0}^{n-1} e^{β cos((p-j)θ)} = S(p) + e^{β cos pθ} - e^{β cos((p-n)θ)}.
    enters, leaves = head.logit(n - p, n, "A", 0), head.logit(n - p, n, "A", n)
    proof.identity(
        "the logit that enters minus the one that leaves is 2 sin(nθ/2) sin((n-2p)θ/2)",
        enters - leaves,
        2 * sin(n * theta / 2) * sin((n - 2 * p) * theta / 2),
    )
    proof.trust(trusted.EXPONENTIAL)
    here, there, top = z3.Reals("S(p) S(p+1) e^β")
    moves = (top / there < top / here) == (there > here)
    proof.implies("the weight e^β/S moves against S", [here > 0, there > 0, top > 0], moves)
    proof.qed("every n >= 2, 1 <= p <= n-1, every real θ, every β > 0")


THREE = at_least(3)
TENTH, WIDE = Angle(Fraction(1, 10)), Angle(Fraction(2, 5))


@theorem(
    "new.u-shape-sign.shape",
    SOURCE,
    "For 0 < θ <= π, n >= 3 and every β > 0, as p runs over 1..n: w_max is U-shaped exactly when nθ < 2π, flat exactly when nθ is a "
    "multiple of 2π, inverted-U-shaped exactly when 2π < nθ and (n-2)θ < 2π. If nθ is no multiple of 2π there are "
    "2⌈(n-2)θ/2π⌉ - 1 inner extrema, minima and maxima in turn, at the positions ⌈n/2 + kπ/θ⌉ for the whole k with "
    "|k| < (n-2)θ/2π, and one position further too if n/2 + kπ/θ is whole.",
    UP_TO_HALF,
    THREE,
    example={"n": 9, "theta": TENTH},
    small=lengths_and_angles(3, 9, lambda n: n, lambda n: n - 1, lambda n: n - 2, more=5),
    readings=(
        AGREES,
        "U-shaped: every step falls, then every step rises, except that the two middle positions may be equal; "
        "inverted-U-shaped: its mirror image. At (n-2)θ = 2π < nθ the steps between are those of an inverted U, but "
        "both end steps are flat; beyond, unless nθ is a multiple of 2π, there are at least three extrema.",
        "θ is even and 2π-periodic in every logit (distances are whole), so any other θ is first folded into [0, π].",
        "The positions p run up to n, the query's own. Over p <= n-1 alone the last step of the U is missing.",
    ),
)
def shapes(n, theta, u_margin=0, closed=False, inverted_margin=2, count_from=2):
    signs = [-((p * theta).cos() - ((n - p) * theta).cos()).sign() for p in range(1, n)]
    name, count, flat_ends = observed(signs)
    found, width = shape(n, theta), (n - u_margin) * theta
    low = width <= FULL_TURN if closed else width < FULL_TURN
    turned_over = n * theta > FULL_TURN and (n - inverted_margin) * theta < FULL_TURN
    turns = next(turns for turns in itertools.count(1) if (n - count_from) * theta <= Angle(turns))
    return (
        (name == "U" and not flat_ends) == low
        and (name == "flat") == (n * theta).is_whole_turns()
        and (name == "inverted-U" and not flat_ends) == turned_over
        and (name == "flat" or count == 2 * turns - 1)
        and (found.name, found.count, found.flat_ends) == (name, count, flat_ends)
        and list(found.extrema()) == inner_extrema(signs)
    )


@shapes.by_hand
def shape_told(n, theta):
    found = shape(n, theta)
    turns = (f", its {each.kind} at p = {' and '.join(map(str, each.positions))}" for each in found.extrema())
    return [*weights_told(n, theta, Fraction(1), n), f"At this β, as at every other: {found}{''.join(turns)}"]


shapes.false("U-shaped up to nθ = 2π", {"n": 10, "theta": TENTH}, closed=True)
shapes.false("U-shaped for (n-1)θ < 2π", {"n": 3, "theta": WIDE}, u_margin=1)
shapes.false("inverted-U-shaped for nθ > 2π up to (n-1)θ < 2π only", {"n": 4, "theta": WIDE}, inverted_margin=1)
shapes.false("inverted-U-shaped for nθ > 2π up to (n-3)θ < 2π", {"n": 5, "theta": WIDE}, inverted_margin=3)
shapes.false("2⌈nθ/2π⌉ - 1 inner extrema", {"n": 3, "theta": WIDE}, count_from=0)
shapes.false("θ may exceed π", {"n": 3, "theta": Angle(Fraction(3, 4))}, UP_TO_HALF)
shapes.false("two positions are enough", {"n": 2, "theta": TENTH}, THREE)
shapes.attack(n=st.integers(3, 16), theta=FOLDED)
shapes.edge("an inverted U at a low angle", {"n": 32, "theta": Angle.parse("0.2")}, holds=True)
shapes.edge("a U at a high one", {"n": 3, "theta": Angle.parse("2")}, holds=True)
shapes.edge("just above 2π/5 the U is turned over", {"n": 5, "theta": ALIKE}, holds=True)
shapes.edge("many turns: ⌈38·2/2π⌉ = 13, so 25 extrema", {"n": 40, "theta": Angle.parse("2")}, holds=True)


@shapes.proof
def shapes_proof(proof):
    proof.use("new.u-shape-sign")
    proof.use("new.shape-law")
    proof.identity(
        "-sin(nθ/2) sin((n-2p)θ/2) = sin(nθ/2) sin((p - n/2)θ): the arguments run from -(n-2)θ/2 to (n-2)θ/2",
        -sin(n * theta / 2) * sin((n - 2 * p) * theta / 2),
        sin(n * theta / 2) * sin((p - n / 2) * theta),
    )
    d, X, h = z3.Reals("θ/π X h")
    K, k = z3.Ints("K k")
    angles = [d > 0, d <= 1, X > 0, h == X + d]  # in units of π: X = (n-2)θ/2, h = nθ/2
    proof.implies(
        "the k strictly between -X and X are -(K-1)..K-1 with K = ⌈X⌉, 2K - 1 in number",
        [K - 1 < X, X <= K],
        z3.And(-X < k, k < X) == z3.And(-K < k, k < K),
    )
    proof.implies("flat: two whole arguments, so θ = π, and h is whole", [*angles, d == 1, X == k], h == k + 1)
    proof.implies("one extremum, strict ends, a minimum: exactly for nθ < 2π", angles, z3.And(X < 1, h < 1) == (h < 1))
    proof.implies("a maximum: for 2π < nθ, (n-2)θ < 2π", angles, z3.And(X < 1, 1 < h, h < 2) == z3.And(X < 1, 1 < h))
    proof.qed("every n >= 3, every 0 < θ <= π, every β > 0")
