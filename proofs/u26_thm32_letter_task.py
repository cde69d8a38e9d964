"""Theorem 3.2's bound for T_Retrieval fails on inputs of the letter task, too, at every size.

Idea: T_Retrieval is built for the letter task, whose inputs end in a letter pair. On (b, 1), …, (b, 1), (a, 1), (b, a), b the
letter before a, the query finds (a, 1) one position back, and all others have the left letter b: those at the distances 2 to
n - 1 stand at ω - tθ from a match, the query itself at ω. So the gap is cos θ - cos(ω - (n-1)θ), whichever kind of others
is meant. It is more than 1 - cos(ω - nθ): the rival falls back further with the last step of θ than the match with its first.

Steps: the difference is 2 sin(θ/2) (sin(ω - (n-1/2)θ) - sin(θ/2)), and ω - (n-1/2)θ lies between θ/2 and π - θ/2. At n = 2
the query is the only other, at ω and not at ω - θ: cos(ω - 2θ) - cos ω = 2 sin(ω-θ) sin θ is more than 2 sin²(θ/2).

Traps: this is one input for each size, so that it says nothing of smaller gaps. The input of u26.thm32.never asks for itself
and so is none of the letter task.
"""

from fractions import Fraction

import z3
from sympy import cos, sin, symbols

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import spacing, t_retrieval
from rope_theory.core.tasks import Pair, invalid_letter, single_letters
from rope_theory.core.truth import every, less
from rope_theory.evidence.by_hand import compared, listed, number, spelled
from rope_theory.evidence.claims import ours, theorem, trusted
from rope_theory.evidence.instances.letter_circle import logit_formula
from rope_theory.laws.gaps import Others, input_gap, printed_bound
from rope_theory.proofs.u26_thm32 import DRAWN, RANGE, RETRIEVAL_RANGE

FOUR = {"n": 4, "count": 2, "turn": Angle.parse("pi/9")}


def asked(count: int, n: int) -> tuple[Pair, ...]:
    """(b, 1), …, (b, 1), (a, 1), (b, a): b is the first letter and a the second."""
    before, own = single_letters(count)[:2]
    return (*(Pair(before, 1),) * (n - 2), Pair(own, 1), Pair(before, own))


@theorem(
    "u26.thm32.letter-task",
    ours("U26", "against p. 8, Theorem 3.2, its half on T_Retrieval, on inputs of p. 15, Appendix B.2"),
    "For |ALPH| >= 2, n > 1 and 0 < θ < ω/(2n), the input b1, …, b1, a1, ba of the letter task, b the letter before a, has for all "
    "three kinds of others the gap cos θ - cos(ω - (n-1)θ), at n = 2 cos θ - cos ω, which is more than 1 - cos(ω - nθ).",
    *RETRIEVAL_RANGE,
    example=FOUR,
    small=lambda thorough: (
        {"n": n, "count": count, "turn": spacing(count) * Fraction(k, 16 * n)}
        for count in range(2, 9 if thorough else 5)
        for n in range(2, 25 if thorough else 9)
        for k in (1, 4, 7)
    ),
    readings="An input of the letter task as Appendix B.2 has it: letter-integer tokens, then letter pairs, whose path, here ba, a1, "
    "ends at a letter-integer token.",
)
def fails(n, count, turn, tokens=asked, steps=1, lost=0):
    given = tokens(count, n)
    head = t_retrieval(single_letters(count), turn).head
    gap = turn.cos() - (spacing(count) - (n - steps if n > 2 else 0) * turn).cos()
    told = all(input_gap(head, given, others) == gap for others in Others)
    more = every([less(printed_bound(count, n - lost, turn), gap)])
    return more if told and invalid_letter(given) is None else less(1, 0)


def pair_first(count: int, n: int) -> tuple[Pair, ...]:
    """The same left letters, with (b, b) in the first place: the same logits, but no window of letter-integer tokens."""
    before = single_letters(count)[0]
    return (Pair(before, before), *asked(count, n)[1:])


fails.false("with the gap cos θ - cos(ω - nθ)", FOUR, steps=0)
fails.false("against 1 - cos(ω - (n-1)θ)", FOUR, lost=1)
fails.false("an input that begins with a letter pair is one of the letter task", FOUR, tokens=pair_first)
fails.false("θ = 0 is allowed", {**FOUR, "turn": Angle()}, RANGE)
fails.edge("n = 2: the query is the rival", {"n": 2, "count": 3, "turn": Angle.parse("pi/7")}, holds=True)
fails.edge("11 letters, n = 39", {"n": 39, "count": 11, "turn": spacing(11) * Fraction(7, 16 * 39)}, holds=True)
fails.attack(at=DRAWN)


@fails.by_hand
def one_back(n, count, turn):
    tokens, head = asked(count, n), t_retrieval(single_letters(count), turn).head
    gap = input_gap(head, tokens, Others.ANY)
    return [
        f"Input {' '.join(map(str, tokens))}, n = {n}, |ALPH| = {count}, θ' = {spelled(turn)}: the match stands one position back",
        f"Logits {listed([head.logit(tokens[-1], n, key, j) for j, key in enumerate(tokens, 1)])}: gap {number(gap)}",
        compared("the gap", gap, "printed: 1 - cos(ω - nθ')", printed_bound(count, n, turn)),
    ]


@fails.proof
def proof(proof):
    logit_formula(proof)
    theta, omega, n = symbols("theta omega n", real=True)
    proof.identity(
        "the gap less the printed bound, n > 2",
        cos(theta) - cos(omega - (n - 1) * theta) - (1 - cos(omega - n * theta)),
        2 * sin(theta / 2) * (sin(omega - (n - Fraction(1, 2)) * theta) - sin(theta / 2)),
    )
    proof.identity(
        "and at n = 2",
        cos(theta) - cos(omega) - (1 - cos(omega - 2 * theta)),
        2 * sin(omega - theta) * sin(theta) - 2 * sin(theta / 2) ** 2,
    )
    turn, circle, pi, length, t = z3.Reals("θ ω π n t")
    given = [pi > 3, 0 < circle, circle <= pi, turn > 0, 2 * length * turn < circle, length >= 2]
    far = circle - (length - z3.Q(1, 2)) * turn
    proof.implies(
        "ω - (n-1/2)θ, ω - θ and θ lie between θ/2 and π - θ/2",
        given,
        z3.And(*(z3.And(turn / 2 < each, each < pi - turn / 2) for each in (far, circle - turn, turn))),
    )
    proof.implies(
        "a rival at distance 2 <= t <= n - 1 stands at ω - tθ, nearest to 0 for t = n - 1; the query at ω",
        [*given, 2 <= t, t <= length - 1],
        z3.And(turn < circle - (length - 1) * turn, circle - (length - 1) * turn <= circle - t * turn, circle <= pi),
    )
    proof.trust(trusted.COSINE, trusted.SINE_BETWEEN)
    proof.qed("every alphabet of two letters or more, every n >= 2, every 0 < θ < ω/(2n)")
