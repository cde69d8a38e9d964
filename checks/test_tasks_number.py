"""The number task: validity, the solution, and f_NUM = [Index^h]_n on whole small domains."""

from itertools import pairwise, product

import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.core.tasks import (
    all_number_inputs,
    index_function,
    invalid_number,
    listing1_index,
    parse_number,
    solve_number,
)

FIGURE_1 = parse_number("C B A 1 4 1 3 2 1")


def iterate(function, times, sequence):
    for _ in range(times):
        sequence = function(sequence)
    return sequence


def small_inputs():
    for n1, n2 in product((1, 2, 3), (1, 2, 3, 4)):
        yield from all_number_inputs(2, 4, n1, n2)


def test_figure_1_answers_c_after_four_hops():
    assert solve_number(FIGURE_1) == ("C", (9, 8, 6, 5, 1), 4)


def test_solution_formula_as_printed_fails_on_figure_1():
    # u26.number-solution answers s_{n2 − j + 1} with j the last integer of the path; n1 = 3, n2 = 6, j = 4.
    solution = solve_number(FIGURE_1)
    n1, n2, last = 3, 6, FIGURE_1[solution.path[-2] - 1]
    assert n1 - last + 1 not in range(1, n1 + 1)  # what the statement assumes
    assert FIGURE_1[n2 - last + 1 - 1] == "A" != solution.answer


def test_path_follows_the_integers_and_ends_on_the_answer():
    count = 0
    for s in small_inputs():
        answer, path, hops = solve_number(s)
        assert path[0] == len(s) and hops == len(path) - 1 >= 1
        assert all(s[p - 1] == p - q for p, q in pairwise(path)) and s[path[-1] - 1] == answer
        count += 1
    assert count > 1000


@pytest.mark.parametrize("reading", ["keep", "wrap", "listing 1"])
def test_f_num_is_index_repeated_for_hops_and_longer(reading):
    outside = 0
    for s in small_inputs():
        answer, _, hops = solve_number(s)
        try:
            if reading == "listing 1":
                image = iterate(lambda t: tuple(listing1_index(t)), hops, s)
            else:
                image = iterate(lambda t: index_function(t, reading), hops, s)
        except (InvalidInput, IndexError):  # wrapping falls out of the sequence altogether
            assert reading != "keep"
            continue
        assert image[-1] == answer, s
        assert iterate(index_function, hops + 2, s)[-1] == answer  # ℓ ≥ h: more passes change nothing
        outside += any(isinstance(t, int) and t >= p for p, t in enumerate(s, 1))
    assert outside > 0  # inputs with integers that point before the start were among them


def test_f_num_needs_every_pass():
    for s in small_inputs():
        answer, _, hops = solve_number(s)
        assert isinstance(iterate(index_function, hops - 1, s)[-1], int), s


def test_valid_inputs_are_exactly_those_whose_path_meets_a_letter():
    for n1, n2 in product((1, 2), (1, 2, 3)):
        valid = set(all_number_inputs("A", 4, n1, n2))
        for s in product("A", repeat=n1):
            for integers in product(range(1, 5), repeat=n2):
                tokens, position = s + integers, n1 + n2
                while position > n1:
                    position -= tokens[position - 1]
                assert (tokens in valid) == (position >= 1)


@pytest.mark.parametrize(
    "sequence, reason",
    [
        ((1, 1), "there is no letter at position 1"),
        ((1, "A", 1), "there is no letter at position 1"),
        (("A", "B"), "the last token B is no integer"),
        (("A", 1, "B", 1), "the letter B at position 3 stands after an integer"),
        (("A", 2), "the integer 2 at position 2 of the path points before the start"),
        (("A", 3, 1), "the integer 3 at position 2 of the path points before the start"),
        ((), "sequence must not be empty, got ()"),
        (("A", 1.5), "sequence must hold a letter or an integer of at least 1 at position 2, got 1.5"),
    ],
)
def test_invalid_number_says_what_is_wrong(sequence, reason):
    assert invalid_number(sequence) == reason
    with pytest.raises(InvalidInput):
        solve_number(sequence)


def test_integer_off_the_path_may_point_before_the_start():
    assert solve_number(("A", 9, 2)) == ("A", (3, 1), 1)


def test_invalid_number_looks_up_the_vocabulary():
    assert invalid_number(FIGURE_1, letters=3, integers=4) is None
    assert invalid_number(FIGURE_1, letters="AB") == "the letter C at position 1 is not in the vocabulary"
    assert invalid_number(FIGURE_1, integers=3) == "the integer 4 at position 5 is not in the vocabulary"
    with pytest.raises(InvalidInput, match="letters must be at least 1"):
        invalid_number(FIGURE_1, letters=0)
