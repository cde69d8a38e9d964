"""Tables of cosines and sines that are off by ε: what that does to logits, and why adjacent positions stay apart in float16.

Idea: an error (e, f) of cosine and sine adds to a turned plane the plane itself, turned and scaled by √(e² + f²) <= √2 ε. So query
and key are off by at most √2 ε of their norms plane by plane, and a logit by at most 2√2 ε + 2ε² of Σ|q_k||k_k|. Two adjacent positions lie on the
unit circle 2 sin(g/2) apart, wherever they stand: rounding merges them only if it moves points by half of that.

Traps: this is about the tables. Positions or phases in a narrow format are another matter: they merge (new.precision-cliff.positions).
In slow planes adjacent positions are the same in float16, from early on: that is a matter of the plane, not of the length.
"""

from fractions import Fraction

import flint
import z3
from sympy import symbols

from rope_theory.core.angles import Angle, ball
from rope_theory.core.rope import rotate
from rope_theory.evidence.by_hand import listed
from rope_theory.evidence.claims import Hypothesis, Tier, at_most, domain, ours, st, theorem, trusted
from rope_theory.evidence.instances.rotary import dot, turned
from rope_theory.models.precision.formats import FORMATS
from rope_theory.models.precision.shifts import nearest

SAID = ours("", "after questions on fast cosines, and on float16 beyond 262144 positions")
ANGLES = tuple(map(Angle.parse, ("1", "2pi/7")))
VECTORS = st.lists(st.tuples(*[st.integers(-9, 9)] * 2), min_size=2, max_size=2)
EPS, QK, QE, KE, MOVED = z3.Reals("ε S off_q·|k| |q|·off_k moved")
SMALL = domain(
    ("cosines and sines are off by at most ε", z3.And(EPS >= 0, z3.Real("worst") <= EPS)),
    of=lambda errors, eps, **_: {
        EPS: eps,
        z3.Real("worst"): max(abs(x) for pair in errors for each in pair for x in each),
    },
)
TINY = Fraction(1, 100)
AT = {
    "query": [(1, 2), (0, 1)],
    "key": [(2, 2), (-1, 4)],
    "i": 5,
    "j": 2,
    "eps": TINY,
    "errors": ([(TINY, TINY), (-TINY, 0)], [(TINY, -TINY), (0, TINY)]),
}


def _norm(plane):
    return ball(sum(x * x for x in plane)).sqrt()


def from_table(vector, position, errors):
    """A vector turned with cosines and sines that are off by the errors."""
    found = []
    for (x, y), g, (e, f) in zip(vector, ANGLES, errors, strict=True):
        c, s = (position * g).cos() + e, (position * g).sin() + f
        found.append((c * x - s * y, s * x + c * y))
    return found


@theorem(
    "new.table-error",
    SAID,
    "If cosines and sines of query and key are off by at most ε, each logit is off by at most (2√2 ε + 2ε²)·S, at every "
    "distance, where S adds |q||k| over the planes, each with its own part of query and key.",
    SMALL,
    example=AT,
    small=lambda thorough: ({**AT, "i": i, "j": j} for i in range(4) for j in range(4)),
    readings="ε as an absolute error, all else exact. S is at most |q||k| of the whole vectors, and 1 for a mix of planes whose "
    "weights add up to 1. For ε = 10^-2 the bound is 0.0285 S, for 1.9·10^-4 it is 0.00054 S.",
)
def tables(query, key, i, j, eps, errors, part=1):
    exact = dot(turned(query, [i * g for g in ANGLES]), turned(key, [j * g for g in ANGLES]))
    off = dot(from_table(query, i, errors[0]), from_table(key, j, errors[1])) - exact
    with flint.ctx.workprec(200):
        size = sum((_norm(q) * _norm(k) for q, k in zip(query, key, strict=True)), ball(0))
        allowed = (2 * ball(2).sqrt() * ball(eps) + 2 * ball(eps) ** 2) * size
        return at_most(abs(ball(off)), allowed * ball(Fraction(part)))


ALONG = {
    "query": [(1, 0), (0, 0)],
    "key": [(1, 0), (0, 0)],
    "i": 0,
    "j": 0,
    "eps": TINY,
    "errors": ([(TINY, 0), (0, 0)],) * 2,
}
tables.false("a third of that", ALONG, part=Fraction(1, 3))
tables.false("whatever ε is said to be", {**ALONG, "eps": Fraction(1, 10**4)}, "cosines and sines are off by at most ε")
ERRORS = st.lists(st.tuples(*[st.fractions(-TINY, TINY, max_denominator=1000)] * 2), min_size=2, max_size=2)
tables.attack(
    query=VECTORS,
    key=VECTORS,
    i=st.integers(0, 40),
    j=st.integers(0, 40),
    eps=st.just(TINY),
    errors=st.tuples(ERRORS, ERRORS),
)
tables.edge("no error", {**AT, "eps": Fraction(0), "errors": ([(0, 0)] * 2,) * 2}, assumed=True, holds=True)


@tables.proof
def tables_proof(proof):
    a, x, y, e, f = symbols("a x y e f", real=True)
    c, s = rotate(a, (1, 0))
    wrong = ((c + e) * x - (s + f) * y, (s + f) * x + (c + e) * y)
    proof.identity(
        "a turned plane is off by √(e² + f²) <= √2 ε of its norm, query and key alike",
        sum((u - v) ** 2 for u, v in zip(wrong, rotate(a, (x, y)), strict=True)),
        (e**2 + f**2) * (x**2 + y**2),
    )
    proof.trust(trusted.CAUCHY)
    proof.qed("any number of planes, all real vectors, frequencies, positions, every ε >= 0")


G = z3.Real("1-cos(g)")
FORM = z3.Real("u")
APART = domain(
    ("1 - cos g > u²", z3.And(FORM > 0, G > FORM * FORM)),
    of=lambda form, theta, **_: {FORM: FORMATS[form].unit_roundoff, G: _lower(theta)},
)


def _lower(theta):
    """A rational just below 1 - cos θ."""
    from rope_theory.laws.discrepancy.precision import ends

    with flint.ctx.workprec(200):
        return ends((1 - theta.cos()).ball())[0]


def stored(form, theta, m):
    """Cosine and sine of position m as the format holds them."""
    return tuple(nearest(form, each) for each in ((m * theta).cos(), (m * theta).sin()))


FAR = {"form": "float16", "theta": Angle.parse("1"), "m": 262144}


@theorem(
    "new.table-error.adjacent",
    SAID,
    "In a plane of frequency g with 1 - cos g > u², cosine and sine rounded to a format with unit roundoff u differ between "
    "positions m and m + 1, at every m.",
    APART,
    example=FAR,
    small=lambda thorough: (
        {"form": form, "theta": Angle.parse(g), "m": m}
        for form in FORMATS
        for g in ("1", "0.1", "0.01")
        for m in (0, 1, 255, 2047, 262144)
    ),
    readings="So the fastest plane, g = 1, tells adjacent positions apart in bfloat16 and in float16 at any length, with exact "
    "phases. In float16 every plane with g >= 0.001 does.",
)
def adjacent(form, theta, m):
    return stored(form, theta, m) != stored(form, theta, m + 1)


SLOW = {"form": "float16", "theta": Angle.parse("0.0001"), "m": 1254}
adjacent.false("in every plane", SLOW, "1 - cos g > u²")
adjacent.false("with 1 - cos g > u²/16", {**SLOW, "theta": Angle.parse("0.0005"), "m": 1058}, "1 - cos g > u²")
adjacent.attack(form=st.sampled_from(sorted(FORMATS)), theta=st.sampled_from(ANGLES), m=st.integers(0, 10**9))


@adjacent.proof
def adjacent_proof(proof):
    m, g = symbols("m g", real=True)
    first, second = rotate(m * g, (1, 0)), rotate((m + 1) * g, (1, 0))
    proof.identity(
        "the points of m and m + 1 on the unit circle are √(2 - 2cos g) apart",
        sum((u - v) ** 2 for u, v in zip(first, second, strict=True)),
        2 - 2 * rotate(g, (1, 0))[0],
    )
    proof.trust(trusted.IEEE)
    x, y = z3.Reals("cos(m)-cos(m+1) sin(m)-sin(m+1)")
    proof.contradiction(
        "a number of size at most 1 is rounded by at most u/2, so equal points are at most √2 u apart",
        [FORM > 0, G > FORM * FORM, x * x + y * y == 2 * G, x * x <= FORM * FORM, y * y <= FORM * FORM],
    )
    proof.qed(
        "every rounding that moves numbers of size at most 1 by at most u/2, every m, every g with 1 - cos g > u²"
    )


FASTEST = Angle.parse("1")
BEYOND = Hypothesis("m >= 262144", lambda m, **_: m >= 262144)


@theorem(
    "new.table-error.collapse",
    ours("", "a reason that is given for casting to float32 beyond 262144 positions"),
    "Beyond 262144 positions, cosine and sine of the fastest plane rounded to float16 are the same at adjacent positions.",
    BEYOND,
    example={"m": 262144},
    verdict=Tier.REFUTED,
    readings="Phases computed exactly; only the table is in float16.",
)
def collapse(m, theta=FASTEST):
    return stored("float16", theta, m) == stored("float16", theta, m + 1)


@collapse.by_hand
def neighbours_apart(m):
    held = [stored("float16", FASTEST, m + step) for step in (0, 1)]
    exact = [((m + step) * FASTEST) for step in (0, 1)]
    return [
        *(
            f"cos and sin of {m + step} radians: {listed([angle.cos(), angle.sin()])}; rounded to float16: {listed(pair)}"
            for step, angle, pair in zip((0, 1), exact, held, strict=True)
        ),
        f"({listed(held[0])}) {'=' if held[0] == held[1] else '≠'} ({listed(held[1])})",
    ]


collapse.outside("at the start", {"m": 0}, BEYOND)
collapse.outside("before that length", {"m": 262143}, BEYOND)
collapse.true_at("in a slow plane adjacent positions do meet", {"m": 262145, "theta": SLOW["theta"]})


@collapse.proof
def collapse_proof(proof):
    proof.refute({"m": 262144})
