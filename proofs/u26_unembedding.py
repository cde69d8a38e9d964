"""The output logit of a token is its coordinate in the residual stream.

Idea: the dot product with a one-hot vector picks one coordinate.

Traps: "maximizing" must mean alone at the top, as the printed sentence goes on to say. T_Index's residual stream has a bias
coordinate, which the output vector of no token sees: it is none of the "others", and may be larger than all of them.
"""

from fractions import Fraction

from rope_theory.evidence.claims import Hypothesis, st, theorem, verbatim

TOKEN = Hypothesis("σ is one of the |Σ| tokens", lambda stream, bias, token: 0 <= token < len(stream) - bias)
BIASED = {"stream": (3, 0, 0, 5), "bias": 1, "token": 0}


def output_logit(stream, token):
    return sum(entry * (c == token) for c, entry in enumerate(stream))


def above(values, one, count):
    """Whether values[one] is larger than the others of the first `count`."""
    return all(values[c] < values[one] for c in range(count) if c != one)


@theorem(
    "u26.unembedding",
    verbatim(
        "U26",
        "p. 25, Appendix F.2.2, and p. 22, Appendix F.2.1",
        "maximizing LOut(σ) is equivalent to requiring that the coordinate corresponding to σ is strictly larger than all others.",
    ),
    "LOut(σ) = Fᵀ E_Σ(σ), or Fᵀ (E_Σ(σ), 0) with a bias, is the coordinate of σ in F; so LOut is larger at σ than at every other token "
    "exactly if the coordinate of σ is larger than those of the other tokens.",
    TOKEN,
    example=BIASED,
    readings="'All others' are the other tokens' coordinates; the bias coordinate is none.",
)
def picks(stream, bias, token, biases_count=False, shared=False):
    count = len(stream) - bias
    scores = [output_logit(stream, other) for other in range(count)]
    top = max(scores) == scores[token] if shared else above(scores, token, count)
    return scores[token] == stream[token] and top == above(stream, token, count + bias * biases_count)


picks.false("the bias counts among the others", BIASED, biases_count=True)
picks.false("a largest logit that is shared", {"stream": (1, 1), "bias": 0, "token": 0}, shared=True)
picks.false(
    "the logit is twice the coordinate",
    BIASED,
    holds=lambda stream, bias, token: output_logit(stream, token) == 2 * stream[token],
)
picks.attack(
    stream=st.lists(st.fractions(-2, 2, max_denominator=3), min_size=1, max_size=6).map(tuple),
    bias=st.integers(0, 1),
    token=st.integers(0, 5),
)
picks.edge("no other token", {"stream": (Fraction(-1),), "bias": 0, "token": 0}, assumed=True, holds=True)


@picks.proof
def proof(proof):
    proof.exact("a one-hot vector picks its coordinate", all(output_logit((7, 8, 9), c) == 7 + c for c in range(3)))
    proof.qed("every number of tokens, every residual stream")
