"""For Definition D.1 the swaps of two earlier tokens are as good as all permutations of them.

Idea: a swap of a and b puts content a at position b. So invariance under every swap gives M[a][b] = M[b][b] for all a and b, which is
all that invariance under permutations asks for; likewise M[a][b] = M[a][a].

Traps: the printed reason, that every permutation is a composition of swaps, is not enough on one input: compositions of neighbour
swaps are all permutations, too, and on one input they leave most of M unseen. It needs every single swap.
"""

import itertools

from rope_theory.evidence.claims import Hypothesis, st, theorem, verbatim

SQUARE = Hypothesis("M is N by N", lambda M: all(len(row) == len(M) for row in M))
#: Content 3 at position 1 alone is told apart.
CORNER = {"M": ((0, 0, 0), (0, 0, 0), (1, 0, 0))}
POSITIONAL = {"M": ((1, 2, 3), (1, 2, 3), (1, 2, 3))}


def rearranged(M, order, symbolic):
    """Definition D.1 for one permutation: content π(j) at position j, or content j at position π(j)."""
    return all((M[j][at] if symbolic else M[at][j]) == M[j][j] for j, at in enumerate(order))


def swaps(count):
    for a, b in itertools.combinations(range(count), 2):
        order = list(range(count))
        order[a], order[b] = b, a
        yield order


def neighbour_swaps(count):
    return (order for order in swaps(count) if sum(abs(at - j) for j, at in enumerate(order)) == 2)


def permutations(count):
    return itertools.permutations(range(count))


def matrices(thorough: bool):
    for count in (1, 2, 3) if thorough else (1, 2):
        for entries in itertools.product((0, 1), repeat=count * count):
            yield {"M": tuple(entries[a * count : (a + 1) * count] for a in range(count))}


@theorem(
    "u26.swaps",
    verbatim(
        "U26",
        "p. 16, Appendix D",
        "Restricting to such permutations is no loss of generality …",
    ),
    "For Definition D.1: the logits of an input are invariant under every permutation of the earlier tokens exactly if under every swap of "
    "two of them, and equivariant under every permutation exactly if under every swap.",
    SQUARE,
    example=CORNER,
    small=matrices,
    readings=(
        "M[a][b] is the logit of content a at position b. Definition D.1 is about one input; both sides say that M's rows, or columns, agree.",
        "For the scores, which are made of swaps, the sentence has no second side to compare: for other permutations they are not "
        "defined. What they see is new.swap-scores.one: they are 1 on heads that are not positional, or not symbolic.",
    ),
)
def no_loss(M, some=swaps):
    count = len(M)
    return all(
        all(rearranged(M, order, symbolic) for order in some(count))
        == all(rearranged(M, order, symbolic) for order in permutations(count))
        for symbolic in (False, True)
    )


no_loss.false("swaps of neighbours, which generate all permutations", CORNER, some=neighbour_swaps)
no_loss.false(
    "one swap is enough", {"M": ((0, 0, 1), (0, 0, 0), (0, 0, 0))}, some=lambda count: itertools.islice(swaps(count), 1)
)
no_loss.false(
    "invariant and equivariant are the same",
    POSITIONAL,
    holds=lambda M: rearranged(M, [1, 2, 0], False) == rearranged(M, [1, 2, 0], True),
)
ROW = st.lists(st.integers(0, 2), min_size=4, max_size=4).map(tuple)
no_loss.attack(M=st.lists(ROW, min_size=4, max_size=4).map(tuple))
no_loss.attack(M=ROW.map(lambda row: (row,) * 4))
no_loss.edge("one earlier token: nothing to swap", {"M": ((5,),)}, assumed=True, holds=True)


@no_loss.proof
def proof(proof):
    proof.exact(
        "the swap of a and b has content a at position b",
        all(order[b] == a for order, (a, b) in zip(swaps(4), itertools.combinations(range(4), 2), strict=True)),
    )
    proof.qed("every N, every real matrix M")
