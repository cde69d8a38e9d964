"""H_SYM without a phase, one plane, solves Partial Induction exactly while (2n-3)θ, the drift of a match and of a rival together, stays below the space
between letters.

Idea: a key at distance t is turned by tθ beyond its letter's position. A match stands at tθ, a rival of the next letter
at tθ - ω. The right match at m beats the rival at t if mθ < ω - tθ, and since m and t are different distances up to
n-1, the worst sum is 2n-3. Conversely recency needs (n - 3/2)θ < π, and the match at n-2 against rivals at n-1 needs
the interval [θ, (2n-3)θ] to be free of multiples of ω outside 2πZ; only a short one is. The leads fall with both
distances, so the two largest distances decide the gap, with the match the nearer of the two.

Traps: the match at n-2 against the rival at n-1 has a smaller lead than the other way round. A large θ could hope to
leap over the multiples of ω; the interval is then longer than 2ω and holds two neighbouring ones, not both in 2πZ.
"""

import itertools
from fractions import Fraction

import z3
from flint import arb
from sympy import cos, pi, sin
from sympy import symbols as letters

from rope_theory.core.angles import Angle, ball
from rope_theory.core.constructions import SymbolicCircle, h_mix, h_sym
from rope_theory.core.tasks import Pair
from rope_theory.evidence.claims import Hypothesis, every, less, ours, st, theorem, trusted
from rope_theory.evidence.instances.induction import SOLVES, TWO_SYMBOLS
from rope_theory.evidence.instances.shapes import HAIR, UP_TO_HALF, at_least, turn_angles
from rope_theory.laws.gaps import _single_gap_formula as single_gap_formula  # with what its controls change
from rope_theory.laws.gaps import races, smallest_gap, spacing, spare_circle

THREE = at_least(3)
EDGE = {"symbols": 2, "n": 3, "theta": Angle(Fraction(1, 9))}
INSIDE = {"symbols": 2, "n": 4, "theta": Angle(Fraction(1, 20))}
n, t, theta, omega, k, q = letters("n t theta omega k q", real=True)


def sizes(thorough):
    """(symbols, n, ω/(2n-3))."""
    for symbols, longest in ((2, 7), (3, 6), (4, 5)) if thorough else ((2, 5), (3, 4)):
        for n in range(3, longest + 1):
            yield symbols, n, spacing(symbols) / (2 * n - 3)


def angles(thorough):
    for symbols, n, edge in sizes(thorough):
        beside = (edge, edge * Fraction(99, 100), edge * Fraction(101, 100), edge / 2, edge - HAIR, edge + HAIR)
        for theta in (*beside, *itertools.islice(turn_angles(), 6)):
            yield {"symbols": symbols, "n": n, "theta": theta}


@theorem(
    "new.single-angle-induction",
    ours("U26", "on the head of p. 24, Appendix F.2.2"),
    "H_SYM without a phase (one plane, s letters and a spare point for the lone query's key, ω = 2π/(s+1)) solves Partial Induction up to length "
    "n >= 3 exactly when (2n-3)θ < ω (0 < θ <= π, the query's own key no match), with gap min(cos θ - cos 2θ, 2 sin((ω-θ)/2) sin((ω-(2n-3)θ)/2)).",
    UP_TO_HALF,
    THREE,
    TWO_SYMBOLS,
    example=INSIDE,
    small=angles,
    readings=(
        "H_SYM on a circle with a spare point for the key of the lone query, ω = 2π/(s + 1).",
        SOLVES,
        "θ and 2π - θ act as mirror images, so beyond π the condition must be read for 2π - θ.",
        "Up to length n: at every length 3..n, as the condition at n implies it at all shorter lengths.",
    ),
)
def single_angle(symbols, n, theta, margin=3, closed=False, sign=-1):
    found = smallest_gap(h_sym(spare_circle(symbols), theta), n, races(symbols, n))
    span = (2 * n - margin) * theta
    said = span <= spacing(symbols) if closed else span < spacing(symbols)
    return (found > 0) == said and (not said or found == single_gap_formula(symbols, n, theta, sign))


single_angle.false("(2n-3)θ = ω will do", EDGE, closed=True)
single_angle.false("exactly when (2n-2)θ < ω", {**EDGE, "theta": Angle(Fraction(1, 10))}, margin=2)
single_angle.false("exactly when (2n-4)θ < ω", {**EDGE, "theta": Angle(Fraction(1, 8))}, margin=4)
single_angle.false("the gap has sin((ω+θ)/2)", {**EDGE, "theta": Angle(Fraction(1, 10))}, sign=1)
single_angle.false("θ may exceed π", {**INSIDE, "theta": Angle(Fraction(19, 20))}, UP_TO_HALF)
single_angle.false("one symbol needs it too", {**INSIDE, "symbols": 1, "theta": Angle(Fraction(1, 9))}, TWO_SYMBOLS)
# Large angles are the interesting ones: none of them leaps over all multiples of ω.
single_angle.attack(
    at=st.builds(
        lambda size, turns: {"symbols": size[0], "n": size[1], "theta": Angle(turns)},
        st.sampled_from([(2, 3), (2, 4), (2, 5), (3, 3), (3, 4), (4, 3)]),
        st.fractions(Fraction(1, 90), Fraction(1, 2), max_denominator=90),
    )
)
for side in (-1, 0, 1):
    at = {"symbols": 4, "n": 3, "theta": spacing(4) / 3 + side * HAIR}
    single_angle.edge(f"four symbols at the boundary ({side:+d} hair)", at, holds=True)


@single_angle.proof
def proof(proof):
    logit = h_sym(SymbolicCircle(omega), theta).logit(q, n, Pair(k, 1), n - t)
    proof.identity("the logit of letter k for query q at distance t", logit, cos((k - q) * omega + t * theta))
    proof.trust(trusted.COSINE)
    N, a, w, M, T, x = z3.Reals("n θ/π ω/π m t x")
    last, distances = (2 * N - 3) * a, [1 <= M, M <= N - 1, 0 <= T, T <= N - 1, z3.Or(M <= N - 2, T <= N - 2)]
    proof.implies(
        "sufficient: a match at m and a rival at t differ, so m + t <= 2n-3 and mθ < ω - tθ, the match is nearer to 0",
        [N >= 3, a > 0, last < w, w <= z3.Q(2, 3), *distances],
        z3.And(M * a < w - T * a, w - T * a < 1),
    )
    proof.use("new.inverted-u.no-phase")  # matches at t and t + 1 only, for every t: (n - 3/2)θ < π
    proof.implies(
        "necessary: (n-2)θ < π, so a rival at n-1 wins within (n-2)θ of 0, turned by θ to (2n-3)θ: an ω > θ is not reached",
        [a > 0, (N - z3.Q(3, 2)) * a < 1, a < w, z3.Not(z3.And(a <= w, w <= last))],
        z3.And((N - 2) * a < 1, last < w),
    )
    proof.implies(
        "θ >= ω: the first multiple of ω from θ on and the next both lie there, and they are not both in 2πZ",
        [N >= 3, a >= w, w > 0, x - w < a, a <= x],
        z3.And(x + w <= 3 * a, 3 * a <= last),
    )
    proof.identity(
        "the gap: m = n-2 against t = n-1 has the lead 2 sin((ω-θ)/2) sin((ω-(2n-3)θ)/2), less than the other way round",
        cos((n - 2) * theta) - cos(omega - (n - 1) * theta),
        2 * sin((omega - theta) / 2) * sin((omega - (2 * n - 3) * theta) / 2),
    )
    proof.qed("every n >= 3, every s >= 2, every 0 < θ <= π")


def solving_angles(thorough):
    for symbols, n, edge in sizes(thorough):
        for share in (Fraction(1, 2), Fraction(3, 4), Fraction(9, 10)):
            yield {"symbols": symbols, "n": n, "theta": edge * share}


SOLVING = Hypothesis("0 < (2n-3)θ < ω", lambda symbols, n, theta, **_: Angle() < (2 * n - 3) * theta < spacing(symbols))
#: n = 3, ω = 2π/3: the best single angle is ω/4, its gap cos π/6 - cos π/3 = 0.366…, beside 0.375 of the two-angle head.
CLOSEST = {"symbols": 2, "n": 3, "theta": Angle(Fraction(1, 12))}


@theorem(
    "new.single-angle-induction.compare",
    ours("U25", "Theorem 6, beside U26, p. 24, Appendix F.2.2"),
    "Let both heads have largest logit 1 (A + B = 1), the query's own key competing, n >= 3, s >= 2. H_MIX "
    "with θ₂ = π/n and B = U/(U + E), U = 1 - cos ω, E = 1 + 2 cos(π/n) - cos(2π/n), has the gap "
    "U(cos(π/n) - cos(2π/n))/(U + E), larger than that of H_SYM without a phase at every θ, and less than π² times that of it at "
    "θ = ω/(2n), which is cos(ω/2n) - cos(ω/n). At no θ has it more than (3/2)(ω/(2n-3))².",
    THREE,
    TWO_SYMBOLS,
    SOLVING,
    example=CLOSEST,
    small=solving_angles,
    readings="The logits of H_MIX are A cos(..) + B cos(..), at most A + B; one plane of unit amplitude has logits at "
    "most 1. Whether θ₂ = π/n is the best second angle is not claimed. With a phase one plane "
    "does more: new.phased-induction.",
)
def compare(symbols, n, theta, advantage=Fraction(1), most=None):
    second, half_way = Angle(Fraction(1, 2 * n)), spacing(symbols) / (2 * n)  # θ₂ = π/n
    A, B = 1 + 2 * second.cos() - (2 * second).cos(), 1 - spacing(symbols).cos()  # to be divided by A + B
    mixed = smallest_gap(h_mix(spare_circle(symbols), second, A, B), n, races(symbols, n))
    single, reached = (
        smallest_gap(h_sym(spare_circle(symbols), one), n, races(symbols, n)) for one in (theta, half_way)
    )
    bound = arb.pi() ** 2 if most is None else ball(most)
    return every(
        (
            mixed == B * (second.cos() - (2 * second).cos()),
            single * (A + B) * advantage < mixed,
            reached == half_way.cos() - (2 * half_way).cos(),
            less(ball(single), (spacing(symbols).ball() / (2 * n - 3)) ** 2 * 3 / 2),
            less(ball(mixed), bound * ball(reached * (A + B))),
        )
    )


compare.false("larger by 3 % than that of every single angle", CLOSEST, advantage=Fraction(103, 100))
compare.false("less than 3/2 times that of the single angle ω/(2n)", CLOSEST, most=Fraction(3, 2))
compare.attack(
    at=st.builds(
        lambda n, share: {"symbols": 2, "n": n, "theta": spacing(2) / (2 * n - 3) * share},
        st.sampled_from([3, 4]),
        st.fractions(Fraction(1, 40), Fraction(39, 40), max_denominator=40),
    )
)


@compare.proof
def compare_proof(proof):
    # D(x) = cos x - cos 2x and P(θ) are the leads of the single angle; c = cos(π/n), y = cos(ω/4).
    c, double, U = letters("cos(π/n) cos(2π/n) U", real=True)
    proof.use("new.single-angle-induction")
    proof.use("new.two-angle-threshold.gap")
    proof.identity(
        "θ₂ = π/n: the last step cos((n-2)θ₂) - cos((n-1)θ₂) is the first, cos θ₂ - cos 2θ₂",
        cos(pi - 2 * theta) - cos(pi - theta),
        cos(theta) - cos(2 * theta),
    )
    proof.identity(
        "with A : B = E : U the lead over a symbol, EU - U(1 + c), is U(cos(π/n) - cos(2π/n)) too",
        (1 + 2 * c - double) * U - U * (1 + c),
        U * (c - double),
    )
    U, E, c, y, gap, T, Dn, D4, kappa, N, x, square, pi2 = z3.Reals("U E c y gap θ₀² D(π/n) D(π/4) κ n D(ω/2n) ω² π²")
    size = [c >= z3.Q(1, 2), c < 1, E == 1 + 2 * c - (2 * c * c - 1)]
    proof.implies("E = 2 + 2c(1 - c)", size, z3.And(2 <= E, E <= z3.Q(5, 2)))

    proof.identity(
        "n = 3: P is cos θ - cos(ω - 2θ), which falls, and at θ = ω/4 meets D, which rises",
        2 * sin((omega - theta) / 2) * sin((omega - 3 * theta) / 2),
        cos(theta) - cos(omega - 2 * theta),
    )
    root = cos(omega / 4)
    proof.identity("U = 8y²(1 - y²), y = cos(ω/4)", 1 - cos(omega), 8 * root**2 * (1 - root**2))
    proof.identity("D(ω/4) = (1 - y)(1 + 2y)", root - cos(omega / 2), (1 - root) * (1 + 2 * root))
    proof.implies(
        "so its gap is below U·D(π/3)/(U + 5/2) = U/(U + 5/2), for ω <= 2π/3, y >= cos(π/6)",
        [0 < y, y < 1, 4 * y * y >= 3, U == 8 * y * y * (1 - y * y), 0 < gap, gap <= (1 - y) * (1 + 2 * y)],
        gap * (U + z3.Q(5, 2)) < U,
    )

    # n >= 4: θ < θ₀ = ω/(2n-3), and 3/2 >= U >= κω² with κ the value of U/ω² at ω = 2π/3; D(x) < (3/2)x².
    third, quarter = Angle(Fraction(1, 3)), Angle(Fraction(1, 8))
    shortfall = ball(1 - third.cos()) / third.ball() ** 2
    proof.exact("6/κ < 25 D(π/4)", less(ball(6) / shortfall, 25 * ball(quarter.cos() - (2 * quarter).cos())))
    spread = kappa * (2 * N - 3) * (2 * N - 3) * T
    proof.implies(
        "gap·(U + E) < U·D(π/n) for every gap below (3/2)θ₀²",
        [kappa > 0, T > 0, U >= spread, spread <= z3.Q(3, 2), E > 0, E <= z3.Q(5, 2), N >= 4, 6 < 25 * kappa * D4]
        + [Dn * N * N >= 16 * D4, 0 < gap, gap <= 3 * T / 2],
        gap * (U + E) < U * Dn,
    )

    proof.implies(
        "the single angle ω/(2n): U·D(π/n) < π²(U + E)·D(ω/2n), as U <= ω²/2 and D(π/n)/(π/n)² <= D(ω/2n)/(ω/2n)²",
        [U > 0, square > 0, 2 * U <= square, E >= 2, x > 0, pi2 > 9, Dn * square <= 4 * pi2 * x],
        U * Dn < pi2 * (U + E) * x,
    )
    proof.trust(trusted.SINE_INCREASING, trusted.COSINE, trusted.SINC)
    proof.qed("every n >= 3, s >= 2, every θ with 0 < (2n-3)θ < ω")
