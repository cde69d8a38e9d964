"""Reading and writing tokens, and vocabularies: what is accepted, and what an error names."""

import numpy as np
import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.core.tasks import (
    Pair,
    format_tokens,
    index_function,
    is_letter,
    letters,
    number_tokens,
    pair_tokens,
    pair_vocabulary,
    parse_binding,
    parse_letter,
    parse_number,
    single_letters,
    vocabulary,
)


@pytest.mark.parametrize(
    "parse, text",
    [
        (parse_number, "C B A 1 4 1 3 2 1"),
        (parse_number, "AA Z 120"),
        (parse_letter, "C2 B1 A3 FA EC DE HF GD IG"),
        (parse_letter, "c12 aB"),
        (parse_binding, "A1 B2 A3 A"),
        (parse_binding, "AX A"),
    ],
)
def test_format_tokens_inverts_parse(parse, text):
    assert format_tokens(parse(f"  {text}\n")) == text


@pytest.mark.parametrize(
    "bad", ["0", "-1", "+1", "1.5", "01", "1e3", "NaN", "nan", "inf", "-inf", "A1", "²", "٣", "1_0"]
)
def test_parse_number_names_position_and_token_of_bad_word(bad):
    with pytest.raises(InvalidInput) as caught:
        parse_number(f"A {bad} 1")
    assert caught.value.argument == "tokens" and caught.value.value == bad
    assert "position 2" in caught.value.rule


@pytest.mark.parametrize("bad", ["A", "1", "1A", "A0", "A-1", "A1.5", "ABC", "A01", "nan", "A²", "A1B"])
def test_parse_letter_names_position_and_token_of_bad_word(bad):
    with pytest.raises(InvalidInput) as caught:
        parse_letter(f"B1 {bad}")
    assert caught.value.argument == "tokens" and caught.value.value == bad
    assert "position 2" in caught.value.rule


@pytest.mark.parametrize("text, position", [("A1 AB", 2), ("A1 B", None), ("A1 1", 2), ("A B", 1), ("A1 inf", 2)])
def test_parse_binding_wants_pairs_then_one_symbol(text, position):
    if position is None:
        assert parse_binding(text) == (Pair("A", 1), "B")
    else:
        with pytest.raises(InvalidInput, match=f"position {position}"):
            parse_binding(text)


@pytest.mark.parametrize("parse", [parse_number, parse_letter, parse_binding])
@pytest.mark.parametrize("nothing", ["", "  \n", None, 3, ("A", 1)])
def test_parse_refuses_empty_text_and_what_is_no_text(parse, nothing):
    with pytest.raises(InvalidInput, match="^tokens must"):
        parse(nothing)


def test_parse_binding_wants_a_pair_before_the_query():
    with pytest.raises(InvalidInput, match="at least one pair"):
        parse_binding("A")


@pytest.mark.parametrize("bad", [0, -1, 1.5, 1.0, float("nan"), float("inf"), True, None, "", "1", "nan", ("A",), [1]])
def test_number_tokens_name_position_and_token(bad):
    with pytest.raises(InvalidInput, match="position 2") as caught:
        number_tokens(("A", bad))
    assert caught.value.value is bad


@pytest.mark.parametrize(
    "bad", ["A1", ("A", 0), ("AB", 1), ("A", "BC"), (1, "A"), ("A", 1.0), ("A", True), ("A", 1, 2), None]
)
def test_pair_tokens_name_position_and_token(bad):
    with pytest.raises(InvalidInput, match="position 2"):
        pair_tokens((("A", 1), bad))


@pytest.mark.parametrize("bad", [Pair("A", 1.0), Pair("A", True), Pair("AB", 1), Pair("A", "BC"), Pair("A", 0)])
def test_a_pair_is_judged_by_itself_and_not_by_an_equal_one_that_was_right(bad):
    assert pair_tokens([Pair("A", 1), Pair("A", "B")]) == (("A", 1), ("A", "B"))
    with pytest.raises(InvalidInput, match="position 1"):
        pair_tokens([bad])


@pytest.mark.parametrize("sequence", [(), [], "AB", b"AB", None, 5])
def test_empty_or_textual_sequence_is_refused(sequence):
    for function in (number_tokens, pair_tokens, index_function):
        with pytest.raises(InvalidInput, match="^sequence must"):
            function(sequence)


def test_foreign_integers_become_python_integers():
    assert type(number_tokens(["A", np.int64(2)])[1]) is int
    assert type(pair_tokens([("A", np.int32(2))])[0].right) is int
    with pytest.raises(InvalidInput):
        number_tokens(["A", np.array([1, 2])])


def test_letters_are_distinct_letters_even_beyond_nan_and_inf():
    names = letters(27 * 26 + 26**3)  # every name of up to three letters, and two more for INF and NAN
    assert len(set(names)) == len(names) and all(map(is_letter, names))
    assert names[25:28] == ("Z", "AA", "AB") and names[-3:] == ("ZZZ", "AAAA", "AAAB")
    assert "INF" not in names and "NAN" not in names


def test_single_letters_end_at_52():
    assert len(set(single_letters(52))) == 52
    with pytest.raises(InvalidInput, match="count must be at most 52, got 53"):
        single_letters(53)


def test_published_pair_vocabulary_has_64_and_64_tokens():
    bound, pairs = pair_vocabulary(8, 8)
    assert len(set(bound)) == len(set(pairs)) == 64 and not set(bound) & set(pairs)


@pytest.mark.parametrize(
    "arguments, name",
    [
        ((0, 1), "letters"),
        ((1, 0), "integers"),
        (("", 1), "letters"),
        (("AA", 1), "letters"),
        (("A1", 1), "letters"),
    ]
    + [
        ((1, (0, 1)), "integers"),
        ((1, (1, 1)), "integers"),
        ((1, ()), "integers"),
        ((True, 1), "letters"),
        ((1.5, 1), "letters"),
    ]
    + [((1, range(0, 3)), "integers"), ((53, 1), "letters"), ((("AB",), 1), "letters")],
)
def test_bad_vocabulary_names_its_argument(arguments, name):
    with pytest.raises(InvalidInput, match=f"^{name} must"):
        vocabulary(*arguments, single=True)
