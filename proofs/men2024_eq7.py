"""A bound on one score by summation by parts: the largest step between planes times a sum of partial sums of turns.

Idea: qᵀR_m k is the real part of Σ h_l e^{imθ_l} with h_l = conj(q_l)·k_l. With S_n the sum of the first n turns this is Σ (h_{l-1} -
h_l) S_l, and every |S_n| counts at most the largest step.

Traps: h_l is a complex number; with the real inner product of the two plane vectors in its place the bound fails where they stand at a
right angle. The last step goes to h_K = 0. That the bound, as a function of the distance m, decays is another matter: it oscillates.
"""

import itertools
from fractions import Fraction
from functools import cache

import flint
import z3
from sympy import cos, sin, symbols

from rope_theory.core.angles import Angle, ball
from rope_theory.core.rope import rotate
from rope_theory.core.truth import at_most, every, less
from rope_theory.evidence.by_hand import number, sign
from rope_theory.evidence.claims import Erratum, Hypothesis, Tier, Weight, ours, paraphrase, st, theorem, verbatim
from rope_theory.laws.discrepancy.frequency_list import rope_frequencies


def conjugate_product(q, k):
    return q[0] * k[0] + q[1] * k[1], q[0] * k[1] - q[1] * k[0]


def modulus(z):
    return (ball(z[0]) ** 2 + ball(z[1]) ** 2).sqrt()


def partial_sums(turns):
    """|S_1|, …, |S_K| for turns given as pairs of balls (cos, sin)."""
    x, y = flint.arb(0), flint.arb(0)
    for c, s in turns:
        x, y = x + c, y + s
        yield (x * x + y * y).sqrt()


@cache
def rope_balls(base, dim):
    with flint.ctx.workprec(128):
        return [angle.radians_ball() for angle in rope_frequencies(base, dim)]


@cache
def bound_at(base, dim, m):
    """Σ_n |S_n| at distance m, as a ball."""
    with flint.ctx.workprec(128):
        return sum(partial_sums((m * radians).sin_cos()[::-1] for radians in rope_balls(base, dim)), flint.arb(0))


def turned(m, *angles):
    return {"angles": tuple(map(Angle.parse, angles)), "m": m}


QUARTER = {"q": ((1, 0),), "k": ((0, 1),), **turned(1, "pi/2")}
TWO_PLANES = {"q": ((1, 2), (0, 1)), "k": ((1, 0), (3, -1)), **turned(5, "1", "0.1")}


@theorem(
    "men2024.eq7",
    paraphrase("Men2024", "p. 5, eq. (7)"),
    "|qᵀR_m k| <= max_l |h_l - h_{l+1}| · Σ_{n=1}^{d/2} |S_n|, S_n = Σ_{l<n} e^{imθ_l}, h_l = q̄_l k_l as complex numbers, h_{d/2} = 0.",
    same := Hypothesis("q, k and θ have as many planes", lambda q, k, angles, **_: len(q) == len(k) == len(angles) > 0),
    example=TWO_PLANES,
    readings=(
        "h_l is the complex product of the plane's query, conjugated, and key, as in RoFormer (Section 3.4.3), from which the bound is taken; "
        "the real inner product, as the formula for h_l may be read, will not do (a false neighbour).",
        "h_{d/2} = 0, as in RoFormer.",
    ),
)
def within(q, k, angles, m, product=conjugate_product, last=True):
    h = [product(*plane) for plane in zip(q, k, strict=True)] + [(0, 0)]
    steps = [modulus((a[0] - b[0], a[1] - b[1])) for a, b in itertools.pairwise(h if last else h[:-1])]
    scores = [a[0] * x + a[1] * y for a, b, theta in zip(q, k, angles, strict=True) for x, y in [rotate(m * theta, b)]]
    total = ball(sum(scores[1:], scores[0]))
    sums = sum(partial_sums([(ball((m * theta).cos()), ball((m * theta).sin())) for theta in angles]), flint.arb(0))
    return ~every(less(step * sums, abs(total)) for step in steps or [flint.arb(0)])


within.false("h_l the real inner product", QUARTER, product=lambda q, k: (conjugate_product(q, k)[0], 0))
within.false("without the last step, to 0", QUARTER, last=False)
COORDINATES = st.fractions(-3, 3, max_denominator=6)
PLANE = st.tuples(COORDINATES, COORDINATES)
within.attack(
    at=st.builds(
        lambda planes, m: {"q": tuple(p for p, *_ in planes), "k": tuple(p for _, p, _ in planes),
                           "angles": tuple(Angle(0, t) for *_, t in planes), "m": m},
        st.lists(st.tuples(PLANE, PLANE, st.fractions(Fraction(1, 50), 1, max_denominator=97)), min_size=2, max_size=5), st.integers(1, 300),
    )
)  # fmt: skip


@within.proof
def proof(proof):
    x, y, a, b, t = symbols("q0 q1 k0 k1 t", real=True)
    h = conjugate_product((x, y), (a, b))
    turned_key = rotate(t, (a, b))
    proof.identity(
        "a plane's score is the real part of h·e^{it}",
        x * turned_key[0] + y * turned_key[1],
        h[0] * cos(t) - h[1] * sin(t),
    )
    proof.qed("any queries and keys, any angles and number of planes, any real m")


FARTHER = Hypothesis("0 <= m < m'", lambda m, far, **_: 0 <= m < far)
WIDE = Hypothesis("d is even, d >= 4, b > 1", lambda base, dim, **_: dim % 2 == 0 and dim >= 4 and base > 1)
DIP = {"base": 10_000, "dim": 128, "m": 18, "far": 19}


@theorem(
    "men2024.eq7.decays",
    verbatim(
        "Men2024",
        "p. 5, Section 4.1",
        "indicates that the upper bound of the attention score … decays as the relative distance increases",
    ),
    "Σ_n |S_n| at a distance m' > m is at most what it is at m.",
    FARTHER,
    WIDE,
    example=DIP,
    verdict=Tier.REFUTED,
    readings="The sentence is about the upper bound of the score, eq. (7), and refers to a plot. Read here for every two distances; as a trend "
    "of the plotted curve it is not decided.",
    in_fairness="Figure 4 shows a curve that falls on the whole and oscillates, and the sentence may mean no more. The bound is largest at "
    "distance 0, and for the usual bases it stays below 0.6 of that from some thirty positions on, for thousands.",
    erratum=Erratum(
        Weight.READING,
        "the plot beside the sentence shows the oscillation",
        "for “decays as the relative distance increases” read “never exceeds its value at distance 0”",
        fault="“decays” of what oscillates",
        seen="m = 18: 982.3197…, m = 19: 985.0111…",
    ),
)
def decays(base, dim, m, far):
    return at_most(bound_at(base, dim, far), bound_at(base, dim, m))


decays.true_at("from 0 to 1", {**DIP, "m": 0, "far": 1})
decays.true_at("from 1 to 1000", {**DIP, "m": 1, "far": 1000})
decays.outside("the nearer distance is farther", {**DIP, "m": 19, "far": 1}, FARTHER)
decays.outside("one plane: |S_1| = 1 at every distance", {**DIP, "dim": 2}, WIDE, says_nothing=True)
decays.edge("two planes at base 100", {"base": 100, "dim": 4, "m": 3, "far": 5}, assumed=True, holds=False)


@decays.by_hand
def decays_by_hand(base, dim, m, far):
    near, away = bound_at(base, dim, m), bound_at(base, dim, far)
    return [
        f"Base {base}, d = {dim}: Σ|S_n| over n = 1, …, {dim // 2}, S_n the sum of the first n of e^{{imθ_l}}",
        f"At m = {m}: {number(near)}",
        f"At m = {far}: {number(away)} {sign(away, near)} {number(near)}",
    ]


decays.proof(lambda proof: proof.refute(DIP, "balls around both sums"))


@theorem(
    "men2024.eq7.decays.corrected",
    ours("Men2024", "for p. 5, Section 4.1"),
    "At every distance Σ_n |S_n| is at most what it is at distance 0, (d/2)(d/2 + 1)/2.",
    same_angles := Hypothesis("there are planes", lambda angles, **_: len(angles) > 0),
    example=turned(7, "1", "0.1", "0.01"),
    small=lambda thorough: (turned(m, "1", "0.1", "0.01", "1/3") for m in range(1, 60 if thorough else 20)),
)
def largest_at_zero(angles, m, less_by=0):
    planes = len(angles)
    sums = sum(partial_sums([(ball((m * theta).cos()), ball((m * theta).sin())) for theta in angles]), flint.arb(0))
    most = Fraction(planes * (planes + 1), 2) - less_by
    if (m * angles[0]).is_whole_turns() and all((m * (theta - angles[0])).is_whole_turns() for theta in angles):
        return planes * (planes + 1) == 2 * most
    return at_most(sums, ball(most))


largest_at_zero.false("less by 1", turned(0, "1", "0.1"), less_by=1)
largest_at_zero.false("half of it", turned(1, "0.001", "0.0001"), holds=lambda angles, m: less(
    sum(partial_sums([(ball((m * theta).cos()), ball((m * theta).sin())) for theta in angles]), flint.arb(0)), ball(Fraction(3, 2))))  # fmt: skip


@largest_at_zero.proof
def largest_proof(proof):
    size, n, step = z3.Reals("|S_n| n 1")
    proof.implies("each turn adds 1 at most", [size <= n, step == 1], size + step <= n + 1)
    proof.qed("any angles and number of planes, any real m")
