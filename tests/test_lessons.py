"""The lessons run, their exercises are checked by checks that can fail, and their pages are complete."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import matplotlib
import pytest

from rope_theory.core.heads import PhaseHead

ROOT = Path(__file__).resolve().parents[1]
LESSONS = sorted((ROOT / "lessons").glob("*.py"))
EXERCISES = (1, 2, 3)

matplotlib.use("Agg")


@pytest.fixture(scope="module", params=LESSONS, ids=lambda path: path.stem)
def lesson(request):
    """Path and names of one lesson after it has run from top to bottom."""
    from matplotlib import pyplot as plt

    names = runpy.run_path(str(request.param))
    plt.close("all")
    return request.param, names


def test_there_are_eight_lessons_numbered_in_order():
    assert [path.name[:2] for path in LESSONS] == [f"{number:02d}" for number in range(1, 9)]


def test_lesson_accepts_its_solutions_and_rejects_the_common_mistakes(lesson):
    path, names = lesson
    for number in EXERCISES:
        check = names[f"check_{number}"]
        check(names[f"solution_{number}"])
        with pytest.raises(AssertionError):
            check(names[f"mistake_{number}"])
            pytest.fail(f"{path.name}: check_{number} accepts the mistake")  # not an AssertionError


def test_lesson_has_goals_a_running_example_three_exercises_and_an_outcome(lesson):
    text = lesson[0].read_text(encoding="utf-8")
    assert text.startswith("# %% [markdown]\n# # Lesson ")
    wanted = ["**Goals.**", "**Running example", "## Exercises", "## Solutions", "**What you can say now.**"]
    wanted += [f"**Exercise {number}.**" for number in EXERCISES] + [f"# **{number}.**" for number in EXERCISES]
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
