"""Previous token: the token one position before the last one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeVar

from rope_theory.core.errors import InvalidInput, require, require_int
from rope_theory.core.tasks.tokens import parse_number
from rope_theory.core.tasks.vocabulary import vocabulary

T = TypeVar("T")


def previous_tokens(tokens: Sequence[T], steps: int = 1) -> T:
    """The token `steps` positions before the last one, or the first token where there are fewer.

    Args:
        tokens: at least one.
        steps: at least 0.

    Raises:
        InvalidInput: no token, or steps below 0.

    Example:
        >>> previous_tokens(("A", "B", "C")), previous_tokens(("A", "B", "C"), 7)
        ('B', 'A')
    """
    require(len(tokens) > 0, "tokens", "must not be empty", tokens)
    steps = require_int("steps", steps, least=0)
    return tokens[max(len(tokens) - 1 - steps, 0)]


def parse_letters(tokens: str) -> tuple[str, ...]:
    """Read a sequence of letters, separated by spaces.

    Raises:
        InvalidInput: no token, or one that is no letter; names the position.

    Example:
        >>> parse_letters("A B A")
        ('A', 'B', 'A')
    """
    read: list[str] = []
    for position, token in enumerate(parse_number(tokens), 1):
        if not isinstance(token, str):
            raise InvalidInput("tokens", f"must hold a letter at position {position}", token)
        read.append(token)
    return tuple(read)


def generate_previous(
    seed: int, count: int, *, length: int = 17, letters: int = 120, steps: int = 1
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield `count` sequences of letters, uniform, with the letter `steps` positions back.

    Args:
        seed: any integer.
        count: at least 0.
        length: at least 1.
        letters: size of the vocabulary, at least 1.
        steps: at least 0.

    Raises:
        InvalidInput: at the call.

    Example:
        >>> [(sequence, answer)] = generate_previous(0, 1, length=5)
        >>> answer == sequence[-2]
        True
    """
    seed, count = require_int("seed", seed), require_int("count", count, least=0)
    length, steps = require_int("length", length, least=1), require_int("steps", steps, least=0)
    names, _ = vocabulary(require_int("letters", letters, least=1), None)
    rng = Random(seed)
    drawn = (tuple(rng.choices(names, k=length)) for _ in range(count))
    return ((sequence, previous_tokens(sequence, steps)) for sequence in drawn)
