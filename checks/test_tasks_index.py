"""Index: the definition, its three readings outside the sequence, and Listing 1."""

from itertools import product

import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.core.tasks import generate_index, index_function, index_query, listing1_index


def sequences(letters, largest, lengths):
    tokens = [*letters, *range(1, largest + 1)]
    return (s for n in lengths for s in product(tokens, repeat=n))


def test_index_is_its_definition_on_every_small_sequence():
    for s in sequences("AB", 4, range(1, 6)):
        for j, out in enumerate(index_function(s), 1):
            points_at = s[j - s[j - 1] - 1] if isinstance(s[j - 1], int) and j - s[j - 1] >= 1 else None
            assert out == (points_at if isinstance(points_at, str) else s[j - 1]), (s, j)


def test_index_reads_the_input_and_not_its_own_output():
    assert index_function(("A", 1, 1)) == ("A", "A", 1)  # in place, the last would become A too


def test_listing1_is_the_wrapping_reading_wherever_it_runs():
    wrapped = failed = 0
    for s in sequences("AB", 5, range(1, 5)):
        try:
            listed = tuple(listing1_index(s))
        except IndexError:
            failed += 1
            with pytest.raises(InvalidInput):
                index_function(s, "wrap")
        else:
            assert listed == index_function(s, "wrap"), s
            wrapped += listed != index_function(s)
    assert wrapped > 0 and failed > 0


def test_listing1_differs_from_keep_on_an_integer_that_wraps_round_to_a_letter():
    different = [s for s in sequences("A", 1, (1, 2)) if tuple(listing1_index(s)) != index_function(s)]
    assert different == [(1, "A")]


def test_listing1_never_fails_on_the_papers_domain_of_length_above_the_largest_integer():
    for n in range(2, 6):
        for s in sequences("A", n - 1, (n,)):
            listing1_index(s)
    with pytest.raises(IndexError):
        listing1_index((2,))


def test_listing1_agrees_with_keep_when_no_integer_points_before_the_start():
    for s in sequences("AB", 3, range(1, 6)):
        if all(isinstance(t, str) or t < j for j, t in enumerate(s, 1)):
            assert tuple(listing1_index(s)) == index_function(s) == index_function(s, "error")


@pytest.mark.parametrize("sequence, position, integer", [((1, "A"), 1, 1), (("A", 2), 2, 2), (("A", 7), 2, 7)])
def test_error_reading_names_position_and_integer(sequence, position, integer):
    with pytest.raises(InvalidInput, match=f"at position {position}, got {integer}$"):
        index_function(sequence, "error")


def test_integer_on_integer_stays():
    assert index_function(("A", 1, 1, 3)) == ("A", "A", 1, "A")


def test_unknown_reading_is_refused():
    with pytest.raises(InvalidInput, match="out_of_range must be one of keep, wrap, error, got 'drop'"):
        index_function(("A", 1), "drop")


def test_index_query_answers_the_symbol_at_the_position():
    assert [index_query("C B A".split(), p) for p in (1, 2, 3)] == ["C", "B", "A"]


@pytest.mark.parametrize("p", [0, 4, -1, 1.0, True, float("nan"), None])
def test_index_query_refuses_positions_outside(p):
    with pytest.raises(InvalidInput, match="^p must be"):
        index_query(("C", "B", "A"), p)


def test_index_query_refuses_integers_among_symbols():
    with pytest.raises(InvalidInput, match="symbols must hold a letter at position 2"):
        index_query(("C", 1), 1)


@pytest.mark.parametrize("stay_inside", [False, True])
def test_generate_index_yields_index_and_covers_the_domain(stay_inside):
    seen = set()
    for s, image in generate_index(3, 4000, length=3, letters=2, integers=2, stay_inside=stay_inside):
        assert image == index_function(s)
        seen.add(s)
    domain = set(sequences("AB", 2, (3,)))
    if stay_inside:
        domain = {s for s in domain if all(isinstance(t, str) or t < j for j, t in enumerate(s, 1))}
    assert seen == domain
