"""Many frequencies together keep a gap that no single one can.

Idea: with weights a_k the lead over a rival at distance t is Σ a_k (1 - cos(t g_k)): it is small only where all
weighted planes come round at once. The best weights solve a linear program. Any rational weights prove a lower bound,
once every distance has been looked at; any rational measure on distances proves an upper bound (weak duality). The
formal proof has its own weights and measures, in ten-millionths, and looks at every distance in Coq's integers.

The upper law: the box |x_0| < n, |x_k - x_0 g_k/2π| <= n^{-1/K} has volume 2^{K+1}, so it holds a lattice point other
than the origin, and x_0 is not 0 in it (Minkowski). That distance brings all planes near a whole turn at once.

One side only: cos φ - cos(tθ - φ) = 2 sin(tθ/2) sin((T+1-t)θ/2) for φ = (T+1)θ/2 - π. The product grows from the ends
inwards, so the ends t = 1 and t = T decide.

Traps: a solver's value proves nothing; its weights are rounded to rationals and measured anew. For n <= 2^K the upper
law is vacuous, and with K = 64 that is every length in use.
"""

from fractions import Fraction

import z3
from sympy import cos, pi, sin, symbols

from rope_theory.core.angles import Angle, ball
from rope_theory.core.truth import at_most
from rope_theory.core.words import counted
from rope_theory.evidence.by_hand import number
from rope_theory.evidence.claims import Among, Hypothesis, combinations, domain, ours, st, theorem, trusted
from rope_theory.laws.discrepancy import best_mix_of, certified_mix, mix_gap, pigeonhole_bound, verify_certificate

HALF_UNIT = Fraction(1, 20000)
#: theory value of the best gap, four decimals, by base, dimension and length.
ROWS = [
    {"base": base, "dim": 128, "length": length, "value": value}
    for base, length, value in (
        (10000, 17, "0.4036"),
        (10000, 2048, "0.3207"),
        (10000, 4096, "0.3132"),
        (500000, 8192, "0.2963"),
        (500000, 131072, "0.2806"),
    )
]
NAMED_ROW = Among.of("a row named in the statement", ROWS)


@theorem(
    "new.index-gap-multifrequency",
    ours("U26", "on the reach of p. 21, Appendix F.2.1"),
    "The best convex mix of RoPE's frequencies has the gap 0.4036 at n = 17, 0.3207 at n = 2048 and 0.3132 at n = "
    "4096 for base 10000, 0.2963 at n = 8192 and 0.2806 at n = 131072 for base 500000 (d = 128, aligned phases, "
    "rivals on both sides, distances 1..n-1; rounded): the 1/n² law is a law of one frequency.",
    NAMED_ROW,
    example=ROWS[0],
    small=lambda thorough: ROWS,
    readings="The lower bound is a rational mix with its gap enclosed over every distance; the upper bound a rational "
    "dual measure. The solver only finds them. Formally the gap of the best mix is the least upper bound of what mixes "
    "reach, and of one frequency: at every n >= 2 no angle leads all rivals by more than 2π²/n².",
)
def multifrequency(base, dim, length, value):
    """Both certified bounds round to the value, and the certificate stands up to a check from scratch."""
    found, printed = certified_mix(base, dim, length), Fraction(value)
    within = printed - HALF_UNIT <= found.gap_lower <= found.gap_upper < printed + HALF_UNIT
    return within and verify_certificate(found).accepted


@multifrequency.by_hand
def between(base, dim, length, value):
    found = certified_mix(base, dim, length)
    return [
        f"Base {base}, d = {dim}, n = {length}: {counted(dim // 2, 'plane')}, weights that add up to 1",
        f"A rational mix leads at every distance 1..{length - 1} by at least {number(found.gap_lower, 6)}",
        f"A rational dual measure: no mix leads by more than {number(found.gap_upper, 6)}",
        f"Both round to {value}",
    ]


multifrequency.false("0.4037 at n = 17", {**ROWS[0], "value": "0.4037"}, NAMED_ROW)
multifrequency.false("the value of n = 17 at n = 117", {**ROWS[0], "length": 117}, NAMED_ROW)
multifrequency.false("the same for base 500000", {**ROWS[1], "base": 500000}, NAMED_ROW)
multifrequency.false(
    "equal weights do as well",
    ROWS[0],
    holds=lambda base, dim, length, value: (
        mix_gap(certified_mix(base, dim, length).frequencies, [Fraction(2, dim)] * (dim // 2), length).gap_upper
        >= Fraction(value) - HALF_UNIT
    ),
)
for row in ROWS[:2]:
    at = {**row, "base": row["base"] * 3}
    multifrequency.edge(f"another base at n = {row['length']} has another value", at, assumed=False, holds=False)


@multifrequency.proof
def multifrequency_proof(proof):
    proof.rows("weights and dual measure of each row, checked from scratch: both bounds round to the value")
    proof.trust(trusted.DUALITY)
    proof.use("new.index-gap-sharp")
    proof.qed("the five pairs of base and length named, d = 128, every distance 1..n-1")


LLAMA = {"base": 500000, "dim": 128, "length": 131072}
NAMED_LENGTH = Among.of("base 500000, d = 128, n = 131072", [LLAMA])


@theorem(
    "new.index-gap-multifrequency.single-plane",
    ours(),
    "For base 500000, d = 128, n = 131072 the best single plane has a gap of 9.4e-10, less than the best mix by a "
    "factor of more than 2·10^8; no single angle whatever exceeds 1 - cos(2π/n) < 1.15e-9 (aligned phases, rivals on both sides).",
    NAMED_LENGTH,
    example=LLAMA,
    small=lambda thorough: [LLAMA],
)
def single_plane(base, dim, length, ratio=2 * 10**8):
    found = certified_mix(base, dim, length)
    low, high = found.best_plane_gap
    printed = Fraction("9.35e-10") < low and high < Fraction("9.45e-10") and found.gap_lower > ratio * high
    return printed and 1 - Angle(Fraction(1, length)).cos() < Fraction("1.15e-9")


single_plane.false("a factor of 4·10^8", LLAMA, ratio=4 * 10**8)
single_plane.false("at n = 4096", {**LLAMA, "length": 4096}, NAMED_LENGTH)


@single_plane.proof
def single_plane_proof(proof):
    proof.rows("the best plane's enclosure, by continued fractions, against the mix's lower bound")
    proof.use("new.index-gap-multifrequency")
    proof.use("new.index-gap-sharp")
    proof.qed("base 500000, d = 128, n = 131072")


N = z3.Int("n")
SCHEDULE = Hypothesis("base 500000, d = 128", lambda base, dim, **_: (base, dim) == (500000, 128))
SEVEN = {**LLAMA, "length": 7}


@theorem(
    "new.index-gap-multifrequency.crossover",
    ours("U26", "on the reach of p. 21, Appendix F.2.1"),
    "Where the 1/n² law stops to matter: for base 500000, d = 128 and 7 <= n <= 131072 the best mix of the model's "
    "own frequencies has a larger gap than any single angle whatever, 1 - cos(2π/n) (aligned phases, rivals on both sides).",
    domain(N >= 7, N <= 131072, of=lambda length, **_: {N: length}),
    SCHEDULE,
    example=SEVEN,
    small=lambda thorough: ({**LLAMA, "length": n} for n in (7, 8, 9, 10, 100, 4096)),
    readings="For n <= 6 the best single angle 2π/n leads (computed, no part of the formal statement). Angles of a model are fixed by its base; the single angle "
    "is free. With a phase and rivals on one side alone a single angle does more: new.index-gap-multifrequency.one-sided.",
)
def crossover(base, dim, length, factor=1, shortest=None):
    """The mix's certified lower bound exceeds what any single angle can reach at its length (or a shorter one)."""
    return certified_mix(base, dim, length).gap_lower > factor * (1 - Angle(Fraction(1, shortest or length)).cos())


crossover.false("from n = 6 on", {**LLAMA, "length": 6}, "n >= 7")
crossover.false("by a factor of 2", SEVEN, factor=2)


@crossover.proof
def crossover_proof(proof):
    # the formal proof has two explicit mixes instead: one for n <= 28, and weights 1/10, 1/70, 1/70, .. beyond
    proof.certify(
        "the best mix of n = 7 and of n = 8, and that of n = 131072 against what one angle reaches at n = 9",
        [(7, 7), (8, 8), (131072, 9)],
        lambda lengths: crossover(500000, 128, lengths[0], shortest=lengths[1]),
    )
    proof.trust(trusted.FEWER, trusted.COSINE)
    proof.use("new.index-gap-sharp")
    proof.qed(
        "base 500000, d = 128, every 7 <= n <= 131072",
        method="certificates in exact integers and balls",
    )


#: One, two and three angles of small denominators, and a few others.
FEW_ANGLES = [tuple(map(Angle.parse, text.split())) for text in "1,2pi/5,1 0.3,2pi/5 pi/7,1 2 3,2.4 0.7 0.1".split(",")]
K = z3.Int("K")
TWO_ANGLES = {"angles": (Angle.parse("1"), Angle.parse("0.3")), "length": 30}


@theorem(
    "new.index-gap-multifrequency.upper-law",
    ours("", "after Minkowski's theorem on linear forms"),
    "For K frequencies and n >= 2 some 1 <= t <= n-1 has every t·g_k within 2π·n^{-1/K} of a multiple of 2π, so no convex mix (aligned phases, rivals on both sides) has a gap above 1 - cos(2π·n^{-1/K}) if n >= 2^K: n^{-2} becomes n^{-2/K}. For n <= 2^K the bound is "
    "vacuous.",
    domain(N >= 2, K >= 1, of=lambda angles, length: {N: length, K: len(angles)}),
    example=TWO_ANGLES,
    small=combinations(angles=FEW_ANGLES, length=(2, 5, 9, 17, 30)),
    readings="With 64 planes the law says nothing below n = 2^64: what limits a mix at lengths in use is the linear "
    "program, not this.",
)
def upper_law(angles, length, extra=0, planes=None):
    """The best certified mix of these frequencies stays within the law (the upper end is the certified one)."""
    return best_mix_of(angles, length).gap_lower <= pigeonhole_bound(planes or len(angles), length + extra).gap_upper


FIFTH = {"angles": (Angle(Fraction(1, 5)),), "length": 5}
upper_law.false("n + 1 in place of n under the root (K = 1)", FIFTH, extra=1)
upper_law.false("the law of one frequency, 1 - cos(2π/n), for two", TWO_ANGLES, planes=1)
TURNS = st.fractions(Fraction(1, 50), Fraction(1, 2), max_denominator=50)
upper_law.attack(
    angles=st.lists(TURNS, min_size=1, max_size=3, unique=True).map(lambda turns: tuple(map(Angle, turns))),
    length=st.integers(2, 40),
)


@upper_law.proof
def upper_law_proof(proof):
    root, xk = z3.Real("n^{-1/K}"), z3.Int("xk")
    proof.trust(
        trusted.MINKOWSKI
    )  # the formal proof has its own: n cubes on a fine grid of the torus, two of which meet
    proof.contradiction(
        "x_0 = 0 leaves |x_k| <= n^{-1/K} < 1, hence x_k = 0 for all k: not the origin, so x_0 ≠ 0",
        [xk != 0, root < 1, root > 0, z3.ToReal(xk) <= root, -z3.ToReal(xk) <= root],
    )
    proof.trust(trusted.COSINE)
    proof.qed("every K >= 1, all real frequencies, every n >= 2 (of content for n > 2^K)")


SHARE, BELOW_PI = z3.Real("share"), "0 < x < π (share of π between 0 and 1)"
TWO_THIRDS = {"share": Fraction(2, 3), "span": 5}
T = z3.Int("T")


@theorem(
    "new.index-gap-multifrequency.one-sided",
    ours("U26", "on the reach of p. 21, Appendix F.2.1"),
    "With rivals on one side only (t = 1..T) and a phase, logits cos(tθ - φ), one frequency reaches order 1/T: for 0 "
    "< x < π, θ = 2x/T and φ = (T+1)θ/2 - π the gap over t = 1..T is exactly 2 sin(x) sin(x/T).",
    domain(
        ("T >= 1", T >= 1), (BELOW_PI, z3.And(0 < SHARE, SHARE < 1)), of=lambda share, span: {T: span, SHARE: share}
    ),
    example=TWO_THIRDS,
    small=combinations(span=(1, 2, 3, 5, 8), share=[Fraction(k, 12) for k in range(1, 12)]),
    readings="At x = 2 this is 2 sin 2 sin(2/T), about 3.637/T. That no angle does better than the best x is proved "
    "in the module `rope_theory.laws.discrepancy.one_sided` with the three-gap theorem; it is no part of this claim.",
)
def one_sided(share, span, peak=1):
    theta = Angle(share / span)
    phase = (span + 1) * theta / 2 - Angle(Fraction(1, 2))
    gap = min(phase.cos() - (t * theta - phase).cos() for t in range(1, span + 1))
    return gap == 2 * peak * (span * theta / 2).sin() * (theta / 2).sin()


def order(span, factor):
    """At x = 2 (not a share of π): T times the gap is at least the factor."""
    return at_most(ball(factor), 2 * ball(2).sin() * (ball(2) / span).sin() * span)


one_sided.false("twice that gap", TWO_THIRDS, peak=2)
one_sided.false("x beyond π", {"share": Fraction(7, 4), "span": 5}, BELOW_PI)
one_sided.false("T·gap stays above 3.64 at x = 2", TWO_THIRDS, holds=lambda share, span: order(span, Fraction("3.64")))
one_sided.attack(share=st.fractions(Fraction(1, 40), Fraction(39, 40), max_denominator=40), span=st.integers(1, 12))


@one_sided.proof
def one_sided_proof(proof):
    t, span, theta = symbols("t T theta", real=True)
    far = (span + 1) * theta / 2
    lead = cos(far - pi) - cos(t * theta - (far - pi))
    proof.identity(
        "cos φ - cos(tθ - φ) = cos((T+1-2t)θ/2) - cos(far), far = (T+1)θ/2", lead, cos(far - t * theta) - cos(far)
    )
    least = cos((span - 1) * theta / 2) - cos(far)
    proof.identity("least at t = 1 and T: 2 sin x sin(x/T)", least, 2 * sin(span * theta / 2) * sin(theta / 2))
    proof.trust(trusted.COSINE)
    proof.qed("every T >= 1, every 0 < x < π")
