"""Does B(m) < 0 keep a head from preferring a similar key at distance m? Not if the head may weigh its planes.

Idea: by the paper's own eq. (13) a similar key is ahead on average by Σ_i w_i cos(mθ_i), with w_i = σ_{2i}² + σ_{2i+1}² >= 0 the head's to
choose. B(m) is the case of equal weights. With all weight on the slowest plane the sum is positive for m < (π/2)·b^{(d-2)/d}.

Traps: at equal weights, as Theorem 1 assumes, B(m) < 0 does mean what the paper says. Nothing is said of what training finds, or of many
layers; the authors note themselves that their bound is not strict for stacked layers (p. 6).
"""

from fractions import Fraction

import flint
import z3

from rope_theory.core.angles import ball
from rope_theory.evidence.by_hand import beside_zero, number
from rope_theory.evidence.claims import Hypothesis, Tier, Truth, every, ours, theorem
from rope_theory.laws.discrepancy import kernel_at
from rope_theory.laws.discrepancy.frequency_list import rope_frequencies

EVEN = Hypothesis("d is even and positive, b > 1", lambda base, dim, **_: dim > 0 and dim % 2 == 0 and base > 1)
WEIGHTS = Hypothesis("w_i >= 0", lambda weights, **_: all(weight >= 0 for weight in weights))
NEGATIVE = Hypothesis("B(m) < 0", lambda base, dim, m, **_: kernel_at(base, dim, m)[1] < 0)


def ahead(base, dim, weights, m):
    """Σ w_i cos(mθ_i) as a ball."""
    with flint.ctx.workprec(192):
        planes = zip(weights, rope_frequencies(base, dim), strict=True)
        return sum((weight * (m * angle.radians_ball()).cos() for weight, angle in planes if weight), flint.arb(0))


def slowest(dim):
    return (0,) * (dim // 2 - 1) + (1,)


def at(base, dim, m, weights=None):
    return {"base": base, "dim": dim, "m": m, "weights": weights or slowest(dim)}


LLAMA = at(10_000, 128, 1707)


@theorem(
    "men2024.headline",
    ours("Men2024", "an inference from p. 6, Section 4.3, and p. 14, eq. (13)"),
    "If B(m) < 0, then in every rotary head of that base a similar key is on average no more than level with a random one at distance m: Σ_i w_i "
    "cos(mθ_i) <= 0 for all weights w_i = σ_{2i}² + σ_{2i+1}².",
    EVEN,
    WEIGHTS,
    NEGATIVE,
    example=LLAMA,
    verdict=Tier.REFUTED,
    readings="The sentence 'the RoPE's base determines the upper bound of context length the model can truly obtain' needs a step from B to heads; this is "
    "one. At equal σ, the hypothesis of Theorem 1, it holds by definition. What trained models do is an experiment of the paper, and is not decided here.",
)
def bounded(base, dim, weights, m):
    value = ahead(base, dim, weights, m)
    return Truth.TRUE if value <= 0 else Truth.FALSE if value > 0 else Truth.UNKNOWN


def one_by_hand(base, dim, weights, m):
    """B(m) and the weighted sum at one base, beside 0."""
    [plane] = [i for i, weight in enumerate(weights) if weight]
    slow = m * rope_frequencies(base, dim)[plane].radians_ball()
    equal = beside_zero(f"B({m}) = Σ_i cos({m}·{base}^(-i/{dim // 2}))", ahead(base, dim, (1,) * (dim // 2), m))
    return (
        f"b = {base}, d = {dim}, m = {m}: {equal}",
        f"All weight on plane i = {plane}: mθ_{plane} = {m}·{base}^(-{plane}/{dim // 2}) = {number(slow)}, and "
        f"{beside_zero('Σ_i w_i cos(mθ_i)', ahead(base, dim, weights, m))}",
    )


@bounded.by_hand
def one_slow_plane(base, dim, weights, m):
    negative, positive = one_by_hand(base, dim, weights, m)
    small = at(50, 4, 3)
    return [
        f"{negative} (a sum of {dim // 2} cosines)",
        positive,
        f"With two cosines only: {'. '.join(one_by_hand(**small))}",
    ]


bounded.true_at("equal weights", at(10_000, 128, 1707, (1,) * 64))
bounded.true_at("all weight on the fastest plane at an odd half turn", at(100, 4, 3, (1, 0)))
bounded.outside("B(m) > 0", at(10_000, 128, 1000), NEGATIVE)
bounded.outside("a negative weight", at(10_000, 128, 1707, (*(-1,) * 63, 0)), WEIGHTS)
bounded.outside("a base below 1", at(Fraction(1, 100), 4, 3, (0, 1)), EVEN, says_nothing=True)
bounded.edge("two planes at base 100, distance 3", at(100, 4, 3), assumed=True, holds=False)
bounded.proof(lambda proof: proof.refute(LLAMA, "all weight on the slowest plane, in balls"))


def reach(base, dim):
    """(π/2)·b^{(d-2)/d} as a ball."""
    with flint.ctx.workprec(192):
        return flint.arb.pi() / 2 * ball(base) ** ball(Fraction(dim - 2, dim))


SHORT = Hypothesis("n - 1 < (π/2)·b^{(d-2)/d}", lambda base, dim, length: bool(length - 1 < reach(base, dim)))


def lengths(thorough: bool):
    for dim in (2, 4, 64, 128):
        for base in (2, 100, 10_000):
            most = int(float(reach(base, dim)))
            yield from (
                {"base": base, "dim": dim, "length": n} for n in {1, min(most, 40), *((most,) if thorough else ())} if n
            )


@theorem(
    "men2024.headline.corrected",
    ours("Men2024", "an inference from p. 14, eq. (13)"),
    "For every base b > 1 and every even d there are weights w_i >= 0 with Σ_i w_i cos(mθ_i) > 0 for all 0 <= m < (π/2)·b^{(d-2)/d}: all weight on the slowest plane.",
    Hypothesis("d is even and positive, b > 1", lambda base, dim, length: dim > 0 and dim % 2 == 0 and base > 1),
    SHORT,
    example={"base": 10_000, "dim": 128, "length": 2000},
    small=lengths,
    readings="At base 10^4 and d = 128 that is m <= 13602, while B(1707) < 0. The lead grows small towards the end; how small a lead a softmax can use is new.beta-explicit.",
)
def slow_plane(base, dim, length, weights=slowest):
    return every(bool(ahead(base, dim, weights(dim), m) > 0) for m in range(length))


slow_plane.false("equal weights", {"base": 10_000, "dim": 128, "length": 2000}, weights=lambda dim: (1,) * (dim // 2))
slow_plane.false("all m < π·b^{(d-2)/d}", {"base": 2, "dim": 2, "length": 4}, SHORT)
slow_plane.edge("13602 and 13603 at base 10^4", {"base": 10_000, "dim": 128, "length": 13_604}, assumed=False)


@slow_plane.proof
def slow_proof(proof):
    m, g, right = z3.Reals("m g π/2")
    proof.implies("the angle stays below a quarter turn", [m >= 0, g > 0, right > 0, m < right / g], m * g < right)
    proof.qed("every b > 1, every even d, every real m within the bound")
