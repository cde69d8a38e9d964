"""A rotated H_SYM has an inverted U exactly if its phase puts the best distance inside the context.

Idea: from distance t to t+1 the matched cosine changes by -2 sin((t+1/2)θ - φ) sin(θ/2). The arguments y = (t+1/2)θ - φ
advance by θ <= π from y₁ = 3θ/2 - φ to y_last = (n-3/2)θ - φ. An inverted U rises while the sine is negative, and then
falls: y has to start in (-π, 0) and to end in (0, π), with nothing between but the passage through 0. Conversely y₁ may
be shifted into (-π, 0) by 2πm, and the arguments cannot pass [π, 2π) unseen. With φ' = φ + 2πm these are the two
windows.

Traps: with φ = 0, the plain H_SYM, y₁ is positive: the weight is monotone while (n-3/2)θ < π and U-shaped just above,
never inverted at the first angles that are not low enough. A match at either end of a window makes an end step flat.
Three positions show one step, so n = 4 is the least length at which the shape can be asked.

What survives of the printed statement: at the centred phase φ = nθ/2 it holds for n >= 4, (n-3)θ < 2π, low angles included: the
phase is the cause, not the angle.
"""

import itertools
from fractions import Fraction

import z3
from sympy import sin, symbols

from rope_theory.core.angles import FULL_TURN, Angle
from rope_theory.core.constructions import SymbolicCircle, h_sym
from rope_theory.core.tasks import Pair
from rope_theory.evidence.by_hand import compared, listed, sign, spelled
from rope_theory.evidence.claims import Hypothesis, Tier, ours, st, theorem, trusted, truth
from rope_theory.evidence.instances.shapes import UP_TO_HALF, at_least, match_steps
from rope_theory.evidence.instances.shares import moves_with_the_power
from rope_theory.laws.angle_floor import HALF_TURN, quotient
from rope_theory.laws.shape import bent

THREE, FOUR = at_least(3), at_least(4)
NOT_LOW = Hypothesis(
    "not low enough: (n - 3/2)θ >= π, beyond the angles at which φ = 0 gives a monotone weight",
    lambda n, theta, **_: (2 * n - 3) * theta >= FULL_TURN,
)
QUARTER = {"n": 4, "theta": Angle.parse("pi/2"), "phi": Angle()}
CENTRED = {"n": 6, "theta": Angle.parse("1"), "phi": Angle.parse("3")}
STEPS = st.one_of(
    st.builds(Angle, st.fractions(Fraction(1, 24), Fraction(1, 2), max_denominator=24)),
    st.builds(Angle, st.just(0), st.fractions(Fraction(1, 20), 3, max_denominator=20)),
)


def ends(n, theta):
    """3θ/2 and (n - 3/2)θ."""
    return theta * Fraction(3, 2), theta * Fraction(2 * n - 3, 2)


def phases(thorough):
    for n in range(3, 10 if thorough else 7):
        for theta in map(Angle.parse, ("pi", "1/5 turn", "1/4 turn", "3/7 turn", "1", "1/2")):
            tried = [Angle(Fraction(part, 12)) for part in range(0, 25, 1 if thorough else 3)]
            tried += [theta * Fraction(half, 2) for half in range(2 * n)]  # the ends of the windows, and the middle
            first, last = ends(n, theta)
            yield from ({"n": n, "theta": theta, "phi": phi} for phi in (*tried, first + HALF_TURN, last - HALF_TURN))


@theorem(
    "u25.thm7b",
    ours(
        "U25", "our simplification of Theorem 7, second half; the free phase and the quantifier over it are ours, too"
    ),
    "The largest weight of a simplified H_SYM with a rotation that is not low enough, as a function of where the match "
    "stands, is inverted-U-shaped. Our simplification: matched logit β·cos((n-j)θ - φ), distractor logit constant; φ a "
    "free query phase; the matches stand at j = 1..n-1; w is the weight of the match.",
    FOUR,
    UP_TO_HALF,
    NOT_LOW,
    example=QUARTER,
    verdict=Tier.REFUTED,
    readings=(
        "Read for every φ and every θ that is not low enough. The simplification and the question for which φ and θ it "
        "is true are ours; the answer is u25.thm7b.corrected.",
        "A φ chosen for each θ does not save it either: for (n-3)θ >= 2π no φ does (u25.thm7b.some-phase).",
        "Inverted-U-shaped: every step rises, then every step falls, at least one of each; only the two "
        "positions at the turn may be equal.",
        "The number of distractors does not depend on j, so for every β > 0 the weight e^{βc}/(e^{βc} + const) rises "
        "and falls with the matched cosine c: shapes are read off c.",
    ),
)
def thm7b(n, theta, phi):
    return bent(match_steps(n, theta, phi), 1)


@thm7b.by_hand
def falls_first(n, theta, phi):
    c = [((n - j) * theta - phi).cos() for j in range(1, n)]
    bound = theta * Fraction(2 * n - 3, 2)
    return [
        f"n = {n}, θ = {spelled(theta)}, φ = {spelled(phi)}: not low enough, (n - 3/2)θ = {spelled(bound)} "
        f"{sign(bound, HALF_TURN)} π",
        f"The weight of the match at j rises and falls with c_j = cos((n - j)θ - φ); c_1, …, c_{n - 1} = {listed(c)}",
        f"An inverted U rises, then falls. The first step: {compared('c_1', c[0], 'c_2', c[1])}; the last: "
        f"{compared(f'c_{n - 2}', c[-2], f'c_{n - 1}', c[-1])}",
    ]


thm7b.true_at("the phase π, in the middle", {**QUARTER, "phi": HALF_TURN})
FIVE = {"n": 5, "theta": Angle(Fraction(1, 5)), "phi": HALF_TURN}
thm7b.true_at("five positions at 2π/5 with the phase of the middle", FIVE)
thm7b.outside("three positions show one step only", {**QUARTER, "n": 3, "theta": Angle(Fraction(3, 8))}, FOUR)
thm7b.outside("3π/2 turns as π/2 does", {**QUARTER, "theta": Angle(Fraction(3, 4))}, UP_TO_HALF)
thm7b.outside("a low angle gives a monotone weight", {**QUARTER, "theta": Angle(Fraction(1, 20))}, NOT_LOW)
for size, factor in itertools.product(range(4, 9), map(Fraction, ("1", "101/100", "11/10"))):
    at = {"n": size, "theta": FULL_TURN / (2 * size - 3) * factor, "phi": Angle()}
    thm7b.edge(f"no phase, n = {size}, {factor} of the first angle not low enough", at, assumed=True, holds=False)
for size in range(4, 10):
    at = {"n": size, "theta": Angle.parse("1/100"), "phi": Angle.parse("1/200") * size}
    thm7b.edge(f"low angles have it too with the centred phase, n = {size}", at, assumed=False, holds=True)
for size in range(2, 9):
    at = {"n": 3, "theta": Angle(Fraction(1, size)), "phi": Angle()}
    thm7b.edge(f"three positions at 2π/{size}", at, holds=False)
thm7b.proof(lambda proof: proof.refute(QUARTER, "exact: the matched cosines at j = 1, 2, 3 are 0, -1, 0"))


@theorem(
    "u25.thm7b.corrected",
    ours("U25", "answers our question on Theorem 7, second half"),
    "For 0 < θ <= π, n >= 3 and β > 0, where the match's logit at j is cos((n-j)θ - φ) and the others' do not change with j, the weight of the match over j = 1..n-1 is inverted-U-shaped if and only if, for some "
    "whole m, φ' = φ + 2πm has 3θ/2 < φ' < (n - 3/2)θ and (n - 3/2)θ - π < φ' < 3θ/2 + π.",
    THREE,
    UP_TO_HALF,
    example=CENTRED,
    small=phases,
    readings=(
        "What the printed form leaves open: for n >= 4 and the centred phase φ = nθ/2 it says (n-3)θ < 2π (u25.thm7b.some-phase).",
        "Inverted-U-shaped: every step rises, then every step falls, at least one of each; only the two positions at the turn, which need not be the middle, may be equal.",
        "A θ outside (0, π] is folded into it together with φ: distances are whole.",
    ),
)
def corrected(n, theta, phi, closed=False, second=True, shift=0):
    (first, last), moved = ends(n, theta), phi + shift * theta
    turns, _ = quotient(first - moved, FULL_TURN)
    inside = False
    for phase in (moved + turns * FULL_TURN, moved + (turns + 1) * FULL_TURN):  # the two φ' next to 3θ/2
        one = first <= phase <= last if closed else first < phase < last
        inside |= one and (not second or last - HALF_TURN < phase < first + HALF_TURN)
    shaped = thm7b(n, theta, phi)
    return shaped if inside else ~shaped


corrected.false("the ends 3θ/2 and (n - 3/2)θ belong to it", {**CENTRED, "phi": Angle.parse("3/2")}, closed=True)
corrected.false("3θ/2 < φ' < (n - 3/2)θ is enough", {**CENTRED, "n": 9, "phi": Angle.parse("2")}, second=False)
corrected.false("φ' counts from the query's neighbour: φ' = φ + 2πm + θ", {**CENTRED, "phi": Angle.parse("1")}, shift=1)
BEYOND = {"n": 5, "theta": Angle(Fraction(2, 3)), "phi": Angle(Fraction(1, 12))}
corrected.false("θ may exceed π", BEYOND, UP_TO_HALF)
corrected.attack(
    n=st.integers(3, 9),
    theta=STEPS,
    phi=st.builds(lambda phi, turns: phi * 2 + Angle(turns), STEPS, st.integers(-3, 3)),
)
# On each end of each window, and a millionth of a radian to either side of it.
corrected.attack(
    at=st.builds(
        lambda n, theta, end, half, side: {
            "n": n,
            "theta": theta,
            "phi": ends(n, theta)[end] + half * (1 - 2 * end) * HALF_TURN + Angle(0, Fraction(side, 10**6)),
        },
        st.integers(4, 9),
        STEPS,
        st.sampled_from((0, 1)),
        st.sampled_from((0, 1)),
        st.sampled_from((-1, 0, 1)),
    )
)


@corrected.proof
def proof(proof):
    n, t, theta, phi, letter, omega = symbols("n t theta phi letter omega", real=True)
    head = h_sym(SymbolicCircle(omega), theta, phi)
    here, there = (head.logit(letter, n, Pair(letter, 1), n - at) for at in (t, t + 1))
    proof.identity(
        "from distance t to t+1 the matched cosine changes by -2 sin((t+1/2)θ - φ) sin(θ/2)",
        there - here,
        -2 * sin(t * theta + theta / 2 - phi) * sin(theta / 2),
    )
    proof.trust(trusted.SINE_SIGN)
    moves_with_the_power(proof)
    first, last, y, before, step = z3.Reals("y₁ y_last y y' θ/π")  # in units of π
    proof.implies(
        "if y₁ in (-π, 0) and y_last in (0, π), all arguments lie in (-π, π), and the end steps are strict",
        [-1 < first, first < 0, 0 < last, last < 1, first <= y, y <= last],
        z3.And(-1 < y, y < 1),
    )
    k = z3.Int("k")
    stride = [0 < step, step <= 1, before <= 0, y == before + step, y >= 1, before == first + k * step, k >= 0]
    proof.contradiction(
        "only if: the first step rises, so y₁ is in (-π, 0), and some step falls, so some y > 0; passing π at once "
        "from y' <= 0 takes θ = π and y' = 0, and then y₁ is whole",
        [*stride, -1 < first, first < 0],
    )
    proof.qed("every n >= 3, every 0 < θ <= π, every real φ, every β > 0")


@theorem(
    "u25.thm7b.some-phase",
    ours("U25", "on Theorem 7, second half, with the phase chosen"),
    "For 0 < θ <= π, n >= 4 and β > 0, where the match's logit at j is cos((n-j)θ - φ) and the others' do not change with j, some phase φ makes the weight of the match inverted-U-shaped if and only if (n-3)θ < 2π, "
    "and then φ = nθ/2 does.",
    FOUR,
    UP_TO_HALF,
    example=CENTRED,
    small=phases,
    readings="An instance tries one φ: if the shape is inverted-U there, the condition holds; if the condition holds, "
    "it is at nθ/2.",
)
def some_phase(n, theta, phi, margin=3, closed=False):
    span = (n - margin) * theta
    bounded = truth(span <= FULL_TURN if closed else span < FULL_TURN)
    return (~thm7b(n, theta, phi) | bounded) & (~bounded | thm7b(n, theta, n * theta / 2))


FIFTH = {"n": 8, "theta": Angle(Fraction(1, 5)), "phi": Angle()}
some_phase.false("(n-3)θ = 2π will do", FIFTH, closed=True)
some_phase.false("(n-2)θ < 2π is needed", {"n": 4, "theta": HALF_TURN, "phi": Angle()}, margin=2)
some_phase.false("(n-4)θ < 2π is enough", FIFTH, margin=4)
some_phase.false("n = 3 will do", {"n": 3, "theta": Angle.parse("1"), "phi": Angle()}, FOUR)
some_phase.attack(n=st.integers(4, 10), theta=STEPS, phi=STEPS)


@some_phase.proof
def some_phase_proof(proof):
    proof.use("u25.thm7b.corrected")
    n, theta, phase = z3.Reals("n θ φ'")
    low, high = 3 * theta / 2, (n - z3.Q(3, 2)) * theta
    context, said = [n >= 4, theta > 0, theta <= 1], (n - 3) * theta < 2

    def windows(at):
        return z3.And(low < at, at < high, high - 1 < at, at < low + 1)

    proof.implies("the windows of any φ' ask for (n-3)θ < 2π", [*context, windows(phase)], said)
    proof.implies("and then nθ/2 lies in both", [*context, said], windows(n * theta / 2))
    proof.qed("every n >= 4, every 0 < θ <= π, every β > 0")
