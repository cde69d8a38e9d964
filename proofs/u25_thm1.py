"""The variance of the logits bounds how near a head can be to positional and symbolic at once.

Idea: look at one entry x = M[a,b]. It appears in δpos with the reference λ_b and in δsym with the reference
λ_a, and it cannot be near both if λ_a and λ_b are apart:

    (x - λ_b)² + (x - λ_a)² = 2 (x - (λ_a + λ_b)/2)² + (λ_a - λ_b)²/2.

The mean of the last term over all N² pairs (a, b) is the variance of λ.

Traps: equality holds for M[a,b] = (λ_a + λ_b)/2, so the inequality is not strict and no constant can be
gained. That λ is the diagonal of M is nowhere used. For N = 1 both sides are 0.
"""

import itertools
import math
from fractions import Fraction

import z3
from hypothesis import strategies as st
from sympy import symbols

from rope_theory.core.truth import at_most, less
from rope_theory.evidence.claims import ours, paraphrase, theorem, trusted
from rope_theory.evidence.instances import square_matrices as squares
from rope_theory.evidence.instances.square_matrices import HALFWAY, ROWS_AGREE, SQUARE, diagonal


def sides(M, centre, parts="both", lost=0, power=1) -> tuple:
    """Both sides of the inequality, by the sums over all permutations as they are printed.

    Args:
        M: square; M[a][b] = L(x_n, n, x_a, b), 0-based.
        centre: λ_1..λ_N.
        parts: "both", or "positional": only ‖δpos‖².
        lost, power: the variance is divided by N - lost, the right side by N!·N^power.
    """
    size = len(M)
    mean = sum(centre) / Fraction(size)
    spread, total = sum((value - mean) * (value - mean) for value in centre), 0
    for pi in itertools.permutations(range(size)):
        for j in range(size):
            pos, sym = M[pi[j]][j] - centre[j], M[j][pi[j]] - centre[j]
            total = total + pos * pos + (sym * sym if parts == "both" else 0)
    return spread / Fraction(size - lost), total / Fraction(math.factorial(size) * size**power)


@theorem(
    "u25.thm1",
    paraphrase("U25", "Theorem 1"),
    "Exclusion principle. With N = n-1, δpos(π,j) = L(x_n,n,x_{π(j)},j) - λ_j and δsym(π,j) = "
    "L(x_n,n,x_j,π(j)) - λ_j over all π ∈ S_N and j <= N: Var(λ) = (1/N) Σ (λ_j-μ)² <= (‖δpos‖² + ‖δsym‖²) / (N!·N).",
    SQUARE,
    example={"M": squares.SOME},
    small=squares.rational_matrices,
    readings=(
        "The logits enter only through M[a,b] = L(x_n,n,x_a,b), a, b < n; M is taken to be any real matrix, so the "
        "head may be any function, with RoPE or without.",
        "‖δ‖² is the sum of the squares over all N!·N pairs (π, j).",
        "Statements are evaluated at rational and trigonometric entries; the proof is about real numbers.",
    ),
)
def thm1(M, factor=1, strict=False, parts="both", lost=0, power=1):
    left, right = sides(M, diagonal(M), parts, lost, power)
    return less(left, right * factor) if strict else at_most(left, right * factor)


thm1.false("half the right side is enough", {"M": HALFWAY}, factor=Fraction(1, 2))
thm1.false("99/100 of the right side is enough", {"M": HALFWAY}, factor=Fraction(99, 100))
thm1.false("the inequality is strict", {"M": HALFWAY}, strict=True)
thm1.false("‖δpos‖² alone is enough", {"M": ROWS_AGREE}, parts="positional")
thm1.false("the variance may be divided by N - 1", {"M": HALFWAY}, lost=1)
thm1.false("the right side may be divided by N!·N²", {"M": HALFWAY}, power=2)

thm1.attack(M=squares.drawn_matrices(4))
BILLIONTH = Fraction(1, 10**9)
thm1.edge("a billionth less is too little at N = 2", {"M": HALFWAY, "factor": 1 - BILLIONTH}, holds=False)
thm1.edge("N = 1: both sides are 0", {"M": squares.matrix((5,)), "strict": True}, assumed=True, holds=False)
for name, at in squares.head_matrices():
    thm1.edge(name, at, assumed=True, holds=True)


def with_centre(at, centre=(3, -1, 0, 5)) -> dict:
    """The instance with as many of these numbers as it takes."""
    return {**at, "centre": tuple(map(Fraction, centre[: len(at["M"])]))}


@theorem(
    "u25.thm1.any-centre",
    ours("U25", "sharpens Theorem 1"),
    "Theorem 1 holds with any real numbers λ_1..λ_N in place of the logits M[j,j] on the diagonal.",
    SQUARE,
    example=with_centre({"M": squares.matrix((0, 0), (0, 0))}, (1, -1)),
    small=lambda thorough: map(with_centre, squares.rational_matrices(thorough)),
    readings="What the printed proof does not need: the reference need not be the diagonal of M.",
)
def any_centre(M, centre, factor=1, parts="both"):
    left, right = sides(M, centre, parts)
    return at_most(left, right * factor)


any_centre.false("half the right side is enough", with_centre({"M": HALFWAY}, (0, 2)), factor=Fraction(1, 2))
any_centre.false("‖δpos‖² alone is enough", with_centre({"M": ROWS_AGREE}, (0, 2)), parts="positional")
drawn = st.fixed_dictionaries({"M": squares.drawn_matrices(4)})
any_centre.attack(at=st.builds(with_centre, drawn, st.tuples(*[squares.NUMBERS] * 4)))

N, S1, S2, T, x, y, count = symbols("N S1 S2 T x y count", real=True)


def permutations_are_means(proof, power: int) -> None:
    """The mean over (π, j) of f(π(j), j) is the mean over (a, b) of f(a, b)."""
    proof.trust(trusted.PERMUTATIONS)
    # So {π: π(j) = a} has one size for all a and j; call it count. For fixed j these N sets make up S_N: N! = N·count.
    proof.identity(
        "Σ over (π, j) of f(π(j), j) is count·Σ over (a, b) of f(a, b); with N! = N·count it is N!·N times the mean",
        count * T / ((N * count) * N**power),
        T / N**2,
    )


def variance_of_pairs(proof, lost: int) -> None:
    """The mean over (a, b) of (λ_a - λ_b)²/2 is Var(λ), in the power sums S1 = Σ λ_j, S2 = Σ λ_j²."""

    def about(y, n, s1, s2):
        return s2 - 2 * y * s1 + n * y**2

    def pairs(n, s1, s2):
        return n * s2 - s1**2

    more = N + 1, S1 + x, S2 + x**2
    added = about(y, *more) - about(y, N, S1, S2)
    proof.identity("Σ (λ_j - y)² = S2 - 2yS1 + Ny²: one term x more (without any, both are 0)", added, (x - y) ** 2)
    added = pairs(*more) - pairs(N, S1, S2)
    proof.identity("Σ (λ_a - λ_b)²/2 = N·S2 - S1²: one term x more adds Σ (λ_j - x)²", added, about(x, N, S1, S2))
    variance = about(S1 / N, N, S1, S2) / (N - lost)
    proof.identity("so the mean of (λ_a - λ_b)²/2 is Var(λ)", pairs(N, S1, S2) / N**2, variance)


@any_centre.proof
@thm1.proof
def exclusion(proof, factor=1, lost=0, power=1):
    permutations_are_means(proof, power)
    variance_of_pairs(proof, lost)
    u, v = symbols("λ_a λ_b", real=True)
    proof.identity(
        "one entry: (x - λ_b)² + (x - λ_a)² = 2(x - (λ_a + λ_b)/2)² + (λ_a - λ_b)²/2",
        (x - v) ** 2 + (x - u) ** 2,
        2 * (x - (u + v) / 2) ** 2 + (u - v) ** 2 / 2,
    )
    entry, a, b = z3.Reals("x λ_a λ_b")
    deviations = (entry - b) * (entry - b) + (entry - a) * (entry - a)
    enough = deviations * z3.Q(factor.numerator, factor.denominator) >= (a - b) * (a - b) / 2
    proof.implies("so each pair of deviations is at least (λ_a - λ_b)²/2, and means keep this", [], enough)
    proof.qed("every N >= 1, every real N×N matrix M, its diagonal or any other real numbers as λ")
