"""A symbolic head cannot compute Index: it cannot tell two inputs apart whose answers differ.

Idea: let the query look at a position with the token s on one input, and exchange this token with another, s', standing
elsewhere. By u25.lem1 a symbolic head gives the same attention output on both inputs, and the query is the same, so any
F(a, x) answers alike. Index answers s and s', or keeps the integer for the one that is no letter.

Traps: both inputs must exist, so two tokens before the query and two different tokens, one of them a letter. With n =
2, or one letter only in a letters-first input, attending anywhere is right. If both tokens are integers Index keeps the
query on both inputs.
"""

import itertools
from collections.abc import Iterator
from fractions import Fraction

import z3

from rope_theory.core.tasks import index_function
from rope_theory.evidence.claims import Hypothesis, st, theorem, verbatim
from rope_theory.laws.impossibility import content_weights, index_swap, positional_weights

VECTORS = {"A": (1, 0), "B": (0, 1), 1: (2, -1), 2: (1, 5), 3: (0, 3), 4: (-2, 1)}
VALUES = {token: tuple(map(Fraction, vector)) for token, vector in VECTORS.items()}
INSTANCE = {
    "head": content_weights({"A": 1, "B": 3, 1: 1}),
    "values": VALUES,
    "symbols": ("A", "B"),
    "earlier": 2,
    "asked": 1,
}
SYMBOLIC = Hypothesis(
    "the head is symbolic on the two inputs",
    lambda head, symbols, earlier, asked, **_: all(map(head.symbolic_on, index_swap(symbols, earlier, asked))),
)
TWO_TOKENS = Hypothesis(
    "two different tokens, at least one of them a letter",
    lambda symbols, **_: symbols[0] != symbols[1] and any(isinstance(s, str) for s in symbols),
)
TWO_EARLIER = Hypothesis("n >= 3: at least two tokens before the query", lambda earlier, **_: earlier >= 2)
INSIDE = Hypothesis("the query points to one of them", lambda earlier, asked, **_: 1 <= asked <= earlier)


def small_instances(thorough: bool = False) -> Iterator[dict]:
    pairs = (("A", "B"), ("B", "A"), ("A", 1), (2, "B"))
    for weights in itertools.product((1, 3, Fraction(1, 7)), repeat=3):
        head = content_weights(dict(zip(VALUES, weights * 2, strict=True)))
        for symbols, earlier in itertools.product(pairs, range(2, 5 if thorough else 4)):
            for asked in range(1, earlier + 1):
                yield {"head": head, "values": VALUES, "symbols": symbols, "earlier": earlier, "asked": asked}


@theorem(
    "u26.rem31c",
    verbatim("U26", "p. 7, Remark 3.1", "the Index function cannot be realized by a purely symbolic head"),
    "Index cannot be computed by a purely symbolic head.",
    SYMBOLIC,
    TWO_TOKENS,
    TWO_EARLIER,
    INSIDE,
    example=INSTANCE,
    small=small_instances,
    readings=(
        "Cannot be computed: for every VAL and every F(a, x) some input is answered wrong. The instance gives a head "
        "and a VAL; the claim is that on two inputs the attention output is the same and Index is not.",
        "Purely symbolic: symbolic on these two inputs is enough. On number-task inputs (letters first) the two tokens "
        "are two letters; in general one letter and any other token will do.",
        "One layer, as in the remark. For U25's Index, which names a position, see u25.thm2.",
    ),
)
def fails_on_the_swap(head, values, symbols, earlier, asked):
    first, second = index_swap(symbols, earlier, asked)
    outputs = [head.attend(tokens, lambda token: dict(enumerate(values[token]))) for tokens in (first, second)]
    return outputs[0] == outputs[1] and index_function(first)[-1] != index_function(second)[-1]


integers = {**INSTANCE, "symbols": (1, 2), "head": content_weights({1: 1, 2: 3})}
by_distance = {**INSTANCE, "head": positional_weights({1: (1, 8, 1)})}
fails_on_the_swap.false("one letter is enough for the impossibility", {**INSTANCE, "symbols": ("A", "A")}, TWO_TOKENS)
fails_on_the_swap.false("two integers are enough", integers, TWO_TOKENS)
fails_on_the_swap.false("one token before the query is enough", {**INSTANCE, "earlier": 1}, TWO_EARLIER)
fails_on_the_swap.false("no head at all computes Index", by_distance, SYMBOLIC)


@st.composite
def instances(draw) -> dict:
    earlier = draw(st.integers(2, 5))
    tokens = ("A", "B", *range(1, earlier + 1))
    vector = st.tuples(*[st.integers(-3, 3).map(Fraction)] * 2)
    return {
        "head": content_weights({token: draw(st.fractions(Fraction(1, 9), 9, max_denominator=9)) for token in tokens}),
        "values": {token: draw(vector) for token in tokens},
        "symbols": draw(st.sampled_from([("A", "B"), ("B", 1), (1, "A")])),
        "earlier": earlier,
        "asked": draw(st.integers(1, earlier)),
    }


fails_on_the_swap.attack(at=instances())


@fails_on_the_swap.proof
def proof(proof):
    proof.use("u25.lem1")
    n, i, other, output, answer, answer2 = z3.Ints("n i other F(a,x) answer answer'")
    proof.implies(
        "there is another position before the query to exchange with",
        [n >= 3, 1 <= i, i <= n - 1, other == z3.If(n - i == 1, 2, 1)],
        z3.And(1 <= other, other <= n - 1, other != n - i, 1 <= n - i),
    )
    proof.contradiction(
        "the answers differ, the two tokens being different and one a letter; one output cannot be both",
        [output == answer, output == answer2, answer != answer2],
    )
    proof.qed("every head symbolic on the two inputs, every VAL and F, every n >= 3 and query integer 1..n-1")
