"""The generators of the number and letter tasks: validity, balance, coverage, seeds, impossible requests."""

from collections import Counter
from itertools import islice

import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.core.tasks import (
    all_letter_inputs,
    all_number_inputs,
    generate_binding,
    generate_index,
    generate_induction,
    generate_letter,
    generate_number,
    generate_retrieval,
    improper,
    invalid_letter,
    invalid_number,
    solve_letter,
    solve_number,
    split,
)

GENERATORS = (
    generate_number,
    generate_letter,
    generate_index,
    generate_retrieval,
    generate_binding,
    generate_induction,
)


def spread(counts, classes):
    """Largest minus smallest count over all classes, absent ones included."""
    assert len(counts) <= classes
    return max(counts.values()) - (min(counts.values()) if len(counts) == classes else 0)


@pytest.fixture(scope="module")
def number_set():
    return list(generate_number(2026, 4 * 960 + 3))


@pytest.fixture(scope="module")
def letter_set():
    return list(generate_letter(2026, 4 * 960 + 3))


def test_number_sequences_are_valid_and_carry_the_oracles_solution(number_set):
    for s, solution in number_set:
        assert len(s) == 17 and invalid_number(s, letters=120, integers=16) is None
        assert [isinstance(t, str) for t in s] == [True] * 8 + [False] * 9
        assert solve_number(s) == solution


def test_letter_sequences_are_proper_and_valid_in_both_readings(letter_set):
    for s, solution in letter_set:
        assert len(s) == 17 and improper(s) is None
        assert [isinstance(t.right, int) for t in s] == [True] * 8 + [False] * 9
        for visible in ("all", "earlier"):
            assert invalid_letter(s, visible, letters=8, integers=8) is None
            assert solve_letter(s, visible) == solution
        assert s.count(solution.answer) == 1


@pytest.mark.parametrize("task, values", [("number_set", 120), ("letter_set", 64)])
def test_hops_values_and_positions_are_balanced_to_within_one(task, values, request):
    data = request.getfixturevalue(task)
    for beginning in (data, data[:777]):
        hops = Counter(solution.hops for _, solution in beginning)
        assert sorted(hops) == [1, 2, 3, 4] and spread(hops, 4) <= 1
        for h in hops:
            own = [solution for _, solution in beginning if solution.hops == h]
            assert spread(Counter(solution.path[-1] for solution in own), 8) <= 1
            assert spread(Counter(solution.answer for solution in own), values) <= 1


def test_every_valid_number_sequence_of_a_small_domain_is_generated():
    shape = dict(length_letters=2, length_integers=2, hops=(1, 2), letters=2, integers=3)
    assert {s for s, _ in generate_number(1, 5000, **shape)} == set(all_number_inputs(2, 3, 2, 2))


def test_paths_of_the_number_task_are_uniform_for_their_end():
    # 3 hops from 7 to position 1 with steps up to 5: the ways are counted by hand as 7 > q > r > 1, r ≤ 6.
    shape = dict(length_letters=1, length_integers=6, hops=(3,), integers=5)
    paths = Counter(solution.path for _, solution in generate_number(4, 6000, **shape))
    possible = {(7, q, r, 1) for q in range(3, 7) for r in range(2, q)}
    assert set(paths) == possible
    expected = 6000 / len(possible)
    assert all(abs(count - expected) < 6 * expected**0.5 for count in paths.values())


def test_every_proper_valid_letter_sequence_with_one_answer_is_generated():
    generated = generate_letter(1, 30000, n_bound=2, n_pairs=2, hops=(1, 2), letters=3, integers=1)
    seen = {s for s, _ in generated}
    wanted = set()
    for s in all_letter_inputs(3, 1, 2, 3):
        if improper(s) is None and invalid_letter(s, "earlier") is None:
            solution = solve_letter(s)
            if solution.hops <= 2 and s.count(solution.answer) == 1:
                wanted.add(s)
    assert len(wanted) > 100 and seen == wanted


def test_stay_inside_keeps_integers_off_the_path_within_the_sequence():
    def outside(stay_inside):
        data = generate_number(6, 500, length_letters=2, length_integers=4, stay_inside=stay_inside)
        return sum(isinstance(t, int) and t >= p for s, _ in data for p, t in enumerate(s, 1))

    assert outside(True) == 0 < outside(False)


@pytest.mark.parametrize(
    "arguments",
    [
        dict(length_letters=1, length_integers=1, hops=(1,), letters=1, integers=1),
        dict(length_letters=3, length_integers=60, hops=(1, 10, 60), letters=700, integers=62),
        dict(length_letters=40, length_integers=30, hops=(20, 8), letters=30, integers=4),
        dict(length_letters=1, length_integers=400, hops=(400, 200), letters=2, integers=400),
    ],
)
def test_number_task_of_other_shapes(arguments):
    for s, solution in generate_number(9, 40, **arguments):
        assert solve_number(s) == solution
        assert invalid_number(s, letters=arguments["letters"], integers=arguments["integers"]) is None


@pytest.mark.parametrize(
    "arguments",
    [
        dict(n_bound=1, n_pairs=0, hops=(1,), letters=2, integers=1),
        dict(n_bound=1, n_pairs=3, hops=(4,), letters=5, integers=1),
        dict(n_bound=8, n_pairs=8, hops=(7,), letters=8, integers=8),
        dict(n_bound=30, n_pairs=70, hops=(1, 51), letters=52, integers=300),
        dict(n_bound=3, n_pairs=200, hops=(2, 3), letters=4, integers=2),
    ],
)
def test_letter_task_of_other_shapes(arguments):
    for s, solution in generate_letter(9, 40, **arguments):
        assert improper(s) is None
        assert solve_letter(s, "all") == solve_letter(s, "earlier") == solution
        assert invalid_letter(s, letters=arguments["letters"], integers=arguments["integers"]) is None


@pytest.mark.parametrize(
    "generate, arguments, argument",
    [
        (generate_number, dict(hops=(10,)), "hops"),
        (generate_number, dict(hops=(1,), integers=8), "hops"),  # from 17 no step of 8 reaches a letter
        (generate_number, dict(hops=()), "hops"),
        (generate_number, dict(hops=(0, 1)), "hops"),
        (generate_number, dict(hops=(1, 1)), "hops"),
        (generate_number, dict(hops=3), "hops"),
        (generate_number, dict(hops=(1.5,)), "hops"),
        (generate_number, dict(length_letters=0), "length_letters"),
        (generate_number, dict(length_integers=0), "length_integers"),
        (generate_number, dict(letters=0), "letters"),
        (generate_number, dict(integers=float("inf")), "integers"),
        (generate_letter, dict(hops=(8,)), "hops"),  # 8 letters, and a path of 8 hops has 9
        (generate_letter, dict(n_pairs=2), "n_pairs"),
        (generate_letter, dict(n_bound=0), "n_bound"),
        (generate_letter, dict(letters=53), "letters"),
        (generate_letter, dict(letters=1, hops=(1,)), "letters"),
        (generate_index, dict(length=0), "length"),
        (generate_retrieval, dict(letters=float("nan")), "letters"),
        (generate_binding, dict(n_pairs=9, symbols=8), "symbols"),
        (generate_binding, dict(attributes=0), "attributes"),
        (generate_induction, dict(symbols=1), "symbols"),
    ],
)
def test_impossible_request_is_refused_at_the_call(generate, arguments, argument):
    with pytest.raises(InvalidInput, match=f"^{argument} must"):
        generate(0, 5, **arguments)


@pytest.mark.parametrize("generate", GENERATORS)
def test_bad_seed_or_count_is_refused_at_the_call(generate):
    with pytest.raises(InvalidInput, match="^seed must"):
        generate("x", 5)
    with pytest.raises(InvalidInput, match="^count must be at least 0, got -1"):
        generate(0, -1)


@pytest.mark.parametrize("generate", GENERATORS)
def test_stream_is_fixed_by_its_seed_and_lazy(generate):
    short = list(generate(11, 20))
    assert len(short) == 20 and list(generate(11, 0)) == []
    assert list(islice(generate(11, 10**15), 20)) == short
    assert list(generate(12, 20)) != short


def test_split_gives_the_published_counts():
    assert split() == (432_000, 2_400, 45_600)
    assert split(480_000, (0.9, 0.005, 0.095)) == (432_000, 2_400, 45_600)


def test_split_adds_up_and_stays_within_one():
    for total in range(50):
        counts = split(total, ("1/3", "1/3", "1/3"))
        assert sum(counts) == total and max(counts) - min(counts) <= 1
    assert split(3, (1,)) == (3,)


@pytest.mark.parametrize(
    "total, fractions, argument",
    [
        (-1, (1,), "total"),
        (1.5, (1,), "total"),
        (10, (0.5, 0.4), "fractions"),
        (10, (), "fractions"),
        (10, (1.5, -0.5), "fractions"),
        (10, (float("nan"),), "fractions"),
        (10, (float("inf"),), "fractions"),
        (10, ("1/0",), "fractions"),
    ],
)
def test_split_refuses_what_is_no_split(total, fractions, argument):
    with pytest.raises(InvalidInput, match=f"^{argument} must"):
        split(total, fractions)
