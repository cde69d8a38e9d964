"""Seeded streams of number-task and letter-task inputs, after the recipe published with U26.

Published: 17 tokens (8 + 8 + 1 query), 1–4 hops in equal parts, 480 000 sequences split 90 / 0.5 / 9.5, the
solution's value and position balanced within each hop class; number vocabulary 120 letters + 16 integers;
letter vocabulary 8 letters × 8 integers (64 letter-integer pairs, 64 letter pairs). These are the defaults.

Where the recipe is silent, we choose:

* Balance is by `Deck`: every beginning of a stream, not only its whole, is balanced to within one. Value and
  position are balanced each on its own, not jointly. Only positions that the hop count can reach are dealt.
* Sequences are drawn one by one and may repeat, within and across the parts of a split.
* Number task: the path is uniform among all paths with that hop count and end. Letters are drawn with
  repetition. Integers off the path are uniform and may point anywhere, also before the start, unless
  `stay_inside`.
* Letter task: sequences are *proper* and valid in both readings of `solve_letter`. With 8 letters and 17
  tokens left letters recur, so: a path letter has one token only, which may have copies among the letter
  pairs; the answer stands exactly once, so that its position is one. All other pairs are free as long as the
  sequence stays proper: letters off the path may have several tokens, and a pair (x, x) may occur. Every
  sequence with these properties has positive probability.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import pairwise
from random import Random

from rope_theory.core.errors import InvalidInput, require, require_int
from rope_theory.core.tasks.decks import Deck, HopPaths, ProperWriter
from rope_theory.core.tasks.letter import LetterSolution
from rope_theory.core.tasks.number import NumberSolution
from rope_theory.core.tasks.tokens import Number, Pair
from rope_theory.core.tasks.vocabulary import vocabulary

PUBLISHED_TOTAL = 480_000
PUBLISHED_FRACTIONS = (Fraction(9, 10), Fraction(1, 200), Fraction(19, 200))


def split(
    total: int = PUBLISHED_TOTAL, fractions: Iterable[Fraction | str | float] = PUBLISHED_FRACTIONS
) -> tuple[int, ...]:
    """Whole counts of sum `total`, within one of each fraction of it; the largest remainders are rounded up.

    Args:
        total: at least 0.
        fractions: at least 0, of sum exactly 1 (a float counts as the decimal it prints).

    Raises:
        InvalidInput: a bad total or fraction, or a sum other than 1.

    Source: U26, the published set: 90 % training, 0.5 % validation, 9.5 % test.

    Example:
        >>> split()
        (432000, 2400, 45600)
    """
    total = require_int("total", total, least=0)
    exact = []
    for given in fractions:
        try:
            exact.append(Fraction(str(given)))
        except (ValueError, ZeroDivisionError):
            raise InvalidInput("fractions", "must be finite numbers", given) from None
        require(exact[-1] >= 0, "fractions", "must be at least 0", given)
    require(sum(exact) == 1, "fractions", "must have sum 1", sum(exact))
    counts = [int(total * share) for share in exact]
    by_remainder = sorted(range(len(exact)), key=lambda k: counts[k] - total * exact[k])
    for k in by_remainder[: total - sum(counts)]:
        counts[k] += 1
    return tuple(counts)


def _hop_counts(hops: Iterable[int], most: int, why: str) -> tuple[int, ...]:
    require(isinstance(hops, Iterable), "hops", "must be a sequence of integers", hops)
    counts = tuple(require_int("hops", h, least=1) for h in hops)
    require(len(counts) > 0, "hops", "must not be empty", counts)
    require(len(set(counts)) == len(counts), "hops", "must not repeat a number", counts)
    require(max(counts) <= most, "hops", f"must be at most {most} ({why})", max(counts))
    return counts


def generate_number(
    seed: int,
    count: int,
    *,
    length_letters: int = 8,
    length_integers: int = 9,
    hops: Iterable[int] = (1, 2, 3, 4),
    letters: int = 120,
    integers: int = 16,
    stay_inside: bool = False,
) -> Iterator[tuple[tuple[Number, ...], NumberSolution]]:
    """Yield `count` valid number-task inputs with their solutions; the last integer is the query.

    Args:
        seed: any integer; the stream depends on it and on the other arguments except `count`.
        count: at least 0.
        length_letters, length_integers: at least 1 each; the sequence has their sum as length.
        hops: the hop counts, in equal parts; at most length_integers.
        letters: size of the vocabulary, at least 1.
        integers: the largest integer, at least 1.
        stay_inside: True makes integers off the path, too, point to a position of the sequence.

    Raises:
        InvalidInput: at the call, not at the first item. Also where a hop count can reach no letter.

    Source: U26, the number task and its published set.

    Example:
        >>> for sequence, solution in generate_number(0, 2, length_letters=3, length_integers=4, hops=(1, 3)):
        ...     print(sequence[solution.path[-1] - 1] == solution.answer, len(sequence))
        True 7
        True 7
    """
    seed, count = require_int("seed", seed), require_int("count", count, least=0)
    n1 = require_int("length_letters", length_letters, least=1)
    n2 = require_int("length_integers", length_integers, least=1)
    hop_counts = _hop_counts(hops, n2, "each hop starts at another integer")
    names, numbers = vocabulary(letters, require_int("integers", integers, least=1))
    longest = len(numbers)
    paths = HopPaths(n1, n2, longest, max(hop_counts))
    ends = {h: [p for p in range(1, n1 + 1) if paths.count(h, p)] for h in hop_counts}
    for h in hop_counts:
        rule = f"must lead from position {n1 + n2} to one of the first {n1} by steps of at most {longest}"
        require(len(ends[h]) > 0, "hops", rule, h)
    rng = Random(seed)

    def stream() -> Iterator[tuple[tuple[Number, ...], NumberSolution]]:
        hop_deck = Deck(hop_counts, rng)
        positions = {h: Deck(ends[h], rng) for h in hop_counts}
        values = {h: Deck(names, rng) for h in hop_counts}
        for _ in range(count):
            h = hop_deck.deal()
            path = paths.draw(h, positions[h].deal(), rng)
            sequence: list[Number] = rng.choices(names, k=n1)
            for position in range(n1 + 1, n1 + n2 + 1):
                most = min(longest, position - 1) if stay_inside else longest
                sequence.append(rng.randrange(most) + 1)
            for start, end in pairwise(path):
                sequence[start - 1] = start - end
            answer = sequence[path[-1] - 1] = values[h].deal()
            yield tuple(sequence), NumberSolution(answer, path, h)

    return stream()


def generate_letter(
    seed: int,
    count: int,
    *,
    n_bound: int = 8,
    n_pairs: int = 8,
    hops: Iterable[int] = (1, 2, 3, 4),
    letters: int = 8,
    integers: int = 8,
) -> Iterator[tuple[tuple[Pair, ...], LetterSolution]]:
    """Yield `count` letter-task inputs, valid in both readings and proper, with their solutions.

    Args:
        seed: any integer; the stream depends on it and on the other arguments except `count`.
        count: at least 0.
        n_bound: the number of letter-integer pairs, at least 1.
        n_pairs: the number of letter pairs before the query (one more), at least max(hops) − 1.
        hops: the hop counts, in equal parts; at most letters − 1, since the letters of a path differ.
        letters: size of the vocabulary, 2 to 52.
        integers: the largest integer, at least 1.

    Raises:
        InvalidInput: at the call, not at the first item.

    Source: U26, the letter task and its published set.

    Example:
        >>> from rope_theory.core.tasks import improper, solve_letter
        >>> for sequence, solution in generate_letter(0, 3):
        ...     print(len(sequence), improper(sequence), solve_letter(sequence) == solution)
        17 None True
        17 None True
        17 None True
    """
    seed, count = require_int("seed", seed), require_int("count", count, least=0)
    n_bound = require_int("n_bound", n_bound, least=1)
    n_pairs = require_int("n_pairs", n_pairs, least=0)
    names, numbers = vocabulary(
        require_int("letters", letters, least=2), require_int("integers", integers, least=1), single=True
    )
    hop_counts = _hop_counts(hops, len(names) - 1, "one less than the letters: those of a path differ")
    least = max(hop_counts) - 1
    require(n_pairs >= least, "n_pairs", f"must be at least {least}, the most hops less one", n_pairs)
    rng = Random(seed)
    answers = [Pair(name, number) for name in names for number in numbers]

    def stream() -> Iterator[tuple[tuple[Pair, ...], LetterSolution]]:
        hop_deck = Deck(hop_counts, rng)
        positions = {h: Deck(range(n_bound), rng) for h in hop_counts}
        values = {h: Deck(answers, rng) for h in hop_counts}
        for _ in range(count):
            h = hop_deck.deal()
            answer, target = values[h].deal(), positions[h].deal()
            # The letters of the path in the order of the sequence, the answer's first; then all others.
            others = [name for name in names if name != answer.left]
            rng.shuffle(others)
            chain, free = [answer.left, *others[: h - 1]], others[h - 1 :]
            writer = ProperWriter(rng)
            for position in range(n_bound):
                other = Pair(rng.choice(free), rng.choice(numbers))
                writer.add(answer if position == target else other)
            _write_letter_pairs(writer, rng, chain, free, n_pairs)
            writer.add(Pair(rng.choice(free), chain[-1]))
            tokens = tuple(writer.tokens)
            steps = [next(p for p, t in enumerate(tokens, 1) if t.left == name) for name in reversed(chain)]
            yield tokens, LetterSolution(answer, (len(tokens), *steps), h)

    return stream()


def _write_letter_pairs(writer: ProperWriter, rng: Random, chain: list[str], free: list[str], n_pairs: int) -> None:
    """Append n_pairs letter pairs that fit, the path's own among them in the order of the chain."""
    follows = {left: right for right, left in pairwise(chain)}
    on_path = {left: Pair(left, right) for left, right in follows.items()}
    due = dict(zip(sorted(rng.sample(range(n_pairs), len(on_path))), on_path.values(), strict=True))
    left_letters = free + list(on_path)
    for position in range(n_pairs):
        pair = due.get(position)
        while pair is None:
            left = rng.choice(left_letters)
            if left not in on_path:
                pair = writer.letter_pair(left)  # never None: the answer's letter always has one token
            elif writer.names_one(follows[left]):
                pair = on_path[left]
        writer.add(pair)
