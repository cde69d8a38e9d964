"""Slides from the lessons, for one lecture on all of them or for each: one document, no script, a slide a screen and a page."""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence

from rope_theory.core.packages import how
from rope_theory.core.words import counted
from rope_theory.faces.course import Cell, Lesson, slides, tasks
from rope_theory.faces.site.html import Html, el, join
from rope_theory.faces.site.notation import math
from rope_theory.faces.site.prose import prose

MINUTES = 90
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
img { background: #fff; max-width: 100%; max-height: 42vh; align-self: center; }
a { color: #0b57a4; }
@media screen and (prefers-color-scheme: dark) { img { filter: invert(.92) hue-rotate(180deg); } a { color: #8cc4ff; } }
@media screen and (max-width: 44rem) {
  html { font-size: 1rem; scroll-snap-type: none; }
  header, section { min-height: 0; padding: 1.5rem 1.1rem; border-bottom: 1px solid #8888; }
}
.foot, footer { font: .6em system-ui, sans-serif; opacity: .75; margin-top: 1.2rem; }
@media print {
  @page { size: 297mm 167mm; margin: 0; }
  html { font-size: 15pt; } header { font-size: .8em; } img { max-height: 60mm; } header, section { min-height: 150mm; padding: 8mm 18mm; break-after: page; }
  section:last-of-type { break-after: auto; min-height: 130mm; } footer { margin: 0 18mm; }
  details:not([open]) { display: none; }
}
"""


def slides_document(lessons: Sequence[Lesson], minutes: int = MINUTES) -> str:
    """These lessons as one document for one lecture, without exercises; the first slide says the minutes of each.

    Args:
        lessons: all of the course, or those that one chose.
        minutes: of the lecture, shared out by slides.
    """
    parts = [(f"Lesson {_number(one)}", part) for one in lessons for part in slides(one.lesson)]
    title = "Positional and symbolic attention heads under RoPE"
    about = f"A lecture from the course of rope_theory: {minutes} minutes"
    return _document(title, about, minutes, parts, lessons, plan(lessons, minutes))


def plan(lessons: Sequence[Lesson], minutes: int) -> list[str]:
    """A line for each lesson of a lecture: its title, how many minutes it has, and from when to when."""
    counts = [len(slides(one.lesson)) for one in lessons]
    ends = [round(minutes * sum(counts[: k + 1]) / sum(counts)) for k in range(len(counts))]
    return [
        f"{_title(one)}: {counted(end - start, 'minute')} ({start} to {end}), {counted(count, 'slide')}"
        for one, count, start, end in zip(lessons, counts, [0, *ends], ends, strict=False)
    ]


def _title(lesson: Lesson) -> str:
    found = re.search(r"^# #+ +(.+)$", lesson.text, re.MULTILINE)
    return found[1].strip() if found else lesson.name


def lesson_slides(lesson: Lesson) -> str:
    """One lesson as a document of its own, with its exercises, each before its solution."""
    whole = re.search(r"\*\*Minutes\.\*\* (\d+)", lesson.text)
    minutes = int(whole[1]) if whole else 60
    *said, last = slides(lesson.lesson)
    parts = [("Lesson", part) for part in said] + [("Exercises", part) for part in tasks(lesson)] + [("Lesson", last)]
    about = f"From the course of rope_theory: {minutes} minutes with all exercises"
    return _document(_title(lesson), about, minutes, parts, [lesson])


def _number(lesson: Lesson) -> str:
    return lesson.name[:2].lstrip("0")


def _document(
    title: str,
    about: str,
    minutes: int,
    parts: Sequence[tuple[str, Sequence[Cell]]],
    lessons: Sequence[Lesson],
    said: Sequence[str] = (),
) -> str:
    """A title, then a slide for each part; at its foot what it belongs to, and the minute at which it should be done."""
    count = len(parts)
    opening = el(
        "header",
        el("h1", math(title)),
        el(
            "p",
            f"{about}, {count} slides. Space and Page Down go on; printed, a slide begins a page. ",
            *(
                ()
                if any(cell.drawn for one in lessons for cell in one.lesson)
                else ("Without figures: matplotlib draws them (", el("code", how("figures")), "). ")
            ),
            el("a", "First slide", href="#content"),
        ),
        el("ul", *(el("li", math(line)) for line in said)) if said else "",
    )
    made = [
        _slide(part, f"{name} · {number} of {count} · minute {round(minutes * number / count)}", f"s{number}")
        for number, (name, part) in enumerate(parts, 1)
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
        made += [drawing(svg) for svg in cell.drawn]
        made.append(el("details", el("summary", "code"), el("pre", cell.text, tabindex="0")))
        if cell.printed:
            made.append(el("pre", cell.printed.rstrip(), tabindex="0"))
    return el("section", join(made), el("p", foot, class_="foot"), id=name)


def drawing(svg: str) -> Html:
    """An SVG document as an image of its own, so that its ids and styles stay there."""
    data = base64.b64encode(svg.encode()).decode()
    return el("img", src=f"data:image/svg+xml;base64,{data}", alt="What the code below draws.")
