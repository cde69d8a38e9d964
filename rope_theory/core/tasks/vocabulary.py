"""Vocabularies: named letters for the number task, single letters and pairs for the letter task."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import product
from string import ascii_lowercase, ascii_uppercase
from typing import SupportsIndex, TypeGuard, overload

from rope_theory.core.errors import InvalidInput, require, require_int
from rope_theory.core.tasks.tokens import Pair, is_integer, is_letter

_SINGLE = ascii_uppercase + ascii_lowercase


def letters(count: int) -> tuple[str, ...]:
    """The first `count` names A, …, Z, AA, AB, …, as of spreadsheet columns, without INF and NAN.

    Args:
        count: at least 1.

    Raises:
        InvalidInput: `count` is no such integer.

    Example:
        >>> letters(29)[24:]
        ('Y', 'Z', 'AA', 'AB', 'AC')
    """
    return _names(require_int("count", count, least=1))


def _names(count: int) -> tuple[str, ...]:
    names: list[str] = []
    number = 0
    while len(names) < count:
        number += 1
        name, rest = "", number
        while rest:
            rest, digit = divmod(rest - 1, 26)
            name = ascii_uppercase[digit] + name
        if is_letter(name):
            names.append(name)
    return tuple(names)


def single_letters(count: int) -> tuple[str, ...]:
    """The first `count` of A, …, Z, a, …, z: the left letters of pairs.

    Args:
        count: 1 to 52.

    Raises:
        InvalidInput: `count` is no such integer.

    Example:
        >>> "".join(single_letters(28))
        'ABCDEFGHIJKLMNOPQRSTUVWXYZab'
    """
    return tuple(_SINGLE[: require_int("count", count, least=1, most=len(_SINGLE))])


@overload
def vocabulary(letters: int, integers: int, *, single: bool = False) -> tuple[Sequence[str], Sequence[int]]: ...
@overload
def vocabulary(letters: int, integers: None, *, single: bool = False) -> tuple[Sequence[str], None]: ...
@overload
def vocabulary(
    letters: int | Collection[str], integers: None, *, single: bool = False
) -> tuple[Collection[str], None]: ...
@overload
def vocabulary(
    letters: int | Collection[str], integers: int | Collection[int], *, single: bool = False
) -> tuple[Collection[str], Collection[int]]: ...
@overload
def vocabulary(
    letters: int | Collection[str] | None, integers: int | Collection[int] | None, *, single: bool = False
) -> tuple[Collection[str] | None, Collection[int] | None]: ...
def vocabulary(
    letters: int | Collection[str] | None, integers: int | Collection[int] | None, *, single: bool = False
) -> tuple[Collection[str] | None, Collection[int] | None]:
    """The vocabularies meant by two arguments: a number means that many first members, None no limit.

    Args:
        letters: letters, or how many of `letters()` (of `single_letters()` if `single`).
        integers: integers, or the largest: then 1..integers.
        single: whether letters are single ones, as in pairs.

    Raises:
        InvalidInput: a number out of range, an empty collection, a repeated member or one that is no letter
            (no integer of at least 1), under the argument's own name.

    Example:
        >>> vocabulary(3, 16), vocabulary("AB", None)
        ((('A', 'B', 'C'), range(1, 17)), ('AB', None))
    """
    if _is_count(letters):
        count = require_int("letters", letters, least=1, most=len(_SINGLE) if single else None)
        letters = single_letters(count) if single else _names(count)
    if _is_count(integers):
        integers = range(1, require_int("integers", integers, least=1) + 1)
    if single:
        _check("letters", letters, lambda x: is_letter(x) and len(x) == 1, "single letters")
    else:
        _check("letters", letters, is_letter, "letters")
    _check("integers", integers, is_integer, "integers of at least 1")
    return letters, integers  # type: ignore[return-value]  # counts are vocabularies by now


def _is_count(value: object) -> TypeGuard[SupportsIndex]:
    """`isinstance` of the protocol, which takes ten times as long."""
    return hasattr(value, "__index__")


def _check(argument: str, members: object, belongs: Callable[[object], bool], kind: str) -> None:
    if members is None:
        return
    if not isinstance(members, Collection):
        raise InvalidInput(argument, f"must be a number or a collection of {kind}", members)
    require(len(members) > 0, argument, "must not be empty", members)
    if isinstance(members, range) and members[0] >= 1 and members.step > 0:
        return  # without a look at each, however many
    for member in members:
        require(belongs(member), argument, f"must hold {kind} only", member)
    require(len(set(members)) == len(members), argument, "must not repeat a member", members)


def pair_vocabulary(
    letters: int | Collection[str], integers: int | Collection[int]
) -> tuple[tuple[Pair, ...], tuple[Pair, ...]]:
    """All letter-integer pairs and all letter pairs: the published vocabulary has 8·8 = 64 of each.

    Args:
        letters: single letters, or how many.
        integers: integers of at least 1, or the largest.

    Raises:
        InvalidInput: a number out of range.

    Source: U26, the letter task's vocabulary.

    Example:
        >>> [len(pairs) for pairs in pair_vocabulary(8, 8)]
        [64, 64]
    """
    names, numbers = vocabulary(letters, integers, single=True)
    return tuple(Pair(*p) for p in product(names, numbers)), tuple(Pair(*p) for p in product(names, names))
