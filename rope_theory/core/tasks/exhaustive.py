"""Every input of a small domain, once each, as generators."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import product

from rope_theory.core.errors import require, require_int
from rope_theory.core.tasks.letter import READINGS, invalid_letter
from rope_theory.core.tasks.number import invalid_number
from rope_theory.core.tasks.retrieval import improper
from rope_theory.core.tasks.tokens import Number, Pair, pair_tokens
from rope_theory.core.tasks.vocabulary import pair_vocabulary, vocabulary


def all_number_inputs(
    letters: int | Collection[str], integers: int | Collection[int], n1: int, n2: int
) -> Iterator[tuple[Number, ...]]:
    """Every valid number-task input of n1 letters and n2 integers over a vocabulary.

    Args:
        letters: letters, or how many.
        integers: integers of at least 1, or the largest.
        n1, n2: at least 1 each.

    Raises:
        InvalidInput: at the call, a bad vocabulary or number.

    Example:
        >>> list(all_number_inputs("A", 2, 1, 2))
        [('A', 1, 1), ('A', 1, 2), ('A', 2, 2)]
    """
    n1, n2 = require_int("n1", n1, least=1), require_int("n2", n2, least=1)
    names, numbers = vocabulary(letters, integers)
    candidates = (a + b for a in product(names, repeat=n1) for b in product(numbers, repeat=n2))
    return (sequence for sequence in candidates if invalid_number(sequence) is None)


def all_letter_inputs(
    letters: int | Collection[str],
    integers: int | Collection[int],
    n1: int,
    n2: int,
    *,
    visible: str | None = "all",
) -> Iterator[tuple[Pair, ...]]:
    """Every letter-task input of n1 letter-integer pairs and then n2 letter pairs, the last being the query.

    Args:
        letters: single letters, or how many.
        integers: integers of at least 1, or the largest.
        n1, n2: at least 1 each.
        visible: the reading in which inputs must be valid; None yields all sequences of this shape.

    Raises:
        InvalidInput: at the call, a bad vocabulary or number, or an unknown reading.

    Example:
        >>> [" ".join(map(str, sequence)) for sequence in all_letter_inputs("AB", 1, 1, 1)]
        ['A1 BA', 'B1 AB']
    """
    n1, n2 = require_int("n1", n1, least=1), require_int("n2", n2, least=1)
    known = (*READINGS, None)
    require(visible in known, "visible", f"must be one of {', '.join(map(str, known))}", visible)
    bound, pairs = pair_vocabulary(letters, integers)
    candidates = (a + b for a in product(bound, repeat=n1) for b in product(pairs, repeat=n2))
    return (s for s in candidates if visible is None or invalid_letter(s, visible) is None)


def all_bindings(symbols: Iterable[str], attributes: Iterable[int], length: int) -> Iterator[tuple[Pair, ...]]:
    """Every sequence of `length` pairs of a symbol and an attribute.

    Example:
        >>> [" ".join(map(str, pairs)) for pairs in all_bindings("A", (1, 2), 2)]
        ['A1 A1', 'A1 A2', 'A2 A1', 'A2 A2']
    """
    return product([Pair(symbol, attribute) for symbol in symbols for attribute in attributes], repeat=length)


def all_proper(tokens: Iterable[Pair], length: int) -> Iterator[tuple[Pair, ...]]:
    """Every proper sequence of this length over the given pairs.

    Properness is decided position by position, so improper beginnings are cut off early.

    Args:
        tokens: pairs, without repetition.
        length: at least 1.

    Raises:
        InvalidInput: at the call, a bad token, a repeated one or a bad length.

    Example:
        >>> from rope_theory.core.tasks import parse_letter
        >>> [" ".join(map(str, sequence)) for sequence in all_proper(parse_letter("A1 BA"), 2)]
        ['A1 A1', 'A1 BA']
    """
    cards, length = pair_tokens(tokens, "tokens"), require_int("length", length, least=1)
    require(len(set(cards)) == len(cards), "tokens", "must not repeat a pair", " ".join(map(str, cards)))

    def extend(start: tuple[Pair, ...]) -> Iterator[tuple[Pair, ...]]:
        if len(start) == length:
            yield start
            return
        for token in cards:
            longer = (*start, token)
            if improper(longer) is None:
                yield from extend(longer)

    return extend(())
