"""The generators: the bounds of every argument and every default as documented, and the whole support on small shapes."""

from itertools import chain, product
from random import Random

import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.core.tasks import (
    Pair,
    all_number_inputs,
    all_proper,
    generate_binding,
    generate_index,
    generate_induction,
    generate_letter,
    generate_number,
    generate_retrieval,
    index_function,
    pair_vocabulary,
    split,
)
from rope_theory.core.tasks.decks import Deck, HopPaths, ProperWriter

#: Argument by argument: what makes it free, the least and the largest value (None: no limit).
BOUNDS = [
    (generate_number, "count", {}, 0, None),
    (generate_number, "length_letters", {"hops": (1,)}, 1, None),
    (generate_number, "length_integers", {"hops": (1,)}, 1, 16),  # one hop from the query must reach a letter
    (generate_number, "letters", {}, 1, None),
    (generate_number, "integers", {"length_integers": 1, "hops": (1,)}, 1, None),
    (generate_letter, "count", {}, 0, None),
    (generate_letter, "n_bound", {}, 1, None),
    (generate_letter, "n_pairs", {}, 3, None),  # one less than the hops
    (generate_letter, "n_pairs", {"hops": (1,)}, 0, None),
    (generate_letter, "letters", {"hops": (1,)}, 2, 52),
    (generate_letter, "letters", {"hops": (4, 2)}, 5, 52),
    (generate_letter, "integers", {}, 1, None),
    (generate_index, "count", {}, 0, None),
    (generate_index, "length", {}, 1, None),
    (generate_index, "letters", {}, 1, None),
    (generate_index, "integers", {}, 1, None),
    (generate_retrieval, "count", {}, 0, None),
    (generate_retrieval, "length", {}, 1, None),
    (generate_retrieval, "letters", {}, 1, 52),
    (generate_retrieval, "integers", {}, 1, None),
    (generate_binding, "count", {}, 0, None),
    (generate_binding, "n_pairs", {}, 1, 26),
    (generate_binding, "n_pairs", {"distinct": False}, 1, None),
    (generate_binding, "symbols", {}, 8, 52),
    (generate_binding, "symbols", {"distinct": False}, 1, 52),
    (generate_binding, "attributes", {}, 1, None),
    (generate_induction, "count", {}, 0, None),
    (generate_induction, "n_pairs", {}, 1, None),
    (generate_induction, "symbols", {}, 2, 52),
    (generate_induction, "symbols", {"n_pairs": 2}, 2, 52),
    (generate_induction, "symbols", {"n_pairs": 1}, 1, 52),
    (generate_induction, "attributes", {}, 1, None),
]


def stream(generate, count=3, **arguments):
    return list(generate(0, arguments.pop("count", count), **arguments))


@pytest.mark.parametrize("generate, argument, others, least, most", BOUNDS)
def test_an_argument_is_taken_within_its_bounds_and_refused_beyond(generate, argument, others, least, most):
    for value in (least, least + 1, most or least + 60):
        assert len(stream(generate, **{**others, argument: value})) == (value if argument == "count" else 3)
    for value in (least - 1, *([] if most is None else [most + 1])):
        with pytest.raises(InvalidInput) as refused:
            generate(0, **{"count": 1, **others, argument: value})
        assert refused.value.argument in (argument, "hops", "symbols")  # the last two: what does not fit to it


@pytest.mark.parametrize("hops, taken", [((1,), True), ((9,), True), ((10,), False), ((0,), False), ((2, 2), False)])
def test_the_hops_of_the_number_task_are_bounded_by_its_integers(hops, taken):
    if taken:
        assert {solution.hops for _, solution in stream(generate_number, hops=hops)} == set(hops)
    else:
        with pytest.raises(InvalidInput, match="^hops must"):
            generate_number(0, 1, hops=hops)


#: Of each generator with no argument given: the length, how many letters occur, and the largest integer.
DEFAULTS = [
    (generate_number, 17, 120, 16),
    (generate_letter, 17, 8, 8),
    (generate_index, 17, 120, 16),
    (generate_retrieval, 17, 8, 8),
    (generate_binding, 9, 26, 16),
    (generate_induction, 9, 4, 16),
]


@pytest.mark.parametrize("generate, length, letters, integers", DEFAULTS)
def test_defaults_are_the_documented_ones(generate, length, letters, integers):
    drawn = [sequence for sequence, _ in stream(generate, 400)]
    parts = set(chain.from_iterable(chain.from_iterable(t if isinstance(t, Pair) else [t] for t in s) for s in drawn))
    assert {len(sequence) for sequence in drawn} == {length}
    numbers = {part for part in parts if isinstance(part, int)}
    assert numbers == set(range(1, integers + 1)) and len(parts - numbers) == letters


def shape(sequence):
    """How many letters or letter-integer pairs come first, and how many tokens then."""
    first = sum(isinstance(t[-1] if isinstance(t, Pair) else t, str) != isinstance(t, Pair) for t in sequence)
    return first, len(sequence) - first


def test_the_default_shapes_are_eight_eight_and_the_query():
    for generate in (generate_number, generate_letter):
        drawn = stream(generate, 40)
        assert {shape(sequence) for sequence, _ in drawn} == {(8, 9)}
        assert {solution.hops for _, solution in drawn} == {1, 2, 3, 4}


def test_number_sequences_that_stay_inside_are_all_those_and_no_other():
    drawn = generate_number(
        1, 4000, length_letters=1, length_integers=3, hops=(1, 2, 3), letters=2, integers=4, stay_inside=True
    )
    wanted = {
        s
        for s in all_number_inputs(2, 4, 1, 3)
        if all(isinstance(t, str) or t <= p - 1 for p, t in enumerate(s, 1))
    }  # fmt: skip
    assert len(wanted) == 2 * 1 * 2 * 3 and {s for s, _ in drawn} == wanted


@pytest.mark.parametrize("stay_inside", (False, True))
def test_index_sequences_are_all_and_no_other(stay_inside):
    drawn = dict(generate_index(2, 6000, length=3, letters=2, integers=3, stay_inside=stay_inside))
    wanted = {
        s
        for s in product(("A", "B", 1, 2, 3), repeat=3)
        if not stay_inside or all(isinstance(t, str) or t < p for p, t in enumerate(s, 1))
    }
    assert set(drawn) == wanted and all(image == index_function(s) for s, image in drawn.items())


@pytest.mark.parametrize("generate", (generate_number, generate_index))
def test_integers_point_outside_unless_they_are_kept_inside(generate):
    def outside(**named):
        return sum(isinstance(t, int) and t >= p for s, _ in stream(generate, 100, **named) for p, t in enumerate(s, 1))

    assert outside() == outside(stay_inside=False) > 0 == outside(stay_inside=True)


def test_both_kinds_of_tokens_are_drawn_with_equal_chances():
    integers = sum(isinstance(t, int) for s, _ in generate_index(3, 600) for t in s)
    assert abs(integers / (600 * 17) - 0.5) < 0.03
    first = sum(isinstance(s[0].right, int) for s, _ in generate_retrieval(3, 3000, length=1, letters=1, integers=1))
    assert abs(first / 3000 - 0.5) < 0.06


def test_retrieval_sequences_are_all_the_proper_ones():
    drawn = {s for s, _ in generate_retrieval(5, 20000, length=3, letters=2, integers=1)}
    assert drawn == set(all_proper(chain.from_iterable(pair_vocabulary(2, 1)), 3))


@pytest.mark.parametrize("distinct", (True, False))
def test_binding_sequences_are_all_and_no_other(distinct):
    drawn = set(generate_binding(5, 6000, n_pairs=2, symbols=3, attributes=2, distinct=distinct))
    wanted = set()
    for (x, a), (y, b) in product(product("ABC", (1, 2)), repeat=2):
        if (x != y) if distinct else (x != y or a == b):
            wanted |= {((Pair(x, a), Pair(y, b), query), answer) for query, answer in ((x, a), (y, b))}
    assert drawn == wanted


@pytest.mark.parametrize("n_pairs, symbols", [(1, 1), (1, 2), (2, 2), (3, 2), (2, 3)])
def test_induction_sequences_are_all_and_no_other(n_pairs, symbols):
    letters = "ABC"[:symbols]
    drawn = set(generate_induction(6, 8000, n_pairs=n_pairs, symbols=symbols, attributes=2))
    wanted = set()
    for pairs in product([Pair(x, a) for x in letters for a in (1, 2)], repeat=n_pairs):
        for last in pairs:
            answer = [pair.right for pair in pairs if pair.left == last.left][-1]
            wanted.add(((*pairs, last.left), answer))
    assert drawn == wanted


def test_the_last_occurrence_in_induction_is_balanced():
    positions = [max(p for p, t in enumerate(s[:-1]) if t.left == s[-1]) for s, _ in generate_induction(7, 80)]
    assert sorted(positions) == [position for position in range(8) for _ in range(10)]


@pytest.mark.parametrize("total", (0, 1, 7, 100))
def test_split_rounds_the_largest_remainders_up(total):
    shares = (1, 2, 4)  # sevenths
    counts = [total * share // 7 for share in shares]
    order = sorted(range(3), key=lambda k: -(total * shares[k] % 7))
    for k in order[: total - sum(counts)]:
        counts[k] += 1
    assert split(total, ("1/7", "2/7", "4/7")) == tuple(counts)
    assert split(total, (0, 1)) == (0, total)


@pytest.mark.parametrize("n1, n2, longest", [(1, 1, 1), (2, 2, 3), (3, 3, 2), (1, 4, 2), (2, 4, 9), (4, 2, 1)])
def test_paths_are_counted_and_drawn_as_all_paths_are(n1, n2, longest):
    def all_paths(hops, position):
        between = product(range(n1 + 1, n1 + n2), repeat=hops - 1)
        paths = ((n1 + n2, *middle, position) for middle in between)
        return {p for p in paths if all(1 <= a - b <= longest for a, b in zip(p, p[1:], strict=False))}

    prepared = HopPaths(n1, n2, longest, n2)
    for hops, position in product(range(1, n2 + 1), range(1, n1 + 1)):
        wanted = all_paths(hops, position)
        assert prepared.count(hops, position) == HopPaths(n1, n2, longest, hops).count(hops, position) == len(wanted)
        drawn = [prepared.draw(hops, position, Random(seed)) for seed in range(60 if wanted else 0)]
        assert set(drawn) == wanted
        assert all(drawn.count(path) > 20 / len(wanted) for path in wanted)  # 60/len on average


def test_a_deck_deals_every_card_before_one_comes_again():
    deck = Deck((1, 2, 3, 4), Random(3))
    rounds = [[deck.deal() for _ in range(4)] for _ in range(40)]
    assert all(sorted(cards) == [1, 2, 3, 4] for cards in rounds) and len(set(map(tuple, rounds))) > 15


def test_a_proper_writer_offers_exactly_the_fitting_pairs():
    tokens = [Pair(left, right) for left in "AB" for right in ("A", "B", 1, 2)]
    for written in product(tokens, repeat=3):
        writer = ProperWriter(Random(0))
        for token in written:
            writer.add(token)
        assert writer.tokens == list(written)
        lone = {x: len({t for t in written if t.left == x}) == 1 for x in "ABC"}
        assert [writer.names_one(x) for x in "ABC"] == [lone[x] for x in "ABC"]
        for left in "ABC":
            fitting = {
                Pair(left, right)
                for right in "ABC"
                if len({t for t in (*written, Pair(left, right)) if t.left == right}) == 1
            }
            offered = {writer.letter_pair(left) for _ in range(25)}
            assert offered == (fitting or {None})
