"""A letter that attends to itself: three times its embedding, but for the bias coordinate.

Idea: E(σ) = (one-hot, 1) and W_V is 2 on the coordinates of letters, 0 on the bias. So E + W_V E is 3 at the letter and 1 at the bias.

Traps: nothing reads the bias of the output, so that the gap of 3 between tokens is right.

What survives of the printed case: all that is used of it.
"""

from rope_theory.core.constructions import letter_value
from rope_theory.evidence.by_hand import compared
from rope_theory.evidence.claims import Erratum, Hypothesis, Tier, Weight, ours, st, theorem, verbatim

LETTER = Hypothesis(
    "the query is a letter of the vocabulary",
    lambda vocabulary, token, **_: isinstance(token, str) and vocabulary.count(token) == 1,
)
AB1 = {"vocabulary": ("A", "B", 1), "token": "A", "bias": 1}
BIASED = Hypothesis("the bias coordinate of the embedding is 1", lambda bias, **_: bias == 1)


def embedding(vocabulary, token, bias):
    return [*(int(one == token) for one in vocabulary), bias]


def residual(vocabulary, token, bias, value=2):
    """E(σ) + W_V E(σ): on letters the diagonal of W_V is `value`, on integers and on the bias 0."""
    diagonal = [*(value * letter_value(one).get(one, 0) for one in vocabulary), 0]
    return [e + w * e for e, w in zip(embedding(vocabulary, token, bias), diagonal, strict=True)]


@theorem(
    "u26.index-decode.case1",
    verbatim("U26", "p. 22, Appendix F.2.1, Case 1", "the residual stream equals to three times the input embedding"),
    "Case 1: R(σ, σ) = E(σ) + W_V E(σ) = 3E(σ) for every letter σ, with E(σ) = (E_Σ(σ), 1).",
    LETTER,
    BIASED,
    example=AB1,
    verdict=Tier.REFUTED,
    readings="Coordinate by coordinate, the bias included: W_V is 0 where no letter's one-hot vector is 1, as defined on p. 21.",
    in_fairness="Only the bias coordinate is off, 1 for 3, and the output vectors (E_Σ(σ), 0) do not see it. On the tokens' coordinates the "
    "sentence is right, and so is the gap of 3 that follows.",
    erratum=Erratum(
        Weight.SLIP,
        "one coordinate that nothing reads: the output vectors are 0 there",
        mend="for 3E(σ) read (3E_Σ(σ), 1)",
        fault="3 for 1 at the bias",
        seen="E(A) = (1, 0, 0, 1), R(A, A) = (3, 0, 0, 1)",
    ),
)
def printed(vocabulary, token, bias):
    return residual(vocabulary, token, bias) == [3 * entry for entry in embedding(vocabulary, token, bias)]


printed.outside("a letter that is no token", {**AB1, "token": "C"}, LETTER)
printed.outside("an integer", {**AB1, "token": 1}, LETTER)
printed.outside("another bias than 1", {**AB1, "bias": 2}, BIASED)
printed.edge("one letter alone", {**AB1, "vocabulary": ("A",)}, assumed=True, holds=False)
printed.edge("without the bias coordinate's 1 it is true", {**AB1, "bias": 0}, assumed=False, holds=True)
printed.proof(lambda proof: proof.refute(AB1))


@printed.by_hand
def bias_coordinate(vocabulary, token, bias):
    own, found = embedding(vocabulary, token, bias), residual(vocabulary, token, bias)
    return [
        f"Tokens {', '.join(map(str, vocabulary))}: E({token}) = ({', '.join(map(str, own))}), the last entry the bias",
        f"W_V is diagonal, 2 on letters and 0 elsewhere: R({token}, {token}) = ({', '.join(map(str, found))})",
        compared("bias of R", found[-1], f"bias of 3E({token})", 3 * own[-1]),
    ]


@theorem(
    "u26.index-decode.case1.corrected",
    ours("U26", "corrects p. 22, Appendix F.2.1, Case 1"),
    "Case 1: R(σ, σ) = (3E_Σ(σ), 1) for every letter σ: 3 at σ, 0 at every other token, 1 at the bias; so σ leads by 3.",
    LETTER,
    BIASED,
    example=AB1,
    small=lambda thorough: (
        {"vocabulary": (*"ABCDEF"[:letters], *range(1, integers + 1)), "token": token, "bias": 1}
        for letters in range(1, 7 if thorough else 4)
        for integers in range(3)
        for token in "ABCDEF"[:letters]
    ),
)
def mended(vocabulary, token, bias, value=2, at_bias=1):
    return residual(vocabulary, token, bias, value) == [*(3 * (one == token) for one in vocabulary), at_bias]


mended.false("3 at the bias, too", AB1, at_bias=3)
mended.false("W_V = 4 on letters", AB1, value=4)
mended.false("for integers, too", {**AB1, "token": 1}, LETTER)
mended.attack(
    vocabulary=st.lists(st.sampled_from(["A", "B", "CC", 1, 2, 3]), min_size=1, max_size=6, unique=True).map(tuple),
    token=st.sampled_from(["A", "B", "CC"]),
    bias=st.just(1),
)


@mended.proof
def proof(proof):
    proof.exact("A among A, B and 1", residual(**AB1) == [3, 0, 0, 1])
    proof.qed("every vocabulary, every letter of it")
