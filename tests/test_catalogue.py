"""The catalogue: every construction answers as its oracle, can what it says, and says why it cannot what it does not."""

from __future__ import annotations

import itertools
import re
from fractions import Fraction

import pytest

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import previous_token
from rope_theory.core.errors import InvalidInput
from rope_theory.core.heads import content_by_position, is_positional, logits
from rope_theory.core.prompts import THINGS
from rope_theory.core.tasks import Pair, first_occurrence, generate_previous, parse_letters, previous_tokens
from rope_theory.core.truth import Truth
from rope_theory.evidence.theory import claims
from rope_theory.faces.cli import main
from rope_theory.machines.catalogue import (
    CAPABILITIES,
    Construction,
    Options,
    construction,
    constructions,
    contest,
    run_task,
    stack,
    stacks,
    tasks,
)
from rope_theory.machines.prompts import prompted, prompts

LENGTH = 6


def test_the_catalogue_is_whole():
    assert list(constructions()) == [
        "index",
        "mix",
        "retrieval",
        "induction",
        "induction-one-angle",
        "previous",
        "previous-alibi",
        "duplicate",
    ]
    assert list(stacks()) == ["number", "letter", "previous"]


@pytest.mark.parametrize("name", tasks())
def test_task_owns_parser_and_oracle_and_its_example_runs(name):
    task = tasks()[name]
    for construction_name, one in constructions().items():
        if task in one.runs:
            outcome = run_task(name, task.example, by=construction_name)
            assert outcome.answer == task.answer(task.parse(task.example)) and outcome.agrees


@pytest.mark.parametrize("name", prompted())
def test_prompt_is_of_its_task(name):
    made = prompts(name, 3, seed=1, size=4)
    for prompt in made:
        *facts, query = prompt.tokens  # the keepers of binding have longer names than the task's letters
        bound = name == "binding" and next(pair.right for pair in facts if pair.left == query)
        answer = bound or tasks()[name].answer(prompt.tokens)
        if name in ("index", "previous"):  # in words: each letter stands for one
            words = prompt.text.removeprefix("Words: ").partition(".")[0].split()
            answer = words[prompt.tokens.index(answer)]
        elif name == "binding":  # in words: each number is that of a thing
            answer = THINGS[answer - 1]
        assert prompt.answer == str(answer)
    assert made == prompts(name, 3, seed=1, size=4) != prompts(name, 3, seed=2, size=4)


@pytest.mark.parametrize("name", constructions())
def test_what_is_missing_is_an_answer(name, capsys):
    one = construction(name)
    for capability in CAPABILITIES:
        assert one.can(capability) != bool(one.why_not.get(capability))
    for capability in ("cliff", "run-long"):
        given = Options(base=10_000, dim=8) if "base" in one.takes else Options()
        if one.can(capability):
            assert contest(capability, name, given, LENGTH).gap(LENGTH) > 0
        else:
            with pytest.raises(InvalidInput, match="must be one with"):
                contest(capability, name, given, LENGTH)
    if not one.can("cliff"):
        assert main(["cliff", name, "--dtype", "bfloat16"]) == 2
        assert one.why_not["cliff"] in capsys.readouterr().err


def test_a_claim_that_a_construction_names_is_there():
    """In its source, which may be one ("new.…"), in what it does, and in its reasons."""
    said = [" ".join([one.source, one.summary, *one.why_not.values()]) for one in constructions().values()]
    named = {claim_id for text in said for claim_id in re.findall(r"\b(?:new|u25|u26)\.[a-z0-9.-]*[a-z0-9]", text)}
    assert {one.source for one in constructions().values() if one.source.startswith("new.")} <= named <= set(claims())
    assert len(named) >= 5


def test_a_construction_must_say_why_it_lacks_something():
    with pytest.raises(InvalidInput, match="why_not of x must give a reason for exactly run, cliff"):
        Construction("x", "x", "x", "x")


def test_llama_cannot_carry_a_bias():
    with pytest.raises(InvalidInput, match="Llama and GPT-J cannot carry a bias"):
        stack("previous-alibi")
    with pytest.raises(InvalidInput, match="W_Q and W_K cannot carry one"):
        previous_token(Angle.parse("pi"), Fraction(2, 3)).matrices(["A"])


def test_bias_is_in_both_forms_of_the_logit():
    head = previous_token(Angle.parse("1"), Fraction(2, 3))
    for i, j in itertools.product(range(1, 6), repeat=2):
        assert head.logit("A", i, "B", j) - head.rotated_logit("A", i, "B", j) == 0
        assert head.logit("A", i, "B", j) == previous_token(Angle.parse("1")).logit("A", i, "B", j) - Fraction(2, 3) * (
            i - j
        )


def test_previous_token_heads_are_positional_with_the_bias_too():
    for slope in (None, Fraction(2, 3)):
        assert is_positional(previous_token(Angle.parse("0.8"), slope), ("A", "B", "A", "C")).answer is Truth.TRUE
    assert len(content_by_position(previous_token(Angle.parse("0.8")), ("A", "B", "C"))) == 2


@pytest.mark.parametrize("by", ["previous", "previous-alibi"])
@pytest.mark.parametrize("n", range(1, 12))
def test_previous_token_by_both_heads(by, n):
    letters = "ABCDEFGHIJKL"[:n]
    outcome = run_task("previous", " ".join(letters), by=by)
    assert outcome.answer == letters[max(n - 2, 0)] and outcome.agrees


def test_first_occurrence_on_every_short_word():
    for n in range(1, 6):
        for word in itertools.product("AB", repeat=n):
            text = " ".join(f"{letter}{number}" for number, letter in enumerate(word, 1))
            outcome = run_task("duplicate", text, letters="AB")
            assert outcome.answer == word.index(word[-1]) + 1 and outcome.agrees


def test_compiled_previous_stack_answers_and_tells_its_steps():
    torch = pytest.importorskip("torch")
    from rope_theory.machines.compile import Tokens, to_llama, verify

    model = to_llama("previous", layers=3, length=8, letters=6)
    tokens = Tokens.of(model)
    assert tokens.decode(model.generate(tokens.encode("A B C D E F")))[-1] == "C"
    assert tokens.decode(model.generate(tokens.encode("A B")))[-1] == "A"
    assert verify(model, 64, length=5).holds and torch.is_grad_enabled()


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: parse_letters("A 2"), "must hold a letter at position 2"),
        (lambda: previous_tokens(()), "must not be empty"),
        (lambda: previous_tokens(("A",), -1), "must be at least 0"),
        (lambda: generate_previous(0, 1, length=0), "must be at least 1"),
        (lambda: first_occurrence(()), "must not be empty"),
        (lambda: run_task("previous", "A B", letters="AB"), "letters must be left out for the previous task"),
        (lambda: run_task("previous", "A B", by="index"), "by must be one of previous, previous-alibi"),
        (lambda: run_task("duplicate", "A1 B"), "tokens must hold a pair"),
        (lambda: construction("hpos"), "construction must be one of index, mix"),
        (lambda: stack("sort"), "task must be one of number, letter, previous"),
        (lambda: contest("cliff", "index", Options(letters=3), 9), "letters must not be given for index"),
    ],
)
def test_bad_input_names_argument_rule_and_value(call, words):
    with pytest.raises(InvalidInput, match=words):
        call()


def test_generated_previous_inputs_are_seeded_and_answered():
    drawn = list(generate_previous(3, 20, length=7, letters=5, steps=2))
    assert drawn == list(generate_previous(3, 20, length=7, letters=5, steps=2))
    assert all(answer == sequence[-3] for sequence, answer in drawn)


def test_logits_of_the_first_match_come_first():
    from rope_theory.core.constructions import LetterCircle, duplicate_token

    values = logits(duplicate_token(LetterCircle("AB"), Angle.parse("2pi/40"), 5), [Pair("A", k) for k in range(5)])
    assert sorted(values, reverse=True) == values and values[0] == 1


def test_command_lists_every_construction(capsys):
    assert main(["constructions"]) == 0
    out = capsys.readouterr().out
    assert all(f"{name}: " in out for name in constructions()) and "Llama and GPT-J cannot carry a bias" in out
