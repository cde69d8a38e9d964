"""When a score is 1: the exact condition, and why it does not make a head positional or symbolic.

Idea: pos² = 1 - sinh²((A-B)/2)/(cosh A cosh B), so a swap's positional cosine is 1 exactly for A = B, the symbolic one
exactly for A = -B. Over all swaps that says that a matrix is symmetric.

Traps: the cosine does not see a change of both weights by one factor, so a symmetric matrix with a constant diagonal
has both scores 1.
"""

from fractions import Fraction

import z3

from rope_theory.evidence.claims import theorem
from rope_theory.evidence.instances.swap_matrices import POSITIVE, SOURCE, SYMMETRIC, drawn, matrices
from rope_theory.laws.scores.exact import squared_cosines, swaps


def is_one(E, side):
    """Whether every swap's cosine is 1 (side 0: positional, 1: symbolic), own key or not."""
    return all(squared_cosines(E, Fraction(1), i, j)[side] == 1 for i, j in swaps(E))


def rows_agree(E):
    return all(row == E[0] for row in E)


def columns_agree(E):
    return rows_agree(tuple(zip(*E, strict=True)))


@theorem(
    "new.swap-scores.one",
    SOURCE,
    "s_POS = 1 exactly if C[a,b] - C[b,b] is a symmetric matrix, s_SYM = 1 exactly if C[a,b] - C[a,a] is. Positional and "
    "symbolic heads have it 0; from N = 2 on others have the score 1 too.",
    POSITIVE,
    example={"E": SYMMETRIC},
    small=lambda thorough: ({"E": E} for E in matrices(thorough)),
    readings="A score is an average with positive weights (a softmax), so it is 1 exactly if every swap's cosine is.",
)
def score_one(E, only="symmetric"):
    if only == "positional":
        return is_one(E, 0) == rows_agree(E)
    if only == "symbolic":
        return is_one(E, 1) == columns_agree(E)
    positional = all(E[a][b] / E[b][b] == E[b][a] / E[a][a] for a, b in swaps(E))
    symbolic = all(E[a][b] / E[a][a] == E[b][a] / E[b][b] for a, b in swaps(E))
    pure = (positional or not rows_agree(E)) and (symbolic or not columns_agree(E))
    return pure and (is_one(E, 0), is_one(E, 1)) == (positional, symbolic)


score_one.false("s_POS = 1 exactly for positional heads", {"E": SYMMETRIC}, only="positional")
score_one.false("s_SYM = 1 exactly for symbolic heads", {"E": SYMMETRIC}, only="symbolic")
score_one.false(
    "both scores are 1 only if all logits agree",
    {"E": SYMMETRIC},
    holds=lambda E: not (is_one(E, 0) and is_one(E, 1)) or (rows_agree(E) and columns_agree(E)),
)
score_one.attack(E=drawn(2, 4))


@score_one.proof
def score_one_proof(proof):
    proof.use("new.swap-scores.exclusion")
    # There: pos² = 1 - sinh²((A-B)/2)/(cosh A cosh B), so pos = 1 exactly if e^{(A-B)/2} is its own inverse.
    half = z3.Real("e^{(A-B)/2}")
    proof.implies("sinh((A-B)/2) = 0 exactly for A = B", [half > 0], (half - 1 / half == 0) == (half == 1))
    own_i, own_j, at_i, at_j = z3.Reals("C[i,i] C[j,j] C[j,i] C[i,j]")
    A, B = own_i - own_j, at_i - at_j
    columns, rows = (A == B) == (at_j - own_j == at_i - own_i), (A == -B) == (at_j - own_i == at_i - own_j)
    proof.implies("A = B exactly if C[i,j] - C[j,j] = C[j,i] - C[i,i]; equal rows do", [], columns)
    proof.implies("A = -B exactly if C[i,j] - C[i,i] = C[j,i] - C[j,j]; equal columns do", [], rows)
    share, pos, x, W = z3.Reals("α pos Σα·pos Σα")
    proof.implies(
        "an average with positive weights of numbers <= 1 is 1 only if each is",
        [share > 0, x <= W, pos <= 1, x + share * pos == W + share],
        z3.And(pos == 1, x == W),
    )
    proof.qed("every N >= 2, every real N×N matrix C")
