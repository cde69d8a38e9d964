"""With rivals on both sides a phase does not help: t and -t together cap the lead at what it is without phases.

Idea: the leads over t and -t add up to 2·Σ r_k cos φ_k (1 - cos tg_k), at most 2·Σ r_k (1 - cos tg_k).

Traps: with rivals on one side a phase does help (new.inverted-u.best-phase). Weights of both signs are another matter: a negative
weight with φ = π is a positive one.
"""

import z3
from sympy import cos, symbols

from rope_theory.core.angles import Angle, TrigSum
from rope_theory.evidence.claims import Hypothesis, ours, st, theorem

SAME = Hypothesis(
    "as many weights, angles and phases",
    lambda weights, angles, phases, **_: len(weights) == len(angles) == len(phases) > 0,
)
WEIGHTS = Hypothesis("r_k >= 0", lambda weights, **_: all(weight >= 0 for weight in weights))


def lead(weights, angles, phases, t):
    """Σ r_k (cos φ_k - cos(tg_k - φ_k))."""
    return sum(
        (r * (phi.cos() - (t * g - phi).cos()) for r, g, phi in zip(weights, angles, phases, strict=True)), TrigSum({})
    )


def at(weights, angles, phases, t=1):
    return {
        "weights": weights,
        "angles": tuple(map(Angle.parse, angles)),
        "phases": tuple(map(Angle.parse, phases)),
        "t": t,
    }


@theorem(
    "new.two-sided-phase",
    ours("", "for two-sided rivals the certified mixes are best among all phases"),
    "With weights r_k >= 0, angles g_k and any phases φ_k: min over t and -t of Σ r_k (cos φ_k - cos(±tg_k - φ_k)) <= Σ r_k (1 - cos tg_k), which both rivals leave at φ = 0.",
    SAME,
    WEIGHTS,
    example=at((1, 2), ("1", "0.1"), ("0.2", "-0.3"), 3),
    small=lambda thorough: (
        at((1, 1), ("1", g), (p, q), t)
        for g in ("0.1", "pi/2")
        for p in ("0", "pi/4", "-1")
        for q in ("0", "2")
        for t in (1, 4)
    ),
    readings="The target at distance 0, rivals at t and -t.",
)
def capped(weights, angles, phases, t, sides=(1, -1)):
    best = lead(weights, angles, (Angle(),) * len(angles), t)
    leads = [lead(weights, angles, phases, side * t) for side in sides]
    return min(leads) <= best and lead(weights, angles, (Angle(),) * len(angles), -t) == best


capped.false("a rival on one side alone", at((1,), ("pi/2",), ("-pi/4",)), sides=(1,))
capped.false("weights of any sign", at((-1,), ("pi",), ("pi",)), WEIGHTS)
capped.attack(
    at=st.builds(
        lambda planes, t: {"weights": tuple(r for r, *_ in planes), "angles": tuple(g for _, g, _ in planes), "phases": tuple(p for *_, p in planes), "t": t},
        st.lists(st.tuples(st.fractions(0, 2, max_denominator=5), st.builds(Angle, st.fractions(0, 1, max_denominator=6), st.sampled_from([0, 1])),
                           st.builds(Angle, st.fractions(0, 1, max_denominator=6), st.just(0))), min_size=1, max_size=3), st.integers(1, 12),
    )
)  # fmt: skip


@capped.proof
def proof(proof):
    x, p = symbols("x phi", real=True)
    proof.identity("both leads of a plane", (cos(p) - cos(x - p)) + (cos(p) - cos(-x - p)), 2 * cos(p) * (1 - cos(x)))
    c, u, first, second = z3.Reals("cosφ 1-cosx lead lead'")
    proof.implies(
        "the smaller of two is at most their mean",
        [c <= 1, u >= 0, first + second == 2 * c * u, first <= second],
        first <= u,
    )
    proof.qed("any number of planes, all real angles, phases and t, weights >= 0")
