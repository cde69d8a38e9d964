"""The exclusion principle is an identity: both energies together are the variance plus an interaction.

Idea: look at one entry x = M[a,b] with u = λ_a and v = λ_b. Two squares around two centres are twice the square around
the middle plus what the centres are apart:

    (x - v)² + (x - u)² = 2 (x - (u + v)/2)² + (u - v)²/2.

The mean over all (a, b) of the left side is e_pos + e_sym, that of (u - v)²/2 is Var(λ).

Traps: the pairs a = b belong to the mean (they add nothing, but they count). Purely positional or purely symbolic
behaviour does not meet the bound unless λ is constant: with the rows equal, e_pos = 0 and e_sym = 2·Var(λ).
"""

import itertools
from fractions import Fraction

import sympy
import z3
from sympy import symbols

from rope_theory.evidence.by_hand import compared, listed, number
from rope_theory.evidence.claims import ours, st, theorem
from rope_theory.evidence.instances import square_matrices as squares
from rope_theory.evidence.instances.square_matrices import HALFWAY, ROWS_AGREE, SOME, SQUARE, diagonal, sides
from rope_theory.laws.exclusion import ExclusionTerms, exclusion_terms, halfway_matrix

HALF = Fraction(1, 2)
EVERY_MATRIX = "every N >= 1, every real N×N matrix M"


def printed_terms(M, factor=2, lost=0, diagonal_counts=True, weight=HALF) -> ExclusionTerms:
    """The four terms as they are defined.

    Args:
        factor: of the interaction.
        lost: the variance is divided by N - lost.
        diagonal_counts: whether the interaction is a mean over all (a, b) or over a ≠ b.
        weight: the interaction measures from weight·λ_a + (1 - weight)·λ_b.
    """
    own, size = diagonal(M), len(M)
    average = sum(own) / Fraction(size)
    pairs = list(itertools.product(range(size), repeat=2))
    counted = [(a, b) for a, b in pairs if diagonal_counts or a != b]
    return ExclusionTerms(
        positional=mean_square(M[a][b] - own[b] for a, b in pairs),
        symbolic=mean_square(M[a][b] - own[a] for a, b in pairs),
        variance=mean_square((value - average for value in own), lost),
        interaction=factor * mean_square(M[a][b] - weight * own[a] - (1 - weight) * own[b] for a, b in counted),
    )


def mean_square(values, lost: int = 0):
    """Σ v² / (number of values - lost)."""
    squares = [value * value for value in values]
    return sum(squares) / Fraction(len(squares) - lost)


@theorem(
    "new.exclusion-identity",
    ours("U25", "sharpens Theorem 1"),
    "Theorem 1 is one side of an equality: with e_pos = mean over (a,b) of (M[a,b]-λ_b)² and e_sym = mean of "
    "(M[a,b]-λ_a)², e_pos + e_sym = Var(λ) + 2·mean over (a,b) of (M[a,b] - (λ_a+λ_b)/2)².",
    SQUARE,
    example={"M": SOME},
    small=squares.rational_matrices,
    readings=(
        "That the library's functions agree with this is checked on the small instances of the attack; the proof is "
        "about the mathematics.",
        "M[a,b] is any real matrix, λ its diagonal: the head may be any function.",
        "The statement also asks that the library computes these four terms.",
    ),
)
def identity(M, factor=2, lost=0, diagonal_counts=True, weight=HALF):
    terms = printed_terms(M, factor, lost, diagonal_counts, weight)
    as_computed = exclusion_terms(M) == printed_terms(M)
    return as_computed and terms.positional + terms.symbolic == terms.variance + terms.interaction


@identity.by_hand
def four_terms(M):
    terms = printed_terms(M)
    return [
        f"M with the rows {', '.join(f'({listed(row)})' for row in M)}; λ is its diagonal",
        f"e_pos = {number(terms.positional)}, e_sym = {number(terms.symbolic)}",
        f"Var(λ) = {number(terms.variance)}, interaction = {number(terms.interaction)}",
        compared(
            "e_pos + e_sym",
            terms.positional + terms.symbolic,
            "Var(λ) + interaction",
            terms.variance + terms.interaction,
        ),
    ]


identity.false("the interaction counts once, not twice", {"M": SOME}, factor=1)
identity.false("the variance is divided by N - 1", {"M": SOME}, lost=1)
identity.false("the interaction is a mean over a ≠ b only", {"M": SOME}, diagonal_counts=False)
identity.false("the interaction measures from λ_b, not from the middle", {"M": SOME}, weight=0)

identity.attack(M=squares.drawn_matrices(7))
identity.edge(
    "one earlier position: all terms are 0, any factor will do", {"M": squares.matrix((5,)), "factor": 9}, holds=True
)
for name, at in squares.head_matrices():
    identity.edge(name, at, assumed=True, holds=True)


@identity.proof
def exclusion_identity(proof):
    x, u, v = symbols("x u v", real=True)
    proof.identity(
        "one entry: (x - v)² + (x - u)² = 2 (x - (u + v)/2)² + (u - v)²/2",
        (x - v) ** 2 + (x - u) ** 2,
        2 * (x - (u + v) / 2) ** 2 + (u - v) ** 2 / 2,
    )
    squares.variance_of_pairs(proof)
    terms = exclusion_terms(sympy.symarray("m", (3, 3)).tolist())
    energies, rest = terms.positional + terms.symbolic, terms.variance + terms.interaction
    proof.identity("what the library computes for N = 3 fits together, for all nine entries", energies, rest)
    proof.qed(EVERY_MATRIX)


@theorem(
    "new.exclusion-identity.permutations",
    ours("U25", "on the sums in Theorem 1"),
    "N!·N terms become N²: ‖δpos‖²/(N!·N) = e_pos and ‖δsym‖²/(N!·N) = e_sym.",
    SQUARE,
    example={"M": SOME},
    small=squares.rational_matrices,
)
def permutations(M, power=1):
    terms = printed_terms(M)
    positional, both = (sides(M, diagonal(M), parts, power=power)[1] for parts in ("positional", "both"))
    return positional == terms.positional and both == terms.positional + terms.symbolic


permutations.false("‖δ‖²/N! is already the mean", {"M": SOME}, power=0)
permutations.false("‖δ‖²/(N!·N²) is the mean", {"M": SOME}, power=2)
permutations.attack(M=squares.drawn_matrices(4))


@permutations.proof
def permutation_sums(proof):
    squares.permutations_are_means(proof)
    proof.qed(EVERY_MATRIX)


def is_halfway(M, weight=HALF, covered="all") -> bool:
    """Whether M[a,b] = weight·λ_a + (1 - weight)·λ_b for all a, b (covered "a < b": above the diagonal only)."""
    pairs = itertools.product(range(len(M)), repeat=2)
    return all(M[a][b] == weight * M[a][a] + (1 - weight) * M[b][b] for a, b in pairs if covered == "all" or a < b)


@theorem(
    "new.exclusion-identity.equality",
    ours("U25", "sharpens Theorem 1"),
    "Theorem 1's bound is tight: equality holds exactly for M[a,b] = (λ_a+λ_b)/2 for all a, b, and every λ in R^N is "
    "the diagonal of such a matrix.",
    SQUARE,
    example={"M": HALFWAY},
    small=squares.rational_matrices,
)
def equality(M, weight=HALF, covered="all"):
    own = diagonal(M)
    meeting = halfway_matrix(own)

    def exactly_there(entries) -> bool:
        left, right = sides(entries, own)
        return (left == right) is is_halfway(entries, weight, covered)

    return exactly_there(M) and exactly_there(meeting) and diagonal(meeting) == own


equality.false(
    "halfway above the diagonal is enough for equality", {"M": squares.matrix((0, 1), (0, 2))}, covered="a < b"
)
equality.false("equality holds exactly for M[a,b] = λ_b (a positional head)", {"M": ROWS_AGREE}, weight=0)
equality.false("equality holds exactly for M[a,b] = (λ_a + 2λ_b)/3", {"M": HALFWAY}, weight=Fraction(1, 3))


@st.composite
def nudged_halfway_matrices(draw):
    """A halfway matrix with one entry changed, by 0 or more."""
    M = [list(row) for row in halfway_matrix(draw(st.lists(squares.NUMBERS, min_size=1, max_size=4)))]
    draw(st.sampled_from(M))[draw(st.integers(0, len(M) - 1))] += draw(st.one_of(st.just(0), squares.NUMBERS))
    return M


equality.attack(M=squares.drawn_matrices(4))
equality.attack(M=nudged_halfway_matrices())


@equality.proof
def equality_case(proof):
    proof.use("new.exclusion-identity")
    proof.use("new.exclusion-identity.permutations")
    # So the right side exceeds Var(λ) by twice the mean of the squares (M[a,b] - (λ_a + λ_b)/2)².
    term, rest = z3.Reals("term rest")
    vanishing = z3.And(term == 0, rest == 0)
    proof.implies("a sum of squares is 0 only if each is", [rest >= 0, term * term + rest == 0], vanishing)
    proof.qed(EVERY_MATRIX)
