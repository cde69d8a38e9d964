"""The course as notebooks and slides: solutions apart, outputs from a run, a harder problem, the same bytes twice."""

from __future__ import annotations

import json
import re

import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.faces import course
from rope_theory.faces.cli import main
from rope_theory.faces.site.prose import plainly, prose
from rope_theory.faces.site.slides import lesson_slides, slides_document

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
        kept = re.sub(r"\s|#|%|\[markdown\]", "", text)
        assert kept == re.sub(r"\s|#|%|\[markdown\]", "", "".join(cell.text for cell in course.cells(text))), name


def test_slides_leave_exercises_out_and_fold_code():
    lesson = course.prepared({"01_a.py": SCRIPT}, run=False, write=False)
    deck = course.slides(lesson[0].lesson)
    assert [part[0].text.partition("\n")[0] for part in deck] == [
        "# Lesson 1. T_Index", "## A part", "**What you can say now.** Twelve."
    ]  # fmt: skip
    text = slides_document(lesson)
    assert "<details><summary>code</summary>" in text and "Exercise 1" not in text and "Minutes" not in text
    assert text.count("<section") == 3 and "minute 90" in text and "<script" not in text and "http" not in _ours(text)


def test_each_lesson_has_slides_of_its_own_with_each_exercise_before_its_solution():
    for name, text in LESSONS:
        [lesson] = course.prepared({name: text}, run=False, write=False)
        parts = [part[0].text.split()[:2] for part in course.tasks(lesson)]
        assert [words[0] for words in parts] == [*("**Exercise", "**Solution") * 3, "**Problem", "**Solution"], name
        assert [words[1][0] for words in parts] == list("11223344")
        made = lesson_slides(lesson)
        assert made.count("<section") == len(course.slides(lesson.lesson)) + 8 and "# your answer" not in made
        minutes = re.search(r"Minutes\.\*\* (\d+)", text)[1]
        assert f"minute {minutes}<" in made and f"{minutes} minutes with all exercises" in made
        assert made.index("Exercise 1") < made.index("What you can say now") and "<script" not in made


def _ours(text: str) -> str:
    return text.replace("http://www.w3.org/1998/Math/MathML", "")


def test_ninety_minutes_are_enough_for_the_slides():
    count = sum(len(course.slides(course.parted(text)[0])) for _, text in LESSONS)
    assert 40 <= count <= 60  # about a minute and a half each


def test_no_slide_holds_more_prose_than_one_can_read():
    for _, text in LESSONS:
        whole, _ = course.parted(text)
        for part in course.slides(whole):
            prose = [cell.text for cell in part if cell.markdown and not cell.text.startswith("#")]
            assert prose and sum(len(each.split()) for each in prose) <= course.WORDS, part[0].text
            assert all(each.count("$") % 2 == 0 and each.count("`") % 2 == 0 for each in prose)


def test_a_full_slide_goes_on_under_its_heading_and_loses_nothing():
    long = " ".join(f"This is sentence number {k} of $a. B$." for k in range(20))
    lesson = course.cells(
        f"# %% [markdown]\n# ## A part\n#\n# {long}\n#\n# Short.\n# %%\n1 + 1\n# %% [markdown]\n# Now.\n"
    )
    made = course.slides(lesson)
    assert [part[0].text for part in made[:-1]] == ["## A part", *["## A part (continued)"] * (len(made) - 2)]
    said = [cell.text for part in made[:-1] for cell in part if cell.markdown and not cell.text.startswith("##")]
    assert len(made) > 3 and " ".join(said) == f"{long} Short." and made[-2][-1].text == "1 + 1"


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


def test_a_notebook_is_run_and_a_cell_that_fails_is_one_line(tmp_path):
    for package in ("jupytext", "nbclient", "ipykernel", "matplotlib"):
        pytest.importorskip(package)
    cells = course.shown(course.executed(course.notebook(course.cells(SCRIPT)), tmp_path))
    assert cells[1].printed == "12\n13\n" and cells[-2].printed == "True\n"
    with pytest.raises(InvalidInput, match="ZeroDivisionError"):
        course.executed(course.notebook([course.Cell(False, "1 / 0")]), tmp_path)


def test_command_writes_notebooks_and_slides(tmp_path, capsys, monkeypatch):
    pytest.importorskip("jupytext"), pytest.importorskip("nbclient"), pytest.importorskip("ipykernel")
    assert main(["lessons", "--out", str(tmp_path)]) == 0
    out, err = capsys.readouterr()
    assert len(out.partition("\n\n")[0].splitlines()) == 25
    assert err == "note: notebooks without outputs; --run runs them (minutes)\n"
    book = json.loads((tmp_path / "04_h_pos_by_hand.ipynb").read_text(encoding="utf-8"))
    assert book["nbformat"] == 4 and "CC BY" in book["metadata"]["license"]
    assert main(["lessons", "--out", str(tmp_path)]) == 2
    assert "--overwrite" in capsys.readouterr().err


def test_slides_need_no_extra_and_have_their_figures(tmp_path, capsys, monkeypatch):
    import sys

    pytest.importorskip("matplotlib")
    for package in ("jupytext", "nbclient", "latex2mathml", "latex2mathml.converter"):
        monkeypatch.setitem(sys.modules, package, None)
    asked = ["lessons", "--slides", "--lessons", "4,2", "--minutes", "45", "--out", str(tmp_path)]
    assert main(asked) == 0
    out, err = capsys.readouterr()
    deck = (tmp_path / "slides.html").read_text(encoding="utf-8")
    assert err == "" and not list(tmp_path.glob("*.ipynb")) and len(list(tmp_path.glob("*.html"))) == 9
    assert deck.count("data:image/svg+xml") == 2 and "Without figures" not in deck and "\\theta" not in deck
    told = re.findall(r"^Lesson (\d)\. .*: \d+ minutes \((\d+) to (\d+)\), (\d+) slides$", out, re.M)
    assert [(number, start) for number, start, _, _ in told] == [("4", "0"), ("2", told[0][2])] and told[1][2] == "45"
    assert deck.count("<section") == sum(int(count) for *_, count in told) and deck.index("Lesson 4.") < deck.index(
        "Lesson 2."
    )


@pytest.mark.parametrize(
    "asked, word",
    [
        (("--lessons", "1,9"), "--lessons must be at most 8"),
        (("--lessons", "1,1"), "--lessons must name each lesson once"),
        (("--minutes", "0"), "--minutes must be at least 1"),
        (("--slides", "--run"), "--slides must not stand with --run"),
    ],
)
def test_bad_wishes_for_a_lecture_are_one_line(tmp_path, capsys, asked, word):
    assert main(["lessons", *asked, "--out", str(tmp_path / "new")]) == 2
    err = capsys.readouterr().err
    assert word in err and err.count("\n") == 1 and not (tmp_path / "new").exists()


def test_a_lesson_is_drawn_up_to_the_first_package_that_is_missing():
    pytest.importorskip("matplotlib")
    made = course.drawn(course.cells("# %%\nprint(1)\n# %%\nimport no_such_package\n# %%\nprint(2)\n"))
    assert [cell.printed for cell in made] == ["1\n", "", ""] and len(made) == 3
    with pytest.raises(InvalidInput, match="ZeroDivisionError"):
        course.drawn(course.cells("# %%\n1 / 0\n"))


def test_no_formula_of_the_lessons_keeps_a_command_where_no_package_sets_it():
    for name, text in LESSONS:
        for cell in course.cells(text):
            for found in re.finditer(r"(\$\$?)([^$]+)\1", cell.text) if cell.markdown else ():
                assert not re.search(r"[\\{}]", plainly(found[2])), (name, found[2])


def test_missing_package_is_one_line_that_names_the_extra(tmp_path, capsys, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "jupytext", None)
    assert main(["lessons", "--out", str(tmp_path / "new")]) == 2
    assert "pip install '.[course]'" in capsys.readouterr().err and not (tmp_path / "new").exists()


def test_prose_sets_formulas_and_keeps_code(monkeypatch):
    made = prose("The head H_POS, `H_POS`, and $a < b$.\n\n<b>no</b>")
    assert "<code>H_POS</code>" in made and "&lt;b&gt;no&lt;/b&gt;" in made
    assert "H_POS" not in made.replace("<code>H_POS</code>", "")
    if pytest.importorskip("latex2mathml"):
        assert made.count("<math ") == 2 and 'alttext="a &lt; b"' in made
        shown = prose("By itself\n\n$$x^2$$\n\nand $y$.")
        assert "$" not in shown and shown.count('display="block"') == 1 and shown.count('display="inline"') == 1


def test_prose_without_latex2mathml_sets_what_it_can_itself(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "latex2mathml.converter", None)
    made = prose(r"$a < \theta_2$")
    assert re.sub(r"<[^>]+>", "", made) == "a &lt; θ_2\n" and made.count("<math>") == 2 and "<msub>" in made
    assert 'style="display: block"' in prose("$$a$$")


def test_a_lesson_that_runs_prints_nothing_of_its_kernel(capfd):
    pytest.importorskip("jupytext"), pytest.importorskip("nbclient"), pytest.importorskip("ipykernel")
    from rope_theory.faces.course import Cell, executed, notebook

    book = executed(notebook([Cell(False, "print(6 * 7)")]))
    assert book.cells[0].outputs[0].text == "42\n"
    assert capfd.readouterr().err == ""
