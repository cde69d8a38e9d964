"""H_POS's largest weight is U-shaped over the queried position as long as the circle is not yet full: nθ < 2π.

Idea: the target's logit is 1 wherever it stands, so w_max(p) is e^β over the sum of all exponentials, and only that sum
changes. Moving p by one position exchanges one term of it: cos pθ for cos((n-p)θ). The step of w_max has the sign of
-sin(nθ/2)·sin((n-2p)θ/2) (new.u-shape-sign). For nθ < 2π the first factor is positive and the second one's argument
runs through (-π, π): it is positive up to the middle and negative after it.

Traps: low means low for this n. At θ = 2π/n the keys are spread evenly, and all weights are equal; just above, the U is
upside down. Over p <= n-1 the last step is missing, and n = 3, 4 show no rise. The U is no effect of softmax: it is
there for every β > 0.
"""

import itertools
from fractions import Fraction

import z3

from rope_theory.core.angles import FULL_TURN, Angle
from rope_theory.core.constructions import h_pos
from rope_theory.core.heads import largest_weight_order
from rope_theory.evidence.claims import Hypothesis, Truth, ours, paraphrase, st, theorem, trusted
from rope_theory.evidence.instances.shapes import at_least, weights_told
from rope_theory.laws.angle_floor import quotient
from rope_theory.laws.shape import bent

THREE, FIVE = at_least(3), at_least(5)
LOW = Hypothesis("0 < θ < 2π/n", lambda n, theta, **_: theta > Angle() and n * theta < FULL_TURN)
WARM = Hypothesis("β > 0", lambda beta, **_: beta > 0)
SIX = {"n": 6, "theta": Angle.parse("1"), "beta": Fraction(2)}
FULL_CIRCLE = {**SIX, "theta": Angle(Fraction(1, 6))}


def low_angles(thorough):
    for n in range(3, 9 if thorough else 7):
        for theta in (Angle(Fraction(19, 20 * n)), Angle(Fraction(1, n + 1)), Angle.parse("1/3"), Angle.parse("1")):
            for beta in (Fraction(1, 4), Fraction(9)):
                yield {"n": n, "theta": theta, "beta": beta}


def drawn(least):
    """Instances with an angle below 2π/n."""
    return st.builds(
        lambda n, share, beta: {"n": n, "theta": Angle(share / n), "beta": beta},
        st.integers(least, 7),
        st.fractions(Fraction(1, 30), Fraction(29, 30), max_denominator=60),
        st.sampled_from((Fraction(1, 50), Fraction(1), Fraction(40))),
    )


def largest_weight_steps(n, theta, beta, positions):
    """Signs of w_max(p+1) - w_max(p) of H_POS for the first positions p, from the softmax weights themselves."""
    rows = [[h_pos(theta).logit(n - p, n, "A", j) for j in range(1, n + 1)] for p in range(1, positions + 1)]
    return [largest_weight_order(here, there, beta) for here, there in itertools.pairwise(rows)]


@theorem(
    "u25.thm7a",
    paraphrase("U25", "Theorem 7, first half"),
    "The largest weight w_max(p) of H_POS, as a function of the queried position p, is U-shaped when the angle is low: "
    "for every n >= 3 it is over p = 1..n, for all 0 < θ < 2π/n and every β > 0.",
    THREE,
    LOW,
    WARM,
    example=SIX,
    small=low_angles,
    readings=(
        "Low: 0 < θ < θ0 for a θ0 that may depend on n; the largest such is 2π/n (new.u-shape-sign.shape). That it has to depend on n is "
        "u25.thm7a.uniform.",
        "U-shaped: every step falls, then every step rises, at least one of each; only the two positions at the turn may be "
        "equal.",
        "p runs over 1..n, n being the query's own position; over 1..n-1 see u25.thm7a.earlier. The query's own key "
        "competes.",
    ),
)
def thm7a(n, theta, beta, first=-1):
    return bent(largest_weight_steps(n, theta, beta, n), first)


thm7a.by_hand(lambda n, theta, beta: weights_told(n, theta, beta, n))


thm7a.false("θ = 2π/n will do: all weights are equal", FULL_CIRCLE, LOW, strict=False)
thm7a.false(
    "θ < 2π/(n-1) will do: above 2π/n the U is upside down", {**SIX, "theta": Angle(Fraction(11, 60))}, LOW, margin=1
)
thm7a.false("θ = 0 will do", {**SIX, "theta": Angle()}, LOW)
thm7a.false("n = 2 will do", {**SIX, "n": 2}, THREE, least=2)
thm7a.false("β = 0 will do", {**SIX, "beta": Fraction(0)}, WARM)
thm7a.false("inverted-U-shaped", SIX, first=1)
thm7a.attack(at=drawn(3))
for size in range(3, 9):
    at = {"n": size, "theta": Angle(Fraction(1, size)), "beta": Fraction(1)}
    thm7a.edge(f"all weights are equal at 2π/n, n = {size}", at, assumed=False, holds=False)


def _signs(proof, least, last, strict=True, margin=0):
    """The two factors of a step, in units of π; the last step is n - last."""
    proof.use("new.u-shape-sign")
    proof.trust(trusted.SINE_SIGN)
    n, angle, p = z3.Reals("n θ/π p")
    low = (n - margin) * angle < 2 if strict else n * angle <= 2
    context = [n >= 3, angle > 0, low, p >= 1, p <= n - 1]
    whole, rest = n * angle / 2, (n - 2 * p) * angle / 2
    proof.implies("nθ/2 lies in (0, π): the first sine is positive", context, z3.And(0 < whole, whole < 1))
    proof.implies(
        "(n-2p)θ/2 is in (0, π) before the middle: falling", [*context, 2 * p < n], z3.And(0 < rest, rest < 1)
    )
    proof.implies("and in (-π, 0) after it: rising", [*context, 2 * p > n], z3.And(-1 < rest, rest < 0))
    proof.implies(
        "the first step is before the middle, the last after", [n >= least], z3.And(2 < n, 2 * (n - last) > n)
    )


@thm7a.proof
def proof(proof, strict=True, margin=0, least=3):
    _signs(proof, least, 1, strict, margin)
    proof.qed("every n >= 3, every 0 < θ < 2π/n, every β > 0")


@theorem(
    "u25.thm7a.earlier",
    ours("U25", "extends Theorem 7, first half"),
    "Over the earlier positions p = 1..n-1 alone, w_max is U-shaped for every n >= 5, 0 < θ < 2π/n and β > 0.",
    FIVE,
    LOW,
    WARM,
    example=SIX,
    small=low_angles,
    readings="U-shaped: every step falls, then every step rises, at least one of each; only the two positions at the turn, which need not be the middle, may be equal.",
)
def earlier(n, theta, beta):
    return bent(largest_weight_steps(n, theta, beta, n - 1), -1)


earlier.by_hand(lambda n, theta, beta: weights_told(n, theta, beta, n - 1))


earlier.false("n = 4 will do: there is no rise", {**SIX, "n": 4}, FIVE, least=4)
earlier.false("n = 3 will do: there is one step", {**SIX, "n": 3}, FIVE, least=3)
earlier.false("θ = 2π/n will do", FULL_CIRCLE, LOW, strict=False)
earlier.attack(at=drawn(5))
earlier.edge("the shortest: two steps fall, one rises", {**SIX, "n": 5, "theta": Angle.parse("1/2")}, holds=True)


@earlier.proof
def earlier_proof(proof, strict=True, least=5):
    _signs(proof, least, 2, strict)
    proof.qed("every n >= 5, every 0 < θ < 2π/n, every β > 0")


SOME = {"theta0": Angle.parse("1/2")}


@theorem(
    "u25.thm7a.uniform",
    ours("U25", 'on the word "low" in Theorem 7, first half'),
    '"Low" depends on the length: for every θ0 > 0 there are an angle 0 < θ < θ0 and a length n >= 3 at which w_max '
    "over p = 1..n is not U-shaped.",
    Hypothesis("θ0 > 0", lambda theta0, **_: theta0 > Angle()),
    example=SOME,
    small=lambda thorough: ({"theta0": Angle.parse(text)} for text in ("2pi", "3", "1", "2pi/7", "0.5", "0.3", "0.11")),
    readings='The uniform reading of "low" (one θ0 for all n) is false; this is its negation, for every θ0.',
)
def uniform(theta0, length=None, less=0):
    # θ = θ0/2, at most 1 radian, with the least n at which nθ >= 2π
    theta = min(theta0 / 2, Angle(0, 1))
    turns, whole = quotient(FULL_TURN, theta)
    n = length or turns + (not whole) - less
    # w_max(p+1) - w_max(p) has the sign of the logit that is lost less the one that is gained
    steps = [(((n - p) * theta).cos() - (p * theta).cos()).sign() for p in range(1, n)]
    return n >= 3 and Angle() < theta < theta0 and bent(steps, -1) is Truth.FALSE


uniform.false("it is not U-shaped at three positions already", SOME, length=3)
uniform.false("it is not U-shaped at one position less already", SOME, less=1)
uniform.attack(theta0=st.builds(Angle, st.just(0), st.fractions(Fraction(1, 40), 7, max_denominator=50)))


@uniform.proof
def uniform_proof(proof, less=0):
    proof.use("new.u-shape-sign")
    proof.trust(trusted.SINE_SIGN)
    proof.exact("1 radian is less than π/3", Angle(0, 1) < FULL_TURN / 6)
    n, angle = z3.Reals("n θ/π")
    least = [angle > 0, 3 * angle < 1, n >= 3, (n + less) * angle >= 2, (n - 1 + less) * angle < 2]
    whole, rest = n * angle / 2, (n - 2) * angle / 2
    proof.implies(
        "the least n with nθ >= 2π has nθ/2 in [π, 2π): no positive sine", least, z3.And(1 <= whole, whole < 2)
    )
    proof.implies("(n-2)θ/2 is in (0, π), so the first step, p = 1, does not fall", least, z3.And(0 < rest, rest < 1))
    proof.qed("every θ0 > 0")
