"""Retrieval and properness; attribute retrieval and partial induction."""

from itertools import product

import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.core.tasks import (
    all_proper,
    attribute_retrieval,
    format_tokens,
    generate_binding,
    generate_induction,
    generate_retrieval,
    improper,
    listing1_retrieval,
    pair_vocabulary,
    parse_binding,
    parse_letter,
    partial_induction,
    retrieval_function,
)

BOUND, PAIRS = pair_vocabulary(3, 1)
BOUND_2, PAIRS_2 = pair_vocabulary(2, 2)


def is_proper(s):
    """The definition, word for word."""
    for j, (_, y) in enumerate(s):
        if isinstance(y, str) and len({s[k] for k in range(j + 1) if s[k].left == y}) != 1:
            return False
    return True


@pytest.mark.parametrize("tokens", [BOUND + PAIRS, BOUND_2 + PAIRS_2])
def test_improper_is_its_definition_on_every_short_sequence(tokens):
    for n in (1, 2, 3):
        for s in product(tokens, repeat=n):
            assert (improper(s) is None) == is_proper(s), format_tokens(s)


@pytest.mark.parametrize("tokens, n", [(BOUND + PAIRS, 3), (BOUND_2 + PAIRS_2, 4)])
def test_all_proper_yields_each_proper_sequence_once(tokens, n):
    found = list(all_proper(tokens, n))
    assert len(set(found)) == len(found)
    assert set(found) == {s for s in product(tokens, repeat=n) if is_proper(s)}


def test_improper_names_position_letter_and_reason():
    assert improper(parse_letter("A1 BC CA")) == (
        "position 2 holds BC, but positions 1..2 hold no token with left letter C"
    )
    assert improper(parse_letter("A1 BB AB")) is None
    assert "position 4 holds CA" in improper(parse_letter("A1 BA AB CA"))
    assert "A1 and AB" in improper(parse_letter("A1 BA AB CA"))
    assert "position 1" in improper(["A1"])


def test_pair_that_names_itself_is_proper_only_without_another_of_its_letter():
    assert improper(parse_letter("BB")) is None
    assert improper(parse_letter("BB BB")) is None
    assert improper(parse_letter("B1 BB")) is not None


@pytest.mark.parametrize("tokens, n", [(BOUND + PAIRS, 4), (BOUND_2 + PAIRS_2, 4)])
def test_retrieval_is_its_definition_and_listing1_on_every_proper_sequence(tokens, n):
    for s in all_proper(tokens, n):
        expected = []
        for j, token in enumerate(s):
            if isinstance(token.right, str):
                (token,) = {s[k] for k in range(j + 1) if s[k].left == token.right}
            expected.append(token)
        assert retrieval_function(s) == tuple(expected) == tuple(listing1_retrieval(s)), format_tokens(s)
        assert retrieval_function(s, strict=False, ties="last") == tuple(expected)


def test_retrieval_refuses_improper_sequences_unless_told_otherwise():
    s = parse_letter("A1 A2 BA")
    with pytest.raises(InvalidInput, match="sequence must be proper .position 3 holds BA.*, got 'A1 A2 BA'"):
        retrieval_function(s)
    assert format_tokens(retrieval_function(s, strict=False)) == "A1 A2 A1"
    assert format_tokens(retrieval_function(s, strict=False, ties="last")) == "A1 A2 A2"
    assert format_tokens(retrieval_function(parse_letter("A1 BC"), strict=False)) == "A1 BC"
    with pytest.raises(InvalidInput, match="ties must be one of first, last, got 'any'"):
        retrieval_function(s, ties="any")


def test_loose_retrieval_is_listing1_on_every_short_sequence_except_for_tokens_that_name_themselves():
    for n in (1, 2, 3):
        for s in product(BOUND + PAIRS, repeat=n):
            assert retrieval_function(s, strict=False) == tuple(listing1_retrieval(s))


def test_properness_can_be_lost_in_a_pass():
    s = parse_letter("z1 yz z2 ay")
    assert improper(s) is None
    assert format_tokens(once := retrieval_function(s)) == "z1 z1 z2 yz"
    assert improper(once) == ("position 4 holds yz, but positions 1..4 hold two tokens with left letter z: z1 and z2")


def test_properness_with_two_letters_is_lost_from_length_four_on():
    def lost(length):
        return [s for s in all_proper(BOUND_2 + PAIRS_2, length) if improper(retrieval_function(s))]

    assert not lost(1) and not lost(2) and not lost(3)
    assert lost(4)


def test_generate_retrieval_yields_every_proper_sequence_and_no_other():
    seen = set()
    for s, image in generate_retrieval(5, 6000, length=3, letters=2, integers=1):
        assert image == retrieval_function(s)
        seen.add(s)
    assert seen == set(all_proper(sum(pair_vocabulary(2, 1), ()), 3))


def test_attribute_retrieval_finds_the_one_attribute():
    *pairs, query = parse_binding("A1 B2 C1 B2 B")
    assert attribute_retrieval(pairs, query) == 2
    assert attribute_retrieval(parse_letter("AX BY"), "A") == "X"


@pytest.mark.parametrize(
    "text, message",
    [("A1 B2 A3 A", "position 3"), ("A1 B2 A3 B", "position 3"), ("A1 B2 C", "bound symbols A, B")],
)
def test_attribute_retrieval_refuses_two_attributes_and_unbound_queries(text, message):
    *pairs, query = parse_binding(text)
    with pytest.raises(InvalidInput, match=message):
        attribute_retrieval(pairs, query)


def test_partial_induction_takes_the_last_occurrence():
    *pairs, query = parse_binding("A1 B2 A3 A")
    assert partial_induction(pairs, query) == 3
    assert partial_induction(pairs, "B") == 2
    with pytest.raises(InvalidInput, match="query must occur among the symbols A, B, got 'C'"):
        partial_induction(pairs, "C")


def test_partial_induction_is_attribute_retrieval_exactly_where_bindings_are_consistent():
    tokens = pair_vocabulary(2, 2)[0]
    differing = 0
    for s in product(tokens, repeat=3):
        for query in {pair.left for pair in s}:
            if len(set(s)) == len({pair.left for pair in s}):
                assert partial_induction(s, query) == attribute_retrieval(s, query)
            else:
                with pytest.raises(InvalidInput):
                    attribute_retrieval(s, query)
                differing += 1
    assert differing > 0


@pytest.mark.parametrize("query", ["", "AB", 1, None])
def test_query_must_be_one_letter(query):
    for function in (attribute_retrieval, partial_induction):
        with pytest.raises(InvalidInput, match="query must be one letter"):
            function(parse_letter("A1"), query)


@pytest.mark.parametrize("distinct", [True, False])
def test_generate_binding_agrees_with_the_oracle(distinct):
    positions, repeats = [0] * 4, 0
    shape = dict(n_pairs=4, symbols=5, attributes=3, distinct=distinct)
    for (*pairs, query), answer in generate_binding(7, 400, **shape):
        assert attribute_retrieval(pairs, query) == answer
        repeats += len({pair.left for pair in pairs}) < 4
        positions[[pair.left for pair in pairs].index(query)] += 1
    assert (positions == [100] * 4 and repeats == 0) if distinct else repeats > 0


def test_generate_induction_agrees_with_the_oracle_and_balances_the_last_occurrence():
    positions, surprising = [0] * 4, 0
    for (*pairs, query), answer in generate_induction(7, 400, n_pairs=4, symbols=2, attributes=3):
        assert partial_induction(pairs, query) == answer
        positions[max(k for k, pair in enumerate(pairs) if pair.left == query)] += 1
        surprising += next(pair.right for pair in pairs if pair.left == query) != answer
    assert positions == [100] * 4 and surprising > 50
