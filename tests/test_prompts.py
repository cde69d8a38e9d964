"""Prompts: what they ask is what they answer, balanced, seeded, as text and as tokens."""

import re
from collections import Counter

import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.core.prompts import KEEPERS, THINGS, numbered, tokenized
from rope_theory.core.tasks import (
    Pair,
    attribute_retrieval,
    index_function,
    partial_induction,
    solve_letter,
    solve_number,
)
from rope_theory.machines.prompts import prompted, prompts


@pytest.mark.parametrize("task", prompted())
def test_prompts_are_seeded_and_each_has_text_tokens_and_answer(task):
    made = prompts(task, 5, seed=2)
    assert made == prompts(task, 5, seed=2) != prompts(task, 5, seed=3)
    assert all(p.task == task and p.text and len(p.tokens) >= 3 and p.answer for p in made)
    assert len({p.text for p in made}) == 5


def test_binding_has_256_distinct_pairs_and_asks_for_one_of_them():
    assert len(set(KEEPERS)) == len(set(THINGS)) == 256
    [prompt] = prompts("binding", 1)
    facts = dict(re.findall(r"The (\w+ \w+) keeps the (\w+ \w+)\.", prompt.text))
    asked = re.search(r"The (\w+ \w+) keeps the$", prompt.text)[1]
    assert len(facts) == 256 == len(set(facts.values())) and facts[asked] == prompt.answer
    *pairs, query = prompt.tokens
    assert THINGS[dict(pairs)[query] - 1] == prompt.answer


def test_position_of_the_binding_is_balanced():
    made = prompts("binding", 12, size=4)
    positions = Counter([pair.left for pair in p.tokens[:-1]].index(p.tokens[-1]) for p in made)
    assert positions == {0: 3, 1: 3, 2: 3, 3: 3}


@pytest.mark.parametrize("seed", range(4))
def test_answers_are_those_of_the_oracles(seed):
    for p in prompts("index", 3, seed, size=6):
        words = p.text.partition(":")[2].partition(".")[0].split()
        assert words[-p.tokens[-1]] == p.answer and index_function(p.tokens)[-1] == p.tokens[-1 - p.tokens[-1]]
    for p in prompts("retrieval", 3, seed):
        assert str(attribute_retrieval(p.tokens[:-1], p.tokens[-1])) == p.answer
        assert re.findall(rf"\b{p.tokens[-1]} (\d+),", p.text) == [p.answer]
    for p in prompts("induction", 3, seed):
        assert str(partial_induction(p.tokens[:-1], p.tokens[-1])) == p.answer
        assert re.findall(rf"\b{p.tokens[-1]} (\d+),", p.text)[-1] == p.answer
    for p in prompts("number", 3, seed):
        assert solve_number(p.tokens).answer == p.answer
    for p in prompts("letter", 3, seed):
        answer = solve_letter(p.tokens).answer
        assert f"{answer.left}{answer.right}" == p.answer


def test_tokens_become_ids_of_a_vocabulary_and_text_goes_through_the_tokenizer():
    made = prompts("retrieval", 2, size=2)
    vocabulary = list(dict.fromkeys(token for p in made for token in p.tokens))
    assert [[vocabulary[i] for i in ids] for ids in numbered(made, vocabulary)] == [list(p.tokens) for p in made]
    assert any(isinstance(token, Pair) for token in vocabulary)
    with pytest.raises(InvalidInput, match="vocabulary"):
        numbered(made, vocabulary[1:])
    assert tokenized(made, lambda text: {"input_ids": [len(text)]}) == [[len(p.text)] for p in made]


@pytest.mark.parametrize(
    "arguments, argument",
    [
        (("bindings",), "task"),
        (("binding", 0), "count"),
        (("binding", 1, 0.5), "seed"),
        (("binding", 1, 0, 257), "size"),
        (("binding", 1, 0, 1), "size"),
        (("index", 1, 0, 33), "size"),
        (("retrieval", 1, 0, 27), "size"),
        (("letter", 1, 0, 53), "size"),
        (("number", 1, 0, 16), "size"),
        (("induction", 1, 0, 10_001), "size"),
        (("duplicate", 1, 0, 10_001), "size"),
    ],
)
def test_bad_input_is_refused_by_name(arguments, argument):
    with pytest.raises(InvalidInput) as caught:
        prompts(*arguments)
    assert caught.value.argument == argument and "n_pairs" not in str(caught.value)


@pytest.mark.parametrize(
    "task, most", [("retrieval", 26), ("letter", 52), ("number", 15), ("index", 32), ("previous", 16)]
)
def test_the_largest_size_that_an_error_names_is_drawn(task, most):
    """The error named n_pairs, symbols, letters or hops, which nobody had written."""
    assert len(prompts(task, 2, 0, most)) == 2
    with pytest.raises(
        InvalidInput, match=rf"^size must be at most {most} (pairs|words|letters and integers each), got {most + 1}$"
    ):
        prompts(task, 2, 0, most + 1)
