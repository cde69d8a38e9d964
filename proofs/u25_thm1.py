"""The variance of the logits bounds how near a head can be to positional and symbolic at once.

Idea: look at one entry x = M[a,b]. It appears in δpos with the reference λ_b and in δsym with the reference λ_a, and it
cannot be near both if λ_a and λ_b are apart:

    (x - λ_b)² + (x - λ_a)² = 2 (x - (λ_a + λ_b)/2)² + (λ_a - λ_b)²/2.

The mean of the last term over all N² pairs (a, b) is the variance of λ.

Traps: equality holds for M[a,b] = (λ_a + λ_b)/2, so the inequality is not strict and no constant can be gained. That λ
is the diagonal of M is nowhere used. For N = 1 both sides are 0.
"""

from fractions import Fraction

from sympy import symbols

from rope_theory.evidence.by_hand import compared, listed, number
from rope_theory.evidence.claims import at_most, less, ours, paraphrase, st, theorem
from rope_theory.evidence.instances import square_matrices as squares
from rope_theory.evidence.instances.square_matrices import HALFWAY, ROWS_AGREE, SQUARE, diagonal, sides


@theorem(
    "u25.thm1",
    paraphrase("U25", "Theorem 1"),
    "Exclusion principle. With N = n-1, λ_j = L(x_n,n,x_j,j), μ their mean, δpos(π,j) = L(x_n,n,x_{π(j)},j) - λ_j and "
    "δsym(π,j) = L(x_n,n,x_j,π(j)) - λ_j over all π ∈ S_N and j <= N: Var(λ) = (1/N) Σ (λ_j-μ)² <= (‖δpos‖² + ‖δsym‖²) / (N!·N).",
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


@thm1.by_hand
def both_energies(M):
    rows, lam = [f"({listed(row)})" for row in M], diagonal(M)
    (spread, positional), (_, total) = sides(M, lam, "positional"), sides(M, lam)
    return [
        f"M with the rows {', '.join(rows)}: content a at position b; λ is its diagonal {listed(lam)}",
        f"‖δpos‖²/(N!·N) = {number(positional)}, the mean of (M[a,b] - λ_b)² over all {len(M) ** 2} pairs (a, b)",
        f"‖δsym‖²/(N!·N) = {number(total - positional)}, the mean of (M[a,b] - λ_a)²",
        compared("Var(λ)", spread, "their sum", total),
    ]


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


@any_centre.proof
@thm1.proof
def exclusion(proof, power=1):
    squares.permutations_are_means(proof, power)
    squares.variance_of_pairs(proof, 0)
    x, u, v = symbols("x λ_a λ_b", real=True)
    proof.identity(
        "one entry: (x - λ_b)² + (x - λ_a)² = 2(x - (λ_a + λ_b)/2)² + (λ_a - λ_b)²/2, so each pair of deviations is at "
        "least (λ_a - λ_b)²/2, and means keep this",
        (x - v) ** 2 + (x - u) ** 2,
        2 * (x - (u + v) / 2) ** 2 + (u - v) ** 2 / 2,
    )
    proof.qed("every N >= 1, every real N×N matrix M, its diagonal or any other real numbers as λ")
