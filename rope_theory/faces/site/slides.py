"""Slides from the lessons, for one lecture on all of them or for each: one document, no script, a slide a screen and a page."""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from rope_theory.core.words import counted
from rope_theory.evidence.papers import papers
from rope_theory.faces.course import Cell, Lesson
from rope_theory.faces.site.cut import slides, tasks
from rope_theory.faces.site.html import Html, el, join
from rope_theory.faces.site.notation import math
from rope_theory.faces.site.prose import prose

MINUTES = 90
BREAK = 5
"""Minutes of a break in a lecture of `MINUTES`, after the lesson that ends nearest to the half."""
LONG = 60
"""From so many minutes on a lecture has a break."""
QUESTION = (
    "Does a head look at where a token stands, or at what it is? **Positional**: exchanging tokens changes no logit. "
    "**Symbolic**: moving them changes none. No head whose logits vary is both."
)
STYLE = """\
:root { color-scheme: light dark; }
html { scroll-snap-type: y proximity; font: clamp(.8rem, min(1.9vw, 2.7vh), 1.7rem)/1.4 Charter, Cambria, Georgia, "DejaVu Serif", serif; }
body { margin: 0; }
header, section { min-height: 100vh; box-sizing: border-box; padding: 5vh 8vw; scroll-snap-align: start; display: flex; flex-direction: column; justify-content: center; }
h1, h2 { font-family: system-ui, sans-serif; line-height: 1.2; }
code, pre { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: .8em; }
pre { overflow-x: auto; margin: .4rem 0; padding: .5rem .8rem; border-left: 3px solid #0072b2; white-space: pre-wrap; }
details { font-size: .8em; } summary { cursor: pointer; font-family: system-ui, sans-serif; }
header code { white-space: nowrap; }
.m { font-size: 0; letter-spacing: 0; } .o::before { content: attr(data-s) / ""; } .s { user-select: none; }
math { font-family: "STIX Two Math", "Cambria Math", "Latin Modern Math", "Libertinus Math", Charter, Cambria, Georgia, "DejaVu Serif", serif; }
img { background: #fff; max-width: 100%; max-height: 36vh; align-self: center; }
p > img { display: block; height: 36vh; margin: 0 auto; }
a { color: #0b57a4; }
@media screen and (prefers-color-scheme: dark) { img { filter: invert(.92) hue-rotate(180deg); } a { color: #8cc4ff; } }
@media screen and (max-width: 44rem) {
  html { font-size: 1rem; scroll-snap-type: none; }
  header, section { min-height: 0; padding: 1.5rem 1.1rem; border-bottom: 1px solid #8888; }
}
.foot, footer { font: .6em system-ui, sans-serif; opacity: .75; margin-top: 1.2rem; }
@media print {
  @page { size: 297mm 167mm; margin: 0; }
  html { font-size: 14pt; } header { font-size: .8em; } img { max-height: 50mm; } p > img { height: 50mm; } header, section { min-height: 150mm; padding: 8mm 18mm; break-after: page; }
  section:last-of-type { break-after: auto; min-height: 130mm; } footer { margin: 0 18mm; }
  details:not([open]) { display: none; }
}
"""


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


def slides_document(lessons: Sequence[Lesson], minutes: int = MINUTES) -> str:
    """These lessons as one document for one lecture, without exercises; the first slide says the minutes of each.

    Args:
        lessons: all of the course, or those that one chose.
        minutes: of the lecture, shared out as `plan` says.
    """
    schedule = _schedule(lessons, minutes)
    lines = "\n".join(f"- {line}" for line in plan(lessons, minutes))
    opening = [Cell(True, f"## Overview\n\n{QUESTION}\n\n{lines}")]
    parts = []
    for one, length in schedule:
        if isinstance(one, str):
            made = {"Overview": opening, "Break": [Cell(True, _pause(length))], "Closing": [Cell(True, _closing())]}[
                one
            ]
            parts.append(Part(one, made, length))
        else:
            parts += _timed(f"Lesson {_number(one)}", slides(one.lesson), length)
    title = "Positional and symbolic attention heads under RoPE"
    about = f"A lecture from the course of rope_theory: {minutes} minutes"
    return _document(title, about, parts, lessons)


def plan(lessons: Sequence[Lesson], minutes: int) -> list[str]:
    """A line for each lesson of a lecture, and for its break: its title, how many minutes it has, and from when to when."""
    made, start = [], 0.0
    for one, length in _schedule(lessons, minutes):
        begin, end = round(start), round(start + length)
        start += length
        times = f"{counted(end - begin, 'minute')} ({begin} to {end})"
        if one == "Break":
            made.append(f"Break: {times}")
        elif not isinstance(one, str):
            made.append(f"{_title(one)}: {times}, {counted(len(slides(one.lesson)), 'slide')}")
    return made


def _schedule(lessons: Sequence[Lesson], minutes: int) -> list[tuple[Lesson | str, float]]:
    """What comes after what, and its minutes: the lessons' shares are those that they name, and a long lecture has a break."""
    pause = BREAK * minutes / MINUTES if len(lessons) > 1 and minutes >= LONG else 0
    shares = [_named(one, r"; (\d+) of a lecture's") or 10 for one in lessons]
    unit = (minutes - pause) / (sum(shares) + 2)
    ends = [abs(sum(shares[: k + 1]) - sum(shares) / 2) for k in range(len(shares))]
    made: list[tuple[Lesson | str, float]] = [("Overview", unit)]
    for number, (one, share) in enumerate(zip(lessons, shares, strict=True)):
        made.append((one, share * unit))
        if pause and ends[number] == min(ends) and len(made) == number + 2:
            made.append(("Break", pause))
    return [*made, ("Closing", unit)]


def _named(lesson: Lesson, pattern: str) -> int | None:
    found = re.search(r"\*\*Minutes\.\*\* .*?" + pattern, lesson.text)
    return int(found[1]) if found else None


def _timed(name: str, made: Sequence[Sequence[Cell]], minutes: float) -> list[Part]:
    """The slides with their minutes: the first, its goals, and the last, its summary, have half of what the others have."""
    weights = [1 if number in (0, len(made) - 1) else 2 for number in range(len(made))]
    return [Part(name, cells, minutes * weight / sum(weights)) for cells, weight in zip(made, weights, strict=True)]


def _pause(minutes: float) -> str:
    return f"## Break\n\n{counted(round(minutes), 'minute')}. Questions so far?"


def _closing() -> str:
    """Questions, and the papers by their titles."""
    said = [f"- **{one.name}**: {one.authors}, *{one.title}*, {one.cited}" for one in papers()[:2]]
    more = "For a claim by its id, such as `u25.thm1`: `rope-theory explain u25.thm1` shows its proof or its witness."
    return "\n\n".join(["## Questions, and sources", "\n".join(said), more])


def _title(lesson: Lesson) -> str:
    found = re.search(r"^# #+ +(.+)$", lesson.text, re.MULTILINE)
    return found[1].strip() if found else lesson.name


def lesson_slides(lesson: Lesson) -> str:
    """One lesson as a document of its own, with its exercises, each before its solution; minutes as the lesson names them."""
    minutes = _named(lesson, r"(\d+)") or 60
    asked = tasks(lesson)
    hard = _named(lesson, r"(\d+) for the harder problem") or 0
    work = _named(lesson, r"(\d+) for the exercises") or 0
    *said, last = _timed("Lesson", slides(lesson.lesson), minutes - hard - work)
    counts = [max(1, len(asked) - 2)] * (len(asked) - 2) + [2] * 2
    times = [(work if number < len(asked) - 2 else hard) / count for number, count in enumerate(counts[: len(asked)])]
    exercises = [Part("Exercises", cells, length) for cells, length in zip(asked, times, strict=True)]
    about = f"From the course of rope_theory: {minutes} minutes with all exercises"
    return _document(_title(lesson), about, [*said, *exercises, last], [lesson])


def _number(lesson: Lesson) -> str:
    return lesson.name[:2].lstrip("0")


def _document(title: str, about: str, parts: Sequence[Part], lessons: Sequence[Lesson]) -> str:
    """A title, then a slide for each part; at its foot what it belongs to, and the minute at which it should be done."""
    count = len(parts)
    opening = el(
        "header",
        el("h1", math(title)),
        el(
            "p",
            f"{about}, {count} slides. Space and Page Down go on; printed, a slide begins a page. ",
            *(f"{note} " for note in dict.fromkeys(one.note for one in lessons) if note),
            el("a", "First slide", href="#content"),
        ),
    )
    ends = list(accumulate(part.minutes for part in parts))
    made = [
        _slide(part.cells, f"{part.name} · {number} of {count} · minute {round(end)}", f"s{number}")
        for number, (part, end) in enumerate(zip(parts, ends, strict=True), 1)
    ]
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("title", f"{title} · slides · rope_theory"),
        el("link", rel="icon", href="data:,"),
        el("style", Html(STYLE)),
    )
    licence = el("footer", "Text and figures: CC BY 4.0. Code: MIT.")
    body = el("body", opening, el("main", *made, id="content"), licence)
    return f"<!DOCTYPE html>\n{el('html', head, body, lang='en')}\n"


def _slide(part: Sequence[Cell], foot: str, name: str) -> Html:
    """Prose and figures open, code folded."""
    made = []
    for cell in part:
        if cell.markdown:
            text = re.sub(r"<(/?)h1>", r"<\1h2>", prose(cell.text))
            made.append(Html(re.sub(r"</?a\b[^>]*>", "", text)))  # other lessons are other slides
            continue
        made += [drawing(svg, drawn_words(cell)) for svg in cell.drawn]
        made.append(el("details", el("summary", "code"), el("pre", cell.text, tabindex="0")))
        if cell.printed:
            made.append(el("pre", cell.printed.rstrip(), tabindex="0"))
    return el("section", join(made), el("p", foot, class_="foot"), id=name)


def drawing(svg: str, alt: str) -> Html:
    """An SVG document as an image of its own, so that its ids and styles stay there."""
    data = base64.b64encode(svg.encode()).decode()
    return el("img", src=f"data:image/svg+xml;base64,{data}", alt=alt)


def drawn_words(cell: Cell) -> str:
    """What a cell draws, in the words of its comment "Figure: …"."""
    found = re.search(r"^# Figure: (.+)$", cell.text, re.MULTILINE)
    return found[1] if found else "What the code draws."
