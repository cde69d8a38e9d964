"""`rope-theory lessons`: the course as notebooks, the solutions apart, and as slides."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from rope_theory.faces.arguments import add_overwrite
from rope_theory.faces.commands import Heading

HEADING = Heading.PAPERS
SLIDES, SHEET = "slides.html", "handout.html"


EXAMPLES = """\
examples:
  rope-theory lessons --slides --out slides
  rope-theory lessons --slides --lessons 1-4 --minutes 60 --out slides
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "lessons",
        help="the course as notebooks, with the solutions apart, and as slides",
        epilog=EXAMPLES,
        description="Write every lesson as a notebook, its solutions as another one, its slides with exercises, those of the solutions, a sheet of its exercises to print, and a lecture, slides.html, with the sheet of its exercises, handout.html: "
        "on lessons 1, 2, 3, 4 and 7, or on those that --lessons names, with one exercise of each lesson and its solution where that leaves a minute for a slide, two or three where it leaves a minute and a half (in 90 minutes two of each of these five, "
        "one of each with --lessons all). The slide Plan says the minutes of each lesson; N shows notes: what a slide leaves out for the lesson's reader, and which share of their minutes the exercises have. Slides need no network and print a slide a page. In a checkout; notebooks need the extra course, slides nothing, "
        "their figures matplotlib.",
    )
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="folder to write to (default: notebooks; slides with --slides)"
    )
    parser.add_argument("--slides", action="store_true", help="only the slides, which need no extra")
    parser.add_argument(
        "--lessons",
        metavar="NUMBERS",
        help="those of slides.html and handout.html, in this order, e.g. 1,4,2 or 1-3,7, or all (default: 1-4,7, which 90 minutes have room for); the files of each lesson are all written",
    )
    parser.add_argument(
        "--no-words",
        action="store_true",
        help="slides of the lecture and of each lesson without “Attention in brief” and “Words and symbols”, for those who know them",
    )
    parser.add_argument("--minutes", metavar="M", help="of the lecture, for --slides (default: 90)")
    parser.add_argument(
        "--run",
        dest="outputs",
        action="store_true",
        help="run the notebooks first, which takes minutes: only then do they have outputs and figures",
    )
    add_overwrite(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from rope_theory.core.errors import require
    from rope_theory.core.files import inside, output_folder, write_text
    from rope_theory.core.words import counted
    from rope_theory.faces.arguments import whole
    from rope_theory.faces.course import prepared, require_lessons, run_here
    from rope_theory.faces.site.lecture import SHORT, least_minutes, lecture, left_over, of_a_lecture, plan
    from rope_theory.faces.site.slides import handout, lecture_handout, lesson_slides, slides_document, solutions_slides

    require(not (args.slides and args.outputs), "--slides", "must not stand with --run, which runs notebooks", "--run")
    scripts = require_lessons()
    minutes = whole("--minutes", "90" if args.minutes is None else args.minutes, 1, 600, as_in="45 or 90")
    read = prepared(scripts, run=False, write=False)
    spoken = of_a_lecture(read) if args.lessons is None else [read[at - 1] for at in _chosen(args.lessons, len(read))]
    glossary = not args.no_words
    least, count = least_minutes(spoken, glossary)
    rule = f"must be at least {least}, half a minute for each of the {count} slides of these lessons"
    require(minutes >= least, "--minutes", rule, minutes)
    if not args.slides:
        _require_course(args.minutes)
    books = [f"{file.removesuffix('.py')}{part}.ipynb" for file in scripts for part in ("", "_solutions")]
    decks = [f"{file.removesuffix('.py')}{part}_{SLIDES}" for file in scripts for part in ("", "_solutions")]
    sheets = [f"{file.removesuffix('.py')}_handout.html" for file in scripts]
    folder = output_folder(
        args.out or Path("slides" if args.slides else "notebooks"),
        [*([] if args.slides else books), *decks, *sheets, SLIDES, SHEET],
        args.overwrite,
    )
    made = prepared(scripts, args.outputs, write=not args.slides)
    if not args.outputs:
        made = [run_here(lesson) for lesson in made]
    files = {name: text for lesson in made for name, text in lesson.files.items()}
    files |= {f"{lesson.name}_{SLIDES}": lesson_slides(lesson, glossary) for lesson in made}
    files |= {f"{lesson.name}_solutions_{SLIDES}": solutions_slides(lesson) for lesson in made}
    files |= dict(zip(sheets, map(handout, made), strict=True))
    by_name = {lesson.name: lesson for lesson in made}
    spoken = [by_name[lesson.name] for lesson in spoken]
    files[SLIDES] = slides_document(spoken, minutes, glossary)
    files[SHEET] = lecture_handout(spoken, minutes, glossary)
    for name, text in files.items():
        write_text(inside(folder, name), text)
        print(folder / name)
    print("\n".join(["", f"The lecture of {minutes} minutes:", *plan(spoken, minutes, glossary)]))
    if left := left_over(spoken, minutes, glossary):
        print(
            f"note: the lessons fill {counted(minutes - left, 'minute')}; fewer --minutes, or more --lessons",
            file=sys.stderr,
        )
    parts = lecture(spoken, minutes, glossary)
    if short := sum(part.minutes < SHORT for part in parts):
        print(
            f"note: {short} of {len(parts)} slides have under half a minute; more --minutes, or fewer --lessons",
            file=sys.stderr,
        )
    if not args.outputs and not args.slides:
        print("note: notebooks without outputs; --run runs them (minutes)", file=sys.stderr)
    for note in dict.fromkeys(lesson.note for lesson in made if lesson.note):
        print(f"note: {note}", file=sys.stderr)
    return 0


def _require_course(minutes: str | None) -> None:
    """Raise an error if the extra is missing: of the minutes of a lecture, where they were given, as --slides needs no extra.

    Raises:
        InvalidInput: it is missing.
    """
    from rope_theory.core.errors import InvalidInput
    from rope_theory.faces.course import require_course

    try:
        require_course("write and run notebooks; --slides needs none of it")
    except InvalidInput as problem:
        if minutes is None:
            raise
        rule = f"is for --slides (rope-theory lessons --slides --minutes {minutes}); notebooks need {problem.argument}"
        raise InvalidInput("--minutes", rule, minutes) from None


def _chosen(text: str, count: int) -> list[int]:
    """Numbers of lessons, in the order in which they are named: 1,4,2, ranges as 1-3,7, or all."""
    from rope_theory.core.errors import require
    from rope_theory.faces.arguments import whole

    if text.strip() == "all":
        return list(range(1, count + 1))
    parts = [part.strip() for part in text.split(",")]
    rule = "must be numbers or ranges of lessons with commas between, as in 1,4,2 or 1-3,7, or all"
    require(all(re.fullmatch(r"\d+(\s*-\s*\d+)?", part) for part in parts), "--lessons", rule, text)
    numbers: list[int] = []
    for part in parts:
        ends = [whole("--lessons", end, 1, count) for end in part.split("-")]
        require(ends[0] <= ends[-1], "--lessons", "must name the smaller lesson of a range first", part)
        numbers += range(ends[0], ends[-1] + 1)
    require(len(set(numbers)) == len(numbers), "--lessons", "must name each lesson once", text)
    return numbers
