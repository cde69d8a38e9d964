"""The best a single angle without a phase can do over a span, which angles do it, and the value for any given angle.

Idea: the T + 1 points 0, θ, …, Tθ cut the circle into T + 1 arcs, so some arc is at most a (T+1)-th of a turn, and its
two ends differ by some tθ, 1 <= t <= T. If no tθ is nearer to a whole turn than that, all arcs are at least that long,
and then none can be longer: the points are the corners of a regular polygon. This is Dirichlet's approximation theorem with its sharp constant; what is
ours is what it says of a head.

Traps: the bound belongs to T distances, not to T + 1 points: for letter queries T = n - 1.
"""

import functools
from fractions import Fraction

import flint
import z3
from flint import arb

from rope_theory.core.angles import Angle, ball
from rope_theory.evidence.by_hand import compared, listed, spelled
from rope_theory.evidence.claims import Hypothesis, at_most, every, ours, st, theorem, trusted
from rope_theory.evidence.instances.shapes import drawn_angles
from rope_theory.laws.discrepancy import golden_angle, golden_gap, single_gap
from rope_theory.laws.discrepancy.brute_force import exact_least


def best_turns(theta: Angle, parts: int) -> bool:
    """Whether θ is 2πa/parts with gcd(a, parts) = 1."""
    return not theta.radians and theta.turns.denominator == parts


@functools.cache
def angles_and_spans(thorough: bool) -> tuple[dict, ...]:
    """All angles a/q turns, q <= 9 (14), and a few others, with spans up to 8 (13)."""
    most = 14 if thorough else 9
    turns = sorted({Fraction(a, q) for q in range(1, most + 1) for a in range(q)})
    angles = (*map(Angle, turns), *map(Angle.parse, ("1", "0.8", "-2.4", "22/7")))
    return tuple({"theta": theta, "span": span} for span in range(1, most) for theta in angles)


SPAN = Hypothesis("T >= 1", lambda span, **_: span >= 1)
EXAMPLE = {"theta": Angle(Fraction(2, 5)), "span": 4}


@theorem(
    "new.index-gap-sharp",
    ours("U26", "sharpens p. 21, Appendix F.2.1"),
    "min over 1 <= t <= T of 1 - cos(tθ) is at most 1 - cos(2π/(T+1)) for every θ, with equality exactly for θ = "
    "2πa/(T+1), gcd(a, T+1) = 1.",
    SPAN,
    example=EXAMPLE,
    small=angles_and_spans,
    readings="θ = 2πa/(T+1) up to whole turns: a is any integer coprime to T + 1.",
)
def sharp(theta, span, points=1, equality=best_turns):
    gap, _ = exact_least(theta, span)
    bound = 1 - Angle(Fraction(1, span + points)).cos()
    return gap <= bound and (gap == bound) is equality(theta, span + points)


@sharp.by_hand
def nearest(theta, span):
    leads = [1 - (t * theta).cos() for t in range(1, span + 1)]
    return [
        f"θ = {spelled(theta)}, T = {span}",
        f"1 - cos(tθ) for t = 1, …, {span}: {listed(leads)}",
        compared("the least of them", min(leads), f"1 - cos(2π/{span + 1})", 1 - Angle(Fraction(1, span + 1)).cos()),
    ]


sharp.false("T + 2 in place of T + 1", EXAMPLE, points=2)
QUARTER = {"theta": Angle(Fraction(1, 4)), "span": 4}
sharp.false("T in place of T + 1: that bound is attained by the angles a/T", QUARTER, points=0)
HALF = {"theta": Angle(Fraction(2, 4)), "span": 3}
sharp.false("equality for every a", HALF, equality=lambda theta, parts: (parts * theta).is_whole_turns())
RADIAN = {"theta": Angle.parse("1"), "span": 6}
sharp.false("equality for other angles, too", RADIAN, equality=lambda theta, parts: True)
ANGLES = drawn_angles(3, 60)
sharp.attack(theta=ANGLES, span=st.integers(1, 30))


@sharp.proof
def sharp_proof(proof):
    span, k, laid, arc, rest = z3.Reals("T k laid arc rest")
    side = 1 / (span + 1)
    proof.implies(
        "arcs longer than 1/(T+1) of a turn: more than k/(T+1) is laid after k of them, all T + 1 more than a turn",
        [span >= 1, arc > side, laid > k * side],
        z3.And(laid + arc > (k + 1) * side, (span + 1) * side == 1),
    )
    proof.implies(
        "equality: no arc is shorter, so an arc with the T others, which lay at least T/(T+1), is exactly 1/(T+1)",
        [span >= 1, arc + rest == 1, rest >= span * side, arc >= side],
        arc == side,
    )
    a, whole, t, c, divisor = z3.Ints("a T+1 t c g")
    proof.implies(
        "so θ is a/(T+1) of a turn; a common divisor g > 1 makes (T+1)/g·θ a whole number of turns, gap 0",
        [whole >= 2, divisor >= 2, whole == divisor * t, a == divisor * c],
        z3.And(t * a == c * whole, 1 <= t, t <= whole - 1),
    )
    proof.use("u26.index-bound-length.sharp")  # the angles with gcd(a, T+1) = 1 attain the value
    proof.trust(trusted.COSINE)
    proof.qed("every T >= 1, every real θ")


@functools.cache
def with_near_angles(thorough: bool) -> tuple[dict, ...]:
    """`angles_and_spans`, and angles that are nearly π with spans around their convergents' denominators."""
    near = map(Angle.parse, ("355/113", "22/7", "103993/33102"))
    rows = ({"theta": theta, "span": span} for theta in near for span in (1, 2, 3, 6, 7, 8, 43, 44, 45))
    return (*angles_and_spans(thorough), *rows)


@theorem(
    "new.index-gap-sharp.continued-fraction",
    ours("", "after Khinchin, Continued Fractions, Theorem 17"),
    "The largest denominator up to T of a convergent of θ/2π is the smallest t that attains min over 1 <= t <= T of 1 - "
    "cos(tθ); 2 log₂ T + 1 steps of the continued fraction reach it.",
    SPAN,
    example=EXAMPLE,
    small=with_near_angles,
    readings="The theorem is about the continued fraction of the real number θ/2π; that the library follows it is "
    "tested, against looking at every t.",
)
def continued_fraction(theta, span, longer=0):
    (gap, first), found = exact_least(theta, span), single_gap(theta, span + longer)
    within = (found.gap_lower <= found.gap_upper, gap >= found.gap_lower, gap <= found.gap_upper)
    return every((found.minimiser == first, found.exactly_zero == (gap == 0), *within))


continued_fraction.false("span T + 1 gives the same", EXAMPLE, longer=1)
continued_fraction.false(
    "the largest t is the minimiser",
    {"theta": Angle.parse("1"), "span": 8},
    holds=lambda theta, span: single_gap(theta, span).minimiser == span,
)


continued_fraction.attack(theta=ANGLES, span=st.integers(1, 200))


@continued_fraction.proof
def continued_fraction_proof(proof):
    """e, e' = -f·e: the errors qx - p of two neighbouring convergents; (t, m) = u·(q, p) + v·(q', p')."""
    t, q, after, u, v = z3.Ints("t q q' u v")
    proof.implies(
        "0 < t < q' makes the coefficients of t = u·q + v·q' differ in sign, or v = 0",
        [1 <= t, t < after, 1 <= q, q <= after, t == u * q + v * after],
        z3.Or(z3.And(v == 0, u >= 1), z3.And(v >= 1, u <= -1), z3.And(v <= -1, u >= 1)),
    )
    u, v, f = z3.Reals("u v f")
    signs = z3.Or(z3.And(v == 0, u >= 1), z3.And(v >= 1, u <= -1), z3.And(v <= -1, u >= 1))
    proof.implies(
        "so tx - m = (u - v·f)·e with 0 <= f < 1 is at least as large as e",
        [signs, 0 <= f, f < 1],
        z3.Or(u - v * f >= 1, u - v * f <= -1),
    )
    a, second = z3.Ints("a q''")
    proof.implies(
        "each quotient is at least 1, so denominators double in two steps",
        [a >= 1, 1 <= q, q <= after, second == a * after + q],
        second >= 2 * q,
    )
    proof.qed("every real θ, every T >= 1")


@theorem(
    "new.index-gap-sharp.golden",
    ours("", "after Hurwitz"),
    "The golden angle 2π/φ² has over 1 <= t <= T the gap 1 - cos(2πφ^{-m}), attained at t = F_m, m >= 2, the largest "
    "Fibonacci number <= T. No angle whose θ/2π is irrational does better in the long run: with d(T) the least "
    "distance of tθ/2π from an integer, 1 <= t <= T, liminf T·d(T) <= 1/√5 for all of them, and here F_m·d(F_m) = (1 "
    "- (-1)^m φ^{-2m})/√5, which tends to 1/√5.",
    SPAN,
    example={"span": 100},
    small=lambda thorough: ({"span": span} for span in (*range(1, 60), 10**6, 10**18, 10**30)),
    readings="Asymptotically best: the largest possible liminf of T·distance. For a single given T the angles "
    "2πa/(T+1) are better.",
)
def golden(span, slower=0):
    fibonacci, m = golden_gap(span)
    found = single_gap(golden_angle(), span)
    with flint.ctx.workprec(64 + 4 * span.bit_length()):
        half = (arb.pi() * ((arb(5).sqrt() - 1) / 2) ** (m + slower)).sin()
        ends = ball(found.gap_lower) * (1 - arb(2) ** -50), ball(found.gap_upper) * (1 + arb(2) ** -50)
        value = 2 * half * half
        return every((found.minimiser == fibonacci, at_most(ends[0], value), at_most(value, ends[1])))


golden.false("φ^{-(m+1)}", {"span": 100}, slower=1)
golden.false(
    "the angle 1 radian is as good at T = 1000",
    {"span": 1000},
    holds=lambda span: single_gap("1", span).gap_lower >= single_gap(golden_angle(), span).gap_lower,
)


@golden.proof
def golden_proof(proof):
    """r^m = F_m·r + F_{m-1} for r = φ and r = -1/φ; the Fibonacci numbers are the convergents' denominators."""
    x, root, big, signed, r, power = z3.Reals("1/φ √5 φ^m (-φ)^{-m} r r^m")
    fibonacci, before = z3.Reals("F_m F_{m-1}")
    roots = [one * one == one + 1 for one in (1 + x, -x)]
    proof.implies(
        "φ = 1 + 1/φ and -1/φ are the roots of r² = r + 1, which makes r^{m+1} = (F_m + F_{m-1})·r + F_m of r^m = F_m·r "
        "+ F_{m-1}, true for m = 1; so F_m/φ - F_{m-1} = -(-φ)^{-m}, and √5·F_m = φ^m - (-φ)^{-m} (Binet)",
        [x * x == 1 - x, root == 1 + 2 * x, r * r == r + 1, power == fibonacci * r + before]
        + [big == fibonacci * (1 + x) + before, signed == fibonacci * -x + before],
        z3.And(
            *roots,
            power * r == (fibonacci + before) * r + fibonacci,
            fibonacci * x - before == -signed,
            root * fibonacci == big - signed,
        ),
    )
    proof.use("new.index-gap-sharp.continued-fraction")
    proof.trust(trusted.HURWITZ)
    proof.qed("every T >= 1")
