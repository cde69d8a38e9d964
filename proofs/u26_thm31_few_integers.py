"""With integers up to 3 the printed T_Index is right at every position, at suitable angles.

Idea: an integer i that does not point before the start finds its target, as at the last position: no other distance
makes a whole turn. One that does, at position p <= i, sees itself with cos(iθ) and position j with cos(dθ), d = i - p + j
from 1 to i - 1. It stays if cos θ < cos 2θ < cos 3θ.

Steps: cos θ - cos 2θ = 2 sin(3θ/2) sin(θ/2) and cos 2θ - cos 3θ = 2 sin(5θ/2) sin(θ/2), both negative between 2π/3 and
4π/5, where 3θ/2 and 5θ/2 lie between π and 2π.

Traps: the integer 4 would need cos 3θ < cos 4θ as well, which no such angle has (u26.thm31.no-angle); what counts is how
large the integers are, not how long the input is.

What survives: the construction of Appendix F.2.1 serves whole outputs of a task with at most three integers, with an
angle of its own (θ = 2π/n0 is none of them).
"""

import itertools
from fractions import Fraction

import z3
from flint import arb
from sympy import cos, sin, symbols

from rope_theory.core.angles import Angle, ball
from rope_theory.core.constructions import t_index
from rope_theory.core.decoding import beta_enough
from rope_theory.core.tasks import index_function
from rope_theory.evidence.by_hand import compared, listed, number, spelled
from rope_theory.evidence.claims import Hypothesis, ours, st, theorem, trusted
from rope_theory.proofs.u26_thm31 import GENERIC, at_every_position

LOW, HIGH = Angle.parse("2pi/3"), Angle.parse("4pi/5")
RISING = Hypothesis("2π/3 < θ < 4π/5", lambda theta, **_: LOW < theta < HIGH)
FEW = Hypothesis(
    "no integer is above 3", lambda tokens, **_: all(token <= 3 for token in tokens if isinstance(token, int))
)
HALF_FIVE = Angle.parse("5/2")
SAMPLE = ("A", 3, "B", 1, 2)


def lead(theta, n) -> arb:
    """How far every other logit is below the right one, at least, at every position of inputs of length n."""
    cosines = [ball((t * theta).cos()) for t in range(max(n, 4))]
    steps = [1 - each for each in cosines[1:n]] + [cosines[2] - cosines[1], cosines[3] - cosines[2]]
    least = steps[0]
    for each in steps[1:]:
        least = least.min(each)
    return least


@theorem(
    "u26.thm31.few-integers",
    ours("U26", "p. 7, Theorem 3.1 for the T_Index of Appendix F.2.1 (p. 20), on whole outputs with few integers"),
    "With integers up to 3 the printed T_Index computes Index at every position: at every angle 2π/3 < θ < 4π/5 of which no "
    "multiple tθ, 1 <= t < n0, is a whole turn, of every input of length n <= n0, integers that point before the start "
    "staying, under hard attention and under softmax of every β above a bound for θ and n0. θ = 5/2 is such an angle for every n0.",
    RISING,
    GENERIC,
    FEW,
    example={"theta": HALF_FIVE, "tokens": SAMPLE},
    small=lambda thorough: (
        {"theta": theta, "tokens": tokens}
        for theta in (HALF_FIVE, Angle.parse("12/5"), Angle.parse("3pi/4"))
        for n in range(1, 6 if thorough else 5)
        for tokens in itertools.product(("A", "B", 1, 2, 3)[0 if n < 4 else 1 :], repeat=n)
    ),
    readings=(
        "Here n0 is the length of the input; β is run just above ln n/D, D the least lead of a right logit.",
        "With integers up to 4 no angle does it, on five positions: u26.thm31.no-angle.",
    ),
)
def few_integers(theta, tokens):
    least = lead(theta, len(tokens))
    beta = beta_enough(len(tokens), least) if least > 0 else None  # outside of the hypotheses hard attention alone
    return at_every_position(t_index(theta), tokens, beta)


few_integers.false("integers up to 4", {"theta": HALF_FIVE, "tokens": ("A", 4, "A")}, FEW)
few_integers.false("angles up to 5π/6", {"theta": Angle.parse("13/5"), "tokens": ("A", 3, "A")}, RISING)
few_integers.false("angles from π/2", {"theta": Angle.parse("2"), "tokens": ("A", 2, "A")}, RISING)
few_integers.false("whole turns: 8·3π/4", {"theta": Angle.parse("3pi/4"), "tokens": (*"ABBBBBBB", "C", 1)}, GENERIC)
few_integers.edge("the range is open: 4π/5", {"theta": HIGH, "tokens": ("A", 3, "A")}, assumed=False)
few_integers.edge("three in a row, none with a target", {"theta": HALF_FIVE, "tokens": (3, 3, 3)}, holds=True)
few_integers.attack(
    theta=st.fractions(Fraction(21, 10), Fraction(5, 2), max_denominator=60).map(lambda radians: Angle(0, radians)),
    tokens=st.lists(st.sampled_from([*"ABC", 1, 2, 3]), min_size=1, max_size=9).map(tuple),
)


@few_integers.by_hand
def stays(theta, tokens):
    run, asked = t_index(theta).run, index_function(tokens)
    lines = [f"Input {' '.join(map(str, tokens))}, θ = {spelled(theta)}: Index is {' '.join(map(str, asked))}"]
    for at, (token, right) in enumerate(zip(tokens, asked, strict=True), 1):
        if isinstance(token, int) and 1 < at <= token:
            found = run(tokens, at)
            lines.append(
                f"Position {at} holds {token}, which points before the start: logits {listed(found.logits)}, decoded {found.answer} (right: {right})"
            )
    cosines = [(t * theta).cos() for t in (1, 2, 3)]
    return [
        *lines,
        compared("cos θ", cosines[0], "cos 2θ", cosines[1]),
        compared("cos 2θ", cosines[1], "cos 3θ", cosines[2]),
        f"Every right logit leads by at least {number(lead(theta, len(tokens)))}",
    ]


@few_integers.proof
def proof(proof):
    theta, i, p, j = symbols("theta i p j", real=True)
    proof.identity(
        "query i at position p: the logit of position j is cos((i-p+j)θ)",
        t_index(theta).head.logit(i, p, "A", j),
        cos((i - p + j) * theta),
    )
    query, place, other, distance = z3.Ints("i p j d")
    proof.implies(
        "an integer i < p finds its target p - i: other distances are 1 to n0 - 1 steps",
        [0 <= query, query < place, 1 <= other, other <= place, distance == query - place + other, distance != 0],
        z3.And(-place < distance, distance < place),
    )
    proof.implies(
        "an integer p <= i <= 3 sees others at 1 to i - 1 steps",
        [1 <= place, place <= query, query <= 3, 1 <= other, other < place, distance == query - place + other],
        z3.And(1 <= distance, distance <= query - 1),
    )
    proof.identity("cos θ - cos 2θ", cos(theta) - cos(2 * theta), 2 * sin(3 * theta / 2) * sin(theta / 2))
    proof.identity("cos 2θ - cos 3θ", cos(2 * theta) - cos(3 * theta), 2 * sin(5 * theta / 2) * sin(theta / 2))
    angle, pi = z3.Reals("theta π")
    proof.implies(
        "between 2π/3 and 4π/5 the sine of θ/2 is positive, those of 3θ/2 and 5θ/2 negative",
        [pi > 0, 2 * pi < 3 * angle, 5 * angle < 4 * pi],
        z3.And(
            0 < angle, angle < 2 * pi, 2 * pi < 3 * angle, 3 * angle < 4 * pi, 2 * pi < 5 * angle, 5 * angle < 4 * pi
        ),
    )
    proof.trust(trusted.SINE_SIGN, trusted.EXPONENTIAL)
    proof.use("u26.index-decode")
    proof.qed(
        "every n0, every 2π/3 < θ < 4π/5 with no multiple tθ, 1 <= t < n0, a whole turn, every input of length <= n0 over letters and integers up to 3, every large enough β"
    )
