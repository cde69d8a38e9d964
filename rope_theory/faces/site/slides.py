"""Slides from the lessons: one lecture on all of them, each lesson, its solutions; a slide a screen and a page, arrows go on."""

from __future__ import annotations

import base64
import re
import textwrap
from collections.abc import Sequence
from importlib import resources
from itertools import accumulate

from rope_theory.core.words import capital, counted
from rope_theory.evidence.papers import papers
from rope_theory.evidence.theory import claim
from rope_theory.faces.course import Cell, Lesson, titled
from rope_theory.faces.site.cut import HAND, answers, at_hand, figures_apart, question, slides, tasks
from rope_theory.faces.site.html import Html, el, join
from rope_theory.faces.site.lecture import (
    MINUTES,
    Part,
    exercise_minutes,
    exercises_in,
    glossary_slides,
    lecture,
    named_minutes,
    tasks_at_hand,
    timed,
    title_of,
)
from rope_theory.faces.site.notation import math
from rope_theory.faces.site.prose import prose

LECTURE = "Positional and symbolic attention heads under RoPE"
"""The title of a lecture on several lessons."""
LONGEST_LINE = 84
"""Letters of a line of code that a slide shows without a break in it."""
#: Fonts that have the signs of mathematics; marks that are not shown, and signs that are shown instead (`notation`).
MATH = """\
math { font-family: "STIX Two Math", "Cambria Math", "Latin Modern Math", "Libertinus Math", "DejaVu Math TeX Gyre", math, Charter, Cambria, Georgia, "DejaVu Serif", serif; }
.m { font-size: 0; letter-spacing: 0; } .o::before { content: attr(data-s) / ""; } .s { user-select: none; }
"""
#: All lengths are shares of the window: text has at least 4 % of its height at 16:9, however large the screen is, opened code 3 %.
STYLE = """\
:root { color-scheme: light dark; }
html { scroll-snap-type: y proximity; font: min(2.5vw, 4.4vh)/1.32 Charter, Cambria, Georgia, "DejaVu Serif", serif; }
body { margin: 0; }
header, section { position: relative; min-height: 100vh; box-sizing: border-box; padding: 3.5vh 6vw 8vh; scroll-snap-align: start; display: flex; flex-direction: column; justify-content: center; }
h1, h2 { font-family: system-ui, sans-serif; line-height: 1.15; margin: 0 0 .5em; } h1 { font-size: 1.9em; } h2 { font-size: 1.3em; }
p, ul, ol { margin: .35em 0; } li { margin: .2em 0; }
code, pre, details { font-size: .92rem; } code, pre { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
pre { overflow-x: auto; margin: .3rem 0; padding: .2rem .6rem; border-left: 3px solid #0072b2; white-space: pre-wrap; line-height: 1.25; }
summary { cursor: pointer; font-family: system-ui, sans-serif; }
header code, p code, li code, .line { white-space: nowrap; }
figure { margin: 0; text-align: center; }
img { display: block; background: #fff; margin: 0 auto .6rem; height: 74vh; max-width: 100%; object-fit: contain; }
a { color: #0b57a4; }
.foot, footer { font: .92rem system-ui, sans-serif; opacity: .75; }
.foot { position: absolute; right: 6vw; bottom: 1.5vh; margin: 0; }
.note { display: none; margin-top: 1em; padding-left: .6rem; border-left: 3px solid #d55e00; font-size: .92rem; } .notes .note { display: block; } .notes :has(> .note) img { height: 50vh; }
.task { justify-content: flex-start; } .hand { margin-top: auto; padding-top: 1em; } .hand > p { margin: 0; }
@media screen and (min-width: 44.01rem) {
  html.notes { font-size: min(2.1vw, 3.6vh); }
  details[open] > pre { position: absolute; inset: 8vh 1.5vw 7vh; z-index: 1; font-size: .72rem; margin: 0; overflow: auto; background: Canvas; }
  details[open] > summary { position: absolute; top: 2vh; left: 6vw; z-index: 2; }
}
@media screen and (prefers-color-scheme: dark) { a { color: #8cc4ff; } }
@media screen and (max-width: 44rem) {
  html { font-size: 1rem; scroll-snap-type: none; }
  header, section { min-height: 0; padding: 1.5rem 1.1rem 3rem; border-bottom: 1px solid #8888; }
  header code, p code, li code { white-space: normal; } pre, header code, p code, li code { overflow-wrap: anywhere; } math[display="block"] { font-size: min(1em, 3.3vw); } img { height: auto; } p:has(> math[display="block"]) { overflow-x: auto; overflow-y: hidden; }
}
@media print {
  @page { size: 297mm 167mm; margin: 0; }
  html { font-size: 7mm; } img { height: 122mm; } header, section { min-height: 160mm; padding: 5mm 18mm 12mm; break-after: page; }
  section:last-of-type { break-after: auto; min-height: 140mm; } footer { margin: 0 18mm; }
  details:not([open]) { display: none; } .note { font-size: .7rem; } .notes :has(> .note) img { height: 90mm; } pre, table, li { break-inside: avoid; }
}
"""
#: A sheet of A4 for each lesson, with room to write below each exercise.
SHEET = """\
:root { color-scheme: light; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 10.8pt/1.35 Charter, Cambria, Georgia, "DejaVu Serif", serif; }
h1 { font: 600 1.3em/1.2 system-ui, sans-serif; } section { break-inside: avoid; padding-bottom: 1.6cm; } h2 { font: 600 1em/1.2 system-ui, sans-serif; } aside { font-size: .82em; } aside p, aside ul { margin: .3em 0; } footer { font: .8em system-ui, sans-serif; }
code { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: .88em; } .line { white-space: nowrap; }
.skip { position: absolute; left: -100vw; } .skip:focus { left: 1rem; }
@media print { .skip { display: none; } @page { size: A4; margin: 18mm 20mm; } aside { break-before: page; } .front, main { display: flex; flex-direction: column; } .front { min-height: 255mm; } main, section { flex: 1 0 auto; padding-bottom: 1cm; } body { margin: 0; padding: 0; max-width: none; } }
"""


ARROWS = resources.files("rope_theory.faces.site").joinpath("static/slides.js").read_text(encoding="utf-8")
_PICTURE = re.compile(r"!\[([^]]*)\]")


def slides_document(lessons: Sequence[Lesson], minutes: int = MINUTES, glossary: bool = True, course: str = "") -> str:
    """These lessons as one document for one lecture: the question first, then who has how long, then words.

    Each lesson ends with as many of its exercises, each before its solution, as there is time for (`exercises_in`).

    Args:
        lessons: all of the course, or those that one chose.
        minutes: of the lecture, shared out as `plan` says.
        glossary: with what words and symbols mean, before the lessons.
        course: address of the course's page, where there is one.
    """
    parts = lecture(lessons, minutes, glossary)
    return _document(LECTURE, f"A lecture of {minutes} minutes from the course of rope_theory", parts, lessons, course)


def lesson_slides(lesson: Lesson, glossary: bool = True, course: str = "") -> str:
    """One lesson as a document of its own, with its exercises and without their solutions; minutes as the lesson names them.

    Its goals come first (before them the question of the course, where the lesson asks it), then words.
    """
    minutes = named_minutes(lesson, r"(\d+)") or 60
    asked = tasks_at_hand(lesson, solutions=False)
    times = exercise_minutes(lesson, len(asked))
    goals, *said, last = timed("Lesson", slides(lesson.lesson), minutes - sum(times))
    exercises = [Part("Exercises", cells, length) for cells, length in zip(asked, times, strict=True)]
    asks = [Part("The question", cells, 0) for cells in question(lesson.lesson)]
    terms = [Part("Words", cells, 0) for cells in glossary_slides()] if glossary else []
    ends = [Part("The answers", cells, 0) for cells in answers(lesson.lesson)]
    about = f"From the course of rope_theory: {minutes} minutes with all exercises"
    return _document(title_of(lesson), about, [*asks, goals, *terms, *said, *ends, *exercises, last], [lesson], course)


def solutions_slides(lesson: Lesson, course: str = "") -> str:
    """The exercises of a lesson, each before its solution, as a document apart from its slides."""
    parts = [Part("Solutions", one, 0) for cells in tasks_at_hand(lesson) for one in figures_apart(cells)]
    return _document(titled(title_of(lesson), "solutions"), "From the course of rope_theory", parts, [lesson], course)


def handout(lesson: Lesson) -> str:
    """The exercises of a lesson on a sheet to print, with the formulas they need, the minutes that the lesson names, and words: no code."""
    asked = tasks(lesson, solutions=False)
    times = exercise_minutes(lesson, len(asked))
    return _sheet(title_of(lesson), "on the back", _formulas(lesson), _asked(asked, times))


def lecture_handout(lessons: Sequence[Lesson], minutes: int = MINUTES, glossary: bool = True) -> str:
    """The exercises that a lecture takes in, one of each lesson if it takes in none, with the formulas that these need, and words.

    Args:
        lessons, minutes, glossary: as for `slides_document`.
    """
    count = exercises_in(lessons, minutes, glossary) or 1
    made: list[Html] = []
    for lesson in lessons:
        asked = tasks(lesson, solutions=False)[:count]
        made += _asked(asked, [0] * len(asked), el("h2", math(title_of(lesson))), *_formulas(lesson, "123"[:count]))
    return _sheet(LECTURE, "on the last page", [], made)


def _formulas(lesson: Lesson, asked: str = "") -> list[Html]:
    return [Html(prose(cell.text)) for cell in (at_hand(lesson, asked),) if cell]


def _asked(tasks: Sequence[Sequence[Cell]], times: Sequence[float], *first: Html) -> list[Html]:
    """Exercises, each with the minutes that are named for it; the first begins with what comes before them."""
    made = [
        [*(Html(prose(cell.text)) for cell in cells[:-1]), _with_minutes(cells[-1], length)]
        for cells, length in zip(tasks, times, strict=True)
    ]
    return [el("section", *(first if one is made[0] else ()), *one) for one in made]


def _sheet(about: str, words_at: str, hand: Sequence[Html], made: Sequence[Html]) -> str:
    """A sheet to print: exercises in front, words behind them."""
    title = titled(about, "exercises")
    check = Html(
        prose(
            "On paper a function is a formula, or a rule in words. In the lesson's script or notebook `check_1(your_answer)` judges an answer to exercise 1, and so on."
        )
    )
    terms = [
        Html(prose(cell.text)) for cells in glossary_slides() for cell in cells if not cell.text.endswith("(continued)")
    ]
    origin = el("p", f"From the course of rope_theory. What the words mean stands {words_at}.")
    licence = el("footer", "Text: CC BY 4.0.")
    skip = el("a", "To the exercises", href="#content", class_="skip")
    body = el(
        "body",
        skip,
        el(
            "div",
            el("header", el("h1", math(title)), origin, check, *hand),
            el("main", *made, id="content"),
            class_="front",
        ),
        el("aside", *terms),
        licence,
    )
    return f"<!DOCTYPE html>\n{el('html', _head(title, SHEET), body, lang='en')}\n"


def _with_minutes(cell: Cell, length: float) -> Html:
    """A paragraph, and behind it the minutes that an exercise takes, if they are named."""
    said = prose(cell.text)
    return Html(
        f"{said.rstrip().removesuffix('</p>')} {el('small', counted(round(length), 'minute'))}</p>" if length else said
    )


def _document(title: str, about: str, parts: Sequence[Part], lessons: Sequence[Lesson], course: str) -> str:
    """A title, then a slide for each part; at its foot what it belongs to, and until which minute it stays."""
    count = len(parts)
    keys = "the left arrow back"
    keys += ", N shows notes" * any(cell.reader for part in parts for cell in part.cells)
    opening = el(
        "header",
        el("h1", math(title)),
        el("p", f"{about}. {_papers()}"),
        *(el("p", note) for note in dict.fromkeys(one.note for one in lessons) if note),
        el(
            "p",
            f"{count} slides. The right arrow, Space and Page Down go on, {keys}; printed, a slide begins a page. ",
            el("a", "First slide", href="#content"),
            join([" · ", el("a", "The course", href=course)]) if course else None,
        ),
    )
    ends = list(accumulate(part.minutes for part in parts))
    made = [
        _slide(part.cells, f"{part.name} · {number} of {count}{_until(end) if part.minutes else ''}", f"s{number}")
        for number, (part, end) in enumerate(zip(parts, ends, strict=True), 1)
    ]
    head = _head(f"{title} · slides", STYLE, el("script", Html(ARROWS)))
    licence = el("footer", "Text and figures: CC BY 4.0. Code: MIT.")
    body = el("body", opening, el("main", *made, id="content"), licence)
    return f"<!DOCTYPE html>\n{el('html', head, body, lang='en')}\n"


def _papers() -> str:
    """What U25 and U26 are, before a slide names them."""
    one, other = papers()[:2]
    return f"{one.name} and {other.name} are two papers: {one.cited} and {other.cited}."


def _head(title: str, style: str, *more: Html) -> Html:
    return el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("title", f"{title} · rope_theory"),
        el("link", rel="icon", href="data:,"),
        el("style", Html(MATH + style)),
        *more,
    )


def _until(end: float) -> str:
    """Until which half of a minute a slide stays."""
    whole, half = divmod(round(2 * end), 2)
    return f" · until minute {whole or ''}{'½' * half}" if whole or half else ""


def _slide(part: Sequence[Cell], foot: str, name: str) -> Html:
    """Prose and figures open, code folded; the code that draws a figure is left to the lesson.

    An exercise stands above, the formulas that it needs below, and the room between is for the work. Notes are hidden until N is pressed.
    """
    made = []
    task = any(cell.text.startswith(HAND) for cell in part)
    for cell in part:
        if cell.markdown:
            if cell.text.startswith(HAND):
                made.append(el("div", Html(prose(cell.text)), class_="hand"))
                continue
            if found := _PICTURE.match(cell.text):
                made.append(_figure(Html(re.sub("</?p>", "", prose(cell.text))), found[1]))
                continue
            text = re.sub(r"<(/?)h1>", r"<\1h2>", prose(_with_verdicts(cell.text)))
            said = Html(re.sub(r"</?a\b[^>]*>", "", text))  # other lessons are other slides
            made.append(el("aside", said, class_="note") if cell.reader else said)
            continue
        if cell.drawn:
            made += [_figure(drawing(svg, drawn_words(cell)), drawn_words(cell)) for svg in cell.drawn]
            continue
        made.append(
            el("details", el("summary", "code"), el("pre", _imports_cut(cell.text), tabindex="0"), name=f"{name}-code")
        )
        if cell.printed:
            made.append(el("pre", cell.printed.rstrip(), tabindex="0"))
    return el("section", join(made), el("p", foot, class_="foot"), id=name, class_="task" if task else None)


def _imports_cut(code: str) -> str:
    """The code with imports longer than `LONGEST_LINE` over several lines; other lines are as the lesson has them.

    Example:
        >>> print(_imports_cut(f"from a import {', '.join(['b' * 30, 'c' * 30, 'd' * 30])}"))
        from a import (bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb, cccccccccccccccccccccccccccccc,
            dddddddddddddddddddddddddddddd)
    """
    lines = []
    for line in code.split("\n"):
        found = re.fullmatch(r"(from \S+ import )([^(#]+)", line)
        if found and len(line) > LONGEST_LINE:
            line = textwrap.fill(f"{found[1]}({found[2]})", LONGEST_LINE, subsequent_indent="    ")
        lines.append(line)
    return "\n".join(lines)


def _with_verdicts(text: str) -> str:
    """The verdict behind each claim that a slide names by its id, where the text does not say one.

    Example:
        >>> _with_verdicts("always (claim `u26.rem31b`); claims `u25.thm1` and `u25.thm2`, PROVED")
        'always (claim `u26.rem31b`, REFUTED); claims `u25.thm1` and `u25.thm2`, PROVED'
    """
    return re.sub(r"(\bclaim `([a-z\d]+\.[\w.-]+)`)(?!, [A-Z])", lambda at: f"{at[1]}, {claim(at[2]).verdict}", text)


def _figure(image: Html, words: str) -> Html:
    """A figure with what it shows below it."""
    said = prose(capital(words))
    return el("figure", image, el("figcaption", Html(re.sub("</?p>", "", said).strip())))


def drawing(svg: str, alt: str) -> Html:
    """An SVG document as an image of its own, so that its ids and styles stay there."""
    data = base64.b64encode(svg.encode()).decode()
    return el("img", src=f"data:image/svg+xml;base64,{data}", alt=alt)


def drawn_words(cell: Cell) -> str:
    """What a cell draws, in the words of its comment "Figure: …"."""
    found = re.search(r"^# Figure: (.+)$", cell.text, re.MULTILINE)
    return found[1] if found else "What the code draws."
