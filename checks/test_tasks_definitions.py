"""The oracles beside their definitions, written again here, on small sequences; bad tokens, position by position."""

import re
from itertools import product
from random import Random

import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.core.tasks import (
    Pair,
    attribute_retrieval,
    consistent,
    format_tokens,
    improper,
    index_function,
    index_query,
    invalid_letter,
    invalid_number,
    letters,
    number_tokens,
    pair_tokens,
    pair_vocabulary,
    parse_binding,
    parse_letter,
    parse_number,
    single_letters,
    solve_letter,
    solve_number,
    vocabulary,
)
from rope_theory.core.tasks.tokens import symbol

POSITIONS = (1, 2, 3, 4)


def number_by_definition(s):
    """(reason, None) or (None, (answer, path, hops)) of a sequence of letters and integers."""
    letters = [p for p, token in enumerate(s, 1) if isinstance(token, str)]
    integers = [p for p, token in enumerate(s, 1) if isinstance(token, int)]
    if 1 in integers:
        return "there is no letter at position 1", None
    if len(s) in letters:
        return f"the last token {s[-1]} is no integer", None
    late = [p for p in letters if p > min(integers)]
    if late:
        return f"the letter {s[late[0] - 1]} at position {late[0]} stands after an integer", None
    path = (len(s),)
    while path[-1] in integers:
        step = s[path[-1] - 1]
        if path[-1] - step < 1:
            return f"the integer {step} at position {path[-1]} of the path points before the start", None
        path += (path[-1] - step,)
    return None, (s[path[-1] - 1], path, len(path) - 1)


@pytest.mark.parametrize("length", POSITIONS)
def test_number_oracle_is_its_definition_on_every_short_sequence(length):
    for s in product(("A", "B", 1, 2, 3, 4), repeat=length):
        reason, solution = number_by_definition(s)
        assert invalid_number(s) == reason, s
        if reason is None:
            assert tuple(solve_number(s)) == solution
        else:
            with pytest.raises(InvalidInput, match=re.escape(f"({reason})")):
                solve_number(s)


def letter_by_definition(s, visible):
    """As `number_by_definition`, of a sequence of pairs, each hop looking at every copy that the path may stand on."""
    if isinstance(s[0].right, str):
        return "there is no letter-integer pair at position 1", None
    if isinstance(s[-1].right, int):
        return f"the last token {s[-1]} is no letter pair", None
    pairs = [p for p, token in enumerate(s, 1) if isinstance(token.right, str)]
    late = [p for p in range(pairs[0], len(s) + 1) if p not in pairs]
    if late:
        return f"the letter-integer pair {s[late[0] - 1]} at position {late[0]} stands after a letter pair", None
    path, standing = [s[-1]], [len(s)]
    while isinstance(path[-1].right, str):
        letter = path[-1].right
        seen = {p: s if visible == "all" else s[:p] for p in standing}
        found = {p: list(dict.fromkeys(token for token in seen[p] if token.left == letter)) for p in standing}
        if any(len(tokens) != 1 for tokens in found.values()):
            at = standing[0] if len(found[standing[0]]) != 1 else standing[-1]
            among = "" if len(seen[at]) == len(s) else f" up to position {at}"
            have = "no token{0} has" if not found[at] else f"two tokens{{0}} have: {found[at][0]} and {found[at][1]}"
            return f"the path asks for left letter {letter}, which {have.format(among)}", None
        [token] = {tokens[0] for tokens in found.values()}
        if token in path:
            return f"the path comes back to {token}", None
        path.append(token)
        standing = [p for p, other in enumerate(seen[standing[-1]], 1) if other == token]
    positions = (len(s), *(s.index(token) + 1 for token in path[1:]))
    return None, (path[-1], positions, len(path) - 1)


def letter_sequences():
    tokens = [Pair(left, right) for left in "ABC" for right in ("A", "B", "C", 1, 2)]
    for length in (1, 2, 3):
        yield from product(tokens, repeat=length)
    rng = Random(4)
    yield from (tuple(rng.choices(tokens, k=length)) for length in (4, 5, 6) for _ in range(1500))
    for _ in range(4000):  # of the right shape, so that paths are long and copies occur
        bound = [Pair(rng.choice("ABC"), rng.choice((1, 2))) for _ in range(rng.choice((1, 2)))]
        yield (*bound, *(Pair(rng.choice("ABCD"), rng.choice("ABC")) for _ in range(rng.choice((2, 3, 4, 5)))))


@pytest.mark.parametrize("visible", ("all", "earlier"))
def test_letter_oracle_is_its_definition_on_short_sequences(visible):
    reasons, hops = set(), set()
    for s in letter_sequences():
        reason, solution = letter_by_definition(s, visible)
        assert invalid_letter(s, visible) == reason, format_tokens(s)
        reasons.add(reason and reason.split()[2])
        if reason is None:
            assert tuple(solve_letter(s, visible)) == solution
            hops.add(solution[2])
        else:
            with pytest.raises(InvalidInput, match=re.escape(f"({reason})")):
                solve_letter(s, visible)
    assert {None, "asks", "comes"} < reasons and {1, 2, 3} <= hops


def improper_by_definition(s):
    for p, token in enumerate(s, 1):
        if isinstance(token.right, str):
            found = list(dict.fromkeys(other for other in s[:p] if other.left == token.right))
            if len(found) != 1:
                what = f"two tokens with left letter {token.right}: {found[0]} and {found[1]}" if found else (
                    f"no token with left letter {token.right}"
                )  # fmt: skip
                return f"position {p} holds {token}, but positions 1..{p} hold {what}"
    return None


def test_improper_is_its_definition_on_short_sequences():
    assert all(improper(s) == improper_by_definition(s) for s in letter_sequences())


@pytest.mark.parametrize("reading", ("keep", "wrap", "error"))
def test_index_is_its_definition_on_every_short_sequence(reading):
    for length in POSITIONS:
        for s in product(("A", "B", 1, 2, 3, 5, 8), repeat=length):
            image, refused = [], None
            for p, token in enumerate(s, 1):
                source = p - token if isinstance(token, int) else p
                if source < 1 and reading == "keep":
                    source = p
                elif source < 1 and reading == "error":
                    refused = refused or (p - 1, p, token)
                elif source < 1:
                    source += length
                    refused = refused or ((p + length - 1, p, token) if source < 1 else None)
                if not refused:
                    image.append(s[source - 1] if isinstance(s[source - 1], str) else token)
            if refused:
                words = f"must hold an integer of at most {refused[0]} at position {refused[1]}"
                with pytest.raises(InvalidInput, match=rf"{words}(, to wrap once)?, got {refused[2]}$"):
                    index_function(s, reading)
            else:
                assert index_function(s, reading) == tuple(image)


def spoilt(tokens, position, bad):
    """The tokens with the one at this position, counted from 1, replaced."""
    return [bad if p == position else token for p, token in enumerate(tokens, 1)]


NUMBERS, PAIRS = ["A", "B", 1, 2], [("A", 1), ("B", 2), ("C", "A"), ("D", "B")]
NAMED = {
    "parse_number": lambda p: parse_number(" ".join(spoilt("A B 1 2".split(), p, "1.5"))),
    "parse_letter": lambda p: parse_letter(" ".join(spoilt("A1 B2 CA DB".split(), p, "1A"))),
    "parse_binding": lambda p: parse_binding(" ".join(spoilt("A1 B2 C3 A".split(), p, "AB1"))),
    "number_tokens": lambda p: number_tokens(spoilt(NUMBERS, p, 0)),
    "pair_tokens": lambda p: pair_tokens(spoilt(PAIRS, p, ("A", 0))),
    "format_tokens of numbers": lambda p: format_tokens(spoilt(NUMBERS, p, 0)),
    "format_tokens of pairs": lambda p: format_tokens(spoilt(PAIRS, p, ("A", "BC"))),
    "index_query": lambda p: index_query(spoilt("ABCD", p, 1), 1),
}


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("name", NAMED)
def test_a_bad_token_is_named_with_its_position_counted_from_one(name, position):
    with pytest.raises(InvalidInput, match=f" at position {position}, got "):
        NAMED[name](position)


@pytest.mark.parametrize("position", POSITIONS)
def test_a_token_outside_the_vocabulary_is_named_with_its_position(position):
    foreign = "Z" if position < 3 else 9
    kind = "letter" if position < 3 else "integer"
    said = f"the {kind} {foreign} at position {position} is not in the vocabulary"
    assert invalid_number(spoilt(("A", "B", 1, 2), position, foreign), letters=2, integers=2) == said
    assert invalid_number(spoilt(("A", "B", 1, 2), position, foreign)) != said
    sequence = spoilt([Pair("A", 1), Pair("B", 2), Pair("C", "A"), Pair("D", "C")], position, Pair("Z", 1))
    said = f"the letter Z of Z1 at position {position} is not in the vocabulary"
    assert invalid_letter(sequence, letters=4, integers=2) == said
    sequence[position - 1] = Pair("A", 9)
    said = f"the integer 9 of A9 at position {position} is not in the vocabulary"
    assert invalid_letter(sequence, letters=4, integers=2) == said
    sequence[position - 1] = Pair("A", "Z")
    said = f"the letter Z of AZ at position {position} is not in the vocabulary"
    assert invalid_letter(sequence, letters=4, integers=2) == said


def test_vocabularies_of_pairs_have_single_letters():
    for known in (53, 0, ("AB",), ("A", "A")):
        with pytest.raises(InvalidInput, match="^letters must"):
            invalid_letter([("A", 1), ("B", "A")], letters=known)
    assert invalid_letter([("A", 1), ("B", "A")], letters=52) is None
    assert invalid_number(("AB", 1), letters=("AB",)) is None and invalid_number(("BA", 1), letters=53) is None


@pytest.mark.parametrize("position", (2, 3, 4))
def test_a_second_binding_is_named_with_its_position(position):
    pairs = spoilt([("A", 1), ("B", 1), ("C", 1), ("D", 1)], position, ("A", 2))
    with pytest.raises(InvalidInput, match=f"must bind A at position {position} to 1, as before"):
        attribute_retrieval(pairs, "B")


@pytest.mark.parametrize("p", (0, 5))
def test_index_query_knows_its_first_and_its_last_position(p):
    assert [index_query(tuple("ABCD"), position) for position in POSITIONS] == list("ABCD")
    with pytest.raises(InvalidInput, match="^p must"):
        index_query(tuple("ABCD"), p)


def test_integers_of_text_have_at_most_18_digits():
    for parse, prefix in ((parse_number, ""), (parse_letter, "A")):
        assert str(10**17) in format_tokens(parse(prefix + str(10**17)))
        with pytest.raises(InvalidInput, match="position 1"):
            parse(prefix + str(10**18))


def test_vocabularies_begin_at_one_and_end_at_their_last():
    for names, least, most in ((letters, 1, None), (single_letters, 1, 52)):
        assert names(least) == ("A",) and len(set(names(52))) == 52
        for count in (0, -1, *([] if most is None else [most + 1])):
            with pytest.raises(InvalidInput, match="^count must"):
                names(count)
    assert letters(27)[-1] == "AA" and single_letters(52)[-1] == "z" and single_letters(27)[-1] == "a"
    assert vocabulary(1, 1) == (("A",), range(1, 2)) and vocabulary(None, None) == (None, None)
    assert vocabulary(None, range(3, 9, 2))[1] == range(3, 9, 2) and vocabulary(("AB",), [2, 1]) == (("AB",), [2, 1])
    for bad, argument in (
        (((), None), "letters"),
        ((("A", "A"), None), "letters"),
        ((("A", 1), None), "letters"),
        ((53, None, True), "letters"),
        ((("AB",), None, True), "letters"),
        ((None, 0), "integers"),
        ((None, ()), "integers"),
        ((None, (1, 1)), "integers"),
        ((None, (0, 1)), "integers"),
        ((None, range(0, 3)), "integers"),
        ((None, range(3, 0, -1)), None),
        ((None, range(3, -1, -1)), "integers"),
        ((None, 1.5), "integers"),
    ):
        if argument is None:
            assert vocabulary(*bad[:2])[1] == bad[1]
            continue
        with pytest.raises(InvalidInput, match=f"^{argument} must"):
            vocabulary(*bad[:2], single=bool(bad[2:]))
    assert [[str(pair) for pair in kind] for kind in pair_vocabulary(2, 2)] == [
        ["A1", "A2", "B1", "B2"],
        ["AA", "AB", "BA", "BB"],
    ]


def test_a_symbol_is_one_letter():
    assert symbol("A") == "A" and symbol("é") == "é"
    for token in ("AB", "", "1", 1, None, Pair("A", 1)):
        with pytest.raises(InvalidInput, match="^query must be one letter"):
            symbol(token)


def test_consistent_pairs_bind_every_symbol_to_one_attribute():
    for length in (0, 1, 2, 3):
        for pairs in product([Pair(x, a) for x in "AB" for a in (1, 2)], repeat=length):
            attributes = {x: {pair.right for pair in pairs if pair.left == x} for x in "AB"}
            assert consistent(pairs) is all(len(bound) <= 1 for bound in attributes.values())


def test_words_are_read_as_the_tokens_they_name():
    assert parse_number("AB 12 c") == ("AB", 12, "c") and parse_letter("A12 bC") == (Pair("A", 12), Pair("b", "C"))
    assert parse_binding("A1 B") == (Pair("A", 1), "B") and format_tokens(["AB", 3]) == "AB 3"
    for parse, text in (
        (parse_number, ""), (parse_number, "01"), (parse_number, "0"), (parse_number, "A1"), (parse_number, "nan"),
        (parse_letter, " "), (parse_letter, "A"), (parse_letter, "A0"), (parse_letter, "A01"), (parse_letter, "AB1"),
        (parse_letter, "11"), (parse_letter, "ABC"), (parse_binding, "A"), (parse_binding, "A1 1"),
        (parse_binding, "A1 AB"), (parse_binding, "A B"), (parse_number, None), (parse_letter, ["A1"]),
    ):  # fmt: skip
        with pytest.raises(InvalidInput, match="^tokens must"):
            parse(text)
