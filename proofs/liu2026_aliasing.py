"""No two whole positions have the same rotation, at any base and length: the first plane turns by 1 radian, and π is irrational.

Idea: the rotations of s and t agree in the first plane only if t - s is a whole multiple of 2π.

Traps: it is about exact numbers. In a number format far positions may round to the same rotation, and how far apart two rotations are is a
question of gaps (new.index-gap-multifrequency), not of coincidence. The slowest plane alone does come near its start after 2π·b^{(d-2)/d} positions.
"""

from fractions import Fraction

import flint

from rope_theory.evidence.by_hand import compared, number
from rope_theory.evidence.claims import Hypothesis, Tier, Truth, ours, secondary, theorem

EVEN = Hypothesis("d is even and positive, b > 1", lambda base, dim, **_: dim > 0 and dim % 2 == 0 and base > 1)
LONG = Hypothesis("L >= 2π·b", lambda base, dim, length: bool(length >= 2 * flint.arb.pi() * base))


def same_first_plane(s, t):
    """Whether positions s and t agree in the plane of 1 radian per position."""
    with flint.ctx.workprec(128):
        return Truth.FALSE if 1 - flint.arb(t - s).cos() > 0 else Truth.UNKNOWN if s != t else Truth.TRUE


@theorem(
    "liu2026.aliasing",
    secondary("public accounts of Liu 2026 (arXiv 2602.10959)", "on the bound L < 2π·base"),
    "If L >= 2π·b, two of the positions 0, …, L have the same rotation in all planes.",
    EVEN,
    LONG,
    example={"base": 2, "dim": 128, "length": 16},
    verdict=Tier.REFUTED,
    readings="The accounts say that L < 2π·base is needed to tell positions apart. This is the reading that a longer context has two positions that cannot be told apart; the text of "
    "the paper is not at hand, and it may mean the slowest plane alone, or a whole turn of it: of a whole turn it is right, as that takes 2π·b^((d-2)/d) positions, fewer than 2π·b.",
)
def coincide(base, dim, length):
    """A coincidence needs one in the first plane, between some 0 <= s < t <= length: a difference of 1, …, length."""
    answers = {same_first_plane(0, step) for step in range(1, length + 1)}
    return Truth.UNKNOWN if Truth.UNKNOWN in answers else Truth.TRUE in answers


@coincide.by_hand
def none_coincide(base, dim, length):
    turn = 2 * flint.arb.pi()
    wholes = [number(k * turn) for k in range(1, int(length / float(turn)) + 1)]
    shown = [*wholes[:4], *("…" for _ in wholes[4:5])]
    near = max(range(1, length + 1), key=lambda t: float(flint.arb(t).cos()))
    return [
        f"b = {base}: {compared('L', length, '2π·b', turn * base)}",
        f"The first plane turns by 1 radian a position: positions s < t agree there only if t - s, one of 1, …, {length}, is a multiple of 2π",
        f"Those multiples are {', '.join(shown)}: none is whole, as π is irrational",
        f"The nearest is t - s = {near}: {compared(f'cos {near}', flint.arb(near).cos(), 'cos 0', 1)}",
    ]


coincide.outside("a shorter context", {"base": 100, "dim": 128, "length": 16}, LONG)
coincide.outside("base 1", {"base": 1, "dim": 128, "length": 16}, EVEN)
coincide.edge("base 100", {"base": 100, "dim": 64, "length": 700}, assumed=True, holds=False)
coincide.proof(
    lambda proof: proof.refute({"base": 2, "dim": 128, "length": 16}, "every difference of positions, in balls")
)


def small(thorough: bool):
    for base in (2, 100, 10_000):
        for s, t in ((0, 1), (0, 44), (0, 710), (5, 360), (0, 103_993)):
            yield {"base": base, "dim": 128, "s": s, "t": t}


@theorem(
    "liu2026.aliasing.corrected",
    ours("", "Liu 2026 (arXiv 2602.10959), on the bound L < 2π·base"),
    "At every base b > 1 and even d no two whole positions s < t have the same rotation in all planes.",
    EVEN,
    order := Hypothesis("0 <= s < t", lambda s, t, **_: 0 <= s < t),
    example={"base": 10_000, "dim": 128, "s": 0, "t": 62_832},
    small=small,
    readings="Even in the first plane alone. Exact numbers; formats: new.precision-cliff.",
)
def apart(base, dim, s, t, turns=None):
    """`turns`: a plane of that part of a turn in place of the first."""
    if turns is not None:
        return (turns * (t - s)).denominator != 1
    return ~same_first_plane(s, t)


apart.false(
    "a plane of 1/6 of a turn in place of the first", {"base": 2, "dim": 2, "s": 0, "t": 6}, turns=Fraction(1, 6)
)
apart.false("s = t", {"base": 2, "dim": 2, "s": 3, "t": 3}, order)
apart.edge(
    "the fraction 710/113 of π is close", {"base": 10_000, "dim": 128, "s": 0, "t": 710}, assumed=True, holds=True
)


@apart.proof
def proof(proof):
    import z3

    distance, turns, pi = z3.Reals("t-s z π")
    proof.implies(
        "a coincidence makes π a fraction",
        [distance > 0, turns != 0, distance == 2 * turns * pi],
        pi == distance / (2 * turns),
    )
    proof.qed("every b > 1, every even d, all whole positions")
