"""Adversarial inputs against whole classes of one-layer models, and the models that escape once a hypothesis
is dropped.

A head is given here by its unnormalised weights u = e^{β·L}, positive rationals: the exponential is
injective, so the head is positional (symbolic) on an input exactly when the rows (columns) of u agree, and
the attention output

    a = Σ_j u_j VAL(x_j) / Σ_j u_j

is an exact rational vector. Nothing else about softmax is used.

| against | adversarial inputs | dropped hypothesis | escapes |
|---|---|---|---|
| symbolic heads on Index | `index_pair`, `index_swap` | symbolic | `positional_weights` |
| positional heads on Retrieval, scores P·a | `retrieval_family` | positional | `symbolic_weights` |
| … scores P·a + Q·x + c | `affine_family` | attribute output | `whole_pair_scores` with `uniform` |
| | | affine | `gated_scores` with `uniform` |
| positional heads on U26's Retrieval, F = a | `SWAPPED` | F = a | `retrieval_by_presence` |
| symbolic heads on Partial Induction | `induction_pair` | symbolic | H_MIX |
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rope_theory.core.angles import Angle, Rational
from rope_theory.core.constructions import OneLayer, sought
from rope_theory.core.errors import require
from rope_theory.core.heads import PhaseHead, Plane, Polar, Token, maximisers
from rope_theory.core.numbers import Value
from rope_theory.core.tasks import Pair, parse_letter, retrieval_function

Vector = Mapping[Any, Rational]
Input = tuple[Token, ...]


@dataclass(frozen=True)
class WeightedHead:
    """A head by its unnormalised attention weights.

    Args:
        name: how it prints.
        weight: (query token, n, key token, position) -> e^{β·L} > 0, exact.
    """

    name: str
    weight: Callable[[Token, int, Token, int], Fraction]

    def __str__(self) -> str:
        return self.name

    def matrix(self, tokens: Sequence[Token]) -> list[list[Fraction]]:
        """e^{β·M}: entry [a][b] for content a placed at position b, a, b < n."""
        n = len(tokens)
        return [[self.weight(tokens[-1], n, content, b) for b in range(1, n)] for content in tokens[:-1]]

    def positional_on(self, tokens: Sequence[Token]) -> bool:
        """Whether the rows of M agree."""
        return all(row == rows[0] for rows in [self.matrix(tokens)] for row in rows)

    def symbolic_on(self, tokens: Sequence[Token]) -> bool:
        """Whether the columns of M agree."""
        return all(entry == row[0] for row in self.matrix(tokens) for entry in row)

    def attend(self, tokens: Sequence[Token], value: Callable[[Token], Vector]) -> dict[Any, Fraction]:
        """a = Σ w_j VAL(x_j), exactly; zero coordinates are left out."""
        n = len(tokens)
        weights = [self.weight(tokens[-1], n, token, j) for j, token in enumerate(tokens, 1)]
        require(all(w > 0 for w in weights), "weight", "must be positive", weights)
        # over one denominator, which the quotient loses: integers add faster than fractions
        over = math.lcm(*(w.denominator for w in weights))
        parts = [w.numerator * (over // w.denominator) for w in weights]
        total: dict[Any, Rational] = {}
        for token, part in zip(tokens, parts, strict=True):
            for key, amount in value(token).items():
                total[key] = total.get(key, 0) + amount * part
        share = Fraction(1, sum(parts))
        return {key: amount * share for key, amount in total.items() if amount}


uniform = WeightedHead("uniform", lambda x, n, y, j: Fraction(1))


def positional_weights(by_query: Mapping[Token, Sequence[int | Fraction]], name: str = "positional") -> WeightedHead:
    """A head that is positional on every input: weights by query and distance n - j (the last repeats)."""
    exact = {query: tuple(map(Fraction, weights)) for query, weights in by_query.items()}
    return WeightedHead(name, lambda x, n, y, j: exact[x][min(n - j, len(exact[x]) - 1)])


def symbolic_weights(match: Fraction, other: Fraction = Fraction(1)) -> WeightedHead:
    """A head that is symbolic on every input: one weight for pairs that match, one for all else."""
    own, rest = Fraction(match), Fraction(other)
    return WeightedHead(
        f"symbolic {match}:{other}", lambda x, n, y, j: own if isinstance(y, Pair) and y.left == x else rest
    )


def content_weights(weights: Mapping[Token, Fraction | int]) -> WeightedHead:
    """A head that is symbolic on every input: one weight e^{βL} for each content."""
    exact = {content: Fraction(weight) for content, weight in weights.items()}
    return WeightedHead(f"contents {dict(weights)}", lambda x, n, y, j: exact[y])


def one_hot(token: Token) -> dict[Any, Rational]:
    """VAL is the identity on one-hot embeddings of pairs; the query's own value is not seen."""
    return {token: 1} if isinstance(token, Pair) else {}


def index_pair(symbols: Sequence[str], earlier: int, query: Token = 1) -> tuple[Input, Input]:
    """Two inputs whose symbols at position 1 differ, and that are permutations of one another.

    Args:
        symbols: the first two are used; with one symbol the two inputs are the same.
        earlier: number of earlier positions; with one, the two inputs are the same.
        query: the token that asks for position 1.

    Example:
        >>> index_pair("AB", 3)
        (('A', 'B', 'A', 1), ('B', 'A', 'A', 1))
    """
    first, second = symbols[0], symbols[min(1, len(symbols) - 1)]
    contents = (first, second, *[first] * (earlier - 2))[:earlier]
    return (*contents, query), (*contents[1::-1], *contents[2:], query)


def index_swap(symbols: tuple[Token, Token], earlier: int, asked: int) -> tuple[Input, Input]:
    """Two inputs that differ by the exchange of two earlier tokens, one of them where the query looks.

    `symbols` stand there on the first and on the second input, `earlier` tokens stand before the query `asked`.

    Example:
        >>> index_swap(("A", "B"), 2, 1)
        (('B', 'A', 1), ('A', 'B', 1))
    """
    first, second = symbols
    target = earlier - asked
    other = next((position for position in range(earlier) if position != target), target)
    contents = [second] * earlier
    contents[target] = first
    swapped = list(contents)
    swapped[target], swapped[other] = swapped[other], swapped[target]
    return (*contents, asked), (*swapped, asked)


def rotations(contents: Sequence[Any]) -> Iterator[Input]:
    """The cyclic shifts of the contents: each content stands once at each position."""
    for shift in range(len(contents)):
        yield (*contents[shift:], *contents[:shift])


def retrieval_family(contents: Sequence[Pair], first: str, second: str) -> Iterator[Input]:
    """All cyclic shifts of the contents, asked for two symbols: no positional head with scores P·a gets all
    right.

    Example:
        >>> from rope_theory.core.tasks import format_tokens
        >>> [format_tokens(x) for x in retrieval_family((Pair("A", 1), Pair("B", 2)), "A", "B")]
        ['A1 B2 A', 'A1 B2 B', 'B2 A1 A', 'B2 A1 B']
    """
    for shifted in rotations(contents):
        for query in (first, second):
            yield (*shifted, query)


def exchanged(contents: Sequence[Pair], first: str, second: str) -> tuple[Pair, ...]:
    """The contents with the attributes of two symbols exchanged.

    Example:
        >>> [str(pair) for pair in exchanged((Pair("A", 1), Pair("B", 2)), "A", "B")]
        ['A2', 'B1']
    """
    bound = dict(contents)
    swap = {first: bound[second], second: bound[first]}
    return tuple(Pair(pair.left, swap.get(pair.left, pair.right)) for pair in contents)


def shared(contents: Sequence[Pair], first: str, second: str) -> tuple[Pair, ...]:
    """The contents with the second symbol bound as the first one: they have a pair in common with `contents`, and
    with `exchanged` contents, which have none in common with each other.

    Example:
        >>> [str(pair) for pair in shared((Pair("A", 1), Pair("B", 2)), "A", "B")]
        ['A1', 'B1']
    """
    bound = dict(contents)
    return tuple(Pair(pair.left, bound[first] if pair.left == second else pair.right) for pair in contents)


def affine_family(contents: Sequence[Pair], first: str, second: str) -> Iterator[Input]:
    """`retrieval_family` of the contents and of the contents with two attributes exchanged."""
    yield from retrieval_family(contents, first, second)
    yield from retrieval_family(exchanged(contents, first, second), first, second)


def induction_pair(symbol: str, attributes: Sequence[Any], earlier: int = 2) -> tuple[Input, Input]:
    """Two bindings of one symbol in either order: the last binding differs, the contents do not."""
    first, second = Pair(symbol, attributes[0]), Pair(symbol, attributes[min(1, len(attributes) - 1)])
    rest = (first,) * (earlier - 2)
    return (*rest, first, second, symbol), (*rest, second, first, symbol)


def leads(scores: Vector, wanted: Any, outputs: Sequence[Any]) -> bool:
    """Whether the wanted output has a strictly larger score than every other."""
    return all(scores.get(wanted, 0) > scores.get(other, 0) for other in outputs if other != wanted)


def linear_scores(a: Vector, P: Mapping[Any, Vector], bias: Vector | None = None) -> dict[Any, Rational]:
    """P·a + bias: one score per output."""
    return {
        output: sum((row[key] * amount for key, amount in a.items() if key in row), Fraction(0))
        + (bias or {}).get(output, 0)
        for output, row in P.items()
    }


def answers(
    head: WeightedHead, P: Mapping[Any, Vector], tokens: Sequence[Any], wanted: Any, bias: Vector | None = None
) -> bool:
    """Whether the scores P·a + bias of the head on these tokens have the wanted output in the lead.

    Example:
        >>> P = {1: {Pair("A", 1): Fraction(1)}, 2: {Pair("B", 2): Fraction(1)}}
        >>> tokens = (Pair("A", 1), Pair("B", 2), "A")
        >>> answers(uniform, P, tokens, 1), answers(symbolic_weights(Fraction(9)), P, tokens, 1)
        (False, True)
    """
    return leads(linear_scores(head.attend(tokens, one_hot), P, bias), wanted, tuple(P))


def whole_pair_scores(
    tokens: Sequence[Any], outputs: Sequence[Pair], path: str, bonus: Fraction
) -> dict[Any, Fraction]:
    """Scores P·a + Q·x of the whole pairs under the uniform head, P the identity.

    Args:
        tokens: pairs, then the queried symbol x.
        outputs: all pairs of the vocabulary.
        path: "direct": Q·x gives the bonus to every pair that holds x. "own value": VAL(x) is the bonus times
        these
            pairs and Q = 0, so that the bonus is divided by the length.
        bonus: 1 is enough for "direct", n0 for "own value" and length <= n0.
    """

    def value(token: Token) -> Vector:
        own = {t: bonus for t in outputs if t.left == token} if path == "own value" else {}
        return one_hot(token) if isinstance(token, Pair) else own

    a = uniform.attend(tokens, value)
    return {t: a.get(t, Fraction(0)) + (bonus if path == "direct" and t.left == tokens[-1] else 0) for t in outputs}


def gated_scores(tokens: Sequence[Any], attributes: Sequence[Any]) -> dict[Any, Fraction]:
    """F(a, x)_b = a_(x,b) under the uniform head: x selects coordinates of a, so F is not affine."""
    a = uniform.attend(tokens, one_hot)
    return {b: a.get(Pair(tokens[-1], b), Fraction(0)) for b in attributes}


def recency_head(theta: Angle) -> PhaseHead:
    """All queries and keys are v: L = cos((n-j)θ), positional on every input; not symbolic in general unless θ = 0."""
    return PhaseHead("keys agree", (Plane(theta, lambda token: Polar(Angle()), lambda token: Polar(Angle())),))


#: All logits equal: positional and symbolic on every input.
UNIFORM = recency_head(Angle())


def retrieval_by_presence(pairs: Sequence[Pair], head: PhaseHead = UNIFORM, bonus: int | Fraction = 2) -> OneLayer:
    """A head that never looks for the letter, and F = a + Q x: one-hot values, Q the same for all lengths.

    Q x gives `bonus` to every pair that could be the answer: those whose left letter is asked for, or x itself where
    it asks for nothing. The attention says which of them is present.

    Args:
        pairs: the vocabulary.
        head: any head.
        bonus: at least 1, so that it beats any attention weight.
    """

    def direct(query: Pair) -> dict[Pair, int | Fraction]:
        if isinstance(query.right, int):
            return {query: bonus}
        return {pair: bonus for pair in pairs if pair.left == sought(query)}

    return OneLayer(head, lambda token: {token: 1}, direct)


#: Two inputs that no positional head of T_Retrieval's class answers both: the answer is A1 each time.
SWAPPED = (parse_letter("A1 B1 CA"), parse_letter("B1 A1 CA"))


def defeat(
    weights: Callable[[Sequence[Pair]], Sequence[Value]], inputs: Sequence[Sequence[Pair]] = SWAPPED
) -> tuple[Pair, ...] | None:
    """An input on which the most attended token is not Retrieval's answer, or None if there is none.

    Args:
        weights: tokens -> one weight (or logit) per token; only their order matters. Exact numbers.
        inputs: the adversarial pair.
    """
    for tokens in inputs:
        top = maximisers(weights(tokens))
        if [tokens[position] for position in top] != [retrieval_function(tokens)[-1]]:
            return tuple(tokens)
    return None
