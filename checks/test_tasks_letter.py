"""The letter task: two readings of validity, properness, f_LET = [Retrieval^h]_n on whole small domains."""

from functools import partial

import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.core.tasks import (
    all_letter_inputs,
    format_tokens,
    improper,
    invalid_letter,
    listing1_retrieval,
    parse_letter,
    retrieval_function,
    solve_letter,
)

FIGURE_1 = parse_letter("C2 B1 A3 FA EC DE HF GD IG")
READINGS = ("all", "earlier")
# letters, largest integer, longest sequence: with 4 letters a hop can go to a later position
DOMAINS = [(2, 2, 5), (3, 1, 5), (4, 1, 4)]
LOOSE = {ties: partial(retrieval_function, strict=False, ties=ties) for ties in ("first", "last")}


def iterate(function, times, sequence):
    for _ in range(times):
        sequence = tuple(function(sequence))
    return sequence


@pytest.fixture(scope="module")
def shaped():
    """Every sequence of the letter task's shape in the domains, with its properness and validity."""
    rows = []
    for letters, integers, longest in DOMAINS:
        for n in range(2, longest + 1):
            for n1 in range(1, n):
                for s in all_letter_inputs(letters, integers, n1, n - n1, visible=None):
                    rows.append((s, improper(s) is None, *(invalid_letter(s, r) is None for r in READINGS)))
    return rows


def test_figure_1_answers_c2_after_four_hops_in_both_readings():
    for visible in READINGS:
        answer, path, hops = solve_letter(FIGURE_1, visible)
        assert (str(answer), path, hops) == ("C2", (9, 8, 6, 5, 1), 4)
    assert improper(FIGURE_1) is None


def test_both_readings_agree_on_the_whole_solution_where_both_are_valid(shaped):
    both = [s for s, _, in_all, in_earlier in shaped if in_all and in_earlier]
    assert len(both) > 1000
    for s in both:
        assert solve_letter(s, "all") == solve_letter(s, "earlier"), format_tokens(s)


def test_neither_reading_implies_the_other(shaped):
    only_all = [s for s, _, in_all, in_earlier in shaped if in_all and not in_earlier]
    only_earlier = [s for s, _, in_all, in_earlier in shaped if in_earlier and not in_all]
    assert parse_letter("A1 BC CA DB") in only_all and min(map(len, only_all)) == 4
    assert parse_letter("A1 BA AB") in only_earlier and min(map(len, only_earlier)) == 3


def test_proper_input_is_valid_for_earlier_unless_its_path_meets_a_pair_that_names_itself(shaped):
    invalid = [s for s, proper, _, in_earlier in shaped if proper and not in_earlier]
    assert (first := parse_letter("A1 BB")) in invalid and invalid_letter(first, "earlier")
    for s in invalid:
        stays = iterate(retrieval_function, len(s), s)[-1]
        assert stays.left == stays.right, format_tokens(s)
        assert "comes back" in invalid_letter(s, "earlier")


def test_valid_inputs_may_be_improper_from_length_three_on(shaped):
    both = [s for s, proper, in_all, in_earlier in shaped if in_all and in_earlier and not proper]
    assert parse_letter("A1 BC BA") in both and min(map(len, both)) == 3
    # Two letters need one token more.
    two_letters = [s for s in both if {part for token in s for part in token} <= {"A", "B", 1}]
    assert min(map(len, two_letters)) == 4 and parse_letter("A1 BA BB BA") in two_letters


def test_properness_survives_every_pass_on_letter_task_inputs(shaped):
    count = 0
    for s, proper, _, _ in shaped:
        if proper:
            count += 1
            for _ in range(len(s)):
                s = retrieval_function(s)  # refuses improper sequences
    assert count > 1000


def test_f_let_is_retrieval_repeated_on_every_proper_valid_input(shaped):
    count = 0
    for s, proper, in_all, in_earlier in shaped:
        for visible, valid in zip(READINGS, (in_all, in_earlier), strict=True):
            if proper and valid:
                answer, _, hops = solve_letter(s, visible)
                assert iterate(retrieval_function, hops, s)[-1] == answer, format_tokens(s)
                assert iterate(retrieval_function, hops + 2, s)[-1] == answer  # ℓ ≥ h
                assert iterate(listing1_retrieval, hops, s)[-1] == answer
                not_yet = iterate(retrieval_function, hops - 1, s)[-1]
                assert isinstance(not_yet.right, str), format_tokens(s)
                count += 1
    assert count > 1000


@pytest.mark.parametrize("ties", LOOSE)
def test_improper_input_is_still_answered_when_both_readings_are_valid(shaped, ties):
    improper_ones = [s for s, proper, in_all, in_earlier in shaped if in_all and in_earlier and not proper]
    assert len(improper_ones) > 1000
    for s in improper_ones:
        answer, _, hops = solve_letter(s)
        assert iterate(LOOSE[ties], hops, s)[-1] == answer, format_tokens(s)


def test_improper_input_valid_in_one_reading_only_can_be_answered_wrong():
    s = parse_letter("A1 BC CA DB")  # valid for "all": the path hops forward, and no causal pass can
    assert str(solve_letter(s, "all").answer) == "A1"
    assert str(iterate(LOOSE["first"], 3, s)[-1]) == "BC" == str(iterate(LOOSE["last"], 3, s)[-1])
    s = parse_letter("A1 BA AZ CB")  # valid for "earlier": AZ is out of sight from BA, but not from CB's position
    assert str(solve_letter(s, "earlier").answer) == "A1"
    assert str(iterate(LOOSE["first"], 2, s)[-1]) == "A1"
    assert str(iterate(LOOSE["last"], 2, s)[-1]) == "AZ"


@pytest.mark.parametrize(
    "text, visible, reason",
    [
        ("AB A1", "all", "there is no letter-integer pair at position 1"),
        ("A1", "all", "the last token A1 is no letter pair"),
        ("A1 BA C1 DB", "all", "the letter-integer pair C1 at position 3 stands after a letter pair"),
        ("A1 BC", "all", "the path asks for left letter C, which no token has"),
        ("A1 A2 BA", "all", "the path asks for left letter A, which two tokens have: A1 and A2"),
        ("A1 BA AB", "all", "the path asks for left letter A, which two tokens have: A1 and AB"),
        ("A1 BC CB", "all", "the path comes back to CB"),
        ("A1 BC CA DB", "earlier", "the path asks for left letter C, which no token up to position 2 has"),
        ("A1 BB", "earlier", "the path comes back to BB"),
        # CB has two copies, and the first does not find BA yet: the path is not well defined
        (
            "A1 CB BA CB DC",
            "earlier",
            "the path asks for left letter B, which no token up to position 2 has",
        ),
        # BA has two copies, and the second no longer finds one token: the path is not unique
        (
            "A1 BA AB BA CB",
            "earlier",
            "the path asks for left letter A, which two tokens up to position 4 have: A1 and AB",
        ),
    ],
)
def test_invalid_letter_says_what_is_wrong(text, visible, reason):
    assert invalid_letter(parse_letter(text), visible) == reason
    with pytest.raises(InvalidInput, match="sequence must be a letter-task input"):
        solve_letter(parse_letter(text), visible)


def test_copies_of_a_token_leave_the_path_unique():
    s = parse_letter("A1 A1 BA BA CB")
    assert solve_letter(s).path == (5, 3, 1) and invalid_letter(s, "earlier") is None


def test_invalid_letter_looks_up_the_vocabulary_and_bad_tokens():
    assert invalid_letter(FIGURE_1, letters=9, integers=3) is None
    assert invalid_letter(FIGURE_1, letters=8) == "the letter I of IG at position 9 is not in the vocabulary"
    assert invalid_letter(FIGURE_1, integers=2) == "the integer 3 of A3 at position 3 is not in the vocabulary"
    assert "position 2" in invalid_letter([("A", 1), ("B", 0)])
    assert invalid_letter([]) == "sequence must not be empty, got []"


def test_unknown_reading_is_refused():
    for function in (invalid_letter, solve_letter):
        with pytest.raises(InvalidInput, match="visible must be one of all, earlier, got 'later'"):
            function(FIGURE_1, "later")
    with pytest.raises(InvalidInput, match="visible must be one of all, earlier, None, got 'later'"):
        all_letter_inputs(2, 1, 1, 1, visible="later")
