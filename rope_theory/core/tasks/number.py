"""The number task (U26): letters, then integers; from the last integer hop back until a letter is reached."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.tasks.tokens import Number, format_tokens, number_tokens
from rope_theory.core.tasks.vocabulary import vocabulary


class NumberSolution(NamedTuple):
    """An answered number-task input.

    Args:
        answer: the letter reached.
        path: the positions visited, from the last position to the letter's, counted from 1.
        hops: the number of integers on the path, len(path) − 1.
    """

    answer: str
    path: tuple[int, ...]
    hops: int


def _walk(tokens: tuple[Number, ...]) -> tuple[tuple[int, ...], str | None]:
    """The path from the last position, and why it ends without a letter (None if it does reach one)."""
    path = [len(tokens)]
    while isinstance(integer := tokens[path[-1] - 1], int):
        position = path[-1]
        if integer >= position:
            reason = f"the integer {integer} at position {position} of the path points before the start"
            return tuple(path), reason
        path.append(position - integer)
    return tuple(path), None


def _reason(tokens: tuple[Number, ...]) -> str | None:
    if isinstance(tokens[0], int):
        return "there is no letter at position 1"
    if isinstance(tokens[-1], str):
        return f"the last token {tokens[-1]} is no integer"
    first_integer = next(p for p, token in enumerate(tokens, 1) if isinstance(token, int))
    for position in range(first_integer + 1, len(tokens) + 1):
        if isinstance(tokens[position - 1], str):
            return f"the letter {tokens[position - 1]} at position {position} stands after an integer"
    return _walk(tokens)[1]


def invalid_number(
    sequence: Iterable[Number],
    *,
    letters: int | Collection[str] | None = None,
    integers: int | Collection[int] | None = None,
) -> str | None:
    """What keeps `sequence` from being a number-task input, or None if it is one.

    Valid: letters s_1..s_{n1}, then integers, at least one of each, and the path p → p − s_p from the last
    position meets a letter. Integers off the path are free: they may point before the start.

    Args:
        sequence: letters and integers. A bad token is reported as the reason, not raised.
        letters: the vocabulary: letters, or their number (the first names of `letters()`); None allows all.
        integers: the vocabulary: integers, or the largest (then 1..largest); None allows all.

    Raises:
        InvalidInput: a bad vocabulary (see `vocabulary`).

    Source: U26, the number task.

    Example:
        >>> invalid_number(("C", "B", "A", 1, 4, 1, 3, 2, 1)) is None
        True
        >>> invalid_number(("A", 3, 1))
        'the integer 3 at position 2 of the path points before the start'
        >>> invalid_number(("A", "D", 1), letters=3)
        'the letter D at position 2 is not in the vocabulary'
    """
    known_letters, known_integers = vocabulary(letters, integers)
    try:
        tokens = number_tokens(sequence)
    except InvalidInput as error:
        return str(error)
    for position, token in enumerate(tokens, 1):
        known, kind = (known_letters, "letter") if isinstance(token, str) else (known_integers, "integer")
        if known is not None and token not in known:
            return f"the {kind} {token} at position {position} is not in the vocabulary"
    return _reason(tokens)


def solve_number(sequence: Iterable[Number]) -> NumberSolution:
    """Answer a number-task input: from the last position, p → p − s_p until s_p is a letter.

    Args:
        sequence: letters, then integers of at least 1.

    Raises:
        InvalidInput: a bad token, or an input that `invalid_number` finds fault with, with the fault.

    Source: U26, the number task and Figure 1.

    Example:
        >>> solve_number(("C", "B", "A", 1, 4, 1, 3, 2, 1))
        NumberSolution(answer='C', path=(9, 8, 6, 5, 1), hops=4)
    """
    tokens = number_tokens(sequence)
    reason = _reason(tokens)
    require(reason is None, "sequence", f"must be a number-task input ({reason})", format_tokens(tokens))
    path, _ = _walk(tokens)
    return NumberSolution(str(tokens[path[-1] - 1]), path, len(path) - 1)
