"""Theorem 3.2's bound for T_Retrieval fails on inputs of the letter task, too: at every length up to 24, for 2 to 8 letters.

Idea: T_Retrieval is built for the letter task, whose inputs end in a letter pair. On (b, 1), …, (b, 1), (a, 1), (b, a), b the
letter before a, the query finds (a, 1) one position back, and all others have the left letter b: those at the distances 2 to
n - 1 stand at ω - tθ from a match, the query itself at ω. So the gap is cos θ - cos(ω - (n-1)θ), whichever kind of others
is meant. It is more than 1 - cos(ω - nθ): the rival falls back further with the last step of θ than the match with its first.

Traps: at n = 2 the query is the only other, at ω and not at ω - θ. This is one input for each size, so that it says nothing of
smaller gaps; u26.thm32.never is for all sizes, on an input that asks for itself and so is none of the letter task.
"""

from fractions import Fraction

from rope_theory.core.constructions import spacing, t_retrieval
from rope_theory.core.tasks import Pair, invalid_letter, single_letters
from rope_theory.core.truth import every, less
from rope_theory.evidence.claims import Among, Tier, ours, theorem
from rope_theory.laws.gaps import Others, input_gap, printed_bound

COUNTS, LENGTHS, SHARES = range(2, 9), range(2, 25), [Fraction(k, 16) for k in (1, 4, 7)]
SIZES = Among.of(
    "2 to 8 letters, 2 <= n <= 24, θ = kω/(16n) for k = 1, 4, 7",
    [{"count": count, "n": n, "share": share} for count in COUNTS for n in LENGTHS for share in SHARES],
)


def asked(count: int, n: int) -> tuple[Pair, ...]:
    """(b, 1), …, (b, 1), (a, 1), (b, a): b is the first letter and a the second."""
    before, own = single_letters(count)[:2]
    return (*(Pair(before, 1),) * (n - 2), Pair(own, 1), Pair(before, own))


@theorem(
    "u26.thm32.letter-task",
    ours("U26", "against p. 8, Theorem 3.2, its half on T_Retrieval, on inputs of p. 15, Appendix B.2"),
    "For 2 to 8 letters, 2 <= n <= 24 and θ = kω/(16n), k = 1, 4, 7, n0 = n: the input b1, …, b1, a1, ba of the letter task, b the "
    "letter before a, has for all three kinds of others the gap cos θ - cos(ω - (n-1)θ) (at n = 2 cos θ - cos ω), which is more than "
    "1 - cos(ω - nθ).",
    SIZES,
    verdict=Tier.EXHAUSTIVE,
    example={"count": 2, "n": 4, "share": Fraction(7, 16)},
    readings="An input of the letter task as Appendix B.2 has it: letter-integer tokens, then letter pairs, whose path ends at a "
    "letter-integer token.",
)
def fails(count, n, share, tokens=asked, steps=1, lost=0):
    omega, theta = spacing(count), spacing(count) * share / n
    given = tokens(count, n)
    model = t_retrieval(single_letters(count), theta)
    gap = theta.cos() - (omega - (n - steps if n > 2 else 0) * theta).cos()
    told = all(input_gap(model.head, given, others) == gap for others in Others)
    return (
        every([less(printed_bound(count, n - lost, theta), gap)])
        if told and invalid_letter(given) is None
        else less(1, 0)
    )


def pair_first(count: int, n: int) -> tuple[Pair, ...]:
    """The same left letters, with (b, b) in the first place: the same logits, but no window of letter-integer tokens."""
    before = single_letters(count)[0]
    return (Pair(before, before), *asked(count, n)[1:])


FOUR = {"count": 2, "n": 4, "share": Fraction(7, 16)}
fails.false("with the gap cos θ - cos(ω - nθ)", FOUR, steps=0)
fails.false("against 1 - cos(ω - (n-1)θ)", FOUR, lost=1)
fails.false("an input that begins with a letter pair is one of the letter task", FOUR, tokens=pair_first)
fails.edge("11 letters, n = 39", {"count": 11, "n": 39, "share": Fraction(7, 16)}, assumed=False, holds=True)


@fails.proof
def proof(proof):
    proof.rows("each number of letters, length and angle")
    proof.qed("2 to 8 letters, 2 <= n <= 24, three angles of the range at each")
