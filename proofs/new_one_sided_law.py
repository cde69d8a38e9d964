"""The one-sided law: with phases and rivals on one side, K planes lead by order n^{-2/(K+1)}; a phase is worth one frequency more, and no more.

Idea: upper law by pigeonhole. Put the K turns of a distance into N boxes each, and their sum weighted by r_k sin φ_k into N slabs: two of more than N^{K+1} distances agree in
all, and their difference t turns plane k by y_k, small, with Σ r_k sin φ_k y_k smaller still. The lead over t is at most Σ r_k y_k² - Σ r_k sin φ_k y_k. Reached: planes of the
periods N, N², …, N^{K-1} without phase, and one that counts: phase -π/4, θ = π/2n, with a lead of t/2n at least.

Traps: with rivals on both sides a phase does not help (new.two-sided-phase) and the order is n^{-2/K} (new.index-gap-multifrequency.upper-law). The constants are not sharp: (4π² + 4π)
above, 1/2K below. The planes are chosen, not those of a model; for 64 planes the law says nothing at any length in use.
"""

from fractions import Fraction

import z3
from flint import arb
from sympy import cos, sin, symbols

from rope_theory.core.angles import Angle, ball
from rope_theory.evidence.claims import Hypothesis, at_most, every, less, ours, st, theorem

SOURCE = ours("U26", "on the reach of p. 21, Appendix F.2.1")
COUNTS = Hypothesis(
    "n > N^{K+1}, N >= 1", lambda planes, boxes, length, **_: boxes >= 1 and length > boxes ** (len(planes) + 1)
)
WEIGHTS = Hypothesis(
    "r_k >= 0, Σ r_k <= 1",
    lambda planes, **_: all(r >= 0 for r, *_ in planes) and sum(r for r, *_ in planes) <= 1,
)


def lead(planes, t) -> arb:
    """Σ r_k (cos φ_k - cos(tg_k - φ_k)), over the planes (r, g, φ)."""
    return sum((ball(r * (phase.cos() - (t * g - phase).cos())) for r, g, phase in planes), arb(0))


def plane(weight, angle, phase="0"):
    return Fraction(weight), Angle.parse(angle), Angle.parse(phase)


def at(planes, boxes, length=None):
    return {"planes": planes, "boxes": boxes, "length": length or boxes ** (len(planes) + 1) + 1}


COUNTING = (plane(1, "pi/402", "-pi/4"),)


def small(thorough):
    for boxes in (1, 2, 6, 8) if thorough else (1, 2, 7):
        for angle in ("pi/100", "1", "2pi/7", "0.06"):
            yield from (at((plane(1, angle, phase),), boxes) for phase in ("0", "-pi/4", "-1.3"))
    for angle in ("pi/400", "1"):
        yield at((plane("1/2", "2pi/6"), plane("1/2", angle, "-pi/4")), 6)


@theorem(
    "new.one-sided-law",
    SOURCE,
    "K planes with angles g_k, phases φ_k and weights r_k >= 0, Σ r_k <= 1; rivals at the distances 1..n-1 on one side. If n > N^{K+1}, N >= 1, then some rival t has "
    "Σ r_k (cos φ_k - cos(tg_k - φ_k)) <= (4π² + 4π)/N²: no planes and phases lead by more than order n^{-2/(K+1)}.",
    WEIGHTS,
    COUNTS,
    example=at((plane(1, "1", "-1"),), 7),
    small=small,
    readings="Of content where (4π² + 4π)/N² < 2, from N = 6 on.",
)
def capped(planes, boxes, length):
    most = (4 * arb.pi() ** 2 + 4 * arb.pi()) / boxes**2
    return ~every(less(most, lead(planes, t)) for t in range(1, length))


capped.false("n > N^K, as with rivals on both sides", at(COUNTING, 200, 201), COUNTS)
capped.false("weights of any size", at((plane(1000, "pi"),), 1, 2), WEIGHTS)
SHARE = st.fractions(0, 1, max_denominator=8)
capped.attack(
    at=st.builds(
        lambda turn, radians, phase, boxes: at(((Fraction(1), Angle(turn / 40, radians), Angle(phase)),), boxes),
        SHARE, st.sampled_from([Fraction(0), Fraction(1, 30)]), SHARE, st.integers(6, 9),
    )
)  # fmt: skip


@capped.proof
def proof(proof):
    y, p = symbols("y phi", real=True)
    proof.identity("a plane's lead", cos(p) - cos(y - p), cos(p) * (1 - cos(y)) - sin(p) * sin(y))
    square, slope, linear = z3.Reals("Σr·y² Σr·sinφ·y N²")
    proof.implies(
        "y_k within 2π/N and the sum within 4π/N²",
        [square * linear <= 40, -slope * linear <= 13, linear > 0],
        (square - slope) * linear <= 53,
    )
    proof.qed("every K and N >= 1, all real angles and phases, weights >= 0 with Σ r_k <= 1")


SIZES = Hypothesis("K >= 1, N >= 2", lambda planes, boxes, **_: planes >= 1 and boxes >= 2)


def counters(planes: int, boxes: int):
    """Plane 0 counts to n = N^{K+1}, plane k has the period N^k; all with the weight 1/K."""
    length, share = boxes ** (planes + 1), Fraction(1, planes)
    periods = [(share, Angle(Fraction(1, boxes**k)), Angle()) for k in range(1, planes)]
    return [(share, Angle(Fraction(1, 4 * length)), Angle(Fraction(-1, 8))), *periods]


@theorem(
    "new.one-sided-law.reached",
    SOURCE,
    "For every K >= 1, N >= 2 and n = N^{K+1} some K planes with weights of sum 1 lead every rival 1 <= t <= n-1 by at least 1/(2KN²) = n^{-2/(K+1)}/2K: the order of "
    "new.one-sided-law is right for every K.",
    SIZES,
    example={"planes": 2, "boxes": 3},
    small=lambda thorough: ({"planes": k, "boxes": n} for k, n in ((1, 2), (1, 9), (2, 2), (2, 5), (3, 2), (3, 4))),
    readings="The planes of this page and of the proof, each with the weight 1/K: θ = π/2n with the phase -π/4; and 2π/N^k without a phase, k = 1..K-1. The formal statement says that some do.",
)
def reached(planes, boxes, times=1, without=None, phased=True):
    used = [one for k, one in enumerate(counters(planes, boxes)) if k != without]
    used = used if phased else [(r, g, Angle()) for r, g, _ in used]
    least = Fraction(times, 2 * planes * boxes**2)
    return every(at_most(ball(least), lead(used, t)) for t in range(1, boxes ** (planes + 1)))


reached.false("without the phase", {"planes": 1, "boxes": 5}, phased=False)
reached.false("without the plane that counts", {"planes": 2, "boxes": 3}, without=0)
reached.false("without the plane of period N", {"planes": 2, "boxes": 3}, without=1)
reached.false("six times as much", {"planes": 1, "boxes": 9}, times=6)


@reached.proof
def reached_proof(proof):
    x = symbols("x", real=True)
    proof.identity("a plane without a phase", 1 - cos(x), 2 * sin(x / 2) ** 2)
    proof.qed("every K >= 1 and N >= 2")
