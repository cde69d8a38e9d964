"""Seeded streams of inputs for the functions Index and Retrieval (U26) and the tasks of U25.

No set was published for these. Shapes follow the number and letter tasks; the choices are stated at each
function.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rope_theory.core.errors import require, require_int
from rope_theory.core.tasks.decks import Deck, ProperWriter
from rope_theory.core.tasks.index import index_function
from rope_theory.core.tasks.retrieval import retrieval_function
from rope_theory.core.tasks.tokens import Number, Pair
from rope_theory.core.tasks.vocabulary import vocabulary


def generate_index(
    seed: int,
    count: int,
    *,
    length: int = 17,
    letters: int = 120,
    integers: int = 16,
    stay_inside: bool = False,
) -> Iterator[tuple[tuple[Number, ...], tuple[Number, ...]]]:
    """Yield `count` number sequences with their image under Index (reading "keep").

    Each position holds a letter or an integer with equal chances, uniform in its vocabulary.

    Args:
        seed: any integer.
        count: at least 0.
        length: at least 1. U26 asks for length > integers, which the defaults meet.
        letters: size of the vocabulary, at least 1.
        integers: the largest integer, at least 1.
        stay_inside: True draws integers that point to a position of the sequence only.

    Raises:
        InvalidInput: at the call.

    Source: U26, F.1.

    Example:
        >>> [(sequence, image)] = generate_index(0, 1, length=5, letters=2, integers=3)
        >>> image == index_function(sequence)
        True
    """
    seed, count = require_int("seed", seed), require_int("count", count, least=0)
    length = require_int("length", length, least=1)
    names, numbers = vocabulary(letters, require_int("integers", integers, least=1))
    rng = Random(seed)

    def stream() -> Iterator[tuple[tuple[Number, ...], tuple[Number, ...]]]:
        for _ in range(count):
            sequence: list[Number] = []
            for before in range(length):
                most = min(len(numbers), before) if stay_inside else len(numbers)
                is_integer = most > 0 and rng.random() < 0.5
                sequence.append(rng.randrange(most) + 1 if is_integer else rng.choice(names))
            yield tuple(sequence), index_function(sequence)

    return stream()


def generate_retrieval(
    seed: int, count: int, *, length: int = 17, letters: int = 8, integers: int = 8
) -> Iterator[tuple[tuple[Pair, ...], tuple[Pair, ...]]]:
    """Yield `count` proper pair sequences, letter-integer and letter pairs in any order, with their image.

    Each position holds either kind with equal chances (a letter-integer pair where no letter pair fits).
    Every proper sequence has positive probability.

    Args:
        seed: any integer.
        count: at least 0.
        length: at least 1.
        letters: size of the vocabulary, 1 to 52.
        integers: the largest integer, at least 1.

    Raises:
        InvalidInput: at the call.

    Source: U26, F.1.

    Example:
        >>> [(sequence, image)] = generate_retrieval(0, 1, length=5)
        >>> image == retrieval_function(sequence)
        True
    """
    seed, count = require_int("seed", seed), require_int("count", count, least=0)
    length = require_int("length", length, least=1)
    names, numbers = vocabulary(letters, require_int("integers", integers, least=1), single=True)
    rng = Random(seed)

    def stream() -> Iterator[tuple[tuple[Pair, ...], tuple[Pair, ...]]]:
        for _ in range(count):
            writer = ProperWriter(rng)
            for _ in range(length):
                left = rng.choice(names)
                pair = writer.letter_pair(left) if rng.random() < 0.5 else None
                writer.add(pair or Pair(left, rng.choice(numbers)))
            sequence = tuple(writer.tokens)
            yield sequence, retrieval_function(sequence)

    return stream()


def generate_binding(
    seed: int, count: int, *, n_pairs: int = 8, symbols: int = 26, attributes: int = 16, distinct: bool = True
) -> Iterator[tuple[tuple[Pair | str, ...], int]]:
    """Yield `count` inputs of U25's Retrieval, pairs and then the query, with the queried attribute.

    The queried position is balanced (`Deck`); attributes are drawn with repetition, so symbols may share one.

    Args:
        seed: any integer.
        count: at least 0.
        n_pairs: at least 1.
        symbols: size of the vocabulary, 1 to 52; at least n_pairs if `distinct`.
        attributes: the largest attribute, at least 1.
        distinct: whether each symbol stands once; otherwise symbols recur, always with the same attribute.

    Raises:
        InvalidInput: at the call.

    Source: after U25, §Retrieval.

    Example:
        >>> [(sequence, attribute)] = generate_binding(0, 1, n_pairs=4)
        >>> [pair.right for pair in sequence[:-1] if pair.left == sequence[-1]] == [attribute]
        True
    """
    seed, count = require_int("seed", seed), require_int("count", count, least=0)
    n_pairs = require_int("n_pairs", n_pairs, least=1)
    names, _ = vocabulary(require_int("symbols", symbols, least=1, most=52), None, single=True)
    attributes = require_int("attributes", attributes, least=1)
    if distinct:
        rule = f"must be at least n_pairs = {n_pairs}, to be distinct"
        require(len(names) >= n_pairs, "symbols", rule, symbols)
    rng = Random(seed)

    def stream() -> Iterator[tuple[tuple[Pair | str, ...], int]]:
        positions = Deck(range(n_pairs), rng)
        for _ in range(count):
            chosen = rng.sample(names, n_pairs) if distinct else rng.choices(names, k=n_pairs)
            bound = {name: rng.randrange(attributes) + 1 for name in names}
            query = chosen[positions.deal()]
            yield (*(Pair(name, bound[name]) for name in chosen), query), bound[query]

    return stream()


def generate_induction(
    seed: int, count: int, *, n_pairs: int = 8, symbols: int = 4, attributes: int = 16
) -> Iterator[tuple[tuple[Pair | str, ...], int]]:
    """Yield `count` inputs of Partial Induction, pairs and then the query, with the attribute bound last.

    The position of the query's last occurrence is balanced (`Deck`); all else is uniform, with repetition.

    Args:
        seed: any integer.
        count: at least 0.
        n_pairs: at least 1.
        symbols: size of the vocabulary, 1 to 52; at least 2 if n_pairs > 1, so that others can follow.
        attributes: the largest attribute, at least 1.

    Raises:
        InvalidInput: at the call.

    Source: after U25, §Partial Induction.

    Example:
        >>> [(sequence, attribute)] = generate_induction(0, 1)
        >>> [pair.right for pair in sequence[:-1] if pair.left == sequence[-1]][-1] == attribute
        True
    """
    seed, count = require_int("seed", seed), require_int("count", count, least=0)
    n_pairs = require_int("n_pairs", n_pairs, least=1)
    least = 1 if n_pairs == 1 else 2
    names, _ = vocabulary(require_int("symbols", symbols, least=least, most=52), None, single=True)
    attributes = require_int("attributes", attributes, least=1)
    rng = Random(seed)

    def stream() -> Iterator[tuple[tuple[Pair | str, ...], int]]:
        positions = Deck(range(n_pairs), rng)
        for _ in range(count):
            query, last = rng.choice(names), positions.deal()
            others = [name for name in names if name != query]
            after = [rng.choice(others) for _ in range(n_pairs - last - 1)]
            lefts = [*rng.choices(names, k=last), query, *after]
            bound = [rng.randrange(attributes) + 1 for _ in lefts]
            yield (*map(Pair, lefts, bound), query), bound[last]

    return stream()
