"""A symbolic head sees a bag of tokens: the order of the earlier ones does not reach the output.

Idea: on the permuted input the content x_{π(j)} stands at position j, with the logit M[π(j), j]. Symbolic means that
the columns of M agree, so this is M[π(j), π(j)]: the content takes its own logit, and so its own term e^{βL} VAL,
along. The sums that make the softmax and the attention output run over the same terms in another order.

Traps: the query stays where it is; its own term is the same on both inputs, but it is no earlier token. Only the one
input has to be symbolic: the matrix of the permuted input has the same rows in another order.
"""

import itertools
from fractions import Fraction

import z3

from rope_theory.evidence.claims import Hypothesis, paraphrase, st, theorem, trusted
from rope_theory.evidence.instances.square_matrices import matrix

SYMBOLIC = Hypothesis(
    "the head is symbolic on the input: L(x_n,n,x_j,π(j)) = L(x_n,n,x_j,j)",
    lambda u, **_: all(entry == row[0] for row in u for entry in row),
)


def attention_output(u, own, values, own_value, order) -> tuple:
    """Σ u[order(j)][j] VAL[order(j)] / Σ u, and the query's own term: content order(j) stands at position j."""
    weights = [*(u[content][position] for position, content in enumerate(order)), own]
    vectors = [*(values[content] for content in order), own_value]
    columns = zip(*vectors, strict=True)
    return tuple(sum(w * x for w, x in zip(weights, column, strict=True)) / sum(weights) for column in columns)


def instances(thorough: bool):
    for size in range(1, 5 if thorough else 4):
        columns = itertools.product(map(Fraction, (1, 2, 5)), repeat=size)
        values = tuple((Fraction(k * k), Fraction(1 - k)) for k in range(size))
        rest = {"own": Fraction(1, 3), "values": values, "own_value": (Fraction(7), Fraction(2))}
        for column in itertools.islice(columns, 0, None, 1 if size < 4 else 7):
            for order in itertools.permutations(range(size)):
                yield {"u": tuple((w,) * size for w in column), **rest, "order": order}


TWO = {
    "u": matrix((1, 1), (3, 3)),
    "own": Fraction(1),
    "values": matrix((1, 0), (0, 1)),
    "own_value": (Fraction(0), Fraction(0)),
    "order": (1, 0),
}


@theorem(
    "u25.lem1",
    paraphrase("U25", "Lemma 1"),
    "A one-layer model with a purely symbolic head gives the same output at the last position under every permutation "
    "of the earlier tokens (any VAL, any F).",
    SYMBOLIC,
    example=TWO,
    small=instances,
    readings=(
        "An instance gives u = e^{βL} as positive rationals, u[a][b] for content a at position b (the exponential is "
        "injective: columns of u agree exactly when columns of M do), the values, and an order: content order[j] moves "
        "to position j.",
        "The claim is that the attention output a is the same vector; the query token is the same too, so any F(a, x) "
        "is.",
        "Symbolic on the one input is enough. The permuted input has the rows of the same matrix in another order, so "
        "the head is symbolic there as well.",
    ),
)
def lem1(u, own, values, own_value, order, values_see_position=False):
    moved = [values[order.index(k)] for k in range(len(u))] if values_see_position else values
    first = attention_output(u, own, values, own_value, range(len(u)))
    return first == attention_output(u, own, moved, own_value, order)


lem1.false("a positional head does so too", {**TWO, "u": matrix((1, 3), (1, 3))}, SYMBOLIC)
lem1.false("one content may see its position", {**TWO, "u": matrix((1, 1), (3, 4))}, SYMBOLIC)
lem1.false("the values may see the position (positions in the embeddings)", TWO, values_see_position=True)

POSITIVE = st.fractions(Fraction(1, 9), 9, max_denominator=9)
VECTOR = st.tuples(*[st.fractions(-4, 4, max_denominator=5)] * 3)


def drawn_instances(size: int) -> st.SearchStrategy:
    rows = st.tuples(*[POSITIVE.map(lambda w: (w,) * size)] * size)
    values, order = st.tuples(*[VECTOR] * size), st.permutations(range(size)).map(tuple)
    return st.fixed_dictionaries({"u": rows, "own": POSITIVE, "values": values, "own_value": VECTOR, "order": order})


lem1.attack(at=st.integers(1, 6).flatmap(drawn_instances))
ALONE = {**TWO, "u": matrix((1,)), "values": TWO["values"][:1], "order": (0,)}
lem1.edge("one earlier token: positional is symbolic too, nothing to permute", ALONE, assumed=True, holds=True)


@lem1.proof
def proof(proof):
    position, real = z3.DeclareSort("Position"), z3.RealSort()
    M, value = (z3.Function(name, position, position, real) for name in ("M", "VAL"))  # of a content at a position
    exp = z3.Function("exp", real, real)
    a, b, c, content, here = z3.Consts("a b c π(j) j", position)
    weight, weight2 = exp(M(content, here)), exp(M(content, content))
    proof.implies(
        "content π(j) at position j has the logit of its own position, so its terms e^L and e^L·VAL too; with the query's "
        "own term, which is the same on both inputs, a is the same",
        [z3.ForAll([a, b, c], M(a, b) == M(a, c)), z3.ForAll([a, b, c], value(a, b) == value(a, c))],
        z3.And(weight == weight2, weight * value(content, here) == weight2 * value(content, content)),
    )
    proof.trust(trusted.SUMS)
    proof.qed("every n, every head that is symbolic on the input, every VAL, F and permutation")
