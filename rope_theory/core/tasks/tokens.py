"""Tokens of the tasks: letters, integers and pairs of them, read from and written to plain text.

Three kinds of sequence occur, and every function of this package says which one it takes:

* **number sequences** (U26, number task and Index): each token is a letter or an integer of at least 1,
  ``("C", "B", "A", 1, 4)``. A letter is a non-empty alphabetic string, so large vocabularies have names.
* **pair sequences** (U26, letter task and Retrieval): each token is a `Pair` of one left letter and, on the
  right, one letter or an integer of at least 1.
* **binding sequences** (U25, Retrieval and Partial Induction): pairs of symbol and attribute, then the
  queried symbol alone, at the end.

Positions are counted from 1 everywhere.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from operator import index
from typing import Any, NamedTuple, SupportsIndex, TypeGuard

from rope_theory.core.errors import InvalidInput, require

_INTEGER = re.compile(r"[1-9][0-9]{0,17}")
_NOT_LETTERS = frozenset({"nan", "inf", "infinity"})

_NUMBER_RULE = "a letter or an integer of at least 1"
_PAIR_RULE = "a letter followed by a letter or by an integer of at least 1"


class Pair(NamedTuple):
    """A token of two parts, (left, right): a letter and what it is bound to.

    Args:
        left: one letter.
        right: one letter (a *letter pair*) or an integer of at least 1 (a *letter-integer pair*).

    Example:
        >>> str(Pair("C", 2)), str(Pair("F", "A"))
        ('C2', 'FA')
    """

    left: str
    right: str | int

    def __str__(self) -> str:
        return f"{self.left}{self.right}"


Number = str | int


def is_letter(token: object) -> TypeGuard[str]:
    """Whether `token` is a letter: a non-empty alphabetic string that is not the name of a special number.

    Example:
        >>> [is_letter(t) for t in ("A", "AB", "", "A1", 1, "NaN", "inf")]
        [True, True, False, False, False, False, False]
    """
    return isinstance(token, str) and token.isalpha() and token.lower() not in _NOT_LETTERS


def is_integer(token: object) -> TypeGuard[SupportsIndex]:
    """Whether `token` is an integer of at least 1 (booleans and floats are not).

    Example:
        >>> [is_integer(t) for t in (1, 0, True, 2.0, "2")]
        [True, False, False, False, False]
    """
    try:
        return not isinstance(token, bool) and index(token) >= 1  # type: ignore[arg-type]
    except TypeError:
        return False


def _items(argument: str, sequence: object) -> tuple[Any, ...]:
    if isinstance(sequence, (str, bytes)) or not isinstance(sequence, Iterable):
        raise InvalidInput(argument, "must be a sequence of tokens (for text: the parse functions)", sequence)
    items = tuple(sequence)
    require(len(items) > 0, argument, "must not be empty", sequence)
    return items


def _bad(argument: str, wanted: str, position: int, token: object) -> InvalidInput:
    apart = " (tokens stand apart by blanks, without commas)" if isinstance(token, str) and "," in token else ""
    digits = isinstance(token, str) and token.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ").isdecimal() and len(token) > 18
    long = " (of at most 18 digits)" if digits else ""
    return InvalidInput(argument, f"must hold {wanted} at position {position}{apart}{long}", token)


def _as_pair(argument: str, position: int, token: object) -> Pair:
    if type(token) is Pair and type(token[0]) is str and type(token[1]) in (str, int) and _is_pair(token):
        return token
    if isinstance(token, tuple) and len(token) == 2 and is_letter(token[0]) and len(token[0]) == 1:
        left, right = token
        if is_letter(right) and len(right) == 1:
            return token if isinstance(token, Pair) else Pair(left, right)
        if is_integer(right):
            return Pair(left, index(right))
    raise _bad(argument, f"a pair ({_PAIR_RULE})", position, token)


@functools.lru_cache(4096)
def _is_pair(token: tuple[str, Number]) -> bool:
    """Whether a pair of these very types is one of `_as_pair`; sweeps ask for the same few again and again."""
    left, right = token
    return is_letter(left) and len(left) == 1 and (is_integer(right) or (is_letter(right) and len(right) == 1))


def number_tokens(sequence: Iterable[Number], argument: str = "sequence") -> tuple[Number, ...]:
    """Return `sequence` as a tuple, every token a letter or an integer of at least 1.

    Raises:
        InvalidInput: `sequence` is empty or text, or a token is something else; names the position.

    Example:
        >>> number_tokens(["A", 1])
        ('A', 1)
    """
    tokens = _items(argument, sequence)
    for position, token in enumerate(tokens, 1):
        if not is_letter(token) and not is_integer(token):
            raise _bad(argument, _NUMBER_RULE, position, token)
    return tuple(token if isinstance(token, str) else index(token) for token in tokens)


def pair_tokens(sequence: Iterable[Pair], argument: str = "sequence") -> tuple[Pair, ...]:
    """Return `sequence` as a tuple of `Pair`; a plain tuple of two parts counts as a pair.

    Raises:
        InvalidInput: `sequence` is empty or text, or a token is no pair; names the position.

    Example:
        >>> pair_tokens([("A", 1)])
        (Pair(left='A', right=1),)
    """
    return tuple(_as_pair(argument, p, token) for p, token in enumerate(_items(argument, sequence), 1))


def symbol(token: object, argument: str = "query") -> str:
    """Return `token` if it is one letter standing alone.

    Raises:
        InvalidInput: it is not.

    Example:
        >>> symbol("A")
        'A'
    """
    if not is_letter(token) or len(token) != 1:
        raise InvalidInput(argument, "must be one letter", token)
    return token


def _words(tokens: object) -> list[str]:
    if not isinstance(tokens, str):
        raise InvalidInput("tokens", "must be text, tokens separated by spaces", tokens)
    words = tokens.split()
    require(len(words) > 0, "tokens", "must not be empty", tokens)
    return words


def _parse_pair(position: int, word: str) -> Pair:
    left, right = word[:1], word[1:]
    if is_letter(left):
        if is_letter(right) and len(right) == 1:
            return Pair(left, right)
        if _INTEGER.fullmatch(right):
            return Pair(left, int(right))
    raise _bad("tokens", f"a pair ({_PAIR_RULE})", position, word)


def parse_number(tokens: str) -> tuple[Number, ...]:
    """Read a number sequence: letters and integers of at least 1 (18 digits at most), separated by spaces.

    Raises:
        InvalidInput: no token, or one that is neither; names position and token.

    Example:
        >>> parse_number("C B A 1 4 1 3 2 1")
        ('C', 'B', 'A', 1, 4, 1, 3, 2, 1)
        >>> parse_number("A 1.5")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        rope_theory.core.errors.InvalidInput: tokens must hold a letter or an integer ... at position 2, got '1.5'
    """
    parsed: list[Number] = []
    for position, word in enumerate(_words(tokens), 1):
        if _INTEGER.fullmatch(word):
            parsed.append(int(word))
        elif is_letter(word):
            parsed.append(word)
        else:
            raise _bad("tokens", _NUMBER_RULE, position, word)
    return tuple(parsed)


def parse_letter(tokens: str) -> tuple[Pair, ...]:
    """Read a pair sequence: words of one letter and then one letter or one integer of at least 1.

    Raises:
        InvalidInput: no token, or one that is no pair; names position and token.

    Example:
        >>> [str(pair) for pair in parse_letter("C2 B1 FA")]
        ['C2', 'B1', 'FA']
    """
    return tuple(_parse_pair(position, word) for position, word in enumerate(_words(tokens), 1))


def parse_binding(tokens: str) -> tuple[Pair | str, ...]:
    """Read a binding sequence: pairs of symbol and attribute, then the queried symbol alone.

    Raises:
        InvalidInput: fewer than two tokens, a word before the last that is no pair, or a last one that is not
            one letter; names position and token.

    Example:
        >>> *pairs, query = parse_binding("A1 B2 A3 A")
        >>> partial = [pair.right for pair in pairs if pair.left == query]; partial
        [1, 3]
    """
    *words, query = _words(tokens)
    require(len(words) > 0, "tokens", "must hold at least one pair before the query", tokens)
    pairs = tuple(_parse_pair(position, word) for position, word in enumerate(words, 1))
    if not is_letter(query) or len(query) != 1:
        raise _bad("tokens", "the queried symbol (one letter)", len(words) + 1, query)
    return (*pairs, query)


def format_tokens(sequence: Iterable[Number | Pair]) -> str:
    """Write tokens as text, separated by spaces: the inverse of the parse functions.

    Raises:
        InvalidInput: `sequence` is empty, or a token is neither letter, integer nor pair; names the position.

    Example:
        >>> format_tokens(parse_binding("A1 BA A"))
        'A1 BA A'
    """
    words = []
    for position, token in enumerate(_items("sequence", sequence), 1):
        if isinstance(token, tuple):
            token = _as_pair("sequence", position, token)
        elif not is_letter(token) and not is_integer(token):
            raise _bad("sequence", "a letter, an integer of at least 1 or a pair", position, token)
        words.append(str(token))
    return " ".join(words)
