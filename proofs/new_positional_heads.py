"""Retrieval with attribute output and affine scores needs as many positional heads as there are symbols, and that many are enough.

Idea: sum the score over all ways to turn an arrangement round. A positional head then enters with its total weight alone, so the influence of a symbol's attribute on the answer to
the query q is B[q, s], a product over h heads: rank h at most. But the query's own symbol must outweigh all others together, |B[q, q]| > Σ |B[q, s]|, which a singular matrix cannot do.

Traps: every symbol must occur in the inputs, so there are at least as many pairs as symbols; two attributes are enough for it. The weights may depend on the query symbol and the position, on
no other content; values are any functions of the pair, what the query adds to the score is free. U25's Theorem 4 is the case of one head and two symbols. Heads that
differ from input to input, gates and layers in between are other classes. Symbolic heads need one (u25.thm5).
"""

import itertools
from fractions import Fraction

import z3

from rope_theory.evidence.claims import Hypothesis, ours, st, theorem

SOURCE = ours("U25", "generalises Theorem 4")
ROOM = Hypothesis("1 <= symbols <= pairs", lambda symbols, pairs, **_: 1 <= symbols <= pairs)


def arrangements(symbols, pairs):
    """All rows of symbols in which every one occurs."""
    rows = itertools.product(range(symbols), repeat=pairs)
    return (row for row in rows if len(set(row)) == symbols)


def answered(symbols, heads, pairs, weights, values, bonus, orders=None):
    """Whether the sign of the difference is the attribute of the queried symbol, on every input.

    Args:
        weights: weights[i][q][j] of head i for the query q at pair j.
        values: values[i][s][b] of head i for symbol s with attribute b, 0 or 1.
        bonus: bonus[q], added to the difference.
        orders: so many arrangements only.
    """
    for row in itertools.islice(arrangements(symbols, pairs), orders):
        for attributes in itertools.product((0, 1), repeat=symbols):
            for q in range(symbols):
                score = bonus[q] + sum(
                    weights[i][q][j] * values[i][s][attributes[s]] for i in range(heads) for j, s in enumerate(row)
                )
                if (score > 0) is not bool(attributes[q]) or score == 0:
                    return False
    return True


def own_symbols(symbols, heads, pairs, lost=0):
    """Head i: the weight 1/2m where symbol i is asked for, 1/4m² elsewhere; its value is ±1 for pairs of symbol i."""
    large, small = Fraction(1, 2 * pairs), Fraction(1, 4 * pairs * pairs) if not lost else Fraction(1, 2 * pairs)
    return {
        "symbols": symbols, "heads": heads, "pairs": pairs,
        "weights": tuple(tuple((large if i == q else small,) * pairs for q in range(symbols)) for i in range(heads)),
        "values": tuple(tuple((-1, 1) if i == s else (0, 0) for s in range(symbols)) for i in range(heads)),
        "bonus": (0,) * symbols,
    }  # fmt: skip


@theorem(
    "new.positional-heads",
    SOURCE,
    "Retrieval with two attributes, s symbols, m >= s pairs, h positional heads and affine scores: heads whose weights depend on the query symbol and the position alone, values any function of "
    "the pair, a score of the query besides. If every input in which all symbols occur is answered, then h >= s.",
    ROOM,
    example=own_symbols(2, 2, 3),
    small=lambda thorough: (own_symbols(s, s + extra, m) for s, m in ((1, 1), (1, 3), (2, 2), (2, 3), (3, 3)) for extra in (0, 1)),
    readings="Score: the difference between the two attributes. The weight that the query's own key holds is any, and counts in the score of the query.",
)  # fmt: skip
def as_many(symbols, heads, pairs, weights, values, bonus, more=0, orders=None):
    return heads >= symbols + more or not answered(symbols, heads, pairs, weights, values, bonus, orders)


as_many.false("one head more than symbols", own_symbols(2, 2, 2), more=1)
as_many.false("inputs too short for all symbols", own_symbols(2, 1, 1), ROOM)
ONE_ORDER = {**own_symbols(2, 1, 2), "weights": (((1, 0), (0, 1)),), "values": (((-1, 1), (-1, 1)),)}
as_many.false("the symbols always in one order", ONE_ORDER, orders=1)
as_many.edge("one head that knows where the symbols stand, asked in both orders", ONE_ORDER, assumed=True, holds=True)
SMALL = st.integers(-4, 4)


@st.composite
def any_heads(draw):
    symbols, pairs, heads = draw(st.sampled_from([(1, 1, 1), (1, 2, 1), (2, 2, 1), (2, 3, 1), (2, 2, 2), (3, 3, 2)]))

    def rows(*shape):
        return tuple(rows(*shape[1:]) for _ in range(shape[0])) if shape else draw(SMALL)

    return {
        "symbols": symbols, "heads": heads, "pairs": pairs, "weights": rows(heads, symbols, pairs),
        "values": rows(heads, symbols, 2), "bonus": rows(symbols),
    }  # fmt: skip


as_many.attack(at=any_heads())


@as_many.proof
def proof(proof):
    own, other, x = z3.Reals("B[q,q] |B[q,s]| x_s/x_q")
    proof.contradiction(
        "a vector in the kernel, its largest entry that of q",
        [own > other, other >= 0, -1 <= x, x <= 1, z3.Or(own + other * x == 0, own - other * x == 0)],
    )
    proof.qed("every s >= 1, m >= s and h; all real weights, values and bonuses")


@theorem(
    "new.positional-heads.enough",
    SOURCE,
    "s positional heads are enough, at every m >= s. On this page, and in the proof, head i gives each pair the weight 1/2m where symbol i is asked for and 1/4m² elsewhere, with the value ±1 for the pairs of symbol i.",
    ROOM,
    example={"symbols": 2, "pairs": 3},
    small=lambda thorough: ({"symbols": s, "pairs": m} for s in range(1, 4) for m in range(s, 5)),
    readings="What is missing to 1 stands on the query's own key, as softmax allows. Nonnegative, at most 1/2 together here; the formal statement says that some weights and values do, at most 1 together.",
)
def enough(symbols, pairs, fewer=0, lost=0):
    return answered(**own_symbols(symbols, symbols - fewer, pairs, lost))


enough.false("one head fewer", {"symbols": 2, "pairs": 2}, fewer=1)
enough.false("the same weight for every query", {"symbols": 2, "pairs": 3}, lost=1)
enough.edge("more symbols than pairs: no input has all", {"symbols": 3, "pairs": 2}, assumed=False)


@enough.proof
def enough_proof(proof):
    large, small, m = z3.Reals("1/2m 1/4m² m")
    proof.implies(
        "one pair of weight 1/2m against m - 1 of 1/4m²",
        [m >= 1, 2 * m * large == 1, large == 2 * m * small],
        large > (m - 1) * small,
    )
    proof.qed("every s >= 1 and m >= s")
