"""The impossibility theorems for positional heads are about the output function as much as about the head.

Idea: a direct path from the query marks every pair that could be the answer; the attention, whatever it is, marks what
is there. The answer is the only pair with both marks. What an affine output cannot do is to multiply the two: for
attribute output that would be needed, since the attribute of an absent pair may be the answer's rival.

The audit, theorem by theorem:

| theorem | hypothesis | without it |
|---|---|---|
| u25.thm2 | two symbols; two earlier positions; a symbolic head | false: u25.thm2.audit |
| u25.thm2, u25.lem1 | a particular VAL or F | not needed: any |
| u25.thm4 | scores P·a, attribute output | affine scores: still true (u25.thm4.affine); gated: false (u25.thm4.gated) |
| u25.thm4 | scores P·a, whole-pair output | still true (u25.thm4.whole-pair); with Q·x added: false (u25.thm4.whole-pair-direct) |
| u25.thm4, affine scores | two symbols may share an attribute | false: a control of u25.thm4.affine |
| u25.cor1 | as thm2 and thm4 | as there |
| u26.rem31c | a letter and another token, n >= 3 | false: its controls |
| u26.rem31d | F = a | false: u26.rem31d.any-weights |

Traps: hard attention has weights 0 and is not covered: what gets no weight is not seen. The lead is the smallest
weight, so it shrinks with the length.
"""

from fractions import Fraction

from rope_theory.core.tasks import generate_retrieval, parse_letter
from rope_theory.evidence.claims import ours, st, theorem
from rope_theory.proofs.u26_rem31d import any_weights

CROWD = {"tokens": parse_letter("A1 B2 B2 CA"), "weights": (1, 49, 49, 1)}


@theorem(
    "new.projection-needed",
    ours("U26", "against p. 7, Remark 3.1, and on U25, Theorem 4"),
    "With a residual direct path and a linear unembedding every softmax head, the uniform one included, which is both "
    "positional and symbolic, computes U26's Retrieval (output of the whole pair) on proper inputs. With attribute "
    "output affine F never helps a positional head, with two symbols, two attributes and two pairs or more; gated F does.",
    *any_weights.claim.hypotheses,
    example=CROWD,
    small=any_weights.claim.small,
    readings=(
        "An instance is about the first part, whole-pair output; the second part is u25.thm4.affine and "
        "u25.thm4.gated, on which this leans.",
        "The audit of the other impossibility theorems is in the page's table.",
    ),
)
def projection_needed(tokens, weights, bonus=2):
    return any_weights(tokens, weights, bonus)


def _drawn(seed, weights) -> dict:
    [(tokens, _)] = generate_retrieval(seed, 1, length=len(weights), letters=4, integers=2)
    return {"tokens": tokens, "weights": tuple(weights)}


projection_needed.false("without the direct path", CROWD, bonus=0)
projection_needed.false("a direct path of 1/4 is enough", CROWD, bonus=Fraction(1, 4))
projection_needed.attack(
    at=st.builds(_drawn, st.integers(0, 10**6), st.lists(st.integers(1, 10**6), min_size=1, max_size=12))
)
projection_needed.edge(
    "with weight 0 on the answer A1 the absent A2 ties with it",
    {"tokens": parse_letter("A1 B2 CA"), "weights": (0, 1, 1)},
    assumed=False,
    holds=False,
)


@projection_needed.proof
def proof(proof):
    for part in ("any-weights", "corrected"):
        proof.use(f"u26.rem31d.{part}")
    for part in ("whole-pair", "whole-pair-direct", "affine", "gated"):
        proof.use(f"u25.thm4.{part}")
    proof.qed(
        "every vocabulary, every proper input of every length; u25.thm4.affine and u25.thm4.gated in the classes they state"
    )
