"""A query phase lets one plane solve Partial Induction with a lead of order 1/n in place of 1/n², and more is not to be had.

Idea: with θ = ω/(4(n-1)) and the phase -ω/8 matches stand at angles from ω/8 to 3ω/8, where the cosine falls at a steady rate; keys of other letters are at least 5ω/8 off. No head whose
matches are told apart by distance alone does better: its leads of distance t over t + 1 add up to at most 2.

Traps: θ depends on the length. Without the phase the first step, cos θ - cos 2θ, is of order θ² (new.single-angle-induction). The optimal order is 1/n, the
constant here is about ω²/32 of it.
"""

import itertools
from fractions import Fraction

import z3
from sympy import Symbol, cos, sin

from rope_theory.core.constructions import h_sym
from rope_theory.evidence.claims import Hypothesis, ours, st, theorem
from rope_theory.evidence.instances.induction import SOLVES, TWO_SYMBOLS
from rope_theory.evidence.instances.shapes import at_least
from rope_theory.laws.gaps import races, smallest_gap, spacing, spare_circle

SOURCE = ours("U25", "on Partial Induction, Theorem 6")
THREE = at_least(3)


def least(symbols, n):
    """min(2 sin(ω/8 + 3θ/2) sin(θ/2), 2 sin(ω/2) sin(ω/8)), θ = ω/(4(n-1))."""
    omega = spacing(symbols)
    theta = omega / (4 * (n - 1))
    recency = 2 * (omega / 8 + 3 * theta / 2).sin() * (theta / 2).sin()
    return min(recency, 2 * (omega / 2).sin() * (omega / 8).sin())


def sizes(thorough):
    for symbols, longest in ((2, 7), (3, 6), (4, 5)) if thorough else ((2, 5), (3, 4)):
        yield from ({"symbols": symbols, "n": n} for n in range(3, longest + 1))


@theorem(
    "new.phased-induction",
    SOURCE,
    "H_SYM with a spare point, ω = 2π/(s + 1), s >= 2, θ = ω/(4(n-1)) and query phase -ω/8: at every length n >= 3 the last occurrence leads every other key by at least "
    "min(2 sin(ω/8 + 3θ/2) sin(θ/2), 2 sin(ω/2) sin(ω/8)) > 0.",
    THREE,
    TWO_SYMBOLS,
    example={"symbols": 2, "n": 4},
    small=sizes,
    readings=(SOLVES, "Whether the query's own key competes or not."),
)
def phased(symbols, n, eighth=1, times=1):
    omega = spacing(symbols)
    head = h_sym(spare_circle(symbols), omega / (4 * (n - 1)), -eighth * omega / 8)
    return smallest_gap(head, n, races(symbols, n)) >= times * least(symbols, n) > 0


phased.false("without the phase", {"symbols": 2, "n": 4}, eighth=0)
phased.false("the opposite phase", {"symbols": 2, "n": 4}, eighth=-1)
phased.false("twice that lead", {"symbols": 3, "n": 4}, times=2)
phased.edge("one symbol", {"symbols": 1, "n": 4}, assumed=False)


@phased.proof
def proof(proof):
    x, y = (Symbol(name, real=True) for name in "xy")
    proof.identity("a difference of cosines", cos(x - y) - cos(x + y), 2 * sin(x) * sin(y))
    proof.qed("every s >= 2 and n >= 3")


BOUNDED = Hypothesis("logits in [-1, 1]", lambda logits: all(abs(value) <= 1 for value in logits))
LONG = Hypothesis("n >= 3", lambda logits: len(logits) >= 2)


@theorem(
    "new.phased-induction.optimal",
    SOURCE,
    "With at least two symbols: if the logit of a matching pair depends on its distance alone and lies in [-1, 1], then the last occurrence does not lead every other key, on all inputs of length n >= 3, by more "
    "than 2/(n-2).",
    BOUNDED,
    LONG,
    example={"logits": (Fraction(1), Fraction(1, 3), Fraction(-1))},
    small=lambda thorough: (
        {"logits": row}
        for n in range(3, 7)
        for row in itertools.product((Fraction(1), Fraction(0), Fraction(-1)), repeat=n - 1)
    ),
    readings="`logits`: of a match at the distances 1, …, n - 1. Inputs with two matches, at t and t + 1, decide, and for t > 1 need a second symbol between. Any number of planes.",
)
def at_most_two(logits, most=2):
    steps = [near - far for near, far in itertools.pairwise(logits)]
    return min(steps) <= Fraction(most, len(logits) - 1)


at_most_two.false("1 in place of 2", {"logits": (Fraction(1), Fraction(0), Fraction(-1))}, most=1)
at_most_two.false("logits of any size", {"logits": (Fraction(20), Fraction(0), Fraction(-20))}, BOUNDED)
at_most_two.attack(logits=st.lists(st.fractions(-1, 1, max_denominator=20), min_size=2, max_size=12).map(tuple))


@at_most_two.proof
def optimal(proof):
    first, last, n, lead = z3.Reals("f(1) f(n-1) n lead")
    proof.implies(
        "n - 2 steps, together 2 at most",
        [n >= 3, first <= 1, last >= -1, (n - 2) * lead <= first - last],
        (n - 2) * lead <= 2,
    )
    proof.qed("every head of the kind, every s >= 2 and n >= 3")
