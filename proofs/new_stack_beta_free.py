"""The number task's stack needs no ln n: at θ = 2π/n, β >= ln(3L/η)/Δ is enough at every length.

Idea: the rival t steps away, t <= n/2, trails by at least t times the first step, 1 - cos tθ >= t(1 - cos θ): each step up to half a turn adds as much as the first. So the rivals on
either side weigh at most x + x² + …, x = e^{-βΔ} <= η/3L, both sides together at most 3x. Shares multiply along the path.

Traps: Δ = 1 - cos(2π/n) itself falls like 1/n², so β still grows with n²; what goes is new.stack-beta's further ln(n-1). It holds at θ = 2π/n: at another angle several positions may
tie. Below n = 4 the older bound, ln((n-1)L/η)/Δ, is the smaller one.
"""

from fractions import Fraction

import z3
from flint import arb
from sympy import Symbol, cos, sin

from rope_theory.core.angles import Angle, ball
from rope_theory.core.heads import softmax
from rope_theory.evidence.claims import Hypothesis, at_most, every, ours, st, theorem

PATH = Hypothesis(
    "n >= 2, L >= 1, each row asks for a position",
    lambda targets, layers, **_: len(targets) >= 2 and layers >= 1 and all(1 <= p <= len(targets) for p in targets),
)
MISS = Hypothesis("0 < η < 1", lambda miss, **_: 0 < miss < 1)
WARM = Hypothesis(
    "β >= ln(3L/η)/Δ",
    lambda targets, layers, miss, beta: at_most(
        ball(Fraction(3 * layers) / miss).log(), ball(beta) * ball(1 - Angle(Fraction(1, len(targets))).cos())
    ),
)


def warm(targets, layers, miss, factor=3):
    """The instance a little above the bound."""
    miss = Fraction(miss)
    least = ball(Fraction(factor * layers) / miss).log() / ball(1 - Angle(Fraction(1, len(targets))).cos())
    beta = Fraction(float(least.mid())) + Fraction(1, 10**9)
    return {"targets": tuple(targets), "layers": layers, "miss": miss, "beta": beta}


def matrix(targets, beta, turns=None):
    """Row i: softmax of cos((j - f(i))θ), θ = 2π/n."""
    theta = Angle(Fraction(1, len(targets)) if turns is None else turns)
    return [softmax([((j - p) * theta).cos() for j in range(1, len(targets) + 1)], beta) for p in targets]


def small(thorough):
    for targets in ((1, 1), (1, 2), (1, 1, 2), (1, 2, 1, 3), (1, 1, 2, 3, 4, 5, 6), (3,) * 12, tuple(range(1, 31))):
        for layers in (1, 2, 4):
            for miss in ("1/4", "99/100", "1/1000"):
                yield warm(targets, layers, Fraction(miss))


@theorem(
    "new.stack-beta-free",
    ours("U26", "sharpens new.stack-beta for the number task"),
    "At θ = 2π/n, Δ = 1 - cos θ, n >= 2: if row i of one attention matrix A asks for position f(i) with the logits cos((j - f(i))θ), then β >= ln(3L/η)/Δ, 0 < η < 1, leaves at least "
    "1 - η/L of every row on its target and at least 1 - η of every row of A^L at the end of its path, f applied L times.",
    PATH,
    MISS,
    WARM,
    example=warm((1, 1, 2, 3), 2, "1/4"),
    small=small,
    readings="f is any function of positions: T_Index's head, where an integer asks for the position it names and a letter for its own. Every row sees all n "
    "keys; under a causal mask rivals only fall away, which the formal statement does not say.",
)
def enough(targets, layers, miss, beta, share=1, turns=None):
    rows = matrix(targets, beta, turns)
    checks = [at_most(ball(1 - miss / layers), row[p - 1]) for row, p in zip(rows, targets, strict=True)]
    for start in range(len(targets)):
        mass, end = [arb(int(j == start)) for j in range(len(targets))], start
        for _ in range(layers):
            mass = [sum((m * row[j] for m, row in zip(mass, rows, strict=True)), arb(0)) for j in range(len(targets))]
            end = targets[end] - 1
        checks.append(at_most(ball(1 - share * miss), mass[end]))
    return every(checks)


enough.false("without the factor 3", warm((2, 2, 2), 1, Fraction(1, 4), factor=1), WARM)
enough.false("at θ = π", warm((1, 1, 1), 1, Fraction(1, 4)), turns=Fraction(1, 2))
enough.false("it leaves more than 1 - η/2", warm((8,) * 16, 1, Fraction(1, 4)), share=Fraction(1, 2))
enough.attack(
    at=st.builds(
        lambda targets, layers, miss: warm([1 + p % len(targets) for p in targets], layers, miss),
        st.lists(st.integers(0, 30), min_size=2, max_size=12), st.integers(1, 4), st.sampled_from([Fraction(1, 2), Fraction(99, 100), Fraction(1, 50)]),
    )
)  # fmt: skip


@enough.proof
def proof(proof):
    theta, t = Symbol("theta", real=True), Symbol("t", real=True)
    proof.identity(
        "one step more",
        cos(t * theta) - cos((t + 1) * theta),
        2 * sin(t * theta + theta / 2) * sin(theta / 2),
    )
    x, rivals, share = z3.Reals("x S share")
    proof.implies(
        "both sides: 2x/(1-x) <= 3x for x <= 1/3", [0 < x, 3 * x <= 1, rivals * (1 - x) <= 2 * x], rivals <= 3 * x
    )
    proof.implies("1/(1 + S) >= 1 - S", [rivals >= 0, share * (1 + rivals) == 1], share >= 1 - rivals)
    proof.qed("every n >= 2, L >= 1, every such f, β and η")
