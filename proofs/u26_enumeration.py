"""T_Retrieval's enumeration of tokens gives each of the numbers 1..|Σ| to one token.

Idea: (φ(left) - 1)·|Σ_R| + φ(right) with φ(right) in 1..|Σ_R| is division with remainder, read backwards.

Traps: the factor is the number of right symbols, letters and integers together, not the number of letters. φ of an integer i is
|ALPH| + i, so that letters come first.
"""

from rope_theory.core.tasks import Pair, single_letters
from rope_theory.evidence.claims import Hypothesis, paraphrase, st, theorem
from rope_theory.evidence.instances.retrieval import vocabulary

SIZES = Hypothesis("at least one letter and one integer", lambda letters, integers: min(letters, integers) >= 1)
SMALL = {"letters": 2, "integers": 1}


def phi(symbol, letters):
    """1, …, |ALPH| for the letters, then |ALPH| + i for the integer i."""
    return len(letters) + symbol if isinstance(symbol, int) else letters.index(symbol) + 1


def number(token: Pair, letters, factor, first=1):
    return (phi(token.left, letters) - first) * factor + phi(token.right, letters)


@theorem(
    "u26.enumeration",
    paraphrase("U26", "p. 24, Appendix F.2.2"),
    "With |Σ_R| = |ALPH| + |INT| the numbers (φ(σ^L) - 1)|Σ_R| + φ(σ^R) of the tokens are 1, …, |Σ|, each once.",
    SIZES,
    example=SMALL,
    small=lambda thorough: (
        {"letters": a, "integers": m} for a in range(1, 9 if thorough else 5) for m in range(1, 9 if thorough else 5)
    ),
)
def enumerates(letters, integers, factor=lambda letters, integers: letters + integers, first=1):
    names, tokens = single_letters(letters), vocabulary(letters, integers)
    numbers = [number(token, names, factor(letters, integers), first) for token in tokens]
    return sorted(numbers) == list(range(1, letters * (letters + integers) + 1))


enumerates.false("|ALPH| for |Σ_R|", SMALL, factor=lambda letters, integers: letters)
enumerates.false("φ(σ^L) for φ(σ^L) - 1", SMALL, first=0)
enumerates.false("|ALPH| + |INT| + 1 for |Σ_R|", SMALL, factor=lambda letters, integers: letters + integers + 1)
enumerates.attack(letters=st.integers(1, 12), integers=st.integers(1, 12))
enumerates.edge("the published letter task: 64 + 64 tokens", {"letters": 8, "integers": 8}, assumed=True, holds=True)


@enumerates.proof
def proof(proof):
    import z3

    left, other, right, another, factor = z3.Ints("φ(σ^L) φ(τ^L) φ(σ^R) φ(τ^R) |Σ_R|")
    ranges = [1 <= right, right <= factor, 1 <= another, another <= factor]
    proof.implies(
        "a token with a later left letter has a larger number",
        [*ranges, left + 1 <= other, (other - left - 1) * factor >= 0],
        (left - 1) * factor + right < (other - 1) * factor + another,
    )
    proof.qed("every number of letters and integers")
