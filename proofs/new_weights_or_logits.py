"""Logits or weights: with a key that no permutation moves, attention weights stay or move exactly if logits do.

U25 defines positional and symbolic behaviour on logits, and measures it on attention weights. A public review of it
(OpenReview V38yAoqddQ) asks what the softmax between the two costs. For the definitions and the exclusion of Theorem 1:
nothing, as long as the query sees its own key, which no permutation of the earlier contents moves.

Idea: the own key's weight is what the others leave, 1 - Σw. If they all stay, or change places among themselves, so
does their sum, so the normaliser is what it was, and each weight gives back its e^{logit}.

Traps: without a key that stays, all logits may rise by one number and no weight shows it. And what carries over is
"exactly positional": how far from it a head is, in logits, cannot be read from weights, which see ratios e^{logit} only,
and neither can the energies of Theorem 1's identity; the scores made of weights have an exclusion of their own
(new.swap-scores.exclusion).
"""

from fractions import Fraction
from itertools import permutations

import z3

from rope_theory.evidence.claims import Hypothesis, ours, st, theorem, trusted
from rope_theory.evidence.instances.swap_matrices import POSITIVE, SOME, SYMMETRIC, drawn, matrices, powers
from rope_theory.laws.scores.exact import swaps, weights

COMPETES = Hypothesis("the query's own key competes: e^{own logit} > 0", lambda own, **_: own > 0)
ORDER = Hypothesis("a permutation of the positions", lambda E, order, **_: sorted(order) == list(range(len(E))))


def stays_and_moves(E, own, order, weighed):
    """(stay, move): whether weights (else e^{logit}) are what they were, at their positions and along with contents."""

    def row(order):
        return weights(E, order, own) if weighed else [E[content][at] for at, content in enumerate(order)]

    before, after = row(range(len(E))), row(order)
    return after == before, after == [before[content] for content in order]


def swapped(E, i, j):
    """The positions with i and j exchanged."""
    return [{i: j, j: i}.get(at, at) for at in range(len(E))]


def small(thorough):
    for E in (*matrices(thorough), powers((2, 2, 2), (1, 1, 1), (5, 5, 5)), powers((2, 1, 5), (2, 1, 5), (2, 1, 5))):
        for order in permutations(range(len(E))):
            yield {"E": E, "own": Fraction(3), "order": order}


@theorem(
    "new.weights-or-logits",
    ours("U25", "on its definitions, and on a question of its public review"),
    "Permute the contents before a query that sees its own key too: the attention weights stay exactly if the logits stay, and "
    "move with the contents exactly if the logits do, at any β > 0. So positional and symbolic mean the same on weights, and a "
    "head that is both on weights has all earlier logits, and weights, equal.",
    POSITIVE,
    COMPETES,
    ORDER,
    example={"E": SOME, "own": Fraction(2), "order": (2, 1, 0)},
    small=small,
    readings=(
        "E[a][b] = e^{β·logit of content a at position b}; the own key stays where it is. Any other key that the permutation "
        "leaves in place does the same service.",
        "The exclusion is that of Theorem 1 in words: both behaviours only where attention to the earlier keys is uniform.",
    ),
)
def agree(E, own, order, said=stays_and_moves):
    both = all(said(E, own, swapped(E, i, j), weighed=True) == (True, True) for i, j in swaps(E))
    flat = len({power for row in E for power in row}) == 1
    return said(E, own, order, weighed=True) == said(E, own, order, weighed=False) and both == flat


SWAP, LAST_TWO = (1, 0), (0, 2, 1)
BY_CONTENT = {"E": powers((2, 2), (1, 1)), "own": Fraction(2), "order": (0, 0)}


def first_alone(E, own, order, weighed):
    """Whether the first position's weight (else e^{logit}) is what it was, and that of the content it now holds."""
    row = weights(E, order, own) if weighed else [E[content][at] for at, content in enumerate(order)]
    before = weights(E, range(len(E)), own) if weighed else [E[at][at] for at in range(len(E))]
    return row[0] == before[0], row[0] == before[order[0]]


agree.false("the own key need not compete", {"E": SYMMETRIC, "own": Fraction(0), "order": SWAP}, COMPETES)
agree.false("a content may be taken twice", BY_CONTENT, ORDER)
agree.false(
    "position by position: a weight stays exactly if its own logit does",
    {"E": SOME, "own": Fraction(2), "order": LAST_TWO},
    said=first_alone,
)
agree.edge(
    "no own key, but the first position keeps its content: a key that stays is enough",
    {"E": SOME, "own": Fraction(0), "order": LAST_TWO},
    assumed=False,
    holds=True,
)
agree.edge(
    "positional: all stay", {"E": powers((2, 1), (2, 1)), "own": Fraction(1), "order": SWAP}, assumed=True, holds=True
)
agree.edge(
    "both: all equal", {"E": powers((3, 3), (3, 3)), "own": Fraction(1), "order": SWAP}, assumed=True, holds=True
)
agree.attack(
    at=drawn(2, 4).flatmap(
        lambda E: st.fixed_dictionaries(
            {
                "E": st.just(E),
                "own": st.fractions(Fraction(1, 9), 9, max_denominator=9),
                "order": st.permutations(range(len(E))).map(tuple),
            }
        )
    )
)


@agree.proof
def proof(proof):
    proof.trust(trusted.EXPONENTIAL)
    own, before, after, power, moved, share = z3.Reals("e^{own} Z Z' e^{C} e^{C'} w")
    totals = [own > 0, before > own, after > own]
    rest = z3.Real("Σw")
    proof.implies(
        "the own key's weight is 1 - Σw before and after, so equal sums have equal normalisers",
        [*totals, own == (1 - rest) * before, own == (1 - rest) * after],
        before == after,
    )
    proof.implies(
        "one weight under one normaliser is one power",
        [*totals, before == after, power == share * before, moved == share * after],
        power == moved,
    )
    at_own, across, at_other = z3.Reals("C[a,a] C[a,b] C[b,b]")
    proof.implies(
        "C[a,b] = C[b,b] (positional) and C[a,b] = C[a,a] (symbolic): all are equal",
        [across == at_other, across == at_own],
        z3.And(at_own == at_other, across == at_own),
    )
    proof.qed("every N >= 2, every real N×N matrix C, every β > 0, every permutation")
