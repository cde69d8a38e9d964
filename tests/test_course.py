"""The course as notebooks and slides: solutions apart, outputs from a run, a harder problem, the same bytes twice."""

from __future__ import annotations

import dataclasses
import html
import itertools
import json
import math
import re
from fractions import Fraction
from pathlib import Path

import pytest

from rope_theory import Angle, LetterCircle, Pair, h_mix, h_pos, h_sym, rotate, t_retrieval
from rope_theory.core.angles import FULL_TURN
from rope_theory.core.errors import InvalidInput
from rope_theory.core.rope import pairs
from rope_theory.core.tasks import parse_letter
from rope_theory.evidence.papers import papers
from rope_theory.faces import course
from rope_theory.faces.cli import main
from rope_theory.faces.site import cut
from rope_theory.faces.site.lecture import SPOKEN, exercises_in, least_minutes, of_a_lecture, plan
from rope_theory.faces.site.lessons import built
from rope_theory.faces.site.prose import prose
from rope_theory.faces.site.slides import handout, lecture_handout, lesson_slides, slides_document, solutions_slides
from rope_theory.faces.site.tex import formula


@pytest.fixture(autouse=True)
def lessons_run_once(ran_once, monkeypatch):
    monkeypatch.setattr(course, "run_here", ran_once)


SCRIPT = """\
# %% [markdown]
# # Lesson 1. T_Index
#
# **Goals.** Count $x_{max}$.
#
# **Minutes.** 5.
#
# ## A part
#
# Words.

# %%
x = 12
print(x)
x + 1

# %% [markdown]
# ## Exercises
#
# **Exercise 1.** Twelve.

# %%
def check_1(answer):
    print(answer == x)

# %% [markdown]
# ## Solutions

# %%
solution_1 = 12
check_1(solution_1)

# %% [markdown]
# **What you can say now.** Twelve.
"""
ROOT = Path(course.__file__).parents[2]
LESSONS = list(course.find_lessons().items())


@pytest.mark.parametrize("name, text", LESSONS, ids=[name for name, _ in LESSONS])
def test_no_solution_stands_in_a_lesson_and_every_solution_is_apart(name, text):
    lesson, solutions = course.parted(text)
    said = "\n".join(cell.text for cell in lesson)
    assert "solution_" not in said and "mistake_" not in said and "**What you can say now.**" in said
    assert [f"# your answer:  check_{number}(…)" in said for number in (1, 2, 3, 4)] == [True] * 4
    apart = "\n".join(cell.text for cell in solutions)
    assert all(f"assert check_{number}(solution_{number})" in apart for number in (1, 2, 3, 4))
    assert len(lesson) + len(solutions) == len(course.cells(text)) + 4 + 2  # room for answers; a head and its code


def test_every_character_of_a_lesson_is_in_one_of_its_cells():
    for name, text in LESSONS:
        kept = re.sub(r"\s|#|%|\[markdown\]", "", text.replace(course.READER, ""))
        assert kept == re.sub(r"\s|#|%|\[markdown\]", "", "".join(cell.text for cell in course.cells(text))), name


def test_slides_leave_exercises_out_and_fold_code():
    lesson = course.prepared({"01_a.py": SCRIPT}, run=False, write=False)
    deck = cut.slides(lesson[0].lesson)
    assert [part[0].text.partition("\n")[0] for part in deck] == [
        "# Lesson 1. T_Index", "## A part", "## What you can say now"
    ]  # fmt: skip
    text = slides_document(lesson, 10)
    assert (
        '<details name="s9-code"><summary>code</summary>' in text and "Exercise 1" not in text and "Minutes" not in text
    )
    heads = re.findall("<h2>(.*?)</h2>", text)
    assert heads[:3] == ["The question", "Plan", "Attention in brief"] and heads[-1] == "Questions, and sources"
    assert heads[-3:-1] == ["The answers", "To take home"] and "</strong> <math" in text and "<ol>" not in text
    assert text.count("<section") == 3 + len(deck[:-1]) + 3 + len(_glossary()) and "until minute 10" in text
    assert text.count("<script") == 1 and not re.search('src="(?!data:)', text) and "http" not in _ours(text)


def _glossary() -> list[list[course.Cell]]:
    return cut.words(course.parted(LESSONS[0][1])[0])


def test_a_lecture_begins_with_the_question_and_its_picture():
    """Whichever lessons it has; a deck of one lesson where the lesson asks it, and then no second time within the lesson."""
    asked, picture = cut.question(course.parted(LESSONS[0][1])[0])
    assert [cell.text.partition("](")[0][:5] for cell in picture] == ["![The"]
    assert not any(cut.question(course.parted(text)[0]) for _, text in LESSONS[1:])
    for deck in (slides_document(_lecture()[3:5]), slides_document(_lecture()[:1]), lesson_slides(_lecture()[0])):
        first, second, third = re.findall(r"<section.*?</section>", deck, re.DOTALL)[:3]
        assert "<h2>The question</h2>" in first and "Does it depend on where the token stands" in plain_text(first)
        assert (
            second.count("<img ") == 1 and "a positional head stays at the position" in second and "<img " not in third
        )
        assert deck.count("<h2>The question</h2>") == deck.count(asked[-1].text) == 1
    assert "The question</h2>" not in lesson_slides(_lecture()[3])


def test_words_and_symbols_come_before_the_lessons_in_every_deck():
    said = " ".join(cell.text for part in _glossary() for cell in part)
    for word in (
        "query",
        "key",
        "logit",
        "weight",
        "head",
        "Hard attention",
        "plane",
        "NoPE",
        "gap",
        "discrepancy",
        "target",
        "Index",
        "Retrieval",
        "Partial Induction",
    ):
        assert f"**{word}**" in said, word
    assert all(cell.markdown for part in _glossary() for cell in part) and "H_POS is the head" in said
    for lessons in (_lecture()[3:5], _lecture()[:1]):
        deck = slides_document(lessons)
        order = ("The question", "Plan", "Attention in brief", "Words and symbols", f"{lessons[0].name[1]}. ")
        at = [deck.index(f"<h2>{each}") for each in order[:4]] + [deck.index(f"<h2>Lesson {order[4]}")]
        assert at == sorted(at)
        assert deck.count("<h2>Attention in brief</h2>") == 1
    alone = lesson_slides(_lecture()[6])
    at = [alone.index(f"{each}</h2>") for each in ("How far can a head count?", "Attention in brief", "One frequency")]
    assert at == sorted(at)
    feet = re.findall(r"<p class=\"foot\">(\w+) · \d+ of \d+( · until minute)?", alone)
    assert {name for name, timed in feet if not timed} == {"Words"} != {name for name, timed in feet if timed}


def test_without_words_a_deck_has_fewer_slides_and_the_lessons_their_minutes(tmp_path, capsys):
    pytest.importorskip("matplotlib")
    lessons, heads = of_a_lecture(_lecture()), ("Attention in brief", "Words and symbols")
    whole, short = slides_document(lessons), slides_document(lessons, glossary=False)
    assert all(head in whole and head not in short for head in heads)
    assert ends_of(r"[\w ]+", short)[-1] == 90 and ends_of("Overview", short)[-1] < 5 and "Break" in short
    (least, count), (most, all_) = (least_minutes(lessons, glossary) for glossary in (False, True))
    assert count == all_ - len(_glossary()) and least < most
    assert slides_document(_drawn("12347"), least, glossary=False).count("<section") == count
    asked = ["lessons", "--slides", "--no-words", "--lessons", "4", "--minutes", "45", "--out", str(tmp_path)]
    assert main(asked) == 0
    assert re.search(r"Lesson 4\..* \(3 to ", capsys.readouterr().out)
    for deck in tmp_path.glob("*slides.html"):
        assert not any(head in deck.read_text(encoding="utf-8") for head in heads), deck.name
    assert "Attention in brief" in (tmp_path / "04_h_pos_by_hand_handout.html").read_text(encoding="utf-8")


def test_what_lesson_2_borrows_of_lesson_5_it_says_itself():
    """The lecture unless others are named has no lesson 5."""
    deck = plain_text(slides_document(of_a_lecture(_drawn("12347"))))
    assert 5 not in SPOKEN and deck.count("(lesson 5) finds a letter: letters stand ω apart on a circle") == 1
    assert deck.index("letters stand ω apart") < deck.index("where CB asks for B") < deck.index("A printed remark")
    [matrix] = [cell for cell in _drawn("2")[0].lesson if cell.drawn]
    assert all(f"<!-- {token} -->" in matrix.drawn[0] for token in ("A1", "B2", "C3", "AC", "C"))


#: What the slides of the lecture use -> the words that define it.
DEFINED = {
    "U26": "U25 and U26 are two papers: arXiv 2511.11579 and arXiv 2605.31558.",
    "usual 1/d": "d the head's dimension",
    "phase": "turned by the phases a and b, makes query and key: q=ρ(a)v, k=ρ(b)v",
    "(t−m)θ": "keys have phase 0, the query “m back” −mθ; the logit is cos((t−m)θ)",
    "kω": "letters stand ω apart on a circle, and a left letter k on from the one asked for has the logit cos(kω+tθ)",
    "Var(": "the variance Var(λ)",
    "answer(own)": "its symbolic energy esym, where own is the list λ",
}


def test_what_a_lecture_uses_is_defined_where_it_comes_first():
    pytest.importorskip("matplotlib")
    deck = slides_document(of_a_lecture(_drawn("12347")))
    slides = list(map(_read, re.findall(r"<(?:header|section).*?</(?:header|section)>", deck, re.DOTALL)))
    for used, words in DEFINED.items():
        assert words in next(said for said in slides if used in said), used


def test_the_logits_of_the_borrowed_heads_are_those_of_their_phases():
    """Lesson 2: the cosine of tθ plus the query's phase minus the key's, by turning vectors."""
    theta, omega = 0.3, 2 * math.pi / 5
    for t, m, asked, left in itertools.product(range(4), range(4), range(5), range(5)):
        for phases, said in (
            ((-m * theta, 0.0), (t - m) * theta),
            ((-asked * omega, -left * omega), (left - asked) * omega + t * theta),
        ):
            query, key = (rotate(phase, (0.0, 1.0)) for phase in phases)
            turned = zip(rotate(9 * theta, query), rotate((9 - t) * theta, key), strict=True)
            assert math.isclose(sum(a * b for a, b in turned), math.cos(said), abs_tol=1e-12)
        letters = "ABCDE"
        found = t_retrieval(letters, theta).head.logit(Pair("A", letters[asked]), 9, Pair(letters[left], 1), 9 - t)
        assert math.isclose(float(found), math.cos((left - asked) * omega + t * theta), abs_tol=1e-12)
        assert math.isclose(float(h_pos(theta).logit(m, 9, "A", 9 - t)), math.cos((t - m) * theta), abs_tol=1e-12)


def _read(slide: str) -> str:
    """What is seen of a slide, formulas included, without notes and folded code."""
    shown = re.sub("<aside.*?</aside>|<details.*?</details>", "", slide, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub("<[^>]*>", "", shown)).split())


def test_an_exercise_for_a_computer_says_so_wherever_it_is_read():
    said = {}
    for lesson in _lecture():
        number = int(lesson.name[:2])
        for made in (lesson_slides(lesson), handout(lesson), solutions_slides(lesson)):
            found = re.findall(r"<strong>(?:Exercise|Problem) (\d)[^<]*</strong> <em>At a computer\.</em>", made)
            assert said.setdefault(number, found) == found
        [told] = re.findall(r"\*\*Minutes\.\*\*.*?\n#\n", lesson.text, re.DOTALL)
        assert ("for a computer" in told) is bool(said[number]), lesson.name
    assert {number: found for number, found in said.items() if found} == {4: ["3", "4"], 7: ["3"]}


def test_slides_go_to_a_folder_of_their_own_unless_one_is_named(tmp_path, monkeypatch, capsys):
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    assert main(["lessons", "--slides", "--lessons", "4"]) == 0
    assert (tmp_path / "slides" / "slides.html").is_file() and not (tmp_path / "notebooks").exists()
    assert capsys.readouterr().out.startswith("slides/")


def test_how_the_papers_are_known_is_said_in_lesson_1_and_on_the_last_slide():
    last = plain_text(slides_document(_lecture())).partition("Questions, and sources")[2]
    lesson, course_ = (
        " ".join(text.replace("\n#", "").split())
        for text in (LESSONS[0][1], (ROOT / "lessons/README.md").read_text(encoding="utf-8"))
    )
    for text in (last, lesson, course_):
        known = "by its abstract and by the content of its theorems, whose text was not at hand; U26 by its text"
        assert known in text


def test_the_page_of_the_course_says_which_head_its_lecture_builds_and_how_to_have_the_other_one(tmp_path, capsys):
    pytest.importorskip("matplotlib")
    said = plain_text("".join(built(of_a_lecture(_lecture()))))
    assert said.startswith(". The lecture has lessons 1, 2, 3, 4 and 7, which build the positional head alone;")
    command = re.search(r"rope-theory (lessons --slides --lessons [\d,]+) makes one that builds the symbolic", said)[1]
    heads = "Query and keys", "The circle"  # the slides that build H_POS and H_SYM
    assert main([*command.split(), "--out", str(tmp_path)]) == 0
    deck = (tmp_path / "slides.html").read_text(encoding="utf-8")
    assert [f"<h2>{head}" in deck for head in heads] == [True, True]
    deck = slides_document(of_a_lecture(_drawn("12347")))
    assert [f"<h2>{head}" in deck for head in heads] == [True, False]
    assert built(_lecture()) == ["."]


def test_each_lesson_has_slides_of_its_own_and_solutions_are_apart():
    for name, text in LESSONS:
        [lesson] = course.prepared({name: text}, run=False, write=False)
        parts = [part[0].text.split()[:2] for part in cut.tasks(lesson)]
        assert [words[0] for words in parts] == [*("**Exercise", "**Solution") * 3, "**Problem", "**Solution"], name
        assert [words[1][0] for words in parts] == list("11223344")
        made, solved = lesson_slides(lesson), solutions_slides(lesson)
        count = (
            len(cut.question(lesson.lesson))
            + len(cut.answers(lesson.lesson))
            + len(_glossary())
            + len(cut.slides(lesson.lesson))
        )
        assert made.count("<section") == count + 4 and "# your answer" not in made
        assert "Solution" not in made and "solution_" not in made and "mistake_" not in made
        assert solved.count("<section") == 8 and "until minute" not in solved
        assert solved.index("Exercise 1") < solved.index("Solution 1") < solved.index("Exercise 2")
        minutes = re.search(r"Minutes\.\*\* (\d+)", text)[1]
        each = re.search(r"Minutes\.\*\* .*? (\d+) for the exercises \((\d+), (\d+), (\d+)\)", text)
        assert int(each[1]) == int(each[2]) + int(each[3]) + int(each[4]), name
        assert f"until minute {minutes}<" in made and f"{minutes} minutes with all exercises" in made
        assert made.index("Exercise 1") < made.index("What you can say now") and "<script src" not in made


def _ours(text: str) -> str:
    return text.replace("http://www.w3.org/1998/Math/MathML", "")


def test_the_table_of_the_course_says_the_minutes_of_each_lesson_and_its_first_one_what_to_open(tmp_path, capsys):
    pytest.importorskip("matplotlib")
    read = (ROOT / "lessons/README.md").read_text(encoding="utf-8")
    for name, text in LESSONS:
        [told] = re.findall(rf"^\| \[[^]]*\]\({name}\) \|[^|]*\| (\d+) \|$", read, re.MULTILINE)
        assert told == re.search(r"Minutes\.\*\* (\d+)", text)[1], name
    assert main(["lessons", "--slides", "--out", str(tmp_path / "slides")]) == 0
    first = read.partition("| lesson |")[0]
    opened = re.findall(r"`(slides/\w+\.html)`", first)
    assert len(opened) == 4 and all((tmp_path / each).is_file() for each in opened)


def test_ninety_minutes_are_enough_for_the_slides():
    count = sum(len(cut.slides(course.parted(text)[0])) for _, text in LESSONS)
    assert 40 <= count <= 60  # about a minute and a half each


def _lecture() -> list[course.Lesson]:
    return course.prepared(dict(LESSONS), run=False, write=False)


def test_lessons_have_the_minutes_of_a_lecture_that_they_name_and_a_break_after_about_half():
    *rows, exercises = plan(_lecture(), 90)
    assert exercises.startswith("Exercises: ")
    told = [re.match(r"(\w+)(?: (\d))?.*: (\d+) minutes? \((\d+) to (\d+)\)", line) for line in rows]
    assert [each[2] or each[1] for each in told] == ["1", "2", "3", "4", "Break", "5", "6", "7", "8"]
    named = [int(re.search(r"; (\d+) of 90 in a lecture on all eight", text)[1]) for _, text in LESSONS]
    assert [int(each[3]) for each in told if each[2]] == named and min(named) >= 9
    # two to open, four for words, two to close
    assert told[4][3] == "5" and sum(int(each[3]) for each in told) == 82
    assert all(one[5] == two[4] for one, two in itertools.pairwise(told)) and told[-1][5] == "88"


@pytest.mark.parametrize(
    "chosen, minutes, count",
    [("12345678", 90, 1), ("12345678", 60, 0), ("14235", 90, 2), ("14235", 45, 1), ("123", 45, 1)],
)
def test_a_lecture_takes_in_as_many_exercises_as_leave_a_minute_and_a_half_for_a_slide(chosen, minutes, count):
    lessons = [_lecture()[int(number) - 1] for number in chosen]
    deck = slides_document(lessons, minutes)
    assert exercises_in(lessons, minutes) == count
    assert deck.count("<strong>Exercise ") == deck.count("<strong>Solution ") == count * len(lessons)
    assert "check_1" not in re.sub("<details.*?</details>", "", deck, flags=re.DOTALL) and "def check_" not in deck
    shown = int(re.search(r"(\d+) slides\.", deck)[1])
    more = shown + 2 * len(lessons)
    assert minutes / shown >= (0, 1, 1.5, 1.5)[count]
    assert count == 3 or minutes / more < (1 if count == 0 else 1.5)
    rows = [re.search(r"(\d+) slides$", line) for line in plan(lessons, minutes)]
    assert sum(int(each[1]) for each in rows if each) == deck.count('class="foot">Lesson ')


def test_an_exercise_stands_before_its_solution_and_has_four_times_its_minutes():
    lessons = [_lecture()[0]]
    deck = slides_document(lessons, 90)
    feet = ends_of("Lesson 1", deck)
    asked, solved = deck.index("<strong>Exercise 1"), deck.index("<strong>Solution 1")
    assert asked < solved and 3 <= (feet[-2] - feet[-3]) / (feet[-1] - feet[-2]) <= 5


def ends_of(name: str, deck: str) -> list[float]:
    """Until which minute each slide of that name stays."""
    found = re.findall(rf"{name} · \d+ of \d+ · until minute (\d*)(½?)<", deck)
    return [int(whole or 0) + len(half) / 2 for whole, half in found]


def _drawn(numbers: str) -> list[course.Lesson]:
    """These lessons as a lecture shows them, with their figures."""
    return [course.run_here(_lecture()[int(number) - 1]) for number in numbers]


def test_the_plan_says_which_share_of_their_minutes_the_exercises_have():
    pytest.importorskip("matplotlib")
    said = " ".join((ROOT / "lessons/README.md").read_text(encoding="utf-8").split())
    for numbers, minutes, count in (("12345678", 90, 1), ("12347", 90, 2), ("14", 90, 3)):
        lessons = _drawn(numbers)
        [line] = [each for each in plan(lessons, minutes) if each.startswith("Exercises: ")]
        had, named, share = map(int, re.findall(r"\d+", line))
        each = [re.search(r"exercises \(([\d, ]+)\)", one.text)[1].split(", ")[:count] for one in lessons]
        assert named == sum(map(int, itertools.chain(*each)))
        deck = slides_document(lessons, minutes)
        shown = re.findall(r"<section.*?</section>", deck, re.DOTALL)
        took = [b - a for a, b in itertools.pairwise([0.0, *ends_of(r"[\w ]+", deck)])]
        given = sum(length for length, slide in zip(took, shown, strict=True) if "<strong>Exercise " in slide)
        assert abs(given - had) <= 2 and abs(share - 100 * had / named) <= 1.5, (line, given)
        assert line in plain_text(deck) and f"{share} %" in said, line
    assert not any(each.startswith("Exercises") for each in plan(_drawn("4"), 90))  # they have all of theirs


def test_no_two_slides_of_a_lecture_end_at_the_same_time():
    deck = slides_document(_lecture())
    ends = ends_of(r"[\w ]+", deck)
    assert len(ends) == int(re.search(r"(\d+) slides\.", deck)[1]) and ends == sorted(set(ends)) and ends[-1] == 90
    assert ends_of("Overview", deck)[-1] == 2 and ends_of("Words", deck)[-1] == 6


def test_overview_and_words_take_at_most_ten_minutes_however_few_the_lessons():
    for chosen, minutes in ((_lecture()[1:3], 90), (_lecture(), 600), (_lecture()[:1], 45)):
        ends = ends_of(r"[\w ]+", deck := slides_document(chosen, minutes))
        assert ends_of("Overview", deck)[-1] == 3 and ends_of("Words", deck)[-1] == 9.5 and ends[-1] == minutes
    assert ends_of("Words", slides_document(_lecture(), 45))[-1] == 3


def test_slides_of_goals_and_summaries_have_half_of_the_minutes():
    deck = slides_document(_lecture(), 360)
    ends, start = ends_of("Lesson 4", deck), ends_of("Lesson 3", deck)[-1]
    took = [b - a for a, b in itertools.pairwise([start, *ends])]
    [length] = re.findall(r"Lesson 4\..*: (\d+) minutes", "\n".join(plan(_lecture(), 360)))
    slides = [each for each in re.findall(r"<section.*?</section>", deck, re.DOTALL) if ">Lesson 4 · " in each]
    full = [other for other, slide in zip(took, slides, strict=True) if "<strong>Solution " not in slide][1:]
    assert abs(sum(took) - int(length)) <= 1 and len(full) > 5
    assert all(took[0] <= other / 2 + 0.75 for other in full)  # ends are rounded to half minutes
    alone = lesson_slides(_lecture()[2])
    ends = ends_of("Lesson", alone)
    assert ends[-1] - ends_of("Exercises", alone)[-1] <= ends[1] - ends[0]


def test_a_lecture_is_of_few_slides_and_leaves_to_the_reader_what_the_lessons_mark():
    whole = slides_document(_lecture())
    deck = plain_text(re.sub("<aside.*?</aside>", "", whole, flags=re.DOTALL))
    exercises = len(re.findall(r"(?:Exercise|Solution) 1\.", deck))
    others = int(re.search(r"(\d+) slides\.", deck)[1]) - exercises - deck.count("To take home ")
    assert exercises == 16 and 41 <= others <= 52  # and ten figures, one of them the question's
    marked = [cell for _, text in LESSONS for cell in course.cells(text) if cell.reader]
    assert len(marked) >= 8
    for words in (re.sub(r"\W+", " ", cell.text)[:60] for cell in marked):
        assert words not in re.sub(r"\W+", " ", deck), words
    notes = re.sub(r"\W+", " ", " ".join(map(plain_text, re.findall("<aside.*?</aside>", whole, re.DOTALL))))
    told = [cell for cell in marked if cell.markdown and not cell.text.startswith("![")]
    for cell in told:
        assert re.sub(r"\W+", " ", plain_text(prose(cell.text.removeprefix("## "))))[:40] in notes, cell.text
    assert whole.count('<aside class="note">') == len(told) + 1  # and one of the plan
    assert "(claim new.two-angle-threshold, PROVED)" in deck and "called A and B" not in deck


def test_no_list_of_three_is_cut_and_no_formula():
    for _, text in LESSONS:
        lesson, _ = course.parted(text)
        parts = [
            "\n\n".join(cell.text for cell in part)
            for part in (*cut.question(lesson), *cut.answers(lesson), *cut.words(lesson), *cut.slides(lesson))
        ]
        for cell in lesson:
            for block in cell.text.split("\n\n") if cell.markdown and not cell.reader else ():
                if block.startswith("$$") or (block.startswith("- ") and block.count("\n- ") <= 2):
                    assert any(block in part for part in parts) or "## Exercises" in "".join(
                        other.text for other in lesson[: lesson.index(cell) + 1]
                    ), block


def test_a_lecture_says_nothing_that_only_a_reader_can_follow_and_names_its_sources():
    deck = plain_text(slides_document(_lecture()))
    for words in ("Next: lesson", "in the exercise", "finished the course", "ExclusionTerms(", "The papers."):
        assert words not in deck, words
    for one in papers()[:2]:
        assert one.title in deck.partition("Questions, and sources")[2]
        assert one.title in " ".join(LESSONS[0][1].replace("\n# ", " ").split()) and one.arxiv in LESSONS[0][1]


def plain_text(document: str) -> str:
    return " ".join(html.unescape(re.sub(r"<style>.*?</style>|<[^>]*>", "", document, flags=re.DOTALL)).split())


@pytest.mark.parametrize("name, text", LESSONS, ids=[name for name, _ in LESSONS])
def test_no_slide_begins_or_ends_within_a_sentence_or_a_bracket(name, text):
    for part in cut.slides(course.parted(text)[0]):
        if part[0].text.startswith("!["):
            continue
        said = [cell.text for cell in part if cell.markdown and not cell.text.startswith("#")]
        assert said[0][0].isupper() or said[0][0] in "*$“n", said[0]  # n = 4, …
        assert re.search(r"[.?!][)*$”]*$", said[-1]), said[-1]
        every = " ".join(said)
        assert every.count("(") == every.count(")"), every


def test_a_formula_stays_with_the_sentence_that_it_ends_and_a_bracket_in_one_piece():
    long = " ".join(f"Sentence {k} is here." for k in range(18))
    made = cut.slides(
        course.cells(f"# %% [markdown]\n# ## A\n#\n# {long} So\n#\n# $$a$$\n#\n# with b.\n# %% [markdown]\n# Now.\n")
    )
    assert [[cell.text for cell in part][1:] for part in made[:-1]][-1][-3:] == ["So", "$$a$$", "with b."]
    long = long.rpartition("Sentence")[0].strip()
    bracket = "(" + " ".join(f"One {k} two three." for k in range(12)) + ") End."
    made = cut.slides(course.cells(f"# %% [markdown]\n# ## A\n#\n# {long} {bracket}\n# %% [markdown]\n# Now.\n"))
    assert len(made) == 3 and made[1][1].text == bracket


def test_every_cell_that_draws_says_what():
    for name, text in LESSONS:
        for cell in course.cells(text):
            if "plt.subplots(" in cell.text:
                assert re.match(r"# Figure: .{40,}\.\n", cell.text), name


def test_no_slide_holds_more_prose_than_one_can_read():
    for _, text in LESSONS:
        whole, _ = course.parted(text)
        for part in cut.slides(whole):
            prose = [cell.text for cell in part if cell.markdown and not (cell.reader or cell.text.startswith("#"))]
            assert prose and sum(len(each.split()) for each in prose) <= cut.WORDS, part[0].text
            assert all(each.count("$") % 2 == 0 and each.count("`") % 2 == 0 for each in prose)


def test_a_full_slide_goes_on_under_its_heading_and_loses_nothing():
    long = " ".join(f"This is sentence number {k} of $a. B$." for k in range(20))
    lesson = course.cells(
        f"# %% [markdown]\n# ## A part\n#\n# {long}\n#\n# Short.\n# %%\n1 + 1\n# %% [markdown]\n# Now.\n"
    )
    made = cut.slides(lesson)
    assert [part[0].text for part in made[:-1]] == ["## A part", *["## A part (continued)"] * (len(made) - 2)]
    said = [cell.text for part in made[:-1] for cell in part if cell.markdown and not cell.text.startswith("##")]
    assert len(made) > 3 and " ".join(said) == f"{long} Short." and made[-2][-1].text == "1 + 1"


def test_a_list_is_cut_between_its_points():
    points = "\n".join(f"# - {k} " + "word " * 30 for k in range(4))
    made = cut.slides(course.cells(f"# %% [markdown]\n# ## A\n#\n{points}\n# %% [markdown]\n# Now.\n"))
    assert [[line[:3] for line in part[-1].text.split("\n")] for part in made[:-1]] == [["- 0", "- 1"], ["- 2", "- 3"]]


def test_a_figure_is_a_slide_of_its_own_with_its_words_and_without_its_code():
    figure = course.Cell(False, "# Figure: a line.\nplt.subplots()", drawn=("<svg/>",))
    slide = [course.Cell(True, "## A"), course.Cell(True, "Words."), figure, course.Cell(True, "![b](c)")]
    note = course.Cell(True, "Look left.", reader=True)
    assert [len(part) for part in cut.figures_apart(slide)] == [2, 1, 1]
    assert [len(part) for part in cut.figures_apart([*slide[:2], note, *slide[2:], note])] == [3, 1, 2]
    assert list(cut.figures_apart([course.Cell(True, "## A (continued)"), figure])) == [[figure]]
    [lesson] = course.prepared({"01_a.py": SCRIPT}, run=False, write=False)
    deck = slides_document([dataclasses.replace(lesson, lesson=[*lesson.lesson[:2], figure, *lesson.lesson[2:]])])
    assert "<figcaption>A line.</figcaption></figure><p class=" in deck and "plt.subplots" not in deck


def test_no_title_has_a_colon_behind_its_question_mark():
    for lesson in _lecture():
        for made in (handout(lesson), solutions_slides(lesson)):
            assert "?:" not in re.search("<h1>.*?</h1>", made)[0] + re.search("<title>.*?</title>", made)[0]
        assert "?:" not in course.parted(lesson.text)[1][0].text
    assert "<title>Lesson 7. How far can a head count? The exercises ·" in handout(_lecture()[6])


def test_a_script_without_solutions_is_a_lesson_without_solutions():
    assert course.parted("# %%\n1 + 1\n") == (course.cells("# %%\n1 + 1\n"), [])


def test_notebook_is_valid_and_the_same_twice():
    pytest.importorskip("jupytext")
    import nbformat

    made = [course.notebook(course.cells(SCRIPT)) for _ in range(2)]
    nbformat.validate(made[0])
    assert nbformat.writes(made[0]) == nbformat.writes(made[1])
    assert [cell.cell_type for cell in made[0].cells][:2] == ["markdown", "code"]
    linked = course.notebook([course.Cell(True, "Next: [lesson 2](02_positional_and_symbolic.py), [ours](a.py).")])
    assert linked.cells[0].source == "Next: [lesson 2](02_positional_and_symbolic.ipynb), [ours](a.py)."


def test_a_notebook_brings_its_figures_along_and_its_lesson_reads_as_before():
    pytest.importorskip("jupytext")
    import base64

    import nbformat

    brought = {}
    for name, text in LESSONS:
        lesson, _ = course.parted(text)
        book = course.notebook(lesson)
        nbformat.validate(book)
        assert "](../figures/" not in nbformat.writes(book), name
        brought |= {
            figure: data["image/png"] for cell in book.cells for figure, data in cell.get("attachments", {}).items()
        }
        pictures = [re.findall(r"!\[.*?\]\(.*?\)", cell.text) for cell in lesson]
        assert [re.findall(r"!\[.*?\]\(.*?\)", cell.text) for cell in course.shown(book)] == pictures
    assert {"exchanged-tokens.png", "two-behaviours.png"} <= brought.keys()
    for figure, data in brought.items():
        assert base64.b64decode(data) == (ROOT / "figures" / figure).read_bytes()


def test_a_notebook_is_run_and_a_cell_that_fails_is_one_line(tmp_path):
    for package in ("jupytext", "nbclient", "ipykernel", "matplotlib"):
        pytest.importorskip(package)
    cells = course.shown(course.executed(course.notebook(course.cells(SCRIPT)), tmp_path))
    assert cells[1].printed == "12\n13\n" and cells[-2].printed == "True\n"
    with pytest.raises(InvalidInput, match="ZeroDivisionError"):
        course.executed(course.notebook([course.Cell(False, "1 / 0")]), tmp_path)


def test_a_run_changes_neither_the_slides_of_a_lesson_nor_its_notes():
    for package in ("jupytext", "nbclient", "ipykernel", "matplotlib"):
        pytest.importorskip(package)
    text = SCRIPT.replace(
        "# %% [markdown]\n# ## Exercises", "# %% [markdown]" + course.READER + "\n# ## Aside\n#\n# Read.\n\n# %%" + course.READER
        + "\nx + 2\n\n# %% [markdown]\n# ## Exercises",
    )  # fmt: skip
    decks = [lesson_slides(course.prepared({"01_a.py": text}, run=run)[0], glossary=False) for run in (False, True)]
    titles, notes = ([found(deck) for deck in decks] for found in (re.compile("<h[12]>.*?</h[12]>").findall, _notes))
    assert titles[0] == titles[1] and notes == [1, 1]


def _notes(deck: str) -> int:
    return deck.count('class="note"')


def test_command_writes_notebooks_and_slides(tmp_path, capsys, monkeypatch):
    pytest.importorskip("jupytext"), pytest.importorskip("nbclient"), pytest.importorskip("ipykernel")
    assert main(["lessons", "--out", str(tmp_path)]) == 0
    out, err = capsys.readouterr()
    assert len(out.partition("\n\n")[0].splitlines()) == 42
    assert err == "note: notebooks without outputs; --run runs them (minutes)\n"
    book = json.loads((tmp_path / "04_h_pos_by_hand.ipynb").read_text(encoding="utf-8"))
    assert book["nbformat"] == 4 and "CC BY" in book["metadata"]["license"]
    assert main(["lessons", "--out", str(tmp_path)]) == 2
    assert "--overwrite" in capsys.readouterr().err


def test_slides_need_no_extra_and_have_their_figures(tmp_path, capsys, monkeypatch):
    import sys

    pytest.importorskip("matplotlib")
    for package in ("jupytext", "nbclient"):
        monkeypatch.setitem(sys.modules, package, None)
    asked = ["lessons", "--slides", "--lessons", "4,2", "--minutes", "30", "--out", str(tmp_path)]
    assert main(asked) == 0
    out, err = capsys.readouterr()
    deck = (tmp_path / "slides.html").read_text(encoding="utf-8")
    assert err == "" and not list(tmp_path.glob("*.ipynb")) and len(list(tmp_path.glob("*.html"))) == 26
    assert deck.count("data:image/svg+xml") == 4 and "missing" not in deck
    assert "What the code draws." not in deck and 'alt="logits, content by position' in deck
    assert deck.count("<msub>") >= 2 and "\\" not in "".join(
        re.findall("<math .*?</math>", re.sub(r' alttext="[^"]*"', " ", deck))
    )
    told = re.findall(r"^Lesson (\d)\. .*: \d+ minutes \((\d+) to (\d+)\), (\d+) slides$", out, re.M)
    assert [(number, start) for number, start, _, _ in told] == [("4", "7"), ("2", told[0][2])] and told[1][2] == "28"
    assert (
        deck.count("<section") == 6 + len(_glossary()) + sum(int(count) for *_, count in told) and "Break" not in deck
    )
    assert deck.index("Lesson 4.") < deck.index("Lesson 2.")


def test_a_lecture_that_stretches_its_slides_says_so(tmp_path, capsys):
    pytest.importorskip("matplotlib")
    asked = ["lessons", "--slides", "--lessons", "4", "--out", str(tmp_path), "--overwrite", "--minutes"]
    assert main([*asked, "45"]) == 0 and capsys.readouterr().err == ""
    assert main([*asked, "90"]) == 0
    out, err = capsys.readouterr()
    [given] = map(int, re.findall(r"^Lesson 4\. .*: (\d+) minutes \(", out, re.M))
    left = given - (25 + 7 + 8 + 10)  # what lesson 4 names: to read, and for each of its three exercises
    assert left > 0 and out.endswith(f"\n{left} minutes of these are more than the lessons name: room for questions\n")
    assert err == f"note: the lessons fill {90 - left} minutes; fewer --minutes, or more --lessons\n"
    assert f"{left} minutes of these are more than" in (tmp_path / "slides.html").read_text(encoding="utf-8")


def test_each_exercise_says_the_form_of_its_answer():
    told = {}
    for lesson in _lecture():
        parts = cut.tasks(lesson, solutions=False)
        told[int(lesson.name[:2])] = [part[-1].text.removeprefix("**Your answer:** ") for part in parts]
        for made in (handout(lesson), lesson_slides(lesson), solutions_slides(lesson)):
            assert made.count("Your answer:") == 4, lesson.name
    number = "a function that gives a number."
    assert told[5] == [
        "a whole number from 2 to 200.",
        "text in quotation marks.",
        number,
        "a function that gives a whole number.",
    ]
    assert told[8] == ["a list of numbers.", "a function that gives a list.", "in a form named above.", number]


@pytest.mark.parametrize(
    "asked, word",
    [
        (("--lessons", "1,9"), "--lessons must be at most 8"),
        (
            ("--lessons", "1;2"),
            "--lessons must be numbers or ranges of lessons with commas between, as in 1,4,2 or 1-3,7, or all, got '1;2'",
        ),
        (("--lessons", ""), "--lessons must be numbers or ranges of lessons with commas between"),
        (("--lessons", "1,1"), "--lessons must name each lesson once"),
        (("--lessons", "1-3,2"), "--lessons must name each lesson once, got '1-3,2'"),
        (("--lessons", "1,4-2"), "--lessons must name the smaller lesson of a range first, got '4-2'"),
        (("--lessons", "0-3"), "--lessons must be at least 1, got 0"),
        (("--lessons", "7-9"), "--lessons must be at most 8, got 9"),
        (("--lessons", "x"), "--lessons must be numbers or ranges of lessons"),
        (("--lessons", "-3"), "--lessons must be numbers or ranges of lessons"),
        (("--minutes", "0"), "--minutes must be at least 1"),
        (("--minutes", "ninety"), "--minutes must be a whole number, as in 45 or 90, got 'ninety'"),
        (("--minutes", "5"), "must be at least 20, half a minute for each of the 39 slides of these lessons, got 5"),
        (("--minutes", "19"), "--minutes must be at least 20"),
        (("--minutes", "30", "--lessons", "all"), "--minutes must be at least 31"),
        (("--slides", "--run"), "--slides must not stand with --run"),
    ],
)
def test_bad_wishes_for_a_lecture_are_one_line(tmp_path, capsys, asked, word):
    assert main(["lessons", *asked, "--out", str(tmp_path / "new")]) == 2
    err = capsys.readouterr().err
    assert word in err and err.count("\n") == 1 and not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    "asked, numbers",
    [
        (None, "12347"),
        ("2-4", "234"),
        ("1-3,7", "1237"),
        ("7, 2 - 3", "723"),
        ("5-5", "5"),
        ("all", "12345678"),
        ("1-8", "12345678"),
    ],
)
def test_a_lecture_has_the_lessons_that_are_named_in_their_order(tmp_path, capsys, asked, numbers):
    pytest.importorskip("matplotlib")
    named = () if asked is None else ("--lessons", asked)
    assert main(["lessons", "--slides", *named, "--out", str(tmp_path)]) == 0
    assert "".join(re.findall(r"^Lesson (\d)\.", capsys.readouterr().out, re.M)) == numbers
    deck = (tmp_path / "slides.html").read_text(encoding="utf-8")
    home = deck.partition("<h2>To take home</h2>")[2].partition("</section>")[0]
    assert "".join(re.findall(r"<li><strong>(\d)</strong> ", home)) == numbers


def test_lessons_unless_named_fit_in_ninety_minutes_with_two_exercises_each():
    """And no sixth one does: the plan of the lecture, its slides and its pace agree."""
    pytest.importorskip("matplotlib")
    chosen = of_a_lecture(_lecture())
    assert [int(one.name[:2]) for one in chosen] == list(SPOKEN) and of_a_lecture(chosen[:2]) == chosen[:2]
    drawn = [course.run_here(one) for one in _lecture()]
    assert exercises_in(of_a_lecture(drawn), 90) == 2
    for more in drawn:
        assert more in of_a_lecture(drawn) or exercises_in([*of_a_lecture(drawn), more], 90) < 2
    said = " ".join((ROOT / "lessons/README.md").read_text(encoding="utf-8").split())
    assert "lessons 1, 2, 3, 4 and 7" in said and "`--lessons all`" in said
    five, eight = (slides_document(lessons).count("<section") for lessons in (of_a_lecture(drawn), drawn))
    assert f"{five} slides of a minute and a half" in said and f"with all eight, {eight} slides)" in said
    assert f"need {least_minutes(of_a_lecture(drawn))[0]} minutes" in said


@pytest.mark.parametrize("numbers", ["12347", "12345678", "4"])
def test_the_shortest_lecture_has_half_a_minute_for_each_of_its_slides(numbers):
    pytest.importorskip("matplotlib")
    drawn = _drawn(numbers)
    least, count = least_minutes([_lecture()[int(number) - 1] for number in numbers])
    deck = slides_document(drawn, least)
    assert least_minutes(drawn) == (least, count) and deck.count("<section") == count and 0 <= 2 * least - count <= 1
    assert min(ends_of(r"[\w ]+", deck)) >= 0.5


def test_a_lecture_ends_with_a_sentence_of_each_lesson_that_the_lesson_ends_with():
    for one in _lecture():
        said = cut.key_sentence(one.lesson)
        assert 6 <= len(said.split()) <= 22 and said[-1] in ".?" and said.count("$") % 2 == 0, said
        assert said[:-1] in " ".join(one.lesson[-1].text.split())


def test_a_lesson_is_drawn_up_to_the_first_package_that_is_missing():
    pytest.importorskip("matplotlib")
    code = "# %%\nprint(1)\n# %%\nimport no_such_package.part\n# %%\nprint(2)\n"
    made, missing = course.drawn(course.cells(code))
    assert [cell.printed for cell in made] == ["1\n", "", ""] and missing == "no_such_package"
    [lesson] = course.prepared({"01_a.py": code}, run=False, write=False)
    assert lesson.note == course.NOT_RUN and "cell on that needs no_such_package," in course.run_here(lesson).note
    with pytest.raises(InvalidInput, match="ZeroDivisionError"):
        course.drawn(course.cells("# %%\n1 / 0\n"))


def test_what_runs_here_has_outputs_and_solutions_and_no_note():
    [lesson] = course.prepared({"01_a.py": SCRIPT}, run=False, write=False)
    made = course.run_here(lesson)
    assert made.note == "" and made.lesson[1].printed == "12\n" and made.solutions[-1].printed == "True\n"
    assert [cell.text for cell in (*made.lesson, *made.solutions)] == [
        cell.text for cell in (*lesson.lesson, *lesson.solutions)
    ]


def test_without_matplotlib_outputs_stop_where_it_is_needed_and_a_sentence_says_so(
    tmp_path, capsys, monkeypatch, ran_once
):
    import sys

    monkeypatch.setattr(course, "run_here", ran_once.func)
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"] + ["matplotlib"]:
        monkeypatch.setitem(sys.modules, name, None)
    [lesson] = course.prepared(
        {
            "01_a.py": SCRIPT.replace(
                "# %% [markdown]\n# ## Ex", "# %%\nimport matplotlib.pyplot\n\n# %% [markdown]\n# ## Ex"
            )
        },
        run=False,
        write=False,
    )
    made = course.run_here(lesson)
    assert made.lesson[1].printed == "12\n" and made.solutions[-1].printed == ""
    assert "needs matplotlib, which is not installed here (pip install '.[figures]'" in made.note
    assert made.note in slides_document([made]).replace("&#x27;", "'").replace("&#39;", "'")
    assert main(["lessons", "--slides", "--out", str(tmp_path)]) == 0
    assert capsys.readouterr().err == f"note: {made.note}\n"


def formulas():
    """(lesson, TeX, whether it stands by itself) of every formula of the lessons."""
    for name, text in LESSONS:
        for cell in course.cells(text):
            for found in re.finditer(r"(\$\$?)([^$]+)\1", cell.text) if cell.markdown else ():
                yield name, found[2], found[1] == "$$"


def test_every_formula_of_the_lessons_is_set_without_a_package():
    """No command is left over, no hyphen stands for a minus, and each element of MathML has the parts it needs."""
    from xml.etree import ElementTree

    needed = {"mfrac": 2, "msub": 2, "msup": 2, "munder": 2, "msubsup": 3, "munderover": 3}
    seen = set()
    for name, tex, display in formulas():
        made = ElementTree.fromstring(formula(tex, display))
        said = "".join(made.itertext())
        assert not re.search(r"[\\{}$^-]", said), (name, tex, said)
        assert made.get("display") == ("block" if display else "inline") and made.get("alttext") == tex
        for part in made.iter():
            seen.add(part.tag)
            assert len(part) == needed.get(part.tag, len(part)), (name, tex, part.tag)
            assert len(part) == 0 or not (part.text or "").strip()
    assert {"mfrac", "msub", "msup", "munder", "mtext"} <= seen


def test_formula_stacks_fractions_and_puts_limits_below():
    sum_ = formula(r"\frac2{N^2}\sum_{a,b}^N\Bigl(M_{ab}-\frac{\lambda_a}2\Bigr)^2", True)
    square = "<msup><mi>N</mi><mn>2</mn></msup>"
    assert f"<mfrac><mn>2</mn><mrow>{square}</mrow></mfrac>" in sum_
    limits = "<mrow><mi>a</mi><mo>,</mo><mi>b</mi></mrow><mi>N</mi>"
    assert f'<munderover><mo movablelimits="true">∑</mo>{limits}</munderover>' in sum_
    assert "<msub><mi>M</mi><mrow><mi>a</mi><mi>b</mi></mrow></msub><mo>−</mo>" in sum_
    assert sum_.endswith('<mo stretchy="true" minsize="1.8em" maxsize="1.8em">)</mo></mrow><mn>2</mn></msup></math>')
    assert "<msub><mi>e</mi><mrow><mi>pos</mi></mrow></msub>" in formula("e_{pos}")
    assert "<mfrac><mn>3</mn><mn>2</mn></mfrac>" in formula(r"\tfrac32")
    assert '<mo>−</mo><mi>φ</mi><mo stretchy="false">(</mo><mi>key</mi>' in formula(r"-\varphi(key)")
    assert "<mtext>\\unknown</mtext>" in formula(r"\unknown")


def test_missing_package_is_one_line_that_names_the_extra(tmp_path, capsys, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "jupytext", None)
    assert main(["lessons", "--out", str(tmp_path / "new")]) == 2
    said = capsys.readouterr().err
    assert "pip install '.[course]'" in said and "--slides needs none" in said and said.count("\n") == 1
    assert main(["lessons", "--minutes", "30", "--out", str(tmp_path / "new")]) == 2
    said = capsys.readouterr().err
    assert "--minutes is for --slides (rope-theory lessons --slides --minutes 30); notebooks need jupytext" in said
    assert not (tmp_path / "new").exists()


def test_prose_sets_formulas_and_keeps_code():
    made = prose("The head H_POS, `H_POS`, and $a < b$.\n\n<b>no</b>")
    assert "<code>H_POS</code>" in made and "&lt;b&gt;no&lt;/b&gt;" in made
    assert "H_POS" not in made.replace("<code>H_POS</code>", "")
    assert made.count("<math ") == 2 and 'alttext="a &lt; b"' in made
    shown = prose("By itself\n\n$$x^2$$\n\nand $y$.")
    assert "$" not in shown and shown.count('display="block"') == 1 and shown.count('display="inline"') == 1
    said = "<mi>a</mi><mo>&lt;</mo><msub><mi>θ</mi><mn>2</mn></msub>"
    assert f'<math alttext="a &lt; \\theta_2" display="inline">{said}</math>' in prose(r"$a < \theta_2$")


def test_prose_sets_formulas_alike_whatever_is_installed():
    """No other package sets them: latex2mathml gave "cost" for cos t and "quer y" for the word query."""
    blank = '<mspace width="0.167em"></mspace>'
    assert f"<mi>x</mi>{blank}<mi>cos</mi>{blank}<mi>t</mi>" in prose(r"$x\cos t$")
    assert "<mtext>query</mtext>" in prose(r"$\varphi(\text{query})$")


def test_words_within_formulas_of_the_lessons_are_marked_as_words():
    """In a notebook letters without a mark are variables, one by one, and two dots stand low."""
    for name, tex, _ in formulas():
        bare = re.sub(r"\\(?:text|mathrm)\{[^}]*\}|\\[A-Za-z]+|_\{[a-z]+\}|w_\{max\}", "", tex)
        assert not re.search(r"[A-Za-z]{3,}|\.\.", bare), (name, tex)


def test_a_lesson_that_runs_prints_nothing_of_its_kernel(capfd):
    pytest.importorskip("jupytext"), pytest.importorskip("nbclient"), pytest.importorskip("ipykernel")
    from rope_theory.faces.course import Cell, executed, notebook

    book = executed(notebook([Cell(False, "print(6 * 7)")]))
    assert book.cells[0].outputs[0].text == "42\n"
    assert capfd.readouterr().err == ""


def test_the_slide_of_a_solution_shows_it_and_not_only_that_it_is_right():
    for name, text in LESSONS:
        [made] = course.prepared({name: text}, run=False, write=False)
        lesson = dataclasses.replace(
            made, solutions=[dataclasses.replace(cell, printed="Exercise 1: right.\n12\n") for cell in made.solutions]
        )
        for deck in (solutions_slides(lesson), slides_document([lesson], 90)):
            for number, slide in enumerate(re.split("<strong>Solution ", deck)[1:], 1):
                slide = slide.partition("</section>")[0]
                shown = html.unescape(slide)
                assert f"solution_{number} = " in shown or re.search(
                    rf"solution_{number}\(.*?return ", shown, re.DOTALL
                )
                assert "<details" not in slide and "right." not in slide and "12\n</code>" in slide
                assert "mistake_" not in slide and "check_" not in slide
                code = re.findall("<pre><code>(.*?)</code>", slide, re.DOTALL)
                assert all(len(line) <= 60 for line in html.unescape("\n".join(code)).splitlines()), (name, number)


def test_a_lecture_that_hurries_its_slides_says_so(tmp_path, capsys):
    pytest.importorskip("matplotlib")
    assert main(["lessons", "--slides", "--lessons", "all", "--minutes", "40", "--out", str(tmp_path)]) == 0
    said = re.fullmatch(r"note: (\d+) of \d+ slides have under half a minute; more [^\n]*\n", capsys.readouterr().err)
    assert said and int(said[1]) >= 10
    assert main(["lessons", "--slides", "--out", str(tmp_path), "--overwrite"]) == 0
    assert capsys.readouterr().err == ""


def test_no_line_breaks_within_a_short_formula_or_before_the_comma_behind_one():
    assert '<span class="line">(<math ' in prose("at ($x$, say)") and "</math>,</span> say" in prose("at ($x$, say)")
    assert "<span" not in prose("at $x$ say") and "'s</span>" in prose("H_POS's attention")
    assert (
        prose("at θ = 2π/n, 1 <\n2 and 3 > 2")
        == "<p>at θ\u00a0=\u00a02π/n, 1\u00a0&lt;\u00a02 and 3\u00a0&gt;\u00a02</p>\n"
    )
    assert prose("`a = b` is\n> quoted") == "<p><code>a = b</code> is</p>\n<blockquote>\n<p>quoted</p>\n</blockquote>\n"


def test_a_sheet_to_print_has_the_exercises_of_a_lesson_and_no_solution():
    for name, text in LESSONS:
        [lesson] = course.prepared({name: text}, run=False, write=False)
        made = handout(lesson)
        assert re.findall("<strong>(Exercise|Problem) ", made) == ["Exercise"] * 3 + ["Problem"], name
        assert "olution" not in made and "def check_" not in made and "<script" not in made and "<pre>" not in made
        assert "<code>check_1(your_answer)</code>" in made and ".m { font-size: 0;" in made
        assert {"query", "logit", "target", "gap"} <= set(
            re.findall(r"<strong>(\w+)</strong>", made.partition("<aside>")[2])
        )
        assert "(continued)" not in made
        each = re.search(r"exercises \((\d+), (\d+), (\d+)\), (\d+) for the harder", text)
        assert re.findall(r"<small>(\d+) minutes</small>", made) == list(each.groups()), name


@pytest.mark.parametrize("numbers, minutes, count", [("12347", 90, 2), ("12345678", 60, 0), ("41", 90, 3)])
def test_the_sheet_of_a_lecture_has_its_exercises_and_no_formula_of_another(numbers, minutes, count):
    lessons = [_lecture()[int(number) - 1] for number in numbers]
    made = lecture_handout(lessons, minutes)
    assert exercises_in(lessons, minutes) == count
    asked = "".join(re.findall(r"<strong>Exercise (\d)\.", made))
    assert asked == "123"[: count or 1] * len(lessons) and "Problem" not in made and "olution" not in made
    assert re.findall(r"<h2>Lesson (\d)\.", made) == list(numbers) and made.count("At hand.") == len(lessons)
    assert ("half-split" in made) is ("1" in numbers and count == 3) and "<small>" not in made
    assert ("the numerator of a convergent" in made) is ("7" in numbers) and "on the last page" in made


def test_the_exercise_by_hand_of_lesson_7_is_done_with_the_numbers_that_it_gives():
    text = LESSONS[6][1]
    [given] = re.findall(r"2π begins \$\[([\d;, ]+),", text)
    first, second, *others = map(int, re.findall(r"\d+", given))
    numerators = [first, second * first + 1]
    for each in others:
        numerators.append(each * numerators[-1] + numerators[-2])
    asked = int(re.search(r"at which distance \$1 \\le t \\le (\d+)\$", text)[1])
    assert max(number for number in numerators if number <= asked) == 710 and numerators[-1] > asked
    assert "solution_1 == 710 == single_gap(" in text and str(numerators[:-2])[1:-1] in text


def test_no_printed_page_breaks_a_code_block_or_a_table_that_fits_it():
    from rope_theory.faces.site.slides import STYLE

    sheet = (ROOT / "rope_theory/faces/site/static/style.css").read_text(encoding="utf-8")
    for text in (sheet, STYLE):
        assert re.search(r"\bpre, table,[^{}]*\{ break-inside: avoid; \}", text.partition("@media print")[2])


def test_each_lesson_has_the_formulas_of_its_exercises_on_its_sheet_and_below_each_exercise():
    for lesson in _lecture():
        said = cut.at_hand(lesson).text
        assert said.startswith("**At hand.** ") and said.count("At hand") == 1 and len(said.split()) < 75
        sheet, deck, solved = handout(lesson), lesson_slides(lesson), solutions_slides(lesson)
        asked = len(re.findall("<strong>(?:Exercise|Problem) ", deck))
        assert sheet.count("At hand.") == 1 and sheet.index("At hand.") < sheet.index("Exercise 1.")
        assert deck.count("At hand.") == solved.count("At hand.") == asked == 4 and "def check_" not in deck + solved


def test_an_exercise_has_at_hand_only_the_formulas_that_it_needs():
    one, two = _lecture()[:2]
    for lesson, marked, needed in ((one, "half-split", "3"), (one, "the logit", "124"), (two, "T_Retrieval", "3")):
        shown = "".join(number for number in "1234" if marked in cut.at_hand(lesson, number).text)
        assert shown == needed, (lesson.name, marked)
    for lesson in _lecture():
        for number in "1234":
            said = cut.at_hand(lesson, number).text
            assert said.startswith("**At hand.** ") and not re.search(r"\bFor \d", said) and said[-1] == "."
            assert said.split("** ")[1][0].isupper() or said.split("** ")[1][0] in "$λ", said
    assert all("equal columns" in cut.at_hand(two, number).text for number in "1234")


def course_names(number: int) -> dict:
    """The names of a lesson after its code up to the solutions has run."""
    names: dict = {"__name__": "lesson"}
    for cell in course.parted(LESSONS[number - 1][1])[0]:
        if not (cell.markdown or course.draws(cell)):
            exec(cell.text, names)
    return names


def test_each_exercise_has_at_hand_what_it_needs_and_nothing_else():
    for number, exercise, needed, other in (
        (1, "4", "Logits of planes add up", "half-split"),
        (1, "3", "half-split", "cos α"),
        (
            2,
            "3",
            "before the last one, whose token asks: for its right letter, or, with an integer there, for its left one",
            "",
        ),
        (4, "2", "From $p$ to $p+1$", ""),
        (4, "1", "“m back”", "weight"),
        (5, "2", "Right is the pair pointed to; with an integer, the pair itself", ""),
        (6, "2", "An input of length $n$ is $n-1$ pairs and a letter of one of them, which asks", ""),
        (7, "2", "Rounding takes the nearest number of the format; arccos undoes cos from 0 to π", "gap"),
        (7, "1", "The worst rival stands at the numerator of a convergent of 2π", "w_k"),
        (8, "1", "over the largest logit of another position", "Retrieval"),
        (8, "2", "In Python `seq[-1]` is the last entry", "Retrieval"),
        (8, "3", "Retrieval puts in place of", "cos"),
    ):
        said = cut.at_hand(_lecture()[number - 1], exercise).text
        assert needed in said and (not other or other not in said), (number, exercise)


def test_the_worst_rival_stands_at_the_numerator_of_a_convergent():
    """Lesson 7, exercise 1: of the distances up to T, the last numerator up to T, for every T."""
    numerators, best = (6, 19, 25, 44, 333, 710), 1
    for t in range(1, 3000):
        best = min(best, t, key=lambda at: 1 - math.cos(at))
        assert t < 6 or best == max(each for each in numerators if each <= t)


def test_the_formulas_at_hand_are_those_of_the_heads():
    hand = {int(lesson.name[:2]): " ".join(cut.at_hand(lesson).text.split()) for lesson in _lecture()}
    for number, said in (
        (
            2,
            r"T_Retrieval has the logit $\cos(k\omega+t\theta)$ at distance $t$, ω = 2π/3, if the key's left letter is $k$ letters on",
        ),
        (1, r"unit vectors at an angle α have the product cos α"),
        (
            1,
            r"plane $m = 0,\dots,3$ holds of the dimensions $0,\dots,7$ the two $2m$ and $2m+1$ (adjacent), or $m$ and $m+4$ (half-split)",
        ),
        (4, r"“m back” gives the key at distance $t$ the logit $\cos((t-m)\theta)$"),
        (4, r"grows where $\sin(n\theta/2)\sin((n-2p)\theta/2)$ is negative, and falls where it is positive"),
        (5, r"$\cos(k\omega+t\theta)$, $k=\varphi(\text{key})-\varphi(\text{query})$"),
        (5, "its query at its right one; a pair with an integer asks for its own letter"),
        (5, "The answer is the pair with the most weight, copies added up"),
        (6, r"H_MIX has the logit $a_1\cos(k\omega)+a_2\cos(t\theta_2)$, H_SYM $\cos(k\omega+t\theta)$"),
        (8, r"“i back” gives the key at distance $t = 0,\dots,n-1$ the logit $\cos((t-i)\theta)$"),
    ):
        assert said in hand[number], number
    theta, second, circle = Angle(Fraction(1, 17)), Angle(Fraction(1, 29)), LetterCircle(tuple("ABC"), spare=True)
    for distance, letter, asked in itertools.product(range(4), "ABC", "ABC"):
        k, at = "ABC".index(letter) - "ABC".index(asked), (9, Pair(letter, 1), 9 - distance)
        turned = [(FULL_TURN * Fraction(k, count) + theta * distance).cos() for count in (3, 4)]
        for query in (Pair("A", asked), Pair(asked, 1)):  # by the right letter, by its own
            assert t_retrieval("ABC", theta).head.logit(query, *at) == turned[0]
        assert h_sym(circle, theta).logit(asked, *at) == turned[1]
        mixed = 3 * (FULL_TURN * Fraction(k, 4)).cos() + 2 * (second * distance).cos()
        assert h_mix(circle, second, 3, 2).logit(asked, *at) == mixed
        assert h_pos(theta).logit(2, *at) == (theta * (distance - 2)).cos()
    for layout, held in (("adjacent", lambda m: (2 * m, 2 * m + 1)), ("half", lambda m: (m, m + 4))):
        assert list(pairs(8, layout)) == list(map(held, range(4)))
    w_max = course_names(4)["w_max"]
    for n, turns in itertools.product((3, 4, 9, 12), (0.3, 0.7, 0.95, 1.02, 1.2)):
        weights, angle = w_max(n, 2 * math.pi * turns / n, 1.7), 2 * math.pi * turns / n
        for p in range(1, n):
            sign = -math.sin(n * angle / 2) * math.sin((n - 2 * p) * angle / 2)
            step = weights[p] - weights[p - 1]
            assert abs(sign) < 1e-12 > abs(step) or step * sign > 0, (n, turns, p)
    still = t_retrieval("AB", Angle.parse("0"))
    for text, answer in (("A2 A2 A1", Pair("A", 2)), ("A1 A1 A2 A2 A2 BA", Pair("A", 2)), ("A2 A1", None)):
        assert still.run(parse_letter(text)).answer == answer  # copies added up; a tie has no answer
