"""Sequences for the constructions, and the key that each query must find.

Every position holds a token, so that a full-sequence run asks one question at each position. The sequences hold
the hardest cases of each construction at every length at once: far targets, near rivals, neighbouring matches.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

import numpy as np

from rope_theory.core.constructions import LetterCircle
from rope_theory.core.errors import InvalidInput, require, require_int
from rope_theory.core.tasks import Pair
from rope_theory.models.precision import TargetContest


@dataclass(frozen=True)
class Column:
    """One token per position: vocabulary[ids]; without a vocabulary the ids are offsets themselves."""

    ids: np.ndarray
    vocabulary: tuple[Hashable, ...] | None = None

    def __getitem__(self, chosen: np.ndarray | slice) -> Column:
        return Column(self.ids[chosen], self.vocabulary)

    def tokens(self) -> list:
        """The tokens as Python objects."""
        return [int(each) if self.vocabulary is None else self.vocabulary[each] for each in self.ids]


@dataclass(frozen=True)
class Questions:
    """A sequence and its questions; or many inputs of one length, each asked from its last position.

    Attributes:
        keys, key_positions: the token and the position (from 1) of each key.
        queries, positions: the token and the position of each query.
        targets: which key each query must find, from 0.
        codes: per key, the number that its value stands for: its position, or its letter.
        words: what is in it.
        inputs: per query, the input that it belongs to: a rule (query numbers) -> which keys it holds, (queries, keys);
            None: all hold all keys.
    """

    keys: Column
    key_positions: np.ndarray
    queries: Column
    positions: np.ndarray
    targets: np.ndarray
    codes: np.ndarray
    words: str
    inputs: Callable[[np.ndarray], np.ndarray] | None = None

    @property
    def pairs(self) -> int:
        """How many (query, key) pairs are seen: one key for each position up to the query's."""
        return int(self.positions.sum())

    @property
    def last(self) -> bool:
        """Whether every query sees every key."""
        return self.inputs is None and bool((self.positions == len(self.key_positions)).all())

    def first_asked(self) -> int | None:
        """The position from which on each asks its question, in order; None if it is not so."""
        first = len(self.key_positions) - len(self.positions) + 1
        whole = self.inputs is None and np.array_equal(self.positions, np.arange(first, len(self.key_positions) + 1))
        return first if whole else None

    def seen(self, rows: np.ndarray) -> np.ndarray:
        """Which keys the queries see, (rows, keys): those of their input, up to their own position."""
        causal = self.key_positions <= self.positions[rows][:, None]
        return causal if self.inputs is None else causal & self.inputs(rows)

    def chosen(self, rows: np.ndarray, words: str) -> Questions:
        """The same with some of its questions."""
        whole = self.inputs
        inputs = None if whole is None else lambda some: whole(rows[some])
        return replace(
            self,
            queries=self.queries[rows],
            positions=self.positions[rows],
            targets=self.targets[rows],
            words=words,
            inputs=inputs,
        )


def inputs(contest: TargetContest, length: int, queries: str = "all", seed: int = 0) -> Questions:
    """The sequence of a construction, with the questions asked.

    Args:
        contest: of a construction that has "run-long" (`rope_theory.machines.catalogue`).
        length: number of positions, >= 3.
        queries: "all" (one question at every position), "last" (at the last one), "sample:K" (at K positions, ends
            included) or "targets" (every key that can be the target, each asked for from the last position: every offset
            of Index, every last match of induction; Retrieval has none).
        seed: of what is drawn.

    Raises:
        InvalidInput: length below 3, another word for `queries`, or one that the construction does not have.

    Example:
        >>> from rope_theory.models.precision import IndexHead
        >>> found = inputs(IndexHead(), 5, "targets")
        >>> found.queries.tokens(), found.key_positions[found.targets].tolist()
        ([0, 1, 2, 3, 4], [5, 4, 3, 2, 1])
    """
    length = require_int("length", length, least=3)
    seed = require_int("seed", seed, least=0)
    by_offset = contest.asks == "offsets"
    if queries == "targets":
        require(contest.asks != "letters", "queries", "must not be 'targets' for retrieval", queries)
        return _every_offset(length) if by_offset else _every_last_match(_of_letters(contest).circle.letters, length)
    rng = np.random.default_rng(seed)
    found = _index(length, rng) if by_offset else _letters(_of_letters(contest), length, rng)
    if queries == "all":
        return found
    count = len(found.positions)
    if queries == "last":
        return found.chosen(np.array([count - 1]), "the last position")
    word, _, number = queries.partition(":")
    if word != "sample" or not number.isascii() or not number.isdigit() or not int(number):
        raise InvalidInput("queries", "must be all, last, sample:K or targets", queries)
    wanted = min(int(number), count)
    drawn = rng.choice(count, wanted, replace=False)
    drawn[: min(2, wanted)] = [count - 1, 0][: min(2, wanted)]
    rows = np.unique(drawn)
    return found.chosen(rows, f"{len(rows)} of {count} positions, drawn with seed {seed}, the last among them")


@runtime_checkable
class _OnCircle(Protocol):
    """A contest of letters on a circle."""

    asks: str

    @property
    def circle(self) -> LetterCircle: ...


def _of_letters(contest: TargetContest) -> _OnCircle:
    if not isinstance(contest, _OnCircle):
        raise InvalidInput("contest", "must be one of letters on a circle", type(contest).__name__)
    return contest


def letters_of(contest: TargetContest) -> int:
    """How many letters a contest on a circle has.

    Example:
        >>> from rope_theory.models.precision.at_length import TwoAngleInduction
        >>> letters_of(TwoAngleInduction())
        3
    """
    return len(_of_letters(contest).circle.letters)


def _every_offset(length: int) -> Questions:
    offsets, standing = np.arange(length), np.arange(1, length + 1)
    return Questions(
        keys=Column(np.zeros(length, dtype=int), ("A",)),
        key_positions=standing,
        queries=Column(offsets),
        positions=np.full(length, length),
        targets=length - 1 - offsets,
        codes=standing,
        words="every offset, asked from the last position",
    )


def _every_last_match(names: tuple[str, ...], length: int) -> Questions:
    """For every letter s and every j < length: s stands at positions 1..j, the next letter after it, and s is asked.

    Keys: every letter at every position, of which each input holds one per position.
    """
    count = len(names)
    held, standing = (each.ravel() for each in np.meshgrid(np.arange(count), np.arange(1, length + 1), indexing="ij"))
    asked, last = (each.ravel() for each in np.meshgrid(np.arange(count), np.arange(1, length), indexing="ij"))
    other = (asked + 1) % count

    def input_of(rows: np.ndarray) -> np.ndarray:
        letter = np.where(standing <= last[rows][:, None], asked[rows][:, None], other[rows][:, None])
        return held == letter

    vocabulary = tuple(Pair(left, right) for left in names for right in names)
    return Questions(
        keys=Column(held * count + held, vocabulary),
        key_positions=standing,
        queries=Column(other * count + asked, vocabulary),
        positions=np.full(len(asked), length),
        targets=asked * length + last - 1,
        codes=standing,
        words="every last match of every letter, earlier ones all before it, asked from the last position",
        inputs=input_of,
    )


def _index(length: int, rng: np.random.Generator) -> Questions:
    """Position i asks for an offset drawn from 0..i-1."""
    positions = np.arange(1, length + 1)
    offsets = rng.integers(0, positions)
    keys = Column(np.zeros(length, dtype=int), ("A",))
    words = "all positions, each with an offset drawn uniformly from 0 to what lies before it"
    return Questions(keys, positions, Column(offsets), positions, positions - offsets - 1, positions, words)


def _letters(contest: _OnCircle, length: int, rng: np.random.Generator) -> Questions:
    names, positions = contest.circle.letters, np.arange(1, length + 1)
    if contest.asks == "letters":
        held, asked, first = _retrieval(len(names), length, rng)
        words = f"{length - first} positions; one letter stands at position 1 alone, and all ask for it"
        targets, codes = np.zeros(length, dtype=int), held
    else:
        held, asked, first = _induction(len(names), length, rng)
        words = f"{length - first} positions; the first letter stands at positions 1 and 2 alone, others recur"
        targets, codes = _last_match(held, asked) - 1, positions
    column = Column(held * len(names) + asked, tuple(Pair(left, right) for left in names for right in names))
    rows = positions[first:] - 1
    return Questions(column, positions, column[rows], positions[rows], targets[rows], codes, words)


def _retrieval(letters: int, length: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, int]:
    """Left and right letters; the rivals include the letter that the rotation carries towards the one asked for."""
    sought = int(rng.integers(letters))
    held = (sought + rng.integers(1, letters, length)) % letters
    held = np.where(rng.random(length) < 0.5, (sought - 1) % letters, held)
    held[0] = sought
    asked = np.full(length, sought)
    return held, asked, 1


def _induction(letters: int, length: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, int]:
    """Left letters that recur, often twice in a row; each asks for one that occurred and is not its own."""
    held = rng.integers(1, letters, length)
    for index in np.flatnonzero(rng.random(length) < 0.5):
        held[index] = held[index - 1] if index > 2 else held[index]
    held[:2] = 0
    before = np.concatenate([[0], held[:-1]])
    asked = np.where((rng.random(length) < 0.5) & (before != held), before, 0)
    return held, asked, 2


def _last_match(held: np.ndarray, asked: np.ndarray) -> np.ndarray:
    """The last position (from 1) before each at which the letter asked for is held."""
    positions, found = np.arange(1, len(held) + 1), np.zeros(len(held), dtype=int)
    for letter in np.unique(asked):
        last = np.maximum.accumulate(np.where(held == letter, positions, 0))
        before = np.concatenate([[0], last[:-1]])
        found = np.where(asked == letter, before, found)
    return found
