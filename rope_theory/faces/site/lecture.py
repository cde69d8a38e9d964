"""A lecture on lessons: which of them unless others are named, what comes after what, how long each slide stays, and its plan."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from rope_theory.core.words import counted
from rope_theory.evidence.papers import papers
from rope_theory.faces.course import Cell, Lesson, draws, find_lessons, parted
from rope_theory.faces.site.cut import SUMMARY, answers, at_hand, key_sentence, question, spoken, tasks, words

MINUTES = 90
SPOKEN = (1, 2, 3, 4, 7)
"""The lessons of a lecture unless others are named: in `MINUTES` they have room for two exercises each."""
BREAK = 5
"""Minutes of a break in a lecture of `MINUTES`, after the lesson that ends nearest to the half."""
LONG = 60
"""From so many minutes on a lecture has a break."""
OVERVIEW, WORDS, CLOSING = 2, 4, 2
"""Minutes of a lecture of `MINUTES` for its question and plan, for what its words and symbols mean, for its answers and end."""
STRETCHED = 1.6
"""How many times these minutes they have at most, however long the lecture and however few its lessons."""
PACE, LEAST, SHORT = 1.5, 1.0, 0.5
"""Minutes of a slide that a lecture keeps when it takes in exercises, when it takes in the first one of each lesson, and at all."""
#: How we know the papers.
KNOWN = "We know U25 by its abstract and by the content of its theorems, whose text was not at hand; U26 by its text."


@dataclass(frozen=True)
class Part:
    """One slide.

    Args:
        name: what it belongs to.
        cells: what it shows.
        minutes: how long it stays.
    """

    name: str
    cells: Sequence[Cell]
    minutes: float


def of_a_lecture(lessons: Sequence[Lesson]) -> list[Lesson]:
    """Those of the course that a lecture has unless others are named (`SPOKEN`); all, where one of these is missing."""
    found = {_number(one): one for one in lessons}
    return [found[str(number)] for number in SPOKEN] if found.keys() >= set(map(str, SPOKEN)) else list(lessons)


def least_minutes(lessons: Sequence[Lesson], glossary: bool = True) -> tuple[int, int]:
    """(minutes, slides): the shortest lecture on these lessons, and how many slides it has, without exercises: `SHORT` minutes each.

    Args:
        lessons, glossary: as for `slides_document`.
    """
    count = _shown([replace(one, lesson=[_as_drawn(cell) for cell in one.lesson]) for one in lessons], glossary)
    return ceil(SHORT * count), count


def _as_drawn(cell: Cell) -> Cell:
    """The cell, with a figure if it will draw one when it runs."""
    return replace(cell, drawn=("",)) if draws(cell) and not cell.drawn else cell


def _shown(lessons: Sequence[Lesson], glossary: bool) -> int:
    """How many slides a lecture has without exercises and break: question, plan, words, the lessons, answers, what to take home, sources."""
    glossed = len(glossary_slides()) if glossary else 0
    asked = len(question_slides()) + len(answer_slides())
    return asked + 1 + glossed + sum(len(spoken(one.lesson)) for one in lessons) + 2


def lecture(lessons: Sequence[Lesson], minutes: int, glossary: bool = True) -> list[Part]:
    """The slides of `slides_document`, each with its minutes."""
    rows = "\n".join(f"- {line}" for line in plan(lessons, minutes, glossary, brief=True))
    notes = [Cell(True, f"{line}.", reader=True) for line in _of_the_time(lessons, minutes, glossary)]
    overview = [*question_slides(), [Cell(True, f"## Plan\n\n{rows}"), *notes]]
    parts: list[Part] = []
    count = exercises_in(lessons, minutes, glossary)
    for one, length in _schedule(lessons, minutes, glossary):
        if not isinstance(one, str):
            parts += timed(f"Lesson {_number(one)}", _told(one, count), length)
            continue
        pause, closing = (
            [[Cell(True, _pause(length))]],
            [*answer_slides(), [Cell(True, _home(lessons))], [Cell(True, _closing())]],
        )
        made = {"Words": glossary_slides(), "Overview": overview, "Break": pause, "Closing": closing}[one]
        parts += [Part(one, cells, length / len(made)) for cells in made]
    return parts


def exercises_in(lessons: Sequence[Lesson], minutes: int, glossary: bool = True) -> int:
    """How many exercises of each lesson, at most 3, a lecture takes in: a slide keeps `PACE` minutes, or `LEAST` with one."""
    shown = _shown(lessons, glossary) + _has_break(lessons, minutes)
    need = {0: 0.0, 1: LEAST, 2: PACE, 3: PACE}
    return max(count for count in need if minutes >= need[count] * (shown + 2 * count * len(lessons)))


def left_over(lessons: Sequence[Lesson], minutes: int, glossary: bool = True) -> int:
    """How many minutes the lessons of a lecture have beyond those that they name, to read and for the exercises that it takes in.

    None where they have fewer, and where one names none.
    """
    given = sum(end - begin for one, begin, end in _clock(lessons, minutes, glossary) if not isinstance(one, str))
    count = exercises_in(lessons, minutes, glossary)
    named = [
        to_read + sum(exercise_minutes(one, count))
        for one in lessons
        if (to_read := named_minutes(one, r"(\d+) to read"))
    ]
    return max(0, given - round(sum(named))) if len(named) == len(lessons) else 0


def exercise_time(lessons: Sequence[Lesson], minutes: int, glossary: bool = True) -> tuple[float, int]:
    """(given, named): how many minutes a lecture gives the exercises that it takes in, and how many the lessons name for these."""
    count = exercises_in(lessons, minutes, glossary)
    shown = (
        part
        for one, length in _schedule(lessons, minutes, glossary)
        if not isinstance(one, str)
        for part in timed("", _told(one, count), length)
    )
    given = sum(part.minutes for part in shown if part.cells[0].text.startswith("**Exercise"))
    return given, round(sum(sum(exercise_minutes(one, count)) for one in lessons))


def _told(lesson: Lesson, count: int) -> list[list[Cell]]:
    """The slides of a lesson in a lecture: what is spoken, then its first exercises with their solutions, without figures."""
    asked = [[cell for cell in cells if cell.markdown] for cells in tasks_at_hand(lesson)]
    return [*spoken(lesson.lesson), *asked[: 2 * count]]


def tasks_at_hand(lesson: Lesson, solutions: bool = True) -> list[list[Cell]]:
    """The exercises as slides, below each the formulas that it needs, and their solutions."""
    return [[*cells, *_at_hand(lesson, cells)] for cells in tasks(lesson, solutions)]


def _at_hand(lesson: Lesson, cells: Sequence[Cell]) -> list[Cell]:
    """The formulas for an exercise or a problem, none for a solution."""
    asked = re.match(r"\*\*(?:Exercise|Problem) (\d)", cells[0].text)
    hand = at_hand(lesson, asked[1]) if asked else None
    return [hand] if hand else []


def question_slides() -> list[list[Cell]]:
    """What the course asks, from its first lesson; none in an installation without the lessons."""
    return question(_lesson(0))


def answer_slides() -> list[list[Cell]]:
    """What the course answers, from its last lesson; none in an installation without the lessons."""
    return answers(_lesson(-1))


def glossary_slides() -> list[list[Cell]]:
    """What words and symbols mean, from the first lesson; none in an installation without the lessons."""
    return words(_lesson(0))


def _lesson(number: int) -> Sequence[Cell]:
    """A lesson of the course by its place in it, without its solutions; nothing in an installation without the lessons."""
    found = list(find_lessons().values())
    return parted(found[number])[0] if found else []


def plan(lessons: Sequence[Lesson], minutes: int, glossary: bool = True, brief: bool = False) -> list[str]:
    """A line for each lesson of a lecture, and for its break: its title, how many minutes it has, and from when to when.

    One more, where exercises have fewer minutes than their lessons name for them, says which share they have; a last one, where
    the lessons fill less than the time, by how much.

    Args:
        lessons, minutes, glossary: as for `slides_document`.
        brief: only lessons and break, a line of a slide for each: the title before its colon, and the minutes.
    """
    made, count = [], exercises_in(lessons, minutes, glossary)
    for one, begin, end in _clock(lessons, minutes, glossary):
        times = f"{counted(end - begin, 'minute')} ({begin} to {end})"
        if one == "Break":
            made.append(f"Break (minutes {begin} to {end})" if brief else f"Break: {times}")
        elif brief and not isinstance(one, str):
            number, _, name = title_of(one).removeprefix("Lesson ").partition(". ")
            made.append(f"**{number}** {name.partition(':')[0]} (minutes {begin} to {end})")
        elif not isinstance(one, str):
            made.append(f"{title_of(one)}: {times}, {counted(len(_told(one, count)), 'slide')}")
    return made if brief else made + _of_the_time(lessons, minutes, glossary)


def _of_the_time(lessons: Sequence[Lesson], minutes: int, glossary: bool) -> list[str]:
    """What a lecturer should know of the time: the exercises' share, and what is left over."""
    made = []
    given, named = exercise_time(lessons, minutes, glossary)
    if given < named:
        made.append(
            f"Exercises: {round(given)} of the {counted(named, 'minute')} named for them ({round(100 * round(given) / named)} %)"
        )
    if left := left_over(lessons, minutes, glossary):
        made.append(f"{counted(left, 'minute')} of these are more than the lessons name: room for questions")
    return made


def _schedule(lessons: Sequence[Lesson], minutes: int, glossary: bool) -> list[tuple[Lesson | str, float]]:
    """What comes after what, and its minutes: the lessons' shares are those that they name, and a long lecture has a break.

    Where few lessons have much time, overview, words and closing do not stretch with it (`STRETCHED`).
    """
    pause = BREAK * minutes / MINUTES if _has_break(lessons, minutes) else 0
    shares = [named_minutes(one, r"; (\d+) of 90 in a lecture") or 10 for one in lessons]
    left = minutes - pause
    first = {"Overview": OVERVIEW} | ({"Words": WORDS} if glossary else {})
    other = sum(first.values()) + CLOSING
    around = min(left / (sum(shares) + other), STRETCHED)
    unit = (left - other * around) / sum(shares)
    ends = [abs(sum(shares[: k + 1]) - sum(shares) / 2) for k in range(len(shares))]
    made: list[tuple[Lesson | str, float]] = [(name, share * around) for name, share in first.items()]
    for number, (one, share) in enumerate(zip(lessons, shares, strict=True)):
        made.append((one, share * unit))
        if pause and ends[number] == min(ends) and len(made) == number + 1 + len(first):
            made.append(("Break", pause))
    return [*made, ("Closing", CLOSING * around)]


def _clock(lessons: Sequence[Lesson], minutes: int, glossary: bool) -> Iterator[tuple[Lesson | str, int, int]]:
    """What comes after what, from which minute to which, whole ones."""
    start = 0.0
    for one, length in _schedule(lessons, minutes, glossary):
        yield one, round(start), round(start + length)
        start += length


def _has_break(lessons: Sequence[Lesson], minutes: int) -> bool:
    return len(lessons) > 1 and minutes >= LONG


def named_minutes(lesson: Lesson, pattern: str) -> int | None:
    found = re.search(r"\*\*Minutes\.\*\* .*?" + pattern, lesson.text)
    return int(found[1]) if found else None


def timed(name: str, made: Sequence[Sequence[Cell]], minutes: float) -> list[Part]:
    """The slides with their minutes: goals, summary and solutions have half of what the others have, exercises twice as much."""
    weights = [1 if not number else _weight(cells[0].text) for number, cells in enumerate(made)]
    return [Part(name, cells, minutes * weight / sum(weights)) for cells, weight in zip(made, weights, strict=True)]


def _weight(text: str) -> int:
    return 1 if text == f"## {SUMMARY}" or text.startswith("**Solution") else 4 if text.startswith("**Exercise") else 2


def _pause(minutes: float) -> str:
    return f"## Break\n\n{counted(round(minutes), 'minute')}. Questions so far?"


def _home(lessons: Sequence[Lesson]) -> str:
    """What to take home: a sentence of each lesson."""
    return "## To take home\n\n" + "\n".join(f"- **{_number(one)}** {key_sentence(one.lesson)}" for one in lessons)


def _closing() -> str:
    """Questions, and the papers by their titles."""
    said = [f"- **{one.name}**: {one.authors}, *{one.title}*, {one.cited}" for one in papers()[:2]]
    said.append(f"\n{KNOWN}")
    more = "For a claim by its id, such as `u25.thm1`: `rope-theory explain u25.thm1` shows its proof or its witness."
    return "\n\n".join(["## Questions, and sources", "\n".join(said), more])


def title_of(lesson: Lesson) -> str:
    found = re.search(r"^# #+ +(.+)$", lesson.text, re.MULTILINE)
    return found[1].strip() if found else lesson.name


def exercise_minutes(lesson: Lesson, count: int) -> list[float]:
    """The minutes of each of so many exercises, which the lesson names: "20 for the exercises (5, 7, 8), 20 for the harder problem"."""
    found = re.search(r"\*\*Minutes\.\*\* .*?exercises \(([\d, ]+)\)", lesson.text)
    named: list[float] = [int(each) for each in found[1].split(",")] if found else []
    return [*named, named_minutes(lesson, r"(\d+) for the harder problem") or 0][:count] if found else [0.0] * count


def _number(lesson: Lesson) -> str:
    return lesson.name[:2].lstrip("0")
