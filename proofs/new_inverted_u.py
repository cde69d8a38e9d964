"""A lone match's weight under H_SYM is inverted-U-shaped over its position with the centred phase, as long as (n-3)θ < 2π.

Idea: from position j to j + 1 the matched logit changes by -2 sin(θ/2) sin((j + 1/2 - n)θ + φ): a sine in strides of θ,
so new.shape-law names the shape. With φ = nθ/2 the arguments run symmetrically from -(n-3)θ/2 to (n-3)θ/2, and the only
sign change is at the middle as long as that stays below π.

Traps: "monotone" without a phase means that the nearer match weighs more; at n = 4 there are angles at which the
farther one does.
"""

from fractions import Fraction

import z3
from sympy import cos, sin, symbols

from rope_theory.core.angles import FULL_TURN, Angle
from rope_theory.core.constructions import SymbolicCircle, h_sym
from rope_theory.core.tasks import Pair
from rope_theory.evidence.claims import ours, st, theorem, trusted
from rope_theory.evidence.instances.shapes import AGREES, FOLDED, UP_TO_HALF, at_least, lengths_and_angles, match_steps
from rope_theory.evidence.instances.shares import moves_with_the_power
from rope_theory.laws.angle_floor import HALF_TURN
from rope_theory.laws.shape import inner_extrema, observed, shape

SHARPENS = ours("U25", "sharpens Theorem 7, second half")
THREE, FOUR = at_least(3), at_least(4)
TENTH, FIFTH = Angle(Fraction(1, 10)), Angle(Fraction(1, 5))
CONSTANT = (
    "'Simplified H_SYM': matched logit β·cos((n-j)θ - φ), constant distractors. Their number does not depend on j, so "
    "the weight of the match rises and falls with the matched logit, at every β > 0."
)
STRICT = (
    "Inverted-U-shaped: every step rises, then every step falls, except that the two middle positions may be equal. At "
    "the excluded equality both end steps are flat (or, at θ = π, all), by hand and no part of the formal statement."
)
n, j, t, theta, phi, letter, omega = symbols("n j t theta phi letter omega", real=True)


def _inverted_exactly(n, theta, own, margin, closed, factor=Fraction(1, 2)):
    """Whether "inverted-U exactly when (n - margin)θ < 2π" holds, with the phase factor·(number of positions + 1)θ."""
    signs = match_steps(n, theta, factor * (n - own) * theta, own)
    name, _, flat_ends = observed(signs)
    span = (n - margin) * theta
    said = span <= FULL_TURN if closed else span < FULL_TURN
    found = shape(n, theta, "H_SYM", own_position=bool(own))
    computed = (found.name, found.flat_ends) == (name, flat_ends) and list(found.extrema()) == inner_extrema(signs)
    return (computed or factor != Fraction(1, 2)) and (name == "inverted-U" and not flat_ends) == said


@theorem(
    "new.inverted-u",
    SHARPENS,
    "Simplified H_SYM, matches at distances t = 1..n-1, 0 < θ <= π, n >= 4: with the centred phase φ = nθ/2 inverted-U "
    "exactly when (n-3)θ < 2π (odd n: two equal centres).",
    UP_TO_HALF,
    FOUR,
    example={"n": 9, "theta": TENTH},
    small=lengths_and_angles(4, 9, lambda n: n - 3),
    readings=(AGREES, CONSTANT, STRICT),
)
def inverted_u(n, theta, margin=3, closed=False, factor=Fraction(1, 2)):
    found = inner_extrema(match_steps(n, theta, n * theta / 2))
    middle = (n // 2,) if n % 2 == 0 else (n // 2, n // 2 + 1)
    return _inverted_exactly(n, theta, 0, margin, closed, factor) and (len(found) != 1 or found[0].positions == middle)


inverted_u.false("inverted-U also at (n-3)θ = 2π", {"n": 8, "theta": FIFTH}, closed=True)
inverted_u.false("inverted-U exactly when (n-2)θ < 2π", {"n": 4, "theta": HALF_TURN}, margin=2)
inverted_u.false("inverted-U exactly when (n-4)θ < 2π", {"n": 5, "theta": HALF_TURN}, margin=4)
inverted_u.false("the phase nθ will do as well", {"n": 4, "theta": TENTH}, factor=Fraction(1))
inverted_u.false("three positions are enough", {"n": 3, "theta": TENTH}, FOUR)
inverted_u.false("θ may exceed π", {"n": 6, "theta": Angle(Fraction(9, 10))}, UP_TO_HALF)
inverted_u.attack(n=st.integers(4, 14), theta=FOLDED)


def _steps(proof):
    proof.use("new.shape-law")
    head = h_sym(SymbolicCircle(omega), theta, phi)
    here, there = (head.logit(letter, n, Pair(letter, 1), position) for position in (j, j + 1))
    proof.identity(
        "from position j to j + 1 the match's logit changes by -2 sin(θ/2) sin((j + 1/2 - n)θ + φ)",
        there - here,
        -2 * sin(theta / 2) * sin((j - n) * theta + theta / 2 + phi),
    )
    proof.trust(trusted.EXPONENTIAL)
    moves_with_the_power(proof)


def _centred(proof, own):
    """The arguments run from -X to X, X = (n - 3 + own)θ/2, in strides of θ <= π; below in units of π."""
    _steps(proof)
    width, start = (n - 3 + own) * theta / 2, theta / 2 + (n - own) * theta / 2
    proof.identity("the first argument is -(n-3)θ/2, or -(n-2)θ/2", (1 - n) * theta + start, -width)
    proof.identity("… and the last its opposite", (own - 2) * theta + start, width)
    X, k = z3.Real("X"), z3.Int("k")
    proof.implies(
        "so 0 is between them; one extremum, with strict ends, exactly for X < 1: no whole k ≠ 0 has -X <= k <= X",
        [X > 0, k != 0, z3.Or(X < 1, k == 1)],
        (X < 1) == z3.Not(z3.And(-X <= k, k <= X)),
    )


@inverted_u.proof
def inverted_u_proof(proof):
    _centred(proof, 0)
    centre = n * theta / 2
    proof.identity("t and n - t agree: odd n has two centres", cos(t * theta - centre), cos((n - t) * theta - centre))
    proof.qed("every n >= 4, every 0 < θ <= π, every β > 0")


@theorem(
    "new.inverted-u.own-place",
    SHARPENS,
    "The same with n-2 for n-3 if t = 0 counts: matches at distances t = 0..n-1, centred phase φ = (n-1)θ/2, n >= 3, "
    "0 < θ <= π: inverted-U exactly when (n-2)θ < 2π.",
    UP_TO_HALF,
    THREE,
    example={"n": 9, "theta": TENTH},
    small=lengths_and_angles(3, 8, lambda n: n - 2),
    readings=(
        CONSTANT,
        STRICT,
        "The centre of the distances 0..n-1 is (n-1)/2, so the centred phase is (n-1)θ/2 here.",
    ),
)
def own_position(n, theta, margin=2, closed=False):
    return _inverted_exactly(n, theta, 1, margin, closed)


own_position.false("inverted-U exactly when (n-3)θ < 2π", {"n": 4, "theta": HALF_TURN}, margin=3)
own_position.false("inverted-U also at (n-2)θ = 2π", {"n": 7, "theta": FIFTH}, closed=True)
own_position.attack(n=st.integers(4, 14), theta=FOLDED)


@own_position.proof
def own_position_proof(proof):
    _centred(proof, 1)
    proof.qed("every n >= 3, every 0 < θ <= π, every β > 0")


@theorem(
    "new.inverted-u.no-phase",
    SHARPENS,
    "With φ = 0, 0 < θ <= π, n >= 3, matches at distances t = 1..n-1: monotone, the nearer match weighing more, exactly "
    "when (n - 3/2)θ < π.",
    UP_TO_HALF,
    THREE,
    example={"n": 5, "theta": TENTH},
    small=lengths_and_angles(3, 9, lambda n: 2 * n - 3),
    readings=(
        CONSTANT,
        "Read as 'monotone in either direction' it is false at n = 3 (one step is monotone or flat whatever θ is) and "
        "at n = 4: for 2π/3 < θ < 4π/5 the farther of the three matches weighs more. From n = 5 on no angle makes the "
        "farther match weigh more throughout, and both readings agree. None of this is part of the formal statement.",
    ),
)
def no_phase(n, theta, twice_margin=3, closed=False, either_way=False):
    signs = match_steps(n, theta, Angle())
    monotone = set(signs) == {1} or (either_way and set(signs) == {-1})
    span = (2 * n - twice_margin) * theta
    return monotone == (span <= FULL_TURN if closed else span < FULL_TURN)


FARTHER = {"n": 4, "theta": Angle(Fraction(3, 8))}
no_phase.false("monotone in either direction exactly when (n - 3/2)θ < π", FARTHER, either_way=True)
no_phase.false("monotone also at (n - 3/2)θ = π", {"n": 4, "theta": FIFTH}, closed=True)
no_phase.false("monotone exactly when (n-1)θ < π", {"n": 5, "theta": Angle(Fraction(1, 8))}, twice_margin=2)
no_phase.false("θ may exceed π", {"n": 3, "theta": Angle(Fraction(9, 10))}, UP_TO_HALF)
no_phase.attack(n=st.integers(3, 14), theta=FOLDED)


@no_phase.proof
def no_phase_proof(proof):
    _steps(proof)
    N, d, T, S = z3.Reals("n θ/π t s")
    middle, given = (T + z3.Q(1, 2)) * d, [1 <= T, T <= N - 2, (N - z3.Q(3, 2)) * d < 1]
    # φ = 0: the arguments are (t + 1/2)θ, t = 1..n-2.
    proof.implies("if (n - 3/2)θ < π, they lie in (0, π), and every step falls", [d > 0, *given], middle < 1)
    # Conversely: let every step fall. The arguments lie where the sine is positive.
    proof.implies("the first, 3θ/2 <= 3π/2, then lies in (0, π)", [d > 0, d <= 1], 3 * d / 2 < 2)
    proof.implies("a stride from (0, π) ends below 2π, so the next lies there too", [d <= 1, S < 1], S + d < 2)
    proof.qed("every n >= 3, every 0 < θ <= π, every β > 0")
