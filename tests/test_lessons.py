"""The lessons run, their exercises are checked by checks that can fail, and their pages are complete."""

from __future__ import annotations

import ast
import itertools
import math
import re
import runpy
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import matplotlib
import pytest

from rope_theory import Angle, Pair, h_mix, h_pos, logits, t_retrieval
from rope_theory.core.heads import PhaseHead
from rope_theory.core.tasks import improper, index_function
from rope_theory.evidence.theory import claim
from rope_theory.laws.gaps import input_gap

ROOT = Path(__file__).resolve().parents[1]
LESSONS = sorted((ROOT / "lessons").glob("*.py"))
EXERCISES = (1, 2, 3, 4)
TEXTS = {1: "**Exercise 1.**", 2: "**Exercise 2.**", 3: "**Exercise 3.**", 4: "**Problem 4 (harder).**"}

matplotlib.use("Agg")


@pytest.fixture(autouse=True)
def closed():
    """No test leaves the figures of a lesson open."""
    yield
    from matplotlib import pyplot as plt

    plt.close("all")


@pytest.fixture(scope="module", params=LESSONS, ids=lambda path: path.stem)
def lesson(request):
    """Path and names of one lesson after it has run from top to bottom."""
    return request.param, runpy.run_path(str(request.param))


def test_there_are_eight_lessons_numbered_in_order():
    assert [path.name[:2] for path in LESSONS] == [f"{number:02d}" for number in range(1, 9)]


def test_lesson_accepts_its_solutions_and_rejects_the_common_mistakes_with_a_sentence(lesson, capsys):
    _, names = lesson
    for number in EXERCISES:
        check = names[f"check_{number}"]
        assert check(names[f"solution_{number}"]) is True
        assert capsys.readouterr().out == f"Exercise {number}: right.\n"
        assert check(names[f"mistake_{number}"]) is False
        said = capsys.readouterr().out
        assert re.fullmatch(rf"Exercise {number}, not yet: .{{15,}}\.\n", said) and "the check could not" not in said


@pytest.mark.parametrize("answer", [None, "12", "x", [], [[1]], (), 1.5, -3, 0, True, {}, object(), lambda *_: None])
def test_no_answer_stops_a_check_and_none_of_these_is_right(lesson, answer, capsys):
    _, names = lesson
    for number in EXERCISES:
        assert names[f"check_{number}"](answer) is False
        said = capsys.readouterr().out
        assert said.startswith(f"Exercise {number}, not yet: ") and len(said) > 35 and said.count("\n") == 1


@pytest.mark.parametrize(
    "given",
    ["12", "x", [], [1], {}, -7, -1, 0, 1, 0.5, 7.5, float("nan"), float("inf"), 2j, True, Decimal("0.1"), object()],
)
def test_no_constant_function_is_right_and_no_answer_gets_an_internal_message(lesson, given, capsys):
    _, names = lesson
    for number, answer in itertools.product(EXERCISES, (lambda *_: given, given, [given] * 3, [[given] * 3] * 3)):
        right = names[f"check_{number}"](answer)
        said = capsys.readouterr().out
        assert not (right and callable(answer)), said
        assert "the check could not" not in said and not re.search(r"[a-z]Error\b", said), said


def test_a_check_that_is_called_without_one_answer_says_so(lesson, capsys):
    _, names = lesson
    for number in EXERCISES:
        check, solution = names[f"check_{number}"], names[f"solution_{number}"]
        for given, named, sentence in (
            ((), {}, f"no answer stands between the brackets: check_{number}(your_answer)."),
            ((solution, solution), {}, "one answer is asked for, and these are 2: "),
            ((1, 2, 3), {}, "one answer is asked for, and these are 3: "),
            ((), {"x": solution}, f"give the answer alone, without a name before it: check_{number}(your_answer)."),
            ((solution,), {"answer": solution}, "give the answer alone, without a name before it: "),
            ((), {"answer": solution, "x": 1}, "give the answer alone, without a name before it: "),
        ):
            assert check(*given, **named) is False
            said = capsys.readouterr().out
            assert said.startswith(f"Exercise {number}, not yet: {sentence}") and said.count("\n") == 1, said
        assert check(answer=solution) is True  # the name of the check's argument
        capsys.readouterr()


@pytest.mark.parametrize("number, how", [(1, "give one."), (3, "make them one list, in square brackets.")])
def test_two_answers_are_told_to_be_one_list_where_a_list_is_asked_for(number, how, capsys):
    assert runpy.run_path(str(LESSONS[0]))[f"check_{number}"](0, 2) is False
    assert capsys.readouterr().out.endswith(f"one answer is asked for, and these are 2: {how}\n")


def test_the_page_of_the_course_does_not_give_an_answer_away(capsys):
    said = (ROOT / "lessons" / "README.md").read_text("utf-8")
    [path] = re.findall(r"-i (lessons/\w+\.py)`", said)
    typed = re.findall(r"`check_(\d)\((\d+)\)`", said)
    names = runpy.run_path(str(ROOT / path))
    assert capsys.readouterr().out == "".join(
        f"Exercise {number}: right.\n" for number in EXERCISES
    )  # of its own solutions
    assert typed and not any(names[f"check_{number}"](int(answer)) for number, answer in typed)


def test_minus_n_is_no_smallest_k_and_names_of_shapes_may_be_typed_with_a_blank(capsys):
    names = runpy.run_path(str(ROOT / "lessons" / "04_h_pos_by_hand.py"))
    assert names["check_1"](lambda n: -n) is False and "k = -2 is no whole number from 1 on" in capsys.readouterr().out
    written = {"U": "u", "flat": "Flat", "inverted-U": "inverted U"}
    assert names["check_2"](lambda n, f: written[names["solution_2"](n, f)]) is True
    assert names["check_2"](lambda n, f: "u") is False
    assert names["check_2"](lambda n, f: written[names["solution_2"](n, f)] + "-shaped") is True
    capsys.readouterr()
    assert names["check_2"](lambda n, f: "U-shaped") is False and "are flat, not U-shaped." in capsys.readouterr().out
    assert names["check_2"](lambda n, f: "V") is False
    assert 'your function gave "V": give "U", "flat" or "inverted-U".' in capsys.readouterr().out


def test_what_is_right_by_number_is_right_as_a_decimal_and_as_an_expression():
    import sympy

    names = runpy.run_path(str(ROOT / "lessons" / "06_two_angles.py"))
    assert all(names["check_2"](typed) for typed in (2.1, Fraction(21, 10), Decimal("2.1"), sympy.Rational(21, 10)))
    retrieval = runpy.run_path(str(ROOT / "lessons" / "05_retrieval.py"))["check_3"]
    assert retrieval(lambda count: 1 - sympy.cos(2 * sympy.pi / count))


def test_the_remark_is_refuted_within_the_range_of_angles_that_u26_names():
    names = runpy.run_path(str(ROOT / "lessons" / "02_positional_and_symbolic.py"))
    assert names["theta"] < names["omega"] / (2 * len(names["pairs"])) and names["change"] > 0.3


def test_no_problem_stands_beside_its_answer():
    """Lesson 8, problem 4: its check finds the largest gap without the closed form that is asked for."""
    from rope_theory.laws.discrepancy import best_single_gap

    text = (ROOT / "lessons" / "08_refereeing.py").read_text("utf-8")
    asked = text.partition("**Problem 4 (harder).**")[2].partition("## Solutions")[0]
    assert "2 * math.pi / n" not in asked
    found = runpy.run_path(str(ROOT / "lessons" / "08_refereeing.py"))["index_gap"]
    for n in (2, 3, 6, 11):
        assert abs(found(n) - float(best_single_gap(n - 1).gap_lower)) < 1e-9


def test_a_right_answer_may_be_typed_in_other_ways(lesson):
    import numpy as np

    path, names = lesson
    for number in EXERCISES:
        check, solution = names[f"check_{number}"], names[f"solution_{number}"]
        if isinstance(solution, int):
            assert check(float(solution)) and check(np.int64(solution)) and check(Fraction(solution))
        elif isinstance(solution, list) and path.stem[:2] < "08":
            assert check(tuple(map(tuple, solution)) if isinstance(solution[0], list) else tuple(solution))
        elif callable(solution) and path.stem[:2] not in ("08",):
            assert check(lambda *given, solution=solution: _typed_otherwise(solution(*given)))


def test_a_number_counts_as_right_as_near_as_the_text_says():
    """Lesson 4, problem 4: 2(q + q⁴ + q⁹ + …) = 1 at q = e^(-2π²c), and c "to within 0.0005"."""
    names = runpy.run_path(str(ROOT / "lessons" / "04_h_pos_by_hand.py"))
    exact = names["solution_4"]
    assert abs(exact - 0.039789) < 2e-6 and "Find $c$ to within 0.0005." in (
        ROOT / "lessons" / "04_h_pos_by_hand.py"
    ).read_text("utf-8")
    assert names["check_4"](exact + 0.00049) and names["check_4"](exact - 0.00049)
    assert not names["check_4"](exact + 0.00051) and not names["check_4"](exact - 0.00051)


def _typed_otherwise(value):
    return float(value) if isinstance(value, int | Fraction) else value


def test_every_assertion_of_a_check_is_a_sentence():
    for path in LESSONS:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        checks = [part for part in tree.body if isinstance(part, ast.FunctionDef) and part.name.startswith("check_")]
        assert [check.name for check in checks] == [f"check_{number}" for number in EXERCISES], path.name
        for check in checks:
            for part in ast.walk(check):
                assert not isinstance(part, ast.Assert) or part.msg is not None, f"{path.name}: {check.name}"


def test_lesson_has_goals_a_running_example_three_exercises_and_an_outcome(lesson):
    text = lesson[0].read_text(encoding="utf-8")
    assert text.startswith("# %% [markdown]\n# # Lesson ")
    wanted = ["**Goals.**", "**Running example", "## Exercises", "## Solutions", "**What you can say now.**"]
    wanted += [*TEXTS.values(), *(f"# **{number}.**" for number in EXERCISES), "**Minutes.**"]
    assert not [part for part in wanted if part not in text]


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_lesson_links_and_claims_exist(path):
    from rope_theory.evidence.theory import claims

    text = path.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)]+)\)", text):
        assert (path.parent / target).is_file(), target
    named = re.findall(r"`((?:u25|u26|new)\.[\w.-]+)`", text)
    assert named
    assert not [claim_id for claim_id in named if claim_id not in claims()]


@pytest.mark.parametrize("number", (4, 5, 6))
def test_lesson_fails_if_heads_turn_twice_as_fast(number, monkeypatch):
    right = PhaseHead.logit
    monkeypatch.setattr(PhaseHead, "logit", lambda head, x, i, y, j: right(head, x, 2 * i, y, 2 * j))
    with pytest.raises(AssertionError):
        runpy.run_path(str(LESSONS[number - 1]))


@pytest.mark.parametrize(
    "number, exercise, answer, sentence",
    [
        (1, 1, 1, "a distance t > 1 is asked for"),
        (1, 1, -8, "a distance t > 1 is asked for"),
        (1, 1, 9, "cos(9θ) is another number"),
        (1, 1, 17, "cos(17θ) is the same, and a smaller distance does it too"),
        (1, 1, "nonsense", "the answer must be a whole number, and 'nonsense' is text"),
        (1, 1, "8", "the answer must be a whole number, and '8' is text (leave the quotation marks out)"),
        (1, 2, lambda *_: None, "gave nothing: does your function say `return`?"),
        (2, 1, [["a", "a", "a"]] * 3, "each entry of the answer must be a number, and 'a' is text"),
        (1, 1, None, "and None is nothing: does your code give its result with `return`?"),
        (2, 1, 12.0, "the answer must be a list of rows, each a list of numbers, and 12.0 is of the type float"),
        (2, 1, "[[5, 5, 5]] * 3", "and '[[5, 5, 5]] * 3' is text (leave the quotation marks out)"),
        (2, 1, "", "and '' is text"),
        (2, 1, len, "the answer must be a list of rows, each a list of numbers, and this is a function (call it)"),
        (2, 3, [3], "the answer must be a whole number, and [3] is of the type list"),
        (5, 2, len, "the answer must be text in quotation marks, and this is a function (call it)"),
        (2, 1, [1, 2, 3], "the answer must be a list of rows, each a list of numbers, and 1 is no list"),
        (
            3,
            1,
            [["1/2"]],
            "each entry of the answer must be a number, and '1/2' is text (leave the quotation marks out)",
        ),
        (3, 4, lambda c: 1, "for c = 0 and λ = [0, 1] the ratio is not 1"),
        (8, 2, lambda seq: ["A"] * len(seq), "your function makes A of B"),
        (8, 2, index_function, "write it yourself, without index_function"),
        (8, 3, None, "have you tried all inputs of up to five pairs?"),
        (5, 2, "", "tokens must not be empty, got ''"),
        (5, 2, "foo", "at position 1, got 'foo'"),
        (5, 2, "C1 C1 C2", "letters A and B and integers 1 and 2 are asked for, not C"),
        (5, 2, "A3 A3 A1", "letters A and B and integers 1 and 2 are asked for, not 3"),
    ],
)
def test_a_wrong_answer_is_told_the_rule_that_it_breaks(number, exercise, answer, sentence, capsys):
    assert runpy.run_path(str(LESSONS[number - 1]))[f"check_{exercise}"](answer) is False
    said = capsys.readouterr().out.splitlines()[-1]
    assert said.endswith(sentence if sentence[-1] == "?" else f"{sentence}."), said


def test_a_loop_over_permutations_is_not_two_loops(capsys):
    """Lesson 3, exercise 3."""
    names = runpy.run_path(str(LESSONS[2]))

    def permuted(M):
        every = [[(M[at][j] - M[j][j]) ** 2 for j, at in enumerate(pi)] for pi in itertools.permutations(range(len(M)))]
        return Fraction(sum(map(sum, every)), len(every) * len(M))

    assert not names["check_3"](permuted)
    said = capsys.readouterr().out
    assert "as by a loop over permutations: two loops over pairs are enough." in said
    plain = [[1, 4, 2], [0, 3, 5], [7, 1, 1]]
    assert permuted(plain) == names["solution_3"](plain) and names["check_3"](names["solution_3"])


def test_a_range_is_a_list_and_exact_numbers_make_a_matrix(capsys):
    import sympy

    third, second = runpy.run_path(str(LESSONS[0]))["check_3"], runpy.run_path(str(LESSONS[1]))["check_1"]
    assert third(range(8)) is False and "is not the adjacent rotation" in capsys.readouterr().out
    assert (
        second([[Fraction(1, 3)] * 3] * 3)
        and second(((sympy.Rational(1, 3),) * 3,) * 3)
        and second([range(5, 6)] * 3) is False
    )


def test_the_words_of_a_solution_say_its_value(lesson):
    path, names = lesson
    parts = re.split(r"^# \*\*(\d)\.\*\* ", path.read_text("utf-8").partition("## Solutions")[2], flags=re.MULTILINE)
    words = {int(number): text.partition("# %%")[0] for number, text in zip(parts[1::2], parts[2::2], strict=True)}
    for number in EXERCISES:
        solution = names[f"solution_{number}"]
        if not callable(solution):
            found = re.findall(r"[\w.]+(?:/\d+)?", words[number].replace("\n", " "))
            for each in _parts(solution):
                assert each in {word.rstrip(".") for word in found}, (number, each)


def _parts(value: object) -> list[str]:
    """The numbers and words of a solution, as they are written."""
    if isinstance(value, Pair):
        return [f"{value.left}{value.right}"]
    if isinstance(value, list | tuple):
        return [each for part in value for each in _parts(part)]
    if isinstance(value, str):
        return value.split()
    return [f"{float(value):.4f}" if isinstance(value, float) and round(value, 1) != value else str(value)]


def test_pairs_may_be_typed_as_text_or_as_pairs_and_what_the_text_of_lesson_6_uses_is_said_before(capsys):
    check = runpy.run_path(str(ROOT / "lessons" / "08_refereeing.py"))["check_3"]
    pairs = [Pair("A", 1), Pair("B", "A"), Pair("A", 2), Pair("A", "B")]
    assert check("A1 BA A2 AB") and check(pairs) and check(tuple(pairs))
    capsys.readouterr()
    assert not check("A1") and "Retrieval keeps this one proper." in capsys.readouterr().out
    text = (ROOT / "lessons" / "06_two_angles.py").read_text("utf-8")
    assert text.index("# $a_2$). The circle has a *spare point*") < text.index("**Exercise 2.**")


def leads(head, length):
    """The lead over other left letters, in float64, of every input in which the letter asked for occurs, and another."""
    pairs = [Pair(left, right) for left in "ABCDE" for right in ("A", "B", 1)]
    for tokens in itertools.product(pairs, repeat=length):
        asked = tokens[-1].left if isinstance(tokens[-1].right, int) else tokens[-1].right
        row = [(token.left == asked, float(value)) for token, value in zip(tokens, logits(head, tokens), strict=True)]
        if len({own for own, _ in row}) == 2:
            yield max(value for own, value in row if own) - max(value for own, value in row if not own)


def test_without_rotation_the_lead_over_other_letters_has_a_least_value_and_the_gap_has_none():
    """Lesson 5, exercise 3, by brute force: 1 - cos ω is the least lead, at every length; two copies of the match tie."""
    least = 1 - math.cos(2 * math.pi / 5)
    for length in (2, 3):
        found = list(leads(t_retrieval("ABCDE", Angle()).head, length))
        assert min(found) == pytest.approx(least) and max(found) > least + 1
    tie = logits(t_retrieval("ABCDE", Angle()).head, (Pair("A", 1), Pair("A", 1), Pair("B", "A")))
    assert sorted(tie)[-1] == sorted(tie)[-2]
    asked = _asked("05_retrieval.py", 3)
    assert "leads every *other left letter* by at least" in asked and "gap" not in asked


def _asked(name: str, number: int) -> str:
    """The words of an exercise."""
    text = (ROOT / "lessons" / name).read_text("utf-8")
    return text.partition(TEXTS[number])[2].partition("# %%")[0]


def test_lesson_5_says_for_which_angles_its_limit_is_exact_and_which_letters_proper_is_about():
    tokens = [Pair("A", k) for k in (1, 2, 3, 4)]
    assert t_retrieval("AB", Angle(Fraction(1, 2))).run(tokens).answer is None  # θ = ω: the nearest key ties
    assert t_retrieval("AB", Angle(Fraction(1, 11))).run(tokens).answer == tokens[-1]  # (2·4 - 3)θ < ω
    assert improper([Pair("A", 2), Pair("A", 1)]) is None
    text = " ".join((ROOT / "lessons" / "05_retrieval.py").read_text("utf-8").replace("\n# ", " ").split())
    assert "for 0 < θ ≤ ω that line is exact" in text and "With θ > 0 the nearest" not in text
    assert (
        "*proper* inputs each right letter is the left letter of one token" in text
        and "each letter that a pair" not in text
    )
    assert "each right letter is the left letter" in _asked("05_retrieval.py", 2).replace("\n# ", " ")


def test_the_printed_pigeonhole_of_lesson_8_bounds_the_gap_of_no_query():
    """Its t may be n: with θ = 2π/n that is the only distance up to n within the bound 1 - cos 0."""
    for n in range(3, 12):
        angle = Angle(Fraction(1, n))
        assert [t for t in range(1, n + 1) if (angle * t).cos() == 1] == [n]
        assert all(input_gap(h_pos(angle), ("A",) * (n - 1) + (i,)) > 0 for i in range(n))
    text = (ROOT / "lessons" / "08_refereeing.py").read_text("utf-8").replace("\n# ", " ")
    assert "no rival is n away: it bounds no gap" in text and "of one kind of query" not in text


def test_the_point_of_theorem_32_stands_as_lesson_8_says():
    """By brute force: T_Index's largest gap is within 2π²/(⌊n/2⌋+1)², T_Retrieval's exceeds 1 - cos(ω/2)."""
    text = " ".join((ROOT / "lessons" / "08_refereeing.py").read_text("utf-8").replace("\n#", " ").split())
    assert r"$\Delta_{\mathrm{Index}}(n) \le 2\pi^2/(\lfloor n/2\rfloor+1)^2$;" in text
    assert r"> 1-\cos(\omega/2)$, if 0 < θ < ω/(2n), with letters ω = 2π/$M$ apart, $M \ge 2$" in text
    assert "its point, that Index loses its lead with the length and Retrieval need not, stands" in text

    def lead(row):
        return sorted(row)[-1] - sorted(row)[-2]

    for n in range(2, 9):
        most = max(
            lead([math.cos((t - i) * theta) for t in range(n)])
            for i in range(n)
            for theta in (k * math.pi / 360 for k in range(1, 721))
        )
        assert most <= 2 * math.pi**2 / (n // 2 + 1) ** 2
        assert n != 4 or most > 2 * math.pi**2 / n**2  # and the printed one fails
    for letters, n in (("AB", 2), ("AB", 3), ("ABC", 2), ("ABC", 3), ("AB", 4)):
        omega = 2 * math.pi / len(letters)
        tokens = [Pair(left, right) for left in letters for right in (*letters, 1)]
        inputs = [each for each in itertools.product(tokens, repeat=n) if improper(each) is None]
        for share in (0.05, 0.5, 0.98):
            head = t_retrieval(letters, share * omega / (2 * n)).head
            most = max(lead([float(value) for value in logits(head, each)]) for each in inputs)
            assert most > 1 - math.cos(omega / 2), (letters, n, share)


def test_the_thresholds_of_lesson_6_are_exact_in_the_range_that_it_names_and_not_above_it():
    names = runpy.run_path(str(ROOT / "lessons" / "06_two_angles.py"))
    text = (ROOT / "lessons" / "06_two_angles.py").read_text("utf-8")
    assert "Let 0 < θ₂ ≤ π, $a_2 > 0$, n ≥ 3 and at least two letters." in text.partition("## Two thresholds")[2]
    for n, turn, amplitude in itertools.product((3, 4), (Fraction(k, 20) for k in range(1, 11)), (1, 2, 3)):
        recency = (2 * n - 3) * turn < 1
        symbol = amplitude > 1 - (Angle(turn) * (n - 1)).cos()
        head = h_mix(names["circle"], Angle(turn), amplitude)
        assert names["solves"](head, n) == (recency and symbol), (n, turn, amplitude)
    above = Fraction(9, 10)
    assert names["solves"](h_mix(names["circle"], Angle(above), 3), 5) and not (2 * 5 - 3) * above < 1


def test_the_least_n_of_lesson_7_is_asked_for_from_2_on():
    assert math.cos(2 * math.pi / 1) == 1 and r"the least $n \ge 2$ at which" in _asked(
        "07_how_far_can_a_head_count.py", 2
    )


def test_which_periods_do_for_problem_4_of_lesson_7():
    check = runpy.run_path(str(ROOT / "lessons" / "07_how_far_can_a_head_count.py"))["check_4"]
    apart = [(a, b) for b in range(2, 23) for a in range(2, b) if a * b > 400 and math.gcd(a, b) == 1]
    assert apart == [(20, 21), (19, 22), (21, 22)] and all(map(check, apart)) and not check((2, 201))
    text = (ROOT / "lessons" / "07_how_far_can_a_head_count.py").read_text("utf-8")
    assert "$ab > 400$ alone will not: 2 and 201 give 0.0002" in text


def test_floats_whose_rounding_is_bounded_by_0_confirm_and_lesson_2_says_so():
    assert Fraction(0.5) == Fraction(1, 2)  # this float is exact: a bound of 0, and an equality confirmed
    text = " ".join(
        (ROOT / "lessons" / "02_positional_and_symbolic.py").read_text("utf-8").replace("\n# ", " ").split()
    )
    assert "and the bound is not 0, one can refute and not confirm" in text and "never confirm" not in text


def test_what_a_lesson_quotes_of_a_summary_is_in_its_words():
    said = " ".join((ROOT / "lessons/06_two_angles.py").read_text(encoding="utf-8").replace("\n# ", " ").split())
    [quoted] = re.findall(r"So “([^”]+)” \(papernotes\.org", said)
    one = claim("u25.thm6.one-angle")
    assert quoted in one.statement and "papernotes.org" in one.source.paper


def test_check_4_of_lesson_1_says_where_an_answer_is_wrong_and_not_what_is_right(capsys):
    check = runpy.run_path(str(ROOT / "lessons" / "01_rotation.py"))["check_4"]
    capsys.readouterr()
    for wrong, said in (
        (lambda a, b: a * b, "a = 4 and b = 6 a distance below 24 does it"),
        (lambda a, b: max(a, b), "a = 3 and b = 5 the logit at distance 5 is smaller"),
        (lambda a, b: 0, "a distance t ≥ 1 is asked for, not 0"),
    ):
        assert not check(wrong)
        told = capsys.readouterr().out
        assert said in told and not re.search(r"\b(12|15)\b", told)


def test_check_4_of_lesson_5_takes_no_table_of_three_lengths():
    names = runpy.run_path(str(ROOT / "lessons" / "05_retrieval.py"))
    table = {4: 7, 6: 4, 9: 2}
    assert all(names["solution_4"](n) == most for n, most in table.items())
    assert not names["check_4"](lambda n: table.get(n, 2)) and not names["check_4"](table.__getitem__)
