"""Balanced and constrained random draws for the generators."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from random import Random
from typing import Generic, TypeVar

from rope_theory.core.tasks.tokens import Pair

T = TypeVar("T")


class Deck(Generic[T]):
    """Cards dealt in random order and reshuffled when they run out.

    After any m deals each of the V cards has been dealt ⌊m/V⌋ or ⌈m/V⌉ times: every beginning of a stream
    drawn from a deck is as balanced as its length allows.

    Args:
        cards: what to deal, at least one.
        rng: the source of randomness.

    Example:
        >>> deck = Deck("AB", Random(0))
        >>> sorted(deck.deal() + deck.deal())
        ['A', 'B']
    """

    def __init__(self, cards: Sequence[T], rng: Random):
        self._cards, self._rng = list(cards), rng
        self._left: list[T] = []

    def deal(self) -> T:
        """The next card."""
        if not self._left:
            self._left = list(self._cards)
            self._rng.shuffle(self._left)
        return self._left.pop()


class HopPaths:
    """All ways to hop from the last of n1 + n2 positions to one of the first n1, by steps of 1..longest.

    Every position before the end of a path is one of the last n2. With W_s(q) the number of ways to be at q
    after s hops, W_0 is 1 at the last position and W_s(q) = Σ_{1≤d≤longest} W_{s−1}(q+d); paths are counted
    and drawn from these, uniformly and exactly (in integers).

    Args:
        n1, n2: at least 1.
        longest: the longest step, at least 1.
        hops: the largest number of hops to prepare for, at least 1.

    Example:
        >>> paths = HopPaths(n1=3, n2=3, longest=3, hops=2)
        >>> [paths.count(2, position) for position in (1, 2, 3)]
        [1, 2, 2]
        >>> paths.draw(2, 1, Random(0))
        (6, 4, 1)
    """

    def __init__(self, n1: int, n2: int, longest: int, hops: int):
        self._last, self._n2, self._longest = n1 + n2, n2, longest
        # _sums[s][c] = Σ of W_s over the c positions nearest to the last one.
        self._sums = [[0] + [1] * n2]
        for _ in range(1, hops):
            before, sums = self._sums[-1], [0]
            for distance in range(n2):
                sums.append(sums[-1] + before[distance] - before[max(0, distance - longest)])
            self._sums.append(sums)

    def _window(self, distance: int) -> tuple[int, int]:
        """The distances, low ≤ c < high, of integer positions from which one hop leads to `distance`."""
        low, high = max(0, distance - self._longest), min(distance, self._n2)
        return min(low, high), high

    def count(self, hops: int, position: int) -> int:
        """The number of paths of this many hops that end at `position`, 1..n1."""
        low, high = self._window(self._last - position)
        return self._sums[hops - 1][high] - self._sums[hops - 1][low]

    def draw(self, hops: int, position: int, rng: Random) -> tuple[int, ...]:
        """One of the `count(hops, position)` paths, from the last position to `position`; one must exist."""
        path, distance = [position], self._last - position
        for sums in reversed(self._sums[:hops]):
            low, high = self._window(distance)
            distance = bisect_right(sums, sums[low] + rng.randrange(sums[high] - sums[low])) - 1
            path.append(self._last - distance)
        return tuple(reversed(path))


class ProperWriter:
    """A sequence of pairs that is proper at every moment, because only fitting pairs are drawn.

    A letter pair (x, y) fits at the end if, with itself counted, exactly one token with left letter y stands
    there.

    Args:
        rng: the source of randomness.

    Example:
        >>> writer = ProperWriter(Random(0))
        >>> writer.add(Pair("A", 1))
        >>> str(writer.letter_pair("B")) in ("BA", "BB"), writer.letter_pair("A")
        (True, None)
    """

    def __init__(self, rng: Random):
        self.tokens: list[Pair] = []
        self._rng = rng
        self._single: dict[str, Pair | None] = {}  # left letter → its token, None once it has two

    def add(self, token: Pair) -> None:
        """Append a token as it is."""
        self.tokens.append(token)
        if self._single.setdefault(token.left, token) != token:
            self._single[token.left] = None

    def names_one(self, letter: str) -> bool:
        """Whether exactly one token has this left letter so far."""
        return self._single.get(letter) is not None

    def letter_pair(self, left: str) -> Pair | None:
        """A random letter pair with this left letter that fits, not yet appended; None if none fits."""
        rights = [y for y, token in self._single.items() if token is not None and y != left]
        own = Pair(left, left)
        if self._single.get(left, own) == own:
            rights.append(left)
        return Pair(left, self._rng.choice(rights)) if rights else None
