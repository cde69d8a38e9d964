"""The constructed heads answer as the oracles, hop by hop, and bad input is refused by name."""

import math
from fractions import Fraction

import flint
import pytest

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import t_index
from rope_theory.core.errors import InvalidInput
from rope_theory.core.heads import softmax
from rope_theory.core.hops import TaskOutcome, logit_gap, whole_beta
from rope_theory.core.tasks import (
    format_tokens,
    generate_induction,
    generate_letter,
    generate_number,
    generate_retrieval,
    parse_letter,
)
from rope_theory.machines.catalogue import run_task

NUMBER, LETTER = "C B A 1 4 1 3 2 1", "C2 B1 A3 FA EC DE HF GD IG"


def test_figure_1_number_answers_c_in_four_passes():
    outcome = run_task("number", NUMBER)
    assert outcome.answer == outcome.oracle == "C" and outcome.agrees
    assert [hop.position for hop in outcome.hops] == [5, 6, 8, 9] and outcome.path == (9, 8, 6, 5, 1)
    assert [format_tokens(hop.after) for hop in outcome.hops] == [
        "C B A A C 1 3 2 1",
        "C B A A C C A 2 1",
        "C B A A C C A C 1",
        "C B A A C C A C C",
    ]


def test_figure_1_letter_answers_c2_in_four_passes():
    outcome = run_task("letter", LETTER)
    assert str(outcome.answer) == "C2" and outcome.agrees
    assert [str(hop.hard.answer) for hop in outcome.hops] == ["GD", "DE", "EC", "C2"]


@pytest.mark.parametrize(
    "task, text, answer",
    [
        ("index", "C B A 2", "B"),
        ("index", "C B A", "A"),
        ("index", "A 1 1", 1),
        ("index", "A", "A"),
        ("retrieval", "A1 BA CB", "BA"),
        ("retrieval", "A1 B2", "B2"),
        ("retrieval", "A1 B2 C1 B", 2),
        ("retrieval", "A1 A1 A", 1),
        ("induction", "A1 B2 A3 A", 3),
        ("induction", "A1 A2 A1 B2 A", 1),
        ("induction", "A1 A", 1),
    ],
)
def test_small_example(task, text, answer):
    outcome = run_task(task, text)
    shown = answer if isinstance(answer, int) else str(outcome.answer)
    assert shown == answer and outcome.agrees and (outcome.answer == outcome.oracle)


@pytest.mark.parametrize(
    "task, stream",
    [
        ("number", generate_number),
        ("letter", generate_letter),
        ("induction", generate_induction),
        ("retrieval", generate_retrieval),
    ],
)
def test_head_agrees_with_oracle_on_published_lengths(task, stream):
    for tokens, _ in stream(seed=1, count=4):
        outcome = run_task(task, format_tokens(tokens))
        assert outcome.agrees, f"{format_tokens(tokens)}: head {outcome.answer}, oracle {outcome.oracle}"


@pytest.mark.parametrize("task, offset", [("number", 1), ("index", 3)])
def test_an_angle_whose_multiples_meet_ties(task, offset):
    text = f"A B C D {offset}"  # θ a half turn: keys two positions apart cannot be told apart
    outcome = run_task(task, text, Angle.parse("pi"))
    assert outcome.answer is None and not outcome.agrees and outcome.hops[-1].gap == 0
    assert outcome.hops[-1].beta is None and outcome.hops[-1].soft is None


def test_softmax_that_is_too_warm_differs():
    outcome = run_task("index", "A B 1", beta=Fraction(1, 10))
    assert outcome.answer == outcome.oracle == "B" and outcome.hops[0].soft.answer == 1 and not outcome.agrees


def test_an_improper_path_is_answered_wrongly_by_the_head():
    outcome = run_task("letter", "A1 BA AA AB", proper=False)  # see new.letter-path.earlier
    assert isinstance(outcome, TaskOutcome) and outcome.answer != outcome.oracle


@pytest.mark.parametrize(
    "gap, rivals", [(Fraction(1, 2), 8), (Fraction(1, 10**6), 100), (2, 1), (Fraction(1, 10**30), 3)]
)
def test_sufficient_beta_gives_more_than_half_and_one_less_would_not_meet_the_bound(gap, rivals):
    beta = whole_beta(Fraction(gap), rivals)
    assert beta > math.log(rivals) / float(gap) * (1 - 1e-12) and beta - 1 <= math.log(rivals) / float(gap) * (
        1 + 1e-12
    )
    with flint.ctx.workprec(400):
        weights = softmax([Fraction(0), *[-Fraction(gap)] * rivals], beta)  # all rivals at the gap: the worst case
        assert 2 * weights[0] > 1


def test_sufficient_beta_needs_a_gap():
    with pytest.raises(InvalidInput, match="gap must be positive"):
        whole_beta(Fraction(0), 3)


def test_gap_counts_keys_with_another_token_only():
    tokens = ("A", "A", "B", 1)
    run = t_index(Angle.parse("2pi/4")).run(tokens)
    assert logit_gap(tokens, run) == 1 and logit_gap(("A", "A"), t_index(Angle.parse("1")).run(("A", "A"))) is None


@pytest.mark.parametrize(
    "task, text, options, message",
    [
        (
            "index",
            "C B A 4",
            {},
            "tokens must not point before the start: the integer at the last position 4 must be at most 3, got 4",
        ),
        ("number", "A 3 1", {}, "points before the start"),
        ("number", "1 A 1", {}, "there is no letter at position 1"),
        ("index", "A 2 nan", {}, "must hold a letter or an integer of at least 1 at position 3, got 'nan'"),
        ("index", "A inf", {}, "got 'inf'"),
        ("index", "A 0", {}, "got '0'"),
        ("index", "", {}, "tokens must not be empty"),
        ("letter", "   ", {}, "tokens must not be empty"),
        ("retrieval", "", {}, "tokens must not be empty"),
        ("induction", "A", {}, "tokens must hold at least one pair before the query"),
        ("letter", "A1 BC", {}, "tokens must be a proper sequence (position 2 holds BC"),
        ("retrieval", "A1 A2 BA", {}, "two tokens with left letter A: A1 and A2"),
        ("retrieval", "A1 BA", {"letters": "BC"}, "letter must be one of B C, got 'A'"),
        ("retrieval", "A1 BA", {"letters": "AAB"}, "letters must be distinct"),
        (
            "index",
            "A 1",
            {"letters": "A"},
            "letters must be left out for the index task, whose head has no circle of letters, got 'A'",
        ),
        ("retrieval", "A1 A2 A", {}, "must bind A at position 2 to 1, as before"),
        ("induction", "A1 B2 C", {}, "query must occur among the symbols A, B, got 'C'"),
        ("index", "A 1", {"theta": Angle()}, "theta must not be a multiple of 2π"),
        ("index", "A 1", {"theta": Angle(3)}, "theta must not be a multiple of 2π"),
        (
            "retrieval",
            "A1 A2",
            {"theta": Angle()},
            "theta must be above 0 on these tokens: without rotation A1 and A2 tie",
        ),
        ("duplicate", "A1 A2", {"theta": Angle()}, "theta must satisfy 0 < θ < ω/(2n)"),
        (
            "retrieval",
            "A1 BA",
            {"theta": Angle.parse("2pi/8")},
            "theta must satisfy 0 <= θ < ω/(2n) = 1/8 turn",
        ),
        ("retrieval", "A1 B2 A", {"theta": Angle.parse("-1/100")}, "theta must satisfy 0 <= θ"),
        (
            "induction",
            "A1 B2 A",
            {"theta": Angle.parse("2pi/3")},
            "theta must satisfy 0 < θ₂ < π/(n - 3/2) = 1/3 turn",
        ),
        (
            "sort",
            "A",
            {},
            "task must be one of index, number, retrieval, binding, letter, induction, previous, duplicate, got 'sort'",
        ),
    ],
)
def test_bad_input_names_argument_rule_and_value(task, text, options, message):
    if "letters" in options:
        options = {**options, "letters": tuple(options["letters"])}
    with pytest.raises(InvalidInput) as caught:
        run_task(task, text, **options)
    assert message in str(caught.value)


def test_an_angle_just_inside_the_bound_is_taken():
    assert run_task("retrieval", "A1 BA", Angle.parse("1/8 turn") - Angle(0, Fraction(1, 10**30))).agrees
    assert run_task("induction", "A1 B2 A", Angle.parse("1/3 turn") - Angle(0, Fraction(1, 10**30))).agrees


def test_letter_pairs_are_read_as_u26_and_a_lone_symbol_as_u25():
    assert run_task("retrieval", "A1 BA").model.startswith("T_Retrieval")
    assert run_task("retrieval", "A1 B2 A").model.startswith("H_SYM")
    assert parse_letter("A1 BA")[-1] == run_task("retrieval", "A1 BA").tokens[-1]


def test_retrieval_needs_no_rotation_where_all_keys_that_tie_hold_one_token():
    """Of a proper sequence they do; copies of one token share the weight, and the answer is theirs."""
    for task, text in (("retrieval", "A1 BA CB"), ("retrieval", "A1 A1 BA"), ("letter", "C2 B1 A3 FA EC DE HF GD IG")):
        found = run_task(task, text, Angle())
        assert found.theta == Angle() and found.agrees
        assert run_task(task, text).theta > Angle()
    assert run_task("retrieval", "A1 A1 BA", Angle()).hops[0].hard.weights[:2] == [Fraction(1, 2)] * 2
